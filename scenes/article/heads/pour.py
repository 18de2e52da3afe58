"""A word's icon that fills from below with another colour."""

from __future__ import annotations

from manim import Intersection, Rectangle, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token

_FULL = 0.999
"""The share from which an icon is full."""


class Pour(VGroup):
    """The lower part of a word's mark, in the colour of a token that is not on the stage itself.

    Args:
        token: the word in the colour that is poured in.

    Attributes:
        share: how full it is, 0 to 1.
    """

    def __init__(self, token: Token) -> None:
        self._token, self.share = token, 0.0
        self._sources = [piece for piece in skin_of(token.mark) if len(piece.points)]
        super().__init__(*(piece.copy() for piece in self._sources))
        laid(self, Layer.PIN)
        self.fill_to(0.0)

    def fill_to(self, share: float) -> None:
        """Fill it to a share of its height, where the token is."""
        self.share = min(max(share, 0.0), 1.0)
        mark, bottom = self._token.mark, min(float(piece.get_bottom()[1]) for piece in self._sources)
        height = max(float(piece.get_top()[1]) for piece in self._sources) - bottom
        level = Rectangle(width=2 * float(mark.width), height=max(self.share * height, 1e-4))
        level.move_to(point(float(mark.get_x()), bottom + self.share * height / 2))
        for piece, source in zip(self.submobjects, self._sources, strict=True):
            assert isinstance(piece, VMobject)
            if self.share >= _FULL:
                piece.set_points(source.points.copy())
            elif self.share * height < 0.01 or bottom + self.share * height < float(source.get_bottom()[1]):
                piece.clear_points()
            else:
                piece.set_points(Intersection(source, level).points)


def skin_of(mark: VMobject) -> list[VMobject]:
    """Return the pieces of a mark in its own colour, an icon's rim left out."""
    parts = mark.submobjects[1:] if isinstance(mark, ShadedIcon) else [mark]
    return [piece for part in parts for piece in part.get_family() if isinstance(piece, VMobject)]
