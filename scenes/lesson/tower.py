"""One word, refined twice by a real model: on a map of three other words its dot travels as words are put before it.

The model was run once, by ``record-model``; everything here is drawn from its recording. The map holds three cosines of
each dot: across is the cosine with one word less that with another, up is the cosine with a third. The three are chosen
from the numbers: what the first words put before take the word away from, what they bring it to, and what the last ones
bring it to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    Transform,
    VGroup,
    VMobject,
    there_and_back,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.become import rewrite
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeaderPhrase, PhraseBlock, labelled
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import Recording
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.style import Style
from scenes.worlds import World

_MOST_STAGES, _LEAST_COMPARED, _MOST_COMPARED = 3, 3, 6
"""The most phrases that refine a word; the fewest and the most words that it is compared with."""

_MARK, _STOP, _DOT = 0.2, 0.13, 0.24
"""Scene units: the radius of the three words' dots, of the word's dots where it has been, and of its dot."""

_ICON, _SMALL_ICON = 0.85, 0.5
"""Scene units: the height of an icon, where a word has one, and of what stays of it where it has been."""

_ROUTE = 0.11
"""Scene units: the width of the route."""

_LOUD, _LOUDER = 1.12, 1.4
"""By what factors names and pictures swell."""

_BAR, _PITCH, _LONG, _SHORT = 0.3, 0.52, 2.0, 1.5
"""Scene units: a bar's height, from a bar to the next, the bar of a cosine of 1, in wide frames and others."""

_GAP, _DROP, _STEP, _TICK = 0.4, 0.5, 0.14, 0.09
"""Scene units: from a dot's middle to its name, and down to its first bar, from a bar to its number, half the length of
a tick's mark."""

_RULED, _RULER = 0.8, 1.0
"""Scene units: from the map's foot down to its ruler, and what the ruler's numbers and name take below it."""

_UNDER_ICON = 0.06
"""Scene units from an icon down to its name."""

_BELOW, _CLEAR = 0.27, 0.18
"""Scene units from a dot's middle down to the top of its name at the least, and between that name and what runs above
it."""

_HEADING, _OVER = 0.7, 0.39
"""Scene units that the names over charts beneath a tall map take, and from a first bar up to their baseline."""

_SMALLER = 0.75
"""The size of dots, and how near the travelling dot its name is, in a square frame, where the map is low."""

_TAG = (0.42, 0.56)
"""Scene units left of the word's dot and above it at which its name ends."""

_ABOVE = (0.45, 0.3)
"""Scene units free above the map, in narrow frames, where the upright ruler's name has two lines, and in others."""

_NUMBERED, _NAMED = 0.36, 0.95
"""Scene units from the upright ruler to its numbers, and to its name."""

_LAG = 1.0
"""Scene units by which the travelling dot's name stays behind at the most, so as not to stand on the upright ruler."""

_TICKS = (-0.5, 0.0, 0.5)
"""The numbers of the ruler below the map."""

_RIDE, _GROW, _RETRACE = 2.0, 1.0, 1.0
"""Seconds in which the dot travels from a place to the next, a first bar grows, and a place's words swell."""

