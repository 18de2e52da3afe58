"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from manim import Animation, DashedLine, FadeIn, FadeOut, Rectangle, VGroup, VMobject
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL
from scenes.article.whole_phrase.numbers import TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, PAIR, StageTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_LENGTH, _LEAST_LENGTH, _THICK, _BESIDE = 2.5, 1.2, 0.3, 0.4
"""Scene units: how long a weight of 1 is, at the most and at the least, how thick a row's strip is, and from one row's
end to the next one's beginning."""

_NAME, _FIRST_LINE, _LINE, _ARROW = 0.36, 0.44, 0.32, 1.2
"""Scene units from a strip's middle up to its word, down to what scores become, from one line of that to the next, and
from the strip's beginning to the arrows."""

_STRIP, _BRIEF = 0.78, 1.1
"""Scene units that a table leaves free for strips in frames that are neither wide nor upright; the scale of type from
which strips have neither names nor the others' weights, for which there is no room, as there is none in a square."""

_ABOVE_FOOT = 1.5
"""Scene units from the foot's line up to the strips, where they lie below both plane and table."""

_ROW, _PASS = 1.4, 2.8
"""Seconds in which a row becomes weights, and of all rows that are told in passing."""

_SHOWN, _FOLD = 0.4, 1.6
"""Seconds in which the half that is folded is shown, and in which it is folded."""

_SLIM, _LANE = 0.8, 0.12
"""The share of their usual width that bands have; scene units by which the pair's bands lie off the straight way."""

