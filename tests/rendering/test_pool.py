"""Many shots at once: what comes of each, whatever happens to the others."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rendering.planning import plan
from rendering.pool import Failed, Outcome, cores, render_all
from rendering.settings import Settings
from rendering.shot import Quality, Shot
from rendering.store import OutputError
from rendering.worker import Rendered

TINY = Quality("tiny", 160, 90, 10)
pytestmark = pytest.mark.usefixtures("samples")


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.seconds: dict[str, float] = {}

    def drawn(self, seconds: Mapping[str, float]) -> None:
        self.seconds |= seconds

    def ended(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


def shots(*names: str) -> list[Shot]:
    return plan(names, Settings(), TINY)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_figures_that_fail_do_not_stop_the_others(tmp_path: Path) -> None:
    for name in ("sample-broken.mp4", "sample-killed.mp4", "sample-full.mp4"):
        (tmp_path / name).write_text("finished before")
    heard = Heard()
    batch = shots("sample-broken", "sample-killed", "sample-full", "sample-moving", "sample-still")
    broken, killed, full, moving, still = render_all(batch, tmp_path, heard, 2)
    assert isinstance(broken, Failed) and broken.reason == "RuntimeError: the second half is missing"
    assert "in tell" in broken.details
    assert killed == Failed("sample-killed", "its process was killed")
    assert isinstance(full, Failed) and full.reason == "File too large"
    assert isinstance(moving, Rendered) and moving.path == tmp_path / "sample-moving.mp4"
    assert isinstance(still, Rendered)
    assert len(heard.outcomes) == 5
    for name in ("sample-broken.mp4", "sample-killed.mp4", "sample-full.mp4"):
        assert (tmp_path / name).read_text() == "finished before"
    assert names_in(tmp_path) == {f"sample-{name}.mp4" for name in ("broken", "killed", "full", "moving")} | {
        "sample-still.png"
    }


def test_number_of_processes_does_not_change_the_files(tmp_path: Path) -> None:
    batch = shots("sample-moving", "sample-still")
    for jobs in (1, 2):
        render_all(batch, tmp_path / str(jobs), Heard(), jobs)
    for name in ("sample-moving.mp4", "sample-still.png"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_being_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "sample-endless.mp4").write_text("finished before")
    heard = Heard()
    told = 0.0

    def tell() -> None:
        nonlocal told
        for _ in range(200):
            time.sleep(0.05)
            if heard.seconds.get("sample-endless", 0) > 0 and heard.outcomes:
                break
        told = time.monotonic()
        os.kill(os.getpid(), signal.SIGTERM)

    handler = signal.getsignal(signal.SIGTERM)
    teller = threading.Thread(target=tell)
    teller.start()
    with pytest.raises(KeyboardInterrupt):
        render_all(shots("sample-endless", "sample-still"), tmp_path, heard, 2)
    assert time.monotonic() - told < 2
    teller.join()
    assert signal.getsignal(signal.SIGTERM) == handler
    assert not multiprocessing.active_children()
    assert names_in(tmp_path) == {"sample-endless.mp4", "sample-still.png"}
    assert (tmp_path / "sample-endless.mp4").read_text() == "finished before"
    assert heard.seconds["sample-endless"] > 0


def test_folder_that_cannot_be_written_to_is_found_before_rendering(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError):
        render_all(shots("sample-endless"), tmp_path / "file", Heard())


def test_there_is_a_core() -> None:
    assert cores() >= 1
