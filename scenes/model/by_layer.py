"""One word of two phrases, carried from layer to layer of a real model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import (
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity, semantic_axes
from scenes.claims import Claim, Measurement, less
from scenes.errors import UserError, shown, suggestion
from scenes.model.cord import Cord
from scenes.model.fan import Fan, directions
from scenes.model.way import Way
from scenes.motion.become import Count
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parts.geometry import Point, point
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow, Token
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import PhraseAbout
from scenes.shared.recorded import OfRecording
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_TO_START, _RIPPLE = 1.4, 1.0
"""Seconds of the words' way out of their phrases, and in which all rings open."""

_REACH, _READ, _FIRST = 1.3, 0.5, 2.0
"""Seconds in which a phrase's cords reach out, in which all are looked at, and of the first layer's move, in which the
word takes them in."""

_SWEPT, _MOST_SWEPT, _LATER, _LOOK, _LAST = 0.75, 2.4, 1.45, 0.3, 1.2
"""Seconds of each layer that is swept through, and of all of them at the most; of each layer that is shown by itself;
in which the whole ladder is looked at; in which the last angle grows."""

_ALONE = 2
"""Rings at the end that the words come to one by one, so that a step back is seen."""

_MOST_RINGS = 6
"""Rings that are drawn, at the most."""

_SEEDS = 3
"""Seeds of an axis that are named."""

_HERO, _RIM = 0.56, 0.36
"""Scene units: the moving icons' height; from an icon's middle to what ends at it."""

_UNDER_PHRASES, _ABOVE_FOOT, _BESIDE, _NARROW_BESIDE = 0.46, 0.1, 2.0, 0.3
"""Scene units free around the fan: below the phrases, above the foot, and at both sides for the axes' names."""

_UNDERLINE, _LINE, _BEAT, _BELOW = 0.21, 5.0, 4.0, 0.3
"""Scene units from a phrase's baseline to the line under it, to which its cords are tied; stroke units of that line,
and by which it swells as a layer is at work; scene units to what comes out of the phrase."""

_ARROW, _SIGHT, _START = 0.045, 1.8, 0.13
"""Scene units of the arrows' width; stroke units of the line from an arrow's tip on to its word; scene units: the
radius of the dot where the ways start."""

_DRAWN, _OTHERS = 0.045, 0.72
"""The weight that a cord has in some layer at the least; the share of a cord's colour in those that are not named."""

_UNDER_LINE, _ROOT = 0.24, 0.44
"""Scene units from a phrase's line to the middle of a weight under it, and to where that weight's cord starts."""

_LAG, _LAGS = 0.15, 0.4
"""The share of a phrase's time after which its next cord starts, and after which all have started at the latest."""

_WEDGE = 0.27
"""The opacity of the wedge between both directions: enough to be seen as a surface."""

_COMES, _SEEN = 0.4, 0.25
"""The way before a ring from which its number starts to come, and the way in which it does, as shares of the way from
ring to ring."""

_LIT_RUNG, _RUNG, _QUIET, _BEHIND = 5.0, 2.5, 0.45, 0.62
"""Stroke units of the arc between the two on the ring at work, and on rings behind; the share of ink in the colour of
a ring's number before and after it is at work, and of arcs and angles behind, which lie on the wedge."""

_STUB = 1.0
"""Scene units of an arc, icon included, beside an angle at the least: a shorter one would look like a sign."""

_SEED_PITCH, _BEFORE = 0.42, 0.25
"""Scene units from one seed to the next, and between an angle and what it is."""

_ROW, _AIR, _UNDER_ORIGIN, _GROWN = 0.53, 0.14, 0.5, 1.3
"""Scene units from one row of a corner to the next, free around rows and angles, and above those below the origin; how
much larger both icons are at the end."""

_ROUNDING = 1e-5
"""The most by which the cosine of two equal directions falls short of 1."""

_OPENED = 5.0
"""Degrees by which the first layer is said to part the two."""

_PARTED = 0.3
"""The distance of two places at which meanings count as parted: the means of the seeds lie 1 from the origin."""


class OfTwoPhrases(OfRecording):
    """The parameters: a recording of two phrases with axes, and a word of both."""

    word: str = Field("", description="The word to follow; the longest one that both phrases have when empty.")

    def followed(self, phrases: Sequence[Sequence[str]]) -> str:
        """Return the token to follow.

        Raises:
            UserError: when it is not in both phrases.
        """
        shared = [token for token in phrases[0] if token in phrases[1] and token[:1].isalpha()]
        if not shared:
            raise UserError("the recording's two phrases share no word; record two that do")
        wanted = self.word.lower()
        if wanted and wanted not in shared:
            raise UserError(
                f"word must be one of both phrases ({', '.join(shared)}); got {shown(self.word)}"
                f"{suggestion(wanted, shared)}"
            )
        return wanted or max(reversed(shared), key=len)


@dataclass(frozen=True)
class ByLayer:
    """A word's places in two phrases, layer by layer."""

    word: str
    axes: tuple[str, ...]
    phrases: tuple[str, ...]
    stations: tuple[str, ...]
    steps: tuple[str, ...]
    model: str
    seeds: tuple[str, ...]
    width: int
    first: Tensor = quantity("The word's place in the first phrase, before the first layer and after each.",
                             rows="stations", columns="axes")  # fmt: skip
    second: Tensor = quantity("The same in the second phrase.", rows="stations", columns="axes")
    cosines: Tensor = quantity("The cosine of the word's two vectors, in all their numbers.", rows="stations")
    angles: Tensor = quantity("The angle between the word's two places, seen from the plane's origin, in degrees.",
                              rows="stations")  # fmt: skip
    turned: Tensor = quantity("The angle between the word's two vectors, in all their numbers, in degrees.",
                              rows="stations")  # fmt: skip
    pulls_first: Tensor = quantity(
        "The word's weights on each word of the first phrase, in each layer: the mean of its heads.", rows="steps"
    )
    pulls_second: Tensor = quantity("The same in the second phrase.", rows="steps")

    @property
    def layers(self) -> int:
        """The number of layers."""
        return len(self.stations) - 1


