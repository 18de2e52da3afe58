"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    Animation,
    AnimationGroup,
    Circle,
    Create,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    RoundedRectangle,
    VGroup,
    VMobject,
    interpolate_color,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, DotTable, ScoreDisc
from scenes.article.whole_phrase.lens import Lens
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import FORMULA, ICON, OFF_EDGE, WordTable
from scenes.article.whole_phrase.worked_row import PITCH, THICK, RowSum, Term, WorkedRow
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, tighten
from scenes.number_format import as_printed
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.labels import Box, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, HeroWeight, labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.stage import Region
from scenes.worlds import World

_LENGTH, _WIDE_LENGTH, _LEAST_LENGTH, _THICK = 2.4, 4.0, 1.1, 0.26
"""Scene units: how long a weight of 1 is, at the most, also in wide frames, and at the least; how thick a strip is."""

_NAME, _BEHIND, _AIR, _PITCH = 0.16, 0.6, 0.08, 1.1
"""Scene units from a row's name to its strip, behind the strip for what it adds up to, from a strip to its scores above
and to its weights below, and from one row's strip to the next one's below it."""

_TO_REST, _COUNT, _TO_WORDS, _TO_DOTS = 0.22, 0.09, 0.05, 0.1
"""Scene units from a strip's end to what is written of the other words; before what a strip adds up to; from strips to
the pair's words and to others."""

_HIGHEST, _OFF_FOOT, _OFF_AXIS, _LEANER = 3.05, 0.56, 0.14, 0.12
"""The upper edge of what is written above the words, and from the foot's baseline to the lowest place for it, from the
axis to its beginning, and what of its height may lie in the air around, scene units."""

_OFF_END, _OFF_NAMED = 0.42, 0.15
"""Scene units by which the table stands farther left, so that a sum has room at its right; from the axis's name to the
table's names."""

_TABLE_TOP, _WORK_BOTTOM, _WORK_HEIGHT, _OFF_WORK = 3.1, -3.1, 1.84, 0.2
"""Scene units: the upper edge of the table's names; the lower edge and the height of where two rows are worked out
below the table, and from the table to that."""

_HEADS, _HEADS_LARGE = 0.6, 0.75
"""Scene units that level names or icons of columns take above the table, and above the large one."""

_LONGEST = 6.0
"""Scene units: the length of a weight of 1 there, at the most."""

_PLUS, _BIT, _AROUND = 0.06, 0.04, 0.09
"""Scene units from a weight to the plus sign behind it at the least; how wide the others' bit of a strip is at the
least; from a number to the frame around it."""

_BELOW, _BRIEF = 0.3, 1.1
"""Scene units from a table to the strips below it in frames that are not wide; the scale of type from which strips have
no weights of the others, for which there is no room, as there is none in a square."""

_ROW, _NEXT_ROW, _WEIGH, _SLOW_ROW, _REST, _EACH, _MOST_EACH = 0.8, 0.6, 0.9, 0.7, 2.5, 0.3, 0.5
"""Seconds in which a row becomes weights, and the second one; in which its discs do, one worked out; in which the first
of the others does; in which all do that are told in passing, and each of them at the least and at the most."""

_FAN, _DIMMED, _SIDE = 0.7, 0.5, 0.05
"""The time in which a row's bands come, as a share of its discs'; how far bands step back towards the ground's colour;
scene units by which two that pull each other lie off the straight way."""

_FLY, _AFTER, _SWELL = 0.7, 0.4, 1.3
"""Seconds in which scores are written as their discs beat; by what share of it the second comes later; the scale of a
disc that beats."""

_READ, _SEE, _SHORTEST = 0.4, 0.8, 0.25
"""Seconds for reading the numbers of a row's powers, and for seeing the first sum before it is divided by; the least
length of a row's bar as a share of the other row's."""

_ADD, _FILL, _NEXT_FILL, _SETTLED = 0.5, 1.0, 0.8, 0.7
"""Seconds in which powers go up into their sum; in which a row's bar fills the whole, and the second one's; the share
of these from which its weights are written."""

_MARK, _OFF_MARK = 0.4, 0.18
"""Scene units of an icon's height before a bar, and from the plane to it."""

_DIGITS, _MOST = (0, 1), 10_000
"""The digits after the point of powers of e, the best first; larger ones are not written out."""

_BASE, _RAISED = 1.2, 0.1
"""The size of an e as a share of its exponent's, and scene units by which the exponent is raised."""

_FOLD, _LENS = 1.1, 0.7
"""Seconds in which the half above the diagonal is folded, and in which the pair's cell is enlarged."""

_AGAIN, _FLAT, _BRIEF_FOLD, _MATCH = 0.7, 0.3, 0.9, 0.8
"""Seconds in which weights are scores again, and back; in which they lie open before they are folded; in which the
scores are folded, and unfolded; in which it is seen that they match."""

_SLIM, _LANE = 0.8, 0.1
"""The share of their usual width that bands have; scene units by which the pair's bands lie off the straight way."""

_LIGHT = 0.13
"""The opacity of the light behind a row that is weights."""

_RIM, _THIN_RIM, _LEAST_RIMMED, _LEAST_APART = 6.0, 3.5, 0.1, 0.05
"""Stroke units of the ground around a disc that is folded, and in the large table; scene units: the least radius of a
disc that has a rim, and by which its twin's differs."""

_MATCHED, _PART = 0.2, 1.2
"""Seconds in which it is seen there that scores match, and in which they become weights."""

_KNOB, _OFF_KNOB = 0.045, 0.05
"""Scene units by which the knob at the end of one of the pair's bands is larger than half the band; from the pulled
word's mark to the knob's middle."""

_LARGE_REGION, _LARGEST, _FULLER = (-1.75, 6.1, -3.0, 3.48), 0.9, 0.47
"""Scene units: where the table stands as it fills the frame, left, right, bottom and top; from a cell to the next, at
the most; the radius there of the largest weight, as a share of that."""

_BESIDE, _BESIDE_AIR, _STATED, _STATEMENT, _PRODUCT, _NOTE_DOWN = -4.3, 0.15, (2.3, -0.45), 1.0, 0.3, 2.1
"""Scene units: the middle of what is written beside it, and the air around that; the heights of what scores and shares
are; from these down to the pair's numbers; between what it is called and its formula; from the second to the note."""

_AROUND_SIGN = 0.22
"""Scene units around the sign between the pair's numbers."""

_TUG, _PASS, _MOST_ASIDE, _CLEAR = 0.3, 0.2, 0.08, 0.04
"""The share of the way to where its pulls would take a word that it is tugged; scene units from a band to a mark that
it passes, and by which it is laid aside for that at the most; from what is written to the axes' marks."""

