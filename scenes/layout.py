"""Layout by content: things beside and below each other, as large as they can be in a region of the frame.

``beside(a, b)`` and ``stack(a, b)`` hold mobjects, parts that fit themselves to a region, and each other. A mobject
keeps its size where there is room and shrinks where there is not; a part that has a method ``fill`` takes what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Protocol, TypeAlias, runtime_checkable

from manim import Mobject, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.text.typeset import Typeset
from scenes.stage import Region


@runtime_checkable
class Filling(Protocol):
    """A part that lays itself out in a region."""

    def fill(self, region: Region) -> float:
        """Lay out all of the part in a region, again and again if asked to.

        Args:
            region: where it may be.

        Returns:
            The size of its type as a share of the size it wishes to have: 1 where there is room enough.
        """
        ...


Thing: TypeAlias = "VMobject | Arrangement"
"""The content of a layout: a mobject, a part, or a layout."""


class Arrangement:
    """Things in a row or in a column, one gap apart, centred on each other.

    Args:
        things: from the left, or from the top.
        across: whether they stand beside each other.
        gap: scene units between two things; the style's when left out.
    """

    def __init__(self, things: Sequence[Thing], *, across: bool, gap: float | None = None) -> None:
        self.things, self.across, self.gap = [_Held(thing) for thing in things], across, gap

    def place(self, region: Region, gap: float) -> float:
        """Lay everything out in a region and centre it there.

        Args:
            region: where it may be.
            gap: scene units between two things where the layout has no gap of its own.

        Returns:
            The smallest of the things' scales: 1 where everything has the size it wishes to have.
        """
        between = gap if self.gap is None else self.gap
        free = (region.width if self.across else region.height) - between * (len(self.things) - 1)
        needs = [thing.need(self.across, gap) for thing in self.things]
        filling = needs.count(None)
        known = sum(need for need in needs if need is not None)
        shrink = min(1.0, free * (len(needs) - filling) / len(needs) / known) if filling and known else 1.0
        shrink = min(1.0, free / known) if not filling and known else shrink
        rest = (free - shrink * known) / filling if filling else 0.0
        scales = []
        for thing, need in zip(self.things, needs, strict=True):
            share = rest if need is None else shrink * need
            room = Region(0.0, share, 0.0, region.height) if self.across else Region(0.0, region.width, 0.0, share)
            scales.append(thing.place(room, gap))
        self._pack(region, between)
        return min(scales)

    def mobjects(self) -> list[VMobject]:
        """Return all that the layout holds, in order."""
        return [mobject for thing in self.things for mobject in thing.mobjects()]

    def need(self, across: bool, gap: float) -> float | None:
        """Return its natural width (across) or height in scene units; None where a part takes what there is."""
        needs = [thing.need(across, gap) for thing in self.things]
        if None in needs:
            return None
        known = [need for need in needs if need is not None]
        between = (gap if self.gap is None else self.gap) * (len(known) - 1)
        return sum(known) + between if across is self.across else max(known)

    def _pack(self, region: Region, gap: float) -> None:
        """Move the things together, one gap apart, and all of them to the middle of a region."""
        groups = [VGroup(*thing.mobjects()) for thing in self.things]
        sizes = [float(group.width if self.across else group.height) for group in groups]
        at = -(sum(sizes) + gap * (len(sizes) - 1)) / 2
        for group, size in zip(groups, sizes, strict=True):
            middle = at + size / 2
            group.move_to(region.centre + (point(middle, 0.0) if self.across else point(0.0, -middle)))
            at += size + gap


class _Held:
    """A thing of a layout with its natural size.

    Args:
        thing: a mobject, a part or a layout.
    """

    def __init__(self, thing: Thing) -> None:
        self.thing = thing
        self._scale = 1.0

    def mobjects(self) -> list[VMobject]:
        return self.thing.mobjects() if isinstance(self.thing, Arrangement) else [self.thing]

    def need(self, across: bool, gap: float) -> float | None:
        if isinstance(self.thing, Arrangement):
            return self.thing.need(across, gap)
        if isinstance(self.thing, Filling):
            return None
        return float(self.thing.width if across else self.thing.height) / self._scale

    def place(self, region: Region, gap: float) -> float:
        if isinstance(self.thing, Arrangement):
            return self.thing.place(region, gap)
        if isinstance(self.thing, Filling):
            return float(self.thing.fill(region))
        width, height = (float(size) / self._scale for size in (self.thing.width, self.thing.height))
        scale = float(min(1.0, region.width / max(width, 1e-9), region.height / max(height, 1e-9)))
        shrink(self.thing, scale / self._scale)
        self._scale = scale
        self.thing.move_to(region.centre)
        return scale


def beside(*things: Thing, gap: float | None = None) -> Arrangement:
    """Lay things out from left to right, ``gap`` scene units apart, or the style's gap."""
    return Arrangement(things, across=True, gap=gap)


def stack(*things: Thing, gap: float | None = None) -> Arrangement:
    """Lay things out from top to bottom, ``gap`` scene units apart, or the style's gap."""
    return Arrangement(things, across=False, gap=gap)


def shrink(mobject: Mobject, factor: float) -> None:
    """Scale a mobject with its lines' widths; texts know their new size, so that it can be checked to be readable."""
    if abs(factor - 1.0) < 1e-9:
        return
    mobject.scale(factor)
    for member in mobject.get_family():
        if isinstance(member, Typeset):
            member.size *= factor
        if isinstance(member, VMobject) and len(member.points):
            member.set_stroke(width=member.get_stroke_width() * factor, family=False)


def fit(mobject: VMobject, width: float, height: float = inf) -> None:
    """Shrink a mobject where it is wider or taller than its room, in scene units, about its own centre."""
    shrink(mobject, min(1.0, width / max(mobject.width, 1e-9), height / max(mobject.height, 1e-9)))
