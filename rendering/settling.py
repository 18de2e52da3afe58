"""Animations that have begun and need not look for what they move again for every frame."""

from __future__ import annotations

from collections.abc import Iterable

from manim import Animation, AnimationGroup, Succession, Transform

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
    if type(animation).get_all_families_zipped in _MANIMS_OWN:
        families = list(animation.get_all_families_zipped())
        vars(animation)["get_all_families_zipped"] = lambda: families
    if type(animation).update_mobjects is Animation.update_mobjects:
        own = animation.get_all_mobjects_to_update()
        if not any(member.updaters for mobject in own for member in mobject.get_family()):
            vars(animation)["update_mobjects"] = lambda dt: None
