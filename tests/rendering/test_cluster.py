"""A Dask cluster does the same as the cores of this machine; Dask's own processes do it here."""

from __future__ import annotations

import io
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from rendering.batch import engines
from rendering.batch import jobs as batch
from rendering.batch.produce import Request, produce
from rendering.cache.digest import Digests, versions
from rendering.cache.store import Store
from rendering.request.results import Listener, Outcome, Phase, Rendered, State
from rendering.request.settings import Settings
from rendering.request.shot import Film, Quality
from scenes.errors import UserError

distributed = pytest.importorskip("distributed")
TINY = Quality("tiny", 160, 90, 10)
SHARED = Quality("shared", 640, 360, 50)  # so many pixels a second that processes share a film
LONG = Quality("long", 640, 360, 40)  # that takes a worker alone for seconds
FILM = "attention-update-apple"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[distributed.LocalCluster]:
    """Two processes, each with a thread."""
    folder = str(tmp_path_factory.mktemp("dask"))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=folder
    ) as started:
        yield started


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
    request = Request((FILM,), Settings(), quality, Film(), folder, True, 1, cluster)
    return produce(request, Store(), (watching or Watching()).display)


def frames(folder: Path) -> np.ndarray:
    with av.open(io.BytesIO((folder / f"{FILM}.mp4").read_bytes())) as film:
        return np.array([frame.to_ndarray() for frame in film.decode(video=0)])


def test_cluster_draws_the_same_frames(tmp_path: Path, cluster: distributed.LocalCluster) -> None:
    for folder, address in ((tmp_path / "here", None), (tmp_path / "there", cluster.scheduler_address)):
        assert all(isinstance(outcome, Rendered) for outcome in make(folder, address))
    assert np.array_equal(frames(tmp_path / "here"), frames(tmp_path / "there"))


def test_idle_workers_share_a_film(
    tmp_path: Path, cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares, submit = list[tuple[int, int]](), batch.Batch._submit

    def submitted(self: batch.Batch, job: Any, share: tuple[int, int] = (0, 1)) -> None:
        shares.append(share)
        submit(self, job, share)

    monkeypatch.setattr(batch.Batch, "_submit", submitted)
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

    def kill() -> None:
        time.sleep(0.5)
        with distributed.Client(cluster.scheduler_address) as client:
            busy = {address for address, tasks in client.processing().items() if tasks}
            processes = client.run(os.getpid, workers=sorted(busy))
            killed.extend(processes.values())
        for process in killed:
            os.kill(process, signal.SIGKILL)

    (outcome,) = make(folder, cluster.scheduler_address, Watching(kill), LONG)
    assert isinstance(outcome, Rendered), outcome
    assert killed
    assert [path.name for path in folder.iterdir()] == [f"{FILM}.mp4"]


@pytest.mark.parametrize("count", [1, 3])
def test_local_cluster_has_so_many_processes(count: int) -> None:
    with engines.cluster(f"local:{count}", Digests()) as engine:
        assert engine.workers == count


def test_other_versions_are_refused(
    folder: Path, cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "versions", lambda: {**versions(), "manim": "0.1.2"})
    with pytest.raises(UserError, match=r"worker tcp://\S+ has manim 0\.\d+\.\d+, this machine 0.1.2; they must be"):
        make(folder, cluster.scheduler_address)
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("local:", "--cluster local:N needs a number of processes, 1 or more; got"),
        ("local:0", "--cluster local:N needs a number of processes, 1 or more; got"),
        ("tcp://127.0.0.1:1", 'no Dask scheduler at "tcp://127.0.0.1:1"'),
        ("nonsense", 'no Dask scheduler at "nonsense"'),
    ],
)
def test_no_such_cluster(folder: Path, address: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PATIENCE", 0.5)
    with pytest.raises(UserError, match=message):
        make(folder, address)
