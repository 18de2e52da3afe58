"""A word's query against every word's key, then softmax (the section "Asymmetric Pull", figure 22)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import torch
from manim import (
    DOWN,
    Animation,
    FadeIn,
    FadeOut,
    ManimColor,
    Rectangle,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from attnmath import Head, attend
from scenes.article.asymmetric.claims import KEY_QUERY_DOT_PRODUCTS_CLAIMS
from scenes.article.asymmetric.exponential_stack import (
    FINER,
    ExponentialStack,
    Powers,
    decimals_of,
    powers_of,
    with_pieces,
)
from scenes.article.asymmetric.pull_lanes import PullLanes
from scenes.article.asymmetric.pull_rows import PullRows
from scenes.article.asymmetric.row_of_other import RowOfOther
from scenes.article.asymmetric.row_times_matrix import RowTimesMatrix
from scenes.article.asymmetric.worked_product import WorkedProduct
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.bars.ledger import Corners, ScoreBar, ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow, soft_shadow
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row, vector_name
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Scored, each_with
from scenes.stage import PlaneView, Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World


class SoftmaxOfKeys(Row):
    """The softmax of the dot products of one word's query with all keys.

    Args:
        asking: the word of the query.
        manner: what happens to them before softmax, in Typst maths; empty for nothing.
        style: theme and sizes.
    """

    def __init__(self, asking: str, manner: str = "", *, style: Style = DEFAULT) -> None:
        size = style.sizes.phrase
        pieces = [
            Math('"softmax"(', size=size, style=style),
            Math(vector_name(asking, letter="q"), size=size, color=style.theme.query, style=style),
            Math("K^T", size=size, color=style.theme.key, style=style),
            *([Math(manner, size=size, style=style)] if manner else []),
            Math(")", size=size, style=style),
        ]
        super().__init__(pieces, [0.05, 0.14, *([0.06] if manner else []), 0.05])


@dataclass(frozen=True)
class Asked(Scored):
    """The pulls of a phrase's words on one of them, by its query and their keys."""

    W_Q: Tensor = quantity("The matrix that makes queries, for rows: x W_Q.")
    W_K: Tensor = quantity("The matrix that makes keys, for rows: x W_K.")
    query: Tensor = quantity("The pulled word's query.")
    keys: Tensor = quantity("The words' keys, one a row: K.", rows="words")
    plain_weights: Tensor = quantity("How much each word would pull by the words' own vectors.", rows="words")
    plain_scores: Tensor = quantity("The dot products of the keys with the pulled word's own vector.", rows="words")
    other_query: Tensor = quantity("The query of the word that pulls most.")
    powers: Tensor = quantity("e to the power of each dot product, rounded as printed.", rows="words")
    rest: Tensor = quantity("These powers of all words together whose weights are too small to be seen.")
    total: Tensor = quantity("The sum of all these powers.")
    back: Tensor = quantity("The other way round: the query of the word that pulls most, and the pulled word's key.")

    back_weight: Tensor = quantity("The weight that softmax makes of it, among the dot products of that query.")
    own: Tensor = quantity("The dot product of that query with its own word's key.")
    back_powers: Tensor = quantity("e to the power of these two, the own one first, rounded as printed; shape (2,).")
    back_rest: Tensor = quantity("Such powers of all other words in that query's row together.")
    back_total: Tensor = quantity("The sum of all powers in that query's row.")

    step: float | None = None
    """Of which all powers are multiples; None where they are not rounded, as no step is right for all."""

    back_step: float | None = None
    """The same, of the row of the word that pulls most."""

    @property
    def forces(self) -> Tensor:
        """The pull of the strongest word on this one, and the pull back, shape (2,)."""
        return torch.stack([self.scores[self.strongest], self.back])

    @property
    def both_weights(self) -> Tensor:
        """Both pulls after softmax, each in its own row, shape (2,)."""
        return torch.stack([self.weights[self.strongest], self.back_weight])


def ask(parameters: AttentionParameters, world: World) -> Asked:
    """Compute one row of one step of attention with the world's W_Q and W_K; its dot products are not yet scaled."""
    require_plane(world)
    words, position = parameters.words(world), parameters.position(world)
    vectors = world.embedding().rows(words)  # (T, d)
    W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
    manner: dict[str, Any] = {"scaled": parameters.scaled, "mask": parameters.allowed(words)}
    step = attend(vectors, Head(W_Q=W_Q, W_K=W_K), **manner)
    scores = step.queries @ step.keys.mT  # (T, T)
    written = world.written(parameters.phrase)
    scored = Scored(words, written, world.axes, position, vectors, scores[position], step.weights[position])
    plain_scores = step.keys @ vectors[position]
    powers = powers_of(scored.scores, scored.weights)
    strongest = scored.strongest
    named = list(dict.fromkeys([strongest, position]))
    back = powers_of(scores[strongest], step.weights[strongest], named, FINER)
    return Asked(
        words,
        written,
        world.axes,
        position,
        vectors,
        scored.scores,
        scored.weights,
        W_Q=W_Q,
        W_K=W_K,
        query=step.queries[position],
        keys=step.keys,
        plain_weights=attend(vectors, **manner).weights[position],
        plain_scores=plain_scores,
        other_query=step.queries[strongest],
        powers=powers.each,
        rest=powers.rest,
        total=powers.total,
        step=powers.step,
        back=scores[strongest, position],
        own=scores[strongest, strongest],
        back_powers=back.each[[strongest, position]],
        back_rest=back.rest,
        back_total=back.total,
        back_step=back.step,
        back_weight=step.weights[strongest, position],
    )


def in_words(numbers: Asked) -> dict[str, str]:
    """Return every word's dot product and weight, and the strongest puller's weight by the words' own vectors."""
    share, plain = (weights[numbers.strongest] for weights in (numbers.weights, numbers.plain_weights))
    return {
        "word": numbers.word,
        "strongest": numbers.words[numbers.strongest],
        "scores": each_with(numbers.words, numbers.scores),
        "weights": each_with(numbers.words, numbers.weights, format_weight),
        "share": format_weight(float(share)),
        "plain": format_weight(float(plain)),
    }


_HEAVY, _LIGHT = 0.62, 0.42
"""Scene units: the heights of the icons of the two words that matter, and of the others."""

_CARRY, _TURN, _SOFTEN, _TURN_BACK = 0.8, 1.7, 1.4, 1.0
"""Seconds in which W_K carries words to their keys, in which a query turns, in which dot products become weights, and
in which the other word's query turns."""

_LATER = 4
"""The power of the share of its way that a number has gone upwards from below a strip."""

_RIDE = 0.7
"""Seconds in which a word is moved by a pull."""

_READ, _GROW, _PILE = 0.5, 1.0, 0.9
"""Seconds in which a matrix is read before it turns anything, in which bars grow to their powers, and in which they are
laid end to end."""

_CAST, _COMB = 0.8, 1.0
"""Seconds in which a key's shadow falls while its bar grows, and in which all small words' keys reach the line together
after one of them has been seen."""

_ARISE, _FILED, _LAY, _READ_ROW = 0.6, 0.7, 1.2, 2.0
"""Seconds in which arrows grow from the origin, in which numbers go from the row that a matrix makes into a product, in
which the second row is laid end to end, and in which it is read."""

_IDLE, _FADED = 0.035, 0.38
"""Scene units: the width of the arrows that do not matter; how much of their colour is the ground's."""

_LATE = squish_rate_func(smooth, 0.6, 1.0)
"""The rate of what comes as a motion ends."""

_EARLY = squish_rate_func(smooth, 0.0, 0.5)
"""The rate of what comes as a motion begins."""

_STEP = 0.34
"""Scene units from an arrow's tip to the middle of the icon beyond it, so that the tip is seen."""

_OFF_AXIS = 0.04
"""Scene units between an icon and the axis that its arrow runs along."""

_BETWEEN = 0.16
"""Scene units from a word to what its arrow is."""

_LIFT, _LIFTED, _OFF_RAY, _OVER_ICON = 0.02, 0.5, 0.05, 0.1
"""Scene units from a height that is tried for an icon over another word's arrow to the next, the most, between the icon
and the arrow, and from the icon up to its name."""

