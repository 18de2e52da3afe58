"""Page and slides: what they take from finished work, captions, decks, and what a user gets wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageColor
from pptx import Presentation

import render
from rendering.batch import produce
from rendering.cache import sources
from rendering.cache.store import Store
from rendering.draw import renderer
from rendering.outputs import beats, film, still
from rendering.outputs.cuts import cut_name
from rendering.publish.page_view import size_text
from rendering.publish.slides import as_note
from rendering.request import shot
from rendering.request.cues import escaped_cue, webvtt
from rendering.request.shot import Quality, Shot
from rendering.request.story import Step, joined
from scenes.style import DARK, LIGHT


@pytest.fixture
def run(samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, 10))
    return lambda *arguments: CliRunner().invoke(render.main, [*arguments, "-q", "low", "-j", "1"])


def refused(result: Result, code: int = 2) -> str:
    assert result.exit_code == code, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr.rstrip("\n")


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], list[str]]:
    """The figures that were drawn since the last call, in whatever process: a line each, in a file."""
    log, draw = tmp_path / "drawn", renderer.staged

    @contextmanager
    def noted(drawn: Shot, *arguments: Any, **more: Any) -> Iterator[Any]:
        with log.open("a") as file:
            file.write(f"{drawn.figure}\n")
        with draw(drawn, *arguments, **more) as figure:
            yield figure

    for module in (renderer, beats, film, still):
        monkeypatch.setattr(module, "staged", noted)

    def since() -> list[str]:
        lines = log.read_text().split() if log.exists() else []
        log.unlink(missing_ok=True)
        return sorted(lines)

    return since


def test_what_render_has_made_is_drawn_for_nothing_else(
    run: Callable[..., Result], drawings: Callable[[], list[str]]
) -> None:
    names = ("sample-moving", "sample-still")
    assert run(*names).exit_code == 0
    assert drawings() == list(names), "each is drawn once"
    for command in ("page", "slides", "slides", "transcript", "still"):
        result = run(command, *names)
        assert result.exit_code == 0, result.output
        assert drawings() == [], command
    assert run(*names, "--captions").stdout.startswith("nothing changed")
    assert drawings() == []
    assert run("sheet", *names).exit_code == 0
    assert drawings() == list(names), "a sheet's frames are in no other file"


def test_films_that_page_and_slides_made_are_not_rendered_again(
    run: Callable[..., Result], drawings: Callable[[], list[str]]
) -> None:
    first = run("page", "sample-moving", "sample-still")
    assert first.exit_code == 0, first.output
    assert re.fullmatch(r"2 figures in .* s: out/page\nopen out/page/index.html\n", first.stdout)
    assert run("slides", "sample-moving").exit_code == 0
    assert drawings() == ["sample-moving", "sample-still"]
    again = run("page", "sample-still", "sample-moving", "--title", "Other")
    assert (again.stderr, again.stdout.splitlines()[-1]) == ("", "open out/page/index.html")
    assert run("sample-moving").stdout.startswith("nothing changed")
    assert drawings() == []
    assert run("page", "sample-moving", "--set", "steps=3").stderr.startswith("[1/1] sample-moving ")
    for damaged in (Store().folder / "files").iterdir():
        damaged.write_bytes(b"damage")
    assert run("page", "sample-moving", "--set", "steps=3").stderr.startswith("[1/1] sample-moving ")
    assert drawings() == ["sample-moving"] * 2
    assert run("slides", "sample-moving", "--force").exit_code == 0
    assert drawings() == ["sample-moving"], "once, though its beats and its cuts are made again, too"


def test_code_saved_while_figures_are_rendered_loses_none_of_them(
    run: Callable[..., Result], drawings: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digests of before count, for the whole of a page; the next run sees the change."""
    saved = [0]
    monkeypatch.setattr(sources.Sources, "digest", lambda self, *modules: f"{modules} as of save {self.save}")
    monkeypatch.setattr(sources.Sources, "save", property(lambda self: saved[0]), raising=False)

    made = produce.ProductionLine.make

    def saving(self: produce.ProductionLine, *arguments: Any, **more: Any) -> Any:
        outcomes = made(self, *arguments, **more)
        saved[0] += 1
        return outcomes

    monkeypatch.setattr(produce.ProductionLine, "make", saving)
    assert run("page", "sample-moving", "sample-still").exit_code == 0
    assert Path("out/page/index.html").read_text(encoding="utf-8").count("<article") == 2
    assert drawings() == ["sample-moving", "sample-still"]
    assert "[2/2]" in run("page", "sample-moving", "sample-still").stderr


