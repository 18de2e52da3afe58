"""Attention sees no order; turned by their places, a query and a key see how far apart they are.

Source: "RoFormer" (Su et al., 2021), section 3.2.2; one pair of numbers of each vector, turned by one radian a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import torch
from manim import Create, FadeIn, FadeOut, VGroup, VMobject, linear, smooth, squish_rate_func
from pydantic import Field
from torch import Tensor

from attnmath import attend, rotary
from scenes.claims import Claim, Measurement, same
from scenes.lesson.dial import PLATE, Dial, Pose
from scenes.lesson.place_row import PlaceRow
from scenes.lesson.score_panel import COUNT, LEAST, Digits, ScorePanel
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parameters import PhraseParameters, require_plane
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_GROW, _TRADE, _FIRST_TURN, _TURNS, _ALONE = 1.1, 2.0, 1.3, 1.5, 2.1
"""Seconds: a hand that grows, words that trade places, the first step of both hands, all others that they take
together, and those that one of them takes alone."""

_SLIDE, _BREAK, _PASS = 1.25, 0.8, 3.8
"""Seconds: all words that move on by a place, the plate that breaks, and a word that passes others."""

_LEAVES, _FADES, _COMES = 0.15, (0.2, 0.4), 0.86
"""Shares of the time in which a word passes others: until the angle is gone, while the broken plate fades, and from
when on the new angle is there: none stands there while a hand turns."""

_DIAL, _PANEL, _BETWEEN, _ABOVE_FOOT, _BELOW_ROW = 1.0, 1.2, 0.5, 0.1, 0.12
"""The shares of the dial and of the numbers; scene units between them, from them to the line at the foot, and from the
places to the dial."""

_EDGE = 0.3
"""Scene units at the right of the numbers that stay free."""

_UPRIGHT = (2.2, 1.7)
"""The shares of both where the numbers lie below the dial."""

_BELOW_TERM = 0.25
"""Scene units from the difference of two places to the other numbers."""

_FROM = 0.6
"""The share of the first step between the hands from which its size stands beside it."""

_APART = 0.3
"""Radians between both halves of the broken plate."""


_NAMES = ("shadow", "length", "score", "gap")
"""Names beside the dial, by their keys in the language."""


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
    length: Tensor = quantity("The length of the query.")
    step: Tensor = quantity("Degrees by which a place turns.")
    places: Tensor = quantity("Both words' places at each moment.", rows="moments", columns="pair")
    turns: Tensor = quantity("Steps between the query and the key at each moment.", rows="moments")
    gaps: Tensor = quantity("Places between both words at each moment.", rows="moments")
    angles: Tensor = quantity("Degrees from the key to the query at each moment.", rows="moments")
    turned: Tensor = quantity("Their dot product at each moment.", rows="moments")
    by_steps: Tensor = quantity("Degrees from the key to the query by the steps between them.", rows="steps")
    score_by_steps: Tensor = quantity("Their dot product by the steps between them.", rows="steps")
    shadow_by_steps: Tensor = quantity("The length of the key's shadow on the query's line.", rows="steps")
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

    def digits(self) -> Digits:
        """Return digits after the point of shadows and lengths, and of degrees, with which a pencil agrees."""
        factors = ((2, 2), (3, 3), (4, 3), (4, 4), (5, 5))
        choices = [Digits(*digits, degrees) for degrees, digits in product((1, 2), factors)]
        return next((choice for choice in choices if self._agrees(choice)), choices[1])

    def shadow_digits(self, turns: int) -> int:
        """Return the fewest digits after the point of a shadow with which a pencil finds the score."""
        digits, at = self.digits(), self.steps.index(str(turns))
        length = as_printed(float(self.length), digits.length)
        shadow, score = float(self.shadow_by_steps[at]), as_printed(float(self.score_by_steps[at]))
        found = (few for few in range(LEAST, digits.shadow) if as_printed(as_printed(shadow, few) * length) == score)
        return next(found, digits.shadow)

    def _agrees(self, digits: Digits) -> bool:
        """Return whether everything that is printed follows from what is printed."""
        length = as_printed(float(self.length), digits.length)
        own, step = (as_printed(float(value), digits.degrees) for value in (self.own, self.step))
        rows = (self.steps, self.by_steps.tolist(), self.shadow_by_steps.tolist(), self.score_by_steps.tolist())
        stays = {0, *map(int, self.turns.tolist())}
        return all(
            as_printed(own + int(steps) * step, digits.degrees) == as_printed(angle, digits.degrees)
            and as_printed(as_printed(shadow, digits.shadow) * length) == as_printed(score)
            for steps, angle, shadow, score in zip(*rows, strict=True)
            if int(steps) in stays
        )


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
    shadow: Number
    score: Number
    _beside: list[Number]
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
        length = query[0].norm()
        step, apart = torch.rad2deg(torch.ones(())), signed_degrees(query[0], key[0])
        ahead = 1.0 if float(apart) >= 0 else -1.0
        turns = torch.tensor([ahead * (first - second) for first, second in pairs])
        steps = range(int(min(0.0, *turns)), int(max(0.0, *turns)) + 1)
        by_steps = apart.abs() + torch.tensor([float(count) for count in steps]) * step
        shadows = key[0].norm() * torch.deg2rad(by_steps).cos()
        return Turned(
            words, position, other, traded, world.axes, ("here", "moved on", "traded"), ("query", "key"),
            tuple(map(str, steps)), scores, attend(vectors.flip(0)).scores[len(words) - 1 - position], query, key,
            length, step, torch.tensor(pairs, dtype=length.dtype), turns, turns.abs(), apart.abs() + turns * step,
            torch.stack([query[first] @ key[second] for first, second in pairs]),
            by_steps, length * shadows, shadows, query[1 : len(words) + 1] @ key[1],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Turned) -> Mapping[str, object]:
        """Return both words, how far apart they are, and their score; the same where one of them has moved alone."""
        return {
            "word": numbers.word,
            "other": numbers.asked,
            "distance": abs(numbers.position - numbers.other),
            "score": format_number(float(numbers.turned[0])),
            "last": format_number(float(numbers.gaps[-1]), 0),
            "other_score": format_number(float(numbers.turned[-1])),
        }

    def build(self) -> None:
        """Make the phrase with its places, the dial, and what is measured on it."""
        numbers, theme = self.numbers, self.style.theme
        self.step_color = theme.value
        order = list(numbers.words)
        count = len(order) + self.parameters.shift
        self.row = PlaceRow(order, self.colors_of(order), count, self.stage, self.step_color, style=self.style)
        self.asking, self.answering = numbers.position, numbers.other
        free = self.row.room_below(self.stage.above_foot).inset(bottom=_ABOVE_FOOT, top=_BELOW_ROW)
        room, panel = (
            free.rows(*_UPRIGHT, gap=_BETWEEN) if self.stage.is_portrait else free.columns(_DIAL, _PANEL, gap=_BETWEEN)
        )
        below = self.row.term_baseline - _BELOW_TERM
        if not self.stage.is_portrait:
            panel = panel.inset(top=max(panel.top - below, 0.0), right=_EDGE)
        elif not self.row.is_one_line:
            room = room.inset(top=max(room.top - below, 0.0))
        pair = (numbers.word, numbers.asked)
        most = int(max(map(abs, numbers.turns.tolist())))
        rows = (numbers.query[0].tolist(), numbers.key[0].tolist())
        step = float(np.radians(float(numbers.step)))
        self.dial = Dial(
            rows, pair, self.colors_of(pair), step, self.step_color, max(most, len(order)), style=self.style
        )
        asks, answers = self.colors_of(pair)
        self.panel = ScorePanel(
            panel, (asks, answers, self.step_color), {name: self.says(name) for name in _NAMES}, numbers.digits(),
            numbers.shadow_by_steps, numbers.length, numbers.score_by_steps, style=self.style,
        )  # fmt: skip
        self.own_label, self.step_label = self._label(numbers.own), self._label(numbers.step, self.step_color)
        labels = (self.own_label, self.step_label)
        self.dial.place(
            room, (max(float(each.width) for each in labels), max(float(each.height) for each in labels)), self._poses()
        )
        self.hands, self.centre, self.unit = self.dial.hands, self.dial.centre, self.dial.unit

    def _label(self, angle: Tensor, color: str | None = None) -> VGroup:
        """Return the size of an angle, to stand beside the dial; nothing where this has no room for it."""
        if not (self.stage.is_wide or self.stage.is_portrait):
            return VGroup()
        return laid(VGroup(self.panel.label(angle, color)), Layer.LABEL)

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

    def _at(self, values: Tensor, turns: int) -> Tensor:
        """Return what is computed for some steps between the hands."""
        return values[self.numbers.steps.index(str(turns))]

    def _angle_row(self, turns: int) -> Row:
        """Return the angle after some steps between the hands as a sum."""
        numbers = self.numbers
        back = turns < 0 or (turns == 0 and float(numbers.turns[0]) < 0)
        whole = self._at(numbers.by_steps, turns)
        return self.panel.angle(numbers.own, "-" if back else "+", abs(turns), numbers.step, whole)

    def _term(self, query: int, key: int, on: float = 0.0) -> Row:
        """Return the difference of both words' places, below the bars between them.

        Args:
            query: the place of the query's word.
            key: the place of the key's word.
            on: by how many places, or which part of one, the bars have moved on from between these.
        """
        asks, answers = self.dial.colors
        row = self.panel.difference([(query, asks), (key, answers)], self.row.size)
        first, last = sorted((query, key))
        half, safe = float(row.width) / 2, self.stage.safe
        left = self.panel.room.left if self.row.is_one_line and not self.stage.is_portrait else safe.left
        row.set_x(
            min(
                max(self.row.middle(first + on, last + on), left + half),
                safe.right - (0.0 if self.stage.is_portrait else _EDGE) - half,
            )
        )
        return row.on_baseline(self.row.term_baseline)

    def _measure(self, also: Sequence[VMobject], follow: Callable[[float], object], to: int, **options: Any) -> None:
        """Play a motion in which the shadow and the score run.

        Args:
            also: what moves besides the dial.
            follow: called with the progress.
            to: steps between the hands at its end.
            options: passed on to ``Live``.
        """
        numbers = self.numbers
        decimals = max(numbers.shadow_digits(turns) for turns in (round(self.dial.at.turns), to))
        length = as_printed(float(numbers.length), numbers.digits().length)
        before = [*self._beside, self.shadow, self.score]
        running = [RunningNumber(each) for each in before]

        def run(progress: float) -> None:
            follow(progress)
            cosine = float(np.cos(self.dial.own + self.dial.at.turns * self.dial.step))
            shadow = float(numbers.key[0].norm()) * cosine
            # What runs is true as well: the score is the product of what is printed.
            score = self.panel.score(as_printed(shadow, decimals) * length)
            written = [*self._shadow_label(shadow, decimals), self.panel.shadow(shadow, decimals), score]
            for each, number in zip(running, written, strict=True):
                each.write(number)
            for each in running[: len(self._beside)]:
                each.set_opacity(self.dial.beside)

        self.remove(*before)
        self.add(*running)
        self.play(Live([*self._turning(), *also, *running], run, **options))
        self.remove(*running)
        self.shadow, self.score = self._measured()
        self._beside = self._shadow_label(self.shadow.value, numbers.shadow_digits(to))
        self.add(*self._beside, self.shadow, self.score)

    def _measured(self) -> tuple[Number, Number]:
        """Return the shadow and the score with the hands at the places where they are."""
        numbers, turns = self.numbers, round(self.dial.at.turns)
        shadow, score = (self._at(each, turns) for each in (numbers.shadow_by_steps, numbers.score_by_steps))
        return self.panel.shadow(shadow, numbers.shadow_digits(turns)), self.panel.score(score)

    def _shadow_label(self, shadow: float, decimals: int) -> list[Number]:
        """Return the length of the shadow beside it, if the dial has room for it."""
        if not (self.stage.is_wide or self.stage.is_portrait):
            return []
        label = self.panel.shadow_label(shadow, decimals)
        self.dial.put_beside_shadow(label)
        return [label]

    def _turning(self) -> list[VMobject]:
        """Return all of the dial that moves when hands turn."""
        return [*self.dial.moved, self.own_label, self.step_label]

    def _pose(self, query: float, key: float, *, from_query: bool = False) -> None:
        """Turn both hands by some steps; what is written beside the arc goes with them."""
        self.dial.pose(query, key, from_query=from_query)
        self.dial.put_beside_arc(self.own_label)
        for label in self._beside:
            self.dial.put_beside_shadow(label)
        if (turns := abs(self.dial.at.turns)) > _FROM:
            self.dial.put_beside_segment(self.step_label)
            seen = min((turns - _FROM) / (1 - _FROM) + 1e-6, 1.0)
            self.step_label.set_opacity(0.0 if self._labels_meet() else seen)

    def _labels_meet(self) -> bool:
        """Return whether both sizes beside the arc lie on each other, as where it runs back above itself."""
        if not (self.own_label and self.step_label):
            return False
        between = np.abs(self.own_label.get_center() - self.step_label.get_center())
        widths = float(self.own_label.width + self.step_label.width) / 2
        heights = float(self.own_label.height + self.step_label.height) / 2
        return bool(between[0] < widths and between[1] < heights)

    # --- The story ----------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Measure a score; trade words; turn hands by places; slide all words; pull one of them out."""
        self._ask()
        self._order()
        self._turn()
        self._slide()
        if self.numbers.traded != self.numbers.other:
            self._pull()

    def _ask(self) -> None:
        """Let the asked word's shadow and the asking word's length make a score."""
        numbers, dial, panel, times = self.numbers, self.dial, self.panel, self.style.times
        self.shadow, self.score = self._measured()
        length = panel.length(numbers.length)
        query, key = dial.hands
        with self.beat("score", word=numbers.word, other=numbers.asked):
            asked = panel.question()
            self.play(
                FadeIn(*self.row.words, dial.face, dial.hub, *panel.names, *panel.signs, asked), run_time=times.move
            )
            dial.grow(0, 0.0)
            running = RunningNumber(panel.length(0.0))
            self.add(query, dial.line, running)

            def ask(share: float) -> None:
                dial.grow(0, share)
                running.write(panel.length(share * numbers.length))

            self.play(Live([query, dial.line, running], ask, run_time=_GROW),
                      FadeIn(dial.tokens[0]))  # fmt: skip
            self.remove(running)
            decimals = numbers.shadow_digits(0)
            dial.grow(1, 0.0)
            growing = [RunningNumber(each) for each in (*self._shadow_label(0.0, decimals), self.shadow)]
            self.add(length, key, dial.shadow, *growing)

            def answer(share: float) -> None:
                dial.grow(1, share)
                shadow = share * self.shadow.value
                written = [*self._shadow_label(shadow, decimals), panel.shadow(shadow, decimals)]
                for each, number in zip(growing, written, strict=True):
                    each.write(number)

            self.play(Live([key, dial.shadow, *growing], answer, run_time=1.3 * _GROW),
                      FadeIn(dial.tokens[1]))  # fmt: skip
            self.remove(*growing)
            self._beside = self._shadow_label(self.shadow.value, decimals)
            self.add(*self._beside, self.shadow)
            self.play(FadeOut(asked, run_time=times.quick))
            self.play(FadeIn(self.score), run_time=times.move)
            self.rest()

    def _traded(self) -> list[int]:
        """Return the place of each word after both have changed places, each with the word before it, if it can."""
        (first, last), order = sorted((self.asking, self.answering)), list(range(len(self.numbers.words)))
        size = 2 if first >= 1 and last - first >= 2 else 1
        for back in range(size):
            order[first - back], order[last - back] = last - back, first - back
        return order

    def _order(self) -> None:
        """Let both words change places in a second line; nothing else moves, and the score is the same."""
        numbers, row, times = self.numbers, self.row, self.style.times
        score = numbers.scores[numbers.other]
        pair = sorted(zip((self.asking, self.answering), (numbers.word, numbers.asked), self.dial.colors, strict=True))
        words = [(word, color) for _, word, color in pair]
        with self.beat("order"):
            self.record = [self.panel.order(0, words, score)]
            self.play(FadeIn(*self.record), run_time=times.move)
            self.play(FadeIn(*row.again), run_time=times.move)
            follow = row.trading(self._traded())
            self.play(Live(row.again, follow, rate_func=linear, run_time=_TRADE))
            self.record.append(self.panel.order(1, words[::-1], score))
            self.play(FadeIn(self.record[1]), run_time=times.move)
            self.rest()

    def _turn(self) -> None:
        """Turn both hands by a step for each place: the later word's goes on alone after the other one's."""
        row, dial, panel, numbers, times = self.row, self.dial, self.panel, self.numbers, self.style.times
        query, key = self._places()
        first, last = sorted((query, key))
        words = self.numbers.asked, self.numbers.word
        earlier, later = words if key <= query else words[::-1]
        with self.beat("turn", first=earlier, place=first, later=later, last=last, step=self._said_step()):
            self.play(FadeOut(*row.again, *self.record), run_time=times.quick)
            dial.put_beside_arc(self.own_label)
            self.play(
                Live(row.words, row.slide(row.free, 0.0), run_time=times.move), FadeIn(*row.numbers),
                Create(dial.arc), FadeIn(self.own_label),
            )  # fmt: skip
            row.show_bars(0, 0)
            self._run_together(first)
            row.color(first - 1, self._color_at(first))
            for step in range(last - first):
                ends = (first + step, first + step + 1), (first, first)
                self._turn_alone(*(ends if query > key else ends[::-1]), _ALONE / (last - first))
            row.color(last - 1, self._color_at(last))
            self.term, self.angle = self._term(query, key), self._angle_row(int(numbers.turns[0]))
            self.play(FadeOut(*self.shared), FadeIn(self.term), run_time=times.move)
            self._send()
            self.record = [panel.gap(0, int(numbers.gaps[0]), numbers.turned[0])]
            self.play(FadeIn(*self.record), run_time=times.move)
            self.rest()

    def _send(self) -> None:
        """Let the number of places between both words go down to where it counts the steps in the angle's sum."""
        places, count = self.term[-1], self.angle[COUNT]
        sent, start, end = places.copy(), places.get_center(), count.get_center()
        size = float(count.height) / float(places.height)
        others = [each for each in self.angle if each is not count]
        self.add(sent)

        def follow(share: float) -> None:
            sent.become(places.copy().scale(1 + share * (size - 1)).move_to(start + share * (end - start)))

        self.play(Live([sent], follow, run_time=self.style.times.slow), FadeIn(*others))
        self.remove(sent, *others)
        self.add(self.angle)

    def _said_step(self) -> str:
        """Return the degrees of a step as they are printed."""
        return format_number(float(self.numbers.step), self.numbers.digits().degrees)

    def _run_together(self, first: int) -> None:
        """Turn both hands by a step for each place up to the earlier word's; bars say how far both have come."""
        row, dial = self.row, self.dial
        runs = [row.run(color, first) for color in dial.colors]
        trail = dial.trail
        self.shared = [bar for run in runs for bar in run]
        late = [self._places()[hand] == max(self._places()) for hand in range(2)]
        for bar in self.shared:
            bar.set_stroke(opacity=0.0)
        self.add(*self.shared, *row.bars, *dial.segments, trail)
        dial.put_beside_trail(self.step_label)
        for step in range(first):
            bars = [(run[step], not upper) for run, upper in zip(runs, late, strict=True)]

            def follow(share: float, step: int = step, bars: Sequence[tuple[VMobject, bool]] = tuple(bars)) -> None:
                for bar, lower in bars:
                    row.put_bar(bar, float(step), share, lower=lower)
                self._pose(step + share, step + share)
                if not step:
                    dial.draw_trail(share)

            arriving = [] if step else [FadeIn(self.step_label, rate_func=squish_rate_func(smooth, _FROM, 1.0))]
            leaving = [FadeOut(trail, self.step_label)] if step == 1 else []
            seconds = _TURNS / max(first - 1, 1) if step else _FIRST_TURN
            moved = [bar for bar, _ in bars] + ([] if step else [trail])
            turning = [each for each in self._turning() if each is not self.step_label]
            self.play(Live([*turning, *self._beside, *moved], follow, run_time=seconds), *arriving, *leaving)
        if first == 1:
            self.play(FadeOut(trail, self.step_label), run_time=self.style.times.quick)

    def _color_at(self, place: int) -> str:
        """Return the colour of the pair's word whose place it is."""
        return self.dial.colors[self._places().index(place)]

    def _turn_alone(self, query_way: tuple[int, int], key_way: tuple[int, int], seconds: float) -> None:
        """Turn one hand from some steps to others, with a bar; the shadow and the score run."""
        (query, to), (key, until) = query_way, key_way
        first, end = sorted((query, key))
        begins = first == end

        def follow(share: float) -> None:
            self._pose(query + share * (to - query), key + share * (until - key))
            self.row.show_bars(first, end + share)

        if begins:
            self.add(self.step_label.set_opacity(0.0))
        self._measure(self.row.bars, follow, round(self.dial.pose_of(to, until).turns), run_time=seconds)

    def _slide(self) -> None:
        """Weld both hands together, write more in front of the words, which move on, and find the same score."""
        dial, times = self.dial, self.style.times
        with self.beat("shift"):
            self.add(*dial.plate)
            self.play(Live(dial.plate, self._weld, run_time=times.slow))
            for start in range(self.parameters.shift):
                self._slide_by(start)
            gap = int(self.numbers.gaps[1])
            self.record.append(self.panel.gap(1, gap, self.numbers.turned[1]))
            self.play(FadeIn(self.record[1]), run_time=times.move)
            self.rest()

    def _weld(self, share: float) -> None:
        """Let the plate grow between both hands, from the hub."""
        self.dial.welded = share
        self.dial.draw_plate()

    def _break(self, share: float) -> None:
        """Open the crack between both halves of the plate."""
        self.dial.crack = _APART * share
        self.dial.draw_plate()

    def _slide_by(self, start: int) -> None:
        """Slide all words on by a place, some places after their own, as one more stands in front of them.

        Both hands turn together.
        """
        row, (query, key) = self.row, self._places()
        first, last = sorted((query, key))
        way = row.slide(start, start + 1)
        terms = [self._term(query + on, key + on) for on in (start, start + 1)]
        middles = [float(term.get_x()) for term in terms]
        self.remove(self.term)
        self.add(*terms, row.front[start])

        def follow(share: float) -> None:
            on = start + share
            way(share)
            row.put_front(on)
            row.carry_bars(first, last, on)
            self._color_numbers(round(on))
            x = float(np.interp(share, (0.0, 1.0), middles))
            for index, term in enumerate(terms):
                term.set_x(x).set_opacity(float(index == round(share)))
            self._pose(query + on, key + on)

        moved = [*row.words, *row.front[: start + 1], *row.bars, *row.numbers, *terms]
        self.play(Live([*moved, *self._turning(), *self.dial.plate, *self._beside], follow, run_time=_SLIDE))
        self.term = terms[1]
        self.remove(*terms)
        self.add(self.term)

    def _color_numbers(self, on: int, key: int | None = None) -> None:
        """Give the numbers of both words' places their colours, and all others the colour of text.

        Args:
            on: by how many places all words have moved.
            key: the place of the key's word, where it has moved alone.
        """
        query, other = (place + on for place in self._places())
        colors = {query - 1: self.dial.colors[0], (key or other) - 1: self.dial.colors[1]}
        for index in range(len(self.row.numbers)):
            self.row.color(index, colors.get(index, self.style.theme.ink))

    def _pull(self) -> None:
        """Pull the other word out of its place: the plate breaks, and its hand turns alone."""
        numbers, shift, row, dial = self.numbers, self.parameters.shift, self.row, self.dial
        query, key = (place + shift for place in self._places())
        way = numbers.traded - numbers.other
        after = int(numbers.turns[2])
        with self.beat("gap", other=numbers.asked, place=key + way, gap=abs(query - key - way), count=abs(way)):
            terms = [self._term(query, key + round(count * way / abs(way))) for count in range(abs(way) + 1)]
            gone, angle = self.angle, self._angle_row(after).set_opacity(0.0)
            self.play(Live(dial.plate, self._break, run_time=_BREAK))
            self.remove(self.term)
            self.add(angle, *terms)
            passing = row.passing(self.answering, numbers.traded + shift)

            def follow(progress: float) -> None:
                share = passing(progress)
                done = round(share * abs(way))
                for count, term in enumerate(terms):
                    term.set_opacity(float(count == done))
                at = key + round(done * way / abs(way))
                row.show_bars(*sorted((query, at)))
                self._color_numbers(shift, at)
                gone.set_opacity(smooth(max(1 - progress / _LEAVES, 0.0)))
                angle.set_opacity(smooth(max((progress - _COMES) / (1 - _COMES), 0.0)))
                faded = smooth(float(np.interp(progress, _FADES, (0.0, 1.0))))
                for half in dial.plate:
                    half.set_fill(opacity=PLATE * (1 - faded) if self.style.theme.filled else 0.0)
                    half.set_stroke(opacity=1 - faded)
                self._pose(query, key + share * way, from_query=True)

            moved = [*row.words, *row.bars, *row.numbers, gone, angle, *terms, *dial.plate]
            self._measure(moved, follow, after, rate_func=linear, run_time=_PASS)
            self.remove(gone, *terms[:-1], *dial.plate)
            self.record.append(self.panel.gap(2, int(numbers.gaps[2]), numbers.turned[2]))
            self.play(FadeIn(self.record[2]), run_time=self.style.times.move)
            self.rest()


def signed_degrees(query: Tensor, key: Tensor) -> Tensor:
    """Return the angle from the second vector of a plane to the first in degrees, from -180 to 180."""
    turn = torch.atan2(query[1], query[0]) - torch.atan2(key[1], key[0])
    return torch.rad2deg(torch.atan2(turn.sin(), turn.cos()))
