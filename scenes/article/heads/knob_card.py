"""A head's card beside the map: its name, what it does to one axis, and its arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject

from scenes.layout import fit
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.typeset import Label, Row
from scenes.stage import Region
from scenes.style import Style

_LINE, _CLOSE, _PITCH = 0.62, 0.42, 0.9
"""Scene units from the title to the line below it, and in a card that lies; from a row to the next at the most."""


class KnobCard:
    """A head's card.

    Args:
        title: the head's name.
        factor: what it does to an axis, or None.
        region: the card's.
        lying: whether it is low and small.
        style: theme and sizes.

    Attributes:
        title: the name.
        factor: the line below it; empty for none.
        zone: where rows stand.
    """

    def __init__(self, title: str, factor: Row | None, region: Region, *, lying: bool, style: Style) -> None:
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
        self.zone = Region(region.left, region.right, region.bottom, level - (0.2 if lying else 0.3))
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
        """Set a note at the foot, and return it."""
        fit(note, self.zone.width)
        note.move_to(point(float(self.zone.centre[0]), self.zone.bottom + float(note.height) / 2))
        return laid(note, Layer.LEDGER)

    def rule(self, rows: VGroup, place: int) -> VMobject:
        """Return a line under a row."""
        (left, right), low = (float(rows.get_left()[0]), float(rows.get_right()[0])), float(rows[place].get_bottom()[1])
        next_top = float(rows[place + 1].get_top()[1])
        y = (low + next_top) / 2
        return laid(thin_line(point(left, y), point(right, y), self.style.theme.dim, 2.4), Layer.LEDGER)
