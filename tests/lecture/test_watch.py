"""The live preview, in a copy of the project whose files are edited while it is watched."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import ImageColor

import render
from rendering.live import preview
from rendering.live.preview import begin, read_state, write_state
from rendering.live.watch import saved, stamps
from rendering.request import shot
from rendering.request.look import LookChoices
from rendering.request.settings import Changes
from scenes.style import LIGHT
from tests.lecture.browser import Page

ROOT = Path(__file__).parents[2]
NAME = "attention-meaningful-embedding"


class Watching:
    """A process that watches a figure in a copy of the project."""

    def __init__(self, copy: Path) -> None:
        self.copy = copy
        self.preview = copy / "out" / "watch" / NAME
        self.code = copy / "scenes" / "article" / "embeddings" / "placed.py"
        environment = {**os.environ, "PYTHONPATH": str(copy), "OMP_NUM_THREADS": "1"}
        self.log = copy / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "render.py", "watch", NAME, "--params", "my.toml"],
                cwd=copy,
                env=environment,
                stdout=log,
                stderr=log,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )

    def save(self, path: Path, text: str) -> None:
        """Save a file at once, as editors do: one that is seen empty first would be drawn twice."""
        new = self.copy / "being-saved"
        new.write_text(text, encoding="utf-8")
        new.replace(path)

    def until(self, condition: Callable[[dict[str, Any]], bool], seconds: float = 60) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            state = dict(read_state(self.preview))
            if state and condition(state):
                return state
            time.sleep(0.05)
        raise AssertionError(f"{read_state(self.preview)}\n{self.log.read_text()}")


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    for name in ("attnmath", "scenes", "rendering", "assets", "render.py"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    (tmp_path / "my.toml").write_text('words = ["banana", "pear", "phone"]\n')
    process = Watching(tmp_path)
    yield process
    process.process.kill()
    process.process.wait()


def drawn(state: dict[str, Any]) -> bool:
    return bool(state["beats"]) and not state["failed"] and not re.search("drawing|rendering", state["said"])


def test_every_save_is_seen_and_no_mistake_ends_it(watching: Watching) -> None:
    first = watching.until(drawn)
    assert first["said"].startswith("changed: ")
    good = watching.code.read_text(encoding="utf-8")
    watching.save(watching.code, f"{good}\ndef (\n")
    failed = watching.until(lambda state: state["failed"])
    assert failed["said"].startswith("placed.py, line ") and "invalid syntax" in failed["said"]
    assert failed["beats"] == first["beats"], "what was shown stays"
    watching.save(watching.code, good)
    same = watching.until(drawn)
    assert same["said"] == "nothing changed"
    watching.save(watching.copy / "my.toml", 'words = ["banana", "orange", "laptop"]\n')
    other = watching.until(lambda state: drawn(state) and state["version"] != same["version"])
    assert [beat["changed"] for beat in other["beats"]] == [True]
    assert (watching.preview / other["beats"][0]["picture"]).exists()
    watching.save(watching.copy / "my.toml", 'words = ["banana", "orange", "laptpo"]\n')
    wrong = watching.until(lambda state: state["failed"])
    assert "laptpo" in wrong["said"]
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(60) == 130
    log = watching.log.read_text()
    assert "saved: placed.py" in log and "saved: my.toml" in log and "Traceback" not in log
    assert log.endswith("interrupted\n")


def test_page_refreshes_itself(driver: Any, tmp_path: Path) -> None:
    beat = {"name": "a", "caption": "<b>bold</b>", "picture": "a.png", "digest": "1", "changed": False}
    claims = [{"holds": True, "said": "<i>a</i> < b: 1 < 2"}, {"holds": False, "said": "b < a: 2 ≥ 1"}]
    write_state(tmp_path, said="changed: a", beats=[beat], claims=claims, numbers="x  1.00\ny  2.00")
    page = Page(driver, begin(tmp_path, "<i>figure</i>", LIGHT))
    page.until("document.getElementById('said').textContent === 'changed: a'")
    write_state(tmp_path, said="embeddings.py, line 3: <oops>", failed=True)
    page.until("document.getElementById('said').textContent === 'embeddings.py, line 3: <oops>'")
    assert page.run("return document.querySelector('figcaption').textContent") == "1. <b>bold</b>"
    assert page.run("return document.querySelector('h1').textContent") == "<i>figure</i>"
    said = "[...document.querySelectorAll('#claims p')].map((line) => [line.className, line.textContent])"
    assert page.run(f"return {said}") == [["holds", "<i>a</i> < b: 1 < 2"], ["fails", "b < a: 2 ≥ 1"]]
    assert page.run("return document.getElementById('numbers').textContent") == "x  1.00\ny  2.00"
    ground = page.run("return getComputedStyle(document.body).backgroundColor")
    assert ground == f"rgb{ImageColor.getrgb(LIGHT.background)}"
    later = {**beat, "name": "b", "caption": "Changed.", "changed": True}
    write_state(tmp_path, said="changed: b", failed=False, beats=[beat, later])
    page.until("document.querySelector('figcaption').textContent === '2. Changed.'")


def test_each_picture_is_shown_as_soon_as_it_is_drawn(
    samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(shot.QUALITIES, "low", shot.Quality("low", 160, 90, 5))
    states: list[dict[str, Any]] = []

    def note(folder: Path, **changes: Any) -> None:
        write_state(folder, **changes)
        states.append(dict(read_state(folder)))

    monkeypatch.setattr(preview, "write_state", note)
    preview.refresh(tmp_path, "sample-moving", Changes(("steps=2",)), LookChoices("low"), 1)
    shown = [[beat["name"] for beat in state["beats"]] for state in states]
    assert shown[:3] == [[], ["move-0"], ["move-0", "move-1"]], "claims and numbers come first, then one by one"
    assert "seconds" not in states[0]["numbers"] and states[0]["numbers"]
    before = len(states)
    preview.refresh(tmp_path, "sample-moving", Changes(("steps=2", "seconds=0.5")), LookChoices("low"), 1)
    assert all([beat["name"] for beat in state["beats"]] == ["move-0", "move-1"] for state in states[before:])
    assert not states[-1]["failed"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_film_follows_the_pictures(jobs: int, samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(shot.QUALITIES, "low", shot.Quality("low", 160, 90, 5))
    before = threading.active_count()
    preview.refresh(tmp_path, "sample-moving", Changes(("steps=2",)), LookChoices("low"), jobs)
    state = read_state(tmp_path)
    assert (state["failed"], state["said"]) == (False, "changed: move-0, move-1")
    assert [beat["name"] for beat in state["beats"]] == ["move-0", "move-1"]
    assert (tmp_path / state["film"]).stat().st_size
    assert threading.active_count() == before, "a thread would keep processes from being forked"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mistake_is_named_with_its_place(
    jobs: int, samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(shot.QUALITIES, "low", shot.Quality("low", 160, 90, 5))
    preview.refresh(tmp_path, "sample-broken", Changes(), LookChoices("low"), jobs)
    said = r"sample_figures\.py, line \d+: RuntimeError: the second half is missing"
    state = read_state(tmp_path)
    assert state["failed"] and re.fullmatch(said, state["said"]), "wherever the pictures were drawn"
    assert re.fullmatch(f"error: {said}\n", capfd.readouterr().out), "once"


def test_what_was_saved_is_named(tmp_path: Path) -> None:
    for name in ("a.py", "b.toml", "c.txt"):
        (tmp_path / name).write_text("1")
    before = stamps([tmp_path])
    assert {path.name for path in before} == {"a.py", "b.toml"}
    (tmp_path / "a.py").write_text("12")
    (tmp_path / "b.toml").unlink()
    (tmp_path / "new.svg").write_text("")
    found = saved(before, stamps([tmp_path, tmp_path / "none.toml"]))
    assert {path.name for path in found} == {"a.py", "b.toml", "new.svg"}


def test_one_figure_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(render.main, ["watch", "all"])
    assert (result.exit_code, result.stderr) == (2, 'error: watch takes one figure; got "all"\n')
    result = CliRunner().invoke(render.main, ["watch", f"{NAME}s"])
    assert result.stderr.startswith("error: unknown figure") and not list(tmp_path.iterdir())
