"""Everything that the documentation tells a reader to type is typed, in order, so that no page can go stale.

Films are drawn very small here, and "all" stands for the figures that a page names and one more.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
import torch
from click.testing import CliRunner
from manim import FadeIn, Scene, config, tempconfig
from manim.__main__ import main as manims_main
from manim._config import ManimConfig, make_config_parser

import render
import scenes
from rendering.live import watch
from rendering.request import shot
from rendering.request.shot import Quality
from scenes import load_figure
from scenes.figure import Figure
from scenes.parts.text.typeset import Label
from scenes.quantities import tables
from tests.scenes.harness import default_run

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/lecturer.md",
    "docs/tweaker.md",
    "docs/animator.md",
    "docs/real-words.md",
    "docs/real-models.md",
    "docs/lessons.md",
)
USED = ("attnmath", "scenes", "rendering", "assets", "docs", "tools", "bench", "render.py", "Makefile")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of prose before it."""

    language: str
    text: str
    before: str


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], " ".join(text[: found.start()].strip().splitlines()[-3:]))
        for found in FENCE.finditer(text)
    ]


def commands(page: str) -> list[list[str]]:
    lines = [line for block in blocks(page) if not block.language for line in block.text.splitlines()]
    return [words for line in lines if (words := shlex.split(line, comments=True))]


# --- What each command is tried with ------------------------------------------------------------------------------


def run_render(words: list[str]) -> None:
    result = CliRunner().invoke(render.main, words)
    assert result.exit_code == 0, result.output


