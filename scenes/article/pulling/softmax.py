"""From dot products to weights: softmax (the article's section "Words Pulling Words", figure 10)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, pairwise, product

import numpy as np
import torch
from manim import (
    DOWN,
    Animation,
    ApplyMethod,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    LaggedStart,
    ManimColor,
    Mobject,
    Rectangle,
    Transform,
    VGroup,
    VMobject,
    linear,
    rush_into,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.article.pulling.chart import ExponentialChart, Room, rounded
from scenes.article.pulling.claims import ALL_SOFTMAX_CLAIMS
from scenes.article.pulling.score_sums import ScoreSums, printed_digits
from scenes.article.pulling.terms import PLACE_DIGITS, printed_place, vector_text
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import as_printed, decimals_that_add, format_number, format_weight
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.bars.strip import WeightStrip
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, free_place, inside_length, overlap, spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import word_line
from scenes.parts.plane.token import HeroGlow, Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.formula import Fraction, Power
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE, PhrasePlaneFigure, Pull, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_ICON, _SMALLEST_ICON = 0.95, 0.4
"""Scene units: an icon's height on a bar, and the least where bars are near each other."""

_NAMED = 0.45
"""Scene units above the tallest bar's word where it has a name instead of an icon."""

_STANDS, _OFF_CURVE = 0.13, 0.2
"""Scene units between a bar's top and what stands on it, and from there to the left, where the curve goes on."""

_LARGEST_UNIT = 4.0
"""Scene units for a score of 1, at the most."""

_TEXT_ROOM, _STRIP = 1.7, 0.9
"""Scene units for the strip's names, and for the strip."""

_GONE = 0.28
"""The share of the time in which the line lies down until the plane's names are gone."""

_TOP = 0.95
"""Scene units from the header's baseline down to the strip's top."""

_NUMBERS, _FIRST = 0.82, 0.6
"""Scene units for the numbers left of the upright axis, and from it to the lowest score."""

_FLOOR, _FLOOR_LYING = 1.62, 1.45
"""Scene units from the foot's baseline, or from a record that lies, up to the axis of scores."""

_NAMES_ABOVE, _NAMES_LED = 0.34, 0.62
"""Scene units from a small word's dot up to the middle of its name, and where lines lead from dots to names."""

_ASIDE, _BETWEEN, _STACKED = 0.22, 0.12, 0.32
"""Scene units from which on a name is not above its dot, so that a line leads to it, between two names side by side,
and between two names above one dot."""

_LED_BELOW = 0.2
"""Scene units from a name's middle down to the line that leads to it."""

_SLIVER = 0.05
"""Scene units: the height of a bar on its way that is lower than it."""

_SLIVER_WIDTH, _SLIVER_UP, _SLIVER_STROKE, _GATHERS, _GLIDES = 0.13, 0.03, 6.0, 0.5, 0.9
"""Scene units: how wide a bar too low to be seen is drawn, and how far above the axis; stroke units of its height;
seconds in which such bars come together, and in which they go to the strip as one."""

_PLACE_PITCH = 0.36
"""Scene units from a name down to the numbers of its word."""

_SAME_DOT = 0.04
"""Scene units up to which two words have one dot."""

_SCORE_BELOW, _POINTER = 0.92, 0.11
"""Scene units from the axis down to the scores' baseline, and half of the mark at a score's place."""


_ROW_GAPS = (0.5, 0.35)
"""Scene units from one weight's fraction to the next, the first that is free."""

_COLUMN = 0.2
"""Scene units between the columns of two lines of arithmetic."""

_OFF_NAME = 0.35
"""Scene units from the upright axis' name to the lines about the lead."""

_MARKS_BELOW = 0.65
"""Scene units from the plane's line to beyond the numbers of its marks."""

_LINES = 3
"""The most scores that are written out."""

_ON_LINE = 0.92
"""The share of their scores' distance that icons keep as their size on the line, where they stand aslant."""

_SCORE_OFF = 0.78
"""Scene units from the line, before it lies down, to the scores beside it, beyond the numbers of its marks."""

_MOST_TIMES, _SAME_SCORE = 9.0, 5e-3
"""The most copies of a tower that are piled, and the lead from which on two scores are two."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.45), squish_rate_func(smooth, 0.55, 1.0)
"""The rates of what leaves, and of what comes in its place in the same motion."""

_NEXT = 0.4
"""The share of the time after which the last piece goes to its word."""

_NUMBER_GOES, _ICON_GOES = ((0.45, 0.8), (0.6, 0.85)), ((0.6, 0.9), (0.8, 1.0))
"""The shares of a piece's way in which its weight goes up or down, and aside, to its place below, and in which an icon
then goes between both."""

_DROP = squish_rate_func(rush_into, 0.0, 0.5)
"""The rate of a word's fall to the axis: it falls as soon as its bar leaves."""

_SUM_WIDTH = 0.9
"""The most of the chart's width that the written sum takes."""

_SWELLS, _SWELL_TIME, _LARGER = 1.25, 0.5, 1.25
"""The scale to which a quotient swells as its piece gets it, and weights in the end, the seconds in which these do, and
how much larger they are there."""

_SENTENCE, _LOWERED, _HERO_ICON, _HANGS, _LEAST_HUNG = 1.7, 0.5, 1.05, 1.5, 0.5
"""The most that the sentence grows in the end, scene units by which it is then lower, for each time as
large, and of an icon's height there; seconds in which pieces go to their words; how much of a piece is left there."""

_ABOVE_FOOT, _OFF_WORD, _OFF_PIECE, _STUB = 0.62, 0.16, 0.18, 0.3
"""Scene units from the foot's baseline up to what hangs lowest, from a word down to what hangs from it, from there to
what is below, and how wide what hangs from a small word is."""

_HALO = 0.05
"""Scene units that a text's halo takes beyond its letters."""

_WRITES, _FALLS, _LANDS, _LIES_DOWN = 0.8, 0.7, 0.6, 1.6
"""Seconds in which words' numbers become sums, words fall to the line, scores land there, and it lies down."""

_READ = 0.4
"""Seconds in which the scores' sums are read before the line lies down."""

_SEEN_LOW = 0.6
"""Seconds in which a low bar's height is read before the scale squeezes."""


Moved = tuple[list[Point], VMobject, list[Point]]
"""A bar's corners as it is, the bar, and its corners as it will be."""

Hung = tuple[
    VMobject,
    list[Moved],
    list[tuple[VMobject, VMobject]],
    list[tuple[int, VMobject, VMobject]],
    list[tuple[VMobject, VMobject]],
]
"""The sentence as it will be, the pieces that hang from it, slivers, icons by their positions, and weights, each as it
is and as it will be."""


@dataclass(frozen=True)
class Softmaxed(Pull):
    """A step of attention with the stages of its softmax."""

    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words")
    rest_exponential: Tensor = quantity("The exponentials of the words that share one name, together.")
    total: Tensor = quantity("The sum of the exponentials.")
    length: Tensor = quantity("The length of the pulled word's vector.")
    lead: Tensor = quantity("The largest dot product less the next smaller one of a word with a clear weight.")
    ratio: Tensor = quantity("e to the power of the lead: the number of times that one exponential is the other.")
    beyond: Tensor = quantity("What that number is more than the whole copies below its last one.")
    base: Tensor = quantity("The number of which a score is the exponent: e.")
    weights_total: Tensor = quantity("The sum of the weights: 1.")


