"""A word's mark that is half as one phrase colours it, on the left, and half as another does."""

from __future__ import annotations

from manim import Intersection, Rectangle, VGroup, VMobject

from scenes.article.heads.pour import skin_of
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token


class Halves(VGroup):
    """Two marks of a word as one, half and half, in the middle between their places.

    Args:
        first: the word whose left half is shown.
        second: the word whose right half is shown.

    Attributes:
        colors: ``#rrggbb`` of both halves.
        at: manim point of its middle.
    """

    def __init__(self, first: Token, second: Token) -> None:
        self.colors, self.at = (first.color_by_role, second.color_by_role), (first.at + second.at) / 2
        rims, pieces = list[VMobject](), list[VMobject]()
        for token, side in ((first, -1), (second, 1)):
            mark = token.mark.copy().shift(self.at - token.at)
            if isinstance(mark, ShadedIcon) and side < 0:
                rims.append(mark.submobjects[0])
            pieces += [_cut(piece, self.at, side, float(mark.width), float(mark.height)) for piece in skin_of(mark)]
        super().__init__(*rims, *(piece for piece in pieces if len(piece.points)))
        laid(self, Layer.ICON)


def _cut(piece: VMobject, middle: Point, side: int, wide: float, high: float) -> VMobject:
    """Return what of a piece lies on the left, -1, or on the right, 1, of a middle."""
    if not len(piece.points):
        return piece
    slab = Rectangle(width=wide, height=2 * high).move_to(middle + side * point(wide / 2, 0.0))
    return piece.set_points(Intersection(piece, slab).points)
