"""Renders many shots at once, one process to a core."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Protocol

import numpy as np
import torch

from rendering.shot import Shot
from rendering.store import reason, workspace
from rendering.worker import Folders, Rendered, Work, render_shot
from scenes.errors import UserError

_LOOK_EVERY = 0.1  # seconds between two looks at how far the workers are
_STOPPING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Failed:
    """A figure that could not be rendered.

    Attributes:
        figure: its name.
        reason: why, in one line.
        details: the traceback, for whoever mends the figure.
    """

    figure: str
    reason: str
    details: str = ""


Outcome = Rendered | Failed


class Listener(Protocol):
    """Is told how a batch goes."""

    def drawn(self, seconds: Mapping[str, float]) -> None:
        """How many seconds of each unfinished film are drawn, by the figure's name."""

    def ended(self, outcome: Outcome) -> None:
        """A figure is finished or has failed."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """What a worker has to know of the batch.

    Attributes:
        shots: what to render.
        work: what to make of each.
        finished: where finished files go.
        unfinished: where files are until they are finished.
        scratch: a folder for what is typeset, one folder a process, and for the seconds drawn.
        outcomes: what came of each shot, by its place.
    """

    shots: Sequence[Shot]
    work: Work
    finished: Path
    unfinished: Path
    scratch: Path
    outcomes: dict[int, Outcome] = field(default_factory=dict)

    @property
    def drawn(self) -> Path:
        """Seconds drawn of each shot: a file of doubles that all processes map, so that no lock can be left taken."""
        return self.scratch / "drawn"


def render_all(
    shots: Sequence[Shot], folder: Path, listener: Listener, jobs: int | None = None, work: Work = render_shot
) -> list[Outcome]:
    """Render shots into a folder; one that fails does not stop the others.

    Args:
        shots: what to render.
        folder: where finished files go; made when it is missing.
        listener: is told how it goes.
        jobs: how many processes; as many as there are cores when left out.
        work: what to make of each shot.

    Returns:
        what came of each shot, in their order.

    Raises:
        OutputError: when nothing can be written to the folder.
        KeyboardInterrupt: when interrupted or told to end; no process and nothing unfinished is then left.
    """
    with (
        _ending_is_interruption(),
        workspace(folder) as unfinished,
        tempfile.TemporaryDirectory(prefix="attention-animations-", ignore_cleanup_errors=True) as scratch,
    ):
        batch = _Batch(shots, work, folder, unfinished, Path(scratch))
        np.zeros(len(shots)).tofile(batch.drawn)
        _run(batch, range(len(shots)), jobs or cores(), listener)
        # When a process is killed, the pool cannot say for which shot: each one that is left is tried by itself.
        for index in [index for index in range(len(shots)) if index not in batch.outcomes]:
            _run(batch, [index], 1, listener)
            if index not in batch.outcomes:
                _end(batch, index, Failed(shots[index].figure, "its process was killed"), listener)
        return [batch.outcomes[index] for index in range(len(shots))]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _run(batch: _Batch, indices: Sequence[int], jobs: int, listener: Listener) -> None:
    """Render some shots of the batch; those without an outcome afterwards were lost with a killed process."""
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(min(jobs, len(indices)), _start_method(), initializer=_prepare_worker)
    try:
        with _blocked(signal.SIGINT):  # workers start with it blocked: interruption is the parent's to handle
            futures = {executor.submit(_task, batch, index): index for index in indices}
        _follow(batch, futures, listener)
    except BaseException:
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _follow(batch: _Batch, futures: Mapping[Future[Outcome], int], listener: Listener) -> None:
    drawn = np.memmap(batch.drawn, dtype=np.float64, mode="r")
    waiting: set[Future[Outcome]] = set(futures)
    while waiting:
        done, waiting = wait(waiting, _LOOK_EVERY, FIRST_COMPLETED)
        for future in done:
            try:
                _end(batch, futures[future], future.result(), listener)
            except BrokenProcessPool:
                continue
        listener.drawn({batch.shots[futures[f]].figure: float(drawn[futures[f]]) for f in waiting})


def _end(batch: _Batch, index: int, outcome: Outcome, listener: Listener) -> None:
    batch.outcomes[index] = outcome
    listener.ended(outcome)


def _task(batch: _Batch, index: int) -> Outcome:
    """What a worker does for one shot. Failures are returned as text: not every exception can be sent."""
    shot = batch.shots[index]
    drawn = np.memmap(batch.drawn, dtype=np.float64, mode="r+")
    folders = Folders(batch.finished, batch.unfinished, batch.scratch / str(os.getpid()))
    try:
        return batch.work(shot, folders, lambda seconds: drawn.__setitem__(index, seconds))
    except (UserError, OSError) as error:
        return Failed(shot.figure, reason(error), traceback.format_exc())
    except Exception as error:
        return Failed(shot.figure, f"{type(error).__name__}: {reason(error)}", traceback.format_exc())


def _prepare_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in _STOPPING_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    torch.set_num_threads(1)  # the processes share the cores already
    Thread(target=_end_without, args=(os.getppid(),), daemon=True).start()


def _end_without(parent: int) -> None:
    """End this process soon after its parent, which may have been killed and could then not say so."""
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


def _start_method() -> multiprocessing.context.BaseContext:
    """Forking spares each worker the imports; elsewhere than on Linux, system libraries do not survive it."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


@contextmanager
def _blocked(number: signal.Signals) -> Iterator[None]:
    """Put off a signal until the block has ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _ending_is_interruption(numbers: Iterable[signal.Signals] = _STOPPING_SIGNALS) -> Iterator[None]:
    """Treat being told to end, or the terminal's closing, as Ctrl-C, so that it leaves nothing behind either."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    try:
        before = {number: signal.signal(number, interrupt) for number in numbers}
    except ValueError:  # not the main thread, which alone may do so
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
