"""A table with a row and a column for each word of a phrase, which fits itself to its room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, cycle
from math import inf, sqrt

import torch
from manim import Animation, ApplyMethod, ManimColor, Rectangle, RoundedRectangle, Square, VGroup, VMobject
from torch import Tensor

from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.surface import colour_area
from scenes.parts.table.number_grid import Lattice, middle_baseline
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label, Row
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

_BESIDE, _AFTER, _TO_SUM = 0.16, 0.22, 0.14
"""Scene units between row titles and cells, cells and strips, strips and sums."""

_LEAST_STRIPS, _MOST_STRIP, _THICK = (1.15, 0.75), 4.4, 0.5
"""Scene units: the least length of a strip, and where that is too long; the largest; its share of a row's height."""

_LEAST_PIECE = 0.02
"""Scene units: a piece of a strip below this has no outline, which would be wider than the piece."""

_SIDE = 0.9
"""Side of the square that stands for a weight of 1, as a share of a cell."""

_STEP = 1.2
"""Size of the steps' names as a share of the other type's."""

_OVERHANG = 0.2
"""Scene units by which the last column's title may stand out of its column."""

_ICON, _TITLE_LINE, _TITLE_GAP = 1.45, 1.3, 0.12
"""An icon's height and the pitch of titles, as shares of the type's size; scene units between two titles."""

_WITHIN, _HIGHEST = 0.07, 1.0
"""Scene units between a number in a piece of a strip and its ends; the size of its type, as a share of its height."""

_TONES, _BRIGHTEST, _QUIET = 4, 0.9, 0.4
"""The tones of small words at the most, one after the other; the share of ink in the last of them, and in the type of
what is 0."""

_HUES = (3, 1, 4)
"""The families whose hues small words have, in order: neighbours are far apart, in dark and in light."""

_LEAST_MARK = 0.045
"""Scene units: the least side of a square, so that a small weight can be told from 0."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sizes of everything in a table.

    Attributes:
        size: of the type, manim font units.
        cell: width and height of a cell, scene units.
        titles: width of the rows' titles, scene units.
        head: height of the columns' titles, scene units.
        title_lines: lines of the columns' titles; 0 where they are turned upright.
        above: height of the steps' own line, scene units; 0 where they stand above the strips.
        strip: length of a strip, scene units; 0 without strips.
        sums: width of the sums, scene units.
        fits: 1 where everything has room at this size; else the share of the room that there is.
    """

    size: float
    cell: tuple[float, float]
    titles: float
    head: float
    title_lines: int
    above: float
    strip: float
    sums: float
    fits: float

    @property
    def em(self) -> float:
        """The type's size in scene units."""
        return self.size * UNITS_PER_FONT_UNIT

    def width(self, count: int) -> float:
        """Return the width of the whole table, scene units."""
        ends = _AFTER + self.strip + _TO_SUM + self.sums if self.strip else 0.0
        return self.titles + _BESIDE + count * self.cell[0] + ends

    def height(self, count: int) -> float:
        """Return the height of the whole table, scene units."""
        return self.above + self.head + count * self.cell[1]


class RowStrip(VGroup):
    """A row of weights as pieces of a strip, and their sum after it.

    Attributes:
        pieces: one rectangle a weight, in order.
        number: the sum.
    """

    def __init__(self, pieces: Sequence[Rectangle], number: Number) -> None:
        self.pieces, self.number = list(pieces), number
        super().__init__(*pieces, number)