def test_page_of_what_could_be_rendered_when_one_cannot(run: Callable[..., Result]) -> None:
    result = run("page", "sample-broken", "sample-still")
    assert result.exit_code == 1
    assert "error: sample-broken: RuntimeError: the second half is missing" in result.stderr
    assert 'id="sample-still"' in Path("out/page/index.html").read_text(encoding="utf-8")
    assert refused_last(run("page", "sample-broken")) == "error: no figure could be rendered, so there is no page"


def refused_last(result: Result) -> str:
    assert result.exit_code != 0
    return result.stderr.splitlines()[-1]


def test_files_of_a_figure_are_whole(run: Callable[..., Result]) -> None:
    run("page", "sample-moving")
    assert {path.name for path in Path("out/page/media").iterdir()} == {
        "sample-moving.mp4",
        "sample-moving.png",
        "sample-moving.vtt",
    }
    assert (
        Path("out/page/media/sample-moving.vtt")
        .read_text(encoding="utf-8")
        .startswith("WEBVTT\n\n00:00:00.000 --> 00:00:00.600\nThe dot moves for the 1. time.\n")
    )


def test_deck_is_taken_by_manim_slides(run: Callable[..., Result], tmp_path: Path) -> None:
    result = run("slides", "sample-moving", "sample-still", "-o", "talk")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("present with: manim-slides present --folder talk/slides talk\n")
    for name in ("talk.pdf", "talk.pptx", "talk.html"):
        command = [sys.executable, "-m", "manim_slides", "convert", "--folder", "talk/slides", "talk", name]
        converted = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert converted.returncode == 0, converted.stderr
    assert len(re.findall(rb"/Type /Page\b", Path("talk.pdf").read_bytes())) == 3
    slides = Presentation("talk.pptx").slides
    notes = [slide.notes_slide.notes_text_frame.text for slide in slides]
    assert notes == ["The dot moves for the 1. time.", "The dot moves for the 2. time.", "A rectangle."]
    assert Path("talk.html").read_text(encoding="utf-8").count("<section") == 3


def test_the_page_says_what_pictures_show(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beats, "described", lambda shot, numbers=None: 'A dot at "3", <b>.')
    assert run("page", "sample-moving").exit_code == 0
    page = Path("out/page/index.html").read_text(encoding="utf-8")
    assert 'alt="A dot at &#34;3&#34;, &lt;b&gt;."' in page
    assert "<b>" not in page


def frames(path: Path) -> np.ndarray:
    with av.open(str(path)) as film:
        return np.stack([frame.to_ndarray(format="gray") for frame in film.decode(video=0)]).astype(float)


def test_slides_are_the_film_cut_at_its_beats_and_backwards(run: Callable[..., Result]) -> None:
    run("slides", "sample-moving", "-o", "deck", "--set", "seconds=2.5")
    run("sample-moving", "--set", "seconds=2.5")
    record = json.loads(Path("out/sample-moving.mp4.json").read_text(encoding="utf-8"))
    starts, ends = ([round(10 * beat[when]) for beat in record["beats"]] for when in ("start", "end"))
    film = frames(Path("out/sample-moving.mp4"))
    cuts = [frames(Path("deck/films", cut_name("sample-moving", start))) for start in starts]
    assert [len(cut) for cut in cuts] == [end - start for start, end in zip(starts, ends, strict=True)] == [27, 27]
    assert np.abs(np.concatenate(cuts) - film).mean() < 1
    for start, cut in zip(starts, cuts, strict=True):
        back = frames(Path("deck/films", cut_name("sample-moving", start, backwards=True)))
        assert len(back) == len(cut)
        assert max(np.abs(back[::-1] - cut).mean(axis=(1, 2))) < 1


