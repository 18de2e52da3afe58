"""A table with a row and a column for each word of a phrase, which fits itself to its room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import torch
from manim import Rectangle, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.table.number_grid import Lattice, middle_baseline
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_MOST_CELL, _WIDEST_CELL = 1.1, 1.3
"""The largest height of a cell, scene units, and its largest width as a share of its height."""

_RIM = 0.06
"""Scene units around all of it: icons have a rim."""

_SEAM = 0.06
"""Scene units between two cells."""

_PADDING, _LEAST_ROW = 0.03, 1.15
"""Scene units between a number and the edge of its cell; the least height of a row as a share of the type's size."""

_BESIDE = 0.16
"""Scene units between row titles and cells."""

_OVERHANG = 0.2
"""Scene units by which the last column's title may stand out of its column."""

_ICON, _TITLE_LINE, _TITLE_GAP = 1.45, 1.3, 0.12
"""An icon's height and the pitch of titles, as shares of the type's size; scene units between two titles."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sizes of everything in a table.

    Attributes:
        size: of the type, manim font units.
        cell: width and height of a cell, scene units.
        titles: width of the rows' titles, scene units.
        head: height of the columns' titles, scene units.
        title_lines: lines of the columns' titles; 0 where they are turned upright.
        fits: 1 where everything has room at this size; else the share of the room that there is.
    """

    size: float
    cell: tuple[float, float]
    titles: float
    head: float
    title_lines: int
    fits: float

    @property
    def em(self) -> float:
        """The type's size in scene units."""
        return self.size * UNITS_PER_FONT_UNIT

    def width(self, count: int) -> float:
        """Return the width of the whole table, scene units."""
        return self.titles + _BESIDE + count * self.cell[0]

    def height(self, count: int) -> float:
        """Return the height of the whole table, scene units."""
        return self.head + count * self.cell[1]


