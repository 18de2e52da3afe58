"""Named regions of the frame, for any aspect ratio.

The shorter side of the frame is always 8 scene units, so that text has the same size relative to it in every format.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

MARGIN = 0.5
"""Scene units kept free of ink along every edge."""

SHORT_SIDE = 8.0
"""Scene units of the frame's shorter side."""

HEADER_LINE = 0.62
"""Scene units from the header's baseline to the next, where a second phrase lies below the first."""

_HEADER_GAP = 0.35
"""Scene units below the header's baseline that its letters and the space beneath them take."""

_FOOT_LINE = 0.65
"""Scene units that each line at the foot takes, from its baseline up, with the space above it."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the frame, in scene units.

    Raises:
        ValueError: when it has no area.
    """

    left: float
    right: float
    bottom: float
    top: float

    def __post_init__(self) -> None:
        if self.left >= self.right or self.bottom >= self.top:
            raise ValueError(
                f"a region needs left < right and bottom < top; got {self.left:g}…{self.right:g}, "
                f"{self.bottom:g}…{self.top:g}"
            )

    @property
    def width(self) -> float:
        """The width in scene units."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height in scene units."""
        return self.top - self.bottom

    @property
    def centre(self) -> NDArray[np.float64]:
        """The centre, as a manim point of shape (3,)."""
        return np.array([(self.left + self.right) / 2, (self.bottom + self.top) / 2, 0.0])

    def columns(self, *shares: float, gap: float = 0.0) -> tuple[Region, ...]:
        """Cut into columns whose widths are in the ratio of ``shares``, ``gap`` scene units apart."""
        free = self.width - gap * (len(shares) - 1)
        regions, left = [], self.left
        for share in shares:
            right = left + free * share / sum(shares)
            regions.append(Region(left, right, self.bottom, self.top))
            left = right + gap
        return tuple(regions)

    def rows(self, *shares: float, gap: float = 0.0) -> tuple[Region, ...]:
        """Cut into rows, from the top, whose heights are in the ratio of ``shares``, ``gap`` scene units apart."""
        free = self.height - gap * (len(shares) - 1)
        regions, top = [], self.top
        for share in shares:
            bottom = top - free * share / sum(shares)
            regions.append(Region(self.left, self.right, bottom, top))
            top = bottom - gap
        return tuple(regions)

    def inset(self, left: float = 0.0, right: float = 0.0, bottom: float = 0.0, top: float = 0.0) -> Region:
        """Return the region with its edges moved inwards by the given scene units."""
        return Region(self.left + left, self.right - right, self.bottom + bottom, self.top - top)


@dataclass(frozen=True, slots=True)
class Stage:
    """The frame and its regions: the phrase at the top, the picture in the middle, the formula at the bottom.

    Attributes:
        width: the frame's width in scene units.
        height: the frame's height in scene units.
    """

    width: float
    height: float

    @classmethod
    def for_pixels(cls, pixel_width: int, pixel_height: int) -> Stage:
        """Return the stage of a frame of the given pixels; its shorter side is ``SHORT_SIDE`` scene units."""
        unit = min(pixel_width, pixel_height) / SHORT_SIDE
        return cls(pixel_width / unit, pixel_height / unit)

    @property
    def safe(self) -> Region:
        """The frame without its margin."""
        return Region(
            -self.width / 2 + MARGIN, self.width / 2 - MARGIN, -self.height / 2 + MARGIN, self.height / 2 - MARGIN
        )

    @property
    def header(self) -> Region:
        """The place of the phrase."""
        return Region(self.safe.left, self.safe.right, self.safe.top - 0.7, self.safe.top)

    @property
    def footer(self) -> Region:
        """The place of the formula."""
        return Region(self.safe.left, self.safe.right, self.safe.bottom, self.safe.bottom + 0.8)

    @property
    def picture(self) -> Region:
        """The region between header and footer, with space on both sides."""
        return Region(self.safe.left, self.safe.right, self.footer.top + 0.25, self.header.bottom - 0.25)

    @property
    def picture_to_bottom(self) -> Region:
        """The region of the picture where there is no formula below it."""
        return Region(self.safe.left, self.safe.right, self.safe.bottom, self.header.bottom - 0.25)

    @property
    def above_foot(self) -> Region:
        """The frame without its margin and without the lines at its foot: where a lesson's parts stand."""
        view = self.plane_view
        return Region(self.safe.left, self.safe.right, view.foot + _FOOT_LINE * view.foot_lines, self.safe.top)

    @property
    def view_under_two(self) -> PlaneView:
        """The plane's view under two phrases, which a portrait frame has below each other."""
        return replace(self.plane_view, header_lines=2) if self.is_portrait else self.plane_view

    @property
    def below_header(self) -> Region:
        """The region above the foot that a phrase in the header leaves free."""
        free = self.above_foot
        return Region(free.left, free.right, free.bottom, self.plane_view.header - _HEADER_GAP)

    @property
    def is_wide(self) -> bool:
        """True if two halves side by side are each wide enough for a line of numbers."""
        return self.width >= 1.5 * self.height

    @property
    def is_portrait(self) -> bool:
        """True if the frame is taller than wide."""
        return self.height > self.width

    @property
    def is_narrow(self) -> bool:
        """True if the frame is hardly wider than tall, or less: two pictures then stand one above the other."""
        return self.width < 1.2 * self.height

    @property
    def plane_view(self) -> PlaneView:
        """The plane's standard place in a frame of this shape."""
        if self.is_wide:
            return PlaneView((-3.80, -1.25), 1.40, 3.47, -3.69, Region(2.90, 6.60, -2.90, 2.70))
        if self.width >= 1.2 * self.height:
            return PlaneView((-2.75, -1.25), 1.40, 3.47, -3.69, Region(2.20, 4.80, -2.90, 2.70))
        if not self.is_portrait:
            return PlaneView((-1.10, -0.42), 1.10, 3.47, -3.69, Region(-3.50, 3.50, -3.15, -2.05), lying=True)
        return PlaneView((-1.53, 0.22), 1.40, 6.10, -6.53, Region(-3.50, 3.50, -5.00, -3.30), foot_lines=2, lying=True)


