"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from operator import mul

import torch
from manim import Animation, FadeIn, FadeOut, ReplacementTransform, RoundedRectangle, VGroup
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import ICON, StageTable
from scenes.motion.live import Widen, settle, slide
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, pull_of
from scenes.parts.plane.labels import Moment, Segment, place_travelling_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.worlds import World

_TERM, _PULL, _BACK, _ALL = 0.7, 1.1, 0.5, 2.1
"""Seconds: a term of the sum with its band, bands move a word, words go back, and all words move at once."""

_SLIM, _SLIMMER = 0.7, 0.4
"""The share of their usual width that bands have, as many lie close together; where those of all words are seen."""

_FIRST, _PITCH, _GAP = 0.32, 0.4, 0.12
"""Scene units from the table to the middle of the sum's first line, from a line to the next, and between its pieces."""


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


class TableWeightedSum(StageTable):
    """attention-table-weighted-sum: each row of weights moves its word to the weighted sum of all vectors."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS
    numbers: TwoSums

    @property
    def below_wide(self) -> float:
        """The room between the table and the record's end in wide frames, for a sum of four lines."""
        return 1.4

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
        while (wide := max(float(row.width) for index in (0, 1) for row in self._sum(index))) > room:
            self.size *= min(room / wide, 0.98)
        self.sums = [self._laid(self._sum(index)) for index in (0, 1)]
        self._write_formula()
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.words = self._tokens()
        self.ghosts = {word: token.ghost() for word, token in self.words.items()}
        self.targets = {word: token.ghost().move_to(self.plane.place(self.new[word])) for word, token in self._two()}
        self.trails = {
            word: trail(token.at, self.plane.place(self.new[word]), token.color_by_role, style=self.style)
            for word, token in self.words.items()
        }
        self.arrows = [self.plane.vector(row, self.color_of(word)) for word, row in self.old.items()]

    def _two(self) -> list[tuple[str, Token]]:
        """Return the words whose rows are written out."""
        words = dict.fromkeys(self.numbers.words[row] for row in self.numbers.told)
        return [(word, self.words[word]) for word in words]

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places; the name of a large one keeps its side wherever its row takes it."""
        large = [w for w in self.old if self.world.family_index(w) is not None or w == self.world.subject]
        told = [band for row in self.numbers.told for band in self.bands(row)]
        lines: list[Segment] = [(flat(band.puller), flat(band.pulled)) for band in told]
        lines += [(flat(self.plane.origin), flat(self.plane.place(row))) for row in self.old.values()]
        ways = [(flat(self.plane.place(row)), flat(self.plane.place(self.new[word]))) for word, row in self.old.items()]
        words = self._large_tokens(large, lines, ways)
        small = {word: row for word, row in self.old.items() if word not in large}
        boxes = [box_of(part) for word in words.values() for part in word]
        words |= self.tokens(small, lines=lines, boxes=boxes)
        later = {word: self.new[word] for word in small}
        boxes += [box_of(words[word].mark) for word in small]
        self.offsets = {word: token.offset for word, token in self.tokens(later, lines=ways, boxes=boxes).items()}
        return {word: words[word] for word in self.old}

    def _large_tokens(self, words: Sequence[str], lines: list[Segment], ways: list[Segment]) -> dict[str, Token]:
        """Return the words with icons; their names keep off lines before they move, and off ways when they have."""
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

    def _sum(self, index: int) -> list[Row]:
        """Return the lines of a row's sum: two words' weights times vectors, the others, and the new place."""
        numbers, row = self.numbers, self.numbers.told[index]
        digits, lines = self._digits(index), []
        for place, column in enumerate(numbers.terms(row)):
            color = self.color_at(column)
            weight = Weight(
                numbers.weights[row, column], decimals=digits, size=self.size, color=color, style=self.style
            )
            pair = self._pair(numbers.vectors[column], color)
            lines.append(Row([*([self._sign("+")] if place else []), weight, self._sign("times"), pair], _GAP))
        if float(numbers.rests[index]) >= 0.5 * 10.0**-digits:
            rest = Weight(numbers.rests[index], decimals=digits, size=self.size, style=self.style)
            others = Label(self.says("others"), size=self.size, color=self.style.theme.ink, style=self.style)
            lines.append(Row([self._sign("+"), rest, self._sign("times"), others], _GAP))
        name = Label(numbers.words[row], size=self.size, color=self.color_at(row), style=self.style)
        lines.append(Row([name, self._sign("arrow.r"), self._pair(numbers.updated[row], self.color_at(row))], _GAP))
        return lines

    def _digits(self, index: int) -> int:
        """Return digits after the point of a sum's weights: as printed they are 1 together, and terms the result.

        Args:
            index: of the two sums.
        """
        numbers, row = self.numbers, self.numbers.told[index]
        columns = list(numbers.terms(row))
        weights, result = numbers.weights[row, columns].tolist(), numbers.updated[row].tolist()
        whole = [d for d in (2, 3, 4) if decimals_that_add([*weights, float(numbers.rests[index])], 1.0, (d,))]
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

    def _laid(self, rows: Sequence[Row]) -> list[VGroup]:
        """Lay the lines of a sum below the table, their ends below each other."""
        wide = max(float(row.width) for row in rows)
        edge = min(float(self.table.lines.get_x()) + wide / 2, self.stage.safe.right - 0.1)
        for index, row in enumerate(rows):
            row.move_to(point(edge - float(row.width) / 2, self.table.bottom - _FIRST - _PITCH * index))
        return [labelled(row, self.style) for row in rows]

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
        """Show the weights, add up two rows, tie the formula to table and words, and move all words at once."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame = self.table.frame(numbers.position)
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            for row in self.table.discs:
                for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                    disc.tint(color)
            self.add(self.phrase)
            self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
            self.rest()
        with self.beat("first-row", **said):
            self.play(FadeIn(self.frame), run_time=times.quick)
            self._add_up(0)
            self.rest()
        with self.beat("second-row", **said):
            down = self.frame.animate.set_y(float(self.table.centre(numbers.second, 0)[1])).build()
            self.play(down, *self._back(0), FadeOut(*self.sums[0]), run_time=_BACK)
            self._add_up(1)
            self.rest()
        with self.beat("name", **said):
            self._name()
            self.rest()
        with self.beat("all-rows", **said):
            self._move_all()
            self.last()

    def _add_up(self, index: int) -> None:
        """Let each word of a row pull as its term is written; where the bands balance, the row's word comes to rest."""
        numbers, times, row = self.numbers, self.style.times, self.numbers.told[index]
        word, lines, pulls = numbers.words[row], list(self.sums[index]), self._pulls(row)
        rings = [self.table.ring(row, column) for column in numbers.terms(row)]
        shown: list[Band | Thread] = []
        for column, ring, line in zip(numbers.terms(row), rings, lines, strict=False):
            shown.append(pulls.pop(column))
            self.play(FadeIn(ring, line), Widen(shown[-1]), run_time=_TERM)
        weak = list(pulls.values())
        if weak:
            self.play(*map(FadeIn, weak), *map(FadeIn, lines[2:-1]), run_time=times.quick)
        self.add(self.ghosts[word])
        moved = slide(self.words[word], self.plane.place(self.new[word]), [*shown, *weak], rate_func=settle)
        self.play(moved, *map(FadeIn, self.trails[word]), run_time=_PULL)
        self.play(FadeIn(lines[-1]), FadeOut(*rings, *shown, *weak), run_time=times.quick)

    def _back(self, index: int) -> list[Animation]:
        """Return how a row's word goes back to its old place; an outline marks the new one."""
        word = self.numbers.words[self.numbers.told[index]]
        token = self.words[word]
        leaving = FadeOut(self.ghosts[word], *self.trails[word])
        return [slide(token, self.plane.place(self.old[word])), leaving, FadeIn(self.targets[word])]

    def _name(self) -> None:
        """Write the formula piece by piece, each with what it is: the table of weights, and the old vectors."""
        times, (table, vectors) = self.style.times, self.formula
        self.play(*self._back(1), FadeOut(*self.sums[1]), run_time=_BACK)
        self.play(ReplacementTransform(self.frame, self.whole), FadeIn(table), run_time=times.move)
        self.wait(0.3)
        self.play(FadeIn(vectors, *self.arrows), run_time=times.move)

    def _move_all(self) -> None:
        """Let the bands of all rows move all words at once, from their old places to their new ones."""
        numbers, times = self.numbers, self.style.times
        pulls = {word: self.bands(numbers.words.index(word), _SLIMMER) for word in self.words}
        bands = [band for each in pulls.values() for band in each]
        self.play(FadeOut(*self.arrows), *map(Widen, bands), run_time=times.move)
        self.add(*self.ghosts.values())
        moves = [
            slide(token, self.plane.place(self.new[word]), pulls[word], offset=self.offsets.get(word), rate_func=settle)
            for word, token in self.words.items()
        ]
        dots = [FadeIn(each) for each in self.trails.values() if len(each)]
        self.play(*moves, *dots, run_time=_ALL)
        self.play(FadeOut(*bands, *self.targets.values()), run_time=times.quick)
