"""The base of the figures in which weighted vectors, laid tip to tail, end at a word's new place."""

from __future__ import annotations

from itertools import combinations, pairwise

import torch
from manim import AnimationGroup, Create, FadeIn, LaggedStart, Line, Transform, VGroup
from torch import Tensor

from scenes.layout import fit
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to
from scenes.motion.move import gather
from scenes.parts.geometry import point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, set_labels
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Math, Row, Typeset, set_on_baseline, vector_name
from scenes.shared.phrase import PhraseFigure
from scenes.stage import Region
from scenes.style import DEFAULT, Style


class CombinationLine(Row):
    """A line of the combination: the terms, an equals sign, the result.

    Attributes:
        terms: the factors, with the sign before them.
        symbol: the name of the vector.
        counted: the terms before the symbol: sign and weight.
        result: the result.
        amount: the equals sign and the result.
    """

    def __init__(self, left: list[Typeset], right: Coordinates, *, style: Style = DEFAULT) -> None:
        self.equals = Math("=", size=right.numbers[0].size, style=style)
        super().__init__([*left, self.equals, right], [*([0.12] * (len(left) - 1)), 0.2, 0.2])
        self.terms = VGroup(*left)
        *self.counted, self.symbol = left
        self.result = right
        self.amount = VGroup(self.equals, right)

    def in_a_cell(self, x: float, upper: float, lower: float) -> None:
        """Take two lines instead: the factors over the result, without an equals sign.

        Args:
            x: the centre of both, scene units.
            upper: the baseline of the factors.
            lower: the baseline of the result.
        """
        self.amount.remove(self.equals)
        for piece, baseline in ((self.terms, upper), (self.amount, lower)):
            piece.set_x(x)
            for member in piece:
                set_on_baseline(member, baseline)

    @property
    def equals_x(self) -> float:
        """The centre of the equals sign, on which lines are aligned; scene units."""
        return float(self.equals.get_x())


_NARROW = 9.0
"""Scene units of the frame's width below which arrows and lines of numbers do not fit side by side."""

_CELL, _CELL_GAP, _CELL_GAP_MOST = 0.86, 0.06, 0.4
"""Scene units: the height of a cell, and the least and greatest gap between cells."""

_CELL_SUM, _NEARER = 0.7, 0.15
"""Scene units: the height of the sum below cells, and the shift of the plane towards the phrase above them."""

_BESIDE = 0.35
"""Scene units for labels to the right of a plane that has lines of numbers beside it."""

_NEXT_TO_NOTHING = 0.05
"""The weight below which a word is dimmed when the arrows shrink, unless a beat is about it."""

_DIM, _GHOST, _DIM_GHOST = 0.4, 0.35, 0.16
"""Opacities: of a word with such a weight, of the ghosts of arrows, and of the ghosts of such a word's arrows."""


