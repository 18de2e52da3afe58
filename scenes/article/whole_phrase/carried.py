"""Copies of words that a matrix carries away, over a plane that leans, while the words themselves stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from manim import VMobject
from torch import Tensor

from scenes.motion.live import Live
from scenes.parts.geometry import flat
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.leaning_grid import LeaningGrid
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.plane_figure import PlaneFigure

TIP = 0.5
"""Scene units of the height of an icon at an arrow's tip."""

_OFF_ICON = 0.02
"""Scene units from an arrow's tip to the icon at its end."""


class Carried:
    """Arrows from the origin to words, which a matrix carries; an icon, or a disc, rides on those of things.

    Args:
        figure: whose plane they lie on.
        rows: the words' vectors, by word.
        matrix: what carries them, shape (2, 2).
        color: ``#rrggbb`` of what they become, by role.
        things: the words that ride at the tips.
        named: those of them that have no icon and get their names where they come to.
        lines: what names keep off.
        boxes: the same.
        under: where the leaning grid ends below the phrase, scene units.

    Attributes:
        arrows: by word.
        tips: by word.
        grid: the plane that leans.
    """

    def __init__(
        self,
        figure: PlaneFigure,
        rows: Mapping[str, Tensor],
        matrix: Tensor,
        color: str,
        things: Sequence[str],
        named: Sequence[str],
        *,
        lines: Sequence[Segment] = (),
        boxes: Sequence[Box] = (),
        under: float,
    ) -> None:
        self.plane, self.rows, self.matrix = figure.plane, dict(rows), matrix
        ends = {word: row @ matrix for word, row in rows.items()}
        rays = [(flat(self.plane.origin), flat(self.plane.place(end))) for end in ends.values()]
        spots = figure.tokens(ends, dict.fromkeys(ends, TIP), lines=[*lines, *rays], boxes=boxes) if named else {}
        self.tips = dict[str, Token]()
        for word in things:
            offset = spots[word].offset if word in named else None
            self.tips[word] = figure.token(word, ends[word], height=TIP, edge=color, offset=offset)
        self.arrows = {word: figure.plane.vector(end, color).thin_rim() for word, end in ends.items()}
        for word, arrow in self.arrows.items():
            arrow.short = self.short(word)
        self.grid = LeaningGrid(figure.plane, [color, color], under=under, style=figure.style)

    def short(self, word: str) -> float:
        """Return the scene units before a word's place at which its arrow ends: before the mark that rides on it."""
        return float(min(self.tips[word].reach())) + _OFF_ICON if word in self.tips else 0.0

    def parts(self) -> list[VMobject]:
        """Return the arrows and the marks at their tips, without names."""
        return [*self.arrows.values(), *(tip.mark for tip in self.tips.values())]

    def labels(self) -> list[VMobject]:
        """Return the names at the tips."""
        return [tip.label for tip in self.tips.values() if len(tip.label)]

    def boxes(self) -> list[Box]:
        """Return the boxes of the marks and names at the tips."""
        return [box_of(part) for part in (*(tip.mark for tip in self.tips.values()), *self.labels())]

    def lay(self, share: float) -> None:
        """Lay all where they are after a share of the way, 0 to 1."""
        leant = torch.eye(2) + share * (self.matrix - torch.eye(2))
        for word, row in self.rows.items():
            at = self.plane.place(row @ leant)
            self.arrows[word].set_ends(self.plane.origin, at)
            if word in self.tips:
                self.tips[word].put(at)

    def grow(self) -> Live:
        """Return how the arrows grow from the origin to the words."""
        self.lay(0.0)
        ends = {word: arrow.end.copy() for word, arrow in self.arrows.items()}

        def follow(share: float) -> None:
            for word, arrow in self.arrows.items():
                arrow.set_ends(self.plane.origin, self.plane.origin + max(share, 1e-3) * (ends[word] - arrow.start))

        return Live(list(self.arrows.values()), follow)

    def carry(self) -> Live:
        """Return how the matrix leans the plane, and carries all."""

        def follow(share: float) -> None:
            self.grid.carry(torch.eye(2) + share * (self.matrix - torch.eye(2)))
            self.lay(share)

        return Live([self.grid, *self.parts(), *self.labels()], follow)
