"""The base of the figures in which two words pull each other: one as the key, the other as the query."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import LEFT, RIGHT, FadeIn, FadeOut, TransformFromCopy, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import Head, attend
from scenes.errors import UserError
from scenes.figure import Figure, FigureParameters, quantity, require_plane
from scenes.motion import fade_to, grow
from scenes.parts.dot_product import DotProductLine
from scenes.parts.force import ForceLane, LaneEnd, lane_scale
from scenes.parts.geometry import point
from scenes.parts.number import format_number
from scenes.parts.text import Label, Row, set_on_baseline, vector_name
from scenes.parts.vectors import LabelledArrow, VectorSpace, labelled_arrows
from scenes.stage import Region
from scenes.worlds import World

_AIR = 1.12
"""How much farther than the longest vector the planes reach, for its label."""

_SPREAD = 3.0
"""How much farther than its panel a grid reaches, so that a squeezed one still fills the panel."""

_BETWEEN = 0.3
"""Scene units between a space's name and what is said of it."""

_DIMMED = 0.3
"""Opacity of the vectors that are not being compared."""


class PairParameters(FigureParameters):
    """Two words."""

    first: str = Field("bride", description="The word at the left.")
    second: str = Field("ring", description="The word at the right, another one.")

    def words(self, world: World) -> tuple[str, ...]:
        """The two words.

        Raises:
            UserError: when the world does not know one of them, or they are the same.
        """
        try:
            words = tuple(
                word for name in ("first", "second") for word in world.words_of(getattr(self, name).strip(), name)
            )
        except ValueError as error:
            raise UserError(str(error)) from None
        if len(words) != 2 or words[0] == words[1]:
            raise UserError(f"first and second must be two different words; got {' '.join(words)}")
        return words


