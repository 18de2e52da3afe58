"""A band of light behind numbers that belong together."""

from __future__ import annotations

from manim import RoundedRectangle, VMobject

from scenes.parts.surface import colour_area
from scenes.style import DEFAULT, Style

_AIR = (0.09, 0.07)
"""Scene units that it reaches over what is on it, sideways and up and down."""


class Band(RoundedRectangle):
    """A light ground behind a mobject, such as some columns of a matrix.

    Args:
        behind: what stands on it.
        color: ``#rrggbb``, by role.
        opacity: how much of the colour there is, from 0 to 1.
        style: theme and line widths.
    """

    def __init__(self, behind: VMobject, color: str, opacity: float, style: Style = DEFAULT) -> None:
        super().__init__(
            width=behind.width + 2 * _AIR[0], height=behind.height + 2 * _AIR[1], corner_radius=0.08, stroke_width=0
        )
        colour_area(self, color, opacity, style)
        self.move_to(behind)
        self.set_z_index(-1)