_OFF_BAND, _LEAST_BAND, _BECOMES = 0.5, 1.3, 0.14
"""Scene units from the straight way to what is written at a band, and how long that is at the least; around the arrow
from a score to its weight."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")
    remaining: Tensor = quantity("The same for all words but the first row's and the second.", rows="words")
    pulled: Tensor = quantity("Where all pulls would take each word.", rows="words", columns="axes")
    rest: Tensor = quantity(
        "What the weights of all words but the first row's and the second's add up to in each row.", rows="words"
    )
    counted: Tensor = quantity(
        "What the powers of e of the first row's word and the second's and all others' sum add up to in each row, "
        "each rounded as printed.",
        rows="words",
    )

    digits: int | None = None
    """The digits after the point that these powers are printed with; None where no quotient is right as printed."""


class TableSoftmax(WordTable):
    """attention-table-softmax: every row of dot products becomes weights that add up to 1."""

    name = "attention-table-softmax"
    claims = TABLE_SOFTMAX_CLAIMS
    numbers: SoftmaxRows

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> SoftmaxRows:
        """Return softmax(X Xᵀ) of the phrase.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        require_plane(world)
        table = similarities(parameters, world)
        first = table.scores[[table.position, table.second]]  # (2, T)
        if float(first.max()) > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {float(first.max()):g}, too large an exponent to draw "
                f"(at most {LARGEST_SCORE:g}); make the vectors shorter"
            )
        weights = softmax(table.scores)  # (T, T)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        exponentials = table.scores.exp()  # (T, T)
        sums, totals = weights.sum(dim=-1), exponentials.sum(dim=-1)  # (T,)
        rest = weights[:, table.others].sum(dim=-1)  # (T,)
        remaining = exponentials[:, table.others].sum(dim=-1)  # (T,)
        digits, counted = _counted(table, exponentials, remaining, weights)
        return SoftmaxRows(
            **given,
            counted=counted,
            digits=digits,
            weights=weights,
            sums=sums,
            exponentials=exponentials,
            totals=totals,
            remaining=remaining,
            pulled=weights @ table.vectors,
            rest=rest,
        )

    @classmethod
    def alternative_values(cls, numbers: SoftmaxRows) -> Mapping[str, object]:
        """Return the words, and two weights of the first row."""
        own = numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "own": format_weight(float(numbers.weights[own, own])),
            "share": format_weight(float(numbers.weights[own, numbers.second])),
        }

    def build(self) -> None:
        """Make the words, the table of dot products, a strip for each of two rows, and the table's name."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        square = not self.stage.is_portrait and self.stage.width <= self.stage.height
        self.is_brief = square or self.style.sizes.scale > _BRIEF
        self.told = (numbers.position, numbers.second)
        self.room_below = max(self._height() + _BELOW - FORMULA, 0.0)
        self.table = self._make_table()
        laid(self.plane.numbers, Layer.GHOST)  # bands run behind the ticks' numbers
        self.unit = FULL * self.table.pitch
        self.becomes = [self._becomes(row, other) for row, other in (self.told, self.told[::-1])]
        self.owns = [self._becomes(row, row) for row in self.told]
        self.bases = [[self._base() for _ in self.told] for _ in self.told]
        self.rests = [self._rest(row) for row in self.told]
        self.lanes = [self._lane(row, other) for row, other in (self.told, self.told[::-1])]
        self.shares = self._shares()
        self.question = self._question()
        self._place_rows()
        self.key = self._key()
        self.lit_rows = self._lit_rows()
        self.large = self._make_large()
        self.lights = list[Rectangle]()
        self.tones = dict[int, tuple[ManimColor, ManimColor]]()
        self.lens = self._lens(tied=False)
        if not self.lens.texts:
            self.lens = self._lens(tied=True)
        self.product, self.formula = (self._stated(which) for which in (0, 1))
        self.note = self._note()
        self.match, self.verdict = self._match(), self._verdict()

    @property
    def is_roomy(self) -> bool:
        """True where the table stands high, with room below it, and has the frame in the end."""
        return self.stage.is_wide and not self.is_brief

    def _make_table(self) -> DotTable:
        """Return the table, in wide frames as high as its names let it stand."""
        self.raised, self.across = 0.0, math.inf
        table = self.make_table()
        if self.is_roomy:
            self.raised = table.room - _HEADS  # level names leave room above them
            if not _level(self.make_table()):
                self.raised = 0.0
            table = self.make_table()
            self.across = table.room + len(table.discs) * table.pitch
            table = self.make_table()
        return table

    def table_region(self) -> Region:
        """Return where the table and its names stand: in wide frames at the top, so that rows are worked out below."""
        region = super().table_region()
        if not self.is_roomy:
            return region
        named = max(box[2] for box in self.plane.text_boxes())
        left = max(region.left - _OFF_END, min(region.left, named + _OFF_NAMED))
        right = min(region.right, left + self.across)
        return Region(left, right, _WORK_BOTTOM + _WORK_HEIGHT + _OFF_WORK, _TABLE_TOP + self.raised)

    def _make_large(self) -> DotTable | None:
        """Return the table as it fills the frame to be folded, in wide frames."""
        if not self.is_roomy:
            return None
        (left, right, low, high), numbers = _LARGE_REGION, self.numbers
        words, colors = numbers.words, self.colors_of(numbers.words)
        for raised in (self.table.room - _HEADS_LARGE, 0.0):
            region = Region(left, right, low, high + raised)
            table = DotTable(words, colors, numbers.scores, region, largest=_LARGEST, style=self.style)
            if _level(table):
                break
        return table

    def _place_rows(self) -> None:
        """Place both rows' softmax, worked out or as strips, then the words, and note what leaves meanwhile."""
        numbers = self.numbers
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        texts = [box_of(part) for part in (*self.shares, self.question) if part]
        self.thick = THICK
        self.worked = self._work()
        if self.worked:
            taken: list[Box] = []
        else:
            self.thick = _THICK
            self.strips = self._strips(texts)
            taken = [box_of(part) for strip in self.strips for part in strip]
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [*texts, self.table_box(), *([self._work_box()] if self.worked else taken)]
        drawn = numbers.others if self.stage.is_wide or not self.is_brief else ()  # names keep off all bands
        self.fans = [self._bands(row) for row in drawn]
        fans = [(flat(band.puller), flat(band.pulled)) for fan in self.fans for band in fan]
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=[*lines, *fans], boxes=boxes)
        wide = [(number, _with_air(box_of(number))) for number in self.plane.numbers]
        self.brushed = [number for number, box in wide if any(inside_length(line, box) for line in fans)]
        self.in_the_way = self._in_the_way(taken)
        rivals = zip(self.bases, self.owns, strict=True)
        self.marks = [] if self.worked else [self._mark(VGroup(bases[1], own[0])) for bases, own in rivals]

    def _in_the_way(self, taken: Sequence[Box]) -> list[VMobject]:
        """Return what of the plane leaves while rows are told, since it lies where they are."""
        ticks: list[VMobject] = [*self.plane.numbers, *self.plane.names]
        others = [self.words[self.numbers.words[row]] for row in self.numbers.others]
        return [
            thing
            for thing in (*ticks, *others)
            if any(overlap(box_of(part), box) for part in _texts(thing) for box in taken)
        ]

    def _lens(self, *, tied: bool) -> Lens:
        """Return the pair's cell enlarged; ``tied`` is as of ``Lens``."""
        numbers, edge = self.numbers, self.stage.width / 2
        colors = self.colors_of(numbers.words)
        return Lens(self.table, self.twins(), numbers.weights, colors, edge, tied=tied, style=self.style)

    def _stated(self, which: int) -> VGroup:
        """Return the table's name, below it or with what its numbers are called beside the large table.

        Args:
            which: 0 for the scores, 1 for the weights.
        """
        source = ("X X^T", '"softmax"(X X^T)')[which]
        if not self.large:
            return VGroup(self.named(source))
        sizes, style = self.style.sizes, self.style
        called = Label(self.says(("scores", "shares")[which]), size=sizes.number, style=style)
        line = Row([called, Math(source, size=sizes.formula, style=style)], _PRODUCT)
        return labelled(self._beside(line, _STATED[which]), style)

    def _beside(self, line: VGroup, height: float) -> VGroup:
        """Return a line on its baseline beside the large table, no wider than there is room."""
        assert self.large
        left, right = self.stage.safe.left, self.large.left - self.large.room - 2 * _BESIDE_AIR
        half = min(_BESIDE - left, right - _BESIDE)
        line.scale(min(1.0, 2 * half / float(line.width)))
        set_on_baseline(line.set_x(_BESIDE), height)
        return line

    def _match(self) -> VGroup:
        """Return both scores of the pair, which are equal: beside the large table, or in the half that a fold empties.

        There is nothing without room.
        """
        scores = [self.numbers.scores[pair] for pair in self.twins()]
        if self.large:
            numbers = [HeroNumber(score, color=self.style.theme.ink, style=self.style) for score in scores]
            return self._compared(numbers, 0)
        if not self.lens.texts:
            return VGroup()
        size, style = self.style.sizes.number, self.style
        first, second = (Number(score, size=size, style=style) for score in scores)
        line = Row([first, Math("=", size=size, style=style), second], _BECOMES)
        return labelled(line.move_to(self.lens.at).align_to(self.lens.texts, RIGHT), style)

    def _verdict(self) -> VGroup:
        """Return both weights of the pair, which differ, large beside the table; nothing where a lens shows them."""
        if not self.large:
            return VGroup()
        weights = [(self.numbers.weights[pair], self.color_at(pair[1])) for pair in self.twins()]
        return self._compared([HeroWeight(weight, color=color, style=self.style) for weight, color in weights], 1)

    def _compared(self, pair: Sequence[Number], which: int) -> VGroup:
        """Return two numbers and the sign between them that is true of what is printed, beside the large table.

        Args:
            pair: the numbers.
            which: 0 for the scores, 1 for the weights.
        """
        sign = "eq" if pair[0].shown == pair[1].shown else "eq.not"
        middle = Math(sign, size=self.style.sizes.hero, style=self.style)
        row = Row([pair[0], middle, pair[1]], _AROUND_SIGN)
        return labelled(self._beside(row, _STATED[which] - _STATEMENT), self.style)

    def _becomes(self, row: int, column: int) -> list[Number]:
        """Return a score and the weight that it becomes in its row."""
        numbers, color, size, style = self.numbers, self.color_at(column), self.style.sizes.tick, self.style
        return [
            Number(numbers.scores[row, column], size=size, style=style),
            Weight(numbers.weights[row, column], size=size, color=color, style=style),
        ]

    def _base(self) -> Math:
        """Return the e whose exponent a score becomes."""
        return Math("e", size=_BASE * self.style.sizes.tick, style=self.style)

    def _mark(self, score: VMobject) -> RoundedRectangle:
        """Return a frame around a score that is an exponent, to be compared."""
        width, height = (float(length) + 2 * _AROUND for length in (score.width, score.height))
        mark = RoundedRectangle(corner_radius=0.06, width=width, height=height)
        return laid(mark.set_stroke(self.style.theme.ink, 2.0).move_to(score), Layer.FRAME)

    def _rest(self, row: int) -> VGroup:
        """Return what the other words' weights add up to in a row; nothing where there are none."""
        if not self.numbers.others or self.is_brief:
            return VGroup()
        size, style = self.style.sizes.tick, self.style
        return VGroup(
            Label(self.says("others"), size=size, style=style),
            Weight(self.numbers.rest[row], size=size, style=style),
        )

    def _height(self) -> float:
        """Return the height of both rows as strips, with their numbers."""
        digits = self.style.sizes.tick * UNITS_PER_FONT_UNIT * CAP_HEIGHT
        return _PITCH * self.style.sizes.scale + _THICK + 2 * (_AIR + digits) + _RAISED

    def _work(self) -> list[WorkedRow]:
        """Work both rows out below the table; return nothing where that has no room or is not right."""
        numbers = self.numbers
        if not self.is_roomy or len(set(self.told)) < 2 or not numbers.others:
            return []
        sums = [self._row_sum(row, other) for row, other in (self.told, self.told[::-1])]
        card = self._work_box()
        if numbers.digits is None:
            return []
        rows = [
            WorkedRow(self._row_mark(row), added, self.says("others"), numbers.digits, style=self.style)
            for row, added in zip(self.told, sums, strict=True)
        ]
        before, behind = max(row.before for row in rows), max(row.behind for row in rows)
        start = card[0] + _OFF_MARK + before
        self.length = min(card[2] - start - behind, _LONGEST)
        totals = [float(numbers.totals[row]) for row in self.told]
        one = self.stage.safe.right - OFF_EDGE / 2 - start - max(row.behind_whole for row in rows)
        if self.length + behind < max(row.least for row in rows) or min(totals) < _SHORTEST * max(totals):
            return []
        for which, (row, (first, second)) in enumerate(zip(rows, (self.told, self.told[::-1]), strict=True)):
            at = point(start, card[1] + THICK / 2 + (1 - which) * PITCH)
            length = self.length * totals[which] / max(totals)  # powers of e have one scale in both rows
            pieces = self._strip(first, at, length)
            row.lay(pieces, [pieces[second], pieces[first]], self._bit(pieces, first, length), at, length, one)
        return rows if all(len(row.shares) == len(row.terms) - 1 for row in rows) else []

    def _row_sum(self, row: int, other: int) -> RowSum:
        """Return the terms of a row's sum: the other word's of the pair, its own, all others' together."""
        numbers = self.numbers
        first, second = (
            Term(
                numbers.scores[row, column],
                numbers.exponentials[row, column],
                numbers.weights[row, column],
                self.color_at(column),
            )
            for column in (other, row)
        )
        rest, left = numbers.remaining[row], numbers.rest[row]
        return RowSum((first, second), rest, left, numbers.counted[row], numbers.sums[row])

    def _work_box(self) -> Box:
        """Return the box of where two rows are worked out: below the table, clear of the plane."""
        high = self.table.bottom - _OFF_WORK
        left = self.table.left - self.table.room - OFF_EDGE
        return (left, high - _WORK_HEIGHT, self.stage.safe.right - OFF_EDGE, high)

    def _key(self) -> VGroup:
        """Return what full discs and hollow ones mean, below the table; nothing where all are full, or without room."""
        scores = self.numbers.scores
        if not self.stage.is_wide or float(scores.min()) >= 0:
            return VGroup()
        pieces: list[VMobject] = []
        size, style = self.style.sizes.tick, self.style
        samples = [(float(scores[self.told]), "similar"), (float(scores.min()), "opposite")]
        for score, name in samples:
            disc = ScoreDisc(self.table.unit, style=style)
            disc.put(score, point())
            pieces += [laid(disc, Layer.LEDGER), labelled(Label(self.says(name), size=size, style=style), style)]
        key = VGroup(*pieces).arrange(RIGHT, buff=0.16)
        key[2:].shift(point(0.3))
        return key.move_to(self.name_place(float(key.width)))

    def _lit_rows(self) -> VGroup:
        """Return what discs mean in rows that are weights, below the table in the place of their key."""
        if not self.key:
            return VGroup()
        said = Label(self.says("lit-rows"), size=self.style.sizes.tick, within=self.name_room, style=self.style)
        return labelled(said.move_to(self.name_place(float(said.width))), self.style)

    def _note(self) -> VGroup:
        """Return what X is, below all that is written beside the large table; nothing without that."""
        if not self.large:
            return VGroup()
        size, style = self.style.sizes.tick, self.style
        what = Label(self.says("x-is"), size=size, style=style)
        note = Row([Math("X =", size=size, style=style), what], _BECOMES)
        return labelled(self._beside(note, _STATED[1] - _NOTE_DOWN), self.style)

    def _strips(self, boxes: Sequence[Box]) -> list[VGroup]:
        """Lay a strip of length 1 for each of two rows, scores above it and weights below it.

        Args:
            boxes: what is written at the pair's bands.
        """
        scale, style = self.style.sizes.scale, self.style
        names = [self._named(row) for row in self.told]
        before = max(float(name.width) for name in names) + _NAME
        wholes = [self._whole(row) for row in self.told]
        behind = _BEHIND * scale + (_TO_REST + self._rest_width() if self.rests[0] else 0.0)
        room = self.view.record.width - 2 * OFF_EDGE
        if self.is_roomy:
            left, _, right, _ = self._work_box()
            room = right - max(left, self.table.left - before)
        elif self.stage.is_wide:
            room = self.table.left - 2 * OFF_EDGE - float(self.plane.origin[0]) - _OFF_AXIS
        usual = _WIDE_LENGTH if self.stage.is_wide else _LENGTH
        most = usual / scale if scale > _BRIEF else usual  # what is written takes the room
        self.length = min(most, max(_LEAST_LENGTH, room - before - behind))
        strips: list[VGroup] = []
        starts = self._starts(before, before + self.length + behind, boxes)
        for index, (row, name, at) in enumerate(zip(self.told, names, starts, strict=True)):
            pieces, whole = self._strip(row, at, self.length), wholes[index]
            whole.move_to(at + point(self.length + 0.14 + float(whole.width) / 2))
            name.next_to(at, LEFT, buff=_NAME)
            self._set_numbers(pieces, index, whole)
            scores = VGroup(*(labelled(each[index][0], style) for each in (self.becomes, self.owns)))
            results = [each[index][1] for each in (self.becomes, self.owns)] + [*self.rests[index]]
            weights = VGroup(*(labelled(result, style) for result in results))
            weights.add(*(labelled(plus, style) for plus in self._pluses(pieces, index)))
            powers = VGroup(*(labelled(each, style) for each in self.bases[index]))
            bit = self._bit(pieces, row, self.length)
            strips.append(VGroup(pieces, labelled(name, style), scores, weights, labelled(whole, style), powers, bit))
        if self.is_roomy:  # what is written of a strip may be longer than it
            over = max(float(strip.get_right()[0]) for strip in strips) - self._work_box()[2]
            VGroup(*strips).shift(point(-max(over, 0.0)))
        return strips

    def _named(self, row: int) -> Label:
        """Return the name of a strip's row."""
        return Label(self.numbers.words[row], size=self.style.sizes.tick, color=self.color_at(row), style=self.style)

    def _row_mark(self, row: int) -> VMobject:
        """Return what stands before a bar: the icon of its row's word, or its name."""
        word = self.numbers.words[row]
        if not has_icon(word, self.style):
            return self._named(row)
        return ShadedIcon(word, self.color_at(row), height=_MARK, style=self.style)

    def _starts(self, before: float, width: float, boxes: Sequence[Box]) -> list[Point]:
        """Return where both strips begin, one below the other: below the table, or with large type at free places.

        Args:
            before: scene units from a strip's name's beginning to the strip's.
            width: of a strip with all that is written, scene units.
            boxes: what is kept off, besides the plane's words and texts.
        """
        table, scale = self.table, self.style.sizes.scale
        if not self.stage.is_wide:
            x = min(float(table.lines.get_x()), self.view.record.right - OFF_EDGE - width / 2)
            y = table.bottom - _BELOW - self._height() / 2
            return [point(x + before - width / 2, y + up * _PITCH * scale) for up in (0.5, -0.5)]
        if self.is_roomy:
            left, low, _, high = self._work_box()
            x, y = max(table.left, left + before), (low + high) / 2
            return [point(x, y + up * _PITCH * scale) for up in (0.5, -0.5)]
        room, left = self.view.words(self.stage), float(self.plane.origin[0]) + _OFF_AXIS
        bounds = (room.left, self.view.foot + _OFF_FOOT, table.left - OFF_EDGE, _HIGHEST)
        kept = [*boxes, *self._marks(), *self.plane.text_boxes(), *map(box_of, table.row_names)]
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        lines += self.plane.axis_segments()
        # Large type: each strip has a free place of its own, which has more air than is needed.
        tall, starts = self._height() - _LEANER - _PITCH * scale, list[Point]()
        for near_y in (_HIGHEST - tall / 2, bounds[1] + tall / 2):
            x, y = free_place((width, tall), bounds, (left + width / 2, near_y), boxes=kept, lines=lines)
            kept.append((x - width / 2, y - tall / 2, x + width / 2, y + tall / 2))
            starts.append(point(x + before - width / 2, y - _RAISED / 2))
        return starts

    def _marks(self) -> list[Box]:
        """Return the boxes of the words' marks, with air around the pair's."""
        marks: list[Box] = []
        for index, (word, row) in enumerate(zip(self.numbers.words, self.numbers.vectors, strict=True)):
            x, y = flat(self.plane.place(row))
            half = self._half(word) + (_TO_WORDS if index in self.told else _TO_DOTS)
            marks.append((x - half, y - half, x + half, y + half))
        return marks

    def _rest_width(self) -> float:
        """Return the width of what is written of the other words, scene units."""
        return max(float(part.width) for rest in self.rests for part in rest)

    def _set_numbers(self, pieces: VGroup, index: int, whole: Row) -> None:
        """Set scores above a strip's pieces, what they become below them, and behind these the other words' sum."""
        row, other = self.told[index], self.told[1 - index]
        left = float(pieces.get_left()[0])
        high, low = float(pieces.get_top()[1]) + _AIR, float(pieces.get_bottom()[1]) - _AIR
        digits = float(self.owns[index][0].height)
        ends = [left - _NAME, left - _NAME]
        told = (other, self.becomes[index]), (row, self.owns[index])
        least = float(self._plus().width) + 2 * _PLUS if self.rests[index] else _NAME
        for base, (column, (score, weight)) in zip(self.bases[index], told, strict=True):
            middle, wide = float(pieces[column].get_x()), float(base.width) + float(score.width)
            x = max(middle - wide / 2, ends[0] + _NAME)
            set_on_baseline(base.set_x(x + float(base.width) / 2), high)
            x += float(base.width)
            set_on_baseline(score.set_x(x + float(score.width) / 2), high + _RAISED)
            half = float(weight.width) / 2
            set_on_baseline(weight.set_x(max(middle, ends[1] + least + half)), low - digits)
            ends = [x + float(score.width), float(weight.get_right()[0])]
        start = max(left + self.length + _TO_REST, *(end + least for end in ends))
        for others, rest in [self.rests[index]] if self.rests[index] else []:
            set_on_baseline(others.set_x(start + float(others.width) / 2), high)
            set_on_baseline(rest.set_x(start + float(rest.width) / 2), low - digits)
            set_on_baseline(whole.set_x(start + float(rest.width) + _COUNT + float(whole.width) / 2), low - digits)

    def _plus(self) -> Math:
        return Math("plus", size=self.style.sizes.tick, style=self.style)

    def _pluses(self, pieces: VGroup, index: int) -> list[Math]:
        """Return the plus signs between a strip's weights, below where one piece ends and the next begins."""
        if not self.rests[index]:
            return []
        row, other = self.told[index], self.told[1 - index]
        told = [self.becomes[index][1], self.owns[index][1], self.rests[index][1]]
        pluses = []
        for before, behind, piece in zip(told, told[1:], (pieces[other], pieces[row]), strict=False):
            plus = self._plus()
            half = float(plus.width) / 2 + _PLUS
            low, high = float(before.get_right()[0]) + half, float(behind.get_left()[0]) - half
            x = min(max(float(piece.get_right()[0]), low), max(high, low))
            plus.move_to(point(x, float(before.get_y())))
            pluses.append(plus)
        return pluses

    def _bit(self, pieces: VGroup, row: int, length: float) -> VGroup:
        """Return the others' bit of a strip, which is seen however small it is; nothing without others."""
        if not self.numbers.others:
            return VGroup()
        theme, start = self.style.theme, float(pieces[row].get_right()[0])
        width = max(float(self.numbers.rest[row]) * length, _BIT)
        bit = Rectangle(width=width, height=self.thick, stroke_width=0).set_fill(theme.ink, 1.0)
        return laid(VGroup(bit.move_to(point(start + width / 2, float(pieces.get_y())))), Layer.LEDGER)

    def _strip(self, row: int, at: Point, length: float) -> VGroup:
        """Return a row's weights as pieces of a strip: first the other word of the pair, then its own.

        Args:
            row: position in the phrase.
            at: manim point of the middle of the strip's beginning.
            length: the strip's, scene units.
        """
        weights = self.numbers.weights[row].tolist()
        first = [next(each for each in self.told if each != row), row] if len(set(self.told)) > 1 else [row]
        pieces, left = {}, float(at[0])
        for index in [*first, *(each for each in range(len(weights)) if each not in first)]:
            piece = Rectangle(width=max(weights[index] * length, 1e-3), height=self.thick, stroke_width=0)
            pieces[index] = self._dye(piece, index).move_to(point(left + weights[index] * length / 2, at[1]))
            left += weights[index] * length
        return laid(VGroup(*(pieces[index] for index in range(len(weights)))), Layer.LEDGER)

    def _whole(self, row: int) -> Row:
        """Return what a row's weights add up to: 1."""
        return Row([Math("=", size=self.style.sizes.tick, style=self.style), self._one(row)], 0.1)

    def _one(self, row: int) -> Number:
        return Number(self.numbers.sums[row], decimals=0, size=self.style.sizes.tick, style=self.style)

    def _lane(self, row: int, puller: int) -> list[Band]:
        """Return the band on which one of the pair pulls the other, beside the one on which it is pulled itself."""
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
        weight, aside = float(self.numbers.weights[row, puller]), _LANE * _across(start, end)
        if self.numbers.words[row] == self.numbers.words[puller] or weight < SLACK_BELOW:
            return []
        reach = self._half(self.numbers.words[row]) + _OFF_KNOB
        return [self._band(puller, row, math.sqrt(max(reach**2 - _LANE**2, 0.0)), aside, knob=_KNOB)]

    def _band(
        self,
        puller: int,
        row: int,
        stop: float,
        aside: Point,
        *,
        begin: float = 0.0,
        knob: float = 0.0,
        plain: bool = False,
    ) -> Band:
        """Return the band on which a word pulls a row's word.

        Args:
            puller: position in the phrase.
            row: the same of the word that is pulled.
            stop: scene units around that word that the band ends at.
            aside: how far it lies off the straight way.
            begin: scene units around the puller that it begins at.
            knob: as of ``Band``.
            plain: as of ``Band``.
        """
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
        way = end - start
        along = way / max(float(np.linalg.norm(way)), 1e-9)
        weight = float(self.numbers.weights[row, puller])
        ends = start + aside + begin * along, end + aside - stop * along
        color, style = self.color_at(puller), self.style
        return Band(*ends, weight, color, slim=_SLIM, tapers=True, knob=knob, plain=plain, style=style)

    def _shares(self) -> list[VGroup]:
        """Return what the pair's score becomes on each of their bands, beside it; nothing where they are short.

        The last part is the weight; before it stand the score and an arrow, where there is room.
        """
        places = [self.plane.place(self.numbers.vectors[index]) for index in self.told]
        if float(np.linalg.norm(places[1] - places[0])) < _LEAST_BAND or not all(self.lanes):
            return [VGroup(), VGroup()]
        shares = []
        for row, puller in (self.told, self.told[::-1]):
            start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
            weight, size, style = self.numbers.weights[row, puller], self.style.sizes.number, self.style
            written = Weight(weight, size=size, color=self.color_at(puller), style=style)
            across = _across(start, end)
            inner = (start + end) / 2 + (_OFF_BAND + float(written.width) / 4) * across
            side = 1.0 if across[0] >= 0 else -1.0
            inner = inner - side * point(float(written.width) / 2)
            before = [Number(self.numbers.scores[row, puller], size=size, style=style)]
            whole = Row([*before, Math("arrow.r", size=size, style=style), written], _BECOMES)
            left, right = (float(inner[0]) + reach * float(whole.width) for reach in sorted((0.0, side)))
            limit = self.table.left - self.table.room - OFF_EDGE if self.stage.is_wide else self.stage.safe.right
            axis = float(self.plane.origin[0])
            is_free = self.stage.safe.left <= left and right <= limit and not left < axis + _OFF_AXIS < right
            pieces = whole if is_free else Row([written])
            pieces.next_to(inner, RIGHT if side > 0 else LEFT, buff=0.0)
            shares.append(VGroup(*(labelled(piece, style) for piece in pieces)))
        return shares

    def _question(self) -> VGroup:
        """Return the question what the pair's score becomes, below it; nothing where the band would cross it."""
        if not self.shares[0]:
            return VGroup()
        style, share = self.style, self.shares[0]
        on_right = float(share.get_x()) >= float(self.lanes[0][0].get_x())
        room = (
            self.table.left - self.table.room - OFF_EDGE - float(share.get_left()[0])
            if self.stage.is_wide
            else math.inf
        )
        question = Label(self.says("how-strong"), size=style.sizes.number, within=room, style=style)
        if len(share) > 1:
            question.next_to(share, DOWN, buff=0.12, aligned_edge=LEFT if on_right else RIGHT)
        else:
            question.next_to(share.get_left() if on_right else share.get_right(), RIGHT if on_right else LEFT, buff=0.0)
        question.shift(point(_BECOMES if on_right else -_BECOMES))  # clear of the band
        line = flat(self.lanes[0][0].puller), flat(self.lanes[0][0].pulled)
        return VGroup() if inside_length(line, box_of(question)) else labelled(question, style)

    def _bands(self, row: int) -> list[Band]:
        """Return the bands on which other words pull a row's word, those that are stronger than an even share."""
        numbers, bands, even = self.numbers, [], 1 / len(self.numbers.words)
        stop = self._half(numbers.words[row])
        for index, (word, weight) in enumerate(zip(numbers.words, numbers.weights[row].tolist(), strict=True)):
            if word != numbers.words[row] and weight > even:
                begin = self._half(word) if has_icon(word, self.style) else 0.0  # a bent icon does not cover it
                bands.append(self._band(index, row, stop, self._aside(index, row), begin=begin, plain=True))
        return bands

    def _aside(self, puller: int, row: int) -> Point:
        """Return how far a band lies off its straight way: off the mark of a word between, and off the band back."""
        numbers = self.numbers
        start, end = (self.plane.place(numbers.vectors[index]) for index in (puller, row))
        across, way = _across(start, end), end - start
        is_mutual = float(numbers.weights[puller, row]) > 1 / len(numbers.words)
        lane = _SIDE * across if is_mutual else point()
        for word, vector in zip(numbers.words, numbers.vectors, strict=True):
            at = self.plane.place(vector) - start
            off = float(np.dot(at, across))
            is_between = 0.0 < float(np.dot(at, way)) < float(np.dot(way, way))
            if is_between and word not in (numbers.words[puller], numbers.words[row]) and abs(off) < _PASS:
                return lane - math.copysign(min(_PASS - abs(off), _MOST_ASIDE), off) * across
        return lane

    def _half(self, word: str) -> float:
        """Return half the height of a word's mark, scene units."""
        if has_icon(word, self.style):
            return ICON / 2
        large = self.world.family_index(word) is not None or word == self.world.subject
        return DISC if large else DOT

    def _copies(self) -> list[ScoreDisc]:
        """Return what is folded: the discs above the diagonal, each over its twin where it is smaller, else below."""
        copies, ground = [], self.style.theme.background
        for row, column in self.upper():
            copy, twin = self._to_fold(row, column), self.table.discs[column][row]
            above = copy if copy.disc.width <= twin.disc.width else twin
            if self._is_seen_apart(row, column, self.unit):
                above.disc.set_background_stroke(color=ground, width=_RIM)
            copies.append(copy)
        return copies

    def _weigh(self, row: int, *, home: bool = False) -> Live:
        """Return how the discs of a row's scores become those of its weights.

        Args:
            row: position in the phrase.
            home: whether they become scores again instead.
        """
        discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
        colors = self.colors_of(self.numbers.words)

        def follow(share: float) -> None:
            for disc, weight, color in zip(discs, weights, colors, strict=True):
                disc.blend(weight, self.unit, 1 - share if home else share, color)
                disc.disc.set_stroke(opacity=1.0)  # a score of nought had none

        return Live(discs, follow)

    def _grow(self, pieces: VMobject) -> Live:
        """Return how a strip grows from its beginning."""
        edges = [(float(piece.get_left()[0]), float(piece.get_right()[0])) for piece in pieces]
        start, y = min(left for left, _ in edges), float(pieces.get_y())
        length = max(right for _, right in edges) - start
        self.add(pieces)

        def follow(share: float) -> None:
            end = start + max(share, 1e-3) * length
            for piece, (left, right) in zip(pieces, edges, strict=True):
                low, high = min(left, end), min(right, end)
                corners = [point(low, y), point(max(high - low, 1e-3)), point(0.0, self.thick / 2)]
                corner, across, up = corners
                around = [corner - up, corner + across - up, corner + across + up, corner + up]
                piece.set_points_as_corners([*around, around[0]])

        return Live([pieces], follow)

    def tell(self) -> None:
        """Ask how hard the pair pulls, turn a row into weights, then the second, then all, and name the table."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame = self.table.frame(numbers.position)
        rings = [self.table.ring(*pair) for pair in (self.told, self.told[::-1])]
        with self.beat("scores", **said):
            self._tell_question(rings[0])
            self.rest()
        shares = [becomes[-1].shown for becomes in self.becomes]
        with self.beat("first-row", **said, score=self.becomes[0][0].shown, share=shares[0]):
            self._tell_row(0, [FadeIn(self.frame)])
            self.rest()
        with self.beat("second-row", **said, score=self.becomes[1][0].shown, share=shares[1]):
            self._tell_row(1, [*self._next_frame(numbers.second), FadeIn(rings[1])])
            if self.marks:
                self.play(*map(Create, self.marks), run_time=times.move)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                said_of_pair = [part for share in self.shares for part in share]
                self._sweep([*rings, *said_of_pair, *self._bars()], self.in_the_way)
                self.rest()
        with self.beat("name", **said):
            if self.large:
                self._tell_large(self.large, rings)
            else:
                self._fold_scores(rings)
                self._fold_weights(rings)
            self.hold()

    def _tell_large(self, large: DotTable, rings: Sequence[Circle]) -> None:
        """Fold the scores of the large table, which match, and let softmax part the twins where they lie.

        Args:
            large: the table as it fills the frame.
            rings: around the pair's cells.
        """
        times, rows = self.style.times, range(len(self.numbers.words))
        back = [self._weigh(row, home=True) for row in rows]
        ended = [] if self.numbers.others else [self.frame, *self.lights]
        web = self._web() if self.numbers.others else []
        self.play(*map(FadeOut, [*web, *ended, *self._left_behind()]), *back, run_time=_AGAIN)
        self._enlarge(large, rings)
        self.wait(_FLAT)
        sheet, self.to_part = large.sheet(), self._to_part(large)
        self.add(sheet)
        self.play(self.folding(sheet, rings, self.to_part, table=large), *self._heads(large), run_time=_FOLD)
        ink = self.style.theme.ink
        beats = [Indicate(ring, 1.2, ink) for ring in rings]
        self.play(*beats, FadeIn(self.match, run_time=times.quick), run_time=_MATCH)
        self.wait(_MATCHED)
        self.play(FadeIn(self.formula), run_time=times.quick)
        self.play(self._part(large, self.to_part), run_time=_PART)
        beats = [Indicate(ring, 1.2, ink) for ring in rings]
        self.play(*beats, FadeIn(self.verdict, run_time=times.quick), run_time=_MATCH)

    def _to_part(self, large: DotTable) -> list[ScoreDisc]:
        """Return the discs of the half that is folded: each above its twin where its weight is smaller, else below."""
        weights, ground, copies = self.numbers.weights, self.style.theme.background, []
        for row, column in self.upper():
            copy, twin = large.discs[row][column].copy(), large.discs[column][row]
            is_above = bool(weights[row, column] <= weights[column, row])
            for part in copy.get_family():
                part.set_z_index(part.z_index + (0.1 if is_above else -0.1), family=False)
            if self._is_seen_apart(row, column, self._large_unit(large)):
                (copy if is_above else twin).disc.set_background_stroke(color=ground, width=_THIN_RIM)
            copies.append(copy)
        return copies

    def _large_unit(self, large: DotTable) -> float:
        """Return the radius of a weight of 1 in the large table, scene units."""
        return _FULLER * large.pitch / math.sqrt(float(self.numbers.weights.max()))

    def _is_seen_apart(self, row: int, column: int, unit: float) -> bool:
        """Return whether a weight's disc upon its twin's is seen as another one, so that a rim parts them.

        Args:
            row: position in the phrase.
            column: the same.
            unit: scene units of the radius for a weight of 1.
        """
        pair = [unit * math.sqrt(float(self.numbers.weights[cell])) for cell in ((row, column), (column, row))]
        return min(pair) >= _LEAST_RIMMED and abs(pair[0] - pair[1]) >= _LEAST_APART

    def _part(self, large: DotTable, copies: Sequence[ScoreDisc]) -> Live:
        """Return how the scores of the folded table become weights: twins that were equal no longer are.

        Args:
            large: the table.
            copies: the discs of the half that was folded over it, as of ``_to_part``.
        """
        weights, colors = self.numbers.weights, self.colors_of(self.numbers.words)
        unit = self._large_unit(large)
        lower = [(row, column) for row in range(len(colors)) for column in range(row + 1)]
        discs = [large.discs[row][column] for row, column in lower]
        cells = [*zip(discs, lower, strict=True), *zip(copies, self.upper(), strict=True)]
        ends = [(disc, float(weights[cell]), colors[cell[1]]) for disc, cell in cells]

        def follow(share: float) -> None:
            for disc, weight, color in ends:
                disc.blend(weight, unit, share, color)
                disc.disc.set_stroke(opacity=1.0)  # a score of nought had none

        return Live([disc for disc, _, _ in ends], follow)

    def _left_behind(self) -> list[VMobject]:
        """Return all that is on the stage besides the table and the line at the foot before the table has the frame."""
        ticks = [*self.plane.ticks, *(number for number in self.plane.numbers if number not in self.brushed)]
        things: list[VMobject] = [self.phrase, *self.words.values(), *ticks, *self.plane.names]
        return things if self.numbers.others else [*things, *self._bars(), *self._pair_things()]

    def _enlarge(self, large: DotTable, rings: Sequence[Circle]) -> None:
        """Let the plane step back and the table, with its scores, fill the frame.

        Args:
            large: the table as it is then.
            rings: around the pair's cells; they come about those of the large table.
        """
        times = self.style.times
        veil = Rectangle(width=self.stage.width, height=self.stage.height, stroke_width=0)
        veil.set_fill(self.style.theme.background, 1.0)
        before = [self.table, *(disc for row in self.table.discs for disc in row)]
        after = [large, *(disc for row in large.discs for disc in row)]
        for ring, pair in zip(rings, self.twins(), strict=True):
            ring.become(large.ring(*pair))
        moves = [ReplacementTransform(each, end) for each, end in zip(before, after, strict=True)]
        self.play(FadeIn(laid(veil, Layer.VEIL)), *moves, run_time=times.slow)
        self.play(FadeIn(self.product, self.note, *rings), run_time=times.quick)

    def _fold_scores(self, rings: Sequence[Circle]) -> None:
        """Show the scores once more and fold them: the pair's match.

        Args:
            rings: around the pair's cells.
        """
        times, sheet = self.style.times, self.table.sheet()
        changed: list[Animation] = [FadeIn(*rings)]
        if not self.numbers.others:
            changed = [FadeOut(*self._bars(), *self._pair_things()), *map(FadeIn, self.in_the_way)]
        changed += [FadeIn(*self.brushed)] if self.numbers.others and self.brushed else []
        rows = range(len(self.numbers.words))
        back = [self._weigh(row, home=True) for row in rows]
        said = [self.lit_rows] if self.lit_rows else []
        leaving = self._web() if self.numbers.others else [self.frame, *self.lights, *said]
        self.play(*map(FadeOut, leaving), FadeIn(self.product), *changed, *back, run_time=_AGAIN)
        self.wait(_FLAT)
        folding = self.folding(sheet, rings)
        self.add(sheet)
        self.play(folding, run_time=_BRIEF_FOLD)
        shown = [FadeIn(self.match, run_time=times.quick)] if self.match else []
        self.play(*(Indicate(ring, 1.2, self.style.theme.ink) for ring in rings), *shown, run_time=_MATCH)
        gone = [FadeOut(each, run_time=times.quick) for each in (self.product, self.match) if each]
        folding.rate_func = lambda time: smooth(1 - time)
        self.play(folding, *gone, run_time=_BRIEF_FOLD)
        self.unfolded()
        self.remove(sheet)
        self.play(*map(self._weigh, rows), FadeIn(self.formula, *self._pair_things()), run_time=_AGAIN)
        self.wait(_FLAT)

    def _fold_weights(self, rings: Sequence[Circle]) -> None:
        """Fold the weights: hardly a disc meets its equal, and the pair's do not, as a lens shows.

        Args:
            rings: around the pair's cells.
        """
        sheet, copies = self.table.sheet(), self._copies()
        self.add(sheet)
        self.play(self.folding(sheet, rings, copies), run_time=_FOLD)
        self.play(FadeOut(sheet), self.lens.growing(self), run_time=_LENS)
        if self.lens.texts:
            self.play(FadeIn(*self.lens.texts), run_time=self.style.times.quick)

    def _heads(self, large: DotTable) -> list[Live]:
        """Return how level names of columns go down to what is left of these as the upper half is folded."""
        if not _level(large):
            return []
        heads, lowered = [*large.column_names], [0.0]

        def follow(share: float) -> None:
            for index, head in enumerate(heads):
                head.shift(point(0.0, (lowered[0] - share) * index * large.pitch))
            lowered[0] = share

        return [Live(heads, follow)]

    def _tell_question(self, ring: Circle) -> None:
        """Show words and scores, ring the first row's, and stretch a thread: nobody knows yet how hard it pulls."""
        times, lane = self.style.times, self.lanes[0]
        discs = [disc for row in self.table.discs for disc in row]
        self.add(self.phrase)
        self.play(FadeIn(self.table, self.key, *discs, *self.words.values()), run_time=times.move)
        self.play(FadeIn(ring), run_time=times.quick)
        for band in lane:
            band.set_pull(0.0)
            self.play(Widen(band), run_time=times.move)
        if self.shares[0]:
            self.play(FadeIn(*self.shares[0][:-1], self.question), run_time=times.quick)

    def _tell_row(self, which: int, framed: Sequence[Animation]) -> None:
        """Tell a row slowly: its scores, its discs and its bar, and how hard the other word of the pair pulls."""
        row, other, times = self.told[which], self.told[1 - which], self.style.times
        away: list[Animation] = [FadeOut(*self.in_the_way)] if self.in_the_way and not which else []
        away += [FadeOut(self.key)] if self.key and not which else []
        away += [FadeIn(self.worked[which].name)] if self.worked else []
        self.play(*framed, *away, run_time=times.quick)
        late: list[VMobject] = []
        if self.worked:
            self._tell_worked(self.worked[which], row)
        else:
            late += self._tell_strip(self.strips[which], row)
        for band in self.lanes[which]:
            if which:
                band.set_pull(0.0)
                self.play(Widen(band), run_time=times.quick)
        gone = [FadeOut(self.question, run_time=times.quick)] if self.question and not which else []
        share = self.shares[which] if which else self.shares[which][-1:]
        way = self.plane.place(self.numbers.vectors[other]) - self.plane.place(self.numbers.vectors[row])
        weight = float(self.numbers.weights[row, other])
        pulls = [tighten(band, weight) for band in self.lanes[which]]
        tug = self._tug(row, _TUG * weight * way, self.lanes[which])
        late += [self.lit_rows] if self.lit_rows and not which and not self.is_roomy else []
        come = squish_rate_func(smooth, 0.5, 1.0)
        self.play(*gone, *(FadeIn(part, rate_func=come) for part in (*late, *share)), *pulls, tug, run_time=times.slow)

    def _tell_worked(self, worked: WorkedRow, row: int) -> None:
        """Tell a row that is worked out: its powers of e, their sum, the whole that they fill, and its discs."""
        times = self.style.times
        other = next(each for each in self.told if each != row)
        discs = [self.table.discs[row][column].disc for column in (other, row)]
        come = [  # an exponent is written as its score beats: on its way it would cross the words of the table
            AnimationGroup(Indicate(disc, _SWELL, self.style.theme.ink), FadeIn(power))
            for disc, power in zip(discs, worked.powers, strict=True)
        ]
        self.play(LaggedStart(*come, lag_ratio=_AFTER), run_time=_FLY)
        is_first = not self.lights
        grown = _ROW if is_first else _NEXT_ROW
        self.play(FadeIn(worked.plus, run_time=times.quick), self._grow(worked.bar), run_time=grown)
        self.add(worked.bit)
        self.play(FadeIn(worked.others, *worked.inside), run_time=times.quick)
        self.wait(_READ)
        self.play(FadeOut(*worked.powers, worked.plus), run_time=times.quick)
        self.play(*self._added(worked), run_time=_ADD)
        self.play(FadeIn(worked.total), run_time=times.quick)
        self.wait(_SEE if is_first else _READ)
        settled = squish_rate_func(smooth, _SETTLED, 1.0)
        said = [FadeIn(part, rate_func=settled) for part in (*worked.shares, worked.sum)]
        filled = _FILL if is_first else _NEXT_FILL
        self.play(FadeIn(worked.frame, run_time=times.quick), self._fill(worked), *said, run_time=filled)
        if is_first:
            self.wait(_READ)
        self.play(self._weigh(row), self._lit(row), run_time=_WEIGH)

    def _added(self, worked: WorkedRow) -> list[Animation]:
        """Return how the numbers of a row's powers go up from the bar and become the terms of its sum."""
        parts = [*worked.inside, worked.others]
        if len(parts) < len(worked.terms):
            return [FadeOut(*parts), *map(FadeIn, worked.terms)]
        return [ReplacementTransform(part, term) for part, term in zip(parts, worked.terms, strict=True)]

    def _fill(self, worked: WorkedRow) -> Live:
        """Return how a row's bar is stretched, or squeezed, until it fills the whole."""
        parts = [*worked.bar, *worked.bit]
        start, shapes = float(worked.frame.get_left()[0]), [part.points.copy() for part in parts]
        ratio, end = worked.one / worked.length, start + worked.one

        def follow(share: float) -> None:
            for part, points in zip(parts, shapes, strict=True):
                along = points.copy()
                along[:, 0] = start + (points[:, 0] - start) * (1 + share * (ratio - 1))
                along[:, 0] = np.minimum(along[:, 0], end)  # the others' bit is drawn larger than it is
                part.set_points(along)

        return Live(parts, follow)

    def _dye(self, piece: VMobject, column: int) -> VMobject:
        """Give a word's piece of a whole its colour, and a rim of the ground's, and return it."""
        theme = self.style.theme
        piece.set_fill(theme.fill(self.color_at(column)), 1.0 if theme.filled else 0.0)
        return piece.set_stroke(theme.background, 1.5)

    def _tell_strip(self, strip: VGroup, row: int) -> list[VMobject]:
        """Tell a row as a strip with scores above it, and return what is to be shown with the band."""
        pieces, name, scores, weights, one, powers, bit = strip
        times, down = self.style.times, point(0.0, _RAISED)
        self.play(FadeIn(name, scores.shift(-down)), run_time=times.quick)
        self.play(scores.animate.shift(down).build(), FadeIn(powers), run_time=times.quick)  # scores become exponents
        self.play(self._weigh(row), self._lit(row), self._grow(pieces), run_time=_ROW)
        self.add(bit)
        return [weights, one]

    def _tug(self, row: int, way: Point, bands: Sequence[Band]) -> Live:
        """Return how a row's word gives way to its pulls, and springs back: it is seen which way they pull.

        Args:
            row: position in the phrase.
            way: how far it gives way.
            bands: tied to it.
        """
        token = self.words[self.numbers.words[row]]
        start, ends = token.at.copy(), [band.pulled.copy() for band in bands]

        def follow(share: float) -> None:
            shift = share * way
            token.put(start + shift)
            for band, end in zip(bands, ends, strict=True):
                band.set_ends(band.puller, end + shift)

        return Live([token, *bands], follow, rate_func=there_and_back)

    def _bars(self) -> list[VMobject]:
        """Return what is on the stage of both rows in the end."""
        if not self.worked:
            return [*self.strips, *self.marks]
        return [*(part for row in self.worked for part in row.last), *self.marks]

    def _pair_things(self) -> list[VMobject]:
        """Return the pair's two bands, and what is written of them."""
        bands = [band for lane in self.lanes for band in lane]
        return [*bands, *(part for group in self.shares for part in group)]

    def _sweep(self, gone: Sequence[VMobject], back: Sequence[VMobject]) -> None:
        """Turn every other row into weights, from above, and let them pull its word: in the end all pulls are seen.

        Args:
            gone: what leaves before.
            back: what comes again then.
        """
        back = [*back, self.lit_rows] if self.is_roomy and self.lit_rows else back  # its place was taken
        away: list[Animation] = [FadeOut(*self.brushed)] if self.brushed else []  # a band would all but touch it
        pair = [band for lane in self.lanes for band in lane]
        away += [self._dim(pair)] if pair else []
        self.play(FadeOut(*gone), *map(FadeIn, back), *away, run_time=self.style.times.quick)
        each = min(max(_EACH, _REST / len(self.numbers.others)), _MOST_EACH)
        before: Sequence[Band] = []
        for place, row in enumerate(self.numbers.others):
            step_back = [self._dim(before)] if before else []
            seconds = each if place else _SLOW_ROW
            self.play(*self._next_frame(row), self._weigh(row), self._lit(row), *step_back, run_time=seconds)
            before = self.fans[place] if place < len(self.fans) else []
            if before:
                self.play(*map(Widen, before), run_time=_FAN * seconds)
        said: list[VMobject] = [self.lit_rows] if self.lit_rows else []
        web = [band for band in self._web() if band not in before]
        bright = [self._dim(web, home=True)] if web else []
        self.play(FadeOut(self.frame, *said, *self.lights), *bright, run_time=self.style.times.move)

    def _web(self) -> list[Band]:
        """Return all bands on which words pull others."""
        return [band for group in (*self.lanes, *self.fans) for band in group]

    def _dim(self, bands: Sequence[Band], *, home: bool = False) -> Live:
        """Return how bands step back towards the ground's colour, once their row is told.

        Args:
            bands: they are on the stage.
            home: whether they come forward again instead.
        """
        ground = ManimColor(self.style.theme.background)
        parts = [part for band in bands for part in band.get_family()]
        now = [(part.get_fill_color(), part.get_stroke_color()) for part in parts]
        full = [self.tones.setdefault(id(part), tones) for part, tones in zip(parts, now, strict=True)]

        def follow(share: float) -> None:
            way = _DIMMED * (1 - share if home else share)
            for part, (fill, stroke) in zip(parts, full, strict=True):
                part.set_fill(interpolate_color(fill, ground, way), family=False)
                part.set_stroke(interpolate_color(stroke, ground, way), family=False)

        return Live(bands, follow)

    def _lit(self, row: int) -> FadeIn:
        """Return how a light comes behind a row that is weights now; it stays until all rows are."""
        theme, table = self.style.theme, self.table
        light = Rectangle(width=table.right - table.left, height=table.pitch, stroke_width=0)
        light.set_fill(theme.ink, _LIGHT if theme.filled else 0.0)
        if not theme.filled:
            light.set_stroke(theme.ink, 1.6)
        self.lights.append(laid(light.move_to(table.frame(row)), Layer.VEIL))
        return FadeIn(light)

    def _next_frame(self, row: int) -> list[Animation]:
        """Return how another row is framed; the frame does not slide over the rows between."""
        last, self.frame = self.frame, self.table.frame(row)
        return [FadeOut(last, run_time=self.style.times.quick), FadeIn(self.frame, run_time=self.style.times.quick)]


