"""A matrix applied to all of space (the end of the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import Animation, FadeIn, Transform, TransformFromCopy, VGroup, VMobject, smooth, squish_rate_func
from pydantic import Field
from torch import Tensor

from attnmath import apply_map, basis_images
from scenes.article.transforming.claims import TRANSFORM_AXES_CLAIMS
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to
from scenes.motion.move import Carry
from scenes.parameters import LandmarkParameters, require_plane, world_matrix
from scenes.parts.geometry import point
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, words_on_plane
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Coordinates, Factor, format_number, format_vector
from scenes.parts.text.typeset import Label, Math, Paragraph, Row, Typeset, halo, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.spaces import landmarks
from scenes.stage import Region
from scenes.style import Style
from scenes.worlds import World

_BETWEEN = 0.3
"""Scene units between the two sums; with wider numbers they are smaller."""

_TOP, _TOP_ALONE = 2.6, 0.9
"""Baselines of the sums' titles from the region's centre, scene units: with the matrix below them, and without."""

_BELOW, _BESIDE = (-1.5, -2.7), (0.4, -0.7)
"""Baselines of the matrix and its note from the centre of their region, scene units."""


@dataclass(frozen=True)
class CarriedAxes:
    """The numbers of the figure: the unit vectors, one vector and the words, before and after a matrix."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    unit: Tensor = quantity("The unit vectors, one a row.", rows="axes", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: where the unit vectors go.", rows="axes")
    vector: Tensor = quantity("The vector: how many steps along each axis.", rows="axes")
    steps: Tensor = quantity("The same numbers of steps along the new axes; each row is one axis.", rows="axes")
    transformed: Tensor = quantity("Where these steps lead: the vector times M.")
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    landed: Tensor = quantity("The words' new vectors: x M.", rows="words")


class _Line(Row):
    """A line of the sum: a number of steps times a unit vector.

    Attributes:
        count: the number and the signs before and after it.
        unit: the unit vector.
    """

    def __init__(self, index: int, count: Tensor, unit: Tensor, color: str, size: float, style: Style) -> None:
        pieces: list[VMobject] = [Math("+", size=size, style=style)] if index else []
        number = _count(count, size, style)
        pieces += [number if index else number.number, Math("dot.op", size=size, style=style)]
        self.unit = Coordinates(unit, size=size, color=color, style=style)
        super().__init__([*pieces, self.unit], 0.12)
        self.count = VGroup(*pieces)


class Sum(VGroup):
    """A vector as a sum: a number of times the first unit vector, a number of times the second, and the result.

    Attributes:
        title: its title.
        lines: one for each unit vector.
        total: the last line.
    """

    def __init__(
        self,
        numbers: CarriedAxes,
        colors: Sequence[str],
        title: str,
        units: Tensor,
        total: Tensor,
        size: float,
        style: Style,
    ) -> None:
        self.title = Label(title, style=style)
        self.lines = [
            _Line(index, count, unit, color, size, style)
            for index, (count, unit, color) in enumerate(zip(numbers.vector, units, colors, strict=True))
        ]
        equals = Math("=", size=size, style=style)
        self.total = Row([equals, Coordinates(total, size=size, color=style.theme.ink, style=style)], 0.2)
        super().__init__(self.title, *self.lines, self.total)
        right = 0.0
        for place, line in enumerate(self.submobjects):
            set_on_baseline(line, -0.68 * place)
            line.shift(point(right - float(line.get_right()[0])))
        self.title.set_x(self.lines[0][-1].get_x())


def _count(count: Tensor, size: float, style: Style) -> Factor:
    return Factor(count, decimals=decimals_of(count), size=size, style=style)


def decimals_of(count: Tensor) -> int:
    """Return the digits after the point of a number of steps: none for a whole number."""
    return 0 if float(count) == int(count) else 2


