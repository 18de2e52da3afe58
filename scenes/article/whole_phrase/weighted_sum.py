"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import mul

import numpy as np
import torch
from manim import (
    Animation,
    AnimationGroup,
    Circle,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    ScaleInPlace,
    VGroup,
    there_and_back,
)
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.dot_table import ScoreDisc
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.errors import UserError
from scenes.motion.live import Widen, settle, slide
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, pull_of
from scenes.parts.plane.labels import Box, Moment, Segment, free_place, gap, place_travelling_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import Matrix
from scenes.parts.table.number_grid import decimals_for
from scenes.parts.text.number import Number, Weight, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_SEND, _SEND_AGAIN, _TERM, _PULL, _BACK, _ALL, _ROW = 1.7, 1.0, 0.6, 1.2, 0.7, 2.0, 0.28
"""Seconds: a row's discs send out their bands, and another's, a term of the sum is written, bands move a word, words go
back, all words move at once, and a word's vector grows while its row of X is written."""

_SLIM = 0.28
"""The share of their usual width that bands have, as many lie close together."""

_PITCH, _GAP, _FIRST = 0.4, 0.12, 0.32
"""Scene units from a line of the sum to the next, between its pieces, and from the table to its first line's middle."""

_BETWEEN, _AROUND, _DEEPER = 0.25, 0.12, 0.2
"""Scene units between the table and X beside it; above X and below it; by which the table reaches
lower."""

_OFF_AXIS = 0.3
"""Scene units from what is written along the plane's axis to the names of the table's rows."""

_SHARES, _COLUMNS, _ROWS, _TYPE = (0.9, 0.8, 0.76), 0.006, 0.0095, 90.0
"""Shares of the names' type that X may have; scene units between its columns, and from row to row where it stands below
the table, for a font unit; font units of its numbers for a scene unit from row to row, at the most."""

_EXACT = 1e-6
"""The most by which a number of X differs from what is printed."""

_PULSE = 2.0
"""The largest factor by which a disc swells that sends out its pull."""

_NEARER = 0.08
"""Scene units by which a name has to be nearer to its own word's mark than to others."""

_LIFT = 1.18
"""The factor by which a row of X grows while its word's vector does."""

_PIN, _RING = 0.08, 2.6
"""Scene units: the radius of the ring at an icon's old place; its stroke."""

_SLACKS = (1.0, 0.8, 1.25, 0.55, 1.5, 0.3, 1.8, 0.1)
"""How far threads may sag, as shares of what they do as a rule, best first: they keep off the plane's numbers."""

_CLEAR = 0.06
"""Scene units that threads keep off the plane's numbers and names."""

_LARGEST = 85 * _PITCH
"""Manim font units: the largest type of which the sum's lines do not touch."""


@dataclass(frozen=True)
class TwoSums(WeightedSums):
    """The numbers of the figure: those of the table, and of the sums of two rows that are written out."""

    rests: Tensor = quantity("What the other words' weights add up to, in the first row and the second.")

    @property
    def told(self) -> tuple[int, int]:
        """The positions of the words whose rows are written out."""
        return self.position, self.second

    def terms(self, row: int) -> tuple[int, int]:
        """Return the positions of two words of a row's sum: its own, and the other one that pulls most."""
        return (row, strongest_other(self.words, self.weights[row], row))


def strongest_other(words: Sequence[str], weights: Tensor, row: int) -> int:
    """Return the position of the word, other than a row's own, that has the largest weight in the row."""
    others = [index for index, word in enumerate(words) if word != words[row]]
    others = others or [index for index in range(len(words)) if index != row]
    return max(others, key=lambda index: float(weights[index]))


def _is_astray(token: Token, tokens: Iterable[Token]) -> bool:
    """Return whether a word's name is nearer to another word's mark than to its own, or almost."""
    own = gap(box_of(token.label), box_of(token.mark))
    others = [gap(box_of(token.label), box_of(other.mark)) for other in tokens if other is not token]
    return bool(others) and min(others) < own + _NEARER


