"""A phrase on its way to an answer: its words' vectors, their average, the scores of the words it may end with."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.arrows import Arrow
from scenes.parts.geometry import point
from scenes.parts.number import Factor, Number, VectorColumn
from scenes.parts.phrase import PhraseRow
from scenes.parts.scores import ScoreBars
from scenes.parts.text import Label, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THIN = 2.4
"""Stroke width of arrows that stand for no weight."""

_SHARES = (5.5, 1.5, 1.35, 4.0)
"""Widths of phrase, context vector, classifier and answer, to each other."""

_MARK_ROOM = 0.55
"""Scene units at the right of the bars, for a mark of right or wrong."""


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


class AnsweredPhrase(VGroup):
    """A band from left to right: words over their vectors, the average, a place for the classifier, the scores.

    Args:
        region: what it fills.
        words: the phrase.
        vectors: shape (T, d).
        context: their average, shape (d,).
        colors: one ``#rrggbb`` a word.
        answers: the words whose scores are shown, from the top.
        scores: shape (N,), of those words.
        answer_colors: one ``#rrggbb`` for each of those words.
        others: scores of other phrases that shall be drawn to the same scale.
        style: theme and sizes.

    Attributes:
        columns: the four regions.
        phrase: the words.
        vectors: their vectors' mobjects.
        context: the average's mobject.
        names: the words that are answers.
        scores: their numbers and bars.
        lead: the arrow from the words' vectors to the average.
        story: all up to the average.
    """

    def __init__(
        self, region: Region, words: Sequence[str], vectors: Tensor, context: Tensor, colors: Sequence[str],
        answers: Sequence[str], scores: Tensor, answer_colors: Sequence[str], *,
        others: Tensor, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style = style
        self.columns = region.columns(*_SHARES, gap=0.27)
        left, middle, _, right = self.columns
        header = Region(left.left, left.right, region.top - 0.5, region.top)
        self.phrase = PhraseRow(words, colors, header, columns=True, style=style)
        self.vectors = self._columns(vectors, colors, region)
        self.context = VectorColumn(context, size=style.sizes.phrase, color=style.theme.value, style=style)
        y = float(self.vectors[0].get_y())
        self.context.move_to(point(middle.centre[0], y))
        self.lead = self._arrow(float(self.vectors[-1].get_right()[0]), float(self.context.get_left()[0]), y)
        self._list(right, answers, scores, answer_colors, others)
        self.story = VGroup(self.phrase, *self.vectors, self.lead, self.context)
        super().__init__(self.story, *self.names, self.scores)

    def _columns(self, vectors: Tensor, colors: Sequence[str], region: Region) -> list[VectorColumn]:
        """A column of numbers below each word, no wider than the word's place."""
        sizes = (self.style.sizes.label, self.style.sizes.note)
        size = sizes[vectors.shape[-1] > 3 or self.phrase.column_width < 1.0]
        columns = [
            VectorColumn(row, size=size, color=color, style=self.style)
            for row, color in zip(vectors, colors, strict=True)
        ]
        top = region.top - 0.66
        for index, column in enumerate(columns):
            column.move_to(point(self.phrase.column(index), top - column.height / 2))
        return columns

    def _list(
        self, region: Region, answers: Sequence[str], scores: Tensor, colors: Sequence[str], others: Tensor
    ) -> None:
        """Words below each other with their scores."""
        self.names = [Label(word, color=color, style=self.style) for word, color in zip(answers, colors, strict=True)]
        names_right = region.left + 0.3 + max(name.width for name in self.names)
        pitch = 0.52
        first = float(self.context.get_y()) + pitch * (len(answers) - 1) / 2 - 0.1
        baselines = [first - pitch * index for index in range(len(answers))]
        for name, baseline in zip(self.names, baselines, strict=True):
            name.align_to(point(names_right, 0.0), RIGHT)
            set_on_baseline(name, baseline)
        self.scores = ScoreBars(
            scores, baselines, names_right + 0.25, region.right - _MARK_ROOM, colors, others=others, style=self.style
        )

    def _arrow(self, start: float, end: float, y: float) -> Arrow:
        return Arrow(point(start + 0.12, y), point(end - 0.12, y), self.style.theme.dim, width=_THIN)

    def pass_through(self, box: RoundedRectangle) -> tuple[Arrow, Arrow]:
        """The arrows from the average into a box and from the box to the answers."""
        y = float(self.context.get_y())
        names_left = float(VGroup(*self.names).get_left()[0])
        return (
            self._arrow(float(self.context.get_right()[0]), float(box.get_left()[0]), y),
            self._arrow(float(box.get_right()[0]), names_left, y),
        )

    def answer(self, index: int) -> VGroup:
        """A word, its score and its bar."""
        return VGroup(self.names[index], *self.scores.pair(index))

    def beside(self, index: int, mark: VMobject) -> VMobject:
        """Put a mark at the right of an answer."""
        bar = self.scores.bars[index]
        return mark.move_to(point(max(float(bar.get_right()[0]), self.scores.zero) + 0.35, float(bar.get_y())))
