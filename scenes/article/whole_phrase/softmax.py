"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import inf

import numpy as np
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    Animation,
    Annulus,
    Circle,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
)
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, ScoreDisc
from scenes.article.whole_phrase.lens import Lens
from scenes.article.whole_phrase.numbers import TableParameters, Weights, similarities
from scenes.article.whole_phrase.stage_table import FORMULA, ICON, OFF_EDGE, WordTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, tighten
from scenes.number_format import as_printed
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band, width_at
from scenes.parts.plane.labels import Box, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_LENGTH, _WIDE_LENGTH, _LEAST_LENGTH, _THICK, _WIDE_THICK = 2.4, 4.0, 1.1, 0.26, 0.36
"""Scene units: how long a weight of 1 is, at the most, also in wide frames, and at the least; how thick a strip is, and
that in wide frames."""

_NAME, _BEHIND, _AIR, _CARD, _WIDE_CARD = 0.16, 0.6, 0.08, 1.1, 1.0
"""Scene units from a row's name to its strip, behind the strip for what it adds up to, from a strip to its scores above
and to its weights below, and from one row's strip to the next one's below it, and the same in wide frames."""

_TO_REST, _COUNT, _LIFTED, _TO_WORDS, _TO_DOTS, _OVER = 0.22, 0.09, 0.07, 0.05, 0.1, 0.3
"""Scene units from a strip's end to what is written of the other words; from a power of e to what it is; by which a
quotient stands higher than these; from strips to the pair's words and to others; by which scores begin before it."""

_HIGHEST, _OFF_FOOT, _OFF_AXIS, _LEANER, _MOST = 3.05, 0.56, 0.14, 0.12, 10_000
"""The upper edge of what is written above the words, and from the foot's baseline to the lowest place for it, from the
axis to its beginning, and what of its height may lie in the air around, scene units; the powers of e that are written
out are less."""

_PLUS, _BIT, _AROUND = 0.06, 0.04, 0.09
"""Scene units from a weight to the plus sign behind it at the least; how wide the others' bit of a strip is at the
least; from a number to the frame around it."""

_BELOW, _BRIEF = 0.3, 1.1
"""Scene units from a table to the strips below it in frames that are not wide; the scale of type from which strips have
no weights of the others, for which there is no room, as there is none in a square."""

_ROW, _FAN, _REST, _LINGER = 1.0, 0.9, 1.1, 0.4
"""Seconds in which a row becomes weights; in which one that is told in passing does and its bands pull, and in which
all that are left do; in which all stands still after a fan."""

_SLOWLY, _LAG = 2, 0.25
"""The number of rows that are told in passing, before all others; by what share of it each of these begins later."""

_BASE, _RAISED = 1.2, 0.1
"""The size of an e as a share of its exponent's, and scene units by which the exponent is raised."""

_FOLD, _LENS = 1.5, 0.8
"""Seconds in which the half above the diagonal is folded, and in which the pair's cell is enlarged."""

_SLIM, _LANE = 0.8, 0.12
"""The share of their usual width that bands have; scene units by which the pair's bands lie off the straight way."""

_OFF_PIN, _RIM = 0.05, 6.0
"""Scene units from a word's mark to its own weight's ring; stroke units of the ground around a disc that is folded."""

