"""A plane of words that fits itself to its room: a part that a figure can have, or two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from manim import VGroup
from torch import Tensor

from scenes.parts.geometry import Point
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, set_labels, words_on_plane
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ROOMY = 5.0
"""Scene units: the shorter side of a room in which names have the size that they wish to have."""


class Plane(VGroup):
    """Words at the places of their vectors, on a plane that lays itself out in the region it is given.

    Args:
        vectors: one of shape (2,) for each word.
        colors: one ``#rrggbb`` for each word.
        axes: names of the two axes, or none.
        inside: further vectors that must have room, shape (N, 2), such as places that words move to.
        ticks: print the whole numbers along the axes.
        style: theme and sizes.

    Attributes:
        plane: grid, axes and names.
        words: the words by name.
    """

    def __init__(
        self,
        vectors: Mapping[str, Tensor],
        colors: Mapping[str, str],
        axes: Sequence[str] = (),
        *,
        inside: Tensor | None = None,
        ticks: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        super().__init__()
        self.vectors, self.colors, self.axes, self.ticks, self.style = vectors, colors, axes, ticks, style
        rows = torch.stack(list(vectors.values()))
        self._rows = rows if inside is None else torch.cat([rows, inside])
        self.plane: WordPlane | None = None
        self.words: dict[str, PlaneWord] = {}

    def fill(self, region: Region) -> float:
        """Lay out plane and words in a region.

        Returns:
            The region's shorter side as a share of one with room enough, at most 1.
        """
        self.plane = WordPlane(region, self._rows, self.axes, ticks=self.ticks, style=self.style)
        self.words = words_on_plane(self.plane, self.vectors, self.colors, icons=True, style=self.style)
        set_labels(self.words.values(), self.plane)
        self.submobjects = []
        self.add(self.plane, *self.words.values())
        return min(1.0, min(region.width, region.height) / _ROOMY)

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector of shape (2,), wherever the plane has been put.

        Raises:
            ValueError: when the plane has not been arranged.
        """
        if self.plane is None:
            raise ValueError("a plane has no places before Figure.arrange has given it a region")
        moved: Point = self.plane.axis_lines[0].get_start() - self.plane.place(self._axis_start(self.plane))
        return self.plane.place(row) + moved

    def _axis_start(self, plane: WordPlane) -> Tensor:
        return torch.tensor([plane.spans[0][0], 0.0])
