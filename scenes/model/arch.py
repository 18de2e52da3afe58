"""Arches from a word to the words it looks at, as wide as weights: side by side on it, together one whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from manim import DashedVMobject, VGroup, VMobject

Points: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""Places, (count, 2) or (count, 3)."""

_STEPS, _WIDENS, _TIP = 80, 0.12, 0.06
"""Points along half an arch; the share of its way by which it has its whole width; the share in which its tip is
rounded while it grows."""

_HOLE, _LOOP, _LOW, _ROUND, _STEEPEST = 0.2, 0.3, 0.1, 0.6, 1.3
"""The free width and height inside a word's own loop, and the least height inside an arch, as shares of one whole's
width; the power of an arch's span with which it rises, at which no arch meets the one below it; an arch's height for
its own span, at the most."""

_DASHES, _GLASS, _STROKE_UNITS = 72, 0.1, 100.0
"""The dashes around an arch as it was, and its opacity; manim's stroke units in a scene unit."""

_CIRCLE = 0.5522847498
"""The length of a curve's handles on a quarter of a circle, for a radius of 1."""


class Strand(NamedTuple):
    """An arch's measures: half an ellipse between two words, scene units.

    Attributes:
        start: the middle of the foot on the word that looks, from left to right.
        end: the middle of the other foot.
        low: the height of both.
        up: from there to the crown.
        width: of the band.
    """

    start: float
    end: float
    low: float
    up: float
    width: float

    def towards(self, other: Strand, share: float) -> Strand:
        """Return the arch a share of the way from this one to another."""
        return Strand(*(one + share * (two - one) for one, two in zip(self, other, strict=True)))


def strands(
    weights: Sequence[float], looks: int, places: Sequence[float], low: float, tall: float, whole: float
) -> list[Strand]:
    """Return the arches from a word to all words, in the words' order; no two of them cross.

    On the word that looks they begin side by side: from left to right those to the left, the nearest first, those to
    the right, the farthest first, and its own loop, which ends beside it. The farther a word is, the higher is its
    arch: so a longer one goes over a shorter one.

    Args:
        weights: of all words, which are 1 together.
        looks: the place of the word that looks.
        places: the words' middles, scene units, ascending.
        low: the height of all feet.
        tall: the height of an arch from the first word to the last.
        whole: the width of a weight of 1.
    """
    own, hole = whole * weights[looks], _HOLE * whole
    left, right = range(looks - 1, -1, -1), range(looks + 1, len(weights))
    edge, reach = places[looks] - (whole + hole + own) / 2, max(places[-1] - places[0], 1e-9)
    found: dict[int, Strand] = {}
    for place in (*left, *reversed(right), looks):
        width = whole * weights[place]
        end = edge + width + hole + width / 2 if place == looks else places[place]
        found[place] = Strand(edge + width / 2, end, low, own + _LOOP * whole, width)
        edge += width
    for side, least in ((left, 0.0), (right, found[looks].up)):
        over: tuple[float, float] | None = None
        for place in reversed(side):
            start, end, _, _, width = found[place]
            span = abs(end - start)
            up = min(tall * (span / reach) ** _ROUND, _STEEPEST * span + width)
            if over:  # it keeps below the arch around it, and bends no later
                radius, crown = over
                up = min(up, crown * min(1.0, (span + width) / 2 / radius) ** _ROUND)
            up = max(up, width + _LOW * whole, least)
            found[place] = found[place]._replace(up=up)
            over = max((span - width) / 2, 1e-9), up - width
    return [found[place] for place in range(len(weights))]


def outline(strand: Strand) -> Points:
    """Return an arch's outline as six cubic curves, (24, 3)."""
    middle, half, low = (strand.start + strand.end) / 2, strand.width / 2, strand.low
    radius = abs(strand.end - strand.start) / 2
    outer = _half(middle, low, radius + half, strand.up)
    inner = _half(middle, low, max(radius - half, 0.0), max(strand.up - strand.width, 0.0))[::-1]
    corners = [_straight(outer[-1], inner[0]), _straight(inner[-1], outer[0])]
    flat = np.concatenate([outer, corners[0], inner, corners[1]])
    return np.concatenate([flat, np.zeros((len(flat), 1))], 1)


