"""One token's vector through the layers of a real language model: each reads it and adds to it.

The model was run once, by ``record-model``; everything here is drawn from its recording. Source: Elhage et al., "A
Mathematical Framework for Transformer Circuits" (2021), on the residual stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import ApplyMethod, Create, FadeIn, FadeOut, GrowFromPoint, VGroup, VMobject, linear, rate_functions
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase, HeroNumber
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.outline import take_outlines
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.style import Style
from scenes.worlds import World

_FIRST, _TENTH = 3, 10
"""The layers that are seen from close by; layers from one number of the axis to the next, seen from afar."""

_ICON = 0.9
"""Scene units: the height of the icon of the next word."""

_AXIS, _NAMES = 0.75, 0.5
"""Scene units that the axis below the stream takes with its numbers, and the row of names above it."""

_POUR, _BROAD, _TIP, _AIR, _AT = 0.26, 1.0, 0.4, 0.05, (0.25, 0.75)
"""A layer's addition: its width as a share of the layer's, and in scene units at most; its tip as a share of its
length, at most; scene units between it and the stream; where in the layer attention adds, and where its network."""

_GROWN = 0.25
"""Layers behind the stream's front at which an addition has come; it begins when the front has left its width."""

_BESIDE = 0.2
"""Scene units from the stream's front to its length, and from the stream's ends to the words there."""

_BELOW, _ABOVE = 0.45, 0.85
"""Scene units from the top of the stream's front down to its length, and least from the stream's middle up."""

_TURNED, _ABOVE_NAME, _MARKED = 0.1, 0.5, 0.12
"""Scene units from the end of the middle ray up to its name, from there to its cosine, and by which the marks of a
layer are longer than the stream is wide."""

_GLYPHS = 10
"""Glyphs that a running length may have."""

_BAND, _OVER, _RAY, _BEHIND, _BOLD = 1.15, 0.5, 2.2, 0.6, 0.11
"""Scene units that the stream is high at least with all that is added, once it has made room for how layers turn it;
from it up to the fan of turns; stroke units of a layer's ray, its opacity behind the middle one; that one's shaft."""

_WIDTH, _LOWER, _FAN = 0.6, 0.9, 2.6
"""The share of the stream's width that the fan is wide at most; seconds in which the stream makes room, and in which
one layer after the other turns the vector."""

_START, _SLOW, _SECONDS = 2.4, 3.3, 4.9
"""Seconds of the first layer, of the others seen from close by, and of all others."""


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
    between: Tensor = quantity("Its length after attention has added, before the network does.", rows="layers")
    attention: Tensor = quantity("The length of what attention adds in each layer.", rows="layers")
    network: Tensor = quantity("The length of what the layer's network adds.", rows="layers")
    turns: Tensor = quantity("The cosine of the vector before a layer and after it.", rows="layers")
    kept: Tensor = quantity("The middle one of these cosines.")
    middle: Tensor = quantity("The layer whose cosine it is.")
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
    middle = int(turns.median(dim=0).indices)
    return Stream(
        about.model, phrase.tokens, phrase.next[0][0], names, ("start", *names), states.norm(dim=1),
        (states[:-1] + added).norm(dim=1), added.norm(dim=1), network.norm(dim=1), turns, turns[middle],
        torch.tensor(middle + 1), torch.tensor(phrase.next[0][1]),
    )  # fmt: skip


def _grows(numbers: Stream, world: World) -> Measurement:
    first, last = float(numbers.lengths[1]), float(numbers.lengths[-1])
    return Measurement(last > 5 * first, f"{first:.1f} after the first layer, {last:.1f} at last")


def _turns_little(numbers: Stream, world: World) -> Measurement:
    return Measurement(float(numbers.kept) > 0.9, f"in the middle {float(numbers.kept):.2f}")


