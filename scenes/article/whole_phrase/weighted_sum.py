"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import mul

import numpy as np
from manim import (
    Animation,
    AnimationGroup,
    Circle,
    DashedVMobject,
    FadeIn,
    FadeOut,
    LaggedStart,
    VGroup,
    VMobject,
    smooth,
    there_and_back,
)
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import OFF_EDGE, LevelTable
from scenes.article.whole_phrase.written_sum import SumTerm, WrittenSum
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, width_at
from scenes.parts.plane.labels import (
    Box,
    Moment,
    Segment,
    Spot,
    free_place,
    inside_length,
    overlap,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.number_grid import decimals_for
from scenes.parts.text.number import format_vector
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.quantities import quantity
from scenes.worlds import World

_ICON, _ASIDE = 0.6, 0.07
"""Scene units: the height of icons on the plane; by which bands lie off the straight way: both ways are seen."""

_SLIM, _PLAIN, _PLAIN_OWN = 0.6, 0.1, 0.2
"""The share of their usual width that bands have, as many lie close together; scene units of width below which they
have no light and shade, and below which a word's own has none."""

_WEAK, _CLEAR = 0.05, 0.03
"""The weight below which a pull is a thread, as there are many; scene units around the plane's numbers in which no band
may run."""

_STROKE, _OFF_MARK, _OFF_WORD, _PINNED = 2.6, 0.03, 0.06, 0.2
"""Stroke units of rings that light up; scene units from a word's mark to the ring that is its own share, and to the one
that lights up around it; the radius of those that light up at old places."""

_SQUARE = 0.92
"""Half a square that stands for that ring where names are placed, as a share of its radius."""

_GOAL, _HIT = 0.13, 4.0
"""Scene units of the radius of the ring where the told word will be; the size to which it grows as that lands in it."""

_DASHES, _FINE = 9.0, 2.0
"""Dashes for a scene unit of a line down to an axis; its stroke units."""

_COME, _SCAN, _GO = 0.9, 0.4, 2.8
"""Seconds in which words and table come, in which a row lights up as all are shown, and in which all words move."""

_DRAWN, _BACK, _SLOWLY, _PART = 0.16, 0.07, 1.25, 0.75
"""The share of that time in which words draw back, by which share of their ways; the power of the rest with which they
begin to move; the share of a spring's time that is seen, as it hardly moves after that."""

_TERM, _SEE, _TIE, _QUICKER, _SHORTEST = 1.1, 0.4, 1.1, 0.8, 0.45
"""Seconds in which a term is written, and for seeing what it comes to; in which the first row ties its word; by which
share each row is quicker than the one before it, and the least of these times."""

_PIECE = 1.1
"""Seconds in which a piece of the formula is named."""

_FORMS = ((2, 1), (3, 1), (3, 2), (4, 2))
"""Digits after the point of weights and of the result with which the sum is right as it is printed, best first."""

_EXACT = 1e-6
"""The most by which a number of X differs from what is printed."""

_PIECES, _PIECE_GAPS = ('"softmax"(X X^T)', "X", "=", "X'"), (0.16, 0.3, 0.3)
"""The formula in Typst's maths, piece by piece: the table, the old places, the new ones; scene units between them."""

_BELOW_FORMULA, _LOW = 0.12, 0.4
"""Scene units from the formula to the names below its pieces; from the record's end up to its middle in square
frames."""


@dataclass(frozen=True)
class RowSum(WeightedSums):
    """The numbers of the figure: those of the table, and of the sum of the row that is written out."""

    rest: Tensor = quantity("What the weights of all words but two add up to in the first row.")
    mean: Tensor = quantity("Where these words pull together: their weighted mean.")

    @property
    def terms(self) -> list[int]:
        """The positions of two words of the sum: the row's own, and the other one that pulls most."""
        return two_strongest(self.words, self.weights[self.position], self.position)


def two_strongest(words: Sequence[str], weights: Tensor, row: int) -> list[int]:
    """Return the positions of a row's own word and of the other word that has the largest weight in the row."""
    others = [index for index, word in enumerate(words) if word != words[row]]
    others = others or [index for index in range(len(words)) if index != row]
    return [row, max(others, key=lambda index: float(weights[index]))] if others else [row]


class TableWeightedSum(LevelTable):
    """attention-table-weighted-sum: each row of weights moves its word to the weighted sum of all vectors."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS
    numbers: RowSum

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> RowSum:
        """Return softmax(X Xᵀ) X of the phrase.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        table = similarities(parameters, world)
        step = attend(table.vectors)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        first, second = (step.weights[row][:, None] * table.vectors for row in (table.position, table.second))
        shown = two_strongest(table.words, step.weights[table.position], table.position)
        others = [index for index in range(len(table.words)) if index not in shown]
        rest = step.weights[table.position, others].sum()
        return RowSum(
            **given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output,
            rest=rest, mean=first[others].sum(dim=0) / rest.clamp(min=_EXACT),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: RowSum) -> Mapping[str, object]:
        """Return the first row's word and its new vector."""
        return {"word": numbers.word, "updated": format_vector(numbers.updated[numbers.position])}

    def build(self) -> None:
        """Make the table of weights, the sum of one row, the words at their old places, and all that pulls them."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.table = self.make_level_table(numbers.weights)
        for row in self.table.discs:
            for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                disc.tint(color)
        self.formula, self.below = self._formula()
        self.home = self.formula[0].get_center()
        if not self.is_square:
            self.formula[0].move_to(self.name_place(float(self.formula[0].width)))
        self.pulls = {word: self.pulls_on(word) for word in self.old}
        self.sum = self._sum()
        self.crossed = self._crossed()
        self.words = self._tokens()
        self.own = {word: self._held(self._ring(word), word, 0.0) for word in self.words}
        self.frame = self.table.frame(0)
        self.goal = Circle(radius=_GOAL, color=self.style.theme.ink, stroke_width=2 * _STROKE)
        self.goal.set_fill(self.style.theme.background, 1.0).move_to(self.plane.place(self.new[numbers.word]))
        laid(self.goal, Layer.VECTOR)
        self.marked = self._drops(self.new[numbers.word], self.color_of(numbers.word))

    # --- Names, the formula and the sum ---------------------------------------------------------------------------

    @property
    def is_square(self) -> bool:
        """True in frames that are neither wide nor upright."""
        return not (self.stage.is_wide or self.stage.is_portrait)

    def _formula(self) -> tuple[list[Math], list[Label]]:
        """Return the formula piece by piece below the table, and what stands below its pieces."""
        whole = self.named(" thin ".join(_PIECES))
        size = self.style.sizes.formula if self.is_square else whole.size
        row = [Math(each, size=size, style=self.style) for each in _PIECES]
        line = Row(row, _PIECE_GAPS).move_to(whole)
        if self.is_square:  # there it is larger, below plane and table
            line.set_y(self.view.record.bottom + _LOW)
        line.shift(point(min(self.stage.safe.right - OFF_EDGE - float(line.get_right()[0]), 0.0)))
        size, names = self.style.sizes.tick, list[Label]()
        for piece, key in ((row[0], "weights"), (row[1], "old"), (row[3], "new")):
            name = Label(self.says(key), size=size, style=self.style).move_to(piece)
            names.append(
                name.on_baseline(float(line.get_bottom()[1]) - _BELOW_FORMULA - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT)
            )
        return [laid(piece, Layer.LEDGER) for piece in row], [laid(name, Layer.LEDGER) for name in names]

    def _sum(self) -> WrittenSum:
        """Return the told row's sum at a free place on the plane: two words' terms, all others', and the new place."""
        numbers, row, digits = self.numbers, self.numbers.position, self._digits()
        after = self._exact
        terms = [
            SumTerm(numbers.weights[row, at], numbers.vectors[at], after, self.color_at(at)) for at in numbers.terms
        ]
        if len(numbers.terms) < len(numbers.words):
            mean = numbers.mean if as_printed(float(numbers.rest), digits[0]) > 0 else None
            terms.append(SumTerm(numbers.rest, mean, 2, self.style.theme.ink, self.says("others")))
        sizes, color = self.style.sizes, self.color_at(row)
        for size in (sizes.number, sizes.tick):
            written = WrittenSum(terms, numbers.updated[row], color, digits=digits, size=size, style=self.style)
            if self._lay_sum(written):
                break
        return written

    def _lay_sum(self, written: WrittenSum) -> bool:
        """Lay the sum at the place nearest to the upper end beside the told word; return whether it is free."""
        left, low, right, top = written.box
        size, room, safe = (right - left, top - low), self.view.words(self.stage), self.stage.safe
        half = _SQUARE * (_ICON / 2 + _OFF_MARK + self._own_width(self.numbers.word))
        marks = [_box_around(self.plane.place(row), half) for row in (*self.numbers.vectors, *self.numbers.updated)]
        boxes = [*self.plane.text_boxes(), *self._table_boxes(), *map(box_of, (*self.formula, *self.below)), *marks]
        bounds = (
            safe.left, self.view.record.bottom if self.stage.is_portrait else room.bottom,
            self.table.left if self.stage.is_wide else safe.right - OFF_EDGE, room.top,
        )  # fmt: skip
        near = flat(self.plane.place(self.old[self.numbers.word]))[0] + size[0], room.top
        lines = [*self.plane.axis_segments(), *(way for word in self.old for way in self._ways(word))]
        written.move_to(*free_place(size, bounds, near, boxes=boxes, lines=lines))
        return not any(overlap(written.box, box) for box in boxes)

    def _table_boxes(self) -> list[Box]:
        """Return the boxes of the table's cells and of its words' names."""
        table = self.table
        return [box_of(part) for part in (table.lines, *table.row_names, *table.column_names)]

    @property
    def _exact(self) -> int:
        """The digits after the point that vectors are written with: one where all their numbers are exact with it."""
        vectors = self.numbers.vectors
        brief = all(abs(as_printed(value, 1) - value) < _EXACT for value in vectors.flatten().tolist())
        return 1 if brief else decimals_for(vectors)

    def _digits(self) -> tuple[int, int]:
        """Return with how many digits the sum is right as it is printed: those of its weights, and of its result."""
        numbers, weights = self.numbers, self.numbers.weights[self.numbers.position]
        added = [*weights[numbers.terms].tolist(), float(numbers.rest)]
        right = [form for form in _FORMS if self.adds_up(*form)]
        ones = [form for form in right if decimals_that_add(added, 1.0, form[:1]) is not None]
        return [*ones, *right, *_FORMS][0]

    def adds_up(self, digits: int, result: int) -> bool:
        """Return whether the sum's terms are its result, as all are printed.

        Args:
            digits: of the weights, after the point.
            result: of the result.
        """
        numbers, row = self.numbers, self.numbers.position
        weights = [*numbers.weights[row, numbers.terms].tolist(), float(numbers.rest)]
        vectors = [[as_printed(x, self._exact) for x in vector] for vector in numbers.vectors[numbers.terms].tolist()]
        vectors.append([as_printed(x, 2) for x in numbers.mean.tolist()])
        seen = [as_printed(weight, digits) for weight in weights]
        pulled = [sum(map(mul, seen, along)) for along in zip(*vectors, strict=True)]
        return [as_printed(x, result) for x in pulled] == [as_printed(x, result) for x in numbers.updated[row].tolist()]

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places, and find on which sides their names stand there and at the new ones."""
        words = [*self.old]
        large = [word for word in words if self.world.family_index(word) is not None or word == self.world.subject]
        size, heights = None if self.stage.is_wide else self.style.sizes.tick, dict.fromkeys(words, _ICON)
        texts = [*self.plane.text_boxes(), *self._table_boxes(), *map(box_of, self.sum.parts)]
        left, low, right, top = name_bounds(self.plane)
        bounds = (left, low, min(max(right, self.table.left), self.stage.safe.right - OFF_EDGE), top)

        def sides(rows: Mapping[str, Tensor], *, tied: bool) -> dict[str, tuple[float, float]]:
            spots = name_spots(self.plane, rows, heights=heights, large=large, size=size, style=self.style)
            if tied:
                spots, boxes = [self._ringed(*each) for each in zip(spots, words, strict=True)], texts
                lines = [way for word in words for way in self._ways(word)]
            else:
                boxes = [*texts, *(_box_around(self.plane.place(row), _PINNED / 2) for row in self.old.values())]
                lines = [
                    (flat(self.plane.place(self.old[word])), flat(self.plane.place(self.new[word]))) for word in words
                ]
            moment = Moment(spots, [*self.plane.axis_segments(), *lines], boxes)
            return dict(zip(words, place_travelling_labels([moment], bounds), strict=True))

        self.sides, first = sides(self.new, tied=False), sides(self.old, tied=True)
        return {word: self.token(word, self.old[word], offset=first[word], height=_ICON, size=size) for word in words}

    def _ringed(self, spot: Spot, word: str) -> Spot:
        """Return a word's mark with the ring around it that is its own share."""
        reach = _SQUARE * (max(spot.mark) + _OFF_MARK + self._own_width(word))
        return replace(spot, mark=(max(reach, spot.mark[0]), max(reach, spot.mark[1])))

    # --- The pulls ------------------------------------------------------------------------------------------------

    def pulls_on(self, word: str) -> dict[str, Band | Thread]:
        """Return what pulls a word by the puller: bands from the old places, and threads for weak pulls."""
        numbers, end, pulls = self.numbers, self.plane.place(self.old[word]), dict[str, Band | Thread]()
        row = numbers.words.index(word)
        for other, vector in self.old.items():
            weight = sum(float(numbers.weights[row, at]) for at, each in enumerate(numbers.words) if each == other)
            start = self.plane.place(vector)
            if weight < _WEAK:
                pulls[other] = Thread(start, end, weight=weight, style=self.style)
                continue
            aside, color = _ASIDE * _across(start, end), self.color_of(other)
            own = other == word
            plain = _SLIM * width_at(weight, 0.0) < (_PLAIN_OWN if own else _PLAIN)
            pulls[other] = Band(
                start + aside, end + aside, weight, color, slim=_SLIM, pinned=own, tapers=not own, plain=plain,
                style=self.style,
            )  # fmt: skip
        return pulls

    def _ways(self, word: str) -> list[Segment]:
        """Return the ways of the bands that pull a word."""
        return [(flat(each.puller), flat(each.pulled)) for each in self.pulls[word].values() if isinstance(each, Band)]

    def _crossed(self) -> list[VMobject]:
        """Return the plane's numbers through which a band runs: they leave while all words are tied."""
        ways = [way for word in self.old for way in self._ways(word)]
        ways += [(start, flat(self.plane.place(self.new[word]))) for word in self.old for start, _ in self._ways(word)]
        crossed = list[VMobject]()
        for number in self.plane.numbers:
            left, low, right, top = box_of(number)
            box = (left - _CLEAR, low - _CLEAR, right + _CLEAR, top + _CLEAR)
            if any(inside_length(way, box) for way in ways):
                crossed.append(number)
        return crossed

    def _own_width(self, word: str) -> float:
        """Return the width of the ring around a word that is its own share: half a band's, as a band is a loop."""
        return _SLIM * width_at(self.pulls[word][word].weight, 0.0) / 2

    def _ring(self, word: str) -> Circle:
        """Return a ring around a word's old place."""
        ring = Circle(color=self.color_of(word)).set_fill(self.style.theme.background, 1.0)
        return laid(ring.move_to(self.plane.place(self.old[word])), Layer.TRAIL)

    def _held(self, ring: Circle, word: str, share: float) -> Circle:
        """Let the ring that is a word's own share shrink by a share of its way into the round end of its own band."""
        width = self._own_width(word)
        radius = max(self.words[word].reach()) + _OFF_MARK + width / 2
        ring.scale_to_fit_width(2 * (radius + share * (width / 2 - radius)))
        return ring.set_stroke(width=100 * width, opacity=1 - share**4).set_fill(opacity=1 - share)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Ask where all go; tie one word and add up its row; tie all others, let go of all, and name what was done."""
        said = self.said()
        with self.beat("question", **said):
            self._ask()
            self.rest()
        with self.beat("row", **said):
            self._tie_told()
            self.rest()
        with self.beat("sum", **said):
            self._add_up()
            self.rest()
        with self.beat("net", **said):
            self._tie_all()
            self.rest()
        with self.beat("go", **said):
            self._let_go()
            self.rest()
        with self.beat("name", **said):
            self._name()
            self.hold()

    def _ask(self) -> None:
        """Show words and table, and let every row light up together with the word whose pulls it holds."""
        discs = [disc for row in self.table.discs for disc in row]
        self.add(self.phrase)
        self.play(FadeIn(self.table, *discs, self.formula[0], *self.words.values()), run_time=_COME)
        rows = [*range(len(self.numbers.words))]
        rows = [*(row for row in rows if row != self.numbers.position), self.numbers.position]
        lit = [
            AnimationGroup(_flash(self.table.frame(row)), _flash(self._around(self.numbers.words[row]))) for row in rows
        ]
        self.play(LaggedStart(*lit, lag_ratio=0.6), run_time=_SCAN * len(rows))

    def _tie_told(self) -> None:
        """Let each disc of the told row send out the band that it stands for, and write its weight."""
        numbers, row, word = self.numbers, self.numbers.position, self.numbers.word
        self.frame.become(self.table.frame(row))
        laid(self.frame, Layer.FRAME)
        self.play(FadeIn(self.frame), run_time=self.style.times.quick)
        told = [numbers.words[at] for at in numbers.terms]
        for at, weight in zip(numbers.terms, self.sum.weights, strict=False):
            lit = _flash(self.table.ring(row, at))
            self.play(lit, *self._sent(numbers.words[at], word), FadeIn(weight), run_time=_TERM)
        others = [at for at in range(len(numbers.words)) if at not in numbers.terms]
        if others:
            rings = [_flash(self.table.ring(row, at)) for at in others]
            sent = [each for other in self.old if other not in told for each in self._sent(other, word)]
            self.play(*rings, *sent, FadeIn(self.sum.weights[-1], *self.sum.products[len(told) :]), run_time=_TERM)

    def _sent(self, puller: str, word: str) -> list[Animation]:
        """Return how a pull comes out of the word that pulls, at its old place; its own is a ring."""
        return [FadeIn(self.own[word], scale=0.6)] if puller == word else [Widen(self.pulls[word][puller])]

    def _add_up(self) -> None:
        """Multiply each weight by its word's place, as that is read off the axes; mark where the sum is."""
        numbers = self.numbers
        weak = [each for each in self.pulls[numbers.word].values() if isinstance(each, Thread)]
        if weak:
            self.play(FadeOut(*weak), run_time=self.style.times.quick)
        times, drops = self.style.times, VGroup()
        for at, product in zip(numbers.terms, self.sum.products, strict=False):
            word, before = numbers.words[at], drops
            drops = self._drops(self.old[word], self.color_at(at))
            self.play(FadeOut(before), FadeIn(drops), _flash(self._around(word)), run_time=times.move)
            self.play(FadeIn(product), run_time=times.quick)
            self.wait(_SEE)
        self.play(FadeOut(drops), FadeIn(self.sum.result), run_time=times.move)
        self.play(FadeIn(self.marked), run_time=times.move)
        self.play(FadeIn(self.goal, scale=2.5), run_time=times.quick)

    def _drops(self, row: Tensor, color: str) -> VGroup:
        """Return dashed lines from a place to both axes."""
        at, (x, y, _) = self.plane.place(row), self.plane.origin
        drops = VGroup()
        for foot in (point(at[0], y), point(x, at[1])):
            length = float(np.linalg.norm(at - foot))
            if length > 1e-6:
                line = thin_line(at, foot, color, _FINE)
                drops.add(DashedVMobject(line, num_dashes=max(2, round(_DASHES * length))))
        return laid(drops, Layer.THREAD)

    def _tie_all(self) -> None:
        """Tie every other word by its row, from the told row upwards, faster and faster."""
        numbers = self.numbers
        if self.crossed:
            self.play(FadeOut(*self.crossed), run_time=self.style.times.quick)
        tied, count, seconds = {numbers.word}, len(numbers.words), _TIE
        for step in range(1, count):
            row = (numbers.position - step) % count
            word, target = numbers.words[row], self.table.frame(row)
            sent = list[Animation]()
            if word not in tied:
                strong = [other for other, pull in self.pulls[word].items() if isinstance(pull, Band)]
                sent = [each for other in dict.fromkeys([word, *strong]) for each in self._sent(other, word)]
            tied.add(word)
            self.play(self.frame.animate.move_to(target), *sent, run_time=seconds)
            seconds = max(_QUICKER * seconds, _SHORTEST)
        self.play(FadeOut(self.frame), run_time=self.style.times.quick)

    def _let_go(self) -> None:
        """Let all words go at once: each to where its bands balance, all of them tied to the old places."""
        bands = {word: [p for p in pulls.values() if isinstance(p, Band)] for word, pulls in self.pulls.items()}
        ends = {word: (self.plane.place(self.old[word]), self.plane.place(self.new[word])) for word in self.words}
        for word in self.words:
            own = self.pulls[word][word]
            if isinstance(own, Band):
                self.add(own)
        first = {word: token.offset or (0.0, 0.0) for word, token in self.words.items()}
        firsts = {id(band): (band.puller.copy(), band.pulled.copy()) for each in bands.values() for band in each}

        def follow(share: float) -> None:
            for word, token in self.words.items():
                start, end = ends[word]
                way = share * (end - start)
                (x, y), (to_x, to_y), part = first[word], self.sides[word], max(min(share, 1.0), 0.0)
                token.put(start + way, (x + part * (to_x - x), y + part * (to_y - y)))
                self._held(self.own[word], word, min(1.0, 2.5 * max(share, 0.0)))
                for band in bands[word]:
                    anchor, pulled = firsts[id(band)]
                    band.set_ends(anchor, pulled + way)

        moved = [*self.words.values(), *self.own.values(), *(band for each in bands.values() for band in each)]
        self.play(Live(moved, follow, rate_func=_released), run_time=_GO)
        hit = FadeOut(self.goal, scale=_HIT)
        loose = [band for word, each in bands.items() for band in each if band is not self.pulls[word][word]]
        back = [FadeIn(*self.crossed)] if self.crossed else []
        self.play(hit, FadeOut(self.marked, *loose), *back, run_time=self.style.times.move)

    def _name(self) -> None:
        """Say what each piece of the formula is: the table, the old places, the new ones."""
        (first, x, equals, prime), (weights, old, new) = self.formula, self.below
        rows = [_flash(self.table.frame(row)) for row in range(len(self.numbers.words))]
        self.play(first.animate.move_to(self.home), run_time=self.style.times.quick)
        self.play(FadeIn(weights), LaggedStart(*rows, lag_ratio=0.15), run_time=_PIECE)
        lit = [_flash(self._around(word, self.plane.place(self.old[word]))) for word in self.words]
        self.play(FadeIn(x, old), *lit, run_time=_PIECE)
        lit = [_flash(self._around(word)) for word in self.words]
        self.play(FadeIn(equals, prime, new), *lit, run_time=_PIECE)

    def _around(self, word: str, at: Point | None = None) -> Circle:
        """Return a ring around a word's mark where it is now, or around a manim point."""
        token = self.words[word]
        reach = max(token.reach()) + _OFF_WORD if at is None else _PINNED
        ring = Circle(radius=reach, color=self.style.theme.ink, stroke_width=_STROKE)
        return laid(ring.move_to(token.at if at is None else at), Layer.LABEL)


def _flash(mark: VMobject) -> FadeIn:
    """Return how a ring or a frame lights up and leaves: what it is around keeps its size."""
    return FadeIn(mark, rate_func=there_and_back, remover=True)


def _released(time: float) -> float:
    """Return how far a word has come that is let go, 0 to 1: it draws back a little before it springs."""
    if time < _DRAWN:
        return -_BACK * smooth(time / _DRAWN)
    spring = settle(_PART * ((time - _DRAWN) / (1 - _DRAWN)) ** _SLOWLY) / settle(_PART)
    return (1 + _BACK) * spring - _BACK


def _box_around(at: Point, reach: float) -> Box:
    """Return the box around a place."""
    x, y = flat(at)
    return (x - reach, y - reach, x + reach, y + reach)


def _across(start: Point, end: Point) -> Point:
    """Return the way of length 1 to the right of one who goes from a point to another; none where they are one."""
    way = end - start
    length = float(np.linalg.norm(way))
    return point(way[1], -way[0]) / length if length > 1e-9 else point()
