"""Two words that could come next: a mix stands between their vectors, and its bars slide beside theirs."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import VectorBlocks
from scenes.article.next_word.score_sum import ScoreSum
from scenes.parts.geometry import Point, point
from scenes.parts.text.number import Number
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP = 0.3
"""Scene units between the mix and the words beside it."""

_LEAST_SIDE = 3.25
"""Scene units of width that each word needs if the mix is to stand between them; else it stands above them."""

_BESIDE = 0.14
"""Scene units from the mix's zero line to its numbers, with some air at their end."""

_PITCH = 0.0155
"""Scene units from a number of the mix to the next, for each font unit, where it stands above the words."""

_THICK, _THICKER = 0.28, 0.295
"""Scene units: the thickness of a bar, at most; the same where the mix stands between the words."""

_LOUD = 1.35
"""The factor by which scores are larger than the products."""

_OVER = 0.24
"""Scene units from the mix's first bar up to its glass."""


class Candidates:
    """Words as answers with their scores, and the mix that is multiplied with each: all bars have one scale.

    Args:
        words: one or two, the best one last.
        answers: shape (N, d), their vectors.
        mix: shape (d,).
        products: shape (N, d).
        scores: shape (N,).
        region: they fill it.
        unit: scene units for 1, at most.
        parts: shape (T, d), what the mix is the average of.
        part_colors: ``#rrggbb``, one a part.
        colors: ``#rrggbb`` of the best word and of the mix; other words are quiet.
        total: a score's name.
        style: theme and sizes.

    Attributes:
        sums: a word's bars, products and score, one a word.
        mix: the mix's bars, each on the height of its row where it stands between the words.
        glass: where there is room for the glass that the mix is in.
        unit: scene units for 1.
        across: whether the mix stands between the words, and not above them.
    """

    def __init__(
        self,
        words: Sequence[str],
        answers: Tensor,
        mix: Tensor,
        products: Tensor,
        scores: Tensor,
        region: Region,
        *,
        unit: float,
        parts: Tensor,
        part_colors: Sequence[str],
        colors: tuple[str, str],
        total: str,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._values, sizes = style, mix, style.sizes
        room = min(0.3 * region.width, 2.5)
        size = next(
            (each for each in (sizes.head, sizes.number, sizes.tick) if self._half(each) <= room / 2), sizes.least
        )
        side = (region.width - room - 2 * _GAP) / 2
        self.across = side >= _LEAST_SIDE
        size = size if self.across else min(size, sizes.number)
        self._pitch = _PITCH * sizes.number
        places = self._places(region, side)
        hues = [quiet(style.theme)] * (len(words) - 1) + [colors[0]]
        rows = list(zip(words, answers, products, scores, hues, places[-len(words) :], strict=True))
        tried = self._sums(rows, total, colors[1], None, unit)
        self.unit = min(summed.unit for summed in tried)
        self.sums = self._sums(rows, total, colors[1], min(summed.size for summed in tried), self.unit)
        heights, middle = self._set_glass(region, room)
        self.mix = self._blocks(heights, middle, self.sums[-1].thick, size, parts, part_colors, colors[1])

    def _places(self, region: Region, side: float) -> list[Region]:
        """Return where two words are: at both sides of the mix, each so wide, or beside each other below it."""
        if self.across:
            left = Region(region.left, region.left + side, region.bottom, region.top)
            return [left, Region(region.right - side, region.right, region.bottom, region.top)]
        top = region.top - self._pitch * len(self._values) - 0.2
        return list(Region(region.left, region.right, region.bottom, top).columns(1, 1, gap=_GAP))

    def _sums(
        self,
        rows: Sequence[tuple[str, Tensor, Tensor, Tensor, str, Region]],
        total: str,
        hue: str,
        most: float | None,
        unit: float,
    ) -> list[ScoreSum]:
        """Return each word's bars, products and score, in type and at a scale of no more than these.

        Args:
            rows: a word, its vector, its products, its score, its colour and its place, for each word.
            total: a score's name.
            hue: ``#rrggbb``, of the mix.
            most: manim font units.
            unit: scene units for 1.
        """
        return [
            ScoreSum(
                word, answer, self._values, products, score, total, place,
                colors=(color, hue), most=most, unit=unit, thick=_THICKER if self.across else _THICK,
                loud=_LOUD if self.across else 1.0, style=self.style,
            )
            for word, answer, products, score, color, place in rows
        ]  # fmt: skip

    def _set_glass(self, region: Region, room: float) -> tuple[list[float], float]:
        """Find the glass's place; return the heights of the mix's bars and the place of their zero line."""
        first, middle = self.sums[-1], float(region.centre[0])
        if self.across:
            heights = [y - first.thick / 2 for y in first.heights]
            low = heights[0] + first.thick / 2 + _OVER
            self.glass = Region(middle - room / 2, middle + room / 2, low, max(region.top, low + 0.3))
            return heights, middle
        heights = [region.top - self._pitch * (index + 0.5) for index in range(len(self._values))]
        wide = min(1.4, 0.2 * region.width)
        self.glass = Region(middle - wide - 0.1, middle - 0.1, heights[-1] - self._pitch / 2, region.top)
        return heights, middle + 0.5 * room

    def _half(self, size: float) -> float:
        """Return the width that the mix's numbers take at one side of its zero line, scene units."""
        return _BESIDE + max(float(Number(value, size=size, style=self.style).width) for value in self._values)

    def _blocks(
        self,
        heights: Sequence[float],
        x: float,
        thick: float,
        size: float,
        parts: Tensor,
        part_colors: Sequence[str],
        hue: str,
    ) -> VectorBlocks:
        """Return the mix as blocks on some heights."""
        step = heights[0] - heights[1] if len(heights) > 1 else 2 * thick
        room = Region(x - 1.0, x + 1.0, heights[-1] - step / 2, heights[0] + step / 2)
        made = VectorBlocks(
            self._values, hue, room, self.unit,
            parts=parts, colors=part_colors, size=size, thick=thick, style=self.style,
        )  # fmt: skip
        top, low = heights[0] + 0.75 * thick, heights[-1] - 0.75 * thick
        made.zero.set_points_as_corners([point(x, top), point(x, low)])
        return made

    def slide(self, index: int, share: float) -> None:
        """Let copies of the mix's bars slide a share, 0 to 1, of the way to a word's."""
        for place, y in enumerate(self.mix.heights):
            self.sums[index].slide(place, self._start(y), share)

    def _start(self, y: float) -> Point:
        return point(self.mix.middle, y)
