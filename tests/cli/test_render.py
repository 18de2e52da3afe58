"""The command line: what it prints, where, and the number it ends with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

import render
import scenes
from rendering.request import shot
from rendering.request.shot import Quality

pytestmark = pytest.mark.usefixtures("samples")


@pytest.fixture(autouse=True)
def _in_an_empty_folder_with_a_tiny_quality(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, 10))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render.main, arguments)


def refused(*arguments: str, code: int = 2) -> str:
    """The one line that says what is wrong."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    assert result.stderr.endswith("\n") and result.stderr.count("\n") == 1
    return result.stderr.rstrip("\n")


def test_list_groups_figures_by_section_with_their_numbers() -> None:
    lines = run("list").stdout.splitlines()
    assert lines[0] == "Samples"
    assert lines[1] == "   1  sample-moving     video  A dot moves to the right, beat by beat."
    assert lines[2] == "   2  sample-still      still  A rectangle that does not move."


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_help(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    assert re.search(r"sheet +Write contact sheets", result.stdout)


@pytest.mark.parametrize(
    "arguments", [("sample-still", "-q", "low"), ("-q", "low", "sample-still"), ("render", "sample-still", "-q", "low")]
)
def test_figure_is_rendered_without_naming_the_command(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith("[1/1] sample-still ")
    assert result.stdout.startswith("1 figure in ") and result.stdout.endswith(" s: out\n")
    assert {path.name for path in Path("out").iterdir()} == {"sample-still.png", "sample-still.png.json"}


def test_failure_is_one_line_and_the_others_go_on() -> None:
    result = run("sample-broken", "sample-still", "-q", "low", "--out", "films")
    assert result.exit_code == 1
    assert "error: sample-broken: RuntimeError: the second half is missing (log: " in result.stderr
    assert "Traceback" not in result.output
    assert result.stdout.startswith("1 of 2 figures in ")
    assert result.stdout.endswith(" s: films; failed: sample-broken\n")
    assert {path.name for path in Path("films").iterdir()} == {"sample-still.png", "sample-still.png.json"}


def test_traceback_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTENTION_DEBUG", "1")
    assert "Traceback" in run("sample-broken", "-q", "low").stderr
    assert "Traceback" in run("sample-none").stderr


def test_what_is_there_is_not_rendered_again() -> None:
    assert run("sample-still", "-q", "low").exit_code == 0
    again = run("sample-still", "-q", "low")
    assert (again.exit_code, again.stderr) == (0, "")
    assert again.stdout.startswith("nothing changed: 1 figure in ")
    assert run("sample-still", "-q", "low", "--force").stdout.startswith("1 figure in ")
    assert run("sample-still", "-q", "low", "--cache", "other").stdout.startswith("1 figure in ")


def test_cache_is_looked_after() -> None:
    run("sample-still", "-q", "low", "--cache", "kept")
    assert run("cache", "size", "--cache", "kept").stdout.startswith("3 files, 0.0 MB: kept")
    assert run("cache", "prune", "--cache", "kept", "--days", "1").stdout == "removed 0 files, 0.0 MB\n"
    assert run("cache", "prune", "--cache", "kept", "--megabytes", "0").stdout.startswith("removed 3 files, ")
    run("sample-still", "-q", "low", "--cache", "kept")
    assert run("cache", "clear", "--cache", "kept").stdout.startswith("removed 3 files, ")
    assert run("cache", "size", "--cache", "kept").stdout == "0 files, 0.0 MB: kept\n"


@pytest.mark.parametrize("option", [["--encoder", "small"], ["--encoder", "fast"], ["--vfr"], ["--plain-manim"]])
def test_choices_of_a_film(option: list[str]) -> None:
    assert run("sample-moving", "-q", "low").exit_code == 0
    assert run("sample-moving", "-q", "low", *option).stdout.startswith("1 figure in ")


def test_show_prints_parameters_and_numbers() -> None:
    text = run("show", "sample-moving", "--set", "world.vectors.apple=1.25,1.9", "--set", "steps=3").stdout
    rows = [line.split() for line in text.splitlines()]
    assert rows[0] == "sample-moving: A dot moves to the right, beat by beat.".split()
    assert "seconds number 0.4 0.4 How long the dot moves.".split() in rows
    assert "steps whole number 3 2 How many times it moves.".split() in rows
    assert "vector (1 × 2): The word's vector.".split() in rows
    assert ["apple", "1.25", "1.9"] in rows
    assert ["0", "2.5"] in rows and ["1", "3.8"] in rows


def test_sheet_shows_the_end_of_every_beat() -> None:
    result = run("sheet", "sample-moving", "-q", "low", "--set", "steps=3", "--columns", "2")
    assert result.exit_code == 0, result.output
    with Image.open("out/sample-moving-sheet.png") as image:
        two_by_two = image.size
    assert two_by_two[0] == 2 * (640 + 16) + 16
    assert run("sheet", "sample-moving", "-q", "low", "--columns", "1").exit_code == 0
    with Image.open("out/sample-moving-sheet.png") as image:
        assert image.width < two_by_two[0] and image.height == two_by_two[1]


def test_sheet_shows_frames_between() -> None:
    assert run("sheet", "sample-moving", "sample-still", "-q", "low", "--every", "0.3", "--columns", "9").exit_code == 0
    sheets = {"sample-moving-sheet.png", "sample-still-sheet.png"}
    assert {path.name for path in Path("out").iterdir()} == sheets | {f"{sheet}.json" for sheet in sheets}
    with Image.open("out/sample-moving-sheet.png") as image:  # beats end at 0.6 and 1.2 s; frames at 0.3, 0.6 and 0.9 s
        assert image.width == 5 * (640 + 16) + 16


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["sample-movin"], 'error: unknown figure "sample-movin"; did you mean "sample-moving"?'),
        (["show", "x"], 'error: unknown figure "x"; the command "list" shows them all'),
        (["sample-moving", "--set", "steps=two"], 'error: sample-moving: steps must be a whole number; got "two"'),
        (["sample-moving", "--set", "seconds=nan"], "error: sample-moving: seconds must be a finite number; got nan"),
        (["all", "--set", "stebs=2"], 'error: no figure has a parameter "stebs"; did you mean "steps"?'),
        (["sample-moving", "--set", "word="], "error: sample-moving: word is empty; give at least one word"),
        (["sample-moving", "--params", "no.toml"], 'error: no parameter file "no.toml"'),
        (["sample-moving", "--params", "."], 'error: cannot read parameter file ".": Is a directory'),
        (
            ["sample-moving", "-q", "best"],
            "error: invalid value for '-q' / '--quality': 'best' is not one of 'low', 'medium', 'high', '4k'",
        ),
        (["sample-moving", "-j", "0"], "error: invalid value for '-j' / '--jobs': 0 is not in the range x>=1"),
        (["sample-moving", "--jbs", "1"], 'error: no such option "--jbs"; did you mean "--jobs"?'),
        (["sample-moving", "--set"], "error: option '--set' requires an argument"),
        (["render"], "error: missing argument 'NAME... | all'"),
        (["list", "x"], "error: got unexpected extra argument (x)"),
        (
            ["sheet", "all", "--every", "0"],
            "error: invalid value for '--every': 0.0 is not in the range 0.1<=x<=3600.0",
        ),
    ],
)
def test_what_a_user_gets_wrong_is_one_line(arguments: list[str], line: str) -> None:
    assert refused(*arguments) == line
    assert not Path("out").exists()


