"""Beside every file is a record of all that decided it, from which the same file can be made again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import render
from rendering.cache import record as records
from rendering.cache.atomic_files import OutputError, publish
from rendering.cache.record import read_record, recorded_shot
from rendering.request import shot as shots
from rendering.request.shot import Quality
from scenes.errors import UserError
from scenes.style import Style

pytestmark = pytest.mark.usefixtures("samples")
MOVING = ("sample-moving", "-q", "low", "--set", "steps=3", "--set", "world.vectors.apple=1.25,1.9")


@pytest.fixture(autouse=True)
def _in_an_empty_folder_with_a_tiny_quality(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shots.QUALITIES, "low", Quality("low", 160, 90, 10))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render.main, arguments)


def made(*arguments: str) -> dict:
    """The record of the only file that a command makes."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    (path,) = Path("out").glob("*.json")
    return json.loads(path.read_text(encoding="utf-8"))


_KEPT: dict[tuple[str, ...], dict] = {}


def made_once(*arguments: str) -> dict:
    """The record that a command makes, from the first time that it is asked for."""
    if arguments not in _KEPT:
        _KEPT[arguments] = made(*arguments)
    return json.loads(json.dumps(_KEPT[arguments]))


def test_record_says_what_was_drawn() -> None:
    record = made(*MOVING, "--speed", "2", "--hold", "0.5", "--type-scale", "1.25", "--no-line")
    content = Path("out/sample-moving.mp4").read_bytes()
    assert sorted(path.name for path in Path("out").iterdir()) == ["sample-moving.mp4", "sample-moving.mp4.json"]
    assert record["file"] == "sample-moving.mp4"
    assert record["sha256"] == hashlib.sha256(content).hexdigest()
    assert record["parameters"] == {"seconds": 0.4, "steps": 3, "word": "apple"}
    assert record["world"]["vectors"]["apple"] == [1.25, 1.9]
    assert record["look"]["speed"] == 2 and record["look"]["hold"] == 0.5 and record["look"]["language"] == "en"
    assert record["look"]["type_scale"] == 1.25 and record["look"]["lines"] is False
    shot = recorded_shot(read_record(Path("out/sample-moving.mp4.json")), "")
    assert shot.style.sizes == Style.of(type_scale=1.25).sizes and not shot.style.lines
    assert record["look"]["theme"]["background"] == "#11151c"
    assert record["quality"] == {"name": "low", "width": 160, "height": 90, "frame_rate": 10}
    assert record["format"]["film"]["encoder"] == "balanced"
    assert record["versions"]["manim"].startswith("0.22")
    assert [beat["name"] for beat in record["beats"]] == ["move-0", "move-1", "move-2"]
    assert record["beats"][1]["caption"] == "The dot moves for the 2. time."
    times = [(beat["start"], beat["end"]) for beat in record["beats"]]
    assert times == [(0.0, 0.8), (0.8, 1.6), (1.6, 2.4)]


def test_digest_of_numbers_is_that_of_the_tensors() -> None:
    first = made(*MOVING)["numbers"]
    assert made("sample-moving", "-q", "low", "--set", "world.vectors.apple=1.25,1.9")["numbers"] == first
    assert made("sample-moving", "-q", "low")["numbers"] != first


@pytest.mark.parametrize(
    "arguments",
    [
        MOVING,
        ("sample-still", "-q", "low", "--frame", "9:16", "--set", "sides=3,1"),
        ("sheet", *MOVING, "--columns", "2"),
        ("sample-moving", "-q", "low", "--encoder", "small", "--vfr", "--lang", "de"),
        ("sample-moving", "-q", "low", "--format", "webm", "--set", "steps=1"),
        ("sample-moving", "-q", "low", "--format", "gif", "--set", "steps=1"),
        ("still", "sample-moving", "-q", "low", "--beat", "move-0"),
    ],
)
def test_replay_makes_the_same_file(arguments: tuple[str, ...]) -> None:
    record = made(*arguments)
    (path,) = Path("out").glob("*.json")
    result = run("replay", str(path), "--cache", "another")
    assert (result.exit_code, result.stdout) == (0, f"the same file, byte for byte: out/replay/{record['file']}\n")
    again = Path("out/replay") / record["file"]
    assert again.read_bytes() == (Path("out") / record["file"]).read_bytes()
    assert json.loads(again.with_name(again.name + ".json").read_text(encoding="utf-8")) == record


def test_a_theme_of_ones_own_is_in_the_record() -> None:
    Path("mine.toml").write_text('base = "light"\nsubject = "#aa0000"\n', encoding="utf-8")
    record = made("sample-moving", "-q", "low", "--theme", "mine.toml")
    Path("mine.toml").unlink()
    assert record["look"]["theme"]["subject"] == "#aa0000"
    assert run("replay", "out/sample-moving.mp4.json", "--cache", "another").exit_code == 0


