"""Two keys' dot products with a query that turns, as areas that race: a shadow's length times a query's."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, Rectangle, VMobject
from torch import Tensor

from scenes.parts.bars.ledger import Corners, ScoreBar
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row, capitals
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _NAME, _GAP, _EDGE = 0.75, 0.24, 0.16, 0.12
"""Scene units: the most an icon is high; the share of the width that a name may take; from a strip to what stands
beside it; the thickness of the query's length, which is its edge."""

_ROW, _OVER, _BETWEEN = 1.3, 0.11, 0.2
"""Scene units: from a strip to the next at the most; from a strip up to its factors' baseline; from those to the strip
above."""

_ICON_SHARE, _NUMBER_SHARE = 0.62, 0.42
"""The shares of a row that an icon and a number's capitals are high."""

_WIDE = 0.34
"""The share of the width that a number may take."""

_SIGN, _SHRINK, _LEAST_SIZE = 0.14, 0.94, 0.7
"""Scene units around a factor's sign; the factor by which factors get smaller until they fit, and their least size as
a share of a tick's."""

_LEAST = 1e-3
"""Scene units of the shortest strip, and of the least unit."""


class Race:
    """Two words' dot products as strips with large numbers: as long as a key's shadow, as thick as the query is long.

    All strips of a race have one thickness, as there is one query.

    Args:
        words: the two words, from the top.
        colors: one ``#rrggbb`` for each.
        spans: the least and the largest length of a shadow that the two ever have, in the direction of the query.
        scores: the least and the largest dot product.
        longest: the largest length of a query.
        region: where it lies, in the middle.
        most: scene units for a shadow of length 1, at the most.
        style: theme and sizes.

    Attributes:
        marks: the words' icons, or their names, before the strips.
        bars: the strips.
        edges: the query's length, along each strip's first edge.
        numbers: the two dot products as they are now.
        unit: scene units for a shadow of length 1.
        thick: scene units for a query of length 1.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], spans: tuple[float, float], scores: tuple[float, float],
        longest: float, region: Region, *, most: float, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self.colors, self.region = style, tuple(colors), region
        self.pitch = min(_ROW, region.height / len(words))
        capital = float(HeroNumber(8.0, style=style).cap_height)
        widest = max(float(HeroNumber(value, style=style).width) for value in scores)
        self.size = style.sizes.hero * min(1.0, _NUMBER_SHARE * self.pitch / capital, _WIDE * region.width / widest)
        self.marks = [self._mark(word, color, region) for word, color in zip(words, colors, strict=True)]
        high = self.pitch - capitals(style.sizes.number) - _OVER - _BETWEEN
        self.thick = high / max(longest, 1e-6)
        self._spans, self._scores = spans, scores
        self.unit = min(most, self._largest_unit(region.width))
        before, beyond = self._needs(self.unit)
        self.at_zero = region.left + before + (region.width - before - beyond) / 2
        top = float(region.centre[1]) + len(words) * self.pitch / 2
        self.places = [top - (index + 1) * self.pitch + high / 2 for index in range(len(words))]
        self.bars = [laid(ScoreBar(color, style=style), Layer.SHADOW) for color in colors]
        self.edges = [laid(Rectangle(width=_EDGE, height=high, stroke_width=0), Layer.SHADOW) for _ in words]
        self.tint(style.theme.ink)
        below = min(spans[0], 0.0)
        for mark, y in zip(self.marks, self.places, strict=True):
            mark.move_to(point(self.at_zero + below * self.unit - _EDGE - _GAP, y), aligned_edge=RIGHT)
            laid(mark, Layer.LEDGER)
        self.now = ([0.0] * len(words), longest)
        self.numbers = [laid(self.number_of(index, 0.0, longest), Layer.LEDGER) for index in range(len(words))]
        self.running = [RunningNumber(number) for number in self.numbers]

    def _mark(self, word: str, color: str, region: Region) -> VMobject:
        """Return a word's icon, or its name."""
        if has_icon(word, self.style):
            return ShadedIcon(word, color, height=min(_ICON, _ICON_SHARE * self.pitch), style=self.style)
        sizes = self.style.sizes
        return Label(word, size=sizes.number, color=color, within=_NAME * region.width, style=self.style)

    def _needs(self, unit: float) -> tuple[float, float]:
        """Return how much room everything takes before and beyond the line from which all strips begin."""
        low, high = self._spans
        mark = max(float(mark.width) for mark in self.marks) + _GAP + _EDGE
        number = max(float(HeroNumber(value, size=self.size, style=self.style).width) for value in self._scores) + _GAP
        return mark - min(low, 0.0) * unit, max(high, 0.0) * unit + number

    def _largest_unit(self, width: float) -> float:
        """Return the largest unit with which everything fits into a width."""
        (before, beyond), span = self._needs(0.0), max(self._spans[1], 0.0) - min(self._spans[0], 0.0)
        return max((width - before - beyond) / max(span, 1e-6), _LEAST)

    def tint(self, color: str) -> None:
        """Give the edges the colour of what asks: a word's own vector, or its query."""
        for edge in self.edges:
            edge.set_fill(self.style.theme.fill(color), 1.0)

    def number_of(self, index: int, shadow: float, length: float) -> HeroNumber:
        """Return a dot product behind its strip; behind the line of all edges, where the strip lies before that."""
        number = HeroNumber(shadow * length, size=self.size, color=self.colors[index], style=self.style)
        end = self.at_zero + max(shadow, 0.0) * self.unit
        number.set_x(end + _GAP + float(number.width) / 2)
        return laid(number.on_baseline(self.places[index] - float(number.cap_height) / 2), Layer.LEDGER)

    def corners(self, index: int) -> Corners:
        """Return the corners of a word's strip as it is now."""
        shadows, length = self.now
        x, y, half = self.at_zero, self.places[index], max(self.thick * length, _LEAST) / 2
        reach = shadows[index] * self.unit
        reach = reach if abs(reach) > _LEAST else _LEAST
        return [point(x, y + half), point(x, y - half), point(x + reach, y - half), point(x + reach, y + half)]

    def draw(self, shadows: Sequence[float], length: float) -> None:
        """Draw strips as long as shadows, and as thick as a query is long; both numbers run."""
        self.now = ([*shadows], length)
        for index, shadow in enumerate(shadows):
            self.bars[index].lay(self.corners(index))
            x, y, half = self.at_zero, self.places[index], max(self.thick * length, _LEAST) / 2
            ends = [point(x - _EDGE, y + half), point(x - _EDGE, y - half), point(x, y - half), point(x, y + half)]
            self.edges[index].set_points_as_corners([*ends, ends[0]])
            self.running[index].write(self.number_of(index, shadow, length))

    def settle(self) -> list[HeroNumber]:
        """Return both numbers as they stay, where the running ones are."""
        shadows, length = self.now
        self.numbers = [self.number_of(index, shadow, length) for index, shadow in enumerate(shadows)]
        return self.numbers

    def factors(self, shadows: Tensor, length: Tensor, decimals: int, color: str) -> list[Row]:
        """Return a strip's shadow times the query's length above each strip; none where one has no room.

        Args:
            shadows: of both keys, as they are printed.
            length: of the query.
            decimals: digits after the point.
            color: ``#rrggbb``, of the query.
        """
        size = self.style.sizes.number
        room = self.region.right - self.at_zero + _EDGE
        while size >= _LEAST_SIZE * self.style.sizes.tick:
            rows = [
                Row(
                    [
                        Number(shadow, decimals=decimals, size=size, color=own, style=self.style),
                        Math("times", size=size, style=self.style),
                        Number(length, decimals=decimals, size=size, color=color, style=self.style),
                    ],
                    _SIGN,
                )
                for shadow, own in zip(shadows, self.colors, strict=True)
            ]
            if max(float(row.width) for row in rows) <= room:
                for index, row in enumerate(rows):
                    row.align_to(point(self.at_zero - _EDGE), LEFT)
                    laid(row.on_baseline(self._top(index, float(row.get_right()[0])) + _OVER), Layer.LEDGER)
                return rows
            size *= _SHRINK
        return []

    def _top(self, index: int, right: float) -> float:
        """Return the upper edge of a strip, and of its number where that is higher and a text reaches over it.

        Args:
            index: of the word.
            right: where the text ends, scene units.
        """
        number = self.number_of(index, self.now[0][index], self.now[1])
        half = self.thick * self.now[1] / 2
        if right + _GAP > float(number.get_left()[0]):
            half = max(half, float(number.cap_height) / 2)
        return self.places[index] + half

    @property
    def frame(self) -> list[VMobject]:
        """The marks that stand before anything is measured."""
        return [*self.edges, *self.marks]

    @property
    def settled(self) -> list[VMobject]:
        """Everything of it, once its numbers have stopped."""
        return [*self.frame, *self.bars, *self.numbers]

    @property
    def measured(self) -> list[VMobject]:
        """The strips and numbers that follow the query."""
        return [*self.bars, *self.edges, *self.running]
