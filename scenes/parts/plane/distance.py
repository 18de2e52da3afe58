"""The distance between two points: a dashed line with its number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DL, UR, DashedLine, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment, inside_length
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row
from scenes.style import DEFAULT, Style


class Distance(VGroup):
    """A dashed line between two points with the distance printed beside its middle.

    Args:
        start: manim point.
        end: manim point.
        value: the distance that is printed.
        style: theme and sizes.
        side: +1 or -1: the side of the line on which the number stands.
        at: the number's position along the line, from 0 to 1.
        clear: scene units left free at both ends, less where the line is short.
        named: write the word "distance" before the number.
        lit: draw the line in ink, as the one that matters, instead of dim.

    Attributes:
        line: the dashed line.
        number: the number.
        text: the number, with the word "distance" where it is named.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        value: Tensor | float,
        style: Style = DEFAULT,
        *,
        side: int = 1,
        at: float = 0.5,
        clear: float = 0.16,
        named: bool = True,
        lit: bool = False,
    ) -> None:
        length = float(np.linalg.norm(end - start))
        along = (end - start) / length if length > 1e-9 else point(1.0, 0.0)
        across = point(-along[1], along[0]) * side
        spare = min(clear, length / 4)
        self.line = DashedLine(
            start + along * spare,
            end - along * spare,
            dash_length=0.1,
            color=style.theme.ink if lit else style.theme.dim,
            stroke_width=style.strokes.line if lit else style.strokes.thin,
        )
        self.number = Number(value, color=style.theme.ink, style=style)
        said = Label(style.says("distance"), size=style.sizes.note, color=style.theme.dim, style=style)
        self.text = Row([said, self.number] if named else [self.number], 0.14)
        reach = 0.14 + abs(across[0]) * self.text.width / 2 + abs(across[1]) * self.text.height / 2
        self.text.move_to(start + (end - start) * at + across * reach)
        super().__init__(self.line, self.text)

    @property
    def flat_segment(self) -> Segment:
        """The ends of the line, as pairs of (x, y)."""
        return flat(self.line.get_start()), flat(self.line.get_end())

    def under_number(self, lines: Sequence[Segment]) -> float:
        """Return the length of other lines under the number, in scene units."""
        low, high = self.text.get_corner(DL), self.text.get_corner(UR)
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        return sum(inside_length(line, box) for line in lines)


def clear_distance(
    start: Point,
    end: Point,
    value: Tensor | float,
    style: Style = DEFAULT,
    *,
    away: Point,
    lines: Sequence[Segment],
    clear: float = 0.16,
) -> Distance:
    """Return a highlighted distance with its number alone, away from a point and clear of other lines if possible.

    Args:
        start: manim point.
        end: manim point.
        value: the distance that is printed.
        style: theme and sizes.
        away: a manim point; the number stands on the other side of the line.
        lines: lines that the number avoids, such as axes.
        clear: scene units left free at both ends, less where the line is short.
    """
    way, outward = end - start, (start + end) / 2 - away
    side = 1 if way[0] * outward[1] - way[1] * outward[0] > 0 else -1
    tries = [
        Distance(start, end, value, style, side=side, at=at, clear=clear, named=False, lit=True)
        for at in (0.5, 0.4, 0.6, 0.3, 0.7)
    ]
    return min(tries, key=lambda gap: gap.under_number(lines))
