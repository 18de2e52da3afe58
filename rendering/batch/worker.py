"""A worker's task: one shot or some of its plays, in this process or in a distant one."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rendering.cache.atomic_files import OutputError, reason, scratch, unwritten
from rendering.cache.digest import versions
from rendering.cache.store import Store
from rendering.draw.memory import give_back, make_ready
from rendering.draw.renderer import Takes
from rendering.draw.text_cache import Typesetting
from rendering.encode.h264 import Piece
from rendering.outputs.output import Making, Output, Told
from rendering.request.formats import Format, kind_of
from rendering.request.own_figures import place
from rendering.request.results import Failed, Phase
from rendering.request.shot import Shot
from rendering.request.story import Step
from scenes.errors import UserError

_TELL_EVERY = 0.2  # seconds between two messages of a distant process


@dataclass(frozen=True, slots=True)
class Desk:
    """The files that processes on one machine share while a batch is made.

    Attributes:
        folder: the folder for unfinished work, with a folder for each process.
        progress: a file of three doubles for each task: phase, beats drawn, frames drawn. All processes map it, so that
            no lock can be left taken.
        store: the store's folder.
    """

    folder: Path
    progress: Path
    store: Path


@dataclass(frozen=True, slots=True)
class Task:
    """A shot to be made, or some of its plays.

    Attributes:
        shot: the shot to make.
        number: the task's index in the progress file.
        desk: the files shared with other processes; None on another machine, which has only the shot.
        claims: a folder in which the processes that share a film mark the plays they take.
        share: the plays taken without asking others, as (first, step); all, if there are no claims.
        topic: the topic of a distant process's messages on its progress; empty where the progress file is shared.
        inputs: files that the shot is made from.
        by_beats: whether copies of the process may each draw a beat of a film.
    """

    shot: Shot
    number: int = 0
    desk: Desk | None = None
    claims: Path | None = None
    share: tuple[int, int] = (0, 1)
    topic: str = ""
    inputs: tuple[bytes, ...] = ()
    by_beats: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """The result of a task.

    Attributes:
        pieces: a film's pieces, or one with the whole file.
        companions: files of other formats that the same drawing yielded.
        seconds: the time that it took.
        steps: the beats.
        numbers: a digest of all tensors that the figure computed.
    """

    pieces: tuple[Piece, ...]
    companions: tuple[tuple[Format, bytes], ...]
    seconds: float
    steps: tuple[Step, ...]
    numbers: str


def work(task: Task) -> Made | Failed:
    """Do a task. Failures are returned as text, since not every exception can be sent to another process."""
    make_ready()
    try:
        return _done(task)
    finally:
        if task.desk is None:  # else memory is given back when the answer is sent
            give_back()


def _done(task: Task) -> Made | Failed:
    start = time.monotonic()
    try:
        with _folder(task) as folder:
            store = Store(task.desk.store if task.desk else None)
            typesetting = Typesetting(folder / "typeset", store)
            typesetting.fill()
            output, told = _make(task, folder, typesetting.own)
            typesetting.share()
    except Exception as error:
        why = failure(error)
        details = f"{traceback.format_exc()}\n{task.shot}\n{versions()}\n"
        mistake = isinstance(error, UserError)
        return Failed(task.shot.figure, why, "" if mistake else details, mistake=mistake)
    seconds, companions = time.monotonic() - start, tuple(output.companions.items())
    return Made(output.pieces, companions, seconds, told.steps(task.shot), told.numbers(task.shot))


def failure(error: Exception) -> str:
    """Return the reason why a task failed, in one line; all files of a task are in the folder for temporary files."""
    if isinstance(error, OSError):
        return unwritten(error)
    if isinstance(error, UserError | OutputError):
        return reason(error)
    return f"{place(error)}{type(error).__name__}: {reason(error)}"


@contextmanager
def _folder(task: Task) -> Iterator[Path]:
    if task.desk is None:
        with scratch() as folder:
            yield folder
        return
    folder = task.desk.folder / str(os.getpid())
    folder.mkdir(exist_ok=True)
    yield folder


def _make(task: Task, folder: Path, typeset: Path) -> tuple[Output, Told]:
    """Return the output of a shot, and the beats collected while it was drawn."""
    progress: Any = np.zeros(3)
    if task.desk is not None:
        progress = np.memmap(task.desk.progress, np.float64, "r+").reshape(-1, 3)[task.number]
    progress[:] = Phase.DRAWING, 0, 0
    tell = _teller(task, progress)
    tell()

    def count_beats(beats: int) -> None:
        progress[1] = beats
        tell()

    def count_frames(frames: int) -> None:
        progress[2] = frames
        tell()

    told = Told(count_beats)
    making = Making(typeset, folder, told, count_frames, _takes(task), task.inputs, task.by_beats)
    output: Output = import_module(kind_of(task.shot.format).maker).make(task.shot, making)
    progress[0] = Phase.ENCODING
    return output, told


def _takes(task: Task) -> Takes | None:
    """Return the function that decides which plays of a film this task draws; None for all."""
    if task.claims is not None:
        return _claimed(task.claims)
    return None if task.share == (0, 1) else _share(*task.share)


def _teller(task: Task, progress: Any) -> Callable[[], None]:
    """Return a function that reports a task's progress when it has changed, but not more often than it is shown."""
    if not task.topic:
        return lambda: None
    from distributed import get_worker

    worker, last = get_worker(), 0.0

    def tell() -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _TELL_EVERY:
            worker.log_event(task.topic, (task.number, *progress.tolist()))
            last = now

    return tell


def _share(first: int, step: int) -> Takes:
    """Return a function that takes every ``step``-th play, for processes that share no folder."""
    return lambda play: play % step == first


def _claimed(claims: Path) -> Takes:
    """Return a function that takes a play unless another process has: the first to mark it takes it."""

    def take(play: int) -> bool:
        try:
            (claims / str(play)).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    return take
