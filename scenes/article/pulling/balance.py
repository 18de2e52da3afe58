"""Both pulls on a word that rests between two bands: the bands' lengths, and an arrow for each pull, equally long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from manim import VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.rim import palest
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import width_at
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.typeset import Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

LENGTH_DIGITS, PULL_DIGITS = 2, 1
"""Digits after the point of a band's length, and of its pull."""

_LONGS, _WIDE, _EDGE, _OFF, _LARGE = (3.4, 3.0, 2.6, 2.2), 0.22, 3.0, 0.3, 1.25
"""An arrow's length, in halves of the word's height, the first that has room; its shaft's width, scene units; the
stroke of its edge; scene units from its middle to names; and the factor by which its text is larger than other numbers,
at the most."""

_BESIDE, _TICK, _LINE, _AIR, _NEAR, _ALONG = 0.12, 0.09, 4.0, 0.14, 0.5, 0.75
"""Scene units from the word's icon to the rulers beside it, and half of these ones' ends; their stroke; scene units
around texts; the most by which a length is off its ruler's middle; and the share of an arrow beside which its text
begins."""


@dataclass(frozen=True)
class Arm:
    """A band that holds a word at rest.

    Attributes:
        end: manim point where it is tied.
        color: ``#rrggbb`` of the word that pulls, by role.
        weight: its weight, a tensor's element.
        length: how far it is stretched, numbers of the plane.
        pull: the product of both.
    """

    end: Point
    color: str
    weight: Tensor
    length: Tensor
    pull: Tensor

    def is_right(self, digits: int) -> bool:
        """Return whether a pencil gets the pull from weight and length as they are printed."""
        factors = as_printed(float(self.weight), digits), as_printed(float(self.length), LENGTH_DIGITS)
        return as_printed(factors[0] * factors[1], PULL_DIGITS) == as_printed(float(self.pull), PULL_DIGITS) > 0


def are_equal(arms: Sequence[Arm], digits: int) -> bool:
    """Return whether two pulls are printed alike, and a pencil gets them from what is printed.

    Args:
        arms: both.
        digits: of weights.
    """
    pulls = {as_printed(float(arm.pull), PULL_DIGITS) for arm in arms}
    return len(arms) == 2 and len(pulls) == 1 and all(arm.is_right(digits) for arm in arms)


class Measure(VGroup):
    """A line beside a band, as long as that, with an end at each side.

    Args:
        start: manim point where the band is tied.
        end: manim point of the word that it holds.
        aside: manim vector from the band to the line.
        color: ``#rrggbb``.
    """

    def __init__(self, start: Point, end: Point, aside: Point, color: str) -> None:
        self._start, self._way = start + aside, end - start
        self._tick = _TICK * aside / max(float(np.linalg.norm(aside)), 1e-9)
        super().__init__(*(VMobject(stroke_color=color, stroke_width=_LINE) for _ in range(3)))
        self._reach(1.0)
        laid(self, Layer.LABEL)

    def _reach(self, share: float) -> None:
        """Reach a share of the way."""
        end = self._start + max(share, 1e-3) * self._way
        for line, (one, other) in zip(
            self,
            ((self._start, end), *((at - self._tick, at + self._tick) for at in (self._start, end))),
            strict=True,
        ):
            line.set_points_as_corners([one, other])

    def grows(self, **options: Any) -> Live:
        """Return how it grows from where the band is tied to the word; options are those of manim's ``Animation``."""
        return Live([self], self._reach, **options)

    @property
    def segment(self) -> Segment:
        """The line's ends."""
        return flat(self._start), flat(self._start + self._way)


def edges_of(at: Point, end: Point, half: float) -> list[Segment]:
    """Return what is drawn along a band, at its longest, with the ruler on its better side: names keep off that.

    Args:
        at: manim point where the word rests.
        end: manim point where the band is tied.
        half: half the height of the word's icon, scene units.
    """
    along = (end - at) / max(float(np.linalg.norm(end - at)), 1e-9)
    across, tip = point(-along[1], along[0]) * (1 if along[1] < 0 else -1), at + half * _LONGS[0] * along
    edges = [(at + side * _OFF * across, tip + side * _OFF * across) for side in (-1, 1)]
    aside = -(half + _BESIDE + _TICK + _AIR) * across
    return [(flat(first), flat(last)) for first, last in (*edges, (at + aside, end + aside))]


