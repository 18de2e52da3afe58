"""All heads of a real model over one phrase, and one head that looks for a word wherever it stands.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from manim import (
    DL,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    UR,
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    RoundedRectangle,
    VGroup,
    VMobject,
    interpolate_color,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown, suggestion
from scenes.model.arch import Arch, Strand, ghost, strands, widest
from scenes.model.wall import FAINTEST, LEAST, Pour, Wall, Weave
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber, HeroWeight
from scenes.parts.text.number import Number, Tick, Weight, format_weight
from scenes.parts.text.typeset import Label, Row, Typeset
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.worlds import World

_MOST_BEHIND = 2
"""Heads whose weights are printed, too: the next ones after the head that gives a word most."""

_MOST_PHRASES = 4
"""Phrases of a recording that are shown: two places for a word, and in each of them both words."""

_WIDEST, _OF_HEIGHT, _FEET, _LEAST_WIDTH = 1.1, 0.5, 1.2, 0.02
"""An arch's width for a weight of 1, scene units, at the most, and as a share of the tallest arch where two phrases
stand; the room for all feet on a word, as a share of the way to the nearest word; the least width of an arch."""

_APART, _UNDER, _BETWEEN, _WORD_ROOM, _OVER = 0.12, 0.12, 0.3, 0.45, 0.12
"""Scene units between words; below the numbers' baseline; from their tops to the words' baseline; the room for a word
below its arches; what is free above the highest arch."""

_ASIDE_GAP, _EQUALS, _SIGN_GAP = 0.5, 0.25, 0.12
"""Scene units between a phrase and all others' name; from the last weight to what all are together; around a sign."""

_SOUGHT, _WAS = 1.25, 0.8
"""The size of the weight on a word that is looked for, as a share of all others'; of the one that was there before, as
a share of its, at the most."""

_CAPITAL = 0.34 / 48
"""Scene units: a digit's height for a type size of 1."""

_ICON = 0.48
"""The height of a word's icon as a share of a picture's shorter side."""

_NAME_GAP, _NAME_OVER, _NAME_ROOM = 0.15, 0.12, 0.35
"""Scene units from a row's name to the row, from a column to its number, and from a name to the next, at the least."""

_NAMES, _COLUMN_NAMES = 1.1, 0.42
"""Scene units: the room for the names of the wall's rows, at the least, and for those of its columns."""

_INTO, _RISE, _NEARER, _WHICH, _OUT = 1.2, 1.4, 1.0, 0.3, 1.2
"""Seconds in which one head's picture goes to its place among all; in which all others rise around it; in which all
arches sink and all pictures come near; in which they are seen; in which one comes out."""

_LEAVE, _EVERY, _TURNS = 0.3, 2.0, 0.7
"""Seconds in which weights leave, and in which all words of a phrase look; the share of these in which one after
the other begins."""

_TRACK, _SHARE, _POUR, _READ = 0.5, 0.8, 2.2, 1.4
"""Seconds in which a bar comes; in which arches sink into each head's share; in which all pour into a bar; for which
two phrases are read."""

_KEEP, _ONE = 0.7, 0.8
"""Seconds in which weights go beside those that come; in which one arch grows."""

_OF_SPAN, _IN_ARCH, _NAME_ICON = 0.42, 0.3, 0.6
"""The last picture's measures: the width of a weight of 1 as a share of an arch's span, at the most; the height of a
number in an arch as a share of it; scene units: the height of a head's icon."""

_BAR = 0.3
"""Scene units: the height of a bar of all looking."""

_COME, _ALL, _LOOK, _CROSS = 0.5, 1.6, 1.0, 2.0
"""Seconds in which words come; in which arches grow the first time, and any other; in which words change their
places and all arches their widths."""

_TEXT_GOES, _ARCS_GO, _COMES, _NAMES_COME, _LANDED = (0.0, 0.3), (0.0, 0.6), (0.2, 0.7), (0.6, 1.0), (0.75, 1.0)
"""The shares of the time from one picture to the next, in which text goes, in which arches do, in which dots come, and
names and words, and in which what comes only when words have nearly landed does."""

_GHOST, _GHOST_ROOM, _GHOST_COMES = 3.0, 0.1, (0.3, 0.6)
"""The width of an outline of an arch as it was, manim's stroke units; by how much wider that was, at the least, scene
units; the share of the time in which an arch grows narrower, in which its outline comes."""

_ACROSS, _PASS = (0.2, 0.8), 0.3
"""The shares of the time in which words change their places, in which they go to other columns; scene units between two
that pass each other."""

_PHRASE, _PHRASE_BASE, _HERO_LINE, _HERO_GAP = 0.78, 0.15, 0.75, 0.2
"""Scene units: the room for the phrase below all heads, and its baseline in that; the room for a number above them in a
narrow frame; what is free before a number."""

_PLUS = 0.25
"""Scene units from a sign's middle to all others."""

_HEAD_LINE, _AIR = 0.38, 0.05
"""Scene units: the baseline of the head's name over its phrases, below the upper edge; what is free at its left."""

_SPACE = 0.0099
"""Scene units for each font unit: a word space in the phrase below all heads."""


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
    behind: tuple[tuple[tuple[int, int], ...], ...]
    """The heads that give both words the most after the chosen ones."""
    patterns: Tensor
    """The first phrase's weights, (L, h, T, T)."""
    rows: Tensor
    """The word's weights in the second phrase, (L, h, T)."""
    sink: Tensor = quantity("Weight on the first token, by layer, a mean over heads and tokens.", rows="layers")
    resting: Tensor = quantity("The same, a mean over layers too.")
    seeking: Tensor = quantity("The word's weights in the head that looks for the first word.", rows="titles")
    other: Tensor = quantity("The word's weights in the head that looks for the second word.", rows="titles")
    rests: Tensor = quantity("What printed weights leave to 1 in each phrase in the first of both heads.")
    seconds: Tensor = quantity("What those heads give both words, a row for each word.")

    def printed(self, line: Line) -> list[int]:
        """Return the places of a phrase whose weights are printed, the same in all heads."""
        return _printed(line, (self.target, self.control))

    @property
    def swaps(self) -> bool:
        """True if a word of the first and of the third phrase is swapped in the second and in the fourth."""
        if len(self.lines) < _MOST_PHRASES:
            return False
        first, second, third, fourth = self.lines
        words = self.target, self.control
        return _swapped(first, *words) == second.tokens and _swapped(third, *reversed(words)) == fourth.tokens

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
    rests = [_left(rows[0][line.first : line.end], _printed(line, (target, control))) for line in lines]
    behind = tuple(_behind(each) for each in found)
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
        behind,
        weights[0],
        weights[1][:, :, lines[1].looks],
        sink,
        sink.mean(),
        rows[0],
        rows[1],
        torch.tensor(rests, dtype=torch.float64),
        torch.stack(
            [
                torch.stack([each[place] for place in places]) if places else each.new_zeros(0)
                for each, places in zip(found, behind, strict=True)
            ]
        ),
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


