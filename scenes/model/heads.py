"""All heads of a real model over one phrase, and one head that looks for a word wherever it stands.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    RIGHT,
    UP,
    Animation,
    ApplyMethod,
    DashedVMobject,
    FadeIn,
    FadeOut,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    Square,
    Transform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown, suggestion
from scenes.model.arch import Arch, crowns, first_feet, scale_for
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber, HeroWeight
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

_AIR, _CELL = 0.16, 0.93
"""The share of a pattern's pitch that is free around it; the side of its cell's outline, as a share of the pitch."""

_WIDTH_OF_ONE, _LEAST_WIDTH, _FEET = 0.46, 0.03, 0.6
"""An arch's width for a weight of 1, at the most, and the least one, scene units; the room for all feet on a short
word, as a share of its column's width."""

_NUMBERED = 0.1
"""The weight from which an arch is drawn, its number printed, and its square shown where all heads are."""

_TALLEST = 3.4
"""Scene units: the height of a phrase and its arches, at the most."""

_APART, _UNDER, _BETWEEN, _WORD_ROOM = 0.12, 0.1, 0.3, 0.4
"""Scene units between words; from a phrase's lower edge to its numbers' baseline, and from their tops to the words'
baseline; the room for a word below its arches."""

_CAPITAL = 0.34 / 48
"""Scene units: a digit's height for a type size of 1."""

_PITCH_ACROSS, _PITCH_DOWN, _COLUMN_NAMES = 1.15, 0.55, 0.45
"""Scene units of the one pattern's cells while it stands alone, at the most, and from it down to its columns' names."""

_BAR, _BAR_ROOM, _EQUALS = 0.44, 1.2, 0.85
"""Scene units: the thickness of the bar that a row becomes; the room that opens for it and its numbers below that row,
and at its right for its sum."""

_ALL, _QUIET = 1.7, 0.5
"""Seconds in which all patterns come; the opacity of weights that a beat is not about."""

_GATHER, _ENTER, _CROSS, _ASIDE = 1.2, 1.6, 1.3, 0.9
"""Seconds in which squares of all heads grow to one scale; in which the largest becomes an arch; in which words change
their places; scene units by which they make way for each other."""

_TITLE, _MEAN = 0.55, 0.75
_HEADING, _NAMES = 0.75, 1.3
"""Scene units: the room for what the first pattern is, above it; for the mean above all patterns, for the chosen head
above the phrases, and for the names of layers beside their patterns."""

_CLEAR = (0.15, 0.32)
"""Scene units from an arch's crown to what stands above it: in the first phrase the head's name, in others numbers."""

_SIGN, _SIGN_DOWN, _NAMES_APART = 0.1, 0.24, 0.9
"""Scene units: the height of a head's mark below its name, how far down it is, and what is free between two names."""

_PASSED = 0.75
"""The share of the way into a cell after which all cells are out of sight."""

_LEFT = 0.35
"""The share of the time in which words change their places, by which all numbers are gone."""

_DASH, _GHOST = 0.17, 0.14
"""Scene units from a dash to the next, in the outline of an arch as it was; the opacity of its area."""


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
    runner_up: tuple[int, int]
    patterns: Tensor
    """The first phrase's weights, (L, h, T, T)."""
    sink: Tensor = quantity("Weight on the first token, by layer, a mean over heads and tokens.", rows="layers")
    resting: Tensor = quantity("The same, a mean over layers too.")
    seeking: Tensor = quantity("The word's weights in the head that looks for the first word.", rows="titles")
    other: Tensor = quantity("The word's weights in the head that looks for the second word.", rows="titles")
    second: Tensor = quantity("The weight on the first word in the head that gives it the second most.")
    rests: Tensor = quantity("What printed weights leave to 1 in each phrase, in one head and in the other.")

    def printed(self, line: Line, which: int) -> list[int]:
        """Return the places of a phrase whose weights are printed: large ones, and those on the two words."""
        return _printed(self.of(line, which), line.tokens, (self.target, self.control))

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
    found = weights[0][:, :, looks[0], phrases[0].index(target)]
    second = found.flatten().topk(2)
    firsts = np.cumsum([0, *map(len, phrases)]).tolist()
    rows = [torch.cat([each[layer, head, look] for each, look in zip(weights, looks, strict=True)])
            for layer, head in chosen]  # fmt: skip
    sink = weights[0][..., 0].mean(dim=(1, 2))
    lines = tuple(map(Line, phrases, firsts[:-1], looks))
    rests = [[_left(row[line.first : line.end], line.tokens, (target, control)) for line in lines] for row in rows]
    return Heads(
        about.model,
        word,
        target,
        control,
        lines,
        tuple(f"{place}. {token}" for place, phrase in enumerate(phrases, start=1) for token in phrase),
        tuple(f"layer {number}" for number in range(1, about.layers + 1)),
        (chosen[0], chosen[1]),
        _place(int(second.indices[-1]), found.shape[1]),
        weights[0],
        sink,
        sink.mean(),
        rows[0],
        rows[1],
        second.values[-1],
        torch.tensor(rests, dtype=torch.float64).T,
    )


def _printed(row: Tensor, tokens: Sequence[str], always: Sequence[str]) -> list[int]:
    """Return the places of weights that are printed: large ones, and those on some words."""
    return [place for place, token in enumerate(tokens) if float(row[place]) >= _NUMBERED or token in always]


