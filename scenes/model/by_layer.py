"""One word of two phrases, carried from layer to layer of a real model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import torch
from manim import (
    DL,
    DOWN,
    DR,
    RIGHT,
    UL,
    UR,
    Animation,
    ApplyMethod,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    Line,
    ManimColor,
    Transform,
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
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number, format_vector
from scenes.parts.geometry import Point, point
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow, Token
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.outline import take_outlines
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import PhraseAbout, Recording
from scenes.shared.recorded import OfRecording
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_TO_START, _RIPPLE = 1.2, 0.8
"""Seconds of the words' way out of their phrases, and in which all rings open."""

_REACH, _READ, _FIRST = 1.2, 0.6, 2.0
"""Seconds in which a phrase's cords reach out, in which all are looked at, and of the first layer's move, in which the
one arrow is torn in two."""

_HOLDS = 1.7
"""The power of a smooth motion with which a thing that is torn holds at first."""

_WEIGHED, _LATER, _LOOK, _LOOK_BACK, _LET_GO = 0.35, 0.7, 0.2, 0.6, 0.6
"""Seconds in which all cords get a later layer's weights, of that layer's move, in which what it did is looked at, in
which the angle swells after a layer that brought both back, and in which all cords let go at the end."""

_SWELLS = 1.3
"""The factor by which the angle swells."""

_GROWS, _END = 1.2, 1.4
"""Seconds in which both words grow at the end, and for which the last picture stands."""

_COMPARED, _MAKES_ROOM = 0.5, 0.25
"""Seconds in which the angle on the axes is read before the one in all numbers comes; the share of a phrase's time in
which its line sinks to make room for the weights."""

_MOST_RINGS = 6
"""Rings that are drawn, at the most."""

_SPUN, _DYED = 0.15, 0.5
"""The share of its way in which a cord becomes as wide as it is; that to the first ring, in which both arrows take on
their colours."""

_GLYPHS = 4
"""Glyphs that a running angle may have, its sign among them."""

_SEEDS = 3
"""Seeds of an axis that are named."""

_HERO, _RIM = 0.68, 0.42
"""Scene units: the moving icons' height; from an icon's middle to what ends at it."""

_UNDER_PHRASES, _ABOVE_FOOT, _BESIDE, _NARROW_BESIDE = 0.46, 0.1, 2.0, 0.3
"""Scene units free around the fan: below the phrases, above the foot, and at both sides for the axes' names."""

_UNDERLINE, _LINE, _BEAT, _BELOW = 0.21, 5.0, 4.0, 0.3
"""Scene units from a phrase's baseline to the line under it, to which its cords are tied; stroke units of that line,
and by which it swells as a layer is at work; scene units to what comes out of the phrase."""

_ARROW, _START, _DASH = 0.085, 0.13, 0.16
"""Scene units: the arrows' width; the radius of the dot where the one arrow ended; the dashes of that arrow."""

_DRAWN = 0.045
"""The weight that a cord has in some layer at the least."""

_WEIGHTS, _SINKS, _APART, _BEFORE_REST, _CORDS = 0.47, 0.4, 0.08, 0.24, 0.4
"""Scene units from a phrase's baseline to its weights' baseline; by which its line sinks below them; free between one
weight and the next, between texts of a key, and for the cords between that line and the last ring."""

_LAG, _LAGS = 0.15, 0.4
"""The share of a phrase's time after which its next cord starts, and after which all have started at the latest."""

_WEDGE = 0.26
"""The share of both phrases' colours in the wedge between their directions, which covers the rings."""

_UNDER_ARC, _SETTLES = 0.26, 0.1
"""Scene units free between the ring at work and the angle below it; free beside the angle, from which it is seen."""

_LIT_RUNG, _QUIET = 5.0, 0.45
"""Stroke units of the arc between the two on the ring at work; the share of ink in the colour of a ring's number before
and after it is at work."""

_SEED_PITCH, _ASIDE, _BESIDE_RING = 0.42, 0.16, 0.22
"""Scene units from one seed to the next; from a ring's ends to what stands there, to the side and down."""

_ROW, _AIR, _GROWN, _NAMED = 0.53, 0.14, 1.5, 1.3
"""Scene units from one row to the next, and free around rows and angles; how much larger both icons are at the end, and
both axes' names."""

_TAG, _TAG_ROW, _TWO, _ONE_ROW = 0.2, 0.3, 0.22, 12
"""Scene units free between an angle and what it is, from one row of that to the next, and between two angles; the
characters that stand in one row."""

