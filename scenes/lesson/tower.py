"""One word, refined twice by a real model: it travels on a map of three other words as words are put before it.

The model was run once, by ``record-model``; everything here is drawn from its recording. Across, the map holds the
cosine with one word less that with another; up, the cosine with a third. The three are chosen from the numbers: what
the first words put before take the word away from, what they bring it to, and what the last ones bring it to. Each
cosine is a bar on the map's own scale: beneath the map one goes out from zero and the other comes back from its end to
the word, and that difference is written out; beside it the third is as high as the word. Off the axes with a question
mark at first, the word lands where its cosines place it. The middle of its picture is the place, or a dot without one.
The phrase stands at it: its words come, and leave, before it moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    Animation,
    Create,
    Dot,
    Ellipse,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    VGroup,
    VMobject,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import HALO_OPACITY, Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import Recording
from scenes.shared.recorded import OfRecording
from scenes.style import Style
from scenes.worlds import World

_MOST_STAGES, _LEAST_COMPARED, _MOST_COMPARED = 3, 3, 6
"""The most phrases that refine a word; the fewest and the most words that it is compared with."""

_DOT, _STOP, _ROUTE = 0.17, 0.12, 0.08
"""Scene units: the radius of the word's dot, and of those where it has been; the width of its route."""

_ICON, _NARROWED, _SMALLER, _CLEAR, _LEAST_ICON, _FREE = 0.86, 0.52, 0.8, 0.26, 0.6, 0.1
"""Scene units: the height of the word's picture; the share of it that a picture has which is narrowed down, and one in
a narrow frame; scene units from a picture to one that was left at the next place, and the share of it that stays for
that at the least; scene units around a picture in which no route is seen."""

_TO_NAME, _LOWERED, _LEAST_UP = 0.42, 0.28, 0.12
"""Scene units from a place right to its name and down to that one's baseline, as the route to the next place goes up;
and up to it from the axis at the least."""

_ASKED, _AT_HEIGHT, _BESIDE_ASKED = 2.2, 0.56, 0.3
"""The size of the picture before the word has a place; the share of the map's height at which it is then; scene units
from it to the word, and from there to the question mark."""

_SIGNS, _LAND = 0.14, 1.1
"""Scene units around the signs of the difference; seconds in which the word lands."""

_BAR, _LANE, _UNDER, _STEP = 0.3, 0.42, 0.34, 0.14
"""Scene units: a bar's height; from one bar to the next; from the axis to the first bar's middle; from a bar's end to
its number."""

_TICK, _TICKED, _NAMED = 0.09, 0.68, 0.58
"""Scene units: half the length of a tick's mark; from the last bar's middle to the ticks' baseline, and from there to
the baseline of the axis's name."""

_RULER, _BESIDE = 0.3, 0.27
"""Scene units from the axis's left end to the upright ruler, and from there to its bar's middle."""

_HEAD_OF_AXIS, _TOP, _GAP = 0.14, 0.3, 0.25
"""Scene units: the arms of an axis's arrow; from the frame's top to the upright one's; between texts side by side."""

_TICKS, _TICKS_UP = (-0.5, 0.0, 0.5), (0.2, 0.4, 0.6, 0.8)
"""The numbers of the ruler across, and of the upright one as far as it goes."""

_LEAST_SPAN, _LEAST_HEIGHT, _AIR = 0.56, 0.52, 0.04
"""The least that the ruler across reaches to both sides, and the upright one; what either goes on beyond the word's
farthest place."""

_RIDE, _GROW, _BACK, _LEFT = 2.2, 1.1, 1.3, 0.35
"""Seconds in which the word travels from a place to the next, a first bar grows, and the word goes back to a place;
scene units by which a word comes in from the left."""

_DASH = 0.07
"""Scene units: a dash of the lines from the word to its bars."""


class OfEnds(OfRecording):
    """The parameters: a recording of a word that is refined, and of words to compare it with."""

    recording: str = Field(
        "smollm2-tower", description="The recording: its name, or a file of record-model --keep ends."
    )


