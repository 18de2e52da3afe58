"""Averages of a phrase's vectors: written out, drawn beside the phrase, and compared with another average."""

from __future__ import annotations

from collections.abc import Sequence

from manim import DOWN, LEFT, RIGHT, UP, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow
from scenes.parts.text.number import Factor, Number, VectorColumn
from scenes.parts.text.typeset import Label, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THIN = 2.4
"""Stroke width of arrows that stand for no weight."""

_MOST_ROOM = 1.8
"""The widest column of a word, scene units: further apart, words would not be read as one phrase."""

_WAY, _AVERAGE, _REMARK = 0.8, 1.5, 1.6
"""Scene units: the arrow to the average, the average, and the remarks at both of its ends together."""

_SPAN = 0.2
"""Scene units from vectors to the bracket along all of them."""

_HEADER = 0.68
"""Scene units from the top of a phrase to its vectors."""


class AverageSum(VGroup):
    """An average written out: ``(0.00 + 1.70 + (−1.20)) / 3 = 0.17``, in a line or, where that is too wide, in more.

    Args:
        values: shape (T,).
        count: T, as a tensor.
        result: the average, as computed.
        colors: one ``#rrggbb`` a value.
        region: the region in which it is centred.
        style: theme and sizes.

    Attributes:
        terms: the values' mobjects.
        signs: the signs between and around them, up to the count.
        equals: the equals sign.
        result: the average's mobject.
    """

    def __init__(
        self,
        values: Tensor,
        count: Tensor,
        result: Tensor,
        colors: Sequence[str],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            groups = self._write(values, count, result, colors, size, style)
            lines = _break(groups, region.width)
            pitch = 0.0165 * size
            if len(lines) * pitch <= region.height + 0.05:
                break
        middle, baseline = (len(lines) - 1) / 2, float(region.centre[1]) - 0.1
        for index, line in enumerate(lines):
            Row(line, [0.25 if group is groups[-1] else 0.16 for group in line[1:]])
            for group in line:
                set_on_baseline(group, baseline + pitch * (middle - index))
            VGroup(*line).align_to(point(region.left), LEFT)
        super().__init__(*groups)
        self.set_x(region.centre[0])

    def _write(
        self, values: Tensor, count: Tensor, result: Tensor, colors: Sequence[str], size: float, style: Style
    ) -> list[Row]:
        """Return the terms, each with its sign, and the result: each piece stays together where lines break."""
        before, after, over, self.equals = (Label(sign, size=size, style=style) for sign in "()/=")
        factors = [
            Factor(value, size=size, color=color, style=style) for value, color in zip(values, colors, strict=True)
        ]
        pluses = [Label("+", size=size, style=style) for _ in factors[1:]]
        below = Number(count, decimals=0, size=size, style=style)
        self.result = Number(result, size=size, color=style.theme.value, style=style)
        pairs = [
            ([before, factors[0]], [0.05]),
            *(([plus, term], [0.16]) for plus, term in zip(pluses, factors[1:], strict=True)),
        ]
        pairs[-1] = (pairs[-1][0] + [after, over, below], pairs[-1][1] + [0.05, 0.12, 0.12])
        self.terms = [factor.number for factor in factors]
        marks = [mark for factor in factors for mark in factor if mark is not factor.number]
        self.signs = [before, *pluses, after, over, below, *marks]
        return [*(Row(pieces, gaps) for pieces, gaps in pairs), Row([self.equals, self.result], 0.25)]


def _break(groups: Sequence[Row], width: float) -> list[list[Row]]:
    """Return groups in lines of at most a given width."""
    lines: list[list[Row]] = [[]]
    room = width
    for group in groups:
        if lines[-1] and group.width + 0.16 > room:
            lines.append([])
            room = width
        lines[-1].append(group)
        room -= group.width + 0.16
    return lines


class AveragedPhrase(VGroup):
    """Words over their vectors, and the average of those: at the right, or below or above them.

    Args:
        region: the region in which it is centred.
        words: the phrase.
        vectors: shape (T, d).
        context: their average, shape (d,).
        colors: one ``#rrggbb`` for each word.
        at: the centre of the average, above or below the region, if it is not at the right of the words; they then
            stand at the far end of the region.
        style: theme and sizes.

    Attributes:
        phrase: the words.
        vectors: their vectors' mobjects.
        context: the average's mobject.
        lead: the arrow from the words' vectors to the average.
        span: where the average is below or above them, a bracket along all of them, out of which the arrow comes.
    """

    def __init__(
        self,
        region: Region,
        words: Sequence[str],
        vectors: Tensor,
        context: Tensor,
        colors: Sequence[str],
        *,
        at: Point | None = None,
        style: Style = DEFAULT,
    ) -> None:
        aside = _WAY + _AVERAGE + _REMARK if at is None else 0.0
        room = min(_MOST_ROOM, (region.width - aside) / len(words))
        # Vectors of four numbers are as high as two phrases one above the other allow in smaller type only.
        sizes = (style.sizes.phrase, style.sizes.label, style.sizes.note)[vectors.shape[-1] > 3 :]
        for size in sizes:
            self.vectors = [
                VectorColumn(row, size=size, color=color, style=style)
                for row, color in zip(vectors, colors, strict=True)
            ]
            self.context = VectorColumn(context, size=size, color=style.theme.value, style=style)
            height = max(vector.height for vector in self.vectors)
            if height + _HEADER <= region.height + 0.05 and self._widest() <= room - 0.12:
                break
        if at is None:
            left = float(region.centre[0]) - (room * len(words) + _WAY + _AVERAGE) / 2
            top = float(region.centre[1]) + (height + _HEADER) / 2
        else:
            left = float(region.centre[0]) - room * len(words) / 2
            top = region.top if at[1] < region.centre[1] else region.bottom + height + _HEADER
        header = Region(left, left + room * len(words), top - 0.5, top)
        self.phrase = PhraseRow(words, colors, header, columns=True, style=style)
        y = top - _HEADER - height / 2
        for index, vector in enumerate(self.vectors):
            vector.move_to(point(self.phrase.column(index), y))
        if at is None:
            self.context.move_to(point(header.right + _WAY + _AVERAGE / 2, y))
            self.lead = level_arrow(self.vectors[-1], self.context, style)
            self.span = VGroup()
        else:
            self.context.move_to(at)
            self.lead = self._lead_up_or_down(top, y - height / 2, style)
            self.span = VGroup(self._bracket(style))
        super().__init__(self.phrase, *self.vectors, self.span, self.lead, self.context)

    def _widest(self) -> float:
        return max(float(vector.width) for vector in self.vectors)

    def _lead_up_or_down(self, top: float, bottom: float, style: Style) -> Arrow:
        """Return the arrow from words and vectors, between these two heights, to the average above or below."""
        x, y = (float(place) for place in self.context.get_center()[:2])
        half = float(self.context.height) / 2 + 0.12
        ends = (bottom - _SPAN, y + half) if y < bottom else (top + _SPAN - 0.08, y - half)
        return Arrow(point(x, ends[0]), point(x, ends[1]), style.theme.dim, width=_THIN)

    def _bracket(self, style: Style) -> VMobject:
        """Return a bracket along all words, at the height where the arrow to the average begins, open towards them."""
        y = float(self.lead.segment[0][1])
        ends = y + _SPAN / 2 * (1 if self.context.get_y() < y else -1)
        row = VGroup(self.phrase, *self.vectors)
        left, right = float(row.get_left()[0]), float(row.get_right()[0])
        bracket = VMobject(stroke_color=style.theme.dim, stroke_width=_THIN)
        corners = [(left, ends), (left, y), (right, y), (right, ends)]
        return bracket.set_points_as_corners([point(*corner) for corner in corners])


class Alikeness(VGroup):
    """The similarity of two things, one above the other or side by side: a double arrow between them and a number.

    Args:
        first: the upper or the left thing.
        second: the lower or the right thing.
        value: their similarity.
        named: the number's name, in words below each other at the left, or below a level arrow.
        size: manim font units of the words.
        style: theme and sizes.

    Attributes:
        arrows: the two halves of the double arrow.
        said: the words.
        value: the number.
    """

    def __init__(
        self,
        first: VMobject,
        second: VMobject,
        value: Tensor,
        named: Sequence[str],
        *,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        level = abs(float(first.get_y() - second.get_y())) < 0.1
        near, far, air = (RIGHT, LEFT, 0.15) if level else (DOWN, UP, 0.1)
        ends = [first.get_edge_center(near) + air * near, second.get_edge_center(far) + air * far]
        middle, color = (ends[0] + ends[1]) / 2, style.theme.value
        self.arrows = [Arrow(middle, end, color, width=_THIN) for end in ends]
        self.value = Number(value, size=style.sizes.formula, color=color, style=style)
        self.said = VGroup(*(Label(word, size=size, style=style) for word in named))
        for word, rise in zip(self.said, _spread(len(named), 0.4), strict=True):
            if level:
                word.set_x(middle[0])
                set_on_baseline(word, float(middle[1]) + rise - 0.45)
            else:
                word.align_to(middle - point(0.25, 0.0), RIGHT)
                set_on_baseline(word, float(middle[1]) + rise - 0.07)
        if level:
            self.value.set_x(middle[0])
        else:
            self.value.align_to(middle + point(0.25, 0.0), LEFT)
        set_on_baseline(self.value, float(middle[1]) + (0.2 if level else -0.16))
        super().__init__(*self.arrows, self.said, self.value)


def level_arrow(source: VMobject, target: VMobject, style: Style = DEFAULT, *, y: float | None = None) -> Arrow:
    """Return an arrow from the right side of one thing to the left side of another, at the height of the first.

    Args:
        source: the thing at which it begins.
        target: the thing at which it ends.
        style: theme.
        y: another height, scene units.
    """
    height = float(source.get_y()) if y is None else y
    begin: Point = point(float(source.get_right()[0]) + 0.14, height)
    end: Point = point(float(target.get_left()[0]) - 0.14, height)
    return Arrow(begin, end, style.theme.dim, width=_THIN)


def plumb_arrow(source: VMobject, target: VMobject, x: float, style: Style = DEFAULT) -> Arrow:
    """Return an arrow from one thing's lower side straight down to another's upper side, at ``x`` scene units."""
    begin, end = float(source.get_bottom()[1]) - 0.12, float(target.get_top()[1]) + 0.12
    return Arrow(point(x, begin), point(x, end), style.theme.dim, width=_THIN)


def _spread(count: int, pitch: float) -> list[float]:
    """Return heights around 0, from the top."""
    return [pitch * ((count - 1) / 2 - index) for index in range(count)]
