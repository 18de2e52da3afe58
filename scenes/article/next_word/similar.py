"""The limits of an average: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. This does not mean that averages can never be told apart: a classifier that had seen
both phrases could have learned it (the claims measure that, too).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    Animation,
    Arc,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    Line,
    ManimColor,
    ReplacementTransform,
    Transform,
    VGroup,
    VMobject,
    interpolate_color,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.next_word.answers import SeenAndUnseen, TwoAnswers, two_answers
from scenes.article.next_word.averages import Averages, UnitBar
from scenes.article.next_word.claims import SIMILAR_CLASSIFICATION_CLAIMS
from scenes.article.next_word.drops import Drop
from scenes.article.next_word.fan import Fan
from scenes.article.next_word.fork import Fork
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.measured import Measured, ahead
from scenes.article.next_word.pair import PhrasePair
from scenes.article.next_word.paired_scores import PairedScores
from scenes.layout import shrink
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RIGHT, _NARROW_RIGHT, _LOW, _FLAT = 6.1, 3.75, 4.6, 2.2
"""Scene units: the width of the record beside the arrows, in wide frames and others; its height beneath them,
in tall frames and square ones."""

_TIPS = 0.8
"""Scene units above the fan for the tips of the two averages and their names."""

_ASIDE = 0.7
"""Scene units that stay free at the right of the fan, where phrases stand beside it."""

_BOLD, _LESS_BOLD = 0.18, 0.12
"""Scene units: the shafts of averages, and where there is less room."""

_BEYOND = 0.45
"""Scene units from the phrases to what stands below them."""

_STEP, _THIN_STEP = 0.13, 0.09
"""Scene units: the shafts of steps, and where there is less room."""

_FIRST_STEP, _NEXT_STEP, _CHOSEN, _ANSWERED = 0.6, 0.3, 0.6, 0.4
"""Seconds for a first step, for every other one, in which an answer swells, and for it with its mark."""

_WHOLE, _SHARED = 0.5, 0.6
"""Seconds in which the first word's whole arrow grows, and in which it shrinks to its share, the first step."""

_NEAR_STEP = 1.6
"""Scene units from where it would be best within which it is said beside the first step what a step is."""

_ASKS, _LEARNS, _STANDS, _LESSONS = 0.5, 0.7, 0.9, 3
"""Seconds in which a lesson asks, and in which arrows move then; those in which nothing moves after the first one; how
many lessons of equal gains there are after it."""

_SHORT = 0.5
"""Scene units: the least length of the answer's arrow after the first lesson."""

_WORD, _THIN_WORD = 0.1, 0.07
"""Scene units: the shafts of the words' arrows, and where there is less room."""

_FALLS, _FALLING, _LANDS = 1.5, 0.6, 0.8
"""Seconds in which shadows fall onto an average's line for the first time; the opacity of the arrow that falls; the
share of its way after which it is the shadow."""

_CHARTS, _MEASURES, _TURNS, _GROWN, _SWOLLEN = 0.5, 0.8, 0.8, 0.75, 1.7
"""Seconds in which the chart comes, in which a bar grows as long as its shadow, and in which a single one turns to the
second line; the share of these after which it is as long; how much thicker a shadow is where it has been measured."""

_CAP, _CAP_SWELLS, _GAIN_STANDS = 1.5, 0.6, 0.6
"""The thickness of a gain as a share of its shadow's, and by how much of that it swells once; seconds in which nothing
moves after it."""

_THIN_SHADOW = 0.6
"""The thickness of a shadow where there is less room, as a share of the common one."""

_MARK = 0.17
"""Scene units by which the mark of the right angle is larger than half of a shadow's thickness."""

_HALO = 0.1
"""Scene units that a dashed line of the other average keeps from a shadow that lies on the one measured along, and a
shadow on its way from a phrase."""

_UNIT_BAR = 0.4
"""Scene units from the lower edge of the arrows' room to the bar of length 1."""

_CLEARED, _THINS = 0.4, 0.7
"""Seconds in which the angle leaves, and in which the averages become thin."""

_COPIED, _SWINGS = 0.9, 2.0
"""Seconds in which the first phrase's shadows are taken over by the second, and swing to its line."""

_TAIL = 0.25
"""Scene units by which an average's line goes on behind zero beyond the last word there."""

_BESIDE, _OVER = 0.1, 0.36
"""Scene units from the tip of an answer's arrow sideways to its word, and up to the word's middle."""

_METER = 0.3
"""Scene units from the name of what runs to its number."""

_CLEAR, _UNDER = 0.06, 0.12
"""Scene units around the gain that stay clear of other texts, and from its line down to it."""

_FORMER = 0.04
"""Scene units by which the mark of the first shadow's length goes on beyond the second line, within the shadow."""

_BELOW_BLANK = 0.2
"""Scene units from a free place down to the angle's number."""

_ARC, _HIGH_ARC, _FILLED, _WEDGE = 0.57, 0.72, 0.97, 0.3
"""The radius of the angle's arc where its number stands beside it and else, and of what lies in the angle, as shares of
the shorter average's length; the opacity of that."""

_HERO, _GREAT = 1.6, 3.0
"""The factor by which the angle's number is larger than other heroes, and where it has half of the frame."""

_SWEPT = 1.2
"""Seconds in which the averages grow."""

_ALIKE, _LIGHT_UP = 0.3, 0.9
"""Seconds in which both phrases stand in one colour, and in which the words that differ light up."""

_DOT = 0.13
"""Scene units: the radius of the point from which all arrows go."""

_LOUD = 0.16
"""The share by which an answer swells before it is said."""

_SPOKEN = 18
"""The most letters of a phrase's end that name its average."""