def by_layer(parameters: OfTwoPhrases) -> ByLayer:
    """Place a recording's word on the axes of its seeds, which every layer has its own of.

    Raises:
        UserError: when the recording has not two phrases, or no axes, or its seeds tell no axes apart.
    """
    recording = parameters.read()
    about = recording.about
    if len(about.phrases) != 2 or not about.seeds:
        raise UserError(
            f"this figure needs a recording of two phrases with axes, as record-model --axes writes it; "
            f"{shown(recording.source)} has {len(about.phrases)} and {'axes' if about.seeds else 'no axes'}"
        )
    word = parameters.followed([phrase.tokens for phrase in about.phrases])
    one, other, neutral = recording.tensor("axes")  # each (L + 1, d)
    rows = [
        recording.tensor(f"{place}.inputs")[:, len(phrase.tokens) - 1 - phrase.tokens[::-1].index(word)]
        for place, phrase in enumerate(about.phrases)
    ]  # each (L + 1, d)
    try:
        axes = [semantic_axes(list(groups), origin) for groups, origin in zip(
            zip(one[:, None], other[:, None], strict=True), neutral, strict=True)]  # fmt: skip
        first, second = (torch.stack([a.places(x) for a, x in zip(axes, each, strict=True)]) for each in rows)
        cosines, on_plane = cosine_similarity(*rows), cosine_similarity(first, second)
    except ValueError as error:
        raise UserError(f"recording {shown(recording.source)}: {error}") from None
    steps = tuple(f"layer {number}" for number in range(1, about.layers + 1))
    pulls_first, pulls_second = (
        torch.stack([_pulls(layer, phrase, word) for layer in recording.tensor(f"{place}.weights")])
        for place, phrase in enumerate(about.phrases)
    )
    return ByLayer(
        word,
        tuple(about.seeds),
        tuple(phrase.text for phrase in about.phrases),
        ("words", *steps),
        steps,
        about.model,
        tuple(", ".join(words) for words in about.seeds.values()),
        rows[0].shape[-1],
        first,
        second,
        cosines,
        _degrees(on_plane),
        _degrees(cosines),
        pulls_first,
        pulls_second,
    )


def _degrees(cosines: Tensor) -> Tensor:
    """Return angles in degrees; cosines that differ from 1 by rounding alone are of the angle 0."""
    return torch.where(cosines > 1 - _ROUNDING, 0.0, torch.rad2deg(torch.acos(cosines.clamp(-1.0, 1.0))))


def _pulls(weights: Tensor, phrase: PhraseAbout, word: str) -> Tensor:
    """Return the mean weight, (words,), of the word on each word of its phrase: 0 where tokens do not spell words.

    Args:
        weights: of one layer, (h, T, T).
        phrase: its text and tokens.
        word: the token that looks.
    """
    last = len(phrase.tokens) - 1 - phrase.tokens[::-1].index(word)
    row, words = weights[:, last].mean(dim=0), phrase.text.split()
    pulls, place = torch.zeros(len(words), dtype=row.dtype), 0
    for index, text in enumerate(words):
        while place < len(phrase.tokens) and not text.lower().startswith(_spelt(phrase.tokens[place])):
            place += 1
        rest = text.lower()
        while place < len(phrase.tokens) and (piece := _spelt(phrase.tokens[place])) and rest.startswith(piece):
            pulls[index] += row[place]
            rest, place = rest[len(piece) :], place + 1
    return pulls


def _spelt(token: str) -> str:
    """Return a token's letters, without the signs for a word's start or for its going on."""
    return token.removeprefix("##").lstrip(" Ġ▁").lower()


def _starts_together(numbers: ByLayer, world: World) -> Measurement:
    apart = float(torch.linalg.vector_norm(numbers.first[0] - numbers.second[0]))
    return Measurement(apart < 0.05, f"{apart:.2f} apart")


def _parts(numbers: ByLayer, world: World) -> Measurement:
    gap = numbers.first[-1] - numbers.second[-1]
    apart = float(torch.linalg.vector_norm(gap))
    return Measurement(
        bool(gap[0] > 0 > gap[1]) and apart >= _PARTED,
        f"{apart:.2f} apart: {format_vector(numbers.first[-1])} and {format_vector(numbers.second[-1])}",
    )


def _wavers(numbers: ByLayer) -> bool:
    """Return whether further layers part the two more, and others bring them back, but less."""
    steps = numbers.angles[2:] - numbers.angles[1:-1]
    return bool(len(steps) and steps.min() < 0 and steps.max() > -steps.min())


def _differs(numbers: ByLayer, world: World) -> Measurement:
    return less(float(numbers.cosines[-1]), float(numbers.cosines[0]))


