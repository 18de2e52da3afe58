"""The layout of a table and its surroundings: vectors beside and above it, results after it, working space below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from scenes.errors import shown
from scenes.parts.table.number_grid import Lattice, widest
from scenes.parts.table.score_table import AXIS_GAP, AXIS_GAP_CLOSE, AXIS_RISE, AXIS_RISE_CLOSE, HEAD_GAP, head_baseline
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances between the parts of a layout, in scene units.

    Attributes:
        air: between the table and its neighbours at the sides.
        bracket: the width of a bracket and its gap, at each side of a block.
        columns: between two columns of a block.
        cell: the margin of a cell around the widest number.
        axis: the width of the rows' axis title at the left.
        rise: from the baseline of the columns' titles up to the axis title's.
        above: from the baseline of the columns' titles down to whatever stands below them.
        below: from whatever stands above the columns down to the cells.
    """

    air: float
    bracket: float
    columns: float
    cell: float
    axis: float
    rise: float
    above: float
    below: float


ROOMY = Spacing(0.2, 0.21, 0.2, 0.12, AXIS_GAP + 0.13, AXIS_RISE, 0.22, 0.22)
"""The spacing where rows have their titles before them."""

TIGHT = Spacing(0.12, 0.17, 0.14, 0.13, AXIS_GAP - 0.02 + 0.1, AXIS_RISE, 0.2, 0.2)
"""The same with less room."""

CLOSE = Spacing(0.12, 0.15, 0.14, 0.13, AXIS_GAP_CLOSE + 0.1, AXIS_RISE_CLOSE, 0.17, 0.17)
"""The spacing where rows have their titles above them."""


_WIDEST_CELL, _HIGHEST_CELL = 1.15, 0.64
"""Scene units: the largest width and height of a cell, however much room there is."""

_PITCH = 0.0165
"""Scene units from one row's baseline to the next within a vector, for each font unit."""

_LEAST_CELL, _LEAST_PAD = 1.0, 0.2
"""The least height of a cell below its title, and of the margins, as shares of the type size."""

_HIGHEST_BELOW_TITLE, _MOST_PAD = 0.52, 0.16
"""Scene units: the largest height of such a cell, and of the margins, however much room there is."""

_TALL = 1.3
"""The ratio of height to width from which titles above their rows are better than smaller type."""