class PhraseTable(VGroup):
    """A table with a row and a column for each word of a phrase.

    It lays itself out in the region that ``Figure.arrange`` gives it; cells can be filled after that.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` a word.
        holds: tensors whose numbers the cells must have room for.
        decimals: digits after the point of those numbers.
        style: theme and sizes.

    Attributes:
        grid: the cells and the titles of rows and columns.
        cells: the cells: ``cells[row][column]``.
        titles: the titles of the rows.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        *,
        holds: Sequence[Tensor] = (),
        decimals: int = 1,
        style: Style = DEFAULT,
    ) -> None:
        super().__init__()
        self.words, self.colors, self.style = list(words), list(colors), style
        self._holds, self._decimals = holds, decimals
        self._lattice = Lattice(0.0, 0.0, 1.0, 1.0, len(words), len(words))
        self.cells: list[list[RoundedRectangle]] = []
        self.grid, self.titles = VGroup(), VGroup()

    # --- Laying out -----------------------------------------------------------------------------------------------

    def fill(self, region: Region) -> float:
        """Lay out all of the table in a region, with type as large as fits.

        Returns:
            The size of its type as a share of the size of numbers on the stage.
        """
        sizes, region = self.style.sizes, region.inset(_RIM, _RIM, _RIM, _RIM)
        for size in (sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least):
            plan = self._plan(region, size)
            if plan.fits == 1.0:
                break
        self._plan_used = plan
        self._draw(region)
        return plan.size / sizes.number * plan.fits

    def _plan(self, region: Region, size: float) -> _Plan:
        """Find where everything goes with type of a size."""
        count, em = len(self.words), size * UNITS_PER_FONT_UNIT
        widths = [
            float(self._mark(word, color, size).width) for word, color in zip(self.words, self.colors, strict=True)
        ]
        free, needed = region.width - max(widths) - _BESIDE, self._widest(size) + 2 * _PADDING + _SEAM
        most = max(min(free / count, _MOST_CELL), 0.01)
        for lines in (1, 2, 0):
            head = _TITLE_LINE * em * lines + 0.12 if lines else max(widths) + 0.2
            up = max(min((region.height - head) / count, most), 0.01)
            across = min(most, max(_WIDEST_CELL * up, needed))
            if _titles_fit(widths, across, lines):
                break
        fits = min(1.0, across / needed, up / (_LEAST_ROW * em))
        return _Plan(size, (across, up), max(widths), head, lines, fits)

    def _widest(self, size: float) -> float:
        """Return the width of the widest number that the cells hold, scene units."""
        values = {value for tensor in self._holds for value in (tensor.min().item(), tensor.max().item())}
        values |= {float(t[t.isfinite()].min()) for t in self._holds if bool(t.isfinite().any())}
        numbers = (Number(value, decimals=self._decimals, size=size, style=self.style) for value in values)
        return max((float(number.width) for number in numbers), default=0.0)

    def _mark(self, word: str, color: str, size: float, highest: float = inf) -> VMobject:
        """Return a word as the title of its row or column: its icon, no higher than there is room for, or its name."""
        if has_icon(word, self.style):
            return ShadedIcon(word, color, height=min(_ICON * size * UNITS_PER_FONT_UNIT, highest), style=self.style)
        return Label(word, size=size, color=color, style=self.style)

    def _draw(self, region: Region) -> None:
        """Make everything at the places of the plan, centred in a region."""
        plan, count = self._plan_used, len(self.words)
        left = region.centre[0] - plan.width(count) / 2 + plan.titles + _BESIDE
        top = region.centre[1] + plan.height(count) / 2 - plan.head
        self._lattice = Lattice(left, top, *plan.cell, count, count)
        self._draw_grid()
        extent = Rectangle(width=plan.width(count), height=plan.height(count), stroke_width=0).move_to(region.centre)
        self.submobjects = []
        self.add(extent, self.grid)

    def _draw_grid(self) -> None:
        plan, lattice, theme = self._plan_used, self._lattice, self.style.theme
        outline = RoundedRectangle(
            width=lattice.width - _SEAM, height=lattice.height - _SEAM, corner_radius=min(0.06, lattice.height / 4)
        )
        outline.set_stroke(theme.grid, self.style.strokes.thin).set_fill(theme.shade, opacity=0)
        count = range(len(self.words))
        self.cells = [[outline.copy().move_to(lattice.centre(i, j)) for j in count] for i in count]
        rows, columns = VGroup(), VGroup()
        for index, (word, color) in enumerate(zip(self.words, self.colors, strict=True)):
            title = self._mark(word, color, plan.size, 0.95 * lattice.height)
            title.set_x(lattice.left - _BESIDE - title.width / 2)
            self._set_upright(title, lattice.ys[index])
            rows.add(title)
            columns.add(self._column_title(index, word, color))
        self.titles = rows
        self.grid = VGroup(*(cell for row in self.cells for cell in row), rows, columns)

    def _column_title(self, index: int, word: str, color: str) -> VMobject:
        plan, lattice = self._plan_used, self._lattice
        title = self._mark(word, color, plan.size)
        if not plan.title_lines and isinstance(title, Label):
            return title.rotate(torch.pi / 2).move_to(
                point(lattice.xs[index], lattice.top + 0.12 + float(title.height) / 2)
            )
        line = index % 2 if plan.title_lines > 1 else 0
        middle = lattice.top + 0.12 + (line + 0.5) * _TITLE_LINE * plan.em
        self._set_upright(title.set_x(lattice.xs[index]), middle)
        return title

    def _set_upright(self, title: VMobject, y: float) -> None:
        """Put a title at a height: the middle of its small letters, or of its icon."""
        if isinstance(title, Label):
            title.on_baseline(y - 0.22 * self._plan_used.em)
        else:
            title.set_y(y)

    # --- Filling --------------------------------------------------------------------------------------------------

    def numbers(self, values: Tensor) -> list[list[Number]]:
        """Return a number for each cell, ``numbers[row][column]``, of values of shape (T, T)."""
        size = self._plan_used.size
        made = []
        for i, row in enumerate(values):
            numbers = [Number(value, decimals=self._decimals, size=size, style=self.style) for value in row]
            for j, number in enumerate(numbers):
                x, y, _ = self.cells[i][j].get_center()
                number.set_x(x).on_baseline(middle_baseline(y, size))
            made.append(numbers)
        return made


def _titles_fit(widths: Sequence[float], pitch: float, lines: int) -> bool:
    """Return whether the columns' titles clear each other and do not stand out far; every other one stands one line up.

    Args:
        widths: of the titles, scene units.
        pitch: scene units from one column to the next.
        lines: in how many lines; 0 where they are turned upright, which always fits.
    """
    pairs = zip(widths, widths[lines:], strict=False)
    apart = all((first + second) / 2 + _TITLE_GAP <= lines * pitch for first, second in pairs)
    return not lines or (apart and (widths[-1] - pitch) / 2 <= _OVERHANG)
