"""The limits of an average: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. Which answer that is depends on an average's direction alone: its length multiplies
all scores alike. So all answers are a dial, whose borders training moves, and an average is its needle.

This does not mean that averages can never be told apart: a classifier that had seen both phrases could have learned it
(the claims measure that, too).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import asin, degrees
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    RIGHT,
    UR,
    Animation,
    Arc,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    Line,
    ManimColor,
    VGroup,
    VMobject,
    interpolate_color,
    linear,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.answers import SeenAndUnseen, TwoAnswers, two_answers
from scenes.article.next_word.claims import SIMILAR_CLASSIFICATION_CLAIMS
from scenes.article.next_word.dial import Dial
from scenes.article.next_word.foresight import word_on_its_way
from scenes.article.next_word.fork import Fork
from scenes.article.next_word.marks import CheckMark, CrossMark, parts
from scenes.article.next_word.mixing import between
from scenes.article.next_word.pair import PhrasePair
from scenes.layout import shrink
from scenes.motion.become import Count
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import enlarged
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_UNDER, _DOT = 0.32, 0.14
"""Scene units from the phrases to the dial, at least; the radius of the point from which all arrows go."""

_LEAST_REACH, _ASIDE, _HALF = 45.0, 15.0, 90.0
"""Degrees at either side of straight up that the dial shows at least, more than the second average needs, and at most,
unless it is a whole circle."""

_TO_LEFT, _SMALL_DIAL = 0.45, 0.97
"""Scene units by which a dial stands at the left of the middle, and by which factor it is smaller, where a text has its
place outside it."""

_BAND = 1.4
"""Scene units below the dial's edge where its names are, and no averages."""

_BOLD, _STEP = 0.18, 0.14
"""Scene units: the shafts of averages, and of steps."""

_LARGE = 1.3
"""The factor by which the words beside steps are larger than the phrases."""

_FIRST_STEP, _NEXT_STEP, _CHOSEN = 0.6, 0.3, 0.5
"""Seconds for a first step, for every other one, and in which an answer swells."""

_WHOLE, _SHARED = 0.5, 0.6
"""Seconds in which the first word's whole arrow grows, and in which it shrinks to its share, the first step."""

_NEAR_STEP = 1.6
"""Scene units from where it would be best within which it is said beside the first step what a step is."""

_OPENS, _NAMED, _TRAINS, _SWINGS, _SEARCHES = 0.8, 0.35, 3.0, 1.6, 3.0
"""Seconds in which the first slices grow, in which each of them lights up, in which training runs to its end, in which
the second average turns out of the first, and in which the right answer is looked for."""

_OUTSIDE, _BEYOND, _SEEKER = 0.12, 0.26, 0.17
"""Scene units from the dial's edge to the arc along a slice, and to its width; the radius of what goes round it."""

_LARGER = (1.4, 1.3, 1.2, 1.1)
"""The factors by which the right answer is larger outside the dial, the best first."""

_CLOSE = 0.7
"""Scene units from where it would be best within which the angle stands on the dial."""

_ROOM, _LOWER = 0.15, 2.0
"""Scene units around a text in which no other one stands; lines from a wrong answer to the right one below it."""

_PAST = 16
"""Degrees beyond a slice's border as far as which its width may stand."""

_LIT, _THICKER, _BRIGHT = 0.3, 0.5, (0.5, 0.9)
"""The opacity of a slice at which an average points; the share by which this is thicker for a moment; the
opacities of a slice that is named, and of a dim one."""

_RIM_MIDDLE = 0.08
"""Scene units from the dial's edge to the middle of its rim."""

_ARRIVE, _CLEARED, _SWEPT = 1.3, 0.4, 1.2
"""Seconds in which the phrases go to their places, in which words leave, and in which the averages grow."""

_ALIKE, _LIGHT_UP = 0.2, 0.7
"""Seconds in which both phrases stand in one colour, and in which the words that differ light up."""

_ARC, _WEDGE = 0.62, 0.3
"""The radius of the angle's arc, as a share of the shorter average's length; the opacity of what lies in the angle."""

_GREAT, _LEFT_OVER = 4.0, 2.4
"""The factor by which the angle's number is larger than other heroes; scene units beside the walk in which it is said
how many steps are the same, at least."""

_SMALLER = 0.85
"""The factor from one size that is tried for a number to the next."""

_EARLY, _LEAVES = (1, 2, 3), 0.12
"""The stages of training that may be shown first; the share of training in which a first answer leaves."""

