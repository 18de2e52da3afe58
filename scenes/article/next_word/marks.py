"""Marks of right and wrong."""

from __future__ import annotations

from manim import VMobject

from scenes.parts.geometry import point
from scenes.style import DEFAULT, Style


class CheckMark(VMobject):
    """A check mark: right.

    Args:
        color: ``#rrggbb``.
        size: its height in scene units.
        style: strokes.
    """

    def __init__(self, color: str, *, size: float = 0.3, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=style.strokes.bold)
        corners = [(-0.45, 0.0), (-0.12, -0.4), (0.5, 0.5)]
        self.set_points_as_corners([point(x * size, y * size) for x, y in corners])


class CrossMark(VMobject):
    """Two crossed lines: wrong.

    Args:
        color: ``#rrggbb``.
        size: its height in scene units.
        style: strokes.
    """

    def __init__(self, color: str, *, size: float = 0.3, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=style.strokes.bold)
        half = size / 2
        for start, end in (((-half, half), (half, -half)), ((-half, -half), (half, half))):
            self.start_new_path(point(*start))
            self.add_line_to(point(*end))
