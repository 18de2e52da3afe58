"""A figure in a file of the user's own: it is drawn like the project's, and a mistake in it is one line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import render
from rendering.cache.digest import Digests
from rendering.live.preview import read_state, refresh
from rendering.request import own_figures, shot
from rendering.request.look import LookChoices
from rendering.request.settings import Changes
from rendering.request.shot import Quality
from scenes import FIGURES

ROOT = Path(__file__).parents[2]
(HELLO,) = re.findall(
    r"The shortest possible figure:\n\n```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL
)
HELLO = HELLO.replace("attention-hello", "hello-you")
NO_CHANGES = Changes()


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "nowhere")  # the list of folders is then restored
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, 5))
    (tmp_path / "my_figures.py").write_text(HELLO, encoding="utf-8")
    yield tmp_path
    own_figures.forget()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render.main, arguments)


def test_it_is_rendered_and_drawn_like_any_other() -> None:
    assert run("my_figures.py:Hello", "-q", "low", "-j", "1").exit_code == 0
    assert run("my_figures.py:Hello", "-q", "low", "-j", "1").stdout.startswith("nothing changed")
    assert run("still", "my_figures.py:Hello", "-q", "low", "-j", "1").exit_code == 0
    assert {"hello-you.mp4", "hello-you-end.png"} <= {path.name for path in Path("out").iterdir()}
    assert "axes" in run("numbers", "my_figures.py:Hello", "--format", "json").stdout
    assert "✓ A word has a number for each axis: 2 numbers" in run("check", "my_figures.py:Hello").stdout
    assert FIGURES["hello-you"].sentence == "A word is a list of numbers."


def test_a_change_in_the_file_or_beside_it_is_seen() -> None:
    Path("words_of_mine.py").write_text('WORD = "apple"\n')
    Path("my_figures.py").write_text(f"{HELLO}\nfrom words_of_mine import WORD\n")

    def source() -> str:
        own_figures.forget()
        own_figures.register("my_figures.py:Hello")
        return Digests()._source(FIGURES["hello-you"].target.partition(":")[0])

    first = source()
    assert source() == first
    Path("words_of_mine.py").write_text('WORD = "banana"\n')
    second = source()
    assert second != first
    Path("my_figures.py").write_text(f"{HELLO}\nfrom words_of_mine import WORD  # again\n")
    assert source() not in (first, second)


@pytest.mark.parametrize(
    ("content", "name", "line"),
    [
        (HELLO, "Helo", 'my_figures.py has no figure "Helo"; did you mean "Hello"?'),
        (HELLO, "Xyz", 'my_figures.py has no figure "Xyz"; there are: Hello'),
        (HELLO, "Label", "my_figures.py: Label is no figure: its class must be a subclass of scenes.figure.Figure"),
        (HELLO.replace("hello-you", "../x"), "Hello", 'a figure\'s name is letters, digits and hyphens; got "../x"'),
        (
            HELLO.replace("hello-you", "attention-update-apple"),
            "Hello",
            'my_figures.py: there is a figure "attention-update-apple" already; give Hello another name',
        ),
        ("import os\n\nx = 1 / 0\n", "Hello", "my_figures.py, line 3: ZeroDivisionError: division by zero"),
        ("import os\ndef (\n", "Hello", "my_figures.py, line 2: SyntaxError: invalid syntax"),
        ("import nosuch_package\n", "Hello", "line 1: ModuleNotFoundError: No module named 'nosuch_package'"),
        ("raise SystemExit('bye')\n", "Hello", "my_figures.py, line 1: SystemExit: bye"),
        ("\0", "Hello", "my_figures.py"),
    ],
)
def test_a_mistake_in_the_file_is_one_line(content: str, name: str, line: str) -> None:
    Path("my_figures.py").write_text(content)
    result = run(f"my_figures.py:{name}", "-q", "low")
    assert result.exit_code == 2 and line in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(("right", "wrong"), [("OneVector(world", "OneVektor(world"), ("= Label(", "= Lable(")])
def test_a_mistake_while_it_is_computed_or_drawn_has_its_line(right: str, wrong: str) -> None:
    text = HELLO.replace(right, wrong)
    Path("my_figures.py").write_text(text)
    result = run("my_figures.py:Hello", "-q", "low", "-j", "1")
    number = next(number for number, line in enumerate(text.splitlines(), start=1) if wrong in line)
    name = wrong.removeprefix("= ").partition("(")[0]
    assert result.exit_code == 1
    assert f"my_figures.py, line {number}: NameError: name '{name}' is not defined" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.usefixtures("no_waiting")
def test_what_is_no_file_is_refused() -> None:
    assert run("nosuch.py:Hello").stderr == 'error: no figure file "nosuch.py"\n'
    assert run("my_figures.py").stderr.endswith("lacks the figure's class, as in my_figures.py:Hello\n")
    os.mkfifo("pipe.py")
    assert "a named pipe, not a regular file" in run("pipe.py:Hello").stderr
    result = run("my_figures.py:Hello", "--cluster", "local:1")
    assert (result.exit_code, "is drawn on this machine only" in result.stderr) == (2, True)


def test_a_preview_reads_it_again(desk: Path) -> None:
    look = LookChoices("low")
    refresh(desk, "my_figures.py:Hello", NO_CHANGES, look, 1)
    assert [beat["name"] for beat in read_state(desk)["beats"]] == ["numbers"]
    Path("my_figures.py").write_text(HELLO.replace('beat("numbers"', 'beat("figures"'))
    refresh(desk, "my_figures.py:Hello", NO_CHANGES, look, 1)
    assert [beat["name"] for beat in read_state(desk)["beats"]] == ["figures"]
    Path("my_figures.py").write_text("def (")
    refresh(desk, "my_figures.py:Hello", NO_CHANGES, look, 1)
    assert read_state(desk)["said"].startswith("my_figures.py, line 1: SyntaxError")
