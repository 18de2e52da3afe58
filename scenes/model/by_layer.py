"""One word of two phrases, carried from layer to layer of a real model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import Circle, Dot, FadeIn, Line, LineJointType, Rectangle, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity, semantic_axes
from scenes.claims import Claim, Measurement, less
from scenes.errors import UserError, shown, suggestion
from scenes.model.recorded import OfRecording
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parts.geometry import Point, point
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.labels import free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure, lights
from scenes.quantities import quantity
from scenes.stage import PlaneView
from scenes.worlds import World

_FIRST, _LATER = 1.6, 0.75
"""Seconds of the first layer's move, and of a later one's."""

_MOST_ROWS, _PITCH, _LEAST_PITCH, _ABOVE_LYING = 9, 0.56, 0.38, 0.35
"""Rows of the record at the most; scene units from one to the next, at the most and for type of the usual size; scene
units above a record that lies."""

_SEEDS, _LONGEST = 3, 32
"""Seeds of an axis that are named, and letters of the model's name."""

_HERO, _POLE = 0.75, 0.13
"""Scene units: the moving icons' height, and the radius of a pole's ring."""

_BELOW_AXIS = 0.12
"""The share of the plane's height below the axis along its foot."""

_ASIDE, _NARROW = 0.4, 3.0
"""Scene units: the room for the upright axis's name at its left; a record so narrow that its type is small."""

_BAR, _UNDERLINE = 0.2, 0.21
"""Scene units: a bar's height; from a phrase's baseline to the line under it."""


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
    model: str
    seeds: tuple[str, ...]
    first: Tensor = quantity("The word's place in the first phrase, before the first layer and after each.",
                             rows="stations", columns="axes")  # fmt: skip
    second: Tensor = quantity("The same in the second phrase.", rows="stations", columns="axes")
    cosines: Tensor = quantity("The cosine of the word's two vectors, in all their numbers.", rows="stations")

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
        cosines = cosine_similarity(*rows)
    except ValueError as error:
        raise UserError(f"recording {shown(recording.source)}: {error}") from None
    return ByLayer(
        word,
        tuple(about.seeds),
        tuple(phrase.text for phrase in about.phrases),
        ("words", *(f"layer {number}" for number in range(1, about.layers + 1))),
        about.model,
        tuple(", ".join(words) for words in about.seeds.values()),
        first,
        second,
        cosines,
    )


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


def _differs(numbers: ByLayer, world: World) -> Measurement:
    return less(float(numbers.cosines[-1]), float(numbers.cosines[0]))


