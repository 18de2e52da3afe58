"""A shot: one figure with everything that decides its picture, ready to be rendered anywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

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

EncoderName = Literal["balanced", "small", "fast"]
ENCODER_NAMES: tuple[EncoderName, ...] = get_args(EncoderName)
"""The encoders of a film: ``balanced``, ``small`` (three times the time), ``fast`` (half as large again)."""


Container = Literal["mp4", "webm", "mov", "gif", "png"]
CONTAINERS: tuple[Container, ...] = get_args(Container)
"""The containers of a film; ``png`` is a numbered sequence of pictures in a ZIP archive."""

_WITHOUT_GROUND = ("webm", "mov")
_GIF_SIDE, _GIF_RATE = 640, 15
"""The longer side of a GIF in pixels and its frames per second, at most."""


@dataclass(frozen=True, slots=True)
class Film:
    """A figure's default format: a video, or a picture when the figure is still.

    Attributes:
        encoder: the trade of size for time; a key of ``rendering.encode.h264.ENCODERS``.
        variable_rate: whether a picture that stands still is written once, instead of at every frame.
        plain: whether manim draws without any of our shortcuts.
        container: the kind of file.
        clear: whether a sequence of pictures is transparent, too.
        burned: whether each beat's caption is drawn beneath the picture.
    """

    encoder: EncoderName = "balanced"
    variable_rate: bool = False
    plain: bool = False
    container: Container = "mp4"
    clear: bool = False
    burned: bool = False

    @property
    def transparent(self) -> bool:
        """True if the background is left out."""
        return self.clear or self.container in _WITHOUT_GROUND


@dataclass(frozen=True, slots=True)
class Sheet:
    """A contact sheet: one picture with the end of every beat.

    Attributes:
        every: the interval, in seconds, at which further frames are shown.
        columns: frames side by side; chosen by their number when None.
        plain: whether manim draws without any of our shortcuts.
        transparent: always False.
    """

    every: float | None = None
    columns: int | None = None
    plain: bool = False
    transparent: ClassVar[bool] = False


PictureKind = Literal["png", "svg"]
PICTURE_KINDS: tuple[PictureKind, ...] = get_args(PictureKind)


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of one moment: the end of a beat, a time, or the end of the figure when neither is given.

    Attributes:
        beat: the beat's name.
        at: seconds from the beginning.
        kind: pixels, or outlines that can be drawn at any size.
        transparent: whether the background is left out.
        plain: whether manim draws without any of our shortcuts.
    """

    beat: str | None = None
    at: float | None = None
    kind: PictureKind = "png"
    transparent: bool = False
    plain: bool = False

    @property
    def moment(self) -> str:
        """The moment's name in a file's name; a beat's own name may hold any word that a user gave."""
        if self.beat is not None:
            return re.sub(r"[^\w-]+", "_", self.beat)
        return "end" if self.at is None else f"{self.at:g}s"


@dataclass(frozen=True, slots=True)
class Timeline:
    """A figure's story as JSON: beats with their frames and captions, and a description of the picture.

    Attributes:
        pictures: whether it also holds the end of every beat as SVG.
        plain: whether manim draws without any of our shortcuts.
        transparent: whether the pictures are without a background.
    """

    pictures: bool = False
    plain: bool = False
    transparent: bool = False


Format = Film | Sheet | Still | Timeline

MAKERS: dict[type[Format], str] = {
    Film: "rendering.outputs.film",
    Sheet: "rendering.outputs.sheet",
    Still: "rendering.outputs.still",
    Timeline: "rendering.outputs.beats",
}
"""The module that makes each format: a digest of its source tells when files are out of date."""


def drawn_quality(form: Format, quality: Quality) -> Quality:
    """Return the size and rate at which a format is drawn: a GIF is kept small."""
    if not isinstance(form, Film) or form.container != "gif":
        return quality
    scale = min(1.0, _GIF_SIDE / max(quality.width, quality.height))
    width, height = (2 * round(side * scale / 2) for side in (quality.width, quality.height))
    return replace(quality, width=width, height=height, frame_rate=min(quality.frame_rate, _GIF_RATE))


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


def file_name(figure: str, form: Format) -> str:
    """Return the name of the file that a figure becomes."""
    if isinstance(form, Sheet):
        return f"{figure}-sheet.png"
    if isinstance(form, Still):
        return f"{figure}-{form.moment}.{form.kind}"
    if isinstance(form, Timeline):
        return f"{figure}.json"
    if FIGURES[figure].kind == "still":
        return f"{figure}.png"
    return f"{figure}-frames.zip" if form.container == "png" else f"{figure}.{form.container}"
