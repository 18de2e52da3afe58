"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from manim import Animation, FadeIn, FadeOut, VMobject

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import ICON, PITCH, StageTable
from scenes.motion.live import Widen, settle, slide
from scenes.parameters import require_plane
from scenes.parts.geometry import flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.worlds import World

_PULL, _PASS = 1.6, 4.6
"""Seconds in which bands move a word, and of all words that are told in passing."""

_SLIM = 0.7
"""The share of their usual width that bands have: many lie close together."""


class TableWeightedSum(StageTable):
    """attention-table-weighted-sum: each row of weights moves its word to the weighted sum of all vectors."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS
    numbers: WeightedSums

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> WeightedSums:
        """Return softmax(X Xᵀ) X of the phrase.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        table = similarities(parameters, world)
        step = attend(table.vectors)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        first, second = (step.weights[row][:, None] * table.vectors for row in (table.position, table.second))
        return WeightedSums(**given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output)

    @classmethod
    def alternative_values(cls, numbers: WeightedSums) -> Mapping[str, object]:
        """Return the first row's word and its new vector."""
        return {"word": numbers.word, "updated": format_vector(numbers.updated[numbers.position])}

    def build(self) -> None:
        """Make the words, at their old places and their new ones, the table of weights and its name."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.table = self.make_table(numbers.weights)
        self.told = (numbers.position, numbers.second)
        self.results = [self._result(row) for row in self.told]
        self._lay_below()
        old, new = (dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated))
        heights = {word: ICON for word in old}
        boxes = [box_of(result) for result in self.results]
        bands = [band for row in range(len(numbers.words)) for band in self.bands(row)]
        lines = [(flat(band.puller), flat(band.pulled)) for band in bands]
        self.words = self.tokens(old, heights, lines=lines, boxes=boxes)
        self.ghosts = {word: token.ghost() for word, token in self.words.items()}
        ways = [(flat(self.plane.place(old[word])), flat(self.plane.place(new[word]))) for word in old]
        boxes += [box_of(ghost) for ghost in self.ghosts.values()]
        later = self.tokens(new, heights, lines=ways, boxes=boxes)
        self.offsets = {word: token.offset for word, token in later.items()}
        self.trails = {
            word: trail(token.at, self.plane.place(new[word]), token.color_by_role, style=self.style)
            for word, token in self.words.items()
        }

    def _result(self, row: int) -> Row:
        """Return a word and the numbers of its new place."""
        numbers, size, style, color = self.numbers, self.style.sizes.number, self.style, self.color_at(row)
        comma = self.style.language.text("common.labels.between-numbers", {})
        first, second = (Number(value, size=size, color=color, style=style) for value in numbers.updated[row])
        pieces: list[VMobject] = [
            Label(numbers.words[row], size=size, color=color, style=style),
            Math("arrow.r", size=size, style=style),
            Row([Math("paren.l", size=size, style=style), first, Label(comma, size=size, style=style)], 0.05),
            Row([second, Math("paren.r", size=size, style=style)], 0.05),
        ]
        return Row(pieces, 0.14)

    def _lay_below(self) -> None:
        """Lay the two words' new places, and the table's name."""
        first = self.below_first(max(float(row.width) for row in self.results))
        for index, row in enumerate(self.results):
            row.move_to(first - point(0.0, PITCH * index))
        self.result_texts = [labelled(row, self.style) for row in self.results]
        self.formula = self.named('"softmax"(X X^T) thin X', float(self.results[-1].get_bottom()[1]))

    def bands(self, row: int) -> list[Band]:
        """Return the bands on which words pull a row's word from their old places, its own pinned to its own.

        Args:
            row: position in the phrase.
        """
        numbers, at = self.numbers, self.plane.place(self.numbers.vectors[row])
        bands = []
        for index, weight in enumerate(numbers.weights[row].tolist()):
            if weight >= SLACK_BELOW:
                own, color = numbers.words[index] == numbers.words[row], self.color_at(index)
                place = self.plane.place(numbers.vectors[index])
                bands.append(Band(place, at, weight, color, pinned=own, slim=_SLIM, style=self.style))
        return bands

    def tell(self) -> None:
        """Show the weights, move one word by its row, then the second, then all, and name the table."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        frame = self.table.frame(numbers.position)
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            self.add(self.phrase)
            self.play(FadeIn(self.table, *discs, *self.words.values()), run_time=times.move)
            self.rest()
        with self.beat("first-row", **said):
            self.play(FadeIn(frame), run_time=times.quick)
            self._move(numbers.position, _PULL)
            self.play(FadeIn(self.result_texts[0]), run_time=times.quick)
            self.rest()
        with self.beat("second-row", **said):
            self.play(self._down(frame, numbers.second), run_time=times.quick)
            self._move(numbers.second, _PULL)
            self.play(FadeIn(self.result_texts[1]), run_time=times.quick)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                self._sweep(frame)
                self.rest()
        with self.beat("name", **said):
            self.play(FadeOut(frame), FadeIn(self.formula), run_time=times.move)
            self.last()

    def _move(self, row: int, seconds: float) -> None:
        """Let the bands of a row move its word to their balance, the weighted sum of all vectors."""
        word = self.numbers.words[row]
        token, pulls = self.words[word], self.bands(row)
        end = self.plane.place(self.numbers.updated[row])
        if (token.at == end).all():
            return  # it stands in the phrase twice
        self.play(*map(Widen, pulls), FadeIn(self.ghosts[word]), run_time=0.35 * seconds)
        moved = slide(token, end, pulls, offset=self.offsets[word], rate_func=settle)
        self.play(moved, *map(FadeIn, self.trails[word]), run_time=0.5 * seconds)
        self.play(FadeOut(*pulls), run_time=0.15 * seconds)

    def _sweep(self, frame: VMobject) -> None:
        """Let every other row move its word, one after the other."""
        each = _PASS / len(self.numbers.others)
        for row in self.numbers.others:
            self.play(self._down(frame, row), run_time=0.15 * each)
            self._move(row, 0.85 * each)

    def _down(self, frame: VMobject, row: int) -> Animation:
        return frame.animate.set_y(float(self.table.centre(row, row)[1])).build()
