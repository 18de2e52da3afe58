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
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
    smooth,
    there_and_back,
)
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, ScoreDisc
from scenes.article.whole_phrase.lens import Lens
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import FORMULA, ICON, OFF_EDGE, WordTable
from scenes.article.whole_phrase.worked_row import PITCH, THICK, RowSum, Term, WorkedRow
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, tighten
from scenes.number_format import as_printed
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, HeroWeight, labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
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

_WORK_TOP, _WORK_HEIGHT, _WORK_AIR = 3.24, 1.92, 0.12
"""Scene units: the upper edge and the height of where two rows are worked out, beside the axis; from its edge to what
is written."""

_LONGEST, _OFF_TABLE = 6.0, 0.7
"""Scene units: the length of a weight of 1 there, at the most; from what is written at a bar's end to the table."""

_PLUS, _BIT, _AROUND = 0.06, 0.04, 0.09
"""Scene units from a weight to the plus sign behind it at the least; how wide the others' bit of a strip is at the
least; from a number to the frame around it."""

_BELOW, _BRIEF = 0.3, 1.1
"""Scene units from a table to the strips below it in frames that are not wide; the scale of type from which strips have
no weights of the others, for which there is no room, as there is none in a square."""

_ROW, _SLOW_ROW, _FAN, _REST, _EACH, _MOST_EACH = 0.8, 1.1, 1.2, 2.0, 0.25, 0.5
"""Seconds in which a row becomes weights; in which the one does whose bands pull then, and in which they pull; in which
all others do that are told in passing, and each of them at the least and at the most."""

_FLY, _AFTER, _SWELL = 0.8, 0.4, 1.3
"""Seconds in which scores are written as their discs beat; by what share of it the second comes later; the scale of a
disc that beats."""

_READ, _SEE, _STRETCH, _SHORTEST = 0.4, 0.9, 1.3, 0.25
"""Seconds for reading powers of e before they become pieces of a bar, and for seeing power and piece as one; the height
to which pieces swell that are equal; the least length of a row's bar as a share of the other row's."""

_DIGITS, _MOST = (0, 1), 10_000
"""The digits after the point of powers of e, the best first; larger ones are not written out."""

_STRONGEST = 0.14
"""Scene units that the number of the strongest pull on a word keeps off its band, about."""

_BASE, _RAISED = 1.2, 0.1
"""The size of an e as a share of its exponent's, and scene units by which the exponent is raised."""

_FOLD, _LENS = 1.1, 0.7
"""Seconds in which the half above the diagonal is folded, and in which the pair's cell is enlarged."""

_AGAIN, _FLAT, _BRIEF_FOLD, _MATCH = 0.8, 0.6, 0.9, 1.0
"""Seconds in which weights are scores again, and back; in which they lie open before they are folded; in which the
scores are folded, and unfolded; in which it is seen that they match."""

_SLIM, _LANE = 0.8, 0.1
"""The share of their usual width that bands have; scene units by which the pair's bands lie off the straight way."""

_LIGHT, _OFF_HEADS = 0.13, 0.1
"""The opacity of the light behind a row that is weights; scene units between the lens and the names of columns."""

_RIM = 6.0
"""Stroke units of the ground around a disc that is folded."""

_KNOB, _OFF_KNOB = 0.045, 0.05
"""Scene units by which the knob at the end of one of the pair's bands is larger than half the band; from the pulled
word's mark to the knob's middle."""

