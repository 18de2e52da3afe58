"""Makes films and pictures of shots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rendering.draw.renderer import Frame, Rows, Takes, picture, staged
from rendering.encode.h264 import Piece, plays_apart
from rendering.encode.other_formats import FrameWriter, frame_writer, png_file
from rendering.encode.threaded import Beside
from rendering.outputs.burned_captions import Strip
from rendering.request.shot import Film, Shot

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

OnBeat = Callable[["Figure", "Beat"], None]
OnFrames = Callable[[int], None]
"""Is told how many frames are drawn."""


def film(
    shot: Shot,
    typeset: Path,
    folder: Path,
    on_frames: OnFrames | None = None,
    on_beat: OnBeat | None = None,
    takes: Takes | None = None,
    *,
    beside: bool = False,
) -> list[Piece]:
    """Draw and encode a shot.

    Args:
        shot: what to draw; its format is a film.
        typeset: where manim may keep what it typesets.
        folder: where unfinished files may lie.
        on_frames: is told how far it is.
        on_beat: called at the end of every beat.
        takes: which plays are drawn here; all when None.
        beside: whether it is encoded on another thread, while the next frames are drawn.

    Returns:
        the film, in as many pieces as there are runs of plays that were drawn here.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when a file cannot be written.
    """
    reel = _Reel(shot, folder, takes or (lambda play: True), on_frames or (lambda frames: None), beside)
    strip = _strip(shot)

    def add(frame: Frame, repeat: int, rows: Rows | None) -> None:
        if strip is not None:
            frame, rows = strip.framed(frame, rows, figure.current_caption)
        reel.add(frame, repeat, rows)

    try:
        with staged(strip.inner if strip else shot, typeset, add, on_beat, reel.begin_play) as figure:
            figure.render()
        reel.end_piece()
    except BaseException:
        reel.abort()
        raise
    return reel.pieces


def _strip(shot: Shot) -> Strip | None:
    """What puts captions beneath the picture, if they are wanted."""
    return Strip(shot) if isinstance(shot.format, Film) and shot.format.burned else None


@dataclass(slots=True)
class _Reel:
    """Encodes each run of plays that are drawn here as a piece of its own."""

    shot: Shot
    folder: Path
    takes: Takes
    on_frames: OnFrames
    beside: bool
    pieces: list[Piece] = field(default_factory=list)
    _encoder: FrameWriter | None = None
    _play: int = 0
    _frames: int = 0

    @property
    def _path(self) -> Path:
        return self.folder / self.shot.file_name

    def begin_play(self, play: int) -> bool:
        """Say whether a play is drawn; when it is not, or is encoded apart, what went before it is a piece."""
        taken = self.takes(play)
        if not taken or plays_apart(self.shot):
            self.end_piece()
        if self._encoder is None:
            self._play = play
        elif taken:
            self._encoder.begin_play()
        return taken

    def add(self, frame: Frame, repeat: int, rows: Rows | None) -> None:
        """Encode a frame."""
        if self._encoder is None:
            form = self.shot.format
            assert isinstance(form, Film)
            encoder = frame_writer(self._path, self.shot.quality, form)
            self._encoder = Beside(encoder) if self.beside else encoder
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
        """Give up what is being encoded."""
        if self._encoder is not None:
            self._encoder.abort()
            self._path.unlink(missing_ok=True)


def still(shot: Shot, typeset: Path, on_beat: OnBeat | None = None) -> bytes:
    """Draw what a shot ends with, as a PNG file.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
    """
    strip = _strip(shot)
    with staged(strip.inner if strip else shot, typeset, on_beat=on_beat) as figure:
        figure.render()
        last = picture(figure)
    if strip is not None:
        last, _ = strip.framed(last, None, figure.current_caption)
    return png_file(last, clear=shot.format.transparent)