class PhraseTable(VGroup):
    """A table with a row and a column for each word of a phrase; where asked, each row ends in a strip of length 1.

    It lays itself out in the region that ``Figure.arrange`` gives it; cells can be filled after that.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` a word.
        holds: tensors whose numbers the cells must have room for.
        decimals: digits after the point of those numbers.
        steps: names of what is done to its numbers, in order, such as ``("mask", "softmax")``; they stand above it.
        strips: whether rows end in strips.
        beside: words of another phrase, as many: titles have room for those, too, so that their table fits on this one.
        hued: whether small words have a hue each, in titles and areas, in place of tones of grey in areas alone.
        style: theme and sizes.

    Attributes:
        grid: the cells and the titles of rows and columns.
        cells: the cells: ``cells[row][column]``.
        titles: the titles of the rows.
        steps: the names of the steps.
        heading: the steps with arrows between them.
        tracks: the outline of each row's strip, 1 long.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        *,
        holds: Sequence[Tensor] = (),
        decimals: int = 1,
        steps: Sequence[str] = (),
        strips: bool = False,
        beside: Sequence[str] = (),
        hued: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        super().__init__()
        self.words, self.colors, self.style = list(words), list(colors), style
        self._beside, self._hued = list(beside), hued
        self._holds, self._decimals, self._step_names, self._has_strips = holds, decimals, list(steps), strips
        self._lattice = Lattice(0.0, 0.0, 1.0, 1.0, len(words), len(words))
        self.cells: list[list[RoundedRectangle]] = []
        self.steps: list[Label] = []
        self.grid, self.titles, self.heading, self.tracks = VGroup(), VGroup(), VGroup(), VGroup()

    # --- Laying out -----------------------------------------------------------------------------------------------

    def fill(self, region: Region) -> float:
        """Lay out all of the table in a region, with type as large as fits.

        Returns:
            The size of its type as a share of the size of numbers on the stage.
        """
        sizes, region = self.style.sizes, region.inset(_RIM, _RIM, _RIM, _RIM)
        ways = [(size, _LEAST_STRIPS[0]) for size in (sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least)]
        for size, strip in (*ways, (sizes.least, _LEAST_STRIPS[1])):
            plan = self._plan(region, size, strip)
            if plan.fits == 1.0:
                break
        self._plan_used = plan
        self._draw(region)
        return plan.size / sizes.number * plan.fits

    def _plan(self, region: Region, size: float, strip: float) -> _Plan:
        """Find where everything goes with type of a size: the steps above the strips where they have room there."""
        plan = self._plan_with(region, size, strip, 0.0)
        wide = self._heading(size).width > plan.strip + _TO_SUM + plan.sums
        return self._plan_with(region, size, strip, 2.0 * plan.em) if self._step_names and wide else plan

    def _plan_with(self, region: Region, size: float, strip: float, above: float) -> _Plan:
        count, em, style = len(self.words), size * UNITS_PER_FONT_UNIT, self.style
        widths = [
            float(self._mark(word, color, size).width) for word, color in zip(self.words, self.colors, strict=True)
        ]
        if self._beside:
            others = (self._mark(word, self.style.theme.ink, size) for word in self._beside)
            widths = [max(width, float(other.width)) for width, other in zip(widths, others, strict=True)]
        sums = float(Number(1.0, size=size, style=style).width) if self._has_strips else 0.0
        around = max(widths) + _BESIDE + (_AFTER + _TO_SUM + sums if self._has_strips else 0.0)
        free, needed = region.width - around, self._widest(size) + 2 * _PADDING + _SEAM
        most = max(min((free - strip * self._has_strips) / count, _MOST_CELL), 0.01)
        for lines in (1, 2, 0):
            head = _TITLE_LINE * em * lines + 0.12 if lines else max(widths) + 0.2
            up = max(min((region.height - head - above) / count, most), 0.01)
            across = min(most, max(_WIDEST_CELL * up, needed))
            if _titles_fit(widths, across, lines):
                break
        length = max(min(_MOST_STRIP, free - count * across), 0.01) if self._has_strips else 0.0
        fits = min(1.0, across / needed, up / (_LEAST_ROW * em))
        return _Plan(size, (across, up), max(widths), head, lines, above, length, sums, fits)

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

    def _heading(self, size: float) -> Row:
        dim, size = self.style.theme.dim, min(_STEP * size, self.style.sizes.head)
        self.steps = [Label(name, size=size, color=dim, style=self.style) for name in self._step_names]
        pieces: list[VMobject] = []
        for step in self.steps:
            pieces += [Label("\N{RIGHTWARDS ARROW}", size=size, color=dim, style=self.style)] if pieces else []
            pieces.append(step)
        return Row(pieces, 0.14)

    def _draw(self, region: Region) -> None:
        """Make everything at the places of the plan, centred in a region."""
        plan, count = self._plan_used, len(self.words)
        left = region.centre[0] - plan.width(count) / 2 + plan.titles + _BESIDE
        top = region.centre[1] + plan.height(count) / 2 - plan.above - plan.head
        self._lattice = Lattice(left, top, *plan.cell, count, count)
        self._draw_grid()
        self.heading = VGroup(*self._heading(plan.size))
        if plan.above:
            self.heading.set_x(region.centre[0]).set_y(top + plan.head + 0.6 * plan.above)
        elif self.steps:
            self.heading.set_x(self._lattice.right + _AFTER + (plan.strip + _TO_SUM + plan.sums) / 2)
            self.heading.shift(point(0.0, top + 0.45 * plan.em - self.steps[0].baseline))
        self.tracks = VGroup(*(self._track(row) for row in range(count))) if self._has_strips else VGroup()
        extent = Rectangle(width=plan.width(count), height=plan.height(count), stroke_width=0).move_to(region.centre)
        self.submobjects = []
        self.add(extent, self.grid, self.heading, self.tracks)  # sums need room, though they come later

    def _draw_grid(self) -> None:
        plan, lattice, theme = self._plan_used, self._lattice, self.style.theme
        outline = RoundedRectangle(
            width=lattice.width - _SEAM, height=lattice.height - _SEAM, corner_radius=min(0.06, lattice.height / 4)
        )
        outline.set_stroke(theme.grid, self.style.strokes.thin).set_fill(theme.shade, opacity=0)
        count = range(len(self.words))
        self.cells = [[outline.copy().move_to(lattice.centre(i, j)) for j in count] for i in count]
        rows, columns = VGroup(), VGroup()
        for index, (word, own) in enumerate(zip(self.words, self.colors, strict=True)):
            color = self._role(index) if self._hued else own
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

    def _track(self, row: int) -> Rectangle:
        plan, theme = self._plan_used, self.style.theme
        track = Rectangle(width=plan.strip, height=_THICK * self._lattice.height)
        track.set_stroke(theme.dim, self.style.strokes.hair)
        return track.move_to(point(self._lattice.right + _AFTER + plan.strip / 2, self._lattice.ys[row]))

    def lit(self, step: int) -> Animation:
        """Light up the name of the step that is being done; those before it stay lit."""
        return ApplyMethod(self.steps[step].set_color, self.style.theme.ink)

    def closed(self, where: Tensor) -> list[Animation]:
        """Darken some cells, as those of words that may not be looked at; ``where`` is true of them, shape (T, T)."""
        shade, cells = self.style.theme.shade, zip(where.flatten().tolist(), chain(*self.cells), strict=True)
        return [ApplyMethod(cell.set_style, shade, 1.0, shade) for shut, cell in cells if shut]

    # --- Filling --------------------------------------------------------------------------------------------------

    def numbers(
        self, values: Tensor, *, decimals: int | None = None, color: str | None = None, kind: type[Number] = Number
    ) -> list[list[Number]]:
        """Return a number for each cell: ``numbers[row][column]``.

        Args:
            values: shape (T, T).
            decimals: digits after the point; as the table was made for when left out.
            color: ``#rrggbb``; ink when left out.
            kind: of number: ``Weight`` for those that are never written 0 unless they are.
        """
        digits, size = self._decimals if decimals is None else decimals, self._plan_used.size
        made = []
        for i, row in enumerate(values):
            numbers = [kind(value, decimals=digits, size=size, color=color, style=self.style) for value in row]
            for j, number in enumerate(numbers):
                x, y, _ = self._middle(i, j)
                number.set_x(x).on_baseline(middle_baseline(y, size))
            made.append(numbers)
        return made

    def weights(self, values: Tensor, *, written: float = 0.0) -> list[list[VMobject]]:
        """Return a mark for each cell, ``marks[row][column]``: a square whose area is its weight, or the number 0.

        Args:
            values: shape (T, T), each in [0, 1].
            written: a weight below this is written, or that it is less than 0.01: its square would be a speck.
        """
        theme = self.style.theme
        room = _SIDE * (min(self._lattice.width, self._lattice.height) - _SEAM)
        quiet = ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _QUIET).to_hex()
        zeros = self.numbers(values, decimals=0, color=quiet)
        small = self.numbers(values, decimals=2, color=quiet, kind=Weight)

        def mark(i: int, j: int, weight: float) -> VMobject:
            if weight < written or not weight:
                return small[i][j] if weight else zeros[i][j]
            return self._area(Square(max(room * sqrt(weight), _LEAST_MARK)), j).move_to(self._middle(i, j))

        return [[mark(i, j, float(weight)) for j, weight in enumerate(row)] for i, row in enumerate(values)]

    def strips(self, weights: Tensor, *, of: Tensor | None = None) -> list[RowStrip]:
        """Return a strip for each row, as long as its weights' sum, and that sum after it.

        Args:
            weights: shape (T, T).
            of: the weights before some became 0, shape (T, T); those are drawn hollow, on paper not at all.
        """
        before = weights if of is None else of
        return [self._strip(row, whole, track) for row, whole, track in zip(weights, before, self.tracks, strict=True)]

    def _strip(self, weights: Tensor, before: Tensor, track: VMobject) -> RowStrip:
        left, y, size = float(track.get_left()[0]), float(track.get_y()), self._plan_used.size
        pieces = []
        for place, (weight, whole) in enumerate(zip(weights, before, strict=True)):
            width = float(whole) * float(track.width)
            piece = self._area(Rectangle(width=max(width, 1e-3), height=float(track.height)), place)
            if float(weight) < float(whole):
                lost = self.style.strokes.thin if self.style.theme.filled else 0.0  # on paper all pieces are hollow
                piece.set_stroke(piece.get_fill_color(), lost).set_fill(opacity=0.0)
            if width < _LEAST_PIECE:
                piece.set_stroke(width=0.0)
            pieces.append(piece.move_to(point(left + width / 2, y)))
            left += width
        number = Number(weights.sum(), size=size, style=self.style)
        number.set_x(float(track.get_right()[0]) + _TO_SUM + number.width / 2)
        return RowStrip(pieces, number.on_baseline(middle_baseline(y, size)))

    def _middle(self, row: int, column: int) -> Point:
        return self.cells[row][column].get_center()

    def shares(self, strip: RowStrip, weights: Tensor, columns: Iterable[int] | None = None) -> VGroup:
        """Return a row's weights, each written into its piece of the row's strip where it has room.

        Args:
            strip: of the row.
            weights: of the row, shape (T,).
            columns: those whose weights are written; all that are not 0 when left out.
        """
        theme, shares = self.style.theme, VGroup()

        def readable(piece: VMobject) -> str:
            ground = piece.get_fill_color().to_hex() if piece.get_fill_opacity() else theme.background
            return max((theme.ink, theme.background), key=lambda tone: contrast(tone, ground))

        for place in range(len(self.words)) if columns is None else columns:
            piece, weight = strip.pieces[place], weights[place]
            size = min(self.style.sizes.tick, _HIGHEST * float(piece.height) / UNITS_PER_FONT_UNIT)
            share = Weight(weight, size=size, color=readable(piece), style=self.style)
            if float(weight) and share.width + 2 * _WITHIN < piece.width:
                shares.add(share.set_x(piece.get_x()).on_baseline(middle_baseline(float(piece.get_y()), size)))
        return shares.set_z_index(2)

    def _role(self, column: int) -> str:
        """Return the colour of a word's areas: small words are dim, so that they do not outshine the others.

        Small words in a row are of as many tones as can be told apart, so that pieces beside each other are.
        """
        theme, color = self.style.theme, self.colors[column]
        if color != theme.ink:
            return color
        if self._hued:
            return self._hues()[self.words[column]]
        tones = min(self.colors.count(theme.ink), _TONES)
        share = _BRIGHTEST * (self.colors[:column].count(theme.ink) % tones) / max(tones - 1, 1)
        return ManimColor(theme.dim).interpolate(ManimColor(theme.ink), share).to_hex()

    def _hues(self) -> dict[str, str]:
        """Return a hue for each small word: those of families, and of roles, that no other word has, in turn."""
        theme = self.style.theme
        small = dict.fromkeys(w for w, color in zip(self.words, self.colors, strict=True) if color == theme.ink)
        order = [theme.families[index] for index in _HUES if index < len(theme.families)]
        hues = [hue for hue in (*order, theme.query, theme.key, theme.value) if hue not in self.colors]
        return dict(zip(small, cycle(hues), strict=False))

    def _area(self, area: Rectangle, column: int) -> Rectangle:
        """Give an area the colour of a column's word."""
        theme, role = self.style.theme, self._role(column)
        area.set_stroke(theme.background, self.style.strokes.hair)
        if theme.fill(role) != role:
            area.set_stroke(role, self.style.strokes.hair)
        return colour_area(area, theme.fill(role) if theme.filled else role, 1.0, self.style)


def _titles_fit(widths: Sequence[float], pitch: float, lines: int) -> bool:
    """Return whether the columns' titles clear each other and the strips; every other one stands one line up.

    Args:
        widths: of the titles, scene units.
        pitch: scene units from one column to the next.
        lines: in how many lines; 0 where they are turned upright, which always fits.
    """
    pairs = zip(widths, widths[lines:], strict=False)
    apart = all((first + second) / 2 + _TITLE_GAP <= lines * pitch for first, second in pairs)
    return not lines or (apart and (widths[-1] - pitch) / 2 <= _OVERHANG)
