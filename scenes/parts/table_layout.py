"""Where a table and what stands around it go: vectors beside it and above it, results after it, a desk below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from scenes.parts.number_grid import Lattice, widest
from scenes.parts.table import AXIS_GAP, AXIS_RISE
from scenes.parts.text import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_WIDEST_CELL, _HIGHEST_CELL = 1.15, 0.64
"""Scene units: cells do not grow beyond, however much room there is."""

_AIR = 0.2
"""Scene units between the table and what stands beside it."""

_BRACKET = 0.21
"""Scene units that a bracket and its gap take at each side of a block."""

CELL_AIR = 0.12
"""Scene units that a cell is wider than the widest number in it."""

_COLUMN_GAP = 0.2
"""Scene units between two columns of a block."""

_PITCH = 0.0165
"""Scene units from one row's baseline to the next within a vector, for each font unit."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a table; each is the tensors that are shown there one after the other.

    Attributes:
        cells: in the cells, each of shape (T, T).
        beside: left of the rows, each of shape (T, d).
        above: above the columns, each of shape (T, d).
        after: right of the rows, each of shape (T, d).
        desk: the height of the free room below the table, scene units.
        footer: the height of the formula's room, scene units.
    """

    cells: Sequence[Tensor]
    beside: Sequence[Tensor] = ()
    above: Sequence[Tensor] = ()
    after: Sequence[Tensor] = ()
    desk: float = 0.0
    footer: float = 0.62


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Where everything is, in scene units.

    Attributes:
        lattice: the cells.
        size: of words and numbers, manim font units.
        titles_right: where the rows' titles end.
        titles_baseline: the columns' titles' baseline.
        beside_xs: the columns of what stands left of the rows.
        above_ys: the rows of what stands above the columns.
        after_xs: the columns of what stands right of the rows.
        desk: the free room below the table; the formula's where there is none.
        footer: the formula's room.
    """

    lattice: Lattice
    size: float
    titles_right: float
    titles_baseline: float
    beside_xs: list[float]
    above_ys: list[float]
    after_xs: list[float]
    desk: Region
    footer: Region

    @property
    def middle(self) -> float:
        """The middle of the columns."""
        return (self.lattice.left + self.lattice.right) / 2

    @property
    def above_bottom(self) -> float:
        """Where what stands above the columns ends."""
        return self.lattice.top + 0.07


def lay_out(region: Region, words: Sequence[str], around: Surroundings, style: Style = DEFAULT) -> TableLayout:
    """Find the largest type and cells with which a table and what is around it fill a region.

    Raises:
        ValueError: when even the smallest type does not fit, with what is too wide.
    """
    return lay_out_stages(region, words, [around], style)[0]


def lay_out_stages(
    region: Region, words: Sequence[str], stages: Sequence[Surroundings], style: Style = DEFAULT
) -> list[TableLayout]:
    """Find the largest type and cells with which a table fills a region while what is around it changes.

    Type and cells are the same at every stage, so that from one to the next the table only moves sideways.

    Raises:
        ValueError: when even the smallest type does not fit, with what is too wide.
    """
    problem = ""
    for size in (style.sizes.label, style.sizes.note):
        width = min(_at_size(region, words, around, size, style).lattice.width for around in stages)
        shown = [table for around in stages for table in (*around.cells, *around.above)]
        if not _titles_fit(words, width, size, style):
            problem = "the words are too long to stand side by side above a table"
        elif widest(shown, size, style) > width - CELL_AIR:
            problem = f"its numbers are too wide for {len(words)} columns"
        else:
            return [_at_size(region, words, around, size, style, width) for around in stages]
    raise ValueError(problem)


def _titles_fit(words: Sequence[str], pitch: float, size: float, style: Style) -> bool:
    widths = [Label(word, size=size, style=style).width for word in words]
    return all((left + right) / 2 < pitch - 0.1 for left, right in zip(widths, widths[1:], strict=False))


def _at_size(
    region: Region, words: Sequence[str], around: Surroundings, size: float, style: Style,
    widest_cell: float = _WIDEST_CELL,
) -> TableLayout:  # fmt: skip
    titles = max(Label(word, size=size, style=style).width for word in words)
    beside, after = (_block_width(tables, size, style) for tables in (around.beside, around.after))
    axis = AXIS_GAP + 0.13
    taken = axis + titles + _AIR + (beside[0] + _AIR if around.beside else 0.0)
    taken += after[0] + _AIR if around.after else _BRACKET if around.above else 0.0
    count = len(words)
    width = min(widest_cell, (region.width - taken) / count)
    left = region.centre[0] - (taken + width * count) / 2
    titles_right = left + axis + titles
    cells_left = titles_right + _AIR + (beside[0] + _AIR if around.beside else 0.0)
    baseline = region.top - 0.2 - AXIS_RISE
    above_ys = _above(baseline - 0.22, around.above, size)
    top = (above_ys[-1] - _half(size) - 0.1 if above_ys else baseline - 0.1) - 0.12
    below = around.footer + (around.desk + 0.24 if around.desk else 0.0) + 0.15
    free = top - region.bottom - below
    height = min(_HIGHEST_CELL, free / count)
    spare = free - height * count
    lattice = Lattice(cells_left, top - spare / 2 * (not above_ys), width, height, count, count)
    footer = Region(region.left, region.right, region.bottom, region.bottom + around.footer)
    desk_bottom = footer.top + 0.24 + spare / 2 * bool(above_ys)
    desk = Region(region.left, region.right, desk_bottom, desk_bottom + around.desk) if around.desk else footer
    return TableLayout(
        lattice, size, titles_right, baseline,
        _centres(titles_right + _AIR, beside[1], around.beside),
        above_ys,
        _centres(lattice.right + _AIR, after[1], around.after),
        desk, footer,
    )  # fmt: skip


def _half(size: float) -> float:
    """Half the height of a digit."""
    return CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2


def _block_width(tables: Sequence[Tensor], size: float, style: Style) -> tuple[float, float]:
    """The width of a block with its brackets, and of one of its columns."""
    if not tables:
        return 0.0, 0.0
    column = widest(tables, size, style) + _COLUMN_GAP
    return column * max(table.shape[-1] for table in tables) - _COLUMN_GAP + 2 * _BRACKET, column


def _centres(left: float, column: float, tables: Sequence[Tensor]) -> list[float]:
    """The middles of a block's columns."""
    count = max((table.shape[-1] for table in tables), default=0)
    return [left + _BRACKET + (column - _COLUMN_GAP) / 2 + index * column for index in range(count)]


def _above(top: float, tables: Sequence[Tensor], size: float) -> list[float]:
    """The middles of the rows of what stands above the columns."""
    count = max((table.shape[-1] for table in tables), default=0)
    return [top - _half(size) - index * _PITCH * size for index in range(count)]