class CombinationFigure(PhraseFigure):
    """A linear combination, as arrows on a plane and as lines of numbers beside it.

    The words' vectors are combined; a figure that combines others overrides ``combined`` and ``letter``.

    Attributes:
        letter: the name of the combined vectors.
        order: the words' positions in the order of the beats: the strongest puller, the word itself, then the others.
        full: each vector as an arrow from the origin.
        shrunk: the same, scaled by its weight.
        chain: the scaled arrows, each from the end of the one before it.
        result: an arrow to the end of the last one.
        labels: the words' labels at the tips of ``full``, by word.
        there: the word's new place.
        lines: a line of the combination for each word.
        sum: the last line.
    """

    letter = "x"

    @property
    def combined(self) -> Tensor:
        """The vectors that are combined, shape (T, d)."""
        return self.numbers.vectors

    def regions(self) -> tuple[Region, Region, Region]:
        """Return the regions of the phrase, the plane and the combination."""
        header, picture = self.stage.header, self.stage.picture_to_bottom
        if self.stage.is_portrait:
            plane, lines = picture.rows(6.6, 0.62 * (len(self.lines) + 1.6), gap=0.3)
        elif self.in_cells:
            taken = _CELL * len(self._rows_of_cells(picture.width)) + _CELL_SUM
            plane, lines = picture.inset(top=-_NEARER).rows(picture.height + _NEARER - taken - 0.1, taken, gap=0.1)
        else:
            needed = max(line.width for line in [*self.lines, self.sum])
            share = max(1 / 2.45, needed / (picture.width - 0.5))
            plane, lines = picture.columns(1 - share, share, gap=0.5)
        return header, plane, lines

    @property
    def in_cells(self) -> bool:
        """True if the terms stand in cells, each over its result, because neither side of the frame has room."""
        return not self.stage.is_portrait and self.stage.width < _NARROW

    @property
    def _is_small(self) -> bool:
        """True if the terms are smaller, so that the plane beside or above them can be larger."""
        return not self.stage.is_portrait and not self.stage.is_wide

    @property
    def label_size(self) -> float:
        """The type size of the labels on the plane, manim font units."""
        return self.style.sizes.note if self._is_small else self.style.sizes.label

    def arrow_color(self, word: str) -> str:
        """Return the colour of a word's combined vector."""
        return self.color_of(word)

    def build(self) -> None:
        """Draw the phrase at the top, the plane at the left, the linear combination at the right."""
        numbers, style = self.numbers, self.style
        first = list(dict.fromkeys([numbers.strongest, numbers.position]))
        self.order = first + [index for index in range(len(numbers.words)) if index not in first]
        self.lines = [self._line(*term) for term in zip(range(len(numbers.words)), *self._terms(), strict=True)]
        self.sum = self._sum_line()
        header, left, right = self.regions()
        self.phrase = PhraseRow(numbers.written, self.colors_of(numbers.words), header, style=style)
        self.plane = self.make_plane(left)
        self._draw_arrows()
        self.label_plane()
        self.write_combination(right)

    def ends(self) -> Tensor:
        """Return the ends of the weighted vectors when each starts at the one before: (T + 1, d), from the origin."""
        weighted = self.numbers.weighted  # (T, d)
        return torch.cat([torch.zeros_like(weighted[:1]), weighted.cumsum(dim=0)])

    def make_plane(self, region: Region) -> WordPlane:
        """Return the plane, with everything that will be on it inside."""
        rows = torch.cat([self.combined, self.ends()])
        if not self._is_small or self.in_cells:
            return WordPlane(region, rows, self.world.axes, style=self.style)
        return self.plane_at_left(region, rows, _BESIDE)

    def plane_at_left(self, region: Region, rows: Tensor, free: float) -> WordPlane:
        """Return a plane as far left as possible, with at least ``free`` scene units for labels at its right."""
        plane = WordPlane(region.inset(right=free), rows, self.world.axes, style=self.style)
        spare = plane.room.right - plane.panel.right
        if spare > 0:
            plane = WordPlane(region.inset(right=free + 2 * spare), rows, self.world.axes, style=self.style)
        plane.room = region
        return plane

    def _draw_arrows(self) -> None:
        numbers, style, ends = self.numbers, self.style, self.ends()
        colors = [self.arrow_color(word) for word in numbers.words]
        self.full = self._arrows(self.combined, colors)
        self.shrunk = self._arrows(numbers.weighted, colors)
        self.chain = [
            self.plane.arrow(end, color, start=start)
            for color, start, end in zip(colors, ends[:-1], ends[1:], strict=True)
        ]
        self.result = self.plane.arrow(numbers.updated, self.color_of(numbers.word), width=style.strokes.bold)

    def _arrows(self, rows: Tensor, colors: list[str]) -> list[Arrow]:
        return [self.plane.arrow(row, color) for row, color in zip(rows, colors, strict=True)]

    def label_plane(self) -> None:
        """Put a label at the tip of each vector, and one at the new place."""
        numbers, style, size = self.numbers, self.style, self.label_size
        self.labels = {
            word: PlaneWord(word, self.plane.place(vector), self.color_of(word), size=size, marked=False, style=style)
            for word, vector in zip(numbers.words, self.combined, strict=True)
        }
        place, color = self.plane.place(numbers.updated), self.color_of(numbers.word)
        there = self.says("new-place", word=numbers.word)
        self.there = PlaneWord(there, place, color, size=size, marked=False, style=style)
        arrows = [*self.full, self.result, *self.chain]
        set_labels(
            [*self.labels.values(), self.there],
            self.plane,
            keep_off=[arrow.flat_segment for arrow in arrows],
            boxes=[arrow.tip for arrow in arrows],
        )

    def write_combination(self, region: Region) -> None:
        """Write a line for each word, weight times vector and the result, and the sum below."""
        if self.in_cells:
            self._write_cells(region)
            return
        count = len(self.lines)
        pitch = min(0.62, region.height / (count + 2))
        top = region.centre[1] + pitch * (count + 1) / 2 - pitch * 0.6
        for index, line in enumerate(self.lines):
            set_on_baseline(line, top - pitch * index)
        set_on_baseline(self.sum, top - pitch * (count + 0.45))
        for line in [*self.lines, self.sum]:
            line.shift(point(region.left - line.equals_x, 0))
        block = VGroup(*self.lines, self.sum)
        fit(block, self.stage.safe.width if self.stage.is_portrait else region.width)
        block.set_x(region.centre[0])
        self.rule = self._rule(block, top - pitch * (count - 0.42))

    def _write_cells(self, region: Region) -> None:
        """Write each term over its result, side by side in as few rows as fit, and the sum below all."""
        rows = self._rows_of_cells(region.width)
        *parts, last = region.rows(*[_CELL] * len(rows), _CELL_SUM)
        for row, part in zip(rows, parts, strict=True):
            free = region.width - sum(self._cell_width(line) for line in row)
            gap = min(_CELL_GAP_MOST, free / max(1, len(row) - 1))
            x = region.left + (free - gap * (len(row) - 1)) / 2
            for line in row:
                middle = float(part.centre[1])
                line.in_a_cell(x + self._cell_width(line) / 2, middle + 0.1, middle - 0.3)
                x += self._cell_width(line) + gap
        self.sum.set_x(region.centre[0])
        set_on_baseline(self.sum, last.bottom + 0.17)
        self.rule = self._rule(VGroup(*self.lines), last.top - 0.06)

    def _rows_of_cells(self, width: float) -> list[list[CombinationLine]]:
        """Return the terms in as few rows as fit side by side, of similar widths."""
        count = len(self.lines)

        def needed(row: list[CombinationLine]) -> float:
            return sum(self._cell_width(line) for line in row) + _CELL_GAP * (len(row) - 1)

        for breaks in range(count):
            ways = [
                [self.lines[start:end] for start, end in pairwise((0, *way, count))]
                for way in combinations(range(1, count), breaks)
            ]
            best = min(ways, key=lambda rows: max(needed(row) for row in rows))
            if max(needed(row) for row in best) <= width:
                return best
        return [[line] for line in self.lines]

    @staticmethod
    def _cell_width(line: CombinationLine) -> float:
        return max(float(line.terms.width), float(line.result.width))

    def vector_symbol(self, word: str) -> Math:
        """Return the name of a word's combined vector."""
        name = vector_name(word, letter=self.letter)
        size = self.style.sizes.script if self._is_small else self.style.sizes.phrase
        return Math(name, size=size, color=self.color_of(word), style=self.style)

    def _terms(self) -> tuple[Tensor, tuple[str, ...], Tensor]:
        return self.numbers.weights, self.numbers.words, self.numbers.weighted

    def _line(self, index: int, weight: Tensor, word: str, weighted: Tensor) -> CombinationLine:
        style, size = self.style, self.style.sizes.label if self._is_small else self.style.sizes.phrase
        coefficient = Weight(weight, size=size, style=style)
        plus = [Math("+", size=size, style=style)] if index else []
        small = style.sizes.note if self.in_cells else size
        amount = Coordinates(weighted, size=small, color=self.arrow_color(word), style=style)
        return CombinationLine([*plus, coefficient, self.vector_symbol(word)], amount, style=style)

    def _sum_line(self) -> CombinationLine:
        style, size = self.style, self.style.sizes.phrase
        if self._is_small and not self.in_cells:
            size = style.sizes.label
        color = self.color_of(self.numbers.word)
        name = Math(
            vector_name(self.numbers.word, prime=True), size=max(size, style.sizes.script), color=color, style=style
        )
        total = Coordinates(self.numbers.updated, size=size, color=color, style=style)
        return CombinationLine([name], total, style=style)

    def _rule(self, block: VGroup, y: float) -> Line:
        rule = Line(point(block.get_left()[0], y), point(block.get_right()[0], y))
        return rule.set_stroke(self.style.theme.dim, self.style.strokes.thin)

    def shrink(self) -> None:
        """Scale the vectors by their weights: the two important ones slowly, the rest in one sweep."""
        times = self.style.times
        rest = self.order[2:]
        faint = [index for index in rest if float(self.numbers.weights[index]) < _NEXT_TO_NOTHING]
        self.ghosts = [
            arrow.copy().set_opacity(_DIM_GHOST if index in faint else _GHOST) for index, arrow in enumerate(self.full)
        ]
        self.add(*self.ghosts)
        for index in self.order[:2]:
            self.play(
                Transform(self.full[index], self.shrunk[index]), FadeIn(self.lines[index].amount), run_time=times.slow
            )
            self.rest()
        for index in faint:
            self.lines[index].amount.set_opacity(_DIM)
        self.play(
            *(fade_to(self.lines[index].terms, _DIM) for index in faint),
            *(fade_to(self.labels[word].text, _DIM) for word in {self.numbers.words[index]: None for index in faint}),
            *(Transform(self.full[index], self.shrunk[index]) for index in rest),
            *(FadeIn(self.lines[index].amount) for index in rest),
            run_time=times.move,
        )
        self.rest()

    def join(self) -> None:
        """Move each arrow to the end of the one before it: one after another, but the smallest all at once."""
        moves = [Transform(arrow, link) for arrow, link in zip(self.full, self.chain, strict=True)]
        seen = [index for index in range(len(moves)) if float(self.numbers.weights[index]) >= _NEXT_TO_NOTHING]
        together = [move for index, move in enumerate(moves) if index not in seen]
        first = [AnimationGroup(*together)] if together else []
        series = [*first, *(moves[index] for index in seen)]
        self.play(LaggedStart(*series, lag_ratio=0.5), run_time=self.style.times.slow * (1 + 0.35 * (len(series) - 1)))
        self.rest()

    def arrive(self) -> None:
        """Show the sum, and the new place to which it leads."""
        times, amounts = self.style.times, [line.result for line in self.lines]
        self.play(Create(self.rule), FadeIn(self.sum.terms, self.sum.equals), run_time=times.quick)
        self.play(*gather(amounts, self.sum.result), run_time=times.slow)
        self.play(grow(self.result), FadeIn(self.there), run_time=times.slow)
        self.hold()
