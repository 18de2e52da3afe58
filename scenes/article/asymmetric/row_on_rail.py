"""A word's row as pieces that fill a rail: one of them is the way on which the word is moved."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.exponential_stack import decimals_of, others_text, power_text
from scenes.article.asymmetric.pull_lanes import RAIL, PullLanes
from scenes.parts.bars.ledger import Corners, ScoreBar
from scenes.parts.geometry import point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THICK, _ABOVE, _APART, _GAP = 0.46, 0.16, 0.26, 0.14
"""Scene units: the thickness of the pieces, from them up to the powers' baseline, between two texts, and from the
pieces' end to their sum."""


class RowOnRail:
    """The powers of one row, laid end to end on the second rail of two: the others', the word's own, the other word's.

    The last piece ends where the word of this row stands: it is the way on which that word is moved.

    Args:
        scores: of the word itself and of the other word, shape (2,).
        powers: of both, shape (2,).
        rest: of all other words together; None where there are none.
        total: their sum, shape ().
        step: of which all of these are multiples.
        colors: ``#rrggbb`` of both words.
        others: what the other words are called.
        lanes: the rails.
        region: where the texts lie.
        style: theme and sizes.

    Attributes:
        pieces: from the left.
        texts: the powers, each above its piece.
        total: the sum, at the end.
        fits: whether the texts fit above the rail and behind it.
    """

    def __init__(
        self, scores: Tensor, powers: Tensor, rest: Tensor | None, total: Tensor, step: float, colors: Sequence[str],
        others: str, lanes: PullLanes, region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.left, self._length, self._middle = lanes.ends[0], lanes.length, lanes.middle(1)
        size = style.sizes.number
        self.texts = [
            power_text(score, power, step, color, size, style)
            for score, power, color in zip(scores, powers, colors, strict=True)
        ]
        shares = [float(power) / float(total) for power in powers]
        self.pieces = [ScoreBar(color, style=style) for color in colors]
        if rest is not None:
            self.texts.insert(0, others_text(others, rest, step, size, style))
            self.pieces.insert(0, ScoreBar(style.theme.ink, style=style))
        self._shares = [*([1 - sum(shares)] if rest is not None else []), *shares]
        number = Number(total, decimals=decimals_of(step), size=style.sizes.head, style=style)
        self.total: VGroup = haloed(Row([Math("=", size=style.sizes.head, style=style), number], _GAP), style)
        self.fits = self._lay(region, float(number.height))
        for piece in self.pieces:
            laid(piece, Layer.SHADOW)
        for text in (*self.texts, self.total):
            laid(text, Layer.LEDGER)
        for index in range(len(self.pieces)):
            self.draw(index)

    def _lay(self, region: Region, capitals: float) -> bool:
        """Lay the powers above their pieces and the sum behind them; return whether there is room for them."""
        middles = [self._starts[index] + self._shares[index] * self._length / 2 for index in range(len(self._shares))]
        widths = [float(text.width) + _APART for text in self.texts]
        right = region.right - self.left
        places = spread(middles, widths, -_APART / 2, right + _APART / 2)
        for text, along in zip(self.texts, places, strict=True):
            text.set_x(self.left + along)
            text.shift(point(0.0, self._middle + _THICK / 2 + _ABOVE - _baseline(text)))
        self.total.set_x(self.left + self._length + _GAP + float(self.total.width) / 2)
        self.total.shift(point(0.0, self._middle - capitals / 2 - _baseline(self.total)))
        return sum(widths) - _APART <= right and float(self.total.get_right()[0]) <= region.right

    @property
    def _starts(self) -> list[float]:
        """The beginnings of all pieces, from the rail's."""
        return [sum(self._shares[:index]) * self._length for index in range(len(self._shares))]

    def draw(self, index: int, grown: float = 1.0, slim: float = 0.0) -> None:
        """Draw a piece: a share of its length, a share of the way from a strip's thickness to the rail's."""
        start, thick = self.left + self._starts[index], _THICK + slim * (RAIL - _THICK)
        end = start + max(grown * self._shares[index] * self._length, 1e-3)
        self.pieces[index].lay(_box(start, end, self._middle, thick))

    @property
    def other_pieces(self) -> list[VMobject]:
        """The pieces that move nobody."""
        return list(self.pieces[:-1])


def _baseline(text: VGroup) -> float:
    """Return the baseline of a text with a halo."""
    row = text[1]
    assert isinstance(row, Row)
    return row.baseline


def _box(left: float, right: float, middle: float, thick: float) -> Corners:
    low, high = middle - thick / 2, middle + thick / 2
    return [point(left, high), point(left, low), point(right, low), point(right, high)]