_NAME_UP, _OFF_AXIS = 0.5, 0.85
"""Scene units from an axis's end to its name, above and to the side, where that has room for the rings' angles."""

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
    left_first: Tensor = quantity(
        "What the weights on the words that pull, rounded as they are printed, leave of 1 in the first phrase.",
        rows="steps",
    )
    left_second: Tensor = quantity("The same in the second phrase.", rows="steps")

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
    rows = _rows_of(recording, word)
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
        _left(pulls_first, *(phrase.text for phrase in about.phrases)),
        _left(pulls_second, *(phrase.text for phrase in reversed(about.phrases))),
    )


def _rows_of(recording: Recording, word: str) -> list[Tensor]:
    """Return the vectors of a word's last occurrence in each phrase before and after every layer, each (L + 1, d)."""
    return [
        recording.tensor(f"{place}.inputs")[:, len(phrase.tokens) - 1 - phrase.tokens[::-1].index(word)]
        for place, phrase in enumerate(recording.about.phrases)
    ]


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


def _pulling(pulls: Tensor, phrase: str, other: str) -> list[int]:
    """Return the places of the words that pull in some layer: words of both phrases cannot part the two.

    Args:
        pulls: the weights in each layer, (L, words).
        phrase: whose words they are.
        other: the other phrase.
    """
    both = set(other.lower().split())
    words = enumerate(phrase.lower().split())
    return [place for place, text in words if text not in both and float(pulls[:, place].max()) >= _DRAWN]


