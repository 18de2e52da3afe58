"""Forces between two words: arrows whose width and length are the force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from manim import Line, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.arrows import Arrow
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Paragraph, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_STOUTNESS = 5.0
"""Stroke width of a force's arrow, for each scene unit of its length."""

_GAP = 0.22
"""Scene units between a word and the arrow that begins at it, and between an arrow and its number."""

_ICON_RISE = 0.5
"""Scene units from a word's baseline to the foot of its icon."""

_ROLE_DROP = 0.5
"""Scene units from a word's baseline to its role's."""


class ForceArrow(Arrow):
    """A force: the length and the width of the arrow are both in proportion to it.

    Args:
        start: manim point at which it begins, at the pulled word.
        toward: +1 to pull to the right, -1 to the left.
        force: the force, above 0.
        unit: scene units of length for 1.
        color: ``#rrggbb``.
        upright: pull up and down instead.

    Attributes:
        force: as a Python number.
        unit: scene units of length for 1.
    """

    def __init__(
        self, start: Point, toward: int, force: Tensor | float, unit: float, color: str, *, upright: bool = False
    ) -> None:
        self.force, self.unit = float(force), unit
        length = self.force * unit
        width = _STOUTNESS * length
        way = point(0.0, toward * length) if upright else point(toward * length)
        super().__init__(start, start + way, color, width=width, tip=max(0.13 * width, 0.5))


class LaneEnd(VGroup):
    """A word at an end of a lane, with its icon above it where there is room.

    Args:
        word: the word.
        color: ``#rrggbb``, by its role in this lane.
        role: the role's name, below the word; empty for none.
        role_width: the largest width of a line of it, scene units; unlimited when left out.
        icon: scene units of the icon's height; 0 for none.

    Attributes:
        label: the word's mobject.
        reach: scene units from its centre to the point where an arrow may begin, beyond word and icon, not the role.
    """

    def __init__(
        self,
        word: str,
        color: str,
        *,
        role: str = "",
        role_width: float = inf,
        icon: float = 0.0,
        style: Style = DEFAULT,
    ) -> None:
        size = style.sizes.formula if icon else style.sizes.phrase
        self.label = Label(word, size=size, color=color, style=style)
        super().__init__(self.label)
        self._rise = _ICON_RISE + icon / 2 if icon else CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2
        if icon and has_icon(word, style):
            picture = Icon(word, color, height=icon, style=style)
            self.add(picture.move_to(point(self.label.get_x(), self.label.baseline + self._rise)))
        self.reach = self.width / 2
        if role:
            said = Paragraph(role, role_width, size=style.sizes.phrase, color=color, style=style)
            set_on_baseline(said.set_x(self.label.get_x()), self.label.baseline - _ROLE_DROP)
            self.add(said)

    def place(self, x: float, y: float) -> None:
        """Put the word's centre at ``x``, and the centre of the icon, or of the word without one, at ``y``."""
        self.shift(point(x - float(self.label.get_x()), y - self._rise - self.label.baseline))


@dataclass(frozen=True, slots=True)
class LaneScale:
    """The scale that compared lanes have in common.

    Attributes:
        unit: scene units of an arrow's length for a force of 1.
        left: scene units from a lane's left edge to the centre of its left word.
        right: scene units from the centre of its right word to a lane's right edge.
        from_left: scene units from a lane's left edge to the point where an arrow begins there.
        from_right: the same from its right edge.
    """

    unit: float
    left: float
    right: float
    from_left: float
    from_right: float


