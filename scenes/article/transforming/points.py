"""A matrix applied to vectors: figure 15 of the article's section "Transforming the Embeddings"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import FadeIn, FadeOut, LaggedStart, VGroup, VMobject
from manim.utils.rate_functions import ease_in_out_sine
from pydantic import Field
from torch import Tensor

from attnmath import apply_map
from scenes.article.transforming.claims import APPLY_TRANSFORMATION_CLAIMS
from scenes.article.transforming.landing import beside_landings, landing
from scenes.article.transforming.walk import Walk
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add, decimals_that_multiply
from scenes.parameters import LandmarkParameters, Word, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Moment, Segment, free_place, overlap, place_travelling_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView
from scenes.worlds import World

_ICON, _HERO = 0.5, 0.66
"""Scene units: the heights of icons, and of the icon of the word whose steps are counted, on a plane with room."""

_ROOMY, _LEAST = 1.45, 0.72
"""Scene units for one unit of the vectors from which on there is room; the least share of their height for icons."""

_LOW = 1.4
"""Scene units of a record's height below which its type is smaller."""

_NEAR, _NEARER = 0.8, 0.55
"""The share of an icon's height that names keep off, as few icons fill their corners; where there is less room."""

_PITCH, _CLOSE, _GAP = 0.62, 0.5, 0.16
"""Scene units from a line of the record to the next, from a line to its continuation, and between its pieces."""

_UNIT, _THIN = 0.1, 0.035
"""Scene units: the shafts of a step's arrow, and of old steps that have been counted."""

_AROUND = (0.02, 0.07)
"""The shares of the words' spans that are left free at their right and below: for names."""

_ASIDE = 0.3
"""Scene units from the middle of a walk to its number."""

_MOMENTS, _AT_REST = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), 3
"""Shares of the lean at which names keep off each other, and how much more it counts where words stand still."""

_GROW, _WALK, _TURN, _JOIN, _LEAN = 0.5, 0.8, 0.9, 0.9, 3.0
"""Seconds: a step appears, it is walked, it turns, two walks join, and the plane leans."""