@dataclass(frozen=True, slots=True)
class PlaneView:
    """The place of the plane in the frame, and what stands around it.

    Attributes:
        origin: where the zero vector lies, x and y in scene units.
        unit: scene units for one unit of the vectors.
        header: the header's baseline, scene units.
        foot: the baseline of the foot's last line, scene units.
        record: where numbers are filed: the ledger.
        foot_lines: lines that the foot may have.
        lying: whether the record lies down beneath the plane instead of standing at its right.
        step: from one tick to the next, in units of the vectors.
        header_lines: lines that the header has: two where a second phrase lies below the first.
    """

    origin: tuple[float, float]
    unit: float
    header: float
    foot: float
    record: Region
    foot_lines: int = 1
    lying: bool = False
    step: float = 1.0
    header_lines: int = 1

    @property
    def header_end(self) -> float:
        """The baseline of the header's last line, scene units."""
        return self.header - HEADER_LINE * (self.header_lines - 1)

    def words(self, stage: Stage) -> Region:
        """Return the region that words may lie in: clear of the record, the header and the foot."""
        right = stage.safe.right if self.lying else self.record.left - 0.3
        bottom = self.record.top + 0.1 if self.lying else self.foot + 0.6
        return Region(stage.safe.left - 0.1, right, bottom, self.header_end - 0.35)

    def holding(self, stage: Stage, spans: Sequence[tuple[float, float]]) -> PlaneView:
        """Return this view where it shows all of a world, or the view that does.

        Args:
            stage: the frame.
            spans: the least and the largest number of the world's words along both axes.
        """
        (left, right), (bottom, top) = ((min(0.0, low), max(0.0, high)) for low, high in spans)
        room, (x, y) = self.words(stage), self.origin
        size = max(right - left, top - bottom)
        inside = x + left * self.unit >= room.left and x + right * self.unit <= room.right
        inside &= y + bottom * self.unit >= room.bottom and y + top * self.unit <= room.top
        if (inside and size * self.unit >= _LEAST_SHARE * min(room.width, room.height)) or size <= 0:
            return self
        return self.fitted(stage, spans)

    def fitted(self, stage: Stage, spans: Sequence[tuple[float, float]], room: Region | None = None) -> PlaneView:
        """Return the view in which what spans two axes is as large as there is room for it.

        Args:
            stage: the frame.
            spans: the least and the largest number along both axes; the zero vector is shown as well.
            room: where it may lie; where words may lie when left out.
        """
        (left, right), (bottom, top) = ((min(0.0, low), max(0.0, high)) for low, high in spans)
        room, size = room or self.words(stage), max(right - left, top - bottom)
        unit = min((room.width - 2 * _AIR) / (right - left or size), (room.height - 2 * _AIR) / (top - bottom or size))
        middle = room.centre
        origin = (float(middle[0]) - unit * (left + right) / 2, float(middle[1]) - unit * (bottom + top) / 2)
        return replace(self, origin=origin, unit=unit, step=nice_step(_TICK_PITCH / unit))


_LEAST_SHARE = 0.35
"""Of the room's shorter side: a world that would be smaller is drawn larger."""

_AIR = 0.45
"""Scene units between the outermost words and the edge of their room."""

_TICK_PITCH = 1.0
"""Scene units from one tick to the next, at the least."""


def nice_step(least: float) -> float:
    """Return the smallest of …, 0.5, 1, 2, 5, 10, … that is at least a positive number."""
    power = 10.0 ** floor(log10(least))
    return next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor >= least * (1 - 1e-9))
