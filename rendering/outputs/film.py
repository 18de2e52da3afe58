"""Films, and the pictures of figures that do not move."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from manim import config

from rendering.draw.renderer import Frame, Rows, picture, staged
from rendering.encode.beside import BesideWriter
from rendering.encode.h264 import Piece, beats_apart, plays_apart
from rendering.encode.png import png_file
from rendering.encode.writer import FrameWriter, frame_writer
from rendering.outputs.beats import timeline_of
from rendering.outputs.burned_captions import Strip
from rendering.outputs.forks import CopyFailed, Forks, can_fork
from rendering.outputs.output import Making, OnBeat, Output, whole
from rendering.outputs.still import picture_file
from rendering.request.formats import Film, Format, Still, Timeline, kind_of
from rendering.request.shot import Shot

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

_BEAT = "beat-"
"""The beginning of the names of folders that copies write to."""


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
    if making.by_beats and beats_apart(shot) and can_fork():
        with suppress(CopyFailed):  # then the film is drawn here, where what is wrong is raised with its place
            return _film_by_beats(shot, making)
        making.told.forget()
    with _PieceWriter(shot, making) as writer, writer.staged(making.told.add) as figure:
        figure.render()
        companions = _companions(shot, figure, making) if writer.taken else {}
        writer.end_piece()
    return Output(tuple(writer.pieces), companions)


def _film_by_beats(shot: Shot, making: Making) -> Output:
    """Walk through a film without its motion; a copy of this process draws each beat, from where it begins."""
    forks = Forks()
    with _BeatWriter(shot, making, forks) as writer, writer.staged(writer.end_beat) as figure:
        figure.render()
        writer.end_copy()
        companions = _companions(shot, figure, making)
        pieces = [piece for found in forks.results() for piece in found]
    return Output(tuple(pieces), companions)


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


class _PieceWriter:
    """A writer of each run of plays that are drawn here, as a piece of its own.

    Args:
        shot: the film.
        making: everything that it is made with.

    Attributes:
        taken: whether the play that was begun last is drawn here.
        pieces: the finished ones.
    """

    def __init__(self, shot: Shot, making: Making) -> None:
        self.taken = False
        self.pieces: list[Piece] = []
        self._shot, self._making, self._folder = shot, making, making.folder
        self._strip = _strip(shot)
        self._encoder: FrameWriter | None = None
        self._play = self._frames = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.abort()

    @contextmanager
    def staged(self, on_beat: OnBeat) -> Iterator[Figure]:
        """Yield the figure, whose frames come here while it is rendered."""

        def add(frame: Frame, repeat: int, rows: Rows | None) -> None:
            if self._strip is not None:
                frame, rows = self._strip.framed(frame, rows, figure.current_caption)
            self.add(frame, repeat, rows)

        def end_beat(figure: Figure, beat: Beat) -> None:
            on_beat(figure, beat)
            if beats_apart(self._shot):
                self.end_piece()

        drawn = self._strip.inner if self._strip else self._shot
        with staged(drawn, self._making.typeset, add, end_beat, self.begin_play) as figure:
            yield figure

    @property
    def _path(self) -> Path:
        return self._folder / self._shot.file_name

    def begin_play(self, play: int) -> bool:
        """Return whether a play is drawn; if it is not, or is encoded separately, the earlier plays are a piece."""
        self.taken = self._takes(play)
        if not self.taken or plays_apart(self._shot):
            self.end_piece()
        if self._encoder is None:
            self._play = play
        elif self.taken:
            self._encoder.begin_play()
        return self.taken

    def _takes(self, play: int) -> bool:
        return self._making.takes is None or self._making.takes(play)

    def add(self, frame: Frame, repeat: int, rows: Rows | None) -> None:
        """Encode a frame."""
        if self._encoder is None:
            form = self._shot.format
            assert isinstance(form, Film)
            writer = frame_writer(self._path, self._shot.quality, form)
            # A film of many pixels is shared by processes, which leave no core free.
            self._encoder = writer if plays_apart(self._shot) else BesideWriter(writer)
        self._encoder.write(frame, repeat, rows)
        self._frames += repeat
        self._making.on_frames(self._frames)

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


class _BeatWriter(_PieceWriter):
    """A writer of beats, each in a copy of this process that begins with it.

    Args:
        shot: the film.
        making: everything that it is made with.
        forks: the copies.
    """

    def __init__(self, shot: Shot, making: Making, forks: Forks) -> None:
        super().__init__(shot, making)
        self._forks, self._begins = forks, True

    def __exit__(self, *_: object) -> None:
        if self._forks.is_copy:  # it failed; the walk, whose end this would be, ends in the other process
            os._exit(1)
        self._forks.give_up()
        for folder in self._making.folder.glob(f"{_BEAT}*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _takes(self, play: int) -> bool:
        """Copy this process at the first play of a beat: the copy draws it."""
        if self._begins and self._forks.begin():
            self._work_apart()
        self._begins = False
        return self._forks.is_copy

    def _work_apart(self) -> None:
        """Write to a folder of this copy's own, where there is no other."""
        self._folder = self._making.folder / f"{_BEAT}{os.getpid()}"
        own_texts = self._folder / "typeset"
        shutil.copytree(config.get_dir("tex_dir"), own_texts, copy_function=os.link)
        config.tex_dir = str(own_texts)

    def end_beat(self, figure: Figure, beat: Beat) -> None:
        """Note the end of a beat, or, in the copy that has drawn it, send its piece."""
        self.end_copy()
        self._begins = True
        self._making.told.add(figure, beat)

    def end_copy(self) -> None:
        """End this process when it is a copy."""
        if self._forks.is_copy:
            self._forks.end(self._last_pieces)

    def _last_pieces(self) -> list[Piece]:
        self.end_piece()
        return self.pieces
