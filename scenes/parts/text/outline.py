"""Light outlines from SVG: manim copies every mobject of an animation, and texts have many outlines."""

from __future__ import annotations

import copy
from enum import Enum
from pathlib import PurePath
from typing import Any, Self

import numpy as np
from manim import CapStyleType, LineJointType, ManimColor, Mobject, SVGMobject, VMobject

from scenes.style import Style

_NEVER_CHANGED = (int, float, str, bool, type(None), ManimColor, Enum, PurePath, Style)
_PLAIN = frozenset({int, float, str, bool, type(None), ManimColor, np.float64, LineJointType, CapStyleType})
"""The types of nearly all attributes, which are known without asking for each type's ancestors."""


class QuicklyCopied(VMobject):
    """A mobject that is copied fast: only its arrays and mutable attributes are copied."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        result = type(self).__new__(type(self))
        memo[id(self)] = result
        result.__dict__.update(copied_contents(self, memo))
        # manim's own copy notes where a copy came from, and its transforms ask for it.
        result.original_id = str(id(self))
        return result


def copied_contents(mobject: Mobject, memo: dict[int, Any] | None = None) -> dict[str, Any]:
    """Return a copy of a mobject's attributes, for another one of its kind; see ``copy.deepcopy`` for ``memo``."""
    memo, contents = {} if memo is None else memo, dict[str, Any]()
    for key, value in mobject.__dict__.items():
        kind = type(value)
        if kind in _PLAIN:
            contents[key] = value
        elif kind is np.ndarray:
            contents[key] = value.copy()
        elif kind is list and not value:
            contents[key] = []
        elif kind is dict and _PLAIN.issuperset(map(type, value.values())):
            contents[key] = dict(value)
        elif isinstance(value, _NEVER_CHANGED) or callable(value):
            contents[key] = value
        else:
            contents[key] = copy.deepcopy(value, memo)
    return contents


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
