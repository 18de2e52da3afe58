"""Two averages as two walks: the steps of the words that are the same are one trunk, the others part at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from manim import VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_BESIDE, _AIR = 0.2, 0.1
"""Scene units: from a step to its word, and around a word."""

_INWARDS = 0.8
"""Scene units by which a word stands rather farther from its step than between both phrases' steps."""

_NOTHING = 1e-9


class Fork(VGroup):
    """Steps tip to tail, from one origin: those of both phrases, then those of each.

    Args:
        shared: shape (S, 2), the steps that both phrases take.
        branches: for each phrase, shape (D, 2), the steps that it takes alone.
        words: the words of the shared steps.
        branch_words: for each phrase the words of its own steps.
        hues: one ``#rrggbb`` a phrase.
        origin: where both walks begin.
        region: where the steps are.
        bounds: where their words may stand.
        size: of the words, manim font units.
        width: scene units of a step's shaft.
        style: theme and sizes.

    Attributes:
        unit: scene units for 1.
        trunk: the shared steps.
        branches: for each phrase the steps that it takes alone.
        trunk_names: the words beside the shared steps.
        branch_names: for each phrase the words beside its own steps.
        ends: where both walks end: the averages.
    """

    def __init__(
        self,
        shared: Tensor,
        branches: Sequence[Tensor],
        words: Sequence[str],
        branch_words: Sequence[Sequence[str]],
        hues: Sequence[str],
        origin: Point,
        region: Region,
        bounds: Region,
        *,
        size: float,
        width: float,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.origin, self.size, self.shaft = style, np.asarray(origin, float), size, width
        trunk = _walk(shared, np.zeros(2))
        walks = [_walk(steps, trunk[-1]) for steps in branches]
        self.unit = _unit([*trunk, *walks[0], *walks[1]], self.origin, region)
        self.trunk = [self._step(*ends, style.theme.ink) for ends in _pairs(trunk)]
        self.branches = [
            [self._step(*ends, hue) for ends in _pairs(walk)] for walk, hue in zip(walks, hues, strict=True)
        ]
        self.ends = [self._at(walk[-1]) for walk in walks]
        self._taken: list[Box] = []
        self.trunk_names = self._name(self.trunk, words, style.theme.ink, bounds, low=True)
        leftmost = int(self.ends[1][0] < self.ends[0][0])
        self.branch_names = [
            self._name(steps, each, hue, bounds, outwards=-1.0 if side == leftmost else 1.0)
            for side, (steps, each, hue) in enumerate(zip(self.branches, branch_words, hues, strict=True))
        ]
        super().__init__(*self.steps)

    @property
    def steps(self) -> list[Vector]:
        """All steps."""
        return [*self.trunk, *self.branches[0], *self.branches[1]]

    @property
    def lines(self) -> list[Segment]:
        """All steps and both averages as lines, which texts keep off."""
        return [*self._walked, *((flat(self.origin), flat(end)) for end in self.ends)]

    @property
    def _walked(self) -> list[Segment]:
        return [(flat(step.start), flat(step.end)) for step in self.steps]

    @property
    def trunk_boxes(self) -> list[Box]:
        """The boxes around the words beside the shared steps."""
        return self._taken[: len(self.trunk)]

    @property
    def boxes(self) -> list[Box]:
        """The boxes around the words beside all steps."""
        return list(self._taken)

    def _at(self, place: np.ndarray) -> Point:
        return self.origin + self.unit * point(*map(float, place))

    def _step(self, start: np.ndarray, end: np.ndarray, color: str) -> Vector:
        step = Vector(self._at(start), self._at(end), color, width=self.shaft, style=self.style)
        return laid(step, Layer.GHOST)  # below the averages, also while it fades

    def _name(
        self, steps: Sequence[Vector], words: Sequence[str], color: str, bounds: Region, *,
        outwards: float = 0.0, low: bool = False,
    ) -> list[VGroup]:  # fmt: skip
        """Return the words beside their steps, on the side where they stand nearer, or rather on the outer one.

        They rather stand below their steps if ``low``: the next step begins above. The averages come when all words
        have gone.
        """
        names = []
        for step, word in zip(steps, words, strict=True):
            text = Label(word, size=self.size, color=color, style=self.style)
            spots = []
            for side in (1.0, -1.0):
                away, spot = self._spot(text, step, side, bounds, self._walked)
                middle = flat((step.start + step.end) / 2)
                inwards = outwards * (spot[0] - middle[0]) < 0
                inwards = inwards or (low and spot[1] > middle[1])
                spots.append((away + (_INWARDS if inwards else 0.0), spot))
            text.move_to(point(*min(spots)[1]))
            left, bottom, right, top = box_of(text)
            self._taken.append((left - _AIR, bottom - _AIR, right + _AIR, top + _AIR))
            names.append(laid(labelled(text, self.style), Layer.LABEL))
        return names

    def _spot(
        self, text: Label, step: Vector, side: float, bounds: Region, lines: Sequence[Segment]
    ) -> tuple[float, tuple[float, float]]:
        """Return how far from where it would be best a word finds room on one side of its step, and that place."""
        way = step.end - step.start
        length = float(np.linalg.norm(way))
        normal = side * (point(-way[1], way[0]) / length if length > _NOTHING else point(1.0, 0.0))
        width, height = float(text.width), float(text.height)
        off = _BESIDE + (abs(normal[0]) * width + abs(normal[1]) * height) / 2
        near = flat((step.start + step.end) / 2 + off * normal)
        box = (bounds.left, bounds.bottom, bounds.right, bounds.top)
        found = free_spot((width + 2 * _AIR, height + 2 * _AIR), box, near, lines=lines, boxes=self._taken)
        return float(np.hypot(found[0] - near[0], found[1] - near[1])), found


def _walk(steps: Tensor, start: np.ndarray) -> np.ndarray:
    """Return the corners of steps tip to tail, shape (N + 1, 2), from a start."""
    rows = np.array(steps.tolist()).reshape(-1, 2)
    return np.asarray(start + np.vstack([np.zeros((1, 2)), rows.cumsum(axis=0)]))


def _pairs(corners: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    return zip(corners[:-1], corners[1:], strict=True)


def _unit(corners: Sequence[np.ndarray], origin: Point, region: Region) -> float:
    """Return the scene units for 1 with which all corners lie in a region."""
    rooms = ((region.left - origin[0], region.right - origin[0]), (region.bottom - origin[1], region.top - origin[1]))
    found = [
        max(room[1], 0.3) / value if value > 0 else min(room[0], -0.3) / value
        for corner in corners
        for value, room in zip(corner, rooms, strict=True)
        if abs(value) > _NOTHING
    ]
    return float(min(found, default=1.0))