class AppleByLayer(PlaneFigure):
    """model-apple-by-layer: a real model carries one word of two phrases to two places, layer by layer."""

    name = "model-apple-by-layer"
    Parameters = OfTwoPhrases
    stops_at_record = True
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
            "start": format_vector(numbers.first[0]),
            "first_end": format_vector(numbers.first[-1]),
            "second_end": format_vector(numbers.second[-1]),
            "cosine": format_number(float(numbers.cosines[-1])),
            "layers": numbers.layers,
        }

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the span of both ways and both poles."""
        rows = torch.cat([self.numbers.first, self.numbers.second, torch.eye(2)])
        (left, low), (right, high) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (left, right), (low, high)

    def world_view(self) -> PlaneView:
        """Return where the plane lies: below two phrases."""
        (left, right), (low, high) = self.spans()
        below = min(low, -_BELOW_AXIS * (high - low))  # the axis's name stands there
        view = self.stage.view_under_two
        room = view.words(self.stage)
        if view.lying:
            room = room.inset(bottom=_ABOVE_LYING, left=_ASIDE)
        return view.fitted(self.stage, ((left, right), (below, high)), room)

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the seeds' groups."""
        return self.numbers.axes

    def _climate(self) -> list[Glow]:
        """Return the soft lights of both axes' corners."""
        return lights(self.view, self.style.theme.families)

    def axis_colors(self) -> list[str]:
        """Return a family's colour for each axis."""
        return [self.style.theme.families[index] for index in (0, 1)]

    def build(self) -> None:
        """Make the phrases, the poles, the word twice, its ways, and a row for each layer."""
        numbers, families = self.numbers, self.style.theme.families
        self.subject = self.style.theme.subject
        self.headers = [
            self._header(text, color, side)
            for text, color, side in zip(numbers.phrases, families, ("right", "left"), strict=False)
        ]
        self.poles = [self._pole(axis, families[axis % len(families)]) for axis in (0, 1)]
        self.ways = [[self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second)]
        self.movers = [self._mover(way[0], color) for way, color in zip(self.ways, families, strict=False)]
        self.lines = [self._line(way, color) for way, color in zip(self.ways, families, strict=False)]
        self.listing = self._rows()

    def _header(self, text: str, color: str, side: str) -> VMobject:
        """Return a phrase, the word in its colour, and a line under it in the colour of its way."""
        words = text.split()
        header = self.header_phrase(words, side=side)
        for word, drawn in zip(words, header.words, strict=True):
            drawn.set_color(self.subject if word.lower().strip(".,") == self.numbers.word else self.style.theme.ink)
        left, right = float(header.get_left()[0]), float(header.get_right()[0])
        low = min(drawn.baseline for drawn in header.words) - _UNDERLINE
        return VGroup(header, laid(Line(point(left, low), point(right, low), color=color, stroke_width=5), Layer.FRAME))

    def _pole(self, axis: int, color: str) -> VMobject:
        """Return the ring around the mean of an axis's seeds, and the first of them beside it."""
        at = self.plane.place(torch.eye(2)[axis])
        ring = laid(Circle(radius=_POLE, color=color, stroke_width=4).move_to(at), Layer.GHOST)
        words = Label(f"{', '.join(self.numbers.seeds[axis].split(', ')[:_SEEDS])}, …", size=self.style.sizes.least,
                      color=color, style=self.style)  # fmt: skip
        aside = point(float(words.width) / 2 + 0.3, 0.0) if axis else point(0.0, 0.42)
        room = self.view.words(self.stage)
        words.move_to(at + aside)
        words.shift(point(min(0.0, room.right - float(words.get_right()[0]))))
        return VGroup(ring, laid(words, Layer.LABEL))

    def _mover(self, at: Point, color: str) -> Token:
        return Token(self.numbers.word, at, self.subject, height=_HERO, large=True, edge=color, style=self.style)

    def _line(self, way: Sequence[Point], color: str) -> VMobject:
        """Return the line of the way so far: nothing yet."""
        line = VMobject(color=color, stroke_width=5, joint_type=LineJointType.ROUND).set_points_as_corners(
            [way[0], way[0] + point(1e-3)]
        )
        return laid(line, Layer.TRAIL)

    def _listed(self, top: float) -> tuple[list[int], float]:
        """Return the stations that have a row below a height, and scene units from one row to the next."""
        last, free = self.numbers.layers, top - self.stage.above_foot.bottom
        most = min(_MOST_ROWS, max(2, int(free / _LEAST_PITCH) - 2))
        listed = sorted({round(place) for place in np.linspace(0, last, min(last + 1, most))})
        return listed, min(_PITCH, free / (len(listed) + 1.5))

    def _rows(self) -> list[VGroup]:
        """Return a row for each station that is listed: its name, a bar, the cosine; over them what is measured."""
        numbers, style, record = self.numbers, self.style, self.view.record
        top = record.top + (_ABOVE_LYING if self.view.lying else 0.0)
        self.listed, pitch = self._listed(top)
        size = style.sizes.number if pitch > _LEAST_PITCH and record.width > _NARROW else style.sizes.least
        names = [
            Label(self.says("words") if place == 0 else f"{self.says('layer')} {place}", size=size, style=style)
            for place in self.listed
        ]
        values = [Number(numbers.cosines[place], size=size, style=style) for place in self.listed]
        left = record.left + max(float(name.width) for name in names) + 0.2
        right = record.right - max(float(value.width) for value in values) - 0.2
        self.title = self._in_record(Label(self.says("alike"), size=size, color=style.theme.dim, style=style), top)
        short = numbers.model.rpartition("/")[2][:_LONGEST]
        self.model = self._in_record(
            Label(short, size=style.sizes.least, color=style.theme.dim, style=style),
            top - pitch * (len(self.listed) + 1),
        )
        rows = []
        for index, (place, name, value) in enumerate(zip(self.listed, names, values, strict=True), start=1):
            y = top - pitch * index
            name.move_to(point(left - 0.2 - float(name.width) / 2, y))
            share = max(0.0, float(numbers.cosines[place]))
            bar = Rectangle(width=max(share * (right - left), 1e-3), height=min(_BAR, pitch / 2), stroke_width=0)
            bar.set_fill(self.style.theme.fill(self.subject), 1.0).move_to(point(left + float(bar.width) / 2, y))
            value.move_to(point(right + 0.2 + float(value.width) / 2, y))
            rows.append(laid(VGroup(name, bar, value), Layer.LEDGER))
        return rows

    def _in_record(self, text: Label, y: float) -> Label:
        """Put a text into the middle of the record at a height, within the frame's margin."""
        record, safe = self.view.record, self.stage.safe
        half = float(text.width) / 2
        x = min(max((record.left + record.right) / 2, safe.left + half), safe.right - half)
        return laid(text.move_to(point(x, y)), Layer.LEDGER)

    def _to(self, place: int, seconds: float) -> None:
        """Move both words from the station before to a station, and add its row."""
        starts, ends = ([way[at] for way in self.ways] for at in (place - 1, place))
        so_far = [list(way[:place]) for way in self.ways]

        def follow(share: float) -> None:
            for mover, line, start, end, behind in zip(self.movers, self.lines, starts, ends, so_far, strict=True):
                at = start + share * (end - start)
                mover.put(at)
                line.set_points_as_corners([*behind, at + point(1e-3)])

        dots = [laid(self._stop(start, line), Layer.TRAIL) for start, line in zip(starts, self.lines, strict=True)]
        self.add(*self.lines, *dots)
        self.play(Live([*self.movers, *self.lines], follow), run_time=seconds)
        if place in self.listed:
            self.play(FadeIn(self.listing[self.listed.index(place)]), run_time=0.3)

    def _stop(self, at: Point, line: VMobject) -> VMobject:
        return Dot(at, radius=0.055, color=str(line.get_stroke_color()))

    def tell(self) -> None:
        """Show one place for two phrases; take one layer, then all; read both ends."""
        numbers, times = self.numbers, self.style.times
        said: dict[str, Any] = {
            "word": numbers.word,
            "layers": numbers.layers,
            "across": numbers.axes[0],
            "up": numbers.axes[1],
        }
        together = _starts_together(numbers, self.world).holds
        with self.beat("start", text="start" if together else "start-elsewhere", **said):
            self.play(*map(FadeIn, self.headers), *map(FadeIn, self.poles), run_time=times.move)
            self.add(*self.movers[::-1])
            self.play(*(FadeIn(mover, scale=0.6) for mover in self.movers[::-1]), run_time=times.move)
            self.play(FadeIn(self.title, self.model, self.listing[0]), run_time=times.quick)
            self.rest()
        with self.beat("first-layer", **said):
            self._to(1, _FIRST)
            self.rest()
        if numbers.layers > 1:
            with self.beat("layers", **said):
                for place in range(2, numbers.layers + 1):
                    self._to(place, _LATER if numbers.layers <= 8 else 6 * _LATER / numbers.layers)
                self.rest()
        ends = [numbers.first[-1], numbers.second[-1]]
        parted = _parts(numbers, self.world).holds
        with self.beat("apart", text="apart" if parted else "beside", **said):
            self.play(*(FadeIn(each) for each in self._ends(ends)), run_time=times.quick)
            self.hold()

    def _ends(self, rows: Sequence[Tensor]) -> list[VMobject]:
        """Return the numbers of both ends, beside them."""
        boxes = (
            [box_of(mover) for mover in self.movers] + self.plane.text_boxes() + [box_of(pole) for pole in self.poles]
        )
        room = self.view.words(self.stage)
        lines = [pair for way in self.ways for pair in zip(way[:-1], way[1:], strict=True)]
        x, y = self.view.origin
        axes = [(point(room.left, y), point(room.right, y)), (point(x, room.bottom), point(x, room.top))]
        segments = [((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) for a, b in [*lines, *axes]]
        texts: list[VMobject] = []
        ends = sorted(zip(self.movers, rows, self.lines, strict=True), key=lambda end: -float(end[0].at[1]))
        for mover, row, line in ends:
            text = Coordinates(row, brief=True, size=self.style.sizes.number, color=str(line.get_stroke_color()),
                               style=self.style)  # fmt: skip
            size = (float(text.width), float(text.height))
            near = (float(mover.at[0]), float(mover.at[1]))
            bounds = (room.left, room.bottom, room.right, room.top)
            text.move_to(point(*free_place(size, bounds, near, lines=segments, boxes=boxes)))
            boxes.append(box_of(text))
            texts.append(laid(text, Layer.LABEL))
        return texts
