"""Themes from a user's file, and the pace and pauses of a figure."""

from __future__ import annotations

from pathlib import Path

import pytest
from manim import tempconfig

from scenes import load_figure
from scenes.errors import UserError
from scenes.style import DARK, LIGHT, THEMES, Style
from scenes.themes import chosen_theme, read_theme
from scenes.worlds import load_world
from tests.scenes.harness import Blind, default_run, frame_of, run, watch

FIGURE = "attention-all-softmax"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(text: str) -> Path:
    path = Path("mine.toml")
    path.write_text(text, encoding="utf-8")
    return path


def test_themes_by_name() -> None:
    assert [chosen_theme(name) for name in THEMES] == list(THEMES.values())


def test_theme_of_ones_own() -> None:
    path = written(f'base = "light"\nsubject = "{DARK.subject}"\nfamilies = ["{DARK.ink}"]\nfilled = false\n')
    theme = chosen_theme(str(path))
    assert (theme.name, theme.subject, theme.families, theme.filled) == ("mine", DARK.subject, (DARK.ink,), False)
    assert (theme.background, theme.ink, theme.query) == (LIGHT.background, LIGHT.ink, LIGHT.query)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('subjekt = "#000000"', 'unknown role "subjekt"; did you mean "subject"?'),
        ('subject = "red"', f'subject must be a colour such as {DARK.subject}; got "red"'),
        ("subject = 3", f"subject must be a colour such as {DARK.subject}; got 3"),
        ('families = "#000000"', 'families must be a list of one colour or more; got "#000000"'),
        ("families = []", "families must be a list of one colour or more; got []"),
        ('filled = "no"', 'filled must be true or false; got "no"'),
        ('base = "blue"', 'base must be one of dark, light, print; got "blue"'),
    ],
)
def test_what_is_no_theme(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        read_theme(written(text))
    assert str(error.value) == f'theme "mine.toml": {message}'


def test_unknown_theme() -> None:
    with pytest.raises(UserError) as error:
        chosen_theme("drak")
    assert str(error.value) == 'unknown theme "drak"; did you mean "dark"?'


def test_twice_the_pace_takes_half_the_time() -> None:
    usual, quick = default_run(FIGURE).figure.beats, run(FIGURE, style=Style.of(pace=2.0)).figure.beats
    for beat, sooner in zip(usual, quick, strict=True):
        assert sooner.end == pytest.approx(beat.end / 2, abs=0.2)  # every play lasts whole frames


def test_pauses_are_as_long_as_asked_for_at_any_pace() -> None:
    beats = {
        (pace, pause): run(FIGURE, style=Style.of(pace=pace, pause=pause)).figure.beats
        for pace in (1.0, 2.0)
        for pause in (2.0, 3.0)
    }
    for pace in (1.0, 2.0):
        longer = beats[pace, 3.0][-1].end - beats[pace, 2.0][-1].end
        assert longer == pytest.approx(len(beats[pace, 2.0]), abs=0.2)


def test_a_figure_has_the_same_plays_whether_its_frames_are_drawn_or_skipped() -> None:
    """Else processes that share a film, each of which skips what others draw, would join other plays."""
    figure, style = load_figure("attention-update-apple"), Style.of(pace=1.5, pause=0.5)
    plays = []
    for skips in (True, False):
        with frame_of("16:9"), tempconfig({"frame_rate": 11}):
            world, renderer = load_world(figure.world_name), Blind(skip_animations=skips)
            watch(figure(figure.read_parameters({}), world, style, renderer=renderer))
        plays.append(renderer.num_plays)
    assert plays[0] == plays[1]
