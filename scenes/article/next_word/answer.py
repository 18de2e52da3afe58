"""The answers of a classifier: words with their scores, marks of right and wrong, and notes on the training."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.bars.score_bars import ScoreBars
from scenes.parts.geometry import point
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style


class CheckMark(VMobject):
    """A check mark: right.

    Args:
        color: ``#rrggbb``.
        size: its height in scene units.
        style: strokes.
    """

    def __init__(self, color: str, *, size: float = 0.3, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=style.strokes.bold)
        corners = [(-0.45, 0.0), (-0.12, -0.4), (0.5, 0.5)]
        self.set_points_as_corners([point(x * size, y * size) for x, y in corners])


class CrossMark(VMobject):
    """Two crossed lines: wrong.

    Args:
        color: ``#rrggbb``.
        size: its height in scene units.
        style: strokes.
    """

    def __init__(self, color: str, *, size: float = 0.3, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=style.strokes.bold)
        half = size / 2
        for start, end in (((-half, half), (half, -half)), ((-half, -half), (half, half))):
            self.start_new_path(point(*start))
            self.add_line_to(point(*end))


_MARK_ROOM, _LESS_MARK_ROOM = 0.65, 0.55
"""Scene units at the right of the bars, for a mark of right or wrong."""

_ROOMY = 5.0
"""Scene units of width from which there is room for large type and for air."""

_STACKED = 0.8
"""Scene units of height for each answer from which its bar stands below it, where there is little width."""

_NOTE = 0.48
"""Scene units from one note's line to the next."""

_BELOW = 0.3
"""Scene units from a word's baseline down to the middle of its bar."""