def _digits_of(vectors: Tensor) -> int:
    """Return the digits after the point that X is written with: one where all its numbers are exact with it."""
    brief = all(abs(as_printed(value, 1) - value) < _EXACT for value in vectors.flatten().tolist())
    return 1 if brief else decimals_for(vectors)


class TableWeightedSum(WordTable):
    """attention-table-weighted-sum: each row of weights moves its word to the weighted sum of all vectors."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS
    numbers: TwoSums

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> TwoSums:
        """Return softmax(X Xᵀ) X of the phrase.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        table = similarities(parameters, world)
        step = attend(table.vectors)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        told = (table.position, table.second)
        first, second = (step.weights[row][:, None] * table.vectors for row in told)
        shown = [[row, strongest_other(table.words, step.weights[row], row)] for row in told]
        rests = [1 - step.weights[row, columns].sum() for row, columns in zip(told, shown, strict=True)]
        return TwoSums(
            **given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output,
            rests=torch.stack(rests),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: TwoSums) -> Mapping[str, object]:
        """Return the first row's word and its new vector."""
        return {"word": numbers.word, "updated": format_vector(numbers.updated[numbers.position])}

    def build(self) -> None:
        """Make the words, at their old places and their new ones, the table of weights, two sums, X and the formula."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.spared = (0.0, 0.0, 0.0)
        self.matrix = self._make_table_and_matrix()
        self.formula = self._formula()
        self.size = min(self.style.sizes.number, _LARGEST)
        room = self.view.record.width + self.wider - 0.1
        while (wide := max(float(row.width) for row in self._sum())) > room:
            self.size *= min(room / wide, 0.98)
        laid(self.plane.numbers, Layer.LABEL)  # threads run below them
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.sum, self.result, self.closing = self._laid()
        self.words = self._tokens()
        self.ghosts = {word: self._ghost(token) for word, token in self.words.items()}
        self.tags = [self._tags(row) for row in numbers.told]

    def table_region(self) -> Region:
        """Return where the table and its names stand, beside what is spared for X and the sum."""
        region, (right, bottom, top) = super().table_region(), self.spared
        if self.stage.is_wide:
            taken = max(box[2] for box in self.plane.text_boxes()) + _OFF_AXIS
            region = Region(min(taken, region.left), self.stage.safe.right, region.bottom, region.top)
        return region.inset(right=right, bottom=bottom - _DEEPER, top=top)

    @property
    def _is_beside(self) -> bool:
        """Whether X stands at the table's right: a row of it beside a row of the table."""
        return self.stage.is_wide or self.stage.is_portrait

    def _matrix(self, size: float, pitch: float) -> Matrix:
        """Return X, a row for each word in its colour, of a type's size and a distance from row to row."""
        vectors, colors = self.numbers.vectors, self.colors_of(self.numbers.words)
        return Matrix(
            vectors, size=size, color=colors, decimals=_digits_of(vectors), pitch=pitch, gap=_COLUMNS * size,
            style=self.style,
        )  # fmt: skip

    def _make_table_and_matrix(self) -> Matrix | None:
        """Make the table, and X beside it or below it; return X, or None where there is no room for it."""
        weights = self.numbers.weights
        for share in _SHARES:
            size = share * self.style.sizes.tick
            matrix = self._matrix(size, _ROWS * size)
            high = max(0.0, float(matrix.height) + 2 * _AROUND - self.room_below)
            self.spared = (float(matrix.width) + _BETWEEN, 0.0, 0.0) if self._is_beside else (0.0, high, 0.0)
            try:
                self.table = self.make_table(weights)
            except UserError:
                continue
            if self.stage.is_wide:  # as low as there is room, so that the sum stands above it
                self.spared = (*self.spared[:2], self.table.bottom - self.table_region().bottom)
                self.table = self.make_table(weights)
            x, y = float(self.table.lines.get_x()), self.table.bottom - _AROUND - float(matrix.height) / 2
            if self._is_beside:
                pitch = self.table.pitch
                matrix = self._matrix(min(size, _TYPE * pitch), pitch)
                x, y = self.table.right + _BETWEEN + float(matrix.width) / 2, float(self.table.lines.get_y())
            return laid(matrix.move_to(point(x, y)), Layer.LEDGER)
        self.spared = (0.0, 0.0, 0.0)
        self.table = self.make_table(weights)
        return None

    def _formula(self) -> list[Math]:
        """Return the formula in two pieces, each below what it names: the table, and X where it stands beside it."""
        x, middle = self.matrix, float(self.table.lines.get_x())
        below = float(x.get_bottom()[1]) if x is not None and not self._is_beside else None
        whole = self.named('"softmax"(X X^T) thin X', below)
        size, pieces = whole.size, ('"softmax"(X X^T)', "X")
        if x is not None and self._is_beside:
            room = 2 * (float(x.get_left()[0]) - 0.1 - middle)
            size *= min(1.0, room / float(Math(pieces[0], size=size, style=self.style).width))
        table, vectors = row = [Math(each, size=size, style=self.style) for each in pieces]
        Row(row, 0.12).move_to(whole)
        if x is not None and self._is_beside:
            table.set_x(middle)
            vectors.set_x(float(x.get_x()))
        return [laid(piece, Layer.LEDGER) for piece in row]

    def _ghost(self, token: Token) -> VGroup:
        """Return what marks a word's old place: a ring that its band is tied to, and an icon's outline."""
        radius = _PIN if token.has_icon else float(token.mark.width) / 2
        ring = Circle(radius=radius, color=token.color_by_role, stroke_width=_RING).move_to(token.at)
        ring.set_fill(self.style.theme.background, 1.0)
        ghost = token.ghost() if token.has_icon else VGroup()
        for part in ghost.get_family():
            part.set_fill(opacity=0.0)
        return VGroup(ghost, laid(ring, Layer.TRAIL))

    def _told_words(self) -> list[str]:
        """Return the words whose rows are written out."""
        return [self.numbers.words[row] for row in self.numbers.told]

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places; a name keeps its side wherever a row that is told takes its word."""
        numbers, told = self.numbers, self._told_words()
        large = [w for w in self.old if self.world.family_index(w) is not None or w == self.world.subject or w in told]
        lines = [(flat(band.puller), flat(band.pulled)) for row in numbers.told for band in self.bands(row)]
        there = {row: flat(self.plane.place(numbers.updated[row])) for row in range(len(numbers.words))}
        moved = [(flat(band.puller), there[row]) for row in numbers.told for band in self.bands(row)]
        net = [(flat(band.puller), there[row]) for row in there for band in self.strongest(row)]
        words = self._travelling_tokens(large, lines, [*net, *moved])
        small = {word: row for word, row in self.old.items() if word not in large}
        boxes = [self.table_box(), *(box_of(part) for word in words.values() for part in word)]
        size = None if self.stage.is_wide else self.style.sizes.tick
        words |= self.tokens(small, size=size, lines=[*lines, *moved], boxes=boxes)
        later = [self.token(word, self.new[word], offset=words[word].offset, height=ICON) for word in large]
        boxes += [box_of(part) for word in later for part in word]
        boxes += [box_of(words[word].mark) for word in small]
        self.offsets = self._new_offsets(list(small), size, net, boxes)
        return {word: words[word] for word in self.old}

    def _new_offsets(
        self, words: Sequence[str], size: float | None, lines: list[Segment], boxes: list[Box]
    ) -> dict[str, tuple[float, float] | None]:
        """Return where small words have their names at their new places: nearest to their own mark, off bands if so."""
        places = {word: self.new[word] for word in words}
        tokens = self.tokens(places, size=size, lines=lines, boxes=boxes)
        if any(_is_astray(token, tokens.values()) for token in tokens.values()):
            tokens = self.tokens(places, size=size, boxes=boxes)
        return {word: token.offset for word, token in tokens.items()}

    def _travelling_tokens(self, words: Sequence[str], lines: list[Segment], ways: list[Segment]) -> dict[str, Token]:
        """Return words whose names keep off lines before they move, and off ways when they have."""
        heights, axes = dict.fromkeys(words, ICON), self.plane.axis_segments()
        old, new = (
            name_spots(self.plane, {w: rows[w] for w in words}, heights=heights, large=words, style=self.style)
            for rows in (self.old, self.new)
        )
        if not words:
            return {}
        boxes = [*self.plane.text_boxes(), self.table_box()]
        moments = [
            Moment(old, [*axes, *lines], boxes),
            Moment(new, [*axes, *ways], [*boxes, *(spot.box for spot in old)]),
        ]
        offsets = place_travelling_labels(moments, name_bounds(self.plane))
        pairs = zip(words, offsets, strict=True)
        return {word: self.token(word, self.old[word], offset=offset, height=ICON) for word, offset in pairs}

    # --- The sum and the formula ----------------------------------------------------------------------------------

    def _sum(self) -> list[Row]:
        """Return the lines of the first row's sum: two words' weights times vectors, the others, and the new place."""
        numbers, row = self.numbers, self.numbers.position
        digits, lines = self._digits(), []
        for place, column in enumerate(numbers.terms(row)):
            factors = [self._weight(row, column), self._sign("times")]
            pair = self._pair(numbers.vectors[column], self.color_at(column), _digits_of(numbers.vectors))
            lines.append(Row([*([self._sign("+")] if place else []), *factors, pair], _GAP))
        if float(numbers.rests[0]) >= 0.5 * 10.0**-digits:
            rest = Weight(numbers.rests[0], decimals=digits, size=self.size, style=self.style)
            others = Label(self.says("others"), size=self.size, color=self.style.theme.ink, style=self.style)
            lines.append(Row([self._sign("+"), rest, self._sign("times"), others], _GAP))
        return [*lines, self._new_place(row)]

    def _new_place(self, row: int) -> Row:
        """Return a word and where its row takes it."""
        name = Label(self.numbers.words[row], size=self.size, color=self.color_at(row), style=self.style)
        return Row([name, self._sign("arrow.r"), self._pair(self.numbers.updated[row], self.color_at(row))], _GAP)

    def _digits(self) -> int:
        """Return digits after the point of the sum's weights: as printed they are 1 together, and terms the result."""
        numbers, row = self.numbers, self.numbers.position
        columns = list(numbers.terms(row))
        weights, result = numbers.weights[row, columns].tolist(), numbers.updated[row].tolist()
        whole = [d for d in (2, 3, 4) if decimals_that_add([*weights, float(numbers.rests[0])], 1.0, (d,))]
        for digits in whole:
            printed = [as_printed(weight, digits) for weight in weights]
            vectors = [
                [as_printed(number, _digits_of(numbers.vectors)) for number in numbers.vectors[column].tolist()]
                for column in columns
            ]
            seen = [sum(map(mul, printed, along)) for along in zip(*vectors, strict=True)]
            if list(map(as_printed, seen)) == list(map(as_printed, result)):
                return digits
        return next(iter(whole), 3)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    def _pair(self, row: Tensor, color: str, digits: int = 2) -> Row:
        """Return two numbers in parentheses."""
        comma = Label(self.style.language.text("common.labels.between-numbers", {}), size=self.size, style=self.style)
        one, other = (Number(value, decimals=digits, size=self.size, color=color, style=self.style) for value in row)
        return Row([self._sign("paren.l"), one, comma, other, self._sign("paren.r")], [0.05, 0.05, 0.1, 0.05])

    def _farthest(self) -> list[int]:
        """Return the position of the word, besides those told, that all rows together move farthest; none without."""
        ways = (self.numbers.updated - self.numbers.vectors).norm(dim=1)
        return sorted(self.numbers.others, key=lambda index: -float(ways[index]))[:1]

    def _laid(self) -> tuple[list[VGroup], VGroup, list[VGroup]]:
        """Lay the sum's lines beside the table or below it, their ends below each other.

        Returns:
            the first row's lines, and the new places of the second row and of another, which come below the first's,
            when terms have left.
        """
        rows, second = self._sum(), self._new_place(self.numbers.second)
        others = [self._new_place(row) for row in self._farthest()] if self.stage.is_wide else []
        wide, high = max(float(row.width) for row in (*rows, second, *others)), _PITCH * len(rows)
        if self.stage.is_wide:
            middle = self._sum_place((wide, high))
            edge, first = middle[0] + wide / 2, middle[1] + (high - _PITCH) / 2
        else:
            edge = min(float(self.table.lines.get_x()) + wide / 2, self.stage.safe.right - 0.1)
            first = self.table.bottom - _FIRST
        for index, row in [*enumerate(rows), (1, second), *((2, other) for other in others)]:
            row.move_to(point(edge - float(row.width) / 2, first - _PITCH * index))
        lines, closing = ([labelled(row, self.style) for row in each] for each in (rows, others))
        return lines, labelled(second, self.style), closing

    def _sum_place(self, size: tuple[float, float]) -> tuple[float, float]:
        """Return the middle of the place of a sum: above the table, or else where the plane is free."""
        room, right = self.view.words(self.stage), self.stage.safe.right - OFF_EDGE
        half = ICON / 2
        places = [flat(self.plane.place(row)) for row in (*self.numbers.vectors, *self.numbers.updated)]
        marks = [(x - half, y - half, x + half, y + half) for x, y in places]
        bands = [band for row in self.numbers.told for band in self.bands(row)]
        lines = [(flat(band.puller), flat(band.pulled)) for band in bands]
        return free_place(
            size,
            (room.left, room.bottom, right, room.top),
            (right - size[0] / 2, room.top - size[1] / 2),
            boxes=[*marks, *self.plane.text_boxes(), self.table_box()],
            lines=[*self.plane.axis_segments(), *lines],
        )

    def _tags(self, row: int) -> list[VGroup]:
        """Return a row's two weights, each beside the band that it is."""
        numbers, tags = self.numbers, list[VGroup]()
        start, end = (self.plane.place(rows[row]) for rows in (numbers.vectors, numbers.updated))
        pulls = self._pulls(row)
        lines = [(flat(pull.puller), flat(place)) for pull in pulls.values() for place in (start, end)]
        lines += self.plane.axis_segments()
        half, room = ICON / 2, self.view.words(self.stage)
        right = room.right if self.stage.is_portrait else self.table.left - self.table.room
        marks = [(x - half, y - half, x + half, y + half) for x, y in (flat(start), flat(end))]
        word = numbers.words[row]
        boxes = [box_of(part) for token in self.words.values() for part in token if part is not self.words[word].label]
        boxes += map(box_of, self.sum)
        texts = self.plane.text_boxes()
        x, y = self.view.origin
        boxes += [*marks, *texts, (x, min(box[1] for box in texts), right, y), self.table_box()]
        there = self.token(word, numbers.updated[row], offset=self.words[word].offset)
        boxes += [box_of(there.label)]
        for column in numbers.terms(row):
            tag = self._weight(row, column)
            size = (float(tag.width), float(tag.height))
            near = start if column == row else (self.plane.place(numbers.vectors[column]) + end) / 2
            bounds = (room.left, room.bottom, right, room.top)
            tag.move_to(point(*free_place(size, bounds, flat(near), boxes=boxes, lines=lines)))
            boxes.append(box_of(tag))
            tags.append(labelled(tag, self.style))
        return tags

    def _weight(self, row: int, column: int) -> Weight:
        """Return a weight as it is written in the sum."""
        weight, color = self.numbers.weights[row, column], self.color_at(column)
        return Weight(weight, decimals=self._digits(), size=self.size, color=color, style=self.style)

    # --- The pulls ------------------------------------------------------------------------------------------------

    def bands(self, row: int) -> list[Band]:
        """Return the bands on which words pull a row's word from their old places, its own tied to its own.

        Args:
            row: position in the phrase.
        """
        return [band for band in self._pulls(row).values() if isinstance(band, Band)]

    def strongest(self, row: int) -> list[Band]:
        """Return the bands of a row's two terms: its word's own, and that of the other word that pulls most."""
        pulls = self._pulls(row)
        return [pull for column in self.numbers.terms(row) if isinstance(pull := pulls[column], Band)]

    def _pulls(self, row: int) -> dict[int, Band | Thread]:
        """Return what pulls a row's word by the puller's position: bands, and threads for weak pulls."""
        numbers, at, pulls = self.numbers, self.plane.place(self.numbers.vectors[row]), dict[int, Band | Thread]()
        for index, weight in enumerate(numbers.weights[row].tolist()):
            own, place = numbers.words[index] == numbers.words[row], self.plane.place(numbers.vectors[index])
            pinned = own and weight >= SLACK_BELOW
            pull = pull_of(place, at, weight, self.color_at(index), pinned=pinned, slim=_SLIM, style=self.style)
            if isinstance(pull, Thread):
                pull.set_slack(self._slack(place, [at, self.plane.place(numbers.updated[row])]))
            elif pinned:  # too short for two strands to be seen
                pull.remove(pull.strips, pull.pin)
            pulls[index] = pull
        return pulls

    def _slack(self, puller: Point, ends: Sequence[Point]) -> float:
        """Return how far a thread sags that keeps off the plane's numbers and names, wherever its word is."""
        texts = self.plane.text_boxes()

        def crossed(slack: float) -> int:
            ways = [Thread(puller, end, style=self.style).set_slack(slack).line for end in ends]
            spots = [flat(way.point_from_proportion(share)) for way in ways for share in np.linspace(0.02, 0.98, 33)]
            return sum(
                left - _CLEAR < x < right + _CLEAR and low - _CLEAR < y < high + _CLEAR
                for x, y in spots
                for left, low, right, high in texts
            )

        return min(_SLACKS, key=crossed)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show a row's pulls, add them up, show another's, tie the formula to table and words, and move all at once."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame = self.table.frame(numbers.position)
        self.pulls = self._pulls(numbers.position)
        self.rings = [self._ring(numbers.position, column) for column in numbers.terms(numbers.position)]
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            for row in self.table.discs:
                for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                    disc.tint(color)
            self.add(self.phrase)
            self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
            self.play(FadeIn(self.frame), run_time=times.quick)
            self._send_out(numbers.position, _SEND)
            self.rest()
        with self.beat("first-row", **said):
            self._add_up()
            self.rest()
        with self.beat("second-row", **said):
            down = self.frame.animate.set_y(float(self.table.centre(numbers.second, 0)[1])).build()
            up = self.sum[-1].animate.match_y(self.sum[0]).build()
            self.play(*self._back(0), FadeOut(*self.sum[:-1], *self.rings), run_time=_BACK)
            self.play(down, up, run_time=times.quick)
            self.pulls = self._pulls(numbers.second)
            self._send_out(numbers.second, _SEND_AGAIN)
            self._move(numbers.second)
            self.play(FadeIn(self.result, *self.tags[1]), run_time=times.quick)
            self.rest()
        with self.beat("name", **said):
            self._name()
            self.rest()
        with self.beat("all-rows", **said):
            self._move_all()
            self.hold()

    def _send_out(self, row: int, seconds: float) -> None:
        """Let each disc of a row send out the pull that it stands for, from its word to the row's."""
        discs = self.table.discs[row]
        each = [
            AnimationGroup(self._swell(disc), *([] if column == row else [Widen(self.pulls[column])]))
            for column, disc in enumerate(discs)
        ]
        self.play(LaggedStart(*each, lag_ratio=0.4), run_time=seconds)

    def _swell(self, disc: ScoreDisc) -> Animation:
        """Return how a disc swells that sends out its pull: it stays in its cell."""
        factor = max(1.0, min(_PULSE, self.table.pitch / max(float(disc.disc.width), 1e-6)))
        return ScaleInPlace(disc, factor, rate_func=there_and_back)

    def _ring(self, row: int, column: int) -> VGroup:
        """Return a ring around a weight, and a frame around the row of X that it is multiplied with."""
        ring = VGroup(self.table.ring(row, column))
        if self.matrix is not None and self._is_beside:
            vector = self.matrix.row(column)
            width, height = float(self.matrix.inner.width) + 0.14, float(vector.height) + 0.14
            frame = RoundedRectangle(corner_radius=0.08, width=width, height=height)
            frame.set_stroke(self.style.theme.ink, 2.4)
            frame.move_to(point(float(self.matrix.inner.get_x()), float(vector.get_y())))
            ring.add(laid(frame, Layer.FRAME))
        return ring

    def _add_up(self) -> None:
        """Write the first row's sum term by term; where the bands balance, its word comes to rest."""
        times, row, lines = self.style.times, self.numbers.position, list(self.sum)
        if self.matrix is not None and self._is_beside:
            self.play(FadeIn(self.matrix), run_time=times.quick)
        for ring, line in zip(self.rings, lines, strict=False):
            self.play(FadeIn(ring, line), run_time=_TERM)
        if lines[2:-1]:
            self.play(*map(FadeIn, lines[2:-1]), run_time=times.quick)
        self._move(row)
        self.play(FadeIn(lines[-1], *self.tags[0]), run_time=times.quick)

    def _move(self, row: int) -> None:
        """Let the bands of a row move its word to where they balance; an outline stays at its old place."""
        word = self.numbers.words[row]
        self.add(self.ghosts[word])
        moved = slide(self.words[word], self.plane.place(self.new[word]), [*self.pulls.values()], rate_func=settle)
        self.play(moved, run_time=_PULL)

    def _back(self, index: int) -> list[Animation]:
        """Return how a row's word goes back to its old place, and its bands and their weights leave."""
        word = self.numbers.words[self.numbers.told[index]]
        leaving = FadeOut(self.ghosts[word], *self.pulls.values(), *self.tags[index])
        return [slide(self.words[word], self.plane.place(self.old[word])), leaving]

    def _name(self) -> None:
        """Write the formula piece by piece: the table of weights, and the old vectors, word by word."""
        times, (table, vectors) = self.style.times, self.formula
        results = [] if self.stage.is_wide else [self.sum[-1], self.result]  # the formula comes where they stand
        self.play(*self._back(1), FadeOut(self.frame, *results), run_time=_BACK)
        self.play(FadeIn(table), run_time=times.move)
        below = [] if self.matrix is None or self._is_beside else [self.matrix]  # comes where the sum stood
        self.play(FadeIn(vectors, *below), run_time=times.quick)
        rows = [lifted for word in self.words for lifted in self._lift(word)]
        if rows:
            self.play(LaggedStart(*rows, lag_ratio=0.6), run_time=_ROW * (len(rows) + 1))

    def _lift(self, word: str) -> list[Animation]:
        """Return how a word's row of X grows for a moment, while its vector does."""
        if self.matrix is None:
            return []
        row = self.matrix.row(self.numbers.words.index(word))
        return [ScaleInPlace(row, _LIFT, rate_func=there_and_back)]

    def _move_all(self) -> None:
        """Let each word's two strongest bands, from the old places, move all words at once, their names with them."""
        numbers, times = self.numbers, self.style.times
        rows = {word: numbers.words.index(word) for word in self.words}
        pulls = {word: self.strongest(row) for word, row in rows.items()}
        discs = [self.table.discs[row][column] for row in rows.values() for column in numbers.terms(row)]
        bands = [Widen(band) for each in pulls.values() for band in each if not band.pinned]
        self.play(*map(self._swell, discs), *bands, run_time=times.slow)
        self.add(*self.ghosts.values())
        moves = [
            slide(token, self.plane.place(self.new[word]), pulls[word], offset=self.offsets.get(word), rate_func=settle)
            for word, token in self.words.items()
        ]
        self.play(*moves, run_time=_ALL)
        self.play(FadeOut(*(band for each in pulls.values() for band in each)), run_time=times.quick)
        if self.closing:
            self.play(*map(FadeIn, self.closing), run_time=times.quick)
