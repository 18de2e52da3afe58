"""The contents of pages and decks: films with their beats, captions, slides, and a user's mistakes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from pptx import Presentation

import render
from rendering.publish import reel
from rendering.publish.page_view import size_text
from rendering.publish.slides import as_note, cut_name
from rendering.request import shot
from rendering.request.cues import escaped_cue, webvtt
from rendering.request.shot import Quality
from rendering.request.story import Step, joined


@pytest.fixture
def run(samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, 10))
    return lambda *arguments: CliRunner().invoke(render.main, [*arguments, "-q", "low", "-j", "1"])


def refused(result: Result, code: int = 2) -> str:
    assert result.exit_code == code, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr.rstrip("\n")


def test_what_has_not_changed_is_not_rendered_again(run: Callable[..., Result]) -> None:
    first = run("page", "sample-moving", "sample-still")
    assert first.exit_code == 0, first.output
    assert first.stdout.endswith("open out/page/index.html\n")
    assert run("page", "sample-still", "sample-moving", "--title", "Other").output == "open out/page/index.html\n"
    assert run("page", "sample-moving", "--set", "steps=3").stderr.startswith("[1/1] sample-moving ")
    with Path("out/reels/sample-moving.mp4").open("ab") as film:
        film.write(b"damage")
    assert run("page", "sample-moving", "--set", "steps=3").stderr.startswith("[1/1] sample-moving ")


def test_code_saved_while_figures_are_rendered_loses_none_of_them(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digests of before count, for the page and in the records; the next run sees the change."""
    versions = iter(["before", "after"])
    monkeypatch.setattr(reel, "keys_of", lambda shots: dict.fromkeys((shot.figure for shot in shots), next(versions)))
    assert run("page", "sample-moving", "sample-still").exit_code == 0
    assert Path("out/page/index.html").read_text(encoding="utf-8").count("<article") == 2
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
    monkeypatch.setattr("rendering.publish.page_view.described", lambda shot: 'A dot at "3", <b>.')
    assert run("page", "sample-moving").exit_code == 0
    page = Path("out/page/index.html").read_text(encoding="utf-8")
    assert 'alt="A dot at &#34;3&#34;, &lt;b&gt;."' in page
    assert "<b>" not in page


def frames(path: Path) -> np.ndarray:
    with av.open(str(path)) as film:
        return np.stack([frame.to_ndarray(format="gray") for frame in film.decode(video=0)]).astype(float)


def test_slides_are_the_film_cut_at_its_beats_and_backwards(run: Callable[..., Result]) -> None:
    run("slides", "sample-moving", "-o", "deck", "--set", "seconds=2.5")
    steps = json.loads(Path("out/reels/sample-moving.json").read_text(encoding="utf-8"))["steps"]
    film = frames(Path("out/reels/sample-moving.mp4"))
    cuts = [frames(Path("deck/films", cut_name("sample-moving", step["first"]))) for step in steps]
    assert [len(cut) for cut in cuts] == [step["end"] - step["first"] for step in steps] == [27, 27]
    assert np.abs(np.concatenate(cuts) - film).mean() < 1
    for step, cut in zip(steps, cuts, strict=True):
        back = frames(Path("deck/films", cut_name("sample-moving", step["first"], backwards=True)))
        assert len(back) == len(cut)
        assert max(np.abs(back[::-1] - cut).mean(axis=(1, 2))) < 1


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
    assert refused(run("slides")) == "error: missing argument 'NAME... | all'"
    assert refused(run("page", "--notes", "no.toml")) == 'error: no notes file "no.toml"'
    run("page", "sample-still")
    Path("file").write_text("")
    assert (
        refused_last(run("page", "sample-still", "-o", "file"))
        == 'error: cannot write to folder "file/media": Not a directory'
    )


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
