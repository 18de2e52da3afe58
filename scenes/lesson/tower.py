"""One word, refined twice by a real model: which other words point the same way, before and after.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import cos, radians, sin

import torch
from manim import AnimationGroup, Arc, Create, FadeIn, FadeOut, GrowFromPoint, LaggedStart, ReplacementTransform
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import Recording
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_MOST_STAGES, _MOST_COMPARED = 3, 6
"""The most phrases that refine a word, and words that it is compared with."""

_GAP, _STEP, _BETWEEN, _LINE, _RISE = 0.22, 0.05, 0.22, 0.44, 0.12
"""Scene units from an arrow's tip to its name, by which the arrows' length is tried, from a name to its number, from
one name to the next below it at the least, and from a name's middle down to its baseline."""

_OPEN, _SWING, _TRAIL = 1.6, 1.8, 5.0
"""Seconds in which the fan opens, and in which it swings; stroke units of the arcs that were swept."""

_WIDE, _SWEPT, _OUTERMOST, _LEAST = 0.075, 0.5, 0.86, 2.0
_UPRIGHT = 1.5
"""Scene units of the middle arrow's shaft; the radii of the first and the last swept arc as shares of the arrows';
degrees of the smallest that is drawn; a frame's width over its height from which the middle arrow stands upright."""


class OfEnds(OfRecording):
    """The parameters: a recording of a word that is refined, and of words to compare it with."""

    recording: str = Field(
        "smollm2-tower", description="The recording: its name, or a file of record-model --keep ends."
    )


@dataclass(frozen=True)
class Refined:
    """A word's directions as words are put before it, against those of other words."""

    model: str
    context: tuple[str, ...]
    stages: tuple[str, ...]
    compared: tuple[str, ...]
    cosines: Tensor = quantity(
        "The cosine of the word's last vector and each other word's, from the mean of neutral words.",
        rows="stages", columns="compared",
    )  # fmt: skip
    angles: Tensor = quantity("The angles of these cosines, in degrees.", rows="stages", columns="compared")

    @property
    def word(self) -> str:
        """The word that is refined."""
        return self.stages[0]

    def added(self, stage: int) -> str:
        """Return what a stage puts before the stage before it."""
        return self.stages[stage].removesuffix(self.stages[stage - 1]).strip()

    def most(self, stage: int, *, nearer: bool) -> str:
        """Return the word that a stage brings nearest to, or takes farthest from, the one that is refined."""
        change = self.cosines[stage] - self.cosines[stage - 1]
        return self.compared[int(change.argmax() if nearer else change.argmin())]


def refined(parameters: OfEnds) -> Refined:
    """Compare a recording's first phrases, each of which ends with the one before, with its other phrases.

    Raises:
        UserError: when the recording has no such phrases, or their ends were not recorded.
    """
    recording = parameters.read()
    texts = [phrase.text for phrase in recording.about.phrases]
    count = 1
    while count < len(texts) and texts[count].endswith(f" {texts[count - 1]}"):
        count += 1
    others = len(texts) - count
    if not 2 <= count <= _MOST_STAGES or not 2 <= others <= _MOST_COMPARED:
        raise UserError(
            f"this figure needs a recording of a word, 1 or 2 phrases that put words before it, and 2 to "
            f"{_MOST_COMPARED} words to compare it with; {shown(recording.source)} has {count} and {others}"
        )
    ends = _ends(recording, len(texts))  # (S + C, d)
    cosines = cosine_similarity(ends[:count, None], ends[None, count:])  # (S, C)
    context = tuple(recording.about.context.replace("{}", " ").split())
    angles = cosines.clamp(-1.0, 1.0).acos().rad2deg()
    return Refined(
        recording.about.model.split()[0], context, tuple(texts[:count]), tuple(texts[count:]), cosines, angles
    )


def _ends(recording: Recording, count: int) -> Tensor:
    neutral = recording.tensor("neutral").double()
    return torch.stack([recording.tensor(f"{place}.end").double() - neutral for place in range(count)])