class AllSoftmax(PhrasePlaneFigure):
    """attention-all-softmax: softmax turns dot products into weights that add up to 1."""

    name = "attention-all-softmax"
    with_record = False
    claims = ALL_SOFTMAX_CLAIMS
    numbers: Softmaxed
    divided: tuple[VMobject, VMobject, VMobject]

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
        exponentials, length = step.scores.exp(), step.vector.norm()  # (T,), ()
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        first, second = _leaders(step)
        lead = step.scores[first] - step.scores[second]
        return Softmaxed(
            **given,
            exponentials=exponentials,
            rest_exponential=exponentials[small(step.weights)].sum(),
            total=exponentials.sum(),
            length=length,
            lead=lead,
            ratio=lead.exp(),
            beyond=lead.exp() - (lead.exp().ceil() - 1),
            base=torch.ones_like(length).exp(),
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

    def build(self) -> None:
        """Make the words on their plane, the chart that their line becomes, and the strip that its bars become."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.veil = Veil(self.stage, opacity=1.0, style=style)
        self.axes = self._free_axes()
        self.heavy = [index for index, hidden in enumerate(small(numbers.weights)) if not hidden]
        self.digits = self._digits()
        self._set_the_chart()
        colors = self.colors_of(numbers.words)
        self.chart = ExponentialChart(numbers.scores.tolist(), colors, self.heavy, self.room, style=style)
        self.sums, self.shares = (self._strip(colors, exponentials=each) for each in (True, False))
        self.words = self._words()
        self.subject = self.words[numbers.word]
        self.glow = HeroGlow(self.subject.at, self.subject.color_by_role, style=style)
        tip, origin = self.plane.place(numbers.vector), self.plane.origin
        tip = tip if not np.allclose(tip, origin) else origin + point(1.0)
        self.line_of_word = word_line(origin, tip, self.stage, self.subject.color_by_role)
        self.turn = float(np.arctan2(tip[1] - origin[1], tip[0] - origin[0]))
        self._label()
        self.places = self._places()
        self.sums_of_scores, self.early = self._sums_of_scores()
        self.landed = self._land()
        self.added = self._added()
        self.positive = self._positive()
        self.together = self._together()
        self.parts, self.slivers = self._parts_of_the_others(), self._slivers()
        self.counts = VGroup()
        self.lead = self._lead_of_scores()

    def _free_axes(self) -> VGroup:
        """Take the plane's axes out of the painted ground, for they leave when the words' line lies down."""
        (x, y), view, width = self.view.origin, self.view, self.stage.width / 2
        low, high = view.foot + 0.65 * view.foot_lines, view.header - 0.4
        low = view.words(self.stage).bottom if view.lying else low  # sums stand below
        axes = self.ground.axes.copy()
        axes[0].put_start_and_end_on(point(-width, y), point(width, y))
        axes[1].put_start_and_end_on(point(x, low), point(x, high))
        self.ground.paints_axes = False
        self.ground.paint(self.camera)  # type: ignore[arg-type]
        self.add(laid(axes, Layer.HALF_PLANE))
        return axes

    def _digits(self) -> int | None:
        """Return digits with which what is printed adds up, and divides to the printed weight; None where none do."""
        numbers, at = self.numbers, self.numbers.strongest
        terms = [float(numbers.exponentials[index]) for index in self.heavy]
        small = [float(numbers.rest_exponential)] if len(self.heavy) < len(numbers.words) else []
        total, weight = float(numbers.total), as_printed(float(numbers.weights[at]))
        for digits in (2, 1, 3):
            share = as_printed(float(numbers.exponentials[at]), digits) / as_printed(total, digits)
            if decimals_that_add([*terms, *small], total, (digits,)) is not None and as_printed(share) == weight:
                return digits
        return None

    def _set_the_chart(self) -> None:
        """Find the chart's room: on the plane's own axes where they leave enough, the strip at its right or beneath."""
        view, safe, numbers = self.view, self.stage.safe, self.numbers
        low, high = min(float(numbers.scores.min()), 0.0), max(float(numbers.scores.max()), 0.0)
        self.right = safe.right if view.lying else safe.right - _TEXT_ROOM - 0.2 - _STRIP
        left, right = safe.left + _NUMBERS + _FIRST, self.right - _ICON / 2 - (0.1 if view.lying else 0.65)
        across = min((right - left) / max(high - low, 1e-9), _LARGEST_UNIT)
        x = left - low * across
        self.top = view.header - _TOP
        y = view.record.top + _FLOOR_LYING if view.lying else view.foot + _FLOOR
        above = 0.0 if has_icon(numbers.words[int(numbers.weights.argmax())], self.style) else _NAMED
        height, largest = self.top - y - above, float(numbers.weights.max())
        # A strip that lies may be longer than the chart is high, as long as the tallest bar has room.
        self.length = min(view.record.width - 0.6, (height - _ICON) / largest) if view.lying else height
        start = view.unit * view.step
        self.room = Room(point(x, y), left - _FIRST, self.right - 0.15, across, start, self.length * largest, height)

    def _strip(self, colors: Sequence[str], *, exponentials: bool) -> WeightStrip:
        """Return the strip into which bars are stacked, with the names of pieces and their exponentials or weights."""
        numbers, record, sizes = self.numbers, self.view.record, self.style.sizes
        middle, half = float(record.centre[0]), self.length / 2
        region = (
            Region(middle - half, middle + half, record.bottom, record.top)
            if self.view.lying
            else Region(self.right, self.stage.safe.right, float(self.room.origin[1]), self.top + 0.2)
        )
        return WeightStrip(
            numbers.words,
            numbers.weights,
            colors,
            numbers.rest,
            self.view,
            region=region,
            length=self.length,
            amounts=(numbers.exponentials, numbers.rest_exponential) if exponentials else None,
            decimals=self._printed if exponentials else 2,
            size=sizes.number if self.view.lying else sizes.hero if self.stage.is_wide else sizes.head,
            style=self.style,
        )

    @property
    def _printed(self) -> int:
        """The digits after the point of exponentials."""
        return 1 if self.digits is None else self.digits

    def _words(self) -> dict[str, Token]:
        """Return the words at rest; the icons are as large as there is room for them on their bars."""
        words = self.numbers.words
        places = sorted({self._score(words[index]) * self.room.across for index in self.heavy})
        gaps = [after - before for before, after in zip(places, places[1:], strict=False)]
        icon = max(_SMALLEST_ICON, min([_ICON, *(0.95 * gap for gap in gaps)]))
        tokens = self.tokens(self.vectors, dict.fromkeys(words, icon))
        self.lifts = {
            word: 0.0 if token.reach()[0] < 0.1 else token.reach()[1] + _STANDS for word, token in tokens.items()
        }
        self.sides = self._sides(tokens)
        self.whole = {word: float(token.mark.height) for word, token in tokens.items()}
        top = max(map(self._score, words))
        # The curve goes on beside what stands on a lower bar: that makes way for it.
        self.asides = {
            word: _OFF_CURVE * icon / _ICON if token.has_icon and self._score(word) < top else 0.0
            for word, token in tokens.items()
        }
        return tokens

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

    def _label(self) -> None:
        """Make what is written about the finished chart and the strip."""
        chart, sizes, style = self.chart, self.style.sizes, self.style
        chart.draw(chart.top_score)
        self.taken = self._taken()
        self.scores = self._score_numbers()
        x, y = flat(self.room.origin)
        self.axis_name = chart.name_axis(self.says("score"), self.scores)
        once = {self.numbers.words[index]: index for index in self.heavy}
        self.values = [self._value(index) for index in once.values()]
        name = [Label(self.says("height"), size=sizes.number, style=style), Math("e^s", size=sizes.head, style=style)]
        self.curve_name = labelled(Row(name, 0.16), style)
        self.curve_name.move_to(
            point(self.room.left + 0.2 + float(self.curve_name.width) / 2, y + self.room.height - 0.1)
        )
        self.taken.append(box_of(self.curve_name))
        self._explain_the_curve()
        self._settle_formula()
        chart.draw(chart.first, drawn=False)
        self.total, self.one, self.ruler = self._ruler()
        self.half = self._half()
        self.tenths = self._tenths()

    def _explain_the_curve(self) -> None:
        """Say below the curve's name what e is, where that has room."""
        size, style = self.style.sizes.number, self.style
        base = Number(self.numbers.base, size=size, style=style)
        note = labelled(Row([Math("e approx", size=size, style=style), base], 0.1), style)
        left, low = float(self.curve_name.get_left()[0]), float(self.curve_name.get_bottom()[1])
        note.move_to(point(left + float(note.width) / 2, low - 0.32))
        if not any(overlap(box_of(note), box) for box in self.taken if box != self._beside_axis()):
            self.curve_name.add(note)

    def _settle_formula(self) -> None:
        """Make the formula as large as there is room for it; the upright axis has left when it comes."""
        x, y = flat(self.room.origin)
        self.taken.remove(self._beside_axis())
        near = point((self.stage.safe.left + x) / 2 + 0.2 * (self.right - x), y + 0.76 * self.room.height)
        head, number = self.style.sizes.head, self.style.sizes.number
        sizes = (1.5 * head, 1.3 * head, head, number)
        for whole, size in product((True, False), sizes):
            self.formula = self._formula(size, whole=whole)
            if self._settle(self.formula, near):
                break
            self.taken.pop()
        divided = self.divided
        ways = [(each, gap) for each in ((True, False) if whole else (False,)) for gap in _ROW_GAPS]
        self.second = next((row for each, gap in ways if (row := self._settle_second(size, gap, whole=each))), VGroup())
        self.divided = divided

    def _settle_second(self, size: float, gap: float, *, whole: bool) -> VGroup | None:
        """Return the pulled word's own weight as a fraction below the other's, where it divides and has room."""
        numbers = self.numbers
        amounts = [
            as_printed(float(each), self._printed) for each in (numbers.exponentials[numbers.position], numbers.total)
        ]
        right = as_printed(amounts[0] / amounts[1]) == as_printed(float(numbers.weights[numbers.position]))
        if numbers.position == numbers.strongest or not right or self.digits is None:
            return None
        second = self._formula(size, whole=whole, at=numbers.position)
        near = self.formula.get_center() - point(0.0, float(self.formula.height) + gap)
        near[0] += float(self.formula.get_right()[0] - second.width / 2 - near[0])
        standing, self.taken = self.taken, self._taken_at_the_end()
        free = self._settle(second, near, with_curve=False)
        self.taken = standing
        if free and abs(second.get_x() - near[0]) < 0.3 and second.get_y() < near[1] + 0.4:
            return second
        return None

    def _places(self) -> dict[str, VGroup]:
        """Return the numbers of words with an icon, beside their names on the plane, where there is room for them."""
        tokens, style, size = self.words.values(), self.style, self.style.sizes.number
        ends = self.line_of_word.get_start_and_end()
        lines = [(flat(ends[0]), flat(ends[1])), *self.plane.axis_segments()]
        pieces = [each for token in tokens for each in (token.mark, token.label) if len(each.get_all_points())]
        boxes = [box_of(piece) for piece in pieces] + self.plane.text_boxes()
        places: dict[str, VGroup] = {}
        self.place_numbers: dict[str, list[Number]] = {}
        for token in tokens:
            row, color, name = self.vectors[token.word], token.color_by_role, token.name_text
            if not token.has_icon or name is None or len(row) != 2 or not printed_place(row):
                continue
            numbers = [Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=style) for each in row]
            place = labelled(vector_text(numbers, color, size, style=style), style)
            left, right = float(name.get_left()[0]), float(name.get_right()[0])
            half = float(place.width) / 2
            for x, down in product((left + half, right - half, float(name.get_x())), (-_PLACE_PITCH, _PLACE_PITCH)):
                place.move_to(point(x, float(name.get_y()) + down))
                box = box_of(place)
                taken = any(overlap(box, each) for each in boxes) or any(inside_length(each, box) for each in lines)
                if not taken:
                    places[token.word], self.place_numbers[token.word] = place, numbers
                    boxes.append(box)
                    break
        return places

    def _sums_of_scores(self) -> tuple[ScoreSums | None, bool]:
        """Return how the scores come from the words' numbers, and whether that has room beside the plane's words."""
        numbers, sizes = self.numbers, self.style.sizes
        words = sorted({numbers.words[index]: index for index in self.heavy}.items(), key=lambda item: -item[1])[
            :_LINES
        ]
        at = sorted((index for _, index in words), key=lambda index: float(numbers.scores[index]))
        rows, scores = numbers.vectors[at], numbers.scores[at]
        if printed_digits(numbers.vector, rows, scores) is None:
            return None, False
        names = [numbers.words[index] for index in at]
        colors = [self.color_of(word) for word in (numbers.word, *names)]
        made = [
            ScoreSums(names, numbers.vector, rows, scores, colors, size=size, style=self.style)
            for size in (1.15 * sizes.number, sizes.number, sizes.tick, sizes.least)
        ]
        if self.view.lying:
            beneath = self._beneath(made)
            return beneath, beneath is not None
        # Beside the plane's words they come in a size that is read with ease, or later.
        for early, sums in [*((True, sums) for sums in made[:2]), *((False, sums) for sums in made)]:
            if self._settle_sums(sums, early=early):
                return sums, early
        return None, False

    def _beneath(self, made: Sequence[ScoreSums]) -> ScoreSums | None:
        """Place the largest of the given sums that fits into the record that lies, which is still empty."""
        record = self.view.record
        fitting = [sums for sums in made if sums.width < record.width and sums.height < record.height]
        return fitting[0].move_to(record.centre) if fitting else None

    def _settle_sums(self, sums: VGroup, *, early: bool) -> bool:
        """Place sums above the chart's words, off the plane's words and line, too, if they come early."""
        safe, chart = self.stage.safe, float(self.room.origin[1]) + 2 * _ICON
        bounds = (safe.left + _HALO, chart, safe.right - _HALO, self.top + 0.3)
        if float(sums.width) > bounds[2] - bounds[0] or float(sums.height) > bounds[3] - chart:
            return False
        boxes, lines = [], []
        if early:
            boxes = [box_of(token) for token in (*self.words.values(), *self.places.values())]
            boxes += self.plane.text_boxes()
            ends = self.line_of_word.get_start_and_end()
            below = _MARKS_BELOW * point(math.sin(self.turn), -math.cos(self.turn))
            lines = [(flat(ends[0] + off), flat(ends[1] + off)) for off in (0 * below, below)]
            lines += self.plane.axis_segments()
        near = (bounds[2] - float(sums.width) / 2, 1.9) if early else (0.0, 0.9)
        sums.move_to(
            point(*free_place((float(sums.width), float(sums.height)), bounds, near, lines=lines, boxes=boxes))
        )
        box = box_of(sums)
        return not any(overlap(box, other) for other in boxes) and not any(inside_length(line, box) for line in lines)

    def _added(self) -> VGroup:
        """Return the sum of the exponentials written out, where the formula will stand; nothing without room for it."""
        if self.digits is None:
            return VGroup()
        style, standing, sizes = self.style, self.taken, self.style.sizes
        left, room = self.stage.safe.left, self.right - self.stage.safe.left
        near = point(left + room / 2, self.room.origin[1] + 0.62 * self.room.height)
        for size in (1.6 * sizes.head, 1.3 * sizes.head, sizes.head, sizes.number):
            added = labelled(Row(self._terms(size), 0.2), style)
            if float(added.width) > _SUM_WIDTH * room:
                continue
            self.taken = self._taken()
            self.taken.remove(self._beside_axis())
            self.taken = self._taken_at_the_end()
            free = self._settle(added, near, with_curve=False)
            self.taken = standing
            if free:
                return added
        return VGroup()

    def _terms(self, size: float) -> list[VMobject]:
        """Return the exponentials with signs between them, in the order of the stack, and their sum."""
        numbers, style = self.numbers, self.style
        order = sorted(self.heavy, key=lambda index: -self.chart.scores[index])
        given = [(numbers.exponentials[index], self.color_of(numbers.words[index])) for index in order]
        if len(self.heavy) < len(numbers.words):
            given.append((numbers.rest_exponential, style.theme.ink))
        row: list[VMobject] = []
        for count, (amount, color) in enumerate([*given, (numbers.total, style.theme.ink)]):
            if count:
                row.append(Math("=" if count == len(given) else "+", size=size, style=style))
            row.append(Number(amount, decimals=self._printed, size=size, color=color, style=style))
        return row

    def _taken_at_the_end(self) -> list[Box]:
        """Return the boxes of what is taken once the bars have become a strip, and words stand on the axis again."""
        count = len(self.heavy)
        lifts = (self.lifts[self.numbers.words[index]] for index in self.heavy)
        feet = [
            (left, low, right, low + 2 * lift)
            for (left, low, right, _), lift in zip(self.taken[:count], lifts, strict=True)
        ]
        return [*feet, *self.taken[count:]]

    def _beside_axis(self) -> Box:
        """Return the box of the upright axis and of the numbers beside it."""
        x, y = self.room.left, float(self.room.origin[1])
        return (x - 0.85, y, x + 0.1, y + self.room.height)

    def _taken(self) -> list[Box]:
        """Return the boxes of the finished bars, of what stands on them, of small words' names and of the ticks."""
        boxes, chart = [], self.chart
        for index in self.heavy:
            low, *_, high = chart.corners(index)
            lift = 2 * self.lifts[self.numbers.words[index]]
            half = max(chart.width_of_bars, lift) / 2
            x = float(chart.at(chart.scores[index])[0])
            boxes.append((x - half, float(low[1]), x + half, float(high[1]) + lift))
        for word, (across, up) in self.sides.items():
            name = self.chart_names.get(word)
            if name is not None:
                index = self.numbers.words.index(word)
                top = chart.at(self._score(word), chart.risen(index) / chart.up)
                x, y = flat(top + point(across, up + self.lifts[word]))
                boxes.append((x - name.width / 2, y - name.height / 2, x + name.width / 2, y + name.height / 2))
        x, y = flat(self.room.origin)
        self.ruler_room = ruler = (self.right - 1.1, self.top - 0.25, self.right, self.top + 0.25)
        below = (self.stage.safe.left, y - 1.0, self.right, y)
        return [*boxes, self._beside_axis(), below, *([] if self.view.lying else [ruler])]

    def _settle(self, text: VGroup, at: Point, *, with_curve: bool = True) -> bool:
        """Place a text near a point, off bars, words, ticks and the curve; return whether there was room.

        Args:
            text: what is placed.
            at: a manim point.
            with_curve: whether the curve still stands when the text comes.
        """
        chart, safe = self.chart, self.stage.safe
        steps = np.linspace(chart.first, chart.top_score, 40)
        places = [flat(chart.at(score, np.exp(score))) for score in steps]
        lines = list(zip(places, places[1:], strict=False)) if with_curve else []
        low = float(self.room.origin[1]) + 0.1
        bounds = (safe.left + 0.1, low, self.right - 0.1, self.top + 0.35)
        x, y = free_place((float(text.width), float(text.height)), bounds, flat(at), lines=lines, boxes=self.taken)
        box = box_of(text.move_to(point(x, y)))
        free = all(overlap(box, other) == 0 for other in self.taken)
        free &= all(inside_length(line, box) == 0 for line in lines)
        self.taken.append(box)
        return free

    def _value(self, index: int) -> VGroup:
        """Return the number of a bar's height, beside its top."""
        chart, color = self.chart, self.color_of(self.numbers.words[index])
        number = HeroNumber(
            self.numbers.exponentials[index],
            decimals=self._printed,
            color=color,
            size=self.style.sizes.head,
            style=self.style,
        )
        text = labelled(number, self.style)
        *_, right, left = chart.corners(index)
        beside = right + point(0.32 + number.width / 2, -0.1)
        text.move_to(beside)
        free = all(overlap(box_of(text), other) == 0 for other in self.taken if other != self.ruler_room)
        if free and chart.scores[index] == chart.top_score and text.get_right()[0] < self.stage.safe.right - 0.06:
            self.taken.append(box_of(text))  # its own side: the strip comes later
            return text
        self._settle(text, left + point(-0.15 - number.width / 2, -0.1))
        return text

    def _score_numbers(self) -> VGroup:
        """Return the scores of the words with clear weights, below the axis where they stand."""
        words = list(dict.fromkeys(self.numbers.words[index] for index in self.heavy))
        words.sort(key=self._score)
        self.scored = words
        numbers = [
            HeroNumber(
                self.numbers.scores[self.numbers.words.index(word)],
                color=self.color_of(word),
                size=self.style.sizes.number,
                style=self.style,
            )
            for word in words
        ]
        places = [float(self.chart.at(self._score(word))[0]) for word in words]
        sizes = [float(number.width) + 0.18 for number in numbers]
        spots = spread(places, sizes, self.stage.safe.left, self.right)
        for number, x in zip(numbers, spots, strict=True):
            number.set_x(x).on_baseline(float(self.room.origin[1]) - _SCORE_BELOW)
        self.pointers = VGroup(
            *(
                thin_line(at - point(0.0, _POINTER), at + point(0.0, _POINTER), self.color_of(word), 6.0)
                for word, at in ((word, self.chart.at(self._score(word))) for word in words)
            )
        )
        laid(self.pointers, Layer.SHADOW)
        self.score_spots = [number.get_center() for number in numbers]
        return VGroup(*(labelled(number, self.style) for number in numbers))

    def _formula(self, size: float, *, whole: bool, at: int | None = None) -> VGroup:
        """Return the weight of the word that pulls most, or of another, as a fraction: all of it, or its numbers."""
        numbers, style = self.numbers, self.style
        at = numbers.strongest if at is None else at
        color = self.color_of(numbers.words[at])
        power = Power(
            Math("e", size=1.15 * size, color=color, style=style),
            Number(numbers.scores[at], size=0.72 * size, color=color, style=style),
        )
        every = Row(
            [Label(self.says("sum"), size=0.8 * size, style=style), Math("e^s", size=size, style=style)], 0.006 * size
        )
        first = Fraction(power, every, style=style)
        second = Fraction(
            Number(numbers.exponentials[at], decimals=self._printed, size=size, color=color, style=style),
            Number(numbers.total, decimals=self._printed, size=size, style=style),
            style=style,
        )
        result = Weight(numbers.weights[at], size=size, color=color, style=style)
        signs = ("=", "=" if self.digits is not None else "approx")
        equals = [Math(sign, size=size, style=style) for sign in signs]
        self.divided = second[0], second[2], result
        return labelled(Row([*([first, equals[0]] if whole else []), second, equals[1], result], 0.2), style)

    def _ruler(self) -> tuple[VGroup, VGroup, VGroup]:
        """Return the number of the whole strip, the sum and what becomes of it, and the ruler along the strip."""
        numbers, style, sizes, lying = self.numbers, self.style, self.style.sizes, self.view.lying
        total = HeroNumber(numbers.total, decimals=self._printed, size=sizes.number, style=style)
        one = HeroNumber(numbers.weights_total, decimals=0, size=sizes.head, style=style)
        outwards = point(0.0, 0.07) if lying else point(-0.13)
        off = outwards * (1 + self.sums.thick / 2 / float(np.linalg.norm(outwards)))
        base, end = self.sums.place(0.0) + off, self.sums.place(self.length) + off
        across = 0.5 * outwards
        lines = [(base, end), (base - across, base + across), (end - across, end + across)]
        ruler = VGroup(*(thin_line(first, last, style.theme.ink, 2.4) for first, last in lines))
        for number in (total, one):
            if lying:
                x = min(float(end[0]), self.stage.safe.right - 0.1 - float(number.width) / 2)
                number.set_x(x).set_y(end[1] + 0.2)
            else:
                number.set_x(float(end[0]) - 0.16 - number.width / 2).set_y(end[1] - 0.02)
        return labelled(total, style), labelled(one, style), laid(ruler, Layer.LEDGER)

    def _half(self) -> list[VGroup]:
        """Return what stands at the ruler's middle once the whole of it is 1; nothing beside a lying strip."""
        if self.view.lying:
            return []
        style, middle = self.style, self.ruler[0].get_center()
        text = Tick(0.5, 0.1, size=style.sizes.tick, color=style.theme.ink, style=style)
        return [labelled(text.move_to(middle - point(0.16 + float(text.width) / 2)), style)]

    def _tenths(self) -> VGroup:
        """Return the marks that divide the ruler into tenths of the strip, once the whole of it is 1."""
        whole, base, _ = self.ruler
        start, step = base.get_center(), (whole.get_end() - whole.get_start()) / 10
        across = (base.get_end() - base.get_start()) / 2
        marks = [(start + count * step, across * (1.0 if count == 5 else 0.6)) for count in range(1, 10)]
        lines = (thin_line(at - half, at + half, self.style.theme.ink, 2.4) for at, half in marks)
        return laid(VGroup(*lines), Layer.LEDGER)

    def tell(self) -> None:
        """Lay the line down, raise e to the scores, stack, call the strip 1, and hang its pieces from their words."""
        numbers, names = self.numbers, self.names()
        share = format_weight(float(numbers.weights[numbers.strongest]))
        own = format_weight(float(numbers.weights[numbers.position]))
        with self.beat("line", **names):
            self._arrive()
            self.rest()
        with self.beat("scores", **names):
            self._lie_down()
            self.rest()
        with self.beat("exponentials", **names):
            self._rise()
            self.rest()
        if len(self.lead):
            lead, ratio = (format_number(float(each)) for each in (numbers.lead, numbers.ratio))
            with self.beat("ratio", **names, lead=lead, ratio=ratio):
                self._compare()
                self.rest()
        with self.beat("sum", **names, total=format_number(float(numbers.total), self._printed)):
            self._stack()
            self.rest()
        with self.beat("weights", **names, share=share):
            self._relabel()
            self.rest()
        with self.beat("shares", **names, own=own, share=share):
            self._hang()
            self.hold()

    def _arrive(self) -> None:
        """Let the words arrive with their numbers, which become sums, and fall to where the sums' results are."""
        times = self.style.times
        self.add(self.phrase)
        others = [token for token in self.words.values() if token is not self.subject]
        arrivals = LaggedStart(*(FadeIn(token, scale=0.6) for token in others), lag_ratio=0.15)
        self.play(
            FadeIn(self.glow, self.subject, run_time=times.quick),
            Create(self.line_of_word),
            arrivals,
            *(FadeIn(place, rate_func=_LATE) for place in self.places.values()),
            run_time=times.move,
        )
        sums = self.sums_of_scores if self.early else None
        if sums is not None:
            self._write(sums)
        self._fall()
        self._mark_the_line()
        if sums is not None:
            self._add_up(sums)

    def _write(self, sums: ScoreSums) -> None:
        """Let copies of the words' numbers leave the plane and become the factors of the scores' sums."""
        own, moves, moved = self.place_numbers.get(self.numbers.word, []), list[Animation](), list[VMobject]()
        for index, line in enumerate(sums.lines):
            word = line[0].text if isinstance(line[0], Label) else ""
            for factors, numbers in zip(sums.factors(index), (own, self.place_numbers.get(word, [])), strict=True):
                for factor, number in zip(factors, numbers, strict=False):
                    copy = laid(number.copy(), Layer.LABEL)
                    moves.append(Transform(copy, factor.copy()))
                    moved.append(copy)
        if moves:
            self.play(*moves, run_time=_WRITES)
        self.play(FadeIn(sums.terms), run_time=self.style.times.quick)
        self.remove(*moved)

    def _add_up(self, sums: ScoreSums) -> None:
        """Let the sums' results come, and then swell as they appear where their words have fallen on the line."""
        self.play(FadeIn(sums.results), run_time=self.style.times.quick)
        if not self.landed:
            self.wait(_READ)
            return
        swells = [ApplyMethod(line[-1].scale, _SWELLS, rate_func=there_and_back) for line in sums.lines]
        landing = LaggedStart(*(FadeIn(number, scale=0.6) for number in self.scores), lag_ratio=0.4)
        self.play(*swells, landing, run_time=_LANDS)
        self.add(self.scores)

    def _fall(self) -> None:
        """Let the words fall at right angles onto the pulled word's line, without their names."""
        starts = {word: token.at.copy() for word, token in self.words.items()}

        def fall(share: float) -> None:
            self._zoom(1 - share * (1 - self._closer))
            for word, token in self.words.items():
                token.put(starts[word] + share * (self._standing(word, 0.0) - starts[word]))
            self.glow.move_to(self.subject.at)

        # An icon needs no name on its bar; names of dots come back when the line lies.
        self.drops = self._perpendiculars()
        labels = [token.label for token in self.words.values() if len(token.label)]
        gone = [FadeOut(*labels, *self.places.values())] if labels else []
        begun = [*gone, *(Create(drop) for drop in self.drops)]
        if begun:
            self.play(*begun, run_time=0.3)
        for token in self.words.values():
            token.remove(token.label)
        self.play(Live([*(token.mark for token in self.words.values()), self.glow], fall), run_time=_FALLS)

    @property
    def _closer(self) -> float:
        """The share of their size that icons have on the plane's line, where words are as much nearer to each other."""
        return min(1.0, _ON_LINE * self._unit(0.0) / self.room.across)

    def _zoom(self, share: float) -> None:
        """Give icons a share of their size."""
        for token in self.words.values():
            if token.has_icon:
                token.mark.scale(share * self.whole[token.word] / float(token.mark.height), about_point=token.at)

    def _mark_the_line(self) -> None:
        """Let the line get the marks that measure scores."""
        ticks = list(self.chart.along.values())
        self._lay(0.0)
        self._put_scores(0.0 if self.landed else 1.0)
        pointers = [self.pointers] if self.landed else []
        gone = [FadeOut(*self.drops)] if self.drops else []
        self.drops = []
        shown = [tick for tick in ticks if tick[0].get_stroke_opacity() > 0]
        self.play(*gone, FadeIn(*shown, *pointers), run_time=self.style.times.quick)

    def _lay(self, lain: float) -> None:
        """Lay the ticks of scores along the line, which has lain down so far, 0 to 1."""
        start = self.plane.origin + lain * (self.room.origin - self.plane.origin)
        self.chart.lay(self._unit(lain), lain, start, (1 - lain) * self.turn, self.subject.color_by_role)

    def _standing(self, word: str, lain: float) -> Point:
        """Return where a word stands while the line has lain down so far, 0 to 1: an icon on the line, a dot in it."""
        angle, lift = (1 - lain) * self.turn, self.lifts[word]
        share = self._closer + lain * (1 - self._closer)
        up = (lift - _STANDS) * share + _STANDS if lift else 0.0
        return self.foot(word, lain) + up * point(-math.sin(angle), math.cos(angle))

    def _put_scores(self, lain: float) -> None:
        """Put the marks at the words' scores on the line, and their numbers beyond the line's own, as it lies down."""
        angle = (1 - lain) * self.turn
        aside = point(math.sin(angle), -math.cos(angle))
        for word, number, pointer, spot in zip(self.scored, self.scores, self.pointers, self.score_spots, strict=True):
            at, text = self.foot(word, lain), number[1]
            half = abs(math.sin(angle)) * float(text.width) / 2 + abs(math.cos(angle)) * float(text.height) / 2
            middle = at + (1 - lain) * (_SCORE_OFF + half) * aside + lain * (spot - self.foot(word, 1.0))
            number.shift(middle - text.get_center())
            pointer.set_points_as_corners([at - _POINTER * aside, at + _POINTER * aside])

    def _land(self) -> bool:
        """Return whether the scores have room beside the line before it lies down, where words have fallen to it."""
        if not self.early or self.sums_of_scores is None:
            return False
        places = {word: self.words[word].at.copy() for word in self.words}
        self._zoom(self._closer)
        for word, token in self.words.items():
            token.put(self._standing(word, 0.0))
        self._lay(0.0)
        self._put_scores(0.0)
        ticks = [tick for tick in self.chart.along.values() if tick[0].get_stroke_opacity() > 0]
        boxes = [box_of(token.mark) for token in self.words.values()] + [box_of(tick) for tick in ticks]
        boxes += [box_of(self.sums_of_scores), *self.plane.text_boxes()]
        own = [box_of(number) for number in self.scores]
        safe, room = self.stage.safe, self.view.words(self.stage)
        inside = all(
            safe.left <= box[0] and box[2] <= safe.right and room.bottom <= box[1] and box[3] <= room.top for box in own
        )
        free = all(not overlap(box, other) for index, box in enumerate(own) for other in [*boxes, *own[:index]])
        self._put_scores(1.0)
        self._lay(1.0)
        self._zoom(1.0)
        for word, token in self.words.items():
            token.put(places[word])
        return inside and free

    def _perpendiculars(self) -> list[DashedLine]:
        """Return the dashed ways on which words fall, at right angles to the pulled word's line."""
        ways = [(token, self.foot(word, 0.0)) for word, token in self.words.items()]
        far = [(token, foot) for token, foot in ways if float(np.linalg.norm(foot - token.at)) > 0.15]
        return [
            laid(DashedLine(token.at, foot, dash_length=0.08, color=token.color_by_role, stroke_width=2.4), Layer.TRAIL)
            for token, foot in far
        ]

    def foot(self, word: str, lain: float) -> Point:
        """Return where a word's shadow ends on the line, which becomes its score as the line lies down.

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

    def _lie_down(self) -> None:
        """Let the line lie down and become the axis of scores; the plane dims under it."""
        chart, line, times = self.chart, self.line_of_word, self.style.times
        first, last = line.get_start() - self.plane.origin, line.get_end() - self.plane.origin
        before = [float(np.dot(end, point(np.cos(self.turn), np.sin(self.turn)))) for end in (first, last)]
        x = float(self.room.origin[0])
        # A strip that stands has a scale of its own, which is not the scores'.
        after = [self.room.left - x, (self.stage.width / 2 if self.view.lying else self.room.right - 0.2) - x]
        grey = self.style.theme.axis

        def lie(share: float) -> None:
            angle = (1 - share) * self.turn
            way = point(np.cos(angle), np.sin(angle))
            origin = self.plane.origin + share * (self.room.origin - self.plane.origin)
            ends = [origin + (one + share * (other - one)) * way for one, other in zip(before, after, strict=True)]
            line.set_points_as_corners(ends)
            for word, token in self.words.items():
                token.put(self._standing(word, share), self.sides[word] if word in self.chart_names else None)
            self.glow.move_to(self.subject.at)
            line.set_stroke(ManimColor(self.subject.color_by_role).interpolate(ManimColor(grey), share))
            self._zoom(self._closer + share * (1 - self._closer))
            self._lay(share)
            if self.landed:
                self._put_scores(share)

        ticks = list(chart.along.values())
        self.add(*ticks)
        if self.early and self.sums_of_scores is not None:
            self.play(FadeOut(self.sums_of_scores), run_time=times.quick)
        scores = [self.scores, self.pointers] if self.landed else []
        moving = Live([line, *(token.mark for token in self.words.values()), self.glow, *ticks, *scores], lie)
        # The plane's names and numbers are gone before those of the axis slide past.
        gone = FadeOut(self.plane, self.axes, rate_func=squish_rate_func(smooth, 0.0, _GONE))
        self.play(moving, FadeIn(self.veil), gone, run_time=_LIES_DOWN)
        late: list[VGroup] = [] if self.early or self.sums_of_scores is None else [self.sums_of_scores]
        late += [] if self.landed else [self.scores, self.pointers]
        self._leads()
        names = list(self.chart_names.values())
        self.play(FadeIn(self.axis_name, *late, *names), run_time=times.quick)
        for word in self.chart_names:
            self.words[word].add(self.chart_names[word])

    def _leads(self) -> None:
        """Give words whose names stand aside a line from their dot to their name."""
        for word in self.led:
            token, name = self.words[word], self.chart_names[word]
            token.label.add(self._lead(token, name))

    def _lead(self, token: Token, name: VGroup) -> VMobject:
        """Return the line from a word's dot to its name, which stands aside."""
        foot = token.at + point(0.0, token.reach()[1])
        low = point(float(name.get_x()), float(token.at[1] + self.sides[token.word][1]) - _LED_BELOW)
        return laid(thin_line(foot, low, token.color_by_role, 1.6), Layer.SHADOW)

    def _rise(self) -> None:
        """Draw the curve from left to right; bars rise to it, and the scale squeezes when it would leave the frame."""
        chart, words = self.chart, self.numbers.words
        heights = [tick for tick in chart.aside.values() if tick[0].get_stroke_opacity() > 0]
        sums = None if self.early else self.sums_of_scores
        gone = [] if sums is None else [FadeOut(sums, rate_func=_EARLY)]
        self.play(
            *gone, FadeIn(chart.upright, *heights, self.curve_name, rate_func=_LATE if gone else smooth), run_time=0.5
        )
        self.add(chart.curve, chart.dots, chart.bars, *chart.aside.values())

        def follow(share: float) -> None:
            chart.draw(chart.first + share * (chart.top_score - chart.first))
            for word, token in self.words.items():
                index = words.index(word)
                at = chart.at(chart.scores[index], chart.risen(index) / chart.up)
                token.put(at + point(-self.asides[word] * chart.grown(index), self.lifts[word]))
            self.glow.move_to(self.subject.at)

        drawn = [chart.curve, chart.dots, chart.bars, *chart.aside.values(), *self.words.values(), self.glow]
        still = self._hold_low()
        begin = 0.0
        if len(self.positive) and still > 0:
            begin = still
            self.play(Live(drawn, lambda share: follow(still * share), rate_func=linear), run_time=0.8)
            self.play(FadeIn(self.positive), run_time=self.style.times.quick)
            self.wait(_SEEN_LOW)
            self.play(FadeOut(self.positive), run_time=0.2)
        self.play(Live(drawn, lambda share: follow(begin + (1 - begin) * share), rate_func=_slower), run_time=1.5)
        self.play(FadeIn(*self.values, self.together, self.parts), run_time=self.style.times.quick)

    def _hold_low(self) -> float:
        """Return the share of the pen's way after which the scale squeezes: until then low bars are seen."""
        chart = self.chart
        way, squeezes = chart.top_score - chart.first, math.log(self.room.tallest / self.room.start)
        return (squeezes - chart.first) / way if chart.first < squeezes < chart.top_score else 0.0

    def _positive(self) -> VGroup:
        """Return the negative score nearest to zero, and the positive height that it gets; nothing without one."""
        numbers = self.numbers
        negative = [index for index, score in enumerate(numbers.scores.tolist()) if score < 0]
        if not negative:
            return VGroup()
        index = max(negative, key=lambda index: float(numbers.scores[index]))
        size, style, color = self.style.sizes.head, self.style, self.color_of(numbers.words[index])
        row = Row(
            [
                Label(f"{numbers.words[index]}:", size=size, color=color, style=style),
                Power(
                    Math("e", size=1.15 * size, color=color, style=style),
                    Number(numbers.scores[index], size=0.72 * size, color=color, style=style),
                ),
                Math("=", size=size, style=style),
                HeroNumber(numbers.exponentials[index], size=size, color=color, style=style),
            ],
            0.2,
        )
        text = labelled(row, style)
        self._settle_positive(text, index)
        return text

    def _settle_positive(self, text: VGroup, index: int) -> None:
        """Place what is said of a low bar above its word, off the curve as it then is."""
        chart = self.chart
        pen = math.log(self.room.tallest / self.room.start)
        chart.draw(min(max(pen, chart.first + 0.1), chart.top_score))
        steps = np.linspace(chart.first, chart.pen, 40)
        places = [flat(chart.at(score, np.exp(score))) for score in steps]
        names = []
        for word, (across, up) in self.sides.items():
            name = self.chart_names.get(word)
            if name is not None:
                x, y = flat(
                    chart.at(self._score(word), np.exp(self._score(word))) + point(across, up + self.lifts[word])
                )
                names.append((x - name.width / 2, y - name.height / 2, x + name.width / 2, y + name.height / 2))
        size = (float(text.width) + 0.3, float(text.height) + 0.2)
        x, y = flat(chart.at(chart.scores[index], np.exp(chart.scores[index])))
        low = float(self.room.origin[1])
        bounds = (self.room.left + 0.1, low + 0.1, self.right - 0.1, self.top + 0.3)
        boxes = [*names, box_of(self.curve_name)]
        lines = list(zip(places, places[1:], strict=False))
        text.move_to(point(*free_place(size, bounds, (x, y + 1.1), lines=lines, boxes=boxes)))
        chart.draw(chart.first, drawn=False)

    def _together(self) -> VGroup:
        """Return a bracket over the words with small weights, and their sum; nothing where others stand among them."""
        numbers, others, style = self.numbers, self.sums.others, self.style
        hidden = [index for index in range(len(numbers.words)) if index not in self.heavy]
        if (
            others is None
            or not hidden
            or max(self.chart.scores[index] for index in hidden)
            >= min(self.chart.scores[index] for index in self.heavy)
        ):
            return VGroup()
        names = [self.words[numbers.words[index]] for index in hidden if numbers.words[index] in self.chart_names]
        marks = [self.chart.at(self.chart.scores[index]) for index in hidden]
        sides = [(flat(self.chart.at(self._score(token.word))), self.sides[token.word], token) for token in names]
        left = min([at[0] - 0.1 for at in marks] + [x + dx - float(t.label.width) / 2 for (x, _), (dx, _), t in sides])
        right = max([at[0] + 0.1 for at in marks] + [x + dx + float(t.label.width) / 2 for (x, _), (dx, _), t in sides])
        top = max([at[1] + 0.2 for at in marks] + [y + dy + float(t.label.height) / 2 for (_, y), (_, dy), t in sides])
        low, high = point(left, top + 0.12), point(right, top + 0.12)
        feet = [thin_line(end - point(0.0, 0.12), end, style.theme.ink, 2.4) for end in (low, high)]
        bracket = laid(VGroup(thin_line(low, high, style.theme.ink, 2.4), *feet), Layer.LABEL)
        text = labelled(others.copy(), style)
        x = max((left + right) / 2, self.room.left + 0.2 + float(text.width) / 2)
        text.move_to(point(x, top + 0.26 + float(text.height) / 2))
        free = all(overlap(box_of(text), box) == 0 for box in self.taken if box != self._beside_axis())
        return VGroup(bracket, text) if free else VGroup()

    def _parts_of_the_others(self) -> VGroup:
        """Return what the small words' heights are that add up to their sum, beside it; nothing if they do not."""
        numbers, style, digits = self.numbers, self.style, self._printed
        hidden = [index for index in range(len(numbers.words)) if index not in self.heavy]
        heights = [as_printed(float(numbers.exponentials[index]), digits) for index in hidden]
        total = as_printed(float(numbers.rest_exponential), digits)
        if not len(self.together) or min(heights) <= 0 or as_printed(sum(heights), digits) != total:
            return VGroup()
        size, number = style.sizes.tick, self.together[1][1][1]
        assert isinstance(number, Number)
        pieces: list[VMobject] = [Math("=", size=size, style=style)]
        for count, index in enumerate(hidden):
            pieces += [Math("+", size=size, style=style)] * (count > 0)
            color = self.color_of(numbers.words[index])
            pieces.append(Number(numbers.exponentials[index], decimals=digits, size=size, color=color, style=style))
        row = Row(pieces, 0.1).on_baseline(number.baseline).starting_at(float(number.get_right()[0]) + 0.14)
        parts = labelled(row, style)
        box, chart = box_of(parts), self.chart
        steps = np.linspace(chart.first, chart.top_score, 40)
        chart.draw(chart.top_score)
        places = [flat(chart.at(score, np.exp(score))) for score in steps]
        chart.draw(chart.first, drawn=False)
        free = not any(overlap(box, each) for each in self.taken if each != self._beside_axis())
        free &= not any(inside_length(line, box) for line in zip(places, places[1:], strict=False))
        return parts if free else VGroup()

    def _slivers(self) -> VGroup:
        """Return what is seen of the small words' bars on the last scale, thicker than they are; or nothing."""
        if not len(self.together):
            return VGroup()
        chart, half, up = self.chart, point(_SLIVER_WIDTH / 2), point(0.0, _SLIVER_UP)
        feet = [chart.at(chart.scores[index]) for index in range(len(chart.scores)) if index not in self.heavy]
        lines = (thin_line(foot - half + up, foot + half + up, self.style.theme.ink, _SLIVER_STROKE) for foot in feet)
        return laid(VGroup(*lines), Layer.VECTOR)

    def _dots_of_the_others(self) -> list[VMobject]:
        """Return the dots of the small words in whose places slivers stand."""
        if not len(self.slivers):
            return []
        hidden = {word for index, word in enumerate(self.numbers.words) if index not in self.heavy}
        return [self.words[word].mark for word in hidden if not self.words[word].has_icon]

    def _lead_of_scores(self) -> VGroup:
        """Return two lines: a score is another one plus a lead, its exponential the other one times a number."""
        numbers, style = self.numbers, self.style
        first, second = _leaders(numbers)
        lead, ratio = (as_printed(float(each)) for each in (numbers.lead, numbers.ratio))
        scores = [as_printed(float(numbers.scores[index])) for index in (first, second)]
        towers = [as_printed(float(numbers.exponentials[index]), self._printed) for index in (first, second)]
        adds = as_printed(scores[1] + lead) == scores[0]
        multiplies = as_printed(towers[1] * ratio, self._printed) == towers[0]
        if lead <= 0 or ratio > _MOST_TIMES or not (adds and multiplies):
            return VGroup()
        sizes = (style.sizes.head, style.sizes.number, style.sizes.tick)
        for explained, size in product((True, False), sizes):
            rows = self._rows_of_the_lead(first, second, size, explained=explained)
            lines = VGroup(*(labelled(row, style) for row in rows))
            if self._settle_lead(lines, first):
                return VGroup(lines, self._copies(first, second))
        return VGroup()

    def _rows_of_the_lead(self, first: int, second: int, size: float, *, explained: bool) -> VGroup:
        """Return the lines of scores and of heights, and between them how the one's plus becomes the other's times."""
        numbers, style = self.numbers, self.style
        colors = [self.color_of(numbers.words[index]) for index in (second, first)]

        def line(name: str, values: Tensor, sign: str, change: Tensor, digits: int) -> list[VMobject]:
            one, other = (
                Number(values[index], decimals=digits, size=size, color=color, style=style)
                for index, color in zip((second, first), colors, strict=True)
            )
            return [
                Label(self.says(name), size=style.sizes.number, style=style),
                one,
                Math(sign, size=size, style=style),
                HeroNumber(change, size=size, style=style),
                Math("=", size=size, style=style),
                other,
            ]

        rows = [
            line("score", numbers.scores, "+", numbers.lead, 2),
            line("height", numbers.exponentials, "times", numbers.ratio, self._printed),
        ]
        drawn, left = VGroup(*(VGroup(*row) for row in rows)), 0.0
        explained &= as_printed(math.exp(as_printed(float(numbers.lead)))) == as_printed(float(numbers.ratio))
        pitch = 0.0165 * size
        for row, low in zip(rows, (0.0, -2 * pitch if explained else -pitch), strict=True):
            for piece in row:
                set_on_baseline(piece, low)
        for pair in zip(*rows, strict=True):  # both lines have their signs below each other
            wide = max(float(piece.width) for piece in pair)
            for piece in pair:
                piece.set_x(left + wide / 2)
            left += wide + _COLUMN
        if explained:
            drawn.submobjects.insert(1, self._power_of_the_lead(size, rows[0], -pitch))
        return drawn

    def _power_of_the_lead(self, size: float, above: Sequence[VMobject], low: float) -> VGroup:
        """Return e to the power of the lead and the number that it is, below the lead and its sign of equality."""
        lead, ratio, style = self.numbers.lead, self.numbers.ratio, self.style
        power = Power(Math("e", size=1.15 * size, style=style), Number(lead, size=0.72 * size, style=style))
        pieces = [power, Math("=", size=size, style=style), Number(ratio, size=size, style=style)]
        for piece in pieces:
            set_on_baseline(piece, low)
        for piece, over in zip(pieces[:2], above[3:5], strict=True):
            piece.set_x(float(over.get_x()))
        pieces[2].set_x(float(above[5].get_left()[0]) + float(pieces[2].width) / 2)
        return VGroup(*pieces)

    def _settle_lead(self, lines: VGroup, first: int) -> bool:
        """Place the lines left of the first tower, off the second one; return whether there was room."""
        chart, standing = self.chart, self.taken
        chart.draw(chart.top_score)
        later = {box_of(each) for each in (self.formula, *([self.second] if len(self.second) else []))}
        self.taken = [*(box for box in standing if box not in later), self._beside_axis()]
        self.taken += [box_of(each) for each in self.together]
        left, low, right, high = box_of(self.curve_name)
        self.taken.append((left, low - _OFF_NAME, right + _OFF_NAME, high))
        right = float(chart.corners(first)[0][0])
        near = point((self.room.left + right) / 2 + 0.7, float(self.room.origin[1]) + 0.75 * self.room.height)
        free = self._settle(lines, near, with_curve=False)
        self.taken = standing
        chart.draw(chart.first, drawn=False)
        return free

    def _copies(self, first: int, second: int) -> VGroup:
        """Return outlines of the second tower, one on another, up to the first tower's top: the last one is cut."""
        chart, color = self.chart, self.color_of(self.numbers.words[second])
        chart.draw(chart.top_score)
        (left, low, _), (right, _, _), (_, top, _), _ = chart.corners(first)
        _, (_, foot, _), (_, head, _), _ = chart.corners(second)
        high, copies = head - foot, VGroup()
        while top - low > 1e-6:
            end = min(low + high, top)
            outline = Rectangle(width=right - left + 0.12, height=end - low - 0.02, stroke_width=5.0, color=color)
            outline.set_background_stroke(color=self.style.theme.background, width=9.0)
            copies.add(outline.move_to(point((left + right) / 2, (low + end) / 2)))
            low = end
        chart.draw(chart.first, drawn=False)
        self.counts = self._counts(copies)
        return laid(copies, Layer.LABEL)

    def _counts(self, copies: VGroup) -> VGroup:
        """Return how much of the second tower each of its copies is, written into it, where they have room."""
        size, style = self.style.sizes.tick, self.style
        # On a bar the ground's colour is the one that is read.
        color = style.theme.background if style.theme.filled else style.theme.ink
        beyond, ratio = self.numbers.beyond, self.numbers.ratio
        if as_printed(as_printed(float(beyond)) + len(copies) - 1) != as_printed(float(ratio)):
            return VGroup()
        numbers = [Number(1.0, decimals=0, size=size, color=color, style=style) for _ in copies[1:]]
        numbers.append(Number(beyond, size=size, color=color, style=style))
        for number, copy in zip(numbers, copies, strict=True):
            if number.width + 0.1 > copy.width or number.height + 0.16 > copy.height:
                return VGroup()
            number.move_to(copy)
        return laid(VGroup(*numbers), Layer.LABEL)

    def _compare(self) -> None:
        """Measure the first tower by the second one: its frame grows there as often as e to the lead says."""
        lines, copies = self.lead
        _, second = _leaders(self.numbers)
        # Towers are compared, not the way to them.
        gone = FadeOut(self.chart.curve, self.chart.dots, self.parts, *self._dots_of_the_others())
        self.play(gone, FadeIn(lines[0], self.slivers), run_time=self.style.times.quick)
        seconds = max(0.2, min(0.35, 1.6 / len(copies)))
        beside = float(self.chart.at(self.chart.scores[second])[0]) - float(copies[0].get_x())
        measure = copies[0].copy().set_x(float(copies[0].get_x()) + beside).align_to(self.chart.bars[second], DOWN)
        self.play(FadeIn(measure), run_time=self.style.times.quick)
        for copy in copies:
            self.play(GrowFromEdge(copy, DOWN), run_time=seconds)
        self.remove(measure)
        for row in ([*lines[1:-1], *self.counts], [lines[-1]]):
            self.play(FadeIn(*row), run_time=self.style.times.quick)

    def _stack(self) -> None:
        """Let bars slide right, one after another, and stack into one strip; their outlines stay."""
        chart, strip, times = self.chart, self.sums, self.style.times
        order = sorted(self.heavy, key=lambda index: -chart.scores[index])
        small = [index for index in range(len(chart.scores)) if index not in self.heavy]
        crossed = [self.axis_name] if self.view.lying else []  # by bars on their way down
        heights = [tick for tick in chart.aside.values() if tick[0].get_stroke_opacity() > 0]
        late = not len(self.lead)
        left = [chart.curve, chart.dots, self.parts, *self._dots_of_the_others()] if late else []
        self.play(
            FadeOut(*crossed, *heights, chart.upright, *left, self.curve_name, *self.lead, *self.counts),
            *([FadeIn(self.slivers)] if late else []),
            run_time=times.quick,
        )
        seconds = max(0.35, min(0.6, 3.0 / (len(order) + 1)))
        values = dict(
            zip({self.numbers.words[index]: index for index in self.heavy}.values(), self.values, strict=True)
        )
        for index in order:
            written: list[Animation] = [FadeOut(values[index], rate_func=_EARLY)] if index in values else []
            written += [FadeIn(strip.names[index], rate_func=_LATE)] if index in strip.names else []
            self.play(self._slide([index]), self._sink([index]), *written, run_time=seconds)
        if small:
            self._close(small)
        self.play(FadeIn(self.total, self.ruler), FadeIn(self.added, rate_func=_LATE), run_time=times.quick)

    def _close(self, small: Sequence[int]) -> None:
        """Lay the small words' bars on the strip as its lid: they come together, and go there as one."""
        strip, times = self.sums, self.style.times
        others = [] if strip.others is None else [strip.others]
        if not len(self.together):
            self.play(self._slide(small), run_time=0.8)
            self.play(FadeIn(*others, *strip.end), run_time=times.quick)
            return
        for index in small:
            self.chart.bars[index].set_opacity(0.0)
        bracket, text = self.together
        # They meet under their number, which is above them all the way.
        half = point(strip.thick / 2)
        middle = point(float(text.get_left()[0]) + strip.thick / 2, float(bracket[0].get_y()))
        whole = thin_line(middle - half, middle + half, self.style.theme.ink, _SLIVER_STROKE)
        parts = _cut(whole, len(self.slivers))
        joins = [Transform(sliver, part) for sliver, part in zip(self.slivers, parts, strict=True)]
        back = [FadeIn(*dots, rate_func=_LATE)] if (dots := self._dots_of_the_others()) else []
        self.play(FadeOut(bracket, rate_func=_EARLY), *joins, *back, run_time=_GATHERS)
        self.remove(self.slivers, self.together)
        whole = laid(whole, Layer.LABEL)
        self.add(whole, text)
        there = text.copy().move_to(strip.texts[-1])
        self.play(Transform(whole, self._lid()), Transform(text, there), run_time=_GLIDES)
        # The same line and the same text stand there as the strip's own.
        self.remove(whole, text)
        self.add(*strip.end[:1], *others)
        if len(strip.end) > 1:
            self.play(Create(strip.end[1]), run_time=0.2)

    def _lid(self) -> VMobject:
        """Return the line at the strip's end that stands for the small words' bars."""
        if len(self.sums.end):
            return self.sums.end[0].copy()
        first, _, third, fourth = self.sums.corners(
            next(i for i in range(len(self.chart.scores)) if i not in self.heavy)
        )
        ends = (first, fourth) if self.view.lying else (fourth, third)
        return thin_line(*ends, self.style.theme.ink, 2.4)

    def _slide(self, bars: Sequence[int]) -> Live:
        """Return how bars become pieces of the strip: up first, then aside."""
        starts = {index: self._seen(index) for index in bars}
        ends = {index: self.sums.corners(index) for index in bars}
        between = _flattened if self.view.lying else _lifted

        def slide(share: float) -> None:
            for index in bars:
                self.chart.draw_bar(index, between(starts[index], ends[index], share))

        return Live([self.chart.bars[index] for index in bars], slide)

    def _seen(self, index: int) -> list[Point]:
        """Return a bar's corners as it leaves; one too low to be seen is a sliver on its way."""
        low, right, high, left = self.chart.corners(index)
        if self.style.theme.filled:
            self.chart.bars[index].set_fill(opacity=1.0)
        up = point(0.0, max(_SLIVER - float(left[1] - low[1]), 0.0))
        return [low, right, high + up, left + up]

    def _sink(self, bars: Sequence[int]) -> Live:
        """Return how words sink to the axis once the bars on which they stood are gone."""
        tokens = {word: self.words[word] for word in dict.fromkeys(self.numbers.words[index] for index in bars)}
        tops = {word: token.at.copy() for word, token in tokens.items()}
        feet = {word: self.chart.at(self._score(word)) + point(0.0, self.lifts[word]) for word in tokens}

        def sink(share: float) -> None:
            for word, token in tokens.items():
                token.put(tops[word] + share * (feet[word] - tops[word]))
            if self.subject in tokens.values():
                self.glow.move_to(self.subject.at)

        return Live(
            [*tokens.values(), *([self.glow] if self.subject in tokens.values() else [])], sink, rate_func=_DROP
        )

    def _relabel(self) -> None:
        """Divide: a piece's number and the sum go from the strip into the fraction, and its result goes back."""
        times = self.style.times
        self.play(FadeOut(self.added), run_time=0.2)
        total = [] if self._fill_the_fraction() else [self.total]
        old = [text[1] for text in self.sums.texts]
        new = [text[1] for text in self.shares.texts]
        up = point(0.0, 0.12)
        also = [FadeIn(self.second)] if len(self.second) else []
        self.play(FadeOut(*old, *total, shift=up), *also, run_time=times.quick)
        self._send(new)
        arrivals = [FadeIn(text, shift=up, run_time=times.quick) for text in (self.one, *self.half)]
        marks = LaggedStart(*(Create(mark) for mark in self.tenths), lag_ratio=0.5, run_time=0.5)
        self.play(*arrivals, marks)

    def _hang(self) -> None:
        """Let every piece of the strip go back to its word in the sentence, from which it hangs; all else leaves."""
        kept = [bar for bar in self.chart.bars if bar.get_fill_opacity() or bar.get_stroke_opacity()]
        gone: list[Mobject] = [self.formula, *self.second]
        hung = self._hung()
        if hung is None:
            self.play(FadeOut(*gone), run_time=self.style.times.move)
            return
        phrase, pieces, slivers, icons, numbers = hung
        own = [icon for index, icon, _ in icons if self.numbers.words[index] == self.subject.word]
        gone += [*self.words.values(), *self.ruler, *self.tenths, self.one, *self.half, *self.sums.end]
        gone += [text[0] for text in self.sums.texts] + [text[1] for text in self.shares.texts]
        gone += [*self.chart.along.values(), self.axis_name, self.scores, self.pointers, self.line_of_word]
        gone += [] if own else [self.glow]
        stays = [*(piece for _, piece, _ in pieces), *(icon for _, icon, _ in icons), *(one for one, _ in numbers)]
        self.remove(*kept, self.chart.bars)
        seen = set(self.get_mobject_family_members())
        self.add(*stays)
        self.play(FadeOut(*(each for each in gone if seen & set(each.get_family()))), run_time=self.style.times.quick)
        self.add(*(line for line, _ in slivers))

        # The piece at the strip's end goes first, and the next one once it is out of its way.
        order = sorted(range(len(pieces)), key=lambda place: -float(self.numbers.weights[self.heavy[place]]))
        waits = {place: _NEXT * (len(order) - 1 - rank) / max(len(order) - 1, 1) for rank, place in enumerate(order)}
        stands = {index: (icon.get_center(), float(icon.height)) for index, icon, _ in icons}
        told = [(one.get_center(), float(one.height)) for one, _ in numbers]

        def follow(share: float) -> None:
            gone: dict[int, float] = {}
            for place, (start, piece, end) in enumerate(pieces):
                gone[self.heavy[place]] = part = smooth(min(max((share - waits[place]) / (1 - _NEXT), 0.0), 1.0))
                corners = (_flattened if self.view.lying else _lifted)(start, end, part)
                piece.set_points(rounded(corners))
                number, last = numbers[place]
                first, height = told[place]
                number.scale((height + part * (float(last.height) - height)) / float(number.height))
                # It rides beside its piece, and goes below it while that is still alone.
                middle, begun, ended = (sum(each) / 4 for each in (corners, start, end))
                number.move_to(middle + _bent(first - begun, last.get_center() - ended, part, *_NUMBER_GOES))
            for index, icon, last in icons:
                first, height = stands[index]
                size = height + _late(gone[index], _ICON_GOES[1]) * (float(last.height) - height)
                icon.scale(size / float(icon.height))
                icon.move_to(_bent(first, last.get_center(), gone[index], *_ICON_GOES))
            if own:
                self.glow.move_to(own[0])

        moves: list[Animation] = [Transform(self.phrase, phrase)]
        moves += [Transform(line, end, rate_func=_EARLY) for line, end in slivers]  # before the first piece comes by
        moved = [*(piece for _, piece, _ in pieces), *(one for one, _ in numbers), *(icon for _, icon, _ in icons)]
        moving = Live([*moved, *([self.glow] if own else [])], follow, rate_func=linear)
        self.play(moving, *moves, run_time=_HANGS)
        swells = [ApplyMethod(one.scale, _SWELLS, rate_func=there_and_back) for one, _ in numbers]
        self.play(LaggedStart(*swells, lag_ratio=0.4), run_time=_SWELL_TIME)

    def _hung(self) -> Hung | None:
        """Return all that hangs from the sentence, as it is and as it will be; None where that has no room."""
        words, strip, style = self.phrase.words, self.sums, self.style
        if np.ptp([float(word.baseline) for word in words]) > 1e-6 or any(
            index not in self.shares.names for index in self.heavy
        ):
            return None
        phrase = self.phrase.copy()
        grows = min(_SENTENCE, (self.stage.safe.width - 0.1) / float(phrase.width))
        phrase.scale(max(grows, 1.0)).shift(point(0.0, -_LOWERED * max(grows - 1.0, 0.0)))
        places = [float(word.get_x()) for word in phrase.submobjects]
        top = min(float(word.get_bottom()[1]) for word in phrase.submobjects) - _OFF_WORD
        spots = sorted(places[index] for index in self.heavy)
        pitch = min((after - before for before, after in pairwise(spots)), default=4.0)
        sizes = [float(text[1].height) for text in self.shares.names.values()]
        icon, below = min(_HERO_ICON, 0.9 * pitch), _LARGER * max(sizes) + 2 * _OFF_PIECE
        room = top - self.view.foot - _ABOVE_FOOT - below - icon
        share = min(1.0, room / (strip.length * float(self.numbers.weights.max())))
        half = point(min(strip.thick, 0.7 * pitch) / 2)
        pieces, icons, numbers = (
            list[Moved](),
            list[tuple[int, VMobject, VMobject]](),
            list[tuple[VMobject, VMobject]](),
        )
        for index in self.heavy:
            at = point(places[index], top)
            low = at - point(0.0, max(share * float(self.numbers.weights[index]) * strip.length, _SLIVER))
            pieces.append(
                (strip.corners(index), self.chart.bars[index].copy(), [low - half, low + half, at + half, at - half])
            )
            if self.view.lying:  # its corners begin elsewhere
                first, second, third, fourth = strip.corners(index)
                pieces[-1] = ([second, third, fourth, first], *pieces[-1][1:])
            y = float(low[1]) - _OFF_PIECE
            token = self.words[self.numbers.words[index]]
            if token.has_icon:
                end = token.mark.copy()
                end.scale(icon / float(end.height)).move_to(point(places[index], y - icon / 2))
                icons.append((index, token.mark.copy(), end))
                y -= icon + _OFF_PIECE
            number = self.shares.names[index][1]
            end = number.copy().scale(min(_LARGER, 0.9 * pitch / float(number.width)))
            numbers.append((number.copy(), end.move_to(point(places[index], y - float(end.height) / 2))))
        hidden = [index for index in range(len(places)) if index not in self.heavy]
        slivers = list[tuple[VMobject, VMobject]]()
        for part, index in zip(_cut(self._lid(), len(hidden)) if hidden else [], hidden, strict=True):
            reach = point(min(_STUB, float(phrase.submobjects[index].width)) / 2)
            at = point(places[index], top - _SLIVER / 2)
            slivers.append((part, thin_line(at - reach, at + reach, style.theme.ink, _SLIVER_STROKE)))
        ends = [box_of(end) for _, end in numbers] + [box_of(end) for _, _, end in icons]
        if share < _LEAST_HUNG or any(overlap(one, other) for one, other in combinations(ends, 2)):
            return None
        return phrase, pieces, slivers, icons, numbers

    def _send(self, places: Sequence[VMobject]) -> None:
        """Let each quotient swell as its piece of the strip gets it; pieces without one get their weights, too."""
        block = self.shares.names.get(self.numbers.strongest)
        results: dict[int, Mobject] = {} if block is None else {id(block[1]): self.divided[-1]}
        block = self.shares.names.get(self.numbers.position) if len(self.second) else None
        if block is not None:
            (row,) = self.second[1:]
            results[id(block[1])] = row[-1]
        swells = [ApplyMethod(result.scale, _SWELLS, rate_func=there_and_back) for result in results.values()]
        if places:
            self.play(*swells, FadeIn(*places), run_time=_SWELL_TIME)

    def _fill_the_fraction(self) -> bool:
        """Show the formula; the sum leaves the ruler for its fraction: return whether it has."""
        top, bottom, result = self.divided
        block = self.sums.names.get(self.numbers.strongest)
        if block is None:
            self.play(FadeIn(self.formula), run_time=self.style.times.move)
            return False
        late = {id(each) for number in self.divided for each in number.get_family()}
        first = [each for each in self.formula[1].family_members_with_points() if id(each) not in late]
        self.play(FadeIn(*first), run_time=self.style.times.quick)
        self.remove(self.total)
        self._carry(self.total[1], bottom)
        self.play(FadeIn(top), run_time=self.style.times.quick)
        self.play(FadeIn(result), run_time=self.style.times.quick)
        self.remove(*first, top, bottom, result)
        self.add(self.formula)
        return True

    def _carry(self, number: VMobject, place: VMobject) -> None:
        """Carry a copy of a number to where the same number is written."""
        copy = number.copy()
        there = copy.copy().match_height(place).move_to(place)
        # From below, for a sign of equality stands beside the place.
        self.play(Transform(copy, there, path_arc=-0.9), run_time=0.5)
        self.remove(copy)
        self.add(place)


