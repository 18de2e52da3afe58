"""A shot: one figure with everything that decides its picture, ready to be rendered anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rendering.request.formats import Film, Format, file_name
from scenes import FIGURES
from scenes.style import DEFAULT, Style

if TYPE_CHECKING:
    from scenes.parameters import FigureParameters
    from scenes.worlds import World


@dataclass(frozen=True, slots=True)
class Quality:
    """A picture's size and rate.

    Attributes:
        name: its name on the command line.
        width: pixels.
        height: pixels.
        frame_rate: frames per second.
    """

    name: str
    width: int
    height: int
    frame_rate: int

    def framed(self, frame: str) -> Quality:
        """Return this quality for a frame of another shape: the shorter side stays, the other is even, for encoders.

        Args:
            frame: a key of ``FRAMES``.
        """
        across, down = FRAMES[frame]
        short, longer = min(self.width, self.height), max(across, down) / min(across, down)
        long = 2 * round(short * longer / 2)
        width, height = (long, short) if across > down else (short, long)
        return replace(self, width=width, height=height)

    def quick(self) -> Quality:
        """Return low quality in a frame of the same shape."""
        low = QUALITIES["low"]
        scale = min(low.width, low.height) / min(self.width, self.height)
        width, height = (2 * round(side * scale / 2) for side in (self.width, self.height))
        return replace(low, width=width, height=height)


FRAMES: dict[str, tuple[int, int]] = {"16:9": (16, 9), "4:3": (4, 3), "1:1": (1, 1), "9:16": (9, 16)}
"""The shapes of a picture, width to height."""


QUALITIES: dict[str, Quality] = {
    quality.name: quality
    for quality in (
        Quality("low", 854, 480, 15),
        Quality("medium", 1280, 720, 30),
        Quality("high", 1920, 1080, 60),
        Quality("4k", 3840, 2160, 60),
    )
}
"""The qualities by name, from fast to fine."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One figure, its validated parameters and world, the picture's size and rate, and the file's format.

    Attributes:
        figure: a key of ``scenes.FIGURES``.
        parameters: the figure's parameters.
        world: the words' vectors, phrases and matrices.
        quality: the picture's size and rate.
        format: the kind of file.
        style: theme, times and language.
    """

    figure: str
    parameters: FigureParameters
    world: World
    quality: Quality
    format: Format = field(default_factory=Film)
    style: Style = DEFAULT

    @property
    def is_still(self) -> bool:
        """True if the figure does not move and becomes a picture instead of a film."""
        return FIGURES[self.figure].kind == "still"

    @property
    def file_name(self) -> str:
        """The finished file's name: the figure's, with the ending of its format."""
        return file_name(self.figure, self.format)