_LOUD = 0.16
"""The share by which an answer swells before it is said."""


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
        """Make the two phrases, the fork of their steps, their averages, and the dial of answers."""
        style = self.style
        self.hues = self._hues()
        self.pair = self._pair()
        self.marks = [self._mark(side) for side in (0, 1)]
        self.hoped = self._hoped_word()
        self.unseen = self._unseen()
        self.origin, self.radius, self.reach = self._room()
        self.start = laid(Dot(self.origin, radius=_DOT, color=style.theme.ink), Layer.LABEL)
        self.fork = self._fork()
        self.ends = self._needles()
        self.averages = [
            laid(Vector(self.origin, end, hue, width=_BOLD, style=style), Layer.TRAIL)
            for end, hue in zip(self.fork.ends, self.hues, strict=True)
        ]
        for arrow in self.averages:
            arrow.body.set_background_stroke(width=0)  # they may lie on each other, and rims would cut them
        self.each = self._each()
        self.count = self._count()
        self.wedge, self.arc, self.angle = self._angle()
        self.dial = self._dial()
        self.larger = self._enlarge_hoped()
        if any(self._to_dial(piece) < self.radius + _ROOM for piece in self.unseen):
            self.unseen = VGroup()
        self.early = self._early()
        self.aside = self._aside()
        self.key, self.meter = self._meter()
        self.across, self.width = self._slice()
        self.none = self._none()

    def _hues(self) -> tuple[str, str]:
        """Return the phrases' colours: those of their first words that differ, where these tell them apart."""
        theme = self.style.theme
        found = [self.color_of(words.split()[0]) for words in self.numbers.differences]
        if found[0] == found[1] or {theme.ink, theme.subject} & set(found):
            return theme.families[0], theme.families[1]
        return found[0], found[1]

    def _pair(self) -> PhrasePair:
        """Return both phrases, with the model's answers as their last words."""
        numbers, theme, safe = self.numbers, self.style.theme, self.stage.safe
        phrases = [(*words, answer) for words, answer in zip(numbers.phrases, numbers.predicted, strict=True)]
        colors = [
            [*(theme.ink if at in numbers.shared else hue for at in range(len(words))), self._color(answer)]
            for words, hue, answer in zip(numbers.phrases, self.hues, numbers.predicted, strict=True)
        ]
        region = Region(safe.left, safe.right, safe.bottom, min(safe.top, self.view.header + 0.3))
        return PhrasePair(phrases, colors, region, apart=self.stage.is_wide, style=self.style)

    def _color(self, word: str) -> str:
        """Return an answer's colour: the first answer and the right second one have their own, others are dim."""
        numbers, theme = self.numbers, self.style.theme
        return {numbers.wanted[1]: theme.query, numbers.predicted[0]: theme.subject}.get(word, theme.dim)

    def _room(self) -> tuple[Point, float, float]:
        """Return where all arrows begin, the dial's radius, and how many degrees of it are seen at either side."""
        safe, view = self.stage.safe, self.view
        bottom = view.foot + 0.55 + 0.65 * (view.foot_lines - 1) + _DOT
        top = self.pair.bottom
        if not self.stage.is_wide:
            top = min([top, *(box_of(each)[1] for each in (self.hoped, self.unseen) if len(each))])
        region = self.field = Region(safe.left, safe.right, bottom, top - _UNDER)
        least = max(_LEAST_REACH, float(self.numbers.angle) + _ASIDE)
        if least > _HALF:
            return point(*region.centre[:2]), min(region.width, region.height) / 2, 180.0
        low, high = self._depth()
        down = min(low / (low + high), 0.4) * region.height
        half, height = region.width / 2, region.height - down
        reach = max(degrees(asin(half / height)) if half < height else _HALF, least)
        radius = min(height, half / float(np.sin(np.radians(reach))))
        middle = float(region.centre[0])
        if self.stage.is_wide and len(self.hoped):  # the right answer stands outside the dial, at the right
            middle, radius = middle - _TO_LEFT, _SMALL_DIAL * radius
            radius = min(radius, (middle - region.left) / float(np.sin(np.radians(reach))))
        spare = region.height - radius - down
        return point(middle, bottom + down + spare / 2), radius, reach

    def _depth(self) -> tuple[float, float]:
        """Return how far both walks go down and up from where they begin, in units of the vectors."""
        heights = np.concatenate([each[:, 1].cumsum() for each in self._steps()])
        return max(0.0, -float(heights.min())), max(1e-6, float(heights.max()))

    def _steps(self) -> list[np.ndarray]:
        """Return each phrase's steps in the picture, the shared ones first: each its word divided by their number."""
        numbers = self.numbers
        order = [*numbers.shared, *self._alone]
        return [
            (vectors[order].double() @ numbers.view.T / float(numbers.count)).numpy()
            for vectors in (numbers.seen_vectors, numbers.unseen_vectors)
        ]

    def _fork(self) -> Fork:
        """Return the steps of all words, as large as there is room above where both walks begin."""
        steps, shared = self._steps(), len(self.numbers.shared)
        named = [[words[at] for at in self.numbers.shared] for words in self.numbers.phrases]
        alone = [[words[at] for at in self._alone] for words in self.numbers.phrases]
        field = self.field
        return Fork(
            torch.from_numpy(steps[0][:shared]),
            [torch.from_numpy(each[shared:]) for each in steps],
            named[0],
            alone,
            self.hues,
            self.origin,
            Region(field.left + 0.9, field.right - 0.9, field.bottom - _DOT, field.top),
            field,
            size=_LARGE * self.style.sizes.head,
            width=_STEP,
            style=self.style,
        )

    @property
    def _alone(self) -> list[int]:
        """The positions at which the phrases have different words."""
        return [at for at in range(len(self.numbers.seen)) if at not in self.numbers.shared]

    def _needles(self) -> list[Point]:
        """Return where both averages end on the dial: the longer one below its names, the other one in proportion."""
        ways = [end - self.origin for end in self.fork.ends]
        factor = (self.radius - _BAND) / max(*(float(np.linalg.norm(way)) for way in ways), 1e-9)
        return [self.origin + factor * way for way in ways]

    def _each(self) -> VGroup:
        """Return what a step is, beside the first one; nothing without room there."""
        fork, field = self.fork, self.field
        text = Label(self.says("each", count=len(self.numbers.seen)), size=self.style.sizes.number, style=self.style)
        name = [*fork.trunk_boxes, *fork.boxes][0]
        near = point(name[0] - 0.3 - float(text.width) / 2, fork.steps[0].start[1] + 0.4)
        boxes = [*fork.boxes, box_of(self.start)]
        spot = self._free(text, near, fork.lines, boxes, Region(field.left, field.right, field.bottom, field.top))
        if float(np.linalg.norm(spot - near)) > _NEAR_STEP:
            return VGroup()
        return labelled(text.move_to(spot), self.style)

    def _free(self, text: VMobject, near: Point, lines: Sequence[Segment], boxes: Sequence[Box], room: Region) -> Point:
        """Return the free middle for a text that is nearest to a point in a room."""
        bounds = (room.left, room.bottom, room.right, room.top)
        size = (float(text.width) + 0.2, float(text.height) + 0.2)
        return point(*free_spot(size, bounds, flat(near), lines=lines, boxes=boxes))

    def _count(self) -> VGroup:
        """Return how many of the steps are the same, large, beside the walks; nothing without room there."""
        numbers, field = self.numbers, self.field
        taken = [*self.fork.boxes, *map(box_of, self.each)]
        left = max([float(self.origin[0]) + 0.5, *(box[2] for box in taken)]) + 0.3
        if field.right - left < _LEFT_OVER:
            return VGroup()
        said = self.says("shared", same=len(numbers.shared), count=len(numbers.seen))
        large = Label(said, size=2.8 * self.style.sizes.hero, style=self.style)
        small = Label(self.says("steps"), size=self.style.sizes.head, style=self.style)
        for text in (large, small):
            shrink(text, min(1.0, (field.right - left) / float(text.width)))
        count = VGroup(large, small).arrange(DOWN, buff=0.35)
        count.move_to(point((left + field.right) / 2, float(field.centre[1])))
        return laid(count, Layer.LEDGER)

    def _angle(self) -> tuple[VMobject, VMobject, VGroup]:
        """Return what lies between the averages, its arc, and the angle in degrees, as large as there is room."""
        numbers, style, fork, field = self.numbers, self.style, self.fork, self.field
        wedge = VMobject(stroke_width=0).set_fill(style.theme.ink, _WEDGE if style.theme.filled else 0.0)
        arc = VMobject().set_stroke(style.theme.ink, style.strokes.amount)
        self._open(arc, wedge, fork.ends, 1.0)
        lines = [*fork.lines, *((flat(one), flat(other)) for one, other in pairwise(arc.get_anchors()))]
        near = fork.ends[1] * _ARC + self.origin * (1 - _ARC)
        said = self._degrees(numbers.angle, _GREAT * style.sizes.hero, near, lines, [], field)
        return laid(wedge, Layer.SHADOW), laid(arc, Layer.PIN), said

    def _degrees(
        self,
        value: torch.Tensor,
        size: float,
        near: Point,
        lines: Sequence[Segment],
        boxes: Sequence[Box],
        room: Region,
        away: float = np.inf,
    ) -> VGroup:
        """Return an angle in degrees at the right of a point, smaller where there is no room; nothing without any.

        Args:
            value: the angle.
            size: of the number, manim font units, at most.
            near: manim point.
            lines: what the number keeps off, besides boxes.
            boxes: what the number keeps off.
            room: where it may stand.
            away: scene units from where it would be best, at most; with less room it is smaller.
        """
        while size >= self.style.sizes.least:
            said = self._said(value, size)
            if said.width + 0.3 < room.width and said.height + 0.3 < room.height:
                best = near + point(0.45 + float(said.width) / 2)
                box = box_of(said.move_to(self._free(said, best, lines, boxes, room)))
                clear = not any(inside_length(line, box) > 0 for line in lines)
                near_enough = float(np.linalg.norm(said.get_center() - best)) <= away
                if clear and near_enough and not any(overlap(box, other) > 0 for other in boxes):
                    return labelled(said, self.style)
            size *= _SMALLER
        return VGroup()

    def _said(self, value: torch.Tensor, size: float, decimals: int = 1, color: str | None = None) -> VGroup:
        """Return an angle as a number of degrees."""
        number = HeroNumber(value, decimals=decimals, size=size, color=color, style=self.style)
        sign = Label("°", size=size, color=color, style=self.style)
        sign.set_x(float(number.get_right()[0]) + 0.03 + sign.width / 2).on_baseline(number.baseline)
        return VGroup(number, sign)

    def _open(self, arc: VMobject, wedge: VMobject, ends: Sequence[Point], share: float) -> Point:
        """Draw the angle that opens from the first average to a share of the way to the second; return its end."""
        ways = [end - self.origin for end in ends]
        first, second = (float(np.arctan2(way[1], way[0])) for way in ways)
        lengths = [float(np.linalg.norm(way)) for way in ways]
        turn = ((second - first + np.pi) % (2 * np.pi) - np.pi) * max(share, 1e-3)  # the short way round
        shorter = min(lengths)
        arc.points = Arc(radius=_ARC * shorter, start_angle=first, angle=turn, arc_center=self.origin).points
        whole = Arc(radius=0.97 * shorter, start_angle=first, angle=turn, arc_center=self.origin)
        wedge.set_points_as_corners([self.origin, *whole.get_anchors(), self.origin])
        return self.origin + lengths[1] * point(float(np.cos(first + turn)), float(np.sin(first + turn)))

    def _dial(self) -> Dial:
        """Return the dial, as it is after training."""
        numbers, style = self.numbers, self.style
        size = 1.15 * style.sizes.hero if self.radius > 4.5 else style.sizes.head
        colors = [self._color(word) for word in numbers.vocabulary]
        dial = Dial(numbers.vocabulary, colors, self.origin, self.radius, self.reach, size=size, style=style)
        self.first = self._first_stage(dial)
        dial.draw(numbers.rows_after(float(numbers.stages[-1])))
        return dial

    def _first_stage(self, dial: Dial) -> int:
        """Return the stage of training that is shown first: the one with the most names on the dial."""
        numbers = self.numbers

        def named(stage: int) -> int:
            dial.draw(numbers.rows_after(float(numbers.stages[stage])))
            return sum(1 for name in dial.names if name.family_members_with_points())

        return max(_EARLY, key=named)

    def _obstacles(self) -> tuple[list[Segment], list[Box]]:
        """Return what texts on the dial keep off: its averages, borders and edge, and the boxes of its names."""
        far = [end for span in self.dial.shown.values() for end in span]
        spokes = self.origin + self.radius * np.array([[np.cos(turn), np.sin(turn), 0.0] for turn in np.radians(far)])
        edge = self.dial.edge.get_anchors()
        lines = [(flat(self.origin), flat(end)) for end in (*self.ends, *spokes)]
        lines += [(flat(one), flat(other)) for one, other in pairwise(edge)]
        return lines, [box_of(name) for name in self.dial.names if name.family_members_with_points()]

    def _aside(self) -> VGroup:
        """Return the angle in degrees beside the second average on the dial; nothing without room there."""
        near = 0.75 * self.ends[1] + 0.25 * self.origin
        return self._degrees(
            self.numbers.angle, self.style.sizes.hero, near, *self._obstacles(), self.field, away=_CLOSE
        )

    def _meter(self) -> tuple[Label, list[Number]]:
        """Return what runs in training: its name, and over it the steps soon after the start, and at the end."""
        numbers, style, field = self.numbers, self.style, self.field
        name = Label(self.says("step"), size=style.sizes.number, style=style)
        steps = [
            Number(stage, decimals=0, size=1.3 * style.sizes.hero, style=style)
            for stage in numbers.stages[[self.first, -1]]
        ]
        meter = VGroup(name, *steps)
        for step in steps:
            step.align_to(steps[-1], RIGHT).on_baseline(name.baseline + 2.4 * name.cap_height)
        VGroup(*steps).set_x(float(name.get_x()))
        lines, boxes = self._obstacles()
        boxes += [box_of(each) for each in (*self.pair.words[0], *self.pair.words[1], *self.pair.blanks, *self.marks)]
        # Outside, above the dial's left end; where the frame is too narrow for that, within it.
        beside = point(field.left + float(meter.width) / 2, field.top - 0.2 - float(meter.height) / 2)
        if self._to_dial(meter.move_to(beside)) < self.radius + _ROOM:
            near = self.origin + point(-0.55 * self.radius, 0.3 + float(meter.height) / 2)
            meter.move_to(self._free(meter, near, lines, boxes, field))
        laid(meter, Layer.LABEL)
        return name, steps

    def _slice(self) -> tuple[VMobject, VGroup]:
        """Return an arc along the rim of the slice of both answers, and its width beyond it, where there is room."""
        numbers, dial, style = self.numbers, self.dial, self.style
        row = numbers.vocabulary.index(numbers.predicted[0])
        start, end = dial.shown.get(row, (0.0, 0.0))
        whole = float(numbers.widths[-1, row])
        if numbers.predicted[0] != numbers.predicted[1] or abs(end - start - whole) > 1e-6 or whole >= 180:
            return VMobject(), VGroup()
        color = self._color(numbers.predicted[0])
        turns = {"start_angle": np.radians(start), "angle": np.radians(whole)}
        arc = Arc(radius=self.radius + _OUTSIDE, arc_center=self.origin, **turns)
        arc.set_stroke(color, style.strokes.amount)
        taken = [box_of(each) for each in (*self.pair, *self.pair.blanks, *self.marks, *self.hoped)]
        safe, size = self.stage.safe, 0.9 * style.sizes.hero
        while size >= style.sizes.number:
            said = self._said(numbers.widths[-1, row], size, color=color)
            for turn in np.radians(np.arange(start, start - _PAST, -1.0)):
                way = point(float(np.cos(turn)), float(np.sin(turn)))
                half = (abs(way[0]) * float(said.width) + abs(way[1]) * float(said.height)) / 2
                box = box_of(said.move_to(self.origin + (self.radius + _BEYOND + half) * way))
                inside = safe.left < box[0] and box[2] < safe.right and self.field.bottom < box[1]
                if inside and not any(overlap(box, enlarged(other, _ROOM)) > 0 for other in taken):
                    return laid(arc, Layer.PIN), labelled(said, style)
            size *= _SMALLER
        return VMobject(), VGroup()

    def _none(self) -> VGroup:
        """Return that the right answer has a slice of no degrees, below it; nothing without room there."""
        numbers, style = self.numbers, self.style
        if numbers.outcome != "also-wrong-lost" or not len(self.hoped) or not len(self.width):
            return VGroup()
        size = self.larger * float(self.pair.words[1][0].size)
        row = numbers.vocabulary.index(numbers.wanted[1])
        number, sign = self._said(numbers.widths[-1, row], size, 0)
        assert isinstance(number, HeroNumber)
        name = Label(self.says("slice"), size=size, style=style)
        name.set_x(float(number.get_left()[0]) - 0.15 - name.width / 2).on_baseline(number.baseline)
        said, hoped = VGroup(name, number, sign), box_of(self.hoped)
        said.move_to(point(hoped[2] - float(said.width) / 2, hoped[1] - 0.25 - float(said.height) / 2))
        lines, boxes = self._obstacles()
        boxes += [*(box_of(word) for words in self.pair.words for word in words), enlarged(box_of(self.width), _ROOM)]
        box = box_of(said)
        if any(inside_length(line, box) > 0 for line in lines) or any(overlap(box, other) > 0 for other in boxes):
            return VGroup()
        return labelled(said, style)

    def _hoped_word(self) -> VGroup:
        """Return the right answer to the second phrase: behind the model's wrong one, or below it."""
        numbers, pair, style = self.numbers, self.pair, self.style
        if numbers.right[1]:
            return VGroup()
        said = pair.words[1][-1]
        name = Label(self.says("right"), size=said.size, color=style.theme.dim, style=style)
        word = Label(numbers.wanted[1], size=said.size, color=self._color(numbers.wanted[1]), style=style)
        wide = float(name.width) + 0.15 + float(word.width)
        right = self.stage.safe.right - _ROOM - wide
        left, base = float(self.marks[1].get_right()[0]) + 0.45, said.baseline
        if left > right:
            lower = _LOWER if self.stage.is_wide else 1.0  # the slice's width stands between
            left, base = min(float(said.get_left()[0]), right), said.baseline - lower * pair.pitch
        name.set_x(left + name.width / 2).on_baseline(base)
        word.set_x(left + wide - word.width / 2).on_baseline(base)
        return laid(VGroup(name, word), Layer.FRAME)

    def _enlarge_hoped(self) -> float:
        """Make the right answer larger where there is room outside the dial; return by which factor."""
        if not len(self.hoped) or not self.stage.is_wide:
            return 1.0
        hoped, corner = self.hoped, self.hoped.get_corner(UR)
        taken = [box_of(each) for each in (*self.pair.words[1], *self.marks)]
        for factor in _LARGER:
            hoped.scale(factor, about_point=corner)
            clear = self._to_dial(hoped) > self.radius + _OUTSIDE + _ROOM
            if clear and not any(overlap(box_of(hoped), other) > 0 for other in taken):
                return factor
            hoped.scale(1 / factor, about_point=corner)
        return 1.0

    def _to_dial(self, text: VMobject) -> float:
        """Return how near a text comes to the dial's middle."""
        left, bottom, right, top = box_of(text)
        x, y = flat(self.origin)
        return float(np.hypot(np.clip(x, left, right) - x, np.clip(y, bottom, top) - y))

    def _unseen(self) -> VGroup:
        """Return that the second phrase's own word is in no training, under its end; nothing without room there."""
        said, pair = self.pair.words[1][-1], self.pair
        own = self.numbers.differences[1]
        text = Label(self.says("unseen", word=own), size=self.style.sizes.number, style=self.style)
        end = max(box_of(each)[2] for each in (said, *self.marks, *self.hoped))
        text.set_x(end - text.width / 2).on_baseline(said.baseline - pair.pitch)
        if any(overlap(box_of(text), box_of(word)) > 0 for words in pair.words for word in words):
            return VGroup()
        return laid(VGroup(text), Layer.FRAME)

    def _early(self) -> VGroup:
        """Return what the first average points at soon after the start, where this is wrong, in the free place.

        There is nothing where training changes nothing, where its slice has no name, or without room.
        """
        numbers, place, style = self.numbers, self.pair.words[0][-1], self.style
        row = numbers.needle_after(float(numbers.stages[self.first]))
        said = numbers.vocabulary[row]
        self.dial.draw(numbers.rows_after(float(numbers.stages[self.first])))
        named = bool(self.dial.names[row].family_members_with_points())
        self.dial.draw(numbers.rows_after(float(numbers.stages[-1])))
        if not named or said in (numbers.wanted[0], numbers.predicted[0]):
            return VGroup()
        word = Label(said, size=place.size, color=self.dial.colors[row], style=style)
        word.set_x(float(place.get_left()[0]) + word.width / 2).on_baseline(place.baseline)
        both = VGroup(word, self._mark_after(word, right=False))
        end = float(self.pair.words[1][0].get_left()[0]) if self.stage.is_wide else self.stage.safe.right
        return laid(both, Layer.FRAME) if float(both.get_right()[0]) < end else VGroup()

    def _mark(self, side: int) -> VMobject:
        """Return a check mark or a cross after an answer."""
        return self._mark_after(self.pair.words[side][-1], right=self.numbers.right[side])

    def _mark_after(self, word: Label, *, right: bool) -> VMobject:
        mark = (CheckMark if right else CrossMark)(self.style.theme.ink, size=0.3, style=self.style)
        return laid(mark.move_to(point(float(word.get_right()[0]) + 0.36, word.baseline + 0.1)), Layer.FRAME)

    def tell(self) -> None:
        """Show both phrases, the steps that they share, where they part, the trained dial, and both answers."""
        numbers = self.numbers
        one, other = numbers.differences
        angle = format_number(float(numbers.angle), 1)
        values: dict[str, Any] = {"one": one, "other": other, "count": len(numbers.seen), "same": len(numbers.shared)}
        apart = values["count"] - values["same"]
        with self.beat("phrases", text="phrases" if apart == 1 else "phrases-several", apart=apart, **values):
            self._show_phrases()
        with self.beat("same", text="same" if numbers.shared else "apart", **values):
            self._walk_together()
        with self.beat("differ", text="alike" if numbers.nearly_one else "unlike", angle=angle, **values):
            self._sweep()
        early = self.early[0].text if len(self.early) else ""
        with self.beat("dial", text="dial-early" if early else "dial", word=early):
            self._set_up()
            self._open_dial()
        words = {"word": numbers.predicted[0], "hoped": numbers.wanted[0]}
        with self.beat("learned", text="learned" if numbers.right[0] else "learned-wrong", **words):
            self._train()
            self._say(0)
            self.rest()
        words = {"word": numbers.predicted[1], "hoped": numbers.wanted[1]}
        lost = numbers.outcome == "also-wrong-lost"
        with self.beat("answer", text=numbers.outcome, angle=angle, **words):
            self._turn_aside()
            self._say(1)
            if len(self.hoped) and not lost:
                self.play(FadeIn(self.hoped), run_time=self.style.times.move)
            if lost:
                self.rest()
            else:
                self.hold()
        if lost:
            with self.beat("lost", text="lost" if self.reach >= 180 else "lost-below", **words):
                self._search()
                self.hold()

    def _show_phrases(self) -> None:
        """Show both phrases alone, large, with the free places at their ends; then the words that differ light up."""
        pair, safe, ink = self.pair, self.stage.safe, self.style.theme.ink
        pair.enlarge(safe.inset(left=0.03 * safe.width, right=0.03 * safe.width))
        different = [words[at] for at in self._alone for words in pair.words]
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
        self.rest()

    def _walk_together(self) -> None:
        """Make room, walk the steps that both phrases share, and then let each phrase go on by its own words."""
        times, fork = self.style.times, self.fork
        begun = FadeIn(self.start, rate_func=squish_rate_func(smooth, 0.7, 1.0))
        self.play(self.pair.arrive(rate_func=linear), begun, run_time=_ARRIVE)
        for count, (step, name, at) in enumerate(zip(fork.trunk, fork.trunk_names, self.numbers.shared, strict=True)):
            if count == 0 and self._has_room(step):
                self._take_share(step, name, [words[at] for words in self.pair.words])
                continue
            self._walk(
                [step], [name], [words[at] for words in self.pair.words], _FIRST_STEP if count == 0 else _NEXT_STEP
            )
        new = [*self.count, *(self.each if self.each not in self.mobjects else [])]
        if new:
            self.play(FadeIn(*new), run_time=times.quick)
        for place, at in enumerate(self._alone):
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
        marks = parts(start, start + many * way, many, step.shaft_width, style=self.style)
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
        times, fork = self.style.times, self.fork
        names = [*fork.trunk_names, *fork.branch_names[0], *fork.branch_names[1]]
        self.play(FadeOut(*names, *self.each, *self.count), run_time=_CLEARED)

        def grow(share: float) -> None:
            for arrow, end in zip(self.averages, fork.ends, strict=True):
                arrow.set_ends(self.origin, self.origin + max(share, 1e-3) * (end - self.origin))

        grow(0.0)
        self.add(*self.averages)
        self.play(Live(self.averages, grow), run_time=_SWEPT)
        self.play(FadeOut(*fork.steps), run_time=times.quick)
        self.play(FadeIn(self.wedge, *self.angle), Create(self.arc), run_time=times.move)
        self.rest()

    def _set_up(self) -> None:
        """Clear the second average and the angle away; the first one is the needle of a dial that is empty still."""
        first, start, end = self.averages[0], self.fork.ends[0], self.ends[0]
        self.play(FadeOut(self.averages[1], self.wedge, self.arc, *self.angle), run_time=_CLEARED)
        reaches = Live([first], lambda share: first.set_ends(self.origin, start + share * (end - start)))
        self.play(reaches, Create(self.dial.edge), run_time=self.style.times.move)

    def _open_dial(self) -> None:
        """Let the first slices grow, and their names swell, one after the other; then the needle says its own."""
        numbers, dial = self.numbers, self.dial
        rows = numbers.rows_after(float(numbers.stages[self.first]))
        dial.draw(rows, 0.0)
        self.add(*dial.parts)
        self.play(Live(dial.parts, lambda share: dial.draw(rows, share)), run_time=_OPENS)
        for row in sorted(dial.shown, key=lambda row: -sum(dial.shown[row])):
            if dial.names[row].family_members_with_points():
                self.play(self._light_up(row), run_time=_NAMED)
        self.play(FadeIn(self.key, self.meter[0]), run_time=self.style.times.quick)
        if len(self.early):
            word, cross = self.early
            assert isinstance(word, Label)
            self._write(numbers.vocabulary.index(word.text), word, cross)
        self.rest()

    def _light_up(self, word: int) -> Live:
        """Return how a slice lights up for a moment while its name swells."""
        area, swelling = self.dial.areas[word], _Swell(self.dial.names[word])
        before, most = float(area.get_fill_opacity()), _BRIGHT[self.dial.colors[word] == self.style.theme.dim]

        def follow(time: float) -> None:
            swelling.at(time)
            if self.style.theme.filled:
                area.set_fill(opacity=before + (most - before) * float(np.sin(np.pi * min(time, 1.0))))

        return Live([area, self.dial.names[word]], follow, rate_func=linear)

    def _train(self) -> None:
        """Let training run from the first slices on: their borders move until the end.

        The first answer leaves as soon as the needle points at another one.
        """
        numbers, dial = self.numbers, self.dial
        stages = numbers.stages[self.first :].tolist()
        first, last = stages[0], stages[-1]

        def trained(time: float) -> float:
            """Return the share of the steps: every stage takes as long, so that early ones are seen."""
            step = float(np.interp(smooth(time) * (len(stages) - 1), np.arange(len(stages)), stages))
            return float((step - first) / (last - first))

        runs = Live(
            dial.parts, lambda share: dial.draw(numbers.rows_after(first + share * (last - first))), rate_func=trained
        )
        told = [FadeIn(self.unseen)] if len(self.unseen) else []
        row, times = numbers.needle_after(first), np.linspace(0.0, 1.0, 200)
        turned = (time for time in times if numbers.needle_after(first + trained(time) * (last - first)) != row)
        leaves = min(float(next(turned, 1.0)), 1 - _LEAVES)
        gone = [FadeOut(self.early, rate_func=squish_rate_func(smooth, leaves, leaves + _LEAVES))]
        counts = Count(self.meter[0], self.meter[1], rate_func=trained)
        self.play(runs, counts, *(gone if len(self.early) else []), *told, run_time=_TRAINS)

    def _say(self, side: int) -> None:
        """Let the answer swell on the dial; then it goes to the phrase's end, with its mark."""
        row, late = self.numbers.vocabulary.index(self.numbers.predicted[side]), squish_rate_func(smooth, 0.6, 1.0)
        filled = FadeOut(self.pair.blanks[side], rate_func=late)
        self._write(row, self.pair.words[side][-1], self.marks[side], filled, side=side)

    def _write(self, row: int, place: Label, mark: VMobject, *others: Animation, side: int = 0) -> None:
        """Let an average and the word that it points at swell; this goes to its place, where it is given a mark."""
        times, text, name = self.style.times, self.dial.texts[row], self.dial.names[row]
        arrives: Animation = FadeIn(place)
        swells: list[Animation] = [self._point(side, row)]
        if name.family_members_with_points():
            swells.append(Live([name], _Swell(name, _LOUD).at, rate_func=linear))
            arrives = word_on_its_way(text, place)
        self.play(*swells, run_time=_CHOSEN)
        self.play(arrives, *others, run_time=times.slow)
        self.play(Create(mark), run_time=times.quick)

    def _point(self, side: int, row: int) -> Live:
        """Return how an average swells from its beginning to its tip, and the slice lights up at which it points."""
        arrow, area, theme = self.averages[side], self.dial.areas[row], self.style.theme
        before = float(area.get_fill_opacity())

        def follow(time: float) -> None:
            arrow.shaft_width = _BOLD * (1 + _THICKER * float(np.sin(np.pi * time)))
            arrow.set_ends(arrow.start, arrow.end)
            if theme.filled:
                area.set_fill(opacity=before + smooth(time) * (max(_LIT, before) - before))

        return Live([arrow, area], follow, rate_func=linear)

    def _search(self) -> None:
        """Look for the right answer all along the dial: no slice is its own."""
        times, dial = self.style.times, self.dial
        self.play(FadeIn(self.hoped), run_time=times.move)
        color = self._color(self.numbers.wanted[1])
        seeker = laid(Dot(radius=_SEEKER, color=color), Layer.LABEL)
        hand = laid(Line().set_stroke(color, self.style.strokes.bold), Layer.VECTOR)
        low, high = max(90 - self.reach, -90.0), min(90 + self.reach, 270.0)
        found = [(span, self._light_up(word)) for word, span in dial.shown.items()]

        def follow(time: float) -> None:
            turn = low + (high - low) * _evenly(time)
            way = point(float(np.cos(np.radians(turn))), float(np.sin(np.radians(turn))))
            end = self.origin + (self.radius - _RIM_MIDDLE) * way
            seeker.move_to(end)
            hand.put_start_and_end_on(self.origin, end)
            for (start, end_of_slice), light in found:
                light.move_to_share(between(turn, start, end_of_slice) if start < turn < end_of_slice else 1.0)

        follow(0.0)
        lit = [piece for word in dial.shown for piece in (dial.areas[word], dial.names[word])]
        self.play(FadeIn(seeker, hand), run_time=times.quick)
        self.play(Live([seeker, hand, *lit], follow, rate_func=linear), run_time=_SEARCHES)
        told = [FadeIn(self.none)] if len(self.none) else []
        self.play(FadeOut(seeker, hand), *told, run_time=times.move)

    def _turn_aside(self) -> None:
        """Let the second average turn out of the first one, as far as the angle between them."""
        second, arc, wedge = self.averages[1], self.arc, self.wedge

        def follow(share: float) -> None:
            second.set_ends(self.origin, self._open(arc, wedge, self.ends, share))

        follow(0.0)
        self.add(second, arc)
        said = [FadeIn(*self.aside, rate_func=squish_rate_func(smooth, 0.6, 1.0))] if len(self.aside) else []
        gone = FadeOut(self.key, self.meter[-1], rate_func=squish_rate_func(smooth, 0.0, 0.3))
        self.play(Live([second, arc], follow), *said, gone, run_time=_SWINGS)
        if len(self.unseen):  # it may stand where the width will
            self.play(FadeOut(self.unseen), run_time=self.style.times.quick)
        if len(self.width):
            self.play(Create(self.across), FadeIn(self.width), run_time=self.style.times.second)


def _evenly(time: float) -> float:
    """Return how far a search has come, 0 to 1: at one pace but for its beginning and its end."""
    return 0.7 * time + 0.3 * float(smooth(time))


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