_OFF_RECORD = 0.25
"""Scene units that the name of a query stays farther away from the record."""

_AXIS, _TICK, _OVER_TICK = 2.4, 0.08, 0.1
"""The axis of weights: stroke units of its width, half a tick, and from that up to its number, scene units."""

_TICKS = 0.5
"""Scene units below the axis that its numbers take."""

_RESULT, _BELOW_ROW, _WIDER, _AIR, _HIGHER = 0.2, 0.2, 1.3, 0.12, 0.4
"""Scene units from a matrix down to the row that it makes and to a product that takes its place, the most by which a
matrix is enlarged, what it keeps off the edges of its room, and how much higher it stands where bars are below it."""

_HEAD, _OVER_LOW = 2.15, 0.1
"""Scene units of the record that a matrix, a formula or a product takes above the bars, and what a second one below it
keeps off what lies below the axis."""

_UNDER, _LOW, _LEAST_LOW, _BESIDE = 0.62, 2.2, 2.05, 0.2
"""Scene units from the plane's axis down to what lies below it, how high that is, and at the least, and how far it
keeps off the upright axis."""


_QUERIES, _KEYS = (2, 3, 10, 11), (5, 6, 13, 14)
"""The glyphs of q and of k, each with its arrow, in what the formula means."""

_ALONG = 0.65
"""The share of its time in which a bar moves along its row, and then in which it moves up or down to the strip."""

_ROW, _ROW_THICK, _NAMES_OFF, _THIN = 0.62, 0.6, 0.16, 0.7
"""Scene units from a bar below the axis to the next at the most; their thickness as a share of that; scene units from
a name to the longest bar on its side; the thickness of bars that share a row, as a share of their part of it."""

_BY_BAR, _LEFT_OVER = 0.16, 2.0
"""Scene units from a bar's end to what its power is; stroke units of the line that shadows behind the origin lie on."""

_RAISED = 0.1
"""Scene units by which both ways lie higher than the middle of the room below the axis, off the line."""

_BELOW_TICKS, _VEILED = 0.02, 0.25
"""Scene units from the axis's numbers down to where the grid fades, and over which it does."""

_LINES = 0.5
"""Scene units between the formula and what it means."""

_WEAKER = 0.9
"""The share of the first pull below which the pull back is called weaker."""

Making = tuple[VGroup, ...]
"""A row before a matrix, and what it becomes; or nothing."""


class BarForEachWord(AttentionParameters):
    """The parameters of the figure: a bar for each word."""

    most_words: ClassVar[int] = 12


