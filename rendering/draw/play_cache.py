"""Plays that have begun: what cannot change before they end is not looked for again for every frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from manim import Animation, AnimationGroup, Mobject, Scene, Succession, Transform

from rendering.draw.blend import Blend, blends

_MANIMS_OWN = (Animation.get_all_families_zipped, Transform.get_all_families_zipped)


def settle(animations: Iterable[Animation]) -> None:
    """Have animations that have begun keep the families of what they move, and run updaters only where there are any.

    It relies on this in manim: ``interpolate_mobject`` asks ``get_all_families_zipped`` for every frame, and those
    families, which it pairs off strictly, stay what they were when the animation began; ``update_mobjects`` does
    nothing but run the updaters of the mobjects that an animation has made for itself.

    Args:
        animations: those of a play; what begins later than the play is left alone.
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
        if blends(animation, families):
            vars(animation)["interpolate_mobject"] = Blend(animation, families).at


@contextmanager
def quiet(scene: Scene) -> Iterator[None]:
    """Do not look for updaters of what is on screen for every frame where there are none when a play begins.

    It relies on this in manim: ``update_mobjects`` does nothing but run updaters; once more, with no time gone by, when
    a play has ended, and then whatever the play has put on screen is asked, too.

    Args:
        scene: within this, ``hush`` may be called for it.
    """
    try:
        yield
    finally:
        vars(scene).pop("update_mobjects", None)


def hush(scene: Scene) -> None:
    """Begin to leave out what ``quiet`` says, until its end."""
    begins_later = any(_succeeds(animation) for animation in scene.animations or [])
    if begins_later or scene.updaters or _updated(scene.mobjects):
        return

    def update(dt: float) -> None:
        if dt == 0:
            type(scene).update_mobjects(scene, dt)

    vars(scene)["update_mobjects"] = update


def _succeeds(animation: Animation) -> bool:
    """Whether something in it begins later than the play: it may bring updaters."""
    if isinstance(animation, Succession):
        return True
    return isinstance(animation, AnimationGroup) and any(map(_succeeds, animation.animations))


def _updated(mobjects: Iterable[Mobject]) -> bool:
    """Whether any of them, or of what they are made of, has updaters."""
    return any(member.updaters for mobject in mobjects for member in mobject.get_family())
