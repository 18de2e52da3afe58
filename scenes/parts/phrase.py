"""A phrase as a row of words on one baseline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Self

from manim import RoundedRectangle, VGroup

from scenes.parts.geometry import point
from scenes.parts.text.fonts import reads_leftwards
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SPACE = 0.3
_LEAST_SPACE = 0.28
"""Scene units between two words of a line, and the least between two that stand in columns."""

_LINE = 0.0155
"""Scene units from one line to the next, for each manim font unit of the type."""

_ASCENT = 0.0075
"""Scene units of a letter such as d above its baseline, for each manim font unit of the type."""

_SMALLEST = 0.7
"""The share of the smallest readable size that words get where they would leave the frame otherwise."""

_BOX_AIR = 0.13
"""Scene units between a word and the frame around it, less where the next word is near."""


class PhraseRow(VGroup):
    """The words of a phrase, each its own mobject, all on one baseline.

    Where the region is too narrow, the words shrink; where that would make them too small to read, they break into
    lines, or, in columns, every other word moves one line up.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` for each word.
        region: the region in which the row is centred.
        columns: give each word a column of equal width across the region, instead of a word space between them.
        size: manim font units; smaller where the row would not fit.
        lines: the least number of lines.
        space: scene units between two words of a line; more where a word is to have a frame clear of the others.

    Attributes:
        words: the words' mobjects, in order.
        column_width: scene units from the centre of a word's column to the next one's.
        lines: the words' positions line by line, from the top; usually one line.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        region: Region,
        *,
        columns: bool = False,
        size: float | None = None,
        lines: int = 1,
        space: float = _SPACE,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._space = style, space
        size = size or style.sizes.phrase
        self.column_width = region.width / len(words)
        least = min(size, style.sizes.note)

        def set_at(size: float) -> list[Label]:
            return [
                Label(word, size=size, color=color, within=region.width, style=style)
                for word, color in zip(words, colors, strict=True)
            ]

        self.words = set_at(size)
        widths = [float(word.width) for word in self.words]
        layouts = self._in_columns(widths) if columns else self._in_lines(widths, region.width, lines)
        for self.lines, room in layouts:
            if size * room >= least:
                break
        smaller = max(size * min(room, self._height_room(size, region)), least if columns else _SMALLEST * least)
        if smaller < size:
            self.words = set_at(smaller)
        super().__init__(*self.words)
        self._arrange(region, columns)

    def _in_columns(self, widths: Sequence[float]) -> Iterator[tuple[list[list[int]], float]]:
        """Yield ways to set words in columns, best first: the lines, and the largest factor of the type size."""
        places = list(range(len(widths)))
        ends = min((self.column_width - 2 * _BOX_AIR) / widths[place] for place in (0, -1))
        for step in (1, 2):
            free = step * self.column_width - _LEAST_SPACE
            rooms = [2 * free / (first + second) for first, second in zip(widths, widths[step:], strict=False)]
            yield [places] if step == 1 else [places[1::2], places[::2]], min([1.0, ends, *rooms])

    def _in_lines(self, widths: Sequence[float], room: float, least: int) -> Iterator[tuple[list[list[int]], float]]:
        """Yield ways to break words into lines, fewest first: the lines, and the largest factor of the type size."""

        def fits(line: Sequence[int]) -> float:
            return (room - self._space * (len(line) - 1)) / sum(widths[place] for place in line)

        for count in range(least, min(len(widths), max(least, 3)) + 1):
            breaks = combinations(range(1, len(widths)), count - 1)
            ways = [[list(range(a, b)) for a, b in pairwise((0, *way, len(widths)))] for way in breaks]
            best = max(ways, key=lambda lines: min(fits(line) for line in lines))
            yield best, min(1.0, *(fits(line) for line in best))

    def _height_room(self, size: float, region: Region) -> float:
        """Return the factor of the type size with which several lines fit the region's height."""
        if len(self.lines) == 1:
            return 1.0
        return (region.height + 0.1) / (size * _LINE * (len(self.lines) - 0.4))

    def _arrange(self, region: Region, columns: bool) -> None:
        step = self.words[0].size * _LINE
        y = float(region.centre[1]) - 0.1 + (len(self.lines) - 1) * step / 2
        y = min(y, region.top - _ASCENT * self.words[0].size)
        leftwards = reads_leftwards([word.text for word in self.words]) and not columns
        for line in self.lines:
            x = 0.0
            for index in reversed(line) if leftwards else line:
                word = self.words[index]
                word.set_x(self._column_x(index, region) if columns else x + word.width / 2)
                set_on_baseline(word, y)
                x = float(word.get_right()[0]) + self._space
            if not columns:
                VGroup(*(self.words[index] for index in line)).set_x(float(region.centre[0]))
            y -= step

    def _column_x(self, index: int, region: Region) -> float:
        """Return the centre of a word's column, or the nearest place at which the word stays in the region."""
        half = float(self.words[index].width) / 2
        middle = region.left + (index + 0.5) * self.column_width
        return min(max(middle, region.left + half), max(region.right - half, region.left + half))

    @property
    def baseline(self) -> float:
        """The baseline of the lowest line, in scene units."""
        return self.words[self.lines[-1][0]].baseline

    def column(self, index: int) -> float:
        """Return the centre of a word, in scene units from the frame's centre."""
        return float(self.words[index].get_x())

    def box(self, index: int, color: str) -> RoundedRectangle:
        """Return a frame around a word, of one height for all words, with or without descenders."""
        word = self.words[index]
        scale = word.size / self.style.sizes.phrase
        frame = RoundedRectangle(
            width=word.width + 2 * self._box_air(index),
            height=0.58 * scale,
            corner_radius=0.09,
            stroke_color=color,
            stroke_width=self.style.strokes.thin,
        )
        frame.move_to(point(word.get_x(), word.baseline + 0.085 * scale))
        return frame

    def _box_air(self, index: int) -> float:
        """Return half the free space on either side of a word, at most."""
        (line,) = (line for line in self.lines if index in line)
        gaps = [
            float(self.words[after].get_left()[0] - self.words[before].get_right()[0])
            for before, after in pairwise(line)
            if index in (before, after)
        ]
        return max(0.0, min([_BOX_AIR, *(gap / 2 for gap in gaps)]))

    def recolor(self, colors: Sequence[str]) -> Self:
        """Give every word a colour, in order."""
        for word, color in zip(self.words, colors, strict=True):
            word.set_color(color)
        return self