class KeyQueryDotProducts(PlaneFigure):
    """attention-key-query-dp: a query turns over the fan of keys; each word pulls as far as its key is hit."""

    name = "attention-key-query-dp"
    claims = KEY_QUERY_DOT_PRODUCTS_CLAIMS
    Parameters = BarForEachWord
    with_climate = False
    stops_at_record = True
    numbers: Asked
    parameters: BarForEachWord

    @classmethod
    def compute(cls, parameters: AttentionParameters, world: World) -> Asked:
        """Compute one row of one step of attention with the world's W_Q and W_K."""
        return ask(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return every word's dot product and weight, and the strongest puller's weight by the words' own vectors."""
        return in_words(numbers)

    def world_view(self) -> PlaneView:
        """Return the view that the words, their keys and both queries fill."""
        view = self.stage.plane_view
        room = view.words(self.stage)
        return view.fitted(self.stage, self.spans(), room.inset(right=_STEP if view.lying else 0.0, top=_STEP))

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words, their keys and both queries."""
        numbers = self.numbers
        rows = torch.cat([numbers.vectors, numbers.keys, numbers.query[None], numbers.other_query[None]])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def build(self) -> None:
        """Make the words, their keys, the query with its beam, and the record of dot products and weights."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.word, self.strongest = numbers.word, numbers.words[numbers.strongest]
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.keys = dict(zip(numbers.words, numbers.keys, strict=True))
        self.roles = (style.theme.key, style.theme.query)
        self.small = [word for word in numbers.words if not has_icon(word, style) and not self._is_large(word)]
        self.words = self._tokens(self.vectors)
        self.answering = self._tokens(self.keys, called=self.says("key"))
        origin = self.plane.origin
        self.arrows = {word: self._arrow(word, row) for word, row in self.vectors.items()}
        asking = Vector(origin, self.plane.place(numbers.vector), style.theme.ink, style=style).thin_rim()
        self.query = laid(asking, Layer.PIN)
        plain = numbers.vectors[numbers.strongest]
        self.other = laid(Vector(origin, self.plane.place(plain), style.theme.ink, style=style), Layer.PIN)
        self._clear_axis_names()
        self.low = self._low()
        self.own = self._asking(self.word, numbers.vector)
        self.asking = [
            self._asking(self.word, numbers.query, self.says("query")),
            self._asking(self.strongest, numbers.other_query, self.says("query")),
        ]
        self.other_own = self._asking(self.strongest, plain)
        self._lay_record()
        self.making, self.asked = self._makings()
        self._lay_works()

    def _arrow(self, word: str, row: Tensor) -> Vector:
        """Return a word's vector from the origin: thin where the word does not matter."""
        origin, ink = self.plane.origin, self.style.theme.ink
        wide = WIDTH if word in (self.word, self.strongest) else _IDLE
        arrow = laid(Vector(origin, self.plane.place(row), ink, width=wide, style=self.style), Layer.PIN)
        self._tint(arrow, word, 0.0)
        return arrow

    def _tint(self, arrow: Vector, word: str, share: float, *, faded: bool = True) -> None:
        """Give an arrow the colour of keys by a share, 0 to 1; an arrow of a word that does not matter may be faded."""
        theme = self.style.theme
        color = ManimColor(theme.fill(theme.ink)).interpolate(ManimColor(theme.fill(self.roles[0])), share)
        if faded and word not in (self.word, self.strongest):
            color = color.interpolate(ManimColor(theme.background), _FADED)
        arrow.body.set_fill(color, 1.0)

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the axes: words, keys and queries alike are two numbers."""
        return (self.says("first"), self.says("second"))

    def _clear_axis_names(self) -> None:
        """Take away the axes' names over which an arrow would lie."""
        numbers = self.numbers
        rays = self._rays([*numbers.vectors, *numbers.keys, numbers.query, numbers.other_query])
        names = [name for name in self.plane.names if isinstance(name, VGroup)]
        boxes = zip(names, self.plane.boxes_of(names), strict=True)
        crossed = [name for name, box in boxes if any(inside_length(ray, box) > 0 for ray in rays)]
        self.plane.names.remove(*crossed)
        self.close_gaps(crossed)

    def _low(self) -> Region | None:
        """Return the room below the axis, as far as the record reaches; None where something that stays lies in it."""
        numbers, view = self.numbers, self.view
        strongest = numbers.strongest
        rows = [numbers.vector, numbers.query, numbers.other_query, numbers.vectors[strongest]]
        rows += [numbers.keys[strongest], numbers.keys[numbers.position]]
        texts = min(box[1] for box in self.plane.text_boxes())
        top = min(float(self.plane.origin[1]) - _UNDER, texts - _OVER_LOW)
        bottom = view.words(self.stage).bottom
        if view.lying or min(float(row[1]) for row in rows) < 0 or top - bottom < _LEAST_LOW:
            return None
        middle, half = (top + bottom) / 2, min(_LOW, top - bottom) / 2
        left = float(self.plane.origin[0]) + _BESIDE
        return Region(left, view.record.right, middle - half, middle + half)

    def _height(self, word: str) -> float:
        return _HEAVY if word in (self.word, self.strongest) else _LIGHT

    def _is_large(self, word: str) -> bool:
        return self.world.family_index(word) is not None or word == self.world.subject

    def _called(self, word: str, role: str, color: str) -> Row:
        """Return a word's name and what its arrow is, each in its own colour."""
        said = ((word, self.color_of(word)), (role, color))
        size = self.style.sizes.number
        return Row([Label(text, size=size, color=hue, style=self.style) for text, hue in said if text], _BETWEEN)

    def _beyond(self, word: str, tip: Point) -> Point:
        """Return where a word stands when its arrow ends at a tip: an icon steps beyond it, and off the axis."""
        way = tip - self.plane.origin
        length = float(np.linalg.norm(way))
        if length < _STEP or word in self.small:
            return tip
        at = np.asarray(tip + _STEP * way / length)
        above = float(at[1] - self.plane.origin[1])
        clear = self._height(word) / 2 + _OFF_AXIS
        if 0 < abs(above) < clear and abs(way[0]) > abs(way[1]):
            at[1] = self.plane.origin[1] + math.copysign(clear, above)
        return at

    def _tokens(self, places: Mapping[str, Tensor], called: str = "") -> dict[str, Token]:
        """Return words at places, with names clear of arrows; the two that matter are called something as well."""
        two = (self.word, self.strongest)
        texts = {word: self._called(word, called if word in two else "", self.roles[0]) for word in places}
        queries = [self.numbers.vector, self.numbers.query, self.numbers.other_query]
        lines = self._rays([*places.values(), *queries])
        if called:
            lines += [(flat(self.plane.place(row)), flat(self._foot(row))) for row in places.values()]
        boxes = [box for row in queries[:2] for box in self._around(row)]
        return self._named(places, texts, lines, boxes, edge=self.roles[0] if called else None)

    def _foot(self, key: Tensor) -> Point:
        """Return where a key's shadow ends on the line of the asking word's own vector."""
        own = self.numbers.vector
        return self.plane.place(own * (key @ own) / (own @ own).clamp_min(1e-9))

    def _named(
        self, places: Mapping[str, Tensor], texts: Mapping[str, Row], lines: list[Segment], boxes: list[Box],
        edge: str | None = None,
    ) -> dict[str, Token]:  # fmt: skip
        """Return words at the tips of vectors, with their names clear of lines, boxes and each other."""
        plane, heights = self.plane, {word: self._height(word) for word in places}
        large = [word for word in places if self._is_large(word)]
        at = {word: self._beyond(word, plane.place(row)) for word, row in places.items()}
        spots = [
            replace(spot, x=float(at[word][0]), y=float(at[word][1]), width=float(texts[word].width))
            for word, spot in zip(
                places, name_spots(plane, places, heights=heights, large=large, style=self.style), strict=True
            )
        ]
        centres = place_labels(
            spots, name_bounds(plane), lines=[*plane.axis_segments(), *lines], boxes=[*plane.text_boxes(), *boxes]
        )
        return {
            word: self.token(
                word, row, offset=(centre[0] - spot.x, centre[1] - spot.y), height=heights[word],
                text=texts[word], edge=edge if word in (self.word, self.strongest) else None,
            ).put(at[word])
            for (word, row), centre, spot in zip(places.items(), centres, spots, strict=True)
        }  # fmt: skip

    def _rays(self, rows: Sequence[Tensor]) -> list[Segment]:
        """Return the ways from the origin to vectors."""
        return [(flat(self.plane.origin), flat(self.plane.place(row))) for row in rows]

    def _around(self, row: Tensor) -> list[Box]:
        """Return the box of an icon beyond a vector's tip."""
        x, y = flat(self._beyond(self.word, self.plane.place(row)))
        return [(x - _HEAVY / 2, y - _HEAVY / 2, x + _HEAVY / 2, y + _HEAVY / 2)]

    def _asking(self, word: str, row: Tensor, role: str = "") -> Token:
        """Return a word that asks at the tip of its arrow, called so where nothing else is, now or later."""
        keys = {other: key for other, key in self.keys.items() if other in (self.word, self.strongest)}
        boxes = [box for key in (*keys.values(), row) for box in self._around(key)]
        boxes += [box_of(self.answering[other].label) for other in keys]
        lines = self._rays([*self.keys.values(), row])
        if role or word != self.word:
            left, bottom, right, _ = name_bounds(self.plane)
            level = float(self.plane.origin[1])
            # No name between the axis's numbers, nor where powers and pulls will lie.
            boxes.append((left, level - _TICKS if self.low is None else bottom, right, level))
        plane, text = self.plane, self._called(word, role, self.roles[1])
        at = self._beyond(word, plane.place(row))
        left, low, right, top = name_bounds(plane)
        x, y = free_place(
            (float(text.width), float(text.height)), (left, low, right - _OFF_RECORD, top), flat(at),
            lines=[*plane.axis_segments(), *lines], boxes=[*plane.text_boxes(), *boxes],
        )  # fmt: skip
        token = self.token(
            word, row, offset=(x - at[0], y - at[1]), height=_HEAVY, text=text, edge=self.roles[1] if role else None
        )
        return token.put(at)

    def _lay_record(self) -> None:
        """Lay the formula, the bars of dot products, what softmax makes of them, and both pulls between two words.

        Where there is no room below the axis, weights grow from the zero line of the dot products, and both pulls are
        in their scale; only beneath the plane, where their bars would be too short, they have their own.
        """
        numbers, style, view = self.numbers, self.style, self.view
        colors = self.colors_of(numbers.words)
        record = view.record if view.lying else self._below(view.record)
        self.formula = SoftmaxOfKeys(numbers.word, self.parameters.divisor, style=style)
        if float(self.formula.width) > view.record.width:
            self.formula.scale_to_fit_width(view.record.width)
        laid(self.formula.move_to(point(*self._head().centre[:2])), Layer.LEDGER)
        self.rule = self._rule()
        scores = ScoreLedger(
            numbers.words, numbers.scores, colors, record, earlier=numbers.plain_scores, beside_zero=True,
            lying=view.lying, style=style,
        )  # fmt: skip
        before = 0.0 if view.lying else scores.at_zero - record.left
        # Room for a weight of 1: what all of them together are.
        weights = ScoreLedger(
            numbers.words, numbers.weights, colors, record, before=before, lying=view.lying, number=Weight,
            earlier=None if view.lying else torch.ones_like(numbers.weights), style=style,
        )  # fmt: skip
        self.ledgers = [scores, weights]
        self.stack = self._stack(colors)
        self.axis = VGroup() if view.lying else self._axis_of_weights(weights)
        both_pull = bool((numbers.forces > 0).all()) and self.word != self.strongest
        pair = (self.strongest, self.word)
        unit = None if view.lying or self.low is not None else scores.unit
        self.pulls: PullRows | PullLanes | None = None
        if both_pull and self.stack is not None and self.low is not None:
            low = replace(self.low, bottom=self.low.bottom + _RAISED, top=self.low.top + _RAISED)
            self.pulls = PullLanes(
                pair, self.colors_of(pair), numbers.both_weights, low, before=self._before_low, style=style
            )
        elif both_pull:
            self.pulls = PullRows(
                pair, self.colors_of(pair), numbers.forces, self.low or record, unit=unit, style=style
            )
        self.other_row = self._other_row(pair)
        self.fractions = self._fractions()

    def _fractions(self) -> list[Row]:
        """Return of what both weights are shares, on the lanes; nothing where one has no room or is not told."""
        numbers, lanes = self.numbers, self.pulls
        if self.other_row is None or not isinstance(lanes, PullLanes):
            return []
        written = (
            (numbers.powers[numbers.strongest], numbers.total, numbers.step),
            (numbers.back_powers[1], numbers.back_total, numbers.back_step),
        )
        fractions = [
            lanes.write_fraction(lane, power, total, decimals_of(step))
            for lane, (power, total, step) in enumerate(written)
        ]
        return [each for each in fractions if each] if all(fractions) else []

    @property
    def _before_low(self) -> float:
        """Scene units left of the room below the axis."""
        assert self.low is not None
        return self.low.left - self.stage.safe.left

    def _other_row(self, pair: tuple[str, str]) -> RowOfOther | None:
        """Return the row of the word that pulls most; None where it has no room, or no true sum."""
        numbers = self.numbers
        if self.low is None or not isinstance(self.pulls, PullLanes) or numbers.back_step is None:
            return None
        others = [word for word in numbers.words if word not in pair]
        row = RowOfOther(
            torch.stack([numbers.own, numbers.back]), numbers.back_powers, numbers.back_rest if others else None,
            numbers.back_total, numbers.back_step, self.colors_of(pair),
            self.says("others") if len(others) > 1 else "".join(others), self.pulls, self.low, style=self.style,
        )  # fmt: skip
        return row if row.fits else None

    def _rule(self) -> VGroup:
        """Return the formula, and what it means, over the bars."""
        power = "e^(arrow(q) dot.op arrow(k))"
        meant = Math(f"= {power} div sum {power}", size=self.style.sizes.phrase, style=self.style)
        for glyphs, color in zip((_QUERIES, _KEYS), self.roles[::-1], strict=True):
            for index in glyphs:
                meant[index].set_fill(color)
        rule = VGroup(self.formula.copy(), meant).arrange(DOWN, buff=_LINES)
        head = self._head()
        rule.scale(min(_WIDER, head.width / float(rule.width), head.height / float(rule.height)))
        return laid(rule.move_to(point(*head.centre[:2])), Layer.LEDGER)

    def _axis_of_weights(self, ledger: ScoreLedger) -> VGroup:
        """Return the axis above the weights' bars, from 0 to 1: dot products have another scale."""
        style, top = self.style, float(ledger.zero.get_top()[1])
        ends = [point(ledger.at_zero + value * ledger.unit, top) for value in (0.0, 1.0)]
        axis = VGroup(thin_line(ends[0], ends[1], style.theme.axis, _AXIS))
        for value, end in zip((0, 1), ends, strict=True):
            axis.add(thin_line(end - point(0.0, _TICK), end + point(0.0, _TICK), style.theme.axis, _AXIS))
            number = Label(str(value), size=style.sizes.tick, style=style)
            axis.add(number.set_x(float(end[0])).on_baseline(top + _TICK + _OVER_TICK))
        return laid(axis, Layer.LEDGER)

    def _stack(self, colors: Sequence[str]) -> ExponentialStack | None:
        """Return the strip in which scores become weights; None where it has no room, or would print no true sum."""
        numbers = self.numbers
        if self.low is None or numbers.step is None or self.parameters.manner:
            return None
        named = with_pieces(numbers.weights)
        if numbers.strongest not in named:  # its piece becomes its way
            return None
        rest = [word for index, word in enumerate(numbers.words) if index not in named]
        powers = Powers(numbers.powers, numbers.rest, numbers.total, numbers.step)
        stack = ExponentialStack(
            numbers.words, numbers.scores, numbers.weights, powers, colors,
            self.says("others") if len(rest) > 1 else "".join(rest),
            replace(self.low, left=float(self.plane.origin[0])), style=self.style,
        )  # fmt: skip
        return stack if stack.widest == 0 else None

    def _head(self) -> Region:
        """Return the record above the bars."""
        record = self.view.record
        return Region(record.left, record.right, record.top - _HEAD, record.top)

    def _above(self) -> Region:
        """Return the record, above the room below the axis where that is used."""
        record = self.view.record
        return record if self.low is None else replace(record, bottom=self.low.top + _OVER_LOW)

    def _second(self) -> Region:
        """Return the record below a row's matrix where the room below the axis is used, or else its head."""
        if self.low is None:
            return self._head()
        row = self.asked[1][1] if self.asked[1] else self.rule
        return replace(self._above(), top=float(row.get_bottom()[1]) - _BELOW_ROW)

    def _makings(self) -> tuple[Making, list[Making]]:
        """Return a row before W_K, and two before W_Q, with what they become; nothing beneath the plane."""
        if self.view.lying:
            return (), [(), ()]
        numbers, strongest, head = self.numbers, self.strongest, self._head()
        plain, record = numbers.vectors[numbers.strongest], self.view.record
        key = self._make("W_K", numbers.W_K, strongest, plain, self.keys[strongest], record)
        head = replace(head, bottom=head.bottom + _HIGHER, top=head.top + _HIGHER)
        queries = [
            self._make("W_Q", numbers.W_Q, self.word, numbers.vector, numbers.query, head),
            self._make("W_Q", numbers.W_Q, strongest, plain, numbers.other_query, head),
        ]
        return key, queries

    def _make(self, name: str, matrix: Tensor, word: str, row: Tensor, made: Tensor, region: Region) -> Making:
        """Return a word's row before a matrix, and what it becomes, below it, in the middle of a region."""
        style, color = self.style, self.roles[0 if name == "W_K" else 1]
        product = RowTimesMatrix(
            [word], row[None], name, [matrix], color, color_of_word=self.color_of(word), style=style
        )
        becomes = Matrix(made[None], size=style.sizes.tick, color=color, decimals=2, style=style)
        result = Row([Math("=", size=style.sizes.tick, style=style), becomes], 0.14)
        below = float(product.get_bottom()[1]) - _RESULT - float(result.height) / 2
        result.move_to(point(float(product.get_x()), below))
        parts = VGroup(product, product.entries[0]), VGroup(result)
        both = VGroup(*parts)
        fits = min(region.width / float(both.width), (region.height - 2 * _AIR) / float(both.height))
        both.scale(min(_WIDER, fits)).move_to(point(*map(float, region.centre[:2])))
        laid(both, Layer.LEDGER)
        return parts

    def _lay_works(self) -> None:
        """Lay the worked products where the matrix stands."""
        numbers, theme = self.numbers, self.style.theme
        pairs = (
            (("x", theme.ink), self.word, numbers.vector, self.strongest, numbers.plain_scores[numbers.strongest]),
            (("q", theme.query), self.word, numbers.query, self.strongest, numbers.forces[0]),
            (("q", theme.query), self.strongest, numbers.other_query, self.word, numbers.forces[1]),
        )
        above = self._above().rows(1.0, 1.0, gap=_BELOW_ROW)
        told = self.other_row is not None
        regions = (self._head(), self._head(), above[0] if told else self._second())
        self.works = [
            WorkedProduct(
                (vector_name(asking, letter=letter), vector_name(answering, letter="k")), query, self.keys[answering],
                value, (color, theme.key, self.color_of(answering)), region, style=self.style,
            )
            for ((letter, color), asking, query, answering, value), region in zip(pairs, regions, strict=True)
        ]  # fmt: skip
        other = self.strongest
        self.own_work = WorkedProduct(
            (vector_name(other, letter="q"), vector_name(other, letter="k")), numbers.other_query, self.keys[other],
            numbers.own, (theme.query, theme.key, self.color_of(other)), above[1], style=self.style,
        ) if told else None  # fmt: skip

    def _below(self, record: Region) -> Region:
        """Return the record below a matrix."""
        return Region(record.left, record.right, record.bottom, record.top - _HEAD)

    def _scores(self, query: Tensor) -> list[float]:
        """Return the dot products of a query with all keys."""
        scores: list[float] = (self.numbers.keys @ query).tolist()
        return scores

    def tell(self) -> None:
        """Carry words to their keys, let the query turn over them, make weights, and ask the other way round."""
        numbers, word, strongest = self.numbers, self.word, self.strongest
        with self.beat("keys"):
            self._fan_out()
            self.rest()
        with self.beat("query", word=word):
            self._ask()
            self.rest()
        before = numbers.plain_scores.tolist()
        after = numbers.scores.tolist()
        overtakes = before[numbers.strongest] < before[numbers.position] and after[numbers.strongest] == max(after)
        text = "overtakes" if overtakes else "turn"
        with self.beat("turn", text=text, word=word, strongest=strongest):
            self._turn()
            self.rest()
        with self.beat("weights", text=f"weights{self.parameters.manner}"):
            self._weigh()
            self.rest()
        if self.pulls is not None:
            in_scores = isinstance(self.pulls, PullRows)  # their bars are dot products, not weights
            there, back = (numbers.forces if in_scores else numbers.both_weights).tolist()
            text = ("back" if back < _WEAKER * there else "other-way") + ("-scores" if in_scores else "")
            forces = (format_number(force) for force in numbers.forces.tolist())
            weights = (format_weight(weight) for weight in numbers.both_weights.tolist())
            said = dict(zip(("there", "back", "weight", "back_weight"), (*forces, *weights), strict=True))
            if isinstance(self.pulls, PullLanes):
                with self.beat("pull", word=word, strongest=strongest, **said):
                    self._pull(self.pulls)
                    self.rest()
            with self.beat("ask-back", word=word, strongest=strongest, **said):
                self._ask_back(self.pulls)
                self.rest()
            with self.beat("back", text=text, word=word, strongest=strongest, **said):
                self._pull_back(self.pulls)
                self.hold()

    def _fan_out(self) -> None:
        """Let an arrow grow to every word; W_K, seen at work, carries one of them to its key, then all others."""
        times, tokens, words = self.style.times, self.words, list(self.vectors)
        self.play(FadeIn(self.phrase), FadeIn(*tokens.values()), run_time=0.6 * times.move)
        self._grow(1e-3)
        self.add(*self.arrows.values())
        # The tip of its arrow shows where a small word is; a dot would lie below it.
        dots = [FadeOut(tokens[word].mark) for word in self.small]
        self.play(Live([*self.arrows.values()], self._grow), *dots, run_time=_ARISE)
        self._carry([self.strongest], self.making)
        self._carry([word for word in words if word != self.strongest], ())

    def _grow(self, share: float) -> None:
        """Let all arrows be a share of their length."""
        origin = self.plane.origin
        for word, row in self.vectors.items():
            self.arrows[word].set_ends(origin, origin + max(share, 1e-3) * (self.plane.place(row) - origin))

    def _carry(self, words: Sequence[str], making: Making) -> None:
        """Let W_K carry words to their keys; beside the plane one of their rows stands before it, and becomes a key."""
        if not words:
            return
        quick = self.style.times.quick
        if making:
            self.play(FadeIn(*making[:1]), run_time=quick)
            self.wait(_READ)
        marks = {word: self.words[word].mark for word in words if word not in self.small}
        names = {word: self._name_moves(word) for word in words}
        moved = [*(self.arrows[word] for word in words), *marks.values(), *(name[0] for name in names.values())]

        def follow(share: float) -> None:
            self._set(words, share)
            for name, start, end in names.values():
                name.move_to(start + share * (end - start))

        self.play(Live(moved, follow), run_time=_CARRY)
        rimmed = [word for word in marks if word in (self.word, self.strongest)]
        self.remove(*(mark for word, mark in marks.items() if word not in rimmed))
        self.add(*(self.answering[word].mark for word in marks if word not in rimmed))
        called = [FadeIn(self.answering[word].label) for word in words if word in (self.word, self.strongest)]
        called += [FadeIn(self.answering[word].mark) for word in rimmed]
        if called or making:
            self.play(*called, *map(FadeIn, making[1:]), run_time=quick)
        self.remove(*(name for name, _, _ in names.values()), *marks.values())
        self.add(*(self.answering[word].label for word in words))

    def _name_moves(self, word: str) -> tuple[VMobject, Point, Point]:
        """Return a word's name, its middle, and the middle of the same name in what its key is called."""
        name, later = self.words[word].label, self.answering[word].name_text
        assert isinstance(later, Row)
        return name, name.get_center(), later[0].get_center()

    def _set(self, words: Sequence[str], share: float) -> None:
        """Lay the arrows of words a share of the way to their keys."""
        matrix = torch.eye(2) + share * (self.numbers.W_K - torch.eye(2))
        for word in words:
            at = self.plane.place(self.vectors[word] @ matrix)
            self.arrows[word].set_ends(self.plane.origin, at)
            self._tint(self.arrows[word], word, share)
            if word not in self.small:
                self.words[word].mark.move_to(self._beyond(word, at))

    def _ask(self) -> None:
        """Show the word's own vector, and how far every key reaches along it."""
        times, tip = self.style.times, self.plane.place(self.numbers.vector)
        self.play(FadeIn(self.own), *map(FadeOut, self.making), run_time=times.quick)
        self._point(1e-3 * (tip - self.plane.origin))
        self.add(self.query)
        grow = Live([self.query], lambda share: self._point(max(share, 1e-3) * (tip - self.plane.origin)))
        self.play(grow, run_time=_ARISE)
        ledger, numbers = self.ledgers[0], self.numbers
        for index in range(len(ledger.values)):
            ledger.draw(index, ledger.corners_of(index, 0.0))
        products = [] if self.view.lying else [self.works[0].products]
        self.play(FadeIn(ledger.zero, *ledger.names, *products), run_time=times.quick)
        self.add(*ledger.bars)
        told = list(dict.fromkeys([numbers.strongest, numbers.position]))
        leaving: list[VMobject] = []
        for order, column in enumerate(told):
            totals = [FadeIn(work.total, rate_func=_LATE) for work in self.works[:1] if products and not order]
            leaving = [self._cast(column, [*totals, *(FadeOut(each, rate_func=_EARLY) for each in leaving)])]
        self._cast_rest([column for column in range(len(numbers.words)) if column not in told], leaving)

    def _cast(self, column: int, also: Sequence[Animation]) -> VMobject:
        """Let a key throw its shadow on the asking word's arrow, while its bar grows; return the shadow."""
        times, ledger = self.style.times, self.ledgers[0]
        score = float(self.numbers.plain_scores[column])
        origin, tip = self.plane.origin, self.plane.place(self.numbers.keys[column])
        shadow = self._shadow(column)

        def follow(share: float) -> None:
            shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), self.query.end)
            ledger.draw(column, ledger.corners_of(column, share * score))

        follow(0.0)
        self.add(shadow)
        number = FadeIn(ledger.earlier_numbers[column], rate_func=_LATE)
        self.play(Live([shadow, ledger.bars[column]], follow), number, *also, run_time=_CAST)
        self.wait(times.quick)
        return shadow

    def _shadow(self, column: int) -> Shadow:
        """Return a key's shadow on the asking word's line, in the colour of its bar."""
        origin, tip, theme = self.plane.origin, self.plane.place(self.numbers.keys[column]), self.style.theme
        color = self.color_of(self.numbers.words[column])
        return soft_shadow(origin, tip, self.query.end, theme.dim if color == theme.ink else color, style=self.style)

    def _cast_rest(self, columns: Sequence[int], leaving: Sequence[VMobject]) -> None:
        """Let one more key throw its shadow, the farthest behind the origin if one does; then all other bars grow."""
        quick, ledger, theme, origin = self.style.times.quick, self.ledgers[0], self.style.theme, self.plane.origin
        if not columns:
            self.play(FadeOut(*leaving), run_time=quick)
            return
        scores = self.numbers.plain_scores.tolist()
        first, *others = sorted(columns, key=lambda column: float(scores[column]))
        back = self._shadow(first).foot if scores[first] < 0 else origin
        line = laid(thin_line(origin, back, theme.dim, _LEFT_OVER), Layer.SHADOW)
        word = self.numbers.words[first]
        self._tint(self.arrows[word], word, 1.0, faded=False)
        shadow = self._cast(first, [FadeIn(line), *(FadeOut(one, rate_func=_EARLY) for one in leaving)])
        self._tint(self.arrows[word], word, 1.0)

        def follow(share: float) -> None:
            for column in others:
                ledger.draw(column, ledger.corners_of(column, share * scores[column]))

        follow(0.0)
        numbers = [FadeIn(ledger.earlier_numbers[column], rate_func=_LATE) for column in others]
        bars = Live([ledger.bars[column] for column in others], follow)
        self.play(FadeOut(shadow, line, rate_func=_EARLY), bars, *numbers, run_time=_COMB)

    def _point(self, way: Point) -> None:
        """Lay the query in a direction from the origin."""
        self.query.set_ends(self.plane.origin, self.plane.origin + way)

    def _answer(self, scores: Sequence[float]) -> None:
        """Draw all dot products as bars."""
        for index, score in enumerate(scores):
            self.ledgers[0].draw(index, self.ledgers[0].corners_of(index, score))

    def _turn(self) -> None:
        """Let W_Q turn the word's vector into its query; all dot products follow, and their numbers run."""
        times, numbers = self.style.times, self.numbers
        ledger, own = self.ledgers[0], self.token(self.word, numbers.vector, height=_HEAVY, edge=self.roles[1])
        own.put(self._beyond(self.word, own.at))
        fill = self.style.theme.fill(self.roles[1])
        running = [RunningNumber(number) for number in ledger.earlier_numbers]

        def follow(share: float) -> None:
            row = numbers.vector + share * (numbers.query - numbers.vector)
            way, scores = self.plane.place(row), self._scores(row)
            self._point(way - self.plane.origin)
            own.put(self._beyond(self.word, way))
            self._answer(scores)
            for index, (number, score) in enumerate(zip(running, scores, strict=True)):
                number.write(ledger.numbered(index, score))

        gone = [] if self.view.lying else [self.works[0]]
        query = self.query.body.animate.set_fill(fill)
        gone_first = FadeOut(*gone, self.own.label, rate_func=_EARLY)
        comes = FadeIn(own, *self.asked[0][:1], rate_func=_LATE)
        self.play(gone_first, comes, query, run_time=times.move)
        self.wait(_READ)
        self.remove(self.own.mark, *ledger.earlier_numbers)
        self.add(*running)
        self.own = own
        self.play(Live([self.query, own, *ledger.bars, *running], follow), run_time=_TURN)
        self.remove(*running)
        self.add(*ledger.numbers)
        self.play(FadeIn(self.asking[0].label, *self.asked[0][1:]), run_time=times.quick)

    def _file(self, making: Making, work: WorkedProduct) -> None:
        """Let the numbers that a matrix made become the factors of a product, and write its result."""
        times, made = self.style.times, making[1][0][1]
        assert isinstance(made, Matrix)
        starts = [number for row in made.numbers for number in row]
        ends = [asking for asking, _ in work.factors]
        moving, firsts = self._taken(starts), [number.copy() for number in starts]
        self.add(*moving)
        _hide(starts)
        self.play(FadeOut(*making), run_time=times.quick)
        pairs = list(zip(moving, firsts, ends, strict=False))

        def follow(share: float) -> None:
            for number, start, end in pairs:
                _blend(number, start, end, share)

        self.play(Live(moving, follow), run_time=_FILED)
        self.play(FadeIn(work.products), run_time=times.quick)
        self.remove(*moving)
        self.play(FadeIn(work.total), run_time=times.quick)

    def _weigh(self) -> None:
        """Turn dot products into weights: as pieces of one strip, or as bars where that has no room."""
        times, gone = self.style.times, self.asked[0]
        if self.stack is not None:
            leaving = [FadeOut(each, rate_func=_EARLY) for each in gone]
            self.play(*leaving, FadeIn(self._veil()), FadeIn(self.rule, rate_func=_LATE), run_time=_FILED)
            self.wait(_READ)
            self._pile(self.stack)
            return
        self.play(FadeOut(*self.ledgers[0].numbers, *gone), run_time=times.quick)
        if not self.view.lying:
            self.play(FadeIn(self.formula, self.axis), run_time=times.quick)
        self._shrink()

    def _veil(self) -> VGroup:
        """Return what hides the grid below the axis, where bars are no part of the plane."""
        wide, bottom, ground = self.stage.width, -self.stage.height / 2, self.style.theme.background
        top = min(box[1] for box in self.plane.text_boxes()) - _BELOW_TICKS
        middle = top - _VEILED
        edge = Rectangle(width=wide, height=_VEILED, stroke_width=0).move_to(point(0.0, (top + middle) / 2))
        edge.set_fill([ground] * 2, (0.0, 1.0)).set_sheen_direction(DOWN)  # type: ignore[arg-type]
        rest = Rectangle(width=wide, height=middle - bottom, stroke_width=0).set_fill(ground, 1.0)
        return laid(VGroup(edge, rest.move_to(point(0.0, (middle + bottom) / 2))), Layer.VEIL)

    def _pile(self, stack: ExponentialStack) -> None:
        """Let all bars grow to their powers, lay these end to end, then measure each by their sum."""
        times, ledger = self.style.times, self.ledgers[0]
        idle = [word for word in self.answering if word not in (self.word, self.strongest)]
        gone: list[VMobject] = [number for index, number in enumerate(ledger.numbers) if index not in stack.large]
        gone += [piece for word in idle for piece in self._pieces(word)]
        names = self._glide(stack, gone)
        self._raise(stack, stack.others_name if stack.others_name in names else VGroup())
        self._lay_down(stack, names)
        self.play(FadeIn(*([stack.others] if len(stack.others) else []), stack.total), run_time=times.quick)
        self.wait(_READ)
        self.play(FadeIn(stack.over, *stack.shares.values(), stack.one), run_time=times.quick)

    def _low_corners(self, stack: ExponentialStack, index: int, reach: float) -> Corners:
        """Return the corners of a bar in its row below the axis, which reaches so far from the upright axis.

        The bars of all words without a piece of their own share the last row: they are thin, one above the other.
        """
        assert self.low is not None
        others = [other for other in range(len(self.ledgers[0].values)) if other not in stack.large]
        rows = len(stack.large) + bool(others)
        pitch = min(_ROW, self.low.height / rows)
        row = stack.large.index(index) if index in stack.large else rows - 1
        y, half = float(self.low.centre[1]) + pitch * ((rows - 1) / 2 - row), _ROW_THICK * pitch / 2
        if index in others:
            thin = half / len(others)
            y += half - (2 * others.index(index) + 1) * thin
            half = _THIN * thin
        x = float(stack.corners(stack.large[0])[0][0])
        end = x + math.copysign(max(abs(reach), 1e-3), reach)
        return [point(x, y + half), point(x, y - half), point(end, y - half), point(end, y + half)]

    def _glide(self, stack: ExponentialStack, gone: Sequence[VMobject]) -> list[VMobject]:
        """Move all bars below the axis, as long as they are; return the names that stand before them there."""
        assert self.low is not None
        ledger = self.ledgers[0]
        firsts = [ledger.corners(index) for index in range(len(ledger.values))]
        lasts = [self._low_corners(stack, index, value * ledger.unit) for index, value in enumerate(ledger.values)]
        behind = -min(0.0, *ledger.values) * ledger.unit + _NAMES_OFF
        names: list[VMobject] = [ledger.names[index] for index in stack.large]
        widest = max(float(name.width) for name in (*names, stack.others_name))
        names = names if behind + widest <= self._before_low else []
        texts = [*names, *(ledger.numbers[index] for index in stack.large)]
        starts = [text.copy() for text in texts]
        ends = [text.copy() for text in texts]
        for index, name in zip(stack.large, ends[: len(names)], strict=False):
            name.set_x(float(lasts[index][0][0]) - behind - float(name.width) / 2)
            name.shift(point(0.0, float(lasts[index][0][1] + lasts[index][1][1]) / 2 - ledger.places[index]))
        for index, number in zip(stack.large, ends[len(names) :], strict=True):
            number.shift(
                lasts[index][2]
                - firsts[index][2]
                + (lasts[index][3] - lasts[index][2] - firsts[index][3] + firsts[index][2]) / 2
            )
        zero, axis = ledger.zero.copy(), ledger.zero.copy()
        x, heights = float(lasts[0][0][0]), [float(corner[1]) for corners in lasts for corner in corners]
        axis.set_points_as_corners([point(x, max(heights)), point(x, min(heights))])
        others = [stack.others_name] if names and len(stack.others_name) else []
        for name in others:
            row = [each for index, each in enumerate(lasts) if index not in stack.large]
            middle = sum(float(corner[1]) for corners in row for corner in corners) / 4 / len(row)
            name.move_to(point(x - behind - float(name.width) / 2, middle))

        def follow(share: float) -> None:
            for index, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
                ledger.draw(index, _between(first, last, share))
            for text, start, end in zip(texts, starts, ends, strict=True):
                _blend(text, start, end, share)
            ledger.zero.interpolate(zero, axis, share)

        gone = [*gone, *(name for name in ledger.names if name not in names)]
        moved = Live([*ledger.bars, ledger.zero, *texts], follow)
        called = [FadeIn(name, rate_func=_LATE) for name in others]
        self.play(FadeOut(*gone, rate_func=_EARLY), moved, *called, run_time=_PILE)
        self.remove(ledger.zero)
        return [*names, *others]

    def _raise(self, stack: ExponentialStack, others: VGroup) -> None:
        """Let every bar grow from its score to its power, in one scale; the score becomes the exponent.

        Args:
            stack: the strip that they will be.
            others: what the small ones are called, if that stands before their row.
        """
        times, ledger, weights = self.style.times, self.ledgers[0], self.numbers.weights.tolist()
        scores = [value * ledger.unit for value in ledger.values]
        self.above = {index: text.get_center() for index, text in stack.powers.items()}
        numbers = [ledger.numbers[index] for index in stack.large]
        starts = [number.copy() for number in numbers]
        for index in stack.large:
            end = self._low_corners(stack, index, weights[index] * stack.length)
            text = stack.powers[index]
            text.shift(point(float(end[2][0]) + _BY_BAR - float(text.get_left()[0])))
            text.shift(point(0.0, float(end[2][1] + end[3][1]) / 2 - float(text[1][2].get_y())))
        ends = [stack.exponent(index) for index in stack.large]

        def follow(share: float) -> None:
            for index, (score, weight) in enumerate(zip(scores, weights, strict=True)):
                reach = (1 - share) * score + share * weight * stack.length
                ledger.draw(index, self._low_corners(stack, index, reach))
            for number, start, end in zip(numbers, starts, ends, strict=True):
                _blend(number, start, end, share)

        self.play(Live([*ledger.bars, *numbers], follow), run_time=_GROW)
        power = [stack.others_power] if len(others) else []
        for text in power:
            x = float(stack.corners(stack.large[0])[0][0]) + _BY_BAR + float(text.width) / 2
            text.move_to(point(x, float(stack.others_name.get_y())))
        self.play(FadeIn(*stack.powers.values(), *power), run_time=times.quick)
        self.remove(*numbers)
        self.wait(_READ)

    def _lay_down(self, stack: ExponentialStack, names: Sequence[VMobject]) -> None:
        """Let all bars, which are as long as their powers, become pieces of one strip."""
        ledger, weights = self.ledgers[0], self.numbers.weights.tolist()
        ways = [
            (index, self._low_corners(stack, index, weight * stack.length), stack.corners(index))
            for index, weight in enumerate(weights)
        ]

        def follow(share: float) -> None:
            # Along its own row, then up to the others: no piece passes over another.
            along, up = smooth(min(share / _ALONG, 1.0)), smooth(max(1 - (1 - share) / _ALONG, 0.0))
            for index, first, last in ways:
                corners = zip(_between(first, last, along), _between(first, last, up), strict=True)
                ledger.draw(index, [point(float(one[0]), float(other[1])) for one, other in corners])

        powers = [*stack.powers.values(), *([stack.others_power] if stack.others_name in names else [])]
        self.play(FadeOut(*names, *powers), run_time=self.style.times.quick)
        for index, text in stack.powers.items():
            text.move_to(self.above[index])
        laid_down = Live([*ledger.bars], follow, rate_func=linear)
        self.play(laid_down, FadeIn(*stack.powers.values(), rate_func=_LATE), run_time=_PILE)

    def _shrink(self) -> None:
        """Turn the bars of dot products into those of weights."""
        scores, weights = self.ledgers
        first = [scores.corners(index) for index in range(len(scores.values))]
        last = [weights.corners(index) for index in range(len(weights.values))]
        zero = scores.zero.copy()

        def follow(share: float) -> None:
            for index, (before, after) in enumerate(zip(first, last, strict=True)):
                scores.draw(index, _between(before, after, share))
            scores.zero.interpolate(zero, weights.zero, share)

        names = [
            Live([name], _moving(name, end.get_center())) for name, end in zip(scores.names, weights.names, strict=True)
        ]
        self.play(Live([*scores.bars, scores.zero], follow), *names, run_time=_SOFTEN)
        self.play(FadeIn(*weights.numbers), run_time=self.style.times.quick)

    def _ask_back(self, pulls: PullRows | PullLanes) -> None:
        """Let W_Q make the other word's query, which the word's key answers; the first pull stays, or is filed."""
        if isinstance(pulls, PullLanes):
            self._trade_places(self.works[2])
            return
        times, lying = self.style.times, self.view.lying
        first, _ = self.numbers.forces.tolist()
        self.play(FadeOut(*self._all_but_one_pair()), run_time=times.quick)
        pulls.draw([0.0, 0.0])
        works = [] if lying else self.works[2:]
        both = bool(works) and overlap(*(box_of(work) for work in self.works[1:])) == 0
        first_work = self.works[1:2] if both else []
        self.play(FadeIn(pulls.line, pulls.names[0], *first_work), run_time=times.quick)
        self.add(*pulls.bars)
        filed = Live(pulls.bars, lambda share: pulls.draw([share * first, 0.0]))
        self.play(filed, FadeIn(pulls.numbers[0], rate_func=_LATE), run_time=times.move)
        self._trade_places(None, *first_work)
        if works:
            self.play(FadeIn(*first_work, *works), run_time=times.quick)

    def _pull_back(self, pulls: PullRows | PullLanes) -> None:
        """Measure the pull back, and see both pulls side by side."""
        times = self.style.times
        if isinstance(pulls, PullRows):
            first, second = self.numbers.forces.tolist()
            self.play(FadeIn(pulls.names[1]), run_time=times.quick)
            answered = Live(pulls.bars, lambda share: pulls.draw([first, share * second]))
            self.play(answered, FadeIn(pulls.numbers[1], rate_func=_LATE), run_time=times.move)
            return
        if self.other_row is not None:
            self._pull_other(self.other_row, pulls)
            return
        ledger, number = self.ledgers[0], FadeIn(pulls.numbers[1], rate_func=_LATE)
        self.play(FadeIn(*self._things(pulls, 1)), run_time=times.quick)
        ledger.draw(self.numbers.position, pulls.corners(1, 0.0))
        way = ledger.bars[self.numbers.position]
        self.add(way)
        grow = Live([way], lambda share: ledger.draw(self.numbers.position, pulls.corners(1, share)))
        self.play(grow, run_time=times.quick)
        self._ride(pulls, 1, number)

    def _pull(self, lanes: PullLanes) -> None:
        """Let the strip's strongest piece become the way on which it moves the word."""
        assert self.stack is not None
        stack, strongest = self.stack, self.numbers.strongest
        bars = self.ledgers[0].bars
        gone = [*self._all_but_one_pair(), *(bar for index, bar in enumerate(bars) if index != strongest)]
        sources = [_numbers(stack.powers[strongest])[-1], _numbers(stack.total)[-1]]
        (share,) = _numbers(stack.shares[strongest])
        self._onto(lanes, 0, self.ledgers[0].bars[strongest], stack.corners(strongest), gone, sources, share)
        self._ride(lanes, 0)

    def _pull_other(self, row: RowOfOther, lanes: PullLanes) -> None:
        """Lay the powers of the other word's row end to end on the second rail; the word's piece becomes its way."""
        times = self.style.times
        row.grow(0.0)
        self.add(*row.pieces)
        said = [
            FadeIn(text, rate_func=squish_rate_func(smooth, *row.reached(index)))
            for index, text in enumerate(row.texts)
        ]
        self.play(Live(row.pieces, row.grow, rate_func=linear), *said, run_time=_LAY)
        self.play(FadeIn(row.total), run_time=times.quick)
        self.wait(_READ_ROW)
        gone = [*row.texts, row.total, row.pieces[0], *row.pieces[2:]]
        sources = [_numbers(text)[-1] for text in (row.texts[1], row.total)]
        self._onto(lanes, 1, row.pieces[1], row.corners(1), gone, sources)
        self.play(FadeIn(lanes.numbers[1]), run_time=times.quick)
        self._ride(lanes, 1)

    def _onto(
        self, lanes: PullLanes, lane: int, bar: VMobject, corners: Corners, gone: Sequence[VMobject],
        sources: Sequence[Number], share: Number | None = None,
    ) -> None:  # fmt: skip
        """Let a piece of a strip become a way on a rail, and its power and the sum the fraction that it is.

        Args:
            lanes: the rails.
            lane: which of them.
            bar: the piece.
            corners: where it is.
            gone: what else leaves.
            sources: the power and the sum.
            share: the weight, if it is on the stage already.
        """
        assert isinstance(bar, ScoreBar)
        fraction = self.fractions[lane] if self.fractions else None
        pairs = list(zip(sources, _numbers(fraction), strict=True)) if fraction else []
        if share is not None:
            pairs.append((share, lanes.numbers[lane]))
        texts = self._taken([start for start, _ in pairs])
        moving = [(text, text.copy(), end) for text, (_, end) in zip(texts, pairs, strict=True)]
        self.add(*texts)
        _hide([start for start, _ in pairs])
        self.play(FadeOut(*gone), run_time=self.style.times.quick)
        low = min(float(corner[1]) for corner in corners)

        def follow(way: float) -> None:
            bar.lay(_between(corners, lanes.corners(lane), way))
            for text, start, end in moving:
                _blend(text, start, end, way)
                if start.baseline < low:  # from below it goes around the piece's end
                    text.shift(point(0.0, (way**_LATER - way) * (end.get_y() - start.get_y())))

        come = [*self._things(lanes, lane), *([fraction[1]] if fraction else [])]
        self.play(Live([bar, *texts], follow), run_time=_PILE)
        self.play(FadeIn(*come), run_time=self.style.times.quick)
        self.remove(*(text for text, _, _ in moving))
        self.add(*(end for _, _, end in moving))

    def _taken(self, numbers: Sequence[Number]) -> list[Number]:
        """Return copies of numbers to be moved, which lie before the halos of the texts that leave."""
        return [laid(number.copy(), Layer.FRAME) for number in numbers]

    def _things(self, lanes: PullLanes, lane: int) -> list[VMobject]:
        """Return a lane with both words at its ends."""
        return [lanes.names[lane], lanes.rails[lane], lanes.pullers[lane], lanes.ghosts[lane], lanes.riders[lane]]

    def _ride(self, lanes: PullLanes, lane: int, *also: Animation) -> None:
        """Let a lane's word be moved to the end of its way."""
        ride = Live([lanes.riders[lane]], lambda share: lanes.ride(lane, share))
        self.play(ride, *also, run_time=_RIDE)

    def _pieces(self, word: str) -> list[VMobject]:
        """Return what is on the stage of a word's key: its arrow, its name, and its mark if it has one there."""
        token = self.answering[word]
        return [self.arrows[word], token.label, *([] if word in self.small else [token.mark])]

    def _all_but_one_pair(self) -> list[VMobject]:
        """Return everything but the query and the key that answers it best."""
        scores, weights = self.ledgers
        stays = (self.strongest,) if self.stack is None else (self.strongest, *self.answering)
        others = [piece for word in self.answering if word not in stays for piece in self._pieces(word)]
        record: list[VMobject] = [] if isinstance(self.pulls, PullLanes) else [*scores.bars]
        if self.stack is not None:
            others += self._pieces(self.word)
            record += [*self.stack.texts, self.rule]
        else:
            record += [scores.zero, *scores.names, *weights.numbers]
            record += [] if self.view.lying else [self.formula, self.axis]
        return [*others, *record]

    def _trade_places(self, work: WorkedProduct | None, *gone: VMobject) -> None:
        """Take the first pair and more away; the other word's vector comes, and W_Q makes its query.

        Args:
            work: a product that takes what W_Q makes, if it comes now.
            gone: what else leaves.
        """
        times, numbers = self.style.times, self.numbers
        lift = self._lift() if work is not None else None
        pair = [self.query, self.own.mark, self.asking[0].label]
        pair += self._pieces(self.strongest) if lift is None else []
        origin, plain = self.plane.origin, numbers.vectors[numbers.strongest]
        leaving = FadeOut(*pair, *gone, rate_func=_EARLY)
        grow = self._lead(lambda share: max(share, 1e-3) * (self.plane.place(plain) - origin))
        self.add(self.other)
        comes = FadeIn(self.other_own, *self.asked[1][:1], rate_func=_LATE)
        self.play(grow, leaving, comes, *([] if lift is None else [lift]), run_time=times.move)
        asking = self.token(self.strongest, plain, height=_HEAVY, edge=self.roles[1])
        asking.put(self._beyond(self.strongest, asking.at))
        tinted = self.other.body.animate.set_fill(self.style.theme.fill(self.roles[1]))
        self.play(FadeIn(asking), FadeOut(self.other_own.label), tinted, run_time=times.quick)
        self.remove(self.other_own.mark)

        def turned(share: float) -> Point:
            way = self.plane.place(plain + share * (numbers.other_query - plain))
            asking.put(self._beyond(self.strongest, way))
            return way - origin

        self.play(self._lead(turned, asking), run_time=_TURN_BACK)
        self.remove(asking)
        self.add(self.asking[1].mark)
        self.play(FadeIn(self.asking[1].label, *self.asked[1][1:]), run_time=times.quick)
        key = FadeIn(*self._pieces(self.word))
        if work is not None and self.asked[1]:
            self.play(key, run_time=times.quick)
            self._file(self.asked[1], work)
            if self.own_work is not None:
                self.play(FadeIn(self.own_work.products), run_time=times.quick)
                self.play(FadeIn(self.own_work.total), run_time=times.quick)
            return
        made = [FadeOut(*self.asked[1])] if self.asked[1] else []
        self.play(key, *made, run_time=times.move)

    def _lift(self) -> Live | None:
        """Return how the strongest word's key rises off the arrow that will pass it, its name above; None if it cannot.

        Its key is used in the other row as well, so that it stays where nothing comes over it.
        """
        token, numbers = self.answering[self.strongest], self.numbers
        ways = [numbers.vectors[numbers.strongest], numbers.other_query]
        others = [self.other_own.mark, self.other_own.label, self.asking[1].mark, self.asking[1].label]
        boxes = [box_of(each) for each in (*others, *self._pieces(self.word)[1:])]

        def is_free(box: Box, rows: Sequence[Tensor]) -> bool:
            crossed = any(inside_length(ray, box) for ray in self._rays(rows))
            return not crossed and not any(overlap(box, each) for each in boxes)

        mark, name = token.mark, token.label
        starts, (left, low, right, top) = [mark.get_center(), name.get_center()], box_of(mark)
        tried = np.arange(0.0, _LIFTED, _LIFT)
        heights = [up for up in tried if is_free((left, low + up - _OFF_RAY, right, top + up), ways)]
        if not heights:
            return None
        up, size = heights[0], (float(name.width), float(name.height))
        raised, keys = (left, low + up, right, top + up), [self.keys[self.strongest], self.keys[self.word]]
        above = (starts[0][0], raised[3] + _OVER_ICON + size[1] / 2)
        lines = [*self.plane.axis_segments(), *self._rays([*ways, *keys])]
        taken = [*boxes, raised, *self.plane.text_boxes()]
        x, y = free_place(size, name_bounds(self.plane), above, lines=lines, boxes=taken)
        if not is_free((x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2), [*ways, *keys]):
            return None
        ends = [starts[0] + point(0.0, up), point(x, y)]

        def follow(share: float) -> None:
            for each, start, end in zip((mark, name), starts, ends, strict=True):
                each.move_to(start + share * (end - start))

        return Live([mark, name], follow)

    def _lead(self, way: Callable[[float], Point], *riding: VMobject) -> Live:
        """Return how the other word's arrow follows a way from the origin."""
        origin = self.plane.origin
        return Live([self.other, *riding], lambda share: self.other.set_ends(origin, origin + way(share)))


