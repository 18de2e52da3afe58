"""A matrix carries all of space (the end of the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import FadeIn, LaggedStart, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import apply_map, basis_images
from scenes.errors import UserError
from scenes.figure import Figure, FigureParameters, quantity, require_plane, world_matrix
from scenes.motion import Carry, fade_to, grow
from scenes.parts.arrows import Arrow
from scenes.parts.geometry import point
from scenes.parts.matrix import NamedMatrix
from scenes.parts.number import Coordinates, Factor
from scenes.parts.plane import PlaneWord, WordPlane, words_on_plane
from scenes.parts.space import Space
from scenes.parts.text import Label, Math, Row, Typeset, set_on_baseline
from scenes.spaces import landmarks
from scenes.stage import Region
from scenes.worlds import World

_QUIET = 0.3
"""Opacity of steps that are not being counted."""

_LANDMARK = 0.55
"""Opacity of words, which are only there to be carried."""

_AIR = torch.tensor([[0.0, -0.22]])
"""Room below the origin for an axis name, as a share of the largest number."""

_VECTOR = "x"
"""What the vector is called."""

MOST_STEPS = 4.0
"""The largest number of steps along an axis that can be followed."""


class OneVector(FigureParameters):
    """Which vector is followed."""

    vector: tuple[float, float] = Field(
        (1.0, 2.0),
        description=f"The vector that is followed; numbers from -{MOST_STEPS:g} to {MOST_STEPS:g}, not both 0.",
    )


@dataclass(frozen=True)
class CarriedAxes:
    """What a matrix makes of the unit vectors, of one vector and of the words."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    unit: Tensor = quantity("The unit vectors, one a row.", rows="axes", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: where the unit vectors go.", rows="axes")
    vector: Tensor = quantity("The vector: how many steps along each axis.", rows="axes")
    steps: Tensor = quantity("The same numbers of steps along the new axes; each row is one axis.", rows="axes")
    transformed: Tensor = quantity("Where these steps lead: the vector times M.")
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    landed: Tensor = quantity("The words' new vectors: x M.", rows="words")


class TransformAxes(Figure):
    """attention-transform-axes: a matrix carries the axes, and every vector keeps its numbers along them."""

    name = "attention-transform-axes"
    Parameters = OneVector
    numbers: CarriedAxes

    @classmethod
    def compute(cls, parameters: OneVector, world: World) -> CarriedAxes:
        """The unit vectors, the vector and the words, each times M.

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

    def build(self) -> None:
        """Space at the left, the vector's steps in numbers at the right."""
        numbers, style = self.numbers, self.style
        left, right = self.stage.safe.columns(1.12, 1, gap=0.5)
        self.colors = [style.theme.families[index % len(style.theme.families)] for index in range(2)]
        corners = torch.cat([numbers.unit, numbers.vector[None], numbers.vectors])
        both = torch.cat([corners, apply_map(corners, numbers.matrix)])
        self.plane = WordPlane(left, torch.cat([both, _AIR * both.abs().max()]), (), style=style)
        self.space = Space(self.plane, basis=self.colors, style=style)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in numbers.words}
        self.words = words_on_plane(self.plane, vectors, colors, style=style)
        self.tags = self._tags()
        self.steps = self._steps()
        self.arrow = self.space.put_arrow(
            self.plane.arrow(numbers.vector, style.theme.ink, width=style.strokes.bold), numbers.vector
        )
        self.space.put_words(self.words, vectors)
        rows = dict(zip([*numbers.axes, _VECTOR], [*numbers.unit, numbers.vector], strict=True))
        self.space.put_words(self.tags, rows)
        self.label_ends = self.space.labels_at(numbers.matrix)
        self.space.set_labels()
        VGroup(*self.words.values()).set_opacity(_LANDMARK)
        self.desk = _Steps(self, right)

    def _tags(self) -> dict[str, PlaneWord]:
        """Labels at the tips of the unit vectors and of the vector, without marks."""
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
        """The way to the vector: whole steps along the first axis and what is left, then along the second."""
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
        """The unit vectors, the vector's steps, the matrix, the moving of space, the same steps again."""
        numbers, times, desk = self.numbers, self.style.times, self.desk
        first, second = numbers.axes
        counts = [count.shown for count in desk.counts]
        with self.beat(
            "unit-vectors", f"Two unit vectors make the coordinates: a step of {first}, a step of {second}."
        ):
            self.play(
                FadeIn(self.plane.grid, self.space),
                *(FadeIn(word) for word in self.words.values()),
                run_time=times.move,
            )
            for axis, arrow in zip(numbers.axes, self.space.basis, strict=True):
                self.play(grow(arrow), FadeIn(self.tags[axis].label), run_time=times.move)
            self.rest()
        with self.beat(
            "steps", f"This vector is {counts[0]} along the first of them and {counts[1]} along the second."
        ):
            self._follow(desk.before)
            self.play(
                grow(self.arrow), FadeIn(self.tags[_VECTOR].label), FadeIn(desk.before.total), run_time=times.move
            )
            self.rest()
        with self.beat("matrix", "The rows of the matrix are the places to which the two unit vectors go."):
            quiet = [fade_to(step, _QUIET) for side in self.steps for step in side]
            self.play(*quiet, FadeIn(desk.matrix), run_time=times.move)
            self.play(FadeIn(desk.note), run_time=times.quick)
            self.rest()
        with self.beat("carry", "All of space goes with them: the grid, the words and the vector."):
            self.add(*self.space.carried)
            self.play(Carry(self.space, numbers.matrix, self.label_ends), run_time=2 * times.slow)
            self.rest()
        with self.beat(
            "same-steps",
            f"Along the new axes the vector is still {counts[0]} of the first and {counts[1]} of the second.",
        ):
            self._follow(desk.after)
            self.play(FadeIn(desk.after.total), fade_to(self.times_matrix, 1), run_time=times.quick)
            self.hold()

    def _follow(self, sums: _Sum) -> None:
        """Go the steps one after the other, each axis with its line of the sum."""
        slow = self.style.times.slow
        self.play(FadeIn(sums.title), run_time=self.style.times.quick)
        for side, line in zip(self.steps, sums.lines, strict=True):
            bright = [step.copy().set_opacity(1) for step in side]
            steps = [LaggedStart(*(grow(step) for step in bright), lag_ratio=0.8)] if side else []
            self.play(*steps, FadeIn(line), run_time=slow)
            self.remove(*bright)
            self.add(*(step.set_opacity(1) for step in side))


