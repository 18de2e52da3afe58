"""The attention pattern: every query against every key (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from manim import (
    DOWN,
    RIGHT,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    ManimColor,
    RoundedRectangle,
    VGroup,
    VMobject,
)

from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.layout import stack
from scenes.lesson.asking import Asking
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.motion.arrive import arrive
from scenes.motion.become import become
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.table.number_grid import middle_baseline
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label
from scenes.stage import Region
from scenes.worlds import World

_MARK, _ROW, _ALL, _LEAVE, _REST = 1.3, 1.8, 1.8, 0.5, 0.9
"""Seconds in which a row or a column is marked, in which one word scores all, in which all others do, in which what has
been said leaves, and of rest."""

_BELOW, _AIR, _SEAM, _STEM_AIR = 0.35, 0.12, 0.06, 0.07
"""Scene units below the table for a name, around names, around the cells of a row, and at both ends of a stem."""

_SUMS, _LEAST_ROOM, _ASKER_SHARE = 0.7, 2.5, 0.4
"""Scene units that sums take after strips; the least length of strips in whose room somebody asks; how far that room
reaches below the row, as a share of its height above the row."""

_HIGHEST = 1.0
"""The size of type in a piece of a strip, as a share of the strip's height."""


def _rows_add_up(numbers: Asked, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.words)))


def _asks_of_few(numbers: Asked, world: World) -> Measurement:
    best = numbers.answering(numbers.position, 2)
    share = float(numbers.weights[numbers.position][best].sum())
    return Measurement(share > 0.8, f"{' and '.join(numbers.words[place] for place in best)}: {share:.2f}")


