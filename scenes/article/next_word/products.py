"""Words tried as the next one: the products of their numbers with a mix's lie end to end, and end at the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import VectorBlocks, liquid, soft_bar
from scenes.number_format import decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SHARES = (1.6, 0.14, 0.66, 0.2, 0.62)
"""Shares of the height: the glass, a gap, a row, a gap, a score."""

_HIGHEST = 8.6
"""Scene units of height that all these take at most."""

_BESIDE = 0.12
"""Scene units from a zero line or a bar's end to a number."""

_SPACE = 0.0058
"""Scene units between a sign and a number, for each font unit."""

_LINE = 0.0145
"""Scene units of height that a line of type needs, for each font unit."""

_CHAIN = 0.34
"""The share of the width that the products have at least, unless type is as small as it may be."""

_THICK, _SCORE = 0.6, 0.66
"""The thickness of a product's and of a score's bar, as shares of the step from one to the next."""

_LOUD = 1.25
"""The factor by which scores and their words are larger than the other numbers."""

_ICON, _BIG = 0.78, 1.25
"""The height of a tried word's icon, as a share of the glass's; the factor by which such a word is larger than hero."""


@dataclass(frozen=True)
class Rows:
    """The places of the numbers of words that are tried, and the scale of their products, in scene units.

    Attributes:
        size: of the numbers, manim font units.
        answers: the right end of a word's own numbers.
        signs: the middles of the signs before and after them.
        zero: where products and scores begin.
        unit: for 1.
        heights: of the rows.
        pitch: from a row to the next.
        score: the height of the first score.
        step: from a score to the next.
        name: the right end of the name beside a score.
    """

    size: float
    answers: float
    signs: tuple[float, float]
    zero: float
    unit: float
    heights: tuple[float, ...]
    pitch: float
    score: float
    step: float
    name: float


class ProductChain(VGroup):
    """A word that is tried: its numbers, their products with a mix's end to end, and their sum, the score.

    Args:
        name: of the word.
        answer: shape (d,).
        products: shape (d,).
        score: their sum.
        rows: where all that stands.
        style: theme and sizes.

    Attributes:
        answers: the word's numbers.
        signs: before and after each of them.
        pieces: a product each; every one begins where the one before has ended.
        links: from the end of one to the beginning of the next, and to the score.
        products: the products' numbers.
        head: the word's name beside its score.
        bar: the score's bar.
        score: its number.
    """

    def __init__(
        self, name: str, answer: Tensor, products: Tensor, score: Tensor, rows: Rows, *, style: Style = DEFAULT
    ) -> None:
        self.rows, self.style, self.values, self.total = rows, style, products.tolist(), float(score)
        size, hue = rows.size, quiet(style.theme)
        decimals = decimals_that_add(self.values, self.total, (2, 3))
        self.decimals = decimals or 2
        self.ends = [sum(self.values[:place]) for place in range(len(self.values) + 1)]
        self.answers = VGroup(*(Number(value, size=size, style=style) for value in answer))
        self.products = VGroup(*(Number(value, decimals=self.decimals, size=size, style=style) for value in products))
        self.signs, self.pieces = VGroup(), VGroup(*(liquid(hue, style) for _ in self.values))
        self.links = VGroup(*(self._link(place) for place in range(len(self.values))))
        for place, y in enumerate(rows.heights):
            base = y - 0.0036 * size
            number, product = self.answers[place], self.products[place]
            number.set_x(rows.answers - float(number.width) / 2).on_baseline(base)
            right = rows.zero + rows.unit * max(self.ends[place : place + 2])
            product.set_x(right + _BESIDE + float(product.width) / 2).on_baseline(base)
            for sign, x in zip(("×", "=" if decimals is not None else "≈"), rows.signs, strict=True):
                self.signs.add(Label(sign, size=size, style=style).set_x(x).on_baseline(base))
            self.grow(place, 1.0)
        self.bar = liquid(hue, style)
        self.grow_score(1.0)
        large, base = _LOUD * size, rows.score - 0.0036 * _LOUD * size
        self.head = Label(name, size=large, style=style)
        self.head.set_x(rows.name - float(self.head.width) / 2).on_baseline(base)
        self.score = Number(score, decimals=self.decimals, size=large, style=style)
        tip = rows.zero + rows.unit * max(self.total, 0.0)
        self.score.set_x(tip + _BESIDE + float(self.score.width) / 2).on_baseline(base)
        super().__init__(
            self.links, self.pieces, self.bar, self.answers, self.signs, self.products, self.head, self.score
        )
        laid(self, Layer.LEDGER)

    @property
    def factors(self) -> VGroup:
        """The word's numbers with the signs beside them."""
        return VGroup(self.signs, self.answers)

    @property
    def result(self) -> VGroup:
        """The score with its name and its bar."""
        return VGroup(self.head, self.bar, self.score)

    def _link(self, place: int) -> VMobject:
        """Return the line from the end of a product down to the next one, or to the score."""
        rows, half = self.rows, _THICK * self.rows.pitch / 2
        x, last = rows.zero + rows.unit * self.ends[place + 1], place == len(self.values) - 1
        low = rows.score + _SCORE * rows.step / 2 if last else rows.heights[place + 1] + half
        line = Line(point(x, rows.heights[place] - half), point(x, low))
        return line.set_stroke(self.style.theme.axis, 2.4)

    def grow(self, place: int, share: float) -> None:
        """Draw a share, 0 to 1, of a product, from where the one before has ended."""
        rows, y, half = self.rows, self.rows.heights[place], _THICK * self.rows.pitch / 2
        reach = share * self.values[place] * rows.unit or 1e-3
        self.pieces[place].set_points(soft_bar(rows.zero + rows.unit * self.ends[place], reach, y - half, y + half))

    def grow_score(self, share: float) -> None:
        """Draw a share, 0 to 1, of the score's bar."""
        rows, half = self.rows, _SCORE * self.rows.step / 2
        reach = share * self.total * rows.unit or 1e-3
        self.bar.set_points(soft_bar(rows.zero, reach, rows.score - half, rows.score + half))