def _cut(line: VMobject, count: int) -> list[VMobject]:
    """Return a straight line cut into equal parts, each as thick and in the same layer."""
    start, end = line.get_start(), line.get_end()
    places = [start + share * (end - start) for share in np.linspace(0.0, 1.0, count + 1)]
    color, width = str(ManimColor(line.get_stroke_color()).to_hex()), float(line.get_stroke_width())
    return [laid(thin_line(*ends, color, width), Layer.LABEL) for ends in pairwise(places)]


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


def _lifted(start: Sequence[Point], end: Sequence[Point], share: float) -> list[Point]:
    """Return the corners of a bar on its way to a strip that stands, or to its word: first up, then aside."""
    along = np.array([max((share - 0.25) / 0.75, 0.0), min(share / 0.6, 1.0), 0.0])
    return [one + along * (other - one) for one, other in zip(start, end, strict=True)]


def _bent(first: Point, last: Point, share: float, up: tuple[float, float], aside: tuple[float, float]) -> Point:
    """Return where something is that goes up or down in one part of its time, and aside in another one."""
    return first + np.array([_late(share, aside), _late(share, up), 0.0]) * (last - first)


def _late(share: float, part: tuple[float, float]) -> float:
    """Return how far something has come that goes in a part of the time only, 0 to 1."""
    return float(smooth(min(max((share - part[0]) / (part[1] - part[0]), 0.0), 1.0)))


def _flattened(start: Sequence[Point], end: Sequence[Point], share: float) -> list[Point]:
    """Return the corners of a bar on its way to a strip that lies, or from there: as much wider as it gets lower."""
    (low, high), (last_low, last_high) = ((np.min(each, axis=0), np.max(each, axis=0)) for each in (start, end))
    middle = (low + high + share * (last_low + last_high - low - high)) / 2
    across, up, _ = np.maximum(high - low, 1e-4) ** (1 - share) * np.maximum(last_high - last_low, 1e-4) ** share / 2
    return [middle + point(x * across, y * up) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
