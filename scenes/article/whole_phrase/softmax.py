"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import inf, pi, sin

import numpy as np
from manim import (
    LEFT,
    RIGHT,
    Animation,
    Circle,
    FadeIn,
    FadeOut,
    Indicate,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
    linear,
)
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL
from scenes.article.whole_phrase.lens import Lens
from scenes.article.whole_phrase.numbers import TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import FORMULA, ICON, OFF_EDGE, WordTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, tighten
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_LENGTH, _LEAST_LENGTH, _THICK = 2.4, 1.1, 0.24
"""Scene units: how long a weight of 1 is, at the most and at the least, and how thick a row's strip is."""

_NAME, _BEHIND, _AIR, _CARD = 0.16, 0.6, 0.08, 1.1
"""Scene units from a row's name to its strip, behind the strip for what it adds up to, from a strip to its scores above
and to its weights below, and from one row's strip to the next one's."""

_TO_REST = 0.18
"""Scene units from a row's own weight to the other words' sum."""

_BELOW, _BRIEF = 0.3, 1.1
"""Scene units from a table to the strips below it in frames that are not wide; the scale of type from which strips have
no weights of the others, for which there is no room, as there is none in a square."""

_ROW, _FIRST, _EACH, _LINGER = 1.2, 1.2, 0.45, 0.3
"""Seconds in which a row becomes weights; in which the first row that is told in passing does and its bands pull, in
which each after it does, and in which all stands still after each."""

_BASE, _RAISED = 1.2, 0.1
"""The size of an e as a share of its exponent's, and scene units by which the exponent is raised."""

_FOLD, _LENS = 1.5, 0.8
"""Seconds in which the half above the diagonal is folded, and in which the pair's cell is enlarged."""

_SLIM, _LANE = 0.8, 0.12
"""The share of their usual width that bands have; scene units by which the pair's bands lie off the straight way."""

_OFF_BAND, _LEAST_BAND = 0.5, 1.3
"""Scene units from the straight way to what is written at a band, and how long that is at the least."""

