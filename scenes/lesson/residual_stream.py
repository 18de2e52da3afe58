"""One token's vector through the layers of a real language model: each reads it and adds to it.

The model was run once, by ``record-model``; everything here is drawn from its recording. Source: Elhage et al., "A
Mathematical Framework for Transformer Circuits" (2021), on the residual stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import FadeIn, GrowFromPoint, LaggedStart, VGroup, VMobject, linear
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, labelled
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.typeset import Label, Row, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_SHARE, _LONGEST, _SHORTEST, _AIR, _ARROW = 0.5, 0.9, 0.12, 0.08, 0.05
"""The stream's largest width as a share of the room's height; scene units of the longest and the shortest tributary,
between one and the stream, and of its shaft."""

_NAMES, _GROWN = 0.42, 0.7
"""The height of the tributaries' names, and the depth of the stream's lengths, as shares of half the picture."""

_TENTH = 10
"""Layers from one tick to the next."""

_SLOW, _SECONDS, _FIRST = 3.2, 6.0, 3
"""Seconds of the first layers, and of all others; how many layers come first."""


class OfStream(OfRecording):
    """The parameters: a recording of a language model with its stream."""

    recording: str = Field("smollm2-stream", description="The recording: its name, or a file from record-model.")


@dataclass(frozen=True)
class Stream:
    """The last token's vector before and after each layer, and the two things that each adds."""

    model: str
    tokens: tuple[str, ...]
    guess: str
    layers: tuple[str, ...]
    stations: tuple[str, ...]
    lengths: Tensor = quantity("The length of the token's vector before each layer and after.", rows="stations")
    attention: Tensor = quantity("The length of what attention adds in each layer.", rows="layers")
    network: Tensor = quantity("The length of what the layer's network adds.", rows="layers")
    turns: Tensor = quantity("The cosine of the vector before a layer and after it.", rows="layers")
    kept: Tensor = quantity("The middle one of these cosines.")
    chance: Tensor = quantity("The probability of the likeliest next token.")


def stream(parameters: OfStream) -> Stream:
    """Follow the last token of a recording's first phrase; the last layer is left out: the model rescales after it.

    Raises:
        UserError: when the model is none that adds, or its stream was not recorded.
    """
    recording = parameters.read()
    about, phrase = recording.about, recording.about.phrases[0]
    if about.kind == "bert" or not phrase.next or about.layers < _FIRST + 2:
        raise UserError(
            f"this figure needs a recording of a language model of GPT-2's or Llama's kind; "
            f"{shown(recording.source)} is of {about.kind}'s"
        )
    states, added = (recording.tensor(f"0.{name}").double()[:, -1] for name in ("inputs", "outputs"))
    states, added = states[:-1], added[: about.layers - 1]  # (L, d) and (L - 1, d)
    network = states[1:] - states[:-1] - added
    turns = cosine_similarity(states[:-1], states[1:])
    names = tuple(f"layer {number}" for number in range(1, about.layers))
    chance = torch.tensor(phrase.next[0][1])
    return Stream(about.model, phrase.tokens, phrase.next[0][0], names, ("start", *names), states.norm(dim=1),
                  added.norm(dim=1), network.norm(dim=1), turns, turns.median(), chance)  # fmt: skip


def _grows(numbers: Stream, world: World) -> Measurement:
    first, last = float(numbers.lengths[1]), float(numbers.lengths[-1])
    return Measurement(last > 5 * first, f"{first:.1f} after the first layer, {last:.1f} at last")


def _turns_little(numbers: Stream, world: World) -> Measurement:
    return Measurement(float(numbers.kept) > 0.9, f"in the middle {float(numbers.kept):.2f}")


