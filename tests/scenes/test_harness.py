"""What the harness says of a run is so: it sees each fault, and what it does to be quick changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from manim import LEFT, RIGHT, UP, Animation, Mobject, VMobject
from torch import Tensor

from scenes import load_figure
from scenes.figure import Figure
from scenes.parameters import FigureParameters
from scenes.parts.geometry import point
from scenes.parts.plane.arrows import Arrow
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.worlds import World
from tests.scenes.faults import faults
from tests.scenes.harness import Run, blind, default_run, frame_of, run, watch
from tests.scenes.quick import family, plain_manim

COLOR = "#ffffff"


@dataclass(frozen=True)
class Numbers:
    vector: Tensor = quantity("Two numbers.")


class Sound(Figure):
    """Two words and a number, each with room."""

    name = "sound"

    @classmethod
    def compute(cls, parameters: FigureParameters, world: World) -> Numbers:
        return Numbers(torch.tensor([1.5, -0.25]))

    def build(self) -> None:
        self.shown = [Label("a").shift(3 * LEFT), Label("right").shift(3 * RIGHT), Number(self.numbers.vector[0])]

    def tell(self) -> None:
        with self.beat("all", "All is there."):
            self.add(*self.shown)


def moved_out(figure: Sound) -> None:
    figure.shown[0].shift(5 * LEFT)


def moved_over(figure: Sound) -> None:
    figure.shown[0].move_to(figure.shown[1])


def made_small(figure: Sound) -> None:
    figure.shown[0] = Label("a", size=12).shift(3 * LEFT)


def crossed(figure: Sound) -> None:
    figure.shown.append(Arrow(point(2, -1), point(4, 1), COLOR))


def pointed_at(figure: Sound) -> None:
    figure.shown.append(Arrow(point(3, 3), figure.shown[1].get_center(), COLOR))


def drawn_as_another(figure: Sound) -> None:
    figure.shown[2].submobjects[0].become(Number(7.0).submobjects[0].move_to(figure.shown[2].submobjects[0]))


def made_up(figure: Sound) -> None:
    figure.shown.append(Number(2.5).shift(2 * UP))


class Watched(Sound):
    """The sound figure after something was done to it."""

    def __init__(self, spoil: Callable[[Sound], None]) -> None:
        super().__init__(FigureParameters(), renderer=blind())
        self.spoil = spoil

    def build(self) -> None:
        super().build()
        self.spoil(self)


def faults_after(spoil: Callable[[Sound], None]) -> set[str]:
    with frame_of("16:9"):
        return set(faults(watch(Watched(spoil))))


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda figure: None, set()),
        (moved_out, {"all: Outline comes within -0.95 of the frame's edge"}),
        (moved_over, {"all: 'a' and 'right' overlap"}),
        (made_small, {"all: 'a' has capitals of 7.7 pixels at 720p"}),
        (crossed, {"all: 'right' is on the line of an arrow"}),
        (pointed_at, {"all: 'right' is on the tip of an arrow", "all: 'right' is on the line of an arrow"}),
        (drawn_as_another, {"all: 1.50 reads 7.50"}),
        (made_up, {"all: 2.50 was not computed"}),
    ],
)
def test_every_fault_is_seen(spoil: Callable[[Sound], None], found: set[str]) -> None:
    assert faults_after(spoil) == found


def seen(made: Run) -> list[object]:
    return [
        (each.beat, [(text.says, text.box) for text in each.texts], each.numbers, each.tips, each.ink)
        for each in made.snapshots
    ]


@pytest.mark.parametrize("name", ["attention-update-apple", "attention-similar-classification"])
def test_a_quick_run_is_that_of_manim(name: str) -> None:
    cls = load_figure(name)
    with frame_of("16:9"), plain_manim():
        slow = watch(cls(cls.read_parameters({}), renderer=blind()))
    assert seen(slow) == seen(default_run(name))


def test_a_run_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = default_run("attention-asymmetric-forces")
    begun = list[Animation]()
    monkeypatch.setattr(Mobject, "add", lambda *arguments: begun.append(arguments))
    assert run("attention-asymmetric-forces", {}) is first
    assert begun == []


@given(st.lists(st.lists(st.integers(0, 8), max_size=4), min_size=9, max_size=9))
def test_families_are_those_of_manim(below: list[list[int]]) -> None:
    """Groups that hold later ones, the same one by several ways, too."""
    mobjects = [VMobject() for _ in below]
    for index, members in enumerate(below):
        mobjects[index].submobjects = [mobjects[member] for member in members if member > index]
    with plain_manim():
        manims = mobjects[0].get_family()
    assert family(mobjects[0]) == manims