_EDGE = 0.31
"""The share of the spare height that is left free above, and again below, where titles stand above the cells."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a table; each entry lists the tensors shown at that place, one after the other.

    Attributes:
        cells: in the cells, each of shape (T, T).
        beside: left of the rows, each of shape (T, d).
        above: above the columns, each of shape (T, d).
        after: right of the rows, each of shape (T, d).
        totals: one number for each row, each of shape (T, 1): right of the rows, or at the end of their titles' lines.
        desk: the height of the working space below the table, scene units.
        footer: the height of the formula's region, scene units.
        strip: the height of the region between these two, scene units.
        axis: whether the rows' axis title stands at their left.
    """

    cells: Sequence[Tensor]
    beside: Sequence[Tensor] = ()
    above: Sequence[Tensor] = ()
    after: Sequence[Tensor] = ()
    totals: Sequence[Tensor] = ()
    desk: float = 0.0
    footer: float = 0.62
    strip: float = 0.0
    axis: bool = True


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places of everything in and around a table, in scene units.

    Attributes:
        lattice: the cells.
        size: the size of words and numbers, manim font units.
        spacing: the distances between the parts.
        middle: the centre of the formula.
        titles_edge: the right edge of the rows' titles, or the left one where they stand above their cells.
        titles_baseline: the baseline of the columns' titles.
        beside_xs: the columns of the block left of the rows.
        above_ys: the rows of the block above the columns.
        after_xs: the columns of the block right of the rows.
        totals_x: the centre of the column of totals.
        totals_ys: their heights.
        desk: the working space below the table; the formula's region where there is none.
        footer: the formula's region.
        strip: the region between these two; the formula's where there is none.
    """

    lattice: Lattice
    size: float
    spacing: Spacing
    middle: float
    titles_edge: float
    titles_baseline: float
    beside_xs: list[float]
    above_ys: list[float]
    after_xs: list[float]
    totals_x: float
    totals_ys: list[float]
    desk: Region
    footer: Region
    strip: Region

    @property
    def above_bottom(self) -> float:
        """The lower edge of whatever stands above the columns."""
        return self.lattice.top + 0.07

    @property
    def titles_above(self) -> bool:
        """True if rows have their titles above their cells."""
        return self.lattice.head > 0


def lay_out(region: Region, words: Sequence[str], around: Surroundings, style: Style = DEFAULT) -> TableLayout:
    """Find the largest type and cells with which a table and its surroundings fill a region.

    Raises:
        ValueError: when even the smallest type does not fit; the message names what is too wide.
    """
    return lay_out_stages(region, words, [around], style)[0]


def lay_out_stages(
    region: Region, words: Sequence[str], stages: Sequence[Surroundings], style: Style = DEFAULT
) -> list[TableLayout]:
    """Find the largest type and cells with which a table fills a region while its surroundings change.

    Rows have their titles before them, or, in a region too narrow for that, above their cells. Type and cells are the
    same at every stage, so that the table only moves sideways from one to the next.

    Raises:
        ValueError: when even the smallest type does not fit; the message names what is too wide.
    """
    problem = ""
    for size, spacing in _ways(region, style):
        tables = [_Arranged(region, words, around, size, spacing, style) for around in stages]
        width = min(table.widest_cell for table in tables)
        written = [values for around in stages for values in (*around.cells, *around.above)]
        if not _titles_fit(words, width, size, style):
            longest = shown(max(words, key=len))
            problem = problem or f"{len(words)} words like {longest} are too long to stand side by side above a table"
        elif widest(written, size, style) > width - tables[0].spacing.cell + 1e-6:
            problem = problem or f"its numbers are too wide for {len(words)} columns"
        elif not all(table.rows_fit for table in tables):
            problem = problem or f"{len(words)} rows are too many for the height"
        else:
            return [table.place(width) for table in tables]
    raise ValueError(problem)


def _ways(region: Region, style: Style) -> list[tuple[float, Spacing]]:
    """Return sizes of type with their spacing, best first; titles go above their rows only where there is height."""
    label, note, least = style.sizes.label, style.sizes.note, style.sizes.least
    before = [(least, ROOMY), (note, TIGHT), (least, TIGHT)]
    above = [(label, CLOSE), (note, CLOSE), (least, CLOSE)]
    tall = region.height > _TALL * region.width
    return [(label, ROOMY), (note, ROOMY), *(above + before if tall else before + above)]


def _titles_fit(words: Sequence[str], pitch: float, size: float, style: Style) -> bool:
    widths = [Label(word, size=size, style=style).width for word in words]
    return all((left + right) / 2 < pitch - 0.1 for left, right in zip(widths, widths[1:], strict=False))


class _Arranged:
    """A table in type of one size, with its rows' titles in one place.

    Attributes:
        spacing: the distances between the parts.
        widest_cell: the largest possible width of a cell, scene units.
        rows_fit: whether the rows are tall enough.
    """

    def __init__(
        self, region: Region, words: Sequence[str], around: Surroundings, size: float, gaps: Spacing, style: Style
    ) -> None:
        self.region, self.around, self.size, self.count = region, around, size, len(words)
        self.spacing, titles_above = gaps, gaps is CLOSE
        self.titles = 0.0 if titles_above else max(Label(word, size=size, style=style).width for word in words)
        self.em = _em(size) * titles_above
        self.beside, self.after = (_block_width(tables, size, gaps, style) for tables in (around.beside, around.after))
        self.total = widest(around.totals, size, style) if around.totals else 0.0
        before = 0.0 if titles_above else gaps.air
        if around.beside:
            before += self.beside[0] + gaps.air
        elif titles_above and around.above:
            before += gaps.bracket
        self.axis = gaps.axis if around.axis and not (titles_above and around.beside) else 0.0
        if titles_above and self.axis:  # brackets above the columns stand over what is at the rows' left
            before = 0.0
        ends = [gaps.bracket if around.above else 0.0]
        ends += [self.after[0] + gaps.air] if around.after else []
        ends += [self.total + gaps.bracket + gaps.air] if around.totals and not titles_above else []
        self.before, self.end = self.axis + self.titles + before, max(ends)
        self.widest_cell = min(_WIDEST_CELL, (region.width - self.before - self.end) / self.count)
        self._stack(style)
        least = HEAD_GAP + CAP_HEIGHT + _LEAST_CELL + 2 * _LEAST_PAD
        self.rows_fit = not titles_above or self.height >= least * self.em

    def _stack(self, style: Style) -> None:
        """Find the heights of everything that is stacked."""
        region, around, gaps = self.region, self.around, self.spacing
        self.baseline = region.top - (0.17 if self.em else 0.2) * style.sizes.scale - gaps.rise
        self.above_ys = _above(self.baseline - gaps.above, around.above, self.size)
        self.top = (self.above_ys[-1] - _half(self.size) if self.above_ys else self.baseline) - gaps.below
        rooms = [room + 0.24 for room in (around.desk, around.strip) if room]
        self.footer = around.footer * style.sizes.scale
        self.below = self.footer + sum(rooms) + 0.15
        free = self.top - region.bottom - self.below
        title = (HEAD_GAP + CAP_HEIGHT) * self.em
        highest = _HIGHEST_BELOW_TITLE + title + 2 * _MOST_PAD if self.em else _HIGHEST_CELL
        self.height = min(highest, free / self.count)
        pad = min(_MOST_PAD, (self.height - title - _LEAST_CELL * self.em) / 2)
        self.head, self.foot = (title + pad, pad) if self.em else (0.0, 0.0)
        self.spare = free - self.height * self.count

    def place(self, width: float) -> TableLayout:
        """Return the layout for cells of a given width."""
        region, around, gaps, spare = self.region, self.around, self.spacing, self.spare
        left = region.centre[0] - (self.before + width * self.count + self.end) / 2
        drop, lift = (_EDGE * spare, _EDGE * spare) if self.head else (spare / 2 * (not self.above_ys), 0.0)
        rooms = self.head, self.foot
        lattice = Lattice(left + self.before, self.top - drop, width, self.height, self.count, self.count, *rooms)
        footer = Region(region.left, region.right, region.bottom + lift, region.bottom + lift + self.footer)
        between = spare - drop - lift if self.head or self.above_ys else 0.0
        gap = 0.24 + between / (3 if around.strip else 2)
        strip = _room_above(footer, gap, around.strip)
        desk = _room_above(strip, gap, around.desk)
        edge = left + self.axis + self.titles if around.beside or not self.em else lattice.left
        end = lattice.right + gaps.air
        totals_x = lattice.right - self.total / 2 - 0.05 if self.head else end + gaps.bracket + self.total / 2
        return TableLayout(
            lattice,
            self.size,
            gaps,
            float(region.centre[0]) if self.head else (lattice.left + lattice.right) / 2,
            edge,
            self.baseline - drop * bool(self.head),
            _centres(edge + (0.0 if self.em else gaps.air), self.beside[1], gaps, around.beside),
            [y - drop * bool(self.head) for y in self.above_ys],
            _centres(end, self.after[1], gaps, around.after),
            totals_x,
            [head_baseline(y + lattice.height / 2, lattice.head, self.size) + _half(self.size) for y in lattice.row_ys]
            if self.head
            else lattice.ys,
            desk,
            footer,
            strip,
        )


def _room_above(room: Region, gap: float, height: float) -> Region:
    """Return a region of some height above another one, or that one where it has no height."""
    return Region(room.left, room.right, room.top + gap, room.top + gap + height) if height else room


def _em(size: float) -> float:
    """Return a type size in scene units."""
    return size * UNITS_PER_FONT_UNIT


def _half(size: float) -> float:
    """Return half the height of a digit."""
    return CAP_HEIGHT * _em(size) / 2


def _block_width(tables: Sequence[Tensor], size: float, gaps: Spacing, style: Style) -> tuple[float, float]:
    """Return the width of a block with its brackets, and of one of its columns."""
    if not tables:
        return 0.0, 0.0
    column = widest(tables, size, style) + gaps.columns
    return column * max(table.shape[-1] for table in tables) - gaps.columns + 2 * gaps.bracket, column


def _centres(left: float, column: float, gaps: Spacing, tables: Sequence[Tensor]) -> list[float]:
    """Return the centres of a block's columns."""
    count = max((table.shape[-1] for table in tables), default=0)
    return [left + gaps.bracket + (column - gaps.columns) / 2 + index * column for index in range(count)]


def _above(top: float, tables: Sequence[Tensor], size: float) -> list[float]:
    """Return the centres of the rows of the block above the columns."""
    count = max((table.shape[-1] for table in tables), default=0)
    return [top - _half(size) - index * _PITCH * size for index in range(count)]