def _turned(numbers: Refined, world: World) -> Measurement:
    far, near = numbers.most(1, nearer=False), numbers.most(1, nearer=True)
    change = (numbers.cosines[1] - numbers.cosines[0]).tolist()
    found = dict(zip(numbers.compared, change, strict=True))
    return Measurement(found[far] < -0.1 < 0.1 < found[near], f"{far} {found[far]:+.2f}, {near} {found[near]:+.2f}")


def _turned_again(numbers: Refined, world: World) -> Measurement:
    near, change = numbers.most(-1, nearer=True), (numbers.cosines[-1] - numbers.cosines[-2]).max()
    return Measurement(float(change) > 0.1, f"{near} {float(change):+.2f}")


def _sides(angles: Tensor) -> tuple[float, ...]:
    """Return for each word whether its arrow stands to the left, -1, or to the right, 1: those of a side keep apart.

    Args:
        angles: of each stage and word, (S, C).
    """

    def closest(sides: tuple[float, ...]) -> float:
        gaps = [
            float(((angles[:, one] - angles[:, other]) * torch.sign(angles[0, one] - angles[0, other])).min())
            for one, other in combinations(range(len(sides)), 2)
            if sides[one] == sides[other]
        ]
        return min(gaps, default=180.0)

    ways = [way for way in product((-1.0, 1.0), repeat=angles.shape[1]) if way[0] < 0 and len(set(way)) == 2]
    return max(ways, key=closest)


