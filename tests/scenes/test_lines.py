"""The line at the foot of the frame: one a beat, with its first motion, for as long as it takes to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from manim import Dot, FadeIn, tempconfig

from scenes.figure import Figure
from scenes.language import Language
from scenes.parameters import FigureParameters
from scenes.style import Style, Times
from scenes.worlds import World
from tests.scenes.harness import Blind

TEXTS = {"told.lines.one": "Four words are here.", "told.lines.other": "Two words.", "told.lines.still": "Still."}
LANGUAGE = Language("xx", "x", TEXTS)
STYLE = Style(language=LANGUAGE)


@dataclass(frozen=True)
class Nothing:
    """No numbers."""


def told(story: Callable[[Figure], None], style: Style = STYLE) -> Figure:
    class Told(Figure):
        name = "told"

        @classmethod
        def compute(cls, parameters: FigureParameters, world: World) -> Nothing:
            return Nothing()

        def build(self) -> None:
            pass

        def tell(self) -> None:
            story(self)

    with tempconfig({"format": "none", "dry_run": True, "progress_bar": "none", "verbosity": "ERROR"}):
        figure = Told(style=style, renderer=Blind(skip_animations=True))
        figure.render()
    return figure


def lines(figure: Figure) -> list[str]:
    """Return the lines at the foot of the frame."""
    return [mobject.says for mobject in figure.mobjects if type(mobject).__name__ == "FootLine"]


def test_a_beats_line_comes_with_its_first_motion_and_the_one_before_it_goes() -> None:
    seen: list[Any] = []

    def story(figure: Figure) -> None:
        with figure.beat("one", "A caption."):
            seen.append(lines(figure))
            figure.play(FadeIn(Dot()), run_time=0.5)
            seen.append(lines(figure))
        with figure.beat("none", "A beat without a line keeps the one before."):
            figure.play(FadeIn(Dot()), run_time=0.5)
            seen.append(lines(figure))
        with figure.beat("other", "A caption."):
            figure.wait(0.5)
            seen.append(lines(figure))
            figure.play(FadeIn(Dot()), run_time=0.5)
            seen.append(lines(figure))

    told(story)
    assert seen == [[], ["Four words are here."], ["Four words are here."], ["Four words are here."], ["Two words."]]


def test_a_line_can_be_called_by_its_key_and_a_still_has_it_at_once() -> None:
    def story(figure: Figure) -> None:
        with figure.beat("beat", "A caption."):
            figure.line("still")
            figure.add(Dot())

    figure = told(story)
    assert lines(figure) == ["Still."]
    assert figure.beats[0].end == 0.0


@pytest.mark.parametrize(
    ("style", "seconds"),
    [
        (STYLE, 4 / 2.5 + 0.5),
        (Style(language=LANGUAGE, times=Times(pace=2.0)), (4 / 2.5 + 0.5) / 2),
        (Style(language=LANGUAGE, times=Times(pause=0.1)), 0.4 + 0.1),
        (replace(STYLE, lines=False), 4 / 2.5 + 0.5),
    ],
)
def test_a_beat_lasts_until_its_line_is_read(style: Style, seconds: float) -> None:
    def story(figure: Figure) -> None:
        with figure.beat("one", "A caption."):
            figure.play(FadeIn(Dot()), run_time=0.4)

    figure = told(story, style)
    assert figure.beats[0].end == pytest.approx(seconds)
    assert lines(figure) == (["Four words are here."] if style.lines else [])


def test_a_long_caption_is_spoken_to_its_end() -> None:
    def story(figure: Figure) -> None:
        with figure.beat("one", " ".join(["word"] * 12)):
            figure.play(FadeIn(Dot()), run_time=0.4)

    assert told(story).beats[0].end == pytest.approx(12 / 3)