def _between(first: Corners, last: Corners, share: float) -> Corners:
    """Return corners a share of the way from some to others."""
    return [one + share * (other - one) for one, other in zip(first, last, strict=True)]


def _hide(numbers: Sequence[Number]) -> None:
    """Let numbers no longer be seen, whose places others have taken."""
    for number in numbers:
        number.set_opacity(0.0)


def _numbers(text: VMobject) -> list[Number]:
    """Return the numbers in a text, from the left."""
    return [part for part in text.get_family() if isinstance(part, Number)]


def _blend(text: VMobject, start: VMobject, end: VMobject, share: float) -> None:
    """Draw a text a share of the way to another one; with other glyphs, it only takes its place and height."""
    glyphs = [each.get_family() for each in (text, start, end)]
    if [len(glyph.points) for glyph in glyphs[1]] != [len(glyph.points) for glyph in glyphs[2]]:
        text.set(height=(1 - share) * float(start.height) + share * float(end.height))
        text.move_to(start.get_center() + share * (end.get_center() - start.get_center()))
        return
    for glyph, first, last in zip(*glyphs, strict=True):
        glyph.interpolate(first, last, share)


def _moving(text: VMobject, end: Point) -> Any:
    """Return how a text moves to a middle, as a function of the share of its way."""
    start = text.get_center()
    return lambda share: text.move_to(start + share * (end - start))