class Tower(PlaneFigure):
    """lesson-tower: words put before a word turn its vector; words that mean the same swing nearer, others away."""

    name = "lesson-tower"
    Parameters = OfEnds
    with_plane = False
    with_record = False
    numbers: Refined
    claims = (
        Claim("A word before it takes the vector from one neighbour to another by 0.1 of cosine or more.", _turned),
        Claim("One word more brings another near by 0.1 or more.", _turned_again),
    )

    @classmethod
    def compute(cls, parameters: OfEnds, world: World) -> Refined:
        """Compare a word's vectors with those of other words."""
        return refined(parameters)

    @classmethod
    def alternative_values(cls, numbers: Refined) -> Mapping[str, object]:
        """Return the word, the model, and where each other word began and ended."""
        rows = zip(numbers.compared, numbers.cosines[0].tolist(), numbers.cosines[-1].tolist(), strict=True)
        found = "; ".join(f"{word} {format_number(first)} → {format_number(last)}" for word, first, last in rows)
        return {"word": numbers.word, "phrase": numbers.stages[-1], "model": numbers.model, "found": found}

    def build(self) -> None:
        """Make the middle arrow, the circle of directions, and for each stage names and numbers beyond the others."""
        numbers, theme, size = self.numbers, self.style.theme, self.style.sizes.head
        self.sides = _sides(numbers.angles)
        self.headers = [self._header(text) for text in numbers.stages]
        self.names = [Label(word, size=size, color=theme.ink, style=self.style) for word in numbers.compared]
        self.values = [
            [Number(value, size=self.style.sizes.number, color=theme.ink, style=self.style) for value in row]
            for row in numbers.cosines
        ]
        self.free = self.stage.below_header.inset(top=0.15, bottom=0.15, left=_WIDE, right=_WIDE)
        self._find_radius()
        self.middle = Vector(self.centre, self._tip(0.0, 1.0), theme.subject, width=_WIDE, style=self.style)
        self.rays = [Vector(self.centre, self._tip(0.0, 1.0), theme.ink, style=self.style) for _ in numbers.compared]
        low = max(90.0, float(numbers.angles.max()))
        middle = 0.0 if self.sideways else 90.0
        arc = Arc(self.radius, radians(middle - low), radians(2 * low), arc_center=self.centre)
        self.circle = laid(arc.set_stroke(theme.axis, 1.6), Layer.TICKS)
        for stage in range(len(numbers.stages)):
            self._set_values(stage)

    @property
    def sideways(self) -> bool:
        """True where the middle arrow lies: in a frame that is not wide, names then have room beside their arrows."""
        return self.stage.width < _UPRIGHT * self.stage.height

    def _header(self, text: str) -> HeaderPhrase:
        """Return the words that the model read: the word in its colour, and what stands before all phrases dimmed."""
        theme, words, context = self.style.theme, text.split(), self.numbers.context
        own = len(self.numbers.word.split())
        colors = [theme.dim] * len(context) + [theme.ink] * (len(words) - own) + [theme.subject] * own
        return HeaderPhrase([*context, *words], colors, self.stage, self.view, style=self.style)

    def _way(self, angle: float, side: float) -> Point:
        """Return the direction at an angle, in degrees, from the middle arrow; that lies where the frame is upright."""
        along, aside = cos(radians(angle)), side * sin(radians(angle))
        return point(along, -aside) if self.sideways else point(aside, along)

    def _tip(self, angle: float, side: float, share: float = 1.0) -> Point:
        """Return the end of an arrow at an angle, or of a share of it."""
        return self.centre + share * self.radius * self._way(angle, side)

    def _find_radius(self) -> None:
        """Find the longest arrows of which all names stay in the room, and the place where they begin."""
        free, angles = self.free, self.numbers.angles.tolist()
        low = max(0.0, *(-cos(radians(angle)) for row in angles for angle in row))
        if self.sideways:
            self.radius = min(free.width / (1 + low), free.height / 2)
        else:
            self.radius = free.height / (1 + low)
        while True:
            if self.sideways:
                self.centre = point(free.left + low * self.radius, free.centre[1])
            else:
                self.centre = point(0.0, free.centre[1] + (low - 1) * self.radius / 2)
            if self.radius <= 1.0 or all(self._fit(row) for row in angles):
                break
            self.radius -= _STEP
        if self.sideways:  # to the middle of what the names leave free
            ends = [
                float(at[0]) + self._wide(place) / 2 for row in angles for place, at in enumerate(self._places(row))
            ]
            self.centre = self.centre + point((free.right - max(self.centre[0] + self.radius, *ends)) / 2)

    def _fit(self, angles: Sequence[float]) -> bool:
        """Return whether names stay in the room where arrows stand at angles."""
        free, half = self.free, _LINE * self.style.sizes.scale / 2
        return all(
            free.left <= at[0] - self._wide(place) / 2
            and at[0] + self._wide(place) / 2 <= free.right
            and free.bottom <= at[1] - half
            and at[1] + half <= free.top
            for place, at in enumerate(self._places(angles))
        )

    def _wide(self, place: int) -> float:
        """Return how much a name and the longest of its numbers take."""
        return float(self.names[place].width) + _BETWEEN + max(float(row[place].width) for row in self.values)

    def _places(self, angles: Sequence[float]) -> list[Point]:
        """Return the middles of names with their numbers: outwards of the tips, and a line apart."""
        found = [self._tip(angle, side) for angle, side in zip(angles, self.sides, strict=True)]
        for side in (-1.0, 1.0):
            down = -side if self.sideways else -1.0
            last: float | None = None
            for place in sorted(range(len(angles)), key=lambda each: angles[each]):
                if self.sides[place] == side:
                    outwards = 1.0 if self.sideways else side
                    y = float(found[place][1])
                    y = y if last is None else last + down * max(down * (y - last), _LINE * self.style.sizes.scale)
                    last = y
                    found[place] = point(float(found[place][0]) + outwards * (_GAP + self._wide(place) / 2), y)
        return found

    def _set_names(self, angles: Sequence[float]) -> None:
        """Put the names beyond their arrows' tips, each next to its tip."""
        for place, (at, name) in enumerate(zip(self._places(angles), self.names, strict=True)):
            aside = self._outwards(place) * (self._wide(place) - float(name.width)) / 2
            name.set_x(float(at[0]) - aside).on_baseline(float(at[1]) - _RISE)

    def _set_values(self, stage: int) -> None:
        """Put a stage's numbers behind the names."""
        for place, (at, value) in enumerate(
            zip(self._places(self.numbers.angles[stage].tolist()), self.values[stage], strict=True)
        ):
            aside = self._outwards(place) * (self._wide(place) - float(value.width)) / 2
            value.set_x(float(at[0]) + aside).on_baseline(float(at[1]) - _RISE)

    def _outwards(self, place: int) -> float:
        return 1.0 if self.sideways else self.sides[place]

    def _swing(self, first: Sequence[float], last: Sequence[float], seconds: float) -> Live:
        """Return how arrows and their names swing from angles to others, and sweep arcs."""

        def follow(share: float) -> None:
            angles: list[float] = []
            for place, (start, end) in enumerate(zip(first, last, strict=True)):
                angles.append(start + (end - start) * share)
                self.rays[place].set_ends(self.centre, self._tip(angles[-1], self.sides[place]))
            self._set_names(angles)

        return Live([*self.rays, *self.names], follow, run_time=seconds)

    def _swept(self, first: Sequence[float], last: Sequence[float]) -> list[Arc]:
        """Return the arcs that the arrows' middles sweep: one colour for those that come near, one for the others."""
        arcs, theme, count = [], self.style.theme, len(first)
        for place, (side, start, end) in enumerate(zip(self.sides, first, last, strict=True)):
            radius = self.radius * (_SWEPT + (_OUTERMOST - _SWEPT) * place / max(count - 1, 1))
            begin = -side * start if self.sideways else 90 - side * start
            if abs(start - end) < _LEAST:
                continue
            arc = Arc(radius, radians(begin), radians(side * (start - end)), arc_center=self.centre)
            color = theme.families[0] if end < start else theme.families[1]
            arcs.append(laid(arc.set_stroke(color, _TRAIL), Layer.TRAIL))
        return arcs

    def _reads(self, stage: int) -> AnimationGroup:
        """Return how the words before the word make room for another."""
        before, after = self.headers[stage - 1].words, self.headers[stage].words
        fixed, own = len(self.numbers.context), len(self.numbers.stages[stage - 1].split())
        kept = [*after[:fixed], *after[len(after) - own :]]
        moves = [ReplacementTransform(old, new) for old, new in zip(before, kept, strict=True)]
        return AnimationGroup(*moves, FadeIn(*after[fixed : len(after) - own], shift=point(0.0, -0.3)))

    def tell(self) -> None:
        """Open the fan; put one word after another before the first; show how far each arrow has come."""
        numbers, angles, times = self.numbers, self.numbers.angles.tolist(), self.style.times
        upright = [0.0] * len(numbers.compared)
        place = int(numbers.cosines[0].argmax())
        with self.beat("word", word=numbers.word, model=numbers.model):
            self.play(FadeIn(self.headers[0]))
            self.play(GrowFromPoint(self.middle, self.centre), run_time=times.move)
            self.rest()
        best = {"word": numbers.word, "near": numbers.compared[place]}
        with self.beat("others", **best, cosine=format_number(float(numbers.cosines[0, place]))):
            self.play(FadeIn(self.circle, *self.rays, *self.names), run_time=times.quick)
            self.play(self._swing(upright, angles[0], _OPEN))
            self.play(LaggedStart(*map(FadeIn, self.values[0]), lag_ratio=0.2), run_time=times.slow)
            self.rest()
        arcs: list[Arc] = []
        for stage in range(1, len(numbers.stages)):
            said = {"added": numbers.added(stage), "word": numbers.word}
            said |= {"near": numbers.most(stage, nearer=True), "far": numbers.most(stage, nearer=False)}
            with self.beat(("first", "second")[stage - 1], **said):
                self.play(self._reads(stage), FadeOut(*self.values[stage - 1], *arcs))
                self.remove(*self.headers[stage].words)
                self.add(self.headers[stage])
                arcs = self._swept(angles[stage - 1], angles[stage])
                self.play(self._swing(angles[stage - 1], angles[stage], _SWING), *(self._drawn(arc) for arc in arcs))
                self.play(LaggedStart(*map(FadeIn, self.values[stage]), lag_ratio=0.2), run_time=times.slow)
                self.rest()
        whole = self._swept(angles[0], angles[-1])
        with self.beat("twice", word=numbers.word, phrase=numbers.stages[-1]):
            self.play(FadeOut(*arcs), run_time=times.quick)
            firsts = [thin_line(self.centre, self._tip(angle, side, _OUTERMOST), self.style.theme.dim, 2.0)
                      for side, angle in zip(self.sides, angles[0], strict=True)]  # fmt: skip
            self.play(FadeIn(*firsts))
            self.play(*(self._drawn(arc) for arc in whole), run_time=times.slow)
            self.hold()

    def _drawn(self, arc: Arc) -> Create:
        return Create(arc, run_time=_SWING)
