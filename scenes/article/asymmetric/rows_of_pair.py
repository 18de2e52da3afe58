"""The rows of two words, one below the other, as strips: a piece of each is the way on which a word is moved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from manim import VGroup
from torch import Tensor

from scenes.article.asymmetric.exponential_stack import decimals_of, others_text, power_text
from scenes.article.asymmetric.pull_lanes import PullLanes
from scenes.parts.bars.ledger import Corners, ScoreBar
from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SLIM, _THICK, _LEAST_GAP = 0.34, 0.46, 0.08
"""Scene units: the thickness of both strips, and the least from the first one to what is above the second."""

_ABOVE, _BELOW, _APART, _GAP = 0.16, 0.15, 0.26, 0.14
"""Scene units from the second strip up to its powers' baseline and down to the top of its share, between two texts, and
from a strip's end to what stands behind it."""

_RAISED = 1.5
"""The height of a power with its exponent, as a share of its capitals."""


class RowsOfPair:
    """Two rows of softmax, one below the other, as long as the rails on which both words will be moved.

    The first one has been seen; of the second one, all parts are written: the powers above their pieces, their sum
    behind them, the other word's share below its piece.

    Args:
        first: the shares of the pieces of the first row.
        scores: of the second row: of the word itself and of the other word, shape (2,).
        powers: of both, shape (2,).
        rest: of all other words together; None where there are none.
        total: their sum, shape ().
        step: of which all of these are multiples.
        colors: ``#rrggbb`` of the word itself and of the other word.
        others: what the other words are called.
        lanes: the rails, and the weights that stand at their ends later.
        region: where all of it lies.
        style: theme and sizes.

    Attributes:
        pieces: of the second row, from the left: the word's own, the other word's, and one for all others.
        texts: the powers, each above its piece.
        total: the sum, behind the pieces.
        division: what the other word's power is divided by, below its piece, before the weight.
        numbers: where both weights stand while the rows are seen, and where they stand on the lanes.
        middles: the heights of both strips.
        left: where they begin.
        fits: whether the texts fit.
    """

    def __init__(
        self, first: Sequence[float], scores: Tensor, powers: Tensor, rest: Tensor | None, total: Tensor, step: float,
        colors: Sequence[str], others: str, lanes: PullLanes, region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.left, self._length, self._region = lanes.ends[0], lanes.length, region
        self._first, size, digits = list(first), style.sizes.number, decimals_of(step)
        self.texts = [
            power_text(score, power, step, color, size, style)
            for score, power, color in zip(scores, powers, colors, strict=True)
        ]
        self.pieces = [ScoreBar(color, style=style) for color in colors]
        shares = [float(power) / float(total) for power in powers]
        if rest is not None:
            self.texts.append(others_text(others, rest, step, size, style))
            self.pieces.append(ScoreBar(style.theme.ink, style=style))
            shares.append(1 - sum(shares))
        self.shares = shares
        self._head = head = style.sizes.head
        self.total, self.division = (
            haloed(Row([Math(sign, size=head, style=style), Number(total, decimals=digits, size=head, style=style),
                        *([Math("=", size=head, style=style)] if sign == "div" else [])], _GAP), style)
            for sign in ("=", "div")
        )  # fmt: skip
        capitals = CAP_HEIGHT * UNITS_PER_FONT_UNIT
        low = region.bottom + capitals * style.sizes.hero + _BELOW + _THICK / 2
        self.middles = (region.top - _SLIM / 2, low)
        gap = self.middles[0] - _SLIM / 2 - (low + _THICK / 2 + _ABOVE + _RAISED * capitals * size)
        self.numbers: list[tuple[Point, Point]] = []
        self.fits = self._lay(lanes, capitals) and gap >= _LEAST_GAP
        for piece in self.pieces:
            laid(piece, Layer.SHADOW)
        for text in (*self.texts, self.total, self.division):
            laid(text, Layer.LEDGER)
        self.grow(1.0)

    def _lay(self, lanes: PullLanes, capitals: float) -> bool:
        """Lay all texts of the second row, and find the places of both weights; return whether there is room."""
        middle, right = self.middles[1], self._region.right
        starts, ends = self._ends(self.shares)
        middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
        widths, room = [float(text.width) + _APART for text in self.texts], right - self.left
        for text, along in zip(self.texts, spread(middles, widths, -_APART / 2, room + _APART / 2), strict=True):
            text.set_x(self.left + along)
            _rest(text, middle + _THICK / 2 + _ABOVE)
        head = capitals * self._head
        self.total.set_x(self.left + self._length + _GAP + float(self.total.width) / 2)
        _rest(self.total, middle - head / 2)
        first, second = lanes.numbers
        wide = float(self.division.width) + _GAP + float(second.width)
        begin = min(self.left + middles[1] - wide / 2, right - wide)
        self.division.set_x(begin + float(self.division.width) / 2)
        tops = self._region.bottom + capitals * float(second.size) / 2
        _rest(self.division, tops - head / 2)
        self.numbers = [
            (_beside(first, right - float(first.width) / 2, self.middles[0]), first.get_center()),
            (_beside(second, begin + wide - float(second.width) / 2, tops), second.get_center()),
        ]
        fits = float(self.total.get_right()[0]) <= right and float(self.division.get_left()[0]) >= self.left
        return fits and sum(widths) - _APART <= room

    def _ends(self, shares: Sequence[float]) -> tuple[list[float], list[float]]:
        """Return where pieces begin and end, from the left of both rows."""
        ends = [self._length * share for share in accumulate(shares)]
        return [0.0, *ends[:-1]], ends

    def corners(self, row: int, index: int, share: float = 1.0) -> Corners:
        """Return the corners of a piece of the first or the second row, of which a share has been laid end to end."""
        starts, ends = self._ends((self._first, self.shares)[row])
        front = share * ends[-1]
        start = min(starts[index], front)
        end = max(min(ends[index], front), start + 1e-3)
        middle, half = self.middles[row], (_SLIM, _THICK)[row] / 2
        left, right, low, high = self.left + start, self.left + end, middle - half, middle + half
        return [point(left, high), point(left, low), point(right, low), point(right, high)]

    def grow(self, share: float) -> None:
        """Draw a share of the second row, from its beginning; of a piece that is not reached there is no outline."""
        starts, ends = self._ends(self.shares)
        for index, piece in enumerate(self.pieces):
            piece.lay(self.corners(1, index, share))
            piece.set_stroke(opacity=float(share * ends[-1] > starts[index]))

    def reached(self, index: int) -> tuple[float, float]:
        """Return the shares of the second row at which the middle and the end of a piece are laid."""
        starts, ends = self._ends(self.shares)
        return (starts[index] + ends[index]) / 2 / ends[-1], ends[index] / ends[-1]


def _beside(number: Number, x: float, middle: float) -> Point:
    """Return where the middle of a number is that stands at a place, its capitals about a height."""
    low = float(number.get_y()) - number.baseline
    return point(x, middle - CAP_HEIGHT * UNITS_PER_FONT_UNIT * float(number.size) / 2 + low)


def _rest(text: VGroup, baseline: float) -> None:
    """Move a text with its halo up or down until its baseline is at a height."""
    row = text[1]
    assert isinstance(row, Row)
    text.shift(point(0.0, baseline - row.baseline))
