"""A matrix applied to vectors: figure 15 of the article's section "Transforming the Embeddings"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
from manim import Animation, FadeIn, FadeOut, GrowFromPoint, LaggedStart, VGroup
from pydantic import Field
from torch import Tensor

from attnmath import apply_map
from scenes.article.transforming.claims import APPLY_TRANSFORMATION_CLAIMS
from scenes.errors import UserError
from scenes.motion.live import Live, slide
from scenes.number_format import decimals_that_multiply
from scenes.parameters import LandmarkParameters, Word, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.spaces import landmarks
from scenes.worlds import World

_ICON = 0.48
"""Scene units of an icon's height."""

_PITCH, _CLOSE, _GAP = 0.62, 0.48, 0.16
"""Scene units from a line of the record to the next, from a line to its continuation, and between its pieces."""

_GOES, _COMES = 0.1, 0.02
"""The shares of a move in which a name goes, and comes."""

_TURN, _WALK, _ALL = 1.6, 1.0, 2.4
"""Seconds in which the steps turn to the rows, a word walks along one of them, and all others move."""


@dataclass(frozen=True)
class Transformed:
    """The words of a world, before and after a matrix.

    Attributes:
        words: the words of the families and the subject.
        axes: names of the vectors' numbers.
        order: positions of the words in the order of the beats.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    order: tuple[int, ...]
    vectors: Tensor = quantity("The words' vectors, one a row.", rows="words", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: x M.", rows="axes")
    products: Tensor = quantity("The first word's numbers times those of M; each column adds up.", rows="axes")
    transformed: Tensor = quantity("The words' new vectors: x M.", rows="words")

    @property
    def first(self) -> int:
        """The word whose arithmetic is written out."""
        return self.order[0]


class OneWord(LandmarkParameters):
    """The parameters of the figure: the word whose arithmetic is written out."""

    word: Word = Field(
        "", description="The word whose arithmetic is written out; the first of the first family when left empty."
    )


class ApplyTransformation(PlaneFigure):
    """attention-apply-transformation: a matrix's rows are new steps, along which every word walks its old numbers."""

    name = "attention-apply-transformation"
    claims = APPLY_TRANSFORMATION_CLAIMS
    Parameters = OneWord
    numbers: Transformed

    @classmethod
    def compute(cls, parameters: OneWord, world: World) -> Transformed:
        """Return every word's vector times the matrix M."""
        require_plane(world)
        words = landmarks(world)
        word = parameters.word or words[0]
        if word not in words:
            raise UserError(f'word must be one of the families\' or the subject ({", ".join(words)}); got "{word}"')
        second = world.subject if world.subject not in (None, word) else next(w for w in words if w != word)
        order = dict.fromkeys([word, second, *words])
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        return Transformed(
            words,
            world.axes,
            tuple(words.index(name) for name in order if name is not None),
            vectors=vectors,
            matrix=matrix,
            products=vectors[words.index(word)][:, None] * matrix,
            transformed=apply_map(vectors, matrix),
        )

    @classmethod
    def alternative_values(cls, numbers: Transformed) -> Mapping[str, object]:
        """Return the words, and the first one's new place."""
        first = numbers.first
        return {
            "count": len(numbers.words),
            "word": numbers.words[first],
            "before": format_vector(numbers.vectors[first]),
            "after": format_vector(numbers.transformed[first]),
        }

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words' old and new places."""
        rows = torch.cat([self.numbers.vectors, self.numbers.transformed, self.numbers.matrix])
        (left, right), (low, high) = super().spans()
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(left, least[0]), max(right, most[0])), (min(low, least[1]), max(high, most[1]))

    def build(self) -> None:
        """Make the words at both places, two steps and what is walked along them, and the record."""
        numbers, first = self.numbers, self.numbers.first
        self.color = self.color_of(numbers.words[first])
        self.axis_inks = self.axis_colors()
        self.units = [self.plane.vector(row, ink) for row, ink in zip(torch.eye(2), self.axis_inks, strict=True)]
        self.walks = self._walks()
        old, new = (dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.transformed))
        heights = {word: _ICON for word in numbers.words}
        ways = [(flat(self.plane.place(old[word])), flat(self.plane.place(new[word]))) for word in old]
        walked = [(flat(walk.start), flat(walk.end)) for walk in self.walks]
        self.words = self.tokens(old, heights, lines=[*self._steps(), *walked])
        self.ghosts = {word: token.ghost() for word, token in self.words.items()}
        boxes = [box_of(ghost) for ghost in self.ghosts.values()]
        later = self.tokens(new, heights, lines=[*ways, *walked, *self._steps()], boxes=boxes)
        self.offsets = {word: token.offset for word, token in later.items()}
        alone = numbers.words[first]  # it moves while the others stand at their old places
        boxes += [box_of(token.label) for word, token in self.words.items() if word != alone]
        boxes += [box_of(part) for word, token in later.items() if word != alone for part in token]
        there = self.tokens({alone: new[alone]}, heights, lines=[*ways, *walked, *self._steps()], boxes=boxes)
        self.offsets[alone] = there[alone].offset
        self.trails = {
            word: trail(token.at, self.plane.place(new[word]), token.color_by_role, style=self.style)
            for word, token in self.words.items()
        }
        self._lay_record()

    def _steps(self) -> list[Segment]:
        """Return the unit steps, and the rows that they become, as lines that names keep off."""
        ends = [self.plane.place(row) for row in (*torch.eye(2), *self.numbers.matrix)]
        return [(flat(self.plane.origin), flat(end)) for end in ends]

    def _walks(self) -> list[Vector]:
        """Return the two parts of the first word's way along the new steps, tip to tail."""
        corner, end = self.numbers.products[0], self.numbers.products.sum(dim=0)
        places = [self.plane.origin, self.plane.place(corner), self.plane.place(end)]
        pairs = zip(places, places[1:], self.axis_inks, strict=False)
        return [Vector(start, stop, ink, style=self.style) for start, stop, ink in pairs]

    def _lay_record(self) -> None:
        """Lay the matrix, its rows one below the other, what they are multiplied by, the products and their sum."""
        numbers, first = self.numbers, self.numbers.first
        factors = zip(
            numbers.vectors[first].repeat_interleave(2).tolist(), numbers.matrix.flatten().tolist(), strict=True
        )
        self.digits = decimals_that_multiply(list(factors)) or 2
        self.size = self.style.sizes.number
        self._write()
        wide = max(float(row.width) for row in (*self.new_steps, *self.products)) + float(self.factors[0].width) + _GAP
        if not self.view.lying and wide > self.view.record.width:
            self.size *= self.view.record.width / wide
            self._write()
        self._arrange()

    def _write(self) -> None:
        """Write the record's pieces."""
        numbers, first = self.numbers, self.numbers.first
        self.new_steps = [self._pair(row, ink) for row, ink in zip(numbers.matrix, self.axis_inks, strict=True)]
        self.factors = [
            Row([self._number(value, self.color), self._sign("times")], _GAP) for value in numbers.vectors[first]
        ]
        self.products = [
            Row([self._sign("="), self._pair(row, ink)], _GAP)
            for row, ink in zip(numbers.products, self.axis_inks, strict=True)
        ]
        name = Label(numbers.words[first], size=self.size, color=self.color, style=self.style)
        self.result = Row([name, self._sign("arrow.r"), self._pair(numbers.transformed[first], self.color)], _GAP)

    def _number(self, value: Tensor, color: str) -> Number:
        return Number(value, decimals=self.digits, size=self.size, color=color, style=self.style)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    def _pair(self, row: Tensor, color: str) -> Row:
        """Return two numbers in parentheses."""
        size, style = self.size, self.style
        comma = style.language.text("common.labels.between-numbers", {})
        one, other = (self._number(value, color) for value in row)
        left = Row([Math("paren.l", size=size, style=style), one, Label(comma, size=size, style=style)], 0.05)
        return Row([left, Row([other, Math("paren.r", size=size, style=style)], 0.05)], 0.1)

    def _arrange(self) -> None:
        """Place the record's lines: products stand beside what is multiplied, or below it where there is no room."""
        record, lying = self.view.record, self.view.lying
        before = max(float(each.width) for each in self.factors) + _GAP
        within, behind = (max(float(each.width) for each in rows) for rows in (self.new_steps, self.products))
        width = before + within + (_GAP + behind if lying else 0.0)
        left = float(record.centre[0]) - width / 2
        top = record.top - (0.1 if lying else 0.9)
        pitch = (record.height - 0.3) / 2 if lying else _PITCH + _CLOSE
        self.texts: list[VGroup] = []
        for index, (times, row, product) in enumerate(zip(self.factors, self.new_steps, self.products, strict=True)):
            y = top - index * min(pitch, _PITCH + _CLOSE)
            row.move_to(point(left + before + float(row.width) / 2, y))
            times.move_to(point(left + before - _GAP - float(times.width) / 2, y))
            beside = point(left + before + within + _GAP + float(product.width) / 2, y)
            below = point(left + before + within - float(product.width) / 2, y - _CLOSE)
            product.move_to(beside if lying else below)
        low = float(self.products[-1].get_bottom()[1])
        self.rule = thin_line(point(left, low - 0.14), point(left + width, low - 0.14), self.style.theme.axis, 2.4)
        self.result.move_to(point(left + width - float(self.result.width) / 2, low - 0.14 - _PITCH / 2 - 0.05))
        self.brackets = self._brackets()
        for text in (*self.new_steps, *self.factors, *self.products, self.result):
            laid(text, Layer.LEDGER)

    def _brackets(self) -> VGroup:
        """Return the name of the matrix, over its rows; in a record that lies down there is no room for it."""
        if self.view.lying:
            return VGroup()
        name = Math("M", size=self.style.sizes.formula, style=self.style)
        top = float(self.new_steps[0].get_top()[1])
        return VGroup(laid(name.move_to(point(float(self.new_steps[0].get_x()), top + 0.5)), Layer.LEDGER))

    def tell(self) -> None:
        """Show the two steps, turn them to the matrix's rows, walk one word along them, and move all words."""
        numbers, times, first = self.numbers, self.style.times, self.numbers.first
        word = numbers.words[first]
        said = {"word": word, "Word": word[:1].upper() + word[1:]}
        with self.beat("steps", **said):
            self.play(LaggedStart(*map(FadeIn, self.words.values()), lag_ratio=0.15), run_time=times.move)
            self.play(*(GrowFromPoint(unit, self.plane.origin) for unit in self.units), run_time=times.move)
            self.rest()
        with self.beat("rows", **said):
            self.play(FadeIn(*self.new_steps, self.brackets), run_time=times.quick)
            self.play(self._turn(), run_time=_TURN)
            self.rest()
        with self.beat("word", **said, first=self.factors[0][0].shown, second=self.factors[1][0].shown):
            self._walk(word)
            self.hold()
        with self.beat("all", **said):
            self.play(FadeOut(*self.walks), run_time=times.quick)
            others = [each for each in numbers.words if each != word]
            moves = [move for each in others for move in self._move(each)]
            self.play(*moves, run_time=_ALL)
            self.last()

    def _turn(self) -> Live:
        """Return how the two unit steps turn into the matrix's rows."""
        origin = self.plane.origin
        starts = [self.plane.place(row) for row in torch.eye(2)]
        ends = [self.plane.place(row) for row in self.numbers.matrix]

        def follow(share: float) -> None:
            for unit, start, end in zip(self.units, starts, ends, strict=True):
                unit.set_ends(origin, start + share * (end - start))

        return Live(self.units, follow)

    def _walk(self, word: str) -> None:
        """Walk a word's two numbers along the new steps: where they end, it stands."""
        for walk, times, product in zip(self.walks, self.factors, self.products, strict=True):
            self.play(FadeIn(times), run_time=self.style.times.quick)
            self.play(self._grow(walk), run_time=_WALK)
            self.play(FadeIn(product), run_time=self.style.times.quick)
        self.play(*self._move(word), FadeIn(self.rule, self.result), run_time=self.style.times.slow)

    def _grow(self, walk: Vector) -> Live:
        start, way = walk.start.copy(), walk.end - walk.start
        self.add(walk)
        return Live([walk], lambda share: walk.set_ends(start, start + max(share, 1e-3) * way))

    def _move(self, word: str) -> list[Animation]:
        """Return how a word moves to its new place; a ghost stays at the old one."""
        token, end = self.words[word], self._new_place(word)
        return [
            FadeIn(self.ghosts[word]),
            slide(token, end, offset=self.offsets[word], also=_hiding(token.label)),
            *map(FadeIn, self.trails[word]),
        ]

    def _new_place(self, word: str) -> Point:
        return self.plane.place(self.numbers.transformed[self.numbers.words.index(word)])


def _hiding(name: VGroup) -> Callable[[float], None]:
    """Return what hides a name while it moves, so that it passes no other: it goes at once and comes at the end."""
    seen = [(mark, mark.get_fill_opacity(), mark.get_stroke_opacity()) for mark in name.get_family()]

    def shown(share: float) -> None:
        part = max(0.0, 1 - share / _GOES, 1 - (1 - share) / _COMES)
        for mark, fill, stroke in seen:
            mark.set_fill(opacity=part * fill, family=False).set_stroke(opacity=part * stroke, family=False)

    return shown
