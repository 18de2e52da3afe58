"""The base of the figures that compare two words in a key space and a query space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from manim import (
    LEFT,
    RIGHT,
    Animation,
    Create,
    FadeIn,
    FadeOut,
    SurroundingRectangle,
    TransformFromCopy,
    VGroup,
)
from torch import Tensor

from scenes.article.asymmetric.force import ForceLane, LaneEnd, lane_scale
from scenes.article.asymmetric.pair import Pair, PairParameters, pulls_row
from scenes.article.asymmetric.vectors import LabelledArrow, VectorSpace, labelled_arrows
from scenes.figure import Figure
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to
from scenes.parts.arithmetic.dot_product import DotProductLine
from scenes.parts.geometry import point
from scenes.parts.text.number import format_number
from scenes.parts.text.typeset import Label, Row, vector_name
from scenes.stage import Region, Stage

BETWEEN = 0.3
"""Scene units between a space's name and the note on it."""

_GAP = 0.45
"""Scene units between two planes side by side."""

_LEAST_GAP = 0.12
"""The same where the planes would be too small; the names of their axes separate them, too."""

_LONGEST_LANE = 7.0
"""Scene units: a longer lane would have arrows too wide for their line."""

_ASIDE = 0.17
"""Scene units by which the middle plane is farther from the next one in a square: an axis has its name there."""

_STRIP = 0.62
"""Scene units kept free below the planes for a matrix, besides the room for the names of axes."""

_TITLE = 0.6
"""Scene units for a line of names above the planes."""

_SECOND = 0.45
"""Scene units for another line."""

_PITCH = 0.95
"""The largest line spacing of the arithmetic, scene units."""


@dataclass(frozen=True, slots=True)
class PairPlaces:
    """The places of all parts of the figure.

    Attributes:
        keys: the key space, the names of its axes included.
        middle: the plane between them.
        queries: the query space.
        between: the free room at the middle plane, from neighbour to neighbour.
        title: the baseline of the titles above keys and queries, scene units.
        middle_title: the baseline of the title above the middle plane, scene units.
        lines: the arithmetic of both forces.
        lanes: both forces as arrows; None where they stand beside the arithmetic.
    """

    keys: Region
    middle: Region
    queries: Region
    between: Region
    title: float
    middle_title: float
    lines: Region
    lanes: Region | None


def pair_places(stage: Stage, *, second_line: bool = False, matrices: bool = False) -> PairPlaces:
    """Return the places: three planes in a row above the arithmetic, or in a tall frame two above the third.

    Args:
        stage: the frame.
        second_line: whether the spaces' names take two lines.
        matrices: whether matrices go below the spaces.
    """
    title = _TITLE + _SECOND * second_line + 0.1 * stage.is_narrow
    if stage.is_wide:
        return _in_a_wide_frame(stage, title)
    return _in_a_tall_frame(stage, title) if stage.is_portrait else _in_a_square(stage, title, matrices)


def _in_a_wide_frame(stage: Stage, title: float) -> PairPlaces:
    head, planes, lower = stage.safe.rows(title + 0.05, 5.15 - title, 1.65, gap=0.08)
    # Below the planes there is room for a matrix, where at first the names of their axes stand.
    left, middle, right = planes.inset(bottom=_STRIP).columns(1, 1, 1, gap=_GAP)
    baseline = head.top - _TITLE / 2 - 0.1
    return PairPlaces(left, middle, right, middle, baseline, baseline, lower, None)


def _in_a_square(stage: Stage, title: float, matrices: bool) -> PairPlaces:
    safe = stage.safe
    # In a square the planes need all of the width; below them matrices stand from the beginning.
    gap, strip = (_LEAST_GAP, 1.05) if stage.is_narrow else (_GAP, _STRIP + 0.12)
    width = (safe.width - 2 * gap) / 3
    _, planes, lower = _from_the_top(safe, title, width, strip if matrices else 0.25)
    left, middle, right = planes.columns(1, 1, 1, gap=gap)
    if stage.is_narrow:
        middle = middle.inset(left=-_ASIDE, right=_ASIDE)
    baseline = safe.top - _TITLE / 2 - 0.1
    lines, lanes = _halves(lower)
    side = max(0.0, lanes.width - _LONGEST_LANE)
    lanes = lanes.inset(right=side)
    return PairPlaces(left, middle, right, middle, baseline, baseline, lines, lanes)


