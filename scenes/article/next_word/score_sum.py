"""A score's sum: a mix's numbers and an answer's, bar beside bar, and their products."""

from __future__ import annotations

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.article.next_word.mixing import hollow, liquid, soft_bar
from scenes.number_format import decimals_that_add
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH = 0.0168
"""Scene units from one line of type to the next, for each font unit."""

_THICK = 0.23
"""Scene units: the thickness of a bar, at most."""

_GAP = 0.0052
"""Scene units on both sides of a sign, for each font unit."""

_TIP = 0.1
"""Scene units on both sides of a number at its bar's tip."""

_SMALLER = 0.82
"""The factor by which a number is smaller there, at most."""

_WIDE = 1.5
"""The ratio of width to height from which the products stand beside the bars, not below them."""


class ScoreSum(VGroup):
    """Two vectors, bar beside bar from one zero line; with each pair its product, and below all the sum.

    Args:
        name: of the answer.
        answer: shape (d,).
        mix: shape (d,).
        products: shape (d,).
        score: the sum of the products.
        total: the score's name.
        region: it fills it.
        colors: ``#rrggbb`` of the answer and of the mix.
        most: manim font units of the lines, at most; as large as there is room for when None.
        unit: scene units for 1, at most; as long as there is room for when None.
        thick: the thickness of a bar, scene units, at most.
        loud: the factor by which the score is larger than the lines.
        style: theme and sizes.

    Attributes:
        head: the answer's name.
        zeros: a zero line a pair.
        answers: the answer's bars.
        mixes: the mix's bars.
        lines: for each pair its numbers, its signs and the product, in a group.
        sum: the line below the products, the score's name and the score.
        score: its number.
        unit: scene units for 1.
        room: where the bars are.
        decimals: digits after the point of the products and of the score.
    """

    def __init__(
        self,
        name: str,
        answer: Tensor,
        mix: Tensor,
        products: Tensor,
        score: Tensor,
        total: str,
        region: Region,
        *,
        colors: tuple[str, str],
        most: float | None = None,
        unit: float | None = None,
        thick: float = _THICK,
        loud: float = 1.0,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.colors, self.most_unit, self.loud, self.thick = style, colors, unit, loud, thick
        self._answer, self._mix = answer.tolist(), mix.tolist()
        decimals = decimals_that_add(products.tolist(), float(score), (2, 3))
        self._equals, self.decimals = ("=" if decimals is not None else "≈"), decimals or 2
        beside = region.width > _WIDE * region.height
        sizes = style.sizes
        tried = sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least
        for size in [each for each in tried if most is None or each <= most]:
            rows, width = self._write(mix, answer, products, size)
            high = (len(rows) + 0.95 + 1.25 * loud) * _PITCH * size + (0.0 if beside else 2.7 * thick * len(rows))
            if high <= region.height and width <= (0.55 if beside else 1.0) * region.width:
                break
        self.size, self.lines = size, rows
        self._set(name, score, total, region, width, beside)
        pieces = (self.head, self.zeros, self.answers, self.mixes, *self.lines, self.sum)
        super().__init__(*pieces)
        laid(self, Layer.LEDGER)

    def _write(self, mix: Tensor, answer: Tensor, products: Tensor, size: float) -> tuple[list[VGroup], float]:
        """Return a line for each pair, factor times factor and the product, in columns; and their width."""
        style, space = self.style, _GAP * size
        hues = (self.colors[1], self.colors[0], style.theme.ink)
        columns = [
            [Number(value, decimals=digits, size=size, color=hue, style=style) for value in column]
            for column, hue, digits in zip((mix, answer, products), hues, (2, 2, self.decimals), strict=True)
        ]
        rows, right = [VGroup() for _ in columns[0]], 0.0
        for sign, column in zip(("", "×", self._equals), columns, strict=True):
            if sign:
                signs = [Label(sign, size=size, style=style) for _ in column]
                for row, label in zip(rows, signs, strict=True):
                    row.add(label.set_x(right + space + label.width / 2).on_baseline(0.0))
                right += 2 * space + float(signs[0].width)
            right += max(float(number.width) for number in column)
            for row, number in zip(rows, column, strict=True):
                number.shift(point(right - float(number.get_right()[0]), 0.0)).on_baseline(0.0)
                row.add(number)
        return rows, right

    def _set(self, name: str, score: Tensor, total: str, region: Region, width: float, beside: bool) -> None:
        """Set name, bars, lines and sum into the region, from the top."""
        style, size, count = self.style, self.size, len(self.lines)
        pitch = _PITCH * size
        body = region.inset(top=1.1 * pitch, bottom=1.25 * self.loud * pitch)
        step = min(body.height / count, 1.9 * pitch if beside else 2.1 * pitch + 2.7 * self.thick)
        top = float(body.centre[1]) + step * count / 2
        bars = Region(region.left, region.right - width - 0.4, body.bottom, body.top) if beside else body
        self.room = bars
        left = region.right - width if beside else float(region.centre[0]) - width / 2
        thick = min(self.thick, 0.42 * step if beside else 0.5 * (step - 1.3 * pitch))
        self.zero, self.thick = self._find_zero(bars), thick
        self.heights: list[float] = []
        for index, line in enumerate(self.lines):
            high = top - index * step
            middle = high - step / 2 if beside else high - 0.12 * step - thick
            self.heights.append(middle)
            low = middle - 0.0036 * size if beside else middle - thick - 0.72 * pitch
            line.shift(point(left, low))
        self.zeros = VGroup(*(self._axis(y) for y in self.heights))
        self.answers = VGroup(*(hollow(self.colors[0], style) for _ in self.lines))
        self.mixes = VGroup(*(liquid(self.colors[1], style) for _ in self.lines))
        for place in range(count):
            self.draw(place)
        self.head = Label(name, size=1.15 * size, color=self.colors[0], within=region.width, style=style)
        spare = (region.width - float(self.head.width)) / 2
        centre = float(region.centre[0])
        self.head.set_x(min(max(self.zero, centre - spare), centre + spare)).on_baseline(top + 0.35 * pitch)
        self.sum = self._sum(score, total, left, left + width)

    def _find_zero(self, room: Region) -> float:
        """Return where the zero line stands, so that all bars have the most room; set the bars' unit."""
        values = [0.0, *self._answer, *self._mix]
        low, high = min(values), max(values)
        self.unit = 0.96 * room.width / max(high - low, 1e-9)
        self.unit = min(self.unit, self.most_unit or self.unit)
        return float(room.centre[0]) - float(self.unit * (high + low) / 2)

    def _axis(self, y: float) -> VMobject:
        half = 1.25 * self.thick
        line = Line(point(self.zero, y - half), point(self.zero, y + half))
        return line.set_stroke(self.style.theme.axis, 2.4)

    def draw(self, place: int, share: float = 1.0, answer: float = 1.0) -> None:
        """Draw a pair's bars: a share, 0 to 1, of the answer's, and below it one of the mix's."""
        y = self.heights[place]
        reaches = [(value * self.unit) or 1e-3 for value in (answer * self._answer[place], share * self._mix[place])]
        self.answers[place].set_points(soft_bar(self.zero, reaches[0], y, y + self.thick))
        self.mixes[place].set_points(soft_bar(self.zero, reaches[1], y - self.thick, y))

    def tip(self, place: int) -> Point:
        """Return where an answer's number stands at its bar's tip: within it, or where the bar is short, beyond it."""
        number, value, y = self.number(place), self._answer[place], self.heights[place] + self.thick / 2
        way, reach = (-1.0 if value < 0 else 1.0), abs(value) * self.unit
        taken = float(number.width) + 2 * _TIP
        if taken <= reach:
            return point(self.zero + way * (reach - taken / 2), y)
        beyond = self.zero + way * (reach + taken)
        inside = self.room.left <= beyond <= self.room.right
        return point(self.zero + way * (reach + taken / 2 if inside else -taken / 2), y)

    def at_tip(self, place: int) -> Number:
        """Put an answer's number to its bar's tip, a little smaller, and return it; its place in the line is saved."""
        number = self.number(place)
        number.save_state()
        number.scale(max(_SMALLER, min(self.style.sizes.least / self.size, 1.0)))
        return number.move_to(self.tip(place))

    def number(self, place: int) -> Number:
        """Return an answer's number in the line of its product."""
        found = self.lines[place][2]
        assert isinstance(found, Number)
        return found

    def slide(self, place: int, start: Point, share: float) -> None:
        """Let a bar of the mix come from where it stood, a share, 0 to 1, of the way; it keeps its length.

        Args:
            place: of the pair, from the top.
            start: manim point of the bar's zero, at the middle of its thickness, before.
            share: of the way.
        """
        end = point(self.zero, self.heights[place] - self.thick / 2)
        x, y, _ = start + share * (end - start)
        reach, half = self._mix[place] * self.unit or 1e-3, self.thick / 2
        self.mixes[place].set_points(soft_bar(float(x), reach, float(y) - half, float(y) + half))

    def _sum(self, score: Tensor, total: str, left: float, right: float) -> VGroup:
        """Return the line below the products, the score's name and the score."""
        style, size = self.style, self.size
        low = min(float(line.get_bottom()[1]) for line in self.lines) - 0.0055 * size
        rule = Line(point(left, low), point(right, low)).set_stroke(style.theme.axis, 2.4)
        result = Number(score, decimals=self.decimals, size=self.loud * size, color=self.colors[0], style=style)
        below = 0.85 * _PITCH * self.loud * size
        result.shift(point(right - float(result.get_right()[0]), 0.0)).on_baseline(low - below)
        said = Label(total, size=size, style=style)
        said.set_x(float(result.get_left()[0]) - 3 * _GAP * size - said.width / 2).on_baseline(result.baseline)
        self.score = result
        return VGroup(rule, said, result)
