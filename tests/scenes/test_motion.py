"""Motions: what arrives, becomes and pulls ends exactly as it was made, and is true on its way."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
import torch
from manim import LEFT, RIGHT, Dot, FadeIn, GrowFromCenter, Rectangle, ReplacementTransform, Scene, Square, tempconfig

from scenes.figure import Figure
from scenes.motion.arrive import Unfold, arrive
from scenes.motion.become import Count, become, flattened
from scenes.motion.live import Widen
from scenes.parameters import FigureParameters
from scenes.parts.bars.bars import SideBar
from scenes.parts.geometry import point
from scenes.parts.plane.band import Band
from scenes.parts.plane.layers import Layer
from scenes.parts.plane.token import Token
from scenes.parts.text.number import Number
from scenes.quantities import extended, quantity, tables
from scenes.style import DARK
from scenes.worlds import World
from tests.scenes.harness import Blind, read


def scene() -> Scene:
    return Scene(renderer=Blind(skip_animations=True))


def test_a_number_counts_to_another_and_is_that_number_in_the_end() -> None:
    before, after = Number(1.0), Number(torch.tensor(0.48)).shift(0.5 * RIGHT)
    glyphs = [glyph.points.copy() for glyph in after.submobjects]
    stage = scene()
    stage.add(before)
    count = become(before, after)
    assert isinstance(count, Count)
    count._setup_scene(stage)
    count.begin()
    assert stage.mobjects == [after]
    edge = after.get_right()[0]
    for share, shown in ((0.0, "1.00"), (0.5, "0.74"), (1.0, "0.48")):
        count.interpolate(share)
        assert read(after) == shown
        assert after.get_right()[0] == pytest.approx(edge, abs=0.03)
    count.finish()
    assert all((glyph.points == points).all() for glyph, points in zip(after.submobjects, glyphs, strict=True))
    assert (after.value, after.shown) == (float(torch.tensor(0.48)), "0.48")


def test_what_becomes_what() -> None:
    number, equal, area = Number(0.5), Number(0.5).shift(RIGHT), Square()
    assert isinstance(become(number, equal), ReplacementTransform)
    assert isinstance(become(area, Square()), ReplacementTransform)
    falls = become(number, Number(-math.inf)).animations
    assert [float(fade.mobject.get_y()) for fade in falls] == pytest.approx([0, 0], abs=0.05)
    assert [type(part) for part in become(number, area).animations][1] is GrowFromCenter
    nested = become([number, [area]], [equal, [Square()]])
    assert [type(part) for part in nested.animations] == [ReplacementTransform, type(nested)]
    assert flattened([number, [area, [equal]]]) == [number, area, equal]


@pytest.mark.parametrize(("before", "after"), [([Square()], [Square(), Square()]), (Square(), [Square()])])
def test_what_cannot_become_something_is_refused(before: object, after: object) -> None:
    with pytest.raises(ValueError):
        become(before, after)  # type: ignore[arg-type]


def test_things_arrive_as_their_kind_does() -> None:
    kinds = {
        Unfold: SideBar(0.5, 2.0, 0.0, 0.0, DARK.key),
        Widen: Band(point(1.0), point(), 0.4, DARK.key),
        GrowFromCenter: Rectangle(),
        FadeIn: Number(1.0),
    }
    assert all(type(arrive(thing)) is kind for kind, thing in kinds.items())


@dataclass(frozen=True)
class Nothing:
    """No numbers."""


def test_a_pulled_word_ends_where_it_is_pulled_to_and_leaves_a_ghost() -> None:
    class Pulled(Figure):
        name = "pulled"

        @classmethod
        def compute(cls, parameters: FigureParameters, world: World) -> Nothing:
            return Nothing()

        def build(self) -> None:
            self.word = Token("apple", point(), DARK.subject)
            self.one, self.left, self.right = Square(), Square().shift(2 * LEFT), Square().shift(2 * RIGHT)
            self.band = Band(point(2.0), point(), 0.4, DARK.key)

        def tell(self) -> None:
            with self.beat("pull", "A word is pulled."):
                self.show(self.word, seconds=0.5)
                self.pull(self.word, [self.band], point(0.8))
                self.rows(FadeIn(Dot()) for _ in range(4))
                self.become([self.one], [self.left], [self.right], seconds=0.5)

    with tempconfig({"format": "none", "dry_run": True, "progress_bar": "none", "verbosity": "ERROR"}):
        figure = Pulled(renderer=Blind(skip_animations=True))
        figure.render()
    assert figure.word.at == pytest.approx(point(0.8))
    shown = figure.get_mobject_family_members()
    assert figure.left in shown and figure.right in shown and figure.one not in shown, "one became two"
    assert figure.band.pulled == pytest.approx(point(0.8)) and figure.band.puller == pytest.approx(point(2.0))
    (ghost,) = [mobject for mobject in figure.mobjects if mobject.z_index == Layer.GHOST]
    assert ghost.get_center() == pytest.approx(point(), abs=0.05)
    times = figure.style.times
    series = 0.5 + times.first + times.second + 3 * times.each
    assert figure.beats[0].end == pytest.approx(0.5 + times.slow + times.pull + series)


@dataclass(frozen=True)
class Scores:
    words: tuple[str, ...]
    scores: torch.Tensor = quantity("The scores.", rows="words")


@dataclass(frozen=True)
class Weighed(Scores):
    weights: torch.Tensor = quantity("Their softmax.", rows="words")


def test_numbers_can_be_extended() -> None:
    scores = Scores(("a", "b"), torch.tensor([0.0, 1.0]))
    weighed = extended(scores, Weighed, weights=torch.softmax(scores.scores, dim=0))
    assert type(weighed) is Weighed and weighed.scores is scores.scores
    assert [table.name for table in tables(weighed)] == ["scores", "weights"]
    with pytest.raises(TypeError):
        extended(scores, Weighed)
