"""Processes that do tasks: what comes back, and what a process that dies takes with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from rendering.batch.pool import WorkerDied, Workers, cores
from rendering.batch.pool import start_method as chosen


@pytest.fixture
def workers() -> Iterator[Workers]:
    executor = Workers(2)
    yield executor
    executor.shutdown(cancel_futures=True)
    assert not multiprocessing.active_children()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def unsendable() -> object:
    return lambda: None


def fail() -> None:
    raise ValueError("no")


def test_work_is_done_elsewhere(workers: Workers) -> None:
    assert [future.result(60) for future in [workers.submit(pow, 2, n) for n in range(9)]] == [2**n for n in range(9)]
    assert workers.submit(os.getpid).result(60) != os.getpid()
    assert workers.submit(int, "11", base=2).result(60) == 3


def test_one_that_dies_takes_only_its_own_task(workers: Workers) -> None:
    others = [workers.submit(pow, 2, n) for n in range(5)]
    lost = [workers.submit(die) for _ in range(3)]
    others += [workers.submit(pow, 2, n) for n in range(5, 10)]
    for future in lost:
        with pytest.raises(WorkerDied, match="its process was killed"):
            future.result(60)
    assert [future.result(60) for future in others] == [2**n for n in range(10)]


def test_many_that_die_at_once_are_all_noticed() -> None:
    executor = Workers(8)
    try:
        lost = [executor.submit(die) for _ in range(16)]
        assert all(isinstance(future.exception(60), WorkerDied) for future in lost)
    finally:
        executor.shutdown(cancel_futures=True)


def test_what_fails_says_so(workers: Workers) -> None:
    with pytest.raises(ValueError, match="no"):
        workers.submit(fail).result(60)
    with pytest.raises(Exception, match="pickle"):
        workers.submit(unsendable).result(60)
    with pytest.raises(Exception, match="pickle"):
        workers.submit(lambda: None).result(60)
    assert workers.submit(pow, 2, 2).result(60) == 4


def test_shutdown_ends_what_is_being_done() -> None:
    executor = Workers(2)
    futures = [executor.submit(time.sleep, 60) for _ in range(4)]
    time.sleep(0.1)
    start = time.monotonic()
    executor.shutdown(cancel_futures=True)
    assert time.monotonic() - start < 2
    assert all(future.done() for future in futures)


def test_no_fork_copies_the_locks_of_other_threads() -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        context = chosen()
        assert context.get_start_method() == "forkserver"
    finally:
        ended.set()
        thread.join()
    process = context.Process(target=time.sleep, args=(0,))
    process.start()
    process.join(20)
    assert process.exitcode == 0


def test_there_is_a_core() -> None:
    assert cores() >= 1


def test_workers_of_a_process_with_threads_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are started by a server of multiprocessing, which is their parent."""
    context = multiprocessing.get_context("forkserver")
    monkeypatch.setattr("rendering.batch.pool.start_method", lambda: context)
    executor = Workers(1)
    try:
        assert executor.submit(pow, 2, 5).result(60) == 32
        assert executor.submit(time.sleep, 0.3).result(60) is None, "it looks for its parent meanwhile"
    finally:
        executor.shutdown(cancel_futures=True)
