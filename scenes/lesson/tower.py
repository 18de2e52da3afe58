"""One word, refined twice by a real model: on a map of three other words its dot travels as words are put before it.

The model was run once, by ``record-model``; everything here is drawn from its recording. The map holds three cosines of
each dot: across is the cosine with one word less that with another, up is the cosine with a third. The three are chosen
from the numbers: what the first words put before take the word away from, what they bring it to, and what the last ones
bring it to. The phrase stands in the header: its words come, and leave, before the dot follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from manim import (
    Animation,
    ApplyMethod,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    ReplacementTransform,
    VGroup,
    VMobject,
    there_and_back,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
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

_ICON, _KEPT, _NARROWED = 0.72, 0.5, 0.65
"""Scene units: the height of an icon, where a word has one, and of one that steps aside to its name; the share of it
that a picture has which is narrowed down."""

_ROUTE = 0.11
"""Scene units: the width of the route."""

_LOUD = 1.2
"""By what factor a name swells."""

_BAR, _LONG, _SHORT = 0.3, 2.0, 1.5
"""Scene units: a bar's height, the bar of a cosine of 1, in wide frames and others."""

_GAP, _DROP, _STEP, _TICK = 0.4, 0.52, 0.14, 0.09
"""Scene units: from a dot's middle to its name, and down to its bar, from a bar to its number, half the length of a
tick's mark."""

_RULER, _ROW = 1.3, 0.55
"""Scene units that the ruler's numbers and name take below it, and a bar beneath the map."""

_HEADING, _OVER = 0.5, 0.39
"""Scene units that the names over charts beneath a tall map take, and from a bar up to their baseline."""

_SMALLER = 0.75
"""The size of dots in a square frame, where the map is low."""

_HEAD, _NEAR, _UNDER = (0.5, 0.35), (1.0, 0.6), 0.85
"""Scene units from the frame's top down to the third word's dot, and the least from there to the word, in frames where
names have two lines, and in wide ones; what its bar takes below that dot."""

_TO_NAME, _TO_ICON, _LOWERED = 1.0, 0.62, 0.12
"""Scene units from a place to its name, and to the icon before it; how far the first place's name is below it."""

_NUMBERED, _NAMED = 0.25, 0.95
"""Scene units from the upright ruler to its numbers, and to its name."""

_SCALED = 0.75
"""The height up to which the upright ruler is one scale, if no place is higher."""

_CUT, _GAPE, _SLASH, _HEAD_OF_AXIS = 0.35, 0.07, (0.15, 0.06), 0.14
"""The share of the way above the scaled part at which the upright ruler is cut short; scene units: half the gap there,
half the width and the height of the strokes at either side of it, and the arms of an axis's arrow."""

_TICKS = (-0.5, 0.0, 0.5)
"""The numbers of the ruler across."""

