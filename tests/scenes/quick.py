"""Manim's own work in a fraction of its time: runs of figures that draw no frame are spent on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from manim import Animation, FadeIn, FadeOut, ManimColor, Mobject, Scene, Transform, VMobject
from manim.scene import scene

from scenes.parts.text.outline import QuicklyCopied, boundary


def family(mobject: Mobject, recurse: bool = True) -> list[Mobject]:
    """Return what ``Mobject.get_family`` returns, in a fraction of its time: a fifth of a run is spent on it."""
    if not mobject.submobjects:
        return [mobject]
    members = _descent(mobject)
    once = dict.fromkeys(reversed(members))  # each at its last place, as manim has it
    return members if len(once) == len(members) else [*reversed(once)]


def _descent(mobject: Mobject) -> list[Mobject]:
    found = [mobject]
    for member in mobject.submobjects:
        if member.submobjects:
            found += _descent(member)
        else:
            found.append(member)
    return found


def _members(
    mobjects: Iterable[Mobject], use_z_index: bool = False, only_those_with_points: bool = False
) -> list[Mobject]:
    """Return what ``extract_mobject_family_members`` does: each mobject once, at its last place."""
    found = [member for mobject in mobjects for member in mobject.get_family()]
    once = [member for member in dict.fromkeys(reversed(found)) if len(member.points) or not only_those_with_points]
    once.reverse()
    return sorted(once, key=attrgetter("z_index")) if use_z_index else once


_MANIMS_COLORS = VMobject.generate_rgbas_array


def _colors(mobject: VMobject, color: Any, opacity: Any) -> np.ndarray:
    """Return what manim does, at once where there is one color or none, one opacity or none, and no sheen."""
    is_plain = (color is None or type(color) is ManimColor) and (opacity is None or isinstance(opacity, float | int))
    if not is_plain or mobject.sheen_factor != 0:
        return _MANIMS_COLORS(mobject, color, opacity)
    red, green, blue = (0.0, 0.0, 0.0) if color is None else color.to_rgb()
    return np.array([[red, green, blue, opacity or 0.0]], dtype=float)


_BLENDED = (
    "fill_rgbas", "stroke_rgbas", "background_stroke_rgbas", "stroke_width", "background_stroke_width",
    "sheen_direction", "sheen_factor",
)  # fmt: skip
_MANIMS_BLEND = VMobject.interpolate_color


def _blend(mobject: VMobject, first: VMobject, second: VMobject, alpha: float) -> VMobject:
    """Do what manim does; at the end it would blend, too, and then take all from the second mobject."""
    if alpha != 1.0:
        return _MANIMS_BLEND(mobject, first, second, alpha)
    for name in _BLENDED:
        value = getattr(second, name)
        setattr(mobject, name, value.copy() if isinstance(value, np.ndarray) else value)
    return mobject


def _extreme(mobject: Mobject, choose: Callable[[Iterable[float]], float], dim: int) -> float | None:
    """Return the largest or smallest coordinate of a mobject's family, which manim looks for point by point."""
    values = [member.points[:, dim] for member in mobject.get_family() if len(member.points)]
    reduced = np.maximum if choose is max else np.minimum
    return reduced.reduce(np.concatenate(values)) if values else None


_MANIMS_SETUP = Animation._setup_scene
_MANIMS_BEGINNING = Transform.begin
_MANIMS_START = Animation.create_starting_mobject
_MANIMS_WAY = (Animation.interpolate_mobject, Transform.interpolate_submobject)


def _set_up(animation: Animation, scene: Scene | None) -> None:
    """Do what manim does, and note whether of this animation only the end is asked for."""
    animation._is_skipped = getattr(getattr(scene, "renderer", None), "sees_only_ends", False)
    _MANIMS_SETUP(animation, scene)


def _begin(animation: Transform) -> None:
    """Do what manim does; where only the end is asked for, nothing is copied to begin from.

    What fades stands as it is: manim takes what has come to its target, itself, and what has left back to its start.
    """
    kind = type(animation)
    is_at_its_end = getattr(animation, "_is_skipped", False) and animation.rate_func(1) == 1
    if is_at_its_end and kind in (FadeIn, FadeOut) and animation.lag_ratio == 0:
        animation.starting_mobject = animation.target_mobject = animation.target_copy = animation.mobject
        animation._stands = True
    elif is_at_its_end and kind.create_starting_mobject is _MANIMS_START and _is_plain(kind):
        animation.target_mobject = animation.create_target()
        animation.target_copy = animation.target_mobject.copy()
        animation.mobject.align_data(animation.target_copy)
        animation.starting_mobject = animation.mobject
    else:
        return _MANIMS_BEGINNING(animation)
    if animation.suspend_mobject_updating:
        animation.mobject.suspend_updating()
    return None


def _is_plain(kind: type[Transform]) -> bool:
    """Return whether a kind of transform goes its way as manim's own do."""
    is_quick = kind.begin is _begin and kind.interpolate is _interpolate
    return is_quick and (kind.interpolate_mobject, kind.interpolate_submobject) == _MANIMS_WAY


def _interpolate(animation: Animation, alpha: float) -> None:
    animation._reached = alpha
    if not getattr(animation, "_stands", False):
        animation.interpolate_mobject(alpha)


def _finish(animation: Animation) -> None:
    """Do what manim does; where a transform has just come to its end, it is not taken there once more.

    Other animations may look at mobjects that have moved in the meantime.
    """
    kind = type(animation)
    is_plain = isinstance(animation, Transform) and kind.interpolate is _interpolate and kind.finish is _finish
    if not (is_plain and animation.suspend_mobject_updating and getattr(animation, "_reached", None) == 1):
        animation.interpolate(1)
    if animation.suspend_mobject_updating and animation.mobject is not None:
        animation.mobject.resume_updating()


_QUICK: dict[tuple[Any, str], Any] = {
    (Mobject, "get_family"): family,
    (Mobject, "__deepcopy__"): QuicklyCopied.__deepcopy__,
    (Mobject, "reduce_across_dimension"): _extreme,
    (VMobject, "get_points_defining_boundary"): boundary,
    (VMobject, "generate_rgbas_array"): _colors,
    (VMobject, "interpolate_color"): _blend,
    (Animation, "_setup_scene"): _set_up,
    (Transform, "begin"): _begin,
    (Animation, "interpolate"): _interpolate,
    (Animation, "finish"): _finish,
    (scene, "extract_mobject_family_members"): _members,
}
_MANIMS = {(place, name): getattr(place, name) for place, name in _QUICK}


def quick_manim() -> AbstractContextManager[None]:
    """Have manim look for families, and color, copy and measure mobjects, in a fraction of its time."""
    return _manim_with(_QUICK)


def plain_manim() -> AbstractContextManager[None]:
    """Have manim do all as it comes: the tests run with the quick one."""
    return _manim_with(_MANIMS)


@contextmanager
def _manim_with(methods: Mapping[tuple[Any, str], Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for (place, name), method in methods.items():
            patch.setattr(place, name, method)
        yield
