"""Where the plane of a value space, its matrix and the two distances go, in a frame of any shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from scenes.parts.plane import WordPlane
from scenes.stage import Region, Stage
from scenes.style import Style

_HEADROOM = 0.55
"""Scene units above the highest place for a label, where a plane does not get smaller by it."""

_WIDER = 0.45
"""Units of the plane from which it is worth while to let it reach farther."""

_NEARER = 0.15
"""Scene units by which the name comes nearer to the phrase in a square, where the plane is low."""


@dataclass(frozen=True, slots=True)
class ValuePlaces:
    """Where all of it goes, below the phrase.

    Attributes:
        plane: the plane, the names of its axes included.
        title: the space's name.
        rule: what counts in it.
        matrix: its matrix with the names of the rows.
        distances: the two distances.
        in_turn: whether the distances take the place of rule and matrix, since there is no room for both.
        side_by_side: whether one distance stands beside the other instead of below it.
    """

    plane: Region
    title: Region
    rule: Region
    matrix: Region
    distances: Region
    in_turn: bool = False
    side_by_side: bool = False


def value_places(stage: Stage) -> ValuePlaces:
    """The plane beside the rest in a wide frame, above it in a tall one."""
    room = stage.picture_to_bottom
    if stage.is_wide:
        plane, right = room.columns(1.5, 1, gap=0.4)
        top, matrix, distances = right.rows(1.0, 2.4, 2.7)
        return ValuePlaces(plane, *_lines(top), matrix, distances.inset(0.35, 0.35))
    if stage.is_portrait:
        top, plane, matrix, distances = room.rows(1.0, 5.6, 2.5, 2.8)
        return ValuePlaces(plane, *_lines(top), matrix, distances.inset(0.35, 0.35))
    if stage.is_narrow:
        title, plane, lower = room.inset(top=-_NEARER).rows(0.45, 3.62, 2.13)
        rule, matrix = lower.rows(0.53, 1.6)
        return ValuePlaces(plane, title, rule, matrix, lower.inset(0.8, 0.8, top=-0.07), in_turn=True)
    upper, distances = room.rows(4.65, 1.4)
    plane, right = upper.columns(6.4, 3.1, gap=0.17)
    title, rule, matrix = right.rows(1.1, 1.0, 2.55)
    return ValuePlaces(plane, title, rule, matrix, distances, side_by_side=True)


def _lines(region: Region) -> tuple[Region, Region]:
    title, rule = region.rows(0.58, 0.42)
    return title, rule


def roomy_plane(region: Region, rows: Tensor, names: Sequence[str], style: Style) -> WordPlane:
    """A plane that reaches farther to both sides or above than it must, where that does not make it smaller.

    Args:
        region: what it may fill.
        rows: shape (N, 2): all that must be inside.
        names: of the axes.
        style: theme and sizes.
    """
    plane = WordPlane(region, rows, names, style=style)
    above = torch.tensor([[0.0, float(rows[:, 1].max()) + _HEADROOM / plane.unit]])
    higher = WordPlane(region, torch.cat([rows, above]), names, style=style)
    if higher.unit > 0.99 * plane.unit:
        return higher
    spare = (plane.room.width - plane.panel.width) / plane.unit / 2
    low, high = plane.spans[0]
    for share in (1.0, 0.8, 0.6, 0.4):
        sides = torch.tensor([[low - share * spare, 0.0], [high + share * spare, 0.0]])
        wider = WordPlane(region, torch.cat([rows, sides]), names, style=style)
        if share * spare > _WIDER and wider.unit > 0.99 * plane.unit:
            return wider
    return plane
