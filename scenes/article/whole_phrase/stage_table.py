"""The base of the tables that stand beside the plane: discs in cells, and words that the numbers come from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from torch import Tensor

from scenes.article.whole_phrase.dot_table import LARGEST_PITCH, LEAST_WEIGHT, DotTable
from scenes.article.whole_phrase.numbers import Similarities, TableParameters
from scenes.errors import UserError
from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Math
from scenes.plane_figure import PlaneFigure
from scenes.shared.phrase import capital
from scenes.stage import PlaneView, Region

ICON = 0.5
"""Scene units of an icon's height, so that what lies about it is seen."""

PAIR, PITCH = 0.45, 0.48
"""Scene units from the table to the first of two lines about a pair of words, and from that to the second."""

FORMULA, _WIDER = 0.75, 0.9
"""Scene units for the table's name below it; by which the table begins before the record."""

_WIDEST, _LOWER, _DEEPER = 1.2, 0.2, 0.35
"""Scene units by which the words' own table begins before the record at the most, and lies lower than it: then there is
room for X beside and above it, between the names and the cells; by which it reaches lower in upright frames."""

_LARGEST, _HEADS, _FARTHEST, PAIR_ICON = 0.62, 0.7, 1.8, 0.9
"""Scene units from a cell to the next in a table with level names, at the most; that such names take above it; by which
it begins before the record at the most; the height of the icons of two words beside it."""

_HIGHER = 0.45
"""Scene units by which a table lies higher in wide frames, so that a row's sum has room below it."""

OFF_EDGE, _OFF_AXIS = 0.1, 0.15
"""Scene units that the table stays away from the frame's edge, and from the name of the plane's axis."""


class StageTable(PlaneFigure):
    """A figure of a table of a whole phrase, on the stage.

    Attributes:
        table: the table, at the place of the record.
        room_below: scene units that stay free between the table and its name, in frames that are not wide.
        largest: scene units from a cell of the table to the next, at the most.
        pictured_rows: whether icons stand for the names of the table's rows, too, in wide frames.
    """

    Parameters = TableParameters
    stops_at_record = True
    room_below = PAIR + PITCH
    largest = LARGEST_PITCH
    pictured_rows = False
    table: DotTable
    numbers: Similarities
    parameters: TableParameters

    def world_view(self) -> PlaneView:
        """Return where the plane lies: in frames that are not wide, the table has as much room as the plane."""
        view = self.stage.plane_view
        if self.stage.is_portrait:
            view = replace(view, record=Region(-3.5, 3.5, -5.2, 0.6))
        elif not self.stage.is_wide:
            edge = self.stage.safe.right
            view = replace(view, lying=False, record=Region(0.1 * edge, edge, -2.9, 2.7))
        return view.holding(self.stage, self.spans())

    def make_table(self, values: Tensor | None = None) -> DotTable:
        """Return the table of the dot products, or of weights, of which the smallest is seen, too.

        Args:
            values: weights, shape (T, T).

        Raises:
            UserError: when the words leave its cells no room.
        """
        numbers, style = self.numbers, self.style
        try:
            colors, region = self.colors_of(numbers.words), self.table_region()
            given = (numbers.scores, {}) if values is None else (values, {"least": LEAST_WEIGHT})
            pictured = self.pictured_rows and self.stage.is_wide
            return DotTable(
                numbers.words, colors, given[0], region,
                largest=self.largest, pictured_rows=pictured, style=style, **given[1],
            )  # fmt: skip
        except ValueError as error:
            wider_frame = "" if self.stage.is_wide else " or a wider frame"
            raise UserError(f"phrase: {error}; take fewer or shorter words{wider_frame}") from None

    def table_region(self) -> Region:
        """Return where the table and its names stand."""
        record = self.view.record
        below = self.below_wide if self.stage.is_wide else FORMULA + self.room_below
        return Region(record.left - self.wider, record.right - OFF_EDGE, record.bottom + below, record.top)

    @property
    def below_wide(self) -> float:
        """The room between the table and the record's end in wide frames, scene units."""
        return FORMULA

    @property
    def wider(self) -> float:
        """By how much the table begins before the record, scene units: clear of the name of the plane's axis."""
        named = max(box[2] for box in self.plane.text_boxes())
        return min(max(self.view.record.left - named - _OFF_AXIS, 0.0), _WIDER) if self.stage.is_wide else 0.0

    def below_first(self, width: float) -> Point:
        """Return the middle of the first of two lines about a pair below the table, in frames that are not wide.

        Args:
            width: of the wider line, scene units.
        """
        x = min(float(self.table.lines.get_x()), self.stage.safe.right - OFF_EDGE - width / 2)
        return point(x, self.table.bottom - PAIR)

    @property
    def name_room(self) -> float:
        """The room for the table's name, scene units."""
        return self.view.record.width + self.wider - OFF_EDGE

    def name_place(self, width: float, below: float | None = None) -> Point:
        """Return the middle of the table's name.

        Args:
            width: of the name, scene units.
            below: the height of what it stands below instead of the table, in frames that are not wide.
        """
        low = self.table.bottom if self.stage.is_wide or below is None else below
        x = min(float(self.table.lines.get_x()), self.stage.safe.right - OFF_EDGE - width / 2)
        return point(x, low - FORMULA / 2 - 0.05)

    def named(self, source: str, below: float | None = None) -> Math:
        """Return the table's name at its place, as large as there is room.

        Args:
            source: in Typst's maths notation.
            below: as of ``name_place``.
        """
        size, room = self.style.sizes.formula, self.name_room
        name = Math(source, size=size, style=self.style)
        if name.width > room:
            name = Math(source, size=size * room / float(name.width), style=self.style)
        return laid(name.move_to(self.name_place(float(name.width), below)), Layer.LEDGER)

    def twins(self) -> list[tuple[int, int]]:
        """Return the two cells that the first word and the second have."""
        first, second = self.numbers.position, self.numbers.second
        return [(first, second), (second, first)]

    def upper(self) -> list[tuple[int, int]]:
        """Return the cells above the diagonal, row by row."""
        count = len(self.numbers.words)
        return [(row, column) for row in range(count) for column in range(row + 1, count)]

    def color_at(self, position: int) -> str:
        """Return the colour by role of a word of the phrase."""
        return self.color_of(self.numbers.words[position])

    def said(self) -> dict[str, str]:
        """Return the values of captions and lines: the word whose row comes first, and the second."""
        word, second = self.numbers.word, self.numbers.words[self.numbers.second]
        return {"word": word, "Word": capital(word), "second": second, "Second": capital(second)}