_RIDE, _GROW, _BACK = 2.2, 1.0, 0.8
"""Seconds in which the word travels from a place to the next, a first bar grows, and the word goes back to a place."""

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
    """The bar of one word: its cosine with the refined word.

    Args:
        start: the point from which the bar grows, in the middle of its height.
        side: 1 where it grows to the right, -1 where it grows to the left.
        unit: the length for a cosine of 1, scene units.
        color: ``#rrggbb``.
        size: of the number, manim font units.
        style: theme and sizes.

    Attributes:
        bar: the bar.
        number: its number.
    """

    def __init__(self, start: Point, side: int, unit: float, color: str, size: float, style: Style) -> None:
        self.start, self.side, self.unit, self.style = start, side, unit, style
        self.color, self.size = color, size
        self.bar = laid(VMobject(stroke_width=0), Layer.BAND)
        _paint(self.bar, color, style)
        self.number = self.put(0.0)

    def put(self, value: float) -> Number:
        """Let the bar be as long as a cosine, and return its number beyond the bar's end."""
        number = laid(Number(value, size=self.size, color=self.color, style=self.style), Layer.LABEL)
        x, y = float(self.start[0]), float(self.start[1])
        end, half = x + self.side * self.unit * value, _BAR * self.style.sizes.scale / 2
        corners = [point(x, y - half), point(end, y - half), point(end, y + half), point(x, y + half)]
        self.bar.set_points_as_corners([*corners, corners[0]])
        beyond = x + self.side * (self.unit * max(value, 0.0) + _STEP + float(number.width) / 2)
        return number.set_x(beyond).on_baseline(y - number.cap_height / 2)


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
        """Make the map with its rulers, the three words with a bar each, and the refined word."""
        numbers, style = self.numbers, self.style
        theme = style.theme
        self.colors = [theme.families[1], theme.families[0], theme.families[3]]
        self.size = style.sizes.number if self.stage.is_narrow else style.sizes.head
        self.names = [
            laid(Label(word, size=self.size, color=color, style=style), Layer.LABEL)
            for word, color in zip(numbers.landmarks, self.colors, strict=True)
        ]
        self.smaller = _SMALLER if self.stage.is_narrow and not self.stage.is_portrait else 1.0
        self.bar_unit = _LONG if self.stage.is_wide else _SHORT
        phrase = numbers.stages[-1].split()
        self.header = HeaderPhrase(phrase, [theme.subject] * len(phrase), self.stage, self.view, style=style)
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
        self.across, self.across_likes, self.across_said = self._ruler_across()
        self.up, self.up_likes, self.up_said = self._ruler_up()
        self.dot = self._travelling(0)
        self.glow = HeroGlow(self.dot.get_center(), theme.subject, style=style)
        self.routes = [self._route(self._place(stage)) for stage in range(len(numbers.stages) - 1)]
        self.stops = [
            self._dot(self._place(stage), _STOP, theme.subject, Layer.TRAIL) for stage in range(len(numbers.stages))
        ]
        self.headings = self._headings()
        self.tags = [self._tag(stage) for stage in range(len(numbers.stages))]

    def _lay(self, free: Region) -> None:
        """Find the map's origin and its units: names and bars have room around it."""
        numbers, scale = self.numbers, self.style.sizes.scale
        spread = torch.cat([numbers.places, numbers.marks])
        low, high = (float(edge) for edge in (spread[:, 0].min(), spread[:, 0].max()))
        bottom, highest = min(float(spread[:, 1].min()), 0.0), float(spread[:-1, 1].max())
        digits = float(Number(0.0, size=self.size, style=self.style).width)
        beside = [_GAP + float(name.width) for name in self.names[:2]]
        below = _RULER * scale
        if self.stage.is_narrow:
            below += _ROW * scale + (_HEADING * scale if self.stage.is_portrait else 0.0)
        else:
            for index in range(2):
                longest = max(*(numbers.held(stage)[index] for stage in range(len(numbers.stages))), 0.0)
                beside[index] = max(beside[index], _GAP + longest * self.bar_unit + _STEP + digits)
        across = (free.width - sum(beside)) / (high - low)
        head, near = (pair[self.stage.is_wide] for pair in (_HEAD, _NEAR))
        self.top = free.top - head * scale
        self.scaled = max(highest, 0.2) if highest < _SCALED else 1.0
        room = self.top - free.bottom - below - (self.scaled < 1) * ((2 not in self._sunk) * _UNDER + near) * scale
        up = room / (self.scaled - bottom)
        self.unit = (across, up)
        self.origin = point(free.left + beside[0] - low * across, free.bottom + below - bottom * up)
        self.span = (low, high)
        self.free = free

    def spot(self, x: float, y: float) -> Point:
        """Return the point of the frame for a place on the map, where what lies above all places is drawn nearer."""
        across, up = self.unit
        height = min(y, self.scaled) * up
        if y > self.scaled:
            height += (y - self.scaled) / (1 - self.scaled) * (self.top - float(self.origin[1]) - self.scaled * up)
        return self.origin + point(x * across, height)

    def _place(self, stage: int) -> Point:
        """Return where the word is at a stage."""
        return self.spot(*self.numbers.places[stage].tolist())

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
        if not self._pictured(stage):
            return self._dot(self.spot(0.0, 0.0), _DOT, self.style.theme.subject, Layer.PIN)
        return laid(self._icon(stage, _ICON).move_to(self.spot(0.0, 0.0)), Layer.PIN)

    def _icon(self, stage: int, height: float) -> ShadedIcon:
        """Return the picture of a stage; one that is there already, and is narrowed down, is smaller."""
        word = self._pictured(stage)
        again = stage > 0 and word == self._pictured(stage - 1)
        height *= self.smaller * (_NARROWED if again else 1.0)
        return ShadedIcon(word, self.style.theme.subject, height=height, style=self.style)

    def _route(self, start: Point) -> VMobject:
        """Return a way that has not begun yet, with a rim in the background's colour."""
        theme = self.style.theme
        line = thin_line(start, start, theme.fill(theme.subject), 100 * _ROUTE)
        return laid(line.set_background_stroke(color=theme.background, width=100 * _ROUTE + RIM / 2), Layer.VEIL)

    @property
    def _sunk(self) -> tuple[int, ...]:
        """The words, by their place among the map's three, whose bars are beneath the map: there is no room at dots."""
        if not self.stage.is_narrow:
            return ()
        return (0, 1) if self.stage.is_portrait else (0, 2, 1)

    def _make_charts(self) -> list[_Chart]:
        """Return each word's bar: at its dot, or, in narrow frames, beneath the map."""
        charts, scale = [], self.style.sizes.scale
        sunk = self._columns()
        for index, (mark, color) in enumerate(zip(self.marks, self.colors, strict=True)):
            side = (-1, 1, 1)[index]
            start = mark.get_center() + point(side * _GAP, -_DROP * scale)
            if index in sunk:
                start, side = point(sunk[index], self.free.bottom + _ROW * scale / 2), 1
            charts.append(_Chart(start, side, self.bar_unit, color, self.size, self.style))
        return charts

    def _columns(self) -> dict[int, float]:
        """Return where the bars beneath the map begin, by the place of their word among the map's three."""
        order = self._sunk
        columns = self.free.columns(*[1.0] * len(order)) if order else ()
        return {index: region.left for index, region in zip(order, columns, strict=True)}

    def _headings(self) -> VGroup:
        """Return the names over bars beneath a tall map; in a square frame their colours alone name them."""
        names = VGroup()
        for index, x in self._columns().items() if self.stage.is_portrait else ():
            name = self.names[index].copy()
            y = float(self.charts[index].start[1]) + _OVER * self.style.sizes.scale
            names.add(name.set_x(x + float(name.width) / 2).on_baseline(y))
        return names

    def _tag(self, stage: int) -> PhraseBlock:
        """Return a place's name: in as few lines as there is room for on its right."""
        words, color, at = self.numbers.stages[stage].split(), self.style.theme.subject, self._place(stage)
        left = float(at[0]) + self._to_name
        for lines in range(1, len(words) + 1):
            tag = PhraseBlock(words, [color] * len(words), lines, flush=True, size=self.size, style=self.style)
            if left + float(tag.width) < self.free.right - _STEP:
                break
        lower = _LOWERED * self.style.sizes.scale if stage == 0 else 0.0  # the way to the next place is above it
        raised = (float(tag.height) - float(tag[-1].height)) / 2 * (stage > 0)  # above the place before it
        tag.move_to(at + point(self._to_name + float(tag.width) / 2, raised - lower))
        return tag.shift(point(min(self.free.right - float(tag.get_right()[0]), 0.0)))

    @property
    def _to_name(self) -> float:
        """Scene units from a place to its name."""
        return _TO_NAME * self.smaller if self._pictured(0) else _GAP

    def _axis(self, ends: Sequence[tuple[Point, Point]], tips: Sequence[tuple[Point, Point]]) -> VGroup:
        """Return an axis of straight parts, with an arrow's arms at each tip, which has a direction."""
        theme, strokes = self.style.theme, self.style.strokes
        parts = [thin_line(start, end, theme.axis, strokes.line) for start, end in ends]
        for tip, way in tips:
            for side in (0.7, -0.7):
                arm = way + side * point(-way[1], way[0])
                parts.append(thin_line(tip, tip - _HEAD_OF_AXIS * arm, theme.axis, strokes.line))
        return laid(VGroup(*parts), Layer.TICKS)

    def _ruler_across(self) -> tuple[VGroup, VGroup, VGroup]:
        """Return the axis through the map's origin; what its ends mean; its numbers and its name."""
        theme, strokes = self.style.theme, self.style.strokes
        far, near, _ = self.numbers.landmarks
        level, scale = float(self.origin[1]), self.style.sizes.scale
        left, right = (self.spot(x, 0.0) for x in self.span)
        axis = self._axis([(left, right)], [(left, point(-1.0)), (right, point(1.0))])
        parts: list[VMobject] = []
        for value in _TICKS:
            x = float(self.spot(value, 0.0)[0])
            mark = thin_line(point(x, level - _TICK), point(x, level + _TICK), theme.axis, strokes.line)
            number = Tick(value, 0.5, size=self.style.sizes.number, color=theme.ink, style=self.style)
            number.set_x(x).on_baseline(level - 0.63 * scale)
            parts += [laid(mark, Layer.TICKS), labelled(number, self.style)]
        free, said = self.free, self.says("across", near=near, far=far)
        narrow, size = self.stage.is_narrow, self.style.sizes.number
        wide = float((right - left)[0])
        name = Label(said, size=size, within=free.width if narrow else wide, style=self.style)
        name.set_x(float(free.centre[0]) if narrow else float((left + right)[0]) / 2)
        parts.append(labelled(name.on_baseline(level - 1.1 * scale), self.style))
        likes = VGroup()
        for end, side, word, color in ((left, -1, far, self.colors[0]), (right, 1, near, self.colors[1])):
            like = Label(self.says("like", word=word), size=size, color=color, within=0.48 * wide, style=self.style)
            like.align_to(point(float(end[0])), point(float(side)))
            likes.add(labelled(like.on_baseline(level - 0.63 * scale), self.style))
        return axis, likes, VGroup(*parts)

    def _ruler_up(self) -> tuple[VGroup, VGroup, VGroup]:
        """Return the upright axis, cut where it is no longer in scale; what its end means; its numbers and its name."""
        theme, style = self.style.theme, self.style
        foot, scaled, top = (self.spot(0.0, height) for height in (0.0, self.scaled, 1.0))
        up, gape = point(0.0, 1.0), point(0.0, _GAPE)
        if self.scaled < 1:
            cut = scaled + _CUT * (top - scaled)
            axis = self._axis([(foot, cut - gape), (cut + gape, top)], [(top, up)])
            slant = point(*_SLASH)
            for side in (-1, 1):
                at = cut + side * gape
                axis.add(laid(thin_line(at - slant, at + slant, theme.axis, style.strokes.line), Layer.TICKS))
        else:
            axis = self._axis([(foot, top)], [(top, up)])
        parts: list[VMobject] = []
        tenths = int(10 * self.scaled) / 10
        for value in [tenths] * (0 < tenths < 1) + [1.0]:
            at = self.spot(0.0, value)
            mark = thin_line(at + point(-_TICK), at + point(_TICK), theme.axis, style.strokes.line)
            number = Tick(value, 0.1, size=style.sizes.number, color=theme.ink, style=style)
            number.set_x(float(at[0]) - _NUMBERED - float(number.width) / 2)
            number.on_baseline(float(at[1]) - number.cap_height / 2)
            parts += [*([laid(mark, Layer.TICKS)] if value < 1 else []), labelled(number, style)]
        above = self.numbers.landmarks[2]
        name, like = (
            self._upright_name(self.says(key, **said), color, top)
            for key, said, color in (
                ("up", {"above": above}, theme.ink), ("like", {"word": above}, self.colors[2])
            )
        )  # fmt: skip
        return axis, VGroup(like), VGroup(*parts, name)

    def _upright_name(self, said: str, color: str, top: Point) -> PhraseBlock:
        """Return a text left of the upright axis's top, in two lines in narrow frames."""
        words, lines = said.split(), 2 if self.stage.is_narrow else 1
        colors, size = [color] * len(words), self.style.sizes.number
        name = PhraseBlock(words, colors, min(lines, len(words)), size=size, style=self.style)
        return name.move_to(point(float(top[0]) - _NAMED - float(name.width) / 2, float(top[1])))

    # --- motion ---

    def _put(self, cosines: Sequence[float]) -> None:
        """Put the word where three cosines place it."""
        far, near, above = cosines
        at = self.spot(near - far, above)
        self.dot.move_to(at)
        self.glow.move_to(at)

    def _travel(
        self,
        before: Sequence[float],
        after: Sequence[float],
        time: float,
        route: VMobject | None = None,
    ) -> None:
        """Let bars, and with them the word, go from three cosines to three others; it draws a route."""
        changed = [index for index in range(3) if before[index] != after[index]]
        charts = [self.charts[index] for index in changed]
        running = [RunningNumber(chart.number) for chart in charts]

        def follow(share: float) -> None:
            now = [start + share * (end - start) for start, end in zip(before, after, strict=True)]
            self._put(now)
            if route is not None:
                route.set_points_as_corners([route.get_start(), self.dot.get_center()])
            for index, chart, digits in zip(changed, charts, running, strict=True):
                digits.write(chart.put(now[index]))

        for chart in charts:
            self.remove(chart.number)
        parts = [] if route is None else [route]
        self.add(*running, *(chart.bar for chart in charts), *parts)
        parts += [*running, *(chart.bar for chart in charts), self.dot, self.glow]
        self.play(Live(parts, follow, run_time=time))
        self.remove(*running)
        for index, chart in zip(changed, charts, strict=True):
            chart.number = chart.put(after[index])
            self.add(chart.number)

    def _park(self, stage: int) -> list[Animation]:
        """Return how a place that the word has left gets its name, and its picture, small, beside it."""
        tag = self.tags[stage]
        if not self._pictured(stage):
            return [FadeIn(tag)]
        kept = laid(self._icon(stage, _KEPT), Layer.ICON)
        kept.move_to(point(float(tag.get_left()[0]) - (_TO_NAME - _TO_ICON) * self.smaller, float(tag.get_y())))
        return [FadeIn(tag), FadeIn(kept)]

    def _said(self, stage: int, *, leaves: bool = False) -> list[Animation]:
        """Return how the header's words come, or leave, that a stage puts before the stage before it."""
        whole, own = len(self.header.words), len(self.numbers.stages[stage].split())
        before = len(self.numbers.stages[stage - 1].split()) if stage else 0
        words = self.header.words[whole - own : whole - before]
        return [ApplyMethod(word.set_fill, None, 0.0 if leaves else 1.0) for word in words]

    # --- the story ---

    def tell(self) -> None:
        """Lay out the map; place the word on it; put words before it; take them away, and put them back."""
        numbers = self.numbers
        far, near, above = numbers.landmarks
        said = {"far": far, "near": near, "above": above, "word": numbers.word}
        self.add(*self.marks[:2], *self.names[:2])
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
        """Let an axis come between two words, then the third above with the upright one; say what their ends mean."""
        move = self.style.times.move
        self.play(Create(self.across), FadeIn(self.across_likes), run_time=move)
        self.play(GrowFromCenter(self.marks[2]), FadeIn(self.names[2], self.up_likes), Create(self.up), run_time=move)

    def _tell_word(self) -> None:
        """Let axes get their numbers, the word come in the map's origin, and each of its cosines move it."""
        held, move = self.numbers.held(0), self.style.times.move
        self._put([0.0, 0.0, 0.0])
        numbered = [FadeOut(self.across_likes, self.up_likes), FadeIn(self.across_said, self.up_said)]
        for word in self.header.words:
            word.set_fill(opacity=0.0)
        self.add(self.header)
        self.play(*numbered, *self._said(0), run_time=move)
        self.add(self.glow)
        self.play(FadeIn(self.headings), GrowFromCenter(self.dot), FadeIn(self.glow), run_time=self.style.times.quick)
        now = [0.0, 0.0, 0.0]
        for index in (1, 0, 2):
            before, now = now, [held[index] if place == index else value for place, value in enumerate(now)]
            self._travel(before, now, _GROW)

    def _tell_stage(self, stage: int) -> None:
        """Put words before the word, and let it travel; then the place that it has left gets its picture and name."""
        numbers, here, times = self.numbers, self.dot.get_center(), self.style.times
        self.play(*self._said(stage), run_time=times.move)
        if self._pictured(stage):
            old_dot, self.dot = self.dot, self._travelling(stage).move_to(here)
            self.play(ReplacementTransform(old_dot, self.dot), run_time=times.quick)
        self.add(self.stops[stage - 1])
        self._travel(numbers.held(stage - 1), numbers.held(stage), _RIDE, self.routes[stage - 1])
        self.play(*self._park(stage - 1), run_time=times.quick)

    def _tell_whole(self) -> None:
        """Take word after word away: a dot goes back; put them back: it goes to one place after another."""
        numbers, times = self.numbers, self.style.times
        held = [numbers.held(stage) for stage in range(len(numbers.stages))]
        self.add(self.stops[-1])
        old, self.dot = self.dot, self._dot(self.dot.get_center(), _DOT, self.style.theme.subject, Layer.PIN)
        self.play(ReplacementTransform(old, self.dot), *self._park(len(held) - 1), run_time=times.move)
        for stage in reversed(range(1, len(held))):
            self.play(*self._said(stage, leaves=True), run_time=times.quick)
            self._travel(held[stage], held[stage - 1], _BACK)
        self._swell(0)
        for stage in range(1, len(held)):
            self.play(*self._said(stage), run_time=times.quick)
            self._travel(held[stage - 1], held[stage], _BACK)
        self.play(FadeOut(self.dot, self.glow), run_time=times.quick)

    def _swell(self, stage: int) -> None:
        """Let a place's name grow for a moment."""
        swelling = ApplyMethod(self.tags[stage].scale, _LOUD, rate_func=there_and_back)
        self.play(swelling, run_time=self.style.times.move)
