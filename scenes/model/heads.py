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
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    FadeTransform,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    Square,
    Transform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown, suggestion
from scenes.model.arch import Arch, all_feet, crowns, scale_for
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber, HeroWeight
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.typeset import Label, Row, Typeset
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.worlds import World

_MOST_PHRASES = 4
"""Phrases of a recording that are shown: two places for a word, and in each of them both words."""

_FILLED = 1.35
"""The side of a weight of 1 as a share of the way from column to column: two of one row never meet."""

_CELL, _RIM = 0.93, 0.03
"""The side of a head's cell, as a share of the pitch; scene units that are free inside its outline."""

_WIDTH_OF_ONE, _LEAST_WIDTH, _FEET = 0.8, 0.02, 1.1
"""An arch's width for a weight of 1, at the most, and the least one, scene units; the room for all feet on a word, as a
share of the way to the next word."""

_TALLEST = 3.4
"""Scene units: the height of a phrase and its arches, at the most."""

_APART, _UNDER, _BETWEEN, _WORD_ROOM = 0.12, 0.1, 0.3, 0.42
"""Scene units between words; from a phrase's lower edge to its numbers' baseline, and from their tops to the words'
baseline; the room for a word below its arches."""

_ASIDE_GAP = 0.9
"""Scene units between a phrase and all others' name; a rule stands in their middle."""

_CAPITAL = 0.34 / 48
"""Scene units: a digit's height for a type size of 1."""

_PITCH_ACROSS, _PITCH_DOWN, _COLUMN_NAMES, _HEADER, _OVER_ROWS = 1.3, 0.58, 0.55, 0.8, 0.2
"""Scene units of the one head's cells while it stands alone, at the most; for its columns' names above it; for what is
said above its rows, and from there down to them."""

_BAR, _BAR_AIR, _EQUALS, _BAR_LINE = 1.1, 0.45, 0.85, 0.6
"""Scene units: the thickness of the bar that a row becomes; what is free above and below it, its names and its numbers;
the room at its right for its sum; from names to numbers, in a header's size."""

_OUTLINE, _LEAST_PART, _SEAM = 2.5, 0.04, 0.02
"""The stroke of a bar that is an outline; scene units: the width from which a share of a cell is drawn, and what is
free between two pieces of a bar."""

_JOIN, _ALONE, _COME, _SEEN, _LEVEL, _INTO, _ALL = 0.8, 0.4, 0.8, 0.5, 0.7, 1.0, 1.4
"""Seconds in which the bar goes to its row; in which only what it gives to the first token is left of it; in which all
other rows come around it, and for which they stand; in which all rows become level; in which that goes into its cell,
and in which all others come around it."""

_ROW, _STILL = 0.72, 0.9
"""The height of a row's weight as a share of the row; seconds for which all rows stand when they are level."""

_ASIDE_OF_ARCH = 0.7
"""The opacity of arches to words that are not looked for."""

_DRAIN, _FILL, _FILL_AGAIN, _ENTER, _BACK, _CROSS = 0.5, 1.5, 1.3, 1.7, 0.7, 1.3
"""Seconds in which all cells become empty, and fill, and do so once more; in which all but one head leave; in which
arches draw back into the word that looks; in which words change their places."""

_WHICH, _FOUND = 0.6, 0.6
"""Seconds in which all cells are looked at before the fullest is marked; for which it stands, beyond a beat's rest."""

_LOOK, _AFTER = 0.7, 0.5
"""Seconds in which one arch grows; after which the next one begins."""

_ALL_BACK, _END = 1.0, 1.6
"""Seconds in which all heads come back, and for which the last picture stands."""

_TITLE, _MEAN, _MEAN_LINE = 0.7, 1.25, 0.4
_HEADING, _NAMES, _NAME_GAP, _BAR_NAMES = 0.75, 1.3, 0.15, 0.3
"""Scene units: the room for what the first pattern is, above it; for the mean above all patterns, and down to its
baseline; for the chosen head above the phrases, and at the least for the names of rows beside their patterns; the gap
between these, and between those below the bar."""

_WHOLE, _WHOLE_DOWN = 0.18, 0.68
"""Scene units: the height of the bar that is one whole, and how far down it is."""

_MAP, _MAP_CELL, _HEAD_LINE = 0.62, 0.72, 0.45
"""Scene units: the height of the small map of all heads; a cell's side as a share of its pitch; the names' baseline
below the map's upper edge."""

_CLEAR = (0.15, 0.32)
"""Scene units from an arch's crown to what stands above it: in the first phrase the head's name, in others numbers."""

_NAMES_APART = 0.4
"""Scene units that are free between a head's name and the map."""

_SEEKS = 0.62
"""Scene units: the height of the icon of the word that a head looks for, before its name."""

_COMPARED = 1.1
"""Seconds in which both phrases are compared."""

_SLIDE, _NEXT, _GATHER = 0.75, 0.35, 0.6
"""Seconds in which a square slides into the bar; after which the next one leaves; in which small ones become one."""

_FALLS, _POURS = (0.0, 0.6), (0.5, 1.0)
"""The shares of that time in which a square goes down, and in which it becomes its piece of the bar."""

_OLD_PLACE, _ALOFT = 0.2, 0.2
"""Scene units: the least side of a square whose old place stays as an outline; seconds for which all stand before."""

_SMALL, _ARRIVES, _NAMED = (0.0, 0.4), (0.32, 0.56), (0.48, 0.62)
"""The shares of the time of going into a head by which all cells begin to be the small map, and are it; by which the
phrase above them leaves for its place, and is there; by which all that is new in it begins to be there, and is."""

_ROW_RESTS = (0.6, 0.6)
"""Seconds for which the first phrase stands before the next one comes, in one head and in the other."""

_ROW_STANDS, _FOLLOWED = 0.6, 1.2
"""The same where words were swapped; seconds for which both phrases stand then."""

_SPACE = 0.0062
"""Scene units for each font unit: a word space in the phrase above all cells."""

_ACROSS, _PASS = (0.2, 0.8), 0.3
"""The shares of the time in which words change their places, in which they go to other columns; scene units between two
that pass each other."""

_STUB = 0.2
"""Scene units: the height of the piece over all others' name."""

_HEAD_GAP = 0.3
"""Scene units between two texts on the line above all cells."""


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
    controls: Tensor
    """The word's weights on the second word in that word's phrase, (L, h)."""
    sink: Tensor = quantity("Weight on the first token, by layer, a mean over heads and tokens.", rows="layers")
    resting: Tensor = quantity("The same, a mean over layers too.")
    seeking: Tensor = quantity("The word's weights in the head that looks for the first word.", rows="titles")
    other: Tensor = quantity("The word's weights in the head that looks for the second word.", rows="titles")
    rests: Tensor = quantity("What printed weights leave to 1 in each phrase, in one head and in the other.")

    def printed(self, line: Line) -> list[int]:
        """Return the places of a phrase whose weights are printed, the same in all heads."""
        return _printed(line, (self.target, self.control))

    @property
    def counterpart(self) -> Line:
        """The second phrase with the first word in the second one's place, if it is recorded, or else the first."""
        swapped = tuple(self.target if token == self.control else token for token in self.lines[1].tokens)
        return next((line for line in self.lines if line.tokens == swapped), self.lines[0])

    @property
    def has_control(self) -> bool:
        """True if the first word is recorded in the second one's place, all other words alike."""
        return _without(self.lines[1], self.control) == _without(self.counterpart, self.target)

    def of(self, line: Line, which: int) -> Tensor:
        """Return a phrase's weights in one of the two heads, shape (T,)."""
        return (self.seeking, self.other)[which][line.first : line.end]

    def sought(self, which: int) -> str:
        """Return the word that one of the two heads looks for."""
        return (self.target, self.control)[which]

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
    word, target, control = _roles(parameters, phrases)
    lines = _lines(phrases, word)
    weights = [recording.tensor(f"{place}.weights").double() for place in range(len(phrases))]  # each (L, h, T, T)
    found = [weights[place][:, :, lines[place].looks, phrases[place].index(sought)]
             for place, sought in enumerate((target, control))]  # fmt: skip
    chosen = (_strongest(found[0]), _strongest(found[1]))
    rows = [torch.cat([each[layer, head, line.looks] for each, line in zip(weights, lines, strict=True)])
            for layer, head in chosen]  # fmt: skip
    rests = [[_left(row[line.first : line.end], _printed(line, (target, control))) for row in rows] for line in lines]
    sink = weights[0][..., 0].mean(dim=(1, 2))
    return Heads(
        about.model,
        word,
        target,
        control,
        lines,
        tuple(f"{place}. {token}" for place, phrase in enumerate(phrases, start=1) for token in phrase),
        tuple(f"layer {number}" for number in range(1, about.layers + 1)),
        chosen,
        weights[0],
        found[1],
        sink,
        sink.mean(),
        rows[0],
        rows[1],
        torch.tensor(rests, dtype=torch.float64),
    )


def _roles(parameters: OfHeads, phrases: Sequence[Sequence[str]]) -> tuple[str, str, str]:
    """Return the word that looks, the one looked for, and the one in its place."""
    shared = [token for token in phrases[0] if _is_word(token) and all(token in phrase for phrase in phrases)]
    if not shared:
        raise UserError("the recording's phrases share no word; record some that do")
    word = _asked("word", parameters.word, shared)
    target = _asked("target", parameters.target, _own(phrases[0], shared))
    others = [token for token in _own(phrases[1], shared) if token != target]
    return word, target, _asked("control", parameters.control, others)


