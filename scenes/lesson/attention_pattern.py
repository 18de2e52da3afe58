"""The attention pattern: every query against every key (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import torch
from manim import (
    DOWN,
    RIGHT,
    AnimationGroup,
    ApplyMethod,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.layout import stack
from scenes.lesson.asking import Asking
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.softmax_work import Softmax, SoftmaxWork
from scenes.motion.arrive import arrive, late
from scenes.motion.become import become
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_MARK, _ROW, _ALL, _LEAVE, _REST = 1.0, 2.4, 1.8, 0.4, 0.8
"""Seconds in which a row or a column is marked, in which one word scores all, in which all others do, in which what has
been said leaves, and of rest."""

_LAY, _LAY_AGAIN = 0.8, 0.5
"""Seconds in which scores become squares, and again in which these lie down in a strip: the first row, and another."""

_POWERS = 1.0
"""Seconds in which powers appear, line by line, and again in which their shares do."""

_LARGEST = 8.0
"""The largest score to which e is raised: larger powers are not read at a glance."""

_THEN = 0.7
"""The share of the time in which scores become squares after which strips begin to arrive."""

_BELOW, _AIR, _SEAM, _STEM_AIR = 0.35, 0.12, 0.06, 0.07
"""Scene units below the table for a name or air, around names, around a row's cells, and at both ends of a stem."""

_SUMS, _LEAST_ROOM, _LYING, _WORD = 0.7, 2.5, 2.2, 0.2
"""Scene units that sums take after strips; the least length of strips in whose room somebody asks; the height of the
room beneath a table without strips; and the share of a room above and below a word that asks without a portrait."""


def _rows_add_up(numbers: Asked, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.words)))


def _asks_of_few(numbers: Asked, world: World) -> Measurement:
    best = numbers.answering(numbers.position, 2)
    share = float(numbers.weights[numbers.position][best].sum())
    return Measurement(share > 0.8, f"{' and '.join(numbers.words[place] for place in best)}: {share:.2f}")


@dataclass(frozen=True)
class Pattern(Asked):
    """A head's step, with softmax of the asking word's row worked out; empty where its scores are large."""

    powers: Tensor = quantity("e to the power of the word's two largest printed scores, and of all others together.")
    power_total: Tensor = quantity("The sum of these powers.")
    power_shares: Tensor = quantity("Each of these powers, divided by their sum: its weight, as a pencil finds it.")


