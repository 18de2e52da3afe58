"""Averages of a phrase's vectors: written out, drawn beside the phrase, and compared with another one."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.parts.arrows import Arrow
from scenes.parts.geometry import Point, point
from scenes.parts.number import Factor, Number, VectorColumn
from scenes.parts.phrase import PhraseRow
from scenes.parts.text import Label, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THIN = 2.4
"""Stroke width of arrows that stand for no weight."""

_MOST_ROOM = 1.8
"""Scene units of a word's column at most: further apart, words would not be read as one phrase."""

_WAY, _AVERAGE, _REMARK = 0.8, 1.5, 1.6
"""Scene units of the arrow to the average, of the average, and of what may be said of it at both ends together."""

_HEADER = 0.68
"""Scene units from the top of a phrase to its vectors."""


class AverageSum(Row):
    """An average written out: ``(0.00 + 1.70 + (−1.20)) / 3 = 0.17``.

    Args:
        values: shape (T,).
        count: T, as a tensor.
        result: the average, as computed.
        colors: one ``#rrggbb`` a value.
        style: theme and sizes.

    Attributes:
        terms: the values' mobjects.
        signs: what stands between and around them, up to the count.
        equals: the equals sign.
        result: the average's mobject.
    """

    def __init__(
        self, values: Tensor, count: Tensor, result: Tensor, colors: Sequence[str], *, style: Style = DEFAULT
    ) -> None:
        size = style.sizes.phrase
        before, after, over, self.equals = (Label(sign, size=size, style=style) for sign in "()/=")
        factors = [
            Factor(value, size=size, color=color, style=style) for value, color in zip(values, colors, strict=True)
        ]
        below = Number(count, decimals=0, size=size, style=style)
        self.result = Number(result, size=size, color=style.theme.value, style=style)
        pieces: list[VMobject] = [before, factors[0]]
        for factor in factors[1:]:
            pieces += [Label("+", size=size, style=style), factor]
        pieces += [after, over, below, self.equals, self.result]
        gaps = [0.05, *[0.16] * (2 * len(factors) - 2), 0.05, 0.12, 0.12, 0.25, 0.25]
        super().__init__(pieces, gaps)
        self.terms = [factor.number for factor in factors]
        marks = [mark for factor in factors for mark in factor if mark is not factor.number]
        self.signs = [piece for piece in pieces[:-2] if piece not in factors] + marks


class AveragedPhrase(VGroup):
    """Words over their vectors, and at the right the average of those.

    Args:
        region: where it stands, in the middle.
        words: the phrase.
        vectors: shape (T, d).
        context: their average, shape (d,).
        colors: one ``#rrggbb`` a word.
        style: theme and sizes.

    Attributes:
        phrase: the words.
        vectors: their vectors' mobjects.
        context: the average's mobject.
        lead: the arrow from the words' vectors to the average.
    """

    def __init__(
        self, region: Region, words: Sequence[str], vectors: Tensor, context: Tensor, colors: Sequence[str], *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        # Vectors of four numbers are as high as two phrases one above the other allow in smaller type only.
        size = style.sizes.phrase if vectors.shape[-1] < 4 else style.sizes.label
        room = min(_MOST_ROOM, (region.width - _WAY - _AVERAGE - _REMARK) / len(words))
        self.vectors = [
            VectorColumn(row, size=size, color=color, style=style) for row, color in zip(vectors, colors, strict=True)
        ]
        self.context = VectorColumn(context, size=size, color=style.theme.value, style=style)
        height = max(vector.height for vector in self.vectors)
        left = float(region.centre[0]) - (room * len(words) + _WAY + _AVERAGE) / 2
        top = float(region.centre[1]) + (height + _HEADER) / 2
        header = Region(left, left + room * len(words), top - 0.5, top)
        self.phrase = PhraseRow(words, colors, header, columns=True, style=style)
        y = top - _HEADER - height / 2
        for index, vector in enumerate(self.vectors):
            vector.move_to(point(self.phrase.column(index), y))
        self.context.move_to(point(header.right + _WAY + _AVERAGE / 2, y))
        self.lead = level_arrow(self.vectors[-1], self.context, style)
        super().__init__(self.phrase, *self.vectors, self.lead, self.context)


class Alikeness(VGroup):
    """How alike two things are that stand one above the other: a double arrow between them and its number.

    Args:
        upper: the thing above.
        lower: the thing below.
        value: how alike they are.
        named: what the number is, in words; below each other at the left.
        style: theme and sizes.

    Attributes:
        arrows: the two halves of the double arrow.
        said: the words.
        value: the number.
    """

    def __init__(
        self, upper: VMobject, lower: VMobject, value: Tensor, named: Sequence[str], *, style: Style = DEFAULT
    ) -> None:
        x, color = float(upper.get_x()), style.theme.value
        ends = [point(x, float(upper.get_bottom()[1]) - 0.1), point(x, float(lower.get_top()[1]) + 0.1)]
        middle = (ends[0] + ends[1]) / 2
        self.arrows = [Arrow(middle, end, color, width=_THIN) for end in ends]
        self.value = Number(value, size=style.sizes.formula, color=color, style=style)
        self.value.align_to(middle + point(0.25, 0.0), LEFT)
        set_on_baseline(self.value, float(middle[1]) - 0.16)
        self.said = VGroup(*(Label(word, style=style) for word in named))
        for word, rise in zip(self.said, _spread(len(named), 0.4), strict=True):
            word.align_to(middle - point(0.25, 0.0), RIGHT)
            set_on_baseline(word, float(middle[1]) + rise - 0.07)
        super().__init__(*self.arrows, self.said, self.value)


def level_arrow(source: VMobject, target: VMobject, style: Style = DEFAULT, *, y: float | None = None) -> Arrow:
    """An arrow from the right side of one thing to the left side of another, at the height of the first.

    Args:
        source: where it begins.
        target: where it ends.
        style: theme.
        y: another height, scene units.
    """
    height = float(source.get_y()) if y is None else y
    begin: Point = point(float(source.get_right()[0]) + 0.14, height)
    end: Point = point(float(target.get_left()[0]) - 0.14, height)
    return Arrow(begin, end, style.theme.dim, width=_THIN)


def _spread(count: int, pitch: float) -> list[float]:
    """Heights around 0, from the top."""
    return [pitch * ((count - 1) / 2 - index) for index in range(count)]
