"""Answers of a classifier: words with their scores, right or wrong or hoped for, and what it has learned."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.marks import CheckMark, CrossMark
from scenes.parts.scores import ScoreBars
from scenes.parts.text import Label, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_MARK_ROOM = 0.65
"""Scene units at the right of the bars, for a mark of right or wrong."""


class AnswerList(VGroup):
    """Words below each other with their scores as numbers and bars, around one height.

    Args:
        region: how far it may go to both sides.
        y: the height of its middle, scene units.
        words: the words, from the top.
        scores: shape (N,).
        colors: one ``#rrggbb`` a word.
        others: scores of other phrases that shall be drawn to the same scale.
        style: theme and sizes.

    Attributes:
        names: the words' mobjects.
        scores: their numbers and bars.
        size: manim font units of words and numbers.
    """

    def __init__(
        self, region: Region, y: float, words: Sequence[str], scores: Tensor, colors: Sequence[str], *,
        others: Tensor, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self.right = style, region.right
        self.size = style.sizes.phrase if len(words) < 5 and max(map(len, words)) < 9 else style.sizes.label
        self.names = [
            Label(word, size=self.size, color=color, style=style) for word, color in zip(words, colors, strict=True)
        ]
        names_right = region.left + 0.25 + max(name.width for name in self.names)
        pitch = 0.016 * self.size
        first = y + pitch * (len(words) - 1) / 2 - 0.1
        baselines = [first - pitch * index for index in range(len(words))]
        for name, baseline in zip(self.names, baselines, strict=True):
            name.align_to(point(names_right, 0.0), RIGHT)
            set_on_baseline(name, baseline)
        self.scores = ScoreBars(
            scores, baselines, names_right + 0.3, region.right - _MARK_ROOM, colors,
            others=others, size=self.size, height=0.0075 * self.size, style=style,
        )  # fmt: skip
        super().__init__(*self.names, self.scores)

    def answer(self, index: int) -> VGroup:
        """A word, its score and its bar."""
        return VGroup(self.names[index], *self.scores.pair(index))

    def verdict(self, index: int, right: bool) -> VMobject:
        """A mark at the right of an answer: right or wrong, by its shape."""
        bar, style = self.scores.bars[index], self.style
        mark = (CheckMark if right else CrossMark)(style.theme.ink, size=0.42, style=style)
        return mark.move_to(point(max(float(bar.get_right()[0]), self.scores.zero) + 0.4, float(bar.get_y())))

    def remark(self, index: int, said: str) -> VGroup:
        """A frame around an answer's word, and something said of it at the right of its bar."""
        name, style, scale = self.names[index], self.style, self.size / self.style.sizes.phrase
        frame = RoundedRectangle(
            width=name.width + 0.24, height=0.54 * scale, corner_radius=0.09, stroke_color=name.color,
            stroke_width=style.strokes.thin,
        )  # fmt: skip
        frame.move_to(point(float(name.get_x()), name.baseline + 0.12 * scale))
        remark = Label(said, style=style)
        clear = max(float(self.scores.bars[index].get_right()[0]), self.scores.zero) + 0.25
        remark.align_to(point(min(clear, self.right - remark.width), 0.0), LEFT).on_baseline(name.baseline)
        return VGroup(frame, remark)


class NamedBox(VGroup):
    """Something that things go into and come out of: a box with a name.

    Args:
        region: what it fills.
        name: what it is.
        style: theme and sizes.

    Attributes:
        frame: the box.
        title: its name's mobject.
    """

    def __init__(self, region: Region, name: str, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.frame = RoundedRectangle(
            width=region.width, height=region.height, corner_radius=0.15, stroke_color=theme.dim,
            stroke_width=style.strokes.thin, fill_color=theme.faint, fill_opacity=0.4 if theme.filled else 0,
        )  # fmt: skip
        self.frame.move_to(region.centre)
        self.title = Label(name, size=style.sizes.phrase, style=style)
        self.title.set_x(region.centre[0]).on_baseline(float(region.centre[1]) - 0.1)
        super().__init__(self.frame, self.title)


class Notes(VGroup):
    """Titled lines below each other: the titles end, and what is said begins, at one place.

    Args:
        region: where they stand, in the middle.
        lines: title and wordings of each; the first wording that fits is taken.
        style: theme and sizes.
    """

    def __init__(self, region: Region, lines: Sequence[tuple[str, Sequence[str]]], *, style: Style = DEFAULT) -> None:
        notes = []
        for index, (title, wordings) in enumerate(lines):
            for said in wordings:
                words = Label(title, color=style.theme.dim, style=style), Label(said, style=style)
                note = Row(words, 0.25)
                if note.width <= region.width:
                    break
            note.on_baseline(float(region.centre[1]) + 0.48 * ((len(lines) - 1) / 2 - index) - 0.08)
            note.shift(point(-float(words[1].get_left()[0]), 0.0))
            notes.append(note)
        super().__init__(*notes)
        self.set_x(region.centre[0])
