"""Forces between two words: arrows whose width and length are the force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from manim import VGroup
from torch import Tensor

from scenes.parts.arrows import Arrow
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ICON_WORDS, Icon
from scenes.parts.number import Number
from scenes.parts.text import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_STOUTNESS = 5.0
"""Stroke width of a force's arrow, for each scene unit of its length."""

_GAP = 0.22
"""Scene units between a word and the arrow that begins at it, and between an arrow and its number."""


class ForceArrow(Arrow):
    """A force: both the length and the width of the arrow are in proportion to it.

    Args:
        start: manim point where it begins: at the word that is pulled.
        toward: +1 to pull to the right, -1 to the left.
        force: what it stands for, above 0.
        unit: scene units of length for 1.
        color: ``#rrggbb``.

    Attributes:
        force: as a Python number.
        unit: scene units of length for 1.
    """

    def __init__(self, start: Point, toward: int, force: Tensor | float, unit: float, color: str) -> None:
        self.force, self.unit = float(force), unit
        length = self.force * unit
        width = _STOUTNESS * length
        super().__init__(start, start + point(toward * length), color, width=width, tip=max(0.13 * width, 0.5))


class LaneEnd(VGroup):
    """A word at an end of a lane, with its icon above it where there is room for one.

    Args:
        word: the word.
        color: ``#rrggbb``, by the role it has in this lane.
        role: what that role is called, below the word; empty for none.
        icon: scene units of the icon's height; 0 for none.

    Attributes:
        label: the word's mobject.
    """

    def __init__(self, word: str, color: str, *, role: str = "", icon: float = 0.0, style: Style = DEFAULT) -> None:
        size = style.sizes.formula if icon else style.sizes.phrase
        self.label = Label(word, size=size, color=color, style=style)
        super().__init__(self.label)
        if icon and word in ICON_WORDS:
            picture = Icon(word, color, height=icon, style=style)
            self.add(picture.move_to(point(self.label.get_x(), self.label.baseline + 0.55 + icon / 2)))
        if role:
            said = Label(role, size=style.sizes.label, color=color, style=style)
            set_on_baseline(said.set_x(self.label.get_x()), self.label.baseline - 0.45)
            self.add(said)

    @property
    def baseline(self) -> float:
        """The word's baseline, in scene units."""
        return self.label.baseline


@dataclass(frozen=True, slots=True)
class LaneScale:
    """What lanes that are compared have in common.

    Attributes:
        unit: scene units of an arrow's length for a force of 1.
        end_width: scene units kept for the word at either end.
    """

    unit: float
    end_width: float


class ForceLane(VGroup):
    """Two words, and the force with which one of them pulls the other.

    The arrow begins at the word that is pulled and points to the word that pulls.

    Args:
        region: what it fills from left to right, the words included.
        left: the word at the left.
        right: the word at the right.
        force: the force.
        scale: of this lane and those it is compared with.
        pulled: which of the two is pulled: 0 for the left one, 1 for the right one.
        color: ``#rrggbb`` of the arrow, by role that of the word that pulls.
        number_size: manim font units of the force's number beyond the tip; none when left out.
        style: theme and sizes.

    Attributes:
        ends: the two words.
        arrow: the force.
        number: the force as a number, or None.
    """

    def __init__(
        self, region: Region, left: LaneEnd, right: LaneEnd, force: Tensor, scale: LaneScale, *, pulled: int,
        color: str, number_size: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.ends = (left, right)
        y = float(region.centre[1])
        left.move_to(point(region.left + scale.end_width / 2, y))
        right.move_to(point(region.right - scale.end_width / 2, y))
        toward = -1 if pulled else 1
        inner = region.right - scale.end_width if pulled else region.left + scale.end_width
        self.arrow = ForceArrow(point(inner + toward * _GAP, y), toward, force, scale.unit, color)
        self.number = None if number_size is None else Number(force, size=number_size, style=style)
        super().__init__(*self.ends, self.arrow)
        if self.number is not None:
            beyond = self.arrow.end[0] + toward * (_GAP + self.number.width / 2)
            self.number.set_x(beyond)
            set_on_baseline(self.number, y - CAP_HEIGHT * self.number.size * UNITS_PER_FONT_UNIT / 2)
            self.add(self.number)


def lane_scale(
    forces: Iterable[Tensor], region: Region, ends: Iterable[LaneEnd], *, number_width: float = 0.0
) -> LaneScale:
    """The scale at which the largest force fills a lane between its words.

    Args:
        forces: all that are to be compared.
        region: a lane.
        ends: the words of the lanes.
        number_width: scene units kept free beyond the tip; none when 0.
    """
    widest = max(end.width for end in ends)
    room = region.width - 2 * widest - 2 * _GAP - (number_width + _GAP if number_width else 0.0)
    return LaneScale(room / max(float(force) for force in forces), widest)