def test_page_and_deck_have_the_films_ground(run: Callable[..., Result]) -> None:
    Path("mine.toml").write_text('base = "light"\nbackground = "#aabbcc"\n')
    grounds = {
        "light": (LIGHT.background, "light"),
        "mine.toml": ("#aabbcc", "light"),
        "dark": (DARK.background, "dark"),
    }
    for theme, (ground, scheme) in grounds.items():
        assert run("slides", "sample-still", "sample-moving", "--theme", theme).exit_code == 0
        assert run("page", "sample-still", "--theme", theme).exit_code == 0
        assert json.loads(Path("deck/slides/deck.json").read_text())["background_color"] == ground
        with Image.open("deck/films/sample-still.png") as picture:
            assert picture.getpixel((0, 0)) == ImageColor.getrgb(ground)
        text = Path("out/page/index.html").read_text(encoding="utf-8")
        assert f":root{{--background:{ground};" in text and f'<meta name="color-scheme" content="{scheme}">' in text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("sample-movin.figure = 'x'", 'error: notes: unknown figure "sample-movin"; did you mean "sample-moving"?'),
        ("sample-moving.move-9 = 'x'", 'error: notes: sample-moving has no beat "move-9"; did you mean "move-1"?'),
        (
            "sample-moving = 'x'",
            'error: notes: [sample-moving] needs a text for each beat, such as shrink = "Ask why."',
        ),
    ],
)
def test_notes_that_do_not_fit(run: Callable[..., Result], text: str, line: str) -> None:
    run("page", "sample-moving")
    Path("notes.toml").write_text(text)
    assert refused(run("page", "sample-moving", "--notes", "notes.toml")) == line


def test_mistakes_are_one_line(run: Callable[..., Result]) -> None:
    assert refused(run("page", "sample-movin")).startswith('error: unknown figure "sample-movin"; did you mean')
    assert refused(run("slides")) == "error: missing argument 'NAME... | all | TALK.toml'"
    assert refused(run("page", "--notes", "no.toml")) == 'error: no notes file "no.toml"'
    run("page", "sample-still")
    Path("file").write_text("")
    line = 'error: cannot write to folder "file": Not a directory'
    assert refused_last(run("page", "sample-still", "-o", "file")) == line


@given(st.lists(st.integers(0, 40), max_size=8), st.integers(0, 40))
def test_beats_cover_the_film(lengths: list[int], rest: int) -> None:
    stops = np.cumsum(lengths, dtype=int).tolist()
    total = (stops[-1] if stops else 0) + rest
    steps = joined([(str(number), "", stop) for number, stop in enumerate(stops)], total)
    assert (steps[0].first, steps[-1].end) == (0, total)
    assert all(one.end == other.first for one, other in zip(steps, steps[1:], strict=False))


@given(st.text())
def test_no_text_breaks_captions(text: str) -> None:
    cue = escaped_cue(text)
    assert not set("<>\n\r") & set(cue) and "-->" not in cue
    assert webvtt([Step("a", text, 0, 30)], 30).count("-->") == (1 if text.strip() else 0)


def test_sizes_are_said_in_words() -> None:
    assert [size_text(count) for count in (3, 1499, 275_627, 1_240_000)] == ["1 kB", "1 kB", "276 kB", "1.2 MB"]


def test_notes_of_slides_hold_no_markup() -> None:
    class Silent:
        note, claims = "", ()

    said = as_note("1 < 2 <script>alert(1)</script>", Silent())  # type: ignore[arg-type]
    assert said == "1 < 2 ‹script>alert(1)‹/script>"