def _in_a_tall_frame(stage: Stage, title: float) -> PairPlaces:
    safe = stage.safe
    width = (safe.width - _GAP) / 2
    _, planes, rest = _from_the_top(safe, title, width, _STRIP + 0.35)
    left, right = planes.columns(1, 1, gap=_GAP)
    _, between, lower = _from_the_top(rest, _TITLE, width, 0.25)
    side = (safe.width - width) / 2
    lines, lanes = _halves(lower)
    return PairPlaces(
        left,
        between.inset(left=side, right=side),
        right,
        between,
        safe.top - _TITLE / 2 - 0.1,
        rest.top - _TITLE / 2 - 0.1,
        lines,
        lanes,
    )


def _from_the_top(region: Region, title: float, height: float, gap: float) -> tuple[Region, Region, Region]:
    """Return a title's region, a picture's of the given height, and the rest below a gap."""
    rest = region.height - title - height - gap
    head, picture, _, below = region.rows(title, height, gap, rest)
    return head, picture, below


def _halves(region: Region) -> tuple[Region, Region]:
    """Return two lines above two more, no farther apart than necessary."""
    spare = max(0.0, region.height - 4 * _PITCH)
    upper, lower = region.inset(bottom=spare / 2, top=spare / 2).rows(1, 1)
    return upper, lower


def name_above(name: Label, panel: Region, baseline: float, stage: Stage) -> None:
    """Put a name above a panel, from its left edge on, or farther left where it would leave the frame."""
    left = min(panel.left, stage.safe.right - float(name.width))
    name.align_to(point(left, 0), LEFT).on_baseline(baseline)


def stand_beside(title: Label, note: Label, panel: Region, baseline: float, stage: Stage) -> None:
    """Put a space's name and its note above its panel, from edge to edge, or wider where necessary."""
    half = max(panel.width, title.width + note.width + BETWEEN) / 2
    # Both stay in the frame, even when they are wider than a third of it.
    safe = stage.safe
    middle = min(max(float(panel.centre[0]), safe.left + half), safe.right - half)
    title.align_to(point(middle - half), LEFT).on_baseline(baseline)
    note.align_to(point(middle + half), RIGHT).on_baseline(baseline)


_AIR = 1.12
"""The factor by which the planes extend beyond the longest vector, for its label."""

_SPREAD = 3.0
"""The factor by which a grid extends beyond its panel, so that a squeezed one still fills it."""

_LINE = 0.45
"""Scene units from a space's name to the note below it."""

_WIDEST_NAMES = 0.34
"""The largest share of the frame's width for a space's name and its note side by side."""

_BESIDE_LABEL = 0.1
"""Scene units between a label at the middle plane and the next plane."""

_BOX = 0.14
"""The margin of the box around the results, scene units."""

_SAID = 0.55
"""Opacity of the arithmetic when only its results matter."""

_WIDEST_LINE = 0.65
"""The largest share of the frame's width for the arithmetic beside the lanes; its products shrink to fit."""

_DIMMED = 0.3
"""Opacity of the vectors that are not being compared."""


