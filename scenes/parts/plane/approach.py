"""The view that comes near some words or steps back: its ground, its numbers and all upon it move together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from manim import VMobject

from scenes.parts.plane.stage_plane import StagePlane
from scenes.stage import PlaneView, Region, Stage

_ROOM, _NARROW_ROOM = (1.15, 1.5, 0.4, 0.25), (0.75, 0.5, 0.4, 0.25)
"""Scene units that the words leave free at the left, right, foot and top for axes' numbers and names, and for their own
names: in a wide frame, and in others, where these stand above and below."""

_LEAST, _MOST = 1.15, 2.0
"""The factors by which a view comes near: with less it stays where it is."""


def near_view(stage: Stage, view: PlaneView, spans: Sequence[tuple[float, float]]) -> PlaneView:
    """Return the view in which what spans two axes fills its room beside the record; the same where it nearly does.

    Args:
        stage: the frame.
        view: the view as it is.
        spans: the least and the largest number along both axes; the zero vector is shown as well.
    """
    left, right, bottom, top = _ROOM if stage.is_wide else _NARROW_ROOM
    room = view.words(stage).inset(left=left, right=right, bottom=bottom, top=top)
    near = view.fitted(stage, spans, room)
    if near.unit < _LEAST * view.unit:
        return view
    if near.unit <= _MOST * view.unit:
        return replace(near, step=view.step)
    spare = _MOST * view.unit / near.unit
    x, y = room.centre[0], room.centre[1]
    origin = (x + spare * (near.origin[0] - x), y + spare * (near.origin[1] - y))
    return replace(near, origin=origin, unit=_MOST * view.unit, step=view.step)


def between(far: PlaneView, near: PlaneView, share: float) -> PlaneView:
    """Return the view at a share, 0 to 1, of the way from one to another."""

    def mixed(one: float, other: float) -> float:
        return one + share * (other - one)

    origin = (mixed(far.origin[0], near.origin[0]), mixed(far.origin[1], near.origin[1]))
    first, last = far.record, near.record
    record = Region(
        mixed(first.left, last.left), mixed(first.right, last.right),
        mixed(first.bottom, last.bottom), mixed(first.top, last.top),
    )  # fmt: skip
    return replace(near, origin=origin, unit=mixed(far.unit, near.unit), record=record)


def pairs(far: StagePlane, near: StagePlane) -> list[tuple[VMobject, VMobject]]:
    """Return the parts of a plane, each with itself in another view: ticks, their numbers and the axes' names."""
    found: list[tuple[VMobject, VMobject]] = []
    starts = [0, 0]
    for one, other in zip(far.counts, near.counts, strict=True):
        for count in set(one) & set(other):
            first, last = starts[0] + one.index(count), starts[1] + other.index(count)
            found += [(far.ticks[first], near.ticks[last]), (far.numbers[first], near.numbers[last])]
        starts = [starts[0] + len(one), starts[1] + len(other)]
    return [*found, *zip(far.names, near.names, strict=True)]


def alone(plane: StagePlane, paired: Iterable[VMobject]) -> list[VMobject]:
    """Return the parts of a plane that another view has not."""
    kept = set(map(id, paired))
    return [part for part in (*plane.ticks, *plane.numbers, *plane.names) if id(part) not in kept]


def moving(part: VMobject, other: VMobject) -> Callable[[float], object]:
    """Return a function that puts a part of a plane at a share, 0 to 1, of the way to itself in another view."""
    first, last = part.copy(), other.copy()

    def follow(share: float) -> None:
        part.become(first).scale(1 + share * (float(last.width) / max(float(first.width), 1e-9) - 1))
        part.move_to(first.get_center() + share * (last.get_center() - first.get_center()))

    return follow
