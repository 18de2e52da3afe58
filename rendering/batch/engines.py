"""The engines of a batch: the cores of this machine, or a Dask cluster."""

from __future__ import annotations

import logging
import signal
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from rendering.batch.dask_executor import DaskExecutor
from rendering.batch.jobs import MOST_HELPERS, Engine, Progress
from rendering.batch.pool import Workers, cores
from rendering.batch.scheduler import PATIENCE, require_scheduler
from rendering.batch.worker import Desk
from rendering.cache.atomic_files import reason, scratch
from rendering.cache.digest import Digests, fingerprint, versions
from rendering.cache.store import Store
from rendering.encode.h264 import plays_apart
from rendering.request.shot import Shot
from scenes.errors import UserError, shown

_LOCAL = "local:"
_MOST_LOCAL = 256
_ANSWER = 120.0  # seconds that workers have to import the project and report their versions
_TOPIC = "attention-animations"
_STOPPING_SIGNALS = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))


@contextmanager
def local(shots: Sequence[Shot], store: Store, jobs: int | None = None) -> Iterator[Engine]:
    """Yield this machine's cores as an engine.

    Args:
        shots: the shots to render.
        store: the store, in which typeset texts are shared.
        jobs: the number of processes; as many as there are cores when left out.
    """
    most = jobs or cores()
    count = min(most, sum(1 + MOST_HELPERS if plays_apart(shot) else 1 for shot in shots))
    with scratch() as folder:
        workers = Workers(count)
        try:
            desk = Desk(folder, folder / "progress", store.folder)
            yield Engine(workers, count, desk, folder, partial(_shared_board, desk.progress), most=most)
        finally:
            workers.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str, digests: Digests) -> Iterator[Engine]:
    """Yield a Dask cluster's workers as an engine; they need the same versions of everything that decides a pixel.

    Args:
        address: a scheduler's, such as ``tcp://host:8786``; or ``local:N`` for N processes of this machine.
        digests: the digests of this machine's sources.

    Raises:
        UserError: when Dask is not installed, there is no such cluster, or its workers differ from this machine.
    """
    try:
        import distributed
    except ImportError:
        raise UserError('--cluster needs Dask: pip install "attention-animations[cluster]"') from None
    with scratch() as folder, _client(distributed, address, folder) as client:
        _require_alike(client, digests)
        executor = DaskExecutor(client)
        try:
            topic = f"{_TOPIC}-{uuid.uuid4().hex}"
            yield Engine(executor, len(client.nthreads()), None, folder, partial(_told_board, client, topic), topic)
        finally:
            executor.shutdown(wait=False)  # this cancels what waits


def _shared_board(file: Path, tasks: int) -> Progress:
    """Return a file that this machine's processes write to."""
    file.write_bytes(np.zeros((tasks, 3)).tobytes())  # not tofile, which does not report a full disk
    return np.memmap(file, np.float64, "r").reshape(-1, 3)


def _told_board(client: Any, topic: str, tasks: int) -> Progress:
    """Return an array that is updated by messages of distant workers."""
    board = np.zeros((tasks, 3))

    def hear(event: tuple[float, Sequence[float]]) -> None:
        number, *row = event[1]
        board[int(number)] = row

    client.subscribe_topic(topic, hear)
    return board


@contextmanager
def _client(distributed: Any, address: str, folder: Path) -> Iterator[Any]:
    """Yield a connection to a cluster; the one for ``local:N`` is started, and ends with the block."""
    from dask import config

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # anything that a user has to know is raised as an error
    try:
        if address.startswith(_LOCAL):
            count = address.removeprefix(_LOCAL)
            if not count.isdecimal() or not 1 <= len(count) <= 4 or not 1 <= int(count) <= _MOST_LOCAL:
                raise UserError(
                    f"--cluster local:N needs a number of processes, 1 to {_MOST_LOCAL}; got {shown(address)}"
                )
            with (
                # its profiler looks at every worker a hundred times a second
                config.set({"distributed.worker.profile.enabled": False}),
                distributed.LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    local_directory=str(folder),
                ) as started,
                distributed.Client(started) as client,
            ):
                yield client
            return
        require_scheduler(address)
        try:
            client = distributed.Client(address, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise UserError(f"no Dask scheduler at {shown(address)}: {reason(error)}") from None
        with client:
            yield client
    finally:
        logging.disable(before)


def _require_alike(client: Any, digests: Digests) -> None:
    """Check that the workers have this machine's versions and sources.

    Raises:
        UserError: when there are none, or one has other versions or sources, or several threads.
    """
    threads = client.nthreads()
    if not threads:
        raise UserError("the cluster has no workers; start some with: dask worker ADDRESS --nthreads 1")
    if max(threads.values()) > 1:
        raise UserError("manim needs a process for itself: start the cluster's workers with --nthreads 1")
    own = {**versions(), "attention-animations": digests.of_sources()}
    for worker, found in _asked(client, threads).items():
        if isinstance(found, OSError):  # Dask's errors of connections are such
            raise UserError(f"worker {worker} was killed or cannot be reached; start it again, or leave it out")
        if not isinstance(found, dict):
            raise UserError(f"worker {worker} does not have this project: {reason(found)}")
        for name, value in own.items():
            if found.get(name) != value:
                raise UserError(
                    f"worker {worker} has {name} {_short(found.get(name, 'missing'))}, this machine {_short(value)}; "
                    "they must be the same"
                )


def _asked(client: Any, workers: Iterable[str]) -> Mapping[str, Any]:
    """Return each worker's report of its versions, or the error that came instead.

    Raises:
        UserError: when the scheduler ends, or the workers do not answer.
    """
    try:
        found = client.sync(client._run, fingerprint, on_error="return", callback_timeout=_ANSWER)
    except TimeoutError:
        raise UserError(f"the cluster's workers do not answer within {_ANSWER:g} s: {', '.join(workers)}") from None
    except OSError:
        raise UserError("the cluster's scheduler ended while its workers were asked for their versions") from None
    answers: Mapping[str, Any] = found
    return answers


def _short(value: str) -> str:
    return value if len(value) < 20 else f"sources {value[:8]}"


@contextmanager
def ending_is_interruption() -> Iterator[None]:
    """Treat termination, and the closing of the terminal, like Ctrl-C, so that nothing is left behind."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    try:
        before = {number: signal.signal(number, interrupt) for number in _STOPPING_SIGNALS}
    except ValueError:  # not the main thread, which alone may do so
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
