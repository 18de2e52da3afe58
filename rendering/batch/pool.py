"""Processes of this machine as an executor: one that dies takes only its own task with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from rendering.draw.memory import give_back
from rendering.outputs.forks import end_with
from rendering.request.own_figures import register, registered

_P = ParamSpec("_P")
_T = TypeVar("_T")
_PRELOADED = ["rendering.batch.worker"]


class WorkerDied(Exception):
    """The error of a task whose process was killed."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Workers(Executor):
    """Processes that do one task after another; a process that is killed is replaced.

    Unlike ``ProcessPoolExecutor``, whose tasks are all lost with one process.

    Args:
        count: the number of processes.
    """

    def __init__(self, count: int) -> None:
        self._context = start_method()
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]] | None]
        self._tasks = SimpleQueue()
        self._ended = False
        self._starting = threading.Lock()
        # All are started before there are threads: a fork copies memory, locks taken included, but no thread.
        with _blocked(signal.SIGINT):  # workers start with it blocked: interruption is the parent's to handle
            self._workers = [_Worker(self._context, self._starting) for _ in range(count)]
            self._threads = [threading.Thread(target=self._serve, args=(place,), daemon=True) for place in range(count)]
            for thread in self._threads:
                thread.start()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a worker call a function; its name, its arguments and its result are sent by pickle."""
        future: Future[_T] = Future()
        self._tasks.put((future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers: after their tasks, or at once when waiting tasks are to be cancelled."""
        self._ended = self._ended or cancel_futures
        for _ in self._threads:
            self._tasks.put(None)
        if cancel_futures:
            for worker in self._workers:
                worker.kill()
        if wait:
            for thread in self._threads:
                thread.join()

    def _serve(self, place: int) -> None:
        while (task := self._tasks.get()) is not None:
            future, *call = task
            if self._ended:
                future.cancel()
            elif future.set_running_or_notify_cancel():
                try:
                    outcome = self._workers[place].call(call)
                except WorkerDied as error:
                    if not self._ended:
                        self._workers[place] = _Worker(self._context, self._starting)
                    future.set_exception(error)
                except Exception as error:  # what cannot be sent
                    future.set_exception(error)
                else:
                    if isinstance(outcome, BaseException):
                        future.set_exception(outcome)
                    else:
                        future.set_result(outcome)
        self._workers[place].end()


class _Worker:
    """One process and the connection to it.

    Args:
        context: the start method.
        starting: a lock held while one is started; a process forked meanwhile would inherit the connection's far end
            and keep it open when this one dies.
    """

    def __init__(self, context: Any, starting: threading.Lock) -> None:
        with starting:
            self._line, far = context.Pipe()
            # The parent of a worker that is no fork may be a server of multiprocessing, which ends soon after us.
            parent = os.getpid() if context.get_start_method() == "fork" else None
            given = far, parent, registered()
            self._process: BaseProcess = context.Process(target=_work, args=given, daemon=True)
            self._process.start()
            far.close()  # else the line would stay open when the process dies

    def call(self, task: list[Any]) -> Any:
        """Have the process call a function, and return its result or the error that it raised.

        Raises:
            WorkerDied: when the process has died.
        """
        function, arguments, named = task
        self.begin(function, *arguments, **named)
        return self.answer()

    def answer(self) -> Any:
        """Return the result of the function that the process was last sent, or the error that it raised.

        Raises:
            WorkerDied: when the process has died.
        """
        with self._living():
            return self._line.recv()

    def begin(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        """Send the process a function to call, and do not wait for the answer.

        Raises:
            WorkerDied: when the process has died.
        """
        with self._living():
            self._line.send([function, arguments, named])

    @contextmanager
    def _living(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, ConnectionError, BrokenPipeError) as error:
            self._process.join()
            raise WorkerDied("its process was killed") from error

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def end(self) -> None:
        """End the process and wait for its end; it has no task, so nothing is lost."""
        self._process.kill()
        self._process.join()
        with suppress(OSError):
            self._line.close()


@contextmanager
def meanwhile(function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Iterator[Callable[[], _T]]:
    """Yield the way to a function's result, which a process of its own finds while the block is at work.

    Where no process can be forked, and one would first have to load everything, the function is called before the
    block. Calling for the result waits for it, and raises the error that the function raised.
    """
    context = start_method()
    if context.get_start_method() != "fork":
        result = function(*args, **kwargs)
        yield lambda: result
        return

    def answer() -> _T:
        found = worker.answer()
        if isinstance(found, BaseException):
            raise found
        answered: _T = found
        return answered

    with _blocked(signal.SIGINT):  # as in Workers
        worker = _Worker(context, threading.Lock())
    try:
        worker.begin(function, *args, **kwargs)
        yield answer
    finally:
        worker.end()


def _work(line: Connection, parent: int | None, own: tuple[str, ...]) -> None:
    """Serve as a worker: call each function that is sent, and send back its result or error.

    A worker that is no fork reads the user's own figures first: what is sent may be of their classes.

    The worker ends when the connection closes. Memory is given back when nobody waits for it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(number, signal.SIG_DFL)
    end_with(parent or os.getppid())
    for source in set(own) - set(registered()):
        register(source)
    while True:
        try:
            function, arguments, named = line.recv()
            outcome = function(*arguments, **named)
        except EOFError:
            return
        except Exception as error:
            outcome = error
        try:
            line.send(outcome)
        except (OSError, EOFError):
            return
        except Exception as error:  # what cannot be sent
            line.send(RuntimeError(f"{type(error).__name__}: {error}"))
        function = arguments = named = outcome = None
        give_back()


def start_method() -> multiprocessing.context.BaseContext:
    """Return the start method of workers: a fork, which spares them the imports, where that is safe.

    Threads of other libraries make it unsafe, because a fork copies the locks they hold; a server without threads forks
    then. Outside Linux, system libraries do not survive a fork.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    if threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context


@contextmanager
def _blocked(number: signal.Signals) -> Iterator[None]:
    """Postpone a signal until the block has ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
