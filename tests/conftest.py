"""Set-up for all tests: manim settings that leave no files behind, sample figures, and quiet property tests."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import FrameType

import pytest
import sample_figures
import torch
from hypothesis import HealthCheck, settings
from manim import tempconfig

import scenes
from tests.scenes.quick import quick_manim

settings.register_profile(
    "tests",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("tests")

torch.set_num_threads(1)  # a fork of a process in which torch has had threads never ends
gc.freeze()  # manim, torch and scipy stay: looking among their objects again and again is a tenth of the tests' time
gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def typeset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for manim's typeset texts: every text is typeset once in a run of the tests."""
    return tmp_path_factory.mktemp("typeset")


@pytest.fixture(scope="session", autouse=True)
def _manim_leaves_no_files(typeset: Path) -> Iterator[None]:
    quiet = {"dry_run": True, "disable_caching": True, "progress_bar": "none", "verbosity": "ERROR"}
    folders = {"media_dir": str(typeset), "tex_dir": str(typeset / "typst"), "text_dir": str(typeset / "text")}
    with tempconfig(quiet | folders):
        yield


@pytest.fixture(scope="session", autouse=True)
def _manim_is_quick() -> Iterator[None]:
    """A run of a figure then takes three quarters of its time; that it is the same run has a test of its own."""
    with quick_manim():
        yield


_FIGURES = dict(scenes.FIGURES)
_SECTIONS = list(dict.fromkeys(entry.target.split(".")[2] for entry in _FIGURES.values()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put first what waits for processes, then the tests of each section's figures side by side, then the rest.

    Each worker of pytest-xdist begins with a stretch of this order. So one waits while another computes, and tests that
    ask for the same run of a figure, which is made once in a process, mostly share a worker.
    """
    items.sort(key=_place)


def pytest_collection_finish() -> None:
    """Keep the tests themselves out of garbage collection, here and in the processes that tests fork."""
    gc.freeze()


def _place(item: pytest.Item) -> tuple[int, int, int]:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    figures = [each for each in (parameters.get("name"), getattr(parameters.get("case"), "figure", None)) if each]
    if figures and figures[0] in _FIGURES:
        section = _FIGURES[figures[0]].target.split(".")[2]
        return 1, _SECTIONS.index(section), list(_FIGURES).index(figures[0])
    if (section := item.path.stem.removeprefix("test_")) in _SECTIONS:
        return 1, _SECTIONS.index(section), len(_FIGURES)
    return (2 if item.path.parent.name in ("scenes", "attnmath") else 0), 0, 0


@pytest.fixture(autouse=True)
def _figures_are_in_order() -> None:
    """Figures that a test before this one took away and gave back stand where they stood."""
    if scenes.FIGURES == _FIGURES and list(scenes.FIGURES) != list(_FIGURES):
        scenes.FIGURES.clear()
        scenes.FIGURES.update(_FIGURES)


@pytest.fixture
def samples() -> Iterator[None]:
    """Put the small sample figures in the place of the real ones, which come back in their order."""
    before = dict(scenes.FIGURES)
    scenes.FIGURES.clear()
    scenes.FIGURES.update(sample_figures.FIGURES)
    yield
    scenes.FIGURES.clear()
    scenes.FIGURES.update(before)


@pytest.fixture(autouse=True)
def _workers_know_what_tests_define(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the workers of renderings: they then have what a test has put in its place, whatever threads there are.

    One draws what a test does not ask several for: a fork of a process of this size takes longer than a sample film.
    """
    monkeypatch.setattr("rendering.batch.pool.start_method", lambda: multiprocessing.get_context("fork"))
    monkeypatch.setattr("rendering.batch.engines.cores", lambda: 1)


_stores = count()


@pytest.fixture(autouse=True)
def _store_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name a folder for a test's finished work; it is made when something is kept there, which most tests never do."""
    monkeypatch.setenv("ATTENTION_CACHE", str(tmp_path_factory.getbasetemp() / "stores" / str(next(_stores))))


@pytest.fixture
def no_waiting() -> Iterator[None]:
    """Fail a test that waits for a pipe that nobody writes to, or reads a device without end."""

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
