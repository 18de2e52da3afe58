"""One word, refined twice by a real model: which other words point the same way, before and after.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, cos, radians, sin, sqrt, tan
from typing import Self

import numpy as np
import torch
from manim import (
    DOWN,
    Animation,
    AnimationGroup,
    Create,
    DashedVMobject,
    FadeIn,
    FadeOut,
    GrowFromEdge,
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
from scenes.parts.stage_text import HeaderPhrase, HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Typeset
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import Recording
from scenes.shared.recorded import OfRecording
from scenes.style import Style
from scenes.worlds import World

_MOST_STAGES, _MOST_COMPARED = 3, 6
"""The most phrases that refine a word, and words that it is compared with."""

_WIDE, _BAR, _BESIDE, _BETWEEN, _STEP = 0.09, 0.2, 0.08, 0.3, 0.12
"""Scene units: the needles' shafts, the width of a bar, from an upright arrow to its bar, from a dial to the next, from
a text to the one behind it."""

_ABOVE, _CAPITALS, _BELOW, _DEEP = 0.2, 0.28, 0.75, 0.55
"""Scene units from a dial to its name's baseline, a capital's height, from its hinge to its numbers' baseline, and from
there to the baseline of the word below."""

_CHANGE, _SHORT_CHANGE, _ALONE = 2.15, 1.9, 0.9
"""Scene units that an old number takes with a new one that is large, or not; the size of a dial that stands alone as a
share of its room."""

_NOTE, _AIR = 0.3, 0.25
"""Scene units from the room's top to the note's baseline, and what stays free above and below the dials."""

_SWING, _SOLID, _SWEPT, _CORNERS, _DASHES = 1.8, 0.75, 0.8, 24, 14
"""Seconds in which needles swing; how much bars cover; the radius of swept areas as a share of the needles'; the
corners of their edge; dashes of a needle that was."""

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


@dataclass(frozen=True)
class _Place:
    """A dial's place: the point from which its arrows start, and their length in scene units."""

    hinge: Point
    radius: float


