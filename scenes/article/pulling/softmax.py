"""From dot products to weights: softmax (the article's section "Words Pulling Words", figure 10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    Animation,
    ApplyMethod,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    Transform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.article.pulling.bricks import Bricks
from scenes.article.pulling.chart import ExponentialChart, Room
from scenes.article.pulling.claims import ALL_SOFTMAX_CLAIMS
from scenes.article.pulling.stack import Piece, Stack
from scenes.article.pulling.way import Part, Way
from scenes.errors import UserError
from scenes.motion.become import Count
from scenes.motion.live import Live, slide
from scenes.number_format import as_printed, format_number, format_weight
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, free_place, inside_length, overlap, spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import word_line
from scenes.parts.plane.token import HeroGlow, Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, HeroWeight, labelled
from scenes.parts.text.formula import Fraction, Power
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE, PhrasePlaneFigure, Pull, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_ICON, _SMALLEST_ICON = 0.95, 0.4
"""Scene units: an icon's height, and the least where towers are near each other."""

_STANDS, _OFF_CURVE = 0.13, 0.2
"""Scene units between a tower's top and what stands on it, and from there to the left, where the curve goes on."""

_LARGEST_UNIT = 4.0
"""Scene units for a score of 1, at the most."""

_STACK_IN, _TEXT_ROOM = 0.8, 2.35
"""Scene units from the record's left edge to the stack's middle, and at the least from there to the frame's edge."""

_FIRST, _BEGINS, _LAST = 0.95, 0.4, 0.5
"""Scene units from the frame's safe edge to the lowest score, and to where the axis begins, and from the highest score
to the axis' end."""

_TOP, _HIGHEST = 1.4, 6.4
"""Scene units from the header's baseline down to the stack's top, and the stack's height at the most."""

_FLOOR, _FOOT_LINE = 1.66, 0.65
"""Scene units from the foot's baseline up to the axis of scores, and more for each further line of the foot."""

_NAMES_ABOVE, _NAMES_LED = 0.36, 0.62
"""Scene units from a small word's dot up to the middle of its name, and where lines lead from dots to names."""

_ASIDE, _BETWEEN, _STACKED = 0.22, 0.12, 0.36
"""Scene units from which on a name is not above its dot, so that a line leads to it, between two names side by side,
and between two names above one dot."""

_LED_BELOW, _SAME_DOT = 0.2, 0.04
"""Scene units from a name's middle down to the line that leads to it, and up to which two words have one dot."""

_SCORE_BELOW, _POINTER = 0.97, 0.12
"""Scene units from the axis down to the scores' baseline, and half of the mark at a score's place."""

_SCORE_OFF, _SCORE_BACK, _SCORE_ON = 0.5, -0.58, 0.3
"""Scene units from the line, before it lies down, to the scores beside it; and along it, from where a word falls on it,
and from a word that is on it."""

_FALLEN = 0.7
"""The share of the time in which the line lies down until words have fallen on it."""

_SLIVER_WIDTH, _SLIVER_UP, _SLIVER_STROKE = 0.16, 0.03, 6.0
"""Scene units: how wide a bar too low to be seen is drawn, and how far above the axis; stroke units of its height."""

_MOST_TIMES, _SAME_SCORE = 6.0, 5e-3
"""The most bricks that are piled, and the lead from which on two scores are two."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.45), squish_rate_func(smooth, 0.55, 1.0)
"""The rates of what leaves, and of what comes in its place in the same motion."""

_BEYOND_NAME = 0.1
"""Scene units by which the plane's axis goes on beyond its name."""

_HALO, _SWELLS = 0.05, 1.25
"""Scene units that a text's halo takes beyond its letters; the scale to which a number swells that is used."""

_LIES_DOWN, _RISES, _CLIMBS, _STACKS, _ROLLS, _HOME, _LAID, _GOES = 1.7, 2.4, 0.5, 0.7, 0.7, 1.5, 1.1, 1.4
"""Seconds in which the line lies down, towers rise, a brick climbs, a tower is stacked, numbers become others, words go
home, the strip comes to lie on the way, and the word goes to its cut."""

_BESIDE_WAY = 0.14
"""Scene units between an icon and the strip beside its way."""

_NEAR = 0.06
"""Scene units up to which the strip's cut is where the word goes."""


@dataclass(frozen=True)
class Softmaxed(Pull):
    """A step of attention with the stages of its softmax."""

    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words")
    total: Tensor = quantity("The sum of the exponentials.")
    length: Tensor = quantity("The length of the pulled word's vector.")
    lead: Tensor = quantity("The largest dot product less the next smaller one of a word with a clear weight.")
    bricks: Tensor = quantity("Each exponential as a multiple of one of them, the brick: e to the lead.", rows="words")
    rest_bricks: Tensor = quantity("The multiples of the words that share one name, together.")
    all_bricks: Tensor = quantity("The sum of the multiples.")
    beyond: Tensor = quantity("What the largest multiple is more than the whole bricks below its last one.")
    base: Tensor = quantity("The number of which a score is the exponent: e.")
    weights_total: Tensor = quantity("The sum of the weights: 1.")


class BoldCount(Count):
    """A bold number that runs to another one, with the digits of the one that has more."""

    def __init__(self, before: Number, after: Number, **options: Any) -> None:
        super().__init__(before, after, **options)
        self._decimals = max(len(each.shown.partition(".")[2]) for each in (before, after))

    def written(self, value: float) -> Number:
        """Return a value as it is written on the way."""
        return HeroNumber(value, decimals=self._decimals, size=self._end.size, style=self._style)


