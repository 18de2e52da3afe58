"""Trees that are as green as a number says: bare ones have no leaves."""

from __future__ import annotations

import math
from typing import Self

from manim import Dot, VGroup, VMobject

from scenes.parts.contrast import mixed
from scenes.parts.geometry import Point, point
from scenes.style import DEFAULT, Style

_TREES = ((-0.4, 0.86), (-0.2, 1.0), (0.01, 0.82), (0.2, 0.96), (0.41, 0.88))
"""The place of each tree as a share of the width of all, and its height as a share of the tallest."""

_TRUNK, _FORKS, _SHORTER, _SPREAD = 0.36, 4, 0.68, 0.44
"""The share of a tree's height that its trunk has, how often its branches fork, how much shorter each branch is than
the last one, and the angle by which it leaves it."""

_WOOD, _LEAF = 5.0, 0.075
"""Stroke units of a trunk, and the radius of a grown leaf as a share of a tree's height."""

_GREEN, _SHADES = 0.84, (0.5, 0.66, 0.58)
"""The share of green in the colour of leaves, beside the first family's; the shares of it over the ground."""


class Trees(VGroup):
    """A row of trees whose leaves grow with a number.

    Args:
        greenness: 0 or less is bare, 1 in full leaf.
        width: of the row, scene units.
        height: of the tallest, scene units.
        ground: manim point in the middle beneath them.
        style: theme.
    """

    def __init__(self, greenness: float, width: float, height: float, ground: Point, *, style: Style = DEFAULT) -> None:
        self.height_of_all, self.style, theme = height, style, style.theme
        green = mixed(theme.query, theme.families[0], _GREEN)
        self.greens = [mixed(green, theme.background, share) for share in _SHADES]
        self.wood, self.leaves = VGroup(), VGroup()
        for place, share in _TREES:
            self._grow(ground + point(place * width), math.pi / 2, _TRUNK * share * height, _FORKS)
        super().__init__(self.wood, self.leaves)
        self.look(greenness)

    def look(self, greenness: float) -> Self:
        """Let the leaves be as large as a number says."""
        size = max(1e-3, min(1.0, greenness)) * _LEAF * self.height_of_all
        for leaf in self.leaves:
            leaf.scale_to_fit_width(2 * size).set_opacity(float(greenness > 0))
            if not self.style.theme.filled:
                leaf.set_fill(opacity=0.0).set_stroke(width=self.style.strokes.hair)
        return self

    def _grow(self, start: Point, angle: float, length: float, forks: int) -> None:
        """Add a branch, and those that leave it."""
        end = start + length * point(math.cos(angle), math.sin(angle))
        branch = VMobject(stroke_color=self.style.theme.dim, stroke_width=_WOOD * (0.3 + 0.7 * forks / _FORKS))
        self.wood.add(branch.set_points_as_corners([start, end]))
        if forks < _FORKS - 1:
            self.leaves.add(Dot(end, color=self.greens[len(self.leaves) % len(self.greens)]))
        if forks:
            for side in (-1, 1):
                self._grow(end, angle + side * _SPREAD, _SHORTER * length, forks - 1)