_OFF_BAND, _LEAST_BAND = 0.5, 1.3
"""Scene units from the straight way to what is written at a band, and how long that is at the least."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")
    remaining: Tensor = quantity("The same for all words but the first row's and the second.", rows="words")
    rest: Tensor = quantity(
        "What the weights of all words but the first row's and the second's add up to in each row.", rows="words"
    )


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
        return SoftmaxRows(
            **given,
            weights=weights,
            sums=sums,
            exponentials=exponentials,
            totals=totals,
            remaining=remaining,
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
        self.table.dot_noughts()
        laid(self.plane.numbers, Layer.GHOST)  # bands run behind the ticks' numbers
        self.unit = FULL * self.table.pitch
        self.becomes = [self._becomes(row, other) for row, other in (self.told, self.told[::-1])]
        self.owns = [self._becomes(row, row) for row in self.told]
        self.bases = [[self._base() for _ in self.told] for _ in self.told]
        self.rests = [self._rest(row) for row in self.told]
        self.lanes = [self._lane(row, other) for row, other in (self.told, self.told[::-1])]
        self.shares = self._shares()
        self.question = self._question()
        lines = [(flat(band.puller), flat(band.pulled)) for band in self._all_bands()]
        texts = [box_of(part) for part in (*self.shares, self.question) if part]
        self.counts = self._counts()
        self.quotients = [self._quotient(row) for row in self.told] if self.counts[0] else []
        self.strips = self._strips(texts)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        boxes = [*texts, self.table_box(), *(box_of(part) for strip in self.strips for part in strip)]
        slowly = numbers.others[:_SLOWLY]
        self.own = {row: self._own(row) for row in slowly if self.stage.is_wide}  # else no room by the names
        boxes += map(box_of, self.own.values())
        self.words = self.tokens(vectors, {word: ICON for word in vectors}, lines=lines, boxes=boxes)
        taken = [box_of(part) for strip in self.strips for part in strip]
        others: list[VMobject] = [self.words[numbers.words[row]] for row in numbers.others]
        self.in_the_way = [
            thing
            for thing in [*self.plane.names, *others]
            if any(overlap(box_of(part), box) for part in _texts(thing) for box in taken)
        ]
        fans = [(flat(band.puller), flat(band.pulled)) for row in slowly for band in self._bands(row)]
        ticks = [*self.plane.numbers, *(name for name in self.plane.names if name not in self.in_the_way)]
        self.crossed = [text for text in ticks if any(inside_length(line, box_of(text)) for line in fans)]
        self.rivals = [quotient[5] for quotient in self.quotients] or [
            VGroup(bases[1], own[0]) for bases, own in zip(self.bases, self.owns, strict=True)
        ]
        self.marks = [self._mark(rival) for rival in self.rivals]
        self.formula = self.named('"softmax"(X X^T)')
        self.lens = Lens(
            self.table,
            self.twins(),
            numbers.weights,
            self.colors_of(numbers.words),
            self.stage.width / 2,
            style=self.style,
        )

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
        return laid(mark.set_stroke(self.style.theme.ink, 2.0).move_to(score), Layer.LABEL)

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
        pitch = _WIDE_CARD if self.stage.is_wide else _CARD
        lines = 1 if self._is_sum_beside else 2
        return pitch * self.style.sizes.scale + self._thick + lines * (_AIR + digits) + _RAISED

    @property
    def _thick(self) -> float:
        """The thickness of a strip, scene units."""
        return _WIDE_THICK if self._is_sum_beside else _THICK

    @property
    def _is_sum_beside(self) -> bool:
        """True where there is room for what a row's weights add up to beside its strip."""
        return self.stage.is_wide and bool(self.numbers.others) and not self.is_brief

    def _terms(self, row: int) -> list[Tensor]:
        """Return the powers of e that a row's sum has: the other word's of the pair, its own, all others' together."""
        other, powers = self.told[1 - self.told.index(row)], self.numbers.exponentials[row]
        return [powers[other], powers[row], self.numbers.remaining[row]]

    def _counts(self) -> list[list[Row]]:
        """Return what the pair's powers of e are in both rows; nothing without room, or if they give no quotient."""
        if not self.stage.is_wide or self.is_brief or len(set(self.told)) < 2 or not self.numbers.others:
            return [[], []]
        if not all(self._is_quotient(row) for row in self.told):
            return [[], []]
        pairs = (self.told, self.told[::-1])
        return [
            [
                self._count(term, self.color_at(whose))
                for term, whose in zip(self._terms(row), (other, row), strict=False)
            ]
            for row, other in pairs
        ]

    def _is_quotient(self, row: int) -> bool:
        """Return whether a row's powers of e, as printed, give the other word's weight as printed."""
        seen = [as_printed(float(term), 0) for term in self._terms(row)]
        weight = float(self.numbers.weights[row, self.told[1 - self.told.index(row)]])
        return 0 < min(seen) and sum(seen) < _MOST and as_printed(seen[0] / sum(seen)) == as_printed(weight)

    def _count(self, value: Tensor, color: str) -> Row:
        size = self.style.sizes.tick
        number = Number(value, decimals=0, size=size, color=color, style=self.style)
        return Row([Math("=", size=size, style=self.style), number], _COUNT)

    def _quotient(self, row: int) -> Row:
        """Return a row's weight of the other word of the pair as a quotient of powers of e."""
        other, terms = self.told[1 - self.told.index(row)], self._terms(row)
        style, size = self.style, self.style.sizes.tick
        colors = [self.color_at(other), self.color_at(row), style.theme.ink]
        written = [
            Number(term, decimals=0, size=size, color=color, style=style)
            for term, color in zip([terms[0], *terms], [colors[0], *colors], strict=True)
        ]
        marks = [
            Math(source, size=size, style=style) for source in ("slash", "paren.l", "plus", "plus", "paren.r", "=")
        ]
        share = Weight(self.numbers.weights[row, other], size=size, color=colors[0], style=style)
        top, first, second, third = written
        slash, opens, plus, again, closes, equals = marks
        pieces = [top, slash, opens, first, plus, second, again, third, closes, equals, share]
        apart = 2 * _AROUND  # the rival gets a frame
        return Row(pieces, [0.08, 0.08, 0.04, 0.12, apart, apart, 0.12, 0.04, 0.12, 0.12])

    def _strips(self, boxes: Sequence[Box]) -> list[VGroup]:
        """Lay a strip of length 1 for each of two rows, scores above it and weights below it.

        Args:
            boxes: what is written at the pair's bands.
        """
        scale, style = self.style.sizes.scale, self.style
        names = [self._named(row) for row in self.told]
        before = 0.0 if self._is_sum_beside else max(float(name.width) for name in names) + _NAME
        wholes = [self._whole(row) for row in self.told]
        sums = [self._sum(index, whole) for index, whole in enumerate(wholes)]
        behind = _BEHIND * scale + (_TO_REST + self._rest_width() if self.rests[0] else 0.0)
        if self._is_sum_beside:
            behind = _TO_REST + max(float(line.width) for line in sums)
        room = self.view.record.width - 2 * OFF_EDGE
        if self.stage.is_wide:
            room = self.table.left - 2 * OFF_EDGE - float(self.plane.origin[0]) - _OFF_AXIS
        usual = _WIDE_LENGTH if self.stage.is_wide else _LENGTH
        most = usual / scale if scale > _BRIEF else usual  # what is written takes the room
        self.length = min(most, max(_LEAST_LENGTH, room - before - behind))
        strips: list[VGroup] = []
        starts = self._starts(before, before + self.length + behind, boxes)
        for index, (row, name, at) in enumerate(zip(self.told, names, starts, strict=True)):
            pieces, whole = self._strip(row, at), wholes[index]
            whole.move_to(at + point(self.length + 0.14 + float(whole.width) / 2))
            self._set_numbers(pieces, index, whole, name.next_to(at, LEFT, buff=_NAME))
            if self._is_sum_beside:
                line, digits = self._sum(index, whole), float(self.owns[index][1].height)
                sums[index] = line.set_x(float(at[0]) + self.length + _TO_REST + float(line.width) / 2)
                line.on_baseline(float(at[1]) - digits / 2)
                headline, rest = self.rests[index]
                written = [*self.quotients[index : index + 1], self.owns[index][0], *self.counts[index][1:]]
                clear = max(float(each.get_right()[0]) for each in written) + _TO_REST + float(headline.width) / 2
                headline.set_x(max(float(rest.get_x()), clear)).on_baseline(name.baseline)
            scores = VGroup(*(labelled(each[index][0], style) for each in (self.becomes, self.owns)))
            results = [each[index][1] for each in (self.becomes, self.owns)] + [*self.rests[index]]
            weights = VGroup(*(labelled(result, style) for result in results))
            pluses = sums[index][1:4:2] if self._is_sum_beside else self._pluses(pieces, index)
            weights.add(*(labelled(plus, style) for plus in pluses))
            powers = VGroup(*(labelled(each, style) for each in (*self.bases[index], *self.counts[index])))
            bit = self._bit(pieces, row)
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
            return [point(x + before - width / 2, y + up * _CARD * scale) for up in (0.5, -0.5)]
        room, left = self.view.words(self.stage), float(self.plane.origin[0]) + _OFF_AXIS
        bounds = (room.left, self.view.foot + _OFF_FOOT, table.left - OFF_EDGE, _HIGHEST)
        kept = [*boxes, *self._marks(), *self.plane.text_boxes(), *map(box_of, table.row_names)]
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        lines += self.plane.axis_segments()
        pitch = _WIDE_CARD * scale
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

    def _set_numbers(self, pieces: VGroup, index: int, whole: Row, name: Label) -> None:
        """Set scores above a strip's pieces and what they become below them, and behind these the other words' sum.

        Where the sum has room beside the strip, the row's name stands above it, before the scores.
        """
        row, other = self.told[index], self.told[1 - index]
        left = float(pieces.get_left()[0])
        high, low = float(pieces.get_top()[1]) + _AIR, float(pieces.get_bottom()[1]) - _AIR
        digits = float(self.owns[index][0].height)
        ends, counts = [left - _NAME - (_OVER if self.counts[index] else 0.0), left - _NAME], self.counts[index]
        first = left
        if self._is_sum_beside:
            set_on_baseline(name.set_x(left + float(name.width) / 2), high + (_LIFTED if self.quotients else 0.0))
            first = left + max(float(self._named(row).width) for row in self.told) + 2 * _NAME
            ends[0] = first - _NAME
        told = (other, self.becomes[index]), (row, self.owns[index])
        least = _NAME if not self.rests[index] or self._is_sum_beside else float(self._plus().width) + 2 * _PLUS
        for which, (base, (column, (score, weight))) in enumerate(zip(self.bases[index], told, strict=True)):
            middle, more = float(pieces[column].get_x()), [counts[which]] if counts else []
            wide = float(base.width) + float(score.width) + sum(_COUNT + float(count.width) for count in more)
            x = max(middle - wide / 2, ends[0] + _NAME)
            set_on_baseline(base.set_x(x + float(base.width) / 2), high)
            x += float(base.width)
            set_on_baseline(score.set_x(x + float(score.width) / 2), high + _RAISED)
            x += float(score.width)
            for count in more:
                set_on_baseline(count.set_x(x + _COUNT + float(count.width) / 2), high)
                x += _COUNT + float(count.width)
            half = float(weight.width) / 2
            set_on_baseline(weight.set_x(max(middle, ends[1] + least + half)), low - digits)
            ends = [x, float(weight.get_right()[0])]
        start = max(left + self.length + _TO_REST, *(end + least for end in ends))
        for others, rest in [self.rests[index]] if self.rests[index] else []:
            set_on_baseline(others.set_x(start + float(others.width) / 2), high)
            set_on_baseline(rest.set_x(start + float(rest.width) / 2), low - digits)
            set_on_baseline(whole.set_x(start + float(rest.width) + _COUNT + float(whole.width) / 2), low - digits)
        for quotient in self.quotients[index : index + 1]:
            set_on_baseline(quotient.set_x(first + float(quotient.width) / 2), high + _LIFTED)

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

    def _bit(self, pieces: VGroup, row: int) -> VGroup:
        """Return the others' bit of a strip, which is seen however small it is; nothing without others."""
        if not self.numbers.others:
            return VGroup()
        theme, start = self.style.theme, float(pieces[row].get_right()[0])
        width = max(float(self.numbers.rest[row]) * self.length, _BIT)
        bit = Rectangle(width=width, height=self._thick, stroke_width=0).set_fill(theme.ink, 1.0)
        return laid(VGroup(bit.move_to(point(start + width / 2, float(pieces.get_y())))), Layer.LEDGER)

    def _strip(self, row: int, at: Point) -> VGroup:
        """Return a row's weights as pieces of a strip of length 1: first the other word of the pair, then its own."""
        weights = self.numbers.weights[row].tolist()
        first = [next(each for each in self.told if each != row), row] if len(set(self.told)) > 1 else [row]
        pieces, left = {}, float(at[0])
        for index in [*first, *(each for each in range(len(weights)) if each not in first)]:
            piece = Rectangle(width=max(weights[index] * self.length, 1e-3), height=self._thick, stroke_width=0)
            fill = self.style.theme.fill(self.color_at(index))
            piece.set_fill(fill, 1.0 if self.style.theme.filled else 0.0).set_stroke(self.style.theme.background, 1.5)
            pieces[index] = piece.move_to(point(left + weights[index] * self.length / 2, at[1]))
            left += weights[index] * self.length
        return laid(VGroup(*(pieces[index] for index in range(len(weights)))), Layer.LEDGER)

    def _whole(self, row: int) -> Row:
        """Return what a row's weights add up to: 1."""
        return Row([Math("=", size=self.style.sizes.tick, style=self.style), self._one(row)], 0.1)

    def _sum(self, index: int, whole: Row) -> Row:
        """Return a row's weights as a sum, where there is room for it beside the strip."""
        if not self._is_sum_beside:
            return whole
        weights = [self.becomes[index][1], self.owns[index][1], self.rests[index][1]]
        return Row([weights[0], self._plus(), weights[1], self._plus(), weights[2], whole], 0.1)

    def _one(self, row: int) -> Number:
        return Number(self.numbers.sums[row], decimals=0, size=self.style.sizes.tick, style=self.style)

    def _lane(self, row: int, puller: int) -> list[Band]:
        """Return the band on which one of the pair pulls the other, beside the one on which it is pulled itself."""
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
        weight, aside = float(self.numbers.weights[row, puller]), _LANE * _across(start, end)
        if self.numbers.words[row] == self.numbers.words[puller] or weight < SLACK_BELOW:
            return []
        return [Band(start + aside, end + aside, weight, self.color_at(puller), slim=_SLIM, style=self.style)]

    def _shares(self) -> list[VGroup]:
        """Return what each of the pair's two bands weighs, written beside it; nothing where they are short."""
        places = [self.plane.place(self.numbers.vectors[index]) for index in self.told]
        if float(np.linalg.norm(places[1] - places[0])) < _LEAST_BAND or not all(self.lanes):
            return [VGroup(), VGroup()]
        shares = []
        for row, puller in (self.told, self.told[::-1]):
            start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
            weight, size = self.numbers.weights[row, puller], self.style.sizes.number
            written = Weight(weight, size=size, color=self.color_at(puller), style=self.style)
            aside = (_OFF_BAND + float(written.width) / 4) * _across(start, end)
            shares.append(labelled(written.move_to((start + end) / 2 + aside), self.style))
        return shares

    def _question(self) -> VGroup:
        """Return the pair's score, and the question what it becomes, where its weight will be written."""
        if not self.shares[0]:
            return VGroup()
        style, size = self.style, self.style.sizes.number
        share = self.shares[0]
        on_right = float(share.get_x()) >= float(self.lanes[0][0].get_x())
        score = Number(self.numbers.scores[self.told], size=size, style=style)
        becomes = Row([score, Math("arrow.r", size=size, style=style)], 0.14)
        room = self.table.left - self.table.room - OFF_EDGE - float(share.get_left()[0]) if self.stage.is_wide else inf
        question = Label(self.says("how-strong"), size=size, within=room, style=style)
        asked = VGroup(becomes, question).arrange(DOWN, buff=0.12, aligned_edge=LEFT if on_right else RIGHT)
        asked.next_to(share.get_left() if on_right else share.get_right(), RIGHT if on_right else LEFT, buff=0.0)
        return labelled(asked, style)

    def _all_bands(self) -> list[Band]:
        """Return every band of the film: those of the rows that are told, and the pair's beside each other."""
        bands = [band for row in self.numbers.others[:_SLOWLY] for band in self._bands(row)]
        return [*bands, *(band for lane in self.lanes for band in lane)]

    def _bands(self, row: int) -> list[Band]:
        """Return the bands on which the words pull a row's word, those that move it."""
        numbers, bands = self.numbers, []
        at = self.plane.place(numbers.vectors[row])
        for index, (word, weight) in enumerate(zip(numbers.words, numbers.weights[row].tolist(), strict=True)):
            if word != numbers.words[row] and weight >= SLACK_BELOW:
                color = self.color_at(index)
                place = self.plane.place(numbers.vectors[index])
                bands.append(Band(place, at, weight, color, slim=_SLIM, style=self.style))
        return bands

    def _own(self, row: int) -> Annulus:
        """Return the ring around a word that is its own weight: as thick as the half of a band of that weight."""
        numbers, word = self.numbers, self.numbers.words[row]
        same = [index for index, each in enumerate(numbers.words) if each == word]
        weight = float(numbers.weights[row, same].sum())
        inner = self._half(word) + _OFF_PIN
        outer = inner + _SLIM * width_at(weight, 0.0) / 2
        ring = Annulus(inner_radius=inner, outer_radius=outer, stroke_width=0)
        ring.set_fill(self.style.theme.fill(self.color_at(row)), 1.0)
        return laid(ring.move_to(self.plane.place(numbers.vectors[row])), Layer.BAND)

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

    def _weigh(self, row: int) -> Live:
        """Return how the discs of a row's scores become those of its weights."""
        discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
        colors = self.colors_of(self.numbers.words)

        def follow(share: float) -> None:
            for disc, weight, color in zip(discs, weights, colors, strict=True):
                disc.blend(weight, self.unit, share, color)
                disc.disc.set_stroke(opacity=1.0)  # a score of nought had none

        return Live(discs, follow)

    def _grow(self, pieces: VMobject) -> Live:
        """Return how a strip grows from its beginning."""
        edges = [(float(piece.get_left()[0]), float(piece.get_right()[0])) for piece in pieces]
        start, y = min(left for left, _ in edges), float(pieces.get_y())
        self.add(pieces)

        def follow(share: float) -> None:
            end = start + max(share, 1e-3) * self.length
            for piece, (left, right) in zip(pieces, edges, strict=True):
                low, high = min(left, end), min(right, end)
                corners = [point(low, y), point(max(high - low, 1e-3)), point(0.0, self._thick / 2)]
                corner, across, up = corners
                around = [corner - up, corner + across - up, corner + across + up, corner + up]
                piece.set_points_as_corners([*around, around[0]])

        return Live([pieces], follow)

    def tell(self) -> None:
        """Ask how hard the pair pulls, turn a row into weights, then the second, then all, and name the table."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame = self.table.frame(numbers.position)
        self.last_pulls: list[VMobject] = []
        rings = [self.table.ring(*pair) for pair in (self.told, self.told[::-1])]
        with self.beat("scores", **said):
            self._tell_question(rings)
            self.rest()
        shares = [becomes[-1].shown for becomes in self.becomes]
        with self.beat("first-row", **said, score=self.becomes[0][0].shown, share=shares[0]):
            self._tell_row(0, [FadeIn(self.frame)])
            self.rest()
        with self.beat("second-row", **said, score=self.becomes[1][0].shown, share=shares[1]):
            self._tell_row(1, self._next_frame(numbers.second))
            self.play(*map(Create, self.marks), run_time=times.slow)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                self._sweep([*rings, *self._pair_things(), *self._bars(), *self.crossed], self.in_the_way)
                self.rest()
        with self.beat("name", **said):
            again = (
                [FadeIn(*self._pair_things(), *rings, *self.crossed)]
                if numbers.others
                else [FadeOut(*self._bars()), *map(FadeIn, self.in_the_way)]
            )
            sheet, copies = self.table.sheet(), self._copies()
            gone = FadeOut(self.frame, *self.last_pulls)
            self.play(gone, FadeIn(self.formula, sheet), *again, run_time=times.move)
            self.play(self.folding(sheet, rings, copies), run_time=_FOLD)
            # Only the pair is looked at: of the other cells, what was folded leaves.
            others = [copy for cell, copy in zip(self.upper(), copies, strict=True) if cell not in self.twins()]
            self.play(FadeOut(sheet, *others), self.lens.growing(self), run_time=_LENS)
            if self.lens.texts:
                self.play(FadeIn(*self.lens.texts), run_time=times.quick)
            self.hold()

    def _tell_question(self, rings: Sequence[Circle]) -> None:
        """Show words and scores, ring the pair's, and stretch a thread: nobody knows yet how hard it pulls."""
        times, lane = self.style.times, self.lanes[0]
        discs = [disc for row in self.table.discs for disc in row]
        self.add(self.phrase)
        self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
        self.play(*map(FadeIn, rings), run_time=times.quick)
        for band in lane:
            band.set_pull(0.0)
            self.play(Widen(band), run_time=times.move)
        if self.question:
            self.play(FadeIn(self.question), run_time=times.quick)

    def _tell_row(self, which: int, framed: Sequence[Animation]) -> None:
        """Tell a row slowly: its scores, its discs and its strip, and how hard the other word of the pair pulls."""
        row, other, times = self.told[which], self.told[1 - which], self.style.times
        pieces, name, scores, weights, one, powers, bit = self.strips[which]
        down = point(0.0, _RAISED)
        away = [FadeOut(*self.in_the_way)] if self.in_the_way and not which else []
        self.play(*framed, *away, FadeIn(name, scores.shift(-down)), run_time=times.quick)
        self.play(scores.animate.shift(down).build(), FadeIn(powers), run_time=times.quick)  # scores become exponents
        self.play(self._weigh(row), self._grow(pieces), run_time=_ROW)
        self.add(bit)
        if self.quotients:
            self._divide(which)
        weight, pulls = float(self.numbers.weights[row, other]), []
        for band in self.lanes[which]:
            if which:
                band.set_pull(0.0)
                self.play(Widen(band), run_time=times.quick)
            pulls.append(tighten(band, weight))
        if self.question and not which:
            self.play(FadeOut(self.question), run_time=times.quick)
        self.play(FadeIn(weights, one, *self.shares[which]), *pulls, run_time=times.slow)

    def _divide(self, which: int) -> None:
        """Let a row's powers of e become the quotient that the weight of the other word of the pair is."""
        times, quotient = self.style.times, self.quotients[which]
        moving = [count[1].copy() for count in self.counts[which]]
        self.add(*moving)
        self.play(FadeOut(*self.strips[which][2], *self.strips[which][5]), run_time=times.quick)
        ends = zip(moving, (quotient[3], quotient[5]), strict=True)
        self.play(*(each.animate.move_to(end).build() for each, end in ends), run_time=times.quick)
        self.play(FadeIn(quotient), run_time=times.quick)
        self.remove(*moving)

    def _bars(self) -> list[VMobject]:
        """Return what is on the stage of both strips in the end."""
        if not self.quotients:
            return [*self.strips, *self.marks]
        strips = [part for strip in self.strips for place, part in enumerate(strip) if place not in (2, 5)]
        return [*strips, *self.quotients, *self.marks]

    def _pair_things(self) -> list[VMobject]:
        """Return the pair's two bands, and what is written of them."""
        bands = [band for lane in self.lanes for band in lane]
        return [*bands, *(part for group in self.shares for part in group)]

    def _sweep(self, gone: Sequence[VMobject], back: Sequence[VMobject]) -> None:
        """Turn every other row into weights: some slowly, each with the fan that pulls its word; the rest in one sweep.

        A fan stays until the next one is there, and the last one while the rest of the table is filled.

        Args:
            gone: what leaves before.
            back: what comes again then.
        """
        others, times = self.numbers.others, self.style.times
        self.play(FadeOut(*gone), *map(FadeIn, back), run_time=times.quick)
        for index, row in enumerate(others[:_SLOWLY]):
            own, bands = [self.own[row]] if row in self.own else [], self._bands(row)
            weights = [band.weight for band in bands]
            threads = [FadeIn(band.set_pull(0.0)) for band in bands]
            self.play(*self._next_frame(row), *threads, run_time=times.quick)
            pulls = [tighten(band, weight) for band, weight in zip(bands, weights, strict=True)]
            before = [FadeOut(*self.last_pulls, run_time=times.quick)] if self.last_pulls else []
            self.play(self._weigh(row), *map(FadeIn, own), *pulls, *before, run_time=_FAN)
            self.last_pulls = [*own, *bands]
            if not index:
                self.wait(_LINGER)
        if others[_SLOWLY:]:
            self.play(LaggedStart(*map(self._weigh, others[_SLOWLY:]), lag_ratio=_LAG), run_time=_REST)

    def _next_frame(self, row: int) -> list[Animation]:
        """Return how another row is framed; the frame does not slide over the rows between."""
        last, self.frame = self.frame, self.table.frame(row)
        return [FadeOut(last, run_time=self.style.times.quick), FadeIn(self.frame, run_time=self.style.times.quick)]


def _texts(thing: VMobject) -> list[VMobject]:
    """Return a word's mark and name, or a text itself."""
    return [part for part in thing if len(part)] if isinstance(thing, Token) else [thing]


def _across(start: Point, end: Point) -> Point:
    """Return the way of length 1 to the right of one who goes from a point to another; none where they are one."""
    way = end - start
    length = float(np.linalg.norm(way))
    return point(way[1], -way[0]) / length if length > 1e-9 else point()
