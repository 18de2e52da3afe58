"""Light outlines from SVG: manim copies every mobject of an animation, and texts have many outlines."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import PurePath
from typing import Any, Self

import numpy as np
from manim import CapStyleType, LineJointType, ManimColor, Mobject, SVGMobject, VMobject
from numpy.typing import NDArray

from scenes.style import Style

_NEVER_CHANGED = (int, float, str, bool, type(None), ManimColor, Enum, PurePath, Style)
_PLAIN = frozenset({int, float, str, bool, type(None), ManimColor, np.float64, LineJointType, CapStyleType})
"""The types of nearly all attributes, which are known without asking for each type's ancestors."""


_A_CURVE = 4
"""Points of a cubic curve: an end, two handles, the other end."""


class QuicklyCopied(VMobject):
    """A mobject that is copied and measured fast: only its arrays and mutable attributes are copied."""

    def get_points_defining_boundary(self) -> NDArray[np.float64]:
        """Return the points whose box is the mobject's, shape (N, 3)."""
        return boundary(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        result = type(self).__new__(type(self))
        memo[id(self)] = result
        result.__dict__.update(copied_contents(self, memo))
        # manim's own copy notes where a copy came from, and its transforms ask for it.
        result.original_id = str(id(self))
        return result


def copied_contents(mobject: Mobject, memo: dict[int, Any] | None = None) -> dict[str, Any]:
    """Return a copy of a mobject's attributes, for another one of its kind; see ``copy.deepcopy`` for ``memo``."""
    memo = {} if memo is None else memo
    contents = mobject.__dict__.copy()
    for key, value in mobject.__dict__.items():
        kind = type(value)
        if kind in _PLAIN:
            continue
        if kind is np.ndarray:
            contents[key] = value.copy()
        elif kind is list and not value:
            contents[key] = []
        elif kind is dict and _PLAIN.issuperset(map(type, value.values())):
            contents[key] = value.copy()
        elif not (isinstance(value, _NEVER_CHANGED) or callable(value)):
            contents[key] = copy.deepcopy(value, memo)
    return contents


def boundary(mobject: Mobject) -> NDArray[np.float64]:
    """Return the ends of all curves of a mobject and its members, shape (N, 3), whose box is the mobject's for manim.

    ``VMobject.get_points_defining_boundary`` gives the same points in another order, in ten times as much time.
    """
    curves = [member.points for member in mobject.get_family() if len(member.points)]
    ends = [points[first::_A_CURVE] for points in curves for first in (0, _A_CURVE - 1)]
    return np.concatenate(ends) if ends else np.zeros((0, 3))


def take_outlines(glyphs: Iterable[VMobject], drawn: Sequence[Mobject]) -> None:
    """Give the glyphs of what runs the outlines of what it is at the moment, in order; what is left over is empty."""
    for index, glyph in enumerate(glyphs):
        glyph.points = drawn[index].points if index < len(drawn) else np.zeros((0, 3))


class Outline(QuicklyCopied):
    """A plain outline, without submobjects or SVG data."""


def lighten(mobject: SVGMobject) -> None:
    """Turn a mobject read from SVG into plain outlines, without the paths and groups that manim keeps of the SVG."""
    mobject.id_to_vgroup_dict = {}
    for outline in mobject.family_members_with_points():
        assert isinstance(outline, VMobject)
        lightened(outline)


def lightened(outline: VMobject) -> Outline:
    """Turn a mobject into a plain outline, without the path that it was read from, and return it."""
    outline.__dict__.pop("path_obj", None)
    outline.__class__ = Outline
    assert isinstance(outline, Outline)
    return outline