def _lines(phrases: Sequence[tuple[str, ...]], word: str) -> tuple[Line, ...]:
    """Return phrases with the places where their weights begin, and where the word that looks is the last time."""
    firsts = np.cumsum([0, *map(len, phrases)]).tolist()
    looks = [len(phrase) - 1 - phrase[::-1].index(word) for phrase in phrases]
    return tuple(map(Line, phrases, firsts[:-1], looks))


def _printed(line: Line, sought: Sequence[str]) -> list[int]:
    """Return the places of weights that are printed: on the first token, on words looked for, on the looking word."""
    return [place for place, token in enumerate(line.tokens) if place in (0, line.looks) or token in sought]


def _left(row: Tensor, places: Sequence[int]) -> float:
    """Return what the weights at some places of a row, as printed, leave to 1."""
    return max(0.0, 1.0 - sum(as_printed(float(row[place])) for place in places))


def _without(line: Line, word: str) -> list[str | None]:
    """Return a phrase's tokens, with none where a word stands."""
    return [None if token == word else token for token in line.tokens]


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
    """Return whether a head gives its word more than twice what it gives the other, in all phrases."""
    sought, swapped = numbers.sought(which), numbers.sought(1 - which)
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
        self.names = self._lay_out_wall()
        self.head_names = [self._head_name(which) for which in (0, 1)]
        self.map, self.lit = self._map()
        self._head_line(self.head_names[0], self.map, self.lit)
        self.width_key = self._width_key()
        # Every second phrase stands where the one before it does, and has the other word in its place.
        self.states = [[numbers.lines[min(place + state, len(numbers.lines) - 1)]
                        for place in range(0, len(numbers.lines), 2)] for state in (0, 1)]  # fmt: skip
        self.states.append([numbers.lines[1], numbers.counterpart])
        sizes, wide = self.style.sizes, self.stage.is_wide
        self.size = sizes.head if wide else sizes.number
        widest = max(float(self._rest_name(line).width) for line in numbers.lines)
        self.beside = widest + _ASIDE_GAP if wide else 0.0
        self.under = 0.0 if wide else _CAPITAL * self.size + _BETWEEN
        self.below = _UNDER + self.under + _CAPITAL * self.size + _BETWEEN
        self._lay_out_phrases(0)
        self.width_of_one = self._width_of_one()

    def _lay_out_phrases(self, state: int) -> None:
        """Place all phrases, one below the other; no arch is over them yet, and no number below."""
        below, count = self.room.inset(top=_HEADING + float(self.map.height) - _MAP), len(self.states[state])
        spare = max(0.0, below.height - _TALLEST * count)
        self.bands = below.inset(top=spare / 2, bottom=spare / 2).rows(*[1.0] * count)
        self.words, self.rest_names = self._phrases(state), self._placed_rests(state)
        self.rules = [self._rule(place) for place in range(count) if self.beside]
        self.arcs: list[dict[int, Arch]] = [{} for _ in self.bands]
        self.below_words = [_Below([], []) for _ in self.bands]
        """The arches over each phrase now, by the word that is looked at, and what stands below its words."""

    def _phrases(self, state: int) -> list[list[Label]]:
        """Return the words of all phrases, with each of the two words in one place or in the other."""
        lines, sizes = zip(self.states[state], self.bands, strict=True), self.style.sizes
        size = sizes.formula if self.stage.is_wide else sizes.number
        return [self._words(line, band.inset(right=self.beside), size) for line, band in lines]

    def _rest_name(self, line: Line, size: float = 0.0) -> Label:
        """Return the name of all words of a phrase whose weights are not printed: their count."""
        count = len(line.tokens) - len(self.numbers.printed(line))
        said = self.says("one-other" if count == 1 else "others", count=count)
        return Label(said, size=size or self.size, style=self.style)

    def _rule(self, place: int) -> Rectangle:
        """Return the thin rule between a phrase and the name of all its other words, which is no word of it."""
        band = self.bands[place]
        rule = Rectangle(width=0.02, height=self.below + 0.1, stroke_width=0)
        rule.set_fill(self.style.theme.axis, 1.0)
        x, y = band.right - self.beside + _ASIDE_GAP / 2, band.bottom + (self.below + 0.1) / 2 + _UNDER
        return laid(rule.move_to(point(x, y)), Layer.TICKS)

    def _placed_rests(self, state: int) -> list[Label]:
        """Return all others' names for all phrases, with each of the two words in one place or in the other."""
        return [self._placed_rest(place, line) for place, line in enumerate(self.states[state])]

    def _placed_rest(self, place: int, line: Line) -> Label:
        """Return all others' name at a phrase's end, above its number, or in a narrow frame below it, before that."""
        name, band = self._rest_name(line), self.bands[place]
        if self.beside:
            return laid(
                name.set_x(band.right - float(name.width) / 2).on_baseline(band.bottom + self.below), Layer.LABEL
            )
        x = band.right - float(self._rest_number(line, 0).width) - 0.2 - float(name.width) / 2
        return laid(name.set_x(x).on_baseline(band.bottom + _UNDER), Layer.LABEL)

    def _width_of_one(self) -> float:
        """Return an arch's width for a weight of 1, for which in no phrase an arch touches another."""
        widths = [_WIDTH_OF_ONE]
        for state in (0, 1):
            for line, words in zip(self.states[state], self._phrases(state), strict=True):
                room = self._room_for_feet(line, words)
                for which in (0, 1):
                    weights = self.numbers.of(line, which)
                    printed = {index: float(weights[index]) for index in self.numbers.printed(line)}
                    widths.append(scale_for(printed, line.looks, room))
        return min(widths)

    def _room_for_feet(self, line: Line, words: Sequence[Label]) -> float:
        """Return the room for all feet on the word that looks: about as wide as the way to the next word."""
        x = float(words[line.looks].get_x())
        ways = [abs(float(words[place].get_x()) - x) for place in (line.looks - 1, line.looks + 1)
                if 0 <= place < len(words)]  # fmt: skip
        return _FEET * min(ways)

    def _lay_out_wall(self) -> list[Label]:
        """Place a cell for every head, a row a layer, and return the layers' and the heads' names."""
        layers, count = self.numbers.patterns.shape[:2]
        room, theme = self.room.inset(top=_MEAN), self.style.theme
        tall = self.stage.is_portrait
        across, down = (layers, count) if tall else (count, layers)
        kinds = ("head", "layer") if tall else ("layer", "head")
        widest = Label(f"{self.says(kinds[0])} {down}", size=self._sign_size(), style=self.style)
        names = max(_NAMES, float(widest.width) + 2 * _NAME_GAP)
        self.pitch = min((room.width - names) / across, room.height / down)
        left = float(room.centre[0]) + (names - self.pitch * across) / 2
        self.corner = (left, room.top - (room.height - self.pitch * down) / 2)
        self.wide_wall = self.pitch * across
        self.outlines: list[VMobject] = []
        for layer, head in np.ndindex(layers, count):
            outline = Square(_CELL * self.pitch, color=theme.axis, stroke_width=self.style.strokes.thin)
            self.outlines.append(laid(outline.move_to(point(*self._middle(layer, head))), Layer.TICKS))
        return self._wall_names(kinds, down, across)

    def _wall_names(self, kinds: tuple[str, str], down: int, across: int) -> list[Label]:
        """Return the names of all patterns' rows at their left, and of their columns, numbers only, above them."""
        (left, top), size, names = self.corner, self._sign_size(), []
        for place in range(0, down, max(1, round(0.35 / self.pitch))):
            name = Label(f"{self.says(kinds[0])} {place + 1}", size=size, style=self.style)
            names.append(
                name.move_to(point(left - _NAME_GAP - float(name.width) / 2, top - (place + 0.5) * self.pitch))
            )
        base = top + 0.1
        for place in range(0, across, max(1, round(0.35 / self.pitch))):
            name = Label(str(place + 1), size=size, style=self.style)
            names.append(name.set_x(left + (place + 0.5) * self.pitch).on_baseline(base))
        kind = Label(self.says(kinds[1]), size=size, style=self.style)
        names.append(kind.set_x(left - _NAME_GAP - float(kind.width) / 2).on_baseline(base))
        return [laid(name, Layer.LABEL) for name in names]

    def _middle(self, layer: int, head: int) -> tuple[float, float]:
        """Return the middle of a head's pattern among all."""
        (left, top), (column, row) = self.corner, (layer, head) if self.stage.is_portrait else (head, layer)
        return left + (column + 0.5) * self.pitch, top - (row + 0.5) * self.pitch

    def _inner(self) -> float:
        """Return the side of what a head's cell has room for: one whole is as large."""
        return _CELL * self.pitch - 2 * _RIM

    def _part(self, place: tuple[int, int], share: float) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the outline of a share of a head's cell: from its left edge, as a share of one whole is in a bar."""
        (x, y), side = self._middle(*place), self._inner()
        wide = share * side
        return _box(x - side / 2, x - side / 2 + (wide if wide >= _LEAST_PART else 0.0), y, side)

    def _parts(self, color: str) -> dict[tuple[int, int], VMobject]:
        """Return what fills all heads' cells, by layer and head; all of them are empty yet."""
        parts = {}
        for place in np.ndindex(*self.numbers.patterns.shape[:2]):
            part = VMobject(stroke_width=0).set_fill(color, 1.0).set_points(self._part(place, 0.0))
            parts[place] = laid(part, Layer.VECTOR)
        return parts

    def _squares(self, weights: Tensor, cells: _Grid, row: int) -> dict[int, VMobject]:
        """Return a row's weights as squares, as large as they are, by column.

        Args:
            weights: of the row, (T,).
            cells: their places.
            row: its place.
        """
        squares = {}
        for column, weight in enumerate(weights.tolist()):
            if weight > 0:
                square = VMobject(stroke_width=0).set_fill(self.style.theme.ink, 1.0)
                square.set_points(_square(cells.x(column), cells.y(row), cells.side(weight)))
                squares[column] = laid(square, Layer.VECTOR)
        return squares

    def _head_name(self, which: int) -> Label:
        """Return the name of one of the two heads, above the phrases."""
        layer, head = self.numbers.chosen[which]
        text = f"{self.says('layer')} {layer + 1}, {self.says('head')} {head + 1}"
        color = self.style.theme.families[which]  # of the word that it looks for
        return laid(Label(text, size=self.style.sizes.head, color=color, style=self.style), Layer.LABEL)

    def _map(self) -> tuple[VGroup, list[VMobject]]:
        """Return a small map of all heads as they stand side by side, and the two chosen ones lit in it."""
        layers, count = self.numbers.patterns.shape[:2]
        tall, theme = self.stage.is_portrait, self.style.theme
        pitch = (2 * _MAP if tall else _MAP) / (count if tall else layers)
        cells: dict[tuple[int, int], VMobject] = {}
        for layer, head in np.ndindex(layers, count):
            column, row = (layer, head) if tall else (head, layer)
            cell = VMobject(stroke_width=0).set_fill(theme.axis, 1.0)
            cells[layer, head] = cell.set_points(_square(column * pitch, -row * pitch, _MAP_CELL * pitch))
        lit = [cells[chosen].copy().scale(1.5).set_fill(theme.fill(color), 1.0)
               for chosen, color in zip(self.numbers.chosen, theme.families, strict=False)]  # fmt: skip
        map_, lit = laid(VGroup(*cells.values()), Layer.TICKS), [laid(each, Layer.LABEL) for each in lit]
        return map_, lit

    def _seeks(self, which: int) -> list[VMobject]:
        """Return the icon of the word that one of the two heads looks for, before the head's name; if it has one."""
        word, name = self.numbers.sought(which), self.head_names[which]
        if not has_icon(word, self.style):
            return []
        icon = ShadedIcon(word, self.style.theme.families[which], height=_SEEKS, style=self.style)
        left = float(name.get_left()[0]) - _NAMES_APART / 2 - float(icon.width) / 2
        high = min(name.baseline + name.cap_height / 2, self.stage.safe.top - _UNDER - float(icon.height) / 2)
        return [laid(icon.move_to(point(left, high)), Layer.LABEL)]

    def _head_line(self, name: Label, small: VGroup, lit: Sequence[VMobject]) -> None:
        """Place a head's name and the small map of all heads, beside each other, in the header.

        Args:
            name: of the head.
            small: the map.
            lit: the two heads in it.
        """
        left = float(self.room.centre[0]) - (float(name.width) + _NAMES_APART + float(small.width)) / 2
        name.set_x(left + float(name.width) / 2).on_baseline(self.room.top - _HEAD_LINE)
        right = left + float(name.width) + _NAMES_APART + float(small.width) / 2
        way = point(right - float(small.get_x()), self.room.top - float(small.get_top()[1]))
        VGroup(small, *lit).shift(way)

    def _width_key(self) -> list[VMobject]:
        """Return what an arch's width is, at the right of the header where that has room."""
        said = Label(self.says("width"), size=self.style.sizes.number, style=self.style)
        said.set_x(self.room.right - float(said.width) / 2).on_baseline(self.head_names[0].baseline)
        used = float(self.map.get_right()[0]) + _NAMES_APART
        return [laid(said, Layer.LABEL)] if float(said.get_left()[0]) >= used else []

    def _color(self, token: str) -> str:
        theme, numbers = self.style.theme, self.numbers
        by_word = {numbers.word: theme.subject, numbers.target: theme.families[0], numbers.control: theme.families[1],
                   numbers.lines[0].tokens[0]: theme.key}  # fmt: skip
        return by_word.get(token, theme.ink)

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
        """Return a token's name; a mark's own in brackets, as it is no word of the phrase."""
        mark = self._mark(place, line)
        return f"[{mark}]" if mark else line.tokens[place]

    def _mark(self, place: int, line: Line) -> str:
        """Return what a mark before or after a phrase is called, nothing for a word."""
        if _is_word(line.tokens[place]) or 0 < place < len(line.tokens) - 1:
            return ""
        return self.says("end" if place else "start")

    def _is_sought(self, token: str) -> bool:
        """Return whether a word is one of the two that are looked for."""
        return token in (self.numbers.target, self.numbers.control)

    def _arcs(self, place: int, line: Line, which: int, labels: Sequence[Label]) -> dict[int, Arch]:
        """Return an arch from the word to each other one whose weight is printed, as wide as that, by its place.

        Those to words that are looked for have their whole colour, all others are dimmer.
        """
        row, weights, looks = self.bands[place], self.numbers.of(line, which), line.looks
        low = row.bottom + self.below + _WORD_ROOM
        widths = {index: self._thick(float(weights[index])) for index in self.numbers.printed(line)}
        feet = all_feet(widths, looks, float(labels[looks].get_x()))
        feet |= {index: (feet[index][0], float(labels[index].get_x())) for index in widths if index != looks}
        heights = crowns(feet, widths, looks, row.top - _CLEAR[min(place, 1)] - low)
        arcs = {}
        for index, width in widths.items():
            color = self.style.theme.fill(self._color(line.tokens[index]))
            arc = Arch(feet[index], low, heights[index], width, color)
            if not self._is_sought(line.tokens[index]):
                arc.set_fill(None, _ASIDE_OF_ARCH)
            arcs[index] = laid(arc, Layer.BAND)
        return arcs

    def _thick(self, weight: float) -> float:
        """Return how wide a weight's arch is."""
        return max(_LEAST_WIDTH, self.width_of_one * weight)

    def _below(self, place: int, line: Line, which: int) -> _Below:
        """Return what a head gives to words of a phrase, each below its word, and what that leaves to 1.

        Args:
            place: of the phrase.
            line: the phrase.
            which: the head.
        """
        printed, weights = self.numbers.printed(line), self.numbers.of(line, which)
        numbers = [self._weight(weights[index], line.tokens[index], self.size) for index in printed]
        middles = [float(self.words[place][index].get_x()) for index in printed]
        needs = [float(number.width) + _APART for number in numbers]
        band, base = self.bands[place], self._base(place)
        for number, x in zip(numbers, spread(middles, needs, band.left, band.right - self.beside), strict=True):
            laid(number.set_x(x).on_baseline(base), Layer.LABEL)
        return _Below([*numbers, self._placed_rest_number(place, line, which)], self._stub(place, line, which))

    def _stub(self, place: int, line: Line, which: int) -> list[VMobject]:
        """Return a short piece, as wide as an arch of what printed weights leave to 1, over all others' name."""
        if not self.beside:
            return []
        rest = float(self.numbers.rests[self.numbers.lines.index(line), which])
        x, y = float(self.rest_names[place].get_x()), self.bands[place].bottom + self.below + _WORD_ROOM + _STUB / 2
        half = self._thick(rest) / 2
        stub = VMobject(stroke_width=0).set_fill(self.style.theme.ink, _ASIDE_OF_ARCH)
        return [laid(stub.set_points(_box(x - half, x + half, y, _STUB)), Layer.BAND)]

    def _weight(self, weight: Tensor, token: str, size: float) -> Number:
        """Return a weight in its word's colour; bold where that is sought."""
        kind = HeroWeight if self._is_sought(token) else Weight
        return kind(weight, size=size, color=self._color(token), style=self.style)

    def _base(self, place: int) -> float:
        """Return the baseline of the numbers below a phrase's words."""
        return self.bands[place].bottom + self.below - _BETWEEN - _CAPITAL * self.size

    def _placed_rest_number(self, place: int, line: Line, which: int) -> Number:
        """Return what a phrase's printed weights leave to 1, below all others' name; in a narrow frame after it."""
        rest, name = laid(self._rest_number(line, which), Layer.LABEL), self.rest_names[place]
        if self.beside:
            return rest.set_x(float(name.get_x())).on_baseline(self._base(place))
        return rest.set_x(float(name.get_right()[0]) + 0.15 + float(rest.width) / 2).on_baseline(name.baseline)

    def _rest_number(self, line: Line, which: int, size: float = 0.0) -> Number:
        value = self.numbers.rests[self.numbers.lines.index(line), which]
        return Number(value, size=size or self.size, style=self.style)

    def tell(self) -> None:
        """Show one head, all heads and where their weight rests, the head that seeks a word most, and another head."""
        numbers = self.numbers
        said: dict[str, Any] = {
            "word": numbers.word,
            "target": numbers.target,
            "control": numbers.control,
            "count": numbers.patterns.shape[0] * numbers.patterns.shape[1],
            "resting": format_number(float(numbers.resting)),
            "first": self._first(),
        }
        with self.beat("one", **said):
            self._show_one()
            self.rest()
        with self.beat("all", text=self._said_of_all(), **said):
            self._show_all()
            self.rest()
        with self.beat("most", **said):
            self._compare()
            self._stand_still(_FOUND)
            self.rest()
        with self.beat("seek", text="seek" if self._prefers() else "seek-alone", **said, **self._given(0)):
            self._look(0)
            self._stand_still(_COMPARED)
        with self.beat("swap", text=self._said_of_swap(), **said, **self._given(1)):
            self._swap()
            self._stand_still(_FOLLOWED)
        if numbers.chosen[0] != numbers.chosen[1]:
            with self.beat("again", **said):
                self._bring_all()
                self._search(1, numbers.controls)
                self._stand_still(_FOUND)
                self.rest()
            with self.beat("other", text=self._said_at_last(), **said, **self._given_at_last()):
                self._change()
                self._stand_still(_END)

    def _said_of_all(self) -> str:
        """Return the name of what is said of all heads: if most weight is on the first token, and if that is a mark."""
        if float(self.numbers.resting) <= 0.5:
            return "all-fails"
        return "all" if self._mark(0, self.numbers.lines[0]) else "all-word"

    def _said_of_swap(self) -> str:
        """Return the name of what is said of the other phrases: whether words change places, and the head follows."""
        if not (self._has_both(0) and self._has_both(1)):
            return "swap-alone"
        return "swap" if _follows(self.numbers, 0) else "swap-fails"

    def _said_at_last(self) -> str:
        """Return the name of what is said of the other head: whether it seeks its word, and its control is shown."""
        if not _follows(self.numbers, 1):
            return "other-fails"
        return "other" if self.numbers.has_control else "other-alone"

    def _given_at_last(self) -> dict[str, str]:
        """Return what the other head gives to its word, and to the first word in the same place."""
        numbers, given = self.numbers, {}
        for name, word, line in (("first_share", numbers.control, numbers.lines[1]),
                                 ("second_share", numbers.target, numbers.counterpart)):  # fmt: skip
            given[name] = format_number(float(numbers.of(line, 1)[line.tokens.index(word)]))
        return given

    def _has_both(self, state: int) -> bool:
        """Return whether each of the two words is in a phrase that stands before the swap (0) or after it (1)."""
        tokens = [token for line in self.states[state] for token in line.tokens]
        return self.numbers.target in tokens and self.numbers.control in tokens

    def _prefers(self) -> bool:
        """Return whether both words are on the stage at first, and the one that is looked for gets more, as printed."""
        first, second = self._given_to_both(0)
        return self._has_both(0) and as_printed(first) > as_printed(second)

    def _given(self, state: int) -> dict[str, str]:
        """Return what the chosen head gives to both words, as it is said."""
        return dict(zip(("first_share", "second_share"), map(format_number, self._given_to_both(state)), strict=True))

    def _given_to_both(self, state: int) -> list[float]:
        """Return what the chosen head gives to both words, each in a phrase of the state where one has it."""
        numbers, lines, given = self.numbers, [*self.states[state], *self.states[1 - state]], []
        for word in (numbers.target, numbers.control):
            line = next(each for each in lines if word in each.tokens)
            given.append(float(numbers.of(line, 0)[line.tokens.index(word)]))
        return given

    def _show_one(self) -> None:
        """Bring one head's pattern with the words of its rows and columns; let the word's row become one bar."""
        times, line, (layer, head) = self.style.times, self.numbers.lines[0], self.numbers.chosen[0]
        weights = self.numbers.patterns[layer, head]
        count, sizes = len(line.tokens), self.style.sizes
        size = sizes.head if self.stage.is_wide else sizes.least
        widest = max(float(self._sign(place, line, size).width) for place in range(count))
        wide = widest + 0.4
        across = min(_PITCH_ACROSS, (self.room.width - max(wide, _EQUALS)) / count)
        self.sign_size = min(1.0, (across - _APART) / widest) * size
        self.lies = self.sign_size >= sizes.least
        self.sign_size = self.sign_size if self.lies else size
        over = _COLUMN_NAMES if self.lies else widest + 0.25
        row, looks = weights[line.looks], line.looks
        self._lay_out_one(wide, across, over, _FILLED * across * float(row.max()) ** 0.5)
        self.table = self._squares(row, self.alone, looks)
        for column, square in self.table.items():
            square.set_fill(self._share_color(line, column))
        high, low = (self.alone.y(looks) + side * self.alone.pitches[1] / 2 for side in (1, -1))
        self.columns = self._columns(self.alone, line, high)  # above the row: its squares fall past no name
        self.row_names = [self._row_name(place, line) for place in range(count)]
        each = [[name, *(square for at, square in self.table.items() if at == column)]
                for column, name in enumerate(self.columns)]  # fmt: skip
        self.play(FadeIn(self.title), LaggedStart(*(FadeIn(*marks) for marks in each), lag_ratio=0.25),
                  run_time=times.slow)  # fmt: skip
        self.wait(_ALOFT)
        self._share_out(line, row, low - _BAR_AIR - _BAR / 2)

    def _lay_out_one(self, wide: float, across: float, over: float, high: float) -> None:
        """Place the one pattern, and the word's row of it while that stands alone, larger, above its bar.

        Args:
            wide: the room for the names of the pattern's rows.
            across: from one column to the next.
            over: from the word's row to the upper end of its columns' names.
            high: the word's row while it stands alone.
        """
        line, room = self.numbers.lines[0], self.room
        count, over_it = len(line.tokens), _TITLE if self.stage.is_wide else 2 * _TITLE
        down = min(_PITCH_DOWN, (room.height - _HEADER) / count)
        spare = room.height - _HEADER - count * down
        middle = float(room.centre[0])
        left = middle - (wide + count * across) / 2 + wide
        self.grid = _Grid((left, room.top - _HEADER - spare / 2), (across, down), count)
        spare = max(0.0, room.height - over_it - high - over - _BAR_AIR - self._bar_room())
        top, left = room.top - over_it - spare / 2, middle - (count * across + _EQUALS) / 2
        self.alone = _Grid((left, top - over + line.looks * high), (across, high), count)
        self.title = self._titled(top)

    def _row_name(self, place: int, line: Line) -> Label:
        """Return the name of a row of the one pattern, at its left."""
        name = self._sign(place, line, self.sign_size)
        left = self.grid.corner[0] - 0.25
        return laid(name.move_to(point(left - float(name.width) / 2, self.grid.y(place))), Layer.LABEL)

    def _titled(self, top: float) -> Label:
        """Return what the first pattern is, above it."""
        said = self.says("title", word=self.numbers.word, **self._chosen_head())
        wide, room, x = self.stage.is_wide, self.room.width, float(self.room.centre[0])
        sizes = self.style.sizes
        title = Label(said, size=sizes.head if wide else sizes.number, within=room, style=self.style)
        title.set_x(x).on_baseline(top + (0.4 if wide else 0.2 + _TITLE))
        over = float(title.get_top()[1]) - self.room.top
        return laid(title.shift(max(0.0, over) * DOWN), Layer.LABEL)

    def _chosen_head(self) -> dict[str, int]:
        """Return the layer and the head of the first head, counted from 1."""
        layer, head = self.numbers.chosen[0]
        return {"layer": layer + 1, "head": head + 1}

    def _columns(self, grid: _Grid, line: Line, high: float) -> list[Label]:
        """Return the names of a pattern's columns, above its upper edge: lying, or turned where they have no room."""
        names = [self._sign(place, line, self.sign_size) for place in range(grid.count)]
        for place, name in enumerate(names):
            laid(name, Layer.LABEL)
            if self.lies:
                name.set_x(grid.x(place)).on_baseline(high + 0.18)
            else:
                name.rotate(np.pi / 2).set_x(grid.x(place)).align_to(point(0.0, high + 0.18), DOWN)
        return names

    def _sign_size(self) -> float:
        return self.style.sizes.tick if self.stage.is_wide else self.style.sizes.least

    def _sign(self, place: int, line: Line, size: float) -> Label:
        """Return a word as a row or a column of the pattern has it."""
        return Label(self._name(place, line), size=size, color=self._color(line.tokens[place]), style=self.style)

    def _share_color(self, line: Line, index: int) -> str:
        """Return the colour of a weight of the word's row: its own word's, or the one of all others together."""
        theme = self.style.theme
        is_printed = index in self.numbers.printed(line)
        return theme.fill(self._color(line.tokens[index])) if is_printed else theme.ink

    def _share_out(self, line: Line, row: Tensor, y: float) -> None:
        """Let the squares of the word's row become the pieces of one bar of length 1 below them.

        Large ones go in the order of their columns, so that none meets another; all others fill the bar to its end.

        Args:
            line: the phrase.
            row: the word's weights, (T,).
            y: the height of the bar.
        """
        grid, times, theme = self.alone, self.style.times, self.style.theme
        x, end, pieces, spans = grid.corner[0], grid.corner[0] + grid.width, {}, {}
        for index in self.numbers.printed(line):
            spans[index] = (x, x + float(row[index]) * grid.width)
            pieces[index] = self.table.get(index) or self._piece(self._share_color(line, index))
            x = spans[index][1]
        self.old_places = [self._old_place(square) for index, square in self.table.items()
                           if index in pieces and float(square.width) >= _OLD_PLACE]  # fmt: skip
        self._slide_in(y, [(piece, (grid.x(index), grid.side(float(row[index]))), spans[index])
                           for index, piece in pieces.items()])  # fmt: skip
        others = self._piece(theme.ink)
        if end - x > _SEAM:
            self._slide_in(y, [(others, self._gather_small(row, (x + end) / 2), (x, end + _SEAM))])
            others.set_points(_box(x, end, y, _BAR))
        self.add(others)
        texts, one = self._bar_texts(line, row, y, spans)
        self.play(FadeIn(texts, one, *self.old_places), run_time=1.5 * times.quick)
        self.bar, self.below_bar = [*pieces.values(), others], VGroup(texts, one)

    def _piece(self, color: str) -> VMobject:
        """Return a piece of the bar that has no outline yet."""
        return laid(VMobject(stroke_width=0).set_fill(color, 1.0), Layer.VECTOR)

    def _old_place(self, square: VMobject) -> VMobject:
        """Return the outline that stays where a square was."""
        outline = square.copy().set_fill(None, 0.0).set_stroke(square.get_fill_color(), self.style.strokes.thin)
        return laid(outline, Layer.GHOST)

    def _slide_in(self, y: float, moves: Sequence[tuple[VMobject, tuple[float, float], tuple[float, float]]]) -> None:
        """Let squares go down one after the other, each by its own way, and become their pieces of the bar.

        Args:
            y: the height of the bar.
            moves: squares, their middles and sides, and both ends of the pieces that they become.
        """
        high, total = self.alone.y(self.numbers.lines[0].looks), _SLIDE + _NEXT * (len(moves) - 1)

        def follow(time: float) -> None:
            for at, (square, (x, side), (left, right)) in enumerate(moves):
                own = (time * total - at * _NEXT) / _SLIDE
                fall, pour = (float(squish_rate_func(smooth, *span)(own)) for span in (_FALLS, _POURS))
                half = min(side, right - left) / 2
                now = x + fall * (min(max(x, left + half), right - half) - x)  # so far that it is over its piece
                ends = [
                    each + pour * (to - each) for each, to in ((now - side / 2, left), (now + side / 2, right - _SEAM))
                ]
                up = high + fall * (y - high)
                square.set_points(_box(ends[0], max(ends[0] + 0.01, ends[1]), up, side + pour * (_BAR - side)))

        follow(0.0)
        self.add(*(square for square, *_ in moves))
        self.play(Live([square for square, *_ in moves], follow, rate_func=linear), run_time=total)

    def _gather_small(self, row: Tensor, middle: float) -> tuple[float, float]:
        """Let all small squares slide together along their row, which is free by then: one square as large as all.

        Args:
            row: the word's weights, (T,).
            middle: of their part of the bar.

        Returns:
            The middle and the side of that square.
        """
        grid, line = self.alone, self.numbers.lines[0]
        small = {index: square for index, square in self.table.items() if index not in self.numbers.printed(line)}
        whole, ways = sum(float(row[index]) for index in small), []
        side = grid.side(whole)
        middle = min(middle, self.room.right - side / 2)
        x = middle - side / 2
        for index in small:
            wide = side * float(row[index]) / whole
            ways.append((grid.x(index), x + wide / 2, grid.side(float(row[index])), wide))
            x += wide
        high = grid.y(line.looks)

        def follow(share: float) -> None:
            for square, (start, end, first, wide) in zip(small.values(), ways, strict=True):
                x, half = start + share * (end - start), (first + share * (wide - first)) / 2
                square.set_points(_box(x - half, x + half, high, first + share * (side - first)))

        self.play(Live(list(small.values()), follow), run_time=_GATHER)
        self.remove(*small.values())
        return middle, side

    def _bar_size(self) -> float:
        """Return the size of the names and numbers below the bar."""
        return self.style.sizes.formula if self.stage.is_wide else self.style.sizes.label

    def _bar_line(self) -> float:
        """Return how far these names are below the bar, and their numbers below them."""
        return _BAR_LINE * self._bar_size() / self.style.sizes.head

    def _bar_room(self) -> float:
        """Return the room for the bar and for what stands below it."""
        return _BAR + 2 * self._bar_line() + _BAR_AIR

    def _bar_texts(
        self, line: Line, row: Tensor, y: float, spans: Mapping[int, tuple[float, float]]
    ) -> tuple[VGroup, VGroup]:
        """Return the names and weights of a bar's pieces below them, what is left over; and what all are together."""
        style, grid, groups = self.style, self.alone, []
        size, pitch = self._bar_size(), self._bar_line()
        for index, (left, right) in spans.items():
            name = Label(self._name(index, line), size=size, color=self._color(line.tokens[index]), style=style)
            number = self._weight(row[index], line.tokens[index], size)
            groups.append((name, number, (left + right) / 2))
        begin, end = max((right for _, right in spans.values()), default=grid.corner[0]), grid.corner[0] + grid.width
        if grid.count > len(spans):
            groups.append((self._rest_name(line, size), self._rest_number(line, 0, size), (begin + end) / 2))
        needs = [max(float(name.width), float(number.width)) + _BAR_NAMES for name, number, _ in groups]
        low = grid.corner[0] - 0.4 if self.stage.is_wide else self.room.left
        places = spread([x for *_, x in groups], needs, low, end + _EQUALS)
        for (name, number, _), x in zip(groups, places, strict=True):
            base = y - _BAR / 2 - pitch
            name.set_x(x).on_baseline(base)
            number.set_x(x).on_baseline(base - pitch)
        sign = Label("=", size=style.sizes.number, style=style)
        one = Tick(1.0, 1.0, size=style.sizes.number, style=style)
        sign.move_to(point(end + 0.15 + float(sign.width) / 2, y))
        one.move_to(point(float(sign.get_right()[0]) + 0.12 + float(one.width) / 2, y))
        texts = VGroup(*(text for name, number, _ in groups for text in (name, number)))
        return laid(texts, Layer.LABEL), laid(VGroup(sign, one), Layer.LABEL)

    def _show_all(self) -> None:
        """Let the bar be one row of all, their mean go to its place, and every head's cell fill by its own."""
        theme = self.style.theme
        shares = self.numbers.patterns[..., 0].mean(-1)
        self.parts = self._parts(theme.fill(theme.key))
        self.whole = self._one_whole()
        self.mean, self.sum = self._heading(self._resting(), theme.key)
        self._join_row()
        part = self._level(self._stack(), float(shares[self.numbers.chosen[0]]))
        self._go_in(part, shares)
        self._surround(shares)
        self.play(FadeIn(self.mean[0]), run_time=self.style.times.quick)

    def _join_row(self) -> None:
        """Let the bar go to its word's row; then only what it gives to the first token is left, and is said above."""
        grid, looks = self.grid, self.numbers.lines[0].looks
        early, then = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.2, 1.0)
        self.play(
            FadeOut(self.title, self.below_bar, *self.columns, *self.old_places, rate_func=early),
            *(Transform(piece, self._lying(piece, looks), rate_func=then) for piece in self.bar),
            FadeIn(self.row_names[looks], rate_func=squish_rate_func(smooth, 0.6, 1.0)),
            run_time=_JOIN,
        )
        first = self._first()
        said = self.says("rows", first=first, **self._chosen_head())
        self.over_rows = Label(
            said, size=self.style.sizes.head, color=self.style.theme.key, within=grid.width, style=self.style
        )
        x, high = grid.corner[0] + float(self.over_rows.width) / 2, grid.corner[1] + _OVER_ROWS
        laid(self.over_rows.move_to(point(x, high + float(self.over_rows.height) / 2)), Layer.LABEL)
        self.play(FadeOut(*self.bar[1:]), FadeIn(self.over_rows), run_time=_ALONE)

    def _lying(self, piece: VMobject, row: int) -> VMobject:
        """Return a piece of the bar as it lies in a row: as long as before."""
        high, way = _ROW * self.grid.pitches[1], self.grid.corner[0] - self.alone.corner[0]
        return piece.copy().stretch_to_fit_height(high).set_y(self.grid.y(row)).shift(way * RIGHT)

    def _stack(self) -> list[VMobject]:
        """Bring what all other rows give to the first token, the nearest first, in a frame around all of them.

        The frame is one whole for each row, and so for their mean.

        Returns:
            The rows' shares.
        """
        grid, (layer, head), looks = self.grid, self.numbers.chosen[0], self.numbers.lines[0].looks
        left, top = grid.corner
        low, right = top - grid.count * grid.pitches[1], left + grid.width
        self.ring: VMobject = laid(_frame(left, right, low, top, self.style.theme.ink), Layer.LABEL)
        first, rows, come = self.numbers.patterns[layer, head, :, 0].tolist(), [], []
        farthest = max(1, looks, grid.count - 1 - looks)
        for row, weight in enumerate(first):
            if row == looks:
                rows.append(self.bar[0])
                continue
            y, high, begin = grid.y(row), _ROW * grid.pitches[1], 0.6 * (abs(row - looks) - 1) / farthest
            bar = VMobject(stroke_width=0).set_fill(self._first_color(), 1.0).set_points(_box(left, left, y, high))
            rows.append(laid(bar, Layer.VECTOR))
            grown, rate = _box(left, left + weight * grid.width, y, high), squish_rate_func(smooth, begin, begin + 0.4)
            come += [Transform(bar, bar.copy().set_points(grown), rate_func=rate),
                     FadeIn(self.row_names[row], rate_func=rate)]  # fmt: skip
        self.play(FadeIn(self.ring, rate_func=squish_rate_func(smooth, 0.0, 0.4)), *come, run_time=_COME)
        self.wait(_SEEN)
        return rows

    def _level(self, rows: Sequence[VMobject], share: float) -> VMobject:
        """Let all rows become level: together they are one part of their frame.

        Args:
            rows: their shares.
            share: the mean of them.

        Returns:
            That part.
        """
        grid = self.grid
        (left, top), high = grid.corner, grid.pitches[1]
        level = [_box(left, left + share * grid.width, grid.y(row), high) for row in range(grid.count)]
        names = FadeOut(*self.row_names, rate_func=squish_rate_func(smooth, 0.0, 0.5))
        self.play(names, *(_morph(*each) for each in zip(rows, level, strict=True)), run_time=_LEVEL)
        part = laid(VMobject(stroke_width=0).set_fill(self._first_color(), 1.0), Layer.VECTOR)
        self.remove(*rows)
        self.add(part.set_points(_box(left, left + share * grid.width, top - grid.count * high / 2, grid.count * high)))
        self.wait(_STILL)
        return part

    def _first_color(self) -> str:
        """Return the colour of what the first token gets."""
        return self.style.theme.fill(self.style.theme.key)

    def _go_in(self, part: VMobject, shares: Tensor) -> None:
        """Let the one whole and its part shrink into the head's cell, whose ring stays: there it is found among all.

        Args:
            part: of the one whole.
            shares: the mean weights of all heads on the first token, (L, h).
        """
        chosen = self.numbers.chosen[0]
        ring = Square(self.pitch, color=self.style.theme.ink, stroke_width=3).move_to(point(*self._middle(*chosen)))
        self.play(
            _morph(part, self._part(chosen, float(shares[chosen]))),
            Transform(self.ring, laid(ring, Layer.LABEL)),
            *self._make_way(),
            FadeOut(self.over_rows, rate_func=squish_rate_func(smooth, 0.0, 0.4)),
            FadeIn(*self.names, self.whole, self.mean[1], rate_func=squish_rate_func(smooth, 0.5, 1.0)),
            run_time=_INTO,
        )
        self.remove(part)
        self.add(self.parts[chosen].set_points(self._part(chosen, float(shares[chosen]))))

    def _far(self) -> dict[tuple[int, int], float]:
        """Return how far all heads' cells are from the chosen one, as a share of the farthest one's way."""
        middle = np.array(self._middle(*self.numbers.chosen[0]))
        ways = {place: round(float(np.hypot(*(self._middle(*place) - middle))) / self.pitch) for place in self.parts}
        return {place: way / max(1, *ways.values()) for place, way in ways.items()}

    def _make_way(self) -> list[Animation]:
        """Return how all heads' cells come, those first from which the shrinking pattern is away first."""
        begins = {place: 0.4 + 0.35 * (1 - far) for place, far in self._far().items()}
        return [FadeIn(outline, rate_func=squish_rate_func(smooth, begin, begin + 0.25))
                for outline, begin in zip(self.outlines, begins.values(), strict=True)]  # fmt: skip

    def _surround(self, shares: Tensor) -> None:
        """Let all other heads' cells fill around the one, the nearest first; the bar above has their mean."""
        begins = {place: 0.6 * far for place, far in self._far().items()}
        fill = self._filling(self.parts, shares, begins | {self.numbers.chosen[0]: -1.0})
        self.play(Live([*self.parts.values(), self.sum], fill, rate_func=linear), run_time=_ALL)

    def _filling(
        self, parts: Mapping[tuple[int, int], VMobject], shares: Tensor, begins: Mapping[tuple[int, int], float]
    ) -> Callable[[float], None]:
        """Return how parts of cells grow from nothing to shares; the bar above all is the mean of what is seen.

        Args:
            parts: of all cells; they are put on the stage.
            shares: of all heads, (L, h).
            begins: when each begins, as a share of the time; below 0 it is there already.
        """
        own = 1 - max(begins.values())
        self.add(*parts.values(), self.sum)

        def follow(time: float) -> None:
            total = 0.0
            for place, part in parts.items():
                now = float(shares[place]) * float(smooth(min(1.0, max(0.0, (time - begins[place]) / own))))
                part.set_points(self._part(place, now))
                total += now
            self.sum.set_points(self._cut(total / len(parts)))

        follow(0.0)
        return follow

    def _resting(self) -> VGroup:
        """Return the share of all weights that is on the first token, as it stands above all patterns.

        Where what it is the mean of has no room, it is only called a mean.
        """
        (layers, heads, rows), color = self.numbers.patterns.shape[:3], self.style.theme.key
        said = self.says("resting", first=self._first(), rows=rows, heads=layers * heads)
        share = self._share_of(self.numbers.resting, color, self._said_of_share(said, color))
        if share[1].height > 0.8 * self._said_of_share(said, color).height:
            return share
        said = self.says("resting-short", first=self._first())
        return self._share_of(self.numbers.resting, color, self._said_of_share(said, color))

    def _first(self) -> str:
        """Return the first token's name, without brackets."""
        line = self.numbers.lines[0]
        return self._mark(0, line) or line.tokens[0]

    def _said_of_share(self, text: str, color: str) -> Label:
        return Label(text, size=self.style.sizes.number, color=color, style=self.style)

    def _largest(self, which: int, weight: Tensor) -> VGroup:
        """Return the weight on the word that one of the two heads looks for, and the phrase, above all patterns.

        Where the phrase has no room, only both words are named.
        """
        target, color = self.numbers.sought(which), self.style.theme.families[which]
        asked = self._share_of(weight, color, self._phrase_above(which))
        if float(asked[0].width + asked[1].width) + _HEAD_GAP <= self._whole()[1] - self._whole()[0]:
            return asked
        text = self.says("share", word=self.numbers.word, target=target)
        return self._share_of(weight, color, self._said_of_share(text, color))

    def _phrase_above(self, which: int) -> Row:
        """Return the words of the phrase in which one of the two heads is found, without its marks."""
        line, size = self.numbers.lines[which], self.style.sizes.number
        words = [token for place, token in enumerate(line.tokens) if not self._mark(place, line)]
        labels = [Label(word, size=size, color=self._color(word), style=self.style) for word in words]
        return Row(labels, _SPACE * size)

    def _share_of(self, value: Tensor, color: str, said: Label | Row) -> VGroup:
        """Return a large share and what it is a share of, on the line above all patterns.

        Both have one place in all grids: what is said begins where the bar below it does, the share ends where that
        ends.
        """
        left, right = self._whole()
        share = HeroNumber(value, color=color, style=self.style).on_baseline(self._mean_line())
        room = right - left - float(share.width) - _HEAD_GAP
        said.on_baseline(self._mean_line())
        if isinstance(said, Label) and float(said.width) > room:
            said.scale(room / float(said.width)).on_baseline(self._mean_line())
        said.set_x(left + float(said.width) / 2)
        return VGroup(share.set_x(right - float(share.width) / 2), said)

    def _whole(self) -> tuple[float, float]:
        """Return both ends of the bar that is one whole, above all patterns; its sum stands at its right."""
        left = self.corner[0]
        return left, min(left + self.wide_wall, self.room.right - _EQUALS)

    def _heading(self, text: VGroup, color: str) -> tuple[VGroup, VMobject]:
        """Return a large share and what it is a share of, above all cells, and the share as a bar, empty yet."""
        bar = VMobject(stroke_width=0).set_fill(self.style.theme.fill(color), 1.0)
        return laid(text, Layer.LABEL), laid(bar.set_points(self._cut(0.0)), Layer.VECTOR)

    def _cut(self, share: float) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the outline of a share of the bar that is one whole, above all cells."""
        left, right = self._whole()
        return _box(left, left + share * (right - left), self.room.top - _WHOLE_DOWN, _WHOLE)

    def _one_whole(self) -> VGroup:
        """Return the bar above all cells that is one whole, as an outline, and its sum at its right."""
        style, (_, right), y = self.style, self._whole(), self.room.top - _WHOLE_DOWN
        sign, one = Label("=", size=style.sizes.tick, style=style), Tick(1.0, 1.0, size=style.sizes.tick, style=style)
        sign.move_to(point(right + 0.12 + float(sign.width) / 2, y))
        one.move_to(point(float(sign.get_right()[0]) + 0.1 + float(one.width) / 2, y))
        outline = VMobject(stroke_width=_OUTLINE).set_stroke(style.theme.ink).set_points(self._cut(1.0))
        return laid(VGroup(outline, sign, one), Layer.LABEL)

    def _mean_line(self) -> float:
        """Return the baseline of what stands above all patterns; the large number keeps within the frame."""
        return self.room.top - max(_MEAN_LINE, _CAPITAL * self.style.sizes.hero)

    def _compare(self) -> None:
        """Let every cell fill by its head's weight on the word looked for; the one with the largest stays."""
        numbers, line = self.numbers, self.numbers.lines[0]
        self._drain()
        shares = numbers.patterns[:, :, line.looks, line.tokens.index(numbers.target)]
        self._ask(0, shares)
        self.play(FadeIn(self.mean[1]), run_time=self.style.times.quick)
        self._search(0, shares)

    def _ask(self, which: int, shares: Tensor) -> None:
        """Make what stands above all cells: the phrase, and the largest of weights (L, h) in it, as a bar too."""
        color = self.style.theme.families[which]
        self.mean, self.sum = self._heading(self._largest(which, shares[self.numbers.chosen[which]]), color)

    def _search(self, which: int, shares: Tensor) -> None:
        """Let every cell fill by one weight of its head; the one with the largest stays lit, and stands above all.

        Args:
            which: of the two heads is found.
            shares: the weights, (L, h).
        """
        theme, chosen, color = self.style.theme, self.numbers.chosen[which], self.style.theme.families[which]
        parts, most = self._parts(theme.fill(color)), shares[chosen]
        begins = {place: 0.5 * place[0] / max(1, len(self.numbers.layers) - 1) for place in parts}
        seconds = _FILL_AGAIN if which else _FILL
        fill = self._filling(parts, shares, begins)
        self.remove(self.sum)  # no mean is asked for here
        self.play(Live(list(parts.values()), fill, rate_func=linear), run_time=seconds)
        self.wait(_WHICH)
        self.found = parts.pop(chosen)
        self.sum.set_points(self._cut(0.0))
        self.add(self.sum)
        self.ring = laid(Square(self.pitch, color=color, stroke_width=5), Layer.LABEL)
        self.ring.move_to(point(*self._middle(*chosen)))
        self.play(
            FadeIn(self.ring, scale=1.4),
            FadeIn(self.mean[0]),
            Live([self.sum], lambda share: self.sum.set_points(self._cut(share * float(most)))),
            *(ApplyMethod(part.set_fill, theme.axis) for part in parts.values()),
            run_time=self.style.times.move,
        )
        self.rest_of_cells = {place: part for place, part in parts.items() if float(part.width) > 0}
        self.remove(*(part for place, part in parts.items() if place not in self.rest_of_cells))
        self.gone: list[VMobject] = [*self.names, self.mean[0], self.sum, self.whole]

    def _drain(self) -> None:
        """Let all cells become empty, and the bar above them, whose number leaves."""
        before = {mark: mark.points.copy() for mark in (*self.parts.values(), self.sum)}

        def follow(share: float) -> None:
            for mark, points in before.items():
                left = points[:, :1].min()
                mark.set_points(np.concatenate([left + (1 - share) * (points[:, :1] - left), points[:, 1:]], 1))

        early = squish_rate_func(smooth, 0.0, 0.6)
        self.play(Live(list(before), follow), FadeOut(self.mean, self.ring, rate_func=early), run_time=_DRAIN)
        self.remove(*before)

    def _look(self, which: int) -> None:
        """Go into one of the two heads; let it look in the phrase where it was found, and then in all others.

        Args:
            which: of the two heads.
        """
        lines, sought = self.states[2 * which], self.numbers.sought(which)
        first = next((place for place, line in enumerate(lines) if sought in line.tokens), 0)
        seen = self._go_into(which, first, self.words[first])
        for place in (first, *(each for each in range(len(lines)) if each != first)):
            if place != first:
                self.wait(_ROW_RESTS[which])
                self.arcs[place] = self._arcs(place, lines[place], which, self.words[place])
                self.below_words[place] = self._below(place, lines[place], which)
            steps = self._quiet_first(place, lines[place], seen if place == first else -1)
            steps[0][1].extend(self._rest_of(place))
            come = FadeIn(*self.words[place], rate_func=squish_rate_func(smooth, 0.0, 0.3))
            self._grow_in_turn(steps, None if place == first else come)

    def _go_into(self, which: int, place: int, words: Sequence[VMobject]) -> int:
        """Let all cells become the small map, one of them lit; out of the word that looks an arch grows.

        Args:
            which: the head.
            place: of the phrase, as it stands, that has the word.
            words: the words that come, and what belongs to them.

        Returns:
            The word's place in its phrase; -1 where no arch goes to it.
        """
        line = self.states[2 * which][place]
        self.arcs[place], self.below_words[place] = (
            self._arcs(place, line, which, self.words[place]),
            self._below(place, line, which),
        )
        sought = self.numbers.sought(which)
        index = line.tokens.index(sought) if sought in line.tokens else -1
        arc, below = self.arcs[place].get(index), self.below_words[place]
        self.sought = self._seeks(which)
        said = self._said_words(line)
        arriving = [*(word for at, word in enumerate(words) if at not in said), *self.width_key]
        found = [below.of(line, self.numbers)[index]] if arc else []
        gone = [*self.gone, *([] if said else [self.mean[1]])]
        gather = self._gather(which)
        parts = self.rest_of_cells.values()
        cells: list[Animation] = [
            Live([*self.outlines, *parts, self.found, self.ring], gather, rate_func=squish_rate_func(linear, *_SMALL))
        ]
        if arc:  # it has no length until the phrase is there
            arc.grow(0.0)
            self.add(arc)
            cells.append(Live([arc], arc.grow, rate_func=squish_rate_func(smooth, _NAMED[1], 1.0)))
        self.remove(self.mean)
        self.add(*self.mean)
        self.play(
            FadeOut(*gone, rate_func=squish_rate_func(smooth, 0.0, 0.2)),
            *cells,
            *(ReplacementTransform(label, words[at], rate_func=squish_rate_func(smooth, *_ARRIVES))
              for at, label in said.items()),
            FadeIn(self.head_names[which], *self.sought, *arriving, rate_func=squish_rate_func(smooth, *_NAMED)),
            *(FadeIn(number, scale=0.6, rate_func=squish_rate_func(smooth, 0.85, 1.0)) for number in found),
            run_time=_ENTER,
        )  # fmt: skip
        self.remove(*self.outlines, *parts, self.found, self.ring)
        self.add(self.map, self.lit[which])
        return index if arc else -1

    def _said_words(self, line: Line) -> dict[int, Label]:
        """Return the words of a phrase as they stand above all cells, by their places; none where it is not there."""
        said = [word for word in self.mean[1] if isinstance(word, Label)] if isinstance(self.mean[1], Row) else []
        places = [place for place in range(len(line.tokens)) if not self._mark(place, line)]
        if [word.text for word in said] != [line.tokens[place] for place in places]:
            return {}
        return dict(zip(places, said, strict=True))

    def _gather(self, which: int) -> Callable[[float], None]:
        """Return how all cells and what fills them become the small map, and the found head's frame the lit cell in it.

        They go towards its middle before they go up: the phrase stands beside the map.
        """
        thin, count = self.style.strokes.thin, self.numbers.patterns.shape[1]
        pairs = [(outline, cell, thin) for outline, cell in zip(self.outlines, self.map, strict=True)]
        pairs.append((self.ring, self.lit[which], float(self.ring.get_stroke_width())))
        ways = [(mark, *mark.get_center()[:2], float(mark.width), *goal.get_center()[:2], float(goal.width), stroke)
                for mark, goal, stroke in pairs]  # fmt: skip
        inner = self._inner() / float(self.outlines[0].width)
        filled = {**self.rest_of_cells, self.numbers.chosen[which]: self.found}
        parts = [(part, at[0] * count + at[1], float(part.width) / self._inner()) for at, part in filled.items()]
        for mark, goal, _ in pairs:
            mark.set_fill(goal.get_fill_color(), 0.0)
        first, then = squish_rate_func(smooth, 0.0, 0.75), squish_rate_func(smooth, 0.15, 1.0)

        def follow(time: float) -> None:
            over, up, places = float(first(time)), float(then(time)), []
            for mark, x, y, side, to_x, to_y, to_side, stroke in ways:
                places.append((x + over * (to_x - x), y + up * (to_y - y), side + over * (to_side - side)))
                mark.set_points(_square(*places[-1]))
                mark.set_fill(None, up).set_stroke(width=stroke * (1 - up))
            for part, index, share in parts:
                x, y, side = places[index]
                left, side = x - inner * side / 2, inner * side
                part.set_points(_box(left, left + share * side, y, side)).set_fill(None, 1 - over)

        return follow

    def _quiet_first(self, place: int, line: Line, seen: int) -> list[tuple[list[Arch], list[VMobject]]]:
        """Return a phrase's arches with their numbers in steps: all to no word that is looked for, then one by one.

        Args:
            place: of the phrase.
            line: the phrase as it stands.
            seen: the place of its word to which an arch goes already; below 0, none does.
        """
        arcs: list[Arch] = []
        below = self.below_words[place]
        numbers: list[VMobject] = [below.numbers[-1], *below.stub]
        steps = [(arcs, numbers)]
        for index, number in below.of(line, self.numbers).items():
            if not self._is_sought(line.tokens[index]):
                arcs += [self.arcs[place][index]] if index in self.arcs[place] else []
                numbers.append(number)
            elif index != seen:
                steps.append(([self.arcs[place][index]], [number]))
        return steps

    def _rest_of(self, place: int) -> list[VMobject]:
        """Return all others' name for a phrase, and what belongs to it."""
        return [self.rest_names[place], *(self.rules[place : place + 1] if self.beside else [])]

    def _grow_in_turn(self, steps: Sequence[tuple[list[Arch], list[VMobject]]], other: Animation | None) -> None:
        """Let arches grow step by step; what is printed of a step comes as its arches land."""
        total = _AFTER * (len(steps) - 1) + _LOOK
        spans = [(each * _AFTER / total, (each * _AFTER + _LOOK) / total) for each in range(len(steps))]
        growing = [arc for arcs, _ in steps for arc in arcs]

        def follow(time: float) -> None:
            for (arcs, _), (begin, end) in zip(steps, spans, strict=True):
                for arc in arcs:
                    arc.grow(float(smooth(min(1.0, max(0.0, (time - begin) / (end - begin))))))

        follow(0.0)
        self.add(*growing)
        marks = [
            FadeIn(*marks, rate_func=squish_rate_func(smooth, begin + 0.5 * (end - begin), end))
            for (_, marks), (begin, end) in zip(steps, spans, strict=True)
        ]
        self.play(Live(growing, follow, rate_func=linear), *marks, *([other] if other else []), run_time=total)

    def _swap(self) -> None:
        """Swap the two words between the phrases, over which no arch is then; let the same head look again, in turn."""
        self._draw_back()
        self._exchange()
        for place, line in enumerate(self.states[1]):
            if place:
                self.wait(_ROW_STANDS)
            self.arcs[place] = self._arcs(place, line, 0, self.words[place])
            self.below_words[place] = self._below(place, line, 0)
            self._grow_in_turn(self._quiet_first(place, line, -1), None)

    def _change(self) -> None:
        """Go into the head that gives most to the other word, and let it look at that in all phrases."""
        self.map, self.lit = self._map()
        self._head_line(self.head_names[1], self.map, self.lit)
        self._lay_out_phrases(2)
        self.width_key = self._width_key()
        self._look(1)

    def _bring_all(self) -> None:
        """Let the phrases leave, and the small map become all heads' cells again, empty as they were at first.

        Above them stands the phrase in which the head that gives most to the other word is looked for: where its words
        are on the stage, they go there.
        """
        self.names = self._lay_out_wall()
        self.whole = self._one_whole()
        self._ask(1, self.numbers.controls)
        stay: list[tuple[Label, Label]] = []
        for line, words in zip(self.states[1], self.words, strict=True):
            if line == self.numbers.lines[1]:
                stay = [(words[place], label) for place, label in self._said_words(line).items()]
        kept = [word for word, _ in stay]
        standing: list[VMobject] = [word for words in self.words for word in words if word not in kept]
        standing += [part for place in range(len(self.bands)) for part in self._rest_of(place)]
        arcs = [arc for each in self.arcs for arc in each.values()]
        marks = [mark for below in self.below_words for mark in below.marks]
        gone = FadeOut(*standing, *arcs, *marks, *self.sought, self.head_names[0], self.lit[0], *self.width_key,
                       rate_func=squish_rate_func(smooth, 0.0, 0.25))  # fmt: skip
        cells = list(self.map)
        self.remove(self.map)
        rise, open_ = squish_rate_func(smooth, 0.2, 0.55), squish_rate_func(smooth, 0.45, 1.0)
        self.play(
            gone,
            *(ReplacementTransform(*pair, rate_func=rise) for pair in stay),
            *(ReplacementTransform(*pair, rate_func=open_) for pair in zip(cells, self.outlines, strict=True)),
            FadeIn(*self.names, self.whole, *([] if stay else [self.mean[1]]),
                   rate_func=squish_rate_func(smooth, 0.75, 1.0)),
            run_time=_ALL_BACK,
        )  # fmt: skip
        self.remove(*self.mean[1])
        self.add(self.mean[1])

    def _draw_back(self) -> None:
        """Let all arches draw back into the word that looks, each along its own way, as their numbers leave."""
        arcs = [arc for each in self.arcs for arc in each.values()]

        def follow(share: float) -> None:
            for arc in arcs:
                arc.grow(1 - share)

        leave = squish_rate_func(smooth, 0.0, 0.6)
        numbers = [FadeOut(*each.marks, rate_func=leave) for each in self.below_words]
        self.play(*numbers, Live(arcs, follow), run_time=_BACK)
        self.remove(*arcs)

    def _exchange(self) -> None:
        """Let each of the two words go to where it stands next, past the other, between both phrases."""
        old, new = self.words, self._phrases(1)
        self.play(*self._move_words(new), *self._rename(), run_time=_CROSS)
        self.remove(*(label for olds in old for label in olds))
        self.add(*(label for news in new for label in news))
        self.words = new

    def _move_words(self, new: Sequence[Sequence[Label]]) -> list[Animation]:
        """Return how all words get to where they stand next."""
        motions: list[Animation] = []
        ways: list[tuple[Label, Label]] = []
        leave, come = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
        for place, (olds, news) in enumerate(zip(self.words, new, strict=True)):
            told, line = self.states[0][place], self.states[1][place].tokens
            for index, label in enumerate(olds):
                to, at = self._next_place(told.tokens[index], new, (place, index))
                if to is None:
                    motions.append(FadeOut(label, rate_func=leave))
                elif at == place:
                    motions.append(_way(label, to))
                else:
                    ways.append((label, to))
            motions += [
                FadeIn(label, rate_func=come) for index, label in enumerate(news)
                if not self._comes(line[index], told.tokens[index] if index < len(told.tokens) else "")
            ]  # fmt: skip
        lanes = _lanes(ways, self.room)
        return motions + [_way(*pair, lane) for pair, lane in zip(ways, lanes, strict=True)]

    def _rename(self) -> list[Animation]:
        """Return how all others' names change where there are more or fewer of them from now on."""
        old, self.rest_names = self.rest_names, self._placed_rests(1)
        for place, (before, after) in enumerate(zip(old, self.rest_names, strict=True)):
            if before.text == after.text:
                self.rest_names[place] = before
        return [FadeTransform(*pair) for pair in zip(old, self.rest_names, strict=True) if pair[0] is not pair[1]]

    def _next_place(self, token: str, new: Sequence[Sequence[Label]], at: tuple[int, int]) -> tuple[Label | None, int]:
        """Return where a word of a phrase goes, None where it leaves, and the place of that phrase."""
        lines, (place, index) = self.states[1], at
        if self._is_sought(token):
            for other, line in enumerate(lines):
                if token in line.tokens:
                    return new[other][line.tokens.index(token)], other
            return None, place
        stays = index < len(lines[place].tokens) and lines[place].tokens[index] == token
        return (new[place][index] if stays else None), place

    def _comes(self, token: str, there: str) -> bool:
        """Return whether a word is on the stage already."""
        if self._is_sought(token):
            return any(token in line.tokens for line in self.states[0])
        return token == there


