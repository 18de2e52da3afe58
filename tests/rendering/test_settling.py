"""Settled animations move as manim moves them, and updaters still run."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from manim import (
    RIGHT,
    UP,
    Animation,
    Circle,
    FadeIn,
    LaggedStart,
    ReplacementTransform,
    Scene,
    Square,
    Succession,
    Transform,
    VGroup,
)

from rendering.settling import settle


def pair() -> VGroup:
    return VGroup(Square(), Circle().shift(RIGHT))


ANIMATIONS: dict[str, Callable[[VGroup], Animation]] = {
    "transform": lambda group: Transform(group, VGroup(Circle(), Square().shift(2 * UP))),
    "replacement": lambda group: ReplacementTransform(group, VGroup(Circle(), Square())),
    "lagged": lambda group: LaggedStart(*(FadeIn(member, shift=UP) for member in group), lag_ratio=0.5),
    "one after another": lambda group: Succession(*(FadeIn(member, shift=UP) for member in group)),
}


def positions(make: Callable[[VGroup], Animation], *, settled: bool) -> list[np.ndarray]:
    """The points and colours of what moves, at ten moments."""
    group, found = pair(), []
    animation = make(group)
    animation._setup_scene(Scene())
    animation.begin()
    if settled:
        settle([animation])
    for alpha in np.linspace(0, 1, 10):
        animation.update_mobjects(0.1)
        animation.interpolate(float(alpha))
        found += [np.concatenate([member.points.ravel(), member.fill_rgbas.ravel()]) for member in group]
    animation.finish()
    return [*found, *(member.points for member in group)]


@pytest.mark.parametrize("name", ANIMATIONS)
def test_settled_animation_moves_as_before(name: str) -> None:
    before, after = (positions(ANIMATIONS[name], settled=settled) for settled in (False, True))
    assert all(np.array_equal(one, two) for one, two in zip(before, after, strict=True))


def test_families_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    animation = Transform(pair(), VGroup(Circle(), Square()))
    animation.begin()
    settle([animation])
    monkeypatch.setattr(VGroup, "family_members_with_points", lambda self: pytest.fail("looked for again"))
    animation.interpolate(0.5)


def test_updaters_of_what_an_animation_moves_towards_still_run() -> None:
    target, ran = VGroup(Circle(), Square()), list[float]()
    target[0].add_updater(lambda mobject, dt: ran.append(dt), call_updater=False)
    animation = Transform(pair(), target)
    animation.begin()
    settle([animation])
    before = len(ran)
    animation.update_mobjects(0.5)
    assert 0.5 in ran[before:]
