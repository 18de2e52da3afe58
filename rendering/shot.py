"""A shot: one figure with all that decides its picture, ready to be rendered anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, get_args

from scenes import FIGURES
from scenes.style import DEFAULT, Style

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

    def framed(self, frame: str) -> Quality:
        """The same with a frame of another shape; its shorter side stays, the other is even, as encoders need it.

        Args:
            frame: a key of ``FRAMES``.
        """
        across, down = FRAMES[frame]
        short, longer = min(self.width, self.height), max(across, down) / min(across, down)
        long = 2 * round(short * longer / 2)
        width, height = (long, short) if across > down else (short, long)
        return replace(self, width=width, height=height)


FRAMES: dict[str, tuple[int, int]] = {"16:9": (16, 9), "4:3": (4, 3), "1:1": (1, 1), "9:16": (9, 16)}
"""A picture's shapes, as width to height."""


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

EncoderName = Literal["balanced", "small", "fast"]
ENCODER_NAMES: tuple[EncoderName, ...] = get_args(EncoderName)
"""How a film can be encoded: ``balanced``, ``small`` (three times the time), ``fast`` (larger)."""


@dataclass(frozen=True, slots=True)
class Film:
    """What a figure becomes by default: a video, or a picture when it is still.

    Attributes:
        encoder: how size is traded for time; a key of ``rendering.encoder.ENCODERS``.
        variable_rate: whether a picture that stands still is written once, instead of at every frame.
        plain: whether manim draws without any of our shortcuts.
    """

    encoder: EncoderName = "balanced"
    variable_rate: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A contact sheet: one picture with the end of every beat.

    Attributes:
        every: also show what is on screen at this interval, in seconds.
        columns: frames side by side; found from their number when None.
        plain: whether manim draws without any of our shortcuts.
    """

    every: float | None = None
    columns: int | None = None
    plain: bool = False


Format = Film | Sheet


@dataclass(frozen=True, slots=True)
class Shot:
    """One figure, its validated parameters and world, the picture's size and rate, and the file's format.

    Attributes:
        figure: a key of ``scenes.FIGURES``.
        parameters: what to draw.
        world: the words' vectors.
        quality: the picture's size and rate.
        format: what it becomes.
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
        """Whether the figure does not move and becomes a picture instead of a film."""
        return FIGURES[self.figure].kind == "still"

    @property
    def file_name(self) -> str:
        """The finished file's name: the figure's, with the ending of its format."""
        return file_name(self.figure, self.format)


def file_name(figure: str, form: Format) -> str:
    """The name of the file that a figure becomes."""
    if isinstance(form, Sheet):
        return f"{figure}-sheet.png"
    return f"{figure}.{'png' if FIGURES[figure].kind == 'still' else 'mp4'}"
