"""Queries of one language, keys and values of another: a rectangular pattern without a mask.

Source: Bahdanau, Cho, Bengio (2014), figure 3; Vaswani et al. (2017), section 3.2.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from manim import (
    LEFT,
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    LaggedStart,
    Mobject,
    ReplacementTransform,
    Square,
    Succession,
    Transform,
    TransformFromCopy,
    Uncreate,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import attend_with
from scenes.claims import Claim, Measurement, same
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import as_printed, decimals_that_add, format_number
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_word
from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Factor, Number, Tick, Weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_WIDEST, _THINNEST, _HAIR, _LEAST = 0.36, 0.02, 0.014, 0.02
"""Scene units: the width of a thread for a weight of 1, the least, and the width before there is a weight; the weight
below which a word has neither ribbon nor square."""

_WISP = 0.008
"""Scene units: the width of a thread whose weight is below the least."""

_APART, _GAP, _TAG, _SQUARE = 0.32, 0.2, 0.62, 0.9
"""Scene units between two words at the least, between a word and a mark, and from a row's baseline to its
name's; a square's side for a weight of 1, as a share of the room for it."""

_SPREAD = 1.25
"""From an answering word to the next, as a multiple of that in the table, at the most."""

_COMB, _COMB_WIDTH, _NEAR, _TOOTH, _TINY = 0.85, 1.15, 0.75, 0.78, 0.02
"""Scene units: the height of the largest number of all combs, and a comb's width at the most; that width as a share of
the way to the next comb at the most; a tooth's share of its room; the height up to which a tooth has no outline."""

_LARGER = 1.3
"""The phrases' size as a multiple of the header's."""

_ASCENT, _DESCENT = 1.15, 0.45
"""The height of letters above their baseline and below it, as multiples of a capital's."""

_SAMPLES = 120
"""The parts in which a ribbon's way is drawn while it bends to a corner, where a row of the table meets a column."""

_SCORE, _SCORE_UNDER, _SCORE_BESIDE = 0.12, 0.14, 0.12
"""Scene units: the height of a score's bar; from the bar down to its number, and from the line there to that."""

_GATHERS = 0.7
"""The share of time in which a ribbon draws back to its corner, before that grows to the square of its weight."""

_RISES, _SINKS, _COMES, _POURS = 1.4, 0.7, 1.3, 1.4
"""Seconds in which all lines rise from questions, those of other words sink back, all keys show their numbers, and an
answer runs down."""

_ASKS, _NEXT = 0.8, 0.4
"""Seconds in which a query goes to one key, and after which it goes to the next."""

_TURNS, _HARDENS, _COUNTS = 2.2, 1.6, 1.6
"""Seconds in which the asking words become the table's rows, all ribbons its squares, and a row is added up."""

_WORKS, _SCORES, _WIDTHS = 1.8, 1.2, 1.3
"""Seconds in which one score is worked out, in which all keys get theirs, and in which scores become shares of one."""

_SEEN, _READ = 0.6, 0.8
"""Seconds for which the bent ribbons stand still, and the bar that is cut into shares."""

_TERMS, _LESS, _BORN = 3, 0.005, 0.4
"""Products that are worked out, at the most; a product that leaves no trace in a printed score; the size of a number
that comes out of its tooth, as a share of its own."""

_NEXT_TO = 0.05
"""Scene units that are free between a score and a ribbon, at the least."""

_WHOLE, _LONGEST, _EDGE = 0.5, 6.4, 0.03
"""Scene units: the height of the bar that is one whole, its length at the most, and what is free inside its outline."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The second half of a motion."""

_OVER = 0.15
"""Scene units by which digits reach beyond the last column."""


class TwoLanguages(WordsParameters):
    """The parameters: the phrase that asks, the phrase that answers, and one word that asks."""

    asking: Phrase = Field("german", description="The phrase whose words ask: its name, or written out.")
    answering: Phrase = Field("english", description="The phrase whose words answer.")
    word: Word = Field("gegessen", description="The word that asks first; it must be in the asking phrase.")


@dataclass(frozen=True)
class Crossed:
    """The weights of one phrase's words over another's."""

    asking: tuple[str, ...]
    answering: tuple[str, ...]
    position: int
    queries: Tensor = quantity("The asking words' vectors.", rows="asking")
    keys: Tensor = quantity("The answering words' vectors.", rows="answering")
    scores: Tensor = quantity("The dot product of each query and each key.", rows="asking", columns="answering")
    weights: Tensor = quantity("Each asking word's weights.", rows="asking", columns="answering")
    sums: Tensor = quantity("The sums of the weights of each asking word.", rows="asking")
    rest: Tensor = quantity("What each asking word's largest weight leaves to all others.", rows="asking")

    @property
    def strongest(self) -> int:
        """The position of the word that answers the chosen word most."""
        return int(self.weights[self.position].argmax())

    @property
    def shared(self) -> int | None:
        """The position of the word that divides its weight most evenly, of those whose printed weights add up to 1."""
        adding = [
            place for place, row in enumerate(self.weights.tolist()) if decimals_that_add(row, 1.0, (2,)) is not None
        ]
        return min(adding, key=lambda place: float(self.weights[place].max()), default=None)


def _rows_add_up(numbers: Crossed, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.asking)))


def _order_is_free(numbers: Crossed, world: World) -> Measurement:
    best = numbers.weights.argmax(dim=1).tolist()
    said = [f"{word}: {numbers.answering[place]}" for word, place in zip(numbers.asking, best, strict=True)]
    return Measurement(best != sorted(best), ", ".join(said))


