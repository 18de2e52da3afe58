"""One word, refined twice by a real model: words put before it push it over a map of three other words.

The model was run once, by ``record-model``; everything here is drawn from its recording. Across, the map holds the
cosine with one word less that with another; up, the cosine with a third. The three are chosen from the numbers: what
the first words put before take the word away from, what they bring it to, and what the last ones bring it to. Two of
them pull below the map, each with a bar as long as its cosine: the second bar is laid back from the first one's end, so
that its own end is the word's place across, and a dashed line leads up from there. The third lifts the word as high as
a post stands. Each phrase is typed beside the word and travels with it: each new word is the cause of a push, drawn as
an arrow from place to place. Beside each place stay its phrase and the difference that makes it, and beside the way up
the heights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    Animation,
    ApplyMethod,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    Transform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add, format_number
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.recordings import Recording
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_MOST_STAGES, _LEAST_COMPARED, _MOST_COMPARED = 3, 3, 6
"""The most phrases that refine a word; the fewest and the most words that it is compared with."""

_POLE, _PIECE, _NARROWED, _ASKED, _NARROW = 1.0, 0.86, 0.52, 2.2, 0.72
"""Scene units: the height of a pole's picture, and of the word's; the share of it that one has which is narrowed down;
its size before it has a place; the share of all of them in a narrow frame."""

_FOOT = 0.07
"""Scene units from a place to the foot of the word's picture."""

_LANE, _BAR, _SEAM, _POST, _GAP = 1.2, 0.5, 0.06, 0.2, 0.16
"""Scene units: the room below the map; the width of a bar, and from one to the other; the width of the post; between a
thing and what is beside it."""

_TRAIL, _DOT, _LINE, _BETWEEN, _APART = 0.09, 0.1, 0.16, 0.5, 1.5
"""Scene units: the width of a push's arrow; the radius of the dot at a place; between a label's lines; between two
labels. Heights of capitals: from a height's number to another, at the least."""

_DASH, _DASHED, _DASH_WIDTH = 0.17, 0.56, 2.6
"""Scene units from a dash to the next; the share of them that is drawn; a dash's width in stroke units."""

_CAPITAL = 0.34 / 48
"""Scene units: a capital's height for a type size of 1."""

_EDGE = 0.08
"""Scene units that the halo of a text at the frame's side takes."""

_WARMTH, _REACH = 0.13, 3.2
"""The opacity of the light around a pole, and its radius in scene units."""

_TYPE, _TURN, _RIDE, _PULL, _BACK, _LIT = 0.9, 0.6, 2.0, 1.1, 1.3, 0.4
"""Seconds in which a phrase is typed, a picture becomes another, the word travels, a pole begins to pull, all goes back
to a place, and a place is looked at."""


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