class WordTable(StageTable):
    """A figure of a table that the words' own vectors fill: three films have one table at one place.

    The name of the plane's lying axis is below its numbers, so that the table can be larger; what is written of a row
    stands above the words, left of the table.
    """

    names_below = True

    @property
    def wider(self) -> float:
        """By how much the table begins before the record, scene units: clear of the plane's words and texts."""
        if not self.stage.is_wide:
            return 0.0
        words = max(float(self.plane.place(row)[0]) for row in self.numbers.vectors) + ICON
        taken = max(words, *(box[2] for box in self.plane.text_boxes()))
        return min(max(self.view.record.left - taken - _OFF_AXIS, 0.0), _WIDEST)

    def table_region(self) -> Region:
        """Return where the table and its names stand."""
        region = super().table_region()
        if self.stage.is_wide:
            return region.inset(top=_LOWER)
        return region.inset(bottom=-_DEEPER) if self.stage.is_portrait else region

    def table_box(self) -> Box:
        """Return the box of the table with its names, which names of words keep off."""
        table = self.table
        return (table.left - table.room, table.bottom, table.right, table.top + table.room)


class LevelTable(WordTable):
    """A figure of a table that leaves room for a row's sum below it, at one place in two films.

    It lies higher where the names above its columns are level or icons.

    Attributes:
        raised: scene units by which it lies higher.
    """

    largest = _LARGEST
    raised = 0.0

    @property
    def wider(self) -> float:
        """By how much the table begins before the record, scene units: up to the plane's words and texts."""
        words = max(float(self.plane.place(row)[0]) for row in self.numbers.vectors) + PAIR_ICON
        taken = max(words, *(box[2] for box in self.plane.text_boxes())) + _OFF_AXIS
        return min(max(self.view.record.left - taken, 0.0), _FARTHEST) if self.stage.is_wide else 0.0

    @property
    def below_wide(self) -> float:
        """The room between the table and the record's end in wide frames, scene units: for its name and a sum."""
        return FORMULA + _HIGHER

    def table_region(self) -> Region:
        """Return where the table and its names stand: in wide frames level names of columns take less room."""
        region = super().table_region()
        return region.inset(top=-self.raised - _HIGHER) if self.stage.is_wide else region

    def make_level_table(self, values: Tensor | None = None) -> DotTable:
        """Return the table, higher where its names are level; the arguments are those of ``make_table``."""
        self.raised = 0.0
        table = self.make_table(values)
        if self.stage.is_wide and max(float(head.height) for head in table.column_names) < table.pitch:
            self.raised = table.room - _HEADS  # level names need no more room above them
            table = self.make_table(values)
        return table


def across(start: Point, end: Point) -> Point:
    """Return the way of length 1 to the right of one who goes from a point to another; none where they are one."""
    way = end - start
    length = float(np.linalg.norm(way))
    return point(way[1], -way[0]) / length if length > 1e-9 else point()