_ASKED, _ASK, _BREATHS = 0.5, 1.3, 2
"""The largest weight that a band has while it is asked for; seconds of that, and how often the band swells."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")
    rest: Tensor = quantity(
        "What the weights of all words but the first row's and the second's add up to in each row.", rows="words"
    )


class TableSoftmax(WordTable):
    """attention-table-softmax: every row of dot products becomes weights that add up to 1."""

    name = "attention-table-softmax"
    claims = TABLE_SOFTMAX_CLAIMS
    numbers: SoftmaxRows

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> SoftmaxRows:
        """Return softmax(X Xᵀ) of the phrase.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        require_plane(world)
        table = similarities(parameters, world)
        first = table.scores[[table.position, table.second]]  # (2, T)
        if float(first.max()) > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {float(first.max()):g}, too large an exponent to draw "
                f"(at most {LARGEST_SCORE:g}); make the vectors shorter"
            )
        weights = softmax(table.scores)  # (T, T)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        exponentials = table.scores.exp()  # (T, T)
        sums, totals = weights.sum(dim=-1), exponentials.sum(dim=-1)  # (T,)
        rest = weights[:, table.others].sum(dim=-1)  # (T,)
        return SoftmaxRows(**given, weights=weights, sums=sums, exponentials=exponentials, totals=totals, rest=rest)

    @classmethod
    def alternative_values(cls, numbers: SoftmaxRows) -> Mapping[str, object]:
        """Return the words, and two weights of the first row."""
        own = numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "own": format_weight(float(numbers.weights[own, own])),
            "share": format_weight(float(numbers.weights[own, numbers.second])),
        }

    def build(self) -> None:
        """Make the words, the table of dot products, a strip for each of two rows, and the table's name."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        square = not self.stage.is_portrait and self.stage.width <= self.stage.height
        self.is_brief = square or self.style.sizes.scale > _BRIEF
        self.told = (numbers.position, numbers.second)
        self.room_below = max(self._height() + _BELOW - FORMULA, 0.0)
        self.table = self.make_table()
        self.table.leave_noughts_empty()
        laid(self.plane.numbers, Layer.GHOST)  # bands run behind the ticks' numbers
        self.unit = FULL * self.table.pitch
        self.becomes = [self._becomes(row, other) for row, other in (self.told, self.told[::-1])]
        self.owns = [self._becomes(row, row) for row in self.told]
        self.bases = [[self._base() for _ in self.told] for _ in self.told]
        self.rests = [self._rest(row) for row in self.told]
        self.lanes = [self._lane(row, other) for row, other in (self.told, self.told[::-1])]
        self.shares = self._shares()
        self.question = self._question()
        all_pulls: list[Band | Thread] = [*self._all_bands()]
        all_pulls += [thread for row in numbers.others for thread in self._threads(row)]
        lines = [(flat(pull.puller), flat(pull.pulled)) for pull in all_pulls]
        texts = [box_of(part) for part in (*self.shares, self.question) if part]
        self.strips = self._strips(texts, lines)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [*texts, self.table_box(), *(box_of(part) for strip in self.strips for part in strip)]
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=lines, boxes=boxes)
        self.rivals = [VGroup(bases[1], own[0]) for bases, own in zip(self.bases, self.owns, strict=True)]
        self.marks = [self._mark(rival) for rival in self.rivals]
        self.formula = self.named('"softmax"(X X^T)')
        self.lens = Lens(self.table, self.twins(), numbers.weights, self.colors_of(numbers.words), style=self.style)

    def _becomes(self, row: int, column: int) -> list[Number]:
        """Return a score and the weight that it becomes in its row."""
        numbers, color, size, style = self.numbers, self.color_at(column), self.style.sizes.tick, self.style
        return [
            Number(numbers.scores[row, column], size=size, style=style),
            Weight(numbers.weights[row, column], size=size, color=color, style=style),
        ]

    def _base(self) -> Math:
        """Return the e whose exponent a score becomes."""
        return Math("e", size=_BASE * self.style.sizes.tick, style=self.style)

    def _mark(self, score: VMobject) -> RoundedRectangle:
        """Return a frame around a score that is an exponent, to be compared."""
        mark = RoundedRectangle(corner_radius=0.06, width=float(score.width) + 0.12, height=float(score.height) + 0.12)
        return laid(mark.set_stroke(self.style.theme.ink, 2.0).move_to(score), Layer.LABEL)

    def _rest(self, row: int) -> VGroup:
        """Return what the other words' weights add up to in a row; nothing where there are none."""
        if not self.numbers.others or self.is_brief:
            return VGroup()
        size, style = self.style.sizes.tick, self.style
        return VGroup(
            Label(self.says("others"), size=size, style=style),
            Weight(self.numbers.rest[row], size=size, style=style),
        )

    def _height(self) -> float:
        """Return the height of both rows as strips, with their numbers."""
        digits = self.style.sizes.tick * UNITS_PER_FONT_UNIT * CAP_HEIGHT
        return _CARD * self.style.sizes.scale + _THICK + 2 * (_AIR + digits) + _RAISED

    def _strips(self, boxes: Sequence[Box], lines: Sequence[Segment]) -> list[VGroup]:
        """Lay a strip of length 1 for each of two rows below each other, scores above it and weights below it."""
        size, scale, style = self.style.sizes.tick, self.style.sizes.scale, self.style
        names = [Label(self.numbers.words[row], size=size, color=self.color_at(row), style=style) for row in self.told]
        before, behind = max(float(name.width) for name in names) + _NAME, _BEHIND * scale
        table, record = self.table, self.view.record
        room = inf if self.stage.is_wide else record.width - 2 * OFF_EDGE
        most = _LENGTH / scale if scale > _BRIEF else _LENGTH  # what is written takes the room
        self.length = min(most, max(_LEAST_LENGTH, room - before - behind))
        width, height = before + self.length + behind, self._height()
        if self.rests[0]:
            width = max(width, before + self._rest_end())
        if self.stage.is_wide:
            middle = self.beside_table((width, height), boxes=boxes, lines=lines)
        else:
            x = min(float(table.lines.get_x()), record.right - OFF_EDGE - width / 2)
            middle = point(x, table.bottom - _BELOW - height / 2)
        strips: list[VGroup] = []
        for index, (row, name) in enumerate(zip(self.told, names, strict=True)):
            at = middle + point(before - width / 2, (0.5 - index) * _CARD * scale)
            name.next_to(at, LEFT, buff=_NAME)
            pieces = self._strip(row, at)
            self._set_numbers(pieces, index)
            scores = VGroup(*(labelled(each[index][0], style) for each in (self.becomes, self.owns)))
            results = [each[index][1] for each in (self.becomes, self.owns)] + [self.rests[index]] * bool(self.rests[0])
            weights = VGroup(*(labelled(result, style) for result in results))
            bases = VGroup(*(labelled(base, style) for base in self.bases[index]))
            strips.append(VGroup(pieces, labelled(name, style), scores, weights, self._whole(row, at), bases))
        return strips

    def _rest_end(self) -> float:
        """Return how far from its strip's beginning what is written of the other words ends, scene units."""
        row, column = self.told[1], self.told[1]
        own = self.length * (1 - float(self.numbers.weights[row, column]) / 2)
        return own + float(self.owns[1][1].width) / 2 + _TO_REST + self._rest_width()

    def _rest_width(self) -> float:
        return max(float(part.width) for rest in self.rests for part in rest)

    def _set_numbers(self, pieces: VGroup, index: int) -> None:
        """Set scores above a strip's pieces and what they become below them, and behind these the other words' sum."""
        row, other = self.told[index], self.told[1 - index]
        left, end = float(pieces.get_left()[0]), None
        high, low = float(pieces.get_top()[1]) + _AIR, float(pieces.get_bottom()[1]) - _AIR
        told = (other, self.becomes[index]), (row, self.owns[index])
        for base, (column, (score, weight)) in zip(self.bases[index], told, strict=True):
            half = max(float(base.width) + float(score.width), float(weight.width)) / 2
            middle = float(pieces[column].get_x())
            if end is not None and self.rests[index]:  # the others' sum is to stand above the strip, too
                middle = min(middle, left + self.length - self._rest_width() - _TO_REST - half)
            x = max(middle, left + half if end is None else end + _NAME + half)
            set_on_baseline(base.set_x(x - float(score.width) / 2), high)
            set_on_baseline(score.set_x(x + float(base.width) / 2), high + _RAISED)
            set_on_baseline(weight.set_x(x), low - float(score.height))
            end = x + half
        if self.rests[index]:
            name, rest = (part.set_x(x + half + _TO_REST + self._rest_width() / 2) for part in self.rests[index])
            set_on_baseline(name, high)
            set_on_baseline(rest, low - float(self.owns[index][0].height))

    def _strip(self, row: int, at: Point) -> VGroup:
        """Return a row's weights as pieces of a strip of length 1: first the other word of the pair, then its own."""
        weights = self.numbers.weights[row].tolist()
        first = [next(each for each in self.told if each != row), row] if len(set(self.told)) > 1 else [row]
        pieces, left = {}, float(at[0])
        for index in [*first, *(each for each in range(len(weights)) if each not in first)]:
            piece = Rectangle(width=max(weights[index] * self.length, 1e-3), height=_THICK, stroke_width=0)
            fill = self.style.theme.fill(self.color_at(index))
            piece.set_fill(fill, 1.0 if self.style.theme.filled else 0.0).set_stroke(self.style.theme.background, 1.5)
            pieces[index] = piece.move_to(point(left + weights[index] * self.length / 2, at[1]))
            left += weights[index] * self.length
        return laid(VGroup(*(pieces[index] for index in range(len(weights)))), Layer.LEDGER)

    def _whole(self, row: int, at: Point) -> VGroup:
        """Return what a row's weights add up to, behind its strip: 1."""
        size = self.style.sizes.tick
        total = Row([Math("=", size=size, style=self.style), self._one(row)], 0.1)
        total.move_to(at + point(self.length + 0.14 + float(total.width) / 2))
        return labelled(total, self.style)

    def _one(self, row: int) -> Number:
        return Number(self.numbers.sums[row], decimals=0, size=self.style.sizes.tick, style=self.style)

    def _lane(self, row: int, puller: int) -> list[Band]:
        """Return the band on which one of the pair pulls the other, beside the one on which it is pulled itself."""
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
        weight, aside = float(self.numbers.weights[row, puller]), _LANE * _across(start, end)
        if self.numbers.words[row] == self.numbers.words[puller] or weight < SLACK_BELOW:
            return []
        return [Band(start + aside, end + aside, weight, self.color_at(puller), slim=_SLIM, style=self.style)]

    def _shares(self) -> list[VGroup]:
        """Return what each of the pair's two bands weighs, written beside it; nothing where they are short."""
        places = [self.plane.place(self.numbers.vectors[index]) for index in self.told]
        if float(np.linalg.norm(places[1] - places[0])) < _LEAST_BAND or not all(self.lanes):
            return [VGroup(), VGroup()]
        shares = []
        for row, puller in (self.told, self.told[::-1]):
            start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
            weight, size = self.numbers.weights[row, puller], self.style.sizes.number
            written = Weight(weight, size=size, color=self.color_at(puller), style=self.style)
            aside = (_OFF_BAND + float(written.width) / 4) * _across(start, end)
            shares.append(labelled(written.move_to((start + end) / 2 + aside), self.style))
        return shares

    def _question(self) -> VGroup:
        """Return the pair's score, and the question what it becomes, where its weight will be written."""
        if not self.shares[0]:
            return VGroup()
        style, size = self.style, self.style.sizes.number
        score = Number(self.numbers.scores[self.told], size=size, style=style)
        asked = Row([score, Math("arrow.r", size=size, style=style), Label("?", size=size, style=style)], 0.14)
        share = self.shares[0]
        on_right = float(share.get_x()) >= float(self.lanes[0][0].get_x())
        asked.next_to(share.get_left() if on_right else share.get_right(), RIGHT if on_right else LEFT, buff=0.0)
        return labelled(asked, style)

    def _all_bands(self) -> list[Band]:
        """Return every band of the film: those of all rows, and the pair's beside each other."""
        bands = [band for row in range(len(self.numbers.words)) for band in self._bands(row)]
        return [*bands, *(band for lane in self.lanes for band in lane)]

    def _bands(self, row: int) -> list[Band]:
        """Return the bands on which the words pull a row's word, those that move it."""
        numbers, bands = self.numbers, []
        at = self.plane.place(numbers.vectors[row])
        for index, (word, weight) in enumerate(zip(numbers.words, numbers.weights[row].tolist(), strict=True)):
            if word != numbers.words[row] and weight >= SLACK_BELOW:
                color = self.color_at(index)
                place = self.plane.place(numbers.vectors[index])
                bands.append(Band(place, at, weight, color, slim=_SLIM, style=self.style))
        return bands

    def _threads(self, row: int) -> list[Thread]:
        """Return the threads on which words pull a row's word that are too weak to move it."""
        numbers, at = self.numbers, self.plane.place(self.numbers.vectors[row])
        return [
            Thread(self.plane.place(numbers.vectors[index]), at, weight=weight, style=self.style)
            for index, (word, weight) in enumerate(zip(numbers.words, numbers.weights[row].tolist(), strict=True))
            if word != numbers.words[row] and weight < SLACK_BELOW
        ]

    def _weigh(self, row: int) -> Live:
        """Return how the discs of a row's scores become those of its weights."""
        discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
        colors = self.colors_of(self.numbers.words)

        def follow(share: float) -> None:
            for disc, weight, color in zip(discs, weights, colors, strict=True):
                disc.blend(weight, self.unit, share, color)
                disc.disc.set_stroke(opacity=1.0)  # a score of nought had none

        return Live(discs, follow)

    def _grow(self, pieces: VMobject) -> Live:
        """Return how a strip grows from its beginning."""
        edges = [(float(piece.get_left()[0]), float(piece.get_right()[0])) for piece in pieces]
        start, y = min(left for left, _ in edges), float(pieces.get_y())
        self.add(pieces)

        def follow(share: float) -> None:
            end = start + max(share, 1e-3) * self.length
            for piece, (left, right) in zip(pieces, edges, strict=True):
                low, high = min(left, end), min(right, end)
                corners = [point(low, y), point(max(high - low, 1e-3)), point(0.0, _THICK / 2)]
                corner, across, up = corners
                around = [corner - up, corner + across - up, corner + across + up, corner + up]
                piece.set_points_as_corners([*around, around[0]])

        return Live([pieces], follow)

    def _ask(self, band: Band) -> Live:
        """Return how a band swells and shrinks, as nobody knows yet how hard it pulls."""

        def follow(time: float) -> None:
            band.set_pull(_ASKED * sin(pi * _BREATHS * time) ** 2)

        return Live([band], follow, rate_func=linear, run_time=_ASK)

    def tell(self) -> None:
        """Ask how hard the pair pulls, turn a row into weights, then the second, then all, and name the table."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame = self.table.frame(numbers.position)
        self.last_pulls: list[VMobject] = []
        rings = [self.table.ring(*pair) for pair in (self.told, self.told[::-1])]
        with self.beat("scores", **said):
            self._tell_question(rings)
            self.rest()
        shares = [becomes[-1].shown for becomes in self.becomes]
        with self.beat("first-row", **said, score=self.becomes[0][0].shown, share=shares[0]):
            self._tell_row(0, [FadeIn(self.frame)])
            self.rest()
        with self.beat("second-row", **said, score=self.becomes[1][0].shown, share=shares[1]):
            self._tell_row(1, self._next_frame(numbers.second))
            larger = [Indicate(each, 1.2, self.style.theme.ink) for each in self.rivals]
            self.play(*larger, FadeIn(*self.marks), run_time=times.slow)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                self._sweep([*rings, *self._pair_things(), *self.strips, *self.marks])
                self.rest()
        with self.beat("name", **said):
            again = [FadeIn(*self._pair_things(), *rings)] if numbers.others else [FadeOut(*self.strips, *self.marks)]
            sheet = self.table.sheet()
            gone = FadeOut(self.frame, *self.last_pulls, *self._left_out())
            self.play(gone, FadeIn(self.formula, sheet), *again, run_time=times.move)
            self.play(self.folding(sheet, rings, alone=True), run_time=_FOLD)
            self.play(FadeOut(sheet), self.lens.growing(self), run_time=_LENS)
            if self.lens.texts:
                self.play(FadeIn(*self.lens.texts), run_time=times.quick)
            self.hold()

    def _tell_question(self, rings: Sequence[Circle]) -> None:
        """Show words and scores, ring the pair's, and let the band swell and shrink that nobody knows yet."""
        times, lane = self.style.times, self.lanes[0]
        discs = [disc for row in self.table.discs for disc in row]
        self.add(self.phrase)
        self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
        self.play(*map(FadeIn, rings), *map(FadeIn, self.question), run_time=times.quick)
        for band in lane:
            band.set_pull(0.0)
            self.play(Widen(band), run_time=times.quick)
            self.play(self._ask(band))

    def _tell_row(self, which: int, framed: Sequence[Animation]) -> None:
        """Tell a row slowly: its scores, its discs and its strip, and how hard the other word of the pair pulls."""
        row, other, times = self.told[which], self.told[1 - which], self.style.times
        pieces, name, scores, weights, one, bases = self.strips[which]
        down = point(0.0, _RAISED)
        self.play(*framed, FadeIn(name, scores.shift(-down)), run_time=times.quick)
        self.play(scores.animate.shift(down).build(), FadeIn(bases), run_time=times.quick)  # scores become exponents
        self.play(self._weigh(row), self._grow(pieces), FadeIn(one), run_time=_ROW)
        weight, pulls = float(self.numbers.weights[row, other]), []
        for band in self.lanes[which]:
            if which:
                band.set_pull(0.0)
                self.play(Widen(band), run_time=times.quick)
            pulls.append(tighten(band, weight))
        asked = [FadeOut(*self.question)] if self.question and not which else []
        self.play(FadeIn(weights, *self.shares[which]), *pulls, *asked, run_time=times.slow)

    def _pair_things(self) -> list[VMobject]:
        """Return the pair's two bands, and what is written of them."""
        bands = [band for lane in self.lanes for band in lane]
        return [*bands, *(part for group in self.shares for part in group)]

    def _left_out(self) -> list[VMobject]:
        """Return the discs that do not go with the half that is folded: all above the diagonal but the pair's."""
        count = len(self.numbers.words)
        upper = [(i, j) for i in range(count) for j in range(i + 1, count)]
        return [self.table.discs[i][j] for i, j in upper if (i, j) not in self.twins()]

    def _sweep(self, gone: Sequence[VMobject]) -> None:
        """Turn every other row into weights, the first slowly, each with the bands and threads that pull its word."""
        leaving = list(gone)
        for index, row in enumerate(self.numbers.others):
            pulls: list[Band | Thread] = [*self._bands(row), *self._threads(row)]
            quick = self.style.times.quick
            away = [FadeOut(each, run_time=quick) for each in leaving]
            run_time = _EACH if index else _FIRST
            self.play(*self._next_frame(row), *away, self._weigh(row), *map(Widen, pulls), run_time=run_time)
            self.wait(_LINGER)
            leaving = list(pulls)
        self.last_pulls = leaving

    def _next_frame(self, row: int) -> list[Animation]:
        """Return how another row is framed; the frame does not slide over the rows between."""
        last, self.frame = self.frame, self.table.frame(row)
        return [FadeOut(last, run_time=self.style.times.quick), FadeIn(self.frame, run_time=self.style.times.quick)]


def _across(start: Point, end: Point) -> Point:
    """Return the way of length 1 to the right of one who goes from a point to another; none where they are one."""
    way = end - start
    length = float(np.linalg.norm(way))
    return point(way[1], -way[0]) / length if length > 1e-9 else point()
