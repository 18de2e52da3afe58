"""The table of formats: one row for every kind of output, and one for every container of films."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from scenes import FIGURES

if TYPE_CHECKING:
    from rendering.request.shot import Quality, Shot

EncoderName = Literal["balanced", "small", "fast"]
ENCODER_NAMES: tuple[EncoderName, ...] = get_args(EncoderName)
"""Encoder settings: ``balanced``, ``small`` (three times the time), ``fast`` (half as large again)."""


# --- Containers of films --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Container:
    """A container of films.

    Attributes:
        ending: end of the file's name, after the figure's.
        writer: class that writes the frames, as ``module:class``; it is called with path, quality and film.
        transparency: whether films in it have no background.
        joins: whether plays that were encoded separately can be joined byte for byte.
        largest: longer side in pixels and frames per second at most; None for any.
    """

    ending: str
    writer: str
    transparency: Literal["never", "on request", "always"]
    joins: bool = False
    largest: tuple[int, int] | None = None


ContainerName = Literal["mp4", "webm", "mov", "gif", "png"]

CONTAINERS: dict[ContainerName, Container] = {
    "mp4": Container(".mp4", "rendering.encode.h264:VideoEncoder", "never", joins=True),
    "webm": Container(".webm", "rendering.encode.webm:WebmEncoder", "always"),
    "mov": Container(".mov", "rendering.encode.mov:MovEncoder", "always"),
    "gif": Container(".gif", "rendering.encode.gif:GifWriter", "never", largest=(640, 15)),
    "png": Container("-frames.zip", "rendering.encode.png:SequenceWriter", "on request"),
}
"""Containers by name on the command line; ``png`` is a ZIP archive of numbered pictures."""


LONGEST, SHORTEST = 3600.0, 0.1
"""Seconds that a format may speak of, at most, and between two frames of a contact sheet, at least."""


# --- Settings of each kind of output --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Film:
    """A video, or a picture where the figure is still.

    Attributes:
        encoder: size against time; a key of ``rendering.encode.h264.ENCODERS``.
        variable_rate: whether a picture that stands still is written once, instead of at every frame.
        plain: whether manim draws without any of our shortcuts.
        container: a key of ``CONTAINERS``.
        clear: whether the background is left out where the container allows it on request.
        burned: whether each beat's caption is drawn beneath the picture.
    """

    encoder: EncoderName = "balanced"
    variable_rate: bool = False
    plain: bool = False
    container: ContainerName = "mp4"
    clear: bool = False
    burned: bool = False

    @property
    def transparent(self) -> bool:
        """True if the background is left out."""
        return self.clear or CONTAINERS[self.container].transparency == "always"

    @property
    def ending(self) -> str:
        """End of the file's name, after the figure's."""
        return CONTAINERS[self.container].ending


@dataclass(frozen=True, slots=True)
class Sheet:
    """A contact sheet: one picture with the end of every beat.

    Attributes:
        every: interval in seconds at which further frames are shown; None for none.
        columns: frames side by side; found from their number when None.
        plain: whether manim draws without any of our shortcuts.
        transparent: always False.
    """

    every: float | None = None
    columns: int | None = None
    plain: bool = False
    transparent: ClassVar[bool] = False


PictureKind = Literal["png", "svg", "pdf"]
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
    """The beats with their frames and captions, and a description of the last picture, as JSON.

    Attributes:
        pictures: whether the end of every beat is in it as SVG, too.
        numbers: whether the places of all numbers at the end of every beat are in it, too.
        plain: whether manim draws without any of our shortcuts.
        transparent: whether the pictures are without a background.
    """

    pictures: bool = False
    numbers: bool = False
    plain: bool = False
    transparent: bool = False


@dataclass(frozen=True, slots=True)
class Cuts:
    """The film cut where its beats end, forwards and backwards, as a ZIP archive of MP4 files.

    Attributes:
        plain: whether manim draws without any of our shortcuts.
        transparent: always False.
    """

    plain: bool = False
    transparent: ClassVar[bool] = False


Format = Film | Sheet | Still | Timeline | Cuts


# --- The table ------------------------------------------------------------------------------------------------------


def _none(shot: Shot) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of output.

    Attributes:
        name: in records, and in errors about them.
        settings: class of its settings.
        maker: module whose ``make`` makes it; a digest of its source tells when files are out of date.
        pattern: the pattern of the file's name; ``figure`` is the figure's name, ``form`` the settings.
        recorded: whether its files get a record, from which ``replay`` makes them again.
        still_pattern: pattern for figures that do not move; the same when empty.
        inputs: shots whose files are passed to ``make``, for outputs that are made from others instead of drawn.
        companions: outputs that the same drawing yields, kept along with it.
    """

    name: str
    settings: type[Format]
    maker: str
    pattern: str
    recorded: bool
    still_pattern: str = ""
    inputs: Callable[[Shot], tuple[Shot, ...]] = _none
    companions: Callable[[Shot], tuple[Format, ...]] = _none

    def modules(self, form: Format) -> tuple[str, ...]:
        """Return the modules that decide the bytes of a file: the maker, and for a film its writer."""
        writer = (CONTAINERS[form.container].writer.partition(":")[0],) if isinstance(form, Film) else ()
        return (self.maker, *writer)


