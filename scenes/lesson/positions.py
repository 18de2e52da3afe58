"""Attention sees no order; turned by their places, a query and a key see how far apart they are.

Source: "RoFormer" (Su et al., 2021), section 3.2.2; one pair of numbers of each vector, turned by one radian a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

import numpy as np
import torch
from manim import Create, FadeIn, FadeOut, VGroup, VMobject, linear, smooth, squish_rate_func
from pydantic import Field
from torch import Tensor

from attnmath import attend, rotary
from scenes.claims import Claim, Measurement, same
from scenes.lesson.dial import Dial, Pose
from scenes.lesson.place_row import PlaceRow
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parameters import PhraseParameters, require_plane
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_FIRST_TURN, _TURN, _LATER_TURNS, _SHIFT, _PASS, _SWAP = 1.0, 0.45, 3.0, 2.0, 2.6, 1.1
"""Seconds: the first step that a hand turns, each of those that follow, all steps of the hand that goes on alone, all
words that move on, a word that passes others slowly, and one that passes them while nothing turns."""

_LOOKED = 0.8
"""Seconds in which words stand in another order."""

_DIAL, _PANEL, _BETWEEN, _ABOVE_FOOT, _BELOW_ROW = 1.2, 1.0, 0.4, 0.1, 0.2
"""The shares of the dial and of the numbers; scene units between them, from them to the line at the foot, and from the
words' places to the numbers."""

_UPRIGHT = (2.6, 1.0)
"""The shares of both where the numbers lie below the dial."""

_TALL, _HERO = 3.3, 1.5
"""Scene units of height in which all numbers stand below each other, and the score's type as a multiple of a hero's."""

_COLUMN = ((0.06, 0.165), (0.325, 0.43), (0.59, 0.695, 0.90))
_LYING = ((0.08, 0.32), (0.6, 0.84), (0.08, 0.32, 0.8))
"""Baselines of the lengths, the angle and the score, each below its name, as shares of their room's height: where they
stand below each other, and where the score stands beside the others."""

_Line = TypeVar("_Line", Row, Label)

_BEFORE = "…"
"""A word that comes before the phrase when it moves on."""


class Placed(PhraseParameters):
    """The parameters: a phrase and its word that asks, and by how many places all words move on."""

    most_words = 9
    shift: int = Field(2, ge=1, le=4, description="By how many places all words move on.")


@dataclass(frozen=True)
class Turned:
    """A word's scores with and without places."""

    words: tuple[str, ...]
    position: int
    other: int
    traded: int
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    pair: tuple[str, ...]
    steps: tuple[str, ...]
    scores: Tensor = quantity("The word's dot product with each word, without places.", rows="words")
    backwards: Tensor = quantity("The same, the phrase read backwards.")
    query: Tensor = quantity("The word's query at each place, the first without one.", columns="axes")
    key: Tensor = quantity("The other word's key at each place, the first without one.", columns="axes")
    lengths: Tensor = quantity("The lengths of the query and the key.", rows="pair")
    product: Tensor = quantity("The product of both lengths.")
    step: Tensor = quantity("Degrees by which a place turns.")
    turns: Tensor = quantity("Steps between the query and the key at each moment.", rows="moments")
    gaps: Tensor = quantity("Places between both words at each moment.", rows="moments")
    angles: Tensor = quantity("Degrees from the key to the query at each moment.", rows="moments")
    turned: Tensor = quantity("Their dot product at each moment.", rows="moments")
    by_steps: Tensor = quantity("Degrees from the key to the query by the steps between them.", rows="steps")
    score_by_steps: Tensor = quantity("Their dot product by the steps between them.", rows="steps")
    by_distance: Tensor = quantity("Their dot product by how many places they are apart.")

    @property
    def word(self) -> str:
        """The word that asks."""
        return self.words[self.position]

    @property
    def asked(self) -> str:
        """The other word."""
        return self.words[self.other]

    @property
    def own(self) -> Tensor:
        """Degrees between the query and the key before they turn."""
        return self.by_steps[self.steps.index("0")]

    def digits(self) -> tuple[int, int, int]:
        """Return digits after the point of lengths, of their product and of degrees with which a pencil agrees."""
        choices = [(lengths, whole, degrees) for degrees, lengths, whole in product((1, 2), (2, 3), (2, 3))]
        return next((choice for choice in choices if self._agrees(*choice)), choices[0])

    def _agrees(self, lengths: int, whole: int, degrees: int) -> bool:
        """Return whether everything that is printed follows from what is printed."""
        one, other = (as_printed(length, lengths) for length in self.lengths.tolist())
        both, own, step = (
            as_printed(float(value), digits)
            for value, digits in ((self.product, whole), (self.own, degrees), (self.step, degrees))
        )
        follows = as_printed(one * other, whole) == both
        for steps, angle, score in zip(self.steps, self.by_steps.tolist(), self.score_by_steps.tolist(), strict=True):
            said = as_printed(angle, degrees)
            follows &= as_printed(own + int(steps) * step, degrees) == said
            follows &= as_printed(both * np.cos(np.radians(said))) == as_printed(score)
        return follows