class AttentionPattern(Figure):
    """lesson-attention-pattern: every query meets every key, and softmax leaves each word's row its few answers."""

    name = "lesson-attention-pattern"
    world_name = "creature"
    Parameters = OfCreature
    numbers: Asked
    claims = (
        Claim("Every row of the pattern adds up to 1.", _rows_add_up),
        Claim("Two words have more than four fifths of the asking word's weight.", _asks_of_few),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Asked:
        """Return every query's scores and weights."""
        return asked(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return the phrase, the word that asks, and the two that answer with their weights."""
        best = numbers.answering(numbers.position, 2)
        weights = numbers.weights[numbers.position]
        found = ", ".join(f"{numbers.words[place]} {format_number(float(weights[place]))}" for place in best)
        return {"words": " ".join(numbers.words), "word": numbers.word, "found": found}

    def build(self) -> None:
        """Make a table with a strip for each row, who asks beside it, and marks of its query and of a key."""
        numbers, style = self.numbers, self.style
        self.best = numbers.answering(numbers.position, 2)
        # Two digits after the point, so that a pencil finds the printed shares from the printed scores.
        held = {"holds": [numbers.scores], "decimals": 2, "strips": True}
        self.table = self.phrase_table(numbers.words, steps=(self.says("shares"),), **held)
        self.arrange(stack(self.table), region=self.stage.above_foot.inset(bottom=_BELOW))
        for cell in (cell for row in self.table.cells for cell in row):
            cell.set_stroke(style.theme.axis)
        # The outline of a strip stays over its pieces, so that it is whole before, while and after it is filled.
        self.table.tracks.set_stroke(style.theme.axis, style.strokes.thin).set_z_index(1)
        self.table.heading.set_color(style.theme.ink)
        self.stems = self._stems()
        cells = self.table.cells
        self.row = self._mark(cells[numbers.position], style.theme.query)
        self.column = self._mark([row[self.best[0]] for row in cells], style.theme.key)
        self.row_name = Label(self.says("query"), size=style.sizes.tick, color=style.theme.query, style=style)
        self.row_name.next_to(self.row, RIGHT, buff=_AIR)
        self.column_name = Label(self.says("key"), size=style.sizes.tick, color=style.theme.key, style=style)
        self.column_name.next_to(self.column, DOWN, buff=_AIR)
        self.asker = self._asker()

    def _stems(self) -> VGroup:
        """Return lines from those columns' titles that stand one storey higher down to their columns."""
        titles, cells = self.table.grid[-1], self.table.cells[0]
        low = min(float(title.get_bottom()[1]) for title in titles)
        stems = VGroup()
        for title, cell in zip(titles, cells, strict=True):
            start, end = float(title.get_bottom()[1]) - _STEM_AIR, float(cell.get_top()[1]) + _STEM_AIR
            if float(title.get_bottom()[1]) > low + float(title.height) and title.width > title.height:
                x = float(cell.get_x())
                stems.add(thin_line(point(x, start), point(x, end), self.style.theme.axis, self.style.strokes.thin))
        return stems

    def _mark(self, cells: Sequence[VMobject], color: str) -> RoundedRectangle:
        """Return an outline around a row or a column of cells."""
        room = VGroup(*cells)
        mark = RoundedRectangle(width=room.width + _SEAM, height=room.height + _SEAM, corner_radius=_SEAM)
        return mark.set_stroke(color, self.style.strokes.bold).move_to(room).set_z_index(2)

    def _asker(self) -> Asking | None:
        """Return the word that asks, where strips will be, in the height of its row; None where they are too short."""
        numbers, tracks, row = self.numbers, self.table.tracks, self.row
        left = float(self.row_name.get_right()[0]) + _AIR
        right = float(tracks.get_right()[0]) + _SUMS
        high = float(self.table.get_top()[1])
        low = float(row.get_y()) - _ASKER_SHARE * (high - float(row.get_y()))
        if float(tracks.width) < _LEAST_ROOM or low >= high:
            return None
        colors = [(numbers.words[place], self.color_of(numbers.words[place])) for place in self.best]
        color = self.color_of(numbers.word)
        room = Region(left, right, low, high)
        return Asking(
            numbers, self.world, numbers.position, self.says("question"), colors, color, room, style=self.style
        )

    def _loudest(self, row: int, columns: Sequence[int]) -> VGroup:
        """Return a frame around each of a row's scores that answer loudest, in its word's colour."""
        frames = VGroup()
        for column in columns:
            frame = self.table.cells[row][column].copy()
            frames.add(frame.set_stroke(self.table.colors[column], self.style.strokes.bold).set_z_index(2))
        return frames

    def _other_loudest(self) -> tuple[int, int]:
        """Return the row and the column of the largest score of all other words."""
        rest = self.numbers.scores.clone()
        rest[self.numbers.position] = -torch.inf
        row, column = divmod(int(rest.argmax()), len(self.numbers.words))
        return row, column

    def _shares(self, row: int, columns: Sequence[int]) -> VGroup:
        """Return a row's shares of some columns, written into their pieces of its strip where they have room."""
        theme, shares = self.style.theme, VGroup()
        color = min((theme.ink, theme.background), key=lambda tone: sum(ManimColor(tone).to_rgb()))
        for place in columns:
            piece, weight = self.strips[row].pieces[place], self.numbers.weights[row, place]
            size = min(self.style.sizes.tick, _HIGHEST * float(piece.height) / UNITS_PER_FONT_UNIT)
            share = Weight(weight, size=size, color=color, style=self.style)
            if share.width + 2 * _STEM_AIR < piece.width:
                shares.add(share.set_x(piece.get_x()).on_baseline(middle_baseline(float(piece.get_y()), size)))
        return shares.set_z_index(2)

    # --- Telling ------------------------------------------------------------------------------------------------------

    def _softmax(self, rows: Sequence[int]) -> AnimationGroup:
        """Return how the scores of some rows become squares and strips, at the same time."""
        return AnimationGroup(
            *(become(self.scores[row], self.squares[row]) for row in rows), *(arrive(self.strips[row]) for row in rows)
        )

    def _scores_of_others(self) -> Animation:
        """Return how the scores of all other queries with all keys appear, all of them at once."""
        rows = [row for row in range(len(self.numbers.words)) if row != self.numbers.position]
        numbers = (number for row in rows for number in self.scores[row])
        return AnimationGroup(*(FadeIn(number) for number in numbers), run_time=_ALL)

    def tell(self) -> None:
        """Show a query's row and a key's column; score one row, then all; let softmax share out each."""
        numbers, table, times, best = self.numbers, self.table, self.style.times, self.best
        self.scores, self.squares = table.numbers(numbers.scores), table.weights(numbers.weights)
        self.strips = table.strips(numbers.weights)
        names = {"word": numbers.word, "first": numbers.words[best[0]], "second": numbers.words[best[1]]}
        asker = [] if self.asker is None else [self.asker]
        with self.beat("grid", **names):
            self.play(FadeIn(table.grid, self.stems), run_time=times.move)
            self.play(Create(self.row), FadeIn(self.row_name, *asker), run_time=_MARK)
            self.play(Create(self.column), FadeIn(self.column_name), run_time=_MARK)
            self._stand_still(_REST)
        loudest = self._loudest(numbers.position, best)
        with self.beat("row", **names):
            self.play(FadeOut(self.column, self.column_name), run_time=times.quick)
            self.show(self.scores[numbers.position], seconds=_ROW)
            answer = [] if self.asker is None else [self.asker.answered()]
            self.play(FadeIn(loudest, run_time=times.quick), *answer)
            self._stand_still(_REST)
        row, column = self._other_loudest()
        other = self._loudest(row, [column])
        with self.beat("scores", other=numbers.words[row], found=numbers.words[column]):
            self.play(FadeOut(self.row, self.row_name), run_time=times.quick)
            self.play(self._scores_of_others())
            self.play(FadeIn(other), run_time=times.quick)
            self._stand_still(_REST)
        with self.beat("softmax", **names):
            leaving = (
                []
                if self.asker is None
                else [*(p for p in self.asker if p is not self.asker.question), self.asker.answer]
            )
            self.play(FadeOut(loudest, other, *leaving), run_time=_LEAVE)
            self.play(FadeIn(table.tracks, table.heading), run_time=times.quick)
            self.play(self._softmax([numbers.position]), run_time=times.first)
            self.play(FadeIn(self._shares(numbers.position, best)), run_time=times.quick)
            self.play(self._softmax([row]), run_time=times.second)
            self.play(FadeIn(self._shares(row, [column])), run_time=times.quick)
            rest = [place for place in range(len(numbers.words)) if place not in (numbers.position, row)]
            self.play(self._softmax(rest), run_time=times.first)
            self.hold()
