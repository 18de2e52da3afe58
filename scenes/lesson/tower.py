"""One word, refined twice by a real model: which other words point the same way, before and after.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import cos, radians, sin
from typing import Self

import numpy as np
import torch
from manim import (
    Animation,
    AnimationGroup,
    Create,
    DashedVMobject,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    ReplacementTransform,
    VGroup,
    VMobject,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.contrast import least_share
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import Recording
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.style import Style
from scenes.worlds import World

_MOST_STAGES, _MOST_COMPARED = 3, 6
"""The most phrases that refine a word, and words that it is compared with."""

_WIDE, _OTHERS, _GAP, _STEP = 0.13, 0.07, 0.22, 0.16
"""Scene units: the shafts of the refined word's arrow and of the others', from a tip to its name, from a name to its
number."""

_NOTE, _AIR, _NAME, _LINE = 0.3, 0.25, 0.55, 0.46
"""Scene units from the room's top to the note's baseline, what stays free above and below, what the word's name takes
above its arrow, and from a text's baseline to the next one's at the least."""

_SWING, _SWEPT, _CORNERS, _DASHES, _DOME = 1.8, 0.8, 24, 14, 60
"""Seconds in which arrows swing; the radius of swept areas as a share of the arrows'; the corners of their edge; dashes
of an arrow that was; corners of the dome."""

_CONTRAST = 3.2
"""The contrast of swept areas with the ground, in every theme."""


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


class _Neighbour(VGroup):
    """Another word's arrow, as long as the refined word's upright one, at the angle of their cosine.

    The height of its tip is the cosine, as a share of the upright arrow's.

    Args:
        hinge: where both arrows start.
        radius: scene units of both.
        side: 1 for right of the upright arrow, -1 for left.
        style: theme and line widths.

    Attributes:
        arrow: the word's arrow.
        level: the line from its tip to the upright arrow, if the word is lit.
        swept: what the arrow has passed over since it was last marked, if the word is lit.
    """

    def __init__(self, hinge: Point, radius: float, side: int, style: Style) -> None:
        self.hinge, self.radius, self.side, self.style = hinge, radius, side, style
        self.angle = self.marked = 0.0
        self.lit = False
        theme = style.theme
        self.arrow = Vector(hinge, self.tip(0.0), theme.ink, width=_OTHERS, style=style)
        self.level = laid(VMobject(stroke_color=theme.dim, stroke_width=style.strokes.thin), Layer.THREAD)
        self.swept = VMobject(stroke_width=0)
        super().__init__(self.arrow, self.level, laid(self.swept, Layer.SHADOW))

    def tip(self, angle: float, share: float = 1.0) -> Point:
        """Return the end of an arrow at an angle, or of a share of it."""
        way = point(self.side * sin(radians(angle)), cos(radians(angle)))
        return self.hinge + share * self.radius * way

    def put(self, angle: float) -> Self:
        """Put the arrow at an angle from the upright one, in degrees."""
        self.angle = angle
        tip = self.tip(angle)
        self.arrow.set_ends(self.hinge, tip)
        if self.lit:
            self.level.set_points_as_corners([tip, point(float(self.hinge[0]), float(tip[1]))])
            self._sweep()
        return self

    def light(self, marked: float, *, lit: bool) -> None:
        """Let what is swept begin at an angle, and be seen or not."""
        self.marked, self.lit = marked, lit
        if not lit:
            self.level.clear_points()
            self.swept.clear_points()
        self.put(self.angle)

    def old(self, angle: float) -> VMobject:
        """Return the dashes that stay where the arrow stood at an angle."""
        line = thin_line(self.hinge, self.tip(angle), self.style.theme.ink, self.style.strokes.thin)
        return laid(DashedVMobject(line, num_dashes=_DASHES), Layer.GHOST)

    def _sweep(self) -> None:
        """Draw what lies between the mark and the arrow: one colour where it came nearer, one where it went away."""
        theme = self.style.theme
        color = theme.families[0] if self.angle < self.marked else theme.families[1]
        angles = np.linspace(self.marked, self.angle, _CORNERS)
        corners = [self.tip(float(angle), _SWEPT) for angle in angles]
        self.swept.set_points_as_corners([self.hinge, *corners, self.hinge])
        if theme.filled:
            area = theme.fill(color)
            self.swept.set_fill(area, least_share(area, theme.background, _CONTRAST))
        else:
            self.swept.set_stroke(color, self.style.strokes.bold)


def _sides(angles: Tensor, left: int) -> list[int]:
    """Return on which side each word stands, so that none passes another and all are as far apart as can be.

    Args:
        angles: of each word at each stage, shape (stages, words).
        left: the word that stands at the left.
    """
    words = range(angles.shape[1])

    def free(sides: Sequence[int]) -> tuple[bool, int, float]:
        gaps = [
            angles[:, one] - angles[:, other] for one, other in combinations(words, 2) if sides[one] == sides[other]
        ]
        passed = sum(1 for gap in gaps if float(gap.min()) * float(gap.max()) < 0)
        both = len(set(sides)) > 1
        return both, -passed, min((float(gap.abs().min()) for gap in gaps), default=180.0)

    tries = [list(sides) for sides in product((-1, 1), repeat=len(words)) if sides[left] == -1]
    return max(tries, key=free)


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Return heights near the given ones, from above, at least so far apart."""
    sinking, rising = list(heights), list(heights)
    for place in range(1, len(heights)):
        sinking[place] = min(heights[place], sinking[place - 1] - least)
    for place in reversed(range(len(heights) - 1)):
        rising[place] = max(heights[place], rising[place + 1] + least)
    return [(low + high) / 2 for low, high in zip(sinking, rising, strict=True)]