class ResidualStream(PlaneFigure):
    """lesson-residual-stream: a token's vector runs through all layers; each adds to it, and none replaces it."""

    name = "lesson-residual-stream"
    Parameters = OfStream
    with_plane = False
    with_record = False
    numbers: Stream
    claims = (
        Claim("What layers add makes the vector more than five times as long.", _grows),
        Claim("Most layers hardly turn it: the middle cosine is above 0.9.", _turns_little),
    )

    @classmethod
    def compute(cls, parameters: OfStream, world: World) -> Stream:
        """Follow a token through a recorded model."""
        return stream(parameters)

    @classmethod
    def alternative_values(cls, numbers: Stream) -> Mapping[str, object]:
        """Return the model, the phrase, how the vector grew, and the guess at its end."""
        return {
            "model": numbers.model,
            "phrase": " ".join(numbers.tokens),
            "layers": len(numbers.layers),
            "first": format_number(float(numbers.lengths[0])),
            "last": format_number(float(numbers.lengths[-1])),
            "guess": numbers.guess,
            "chance": format_number(float(numbers.chance)),
        }

    def build(self) -> None:
        """Make the stream and its tributaries."""
        numbers, free, theme = self.numbers, self.stage.below_header.inset(top=0.2, bottom=0.15), self.style.theme
        self.header = HeaderPhrase(
            numbers.tokens, [theme.ink] * len(numbers.tokens), self.stage, self.view, style=self.style
        )
        end = Label(numbers.guess, size=self.style.sizes.head, color=theme.subject, style=self.style)
        chance = Weight(numbers.chance, size=self.style.sizes.number, color=theme.subject, style=self.style)
        self.left, self.middle = free.left, float(free.centre[1])
        self.right = free.right - max(float(end.width), float(chance.width)) - 0.3
        end.set_x(free.right - end.width / 2).on_baseline(self.middle + 0.08)
        chance.set_x(end.get_x()).on_baseline(self.middle - 0.42)
        self.guess = VGroup(end, chance)
        self.reach = min(free.height, free.width) / 2
        self.unit = _SHARE * self.reach / float(numbers.lengths.max())
        self.pitch = (self.right - self.left) / len(numbers.layers)
        self.river = laid(colour_area(VMobject(stroke_width=0), theme.value, 0.9, self.style), Layer.BAND)
        most = float(torch.cat([numbers.attention, numbers.network]).max())
        self.tributaries = [
            (self._arrow(place, 1, float(numbers.attention[place]) / most, theme.query),
             self._arrow(place, -1, float(numbers.network[place]) / most, theme.dim))
            for place in range(len(numbers.layers))
        ]  # fmt: skip
        size = self.style.sizes.tick
        names = [
            (self.says("attention"), theme.query, self.middle + _NAMES * self.reach),
            (self.says("network"), theme.dim, self.middle - _NAMES * self.reach - 0.2),
        ]
        self.names = VGroup(*(
            Label(text, size=size, color=color, style=self.style).set_x(0).on_baseline(y) for text, color, y in names
        ))  # fmt: skip
        for name in self.names:
            name.set_x(self.left + name.width / 2)
        self.bed = self._bed()
        self.grown = self._grown()

    def _bed(self) -> VGroup:
        """Return a line below the stream with a tick and a number at every tenth layer."""
        theme, size, count = self.style.theme, self.style.sizes.tick, len(self.numbers.layers)
        low = self.middle - self.reach + 0.5
        line = thin_line(point(self.left, low), point(self.right, low), theme.axis, 1.6)
        bed = VGroup(line)
        for place in (1, *range(_TENTH, count + 1, _TENTH)):
            x = self.left + place * self.pitch
            bed.add(thin_line(point(x, low - 0.08), point(x, low + 0.08), theme.axis, 1.6))
            number = Tick(place, 1, size=size, color=theme.ink, style=self.style)
            bed.add(number.set_x(x).on_baseline(low - 0.4))
        name = Label(self.says("layer"), size=size, color=theme.dim, style=self.style)
        last = self.left + (count // _TENTH * _TENTH) * self.pitch
        bed.add(name.set_x(last + 0.3 + name.width / 2).on_baseline(low - 0.4))
        return laid(bed, Layer.TICKS)

    def _grown(self) -> VGroup:
        """Return how long the vector is at first and at last, below the stream's narrow half."""
        numbers, size, ink = self.numbers, self.style.sizes.number, self.style.theme.ink
        first, last = (Number(numbers.lengths[place], size=size, color=ink, style=self.style) for place in (1, -1))
        name = Label(self.says("long"), size=size, color=ink, style=self.style)
        arrow = Label("\u2192", size=size, color=ink, style=self.style)
        row = Row([name, first, arrow, last], [0.3, 0.2, 0.2])
        row.shift(point(self.left + 0.1 - float(row.get_left()[0]), 0.0))
        set_on_baseline(row, self.middle - _GROWN * self.reach)
        return labelled(row, self.style)

    def _half(self, place: float) -> float:
        """Return half of the stream's width at a place between layers, scene units."""
        lengths = self.numbers.lengths
        whole = min(int(place), len(lengths) - 2)
        share = place - whole
        return self.unit * float(lengths[whole] + share * (lengths[whole + 1] - lengths[whole]))

    def _arrow(self, place: int, side: int, share: float, color: str) -> Vector:
        """Return what a layer adds, as an arrow into the stream from above or from below."""
        x = self.left + (place + 0.7) * self.pitch
        tip = self.middle + side * (self._half(place + 0.7) + _AIR)
        length = max(_LONGEST * share**0.5, _SHORTEST)
        return Vector(point(x, tip + side * length), point(x, tip), color, width=_ARROW, style=self.style)

    def _flow(self, first: float, last: float, seconds: float) -> Live:
        """Return how the stream runs from one place between layers to another."""

        def follow(share: float) -> None:
            end = first + share * (last - first)
            places = [*range(int(end) + 1), end]
            above = [point(self.left + each * self.pitch, self.middle + self._half(each)) for each in places]
            below = [point(self.left + each * self.pitch, self.middle - self._half(each)) for each in reversed(places)]
            self.river.set_points_as_corners([*above, *below, above[0]])

        return Live([self.river], follow, rate_func=linear, run_time=seconds)

    def _join(self, first: int, last: int, seconds: float) -> None:
        """Let the stream run on while layers add to it."""
        arrows = [arrow for pair in self.tributaries[first:last] for arrow in pair]
        growing = [GrowFromPoint(arrow, arrow.start) for arrow in arrows]
        self.play(
            self._flow(float(first), float(last), seconds), LaggedStart(*growing, lag_ratio=0.6, run_time=seconds)
        )

    def tell(self) -> None:
        """Let a vector flow in; add to it, layer by layer; say what it has become."""
        numbers, count = self.numbers, len(self.numbers.layers)
        word = numbers.tokens[-1]
        with self.beat("start", word=word):
            self.play(FadeIn(self.header, self.bed))
            self.add(self.river)
            self.play(self._flow(0.0, 0.01, 0.4))
            self._join(0, 1, 1.4)
            self.rest()
        with self.beat("layers"):
            self.play(FadeIn(self.names), run_time=self.style.times.quick)
            self._join(1, _FIRST, _SLOW)
            self.rest()
        with self.beat("all", layers=count + 1):
            self._join(_FIRST, count, _SECONDS)
            self.play(FadeIn(self.guess, self.grown))
            self.rest()
        kept = HeroNumber(numbers.kept, style=self.style)
        room = 0.62 * (self.right - self.left)
        title = Label(self.says("kept"), size=self.style.sizes.number, within=room, style=self.style)
        title.move_to(point(self.left + room / 2 + 0.1, self.stage.below_header.top - 0.75))
        kept.next_to(title, point(0.0, -1.0), buff=0.2)
        with self.beat("kept", kept=format_number(float(numbers.kept))):
            self.play(FadeIn(title, kept))
            self.hold()