class Steps:
    """The matrix, and the vector's steps before and after.

    Args:
        figure: the figure with the numbers.
        colors: ``#rrggbb`` of the two unit vectors.
        region: the region of the sums, with the matrix below them.
        beside: another region for the matrix.

    Attributes:
        matrix: M, each row in the colour of the unit vector whose image it is.
        note: a note on its rows.
        before: the sum in the old axes.
        after: the sum in the new axes.
        counts: the numbers of steps along the axes.
    """

    def __init__(self, figure: Figure, colors: Sequence[str], region: Region, beside: Region | None = None) -> None:
        numbers: CarriedAxes = figure.numbers
        style, before, after = figure.style, figure.says("old-axes"), figure.says("new-axes")
        place = beside or region
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            self.matrix = NamedMatrix("M", numbers.matrix, size=size, row_colors=colors, style=style)
            if self.matrix.width <= place.width:
                break
        self.note = Paragraph(figure.says("rows"), place.width, style=style)
        for size in (style.sizes.phrase, style.sizes.label):
            self.before = Sum(numbers, colors, before, numbers.unit, numbers.vector, size, style)
            self.after = Sum(numbers, colors, after, numbers.matrix, numbers.transformed, size, style)
            if self.before.width + self.after.width + _BETWEEN <= region.width:
                break
        self.counts = [_count(count, style.sizes.phrase, style).number for count in numbers.vector]
        x, y = place.centre[:2]
        for piece, height in zip((self.matrix, self.note), _BELOW if beside is None else _BESIDE, strict=True):
            piece.set_x(x)
            set_on_baseline(piece, y + height)
        y, top = float(region.centre[1]), _TOP if beside is None else _TOP_ALONE
        parts = region.columns(self.before.width, self.after.width, gap=_BETWEEN)
        for sums, part in zip((self.before, self.after), parts, strict=True):
            sums.set_x(float(part.centre[0]))
            sums.shift(point(0.0, y + top - sums.title.baseline))

    def take_rows(self) -> list[Animation]:
        """Turn the rows of the matrix into the new unit vectors."""
        late = squish_rate_func(smooth, 0.6, 1.0)
        moves: list[Animation] = []
        for line, row in zip(self.after.lines, self.matrix.matrix.numbers, strict=True):
            numbers = line.unit.numbers
            moves += [TransformFromCopy(number, place) for number, place in zip(row, numbers, strict=True)]
            moves.append(FadeIn(VGroup(*(piece for piece in line.unit if piece not in numbers)), rate_func=late))
        return moves


_QUIET = 0.3
"""Opacity of steps that are not being counted."""

_LANDMARK = 0.55
"""Opacity of words, which only move with the space."""

_FAINT = 0.2
"""Opacity of words while the vector's steps are counted again."""

_LEAST_PLANE = 4.45
"""The least width of the plane where the matrix stands beside it, scene units."""

_INSIDE = 0.92
"""The factor of the vectors that the plane must include; its own margin then keeps everything inside."""

_AIR = torch.tensor([[0.0, -0.22]])
"""Room below the origin for an axis name, as a share of the largest number."""

_OUTWARDS = 6.0
"""The strength with which labels on a small plane prefer the side away from the words around theirs."""

_VECTOR = "x"
"""The vector's name."""

MOST_STEPS = 4.0
"""The largest number of steps along an axis that can be followed."""


class OneVector(LandmarkParameters):
    """The parameters of the figure: the vector that is followed."""

    vector: tuple[float, float] = Field(
        (1.0, 2.0),
        description=f"The vector that is followed; numbers from -{MOST_STEPS:g} to {MOST_STEPS:g}, not both 0.",
    )


