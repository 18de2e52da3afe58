"""All heads of a real model over one phrase, and one head that looks for a word wherever it stands.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    RIGHT,
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown, suggestion
from scenes.model.arch import Arch
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.typeset import Label, Typeset
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.worlds import World

_MOST_PHRASES = 4
"""Phrases of a recording that are shown: two places for a word, and in each of them both words."""

_FILLED, _LEAST_SIDE = 0.94, 0.03
"""A cell's side for a weight of 1, as a share of its pitch; the least side that is drawn."""

_AIR = 0.14
"""The share of a pattern's pitch that is free around it."""

_WIDTH_OF_ONE, _LEAST_WIDTH = 0.36, 0.02
"""An arc's width for a weight of 1, and the least, scene units."""

_NUMBERED = 0.1
"""The weight from which an arc is drawn, and its number printed."""

_LOOP, _LOOP_HEIGHT, _FOOT, _STEEPEST = 0.18, 0.4, 0.34, 0.7
"""Shares of a word's width: from its middle to a foot of its arc to itself, and to the foot of arcs to other words;
scene units of the height of its arc to itself; the height of other arcs as a share of their width, at the most."""

_ALONE, _THICKER = 1.75, 1.4
"""Scene units: half of the height of the first phrase and its arcs, while it stands alone; how many times wider than
later its arcs are then."""

_APART, _BELOW, _BELOW_ALONE, _WORD_ROOM = 0.12, 0.56, 0.66, 0.4
"""Scene units between words; the room for numbers below a word, and for those of a phrase that stands alone; the room
for a word below its arcs."""

_PITCH_ACROSS, _PITCH_DOWN, _COLUMN_NAMES = 0.97, 0.5, 0.4
"""Scene units of the one pattern's cells while it stands alone, at the most, and from it up to its columns' names."""

_NOTES, _NOTE_PITCH = 3.3, 0.42
"""Scene units: the room for notes beside the one pattern, and from one line of a note to the next."""

_BAR, _BAR_ROOM, _EQUALS = 0.46, 1.35, 0.85
"""Scene units: the thickness of the bar that a row becomes; the room for it and its numbers below the pattern, and at
its right for its sum."""

_ALL, _QUIET = 1.6, 0.5
"""Seconds in which all patterns come; the opacity of weights that are not on the first token, while those are lit."""

_RETRACT, _CROSS, _ASIDE, _GLANCE = 0.4, 1.1, 0.9, 0.4
"""Seconds in which arcs go back; in which words change their places; scene units by which they make way for each other;
seconds of stillness before they do."""

_MEAN = 0.75
_HEADING, _NAMES = 0.75, 1.25
"""Scene units: the room for the mean above all patterns, for the chosen head above the phrases, and for the names of
layers beside their patterns."""


class OfHeads(OfRecording):
    """The parameters: a recording, the word that looks, and the two words that are swapped."""

    recording: str = Field("minilm-heads", description="The recording: its name, or a file from record-model.")
    word: str = Field("", description="The word that looks; the longest one that all phrases have when empty.")
    target: str = Field("", description="The word looked for; the first phrase's longest of its own when empty.")
    control: str = Field("", description="The word in its place; the second phrase's longest of its own when empty.")


@dataclass(frozen=True)
class Line:
    """A phrase as the model reads it, and the place where its weights begin among all."""

    tokens: tuple[str, ...]
    first: int
    looks: int

    @property
    def end(self) -> int:
        """The place at which the next phrase's weights begin."""
        return self.first + len(self.tokens)


@dataclass(frozen=True)
class Heads:
    """All heads' patterns over one phrase, and two heads' weights in several."""

    model: str
    word: str
    target: str
    control: str
    lines: tuple[Line, ...]
    titles: tuple[str, ...]
    layers: tuple[str, ...]
    chosen: tuple[tuple[int, int], tuple[int, int]]
    patterns: Tensor
    """The first phrase's weights, (L, h, T, T)."""
    sink: Tensor = quantity("Weight on the first token, by layer, a mean over heads and tokens.", rows="layers")
    resting: Tensor = quantity("The same, a mean over layers too.")
    seeking: Tensor = quantity("The word's weights in the head that looks for the first word.", rows="titles")
    other: Tensor = quantity("The word's weights in the head that looks for the second word.", rows="titles")
    rests: Tensor = quantity("What printed weights leave to 1 in each phrase, in one head and in the other.")

    def of(self, line: Line, which: int) -> Tensor:
        """Return a phrase's weights in one of the two heads, shape (T,)."""
        return (self.seeking, self.other)[which][line.first : line.end]

    def found(self, word: str, which: int) -> list[float]:
        """Return the weight on a word in one of the two heads, in each phrase that has it."""
        return [float(self.of(line, which)[line.tokens.index(word)]) for line in self.lines if word in line.tokens]


