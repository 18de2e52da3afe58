"""Every command ends with 0, with 1 when something failed, 2 when it was called wrongly, and 130 when interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import render
from rendering import doctor
from rendering.request import shot
from rendering.request.shot import Quality

pytestmark = pytest.mark.usefixtures("samples")

WELL = {
    "list": [],
    "render": ["sample-still", "-q", "low"],
    "show": ["sample-still"],
    "sheet": ["sample-still", "-q", "low"],
    "still": ["sample-moving", "-q", "low", "--beat", "move-1"],
    "transcript": ["sample-moving", "-q", "low"],
    "handout": ["sample-still", "-q", "low"],
    "page": ["sample-still", "-q", "low"],
    "slides": ["sample-moving", "-q", "low"],
    "film": ["sample-still", "-q", "low"],
    "twin": ["sample-still", "-q", "low", "--right", "sides=2,2"],
    "new-talk": ["new.toml"],
    "new-world": ["new.toml"],
    "check": ["sample-still"],
    "numbers": ["sample-still"],
    "cache": ["size"],
    "doctor": [],
}
FAILING = {
    "render": ["sample-broken", "sample-still", "-q", "low"],
    "sheet": ["sample-broken", "-q", "low"],
    "still": ["sample-broken", "sample-moving", "-q", "low", "--beat", "nosuch"],
    "transcript": ["sample-broken", "-q", "low"],
    "handout": ["sample-broken", "-q", "low"],
    "page": ["sample-broken", "-q", "low"],
    "slides": ["sample-broken", "-q", "low"],
    "film": ["sample-broken", "-q", "low"],
    "twin": ["sample-broken", "-q", "low", "--right", "world.vectors.apple=1,1"],
    "new-talk": ["file/new.toml"],
    "new-world": ["file/new.toml"],
    "replay": ["record.json", "--out", "file"],
}
MISUSED = {
    "record-model": ["nosuch.gguf", "--phrase", "a b", "-o", "made.safetensors"],
    "list": ["x"],
    "render": ["sample-still", "-q", "best"],
    "show": ["nosuch"],
    "sheet": ["sample-still", "--every", "nan"],
    "still": ["sample-moving", "-q", "low", "--beat", "nosuch"],
    "transcript": ["sample-moving", "--world", "nosuch"],
    "handout": ["sample-moving", "--theme", "nosuch"],
    "page": ["sample-moving", "--notes", "nosuch.toml"],
    "slides": ["sample-moving", "--hold", "nan"],
    "film": ["sample-moving", "-o", "film.mov"],
    "twin": ["sample-moving", "--right", "steps=3", "-o", "twin.mov"],
    "watch": ["all"],
    "new-talk": ["new.txt"],
    "new-world": ["new.txt"],
    "check": ["sample-moving", "--set", "steps=two"],
    "numbers": ["sample-moving", "--set", "nonsense"],
    "replay": ["nosuch.json"],
    "cache": ["size", "--cache", ""],
    "doctor": ["--nosuch"],
}


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_tiny_quality(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, 10))
    monkeypatch.setattr(doctor, "_ROOM", 0)
    Path("file").write_text("not a folder")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(render.main, arguments)
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("command", WELL)
def test_well_done_is_0(command: str) -> None:
    result = run(command, *WELL[command])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("command", FAILING)
def test_failed_is_1(command: str) -> None:
    if command == "replay":
        run("sample-still", "-q", "low")
        Path("out/sample-still.png.json").rename("record.json")
    result = run(command, *FAILING[command])
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith("error: ") or "\nerror: " in result.stderr


@pytest.mark.parametrize("command", MISUSED)
def test_called_wrongly_is_2(command: str) -> None:
    result = run(command, *MISUSED[command])
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", render.COMMANDS, ids=lambda command: str(command.name))
def test_interrupted_is_130(command: click.Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "callback", interrupt)
    others = {
        "replay": ["r.json"],
        "watch": ["sample-still"],
        "record-model": ["model", "--phrase", "a b", "-o", "made.safetensors"],
    }
    arguments = {**WELL, **others}[str(command.name)]
    result = run(str(command.name), *arguments)
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (130, "interrupted")


def test_a_file_that_comes_out_otherwise_is_1() -> None:
    run("sample-still", "-q", "low")
    path = Path("out/sample-still.png.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), "sha256": "0" * 64}))
    result = run("replay", str(path), "--out", "again")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == 'error: "again/sample-still.png" is not the same file as then'


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["sheet", "sample-still", "--every", "nan"], "'--every': nan is not a finite number"),
        (["sheet", "sample-still", "--every", "inf"], "'--every': inf is not in the range 0.1<=x<=3600.0"),
        (["still", "sample-moving", "--at", "nan"], "'--at': nan is not a finite number"),
        (["still", "sample-moving", "--at", "1e400"], "'--at': inf is not in the range 0<=x<=3600.0"),
        (["sample-still", "--speed", "nan"], "'--speed': nan is not a finite number"),
        (["sample-still", "--hold", "-nan"], "'--hold': nan is not a finite number"),
        (["sample-still", "--type-scale", "2"], "'--type-scale': 2.0 is not in the range 1.0<=x<=1.25"),
        (["cache", "prune", "--days", "nan"], "'--days': nan is not a finite number"),
        (["cache", "prune", "--days", "inf"], "'--days': inf is not a finite number"),
        (["cache", "clear", "--cache", ""], "'--cache': it is empty"),
        (["sample-still", "--cache", ""], "'--cache': it is empty"),
        (["sample-still", "--out", ""], "'--out': it is empty"),
        (["sample-still", "--params", ""], "'--params': it is empty"),
        (["page", "sample-still", "-o", ""], "'-o' / '--to': it is empty"),
        (["page", "sample-still", "--notes", ""], "'--notes': it is empty"),
        (["replay", ""], "'RECORD.json': it is empty"),
        (["new-world", ""], "'FILE.toml': it is empty"),
    ],
)
def test_an_option_that_means_nothing_is_named(arguments: list[str], line: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (2, f"error: invalid value for {line}\n")


def test_larger_type_needs_a_wide_frame() -> None:
    result = run("sample-still", "--type-scale", "1.25", "--frame", "4:3")
    line = "error: larger type has room in the frame 16:9 only; got --type-scale 1.25 --frame 4:3\n"
    assert (result.exit_code, result.stderr) == (2, line)


def test_a_command_that_is_proposed_can_be_typed() -> None:
    assert run("new-world", "it's $(mine).toml").stdout == (
        "wrote it's $(mine).toml; next: render.py check --world 'it'\"'\"'s $(mine).toml'\n"
    )
    last = run("slides", "sample-moving", "-q", "low", "-o", "my deck").stdout.splitlines()[-1]
    assert last == "present with: manim-slides present --folder 'my deck/slides' 'my deck'"


def test_a_folder_of_somebody_elses_is_no_cache() -> None:
    Path("mine/files").mkdir(parents=True)
    Path("mine/files/thesis.tex").write_text("the user's")
    line = 'error: the cache folder "mine" holds other files, and no CACHEDIR.TAG of this project; '
    for command in (["cache", "clear"], ["cache", "prune"], ["cache", "size"], ["sample-still", "-q", "low"]):
        result = run(*command, "--cache", "mine")
        assert (result.exit_code, result.stderr) == (2, f"{line}take a new or an empty folder\n")
    assert Path("mine/files/thesis.tex").read_text() == "the user's"
    assert (
        run("cache", "size", "--cache", "file").stderr
        == 'error: cannot read the cache folder "file": Not a directory\n'
    )