class Trial:
    """Words tried as the next one, one after the other, beside a mix below its glass.

    Args:
        words: one or two, in the order in which they are tried.
        answers: shape (N, d), their numbers.
        mix: shape (d,).
        products: shape (N, d).
        scores: shape (N,).
        region: it fills it.
        unit: scene units for 1 of the mix.
        hue: ``#rrggbb``, of the mix.
        parts: shape (T, d), what the mix is the average of.
        colors: ``#rrggbb``, one a part.
        style: theme and sizes.

    Attributes:
        glass: where the glass stands.
        mix: the mix's bars below it.
        own: a word's own numbers each, as bars, in the rows of the mix's.
        sums: one a word.
        axis: the line where products and scores begin, beside those.
        tried: each word, large, with its icon where it has one.
        labels: these words alone.
        place: where these stand, manim point.
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
        hue: str,
        parts: Tensor,
        colors: Sequence[str],
        style: Style = DEFAULT,
    ) -> None:
        self.style = style
        spare = max(region.height - _HIGHEST, 0.0) / 2
        self._region = region.inset(top=0.5 * spare, bottom=1.5 * spare)
        glass, _, each, _, score = _SHARES
        count, self._tried = len(mix), len(words)
        inside, _, body, _, below = self._region.rows(glass, 0.14, each * count, 0.2, score * len(words))
        self._body, self._below = body, below
        sizes = style.sizes
        for size in (sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least):
            rows, middle, half = self._rows(size, answers, mix, products, scores, words, unit)
            if rows.unit * self._span(products) >= _CHAIN * region.width and _LINE * size <= rows.pitch:
                break
        width = min(half, 0.62 * inside.height)
        self.glass = Region(middle - width, middle + width, inside.bottom, inside.top)
        self.mix = VectorBlocks(
            mix, hue, Region(middle - half, middle + half, body.bottom, body.top), unit,
            parts=parts, colors=colors, size=rows.size, style=style,
        )  # fmt: skip
        self.sums = [
            ProductChain(word, answer, row, score, rows, style=style)
            for word, answer, row, score in zip(words, answers, products, scores, strict=True)
        ]
        self.own = self._own(answers, rows, middle + half, unit)
        half = _THICK * rows.pitch / 2 + 0.08
        spans = (rows.heights[0] + half, rows.heights[0] - half), (below.top, below.bottom)
        self.axis = VGroup(*(Line(point(rows.zero, top), point(rows.zero, low)) for top, low in spans))
        laid(self.axis.set_stroke(style.theme.axis, 2.4), Layer.THREAD)
        self.place = point((rows.signs[0] + region.right) / 2, float(inside.centre[1]))
        self.tried = self._large(words, 0.9 * inside.height, 2 * (region.right - float(self.place[0])))

    def _own(self, answers: Tensor, rows: Rows, left: float, unit: float) -> list[VectorBlocks]:
        """Return the words' own vectors as bars, all to one scale: the mix's, where there is room.

        Args:
            answers: shape (N, d).
            rows: bars begin where products do, unless numbers would not have room left of it.
            left: where there is room from, scene units.
            unit: scene units for 1 of the mix.
        """
        style, right = self.style, self._region.right
        room = max(float(Number(each, size=rows.size, style=style).width) for each in answers.flatten()) + 2 * _BESIDE
        zero = max(rows.zero, left + room)
        for reach, width in ((float(answers.max()), right - zero), (-float(answers.min()), zero - left - _BESIDE)):
            unit = min(unit, width / max(reach, 1e-9))
        half = right - zero
        region = Region(zero - half, zero + half, self._body.bottom, self._body.top)
        return [VectorBlocks(row, style.theme.ink, region, unit, size=rows.size, style=style) for row in answers]

    def _span(self, products: Tensor) -> float:
        """Return how far products reach, end to end, from the least to the greatest."""
        ends = [0.0, *products.cumsum(dim=-1).flatten().tolist()]
        return float(max(max(ends) - min(ends), 1e-9))

    def _rows(
        self,
        size: float,
        answers: Tensor,
        mix: Tensor,
        products: Tensor,
        scores: Tensor,
        words: Sequence[str],
        unit: float,
    ) -> tuple[Rows, float, float]:
        """Return where numbers of a size stand; the mix's zero line; and the width at either side of that."""
        region, style, space, count = self._region, self.style, _SPACE * size, len(mix)

        def widest(values: Tensor, scale: float = 1.0) -> float:
            return max(float(Number(each, size=scale * size, style=style).width) for each in values.flatten())

        half = max(widest(mix) + _BESIDE, unit * float(mix.abs().max())) + 0.05
        x = region.left + 2 * half
        sign = float(Label("×", size=size, style=style).width)
        first = x + space + sign / 2
        right = max(first + sign / 2 + space + widest(answers), region.left + self._names(words, size))
        second = right + space + sign / 2
        left, room = second + sign / 2 + space, max(widest(products), widest(scores, _LOUD)) + 2 * _BESIDE
        scale = max(region.right - left - room, 0.5) / self._span(products)
        least = min(0.0, float(products.cumsum(dim=-1).min()))
        pitch, step = self._body.height / count, self._below.height / self._tried
        rows = Rows(
            size=size,
            answers=right,
            signs=(first, second),
            zero=left - scale * least,
            unit=scale,
            heights=tuple(self._body.top - (place + 0.5) * pitch for place in range(count)),
            pitch=pitch,
            score=self._below.top - step / 2,
            step=step,
            name=right,
        )
        return rows, region.left + half, half

    def _names(self, words: Sequence[str], size: float) -> float:
        """Return the width of the longest word beside its score."""
        return max(float(Label(word, size=_LOUD * size, style=self.style).width) for word in words)

    def _large(self, words: Sequence[str], height: float, width: float) -> list[VGroup]:
        """Return the words that are tried, large and in one place, each with its icon at its left where it has one."""
        style = self.style
        labels = [Label(word, size=_BIG * style.sizes.hero, within=0.6 * width, style=style) for word in words]
        self.labels, widest = labels, max(float(label.width) for label in labels)
        made = [VGroup(label) for label in labels]
        for word, group in zip(words, made, strict=True):
            if has_icon(word.lower(), style):
                group.add(ShadedIcon(word.lower(), style.theme.ink, height=_ICON * height, style=style))
        aside = max((float(group[1].width) + 0.35 for group in made if len(group) > 1), default=0.0)
        x, y = float(self.place[0]) + aside / 2, float(self.place[1])
        for label, group in zip(labels, made, strict=True):
            label.set_x(x).on_baseline(y - 0.5 * label.cap_height)
            if len(group) > 1:
                group[1].move_to(point(x - widest / 2 - 0.35 - float(group[1].width) / 2, y))
            laid(group, Layer.LABEL)
        return made