def _left(row: Tensor, tokens: Sequence[str], always: Sequence[str]) -> float:
    """Return what the printed weights of a row, as printed, leave to 1."""
    return max(0.0, 1.0 - sum(as_printed(float(row[place])) for place in _printed(row, tokens, always)))


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
    return _place(int(weights.argmax()), weights.shape[1])


def _place(index: int, count: int) -> tuple[int, int]:
    """Return the layer and the head of a head's number among all, where a layer has some."""
    layer, head = divmod(index, count)
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
        sizes, wide = self.style.sizes, self.stage.is_wide
        self.size, self.large = (sizes.number, sizes.formula) if wide else (sizes.least, sizes.number)
        rest = self._rest_name()
        self.beside = float(rest.width) + 0.3 if wide else 0.0
        self.under = 0.0 if wide else _CAPITAL * self.size + _BETWEEN / 2
        self.below = _UNDER + self.under + _CAPITAL * self.large + _BETWEEN
        below = self.room.inset(top=_HEADING)
        spare = max(0.0, below.height - _TALLEST * len(self.states[0]))
        self.bands = below.inset(top=spare / 2, bottom=spare / 2).rows(*[1.0] * len(self.states[0]))
        self.words = self._phrases(0)
        self.rest_names = [self._placed_rest(place) for place in range(len(self.bands))]
        self.width_of_one = self._width_of_one()
        self.arcs: list[dict[int, Arch]] = [{} for _ in self.bands]
        self.own: list[list[Number]] = [[] for _ in self.bands]
        """The arches over each phrase now, by the word that is looked at, and the numbers below its words."""

    def _phrases(self, state: int) -> list[list[Label]]:
        """Return the words of all phrases, with each of the two words in one place or in the other."""
        lines, size = zip(self.states[state], self.bands, strict=True), self.style.sizes.number
        return [self._words(line, band.inset(right=self.beside), size) for line, band in lines]

    def _rest_name(self) -> Label:
        """Return the name of all words of a phrase whose weights are not printed."""
        return Label(self.says("rest"), size=self.size, color=self.style.theme.dim, style=self.style)

    def _placed_rest(self, place: int) -> Label:
        """Return that name at the end of a phrase, above its number; in a narrow frame below it, before its number."""
        name, band = self._rest_name(), self.bands[place]
        if self.beside:
            return laid(
                name.set_x(band.right - float(name.width) / 2).on_baseline(band.bottom + self.below), Layer.LABEL
            )
        x = band.right - float(self._rest_number(self.numbers.lines[0], 0).width) - 0.2 - float(name.width) / 2
        return laid(name.set_x(x).on_baseline(band.bottom + _UNDER), Layer.LABEL)

    def _others(self, count: int) -> Label:
        """Return the name of words whose weights are not printed one by one."""
        said = self.says("one-other" if count == 1 else "others", count=count)
        return Label(said, size=self.size, color=self.style.theme.dim, style=self.style)

    def _width_of_one(self) -> float:
        """Return an arch's width for a weight of 1, for which in no phrase an arch touches another."""
        widths = [_WIDTH_OF_ONE]
        for state in (0, 1):
            for line, words in zip(self.states[state], self._phrases(state), strict=True):
                room = max(float(words[line.looks].width), _FEET * self.bands[0].width / len(words))
                for which in (0, 1):
                    row = self.numbers.of(line, which)
                    weights = {place: float(row[place]) for place in self._reached(line, which)}
                    widths.append(scale_for(weights, room))
        return min(widths)

    def _reached(self, line: Line, which: int) -> list[int]:
        """Return the places that an arch goes to: of weights that are printed, but for the word's own."""
        return [index for index in self.numbers.printed(line, which) if index != line.looks]

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
        self.outlines: list[VMobject] = []
        names = []
        for layer in range(layers):
            rests.append([])
            looks.append([])
            for head in range(count):
                one, others = self._pattern(layer, head)
                outline = Square(_CELL * self.pitch, color=theme.faint, stroke_width=self.style.strokes.thin)
                if (layer, head) == self.numbers.chosen[0]:
                    self.mine_outline = outline
                self.outlines.append(laid(outline.move_to(point(*self._middle(layer, head))), Layer.TICKS))
                rests[-1].append(one)
                looks[-1].append(others)
            if layer % max(1, layers // 6) == 0:
                text = f"{self.says('layer')} {layer + 1}" if not tall else str(layer + 1)
                name = Label(text, size=self._sign_size(), color=theme.ink, style=self.style)
                middle = (layer + 0.5) * self.pitch
                x, y = (left + middle, top + 0.2) if tall else (left - 0.15 - float(name.width) / 2, top - middle)
                names.append(laid(name.move_to(point(x, y)), Layer.LABEL))
        return rests, looks, names

    def _middle(self, layer: int, head: int) -> tuple[float, float]:
        """Return the middle of a head's pattern among all."""
        (left, top), (column, row) = self.corner, (layer, head) if self.stage.is_portrait else (head, layer)
        return left + (column + 0.5) * self.pitch, top - (row + 0.5) * self.pitch

    def _cells(self, layer: int, head: int) -> _Grid:
        """Return the cells of a head's pattern among all: a square with air around it."""
        count, (x, y), side = self.numbers.patterns.shape[-1], self._middle(layer, head), self.pitch * (1 - _AIR)
        return _Grid((x - side / 2, y + side / 2), (side / count, side / count), count)

    def _pattern(self, layer: int, head: int) -> tuple[VMobject, VMobject]:
        """Return a head's large weights among all heads: those on the first token, and those on all others.

        The chosen head's are single squares, as they come from where they stood alone.
        """
        weights, cells = self.numbers.patterns[layer, head], self._cells(layer, head)
        squares = self._squares(weights, cells, _NUMBERED)
        if (layer, head) == self.numbers.chosen[0]:
            self.mine = squares
        kinds: list[VMobject] = []
        for first in (True, False):
            of_kind = [square for (_, column), square in squares.items() if (column == 0) == first]
            if (layer, head) == self.numbers.chosen[0]:
                kinds.append(VGroup(*of_kind))
                continue
            mark = VMobject(stroke_width=0).set_fill(self.style.theme.ink, 1.0)
            mark.set_points(np.concatenate([square.points for square in of_kind]) if of_kind else np.zeros((0, 3)))
            kinds.append(laid(mark, Layer.VECTOR))
        return kinds[0], kinds[1]

    def _squares(self, weights: Tensor, cells: _Grid, least: float = 0.0) -> dict[tuple[int, int], VMobject]:
        """Return weights as squares, as large as they are, by row and column.

        Args:
            weights: of a head, (T, T).
            cells: their places.
            least: the weight from which there is a square.
        """
        squares = {}
        for row, column in np.ndindex(*weights.shape):
            weight = float(weights[row, column])
            if weight >= least and weight**0.5 > _LEAST_SIDE:
                square = VMobject(stroke_width=0).set_fill(self.style.theme.ink, 1.0)
                square.set_points(_square(cells.x(column), cells.y(row), cells.side(weight)))
                squares[row, column] = laid(square, Layer.VECTOR)
        return squares

    def _head_name(self, which: int) -> Label:
        """Return the name of one of the two heads, above the phrases."""
        layer, head = self.numbers.chosen[which]
        text = f"{self.says('layer')} {layer + 1}, {self.says('head')} {head + 1}"
        name = Label(text, size=self.style.sizes.head, style=self.style)
        return laid(name.set_x(float(self.room.centre[0])).on_baseline(self.room.top - 0.4), Layer.LABEL)

    def _color(self, token: str) -> str:
        theme, numbers = self.style.theme, self.numbers
        by_word = {numbers.word: theme.subject, numbers.target: theme.families[0], numbers.control: theme.families[1],
                   numbers.lines[0].tokens[0]: theme.key}  # fmt: skip
        return by_word.get(token, theme.ink if _is_word(token) else theme.dim)

    def _words(self, line: Line, row: Region, size: float) -> list[Label]:
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
            laid(label.on_baseline(row.bottom + self.below), Layer.LABEL)
            x += wide
        return labels

    def _name(self, place: int, line: Line) -> str:
        if _is_word(line.tokens[place]) or 0 < place < len(line.tokens) - 1:
            return line.tokens[place]
        return self.says("end" if place else "start")

    def _is_sought(self, token: str) -> bool:
        """Return whether a word is one of the two that are looked for."""
        return token in (self.numbers.target, self.numbers.control)

    def _arcs(self, place: int, line: Line, which: int, labels: Sequence[Label]) -> dict[int, Arch]:
        """Return an arch from the word to each other one whose weight is printed, as wide as that, by its place."""
        row, looks, weights = self.bands[place], line.looks, self.numbers.of(line, which)
        low = row.bottom + self.below + _WORD_ROOM
        widths = {index: max(_LEAST_WIDTH, self.width_of_one * float(weights[index]))
                  for index in self._reached(line, which)}  # fmt: skip
        starts = first_feet(widths, looks, float(labels[looks].get_x()))
        feet = {index: (starts[index], float(labels[index].get_x())) for index in widths}
        heights = crowns(feet, widths, looks, row.top - _CLEAR[min(place, 1)] - low)
        fill = self.style.theme.fill
        return {
            index: laid(
                Arch(feet[index], low, heights[index], width, fill(self._color(line.tokens[index]))), Layer.BAND
            )
            for index, width in widths.items()
        }

    def _numbers(self, place: int, line: Line, which: int, labels: Sequence[Label]) -> list[Number]:
        """Return the printed weights below a phrase's words, those on the two words large, and what is left to 1."""
        row, style = self.numbers.of(line, which), self.style
        numbers: dict[int, Number] = {}
        for index in self.numbers.printed(line, which):
            token = line.tokens[index]
            if self._is_sought(token):
                numbers[index] = HeroWeight(row[index], size=self.large, color=self._color(token), style=style)
            else:
                numbers[index] = Weight(row[index], size=self.size, color=self._color(token), style=style)
        middles = [float(labels[index].get_x()) for index in numbers]
        needs = [float(number.width) + 0.12 for number in numbers.values()]
        ends = (self.bands[place].left, self.bands[place].right - self.beside)
        tops = self.bands[place].bottom + self.below - _BETWEEN
        for number, x in zip(numbers.values(), spread(middles, needs, *ends), strict=True):
            laid(number.set_x(x).on_baseline(tops - _CAPITAL * number.size), Layer.LABEL)
        rest, name = laid(self._rest_number(line, which), Layer.LABEL), self.rest_names[place]
        if self.beside:
            rest.set_x(float(name.get_x())).on_baseline(tops - _CAPITAL * rest.size)
        else:
            rest.set_x(float(name.get_right()[0]) + 0.15 + float(rest.width) / 2).on_baseline(name.baseline)
        return [*numbers.values(), rest]

    def _rest_number(self, line: Line, which: int) -> Number:
        value = self.numbers.rests[self.numbers.lines.index(line), which]
        return Number(value, size=self.size, color=self.style.theme.dim, style=self.style)

    def tell(self) -> None:
        """Show one head; all, and where weight rests; that which seeks a word most, in all phrases; another head."""
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
        with self.beat("most", **said):
            self._compare()
            self.rest()
        with self.beat("seek", text="seek" if self._prefers() else "seek-alone", **said, **self._given()):
            self._choose()
            self.rest()
        swapped = "swap" if _follows(numbers, 0) else "swap-fails"
        with self.beat("swap", text=swapped if self._has_both() else "swap-alone", **said, **self._given()):
            self._swap()
            self.rest()
        if numbers.chosen[0] != numbers.chosen[1]:
            with self.beat("other", text="other" if _follows(numbers, 1) else "other-fails", **said):
                self._change()
                self.hold()

    def _has_both(self) -> bool:
        """Return whether both words are on the stage from the start, each in a phrase."""
        return len(self.bands) > 1 and self.numbers.control in self.states[0][1].tokens

    def _prefers(self) -> bool:
        """Return whether both words are on the stage, and the one that is looked for gets more."""
        first, second = self.numbers.found(self.numbers.target, 0), self.numbers.found(self.numbers.control, 0)
        return self._has_both() and first[0] > second[0]

    def _given(self) -> dict[str, str]:
        """Return what the chosen head gives to both words, each in the first of the phrases shown that has it."""
        numbers, lines = self.numbers, [*self.states[0], *self.states[1]]
        given = {}
        for name, word in (("first_share", numbers.target), ("second_share", numbers.control)):
            line = next(each for each in lines if word in each.tokens)
            given[name] = format_number(float(numbers.of(line, 0)[line.tokens.index(word)]))
        return given

    def _show_one(self) -> None:
        """Bring one head's pattern with the words of its rows and columns; let the word's row become one bar."""
        times, line, (layer, head) = self.style.times, self.numbers.lines[0], self.numbers.chosen[0]
        weights = self.numbers.patterns[layer, head]
        rows = [self._sign(place, line) for place in range(len(line.tokens))]
        widest, count = max(float(name.width) for name in rows), len(rows)
        sign = Label(self.says("looks"), size=self._sign_size(), color=self.style.theme.dim, style=self.style)
        wide = max(widest, float(sign.width)) + 0.4
        across = min(_PITCH_ACROSS, (self.room.width - wide - _EQUALS) / count)
        self.column_size = min(1.0, (across - _APART) / widest) * self._sign_size()
        self.lies = self.column_size >= self.style.sizes.least
        over = _COLUMN_NAMES if self.lies else widest + 0.25
        high = self.room.height - _TITLE - over - _BAR_ROOM
        down = min(_PITCH_DOWN, high / count)
        left = float(self.room.centre[0]) - (wide + count * across + _EQUALS) / 2 + wide
        top = self.room.top - _TITLE - (high - count * down) / 2
        self.grid = _Grid((left, top), (across, down), count)
        self.title = self._titled(top)
        self.table, columns = self._squares(weights, self.grid), self._columns(self.grid, line)
        for place, name in enumerate(rows):
            name.move_to(point(left - 0.25 - float(name.width) / 2, self.grid.y(place)))
        columns.append(self._in_corner(sign, left - 0.25))
        self.signs = laid(VGroup(*rows, *columns), Layer.LABEL)
        each = [[square for (row, _), square in self.table.items() if row == place] for place in range(count)]
        arrive = [FadeIn(name, *squares) for name, squares in zip(rows, each, strict=True)]
        self.play(FadeIn(self.title), LaggedStart(*arrive, FadeIn(*columns), lag_ratio=0.2), run_time=times.second)
        self._share_out(line, weights[line.looks], rows, columns)

    def _titled(self, top: float) -> Label:
        """Return what the first pattern is, above it."""
        said = self.says("title", model=self.numbers.model.rpartition("/")[2].partition("-")[0])
        title = Label(said, size=self.style.sizes.number, within=self.room.width, style=self.style)
        title.set_x(0.0).on_baseline(top + 0.3)
        over = float(title.get_top()[1]) - self.room.top
        return laid(title.shift(max(0.0, over) * DOWN), Layer.LABEL)

    def _in_corner(self, sign: Label, right: float) -> Label:
        """Return what all rows' words do, below them and beside the columns' names: look at those."""
        low = self.grid.corner[1] - self.grid.count * self.grid.pitches[1]
        return sign.set_x(right - float(sign.width) / 2).on_baseline(low - _COLUMN_NAMES + 0.1)

    def _columns(self, grid: _Grid, line: Line) -> list[Label]:
        """Return the names of a pattern's columns, below it: lying, or turned where they have no room."""
        names = [self._sign(place, line, self.column_size if self.lies else 0.0) for place in range(grid.count)]
        low = grid.corner[1] - grid.count * grid.pitches[1]
        for place, name in enumerate(names):
            if self.lies:
                name.set_x(grid.x(place)).on_baseline(low - _COLUMN_NAMES + 0.1)
            else:
                name.rotate(np.pi / 2).set_x(grid.x(place)).align_to(point(0.0, low - 0.1), UP)
        return names

    def _sign_size(self) -> float:
        return self.style.sizes.tick if self.stage.is_wide else self.style.sizes.least

    def _sign(self, place: int, line: Line, size: float = 0.0) -> Label:
        """Return a word as a row or a column of the pattern has it."""
        size = size or self._sign_size()
        return Label(self._name(place, line), size=size, color=self._color(line.tokens[place]), style=self.style)

    def _share_color(self, line: Line, index: int) -> str:
        """Return the colour of a weight of the word's row: its own word's, or the one of all others together."""
        theme = self.style.theme
        is_printed = index in self.numbers.printed(line, 0)
        return theme.fill(self._color(line.tokens[index])) if is_printed else theme.dim

    def _share_out(self, line: Line, row: Tensor, rows: Sequence[Label], columns: Sequence[Label]) -> None:
        """Frame the word's row and open it, and let its squares become the pieces of one bar of length 1 below them.

        Large ones go in the order of their columns, so that none meets another; all others fill the bar to its end.
        """
        style, grid, times, looks = self.style, self.grid, self.style.times, line.looks
        left = grid.corner[0] - 0.4 - max(float(name.width) for name in rows)
        right, top = grid.corner[0] + grid.width + _EQUALS, grid.y(looks) + grid.pitches[1] * 0.49
        closed, opened = (
            laid(_frame(left, right, top - high, top, style.theme.subject), Layer.GHOST)
            for high in (grid.pitches[1] * 0.98, grid.pitches[1] * 0.98 + _BAR_ROOM - 0.06)
        )
        self.play(FadeIn(closed), run_time=times.quick)
        mine = {column: square for (place, column), square in self.table.items() if place == looks}
        under = [*rows[looks + 1 :], *columns]
        self.play(
            *(ApplyMethod(name.shift, _BAR_ROOM * DOWN) for name in under),
            *(Transform(square, square.copy().shift(_BAR_ROOM * DOWN * (place > looks)).set_fill(None, _QUIET))
              for (place, _), square in self.table.items() if place != looks),
            *(ApplyMethod(square.set_fill, self._share_color(line, column)) for column, square in mine.items()),
            Transform(closed, opened),
            run_time=0.8 * times.slow,
        )  # fmt: skip
        y, x, unit = top - grid.pitches[1] - _BAR / 2 - 0.04, grid.corner[0], grid.width
        starts, ends, spans = [], [], {}
        for index in self.numbers.printed(line, 0):
            spans[index] = (x, x + float(row[index]) * unit)
            piece = VMobject(stroke_width=0).set_points(_box(x, max(x + 0.01, spans[index][1] - 0.02), y, _BAR))
            ends.append(laid(piece.set_fill(self._share_color(line, index), 1.0), Layer.VECTOR))
            start = mine[index].copy() if index in mine else piece.copy().scale(0.01).move_to(grid.at(looks, index))
            starts.append(start)
            x = spans[index][1]
        self.play(*(ReplacementTransform(a, b) for a, b in zip(starts, ends, strict=True)), run_time=times.second)
        texts, one = self._bar_texts(line, row, y, spans)
        others = VMobject(stroke_width=0).set_fill(style.theme.dim, 1.0)
        if grid.corner[0] + unit - x > 0.02:
            others.set_points(_box(x, grid.corner[0] + unit, y, _BAR))
        nothing = laid(others, Layer.VECTOR).copy().stretch(0.01, 0, about_point=point(x, y))
        self.play(ReplacementTransform(nothing, others), FadeIn(texts),
                  FadeIn(one, rate_func=squish_rate_func(smooth, 0.6, 1.0)), run_time=1.5 * times.quick)  # fmt: skip
        self.bar = VGroup(closed, *ends, others, texts, one)

    def _bar_texts(
        self, line: Line, row: Tensor, y: float, spans: Mapping[int, tuple[float, float]]
    ) -> tuple[VGroup, VGroup]:
        """Return the names and weights of a bar's pieces below them, what is left over; and what all are together."""
        style, grid, size, groups = self.style, self.grid, self.size, []
        for index, (left, right) in spans.items():
            name = Label(self._name(index, line), size=size, color=self._color(line.tokens[index]), style=style)
            number = Weight(row[index], size=size, color=self._color(line.tokens[index]), style=style)
            groups.append(_beside(name, number, (left + right) / 2))
        begin, end = max((right for _, right in spans.values()), default=grid.corner[0]), grid.corner[0] + grid.width
        if grid.count > len(spans):
            others = self._others(grid.count - len(spans))
            groups.append(_beside(others, self._rest_number(line, 0), (begin + end) / 2))
        middles, needs = [float(each.get_x()) for each in groups], [float(each.width) + 0.34 for each in groups]
        low = grid.corner[0] - 0.2 if self.stage.is_wide else self.room.left
        for group, x in zip(groups, spread(middles, needs, low, end + _EQUALS - 0.02), strict=True):
            group.set_x(x)
            for text in group:
                text.on_baseline(y - _BAR / 2 - 0.38)
        sign = Label("=", size=style.sizes.number, style=style)
        one = Tick(1.0, 1.0, size=style.sizes.number, style=style)
        sign.move_to(point(end + 0.15 + float(sign.width) / 2, y))
        one.move_to(point(float(sign.get_right()[0]) + 0.12 + float(one.width) / 2, y))
        return laid(VGroup(*groups), Layer.LABEL), laid(VGroup(sign, one), Layer.LABEL)

    def _show_all(self) -> None:
        """Let the pattern go to its place among all, and light up all weights on the first token, and their mean."""
        style, chosen, times = self.style, self.numbers.chosen[0], self.style.times
        others = [
            VGroup(*(each[layer][head] for head in range(len(self.rests[0])) for each in (self.rests, self.looks)
                     if (layer, head) != chosen))
            for layer in range(len(self.rests))
        ]  # fmt: skip
        self.mine_outline.set_stroke(style.theme.ink, 3)  # it is found again where all others stand beside it
        self.play(
            FadeOut(self.title, self.signs, self.bar, rate_func=squish_rate_func(smooth, 0.0, 0.2)),
            *(ReplacementTransform(square, self.mine[key], rate_func=squish_rate_func(smooth, 0.1, 0.65))
              for key, square in self.table.items() if key in self.mine),
            FadeOut(*(square for key, square in self.table.items() if key not in self.mine),
                    rate_func=squish_rate_func(smooth, 0.0, 0.2)),
            LaggedStart(*(FadeIn(row, rate_func=squish_rate_func(smooth, 0.5, 1.0)) for row in others), lag_ratio=0.2),
            *(FadeIn(name, rate_func=squish_rate_func(smooth, 0.2, 0.6)) for name in self.names),
            FadeIn(*self.outlines, rate_func=squish_rate_func(smooth, 0.2, 0.6)),
            run_time=_ALL,
        )  # fmt: skip
        line = self.numbers.lines[0]
        is_mark = self.stage.is_wide and not _is_word(line.tokens[0])
        said = self.says("resting-mark" if is_mark else "resting", first=self._name(0, line))
        self.mean = self._heading(self.numbers.resting, style.theme.key, said)
        self.play(
            *(ApplyMethod(mark.set_fill, style.theme.fill(style.theme.key)) for marks in self.rests for mark in marks),
            *(ApplyMethod(mark.set_fill, None, _QUIET) for marks in self.looks for mark in marks),
            FadeIn(self.mean, rate_func=squish_rate_func(smooth, 0.4, 1.0)),
            run_time=times.move,
        )

    def _heading(self, value: Tensor | float, color: str, text: str) -> VGroup:
        """Return a large share and what it is a share of, above all patterns."""
        style, base = self.style, self.room.top - _MEAN + 0.3
        share = HeroNumber(value, color=color, style=style)
        said = Label(text, size=style.sizes.number, color=color, style=style)
        said.next_to(share.on_baseline(base), RIGHT, buff=0.25).on_baseline(base)
        return laid(VGroup(share, said), Layer.LABEL).set_x(0.0)

    def _compare(self) -> None:
        """Let one weight of every head grow to one scale, a cell for a head, and frame the largest."""
        numbers, theme, times = self.numbers, self.style.theme, self.style.times
        line, color = numbers.lines[0], theme.fill(theme.families[0])
        column, full, looks = line.tokens.index(numbers.target), self.pitch * _CELL, line.looks
        squares, follows = {}, []
        for layer, head in np.ndindex(*numbers.patterns.shape[:2]):
            weight, cells = float(numbers.patterns[layer, head, looks, column]), self._cells(layer, head)
            square = laid(VMobject(stroke_width=0).set_fill(color, 1.0), Layer.VECTOR)
            first = np.array([cells.x(column), cells.y(looks), cells.side(weight)])
            last = np.array([*self._middle(layer, head), full * weight**0.5])
            follows.append((square, first, last))
            squares[layer, head] = square

        def follow(share: float) -> None:
            for square, first, last in follows:
                square.set_points(_square(*(first + share * (last - first))))

        follow(0.0)
        self.play(FadeIn(*squares.values()), run_time=times.quick)
        self.play(
            Live(list(squares.values()), follow, rate_func=squish_rate_func(smooth, 0.15, 1.0)),
            FadeOut(*(mark for kind in (self.rests, self.looks) for marks in kind for mark in marks), self.mean,
                    rate_func=squish_rate_func(smooth, 0.0, 0.35)),
            ApplyMethod(self.mine_outline.set_stroke, theme.faint, self.style.strokes.thin),
            run_time=_GATHER,
        )  # fmt: skip
        chosen = numbers.chosen[0]
        self.frame = Square(self.pitch, color=theme.families[0], stroke_width=4)
        laid(self.frame.move_to(point(*self._middle(*chosen))), Layer.LABEL)
        said = self.says("share", word=numbers.word, target=numbers.target)
        self.mean = self._heading(numbers.patterns[chosen][looks, column], theme.families[0], said)
        self.found = squares.pop(chosen)
        next_best = [self._next_best()] if self.stage.is_wide else []
        self.play(
            FadeIn(self.frame, scale=1.3),
            FadeIn(self.mean),
            *map(FadeIn, next_best),
            *(ApplyMethod(square.set_fill, None, _QUIET) for square in squares.values()),
            run_time=times.move,
        )
        self.passing = [*squares.values(), *self.outlines, self.frame]
        self.gone = [*self.names, self.mean, *next_best]

    def _next_best(self) -> VGroup:
        """Return a thin frame around the second largest square, and its weight above all patterns, in its column."""
        style, numbers = self.style, self.numbers
        frame = Square(self.pitch, color=style.theme.ink, stroke_width=2)
        said = Label(self.says("second"), size=style.sizes.tick, style=style)
        share = Weight(numbers.second, size=style.sizes.tick, style=style)
        text = _beside(said, share, 0.0)
        x, y = self._middle(*numbers.runner_up)
        first, half = float(self.mean.get_right()[0]) + 0.4, float(text.width) / 2
        text.set_x(min(max(x, first + half), self.room.right - half))
        for each in text:
            each.on_baseline(self.room.top - _MEAN + 0.3)
        return laid(VGroup(frame.move_to(point(x, y)), text), Layer.LABEL)

    def _choose(self) -> None:
        """Go into the chosen head, whose square becomes its word's arch, and then let it look in all phrases."""
        self._enter()
        for place in range(1, len(self.bands)):
            self._look(place, 0)

    def _enter(self) -> None:
        """Let the chosen head's cell grow until all others are outside the frame, while its square becomes an arch.

        All phrases come as soon as the arch is above the first one's words.
        """
        line, words = self.numbers.lines[0], self.words[0]
        phrases = [word for each in self.words for word in each]
        sought, new = line.tokens.index(self.numbers.target), self._arcs(0, line, 0, words)
        arc = new.pop(sought, None)  # a word may be looked for by itself
        pass_by, stretch = self._pass_by(), self._stretch(arc)
        numbers = self._numbers(0, line, 0, words)
        self.remove(self.found)
        self.add(*([arc] if arc else []))

        def follow(share: float) -> None:
            pass_by(share)
            stretch(share)

        late = squish_rate_func(smooth, 0.75, 1.0)
        self.play(
            Live([*self.passing, *([arc] if arc else [])], follow, rate_func=squish_rate_func(smooth, 0.08, 0.9)),
            FadeOut(*self.gone, rate_func=squish_rate_func(smooth, 0.0, 0.2)),
            FadeIn(*phrases, *self.rest_names, self.head_names[0], rate_func=squish_rate_func(smooth, 0.46, 0.68)),
            *(FadeIn(number, scale=0.6, rate_func=late) for number in numbers),
            *(FadeIn(other, rate_func=late) for other in new.values()),
            run_time=_ENTER,
        )  # fmt: skip
        self.remove(*self.passing)
        self.arcs[0], self.own[0] = new | ({sought: arc} if arc else {}), numbers

    def _pass_by(self) -> Callable[[float], None]:
        """Return what lets the chosen cell grow upwards to the whole frame, and all others leave it at its edges."""
        x, y = self._middle(*self.numbers.chosen[0])
        start, end = point(x, y - self.pitch / 2), point(0.0, self.room.bottom)
        most = 1.1 * max(self.stage.width, self.stage.height) / self.pitch
        before = [mark.points - start for mark in self.passing]
        shades = [(float(mark.get_fill_opacity()), float(mark.get_stroke_opacity())) for mark in self.passing]

        def follow(share: float) -> None:
            seen = max(0.0, 1 - share / _PASSED)
            for mark, points, (fill, stroke) in zip(self.passing, before, shades, strict=True):
                mark.set_points(start + share * (end - start) + most**share * points)
                mark.set_fill(None, fill * seen).set_stroke(opacity=stroke * seen)

        return follow

    def _stretch(self, arc: Arch | None) -> Callable[[float], None]:
        """Return what lets the chosen head's square become an arch: it rises first, so that it meets no word."""
        if arc is None:
            return lambda share: None
        after, (x, y), side = arc.points.copy(), self.found.get_center()[:2], float(self.found.width)
        before = arc.box(float(x), float(y), side)

        def follow(share: float) -> None:
            shares = np.array([share, 1 - (1 - share) ** 2.5, 0.0])
            arc.set_points(before + shares * (after - before))

        follow(0.0)
        return follow

    def _look(self, place: int, state: int) -> None:
        """Let the first head look in a phrase as it is: arches grow, and numbers come as they land."""
        line, words = self.states[state][place], self.words[place]
        arcs = self._arcs(place, line, 0, words)
        numbers = self._numbers(place, line, 0, words)

        def follow(share: float) -> None:
            for arc in arcs.values():
                arc.grow(share)

        follow(0.0)
        self.add(*arcs.values())
        self.play(Live(list(arcs.values()), follow), *_pop(numbers), run_time=self.style.times.slow)
        self.arcs[place], self.own[place] = arcs, numbers

    def _swap(self) -> None:
        """Swap the two words between the phrases, and let the same head look again."""
        self._exchange(0, 1)
        for place in range(len(self.bands)):
            self._look(place, 1)

    def _change(self) -> None:
        """Let the other head take over: phrase by phrase its arches come out of those that are there."""
        self._hand_over()
        for place in range(len(self.bands)):
            self._turn(place, 1)

    def _hand_over(self) -> None:
        """Let the first head's name make way for the other's; marks below them tell what was from what is."""
        before, after = self.head_names
        base, wide = before.baseline, float(before.width) + float(after.width) + _NAMES_APART
        scale = min(1.0, self.room.width / wide)
        old = before.copy().scale(scale)
        after.scale(scale)
        for name, x in ((old, (float(old.width) - scale * wide) / 2), (after, (scale * wide - float(after.width)) / 2)):
            name.set_x(x).on_baseline(base)
        ink, y = self.style.theme.ink, base - _SIGN_DOWN
        marks = [VMobject(stroke_width=0).set_fill(ink, 1.0) for _ in range(2)]
        for mark, name in zip(marks, (old, after), strict=True):
            mark.set_points(_box(float(name.get_left()[0]), float(name.get_right()[0]), y, _SIGN))
        was = _as_it_was(marks[0], ink)
        late = squish_rate_func(smooth, 0.4, 1.0)
        self.play(
            Transform(before, old, rate_func=squish_rate_func(smooth, 0.0, 0.7)),
            *(FadeIn(laid(mark, Layer.LABEL), rate_func=late) for mark in (was, after, marks[1])),
            run_time=2 * self.style.times.quick,
        )

    def _turn(self, place: int, which: int) -> None:
        """Let arches over a phrase become those of one of the two heads, with a dashed outline where one thins."""
        line, words = self.states[1][place], self.words[place]
        old, new = self.arcs[place], self._arcs(place, line, which, words)
        numbers = self._numbers(place, line, which, words)
        kept = [(arc, old[index].points.copy(), arc.points.copy()) for index, arc in new.items() if index in old]
        come = [arc for index, arc in new.items() if index not in old]
        go = [laid(arc, Layer.SHADOW) for index, arc in old.items() if index not in new]
        sought = [index for index in new if index in old and self._is_sought(line.tokens[index])]
        thins = [old[index] for index in sought if new[index].width_of_band < old[index].width_of_band]
        ghosts = [_as_it_was(arc, arc.get_fill_color().to_hex()) for arc in thins]

        def follow(share: float) -> None:
            for arc, first, last in kept:
                arc.set_points(first + share * (last - first))
            for arc in come:
                arc.grow(share)
            for arc in go:
                arc.grow(max(0.0, 1 - 2 * share))

        follow(0.0)
        self.remove(*old.values())
        self.add(*new.values(), *go, *(laid(ghost, Layer.SHADOW) for ghost in ghosts))
        self.play(
            Live([*new.values(), *go], follow, rate_func=squish_rate_func(smooth, 0.1, 0.9)),
            FadeOut(*self.own[place], rate_func=squish_rate_func(smooth, 0.0, 0.25)),
            *_pop(numbers),
            run_time=self.style.times.slow,
        )
        self.remove(*go)
        self.arcs[place], self.own[place] = new, numbers

    def _exchange(self, before: int, after: int) -> None:
        """Let arches and numbers leave, and then each of the two words go to where it stands next, past the other."""
        old, new = self.words, self._phrases(after)
        motions: list[Animation] = []
        for place, (olds, news) in enumerate(zip(old, new, strict=True)):
            told, line = self.states[before][place].tokens, self.states[after][place]
            for index, label in enumerate(olds):
                to, sideways = self._next_place(told[index], after, new, (place, index))
                motions.append(FadeOut(label) if to is None else _way(label, to, sideways))
            motions += [
                FadeIn(label) for index, label in enumerate(news)
                if not self._comes(line.tokens[index], before, told[index] if index < len(told) else "")
            ]  # fmt: skip
        arcs, early = [arc for each in self.arcs for arc in each.values()], squish_rate_func(smooth, 0.0, _LEFT)

        def follow(share: float) -> None:
            for arc in arcs:
                arc.grow(1 - share)

        self.play(
            Live(arcs, follow, rate_func=early),
            *(FadeOut(number, rate_func=early) for each in self.own for number in each),
            *motions,
            run_time=_CROSS,
        )
        self.remove(*arcs, *(label for olds in old for label in olds))
        self.add(*(label for news in new for label in news))
        self.words = new

    def _aside(self, token: str) -> float:
        """Return how far aside one of the two words goes on its way past the other."""
        return -_ASIDE if token == self.numbers.target else _ASIDE

    def _next_place(
        self, token: str, after: int, new: Sequence[Sequence[Label]], at: tuple[int, int]
    ) -> tuple[Label | None, float]:
        """Return where a word of a phrase goes, and how far aside on its way; None where it leaves."""
        lines, (place, index) = self.states[after], at
        if self._is_sought(token):
            for other, line in enumerate(lines):
                if token in line.tokens:
                    aside = 0.0 if other == place else self._aside(token)
                    return new[other][line.tokens.index(token)], aside
            return None, 0.0
        stays = index < len(lines[place].tokens) and lines[place].tokens[index] == token
        return (new[place][index] if stays else None), 0.0

    def _comes(self, token: str, before: int, there: str) -> bool:
        """Return whether a word is on the stage already."""
        if self._is_sought(token):
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

    def at(self, row: int, column: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        return point(self.x(column), self.y(row))

    def side(self, weight: float) -> float:
        """Return the side of a weight's square."""
        return min(self.pitches) * _FILLED * float(np.sqrt(max(weight, 0.0)))


def _way(label: Typeset, to: Typeset, sideways: float) -> Live:
    """Return a word's way to another place, in a bow."""
    start, end, first = label.get_center(), to.get_center(), float(label.width)
    larger = float(to.width) / first

    def follow(share: float) -> None:
        label.scale((1 + share * (larger - 1)) * first / float(label.width))
        label.move_to(start + share * (end - start) + point(sideways * float(np.sin(np.pi * share))))

    return Live([label], follow, rate_func=squish_rate_func(smooth, _LEFT, 1.0))


def _pop(numbers: Sequence[Number]) -> list[Animation]:
    """Return how numbers come when their arches land."""
    return [FadeIn(number, scale=0.6, rate_func=squish_rate_func(smooth, 0.7, 1.0)) for number in numbers]


def _as_it_was(mark: VMobject, color: str) -> VGroup:
    """Return a mark's outline in dashes, as a thing is drawn that has been there."""
    outline = mark.copy().set_fill(None, 0.0).set_stroke(color, 2.5, 1.0)
    dashes = max(8, round(float(outline.get_arc_length()) / _DASH))
    return VGroup(mark.copy().set_fill(None, _GHOST), DashedVMobject(outline, num_dashes=dashes, dashed_ratio=0.55))


def _frame(left: float, right: float, low: float, top: float, color: str) -> Rectangle:
    """Return a frame around a region."""
    frame = Rectangle(width=right - left, height=top - low, color=color, stroke_width=3)
    frame.move_to(point((left + right) / 2, (low + top) / 2))
    return frame


def _beside(name: Label, number: Number, x: float) -> VGroup:
    """Return a name and its number beside each other, their middle at a place."""
    number.set_x(float(name.get_right()[0]) + 0.15 + float(number.width) / 2)
    return VGroup(name, number).set_x(x)


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