class AllSoftmax(PhrasePlaneFigure):
    """attention-all-softmax: softmax turns dot products into weights that add up to 1."""

    name = "attention-all-softmax"
    with_record = False
    claims = ALL_SOFTMAX_CLAIMS
    numbers: Softmaxed

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Softmaxed:
        """Take one step of attention over the phrase, with each stage of softmax.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        step = pull(parameters, world)
        largest = float(step.scores.max())
        if largest > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {largest:g}, too large an exponent to draw (at most {LARGEST_SCORE:g}); "
                "make the vectors shorter"
            )
        first, second = _leaders(step)
        bricks = (step.scores - step.scores[second]).exp()  # (T,)
        return Softmaxed(
            **{item.name: getattr(step, item.name) for item in fields(step)},
            exponentials=step.scores.exp(),
            total=step.scores.exp().sum(),
            length=step.vector.norm(),
            lead=step.scores[first] - step.scores[second],
            bricks=bricks,
            rest_bricks=bricks[small(step.weights)].sum(),
            all_bricks=bricks.sum(),
            beyond=bricks[first] - (bricks[first].ceil() - 1),
            base=torch.ones_like(step.scores.max()).exp(),
            weights_total=step.weights.sum(),
        )

    @classmethod
    def alternative_values(cls, numbers: Softmaxed) -> Mapping[str, object]:
        """Return the words' scores, exponentials and weights, and both sums."""
        return {
            "word": numbers.word,
            "scores": each_with(numbers.words, numbers.scores),
            "exponentials": each_with(numbers.words, numbers.exponentials),
            "total": format_number(float(numbers.total)),
            "weights": each_with(numbers.words, numbers.weights, format_weight),
            "one": format_number(float(numbers.weights_total)),
        }

    # --- What is on the stage -------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the words on their plane, the chart that their line becomes, and the stack that its towers become."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.veil = Veil(self.stage, opacity=1.0, style=style)
        self.axes = self._free_axes()
        self.heavy = [index for index, hidden in enumerate(small(numbers.weights)) if not hidden]
        self.leader, self.brick = _leaders(numbers)
        self.digits = self._digits()
        self.room = self._room()
        colors = self.colors_of(numbers.words)
        self.chart = ExponentialChart(numbers.scores.tolist(), colors, self.heavy, self.room, style=style)
        self.words = self._words()
        self.subject = self.words[numbers.word]
        self.glow = HeroGlow(self.subject.at, self.subject.color_by_role, style=style)
        tip, origin = self.plane.place(numbers.vector), self.plane.origin
        tip = tip if not np.allclose(tip, origin) else origin + point(1.0)
        self.line_of_word = word_line(origin, tip, self.stage, style.theme.ink)
        self.turn = float(np.arctan2(tip[1] - origin[1], tip[0] - origin[0]))
        self.stack = self._stack_of_towers()
        self._label()
        end, half = self.stack.place(self.length), point(self.stack.thick / 2)
        self.crumb = laid(thin_line(end - half, end + half, style.theme.ink, _SLIVER_STROKE), Layer.VECTOR)
        self.drops, self.extra = list[DashedLine](), list[VMobject]()
        self.beside, self.before = dict[Token, int](), [0.0, 0.0]
        self.way: Way | None = None
        self.named = list[str]()

    def _free_axes(self) -> VGroup:
        """Take the plane's axes out of the painted ground, for they leave when the words' line lies down."""
        (x, y), view, width = self.view.origin, self.view, self.stage.width / 2
        names = [box[2] for box in self.plane.text_boxes()]
        right = width if view.lying else max(*names, x + view.unit) + _BEYOND_NAME
        low, high = view.foot + _FOOT_LINE * view.foot_lines, view.header - 0.4
        axes = self.ground.axes.copy()
        axes[0].put_start_and_end_on(point(-width, y), point(right, y))
        axes[1].put_start_and_end_on(point(x, low), point(x, high))
        self.ground.paints_axes = False
        self.ground.paint(self.camera)  # type: ignore[arg-type]
        self.add(laid(axes, Layer.HALF_PLANE))
        return axes

    def _digits(self) -> int | None:
        """Return digits of bricks with which a pencil gets the printed sum, and at best weights; None where none do."""
        numbers, adding = self.numbers, list[int]()
        terms = [(float(numbers.bricks[index]), as_printed(float(numbers.weights[index]))) for index in self.heavy]
        for digits in (2, 1, 3):
            whole = as_printed(float(numbers.all_bricks), digits)
            rest = as_printed(float(numbers.rest_bricks), self._rest_digits(digits))
            printed = [as_printed(term, digits) for term, _ in terms]
            if as_printed(sum(printed) + rest, digits) == whole > 0:
                adding.append(digits)
                if all(as_printed(each / whole) == weight for each, (_, weight) in zip(printed, terms, strict=True)):
                    return digits
        return adding[0] if adding else None

    def _rest_digits(self, digits: int) -> int:
        """Return digits with which what the small words have together is no zero, if two or three are enough."""
        rest = float(self.numbers.rest_bricks)
        return next((each for each in (digits, 2, 3) if each >= digits and as_printed(rest, each) > 0), digits)

    @property
    def _printed(self) -> int:
        """The digits after the point of bricks."""
        return 2 if self.digits is None else self.digits

    def _room(self) -> Room:
        """Return the chart's room: its tallest tower stands where the stack will, left of what is written there."""
        view, safe, numbers = self.view, self.stage.safe, self.numbers
        low, high = min(float(numbers.scores.min()), 0.0), max(float(numbers.scores.max()), 0.0)
        right = safe.right - _TEXT_ROOM
        right = right if view.lying else min(view.record.left + _STACK_IN, right)
        left = safe.left + _FIRST
        across = min((right - left) / max(high - low, 1e-9), _LARGEST_UNIT)
        y = view.foot + _FLOOR + _FOOT_LINE * (view.foot_lines - 1)
        self.length = min(view.header - _TOP - y, _HIGHEST)
        y += (view.header - _TOP - y - self.length) / 2
        return Room(
            point(right - high * across, y), left - _FIRST + _BEGINS, right + _LAST, across,
            self.length * float(numbers.weights.max()),
        )  # fmt: skip

    def _words(self) -> dict[str, Token]:
        """Return the words at rest; the icons are as large as there is room for them on their towers."""
        words = self.numbers.words
        places = sorted({self._score(words[index]) * self.room.across for index in self.heavy})
        gaps = [after - before for before, after in zip(places, places[1:], strict=False)]
        self.icon = icon = max(_SMALLEST_ICON, min([_ICON, *(0.95 * gap for gap in gaps)]))
        tokens = self.tokens(self.vectors, dict.fromkeys(words, _ICON), lines=self._drops_of_words())
        self.homes = {word: (token.at.copy(), token.offset or (0.0, 0.0)) for word, token in tokens.items()}
        self.lifts = {
            word: 0.0 if token.reach()[0] < 0.1 else _STANDS + (icon / 2 if token.has_icon else token.reach()[1])
            for word, token in tokens.items()
        }
        self.sides = self._sides(tokens)
        top = max(map(self._score, words))
        # The curve goes on beside what stands on a lower tower: that makes way for it.
        self.asides = {
            word: _OFF_CURVE * icon / _ICON if token.has_icon and self._score(word) < top else 0.0
            for word, token in tokens.items()
        }
        return tokens

    def _drops_of_words(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return the ways from words to the pulled word's line, and this one, which names keep off."""
        origin, tip = self.plane.origin, self.plane.place(self.numbers.vector)
        way = tip - origin
        unit = way / max(float(np.linalg.norm(way)), 1e-9)
        told = {self.numbers.words[index] for index in self.heavy}
        feet = ((self.plane.place(row), origin) for word, row in self.vectors.items() if word in told)
        drops = [(flat(at), flat(start + np.dot(at - start, unit) * unit)) for at, start in feet]
        return [*drops, (flat(origin - 9 * unit), flat(origin + 9 * unit))]

    def _sides(self, tokens: Mapping[str, Token]) -> dict[str, tuple[float, float]]:
        """Return where names go on the chart: above their words, spread sideways where they are near each other."""
        named = sorted((word for word in tokens if not tokens[word].has_icon), key=self._score)
        columns: list[list[str]] = []
        for word in named:
            near = columns and abs(self._score(word) - self._score(columns[-1][0])) * self.room.across < _SAME_DOT
            columns[-1].append(word) if near else columns.append([word])
        self.chart_names = {word: tokens[word].label for word in named}
        low, most = self.room.left + 0.06, self.room.right
        smaller = min(1.0, (most - low) / max(sum(self._widest(column) for column in columns), 1e-9))
        if smaller < 1:  # long names side by side: all get smaller
            for name in self.chart_names.values():
                name.scale(smaller)
        sizes = [self._widest(column) for column in columns]
        places = [float(self.room.origin[0]) + self._score(column[0]) * self.room.across for column in columns]
        spots = spread(places, sizes, low, most)
        self.led = {
            column[0]
            for column, place, spot in zip(columns, places, spots, strict=True)
            if abs(spot - place) > max(_ASIDE, self._widest(column) / 2)
        }
        found = {}
        for column, place, spot, size in zip(columns, places, spots, sizes, strict=True):
            lift = (_NAMES_LED if self.led else _NAMES_ABOVE) + max(tokens[column[0]].reach()[1] - 0.1, 0.0)
            across = min(max(spot, low + size / 2), most - size / 2) - place
            for count, word in enumerate(sorted(column, key=self.numbers.words.index, reverse=True)):
                found[word] = (across, lift + count * _STACKED * smaller)
        return {word: found.get(word, token.offset or (0.0, 0.0)) for word, token in tokens.items()}

    def _widest(self, column: Sequence[str]) -> float:
        """Return the room along the axis that the names above one dot need, scene units."""
        return max(float(self.chart_names[word].width) for word in column) + _BETWEEN

    def _score(self, word: str) -> float:
        return float(self.numbers.scores[self.numbers.words.index(word)])

    def _stack_of_towers(self) -> Stack:
        """Return the stack: the tallest tower at its foot, and the small words' bars as one on its top."""
        numbers, style = self.numbers, self.style
        order = sorted(self.heavy, key=lambda index: -self.chart.scores[index])
        self.order = order
        pieces = [
            Piece(
                numbers.words[index], self.words[numbers.words[index]].has_icon, self.color_of(numbers.words[index]),
                float(numbers.weights[index]), numbers.bricks[index], self._brick_digits(index), numbers.weights[index],
            )
            for index in order
        ]  # fmt: skip
        self.small = [index for index in range(len(numbers.words)) if index not in self.heavy]
        if self.small:
            name, digits = style.says(f"others-{len(self.small)}"), self._rest_digits(self._printed)
            pieces.append(
                Piece(name, False, style.theme.ink, float(numbers.rest), numbers.rest_bricks, digits, numbers.rest)
            )
        foot, right = self.chart.at(self.chart.scores[order[0]]), self.stage.safe.right - _HALO
        room = Region(float(foot[0]), right, float(foot[1]), float(foot[1]) + self.length)
        thick = self.chart.width_of_bars
        return Stack(pieces, room, thick, numbers.all_bricks, numbers.weights_total, self._printed, style=style)

    def _brick_digits(self, index: int) -> int:
        """Return the digits of a tower in bricks: a brick is 1."""
        return 0 if float(self.numbers.bricks[index]) == 1.0 else self._printed

    def _label(self) -> None:
        """Make what is written about the line, the chart and the stack."""
        chart = self.chart
        chart.draw(chart.top_score)
        self.scores = self._score_numbers()
        self.axis_name = chart.name_axis(self.says("score"), self.scores)
        self.landed = self._land()
        self.written = self._dot_products()
        self.together = self._together()
        self.slivers = self._slivers()
        self.taken = self._taken()
        once = {self.numbers.words[index]: index for index in self.heavy}
        self.powers = {index: self._power_beside(index) for index in once.values()}
        self.curve_name = self._name_of_curve()
        self.column = self._column()
        self.leading = self._rows_of_the_lead()
        chart.draw(chart.first, drawn=False)
        self.added = self._added()
        self.divisions = self._divisions()
        self.leads = self._leads()

    def _power(self, index: int, size: float) -> Power:
        """Return e to the power of a word's score."""
        color = self.color_of(self.numbers.words[index])
        base = Math("e", size=1.15 * size, color=color, style=self.style)
        return Power(base, Number(self.numbers.scores[index], size=0.75 * size, color=color, style=self.style))

    def _power_beside(self, index: int) -> VGroup:
        """Return e to the power of a word's score, beside its tower's top, where it has room."""
        chart, style = self.chart, self.style
        *_, right, left = chart.corners(index)
        text = labelled(self._power(index, style.sizes.head), style)
        half, low = float(text.width) / 2, -float(text.height) / 2
        outer = right + point(0.2 + half, low)
        text.move_to(outer)
        top = chart.scores[index] == chart.top_score
        if top and text.get_right()[0] < self.stage.safe.right and not self._meets(text):
            self.taken.append(box_of(text))
            return text
        return text if self._settle(text, left + point(-0.2 - half, low)) else VGroup()

    def _name_of_curve(self) -> VGroup:
        """Return the name of the curve and what e is, above the axis where the curve is low."""
        style, size = self.style, self.style.sizes.head
        name = [Label(self.says("height"), size=size, style=style), Math("e^s", size=1.4 * size, style=style)]
        base = [Math("e approx", size=size, style=style), Number(self.numbers.base, size=size, style=style)]
        first, second = Row(name, 0.16), Row(base, 0.1)
        second.next_to(first, DOWN, buff=0.22)
        text = labelled(VGroup(first, second), style)
        near = self.chart.at(self.chart.top_score - 3.4) + point(0.0, 0.45 * self.length)
        return text if self._settle(text, near, with_curve=True) else VGroup()

    def _taken(self) -> list[Box]:
        """Return the boxes of the finished towers, of what stands on them, of small words' names and of the axis."""
        boxes, chart = [], self.chart
        for index in self.heavy:
            low, *_, high = chart.corners(index)
            lift = 2 * self.lifts[self.numbers.words[index]]
            x, foot, top = float(chart.at(chart.scores[index])[0]), float(low[1]), float(high[1])
            half = chart.width_of_bars / 2
            boxes += [(x - half, foot, x + half, top), (x - lift / 2, top, x + lift / 2, top + lift)]
        for word, (across, up) in self.sides.items():
            name = self.chart_names.get(word)
            if name is not None:
                index = self.numbers.words.index(word)
                at = chart.at(self._score(word), chart.risen(index) / chart.up)
                x, y = flat(at + point(across, up + self.lifts[word]))
                boxes.append((x - name.width / 2, y - name.height / 2, x + name.width / 2, y + name.height / 2))
        y = float(self.room.origin[1])
        boxes += [box_of(each) for each in self.together]
        return [*boxes, (self.stage.safe.left, y - 1.2, self.stage.safe.right, y + 0.1)]

    def _meets(self, text: VMobject) -> bool:
        """Return whether a text meets anything that is taken."""
        return any(overlap(box_of(text), box) > 0 for box in self.taken)

    def _settle(self, text: VGroup, at: Point, *, right: float | None = None, with_curve: bool = False) -> bool:
        """Place a text near a point, off all that is taken; return whether there was room.

        Args:
            text: what is placed.
            at: a manim point.
            right: the edge left of which it may stand; the frame's when left out.
            with_curve: whether it keeps off the curve.
        """
        chart, safe, lines = self.chart, self.stage.safe, []
        if with_curve:
            steps = np.linspace(chart.first, chart.top_score, 40)
            places = [flat(chart.at(score, np.exp(score))) for score in steps]
            lines = list(zip(places, places[1:], strict=False))
        edge = (safe.right if right is None else right) - 0.1
        bounds = (safe.left + 0.1, float(self.room.origin[1]) + 0.1, edge, self.view.header - 0.75)
        wide, high = float(text.width), float(text.height)
        if wide > bounds[2] - bounds[0] or high > bounds[3] - bounds[1]:
            return False
        text.move_to(point(*free_place((wide, high), bounds, flat(at), lines=lines, boxes=self.taken)))
        free = not self._meets(text) and not any(inside_length(line, box_of(text)) for line in lines)
        if free:
            self.taken.append(box_of(text))
        return free

    def _score_numbers(self) -> VGroup:
        """Return the scores of the words with clear weights, below the axis where they stand."""
        words = list(dict.fromkeys(self.numbers.words[index] for index in self.heavy))
        words.sort(key=self._score)
        self.scored = words
        numbers = [
            HeroNumber(
                self.numbers.scores[self.numbers.words.index(word)], color=self.color_of(word),
                size=self.style.sizes.head, style=self.style,
            )
            for word in words
        ]  # fmt: skip
        places = [float(self.chart.at(self._score(word))[0]) for word in words]
        room = self.stage.safe.width / max(sum(float(number.width) + 0.18 for number in numbers), 1e-9)
        for number in numbers:
            number.scale(min(1.0, room))
        sizes = [float(number.width) + 0.18 for number in numbers]
        spots = spread(places, sizes, self.stage.safe.left, self.stage.safe.right)
        for number, x in zip(numbers, spots, strict=True):
            number.set_x(x).on_baseline(float(self.room.origin[1]) - _SCORE_BELOW)
        marks = (
            thin_line(at - point(0.0, _POINTER), at + point(0.0, _POINTER), self.color_of(word), 6.0)
            for word, at in ((word, self.chart.at(self._score(word))) for word in words)
        )
        self.pointers = laid(VGroup(*marks), Layer.SHADOW)
        self.score_spots = [number.get_center() for number in numbers]
        return VGroup(*(labelled(number, self.style) for number in numbers))

    def _together(self) -> VGroup:
        """Return a bracket over the words with small weights, and their name; nothing where others are among them."""
        style, chart = self.style, self.chart
        if not self.small or max(chart.scores[index] for index in self.small) >= min(
            chart.scores[index] for index in self.heavy
        ):
            return VGroup()
        words = [self.numbers.words[index] for index in self.small]
        left, right, top = math.inf, -math.inf, -math.inf
        for word in words:
            at = flat(chart.at(self._score(word)))
            left, right, top = min(left, at[0] - 0.1), max(right, at[0] + 0.1), max(top, at[1] + 0.2)
            if word in self.chart_names:
                (dx, dy), name = self.sides[word], self.chart_names[word]
                left, right = min(left, at[0] + dx - name.width / 2), max(right, at[0] + dx + name.width / 2)
                top = max(top, at[1] + dy + name.height / 2)
        low, high = point(left, top + 0.14), point(right, top + 0.14)
        feet = [thin_line(end - point(0.0, 0.12), end, style.theme.ink, 2.4) for end in (low, high)]
        bracket = laid(VGroup(thin_line(low, high, style.theme.ink, 2.4), *feet), Layer.LABEL)
        text = labelled(Label(self.stack.pieces[-1].name, size=style.sizes.number, style=style), style)
        x = max((left + right) / 2, self.stage.safe.left + 0.1 + float(text.width) / 2)
        return VGroup(bracket, text.move_to(point(x, top + 0.3 + float(text.height) / 2)))

    def _slivers(self) -> VGroup:
        """Return what is seen of the small words' bars, thicker than they are; or nothing."""
        if not len(self.together):
            return VGroup()
        chart, half, up = self.chart, point(_SLIVER_WIDTH / 2), point(0.0, _SLIVER_UP)
        feet = [chart.at(chart.scores[index]) for index in self.small]
        lines = (thin_line(foot - half + up, foot + half + up, self.style.theme.ink, _SLIVER_STROKE) for foot in feet)
        return laid(VGroup(*lines), Layer.VECTOR)

    def _column(self) -> Bricks | None:
        """Return the bricks that climb on the second tower; None where there is none, or where these are too many."""
        numbers, ratio = self.numbers, self.numbers.bricks[self.leader]
        if float(numbers.lead) <= _SAME_SCORE or float(ratio) > _MOST_TIMES:
            return None
        color = self.color_of(numbers.words[self.brick])
        return Bricks(
            self.chart, self.leader, self.brick, ratio, numbers.beyond, self._printed, color, style=self.style
        )

    def _rows_of_the_lead(self) -> list[VGroup]:
        """Return two lines: the lead is a difference of scores, and e to it a ratio of towers; nothing without room."""
        numbers, style, lead = self.numbers, self.style, as_printed(float(self.numbers.lead))
        ratio = as_printed(float(numbers.bricks[self.leader]), self._printed)
        scores = [as_printed(float(numbers.scores[index])) for index in (self.leader, self.brick)]
        if lead <= 0 or as_printed(scores[0] - scores[1]) != lead or as_printed(math.exp(lead), self._printed) != ratio:
            return []
        if self.column is not None:
            left, low = flat(self.column.base)
            top = low + (len(self.column.copies) + 1) * self.column.high + 2 * self.lifts[numbers.words[self.brick]]
            self.taken.append((left - 0.2, low, left + self.column.across + 0.2, top))
        standing = [*self.taken]
        right = float(self.chart.at(self.chart.scores[self.brick])[0])
        middle = point((self.stage.safe.left + right) / 2, self.room.origin[1] + 0.55 * self.length)
        for size in self._sizes_of_rows():
            self.taken = [box for box in standing if not len(self.curve_name) or box != box_of(self.curve_name)]
            rows = VGroup(*self._lines_of_the_lead(size))
            rows[1].next_to(rows[0], DOWN, buff=0.5)
            text = VGroup(*(labelled(row, style) for row in rows))
            free = self._settle(text, middle, right=right)
            self.taken = standing
            if free:
                return [*text]
        return []

    def _sizes_of_rows(self) -> list[float]:
        """Return the sizes of written lines, the largest first."""
        sizes = self.style.sizes
        return [1.5 * sizes.head, 1.25 * sizes.head, sizes.head, sizes.number, sizes.tick]

    def _lines_of_the_lead(self, size: float) -> list[Row]:
        """Return the lead as a difference, and e to it as a ratio."""
        numbers, style = self.numbers, self.style
        pair = (self.leader, self.brick)
        scores = [
            Number(numbers.scores[at], size=size, color=self.color_of(numbers.words[at]), style=style) for at in pair
        ]
        lead = HeroNumber(numbers.lead, size=size, style=style)
        minus, equal, *equals = (Math(sign, size=size, style=style) for sign in ("-", "=", "=", "="))
        small = 0.8 * size
        quotient = Fraction(self._power(pair[0], small), self._power(pair[1], small), style=style)
        power = Power(Math("e", size=1.15 * size, style=style), Number(numbers.lead, size=0.75 * size, style=style))
        ratio = HeroNumber(numbers.bricks[pair[0]], decimals=self._printed, size=size, style=style)
        first = Row([scores[0], minus, scores[1], equal, lead], 0.2)
        return [first, Row([quotient, equals[0], power, equals[1], ratio], 0.2)]

    def _added(self) -> list[VGroup]:
        """Return the sum of the pieces in bricks, each with the sign before it, and the total; nothing without room."""
        if self.digits is None:
            return []
        style, pieces = self.style, self.stack.pieces
        printed = [as_printed(float(piece.amount), piece.digits) for piece in pieces]
        exact = abs(sum(printed) - as_printed(float(self.numbers.all_bricks), self.digits)) < 1e-9
        if any(each <= 0 for each in printed):
            return []
        for broken, size in product((False, True), self._sizes_of_rows()[:-1]):
            row: list[VMobject] = []
            for piece in pieces:
                row += [Math("+", size=size, style=style)] * bool(row)
                row.append(Number(piece.amount, decimals=piece.digits, size=size, color=piece.color, style=style))
            row.append(Math("=" if exact else "approx", size=size, style=style))
            row.append(HeroNumber(self.numbers.all_bricks, decimals=self.digits, size=size, style=style))
            whole = VGroup(Row(row, 0.2))
            if broken:  # the sum stands below its terms
                last = VGroup(*row[-2:])
                last.shift(point(float(row[0].get_left()[0] - last.get_left()[0]), -0.02 * size))
            self.taken = self._taken_at_the_end()
            if self._settle(whole, self._middle(), right=self._left_of_stack()):
                return [labelled(VGroup(*row[max(at - 1, 0) : at + 1]), style) for at in range(0, len(row), 2)]
        return []

    def _middle(self) -> Point:
        """Return the middle of what is free left of the stack."""
        return point((self.stage.safe.left + self._left_of_stack()) / 2, self.room.origin[1] + 0.6 * self.length)

    def _left_of_stack(self) -> float:
        """Return where what is written beside the ruler begins."""
        return min(float(each.get_left()[0]) for each in (self.stack.total, self.stack.ruler)) - 0.1

    def _taken_at_the_end(self) -> list[Box]:
        """Return the boxes of what is taken once the towers have become a stack: small words, and their names."""
        y, left, right = float(self.room.origin[1]), self.stage.safe.left, self.stage.safe.right
        names = [box_of(each) for each in self.together]
        top = max([y + 0.9, *(box[3] for box in names)])
        return [(left, y - 1.2, right, top)]

    def _divisions(self) -> list[tuple[int, VGroup]]:
        """Return weights as fractions, by the positions of their pieces, one below the other; as many as have room."""
        order = [place for place in (1, 0) if place < len(self.heavy)]
        if self.digits is None:
            return []
        ways = product((True, False), self._sizes_of_rows()[1:])
        for whole, size in ways:
            rows = VGroup(*(self._division(place, size, whole=whole) for place in order))
            for row in rows[1:]:
                row.next_to(rows[0], DOWN, buff=0.55)
                row.align_to(rows[0], np.array([1.0, 0.0, 0.0]))
            self.taken = self._taken_at_the_end()
            if self._settle(rows, self._middle(), right=self._left_of_stack()):
                return [
                    (place, VGroup(labelled(VGroup(*row[:-2]), self.style), labelled(VGroup(*row[-2:]), self.style)))
                    for place, row in zip(order, rows, strict=True)
                ]
        return []

    def _division(self, place: int, size: float, *, whole: bool) -> Row:
        """Return a piece's weight as a fraction: of exponentials, where the whole of it is written, and of bricks."""
        numbers, style, piece = self.numbers, self.style, self.stack.pieces[place]
        index = self.order[place]
        first: list[VMobject] = []
        if whole:
            name = Label(self.says("sum"), size=0.7 * size, style=style)
            every = Row([name, Math("e^s", size=0.9 * size, style=style)], 0.006 * size)
            first = [Fraction(self._power(index, 0.9 * size), every, style=style), Math("=", size=size, style=style)]
        bricks = Fraction(
            Number(piece.amount, decimals=piece.digits, size=size, color=piece.color, style=style),
            Number(numbers.all_bricks, decimals=self._printed, size=size, style=style),
            style=style,
        )
        result = HeroWeight(piece.weight, size=1.15 * size, color=piece.color, style=style)
        printed = (as_printed(float(each), self._printed) for each in (piece.amount, numbers.all_bricks))
        equal = "=" if as_printed(next(printed) / next(printed)) == as_printed(float(piece.weight)) else "approx"
        return Row([*first, bricks, Math(equal, size=size, style=style), result], 0.24)

    def _leads(self) -> VGroup:
        """Return lines from the dots of words whose names stand aside to these names."""
        lines = VGroup()
        for word in self.led:
            token, (across, up) = self.words[word], self.sides[word]
            at = self.foot(word, 1.0) + point(0.0, self.lifts[word])
            foot, low = at + point(0.0, token.reach()[1]), at + point(across, up - _LED_BELOW)
            lines.add(thin_line(foot, low, token.color_by_role, 1.6))
        return laid(lines, Layer.SHADOW)

    # --- The line, and the words on it -----------------------------------------------------------------------------

    def foot(self, word: str, lain: float) -> Point:
        """Return where a word falls on the line, which becomes its score as the line lies down.

        Args:
            word: the word.
            lain: how far the line has lain down, 0 to 1.
        """
        angle = (1 - lain) * self.turn
        origin = self.plane.origin + lain * (self.room.origin - self.plane.origin)
        return np.asarray(origin + self._score(word) * self._unit(lain) * point(np.cos(angle), np.sin(angle)))

    def _unit(self, lain: float) -> float:
        """Return how long a score of 1 is on the line: first the shadow's length, in the end the chart's scale."""
        length = float(self.numbers.length)
        first = self.view.unit / length if length else 0.0
        return first + lain * (self.room.across - first)

    def _put(self, word: str, fallen: float, lain: float) -> None:
        """Put a word between its place and where it stands on the line, which has lain down so far, 0 to 1."""
        angle, token, (home, offset) = (1 - lain) * self.turn, self.words[word], self.homes[word]
        stands = self.foot(word, lain) + self.lifts[word] * point(-math.sin(angle), math.cos(angle))
        if token.has_icon:
            token.resize(_ICON + fallen * (self.icon - _ICON))
        side = self.sides[word]
        between = (offset[0] + fallen * (side[0] - offset[0]), offset[1] + fallen * (side[1] - offset[1]))
        token.put(home + fallen * (stands - home), between if word in self.chart_names else None)

    def _put_scores(self, lain: float) -> None:
        """Put the marks at the words' scores on the line, and their numbers beside it, as it lies down."""
        angle = (1 - lain) * self.turn
        along, aside = point(math.cos(angle), math.sin(angle)), point(math.sin(angle), -math.cos(angle))
        for word, number, pointer, spot in zip(self.scored, self.scores, self.pointers, self.score_spots, strict=True):
            at, text = self.foot(word, lain), number[1]
            half = abs(aside[0]) * float(text.width) / 2 + abs(aside[1]) * float(text.height) / 2
            is_on = float(np.linalg.norm(self.homes[word][0] - self.foot(word, 0.0))) < 0.2
            off = (_SCORE_OFF + half) * aside + (_SCORE_ON if is_on else _SCORE_BACK) * along
            middle = at + (1 - lain) * off + lain * (spot - self.foot(word, 1.0))
            number.shift(middle - text.get_center())
            pointer.set_points_as_corners([at - _POINTER * aside, at + _POINTER * aside])

    def _lay(self, lain: float) -> None:
        """Lay the ticks of scores along the line, which has lain down so far, 0 to 1."""
        start = self.plane.origin + lain * (self.room.origin - self.plane.origin)
        self.chart.lay(self._unit(lain), lain, start, (1 - lain) * self.turn)

    def _land(self) -> bool:
        """Return whether the scores have room beside the line before it lies down."""
        self._put_scores(0.0)
        boxes = [box_of(piece) for token in self.words.values() for piece in (token.mark, *token.label)]
        boxes += self.plane.text_boxes()
        lines = [*self._drops_of_words(), *self.plane.axis_segments()]
        own = [box_of(number) for number in self.scores]
        safe, room = self.stage.safe, self.view.words(self.stage)
        inside = all(
            safe.left <= box[0] and box[2] <= safe.right and room.bottom <= box[1] and box[3] <= room.top for box in own
        )
        free = all(not overlap(box, other) for index, box in enumerate(own) for other in [*boxes, *own[:index]])
        free &= not any(inside_length(line, box) for line in lines for box in own)
        self._put_scores(1.0)
        return inside and free

    def _dot_products(self) -> list[VGroup]:
        """Return how a pencil gets the scores from places on the plane; nothing without room, or where it does not."""
        numbers, style, record = self.numbers, self.style, self.view.record
        if not self.stage.is_wide:
            return []
        rows, size = list[VGroup](), style.sizes.head
        for word in self.scored:
            index = numbers.words.index(word)
            pairs = list(zip(numbers.vector, numbers.vectors[index], strict=True))
            printed = sum(as_printed(float(one), 1) * as_printed(float(two), 1) for one, two in pairs)
            if as_printed(printed) != as_printed(float(numbers.scores[index])):
                return []
            row: list[VMobject] = []
            for one, two in pairs:
                row += [Math("+", size=size, style=style)] * bool(row)
                row.append(Factor(one, decimals=1, size=size, color=self.color_of(numbers.word), style=style))
                row.append(Math("times", size=size, style=style))
                row.append(Factor(two, decimals=1, size=size, color=self.color_of(word), style=style))
            row.append(Math("=", size=size, style=style))
            row.append(HeroNumber(numbers.scores[index], color=self.color_of(word), size=size, style=style))
            written = Row(row, 0.12)
            last = VGroup(*row[-2:])  # the result stands below its products
            last.shift(point(float(row[0].get_left()[0] - last.get_left()[0]), -0.016 * size))
            rows.append(labelled(written, style))
        whole = VGroup(*rows).arrange(DOWN, buff=0.65, aligned_edge=LEFT)
        if float(whole.width) > record.right - record.left:
            return []
        whole.move_to(point((record.left + record.right) / 2, (record.bottom + record.top) / 2))
        return rows

    def _drops(self) -> list[DashedLine]:
        """Return the dashed ways on which words fall, at right angles to the pulled word's line."""
        ways = [(self.words[word], self.foot(word, 0.0)) for word in self.scored]
        far = [(token, foot) for token, foot in ways if float(np.linalg.norm(foot - token.at)) > 0.15]
        return [
            laid(DashedLine(token.at, foot, dash_length=0.08, color=token.color_by_role, stroke_width=2.4), Layer.TRAIL)
            for token, foot in far
        ]

    # --- The film -----------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Ask, lay the line down, raise e to the scores, measure, stack, call the stack 1, and let the word go."""
        numbers, names = self.numbers, self.names()
        brick = numbers.words[self.brick]
        ratio, total = (
            format_number(float(each), self._printed) for each in (numbers.bricks[self.leader], numbers.all_bricks)
        )
        with self.beat("question", **names):
            self._ask()
            self.rest()
        with self.beat("scores", **names):
            self._lie_down()
            self.rest()
        with self.beat("exponentials", **names):
            self._rise()
            self.rest()
        if self.column is not None or self.leading:
            lead = format_number(float(numbers.lead))
            first = numbers.words[self.leader]
            with self.beat("ratio", first=first, brick=brick, lead=lead, ratio=ratio):
                self._measure()
                self.rest()
        with self.beat("sum", brick=brick, total=total):
            self._pile()
            self.rest()
        with self.beat("weights", total=total):
            self._call_it_one()
            self.rest()
        self.way = self._find_way()
        share = format_weight(float(numbers.weights[numbers.strongest]))
        with self.beat("way" if self.way else "moved", **names, share=share):
            self._go_home()
            self.hold()

    def _ask(self) -> None:
        """Show the words on their plane, and their scores on the pulled word's line, which the film before measured."""
        times = self.style.times
        self.add(self.phrase)
        self.play(FadeIn(self.glow, *self.words.values()), Create(self.line_of_word), run_time=times.move)
        self.drops = self._drops()
        if self.drops:
            self.play(LaggedStart(*map(Create, self.drops), lag_ratio=0.2), run_time=1.2)
        self._put_scores(0.0 if self.landed else 1.0)
        if self.landed:
            rows = self.written or [VGroup() for _ in self.scores]
            parts = zip(rows, self.scores, self.pointers, strict=True)
            shown = [FadeIn(*(each for each in part if len(each.get_all_points()))) for part in parts]
            self.play(LaggedStart(*shown, lag_ratio=0.6), run_time=1.2)
            self.add(self.scores, self.pointers)

    def _lie_down(self) -> None:
        """Let the words fall on the line, and the line lie down and become the axis of scores."""
        times = self.style.times
        labels = [token.label for token in self.words.values() if token.has_icon and len(token.label)]
        gone = [*labels, *self.drops, *(self.written if self.landed else [])]
        self.drops = []
        if gone:
            self.play(FadeOut(*gone), run_time=times.quick)
        for token in self.words.values():
            if token.has_icon:
                token.remove(token.label)
        ticks = list(self.chart.along.values())
        self._lay(0.0)
        self.add(*ticks)
        lie = self._lying(list(self.words))
        gone_plane = FadeOut(self.plane, self.axes, rate_func=squish_rate_func(smooth, 0.0, 0.28))
        self.play(lie, FadeIn(self.veil), gone_plane, run_time=_LIES_DOWN)
        late = [self.axis_name, self.leads, *([] if self.landed else [self.scores, self.pointers])]
        self.play(FadeIn(*(each for each in late if len(each))), run_time=times.quick)

    def _lying(self, words: Sequence[str], *, back: bool = False) -> Live:
        """Return how the line lies down with words, or back up."""
        line, origin, x = self.line_of_word, self.plane.origin, float(self.room.origin[0])
        if not back:
            unit = point(np.cos(self.turn), np.sin(self.turn))
            self.before = [float(np.dot(end - origin, unit)) for end in (line.get_start(), line.get_end())]
        after = [self.room.left - x, self.room.right - x]
        scores = self.landed and not back

        def lie(share: float) -> None:
            lain = 1 - share if back else share
            way = point(np.cos((1 - lain) * self.turn), np.sin((1 - lain) * self.turn))
            start = origin + lain * (self.room.origin - origin)
            line.set_points_as_corners([
                start + (one + lain * (other - one)) * way for one, other in zip(self.before, after, strict=True)
            ])  # fmt: skip
            for word in words:
                self._put(word, smooth(min(lain / _FALLEN, 1.0)), lain)
            self.glow.move_to(self.subject.at)
            self._lay(lain)
            if scores:
                self._put_scores(lain)

        ticks, numbers = self.chart.along.values(), [self.scores, self.pointers] if scores else []
        return Live([line, *(self.words[word] for word in words), self.glow, *ticks, *numbers], lie)

    def _rise(self) -> None:
        """Draw the curve from left to right; towers rise to it, all on one scale."""
        chart, words, quick = self.chart, self.numbers.words, self.style.times.quick
        named = [each for each in (self.curve_name, self.together) if len(each)]
        if named:
            self.play(FadeIn(*named), run_time=quick)
        self.add(chart.curve, chart.dots, chart.bars)

        def follow(share: float) -> None:
            chart.draw(chart.first + share * (chart.top_score - chart.first))
            for word, token in self.words.items():
                index = words.index(word)
                at = chart.at(chart.scores[index], chart.risen(index) / chart.up)
                token.put(at + point(-self.asides[word] * chart.grown(index), self.lifts[word]))
            self.glow.move_to(self.subject.at)

        drawn = [chart.curve, chart.dots, chart.bars, *self.words.values(), self.glow]
        self.play(Live(drawn, follow, rate_func=_slower), run_time=_RISES)
        powers = [power for power in self.powers.values() if len(power)]
        if powers:
            self.play(LaggedStart(*map(FadeIn, powers), lag_ratio=0.4), run_time=2 * quick)

    def _measure(self) -> None:
        """Measure the tallest tower by the next: copies of this one climb on it until they are as high."""
        quick, column = self.style.times.quick, self.column
        gone = [each for each in (self.chart.curve, self.chart.dots, self.curve_name) if len(each.get_all_points())]
        self.play(FadeOut(*gone), *([FadeIn(self.slivers)] if len(self.slivers) else []), run_time=quick)
        if self.leading:
            self.play(*map(_swell, self._pair_of_scores()), run_time=quick)
            self.play(FadeIn(self.leading[0]), run_time=quick)
        if column is not None:
            self._climb(column)
        if self.leading[1:]:
            self.play(FadeIn(self.leading[1]), run_time=quick)

    def _pair_of_scores(self) -> list[VMobject]:
        """Return the numbers of the two scores that are compared."""
        pair = [self.numbers.words[index] for index in (self.leader, self.brick)]
        return [number for word, number in zip(self.scored, self.scores, strict=True) if word in pair]

    def _climb(self, column: Bricks) -> None:
        """Let bricks climb to the line at the tallest tower's top, where the last one is cut."""
        quick = self.style.times.quick
        counts = [*column.counts]
        self.play(Create(column.level), *map(FadeIn, counts[:1]), run_time=quick)
        for index, copy in enumerate(column.copies):
            self.add(copy, *([column.over] if index == len(column.copies) - 1 else []))
            self.play(column.climbs(index, self._ride(), self._riders), run_time=_CLIMBS)
            if index < len(column.copies) - 1 and counts:
                self.play(FadeIn(counts[index + 1]), run_time=0.2)
        if len(column.over.points):
            down = self._ride()
            top = (len(column.copies) + 1) * column.high
            lowers = Live(self._riders, lambda share: down(top + share * (column.reached - top)))
            self.play(FadeOut(column.over), lowers, *map(FadeIn, counts[-1:]), run_time=quick)

    @property
    def _riders(self) -> list[VMobject]:
        """The second word, which rides on the bricks, and the light where that is the pulled one."""
        token = self.words[self.numbers.words[self.brick]]
        return [token, *([self.glow] if token is self.subject else [])]

    def _ride(self) -> Callable[[float], None]:
        """Return how the second word stands at a height over the axis, scene units."""
        token, at = self.words[self.numbers.words[self.brick]], self.chart.at(self.chart.scores[self.brick])

        def ride(height: float) -> None:
            token.put(at + point(-self.asides[token.word], height + self.lifts[token.word]))
            if token is self.subject:
                self.glow.move_to(token.at)

        return ride

    def _pile(self) -> None:
        """Let towers climb on the tallest one, and what the small words have on top, as pieces of one strip."""
        quick, column, stack = self.style.times.quick, self.column, self.stack
        gone: list[VMobject] = [*self.leading, *(power for power in self.powers.values() if len(power))]
        if column is not None:
            gone += [column.level, *column.counts]
            self.play(FadeOut(*gone), column.sinks(self._ride(), self._riders), run_time=_CLIMBS)
            self.remove(*column.copies, column.over)
        else:
            shown = [self.chart.curve, self.chart.dots, self.curve_name] if not self.leading else []
            slivers = [FadeIn(self.slivers)] if shown and len(self.slivers) else []
            self.play(FadeOut(*gone, *(each for each in shown if len(each.get_all_points()))), *slivers, run_time=quick)
        for place, index in enumerate(self.order):
            term = [FadeIn(self.added[place], rate_func=_LATE)] if self.added else []
            moves = [] if place == 0 else [self._climb_on(place, index)]
            said = [FadeIn(stack.amounts[place], rate_func=_LATE), *term, *self._stand_beside(place, index)]
            self.play(*moves, *said, run_time=_STACKS)
        if self.small:
            self._lay_the_crumb(len(self.order))
        total = [self.added[-1]] if self.added else []
        self.play(FadeIn(stack.ruler, stack.total, *total), run_time=quick)

    def _climb_on(self, place: int, index: int) -> Live:
        """Return how a tower becomes a piece of the strip: up first, then aside."""
        start, end = self.chart.corners(index), self.stack.corners(place)
        return Live([self.chart.bars[index]], lambda share: self.chart.draw_bar(index, _lifted(start, end, share)))

    def _stand_beside(self, place: int, index: int) -> list[Animation]:
        """Return how a word comes to stand beside its piece: its icon, or its name."""
        token, spot = self.words[self.numbers.words[index]], self.stack.spots[place]
        if not token.has_icon:
            name = FadeIn(self.stack.names[place], rate_func=_LATE)
            seen = token.mark in self.get_mobject_family_members()
            return [FadeOut(token, rate_func=_EARLY), name] if seen else [name]
        if token in self.beside:
            return [FadeIn(self.copy_beside(token, spot))]
        self.beside[token] = place
        start, height = token.at.copy(), token.height_of_icon

        def go(share: float) -> None:
            token.resize(height + share * (self.stack.icon - height))
            token.put(start + np.array([share, _late(share), 0.0]) * (spot - start))
            if token is self.subject:
                self.glow.move_to(token.at)

        return [Live([token, *([self.glow] if token is self.subject else [])], go)]

    def copy_beside(self, token: Token, spot: Point) -> VMobject:
        """Return another mark of a word that stands in the phrase twice."""
        mark = token.mark.copy()
        mark.scale(self.stack.icon / float(mark.height)).move_to(spot)
        self.extra.append(mark)
        return mark

    def _lay_the_crumb(self, place: int) -> None:
        """Lay the small words' bars on the strip's top: they come together, and go there as one line."""
        stack, quick = self.stack, self.style.times.quick
        term = [FadeIn(self.added[place], rate_func=_LATE)] if self.added else []
        said = [FadeIn(stack.names[place], stack.amounts[place], rate_func=_LATE), *term]
        for index in self.small:
            self.chart.bars[index].set_opacity(0.0)
        if not len(self.together):
            self.play(FadeIn(self.crumb), *said, run_time=_STACKS)
            return
        middle, half = self.together[0].get_center() + point(0.0, 0.1), point(_SLIVER_WIDTH * 2)
        whole = laid(thin_line(middle - half, middle + half, self.style.theme.ink, _SLIVER_STROKE), Layer.VECTOR)
        parts = [whole.copy() for _ in self.slivers]
        joins = [Transform(sliver, part) for sliver, part in zip(self.slivers, parts, strict=True)]
        self.play(FadeOut(self.together), *joins, run_time=quick)
        self.remove(self.slivers)
        self.add(whole)
        self.play(Transform(whole, self.crumb), *said, run_time=_STACKS)
        self.remove(whole)
        self.add(self.crumb)

    def _call_it_one(self) -> None:
        """Divide: the ruler's end becomes 1, and each piece's number of bricks its share of all."""
        stack, quick = self.stack, self.style.times.quick
        if self.added:
            self.play(FadeOut(*self.added), run_time=quick)
        marks = LaggedStart(*map(Create, stack.tenths), lag_ratio=0.5)
        self.play(*self._roll(stack.total, stack.one), marks, run_time=_ROLLS)
        self.add(stack.one)
        told = [place for place, _ in self.divisions]
        for place, row in self.divisions:
            self.play(FadeIn(row[0]), run_time=quick)
            rolls = self._roll(stack.amounts[place], stack.weights[place])
            self.play(*rolls, FadeIn(row[1], rate_func=_LATE), run_time=_ROLLS)
            self.add(stack.weights[place])
        rest = [place for place in range(len(stack.pieces)) if place not in told]
        if rest:
            rolls = [each for place in rest for each in self._roll(stack.amounts[place], stack.weights[place])]
            self.play(*rolls, run_time=quick)
            self.add(*(stack.weights[place] for place in rest))

    def _roll(self, before: VGroup, after: VGroup) -> list[Animation]:
        """Return how a number becomes another one in its place; one that is not written in digits fades."""
        old, new = before[1], after[1]
        assert isinstance(old, Number) and isinstance(new, Number)
        if "<" in new.shown or "e" in old.shown + new.shown or old.value == new.value:
            return [FadeOut(before, rate_func=_EARLY), FadeIn(after, rate_func=_LATE)]
        self.remove(before)
        self.add(old)
        return [BoldCount(old, new)]

    # --- Home ---------------------------------------------------------------------------------------------------------

    def _find_way(self) -> Way | None:
        """Return the strip's way to the plane, where two words share nearly all: its cut is then the new place."""
        numbers, words = self.numbers, [self.numbers.words[index] for index in self.order]
        if sorted(words) != sorted({numbers.word, numbers.words[numbers.strongest]}) or len(words) != 2:
            return None
        # The piece of the one lies beside the place of the other.
        start, end = (self.plane.place(self.vectors[word]) for word in reversed(words))
        cut = start + float(numbers.weights[self.order[0]]) * (end - start)
        if float(np.linalg.norm(cut - self.plane.place(numbers.updated))) > _NEAR or np.allclose(start, end):
            return None
        aside = self._off_way(start, end)
        return Way(self._parts(), self.stack.place(0.0), self.length, self.stack.thick, start + aside, end + aside)

    def _off_way(self, start: Point, end: Point) -> Point:
        """Return the vector from the way between two words to the strip beside it, on the side with more room."""
        way = end - start
        across = point(-way[1], way[0]) / float(np.linalg.norm(way))
        far = _ICON / 2 + _BESIDE_WAY + self.stack.thick / 2 * float(np.linalg.norm(way)) / self.length
        sides = [side * far * across for side in ((1, -1) if across[0] > 0 else (-1, 1))]
        boxes = [*self.plane.text_boxes(), *(box_around(home, 0.15) for home, _ in self.homes.values())]

        def met(aside: Point) -> float:
            return sum(inside_length((flat(start + aside), flat(end + aside)), box) for box in boxes)

        return min(sides, key=met)

    def _parts(self) -> list[Part]:
        """Return what the strip is drawn of: the stack's own pieces."""
        stack, parts = self.stack, list[Part]()
        bars = [self.chart.bars[index] for index in self.order] + [self.crumb] * bool(self.small)
        for place, (bar, piece) in enumerate(zip(bars, stack.pieces, strict=True)):
            low = stack.starts[place] / self.length
            high = 1.0 if place == len(self.order) - 1 else low + piece.size
            parts.append((bar, *((1.0, 1.0) if bar is self.crumb else (low, high))))
        return parts

    def _go_home(self) -> None:
        """Let words go back to their places, lay the strip beside two of them, and let one go to its cut.

        In a wide frame the weights stay, where the strip stood; elsewhere the plane takes the place of all.
        """
        quick, stack = self.style.times.quick, self.stack
        gone: list[VMobject] = [row for _, row in self.divisions]
        gone += [self.axis_name, self.scores, self.pointers]
        gone += [self.leads] if len(self.leads) else []
        self.named = [word for word, token in self.words.items() if token not in self.beside and len(token.label)]
        gone += [self.words[word].label for word in self.named]
        if self.stage.is_wide:
            self.add(*(self.copy_beside(token, stack.spots[place]) for token, place in self.beside.items()))
            gone += [stack.one, stack.ruler, stack.tenths] if self.way else []
        else:
            bars = [] if self.way else [*(self.chart.bars[index] for index in self.order), self.crumb]
            gone += [*stack.texts, stack.ruler, stack.tenths, *self.extra, *bars]
        self.play(FadeOut(*(each for each in gone if len(each.get_all_points()))), run_time=quick)
        for word in self.named:
            self.words[word].remove(self.words[word].label)
        self._fly_home()
        self._let_go()

    def _fly_home(self) -> None:
        """Let the axis of scores be the pulled word's line again, and the words go to their places on the plane."""
        seen = self.get_mobject_family_members()
        hidden = [token for token in self.words.values() if token.mark not in seen]
        small = [word for word, token in self.words.items() if token not in self.beside and token not in hidden]
        back = self._lying(small, back=True)
        starts = {token: (token.at.copy(), token.height_of_icon) for token in self.beside}
        for token in hidden:
            token.put(*self.homes[token.word])
        way, wait = None if self.stage.is_wide else self.way, 0.5 / max(len(starts) - 1, 1)

        def home(share: float) -> None:
            back.move_to_share(share)
            for count, (token, (start, height)) in enumerate(reversed(starts.items())):
                # One after the other, for their ways cross.
                part = min(max((share - wait * count) / max(1 - wait * (len(starts) - 1), 1e-6), 0.0), 1.0)
                token.resize(height + part * (_ICON - height))
                token.put(start + part * (self.homes[token.word][0] - start))
            self.glow.move_to(self.subject.at)
            if way is not None:
                way.follow(share)

        moved = [*back.moved, *starts, *([part for part, _, _ in way.parts] if way else [])]
        come = FadeIn(self.plane, self.axes, *hidden, rate_func=squish_rate_func(smooth, 0.6, 1.0))
        self.play(Live(moved, home), FadeOut(self.veil), come, run_time=_HOME)

    def _names_again(self) -> list[Animation]:
        """Return how words get their names back, and the line leaves."""
        names = []
        for token in (*self.beside, *(self.words[word] for word in self.named)):
            token.offset = self._name_at_end(token)
            token.label.move_to(token.at + point(*token.offset))
            token.add(token.label)
            names.append(token.label)
        ticks = [tick for tick in self.chart.along.values() if tick[0].get_stroke_opacity() > 0]
        return [*map(FadeIn, names), FadeOut(self.line_of_word, *ticks)]

    def _bounds_of_names(self) -> Box:
        """Return the box in which texts stay on the plane."""
        room, safe = self.view.words(self.stage), self.stage.safe
        edge = 2 * _HALO
        return (max(room.left, safe.left + edge), room.bottom, min(room.right, safe.right - edge), room.top)

    def _name_at_end(self, token: Token) -> tuple[float, float]:
        """Return where a word's name goes: where it is free of the strip, and of the pulled word in the end."""
        home, offset = self.homes[token.word]
        if self.way is None or not token.has_icon:
            return offset
        start, end, half = self.homes[self.numbers.word][0], self.plane.place(self.numbers.updated), _ICON / 2
        wide, high = float(token.label.width), float(token.label.height)
        at, near = home, home + point(*offset)
        if token is self.subject:
            aside = (home + end) / 2 - self.way.place(0.5)
            at, near = end, end + point((half + 0.1 + wide / 2) * (1 if aside[0] > 0 else -1), -0.3 * half)
        boxes = [box_around(each, half) for each in (start, end)] + self.plane.text_boxes()
        boxes += [box_of(each.mark) for each in self.words.values() if each is not self.subject]
        bounds = self._bounds_of_names()
        lines = [*self.way.edges(), *self.plane.axis_segments()]
        x, y = free_place((wide, high), bounds, flat(near), lines=lines, boxes=boxes)
        return x - float(at[0]), y - float(at[1])

    def _let_go(self) -> None:
        """Let the pulled word go to where the weights take it: the strip's cut, where it lies there."""
        end, ghost = self.plane.place(self.numbers.updated), self.subject.ghost()
        if self.way is not None and self.stage.is_wide:
            self.play(self.way.comes(), run_time=_LAID)
        if self.way is None:
            self.play(*self._names_again(), run_time=self.style.times.move)
            self.add(ghost)
            dots = trail(self.subject.at, end, self.subject.color_by_role, style=self.style)
            self.play(slide(self.subject, end, glow=self.glow), run_time=_GOES)
            self.play(FadeIn(dots), run_time=self.style.times.quick)
            return
        self._walk(self.way, end, ghost)

    def _walk(self, way: Way, end: Point, ghost: VMobject) -> None:
        """Draw the way, and let the pulled word go on it as far as the other word's piece beside it is long."""
        numbers, ink = self.numbers, self.style.theme.ink
        other, start, cut = (
            numbers.words[numbers.strongest],
            self.subject.at.copy(),
            float(numbers.weights[self.order[0]]),
        )
        goal = self.plane.place(self.vectors[other])
        whole = laid(DashedLine(start, goal, dash_length=0.08, color=ink, stroke_width=2.4), Layer.TRAIL)
        begins, follows = (laid(thin_line(start, way.place(1.0), ink, 2.4), Layer.TRAIL) for _ in range(2))
        walked = laid(thin_line(start, start, self.color_of(other), 6.0), Layer.TRAIL)
        names = self._names_again()
        shown = FadeIn(self._share_beside(end), rate_func=_LATE)
        self.play(*names, Create(whole), Create(begins), shown, run_time=1.5 * self.style.times.move)
        self.add(ghost, walked, follows)

        def measure(share: float) -> None:
            at = start + share * (end - start)
            walked.set_points_as_corners([start, at])
            follows.set_points_as_corners([at, way.place(1.0 + share * (cut - 1.0))])

        self.play(slide(self.subject, end, glow=self.glow, also=measure, moved=[walked, follows]), run_time=_GOES)

    def _share_beside(self, end: Point) -> VGroup:
        """Return the other word's weight, beside the part of the way that the pulled one has come."""
        numbers, style = self.numbers, self.style
        other = numbers.words[numbers.strongest]
        start = self.homes[numbers.word][0]
        weight = numbers.weights[numbers.strongest]
        text = labelled(HeroWeight(weight, color=self.color_of(other), style=style), style)
        tokens = [self.words[word] for word in self.words]
        boxes = [box_of(piece) for token in tokens for piece in (token.mark, *token.label)] + self.plane.text_boxes()
        boxes.append(box_around(end, _ICON / 2))
        assert self.way is not None
        low, high = self.way.place(0.0), self.way.place(1.0)
        own = float(weight) / 2 if numbers.strongest == self.order[0] else 1 - float(weight) / 2
        middle = self.way.place(own)
        off = (low + high) / 2 - (start + self.plane.place(self.vectors[other])) / 2
        near = middle + (float(text.width) / 2 + 0.45) * off / max(float(np.linalg.norm(off)), 1e-9)
        x, y = free_place(
            (float(text.width), float(text.height)), self._bounds_of_names(), flat(near),
            lines=[*self.way.edges(), *self.plane.axis_segments()], boxes=boxes,
        )  # fmt: skip
        return text.move_to(point(x, y))


def _swell(number: VMobject) -> Animation:
    """Return how a number grows for a moment; nothing else about it changes."""
    return ApplyMethod(number.scale, _SWELLS, rate_func=there_and_back)


def _leaders(step: Pull) -> tuple[int, int]:
    """Return the positions of the word with the largest score and of the next lower one with a clear weight."""
    scores = step.scores.tolist()
    heavy = [index for index, hidden in enumerate(small(step.weights)) if not hidden]
    order = sorted(heavy or range(len(scores)), key=lambda index: -scores[index])
    lower = [index for index in order if scores[order[0]] - scores[index] > _SAME_SCORE]
    return order[0], (lower or order)[0]


def _slower(time: float) -> float:
    """Return how far the pen has come, 0 to 1: quickly over low bars, slowly while the highest rise."""
    return 1 - math.pow(1 - time, 1.4)


def _late(share: float) -> float:
    """Return how far something has come that goes in the second part of the time, 0 to 1."""
    return float(smooth(min(max((share - 0.4) / 0.6, 0.0), 1.0)))


def _lifted(start: Sequence[Point], end: Sequence[Point], share: float) -> list[Point]:
    """Return the corners of a tower on its way to the strip: first up, then aside."""
    along = np.array([max((share - 0.25) / 0.75, 0.0), min(share / 0.6, 1.0), 0.0])
    return [one + along * (other - one) for one, other in zip(start, end, strict=True)]
