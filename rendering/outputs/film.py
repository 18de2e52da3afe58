"""Films, and the pictures of figures that do not move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rendering.draw.renderer import Frame, Rows, picture, staged
from rendering.encode.beside import BesideWriter
from rendering.encode.h264 import Piece, plays_apart
from rendering.encode.png import png_file
from rendering.encode.writer import FrameWriter, frame_writer
from rendering.outputs.beats import timeline_of
from rendering.outputs.burned_captions import Strip
from rendering.outputs.output import Making, Output, whole
from rendering.outputs.still import picture_file
from rendering.request.formats import Film, Format, Still, Timeline, kind_of
from rendering.request.shot import Shot

if TYPE_CHECKING:
    from scenes.figure import Figure


def make(shot: Shot, making: Making) -> Output:
    """Draw a figure that does not move as a picture; else draw and encode the plays that are taken here.

    Returns:
        The pieces of the film, one for each run of plays that were drawn here; its companions where the last play was.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when a file cannot be written.
    """
    return _still(shot, making) if shot.is_still else _film(shot, making)


def _film(shot: Shot, making: Making) -> Output:
    writer, strip = _PieceWriter(shot, making), _strip(shot)
    companions: dict[Format, bytes] = {}

    def add(frame: Frame, repeat: int, rows: Rows | None) -> None:
        if strip is not None:
            frame, rows = strip.framed(frame, rows, figure.current_caption)
        writer.add(frame, repeat, rows)

    try:
        drawn = strip.inner if strip else shot
        with staged(drawn, making.typeset, add, making.told.add, writer.begin_play) as figure:
            figure.render()
            if writer.taken:
                companions = _companions(shot, figure, making)
        writer.end_piece()
    except BaseException:
        writer.abort()
        raise
    return Output(tuple(writer.pieces), companions)


def _still(shot: Shot, making: Making) -> Output:
    strip = _strip(shot)
    with staged(strip.inner if strip else shot, making.typeset, on_beat=making.told.add) as figure:
        figure.render()
        companions = _companions(shot, figure, making)
        last = picture(figure)
    if strip is not None:
        last, _ = strip.framed(last, None, figure.current_caption)
    return Output(whole(png_file(last, clear=shot.format.transparent)).pieces, companions)


def _companions(shot: Shot, figure: Figure, making: Making) -> dict[Format, bytes]:
    """Return the files of the formats that a film is kept with, from the figure at its end."""
    forms = kind_of(shot.format).companions(shot)
    return {form: AT_THE_END[type(form)](shot, figure, form, making) for form in forms}


def _last_picture(shot: Shot, figure: Figure, form: Any, making: Making) -> bytes:
    return picture_file(figure, form)


def _beats(shot: Shot, figure: Figure, form: Any, making: Making) -> bytes:
    return timeline_of(shot, figure, making.told.steps(shot))


AT_THE_END: dict[type[Format], Callable[[Shot, Figure, Any, Making], bytes]] = {Still: _last_picture, Timeline: _beats}
"""Makers of a film's companions, from the figure at its end."""


def _strip(shot: Shot) -> Strip | None:
    """Return the strip of captions beneath the picture, if it is wanted."""
    return Strip(shot) if isinstance(shot.format, Film) and shot.format.burned else None


@dataclass(slots=True)
class _PieceWriter:
    """A writer of each run of plays that are drawn here, as a piece of its own.

    Attributes:
        taken: whether the play that was begun last is drawn here.
    """

    shot: Shot
    making: Making
    taken: bool = False
    pieces: list[Piece] = field(default_factory=list)
    _encoder: FrameWriter | None = None
    _play: int = 0
    _frames: int = 0

    @property
    def _path(self) -> Path:
        return self.making.folder / self.shot.file_name

    def begin_play(self, play: int) -> bool:
        """Return whether a play is drawn; if it is not, or is encoded separately, the earlier plays are a piece."""
        self.taken = self.making.takes is None or self.making.takes(play)
        if not self.taken or plays_apart(self.shot):
            self.end_piece()
        if self._encoder is None:
            self._play = play
        elif self.taken:
            self._encoder.begin_play()
        return self.taken

    def add(self, frame: Frame, repeat: int, rows: Rows | None) -> None:
        """Encode a frame."""
        if self._encoder is None:
            form = self.shot.format
            assert isinstance(form, Film)
            writer = frame_writer(self._path, self.shot.quality, form)
            # A film of many pixels is shared by processes, which leave no core free.
            self._encoder = writer if plays_apart(self.shot) else BesideWriter(writer)
        self._encoder.write(frame, repeat, rows)
        self._frames += repeat
        self.making.on_frames(self._frames)

    def end_piece(self) -> None:
        """Finish the piece that is being encoded, if there is one."""
        if self._encoder is not None:
            self._encoder.close()
            self.pieces.append(Piece(self._play, self._encoder.frames, self._path.read_bytes()))
            self._path.unlink()
            self._encoder = None

    def abort(self) -> None:
        """Give up the piece that is being encoded."""
        if self._encoder is not None:
            self._encoder.abort()
            self._path.unlink(missing_ok=True)
