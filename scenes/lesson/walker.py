"""Somebody of an age: as tall as people are then, on all fours, upright, or bent over a stick."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np
from manim import VMobject
from numpy.typing import NDArray

from scenes.lesson.pattern_tiles import outline
from scenes.parts.surface import colour_area
from scenes.style import Style

_AGES = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 15.0, 18.0, 55.0, 80.0)
_METRES = (0.50, 0.67, 0.75, 0.87, 0.95, 1.10, 1.28, 1.50, 1.66, 1.74, 1.74, 1.68)
"""Years, and how tall people are then; the sources are the medians of the WHO's growth standards (2006, 2007)."""

TALLEST = max(_METRES)
"""The height in metres of a grown-up."""

_GROWING = (0.0, 1.0, 5.0, 18.0)
_HEAD, _LEG = (0.165, 0.15, 0.122, 0.096), (0.34, 0.38, 0.44, 0.47)
"""The ages between which a body changes its shape; the head's radius and the legs' length as shares of the height."""

_CRAWLS, _BENDS, _STICK = (0.8, 1.4), ((0.0, 55.0, 80.0), (0.02, 0.04, 0.40)), (62.0, 70.0)
"""Years between which somebody gets up; ages with how far the back is bent, radians; years between which a stick comes.
"""

_TORSO, _LIMB, _ARM, _HAND, _CANE = 0.078, 0.054, 0.040, 0.33, 0.018
"""Shares of the height: half the width of body, leg and arm; the length of an arm; half the width of the stick."""

_STRIDE, _AT_REST = 0.5, 0.34
"""The angle of a leg at the widest step, radians, and the share of it that a leg has at rest."""

_ROUND = 10
"""Corners of each round end."""

Joint = NDArray[np.float64]
Limb = tuple[Joint, Joint, float, float]
"""Two joints and half the width at both, in metres."""


def height_at(age: float) -> float:
    """Return how tall somebody is at an age in years, in metres.

    >>> height_at(5.0), height_at(30.0)
    (1.1, 1.74)
    """
    return float(np.interp(age, _AGES, _METRES))


def _at(x: float, y: float) -> Joint:
    return np.array([x, y])


def _upright(age: float, swing: float) -> list[Limb]:
    """Return the limbs of somebody on two feet: head, body, both legs and both arms."""
    tall = height_at(age)
    head, leg = (tall * float(np.interp(age, _GROWING, shares)) for shares in (_HEAD, _LEG))
    bend, angle = float(np.interp(age, *_BENDS)), _STRIDE * swing * float(np.interp(age, (55, 80), (1.0, 0.6)))
    up, foot = _at(sin(bend), cos(bend)), _LIMB * tall
    hip = _at(-0.3 * leg * sin(bend), (leg - foot) * cos(angle) + foot)
    body = tall - leg - 2 * head
    neck = hip + up * body
    face = neck + head * _at(sin(1.6 * bend), cos(1.6 * bend))
    limbs = [(face, face, head, head), (hip, neck - 1.2 * _TORSO * tall * up, 0.8 * _TORSO * tall, _TORSO * tall)]
    for side in (1, -1):
        way = _at(sin(side * angle), -cos(side * angle))
        limbs.append((hip, hip + (leg - foot) * way, foot, foot))
    arm, shoulder = _HAND * tall, neck - 1.3 * _TORSO * tall * up
    for side in (1, -1):
        turn = bend + 0.12 - 0.8 * side * angle
        limbs.append((shoulder, shoulder + arm * _at(sin(turn), -cos(turn)), _ARM * tall, _ARM * tall))
    hand = limbs[-1][1]
    reach = float(np.interp(age, _STICK, (0.0, 1.0)))
    end = hand + reach * (_at(hand[0] + 0.12 * tall, _CANE * tall) - hand)
    return [*limbs, (hand, end, _CANE * tall, _CANE * tall)]


def _crawling(age: float, swing: float) -> list[Limb]:
    """Return the same limbs of somebody on all fours."""
    tall = height_at(age)
    head, step = tall * float(np.interp(age, _GROWING, _HEAD)), 0.1 * tall * swing
    hip, neck, face = _at(-0.24 * tall, 0.27 * tall), _at(0.12 * tall, 0.33 * tall), _at(0.33 * tall, 0.47 * tall)
    limbs = [(face, face, head, head), (hip, neck, 1.35 * _TORSO * tall, 1.2 * _TORSO * tall)]
    for side in (1, -1):
        knee = _at(-0.2 * tall + side * step, _LIMB * tall)
        limbs.append((hip if side > 0 else knee + _at(-0.2 * tall, 0.0), knee, 1.15 * _LIMB * tall, _LIMB * tall))
    for side in (1, -1):
        limbs.append((neck, _at(0.17 * tall - side * step, _ARM * tall), 1.15 * _ARM * tall, 1.15 * _ARM * tall))
    hand = limbs[-1][1]
    return [*limbs, (hand, hand, _CANE * tall, _CANE * tall)]


def limbs_at(age: float, swing: float = _AT_REST) -> list[Limb]:
    """Return the limbs of somebody of an age in years, whose feet are at (0, 0), in metres.

    Args:
        age: years.
        swing: how far one leg is before the other, from -1 to 1.
    """
    share = float(np.interp(age, _CRAWLS, (0.0, 1.0)))
    low, high = _crawling(age, swing), _upright(age, swing)
    if share in (0.0, 1.0):
        return high if share else low

    def mixed(one: Any, other: Any) -> Any:
        return (1 - share) * one + share * other

    return [
        (mixed(start, begin), mixed(end, stop), mixed(first, one), mixed(last, two))
        for (start, end, first, last), (begin, stop, one, two) in zip(low, high, strict=True)
    ]


def _rounded(limb: Limb) -> NDArray[np.float64]:
    """Return the corners of a limb with round ends, shape (2 * _ROUND, 2), against the clock."""
    start, end, first, last = limb
    way = end - start
    turn = np.arctan2(way[1], way[0]) + np.linspace(pi / 2, 3 * pi / 2, _ROUND)
    rays = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return np.concatenate([start + first * rays, end - last * rays])


class Walker(VMobject):
    """Somebody who gets older.

    Args:
        unit: scene units for a metre.
        color: ``#rrggbb``, of type; areas have its fill.
        style: theme.
    """

    def __init__(self, unit: float, *, color: str, style: Style) -> None:
        super().__init__(stroke_width=0)
        colour_area(self, style.theme.fill(color), 1.0, style)
        self.unit, self.age = unit, 0.0

    def put(self, age: float, x: float, floor: float, swing: float = _AT_REST) -> None:
        """Stand at an age in years with the feet on a floor, scene units."""
        self.age = age
        corners = np.array([_rounded(limb) for limb in limbs_at(age, swing)])
        self.points = outline(np.array([x, floor]) + self.unit * corners)

    @property
    def tall(self) -> float:
        """The height above the floor, scene units."""
        points = self.points[:, 1]
        return float(points.max() - points.min())


def stepping(share: float, steps: float) -> float:
    """Return how far one leg is before the other at a share of a walk: it begins and ends at rest."""
    moving = min(1.0, 8 * share, 8 * (1 - share))
    return _AT_REST + moving * (cos(pi * steps * share) - _AT_REST)
