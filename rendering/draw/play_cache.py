"""Shortcuts during a play: whatever cannot change before its end is not looked up again for every frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from manim import Animation, AnimationGroup, Mobject, Scene, Succession, Transform

_MANIMS_OWN = (Animation.get_all_families_zipped, Transform.get_all_families_zipped)


def settle(animations: Iterable[Animation]) -> None:
    """Have animations that have begun keep the families they move, and run updaters only where there are any.

    It relies on this in manim: ``interpolate_mobject`` asks ``get_all_families_zipped`` for every frame, and those
    families, which it pairs off strictly, stay the same after the animation has begun; ``update_mobjects`` only runs
    the updaters of the mobjects that an animation has made for itself.

    Args:
        animations: the animations of a play; those that begin later than the play are left alone.
    """
    for animation in animations:
        if isinstance(animation, Succession):
            continue  # its animations begin one after another
        if isinstance(animation, AnimationGroup):
            settle(animation.animations)
        elif hasattr(animation, "starting_mobject"):
            _settle(animation)


def _settle(animation: Animation) -> None:
    kind = type(animation)
    if kind.get_all_families_zipped not in _MANIMS_OWN:
        return
    families = list(animation.get_all_families_zipped())
    vars(animation)["get_all_families_zipped"] = lambda: families
    if kind.update_mobjects is Animation.update_mobjects and not _updated(animation.get_all_mobjects_to_update()):
        vars(animation)["update_mobjects"] = lambda dt: None


@contextmanager
def quiet(scene: Scene) -> Iterator[None]:
    """Do not look for updaters on screen for every frame where there are none when a play begins.

    It relies on this in manim: ``update_mobjects`` only runs updaters; it is called once more, with no time passed,
    when a play has ended, and mobjects that the play has put on screen are then asked, too.

    Args:
        scene: within this block, ``hush`` may be called for it.
    """
    try:
        yield
    finally:
        vars(scene).pop("update_mobjects", None)


def hush(scene: Scene) -> None:
    """Begin to leave out the search for updaters, until the block of ``quiet`` ends."""
    begins_later = any(_succeeds(animation) for animation in scene.animations or [])
    if begins_later or scene.updaters or _updated(scene.mobjects):
        return

    def update(dt: float) -> None:
        if dt == 0:
            type(scene).update_mobjects(scene, dt)

    vars(scene)["update_mobjects"] = update


def _succeeds(animation: Animation) -> bool:
    """Return whether a part of it begins later than the play: it may bring updaters."""
    if isinstance(animation, Succession):
        return True
    return isinstance(animation, AnimationGroup) and any(map(_succeeds, animation.animations))


def _updated(mobjects: Iterable[Mobject]) -> bool:
    """Return whether any of them, or any of their submobjects, has updaters."""
    return any(member.updaters for mobject in mobjects for member in mobject.get_family())
