"""A Dask cluster does the same as the cores of this machine; Dask's own processes do it here."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rendering.batch import dask_executor, engines, scheduler
from rendering.batch import jobs as batch
from rendering.batch.dask_executor import DaskExecutor
from rendering.batch.pool import WorkerDied
from rendering.batch.produce import Request, produce
from rendering.cache.digest import Digests, versions
from rendering.cache.store import Store
from rendering.request.formats import Film
from rendering.request.results import Listener, Outcome, Phase, Rendered, State
from rendering.request.settings import Settings
from rendering.request.shot import Quality
from scenes.errors import UserError
from scenes.style import Style

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")
get_mp_context = pytest.importorskip("distributed.utils").get_mp_context
TINY = Quality("tiny", 160, 90, 10)
SHARED = Quality("shared", 1280, 720, 11)  # so many pixels a second that processes share a film
BRISK = Style.of(pace=3, pause=0.1)
FILM = "attention-update-apple"


@pytest.fixture(scope="module", autouse=True)
def _workers_are_forked_from_one_that_has_loaded_everything() -> Iterator[None]:
    """Dask starts a dozen workers here, each of which would load torch and manim for two seconds."""
    forked = {"distributed.worker.multiprocessing-method": "forkserver"}
    unwatched = {"distributed.worker.profile.enabled": False}  # as the product has it
    with dask.config.set(forked | unwatched):
        get_mp_context().set_forkserver_preload(["distributed", "rendering.batch.worker"])  # instead of what Dask loads
        yield


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[distributed.LocalCluster]:
    """Two processes, each with a thread."""
    folder = str(tmp_path_factory.mktemp("dask"))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", local_directory=folder
    ) as started:
        yield started


def wait_for(condition: Callable[[], bool]) -> bool:
    """Return whether a condition holds within 30 seconds."""
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


class Watching:
    """A listener that does something as soon as a figure is being drawn."""

    def __init__(self, drawing: object = None) -> None:
        self.drawing = drawing
        self.states: list[State] = []

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        self.states += states
        if callable(self.drawing) and any(state.phase == Phase.DRAWING for state in states):
            act, self.drawing = self.drawing, None
            act()

    def ended(self, outcome: Outcome) -> None:
        pass

    @contextmanager
    def display(self, total: int) -> Iterator[Listener]:
        yield self


def make(folder: Path, cluster: str | None, watching: Watching | None = None, quality: Quality = TINY) -> list[Outcome]:
    request = Request((FILM,), Settings(), quality, Film(), folder, True, 1, cluster, BRISK)
    return produce(request, Store(), (watching or Watching()).display)


def test_idle_workers_share_a_film(
    tmp_path: Path, cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares, submit = list[tuple[int, int]](), batch.Batch._submit

    def submitted(self: batch.Batch, job: Any, share: tuple[int, int] = (0, 1)) -> None:
        shares.append(share)
        submit(self, job, share)

    monkeypatch.setattr(batch.Batch, "_submit", submitted)
    """And what they draw is what this machine draws alone, byte by byte."""
    for folder, address in ((tmp_path / "here", None), (tmp_path / "there", cluster.scheduler_address)):
        assert all(isinstance(outcome, Rendered) for outcome in make(folder, address, quality=SHARED))
    assert shares == [(0, 1), (0, 2), (1, 2)]
    here, there = ((tmp_path / place / f"{FILM}.mp4").read_bytes() for place in ("here", "there"))
    assert here == there


def test_beats_and_seconds_are_told_from_far_away(folder: Path, cluster: distributed.LocalCluster) -> None:
    watching = Watching()
    make(folder, cluster.scheduler_address, watching)
    drawn = [state for state in watching.states if state.phase == Phase.DRAWING]
    assert [state.beat for state in drawn] == sorted(state.beat for state in drawn)
    assert max(state.seconds for state in drawn) > 1


def test_worker_killed_halfway_is_replaced(folder: Path, cluster: distributed.LocalCluster) -> None:
    killed: list[int] = []
    with distributed.Client(cluster.scheduler_address) as client:
        processes = client.run(os.getpid)

        def kill() -> None:
            killed.extend(processes[address] for address, tasks in client.processing().items() if tasks)
            for process in killed:
                os.kill(process, signal.SIGKILL)

        (outcome,) = make(folder, cluster.scheduler_address, Watching(kill))
    assert isinstance(outcome, Rendered), outcome
    assert killed
    assert [path.name for path in folder.iterdir()] == [f"{FILM}.mp4"]


def test_other_versions_are_refused(
    folder: Path, cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "versions", lambda: {**versions(), "manim": "0.1.2"})
    with pytest.raises(UserError, match=r"worker tcp://\S+ has manim 0\.\d+\.\d+, this machine 0.1.2; they must be"):
        make(folder, cluster.scheduler_address)
    assert not list(folder.iterdir())


NEEDS = "--cluster needs tcp://HOST:PORT, tls://HOST:PORT or local:N; got"
LOCAL = "--cluster local:N needs a number of processes, 1 to 256; got"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("local:", f'{LOCAL} "local:"'),
        ("local:0", f'{LOCAL} "local:0"'),
        ("local:1e9", f'{LOCAL} "local:1e9"'),
        ("local:99999999", f'{LOCAL} "local:99999999"'),
        ("tcp://127.0.0.1:1", 'no Dask scheduler at "tcp://127.0.0.1:1": Connection refused'),
        ("[::1]:1", 'no Dask scheduler at "[::1]:1": Connection refused'),
        ("nonsense", f'{NEEDS} "nonsense"'),
        ("tcp://127.0.0.1", f'{NEEDS} "tcp://127.0.0.1"'),
        ("tcp://127.0.0.1:99999", f'{NEEDS} "tcp://127.0.0.1:99999"'),
        ("ws://127.0.0.1:1", f'{NEEDS} "ws://127.0.0.1:1"'),
        ("inproc://1/2/3", f'{NEEDS} "inproc://1/2/3"'),
        ("", f'{NEEDS} ""'),
        (
            "tls://127.0.0.1:1",
            'no Dask scheduler at "tls://127.0.0.1:1": tls:// needs certificates in Dask\'s configuration, under '
            "distributed.comm.tls",
        ),
    ],
)
def test_no_such_cluster(folder: Path, address: str, message: str) -> None:
    with pytest.raises(UserError) as caught, engines.cluster(address, Digests()):
        pass
    assert str(caught.value) == message


def says(*parts: bytes) -> Callable[[socket.socket], None]:
    """A server that says something, and then nothing more."""

    def serve(line: socket.socket) -> None:
        for part in parts:
            line.sendall(part)
        line.recv(1 << 20)
        time.sleep(10)

    return serve


def floods(line: socket.socket) -> None:
    while True:
        line.sendall(b"\xff" * 65536)


def hangs_up(line: socket.socket) -> None:
    line.close()


def drips(line: socket.socket) -> None:
    while True:
        line.sendall(b"\0")
        time.sleep(0.2)


NO_ANSWER, SOMETHING_ELSE = "no answer within 1 s", "something else answers there"


@pytest.mark.parametrize(
    ("server", "why"),
    [
        (says(), NO_ANSWER),
        (says(b"SSH-2.0-OpenSSH_9.6\r\n"), SOMETHING_ELSE),
        (says(b"\x40" + bytes(7)), NO_ANSWER),
        (says(b"\x40" + bytes(7), b"x" * 64), SOMETHING_ELSE),
        (floods, SOMETHING_ELSE),
        (hangs_up, SOMETHING_ELSE),
        (drips, NO_ANSWER),
    ],
)
def test_what_is_no_scheduler_is_found_out(
    server: Callable[[socket.socket], None], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", 1)

    def serve() -> None:
        with suppress(OSError):
            line, _ = listening.accept()
            with line:
                server(line)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(UserError) as caught:
            scheduler.require_scheduler(address)
    assert str(caught.value) == f'no Dask scheduler at "{address}": {why}'


def test_a_worker_is_no_scheduler(cluster: distributed.LocalCluster) -> None:
    scheduler.require_scheduler(cluster.scheduler_address)
    address = next(iter(cluster.scheduler_info["workers"]))
    with pytest.raises(UserError) as caught:
        scheduler.require_scheduler(address)
    assert str(caught.value) == f'no Dask scheduler at "{address}": a Dask worker answers there'


def refused(executor: Executor, future: Future[None], why: str) -> None:
    """Check that nobody waits for a task, nor for one that comes after it."""
    for waiting in (future, executor.submit(time.sleep, 60)):
        with pytest.raises(WorkerDied) as caught:
            waiting.result(60)
        assert str(caught.value) == why
    executor.shutdown(wait=False)


def test_a_worker_that_is_killed_is_called_so_and_a_cluster_without_workers_is_not_waited_for(
    cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cluster's workers end here, so no test that needs them comes after it."""
    cluster.scale(1)
    with distributed.Client(cluster.scheduler_address) as client:
        assert wait_for(lambda: len(client.nthreads()) == 1)
        (address,) = client.nthreads()
        with monkeypatch.context() as patch, pytest.raises(UserError) as caught:
            patch.setattr(engines, "fingerprint", partial(os._exit, 1))
            with engines.cluster(cluster.scheduler_address, Digests()):
                pass
        assert str(caught.value) == f"worker {address} was killed or cannot be reached; start it again, or leave it out"
        usual, cluster.scheduler.allowed_failures = cluster.scheduler.allowed_failures, 0
        with pytest.raises(WorkerDied, match="^its worker was killed$"):
            DaskExecutor(client).submit(os._exit, 1).result(90)
        cluster.scheduler.allowed_failures = usual
        client.wait_for_workers(1, timeout=60)
        monkeypatch.setattr(dask_executor, "WITHOUT_WORKERS", 1)
        monkeypatch.setattr(dask_executor, "_LOOK_EVERY", 0.2)
        executor = DaskExecutor(client)
        future = executor.submit(time.sleep, 60)
        cluster.scale(0)
        refused(executor, future, "the cluster has no workers any more: they were killed, or do not answer")


def test_a_local_cluster_has_the_processes_asked_for_and_is_not_waited_for_once_its_scheduler_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dask_executor, "_LOOK_EVERY", 0.2)
    with engines.cluster("local:1", Digests()) as engine:
        assert engine.workers == 1
        future = engine.executor.submit(time.sleep, 60)
        engine.executor._client.cluster.close()
        refused(engine.executor, future, "the cluster's scheduler ended")