class Tower(PlaneFigure):
    """lesson-tower: words put before a word turn its arrow: seen from it, some words fall away and others rise."""

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
        """Make the word's upright arrow, and around it each other word's, with its name and its number."""
        numbers = self.numbers
        self.headers = [self._header(text) for text in numbers.stages]
        self.near = int(numbers.cosines[0].argmax())
        free, theme, style = self.stage.below_header, self.style.theme, self.style
        self.note = Label(
            self.says("cosine", word=numbers.word), size=style.sizes.number, color=theme.ink, within=free.width,
            style=style,
        )  # fmt: skip
        self.note.on_baseline(free.top - _NOTE)
        self.names = [Label(word, size=self._type_size, color=theme.dim, style=style) for word in numbers.compared]
        self.values = [self._value(place, 0, theme.dim) for place in range(len(self.names))]
        self.sides = _sides(numbers.angles, self.near) if self.stage.is_wide else [1] * len(self.names)
        self.own = Label(numbers.word, size=style.sizes.head, color=theme.subject, style=style)
        self._lay(free.inset(top=_NOTE + _AIR + _NAME * style.sizes.scale, bottom=_AIR))
        top = self.hinge + point(0.0, self.radius)
        self.upright = Vector(self.hinge, top, theme.subject, width=_WIDE, style=style)
        self.own.set_x(float(top[0])).on_baseline(float(top[1]) + 0.18 * style.sizes.scale)
        self.neighbours = [
            _Neighbour(self.hinge, self.radius, side, style).put(angle)
            for side, angle in zip(self.sides, numbers.angles[0].tolist(), strict=True)
        ]
        ends = np.linspace(90.0 * min(*self.sides, 0), 90.0 * max(*self.sides, 0), _DOME)
        edge = [self.hinge + self.radius * point(sin(radians(angle)), cos(radians(angle))) for angle in ends]
        self.dome = laid(VMobject(stroke_color=theme.axis, stroke_width=style.strokes.thin), Layer.TICKS)
        self.dome.set_points_as_corners([self.hinge, *edge, self.hinge])
        self._set_texts(self.values, self._heights(0))

    def _lay(self, free: Region) -> None:
        """Find where all arrows start and how long they are; names and numbers have room beside the dome."""
        low = max(0.0, -float(self.numbers.cosines.min()))
        beside = {-1: float(self.own.width) / 2, 1: float(self.own.width) / 2}
        for side in set(self.sides):
            widths = [self._width(place) for place, other in enumerate(self.sides) if other == side]
            beside[side] = max(widths) + 2 * _GAP
        domes = len(set(self.sides))
        self.radius = min(free.height / (1 + low), (free.width - beside[-1] - beside[1]) / domes)
        left = beside[-1] + self.radius * (-1 in self.sides)
        right = beside[1] + self.radius * (1 in self.sides)
        foot = float(free.centre[1]) - (1 + low) * self.radius / 2
        self.hinge = point(float(free.centre[0]) + (left - right) / 2, foot + low * self.radius)

    def _header(self, text: str) -> HeaderPhrase:
        """Return the words that the model read: the word in its colour, and what stands before all phrases dimmed."""
        theme, words, context = self.style.theme, text.split(), self.numbers.context
        own = len(self.numbers.word.split())
        colors = [theme.dim] * len(context) + [theme.ink] * (len(words) - own) + [theme.subject] * own
        return HeaderPhrase([*context, *words], colors, self.stage, self.view, style=self.style)

    @property
    def _type_size(self) -> float:
        """The size of names and numbers, manim font units."""
        return self.style.sizes.head if self.stage.is_wide else self.style.sizes.number

    def _width(self, place: int) -> float:
        """Return the width of a name with its number behind it."""
        return float(self.names[place].width) + _STEP + float(self.values[place].width)

    def _value(self, place: int, stage: int, color: str) -> Number:
        return self._reading(float(self.numbers.cosines[stage, place]), color)

    def _reading(self, cosine: float, color: str) -> Number:
        return Number(cosine, size=self._type_size, color=color, style=self.style)

    # --- where texts stand ---

    def _heights(self, stage: int) -> list[float]:
        """Return the heights at which names stand at a stage: near their arrows' tips, none on another."""
        angles, heights = self.numbers.angles[stage].tolist(), [0.0] * len(self.sides)
        for side in set(self.sides):
            here = [place for place, other in enumerate(self.sides) if other == side]
            here.sort(key=lambda place: angles[place])
            tips = [float(self.hinge[1]) + self.radius * cos(radians(angles[place])) for place in here]
            for place, y in zip(here, _apart(tips, _LINE * self.style.sizes.scale), strict=True):
                heights[place] = y
        return heights

    def _set_texts(self, values: Sequence[Number], heights: Sequence[float]) -> None:
        """Put all names, and some numbers of them, beside the arrows' tips at these heights, the number behind."""
        for place, (each, y) in enumerate(zip(self.neighbours, heights, strict=True)):
            name, value = self.names[place], values[place]
            left = float(each.tip(each.angle)[0]) + each.side * _GAP - (each.side < 0) * self._width(place)
            name.set_x(left + float(name.width) / 2).on_baseline(y - name.cap_height / 2)
            value.set_x(left + self._width(place) - float(value.width) / 2).on_baseline(y - name.cap_height / 2)

    # --- motion ---

    def _swing(self, first: int, last: int, colors: Sequence[str]) -> Live:
        """Return how all arrows swing from one stage's angles to another's, their names and numbers with them."""
        starts, ends = self.numbers.angles[first].tolist(), self.numbers.angles[last].tolist()
        low, high = np.array(self._heights(first)), np.array(self._heights(last))
        self.running = [RunningNumber(value) for value in self.values]

        def follow(share: float) -> None:
            for each, start, end in zip(self.neighbours, starts, ends, strict=True):
                each.put(start + share * (end - start))
            readings = [
                self._reading(cos(radians(each.angle)), color)
                for each, color in zip(self.neighbours, colors, strict=True)
            ]
            self._set_texts(readings, (low + share * (high - low)).tolist())
            for running, reading in zip(self.running, readings, strict=True):
                running.write(reading)

        return Live([*self.neighbours, *self.names, *self.running], follow, run_time=_SWING)

    def _look_back(self) -> Live:
        """Return how what the lit arrows have swept grows back to where they began."""
        lit = [place for place, each in enumerate(self.neighbours) if each.lit]
        starts, ends = [each.marked for each in self.neighbours], self.numbers.angles[0].tolist()

        def follow(share: float) -> None:
            for place in lit:
                each = self.neighbours[place]
                each.light(starts[place] + share * (ends[place] - starts[place]), lit=True)

        return Live([self.neighbours[place] for place in lit], follow, run_time=_SWING)

    def _reads(self, stage: int) -> AnimationGroup:
        """Return how the words before the word make room for another."""
        before, after = self.headers[stage - 1].words, self.headers[stage].words
        fixed, own = len(self.numbers.context), len(self.numbers.stages[stage - 1].split())
        kept = [*after[:fixed], *after[len(after) - own :]]
        moves = [ReplacementTransform(old, new) for old, new in zip(before, kept, strict=True)]
        return AnimationGroup(*moves, FadeIn(*after[fixed : len(after) - own], shift=point(0.0, -0.3)))

    # --- the story ---

    def tell(self) -> None:
        """Compare the word with all others; put one word after another before it; look back."""
        numbers = self.numbers
        with self.beat("word", word=numbers.word, model=numbers.model):
            self.play(FadeIn(self.headers[0]), GrowFromPoint(self.upright, self.hinge))
            self.play(FadeIn(self.own), Create(self.dome), run_time=self.style.times.move)
            self.rest()
        best = {"word": numbers.word, "near": numbers.compared[self.near]}
        with self.beat("others", **best, cosine=format_number(float(numbers.cosines[0, self.near]))):
            self._tell_others()
            self.rest()
        old: list[VMobject] = []
        for stage in range(1, len(numbers.stages)):
            near, far = numbers.most(stage, nearer=True), numbers.most(stage, nearer=False)
            said = {"added": numbers.added(stage), "word": numbers.word, "near": near, "far": far}
            with self.beat(("first", "second")[stage - 1], **said):
                old = self._tell_stage(stage, {near, far} if stage == 1 else {near}, old)
                self.rest()
        last = len(numbers.stages) - 1
        final = numbers.compared[int(numbers.cosines[last].argmax())]
        said = {"phrase": numbers.stages[-1], "first": numbers.compared[self.near], "last": final}
        with self.beat("twice", word=numbers.word, **said):
            self._tell_whole({said["first"], final}, old)
            self.hold()

    def _tell_others(self) -> None:
        """Let the nearest word's arrow come with its height, then the others, one after the other."""
        times, first = self.style.times, self.neighbours[self.near]
        name, value = self.names[self.near], self.values[self.near]
        for text in (name, value):
            text.set_color(self.style.theme.ink)
        self.play(GrowFromPoint(first.arrow, self.hinge), FadeIn(name))
        first.light(first.angle, lit=True)
        self.play(Create(first.level), FadeIn(self.note))
        self.play(FadeIn(value), run_time=times.quick)
        self.wait(times.rest)
        self.add(first)
        for place, each in enumerate(self.neighbours):
            if place != self.near:
                texts = FadeIn(self.names[place], self.values[place])
                self.play(GrowFromPoint(each.arrow, self.hinge), texts, run_time=times.quick)
                self.add(each)

    def _colors(self, stage: int, before: int, lit: set[str]) -> list[str]:
        """Return the colours of all numbers at a stage: of what came nearer or went away, the nearest, and others."""
        numbers, theme = self.numbers, self.style.theme
        best, colors = int(numbers.cosines[stage].argmax()), []
        for place, word in enumerate(numbers.compared):
            nearer = bool(numbers.cosines[stage, place] > numbers.cosines[before, place])
            changed = theme.families[0] if nearer else theme.families[1]
            colors.append(changed if word in lit else theme.ink if place == best else theme.dim)
        return colors

    def _name_colors(self, stage: int, lit: set[str]) -> list[Animation]:
        """Return how names brighten that a beat is about, and the nearest word's; the others dim."""
        theme, best = self.style.theme, self.numbers.compared[int(self.numbers.cosines[stage].argmax())]
        return [recolor(name, theme.ink if name.text in {*lit, best} else theme.dim) for name in self.names]

    def _tell_stage(self, stage: int, lit: set[str], old: list[VMobject]) -> list[VMobject]:
        """Put words before the word, and let all arrows swing; return the dashes that are then there."""
        numbers, quick = self.numbers, self.style.times.quick
        self.play(self._reads(stage), *map(FadeOut, old))
        self.remove(*self.headers[stage].words)
        self.add(self.headers[stage])
        for each, word in zip(self.neighbours, numbers.compared, strict=True):
            each.light(each.angle, lit=word in lit)
        old = [each.old(each.angle) for each in self.neighbours if each.lit]
        colors = self._colors(stage, stage - 1, lit)
        brighten = [recolor(value, color) for value, color in zip(self.values, colors, strict=True)]
        self.play(*self._name_colors(stage, lit), *brighten, FadeIn(*old), run_time=quick)
        swing = self._swing(stage - 1, stage, colors)
        self.remove(*self.values)
        self.play(swing)
        self.remove(*self.running)
        self.values = [self._value(place, stage, color) for place, color in enumerate(colors)]
        self._set_texts(self.values, self._heights(stage))
        self.add(*self.values)
        return old

    def _tell_whole(self, lit: set[str], old: list[VMobject]) -> None:
        """Show how far the arrows have come that were nearest before, and are now."""
        numbers, quick = self.numbers, self.style.times.quick
        for each, word in zip(self.neighbours, numbers.compared, strict=True):
            each.light(each.angle, lit=word in lit)
        firsts = numbers.angles[0].tolist()
        begun = [each.old(angle) for each, angle in zip(self.neighbours, firsts, strict=True) if each.lit]
        last = len(numbers.stages) - 1
        colors = zip(self.values, self._colors(last, 0, lit), strict=True)
        brighten = [recolor(value, color) for value, color in colors]
        self.play(*map(FadeOut, old), *self._name_colors(last, lit), *brighten, run_time=quick)
        self.play(FadeIn(*begun), self._look_back())