class AnswerList(VGroup):
    """Words below each other, with their scores as numbers and bars at their sides, or below where there is more room.

    Args:
        region: its region; it is centred in the height.
        words: the words, from the top.
        scores: shape (N,).
        colors: one ``#rrggbb`` for each word.
        others: scores of other phrases that are drawn to the same scale.
        style: theme and sizes.

    Attributes:
        names: the words' mobjects.
        scores: their numbers and bars.
        size: manim font units of words and numbers.
    """

    def __init__(
        self,
        region: Region,
        words: Sequence[str],
        scores: Tensor,
        colors: Sequence[str],
        *,
        others: Tensor,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.right = style, region.right
        roomy = region.width > _ROOMY
        large = roomy and len(words) < 5 and max(map(len, words)) < 9
        self.size = style.sizes.phrase if large else style.sizes.label
        self.stacked = not roomy and region.height > _STACKED * len(words)
        self.names = [
            Label(word, size=self.size, color=color, style=style) for word, color in zip(words, colors, strict=True)
        ]
        names_right = region.left + max(name.width for name in self.names)
        pitch = region.height / len(words) if self.stacked else 0.016 * self.size
        first = float(region.centre[1]) + pitch * (len(words) - 1) / 2 + (0.1 if self.stacked else -0.1)
        baselines = [first - pitch * index for index in range(len(words))]
        for name, baseline in zip(self.names, baselines, strict=True):
            name.align_to(point(names_right, 0.0), RIGHT)
            set_on_baseline(name, baseline)
        self.scores = ScoreBars(
            scores,
            baselines,
            names_right + (0.3 if roomy else 0.3 if self.stacked else 0.24),
            region.right - (0.05 if self.stacked else _MARK_ROOM if roomy else _LESS_MARK_ROOM),
            colors,
            others=others,
            size=self.size,
            height=0.0075 * self.size,
            gap=0.3 if roomy else 0.14,
            below=(_BELOW, region.left + 0.05) if self.stacked else None,
            style=style,
        )
        super().__init__(*self.names, self.scores)

    def answer(self, index: int) -> VGroup:
        """Return a word, its score and its bar."""
        return VGroup(self.names[index], *self.scores.pair(index))

    def verdict(self, index: int, right: bool) -> VMobject:
        """Return a mark at the right of an answer: right or wrong, by its shape."""
        mark = (CheckMark if right else CrossMark)(self.style.theme.ink, size=0.0117 * self.size, style=self.style)
        return mark.move_to(point(self._end(index) + 0.18 + mark.width / 2, self._middle(index)))

    def _end(self, index: int) -> float:
        """Return the right end of an answer: of its bar, or of its number where bars stand below."""
        if self.stacked:
            return float(self.scores.numbers[index].get_right()[0])
        return max(float(self.scores.bars[index].get_right()[0]), self.scores.zero)

    def _middle(self, index: int) -> float:
        """Return the height of an answer's centre."""
        return float((self.scores.numbers if self.stacked else self.scores.bars)[index].get_y())

    def remark(self, index: int, said: str) -> VGroup:
        """Return a frame around an answer's word, and a remark at the right of its bar."""
        name, style, scale = self.names[index], self.style, self.size / self.style.sizes.phrase
        frame = RoundedRectangle(
            width=name.width + (0.24 if scale == 1 else 0.18),
            height=0.54 * scale,
            corner_radius=0.09,
            stroke_color=name.color,
            stroke_width=style.strokes.thin,
        )
        frame.move_to(point(float(name.get_x()), name.baseline + 0.12 * scale))
        small = self.size < style.sizes.phrase and not self.stacked
        remark = Label(said, size=style.sizes.note if small else style.sizes.label, style=style)
        place = min(self._end(index) + (0.17 if small else 0.25), self.right - remark.width)
        remark.align_to(point(place, 0.0), LEFT).on_baseline(name.baseline)
        return VGroup(frame, remark)


class NamedBox(VGroup):
    """A box with a name, which things go into and come out of.

    Args:
        region: the region it fills.
        name: its name.
        style: theme and sizes.

    Attributes:
        frame: the box.
        title: its name's mobject.
    """

    def __init__(self, region: Region, name: str, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.frame = RoundedRectangle(
            width=region.width,
            height=region.height,
            corner_radius=0.15,
            stroke_color=theme.dim,
            stroke_width=style.strokes.thin,
            fill_color=theme.faint,
            fill_opacity=0.4 if theme.filled else 0,
        )
        self.frame.move_to(region.centre)
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            self.title = Label(name, size=size, style=style)
            if self.title.width < region.width - 0.25:
                break
        self.title.set_x(region.centre[0]).on_baseline(float(region.centre[1]) - 0.1)
        super().__init__(self.frame, self.title)


class Notes(VGroup):
    """Titled lines below each other: the titles end at one place, and the texts begin there.

    Args:
        region: the region in which they are centred.
        lines: title and wordings of each; the first wording that fits is used. A wording may have several lines.
        style: theme and sizes.
    """

    def __init__(
        self, region: Region, lines: Sequence[tuple[str, Sequence[Sequence[str]]]], *, style: Style = DEFAULT
    ) -> None:
        notes: list[tuple[Label | None, Label]] = []
        spare = round(region.height / _NOTE) - len(lines)
        for title, wordings in lines:
            named = Label(title, color=style.theme.dim, style=style)
            for wording in wordings:
                said = [Label(line, style=style) for line in wording]
                widest = max(line.width for line in said)
                if len(said) - 1 <= spare and named.width + 0.25 + widest <= region.width:
                    break
            spare -= len(said) - 1
            notes += [(named if line is said[0] else None, line) for line in said]
        for index, (title_at, line) in enumerate(notes):
            baseline = float(region.centre[1]) + _NOTE * ((len(notes) - 1) / 2 - index) - 0.08
            line.align_to(point(0.0), LEFT).on_baseline(baseline)
            if title_at is not None:
                title_at.align_to(point(-0.25), RIGHT).on_baseline(baseline)
        super().__init__(*(VGroup(*filter(None, note)) for note in notes))
        self.set_x(region.centre[0])
