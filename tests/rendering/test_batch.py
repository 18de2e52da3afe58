"""Many shots at once: each has its own outcome, whatever happens to the others, and nothing is done twice."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import av
import numpy as np
import pytest

import rendering.batch.jobs
import rendering.batch.produce
import rendering.outputs.film
from rendering.batch.produce import Request, produce
from rendering.cache.atomic_files import OutputError
from rendering.cache.store import Store
from rendering.outputs.forks import CopyFailed, Forks
from rendering.request.formats import Film, Format
from rendering.request.results import Failed, Listener, Outcome, Phase, Rendered, State
from rendering.request.settings import Settings, read_settings
from rendering.request.shot import Quality

TINY = Quality("tiny", 160, 90, 10)
SHARED = Quality("shared", 1280, 720, 11)  # so many pixels a second that processes share a film
pytestmark = pytest.mark.usefixtures("samples")


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.states: list[State] = []

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        self.states += states

    def ended(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)

    @contextmanager
    def display(self, total: int) -> Iterator[Listener]:
        yield self


def make(
    folder: Path,
    *names: str,
    jobs: int = 2,
    heard: Heard | None = None,
    settings: Settings | None = None,
    form: Format | None = None,
    force: bool = False,
    cluster: str | None = None,
    quality: Quality = TINY,
) -> list[Outcome]:
    request = Request(names, settings or Settings(), quality, form or Film(), folder, force, jobs, cluster)
    return produce(request, Store(), (heard or Heard()).display)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def seconds(outcomes: list[Outcome]) -> list[float | None]:
    assert all(isinstance(outcome, Rendered) for outcome in outcomes)
    return [outcome.seconds for outcome in outcomes if isinstance(outcome, Rendered)]


def frames(path: Path) -> np.ndarray:
    with av.open(io.BytesIO(path.read_bytes())) as film:
        return np.array([frame.to_ndarray() for frame in film.decode(video=0)])


def test_figures_that_fail_do_not_stop_the_others(folder: Path) -> None:
    for name in ("sample-broken.mp4", "sample-killed.mp4", "sample-full.mp4"):
        (folder / name).write_text("finished before")
    heard = Heard()
    names = ("sample-broken", "sample-killed", "sample-moving", "sample-still")
    broken, killed, moving, still = make(folder, *names, heard=heard)
    (full,) = make(folder, "sample-full", heard=heard)
    assert isinstance(broken, Failed) and broken.reason == "RuntimeError: the second half is missing"
    assert broken.log is not None and "in tell" in broken.log.read_text()
    assert isinstance(killed, Failed) and killed.reason == "its process was killed"
    assert isinstance(full, Failed) and full.reason == "File too large"
    assert isinstance(moving, Rendered) and moving.path == folder / "sample-moving.mp4"
    assert isinstance(still, Rendered)
    assert len(heard.outcomes) == 5
    for name in ("sample-broken.mp4", "sample-killed.mp4", "sample-full.mp4"):
        assert (folder / name).read_text() == "finished before"
    assert names_in(folder) == {f"sample-{name}.mp4" for name in ("broken", "killed", "full", "moving")} | {
        "sample-still.png"
    }


def test_what_did_not_change_is_not_rendered_again(folder: Path, tmp_path: Path) -> None:
    names = ("sample-moving", "sample-still")
    assert None not in seconds(make(folder, *names))
    before = (folder / "sample-moving.mp4").stat().st_mtime_ns
    heard = Heard()
    assert seconds(make(folder, *names, heard=heard)) == [None, None]
    assert not heard.outcomes and not heard.states
    assert (folder / "sample-moving.mp4").stat().st_mtime_ns == before
    assert seconds(make(tmp_path / "elsewhere", *names)) == [None, None]
    assert (tmp_path / "elsewhere" / "sample-moving.mp4").read_bytes() == (folder / "sample-moving.mp4").read_bytes()
    assert None not in seconds(make(folder, *names, force=True))


def test_only_what_uses_a_changed_number_is_rendered(folder: Path) -> None:
    make(folder, "sample-moving", "sample-scattered")
    changed = read_settings(["world.vectors.apple=1.25,1.9"])
    moving, scattered = seconds(make(folder, "sample-moving", "sample-scattered", settings=changed))
    assert moving is not None and scattered is None  # in the scattered one's world there is no such word
    assert seconds(make(folder, "sample-moving")) == [None]  # the old one is still there
    same = read_settings(["steps=2"])
    assert seconds(make(folder, "sample-moving", settings=same)) == [None]  # the default, said aloud


@pytest.mark.parametrize("damage", [b"", b"half of it", None])
def test_damaged_entry_is_rendered_again(folder: Path, damage: bytes | None) -> None:
    make(folder, "sample-moving")
    good = frames(folder / "sample-moving.mp4")
    for path in (Store().folder / "files").iterdir():
        if damage is None:
            path.write_bytes(path.read_bytes()[:-1] + b"?")
        else:
            path.write_bytes(damage)
    assert None not in seconds(make(folder, "sample-moving"))
    assert np.array_equal(frames(folder / "sample-moving.mp4"), good)
    assert seconds(make(folder, "sample-moving")) == [None]


def test_store_that_cannot_be_written_to_stops_nobody(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTENTION_CACHE", "/dev/null/cache")
    for _ in range(2):
        assert None not in seconds(make(folder, "sample-moving", "sample-still"))


def test_number_of_processes_does_not_change_the_files(tmp_path: Path) -> None:
    for jobs in (1, 2):
        make(tmp_path / str(jobs), "sample-moving", "sample-still", jobs=jobs, force=True)
    one, two = (frames(tmp_path / jobs / "sample-moving.mp4") for jobs in ("1", "2"))
    assert np.array_equal(one, two)
    assert (tmp_path / "1" / "sample-still.png").read_bytes() == (tmp_path / "2" / "sample-still.png").read_bytes()


def test_library_is_loaded_ahead_of_what_was_never_rendered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead: list[str] = []
    monkeypatch.setattr(rendering.batch.produce, "load_torch_ahead", lambda: ahead.append("x"))
    for again, expected in ((False, 1), (False, 1), (True, 2)):
        make(folder, "sample-moving", force=again)
        assert len(ahead) == expected


def test_film_drawn_by_several_processes_is_the_same(tmp_path: Path) -> None:
    long = read_settings(["steps=9", "seconds=1"])
    make(tmp_path / "one", "sample-moving", jobs=1, settings=long, quality=SHARED)
    Store().clear()
    heard = Heard()
    make(tmp_path / "three", "sample-moving", jobs=3, settings=long, heard=heard, quality=SHARED)
    one, three = (frames(tmp_path / name / "sample-moving.mp4") for name in ("one", "three"))
    assert np.array_equal(one, three)
    assert any(state.phase == Phase.DRAWING for state in heard.states)


def test_how_far_it_is_is_told(folder: Path) -> None:
    settings = read_settings(["steps=6", "seconds=2"])
    make(folder, "sample-moving", settings=settings)
    heard = Heard()
    make(folder, "sample-moving", settings=settings, force=True, heard=heard)
    assert {state.beats for state in heard.states} <= {6}
    assert heard.outcomes


def test_being_told_to_end_leaves_nothing(folder: Path) -> None:
    (folder / "sample-endless.mp4").write_text("finished before")
    heard, main = Heard(), threading.get_ident()
    told = 0.0

    def tell(number: int, frame: object) -> None:
        nonlocal told
        if any(state.seconds > 0 for state in heard.states) and heard.outcomes:
            signal.setitimer(signal.ITIMER_REAL, 0)
            told = time.monotonic()
            signal.pthread_kill(main, signal.SIGTERM)

    handler = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGALRM, tell)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    with pytest.raises(KeyboardInterrupt):
        make(folder, "sample-endless", "sample-still", heard=heard)
    assert time.monotonic() - told < 2
    assert signal.getsignal(signal.SIGTERM) == handler
    assert not multiprocessing.active_children()
    assert names_in(folder) == {"sample-endless.mp4", "sample-still.png"}
    assert (folder / "sample-endless.mp4").read_text() == "finished before"


def test_folder_that_cannot_be_written_to_is_found_before_rendering(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError):
        make(tmp_path / "file", "sample-endless")


def test_worker_killed_from_outside_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = False

    class Killer(Heard):
        def went(self, states: Sequence[State], seconds_left: float | None) -> None:
            nonlocal killed
            children = multiprocessing.active_children()
            if not killed and any(state.phase == Phase.DRAWING for state in states):
                killed = True
                for child in children:
                    os.kill(child.pid or 0, signal.SIGKILL)

    monkeypatch.setattr(rendering.batch.jobs, "_LOOK_EVERY", 0.01)
    outcomes = make(folder, "sample-moving", "sample-still", heard=Killer(), settings=read_settings([]))
    assert all(isinstance(outcome, Rendered) for outcome in outcomes)
    assert names_in(folder) == {"sample-moving.mp4", "sample-still.png"}


def test_copies_of_a_process_draw_the_beats_of_a_film_as_one_would(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    begin = Forks.begin

    def noted(forks: Forks) -> bool:
        is_copy = begin(forks)
        if not is_copy:
            begun.append(os.getpid())
            (tmp_path / f"copy-{len(begun)}").touch()
        return is_copy

    monkeypatch.setattr(Forks, "begin", noted)
    steps = read_settings(["steps=3"])
    make(tmp_path / "one", "sample-moving", settings=steps, jobs=1)
    assert not list(tmp_path.glob("copy-*"))
    make(tmp_path / "two", "sample-moving", settings=steps, jobs=2, force=True)
    assert len(list(tmp_path.glob("copy-*"))) == 3
    one, two = ((tmp_path / jobs / "sample-moving.mp4").read_bytes() for jobs in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("quality", [TINY, SHARED])
def test_a_joined_film_is_as_mp4_has_it(folder: Path, quality: Quality) -> None:
    make(folder, "sample-moving", settings=read_settings(["steps=3"]), jobs=2, quality=quality)
    with av.open(folder / "sample-moving.mp4") as film:
        samples = [bytes(packet) for packet in film.demux(video=0) if packet.dts is not None]
    assert len(samples) == len(frames(folder / "sample-moving.mp4"))
    for sample in samples:
        at = 0
        while at < len(sample):
            at += 4 + int.from_bytes(sample[at : at + 4], "big")  # every unit begins with its length
        assert at == len(sample)


@pytest.mark.parametrize("wrong", ["error", "killed"])
def test_a_copy_without_a_result_ends_all(wrong: str) -> None:
    def fail() -> None:
        if wrong == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        raise ValueError("no such thing")

    forks = Forks()
    if forks.begin():
        forks.end(fail)
    if forks.begin():
        forks.end(lambda: time.sleep(60))
    children = {process for process, _ in forks._copies}
    with pytest.raises(CopyFailed):
        forks.results()
    forks.give_up()
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)
