"""One token's vector through the layers of a real language model: a stream to which each adds, and which none replaces.

The stream is as wide as the vector is long. What attention adds to its length stays on one bank, what the networks add
on the other, and the vector that came in runs between them to the end. Steps that make the vector shorter make a bank
thinner; the largest of them leaves as an arrow. The last layer is a box that takes in the whole stream: a word comes
out, and goes on to the end of the sentence. Lengths are drawn in one scale as long as anything is added; between, the
picture steps back, and a bar shows by how much.

The model was run once, by ``record-model``; everything here is drawn from its recording. Source: Elhage et al., "A
Mathematical Framework for Transformer Circuits" (2021), on the residual stream.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    GrowFromPoint,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    RoundedRectangle,
    TransformFromCopy,
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
from scenes.motion.arrive import late
from scenes.motion.live import Live
from scenes.number_format import MINUS, decimals_that_add, format_number
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import WIDTH, Vector
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

_CROP, _CLOSE = 1.6, 0.36
"""Scene units that the first vector is wide as it flows in, before the picture steps back for the first time; layers
that are seen then."""

_ICON = 0.9
"""Scene units: the height of the icon of the next word."""

_MARGIN = 0.3
"""Scene units that the sentence leaves free at its end, with the guess behind it."""

_AXIS, _NAMES = 0.75, 0.5
"""Scene units that the axis below the stream takes with its numbers, and the row of names above it."""

_BODY, _WALL, _CORNER, _OUT = (0.9, 0.6), 0.08, 0.12, 0.45
"""Scene units of the last layer: its length in a wide frame and in others; from the stream to its walls; its corners'
radius; the arrow that leads out of it."""

_BAR, _BAR_HEIGHT = 1.3, 0.2
"""Scene units: the length of a bar for a probability of 1, and its height."""

_POUR, _BROAD, _TIP, _AIR, _AT = 0.2, 1.0, 0.4, 0.05, (0.14, 0.5)
"""A layer's addition: its width as a share of the layer's, and in scene units at most; its tip as a share of its
length, at most; scene units between it and the stream; where in the layer attention adds, and where its network."""

_RISE, _RISEN = 0.2, (0.5, 0.85)
"""The share of a layer in which a bank rises, behind the arrow; where in the layer each of the two has risen."""

_SAID, _BEFORE = 0.45, 0.1
"""Scene units above the stream for what an addition is as a number; between that and its arrow."""

_GROWN = 0.25
"""Layers behind the stream's front at which an addition has come, beginning when the front has left its width."""

_PUSHED, _SLICE = 0.15, 0.24
"""Layers behind the fall of a bank where the front waits; scene units that the arrow is wide which leaves it."""

_POINTS, _STEPS, _GRAIN, _FAINT = 200, 16, 0.12, 0.45
"""Points of a bank, and in a layer at the least; scene units between two lines in it at the least, and the opacity of
these."""

_HAIR, _RIM, _LIT = (0.16, 0.06), 3.0, 0.6
"""Scene units of the first vector's width from which a bright line in it begins to show, and at which it is all there;
the width of the vector's dark rim, and the share of ink in the line's colour: so it is seen where it is narrow."""

_CAP = 0.1
"""Scene units: half the length of the ends of the line across the front."""

_BESIDE = 0.2
"""Scene units from the stream's front to its length, and from the stream's ends to the words there."""

_BELOW, _ABOVE, _PITCH = 0.45, 0.2, 0.45
"""Scene units from the top of the stream's front down to its length, least from the stream's middle up, and from line
to line there."""

_OVER_BAND, _EQUALS = 0.25, 0.12
"""Scene units from the first vector's band up to what its thickness is, and between that and its number."""

_APART = 0.15
"""Scene units between two numbers of the axis at the least."""

_POWERS = 2
"""Powers of ten, from 0 on, by which the scale's bar may grow."""

_SCALE_BAR, _LEAST_SCALE = 0.3, 0.25
"""Scene units from the scale's bar to its number; the least height of the bar, below which it becomes ten times it."""

_GLYPHS = 10
"""Glyphs that a running length may have."""

_DIGITS, _MOST_DIGITS = 1, 2
"""Digits after the point of lengths; at the most, where they are those of a sum."""

_OVER_AXIS, _LINE, _LIFT = 0.5, 0.55, 0.85
"""Scene units from the axis up to the sum, and from a line of it to the next; by which a name makes room for it."""

_ENTERED, _HALFWAY = 0.22, 0.55
"""Layers that the vector flows into the first one before anything is added, and until attention has added to it."""

_COMES, _HALF, _SLOW, _BACK, _SECONDS = 1.1, 1.0, 2.3, 1.5, 1.8
"""Seconds in which the vector flows in, in which each half of the first layer adds, of the others seen from close by,
of those up to the marked step, and of all others."""

_GROWS, _TURNS, _STEPS_BACK, _LEAVES, _WALKS = 0.4, 0.6, 1.1, 1.2, 1.1
"""Seconds in which the first vector's arrow grows, and stands up; in which the picture steps back, in which what a
step takes away leaves, and in which the guess walks into the sentence."""

_CROSSED, _TURNS_AT, _APPEARS = (0.3, 0.55), 0.4, 0.15
"""The progress of a step back by which the scale's bar has left, and from which its successor comes; of the guess's
walk, where it has come up to the sentence, and by which it has appeared."""

