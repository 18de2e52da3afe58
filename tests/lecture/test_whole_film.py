"""Figures joined into one film: no frame is lost or changed, chapters and captions are where they belong."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
import srt
from click.testing import CliRunner, Result
from PIL import Image

import render
from rendering.publish.whole_film import CARD_SECONDS, require_place
from rendering.request import shot
from rendering.request.shot import Quality
from scenes import FIGURES
from scenes.errors import UserError
from scenes.language import language_codes, load_language
from tests.samples.sample_figures import FIGURES as SAMPLES

RATE = 10
CARD = round(CARD_SECONDS * RATE)
MOVING, STILL = "sample-moving", "sample-still"


@pytest.fixture
def run(samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 160, 90, RATE))
    return lambda *arguments: CliRunner().invoke(render.main, [*arguments, "-q", "low", "-j", "1"])


def frames(content: bytes) -> np.ndarray:
    with av.open(io.BytesIO(content)) as film:
        return np.stack([frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)])


def test_a_whole_film_is_its_films_one_after_another(run: Callable[..., Result]) -> None:
    assert run("render", MOVING, STILL).exit_code == 0
    result = run("film", MOVING, STILL, "sample-scattered", "--no-cards", "-o", "whole.mp4")
    assert result.exit_code == 0, result.output
    whole, moving = frames(Path("whole.mp4").read_bytes()), frames(Path(f"out/{MOVING}.mp4").read_bytes())
    assert (whole[: len(moving)] == moving).all(), "taken as it is"
    still = np.asarray(Image.open(f"out/{STILL}.png").convert("RGB"), np.int16)
    assert np.abs(whole[len(moving)].astype(np.int16) - still).mean() < 2
    assert (whole[len(moving) : len(moving) + 3 * RATE] == whole[len(moving)]).all(), "a still stands still"
    with av.open("whole.mp4") as film:
        chapters = [(each["start"] / 1000, each["metadata"]["title"]) for each in film.chapters()]
    assert chapters[:2] == [(0.0, SAMPLES[MOVING].sentence), (len(moving) / RATE, SAMPLES[STILL].sentence)]
    cues = list(srt.parse(Path("whole.srt").read_text()))
    first_of_still = next(cue for cue in cues if cue.start.total_seconds() >= len(moving) / RATE - 0.001)
    assert first_of_still.start.total_seconds() == len(moving) / RATE
    assert cues[-1].end.total_seconds() <= len(whole) / RATE
    assert Path("whole.txt").read_text().count("sample-") == 3 and Path("whole.vtt").read_text().startswith("WEBVTT")


def test_a_card_stands_before_each_section_and_belongs_to_the_chapter_after_it(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run("film", MOVING, STILL, "-o", "whole.mp4", "--title", "Mine")
    assert result.exit_code == 0, result.output
    whole = frames(Path("whole.mp4").read_bytes())
    assert (whole[:CARD] == whole[0]).all() and (whole[CARD] != whole[0]).any()
    with av.open("whole.mp4") as film:
        assert film.metadata["title"] == "Mine"
        assert [each["start"] for each in film.chapters()][0] == 0
    cue = next(srt.parse(Path("whole.srt").read_text()))
    assert cue.start.total_seconds() == CARD / RATE
    assert run("film", STILL, "-o", "whole.mp4", "--no-cards").exit_code == 0, "ours is replaced"


def test_nothing_of_somebody_elses_is_replaced(run: Callable[..., Result]) -> None:
    Path("holiday.mp4").write_bytes(b"not ours")
    result = run("film", MOVING, "-o", "holiday.mp4")
    assert result.exit_code == 2 and Path("holiday.mp4").read_bytes() == b"not ours"
    assert result.stderr == 'error: "holiday.mp4" was not made here, so it stays; take another name, or remove it\n'
    Path("talk.srt").write_text("my captions")
    with pytest.raises(UserError) as error:
        require_place(Path("talk.mp4"))
    assert str(error.value) == '"talk.srt" was not made here, so it stays; take another name, or remove it'
    result = run("film", MOVING, "-o", "talk.mov")
    assert result.stderr == 'error: the film is an MP4 file, so its name ends in .mp4; got "talk.mov"\n'


def test_a_figure_that_fails_leaves_no_film(run: Callable[..., Result]) -> None:
    result = run("film", MOVING, "sample-broken", "-o", "whole.mp4")
    assert result.exit_code == 1 and not Path("whole.mp4").exists()
    assert result.stderr.endswith("error: not every figure could be rendered, so there is no film\n")


def test_every_section_has_a_title_in_every_language() -> None:
    for code in language_codes():
        language = load_language(code)
        titles = {language.section(entry.section) for entry in FIGURES.values() if entry.section != "Samples"}
        assert len(titles) == 12
        kept = {key for key in language.texts if key.startswith("common.sections.")}
        assert kept == {f"common.sections.{entry.section}" for entry in FIGURES.values() if entry.section != "Samples"}