class SimilarClassification(PlaneFigure):
    """attention-similar-classification: two phrases whose averages are nearly the same get the same answer."""

    name = "attention-similar-classification"
    claims = SIMILAR_CLASSIFICATION_CLAIMS
    world_name = "next-word"
    with_plane = False
    with_record = False
    Parameters = SeenAndUnseen
    numbers: TwoAnswers
    parameters: SeenAndUnseen

    @classmethod
    def compute(cls, parameters: SeenAndUnseen, world: World) -> TwoAnswers:
        """Return both averages, and the answers of a classifier that has seen one of the phrases."""
        return two_answers(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: TwoAnswers) -> Mapping[str, object]:
        """Return both phrases, the angle between their averages, and the answers."""
        return {
            "seen": " ".join(numbers.seen),
            "unseen": " ".join(numbers.unseen),
            "count": len(numbers.seen),
            "same": len(numbers.shared),
            "angle": format_number(float(numbers.angle), 1),
            "first": numbers.predicted[0],
            "second": numbers.predicted[1],
            "hoped": numbers.wanted[1],
        }

    def build(self) -> None:
        """Make the two phrases, the fork of their steps, their averages, the words' arrows and the table of scores."""
        numbers, style = self.numbers, self.style
        self.hues = self._hues()
        self.pair = self._pair()
        self.field, self.right = self._regions()
        self.roomy = self.stage.is_wide or self.stage.is_portrait
        self.size = style.sizes.number if self.roomy else style.sizes.tick
        self.scores = self._scores()
        rows = [numbers.vocabulary[index] for index in numbers.drawn]
        places = numbers.classifier[list(numbers.drawn)] @ numbers.view.T
        ahead = numbers.contexts.double() @ numbers.view.T
        self.fan = self._fan(rows, places, ahead)
        self.start = laid(Dot(self.fan.origin, radius=_DOT, color=style.theme.ink), Layer.LABEL)
        self.fork = self._fork()
        self.averages = self._averages()
        self.tip_names = self._tip_names()
        self.each = self._each()
        self.count = self._count()
        self.angle = self._angle()
        self.one = self._unit_bar()
        self.marks = [self._mark(side) for side in (0, 1)]
        self.hoped = [self._hoped_word(side) for side in (0, 1)]
        self.beside = [label.get_center() - end for label, end in zip(self.fan.labels, self.fan.ends, strict=True)]
        self.key, self.step = self._meter()
        self.former = self._former()
        self.gains, self.gained = self._gains(), self._gained()
        tips = zip(self.fan.ends, self._colors(), strict=True)
        self.drops = {at: Drop(self.fan.origin, tip, color, style=style) for at, (tip, color) in enumerate(tips)}
        self.tails = [self._tail(side) for side in (0, 1)]
        self.shadow_before: Shadow | None = None

    def _averages(self) -> Averages:
        """Return both averages, as large as their walks."""
        fan = self.fan
        return Averages(
            fan.origin,
            self.fork.ends,
            self.hues,
            width=_BOLD if self.roomy else _LESS_BOLD,
            reaches=[float(shadow) * fan.unit for shadow in self.numbers.shadows],
            clear=self._thickness() * SLAB / 2 + _HALO,
            style=self.style,
        )

    def _hues(self) -> tuple[str, str]:
        """Return the phrases' colours: those of their first words that differ, where these tell them apart."""
        theme = self.style.theme
        found = [self.color_of(words.split()[0]) for words in self.numbers.differences]
        if found[0] == found[1] or {theme.ink, theme.subject} & set(found):
            return theme.families[0], theme.families[1]
        return found[0], found[1]

    def _pair(self) -> PhrasePair:
        """Return both phrases, with the model's answers as their last words."""
        numbers, theme = self.numbers, self.style.theme
        phrases = [(*words, answer) for words, answer in zip(numbers.phrases, numbers.predicted, strict=True)]
        colors = [
            [*(theme.ink if at in numbers.shared else hue for at in range(len(words))), theme.subject]
            for words, hue in zip(numbers.phrases, self.hues, strict=True)
        ]
        stage, view = self.stage, self.view
        safe = stage.safe
        left = safe.right - _RIGHT if stage.is_wide else safe.left
        region = Region(left, safe.right, view.foot, min(safe.top, view.header + 0.3))
        tags = (self.says("learned"), self.says("unseen"))
        return PhrasePair(phrases, colors, tags, region, below=stage.is_wide or stage.is_portrait, style=self.style)

    def _regions(self) -> tuple[Region, Region]:
        """Return where the arrows are, and where the table of scores."""
        stage, view = self.stage, self.view
        safe = stage.safe
        bottom = view.foot + 0.55 + 0.65 * (view.foot_lines - 1)
        below = Region(safe.left, safe.right, bottom, self.pair.bottom - _BEYOND)
        if stage.is_narrow:
            height = _LOW if stage.is_portrait else _FLAT
            return below.inset(bottom=height + 0.2), Region(below.left, below.right, bottom, bottom + height)
        width = _RIGHT if stage.is_wide else _NARROW_RIGHT
        field = Region(safe.left, safe.right, bottom, safe.top if stage.is_wide else below.top)
        return field.inset(right=width + 0.35), below.inset(left=below.width - width)

    def _scores(self) -> PairedScores:
        numbers, listed, theme = self.numbers, list(self.numbers.listed), self.style.theme
        colors = self._colors()
        fills = [colors[numbers.drawn.index(row)] for row in listed]
        scores = PairedScores(
            [numbers.vocabulary[row] for row in listed],
            numbers.reaches[:, listed],
            self.hues,
            fills,
            self.right,
            title=self.says("shadow"),
            sides=[first + (" …" if rest else "") for first, *rest in map(str.split, numbers.differences)],
            single=[row for row in range(len(listed)) if numbers.same_answer and row != self._row()],
            apart=numbers.same_answer and self._more(),
            style=self.style,
        )
        for name, color in zip(scores.names, fills, strict=True):
            name.set_color(theme.ink if color == theme.dim else color)
        return scores

    def _row(self) -> int:
        """Return the row of the second answer's bars."""
        return self.numbers.row_of(self.numbers.predicted[1])

    def _colors(self) -> list[str]:
        """Return each drawn word's colour: the first answer and the right second one have their own, others are dim."""
        numbers, theme = self.numbers, self.style.theme
        first, hoped = (numbers.vocabulary.index(word) for word in (numbers.predicted[0], numbers.wanted[1]))
        taken = {hoped: theme.query, first: theme.subject}  # the answer's, where both are one word
        return [taken.get(row, theme.dim) for row in numbers.drawn]

    def _ends_of_phrases(self) -> tuple[str, str]:
        """Return the names of both averages: the phrases from the first word that is different, if they are short."""
        first = next(at for at in range(len(self.numbers.seen)) if at not in self.numbers.shared)
        names = []
        for words, different in zip(self.numbers.phrases, self.numbers.differences, strict=True):
            said = " ".join(words[first:])
            whole = said if len(said) <= _SPOKEN else f"{different.split()[0]} …"
            names.append(f"… {whole}" if first else whole)
        return names[0], names[1]

    def _fan(self, rows: Sequence[str], places: Tensor, ahead: Tensor) -> Fan:
        """Return the words' arrows, as low as there is room: the averages need the height above them."""
        right, width = _ASIDE if self.stage.is_wide else 0.0, _WORD if self.roomy else _THIN_WORD
        region = self.field.inset(top=_TIPS, right=right)
        fan = Fan(rows, places, ahead, region, size=self.size, centred=True, width=width, style=self.style)
        drop = min(box_of(piece)[1] for piece in (*fan.arrows, *fan.labels)) - region.bottom
        drop = min(max(drop, 0.0), 0.2 * region.height)
        region = region.inset(top=2 * drop)
        fan = Fan(rows, places, ahead, region, size=self.size, centred=True, width=width, style=self.style)
        for arrow in {self.numbers.drawn.index(self.numbers.vocabulary.index(word)) for word in self.numbers.predicted}:
            self._clear(fan, arrow, ahead)
        return fan

    def _clear(self, fan: Fan, arrow: int, ahead: Tensor) -> None:
        """Move an answer's word off the ways from its arrow's tip to both averages' lines."""
        end, label = fan.ends[arrow], fan.labels[arrow]
        lines = [(flat(fan.origin), flat(each)) for each in fan.ends]
        for place in ahead:
            way = fan.place(place) - fan.origin
            foot = fan.origin + way * float((end - fan.origin) @ way) / max(float(way @ way), 1e-9)
            lines += [(flat(end), flat(foot)), (flat(fan.origin), flat(fan.origin + 99 * way))]
        out = (end - fan.origin) / max(float(np.linalg.norm(end - fan.origin)), 1e-9)
        width, height = float(label.width), float(label.height)
        # Above its tip and outwards, on no line with a phrase: they would be read as one.
        near = end + point(float(np.sign(out[0]) or 1.0) * (width / 2 + _BESIDE), _OVER)
        boxes = [fan.around(other) for other in fan.labels if other is not label]
        room = self.field
        bounds = (room.left, room.bottom, room.right, room.top)
        label.move_to(point(*free_spot((width + 0.12, height + 0.12), bounds, flat(near), lines=lines, boxes=boxes)))

    def _count(self) -> VGroup:
        """Return how many of the steps are the same, large, where the averages stand later."""
        numbers = self.numbers
        said = self.says("shared", same=len(numbers.shared), count=len(numbers.seen))
        large = Label(said, size=1.35 * _HERO * self.style.sizes.hero, style=self.style)
        small = Label(self.says("steps"), size=self.style.sizes.head, style=self.style)
        count = VGroup(large, small)
        if not len(self.each):
            count.add(Label(self._each_said(), size=self.style.sizes.number, style=self.style))
        count.arrange(DOWN, buff=0.3)
        shrink(count, min(1.0, self.right.width / float(count.width), self.right.height / float(count.height)))
        count.move_to(self.right.centre)
        return laid(count, Layer.LEDGER)

    def _each_said(self) -> str:
        return self.says("each", count=len(self.numbers.seen))

    def _each(self) -> VGroup:
        """Return what a step is, beside the first one; nothing without room there."""
        fork, field = self.fork, self.field
        text = Label(self._each_said(), size=self.size, style=self.style)
        near = fork.steps[0].start + point(0.35 + float(text.width) / 2, -0.3)
        boxes = [*fork.boxes, self.fan.around(self.start)]
        bounds = (field.left + 0.1, field.bottom, field.right - 0.1, field.top)
        spot = free_spot((float(text.width), float(text.height)), bounds, flat(near), lines=fork.lines, boxes=boxes)
        if float(np.linalg.norm(point(*spot) - near)) > _NEAR_STEP:
            return VGroup()
        return labelled(text.move_to(point(*spot)), self.style)

    def _meter(self) -> tuple[Label, VGroup]:
        """Return what arrows are, and below it what runs in training: its name, and the step after each lesson."""
        style, room = self.style, self.right
        sizes, ends = style.sizes, [float(self.numbers.stages[0]), *self._lessons()]
        for size in (sizes.hero, sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note):
            small = max(0.8 * size, sizes.least)
            key = Label(self.says("arrow"), size=small, style=style)
            name = Label(self.says("step"), size=small, style=style).on_baseline(0.0)
            steps = [Number(stage, decimals=0, size=size, style=style) for stage in ends]
            steps[-1].set_x(float(name.get_right()[0]) + _METER + steps[-1].width / 2)
            for step in steps:
                step.align_to(steps[-1], RIGHT).on_baseline(0.0)
            meter = VGroup(name, *steps)
            both = VGroup(key, meter).arrange(DOWN, buff=0.5 * float(meter.height), aligned_edge=LEFT)
            if both.width <= room.width and both.height <= room.height:
                break
        laid(both.move_to(room.centre), Layer.LEDGER)
        return key, meter

    def _reach_on(self, tip: Point, along: Point) -> float:
        """Return how far a word reaches along an average when its arrow ends at a tip."""
        fan, way = self.fan, along - self.fan.origin
        return float((tip - fan.origin) @ way) / max(float(np.linalg.norm(way)), 1e-9) / fan.unit

    def _former(self) -> VMobject:
        """Return the arc that keeps the length of the first answer's shadow while it swings to the second average."""
        fan = self.fan
        radius = float(self.numbers.shadows[0]) * fan.unit
        ways = [end - fan.origin for end in self.fork.ends]
        first, second = (float(np.arctan2(way[1], way[0])) for way in ways)
        turn = (second - first + np.pi) % (2 * np.pi) - np.pi  # the short way round
        more = float(np.sign(turn or 1.0)) * _FORMER / max(radius, _FORMER)
        arc = Arc(radius=radius, start_angle=first, angle=turn + more, arc_center=fan.origin)
        return laid(arc.set_stroke(self.style.theme.ink, self.style.strokes.bold), Layer.PIN)

    def _gains(self) -> list[VMobject]:
        """Return what the second answer's shadow has beyond the first one's, on its line and in its bar."""
        theme = self.style.theme
        gains = [VMobject(stroke_width=0).set_fill(theme.ink, 1.0) for _ in range(2)]
        return [laid(gains[0], Layer.PIN), laid(gains[1], Layer.FRAME)]

    def _gained(self) -> VGroup:
        """Return by how much the second answer's shadow is longer, below the line that marks it; maybe nothing."""
        scores, style = self.scores, self.style
        line = scores.longer_by(self._row())
        x, bottom = float(line.get_x()), float(line.get_bottom()[1])
        others = [box_of(each) for each in (*scores.names, *scores.numbers[0], *scores.numbers[1])]
        row = self._row() + 1
        floor = float(scores.bars[0][row].get_top()[1]) if row < len(scores.names) else self.right.bottom
        sizes = style.sizes
        for size in (1.2 * sizes.hero, sizes.hero, sizes.formula, sizes.head, scores.size, sizes.least):
            plus, number = (
                Label("+", size=size, style=style),
                Number(self.numbers.gain, size=size, style=style),
            )
            base = bottom - _UNDER - number.cap_height
            number.set_x(x + float(plus.width) / 2).on_baseline(base)
            plus.set_x(float(number.get_left()[0]) - 0.05 - plus.width / 2).on_baseline(base)
            gained = VGroup(plus, number)
            left, low, right, top = box_of(gained)
            box = (left - _CLEAR, low - _CLEAR, right + _CLEAR, top)
            above = low - _CLEAR >= floor or size <= scores.size
            if above and right <= self.right.right and not any(overlap(box, other) > 0 for other in others):
                return laid(gained, Layer.LEDGER)
        return VGroup()

    def _gain_at(self, along: Point, thick: float = _CAP) -> None:
        """Draw what the second answer's shadow has beyond the first one's while it lies on a line to a point."""
        fan, row = self.fan, self._row()
        reach, first = self._reach_on(fan.ends[self._arrow_of(1)], along), float(self.numbers.shadows[0])
        unit = (along - fan.origin) / max(float(np.linalg.norm(along - fan.origin)), 1e-9)
        aside = thick * self._thickness() * SLAB / 2 * point(float(-unit[1]), float(unit[0]))
        near, far = (fan.origin + length * fan.unit * unit for length in (first, reach))
        pieces = (
            [near + aside, near - aside, far - aside, far + aside],
            self.scores.beyond(row, reach, (1 + thick) / 2),
        )
        for gain, corners in zip(self.gains, pieces, strict=True):
            gain.clear_points()
            if reach > first and corners:
                gain.set_points_as_corners([*corners, corners[0]])

    def _soon(self) -> int:
        """Return the first stage of training at which arrows are seen, and words have room beside their tips."""
        stages = self.numbers.stages.tolist()
        sizes = [(float(label.width), float(label.height)) for label in self.fan.labels]
        for at, stage in enumerate(stages[1:-1], start=1):
            middles = [flat(tip + away) for tip, away in zip(self._tips_after(stage), self.beside, strict=True)]
            boxes = [
                (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                for (x, y), (wide, high) in zip(middles, sizes, strict=True)
            ]
            seen = float(np.linalg.norm(self._tips_after(stage)[self._arrow_of(0)] - self.fan.origin)) >= _SHORT
            if seen and not any(overlap(one, other) > 0 for one, other in combinations(boxes, 2)):
                return at
        return len(stages) - 1

    def _tips_after(self, step: float) -> list[Point]:
        """Return the tips of the words' arrows after some steps of training; between two stages on the straight way."""
        numbers, fan = self.numbers, self.fan
        stages = numbers.stages.tolist()
        if step >= stages[-1]:
            return fan.ends
        places = zip(numbers.across.T.tolist(), numbers.up.T.tolist(), strict=True)
        return [fan.place([float(np.interp(step, stages, each)) for each in place]) for place in places]

    def _tail(self, side: int) -> Line:
        """Return an average's line behind zero, as far as a word falls there."""
        fan, end = self.fan, self.fork.ends[side]
        unit = (end - fan.origin) / max(float(np.linalg.norm(end - fan.origin)), 1e-9)
        reach = min(float((tip - fan.origin) @ unit) for tip in fan.ends)
        far = fan.origin + (min(reach, 0.0) - _TAIL if reach < 0 else -1e-3) * unit
        line = Line(fan.origin, far).set_stroke(self.hues[side], self.style.strokes.line)
        return laid(line, Layer.SHEET)

    def _fork(self) -> Fork:
        """Return the steps of all words, each its vector divided by the number of words."""
        numbers, style = self.numbers, self.style
        shared = list(numbers.shared)
        alone = [at for at in range(len(numbers.seen)) if at not in numbers.shared]
        steps = [
            vectors.double() @ numbers.view.T / float(numbers.count)
            for vectors in (numbers.seen_vectors, numbers.unseen_vectors)
        ]
        return Fork(
            steps[0][shared],
            [each[alone] for each in steps],
            [numbers.seen[at] for at in shared],
            [[words[at] for at in alone] for words in numbers.phrases],
            self.hues,
            self.fan.origin,
            self.field.inset(left=0.9, right=0.9, top=0.25),
            self.field,
            size=style.sizes.head if self.roomy else self.size,
            width=_STEP if self.roomy else _THIN_STEP,
            style=style,
        )

    def _unit_bar(self) -> VGroup:
        """Return a bar as long as 1 is among the words' arrows; none where something is in its way."""
        fan, field = self.fan, self.field
        bar = UnitBar(point(field.left + 0.1, field.bottom + _UNIT_BAR), fan.unit, style=self.style)
        box = fan.around(bar)
        near = any(inside_length((flat(fan.origin), flat(end)), box) > 0 for end in fan.ends)
        if (
            near
            or box[2] > field.right
            or any(overlap(box, box_of(text)) > 0 for text in (*self.tip_names, *fan.labels))
        ):
            return VGroup()
        return bar

    def _tip_names(self) -> list[VGroup]:
        """Return the names of both averages beside their tips, off all that is drawn before or after."""
        fan, ends = self.fan, self.fork.ends
        leftmost, names = int(ends[1][0] < ends[0][0]), []
        found = [fan.around(label) for label in fan.labels]
        bounds = (self.field.left + 0.1, self.field.bottom, self.field.right, self.field.top - 0.08)
        lines = [*self.fork.lines, *((flat(fan.origin), flat(end)) for end in fan.ends)]
        for side in (0, 1):
            lines += self._shadow_lines(side)
        for side, (said, end) in enumerate(zip(self._ends_of_phrases(), ends, strict=True)):
            text = Label(said, size=self.size, color=self.hues[side], style=self.style)
            way = -1 if side == leftmost else 1
            near = flat(end + point(way * (float(text.width) / 2 + 0.28), 0.05))
            spot = free_spot((float(text.width), float(text.height)), bounds, near, lines=lines, boxes=found)
            names.append(labelled(text.move_to(point(*spot)), self.style))
            found.append(fan.around(text))
        return names

    def _shadow_lines(self, side: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return the outlines of an answer's shadow, and its way down to the average."""
        shadow = self._shadow(side)
        tip, corners = self.fan.ends[self._arrow_of(side)], [*shadow.corners, shadow.corners[0]]
        return [(flat(tip), flat(shadow.foot)), *((flat(one), flat(other)) for one, other in pairwise(corners))]

    def _hoped_word(self, side: int) -> VGroup:
        """Return the right answer to a phrase, below the place of the model's; nothing without room there."""
        numbers, pair = self.numbers, self.pair
        if (side and numbers.right[side]) or not (self.stage.is_wide or self.stage.is_portrait):
            return VGroup()
        tag, color = pair.tags[side], (self.style.theme.subject, self.style.theme.query)[side]
        word = Label(numbers.wanted[side], size=self.style.sizes.number, color=color, style=self.style)
        left = float(pair.words[side][-1].get_left()[0])
        left = max(left, float(tag.get_right()[0]) + 0.3)
        word.set_x(left + word.width / 2).on_baseline(tag.baseline)
        mark = CheckMark(self.style.theme.ink, size=0.24, style=self.style)
        mark.move_to(point(float(word.get_right()[0]) + 0.32, word.baseline + 0.08))
        hoped = VGroup(word, mark)
        return laid(hoped, Layer.FRAME) if hoped.get_right()[0] <= self.stage.safe.right - 0.05 else VGroup()

    def _angle(self) -> VGroup:
        """Return the arc between the averages with what lies in it, and the angle in degrees near it."""
        numbers, style, fan = self.numbers, self.style, self.fan
        ways = [end - fan.origin for end in self.fork.ends]
        first, second = (float(np.arctan2(way[1], way[0])) for way in ways)
        shorter = min(float(np.linalg.norm(way)) for way in ways)
        radius = (_ARC if self.stage.is_wide else _HIGH_ARC) * shorter
        second = first + (second - first + np.pi) % (2 * np.pi) - np.pi  # the short way round
        arc = Arc(radius=radius, start_angle=first, angle=second - first, arc_center=fan.origin)
        arc.set_stroke(style.theme.ink, style.strokes.amount)
        wedge = VMobject(stroke_width=0).set_fill(style.theme.ink, _WEDGE if style.theme.filled else 0.0)
        whole = Arc(radius=_FILLED * shorter, start_angle=first, angle=second - first, arc_center=fan.origin)
        wedge.set_points_as_corners([fan.origin, *whole.get_anchors(), fan.origin])
        size = (_GREAT if self.stage.is_wide else _HERO) * style.sizes.hero
        number = HeroNumber(numbers.angle, decimals=1, size=size, style=style)
        degrees = Label("°", size=size, style=style)
        degrees.set_x(float(number.get_right()[0]) + 0.03 + degrees.width / 2).on_baseline(number.baseline)
        said = VGroup(number, degrees)
        turned = min(first, second)
        near = fan.origin + radius * point(float(np.cos(turned)), float(np.sin(turned)))
        near = near + point(0.4 + float(said.width) / 2)
        field, wide = self.field, self.stage.is_wide
        below = float(self.pair.blanks[1].get_y()) - _BELOW_BLANK
        right, top = (self.right.right, below) if wide else (field.right, field.top)
        spot = free_spot(
            (float(said.width) + 0.2, float(said.height) + 0.2),
            (field.left, field.bottom, right, top),
            flat(near),
            lines=[*self.fork.lines, *((flat(one), flat(other)) for one, other in pairwise(arc.get_anchors()))],
            boxes=[*map(fan.around, self.tip_names), fan.around(self.count)],
        )
        said.move_to(point(*spot))
        angle = VGroup(VGroup(laid(wedge, Layer.SHADOW), laid(arc, Layer.PIN)), labelled(said, style))
        return angle

    def _arrow_of(self, side: int) -> int:
        """Return the position of an answer's row among the drawn arrows."""
        return self.numbers.drawn.index(self.numbers.vocabulary.index(self.numbers.predicted[side]))

    def _mark(self, side: int) -> VMobject:
        """Return a check mark or a cross after an answer."""
        word, theme, right = self.pair.words[side][-1], self.style.theme, self.numbers.right[side]
        mark = (CheckMark if right else CrossMark)(theme.ink, size=0.3, style=self.style)
        return laid(mark.move_to(point(float(word.get_right()[0]) + 0.42, word.baseline + 0.1)), Layer.FRAME)

    def tell(self) -> None:
        """Show both phrases, the steps that they share, where they part, and both answers."""
        numbers = self.numbers
        one, other = numbers.differences
        values: dict[str, Any] = {"one": one, "other": other, "count": len(numbers.seen), "same": len(numbers.shared)}
        apart = values["count"] - values["same"]
        with self.beat("phrases", text="phrases" if apart == 1 else "phrases-several", apart=apart, **values):
            self._show_phrases()
        with self.beat("same", **values):
            self._walk_together()
        angle = format_number(float(numbers.angle), 1)
        with self.beat("differ", text="alike" if numbers.nearly_one else "unlike", angle=angle, **values):
            self._sweep()
        learned = "learned" if numbers.right[0] else "learned-wrong"
        if numbers.right[0] and numbers.pushed_away:
            learned = "learned-away-aside" if numbers.pushed_aside else "learned-away"
        with self.beat("learned", text=learned, word=numbers.wanted[0], hoped=numbers.wanted[1], **values):
            self._thin_out()
            self._teach()
        for side, name in enumerate(numbers.sides):
            key = numbers.outcome(side)
            if key == "unseen-also-wrong" and self._more():
                key += "-more"
            words = {"word": numbers.predicted[side], "hoped": numbers.wanted[side]}
            with self.beat(f"answer-{name}", text=key, **words):
                self._answer(side)

    def _show_phrases(self) -> None:
        """Show both phrases alone, large, with the free places at their ends; then the words that differ light up."""
        times, pair, safe, ink = self.style.times, self.pair, self.stage.safe, self.style.theme.ink
        self.arrival = pair.arrive(safe.inset(left=0.06 * safe.width, right=0.06 * safe.width), run_time=times.move)
        alone = [at for at in range(len(self.numbers.seen)) if at not in self.numbers.shared]
        different = [words[at] for at in alone for words in pair.words]
        for word in different:
            word.set_color(ink)
        self.play(FadeIn(*pair.words[0][:-1], *pair.words[1][:-1], *pair.blanks), run_time=0.6)
        swelling = [_Swell(word, 0.12) for word in different]

        def follow(time: float) -> None:
            for at, word in enumerate(different):
                word.set_color(interpolate_color(ManimColor(ink), ManimColor(self.hues[at % 2]), smooth(time)))
                swelling[at].at(time)

        self.wait(_ALIKE)
        self.play(Live(different, follow, rate_func=linear), run_time=_LIGHT_UP)
        self.wait(times.quick)

    def _walk_together(self) -> None:
        """Make room, walk the steps that both phrases share, and then let each phrase go on by its own words."""
        times, fork = self.style.times, self.fork
        self.play(self.arrival, FadeIn(self.start, rate_func=squish_rate_func(smooth, 0.7, 1.0)))
        for count, (step, name, at) in enumerate(zip(fork.trunk, fork.trunk_names, self.numbers.shared, strict=True)):
            if count == 0 and self._has_room(step):
                self._take_share(step, name, [words[at] for words in self.pair.words])
                continue
            self._walk(
                [step], [name], [words[at] for words in self.pair.words], _FIRST_STEP if count == 0 else _NEXT_STEP
            )
        new = [self.count, *([self.each] if len(self.each) and self.each not in self.mobjects else [])]
        self.play(FadeIn(*new), run_time=times.quick)
        alone = [at for at in range(len(self.numbers.seen)) if at not in self.numbers.shared]
        for place, at in enumerate(alone):
            steps = [branch[place] for branch in fork.branches]
            names = [named[place] for named in fork.branch_names]
            self._walk(
                steps, names, [words[at] for words in self.pair.words], _FIRST_STEP if place == 0 else _NEXT_STEP
            )
        self.rest()

    def _has_room(self, step: Vector) -> bool:
        """Return whether the whole word's arrow, of which a step is a share, stays where the arrows are."""
        x, y = flat(step.start + len(self.numbers.seen) * (step.end - step.start))
        return self.field.left < x < self.field.right and self.field.bottom < y < self.field.top

    def _take_share(self, step: Vector, name: VMobject, words: Sequence[Label]) -> None:
        """Let the first word's whole arrow grow, marked in equal parts, and shrink to the one that is its step."""
        many, start, end = len(self.numbers.seen), step.start.copy(), step.end.copy()
        way = end - start
        across = 1.6 * step.shaft_width * point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        marks = VGroup(*(Line(start + part * way - across, start + part * way + across) for part in range(1, many)))
        laid(marks.set_stroke(self.style.theme.ink, self.style.strokes.thin), Layer.GHOST)
        swelling = [_Swell(word) for word in words]

        def follow(time: float) -> None:
            for word in swelling:
                word.at(time)
            step.set_ends(start, start + max(smooth(time), 1e-3) * many * way)

        self.add(step)
        late = squish_rate_func(smooth, 0.5, 1.0)
        grows = Live([step, *words], follow, rate_func=linear)
        told = [FadeIn(self.each, rate_func=late)] if len(self.each) else []
        self.play(grows, FadeIn(marks), *told, run_time=_WHOLE)
        shrinks = Live([step], lambda share: step.set_ends(start, start + (many - share * (many - 1)) * way))
        self.wait(self.style.times.quick)
        said = [FadeIn(name, rate_func=late), FadeOut(marks, rate_func=squish_rate_func(smooth, 0.1, 0.6))]
        self.play(shrinks, *said, run_time=_SHARED)

    def _walk(
        self, steps: Sequence[Vector], names: Sequence[VMobject], words: Sequence[Label], run_time: float
    ) -> None:
        """Let words swell in their phrases while their steps grow, each from the end of the one before."""
        ends = [(step.start.copy(), step.end.copy()) for step in steps]
        swelling = [_Swell(word) for word in words]

        def follow(time: float) -> None:
            for word in swelling:
                word.at(time)
            share = max(smooth(time), 1e-3)
            for step, (start, end) in zip(steps, ends, strict=True):
                step.set_ends(start, start + share * (end - start))

        self.add(*steps)
        late = squish_rate_func(smooth, 0.5, 1.0)
        named = [FadeIn(name, rate_func=late) for name in names]
        self.play(Live([*steps, *words], follow, rate_func=linear), *named, run_time=run_time)

    def _sweep(self) -> None:
        """Sweep both averages from the origin to where the walks end, and measure the angle between them."""
        times, fork, averages = self.style.times, self.fork, self.averages
        # The words' names give way to the averages', and then their steps to the angle.
        names = [*fork.trunk_names, *fork.branch_names[0], *fork.branch_names[1]]
        self.play(FadeOut(*names, *self.each), run_time=_CLEARED)  # how many are the same stays: the cause
        self.add(*averages.arrows)
        averages.grow(0.0)
        self.play(Live(averages.arrows, averages.grow), run_time=_SWEPT)
        self.play(FadeIn(*self.tip_names), FadeOut(*fork.steps), run_time=times.move)
        wedge, arc = self.angle[0]
        self.play(FadeIn(wedge, self.angle[1]), Create(arc), run_time=times.move)
        self.rest()

    def _thin_out(self) -> None:
        """Clear the angle away; both averages become thin where they are, and go on as lines."""
        averages, times = self.averages, self.style.times
        self.play(FadeOut(*self.angle, self.count), run_time=_CLEARED)
        averages.lengthen(0, 0.0)
        # Training never sees the second phrase: its average is dashed.
        seen = FadeIn(averages.rays[0], rate_func=squish_rate_func(smooth, 0.4, 0.8))
        self.play(Live(averages.arrows, averages.thin), seen, run_time=_THINS)
        goes_on = Live([averages.rays[0]], lambda share: averages.lengthen(0, share))
        arrows = FadeOut(*averages.arrows, rate_func=squish_rate_func(smooth, 0.0, 0.6))
        self.play(goes_on, arrows, FadeIn(averages.ghosts[1]), Create(self.tails[0]), run_time=times.move)

    def _teach(self) -> None:
        """Say which phrase is seen and what it asks for, and train the words' arrows with it."""
        asked = [FadeIn(*self.hoped[0])] if len(self.hoped[0]) else []
        self.play(FadeIn(self.pair.tags[0]), *asked, run_time=_CHOSEN)
        self._train()
        self.rest()

    def _train(self) -> None:
        """Begin with arrows of length 0, and train: each lesson asks first, and then the arrows move."""
        fan, stages = self.fan, self.numbers.stages.tolist()
        for at, (arrow, color) in enumerate(zip(fan.arrows, self._colors(), strict=True)):
            arrow.body.set_fill(self.style.theme.fill(color)).set_background_stroke(width=0)
            if color != self.style.theme.dim:
                fan.paint(at, color)
        self._put(stages[0])
        self.play(FadeIn(self.key, self.step[0], self.step[1], *self.one), run_time=self.style.times.quick)
        steps = [stages[0], *self._lessons()]
        for lesson, (before, after) in enumerate(pairwise(steps)):
            self._ask(aloud=lesson > 0)
            self._learn(lesson, before, after)
            if lesson == 0:
                self.play(FadeIn(*self.drops.values()), run_time=self.style.times.quick)
                self.wait(_STANDS)  # two arrows, nearly as long as each other, are seen before they part

    def _lessons(self) -> list[float]:
        """Return the steps of training that end lessons: first when words have room, then with equal gains."""
        stages = self.numbers.stages.tolist()
        best, along = self._arrow_of(0), self.fork.ends[0]
        reaches = [self._reach_on(self._tips_after(stage)[best], along) for stage in stages]
        soon = self._soon()
        found = {stages[soon], stages[-1]}
        for part in range(1, _LESSONS):
            goal = reaches[soon] + part / _LESSONS * (reaches[-1] - reaches[soon])
            found.add(next((stages[at] for at in range(soon, len(stages)) if reaches[at] >= goal), stages[-1]))
        return sorted(found)

    def _ask(self, *, aloud: bool) -> None:
        """Let the phrase swell, then the right answer after it; and the same word at its arrow, if it is there."""
        words, said = self.pair.words[0][:-1], [*self.hoped[0]]
        if aloud:
            said += [self.fan.labels[self._arrow_of(0)]]
        swelling = [_Swell(word, 0.1) for word in words], [_Swell(word, _LOUD) for word in said]

        def follow(time: float) -> None:
            for share, some in zip((min(2 * time, 1.0), max(2 * time - 1, 0.0)), swelling, strict=True):
                for each in some:
                    each.at(share)

        self.play(Live([*words, *said], follow, rate_func=linear), run_time=_ASKS)

    def _learn(self, lesson: int, before: float, after: float) -> None:
        """Move arrows from one step of training to another; their words come with the first lesson, and go along."""
        fan, first, second = self.fan, self.step[lesson + 1], self.step[lesson + 2]

        def reached(time: float) -> float:
            return before + smooth(time) * (after - before)

        def learn(time: float) -> None:
            self._put(reached(time))
            if lesson:
                self._carry()

        moving = [*fan.arrows, *([*self.drops.values(), *fan.labels] if lesson else [])]
        self.add(*fan.arrows)
        named = []
        if not lesson:
            self._put(after)
            self._carry()
            self._put(before)
            named = [FadeIn(label, rate_func=squish_rate_func(smooth, 0.5, 1.0)) for label in fan.labels]
        step = Measured(_number(first), _number(second), reached, rate_func=linear)
        self.play(Live(moving, learn, rate_func=linear), *named, step, run_time=_LEARNS)

    def _put(self, step: float) -> None:
        """Draw the words' arrows as they are after a step of training, and where they fall on the average's line."""
        for at, (arrow, tip) in enumerate(zip(self.fan.arrows, self._tips_after(step), strict=True)):
            arrow.set_ends(self.fan.origin, tip)
            self.drops[at].follow(tip, self.fork.ends[0])

    def _carry(self) -> None:
        """Put every word where it stands beside its arrow's tip."""
        for label, arrow, away in zip(self.fan.labels, self.fan.arrows, self.beside, strict=True):
            label.move_to(arrow.end + away)

    def _fall(self) -> None:
        """Let the arrows' shadows fall straight onto the first average's line, which alone stays of the average."""
        fan, along, best = self.fan, self.fork.ends[0], self._arrow_of(0)
        shadow = self.shadow_before = self._shadow(0)
        fallen, way = fan.arrows[best].copy(), shadow.foot - fan.ends[best]

        def follow(share: float) -> None:
            fallen.set_ends(fan.origin, fan.ends[best] + share * way)
            fallen.body.set_fill(opacity=_FALLING * min(1.0, (1 - share) / (1 - _LANDS)))
            for drop in self._others(0):
                drop.fall(along, cast=share)

        follow(0.0)
        moving = [fallen, *self._others(0)]
        self.add(*moving)
        lies = FadeIn(shadow, rate_func=squish_rate_func(smooth, 0.45, 0.85))
        marked = FadeOut(self.drops[best], rate_func=squish_rate_func(smooth, 0.6, 1.0))  # the shadow ends there
        gone = FadeOut(self.key, self.step[0], self.step[-1], rate_func=squish_rate_func(smooth, 0.0, 0.4))
        self.play(Live(moving, follow), lies, marked, gone, run_time=_FALLS)
        self.remove(fallen)

    def _measure(self) -> None:
        """Measure each shadow in its place: first the chart comes without bars, then each bar grows as long as one."""
        scores, first = self.scores, self.fork.ends[0]
        for row, name in enumerate(scores.names):
            name.shift(point(0.0, scores.level(row)))  # it settles between both bars as the second one comes
        self.play(FadeIn(scores.title, *scores.names, *scores.zeros, *scores.tags[0]), run_time=_CHARTS)
        for row, (bar, number) in enumerate(zip(scores.bars[0], scores.numbers[0], strict=True)):
            swell, value = self._swelling(row), scores.values[0][row]

            def follow(time: float, row: int = row, value: float = value, swell: VMobject = swell) -> None:
                grown = smooth(min(time / _GROWN, 1.0))
                scores.draw(0, row, grown * value)
                self._swell(swell, row, first, grown, time)

            follow(0.0)
            self.add(bar, swell)
            said = FadeIn(number, rate_func=squish_rate_func(smooth, 0.6, 1.0))
            self.play(Live([bar, swell], follow, rate_func=linear), said, run_time=_MEASURES)
            self.remove(swell)

    def _swelling(self, row: int) -> VMobject:
        """Return what lies over a word's shadow while this is measured."""
        theme = self.style.theme
        swell = VMobject(stroke_width=0).set_fill(theme.fill(self.scores.fills[row]), 1.0 if theme.filled else 0.0)
        if not theme.filled:
            swell.set_stroke(self.scores.fills[row], 2.0)
        return laid(swell, Layer.SHADOW)

    def _swell(self, swell: VMobject, row: int, along: Point, share: float, time: float) -> None:
        """Let a word's shadow on a line be thicker as far as a share of it has been measured, and thin at last."""
        fan, way = self.fan, along - self.fan.origin
        unit = way / max(float(np.linalg.norm(way)), 1e-9)
        reach = share * self._reach_on(fan.ends[self._arrows_listed()[row]], along) * fan.unit
        more = (_SWOLLEN - 1) * (1 - smooth(max(time - _GROWN, 0.0) / (1 - _GROWN)))
        aside = (1 + more) * self._thickness() * SLAB / 2 * point(float(-unit[1]), float(unit[0]))
        zero, end = fan.origin, fan.origin + reach * unit
        swell.set_points_as_corners([zero + aside, zero - aside, end - aside, end + aside, zero + aside])

    def _written(self, side: int, row: int, tips: Sequence[Point], along: Point) -> Number:
        """Return what stands behind a bar while its word's arrow ends elsewhere, or falls on another line."""
        at, final = self._arrows_listed()[row], self.scores.numbers[side][row]
        value = self._reach_on(tips[at], along)
        number = Number(value, size=final.size, color=self.hues[side], style=self.style)
        number.align_to(final, RIGHT).on_baseline(final.baseline)
        number.shift(point(ahead(value, final.value) * self.scores.unit))
        return laid(number, Layer.LEDGER)

    def _arrows_listed(self) -> list[int]:
        """Return for each row of bars the position of its word among the drawn arrows."""
        return [self.numbers.drawn.index(row) for row in self.numbers.listed]

    def _shadow(self, side: int) -> Shadow:
        """Return the shadow of an answer's arrow on an average's ray."""
        fan, theme = self.fan, self.style.theme
        tip, along = fan.ends[self._arrow_of(side)], self.fork.ends[side]
        thick = self._thickness() * SLAB
        shadow = Shadow(
            fan.origin, tip, along, theme.subject,
            clear=-thick / 2, thick=thick, hatched=not theme.filled, style=self.style,
        )  # fmt: skip
        shadow.right_angle = thick / 2 + _MARK  # it is seen beside the slab
        shadow.set_ends(fan.origin, tip, along)
        laid(shadow.corner, Layer.PIN)
        return shadow

    def _thickness(self) -> float:
        """Return how thick a shadow is, as a share of the common thickness: less where arrows are short."""
        return 1.0 if self.roomy else _THIN_SHADOW

    def _answer(self, side: int) -> None:
        """Let the arrow that reaches farthest along an average be the answer; its word goes to the phrase."""
        if side:
            self._take_over()
            self._compare()
            self._turn_single()
            self._say(side)
            self._correct()
            self.hold()
        else:
            self._fall()
            self._measure()
            self._say(side)
            self.rest()

    def _take_over(self) -> None:
        """Hand the first phrase's shadows over to the second, if it has the same answer, and swing them to its line."""
        fan, scores, (first, second) = self.fan, self.scores, self.fork.ends
        before, swings = self.shadow_before, self.numbers.same_answer
        assert before is not None, "training shows the first shadow"
        begun = {row: self._written(1, row, fan.ends, first) for row in self._paired()}
        for row, number in begun.items():
            scores.draw(1, row, number.value if swings else 0.0)
        self._hand_over(before, begun)
        self.shadow_before = before if swings else self._shadow(1)
        self._swing(self.shadow_before, first if swings else second, begun)

    def _paired(self) -> list[int]:
        """Return the rows that have a bar for each phrase."""
        return [row for row in range(len(self.scores.names)) if row not in self.scores.single]

    def _hand_over(self, before: Shadow, begun: Mapping[int, Number]) -> None:
        """Let the first phrase's average go, whose bars become copies if the second one has the same answer."""
        early, late = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
        averages, scores, swings = self.averages, self.scores, self.numbers.same_answer
        copies: list[Animation] = [
            ReplacementTransform(scores.bars[0][row].copy(), scores.bars[1][row]) for row in begun if swings
        ]
        # Only one of both is measured along: the other one's ray is dashed.
        gone: list[Animation] = [FadeOut(averages.rays[0], self.tails[0], rate_func=early)]
        gone.append(FadeIn(averages.ghosts[0], rate_func=early))
        gone.append(FadeOut(averages.ghosts[1], rate_func=late))
        gone.append(FadeIn(self.pair.tags[1], rate_func=early))
        settled = [name.copy().shift(point(0.0, -scores.level(row))) for row, name in enumerate(scores.names)]
        gone += [Transform(name, there) for name, there in zip(scores.names, settled, strict=True)]
        gone += [FadeIn(averages.rays[1], self.tails[1], rate_func=late)]
        if swings:
            copies += [FadeIn(text, scores.tags[1][row], rate_func=late) for row, text in begun.items()]
        else:
            gone.append(FadeOut(before, *self._others(0)))
        self.play(*gone, *copies, run_time=_COPIED)

    def _swing(self, shadow: Shadow, start: Point, begun: Mapping[int, Number]) -> None:
        """Swing a shadow and its bars from one line to the second average's, or let them grow there.

        Args:
            shadow: of the second phrase's answer.
            start: manim point on the line where it begins.
            begun: for each row of two bars, the number behind the second one there.
        """
        late, second = squish_rate_func(smooth, 0.5, 1.0), self.fork.ends[1]
        fan, scores, theme, swings = self.fan, self.scores, self.style.theme, self.numbers.same_answer
        feet, best, listed = self._others(1), self._arrow_of(1), self._arrows_listed()
        longer = swings and self._more()

        def follow(share: float) -> None:
            now = start + share * (second - start)
            grown = 1.0 if swings else max(share, 1e-3)
            shadow.set_ends(fan.origin, fan.origin + grown * (fan.ends[best] - fan.origin), now)
            for drop in feet:
                drop.fall(now, 1.0 if swings else share)
            for row in begun:
                scores.draw(1, row, (1.0 if swings else share) * self._reach_on(fan.ends[listed[row]], now))
            if longer:
                self._gain_at(now)

        def reach(at: int) -> Callable[[float], float]:
            return lambda share: self._reach_on(fan.ends[at], start + share * (second - start))

        follow(0.0)
        moving = [shadow, *feet, *(scores.bars[1][row] for row in begun), *(self.gains if longer else [])]
        self.add(*moving)
        with_it: list[Animation] = [Create(self.former)] if swings else []
        for row, one in begun.items():
            other = scores.numbers[1][row]
            runs = Measured(one, other, reach(listed[row]), beside=scores.unit)
            with_it.append(runs if swings else FadeIn(other, rate_func=late))
        if not swings:
            with_it += [FadeIn(tag, rate_func=late) for tag in scores.tags[1]]
            chosen = scores.names[self._row()]
            with_it += [recolor(fan.arrows[best].body, theme.fill(theme.subject)), *fan.lit(best, theme.subject)]
            with_it.append(recolor(chosen, theme.subject))
        self.play(Live(moving, follow), *with_it, run_time=_SWINGS)

    def _others(self, side: int) -> list[Drop]:
        """Return the drops of the words that are not the answer."""
        return [drop for at, drop in self.drops.items() if at != self._arrow_of(side)]

    def _say(self, side: int) -> None:
        """Let the answer swell at its arrow and before its bars; then it stands at the phrase's end, with its mark."""
        times, scores, word = self.style.times, self.scores, self.pair.words[side][-1]
        early, late = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
        chosen = scores.names[self.numbers.row_of(self.numbers.predicted[side])]
        swelling = [_Swell(each, _LOUD) for each in (self.fan.labels[self._arrow_of(side)], chosen)]
        texts = [self.fan.labels[self._arrow_of(side)], chosen]

        def follow(time: float) -> None:
            for each in swelling:
                each.at(time)

        self.play(Live(texts, follow, rate_func=linear), run_time=_CHOSEN)
        # The word appears in its place: its way there would cross the other phrase, or the bars.
        aim = self.hoped[0] if side == 0 and self.numbers.right[0] else VGroup()
        cleared = FadeOut(self.pair.blanks[side], rate_func=early)
        if len(aim):
            risen = [ReplacementTransform(aim[0], word), ReplacementTransform(aim[1], self.marks[side])]
            self.play(*risen, cleared, run_time=times.move)
            return
        marked = Create(self.marks[side], rate_func=late)
        self.play(FadeIn(word, rate_func=early), cleared, marked, run_time=_ANSWERED)

    def _more(self) -> bool:
        """Return whether the second phrase's answer has a longer shadow than the first one's, as it is printed."""
        return float(self.numbers.gain) > 0

    def _compare(self) -> None:
        """Mark by how much the wrong shadow is longer, where it is: that swells once on its line and in its bar."""
        if not (self.numbers.same_answer and self._more()):
            return
        line, second = self.scores.longer_by(self._row()), self.fork.ends[1]

        def follow(time: float) -> None:
            self._gain_at(second, _CAP * (1 + _CAP_SWELLS * float(np.sin(np.pi * time))))

        said = [FadeIn(self.gained)] if len(self.gained) else []
        swells = Live(self.gains, follow, rate_func=linear)
        self.play(swells, Create(line), *said, run_time=_LIGHT_UP)
        self.wait(_GAIN_STANDS)

    def _turn_single(self) -> None:
        """Let the bar of each single word turn to the second line, on which its shadow lies, and say so before it."""
        scores, (first, second) = self.scores, self.fork.ends
        for row in sorted(scores.single):
            tip, swell = self.fan.ends[self._arrows_listed()[row]], self._swelling(row)
            before, after = (self._reach_on(tip, along) for along in (first, second))
            bar = scores.bars[1][row]

            def measured(share: float, before: float = before, after: float = after) -> float:
                return before + share * (after - before)

            def follow(time: float, row: int = row, swell: VMobject = swell) -> None:
                grown = smooth(min(time / _GROWN, 1.0))
                scores.draw(1, row, measured(grown))
                self._swell(swell, row, second, grown, time)

            follow(0.0)
            self.remove(scores.bars[0][row])
            self.add(bar, swell)
            runs = Measured(
                scores.numbers[0][row],
                scores.numbers[1][row],
                measured,
                beside=scores.unit,
                rate_func=squish_rate_func(smooth, 0.0, _GROWN),
            )
            leaves = FadeOut(scores.tags[0][row], rate_func=squish_rate_func(smooth, 0.0, 0.4))
            comes = FadeIn(scores.tags[1][row], rate_func=squish_rate_func(smooth, 0.4, 0.8))
            self.play(Live([bar, swell], follow, rate_func=linear), runs, leaves, comes, run_time=_TURNS)
            self.remove(swell)

    def _correct(self) -> None:
        """Write the word that should have been the second answer."""
        if not self.numbers.right[1] and len(self.hoped[1]):
            self.play(FadeIn(*self.hoped[1]), run_time=_ANSWERED)


def _number(mobject: VMobject) -> Number:
    assert isinstance(mobject, Number)
    return mobject


class _Swell:
    """A word that swells and comes back while its step is walked.

    Args:
        word: the word, where it stands.
        most: by which share it is larger, at most.
    """

    def __init__(self, word: VMobject, most: float = 0.22) -> None:
        self._most = most
        self._members = word.family_members_with_points()
        self._points = [member.points.copy() for member in self._members]
        self._middle = np.asarray(word.get_center())

    def at(self, time: float) -> None:
        """Be as large as at a time, 0 to 1."""
        factor = 1.0 + self._most * float(np.sin(np.pi * min(time / 0.8, 1.0)))
        for member, points in zip(self._members, self._points, strict=True):
            member.points = points if time >= 1.0 else self._middle + factor * (points - self._middle)
