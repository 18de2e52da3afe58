"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations
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
    ReplacementTransform,
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
from scenes.article.whole_phrase.stage_table import ICON, WordTable
from scenes.motion.live import Live, Widen, settle, slide
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, pull_of
from scenes.parts.plane.labels import Box, Moment, Segment, overlap, place_travelling_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.worlds import World

_SEND, _TERM, _PULL, _BACK, _ALL, _COLUMN = 1.7, 0.6, 1.2, 0.5, 2.4, 0.24
"""Seconds: a row's discs send out their bands, a term of the sum is written, bands move a word, words go back, all
words move at once, and a column of the table meets its word's vector."""

_SLIM, _SLIMMER = 0.7, 0.32
"""The share of their usual width that bands have, as many lie close together; where those of all words are seen."""

_FIRST, _PITCH, _GAP = 0.32, 0.4, 0.12
"""Scene units from the table to the middle of the sum's first line, from a line to the next, and between its pieces."""

_PULSE = 2.0
"""The largest factor by which a disc swells that sends out its pull."""

_NEW, _APART, _BEYOND = 0.09, 0.9, 0.4
"""Scene units: the radius of the ring at a word's new place while the word is at its old one; between two names that
might be read as one; from a vector's tip to its word's icon."""

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
        """Make the words, at their old places and their new ones, the table of weights, two sums and the formula."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.table = self.make_table(numbers.weights)
        self.size = min(self.style.sizes.number, _LARGEST)
        room = self.view.record.width + self.wider - 0.1
        while (wide := max(float(row.width) for row in self._sum())) > room:
            self.size *= min(room / wide, 0.98)
        self.sum, self.result = self._laid()
        self._write_formula()
        laid(self.plane.numbers, Layer.LABEL)  # threads run below them
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.words = self._tokens()
        self.sides = {word: token.offset for word, token in self.words.items()}
        self.ghosts = {word: token.ghost() for word, token in self.words.items()}
        self.targets = {word: self._target(word, token.color_by_role) for word, token in self._two()}
        self.trails = {
            word: trail(token.at, self.plane.place(self.new[word]), token.color_by_role, style=self.style)
            for word, token in self.words.items()
        }
        self.arrows = {word: self.plane.vector(row, self.color_of(word)) for word, row in self.old.items()}

    def _target(self, word: str, color: str) -> Circle:
        """Return a small ring at a word's new place; a dashed mark is always an old place."""
        ring = Circle(radius=_NEW, color=color, stroke_width=3.4)
        return laid(ring.move_to(self.plane.place(self.new[word])), Layer.GHOST)

    def _two(self) -> list[tuple[str, Token]]:
        """Return the words whose rows are written out."""
        words = dict.fromkeys(self.numbers.words[row] for row in self.numbers.told)
        return [(word, self.words[word]) for word in words]

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places; a name keeps its side wherever a row that is told takes its word."""
        numbers, told = self.numbers, [self.numbers.words[row] for row in self.numbers.told]
        large = [w for w in self.old if self.world.family_index(w) is not None or w == self.world.subject or w in told]
        lines = [(flat(band.puller), flat(band.pulled)) for row in numbers.told for band in self.bands(row)]
        lines += [(flat(self.plane.origin), flat(self.plane.place(row))) for row in self.old.values()]
        ways = [(flat(self.plane.place(row)), flat(self.plane.place(self.new[word]))) for word, row in self.old.items()]
        there = {row: flat(self.plane.place(numbers.updated[row])) for row in numbers.told}
        moved = [(flat(band.puller), there[row]) for row in numbers.told for band in self.bands(row)]
        words = self._travelling_tokens(large, lines, [*ways, *moved])
        small = {word: row for word, row in self.old.items() if word not in large}
        boxes = [box_of(part) for word in words.values() for part in word]
        words |= self.tokens(small, lines=[*lines, *moved], boxes=boxes)
        boxes += [box_of(words[word].mark) for word in small]
        later = [self.token(word, self.new[word], offset=words[word].offset, height=ICON) for word in large]
        boxes += [box_of(part) for word in later for part in word]
        self.offsets = self._later_offsets(list(small), ways, boxes)
        return {word: words[word] for word in self.old}

    def _later_offsets(
        self, words: Sequence[str], ways: list[Segment], boxes: list[Box]
    ) -> dict[str, tuple[float, float] | None]:
        """Return where small words have their names at their new places: no two of them stand side by side.

        Where words meet in too little room for that, all look for a place together.
        """
        places = {word: self.new[word] for word in words}
        marks = {word: box_of(self.token(word, row).mark) for word, row in places.items()}
        tokens, names = dict[str, Token](), list[Box]()
        for word, row in places.items():
            others = [mark for other, mark in marks.items() if other != word]
            tokens |= self.tokens({word: row}, lines=ways, boxes=[*boxes, *others, *names])
            left, bottom, right, top = box_of(tokens[word].label)
            names.append((left - _APART, bottom, right + _APART, top))
        labels = [box_of(token.label) for token in tokens.values()]
        if any(overlap(one, other) > 0 for one, other in combinations(labels, 2)):
            tokens = self.tokens(places, lines=ways, boxes=boxes)
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
        boxes = self.plane.text_boxes()
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
            color = self.color_at(column)
            weight = Weight(
                numbers.weights[row, column], decimals=digits, size=self.size, color=color, style=self.style
            )
            pair = self._pair(numbers.vectors[column], color)
            lines.append(Row([*([self._sign("+")] if place else []), weight, self._sign("times"), pair], _GAP))
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
            vectors = [[as_printed(number) for number in numbers.vectors[column].tolist()] for column in columns]
            seen = [sum(map(mul, printed, along)) for along in zip(*vectors, strict=True)]
            if list(map(as_printed, seen)) == list(map(as_printed, result)):
                return digits
        return next(iter(whole), 3)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    def _pair(self, row: Tensor, color: str) -> Row:
        """Return two numbers in parentheses."""
        comma = Label(self.style.language.text("common.labels.between-numbers", {}), size=self.size, style=self.style)
        one, other = (Number(value, size=self.size, color=color, style=self.style) for value in row)
        return Row([self._sign("paren.l"), one, comma, other, self._sign("paren.r")], [0.05, 0.05, 0.1, 0.05])

    def _laid(self) -> tuple[list[VGroup], VGroup]:
        """Lay the sum's lines beside the table or below it, their ends below each other.

        Returns:
            the first row's lines, and the second row's new place; it comes below the first's, when terms have left.
        """
        rows, second = self._sum(), self._new_place(self.numbers.second)
        wide, high = max(float(row.width) for row in (*rows, second)), _PITCH * len(rows)
        if self.stage.is_wide:
            told = [band for row in self.numbers.told for band in self.bands(row)]
            middle = self.beside_table((wide, high), lines=[(flat(band.puller), flat(band.pulled)) for band in told])
            edge, first = float(middle[0]) + wide / 2, float(middle[1]) + (high - _PITCH) / 2
        else:
            edge = min(float(self.table.lines.get_x()) + wide / 2, self.stage.safe.right - 0.1)
            first = self.table.bottom - _FIRST
        for index, row in [*enumerate(rows), (1, second)]:
            row.move_to(point(edge - float(row.width) / 2, first - _PITCH * index))
        return [labelled(row, self.style) for row in rows], labelled(second, self.style)

    def _write_formula(self) -> None:
        """Write the formula in two pieces: the table, and the old vectors."""
        whole = self.named('"softmax"(X X^T) thin X')
        size = whole.size
        row = Row([Math(each, size=size, style=self.style) for each in ('"softmax"(X X^T)', "X")], 0.12)
        row.move_to(whole)
        self.formula = [laid(piece, Layer.LEDGER) for piece in row]
        table = self.table
        width, height = table.right - table.left, table.top - table.bottom
        self.whole = RoundedRectangle(corner_radius=0.08, width=width + 0.06, height=height + 0.06)
        self.whole.set_stroke(self.style.theme.ink, 2.8)
        laid(self.whole.move_to(point((table.left + table.right) / 2, (table.top + table.bottom) / 2)), Layer.FRAME)

    # --- The pulls ------------------------------------------------------------------------------------------------

    def bands(self, row: int, slim: float = _SLIM) -> list[Band]:
        """Return the bands on which words pull a row's word from their old places, its own pinned to its own.

        Args:
            row: position in the phrase.
            slim: the share of their usual width.
        """
        return [band for band in self._pulls(row, slim).values() if isinstance(band, Band)]

    def _pulls(self, row: int, slim: float = _SLIM) -> dict[int, Band | Thread]:
        """Return what pulls a row's word by the puller's position: bands, and threads for weak pulls."""
        numbers, at = self.numbers, self.plane.place(self.numbers.vectors[row])
        pulls = {}
        for index, weight in enumerate(numbers.weights[row].tolist()):
            own, place = numbers.words[index] == numbers.words[row], self.plane.place(numbers.vectors[index])
            pinned = own and weight >= SLACK_BELOW
            pulls[index] = pull_of(place, at, weight, self.color_at(index), pinned=pinned, slim=slim, style=self.style)
        return pulls

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show a row's pulls, add them up, show another's, tie the formula to table and words, and move all at once."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame = self.table.frame(numbers.position)
        self.pulls = self._pulls(numbers.position)
        self.rings = [self.table.ring(numbers.position, column) for column in numbers.terms(numbers.position)]
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            for row in self.table.discs:
                for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                    disc.tint(color)
            self.add(self.phrase)
            self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
            self.play(FadeIn(self.frame), run_time=times.quick)
            self._send_out(numbers.position)
            self.rest()
        with self.beat("first-row", **said):
            self._add_up()
            self.rest()
        with self.beat("second-row", **said):
            down = self.frame.animate.set_y(float(self.table.centre(numbers.second, 0)[1])).build()
            up = self.sum[-1].animate.match_y(self.sum[0]).build()
            self.play(down, *self._back(0), FadeOut(*self.sum[:-1], *self.rings), run_time=_BACK)
            self.play(up, run_time=times.quick)
            self.pulls = self._pulls(numbers.second)
            self._send_out(numbers.second)
            self._move(numbers.second)
            self.play(FadeIn(self.result), run_time=times.quick)
            self.rest()
        with self.beat("name", **said):
            self._name()
            self.rest()
        with self.beat("all-rows", **said):
            self._move_all()
            self.hold()

    def _send_out(self, row: int) -> None:
        """Let each disc of a row send out the pull that it stands for, from its word to the row's."""
        discs = self.table.discs[row]
        each = [
            AnimationGroup(
                ScaleInPlace(disc, self._pulse(disc), rate_func=there_and_back),
                *([Widen(self.pulls[column])] if self._is_seen(row, column) else []),
            )
            for column, disc in enumerate(discs)
        ]
        self.play(LaggedStart(*each, lag_ratio=0.4), run_time=_SEND if row == self.numbers.position else 1.0)

    def _pulse(self, disc: ScoreDisc) -> float:
        """Return by which factor a disc swells that sends out its pull: it stays in its cell."""
        return max(1.0, min(_PULSE, self.table.pitch / max(float(disc.disc.width), 1e-6)))

    def _is_far(self, row: int) -> bool:
        """Return whether a word goes farther than its icon reaches: then the band to its old place is seen."""
        word = self.numbers.words[row]
        start, end = (self.plane.place(places[word]) for places in (self.old, self.new))
        return float(np.linalg.norm(end - start)) > ICON

    def _is_seen(self, row: int, column: int) -> bool:
        """Return whether a pull of a row is drawn: all but a band to its own word's old place that an icon covers."""
        return self.numbers.words[column] != self.numbers.words[row] or self._is_far(row)

    def _seen(self, row: int) -> list[Band | Thread]:
        return [pull for column, pull in self.pulls.items() if self._is_seen(row, column)]

    def _held(self, row: int) -> list[Band]:
        """Return a row's bands that are drawn where those of all rows are."""
        return [band for band in self.bands(row, _SLIMMER) if not band.pinned or self._is_far(row)]

    def _add_up(self) -> None:
        """Write the first row's sum term by term; where the bands balance, its word comes to rest."""
        times, row, lines = self.style.times, self.numbers.position, list(self.sum)
        for ring, line in zip(self.rings, lines, strict=False):
            self.play(FadeIn(ring, line), run_time=_TERM)
        if lines[2:-1]:
            self.play(*map(FadeIn, lines[2:-1]), run_time=times.quick)
        self._move(row)
        self.play(FadeIn(lines[-1]), run_time=times.quick)

    def _move(self, row: int) -> None:
        """Let the bands of a row move its word to where they balance; an outline stays at its old place."""
        word = self.numbers.words[row]
        self.add(self.ghosts[word])
        moved = slide(self.words[word], self.plane.place(self.new[word]), self._seen(row), rate_func=settle)
        self.play(moved, run_time=_PULL)

    def _back(self, index: int) -> list[Animation]:
        """Return how a row's word goes back to its old place and its bands leave; a ring marks the new place."""
        row = self.numbers.told[index]
        word = self.numbers.words[row]
        leaving = FadeOut(self.ghosts[word], *self._seen(row))
        return [slide(self.words[word], self.plane.place(self.old[word])), leaving, FadeIn(self.targets[word])]

    def _name(self) -> None:
        """Write the formula piece by piece: the table of weights, and the old vectors, each with its column."""
        times, (table, vectors) = self.style.times, self.formula
        self.play(*self._back(1), FadeOut(self.sum[-1], self.result), run_time=_BACK)
        self.play(ReplacementTransform(self.frame, self.whole), FadeIn(table), run_time=times.move)
        self.play(FadeIn(vectors), run_time=times.quick)
        column, asides = self.table.column_frame(0), self._asides()
        for index, word in enumerate(self.numbers.words):
            arrow, at = self.arrows[word], float(self.table.centre(0, index)[0])
            to = FadeIn(column) if index == 0 else column.animate.set_x(at).build()
            grown = [] if word in self.numbers.words[:index] else [self._grow(arrow)]
            if grown and word in asides:
                place, side = asides[word]
                grown.append(slide(self.words[word], place, offset=side))
            self.play(to, *grown, run_time=_COLUMN)
        self.play(FadeOut(column), run_time=times.quick)

    def _grow(self, arrow: Vector) -> Live:
        """Return how a word's vector grows out of the origin to its word."""
        start, end = arrow.start, arrow.end
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(start, start + max(share, 1e-2) * (end - start)))

    def _asides(self) -> dict[str, tuple[Point, tuple[float, float] | None]]:
        """Return where icons step beyond their vectors' tips so that these are seen, where there is room; dots stay.

        Returns:
            by word its icon's place, and where its name is from there.
        """
        if not (self.stage.is_wide or self.stage.is_portrait):
            return {}
        going = [word for word, token in self.words.items() if token.has_icon and self.arrows[word].length > 1e-6]
        rows, arrows = {}, [(flat(arrow.start), flat(arrow.end)) for arrow in self.arrows.values()]
        for word in going:
            longer = 1 + _BEYOND / self.arrows[word].length
            rows[word] = longer * self.old[word]
        boxes = [box_of(part) for word, token in self.words.items() if word not in going for part in token]
        boxes += [self.table_box(), *map(box_of, self.targets.values())]
        tokens = self.tokens(rows, dict.fromkeys(rows, ICON), lines=arrows, boxes=boxes)
        return {word: (token.at, token.offset) for word, token in tokens.items()}

    def _move_all(self) -> None:
        """Let the bands of all rows move all words at once; small words have no names until they are there."""
        numbers, times = self.numbers, self.style.times
        pulls = {word: self._held(numbers.words.index(word)) for word in self.words}
        bands = [band for each in pulls.values() for band in each]
        names = [self.words[word].label for word in self.offsets]
        home = [
            slide(token, self.plane.place(self.old[word]), offset=self.sides[word])
            for word, token in self.words.items()
            if token.has_icon
        ]
        self.play(FadeOut(*self.arrows.values(), *names), *home, run_time=_BACK)
        for word in self.offsets:
            self.words[word].remove(self.words[word].label)  # or it would come back with the word that moves
        self.play(*map(Widen, bands), run_time=times.slow)
        self.add(*self.ghosts.values())
        moves = [
            slide(token, self.plane.place(self.new[word]), pulls[word], offset=self.offsets.get(word), rate_func=settle)
            for word, token in self.words.items()
        ]
        self.play(*moves, FadeOut(*self.targets.values()), run_time=_ALL)
        dots = [FadeIn(each) for each in self.trails.values() if len(each)]
        self.play(FadeOut(*bands), *map(FadeIn, names), *dots, run_time=times.move)
        for word, name in zip(self.offsets, names, strict=True):
            self.words[word].add(name)