class ForceLane(VGroup):
    """Two words on one line, and the force with which one of them pulls the other along it.

    The arrow begins at the word that is pulled and points to the word that pulls.

    Args:
        region: the region it fills from left to right, the words included; the line is at its centre.
        left: the word at the left.
        right: the word at the right.
        force: the force.
        scale: the scale of this lane and those it is compared with.
        pulled: the pulled word: 0 for the left one, 1 for the right one.
        color: ``#rrggbb`` of the arrow, by convention the pulling word's.
        number_size: manim font units of the force's number above the arrow's middle; none when left out.
        style: theme and sizes.

    Attributes:
        ends: the two words.
        line: the line from one to the other.
        arrow: the force.
        number: the force as a number, or None.
    """

    def __init__(
        self,
        region: Region,
        left: LaneEnd,
        right: LaneEnd,
        force: Tensor,
        scale: LaneScale,
        *,
        pulled: int,
        color: str,
        number_size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.ends = (left, right)
        y = float(region.centre[1])
        left.place(region.left + scale.left, y)
        right.place(region.right - scale.right, y)
        begin, end = point(region.left + scale.from_left, y), point(region.right - scale.from_right, y)
        self.line = Line(begin, end).set_stroke(style.theme.dim, style.strokes.thin)
        self.arrow = ForceArrow(end if pulled else begin, -1 if pulled else 1, force, scale.unit, color)
        super().__init__(self.line, *self.ends, self.arrow)
        self.number = None
        if number_size is not None:
            self.number = Number(force, size=number_size, style=style)
            self.number.set_x(float(self.arrow.get_x()))
            set_on_baseline(self.number, y + self.arrow.shaft.stroke_width / 200 + _GAP)
            self.add(self.number)


@dataclass(frozen=True, slots=True)
class UprightScale:
    """The scale that compared upright lanes have in common.

    Attributes:
        unit: scene units of an arrow's length for a force of 1.
        top: the largest height of the upper words, scene units.
        bottom: the largest height of the lower words, scene units.
    """

    unit: float
    top: float
    bottom: float


class UprightLane(VGroup):
    """Two words one above the other, and the force with which one of them pulls the other between them.

    The arrow begins at the word that is pulled and points to the word that pulls.

    Args:
        region: the region it fills from top to bottom, the words included.
        top: the word at the top.
        bottom: the word at the bottom.
        force: the force.
        scale: the scale of this lane and those it is compared with.
        pulled: the pulled word: 0 for the upper one, 1 for the lower one.
        color: ``#rrggbb`` of the arrow, by convention the pulling word's.
        number_size: manim font units of the force's number beside the arrow's middle.
        style: theme and sizes.

    Attributes:
        ends: the two words.
        line: the line from one to the other.
        arrow: the force.
        number: the force as a number.
    """

    def __init__(
        self,
        region: Region,
        top: LaneEnd,
        bottom: LaneEnd,
        force: Tensor,
        scale: UprightScale,
        *,
        pulled: int,
        color: str,
        number_size: float,
        style: Style = DEFAULT,
    ) -> None:
        self.ends, x = (top, bottom), float(region.centre[0])
        for end in self.ends:
            end.place(x, 0.0)
        top.shift(point(0.0, region.top - float(top.get_top()[1])))
        bottom.shift(point(0.0, region.bottom + scale.bottom - float(bottom.get_top()[1])))
        upper, lower = point(x, region.top - scale.top - _GAP), point(x, region.bottom + scale.bottom + _GAP)
        self.line = Line(upper, lower).set_stroke(style.theme.dim, style.strokes.thin)
        start, toward = (lower, 1) if pulled else (upper, -1)
        self.arrow = ForceArrow(start, toward, force, scale.unit, color, upright=True)
        self.number = Number(force, size=number_size, style=style)
        right = x + self.arrow.shaft.stroke_width / 200 + _GAP
        self.number.move_to(point(right + self.number.width / 2, float(self.arrow.get_y())))
        super().__init__(self.line, *self.ends, self.arrow, self.number)


def upright_scale(forces: Iterable[Tensor], region: Region, lanes: Iterable[tuple[LaneEnd, LaneEnd]]) -> UprightScale:
    """Return the scale at which the largest force fills an upright lane between its words.

    Args:
        forces: all that are to be compared.
        region: a lane.
        lanes: the words at the top and at the bottom of every lane.
    """
    top, bottom = (max(float(end.height) for end in ends) for ends in zip(*lanes, strict=True))
    room = region.height - top - bottom - 2 * _GAP
    return UprightScale(room / max(float(force) for force in forces), top, bottom)


def lane_scale(forces: Iterable[Tensor], region: Region, lanes: Iterable[tuple[LaneEnd, LaneEnd]]) -> LaneScale:
    """Return the scale at which the largest force fills a lane between its words.

    Args:
        forces: all that are to be compared.
        region: a lane.
        lanes: the words at the left and at the right of every lane.
    """
    lefts, rights = zip(*lanes, strict=True)
    left, right = (max(end.width for end in ends) / 2 for ends in (lefts, rights))
    from_left, from_right = (
        half + max(end.reach for end in ends) + _GAP for half, ends in ((left, lefts), (right, rights))
    )
    room = region.width - from_left - from_right
    return LaneScale(room / max(float(force) for force in forces), left, right, from_left, from_right)
