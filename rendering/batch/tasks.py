"""Other work on shots than single files: done by the same processes, with no store between."""

from __future__ import annotations

import os
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rendering.batch import engines
from rendering.cache.atomic_files import reason, require_writable, write_whole
from rendering.cache.store import Store
from rendering.draw.memory import make_ready
from rendering.draw.renderer import Frame
from rendering.draw.text_cache import Typesetting
from rendering.encode.other_formats import png_file
from rendering.request.results import Failed, Listener, Outcome, Phase, Rendered, State
from rendering.request.shot import Shot
from scenes.errors import UserError

_LOOK_EVERY = 0.1  # seconds between two looks at what has ended

OnSeconds = Callable[[float], None]
"""Is told how many seconds of a film are drawn."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a worker reads and writes.

    Attributes:
        finished: where files go when they are finished.
        unfinished: where they are until then.
        typeset: where manim may keep what it typesets; no two processes may share one.
    """

    finished: Path
    unfinished: Path
    typeset: Path


Work = Callable[[Shot, Folders, OnSeconds], Rendered]
"""What a worker makes of a shot. Processes are sent it, so it has a module."""


@contextmanager
def unfinished_file(folders: Folders, name: str) -> Iterator[Path]:
    """A path to write to; when the block ends well the file there is published under its name, else it goes.

    Raises:
        OSError: when the file cannot be published.
    """
    with tempfile.TemporaryDirectory(dir=folders.unfinished, ignore_cleanup_errors=True) as folder:
        path = Path(folder) / name
        yield path
        write_whole(folders.finished / name, path.read_bytes(), lasting=True)


def save_picture(frame: Frame, path: Path) -> None:
    """Write a frame of shape (height, width, 4) as an opaque PNG.

    Raises:
        OSError: when the file cannot be written.
    """
    path.write_bytes(png_file(frame))


def do_all(
    shots: Sequence[Shot], folder: Path, listener: Listener, jobs: int | None, work: Work, store: Store | None = None
) -> list[Outcome]:
    """Do work on shots; one that fails does not stop the others.

    Args:
        shots: what to work on.
        folder: where finished files go.
        listener: is told how it goes.
        jobs: how many processes; as many as there are cores when None.
        work: what to make of each shot.
        store: where typeset texts are shared.

    Returns:
        what came of each shot, in their order.

    Raises:
        OutputError: when nothing can be written to the folder.
        KeyboardInterrupt: when interrupted or told to end; no process and nothing unfinished is then left.
    """
    require_writable(folder)
    with engines.ending_is_interruption(), engines.local(shots, store or Store(), jobs) as engine:
        assert engine.desk is not None
        place = Folders(folder, engine.scratch, engine.desk.store)
        futures = {engine.executor.submit(_do, shot, place, work): shot for shot in shots}
        outcomes: dict[str, Outcome] = {}
        waiting: set[Future[Outcome]] = set(futures)
        while waiting:
            done, waiting = wait(waiting, _LOOK_EVERY, FIRST_COMPLETED)
            for future in done:
                outcome = _outcome(future, futures[future])
                outcomes[futures[future].figure] = outcome
                listener.ended(outcome)
            phases = {future: Phase.DRAWING if future.running() else Phase.WAITING for future in waiting}
            listener.went([State(futures[future].figure, phase) for future, phase in phases.items()], None)
    return [outcomes[shot.figure] for shot in shots]


def _outcome(future: Future[Outcome], shot: Shot) -> Outcome:
    try:
        return future.result()
    except Exception as error:
        return Failed(shot.figure, reason(error))


def _do(shot: Shot, place: Folders, work: Work) -> Outcome:
    """What a worker does; ``place.typeset`` is the store here."""
    make_ready()
    start, own = time.monotonic(), place.unfinished / str(os.getpid())
    own.mkdir(exist_ok=True)
    typesetting = Typesetting(own / "typeset", Store(place.typeset))
    try:
        typesetting.fill()
        made = work(shot, Folders(place.finished, own, typesetting.own), lambda seconds: None)
        typesetting.share()
    except Exception as error:
        known = isinstance(error, UserError | OSError)
        return Failed(
            shot.figure, reason(error) if known else f"{type(error).__name__}: {reason(error)}", traceback.format_exc()
        )
    return Rendered(shot.figure, made.path, time.monotonic() - start)