class TransformAxes(Figure):
    """attention-transform-axes: a matrix carries the axes, and every vector keeps its numbers along them."""

    name = "attention-transform-axes"
    claims = TRANSFORM_AXES_CLAIMS
    Parameters = OneVector
    numbers: CarriedAxes

    @classmethod
    def compute(cls, parameters: OneVector, world: World) -> CarriedAxes:
        """Return the unit vectors, the vector and the words, each times M.

        Raises:
            UserError: also when the vector is too long to be stepped along, or has no length.
        """
        require_plane(world)
        words = landmarks(world)
        if max(map(abs, parameters.vector)) > MOST_STEPS or not any(parameters.vector):
            got = ", ".join(f"{number:g}" for number in parameters.vector)
            raise UserError(f"vector must have numbers from -{MOST_STEPS:g} to {MOST_STEPS:g}, not both 0; got {got}")
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        vector = torch.tensor(parameters.vector)
        return CarriedAxes(
            words,
            world.axes,
            unit=torch.eye(2),
            matrix=matrix,
            vector=vector,
            steps=vector[:, None] * torch.stack(basis_images(matrix)),
            transformed=apply_map(vector, matrix),
            vectors=vectors,
            landed=apply_map(vectors, matrix),
        )

    @classmethod
    def alternative_values(cls, numbers: CarriedAxes) -> Mapping[str, object]:
        """Return the steps, and the place to which they lead."""
        first, second = (format_number(float(count), decimals_of(count)) for count in numbers.vector)
        return {"first": first, "second": second, "after": format_vector(numbers.transformed)}

    def build(self) -> None:
        """Draw space, and beside it or below it the vector's steps in numbers."""
        numbers, style = self.numbers, self.style
        plane, *desk = self._regions()
        self.colors = [style.theme.families[index % len(style.theme.families)] for index in range(2)]
        corners = torch.cat([numbers.unit, numbers.vector[None], numbers.vectors])
        both = _INSIDE * torch.cat([corners, apply_map(corners, numbers.matrix)])
        self.plane = WordPlane(plane, torch.cat([both, _AIR * both.abs().max()]), (), style=style)
        self.space = Space(self.plane, basis=self.colors, style=style)
        for arrow in self.space.basis:
            arrow.shaft.set_stroke(width=style.strokes.bold)  # like the steps, which are copies of them
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in numbers.words}
        self.words = words_on_plane(self.plane, vectors, colors, size=style.sizes.note, style=style)
        self.tags = self._tags()
        self.steps = self._steps()
        self.arrow = self.space.put_arrow(
            self.plane.arrow(numbers.vector, style.theme.ink, width=style.strokes.bold), numbers.vector
        )
        self.space.put_words(self.words, vectors)
        rows = dict(zip([*numbers.axes, _VECTOR], [*numbers.unit, numbers.vector], strict=True))
        self.space.put_words(self.tags, rows)
        for word in [*self.words.values(), *self.tags.values()]:
            word.label.add_to_back(halo(word.text, style))
        self._turn_outwards(apply_map(numbers.vectors, numbers.matrix))
        self.label_ends = self.space.labels_at(numbers.matrix)
        for word in self.words.values():
            word.toward = None
        self.space.set_labels()
        VGroup(*self.words.values()).set_opacity(_LANDMARK)
        self.desk = Steps(self, self.colors, *desk)

    def _turn_outwards(self, rows: Tensor) -> None:
        """Let labels on a small plane prefer the side away from the centre of the words of their colour."""
        if self.stage.is_wide:
            return
        names = self.numbers.words
        for word, row in zip(names, rows, strict=True):
            family = [index for index, other in enumerate(names) if self.color_of(other) == self.color_of(word)]
            way = row - rows[family].mean(dim=0)
            length = float(way.norm())
            across, up = (_OUTWARDS * way / length).tolist() if length > 0 else (0.0, 0.0)
            self.words[word].toward = (across, up) if length > 0 else None

    def _regions(self) -> tuple[Region, ...]:
        """Return the regions of the plane, of the sums, and of the matrix where it does not stand below them."""
        safe = self.stage.safe
        if self.stage.is_wide:
            return safe.columns(1.03, 1, gap=0.35)
        if self.stage.is_portrait:
            return safe.rows(5.9, 6.4, gap=0.5)
        top, bottom = safe.rows(4.2, 2.7, gap=0.1)
        matrix = min(4.2, top.width - _LEAST_PLANE)
        plane, beside = top.columns(top.width - matrix, matrix, gap=0.2)
        return plane, bottom, beside

    def _tags(self) -> dict[str, PlaneWord]:
        """Return labels at the tips of the unit vectors and of the vector, without marks."""
        numbers, style = self.numbers, self.style
        dim, note = style.theme.dim, style.sizes.note
        texts: list[Typeset | Row] = [Label(name, size=note, color=dim, style=style) for name in numbers.axes]
        self.times_matrix = Math("M", size=style.sizes.phrase, style=style)
        self.times_matrix.set_opacity(0)
        symbol = Row([Math("arrow(x)", size=style.sizes.phrase, style=style), self.times_matrix], 0.08)
        rows = [*numbers.unit, numbers.vector]
        return {
            name: PlaneWord(name, self.plane.place(row), style.theme.ink, text=text, marked=False, style=style)
            for name, row, text in zip([*numbers.axes, _VECTOR], rows, [*texts, symbol], strict=True)
        }

    def _steps(self) -> list[list[Arrow]]:
        """Return the way to the vector: whole steps along the first axis and the remainder, then along the second."""
        sides: list[list[Arrow]] = []
        begin = torch.zeros(2)
        for unit, count, color in zip(self.numbers.unit, self.numbers.vector, self.colors, strict=True):
            whole = int(count.abs())
            ends = [*(sign_of(count) * (index + 1.0) for index in range(whole))]
            if float(count.abs()) > whole:
                ends.append(float(count))
            side, at = [], begin
            for end in ends:
                to = begin + end * unit
                arrow = self.plane.arrow(to, color, start=at, width=self.style.strokes.bold)
                side.append(self.space.put_arrow(arrow, to, at))
                at = to
            sides.append(side)
            begin = begin + count * unit
        return sides

    def tell(self) -> None:
        """Show the unit vectors, the vector's steps, the matrix, the motion of space, the same steps again."""
        numbers, times, desk = self.numbers, self.style.times, self.desk
        first, second = numbers.axes
        counts = [count.shown for count in desk.counts]
        with self.beat("unit-vectors", first=first, second=second):
            self.play(
                FadeIn(self.plane.grid, self.space),
                *(FadeIn(word) for word in self.words.values()),
                FadeIn(desk.before.title),
                run_time=times.move,
            )
            for axis, arrow, line in zip(numbers.axes, self.space.basis, desk.before.lines, strict=True):
                self.play(grow(arrow), FadeIn(self.tags[axis].label, line.unit), run_time=times.move)
            self.rest()
        with self.beat("steps", first=counts[0], second=counts[1]):
            self._follow(desk.before)
            self.play(
                grow(self.arrow), FadeIn(self.tags[_VECTOR].label), FadeIn(desk.before.total), run_time=times.move
            )
            self.rest()
        with self.beat("matrix"):
            quiet = [fade_to(step, _QUIET) for side in self.steps for step in side]
            self.play(*quiet, FadeIn(desk.matrix), run_time=times.move)
            self.play(FadeIn(desk.note), run_time=times.quick)
            self.rest()
        with self.beat("carry"):
            self.add(*self.space.carried)
            self.play(Carry(self.space, numbers.matrix, self.label_ends), run_time=2 * times.slow)
            self.rest()
        with self.beat("same-steps", first=counts[0], second=counts[1]):
            self.play(FadeIn(desk.after.title), fade_to(VGroup(*self.words.values()), _FAINT), run_time=times.quick)
            self.play(*desk.take_rows(), run_time=times.move)
            self.add(*(line.unit for line in desk.after.lines))
            self._follow(desk.after)
            self.play(FadeIn(desk.after.total), fade_to(self.times_matrix, 1), run_time=times.quick)
            self.hold()

    def _follow(self, sums: Sum) -> None:
        """Take the steps one after the other: each is a copy of its axis's unit vector, and has its line of the sum."""
        times = self.style.times
        for side, line, unit in zip(self.steps, sums.lines, self.space.basis, strict=True):
            self.play(FadeIn(line.count), run_time=times.quick)
            for step in side:
                copy = unit.copy()
                self.add(copy)
                in_place = np.allclose(step.segment, unit.segment, atol=1e-5)
                run_time = times.quick if in_place else times.move
                self.play(Transform(copy, step.copy().set_opacity(1)), run_time=run_time)
                self.remove(copy)
                self.add(step.set_opacity(1))


def sign_of(value: Tensor) -> float:
    """Return 1, or -1 for a negative number."""
    return -1.0 if float(value) < 0 else 1.0
