"""A head's card beside the map: its name, what it does to one axis, its arithmetic and its knob."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from manim import Circle, Triangle, VGroup, VMobject

from scenes.layout import fit
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.typeset import Label, Row
from scenes.stage import Region
from scenes.style import Style

_RADIUS, _MARK, _TURN, _POINTER = 0.58, 0.24, 0.75 * pi, 7.0
"""Scene units: a knob's radius, and beyond it to the middle of a mark; its turn for the largest number; stroke units of
its pointer."""

_LINE, _CLOSE, _PITCH, _MARKED = 0.62, 0.42, 0.7, 0.42
"""Scene units from the title to the line below it, and in a card that lies; from a row to the next at the most; what
its marks take beyond a knob."""


class Knob(VGroup):
    """A knob that turns with a number.

    Args:
        radius: scene units.
        upright: whether it moves things up and down instead of left and right.
        style: theme.
    """

    def __init__(self, radius: float, *, upright: bool, style: Style) -> None:
        theme = style.theme
        self._radius = radius
        self.disc = Circle(radius=radius, color=theme.value, stroke_width=4)
        self.disc.set_fill(theme.value, 0.16 if theme.filled else 0.0)
        self.pointer = VMobject(stroke_color=theme.value, stroke_width=_POINTER)
        self.marks = VGroup()
        for turn in (0.0, pi):
            mark = Triangle(color=theme.value, stroke_width=0).set_fill(theme.value, 1.0).scale(0.15)
            way = turn + (pi / 2 if upright else 0.0)
            mark.rotate(way - pi / 2).move_to((radius + _MARK) * point(cos(way), sin(way)))
            self.marks.add(mark)
        super().__init__(self.disc, self.pointer, self.marks)
        self.turn(0.0)
        laid(self, Layer.LEDGER)

    def turn(self, share: float) -> None:
        """Turn it to a share of the largest number, from −1 to 1, clockwise."""
        angle, middle = pi / 2 - _TURN * share, self.disc.get_center()
        way = self._radius * point(cos(angle), sin(angle))
        self.pointer.set_points_as_corners([middle + 0.25 * way, middle + 0.9 * way])


class KnobCard:
    """A head's card.

    Args:
        title: the head's name.
        factor: what it does to an axis, or None.
        region: the card's.
        upright: whether its knob moves things up and down.
        lying: whether its numbers stand beside the knob instead of above it.
        style: theme and sizes.

    Attributes:
        title: the name.
        factor: the line below it; empty for none.
        knob: the knob.
        zone: where rows stand.
    """

    def __init__(
        self, title: str, factor: Row | None, region: Region, *, upright: bool, lying: bool, style: Style
    ) -> None:
        self.style = style
        size = style.sizes.tick if lying else style.sizes.number
        self.title = Label(title, size=size, color=style.theme.value, within=region.width, style=style)
        self.factor = VGroup(*([factor] if factor else []))
        level = region.top - float(self.title.cap_height)
        self.title.set_x(float(region.centre[0])).on_baseline(level)
        if factor:
            level -= _CLOSE if lying else _LINE
            fit(factor, region.width, float(self.title.height) if lying else _LINE)
            factor.set_x(float(region.centre[0])).on_baseline(level)
        under = Region(region.left, region.right, region.bottom, level - (0.2 if lying else 0.3))
        if lying:
            beside, self.zone = under.columns(3, 4)
            self.knob = Knob(min(_RADIUS, beside.width / 2 - _MARKED), upright=upright, style=style)
            self.knob.shift(beside.centre)
        else:
            self.knob = Knob(min(_RADIUS, region.width / 2 - _MARKED), upright=upright, style=style)
            self.knob.shift(point(float(region.centre[0]), region.bottom + _RADIUS + _MARKED))
            self.zone = under.inset(bottom=float(self.knob.get_top()[1]) + 0.25 - region.bottom)
        self.knob.turn(0.0)
        laid(VGroup(self.title, self.factor), Layer.LEDGER)

    def rows(self, rows: Sequence[VMobject], count: int | None = None) -> VGroup:
        """Set rows below each other in the zone, all their right ends below each other, and return them.

        Args:
            rows: some of them, from the top.
            count: the number of all rows that the zone must hold; as many as are given when left out.
        """
        pitch = min(_PITCH, self.zone.height / max(count or len(rows), 1))
        group = VGroup(*rows)
        for row in rows:
            fit(row, self.zone.width, 0.85 * pitch)
        right = float(self.zone.centre[0]) + max(float(row.width) for row in rows) / 2
        for number, row in enumerate(rows):
            row.shift(point(right - float(row.get_right()[0]), self.zone.top - (number + 0.5) * pitch - row.get_y()))
        return laid(group, Layer.LEDGER)

    def note(self, note: VMobject) -> VMobject:
        """Set a note above the knob, and return it."""
        fit(note, self.zone.width)
        note.move_to(point(float(self.zone.centre[0]), self.zone.bottom + float(note.height) / 2))
        return laid(note, Layer.LEDGER)

    def rule(self, rows: VGroup, place: int) -> VMobject:
        """Return a line under a row."""
        (left, right), low = (float(rows.get_left()[0]), float(rows.get_right()[0])), float(rows[place].get_bottom()[1])
        next_top = float(rows[place + 1].get_top()[1])
        y = (low + next_top) / 2
        return laid(thin_line(point(left, y), point(right, y), self.style.theme.dim, 2.4), Layer.LEDGER)
