"""A slip of paper with numbers of steps, and pairs of numbers that stand below each other."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Polygon, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.vector import arrow_corners
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import Style

PITCH, GAP = 0.0215, 0.2
"""Scene units from a line to the next, for each font unit, and between pieces of a line."""

_PIECES = (0.05, 0.05, 0.16, 0.05)
"""Scene units between the pieces of a pair: its left bracket, a number, a comma, a number, its right bracket."""

_STEP, _SHAFT = 0.019, 0.1
"""Scene units: the length of the arrow that stands for a step, for each font unit, and its shaft's width."""

PAPER, _FOLD = (0.22, 0.2), 0.3
"""Scene units from the note's lines to its edges, sideways and up, and the side of its folded corner."""

HEADING_ICON, _HEADING = 0.018, 0.85
"""Scene units: the height of an icon above the lines, for each font unit, and of the line where it stands."""


def step_sign(size: float, ink: str, style: Style) -> Polygon:
    """Return the arrow that stands for a step in a line of type.

    Args:
        size: of the type, manim font units.
        ink: ``#rrggbb`` of the step.
        style: theme.
    """
    corners = arrow_corners(point(), point(_STEP * size), _SHAFT)
    return Polygon(*corners, stroke_width=0).set_fill(style.theme.fill(ink), 1.0)


class Pair(VGroup):
    """Two numbers in parentheses that stand below others: their right ends are as far apart in all pairs of a column.

    Args:
        row: shape (2,).
        slot: scene units that the widest second number of the column needs.
        size: manim font units.
        color: ``#rrggbb``.
        decimals: digits after the point.
        first_slot: scene units of the widest first number, where brackets stand below each other; else they are snug.
        style: theme.

    Attributes:
        numbers: the two numbers.
        signs: parentheses and comma.
    """

    def __init__(
        self,
        row: Tensor,
        slot: float,
        *,
        size: float,
        color: str,
        decimals: int,
        first_slot: float = 0.0,
        style: Style,
    ) -> None:
        comma = Label(style.language.text("common.labels.between-numbers", {}), size=size, style=style)
        left, right = (Math(each, size=size, style=style) for each in ("paren.l", "paren.r"))
        self.numbers = [Number(each, decimals=decimals, size=size, color=color, style=style) for each in row]
        first, second = self.numbers
        x = 0.0
        for piece, gap, width in (
            (left, 0.0, left.width), (first, _PIECES[0], max(first_slot, float(first.width))),
            (comma, _PIECES[1], comma.width),
            (second, _PIECES[2], slot), (right, _PIECES[3], right.width),
        ):  # fmt: skip
            x += gap + float(width)
            piece.set_x(x - float(piece.width) / 2).on_baseline(left.baseline)
        self.signs = VGroup(left, comma, right)
        super().__init__(left, first, comma, second, right)

    @property
    def baseline(self) -> float:
        """The baseline of its numbers, scene units."""
        return self.numbers[0].baseline


class Note(VGroup):
    """A slip of paper that says how many steps of each kind lead to a place.

    Args:
        vector: the numbers of steps.
        inks: ``#rrggbb`` of both kinds.
        decimals: digits after the point of each number.
        size: manim font units.
        heading: what stands above the lines, if anything does.
        style: theme.

    Attributes:
        paper: the slip, with its folded corner.
        heading: what stands above the lines; nothing where it has no heading.
        lines: one for each kind of step: its number, and the arrow.
    """

    def __init__(
        self,
        vector: Tensor,
        inks: Sequence[str],
        *,
        decimals: Sequence[int],
        size: float,
        heading: VMobject | None,
        style: Style,
    ) -> None:
        self.lines = []
        for count, ink, digits in zip(vector, inks, decimals, strict=True):
            factor = Factor(count, decimals=digits, size=size, color=ink, style=style)
            times = Math("times", size=size, style=style)
            step = step_sign(size, ink, style)
            line = VGroup(Row([factor, times], GAP), step)
            self.lines.append(line)
        pitch = PITCH * size
        ends = max(float(line[0].width) for line in self.lines)
        for index, line in enumerate(self.lines):
            row, sign = line
            row.move_to(point(ends - float(row.width) / 2, -pitch * index))
            sign.move_to(point(ends + GAP + float(sign.width) / 2, -pitch * index))
        inner = VGroup(*self.lines)
        across, up = PAPER
        left, right = float(inner.get_left()[0]) - across, float(inner.get_right()[0]) + across
        top, low = pitch / 2 + up / 2, -1.5 * pitch - up / 2
        self.heading = VGroup() if heading is None else heading
        if heading is not None:
            self.heading.move_to(point((left + right) / 2, top + _HEADING / 2 - 0.06))
            top += _HEADING
        fold = min(_FOLD, (top - low) / 4)
        corners = [(left, low), (right, low), (right, top - fold), (right - fold, top), (left, top)]
        sheet = Polygon(*(point(*corner) for corner in corners), color=style.theme.ink, stroke_width=2.6)
        sheet.set_fill(style.theme.shade, 1.0 if style.theme.filled else 0.0)
        corner = VMobject(stroke_color=style.theme.ink, stroke_width=2.6)
        corner.set_points_as_corners(
            [point(right - fold, top), point(right - fold, top - fold), point(right, top - fold)]
        )
        self.paper = VGroup(sheet, corner)
        super().__init__(self.paper, self.heading, *self.lines)

    def middle_of(self, index: int) -> float:
        """Return the height at which a line stands, scene units."""
        return float(self.lines[index][1].get_y())