def _order_is_not_seen(numbers: Turned, world: World) -> Measurement:
    return same(numbers.backwards.flip(0), numbers.scores)


def _only_distance_counts(numbers: Turned, world: World) -> Measurement:
    said = ", ".join(format_number(score) for score in numbers.turned.tolist())
    return Measurement(bool(torch.allclose(numbers.turned[0], numbers.turned[1], rtol=1e-4, atol=1e-4)), said)


def _distance_does_count(numbers: Turned, world: World) -> Measurement:
    spread = float(numbers.by_distance.max() - numbers.by_distance.min())
    return Measurement(spread > 0, f"by distance: {', '.join(map(format_number, numbers.by_distance.tolist()))}")


class Positions(PlaneFigure):
    """lesson-positions: turned like hands of a clock by their places, two words see only how far apart they are."""

    name = "lesson-positions"
    Parameters = Placed
    parameters: Placed
    with_plane = False
    with_record = False
    numbers: Turned
    claims = (
        Claim("Read backwards, a phrase has the same scores, only in another order.", _order_is_not_seen),
        Claim("Moved on together, a query and a key have the same score.", _only_distance_counts),
        Claim("Another distance is another score.", _distance_does_count),
    )

    @classmethod
    def compute(cls, parameters: Placed, world: World) -> Turned:
        """Score a word with each word; then turn its query and the most similar word's key by their places."""
        require_plane(world)
        words, position = parameters.words(world), parameters.position(world)
        vectors = world.embedding().rows(words)
        scores = attend(vectors).scores[position]
        others = [index for index, word in enumerate(words) if word != words[position]]
        other = max(others, key=lambda index: float(scores[index])) if others else position
        places = torch.arange(len(words) + parameters.shift + 1)
        query, key = (rotary(vectors[at].expand(len(places), 2), places) for at in (position, other))
        by_place = key[1 : len(words) + 1] @ query[position + 1]
        # Between both words, so that the hand turns back by less than a full turn; else on its side of the word that
        # asks, as this one would have to move as well.
        side = [at for at in range(len(words)) if at != other and (at - position) * (other - position) > 0]
        free = [at for at in side if abs(at - position) < abs(other - position)] or side
        traded = max(free, key=lambda index: abs(float(by_place[index] - by_place[other])), default=other)
        shift = parameters.shift
        pairs = [(position + 1 + on, at + 1 + on) for on, at in ((0, other), (shift, other), (shift, traded))]
        lengths = torch.stack([query[0].norm(), key[0].norm()])
        step, apart = torch.rad2deg(torch.ones(())), signed_degrees(query[0], key[0])
        ahead = 1.0 if float(apart) >= 0 else -1.0
        turns = torch.tensor([ahead * (first - second) for first, second in pairs])
        steps = range(int(min(0.0, *turns)), int(max(0.0, *turns)) + 1)
        by_steps = apart.abs() + torch.tensor([float(count) for count in steps]) * step
        return Turned(
            words, position, other, traded, world.axes, ("here", "moved on", "traded"), ("query", "key"),
            tuple(map(str, steps)), scores, attend(vectors.flip(0)).scores[len(words) - 1 - position], query, key,
            lengths, lengths.prod(), step, turns, turns.abs(), apart.abs() + turns * step,
            torch.stack([query[first] @ key[second] for first, second in pairs]),
            by_steps, lengths.prod() * torch.deg2rad(by_steps).cos(), query[1 : len(words) + 1] @ key[1],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Turned) -> Mapping[str, object]:
        """Return both words, how far apart they are, and their score."""
        return {
            "word": numbers.word,
            "other": numbers.asked,
            "distance": abs(numbers.position - numbers.other),
            "score": format_number(float(numbers.turned[0])),
        }

    def build(self) -> None:
        """Make the phrase with its places, the dial, and what is measured on it."""
        numbers, theme = self.numbers, self.style.theme
        self.step_color = theme.value
        order = list(numbers.words)
        count = len(order) + self.parameters.shift
        self.row = PlaceRow(order, self.colors_of(order), count, self.stage, self.step_color, style=self.style)
        self.asking, self.answering = numbers.position, numbers.other
        free = self.row.room_below(self.stage.above_foot).inset(bottom=_ABOVE_FOOT)
        room, self.panel = (
            free.rows(*_UPRIGHT, gap=_BETWEEN) if self.stage.is_portrait else free.columns(_DIAL, _PANEL, gap=_BETWEEN)
        )
        self.panel = self.panel.inset(top=_BELOW_ROW)
        pair = (numbers.word, numbers.asked)
        most = int(max(map(abs, numbers.turns.tolist())))
        rows = (numbers.query[0].tolist(), numbers.key[0].tolist())
        step = float(np.radians(float(numbers.step)))
        self.dial = Dial(
            rows, pair, self.colors_of(pair), step, self.step_color, max(most, len(order)), style=self.style
        )
        self._choose_type()
        self.own_label = self._label(numbers.own)
        self.dial.place(room, (float(self.own_label.width), float(self.own_label.height)), self._poses())
        self.dial.put_beside_arc(self.own_label)
        self.hands, self.centre, self.unit = self.dial.hands, self.dial.centre, self.dial.unit
        self._name_rows()

    def _label(self, angle: Tensor, color: str | None = None) -> VGroup:
        """Return the size of an angle, to stand beside the dial; nothing where this has no room for it."""
        if self.stage.is_narrow and not self.stage.is_portrait:
            return VGroup()
        return laid(VGroup(self._degrees(angle, self.style.sizes.number, color)), Layer.LABEL)

    def _places(self) -> tuple[int, int]:
        """Return the places of the query's word and of the key's, counted from 1."""
        return self.numbers.position + 1, self.numbers.other + 1

    def _poses(self) -> list[Pose]:
        """Return poses that the hands have on their way."""
        (query, key), shift = self._places(), self.parameters.shift
        both, traded = min(query, key), self.numbers.traded + 1
        stops = [(0, 0), (both, both), (query, key), (query + shift, key + shift), (query + shift, traded + shift)]
        return [
            self.dial.pose_of(before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1]))
            for before, after in zip(stops, stops[1:], strict=False)
            for share in np.linspace(0.0, 1.0, 8)
        ]

    # --- What is measured ---------------------------------------------------------------------------------------------

    def _choose_type(self) -> None:
        """Choose where the numbers stand, and the largest type in which they have room."""
        panel, sizes, numbers = self.panel, self.style.sizes, self.numbers
        self.digits = numbers.digits()
        lying = panel.height < _TALL
        (lengths, angle, score), columns = (_LYING, panel.columns(1.35, 1.0, gap=0.4)) if lying else (
            _COLUMN, (panel, panel))  # fmt: skip
        self.column, self.last_column = columns
        self.baselines = [[panel.top - share * panel.height for share in shares] for shares in (lengths, angle, score)]
        self.size = sizes.formula
        counts = [int(count) for count in numbers.steps]
        wide = [(self._angle_row(count), self.column) for count in counts]
        wide += [(self._score_row(count), self.last_column) for count in counts]
        self.size *= min(1.0, *(column.width / float(row.width) for row, column in wide))
        self.hero = _HERO * sizes.hero
        self.hero *= min(1.0, *(self.last_column.width / float(self._hero_row(count).width) for count in counts))

    def _degrees(self, angle: Tensor | float, size: float, color: str | None = None) -> Row:
        """Return an angle in degrees."""
        number = Number(angle, decimals=self.digits[2], size=size, color=color, style=self.style)
        return Row(
            [number, Label("°", size=size, color=color, style=self.style)], 0.02 * size / self.style.sizes.number
        )

    def _math(self, sign: str) -> Math:
        """Return a sign between numbers."""
        return Math(sign, size=self.size, style=self.style)

    def _gaps(self, kinds: str) -> list[float]:
        """Return the space before each piece of a row: of a product (.), of a sum or an equation (-)."""
        return [(0.14 if kind == "." else 0.2) * self.size / self.style.sizes.formula for kind in kinds]

    def _lengths_row(self) -> Row:
        """Return the product of both lengths."""
        numbers, (decimals, whole, _) = self.numbers, self.digits
        colors = self.colors_of((numbers.word, numbers.asked))
        one, other = (
            Number(length, decimals=decimals, size=self.size, color=color, style=self.style)
            for length, color in zip(numbers.lengths, colors, strict=True)
        )
        both = Number(numbers.product, decimals=whole, size=self.size, style=self.style)
        row = Row([one, self._math("dot"), other, self._math("="), both], self._gaps("..--"))
        return self._stand(row, self.column, self.baselines[0][1])

    def _angle_row(self, turns: int | None) -> Row:
        """Return the angle after some steps between the hands as a sum; only the hands' own where there are none."""
        own = self._degrees(self.numbers.own, self.size)
        if turns is None:
            return self._stand(Row([own]), self.column, self.baselines[1][1])
        color = self.step_color
        sign = self._math("-" if turns < 0 or self._goes_back() else "+")
        count = Number(abs(turns), decimals=0, size=self.size, color=color, style=self.style)
        step = self._degrees(self.numbers.step, self.size, color)
        pieces = [own, sign, count, Math("times", size=self.size, color=color, style=self.style), step]
        total = self._degrees(self._at(self.numbers.by_steps, turns), self.size)
        row = Row([*pieces, self._math("="), total], self._gaps("--..--"))
        return self._stand(row, self.column, self.baselines[1][1])

    def _score_row(self, turns: int) -> Row:
        """Return the product whose value is the score after some steps between the hands."""
        whole = Number(self.numbers.product, decimals=self.digits[1], size=self.size, style=self.style)
        angle = self._degrees(self._at(self.numbers.by_steps, turns), self.size)
        row = Row([whole, self._math("dot cos"), angle], self._gaps(".."))
        return self._stand(row, self.last_column, self.baselines[2][1])

    def _hero_row(self, turns: int) -> Row:
        """Return the score after some steps between the hands."""
        score = HeroNumber(self._at(self.numbers.score_by_steps, turns), size=self.hero, style=self.style)
        row = Row([Math("=", size=self.hero, style=self.style), score], 0.2 * self.hero / self.style.sizes.hero)
        return self._stand(row, self.last_column, self.baselines[2][2])

    def _goes_back(self) -> bool:
        """Return whether the hands come together with the steps between them at first."""
        return float(self.numbers.turns[0]) < 0

    def _at(self, values: Tensor, turns: int) -> Tensor:
        """Return what is computed for some steps between the hands."""
        return values[self.numbers.steps.index(str(turns))]

    def _stand(self, row: _Line, column: Region, baseline: float) -> _Line:
        """Put a row at the left of a column."""
        row.set_x(column.left + float(row.width) / 2)
        row.on_baseline(baseline)
        return laid(row, Layer.LABEL)

    def _name_rows(self) -> None:
        """Make the names of what is measured."""
        size = min(self.style.sizes.number, self.size)
        self.names = [
            self._stand(Label(self.says(key), size=size, style=self.style), column, baselines[0])
            for key, column, baselines in zip(
                ("lengths", "angle", "score"), (self.column, self.column, self.last_column), self.baselines, strict=True
            )
        ]

    def _readings(self, turns: int) -> VGroup:
        """Return the angle and the score after some steps between the hands."""
        return VGroup(self._angle_row(turns), self._score_row(turns), self._hero_row(turns))

    # --- The story ----------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Measure a score; move words; turn both hands by their places; move both on; let one word move alone."""
        self._score()
        self._order()
        self._turn()
        self._apart()
        self._move_on()
        if self.numbers.traded != self.numbers.other:
            self._another_gap()

    def _score(self) -> None:
        """Let lengths and angle of two hands make a score."""
        numbers, dial, times, size = self.numbers, self.dial, self.style.times, self.style.sizes.number
        self.lengths = [
            laid(Number(length, decimals=self.digits[0], size=size, color=color, style=self.style), Layer.LABEL)
            for length, color in zip(numbers.lengths, dial.colors, strict=True)
        ]
        for hand, label in enumerate(self.lengths):
            dial.put_length(label, hand)
        with self.beat("score", word=numbers.word, other=numbers.asked):
            self.play(FadeIn(*self.row.words, dial.face, dial.hub, *dial.hands, *dial.tokens), run_time=times.move)
            self.play(FadeIn(*self.lengths, self.names[0], self._lengths_row()), run_time=times.move)
            angle = self._angle_row(None)
            self.play(Create(dial.arc), FadeIn(self.own_label, self.names[1], angle), run_time=times.move)
            score = VGroup(self._score_row(0), self._hero_row(0))
            self.play(FadeIn(self.names[2], *score), run_time=times.quick)
            self.readings = [angle, *score]
            self.rest()

    def _order(self) -> None:
        """Let the word that asks go to where the other one stands, and back; nothing else moves."""
        numbers = self.numbers
        with self.beat("order"):
            for place in (numbers.other, numbers.position):
                follow = self.row.passing(self.asking, place)
                self.play(Live(self.row.words, follow, rate_func=linear, run_time=_SWAP))
                if place == numbers.other:
                    self.wait(_LOOKED)  # the score is the same
            self.rest()

    def _turn(self) -> None:
        """Turn both hands by a step for each place, up to the word that comes first."""
        row, dial, times = self.row, self.dial, self.style.times
        first, last = sorted(self._places())
        with self.beat("turn", step=self._said_step()):
            row.show_bars(0, 0)
            self.add(*row.bars, *dial.segments, *dial.trail)
            numbers = row.first(len(self.numbers.words))
            self.play(FadeOut(*self.lengths), FadeIn(numbers), run_time=times.quick)
            self.remove(numbers)
            self.add(*numbers)
            self.step_label = self._label(self.numbers.step, self.step_color)
            dial.put_beside_step(self.step_label)
            for step in range(first):
                row.show_bars(0, step + 1)
                arriving = [] if step else [FadeIn(self.step_label)]
                self._play_step(step, _TURN if step else _FIRST_TURN, arriving)
            row.color(first - 1, self._color_at(first))
            self.rest()

    def _said_step(self) -> str:
        """Return the degrees of a step as they are printed."""
        return format_number(float(self.numbers.step), self.digits[2])

    def _play_step(self, step: int, seconds: float, also: Sequence[FadeIn] = ()) -> None:
        """Turn both hands on by a step, with the trail that it leaves."""

        def follow(share: float) -> None:
            turned = step + share
            self.dial.pose(turned, turned)
            self.dial.draw_trail(turned)
            self.dial.put_beside_arc(self.own_label)

        self.play(Live(self._turning(), follow, run_time=seconds), *also)

    def _turning(self) -> list[VMobject]:
        """Return all of the dial that moves when hands turn."""
        dial = self.dial
        return [dial.face, *dial.hands, *dial.tokens, dial.arc, *dial.segments, *dial.trail, self.own_label]

    def _color_at(self, place: int) -> str:
        """Return the colour of the pair's word whose place it is."""
        return self.dial.colors[self._places().index(place)]

    def _apart(self) -> None:
        """Turn the hand of the word that comes later by the steps that are left; the angle and the score follow."""
        row, (query, key) = self.row, self._places()
        first, last = sorted((query, key))
        turns = int(self.numbers.turns[0])
        words = self.numbers.asked, self.numbers.word
        earlier, later = words if key <= query else words[::-1]
        with self.beat(
            "apart", first=earlier, place=first, later=later, last=last, gap=last - first, step=self._said_step()
        ):
            readings = self._write_sum(first)
            for count in range(last - first):
                row.show_bars(first, first + count + 1)
                moves, stays = (first + count, first + count + 1), (first, first)
                ends = (moves, stays) if query > key else (stays, moves)
                self._turn_alone(*ends, min(_FIRST_TURN, _LATER_TURNS / (last - first)))
                done = (count + 1) * (1 if turns >= 0 else -1)
                self.remove(readings)
                readings = self._readings(done)
                self.add(readings)
            row.color(last - 1, self._color_at(last))
            self.readings = [readings]
            self.rest()

    def _write_sum(self, shared: int) -> VGroup:
        """Let the steps that both hands took leave, and let the angle become a sum with none; return the readings.

        Args:
            shared: how many steps both hands took.
        """
        row, trail, times = self.row, self.dial.trail, self.style.times
        self.play(FadeOut(*trail, *row.bars[:shared], self.step_label), run_time=times.quick)
        for segment in trail:
            segment.clear_points()
        row.show_bars(shared, shared)
        readings = self._readings(0)
        own, *rest = readings[0]
        self.remove(*self.readings)
        self.add(*row.bars, *trail, own, *readings[1:])
        self.play(FadeIn(*rest), run_time=times.move)
        self.remove(own, *rest, *readings[1:])
        self.add(readings)
        return readings

    def _turn_alone(self, query_way: tuple[int, int], key_way: tuple[int, int], seconds: float) -> None:
        """Turn the query and the key from some steps to others."""
        (query, to), (key, until) = query_way, key_way
        from_query = query == to

        def follow(share: float) -> None:
            self.dial.pose(query + share * (to - query), key + share * (until - key), from_query=from_query)
            self.dial.put_beside_arc(self.own_label)

        self.play(Live(self._turning(), follow, run_time=seconds))

    def _move_on(self) -> None:
        """Put words before the phrase, one at a time; both hands turn on together."""
        shift = self.parameters.shift
        with self.beat("shift", shift=shift):
            for step in range(shift):
                self._one_on(step)
            self.rest()

    def _one_on(self, step: int) -> None:
        """Let all words make room for one before them, and turn both hands on by a place."""
        row, (query, key) = self.row, self._places()
        starts, (first, last) = list(row.slots), sorted((query, key))
        bars = range(first, last)
        before = row.word(_BEFORE, self.style.theme.ink)
        row.words.append(before)
        row.slots.append(0.0)
        row.put(len(starts), 0.0)

        def follow(share: float) -> None:
            for index, start in enumerate(starts):
                row.put(index, start + share)
            for bar in bars:
                row.put_bar(bar, bar + step + share)
            self._color_numbers(step + round(share))
            self.dial.pose(query + step + share, key + step + share)
            self.dial.put_beside_arc(self.own_label)

        moved = [*row.words[:-1], *(row.bars[bar] for bar in bars), *row.numbers[: len(starts)], *self._turning()]
        late = squish_rate_func(smooth, 0.5, 1.0)
        arriving = FadeIn(before, row.numbers[len(starts)], rate_func=late)
        self.play(Live(moved, follow, run_time=_SHIFT / self.parameters.shift), arriving)

    def _color_numbers(self, on: int, key: int | None = None) -> None:
        """Give the numbers of both words' places their colours, and all others the colour of text.

        Args:
            on: by how many places all words have moved.
            key: the place of the key's word, where it has moved alone.
        """
        query, other = (place + on for place in self._places())
        colors = {query - 1: self.dial.colors[0], (key or other) - 1: self.dial.colors[1]}
        for index in range(len(self.row.words)):
            self.row.color(index, colors.get(index, self.style.theme.ink))

    def _another_gap(self) -> None:
        """Let the other word move alone; its hand alone turns, a step for each word that it passes."""
        numbers, shift, row = self.numbers, self.parameters.shift, self.row
        query, key = (place + shift for place in self._places())
        way = numbers.traded - numbers.other
        before, after = (int(numbers.turns[moment]) for moment in (1, 2))
        with self.beat("gap", other=numbers.asked, place=key + way, gap=abs(query - key - way), count=abs(way)):
            side = 1 if after > before else -1
            steps = [self._readings(before + side * count) for count in range(abs(way) + 1)]
            self.remove(*self.readings)
            self.add(*steps)
            passing = row.passing(self.answering, numbers.traded + shift)

            def follow(progress: float) -> None:
                share = passing(progress)
                done = int(share * abs(way) + 1e-6)
                for count, readings in enumerate(steps):
                    readings.set_opacity(float(count == done))
                at = key + round(done * way / abs(way))
                row.show_bars(*sorted((query, at)))
                self._color_numbers(shift, at)
                self.dial.pose(query, key + share * way, from_query=True)
                self.dial.put_beside_arc(self.own_label)

            moved = [*row.words, *row.bars, *row.numbers, *self._turning(), *steps]
            self.play(Live(moved, follow, rate_func=linear, run_time=_PASS))
            self.remove(*steps[:-1])
            self.hold()


def signed_degrees(query: Tensor, key: Tensor) -> Tensor:
    """Return the angle from the second vector of a plane to the first in degrees, from -180 to 180."""
    turn = torch.atan2(query[1], query[0]) - torch.atan2(key[1], key[0])
    return torch.rad2deg(torch.atan2(turn.sin(), turn.cos()))
