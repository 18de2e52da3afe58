"""The ledger: the record of numbers that a film has come to, filed row by row."""

from __future__ import annotations

from manim import LEFT, RIGHT, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

MOST_ROWS = 7
"""Rows of a ledger at the most: what is more is folded into one."""

_PITCH, _TITLE = 0.64, 0.75
"""Scene units from one row to the next, and from the top to the first row where there is a title."""


class Ledger(VGroup):
    """A record of named numbers: a title, and rows that are filed one by one below it.

    Give it ``stage.plane_view.record`` by ``fill``, or any region by ``Figure.arrange``.

    Args:
        title: what is recorded; none when empty.
        style: theme and sizes.

    Attributes:
        title: the title's mobject, or None.
        rows: the rows filed so far.
    """

    def __init__(self, title: str = "", *, style: Style = DEFAULT) -> None:
        super().__init__()
        self.style, self.rows, self._region = style, list[LedgerRow](), Region(0.0, 2.8, 0.0, 5.6)
        self.title = Label(title, size=style.sizes.tick, color=style.theme.dim, style=style) if title else None
        self.fill(self._region)

    def fill(self, region: Region) -> float:
        """Lay out title and rows in a region; rows that are filed later go below them.

        Returns:
            The pitch of rows as a share of what it should be.
        """
        self._region, self.submobjects = region, []
        if self.title is not None:
            self.title.align_to(point(region.left), LEFT).on_baseline(region.top - 0.4)
            self.add(self.title)
        for index, row in enumerate(self.rows):
            self._set(row, index)
            self.add(row)
        laid(self, Layer.LEDGER)
        return min(1.0, self._pitch / _PITCH)

    def file(self, name: str, value: Tensor | float, *, color: str | None = None, decimals: int = 2) -> LedgerRow:
        """Add a row below the others and return it, to be shown.

        Args:
            name: what the number is.
            value: the number.
            color: ``#rrggbb`` of both; ink when left out.
            decimals: digits after the point.

        Raises:
            ValueError: when there are ``MOST_ROWS`` already.
        """
        if len(self.rows) == MOST_ROWS:
            raise ValueError(f"a ledger has {MOST_ROWS} rows at most; fold what is more into one row")
        row = LedgerRow(name, value, color=color, decimals=decimals, style=self.style)
        self._set(row, len(self.rows))
        self.rows.append(row)
        self.add(laid(row, Layer.LEDGER))
        return row

    @property
    def _pitch(self) -> float:
        """Scene units from one row to the next: all of them have room."""
        free = self._region.height - (_TITLE if self.title is not None else 0.0)
        return min(_PITCH, free / MOST_ROWS)

    def _set(self, row: LedgerRow, index: int) -> None:
        top = self._region.top - (_TITLE if self.title is not None else 0.0)
        baseline = top - self._pitch * (index + 0.7)
        row.label.align_to(point(self._region.left), LEFT).on_baseline(baseline)
        row.number.align_to(point(self._region.right), RIGHT).on_baseline(baseline)


class LedgerRow(VGroup):
    """A name and its number.

    Args are those of ``Ledger.file``.

    Attributes:
        label: the name's mobject.
        number: the number's.
    """

    def __init__(
        self, name: str, value: Tensor | float, *, color: str | None, decimals: int, style: Style = DEFAULT
    ) -> None:
        size = style.sizes.number
        self.label = Label(name, size=size, color=color, style=style)
        self.number = Number(value, decimals=decimals, size=size, color=color, style=style)
        super().__init__(self.label, self.number)