class AppleByLayer(PlaneFigure):
    """model-apple-by-layer: a real model carries one word of two phrases to two places, layer by layer."""

    name = "model-apple-by-layer"
    Parameters = OfTwoPhrases
    with_plane = False
    with_record = False
    numbers: ByLayer
    parameters: OfTwoPhrases
    claims = (
        Claim("Before the first layer, the word stands at one place in both phrases.", _starts_together),
        Claim(
            f"After the last layer, its places are {_PARTED} apart or more, each phrase's nearer to its own axis.",
            _parts,
        ),
        Claim("Its two vectors are less alike at the end than at the start.", _differs),
    )

    @classmethod
    def compute(cls, parameters: OfTwoPhrases, world: World) -> ByLayer:
        """Return the word's places, layer by layer."""
        return by_layer(parameters)

    @classmethod
    def alternative_values(cls, numbers: ByLayer) -> Mapping[str, object]:
        """Return the word, the phrases, and both ends of its two ways."""
        return {
            "word": numbers.word,
            "first": numbers.phrases[0],
            "second": numbers.phrases[1],
            "first_axis": numbers.axes[0],
            "second_axis": numbers.axes[1],
            "cosine": format_number(float(numbers.cosines[-1])),
            "angle": format_number(float(numbers.angles[-1]), 0),
            "layers": numbers.layers,
        }

    def world_view(self) -> PlaneView:
        """Return the view under two phrases."""
        return self.stage.view_under_two

    def _climate(self) -> list[Glow]:
        """Return a soft light at each axis's end."""
        fan, families = self._fan(), self.style.theme.families
        ends = [fan.at(fan.axis(axis), fan.radius) for axis in (0, 1)]
        return [
            Glow((float(end[0]), float(end[1])), 0.75 * fan.radius, families[axis], opacity)
            for axis, (end, opacity) in enumerate(zip(ends, (0.08, 0.1), strict=True))
        ]

    def _fan(self) -> Fan:
        """Return the fan's place: below two phrases, with room for the axes' names at its sides."""
        numbers, view, free = self.numbers, self.view, self.stage.above_foot
        aside = _BESIDE if self.stage.is_wide else _NARROW_BESIDE
        room = Region(free.left + aside, free.right - aside, free.bottom + _ABOVE_FOOT,
                      view.header_end - _UNDER_PHRASES - _BELOW)  # fmt: skip
        return Fan.fitted([*directions(numbers.first), *directions(numbers.second)], numbers.layers, room)

    def build(self) -> None:
        """Make the phrases, the fan, the word twice, and a rung for each layer that is listed."""
        numbers, theme, last = self.numbers, self.style.theme, self.numbers.layers
        self.subject, self.fan = theme.subject, self._fan()
        self.phrases = [
            self.header_phrase(text.split(), side=side)
            for text, side in zip(numbers.phrases, ("right", "left"), strict=False)
        ]
        self.headers = [
            self._header(phrase, text.split(), color)
            for phrase, text, color in zip(self.phrases, numbers.phrases, theme.families, strict=False)
        ]
        self.turns = [directions(rows) for rows in (numbers.first, numbers.second)]
        self.turns[1] = [other + _whole_turns(one - other) for one, other in zip(*self.turns, strict=True)]
        self.listed = sorted({0, *(round(place) for place in np.linspace(1, last, min(last, _MOST_RINGS)))})
        self.rings, self.layer_names = self._rings()
        self.axes = [self._axis(axis, name) for axis, name in enumerate(numbers.axes)]
        self.movers = [self._mover(color) for color in theme.families[:2]]
        self.arrows = [self._arrow(self.fan.at(0.0, 1.0), color) for color in theme.families[:2]]
        self.sights = [
            laid(thin_line(self.fan.origin, self.fan.origin, color, _SIGHT), Layer.TRAIL)
            for color in theme.families[:2]
        ]
        self.ways = [
            Way(self.fan, turns, self.listed[1:], color, style=self.style)
            for turns, color in zip(self.turns, theme.families, strict=False)
        ]
        self.wedge = laid(VMobject(stroke_width=0), Layer.SHADOW)
        self.wedge.set_fill(theme.ink, _WEDGE)
        self.reached, self.taken = 0.0, 0.0
        self.pullers = [self._pullers(index) for index in (0, 1)]
        self.named = [self._named(index) for index in (0, 1)]
        self.roots = [self._roots(index) for index in (0, 1)]
        self.cords = [self._cords(index) for index in (0, 1)]
        self.rungs = {place: self._rung(place) for place in self.listed[1:]}
        self.sizes = {place: self._angle_size(place) for place in self.listed[1:]}
        self.readings = {place: self._reading(place) for place in self.listed[1:]}
        self.card = self._card()
        self._put(0.0)

    def _rings(self) -> tuple[dict[int, VMobject], dict[int, VGroup]]:
        """Return the rings and their layers' numbers, which stand along one axis."""
        fan, theme, size = self.fan, self.style.theme, self.style.sizes.tick
        rings, names = {}, {}
        for place in self.listed[1:]:
            ring = VMobject(stroke_color=theme.axis, stroke_width=1.4)
            fan.arc(ring, fan.axis(0), fan.axis(1), fan.ring(place))
            rings[place] = laid(ring, Layer.HALF_PLANE)
            number = Tick(float(place), 1.0, size=size, color=self._quiet(), style=self.style)
            at, names[place] = fan.at(fan.axis(0), fan.ring(place)) + point(0.16, -0.22), VGroup(number)
            left = float(at[0])
            if place == self.listed[1]:
                word = Label(self.says("layer"), size=size, color=self._quiet(), style=self.style)
                names[place].add(word.set_x(left + float(word.width) / 2).on_baseline(float(at[1])))
                left += float(word.width) + 0.12
            number.set_x(left + float(number.width) / 2).on_baseline(float(at[1]))
            laid(names[place], Layer.LABEL)
        return rings, names

    def _quiet(self) -> str:
        """Return the colour of rings' numbers at rest: fainter than what is at work, and easy to read."""
        return self._towards_ink(_QUIET)

    def _towards_ink(self, share: float) -> str:
        theme = self.style.theme
        return ManimColor(theme.axis).interpolate(ManimColor(theme.ink), share).to_hex()

    def _axis(self, axis: int, name: str) -> tuple[Line, VGroup]:
        """Return an axis of the fan, and its name."""
        end = self.fan.at(self.fan.axis(axis), self.fan.radius + 0.15)
        line = Line(self.fan.origin, end, color=self.style.theme.families[axis], stroke_width=2.4)
        return laid(line, Layer.TICKS), laid(self._axis_name(axis, name, end), Layer.LABEL)

    def _arrow(self, end: Point, color: str) -> Vector:
        return laid(Vector(self.fan.origin, end, color, width=_ARROW, style=self.style), Layer.VECTOR)

    def _axis_name(self, axis: int, name: str, end: Point) -> VGroup:
        """Return an axis's name beyond its end, and below it the first of the words that it was made from."""
        style, side = self.style, (1.0, -1.0)[axis]
        texts = [Label(name, size=style.sizes.number, color=style.theme.families[axis], style=style)]
        if self.stage.is_wide:
            seeds = self.numbers.seeds[axis].split(", ")[:_SEEDS]
            rows = [f"{seed}," for seed in seeds[:-1]] + [f"{seeds[-1]}, …"]
            texts += [Label(row, size=style.sizes.tick, style=style) for row in rows]
        edge = float(end[0]) + side * (0.5 if self.stage.is_wide else -0.5)
        for row, text in enumerate(texts):
            text.set_x(edge + side * float(text.width) / 2)
            y = float(end[1]) + (0.1 if self.stage.is_wide else 0.5) - _SEED_PITCH * style.sizes.scale * row
            text.on_baseline(y)
            over = min(0.0, self.stage.safe.right - abs(text.get_x()) - float(text.width) / 2)
            text.shift(point(side * over))
        return VGroup(*texts)

    def _header(self, header: HeaderPhrase, words: Sequence[str], color: str) -> VGroup:
        """Return a phrase, the word in its colour, and a line under it in the colour of its way."""
        for word, drawn in zip(words, header.words, strict=True):
            drawn.set_color(self.subject if self._is_followed(word) else self.style.theme.ink)
        left, right = float(header.get_left()[0]), float(header.get_right()[0])
        low = min(drawn.baseline for drawn in header.words) - _UNDERLINE
        return VGroup(
            header, laid(Line(point(left, low), point(right, low), color=color, stroke_width=_LINE), Layer.FRAME)
        )

    def _is_followed(self, word: str) -> bool:
        return word.lower().strip(".,") == self.numbers.word

    def _mover(self, color: str) -> Token:
        token = Token(self.numbers.word, self.fan.origin, self.subject, height=_HERO, large=True, edge=color,
                      style=self.style)  # fmt: skip
        return laid(token, Layer.PIN)  # its way ends under it

    def _pullers(self, index: int) -> list[tuple[Label, Tensor]]:
        """Return a phrase's words that pull, each with its weight in every layer: words of both cannot part the two."""
        numbers = self.numbers
        both = set(numbers.phrases[0].lower().split()) & set(numbers.phrases[1].lower().split())
        pulls = (numbers.pulls_first, numbers.pulls_second)[index].T
        words = zip(self.phrases[index].words, numbers.phrases[index].lower().split(), pulls, strict=True)
        return [(drawn, pull) for drawn, text, pull in words if float(pull.max()) >= _DRAWN and text not in both]

    def _strongest(self, index: int) -> int:
        """Return which of a phrase's pulling words the word takes most from, over all layers."""
        pulls = [float(pull.sum()) for _, pull in self.pullers[index]]
        return pulls.index(max(pulls)) if pulls else -1

    def _low_line(self, index: int) -> float:
        """Return the height of the line under a phrase, to which its cords are tied."""
        return min(drawn.baseline for drawn in self.phrases[index].words) - _UNDERLINE

    def _named(self, index: int) -> VGroup:
        """Return the first weight of a phrase's strongest word, under it; none where no cords are drawn."""
        if self.stage.is_portrait or not self.pullers[index]:
            return VGroup()
        drawn, pull = self.pullers[index][self._strongest(index)]
        color, low = self.style.theme.families[index], self._low_line(index)
        number = Number(pull[0], size=self.style.sizes.number, color=color, style=self.style)
        return laid(VGroup(number.move_to(point(float(drawn.get_x()), low - _UNDER_LINE))), Layer.LABEL)

    def _roots(self, index: int) -> list[Point]:
        """Return where the cords of a phrase's pulling words start: below the weight of the one that has it printed."""
        low, strongest = self._low_line(index), self._strongest(index)
        return [] if self.stage.is_portrait else [
            point(float(drawn.get_x()), low - (_ROOT if order == strongest else 0.0))
            for order, (drawn, _) in enumerate(self.pullers[index])
        ]  # fmt: skip

    def _cords(self, index: int) -> list[Cord]:
        """Return a cord for each word that pulls, as wide as its weight in the first layer; one has its full colour."""
        theme, strongest = self.style.theme, self._strongest(index)
        full = ManimColor(theme.fill(theme.families[index]))
        quiet = ManimColor(theme.background).interpolate(full, _OTHERS).to_hex()
        cords = []
        for order, (root, (_, pull)) in enumerate(zip(self.roots[index], self.pullers[index], strict=False)):
            color = theme.families[index] if order == strongest else quiet
            cords.append(Cord(root, root, float(pull[0]), color, style=self.style))
        return cords

    def _angle_size(self, place: int) -> float | None:
        """Return the size of a ring's angle while it is at work: the larger one that has room in its rung, or None."""
        sizes = (self.style.sizes.formula, self.style.sizes.number)
        return next((size for size in sizes if self._has_room(place, size)), None)

    def _has_room(self, place: int, size: float) -> bool:
        """Return whether a ring's angle in a size stands between both icons on the ring."""
        text = self._angle_text(self.numbers.angles[place], size)
        one, other = (turns[place] for turns in self.turns)
        return abs(one - other) * self.fan.ring(place) > float(text.width) + 2 * (_RIM + _AIR)

    def _reading(self, place: int) -> VGroup:
        """Return a ring's angle as text: in a gap of its rung, or beside it where that is too short."""
        fan, radius, size = self.fan, self.fan.ring(place), self.sizes[place]
        text = self._angle_text(self.numbers.angles[place], size or self.style.sizes.number)
        if size is not None:
            return laid(text.move_to(fan.at(self._read_at(place), radius)), Layer.LABEL)
        at = fan.at(min(turns[place] for turns in self.turns), radius)
        return laid(text.move_to(at + point(_RIM + _AIR + float(text.width) / 2)), Layer.LABEL)

    def _read_at(self, place: int) -> float:
        """Return the angle at which a rung's number stands: for all the same one, where it is well within the rung."""
        middles: list[float] = [sum(turns) / 2 for turns in zip(*self.turns, strict=True)]
        common: float = sum(middles[each] for each in self.listed[1:]) / max(1, len(self.listed) - 1)
        one, other = (turns[place] for turns in self.turns)
        return common if abs(common - middles[place]) < abs(one - other) / 8 else middles[place]

    def _rung(self, place: int) -> VMobject:
        """Return the arc from one direction to the other on a layer's ring."""
        rung = VMobject(stroke_color=self.style.theme.ink, stroke_width=_LIT_RUNG)
        one, other = (turns[place] for turns in self.turns)
        self.fan.arc(rung, one, other, self.fan.ring(place))
        return laid(rung, Layer.GHOST)

    def _angle_text(self, value: Tensor, size: float) -> VGroup:
        """Return an angle as text."""
        return VGroup(*self._angle_parts(value, size))

    def _angle_parts(self, value: Tensor, size: float) -> tuple[Number, Label]:
        """Return an angle's number, and its sign behind it."""
        number = Number(value, decimals=0, size=size, style=self.style)
        sign = Label("°", size=size, style=self.style)
        sign.set_x(float(number.get_right()[0]) + 0.03 + float(sign.width) / 2).on_baseline(number.baseline)
        return number, sign

    def _angles(self, place: float) -> tuple[float, float]:
        """Return both directions at a place between two rings."""
        low = min(int(place), self.numbers.layers - 1)
        one, other = (turns[low] + (place - low) * (turns[low + 1] - turns[low]) for turns in self.turns)
        return one, other

    def _put(self, place: float) -> None:
        """Let both arrows point as they do at a place between two rings, the words far out that way."""
        fan, radius, angles = self.fan, self.fan.ring(place), self._angles(place)
        for index, angle in enumerate(angles):
            at, tip = fan.at(angle, radius), fan.ring(0) - _RIM
            self.movers[index].put(at)
            self.arrows[index].set_ends(fan.origin, fan.at(angle, tip))
            self.sights[index].set_points_as_corners([fan.at(angle, tip), fan.at(angle, max(tip, radius - _RIM))])
            for cord, root in zip(self.cords[index], self.roots[index], strict=True):
                end = _rim(at, root)
                cord.set_ends(root + self.taken * (at - root), end + self.taken * (at - end))
            self.ways[index].reach(place)
            self.headers[index][1].set_stroke(width=_LINE + _BEAT * math.sin(math.pi * place) ** 2)
        fan.wedge(self.wedge, *angles, radius)

    def tell(self) -> None:
        """Show one arrow for two phrases; let one layer's weights part it, then all; read the angle."""
        numbers = self.numbers
        said: dict[str, Any] = {
            "word": numbers.word,
            "layers": numbers.layers,
            "angle": format_number(float(numbers.angles[-1]), 0),
            "turned": format_number(float(numbers.turned[-1]), 0),
            "width": numbers.width,
        }
        together = _starts_together(numbers, self.world).holds
        with self.beat("start", text="start" if together else "start-elsewhere", **said):
            self._begin(together)
            self.rest()
        opened = float((numbers.angles[1] - numbers.angles[0]).abs()) >= _OPENED
        with self.beat("first-layer", text="first-layer" if opened else "first-layer-beside", **said):
            self._part(together)
            self.rest()
        if numbers.layers > 1:
            with self.beat("layers", text="layers" if _wavers(numbers) else "layers-turn", **said):
                self._go_on()
                self.rest()
        parted = _parts(numbers, self.world).holds
        with self.beat("apart", text="apart" if parted else "beside", **said):
            self._measure()
            self.hold()

    def _begin(self, together: bool) -> None:
        """Bring phrases, then axes; the word comes out of both, to one place where they agree; then rings open."""
        times = self.style.times
        self.play(LaggedStart(*map(FadeIn, [*reversed(self.headers), *self.card]), lag_ratio=0.4), run_time=times.move)
        self._open_axes()
        ends = [mover.at.copy() for mover in self.movers]
        starts = [self._out_of(index) for index in (0, 1)]
        for mover, start in zip(self.movers, starts, strict=True):
            mover.put(start)
        self.play(*map(FadeIn, self.movers), run_time=times.quick)

        def come(share: float) -> None:
            for mover, start, end in zip(self.movers, starts, ends, strict=True):
                mover.put(start + share * (end - start))

        self.play(Live(self.movers, come), run_time=_TO_START)
        self.shared, arrow = VGroup(), self.arrows[0]
        if together:
            arrow = self._arrow(self.arrows[0].end, self.subject)
            word = Token(self.numbers.word, ends[0], self.subject, height=_HERO, large=True, style=self.style)
            self.shared = VGroup(arrow, word)
            self.remove(*self.movers)
            self.add(word)
        self._grow([arrow] if together else self.arrows)
        self._open_rings()

    def _open_axes(self) -> None:
        """Let both axes grow out of the fan's origin; then their names stand at their ends."""
        lines, names = zip(*self.axes, strict=True)
        ends = [line.get_end() for line in lines]

        def follow(share: float) -> None:
            for line, end in zip(lines, ends, strict=True):
                line.put_start_and_end_on(self.fan.origin, self.fan.origin + max(share, 1e-3) * (end - self.fan.origin))

        follow(0.0)
        self.add(*lines)
        named = [FadeIn(name, rate_func=squish_rate_func(smooth, 0.5, 1.0)) for name in names]
        self.play(Live(lines, follow), *named, run_time=self.style.times.move)

    def _open_rings(self) -> None:
        """Let all rings open from the middle to both axes, one after the other: the layers that lie ahead."""
        fan, middle, half = self.fan, sum(map(self.fan.axis, (0, 1))) / 2, (self.fan.axis(1) - self.fan.axis(0)) / 2
        lag = 0.5 / max(1, len(self.rings) - 1)

        def open_up(time: float) -> None:
            for order, (place, ring) in enumerate(self.rings.items()):
                share = smooth(min(1.0, max(0.0, 2 * (time - order * lag))))
                fan.arc(ring, middle - share * half, middle + share * half, fan.ring(place))
                ring.set_stroke(opacity=min(1.0, 3 * share))
                self.layer_names[place].set_opacity(max(0.0, 2 * share - 1))

        open_up(0.0)
        self.add(*self.rings.values(), *self.layer_names.values())
        moved = [*self.rings.values(), *self.layer_names.values()]
        self.play(Live(moved, open_up, rate_func=linear), run_time=_RIPPLE)

    def _out_of(self, index: int) -> Point:
        """Return the place under the word in a phrase, from which its icon comes."""
        header, words = self.phrases[index], self.numbers.phrases[index].split()
        last = max(place for place, word in enumerate(words) if self._is_followed(word) or place == 0)
        drawn = header.words[last]
        return point(float(drawn.get_x()), drawn.baseline - _BELOW - _HERO / 2)

    def _grow(self, arrows: Sequence[Vector]) -> None:
        """Let arrows grow out of the fan's origin."""
        ends = [arrow.end.copy() for arrow in arrows]

        def follow(share: float) -> None:
            for arrow, end in zip(arrows, ends, strict=True):
                arrow.set_ends(self.fan.origin, self.fan.origin + max(share, 1e-3) * (end - self.fan.origin))

        follow(0.0)
        self.add(*arrows)
        self.play(Live(arrows, follow), run_time=self.style.times.move)

    def _part(self, together: bool) -> None:
        """Let one phrase's words reach the word, then the other's; it takes them in, and its arrows part."""
        seeds = [FadeOut(seed) for _, name in self.axes for seed in name[1:]]
        for index in (1, 0):  # from the left
            reach = self._reach(index)
            reach(0.0)
            self.add(*self.cords[index])
            late = squish_rate_func(smooth, 0.55, 0.9)
            printed = [FadeIn(number, rate_func=late) for number in self.named[index]]
            moved = [*self.cords[index], self.headers[index], *self._lit(1)]
            self.play(*seeds, *printed, Live(moved, reach, rate_func=linear), run_time=_REACH)
            seeds = []
        self.wait(_READ)
        starts = self._starts(together)
        if together:
            self.remove(self.shared, *self.shared)
            self.add(*self.movers, *self.arrows)
        self.add(self.wedge, *self.sights, *self.ways, *starts)
        self._to(1, _FIRST)
        self.remove(*self.cords[0], *self.cords[1])
        self.cords, self.roots = [[], []], [[], []]

    def _starts(self, together: bool) -> list[Dot]:
        """Return the dot that stays where both ways start, or one for each where they start apart."""
        starts = self.movers[:1] if together else self.movers
        dots = [Dot(mover.at, radius=_START, color=self.style.theme.fill(self.subject)) for mover in starts]
        for dot in dots:
            dot.set_background_stroke(color=self.style.theme.background, width=RIM)
        return [laid(dot, Layer.PIN) for dot in dots]

    def _reach(self, index: int) -> Callable[[float], None]:
        """Return how a phrase's strongest word lights up, and its cords reach out in turn, its own first."""
        theme, cords, roots, strongest = self.style.theme, self.cords[index], self.roots[index], self._strongest(index)
        ends = [_rim(self.movers[index].at, root) for root in roots]
        order = sorted(range(len(cords)), key=lambda each: each != strongest)
        lag = min(_LAG, _LAGS / max(1, len(cords) - 1))
        own = 1.0 - lag * max(0, len(cords) - 1)

        def reach(time: float) -> None:
            if index == 1:  # the first one to reach out
                self._light(1, smooth(min(1.0, 3 * time)))
            if self.pullers[index]:
                lit = ManimColor(theme.ink).interpolate(ManimColor(theme.families[index]), min(1.0, 4 * time))
                self.pullers[index][strongest][0].set_color(lit)
            for after, which in enumerate(order):
                share = max(smooth(min(1.0, max(0.0, (time - after * lag) / own))), 1e-3)
                cords[which].set_ends(roots[which], roots[which] + share * (ends[which] - roots[which]))

        return reach

    def _lit(self, place: int) -> list[VMobject]:
        """Return what shows that a layer is at work: its ring, and its number."""
        return [self.rings[place], self.layer_names[place]] if place in self.rings else []

    def _light(self, place: int, share: float) -> None:
        """Light up a layer's ring and its number, wholly at 1."""
        theme = self.style.theme
        for mark in self._lit(place):
            if mark is self.layer_names[place]:
                mark.set_color(self._towards_ink(_QUIET + share * (1 - _QUIET)))
            else:
                mark.set_stroke(ManimColor(theme.axis).interpolate(ManimColor(theme.ink), share), 1.4 + share)

    def _go_on(self) -> None:
        """Sweep through layers, and go to the last ones singly; then the whole ladder is looked at."""
        alone = [place for place in self.listed if place > 1][-_ALONE:]
        swept = [place for place in self.listed if 1 < place < alone[0]]
        gone = [FadeOut(number) for numbers in self.named for number in numbers]
        if gone:
            self.play(*gone, run_time=self.style.times.quick)
        if swept:
            self._sweep(swept)
        for place in alone:
            self._to(place, _LATER)
        self.wait(_LOOK)

    def _sweep(self, places: Sequence[int]) -> None:
        """Let both words go out over several rings in one move; each ring's angle comes as they pass it."""
        first, last = self.reached, float(places[-1])

        def follow(share: float) -> None:
            self._come(first + share * (last - first))

        shown = [mark for place in places for mark in (self.rungs[place], self.readings[place])]
        follow(0.0)
        self.add(*shown)
        self.play(Live([*self._moved(), *shown], follow), run_time=min(_MOST_SWEPT, _SWEPT * (last - first)))
        self.reached = last

    def _moved(self) -> list[VMobject]:
        """Return all that moves with the two words."""
        cords = [cord for each in self.cords for cord in each]
        behind = [mark for place in self.listed[1:] if place <= self.reached
                  for mark in (self.rungs[place], self.readings[place])]  # fmt: skip
        lines, lit = [header[1] for header in self.headers], [mark for ring in self.rings for mark in self._lit(ring)]
        return [*self.movers, *self.arrows, *self.sights, self.wedge, *cords, *self.ways, *lines, *lit, *behind]

    def _come(self, at: float) -> None:
        """Let both words come to a place between two rings; rings behind step back, the next one's number comes."""
        self._put(at)
        for place in self.listed[1:]:
            self._light(place, max(0.0, 1 - abs(at - place)))
            seen = _seen(at, place)
            self._print(place, seen, max(0.0, 1 - max(0.0, at - place)), seen)

    def _print(self, place: int, seen: float, near: float, drawn: float) -> None:
        """Lay a ring's rung and its angle in the gap of both.

        Args:
            place: the ring.
            seen: how far the angle has come, 0 to 1: its gap opens, then it fades in.
            near: 1 while the ring is at work, 0 when it is left behind.
            drawn: the rung's opacity.
        """
        fan, radius, reading = self.fan, self.fan.ring(place), self.readings[place]
        color = self._towards_ink(_BEHIND + min(1.0, near) * (1 - _BEHIND))
        self.rungs[place].set_stroke(color, _RUNG + near * (_LIT_RUNG - _RUNG), opacity=drawn)
        reading.set_fill(color, opacity=max(0.0, 2 * seen - 1))
        gap, size = None, self.sizes[place]
        if size is not None:
            small, tall = self.style.sizes.tick, float(self._angle_text(self.numbers.angles[place], size).height)
            _scale(reading, (small + near * (size - small)) / size * tall)
            gap = (self._read_at(place), min(1.0, 2 * seen) * self._gap(place, near))
        fan.arc(self.rings[place], fan.axis(0), fan.axis(1), radius, gap)
        one, other = (turns[place] for turns in self.turns)
        fan.arc(self.rungs[place], one, other, radius, gap)

    def _gap(self, place: int, near: float) -> float:
        """Return half the width of a ring's gap, in radians; at work, a short rung is all gap."""
        radius, turn, text = self.fan.ring(place), self._read_at(place), self.readings[place]
        own = abs(math.sin(turn)) * float(text.width) + abs(math.cos(turn)) * float(text.height)
        own = own / 2 + _AIR
        whole = max(abs(turns[place] - turn) for turns in self.turns) * radius
        return (own + min(1.0, near) * (whole - own) if whole - own < _STUB else own) / radius

    def _to(self, place: int, seconds: float) -> None:
        """Let both words go out to the next ring, and their arrows turn, its angle running; cords are taken in."""
        before, counted = self.reached, self._counted(place) if place in self.readings else None
        shown = [] if counted is None else [self.rungs[place], counted[1]]

        def follow(share: float) -> None:
            self.taken = share
            self._come(before + share * (place - before))
            if counted is not None:
                self.readings[place].set_fill(opacity=0.0)
                seen = _seen(before + share * (place - before), place)
                VGroup(counted[0][1], counted[1]).set_opacity(max(0.0, 2 * seen - 1))

        follow(0.0)
        self.add(*shown)
        runs = [] if counted is None else [Count(*counted[0])]
        self.play(*runs, Live([*self._moved(), *shown], follow), run_time=seconds)
        self.reached = float(place)
        if counted is not None:
            self.remove(counted[0][1], counted[1])
            self.readings[place].set_fill(opacity=1.0)
            self.add(self.readings[place])

    def _counted(self, place: int) -> tuple[tuple[Number, Number], Label]:
        """Return a ring's angle as it runs: the number as it was a layer before, and as it will be; and its sign."""
        size, angles = self.sizes[place] or self.style.sizes.number, self.numbers.angles
        number, sign = self._angle_parts(angles[place], size)
        laid(VGroup(number, sign).move_to(self.readings[place]), Layer.LABEL)
        before = Number(angles[place - 1], decimals=0, size=size, style=self.style)
        return (before, number), sign

    def _measure(self) -> None:
        """Let the last angle grow where it is, and both words shine; then say what it is in all numbers."""
        style, last = self.style, self.numbers.layers
        sizes, tall = style.sizes, float(self.movers[0].mark.height)
        size = self.sizes[last]
        most = sizes.hero if size is not None and self._has_room(last, sizes.hero) else size
        more = 0.0 if size is None or most is None else (most - size) / (size - sizes.tick)

        def grow(share: float) -> None:
            for place in self.listed[1:-1]:
                self._print(place, max(0.0, 1 - 3 * share), 0.0, 1.0)
            self._print(last, 1.0, 1.0 + share * more, 1.0)
            self._light(last, 1 - share)
            for mover in self.movers:
                _scale(mover.mark, (1 + share * (_GROWN - 1)) * tall)

        lights = [laid(HeroGlow(mover.at, self.subject, style=style), Layer.TRAIL) for mover in self.movers]
        self.play(*map(FadeIn, lights), Live(self._moved(), grow), run_time=_LAST)
        self.play(*map(FadeIn, self._whole()), run_time=style.times.move)

    def _whole(self) -> VGroup:
        """Return the last angle in all numbers and what that is, in the first of some ways that is free of the fan."""
        sizes, free, origin, ways = self.style.sizes, self.stage.above_foot, self.fan.origin, []
        for size, note in ((sizes.formula, sizes.tick), (sizes.number, sizes.least)):
            for is_stacked in (True, False):
                corner = self._whole_rows(size, note, is_stacked)
                under, beside = corner.copy(), corner.copy()
                corner.shift(point(free.right - float(corner.get_right()[0]), self._low()))
                beside.shift(point(self._end(0) - float(beside.get_right()[0]), self._low()))
                low = float(origin[1]) - _UNDER_ORIGIN - float(under.height)
                under.shift(point(float(origin[0] - under.get_x()), max(low, free.bottom + _ABOVE_FOOT)))
                ways += [beside, corner, *([under] if float(under.get_top()[1]) < float(origin[1]) else [])]
        return laid(next((rows for rows in ways if self._is_free(rows, 1.0)), ways[-1]), Layer.LABEL)

    def _whole_rows(self, size: float, note: float, is_stacked: bool) -> VGroup:
        """Return an angle in all numbers, and what it is, below it or behind it; the lowest baseline is at height 0."""
        style, numbers = self.style, self.numbers
        number, sign = self._angle_parts(numbers.turned[-1], size)
        name = Label(self.says("whole", count=numbers.width), size=note, style=style).on_baseline(0.0)
        angle, up = VGroup(number, sign), _ROW * style.sizes.scale if is_stacked else 0.0
        angle.shift(point(0.0, up - number.baseline))
        right = float(name.get_right()[0]) if is_stacked else float(name.get_left()[0]) - _BEFORE
        angle.set_x(right - float(angle.width) / 2)
        return VGroup(angle, name)

    def _is_free(self, rows: VGroup, side: float) -> bool:
        """Return whether rows in a corner, at the right where the side is 1, are free of the axis and its numbers."""
        origin, slope, lowest = self.fan.origin, math.tan(self.fan.axis(0)), self.layer_names[self.listed[1]]
        for row in rows:
            left, right, top = (float(row.get_left()[0]), float(row.get_right()[0]), float(row.get_top()[1]))
            inner = side * ((left if side > 0 else right) - float(origin[0]))
            above = top - float(origin[1])
            if above > 0 and inner < above / slope + _AIR:
                return False
            if side > 0 and top > float(lowest.get_bottom()[1]) - _AIR and left < float(lowest.get_right()[0]) + _AIR:
                return False
        return True

    def _end(self, axis: int) -> float:
        """Return how far right an axis ends, within the free room."""
        end, free = float(self.axes[axis][0].get_end()[0]), self.stage.above_foot
        return min(free.right, max(free.left, end))

    def _low(self) -> float:
        """Return the baseline of the lowest row in both corners beside the fan's origin."""
        return max(self.stage.above_foot.bottom + _ABOVE_FOOT, float(self.fan.origin[1]))

    def _card(self) -> VGroup:
        """Return the model's name and what it is, at the left of the fan's origin, where it has room."""
        style, numbers, low = self.style, self.numbers, self._low()
        name = Label(_short(numbers.model), size=style.sizes.number, style=style)
        kind = Label(self.says("model", layers=numbers.layers), size=style.sizes.tick, color=self._quiet(), style=style)
        card = laid(VGroup(name, kind), Layer.LABEL)
        for left in (self._end(1), self.stage.above_foot.left):
            for row, text in enumerate((kind, name)):
                text.set_x(left + float(text.width) / 2).on_baseline(low + row * _ROW * style.sizes.scale)
            if self._is_free(card, -1.0):
                return card
        return VGroup()


def _short(model: str) -> str:
    """Return a model's name without its maker and its sizes."""
    return model.rpartition("/")[2].replace("-", " ").partition(" ")[0]


def _whole_turns(difference: float) -> float:
    """Return the whole turns by which one angle has to be moved to be near another."""
    return 2 * math.pi * round(difference / (2 * math.pi))


def _seen(at: float, place: int) -> float:
    """Return how far a ring's angle has come when the words are at a place, 0 to 1."""
    return min(1.0, max(0.0, (at - place + _COMES) / _SEEN))


def _scale(mark: VMobject, height: float) -> None:
    """Give a mark a height."""
    mark.scale(height / float(mark.height))


def _rim(at: Point, other: Point) -> Point:
    """Return where what comes from another point to an icon ends."""
    way = other - at
    length = float(np.linalg.norm(way))
    return at + way * min(1.0, _RIM / length) if length > 1e-9 else at
