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
    RIGHT,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown, suggestion
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.worlds import World

_MOST_PHRASES = 4
"""Phrases that stand below each other."""

_FILLED, _LEAST_SIDE = 0.94, 0.03
"""A cell's side for a weight of 1, as a share of its pitch; the least side that is drawn."""

_AIR = 0.14
"""The share of a pattern's pitch that is free around it."""

_WIDTH_OF_ONE, _LEAST_WIDTH = 22.0, 1.4
"""An arc's stroke for a weight of 1, and the least."""

_NUMBERED = 0.08
"""The weight from which an arc is drawn, and its number printed."""

_LOOP, _LOOP_HEIGHT, _ARCH_STEPS = 0.22, 0.35, 40
"""Scene units from a word's middle to a foot of its arc to itself, and that arc's height; points along an arc."""

_REST_ROOM = 1.5
"""Scene units at a phrase's right, for what its printed weights leave to 1."""

_ALONE, _THICKER = 1.7, 2.2
"""Scene units: half of the height of the first phrase and its arcs, while it stands alone; how many times wider than
later its arcs are then."""

_APART, _BELOW, _BELOW_ALONE, _WORD_ROOM = 0.12, 0.46, 0.66, 0.36
"""Scene units between words; the room for numbers below a word, and for those of a phrase that stands alone; the room
for a word below its arcs."""

_WHOLE, _ROW_NAMES, _SIZE_OF_PITCH = 5.0, 1.7, 60.0
"""Scene units: the most that one pattern takes while it stands alone, and the room for its words at its left; the
words' size for each scene unit from one row to the next."""

_ALL, _QUIET = 2.0, 0.5
"""Seconds in which all patterns come; the opacity of weights that are not on the first token, while those are lit."""

_MEAN = 0.75
_HEADING, _NAMES, _NOTES = 1.0, 1.25, 4.2
"""Scene units: the room for the mean above all patterns, for the chosen head above the phrases, for the names of layers
beside their patterns, and for notes beside one pattern."""


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
    swapped: Tensor
    """The second phrase's weights in the head that looks for the second word, (T, T)."""
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
    rests = [
        [_left(row[line.first : line.end], line.tokens, (target, control)) for line in lines] for row in rows
    ]  # fmt: skip
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
        weights[1][chosen[1]],
        sink,
        sink.mean(),
        rows[0],
        rows[1],
        torch.tensor(rests, dtype=torch.float64).T,
    )


def _is_printed(token: str, weight: float, named: Sequence[str]) -> bool:
    return weight >= _NUMBERED or token in named