@dataclass(frozen=True)
class Refined:
    """A word's cosines with other words as words are put before it, and its places on a map of three of them."""

    model: str
    context: tuple[str, ...]
    stages: tuple[str, ...]
    compared: tuple[str, ...]
    landmarks: tuple[str, ...]
    axes: tuple[str, ...]
    cosines: Tensor = quantity(
        "The cosine of the word's last vector and each other word's, from the mean of neutral words.",
        rows="stages", columns="compared",
    )  # fmt: skip
    places: Tensor = quantity(
        "The word's places on the map: a difference of two cosines, and a cosine.", rows="stages", columns="axes"
    )

    @property
    def word(self) -> str:
        """The word that is refined."""
        return self.stages[0]

    def added(self, stage: int) -> str:
        """Return what a stage puts before the stage before it."""
        return self.stages[stage].removesuffix(self.stages[stage - 1]).strip()

    def held(self, stage: int) -> list[float]:
        """Return a stage's cosines with the map's three words."""
        return [float(self.cosines[stage, self.compared.index(word)]) for word in self.landmarks]


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
    if not 2 <= count <= _MOST_STAGES or not _LEAST_COMPARED <= others <= _MOST_COMPARED:
        raise UserError(
            f"this figure needs a recording of a word, 1 or 2 phrases that put words before it, and {_LEAST_COMPARED} "
            f"to {_MOST_COMPARED} words to compare it with; {shown(recording.source)} has {count} and {others}"
        )
    ends = _ends(recording, len(texts))  # (S + C, d)
    cosines = cosine_similarity(ends[:count, None], ends[None, count:])  # (S, C)
    far, near, above = chosen = _landmarks(cosines)
    places = torch.stack([cosines[:, near] - cosines[:, far], cosines[:, above]], dim=1)  # (S, 2)
    compared = tuple(texts[count:])
    return Refined(
        model=recording.about.model.split()[0],
        context=tuple(recording.about.context.replace("{}", " ").split()),
        stages=tuple(texts[:count]),
        compared=compared,
        landmarks=tuple(compared[place] for place in chosen),
        axes=(f"{compared[near]} - {compared[far]}", compared[above]),
        cosines=cosines,
        places=places,
    )


def _ends(recording: Recording, count: int) -> Tensor:
    neutral = recording.tensor("neutral").double()
    return torch.stack([recording.tensor(f"{place}.end").double() - neutral for place in range(count)])


def _landmarks(cosines: Tensor) -> tuple[int, int, int]:
    """Return the words whose cosine falls most at first, rises most at first, and rises most at last.

    Args:
        cosines: shape (stages, words).
    """
    first, last = cosines[1] - cosines[0], (cosines[-1] - cosines[-2]).clone()
    far, near = int(first.argmin()), int(first.argmax())
    last[[far, near]] = -torch.inf
    return far, near, int(last.argmax())


def _begun(numbers: Refined, world: World) -> Measurement:
    held = numbers.held(0)
    found = ", ".join(f"{word} {cosine:.2f}" for word, cosine in zip(numbers.landmarks, held, strict=True))
    return Measurement(held[0] == max(held) and min(held) > 0, found)


def _turned(numbers: Refined, world: World) -> Measurement:
    change = [after - before for before, after in zip(numbers.held(0), numbers.held(1), strict=True)]
    found = ", ".join(f"{word} {by:+.2f}" for word, by in zip(numbers.landmarks, change, strict=True))
    return Measurement(change[0] < -0.1 < 0.1 < change[1] and change[2] > 0, found)


def _turned_again(numbers: Refined, world: World) -> Measurement:
    change = numbers.cosines[-1] - numbers.cosines[-2]
    place = int(change.argmax())
    most, rise = numbers.compared[place], float(change[place])
    return Measurement(most == numbers.landmarks[2] and rise > 0.1, f"{most} {rise:+.2f}")


def _lifted(numbers: Refined, world: World) -> Measurement:
    across, up = (numbers.places[-1] - numbers.places[-2]).tolist()
    return Measurement(abs(across) < 0.2 * up, f"{across:+.2f} across, {up:+.2f} up")


