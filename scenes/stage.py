"""Named regions of the frame, for any aspect ratio.

The shorter side of the frame is always 8 scene units, so that text has the same size relative to it in every format.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MARGIN = 0.5
"""Scene units kept free of ink along every edge."""

SHORT_SIDE = 8.0
"""Scene units of the frame's shorter side."""


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
    def is_wide(self) -> bool:
        """Whether two halves side by side are each wide enough for a line of numbers."""
        return self.width >= 1.5 * self.height

    @property
    def is_portrait(self) -> bool:
        """Whether the frame is taller than wide."""
        return self.height > self.width

    @property
    def is_narrow(self) -> bool:
        """Whether the frame is hardly wider than tall, or less: two pictures then stand one above the other."""
        return self.width < 1.2 * self.height
