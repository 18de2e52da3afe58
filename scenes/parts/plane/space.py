"""A space under a matrix: grid, unit vectors, marks, arrows and words move together, and stay in their panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, ceil, hypot

import torch
from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.labels import Segment, clip
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, set_labels
from scenes.stage import nice_step
from scenes.style import DEFAULT, Style

_MOST_LINES = 9
"""Grid lines on each side of an axis; with both axes at most 4 × 9 + 2."""

_ASIDE = 3.0
"""The strength with which arrows' labels prefer the side that faces away from the other arrows."""

_MOST_SPREAD = 3.0
"""The largest factor by which a grid may extend beyond its panel in order to fill it."""


@dataclass(frozen=True)
class _Line:
    """A line of the grid: its ends before any matrix, shape (2, 2), and its mobject."""

    ends: Tensor
    mobject: VMobject


class Space(VGroup):
    """A grid with its two axes, and everything put into it, transformed by a matrix.

    Everything is placed by ``plane.place(row @ matrix)``: the picture depends on the matrix alone, never on the picture
    before. Lines are clipped to the plane's panel.

    Args:
        plane: the plane whose units and panel it has.
        matrix: shape (2, 2), rows: the unit vectors' images; the identity when left out.
        basis: ``#rrggbb`` of the two unit vectors, or None for none.
        spread: the factor by which the grid extends beyond its panel, so that a squeezed one still fills it.
        on_sides: whether words are at the tips of arrows from the origin, and stand on the sides that face away from
        the
            other arrows.
        style: theme and strokes.

    Attributes:
        matrix: the present matrix.
        grid: the thin lines at whole numbers.
        axes: the lines through the origin.
        basis: arrows to the unit vectors' images, or empty.
        carried: the marks, arrows and words that were put in.
    """

    def __init__(
        self,
        plane: WordPlane,
        matrix: Tensor | None = None,
        *,
        basis: Sequence[str] | None = None,
        spread: float = 1.0,
        on_sides: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.plane, self.style = plane, style
        self._on_sides = on_sides
        self._lines = [_Line(ends, VMobject()) for ends in _grid_ends(plane, spread)]
        self.grid = VGroup(*(line.mobject for line in self._lines[2:]))
        self.grid.set_stroke(style.theme.dim, style.strokes.hair, opacity=0.45)
        self.axes = VGroup(*(line.mobject for line in self._lines[:2]))
        self.axes.set_stroke(style.theme.dim, style.strokes.thin)
        super().__init__(self.grid, self.axes)
        self._arrows: list[tuple[Arrow, Tensor, Tensor]] = []
        self._words: list[tuple[PlaneWord, Tensor]] = []
        self._marks: list[tuple[VMobject, Tensor]] = []
        self.basis: list[Arrow] = []
        self.matrix = torch.eye(2)
        if basis is not None:
            for row, color in zip(torch.eye(2), basis, strict=True):
                self.basis.append(self.put_arrow(self.plane.arrow(row, color), row))
        self.carry(torch.eye(2) if matrix is None else matrix)

    @property
    def carried(self) -> list[VMobject]:
        """The marks, arrows and words that were put in, in order."""
        return [
            *(mark for mark, _ in self._marks),
            *(arrow for arrow, _, _ in self._arrows),
            *(word for word, _ in self._words),
        ]

    @property
    def words(self) -> list[PlaneWord]:
        """The words that were put in, in order."""
        return [word for word, _ in self._words]

    def put_arrow(self, arrow: Arrow, row: Tensor, start: Tensor | None = None) -> Arrow:
        """Put in an arrow to ``row`` from ``start`` or the origin, both given before any matrix; return the arrow."""
        self._arrows.append((arrow, row, torch.zeros(2) if start is None else start))
        return arrow

    def put_mark(self, mark: VMobject, row: Tensor) -> None:
        """Put in a mobject whose centre is at ``row`` before any matrix."""
        self._marks.append((mark, row))

    def put_words(self, words: Mapping[str, PlaneWord], rows: Mapping[str, Tensor]) -> None:
        """Put in words, each at the place of its vector before any matrix."""
        self._words += [(word, rows[name]) for name, word in words.items()]

    def carry(self, matrix: Tensor) -> None:
        """Apply a matrix to everything; labels keep their offsets from their marks."""
        self.matrix = matrix
        for line in self._lines:
            first, last = (flat(self._place(row)) for row in line.ends)
            _draw(line.mobject, clip((first, last), self.plane.bounds))
        for arrow, row, start in self._arrows:
            arrow.set_ends(self._place(start), self._place(row))
        for mark, row in self._marks:
            mark.move_to(self._place(row))
        for word, row in self._words:
            word.shift(self._place(row) - word.point)

    def set_labels(
        self, *, keep_off: Sequence[Segment] = (), boxes: Sequence[VMobject] = (), standing_axes: bool = True
    ) -> None:
        """Place the words' labels clear of each other, of everything in the space, and of further mobjects.

        Args:
            keep_off: further lines that labels avoid.
            boxes: further mobjects that labels avoid.
            standing_axes: avoid the places of the axes before any matrix, too.
        """
        axes = [(flat(line.get_start()), flat(line.get_end())) for line in self.axes if len(line.points)]
        arrows = [arrow.flat_segment for arrow, _, _ in self._arrows]
        marks = [*(mark for mark, _ in self._marks), *(arrow.tip for arrow, _, _ in self._arrows)]
        words = [word for word, _ in self._words]
        if self._on_sides:
            self._turn_to_sides()
        set_labels(words, self.plane, keep_off=[*axes, *arrows, *keep_off], boxes=[*marks, *boxes], axes=standing_axes)

    def _turn_to_sides(self) -> None:
        """Let the first half of the words around the origin prefer the clockwise side, the rest the other."""
        ways = [word.point - self.plane.origin for word in self.words]
        turning = sorted(range(len(ways)), key=lambda index: atan2(ways[index][1], ways[index][0]))
        for place, index in enumerate(turning):
            side = (2 * place > len(ways) - 1) - (2 * place < len(ways) - 1)
            across, up = flat(ways[index])
            length = hypot(across, up)
            if side and length > 0:
                self.words[index].toward = (-_ASIDE * side * up / length, _ASIDE * side * across / length)

    def labels(self) -> list[Point]:
        """Return the offsets of the words' labels from their marks."""
        return [word.label.get_center() - word.point for word, _ in self._words]

    def shift_labels(self, places: Sequence[Point]) -> None:
        """Put the words' labels at the given offsets from their marks."""
        for (word, _), place in zip(self._words, places, strict=True):
            word.label.move_to(word.point + place)

    def labels_at(
        self,
        matrix: Tensor,
        *,
        keep_off: Sequence[Segment] = (),
        boxes: Sequence[VMobject] = (),
        standing_axes: bool = True,
    ) -> list[Point]:
        """Return the best offsets of the labels if the space had another matrix; nothing is moved."""
        before, labels = self.matrix, self.labels()
        self.carry(matrix)
        self.set_labels(keep_off=keep_off, boxes=boxes, standing_axes=standing_axes)
        result = self.labels()
        self.carry(before)
        self.shift_labels(labels)
        return result

    def _place(self, row: Tensor) -> Point:
        return self.plane.place(row @ self.matrix)


def spread_of(plane: WordPlane, matrix: Tensor) -> float:
    """Return the factor by which a grid must extend beyond its panel so that a matrix leaves it filling the panel.

    It has a limit: a grid that is squeezed very much would need too many lines.
    """
    corners = torch.tensor([[x, y] for x in plane.spans[0] for y in plane.spans[1]])
    step, count = _lines_aside(plane)
    needed = float((corners @ torch.linalg.pinv(matrix)).abs().max()) / (step * count)
    return min(max(1.0, needed), _MOST_SPREAD)


def _lines_aside(plane: WordPlane) -> tuple[float, int]:
    """Return the distance between two lines of the grid, and the number of lines on each side of an axis."""
    reach = max(abs(edge) for span in plane.spans for edge in span) + 2 * plane.step
    step = nice_step(max(plane.step, reach / _MOST_LINES))
    return step, min(_MOST_LINES, ceil(reach / step))


def _grid_ends(plane: WordPlane, spread: float) -> list[Tensor]:
    """Return the ends of the grid's lines before any matrix, the two axes first."""
    step, lines_aside = _lines_aside(plane)
    count = ceil(spread * lines_aside)
    far = count * step
    at = [0.0, *(sign * step * (index + 1.0) for index in range(count) for sign in (1, -1))]
    lines = [(torch.tensor([[-far, y], [far, y]]), torch.tensor([[y, -far], [y, far]])) for y in at]
    return [ends for pair in lines for ends in pair]


def _draw(line: VMobject, segment: Segment | None) -> None:
    if segment is None:
        line.clear_points()
    else:
        line.set_points_as_corners([point(*end) for end in segment])