def _left(row: Tensor, tokens: Sequence[str], named: Sequence[str]) -> float:
    """Return what the printed weights of a row, as printed, leave to 1."""
    pairs = zip(tokens, row.tolist(), strict=True)
    return max(0.0, 1.0 - sum(as_printed(weight) for token, weight in pairs if _is_printed(token, weight, named)))


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
        """Make every head's pattern, and each phrase with the arcs of two heads."""
        free = self.stage.above_foot
        self.room = Region(free.left, free.right, free.bottom + 0.1, free.top)  # no phrase stands in the header
        self.rests, self.looks, self.names = self._patterns()
        self.heading = [self._heading(which) for which in (0, 1)]
        count = len(self.numbers.lines)
        below = Region(self.room.left, self.room.right - _REST_ROOM, self.room.bottom, self.room.top - _HEADING)
        self.bands = below.rows(*[1.0] * count)
        style, lines = self.style, self.numbers.lines
        self.words = [self._words(line, band, style.sizes.number) for line, band in zip(lines, self.bands, strict=True)]
        placed = list(zip(lines, self.words, self.bands, strict=True))
        self.arcs = [[self._arcs(line, which, words, band) for line, words, band in placed] for which in (0, 1)]
        self.printed = [
            [self._printed(line, which, words, band, style.sizes.least) for line, words, band in placed]
            for which in (0, 1)
        ]
        middle = float(below.centre[1])
        half = min(below.height / 2, _ALONE)
        self.alone = Region(below.left, below.right, middle - half, middle + half)

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
        """Return a head's weights as squares, as large as they are: on the first token, and on all others."""
        count = weights.shape[0]
        side = pitch * (1 - _AIR) / count
        left, top = corner[0] + pitch * _AIR / 2, corner[1] - pitch * _AIR / 2
        marks = []
        for columns in ([0], range(1, count)):
            squares = [
                _square(left + (column + 0.5) * side, top - (row + 0.5) * side,
                        side * _FILLED * float(weights[row, column]) ** 0.5)
                for row in range(count) for column in columns if float(weights[row, column]) ** 0.5 > _LEAST_SIDE
            ]  # fmt: skip
            mark = VMobject(stroke_width=0).set_fill(self.style.theme.ink, 1.0)
            mark.set_points(np.concatenate(squares) if squares else np.zeros((0, 3)))
            marks.append(laid(mark, Layer.VECTOR))
        return marks[0], marks[1]

    def _heading(self, which: int) -> VGroup:
        """Return one of the two heads' pattern, and its name."""
        layer, head = self.numbers.chosen[which]
        text = f"{self.says('layer')} {layer + 1}, {self.says('head')} {head + 1}"
        name = Label(text, size=self.style.sizes.head, style=self.style)
        weights = self.numbers.swapped if which else self.numbers.patterns[layer, head]
        side = _HEADING - 0.1
        left = float(self.room.centre[0]) - (side + 0.25 + float(name.width)) / 2
        pattern = VGroup(*self._pattern(weights, (left, self.room.top), side))
        pattern[0].set_fill(self.style.theme.key)
        name.move_to(point(left + side + 0.25 + float(name.width) / 2, self.room.top - side / 2))
        return VGroup(pattern, laid(name, Layer.LABEL))

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

    def _arcs(
        self,
        line: Line,
        which: int,
        labels: Sequence[Label],
        row: Region,
        below: float = _BELOW,
        scale: float = 1.0,
    ) -> list[Arch]:
        """Return an arc from the word to each printed one of a phrase, itself included, as wide as its weight."""
        low, high = row.bottom + below + _WORD_ROOM, row.top - 0.12
        start = float(labels[line.looks].get_x())
        farthest = max(abs(float(label.get_x()) - start) for label in labels) or 1.0
        arcs = []
        for index, (label, weight) in enumerate(zip(labels, self.numbers.of(line, which).tolist(), strict=True)):
            end, own = float(label.get_x()), index == line.looks
            width = scale * max(_LEAST_WIDTH, _WIDTH_OF_ONE * weight) / 100
            up = (high - low) * (0.35 + 0.65 * abs(end - start) / farthest)
            feet = (start - scale**0.7 * _LOOP, start + scale**0.7 * _LOOP) if own else (start, end)
            arc = Arch(
                feet, low, min(high - low, scale * _LOOP_HEIGHT) if own else up, width, self._color(line.tokens[index])
            )
            if not _is_printed(line.tokens[index], weight, (self.numbers.target, self.numbers.control)):
                arc.set_fill(opacity=0.0)
            arcs.append(laid(arc, Layer.BAND if weight >= _NUMBERED else Layer.THREAD))
        return arcs

    def _printed(self, line: Line, which: int, labels: Sequence[Label], row: Region, size: float) -> list[VMobject]:
        """Return the weights that are large enough to be printed, below their words."""
        numbers = []
        for label, token, weight in zip(labels, line.tokens, self.numbers.of(line, which), strict=True):
            if _is_printed(token, float(weight), (self.numbers.target, self.numbers.control)):
                number = Weight(weight, size=size, color=self._color(token), style=self.style)
                number.set_x(float(label.get_x())).on_baseline(row.bottom + 0.12)
                numbers.append(laid(number, Layer.LABEL))
        middles = [float(number.get_x()) for number in numbers]
        needs = [float(number.width) + 0.12 for number in numbers]
        for number, x in zip(numbers, spread(middles, needs, self.room.left, self.room.right), strict=True):
            number.set_x(x)
        return [*numbers, self._rest_of(line, which, row.bottom + 0.12, size)]

    def _rest_of(self, line: Line, which: int, baseline: float, size: float) -> VGroup:
        """Return what a phrase's printed weights leave to 1, and its name, at the right of them."""
        style = self.style
        value = self.numbers.rests[self.numbers.lines.index(line), which]
        number = Number(value, size=size, color=style.theme.dim, style=style)
        name = Label(self.says("rest"), size=size, color=style.theme.dim, style=style)
        number.set_x(self.room.right - float(number.width) / 2).on_baseline(baseline)
        name.set_x(float(number.get_left()[0]) - 0.12 - float(name.width) / 2).on_baseline(baseline)
        return laid(VGroup(name, number), Layer.LABEL)

    def tell(self) -> None:
        """Show all heads; where weight rests; one head that seeks a word, in all phrases; another head."""
        numbers = self.numbers
        said: dict[str, Any] = {
            "word": numbers.word,
            "target": numbers.target,
            "control": numbers.control,
            "count": numbers.patterns.shape[0] * numbers.patterns.shape[1],
            "resting": format_number(float(numbers.resting)),
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
        """Bring one head's pattern, its words beside and above it."""
        style, line, times = self.style, self.numbers.lines[0], self.style.times
        layer, head = self.numbers.chosen[0]
        room, count = self.room, len(line.tokens)
        side = min(_WHOLE, room.height - 1.0, room.width - _ROW_NAMES - (_NOTES if self.stage.is_wide else 0.0))
        left = float(room.centre[0]) - side / 2 + (_ROW_NAMES - _NOTES if self.stage.is_wide else _ROW_NAMES) / 2
        top = float(room.centre[1]) + side / 2 - 0.25
        self.whole = self._pattern(self.numbers.patterns[layer, head], (left, top), side)
        pitch, first = side * (1 - _AIR) / count, side * _AIR / 2
        names, above = [], []
        size = max(style.sizes.least, min(style.sizes.number, _SIZE_OF_PITCH * pitch))
        for place, token in enumerate(line.tokens):
            name = Label(self._name(place, line), size=size, color=self._color(token), style=style)
            y = top - first - (place + 0.5) * pitch
            names.append(name.move_to(point(left - float(name.width) / 2, y)))
            if place == 0 or token in (self.numbers.target, self.numbers.word):
                over = name.copy()
                above.append(over.move_to(point(left + first + (place + 0.5) * pitch, top + 0.12)))
        beside = left + side + 0.4
        within = room.right - beside if self.stage.is_wide else room.width
        notes = [
            Label(self.says(key), size=style.sizes.number, color=style.theme.dim, within=within, style=style)
            for key in ("rows", "columns", *(("marks",) if self.stage.is_wide and not _is_word(line.tokens[0]) else ()))
        ]
        for index, note in enumerate(notes):
            if self.stage.is_wide:
                note.move_to(point(beside + float(note.width) / 2, top - side / 2 + 0.7 - 0.7 * index))
            else:
                note.move_to(point(float(room.centre[0]), top - side - 0.1 - 0.5 * index))
        self.signs = laid(VGroup(*names, *above, *notes), Layer.LABEL)
        self.play(FadeIn(*names), run_time=times.quick)
        self.play(FadeIn(*self.whole, notes[0]), run_time=times.move)
        self.play(FadeIn(*above, *notes[1:]), run_time=times.quick)

    def _show_all(self) -> None:
        """Let the pattern go to its place among all, and light up all weights on the first token, and their mean."""
        style, (layer, head), times = self.style, self.numbers.chosen[0], self.style.times
        mine = (self.rests[layer][head], self.looks[layer][head])
        others = [
            VGroup(*(mark for pair in zip(*row, strict=True) for mark in pair if not any(mark is own for own in mine)))
            for row in zip(self.rests, self.looks, strict=True)
        ]
        self.play(FadeOut(self.signs), run_time=times.quick)
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
        said = Label(self.says("resting"), size=style.sizes.number, color=style.theme.key, style=style)
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
        """Let one head's pattern come out of all, and the word's row of it become arcs over the phrase."""
        times, (layer, head) = self.style.times, self.numbers.chosen[0]
        kept = [self.rests[layer][head], self.looks[layer][head]]
        frame = Rectangle(width=self.pitch, height=self.pitch, color=self.style.theme.families[0], stroke_width=4)
        tall = self.stage.is_portrait
        column, row = (layer, head) if tall else (head, layer)
        frame.move_to(point(*self._middle(column, row)))
        self.play(FadeIn(laid(frame, Layer.LABEL), scale=1.3), ApplyMethod(kept[1].set_fill, None, 1.0),
                  run_time=times.quick)  # fmt: skip
        gone = [
            mark for kind in (self.rests, self.looks) for marks in kind for mark in marks
            if not any(mark is each for each in kept)
        ]  # fmt: skip
        heading = self.heading[0]
        self.play(
            FadeOut(*gone, *self.names, self.mean, frame),
            ReplacementTransform(VGroup(*kept), heading[0]),
            FadeIn(heading[1], rate_func=squish_rate_func(smooth, 0.6, 1.0)),
            run_time=times.slow,
        )
        line, sizes = self.numbers.lines[0], self.style.sizes
        words = self._words(line, self.alone, sizes.head, _BELOW_ALONE)
        arcs = self._arcs(line, 0, words, self.alone, _BELOW_ALONE, _THICKER)
        printed = self._printed(line, 0, words, self.alone, sizes.number)
        self.large = (VGroup(*words), VGroup(*arcs), VGroup(*printed))
        self.play(FadeIn(self.large[0]), run_time=times.quick)
        self._grow(arcs, times.move)
        self.play(FadeIn(self.large[2]), run_time=times.quick)

    def _grow(self, arcs: Sequence[Arch], seconds: float) -> None:
        """Let arcs grow out of the word."""

        def follow(share: float) -> None:
            for arc in arcs:
                arc.grow(share)

        follow(0.0)
        self.add(*arcs)
        self.play(Live(arcs, follow), run_time=seconds)

    def _swap(self) -> None:
        """Make room for the other phrases, in which words are swapped, and let the same head look."""
        times = self.style.times
        firsts = (VGroup(*self.words[0]), VGroup(*self.arcs[0][0]), VGroup(*self.printed[0][0]))
        self.play(*(ReplacementTransform(a, b) for a, b in zip(self.large, firsts, strict=True)), run_time=times.move)
        self.play(*(FadeIn(*words) for words in self.words[1:]), run_time=times.quick)
        self._grow([arc for arcs in self.arcs[0][1:] for arc in arcs], times.slow)
        self.play(*(FadeIn(*numbers) for numbers in self.printed[0][1:]), run_time=times.quick)

    def _change(self) -> None:
        """Let the other head look, in all phrases at once."""
        times = self.style.times
        before, after = self.heading
        first, second = ([number for numbers in each for number in numbers] for each in self.printed)
        self.play(FadeOut(*first), FadeOut(before), FadeIn(after), run_time=times.quick)
        pairs = [
            ReplacementTransform(old, new)
            for olds, news in zip(*self.arcs, strict=True)
            for old, new in zip(olds, news, strict=True)
        ]
        self.play(*pairs, run_time=times.slow)
        self.play(FadeIn(*second), run_time=times.quick)


class Arch(VMobject):
    """A band with level feet that rises from one word and comes down on another, wide as a weight.

    Args:
        feet: the middles of both feet, scene units from left to right or the other way.
        low: height of the feet.
        up: scene units from there to its crown.
        width: of the band, scene units.
        color: ``#rrggbb``.
    """

    def __init__(self, feet: tuple[float, float], low: float, up: float, width: float, color: str) -> None:
        super().__init__(stroke_width=0)
        self._feet, self._low, self._up, self._width = feet, low, up, width
        self.set_fill(color, 1.0)
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Let it reach a share of the way from its first foot to the other."""
        (start, end), half = self._feet, self._width / 2
        middle, radius = (start + end) / 2, abs(end - start) / 2
        turn = np.pi * np.linspace(0.0, max(share, 1e-3), _ARCH_STEPS)
        across, rise = -np.sign(end - start) * np.cos(turn), np.sin(turn)
        outer = np.stack([middle + (radius + half) * across, self._low + self._up * rise], 1)
        inner = np.stack([middle + max(radius - half, 0.0) * across,
                          self._low + max(self._up - self._width, 0.1) * rise], 1)  # fmt: skip
        corners = np.concatenate([outer, inner[::-1], outer[:1]])
        self.set_points_as_corners(np.concatenate([corners, np.zeros((len(corners), 1))], 1))


def _square(x: float, y: float, side: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a square's outline as four cubic curves, (16, 3)."""
    half = side / 2
    signs = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    corners = np.array([x, y, 0]) + half * signs
    following = np.roll(corners, -1, axis=0)
    steps = np.linspace(0, 1, 4)[None, :, None]
    return (corners[:, None] + steps * (following - corners)[:, None]).reshape(16, 3)
