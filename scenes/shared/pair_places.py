"""Where a key space, a query space, the plane between them and both forces go, in a frame of any shape."""

from __future__ import annotations

from dataclasses import dataclass

from manim import LEFT, RIGHT

from scenes.parts.geometry import point
from scenes.parts.text import Label
from scenes.stage import Region, Stage

BETWEEN = 0.3
"""Scene units between a space's name and what is said of it."""

_GAP = 0.45
"""Scene units between two planes side by side."""

_LEAST_GAP = 0.12
"""The same where the planes would be too small; the names of their axes part them too."""

_LONGEST_LANE = 7.0
"""Scene units: a longer lane would have arrows so broad that they do not fit their line."""

_ASIDE = 0.17
"""Scene units by which the plane between stands farther from the next one in a square: an axis has its name there."""

_STRIP = 0.62
"""Scene units kept free below the planes, besides those for the names of axes: a matrix stands there later."""

_TITLE = 0.6
"""Scene units for a line of names above the planes."""

_SECOND = 0.45
"""Scene units for another line."""

_PITCH = 0.95
"""Most scene units from one line of the arithmetic to the next."""


@dataclass(frozen=True, slots=True)
class PairPlaces:
    """Where all of it goes.

    Attributes:
        keys: the key space, the names of its axes included.
        middle: the plane between.
        queries: the query space.
        between: what is free at the plane between, from neighbour to neighbour.
        title: the baseline of what stands above keys and queries, scene units.
        middle_title: the baseline of what stands above the plane between.
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
    """Three planes side by side with the arithmetic below them, or, in a tall frame, the one between below the others.

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
        left, between.inset(left=side, right=side), right, between,
        safe.top - _TITLE / 2 - 0.1, rest.top - _TITLE / 2 - 0.1, lines, lanes,
    )  # fmt: skip


def _from_the_top(region: Region, title: float, height: float, gap: float) -> tuple[Region, Region, Region]:
    """A title, a picture of that height, and what is left below a gap."""
    rest = region.height - title - height - gap
    head, picture, _, below = region.rows(title, height, gap, rest)
    return head, picture, below


def _halves(region: Region) -> tuple[Region, Region]:
    """Two lines above two more, not farther apart than they need be."""
    spare = max(0.0, region.height - 4 * _PITCH)
    upper, lower = region.inset(bottom=spare / 2, top=spare / 2).rows(1, 1)
    return upper, lower


def name_above(name: Label, panel: Region, baseline: float, stage: Stage) -> None:
    """Put a name above a panel, from its left edge on, or farther left where it would leave the frame."""
    left = min(panel.left, stage.safe.right - float(name.width))
    name.align_to(point(left, 0), LEFT).on_baseline(baseline)


def stand_beside(title: Label, note: Label, panel: Region, baseline: float, stage: Stage) -> None:
    """Put a space's name and what is said of it above its panel, from edge to edge, or farther where it must."""
    half = max(panel.width, title.width + note.width + BETWEEN) / 2
    # Both stay in the frame, also when they are wider than what a third of it leaves them.
    safe = stage.safe
    middle = min(max(float(panel.centre[0]), safe.left + half), safe.right - half)
    title.align_to(point(middle - half), LEFT).on_baseline(baseline)
    note.align_to(point(middle + half), RIGHT).on_baseline(baseline)