def heads(parameters: OfHeads) -> Heads:
    """Find the heads that look for two words, and their weights in all phrases.

    Raises:
        UserError: when there are fewer than two phrases, or a word is in none or not in all of them.
    """
    recording = parameters.read()
    about = recording.about
    phrases = [phrase.tokens for phrase in about.phrases[:_MOST_PHRASES]]
    if len(phrases) < 2:
        raise UserError(f"this figure needs a recording of two phrases or more; {shown(recording.source)} has one")
    shared = [token for token in phrases[0] if _is_word(token) and all(token in phrase for phrase in phrases)]
    if not shared:
        raise UserError("the recording's phrases share no word; record some that do")
    word = _asked("word", parameters.word, shared)
    target = _asked("target", parameters.target, _own(phrases[0], shared))
    control = _asked("control", parameters.control, [token for token in _own(phrases[1], shared) if token != target])
    weights = [recording.tensor(f"{place}.weights").double() for place in range(len(phrases))]  # each (L, h, T, T)
    looks = [len(phrase) - 1 - phrase[::-1].index(word) for phrase in phrases]
    chosen = tuple(
        _strongest(weights[place][:, :, looks[place], phrases[place].index(sought)])
        for place, sought in enumerate((target, control))
    )
    firsts = np.cumsum([0, *map(len, phrases)]).tolist()
    rows = [torch.cat([each[layer, head, look] for each, look in zip(weights, looks, strict=True)])
            for layer, head in chosen]  # fmt: skip
    sink = weights[0][..., 0].mean(dim=(1, 2))
    lines = tuple(map(Line, phrases, firsts[:-1], looks))
    rests = [[_left(row[line.first : line.end]) for line in lines] for row in rows]
    return Heads(
        about.model,
        word,
        target,
        control,
        lines,
        tuple(f"{place}. {token}" for place, phrase in enumerate(phrases, start=1) for token in phrase),
        tuple(f"layer {number}" for number in range(1, about.layers + 1)),
        (chosen[0], chosen[1]),
        weights[0],
        sink,
        sink.mean(),
        rows[0],
        rows[1],
        torch.tensor(rests, dtype=torch.float64).T,
    )


def _left(row: Tensor) -> float:
    """Return what the printed weights of a row, as printed, leave to 1."""
    return max(0.0, 1.0 - sum(as_printed(weight) for weight in row.tolist() if weight >= _NUMBERED))


def _is_word(token: str) -> bool:
    return token[:1].isalpha()


def _own(phrase: Sequence[str], shared: Sequence[str]) -> list[str]:
    """Return a phrase's words that not all phrases have."""
    return [token for token in phrase if _is_word(token) and token not in shared]


def _asked(name: str, given: str, allowed: Sequence[str]) -> str:
    """Return the word that was given, or the longest one allowed."""
    wanted = given.lower()
    if not allowed:
        raise UserError(f"no word of the recording can be the {name}; record phrases in which one word is swapped")
    if wanted and wanted not in allowed:
        listed = ", ".join(dict.fromkeys(allowed))
        raise UserError(f"{name} must be one of {listed}; got {shown(given)}{suggestion(wanted, allowed)}")
    return wanted or max(reversed(allowed), key=len)


def _strongest(weights: Tensor) -> tuple[int, int]:
    """Return the layer and the head of the largest of weights, (L, h)."""
    layer, head = divmod(int(weights.argmax()), weights.shape[1])
    return layer, head


def _rows_add_up(numbers: Heads, world: World) -> Measurement:
    sums = torch.stack([numbers.of(line, which).sum() for line in numbers.lines for which in (0, 1)])
    return same(sums, torch.ones(len(sums)))


def _follows(numbers: Heads, which: int) -> bool:
    sought, swapped = ((numbers.target, numbers.control), (numbers.control, numbers.target))[which]
    return min(numbers.found(sought, which)) > 2 * max(numbers.found(swapped, which))


def _followed(which: int) -> Any:
    def measure(numbers: Heads, world: World) -> Measurement:
        words = (numbers.target, numbers.control)
        said = [f"{word} {', '.join(map(format_number, numbers.found(word, which)))}" for word in words]
        return Measurement(_follows(numbers, which), "; ".join(said))

    return measure


def _rests(numbers: Heads, world: World) -> Measurement:
    share = float(numbers.resting)
    return Measurement(share > 0.5, format_number(share))