_OFF_BAND, _LEAST_BAND = 0.5, 1.3
"""Scene units from the straight way to what is written at a band, and how long that is at the least."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")
    rest: Tensor = quantity(
        "What the weights of all words but the first row's and the second's add up to in each row.", rows="words"
    )


class TableSoftmax(StageTable):
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

    pair_place = (3.6, -0.88)

    def build(self) -> None:
        """Make the words, the table of dot products, a strip for each of two rows, and the table's name."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        square = not self.stage.is_portrait and self.stage.width <= self.stage.height
        self.is_brief = square or self.style.sizes.scale > _BRIEF
        self.room_below = PAIR + (
            _FIRST_LINE + (2 if self.is_brief else 3) * _LINE if self.stage.is_portrait else _STRIP
        )
        self.table = self.make_table()
        self.unit = FULL * self.table.pitch
        self.told = (numbers.position, numbers.second)
        self.becomes = [self._becomes(row, other) for row, other in (self.told, self.told[::-1])]
        self.owns = [self._becomes(row, row) for row in self.told]
        self.rests = [self._rest(row) for row in self.told]
        self.strips = self._strips()
        self.lanes = [self._lane(row, other) for row, other in (self.told, self.told[::-1])]
        self.shares = self._shares()
        self.question = self._question()
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [box_of(part) for part in (*self.strips, *self.shares, *self.question[1:])]
        bands = [band for row in range(len(numbers.words)) for band in self._bands(row)]
        bands += [band for lane in self.lanes for band in lane]
        lines = [(flat(band.puller), flat(band.pulled)) for band in bands]
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=lines, boxes=boxes)
        low = float(self.strips[-1].get_bottom()[1]) if self.stage.is_portrait else None
        self.formula = self.named('"softmax"(X X^T)', low)

    def _becomes(self, row: int, column: int) -> Row:
        """Return a score and the weight that it becomes in its row."""
        numbers, color, size, style = self.numbers, self.color_at(column), self.style.sizes.tick, self.style
        pieces: list[VMobject] = [
            Number(numbers.scores[row, column], size=size, style=style),
            Math("arrow.r", size=size, style=style),
            Weight(numbers.weights[row, column], size=size, color=color, style=style),
        ]
        return Row(pieces, 0.14)

    def _rest(self, row: int) -> VGroup:
        """Return what the other words' weights add up to in a row; nothing where there are none."""
        if not self.numbers.others or self.is_brief:
            return VGroup()
        size, style = self.style.sizes.tick, self.style
        return Row(
            [
                Label(self.says("others"), size=size, style=style),
                Weight(self.numbers.rest[row], size=size, style=style),
            ],
            0.2,
        )

    def _strips(self) -> list[VGroup]:
        """Lay a strip of length 1 for each of two rows beside each other, and below it what its scores become."""
        size, scale = self.style.sizes.tick, self.style.sizes.scale
        behind = 0.52 * scale
        free = (
            self.view.record.left - self.wider - self.view.origin[0]
            if self.stage.is_wide
            else self.stage.safe.width - 2 * OFF_EDGE
        )
        self.length = min(_LENGTH, max(_LEAST_LENGTH, (free - _BESIDE) / 2 - behind))
        width = 2 * (self.length + behind) + _BESIDE
        middle = self.below_first(width)
        if self.stage.is_wide and self.is_brief:
            middle = middle - point(_BESIDE)
        if not (self.stage.is_wide or self.stage.is_portrait):
            low = self.view.foot + _ABOVE_FOOT - (_LINE if self.is_brief else 0.0)
            middle = point(self.stage.safe.right - OFF_EDGE - width / 2, low)
        strips: list[VGroup] = []
        for index, row in enumerate(self.told):
            at = point(float(middle[0]) - width / 2 + index * (self.length + behind + _BESIDE), float(middle[1]))
            name = Label(self.numbers.words[row], size=size, color=self.color_at(row), style=self.style)
            name.set_x(float(at[0]) + float(name.width) / 2).on_baseline(float(at[1]) + (_NAME - 0.1) * scale)
            named = VGroup() if self.is_brief else labelled(name, self.style)
            self._set_lines(at, self.becomes[index], self.owns[index], self.rests[index])
            lines = (self.becomes[index], self.owns[index])
            scores = VGroup(*(labelled(line[0], self.style) for line in lines))
            results = [VGroup(line[1], line[2]) for line in lines] + [self.rests[index]] * bool(self.rests[index])
            weights = VGroup(*(labelled(result, self.style) for result in results))
            parts = (self._strip(row, at), named, scores, weights, self._whole(row, at))
            strips.append(VGroup(*parts))
        return strips

    def _set_lines(self, at: Point, pair: Row, own: Row, rest: VGroup) -> None:
        """Set what scores become below a strip, their arrows under each other."""
        for count, line in enumerate((pair, own)):
            line.shift(point(float(at[0]) + _ARROW - float(line[1].get_x())))
            set_on_baseline(line, float(at[1]) - _FIRST_LINE - count * _LINE * self.style.sizes.scale)
        if rest:
            rest.shift(point(float(own[-1].get_left()[0]) - float(rest[-1].get_left()[0])))
            set_on_baseline(rest, float(at[1]) - _FIRST_LINE - 2 * _LINE * self.style.sizes.scale)

    def _strip(self, row: int, at: Point) -> VGroup:
        """Return a row's weights as pieces of a strip of length 1, in the phrase's order."""
        pieces, left = VGroup(), float(at[0])
        for index, weight in enumerate(self.numbers.weights[row].tolist()):
            piece = Rectangle(width=max(weight * self.length, 1e-3), height=_THICK, stroke_width=0)
            fill = self.style.theme.fill(self.color_at(index))
            piece.set_fill(fill, 1.0 if self.style.theme.filled else 0.0).set_stroke(self.style.theme.background, 1.5)
            pieces.add(piece.move_to(point(left + weight * self.length / 2, at[1])))
            left += weight * self.length
        return laid(pieces, Layer.LEDGER)

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
        """Return the dashed way between the pair, and the question how hard they pull, beside it."""
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in self.told)
        if not self.shares[0]:
            return VGroup()
        way = DashedLine(start, end, color=self.style.theme.ink, stroke_width=3.0, dash_length=0.12)
        mark = Label("?", size=self.style.sizes.formula, style=self.style)
        mark.move_to((start + end) / 2 - _OFF_BAND * _across(start, end))
        return VGroup(laid(way, Layer.THREAD), labelled(mark, self.style))

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

    def _weigh(self, row: int) -> Live:
        """Return how the discs of a row's scores become those of its weights."""
        discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
        colors = self.colors_of(self.numbers.words)

        def follow(share: float) -> None:
            for disc, weight, color in zip(discs, weights, colors, strict=True):
                disc.blend(weight, self.unit, share, color)

        return Live(discs, follow)

    def _grow(self, pieces: VMobject) -> Live:
        """Return how a strip grows from its beginning."""
        edges = [(float(piece.get_left()[0]), float(piece.get_right()[0])) for piece in pieces]
        start, y = edges[0][0], float(pieces.get_y())
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

    def tell(self) -> None:
        """Show the scores, turn a row into weights, then the second, then all, and name the table."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        frame = self.table.frame(numbers.position)
        self.pulls: list[Band] = []
        rings = [self.table.ring(*pair) for pair in (self.told, self.told[::-1])]
        with self.beat("scores", **said):
            discs = [disc for row in self.table.discs for disc in row]
            self.add(self.phrase)
            self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
            self.play(FadeIn(*rings), *map(FadeIn, self.question), run_time=times.move)
            self.rest()
        shares = [becomes[-1].shown for becomes in self.becomes]
        with self.beat("first-row", **said, score=self.becomes[0][0].shown, share=shares[0]):
            self.play(FadeIn(frame), run_time=times.quick)
            self._tell_row(0)
            self.rest()
        with self.beat("second-row", **said, score=self.becomes[1][0].shown, share=shares[1]):
            self.play(self._down(frame, numbers.second), run_time=times.move)
            self._tell_row(1)
            self.hold()
        if numbers.others:
            with self.beat("all-rows", **said):
                self.play(FadeOut(*self._told_things()), run_time=times.quick)  # bands reach over all of the plane
                self._sweep(frame)
                self.rest()
        with self.beat("name", **said):
            again = self._told_things() if numbers.others else []
            self.play(FadeOut(frame, *self.pulls), FadeIn(self.formula, *again), run_time=times.move)
            sheet = self.table.sheet()
            self.play(FadeIn(sheet), run_time=_SHOWN)
            self.play(self.folding(sheet, rings, outlined=True), run_time=_FOLD)
            self.last()

    def _tell_row(self, which: int) -> None:
        """Tell a row slowly: its discs, its strip, its pulls, and what one score becomes."""
        row, times = self.told[which], self.style.times
        pieces, name, scores, weights, one = self.strips[which]
        self.play(FadeIn(name, scores), run_time=times.quick)
        self.play(self._weigh(row), self._grow(pieces), FadeIn(one), run_time=_ROW)
        gone = [FadeOut(part) for part in self.question] if which == 0 else []
        self.play(*(Widen(band) for band in self.lanes[which]), *gone, run_time=times.move)
        self.play(FadeIn(weights, *self.shares[which]), run_time=times.quick)

    def _told_things(self) -> list[VMobject]:
        """Return what is written of the pair's two rows."""
        bands = [band for lane in self.lanes for band in lane]
        return [*self.strips, *bands, *(part for group in self.shares for part in group)]

    def _sweep(self, frame: VMobject) -> None:
        """Turn every other row into weights, one after the other."""
        each = _PASS / len(self.numbers.others)
        for row in self.numbers.others:
            gone, self.pulls = self.pulls, self._bands(row)
            self.play(self._down(frame, row), *([FadeOut(*gone)] if gone else []), run_time=0.35 * each)
            self.play(self._weigh(row), *map(Widen, self.pulls), run_time=0.65 * each)

    def _down(self, frame: VMobject, row: int) -> Animation:
        return frame.animate.set_y(float(self.table.centre(row, row)[1])).build()


def _across(start: Point, end: Point) -> Point:
    """Return the way of length 1 to the right of one who goes from a point to another; none where they are one."""
    way = end - start
    length = float(np.linalg.norm(way))
    return point(way[1], -way[0]) / length if length > 1e-9 else point()