class EqualPulls:
    """Two arrows out of a word that rests between two bands, along these, the bands' lengths, and what makes a pull.

    Args:
        at: manim point where the word rests.
        arms: its bands.
        half: half the height of its icon, scene units.
        digits: of weights.
        bounds: where texts may stand.
        boxes: texts, which all keep off.
        marks: what texts keep off as well.
        lines: what texts keep off.
        shelf: where the pulls' texts stand, one below the other, if not beside their arrows.
        style: theme and sizes.

    Attributes:
        arrows: of both pulls, in one scale; none where anything has no room.
        rulers: beside the bands.
        lengths: beside the rulers.
        texts: weight times length, and the pull, beside each arrow.
        forces: each arrow, and the pull in its text.
    """

    def __init__(
        self,
        at: Point,
        arms: Sequence[Arm],
        half: float,
        digits: int,
        bounds: Box,
        boxes: Sequence[Box],
        marks: Sequence[Box],
        lines: Sequence[Segment],
        shelf: Region | None = None,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._shelf = shelf
        self._at, self._half, self._arms, self._digits, self._style = at, half, arms, digits, style
        self._bounds, self._texts, self._boxes, self._lines = bounds, boxes, [*boxes, *marks], lines
        self.arrows: list[Vector] = []
        self.rulers: list[Measure] = []
        self.lengths: list[VGroup] = []
        self.texts: list[VGroup] = []
        sizes = _LARGE * style.sizes.hero, style.sizes.hero, style.sizes.formula, style.sizes.number, style.sizes.tick
        ways = (np.array(arm.end) - at for arm in arms)
        if all(float(np.linalg.norm(way)) > half for way in ways):
            any(self._make(half * long, side, size) for long, size, side in product(_LONGS, sizes, (1, -1)))

    @property
    def forces(self) -> list[VMobject]:
        """Both arrows, and the pull in each text."""
        pulls: list[VMobject] = [text[1][-1] for text in self.texts]  # type: ignore[misc]
        return [*self.arrows, *pulls]

    def _make(self, long: float, side: int, size: float) -> bool:
        """Make all, rulers on one side of the bands and texts on the other; return whether all has room."""
        at, style, scale = self._at, self._style, long / max(float(arm.pull) for arm in self._arms)
        arrows, rulers, outs, lines = [], [], [], [*self._lines]
        for arm in self._arms:
            along = (arm.end - at) / float(np.linalg.norm(arm.end - at))
            out = point(-along[1], along[0]) * (side if along[1] < 0 else -side)
            edge = width_at(float(arm.weight), 0.0) / 2
            arrow = Vector(at, at + scale * float(arm.pull) * along, arm.color, width=_WIDE, style=style)
            arrow.body.set_stroke(palest(style.theme), _EDGE)
            ruler = Measure(arm.end, at, -(self._half + _BESIDE) * out, arm.color)
            arrows.append(laid(arrow, Layer.VECTOR))
            rulers.append(ruler)
            outs.append(out)
            edges = [(flat(at + way * _WIDE * out), flat(arrow.end + way * _WIDE * out)) for way in (-1, 0, 1)]
            if any(inside_length(line, box) for line in (ruler.segment, *edges) for box in self._texts):
                return False
            lines += [ruler.segment, (flat(arrow.start), flat(arrow.end))]
            lines += [(flat(arm.end + way * edge * out), flat(at + way * edge * out)) for way in (-1, 0, 1)]
        taken, texts, lengths = [*self._boxes], list[VGroup](), list[VGroup]()
        for arm, arrow, ruler, out in zip(self._arms, arrows, rulers, outs, strict=True):
            large = min(size, style.sizes.formula)
            number = HeroNumber(arm.length, decimals=LENGTH_DIGITS, size=large, color=arm.color, style=style)
            length, text = labelled(number, style), self._text(arm, size)
            middle = point(*np.mean(ruler.segment, axis=0))
            if not self._lay(length, middle, -out, lines, taken, most=_NEAR):
                return False
            if self._shelf is not None:
                row = self._shelf.rows(*[1.0] * len(self._arms))[len(texts)]
                if max(float(text.width) / row.width, float(text.height) / row.height) > 1:
                    return False
                text.move_to(row.centre)
            elif not self._lay(text, at + _ALONG * (arrow.end - at), point(np.sign(out[0])), lines, taken):
                return False
            lengths.append(length)
            texts.append(text)
        self.arrows, self.rulers, self.lengths, self.texts = arrows, rulers, lengths, texts
        return True

    def _lay(
        self, text: VGroup, near: Point, out: Point, lines: Sequence[Segment], taken: list[Box], most: float = np.inf
    ) -> bool:
        """Lay a text beside a place, on a side of it, where nothing is; return whether there is room so near."""
        wide, high = float(text.width) + _AIR, float(text.height) + _AIR
        wanted = near + (float(np.abs(out) @ point(wide, high)) / 2 + _WIDE) * out
        x, y = free_place((wide, high), self._bounds, flat(wanted), lines=lines, boxes=taken)
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        text.move_to(point(x, y))
        is_free = not any(overlap(box, other) for other in taken) and not any(
            inside_length(line, box) for line in lines
        )
        taken.append(box)
        return is_free and float(np.hypot(x - wanted[0], y - wanted[1])) <= most

    def _text(self, arm: Arm, size: float) -> VGroup:
        """Return weight times length, and the pull, which is rounded."""
        color, style = arm.color, self._style
        signs = [Math(sign, size=size, style=style) for sign in ("times", "approx")]
        weight = HeroNumber(arm.weight, decimals=self._digits, size=size, color=color, style=style)
        length = HeroNumber(arm.length, decimals=LENGTH_DIGITS, size=size, color=color, style=style)
        pull = HeroNumber(arm.pull, decimals=PULL_DIGITS, size=size, color=color, style=style)
        return labelled(Row([weight, signs[0], length, signs[1], pull], 0.14), style)
