"""One word of two phrases, carried from layer to layer of a real model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import Circle, DashedLine, Dot, FadeIn, FadeOut, Line, Rectangle, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity, semantic_axes
from scenes.claims import Claim, Measurement, less
from scenes.errors import UserError, shown, suggestion
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parts.geometry import Point, point
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.labels import free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure, lights
from scenes.quantities import quantity
from scenes.recordings import PhraseAbout
from scenes.shared.recorded import OfRecording
from scenes.stage import PlaneView
from scenes.worlds import World

_FIRST, _LATER, _FILED = 1.6, 0.7, 0.2
"""Seconds of the first layer's move, of a later one's, and of a number's arrival in its row."""

_MOST_ROWS, _PITCH, _LEAST_PITCH, _ABOVE_LYING = 9, 0.56, 0.38, 0.35
"""Rows of the record at the most; scene units from one to the next, at the most and for type of the usual size; scene
units above a record that lies."""

_SEEDS = 3
"""Seeds of an axis that are named."""

_HERO, _POLE = 0.62, 0.13
"""Scene units: the moving icons' height, and the radius of a pole's ring."""

_BELOW_AXIS = 0.12
"""The share of the plane's height below the axis along its foot."""

_ASIDE, _NARROW = 0.4, 3.0
"""Scene units: the room for the upright axis's name at its left; a record so narrow that its type is small."""

_BAR, _UNDERLINE = 0.2, 0.21
"""Scene units: a bar's height; from a phrase's baseline to the line under it."""


_UNDER_THREADS = 1.35
"""Scene units from the record's top to its first line, where threads of the right phrase pass above it."""

_WIDTH_OF_ONE, _DRAWN = 90.0, 0.045
"""Stroke units of a thread of weight 1; the least weight that has a thread."""