@dataclass(frozen=True)
class Transformed:
    """The words of a world, before and after a matrix.

    Attributes:
        words: the words of the families and the subject.
        axes: names of the vectors' numbers.
        order: positions of the words, the one whose steps are counted first.
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
        "",
        description="The word whose arithmetic is written out; when left empty the subject, "
        "or the first of the first family.",
    )


class ApplyTransformation(PlaneFigure):
    """attention-apply-transformation: a matrix's rows are new steps; the plane leans with them and takes all words."""

    name = "attention-apply-transformation"
    claims = APPLY_TRANSFORMATION_CLAIMS
    Parameters = OneWord
    texts_leave = True
    numbers: Transformed

    @classmethod
    def compute(cls, parameters: OneWord, world: World) -> Transformed:
        """Return every word's vector times the matrix M."""
        require_plane(world)
        words = landmarks(world)
        word = parameters.word or (world.subject if world.subject in words else words[0])
        if word not in words:
            raise UserError(f'word must be one of the families\' or the subject ({", ".join(words)}); got "{word}"')
        order = dict.fromkeys([word, *words])
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        return Transformed(
            words,
            world.axes,
            tuple(words.index(name) for name in order),
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

    def world_view(self) -> PlaneView:
        """Return the view that the words fill, before and after the matrix."""
        return self.stage.plane_view.fitted(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words' old and new places."""
        numbers = self.numbers
        rows = torch.cat([numbers.vectors, numbers.transformed, numbers.matrix, numbers.products, torch.eye(2)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        air = [share * (high - low) for share, low, high in zip(_AROUND, least, most, strict=True)]
        return (min(0.0, least[0]), most[0] + air[0]), (min(-air[1], least[1]), max(0.0, most[1]))

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrix have as well."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def build(self) -> None:
        """Make the words, the steps with what is walked along them, the grid that leans, and the record."""
        numbers = self.numbers
        self.word = numbers.words[numbers.first]
        self.color, self.inks = self.color_of(self.word), self.axis_colors()
        self.counts = numbers.vectors[numbers.first]
        roomy, sizes = self.plane.view.unit * self.plane.view.step / _ROOMY, self.style.sizes
        self.shrink = max(_LEAST, min(1.0, roomy))
        self.name_size, self.count_size = (sizes.tick, sizes.number) if roomy < 1 else (sizes.number, sizes.head)
        self.units = [  # they lie upon what is walked along them
            laid(Vector(self.plane.origin, self.plane.place(row), ink, width=_UNIT, style=self.style), Layer.LABEL)
            for row, ink in zip(torch.eye(2), self.inks, strict=True)
        ]
        self.old_walks, self.new_walks = self._walks(Layer.VECTOR), self._walks(Layer.PIN)
        self._lay(self.old_walks, torch.eye(2))
        self._lay(self.new_walks, numbers.matrix)
        self.words = self._tokens()
        self.ghosts = {word: token.ghost() for word, token in self.words.items()}
        self.target = self.words[self.word].ghost().move_to(self._new_place(self.word))
        self.landings = [landing(self.plane, row, ink) for row, ink in zip(numbers.matrix, self.inks, strict=True)]
        self.grid = LeaningGrid(self.plane, self.inks, style=self.style)
        self.old_counts = self._count_names(self.old_walks, (-1, 1))  # the ticks' numbers stand below
        self.new_counts = self._count_names(self.new_walks, (1, 1))
        self._lay_record()
        self.landing_names = self._landing_names()

    def _walks(self, layer: Layer) -> list[Walk]:
        pairs = zip(self.counts.tolist(), self.inks, strict=True)
        return [Walk(count, ink, layer=layer, style=self.style) for count, ink in pairs]

    def _lay(self, walks: Sequence[Walk], matrix: Tensor) -> None:
        """Lay the two walks tip to tail along a matrix's rows."""
        start = self.plane.origin
        for walk, row in zip(walks, matrix, strict=True):
            start = walk.lay(start, self._way(row)).end

    def _way(self, row: Tensor) -> Point:
        """Return a vector as a way in scene units."""
        return self.plane.place(row) - self.plane.origin

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places; a name keeps its side of the word wherever the matrix takes it."""
        heights = {word: self.shrink * (_HERO if word == self.word else _ICON) for word in self.numbers.words}
        vectors = dict(zip(self.numbers.words, self.numbers.vectors, strict=True))
        large = [w for w in vectors if self.world.family_index(w) is not None or w == self.world.subject]
        share_kept = _NEAR if self.shrink == 1 else _NEARER
        moments, near = [], {word: share_kept * height for word, height in heights.items()}
        for share in _MOMENTS:
            matrix = self._leant(share)
            places = {word: row @ matrix for word, row in vectors.items()}
            spots = name_spots(self.plane, places, heights=near, large=large, size=self.name_size, style=self.style)
            if share in (0.0, 1.0):  # on its way a name has to keep off the other words alone
                boxes = [] if share else [*self.plane.text_boxes(), *self._tick_row(), self._target_box()]
                moments += _AT_REST * [Moment(spots, self._lines(matrix), boxes)]
            else:
                moments.append(Moment(spots))
        offsets = place_travelling_labels(moments, name_bounds(self.plane))
        return {
            word: self.token(word, row, offset=offset, height=heights[word], size=self.name_size)
            for (word, row), offset in zip(vectors.items(), offsets, strict=True)
        }

    def _tick_row(self) -> list[Box]:
        """Return the strip of the ticks' numbers below the axis along the foot, in which no name stands."""
        boxes = [box_of(number) for number in self.plane.numbers]
        row = [box for box in boxes if box[3] < self.plane.origin[1]]
        return [(min(box[0] for box in row), row[0][1], max(box[2] for box in row), row[0][3])] if row else []

    def _leant(self, share: float) -> Tensor:
        """Return the matrix after a share of the way from no change to M."""
        return torch.eye(2) + share * (self.numbers.matrix - torch.eye(2))

    def _target_box(self) -> Box:
        (x, y), half = flat(self._new_place(self.word)), self.shrink * _HERO / 2
        return (x - half, y - half, x + half, y + half)

    def _lines(self, matrix: Tensor) -> list[Segment]:
        """Return what names keep off while a matrix carries the plane: axes, steps and walks."""
        origin = flat(self.plane.origin)
        corners = [row[0] * matrix[0] for row in (self.counts[None],)] + [self.counts @ matrix]
        ways = [origin, *(flat(self.plane.place(row)) for row in corners)]
        walks = [(flat(walk.start), flat(walk.end)) for walk in self.new_walks]
        steps = [(origin, flat(self.plane.place(row))) for row in (*matrix, *self.numbers.matrix)]
        return [*self.plane.axis_segments(), *zip(ways, ways[1:], strict=False), *walks, *steps]

    def _landing_names(self) -> list[VGroup]:
        """Return the rows of the matrix as pairs of numbers, each beside the place where its step lands."""
        taken = [*self.plane.text_boxes(), *(box_of(part) for word in self.words.values() for part in word)]
        origin = flat(self.plane.origin)
        lines = [*self.plane.axis_segments(), *((flat(walk.start), flat(walk.end)) for walk in self.old_walks)]
        lines += [(origin, flat(self.plane.place(row))) for row in self.numbers.matrix]
        rows = self.numbers.matrix
        names = [self._pair(row, [ink, ink]) for row, ink in zip(rows, self.inks, strict=True)]
        return beside_landings(self.plane, names, rows, lines=lines, taken=taken, style=self.style)

    def _count_names(self, walks: Sequence[Walk], sides: Sequence[int]) -> list[VGroup]:
        """Return the number of steps of each walk beside its middle: outside of the triangle at 1, within at -1."""
        names, taken = [], [*self.plane.text_boxes(), *(box_of(token) for token in self.words.values())]
        taken.append(self._target_box())
        lines = self._lines(torch.eye(2))
        for index, (walk, ink, side) in enumerate(zip(walks, self.inks, sides, strict=True)):
            number = Number(self.counts[index], size=self.count_size, color=ink, style=self.style)
            way = walk.end - walk.start
            length = float(np.linalg.norm(way))
            across = point(-float(way[1]), float(way[0])) / length if length > 1e-6 else point(0.0, 1.0)
            other = walks[1 - index]
            if float(across @ (other.start + other.end - walk.start - walk.end)) > 0:
                across = -across
            half = abs(float(across[0])) * float(number.width) / 2
            near = (walk.start + walk.end) / 2 + side * (_ASIDE + half) * across
            size = (float(number.width) + 0.06, float(number.height) + 0.06)
            place = free_place(size, name_bounds(self.plane), flat(near), lines=lines, boxes=taken)
            names.append(laid(haloed(number.move_to(point(*place)), self.style), Layer.LABEL))
            taken.append(box_of(number))
        return names

    # --- The record -----------------------------------------------------------------------------------------------

    def _lay_record(self) -> None:
        """Lay the word's vector, the matrix, and the sum of its scaled rows."""
        self.digits = self._true_digits()
        self.size = self.style.sizes.tick if self._is_low() else self.style.sizes.number
        self._write()
        while (wide := self._width()) > (room := self.view.record.width):
            self.size *= min(room / wide, 0.98)
            self._write()
        self._arrange()

    def _true_digits(self) -> int:
        """Return digits after the point with which products and sums are right as they are printed; else two."""
        numbers = self.numbers
        counts = self.counts.repeat_interleave(2).tolist()
        pairs = list(zip(counts, numbers.matrix.flatten().tolist(), strict=True))
        columns, totals = numbers.products.T.tolist(), numbers.transformed[numbers.first].tolist()
        for digits in (2, 3, 4):
            adds = all(decimals_that_add(*sum_, choices=(digits,)) for sum_ in zip(columns, totals, strict=True))
            if adds and decimals_that_multiply(pairs, decimals=digits, choices=(digits,)):
                return digits
        return 2

    def _is_low(self) -> bool:
        """Return whether the record lies down and has little height."""
        return self.view.lying and self.view.record.height < _LOW

    def _write(self) -> None:
        """Write the record's pieces."""
        numbers = self.numbers
        self.vector = Row([self._name(), self._sign("="), self._pair(self.counts, self.inks)], _GAP)
        self.matrix = NamedMatrix(
            "M", numbers.matrix, size=self.size, row_colors=self.inks, decimals=self.digits, style=self.style
        )
        self.factors = [
            Row([self._number(count, ink), self._sign("times"), self._pair(row, [ink, ink])], _GAP)
            for count, row, ink in zip(self.counts, numbers.matrix, self.inks, strict=True)
        ]
        self.products = [
            Row([self._sign("="), self._pair(row, [ink, ink])], _GAP)
            for row, ink in zip(numbers.products, self.inks, strict=True)
        ]
        after = self._pair(numbers.transformed[numbers.first], [self.color, self.color])
        self.result = Row([self._name(), self._sign("arrow.r"), after], _GAP)

    def _name(self) -> Label:
        return Label(self.word, size=self.size, color=self.color, style=self.style)

    def _number(self, value: Tensor, color: str) -> Number:
        return Number(value, decimals=self.digits, size=self.size, color=color, style=self.style)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    def _pair(self, row: Tensor, colors: Sequence[str]) -> Row:
        """Return two numbers in parentheses."""
        size, style = self.size, self.style
        comma = style.language.text("common.labels.between-numbers", {})
        one, other = (self._number(value, color) for value, color in zip(row, colors, strict=True))
        left = Row([Math("paren.l", size=size, style=style), one, Label(comma, size=size, style=style)], 0.05)
        return Row([left, Row([other, Math("paren.r", size=size, style=style)], 0.05)], 0.1)

    def _width(self) -> float:
        """Return the width that the record needs, scene units."""
        lines = [max(float(row.width) for row in rows) for rows in (self.factors, self.products)]
        across = sum(lines) + _GAP if self.view.lying else max(lines)
        return max(across, float(self.result.width), float(self.vector.width), float(self.matrix.width))

    def _arrange(self) -> None:
        """Place the record's lines; where it lies down, vector, matrix and sum have one place, one after the other."""
        record, lying = self.view.record, self.view.lying
        middle = float(record.centre[0])
        across = max(float(row.width) for row in self.factors)
        if lying:
            width = across + _GAP + max(float(row.width) for row in self.products)
            self.vector.move_to(record.centre)
            self.matrix.move_to(record.centre)
            pitch = 0.36 if self._is_low() else (record.height - 0.3) / 2
            lines = [record.top - 0.08 - index * pitch for index in (0, 1)]
        else:
            width = max(across, *(float(row.width) for row in (*self.products, self.result)))
            self.vector.move_to(point(middle, record.top - 0.2))
            self.matrix.move_to(point(middle, record.top - 1.35))
            lines = [record.top - 2.6 - index * (_PITCH + _CLOSE) for index in (0, 1)]
        left, right = middle - width / 2, middle + width / 2
        for factor, product, y in zip(self.factors, self.products, lines, strict=True):
            end = left + across if lying else right
            factor.move_to(point(end - float(factor.width) / 2, y))
            product.move_to(point(right - float(product.width) / 2, y if lying else y - _CLOSE))
        low = float(self.products[-1].get_bottom()[1]) - 0.14
        self.rule = thin_line(point(left, low), point(right, low), self.style.theme.axis, 2.4)
        self.result.move_to(point(right - float(self.result.width) / 2, low - (0.25 if self._is_low() else 0.36)))
        for text in (self.vector, self.matrix, *self.factors, *self.products, self.rule, self.result):
            laid(text, Layer.LEDGER)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Count a word's steps, turn the steps to the matrix's rows, walk along them, and let the plane lean."""
        word, digits = self.word, [number.shown for number in self._numbers(self.vector)]
        said = {"word": word, "Word": word[:1].upper() + word[1:], "first": digits[0], "second": digits[1]}
        with self.beat("steps", **said):
            self._count()
            self.rest()
        with self.beat("rows", **said):
            self._show_rows()
            self.rest()
        with self.beat("word", **said):
            self._walk()
            self.hold()
        with self.beat("all", **said):
            self._lean()
            self.last()

    def _numbers(self, text: VMobject) -> list[Number]:
        return [piece for piece in text.get_family() if isinstance(piece, Number)]

    def _count(self) -> None:
        """Walk the word's two numbers along the axes, from the origin to where it stands."""
        times = self.style.times
        self.play(LaggedStart(*map(FadeIn, self.words.values()), lag_ratio=0.1), run_time=times.move)
        steps = zip(self.units, self.old_walks, torch.eye(2), self.old_counts, strict=True)
        for unit, walk, row, count in steps:
            self.play(self._reach(unit), run_time=_GROW)
            self.play(self._walking(walk, row), FadeIn(count), run_time=_WALK)
        self.play(FadeIn(self.vector), run_time=times.quick)

    def _show_rows(self) -> None:
        """Show row by row of the matrix where a step lands, and let it land there."""
        times = self.style.times
        leaving = [FadeOut(self.vector)] if self.view.lying else []
        rest = VGroup(*(piece for piece in self.matrix if piece is not self.matrix.matrix), self.matrix.matrix.brackets)
        leaving += map(FadeOut, self.old_counts)
        self.play(FadeIn(rest), *leaving, self._thinned(self.old_walks), run_time=times.quick)
        for index, (unit, row) in enumerate(zip(self.units, self.numbers.matrix, strict=True)):
            landing = FadeIn(self.matrix.matrix.row(index), self.landings[index], self.landing_names[index])
            self.play(landing, run_time=times.quick)
            self.play(self._turned(unit, self.plane.place(row)), run_time=_TURN)

    def _walk(self) -> None:
        """Scale the rows by the word's numbers, and lay the two tip to tail: there the word will stand."""
        times, rows = self.style.times, self.numbers.matrix
        leaving = [FadeOut(self.matrix)] if self.view.lying else []
        self.play(FadeOut(*self.landings, *self.landing_names), *leaving, run_time=times.quick)
        for walk, row, factor, product in zip(self.new_walks, rows, self.factors, self.products, strict=True):
            walking = self._walking(walk, row, start=self.plane.origin)
            self.play(FadeIn(factor), walking, run_time=_WALK)
            self.play(FadeIn(product), run_time=times.quick)
        second, end = self.new_walks[1], self.new_walks[0].end
        self.play(self._joined(second, end), run_time=_JOIN)
        self.play(FadeIn(self.target, *self.new_counts, self.rule, self.result), run_time=times.quick)

    def _lean(self) -> None:
        """Let the plane lean with its two steps: every word keeps its counts, and rides along."""
        met = self._met()
        leaving = FadeOut(self.plane.names, *self.new_counts, *met)
        self.play(FadeIn(self.grid), leaving, run_time=self.style.times.quick)
        self.add(*self.ghosts.values())
        places = dict(zip(self.numbers.words, self.numbers.vectors, strict=True))

        def follow(share: float) -> None:
            matrix = self._leant(share)
            self.grid.carry(matrix)
            self._lay(self.old_walks, matrix)
            for word, row in places.items():
                self.words[word].put(self.plane.place(row @ matrix))

        moved = [self.grid, *self.old_walks, *self.words.values()]
        self.play(Live(moved, follow, rate_func=ease_in_out_sine), run_time=_LEAN)
        names = [box_of(token.label) for token in self.words.values()]
        back = [each for each in met if not any(overlap(box_of(each), name) > 0 for name in names)]
        self.play(FadeOut(self.target, *self.old_walks), *map(FadeIn, back), run_time=self.style.times.quick)

    def _met(self) -> list[VMobject]:
        """Return the numbers of the ticks that names pass over while the plane leans."""
        boxes = [(number, box_of(number)) for number in self.plane.numbers]
        passed = []
        for share in np.linspace(0.0, 1.0, 30):
            for word, row in zip(self.numbers.words, self.numbers.vectors, strict=True):
                token = self.words[word]
                way = self.plane.place(row @ self._leant(float(share))) - token.at
                left, low, right, top = box_of(token.label)
                passed.append((left + way[0], low + way[1], right + way[0], top + way[1]))
        return [number for number, box in boxes if any(overlap(box, each) > 0 for each in passed)]

    def _new_place(self, word: str) -> Point:
        return self.plane.place(self.numbers.transformed[self.numbers.words.index(word)])

    # --- Motions --------------------------------------------------------------------------------------------------

    def _reach(self, arrow: Vector) -> Live:
        """Return how an arrow grows from where it begins."""
        start, end = arrow.start.copy(), arrow.end.copy()
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(start, start + max(share, 1e-3) * (end - start)))

    def _turned(self, arrow: Vector, end: Point) -> Live:
        """Return how an arrow's tip moves to another place."""
        before = arrow.end.copy()
        return Live([arrow], lambda share: arrow.set_ends(arrow.start, before + share * (end - before)))

    def _walking(self, walk: Walk, row: Tensor, *, start: Point | None = None) -> Live:
        """Return how a walk grows step by step."""
        begin, step = walk.start if start is None else start, self._way(row)
        walk.lay(begin, step, 0.0)
        self.add(walk)
        return Live([walk], lambda share: walk.lay(begin, step, share))

    def _joined(self, walk: Walk, start: Point) -> Live:
        """Return how a walk moves, without turning, to begin at another point."""
        before, step = walk.start.copy(), self._way(self.numbers.matrix[1])
        return Live([walk], lambda share: walk.lay(before + share * (start - before), step))

    def _thinned(self, walks: Sequence[Walk]) -> Live:
        """Return how walks that have been counted get thinner."""

        def follow(share: float) -> None:
            for walk in walks:
                walk.widen(WIDTH + share * (_THIN - WIDTH))

        return Live(list(walks), follow)