def _left(pulls: Tensor, phrase: str, other: str) -> Tensor:
    """Return what the printed weights of the words that pull leave of 1 in each layer, (L,): a reader's sum is 1."""
    pulling = _pulling(pulls, phrase, other)
    return torch.tensor([1.0 - sum(as_printed(float(layer[place])) for place in pulling) for layer in pulls])


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
        high = view.header_end - _UNDER_PHRASES - _BELOW
        if not self.stage.is_portrait:  # where cords hang below the phrases
            high -= _CORDS
        room = Region(free.left + aside, free.right - aside, free.bottom + _ABOVE_FOOT, high)
        return Fan.fitted([*directions(numbers.first), *directions(numbers.second)], numbers.layers, room)

    def build(self) -> None:
        """Make the phrases, the fan, the word twice, and a rung for each layer that is listed."""
        numbers, theme, last = self.numbers, self.style.theme, self.numbers.layers
        self.subject, self.fan = theme.subject, self._fan()
        self.phrases = [
            self.header_phrase(text.split(), side=side)
            for text, side in zip(numbers.phrases, ("right", "left"), strict=False)
        ]
        self.pullers = [self._pullers(index) for index in (0, 1)]
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
        self.wedge = self._wedge()
        self.rung = laid(VMobject(stroke_color=theme.ink, stroke_width=_LIT_RUNG), Layer.GHOST)
        self.together = _starts_together(numbers, self.world).holds
        self.reached, self.weighed, self.loosened, self.grown, self.sunk = 0.0, 1.0, 0.0, 1.0, [0.0, 0.0]
        self.printed = [self._printed(index) for index in (0, 1)]
        self.cords = [self._cords(index) for index in (0, 1)]
        self.size = self._angle_size()
        self.filed = self._filed()
        self.reading, self.card, self.keys = VGroup(), self._card(), self._keys()
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
            at, names[place] = fan.at(fan.axis(0), fan.ring(place)) + point(_ASIDE, -_BESIDE_RING), VGroup(number)
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
        edge = float(end[0]) + side * (_OFF_AXIS if self.stage.is_wide else -0.35)
        for row, text in enumerate(texts):
            text.set_x(edge + side * float(text.width) / 2)
            y = float(end[1]) + (_NAME_UP if self.stage.is_wide else 0.65) - _SEED_PITCH * style.sizes.scale * row
            text.on_baseline(y)
            over = min(0.0, self.stage.safe.right - abs(text.get_x()) - float(text.width) / 2)
            text.shift(point(side * over))
        return VGroup(*texts)

    def _wedge(self) -> VMobject:
        """Return the surface between both directions: from the second phrase's colour to the first one's."""
        ground, wedge = ManimColor(self.style.theme.background), VMobject(stroke_width=0)
        second, first = (ground.interpolate(ManimColor(self.style.theme.families[index]), _WEDGE) for index in (1, 0))
        wedge.set_fill([second, first], 1.0)  # type: ignore[arg-type]  # a gradient
        wedge.set_sheen_direction(RIGHT)
        return laid(wedge, Layer.SHADOW)

    def _header(self, header: HeaderPhrase, words: Sequence[str], color: str) -> VGroup:
        """Return a phrase, the word in its colour, and a line under it in the colour of its way."""
        for word, drawn in zip(words, header.words, strict=True):
            drawn.set_color(self.subject if self._is_followed(word) else self.style.theme.ink)
        line = Line(header.get_left(), header.get_right(), color=color, stroke_width=_LINE)
        line.set_y(min(drawn.baseline for drawn in header.words) - _UNDERLINE)
        return VGroup(header, laid(line, Layer.FRAME))

    def _is_followed(self, word: str) -> bool:
        return word.lower().strip(".,") == self.numbers.word

    def _mover(self, color: str) -> Token:
        token = Token(self.numbers.word, self.fan.origin, self.subject, height=_HERO, large=True, edge=color,
                      style=self.style)  # fmt: skip
        return laid(token, Layer.PIN)  # its way ends under it

    def _pullers(self, index: int) -> list[tuple[Label, Tensor]]:
        """Return a phrase's words that pull, each with its weight in every layer."""
        numbers, words = self.numbers, self.phrases[index].words
        pulls = (numbers.pulls_first, numbers.pulls_second)[index]
        pulling = _pulling(pulls, numbers.phrases[index], numbers.phrases[1 - index])
        return [(words[place], pulls[:, place]) for place in pulling]

    def _baseline(self, index: int) -> float:
        """Return a phrase's baseline."""
        return min(drawn.baseline for drawn in self.phrases[index].words)

    def _low_line(self, index: int) -> float:
        """Return the height of the line under a phrase, to which its cords are tied: it sinks below the weights."""
        return self._baseline(index) - _UNDERLINE - self.sunk[index] * _SINKS

    def _lay_line(self, index: int, sunk: float) -> None:
        """Lay the line under a phrase: below the weights where it has sunk wholly, at 1."""
        header, low = self.phrases[index], self._baseline(index) - _UNDERLINE - sunk * _SINKS
        left, right = float(header.get_left()[0]), float(header.get_right()[0])
        self.headers[index][1].put_start_and_end_on(point(left, low), point(right, low))

    def _printed(self, index: int) -> VGroup:
        """Return the first layer's weights of words that pull, each under its word."""
        if self.stage.is_portrait:
            return VGroup()
        for size in (self.style.sizes.tick, self.style.sizes.least):
            weights = self._weights(index, size)
            if len(weights) == len(self.pullers[index]):
                break
        return weights

    def _weights(self, index: int, size: float) -> VGroup:
        """Return the first layer's weights in a size; of two that would touch, only the larger one."""
        numbers, low, color = VGroup(), self._baseline(index) - _WEIGHTS, self.style.theme.families[index]
        for drawn, pull in sorted(self.pullers[index], key=lambda puller: -float(puller[1][0])):
            weight = Number(pull[0], size=size, color=color, style=self.style)
            number = weight.set_x(float(drawn.get_x())).on_baseline(low)
            if all(_beside(number, other) for other in numbers):
                numbers.add(number)
        return laid(numbers, Layer.LABEL)

    def _roots(self, index: int) -> list[Point]:
        """Return where a phrase's cords start: at the line under it."""
        return [point(float(drawn.get_x()), self._low_line(index)) for drawn, _ in self.pullers[index]]

    def _cords(self, index: int) -> list[Cord]:
        """Return a cord for each word that pulls, as wide as its weight in the first layer."""
        if self.stage.is_portrait:
            return []
        color, pairs = self.style.theme.families[index], zip(self._roots(index), self.pullers[index], strict=True)
        return [Cord(root, root, float(pull[0]), color, style=self.style) for root, (_, pull) in pairs]

    def _filed(self) -> dict[int, VGroup]:
        """Return each layer's angle, at the other end of its ring, and that at the start, where it is none.

        There are none where the frame has no room for them.
        """
        fan, filed = self.fan, {}
        places = [*([0] if self.together else []), *self.rings]
        for place in places:
            number, sign = self._angle_parts(self.numbers.angles[place], self.style.sizes.tick)
            text = VGroup(number, sign)
            if place == places[0]:
                said = Label(self.says("angle"), size=self.style.sizes.tick, style=self.style)
                said.set_x(float(number.get_left()[0]) - _BEFORE_REST / 2 - float(said.width) / 2)
                text.add(said.on_baseline(number.baseline))
            at = fan.at(fan.axis(1), fan.ring(place)) + point(-_ASIDE, -_BESIDE_RING)
            text.shift(point(float(at[0] - sign.get_right()[0]), float(at[1]) - number.baseline))
            filed[place] = laid(text, Layer.LABEL)
        return filed if all(float(text.get_left()[0]) > self.stage.safe.left for text in filed.values()) else {}

    def _went_back(self, place: int) -> bool:
        """Return whether the angle is smaller after a listed layer than after the one that is listed before it."""
        before = self.listed[self.listed.index(place) - 1]
        return bool(self.numbers.angles[place] < self.numbers.angles[before])

    def _angle_size(self) -> float:
        """Return the size of the angle: the largest one that has room between both words on all rings, or the least."""
        sizes = (self.style.sizes.hero, self.style.sizes.formula, self.style.sizes.number)
        return next((size for size in sizes if all(self._spare(place, size) > 0 for place in self.rings)), sizes[-1])

    def _spare(self, place: float, size: float) -> float:
        """Return how much room is left around the angle, between both arrows and above where the one arrow ended."""
        one, other = self._angles(place)
        text = self._angle_text(self._angle(place), size)
        radius = self.fan.ring(place) - _UNDER_ARC - float(text.height) / 2
        wide = 2 * math.sin(min(abs(one - other), math.pi) / 2) * radius - float(text.width) - 2 * (_ARROW + _AIR)
        return min(wide, radius - float(text.height) / 2 - self.fan.ring(0) - _START - _AIR)

    def _reading(self, place: float) -> VGroup:
        """Return the angle at a place between two rings as text, below its arc."""
        text = self._angle_text(self._angle(place), self.size)
        middle, radius = sum(self._angles(place)) / 2, self.fan.ring(place) - _UNDER_ARC - float(text.height) / 2
        return laid(text.move_to(self.fan.at(middle, radius)), Layer.LABEL)

    def _angle(self, place: float) -> Tensor:
        """Return the angle at a place between two rings, in degrees: a layer's own, or what lies between."""
        low = min(int(place), self.numbers.layers - 1)
        return torch.lerp(self.numbers.angles[low], self.numbers.angles[low + 1], place - low)

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
        """Let both arrows point as they do at a place between two rings, up to the words on it."""
        fan, radius, angles = self.fan, self.fan.ring(place), self._angles(place)
        for index, angle in enumerate(angles):
            at = fan.at(angle, radius)
            self.movers[index].put(at)
            self.arrows[index].set_ends(fan.origin, fan.at(angle, radius - _RIM * self.grown))
            self.arrows[index].body.set_fill(self._arrow_color(index, place))
            for cord, root, (_, pull) in zip(self.cords[index], self._roots(index), self.pullers[index], strict=False):
                cord.weight = (1 - self.loosened) * float(np.interp(self.weighed, np.arange(1, len(pull) + 1), pull))
                end = _rim(at, root)
                cord.set_ends(root, end + self.loosened * (root - end))
            self._lay_line(index, self.sunk[index])
            self.headers[index][1].set_stroke(width=_LINE + _BEAT * math.sin(math.pi * self.weighed) ** 2)
        fan.wedge(self.wedge, *angles, radius)
        fan.arc(self.rung, *angles, radius)

    def _arrow_color(self, index: int, place: float) -> ManimColor:
        """Return an arrow's colour: the word's own as long as there is one arrow, then its phrase's."""
        theme = self.style.theme
        one, own = (ManimColor(theme.fill(color)) for color in (self.subject, theme.families[index]))
        return one.interpolate(own, min(1.0, place / _DYED)) if self.together else own

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
        with self.beat("start", text="start" if self.together else "start-elsewhere", **said):
            self._begin()
            self.rest()
        opened = float((numbers.angles[1] - numbers.angles[0]).abs()) >= _OPENED
        with self.beat("first-layer", text="first-layer" if opened else "first-layer-beside", **said):
            self._part()
            self.rest()
        if numbers.layers > 1:
            with self.beat("layers", text="layers" if _wavers(numbers) else "layers-turn", **said):
                self._go_on()
                self.rest()
        parted = _parts(numbers, self.world).holds
        with self.beat("apart", text="apart" if parted else "beside", **said):
            self._measure()
            self._stand_still(_END)

    def _begin(self) -> None:
        """Let the word come out of both phrases, to one place where they agree; then axes, arrow and rings open."""
        self.add(*self.headers, *(name for _, name in self.axes), self.card)
        ends = [mover.at.copy() for mover in self.movers]
        starts = [self._out_of(index) for index in (0, 1)]
        for mover, start in zip(self.movers, starts, strict=True):
            mover.put(start)
        self._open_axes(*map(FadeIn, self.movers))

        def come(share: float) -> None:
            for mover, start, end in zip(self.movers, starts, ends, strict=True):
                mover.put(start + share * (end - start))

        self.play(Live(self.movers, come), run_time=_TO_START)
        self.shared, arrow = VGroup(), self.arrows[0]
        if self.together:
            arrow = self._arrow(self.arrows[0].end, self.subject)
            word = Token(self.numbers.word, ends[0], self.subject, height=_HERO, large=True, style=self.style)
            self.shared = VGroup(arrow, word)
            self.remove(*self.movers)
            self.add(word)
        self._grow([arrow] if self.together else self.arrows)
        self._open_rings(*map(FadeIn, self.filed.pop(0, VGroup())))

    def _open_axes(self, *others: Animation) -> None:
        """Let both axes grow out of the fan's origin to their names, while other things come."""
        lines = [line for line, _ in self.axes]
        ends = [line.get_end() for line in lines]

        def follow(share: float) -> None:
            for line, end in zip(lines, ends, strict=True):
                line.put_start_and_end_on(self.fan.origin, self.fan.origin + max(share, 1e-3) * (end - self.fan.origin))

        follow(0.0)
        self.add(*lines)
        self.play(*others, Live(lines, follow), run_time=self.style.times.move)

    def _open_rings(self, *others: Animation) -> None:
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
        self.play(Live(moved, open_up, rate_func=linear), *map(FadeIn, self.keys[:1]), *others, run_time=_RIPPLE)

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

    def _part(self) -> None:
        """Let one phrase's words reach the word, then the other's; they tear its one arrow in two."""
        others = [FadeOut(seed) for _, name in self.axes for seed in name[1:]] + self._change_keys()
        for index in (1, 0):  # from the left
            reach = self._reach(index)
            reach(0.0)
            self.add(*self.cords[index])
            late = squish_rate_func(smooth, 0.55, 0.9)
            printed = [FadeIn(number, rate_func=late) for number in self.printed[index]]
            moved = [*self.cords[index], self.headers[index], *self._lit(1)]
            self.play(*others, *printed, Live(moved, reach, rate_func=linear), run_time=_REACH)
            others = []
        self.wait(_READ)
        self.starts = self._starts()
        if self.together:
            self.remove(self.shared, *self.shared)
            self.add(*self.movers, *self.arrows)
        self.add(self.wedge, self.rung)
        self._to(1, _FIRST, _tear, *self._leave_starts())

    def _change_keys(self) -> list[Animation]:
        """Return how the rings' key leaves, and what a cord's width and all other weight are comes."""
        gone = [FadeOut(key, rate_func=squish_rate_func(smooth, 0.0, 0.4)) for key in self.keys[:1]]
        return [*gone, *(FadeIn(key, rate_func=squish_rate_func(smooth, 0.5, 1.0)) for key in self.keys[1:])]

    def _leave_starts(self) -> list[Animation]:
        """Return how what stays where both started comes, once both are away from there."""
        return [FadeIn(start, rate_func=squish_rate_func(smooth, 0.6, 0.9)) for start in self.starts]

    def _starts(self) -> list[VGroup]:
        """Return what stays where both started: a dashed arrow and a dot; two of them where they start apart."""
        starts = []
        for mover in self.movers[:1] if self.together else self.movers:
            shaft = DashedLine(self.fan.origin, mover.at, dash_length=_DASH, color=self.subject, stroke_width=_LINE)
            dot = Dot(mover.at, radius=_START, color=self.style.theme.fill(self.subject))
            dot.set_background_stroke(color=self.style.theme.background, width=RIM)
            starts.append(VGroup(laid(shaft, Layer.TRAIL), laid(dot, Layer.TRAIL)))
        return starts

    def _reach(self, index: int) -> Callable[[float], None]:
        """Return how a phrase's words light up, and their cords reach out in turn, the one that pulls most first."""
        theme, cords, printed = self.style.theme, self.cords[index], len(self.printed[index])
        self.sunk[index] = 1.0 if printed else 0.0
        roots = self._roots(index)
        ends = [_rim(self.movers[index].at, root) for root in roots]
        weights = [cord.weight for cord in cords]
        order = sorted(range(len(cords)), key=lambda each: -weights[each])
        lag = min(_LAG, _LAGS / max(1, len(cords) - 1))
        own = 1.0 - _MAKES_ROOM - lag * max(0, len(cords) - 1)

        def reach(time: float) -> None:
            if index == 1:  # the first one to reach out
                self._light(1, smooth(min(1.0, 3 * time)))
            lit = ManimColor(theme.ink).interpolate(ManimColor(theme.families[index]), min(1.0, 4 * time))
            for word, _ in self.pullers[index]:
                word.set_color(lit)
            self._lay_line(index, self.sunk[index] * smooth(min(1.0, time / _MAKES_ROOM)))
            for after, which in enumerate(order):
                share = max(smooth(min(1.0, max(0.0, (time - _MAKES_ROOM - after * lag) / own))), 1e-3)
                cords[which].weight = min(1.0, share / _SPUN) * weights[which]
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
        """Go out from layer to layer: cords get each one's weights, both arrows turn, and the angle is looked at.

        The first layer's printed weights leave before: from here on, a cord's width says its weight.
        """
        self._put_away()
        for place in self.listed[2:]:
            self._weigh(place)
            self._to(place, _LATER)
            if self._went_back(place):
                self._mark_back()
            if place != self.listed[-1]:
                self.wait(_LOOK)

    def _mark_back(self) -> None:
        """Let the angle swell and shrink again: this layer has brought both words nearer."""
        reading, size = self.reading, 1.0
        middle = reading.get_center()

        def follow(share: float) -> None:
            nonlocal size
            wanted = 1 + (_SWELLS - 1) * math.sin(math.pi * share)
            reading.scale(wanted / size, about_point=middle)
            size = wanted

        if len(reading):
            self.play(Live([reading], follow), run_time=_LOOK_BACK)

    def _put_away(self) -> None:
        """Let the printed weights leave, and the lines under both phrases rise into their place."""
        printed, before = self._shown(), list(self.sunk)
        if not printed:
            return

        def follow(share: float) -> None:
            self.sunk = [(1 - share) * sunk for sunk in before]
            self._put(self.reached)

        self.play(
            *(FadeOut(text, rate_func=squish_rate_func(smooth, 0.0, 0.4)) for text in printed),
            Live(self._moved(), follow, rate_func=squish_rate_func(smooth, 0.3, 1.0)),
            run_time=2 * self.style.times.quick,
        )

    def _weigh(self, place: int) -> None:
        """Let all cords become as wide as a layer's weights, before what they do is seen."""
        before = self.weighed

        def follow(share: float) -> None:
            self.weighed = before + share * (place - before)
            self._put(self.reached)

        if any(self.cords):
            self.play(Live(self._moved(), follow), run_time=_WEIGHED)
        self.weighed = float(place)

    def _loosen(self, *others: Animation) -> None:
        """Let all cords go, and the lines to which they were tied rise again."""
        before = list(self.sunk)

        def follow(share: float) -> None:
            self.loosened, self.sunk = share, [(1 - share) * sunk for sunk in before]
            self._put(self.reached)

        self.play(*others, Live(self._moved(), follow), run_time=_LET_GO)

    def _shown(self) -> list[VMobject]:
        """Return all that is printed of the first layer's weights."""
        return [*(weight for weights in self.printed for weight in weights), *self.keys[2:]]

    def _moved(self) -> list[VMobject]:
        """Return all that moves with the two words."""
        cords = [cord for each in self.cords for cord in each]
        lines, lit = [header[1] for header in self.headers], [mark for ring in self.rings for mark in self._lit(ring)]
        return [*self.movers, *self.arrows, self.wedge, self.rung, *cords, *lines, *lit]

    def _to(
        self,
        place: int,
        seconds: float,
        rate: Callable[[float], float] = smooth,
        *others: Animation,
        grown: float = 1.0,
    ) -> None:
        """Let both words go out to a ring and their arrows turn, the angle running; then it is filed.

        Args:
            place: of the ring among all; 0 is where both started.
            seconds: of its way.
            rate: of the way.
            others: what comes meanwhile.
            grown: how much larger both words are at the end than they were at first.
        """
        small, tall = self.grown, float(self.movers[0].mark.height) / self.grown
        before, running, filed = self.reached, self._running(), self.filed.pop(place, VGroup())

        def follow(share: float) -> None:
            at = before + share * (place - before)
            self.grown = small + share * (grown - small)
            self._put(at)
            for mover in self.movers if grown != small else []:
                _scale(mover.mark, self.grown * tall)
            for each in self.listed[1:]:
                self._light(each, max(0.0, 1 - abs(at - each)))
            _draw(running, self._reading(at), self._seen(at))

        self.remove(self.reading)
        follow(0.0)
        self.add(running, filed)
        late: list[Animation] = [FadeIn(text, rate_func=squish_rate_func(smooth, 0.75, 1.0)) for text in filed]
        self.play(Live([*self._moved(), running], follow, rate_func=rate), *late, *others, run_time=seconds)
        self.reached = float(place)
        self.reading = self._reading(place) if self._seen(place) else VGroup()
        self.remove(running)
        self.add(self.reading)

    def _seen(self, at: float) -> float:
        """Return how well the angle is seen between both arrows, 0 to 1: not at all before it has room there."""
        return min(1.0, max(0.0, self._spare(at, self.size) / _SETTLES))

    def _running(self) -> VGroup:
        """Return glyphs for the angle while it runs: a drawing, not a number of the record."""
        ink = self.style.theme.ink
        return laid(VGroup(*[VMobject(stroke_width=0).set_fill(ink, 1.0) for _ in range(_GLYPHS)]), Layer.LABEL)

    def _measure(self) -> None:
        """Let all cords go, both words and their axes' names grow; compare the angle with the one in all numbers."""
        gone = [*self.keys[1:2], *([] if self.numbers.layers > 1 else self._shown())]
        self._loosen(*map(FadeOut, gone))
        self.remove(*self.cords[0], *self.cords[1])
        self.cords = [[], []]
        names = [name[0] for _, name in self.axes] if self.stage.is_wide else []  # elsewhere, they would meet the words
        later, last = squish_rate_func(smooth, 0.5, 1.0), self.numbers.layers
        named = [ApplyMethod(name.scale, _NAMED, {"about_point": self._inner(name, axis)}, rate_func=later)
                 for axis, name in enumerate(names)]  # fmt: skip
        lights = [laid(HeroGlow(self.fan.at(turn, self.fan.ring(last)), self.subject, style=self.style), Layer.TRAIL)
                  for turn in self._angles(last)]  # fmt: skip
        late: list[Animation] = [FadeIn(light, rate_func=squish_rate_func(smooth, 0.6, 1.0)) for light in lights]
        seeds = [FadeIn(seed, rate_func=later) for _, name in self.axes for seed in name[1:]]
        self._to(last, _GROWS, smooth, *late, *named, *(seeds if names else []), grown=_GROWN)
        self._compare()

    def _inner(self, name: VMobject, axis: int) -> Point:
        """Return the point of an axis's name from which it grows: its lowest one on the side of the fan."""
        return point(float(name.get_x()) + (axis - 0.5) * float(name.width), float(name.get_bottom()[1]))

    def _compare(self) -> None:
        """Say what the angle is; then the one in all numbers comes below it, smaller, or in its place."""
        numbers, times = self.numbers, self.style.times
        flat, whole = (
            (numbers.angles[-1], self.says("flat")),
            (numbers.turned[-1], self.says("whole", count=numbers.width)),
        )
        alone = [self._in_wedge(told) for told in ([flat], [whole])]
        if not all(map(len, alone)):  # the frame has no room for what they are
            return
        (one,), (other,) = alone
        pair = self._in_wedge([flat, whole])
        self.remove(self.reading)
        self.add(one[0])
        self.play(FadeIn(one[1]), run_time=times.quick)
        self.wait(_COMPARED)
        if len(pair):
            self.play(Transform(one, pair[0]), FadeIn(pair[1], rate_func=squish_rate_func(smooth, 0.5, 1.0)),
                      run_time=times.move)  # fmt: skip
        else:
            self.play(FadeOut(one, rate_func=squish_rate_func(smooth, 0.0, 0.5)),
                      FadeIn(other, rate_func=squish_rate_func(smooth, 0.5, 1.0)), run_time=times.move)  # fmt: skip

    def _in_wedge(self, told: Sequence[tuple[Tensor, str]]) -> VGroup:
        """Return angles one below the other, below the arc, what each is below it; nothing where they have no room."""
        sizes = self.style.sizes
        ways = [(size, tag) for size in (sizes.hero, sizes.formula, sizes.number) if size <= self.size
                for tag in (sizes.tick, sizes.least)]  # fmt: skip
        for size, tag in ways:
            drawn = [size, *[tag] * (len(told) - 1)]  # only the first one is seen as an angle
            rows = VGroup(*(self._told(*each, of, tag) for each, of in zip(told, drawn, strict=True)))
            rows.arrange(DOWN, buff=_TWO)
            middle, radius = sum(self._angles(self.reached)) / 2, self.fan.ring(self.reached) - _UNDER_ARC
            rows.shift(self.fan.at(middle, radius) - rows.get_top())
            rows.set_x(float(self.fan.at(middle, radius - float(rows.height))[0]))  # the wedge is narrowest there
            if self._is_in_wedge(rows):
                return laid(rows, Layer.LABEL)
        return VGroup()

    def _told(self, value: Tensor, what: str, size: float, tag: float) -> VGroup:
        """Return an angle in a size, and below it, in two rows, what it is."""
        angle = self._angle_text(value, size)
        rows = VGroup(*(Label(row, size=tag, style=self.style) for row in _in_two(what)))
        baseline = float(angle.get_bottom()[1]) - _TAG - _TAG_ROW / 2
        for place, row in enumerate(rows):
            row.set_x(float(angle.get_x())).on_baseline(baseline - place * _TAG_ROW * self.style.sizes.scale)
        return VGroup(angle, rows)

    def _is_in_wedge(self, rows: VGroup) -> bool:
        """Return whether texts lie between both arrows, and above where the one arrow ended."""
        low, high = sorted(self._angles(self.reached))
        for text in (part for angle in rows for part in (angle[0], *angle[1])):
            for corner in map(text.get_corner, (UL, UR, DL, DR)):
                x, y = (float(each) for each in (corner - self.fan.origin)[:2])
                radius, free = math.hypot(x, y), _ARROW + _AIR
                aside = free / radius
                if not low + aside < math.atan2(y, x) < high - aside or radius < self.fan.ring(0) + _START + _AIR:
                    return False
        return True

    def _is_free(self, rows: VGroup) -> bool:
        """Return whether rows beside the fan's stem, at the left, are free of the axis."""
        origin, slope = self.fan.origin, math.tan(self.fan.axis(0))
        tops = ((float(origin[0]) - float(row.get_right()[0]), float(row.get_top()[1] - origin[1])) for row in rows)
        return all(top <= 0 or inner >= top / slope + _AIR for inner, top in tops)

    def _low(self) -> float:
        """Return the baseline of the lowest row beside the fan's origin."""
        return max(self.stage.above_foot.bottom + _ABOVE_FOOT, float(self.fan.origin[1]))

    def _keys(self) -> list[Row]:
        """Return what a ring and a cord's width are, and both phrases' other weight, at the right of the fan's origin.

        The ring's key gives its place to the last. There are none but in a wide frame.
        """
        if not self.stage.is_wide:
            return []
        size, style = self.style.sizes.tick, self.style
        keys = [Row([Label(self.says(key), size=size, style=style)]) for key in ("ring", "width")]
        if all(0 < len(self.pullers[index]) == len(self.printed[index]) for index in (0, 1)):
            lefts = zip((self.numbers.left_first, self.numbers.left_second), style.theme.families, strict=False)
            rests = [Number(left[0], size=size, color=color, style=style) for left, color in lefts]
            # In the order in which both phrases stand.
            keys.append(Row([Label(self.says("rest"), size=size, style=style), *reversed(rests)], _BEFORE_REST))
        right = float(self.axes[0][1].get_right()[0])
        for key, row in zip(keys, (0, 1, 0), strict=False):
            key.starting_at(right - float(key.width)).on_baseline(self._low() + row * _ROW * style.sizes.scale)
            laid(key, Layer.LABEL)
        return keys

    def _card(self) -> VGroup:
        """Return the model's name and what it is, at the left of the fan's origin, where it has room."""
        style, numbers, low = self.style, self.numbers, self._low()
        name = Label(_short(numbers.model), size=style.sizes.number, style=style)
        kind, view = (
            Label(text, size=style.sizes.tick, color=self._quiet(), style=style)
            for text in (self.says("model", layers=numbers.layers), self.says("view", count=numbers.width))
        )
        lefts = (float(self.axes[1][1].get_left()[0]), self.stage.above_foot.left)
        for rows, left in product(((view, kind, name), (kind, name)), lefts):
            for row, text in enumerate(rows):
                text.set_x(left + float(text.width) / 2).on_baseline(low + row * _ROW * style.sizes.scale)
            card = laid(VGroup(*reversed(rows)), Layer.LABEL)
            if self._is_free(card):
                return card
        return VGroup()