def _swapped(line: Line, word: str, other: str) -> tuple[str, ...]:
    """Return a phrase's tokens, with another word where a word stands."""
    return tuple(other if token == word else token for token in line.tokens)


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


def _behind(weights: Tensor) -> tuple[tuple[int, int], ...]:
    """Return the layers and heads of the largest of weights, (L, h), but the first."""
    order = weights.flatten().argsort(descending=True, stable=True)[1 : 1 + _MOST_BEHIND].tolist()
    return tuple(divmod(place, weights.shape[1]) for place in order)


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


def _by_word(numbers: Heads) -> bool:
    """Return whether the first head follows its word, and the word changes a weight more than its place does."""
    first, last = numbers.found(numbers.target, 0)
    missed = numbers.found(numbers.control, 0)
    by_word = min(first - missed[0], last - missed[1])
    return _follows(numbers, 0) and by_word > max(abs(first - last), abs(missed[0] - missed[1]))


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
        """Lay out the wall of all heads."""
        free, numbers = self.stage.above_foot, self.numbers
        self.room = Region(free.left, free.right, free.bottom + 0.1, free.top)
        self.told: list[_Told] = []
        self.before: list[VMobject] = []
        self.size = self.style.sizes.head if self.stage.is_wide else self.style.sizes.number
        lines = numbers.lines if numbers.swaps else numbers.lines[:2]
        self.swapped = dict(zip(lines, (*lines[1::-1], *lines[:1:-1]), strict=True)) if numbers.swaps else {}
        tallest = self._bands()[-1].top - _OVER - self._heights(self._bands()[-1])[2]
        self.whole = min(_WIDEST, _OF_HEIGHT * tallest, *(self._widest(line) for line in lines))
        first = self._tell_in(numbers.lines[0], self.room)
        xs = first.places
        spare = (xs[1] - xs[0]) / 2
        wide = xs[-1] - xs[0] + 2 * spare
        layers, heads = numbers.patterns.shape[:2]
        widest = max(float(self._sign(f"{self.says(kind)} {count}").width)
                     for kind, count in (("layer", layers), ("head", heads)))  # fmt: skip
        names = max(_NAMES, widest + _NAME_GAP)
        over = _COLUMN_NAMES if self.stage.is_wide else _COLUMN_NAMES + _HERO_LINE
        inner = self.room.inset(left=names, top=over, bottom=_PHRASE)
        self.wall = Wall(inner, layers, heads, tuple((x - xs[0] + spare) / wide for x in xs))
        self.told = [first]
        self.heroes = self._heroes()
        self.icons = [self._icon(which) for which in (0, 1)]
        self.title = self._head_name(0)

    def _widest(self, line: Line) -> float:
        """Return an arch's width for a weight of 1 for which all feet on a phrase's word have room."""
        words = self._words(line, self._columns(line, self.room))
        ways = np.abs(
            [float(word.get_x() - words[line.looks].get_x()) for word in words if word is not words[line.looks]]
        )
        return widest(float(self.numbers.of(line, 0)[line.looks]), _FEET * float(ways.min()))

    def _columns(self, line: Line, band: Region) -> Region:
        """Return the room of a phrase's words: in a wide frame all others stand beside it."""
        if not self.stage.is_wide:
            return band
        aside = [self._aside(each) for each in self.numbers.lines]
        name, (*_, sign, one) = max(float(each[0].width) for each in aside), aside[0]
        used = _ASIDE_GAP + name + _EQUALS + float(sign.width) + _SIGN_GAP + float(one.width)
        return band.inset(right=used)

    def _icon(self, which: int) -> list[VMobject]:
        """Return the icon of the word that one of the two heads looks for, in its picture; if it has one."""
        word, cell = self.numbers.sought(which), self.wall.cell(*self.numbers.chosen[which])
        if not has_icon(word, self.style):
            return []
        high = _ICON * min(cell.width, cell.height)
        icon = ShadedIcon(word, self.style.theme.families[which], height=high, style=self.style)
        return [laid(icon.move_to(cell.centre - 0.06 * cell.height * UP), Layer.ICON)]

    def _tell_in(self, line: Line, band: Region, *, whole: bool = True) -> _Told:
        """Return a phrase in its place; no arch is over it yet, and no number below.

        Args:
            line: the phrase.
            band: its place.
            whole: whether all weights are below it, or only the one on the word that is looked for.
        """
        numbers, (base, low, feet) = self.numbers, self._heights(band, 2 if whole else 1)
        aside, room = (self._aside(line), self._columns(line, band)) if whole else ([], band)
        words = self._words(line, room)
        for word in words:
            laid(word.on_baseline(low), Layer.LABEL)
        if whole:
            self._place_aside(aside, band)
        places = [float(word.get_x()) for word in words]
        told = _Told(line, words, places, aside)
        weights = numbers.of(line, 0)
        told.strands = strands(weights.tolist(), line.looks, places, feet, band.top - _OVER - feet, self.whole)
        told.numbers = self._weights(told, weights, base, room)
        fills = self._fills(line)
        for place in _inwards(told.strands):
            told.arcs[place] = laid(Arch(told.strands[place], _LEAST_WIDTH, fills[place]), Layer.BAND)
        return told

    def _heights(self, band: Region, rows: int = 2) -> tuple[float, float, float]:
        """Return the baselines of a phrase's numbers and of its words, and the height of all arches' feet.

        Args:
            band: the phrase's place.
            rows: of numbers in a narrow frame.
        """
        cap = _CAPITAL * self.size
        base = band.bottom + _UNDER + (0.0 if self.stage.is_wide else (rows - 1) * (cap + _BETWEEN))
        low = base + cap + _BETWEEN
        return base, low, low + _WORD_ROOM

    def _aside(self, line: Line) -> list[Typeset]:
        """Return all others' name, their weight, and what all weights are together."""
        numbers, style = self.numbers, self.style
        count = len(line.tokens) - len(numbers.printed(line))
        said = self.says("one-other" if count == 1 else "others", count=count)
        rest = Number(numbers.rests[numbers.lines.index(line)], size=self.size, style=style)
        sign = Tick(1.0, 1.0, size=self.size, style=style)
        return [Label(said, size=style.sizes.number, style=style), rest, Label("=", size=self.size, style=style), sign]

    def _place_aside(self, aside: Sequence[Typeset], band: Region) -> None:
        """Place all others' name and weight at a phrase's end; in a narrow frame side by side, below all weights."""
        name, rest, sign, one = aside
        base, low, _ = self._heights(band)
        if not self.stage.is_wide:
            base = low = band.bottom + _UNDER
        one.set_x(band.right - float(one.width) / 2)
        sign.set_x(float(one.get_left()[0]) - _SIGN_GAP - float(sign.width) / 2)
        edge = float(sign.get_left()[0]) - _EQUALS
        if self.stage.is_wide:
            name.set_x(edge - float(name.width) / 2)
            rest.set_x(float(name.get_x()))
        else:
            rest.set_x(edge - float(rest.width) / 2)
            name.set_x(float(rest.get_left()[0]) - _SIGN_GAP - float(name.width) / 2)
        for each in aside:
            laid(each.on_baseline(low if each is name else base), Layer.LABEL)

    def _weights(self, told: _Told, weights: Tensor, base: float, room: Region) -> dict[int, Number]:
        """Return a phrase's printed weights, each below its word."""
        printed = self.numbers.printed(told.line) if told.aside else [self._sought_place(told.line)]
        found: dict[int, Number] = {}
        for place in printed:
            token = told.line.tokens[place]
            kind = HeroWeight if self._is_sought(token) else Weight
            size = self.size * (_SOUGHT if self._is_sought(token) and self.stage.is_wide else 1.0)
            found[place] = kind(weights[place], size=size, color=self._color(told.line, place), style=self.style)
        needs = [float(number.width) + _APART for number in found.values()]
        middles = spread([told.places[place] for place in printed], needs, room.left, room.right)
        for number, x in zip(found.values(), middles, strict=True):
            laid(number.set_x(x).on_baseline(base), Layer.LABEL)
        if told.aside:
            told.aside += self._pluses([*found.values()], told.aside, base)
        return found

    def _pluses(self, summands: Sequence[Number], aside: Sequence[Typeset], base: float) -> list[Label]:
        """Return the signs between weights; in a narrow frame the last one is below, before all others' name."""
        ends = [(float(left.get_right()[0]), float(right.get_left()[0]))
                for left, right in pairwise([*summands, aside[1]])]  # fmt: skip
        places = [((left + right) / 2, base) for left, right in ends]
        if not self.stage.is_wide:
            places[-1] = float(aside[0].get_left()[0]) - _PLUS, aside[0].baseline
        signs = [Label("+", size=self.style.sizes.number, color=self.style.theme.dim, style=self.style) for _ in places]
        return [laid(sign.set_x(x).on_baseline(y), Layer.LABEL) for sign, (x, y) in zip(signs, places, strict=True)]

    def _color(self, line: Line, place: int) -> str:
        """Return the colour of a word of a phrase: by its role, or the one of all others."""
        theme, numbers = self.style.theme, self.numbers
        roles = {numbers.word: theme.subject, numbers.target: theme.families[0], numbers.control: theme.families[1]}
        return roles.get(line.tokens[place], theme.axis if place else theme.key)

    def _fills(self, line: Line) -> list[str]:
        """Return the colours of all arches to a phrase's words, and of their dots."""
        return [self.style.theme.fill(self._color(line, place)) for place in range(len(line.tokens))]

    def _label(self, place: int, line: Line, size: float) -> Label:
        """Return a word of a phrase, in its colour."""
        theme, color = self.style.theme, self._color(line, place)
        return Label(
            self._name(place, line), size=size, color=theme.ink if color == theme.axis else color, style=self.style
        )

    def _words(self, line: Line, row: Region) -> list[Label]:
        """Return a phrase's words: each in the middle of a column where all have room, or close together.

        A phrase in which a word is swapped has the same columns as the one before.
        """
        partner = self.swapped.get(line, line)
        size, sizes = self.style.sizes.formula if self.stage.is_wide else self.style.sizes.number, self.style.sizes
        count = len(line.tokens)
        while True:
            labels = [self._label(place, line, size) for place in range(count)]
            others = [self._label(place, partner, size) for place in range(count)]
            widths = [max(float(each.width) for each in pair) for pair in zip(labels, others, strict=True)]
            slot, free = row.width / count, row.width - sum(widths)
            if max(widths) + _APART <= slot or free >= _APART * count or size <= sizes.least:
                break
            size -= 1.0
        gap, x = max(0.06, free / count), row.left
        for label, width in zip(labels, widths, strict=True):
            wide = width + gap
            if max(widths) + _APART <= slot:
                wide = slot
            label.set_x(x + wide / 2)
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

    def _first(self) -> str:
        """Return the first token's name, without brackets."""
        line = self.numbers.lines[0]
        return self._mark(0, line) or line.tokens[0]

    def _is_sought(self, token: str) -> bool:
        """Return whether a word is one of the two that are looked for."""
        return token in (self.numbers.target, self.numbers.control)

    def tell(self) -> None:
        """Show one head, all heads and where their weight rests, the head that seeks a word most, and another head."""
        numbers = self.numbers
        said: dict[str, Any] = {
            "word": numbers.word,
            "target": numbers.target,
            "control": numbers.control,
            "count": numbers.patterns.shape[0] * numbers.patterns.shape[1],
            "first": self._first(),
        }
        with self.beat("one", **said):
            self._show_one()
            self.rest()
        with self.beat("all", text=self._said_of_all(), **said):
            self._show_all()
            self.rest()
        with self.beat("most", **said):
            self._keep_one()
            self.rest()
        with self.beat("seek", text="seek" if self._gives_more() else "seek-fails", **said, **self._given()):
            self._enter()
            self.wait(_READ)
        if numbers.swaps:
            with self.beat("swap", text="swap" if _by_word(numbers) else "swap-fails", **said):
                self._swap()
                self.hold()
        if numbers.chosen[0] != numbers.chosen[1]:
            with self.beat("again", **said):
                self._again()
                self.rest()
            with self.beat("both", text=self._said_of_both(), **said, **self._given_in_place()):
                self._show_both()
                self.last()

    def _said_of_all(self) -> str:
        """Return the name of what is said of all heads: if most weight is on the first token, and if that is a mark."""
        if float(self.numbers.resting) <= 0.5:
            return "all-fails"
        return "all" if self._mark(0, self.numbers.lines[0]) else "all-word"

    def _said_of_both(self) -> str:
        """Return the name of what is said of both heads: if each gives its own word more in one and the same place."""
        first, second = self.numbers.lines[:2]
        in_place = _swapped(first, self.numbers.target, self.numbers.control) == second.tokens
        (most, least), (fewer, more) = ([as_printed(weight) for weight in self._in_place(which)] for which in (0, 1))
        return "both" if in_place and most > least and more > fewer else "both-fails"

    def _gives_more(self) -> bool:
        """Return whether the first head gives its word more than the other, as printed."""
        first, second = self._shares()
        return as_printed(first) > as_printed(second)

    def _given(self) -> dict[str, str]:
        """Return what the first head gives to its word and to the other, as it is said."""
        return dict(zip(("first_share", "second_share"), map(format_weight, self._shares()), strict=True))

    def _given_in_place(self) -> dict[str, str]:
        """Return what both heads give to both words in the first two phrases, as it is said."""
        names = ("first_target", "first_control"), ("other_target", "other_control")
        return {name: format_weight(weight) for which in (0, 1)
                for name, weight in zip(names[which], self._in_place(which), strict=True)}  # fmt: skip

    def _in_place(self, which: int) -> list[float]:
        """Return what one of both heads gives to the first word in the first phrase, to the other in the second."""
        numbers = self.numbers
        pairs = zip(numbers.lines[:2], (numbers.target, numbers.control), strict=True)
        return [float(numbers.of(line, which)[line.tokens.index(word)]) for line, word in pairs]

    def _shares(self) -> list[float]:
        """Return what the first head gives to its word and to the other, each in a phrase of its own."""
        numbers = self.numbers
        pairs = zip(self._compared(), (numbers.target, numbers.control), strict=True)
        return [float(numbers.of(line, 0)[line.tokens.index(word)]) for line, word in pairs]

    def _compared(self) -> tuple[Line, Line]:
        """Return the phrases that are compared: one with the word that the first head looks for, one with the other."""
        lines = self.numbers.lines
        return lines[0], lines[2 if self.numbers.swaps else 1]

    def _show_one(self) -> None:
        """Bring a phrase, and let one word of it look at all."""
        (told,) = self.told
        self.play(FadeIn(*told.words, *self.title), run_time=_COME)
        self._grow(told, seconds=_ALL)

    def _name_of_head(self, which: int) -> str:
        """Return the name of one of the two heads: its layer and its place there."""
        layer, head = self.numbers.chosen[which]
        return f"{self.says('layer')} {layer + 1}, {self.says('head')} {head + 1}"

    def _head_name(self, which: int, *, found: bool = False) -> list[VMobject]:
        """Return a head's name, over its phrases; when it is found, after the icon of what it looks for."""
        name = Label(self._name_of_head(which), size=self.style.sizes.number, style=self.style)
        row = Row([*([icon.copy() for icon in self.icons[which]] if found else []), name])
        name.on_baseline(self.room.top - _HEAD_LINE)
        for icon in row[:-1]:
            icon.set_y(name.baseline + name.cap_height / 2)
        row.align_to(point(self.room.left + _AIR, 0.0), LEFT)
        return [laid(name, Layer.LABEL), *row[:-1]]

    def _grow(self, told: _Told, but: int = -1, seconds: float = _LOOK) -> None:
        """Let all arches of a phrase grow out of the word that looks, and their numbers come.

        Args:
            told: the phrase.
            but: the place of a word to which an arch goes already.
            seconds: for all of them.
        """
        growing = [arc for place, arc in told.arcs.items() if place != but]

        def follow(share: float) -> None:
            for arc in growing:
                arc.grow(share)

        follow(0.0)
        self.add(*growing)
        late = squish_rate_func(smooth, 0.6, 1.0)
        self.play(
            Live(growing, follow),
            FadeIn(*told.numbers.values(), *told.aside, rate_func=late),
            run_time=seconds,
        )

    def _show_all(self) -> None:
        """Let every word look at the first token; let the picture go to its place, and all others rise around it."""
        numbers, (told,) = self.numbers, self.told
        self.play(FadeOut(*told.numbers.values(), *told.aside, *(told.arcs[place] for place in told.arcs if place)),
                  run_time=_LEAVE)  # fmt: skip
        large, cell = self._every_word(told)
        line = told.line
        self.header = self._header(line)
        self.names, self.dots = self._wall_names(), self.wall.dots(self._fills(line))
        self.play(
            FadeOut(*self.title, told.arcs[0], rate_func=squish_rate_func(smooth, *_TEXT_GOES)),
            *(ReplacementTransform(*pair) for pair in zip(told.words, self.header, strict=True)),
            *(ReplacementTransform(*pair) for pair in zip(large, cell, strict=True)),
            FadeIn(*self.dots.values(), rate_func=squish_rate_func(smooth, *_COMES)),
            FadeIn(*self.names, rate_func=squish_rate_func(smooth, *_NAMES_COME)),
            run_time=_INTO,
        )
        self.weave = self.wall.weave(numbers.patterns, 0, self._fills(line)[0])
        self._rise([self.weave])
        self.remove(*cell)
        self.wait(_WHICH)
        self._fill_bar()

    def _every_word(self, told: _Told) -> tuple[list[Arch], list[Arch]]:
        """Let all words of the large picture look at the first token, one after the other.

        Returns:
            Their arches, and the same in the picture's place in the wall.
        """
        numbers, (layer, head), color = self.numbers, self.numbers.chosen[0], self._fills(told.line)[0]
        feet = told.strands[0].low
        tall = self.room.top - _OVER - feet
        large, cell = list[Arch](), list[Arch]()
        for looks, row in enumerate(numbers.patterns[layer, head].tolist()):
            if row[0] >= FAINTEST:
                strand = strands(row, looks, told.places, feet, tall, self.whole)[0]
                large.append(laid(Arch(strand, _LEAST_WIDTH, color), Layer.BAND))
                cell.append(laid(Arch(self.wall.strands(layer, head, row, looks)[0], LEAST, color), Layer.BAND))
        begins = _TURNS * np.arange(len(large)) / max(1, len(large))

        def follow(time: float) -> None:
            for arc, begin in zip(large, begins, strict=True):
                arc.grow(float(smooth(min(1.0, max(0.0, (time - begin) / (1 - _TURNS))))))

        follow(0.0)
        self.add(*large)
        self.play(Live(large, follow, rate_func=linear), run_time=_EVERY)
        self.wait(_WHICH)
        return large, cell

    def _fill_bar(self) -> None:
        """Let each head's arches sink into a bar, which pours into one of all looking; let them rise again."""
        first, (number, said) = self.header[0], self.heroes[0]
        self.bar = self._bar(first, said)
        track, filled, *ends = self.bar
        late = squish_rate_func(smooth, 0.5, 1.0)
        self.play(
            FadeOut(*self.header[1:], rate_func=squish_rate_func(smooth, 0.0, 0.5)),
            FadeIn(track, *ends, said, rate_func=late),
            run_time=_TRACK,
        )
        shares = self.numbers.patterns[..., 0].mean(dim=-1)
        pour = Pour(self.wall, shares, self._box(track), self.style.theme.fill(self.style.theme.key))
        pour.grow(0.0)
        self.add(pour)
        self.play(Live([pour], pour.grow), self._sinking(), run_time=_SHARE)
        self.wait(_WHICH)
        self.play(Live([pour], pour.fall, rate_func=linear), run_time=_POUR)
        self.remove(pour)
        self.add(filled)
        self.play(FadeIn(number), self._sinking(rate_func=lambda time: 1 - smooth(time)), run_time=_SHARE)

    def _sinking(self, **options: Any) -> Live:
        """Return how all arches to the first token sink in the wall; options are those of ``Live``."""
        weave, count = self.weave, self.wall.layers * self.wall.heads
        return Live([weave], lambda share: weave.rise(np.full(count, 1 - share)), **options)

    def _box(self, track: VMobject) -> Region:
        """Return a bar's room."""
        (left, low, _), (right, top, _) = track.get_corner(DL), track.get_corner(UR)
        return Region(float(left), float(right), float(low), float(top))

    def _bar(self, first: Label, said: Label) -> list[VMobject]:
        """Return a bar of 0 to 1 beside the first token's name: its track, what fills it, and both ends' numbers."""
        numbers, theme = self.numbers, self.style.theme
        ends = [Tick(value, 1.0, size=self.style.sizes.number, color=theme.dim, style=self.style)
                for value in (0.0, 1.0)]  # fmt: skip
        right = float(said.get_left()[0]) - _HERO_GAP if self.stage.is_wide else self.room.right
        xs = float(first.get_right()[0]) + _HERO_GAP, right - float(ends[1].width)
        for tick, left in zip(ends, xs, strict=True):
            laid(tick.on_baseline(first.baseline).set_x(left + float(tick.width) / 2), Layer.LABEL)
        left, right = float(ends[0].get_right()[0]) + _SIGN_GAP, float(ends[1].get_left()[0]) - _SIGN_GAP
        y = first.baseline + ends[0].cap_height / 2
        track = Rectangle(width=right - left, height=_BAR, stroke_width=0).set_fill(theme.axis, 0.35)
        laid(track.move_to(point((left + right) / 2, y)), Layer.SHADOW)
        width = float(numbers.resting) * (right - left)
        return [track, self._stripe(track, width, theme.fill(theme.key)), *ends]

    def _stripe(self, track: VMobject, width: float, color: str) -> Rectangle:
        """Return what fills a track from its left end on."""
        stripe = Rectangle(width=width, height=_BAR, stroke_width=0).set_fill(color, 1.0)
        return laid(stripe.align_to(track, LEFT).set_y(float(track.get_y())), Layer.BAND)

    def _sought(self, which: int, rows: Tensor, line: Line) -> tuple[Weave, Weave]:
        """Return the arches to a word that is looked for in all heads but the chosen one, and the one in that.

        Args:
            which: of the two heads is chosen.
            rows: the word's weights, (L, h, T).
            line: their phrase.
        """
        wall, place, arches = self.wall, line.tokens.index(self.numbers.sought(which)), []
        for cell, (layer, head) in enumerate(np.ndindex(wall.layers, wall.heads)):
            arches.append((cell, wall.near(layer, head, float(rows[layer, head, place]), line.looks, place)))
        layer, head = self.numbers.chosen[which]
        chosen = arches.pop(layer * wall.heads + head)
        color = self.style.theme.fill(self.style.theme.families[which])
        return Weave(arches, color), Weave([chosen], color)

    def _rise(self, weaves: Sequence[Weave], first: float = 0.0) -> None:
        """Let arches rise in a wave from the chosen head's picture on.

        Args:
            weaves: the arches.
            first: how far those in that picture have risen already, 0 to 1.
        """
        layers, heads = self.numbers.patterns.shape[:2]
        middles = np.array([self.wall.cell(*place).centre[:2] for place in np.ndindex(layers, heads)])
        layer, head = self.numbers.chosen[0]
        far = np.hypot(*(middles - middles[layer * heads + head]).T)
        begins = 0.6 * far / max(far.max(), 1e-9) - 0.4 * first * (far == 0)

        def follow(time: float) -> None:
            shares = np.array([float(smooth(min(1.0, max(0.0, (time - begin) / 0.4)))) for begin in begins])
            for weave in weaves:
                weave.rise(shares)

        follow(0.0)
        self.add(*weaves)
        self.play(Live(list(weaves), follow, rate_func=linear), run_time=_RISE)

    def _header(self, line: Line) -> list[Label]:
        """Return a phrase below all heads' pictures, in their colours; in a wide frame a number has room beside it."""
        size, room = self.style.sizes.head, self.room.width
        if self.stage.is_wide:
            room -= max(float(number.width + said.width) for number, said in self.heroes) + 2 * _HERO_GAP
        while True:
            labels = [self._label(place, line, size) for place in range(len(line.tokens))]
            row = Row(labels, _SPACE * size)
            if float(row.width) <= room or size <= self.style.sizes.least:
                break
            size -= 1.0
        if float(row.width) > room:
            row.scale(room / float(row.width))
        row.on_baseline(self.room.bottom + _PHRASE_BASE).starting_at(self.room.left)
        return [laid(label, Layer.LABEL) for label in labels]

    def _hero(self, value: Tensor, color: str, said: str) -> tuple[HeroNumber, Label]:
        """Return the one number of all heads, at the phrase's right or in a narrow frame above all, and what it is."""
        base = self.room.bottom + _PHRASE_BASE if self.stage.is_wide else self.room.top - _HERO_LINE + _PHRASE_BASE
        number = HeroNumber(value, color=color, style=self.style).on_baseline(base)
        number.set_x(self.room.right - float(number.width) / 2)
        label = Label(said, size=self.style.sizes.number, color=color, style=self.style).on_baseline(base)
        label.set_x(float(number.get_left()[0]) - _HERO_GAP - float(label.width) / 2)
        return laid(number, Layer.LABEL), laid(label, Layer.LABEL)

    def _heroes(self) -> list[tuple[HeroNumber, Label]]:
        """Return the numbers of all heads: their mean on the first token, and the largest weight on both words."""
        numbers, theme = self.numbers, self.style.theme
        rows = (numbers.patterns[:, :, numbers.lines[0].looks], numbers.rows)
        found = [self._hero(numbers.resting, theme.key, self.says("resting", first=self._first()))]
        for which, (line, each) in enumerate(zip(numbers.lines[:2], rows, strict=True)):
            weight = each[*numbers.chosen[which], line.tokens.index(numbers.sought(which))]
            found.append(self._hero(weight, theme.families[which], self._name_of_head(which)))
        return found

    def _wall_names(self) -> list[Label]:
        """Return the names of all rows at their left, and of their columns, numbers only, above them."""
        wall, (wide, high) = self.wall, self.wall.pitches
        kinds = ("head", "layer") if wall.upright else ("layer", "head")
        across, down = (wall.layers, wall.heads) if wall.upright else (wall.heads, wall.layers)
        left, base = wall.room.left - _NAME_GAP, wall.room.top + _NAME_OVER
        rows, names = [], []
        for place in range(0, down, max(1, round(_NAME_ROOM / high))):
            row = self._sign(f"{self.says(kinds[0])} {place + 1}")
            rows.append(row.set_y(wall.room.top - (place + 0.6) * high))
        rows.append(self._sign(self.says(kinds[1])).on_baseline(base))
        for place in range(0, across, max(1, round(_NAME_ROOM / wide))):
            names.append(self._sign(str(place + 1)).set_x(wall.room.left + (place + 0.5) * wide).on_baseline(base))
        return [*(row.set_x(left - float(row.width) / 2) for row in rows), *names]

    def _sign(self, text: str) -> Label:
        """Return a name of a row or a column of the wall."""
        sizes, theme = self.style.sizes, self.style.theme
        size = sizes.tick if self.stage.is_wide else sizes.least
        return laid(Label(text, size=size, color=theme.dim, style=self.style), Layer.LABEL)

    def _keep_one(self) -> None:
        """Let all arches sink, and only those to the word that is looked for rise; mark the widest of them."""
        numbers, line = self.numbers, self.numbers.lines[0]
        dots = self.wall.two_dots(line.looks, line.tokens.index(numbers.target), self._fills(line))
        self.play(
            self._sinking(rate_func=squish_rate_func(smooth, 0.0, 0.6)),
            FadeOut(*self.heroes[0], *self.bar, rate_func=squish_rate_func(smooth, 0, 0.4)),
            FadeIn(*self.header[1:], rate_func=squish_rate_func(smooth, 0.4, 1.0)),
            *(ReplacementTransform(self.dots[color], dot) for color, dot in dots.items()),
            FadeOut(*(dot for color, dot in self.dots.items() if color not in dots)),
            run_time=_NEARER,
        )
        self.remove(self.weave)
        self.dots = dots
        self.others, self.found = self._sought(0, numbers.patterns[:, :, line.looks], line)
        self._rise([self.others, self.found])
        self.wait(_WHICH)
        self._mark_found(0)

    def _mark_found(self, which: int) -> None:
        """Mark the widest arch of the wall, of one of the two heads; all others lose their colour."""
        self.ring = self._ring(which)
        self.play(
            ApplyMethod(self.others.set_fill, self.style.theme.axis),
            FadeIn(self.ring, *self.icons[which], scale=1.3),
            FadeIn(*self.heroes[1 + which], *self._next(which)),
            run_time=self.style.times.move,
        )

    def _next(self, which: int) -> list[Number]:
        """Return what the next heads give one of both words, each inside its arch, where it has room."""
        numbers, sizes, self.nexts = self.numbers, self.style.sizes, list[Number]()
        for (layer, head), weight in zip(numbers.behind[which], numbers.seconds[which], strict=True):
            arch, cell = self.wall.near(layer, head, float(weight), 1, 0), self.wall.cell(layer, head)
            for size in (sizes.tick, sizes.least):
                number = Weight(weight, size=size, style=self.style).on_baseline(arch.low)
                if float(number.width) + _AIR < abs(arch.end - arch.start) - max(LEAST, arch.width):
                    self.nexts.append(laid(number.set_x(float(cell.centre[0])), Layer.LABEL))
                    break
        return self.nexts

    def _ring(self, which: int) -> RoundedRectangle:
        """Return a ring around one of the two heads' pictures."""
        cell = self.wall.cell(*self.numbers.chosen[which])
        ring = RoundedRectangle(corner_radius=0.1, width=cell.width - 0.04, height=cell.height - 0.04, stroke_width=4)
        return laid(
            ring.set_stroke(self.style.theme.fill(self.style.theme.families[which])).move_to(cell.centre), Layer.LABEL
        )

    def _bands(self) -> list[Region]:
        """Return the rooms of two phrases, below the head's name."""
        return list(self.room.inset(top=0.15 if self.stage.is_wide else 0.6).rows(1.0, 1.0, gap=0.1))

    def _enter(self) -> None:
        """Let the first head's arch grow out of the wall; bring a second phrase, which has the other word."""
        self.told = self._tell_both(self._compared())
        first, other = self.told
        self.title = self._head_name(0, found=True)
        place = first.line.tokens.index(self.numbers.target)
        mini = self._near(first.line, place, 0)
        self._leave_wall(0, mini, FadeIn(*self.title, *other.words, rate_func=squish_rate_func(smooth, *_NAMES_COME)),
                         *(ReplacementTransform(*pair) for pair in zip(self.header, first.words, strict=True)),
                         ReplacementTransform(mini, first.arcs[place]))  # fmt: skip
        self._grow(first, but=place)
        self._grow(other)

    def _tell_both(self, lines: Sequence[Line]) -> list[_Told]:
        """Return two phrases, one below the other, with only the weight on the word that is looked for below each."""
        return [self._tell_in(*each, whole=False) for each in zip(lines, self._bands(), strict=True)]

    def _leave_wall(self, which: int, mini: Arch, *coming: Animation, marks: Sequence[VMobject] = ()) -> None:
        """Let the wall go but for the arch of one of the two heads, which goes on.

        Args:
            which: of the two heads.
            mini: its arch in the wall.
            coming: what happens at the same time.
            marks: what else goes.
        """
        self.remove(self.found)
        self.add(mini)
        text = [*self.names, *self.heroes[1 + which], *self.nexts, *marks]
        self.play(
            FadeOut(*text, rate_func=squish_rate_func(smooth, *_TEXT_GOES)),
            FadeOut(self.others, *self.dots.values(), self.ring, *self.icons[which],
                    rate_func=squish_rate_func(smooth, *_ARCS_GO)),
            *coming,
            run_time=_OUT,
        )  # fmt: skip

    def _near(self, line: Line, place: int, which: int) -> Arch:
        """Return a head's arch to a word in the wall, whose pictures show only the two words."""
        weight = float(self.numbers.of(line, which)[place])
        strand = self.wall.near(*self.numbers.chosen[which], weight, line.looks, place)
        return laid(Arch(strand, LEAST, self._fills(line)[place]), Layer.BAND)

    def _swap(self) -> None:
        """Swap the two words between the phrases, while all arches bend to what the same head then gives."""
        lines, old = self.numbers.lines, self.told
        self.told = self._tell_both((lines[1], lines[3]))
        ghosts = self._ghosts(old)
        weights, arrows = zip(*map(self._kept, old, self.told), strict=True)
        firsts = [number for each in old for number in each.numbers.values()]
        self.play(*(ReplacementTransform(*pair) for pair in zip(firsts, weights, strict=True)), run_time=_KEEP)
        outlines = [FadeIn(each, rate_func=squish_rate_func(smooth, *_GHOST_COMES)) for each in ghosts]
        self.play(*self._cross(old), *map(self._bend, old, self.told), *outlines, run_time=_CROSS)
        self.remove(*(mark for each in old for mark in (*each.words, *each.arcs.values())))
        self.add(*(mark for each in self.told for mark in (*each.words, *each.arcs.values())))
        self.play(FadeIn(*arrows, *(number for each in self.told for number in each.numbers.values())), run_time=_COME)
        self.before = [*ghosts, *weights, *arrows]

    def _kept(self, old: _Told, new: _Told) -> tuple[HeroWeight, Label]:
        """Return the weight that was in a phrase's place before, small beside the one that comes, and an arrow."""
        ((place, was),), (now,) = old.numbers.items(), new.numbers.values()
        sizes, base = self.style.sizes, now.baseline
        size = max(sizes.least, min(sizes.number, _WAS * now.size))
        weight = HeroWeight(was.value, size=size, color=self._color(old.line, place), style=self.style)
        arrow = Label("→", size=size, color=self.style.theme.dim, style=self.style)
        row = Row([weight, arrow, now.copy()], _SIGN_GAP).on_baseline(base)
        row.align_to(now, RIGHT)
        if float(row.get_left()[0]) < self.room.left:
            row.align_to(point(self.room.left, 0.0), LEFT)
            now.align_to(row, RIGHT)
        return laid(weight, Layer.LABEL), laid(arrow, Layer.LABEL)

    def _ghosts(self, old: Sequence[_Told]) -> list[VMobject]:
        """Return outlines, as wide as arches to words that are looked for were, around much narrower ones."""
        found: list[VMobject] = []
        for each, new in zip(old, self.told, strict=True):
            place = self._sought_place(each.line)
            before, after = each.strands[place], new.strands[self._sought_place(new.line)]
            if before.width - after.width > _GHOST_ROOM:
                before = after._replace(width=before.width, up=after.up + (before.width - after.width) / 2)
                found.append(laid(ghost(before, self._fills(each.line)[place], _GHOST), Layer.SHADOW))
        return found

    def _bend(self, old: _Told, new: _Told) -> Live:
        """Return how all arches of a phrase take the measures of those that come, and by way of grey their colours."""
        arcs = [(arc, arc.strand, new.arcs[place]) for place, arc in old.arcs.items()]
        sought = old.arcs[self._sought_place(old.line)]
        first, last = sought.get_fill_color(), new.arcs[self._sought_place(new.line)].get_fill_color()
        grey = ManimColor(self.style.theme.axis)

        def follow(share: float) -> None:
            for arc, strand, to in arcs:
                arc.bend(strand.towards(to.strand, share))
            sought.set_fill(interpolate_color(grey, first if share < 0.5 else last, abs(2 * share - 1)))

        return Live([*old.arcs.values()], follow)

    def _sought_place(self, line: Line) -> int:
        """Return the place of a phrase's word that is looked for."""
        return next(place for place, token in enumerate(line.tokens) if self._is_sought(token))

    def _cross(self, old: Sequence[_Told]) -> list[Live]:
        """Return how the two words that are looked for go to where they stand next, past each other."""
        ways = []
        for each, to in zip(old, reversed(self.told), strict=True):
            ways.append((each.words[self._sought_place(each.line)], to.words[self._sought_place(to.line)]))
        return [_way(*pair, lane) for pair, lane in zip(ways, _lanes(ways, self.room), strict=True)]

    def _again(self) -> None:
        """Go back to the wall: the arches to the other word, and the head that gives it most."""
        numbers, line = self.numbers, self.numbers.lines[1]
        told = next(each for each in self.told if each.line == line)
        rest = [each for each in self.told if each is not told]
        place = line.tokens.index(numbers.control)
        self.header = self._header(line)
        self.dots = self.wall.two_dots(line.looks, place, self._fills(line))
        self.others, self.found = self._sought(1, numbers.rows, line)
        mini = self._near(line, place, 0)
        text: list[VMobject] = [*self.title, *self.before]
        text += [mark for each in self.told for mark in (*each.numbers.values(), *each.aside)]
        text += [mark for each in rest for mark in each.words]
        arcs = [arc for at, arc in told.arcs.items() if at != place]
        arcs += [arc for each in rest for arc in each.arcs.values()]
        self.play(
            FadeOut(*text, rate_func=squish_rate_func(smooth, *_TEXT_GOES)),
            FadeOut(*arcs, rate_func=squish_rate_func(smooth, *_ARCS_GO)),
            *(ReplacementTransform(*pair) for pair in zip(told.words, self.header, strict=True)),
            ReplacementTransform(told.arcs[place], mini),
            FadeIn(*self.dots.values(), rate_func=squish_rate_func(smooth, *_LANDED)),  # words pass where they stand
            FadeIn(*self.names, rate_func=squish_rate_func(smooth, *_NAMES_COME)),
            run_time=_INTO,
        )
        self.remove(mini)
        self._rise([self.others, self.found], first=1.0)
        self.wait(_WHICH)
        self._mark_found(1)

    def _show_both(self) -> None:
        """Bring both heads together: above two phrases the first one's arches, below them the other one's."""
        numbers, (first, second) = self.numbers, self._pair()
        place = second.line.tokens.index(numbers.control)
        mini = self._near(second.line, place, 1)
        header = [label for at, label in enumerate(self.header) if not self._mark(at, second.line)]
        self._leave_wall(
            1,
            mini,
            *(ReplacementTransform(*pair) for pair in zip(header, second.words, strict=True)),
            _turn(mini, second.arcs[1]),
            FadeIn(second.numbers[1], *second.names[1], *first.names[1],
                   rate_func=squish_rate_func(smooth, *_NAMES_COME)),
            FadeIn(*first.words, *first.names[0], *second.names[0], rate_func=squish_rate_func(smooth, *_LANDED)),
            marks=[label for label in self.header if label not in header],
        )  # fmt: skip
        self.remove(mini)
        self.add(second.arcs[1])
        self._hang((first, 1))
        self._hang((first, 0), (second, 0))

    def _hang(self, *each: tuple[_Pair, int]) -> None:
        """Let arches of one of both heads grow out of the word that looks, and their numbers come."""
        arcs, numbers = [pair.arcs[which] for pair, which in each], [pair.numbers[which] for pair, which in each]

        def follow(share: float) -> None:
            for arc in arcs:
                arc.grow(share)

        follow(0.0)
        self.add(*arcs)
        late = squish_rate_func(smooth, 0.6, 1.0)
        self.play(Live(arcs, follow), FadeIn(*numbers, rate_func=late), run_time=_ONE)

    def _pair(self) -> list[_Pair]:
        """Return the first two phrases with both heads' arches: side by side, or in a narrow frame in two rows."""
        widest = max(float(self._short_name(which).width) for which in (0, 1)) + 2 * _NAME_GAP
        pairs = self._paired_in(self._halves(0.0))
        # Names stand over the first words, where the arches begin farther on; else they have a column of their own.
        if min(float(arc.get_left()[0]) for pair in self._titled(pairs) for arc in pair.arcs) < self.room.left + widest:
            pairs = self._paired_in(self._halves(widest))
        for pair in self._titled(pairs):
            for which, number in enumerate(pair.numbers):
                name = self._short_name(which).set_y(float(number.get_y()))
                pair.names[which].append(name.set_x(self.room.left + _AIR + float(name.width) / 2))
        return pairs

    def _titled(self, pairs: Sequence[_Pair]) -> Sequence[_Pair]:
        """Return the phrases beside which both heads' names stand: all, or the first where they are side by side."""
        return pairs[:1] if self.stage.is_wide else pairs

    def _halves(self, names: float) -> list[Region]:
        """Return the rooms of two phrases, side by side or in two rows.

        Args:
            names: scene units kept free for names.
        """
        if self.stage.is_wide:
            return list(self.room.inset(left=names).columns(1.0, 1.0, gap=_ASIDE_GAP))
        return [each.inset(left=names) for each in self.room.rows(1.0, 1.0, gap=_BETWEEN)]

    def _paired_in(self, rooms: Sequence[Region]) -> list[_Pair]:
        """Return the first two phrases in two rooms, all in one size."""
        lines = self.numbers.lines[:2]
        size = min(self._fitting(line, room.width) for line, room in zip(lines, rooms, strict=True))
        return [self._paired(*each, size) for each in zip(lines, rooms, strict=True)]

    def _fitting(self, line: Line, room: float) -> float:
        """Return the size in which a phrase's words without its marks fit in a room's width."""
        size = self.style.sizes.formula
        return size * min(1.0, room / float(Row(self._plain(line, size).values(), _SPACE * size).width))

    def _plain(self, line: Line, size: float) -> dict[int, Label]:
        """Return a phrase's words without its marks, by place."""
        return {
            place: self._label(place, line, size) for place in range(len(line.tokens)) if not self._mark(place, line)
        }

    def _paired(self, line: Line, room: Region, size: float) -> _Pair:
        """Return a phrase in the middle of a room, an arch above it and one below it, each with its number.

        Args:
            line: the phrase.
            room: of both arches and the phrase.
            size: manim font units.
        """
        numbers, words, cap = self.numbers, self._plain(line, size), _CAPITAL * size
        middle = float(room.centre[1])
        Row(words.values(), _SPACE * size).set_x(float(room.centre[0])).on_baseline(middle - cap / 2)
        sought = self._sought_place(line)
        start, end = (float(words[place].get_x()) for place in (line.looks, sought))
        low = cap / 2 + _WORD_ROOM / 2 + 0.05
        up = room.height / 2 - low - _OVER
        whole = min(_WIDEST, _OF_HEIGHT * up, _OF_SPAN * abs(end - start))
        arcs, weights = [], []
        for which in (0, 1):
            weight, way = numbers.of(line, which)[sought], -1.0 if which else 1.0
            strand = Strand(start, end, middle + way * low, up, whole * float(weight))
            arcs.append(laid(Arch(strand, _LEAST_WIDTH, self._fills(line)[sought], hanging=bool(which)), Layer.BAND))
            number = HeroWeight(weight, size=self.style.sizes.hero, color=self._color(line, sought), style=self.style)
            number.move_to(point((start + end) / 2, middle + way * (low + _IN_ARCH * up)))
            weights.append(laid(number, Layer.LABEL))
        return _Pair(line, [laid(word, Layer.LABEL) for word in words.values()], arcs, weights)

    def _short_name(self, which: int) -> VGroup:
        """Return the icon of what one of the two heads looks for, if it has one, and its name in two lines."""
        layer, head = self.numbers.chosen[which]
        texts = f"{self.says('layer')} {layer + 1}", f"{self.says('head')} {head + 1}"
        lines = VGroup(*(Label(text, size=self.style.sizes.number, style=self.style) for text in texts))
        lines.arrange(DOWN, buff=_SIGN_GAP, aligned_edge=LEFT)
        word, name = self.numbers.sought(which), VGroup(laid(lines, Layer.LABEL))
        if has_icon(word, self.style):
            icon = ShadedIcon(word, self.style.theme.families[which], height=_NAME_ICON, style=self.style)
            name.add_to_back(laid(icon, Layer.ICON))
        return name.arrange(RIGHT, buff=_SIGN_GAP)