_LARGE_GAP, _AROUND_SIGN, _LARGE_FIRST, _LARGE_PITCH = 0.3, 0.22, 0.75, 0.85
"""Scene units before the pair's numbers while both are compared, around the sign between them, from the upper edge
of their place to the first baseline, and from there to the second."""

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
        self.table = self.make_table()
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
        self.product, self.formula = (self.named(source) for source in ("X X^T", '"softmax"(X X^T)'))
        self.note = self._note()
        self.lens = self._lens(tied=bool(self.worked), spared=self._spared())
        self.heads_fall = bool(self._spared() and self.lens.parts)
        if not self.lens.texts and not self.heads_fall:
            self.lens = self._lens(tied=True)
        self.lights = list[Rectangle]()
        self.match = self._match()
        self.verdict = self._verdict() if self.worked else VGroup()

    def _place_rows(self) -> None:
        """Place both rows' softmax, worked out or as strips, then the words, and note what leaves meanwhile."""
        numbers = self.numbers
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        texts = [box_of(part) for part in (*self.shares, self.question) if part]
        self.thick = THICK
        self.worked = self._work(texts, lines)
        if self.worked:
            taken = [self._work_box()]
        else:
            self.thick = _THICK
            self.strips = self._strips(texts)
            taken = [box_of(part) for strip in self.strips for part in strip]
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [*texts, self.table_box(), *taken]
        self.fan = self._bands(numbers.others[0]) if numbers.others else []
        fans = [(flat(band.puller), flat(band.pulled)) for band in self.fan]
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=[*lines, *fans], boxes=boxes)
        wide = [(number, _with_air(box_of(number))) for number in self.plane.numbers]
        self.brushed = [number for number, box in wide if any(inside_length(line, box) for line in fans)]
        self.strongest = self._strongest()
        self.in_the_way = self._in_the_way(taken)
        rivals = zip(self.bases, self.owns, strict=True)
        self.marks = [] if self.worked else [self._mark(VGroup(bases[1], own[0])) for bases, own in rivals]

    def _in_the_way(self, taken: Sequence[Box]) -> list[VMobject]:
        """Return what of the plane leaves while rows are told, since it lies where they are."""
        ticks: list[VMobject] = [*self.plane.numbers, *self.plane.names]
        others = [self.words[self.numbers.words[row]] for row in self.numbers.others]
        level: list[VMobject] = []
        if self.worked:  # a number of the axis would be read on with the line beside it
            _, low, right, high = taken[0]
            beside = (self.stage.safe.left, low, right, high)
            level = [tick for tick in ticks if overlap(box_of(tick), beside)]
        found = [
            thing
            for thing in (*ticks, *others)
            if thing in level or any(overlap(box_of(part), box) for part in _texts(thing) for box in taken)
        ]
        if self.worked:  # marks of the axes would run through what is written; as lines they have no area
            found += [tick for tick in self.plane.ticks if any(overlap(_with_air(box_of(tick)), box) for box in taken)]
        return found

    def _spared(self) -> float:
        """Return the room along the diagonal for the columns' names where these go with the fold, scene units.

        They do where they are level, and what the lens shows is written elsewhere.
        """
        level = max(float(head.height) for head in self.table.column_names) < self.table.pitch
        return 2 * self.table.pitch + _OFF_HEADS if self.worked and level else 0.0

    def _lens(self, *, tied: bool, spared: float = 0.0) -> Lens:
        """Return the pair's cell enlarged; ``tied`` and ``spared`` are as of ``Lens``."""
        numbers, edge = self.numbers, self.stage.width / 2
        colors = self.colors_of(numbers.words)
        kept = self._fallen() if spared else []
        return Lens(
            self.table, self.twins(), numbers.weights, colors, edge, tied=tied, spared=spared, kept=kept,
            style=self.style,
        )  # fmt: skip

    def _fallen(self) -> list[Box]:
        """Return the boxes of the pair's names of columns where these have gone with the fold."""
        boxes = []
        for index in self.told:
            left, low, right, high = box_of(self.table.column_names[index])
            down = index * self.table.pitch
            boxes.append((left, low - down, right, high - down))
        return boxes

    def _match(self) -> VGroup:
        """Return both scores of the pair, which are equal: large above the words, or in the half that the fold empties.

        There is nothing without room.
        """
        if self.worked:
            return self._large([self.numbers.scores[pair] for pair in self.twins()], "scores", 0)
        if not self.lens.texts:
            return VGroup()
        size, style = self.style.sizes.number, self.style
        first, second = (Number(self.numbers.scores[pair], size=size, style=style) for pair in self.twins())
        line = Row([first, Math("=", size=size, style=style), second], _BECOMES)
        return labelled(line.move_to(self.lens.at).align_to(self.lens.texts, RIGHT), style)

    def _verdict(self) -> VGroup:
        """Return both weights of the pair, which differ, large below the scores."""
        return self._large([self.numbers.weights[pair] for pair in self.twins()], "shares", 1)

    def _large(self, pair: Sequence[Tensor], name: str, line: int) -> VGroup:
        """Return two numbers and the sign between them that is true of what is printed, where two rows were worked out.

        Args:
            pair: the numbers.
            name: what they are, a key of the language.
            line: 0 or 1, from above.
        """
        sizes, style = self.style.sizes, self.style
        kind, colors = (HeroNumber, [style.theme.ink] * 2) if line == 0 else (HeroWeight, [])
        colors = colors or [self.color_at(column) for _, column in self.twins()]
        numbers = [kind(value, color=color, style=style) for value, color in zip(pair, colors, strict=True)]
        sign = "eq" if numbers[0].shown == numbers[1].shown else "eq.not"
        named = Label(self.says(name), size=sizes.number, style=style)
        middle = [numbers[0], Math(sign, size=sizes.hero, style=style), numbers[1]]
        row = Row([named, *middle], [_LARGE_GAP, _AROUND_SIGN, _AROUND_SIGN])
        left, _, right, top = self._work_box()
        widest = max(float(Label(self.says(key), size=sizes.number, style=style).width) for key in ("scores", "shares"))
        start = (left + right) / 2 - (float(row.width) - float(named.width) + _LARGE_GAP + widest) / 2
        row.starting_at(start + widest - float(named.width)).on_baseline(top - _LARGE_FIRST - line * _LARGE_PITCH)
        return labelled(row, style)

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

    def _work(self, boxes: Sequence[Box], lines: Sequence[Segment]) -> list[WorkedRow]:
        """Work both rows out above the words; return nothing where that has no room or is not right.

        Args:
            boxes: what is written at the pair's bands.
            lines: the pair's bands.
        """
        numbers = self.numbers
        if not self.stage.is_wide or self.is_brief or len(set(self.told)) < 2 or not numbers.others:
            return []
        sums = [self._row_sum(row, other) for row, other in (self.told, self.told[::-1])]
        card = self._work_box()
        pair = [mark for index, mark in enumerate(self._marks()) if index in self.told]
        is_free = not any(overlap(card, box) for box in (*boxes, *pair))
        if numbers.digits is None or not is_free or any(inside_length(line, card) for line in lines):
            return []
        rows = [
            WorkedRow(self._heading(row), added, self.says("others"), numbers.digits, style=self.style)
            for row, added in zip(self.told, sums, strict=True)
        ]
        before, behind = max(row.before for row in rows), max(row.behind for row in rows)
        self.length = min(card[2] - card[0] - _WORK_AIR - _OFF_TABLE - before - behind, _LONGEST)
        totals = [float(numbers.totals[row]) for row in self.told]
        if self.length + behind < max(row.least for row in rows) or min(totals) < _SHORTEST * max(totals):
            return []
        for which, (row, (first, second)) in enumerate(zip(rows, (self.told, self.told[::-1]), strict=True)):
            middle = card[1] + _WORK_AIR + THICK / 2 + (1 - which) * PITCH
            at = point(card[0] + _WORK_AIR + before, middle)
            length = self.length * totals[which] / max(totals)  # powers of e have one scale in both rows
            pieces = self._strip(first, at, length)
            row.lay(pieces, [pieces[second], pieces[first]], self._bit(pieces, first, length), at, length)
        return rows

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
        return RowSum((first, second), numbers.remaining[row], numbers.counted[row])

    def _heading(self, row: int) -> list[Label]:
        """Return what stands before a row's bar: that these are the pulls on its word."""
        sizes, style = self.style.sizes, self.style
        name = Label(self.numbers.words[row], size=sizes.number, color=self.color_at(row), style=style)
        return [Label(self.says("pulls-on"), size=sizes.tick, style=style), name]

    def _work_box(self) -> Box:
        """Return the box of where two rows are worked out: beside the axis, so that no axis runs through it."""
        left = float(self.plane.origin[0]) + _OFF_AXIS
        return (left, _WORK_TOP - _WORK_HEIGHT, self.table.left - OFF_EDGE, _WORK_TOP)

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
        """Return what X is, below the table's name; nothing without room."""
        if not self.stage.is_wide or self.is_brief:
            return VGroup()
        size, style = self.style.sizes.tick, self.style
        what = Label(self.says("x-is"), size=size, within=self.name_room - 1.0, style=style)
        note = Row([Math("X =", size=size, style=style), what], _BECOMES)
        x, low = float(self.formula.get_x()), float(self.formula.get_bottom()[1])
        return labelled(note.move_to(point(x, low - 0.12 - float(note.height) / 2)), self.style)

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
        if self.stage.is_wide:
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
        return strips

    def _named(self, row: int) -> Label:
        """Return the name of a strip's row."""
        return Label(self.numbers.words[row], size=self.style.sizes.tick, color=self.color_at(row), style=self.style)

    def _starts(self, before: float, width: float, boxes: Sequence[Box]) -> list[Point]:
        """Return where both strips begin, one below the other: in wide frames above the words, beside the axis.

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
        room, left = self.view.words(self.stage), float(self.plane.origin[0]) + _OFF_AXIS
        bounds = (room.left, self.view.foot + _OFF_FOOT, table.left - OFF_EDGE, _HIGHEST)
        kept = [*boxes, *self._marks(), *self.plane.text_boxes(), *map(box_of, table.row_names)]
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        lines += self.plane.axis_segments()
        pitch = _PITCH * scale
        tall = self._height() - _LEANER  # a free place has more air than is needed
        if self.is_brief:  # large type: each strip has a free place of its own
            tall, starts = tall - pitch, list[Point]()
            for near_y in (_HIGHEST - tall / 2, bounds[1] + tall / 2):
                x, y = free_place((width, tall), bounds, (left + width / 2, near_y), boxes=kept, lines=lines)
                kept.append((x - width / 2, y - tall / 2, x + width / 2, y + tall / 2))
                starts.append(point(x + before - width / 2, y - _RAISED / 2))
            return starts
        near = left + width / 2, _HIGHEST - tall / 2
        x, y = free_place((width, tall), bounds, near, boxes=kept, lines=lines)
        return [point(x + before - width / 2, y - _RAISED / 2 + up * pitch) for up in (0.5, -0.5)]

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
            fill = self.style.theme.fill(self.color_at(index))
            piece.set_fill(fill, 1.0 if self.style.theme.filled else 0.0).set_stroke(self.style.theme.background, 1.5)
            pieces[index] = piece.move_to(point(left + weights[index] * length / 2, at[1]))
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

    def _band(self, puller: int, row: int, stop: float, aside: Point, *, knob: float = 0.0) -> Band:
        """Return the band on which a word pulls a row's word.

        Args:
            puller: position in the phrase.
            row: the same of the word that is pulled.
            stop: scene units around that word that the band ends at.
            aside: how far it lies off the straight way.
            knob: as of ``Band``.
        """
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
        way = end - start
        along = way / max(float(np.linalg.norm(way)), 1e-9)
        weight = float(self.numbers.weights[row, puller])
        ends = start + aside, end + aside - stop * along
        return Band(*ends, weight, self.color_at(puller), slim=_SLIM, tapers=True, knob=knob, style=self.style)

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
        """Return the bands on which the other words pull a row's word, all that are not written 0.00."""
        numbers, bands = self.numbers, []
        stop = self._half(numbers.words[row])
        for index, (word, weight) in enumerate(zip(numbers.words, numbers.weights[row].tolist(), strict=True)):
            if word != numbers.words[row] and as_printed(weight) > 0:
                bands.append(self._band(index, row, stop, self._aside(index, row)))
        return bands

    def _aside(self, puller: int, row: int) -> Point:
        """Return how far a band lies off its straight way, so that it does not touch the mark of a word between."""
        numbers = self.numbers
        start, end = (self.plane.place(numbers.vectors[index]) for index in (puller, row))
        across, way = _across(start, end), end - start
        for word, vector in zip(numbers.words, numbers.vectors, strict=True):
            at = self.plane.place(vector) - start
            off = float(np.dot(at, across))
            is_between = 0.0 < float(np.dot(at, way)) < float(np.dot(way, way))
            if is_between and word not in (numbers.words[puller], numbers.words[row]) and abs(off) < _PASS:
                return -math.copysign(min(_PASS - abs(off), _MOST_ASIDE), off) * across
        return point()

    def _strongest(self) -> VGroup:
        """Return the number of the strongest pull of the fan, at its band; nothing without room or without a fan."""
        if not self.fan or not self.stage.is_wide or self.is_brief:
            return VGroup()
        row, style = self.numbers.others[0], self.style
        weights = self.numbers.weights[row].tolist()
        word = self.numbers.words[row]
        puller = max((i for i, each in enumerate(self.numbers.words) if each != word), key=lambda i: weights[i])
        number = Weight(
            self.numbers.weights[row, puller], size=style.sizes.number, color=self.color_at(puller), style=style
        )
        start, end = (self.plane.place(self.numbers.vectors[each]) for each in (puller, row))
        room, half = self.view.words(self.stage), (float(number.width) / 2, float(number.height) / 2)
        bounds = (self.stage.safe.left, room.bottom, self.table_box()[0] - OFF_EDGE, room.top)
        lines = [(flat(band.puller), flat(band.pulled)) for band in self.fan]
        boxes = [*self.plane.text_boxes(), *(box_of(part) for token in self.words.values() for part in _texts(token))]
        aside = -math.copysign(half[0] + _STRONGEST, float(np.mean([line[0][0] for line in lines]) - end[0]))
        near = (start + end) / 2 + point(aside)
        lines += self.plane.axis_segments()
        place = free_place((2 * half[0], 2 * half[1]), bounds, flat(near), boxes=boxes, lines=lines)
        return labelled(number.move_to(point(*place)), style)

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
            self.play(*self._compare(), run_time=times.move)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                self._sweep([*rings, *self._pair_things(), *self._bars()], self.in_the_way)
                self.rest()
        with self.beat("name", **said):
            self._fold_scores(rings)
            self._fold_weights(rings)
            self.hold()

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
        named = FadeIn(self.product, self.note)
        pulls = [*self.fan, *self.strongest]
        said = [self.lit_rows] if self.lit_rows else []
        leaving = pulls if self.numbers.others else [self.frame, *self.lights, *said]
        self.play(*map(FadeOut, leaving), named, *changed, *back, run_time=_AGAIN)
        self.wait(_FLAT)
        folding = self.folding(sheet, rings)
        self.add(sheet)
        self.play(folding, *self._heads(), run_time=_BRIEF_FOLD)
        shown = [FadeIn(self.match, run_time=times.quick)] if self.match else []
        self.play(*(Indicate(ring, 1.2, self.style.theme.ink) for ring in rings), *shown, run_time=_MATCH)
        leaves = (self.product,) if self.worked else (self.product, self.match)
        gone = [FadeOut(each, run_time=times.quick) for each in leaves if each]
        folding.rate_func = lambda time: smooth(1 - time)
        self.play(folding, *self._heads(home=True), *gone, run_time=_BRIEF_FOLD)
        self.unfolded()
        self.remove(sheet)
        bands = [band for lane in self.lanes for band in lane]
        pair = bands if self.worked else self._pair_things()  # worked out, the numbers come large
        self.play(*map(self._weigh, rows), FadeIn(self.formula, *pair), run_time=_AGAIN)
        self.wait(_FLAT)

    def _fold_weights(self, rings: Sequence[Circle]) -> None:
        """Fold the weights: hardly a disc meets its equal, and the pair's do not, as a lens shows.

        Args:
            rings: around the pair's cells.
        """
        sheet, copies = self.table.sheet(), self._copies()
        self.add(sheet)
        self.play(self.folding(sheet, rings, copies), *self._heads(), run_time=_FOLD)
        names = [name for index, name in enumerate(self.table.column_names) if index not in self.told]
        gone = [FadeOut(*names)] if self.lens.rims and names else []  # the lens has their room
        self.play(FadeOut(sheet), *gone, self.lens.growing(self), run_time=_LENS)
        if texts := [*(self.verdict or self.lens.texts), *self.lens.rims]:
            self.play(FadeIn(*texts), run_time=self.style.times.quick)

    def _heads(self, *, home: bool = False) -> list[Live]:
        """Return how the columns' names go down to what is left of their columns as the upper half is folded.

        Args:
            home: whether they go up again instead.
        """
        if not self.heads_fall:
            return []
        heads, lowered = [*self.table.column_names], [1.0 if home else 0.0]

        def follow(share: float) -> None:
            for index, head in enumerate(heads):
                head.shift(point(0.0, (lowered[0] - share) * index * self.table.pitch))
            lowered[0] = share

        return [Live(heads, follow, rate_func=lambda time: smooth(1 - time) if home else smooth(time))]

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
        away = [FadeOut(*self.in_the_way)] if self.in_the_way and not which else []
        away += [FadeOut(self.key)] if self.key and not which else []
        self.play(*framed, *away, run_time=times.quick)
        late = self._tell_worked(self.worked[which], row) if self.worked else self._tell_strip(self.strips[which], row)
        for band in self.lanes[which]:
            if which:
                band.set_pull(0.0)
                self.play(Widen(band), run_time=times.quick)
        if self.question and not which:
            self.play(FadeOut(self.question), run_time=times.quick)
        share = self.shares[which] if which else self.shares[which][-1:]
        way = self.plane.place(self.numbers.vectors[other]) - self.plane.place(self.numbers.vectors[row])
        weight = float(self.numbers.weights[row, other])
        pulls = [tighten(band, weight) for band in self.lanes[which]]
        tug = self._tug(row, _TUG * weight * way, self.lanes[which])
        late += [self.lit_rows] if self.lit_rows and not which else []
        self.play(*(FadeIn(part) for part in (*late, *share)), *pulls, tug, run_time=times.slow)

    def _tell_worked(self, worked: WorkedRow, row: int) -> list[VMobject]:
        """Tell a row that is worked out, and return what is to be shown with the band."""
        times = self.style.times
        self.play(FadeIn(*worked.heading), run_time=times.quick)
        other = next(each for each in self.told if each != row)
        discs = [self.table.discs[row][column].disc for column in (other, row)]
        come = [  # an exponent is written as its score beats: on its way it would cross the words of the table
            AnimationGroup(Indicate(disc, _SWELL, self.style.theme.ink), FadeIn(power))
            for disc, power in zip(discs, worked.powers, strict=True)
        ]
        self.play(LaggedStart(*come, lag_ratio=_AFTER), run_time=_FLY)
        self.play(FadeIn(worked.plus), run_time=times.quick)
        self.wait(_READ)
        self.play(self._grow(worked.bar), run_time=_ROW)
        self.add(worked.bit)
        self.play(FadeIn(worked.others, *worked.inside), run_time=times.quick)
        self.wait(_READ if self.lights else _SEE)
        self.play(FadeOut(*worked.powers[1:], worked.plus), run_time=times.quick)
        self.play(FadeIn(worked.quotient), run_time=times.quick)
        self.play(self._weigh(row), self._lit(row), FadeIn(worked.share), run_time=_ROW)
        return []

    def _compare(self) -> list[Animation]:
        """Return how both rows are compared: equal pieces of bars swell, or what outweighs them is framed."""
        if not self.worked:
            return [Create(mark) for mark in self.marks]
        changes: list[Animation] = []
        for row in self.worked:
            piece, points = row.first, row.first.points.copy()
            middle = piece.get_center()

            def follow(share: float, piece: VMobject = piece, points: Point = points, middle: Point = middle) -> None:
                tall = np.array([1.0, 1 + share * (_STRETCH - 1), 1.0])
                piece.set_points(middle + (points - middle) * tall)

            changes.append(Live([piece], follow, rate_func=there_and_back))
        return changes

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
        """Turn every other row into weights, from above; the first one takes its time and pulls its word.

        Args:
            gone: what leaves before.
            back: what comes again then.
        """
        first, *left = self.numbers.others
        self.play(FadeOut(*gone), *map(FadeIn, back), run_time=self.style.times.quick)
        self._pull(first)
        each = min(max(_EACH, _REST / max(len(left), 1)), _MOST_EACH)
        for row in left:
            self.play(*self._next_frame(row), self._weigh(row), self._lit(row), run_time=each)
        said = [self.lit_rows] if self.lit_rows else []
        self.play(FadeOut(self.frame, *said, *self.lights), run_time=self.style.times.quick)

    def _pull(self, row: int) -> None:
        """Turn a row into weights, and let them pull its word.

        Args:
            row: its place in the table.
        """
        numbers, times = self.numbers, self.style.times
        away = [FadeOut(*self.brushed)] if self.brushed else []  # a band would all but touch it
        self.play(*self._next_frame(row), *away, run_time=times.quick)
        weights = [band.weight for band in self.fan]
        for band in self.fan:
            band.set_pull(0.0)
        self.play(self._weigh(row), self._lit(row), *map(Widen, self.fan), run_time=_SLOW_ROW)
        pulls = [tighten(band, weight) for band, weight in zip(self.fan, weights, strict=True)]
        way = self.plane.place(numbers.pulled[row]) - self.plane.place(numbers.vectors[row])
        self.play(*pulls, self._tug(row, _TUG * way, self.fan), run_time=_FAN)
        if self.strongest:
            self.play(FadeIn(self.strongest), run_time=times.quick)

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
