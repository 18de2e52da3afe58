"""The attention pattern: every query against every key (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from manim import (
    DOWN,
    UP,
    UR,
    Animation,
    AnimationGroup,
    ApplyMethod,
    Arc,
    Create,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    GrowFromPoint,
    LaggedStart,
    Line,
    ReplacementTransform,
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    rush_from,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.lesson.asking import Asking
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.falling_columns import FallingColumns
from scenes.lesson.portrait import Portrait
from scenes.lesson.term_table import TermTable
from scenes.lesson.word_grid import WordGrid
from scenes.motion.arrive import Unfold, late
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import Point, point
from scenes.parts.text.formula import Power
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, capitals, halo
from scenes.quantities import extended, quantity
from scenes.stage import Region
from scenes.worlds import World

_STEPS, _ROW, _REST, _LAST = (0.6, 0.4, 0.3), 0.13, 0.9, 1.5
"""Seconds in which the first columns grow, and each further one; in which a word asks and shares out, and of rest."""

_CALL, _SWELL, _GATHER, _FALL, _LIFT, _DIVIDE, _SHOUT = 1.5, 2.6, 0.6, 1.1, 0.6, 0.7, 0.9
"""Seconds in which a call goes through the phrase; in which columns swell, gather, fall, and their strip rises; in
which it is seen what powers are divided by; and in which words are shouted."""

_SOON, _READ, _ANSWERS, _ASKS, _BRISTLES = 0.45, 0.4, 0.6, 0.5, 1.3
"""Seconds in which one thing of several arrives, in which a sum is read, in which a question is answered, in which
another one stands, and in which somebody bristles."""

_GONE, _SWUNG = 0.15, 1.4
"""The share of a swelling in which scores leave; the angle in radians by which the way of a sum to its column swings
below the line of its terms."""

_early = squish_rate_func(smooth, 0.0, 0.4)
"""The rate function of what leaves before something else comes into its place."""

_LARGEST = 8.0
"""The largest score to which e is raised: larger powers are not read at a glance."""

_DIGITS = (1, 2)
"""Digits after the point with which powers are printed, the best first."""

_ASIDE, _BENEATH, _REACH = 3.1, 0.26, 0.75
"""The width of the room for who asks beside the table, scene units, and its height beneath one, as a share of all; and
by how much a question may be wider than it."""

_TALL = 0.95
"""The greatest height of a row in a portrait frame, scene units."""

_SEAM, _AIR = 0.06, 0.16
"""Scene units around what a frame holds, and around a name."""

_GAZE, _HOP = 0.1, 0.3
"""The way that pupils turn, and the height of a hop of somebody who has been heard, as shares of a body's radius."""

_WORDS, _LINES, _BAR = 0.0075, 0.03, (0.58, 0.8)
"""Scene units between the words of the phrase, and from a line of it to the next, for each font unit; and the width of
a column: scene units, and the most as a share of the narrowest column of the table."""

_WAVES, _WIDE, _BEHIND, _FADES = 4, 0.85, 0.6, 1.5
"""Arcs of a call, and the angle of a near one to both sides in radians; scene units from one to the next, and those on
which each fades at the end."""

_NOD, _LOUDER, _PASSES = 0.16, 0.22, 2.0
"""Scene units by which a word nods that hears a call, the share by which it swells, and scene units of a call that pass
meanwhile."""

_SHOUTED, _BENEATH_STRIP = 2.1, 0.32
"""The type of the loudest word as a multiple of a hero's, and scene units between it and the strip."""

_OVER_STRIP, _BRACE = 0.24, 0.12
"""Scene units from the strip to its numbers and from these to the line that holds them all; the length of its ends."""

_SMALLER, _PULSE = 0.85, 1.3
"""The size of a number that rides on a square, and of a square that is listened to, for a moment: multiples of their
own."""

_BRISTLE = 0.25
"""The share of that by which it bristles more, for a moment."""


def _rows_add_up(numbers: Asked, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.words)))


def _asks_of_few(numbers: Asked, world: World) -> Measurement:
    best = numbers.answering(numbers.position, 2)
    share = float(numbers.weights[numbers.position][best].sum())
    return Measurement(share > 0.8, f"{' and '.join(numbers.words[place] for place in best)}: {share:.2f}")