class _Bar:
    """The bar of one word's cosine with the refined word, on the map's scale, and its number beyond its end.

    Args:
        color: ``#rrggbb``.
        size: of the number, manim font units.
        style: theme and sizes.

    Attributes:
        bar: the bar.
        number: its number.
    """

    def __init__(self, color: str, size: float, style: Style) -> None:
        self.color, self.size, self.style = color, size, style
        self.thick = _BAR * style.sizes.scale
        self.bar = laid(VMobject(stroke_width=0), Layer.BAND)
        if style.theme.filled:
            self.bar.set_fill(style.theme.fill(color), 1.0)
        else:
            self.bar.set_stroke(color, style.strokes.bold)
        self.number = self.put(point(), point(), 0.0)

    def put(self, start: Point, end: Point, value: float) -> Number:
        """Lay the bar from one point to another, across or upright, and return its number, put beyond its end."""
        number = laid(Number(value, size=self.size, color=self.color, style=self.style), Layer.LABEL)
        across = abs(float(end[0] - start[0])) >= abs(float(end[1] - start[1]))
        half = point(0.0, self.thick / 2) if across else point(self.thick / 2)
        self.bar.set_points_as_corners([start - half, end - half, end + half, start + half, start - half])
        return number


class Tower(PlaneFigure):
    """lesson-tower: words put before a word carry it over a map, from one word to another, up to a third."""

    name = "lesson-tower"
    Parameters = OfEnds
    with_plane = False
    with_record = False
    numbers: Refined
    claims = (
        Claim("Alone, the word is nearest to what words before it take it away from, and like all three.", _begun),
        Claim("The first words before it move it from one word to another by 0.1 or more, and up.", _turned),
        Claim("One word more brings another near by 0.1 or more.", _turned_again),
        Claim("On the map that step goes up, and less than a fifth as far sideways.", _lifted),
    )

    @classmethod
    def compute(cls, parameters: OfEnds, world: World) -> Refined:
        """Compare a word's vectors with those of other words."""
        return refined(parameters)

    @classmethod
    def alternative_values(cls, numbers: Refined) -> Mapping[str, object]:
        """Return the word, the model, the map's words, and where each other word began and ended."""
        rows = zip(numbers.compared, numbers.cosines[0].tolist(), numbers.cosines[-1].tolist(), strict=True)
        found = "; ".join(f"{word} {format_number(first)} → {format_number(last)}" for word, first, last in rows)
        far, near, above = numbers.landmarks
        chosen = {"far": far, "near": near, "above": above}
        return {"word": numbers.word, "phrase": numbers.stages[-1], "model": numbers.model, "found": found, **chosen}

    # --- where things stand ---

    def build(self) -> None:
        """Make the map with its rulers, a bar for each of the three words, and the refined word with its names."""
        numbers, style = self.numbers, self.style
        theme = style.theme
        self.colors = [theme.families[1], theme.families[0], theme.families[3]]
        self.size = style.sizes.number if self.stage.is_narrow else style.sizes.head
        self.names = [
            laid(Label(word, size=self.size, color=color, style=style), Layer.LABEL)
            for word, color in zip(numbers.landmarks, self.colors, strict=True)
        ]
        self._lay()
        self.across, self.ticks = self._ruler_across()
        self.up, self.up_ticks = self._ruler_up()
        self.cosines = self._name_cosines()
        self.bars = [_Bar(color, self.size, style) for color in self.colors]
        self.guides = [self._dashes(), self._dashes()]
        self.offsets = [self._offsets(stage) for stage in range(len(numbers.stages))]
        self.dot = self._dot(_DOT, Layer.PIN)
        self.icon = self._icon(0)
        self.landed = False
        self.written: list[VMobject] = []
        self.words = self._phrase(len(numbers.stages) - 1)
        self.standing = self.offsets[0]
        self.routes = [self._route(self.place(stage)) for stage in range(len(numbers.stages) - 1)]
        self.stops = [self._dot(_STOP, Layer.TRAIL).move_to(self.place(stage)) for stage in range(len(numbers.stages))]

    def _lay(self) -> None:
        """Find the map's origin and its units: rulers, bars' numbers and the three names have room around it."""
        numbers, scale, free = self.numbers, self.style.sizes.scale, self.stage.above_foot
        held = torch.tensor([numbers.held(stage) for stage in range(len(numbers.stages))])  # (S, 3): far, near, above
        ends = torch.cat([numbers.places[:, 0], held[:, 1].to(numbers.places.dtype)])
        low, high = min(float(ends.min()) - _AIR, -_LEAST_SPAN), max(float(ends.max()) + _AIR, _LEAST_SPAN)
        bottom, top = min(float(held[:, 2].min()), 0.0), max(float(held[:, 2].max()) + _AIR, _LEAST_HEIGHT)
        digits = max(float(Number(value, size=self.size, style=self.style).width) for value in (0.0, *held.min(0)[0]))
        far, near, _ = (float(name.width) for name in self.names)
        left = _RULER + _BESIDE + (_BAR / 2) * scale + _STEP + digits
        # The names stand beside the outer ticks, the widest number beyond the longest bar.
        tick = float(Tick(_TICKS[0], 0.5, size=self.style.sizes.number, style=self.style).width) / 2 + _GAP
        across = (free.width - left - _STEP - digits) / (high - low)
        for _ in range(8):
            beside = max(left, far + tick - (_TICKS[0] - low) * across)
            after = max(_STEP + digits, near + tick - (high - _TICKS[-1]) * across)
            across = (free.width - beside - after) / (high - low)
        self.lanes = (_UNDER * scale, (_UNDER + _LANE) * scale)
        below = self.lanes[1] + (_TICKED + _NAMED + 0.1) * scale
        up = (free.height - _TOP - below) / (top - bottom)
        self.unit = (across, up)
        self.floor = free.bottom + below
        self.origin = point(free.left + beside - low * across, self.floor - bottom * up)
        self.span, self.heights, self.free = (low, high), (bottom, top), free
        self.ruler_x = float(self.spot(low, 0.0)[0]) - _RULER

    def spot(self, x: float, y: float) -> Point:
        """Return the point of the frame for a place on the map."""
        return self.origin + point(x * self.unit[0], y * self.unit[1])

    def place(self, stage: int) -> Point:
        """Return where the word is at a stage."""
        return self.spot(*self.numbers.places[stage].tolist())

    def _dot(self, radius: float, layer: Layer) -> Dot:
        """Return a dot of the word with a rim in the background's colour."""
        theme = self.style.theme
        dot = Dot(self.spot(0.0, 0.0), radius=radius, color=theme.fill(theme.subject))
        if not theme.filled:
            dot.set_fill(theme.background, 1.0).set_stroke(theme.subject, self.style.strokes.bold)
        return laid(dot.set_background_stroke(color=theme.background, width=RIM), layer)

    def _pictured(self, stage: int) -> str:
        """Return the word that pictures the refined one at a stage: the nearest before it with an icon, or itself.

        It is empty where none has one.
        """
        *before, last = self.numbers.stages[stage].lower().split()
        return next((word for word in (*reversed(before), last) if has_icon(word, self.style)), "")

    @property
    def mark(self) -> VMobject:
        """The word's mark on the map: its picture, or the dot without one."""
        return self.icon if len(self.icon) else self.dot

    def _height(self, stage: int) -> float:
        """Return the height of a stage's picture: one that is there already, and is narrowed down, is smaller."""
        again = stage > 0 and self._pictured(stage) == self._pictured(stage - 1)
        return _ICON * (_NARROWED if again else 1.0) * (_SMALLER if self.stage.is_narrow else 1.0)

    def _icon(self, stage: int, left: VMobject | None = None) -> VMobject:
        """Return the picture of a stage, around the dot's middle, on an oval of the background that hides the route.

        Args:
            stage: the stage.
            left: the picture that was left at the next stage's place, of which it stays clear.
        """
        word, height = self._pictured(stage), self._height(stage)
        if not word:
            return VGroup()
        if left is not None:
            away = float(np.linalg.norm(self.place(stage + 1) - self.place(stage)))
            height = max(_LEAST_ICON * height, min(height, 2 * (away - _CLEAR) - float(left.height)))
        style = self.style
        icon = laid(ShadedIcon(word, style.theme.subject, height=height, style=style), Layer.ICON)
        oval = Ellipse(width=float(icon.width) + 2 * _FREE, height=float(icon.height) + _FREE, stroke_width=0)
        oval.set_fill(style.theme.background, 1.0)
        return VGroup(laid(oval, Layer.TRAIL).move_to(icon), icon).move_to(self.dot)

    def _ask(self) -> tuple[VMobject, Label]:
        """Put the word off the axes, large, and return its mark there and a question mark."""
        style, name = self.style, self.words[-1]
        mark = self.mark.copy().scale(_ASKED)
        sign = Label("?", size=style.sizes.hero, color=style.theme.subject, style=style)
        left, right = (float(self.spot(x, 0.0)[0]) for x in self.span)
        height = _AT_HEIGHT * (float(self.spot(0.0, self.heights[1])[1]) - self.floor)
        row = VGroup(mark, name, laid(sign, Layer.LABEL)).arrange(buff=_BESIDE_ASKED)
        row.move_to(point((left + right) / 2, self.floor + height))
        return mark, sign

    def _difference(self, cosines: Sequence[float], *, passing: bool = False) -> list[VMobject]:
        """Return the place across as the difference that it is, below the word, beside the bar that goes out.

        Args:
            cosines: those with the three words.
            passing: whether the word is on its way: what is printed then is the difference of what is printed.
        """
        far, near, _ = cosines
        style, size, exact = self.style, self.style.sizes.number, self._adds_up()
        across = as_printed(near) - as_printed(far) if passing and exact else near - far
        numbers = [
            Number(value, size=size, color=color, style=style)
            for value, color in ((near, self.colors[1]), (far, self.colors[0]), (across, style.theme.ink))
        ]
        minus = Label("−", size=size, style=style)
        equals = Math("=" if exact else "approx", size=size, style=style)
        row = Row([numbers[0], minus, numbers[1], equals, numbers[2]], _SIGNS)
        zero, at, side = float(self.origin[0]), float(self.spot(near - far, 0.0)[0]), -1 if near >= 0 else 1
        room = (zero - self.free.left if side < 0 else self.free.right - zero) - _STEP
        row.scale(min(1.0, room / float(row.width)))
        half = float(row.width) / 2
        # No nearer to zero than its bar allows, no farther out than the frame.
        nearest, farthest = zero + side * (_STEP + half), zero + side * (_STEP + room - half)
        row.set_x(min(max(at, min(nearest, farthest)), max(nearest, farthest)))
        row.on_baseline(self.floor - self.lanes[1] - numbers[0].cap_height / 2)
        return list(laid(row, Layer.LABEL))

    def _adds_up(self) -> bool:
        """Return whether the difference as printed comes of the cosines as printed, at every stage."""
        held = [self.numbers.held(stage) for stage in range(len(self.numbers.stages))]
        return all(
            abs(as_printed(near, 2) - as_printed(far, 2) - as_printed(near - far, 2)) < 1e-6 for far, near, _ in held
        )

    def _offsets(self, stage: int) -> list[Point]:
        """Return where a stage's words stand from its place: in as few lines as there is room for."""
        words, at = self.numbers.stages[stage].split(), self.place(stage)
        colors = [self.style.theme.subject] * len(words)
        for lines in range(1, len(words) + 1):
            block = PhraseBlock(words, colors, lines, flush=True, size=self.size, style=self.style)
            room = self.free.right - float(at[0]) - _TO_NAME - float(block.width)
            if room > 0:
                break
        aside = _TO_NAME - float(block.words[0].get_left()[0]) + min(room, 0.0)
        shift = point(aside, -_LOWERED - block.words[-1].baseline)
        return [word.get_center() + shift for word in block.words]

    def _phrase(self, stage: int) -> list[VGroup]:
        """Return a stage's words, each over its halo, where they stand at that stage's place."""
        words = []
        for text, offset in zip(self.numbers.stages[stage].split(), self.offsets[stage], strict=True):
            label = Label(text, size=self.size, color=self.style.theme.subject, style=self.style)
            words.append(labelled(label.move_to(self.place(stage) + offset), self.style))
        return words

    def _route(self, start: Point) -> VMobject:
        """Return a way that has not begun yet, with a rim in the background's colour."""
        theme = self.style.theme
        line = thin_line(start, start, theme.fill(theme.subject), 100 * _ROUTE)
        return laid(line.set_background_stroke(color=theme.background, width=100 * _ROUTE + RIM / 2), Layer.SHADOW)

    def _dashes(self) -> VMobject:
        """Return a line of dashes from the word to a bar, still without any."""
        return laid(VMobject(stroke_color=self.style.theme.axis, stroke_width=2.0), Layer.THREAD)

    def _axis(self, start: Point, end: Point, tips: Sequence[tuple[Point, Point]]) -> VGroup:
        """Return a straight axis, with an arrow's arms at each tip, which has a direction."""
        theme, strokes = self.style.theme, self.style.strokes
        parts = [thin_line(start, end, theme.axis, strokes.line)]
        for tip, way in tips:
            for side in (0.7, -0.7):
                arm = way + side * point(-way[1], way[0])
                parts.append(thin_line(tip, tip - _HEAD_OF_AXIS * arm, theme.axis, strokes.line))
        return laid(VGroup(*parts), Layer.TICKS)

    def _ruler_across(self) -> tuple[VGroup, VGroup]:
        """Return the axis at the map's foot, between two names beneath its ends, and its ticks beneath the bars."""
        style, scale = self.style, self.style.sizes.scale
        left, right = (point(float(self.spot(x, 0.0)[0]), self.floor) for x in self.span)
        axis = self._axis(left, right, [(left, point(-1.0)), (right, point(1.0))])
        level = self.floor - self.lanes[1] - _TICKED * scale
        parts: list[VMobject] = []
        for value in _TICKS:
            x = float(self.spot(value, 0.0)[0])
            over, under = (point(x, self.floor + side * _TICK) for side in (1, -1))
            mark = thin_line(over, under, style.theme.axis, style.strokes.line)
            number = Tick(value, 0.5, size=style.sizes.number, color=style.theme.ink, style=style)
            number.set_x(x).on_baseline(level)
            parts += [laid(mark, Layer.TICKS), labelled(number, style)]
        for name, x, side in zip(self.names[:2], (self.free.left, self.free.right), (-1, 1), strict=True):
            name.set_x(x - side * float(name.width) / 2).on_baseline(level)
        return axis, VGroup(*parts)

    def _ruler_up(self) -> tuple[VGroup, VGroup]:
        """Return the upright axis at the left of the map, the third name at its tip, and its ticks."""
        style = self.style
        foot, top = (self.spot(0.0, height) for height in self.heights)
        foot[0] = top[0] = self.ruler_x
        axis = self._axis(foot, top, [(top, point(0.0, 1.0))])
        name = self.names[2]
        name.set_x(self.ruler_x + _GAP + float(name.width) / 2).on_baseline(float(top[1]) - 0.6 * name.cap_height)
        parts: list[VMobject] = []
        for value in _TICKS_UP:
            at = point(self.ruler_x, float(self.spot(0.0, value)[1]))
            if float(at[1]) > float(top[1]) - 2 * name.cap_height:
                break
            mark = thin_line(at + point(-_TICK), at + point(_TICK), style.theme.axis, style.strokes.line)
            number = Tick(value, 0.1, size=style.sizes.tick, color=style.theme.ink, style=style)
            number.set_x(float(at[0]) + 0.2 + float(number.width) / 2)
            number.on_baseline(float(at[1]) - number.cap_height / 2)
            parts += [laid(mark, Layer.TICKS), labelled(number, style)]
        return axis, VGroup(*parts)

    def _name_cosines(self) -> list[VGroup]:
        """Return the axis's name in the bars' colours: a cosine, and less another."""
        far, near, _ = self.numbers.landmarks
        style = self.style

        def written(size: float) -> Row:
            texts = [(self.says("cosine", word=near), self.colors[1]), ("−", style.theme.ink),
                     (self.says("cosine", word=far), self.colors[0])]  # fmt: skip
            return Row([Label(text, size=size, color=color, style=style) for text, color in texts], 0.2)

        row = written(style.sizes.number)
        if row.width > self.free.width:
            row = written(style.sizes.number * self.free.width / float(row.width))
        row.set_x(float(self.free.centre[0])).on_baseline(self.free.bottom + 0.1 * style.sizes.scale)
        first, sign, second = (labelled(piece, style) for piece in row)
        return [first, VGroup(sign, second)]

    # --- motion ---

    def _follow(self, cosines: Sequence[float]) -> list[Number]:
        """Let bars and lines lead to where three cosines place the word; once it has landed, it is there with its name.

        Returns:
            The bars' numbers, where they stand now.
        """
        far, near, above = cosines
        at = self.spot(near - far, above)
        shift = at - self.dot.get_center()
        self.dot.shift(shift)
        if self.landed:
            self.icon.shift(shift)
            self._stand(self.standing)
        middle, out = (self.floor - lane for lane in self.lanes)
        x, zero = float(self.spot(near, 0.0)[0]), float(self.origin[0])
        upright = self.ruler_x - _BESIDE
        back, forth, high = self.bars
        numbers = [
            back.put(point(x, middle), point(float(at[0]), middle), far),
            forth.put(point(zero, out), point(x, out), near),
            high.put(point(upright, float(self.origin[1])), point(upright, float(at[1])), above),
        ]
        for number, end, level, side in (
            (numbers[0], float(at[0]), middle, -1 if far >= 0 else 1), (numbers[1], x, out, 1 if near >= 0 else -1),
            (numbers[2], upright - high.thick / 2, float(at[1]), -1),
        ):  # fmt: skip
            number.set_x(end + side * (_STEP + float(number.width) / 2)).on_baseline(level - number.cap_height / 2)
        self._aim(self.guides[0], at, point(float(at[0]), middle))
        self._aim(self.guides[1], at, point(upright if above else float(at[0]), float(at[1])))
        return numbers

    def _stand(self, offsets: Sequence[Point]) -> None:
        """Put the words that are said at the dot: no lower than above the axis at the map's foot."""
        at = self.dot.get_center()
        lift = max(0.0, self.floor + _LEAST_UP + _LOWERED - float(at[1]))
        for word, offset in zip(self.words[-len(offsets) :], offsets, strict=True):
            word.shift(at + offset + point(0.0, lift) - word[-1].get_center())

    def _aim(self, guide: VMobject, start: Point, end: Point) -> None:
        """Let dashes go from the word to a bar."""
        way = end - start
        count = max(int(float(np.linalg.norm(way)) / (2 * _DASH)), 1)
        guide.clear_points()
        for dash in range(count):
            guide.start_new_path(start + dash / count * way)
            guide.add_line_to(start + (dash + 0.5) / count * way)

    def _travel(
        self, before: Sequence[float], after: Sequence[float], time: float, route: VMobject | None = None
    ) -> None:
        """Let bars, and with them the word, go from three cosines to three others; it draws a route."""
        changed = [index for index in range(3) if before[index] or after[index]]
        bars = [self.bars[index] for index in changed]
        running = [RunningNumber(bar.number) for bar in bars]
        old = self.written if 0 in changed or 1 in changed else []
        pieces = [RunningNumber(piece) if isinstance(piece, Number) else piece for piece in old]

        def follow(share: float) -> None:
            now = [start + share * (end - start) for start, end in zip(before, after, strict=True)]
            written = self._follow(now)
            if route is not None:
                route.set_points_as_corners([route.get_start(), self.dot.get_center()])
            for index, digits in zip(changed, running, strict=True):
                digits.write(written[index])
            for piece, new in zip(pieces, self._difference(now, passing=True) if pieces else [], strict=True):
                if isinstance(piece, RunningNumber) and isinstance(new, Number):
                    piece.write(new)
                else:
                    piece.move_to(new)

        self.remove(*(bar.number for bar in bars), *old)
        follow(0.0)
        parts = [*running, *pieces, *(bar.bar for bar in bars), *self.guides, *([] if route is None else [route])]
        self.add(*parts)
        moved = [*parts, *([self.mark, *self.words[-len(self.standing) :]] if self.landed else [])]
        self.play(Live(moved, follow, run_time=time))
        self.remove(*running, *pieces)
        if pieces:
            self.written = self._difference(after)
            self.add(*self.written)
        written = self._follow(after)
        for index in changed:
            self.bars[index].number = written[index]
            self.add(written[index])

    def _say(self, stage: int) -> Animation:
        """Return how the words at the dot become a stage's: they make room for others, or close up as some leave."""
        before, after = self.standing, self.offsets[stage]
        come = len(after) > len(before)
        kept = min(len(before), len(after))
        other = self.words[-max(len(before), len(after)) : -kept]
        longer = after if come else before
        still = longer[:-kept]

        def follow(share: float) -> None:
            now = [start + share * (end - start) for start, end in zip(before[-kept:], after[-kept:], strict=True)]
            seen = share if come else 1 - share
            away = point(-_LEFT) if come else point(0.0, _LEFT)
            self._stand([*(offset + (1 - seen) * away for offset in still), *now])
            for word in other:
                word[-1].set_fill(opacity=seen)
                word[0].set_fill(opacity=seen).set_stroke(opacity=HALO_OPACITY * seen)

        follow(0.0)
        self.add(*other)
        self.standing = after
        return Live(self.words[-len(longer) :], follow, run_time=self.style.times.move)

    def _turn_into(self, stage: int, left: VMobject | None = None) -> None:
        """Let the word's mark become a stage's, clear of one that was left at the next place."""
        old, self.icon = self.mark, self._icon(stage, left)
        if self.mark is not old:
            self.play(ReplacementTransform(old, self.mark), run_time=0.5)

    # --- the story ---

    def tell(self) -> None:
        """Lay out the map; place the word on it; put words before it; take them away again."""
        numbers = self.numbers
        far, near, above = numbers.landmarks
        said = {"far": far, "near": near, "above": above, "word": numbers.word}
        with self.beat("map", model=numbers.model, **said):
            self._tell_map()
            self.rest()
        with self.beat("word", **said, cosine=format_number(numbers.held(0)[0])):
            self._tell_word()
            self.rest()
        for stage in range(1, len(numbers.stages)):
            before, after = numbers.held(stage - 1), numbers.held(stage)
            told = 1 if stage == 1 else 2
            rise = {"before": format_number(before[told]), "after": format_number(after[told])}
            with self.beat(("first", "second")[stage - 1], added=numbers.added(stage), **said, **rise):
                self._tell_stage(stage)
                self.rest()
        with self.beat("twice", phrases=len(numbers.stages), **said):
            self._tell_back()
            self.hold()

    def _tell_map(self) -> None:
        """Let an axis come between two words, then the upright one below the third; the word has no place yet."""
        move = self.style.times.move
        self.play(Create(self.across), FadeIn(*self.names[:2]), run_time=move)
        self.play(Create(self.up), FadeIn(self.names[2]), run_time=move)
        self.asked = self._ask()
        self.play(FadeIn(*self.asked, self.words[-1], shift=point(0.0, -_LEFT)), run_time=move)

    def _tell_word(self) -> None:
        """Let the axes get numbers, and three cosines lead right, back to the left, and up; the word lands there."""
        held, times = self.numbers.held(0), self.style.times
        now = [0.0, 0.0, 0.0]
        comes: dict[int, list[VMobject]] = {1: [self.ticks, self.cosines[0]], 0: [self.cosines[1]], 2: [self.up_ticks]}
        for index in (1, 0, 2):
            self.play(FadeIn(*comes[index]), run_time=times.quick)
            before, now = now, [held[index] if place == index else value for place, value in enumerate(now)]
            self._travel(before, now, _GROW)
            if index == 0:
                self.written = self._difference(now)
                self.play(FadeIn(*self.written), run_time=times.quick)
        self._land()

    def _land(self) -> None:
        """Let the word come to its place; the question mark leaves."""
        mark, sign = self.asked
        start = self.words[-1][-1].get_center()
        self._stand(self.standing)
        away = start - self.words[-1][-1].get_center()
        self.icon.move_to(self.dot)
        self.landed = True

        def follow(share: float) -> None:
            self._stand([offset + (1 - share) * away for offset in self.standing])

        follow(0.0)
        lands = [ReplacementTransform(mark, self.mark), Live([self.words[-1]], follow)]
        self.play(*lands, FadeOut(sign, run_time=self.style.times.quick), run_time=_LAND)

    def _tell_stage(self, stage: int) -> None:
        """Put words before the word, turn its picture into another, and let it travel."""
        numbers = self.numbers
        self.play(self._say(stage))
        self._turn_into(stage)
        self.add(self.stops[stage - 1])
        self._travel(numbers.held(stage - 1), numbers.held(stage), _RIDE, self.routes[stage - 1])

    def _tell_back(self) -> None:
        """Take word after word away: the word goes back, and each place keeps its picture, and then its name."""
        last = len(self.offsets) - 1
        names = []
        for stage in range(last, 0, -1):
            self.play(self._say(stage - 1))
            self.remove(*self.words[: -len(self.standing)])
            left = self.icon.copy() if len(self.icon) else self.stops[stage]
            self.add(left)
            self._turn_into(stage - 1, left)
            self._travel(self.numbers.held(stage), self.numbers.held(stage - 1), _BACK)
            self.remove(self.stops[stage - 1])
            names += self._phrase(stage)
        self.play(FadeIn(*names), run_time=self.style.times.move)
