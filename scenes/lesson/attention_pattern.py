"""The attention pattern: every query against every key (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product

import torch
from manim import (
    DOWN,
    UP,
    Animation,
    ApplyMethod,
    Create,
    FadeIn,
    FadeOut,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.lesson.asking import Asking
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.portrait import Portrait
from scenes.lesson.softmax_work import Softmax, SoftmaxWork
from scenes.lesson.word_grid import WordGrid
from scenes.motion.arrive import Unfold
from scenes.motion.become import become
from scenes.number_format import as_printed, format_number
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import Point, point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Factor, Number, VectorColumn
from scenes.parts.text.typeset import Label, Math, Row, baseline_of
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_STEP, _ROW, _REST, _LAST = 0.32, 0.36, 0.9, 1.5
"""Seconds in which a key moves on to the next column, in which a word asks and shares out, and of rest."""

_POWERS, _TURN = 1.0, 0.5
"""Seconds in which powers appear, line by line, and again in which their shares do; and in which frames change."""

_LARGEST = 8.0
"""The largest score to which e is raised: larger powers are not read at a glance."""

_ASIDE, _BENEATH = 3.2, 0.26
"""The width of the room for who asks beside the table, scene units, and its height beneath one, as a share of all."""

_TALL = 0.95
"""The greatest height of a row in a portrait frame, scene units."""

_SEAM, _AIR = 0.06, 0.16
"""Scene units around what a frame holds, and around a name below a frame."""

_GAZE, _HOP = 0.1, 0.22
"""The way that pupils turn, and the height of a hop of somebody who has been heard, as shares of a body's radius."""

_WORDS, _LINES, _BAR = 0.006, 0.03, 0.3
"""Scene units between the words of the phrase, and from a line of it to the next, for each font unit; and the width of
a score's bar."""

_BYSTANDER = 0.6
"""The share of ink in the colour of scores that are not the largest."""

_POINT = 0.02
"""The size of what shrinks into something else, as a share of what it was."""

