"""The row of softmax of the word that pulled, as a strip that becomes the rail on which that word is moved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from torch import Tensor

from scenes.article.asymmetric.exponential_stack import decimals_of, others_text, power_text, rest_on
from scenes.article.asymmetric.pull_lanes import RAIL, PullLanes
from scenes.parts.bars.ledger import Corners, ScoreBar
from scenes.parts.geometry import point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THICK, _LEAST_GAP = 0.46, 0.08
"""Scene units: the thickness of the strip, and the least from the rail above it to its powers."""

_ABOVE, _APART, _GAP = 0.16, 0.26, 0.14
"""Scene units from the strip up to its powers' baseline, between two texts, and from its end to its sum."""

_RAISED = 1.5
"""The height of a power with its exponent, as a share of its capitals."""


class RowOfOther:
    """A row of softmax on the second rail, as long as that: its powers above their pieces, their sum behind them.

    Args:
        scores: of the word itself and of the other word, shape (2,).
        powers: of both, shape (2,).
        rest: of all other words together; None where there are none.
        total: their sum, shape ().
        step: of which all of these are multiples.
        colors: ``#rrggbb`` of the word itself and of the other word.
        others: what the other words are called.
        lanes: the rails.
        region: where all of it lies.
        style: theme and sizes.

    Attributes:
        pieces: from the left: the word's own, the other word's, and one for all others.
        texts: the powers, each above its piece.
        total: the sum, behind the pieces.
        middle: the height of the strip.
        left: where it begins.
        fits: whether the texts fit.
    """

    def __init__(
        self, scores: Tensor, powers: Tensor, rest: Tensor | None, total: Tensor, step: float, colors: Sequence[str],
        others: str, lanes: PullLanes, region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.left, self._length, self.middle = lanes.ends[0], lanes.length, lanes.middle(1)
        size, head = style.sizes.number, style.sizes.head
        self.texts = [
            power_text(score, power, step, color, size, style)
            for score, power, color in zip(scores, powers, colors, strict=True)
        ]
        self.pieces = [ScoreBar(color, style=style) for color in colors]
        self.shares = [float(power) / float(total) for power in powers]
        if rest is not None:
            self.texts.append(others_text(others, rest, step, size, style))
            self.pieces.append(ScoreBar(style.theme.ink, style=style))
            self.shares.append(1 - sum(self.shares))
        number = HeroNumber(total, decimals=decimals_of(step), size=head, style=style)
        self.total = haloed(Row([Math("=", size=head, style=style), number], _GAP), style)
        capitals = CAP_HEIGHT * UNITS_PER_FONT_UNIT
        top = self.middle + _THICK / 2 + _ABOVE + _RAISED * capitals * size
        gap = lanes.middle(0) - RAIL / 2 - top
        self.fits = self._lay(region, capitals * head) and gap >= _LEAST_GAP
        for piece in self.pieces:
            laid(piece, Layer.SHADOW)
        for text in (*self.texts, self.total):
            laid(text, Layer.LEDGER)
        self.grow(1.0)

    def _lay(self, region: Region, head: float) -> bool:
        """Lay all texts, and return whether there is room."""
        starts, ends = self._ends()
        middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
        widths, room = [float(text.width) + _APART for text in self.texts], region.right - self.left
        for text, along in zip(self.texts, spread(middles, widths, -_APART / 2, room + _APART / 2), strict=True):
            text.set_x(self.left + along)
            rest_on(text, self.middle + _THICK / 2 + _ABOVE)
        self.total.set_x(self.left + self._length + _GAP + float(self.total.width) / 2)
        rest_on(self.total, self.middle - head / 2)
        return float(self.total.get_right()[0]) <= region.right and sum(widths) - _APART <= room

    def _ends(self) -> tuple[list[float], list[float]]:
        """Return where pieces begin and end, from the left of the strip."""
        ends = [self._length * share for share in accumulate(self.shares)]
        return [0.0, *ends[:-1]], ends

    def corners(self, index: int, share: float = 1.0) -> Corners:
        """Return the corners of a piece, when a share of the row has been laid end to end."""
        starts, ends = self._ends()
        front = share * ends[-1]
        start = min(starts[index], front)
        end = max(min(ends[index], front), start + 1e-3)
        left, right = self.left + start, self.left + end
        low, high = self.middle - _THICK / 2, self.middle + _THICK / 2
        return [point(left, high), point(left, low), point(right, low), point(right, high)]

    def grow(self, share: float) -> None:
        """Draw a share of the row, from its beginning; of a piece that is not reached there is no outline."""
        starts, ends = self._ends()
        for index, piece in enumerate(self.pieces):
            piece.lay(self.corners(index, share))
            piece.set_stroke(opacity=float(share * ends[-1] > starts[index]))

    def reached(self, index: int) -> tuple[float, float]:
        """Return the shares of the row at which the middle and the end of a piece are laid."""
        starts, ends = self._ends()
        return (starts[index] + ends[index]) / 2 / ends[-1], ends[index] / ends[-1]
