"""Formats, captions, pictures of one moment, transcripts and hand-outs, from the command line."""

from __future__ import annotations

import zipfile
from pathlib import Path

import av
import pytest
import srt
from click.testing import CliRunner, Result
from PIL import Image

import render
from rendering.request import shot
from rendering.request.shot import Quality

pytestmark = pytest.mark.usefixtures("samples")


@pytest.fixture(autouse=True)
def _in_an_empty_folder_with_a_tiny_quality(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in shot.QUALITIES:
        monkeypatch.setitem(shot.QUALITIES, name, Quality(name, 160, 90, 10))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render.main, [*arguments, "-j", "1"])


def made(*arguments: str) -> set[str]:
    """The files that a command that goes well leaves."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return {path.name for path in Path("out").iterdir()} if Path("out").exists() else set()


def refused(*arguments: str, code: int = 2) -> str:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert result.stderr.count("\n") == 1 and "Traceback" not in result.output
    return result.stderr.rstrip("\n")


@pytest.mark.parametrize(
    ("container", "file"),
    [
        ("webm", "sample-moving.webm"),
        ("mov", "sample-moving.mov"),
        ("gif", "sample-moving.gif"),
        ("png", "sample-moving-frames.zip"),
    ],
)
def test_a_format_is_rendered_once(container: str, file: str) -> None:
    names = ("sample-moving", "sample-still")
    files = made(*names, "--format", container)
    assert {file, "sample-still.png"} <= files
    first = Path("out", file).read_bytes()
    again = run(*names, "--format", container)
    assert again.stdout.startswith("nothing changed: 2 figures in ")
    Path("out", file).unlink()
    assert run(*names, "--format", container).stdout.startswith("nothing changed")
    assert Path("out", file).read_bytes() == first
    assert run("sample-moving").stdout.startswith("1 figure in "), "the MP4 is another file"


def test_pictures_without_a_background() -> None:
    made("sample-still", "--format", "png", "--transparent")
    assert Image.open("out/sample-still.png").mode == "RGBA"
    made("sample-moving", "--format", "png", "--transparent")
    with zipfile.ZipFile("out/sample-moving-frames.zip") as archive, archive.open(archive.namelist()[0]) as first:
        assert Image.open(first).mode == "RGBA"
    made("sample-still")
    assert Image.open("out/sample-still.png").mode == "RGB"


def test_captions_beside_films_last_as_long_as_the_film() -> None:
    files = made("sample-moving", "sample-still", "--captions")
    assert {"sample-moving.srt", "sample-moving.vtt"} <= files and "sample-still.srt" not in files
    cues = list(srt.parse(Path("out/sample-moving.srt").read_text(encoding="utf-8")))
    with av.open("out/sample-moving.mp4") as film:
        assert cues[-1].end.total_seconds() == pytest.approx(film.streams.video[0].frames / 10)
    assert [cue.content for cue in cues] == ["The dot moves for the 1. time.", "The dot moves for the 2. time."]
    assert Path("out/sample-moving.vtt").read_text(encoding="utf-8").startswith("WEBVTT\n\n00:00:00.000 --> ")
    made("sample-moving", "--captions", "--set", "steps=3")
    assert len(list(srt.parse(Path("out/sample-moving.srt").read_text(encoding="utf-8")))) == 3


def test_a_film_that_fails_has_no_captions() -> None:
    assert run("sample-broken", "sample-moving", "--captions").exit_code == 1
    assert {path.name for path in Path("out").glob("*.srt")} == {"sample-moving.srt"}


def test_captions_in_the_film_are_another_film_of_the_same_size() -> None:
    made("sample-moving")
    plain = Path("out/sample-moving.mp4").read_bytes()
    assert run("sample-moving", "--burn-captions").stdout.startswith("1 figure in ")
    assert Path("out/sample-moving.mp4").read_bytes() != plain
    with av.open("out/sample-moving.mp4") as film:
        assert (film.streams.video[0].width, film.streams.video[0].height) == (160, 90)


def test_pictures_of_moments() -> None:
    assert "sample-moving-move-0.png" in made("still", "sample-moving", "--beat", "move-0")
    assert "sample-moving-0.35s.svg" in made("still", "sample-moving", "--at", "0.35", "--format", "svg")
    assert "sample-still-end.png" in made("still", "sample-still", "--transparent")
    assert Image.open("out/sample-moving-move-0.png").size == (160, 90)
    assert Image.open("out/sample-still-end.png").mode == "RGBA"
    assert run("still", "sample-moving", "--beat", "move-0").stdout.startswith("nothing changed")


def test_a_transcript_is_printed_or_written() -> None:
    said = run("transcript", "sample-moving", "sample-broken", "--set", "steps=1")
    assert said.exit_code == 1
    assert said.stdout.startswith("sample-moving (0.6 s)\nA dot moves to the right, beat by beat.\n\n  0:00.0  The dot")
    assert "error: sample-broken: RuntimeError: the second half is missing (log: " in said.stderr
    done = run("transcript", "sample-moving", "sample-still", "-o", "talk.txt")
    assert (done.exit_code, done.stdout) == (0, "")
    assert (
        Path("talk.txt")
        .read_text(encoding="utf-8")
        .endswith("sample-still\nA rectangle that does not move.\n\n  A rectangle.\n")
    )


def test_a_handout_is_written_whole_or_not_at_all() -> None:
    done = run("handout", "sample-moving", "sample-still")
    assert (done.exit_code, done.stdout) == (0, "handout.pdf: 2 figures\n")
    before = Path("handout.pdf").read_bytes()
    assert before.startswith(b"%PDF-")
    assert run("handout", "sample-broken").exit_code == 1
    assert Path("handout.pdf").read_bytes() == before
    assert run("handout", "sample-still", "-o", "deep/er.pdf", "--theme", "light").stdout == "deep/er.pdf: 1 figure\n"
    assert {path.name for path in Path("deep").iterdir()} == {"er.pdf"}
    Path("file").write_text("")
    line = 'error: cannot write to folder "file": Not a directory'
    assert refused("handout", "sample-still", "-o", "file/x.pdf", code=1) == line


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["sample-moving", "--transparent"], "error: mp4 cannot be transparent; take --format webm, mov or png"),
        (
            ["sample-moving", "--format", "gif", "--transparent"],
            "error: gif cannot be transparent; take --format webm, mov or png",
        ),
        (
            ["sample-moving", "--format", "avi"],
            "error: invalid value for '--format': 'avi' is not one of 'mp4', 'webm', 'mov', 'gif', 'png'",
        ),
        (["still", "sample-moving", "--beat", "x", "--at", "1"], "error: --beat and --at exclude each other"),
        (
            ["still", "sample-moving", "--at", "-1"],
            "error: invalid value for '--at': -1.0 is not in the range 0<=x<=3600.0",
        ),
        (
            ["still", "sample-moving", "--format", "gif"],
            "error: invalid value for '--format': 'gif' is not one of 'png', 'svg', 'pdf'",
        ),
        (["transcript", "sample-movin"], 'error: unknown figure "sample-movin"; did you mean "sample-moving"?'),
        (["handout", "sample-moving", "-o", "."], "error: invalid value for '-o' / '--to': File '.' is a directory"),
    ],
)
def test_what_a_user_gets_wrong_is_one_line(arguments: list[str], line: str) -> None:
    assert refused(*arguments) == line
    assert not list(Path().iterdir())


def test_a_beat_that_there_is_not() -> None:
    result = run("still", "sample-moving", "--beat", "mve-1")
    assert result.exit_code == 2
    line = 'error: sample-moving: no beat "mve-1"; did you mean "move-1"?; there are: move-0, move-1\n'
    assert line in result.stderr and "log:" not in result.stderr
    assert not list(Path("out").iterdir())


@pytest.mark.parametrize("command", render.COMMANDS, ids=lambda command: str(command.name))
def test_help_fits_a_screen(command: object) -> None:
    result = CliRunner().invoke(render.main, [command.name, "--help"], terminal_width=100)  # type: ignore[attr-defined]
    assert result.exit_code == 0 and len(result.stdout.splitlines()) <= 40
