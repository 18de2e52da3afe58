"""Scores written out: the pulled word's numbers times another word's, added up (figure 10)."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Factor
from scenes.parts.text.typeset import Label, Math, set_on_baseline
from scenes.style import DEFAULT, Style

_GAPS = {"name": 0.3, "sign": 0.12, "plus": 0.2}
"""Scene units before a column: the first number's, a sign's or the number's after it, a plus' or equals sign's."""

_PITCH = 0.0162
"""Scene units from one line to the next, for each font unit."""


class ScoreSums(VGroup):
    """A line for each word: its name, the sum of products of the two words' numbers, and the score.

    Args:
        words: of the lines.
        vector: the pulled word's, shape (2,).
        rows: the words', shape (n, 2).
        scores: shape (n,).
        colors: one ``#rrggbb`` for the pulled word, then one a line.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        words: of the lines.
        lines: the pieces of each line.
        terms: the name and the sum of products of each line.
        results: the equals sign and the score of each line.
    """

    def __init__(
        self,
        words: Sequence[str],
        vector: Tensor,
        rows: Tensor,
        scores: Tensor,
        colors: Sequence[str],
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        own, *others = colors
        digits = printed_digits(vector, rows, scores) or 2
        self.words, self.lines = list(words), list[list[VMobject]]()
        for word, row, score, color in zip(words, rows, scores, others, strict=True):
            line: list[VMobject] = [Label(word, size=size, color=color, style=style)]
            for count, (one, other) in enumerate(zip(vector, row, strict=True)):
                line += [Math("+", size=size, style=style)] * (count > 0)
                line += [
                    Factor(one, decimals=digits, size=size, color=own, style=style),
                    Math("times", size=size, style=style),
                    Factor(other, decimals=digits, size=size, color=color, style=style),
                ]
            line += [Math("=", size=size, style=style)]
            self.lines.append([*line, HeroNumber(score, size=size, color=color, style=style)])
        self._set(size)
        self.terms = VGroup(*(haloed(VGroup(*line[:-2]), style) for line in self.lines))
        self.results = VGroup(*(haloed(VGroup(*line[-2:]), style) for line in self.lines))
        super().__init__(self.terms, self.results)
        laid(self, Layer.LABEL)

    def factors(self, index: int) -> tuple[list[VMobject], list[VMobject]]:
        """Return the pulled word's numbers in a line, and the other word's."""
        numbers = [piece for piece in self.lines[index][:-2] if isinstance(piece, Factor)]
        return list(numbers[::2]), list(numbers[1::2])

    def _set(self, size: float) -> None:
        """Put lines below each other, and their pieces into columns."""
        left = 0.0
        for column, pieces in enumerate(zip(*self.lines, strict=True)):
            wide = max(float(piece.width) for piece in pieces)
            sign = isinstance(pieces[0], Math) and pieces[0].source != "times"
            before = "plus" if sign or column in (5, 9) else "name" if column == 1 else "sign"
            left += _GAPS[before] if column else 0.0
            for line, piece in enumerate(pieces):
                # Names begin below each other; numbers end below each other.
                half = float(piece.width) / 2
                piece.set_x(left + half if column == 0 else left + wide - half)
                set_on_baseline(piece, -line * size * _PITCH)
            left += wide


def printed_digits(vector: Tensor, rows: Tensor, scores: Tensor) -> int | None:
    """Return digits after the point with which every printed product adds up to its printed score; None where none do.

    Args:
        vector: the pulled word's, shape (2,).
        rows: other words', shape (n, 2).
        scores: shape (n,).
    """
    for digits in (1, 2):
        written = [
            sum(as_printed(float(a), digits) * as_printed(float(b), digits) for a, b in zip(vector, row, strict=True))
            for row in rows
        ]
        exact = all(abs(as_printed(float(a), digits) - float(a)) < 1e-6 for row in (vector, *rows) for a in row)
        adds = all(as_printed(seen) == as_printed(float(score)) for seen, score in zip(written, scores, strict=True))
        if adds and (exact or digits > 1):
            return digits
    return None
