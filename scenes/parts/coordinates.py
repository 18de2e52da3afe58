"""Where a vector's numbers stand on the axes of its plane."""

from __future__ import annotations

from manim import DOWN, LEFT, RIGHT, UP, DashedLine, VGroup
from torch import Tensor, tensor

from scenes.parts.geometry import flat
from scenes.parts.labels import Segment
from scenes.parts.number import Number
from scenes.parts.plane import WordPlane
from scenes.style import DEFAULT, Style


class Guides(VGroup):
    """A vector's two numbers beside the axes, and dashed lines from there to its place.

    Args:
        plane: the plane it is on.
        row: the vector, shape (2,).
        color: ``#rrggbb`` of its word.
        style: theme and sizes.

    Attributes:
        numbers: the two numbers, each on the side of its axis where the vector is not.
        lines: the dashed lines, in the same order.
        segments: where they run, as pairs of (x, y).
    """

    def __init__(self, plane: WordPlane, row: Tensor, color: str, *, style: Style = DEFAULT) -> None:
        x, y = (float(number) for number in row)
        end = plane.place(row)
        starts = [plane.place(tensor(foot)) for foot in ((x, 0.0), (0.0, y))]
        sides = [UP if y < 0 else DOWN, RIGHT if x < 0 else LEFT]
        self.numbers = [Number(number, size=style.sizes.label, color=color, style=style) for number in row]
        for number, start, side in zip(self.numbers, starts, sides, strict=True):
            number.next_to(start, side, buff=0.14)
        self.lines = [DashedLine(start, end, dash_length=0.09, color=color, buff=0) for start in starts]
        VGroup(*self.lines).set_stroke(width=style.strokes.thin, opacity=0.6)
        self.segments: list[Segment] = [(flat(start), flat(end)) for start in starts]
        super().__init__(*self.lines, *self.numbers)