_FILLS, _THROUGH, _PULSE = 0.7, 1.2, 0.8
"""Seconds in which the stream fills the last layer, in which the first vector lights up from end to end, and in which
a bank does."""


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
    back_at: tuple[int, int]
    lengths: Tensor = quantity("The length of the token's vector before each layer and after.", rows="stations")
    between: Tensor = quantity("Its length in each layer after attention, before the network.", rows="layers")
    attention: Tensor = quantity("How much longer what attention adds makes it in each layer.", rows="layers")
    network: Tensor = quantity("How much longer what the layer's network adds then makes it.", rows="layers")
    back: Tensor = quantity("By how much the step that shortens the vector most, after the first layers, lengthens it.")
    times: Tensor = quantity("How many times as long the vector is at last.")
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
    gains = torch.stack([attention, network])
    side, layer = divmod(int(gains[:, _FIRST:].argmin()), gains.shape[1] - _FIRST)
    back_at = (1 - 2 * side, layer + _FIRST)
    return Stream(
        about.model, phrase.tokens, phrase.next[0][0], names, ("start", *names), back_at, lengths, between,
        attention, network, gains[side, layer + _FIRST], lengths[-1] / lengths[0], gains.sum(dim=1), turns,
        turns.median(), torch.tensor(phrase.next[0][1]),
    )  # fmt: skip


def digits_that_add(terms: Sequence[Tensor], total: Tensor, least: int = 0) -> int:
    """Return the fewest digits after the point, from a least number on, with which terms add up as printed."""
    digits = decimals_that_add([float(term) for term in terms], float(total), range(least, _MOST_DIGITS))
    return _MOST_DIGITS if digits is None else digits


def _grows(numbers: Stream, world: World) -> Measurement:
    first, last = float(numbers.lengths[1]), float(numbers.lengths[-1])
    return Measurement(last > 5 * first, f"{first:.1f} after the first layer, {last:.1f} at last")


def _turns_little(numbers: Stream, world: World) -> Measurement:
    return Measurement(float(numbers.kept) > 0.9, f"in the middle {float(numbers.kept):.2f}")