class AttentionPattern(Figure):
    """lesson-attention-pattern: every query meets every key, and softmax leaves each word's row its few answers."""

    name = "lesson-attention-pattern"
    world_name = "creature"
    Parameters = OfCreature
    numbers: Pattern
    claims = (
        Claim("Every row of the pattern adds up to 1.", _rows_add_up),
        Claim("Two words have more than four fifths of the asking word's weight.", _asks_of_few),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Pattern:
        """Return every query's scores and weights, and the powers of which softmax makes the asking word's."""
        step = asked(parameters, world)
        printed = [as_printed(score) for score in step.scores[step.position].tolist()]
        powers = torch.tensor(printed if max(printed) <= _LARGEST else [], dtype=torch.float64).exp()  # (T,) or (0,)
        best = powers[step.answering(step.position, 2)] if len(powers) else powers
        together = torch.cat([best, (powers.sum() - best.sum())[None]]) if len(powers) else powers  # (3,) or (0,)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        total = together.sum()
        return Pattern(**given, powers=together, power_total=total, power_shares=together / total)

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
        # A portrait frame is too narrow for strips: cells take its width, and somebody asks beneath them.
        self.upright = self.stage.is_portrait
        held = {"holds": [numbers.scores], "decimals": 2, "strips": not self.upright}
        self.table = self.phrase_table(numbers.words, steps=(self.says("shares"),), **held)
        room = self.stage.above_foot.inset(bottom=_BELOW + _LYING * self.upright)
        self.arrange(stack(self.table), region=room)
        for cell in (cell for row in self.table.cells for cell in row):
            cell.set_stroke(style.theme.axis)
        # The outline of a strip stays over its pieces, so that it is whole before, while and after it is filled.
        self.table.tracks.set_stroke(style.theme.axis, style.strokes.thin).set_z_index(1)
        self.table.heading.set_color(style.theme.ink)
        self.stems = self._stems()
        cells = self.table.cells
        self.row = self._mark(cells[numbers.position], style.theme.query)
        self.column = self._mark([row[self.best[0]] for row in cells], style.theme.key)
        self.row_name, self.column_name = self._names()
        self.other, self.found = self._other_loudest()
        self.asker = self._asker(numbers.position, self.best)
        self.other_asker = self._asker(self.other, [self.found])
        self.made = self._what_a_score_is()
        self.work = self._work()

    def _names(self) -> tuple[VGroup, VGroup]:
        """Return the names of the marked row, at its right, and of the marked column, below; none has room upright."""
        if self.upright:
            return VGroup(), VGroup()
        theme, size = self.style.theme, self.style.sizes.number
        row = Label(self.says("query"), size=size, color=theme.query, style=self.style)
        column = Label(self.says("key"), size=size, color=theme.key, style=self.style)
        return VGroup(row.next_to(self.row, RIGHT, buff=_AIR)), VGroup(column.next_to(self.column, DOWN, buff=_AIR))

    def _what_a_score_is(self) -> VGroup:
        """Return that a score is a query times a key, below the table; nothing where that has no room."""
        if self.upright:
            return VGroup()
        theme, style, size = self.style.theme, self.style, self.style.sizes.number
        pieces = [
            Label(self.says("query"), size=size, color=theme.query, style=style),
            Math("dot.op", size=size, style=style),
            Label(self.says("key"), size=size, color=theme.key, style=style),
            Math("=", size=size, style=style),
            Label(self.says("score"), size=size, style=style),
        ]
        row = Row(pieces, 0.16)
        return VGroup(row.next_to(VGroup(*self.table.cells[-1]), DOWN, buff=2 * _AIR))

    def _work(self) -> SoftmaxWork | None:
        """Return softmax of the asking word's row, worked out where it asked; None where that has no room."""
        numbers, room = self.numbers, None if self.upright else self._room_beside()
        if room is not None:  # nothing is named beside the table any more
            room = Region(float(self.row.get_right()[0]) + 2 * _AIR, room.right, room.bottom, room.top)
        if room is None or not len(numbers.powers) or len(numbers.words) == len(self.best):
            return None
        softmax = Softmax(
            tuple(numbers.scores[numbers.position, self.best].tolist()),
            tuple(numbers.powers.tolist()),
            float(numbers.power_total),
            tuple(numbers.power_shares.tolist()),
            float(numbers.power_shares.sum()),
        )
        digits = softmax.digits()
        if digits is None:
            return None
        colors = [self.color_of(numbers.words[place]) for place in self.best]
        named = self.says("others", count=len(numbers.words) - len(self.best))
        work = SoftmaxWork(softmax, digits, colors, named, room, style=self.style)
        return work if work.fits else None

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

    def _asker(self, place: int, best: Sequence[int]) -> Asking | None:
        """Return a word that asks, with who answers: where strips will be, or beneath; None where strips are short."""
        numbers = self.numbers
        room = self._room_beneath() if self.upright else self._room_beside()
        if room is None:
            return None
        if place != numbers.position and not self.upright:  # a word is less tall than a portrait
            room = room.inset(top=_WORD * room.height, bottom=_WORD * room.height)
        answers = [(numbers.words[each], self.color_of(numbers.words[each])) for each in best]
        color = self.color_of(numbers.words[place])
        return Asking(numbers, self.world, place, self.says("question"), answers, color, room,
                      lying=self.upright, style=self.style)  # fmt: skip

    def _room_beside(self) -> Region | None:
        """Return the room of the strips, and of their sums, beside all rows; None where strips are too short."""
        tracks = self.table.tracks
        left = float(self.row_name.get_right()[0]) + _AIR
        right = float(tracks.get_right()[0]) + _SUMS
        room = Region(left, right, float(self.table.cells[-1][0].get_bottom()[1]), float(self.table.get_top()[1]))
        return room if float(tracks.width) >= _LEAST_ROOM else None

    def _room_beneath(self) -> Region:
        """Return the room beneath a table that has no strips."""
        free, low = self.stage.above_foot, float(self.column.get_bottom()[1]) - 2 * _BELOW
        return Region(free.left, free.right, free.bottom + _BELOW, low)

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
        return self.table.shares(self.strips[row], self.numbers.weights[row], columns) if self.strips else VGroup()

    # --- Telling ------------------------------------------------------------------------------------------------------

    def _softmax(self, rows: Sequence[int]) -> AnimationGroup:
        """Return how the scores of some rows become squares, and then strips arrive."""
        squares = AnimationGroup(*(become(self.scores[row], self.squares[row]) for row in rows))
        strips = [arrive(self.strips[row]) for row in rows if self.strips]
        return LaggedStart(squares, *([AnimationGroup(*strips)] if strips else []), lag_ratio=_THEN)

    def _lay_end_to_end(self, row: int, seconds: float) -> None:
        """Let what a row's cells hold become squares, and these lie down end to end in its strip."""
        self.play(become(self.written[row], self.squares[row]), run_time=seconds)
        if self.strips:
            strip = self.strips[row]
            pairs = zip(self.squares[row], strip.pieces, strict=True)
            self.play(*(TransformFromCopy(*pair) for pair in pairs), run_time=seconds)
            self.play(FadeIn(strip.number), run_time=self.style.times.quick)

    def _meet_keys(self) -> None:
        """Let the mark of a key go from column to column: where it meets the mark of the query, a score appears."""
        row, cells = self.numbers.position, self.table.cells
        for column, score in enumerate(self.scores[row]):
            moved = ApplyMethod(self.column.move_to, VGroup(*(cell[column] for cell in cells)).get_center())
            self.play(moved, FadeIn(score, rate_func=late), run_time=_ROW / len(cells))
        self.play(FadeOut(self.column), run_time=self.style.times.quick)

    def _score_others(self) -> None:
        """Move the mark from row to row, each of which gets its scores; the row that is told comes last."""
        numbers, cells = self.numbers, self.table.cells
        rows = [row for row in range(len(numbers.words)) if row not in (numbers.position, self.other)]
        for row in [*rows, self.other]:
            moved = ApplyMethod(self.row.move_to, VGroup(*cells[row]).get_center())
            self.play(moved, *map(FadeIn, self.scores[row]), run_time=_ALL / (len(rows) + 1))

    def _work_out(self) -> None:
        """Work out softmax of the asking word's row: powers, their sum, and each one's share of it."""
        work, times = self.work, self.style.times
        if work is None:
            return
        self.play(LaggedStart(*map(FadeIn, work.powers), lag_ratio=0.7), run_time=_POWERS)
        self.play(FadeIn(work.total), run_time=times.quick)
        self.play(FadeIn(work.by), run_time=times.quick)
        self.play(LaggedStart(*map(FadeIn, work.shares), lag_ratio=0.7), run_time=_POWERS)
        self.play(FadeIn(work.whole), run_time=times.quick)
        self._stand_still(_REST)

    def tell(self) -> None:
        """Show a query's row and a key's column; score one row, then all; let softmax share out each."""
        numbers, table, times, best = self.numbers, self.table, self.style.times, self.best
        self.scores, self.squares = table.numbers(numbers.scores), table.weights(numbers.weights)
        self.written = list(self.scores)
        named = {(numbers.position, place) for place in best} | {(self.other, self.found)}
        for place in range(len(numbers.words)):
            for column, number in enumerate(self.scores[place]):
                if (place, column) not in named:
                    number.set_color(self.style.theme.dim)
        self.strips = [] if self.upright else table.strips(numbers.weights)
        names = {"word": numbers.word, "first": numbers.words[best[0]], "second": numbers.words[best[1]]}
        asker = [] if self.asker is None else [self.asker]
        with self.beat("grid", **names):
            self.play(FadeIn(table.grid, self.stems), run_time=times.move)
            self.play(Create(self.row), FadeIn(self.row_name, *asker), run_time=_MARK)
            self.play(Create(self.column), FadeIn(self.column_name), run_time=_MARK)
            self._stand_still(_REST)
        loudest = self._loudest(numbers.position, best)
        with self.beat("row", **names):
            self.play(FadeOut(self.column_name), run_time=times.quick)
            self.play(FadeIn(self.made), run_time=times.quick)
            self._meet_keys()
            answer = [] if self.asker is None else [self.asker.answered()]
            self.play(FadeIn(loudest, run_time=times.quick), *answer)
            self._stand_still(_REST)
        other = self._loudest(self.other, [self.found])
        with self.beat("scores", other=numbers.words[self.other], found=numbers.words[self.found]):
            self._tell_others(other)
        if self.work is not None:
            with self.beat("work", **names):
                back = ApplyMethod(self.row.move_to, VGroup(*table.cells[numbers.position]).get_center())
                gone = FadeOut(other, *self._thought(self.other_asker), rate_func=squish_rate_func(smooth, 0.0, 0.5))
                self.play(gone, back, run_time=times.move)
                self._work_out()
        with self.beat("softmax", **names):
            told = [other, *self._thought(self.other_asker)] if self.work is None else [self.work]
            if self.work is not None:
                self._enter_shares()
            self.play(FadeOut(self.row, loudest, self.made, *told), run_time=_LEAVE)
            self._tell_shares()
            self.hold()

    def _enter_shares(self) -> None:
        """Let the scores of the asking word's row run to the shares that have been worked out beside them."""
        row = self.numbers.position
        shares = self.table.numbers(self.numbers.weights)[row]
        for share, score in zip(shares, self.scores[row], strict=True):
            share.set_color(score.get_color())
        self.play(become(self.scores[row], shares), run_time=_LAY)
        self.written[row] = shares

    def _tell_others(self, loudest: VGroup) -> None:
        """Score all other rows, and frame the largest of their scores, with who asks and who answers there."""
        times, asker = self.style.times, self.other_asker
        self.play(FadeOut(self.row_name, *self._thought(self.asker)), run_time=times.quick)
        self._score_others()
        if asker is not None:
            self.play(FadeIn(asker), run_time=times.quick)
        answer = [] if asker is None else [asker.answered()]
        self.play(FadeIn(loudest, run_time=times.quick), *answer)
        self._stand_still(_REST)

    def _tell_shares(self) -> None:
        """Let softmax make shares of each row: of the two that were told one by one, of all others together."""
        numbers, table, times, row = self.numbers, self.table, self.style.times, self.other
        self.play(FadeIn(table.tracks, table.heading), run_time=times.quick)
        self._lay_end_to_end(numbers.position, _LAY)
        self.play(FadeIn(self._shares(numbers.position, self.best)), run_time=times.quick)
        self._lay_end_to_end(row, _LAY_AGAIN)
        self.play(FadeIn(self._shares(row, [self.found])), run_time=times.quick)
        rest = [place for place in range(len(numbers.words)) if place not in (numbers.position, row)]
        again = [FadeIn(*self._thought(self.asker))] if self.upright and self.asker is not None else []
        self.play(self._softmax(rest), *again, run_time=times.first)

    def _thought(self, asker: Asking | None) -> list[VMobject]:
        """Return what is seen of somebody who has been answered."""
        return [] if asker is None else [*(part for part in asker if part is not asker.question), asker.answer]
