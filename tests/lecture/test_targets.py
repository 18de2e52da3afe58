"""Pages, decks and documents replace only what was made here, and look at their places before anything is rendered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import render
from rendering.batch.produce import ProductionLine
from rendering.live import preview
from rendering.request import shot
from rendering.request.shot import Quality
from scenes.errors import UserError
from scenes.style import DEFAULT

pytestmark = pytest.mark.usefixtures("samples", "no_waiting")

TARGETS = {
    "page": (["page", "sample-still", "-o", "made"], ("made/index.html", "made/page.css", "made/page.js")),
    "single": (["page", "sample-still", "--single", "-o", "made.html"], ("made.html",)),
    "slides": (["slides", "sample-still", "-o", "made"], ("made/slides/made.json",)),
    "handout": (["handout", "sample-still", "-o", "made.pdf"], ("made.pdf",)),
    "transcript": (["transcript", "sample-still", "-o", "made.txt"], ("made.txt",)),
}
EACH = [(name, file) for name, (_, files) in TARGETS.items() for file in files]


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_tiny_quality(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, 10))


@pytest.fixture
def nothing_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that plans or renders."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("rendered before it looked")

    monkeypatch.setattr(ProductionLine, "plan", fail)
    monkeypatch.setattr(ProductionLine, "run", fail)


def run(name: str) -> Result:
    return CliRunner().invoke(render.main, [*TARGETS[name][0], "-q", "low"])


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_made_here_is_replaced(name: str) -> None:
    for _ in range(2):
        result = run(name)
        assert result.exit_code == 0, result.output
    for file in TARGETS[name][1]:
        assert Path(file).stat().st_size


@pytest.mark.parametrize(("name", "file"), EACH)
@pytest.mark.usefixtures("nothing_rendered")
def test_what_was_not_made_here_stays(name: str, file: str) -> None:
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text("<title>the user's</title>")
    result = run(name)
    line = f'error: "{file}" was not made here, so it stays; take another name, or remove it\n'
    assert (result.exit_code, result.stderr) == (2, line)
    assert Path(file).read_text() == "<title>the user's</title>"


@pytest.mark.parametrize(("name", "file"), EACH)
@pytest.mark.usefixtures("nothing_rendered")
def test_what_is_no_file_stays(name: str, file: str) -> None:
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(file)
    result = run(name)
    line = f'error: cannot replace "{file}": it is a named pipe, not a regular file; take another name\n'
    assert (result.exit_code, result.stderr) == (2, line)
    os.unlink(file)
    os.symlink("/dev/null", file)
    result = run(name)
    line = f'error: cannot replace "{file}": it is a symbolic link, not a regular file; take another name\n'
    assert (result.exit_code, result.stderr) == (2, line)
    assert os.readlink(file) == "/dev/null"


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.usefixtures("nothing_rendered")
def test_a_folder_that_takes_no_file_is_found_out_at_once(name: str) -> None:
    Path("file").write_text("not a folder")
    command = [word.replace("made", "file/made", 1) if word.startswith("made") else word for word in TARGETS[name][0]]
    result = CliRunner().invoke(render.main, [*command, "-q", "low"])
    folder = Path(TARGETS[name][1][0].replace("made", "file/made", 1)).parent
    assert (result.exit_code, result.stderr) == (1, f'error: cannot write to folder "{folder}": Not a directory\n')
    assert not Path("made").exists()


def test_a_preview_removes_only_its_own() -> None:
    folder = Path("out/watch/sample-still")
    preview.begin(folder, "sample-still", DEFAULT.theme)
    preview.begin(folder, "sample-still", DEFAULT.theme)
    others = {"film-of-my-holiday.mp4", "beat-box.png", "film-1.mp4.bak"}
    for name in (*others, "film-1.mp4", "film-2.mp4", "beat-0123456789abcdef.png"):
        (folder / name).write_text("")
    preview._remove(folder, preview._FILM, {"film-2.mp4"})
    preview._remove(folder, preview._BEAT, ())
    assert {path.name for path in folder.iterdir()} == others | {"index.html", "film-2.mp4"}
    (folder / "index.html").write_text("the user's")
    with pytest.raises(UserError, match="was not made here, so it stays; take another name, or remove it$"):
        preview.begin(folder, "sample-still", DEFAULT.theme)


@pytest.mark.parametrize(
    "content", ["", "window.state=", "window.state={};\n", 'window.state={"beats": [{"name": 1}]};\n', "[" * 100_000]
)
def test_a_preview_s_state_that_is_none_is_left_out(content: str) -> None:
    Path(preview.STATE).write_text(content)
    assert preview.read_state(Path()) == {}
    preview.write_state(Path(), said="drawing")
    assert preview.read_state(Path())["said"] == "drawing"
    os.unlink(preview.STATE)
    os.mkfifo(preview.STATE)
    assert preview.read_state(Path()) == {}