class Pour(VMobject):
    """A layer's step: a broad arrow, as long as what it adds to the length or takes from it, in its scale.

    What is added comes towards the stream; what makes the vector no longer has no arrow of that kind.

    Args:
        place: where it meets the stream, in layers.
        side: 1 for above, -1 for below.
        added: by how much it makes the vector longer; what is taken away is told by ``leave``.
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

    def leave(self, foot: Point, length: float, width: float) -> None:
        """Draw it with its foot at a point, pointing away from the stream."""
        up, half = point(0.0, float(self.side)), point(width / 2)
        tip = foot + length * up
        neck = tip - min(_TIP * length, width / 2) * up
        self.set_points_as_corners([foot - half, neck - half, tip, neck + half, foot + half, foot - half])


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
        room = free.inset(bottom=_AXIS + 0.1, top=0.0 if self.stage.is_wide else _NAMES)
        self.word = Label(numbers.tokens[-1], size=style.sizes.head, color=theme.value, within=1.6, style=style)
        self.word.set_x(free.left + self.word.width / 2)
        self.guess = self._make_guess(free.right)
        self.left = free.left + float(self.word.width) + _BESIDE
        self.body_length = _BODY[0] if self.stage.is_wide else _BODY[1]
        self.right = float(self.guess.get_left()[0]) - _BESIDE - _OUT - self.body_length
        self.front, self.seen, self.stays, self.marks = 0.0, _CLOSE, 1.0, 0.0
        self.digits = _DIGITS
        self.digits_of_sum = digits_that_add([numbers.lengths[0], *numbers.added], numbers.lengths[-1], _DIGITS)
        self.held: float | None = None
        self.scales, self.middles = self._fit(room)
        self.scale = max(min(_CROP, 0.8 * room.height) / float(numbers.lengths[0]), self.scales[_FIRST])
        self.middle = (room.top + room.bottom) / 2
        self.guess.shift(point(0.0, self.middles[len(numbers.layers)]))
        self.banks = [self._area(color, Layer.BAND) for color in (theme.query, theme.key)]
        self.grain = laid(VMobject(stroke_width=style.strokes.hair, stroke_opacity=_FAINT), Layer.GHOST)
        self.grain.set_stroke(theme.background if theme.filled else theme.axis)
        self.thread, self.hair = self._make_thread()
        self.pours = [
            (Pour(place + _AT[0], 1, float(numbers.attention[place]), theme.fill(theme.query), style),
             Pour(place + _AT[1], -1, float(numbers.network[place]), theme.fill(theme.key), style))
            for place in range(_FIRST)
        ]  # fmt: skip
        self.gains = [[self._gain(pour) for pour in pair] for pair in self.pours]
        self.names = self._make_names(free.left, free.top, free.width)
        self.marked = self._make_mark()
        self._make_axis()
        self._make_ruler()
        self._make_scale(free.right)
        self._see(0.0)
        self.landed, self.worked = numbers.lengths[0], list[Row]()
        self.length = self._reading(self.landed)

    def _make_guess(self, right: float) -> VGroup:
        """Return the likeliest next word, and its probability as a bar and a number; it ends at ``right``."""
        style, theme = self.style, self.style.theme
        word = Label(self.numbers.guess, size=style.sizes.head, color=theme.subject, within=1.8, style=style)
        self.said = word
        chance = Weight(self.numbers.chance, size=style.sizes.number, color=theme.subject, style=style)
        middle = right - max(float(word.width), _BAR) / 2
        word.set_x(middle).on_baseline(-0.13)
        track = Rectangle(width=_BAR, height=_BAR_HEIGHT, stroke_color=theme.axis, stroke_width=style.strokes.thin)
        track.move_to(point(middle, -0.55))
        self.bar = Rectangle(width=max(chance.value * _BAR, 1e-3), height=_BAR_HEIGHT, stroke_width=0)
        colour_area(self.bar, theme.fill(theme.subject), 1.0, style).align_to(track, point(-1.0)).set_y(-0.55)
        chance.set_x(middle).on_baseline(-1.08)
        return laid(VGroup(word, track, self.bar, chance), Layer.LABEL)

    def _gain(self, pour: Pour) -> Row:
        """Return what an addition is as a number, with its sign."""
        number = self._signed(self.numbers.attention if pour.side > 0 else self.numbers.network, int(pour.place))
        return laid(number.set_color(self.style.theme.query if pour.side > 0 else self.style.theme.key), Layer.LABEL)

    def _signed(self, gains: Tensor, place: int, digits: int = _DIGITS) -> Row:
        """Return a layer's addition with its sign."""
        style, size = self.style, self.style.sizes.number
        number = Number(gains[place], decimals=digits, size=size, style=style)
        return Row([Label("+", size=size, style=style), number] if number.value >= 0 else [number], 0.05)

    def _make_mark(self) -> VGroup:
        """Return what the step takes away that shortens the vector most, as an arrow and as a number."""
        side, place = self.numbers.back_at
        color = self.style.theme.query if side > 0 else self.style.theme.key
        self.slice = Pour(place + _RISEN[side < 0], side, float(self.numbers.back), self.style.theme.fill(color),
                          self.style)  # fmt: skip
        gains = self.numbers.attention if side > 0 else self.numbers.network
        before, after = self._around_back()
        self.digits_of_back = digits_that_add([before, self.numbers.back], after)
        self.back = self._signed(gains, place, self.digits_of_back)
        return VGroup(self.slice, laid(self.back.set_color(color), Layer.LABEL))

    def _around_back(self) -> tuple[Tensor, Tensor]:
        """Return the vector's length before the step that shortens it most, and after it."""
        numbers, (side, place) = self.numbers, self.numbers.back_at
        if side > 0:
            return numbers.lengths[place], numbers.between[place]
        return numbers.between[place], numbers.lengths[place + 1]

    def _area(self, color: str, layer: Layer) -> VMobject:
        """Return a part of the stream that has no shape yet."""
        return laid(colour_area(VMobject(stroke_width=0), self.style.theme.fill(color), 1.0, self.style), layer)

    def _make_thread(self) -> tuple[VMobject, VMobject]:
        """Return the first vector in the stream, with a dark rim, and the bright line by which it is found."""
        theme, style = self.style.theme, self.style
        thread = self._area(theme.value, Layer.TRAIL)
        if theme.filled:
            thread.set_stroke(theme.background, _RIM, background=True)
        bright = ManimColor(theme.value).interpolate(ManimColor(theme.ink), _LIT)
        return thread, laid(VMobject(stroke_color=bright, stroke_width=style.strokes.hair), Layer.TRAIL)

    def _lay_thread(self, thread: VMobject, hair: VMobject, left: float, right: float) -> None:
        """Draw the first vector from one place to another, as wide as it is long, and the bright line in it."""
        half, (least, most) = self._edge(1, 0.0), _HAIR[::-1]
        corners = ((left, half), (right, half), (right, -half), (left, -half), (left, half))
        thread.set_points_as_corners([point(x, self.middle + up) for x, up in corners])
        hair.set_points_as_corners([point(left, self.middle), point(right, self.middle)])
        hair.set_stroke(opacity=min(max((most - 2 * half) / (most - least), 0.0), 1.0))

    def _make_names(self, left: float, top: float, width: float) -> list[Label]:
        """Return what the colours mean: above the stream and below it, or both in a row where there is less room."""
        theme, size, wide = self.style.theme, self.style.sizes.tick, self.stage.is_wide
        pairs = ((self.says("attention"), theme.query), (self.says("network"), theme.key))
        names = [Label(text, size=size, color=color, within=0.47 * width, style=self.style) for text, color in pairs]
        first = self.scales[_FIRST] * (self._bank(1, _AT[0]) + max(float(self.numbers.attention[0]), 0.0))
        first += self.middles[_FIRST]
        heights = [top - 0.25] * 2
        if wide:  # each as near to its bank as its first addition lets it
            heights = [min(first + 2 * _SAID, top - 0.25), self.low + _OVER_AXIS]
        lefts = (left, left if wide else left + float(names[0].width) + 0.5)
        for name, x, y in zip(names, lefts, heights, strict=True):
            laid(name.set_x(x + float(name.width) / 2).on_baseline(y), Layer.LABEL)
        return names

    def _make_axis(self) -> None:
        """Make a line below the stream with a tick at each end of a layer, and the layers' numbers."""
        theme, size, count = self.style.theme, self.style.sizes.tick, len(self.numbers.layers)
        self.length_capitals = Label(str(count), size=self.style.sizes.number, style=self.style).cap_height
        self.axis = laid(VMobject(stroke_color=theme.axis, stroke_width=1.6), Layer.TICKS)
        near = {place: self.says("layer", number=place) for place in range(1, _FIRST + 1)}
        far = {place: str(place) for place in range(_TENTH, count, _TENTH)}
        far[self.numbers.back_at[1] + 1] = str(self.numbers.back_at[1] + 1)
        within = 0.95 * (self.right - self.left) / _FIRST
        self.layers = {
            place: Label(text, size=size, within=within, style=self.style) for place, text in (near | far).items()
        }
        laid(VGroup(*self.layers.values()), Layer.TICKS)

    def _make_ruler(self) -> None:
        """Make a line across the stream's front, with its length beside it; at first an arrow as long stands there."""
        style, ink = self.style, self.style.theme.ink
        self.upright = Vector(point(), point(), style.theme.value, width=2 * WIDTH, style=style)
        self.upright.body.set_background_stroke(width=0)  # a rim would cut the stream that it leaves behind
        self.thick = laid(Label(self.says("thick"), size=style.sizes.number, style=style), Layer.LABEL)
        self.introduces = True
        self.ruler = laid(VMobject(stroke_color=ink, stroke_width=2.5), Layer.PIN)
        self.length_width = float(
            Number(self.numbers.lengths[0], decimals=_DIGITS, size=style.sizes.number, style=style).width
        )
        self.long = laid(Label(self.says("long"), size=style.sizes.tick, style=style), Layer.LABEL)
        self.running = VGroup(*(VMobject(stroke_width=0).set_fill(ink, 1.0) for _ in range(_GLYPHS)))
        laid(self.running, Layer.LABEL)

    def _make_scale(self, right: float) -> None:
        """Make a bar as long as a round length, with its number, at the right end of the picture."""
        style, theme = self.style, self.style.theme
        self.round = 10.0 ** round(math.log10(max(4 * float(self.numbers.lengths[0]), 1e-6)))
        self.scale_bar = laid(VMobject(stroke_color=theme.ink, stroke_width=style.strokes.line), Layer.TICKS)
        self.scale_name = self._name_scale()
        widest = max(float(self._name_scale(power).width) for power in range(_POWERS))
        self.scale_left = right - widest
        self._see_scale()

    def _name_scale(self, power: int = 0) -> Label:
        """Return the length of the scale's bar, times a power of ten, as its name."""
        length = self.round * 10**power
        digits = max(0, -math.floor(math.log10(length) + 1e-9))
        return laid(Label(format_number(length, digits), size=self.style.sizes.number, style=self.style), Layer.TICKS)

    # --- where things are, seen from the place that the stream has reached ---

    @property
    def _pitch(self) -> float:
        """A layer's width: all layers so far fill the picture, or as many as it has stepped back for."""
        return (self.right - self.left) / self._layers_seen

    @property
    def _layers_seen(self) -> float:
        return max(self.front, self.seen)

    def _bank(self, side: int, place: float) -> float:
        """Return how much of the vector's length lies on one side of its middle at a place.

        Half of the first vector's, and all that attention has added so far, or the networks: side 1, or -1.
        """
        layer = min(int(place), len(self.numbers.layers) - 1)
        gains = self.numbers.attention if side > 0 else self.numbers.network
        risen = (place - layer - _RISEN[side < 0]) / _RISE + 1
        share = smooth(min(max(risen, 0.0), 1.0))
        return float(self.numbers.lengths[0]) / 2 + float(gains[:layer].sum()) + share * float(gains[layer])

    def _long(self, place: float) -> float:
        """Return the vector's length at a place: after attention halfway, after the network at a layer's end."""
        return self._bank(1, place) + self._bank(-1, place)

    def _reach(self, last: int) -> tuple[float, float]:
        """Return how far the stream reaches up and down in its first layers, with what comes to it or leaves it."""
        reach = [0.0, 0.0]
        for index, (side, gains) in enumerate(((1, self.numbers.attention), (-1, self.numbers.network))):
            for place in range(last):
                coming = max(float(gains[place]), 0.0) if last == _FIRST else 0.0
                reach[index] = max(
                    reach[index], self._bank(side, place + _AT[index]) + coming, self._bank(side, place + 1.0)
                )
        side, place = self.numbers.back_at
        if last == place + 1:
            reach[side < 0] = max(reach[side < 0], self._bank(side, float(place)) + abs(float(self.numbers.back)))
        return reach[0], reach[1]

    def _fit(self, room: Region) -> tuple[dict[int, float], dict[int, float]]:
        """Return scene units for a length of 1 in each view, by its layers, and where the stream's middle is in it.

        In each view the stream is as large as it may be, with what comes to it and leaves it.
        """
        count = len(self.numbers.layers)
        scales, middles = {}, {}
        for last in (count, self.numbers.back_at[1] + 1, _FIRST):
            (up, down), top = self._reach(last), room.top - _AIR - _SAID * (last != count)
            scales[last] = (top - room.bottom - _AIR) / (up + down)
            middles[last] = top - scales[last] * up
        return scales, middles

    def _edge(self, side: int, place: float) -> float:
        """Return how far a bank is from the stream's middle at a place, scene units."""
        return self.scale * self._bank(side, place)

    def _x(self, place: float) -> float:
        return self.left + place * self._pitch

    # --- what is drawn at a moment ---

    def _see(self, front: float) -> None:
        """Draw everything as it is when the stream's front has come to a place."""
        self.front = front
        self.word.on_baseline(self.middle - self.word.cap_height / 3)
        places = np.linspace(0.0, front, 1 + max(_POINTS, int(_STEPS * front))).tolist()
        ends = [point(self.left, self.middle), point(self._x(front), self.middle)]
        for side, bank in zip((1, -1), self.banks, strict=True):
            edge = [point(self._x(each), self.middle + side * self._edge(side, each)) for each in places]
            bank.set_points_as_corners([ends[0], *edge, ends[1], ends[0]])
        self._lay_thread(self.thread, self.hair, self.left, self._x(front))
        self._see_grain()
        for pair, gains in zip(self.pours, self.gains, strict=True):
            for pour, gain in zip(pair, gains, strict=True):
                self._see_pour(pour, gain)
        self._see_mark()
        self._see_axis()
        self._see_ruler()
        self._see_scale()

    def _see_grain(self) -> None:
        """Draw a line along the stream from where a layer has added to it, as long as that stays its edge or inside."""
        self.grain.clear_points()
        for side in (1, -1):
            levels = [self._edge(side, float(place)) for place in range(int(self.front) + 1)]
            drawn = self._edge(1, 0.0)
            for place, level in enumerate(levels):
                if level - drawn < _GRAIN:
                    continue
                drawn = level
                after = next((later for later in range(place, len(levels)) if levels[later] < level - 1e-9), None)
                end = self.front if after is None else float(after - 1)
                if end > place:
                    self.grain.start_new_path(point(self._x(place), self.middle + side * level))
                    self.grain.add_line_to(point(self._x(end), self.middle + side * level))

    def _see_pour(self, pour: Pour, gain: Row) -> None:
        """Draw an addition beside the stream, and what it is as a number: above it, or before it."""
        come = min(max((self.front - pour.place - _POUR / 2) / (_GROWN - _POUR / 2), 0.0), 1.0)
        foot = point(self._x(pour.place), self.middle + pour.side * (self._edge(pour.side, pour.place) + _AIR))
        length, width = self.scale * pour.added, min(_POUR * self._pitch, _BROAD)
        pour.lay(foot, length, width, come)
        pour.set_opacity(self.stays if come > 0 and length > 0 else 0.0)
        outer = foot + pour.side * length * point(0.0, 1.0)
        if pour.side > 0:
            gain.set_x(outer[0]).on_baseline(float(outer[1]) + _BEFORE)
        else:
            capitals = float(self.length_capitals)
            least = float(self.word.get_left()[0])
            gain.set_x(max(outer[0] - width / 2 - _BEFORE - gain.width, least) + gain.width / 2)
            gain.on_baseline(float(foot[1] + outer[1]) / 2 - capitals / 2)
        gain.set_opacity(self.stays * max(2 * come - 1, 0.0))

    def _see_mark(self) -> None:
        """Draw what the marked step takes away, as far as it has left the stream, and its number beyond it."""
        side, place = self.numbers.back_at
        falls = place + _RISEN[side < 0]
        left = min(max((self.front - falls + _RISE) / (_RISE + _PUSHED), 0.0), 1.0)
        length, start = self.scale * abs(float(self.numbers.back)), self._edge(side, place + 1.0)
        width = max(_SLICE, (1 - _RISE) / 2 * self._pitch)
        x = min(self._x(falls), self._x(self.front) - width / 2)
        foot = point(x, self.middle + side * (start + left * (length + _AIR)))
        self.slice.leave(foot, length, width)
        self.slice.set_opacity(self.marks if left > 0 else 0.0)
        below = 0.0 if side > 0 else float(self.length_capitals)
        self.back.set_x(float(foot[0])).on_baseline(float(foot[1]) + side * (length + _BEFORE + below))
        self.back.set_opacity(self.marks * max(2 * left - 1, 0.0))

    def _see_axis(self) -> None:
        """Draw the axis as far as it is seen; numbers come and go with the room that they have."""
        seen = self._layers_seen
        self.axis.set_points_as_corners([point(self.left, self.low), point(self.right, self.low)])
        for place in range(int(seen + 1e-6) + 1):
            x = self._x(place)
            self.axis.start_new_path(point(x, self.low - 0.08))
            self.axis.add_line_to(point(x, self.low + 0.08))
        near = min(max(3 * _FIRST / seen - 2, 0.0), 1.0)
        for place, label in self.layers.items():
            middle = (self._x(place - 1.0) + min(self._x(float(place)), self.right)) / 2
            x = max(middle, self.left + float(label.width) / 2)
            label.set_x(x).on_baseline(self.low - 0.45)
            come = min(max(seen - place + 1.0, 0.0), 1.0) if place > 1 else 1.0
            if place == self.numbers.back_at[1] + 1 and place % _TENTH:
                come = min(come, self.marks)
            if place > _FIRST:  # the first layer's name may reach far where the picture is narrow
                free = float(label.get_left()[0]) - float(self.layers[1].get_right()[0])
                come *= min(max(free / _APART, 0.0), 1.0)
            label.set_opacity(come * near if 1 < place <= _FIRST else come)

    def _see_ruler(self) -> None:
        """Draw the line across the front, and the length beside its upper end."""
        x, above, below = self._x(self.front), self._edge(1, self.front), self._edge(-1, self.front)
        self.ruler.set_points_as_corners([point(x, self.middle + above), point(x, self.middle - below)])
        for y in (self.middle + above, self.middle - below):
            self.ruler.start_new_path(point(x - _CAP, y))
            self.ruler.add_line_to(point(x + _CAP, y))
        y = self.middle + max(above - _BELOW, _ABOVE)
        left = x + _BESIDE
        self.long.align_to(point(left), point(-1.0)).on_baseline(y + 0.1)
        # Above the stream's front, or from its beginning where that has no room.
        over = self.middle + above + _OVER_BAND
        end = max(x, self.left + float(self.thick.width) + _EQUALS + float(self.length_width))
        self.thick.set_x(end - self.length_width - _EQUALS - float(self.thick.width) / 2).on_baseline(over)
        self.upright.set_ends(point(x, self.middle - below), point(x, self.middle + above))
        value = self._long(self.front) if self.held is None else self.held
        take_outlines(self.running, self._reading(value).submobjects)

    def _see_scale(self) -> None:
        """Draw the scale's bar as long as its length is drawn now, up from the axis."""
        tall, x = self.scale * self.round, self.scale_left - _SCALE_BAR
        self.scale_bar.set_points_as_corners([point(x, self.low), point(x, self.low + tall)])
        for y in (self.low, self.low + tall):
            self.scale_bar.start_new_path(point(x - _CAP, y)).add_line_to(point(x + _CAP, y))
        self.scale_name.align_to(point(self.scale_left), point(-1.0))
        self.scale_name.on_baseline(self.low + max(tall / 2 - self.scale_name.cap_height / 2, 0.0))

    def _reading(self, value: Tensor | float) -> Number:
        """Return a length where it stands at the moment."""
        number = Number(value, decimals=self.digits, size=self.style.sizes.number, style=self.style)
        if self.introduces:
            number.set_x(float(self.thick.get_right()[0]) + _EQUALS + number.width / 2)
            return laid(number.on_baseline(self.thick.baseline), Layer.LABEL)
        number.align_to(self.long, point(-1.0)).on_baseline(self.long.baseline - _PITCH)
        return laid(number, Layer.LABEL)

    # --- the story ---

    def _moved(self) -> list[VMobject]:
        """Return all that is drawn again at each moment, but the length as a number."""
        shown = [self.marked, self.upright, self.ruler, self.thick, self.long, self.scale_bar, self.scale_name]
        return [
            *self.banks,
            self.grain,
            self.thread,
            self.hair,
            self.word,
            *(pour for pair in self.pours for pour in pair),
            *(gain for pair in self.gains for gain in pair),
            *(part for part in shown if part in self.mobjects),
            self.axis,
            *self.layers.values(),
        ]

    def _run(self, last: float, seconds: float, lands: Tensor | None = None,
             rate: Callable[[float], float] = smooth) -> None:  # fmt: skip
        """Let the stream run to a place while layers add to it; then its length stands there, if it is given."""
        first = self.front

        def follow(share: float) -> None:
            self._see(first + share * (last - first))

        moved = [*self._moved(), self.running]
        self.remove(self.length)
        self.add(*moved)
        self.play(Live(moved, follow, rate_func=rate, run_time=seconds))
        if lands is not None:
            self.remove(self.running)
            self.landed = lands
            self.length = self._reading(lands)
            self.add(self.length)

    def _step_back(self, layers: float, view: int, *, clears: bool = True) -> None:
        """Let the picture step back until more layers are seen, and nothing else happen: all shrinks with the scale.

        Args:
            layers: how many are seen then.
            view: the layers whose scale it has then.
            clears: whether steps that are told lose their arrows.
        """
        seen, first, middle, scale = self._layers_seen, self.scale, self.middle, self.scales[view]
        old, new, round_before = self.scale_name, self._name_scale(1), self.round
        outgrown = self.scale_bar in self.mobjects and scale * self.round < _LEAST_SCALE
        if outgrown:
            self.add(new.set_opacity(0.0))

        def follow(share: float) -> None:
            self.seen, self.scale = seen * (layers / seen) ** share, first * (scale / first) ** share
            self.middle = middle + share * (self.middles[view] - middle)
            if clears:
                self.stays, self.marks = (min(was, max(1 - 3 * share, 0.0)) for was in (self.stays, self.marks))
            if outgrown:
                later = share > _CROSSED[1]
                self.round, self.scale_name = (10 * round_before, new) if later else (round_before, old)
                self._fade_scale(old, new, share)
            self._see(self.front)

        moved = [*self._moved(), self.running, *([new] if outgrown else [])]
        self.remove(self.length)
        self.add(*moved)
        self.play(Live(moved, follow, run_time=_STEPS_BACK))
        self.remove(self.running, *([old] if outgrown else []))
        self.length = self._reading(self.landed)
        self.add(self.length)

    def _fade_scale(self, old: Label, new: Label, share: float) -> None:
        """Let the scale's bar leave while it shrinks with all else, and one of ten times its length come after it."""
        gone, comes = _CROSSED
        fading, coming = max(1 - share / gone, 0.0), max((share - comes) / (1 - comes), 0.0)
        old.set_opacity(fading)
        new.set_opacity(coming)
        self.scale_bar.set_stroke(opacity=max(fading, coming))

    def tell(self) -> None:
        """Let a vector flow in; add to it, layer by layer; say what it has become."""
        numbers, count, quick = self.numbers, len(self.numbers.layers), self.style.times.quick
        with self.beat("start", word=numbers.tokens[-1]):
            self._tell_start()
            self.rest()
        by = [gains[0] for gains in (numbers.attention, numbers.network)]
        said = dict(zip(("attention", "network"), (format_number(float(gain), _DIGITS) for gain in by), strict=True))
        with self.beat("first" if min(by) > 0 else "first-adds", **said):
            self._part_from_start()
            self._step_back(1.0, _FIRST, clears=False)
            scale = map(FadeIn, (self.scale_bar, self.scale_name))  # from nearer it would be taller than the picture
            self.play(FadeIn(self.names[0], self.long), *scale, run_time=quick)
            self._run(_HALFWAY, _HALF)
            self.play(FadeIn(self.names[1]), run_time=quick)
            self._run(1.0, _HALF, numbers.lengths[1])
            self.rest()
        with self.beat("layers"):
            self._run(_FIRST, _SLOW, numbers.lengths[_FIRST], rate_functions.ease_in_out_sine)
            self.rest()
        if float(numbers.back) < 0:
            self._tell_back()
        times = format_number(float(numbers.times), 0)
        with self.beat("all", layers=count, times=times):
            if self.worked:
                left = self._reading(self.landed)
                self.play(FadeOut(*self.worked, self.length), FadeIn(left), run_time=quick)
                self.length = left
            self._step_back(count, count)
            self.remove(self.marked)
            self._run(count, _SECONDS, numbers.lengths[-1], rate_functions.ease_in_out_sine)
            self.rest()
        with self.beat("reads", number=count + 1, guess=numbers.guess, chance=format_number(float(numbers.chance))):
            self._tell_guess()
            self.rest()
        attention, network = (format_number(float(gain), self.digits_of_sum) for gain in numbers.added)
        with self.beat("kept", word=numbers.tokens[-1], attention=attention, network=network):
            self._tell_sum()
            self.hold()

    def _tell_start(self) -> None:
        """Let the word's vector grow, stand up, and flow in: the stream that it leaves is as thick as it is long."""
        times, ends = self.style.times, (self.upright.start, self.upright.end)
        coming, long = self.header.words[-1].copy(), self.upright.length
        middle = point(self.left + long / 2, self.middle)
        self.play(FadeIn(self.header, self.axis, self.layers[1]), run_time=times.quick)
        self.play(coming.animate.match_width(self.word).move_to(self.word), run_time=times.move)
        self.remove(coming)
        self.add(self.word, self.upright)

        def grow(share: float) -> None:
            self.upright.set_ends(point(self.left, self.middle), point(self.left + share * long, self.middle))

        def stand(share: float) -> None:
            turn = share * math.pi / 2
            half = long / 2 * point(math.cos(turn), math.sin(turn))
            at = middle - share * point(long / 2)
            self.upright.set_ends(at - half, at + half)

        grow(0.0)
        self.play(Live([self.upright], grow), run_time=_GROWS)
        self.play(Live([self.upright], stand), run_time=_TURNS)
        self.upright.set_ends(*ends)
        self.play(FadeIn(self.thick, self.length), run_time=times.quick)
        self._run(_ENTERED, _COMES, self.numbers.lengths[0])
        self.play(FadeOut(self.upright), FadeIn(self.ruler), run_time=times.quick)

    def _part_from_start(self) -> None:
        """Let the length leave what the thickness is, and go to its place beside the front, below its name."""
        self.introduces = False
        beside = self._reading(self.landed)
        self.play(FadeOut(self.thick), ReplacementTransform(self.length, beside), run_time=self.style.times.quick)
        self.length = beside

    def _tell_back(self) -> None:
        """Step back; run on to the step that shortens the vector most, and let what it takes away leave."""
        numbers, (side, place) = self.numbers, self.numbers.back_at
        before, after = self._around_back()
        self.digits = self.digits_of_back
        falls, by = place + _RISEN[side < 0], format_number(-float(numbers.back), self.digits)
        with self.beat("back", layer=place + 1, by=by):
            self._step_back(place + 1.0, place + 1)
            self._run(falls - _RISE, _BACK, before, rate_functions.ease_in_out_sine)
            self.rest()
            self.marks, self.held = 1.0, float(before)
            self.add(self.marked)
            self._run(min(falls + _PUSHED, place + 1.0), _LEAVES, before)
            self.held = None
            taken, result = self._difference(after)
            self.play(TransformFromCopy(self.back, taken), run_time=self.style.times.move)
            self.play(FadeIn(result), run_time=self.style.times.quick)
            self.rest()
        self.worked, self.landed = [taken, result], after

    def _difference(self, after: Tensor) -> tuple[Row, Row]:
        """Return what the marked step takes away, below the length before it, and what is left, below that."""
        style, size = self.style, self.style.sizes.number
        left = Row(
            [Label("=", size=size, style=style), Number(after, decimals=self.digits, size=size, style=style)], 0.1
        )
        taken, at = self.back.copy(), self.length
        for line, row in enumerate((taken, left), start=1):
            row.align_to(at, point(-1.0)).on_baseline(at.baseline - line * _PITCH)
            laid(row, Layer.LABEL)
        return taken, left

    def _tell_guess(self) -> None:
        """Let the stream run into the last layer, and its guess come out of that."""
        quick, move = self.style.times.quick, self.style.times.move
        walls, name = self._make_body()
        told = [self.ruler, self.long, self.length, self.scale_bar, self.scale_name]
        self.play(FadeOut(*told), run_time=quick)
        self.play(FadeIn(walls, name), run_time=quick)
        inside = [self._area(color, Layer.BAND) for color in (self.style.theme.query, self.style.theme.key)]
        thread = self._make_thread()
        self.add(*inside, *thread)
        self.play(Live([*inside, *thread], lambda share: self._fill_body(inside, thread, share)), run_time=_FILLS)
        start = point(self.right + self.body_length + 0.08, self.middle)
        out = Vector(start, start + point(_OUT), self.style.theme.subject, style=self.style)
        word, track, bar, chance = self.guess
        self.play(GrowFromPoint(out, start), run_time=quick)
        likely = (FadeIn(track), GrowFromEdge(bar, point(-1.0)), FadeIn(chance))
        self.play(FadeIn(word, shift=point(0.3)), *likely, run_time=move)
        self._continue_sentence(self.said)
        if pictured := self._pictured():
            self.play(*(FadeIn(icon, scale=0.6) for icon in pictured), run_time=quick)

    def _continue_sentence(self, word: Label) -> None:
        """Let the guess walk up beside the picture and along the header, to the free place behind the last word."""
        last, header, walker = self.header.words[-1], self.header, word.copy()
        right = float(last.get_right()[0]) + header.space + last.cap_height / word.cap_height * float(word.width)
        if right > self.stage.width / 2 - _MARGIN:
            return
        self.add(walker)
        walk = Live([walker], lambda progress: self._walk(walker, word, progress), rate_func=linear)
        self.play(walk, run_time=_WALKS)
        self.remove(walker)
        header.add(laid(walker, Layer.FRAME))  # it is a word of the sentence from now on

    def _walk(self, walker: Label, word: Label, progress: float) -> None:
        """Draw the guess on its way into the sentence: it appears above the word that it repeats, clear of that."""
        last = self.header.words[-1]
        share = last.cap_height / word.cap_height
        up, along = (
            smooth(min(max(part, 0.0), 1.0))
            for part in (progress / _TURNS_AT, (progress - 0.8 * _TURNS_AT) / (1 - 0.8 * _TURNS_AT))
        )
        x, base = float(word.get_x()), word.baseline + float(word.height) + _BEFORE
        end = float(last.get_right()[0]) + self.header.space + share * float(word.width) / 2
        walker.become(word).scale(1 + up * (share - 1)).set_opacity(min(progress / _APPEARS, 1.0))
        walker.set_x(x + along * (end - x)).on_baseline(base + up * (last.baseline - base))

    def _make_body(self) -> tuple[VMobject, Label]:
        """Return the last layer as a box that the stream's whole front runs into, and its name."""
        theme, end = self.style.theme, float(len(self.numbers.layers))
        top, bottom = (self.middle + side * (self._edge(side, end) + _WALL) for side in (1, -1))
        box = RoundedRectangle(width=self.body_length, height=top - bottom, corner_radius=_CORNER)
        box.set_stroke(theme.ink, self.style.strokes.bold)
        box.move_to(point(self.right + self.body_length / 2, (top + bottom) / 2))
        name = Label(self.says("layer", number=len(self.numbers.layers) + 1), size=self.style.sizes.tick,
                     within=self.body_length + _OUT, style=self.style)  # fmt: skip
        name.set_x(self.right + self.body_length / 2).on_baseline(self.low - 0.45)
        return laid(box, Layer.PIN), laid(name, Layer.TICKS)

    def _fill_body(self, banks: Sequence[VMobject], thread: tuple[VMobject, VMobject], share: float) -> None:
        """Draw the stream in the last layer as far as it has come, as wide as it is."""
        x, end = self.right + share * (self.body_length - _WALL), float(len(self.numbers.layers))
        for side, bank in zip((1, -1), banks, strict=True):
            wide = self._edge(side, end)
            ends = ((self.right, 0.0), (self.right, wide), (x, wide), (x, 0.0), (self.right, 0.0))
            bank.set_points_as_corners([point(at, self.middle + side * up) for at, up in ends])
        self._lay_thread(*thread, self.right, x)

    def _tell_sum(self) -> None:
        """Let the first vector light up to the end, then what attention has added, then the networks; add them up."""
        theme = self.style.theme
        first, plus, attention, another, network, *length = self._make_sum()
        lit = laid(VMobject(stroke_color=theme.ink, stroke_width=self.style.strokes.line), Layer.TRAIL)
        self.add(lit)
        out = self.right + self.body_length - _WALL

        def run(share: float) -> None:
            end = self.left + share * (out - self.left)
            lit.set_points_as_corners([point(self.left, self.middle), point(end, self.middle)])

        lifted = [self.names[1].animate.shift(point(0.0, _LIFT))] if self.stage.is_wide else []
        self.play(Live([lit], run), FadeIn(first, rate_func=late), *lifted, run_time=_THROUGH)
        self.play(*self._lighten(self.banks[0]), FadeIn(plus, attention), run_time=_PULSE)
        self.play(*self._lighten(self.banks[1]), FadeIn(another, network), run_time=_PULSE)
        self.play(FadeIn(*length), run_time=self.style.times.move)

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
            return Number(value, decimals=self.digits_of_sum, size=size, color=color, style=style)

        attention, network = numbers.added
        pieces: list[VMobject] = [term(numbers.lengths[0], theme.value), _sign(attention, size, style)]
        pieces += [term(attention.abs(), theme.query), _sign(network, size, style), term(network.abs(), theme.key)]
        pieces += [Label("=", size=size, style=style), term(numbers.lengths[-1], theme.ink)]
        pieces.append(Label(self.says("long"), size=style.sizes.tick, style=style))
        lines = [pieces] if wide else [pieces[:3], pieces[3:5], pieces[5:]]
        for index, line in enumerate(reversed(lines)):
            row = Row(line, 0.2).starting_at(float(self.names[0].get_left()[0]))
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