_LIGHT, _LIT = 4.2, 0.16
"""The radius of the soft light around each of the map's words, scene units, and its opacity in the middle."""


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
    marks: Tensor = quantity("The places of the map's three words on it.", rows="landmarks", columns="axes")

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
    cosines = cosine_similarity(ends[:, None], ends[None, count:])  # (S + C, C)
    far, near, above = chosen = _landmarks(cosines[:count])
    places = torch.stack([cosines[:, near] - cosines[:, far], cosines[:, above]], dim=1)  # (S + C, 2)
    compared = tuple(texts[count:])
    return Refined(
        model=recording.about.model.split()[0],
        context=tuple(recording.about.context.replace("{}", " ").split()),
        stages=tuple(texts[:count]),
        compared=compared,
        landmarks=tuple(compared[place] for place in chosen),
        axes=(f"{compared[near]} - {compared[far]}", compared[above]),
        cosines=cosines[:count],
        places=places[:count],
        marks=places[count:][list(chosen)],
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
    return Measurement(held[0] == max(held), found)


def _turned(numbers: Refined, world: World) -> Measurement:
    change = [after - before for before, after in zip(numbers.held(0), numbers.held(1), strict=True)]
    far, near, _ = numbers.landmarks
    return Measurement(change[0] < -0.1 < 0.1 < change[1], f"{far} {change[0]:+.2f}, {near} {change[1]:+.2f}")


def _turned_again(numbers: Refined, world: World) -> Measurement:
    change = numbers.cosines[-1] - numbers.cosines[-2]
    place = int(change.argmax())
    most, rise = numbers.compared[place], float(change[place])
    return Measurement(most == numbers.landmarks[2] and rise > 0.1, f"{most} {rise:+.2f}")


def _lifted(numbers: Refined, world: World) -> Measurement:
    across, up = (numbers.places[-1] - numbers.places[-2]).tolist()
    return Measurement(abs(across) < 0.2 * up, f"{across:+.2f} across, {up:+.2f} up")


class _Chart:
    """The bars of one word: a cosine for each place where the refined word has been.

    Args:
        start: the point from which the first bar grows, in the middle of its height.
        side: 1 where bars grow to the right, -1 where they grow to the left.
        unit: the length of a bar for a cosine of 1, scene units.
        color: ``#rrggbb``.
        size: of numbers, manim font units.
        style: theme and sizes.

    Attributes:
        bars: the bars, from the top.
        numbers: their numbers.
    """

    def __init__(self, start: Point, side: int, unit: float, color: str, size: float, style: Style) -> None:
        self.start, self.side, self.unit, self.style = start, side, unit, style
        self.color, self.size = color, size
        self.bars: list[VMobject] = []
        self.numbers: list[Number] = []

    @property
    def pitch(self) -> float:
        """Scene units from a bar to the next."""
        return _PITCH * self.style.sizes.scale

    def add_row(self, value: float, row: int) -> None:
        """Add a bar and its number where a row has its place."""
        bar = laid(VMobject(stroke_width=0), Layer.BAND)
        _paint(bar, self.color, self.style)
        self.bars.append(bar)
        self.numbers.append(self.reading(value))
        self.put(-1, value, row)

    def put(self, index: int, value: float, row: float, number: Number | None = None) -> None:
        """Let a bar be as long as a number, at a row, with its number, or another, beyond its end."""
        number = number or self.numbers[index]
        y = float(self.start[1]) - row * self.pitch
        x, end = float(self.start[0]), float(self.start[0]) + self.side * self.unit * value
        half = _BAR * self.style.sizes.scale / 2
        corners = [point(x, y - half), point(end, y - half), point(end, y + half), point(x, y + half)]
        self.bars[index].set_points_as_corners([*corners, corners[0]])
        beyond = x + self.side * (self.unit * max(value, 0.0) + _STEP + float(number.width) / 2)
        number.set_x(beyond).on_baseline(y - number.cap_height / 2)

    def reading(self, value: float) -> Number:
        """Return a number in the chart's colour."""
        return laid(Number(value, size=self.size, color=self.color, style=self.style), Layer.LABEL)


def _paint(area: VMobject, color: str, style: Style) -> None:
    """Fill an area with a colour, or draw its outline where the theme fills nothing."""
    if style.theme.filled:
        area.set_fill(style.theme.fill(color), 1.0).set_stroke(width=0)
    else:
        area.set_stroke(color, style.strokes.bold)


class Tower(PlaneFigure):
    """lesson-tower: words put before a word carry its dot over a map, from one word to another, up to a third."""

    name = "lesson-tower"
    Parameters = OfEnds
    with_plane = False
    with_record = False
    numbers: Refined
    claims = (
        Claim("On its own the word is nearest to what words before it will take it away from.", _begun),
        Claim("A word before it takes the vector from one neighbour to another by 0.1 of cosine or more.", _turned),
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
        """Make the map with its rulers, the three words with a chart each, and the refined word's dot."""
        numbers, style = self.numbers, self.style
        theme = style.theme
        self.headers = [self._header(text) for text in numbers.stages]
        self.colors = [theme.families[1], theme.families[0], theme.families[3]]
        self.size = style.sizes.number if self.stage.is_narrow else style.sizes.head
        self.names = [
            laid(Label(word, size=self.size, color=color, style=style), Layer.LABEL)
            for word, color in zip(numbers.landmarks, self.colors, strict=True)
        ]
        self.smaller = _SMALLER if self.stage.is_narrow and not self.stage.is_portrait else 1.0
        self.bar_unit = _LONG if self.stage.is_wide else _SHORT
        self._lay(self.stage.below_header)
        spots = [self.spot(*place) for place in numbers.marks.tolist()]
        self.marks = [self._dot(spot, _MARK, color, Layer.ICON) for spot, color in zip(spots, self.colors, strict=True)]
        for name, spot, side in zip(self.names, spots, (-1, 1, 1), strict=True):
            name.set_x(float(spot[0]) + side * (_GAP + float(name.width) / 2))
            name.on_baseline(float(spot[1]) - name.cap_height / 2)
        self.charts = self._make_charts()
        if theme.filled:
            lights = [Glow(flat(spot), _LIGHT, color, _LIT) for spot, color in zip(spots, self.colors, strict=True)]
            self.ground.glows = tuple(lights)
            self.ground.paint(self.camera)  # type: ignore[arg-type]
        self.across, self.up = self._ruler_across(), self._ruler_up()
        self.dot = self._travelling(0)
        self.glow = HeroGlow(self.dot.get_center(), theme.subject, style=style)
        self.routes = [self._route(point()) for _ in numbers.stages[1:]]
        self.stops: list[VMobject] = []
        self.headings = self._headings()
        self.tags = [self._tag(text) for text in numbers.stages]

    def _lay(self, free: Region) -> None:
        """Find the map's origin and its units: names and charts have room around it."""
        numbers, scale = self.numbers, self.style.sizes.scale
        spread = torch.cat([numbers.places, numbers.marks])
        low, high = (float(edge) for edge in (spread[:, 0].min(), spread[:, 0].max()))
        bottom = min(float(spread[:, 1].min()), 0.0)
        rows = len(numbers.stages) * _PITCH * scale
        digits = float(Number(0.0, size=self.size, style=self.style).width)
        beside = [_GAP + float(name.width) for name in self.names[:2]]
        below = _RULED + _RULER * scale
        if self.stage.is_narrow:
            below += rows + (_HEADING * scale if self.stage.is_portrait else 0.0)
        else:
            held = [numbers.held(stage) for stage in range(len(numbers.stages))]
            for index in range(2):
                longest = max(max(cosines[index] for cosines in held), 0.0)
                beside[index] = max(beside[index], _GAP + longest * self.bar_unit + _STEP + digits)
            below = max(below, rows + 0.25)
        across = (free.width - sum(beside)) / (high - low)
        top = free.top - (_ABOVE[0] if self.stage.is_narrow else _ABOVE[1]) * scale
        up = (top - free.bottom - below) / (float(spread[:, 1].max()) - bottom)
        self.unit = (across, up)
        self.origin = point(free.left + beside[0] - low * across, free.bottom + below - bottom * up)
        self.span = (low, high)
        self.ruler = float(self.origin[1]) + bottom * up - _RULED
        self.free = free

    def spot(self, x: float, y: float) -> Point:
        """Return the point of the frame for a place on the map."""
        return self.origin + point(x * self.unit[0], y * self.unit[1])

    def _dot(self, at: Point, radius: float, color: str, layer: Layer) -> Dot:
        """Return a dot with a rim in the background's colour."""
        theme = self.style.theme
        dot = Dot(at, radius=radius * self.smaller, color=theme.fill(color))
        if not theme.filled:
            dot.set_fill(theme.background, 1.0).set_stroke(color, self.style.strokes.bold)
        return laid(dot.set_background_stroke(color=theme.background, width=RIM), layer)

    def _pictured(self, stage: int) -> str:
        """Return the word that pictures the refined one at a stage: the nearest before it with an icon, or itself.

        It is empty where none has one.
        """
        *before, last = self.numbers.stages[stage].lower().split()
        return next((word for word in (*reversed(before), last) if has_icon(word, self.style)), "")

    def _travelling(self, stage: int) -> VMobject:
        """Return what travels over the map at a stage: an icon, or a dot."""
        word, at = self._pictured(stage), self.spot(0.0, 0.0)
        if not word:
            return self._dot(at, _DOT, self.style.theme.subject, Layer.PIN)
        again = stage > 0 and word == self._pictured(stage - 1)  # a picture that is there already, and is narrowed down
        height = (_SMALL_ICON if again else _ICON) * self.smaller
        icon = ShadedIcon(word, self.style.theme.subject, height=height, style=self.style)
        return laid(icon.move_to(at), Layer.PIN)

    def _left_behind(self, stage: int, at: Point) -> VMobject:
        """Return what stays where the word has been: a smaller icon; a dot also where the next place is near."""
        word, after = self._pictured(stage), self.spot(*self.numbers.places[stage + 1].tolist())
        if not word or float(np.linalg.norm(after - at)) < _ICON * self.smaller:
            return self._dot(at, _STOP, self.style.theme.subject, Layer.ICON)
        icon = ShadedIcon(word, self.style.theme.subject, height=_SMALL_ICON * self.smaller, style=self.style)
        return laid(icon.move_to(at), Layer.ICON)

    def _route(self, start: Point) -> VMobject:
        """Return a way that has not begun yet, with a rim in the background's colour."""
        theme = self.style.theme
        line = thin_line(start, start, theme.fill(theme.subject), 100 * _ROUTE)
        return laid(line.set_background_stroke(color=theme.background, width=100 * _ROUTE + RIM / 2), Layer.TRAIL)

    def _make_charts(self) -> list[_Chart]:
        """Return each word's chart: at its dot, or, in narrow frames, beneath the map where there is no room."""
        charts, scale = [], self.style.sizes.scale
        sunk = self._columns()
        for index, (mark, color) in enumerate(zip(self.marks, self.colors, strict=True)):
            side = (-1, 1, 1)[index]
            start = mark.get_center() + point(side * _GAP, -_DROP * scale)
            if index in sunk:
                rows = len(self.numbers.stages) * _PITCH * scale
                start, side = point(sunk[index], self.free.bottom + rows - _PITCH * scale / 2), 1
            charts.append(_Chart(start, side, self.bar_unit, color, self.size, self.style))
        return charts

    def _columns(self) -> dict[int, float]:
        """Return where the charts beneath the map begin, by the place of their word among the map's three."""
        if not self.stage.is_narrow:
            return {}
        order = (0, 1) if self.stage.is_portrait else (0, 2, 1)
        return {index: region.left for index, region in zip(order, self.free.columns(*[1.0] * len(order)), strict=True)}

    def _headings(self) -> VGroup:
        """Return the names over charts beneath a tall map; in a square frame their colours alone name them."""
        names = VGroup()
        for index, x in self._columns().items() if self.stage.is_portrait else ():
            name = self.names[index].copy()
            y = float(self.charts[index].start[1]) + _OVER * self.style.sizes.scale
            names.add(name.set_x(x + float(name.width) / 2).on_baseline(y))
        return names

    def _header(self, text: str) -> HeaderPhrase:
        """Return the words that the model read: the word in its colour, and what stands before all phrases dimmed."""
        theme, words, context = self.style.theme, text.split(), self.numbers.context
        own = len(self.numbers.word.split())
        colors = [theme.dim] * len(context) + [theme.ink] * (len(words) - own) + [theme.subject] * own
        return HeaderPhrase([*context, *words], colors, self.stage, self.view, style=self.style)

    def _tag(self, text: str) -> PhraseBlock:
        """Return the name that rides with the dot."""
        words, color = text.split(), self.style.theme.subject
        return PhraseBlock(words, [color] * len(words), size=self.size, style=self.style)

    def _ruler_across(self) -> VGroup:
        """Return the ruler below the map, with its numbers and its name."""
        theme, strokes = self.style.theme, self.style.strokes
        far, near, _ = self.numbers.landmarks
        left, right = (float(self.spot(x, 0.0)[0]) for x in self.span)
        line = thin_line(point(left, self.ruler), point(right, self.ruler), theme.axis, strokes.line)
        parts: list[VMobject] = [laid(line, Layer.TICKS)]
        for value in _TICKS:
            x = float(self.spot(value, 0.0)[0])
            mark = thin_line(point(x, self.ruler - _TICK), point(x, self.ruler + _TICK), theme.axis, strokes.line)
            number = Tick(value, 0.5, size=self.style.sizes.number, color=theme.ink, style=self.style)
            number.set_x(x).on_baseline(self.ruler - 0.43 * self.style.sizes.scale)
            parts += [laid(mark, Layer.TICKS), labelled(number, self.style)]
        free, said = self.free, self.says("across", near=near, far=far)
        narrow, size = self.stage.is_narrow, self.style.sizes.number
        name = Label(said, size=size, within=free.width if narrow else right - left, style=self.style)
        name.set_x(float(free.centre[0]) if narrow else (left + right) / 2)
        parts.append(labelled(name.on_baseline(self.ruler - 0.9 * self.style.sizes.scale), self.style))
        return VGroup(*parts)

    def _ruler_up(self) -> VGroup:
        """Return the upright ruler in the middle of the map, with its numbers and its name."""
        theme, style = self.style.theme, self.style
        foot, top = self.spot(0.0, 0.0), self.spot(0.0, 1.0)
        parts: list[VMobject] = [laid(thin_line(foot, top, theme.axis, style.strokes.line), Layer.TICKS)]
        for value in (0.0, 1.0):
            at = self.spot(0.0, value)
            mark = thin_line(at + point(-_TICK), at + point(_TICK), theme.axis, style.strokes.line)
            number = Tick(value, 1.0, size=style.sizes.number, color=theme.ink, style=style)
            number.set_x(float(at[0]) - _NUMBERED - float(number.width) / 2)
            number.on_baseline(float(at[1]) - number.cap_height / 2)
            parts += [laid(mark, Layer.TICKS), labelled(number, style)]
        words, lines = self.says("up", above=self.numbers.landmarks[2]).split(), 2 if self.stage.is_narrow else 1
        colors, size = [theme.ink] * len(words), style.sizes.number
        name = PhraseBlock(words, colors, min(lines, len(words)), size=size, style=style)
        right = point(float(top[0]) - _NAMED - float(name.width) / 2, float(top[1]))
        return VGroup(*parts, name.move_to(right))

    def _hang(self, tag: VMobject, stage: int) -> None:
        """Put the name of the place where the dot is below it, and below its route."""
        at = self.dot.get_center()
        tag.set_x(float(at[0]))
        if stage and not self.stage.is_portrait:  # a low map has no room below the upright ruler's foot
            tag.shift(point(max(float(self.origin[0]) + _CLEAR - float(tag.get_left()[0]), 0.0)))
        top = float(at[1]) - (_BELOW if not self._pictured(stage) else _ICON * self.smaller / 2 + _UNDER_ICON)
        if 0 < stage < len(self.numbers.stages) - 1:
            before, here = (self.spot(*self.numbers.places[place].tolist()) for place in (stage - 1, stage))
            top = min(top, _under(before, here, _ROUTE, float(tag.get_left()[0])))
        tag.shift(point(0.0, top - float(tag.get_top()[1])))
        self._keep_inside(tag)

    def _carry(self, tag: VMobject, at: Point) -> None:
        """Put the name of the travelling dot left of it and above."""
        left, above = (self.smaller * away for away in _TAG)
        crossing = float(at[0]) - left - (float(self.origin[0]) - _CLEAR)
        left += min(max(crossing, 0.0), _LAG)
        tag.move_to(at + point(-left - float(tag.width) / 2, above + (float(tag.height) - 0.3) / 2))
        self._keep_inside(tag)

    def _keep_inside(self, tag: VMobject) -> None:
        tag.shift(point(max(self.free.left + _CLEAR - float(tag.get_left()[0]), 0.0)))

    # --- motion ---

    def _put(self, cosines: Sequence[float], route: int | None = None) -> None:
        """Put the dot where three cosines place it, and the end of a route."""
        far, near, above = cosines
        at = self.spot(near - far, above)
        self.dot.move_to(at)
        self.glow.move_to(at)
        if route is not None:
            self.routes[route].set_points_as_corners([self.routes[route].get_start(), at])

    def _travel(self, before: Sequence[float], after: Sequence[float], row: int, tag: VMobject, time: float) -> None:
        """Let the bars of a row, and with them the dot, go from three cosines to three others."""
        changed = [index for index in range(3) if before[index] != after[index]]
        charts = [self.charts[index] for index in changed]
        running = [RunningNumber(chart.numbers[row]) for chart in charts]
        route = row - 1 if row else None

        def follow(share: float) -> None:
            now = [start + share * (end - start) for start, end in zip(before, after, strict=True)]
            self._put(now, route)
            self._carry(tag, self.dot.get_center()) if row else self._hang(tag, 0)
            for index, chart, digits in zip(changed, charts, running, strict=True):
                reading = chart.reading(now[index])
                chart.put(row, now[index], row, reading)
                digits.write(reading)

        for chart in charts:
            self.remove(chart.numbers[row])
            self.add(chart.bars[row])
        self.add(*running, *([] if route is None else [self.routes[route]]))
        moved = [self.dot, self.glow, tag, *running, *(chart.bars[row] for chart in charts)]
        self.play(Live([*moved, *([] if route is None else [self.routes[route]])], follow, run_time=time))
        self.remove(*running)
        for index, chart in zip(changed, charts, strict=True):
            chart.numbers[row] = chart.reading(after[index])
            chart.put(row, after[index], row)
            self.add(chart.numbers[row])

    def _next_rows(self, stage: int) -> list[Animation]:
        """Return how each chart's last bar leaves a copy one row below, and is itself hollow then."""
        moves: list[Animation] = []
        for chart, value in zip(self.charts, self.numbers.held(stage - 1), strict=True):
            chart.add_row(value, stage - 1)
            new, number = chart.bars[-1], chart.numbers[-1]
            self.add(new, number)

            def follow(share: float, chart: _Chart = chart, value: float = value) -> None:
                chart.put(-1, value, stage - 1 + share)

            past = chart.bars[stage - 1]
            hollow = past.copy().set_fill(opacity=0.0).set_stroke(chart.color, self.style.strokes.line)
            moves += [Live([new, number], follow), Transform(past, hollow)]
        return moves

    # --- the story ---

    def tell(self) -> None:
        """Lay out the map; place the word on it; put one word after another before it; look back."""
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
        with self.beat("twice", phrase=numbers.stages[-1], **said):
            self._tell_whole()
            self.hold()

    def _tell_map(self) -> None:
        """Let both ends of the ruler come with it, then the word above with the upright one."""
        far, near, above = zip(self.marks, self.names, strict=True)
        move = self.style.times.move
        for mark, name in (far, near):
            self.play(GrowFromCenter(mark), FadeIn(name), run_time=self.style.times.quick * 2)
        self.play(Create(self.across), run_time=move)
        self.play(GrowFromCenter(above[0]), FadeIn(above[1]), Create(self.up), run_time=move)

    def _tell_word(self) -> None:
        """Let the dot come in the map's middle, and each of the word's cosines move it."""
        held, tag = self.numbers.held(0), self.tags[0]
        self._put([0.0, 0.0, 0.0])
        self._hang(tag, 0)
        for chart in self.charts:
            chart.add_row(0.0, 0)
        self.add(self.glow)
        self.play(FadeIn(self.headings), FadeIn(self.headers[0]), GrowFromCenter(self.dot), FadeIn(tag, self.glow))
        now = [0.0, 0.0, 0.0]
        for index in (1, 0, 2):
            before, now = now, [held[index] if place == index else value for place, value in enumerate(now)]
            self._travel(before, now, 0, tag, _GROW)

    def _tell_stage(self, stage: int) -> None:
        """Put words before the word, and let its dot travel; the place where it was stays, with its name."""
        numbers = self.numbers
        here, tag = self.dot.get_center(), self.tags[stage]
        stop = self._left_behind(stage - 1, here)
        old = self.tags[stage - 1]
        self.routes[stage - 1].set_points_as_corners([here, here])
        self._carry(tag, here)
        leave: list[Animation] = []
        if stage > 1:
            kept = old.copy()
            self._hang(kept, stage - 1)
            leave = [ApplyMethod(old.move_to, kept)]
        self.stops.append(stop)
        self.add(stop)
        header = rewrite(self.headers[stage - 1], self.headers[stage])
        self.play(header, *leave, *self._next_rows(stage), run_time=self.style.times.move)
        self.remove(*self.headers[stage].words)
        self.add(self.headers[stage])
        turned: list[Animation] = []
        if self._pictured(stage):
            old_dot, self.dot = self.dot, self._travelling(stage).move_to(here)
            turned = [FadeOut(old_dot), FadeIn(self.dot)]
        self.play(FadeIn(tag), *turned, run_time=self.style.times.quick)
        self._travel(numbers.held(stage - 1), numbers.held(stage), stage, tag, _RIDE)

    def _tell_whole(self) -> None:
        """At each place in turn let its picture and the words that led there swell, and its row of bars fill again."""
        for stage, place in enumerate([*self.stops, self.dot]):
            swelling = [self._swell(place, _LOUDER), self._swell(self.tags[stage])]
            self.play(*swelling, *self._row_again(stage), run_time=_RETRACE)

    def _row_again(self, stage: int) -> list[Animation]:
        """Return how the bars of a place fill again and their numbers grow for a moment."""
        moves: list[Animation] = []
        for chart in self.charts:
            full = chart.bars[stage].copy()
            _paint(full, chart.color, self.style)
            moves += [Transform(chart.bars[stage], full), self._swell(chart.numbers[stage])]
        return moves

    def _swell(self, part: VMobject, factor: float = _LOUD) -> Animation:
        """Return how a part grows for a moment."""
        return ApplyMethod(part.scale, factor, rate_func=there_and_back)


def _under(start: Point, end: Point, width: float, x: float) -> float:
    """Return the height just below a straight mark of a width at one place; infinity where the mark is not."""
    low, high = sorted((float(start[0]), float(end[0])))
    if not low < x < high:
        return np.inf
    way = end - start
    share = (x - float(start[0])) / float(way[0])
    thick = width / 2 * float(np.linalg.norm(way)) / (high - low)
    return float(start[1]) + share * float(way[1]) - thick - _CLEAR