class PairFigure(Figure):
    """A figure with a key space at the left, a query space at the right, and one vector of each compared between them.

    Attributes:
        keys: the key space.
        queries: the query space.
        middle: the space between them.
        keys_title: the key space's name.
        queries_title: the query space's name.
        places: the places of all parts.
        lines: the arithmetic of both forces.
        lanes: both forces as arrows.
        met: the key and the query of each direction, in the middle plane, the shorter in front.
        pairs: who pulls whom, above the middle plane.
        both: the title above the middle plane at the end.
        frame: a box around both results.
    """

    Parameters = PairParameters
    world_name = "bride-and-ring"
    numbers: Pair
    parameters: PairParameters

    def lay_out(
        self,
        reach: Tensor,
        forces: Tensor,
        *,
        together: bool = False,
        notes: Sequence[Label] = (),
        matrices: bool = False,
    ) -> None:
        """Make everything that both figures show.

        Args:
            reach: shape (N, 2): all vectors that are ever drawn.
            forces: all forces that are ever drawn; the largest fills its lane.
            together: whether both pairs are ever in the middle plane at the same time.
            notes: notes on the key space and on the query space, beside or below their names.
            matrices: whether matrices go below the spaces.
        """
        numbers, style, reach = self.numbers, self.style, _AIR * reach
        theme, words = style.theme, numbers.words
        titles = [
            Label(self.says(key), size=self._title_size, color=color, style=style)
            for key, color in (("key-space", theme.key), ("query-space", theme.query))
        ]
        self.keys_title, self.queries_title = titles
        self.places = places = pair_places(self.stage, second_line=self._two_lines(titles, notes), matrices=matrices)
        self._lay_out_planes(reach, together)
        self._name_spaces(titles, notes)
        self.met = self._met(together)
        said = [pulls_row(words[index], words[1 - index], size=self._title_size, style=style) for index in range(2)]
        self.pairs = [self._above_middle(row) for row in said]
        self.both = self._above_middle(Row([Label(self.says("both-ways"), size=self._title_size, style=style)]))
        self._write(places.lines)
        self.frame = SurroundingRectangle(
            VGroup(*(line.result for line in self.lines)),
            color=style.theme.ink,
            buff=0.11,
            corner_radius=0.1,
            stroke_width=style.strokes.thin,
        )
        taken = max(line.width for line in self.lines)
        self._draw_lanes(places.lanes or places.lines.inset(left=taken + 0.5), forces)

    def _lay_out_planes(self, reach: Tensor, together: bool) -> None:
        """Make the key space, the query space and the plane between them."""
        numbers, places, theme = self.numbers, self.places, self.style.theme
        self.keys, self.queries = (
            self.space_of(region, reach, color)
            for region, color in ((places.keys, theme.key), (places.queries, theme.query))
        )
        self.middle = VectorSpace(
            places.middle,
            reach,
            (),
            numbers.vectors[:0],
            (),
            axes=numbers.axes,
            spread=_SPREAD,
            style=self.style,
        )
        if self._is_tight and together:  # then the next space has no names of axes any more
            plane, end = self.middle.plane, self.queries.plane.panel.left - _BESIDE_LABEL
            plane.room = plane.room.inset(right=plane.room.right - end)

    def space_of(self, region: Region, reach: Tensor, color: str) -> VectorSpace:
        """Return both words' vectors in a space; all such spaces have equal grids and can turn into each other."""
        numbers = self.numbers
        return VectorSpace(
            region,
            reach,
            numbers.words,
            numbers.vectors,
            [color] * 2,
            axes=numbers.axes,
            spread=_SPREAD,
            size=self._word_size,
            style=self.style,
        )

    def _two_lines(self, titles: Sequence[Label], notes: Sequence[Label]) -> bool:
        """Return whether the notes go below the spaces' names, for want of room beside them."""
        if not notes:
            return False
        widest = max(title.width + note.width + BETWEEN for title, note in zip(titles, notes, strict=True))
        return not self.stage.is_wide or float(widest) > _WIDEST_NAMES * self.stage.safe.width

    def _name_spaces(self, titles: Sequence[Label], notes: Sequence[Label]) -> None:
        """Place names above their spaces, together with the notes."""
        panels = [side.plane.panel for side in (self.keys, self.queries)]
        for title, panel in zip(titles, panels, strict=True):
            name_above(title, panel, self.places.title, self.stage)
        if not self._two_lines(titles, notes):
            for title, note, panel in zip(titles, notes, panels, strict=False):
                stand_beside(title, note, panel, self.places.title, self.stage)
            return
        for note, panel in zip(notes, panels, strict=True):
            name_above(note, panel, self.places.title - _LINE, self.stage)

    @property
    def _is_tight(self) -> bool:
        """True if three planes share the width of a narrow frame, where type is smaller."""
        return self.stage.is_narrow and not self.stage.is_portrait

    @property
    def _title_size(self) -> float:
        """The type size above the planes."""
        return self.style.sizes.label if self._is_tight else self.style.sizes.phrase

    @property
    def _word_size(self) -> float:
        """The type size at the vectors."""
        return self.style.sizes.note if self._is_tight else self.style.sizes.label

    def _above_middle(self, said: Row) -> Row:
        """Put a title above the middle plane."""
        said.set_x(self.middle.plane.panel.centre[0])
        return said.on_baseline(self.places.middle_title)

    def _met(self, together: bool) -> list[list[LabelledArrow]]:
        numbers, theme = self.numbers, self.style.theme
        names = [(numbers.words[index], numbers.words[1 - index]) for index in range(2)]
        rows = [torch.stack([numbers.keys[index], numbers.queries[1 - index]]) for index in range(2)]
        colors = (theme.key, theme.query)
        if together:
            both = self._between(names[0] + names[1], torch.cat(rows), colors * 2)
            met = [both[:2], both[2:]]
        else:
            met = [self._between(words, vectors, colors) for words, vectors in zip(names, rows, strict=True)]
        for arrows, vectors in zip(met, rows, strict=True):
            arrows[int(vectors.norm(dim=-1).argmin())].set_z_index(2)
            arrows[int(vectors.norm(dim=-1).argmax())].set_z_index(1)
        return met

    def _between(self, words: Sequence[str], vectors: Tensor, colors: Sequence[str]) -> list[LabelledArrow]:
        """Return vectors in the middle plane."""
        return labelled_arrows(
            self.middle.plane, words, vectors, colors, size=self._word_size, on_sides=True, style=self.style
        )

    def _write(self, region: Region) -> None:
        sizes = self.style.sizes
        room = region.width - _BOX if self.places.lanes else _WIDEST_LINE * region.width
        for size in (sizes.phrase, sizes.script, sizes.label, sizes.note):
            self.lines = self._lines(size)
            if max(line.width for line in self.lines) <= room:
                break
        for line, row in zip(self.lines, region.rows(1, 1), strict=True):
            line.starting_at(region.left).on_baseline(float(row.centre[1]) - 0.1)

    def _lines(self, size: float) -> list[DotProductLine]:
        numbers = self.numbers
        return [
            DotProductLine(
                (vector_name(numbers.words[index], letter="k"), vector_name(numbers.words[1 - index], letter="q")),
                numbers.keys[index],
                numbers.queries[1 - index],
                numbers.forces[index],
                (self.style.theme.key, self.style.theme.query),
                size=size,
                style=self.style,
            )
            for index in range(2)
        ]

    def _draw_lanes(self, region: Region, forces: Tensor) -> None:
        # Level with the arithmetic, whose digits stand on a baseline below the centre of their rows.
        self._lane_rows = region.inset(bottom=0.05).rows(1, 1)
        self._scale = lane_scale(forces, region, [self._ends(index) for index in range(2)])
        self.lanes = [self.lane(index, force) for index, force in enumerate(self.numbers.forces)]

    def lane(self, index: int, force: Tensor) -> ForceLane:
        """Return a force of one of the two directions, on the common scale."""
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

    @classmethod
    def alternative_values(cls, numbers: Pair) -> Mapping[str, object]:
        """Return both words and both forces."""
        first, second = numbers.words
        force, back = (format_number(float(force)) for force in numbers.forces)
        return {"first": first, "second": second, "force": force, "back": back}

    def meeting(self, index: int) -> dict[str, str]:
        """Return the values to fill into the caption "meet", when a key meets a query."""
        words = self.numbers.words
        return {"puller": words[index], "pulled": words[1 - index], "force": self.lines[index].result.shown}

    def meet(self, index: int, *, pace: float = 1.0) -> None:
        """Bring the key of one word and the query of the other together: side by side, multiplied, as a force."""
        times = self.style.times
        line, lane = self.lines[index], self.lanes[index]
        key, query = self.keys.word(index), self.queries.word(1 - index)
        dimmed = [self.keys.word(1 - index), self.queries.word(index)]
        if index:
            self.play(FadeOut(self.pairs[0], *self.met[0]), run_time=times.quick)
        come = [self.pairs[index]] if index else [self.pairs[index], self.middle.space]
        self.play(
            *(fade_to(word, 1.0) for word in (key, query)),
            *(fade_to(word, _DIMMED) for word in dimmed),
            FadeIn(*come),
            run_time=times.move * pace,
        )
        arrive = [TransformFromCopy(word, met) for word, met in zip((key, query), self.met[index], strict=True)]
        self.play(*arrive, FadeIn(line.spelled), run_time=times.slow * pace)
        self.play(FadeIn(line.products), run_time=times.move * pace)
        self.play(FadeIn(line.result, lane.line, *lane.ends), run_time=times.quick)
        self.play(grow(lane.arrow), run_time=times.move * pace)

    def conclude(self) -> None:
        """Light up all vectors, put both pairs together, and box both results."""
        times = self.style.times
        words = [side.word(index) for side in (self.keys, self.queries) for index in range(2)]
        self.play(FadeOut(self.pairs[1]), *(fade_to(word, 1.0) for word in words), run_time=times.quick)
        self.play(FadeIn(self.both), *self.join(), run_time=times.move)
        said = [piece for line in self.lines for piece in (line.spelled, line.products)]
        self.play(*(fade_to(piece, _SAID) for piece in said), Create(self.frame), run_time=times.move)

    def join(self) -> list[Animation]:
        """Return the animations that bring both pairs into the middle plane."""
        return [FadeIn(*self.met[0])]
