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
    Annulus,
    Circle,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
    linear,
)
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, ScoreDisc
from scenes.article.whole_phrase.lens import Lens
from scenes.article.whole_phrase.numbers import TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import FORMULA, ICON, OFF_EDGE, WordTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, tighten
from scenes.number_format import as_printed
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band, width_at
from scenes.parts.plane.labels import Box, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_LENGTH, _WIDE_LENGTH, _LEAST_LENGTH, _THICK = 2.4, 3.3, 1.1, 0.26
"""Scene units: how long a weight of 1 is, at the most, also in wide frames, and at the least; how thick a strip is."""

_NAME, _BEHIND, _AIR, _CARD = 0.16, 0.6, 0.08, 1.1
"""Scene units from a row's name to its strip, behind the strip for what it adds up to, from a strip to its scores above
and to its weights below, and from one row's strip to the next one's where they lie below each other."""

_TO_REST, _COUNT, _TO_SUM, _TO_WORDS, _TO_DOTS, _OVER = 0.14, 0.09, 0.2, 0.35, 0.1, 0.3
"""Scene units from a strip's end to what is written of the other words; from a power of e to what it is; from the
weights to the quotient below them; from a strip to the pair's words and to others; by which scores begin before it."""

_HIGHEST, _OFF_FOOT, _LEANER, _MOST = 3.1, 0.56, 0.12, 10_000
"""The upper edge of what is written above the words, and from the foot's baseline to what is written below them, and
what of its height may lie in the air around, scene units; the powers of e that are written out are less."""

_BELOW, _BRIEF = 0.3, 1.1
"""Scene units from a table to the strips below it in frames that are not wide; the scale of type from which strips have
no weights of the others, for which there is no room, as there is none in a square."""

_ROW, _FIRST, _EACH, _LAST, _LINGER = 1.1, 1.1, 0.8, 1.1, 0.35
"""Seconds in which a row becomes weights; in which the first row that is told in passing does and its bands pull, in
which the second does and all that are left, and in which all stands still after each."""

_SLOWLY, _LAG = 2, 0.25
"""The number of rows that are told in passing, before all others; by what share of it each of these begins later."""

_BASE, _RAISED = 1.2, 0.1
"""The size of an e as a share of its exponent's, and scene units by which the exponent is raised."""

_FOLD, _LENS = 1.5, 0.8
"""Seconds in which the half above the diagonal is folded, and in which the pair's cell is enlarged."""

_SLIM, _LANE = 0.8, 0.12
"""The share of their usual width that bands have; scene units by which the pair's bands lie off the straight way."""

_BENDS, _PAST = (0.0, 0.12, -0.12, 0.24, -0.24, 0.36, -0.36), 0.02
"""Scene units by which a band may bend, best first, to keep off the plane's numbers; by which it passes them."""

