"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from manim import Animation, FadeIn, FadeOut, Rectangle, VGroup, VMobject
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL
from scenes.article.whole_phrase.numbers import TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import ICON, PAIR, StageTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_LENGTH, _THICK, _STRIPS = 2.6, 0.32, 0.66
"""Scene units: how long a weight of 1 is, at the most, how thick a row's strip is, and from a strip to the next."""

_ABOVE_FOOT = 1.5
"""Scene units from the foot's line up to the first strip, where strips lie below both plane and table."""

_ROW, _PASS = 0.8, 2.6
"""Seconds in which a row becomes weights, and of all rows that are told in passing."""

_SLIM = 0.8
"""The share of their usual width that bands have."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")


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
        return SoftmaxRows(**given, weights=weights, sums=sums, exponentials=exponentials, totals=totals)

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

    room_below = PAIR + _STRIPS + 0.1
    pair_place = (3.9, -1.05)

    def build(self) -> None:
        """Make the words, the table of dot products, a strip for each of two rows, and the table's name."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.table = self.make_table()
        self.unit = FULL * self.table.pitch
        self.told = (numbers.position, numbers.second)
        self.becomes = [self._becomes(row, other) for row, other in (self.told, self.told[::-1])]
        self.strips = self._strips()
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [box_of(part) for part in (*self.strips, self.one)]
        bands = [band for row in range(len(numbers.words)) for band in self._bands(row)]
        lines = [(flat(band.puller), flat(band.pulled)) for band in bands]
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=lines, boxes=boxes)
        low = float(self.strips[-1].get_bottom()[1]) if self.stage.is_portrait else None
        self.formula = self.named('"softmax"(X X^T)', low)

    def _becomes(self, row: int, column: int) -> Row:
        """Return a score and the weight that it becomes in its row."""
        numbers, color, size, style = self.numbers, self.color_at(column), self.style.sizes.number, self.style
        pieces: list[VMobject] = [
            Number(numbers.scores[row, column], size=size, style=style),
            Math("arrow.r", size=size, style=style),
            Weight(numbers.weights[row, column], size=size, color=color, style=style),
        ]
        return Row(pieces, 0.14)

    def _strips(self) -> list[VGroup]:
        """Lay a strip of length 1 for each of two rows, the row's word before it and what a score becomes behind it."""
        size, gap = self.style.sizes.number, 0.2
        names = [
            Label(self.numbers.words[row], size=size, color=self.color_at(row), style=self.style) for row in self.told
        ]
        before, behind = (max(float(text.width) for text in texts) + gap for texts in (names, self.becomes))
        self.length = min(_LENGTH, self.stage.safe.width - before - behind)
        width = before + self.length + behind
        middle = self.below_first(width)
        if not (self.stage.is_wide or self.stage.is_portrait):
            middle = point(0.0, self.view.foot + _ABOVE_FOOT)
        strips = []
        for index, (row, name, becomes) in enumerate(zip(self.told, names, self.becomes, strict=True)):
            at = middle + point(before - width / 2, -_STRIPS * index)
            name.move_to(at - point(gap + float(name.width) / 2))
            becomes.move_to(at + point(self.length + gap + float(becomes.width) / 2))
            strips.append(VGroup(self._strip(row, at), labelled(name, self.style), labelled(becomes, self.style)))
        start = middle + point(before - width / 2, -_STRIPS / 2)
        self.one = self._measure(start)
        return strips

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

    def _measure(self, at: Point) -> VGroup:
        """Return a measure between both strips, as long as they are: 1."""
        end, ink, tick = at + point(self.length), self.style.theme.ink, point(0.0, 0.07)
        one = Number(1.0, decimals=0, size=self.style.sizes.tick, style=self.style).move_to((at + end) / 2)
        aside = point(float(one.width) / 2 + 0.1)
        halves = ((at, (at + end) / 2 - aside), ((at + end) / 2 + aside, end))
        lines = [thin_line(a, b, ink, 2.0) for a, b in (*halves, (at - tick, at + tick), (end - tick, end + tick))]
        return VGroup(laid(VGroup(*lines), Layer.LEDGER), labelled(one, self.style))

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

        def follow(share: float) -> None:
            for disc, weight in zip(discs, weights, strict=True):
                disc.blend(weight, self.unit, share)

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
            self.play(FadeIn(*rings, scale=1.6), run_time=times.quick)
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
                self.play(FadeOut(*self.strips, self.one), run_time=times.quick)  # bands reach over all of the plane
                self._sweep(frame)
                self.rest()
        with self.beat("name", **said):
            again = [*self.strips, self.one] if numbers.others else []
            self.play(FadeOut(frame, *self.pulls), FadeIn(self.formula, *again), run_time=times.move)
            self.last()

    def _tell_row(self, which: int) -> None:
        """Tell a row slowly: its discs, its strip, its pulls, and what one score becomes."""
        row, times = self.told[which], self.style.times
        pieces, name, becomes = self.strips[which]
        self.play(self._weigh(row), run_time=_ROW)
        self.play(self._grow(pieces), FadeIn(name), run_time=times.slow)
        self.play(*self._replace(row), *([FadeIn(self.one)] if which == 0 else []), run_time=times.move)
        self.play(FadeIn(becomes), run_time=times.quick)

    def _replace(self, row: int) -> list[Animation]:
        """Return how the pulls on one word give way to those on another."""
        gone = [FadeOut(*self.pulls)] if self.pulls else []
        self.pulls = self._bands(row)
        return [*gone, *map(Widen, self.pulls)]

    def _sweep(self, frame: VMobject) -> None:
        """Turn every other row into weights, one after the other."""
        each = _PASS / len(self.numbers.others)
        for row in self.numbers.others:
            gone, self.pulls = self.pulls, []
            self.play(
                self._down(frame, row), self._weigh(row), *([FadeOut(*gone)] if gone else []), run_time=0.5 * each
            )
            if come := self._replace(row):
                self.play(*come, run_time=0.5 * each)

    def _down(self, frame: VMobject, row: int) -> Animation:
        return frame.animate.set_y(float(self.table.centre(row, row)[1])).build()