def _film_companions(shot: Shot) -> tuple[Format, ...]:
    """Return the last picture and the beats, except where captions are burned in: the picture is then smaller."""
    form = shot.format
    if not isinstance(form, Film) or form.burned:
        return ()
    return Still(transparent=form.transparent, plain=form.plain), Timeline(plain=form.plain)


def _sheet_inputs(shot: Shot) -> tuple[Shot, ...]:
    """Return the film whose frames are shown between the beats' ends."""
    form = shot.format
    if not isinstance(form, Sheet) or form.every is None or shot.is_still:
        return ()
    return (replace(shot, quality=shot.quality.quick(), format=Film(plain=form.plain)),)


def _cuts_inputs(shot: Shot) -> tuple[Shot, ...]:
    """Return the film and its beats."""
    plain = shot.format.plain
    return replace(shot, format=Film(plain=plain)), replace(shot, format=Timeline(plain=plain))


FORMATS: dict[type[Format], Kind] = {
    kind.settings: kind
    for kind in (
        Kind(
            "film",
            Film,
            "rendering.outputs.film",
            "{figure}{form.ending}",
            recorded=True,
            still_pattern="{figure}.png",
            companions=_film_companions,
        ),
        Kind("sheet", Sheet, "rendering.outputs.sheet", "{figure}-sheet.png", recorded=True, inputs=_sheet_inputs),
        Kind("still", Still, "rendering.outputs.still", "{figure}-{form.moment}.{form.kind}", recorded=True),
        Kind("timeline", Timeline, "rendering.outputs.beats", "{figure}.json", recorded=False),
        Kind("cuts", Cuts, "rendering.outputs.cuts", "{figure}-cuts.zip", recorded=False, inputs=_cuts_inputs),
    )
}
"""The kinds of output by the class of their settings."""


def kind_of(form: Format) -> Kind:
    """Return the row of a format."""
    return FORMATS[type(form)]


def file_name(figure: str, form: Format) -> str:
    """Return the name of the file that a figure becomes."""
    kind = kind_of(form)
    pattern = kind.still_pattern if FIGURES[figure].kind == "still" else ""
    return (pattern or kind.pattern).format(figure=figure, form=form)


def drawn_quality(form: Format, quality: Quality) -> Quality:
    """Return the size and rate at which a format is drawn: some containers are kept small."""
    largest = CONTAINERS[form.container].largest if isinstance(form, Film) else None
    if largest is None:
        return quality
    side, rate = largest
    scale = min(1.0, side / max(quality.width, quality.height))
    width, height = (2 * round(length * scale / 2) for length in (quality.width, quality.height))
    return replace(quality, width=width, height=height, frame_rate=min(quality.frame_rate, rate))