def test_nothing_is_rendered_for_a_record() -> None:
    assert run("sample-moving", "-q", "low", "--no-record").exit_code == 0
    assert [path.name for path in Path("out").iterdir()] == ["sample-moving.mp4"]
    result = run("sample-moving", "-q", "low")
    assert result.stdout.startswith("nothing changed")
    assert len(made("sample-moving", "-q", "low")["beats"]) == 2
    before = {path: path.stat().st_mtime_ns for path in Path("out").iterdir()}
    run("sample-moving", "-q", "low")
    assert {path: path.stat().st_mtime_ns for path in Path("out").iterdir()} == before
    assert run("sample-moving", "-q", "low", "--no-record").exit_code == 0
    assert [path.name for path in Path("out").iterdir()] == ["sample-moving.mp4"]


def test_other_versions_are_said() -> None:
    record = made("sample-still", "-q", "low")
    path = Path("out/sample-still.png.json")
    record["versions"]["manim"] = "0.21.0"
    del record["versions"]["torch"]
    path.write_text(json.dumps(record), encoding="utf-8")
    lines = run("replay", str(path)).stderr.splitlines()
    assert lines[0].startswith('made otherwise: manim was "0.21.0" then and is "0.22')
    assert lines[1].startswith('made otherwise: torch was "missing" then and is ')
    record["versions"] = records.versions()
    record["shot"] = "0" * 64
    path.write_text(json.dumps(record), encoding="utf-8")
    result = run("replay", str(path))
    assert result.stderr == "made otherwise: the project's own files have changed\n"
    assert result.exit_code == 0
    record["sha256"] = "0" * 64
    path.write_text(json.dumps(record), encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert result.stderr.endswith('error: "out/replay/sample-still.png" is not the same file as then\n')


def test_a_record_never_stands_beside_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "film.mp4"
    old, new = (json.dumps({"form": 1, "figure": name, "sha256": "", "shot": ""}) for name in ("old", "new"))
    publish(path, b"old", old)

    def fails(*arguments: object, **options: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("rendering.cache.atomic_files.write_whole", fails)
    with pytest.raises(OutputError, match="the disk is full"):
        publish(path, b"new", new)
    assert path.read_bytes() == b"old", "nothing finished is lost"
    assert not (tmp_path / "film.mp4.json").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"figure": "../x"}, 'unknown figure "../x"'),
        ({"figure": "sample-movin"}, 'unknown figure "sample-movin"; did you mean "sample-moving"?'),
        ({"form": 2}, "form must be one of 1; got 2"),
        ({"speed": 1}, 'unknown name "speed"; allowed: ' + ", ".join(records.Record.model_fields)),
        ({"sha256": "x"}, 'sha256 must be of the form ^[0-9a-f]{64}$; got "x"'),
        ({"parameters": {"stebs": 1}}, None),
        (
            {"look": {"name": "dark", "theme": {"ink": "red"}, "speed": 1, "language": "en"}},
            'ink must be a colour such as #f3625d; got "red"',
        ),
        (
            {"look": {"name": "dark", "theme": {}, "speed": 9, "language": "en"}},
            "look.speed must be less than or equal to 2; got 9",
        ),
        ({"look": {"name": "dark", "theme": {}, "speed": 1, "language": "../en"}}, 'unknown language "../en"'),
        (
            {"quality": {"name": "low", "width": 10**9, "height": 90, "frame_rate": 10}},
            "quality.width must be less than or equal to 8192; got 1000000000",
        ),
        ({"format": {"movie": {}}}, 'format must be one of film, sheet, still; got "movie"'),
        ({"format": {"film": {"encodr": "small"}}}, 'format.film has no "encodr"; did you mean "encoder"?'),
        (
            {"format": {"film": {"encoder": "none"}}},
            "format.film: encoder must be one of 'balanced', 'small' or 'fast'; got \"none\"",
        ),
        ({"format": {"sheet": {"every": "1e-9"}}}, "format.sheet.every must be 0.1 to 3600; got 1e-09"),
    ],
)
def test_what_is_wrong_with_a_record_is_one_line(change: dict, message: str | None) -> None:
    record = made_once("sample-moving", "-q", "low") | change
    Path("r.json").write_text(json.dumps(record), encoding="utf-8")
    said = message and f'record "r.json": {message}'
    with pytest.raises(UserError) as caught:
        recorded_shot(read_record(Path("r.json")), "r.json")
    assert said is None or str(caught.value) == said
    if said is None:
        assert str(caught.value) == 'sample-moving: unknown name "stebs"; did you mean "steps"?'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not valid JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[1]", "must be a table; got [1]"),
        ('{"form": NaN}', "is not valid JSON: NaN is no number"),
        ("[" * 90000, "is not valid JSON: nested too deeply"),
        ("[" * 20 + "]" * 20, "is nested too deeply: at most 16 tables and lists in one another"),
        ('{"form": 1}', "file is missing"),
    ],
)
def test_what_is_no_record_is_said(content: str, message: str) -> None:
    Path("r.json").write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_record(Path("r.json"))
    assert str(caught.value).removeprefix('record "r.json"').removeprefix(":").strip() == message


def test_missing_record_is_said() -> None:
    assert run("replay", "none.json").stderr == 'error: no record file "none.json"\n'
