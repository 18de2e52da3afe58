"""A sum for a pencil: where a word starts, a row for each pull with its share, its way and its step, and the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number, Weight, align_right
from scenes.parts.text.typeset import Label, Typeset
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _LEAST_PITCH = 0.66, 0.5
"""Scene units from a row to the next, and below which type gets smaller."""

_SIGN, _RULE = 0.1, 0.26
"""Scene units beside a sign, and from the rule to the baseline above it."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name, its colour and its number."""

    name: str
    color: str
    value: Tensor | float


class StepSum(VGroup):
    """Rows of share × way = step between a start and a total, all along one axis.

    Args:
        region: where it stands.
        title: what all of it is about; it is put at the top.
        heads: the names of the columns of shares, ways and steps.
        start: of the word.
        rows: the pulls, with their shares.
        ways: from the word's start to each puller, shape (T,).
        steps: each share of its way, shape (T,).
        total: where the word is at last.
        style: theme and sizes.

    Attributes:
        heads: the title, and the names of the columns.
        start: the first row: a name and a number.
        rows: one a pull.
        rule: the line above the total.
        total_name: the name of the total.
        total: its number.
    """

    def __init__(
        self,
        region: Region,
        title: Label,
        heads: Sequence[str],
        start: Named,
        rows: Sequence[Named],
        ways: Tensor,
        steps: Tensor,
        total: Named,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._color = style, total.color
        pitch = min(_PITCH, region.height / (len(rows) + 4))
        sizes = style.sizes
        for self.size in (sizes.number, sizes.tick, sizes.least)[pitch <= _LEAST_PITCH :]:
            names = [self._label(each) for each in (start, *rows, total)]
            first, self.total = self._number(start), self._number(total)
            size = min(sizes.tick, self.size)
            titles = [Label(head, size=size, color=style.theme.dim, style=style) for head in heads]
            columns = self._columns(rows, ways, steps)
            room = self._align(columns, titles, first, region.right) - region.left
            if max(float(name.width) for name in names[:-1]) <= room:
                break
        names = [self._label(each, room) for each in (start, *rows)] + names[-1:]
        self.heads, self.start, self.total_name = VGroup(title, *titles), VGroup(names[0], first), names[-1]
        self.rows = [VGroup(*parts) for parts in zip(names[1:-1], *columns, strict=True)]
        under = self._set_levels(region, pitch)
        self.rule = Line(point(region.left, under), point(region.right, under)).set_stroke(style.theme.axis, 2.4)
        super().__init__(self.heads, self.start, *self.rows, self.rule, self.total_name, self.total)
        laid(self, Layer.LEDGER)

    def _columns(self, rows: Sequence[Named], ways: Tensor, steps: Tensor) -> tuple[list[Typeset], ...]:
        """Return shares, multiplication signs, ways, equals signs and steps, one of each a row."""
        dim, style = self.style.theme.dim, self.style
        shares: list[Typeset] = [Weight(row.value, size=self.size, color=row.color, style=style) for row in rows]
        signs: list[list[Typeset]] = [
            [Label(sign, size=self.size, color=dim, style=style) for _ in rows] for sign in ("×", "=")
        ]
        along, last = (
            [self._number(Named(row.name, row.color, value)) for row, value in zip(rows, values, strict=True)]
            for values in (ways, steps)
        )
        return shares, signs[0], [*along], signs[1], [*last]

    def _align(
        self, columns: Sequence[Sequence[Typeset]], titles: Sequence[Label], first: Number, right: float
    ) -> float:
        """Align the columns from the right edge; return where names must end."""
        shares, times, along, equal, last = columns
        titled: list[tuple[Sequence[Typeset], Sequence[Label]]] = [
            ([first, *last, self.total], titles[2:]), (equal, []), (along, titles[1:2]), (times, []),
            (shares, titles[:1]),
        ]  # fmt: skip
        for column, title in titled:
            align_right([*column, *title], right)
            right = _before(column, right) - _SIGN
        return right

    def _set_levels(self, region: Region, pitch: float) -> float:
        """Put everything on its line, from the region's top; return the level of the rule."""
        title, *titles = self.heads
        top = region.top - float(title.height)
        title.set_x(region.left + float(title.width) / 2).on_baseline(top)
        top -= pitch
        for head in titles:
            head.on_baseline(top)
        for row in (self.start, *self.rows):
            top -= pitch
            for part in row:
                part.on_baseline(top)
        for name in (self.start[0], *(row[0] for row in self.rows), self.total_name):
            name.set_x(region.left + float(name.width) / 2)
        for part in (self.total_name, self.total):
            part.on_baseline(top - pitch - _RULE / 2)
        return top - _RULE

    def _number(self, named: Named) -> Number:
        """Return a number as it stands in the column of steps."""
        return Number(named.value, size=self.size, color=named.color, style=self.style)

    def totalled(self, value: Tensor | float) -> Number:
        """Return the number in the total's place while that is another value."""
        like = self.total
        number = Number(value, size=like.size, color=self._color, style=self.style)
        number.align_to(like, point(1.0, 0.0)).on_baseline(like.baseline)
        return laid(number, Layer.LEDGER)

    def _label(self, named: Named, within: float | None = None) -> Label:
        return Label(named.name, size=self.size, color=named.color, within=within, style=self.style)


def _before(column: Sequence[VMobject], edge: float) -> float:
    """Return the left edge of a column."""
    return min((float(each.get_left()[0]) for each in column), default=edge)