def sign_of(value: Tensor) -> float:
    """1, or -1 for a negative number."""
    return -1.0 if float(value) < 0 else 1.0


class _Sum(VGroup):
    """A vector put together: so many of the first unit vector, so many of the second, and what that is.

    Attributes:
        title: what it is called.
        lines: one for each unit vector.
        total: the last line.
    """

    def __init__(self, figure: TransformAxes, title: str, units: Tensor, total: Tensor) -> None:
        style, numbers = figure.style, figure.numbers
        self.title = Label(title, size=style.sizes.note, color=style.theme.dim, style=style)
        self.lines = []
        for index, (count, unit, color) in enumerate(zip(numbers.vector, units, figure.colors, strict=True)):
            pieces: list[VMobject] = [Math("+", size=style.sizes.label, style=style)] if index else []
            pieces += [
                _count(count, figure) if index else _count(count, figure).number,
                Math("dot.op", size=style.sizes.label, style=style),
            ]
            self.lines.append(Row([*pieces, Coordinates(unit, color=color, style=style)], 0.12))
        equals = Math("=", size=style.sizes.label, style=style)
        self.total = Row([equals, Coordinates(total, color=style.theme.ink, style=style)], 0.2)
        super().__init__(self.title, *self.lines, self.total)
        right = 0.0
        for place, line in enumerate(self.submobjects):
            set_on_baseline(line, -0.58 * place)
            line.shift(point(right - float(line.get_right()[0])))
        self.title.set_x(self.lines[0][-1].get_x())


def _count(count: Tensor, figure: TransformAxes) -> Factor:
    """How many steps: a whole number where it is one."""
    decimals = 0 if float(count) == int(count) else 2
    return Factor(count, decimals=decimals, style=figure.style)


class _Steps:
    """The right half: the matrix, and the vector's steps before and after.

    Attributes:
        matrix: M, each row in the colour of the unit vector that goes there.
        note: what its rows are.
        before: the sum in the old axes.
        after: the sum in the new axes.
        counts: how many steps along each axis.
    """

    def __init__(self, figure: TransformAxes, region: Region) -> None:
        numbers, style = figure.numbers, figure.style
        self.matrix = NamedMatrix("M", numbers.matrix, row_colors=figure.colors, style=style)
        self.note = Label(
            "each row: where a unit vector goes", size=style.sizes.note, color=style.theme.dim, style=style
        )
        self.before = _Sum(figure, "before", numbers.unit, numbers.vector)
        self.after = _Sum(figure, "after", numbers.matrix, numbers.transformed)
        self.counts = [_count(count, figure).number for count in numbers.vector]
        x, y = region.centre[:2]
        for piece, height in ((self.matrix, 1.9), (self.note, 0.9)):
            piece.set_x(x)
            set_on_baseline(piece, y + height)
        for sums, part in zip((self.before, self.after), region.columns(1, 1, gap=0.3), strict=True):
            sums.move_to(point(part.centre[0], y - 1.1))