@dataclass(frozen=True)
class Pattern(Asked):
    """A head's step, with one score and one row's softmax worked out; there are no powers of large scores."""

    products: Tensor = quantity("Each number of the word's query times that of the key that fits best.")
    powers: Tensor = quantity("e to the power of the word's printed scores, rounded as they are printed.")
    rest_power: Tensor = quantity("The sum of all powers but the two largest, of those of other words.")
    power_total: Tensor = quantity("The sum of these powers.")
    power_shares: Tensor = quantity("The two largest powers and all others together, divided by the sum.")


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
        best = step.answering(step.position, 2)
        products = step.queries[step.position] * step.keys[best[0]]  # (2,)
        printed = [as_printed(score) for score in step.scores[step.position].tolist()]
        exact = torch.tensor(printed if max(printed) <= _LARGEST else [], dtype=torch.float64).exp()  # (T,) or (0,)
        for digits in _DIGITS:
            powers = torch.tensor([as_printed(power, digits) for power in exact.tolist()], dtype=torch.float64)
            pair = powers[best] if len(powers) else powers
            rest, total = powers.sum() - pair.sum(), powers.sum()
            shares = torch.cat([pair, rest[None]]) / total if len(powers) else powers  # (3,) or (0,)
            if _same_shares(shares.tolist(), step.heard.tolist()):
                break
        return extended(
            step, Pattern, products=products, powers=powers, rest_power=rest, power_total=total, power_shares=shares
        )

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return the phrase, the word that asks, and the two that answer with their weights."""
        best = numbers.answering(numbers.position, 2)
        weights = numbers.weights[numbers.position]
        found = ", ".join(f"{numbers.words[place]} {format_number(float(weights[place]))}" for place in best)
        return {"words": " ".join(numbers.words), "word": numbers.word, "found": found}

    def build(self) -> None:
        """Make a table, who asks beside or beneath it, and what is worked out over the line of its columns' names."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        self.best = numbers.answering(numbers.position, 2)
        self.rest_of = [place for place in range(len(numbers.words)) if place not in self.best]
        colors, place = self.colors_of(numbers.words), numbers.position
        free, beside = self.stage.above_foot, self.stage.is_wide
        low = _BENEATH * free.height
        room = free.inset(right=_ASIDE) if beside else free.inset(bottom=low)
        tallest = _TALL if self.stage.is_portrait else None
        self.grid = grid = WordGrid(numbers.words, colors, numbers.scores[place], room, tallest=tallest, style=style)
        aside = (free.right - _ASIDE + 2 * _AIR, free.right, free.bottom, free.top - _AIR)
        beneath = (free.left, free.right, free.bottom, free.bottom + low - _AIR)
        self.askers = [self._asker(each, Region(*(aside if beside else beneath))) for each in (place, numbers.other)]
        self.asker = self.askers[0]
        self.name_of_body = self._name_of_body()
        self.phrase = self._phrase(Region(room.left, room.right - _AIR, grid.room.bottom, grid.room.top))
        self.floor = Line(point(grid.room.left, grid.room.bottom), point(grid.room.right, grid.room.bottom))
        self.floor.set_stroke(theme.axis, style.strokes.thin).set_z_index(1)
        self.key = self._frame([grid.heads[self.best[0]]], theme.key)
        self.row = self._frame(grid.cells[place], theme.query)
        self.is_worked_out = self._is_worked_out()
        self.columns = self._columns()
        self.scores = [self._number(score, column) for column, score in enumerate(numbers.scores[place])]
        self.table = self._table()

    def _name_of_body(self) -> VGroup:
        """Return the name of who asks below its portrait; nothing where there is none, or no room."""
        body = self.asker.body
        if not isinstance(body, Portrait):
            return VGroup()
        name = Label(
            self.numbers.word, size=self.style.sizes.number, color=self.color_of(self.numbers.word), style=self.style
        )
        name.next_to(body, DOWN, buff=1.6 * _AIR)  # its fur will be longer
        return VGroup(name) if float(name.get_bottom()[1]) > self.stage.above_foot.bottom else VGroup()

    def _number(self, value: Tensor, column: int, decimals: int = 2) -> Number:
        """Return a number over a column, in its word's colour."""
        number = Number(value, decimals=decimals, size=self.grid.size, color=self.grid.colors[column], style=self.style)
        return number.set_x(self.columns.xs[column]).on_baseline(self.columns.over(column))

    def _columns(self) -> FallingColumns:
        """Return the columns over the phrase; they leave room for numbers and powers above them."""
        numbers, grid, place = self.numbers, self.grid, self.numbers.position
        xs = [float(head.get_x()) for head in grid.heads]
        thin, share = _BAR
        width = min(thin, share * min(float(cell.width) for cell in grid.cells[0]))
        shares = numbers.powers / numbers.power_total if self.is_worked_out else numbers.weights[place]
        air = 3.2 * capitals(grid.size) + 2 * _AIR
        order = [*self.best, *self.rest_of]
        return FallingColumns(xs, grid.room, air, grid.colors, numbers.scores[place].tolist(), shares.tolist(), order,
                              width=width, style=self.style)  # fmt: skip

    def _phrase(self, room: Region) -> VGroup:
        """Return the phrase's words, large in the middle of a room, in as few lines as it takes."""
        numbers, style, sizes, most = self.numbers, self.style, self.style.sizes, len(self.numbers.words)
        for lines, size in product(range(1, most + 1), (sizes.formula, sizes.head, sizes.number)):
            labels = [Label(word, size=size, color=color, style=style)
                      for word, color in zip(numbers.words, self.grid.colors, strict=True)]  # fmt: skip
            each = -(-most // lines)
            rows = [Row(labels[start : start + each], _WORDS * size) for start in range(0, most, each)]
            if max(float(row.width) for row in rows) <= room.width:
                break
        for place, row in enumerate(rows):
            row.set_x(room.centre[0]).on_baseline(room.centre[1] - _LINES * size * (place - (len(rows) - 1) / 2))
        return VGroup(*labels)

    def _frame(self, parts: Sequence[VMobject], color: str) -> RoundedRectangle:
        """Return an outline around cells or a name."""
        held = VGroup(*parts)
        frame = RoundedRectangle(width=held.width + 2 * _SEAM, height=held.height + 2 * _SEAM, corner_radius=_SEAM)
        return frame.set_stroke(color, self.style.strokes.bold).move_to(held).set_z_index(2)

    def _asker(self, place: int, room: Region) -> Asking:
        """Return a word that asks, with its question and those who answer."""
        numbers, beside = self.numbers, self.stage.is_wide
        count = len(self.best) if place == numbers.position else 1
        answers = [(numbers.words[each], self.color_of(numbers.words[each]))
                   for each in numbers.answering(place, count)]  # fmt: skip
        color = self.color_of(numbers.words[place])
        return Asking(numbers, self.world, place, self.says("question"), answers, color, room, lying=not beside,
                      reach=_REACH if beside and place == numbers.position else 0.0, style=self.style)  # fmt: skip

    def _table(self) -> TermTable | None:
        """Return the best score worked out: its products and their sum; none where a pencil finds others."""
        numbers, best = self.numbers, self.best[0]
        query, key = numbers.queries[numbers.position], numbers.keys[best]
        score = numbers.scores[numbers.position, best]
        pairs = zip(query.tolist(), key.tolist(), strict=True)
        seen = [as_printed(as_printed(one) * as_printed(other)) for one, other in pairs]
        if seen != [as_printed(each) for each in numbers.products.tolist()]:
            return None
        if as_printed(sum(seen)) != as_printed(float(score)):
            return None
        names = [self.says("about", side=side) for side in numbers.sides]
        heads, floor = (self.says("query"), self.says("key")), self.grid.room.bottom
        # It stays on over the column that it gives.
        over = self.columns.over(best) + capitals(self.grid.size) + 2 * _AIR
        room = self.grid.room.inset(bottom=over - floor)
        return TermTable(query, key, score, names, heads, self.grid.colors[best], room, style=self.style)

    def _is_worked_out(self) -> bool:
        """Return whether a pencil finds the weights from printed powers; it does not try with large scores."""
        numbers = self.numbers
        return bool(self.rest_of) and _same_shares(numbers.power_shares.tolist(), numbers.heard.tolist())

    @property
    def digits(self) -> int:
        """Digits after the point of powers."""
        return next(each for each in _DIGITS if all(as_printed(power, each) == power for power in self._powers))

    @property
    def _powers(self) -> list[float]:
        return [float(power) for power in self.numbers.powers]

    def _eyes(self, at: Point) -> list[Animation]:
        """Return how the eyes of who asks turn to a place; nothing where it has none."""
        if not isinstance(self.asker.body, Portrait):
            return []
        eyes, moves = self.asker.body.eyes, list[Animation]()
        for white, pupil in zip(eyes[::2], eyes[1::2], strict=True):
            middle = white.get_center()
            way = at - middle
            reach = _GAZE * self.asker.body.radius
            moves.append(ApplyMethod(pupil.move_to, middle + reach * way / max(float(np.linalg.norm(way)), 1e-6)))
        return moves

    # --- Telling ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Let one word ask, and work out its row; let all others ask, and the one become what it hears."""
        numbers, best = self.numbers, self.best
        names = {"word": numbers.word, "first": numbers.words[best[0]], "second": numbers.words[best[1]]}
        with self.beat("ask", **names):
            self._ask()
        if self.table is not None:
            with self.beat("product", **names, score=format_number(float(numbers.scores[numbers.position, best[0]]))):
                self._work_out_score(self.table)
        with self.beat("row", **names):
            if self.table is None:
                self._set_out()
            self._score_all()
        if self.is_worked_out:
            with self.beat("powers", **names):
                self._raise()
            with self.beat("strip", **names):
                self._lay_end_to_end()
                self._stand_still(_REST)
            with self.beat("shares", **names, **self._division()):
                self._share_strip()
        else:
            with self.beat("shares", text="parts", **names):
                self._lay_end_to_end()
                self._share_strip()
        other = numbers.other
        answer = numbers.words[numbers.answering(other, 1)[0]]
        with self.beat("pattern", other=numbers.words[other], answer=answer):
            self._share_out()
        with self.beat("heard", **names):
            self._hear()

    def _division(self) -> dict[str, str]:
        """Return the largest power, the sum and what is left of the division, as they are printed."""
        numbers, digits = self.numbers, self.digits
        return {
            "power": format_number(float(numbers.powers[self.best[0]]), digits),
            "total": format_number(float(numbers.power_total), digits),
            "share": format_number(float(numbers.power_shares[0]), 3),
        }

    def _ask(self) -> None:
        """Show the phrase and who asks in it; its call goes through the phrase, and every word nods."""
        asker = self.asker
        self.play(FadeIn(self.phrase, asker.body, self.name_of_body), run_time=_SOON)
        grown = GrowFromPoint(asker.question, asker.body.get_top())
        bubbles = LaggedStart(*(GrowFromCenter(bubble) for bubble in reversed(asker.bubbles)), lag_ratio=0.4)
        self.play(bubbles, grown, *self._eyes(self.phrase.get_center()), run_time=_SOON)
        self._call()
        self._stand_still(_REST)

    def _call(self) -> None:
        """Let a call go from who asks through the phrase: words nod and swell when it reaches them."""
        begin, style = self.asker.body.get_center(), self.style
        way = self.phrase.get_center() - begin
        angle = float(np.arctan2(way[1], way[0]))
        distances = [float(np.linalg.norm(word.get_center() - begin)) for word in self.phrase]
        near, far = float(self.asker.body.width) / 2, max(distances) + _FADES
        waves = [Arc(near).set_stroke(style.theme.query, style.strokes.line, 0.0) for _ in range(_WAVES)]
        halos = [halo(word, style) for word in self.phrase]
        for layer, pieces in ((-2, waves), (-1, halos)):
            for piece in pieces:
                piece.set_z_index(layer)
        moved = [(piece, piece.copy(), distance) for pieces in (self.phrase, halos)
                 for piece, distance in zip(pieces, distances, strict=True)]  # fmt: skip

        def follow(share: float) -> None:
            front = near + share * (far + _BEHIND * _WAVES - near)
            for index, wave in enumerate(waves):
                radius = min(max(front - _BEHIND * index, near), far)
                wide = _WIDE / radius**0.4
                wave.set_points(Arc(radius, angle - wide, 2 * wide, arc_center=begin).points)
                wave.set_stroke(opacity=(radius > near) * min(1.0, (far - radius) / _FADES))
            for piece, still, distance in moved:
                heard = float(np.sin(np.pi * min(max((front - distance) / _PASSES, 0.0), 1.0)))
                for glyph, quiet in zip(piece.get_family(), still.get_family(), strict=True):
                    glyph.set_points(quiet.points)
                piece.scale(1 + _LOUDER * heard, about_point=still.get_center()).shift(point(0.0, _NOD * heard))

        self.play(Live([*waves, *halos, *self.phrase], follow, rate_func=linear), run_time=_CALL)
        self.remove(*waves, *halos)

    def _set_out(self, *also: Animation) -> None:
        """Let the phrase's words become the names of columns, while something else comes."""
        words = [ReplacementTransform(*pair) for pair in zip(self.phrase, self.grid.heads, strict=True)]
        looks = self._eyes(self.grid.heads.get_center())
        self.play(*words, Create(self.floor), *looks, *also, run_time=self.style.times.move)

    def _work_out_score(self, table: TermTable) -> None:
        """Let the query meet the first key; what their products add up to becomes the key's column, and stays on."""
        first, times = self.best[0], self.style.times
        self._set_out(FadeIn(table.asked, rate_func=late))
        self.play(Create(self.key), *self._eyes(self.key.get_center()), FadeIn(table.answered, rate_func=late),
                  run_time=times.move)  # fmt: skip
        self.play(FadeIn(table.signs), FadeIn(table.result, rate_func=late), run_time=_ANSWERS)
        self._stand_still(_READ)
        lands = TransformFromCopy(table.result, self.scores[first], path_arc=-_SWUNG)
        self.play(lands, Unfold(self.columns.bars[first], DOWN), run_time=times.slow)
        self._stand_still(_REST)

    def _score_all(self) -> None:
        """Let every other key's column grow, slowly first; then those who answer loudest are thought of."""
        told = [self.best[0]] if self.table is not None else []
        asked_now = [*self.best, *self.rest_of]
        turns = [column for column in asked_now if column not in told]
        for turn, column in enumerate(turns):
            seconds = _STEPS[min(turn, len(_STEPS) - 1)]
            grows = Unfold(self.columns.bars[column], DOWN)
            looks = self._eyes(self.grid.heads[column].get_center())
            leaves = [FadeOut(self.table, self.key)] if turn == 0 and self.table is not None else []
            self.play(grows, FadeIn(self.scores[column], rate_func=late), *looks, *leaves, run_time=seconds)
        self.play(self.asker.answered(), *self._eyes(self.scores[self.best[0]].get_center()), run_time=_ANSWERS)
        self._stand_still(_REST)

    def _raise(self) -> None:
        """Let both best scores and a low one become exponents of e, and all columns swell to their powers."""
        riding: dict[int, Sequence[VMobject]] = {place: [self._power(place)] for place in self._raised_places()}
        raised = [power for pieces in riding.values() for power in pieces]
        rises = [AnimationGroup(ReplacementTransform(self.scores[place], power[1]), FadeIn(power[0]))
                 for place, (power,) in riding.items()]  # fmt: skip
        others = [score for place, score in enumerate(self.scores) if place not in riding]
        self.play(*rises, run_time=self.style.times.move)
        self.powers = [self._number(power, column, self.digits) for column, power in enumerate(self.numbers.powers)]
        for power in self.powers:
            power.set_fill(opacity=0.0)
        self.raised = raised
        self.add(*self.powers)
        swell = self.columns.swell(self.powers, riding, seconds=_SWELL)
        leaves = [FadeOut(*others, rate_func=squish_rate_func(smooth, 0.0, _GONE))] if others else []
        self.play(swell, *leaves, run_time=_SWELL)
        self._stand_still(_REST)

    def _raised_places(self) -> list[int]:
        """Return the places whose powers are spelled out: both best, and the lowest where there is room beside it."""
        scores, xs = self.numbers.scores[self.numbers.position], self.columns.xs
        lowest = min(self.rest_of, key=lambda place: float(scores[place]))
        low, rest = self._power(lowest), [place for place in self.rest_of if place != lowest]
        beside = [*(self._number(scores[place], place) for place in rest), *(self._power(place) for place in self.best)]
        near = (abs(float(each.get_x()) - xs[lowest]) - float(each.width + low.width) / 2 for each in beside)
        return [*self.best, lowest] if min(near) > _SEAM else [*self.best]

    def _power(self, place: int) -> Power:
        """Return e to the power of a score, over the number of its column."""
        size, color = self.grid.size, self.grid.colors[place]
        power = Power(
            Math("e", size=1.25 * size, color=color, style=self.style),
            Number(self.numbers.scores[self.numbers.position, place], size=size, color=color, style=self.style),
        )
        low = self.columns.over(place) + capitals(size) + _AIR
        power.set_x(self.columns.xs[place])
        return power.shift(point(0.0, low - float(power.get_bottom()[1])))

    def _lay_end_to_end(self) -> None:
        """Let low columns gather and both high ones fall end to end, and the strip rise that they make."""
        columns, best, rest = self.columns, self.best, self.rest_of
        low, decimals = self._strip_low(), 3
        places = [*([place] for place in best), rest]
        self.parts = [
            self._part(weight, part, decimals) for weight, part in zip(self.numbers.heard, places, strict=True)
        ]
        self.terms: list[Number] = []
        if self.is_worked_out:
            tall = [self._part(self.numbers.powers[place], [place], self.digits) for place in best]
            self.terms = [*tall, self._over_pile()]
            gone = [*self.raised, *self.powers]
            self.play(columns.gather(rest, seconds=_GATHER), FadeOut(*gone), FadeIn(self.terms[2], rate_func=late),
                      run_time=_GATHER)  # fmt: skip
        else:
            self.play(FadeOut(*self.scores), columns.even(seconds=_GATHER))
            self.play(columns.gather(rest, seconds=_GATHER))
        self.play(columns.fall(best, seconds=_FALL))
        piled = [(term, self._part(self.numbers.rest_power, rest, self.digits).get_center()) for term in self.terms[2:]]
        named = [FadeIn(*self.terms[:2], rate_func=late)] if self.terms else []
        self.play(columns.lift(low, piled, seconds=_LIFT), *named, run_time=_LIFT)

    def _share_strip(self) -> None:
        """Divide all parts of the strip by their sum, and let words shout as loud as their parts are large."""
        low, times, best = self._strip_low(), self.style.times, self.best
        divided: list[VMobject] = []
        whole, one = self._whole()
        if self.is_worked_out:
            divided = [self._divided(places) for places in ([best[0]], [best[1]], self.rest_of)]
            self.play(FadeIn(whole), run_time=_SOON)
            self.play(LaggedStart(*map(FadeIn, divided), lag_ratio=0.3), run_time=_DIVIDE)
            self._stand_still(_READ)
            self.play(FadeOut(*self.terms, whole[1], rate_func=_early), FadeIn(*self.parts, one, rate_func=late),
                      run_time=_ANSWERS)  # fmt: skip
        else:
            self.play(FadeIn(*self.parts, whole[0], one), run_time=times.move)
        self.whole, self.shouts = [whole[0], one], self._shouts()
        self.whole += [*self._whisperers()]
        grows = (GrowFromPoint(shout, point(float(shout.get_x()), low)) for shout in self.shouts)
        notes = [FadeIn(note, rate_func=late) for note in self.whole[2:]]
        if divided:
            self.play(FadeOut(*divided), run_time=times.quick)
        shout = LaggedStart(*grows, lag_ratio=0.35, rate_func=rush_from)
        self.play(shout, *notes, *self._eyes(self.shouts[0].get_center()), run_time=_SHOUT)
        self._stand_still(_REST)

    def _strip_low(self) -> float:
        """Return the lower edge of the strip where it is shared out, scene units."""
        return float(self.grid.room.centre[1]) - 0.15

    def _part(self, value: Tensor, places: Sequence[int], decimals: int) -> Number:
        """Return a number over a part of the strip, in its word's colour."""
        color = self.grid.colors[places[0]] if len(places) == 1 else self.style.theme.ink
        number = Number(value, decimals=decimals, size=self._part_size(), color=color, style=self.style)
        high = self._strip_low() + self.columns.width + _OVER_STRIP
        most = self.grid.room.right - float(number.width) / 2
        return number.set_x(min(self.columns.middle(places), most)).on_baseline(high)

    def _part_size(self) -> float:
        """Return the size of numbers over the strip: those of the two ends of it that are nearest do not meet."""
        sizes, last = self.style.sizes, self.columns.middle(self.rest_of)
        apart = last - self.columns.middle([self.best[1]])
        for size in (sizes.number, sizes.tick, sizes.label, sizes.note):
            width = float(Number(0.888, decimals=3, size=size, style=self.style).width)
            beyond = max(0.0, last + width / 2 - self.grid.room.right)
            if width + _AIR < apart - beyond:
                return size
        return sizes.least

    def _divided(self, places: Sequence[int]) -> Row:
        """Return below a part of the strip what its number is divided by: the sum of all."""
        for share in (0.9, 0.8, 0.7, 0.6):
            size = max(share * self._part_size(), self.style.sizes.least)
            total = Number(self.numbers.power_total, decimals=self.digits, size=size, style=self.style)
            row = Row([Math("div", size=size, style=self.style), total], 1.5 * _SEAM)
            apart = self.columns.middle([self.best[1]]) + 1.5 * float(row.width) + _SEAM
            if apart < self.grid.room.right:
                break
        row.set_x(min(self.columns.middle(places), self.grid.room.right - float(row.width) / 2))
        return row.align_to(point(0.0, self._strip_low() - _OVER_STRIP), UP)

    def _over_pile(self) -> Number:
        """Return the sum of the low columns over the pile that they will be."""
        number = self._part(self.numbers.rest_power, self.rest_of, self.digits)
        begin = self.columns.starts(self.columns.unit)[self.rest_of[0]]
        number.set_x(begin + float(number.width) / 2)
        return number.on_baseline(self.grid.room.bottom + self.columns.width + _OVER_STRIP)

    def _whole(self) -> tuple[VGroup, Number]:
        """Return a line over the whole strip with the sum of powers, and the number 1 in its place."""
        room, size = self.grid.room, self.style.sizes.number
        y = self._strip_low() + self.columns.width + 2 * _OVER_STRIP + capitals(size) + _BRACE
        line = VMobject().set_stroke(self.style.theme.axis, self.style.strokes.line)
        ends = (room.left, y - _BRACE), (room.left, y), (room.right, y), (room.right, y - _BRACE)
        line.set_points_as_corners([point(*end) for end in ends])
        total, one = (
            Number(value, decimals=decimals, size=self.style.sizes.head, style=self.style)
            for value, decimals in (
                (self.numbers.power_total, self.digits if self.is_worked_out else 2),
                (self.numbers.sums[self.numbers.position], 0),
            )
        )
        for number in (total, one):
            number.set_x(room.centre[0]).on_baseline(y + _AIR)
        return VGroup(line, total), one

    def _shouts(self) -> list[Label]:
        """Return words as loud as they are heard: their sizes are to each other as their weights are.

        They share one size where the smaller one could not be read, or has no weight. All others whisper: they share a
        name, which has no size of its own.
        """
        numbers, style, sizes = self.numbers, self.style, self.style.sizes
        weights = [float(weight) for weight in numbers.heard[:2]]
        for size in range(int(_SHOUTED * sizes.hero), int(sizes.least) - 1, -1):
            scaled = [size * weight / weights[0] for weight in weights]
            if min(scaled) < sizes.least:
                scaled = [float(size)] * len(weights)
            words = [Label(numbers.words[place], size=loud, color=self.grid.colors[place], within=100.0, style=style)
                     for place, loud in zip(self.best, scaled, strict=True)]  # fmt: skip
            if self._lay(words):
                break
        return words

    def _whisperers(self) -> VGroup:
        """Return a note of how many others share the end of the strip; nothing where there is no room for it."""
        text, room = self.says("others", count=len(self.rest_of)), self.grid.room
        note = Label(text, size=max(self.grid.size, self.style.sizes.tick), style=self.style)
        note.align_to(point(room.right, self._strip_low() - _BENEATH_STRIP), UR)
        return VGroup(note) if float(note.get_left()[0]) > float(self.shouts[1].get_right()[0]) + _AIR else VGroup()

    def _lay(self, words: Sequence[Label]) -> bool:
        """Put words below their parts of the strip; return whether they have room there."""
        top, room = self._strip_low() - _BENEATH_STRIP, self.grid.room
        for word, place in zip(words, self.best, strict=True):
            word.set_x(self.columns.middle([place])).align_to(point(0.0, top), UP)
        first, second = words
        apart = float(second.get_left()[0]) - float(first.get_right()[0])
        inside = float(first.get_left()[0]) >= room.left and float(second.get_right()[0]) <= room.right
        return inside and apart > _AIR and float(first.get_bottom()[1]) > room.bottom + _AIR

    def _share_out(self) -> None:
        """Let the strip become the word's row of the table, and each other word share out 1 in its own row."""
        numbers, grid, times, place = self.numbers, self.grid, self.style.times, self.numbers.position
        cells, best, columns = grid.cells[place], self.best, self.columns
        y = float(cells[0].get_y())
        strip, seen = VGroup(*columns.bars), [self.parts[0], self.parts[1]]
        up = point(0.0, y - float(strip.get_y()))
        moves = (ApplyMethod(each.shift, up) for each in (strip, *seen))
        self.play(FadeOut(*self.whole, *self.shouts, self.parts[2], self.floor, run_time=times.quick), *moves,
                  FadeIn(grid.names[place]), *self._eyes(cells[0].get_center()), run_time=times.move)  # fmt: skip
        self.squares = grid.squares(place, numbers.weights[place])
        turns = [ReplacementTransform(columns.bars[each], self.squares[each]) for each in best]
        quiet = [become(columns.bars[each], self.squares[each]) for each in self.rest_of]
        goes = [part.animate.scale(_SMALLER).set_x(columns.xs[each]) for part, each in zip(seen, best, strict=True)]
        widest = _SMALLER * max(float(part.width) for part in seen)
        near = abs(columns.xs[best[0]] - columns.xs[best[1]]) < widest + _AIR
        left = [FadeOut(*seen)] if near else goes
        self.play(*turns, *quiet, *left, FadeIn(*cells, rate_func=late), run_time=times.slow)
        self.play(Create(self.row), *([] if near else [FadeOut(*seen, rate_func=late)]), run_time=_SOON)
        others = [row for row in range(len(numbers.words)) if row not in (place, numbers.other)]
        rows = [FadeIn(grid.names[row], *grid.cells[row], *grid.squares(row, numbers.weights[row])) for row in others]
        self.play(LaggedStart(*rows, lag_ratio=0.4), run_time=_ROW * (len(others) + 1))
        if numbers.other != place:
            self._ask_other()
        self._stand_still(_REST)

    def _ask_other(self) -> None:
        """Let another word ask in another direction: its row, and who answers it."""
        numbers, grid, times, row = self.numbers, self.grid, self.style.times, self.numbers.other
        frame = self._frame(grid.cells[row], self.style.theme.query)
        asker, other = self.askers
        leaves = FadeOut(asker.body, asker.answer, *asker.bubbles, self.name_of_body, rate_func=_early)
        self.play(leaves, FadeIn(other, rate_func=late), ReplacementTransform(self.row, frame),
                  FadeIn(grid.names[row], *grid.cells[row]), run_time=times.move)  # fmt: skip
        self._stand_still(_ASKS)
        self.row = frame
        squares = grid.squares(row, numbers.weights[row])
        grows = LaggedStart(*(GrowFromCenter(square) for square in squares), lag_ratio=0.2)
        self.play(grows, run_time=times.slow)
        self.play(other.answered(), run_time=_ANSWERS)

    def _hear(self) -> None:
        """Go back to the row of the word that asked: what it hears changes it."""
        numbers, times = self.numbers, self.style.times
        asker, other = self.askers
        frame = self._frame(self.grid.cells[numbers.position], self.style.theme.query)
        if numbers.other != numbers.position:
            leaves = FadeOut(other.body, other.answer, *other.bubbles, rate_func=_early)
            comes = FadeIn(asker.body, asker.answer, *asker.bubbles, self.name_of_body, rate_func=late)
            self.play(leaves, comes, ReplacementTransform(self.row, frame), run_time=times.move)
        heard = self._heard()
        words = [piece for piece in asker.answer if isinstance(piece, Label) and piece.text != ","]
        commas = [piece for piece in asker.answer if piece not in words]
        turns = [ReplacementTransform(word, row[0]) for word, row in zip(words, heard, strict=True)]
        weights = [FadeIn(row[1], rate_func=late) for row in heard]
        pulses = [ApplyMethod(self.squares[place].scale, _PULSE, rate_func=there_and_back) for place in self.best]
        self.play(*pulses, FadeOut(*commas), *self._eyes(self.squares[self.best[0]].get_center()), run_time=_SOON)
        turns[0].set_rate_func(late)  # the first one grows when the second one has made room for it
        self.play(*turns, *weights, *asker.spaced(heard), *self._eyes(heard.get_center()), run_time=times.move)
        if isinstance(asker.body, Portrait):
            self.play(self._bristle(asker.body))
        self._stand_still(_LAST)

    def _heard(self) -> VGroup:
        """Return the words that are heard with their weights, as loud as they are, where who asks thinks of them."""
        numbers, style, sizes, room = self.numbers, self.style, self.style.sizes, self.asker.answer_room
        weights = [float(weight) for weight in numbers.heard[:2]]
        for size in (sizes.hero, sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.label, sizes.note):
            scaled = [size * weight / weights[0] for weight in weights]
            if min(scaled) < sizes.least:
                scaled = [float(size)] * len(weights)
            rows = VGroup()
            for place, loud, weight in zip(self.best, scaled, numbers.heard, strict=False):
                word = Label(numbers.words[place], size=loud, color=self.grid.colors[place], style=style)
                number = Number(weight, decimals=3, size=min(size, sizes.number), style=style)
                rows.add(Row([word, number], 1.5 * _AIR))
            rows.arrange(DOWN, buff=_AIR)
            if rows.width <= room.width and rows.height <= room.height:
                break
        return rows.move_to(room.centre) if self.asker.lying else rows.move_to(point(room.centre[0], room.top), UP)

    def _bristle(self, body: Portrait) -> Live:
        """Return how a portrait hops, bristles, and becomes what it hears."""
        numbers = self.numbers
        start, change = numbers.look, numbers.update
        at = body.at

        def follow(share: float) -> None:
            grown = share + _BRISTLE * float(np.sin(np.pi * share))
            body.look(*(start + grown * change).tolist())
            body.put(at + point(0.0, _HOP * body.radius * there_and_back(min(1.5 * share, 1.0))))

        return Live([body], follow, run_time=_BRISTLES)


def _same_shares(shares: Sequence[float], weights: Sequence[float]) -> bool:
    """Return whether shares are printed as weights are."""
    return bool(shares) and [as_printed(each, 3) for each in shares] == [as_printed(each, 3) for each in weights]