_LOUD = 0.0065
"""Scene units from a heard word down to its weight's baseline, for each font unit."""


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
        """Make a table, who asks beside or beneath it, and below the row that asks what is worked out."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        self.best = numbers.answering(numbers.position, 2)
        words, colors, place = numbers.words, self.colors_of(numbers.words), numbers.position
        free = self.stage.above_foot
        beside = self.stage.is_wide
        low = _BENEATH * free.height
        room = free.inset(right=_ASIDE) if beside else free.inset(bottom=low)
        room = room.inset(top=3 * _SEAM)  # for the frame of a key
        tallest = _TALL if self.stage.is_portrait else None
        self.grid = WordGrid(words, colors, numbers.scores, room, tallest=tallest, style=style)
        self.way = self.grid.raised(place)
        end = self.grid.room.right + 2 * _AIR
        aside = (end, free.right, self.grid.room.bottom, free.top - 2 * _SEAM)
        beneath = (free.left, free.right, free.bottom, free.bottom + low - _AIR)
        self.asker = self._asker(Region(*(aside if beside else beneath)))
        cells = self.grid.cells[place]
        other = ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _BYSTANDER).to_hex()
        bright = [theme.ink if column in self.best else other for column in range(len(words))]
        self.scores = self.grid.numbers(place, numbers.scores[place], bright)
        self.row = self._frame(cells, theme.query)
        self.keys = [self._frame([cell, head], theme.key) for cell, head in zip(cells, self.grid.heads, strict=True)]
        size = self.grid.size
        self.query_name = Label(self.says("query"), size=size, color=theme.query, style=style)
        self.key_name = Label(self.says("key"), size=size, color=theme.key, style=style)
        self.query_name.set_x(float(self.grid.names[place].get_right()[0]) - float(self.query_name.width) / 2)
        self.query_name.on_baseline(self._named_below())
        self.key_name.on_baseline(self._named_below())
        self.key_name.set_x(float(cells[self.best[0]].get_x()))
        below = self.grid.room.top - self.grid.pitch - 2 * _AIR - float(self.query_name.height)
        desk = Region(room.left, self.grid.room.right, self.grid.room.bottom, below)
        self.phrase = self._phrase(Region(room.left, self.grid.room.right, self.grid.room.bottom, room.top))
        self.asking = self._frame([self.phrase[place]], theme.query, air=_AIR)
        self.asks = self.query_name.copy().next_to(self.asking, DOWN, buff=_AIR)
        self.bars = self._bars(self.grid.room.top - self.grid.pitch - _AIR)
        self.product = self._product(desk)
        self.pairs = self._pairs()
        self.work = self._work(desk)

    def _phrase(self, room: Region) -> VGroup:
        """Return the phrase's words, large in the middle of a room, in as few lines as it takes."""
        numbers, style, sizes, most = self.numbers, self.style, self.style.sizes, len(self.numbers.words)
        for lines, size in product(range(1, most + 1), (sizes.head, sizes.number)):
            labels = [Label(word, size=size, color=color, style=style)
                      for word, color in zip(numbers.words, self.grid.colors, strict=True)]  # fmt: skip
            each = -(-most // lines)
            rows = [Row(labels[start : start + each], _WORDS * size) for start in range(0, most, each)]
            if max(float(row.width) for row in rows) <= room.width:
                break
        for place, row in enumerate(rows):
            row.set_x(room.centre[0]).on_baseline(room.centre[1] - _LINES * size * (place - (len(rows) - 1) / 2))
        return VGroup(*labels)

    def _bars(self, top: float) -> list[Rectangle]:
        """Return a bar below each cell, as long as its score; none where a score is below zero."""
        scores, style, cells = self.numbers.scores[self.numbers.position], self.style, self.grid.cells
        if float(scores.min()) < 0:
            return []
        bars = []
        for score, cell, color in zip(scores, cells[self.numbers.position], self.grid.colors, strict=True):
            length = float(score / scores.max()) * (top - self.grid.room.bottom)
            bar = Rectangle(width=_BAR, height=max(length, 1e-3), stroke_width=0)
            role = style.theme.dim if color == style.theme.ink else color
            colour_area(bar, style.theme.fill(role) if style.theme.filled else role, 1.0, style)
            bars.append(bar.move_to(point(float(cell.get_x()), top - length / 2)))
        return bars

    def _named_below(self) -> float:
        """Return the baseline of names below the row that asks, scene units."""
        return self.grid.room.top - self.grid.pitch - _AIR - float(self.query_name.cap_height)

    def _frame(self, parts: Sequence[VMobject], color: str, air: float = _SEAM) -> RoundedRectangle:
        """Return an outline around cells, and perhaps the name of their column, or around a word."""
        held = VGroup(*parts)
        frame = RoundedRectangle(width=held.width + air, height=held.height + 2 * air, corner_radius=_SEAM)
        return frame.set_stroke(color, self.style.strokes.bold).move_to(held).set_z_index(2)

    def _asker(self, room: Region) -> Asking:
        """Return the word that asks, with its question and those who answer."""
        numbers = self.numbers
        answers = [(numbers.words[each], self.color_of(numbers.words[each])) for each in self.best]
        return Asking(numbers, self.world, numbers.position, self.says("question"), answers,
                      self.color_of(numbers.word), room, lying=not self.stage.is_wide, style=self.style)  # fmt: skip

    def _product(self, desk: Region) -> list[VMobject]:
        """Return a score worked out: query times key, products, the score; none where a pencil finds another."""
        numbers, style, theme, best = self.numbers, self.style, self.style.theme, self.best[0]
        query, key = numbers.queries[numbers.position], numbers.keys[best]
        score = numbers.scores[numbers.position, best]
        seen = sum(as_printed(a) * as_printed(b) for a, b in zip(query.tolist(), key.tolist(), strict=True))
        if as_printed(seen) != as_printed(float(score)):
            return []
        sizes = style.sizes
        for size in (sizes.head, sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least):
            signs = [Math(sign, size=size, style=style) for sign in ("dot.op", "=", "=")]
            names = [Label(self.says(key_), size=size, color=color, style=style)
                     for key_, color in (("query", theme.query), ("key", theme.key))]  # fmt: skip
            terms = ProductSum(query, key, (theme.query, theme.key), size=size, style=style)
            result = Number(score, size=size, style=style)
            row = Row([names[0], signs[0], names[1], signs[1], terms, signs[2], result], 0.2)
            if row.width <= desk.width:
                break
        row.shift(desk.centre - row.get_center())
        return [VGroup(names[0], signs[0], names[1]), VGroup(signs[1], terms), signs[2], result]

    def _pairs(self) -> list[VectorColumn]:
        """Return the numbers of the query and of the key that meet first, below their names; none without room."""
        if not self.product:
            return []
        numbers, style, theme, size = self.numbers, self.style, self.style.theme, self.grid.size
        pairs = []
        for name, row, color in ((self.query_name, numbers.queries[numbers.position], theme.query),
                                 (self.key_name, numbers.keys[self.best[0]], theme.key)):  # fmt: skip
            pair = VectorColumn(row, size=size, color=color, style=style)
            pairs.append(pair.next_to(name, DOWN, buff=_AIR))
        query, key = pairs
        free = self.stage.above_foot
        query.set_x(max(float(query.get_x()), free.left + float(query.width) / 2))
        is_apart = float(query.get_right()[0]) + _AIR < float(key.get_left()[0])
        above = min(float(pair.get_bottom()[1]) for pair in pairs) - _AIR
        is_clear = above > max(float(piece.get_top()[1]) for piece in self.product)
        return pairs if is_apart and is_clear else []

    def _work(self, desk: Region) -> SoftmaxWork | None:
        """Return softmax of the asking word's row, worked out below it.

        There is none where it has no room, or where a pencil finds other numbers than those that are printed.
        """
        numbers = self.numbers
        if not len(numbers.powers) or len(numbers.words) == len(self.best):
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
        weights = numbers.weights[numbers.position, self.best].tolist()
        found = [as_printed(as_printed(share, digits[1])) for share in softmax.shares[: len(weights)]]
        if found != [as_printed(weight) for weight in weights]:  # later, weights are printed by themselves
            return None
        colors = [self.color_of(numbers.words[place]) for place in self.best]
        named = self.says("others", count=len(numbers.words) - len(self.best))
        work = SoftmaxWork(softmax, digits, colors, named, desk, style=self.style)
        return work if work.fits else None

    def _loudest(self) -> VGroup:
        """Return a frame around each of the scores that answer loudest, in its word's colour."""
        frames = VGroup()
        for column in self.best:
            frame = self.grid.cells[self.numbers.position][column].copy()
            frames.add(frame.set_stroke(self.grid.colors[column], self.style.strokes.bold).set_z_index(3))
        return frames

    def _heard(self) -> VGroup:
        """Return the words that answer as loud as they are heard: their sizes are to each other as their weights are.

        Each has its weight below it. They share one size where the smaller one could not be read, or has no weight.
        """
        numbers, style, sizes = self.numbers, self.style, self.style.sizes
        weights = [float(numbers.weights[numbers.position, place]) for place in self.best]
        room = self.asker.answer_room
        for size in (sizes.hero, sizes.formula, sizes.head, sizes.number):
            scaled = [size * weight / weights[0] for weight in weights]
            if min(scaled) < sizes.least:
                scaled = [size] * len(weights)
            words = VGroup()
            for place, loud in zip(self.best, scaled, strict=True):
                word = Label(numbers.words[place], size=loud, color=self.grid.colors[place], style=style)
                weight = Number(numbers.weights[numbers.position, place], size=sizes.number, style=style)
                weight.set_x(float(word.get_x())).on_baseline(word.baseline - _LOUD * size - float(weight.cap_height))
                words.add(VGroup(word, weight))
            words.arrange(buff=0.35)
            for each in words:
                each.shift(point(0.0, -baseline_of(each[0])))
            if words.width <= room.width and words.height <= room.height:
                break
        return words.move_to(room.centre) if self.asker.lying else words.move_to(point(room.centre[0], room.top), UP)

    def _eyes(self, at: Point) -> list[Animation]:
        """Return how the eyes of who asks turn to a place; nothing where it has none."""
        if not isinstance(self.asker.body, Portrait):
            return []
        eyes, moves = self.asker.body.eyes, list[Animation]()
        for white, pupil in zip(eyes[::2], eyes[1::2], strict=True):
            middle = white.get_center()
            way = at - middle
            reach = _GAZE * self.asker.body.radius
            moves.append(ApplyMethod(pupil.move_to, middle + reach * way / max(float(torch.tensor(way).norm()), 1e-6)))
        return moves

    def _left_behind(self, place: int) -> VMobject:
        """Return the outline of a square of the asking word's row that goes away: its weight is still to be seen."""
        ghost = self.squares[place].copy().set_fill(opacity=0.0).set_z_index(0)
        return ghost.set_stroke(self.grid.colors[place], self.style.strokes.line)

    # --- Telling ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Let one word ask, work out a score and its row's softmax; then let all others ask, and hear what it heard."""
        numbers, best = self.numbers, self.best
        names = {"word": numbers.word, "first": numbers.words[best[0]], "second": numbers.words[best[1]]}
        with self.beat("ask", **names):
            self._ask()
        if self.product:
            with self.beat("product", **names):
                self._set_out()
                self._work_out_score()
        with self.beat("row", **names):
            if not self.product:
                self._set_out()
            self._meet_keys()
        if self.work is not None:
            with self.beat("work", **names):
                self._work_out_shares(self.work)
        with self.beat("pattern", **names):
            self._share_out()
        with self.beat("heard", **names):
            self._hear()

    def _ask(self) -> None:
        """Show the phrase, and who asks in it."""
        times = self.style.times
        self.play(FadeIn(self.phrase), run_time=times.move)
        self.play(Create(self.asking), FadeIn(self.asker), run_time=times.slow)
        self.play(FadeIn(self.asks), run_time=times.quick)
        self._stand_still(_REST)

    def _set_out(self) -> None:
        """Let the phrase's words become the columns' names, and the one that asks the name of a row, too."""
        grid, place = self.grid, self.numbers.position
        words = [ReplacementTransform(*pair) for pair in zip(self.phrase, grid.heads, strict=True)]
        self.play(
            *words,
            TransformFromCopy(self.phrase[place], grid.names[place]),
            ReplacementTransform(self.asking, self.row),
            ReplacementTransform(self.asks, self.query_name),
            run_time=self.style.times.slow,
        )
        self.play(FadeIn(*grid.cells[place]), run_time=self.style.times.quick)

    def _work_out_score(self) -> None:
        first, times = self.best[0], self.style.times
        names, terms, equals, result = self.product
        self.key = self.keys[first].copy()
        self.play(Create(self.key), FadeIn(self.key_name), *self._eyes(self.key.get_center()), run_time=times.move)
        self.play(FadeIn(names, *self.pairs), run_time=times.quick)
        self._stand_still(_TURN * bool(self.pairs))
        self._set_terms(terms)
        self.play(FadeIn(equals, result), run_time=times.quick)
        self.play(TransformFromCopy(result, self.scores[first]), run_time=times.move)
        self._stand_still(_REST)

    def _set_terms(self, terms: VMobject) -> None:
        """Let the key's numbers walk into the sum, then the query's; without them, it just arrives."""
        times, (sign, products) = self.style.times, terms.submobjects
        if not self.pairs or not isinstance(products, ProductSum):
            self.play(FadeIn(terms), run_time=times.move)
            return
        query, key = self.pairs
        for pair, side in ((key, 1), (query, 0)):
            walks = (ReplacementTransform(number, factors[side].number)
                     for number, factors in zip(pair.numbers, products.factors, strict=True))  # fmt: skip
            self.play(*walks, FadeOut(pair.brackets), run_time=times.move)
        signs = [piece for term in products.terms for piece in term if not isinstance(piece, Factor)]
        marks = [mark for factors in products.factors for each in factors for mark in each if mark is not each.number]
        self.play(FadeIn(sign, *signs, *marks), run_time=times.quick)

    def _meet_keys(self) -> None:
        """Frame one column after the other: where a key meets the query, a score appears, and its bar grows."""
        times, told = self.style.times, [self.best[0]] if self.product else []
        if self.product:
            self.play(FadeOut(self.key_name, *self.product), run_time=times.quick)
        else:
            self.key = self.keys[0].copy()
            self.play(Create(self.key), run_time=times.quick)
        for column, score in enumerate(self.scores):
            self.key.become(self.keys[column])  # the frame jumps: it is never between two columns
            arrives = [] if column in told else [FadeIn(score)]
            grows = [Unfold(bar, UP) for bar in self.bars[column : column + 1]]
            self.play(*arrives, *grows, *self._eyes(self.keys[column].get_center()), run_time=_STEP)
        self.loudest = self._loudest()
        self.play(
            FadeOut(self.key), FadeIn(self.loudest), *self._eyes(self.loudest.get_center()), self.asker.answered()
        )
        self._stand_still(_REST)

    def _work_out_shares(self, work: SoftmaxWork) -> None:
        """Work out softmax of the asking word's row: powers, their sum, and each one's share of it."""
        times = self.style.times
        tall = [bar for place, bar in enumerate(self.bars) if place in self.best]
        fold = (ApplyMethod(bar.stretch, _POINT, 1, {"about_edge": UP}, remover=True) for bar in tall)
        self.play(FadeOut(self.query_name), *fold, run_time=times.quick)
        self._gather_others(work.powers[-1][0])
        for power, place in zip(work.powers, self.best, strict=False):
            raised = power[0][1]
            copied = TransformFromCopy(self.scores[place], raised)
            self.play(copied, FadeIn(power[0][0], *power[1:]), run_time=0.8 * _POWERS)
        self.play(FadeIn(*work.powers[-1][1:]), run_time=times.quick)
        self.play(FadeIn(work.total), run_time=times.quick)
        self._stand_still(_TURN)
        for quotient, share in zip(work.quotients, work.shares, strict=True):
            self.play(FadeIn(quotient, share), run_time=_TURN)
        self.play(FadeIn(work.whole), run_time=times.quick)
        self._stand_still(_REST)

    def _gather_others(self, name: VMobject) -> None:
        """Let all scores but the largest, and their bars, slide together into the name of their line.

        They shrink as they come nearer to each other, so that none lies on another.
        """
        others = [place for place in range(len(self.scores)) if place not in self.best]
        gone = [piece for place in others for piece in (self.scores[place].copy(), *self.bars[place : place + 1])]
        into = {"about_point": name.get_center()}
        goes = (ApplyMethod(piece.scale, _POINT, into, remover=True) for piece in gone)
        comes = FadeIn(name, rate_func=squish_rate_func(smooth, 0.6, 1.0))
        self.play(*goes, comes, run_time=self.style.times.slow)

    def _share_out(self) -> None:
        """Let the row's scores become squares, take its place among all rows, and let each of these share out 1."""
        numbers, grid, times, place = self.numbers, self.grid, self.style.times, self.numbers.position
        self.squares = squares = grid.squares(place, numbers.weights[place])
        self.play(FadeOut(self.loudest), become(self.scores, squares), run_time=times.move)
        self._stand_still(_TURN)
        gone = [self.query_name, *self.bars] if self.work is None else [self.work]
        self.play(FadeOut(*gone), run_time=times.quick)
        own = (*grid.cells[place], *squares, grid.names[place], self.row)
        down = point(0.0, -self.way)
        self.play(*(ApplyMethod(each.shift, down) for each in own), *self._eyes(self.row.get_center() + down),
                  run_time=times.move)  # fmt: skip
        for row in range(len(numbers.words)):
            if row != place:
                self.row.move_to(VGroup(*grid.cells[row]))  # the frame jumps: it is never between two rows
                arriving = (grid.names[row], *grid.cells[row], *grid.squares(row, numbers.weights[row]))
                self.play(FadeIn(*arriving), run_time=_ROW)
        self._stand_still(_TURN)

    def _hear(self) -> None:
        """Go back to the row of the word that asked: what it hears gets as loud as the weights say."""
        asker, times, cells = self.asker, self.style.times, self.grid.cells[self.numbers.position]
        self.row.move_to(VGroup(*cells))
        self.play(FadeIn(self._loudest()), *self._eyes(cells[self.best[0]].get_center()), run_time=times.move)
        heard = self._heard()
        words = [piece for piece in asker.answer if isinstance(piece, Label) and piece.text != ","]
        commas = [piece for piece in asker.answer if piece not in words]
        turns = (ReplacementTransform(word, each[0]) for word, each in zip(words, heard, strict=True))
        self.play(FadeOut(*commas), *turns, *asker.spaced(heard), *self._eyes(heard.get_center()), run_time=times.move)
        squares = [self.squares[place] for place in self.best]
        weights = [piece for each in heard for piece in each if isinstance(piece, Number)]
        flies = [ApplyMethod(square.set_z_index(4).move_to, weight)
                 for square, weight in zip(squares, weights, strict=True)]  # fmt: skip
        self.add(*(self._left_behind(place) for place in self.best))
        self.play(*flies, run_time=times.move)
        self.play(become(squares, weights), run_time=times.quick)
        if isinstance(asker.body, Portrait):
            self.play(
                ApplyMethod(asker.body.shift, _HOP * asker.body.radius * UP, rate_func=there_and_back), run_time=_TURN
            )
        self._stand_still(_LAST)