class _Dial(VGroup):
    """A word's arrow, upright, and the refined word's, that leans from it by the angle of their cosine.

    The height of the leaning arrow's tip is the cosine of the two, as a share of the upright arrow's; a bar shows it.

    Args:
        angle: of the leaning arrow, in degrees.
        style: theme and line widths.

    Attributes:
        upright: the word's arrow.
        needle: the refined word's.
        level: the line from its tip to the upright arrow.
        shadow: the bar beside the upright arrow, up to this line.
        swept: what the needle has passed over since it was last marked.
    """

    def __init__(self, angle: float, style: Style) -> None:
        theme, self.style, self.angle = style.theme, style, angle
        self.place, self.marked = _Place(point(), 1.0), angle
        self.upright = Vector(point(), point(0.0, 1.0), theme.ink, style=style)
        self.needle = Vector(point(), point(1.0), theme.subject, width=_WIDE, style=style)
        self.level = laid(thin_line(point(), point(), theme.dim, style.strokes.thin), Layer.THREAD)
        self.shadow = VMobject(stroke_width=0).set_fill(theme.fill(theme.subject), _SOLID)
        self.swept = VMobject(stroke_width=0)
        if not theme.filled:
            self.shadow.set_fill(opacity=0.0).set_stroke(theme.subject, style.strokes.thin)
        super().__init__(self.upright, self.needle, self.level, laid(self.shadow, Layer.SHADOW),
                         laid(self.swept, Layer.SHADOW))  # fmt: skip

    def put(self, place: _Place, angle: float | None = None) -> Self:
        """Put the dial at a place, its needle at an angle; where it is when left out."""
        self.place, self.angle = place, self.angle if angle is None else angle
        hinge, top = place.hinge, place.hinge + point(0.0, place.radius)
        tip = self.tip(self.angle)
        foot = point(float(hinge[0]), float(tip[1]))
        self.upright.set_ends(hinge, top)
        self.needle.set_ends(hinge, tip)
        near, far = point(-_BESIDE), point(-_BESIDE - _BAR)
        self.shadow.set_points_as_corners([hinge + far, hinge + near, foot + near, foot + far, hinge + far])
        self._sweep()
        return self

    def _draw_level(self) -> None:
        """Draw the line from the needle's tip to the bar, but not across what the needle has swept."""
        hinge, tip = self.place.hinge, self.tip(self.angle)
        height = float(tip[1] - hinge[1])
        end = point(float(hinge[0]) - _BESIDE - _BAR, float(tip[1]))
        self.level.set_points_as_corners([tip, end])
        reach = _SWEPT * self.place.radius
        if not 0 < height < reach or self.marked >= self.angle:
            return
        right, left = sqrt(reach**2 - height**2), max(0.0, height * tan(radians(self.marked)))
        if left < right:
            self.level.set_points_as_corners([tip, point(float(hinge[0]) + right, float(tip[1]))])
            self.level.start_new_path(point(float(hinge[0]) + left, float(tip[1])))
            self.level.add_line_to(end)

    def tip(self, angle: float, share: float = 1.0) -> Point:
        """Return the end of a needle at an angle, or of a share of it."""
        way = point(sin(radians(angle)), cos(radians(angle)))
        return self.place.hinge + share * self.place.radius * way

    def mark(self, angle: float) -> None:
        """Let what is swept begin at an angle."""
        self.marked = angle
        self._sweep()

    def old(self, angle: float) -> VMobject:
        """Return the dashes that stay where the needle stood at an angle."""
        line = thin_line(self.place.hinge, self.tip(angle), self.style.theme.subject, self.style.strokes.thin)
        return laid(DashedVMobject(line, num_dashes=_DASHES), Layer.GHOST)

    def _sweep(self) -> None:
        """Draw what lies between the mark and the needle: one colour where it came nearer, one where it went away."""
        theme = self.style.theme
        nearer = self.angle < self.marked
        color = theme.families[0] if nearer else theme.families[1]
        angles = np.linspace(self.marked, self.angle, _CORNERS)
        hinge = self.place.hinge
        self.swept.set_points_as_corners([hinge, *(self.tip(float(angle), _SWEPT) for angle in angles), hinge])
        if theme.filled:
            area = theme.fill(color)
            self.swept.set_fill(area, least_share(area, theme.background, _CONTRAST))
        else:
            self.swept.set_stroke(color, self.style.strokes.bold)
        self._draw_level()