def run_slides(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "manim_slides", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert Path(words[-1]).stat().st_size > 1000


def run_manim(words: list[str]) -> None:
    """A figure is an ordinary scene of manim; its first plays are drawn."""
    small = ["-r", "160,90", "--fps", "2", "-n", "0,3"]
    process = multiprocessing.get_context("fork").Process(target=manims_command, args=([*words, *small],))
    process.start()
    process.join(60)
    assert process.exitcode == 0
    kind = "*.png" if "s" in words[0] else "*.mp4"
    assert [path for path in Path("media").rglob(kind) if path.stem.startswith(words[-1])]


def manims_command(words: list[str]) -> None:
    """Run manim's command line with its own settings, in a process forked from one that has loaded manim and torch."""
    config.update(ManimConfig().digest_parser(make_config_parser()))
    manims_main(words, standalone_mode=False)


def check_make(words: list[str]) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-n", *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def check_bootstrap(words: list[str]) -> None:
    assert words in (["runtime"], ["dev"])


def check_pip(words: list[str]) -> None:
    (extra,) = re.findall(r"\[(\w+)\]", words[-1])
    assert words[:-1] == ["-c", "constraints.txt", "-e"] and extra in PROJECT["optional-dependencies"]


RUNNERS: dict[tuple[str, ...], Callable[[list[str]], None]] = {
    (".venv/bin/python", "render.py"): run_render,
    (".venv/bin/python", "-m", "pip", "install"): check_pip,
    (".venv/bin/manim-slides",): run_slides,
    (".venv/bin/manim",): run_manim,
    ("sh", "tools/bootstrap.sh"): check_bootstrap,
    ("make",): check_make,
}


def run(words: list[str]) -> None:
    for start, runner in RUNNERS.items():
        if tuple(words[: len(start)]) == start:
            return runner(words[len(start) :])
    pytest.fail(f"no test for {shlex.join(words)}")


# --- The pages ----------------------------------------------------------------------------------------------------


def in_brief(name: str) -> type[Figure]:
    """Return a figure that, with the numbers it comes with, shows no more than the name of each of its beats.

    With any other numbers it is drawn as it is: what a page changes may not fit.
    """
    figure, usual = load_figure(name), default_run(name).figure
    known = [table.values for table in tables(usual.numbers)]

    class Brief(figure):
        is_usual = False

        def construct(self) -> None:
            numbers = [table.values for table in tables(self.compute(self.parameters, self.world))]
            self.is_usual = len(numbers) == len(known) and all(map(torch.equal, numbers, known))
            super().construct()

        def build(self) -> None:
            if not self.is_usual:
                super().build()

        def tell(self) -> None:
            if not self.is_usual:
                return super().tell()
            for each in usual.beats:
                with self.beat(each.name, each.caption, text="no line"):
                    self.play(FadeIn(Label(each.name, style=self.style)))

    return Brief


DRAWN_OFTEN = (
    "attention-update-apple", "attention-all-softmax", "model-apple-by-layer", "model-next-word", "model-heads",
)  # fmt: skip
"""The figures that pages draw as they come; other tests draw them whole."""


@pytest.fixture
def desk(page: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like the project's, in which everything is drawn very small, and kept for the next page.

    All qualities are the same one, so that nothing is drawn twice. The figures that the pages draw most often are drawn
    in brief; they are run here first: the workers are forked, and then have their texts.
    """
    run = tmp_path_factory.getbasetemp()
    run = run.parent if "PYTEST_XDIST_WORKER" in os.environ else run
    monkeypatch.setenv("ATTENTION_CACHE", str(run / "kept-for-pages"))
    for name in USED:
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in shot.QUALITIES:
        monkeypatch.setitem(shot.QUALITIES, name, Quality("low", 96, 54, 1))
    monkeypatch.setattr(watch, "watch", lambda *arguments: None)  # it never ends; its own tests run it
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in DRAWN_OFTEN:
        if name in text:
            module, kind = scenes.FIGURES[name].target.split(":")
            monkeypatch.setattr(f"{module}.{kind}", in_brief(name))
    return tmp_path


@contextmanager
def named_alone(page: str) -> Iterator[None]:
    """Only the figures that a page's blocks name, and one more; afterwards all, in the order they had."""
    text, before = "\n".join(block.text for block in blocks(page)), dict(scenes.FIGURES)
    for name in before:
        if name not in text and name != "attention-meaningful-embedding":
            del scenes.FIGURES[name]
    try:
        yield
    finally:
        scenes.FIGURES.clear()
        scenes.FIGURES.update(before)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_works(page: str, desk: Path) -> None:
    with named_alone(page):
        for block in blocks(page):
            if block.language == "toml":
                (desk / re.findall(r"`([\w-]+\.toml)`", block.before)[-1]).write_text(block.text, encoding="utf-8")
            for line in [] if block.language else block.text.splitlines():
                if words := shlex.split(line, comments=True):
                    run(words)


@pytest.mark.parametrize("page", [*PAGES[1:], "CONTRIBUTING.md"])
def test_every_piece_of_code_works(page: str, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenes are played too, without the motion."""
    for block in blocks(page):
        if block.language == "python" and not block.text.startswith(" "):
            module = ModuleType("page")
            monkeypatch.setitem(sys.modules, "page", module)
            exec(compile(block.text, page, "exec", dont_inherit=True), module.__dict__)
            for made in [
                made for made in vars(module).values() if isinstance(made, type) and made.__module__ == "page"
            ]:
                if issubclass(made, Scene):
                    with tempconfig({"pixel_width": 160, "pixel_height": 90, "frame_rate": 5}):
                        scene = made()
                        scene.render()
                if issubclass(made, Figure):
                    assert made.claims, "a figure claims something"
                    assert all(claim.measure(scene.numbers, scene.world).holds for claim in made.claims)


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links_lead_somewhere_and_commands_in_prose_are_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([\w./-]+)\)", text):
        assert ((ROOT / page).parent / link).exists(), link
    for name in re.findall(r"`(?:\.venv/bin/python )?render\.py ([a-z][a-z-]+)", text):
        assert name in render.main.commands or name in scenes.FIGURES or name == "all", name


def test_a_stranger_needs_at_most_five_commands_for_a_film_of_their_own_phrase() -> None:
    for page in ("README.md", "docs/tweaker.md"):
        lines = commands(page)
        film = next(n for n, words in enumerate(lines) if {"--set", "--phrase"} & set(words) and "show" not in words)
        assert film < 5, page
        assert any(words[0] in ("make", "sh") for words in lines[:film]), "what sets up comes first"


def test_the_notebook_runs() -> None:
    """All its cells, in order, by IPython itself; what it renders goes to a folder that is thrown away."""
    notebook = json.loads((ROOT / "docs" / "attention.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert any(cell.startswith("%%manim") for cell in cells)
    assert all(not cell.get("outputs") for cell in notebook["cells"])
    code = f"""
import tempfile, os
os.chdir(tempfile.mkdtemp())
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in {cells!r}:
    shell.run_cell(cell).raise_error()
made = [name for _, _, names in os.walk("media") for name in names]
assert any(name.endswith(".mp4") for name in made) and any(name.endswith(".png") for name in made), made
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": os.devnull + "-none"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