def test_folder_that_cannot_be_written_to() -> None:
    Path("file").write_text("")
    line = 'error: cannot write to folder "file": Not a directory'
    assert refused("sample-endless", "--out", "file", code=1) == line
    assert refused("sheet", "sample-endless", "--out", "file", code=1) == line


def test_mistake_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rendering.commands.list.listing", lambda: 1 / 0)
    assert refused("list", code=1) == "error: ZeroDivisionError: division by zero (ATTENTION_DEBUG=1 shows where)"


def test_interruption_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rendering.commands.list.listing", interrupt)
    result = run("list")
    assert (result.exit_code, result.stderr.split()) == (130, ["interrupted"])


@given(st.text())
@example("steps=" + "9" * 5000)
@example("word=\x00")
@example("seconds=1e-400")
@example("-")
@example("--")
def test_no_text_makes_a_traceback(text: str) -> None:
    result = run("show", "sample-moving", "--set", text)
    assert result.exit_code in (0, 2)
    if result.exit_code == 2:
        assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1


def test_a_world_of_ones_own() -> None:
    assert run("new-world", "my.toml").stdout == "wrote my.toml; next: render.py check --world my.toml\n"
    assert refused("new-world", "my.toml").startswith('error: "my.toml" is there already; ')
    assert run("new-world", "my.toml", "--from", "random", "--force").exit_code == 0
    line = 'error: sample-moving: word is "apple" unless given; the world has no word "apple"; give --set word=WORD'
    assert refused("sample-moving", "-q", "low", "--world", "my.toml") == line
    result = run("sample-still", "sample-scattered", "-q", "low", "--world", "my.toml")
    assert result.stdout.startswith("2 figures in ")


def test_figures_that_a_world_cannot_draw_are_left_out_of_all() -> None:
    for name in ("sample-broken", "sample-killed", "sample-full", "sample-endless"):
        del scenes.FIGURES[name]
    lines = 'skipped sample-moving: word is "apple" unless given; the world has no word "apple"; give --set word=WORD\n'
    first = run("all", "-q", "low", "--world", "random")
    assert first.stderr.endswith(lines) and re.match(r"2 figures, 1 skipped in ", first.stdout)
    again = run("all", "-q", "low", "--world", "random")
    assert again.stderr == lines and again.stdout.startswith("nothing changed: 2 figures, 1 skipped in ")
    assert run("show", "all", "--world", "random").stderr == lines
    assert run("all", "-q", "low", "--world", "random", "--set", "word=pear").stdout.startswith("3 figures ")
