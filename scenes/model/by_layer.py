"""One word of two phrases, carried from layer to layer of a real model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
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
from scenes.parts.plane.token import HeroGlow, Token, haloed
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import PhraseAbout, Recording
from scenes.shared.recorded import OfRecording
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_TO_START, _RIPPLE, _FIRST = 1.4, 1.0, 2.0
"""Seconds of the words' way out of their phrases, in which all rings open, and of the first layer's move."""

_SWEPT, _MOST_SWEPT, _SWELL, _LATER = 0.75, 2.4, 0.4, 0.9
"""Seconds of each layer that is swept through, and of all of them at the most; in which cords take the weights of a
layer that is shown by itself, and of its move."""

_ALONE = 2
"""Rings at the end that the words come to one by one, so that a step back is seen."""

_MOST_ROWS = 7
"""Rings whose angle is printed, at the most."""

_SEEDS = 3
"""Seeds of an axis that are named."""

_HERO, _RIM = 0.56, 0.36
"""Scene units: the moving icons' height; from an icon's middle to what ends at it."""

_UNDER_PHRASES, _ABOVE_FOOT, _BESIDE, _NARROW_BESIDE = 0.62, 0.1, 2.0, 0.3
"""Scene units free around the fan: below the phrases, above the foot, and at both sides for the axes' names."""

_UNDERLINE, _BELOW = 0.21, 0.3
"""Scene units from a phrase's baseline to the line under it, to which its cords are tied, and to what comes out of
it."""

_ARROW, _SIGHT, _START = 0.045, 1.8, 0.13
"""Scene units of the arrows' width; stroke units of the line from an arrow's tip on to its word; scene units: the
radius of the dot where the ways start."""

_DRAWN = 0.045
"""The weight that a cord has in some layer at the least."""

_WEDGE, _WEDGE_FILL, _OPENS_TO = 0.82, 0.3, 0.996
"""The wedge's radius as a share of the first ring's, and its opacity; its radius at the end, as a share of the
last's."""

_REACH, _LAG, _LAGS, _ARRIVED = 1.8, 0.1, 0.4, 0.75
"""Seconds in which all cords reach out; the shares of them after which the next one starts, after which the last one
has started at the latest, and after which all have arrived."""

_PLUCKED, _TURNS = 0.09, 5 * math.pi
"""The swing of a cord that has arrived, scene units, and the phase through which it goes."""

_ABOVE, _PRINTED = 0.29, (0.35, 0.6)
"""Scene units from a ring to the middle of its number at the most; the shares of a layer's move in which it comes."""

_LIT_RUNG, _RUNG, _QUIET = 5.0, 2.5, 0.45
"""Stroke units of the arc between the two on the ring at work, and on rings behind; the share of ink in the colour of
a ring's number before and after it is at work."""

_READ_AT, _READ, _BEND, _SEED_PITCH = 0.66, 1.5, 0.4, 0.42
"""The place near which the last angle is read, as a share of the last ring's radius; the seconds in which it is read
there and goes to its row; the share of the way across at which it turns there; scene units from one seed to the
next."""

_SAMPLE = 0.9
"""Scene units: the length of cords that are shown as a measure."""

_ROW, _AIR, _UNDER_ORIGIN, _GROWN = 0.53, 0.14, 0.5, 1.3
"""Scene units from one row of a corner to the next, free around rows, and above those below the fan's origin; how much
larger both icons are at the end."""

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
    to_others: Tensor = quantity("The mean angle between the word's vector and those of its phrases' other words, "
                                 "after the last layer, in all their numbers, in degrees; 0 with none.")  # fmt: skip

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
        _to_others(recording, word),
    )