class ModelHeads(PlaneFigure):
    """model-heads: a real model's heads each look their own way; one seeks a word wherever it stands."""

    name = "model-heads"
    Parameters = OfHeads
    with_plane = False
    with_record = False
    numbers: Heads
    claims = (
        Claim("Every row of weights adds up to 1.", _rows_add_up),
        Claim("More than half of all weight rests on the first token.", _rests),
        Claim("One head gives a word more than twice the weight it gives another in its place.", _followed(0)),
        Claim("Another head does so the other way round.", _followed(1)),
    )

    @classmethod
    def compute(cls, parameters: OfHeads, world: World) -> Heads:
        """Return all heads' patterns, and two heads' weights in all phrases."""
        return heads(parameters)

    @classmethod
    def alternative_values(cls, numbers: Heads) -> Mapping[str, object]:
        """Return the model, the words, and the weights on both in both heads."""
        layer, head = numbers.chosen[0]
        return {
            "model": numbers.model,
            "layers": len(numbers.layers),
            "heads": numbers.patterns.shape[1],
            "resting": format_number(float(numbers.resting)),
            "layer": layer + 1,
            "head": head + 1,
            "word": numbers.word,
            "target": numbers.target,
            "control": numbers.control,
            "found": ", ".join(map(format_number, numbers.found(numbers.target, 0))),
            "missed": ", ".join(map(format_number, numbers.found(numbers.control, 0))),
        }

    def build(self) -> None:
        """Make every head's pattern, and the places of the phrases."""
        free, numbers = self.stage.above_foot, self.numbers
        self.room = Region(free.left, free.right, free.bottom + 0.1, free.top)  # no phrase stands in the header
        self.rests, self.looks, self.names = self._patterns()
        self.head_names = [self._head_name(which) for which in (0, 1)]
        # Every second phrase stands where the one before it does, and has the other word in its place.
        self.states = [[numbers.lines[min(place + state, len(numbers.lines) - 1)]
                        for place in range(0, len(numbers.lines), 2)] for state in (0, 1)]  # fmt: skip
        self.size = self.style.sizes.number if self.stage.is_wide else self.style.sizes.least
        below = Region(self.room.left, self.room.right - self._rest_room(), self.room.bottom, self.room.top - _HEADING)
        self.bands = below.rows(*[1.0] * len(self.states[0]))
        self.words = self._phrases(0)
        middle, half = float(below.centre[1]), min(below.height / 2, _ALONE)
        self.alone = Region(below.left, below.right, middle - half, middle + half)
        self.arcs: list[Arch] = []
        self.printed: list[VMobject] = []

    def _phrases(self, state: int) -> list[list[Label]]:
        """Return the words of all phrases, with each of the two words in one place or in the other."""
        lines, size = zip(self.states[state], self.bands, strict=True), self.style.sizes.number
        return [self._words(line, band, size) for line, band in lines]

    def _rest_room(self) -> float:
        """Return the room at a phrase's right for what its printed weights leave to 1."""
        said = [
            Label(self.says("rest"), size=self.size, style=self.style),
            Number(0.0, size=self.size, style=self.style),
        ]
        return sum(float(text.width) for text in said) + 0.12 + _APART

    def _patterns(self) -> tuple[list[list[VMobject]], list[list[VMobject]], list[Label]]:
        """Return each head's weights on the first token, its other weights, and the layers' names."""
        layers, count = self.numbers.patterns.shape[:2]
        room, theme = self.room.inset(top=_MEAN), self.style.theme
        tall = self.stage.is_portrait
        across, down = (layers, count) if tall else (count, layers)
        named = (room.width - (0 if tall else _NAMES), room.height - (_HEADING / 2 if tall else 0))
        self.pitch = min(named[0] / across, named[1] / down)
        left = room.right - named[0] + (named[0] - self.pitch * across) / 2
        top = room.bottom + named[1] - (named[1] - self.pitch * down) / 2
        self.corner = (left, top)
        rests: list[list[VMobject]] = []
        looks: list[list[VMobject]] = []
        names = []
        for layer in range(layers):
            rests.append([])
            looks.append([])
            for head in range(count):
                column, row = (layer, head) if tall else (head, layer)
                corner = (left + column * self.pitch, top - row * self.pitch)
                one, others = self._pattern(self.numbers.patterns[layer, head], corner, self.pitch)
                rests[-1].append(one.set_fill(theme.ink, 1.0))
                looks[-1].append(others)
            if layer % max(1, layers // 6) == 0:
                text = f"{self.says('layer')} {layer + 1}" if not tall else str(layer + 1)
                name = Label(text, size=self.style.sizes.least, color=theme.dim, style=self.style)
                middle = (layer + 0.5) * self.pitch
                x, y = (left + middle, top + 0.2) if tall else (left - 0.2 - float(name.width) / 2, top - middle)
                names.append(laid(name.move_to(point(x, y)), Layer.LABEL))
        return rests, looks, names

    def _middle(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of a pattern among all."""
        left, top = self.corner
        return left + (column + 0.5) * self.pitch, top - (row + 0.5) * self.pitch

    def _pattern(self, weights: Tensor, corner: tuple[float, float], pitch: float) -> tuple[VMobject, VMobject]:
        """Return a head's weights as squares in a square, with air around it."""
        side, aside = pitch * (1 - _AIR) / weights.shape[0], pitch * _AIR / 2
        return self._marks(weights, (corner[0] + aside, corner[1] - aside), (side, side))

    def _marks(
        self, weights: Tensor, corner: tuple[float, float], pitches: tuple[float, float]
    ) -> tuple[VMobject, VMobject]:
        """Return weights as squares, as large as they are: those on the first token, and those on all others.

        Args:
            weights: of a head, (T, T).
            corner: the upper left one.
            pitches: from one cell to the next, across and down.
        """
        count, (across, down), unit = weights.shape[0], pitches, min(pitches) * _FILLED
        marks = []
        for columns in ([0], range(1, count)):
            squares = [
                _square(corner[0] + (column + 0.5) * across, corner[1] - (row + 0.5) * down,
                        unit * float(weights[row, column]) ** 0.5)
                for row in range(count) for column in columns if float(weights[row, column]) ** 0.5 > _LEAST_SIDE
            ]  # fmt: skip
            mark = VMobject(stroke_width=0).set_fill(self.style.theme.ink, 1.0)
            mark.set_points(np.concatenate(squares) if squares else np.zeros((0, 3)))
            marks.append(laid(mark, Layer.VECTOR))
        return marks[0], marks[1]

    def _head_name(self, which: int) -> Label:
        """Return the name of one of the two heads, above the phrases."""
        layer, head = self.numbers.chosen[which]
        text = f"{self.says('layer')} {layer + 1}, {self.says('head')} {head + 1}"
        name = Label(text, size=self.style.sizes.head, style=self.style)
        return laid(name.set_x(float(self.room.centre[0])).on_baseline(self.room.top - 0.4), Layer.LABEL)

    def _color(self, token: str) -> str:
        theme, numbers = self.style.theme, self.numbers
        by_word = {numbers.word: theme.subject, numbers.target: theme.families[0], numbers.control: theme.families[1]}
        return by_word.get(token, theme.ink if _is_word(token) else theme.key)

    def _words(self, line: Line, row: Region, size: float, below: float = _BELOW) -> list[Label]:
        """Return a phrase's words: each in the middle of a column where all have room, or close together."""
        texts = [self._name(place, line) for place in range(len(line.tokens))]
        while True:
            labels = [
                Label(text, size=size, color=self._color(token), style=self.style)
                for text, token in zip(texts, line.tokens, strict=True)
            ]
            widths = [float(label.width) for label in labels]
            slot = row.width / len(labels)
            free = row.width - sum(widths)
            if max(widths) + _APART <= slot or free >= _APART * len(labels) or size <= self.style.sizes.least:
                break
            size -= 1.0
        gap = max(0.06, free / len(labels))
        x = row.left
        for place, (label, width) in enumerate(zip(labels, widths, strict=True)):
            wide = slot if max(widths) + _APART <= slot else width + gap
            label.set_x(row.left + (place + 0.5) * slot if wide == slot else x + wide / 2)
            laid(label.on_baseline(row.bottom + below), Layer.LABEL)
            x += wide
        return labels

    def _name(self, place: int, line: Line) -> str:
        if _is_word(line.tokens[place]) or 0 < place < len(line.tokens) - 1:
            return line.tokens[place]
        return self.says("end" if place else "start")

    def _arcs(self, line: Line, which: int, labels: Sequence[Label], row: Region, *, alone: bool = False) -> list[Arch]:
        """Return an arc from the word to each one whose weight is printed, itself included, as wide as its weight."""
        below, scale = (_BELOW_ALONE, _THICKER) if alone else (_BELOW, 1.0)
        low, high = row.bottom + below + _WORD_ROOM, row.top - 0.24
        word, start = float(labels[line.looks].width), float(labels[line.looks].get_x())
        looked = [place for place, weight in enumerate(self.numbers.of(line, which)) if float(weight) >= _NUMBERED]
        farthest = max((abs(float(labels[place].get_x()) - start) for place in looked), default=0.0) or 1.0
        arcs = []
        for index in looked:
            label, weight = labels[index], float(self.numbers.of(line, which)[index])
            width, end = scale * max(_LEAST_WIDTH, _WIDTH_OF_ONE * weight), float(label.get_x())
            if index == line.looks:
                feet, up = (start - _LOOP * word, start + _LOOP * word), _LOOP_HEIGHT * scale + width / 2
            else:
                feet = (start + (_FOOT * word if end > start else -_FOOT * word), end)
                up = min((high - low) * (0.4 + 0.6 * abs(end - start) / farthest), _STEEPEST * abs(end - start))
            arcs.append(laid(Arch(feet, low, min(high - low, up), width, self._color(line.tokens[index])), Layer.BAND))
        return arcs

    def _numbers(self, line: Line, which: int, labels: Sequence[Label], row: Region, size: float) -> list[VMobject]:
        """Return the weights that are large enough to be printed, below their words, and beside them the rest."""
        numbers: list[Number] = []
        for label, token, weight in zip(labels, line.tokens, self.numbers.of(line, which), strict=True):
            if float(weight) >= _NUMBERED:
                number = Weight(weight, size=size, color=self._color(token), style=self.style)
                numbers.append(number.set_x(float(label.get_x())).on_baseline(row.bottom + 0.12))
        middles, needs = [float(each.get_x()) for each in numbers], [float(each.width) + 0.12 for each in numbers]
        for each, x in zip(numbers, spread(middles, needs, self.room.left, row.right), strict=True):
            each.set_x(x)
        rest = self._rest_of(line, which, row.bottom + 0.12, size)
        ends = [float(labels[-1].get_right()[0]), *(float(each.get_right()[0]) for each in numbers[-1:])]
        x = min(max(ends) + 0.3, self.room.right - float(rest.width))
        return [*(laid(each, Layer.LABEL) for each in numbers), rest.shift(point(x - float(rest.get_left()[0])))]

    def _rest_of(self, line: Line, which: int, baseline: float, size: float) -> VGroup:
        """Return what a phrase's printed weights leave to 1, and its name."""
        style, value = self.style, self.numbers.rests[self.numbers.lines.index(line), which]
        name = Label(self.says("rest"), size=size, color=style.theme.dim, style=style)
        number = Number(value, size=size, color=style.theme.dim, style=style)
        number.set_x(float(name.get_right()[0]) + 0.12 + float(number.width) / 2)
        return laid(VGroup(name.on_baseline(baseline), number.on_baseline(baseline)), Layer.LABEL)

    def tell(self) -> None:
        """Show all heads; where weight rests; one head that seeks a word, in all phrases; another head."""
        numbers = self.numbers
        said: dict[str, Any] = {
            "word": numbers.word,
            "target": numbers.target,
            "control": numbers.control,
            "count": numbers.patterns.shape[0] * numbers.patterns.shape[1],
            "resting": format_number(float(numbers.resting)),
            "first": self._name(0, numbers.lines[0]),
        }
        with self.beat("one", **said):
            self._show_one()
            self.rest()
        with self.beat("all", text="all" if float(numbers.resting) > 0.5 else "all-fails", **said):
            self._show_all()
            self.rest()
        with self.beat("seek", **said):
            self._choose()
            self.rest()
        with self.beat("swap", text="swap" if _follows(numbers, 0) else "swap-fails", **said):
            self._swap()
            self.rest()
        with self.beat("other", text="other" if _follows(numbers, 1) else "other-fails", **said):
            self._change()
            self.hold()

    def _show_one(self) -> None:
        """Bring one head's pattern with the words of its rows and columns; let the word's row become one bar."""
        times, line, (layer, head) = self.style.times, self.numbers.lines[0], self.numbers.chosen[0]
        names = [self._sign(place, line) for place in range(len(line.tokens))]
        widest, count = max(float(name.width) for name in names), len(names)
        wide, aside = widest + 0.35, _NOTES if self.stage.is_wide else _EQUALS
        across = min(_PITCH_ACROSS, (self.room.width - wide - aside) / count)
        size = min(1.0, (across - _APART) / widest) * self._sign_size()
        lies = size >= self.style.sizes.least
        over = _COLUMN_NAMES if lies else widest + 0.25
        down = min(_PITCH_DOWN, (self.room.height - over - _BAR_ROOM) / count)
        left = float(self.room.centre[0]) - (wide + count * across + aside) / 2 + wide
        free = self.room.height - over - _BAR_ROOM - count * down
        self.grid = _Grid((left, self.room.top - over - free / 2), (across, down), count)
        self.whole = self._marks(self.numbers.patterns[layer, head], self.grid.corner, (across, down))
        above = [self._sign(place, line, size if lies else 0.0) for place in range(count)]
        for place, (name, top) in enumerate(zip(names, above, strict=True)):
            name.move_to(point(left - 0.25 - float(name.width) / 2, self.grid.y(place)))
            if lies:
                top.set_x(self.grid.x(place)).on_baseline(self.grid.corner[1] + 0.14)
            else:
                top.rotate(np.pi / 2).set_x(self.grid.x(place))
                top.align_to(point(0.0, self.grid.corner[1] + 0.1), DOWN)
        said = self._notes(line) if self.stage.is_wide else VGroup()
        self.signs = laid(VGroup(*names, *above, said), Layer.LABEL)
        self.play(FadeIn(*names), run_time=times.quick)
        self.play(FadeIn(*self.whole, *above, said), run_time=times.move)
        self._share_out(line, self.numbers.patterns[layer, head][line.looks])

    def _sign_size(self) -> float:
        return self.style.sizes.tick if self.stage.is_wide else self.style.sizes.least

    def _sign(self, place: int, line: Line, size: float = 0.0) -> Label:
        """Return a word as a row or a column of the pattern has it."""
        size = size or self._sign_size()
        return Label(self._name(place, line), size=size, color=self._color(line.tokens[place]), style=self.style)

    def _notes(self, line: Line) -> VGroup:
        """Return what rows, columns and the model's own marks are, beside the pattern."""
        style, notes = self.style, VGroup()
        x = self.grid.corner[0] + self.grid.width + 0.5
        keys = ("rows", "columns", *(() if _is_word(line.tokens[0]) else ("marks",)))
        for index, key in enumerate(keys):
            for row, text in enumerate(self.says(key).split(": ", 1)):
                color = style.theme.dim if row else style.theme.ink
                label = Label(text, size=style.sizes.tick, color=color, within=self.room.right - x, style=style)
                y = self.grid.corner[1] - 0.35 - (2 * index + row + 0.35 * index) * _NOTE_PITCH
                notes.add(label.set_x(x + float(label.width) / 2).on_baseline(y))
        return notes

    def _share_out(self, line: Line, row: Tensor) -> None:
        """Frame the word's row, and let its squares go down and become the pieces of one bar of length 1."""
        style, grid, times = self.style, self.grid, self.style.times
        width = grid.width + 0.35 + max(float(name.width) for name in self.signs[: grid.count])
        frame = Rectangle(width=width, height=grid.pitches[1] * 0.98, color=style.theme.subject, stroke_width=3)
        frame.move_to(point(grid.corner[0] + grid.width - width / 2 + 0.05, grid.y(line.looks)))
        printed = [index for index in range(grid.count) if float(row[index]) >= _NUMBERED]
        order = [*printed, *(index for index in range(grid.count) if index not in printed)]
        y, x, unit = grid.corner[1] - grid.count * grid.pitches[1] - 0.5, grid.corner[0], min(grid.pitches) * _FILLED
        starts, ends, begins = [], [], {}
        for index in order:
            weight = float(row[index])
            begins[index] = x
            square = VMobject(stroke_width=0).set_points(_square(grid.x(index), grid.y(line.looks), unit * weight**0.5))
            piece = VMobject(stroke_width=0).set_points(_box(x, x + weight * grid.width - 0.02, y, _BAR))
            starts.append(square.set_fill(style.theme.ink, 1.0))
            ends.append(laid(piece.set_fill(style.theme.fill(self._color(line.tokens[index])), 1.0), Layer.VECTOR))
            x += weight * grid.width
        spans = {index: (begins[index], begins[index] + float(row[index]) * grid.width) for index in printed}
        texts = self._bar_texts(line, row, y, spans)
        self.play(FadeIn(laid(frame, Layer.GHOST)), run_time=times.quick)
        self.play(*(TransformFromCopy(a, b) for a, b in zip(starts, ends, strict=True)), run_time=1.4 * times.slow)
        self.play(FadeIn(texts), run_time=times.quick)
        self.bar = VGroup(frame, *ends, texts)

    def _bar_texts(self, line: Line, row: Tensor, y: float, spans: Mapping[int, tuple[float, float]]) -> VGroup:
        """Return the names and weights of a bar's pieces below them, what is left over, and what all are together."""
        style, grid, size, groups = self.style, self.grid, self.size, []
        for index, (left, right) in spans.items():
            name = Label(self._name(index, line), size=size, color=self._color(line.tokens[index]), style=style)
            number = Weight(row[index], size=size, color=self._color(line.tokens[index]), style=style)
            number.set_x(float(name.get_right()[0]) + 0.15 + float(number.width) / 2)
            groups.append(VGroup(name, number).shift(point((left + right) / 2 - VGroup(name, number).get_x())))
        rest = self._rest_of(line, 0, 0.0, size)
        begin = max((right for _, right in spans.values()), default=grid.corner[0])
        groups.append(rest.shift(point((begin + grid.corner[0] + grid.width) / 2 - float(rest.get_x()))))
        middles, needs = [float(each.get_x()) for each in groups], [float(each.width) + 0.3 for each in groups]
        for group, x in zip(groups, spread(middles, needs, self.room.left, self.room.right), strict=True):
            group.set_x(x)
            for text in (each for each in group if isinstance(each, Typeset)):
                text.on_baseline(y - _BAR / 2 - 0.38)
        sign = Label("=", size=style.sizes.number, style=style)
        one = Tick(1.0, 1.0, size=style.sizes.number, style=style)
        sign.move_to(point(grid.corner[0] + grid.width + 0.15 + float(sign.width) / 2, y))
        one.move_to(point(float(sign.get_right()[0]) + 0.12 + float(one.width) / 2, y))
        word = self._sign(line.looks, line)
        word.move_to(point(grid.corner[0] - 0.25 - float(word.width) / 2, y))
        return laid(VGroup(*groups, sign, one, word), Layer.LABEL)

    def _show_all(self) -> None:
        """Let the pattern go to its place among all, and light up all weights on the first token, and their mean."""
        style, (layer, head), times = self.style, self.numbers.chosen[0], self.style.times
        mine = (self.rests[layer][head], self.looks[layer][head])
        others = [
            VGroup(*(mark for pair in zip(*row, strict=True) for mark in pair if not any(mark is own for own in mine)))
            for row in zip(self.rests, self.looks, strict=True)
        ]
        self.play(FadeOut(self.signs, self.bar), run_time=times.quick)
        self.play(
            *(
                ReplacementTransform(one, other, rate_func=squish_rate_func(smooth, 0.0, 0.6))
                for one, other in zip(self.whole, mine, strict=True)
            ),
            LaggedStart(*(FadeIn(row, rate_func=squish_rate_func(smooth, 0.5, 1.0)) for row in others), lag_ratio=0.2),
            *map(FadeIn, self.names),
            run_time=_ALL,
        )
        share = HeroNumber(self.numbers.resting, color=style.theme.key, style=style)
        line = self.numbers.lines[0]
        said = Label(self.says("resting", first=self._name(0, line)), size=style.sizes.number, color=style.theme.key,
                     style=style)  # fmt: skip
        base = self.room.top - _MEAN + 0.3
        said.next_to(share.on_baseline(base), RIGHT, buff=0.25).on_baseline(base)
        self.mean = laid(VGroup(share, said), Layer.LABEL).set_x(0.0)
        self.play(
            *(ApplyMethod(mark.set_fill, style.theme.key) for marks in self.rests for mark in marks),
            *(ApplyMethod(mark.set_fill, None, _QUIET) for marks in self.looks for mark in marks),
            FadeIn(self.mean, rate_func=squish_rate_func(smooth, 0.4, 1.0)),
            run_time=times.move,
        )

    def _choose(self) -> None:
        """Let all other patterns go, the chosen one become the head's name, and the word's row arcs over the phrase."""
        times, (layer, head) = self.style.times, self.numbers.chosen[0]
        kept = [self.rests[layer][head], self.looks[layer][head]]
        frame = Rectangle(width=self.pitch, height=self.pitch, color=self.style.theme.families[0], stroke_width=4)
        column, row = (layer, head) if self.stage.is_portrait else (head, layer)
        laid(frame.move_to(point(*self._middle(column, row))), Layer.LABEL)
        self.play(FadeIn(frame, scale=1.3), ApplyMethod(kept[1].set_fill, None, 1.0), run_time=times.quick)
        gone = [
            mark for kind in (self.rests, self.looks) for marks in kind for mark in marks
            if not any(mark is each for each in kept)
        ]  # fmt: skip
        self.play(FadeOut(*gone, *self.names, self.mean), run_time=times.quick)
        name = self.head_names[0]
        self.play(VGroup(frame, *kept).animate.move_to(name.get_center()), run_time=times.move)
        line = self.numbers.lines[0]
        words = self._words(line, self.alone, self.style.sizes.head, _BELOW_ALONE)
        self.play(FadeOut(frame, *kept, rate_func=squish_rate_func(smooth, 0.0, 0.5)),
                  FadeIn(name, rate_func=squish_rate_func(smooth, 0.5, 1.0)), FadeIn(*words),
                  run_time=2 * times.quick)  # fmt: skip
        self.arcs = self._arcs(line, 0, words, self.alone, alone=True)
        self.printed = self._numbers(line, 0, words, self.alone, self.size)
        self.large = (VGroup(*words), VGroup(*self.arcs), VGroup(*self.printed))
        self._grow(self.arcs, times.move)
        self.play(FadeIn(*self.printed), run_time=times.quick)

    def _grow(self, arcs: Sequence[Arch], seconds: float) -> None:
        """Let arcs grow out of the word."""

        def follow(share: float) -> None:
            for arc in arcs:
                arc.grow(share)

        follow(0.0)
        self.add(*arcs)
        self.play(Live(arcs, follow), run_time=seconds)

    def _look(self, which: int, state: int, places: Sequence[int]) -> None:
        """Let one of the two heads look, in the phrases at some places as they are."""
        arcs: list[Arch] = []
        printed: list[VMobject] = []
        for place in places:
            line, words, band = self.states[state][place], self.words[place], self.bands[place]
            arcs += self._arcs(line, which, words, band)
            printed += self._numbers(line, which, words, band, self.size)
        self._grow(arcs, self.style.times.move)
        self.play(FadeIn(*printed), run_time=self.style.times.quick)
        self.arcs += arcs
        self.printed += printed

    def _look_away(self) -> None:
        """Let all arcs go back into the word, and their numbers leave."""
        arcs = self.arcs

        def follow(share: float) -> None:
            for arc in arcs:
                arc.grow(1 - share)

        self.play(Live(arcs, follow), FadeOut(*self.printed), run_time=_RETRACT)
        self.remove(*arcs)
        self.arcs, self.printed = [], []

    def _swap(self) -> None:
        """Make room for the other phrase; swap the two words between both, and let the same head look again."""
        times, line, words, band = self.style.times, self.states[0][0], self.words[0], self.bands[0]
        arcs, printed = self._arcs(line, 0, words, band), self._numbers(line, 0, words, band, self.size)
        smaller = (VGroup(*words), VGroup(*arcs), VGroup(*printed))
        others = range(1, len(self.bands))
        self.play(
            *(ReplacementTransform(a, b) for a, b in zip(self.large, smaller, strict=True)),
            *(FadeIn(*self.words[place], rate_func=squish_rate_func(smooth, 0.6, 1.0)) for place in others),
            run_time=times.move,
        )
        self.arcs, self.printed = arcs, printed
        if others:
            self._look(0, 0, others)
        self.wait(_GLANCE)
        self._exchange(0, 1)
        self._look(0, 1, range(len(self.bands)))

    def _change(self) -> None:
        """Let the other head look, at the phrases as they stand."""
        self._look_away()
        before, after = self.head_names
        late = squish_rate_func(smooth, 0.5, 1.0)
        early = squish_rate_func(smooth, 0.0, 0.5)
        self.play(FadeOut(before, rate_func=early), FadeIn(after, rate_func=late), run_time=2 * self.style.times.quick)
        self._look(1, 1, range(len(self.bands)))

    def _exchange(self, before: int, after: int) -> None:
        """Let each of the two words go to where it stands next, past the other; all else stays or is exchanged."""
        self._look_away()
        old, new = self.words, self._phrases(after)
        motions: list[Animation] = []
        for place, (olds, news) in enumerate(zip(old, new, strict=True)):
            told, tells = self.states[before][place].tokens, self.states[after][place].tokens
            for index, label in enumerate(olds):
                to, sideways = self._next_place(told[index], after, new, (place, index))
                motions.append(FadeOut(label) if to is None else _way(label, to, sideways))
            motions += [
                FadeIn(label) for index, label in enumerate(news)
                if not self._comes(tells[index], before, told[index] if index < len(told) else "")
            ]  # fmt: skip
        self.play(*motions, run_time=_CROSS)
        self.remove(*(label for olds in old for label in olds))
        self.add(*(label for news in new for label in news))
        self.words = new

    def _next_place(
        self, token: str, after: int, new: Sequence[Sequence[Label]], at: tuple[int, int]
    ) -> tuple[Label | None, float]:
        """Return where a word of a phrase goes, and how far aside on its way; None where it leaves."""
        lines, (place, index) = self.states[after], at
        if token in (self.numbers.target, self.numbers.control):
            for other, line in enumerate(lines):
                if token in line.tokens:
                    aside = 0.0 if other == place else -_ASIDE if token == self.numbers.target else _ASIDE
                    return new[other][line.tokens.index(token)], aside
            return None, 0.0
        stays = index < len(lines[place].tokens) and lines[place].tokens[index] == token
        return (new[place][index] if stays else None), 0.0

    def _comes(self, token: str, before: int, there: str) -> bool:
        """Return whether a word is on the stage already."""
        if token in (self.numbers.target, self.numbers.control):
            return any(token in line.tokens for line in self.states[before])
        return token == there


@dataclass(frozen=True)
class _Grid:
    """The place of the one pattern while it stands alone: its upper left corner, its pitches, its rows."""

    corner: tuple[float, float]
    pitches: tuple[float, float]
    count: int

    @property
    def width(self) -> float:
        return self.count * self.pitches[0]

    def x(self, column: int) -> float:
        return self.corner[0] + (column + 0.5) * self.pitches[0]

    def y(self, row: int) -> float:
        return self.corner[1] - (row + 0.5) * self.pitches[1]


def _way(label: Label, to: Label, sideways: float) -> Live:
    """Return a word's way to another place, in a bow."""
    start, end, first = label.get_center(), to.get_center(), float(label.width)
    larger = float(to.width) / first

    def follow(share: float) -> None:
        label.scale((1 + share * (larger - 1)) * first / float(label.width))
        label.move_to(start + share * (end - start) + point(sideways * float(np.sin(np.pi * share))))

    return Live([label], follow)


def _box(left: float, right: float, y: float, height: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a rectangle's outline as four cubic curves, (16, 3)."""
    half = height / 2
    corners = np.array([[left, y - half, 0.0], [right, y - half, 0.0], [right, y + half, 0.0], [left, y + half, 0.0]])
    return _curves(corners)


def _square(x: float, y: float, side: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a square's outline as four cubic curves, (16, 3)."""
    return _box(x - side / 2, x + side / 2, y, side)


def _curves(corners: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return straight cubic curves from each of four corners to the next, (16, 3)."""
    following = np.roll(corners, -1, axis=0)
    steps = np.linspace(0, 1, 4)[None, :, None]
    curves: np.ndarray[Any, np.dtype[np.float64]] = corners[:, None] + steps * (following - corners)[:, None]
    return curves.reshape(16, 3)