@dataclass(frozen=True)
class Pair:
    """How two words pull each other.

    Attributes:
        words: the two words.
        axes: names of the vectors' numbers.
        directions: who pulls whom: the first the second, then the second the first.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    directions: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    keys: Tensor = quantity("Their keys: vectors times W_K, or the vectors themselves.", rows="words")
    queries: Tensor = quantity("Their queries: vectors times W_Q, or the vectors themselves.", rows="words")
    forces: Tensor = quantity("The puller's key dot the pulled word's query.", rows="directions")


def pair(parameters: PairParameters, world: World, W_Q: Tensor | None = None, W_K: Tensor | None = None) -> Pair:
    """How two words pull each other, with keys and queries by the matrices or with their vectors as they are.

    Raises:
        UserError: when the words do not fit the world, or one pushes the other away.
    """
    require_plane(world)
    words = parameters.words(world)
    vectors = world.embedding().rows(words)  # (2, d)
    step = attend(vectors, Head(W_Q=W_Q, W_K=W_K))
    # Rows are queries, the words that are pulled; columns are keys, the words that pull.
    forces = torch.stack([step.scores[1, 0], step.scores[0, 1]])
    first, second = words
    directions = (f"{first} pulls {second}", f"{second} pulls {first}")
    for direction, force in zip(directions, forces, strict=True):
        if force <= 0:
            raise UserError(
                f"a force is drawn as an arrow and must be above 0; {direction} with {format_number(float(force))}"
            )
    return Pair(words, world.axes, directions, vectors, step.keys, step.queries, forces)


class PairFigure(Figure):
    """A key space at the left, a query space at the right, one vector of each compared between them.

    Attributes:
        keys: the key space.
        queries: the query space.
        middle: the space between them.
        keys_title: its name.
        queries_title: its name.
        lines: the arithmetic of both forces.
        lanes: both forces as arrows.
        met: the key and the query of each direction, in the plane between.
        pairs: who pulls whom, above the plane between.
    """

    Parameters = PairParameters
    world_name = "bride-and-ring"
    numbers: Pair
    parameters: PairParameters

    def lay_out(self, reach: Tensor, forces: Tensor, *, together: bool = False) -> None:
        """Make all that both figures show.

        Args:
            reach: shape (N, 2): all vectors that are ever drawn.
            forces: all forces that are ever drawn; the largest fills its lane.
            together: whether both pairs are once in the plane between at the same time.
        """
        numbers, style, reach = self.numbers, self.style, _AIR * reach
        self.titles, planes, lower = self.stage.safe.rows(0.8, 4.2, 1.65, gap=0.1)
        left, centre, right = planes.columns(1, 1, 1, gap=0.45)
        self.keys, self.queries = (
            VectorSpace(
                region,
                reach,
                numbers.words,
                numbers.vectors,
                [color] * 2,
                axes=numbers.axes,
                spread=_SPREAD,
                style=style,
            )
            for region, color in ((left, style.theme.key), (right, style.theme.query))
        )
        self.middle = VectorSpace(
            centre, reach, numbers.words, numbers.vectors, [style.theme.ink] * 2,
            axes=numbers.axes, spread=_SPREAD, style=style,
        )  # fmt: skip
        self.keys_title = self._title("key space", style.theme.key, self.keys.plane.panel)
        self.queries_title = self._title("query space", style.theme.query, self.queries.plane.panel)
        self.met = self._met(together)
        self.pairs = [self._pair(index) for index in range(2)]
        self._write(lower)
        taken = max(line.width for line in self.lines)
        self._draw_lanes(lower.inset(left=taken + 0.5), forces)

    def _title(self, said: str, color: str, panel: Region) -> Label:
        name = Label(said, size=self.style.sizes.phrase, color=color, style=self.style)
        name.align_to(point(panel.left, 0), LEFT)
        return name.on_baseline(self.title_baseline)

    def stand_beside(self, title: Label, companion: VMobject, panel: Region) -> None:
        """Put a space's name and what is said of it above its panel, from edge to edge, or farther where it must."""
        half = max(panel.width, title.width + companion.width + _BETWEEN) / 2
        title.align_to(point(panel.centre[0] - half), LEFT)
        companion.align_to(point(panel.centre[0] + half), RIGHT)
        set_on_baseline(companion, self.title_baseline)

    @property
    def title_baseline(self) -> float:
        """The baseline of what stands above the three planes, in scene units."""
        return float(self.titles.centre[1]) - 0.1

    def _pair(self, index: int) -> Row:
        """Who pulls whom, each in the colour of the role."""
        theme, words = self.style.theme, self.numbers.words
        said = ((words[index], theme.key), ("pulls", theme.dim), (words[1 - index], theme.query))
        row = Row([Label(word, size=self.style.sizes.phrase, color=color, style=self.style) for word, color in said])
        row.set_x(self.middle.plane.panel.centre[0])
        return row.on_baseline(self.title_baseline)

    def _met(self, together: bool) -> list[list[LabelledArrow]]:
        numbers, theme = self.numbers, self.style.theme
        names = [(numbers.words[index], numbers.words[1 - index]) for index in range(2)]
        rows = [torch.stack([numbers.keys[index], numbers.queries[1 - index]]) for index in range(2)]
        plane, colors = self.middle.plane, (theme.key, theme.query)
        if together:
            both = labelled_arrows(plane, names[0] + names[1], torch.cat(rows), colors * 2, style=self.style)
            return [both[:2], both[2:]]
        return [
            labelled_arrows(plane, words, vectors, colors, style=self.style)
            for words, vectors in zip(names, rows, strict=True)
        ]

    def _write(self, region: Region) -> None:
        numbers = self.numbers
        self.lines = [
            DotProductLine(
                (vector_name(numbers.words[index], letter="k"), vector_name(numbers.words[1 - index], letter="q")),
                numbers.keys[index],
                numbers.queries[1 - index],
                numbers.forces[index],
                (self.style.theme.key, self.style.theme.query),
                style=self.style,
            )
            for index in range(2)
        ]
        for line, row in zip(self.lines, region.rows(1, 1), strict=True):
            line.starting_at(region.left).on_baseline(float(row.centre[1]) - 0.1)

    def _draw_lanes(self, region: Region, forces: Tensor) -> None:
        self._lane_rows = region.rows(1, 1)
        self._scale = lane_scale(forces, region, [end for index in range(2) for end in self._ends(index)])
        self.lanes = [self.lane(index, force) for index, force in enumerate(self.numbers.forces)]

    def lane(self, index: int, force: Tensor) -> ForceLane:
        """A force of one of the two directions, to the scale of all."""
        left, right = self._ends(index)
        return ForceLane(
            self._lane_rows[index], left, right, force, self._scale, pulled=1 - index, color=self.style.theme.key
        )

    def _ends(self, index: int) -> tuple[LaneEnd, LaneEnd]:
        theme = self.style.theme
        colors = (theme.key, theme.query) if index == 0 else (theme.query, theme.key)
        left, right = (
            LaneEnd(word, color, style=self.style) for word, color in zip(self.numbers.words, colors, strict=True)
        )
        return left, right

    def meeting(self, index: int) -> str:
        """What is said while a key meets a query."""
        puller, pulled = self.numbers.words[index], self.numbers.words[1 - index]
        force = self.lines[index].result.shown
        return f"When {puller} pulls {pulled}, its key meets the query of {pulled}: the dot product is {force}."

    def meet(self, index: int, *, pace: float = 1.0) -> None:
        """The key of one word meets the query of the other: side by side, multiplied, as a force."""
        times = self.style.times
        line, lane = self.lines[index], self.lanes[index]
        key, query = self.keys.word(index), self.queries.word(1 - index)
        dimmed = [self.keys.word(1 - index), self.queries.word(index)]
        if index:
            self.play(FadeOut(self.pairs[0], *self.met[0]), run_time=times.quick)
        self.play(
            *(fade_to(word, 1.0) for word in (key, query)),
            *(fade_to(word, _DIMMED) for word in dimmed),
            FadeIn(self.pairs[index]),
            run_time=times.move * pace,
        )
        arrive = [TransformFromCopy(word, met) for word, met in zip((key, query), self.met[index], strict=True)]
        self.play(*arrive, FadeIn(line.spelled), run_time=times.slow * pace)
        self.play(FadeIn(line.products), run_time=times.move * pace)
        self.play(FadeIn(line.result), FadeIn(*lane.ends), run_time=times.quick)
        self.play(grow(lane.arrow), run_time=times.move * pace)

    def conclude(self) -> None:
        """All vectors light up again; of the arithmetic only the results stay lit."""
        times = self.style.times
        words = [side.word(index) for side in (self.keys, self.queries) for index in range(2)]
        said = [piece for line in self.lines for piece in (line.spelled, line.products)]
        self.play(
            *(fade_to(word, 1.0) for word in words),
            *(fade_to(piece, _DIMMED + 0.15) for piece in said),
            run_time=times.move,
        )