def _to_others(recording: Recording, word: str) -> Tensor:
    """Return the mean angle after the last layer between a word and the other words of its phrases, in degrees."""
    angles = []
    for place, phrase in enumerate(recording.about.phrases):
        ends, tokens = recording.tensor(f"{place}.inputs")[-1], phrase.tokens
        others = [at for at, token in enumerate(tokens) if token != word and _spelt(token)[:1].isalpha()]
        here = ends[len(tokens) - 1 - tokens[::-1].index(word)].expand(len(others), -1)
        angles.append(_degrees(cosine_similarity(ends[others], here)))
    found = torch.cat(angles)
    return found.mean() if len(found) else torch.zeros(())


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
        self.listed = sorted({round(place) for place in np.linspace(0, last, min(last + 1, _MOST_ROWS))})
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
        self.wedge.set_fill(theme.fill(self.subject), _WEDGE_FILL)
        self.reached, self.widened = 0.0, 0.0
        self.pullers = [self._pullers(index) for index in (0, 1)]
        self.cords = [self._cords(index) for index in (0, 1)]
        self.untied = self.cords
        self.tied = [(cords[at], self.pullers[index][at][1])
                     for index, cords in enumerate(self.cords) if cords for at in [self._strongest(index)]]  # fmt: skip
        self.rungs = {place: self._rung(place) for place in self.listed[1:]}
        self.readings = {place: self._reading(place) for place in self.listed[1:]}
        self.card, self.measure = self._card(), self._measure_of_cords()
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
        return VGroup(header, laid(Line(point(left, low), point(right, low), color=color, stroke_width=5), Layer.FRAME))

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

    def _cords(self, index: int) -> list[Cord]:
        """Return a cord for each word that pulls, at its word; where phrases stand in two rows, one would cross it."""
        low = min(drawn.baseline for drawn in self.phrases[index].words) - _UNDERLINE
        starts = [point(float(drawn.get_x()), low) for drawn, _ in self.pullers[index]]
        pulls = zip([] if self.stage.is_portrait else starts, self.pullers[index], strict=False)
        color = self.style.theme.families[index]
        return [Cord(start, start, float(pull[0]), color, style=self.style) for start, (_, pull) in pulls]

    def _strongest(self, index: int) -> int:
        """Return which of a phrase's pulling words the word takes most from, over all layers."""
        pulls = [float(pull.sum()) for _, pull in self.pullers[index]]
        return pulls.index(max(pulls)) if pulls else -1

    def _reading(self, place: int) -> VGroup:
        """Return a ring's angle as text: above the middle of its rung, or beside it where it is too short."""
        fan, radius = self.fan, self.fan.ring(place)
        text = self._angle_text(self.numbers.angles[place], self.style.sizes.number)
        text = VGroup(*(haloed(part, self.style) for part in text))  # ways run on behind it
        one, other = (turns[place] for turns in self.turns)
        if abs(one - other) * radius > float(text.width) + 2 * _RIM:
            above = min(_ABOVE, (fan.ring(self.listed[1]) - fan.ring(0)) / 2)
            return laid(text.move_to(fan.at(self._read_at(place), radius + above)), Layer.LABEL)
        at = fan.at(min(one, other), radius)
        return laid(text.move_to(at + point(_RIM + 0.15 + float(text.width) / 2)), Layer.LABEL)

    def _read_at(self, place: int) -> float:
        """Return the angle at which a rung's number stands: for all the same one, where it is well within the rung."""
        middles: list[float] = [sum(turns) / 2 for turns in zip(*self.turns, strict=True)]
        common: float = sum(middles[each] for each in self.listed[1:]) / max(1, len(self.listed) - 1)
        one, other = (turns[place] for turns in self.turns)
        return common if abs(common - middles[place]) < abs(one - other) / 8 else middles[place]

    def _rung(self, place: int) -> VMobject:
        """Return the arc from one direction to the other on a layer's ring."""
        rung = VMobject(stroke_color=self.subject, stroke_width=_LIT_RUNG)
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
            for cord in self.cords[index]:
                cord.set_ends(cord.start, _rim(at, cord.start))
            self.ways[index].reach(place)
        fan.wedge(self.wedge, *angles, self.widened or _WEDGE * fan.ring(0))

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
                ring.set_stroke(opacity=1.0 if share else 0.0)
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
        """Let the first layer's weights reach the word, and both arrows turn; then it takes the cords in."""
        starts, reach, cords = self._starts(together), self._reach(), [*self.cords[0], *self.cords[1]]
        reach(0.0)
        self.add(*cords)
        measured = [FadeIn(row, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for row in self.measure]
        self.play(*measured, Live([*cords, *self.headers, *self._lit(1)], reach, rate_func=linear), run_time=_REACH)
        if together:
            self.remove(self.shared, *self.shared)
            self.add(*self.movers, *self.arrows)
        self.add(self.wedge, *self.sights, *self.ways, *starts)
        self._to(1, _FIRST)
        self._take_in()

    def _starts(self, together: bool) -> list[Dot]:
        """Return the dot that stays where both ways start, or one for each where they start apart."""
        starts = self.movers[:1] if together else self.movers
        dots = [Dot(mover.at, radius=_START, color=self.style.theme.fill(self.subject)) for mover in starts]
        for dot in dots:
            dot.set_background_stroke(color=self.style.theme.background, width=RIM)
        return [laid(dot, Layer.PIN) for dot in dots]

    def _reach(self) -> Callable[[float], None]:
        """Return how words light up one after the other, and their cords reach out to the moved word, and swing."""
        theme, most = self.style.theme, max(map(len, self.pullers))
        ends = [[_rim(mover.at, cord.start) for cord in cords]
                for mover, cords in zip(self.movers, self.cords, strict=True)]  # fmt: skip
        lag = min(_LAG, _LAGS / max(1, most - 1))
        own = _ARRIVED - lag * max(0, most - 1)

        def reach(time: float) -> None:
            self._light(1, smooth(min(1.0, 4 * time)))
            for index, pullers in enumerate(self.pullers):
                lit = ManimColor(theme.families[index])
                for order, (drawn, _) in enumerate(pullers):
                    passed = max(0.0, (time - order * lag) / own)
                    share = smooth(min(1.0, passed))
                    drawn.set_color(ManimColor(theme.ink).interpolate(lit, min(1.0, 3 * share)))
                    if self.cords[index]:
                        cord = self.cords[index][order]
                        end = cord.start + max(share, 1e-3) * (ends[index][order] - cord.start)
                        cord.set_ends(cord.start, end, _pluck(max(0.0, (passed - 1) * own / (1 - own))))

        return reach

    def _take_in(self) -> None:
        """Let cords run into the word that took from them, and the words fall back but for each phrase's strongest."""
        theme = self.style.theme
        cords = [(cord, cord.start.copy(), _rim(self.movers[index].at, cord.start), self.movers[index].at)
                 for index in (0, 1) for cord in self.cords[index]]  # fmt: skip
        falling = [(drawn, ManimColor(color))
                   for index, color in enumerate(theme.families[:2])
                   for order, (drawn, _) in enumerate(self.pullers[index])
                   if order != self._strongest(index)]  # fmt: skip

        def take(share: float) -> None:
            for cord, start, end, at in cords:
                cord.set_ends(start + share * (at - start), end + share * (at - end))
            for drawn, lit in falling:
                drawn.set_color(lit.interpolate(ManimColor(theme.ink), share))

        self.play(Live([*(cord for cord, *_ in cords), *self.headers], take), run_time=self.style.times.move)
        self.remove(*(cord for cord, *_ in cords))
        for cord, start, *_ in cords:
            cord.set_ends(start, start)
        self.untied, self.cords = self.cords, [[], []]

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
        """Let each phrase's strongest word reach out again; sweep through layers, and go to the last ones singly."""
        self._tie()
        alone = [place for place in self.listed if place > 1][-_ALONE:]
        swept = [place for place in self.listed if 1 < place < alone[0]]
        if swept:
            self._sweep(swept)
        for place in alone:
            self._next_layer(place)

    def _tie(self) -> None:
        """Let the cord of each phrase's strongest word reach out again."""
        self.cords = [[cord for cord, _ in self.tied if cord in cords] for cords in self.untied]
        ends = [(cord, _rim(mover.at, cord.start))
                for mover, cords in zip(self.movers, self.cords, strict=True) for cord in cords]  # fmt: skip

        for cord, weights in self.tied:
            cord.set_weight(float(weights[1]))

        def reach(share: float) -> None:
            for cord, end in ends:
                cord.set_ends(cord.start, cord.start + max(share, 1e-3) * (end - cord.start))

        if ends:
            reach(0.0)
            self.add(*(cord for cord, _ in ends))
            self.play(Live([cord for cord, _ in ends], reach), run_time=self.style.times.quick)

    def _sweep(self, places: Sequence[int]) -> None:
        """Let both words go out over several rings in one move, each ring's angle read as they pass it."""
        first, last = self.reached, float(places[-1])
        times = np.linspace(0.0, 1.0, 101)
        passed = np.interp(
            [(place - first) / (last - first) for place in places], [smooth(time) for time in times], times
        )
        come = [
            FadeIn(VGroup(self.rungs[place], self.readings[place]), rate_func=squish_rate_func(smooth, at - 0.08, at))
            for place, at in zip(places, passed, strict=True)
        ]

        def follow(share: float) -> None:
            at = first + share * (last - first)
            for ring in self.rings:
                self._light(ring, max(0.0, 1 - abs(at - ring)))
            for cord, weights in self.tied:
                cord.set_weight(float(np.interp(min(at, last - 1), np.arange(len(weights)), weights.numpy())))
            self._put(at)
            self._stress(at)

        lit = [mark for place in self.rings for mark in self._lit(place)]
        shown = [mark for place in places for mark in (self.rungs[place], self.readings[place])]
        moved = [*self._moved(), *lit, *shown]
        self.play(*come, Live(moved, follow), run_time=min(_MOST_SWEPT, _SWEPT * (last - first)))
        self.reached = last
        self.add(*shown)

    def _moved(self) -> list[VMobject]:
        """Return all that moves with the two words."""
        cords = [cord for each in self.cords for cord in each]
        behind = [mark for place in self.listed[1:] if place <= self.reached
                  for mark in (self.rungs[place], self.readings[place])]  # fmt: skip
        return [*self.movers, *self.arrows, *self.sights, self.wedge, *cords, *self.ways, *behind]

    def _stress(self, at: float) -> None:
        """Let arcs and numbers of rings behind step back, by how far the words have gone beyond them."""
        for place in self.listed[1:]:
            if place <= at:
                share = max(0.0, 1 - (at - place))
                self.rungs[place].set_stroke(width=_RUNG + share * (_LIT_RUNG - _RUNG))
                for part in self.readings[place]:
                    part[1].set_fill(self._towards_ink(_QUIET + share * (1 - _QUIET)))

    def _next_layer(self, place: int) -> None:
        """Let cords take a layer's weights, and both arrows turn as far as it turns them."""
        behind, before = round(self.reached), [cord.weight for cord, _ in self.tied]

        def swell(share: float) -> None:
            self._light(behind, 1 - share)
            self._light(place, share)
            for (cord, weights), weight in zip(self.tied, before, strict=True):
                cord.set_weight(weight + share * (float(weights[place - 1]) - weight))

        cords = [cord for cord, _ in self.tied]
        self.play(Live([*cords, *self._lit(behind), *self._lit(place)], swell), run_time=_SWELL)
        self._to(place, _LATER)

    def _to(self, place: int, seconds: float) -> None:
        """Let both words go out to the next ring, and their arrows turn, its angle running; then the arc between."""
        before, others = self.reached, []
        counted = self._counted(place) if place in self.readings else None
        if counted is not None:
            late = squish_rate_func(smooth, _PRINTED[1], 1.0)
            others = [Count(*counted[0]), FadeIn(self.rungs[place], rate_func=late)]
            self.add(counted[1])

        def follow(share: float) -> None:
            at = before + share * (place - before)
            self._put(at)
            self._stress(min(at, place - 1e-6))
            if counted is not None:
                seen = min(1.0, max(0.0, (share - _PRINTED[0]) / (_PRINTED[1] - _PRINTED[0])))
                VGroup(counted[0][1], counted[1]).set_opacity(seen)

        moved = [*self._moved(), *([] if counted is None else [counted[1]])]
        self.play(*others, Live(moved, follow), run_time=seconds)
        self.reached = float(place)
        if counted is not None:
            self.remove(counted[0][1], counted[1])
            self.add(self.readings[place])

    def _counted(self, place: int) -> tuple[tuple[Number, Number], Label]:
        """Return a ring's angle as it runs: the number as it was a layer before, and as it will be; and its sign."""
        size, angles = self.style.sizes.number, self.numbers.angles
        number, sign = self._angle_parts(angles[place], size)
        laid(VGroup(number, sign).move_to(self.readings[place]), Layer.LABEL)
        before = Number(angles[place - 1], decimals=0, size=size, style=self.style)
        return (before, number), sign

    def _measure(self) -> None:
        """Let cords and arcs go, the wedge open up to the last ring, and its angle be read; then what it is in all."""
        fan, style, last = self.fan, self.style, self.numbers.layers
        reading, first = self.readings[last], _WEDGE * self.fan.ring(0)
        cords = [cord for each in self.cords for cord in each]
        gone = [
            *cords,
            *self.measure,
            *(marks[place] for marks in (self.rungs, self.readings) for place in self.listed[1:-1]),
        ]
        start, size, tall = reading.get_center(), float(reading.height), float(self.movers[0].mark.height)
        between = min(pairwise(self.listed), key=lambda each: abs(fan.ring(sum(each) / 2) - _READ_AT * fan.radius))
        end = fan.at(sum(self._angles(last)) / 2, fan.ring(sum(between) / 2))
        larger = style.sizes.hero / style.sizes.number

        def open_up(share: float) -> None:
            self.widened = first + share * (_OPENS_TO * fan.radius - first)
            self._put(float(last))
            self._light(last, 1 - share)
            reading.scale((1 + share * (larger - 1)) * size / float(reading.height))
            reading.move_to(start + share * (end - start))
            for mover in self.movers:
                mover.mark.scale((1 + share * (_GROWN - 1)) * tall / float(mover.mark.height))

        self.cords = [[], []]
        moved = [self.wedge, *self._lit(last), *self.ways, *self.sights, *self.movers, reading]
        lights = [laid(HeroGlow(mover.at, self.subject, style=style), Layer.TRAIL) for mover in self.movers]
        early = squish_rate_func(smooth, 0.0, 0.3)
        leave = [FadeOut(mark, rate_func=early) for mark in gone]
        self.play(*leave, *map(FadeIn, lights), Live(moved, open_up), run_time=_FIRST)
        self._file(reading)

    def _file(self, reading: VGroup) -> None:
        """Let the angle go to a corner, beside what it is in all numbers, and what it is to other words."""
        (filed, label), *others = self._rows()
        start, size = reading.get_center(), float(reading.height)
        end, becomes, origin = filed.get_center(), float(filed.height), self.fan.origin
        bend = point(float(origin[0] + _BEND * (end[0] - origin[0])), float(end[1]))  # below the rings' numbers

        def file(share: float) -> None:
            reading.scale((size + share * (becomes - size)) / float(reading.height))
            reading.move_to((1 - share) ** 2 * start + 2 * share * (1 - share) * bend + share**2 * end)

        read, late = squish_rate_func(smooth, 0.35, 1.0), squish_rate_func(smooth, 0.75, 1.0)
        self.play(FadeIn(label, rate_func=late), Live([reading], file, rate_func=read), run_time=_READ)
        for row in others:
            self.play(FadeIn(row), run_time=self.style.times.move)

    def _rows(self) -> list[VGroup]:
        """Return angles with what they are between, in rows: the first way of laying them that is free of the fan."""
        sizes, free, origin = self.style.sizes, self.stage.above_foot, self.fan.origin
        small, ways = (sizes.number, sizes.least), []
        for count, (size, note) in product((3, 2), ((sizes.formula, sizes.tick), small)):
            rows = self._laid_rows(count, size, note)
            below = float(origin[1]) - _UNDER_ORIGIN - float(rows.height)
            for low in (self._low(), max(below, free.bottom + _ABOVE_FOOT)):
                ways.append(rows.copy().shift(point(0.0, low - float(rows[-1][0].get_bottom()[1]))))
                if float(ways[-1].get_top()[1]) < float(origin[1]):
                    ways[-1].shift(point(float(origin[0] - rows.get_x())))
        chosen = next((rows for rows in ways if self._is_free(rows, 1.0)), ways[-1])
        return [*laid(chosen, Layer.LABEL)]

    def _laid_rows(self, count: int, size: float, note: float) -> VGroup:
        """Return the first few angles, on the axes, in all numbers and to other words, as rows at the right margin."""
        style, numbers, ink = self.style, self.numbers, self.style.theme.ink
        said = [
            (numbers.angles[-1], self.says("shadow", count=len(numbers.axes)), ink),
            (numbers.turned[-1], self.says("whole", count=numbers.width), ink),
            (numbers.to_others, self.says("others"), self._quiet()),
        ][: count if float(numbers.to_others) else 2]
        rows = VGroup()
        for order, (angle, name, color) in enumerate(said):
            number, sign = self._angle_parts(angle, size)
            value, label = VGroup(number, sign).set_color(color), Label(name, size=note, color=color, style=style)
            base = -order * _ROW * size / style.sizes.formula * style.sizes.scale
            value.shift(point(-float(value.get_left()[0]), base - number.baseline))
            label.on_baseline(base).set_x(float(value.get_right()[0]) + 0.25 + float(label.width) / 2)
            rows.add(VGroup(value, label))
        return rows.shift(point(self.stage.above_foot.right - float(rows.get_right()[0])))

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

    def _low(self) -> float:
        """Return the baseline of the lowest row in both corners beside the fan's origin."""
        return max(self.stage.above_foot.bottom + _ABOVE_FOOT, float(self.fan.origin[1]))

    def _card(self) -> VGroup:
        """Return the model's name and what it is, in the corner at the left of the fan's origin, where it has room."""
        style, numbers, left, low = self.style, self.numbers, self.stage.above_foot.left, self._low()
        name = Label(_short(numbers.model), size=style.sizes.number, style=style)
        kind = Label(self.says("model", layers=numbers.layers), size=style.sizes.tick, color=self._quiet(), style=style)
        for row, text in enumerate((kind, name)):
            text.set_x(left + float(text.width) / 2).on_baseline(low + row * _ROW * style.sizes.scale)
        card = laid(VGroup(name, kind), Layer.LABEL)
        return card if self._is_free(card, -1.0) else VGroup()

    def _measure_of_cords(self) -> VGroup:
        """Return the thinnest and the thickest cord with their weights, in the right corner, where it has room."""
        style, right, low = self.style, self.stage.above_foot.right, self._low()
        weights = sorted((pull[0] for pullers in self.pullers for _, pull in pullers), key=float)
        if not any(self.cords):
            return VGroup()
        rows = VGroup()
        for row, weight in enumerate((weights[0], weights[-1])):
            number = Number(weight, size=style.sizes.tick, color=self._quiet(), style=style)
            number.on_baseline(low + row * _ROW * style.sizes.scale)
            start = point(float(number.get_left()[0]) - 0.25 - _SAMPLE, float(number.get_y()))
            rows.add(VGroup(Cord(start, start + point(_SAMPLE), float(weight), self._quiet(), style=style), number))
        rows.shift(point(right - float(rows.get_right()[0])))
        title = Label(self.says("weight"), size=style.sizes.tick, color=self._quiet(), style=style)
        title.set_x(right - float(title.width) / 2).on_baseline(low + 2 * _ROW * style.sizes.scale)
        rows = laid(VGroup(*rows, title), Layer.LABEL)
        return rows if self._is_free(rows, 1.0) else VGroup()


def _short(model: str) -> str:
    """Return a model's name without its maker and its sizes."""
    return model.rpartition("/")[2].replace("-", " ").partition(" ")[0]


def _whole_turns(difference: float) -> float:
    """Return the whole turns by which one angle has to be moved to be near another."""
    return 2 * math.pi * round(difference / (2 * math.pi))


def _pluck(time: float) -> float:
    """Return how far the middle of a cord swings that was plucked, scene units: to and fro, and to rest at 1."""
    return _PLUCKED * math.sin(_TURNS * time) * math.exp(-3 * time) * (1 - min(1.0, time))


def _rim(at: Point, other: Point) -> Point:
    """Return where what comes from another point to an icon ends."""
    way = other - at
    length = float(np.linalg.norm(way))
    return at + way * min(1.0, _RIM / length) if length > 1e-9 else at
