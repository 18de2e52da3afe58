"""A word on the stage: an icon, or a dot, at the place of its vector, with its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import Circle, DashedVMobject, Dot, VGroup, VMobject
from numpy.typing import NDArray

from scenes.parts.geometry import Point, encloses, point
from scenes.parts.icons import ShadedIcon, ghost_of, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.parts.text.typeset import Label, Row, Typeset, halo
from scenes.style import DEFAULT, Style

HERO, PULLER, BYSTANDER = 0.95, 0.9, 0.55
"""Scene units: heights of icons by the word's part in the beat."""

DOT, DISC = 0.08, 0.16
"""Scene units: radius of a small word's dot, and of a word of a family or a subject without an icon."""

_DASHES = 8
"""Dashes of the ring that stays at the old place of a word without an icon."""

_TUCK_STEP = 0.02
"""Scene units between places at which a band might end below an icon."""

_GLOW_RADIUS, _GLOW_RINGS = 1.1, 26

GLOW_OPACITY = 0.30
"""The opacity of a light in its middle."""


class Token(VGroup):
    """A word at the place of its vector: its icon, a disc of its family's colour, or a dot, and its name.

    Args:
        word: the word.
        at: manim point of its vector's place.
        color: ``#rrggbb``, by role.
        offset: from the place to the centre of its name, scene units (x, y); no name when None.
        height: scene units of its icon.
        large: whether it is a disc instead of a dot when it has no icon.
        size: its name's size, manim font units.
        text: a name other than the word, such as a formula.
        edge: colour of the mark's rim instead of the ground's.
        pictured: whether the mark is its icon, if it has one.
        style: theme and sizes.

    Attributes:
        mark: the icon, disc or dot.
        name_text: the name, or None.
        label: the name with its halo; empty without a name.
    """

    def __init__(
        self,
        word: str,
        at: Point,
        color: str,
        *,
        offset: tuple[float, float] | None = None,
        height: float = PULLER,
        large: bool = False,
        size: float | None = None,
        text: Typeset | Row | None = None,
        edge: str | None = None,
        pictured: bool = True,
        style: Style = DEFAULT,
    ) -> None:
        self.word, self.color_by_role, self.style, self.height_of_icon = word, color, style, height
        self.at, self.offset = np.array(at, float), offset
        self.has_icon = pictured and has_icon(word, style)
        self.mark: VMobject = (
            ShadedIcon(word, color, height=height, style=style, edge=edge) if self.has_icon else self._dot(large, edge)
        )
        self.mark.move_to(self.at)
        laid(self.mark, Layer.ICON)
        self.label = VGroup()
        self.name_text: Typeset | Row | None = None
        if offset is not None:
            self.name_text = text or Label(word, size=size or style.sizes.number, color=color, style=style)
            self.name_text.move_to(self.at + point(*offset))
            self.label.add(haloed(self.name_text, style))
            laid(self.label, Layer.LABEL)
        super().__init__(self.mark, self.label)

    def _dot(self, large: bool, edge: str | None) -> Dot:
        dot = Dot(radius=DISC if large else DOT, color=self.style.theme.fill(self.color_by_role))
        return dot.set_background_stroke(color=edge or self.style.theme.background, width=RIM)

    def put(self, at: Point, offset: tuple[float, float] | None = None) -> Self:
        """Move the word to another place together with its name, which may change sides."""
        at = np.asarray(at, float)
        self.mark.shift(at - self.at)
        if self.offset is not None:
            side = offset or self.offset
            self.label.shift(at - self.at + point(side[0] - self.offset[0], side[1] - self.offset[1]))
            self.offset = side
        self.at = at.copy()
        return self

    def resize(self, height: float) -> Self:
        """Give the mark another height around the word's place, an icon's in scene units."""
        self.mark.scale(height / self.height_of_icon, about_point=self.at)
        self.height_of_icon = height
        return self

    def ghost(self) -> VGroup:
        """Return the mark that stays at the word's old place: dashes in its colour."""
        if self.has_icon:
            ghost = ghost_of(self.word, self.color_by_role, height=self.height_of_icon, style=self.style)
        else:
            ring = Circle(radius=float(self.mark.width) / 2, color=self.color_by_role, stroke_width=2.4)
            ghost = VGroup(DashedVMobject(ring, num_dashes=_DASHES, dashed_ratio=0.6))
        return laid(ghost.move_to(self.at), Layer.GHOST)

    def tuck(self, other: Point, width: float) -> float:
        """Return how far beyond its place a band from another place runs on until the icon covers its end.

        The middle of a bent icon, as a banana's, is not covered by it. Scene units; 0 where there is no icon, or
        none of it lies beyond.

        Args:
            other: manim point of the band's other end.
            width: the band's at this end, scene units.
        """
        way = self.at - np.asarray(other, float)
        length = float(np.linalg.norm(way))
        if not isinstance(self.mark, ShadedIcon) or length < 1e-9:
            return 0.0
        along = way / length
        corner = point(-along[1], along[0]) * width / 2
        outlines = [_sampled(piece) for piece in self.mark.skin if len(piece.points)]
        for step in np.arange(0.0, self.height_of_icon / 2, _TUCK_STEP):
            ends = [self.at + step * along + side * corner for side in (-1, 0, 1)]
            if any(all(encloses(outline, end[:2]) for end in ends) for outline in outlines):
                return float(step)
        return 0.0

    def covers(self, places: Sequence[Point]) -> list[bool]:
        """Return which of some manim points the icon's skin covers; none where there is no icon."""
        skin = self.mark.skin if isinstance(self.mark, ShadedIcon) else VGroup()
        outlines = [_sampled(piece) for piece in skin if len(piece.points)]
        return [any(encloses(outline, place[:2]) for outline in outlines) for place in places]

    def reach(self) -> tuple[float, float]:
        """Return half the width and half the height of the mark, scene units."""
        return float(self.mark.width) / 2, float(self.mark.height) / 2


def _sampled(outline: VMobject) -> NDArray[np.float64]:
    """Return points along an outline's cubic curves, shape (n, 2)."""
    curves, t = outline.points.reshape(-1, 4, 3)[:, None, :, :2], np.linspace(0.0, 1.0, 8, endpoint=False)[:, None]
    parts = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    sampled = sum(part * curves[:, :, index] for index, part in enumerate(parts))
    return np.asarray(sampled).reshape(-1, 2)


def haloed(text: VMobject, style: Style = DEFAULT) -> VGroup:
    """Return a text over a halo of the background's colour, 0.035 scene units around each glyph."""
    return VGroup(halo(text, style), text)


class HeroGlow(VGroup):
    """The light around the word that a beat is about; one is on the stage, or one for each of two places of a word.

    Args:
        at: manim point.
        color: ``#rrggbb``.
        peak: its opacity in the middle.
        style: theme; nothing is drawn where it fills nothing.
    """

    def __init__(self, at: Point, color: str, *, peak: float = GLOW_OPACITY, style: Style = DEFAULT) -> None:
        super().__init__()
        if style.theme.filled:
            # Rings whose opacities compound to the peak in the middle, each fainter than a level can show.
            each = 1 - (1 - peak) ** (1 / _GLOW_RINGS)
            for share in np.linspace(1.0, 0.04, _GLOW_RINGS):
                ring = Circle(radius=_GLOW_RADIUS * share**1.15, stroke_width=0)
                self.add(ring.set_fill(style.theme.fill(color), each))
        self.move_to(at)
        laid(self, Layer.GLOW)
