"""The order of the stage's marks, back to front, as manim's ``z_index``."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

from manim import Mobject

_Mark = TypeVar("_Mark", bound=Mobject)


class Layer(IntEnum):
    """A layer of the stage; marks in a higher one cover those in a lower one."""

    HALF_PLANE = 1
    VEIL = 2
    SHEET = 3
    TICKS = 4
    THREAD = 5
    SHADOW = 6
    BAND = 7
    GHOST = 8
    TRAIL = 9
    VECTOR = 10
    GLOW = 11
    ICON = 12
    PIN = 13
    LABEL = 14
    LEDGER_GROUND = 15
    LEDGER = 16
    FRAME = 17


def laid(mark: _Mark, layer: Layer) -> _Mark:
    """Put a mark and all its members into a layer, and return it."""
    for member in mark.get_family():
        member.set_z_index(layer, family=False)
    return mark