_OFF_PIN, _OUTLINE, _RIM = 0.05, 2.6, 6.0
"""Scene units from a word's mark to its own weight's ring; stroke units of the outline of a disc that is folded, and of
the ground around it."""

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
    remaining: Tensor = quantity("The same for all words but the first row's and the second.", rows="words")
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
        remaining = exponentials[:, table.others].sum(dim=-1)  # (T,)
        return SoftmaxRows(
            **given,
            weights=weights,
            sums=sums,
            exponentials=exponentials,
            totals=totals,
            remaining=remaining,
            rest=rest,
        )

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
        self.table.dot_noughts()
        laid(self.plane.numbers, Layer.GHOST)  # bands run behind the ticks' numbers
        self.unit = FULL * self.table.pitch
        self.becomes = [self._becomes(row, other) for row, other in (self.told, self.told[::-1])]
        self.owns = [self._becomes(row, row) for row in self.told]
        self.bases = [[self._base() for _ in self.told] for _ in self.told]
        self.rests = [self._rest(row) for row in self.told]
        self.lanes = [self._lane(row, other) for row, other in (self.told, self.told[::-1])]
        self.shares = self._shares()
        self.question = self._question()
        lines = [(flat(band.puller), flat(band.pulled)) for band in self._all_bands()]
        texts = [box_of(part) for part in (*self.shares, self.question) if part]
        self.counts = self._counts()
        self.quotient = self._quotient()
        self.strips = self._strips(texts)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [*texts, self.table_box(), *(box_of(part) for strip in self.strips for part in strip)]
        self.own = {row: self._own(row) for row in numbers.others if self.stage.is_wide}  # else no room by the names
        boxes += map(box_of, self.own.values())
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=lines, boxes=boxes)
        taken = [box_of(part) for strip in self.strips for part in strip]
        self.in_the_way = [name for name in self.plane.names if any(overlap(box_of(name), box) for box in taken)]
        self.rivals = [
            VGroup(bases[1], own[0], *counts[1:2])
            for bases, own, counts in zip(self.bases, self.owns, self.counts, strict=True)
        ]
        self.marks = [self._mark(rival) for rival in self.rivals]
        self.formula = self.named('"softmax"(X X^T)')
        self.lens = Lens(
            self.table,
            self.twins(),
            numbers.weights,
            self.colors_of(numbers.words),
            self.stage.width / 2,
            style=self.style,
        )

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
        mark = RoundedRectangle(corner_radius=0.06, width=float(score.width) + 0.14, height=float(score.height) + 0.1)
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

    def _terms(self, row: int) -> list[Tensor]:
        """Return the powers of e that a row's sum has: the other word's of the pair, its own, all others' together."""
        other, powers = self.told[1 - self.told.index(row)], self.numbers.exponentials[row]
        return [powers[other], powers[row], self.numbers.remaining[row]]

    def _counts(self) -> list[list[Row]]:
        """Return what the pair's powers of e are in both rows; nothing without room, or if they give no quotient."""
        if not self.stage.is_wide or self.is_brief or len(set(self.told)) < 2 or not self.numbers.others:
            return [[], []]
        if not all(self._is_quotient(row) for row in self.told):
            return [[], []]
        return [[self._count(term) for term in self._terms(row)[:2]] for row in self.told]

    def _is_quotient(self, row: int) -> bool:
        """Return whether a row's powers of e, as printed, give the other word's weight as printed."""
        seen = [as_printed(float(term), 0) for term in self._terms(row)]
        weight = float(self.numbers.weights[row, self.told[1 - self.told.index(row)]])
        return 0 < min(seen) and sum(seen) < _MOST and as_printed(seen[0] / sum(seen)) == as_printed(weight)

    def _count(self, value: Tensor) -> Row:
        size = self.style.sizes.tick
        return Row(
            [Math("=", size=size, style=self.style), Number(value, decimals=0, size=size, style=self.style)], 0.09
        )

    def _quotient(self) -> Row | None:
        """Return the first row's weight of the second word as a quotient of powers of e; nothing without these."""
        row, other = self.told
        style, size = self.style, self.style.sizes.tick
        terms, weight = self._terms(row), self.numbers.weights[row, other]
        if not self.counts[0]:
            return None
        colors = [self.color_at(other), self.color_at(row), style.theme.ink]
        written = [
            Number(term, decimals=0, size=size, color=color, style=style)
            for term, color in zip([terms[0], *terms], [colors[0], *colors], strict=True)
        ]
        marks = [
            Math(source, size=size, style=style) for source in ("slash", "paren.l", "plus", "plus", "paren.r", "=")
        ]
        share = Weight(weight, size=size, color=colors[0], style=style)
        top, first, second, third = written
        slash, opens, plus, again, closes, equals = marks
        pieces = [top, slash, opens, first, plus, second, again, third, closes, equals, share]
        return Row(pieces, [0.08, 0.08, 0.04, 0.1, 0.1, 0.1, 0.1, 0.04, 0.12, 0.12])

    def _strips(self, boxes: Sequence[Box]) -> list[VGroup]:
        """Lay a strip of length 1 for each of two rows, scores above it and weights below it.

        Args:
            boxes: what is written at the pair's bands.
        """
        size, scale, style = self.style.sizes.tick, self.style.sizes.scale, self.style
        names = [Label(self.numbers.words[row], size=size, color=self.color_at(row), style=style) for row in self.told]
        before = max(float(name.width) for name in names) + _NAME
        behind = _BEHIND * scale + (_TO_REST + self._rest_width() if self.rests[0] else 0.0)
        room = inf if self.stage.is_wide else self.view.record.width - 2 * OFF_EDGE
        usual = _WIDE_LENGTH if self.stage.is_wide else _LENGTH
        most = usual / scale if scale > _BRIEF else usual  # what is written takes the room
        self.length = min(most, max(_LEAST_LENGTH, room - before - behind))
        strips: list[VGroup] = []
        starts = self._starts(before, before + self.length + behind, boxes)
        for index, (row, name, at) in enumerate(zip(self.told, names, starts, strict=True)):
            name.next_to(at, LEFT, buff=_NAME)
            pieces, whole = self._strip(row, at), self._whole(row, at)
            self._set_numbers(pieces, index, whole)
            scores = VGroup(*(labelled(each[index][0], style) for each in (self.becomes, self.owns)))
            results = [each[index][1] for each in (self.becomes, self.owns)] + [*self.rests[index]]
            weights = VGroup(*(labelled(result, style) for result in results))
            if self.quotient is not None and not index:
                weights.add(labelled(self.quotient, style))
            powers = VGroup(*(labelled(each, style) for each in (*self.bases[index], *self.counts[index])))
            strips.append(VGroup(pieces, labelled(name, style), scores, weights, labelled(whole, style), powers))
        return strips

    def _starts(self, before: float, width: float, boxes: Sequence[Box]) -> list[Point]:
        """Return where both strips begin: in wide frames each in a free place, one above the words and one below them.

        Args:
            before: scene units from a strip's name's beginning to the strip's.
            width: of a strip with all that is written, scene units.
            boxes: what is kept off, besides the plane's words and texts.
        """
        table, scale = self.table, self.style.sizes.scale
        if not self.stage.is_wide:
            x = min(float(table.lines.get_x()), self.view.record.right - OFF_EDGE - width / 2)
            y = table.bottom - _BELOW - self._height() / 2
            return [point(x + before - width / 2, y + up * _CARD * scale) for up in (0.5, -0.5)]
        room, origin = self.view.words(self.stage), self.plane.origin
        bounds = (room.left, self.view.foot + _OFF_FOOT, table.left - OFF_EDGE, _HIGHEST)
        kept = [*boxes, *self._marks(), *self.plane.text_boxes(), *map(box_of, table.row_names)]
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        lines += self.plane.axis_segments()
        high, starts, x = self._height() - _CARD * scale, list[Point](), (float(origin[0]) + table.left) / 2
        below = 0.0 if self.quotient is None else _TO_SUM + float(self.quotient.height)
        for more, near in ((below, bounds[3]), (0.0, bounds[1])):
            tall = high + more - _LEANER  # a free place has more air than is needed
            x, y = free_place((width, tall), bounds, (x, near), boxes=kept, lines=lines)
            kept.append((x - width / 2, y - tall / 2, x + width / 2, y + tall / 2))
            starts.append(point(x + before - width / 2, y + more / 2 - _RAISED / 2))
        return starts

    def _marks(self) -> list[Box]:
        """Return the boxes of the words' marks, with air around the pair's."""
        marks: list[Box] = []
        for index, (word, row) in enumerate(zip(self.numbers.words, self.numbers.vectors, strict=True)):
            x, y = flat(self.plane.place(row))
            half = self._half(word) + (_TO_WORDS if index in self.told else _TO_DOTS)
            marks.append((x - half, y - half, x + half, y + half))
        return marks

    def _rest_width(self) -> float:
        """Return the width of what is written of the other words, scene units."""
        return max(float(part.width) for rest in self.rests for part in rest)

    def _set_numbers(self, pieces: VGroup, index: int, whole: Row) -> None:
        """Set scores above a strip's pieces and what they become below them, and behind these the other words' sum."""
        row, other = self.told[index], self.told[1 - index]
        left = float(pieces.get_left()[0])
        high, low = float(pieces.get_top()[1]) + _AIR, float(pieces.get_bottom()[1]) - _AIR
        digits = float(self.owns[index][0].height)
        ends, counts = [left - _NAME - (_OVER if self.counts[index] else 0.0), left - _NAME], self.counts[index]
        told = (other, self.becomes[index]), (row, self.owns[index])
        for which, (base, (column, (score, weight))) in enumerate(zip(self.bases[index], told, strict=True)):
            middle, more = float(pieces[column].get_x()), [counts[which]] if counts else []
            wide = float(base.width) + float(score.width) + sum(_COUNT + float(count.width) for count in more)
            x = max(middle - wide / 2, ends[0] + _NAME)
            set_on_baseline(base.set_x(x + float(base.width) / 2), high)
            x += float(base.width)
            set_on_baseline(score.set_x(x + float(score.width) / 2), high + _RAISED)
            x += float(score.width)
            for count in more:
                set_on_baseline(count.set_x(x + _COUNT + float(count.width) / 2), high)
                x += _COUNT + float(count.width)
            half = float(weight.width) / 2
            set_on_baseline(weight.set_x(max(middle, ends[1] + _NAME + half)), low - digits)
            ends = [x, float(weight.get_right()[0])]
        start = max(left + self.length + _TO_REST, ends[0] + _NAME)
        for name, rest in [self.rests[index]] if self.rests[index] else []:
            set_on_baseline(name.set_x(start + float(name.width) / 2), high)
            set_on_baseline(rest.set_x(start + float(rest.width) / 2), low - digits)
            set_on_baseline(whole.set_x(start + float(rest.width) + _COUNT + float(whole.width) / 2), low - digits)
        if self.quotient is not None and not index:
            x, y = left + float(self.quotient.width) / 2, low - digits - _TO_SUM - float(self.quotient.height) / 2
            self.quotient.move_to(point(x, y))

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

    def _whole(self, row: int, at: Point) -> Row:
        """Return what a row's weights add up to, behind its strip: 1."""
        size = self.style.sizes.tick
        total = Row([Math("=", size=size, style=self.style), self._one(row)], 0.1)
        return total.move_to(at + point(self.length + 0.14 + float(total.width) / 2))

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
                bands.append(self._clear(Band(place, at, weight, color, slim=_SLIM, style=self.style)))
        return bands

    def _reach(self, band: Band) -> Live:
        """Return how a band reaches out from its puller, the more bent the farther it has come."""
        start, end, bend = band.puller.copy(), band.pulled.copy(), band.bend
        self.add(band.set_ends(start, start))

        def follow(share: float) -> None:
            band.set_pull(band.weight, bend * share).set_ends(start, start + max(share, 1e-3) * (end - start))

        return Live([band], follow)

    def _clear(self, band: Band) -> Band:
        """Bend a band where the straight way runs through the plane's numbers or names, as little as it can."""
        texts = self.plane.text_boxes()

        def crossed(bend: float) -> int:
            spots = [flat(spot) for spot in band.set_pull(band.weight, bend).body.get_anchors()]
            return sum(
                left - _PAST < x < right + _PAST and low - _PAST < y < high + _PAST
                for x, y in spots
                for left, low, right, high in texts
            )

        return band.set_pull(band.weight, min(_BENDS, key=crossed))

    def _own(self, row: int) -> Annulus:
        """Return the ring around a word that is its own weight: as thick as the half of a band of that weight."""
        numbers, word = self.numbers, self.numbers.words[row]
        same = [index for index, each in enumerate(numbers.words) if each == word]
        weight = float(numbers.weights[row, same].sum())
        inner = self._half(word) + _OFF_PIN
        outer = inner + _SLIM * width_at(weight, 0.0) / 2
        ring = Annulus(inner_radius=inner, outer_radius=outer, stroke_width=0)
        ring.set_fill(self.style.theme.fill(self.color_at(row)), 1.0)
        return laid(ring.move_to(self.plane.place(numbers.vectors[row])), Layer.BAND)

    def _half(self, word: str) -> float:
        """Return half the height of a word's mark, scene units."""
        if has_icon(word, self.style):
            return ICON / 2
        large = self.world.family_index(word) is not None or word == self.world.subject
        return DISC if large else DOT

    def _outlines(self) -> list[ScoreDisc]:
        """Return the discs above the diagonal as outlines, so that twins are seen in them; the pair's as they are."""
        ground, outlines = self.style.theme.background, []
        for row, column in self.upper():
            disc, twin, above = self.table.discs[row][column], self.table.discs[column][row], True
            outline = disc.copy()
            if (row, column) in self.twins():  # the pair's are both discs, the smaller one above
                above = disc.disc.width <= twin.disc.width
                (outline if above else twin).disc.set_background_stroke(color=ground, width=_RIM)
            else:
                outline.disc.set_fill(opacity=0.0).set_stroke(width=_OUTLINE)
                outline.disc.set_background_stroke(color=ground, width=_RIM)
            for part in outline.get_family():
                part.set_z_index(part.z_index + (0.1 if above else -0.1), family=False)
            outlines.append(outline)
        return outlines

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
                self._sweep([*rings, *self._pair_things(), *self.strips, *self.marks], self.in_the_way)
                self.rest()
        with self.beat("name", **said):
            again = (
                [FadeIn(*self._pair_things(), *rings)]
                if numbers.others
                else [FadeOut(*self.strips, *self.marks), *map(FadeIn, self.in_the_way)]
            )
            sheet, outlines = self.table.sheet(), self._outlines()
            gone = FadeOut(self.frame, *self.last_pulls)
            self.play(gone, FadeIn(self.formula, sheet), *again, run_time=times.move)
            self.play(self.folding(sheet, rings, outlines), run_time=_FOLD)
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
        pieces, name, scores, weights, one, powers = self.strips[which]
        down = point(0.0, _RAISED)
        away = [FadeOut(*self.in_the_way)] if self.in_the_way and not which else []
        self.play(*framed, *away, FadeIn(name, scores.shift(-down)), run_time=times.quick)
        self.play(scores.animate.shift(down).build(), FadeIn(powers), run_time=times.quick)  # scores become exponents
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

    def _sweep(self, gone: Sequence[VMobject], back: Sequence[VMobject]) -> None:
        """Turn every other row into weights, some slowly, each with the fan that pulls its word; the rest in one sweep.

        Args:
            gone: what leaves before.
            back: what comes again then.
        """
        others, times = self.numbers.others, self.style.times
        steps = [*([row] for row in others[:_SLOWLY]), *([others[_SLOWLY:]] if others[_SLOWLY:] else [])]
        leaving = list(gone)
        for index, rows in enumerate(steps):
            last, row = self.frame, rows[-1]
            self.frame = self.table.frame(row)
            self.play(FadeOut(last, *leaving), run_time=times.quick)  # one fan at a time
            own, bands = [self.own[row]] if row in self.own else [], self._bands(row)
            again = [FadeIn(*back)] if back and not index else []
            weighed = LaggedStart(*map(self._weigh, rows), lag_ratio=_LAG)
            seconds = _FIRST if not index else _EACH if index < _SLOWLY else _LAST
            self.play(weighed, *again, FadeIn(self.frame, *own), *map(self._reach, bands), run_time=seconds)
            if index < len(steps) - 1:
                self.wait(_LINGER)
            leaving = [*own, *bands]
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
