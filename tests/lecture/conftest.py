"""A small page made by the command itself, and a real browser that opens it."""

from __future__ import annotations

import json
import multiprocessing
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hostile_figures
import pytest
import sample_figures
from click.testing import CliRunner
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

import render
import scenes
from rendering.batch import pool
from rendering.request import shot
from rendering.request.shot import Quality
from tests.lecture.browser import Page

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-extensions --disable-software-rasterizer --in-process-gpu "
    "--no-zygote --window-size=960,600 --autoplay-policy=no-user-gesture-required"
)
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FIGURES = {**{name: sample_figures.FIGURES[name] for name in ("sample-moving", "sample-still")}}
FIGURES["hostile"] = hostile_figures.ENTRY


@contextmanager
def small_figures() -> Iterator[None]:
    """Three small figures in the place of the real ones, one of which is made of markup."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(scenes.FIGURES):
            patch.delitem(scenes.FIGURES, name)
        for name, entry in FIGURES.items():
            patch.setitem(scenes.FIGURES, name, entry)
        patch.setitem(shot.QUALITIES, "low", Quality("low", 320, 180, 30))
        # Forked workers have what is put in its place here, whatever threads earlier tests have left.
        patch.setattr(pool, "start_method", lambda: multiprocessing.get_context("fork"))
        yield


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which ``render.py page`` made a page and a page of one file."""
    out = tmp_path_factory.mktemp("lecture")
    notes = out / "notes.toml"
    notes.write_text(f'[hostile]\nfigure = {json.dumps(hostile_figures.NOTE)}\n"<beat-1>" = "Wait for an answer."\n')
    params = out / "params.toml"
    params.write_text("sample-moving.seconds = 0.8\n")
    common = [
        "sample-moving",
        "hostile",
        "sample-still",
        "-q",
        "low",
        "--out",
        str(out),
        "--notes",
        str(notes),
        "-j",
        "1",
    ]
    common += ["--title", hostile_figures.TITLE, "--params", str(params)]
    with small_figures():
        for more in (["--film"], ["--single"]):
            result = CliRunner().invoke(render.main, ["page", *common, *more])
            assert result.exit_code == 0, result.output
    return out


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    if not (BROWSER and DRIVER):
        pytest.skip("no Chromium with its driver on this machine: apt-get install -y chromium chromium-driver")
    options = ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('browser')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=Service(DRIVER))
    chrome.set_script_timeout(30)
    yield chrome
    chrome.quit()


@pytest.fixture
def page(driver: Chrome, made: Path) -> Page:
    """The page, freshly opened, with nothing remembered."""
    opened = Page(driver, made / "page" / "index.html")
    opened.run("localStorage.clear()")
    return opened.open()