class Pour(VMobject):
    """A layer's addition: a broad arrow towards the stream, as long as the vector added, in the stream's scale.

    Args:
        place: where it meets the stream, in layers.
        side: 1 for above, -1 for below.
        added: the length of what is added.
        color: ``#rrggbb``.
        style: theme.
    """

    def __init__(self, place: float, side: int, added: float, color: str, style: Style) -> None:
        super().__init__(stroke_width=0)
        self.place, self.side, self.added = place, side, added
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
            "first": format_number(float(numbers.lengths[0])),
            "last": format_number(float(numbers.lengths[-1])),
            "guess": numbers.guess,
            "chance": format_number(float(numbers.chance)),
        }

    def build(self) -> None:
        """Make the words at both ends, the stream, and what layers add to it."""
        numbers, theme, style = self.numbers, self.style.theme, self.style
        inks = [theme.ink] * len(numbers.tokens)
        self.header = HeaderPhrase(numbers.tokens, inks, self.stage, self.view, style=style)
        free = self.stage.below_header.inset(top=0.1, bottom=0.15)
        self.low = free.bottom + _AXIS
        room = free.inset(bottom=_AXIS + 0.1, top=_NAMES)
        self.middle, self.reach = float(room.centre[1]), room.height / 2
        self.word = Label(numbers.tokens[-1], size=style.sizes.head, within=1.6, style=style)
        self.word.set_x(free.left + self.word.width / 2)
        self.word.on_baseline(self.middle - self.word.cap_height / 3)
        self.guess = self._make_guess(free.right)
        self.left = free.left + float(self.word.width) + _BESIDE
        self.right = float(self.guess.get_left()[0]) - _BESIDE
        self.front = 0.0
        self.unit = self._fit()
        self.river = laid(colour_area(VMobject(stroke_width=0), theme.value, 0.9, style), Layer.BAND)
        self.pours = [
            (Pour(place + _AT[0], 1, float(numbers.attention[place]), theme.query, style),
             Pour(place + _AT[1], -1, float(numbers.network[place]), theme.key, style))
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
            line.set_x(middle).on_baseline(self.middle - down)
        return lines

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

    def _long(self, place: float) -> float:
        """Return the vector's length at a place: after attention halfway, after the network at a layer's end."""
        numbers = self.numbers
        stations = torch.stack([numbers.lengths[:-1], numbers.between], dim=1).flatten().tolist()
        stations.append(float(numbers.lengths[-1]))
        return float(np.interp(2 * place, range(len(stations)), stations))

    def _fit(self) -> float:
        """Return scene units of half of the stream's width for a length of 1, seen from afar; all of it has room."""
        numbers, count = self.numbers, len(self.numbers.layers)
        fits = []
        for last in (_FIRST, count):
            most = max(
                self._long(place + at) / 2 + float(added[place])
                for added, at in zip((numbers.attention, numbers.network), _AT, strict=True)
                for place in range(last)
            )
            fits.append((self.reach - _AIR) / most / self._zoom(float(last)))
        return min(fits) / 2

    def _half(self, place: float) -> float:
        """Return half of the stream's width at a place, scene units."""
        return self.unit * self._zoom(self.front) * self._long(place)

    def _x(self, place: float) -> float:
        return self.left + place * self._pitch(self.front)

    # --- what is drawn at a moment ---

    def _see(self, front: float) -> None:
        """Draw everything as it is when the stream's front has come to a place."""
        self.front = front
        places = [*np.arange(0.0, front, 0.5), front]
        edge = [point(self._x(each), self._half(each)) for each in places]
        outline = [*edge, *(point(at[0], -at[1]) for at in reversed(edge))]
        self.river.set_points_as_corners([*outline, outline[0]]).shift(point(0.0, self.middle))
        for pair in self.pours:
            for pour in pair:
                self._see_pour(pour)
        self._see_axis()
        self._see_ruler()

    def _see_pour(self, pour: Pour) -> None:
        pitch = self._pitch(self.front)
        come = min(max((self.front - pour.place - _POUR / 2) / (_GROWN - _POUR / 2), 0.0), 1.0)
        foot = point(self._x(pour.place), self.middle + pour.side * (self._half(pour.place) + _AIR))
        length = 2 * self.unit * self._zoom(self.front) * pour.added
        pour.lay(foot, length, min(_POUR * pitch, _BROAD), come)
        pour.set_opacity(1.0 if come > 0 else 0.0)

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
        x, half = self._x(self.front), self._half(self.front)
        self.ruler.set_points_as_corners([point(x, self.middle - half), point(x, self.middle + half)])
        y = self.middle + max(half - _BELOW, _ABOVE)
        left = x + _BESIDE
        self.long.align_to(point(left), point(-1.0)).on_baseline(y + 0.1)
        take_outlines(self.running, self._reading(self._long(self.front)).submobjects)

    def _reading(self, value: Tensor | float) -> Number:
        """Return a length where it stands at the moment."""
        number = Number(value, size=self.style.sizes.number, style=self.style)
        number.align_to(self.long, point(-1.0)).on_baseline(self.long.baseline - 0.45)
        return laid(number, Layer.LABEL)

    # --- the story ---

    def _run(self, last: int, seconds: float, rate: Callable[[float], float] = linear) -> None:
        """Let the stream run to the end of a layer while layers add to it; then its length stands there."""
        first = self.front

        def follow(share: float) -> None:
            self._see(first + share * (last - first))

        pours = [pour for pair in self.pours for pour in pair]
        moved = [self.river, *pours, self.axis, *self.layers.values(), self.ruler, self.long, self.running]
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
            self.play(FadeIn(self.header, self.axis, self.layers[1], self.names), run_time=self.style.times.quick)
            self.play(coming.animate.match_width(self.word).move_to(self.word))
            self.remove(coming)
            self.add(self.word)
            self.play(FadeIn(self.ruler, self.long, self.length), run_time=self.style.times.quick)
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
        with self.beat("kept", kept=format_number(float(numbers.kept))):
            self._turn()
            self.hold()

    def _turn(self) -> None:
        """Draw how far each layer turns the vector, as a fan from one origin; the middle one of all stands out."""
        style, theme, numbers = self.style, self.style.theme, self.numbers
        self._make_room()
        origin, reach = self._fan_place()
        end = origin + point(reach)
        before = laid(thin_line(origin, end, theme.ink, style.strokes.bold), Layer.TRAIL)
        free = self.stage.safe.right - float(end[0]) - _BESIDE
        name = Label(self.says("before"), size=style.sizes.number, within=free, style=style)
        name.next_to(end, point(1.0), buff=_BESIDE)
        self.play(Create(before), FadeIn(laid(name, Layer.LABEL)), run_time=style.times.move)
        rays = laid(VMobject(stroke_color=theme.value, stroke_width=_RAY), Layer.TRAIL)
        self.play(self._fan(rays, origin, reach), run_time=_FAN)
        dimmed = ApplyMethod(rays.set_stroke, None, None, _BEHIND)
        middle = Vector(origin, self._ray(origin, reach, float(numbers.kept)), theme.value, width=_BOLD, style=style)
        self.play(FadeIn(self._farthest(origin, reach)), run_time=style.times.quick)
        said = FadeIn(self._middle(middle.end))
        pictured = [FadeIn(icon, scale=0.6) for icon in self._pictured()]
        self.play(GrowFromPoint(laid(middle, Layer.PIN), origin), dimmed, said, *pictured, run_time=style.times.move)

    def _pictured(self) -> list[VMobject]:
        """Return the icon of the likeliest next word above it, if it has one."""
        word, style = self.numbers.guess.lower(), self.style
        if not has_icon(word, style):
            return []
        icon = ShadedIcon(word, style.theme.subject, height=_ICON, style=style)
        above = float(self.guess.get_top()[1]) + _ICON / 2 + 0.1
        return [laid(icon.move_to(point(float(self.guess.get_x()), above)), Layer.ICON)]

    def _make_room(self) -> None:
        """Let the stream sink and become flatter, with the words at its ends."""
        top, unit = self.middle, self.unit
        end, flat = self.low + 0.15 + self.band / 2, unit * min(1.0, self.band / (2 * self.reach))
        ends = [self.word, self.guess, self.out]

        def sink(share: float) -> None:
            before = self.middle
            self.middle, self.unit = top + share * (end - top), unit + share * (flat - unit)
            self._see(self.front)
            for each in ends:
                each.shift(point(0.0, self.middle - before))

        pours = [pour for pair in self.pours for pour in pair]
        measured = VGroup(self.ruler, self.long, self.length)
        self.remove(*measured)
        self.play(FadeOut(measured.copy(), self.names), Live([self.river, *pours, *ends], sink, run_time=_LOWER))

    def _fan_top(self) -> float:
        return self.stage.below_header.top - 0.2

    def _fan_width(self) -> float:
        return _WIDTH * (self.right - self.left)

    @property
    def band(self) -> float:
        """The height that the stream has once it has made room, scene units: all that the fan does not need."""
        free = self._fan_top() - self._fan_width() - _OVER - self.low - 0.15
        return min(max(_BAND, free), 2 * self.reach)

    def _fan_place(self) -> tuple[Point, float]:
        """Return the origin of the fan of turns, and how long its rays are."""
        bottom = self.middle + self.band / 2 + _OVER
        reach = min(self._fan_top() - bottom, self._fan_width())
        back = reach * max(0.0, *(-float(turn) for turn in self.numbers.turns))
        left = self.left + (0.5 * (self.right - self.left) - 0.75 * reach if self.stage.is_wide else 0.2)
        return point(left + back, bottom), reach

    def _middle(self, end: Point) -> VGroup:
        """Return at the end of the middle layer's ray what it is, and by how little it turns."""
        style = self.style
        left = float(end[0]) + _BESIDE
        said, free = self.says("middle", number=int(self.numbers.middle)), self.stage.safe.right - left
        name = Label(said, size=style.sizes.number, within=free, style=style)
        name.set_x(left + float(name.width) / 2).on_baseline(float(end[1]) + _TURNED)
        cosine = Label(self.says("kept"), size=style.sizes.number, style=style)
        kept = Row([cosine, HeroNumber(self.numbers.kept, style=style)], 0.25).starting_at(left)
        kept.on_baseline(name.baseline + _ABOVE_NAME)
        return laid(VGroup(name, kept), Layer.LABEL)

    def _ray(self, origin: Point, reach: float, turn: float) -> Point:
        """Return where the ray of a layer ends that turns the vector by the angle of a cosine."""
        return origin + reach * point(turn, float(np.sqrt(max(0.0, 1 - turn * turn))))

    def _fan(self, rays: VMobject, origin: Point, reach: float) -> Live:
        """Return how each layer in turn, marked in the stream, turns a ray from the vector before it to the one after.

        All rays begin as one, for only the turn is drawn: how long the vector is, the stream shows.
        """
        angles = [float(np.arccos(np.clip(turn, -1.0, 1.0))) for turn in self.numbers.turns.tolist()]
        marks = laid(VMobject(stroke_color=self.style.theme.ink, stroke_width=self.style.strokes.thin), Layer.PIN)
        self.add(rays, marks)

        def come(share: float) -> None:
            rays.clear_points()
            marks.clear_points()
            for index, angle in enumerate(angles):
                turned = min(max(share * len(angles) - index, 0.0), 1.0)
                if turned > 0:
                    rays.start_new_path(origin)
                    rays.add_line_to(self._ray(origin, reach, float(np.cos(turned * angle))))
                if 0 < turned < 1:
                    self._mark_layer(marks, index)

        return Live([rays, marks], come, rate_func=linear)

    def _mark_layer(self, marks: VMobject, index: int) -> None:
        """Draw lines across the stream where a layer begins and where it ends."""
        for place in (index, index + 1):
            x, half = self._x(place), self._half(place) + _MARKED
            marks.start_new_path(point(x, self.middle - half))
            marks.add_line_to(point(x, self.middle + half))

    def _farthest(self, origin: Point, reach: float) -> Label:
        """Return the name of the layer that turns the vector most, at the end of its ray."""
        layer = int(self.numbers.turns.argmin())
        name = Label(self.says("layer", number=layer + 1), size=self.style.sizes.tick, style=self.style)
        name.next_to(self._ray(origin, reach, float(self.numbers.turns[layer])), point(1.0), buff=_BESIDE)
        return laid(name, Layer.LABEL)