class CrossAttention(PlaneFigure):
    """lesson-cross-attention: words of one language look for theirs in another, in any order."""

    name = "lesson-cross-attention"
    world_name = "two-languages"
    Parameters = TwoLanguages
    with_plane = False
    with_record = False
    numbers: Crossed
    claims = (
        Claim("Every asking word's weights add up to 1.", _rows_add_up),
        Claim("Words find their counterparts in another order than their own.", _order_is_free),
    )

    @classmethod
    def compute(cls, parameters: TwoLanguages, world: World) -> Crossed:
        """Let each word of one phrase attend to all words of the other."""
        asking = phrase_words(world, parameters.asking, "asking", most=8)
        answering = phrase_words(world, parameters.answering, "answering", most=8)
        word = require_word(world, parameters.word, asking, "word")
        space = world.embedding()
        queries, keys = space.rows(asking), space.rows(answering)
        step = attend_with(queries, keys, keys)
        rest = 1 - step.weights.amax(dim=-1)
        return Crossed(
            asking,
            answering,
            asking.index(word),
            queries,
            keys,
            step.scores,
            step.weights,
            step.weights.sum(dim=-1),
            rest,
        )

    @classmethod
    def alternative_values(cls, numbers: Crossed) -> Mapping[str, object]:
        """Return both phrases, and which words found which."""
        best = numbers.weights.argmax(dim=1).tolist()
        found = [f"{word} {numbers.answering[place]}" for word, place in zip(numbers.asking, best, strict=True)]
        return {"asking": " ".join(numbers.asking), "answering": " ".join(numbers.answering), "found": ", ".join(found)}

    def build(self) -> None:
        """Make both rows of words with their combs, the questions, the ribbons between them, and the pattern."""
        numbers, free, theme = self.numbers, self.stage.above_foot.inset(top=0.1, bottom=0.1), self.style.theme
        first, second, third, fourth, *_ = theme.families
        colors = (first, second, fourth, theme.subject, theme.value, third)
        self.colors = [colors[place % len(colors)] for place in range(len(numbers.answering))]
        self.total = self._make_total()
        size = self._size(free.width)
        self.below = self._words(numbers.asking, [theme.ink] * len(numbers.asking), size)
        self.heads = self._words(numbers.answering, self.colors, size)
        self.tags = [
            Label(self.says(key), size=self.style.sizes.number, color=theme.ink, style=self.style)
            for key in ("asks", "answers")
        ]  # all that asks is in ink, so that a colour is an answering word's alone
        self.cap = CAP_HEIGHT * UNITS_PER_FONT_UNIT * size
        self._set_rows(free)
        self.asked = VGroup(*(word.copy().set_color(theme.ink) for word in self.above))
        self._make_combs()
        self.scores = self._make_scores(numbers.position)
        self.threads = [self._threads(place) for place in range(len(numbers.asking))]
        self.web = [self._meetings(place, self.under) for place in range(len(numbers.asking))]
        self.work = self._make_work(numbers.position, numbers.strongest)
        self.whole = self._make_whole(numbers.position)
        self.questions = [
            laid(Label("?", size=size, style=self.style).set_x(word.get_x()), Layer.LABEL)
            .set_y((self.foot + self.low + self.cap) / 2)
            for word in self.below
        ]  # fmt: skip
        self._make_pattern()
        row = numbers.shared
        self.digits = [] if row is None else [self._digits(row, column) for column in range(len(numbers.answering))]
        self.signs = self._plus_signs()
        self.shared = {} if row is None else self._beside_foot(row)

    def _words(self, words: Sequence[str], colors: Sequence[str], size: float) -> VGroup:
        pairs = zip(words, colors, strict=True)
        labels = (Label(word, size=size, color=color, style=self.style) for word, color in pairs)
        return VGroup(*(laid(label, Layer.LABEL) for label in labels))

    def _size(self, room: float) -> float:
        """Return the size at which either phrase fits into the frame, in one row and as a side of the table."""
        numbers, size = self.numbers, _LARGER * self.style.sizes.head
        asking, answering = (
            [float(word.width) for word in self._words(words, [self.style.theme.ink] * len(words), size)]
            for words in (numbers.asking, numbers.answering)
        )
        column = max((sum(pair) / 2 for pair in pairwise(answering)), default=answering[0])
        row = (room - _APART * len(asking)) / sum(asking)
        table = (room - _GAP * (len(answering) + 1) - self._behind) / (max(asking) + column * len(answering))
        return size * min(1.0, row, table)

    @property
    def _behind(self) -> float:
        """The width that the sum behind a row takes."""
        return _OVER + float(self.total.width) + _GAP if self.total else 0.0

    def _set_rows(self, room: Region) -> None:
        """Place the rows and their names, and find where ribbons begin and end, and the cells of the table."""
        numbers = self.numbers
        asks, answers = self.tags
        low, high = room.bottom + _TAG, room.top - _ASCENT * self.cap - self.stage.is_narrow * _TAG
        self.comb_width = min(_COMB_WIDTH, _NEAR * room.width / max(len(self.below), len(self.heads)))
        slots = VGroup(*(Square(max(float(word.width), self.comb_width)) for word in self.below))
        free = (room.width - sum(float(slot.width) for slot in slots)) / max(len(slots) - 1, 1)
        slots.arrange(buff=free).set_x(0.0)
        for word, slot in zip(self.below, slots, strict=True):
            word.set_x(float(slot.get_x())).on_baseline(low)
        asks.align_to(point(room.left), LEFT).on_baseline(room.bottom)
        answers.align_to(point(room.left), LEFT).on_baseline(high + self.stage.is_narrow * 1.2 * _TAG)
        beside = 0.0 if self.stage.is_narrow else float(answers.width)
        left = room.left + _GAP + max(beside, *(float(word.width) for word in self.below))
        self.low, self.under = low, high - _DESCENT * self.cap - _GAP / 2
        self.foot, self.top = low + self.cap + 1.5 * _GAP + _COMB, self.under - _COMB - _GAP / 2
        self.table = Region(left, room.right - self._behind, low - _GAP, self.under)
        self.high, self.across = self.table.height / len(numbers.asking), self.table.width / len(numbers.answering)
        self.is_flat = self.across > 1.5 * self.high  # digits stand right of their cell, and not below it
        self.raised = point() if self.is_flat else point(0.0, _GAP)
        for word, column in zip(self.heads, self.table.columns(*[1.0] * len(numbers.answering)), strict=True):
            word.set_x(float(column.centre[0])).on_baseline(high)
        self.above, last = self.heads.copy(), (len(self.heads) - 1) / 2
        edge = room.left + (beside + 2 * _GAP if beside else 0.0)
        first, final = (max(float(word.width), self.comb_width) / 2 for word in (self.heads[0], self.heads[-1]))
        reach = min(-edge - first, room.right - final)
        pitch = min(_SPREAD * self.across, reach / max(last, 0.5))
        if pitch >= self.across:  # there is room in the middle over the row below, as long as there is no table
            for place, word in enumerate(self.above):
                word.set_x((place - last) * pitch)
        self.comb_width = min(self.comb_width, _NEAR * max(pitch, self.across))

    def _make_combs(self) -> None:
        """Make a comb of each word's numbers: those of words that ask stand over them, of others hang below them."""
        numbers, theme = self.numbers, self.style.theme
        both = torch.cat([numbers.queries, numbers.keys])
        lowest, largest = min(float(both.min()), 0.0), max(float(both.max()), 0.0)
        self.comb_unit = _COMB / max(largest - lowest, 1e-6)
        raised = -lowest * self.comb_unit
        self.queries = [
            self._comb(row, point(float(word.get_x()), self.low + self.cap + _GAP + raised), theme.ink)
            for row, word in zip(numbers.queries, self.below, strict=True)
        ]  # fmt: skip
        self.keys = [
            self._comb(row, point(float(word.get_x()), self.top + _GAP / 2 + raised), color)
            for row, word, color in zip(numbers.keys, self.above, self.colors, strict=True)
        ]  # fmt: skip

    def _comb(self, row: Tensor, middle: Point, color: str) -> VGroup:
        """Return a tooth for each number of a vector, on a line through a point: as high as the number is large."""
        pitch, comb = self.comb_width / len(row), VGroup()
        left = middle - point(self.comb_width / 2)
        for place, number in enumerate(row.tolist()):
            x, y = place * pitch + (1 - _TOOTH) / 2 * pitch, self.comb_unit * number
            corners = [
                left + point(*at) for at in ((x, 0.0), (x + _TOOTH * pitch, 0.0), (x + _TOOTH * pitch, y), (x, y))
            ]
            tooth = VMobject(stroke_width=0).set_points_as_corners([*corners, corners[0]])
            comb.add(colour_area(tooth, color, 1.0, self.style))
        comb.add(thin_line(left, left + point(self.comb_width), color, self.style.strokes.thin))
        return laid(comb, Layer.BAND)

    def _make_scores(self, place: int) -> list[tuple[VMobject, Number]]:
        """Return a word's score with each key: a bar under the key, as long as the score, and its number beside it."""
        scores, style = self.numbers.scores[place], self.style
        unit = self.comb_width / max(float(scores.abs().max()), 1e-9)
        middles = [float(word.get_x()) for word in self.above]
        pitch = min((other - one for one, other in pairwise(middles)), default=2 * self.comb_width)
        made, x = [], float(self.below[place].get_x())
        weights = self.numbers.weights[place].tolist()
        for score, weight, middle, color in zip(scores, weights, middles, self.colors, strict=True):
            bar = laid(colour_area(VMobject(stroke_width=0), color, 1.0, style), Layer.BAND)
            self._lay_score(bar, middle, unit * max(float(score), 0.0))
            number = laid(Number(score, size=style.sizes.number, color=color, style=style), Layer.LABEL)
            fit(number, pitch - 2 * _SCORE_BESIDE)
            side = 1 if middle > x else -1  # the line goes to the other one
            half, safe = float(number.width) / 2, self.stage.safe
            x_of_number = middle + side * (_SCORE_BESIDE + _WIDEST * weight / 2 + half)  # beside its ribbon, too
            number.set_x(min(max(x_of_number, safe.left + half), safe.right - half))
            number.on_baseline(self.top - _SCORE - _SCORE_UNDER - number.cap_height)
            made.append((bar, number))
        return made

    def _lay_score(self, bar: VMobject, middle: float, length: float) -> None:
        """Let a bar under a key be as long as is given."""
        half, low = max(length, _HAIR) / 2, self.top - _SCORE
        corners = [point(middle + x, y) for x, y in ((-half, low), (half, low), (half, self.top), (-half, self.top))]
        bar.set_points_as_corners([*corners, corners[0]])

    def _beside_lines(self, place: int, low: float, high: float) -> tuple[float, float]:
        """Return the ends of the wider room beside a word's lines, between two heights."""
        room, lines = self.stage.safe, self._meetings(place, self.top)
        ways = np.concatenate([[line.point_from_proportion(share) for share in np.linspace(0, 1, _SAMPLES)]
                               for line in lines])  # fmt: skip
        x = ways[(ways[:, 1] > low) & (ways[:, 1] < high), 0]
        away = _WIDEST / 2 + 2 * _GAP
        rooms = [(room.left + _GAP, float(x.min()) - away), (float(x.max()) + away, room.right - _GAP)]
        return max(rooms, key=lambda ends: ends[1] - ends[0])

    @property
    def _middle(self) -> float:
        """The height of what is worked out, and of the bar that is one whole: low, where lines leave most room."""
        return self.foot + _WHOLE / 2 + 2 * _GAP + CAP_HEIGHT * UNITS_PER_FONT_UNIT * self.style.sizes.head

    def _terms(self, place: int, column: int) -> tuple[list[int], int] | None:
        """Return the numbers of a query and a key whose products make their score, the largest first, and their digits.

        None where there are too many of them, or where printed numbers do not give the printed score.
        """
        query, key = self.numbers.queries[place], self.numbers.keys[column]
        products = (query * key).tolist()
        order = sorted(range(len(products)), key=lambda index: -abs(products[index]))
        terms, score = [index for index in order if abs(products[index]) >= _LESS], self.numbers.scores[place, column]
        for decimals in (1, 2):
            seen = [as_printed(float(query[index]), decimals) * as_printed(float(key[index]), decimals)
                    for index in terms]  # fmt: skip
            if 0 < len(terms) <= _TERMS and as_printed(sum(seen)) == as_printed(float(score)):
                return terms, decimals
        return None

    def _make_work(self, place: int, column: int) -> list[tuple[int, VGroup]]:
        """Return how a score comes out of a key's and a query's numbers: products, each with its place, and their sum.

        There is none where it cannot be checked by hand, or has no room beside the lines.
        """
        found = self._terms(place, column)
        if not found:
            return []
        (terms, decimals), style = found, self.style
        options: dict[str, Any] = {"size": style.sizes.head, "style": style}
        parts: list[tuple[int, VGroup]] = []
        for index in terms:
            key = Factor(self.numbers.keys[column, index], decimals=decimals, color=self.colors[column], **options)
            query = Factor(self.numbers.queries[place, index], decimals=decimals, **options)
            plus = [Math("+", **options)] if parts else []
            parts.append((index, VGroup(*plus, key, Math("times", **options), query)))
        score = Number(self.numbers.scores[place, column], color=self.colors[column], **options)
        parts.append((-1, VGroup(Math("=", **options), score)))
        row = Row([piece for _, part in parts for piece in part], _GAP)
        left, right = self._beside_lines(place, self._middle - _WHOLE / 2, self._middle + _WHOLE / 2)
        if float(row.width) > right - left:
            return []
        row.set_x((left + right) / 2).on_baseline(self._middle - score.cap_height / 2)
        return [(index, laid(part, Layer.LABEL)) for index, part in parts]

    def _make_whole(self, place: int) -> _Whole:
        """Return a bar of length 1 beside a word's lines, cut into its weights, with the largest and what it leaves."""
        numbers, style, best = self.numbers, self.style, self.numbers.strongest
        options: dict[str, Any] = {"size": style.sizes.number, "style": style}
        sign = Row([Math("=", **options), Tick(1.0, 1.0, **options)], 0.8 * _GAP)
        left, right = self._beside_lines(place, self.foot, self._middle + _WHOLE)
        said = 0.0 if self.stage.is_narrow else float(sign.width) + _GAP
        length = min(_LONGEST, right - left - said)
        start = (left + right - length - said) / 2
        edges = start + length * np.concatenate([[0.0], np.cumsum(numbers.weights[place].numpy())])
        slices = []
        for (begin, end), color in zip(pairwise(edges.tolist()), self.colors, strict=True):
            piece = colour_area(VMobject(stroke_width=0), color, 1.0, style)
            slices.append(laid(piece.set_points_as_corners(_box(begin, end, self._middle, _WHOLE)), Layer.BAND))
        frame = VMobject(stroke_color=style.theme.ink, stroke_width=style.strokes.thin)
        corners = _box(start - _EDGE, start + length + _EDGE, self._middle, _WHOLE + 2 * _EDGE)
        sign.move_to(point(start + length + _GAP + float(sign.width) / 2, self._middle))
        weight = Weight(numbers.weights[place, best], size=style.sizes.head, color=self.colors[best], style=style)
        rest = Row([Label(self.says("rest"), size=style.sizes.head, style=style),
                    Weight(numbers.rest[place], size=style.sizes.head, style=style)], _GAP)  # fmt: skip
        middles = [float(edges[best] + edges[best + 1]) / 2, start + length]
        needs = [float(each.width) + _GAP for each in (weight, rest)]
        base = self._middle - _WHOLE / 2 - _GAP - weight.cap_height
        for text, x in zip((weight, rest), spread(middles, needs, start, start + length + _GAP / 2), strict=True):
            laid(text.set_x(x).on_baseline(base), Layer.LABEL)
        outline = VGroup(frame.set_points_as_corners(corners), *([sign] if said else []))
        return _Whole(slices, laid(outline, Layer.LABEL), weight, rest)

    def _threads(self, place: int) -> VGroup:
        """Return a ribbon from a word to each word that answers it, as wide as its weight: side by side at its foot."""
        threads, weights = VGroup(), self.numbers.weights[place].tolist()
        for column in self._reached(place):
            width = max(_WIDEST * weights[column], _THINNEST)
            threads.add(self._ribbon(*self._ends(place, column), width, self.colors[column]))
        return threads

    def _ends(self, place: int, column: int) -> tuple[Point, Point]:
        """Return where a word's ribbon to another begins, beside those to all words before that, and ends."""
        before, weights = self._beside_others(place, column), self.numbers.weights[place]
        left = float(self.below[place].get_x()) - _WIDEST * float(weights.sum()) / 2
        return point(left + before, self.foot), point(float(self.above[column].get_x()), self.top)

    def _beside_others(self, place: int, column: int) -> float:
        """Return how far a ribbon's middle is from the first edge of its word's ribbons, which lie side by side."""
        weights = self.numbers.weights[place].tolist()
        return float(_WIDEST * (sum(weights[:column]) + weights[column] / 2))

    def _meetings(self, place: int, top: float) -> VGroup:
        """Return a thin line from a word's question to every word that it asks, up to a height."""
        start = point(float(self.below[place].get_x()), self.foot)
        ends = [point(float(word.get_x()), top) for word in self.above]
        return VGroup(*(self._ribbon(start, end, _HAIR, self.style.theme.dim) for end in ends))

    def _wisps(self, place: int) -> VGroup:
        """Return what is left of a word's lines to the words that it does not reach, in their colours."""
        left = [column for column in range(len(self.heads)) if column not in self._reached(place)]
        return VGroup(*(self._ribbon(*self._ends(place, column), _WISP, self.colors[column]) for column in left))

    def _angle(self, place: int, column: int) -> tuple[Point, Point, Point]:
        """Return where a ribbon's way over the table begins, at its word's row, turns, and ends, over its column."""
        middle = float(self.cells[place].get_center()[1])
        total = _WIDEST * float(self.numbers.weights[place].sum())
        y, x = middle + total / 2 - self._beside_others(place, column), float(self.heads[column].get_x())
        return point(self.table.left - _GAP / 2, y), point(x, y), point(x, self.under)

    def _bent(self, place: int, column: int, radius: float) -> NDArray[np.float64]:
        """Return a ribbon's way over the table: along its word's row, round a corner of a radius, up the column."""
        (left, *_), (x, y, _), _ = self._angle(place, column)
        radius = min(radius, x - left, self.under - y)
        angles = np.linspace(0.0, np.pi / 2, _SAMPLES)
        arc = [point(x - radius + radius * np.sin(each), y + radius - radius * np.cos(each)) for each in angles]
        return _evenly(np.array([point(left, y), *arc, point(x, self.under)]))

    def _reached(self, place: int) -> list[int]:
        """Return the words that a word's ribbons reach."""
        return [column for column, weight in enumerate(self.numbers.weights[place].tolist()) if weight >= _LEAST]

    def _ribbon(self, start: Point, end: Point, width: float, color: str) -> VMobject:
        bend = (end[1] - start[1]) / 2 * UP
        line = VMobject(stroke_color=color, stroke_width=100 * width)
        line.set_points([start, start + bend, end - bend, end])
        return laid(line, Layer.THREAD)

    def _make_total(self) -> Row | None:
        """Return the sum of the row that is added up, as it stands behind it.

        There is none where no row's printed weights add up, nor in an upright frame, which has no room for it.
        """
        size, row = self.style.sizes.number, self.numbers.shared
        if row is None or self.stage.is_portrait:
            return None
        total = Number(self.numbers.sums[row], size=size, style=self.style)
        return Row([Math("=", size=size, style=self.style), total], 0.8 * _GAP)

    def _plus_signs(self) -> list[Math]:
        """Return the signs between the numbers of the row that is added up."""
        signs = []
        for left, right in pairwise(self.digits if self.total else []):
            sign = Math("+", size=self.style.sizes.number, style=self.style)
            end = float(right.get_left()[0]) - (self.unit + _GAP / 2) * self.is_flat
            fit(sign, 0.6 * (end - float(left.get_right()[0])))
            signs.append(sign.move_to(point((float(left.get_right()[0]) + end) / 2, float(left.get_y()))))
        return signs

    def _make_pattern(self) -> None:
        """Make the pattern: rows ask, columns answer; a cell is as large as a weight of 1, its square is the weight."""
        numbers, theme, table = self.numbers, self.style.theme, self.table
        rows, columns = numbers.weights.shape
        room = min(self.high, self.across / 2) if self.is_flat else min(self.across, self.high - 2 * _GAP)
        self.unit = _SQUARE * room
        frame = Square(self.unit, stroke_color=theme.dim, stroke_width=self.style.strokes.hair)
        self.titles, self.squares, self.cells = VGroup(), VGroup(), VGroup()
        for row, region in enumerate(table.rows(*[1.0] * rows)):
            title, y = self.below[row].copy(), float((region.centre + self.raised)[1])
            self.titles.add(title.align_to(point(table.left - _GAP), -LEFT).on_baseline(y - self.cap / 2))
            reached = self._reached(row)
            cells = [frame.copy().move_to(each.centre + self.raised) for each in region.columns(*[1.0] * columns)]
            squares = [
                colour_area(
                    Square(self.unit * float(numbers.weights[row, column]) ** 0.5, stroke_width=0),
                    self.colors[column], 1.0, self.style,
                ).move_to(cells[column])
                for column in reached
            ]  # fmt: skip
            self.cells.add(VGroup(*cells))
            self.squares.add(laid(VGroup(*squares), Layer.SHADOW))

    def _digits(self, row: int, column: int) -> Weight:
        """Return a weight's digits beside its cell."""
        weight, size = self.numbers.weights[row, column], self.style.sizes.number
        digits = laid(Weight(weight, size=size, color=self.colors[column], style=self.style), Layer.LABEL)
        at, away = self.cells[row][column].get_center(), self.unit / 2 + _GAP / 2
        if self.is_flat:
            fit(digits, self.across / 2 - away + _OVER)
            return digits.move_to(at + point(away + float(digits.width) / 2))
        fit(digits, (0.6 if self.total else _SQUARE) * self.across)
        return digits.move_to(at - point(0.0, away + float(digits.height) / 2))

    def _beside_foot(self, row: int) -> dict[int, Weight]:
        """Return the two largest weights of a word beside its ribbons' feet, by column; none without room for both."""
        weights = self.numbers.weights[row].tolist()
        first, second = sorted(sorted(self._reached(row), key=weights.__getitem__)[-2:]) if len(weights) > 1 else (0, 0)
        x, away, found = float(self.below[row].get_x()), _WIDEST / 2 + 0.75 * _GAP, {}
        for column, side in ((first, -1), (second, 1)):
            weight, size = self.numbers.weights[row, column], self.style.sizes.number
            digits = Weight(weight, size=size, color=self.colors[column], style=self.style)
            found[column] = digits.move_to(
                point(x + side * (away + float(digits.width) / 2), self.foot + float(digits.height) / 2)
            )
        return found if all(self._is_free(row, digits) for digits in found.values()) else {}

    def _is_free(self, row: int, text: Mobject) -> bool:
        """Return whether a text beside a word's foot is off its neighbours' ribbons, and in the frame."""
        left, right = float(text.get_left()[0]), float(text.get_right()[0])
        feet = [float(word.get_x()) for place, word in enumerate(self.below) if place != row]
        near = (_WIDEST + _GAP) / 2
        return self._is_inside(text) and not any(left - near < foot < right + near for foot in feet)

    def _is_inside(self, text: Mobject) -> bool:
        """Return whether a text is in the frame."""
        return self.stage.safe.left <= float(text.get_left()[0]) and float(text.get_right()[0]) <= self.stage.safe.right

    # --- Motion ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Let all words ask; let one word's query meet all keys; draw its weights, then all others', and the table."""
        numbers, times = self.numbers, self.style.times
        chosen, answer = numbers.position, numbers.answering[numbers.strongest]
        said = {"word": numbers.asking[chosen], "answer": answer}
        self.add(self.asked, self.below)
        with self.beat("phrases"):
            self._ask()
            self.rest()
        with self.beat("keys", **said):
            self._meet(chosen)
            self.rest()
        share, rest = float(numbers.weights[chosen].max()), float(numbers.rest[chosen])
        with self.beat("one", **said, share=format_number(share), rest=format_number(rest)):
            self._weigh()
            wisps = self._wisps(chosen)
            scores = [number for _, number in self.scores]
            staying = [] if any(self._is_crossed(number, self.threads[chosen]) for number in scores) else scores
            self._pour([*wisps, *self.threads[chosen]], self.web[chosen], staying)
            self.rest()
        with self.beat("all"):
            self.play(FadeOut(*self.whole.marks, *staying, wisps), run_time=times.quick)
            self._find_all([place for place in range(len(numbers.asking)) if place != chosen])
            if self.shared:
                self.play(FadeIn(*self.shared.values()))
            self.rest()
        with self.beat("pattern", rows=len(numbers.asking), columns=len(numbers.answering)):
            self._tabulate()
            self.last()

    def _ask(self) -> None:
        """Let each word of the lower row ask all of the upper one."""
        rising = [FadeIn(question, shift=_GAP * UP) for question in self.questions]
        tag = FadeIn(self.tags[0], run_time=self.style.times.move)
        self.play(tag, LaggedStart(*rising, lag_ratio=0.4), run_time=1.2)
        self.play(LaggedStart(*(Create(lines, lag_ratio=0.0) for lines in self.web), lag_ratio=0.2), run_time=_RISES)

    def _meet(self, place: int) -> None:
        """Let the lines of all other words wait; show one query and all keys as combs, and lay the query on each."""
        others = [lines for other, lines in enumerate(self.web) if other != place]
        sinking = [Uncreate(lines, lag_ratio=0.0) for lines in others]
        self.play(*sinking, self._unfold(place), run_time=_SINKS)
        pairs = zip(self.asked, self.above, self.keys, strict=True)
        lit = [AnimationGroup(ReplacementTransform(old, new), self._grow(comb)) for old, new, comb in pairs]
        lines = self._meetings(place, self.top)
        shorter = [ReplacementTransform(*pair) for pair in zip(self.web[place], lines, strict=True)]
        tag = FadeIn(self.tags[1], run_time=self.style.times.move)
        self.play(tag, *shorter, LaggedStart(*lit, lag_ratio=0.2), run_time=_COMES)
        self.web[place] = lines
        self._send(place)
        self._work_out()
        best = self.numbers.strongest
        bar, number = self.scores[best]
        found = TransformFromCopy(self.work[-1][1][-1], number) if self.work else FadeIn(number)
        later: list[Animation] = [
            AnimationGroup(GrowFromCenter(bar), FadeIn(number))
            for column, (bar, number) in enumerate(self.scores)
            if column != best
        ]
        self.play(GrowFromCenter(bar), found, run_time=self.style.times.move)
        self.play(LaggedStart(*later, lag_ratio=0.3), run_time=_SCORES)

    def _work_out(self) -> None:
        """Let the numbers of the key that fits best and of the query on it come out of their teeth, and add up."""
        comb, steps = self.keys[self.numbers.strongest], list[Animation]()
        for index, part in self.work:
            born = {"target_position": comb[index].get_center(), "scale": _BORN}
            come = [FadeIn(piece, **(born if isinstance(piece, Factor) else {})) for piece in part]
            steps.append(AnimationGroup(*come))
        if steps:
            self.play(LaggedStart(*steps, lag_ratio=0.6), run_time=_WORKS)

    def _weigh(self) -> None:
        """Let scores become weights: all their bars go together into one bar of length 1, each as its share."""
        whole, work = self.whole, [part for _, part in self.work]
        early = squish_rate_func(smooth, 0.0, 0.3)
        ways = [Transform(bar, piece) for (bar, _), piece in zip(self.scores, whole.slices, strict=True)]
        self.play(*ways, FadeOut(*work, *self.ghosts, rate_func=early),
                  FadeIn(whole.frame, rate_func=squish_rate_func(smooth, 0.2, 0.5)), run_time=_WIDTHS)  # fmt: skip
        self.remove(*(bar for bar, _ in self.scores))
        self.add(*whole.slices)
        self.play(FadeIn(whole.weight, whole.rest), run_time=self.style.times.quick)
        self.wait(_READ)

    def _unfold(self, place: int) -> Animation:
        """Let a word's question sink into the line of its query, whose teeth grow there."""
        question, query = self.questions[place], self.queries[place]
        flat = question.copy().stretch(0.01, 1).set_y(float(query[-1].get_y())).set_opacity(0.0)
        return AnimationGroup(Transform(question, flat, remover=True), self._grow(query))

    def _grow(self, comb: VGroup) -> Animation:
        """Let a comb's teeth grow from its line."""
        flat = comb.copy().stretch(0.01, 1, about_point=comb[-1].get_center()).set_opacity(0.0)
        return ReplacementTransform(flat, comb)

    def _send(self, place: int) -> None:
        """Let outlines of a word's query go along its lines, one after the other, and lie on the keys' own teeth."""
        query, lines = self.queries[place], self.web[place]
        outline = laid(VGroup(*(tooth.copy() for tooth in query[:-1] if float(tooth.height) > _TINY)), Layer.GHOST)
        outline.set_fill(opacity=0.0).set_stroke(self.style.theme.ink, self.style.strokes.line)
        self.ghosts = [outline.copy() for _ in lines]
        start, first = outline.get_center(), query[-1].get_center()
        ways = [comb[-1].get_center() - first for comb in self.keys]
        total = _ASKS + _NEXT * (len(lines) - 1)

        def follow(time: float) -> None:
            for turn, (ghost, line, way) in enumerate(zip(self.ghosts, lines, ways, strict=True)):
                share = float(smooth(min(1.0, max(0.0, (time * total - turn * _NEXT) / _ASKS))))
                along = line.point_from_proportion(share) - line.get_start()
                whole = line.get_end() - line.get_start()
                ghost.move_to(start + along + share * (way - whole))
                ghost.set_stroke(opacity=float(share > 0))

        follow(0.0)
        self.add(*self.ghosts)
        marks = [each for ghost in self.ghosts for each in ghost]
        self.play(Live(marks, follow, rate_func=linear), run_time=total)

    def _pour(self, ribbons: Sequence[VMobject], lines: VGroup, staying: Sequence[Number]) -> None:
        """Let answers run down from the keys, each in its colour, as wide as its weight, in place of the lines.

        Args:
            ribbons: the answers.
            lines: those along which the query went.
            staying: scores that no ribbon crosses; others leave before.
        """
        leaving = [number for _, number in self.scores if number not in staying]
        early = squish_rate_func(smooth, 0.0, 0.2)
        gone = [FadeOut(*leaving, rate_func=early)] if leaving else []
        self.add(*ribbons)
        self.play(self._poured(ribbons), FadeOut(lines, rate_func=_LATE), *gone, run_time=_POURS)

    def _is_crossed(self, text: Mobject, ribbons: Iterable[VMobject]) -> bool:
        """Return whether a text comes near any of ribbons that are broader than a line."""
        middle, size = text.get_center(), np.array([float(text.width), float(text.height)])
        for ribbon in ribbons:
            half = float(ribbon.get_stroke_width()) / 200
            way = np.array([ribbon.point_from_proportion(share) for share in np.linspace(0.0, 1.0, _SAMPLES)])
            away = np.maximum(np.abs(way - middle)[:, :2] - size / 2, 0.0)
            if half > _HAIR and float(np.hypot(*away.T).min()) < half + _NEXT_TO:
                return True
        return False

    def _poured(self, ribbons: Sequence[VMobject]) -> Live:
        """Return how ribbons run down from where they end."""
        whole = [ribbon.copy() for ribbon in ribbons]

        def follow(share: float) -> None:
            for ribbon, full in zip(ribbons, whole, strict=True):
                ribbon.pointwise_become_partial(full, 1 - share, 1.0)

        follow(0.0)
        return Live(ribbons, follow)

    def _find_all(self, places: Sequence[int]) -> None:
        """Let the questions of words become their queries, and the answers run down to them, one word after another."""
        pouring = [self._poured([*self.threads[place]]) for place in places]
        self.add(*(ribbon for place in places for ribbon in self.threads[place]))
        steps = [Succession(self._unfold(place), answer) for place, answer in zip(places, pouring, strict=True)]
        self.play(LaggedStart(*steps, lag_ratio=0.3), run_time=4.0)

    def _tabulate(self) -> None:
        """Let the asking words become the heads of rows; their ribbons bend, and shrink to squares at their corners."""
        words = [*zip(self.below, self.titles, strict=True), *zip(self.above, self.heads, strict=True)]
        turning = [ReplacementTransform(old, new) for old, new in words]
        sinking = [
            *map(self._sunk, self.queries, self.titles, [1] * len(self.queries)),
            *map(self._sunk, self.keys, self.heads, [-1] * len(self.keys)),
        ]
        if self.shared:
            self.play(FadeOut(*self.shared.values()), run_time=self.style.times.quick)
        self.play(*turning, *sinking, self._bending(), run_time=_TURNS)
        self.remove(*self.queries, *self.keys)
        self.wait(_SEEN)
        hardening = self._hardening()
        self.remove(*(ribbon for ribbons in self.threads for ribbon in ribbons))
        self.add(self.squares)
        self.play(hardening, FadeIn(self.cells, rate_func=_LATE), run_time=_HARDENS)
        if self.total:
            self._add_up(self.total)

    def _ribbons(self) -> list[tuple[int, int, VMobject, VMobject]]:
        """Return every ribbon after its row and its column, and its square."""
        return [
            (place, column, thread, square)
            for place, (threads, squares) in enumerate(zip(self.threads, self.squares, strict=True))
            for column, thread, square in zip(self._reached(place), threads, squares, strict=True)
        ]

    def _bending(self) -> Live:
        """Return how all ribbons go with their words, and bend to a corner each, from wide to narrow."""
        ribbons = self._ribbons()
        starts = [
            _evenly(np.array([thread.point_from_proportion(share) for share in np.linspace(0.0, 1.0, _SAMPLES)]))
            for *_, thread, _ in ribbons
        ]

        def follow(share: float) -> None:
            radius = (1 - share) * self.stage.height
            for (place, column, thread, _), start in zip(ribbons, starts, strict=True):
                end = self._bent(place, column, radius)
                way = start + share * (end - start)
                thread.set_points_as_corners(way if share < 1 else self._angle(place, column))

        return Live([thread for *_, thread, _ in ribbons], follow)

    def _hardening(self) -> Live:
        """Return how each ribbon draws back to its corner, both arms as one shape, and the corner becomes a square."""
        ribbons = [(self._angle(place, column), thread, square) for place, column, thread, square in self._ribbons()]
        whole = [(float(thread.get_stroke_width()) / 200, square.copy()) for _, thread, square in ribbons]

        def follow(share: float) -> None:
            drawn, grown = min(share / _GATHERS, 1.0), smooth(max(share - _GATHERS, 0.0) / (1 - _GATHERS))
            for ((start, corner, end), _, square), (half, full) in zip(ribbons, whole, strict=True):
                if grown >= 1:
                    square.set_points(full.points)
                    continue
                half_now = half + grown * (float(full.width) / 2 - half)
                at = corner + grown * (full.get_center() - corner)
                left, up = ((1 - drawn) * max(float(arm), half) + drawn * half for arm in (
                    corner[0] - start[0], end[1] - corner[1]))  # fmt: skip
                square.set_points_as_corners(_elbow(at, half_now, max(left, half_now), max(up, half_now)))

        follow(0.0)
        return Live([square for *_, square in ribbons], follow)

    def _sunk(self, comb: VGroup, word: Mobject, side: int) -> Animation:
        """Let a comb go with its word, and sink into it."""
        flat = comb.copy().stretch(0.01, 1).set_opacity(0.0)
        at = word.get_center() + side * float(word.height) / 2 * UP
        return Transform(comb, flat.move_to(at))

    def _add_up(self, total: Row) -> None:
        """Write the weights of a row beside their squares, with their sum behind them."""
        total.align_to(point(self.table.right + _OVER + _GAP), LEFT).on_baseline(self.digits[0].baseline)
        parts: list[VMobject] = [part for pair in zip(self.digits, self.signs, strict=False) for part in pair]
        parts += [self.digits[-1], total]
        self.play(LaggedStart(*map(FadeIn, parts), lag_ratio=0.3), run_time=_COUNTS)