class Tower(PlaneFigure):
    """lesson-tower: words put before a word push it over a map, from one word to another, up to a third."""

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

    def _climate(self) -> list[Glow]:
        """Return a soft light around each of the three poles."""
        self._lay()
        return [Glow(flat(at), _REACH, color, _WARMTH) for at, color in zip(self.poles, self.colors, strict=True)]

    def _lay(self) -> None:
        """Find the map's origin and units: two poles stand at the ends of the lane below it, the third above it."""
        numbers, theme, free = self.numbers, self.style.theme, self.stage.above_foot
        self.colors = [theme.families[1], theme.families[0], theme.families[3]]
        narrow = self.stage.is_narrow
        self.size = self.style.sizes.number if narrow else self.style.sizes.head
        self.scale = _NARROW if narrow else 1.0
        pole, piece = _POLE * self.scale, _PIECE * self.scale
        held = torch.tensor([numbers.held(stage) for stage in range(len(numbers.stages))]).double()  # (S, 3)
        reach = max(float(held[:, :2].abs().max()), float(numbers.places[:, 0].abs().max()), 0.1)
        height, depth = max(float(held[:, 2].max()), 0.1), min(float(held[:, 2].min()), 0.0)
        self.free = free = free.inset(left=_EDGE, right=_EDGE, top=_EDGE)
        floor = free.bottom + _LANE * self.scale
        across = (free.width / 2 - pole - 2 * _GAP) / reach
        # One scale up for all places, as large as it can be: the last picture stands beside the pole if it has room.
        last = self._icon(numbers.stages[-1], theme.subject, _NARROWED * piece)
        third = self._icon(numbers.landmarks[2], theme.subject, pole)
        aside = across * abs(float(numbers.places[-1, 0])) > (float(last.width) + float(third.width) + _GAP / 2) / 2
        up = (free.top - pole - (0.0 if aside else _NARROWED * piece) - 2 * _GAP - floor) / (height - depth)
        self.unit, self.origin = (across, up), point(float(free.centre[0]), floor - depth * up)
        self.lane = free.bottom + _LANE * self.scale / 2
        ends = [free.left + pole / 2, free.right - pole / 2]
        self.poles = [*(point(x, self.lane) for x in ends), point(float(self.origin[0]), free.top - pole / 2)]

    def spot(self, x: float, y: float) -> Point:
        """Return the point of the frame for a place on the map."""
        return self.origin + point(x * self.unit[0], y * self.unit[1])

    def place(self, stage: int) -> Point:
        """Return where the word is at a stage."""
        return self.spot(*self.numbers.places[stage].tolist())

    def build(self) -> None:
        """Make the poles, the bars and the post, the word's pictures, the phrases, the trail and all numbers."""
        theme, stages = self.style.theme, range(len(self.numbers.stages))
        self.held, self.written = [0.0, 0.0, 0.0], list[Number]()
        self.axes = self._axes()
        self.pictures = [self._pole(index) for index in range(3)]
        self.bars = [VMobject(stroke_width=0) for _ in range(3)]
        for bar, color in zip(self.bars, self.colors, strict=True):
            laid(bar, Layer.BAND)
            if theme.filled:
                bar.set_fill(theme.fill(color), 1.0)
            else:
                bar.set_stroke(color, self.style.strokes.bold)
        self.leads = [laid(VMobject(stroke_color=color, stroke_width=_DASH_WIDTH), Layer.GHOST)
                      for color in (theme.ink, self.colors[2])]  # fmt: skip
        self.pieces = [self._piece(stage) for stage in stages]
        self.dot = self._dot(self.origin)
        self.trails = [self._trail(self.place(stage)) for stage in stages[1:]]
        self.phrases, self.blocks = list[PhraseBlock](), list[VGroup]()
        for stage in stages:
            phrase, block = self._labels(stage)
            self.phrases.append(phrase)
            self.blocks.append(block)
        self._place_labels()
        self.leaders = [self._leader(stage) for stage in stages]

    def _axes(self) -> VGroup:
        """Return the map's floor, and the way up to the third pole."""
        theme, strokes, (x, floor) = self.style.theme, self.style.strokes, flat(self.origin)
        left, right = self.free.left, self.free.right
        lines = [thin_line(point(left, floor), point(right, floor), theme.axis, strokes.line)]
        lines.append(thin_line(self.origin, point(x, float(self.poles[2][1]) - _POLE * self.scale / 2), theme.axis,
                               strokes.thin))  # fmt: skip
        return laid(VGroup(*lines), Layer.TICKS)

    def _pole(self, index: int) -> VGroup:
        """Return a pole's picture, if it has one, and its name: above those at the sides, beside the third."""
        text, color, style = self.numbers.landmarks[index], self.colors[index], self.style
        name, at = Label(text, size=self.size, color=color, style=style), self.poles[index]
        icon = laid(self._icon(text, color, _POLE * self.scale), Layer.ICON).move_to(at)
        half = _POLE * self.scale / 2
        if index < 2:
            name.move_to(at + point(0.0, half + _GAP + float(name.height) / 2))
            side = self.free.left - float(name.get_left()[0]) if index == 0 else self.free.right - name.get_right()[0]
            name.shift(point(max(float(side), 0.0) if index == 0 else min(float(side), 0.0)))
        else:
            # The last place's label is on the other side.
            name.move_to(at - self._side(-1) * point(half + _GAP + float(name.width) / 2))
        return VGroup(icon, labelled(name, style)) if len(icon) else VGroup(labelled(name, style))

    def _side(self, stage: int) -> float:
        """Return on which side of the way up a stage's place and its label are: 1 on the right, -1 on the left."""
        return 1.0 if float(self.numbers.places[stage, 0]) >= 0.0 else -1.0

    def _icon(self, text: str, color: str, height: float) -> VGroup:
        """Return the icon of a text, empty where it has none."""
        word = self._pictured(text)
        return ShadedIcon(word, color, height=height, style=self.style) if word else VGroup()

    def _pictured(self, text: str) -> str:
        """Return what of a text has an icon: all its words, one before its last, or else that; empty where none has."""
        *before, last = words = text.lower().split()
        return next((each for each in ("-".join(words), *reversed(before), last) if has_icon(each, self.style)), "")

    def _piece(self, stage: int) -> VGroup:
        """Return the word's picture at a stage, on its place: smaller where it is narrowed down; or nothing."""
        stages = self.numbers.stages
        word = self._pictured(stages[stage])
        again = stage > 0 and word == self._pictured(stages[stage - 1])
        height = _PIECE * self.scale * (_NARROWED if again else 1.0)
        return self._stand(laid(self._icon(stages[stage], self.style.theme.subject, height), Layer.PIN),
                           self.place(stage))  # fmt: skip

    def _left(self, stage: int) -> VGroup:
        """Return the word's picture at a stage as it is left behind: beside its place if the way leads on upwards."""
        piece, at = self.pieces[stage].copy(), self.place(stage)
        if not len(piece) or not self._steps_aside(stage):
            return piece
        aside = _DOT * self.scale + _GAP + float(piece.width) / 2
        return self._stand(piece, at + self._side(stage) * point(aside))

    def _steps_aside(self, stage: int) -> bool:
        """Return whether the way from a stage's place to the next leads through its picture."""
        if stage + 1 == len(self.pieces):
            return False
        x, y, _ = self.place(stage + 1) - self.place(stage)
        return bool(abs(x) < float(self.pieces[stage].height) / 2 and y > 0.0)

    def _stand(self, piece: VGroup, at: Point) -> VGroup:
        """Put the word's picture on a place, its foot over the dot there."""
        return piece.move_to(at + point(0.0, _FOOT), aligned_edge=DOWN)

    def _dot(self, at: Point) -> Dot:
        """Return the dot that is the word's place."""
        theme = self.style.theme
        dot = Dot(at, radius=_DOT * self.scale, color=theme.fill(theme.subject))
        return laid(dot.set_background_stroke(color=theme.background, width=RIM), Layer.PIN)

    def _trail(self, start: Point) -> Vector:
        """Return a push that has not begun yet: an arrow from a dot, which will end at another."""
        arrow = Vector(start, start, self.style.theme.subject, width=_TRAIL, style=self.style)
        arrow.short = _DOT * self.scale
        return laid(arrow, Layer.TRAIL)

    def _edge(self, side: float) -> float:
        """Return where the labels of one side's places begin: clear of all pictures there, as they are left behind."""
        edges = []
        for stage in range(len(self.pieces)):
            if self._side(stage) == side:
                marks = [self._dot(self.place(stage)), *self.pieces[stage], *self._left(stage)]
                edges += [side * float(mark.get_edge_center(side * RIGHT)[0]) for mark in marks]
        return side * (max(edges) + 1.5 * _GAP)

    def _labels(self, stage: int) -> tuple[PhraseBlock, VGroup]:
        """Return a stage's phrase and the difference that is its place across, in as many lines as need be."""
        style, sizes, side = self.style, self.style.sizes, self._side(stage)
        size = sizes.formula if self.stage.is_wide else sizes.tick if self.stage.is_narrow else sizes.number
        room = self.free.right - self._edge(side) if side > 0 else self._edge(side) - self.free.left
        far, near, _ = self.numbers.held(stage)
        across = near - far
        equals = "approx" if decimals_that_add([near, -far], across, [2]) is None else "="
        shown_near, shown_far, shown_across = (
            Number(value, size=size, color=color, style=style)
            for value, color in zip((near, far, across), (self.colors[1], self.colors[0], style.theme.ink), strict=True)
        )
        pieces = [shown_near, Label("−", size=size, style=style), shown_far]
        result = [Math(equals, size=size, style=style), shown_across]
        fits = float(Row([*pieces, *result], 0.13).width) <= room
        rows = [[*pieces, *result]] if fits else [[*pieces], [*result]]
        block = VGroup(*(labelled(Row(row, 0.13), style) for row in rows))
        words = self.numbers.stages[stage].split()
        colors = [style.theme.subject] * len(words)
        for count in range(1, len(words) + 1):
            phrase = PhraseBlock(words, colors, count, flush=True, size=size, style=style)
            if phrase.width <= room:
                break
        for text in (phrase, *block):
            text.scale(min(1.0, room / float(text.width)))
        return phrase, block

    def _place_labels(self) -> None:
        """Put each phrase, its difference below, beside its place; those of one side clear of each other."""
        for side in (-1.0, 1.0):
            stages = [stage for stage in range(len(self.pieces)) if self._side(stage) == side]
            if not stages:
                continue
            stages.sort(key=lambda stage: float(self.place(stage)[1]))
            below = float(self.pictures[0 if side < 0 else 1][-1].get_top()[1]) + _GAP
            name = self.pictures[2][-1]
            above = self.free.top if self._side(-1) == side else float(name.get_bottom()[1]) - _GAP
            labels = []
            for stage in stages:
                label = VGroup(self.phrases[stage], *self.blocks[stage])
                labels.append(label.arrange(DOWN, buff=_LINE, aligned_edge=LEFT if side > 0 else RIGHT))
            middles = [self._beside(stage) for stage in stages]
            sizes = [float(label.height) + _BETWEEN for label in labels]
            heights = spread(middles, sizes, below - _BETWEEN / 2, above + _BETWEEN / 2)
            edge = self._edge(side)
            for label, y in zip(labels, heights, strict=True):
                label.move_to(point(edge, y), aligned_edge=-side * RIGHT)

    def _beside(self, stage: int) -> float:
        """Return the height at which a stage's label is best: its place's, or its picture's middle, if it is on it."""
        piece = self.pieces[stage]
        return float(piece.get_y() if len(piece) and stage == 0 else self.place(stage)[1])

    def _leader(self, stage: int) -> VMobject:
        """Return the thin line from a place to its label, if that is not next to its picture."""
        at, side, theme = self.place(stage), self._side(stage), self.style.theme
        label = VGroup(self.phrases[stage], self.blocks[stage])
        start = at + side * point(_DOT * self.scale + _GAP / 2)
        end = float(label.get_edge_center(-side * RIGHT)[0]) - side * _GAP / 2
        half = float(self.pieces[stage].width) / 2 if len(self.pieces[stage]) else _DOT * self.scale
        if abs(end - float(at[0])) < half + 2 * _GAP:
            return VMobject()
        low, high = float(label.get_bottom()[1]), float(label.get_top()[1])
        line = thin_line(start, point(end, min(max(float(at[1]), low), high)), theme.axis, self.style.strokes.thin)
        return laid(line, Layer.GHOST)

    def _typed(self, stage: int) -> Point:
        """Return where a stage's phrase is typed: beside the picture at the place before; above the label, if there."""
        phrase, picture, side = self.phrases[stage], self.pieces[stage - 1], self._side(stage)
        at, wide = self.place(stage - 1), float(phrase.width)
        half = float(picture.width) / 2 if len(picture) else _DOT * self.scale
        y = float(picture.get_y() if len(picture) else at[1])
        beside = self._inside(point(float(at[0]) + side * (half + _GAP + wide / 2), y), wide)
        if not self._steps_aside(stage - 1):
            return beside
        above = VGroup(self.phrases[stage - 1], self.blocks[stage - 1]).get_top()
        return point(float(phrase.get_x()), float(above[1]) + _BETWEEN + float(phrase.height) / 2)

    def _over(self, picture: VGroup, phrase: PhraseBlock) -> Point:
        """Return the way from a place to its phrase where that is above its picture."""
        return point(0.0, _FOOT + (float(picture.height) if len(picture) else 0.0) + _GAP + float(phrase.height) / 2)

    def _inside(self, at: Point, width: float) -> Point:
        """Return a middle at which something as wide as that does not leave the frame."""
        half = width / 2
        return point(min(max(float(at[0]), self.free.left + half), self.free.right - half), float(at[1]))

    # --- motion ---

    def _follow(self, cosines: Sequence[float]) -> list[Number]:
        """Lay bars and post for three cosines; return their numbers, where they stand now."""
        far, near, above = cosines
        (zero, floor), lane = flat(self.origin), self.lane
        at, turn = self.spot(near - far, above), float(self.spot(-far, 0.0)[0])
        thick, seam, post = _BAR * self.scale, _SEAM * self.scale / 2, _POST * self.scale / 2
        sides = [(zero, turn, lane - seam - thick, lane - seam), (turn, float(at[0]), lane + seam, lane + seam + thick),
                 (zero - post, zero + post, floor, float(at[1]))]  # fmt: skip
        numbers = []
        for bar, (left, right, low, high), value, color in zip(self.bars, sides, cosines, self.colors, strict=True):
            bar.set_points_as_corners([point(x, y) for x, y in (
                (left, low), (right, low), (right, high), (left, high), (left, low))])  # fmt: skip
            numbers.append(laid(Number(value, size=self.size, color=color, style=self.style), Layer.LABEL))
        for number, bar in zip(numbers, self.bars[:2], strict=False):
            half = float(number.width) / 2 + _GAP / 4
            inside = float(bar.width) > 2 * half
            number.set_x(float(bar.get_x()) if inside else min(zero, turn, float(at[0])) - half)
            number.on_baseline(float(bar.get_y()) - number.cap_height / 2)
            if inside and self.style.theme.filled:
                number.set_fill(self.style.theme.background)
        beside = numbers[2]
        beside.set_x(zero - post - _GAP - float(beside.width) / 2).on_baseline(float(at[1]) - beside.cap_height / 2)
        self._lead(at, float(beside.get_left()[0]) - _GAP / 2)
        return numbers

    def _lead(self, at: Point, left: float) -> None:
        """Draw dashes from the bars' end up to a place, and from the post's height to it.

        Args:
            at: the place.
            left: what is free of the post's number, scene units.
        """
        x, y = flat(at)
        top, side = self.lane + (_SEAM / 2 + _BAR) * self.scale, float(self.origin[0]) + _POST * self.scale / 2
        start = side if x > side else left if x < left else x
        for lead, begin in zip(self.leads, (point(x, top), point(start, y)), strict=True):
            lead.clear_points()
            if lead is self.leads[1] and y == float(self.origin[1]):
                break  # nothing lifts it yet
            way = at - begin
            count = round(float(abs(way).max()) / _DASH)
            for index in range(count):
                lead.start_new_path(begin + index / count * way)
                lead.add_line_to(begin + (index + _DASHED) / count * way)

    def _travel(
        self,
        after: Sequence[float],
        time: float,
        piece: VGroup | None = None,
        name: tuple[PhraseBlock, Point, Point] | None = None,
        trail: Vector | None = None,
        glow: VMobject | None = None,
        beside: Sequence[Animation] = (),
    ) -> None:
        """Let bars and post, and the word with them, go from the cosines that hold to three others.

        Args:
            after: the cosines.
            time: seconds.
            piece: the word's picture; None if it stays where it is.
            name: its phrase, and the ways from its place to that, at first and in the end.
            trail: the push.
            glow: the light around a place.
            beside: what goes on at the same time.
        """
        before, self.held = self.held, list(after)
        changed = [index for index in range(3) if before[index] or after[index]]
        shown = [index for index in changed if piece is not None or index < 2]
        written = self._follow(before)
        begin = self.spot(before[1] - before[0], before[2])
        running = {index: RunningNumber(written[index]) for index in shown}

        def follow(share: float) -> None:
            now = [start + share * (end - start) for start, end in zip(before, after, strict=True)]
            numbers = self._follow(now)
            for index, digits in running.items():
                digits.write(numbers[index])
                digits.set_fill(numbers[index].submobjects[0].get_fill_color(), self._room(index, numbers[index]))
            at = self.spot(now[1] - now[0], now[2])
            if piece is not None:
                self._stand(piece, at)
                self.dot.move_to(at)
            if trail is not None:
                trail.set_ends(begin, at)
            if name is not None:
                phrase, one, other = name
                # Sideways first: so it goes round its picture, and over the post's number.
                steps = point(smooth(min(2 * share, 1.0)), smooth(max(2 * share - 1.0, 0.0)))
                phrase.move_to(self._inside(at + one + steps * (other - one), float(phrase.width)))
            if glow is not None:
                glow.move_to(at + point(0.0, _PIECE * self.scale / 3))

        self.remove(*self.written)
        follow(0.0)
        moved = [*running.values(), *(self.bars[index] for index in changed), *self.leads]
        moved += [] if piece is None else [piece, self.dot]
        moved += [mark for mark in (trail, glow, name and name[0]) if mark is not None]
        self.add(*moved)
        self.play(Live(moved, follow), *beside, run_time=time)
        self.remove(*running.values())
        self.written = [number for index, number in enumerate(self._follow(after)) if index in shown]
        self.add(*self.written)

    def _room(self, index: int, number: Number) -> float:
        """Return the opacity of a running number: one in a bar is not seen before the bar has room for it."""
        if index == 2:
            return 1.0
        return min(max((float(self.bars[index].width) - float(number.width)) / _GAP - 1.0, 0.0), 1.0)

    def _type(self, phrase: PhraseBlock) -> None:
        """Let the letters of a phrase come one after the other."""
        letters = [letter for word in phrase.words for letter in word.family_members_with_points()]

        def follow(share: float) -> None:
            for index, letter in enumerate(letters):
                letter.set_fill(opacity=min(max(share * (len(letters) + 1) - index, 0.0), 1.0))

        follow(0.0)
        self.add(phrase)
        self.play(Live([phrase], follow, rate_func=linear, run_time=_TYPE))

    # --- the story ---

    def tell(self) -> None:
        """Show the poles; let them pull the word to its place; put words before it, which push it on."""
        numbers = self.numbers
        far, near, above = numbers.landmarks
        held = [format_number(value) for value in numbers.held(0)]
        said = {"far": far, "near": near, "above": above, "word": numbers.word}
        with self.beat("map", model=numbers.model, **said):
            self._tell_map()
            self.rest()
        pulls = {"far_cosine": held[0], "near_cosine": held[1]}
        with self.beat("word", text=_said("word", _begun(numbers, self.world)), **said, **pulls):
            self._tell_word()
            self.rest()
        for stage in range(1, len(numbers.stages)):
            before, after = numbers.held(stage - 1), numbers.held(stage)
            name, told = ("first", 1) if stage == 1 else ("second", 2)
            rise = {"before": format_number(before[told]), "after": format_number(after[told])}
            text = _said(name, *(claim(numbers, self.world) for claim in _CLAIMED[name]))
            with self.beat(name, text=text, added=numbers.added(stage), **said, **rise):
                self._tell_stage(stage)
                self.rest()
        with self.beat("twice", phrases=len(numbers.stages), **said):
            self._tell_whole()
            self.hold()

    def _tell_map(self) -> None:
        """Let the poles come, one after the other, then the word, which has no place yet."""
        style, move = self.style, self.style.times.move
        self.play(FadeIn(self.pictures[0]), FadeIn(self.pictures[1]), Create(self.axes[0]), run_time=move)
        self.play(FadeIn(self.pictures[2]), Create(self.axes[1]), run_time=move)
        self.piece = self.pieces[0].copy().scale(_ASKED)
        sign = Label("?", size=style.sizes.hero, color=style.theme.subject, style=style)
        middle = (self.origin + self.poles[2]) / 2
        self.piece.move_to(middle)
        sign.move_to(middle + point(float(self.piece.width) / 2 + 2 * _GAP))
        self.sign = laid(sign, Layer.LABEL)
        phrase = self.phrases[0]
        self.home = phrase.get_center()
        # Beside the picture: above it, the upright axis would strike it through.
        phrase.move_to(middle - point(float(self.piece.width + phrase.width) / 2 + 2 * _GAP))
        self._type(phrase)
        self.play(FadeIn(self.piece, self.sign), run_time=move)

    def _tell_word(self) -> None:
        """Let the word down to where nothing pulls; let one pole after the other pull it; say what its place is."""
        held = self.numbers.held(0)
        early, late = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
        landed, phrase = self._stand(self.pieces[0].copy(), self.origin), self.phrases[0]
        over, home = self._over(landed, phrase), self.home - self.place(0)
        asked = phrase.copy()  # its way to above the picture would lead across it
        self.remove(phrase)
        phrase.move_to(self.origin + over)
        self.play(
            ReplacementTransform(self.piece, landed),
            FadeOut(asked, self.sign, rate_func=early),
            FadeIn(phrase, self.dot, rate_func=late),
            run_time=self.style.times.move,
        )
        self.piece = landed
        for count in (1, 2, 3):
            now = [value if place < count else 0.0 for place, value in enumerate(held)]
            self._travel(now, _PULL, self.piece, (phrase, over, home if count == 3 else over))
        self.play(Create(self.leaders[0]), FadeIn(self.blocks[0]), run_time=self.style.times.move)

    def _tell_stage(self, stage: int) -> None:
        """Put words before the word; it becomes what they say, and is pushed on; say what its place is."""
        phrase, typed = self.phrases[stage], self._typed(stage)
        ways = (typed - self.place(stage - 1), phrase.get_center() - self.place(stage))
        self._type(phrase.move_to(typed))
        height = self.written[2]
        before, left = self.piece.copy(), self._left(stage - 1)
        new = self._stand(self.pieces[stage].copy(), self.place(stage - 1))
        for mark in (before, self.dot.copy()):
            self.add(mark.set_z_index(Layer.ICON))
        self.play(Transform(before, laid(left, Layer.ICON)), ReplacementTransform(self.piece, new), run_time=_TURN)
        self.piece = new
        self._travel(self.numbers.held(stage), _RIDE, self.piece, (phrase, *ways), self.trails[stage - 1])
        kept = [height] if self._is_clear(stage - 1) else []
        self.play(Create(self.leaders[stage]), FadeIn(self.blocks[stage], *kept), run_time=self.style.times.move)

    def _is_clear(self, stage: int) -> bool:
        """Return whether a stage's height can stand beside those of all later stages."""
        apart = _APART * _CAPITAL * self.size
        heights = [float(self.place(each)[1]) for each in range(stage, len(self.numbers.stages))]
        return all(abs(height - heights[0]) > apart for height in heights[1:])

    def _tell_whole(self) -> None:
        """Let bars and post go back to each place in turn, whose phrase and picture are lit."""
        theme, stages = self.style.theme, range(len(self.numbers.stages))
        self.add(self.written[2].copy())
        glow = HeroGlow(self.place(stages[-1]), theme.subject, style=self.style).scale(self.scale)
        glow.move_to(self.place(stages[-1]) + point(0.0, _PIECE * self.scale / 3))
        self.play(FadeIn(glow), run_time=self.style.times.quick)
        for stage in stages:
            colors = [theme.subject if each == stage else theme.dim for each in stages]
            lit = [ApplyMethod(word.set_fill, colors[each]) for each in stages for word in self.phrases[each].words]
            self._travel(self.numbers.held(stage), _BACK, glow=glow, beside=lit)
            self.wait(_LIT)
        lit = [ApplyMethod(word.set_fill, theme.subject) for phrase in self.phrases for word in phrase.words]
        self.play(*lit, FadeOut(glow), run_time=self.style.times.move)


_CLAIMED = {"first": (_turned,), "second": (_turned_again, _lifted)}
"""The claims that must hold for captions of the words put before."""


def _said(beat: str, *found: Measurement) -> str:
    """Return the name of what is said in a beat, where all that it says holds, and where not."""
    return beat if all(measurement.holds for measurement in found) else f"{beat}-fails"
