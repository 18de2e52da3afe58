"""Films, and the pictures of figures that do not move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rendering.draw.renderer import Frame, Rows, Takes, picture, staged
from rendering.encode.h264 import Piece, plays_apart
from rendering.encode.png import png_file
from rendering.encode.writer import FrameWriter, frame_writer
from rendering.outputs.beats import timeline_of
from rendering.outputs.burned_captions import Strip
from rendering.outputs.output import Making, OnBeat, OnFrames, Output, whole
from rendering.outputs.still import picture_file
from rendering.request.formats import Film, Format, Still, Timeline, kind_of
from rendering.request.shot import Shot

if TYPE_CHECKING:
    from scenes.figure import Figure


def make(shot: Shot, making: Making) -> Output:
    """Draw the pieces of a film that are drawn here, or a picture where the figure is still.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when a file cannot be written.
    """
    companions: dict[Format, bytes] = {}

    def keep(figure: Figure) -> None:
        companions.update(_companions(shot, figure, making))

    if shot.is_still:
        content = still(shot, making.typeset, making.told.add, keep)
        return Output(whole(content).pieces, companions)
    pieces = film(
        shot,
        making.typeset,
        making.folder,
        making.on_frames,
        making.told.add,
        making.takes,
        on_end=keep,
    )
    return Output(tuple(pieces), companions)


def _companions(shot: Shot, figure: Figure, making: Making) -> dict[Format, bytes]:
    """Return the files of the formats that a film is kept with, from the figure at its end."""
    files: dict[Format, bytes] = {}
    for form in kind_of(shot.format).companions(shot):
        if isinstance(form, Still):
            files[form] = picture_file(figure, form)
        elif isinstance(form, Timeline):
            files[form] = timeline_of(shot, figure, making.told.steps(shot))
    return files


def film(
    shot: Shot,
    typeset: Path,
    folder: Path,
    on_frames: OnFrames | None = None,
    on_beat: OnBeat | None = None,
    takes: Takes | None = None,
    *,
    on_end: Callable[[Figure], None] | None = None,
) -> list[Piece]:
    """Draw and encode a shot.

    Args:
        shot: the shot; its format is a film.
        typeset: the folder for manim's typeset texts.
        folder: the folder for unfinished files.
        on_frames: called with the number of frames drawn so far.
        on_beat: called at the end of every beat.
        takes: decides which plays are drawn here; all when None.
        on_end: called at the end of the figure, where its last play was drawn here.

    Returns:
        The film's pieces, one for each run of plays that were drawn here.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when a file cannot be written.
    """
    writer = _PieceWriter(shot, folder, takes or (lambda play: True), on_frames or (lambda frames: None))
    strip = _strip(shot)

    def add(frame: Frame, repeat: int, rows: Rows | None) -> None:
        if strip is not None:
            frame, rows = strip.framed(frame, rows, figure.current_caption)
        writer.add(frame, repeat, rows)

    try:
        with staged(strip.inner if strip else shot, typeset, add, on_beat, writer.begin_play) as figure:
            figure.render()
            if on_end is not None and writer.taken:
                on_end(figure)
        writer.end_piece()
    except BaseException:
        writer.abort()
        raise
    return writer.pieces


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
    folder: Path
    takes: Takes
    on_frames: OnFrames
    taken: bool = False
    pieces: list[Piece] = field(default_factory=list)
    _encoder: FrameWriter | None = None
    _play: int = 0
    _frames: int = 0

    @property
    def _path(self) -> Path:
        return self.folder / self.shot.file_name

    def begin_play(self, play: int) -> bool:
        """Return whether a play is drawn; if it is not, or is encoded separately, the earlier plays are a piece."""
        self.taken = self.takes(play)
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
            self._encoder = frame_writer(self._path, self.shot.quality, form)
        self._encoder.write(frame, repeat, rows)
        self._frames += repeat
        self.on_frames(self._frames)

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


def still(
    shot: Shot, typeset: Path, on_beat: OnBeat | None = None, on_end: Callable[[Figure], None] | None = None
) -> bytes:
    """Draw the end of a shot, as a PNG file.

    Args:
        shot: the shot; its format is a film.
        typeset: the folder for manim's typeset texts.
        on_beat: called at the end of every beat.
        on_end: called at the end of the figure.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
    """
    strip = _strip(shot)
    with staged(strip.inner if strip else shot, typeset, on_beat=on_beat) as figure:
        figure.render()
        last = picture(figure)
        if on_end is not None:
            on_end(figure)
    if strip is not None:
        last, _ = strip.framed(last, None, figure.current_caption)
    return png_file(last, clear=shot.format.transparent)