def _half(x: float, y: float, radius: float, up: float) -> Points:
    """Return the upper half of an ellipse as two cubic curves, from its left end to its right one, (8, 2)."""
    rest = _CIRCLE
    unit = [(-1.0, 0.0), (-1.0, rest), (-rest, 1.0), (0.0, 1.0), (0.0, 1.0), (rest, 1.0), (1.0, rest), (1.0, 0.0)]
    places: Points = np.array([x, y]) + np.array(unit) * [radius, up]
    return places


def _straight(start: Points, end: Points) -> Points:
    """Return a straight line as one cubic curve, (4, 2)."""
    curve: Points = start + np.linspace(0.0, 1.0, 4)[:, None] * (end - start)
    return curve


def widest(own: float, room: float) -> float:
    """Return the width of a weight of 1 for which all feet on the word that looks have room.

    Args:
        own: the word's weight on itself, whose loop ends beside all other feet.
        room: scene units.
    """
    return room / (1 + _HOLE + own)


class Arch(VMobject):
    """An arch that can grow from its first foot to the other.

    Args:
        strand: its measures.
        least: the least width with which it is drawn.
        color: ``#rrggbb``.
        hanging: whether it goes down from its feet.
    """

    def __init__(self, strand: Strand, least: float, color: str, *, hanging: bool = False) -> None:
        super().__init__(stroke_width=0)
        self._least, self._upright = least, -1.0 if hanging else 1.0
        self.set_fill(color, 1.0)
        self.bend(strand)

    def bend(self, strand: Strand) -> None:
        """Take other measures."""
        start, end, low, up, width = self.strand = strand
        self.width_of_band = max(self._least, width)
        edges = _bow(abs(end - start) / 2, self.width_of_band / 2, max(up, self.width_of_band))
        middle = [(outer + inner) / 2 for outer, inner in zip(*edges, strict=True)]
        steps = np.hypot(*(np.diff(each) for each in middle))
        self._along = np.concatenate([[0.0], np.cumsum(steps)]) / max(float(steps.sum()), 1e-9)
        direction = 1.0 if end >= start else -1.0
        self._edges = [((start + end) / 2 + direction * x, low + self._upright * y) for x, y in edges]
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Let it reach a share of the way from its first foot to the other, with a round tip; first it is nothing."""
        at = np.linspace(0.0, share, 2 * _STEPS)
        outer, inner = (np.stack([np.interp(at, self._along, each) for each in edge], 1) for edge in self._edges)
        half, tip = np.full((2 * _STEPS, 1), min(1.0, share / _WIDENS) / 2), min(_TIP, 1 - share)
        if tip > 0:
            before = np.clip((share - at) / tip, 0.0, 1.0)
            half *= np.sqrt(1 - (1 - before) ** 2)[:, None]
        outer, inner = inner + (0.5 + half) * (outer - inner), inner + (0.5 - half) * (outer - inner)
        corners = np.concatenate([outer, inner[::-1], outer[:1]])
        self.set_points_as_corners(np.concatenate([corners, np.zeros((len(corners), 1))], 1))


def _bow(radius: float, half: float, up: float) -> list[tuple[Points, Points]]:
    """Return the outer and the inner edge of a band from one foot over its crown to the other, from its middle on."""
    edges, turn = [], np.linspace(0.0, np.pi / 2, _STEPS)
    for reach, crown in ((radius + half, up), (max(radius - half, 0.0), max(up - 2 * half, 0.0))):
        x, y = -reach * np.cos(turn), crown * np.sin(turn)
        edges.append((np.concatenate([x, -x[::-1]]), np.concatenate([y, y[::-1]])))
    return edges


def ghost(strand: Strand, color: str, stroke: float) -> VGroup:
    """Return a dashed outline of an arch as it was, whose dashes lie inside it.

    Args:
        strand: its measures.
        color: ``#rrggbb``.
        stroke: the outline's width, manim's stroke units.
    """
    edge = stroke / _STROKE_UNITS
    inner = strand._replace(low=strand.low + edge, up=strand.up - 2 * edge, width=max(edge, strand.width - 2 * edge))
    glass = VMobject(stroke_width=0).set_fill(color, _GLASS).set_points(outline(strand))
    line = VMobject(stroke_color=color, stroke_width=stroke).set_points(outline(inner))
    return VGroup(glass, DashedVMobject(line, num_dashes=_DASHES))