def _short(model: str) -> str:
    """Return a model's name without its maker and its sizes."""
    return model.rpartition("/")[2].replace("-", " ").partition(" ")[0]


def _whole_turns(difference: float) -> float:
    """Return the whole turns by which one angle has to be moved to be near another."""
    return 2 * math.pi * round(difference / (2 * math.pi))


def _tear(time: float) -> float:
    """Return how far a thing is torn: it holds at first, then it gives way."""
    return float(smooth(time) ** _HOLDS)


def _beside(one: VMobject, other: VMobject) -> bool:
    """Return whether two texts stand beside each other with room between."""
    return abs(float(one.get_x() - other.get_x())) > (float(one.width) + float(other.width)) / 2 + _APART


def _in_two(text: str) -> list[str]:
    """Return a text in two rows, the longer one as short as it can be; in one where it is short."""
    words = text.split() if len(text) > _ONE_ROW else []
    ways = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(ways, key=lambda rows: max(map(len, rows)), default=[text])


def _draw(glyphs: VGroup, text: VGroup, opacity: float) -> None:
    """Let glyphs look as a text does; those that it does not need are empty."""
    take_outlines(glyphs, text.family_members_with_points())
    glyphs.set_opacity(opacity)


def _scale(mark: VMobject, height: float) -> None:
    """Give a mark a height."""
    mark.scale(height / float(mark.height))


def _rim(at: Point, other: Point) -> Point:
    """Return where what comes from another point to an icon ends."""
    way = other - at
    length = float(np.linalg.norm(way))
    return at + way * min(1.0, _RIM / length) if length > 1e-9 else at