@dataclass(frozen=True)
class _Whole:
    """A bar of length 1 that is cut into weights.

    Attributes:
        slices: a piece for each weight, side by side.
        frame: the outline around all of them, and what they are together.
        weight: the largest one's number.
        rest: what it leaves.
    """

    slices: list[VMobject]
    frame: VGroup
    weight: Weight
    rest: Row

    @property
    def marks(self) -> list[VMobject]:
        return [*self.slices, self.frame, self.weight, self.rest]


def _box(left: float, right: float, y: float, high: float) -> list[Point]:
    """Return the outline of a bar, closed."""
    low, top = y - high / 2, y + high / 2
    return [point(*at) for at in ((left, low), (right, low), (right, top), (left, top), (left, low))]


def _elbow(corner: Point, half: float, left: float, up: float) -> list[Point]:
    """Return the outline of a bar from the left that turns up, closed.

    Args:
        corner: where the middles of its arms meet.
        half: half its width.
        left: from the corner to the end of one arm; as ``half``, there is no arm.
        up: to the end of the other.
    """
    at = ((-left, -half), (half, -half), (half, up), (-half, up), (-half, half), (-left, half), (-left, -half))
    return [corner + point(*each) for each in at]


def _evenly(way: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points at even distances along a way."""
    passed = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    at = np.linspace(0.0, passed[-1], _SAMPLES)
    return np.stack([np.interp(at, passed, way[:, axis]) for axis in range(3)], axis=1)