@dataclass(frozen=True)
class _Below:
    """The shares of a phrase's words, below them.

    Attributes:
        numbers: weights that are printed, and what they leave to 1.
        stub: a piece as wide as that, where it has a place.
    """

    numbers: list[Number]
    stub: list[VMobject]

    @property
    def marks(self) -> list[VMobject]:
        return [*self.numbers, *self.stub]

    def of(self, line: Line, numbers: Heads) -> dict[int, Number]:
        """Return weights that are printed, by their words' places."""
        return dict(zip(numbers.printed(line), self.numbers, strict=False))


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

    def side(self, weight: float) -> float:
        """Return the side of a weight's square."""
        return self.pitches[0] * _FILLED * float(np.sqrt(max(weight, 0.0)))


def _morph(mark: VMobject, points: np.ndarray[Any, np.dtype[np.float64]]) -> Transform:
    """Return how a mark gets another outline."""
    return Transform(mark, mark.copy().set_points(points))


def _lanes(ways: Sequence[tuple[Typeset, Typeset]], room: Region) -> list[float | None]:
    """Return where words pass each other that change places: side by side, none of them where the other is.

    Args:
        ways: words, and the same at their other places.
        room: it has both lanes.
    """
    if len(ways) != 2:
        return [None] * len(ways)
    columns = [(float(label.get_x()) + float(to.get_x())) / 2 for label, to in ways]
    widths = [max(float(label.width), float(to.width)) for label, to in ways]
    left, right = sorted((0, 1), key=lambda at: float(ways[at][0].get_x()))
    middle = sum(columns) / 2 + (widths[left] - widths[right]) / 4
    near, far = room.left + widths[left] + _PASS / 2, room.right - widths[right] - _PASS / 2
    middle = min(max(middle, near), far)
    lanes: list[float | None] = [0.0, 0.0]
    lanes[left], lanes[right] = middle - (_PASS + widths[left]) / 2, middle + (_PASS + widths[right]) / 2
    return lanes


def _way(label: Typeset, to: Typeset, lane: float | None = None) -> Live:
    """Return a word's way to another place: out of its line, along a lane between both lines, and into the other.

    Args:
        label: the word.
        to: the word at its other place.
        lane: where it is half-way, from left to right; None if nothing comes towards it.
    """
    start, end, first = label.get_center(), to.get_center(), float(label.width)
    larger, (begin, stop) = float(to.width) / first, _ACROSS

    def follow(share: float) -> None:
        across = float(smooth(min(1.0, max(0.0, (share - begin) / (stop - begin)))))
        label.scale((1 + share * (larger - 1)) * first / float(label.width))
        x, y = start[0] + across * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        if lane is not None:
            x += float(np.sin(np.pi * share)) ** 2 * (lane - x)
        label.move_to(point(float(x), float(y)))

    return Live([label], follow)


def _frame(left: float, right: float, low: float, top: float, color: str) -> Rectangle:
    """Return a frame around a region."""
    frame = Rectangle(width=right - left, height=top - low, color=color, stroke_width=3)
    frame.move_to(point((left + right) / 2, (low + top) / 2))
    return frame


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