_WEDGE, _WEDGE_FILL, _WEDGE_STEPS = 1.25, 0.3, 25
"""Scene units of the wedge's radius at the most, its opacity, and points along its arc."""

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
        "The word's mean weight, in the first layer's heads, on each word of the first phrase."
    )
    pulls_second: Tensor = quantity("The same in the second phrase.")

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
    return ByLayer(
        word,
        tuple(about.seeds),
        tuple(phrase.text for phrase in about.phrases),
        ("words", *(f"layer {number}" for number in range(1, about.layers + 1))),
        about.model,
        tuple(", ".join(words) for words in about.seeds.values()),
        rows[0].shape[-1],
        first,
        second,
        cosines,
        _degrees(on_plane),
        _degrees(cosines),
        *(_pulls(recording.tensor(f"{place}.weights")[0], phrase, word) for place, phrase in enumerate(about.phrases)),
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
            "angle": format_number(float(numbers.angles[-1]), 0),
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
        self.phrases = [
            self.header_phrase(text.split(), side=side)
            for text, side in zip(numbers.phrases, ("right", "left"), strict=False)
        ]
        self.headers = [
            self._header(phrase, text.split(), color)
            for phrase, text, color in zip(self.phrases, numbers.phrases, families, strict=False)
        ]
        self.poles = [self._pole(axis, families[axis % len(families)]) for axis in (0, 1)]
        self.ways = [[self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second)]
        self.movers = [self._mover(way[0], color) for way, color in zip(self.ways, families, strict=False)]
        origin = self.plane.place(torch.zeros(2))
        self.arrows = [
            laid(Vector(origin, way[0], color, style=self.style), Layer.PIN)
            for way, color in zip(self.ways, families, strict=False)
        ]
        self.wedge = laid(VMobject(stroke_color=self.subject, stroke_width=3), Layer.SHADOW)
        self.wedge.set_fill(self.style.theme.fill(self.subject), _WEDGE_FILL)
        self._open(self.ways[0][0], self.ways[1][0])
        self.trails: list[VMobject] = []
        self.listing = self._rows()

    def _open(self, one: Point, other: Point) -> None:
        """Lay the wedge between the directions of two places."""
        origin = self.arrows[0].start
        first, second = (np.arctan2(*(at - origin)[1::-1]) for at in (one, other))
        second = first + (second - first + np.pi) % (2 * np.pi) - np.pi
        radius = min(_WEDGE, *(0.6 * float(np.linalg.norm(at - origin)) for at in (one, other)))
        turns = np.linspace(first, second, _WEDGE_STEPS)
        arc = [origin + radius * point(float(np.cos(turn)), float(np.sin(turn))) for turn in turns]
        self.wedge.set_points_as_corners([origin, *arc, origin])

    def _threads(self) -> list[list[VMobject]]:
        """Return for each phrase a thread from each word that the other lacks to the word, as wide as its weight.

        Words of both phrases cannot part it. Where one phrase stands below the other, threads would cross it.
        """
        numbers, families = self.numbers, self.style.theme.families
        if self.stage.is_portrait:
            return [[], []]
        both = set(numbers.phrases[0].lower().split()) & set(numbers.phrases[1].lower().split())
        result: list[list[VMobject]] = []
        for index, pulls in enumerate((numbers.pulls_first, numbers.pulls_second)):
            threads: list[VMobject] = []
            words = zip(self.phrases[index].words, numbers.phrases[index].lower().split(), pulls.tolist(), strict=True)
            for drawn, text, pull in words:
                if pull >= _DRAWN and text not in both:
                    start = point(float(drawn.get_x()), drawn.baseline - _UNDERLINE)
                    thread = thin_line(start, start + point(0.0, -1e-3), families[index], _WIDTH_OF_ONE * pull)
                    threads.append(laid(thread, Layer.THREAD))
            result.append(threads)
        return result

    def _header(self, header: HeaderPhrase, words: Sequence[str], color: str) -> VGroup:
        """Return a phrase, the word in its colour, and a line under it in the colour of its way."""
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

    def _listed(self, top: float) -> tuple[list[int], float]:
        """Return the stations that have a row below a height, and scene units from one row to the next."""
        last, free = self.numbers.layers, top - self.stage.above_foot.bottom
        most = min(_MOST_ROWS, max(2, int(free / _LEAST_PITCH) - 2))
        listed = sorted({round(place) for place in np.linspace(0, last, min(last + 1, most))})
        return listed, min(_PITCH, free / (len(listed) + 1.5))

    def _rows(self) -> list[VGroup]:
        """Return a row for each station that is listed: its name, a bar, the angle; over them what is measured."""
        numbers, style, record = self.numbers, self.style, self.view.record
        top = record.top + (_ABOVE_LYING if self.view.lying else -_UNDER_THREADS)
        self.listed, pitch = self._listed(top)
        size = style.sizes.number if pitch > _LEAST_PITCH and record.width > _NARROW else style.sizes.least
        names = [
            Label(self.says("words") if place == 0 else f"{self.says('layer')} {place}", size=size, style=style)
            for place in self.listed
        ]
        values = [self._angle_text(numbers.angles[place], size) for place in self.listed]
        left = record.left + max(float(name.width) for name in names) + 0.2
        right = record.right - max(float(value.width) for value in values) - 0.2
        scale = (right - left) / max(1.0, float(numbers.angles.max()))
        self.title = self._in_record(Label(self.says("angle"), size=size, style=style), top)
        rows = []
        for index, (place, name, value) in enumerate(zip(self.listed, names, values, strict=True), start=1):
            y = top - pitch * index
            name.move_to(point(left - 0.2 - float(name.width) / 2, y))
            bar = Rectangle(width=max(scale * float(numbers.angles[place]), 1e-3), height=min(_BAR, pitch / 2))
            bar.set_stroke(width=0).set_fill(style.theme.fill(self.subject), 1.0)
            bar.move_to(point(left + float(bar.width) / 2, y))
            value.move_to(point(record.right - float(value.width) / 2, y))
            rows.append(laid(VGroup(name, bar, value), Layer.LEDGER))
        self.model = self._whole(top - pitch * (len(self.listed) + 1.25))
        return rows

    def _angle_text(self, value: Tensor, size: float, color: str | None = None) -> VGroup:
        """Return an angle as text."""
        number = Number(value, decimals=0, size=size, color=color, style=self.style)
        sign = Label("°", size=size, color=color, style=self.style)
        sign.set_x(float(number.get_right()[0]) + 0.03 + float(sign.width) / 2).on_baseline(number.baseline)
        return VGroup(number, sign)

    def _whole(self, y: float) -> VGroup:
        """Return the last angle in all of the vectors' numbers, and what it is, for the record's foot."""
        style, record = self.style, self.view.record
        size = style.sizes.number if record.width > _NARROW and not self.view.lying else style.sizes.least
        value = self._angle_text(self.numbers.turned[-1], size, style.theme.dim)
        name = Label(self.says("whole", count=self.numbers.width), size=size, color=style.theme.dim,
                     within=record.width - float(value.width) - 0.2, style=style)  # fmt: skip
        value.move_to(point(record.right - float(value.width) / 2, y))
        name.move_to(point(record.right - float(value.width) - 0.2 - float(name.width) / 2, y))
        return laid(VGroup(name, value), Layer.LEDGER)

    def _in_record(self, text: Label, y: float) -> Label:
        """Put a text into the middle of the record at a height, within the frame's margin."""
        record, safe = self.view.record, self.stage.safe
        half = float(text.width) / 2
        x = min(max((record.left + record.right) / 2, safe.left + half), safe.right - half)
        return laid(text.move_to(point(x, y)), Layer.LEDGER)

    def _to(self, place: int, seconds: float, pulls: Sequence[Sequence[VMobject]] = ((), ())) -> None:
        """Turn both arrows from the station before to a station; its bar grows as they turn, its number comes last.

        Args:
            place: the station.
            seconds: of the motion.
            pulls: each phrase's threads, which stay tied to the word.
        """
        starts, ends = ([way[at] for way in self.ways] for at in (place - 1, place))
        row = self.listing[self.listed.index(place)] if place in self.listed else None
        tails = [self._tail(start, index) for index, start in enumerate(starts)]
        before, after = (float(self.numbers.angles[at]) for at in (place - 1, place))
        full = float(row[1].width) if row else 0.0
        edge = float(row[1].get_left()[0]) if row else 0.0

        def follow(share: float) -> None:
            for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
                at = start + share * (end - start)
                self.movers[index].put(at)
                self.arrows[index].set_ends(self.arrows[index].start, at)
                tails[index][1].set_points_as_corners([start, at + point(1e-3)])
                for thread in pulls[index]:
                    thread.set_points_as_corners([thread.get_start(), at])
            self._open(*(mover.at for mover in self.movers))
            if row and after:
                width = max(1e-3, full * (before + share * (after - before)) / after)
                row[1].stretch_to_fit_width(width).move_to(point(edge + width / 2, float(row[1].get_y())))

        self.trails += tails
        self.add(*tails)
        moved = [*self.movers, *self.arrows, self.wedge, *tails, *(thread for each in pulls for thread in each)]
        if row:
            self.add(row[0], row[1])
            moved.append(row[1])
        self.play(Live(moved, follow), run_time=seconds)
        if row:
            self.play(FadeIn(row[2]), run_time=_FILED)

    def _tail(self, at: Point, index: int) -> VGroup:
        """Return the mark of an old place of one of the two, and the line of its way from there."""
        color = self.style.theme.families[index]
        return laid(VGroup(Dot(at, radius=0.05, color=color), thin_line(at, at, color, 2.5)), Layer.TRAIL)

    def _pull(self, threads: Sequence[Sequence[VMobject]]) -> None:
        """Let threads run from each phrase's words to its word."""
        every = [(thread, thread.get_start(), mover.at.copy()) for mover, each in zip(self.movers, threads, strict=True)
                 for thread in each]  # fmt: skip

        def follow(share: float) -> None:
            for thread, start, end in every:
                thread.set_points_as_corners([start, start + max(share, 1e-3) * (end - start)])

        lines = [thread for thread, _, _ in every]
        self.add(*lines)
        self.play(Live(lines, follow), run_time=self.style.times.move)

    def tell(self) -> None:
        """Show one arrow for two phrases; let one layer's weights part it, then all; read the angle."""
        numbers = self.numbers
        said: dict[str, Any] = {
            "word": numbers.word,
            "layers": numbers.layers,
            "angle": format_number(float(numbers.angles[-1]), 0),
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
            with self.beat("layers", **said):
                if self.pulls:
                    self.play(FadeOut(*self.pulls), run_time=self.style.times.quick)
                for place in range(2, numbers.layers + 1):
                    self._to(place, _LATER if numbers.layers <= 8 else 6 * _LATER / numbers.layers)
                self.rest()
        parted = _parts(numbers, self.world).holds
        with self.beat("apart", text="apart" if parted else "beside", **said):
            self.play(
                *map(FadeOut, [*self.trails, *(self.pulls if numbers.layers == 1 else [])]),
                FadeIn(self._measured()),
                run_time=self.style.times.move,
            )
            self.play(FadeIn(self.model), run_time=self.style.times.quick)
            self.hold()

    def _begin(self, together: bool) -> None:
        """Bring phrases and poles, then the word at the tip of its arrow: one for both phrases where they agree."""
        times = self.style.times
        self.play(*map(FadeIn, self.headers), *map(FadeIn, self.poles), run_time=times.move)
        at = self.ways[0][0]
        self.shared = VGroup()
        if together:
            arrow = laid(Vector(self.arrows[0].start, at, self.subject, style=self.style), Layer.PIN)
            word = Token(self.numbers.word, at, self.subject, height=_HERO, large=True, style=self.style)
            self.shared = VGroup(arrow, word)
        marks = [*self.shared] if together else [*self.movers, *self.arrows, self.wedge]
        self.play(*map(FadeIn, marks), run_time=times.move)
        self.play(FadeIn(self.title, self.listing[0]), run_time=times.quick)

    def _part(self, together: bool) -> None:
        """Let the first layer's weights reach the word, and both arrows turn."""
        threads = self._threads()
        self.play(FadeOut(*(pole[1] for pole in self.poles)), run_time=self.style.times.quick)
        if any(threads):
            self._pull(threads)
        if together:
            self.remove(self.shared, *self.shared)
            start = DashedLine(self.arrows[0].start, self.ways[0][0], color=self.subject, stroke_width=3)
            self.add(laid(start, Layer.GHOST), self.wedge, *self.movers, *self.arrows)
            self.trails.append(start)
        self._to(1, _FIRST, threads)
        self.pulls = [thread for each in threads for thread in each]

    def _measured(self) -> VGroup:
        """Return the last angle in large figures, at the free place nearest to its wedge."""
        origin, ends = self.arrows[0].start, [mover.at for mover in self.movers]
        text = self._angle_text(self.numbers.angles[-1], self.style.sizes.hero, self.style.theme.ink)
        middle = sum((end - origin) / max(1e-6, float(np.linalg.norm(end - origin))) for end in ends)
        near = origin + (_WEDGE + 0.5) * middle / max(1e-6, float(np.linalg.norm(middle)))
        room, (x, y) = self.view.words(self.stage), self.view.origin
        axes = [((room.left, y), (room.right, y)), ((x, room.bottom), (x, room.top))]
        lines = [((float(origin[0]), float(origin[1])), (float(end[0]), float(end[1]))) for end in ends]
        boxes = [box_of(mover) for mover in self.movers] + self.plane.text_boxes()
        spot = free_place(
            (float(text.width) + 0.2, float(text.height) + 0.15), (room.left, room.bottom, room.right, room.top),
            (float(near[0]), float(near[1])), lines=[*axes, *lines], boxes=boxes,
        )  # fmt: skip
        return laid(text.move_to(point(*spot)), Layer.LABEL)
