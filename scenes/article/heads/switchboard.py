"""A sentence with switches: a slot shows all ways to fill it, and a frame stands around the one that is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from manim import ManimColor, RoundedRectangle, VGroup, VMobject

from scenes.article.heads.slots import Slots
from scenes.motion.live import Live
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Label
from scenes.stage import PlaneView, Stage
from scenes.style import DEFAULT, Style

_SPACE, _PAD, _PITCH = 0.2, 0.18, 0.56
"""Scene units at size 40: between words, around the words of a slot, and from a way to fill it to the next."""

_MARGIN, _LOWER, _LINES = 0.45, 0.22, 0.2
"""Scene units from the frame's sides, from the header's baseline down to the first way's, and between two lines."""

_USUAL, _LEAST, _FINER = 40.0, 27.0, 1.5
"""Manim font units: the usual and the smallest type, and the step between two sizes that are tried."""

_FRAME, _TRACK, _ROUND = 3.5, 1.5, 0.14
"""Stroke units of the frame around the way that is taken, and of the slot's edge; scene units of their corners."""

_CLICK = 0.4
"""The share of a flip in which the frame goes from one way to the other: it passes words quickly."""


class Switchboard(VGroup):
    """Several phrases as one sentence with switches, around the middle of the header.

    Args:
        slots: the phrases.
        ink: called with a word and a phrase's number for its colour there.
        stage: the frame.
        view: the view, which gives the first baseline.
        style: theme and sizes.

    Attributes:
        words: the labels of each piece: for each way, its words.
        frames: for each slot, the frame around the way that is taken.
    """

    def __init__(
        self,
        slots: Slots,
        ink: Callable[[str, int], str],
        stage: Stage,
        view: PlaneView,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.slots, self._ink, self._style = slots, ink, style
        room, most = stage.width - 2 * _MARGIN, 2 if stage.is_portrait else 1
        size = style.sizes.head
        while True:
            self._factor = size / _USUAL
            self.words = [[self._labels(words, size, room) for words in ways] for ways in slots.pieces]
            lines = self._lines(room)
            if len(lines) <= most or size <= _LEAST:
                break
            size -= _FINER
        self.frames: dict[int, RoundedRectangle] = {}
        self.tracks: list[RoundedRectangle] = []
        self._first: dict[int, tuple[float, float]] = {}  # the middles of the slots' first ways
        self._set(lines, view)
        labels = [label for ways in self.words for words in ways for label in words]
        super().__init__(*self.tracks, *self.frames.values(), *labels)
        laid(self, Layer.FRAME)
        self.say(0)

    def _labels(self, words: Sequence[str], size: float, room: float) -> list[Label]:
        """Return the words of a way, side by side, the first at the left of the origin."""
        while True:
            labels = [Label(word, size=size, within=room, style=self._style) for word in words]
            space = _SPACE * size / _USUAL
            wide = sum(float(label.width) for label in labels) + space * (len(labels) - 1)
            if wide <= room - 2 * _PAD or size < 8:
                break
            size *= 0.98 * (room - 2 * _PAD) / wide
        x = 0.0
        for label in labels:
            label.set_x(x + float(label.width) / 2).on_baseline(0.0)
            x += float(label.width) + space
        return labels

    def _width(self, place: int) -> float:
        """Return the width of a piece, a slot's with its edge."""
        widest = max(_wide(words) for words in self.words[place])
        return widest + (2 * _PAD * self._factor if place in self.slots.open else 0.0)

    def _lines(self, room: float) -> list[list[int]]:
        """Break the sentence where the next piece would leave the room."""
        lines: list[list[int]] = [[]]
        width, space = 0.0, _SPACE * self._factor
        for place in range(len(self.words)):
            wide = self._width(place)
            if lines[-1] and width + space + wide > room:
                lines.append([])
                width = 0.0
            width += (space if lines[-1] else 0.0) + wide
            lines[-1].append(place)
        return lines

    def _set(self, lines: Sequence[Sequence[int]], view: PlaneView) -> None:
        """Set all lines below each other, each around the middle."""
        top, pitch, space = view.header - _LOWER, _PITCH * self._factor, _SPACE * self._factor
        for line in lines:
            ways = max(len(self.words[place]) for place in line)
            x = -(sum(map(self._width, line)) + space * (len(line) - 1)) / 2
            for place in line:
                wide, count = self._width(place), len(self.words[place])
                middle = top - pitch * (ways - 1) / 2
                if place in self.slots.open:
                    self._fill(place, x + wide / 2, middle + pitch * (count - 1) / 2)
                else:
                    for label in self.words[place][0]:
                        label.set_x(x + wide / 2).on_baseline(middle)
                x += wide + space
            top -= pitch * ways + _LINES * self._factor

    def _fill(self, place: int, x: float, top: float) -> None:
        """Set a slot's ways below each other, and its edge and frame around them."""
        pitch, wide, theme = _PITCH * self._factor, self._width(place), self._style.theme
        for index, words in enumerate(self.words[place]):
            left = x - _wide(words) / 2
            start = float(words[0].get_left()[0])
            for label in words:
                label.shift(point(left - start, 0.0)).on_baseline(top - index * pitch)
        count, rise = len(self.words[place]), 0.3 * pitch
        track = RoundedRectangle(_ROUND, width=wide, height=pitch * count, color=theme.axis, stroke_width=_TRACK)
        self.tracks.append(track.move_to(point(x, top + rise - pitch * (count - 1) / 2)))
        frame = RoundedRectangle(_ROUND, width=wide, height=pitch, color=theme.ink, stroke_width=_FRAME)
        self.frames[place] = frame.move_to(point(x, top + rise))
        self._first[place] = (x, top + rise)

    def say(self, phrase: int) -> None:
        """Say a phrase: its ways are taken."""
        self._put(phrase, phrase, 1.0)

    def flipping(self, before: int, after: int) -> Live:
        """Return how the switches that differ flip from a phrase to another."""
        return Live(self._movable(), lambda share: self._put(before, after, share))

    def _movable(self) -> list[VMobject]:
        """Return the frames and all words."""
        return [*self.frames.values(), *(label for ways in self.words for words in ways for label in words)]

    def lighting(self, phrase: int) -> Live:
        """Return how all ways to fill the slots light up, from a phrase on: all sentences are meant."""
        moved: list[VMobject] = [
            *self.tracks,
            *self.frames.values(),
            *(x for ways in self.words for words in ways for x in words),
        ]
        return Live(moved, lambda share: self._light(phrase, share))

    def _light(self, phrase: int, share: float) -> None:
        """Let the frames give way to the slots' edges, and all words take their own colours, by a share."""
        theme, states = self._style.theme, self.slots.states
        for track, frame in zip(self.tracks, self.frames.values(), strict=True):
            frame.set_stroke(opacity=1 - share)
            color = ManimColor(theme.axis).interpolate(ManimColor(theme.ink), share)
            track.set_stroke(color, _TRACK + share * (_FRAME - _TRACK))
        for place, ways in enumerate(self.words):
            for index, words in enumerate(ways):
                meant = [each for each, state in enumerate(states) if state[place] == index]
                for label in words:
                    inks = {self._ink(label.text, each) for each in meant}
                    own = inks.pop() if len(inks) == 1 else theme.ink
                    old = self._ink(label.text, phrase) if states[phrase][place] == index else theme.dim
                    label.set_color(ManimColor(old).interpolate(ManimColor(own), share))

    def _put(self, before: int, after: int, share: float) -> None:
        """Put all frames and colours where they are at a share of the way from a phrase to another."""
        states, theme, pitch = self.slots.states, self._style.theme, _PITCH * self._factor
        for place, ways in enumerate(self.words):
            old, new = states[before][place], states[after][place]
            if place in self.frames:
                x, y = self._first[place]
                self.frames[place].move_to(point(x, y - pitch * (old + min(share / _CLICK, 1.0) * (new - old))))
            for index, words in enumerate(ways):
                for label in words:
                    inks = [
                        self._ink(label.text, phrase) if taken == index else theme.dim
                        for phrase, taken in ((before, old), (after, new))
                    ]
                    label.set_color(ManimColor(inks[0]).interpolate(ManimColor(inks[1]), share))


def _wide(words: Sequence[Label]) -> float:
    """Return the width of words side by side."""
    return float(words[-1].get_right()[0] - words[0].get_left()[0])
