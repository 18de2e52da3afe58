"""A Dask cluster's workers as an executor: a killed worker or scheduler is reported, not waited for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from rendering.batch.pool import WorkerDied
from rendering.cache.atomic_files import reason

_P = ParamSpec("_P")
_T = TypeVar("_T")
_LOOK_EVERY = 1.0  # seconds between two checks for workers
WITHOUT_WORKERS = 30.0
"""The seconds that a cluster may be without any worker: a killed one may be started again."""

_NO_SCHEDULER = "the cluster's scheduler ended"
_ANSWER = 10.0  # seconds that the scheduler has for the list of workers


class DaskExecutor(Executor):
    """A Dask client as an executor.

    Args:
        client: connected to a scheduler.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._inner = client.get_executor(retries=0, pure=False)
        self._lost = ""
        self._ended = threading.Event()
        self._waiting: set[Future[Any]] = set()
        self._changing = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a worker call a function; its name, its arguments and its result are sent by pickle.

        The future ends with ``WorkerDied`` when the workers that tried were killed, or the cluster is gone.
        """
        future: Future[_T] = Future()
        with self._changing:
            self._waiting.add(future)
        try:
            if self._lost:
                raise WorkerDied(self._lost)
            self._inner.submit(fn, *args, **kwargs).add_done_callback(lambda done: self._end(future, done))
        except Exception as error:  # the client is closed when its scheduler ends
            why = reason(error) if self._client.status == "running" else _NO_SCHEDULER
            self._fail(future, error if isinstance(error, WorkerDied) else WorkerDied(why))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the executor; tasks that wait are cancelled."""
        self._ended.set()
        with suppress(Exception):  # the client is closed when its scheduler has ended: then nothing is left to cancel
            self._inner.shutdown(wait=wait)

    def _end(self, future: Future[Any], done: Future[Any]) -> None:
        """Pass on the outcome of a task."""
        if done.cancelled():
            self._fail(future, WorkerDied(self._lost or _NO_SCHEDULER))
        elif (error := done.exception()) is not None:
            killed = type(error).__name__ == "KilledWorker"
            self._fail(future, WorkerDied("its worker was killed") if killed else error)
        elif self._take(future):
            future.set_result(done.result())

    def _fail(self, future: Future[Any], error: BaseException) -> None:
        if self._take(future):
            future.set_exception(error)

    def _take(self, future: Future[Any]) -> bool:
        """Return whether a future has not ended yet; the caller must then end it."""
        with self._changing:
            waits = future in self._waiting
            self._waiting.discard(future)
        return waits

    def _watch(self) -> None:
        """Give up when the scheduler has ended, or there has been no worker for too long."""
        seen = time.monotonic()
        while not self._ended.wait(_LOOK_EVERY):
            if self._client.status != "running":
                self._give_up(_NO_SCHEDULER)
                return
            try:
                if self._client.sync(self._client.scheduler.ncores, callback_timeout=_ANSWER):
                    seen = time.monotonic()
            except Exception:  # it does not answer, or has just ended: the next check will show
                pass
            if time.monotonic() - seen > WITHOUT_WORKERS:
                self._give_up("the cluster has no workers any more: they were killed, or do not answer")
                return

    def _give_up(self, why: str) -> None:
        self._lost = why
        for future in list(self._waiting):
            self._fail(future, WorkerDied(why))
