"""Nothing flies across anything: at every tenth of a second no moving letter lies on one that stands still."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pytest

from scenes import FIGURES, load_figure
from scenes.figure import Figure
from scenes.parts.plane.labels import overlap
from scenes.parts.text.typeset import Typeset
from scenes.worlds import load_world
from tests.scenes.harness import Blind, Box, _box, _family, _has_ink, _says, frame_of

STAGED = list(FIGURES)[:26]
FILMS = [name for name in STAGED if FIGURES[name].kind == "video"]

EXCEPTIONS: dict[tuple[str, str, str], str] = {
    ("attention-values-lin-comb", "0.716", "1"): "a weight stays with its link, which passes a tick of the axis",
}
"""Moving text and still text by figure, with the reason why they may meet: at most five."""

PACE = 10
"""Samples a second."""

STILL, MOVES = 0.01, 0.03
"""Scene units: the most by which what stands still shifts in a whole play, the least by which what moves does so."""

AREA = 0.002
"""Square scene units that two letters' boxes may share."""


class Samples(list[float]):
    """The moments of a play that are looked at; manim closes what it takes them from."""

    def close(self) -> None:
        """Do nothing."""


Seen = dict[int, tuple[Typeset, list[Box]]]


class Watching(Blind):
    """A renderer that draws nothing, and notes where the letters of every text are at every sample of a play."""

    def __init__(self) -> None:
        super().__init__(skip_animations=True)
        self.met: set[tuple[str, str]] = set()
        self._samples: list[Seen] = []

    @property
    def sees_only_ends(self) -> bool:
        """Whether nothing between a play's beginning and its end is asked for: samples are."""
        return False

    def render(self, scene: Any, *arguments: Any, **named: Any) -> None:
        """Note the present letters."""
        self._samples.append(letters(scene.mobjects))

    def play(self, scene: Any, *arguments: Any, **named: Any) -> None:
        """Play, and note which moving texts have met still ones."""
        self._samples = []
        super().play(scene, *arguments, **named)
        self.met |= set(meetings(self._samples))


def letters(mobjects: Iterable[Any]) -> Seen:
    """Return the boxes of all visible letters, by text."""
    seen = {}
    for text in _family(list(mobjects)):
        if isinstance(text, Typeset):
            boxes = [_box(glyph) for glyph in text.submobjects if _has_ink(glyph)]
            if boxes:
                seen[id(text)] = text, boxes
    return seen


def around(boxes: list[Box]) -> Box:
    left, low, right, top = zip(*boxes, strict=True)
    return min(left), min(low), max(right), max(top)


def meetings(samples: list[Seen]) -> Iterable[tuple[str, str]]:
    """Yield what each moving text says, and what the still one says on which it lies at some sample."""
    places: dict[int, list[Box]] = {}
    for seen in samples:
        for key, (_, boxes) in seen.items():
            places.setdefault(key, []).append(around(boxes))
    shifts = {key: float(np.ptp(np.array(boxes), axis=0).max()) for key, boxes in places.items()}
    for seen in samples:
        still = [(text, boxes, around(boxes)) for key, (text, boxes) in seen.items() if shifts[key] < STILL]
        for key, (text, boxes) in seen.items():
            if shifts[key] < MOVES:
                continue
            whole = around(boxes)
            for other, others, its in still:
                if _says(text) == _says(other):
                    continue  # a word leaves a copy of itself, or comes to one
                if overlap(whole, its) > AREA and any(overlap(*pair) > AREA for pair in product(boxes, others)):
                    yield _says(text), _says(other)


def watched(figure: Figure, watching: Watching) -> set[tuple[str, str]]:
    """Run a figure; return the moving and the still texts that meet."""
    figure._get_animation_time_progression = lambda animations, seconds: Samples(  # type: ignore[method-assign]
        [*np.arange(1 / PACE, seconds, 1 / PACE), seconds]
    )
    figure.render()
    return watching.met


def test_at_most_five_exceptions_each_with_a_reason() -> None:
    assert len(EXCEPTIONS) <= 5
    assert all(len(reason.split()) > 3 for reason in EXCEPTIONS.values())


@pytest.mark.parametrize("name", FILMS)
def test_no_moving_letter_lies_on_a_still_one(name: str) -> None:
    cls = load_figure(name)
    with frame_of("16:9"):
        watching = Watching()
        met = watched(cls(cls.Parameters(), load_world(cls.world_name), renderer=watching), watching)
    assert {pair for pair in met if (name, *pair) not in EXCEPTIONS} == set()
