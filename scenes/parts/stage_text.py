"""Text around the plane: the phrase in the header, the line at the foot, the number of the beat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.fonts import reads_leftwards
from scenes.parts.text.number import Number, format_weight
from scenes.parts.text.typeset import Label
from scenes.stage import HEADER_LINE, PlaneView, Stage
from scenes.style import DEFAULT, Style

_SPACE, _LINE = 0.1, 0.0162
"""Scene units: half of a word space at size 40; from a line to the next for each font unit."""

_CLOSE_LINE = 0.0142
"""The same for a phrase on the plane."""

_BETWEEN = 0.35
"""Scene units: half of what is left free between two phrases that share the header."""

_MARGIN = 0.55
_LEAST = 27.0
"""Scene units from the frame's edge to a header at its side; the smallest size of a header's or a foot's type."""


class HeaderPhrase(VGroup):
    """A phrase on the header's baseline, each word its own mobject.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` for each word.
        stage: the frame.
        view: the view, which gives the baseline.
        side: ``middle``, or ``left`` and ``right`` where two phrases share the header.
        style: theme and sizes.

    Attributes:
        words: the words' mobjects, in order.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        stage: Stage,
        view: PlaneView,
        *,
        side: str = "middle",
        style: Style = DEFAULT,
    ) -> None:
        room, beside = stage.width - 2 * _MARGIN, side != "middle" and not stage.is_portrait
        least = _LEAST
        if beside:
            room = room / 2 - (_BETWEEN if stage.is_wide else _BETWEEN / 2)
            least = _LEAST if stage.is_wide else style.sizes.least
        most = 2 if view.lying and not beside else 1
        size, lines = style.sizes.head, [list(range(len(words)))]
        while True:
            self.words = [
                Label(w, size=size, color=c, within=room, style=style) for w, c in zip(words, colors, strict=True)
            ]
            self.space = 2 * _SPACE * size / style.sizes.head
            lines = self._lines(room)
            if len(lines) <= most or size <= least:
                break
            size -= 1.5
        super().__init__(*self.words)
        self._set(lines, size, stage, view, side)
        laid(self, Layer.FRAME)

    def _lines(self, room: float) -> list[list[int]]:
        """Break the phrase where the next word would leave the room."""
        lines: list[list[int]] = [[]]
        width = 0.0
        for index, word in enumerate(self.words):
            if lines[-1] and width + self.space + word.width > room:
                lines.append([])
                width = 0.0
            width += (self.space if lines[-1] else 0.0) + float(word.width)
            lines[-1].append(index)
        return lines

    def _set(self, lines: list[list[int]], size: float, stage: Stage, view: PlaneView, side: str) -> None:
        base = view.header
        if side == "right" and stage.is_portrait:
            base -= HEADER_LINE  # the second phrase goes below the first
        leftwards = reads_leftwards([word.text for word in self.words])
        for number, line in enumerate(lines):
            x = 0.0
            for index in reversed(line) if leftwards else line:
                word = self.words[index]
                word.set_x(x + float(word.width) / 2)
                word.on_baseline(base - number * size * _LINE)
                x += float(word.width) + self.space
            width = x - self.space
            left = -width / 2
            if side == "left" and not stage.is_portrait:
                left = -stage.width / 2 + _MARGIN
            elif side == "right" and not stage.is_portrait:
                left = stage.width / 2 - _MARGIN - width
            for index in line:
                self.words[index].shift(point(left, 0.0))


class PhraseBlock(VGroup):
    """A phrase on the plane, in one line or several, each word in its colour; around the origin.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` for each word.
        count: lines, at most as many as there are words.
        flush: let all lines begin at one edge instead of around the middle.
        size: manim font units.
        style: theme.

    Attributes:
        words: the words' mobjects, in order.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        count: int = 1,
        *,
        flush: bool = False,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        size = size or style.sizes.number
        self.words = [Label(w, size=size, color=c, style=style) for w, c in zip(words, colors, strict=True)]
        space = 2 * _SPACE * size / style.sizes.head
        leftwards = reads_leftwards(words)
        for number, line in enumerate(_balanced([float(word.width) for word in self.words], count, space)):
            width = sum(float(self.words[index].width) for index in line) + space * (len(line) - 1)
            x = (-width if leftwards else 0.0) if flush else -width / 2
            for index in reversed(line) if leftwards else line:
                word = self.words[index]
                word.set_x(x + float(word.width) / 2).on_baseline(-number * size * _CLOSE_LINE)
                x += float(word.width) + space
        super().__init__(*(haloed(word, style) for word in self.words))
        laid(self, Layer.LABEL)


def _balanced(widths: Sequence[float], count: int, space: float) -> list[list[int]]:
    """Return the positions of words line by line, so that the longest line is as short as it can be."""
    ways = combinations(range(1, len(widths)), min(count, len(widths)) - 1)

    def longest(breaks: tuple[int, ...]) -> float:
        edges = [0, *breaks, len(widths)]
        return max(sum(widths[a:b]) + space * (b - a - 1) for a, b in pairwise(edges))

    edges = [0, *min(ways, key=longest), len(widths)]
    return [list(range(a, b)) for a, b in pairwise(edges)]


class FootLine(VGroup):
    """The one short line at the foot of the frame: the claim of the beat.

    Args:
        text: at most eight words.
        stage: the frame.
        view: the view, which gives the baseline and the number of lines.
        style: theme and sizes.
    """

    def __init__(self, text: str, stage: Stage, view: PlaneView, *, style: Style = DEFAULT) -> None:
        self.says, room = text, stage.width - 2 * _MARGIN
        size = style.sizes.head
        self.lines = [Label(text, size=size, style=style)]
        if view.foot_lines > 1 and self.lines[0].width > room:
            words = text.split()
            best = min(range(1, len(words)), key=lambda at: max(len(" ".join(words[:at])), len(" ".join(words[at:]))))
            self.lines = [Label(" ".join(part), size=size, style=style) for part in (words[:best], words[best:])]
        widest = max(float(line.width) for line in self.lines)
        if widest > room:
            size *= room / widest
            self.lines = [Label(line.text, size=size, style=style) for line in self.lines]
        for number, line in enumerate(reversed(self.lines)):
            line.set_x(0.0).on_baseline(view.foot + number * size * _LINE)
        super().__init__(*self.lines)
        laid(self, Layer.FRAME)


class HeroNumber(Number):
    """A number that a beat is about: large and bold.

    Args are those of ``Number``.
    """

    def __init__(
        self,
        value: Tensor | float,
        *,
        decimals: int = 2,
        size: float | None = None,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        super().__init__(value, decimals=decimals, size=size or style.sizes.hero, color=color, style=style)

    def markup(self) -> str:
        """Return the Typst markup of its text, bold."""
        return f"#strong[{super().markup()}]"


class NumberOnInk(HeroNumber):
    """A bold number in the ground's colour, which stands on a shape in ink.

    Args are those of ``Number``.
    """


class HeroWeight(HeroNumber):
    """An attention weight that a beat is about; a positive one is never written 0.00.

    Args are those of ``Number``.
    """

    def written(self, decimals: int) -> str:
        """Return the weight's text: digits, or ``<0.01``."""
        return format_weight(self.value, decimals)


def labelled(text: VMobject, style: Style = DEFAULT) -> VGroup:
    """Return a text of the stage over its halo, in the layer of labels."""
    return laid(haloed(text, style), Layer.LABEL)