class Tower(PlaneFigure):
    """lesson-tower: words put before a word turn its arrow, away from some words and towards others."""

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
        """Make a dial for each word, its name, and its number at each stage."""
        numbers, theme, size = self.numbers, self.style.theme, self._type_size
        self.headers = [self._header(text) for text in numbers.stages]
        self.near = int(numbers.cosines[0].argmax())
        colors = [theme.ink if place == self.near else theme.dim for place in range(len(numbers.compared))]
        self.names = [Label(word, size=size, color=color, style=self.style)
                      for word, color in zip(numbers.compared, colors, strict=True)]  # fmt: skip
        free = self.stage.below_header
        self.note = Label(
            self.says("cosine", word=numbers.word), size=self.style.sizes.tick, color=theme.ink, within=free.width,
            style=self.style,
        )  # fmt: skip
        self.note.on_baseline(free.top - _NOTE)
        self.low = max(0.0, -float(numbers.cosines.min()))
        self.free = free.inset(top=_NOTE + _AIR, bottom=_AIR)
        self.places = self._find_places()
        self.dials = [_Dial(angle, self.style).put(place) for angle, place in
                      zip(numbers.angles[0].tolist(), self.places, strict=True)]  # fmt: skip
        self.values = [Number(value, size=size, color=color, style=self.style)
                       for value, color in zip(numbers.cosines[0].tolist(), colors, strict=True)]  # fmt: skip
        for place in range(len(self.dials)):
            self._set_texts(place)

    def _header(self, text: str) -> HeaderPhrase:
        """Return the words that the model read: the word in its colour, and what stands before all phrases dimmed."""
        theme, words, context = self.style.theme, text.split(), self.numbers.context
        own = len(self.numbers.word.split())
        colors = [theme.dim] * len(context) + [theme.ink] * (len(words) - own) + [theme.subject] * own
        return HeaderPhrase([*context, *words], colors, self.stage, self.view, style=self.style)

    @property
    def _roomy(self) -> bool:
        """True if there is room for large numbers, and for words below them: not in frames that are nearly square."""
        return self.stage.is_wide or self.stage.is_portrait

    @property
    def _type_size(self) -> float:
        """The size of names and numbers, manim font units."""
        return self.style.sizes.head if self._roomy else self.style.sizes.number

    @property
    def _texts_below(self) -> float:
        """The scene units that a dial's number, and the word below it, take below its hinge."""
        return (_BELOW + (_DEEP if self._roomy else 0.0)) * self.style.sizes.scale

    @property
    def _texts_high(self) -> float:
        """The scene units that a dial's name above it and its number below it take."""
        return (_ABOVE + _CAPITALS) * self.style.sizes.scale + self._texts_below

    def _find_places(self) -> list[_Place]:
        """Return where dials stand: in as many columns as make them largest."""
        free, count = self.free, len(self.names)
        change = (_CHANGE if self._roomy else _SHORT_CHANGE) * self.style.sizes.scale
        widest = max(*(float(name.width) for name in self.names), change)
        best, radius = 1, 0.0
        for columns in range(1, count + 1):
            wide, high = free.width / columns - _BETWEEN, free.height / ceil(count / columns) - _AIR
            found = min(wide - _BESIDE - _BAR, (high - self._texts_high) / (1 + self.low))
            if found > radius and (wide >= widest or columns == 1):
                best, radius = columns, found
        rows = free.rows(*[1] * ceil(count / best))
        places = []
        for index in range(count):
            row, column = divmod(index, best)
            here = min(best, count - row * best)
            pitch = min(free.width / best, max(radius, widest) + _BAR + 2 * _BETWEEN)
            left = -pitch * here / 2 + pitch * column + (pitch - max(radius, widest) + _BESIDE + _BAR) / 2
            places.append(_Place(point(left, self._hinge_height(float(rows[row].centre[1]), radius)), radius))
        return places

    def _hinge_height(self, middle: float, radius: float) -> float:
        """Return the height of a dial's hinge with which it stands, with its texts, around a height."""
        scale = self.style.sizes.scale
        above, below = radius + (_ABOVE + _CAPITALS) * scale, self.low * radius + self._texts_below
        return middle + (below - above) / 2

    @property
    def _large(self) -> _Place:
        """The place of the first dial while it stands alone."""
        free = self.free
        radius = _ALONE * min((free.height - self._texts_high) / (1 + self.low), free.width - _BETWEEN)
        return _Place(point(-radius / 2, self._hinge_height(float(free.centre[1]), radius)), radius)

    def _left(self, place: int) -> float:
        """Return the left edge of a dial's texts."""
        return float(self.dials[place].place.hinge[0]) - _BESIDE - _BAR

    def _base(self, place: int) -> float:
        """Return the baseline of a dial's numbers."""
        at = self.dials[place].place
        return float(at.hinge[1]) - self.low * at.radius - _BELOW * self.style.sizes.scale

    def _set_texts(self, place: int) -> None:
        """Put a dial's name above its word's arrow, and its first number below."""
        at, left = self.dials[place].place, self._left(place)
        name, value = self.names[place], self.values[place]
        name.set_x(left + float(name.width) / 2)
        name.on_baseline(float(at.hinge[1]) + at.radius + _ABOVE * self.style.sizes.scale)
        value.set_x(left + float(value.width) / 2).on_baseline(self._base(place))

    def _change(self, place: int, first: int, last: int, *, lit: bool) -> list[Typeset]:
        """Return a dial's number at one stage, and at another: large, and said, where it matters."""
        theme, style, numbers = self.style.theme, self.style, self.numbers.cosines
        old, new = float(numbers[first, place]), float(numbers[last, place])
        plain = theme.ink if place == int(numbers[last].argmax()) else theme.dim
        color = (theme.families[0] if new > old else theme.families[1]) if lit else plain
        small, size = style.sizes.tick, self._type_size
        hero = style.sizes.hero if self._roomy else size
        pieces: list[Typeset] = [
            Number(old, size=small, color=theme.dim, style=style),
            Label("\u2192", size=small, color=theme.dim, style=style),
            HeroNumber(new, size=hero, color=color, style=style)
            if lit
            else Number(new, size=size, color=color, style=style),
        ]
        left = self._left(place)
        for piece in pieces:
            piece.set_x(left + float(piece.width) / 2).on_baseline(self._base(place))
            left += float(piece.width) + _STEP
        if lit and self._roomy:
            said = Label(self.says("nearer" if new > old else "farther"), size=small, color=color, style=style)
            said.set_x(float(pieces[-1].get_center()[0])).on_baseline(self._base(place) - _DEEP * style.sizes.scale)
            pieces.append(said)
        return pieces

    def _shrink(self, place: int) -> Live:
        """Return how a dial goes from where it stood alone to its place among the others."""
        dial, start, end = self.dials[place], self._large, self.places[place]

        def follow(share: float) -> None:
            hinge = start.hinge + share * (end.hinge - start.hinge)
            dial.put(_Place(hinge, start.radius + share * (end.radius - start.radius)))
            self._set_texts(place)

        return Live([dial, self.names[place], self.values[place]], follow, run_time=self.style.times.slow)

    def _swing(self, first: int, last: int) -> Live:
        """Return how all needles swing from one stage's angles to another's."""
        starts, ends = self.numbers.angles[first].tolist(), self.numbers.angles[last].tolist()

        def follow(share: float) -> None:
            for dial, start, end in zip(self.dials, starts, ends, strict=True):
                dial.put(dial.place, start + share * (end - start))

        return Live(self.dials, follow, run_time=_SWING)

    def _look_back(self) -> Live:
        """Return how what the needles have swept grows back to where they began."""
        starts, ends = [dial.marked for dial in self.dials], self.numbers.angles[0].tolist()

        def follow(share: float) -> None:
            for dial, start, end in zip(self.dials, starts, ends, strict=True):
                dial.mark(start + share * (end - start))

        return Live(self.dials, follow, run_time=_SWING)

    def _reads(self, stage: int) -> AnimationGroup:
        """Return how the words before the word make room for another."""
        before, after = self.headers[stage - 1].words, self.headers[stage].words
        fixed, own = len(self.numbers.context), len(self.numbers.stages[stage - 1].split())
        kept = [*after[:fixed], *after[len(after) - own :]]
        moves = [ReplacementTransform(old, new) for old, new in zip(before, kept, strict=True)]
        return AnimationGroup(*moves, FadeIn(*after[fixed : len(after) - own], shift=point(0.0, -0.3)))

    def tell(self) -> None:
        """Compare the word with one other, then with all; put one word after another before it; look back."""
        numbers = self.numbers
        self._tell_one()
        best = {"word": numbers.word, "near": numbers.compared[self.near]}
        with self.beat("others", **best, cosine=format_number(float(numbers.cosines[0, self.near]))):
            self._tell_others()
            self.rest()
        shown: list[list[Typeset]] = [[value] for value in self.values]
        old: list[VMobject] = []
        for stage in range(1, len(numbers.stages)):
            near, far = numbers.most(stage, nearer=True), numbers.most(stage, nearer=False)
            said = {"added": numbers.added(stage), "word": numbers.word, "near": near, "far": far}
            lit = {near, far} if stage == 1 else {near}
            with self.beat(("first", "second")[stage - 1], **said):
                shown, old = self._tell_stage(stage, lit, shown, old)
                self.rest()
        self._tell_whole(shown, old)

    def _tell_one(self) -> None:
        """Let the word's arrow grow."""
        numbers, dial = self.numbers, self.dials[self.near]
        dial.put(self._large)
        self._set_texts(self.near)
        self.own = Label(numbers.word, size=self.style.sizes.head, color=self.style.theme.subject, style=self.style)
        tip = dial.tip(dial.angle)
        self.own.set_x(float(tip[0]) + _STEP + float(self.own.width) / 2).on_baseline(float(tip[1]))
        with self.beat("word", word=numbers.word, model=numbers.model):
            self.play(FadeIn(self.headers[0]), GrowFromPoint(dial.needle, dial.place.hinge))
            self.play(FadeIn(self.own), run_time=self.style.times.quick)
            self.rest()

    def _tell_others(self) -> None:
        """Compare the word with one other at large, then beside it with the rest, one after the other."""
        dial, place, times = self.dials[self.near], self.near, self.style.times
        hinge = dial.place.hinge
        self.play(GrowFromPoint(dial.upright, hinge), FadeIn(self.names[place]))
        self.play(Create(dial.level), GrowFromEdge(dial.shadow, DOWN), FadeIn(self.note))
        self.play(FadeIn(self.values[place]), run_time=times.quick)
        self.rest()
        self.play(FadeOut(self.own), run_time=times.quick)
        self.add(dial)
        self.play(self._shrink(place))
        for other in (other for other in range(len(self.dials)) if other != place):
            texts = FadeIn(self.names[other], self.values[other])
            self.play(FadeIn(self.dials[other]), texts, run_time=times.each)

    def _tell_stage(
        self, stage: int, lit: set[str], shown: list[list[Typeset]], old: list[VMobject]
    ) -> tuple[list[list[Typeset]], list[VMobject]]:
        """Put words before the word, and let all needles swing; return the numbers and dashes that are then there."""
        numbers, theme, times = self.numbers, self.style.theme, self.style.times
        changes = [
            self._change(place, stage - 1, stage, lit=word in lit) for place, word in enumerate(numbers.compared)
        ]
        kept = [pieces[2] if len(pieces) > 1 else pieces[0] for pieces in shown]
        gone = [
            *old,
            *(piece for pieces, number in zip(shown, kept, strict=True) for piece in pieces if piece is not number),
        ]
        self.play(self._reads(stage), *map(FadeOut, gone))
        self.remove(*self.headers[stage].words)
        self.add(self.headers[stage])
        for dial in self.dials:
            dial.mark(dial.angle)
        old = [dial.old(dial.angle) for dial in self.dials]
        firsts = [ReplacementTransform(number, change[0]) for number, change in zip(kept, changes, strict=True)]
        bright = {*lit, numbers.compared[int(numbers.cosines[stage].argmax())]}
        colors = [recolor(name, theme.ink if name.text in bright else theme.dim) for name in self.names]
        self.play(*firsts, *colors, FadeIn(*old), run_time=times.quick)
        self.play(self._swing(stage - 1, stage))
        self._show_new(changes, lit)
        return changes, old

    def _show_new(self, changes: list[list[Typeset]], lit: set[str]) -> None:
        """Show new numbers: first those that matter."""
        for some in (True, False):
            pieces = [piece for change, word in zip(changes, self.numbers.compared, strict=True)
                      if (word in lit) == some for piece in change[1:]]  # fmt: skip
            if pieces:
                self.play(FadeIn(*pieces), run_time=self.style.times.quick)

    @staticmethod
    def _stays(old: Typeset, new: Typeset) -> Animation:
        """Let a number stay where it is; one that turns large or small dissolves into the other."""
        if type(old) is type(new):
            return ReplacementTransform(old, new)
        return AnimationGroup(FadeOut(old), FadeIn(new))

    def _tell_whole(self, shown: list[list[Typeset]], old: list[VMobject]) -> None:
        """Show how far all needles have come, and which words were nearest before and after."""
        numbers, theme, times = self.numbers, self.style.theme, self.style.times
        last = len(numbers.stages) - 1
        first, final = numbers.compared[self.near], numbers.compared[int(numbers.cosines[last].argmax())]
        lit = {first, final}
        with self.beat("twice", word=numbers.word, phrase=numbers.stages[-1], first=first, last=final):
            changes = [self._change(place, 0, last, lit=word in lit) for place, word in enumerate(numbers.compared)]
            stay = [self._stays(pieces[2], change[2]) for pieces, change in zip(shown, changes, strict=True)]
            gone = [piece for pieces in shown for piece in (*pieces[:2], *pieces[3:])]
            self.play(FadeOut(*old, *gone), *stay, run_time=times.quick)
            begun = [dial.old(angle) for dial, angle in zip(self.dials, numbers.angles[0].tolist(), strict=True)]
            colors = [recolor(name, theme.ink if name.text in lit else theme.dim) for name in self.names]
            self.play(*colors, FadeIn(*begun), *(FadeIn(*change[:2]) for change in changes), self._look_back())
            said = [piece for change in changes for piece in change[3:]]
            if said:
                self.play(FadeIn(*said), run_time=times.quick)
            self.hold()