@dataclass
class _Pair:
    """A phrase between an arch of the first head, above it, and one of the other head, below it.

    Attributes:
        line: the phrase.
        words: its words, without its marks.
        arcs: both arches.
        numbers: their weights.
        names: what says at the left which head is which.
    """

    line: Line
    words: list[Label]
    arcs: list[Arch]
    numbers: list[HeroWeight]
    names: tuple[list[VMobject], list[VMobject]] = field(default_factory=lambda: ([], []))


@dataclass
class _Told:
    """A phrase on the stage.

    Attributes:
        line: the phrase.
        words: its words.
        places: their middles.
        aside: all others' name, their weight, and what all weights are together.
        strands: the measures of all arches.
        arcs: they, by the place of the word that is looked at.
        numbers: weights that are printed, by place.
    """

    line: Line
    words: list[Label]
    places: list[float]
    aside: list[Typeset]
    strands: list[Strand] = field(default_factory=list)
    arcs: dict[int, Arch] = field(default_factory=dict)
    numbers: dict[int, Number] = field(default_factory=dict)


def _turn(arc: Arch, to: Arch) -> Live:
    """Return the way of a standing arch to where it hangs, both as high on the left as on the right: half a turn."""
    start, end = arc.get_center(), to.get_center()
    before, after = arc.points - start, (to.points - end) * [1.0, -1.0, 1.0]

    def follow(share: float) -> None:
        x, y, z = (before + share * (after - before)).T
        cos, sin = np.cos(np.pi * share), -np.sin(np.pi * share)
        arc.set_points(start + share * (end - start) + np.stack([cos * x - sin * y, sin * x + cos * y, z], 1))

    return Live([arc], follow)


def _inwards(arches: Sequence[Strand]) -> list[int]:
    """Return the places of arches, the longest first."""
    return sorted(range(len(arches)), key=lambda place: -abs(arches[place].end - arches[place].start))


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
