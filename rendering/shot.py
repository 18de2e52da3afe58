"""A shot: one figure with all that decides its picture, ready to be rendered anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes import FIGURES

if TYPE_CHECKING:
    from scenes.figure import FigureParameters
    from scenes.worlds import World


@dataclass(frozen=True, slots=True)
class Quality:
    """A picture's size and rate.

    Attributes:
        name: what it is called on the command line.
        width: pixels.
        height: pixels.
        frame_rate: frames per second.
    """

    name: str
    width: int
    height: int
    frame_rate: int


QUALITIES: dict[str, Quality] = {
    quality.name: quality
    for quality in (
        Quality("low", 854, 480, 15),
        Quality("medium", 1280, 720, 30),
        Quality("high", 1920, 1080, 60),
        Quality("4k", 3840, 2160, 60),
    )
}
"""What can be asked for, from fast to fine."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One figure, its validated parameters and world, and the picture's size and rate.

    Attributes:
        figure: a key of ``scenes.FIGURES``.
        parameters: what to draw.
        world: the words' vectors.
        quality: the picture's size and rate.
    """

    figure: str
    parameters: FigureParameters
    world: World
    quality: Quality

    @property
    def is_still(self) -> bool:
        """Whether the figure does not move and becomes a picture instead of a film."""
        return FIGURES[self.figure].kind == "still"

    @property
    def file_name(self) -> str:
        """The finished file's name: the figure's, with the ending of its format."""
        return f"{self.figure}.{'png' if self.is_still else 'mp4'}"
