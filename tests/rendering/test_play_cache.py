"""Settled animations move as manim moves them, and updaters still run."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from manim import (
    BLUE,
    RED,
    RIGHT,
    UP,
    Animation,
    Circle,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Mobject,
    ReplacementTransform,
    Scene,
    Square,
    Succession,
    Transform,
    TransformFromCopy,
    VGroup,
    Wait,
)

from rendering.draw.play_cache import hush, quiet, settle

LOOKS = ("points", "fill_rgbas", "stroke_rgbas", "background_stroke_rgbas", "stroke_width", "background_stroke_width")


def pair() -> VGroup:
    return VGroup(Square(), Circle().shift(RIGHT))


def styled() -> VGroup:
    return VGroup(Circle(fill_opacity=0.4, color=RED, stroke_width=1), Square(color=BLUE, stroke_opacity=0.3))


def outlined() -> VGroup:
    return styled().set_stroke(RED, width=5, opacity=0.5, background=True)


def round_a_corner(start: np.ndarray, end: np.ndarray, alpha: float) -> np.ndarray:
    return start + np.array([alpha**2, alpha, 1.0]) * (end - start)


ANIMATIONS: dict[str, Callable[[VGroup], Animation]] = {
    "transform": lambda group: Transform(group, VGroup(Circle(), Square().shift(2 * UP))),
    "replacement": lambda group: ReplacementTransform(group, VGroup(Circle(), Square())),
    "look": lambda group: Transform(group, styled()),
    "stroke behind": lambda group: Transform(group, outlined()),
    "one member after another": lambda group: Transform(group, styled(), lag_ratio=0.3),
    "backwards": lambda group: Transform(group, styled(), lag_ratio=0.3, reverse_rate_function=True),
    "by an arc": lambda group: Transform(group, styled().shift(3 * UP), path_arc=1.2),
    "round a corner": lambda group: Transform(group, styled().shift(UP), path_func=round_a_corner, lag_ratio=0.1),
    "from a copy": lambda group: TransformFromCopy(group, styled()),
    "out": lambda group: FadeOut(group, shift=UP),
    "there and back": lambda group: Indicate(group),
    "gradient": lambda group: Transform(group, styled().set_fill([RED, BLUE], opacity=1)),
    "sheen": lambda group: Transform(group, styled().set_sheen(0.4, UP)),
    "lagged": lambda group: LaggedStart(*(FadeIn(member, shift=UP) for member in group), lag_ratio=0.5),
    "one after another": lambda group: Succession(*(FadeIn(member, shift=UP) for member in group)),
}


def looks(group: VGroup) -> list[np.ndarray]:
    return [np.asarray(getattr(member, name), float) for member in group for name in LOOKS]


def moments(make: Callable[[VGroup], Animation], *, settled: bool) -> list[np.ndarray]:
    """All that decides what is seen of what moves, at ten moments and in the end."""
    group, found = pair(), list[np.ndarray]()
    animation = make(group)
    animation._setup_scene(Scene())
    animation.begin()
    if settled:
        settle([animation])
    for alpha in np.linspace(0, 1, 10):
        animation.update_mobjects(0.1)
        animation.interpolate(float(alpha))
        found += looks(group) + looks(animation.mobject)
    animation.finish()
    return found + looks(group)


@pytest.mark.parametrize("name", ANIMATIONS)
def test_settled_animation_moves_as_before_to_the_last_bit(name: str) -> None:
    before, after = (moments(ANIMATIONS[name], settled=settled) for settled in (False, True))
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


def asked(scene: Scene, *animations: Animation) -> bool:
    """Return whether mobjects on screen are asked for updaters while animations play."""
    count = list[float]()
    with quiet(scene), pytest.MonkeyPatch.context() as patch:
        scene.compile_animation_data(*animations)
        scene.begin_animations()
        hush(scene)
        patch.setattr(Mobject, "update", lambda self, dt: count.append(dt))
        scene.update_mobjects(0.1)
    assert "update_mobjects" not in vars(scene)
    return bool(count)


def test_updaters_are_looked_for_only_where_there_may_be_some() -> None:
    still, updated = pair(), pair()
    updated[0].add_updater(lambda mobject, dt: None)
    scene = Scene()
    scene.add(still)
    assert not asked(scene, FadeIn(pair()))
    assert asked(scene, LaggedStart(FadeIn(pair()), Succession(FadeIn(pair()), FadeIn(pair()))))
    scene.add(updated)
    assert asked(scene, FadeIn(pair()))
    scene.remove(updated)
    assert not asked(scene, FadeIn(pair()))
    scene.add_updater(lambda dt: None)
    assert asked(scene, FadeIn(pair()))


def test_when_a_play_has_ended_updaters_run_whatever_it_brought() -> None:
    scene, ran = Scene(), list[float]()
    with quiet(scene):
        scene.compile_animation_data(Wait(frozen_frame=False))
        scene.begin_animations()
        hush(scene)
        late = pair()
        late[0].add_updater(lambda mobject, dt: ran.append(dt), call_updater=False)
        scene.add(late)
        scene.update_mobjects(0)
    assert ran == [0]