def _counted(table: Similarities, powers: Tensor, remaining: Tensor, weights: Tensor) -> tuple[int | None, Tensor]:
    """Return digits with which the powers of e as printed give the pair's weights as printed, and the rows' sums then.

    Args:
        table: the phrase, with the pair.
        powers: shape (T, T).
        remaining: shape (T,), what the powers of all but the pair add up to.
        weights: shape (T, T).
    """
    pair = [table.position, table.second]
    terms = torch.cat([powers[:, pair], remaining.unsqueeze(-1)], dim=-1)  # (T, 3)
    whole = terms.round().sum(dim=-1)
    if float(terms[pair].max()) >= _MOST:
        return None, whole
    for digits in _DIGITS:
        seen = terms.round(decimals=digits)
        counted = seen.sum(dim=-1)  # (T,)
        shares = [float(seen[row, 1 - which] / counted[row]) for which, row in enumerate(pair)]
        exact = [float(weights[row, pair[1 - which]]) for which, row in enumerate(pair)]
        if float(seen[pair].min()) > 0 and [*map(as_printed, shares)] == [*map(as_printed, exact)]:
            return digits, counted
    return None, whole


def _level(table: DotTable) -> bool:
    """Return whether a table's columns have level names."""
    return max(float(head.height) for head in table.column_names) < table.pitch


def _texts(thing: VMobject) -> list[VMobject]:
    """Return a word's mark and name, or a text itself."""
    return [part for part in thing if len(part)] if isinstance(thing, Token) else [thing]


def _with_air(box: Box) -> Box:
    """Return the box of a mark of the axes with the air that is left around it."""
    left, bottom, right, top = box
    return (left - _CLEAR, bottom - _CLEAR, right + _CLEAR, top + _CLEAR)


def _across(start: Point, end: Point) -> Point:
    """Return the way of length 1 to the right of one who goes from a point to another; none where they are one."""
    way = end - start
    length = float(np.linalg.norm(way))
    return point(way[1], -way[0]) / length if length > 1e-9 else point()
