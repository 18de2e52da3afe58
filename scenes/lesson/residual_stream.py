"""One token's vector through the layers of a real language model: a stream to which each adds, and which none replaces.

The stream is as wide as the vector is long. What attention adds to its length stays on one bank, what the networks add
on the other, and the vector that came in runs between them to the end.

The model was run once, by ``record-model``; everything here is drawn from its recording. Source: Elhage et al., "A
Mathematical Framework for Transformer Circuits" (2021), on the residual stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    ManimColor,
    VGroup,
    VMobject,
    linear,
    rate_functions,
    smooth,
    there_and_back,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import MINUS, format_number
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.outline import take_outlines
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.style import Style
from scenes.worlds import World

_FIRST, _TENTH = 3, 10
"""The layers that are seen from close by; layers from one number of the axis to the next, seen from afar."""

_ICON = 0.9
"""Scene units: the height of the icon of the next word."""

_AXIS, _NAMES = 0.75, 0.5
"""Scene units that the axis below the stream takes with its numbers, and the row of names above it."""

_POUR, _BROAD, _TIP, _AIR, _AT = 0.2, 1.0, 0.4, 0.05, (0.14, 0.64)
"""A layer's addition: its width as a share of the layer's, and in scene units at most; its tip as a share of its
length, at most; scene units between it and the stream; where in the layer attention adds, and where its network."""

_RISE = 0.25
"""The share of a layer in which a bank rises, at the end of each of its halves: behind the arrow."""

_GROWN, _STAYS, _TAKEN = 0.25, 0.3, 0.4
"""Layers behind the stream's front at which an addition has come, beginning when the front has left its width; and,
where many layers are seen, how long it stays before it becomes part of the stream, and how long that takes."""

_POINTS, _STEPS, _GRAIN, _FAINT = 200, 16, 0.07, 0.45
"""Points of a bank, and in a layer at the least; scene units between two lines in it at the least, and the opacity of
these."""

_THREAD, _LIT = 0.045, 0.7
"""Scene units that the first vector is wide in the stream at the least; the share of ink in its colour once it is
lit: so it stays as wide as it is."""

_BESIDE = 0.2
"""Scene units from the stream's front to its length, and from the stream's ends to the words there."""

_BELOW, _ABOVE = 0.45, 0.85
"""Scene units from the top of the stream's front down to its length, and least from the stream's middle up."""

_GLYPHS = 10
"""Glyphs that a running length may have."""

_DIGITS = 1
"""Digits after the point of lengths."""

_OVER_AXIS, _LINE = 0.5, 0.55
"""Scene units from the axis up to the sum, and from a line of it to the next."""

_START, _SLOW, _SECONDS = 2.4, 3.6, 4.9
"""Seconds of the first layer, of the others seen from close by, and of all others."""

_THROUGH, _PULSE = 1.6, 1.0
"""Seconds in which the first vector lights up from end to end, and in which a bank does."""


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
    attention: Tensor = quantity("How much longer what attention adds makes it in each layer.", rows="layers")
    network: Tensor = quantity("How much longer what the layer's network adds then makes it.", rows="layers")
    added: Tensor = quantity("How much longer attention makes it in all, and the networks.")
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
    lengths, between = states.norm(dim=1), (states[:-1] + added).norm(dim=1)
    attention, network = between - lengths[:-1], lengths[1:] - between
    turns = cosine_similarity(states[:-1], states[1:])
    names = tuple(f"layer {number}" for number in range(1, about.layers))
    return Stream(
        about.model, phrase.tokens, phrase.next[0][0], names, ("start", *names), lengths, attention, network,
        torch.stack([attention.sum(), network.sum()]), turns, turns.median(), torch.tensor(phrase.next[0][1]),
    )  # fmt: skip


def _grows(numbers: Stream, world: World) -> Measurement:
    first, last = float(numbers.lengths[1]), float(numbers.lengths[-1])
    return Measurement(last > 5 * first, f"{first:.1f} after the first layer, {last:.1f} at last")


def _turns_little(numbers: Stream, world: World) -> Measurement:
    return Measurement(float(numbers.kept) > 0.9, f"in the middle {float(numbers.kept):.2f}")


class Pour(VMobject):
    """A layer's addition: a broad arrow towards the stream, as long as what it adds to the length, in its scale.

    What makes the vector no longer has no arrow.

    Args:
        place: where it meets the stream, in layers.
        side: 1 for above, -1 for below.
        added: by how much it makes the vector longer.
        color: ``#rrggbb``.
        style: theme.
    """

    def __init__(self, place: float, side: int, added: float, color: str, style: Style) -> None:
        super().__init__(stroke_width=0)
        self.place, self.side, self.added = place, side, max(added, 0.0)
        laid(colour_area(self, color, 1.0, style), Layer.VECTOR)

    def lay(self, foot: Point, length: float, width: float, come: float) -> None:
        """Draw it before the stream's edge at ``foot``; a share of it has come, from its outer end on."""
        up, half = point(0.0, float(self.side)), point(width / 2)
        outer = foot + length * up
        tip = outer - come * length * up
        neck = tip + min(_TIP * length, width / 2) * min(come, 1.0) * up
        self.set_points_as_corners([outer - half, neck - half, tip, neck + half, outer + half, outer - half])


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
            "first": format_number(float(numbers.lengths[0]), _DIGITS),
            "last": format_number(float(numbers.lengths[-1]), _DIGITS),
            "guess": numbers.guess,
            "chance": format_number(float(numbers.chance)),
        }

    def build(self) -> None:
        """Make the words at both ends, the stream, and what layers add to it."""
        numbers, theme, style = self.numbers, self.style.theme, self.style
        inks = [theme.ink] * (len(numbers.tokens) - 1) + [theme.value]
        self.header = HeaderPhrase(numbers.tokens, inks, self.stage, self.view, style=style)
        free = self.stage.below_header.inset(top=0.1, bottom=0.15)
        self.low = free.bottom + _AXIS
        room = free.inset(bottom=_AXIS + 0.1, top=_NAMES)
        self.word = Label(numbers.tokens[-1], size=style.sizes.head, color=theme.value, within=1.6, style=style)
        self.word.set_x(free.left + self.word.width / 2)
        self.guess = self._make_guess(free.right)
        self.left = free.left + float(self.word.width) + _BESIDE
        self.right = float(self.guess.get_left()[0]) - _BESIDE
        self.front = 0.0
        self.unit, self.middle = self._fit(room)
        self.word.on_baseline(self.middle - self.word.cap_height / 3)
        self.guess.shift(point(0.0, self.middle))
        self.banks = [self._area(color, Layer.BAND) for color in (theme.query, theme.key)]
        self.grain = laid(VMobject(stroke_width=style.strokes.hair, stroke_opacity=_FAINT), Layer.GHOST)
        self.grain.set_stroke(theme.background if theme.filled else theme.axis)
        self.thread = self._area(theme.value, Layer.TRAIL)
        self.pours = [
            (Pour(place + _AT[0], 1, float(numbers.attention[place]), theme.fill(theme.query), style),
             Pour(place + _AT[1], -1, float(numbers.network[place]), theme.fill(theme.key), style))
            for place in range(len(numbers.layers))
        ]  # fmt: skip
        self.names = self._make_names(free.left, free.top, free.width)
        self._make_axis()
        self._make_ruler()
        self._see(0.0)
        self.length = self._reading(numbers.lengths[0])

    def _make_guess(self, right: float) -> VGroup:
        """Return the likeliest next word, what it is, and its probability, with their right edges at ``right``."""
        style, theme = self.style, self.style.theme
        word = Label(self.numbers.guess, size=style.sizes.head, color=theme.subject, within=1.8, style=style)
        chance = Weight(self.numbers.chance, size=style.sizes.number, color=theme.subject, style=style)
        name = Label(self.says("next"), size=style.sizes.tick, within=1.8, style=style)
        lines = VGroup(word, chance, name)
        middle = right - max(float(line.width) for line in lines) / 2
        for line, down in zip((word, chance, name), (0.13, 0.63, 1.1), strict=True):
            line.set_x(middle).on_baseline(-down)
        return lines

    def _area(self, color: str, layer: Layer) -> VMobject:
        """Return a part of the stream that has no shape yet."""
        return laid(colour_area(VMobject(stroke_width=0), self.style.theme.fill(color), 1.0, self.style), layer)

    def _make_names(self, left: float, top: float, width: float) -> Row:
        """Return what the colours mean, in a row above the stream."""
        theme, size = self.style.theme, self.style.sizes.tick
        pairs = ((self.says("attention"), theme.query), (self.says("network"), theme.key))
        names = [Label(text, size=size, color=color, within=0.47 * width, style=self.style) for text, color in pairs]
        row = Row(names, 0.5).starting_at(left)
        return laid(row.on_baseline(top - 0.25), Layer.LABEL)

    def _make_axis(self) -> None:
        """Make a line below the stream with a tick at each end of a layer, and the layers' numbers."""
        theme, size, count = self.style.theme, self.style.sizes.tick, self.panes
        self.axis = laid(VMobject(stroke_color=theme.axis, stroke_width=1.6), Layer.TICKS)
        near = {place: self.says("layer", number=place) for place in range(1, _FIRST + 1)}
        far = {place: str(place) for place in range(_TENTH, count + 1, _TENTH)} | {count: str(count)}
        within = 0.95 * (self.right - self.left) / _FIRST
        self.layers = {
            place: Label(text, size=size, within=within, style=self.style) for place, text in (near | far).items()
        }
        laid(VGroup(*self.layers.values()), Layer.TICKS)

    def _make_ruler(self) -> None:
        """Make a line across the stream's front, with its length beside it."""
        style, ink = self.style, self.style.theme.ink
        self.ruler = laid(VMobject(stroke_color=ink, stroke_width=2.5), Layer.PIN)
        self.long = laid(Label(self.says("long"), size=style.sizes.tick, style=style), Layer.LABEL)
        self.running = VGroup(*(VMobject(stroke_width=0).set_fill(ink, 1.0) for _ in range(_GLYPHS)))
        laid(self.running, Layer.LABEL)

    # --- where things are, seen from the place that the stream has reached ---

    @property
    def panes(self) -> int:
        """The number of layers: those that add here, and the last one."""
        return len(self.numbers.layers) + 1

    def _pitch(self, front: float) -> float:
        """Return a layer's width while the stream's front is at a place: all layers so far fill the picture."""
        return (self.right - self.left) / self._seen(front)

    def _seen(self, front: float) -> float:
        """Return how many layers are seen: those that the stream has run through, and at last the one beyond."""
        beyond = max(front - _FIRST, 0.0) / (len(self.numbers.layers) - _FIRST)
        return max(front, 1.0) + beyond

    def _zoom(self, front: float) -> float:
        """Return how much larger lengths are drawn than in the end: as long as few layers are seen, by one factor."""
        return self._pitch(max(front, float(_FIRST))) / self._pitch(float(len(self.numbers.layers)))

    def _bank(self, side: int, place: float) -> float:
        """Return how much of the vector's length lies on one side of its middle at a place.

        Half of the first vector's, and all that attention has added so far, or the networks: side 1, or -1.
        """
        layer = min(int(place), len(self.numbers.layers) - 1)
        gains = self.numbers.attention if side > 0 else self.numbers.network
        risen = (place - layer - (0.5 if side > 0 else 1.0)) / _RISE + 1
        share = smooth(min(max(risen, 0.0), 1.0))
        return float(self.numbers.lengths[0]) / 2 + float(gains[:layer].sum()) + share * float(gains[layer])

    def _long(self, place: float) -> float:
        """Return the vector's length at a place: after attention halfway, after the network at a layer's end."""
        return self._bank(1, place) + self._bank(-1, place)

    def _fit(self, room: Region) -> tuple[float, float]:
        """Return scene units of the stream's width for a length of 1, seen from afar, and where its middle is.

        All of it has room, with what is added, also seen from close by.
        """
        most = [0.0, 0.0]
        for last in (_FIRST, len(self.numbers.layers)):
            for index, (side, gains) in enumerate(((1, self.numbers.attention), (-1, self.numbers.network))):
                reach = max(
                    max(self._bank(side, place + _AT[index]) + float(gains[place]), self._bank(side, place + 1.0))
                    for place in range(last)
                )
                most[index] = max(most[index], self._zoom(float(last)) * reach)
        unit = (room.height - 2 * _AIR) / sum(most)
        return unit, room.top - _AIR - unit * most[0]

    def _edge(self, side: int, place: float) -> float:
        """Return how far a bank is from the stream's middle at a place, scene units."""
        return self.unit * self._zoom(self.front) * self._bank(side, place)

    def _x(self, place: float) -> float:
        return self.left + place * self._pitch(self.front)

    # --- what is drawn at a moment ---

    def _see(self, front: float) -> None:
        """Draw everything as it is when the stream's front has come to a place."""
        self.front = front
        places = np.linspace(0.0, front, 1 + max(_POINTS, int(_STEPS * front))).tolist()
        half = max(self._edge(1, 0.0), _THREAD / 2)
        ends = [point(self.left, self.middle), point(self._x(front), self.middle)]
        for side, bank in zip((1, -1), self.banks, strict=True):
            edge = [point(self._x(each), self.middle + side * self._edge(side, each)) for each in places]
            bank.set_points_as_corners([ends[0], *edge, ends[1], ends[0]])
        corners = [
            end + point(0.0, up) for end, up in zip([*ends, *ends[::-1]], (half, half, -half, -half), strict=True)
        ]
        self.thread.set_points_as_corners([*corners, corners[0]])
        self._see_grain()
        for pair in self.pours:
            for pour in pair:
                self._see_pour(pour)
        self._see_axis()
        self._see_ruler()

    def _see_grain(self) -> None:
        """Draw a line along the stream from where a layer has added to it, as long as that stays its edge or inside."""
        self.grain.clear_points()
        for side in (1, -1):
            levels = [self._edge(side, float(place)) for place in range(int(self.front) + 1)]
            drawn = max(self._edge(1, 0.0), _THREAD / 2)
            for place, level in enumerate(levels):
                if level - drawn < _GRAIN:
                    continue
                drawn = level
                after = next((later for later in range(place, len(levels)) if levels[later] < level - 1e-9), None)
                end = self.front if after is None else float(after - 1)
                if end > place:
                    self.grain.start_new_path(point(self._x(place), self.middle + side * level))
                    self.grain.add_line_to(point(self._x(end), self.middle + side * level))

    def _see_pour(self, pour: Pour) -> None:
        pitch = self._pitch(self.front)
        come = min(max((self.front - pour.place - _POUR / 2) / (_GROWN - _POUR / 2), 0.0), 1.0)
        stays = max(min(pour.place + _STAYS, len(self.numbers.layers) - _TAKEN), float(_FIRST))
        taken = min(max((self.front - stays) / _TAKEN, 0.0), 1.0)
        foot = point(self._x(pour.place), self.middle + pour.side * (self._edge(pour.side, pour.place) + _AIR))
        length = self.unit * self._zoom(self.front) * pour.added * (1 - taken)
        pour.lay(foot, length, min(_POUR * pitch, _BROAD), come)
        pour.set_opacity(1.0 if come > 0 and length > 0 else 0.0)

    def _see_axis(self) -> None:
        """Draw the axis as far as it is seen; numbers come and go with the room that they have."""
        seen = self._seen(self.front)
        self.axis.set_points_as_corners([point(self.left, self.low), point(self.right, self.low)])
        for place in range(int(seen + 1e-6) + 1):
            x = self._x(place)
            self.axis.start_new_path(point(x, self.low - 0.08))
            self.axis.add_line_to(point(x, self.low + 0.08))
        near = min(max(3 * _FIRST / seen - 2, 0.0), 1.0)
        for place, label in self.layers.items():
            x = max(self._x(place - 0.5), self.left + float(label.width) / 2)
            label.set_x(x).on_baseline(self.low - 0.45)
            come = min(max(seen - place + 1.0, 0.0), 1.0)
            label.set_opacity(come * near if 1 < place <= _FIRST else come)

    def _see_ruler(self) -> None:
        """Draw the line across the front, and the length beside its upper end."""
        x, above, below = self._x(self.front), self._edge(1, self.front), self._edge(-1, self.front)
        self.ruler.set_points_as_corners([point(x, self.middle + above), point(x, self.middle - below)])
        y = self.middle + max(above - _BELOW, _ABOVE)
        left = x + _BESIDE
        self.long.align_to(point(left), point(-1.0)).on_baseline(y + 0.1)
        take_outlines(self.running, self._reading(self._long(self.front)).submobjects)

    def _reading(self, value: Tensor | float) -> Number:
        """Return a length where it stands at the moment."""
        number = Number(value, decimals=_DIGITS, size=self.style.sizes.number, style=self.style)
        number.align_to(self.long, point(-1.0)).on_baseline(self.long.baseline - 0.45)
        return laid(number, Layer.LABEL)

    # --- the story ---

    def _run(self, last: int, seconds: float, rate: Callable[[float], float] = linear) -> None:
        """Let the stream run to the end of a layer while layers add to it; then its length stands there."""
        first = self.front

        def follow(share: float) -> None:
            self._see(first + share * (last - first))

        pours = [pour for pair in self.pours for pour in pair]
        moved = [
            *self.banks,
            self.grain,
            self.thread,
            *pours,
            self.axis,
            *self.layers.values(),
            self.ruler,
            self.long,
            self.running,
        ]
        self.remove(self.length)
        self.add(*moved)
        self.play(Live(moved, follow, rate_func=rate, run_time=seconds))
        self.remove(self.running)
        self.length = self._reading(self.numbers.lengths[last])
        self.add(self.length)

    def tell(self) -> None:
        """Let a vector flow in; add to it, layer by layer; say what it has become."""
        numbers, count = self.numbers, len(self.numbers.layers)
        with self.beat("start", word=numbers.tokens[-1]):
            coming = self.header.words[-1].copy()
            self.play(FadeIn(self.header, self.axis, self.layers[1]), run_time=self.style.times.quick)
            self.play(coming.animate.match_width(self.word).move_to(self.word))
            self.remove(coming)
            self.add(self.word)
            self.play(FadeIn(self.ruler, self.long, self.length, self.names), run_time=self.style.times.quick)
            self._run(1, _START)
            self.rest()
        with self.beat("layers"):
            self._run(_FIRST, _SLOW)
            self.rest()
        with self.beat("all", layers=count, guess=numbers.guess):
            self._run(count, _SECONDS, rate_functions.ease_in_out_sine)
            start = point(self._x(count) + 0.06, self.middle)
            self.out = Vector(start, point(self.right + 0.08, self.middle), self.style.theme.subject, style=self.style)
            self.play(GrowFromPoint(self.out, start), FadeIn(self.guess, shift=point(0.3)))
            self.rest()
        attention, network = (format_number(float(gain), _DIGITS) for gain in numbers.added)
        with self.beat("kept", word=numbers.tokens[-1], attention=attention, network=network):
            self._tell_sum()
            self.hold()

    def _tell_sum(self) -> None:
        """Let the first vector light up to the end, then what attention has added, then the networks; add them up."""
        theme = self.style.theme
        first, plus, attention, another, network, *length = self._make_sum()
        lit = laid(VMobject(stroke_width=0), Layer.TRAIL)
        bright = ManimColor(theme.fill(theme.value)).interpolate(ManimColor(theme.ink), _LIT)
        colour_area(lit, bright.to_hex(), 1.0, self.style)
        self.add(lit)

        def run(share: float) -> None:
            half, end = max(self._edge(1, 0.0), _THREAD / 2), self.left + share * (self._x(self.front) - self.left)
            corners = ((self.left, half), (end, half), (end, -half), (self.left, -half))
            box = [point(x, self.middle + up) for x, up in corners]
            lit.set_points_as_corners([*box, box[0]])

        self.play(Live([lit], run), FadeIn(first), run_time=_THROUGH)
        self.play(*self._lighten(self.banks[0]), FadeIn(plus, attention), run_time=_PULSE)
        self.play(*self._lighten(self.banks[1]), FadeIn(another, network), run_time=_PULSE)
        pictured = [FadeIn(icon, scale=0.6) for icon in self._pictured()]
        self.play(FadeIn(*length), FadeOut(self.long, self.length), *pictured, run_time=self.style.times.move)

    def _lighten(self, bank: VMobject) -> list[Animation]:
        """Return how a bank becomes lighter for a moment."""
        ink = self.style.theme.ink
        if not self.style.theme.filled:
            return [ApplyMethod(bank.set_stroke, None, 2 * self.style.strokes.thin, rate_func=there_and_back)]
        lighter = bank.get_fill_color().interpolate(ManimColor(ink), 0.5)
        return [ApplyMethod(bank.set_fill, lighter, rate_func=there_and_back)]

    def _make_sum(self) -> list[VMobject]:
        """Return what the vector's length is made of, in the free corner below the stream: in one line, or in three."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        wide = self.stage.is_wide
        size = style.sizes.hero if wide else style.sizes.head

        def term(value: Tensor, color: str) -> Number:
            return Number(value, decimals=_DIGITS, size=size, color=color, style=style)

        attention, network = numbers.added
        pieces: list[VMobject] = [term(numbers.lengths[0], theme.value), _sign(attention, size, style)]
        pieces += [term(attention.abs(), theme.query), _sign(network, size, style), term(network.abs(), theme.key)]
        pieces += [Label("=", size=size, style=style), term(numbers.lengths[-1], theme.ink)]
        pieces.append(Label(self.says("long"), size=style.sizes.tick, style=style))
        lines = [pieces] if wide else [pieces[:3], pieces[3:5], pieces[5:]]
        for index, line in enumerate(reversed(lines)):
            row = Row(line, 0.2).starting_at(float(self.names.get_left()[0]))
            laid(row.on_baseline(self.low + _OVER_AXIS + index * _LINE * style.sizes.scale), Layer.LABEL)
        return pieces

    def _pictured(self) -> list[VMobject]:
        """Return the icon of the likeliest next word above it, if it has one."""
        word, style = self.numbers.guess.lower(), self.style
        if not has_icon(word, style):
            return []
        icon = ShadedIcon(word, style.theme.subject, height=_ICON, style=style)
        above = float(self.guess.get_top()[1]) + _ICON / 2 + 0.1
        return [laid(icon.move_to(point(float(self.guess.get_x()), above)), Layer.ICON)]


def _sign(value: Tensor, size: float, style: Style) -> Label:
    """Return the sign before a term of a sum."""
    return Label("+" if float(value) >= 0 else MINUS, size=size, style=style)
