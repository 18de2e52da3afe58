"""A query that turns over a fan of keys, then softmax (the section "Asymmetric Pull", figure 22)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    Animation,
    DashedLine,
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
from scenes.article.asymmetric.pair import digits_that_multiply, printed_product
from scenes.article.asymmetric.powers import FINER, powers_of, rest_on
from scenes.article.asymmetric.pull_lanes import GAP, RAIL, PullLane, RowOfSoftmax, Shares, pull_lanes
from scenes.article.asymmetric.race import Race
from scenes.article.asymmetric.row_times_matrix import RowTimesMatrix
from scenes.article.asymmetric.worked_product import WorkedProduct
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.bars.ledger import Corners
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import HeroGlow, Token
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number, format_weight
from scenes.parts.text.typeset import Label, Math, Row, capitals, vector_name
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.shared.phrase import Scored
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
    lengths: Tensor = quantity("The lengths of the pulled word's query and of the query of the word that pulls most.")
    shadows: Tensor = quantity("The lengths of all keys' shadows on both these queries, one query a row.")
    other_query: Tensor = quantity("The query of the word that pulls most.")
    powers: Tensor = quantity("e to the power of each dot product, rounded as printed.", rows="words")
    rest: Tensor = quantity("These powers together of all but the pulled word and the one that pulls most.")
    total: Tensor = quantity("The sum of all these powers.")
    rest_weight: Tensor = quantity("The weights of all but these two together.")
    back: Tensor = quantity("The other way round: the query of the word that pulls most, and the pulled word's key.")
    back_weights: Tensor = quantity("The weights in the row of the word that pulls most.", rows="words")
    own: Tensor = quantity("The dot product of that query with its own word's key.")
    back_powers: Tensor = quantity("e to the power of each dot product in that row, rounded as printed.", rows="words")
    back_rest: Tensor = quantity("Such powers of all other words in that query's row together.")
    back_total: Tensor = quantity("The sum of all powers in that query's row.")

    step: float | None = None
    """The step of which all powers are multiples; None where they are not rounded, as no step is right for all."""

    back_step: float | None = None
    """The same step, of the row of the word that pulls most."""

    @property
    def forces(self) -> Tensor:
        """The dot product of the strongest word's key with this one's query, and the other way round, shape (2,)."""
        return torch.stack([self.scores[self.strongest], self.back])

    @property
    def both_weights(self) -> Tensor:
        """Both pulls after softmax, each in its own row, shape (2,)."""
        return torch.stack([self.weights[self.strongest], self.back_weights[self.position]])


def ask(parameters: AttentionParameters, world: World) -> Asked:
    """Compute two rows of one step of attention with the world's W_Q and W_K; dot products are not yet scaled."""
    require_plane(world)
    words, position = parameters.words(world), parameters.position(world)
    vectors = world.embedding().rows(words)  # (T, d)
    W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
    manner: dict[str, Any] = {"scaled": parameters.scaled, "mask": parameters.allowed(words)}
    step = attend(vectors, Head(W_Q=W_Q, W_K=W_K), **manner)
    scores = step.queries @ step.keys.mT  # (T, T)
    scored = Scored(
        words, world.written(parameters.phrase), world.axes, position, vectors, scores[position], step.weights[position]
    )
    strongest = scored.strongest
    named = list(dict.fromkeys([strongest, position]))
    powers = powers_of(scored.scores, scored.weights, named)
    back = powers_of(scores[strongest], step.weights[strongest], named, FINER)
    printed = not parameters.manner
    asking = step.queries[[position, strongest]]
    lengths = asking.norm(dim=-1)
    return extended(
        scored,
        Asked,
        W_Q=W_Q,
        W_K=W_K,
        query=step.queries[position],
        keys=step.keys,
        plain_weights=attend(vectors, **manner).weights[position],
        plain_scores=step.keys @ vectors[position],
        other_query=step.queries[strongest],
        lengths=lengths,
        shadows=scores[[position, strongest]] / lengths.clamp_min(1e-9)[:, None],
        powers=powers.each,
        rest=powers.rest,
        total=powers.total,
        rest_weight=scored.weights[[index for index in range(len(words)) if index not in named]].sum(),
        step=powers.step if printed else None,
        back=scores[strongest, position],
        own=scores[strongest, strongest],
        back_powers=back.each,
        back_rest=back.rest,
        back_total=back.total,
        back_step=back.step if printed else None,
        back_weights=step.weights[strongest],
    )


_HEAVY, _LIGHT = 0.62, 0.42
"""Scene units: the heights of the icons of the two words that matter, and of the others."""

_CARRY, _TURN, _STRETCH, _TURN_BACK = 1.2, 1.8, 0.8, 1.2
"""Seconds in which W_K carries words to their keys, in which a query turns, in which it gets as long as it is, and in
which the other word's query does both."""

_RIDE, _READ, _READ_SUM, _LAY = 1.0, 0.4, 1.0, 1.0
"""Seconds in which a word is pulled, in which a matrix or a winner is read, in which a sum of powers is, and in which
bars become a strip."""

_COME, _RAISE, _READ_POWERS, _SHARE = 0.7, 1.0, 0.4, 0.9
"""Seconds in which bars come below the plane, in which they grow to powers, in which these are read, and in which the
strip is divided."""

_SINK = 0.3
"""Scene units by which weights come down from their pieces."""

_CAST, _FILED, _GROW = 0.8, 0.7, 0.7
"""Seconds in which a key's shadow falls while its bar grows, in which numbers go from the row that a matrix makes into
a product, or from a strip into a fraction, and in which the hand of the other word grows."""

_LEAD = 0.5
"""The lead of a dot product with which all the light is on its key."""

_IDLE, _FADED = 0.035, 0.38
"""Scene units: the width of the arrows that do not matter; how much of their colour is the ground's."""

_HAND, _SLAB, _OFF_HAND, _OFF_SLAB, _OFF_KEY = 0.1, 0.12, 0.06, 0.03, 0.05
"""Scene units: the width of a query, the thickness of a shadow along it, from the middle of it to the shadow, from a
shadow to the next one, and from the middle of a key's arrow to a shadow that begins at it."""

_OFF_ARROW, _FARTHEST, _STEEP = 0.12, 0.45, 0.5
"""Scene units from a key's arrow to another key's shadow that lies beyond it, the most from the query to a shadow, and
the slope of a key's arrow to a query from which on the shadow begins at that arrow."""

_SWEPT, _SWEPT_LINE, _ARC = 0.16, 2.2, 40
"""The opacity of the sector that a query has swept, stroke units of its edge, and the points of its arc."""

_LATE = squish_rate_func(smooth, 0.6, 1.0)
"""The rate of what comes as a motion ends."""

_EARLY = squish_rate_func(smooth, 0.0, 0.5)
"""The rate of what comes, or leaves, as a motion begins."""

_LATER = squish_rate_func(smooth, 0.3, 1.0)
"""The rate of what moves when something has made room."""

_STEP = 0.34
"""Scene units from an arrow's tip to the middle of the icon beyond it, so that the tip is seen."""

_OFF_AXIS = 0.04
"""Scene units between an icon and the axis that its arrow runs along."""

_BETWEEN = 0.16
"""Scene units from a word to what its arrow is."""

_LIFT, _LIFTED, _OFF_RAY, _OVER_ICON = 0.02, 0.6, 0.05, 0.1
"""Scene units from a height that is tried for an icon over another word's arrow to the next, the most, between the icon
and the arrow, and from the icon up to its name."""

_OFF_RECORD = 0.25
"""Scene units that the name of a query stays farther away from the record."""

_TICKS = 0.5
"""Scene units below the axis that its numbers take."""

_RESULT, _WIDER, _AIR = 0.2, 1.3, 0.1
"""Scene units from a matrix down to the row that it makes, the most by which a matrix is enlarged, and what it keeps
off the edges of its room."""

_RECORD_LEFT, _RECORD_TOP, _HEAD = -1.0, 2.95, 2.3
"""Scene units by which the record is wider than it is elsewhere, where it begins, and of it what a matrix, a formula or
a product takes above the bars."""

_WIDER_RACE = 0.2
"""Scene units by which the race begins farther left than other records."""

_UNDER, _LANES, _OVER = 0.6, 2.05, 0.12
"""Scene units from the plane's axis down to the lanes, their height at the least, and from them to what is above."""

_TALL, _SQUARE = (1.2, -5.4, 1.8, 2.4), (-0.75, -3.08)
"""Scene units of a record beneath the plane: in a tall frame its top, its bottom, and how high a matrix and the bars
are; in a square one its top and its bottom."""

_UNDER_HEADER = 0.12
"""Scene units that the highest icon keeps farther off the header, where the words are raised."""

_BELOW_TICKS, _VEILED = 0.02, 0.25
"""Scene units from the axis's numbers down to where the grid fades, and over which it does."""

_FACTOR_DIGITS = 3
"""Digits after the point of a shadow and a query's length, at the least."""

_LINES = 0.5
"""Scene units between the formula and what it means."""

_QUERIES, _KEYS = (2, 3, 10, 11), (5, 6, 13, 14)
"""The glyphs of q and of k, each with its arrow, in what the formula means."""

_WEAKER = 0.9
"""The share of the first pull below which the pull back is called weaker."""

_LARGER, _LONG = (1.8, 1.65, 1.5, 1.35, 1.2, 1.0), 0.6
"""The factors by which pulls may be larger that have the stage alone, the best first, and the share of its width that
their rails are long at the least."""

_DIMMED, _OVER_FOOT, _SWELL, _LIE = 0.92, 0.65, 1.0, 1.4
"""The opacity of the curtain before the plane while pulls have the stage alone, scene units from the foot's baseline up
to them, and the seconds in which a pull gets large or small, and in which strips become a row."""

Making = tuple[VGroup, ...]
"""A row before a matrix, and what it becomes; or nothing."""


class BarForEachWord(AttentionParameters):
    """The parameters of the figure: a bar for each word."""

    most_words: ClassVar[int] = 12


class KeyQueryDotProducts(PlaneFigure):
    """attention-key-query-dp: a query turns like a hand over the fan of keys, and another key answers best."""

    name = "attention-key-query-dp"
    claims = KEY_QUERY_DOT_PRODUCTS_CLAIMS
    Parameters = BarForEachWord
    with_climate = False
    stops_at_record = True
    numbers: Asked
    parameters: BarForEachWord

    @classmethod
    def compute(cls, parameters: AttentionParameters, world: World) -> Asked:
        """Compute two rows of one step of attention with the world's W_Q and W_K."""
        return ask(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return both words and how far each has pulled the other."""
        there, back = (format_weight(weight) for weight in numbers.both_weights.tolist())
        return {"word": numbers.word, "strongest": numbers.words[numbers.strongest], "there": there, "back": back}

    def world_view(self) -> PlaneView:
        """Return the view that the words, their keys and both queries fill, with room for both pulls below the axis."""
        view = self.stage.plane_view
        record = view.record
        if view.lying:
            top, bottom = _TALL[:2] if self.stage.is_portrait else _SQUARE
            view = replace(view, record=replace(record, top=top, bottom=bottom))
        else:
            record = replace(record, left=record.left + _RECORD_LEFT * self.stage.is_wide, top=_RECORD_TOP)
            view = replace(view, record=record)
        room = view.words(self.stage).inset(right=0.0 if view.lying else _STEP, top=_STEP)
        room = room.inset(right=_STEP) if view.lying else room
        fitted = view.fitted(self.stage, self.spans(), room)
        if view.lying:
            return fitted
        # The room below the axis is as high as the words above it allow.
        (x, y), (_, (_, top)) = fitted.origin, self.spans()
        raised = replace(fitted, origin=(x, max(y, room.top - _UNDER_HEADER - top * fitted.unit)))
        if self._stays_above() and raised.origin[1] - _UNDER - room.bottom >= _LANES:
            return raised
        return view.fitted(self.stage, self.spans(), room.inset(bottom=_LANES + _OVER))

    def _stays_above(self) -> bool:
        """Return whether both words, their keys and their queries lie above the axis: there is room below it."""
        numbers = self.numbers
        both = [numbers.strongest, numbers.position]
        rows = torch.cat([numbers.vectors[both], numbers.keys[both], numbers.query[None], numbers.other_query[None]])
        return bool((rows[:, 1] >= 0).all())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words, their keys and both queries."""
        numbers = self.numbers
        rows = torch.cat([numbers.vectors, numbers.keys, numbers.query[None], numbers.other_query[None]])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def build(self) -> None:
        """Make the words, their keys, both queries with the keys' shadows on them, the race and both pulls."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.word, self.strongest = numbers.word, numbers.words[numbers.strongest]
        self.both = list(dict.fromkeys([numbers.strongest, numbers.position]))
        self.idle = [index for index in range(len(numbers.words)) if index not in self.both]
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.keys = dict(zip(numbers.words, numbers.keys, strict=True))
        self.roles = (style.theme.key, style.theme.query)
        self.small = [word for word in numbers.words if not has_icon(word, style) and not self._is_large(word)]
        self.words = self._tokens(self.vectors)
        self.answering = self._tokens(self.keys, called=self.says("key"))
        self.arrows = {word: self._arrow(word, row) for word, row in self.vectors.items()}
        plain = numbers.vectors[numbers.strongest]
        self.query, self.other = self._hand(numbers.vector), self._hand(plain)
        self._clear_axis_names()
        self.own = self._asking(self.word, numbers.vector)
        self.asking = [
            self._asking(self.word, numbers.query, self.says("query")),
            self._asking(self.strongest, numbers.other_query, self.says("query")),
        ]
        self.other_own = self._asking(self.strongest, plain)
        self._lay_rooms()
        self._build_answers()
        self._build_pulls()

    def _build_answers(self) -> None:
        """Make the keys' shadows on both queries, what stands beside them, the races of scores and the keys' glows."""
        numbers, style = self.numbers, self.style
        self.shadows = [self._shadows(query) for query in (numbers.query, numbers.other_query)]
        # Of the other word's query, only the first word's shadow matters.
        self.thrown = [[*range(len(self.both))], [len(self.both) - 1]]
        self.beside = [
            self._beside(query, shown)
            for query, shown in zip((numbers.query, numbers.other_query), self.thrown, strict=True)
        ]
        self.races = self._races()
        tokens = [self.answering[numbers.words[index]] for index in self.both]
        # Below the shadows, whose ends are to be seen.
        self.glows = [laid(HeroGlow(token.at, token.color_by_role, style=style), Layer.THREAD) for token in tokens]
        self.peaks = [float(glow[0].get_fill_opacity()) if len(glow) else 0.0 for glow in self.glows]
        self.factors = self._factors()

    def _build_pulls(self) -> None:
        """Make the lanes of both pulls, small and large, what is written on the way there, and the veil before them."""
        style = self.style
        self.lanes = self._lanes(self.low)
        self._whole = replace(
            self.view.words(self.stage), left=self.stage.safe.left, right=self.stage.safe.right,
            bottom=self.view.foot + _OVER_FOOT,
        )  # fmt: skip
        self.pulls = self._large_lanes()
        self.elsewhere = self._elsewhere()
        self.curtain = Veil(self.stage, opacity=_DIMMED, style=style)
        self.said = [Shares(self.lanes[0], style=style)] if self.lanes else []
        self.rule = self._rule()
        self.making, self.asked = self._makings()
        self.works = self._works()

    def _hand(self, row: Tensor) -> Vector:
        """Return a word's vector as the hand that will turn."""
        origin, ink = self.plane.origin, self.style.theme.ink
        hand = Vector(origin, self.plane.place(row), ink, width=_HAND, style=self.style).thin_rim()
        return laid(hand, Layer.PIN)

    def _lay_rooms(self) -> None:
        """Divide the record: a matrix or a product, the race, and both pulls, which beside it are below the axis."""
        view, record = self.view, self.view.record
        if not view.lying:
            texts = min(box[1] for box in self.plane.text_boxes())
            bottom = view.words(self.stage).bottom
            under = min(float(self.plane.origin[1]) - _UNDER, texts - _OVER) if self._stays_above() else bottom
            top = max(under, bottom + _LANES)
            self.low = Region(self.stage.safe.left, record.right, bottom, top)
            self.head: Region | None = replace(record, bottom=record.top - _HEAD)
            filed = self.low.rows(1.0, 1.0)[1].top
            self.race_room = Region(
                record.left - _WIDER_RACE, record.right, filed + _OVER, record.top - _HEAD - _OVER
            )  # fmt: skip
        elif self.stage.is_portrait:
            _, _, head, race_high = _TALL
            self.head = replace(record, bottom=record.top - head)
            self.race_room = replace(record, bottom=self.head.bottom - race_high, top=self.head.bottom - _OVER)
            self.low = replace(record, top=self.race_room.bottom - _OVER)
        else:
            self.head, self.low = None, record
            self.race_room = record

    def _shadows(self, query: Tensor) -> list[Shadow]:
        """Return the shadows of both keys on a query."""
        made = list[Shadow]()
        for index in self.both:
            color = self.color_of(self.numbers.words[index])
            color = self.style.theme.dim if color == self.style.theme.ink else color
            tip = self.plane.place(self.numbers.keys[index])
            made.append(
                Shadow(
                    self.plane.origin, tip, self.plane.place(query), color, clear=_OFF_HAND, thick=_SLAB,
                    hatched=False, style=self.style,
                )
            )  # fmt: skip
            # No triangle of the other key tints it, and no arrow of a key that is nearly along the query cuts it up.
            laid(made[-1].slab, Layer.PIN)
        return made

    def _farther(self, query: Tensor) -> tuple[int, list[float]]:
        """Return which of both keys is farther from a query's line, and how far each is to its left, times its length.

        Between that key and the query is room for shadows.
        """
        turned = [float(query[0] * key[1] - query[1] * key[0]) for key in self.numbers.keys[self.both]]
        return max(range(len(turned)), key=lambda index: abs(turned[index])), turned

    def _beside(self, query: Tensor, shown: Sequence[int]) -> list[tuple[float, float]]:
        """Return on which side of a query each key's shadow lies, its key's own, and how far from the query's middle.

        Of two on one side, the farther key's lies outside. A shadow alone lies where the other key's arrow does not
        cut it up.
        """
        first, turned = self._farther(query)
        places = [(math.copysign(1.0, each), _OFF_HAND) for each in turned]
        other = len(turned) - 1 - first
        if other == first or turned[first] * turned[other] <= 0:
            return places
        off = _OFF_HAND + _SLAB + _OFF_SLAB
        if other not in shown:
            key, length = self.numbers.keys[self.both[other]], float(query.norm())
            reach = min(float(self.numbers.keys[self.both[first]] @ query), float(key @ query)) / max(length, 1e-9)
            slope = abs(turned[other]) / max(float(key @ query), 1e-9)
            off = max(_OFF_HAND, reach * slope * self.view.unit + _OFF_ARROW)
        places[first] = (places[first][0], min(off, _FARTHEST))
        return places

    def _races(self) -> list[Race]:
        """Return the races of both keys for both queries, in one scale: where there is room, in the plane's own."""
        numbers, words = self.numbers, [self.numbers.words[index] for index in self.both]
        plain, colors = numbers.vectors[numbers.strongest], self.colors_of(words)
        ways = [*self._turns(numbers.vector, numbers.query), *self._turns(plain, numbers.other_query)]
        shadows = torch.tensor([self._measured(row)[0] for row in ways])
        lengths = torch.stack([row.norm() for row in ways])
        spans = [
            (min(0.0, float(part.min())), max(0.0, float(part.max()))) for part in (shadows, shadows * lengths[:, None])
        ]
        return [
            Race(
                words, colors, spans[0], spans[1], float(lengths.max()), self.race_room, most=self.view.unit,
                style=self.style,
            )
            for _ in range(2)
        ]  # fmt: skip

    def _factors(self) -> list[list[Row]]:
        """Return each strip's shadow times its thickness, above it, for both queries; none without a true product."""
        numbers, made = self.numbers, list[list[Row]]()
        for race, shadows, length, query in zip(
            self.races, numbers.shadows, numbers.lengths, (numbers.query, numbers.other_query), strict=True
        ):
            race.draw(*self._measured(query))
            pairs = [(shadows[index][None], length[None], shadows[index] * length) for index in self.both]
            digits = max(digits_that_multiply(*pair, _FACTOR_DIGITS) for pair in pairs)
            true = all(
                format_number(printed_product(one.tolist(), other.tolist(), digits)) == format_number(float(product))
                for one, other, product in pairs
            )
            made.append(race.factors(shadows[self.both], length, digits, self.roles[1]) if true else [])
        return made

    @property
    def _others(self) -> str:
        """The name of all words but the two."""
        return self.says("others") if len(self.idle) > 1 else "".join(self.numbers.words[index] for index in self.idle)

    def _turns(self, plain: Tensor, query: Tensor) -> list[Tensor]:
        """Return a word's vector, itself turned like its query, and its query."""
        return [plain, self._turned(plain, query, 1.0, 0.0), query]

    def _turned(self, plain: Tensor, query: Tensor, turn: float, stretch: float) -> Tensor:
        """Return a vector that has turned a share of the angle to a query, and has a share of the change of length."""
        lengths = float(plain.norm()), float(query.norm())
        if min(lengths) < 1e-6:
            share = (turn + stretch) / 2
            return plain + share * (query - plain)
        first, last = (math.atan2(float(row[1]), float(row[0])) for row in (plain, query))
        angle = first + turn * ((last - first + math.pi) % (2 * math.pi) - math.pi)
        length = lengths[0] + stretch * (lengths[1] - lengths[0])
        return torch.tensor([length * math.cos(angle), length * math.sin(angle)], dtype=plain.dtype)

    def _rows(self) -> tuple[RowOfSoftmax, RowOfSoftmax]:
        """Return the rows of both words in softmax."""
        numbers, (strongest, own) = self.numbers, self.both
        others = self._others
        return (
            RowOfSoftmax(
                numbers.scores[[strongest, own]],
                torch.stack([numbers.weights[strongest], numbers.weights[own], numbers.rest_weight]),
                torch.stack([numbers.powers[strongest], numbers.powers[own], numbers.rest]), numbers.total,
                numbers.step, others,
            ),
            RowOfSoftmax(
                torch.stack([numbers.back, numbers.own]),
                torch.stack([*numbers.back_weights[[own, strongest]], numbers.back_weights[self.idle].sum()]),
                torch.stack([numbers.back_powers[own], numbers.back_powers[strongest], numbers.back_rest]),
                numbers.back_total, numbers.back_step, others,
            ),
        )  # fmt: skip

    def _lanes(self, region: Region, scale: float = 1.0, *, upwards: bool = False) -> list[PullLane]:
        """Return both pulls in a region; nothing where only one word is there."""
        if len(self.both) < 2:
            return []
        first, second = (self.color_of(self.numbers.words[index]) for index in self.both)
        return pull_lanes(
            (self.strongest, self.word), (first, second), self._rows(), region, scale=scale, upwards=upwards,
            style=self.style,
        )  # fmt: skip

    def _large_lanes(self) -> list[PullLane]:
        """Return both pulls over all of the stage: as large as their numbers, and rails that are long, leave room."""
        lanes = list[PullLane]()
        for scale in _LARGER:
            lanes = self._lanes(self._whole, scale, upwards=True)
            said = all(lane.fraction or lane.row.step is None for lane in lanes)
            if said and all(lane.length >= _LONG * self._whole.width for lane in lanes):
                break
        return lanes

    def _elsewhere(self) -> list[PullLane]:
        """Return the first pull alone, large; then filed below the plane, where a race leaves room for it there."""
        if not self.pulls:
            return []
        up = self._whole.height / 4
        middle = replace(self._whole, bottom=self._whole.bottom - up, top=self._whole.top - up)
        hero = self._lanes(middle, self.pulls[0].scale)[0]
        if self.head is None:
            return [hero]
        down = self.low.height / 2
        return [hero, self._lanes(replace(self.low, bottom=self.low.bottom - down, top=self.low.top - down))[0]]

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
        return [box_around(self._beyond(self.word, self.plane.place(row)), _HEAVY / 2)]

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
            boxes.append((left, level - _TICKS if self.view.lying else bottom, right, level))
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

    def _rule(self) -> VGroup:
        """Return the formula, and what it means, above the bars; nothing without room."""
        if self.head is None:
            return VGroup()
        formula = SoftmaxOfKeys(self.word, self.parameters.divisor, style=self.style)
        parts = VGroup(formula)
        if not self.parameters.manner:
            power = "e^(arrow(q) dot.op arrow(k))"
            meant = Math(f"= {power} div sum {power}", size=self.style.sizes.phrase, style=self.style)
            for glyphs, color in zip((_QUERIES, _KEYS), self.roles[::-1], strict=True):
                for index in glyphs:
                    meant[index].set_fill(color)
            parts.add(meant)
        parts.arrange(DOWN, buff=_LINES)
        parts.scale(min(_WIDER, self.head.width / float(parts.width), self.head.height / float(parts.height)))
        return laid(parts.move_to(point(*map(float, self.head.centre[:2]))), Layer.LEDGER)

    def _makings(self) -> tuple[Making, list[Making]]:
        """Return a row before W_K, and two before W_Q, with what they become; nothing without room."""
        if self.head is None:
            return (), [(), ()]
        numbers, strongest, head = self.numbers, self.strongest, self.head
        plain = numbers.vectors[numbers.strongest]
        # No bars are below the first one yet.
        room = self.view.record if not self.view.lying else replace(head, bottom=self.low.bottom)
        key = self._make("W_K", numbers.W_K, strongest, plain, self.keys[strongest], room)
        queries = [
            self._make("W_Q", numbers.W_Q, self.word, numbers.vector, numbers.query, head),
            self._make("W_Q", numbers.W_Q, strongest, plain, numbers.other_query, head),
        ]
        return key, queries

    def _make(self, name: str, matrix: Tensor, word: str, row: Tensor, made: Tensor, region: Region) -> Making:
        """Return a word's row before a matrix, and what it becomes, below it, in the middle of a region."""
        style, color = self.style, self.roles[0 if name == "W_K" else 1]
        product = RowTimesMatrix(word, row, name, matrix, color, self.color_of(word), style=style)
        becomes = Matrix(made[None], size=style.sizes.tick, color=color, decimals=2, style=style)
        result = Row([Math("=", size=style.sizes.tick, style=style), becomes], 0.14)
        below = float(product.get_bottom()[1]) - _RESULT - float(result.height) / 2
        result.move_to(point(float(product.get_x()), below))
        parts = VGroup(product, product.entries), VGroup(result)
        both = VGroup(*parts)
        fits = min(region.width / float(both.width), (region.height - 2 * _AIR) / float(both.height))
        both.scale(min(_WIDER, fits)).move_to(point(*map(float, region.centre[:2])))
        laid(both, Layer.LEDGER)
        return parts

    def _works(self) -> list[WorkedProduct]:
        """Return the worked products that take the matrix's place: of the word's own key, and both ways."""
        if self.head is None:
            return []
        numbers, theme = self.numbers, self.style.theme
        word, strongest = self.word, self.strongest
        pairs = (
            (("x", theme.ink), word, numbers.vector, word, numbers.plain_scores[numbers.position]),
            (("q", theme.query), word, numbers.query, strongest, numbers.forces[0]),
            (("q", theme.query), strongest, numbers.other_query, word, numbers.forces[1]),
        )
        return [
            WorkedProduct(
                (vector_name(asking, letter=letter), vector_name(answering, letter="k")), query, self.keys[answering],
                value, (color, theme.key, self.color_of(answering)), self.head, style=self.style,
            )
            for (letter, color), asking, query, answering, value in pairs
        ]  # fmt: skip

    def tell(self) -> None:
        """Carry words to their keys, let the query turn over them, make weights, and ask the other way round."""
        numbers, word, strongest = self.numbers, self.word, self.strongest
        with self.beat("keys"):
            self._fan_out()
            self.rest()
        before, after = numbers.plain_scores.tolist(), numbers.scores.tolist()
        with self.beat("query", text="query" if before[numbers.position] == max(before) else "asks", word=word):
            self._ask()
            self.rest()
        overtakes = before[numbers.strongest] < before[numbers.position] and after[numbers.strongest] == max(after)
        with self.beat("turn", text="overtakes" if overtakes else "turn", word=word, strongest=strongest):
            self._turn()
            self.rest()
        if not self.lanes:
            return
        there, back = numbers.both_weights.tolist()
        said = {
            "word": word, "strongest": strongest, "score": format_number(float(numbers.back)),
            "there": format_weight(there), "back": format_weight(back),
        }  # fmt: skip
        with self.beat("weights", text=f"weights{self.parameters.manner}", **said):
            self._weigh()
            self.rest()
        with self.beat("pull", **said):
            self._divide(self.lanes[0], self.elsewhere[0], self._clear_stage())
            self._ride(self.elsewhere[0])
            self.rest()
        with self.beat("ask-back", **said):
            self._ask_back()
            self.rest()
        with self.beat("back", text="back" if back < _WEAKER * there else "other-way", **said):
            self._pull_back()
            self.hold()

    def _fan_out(self) -> None:
        """Let an arrow grow to every word; W_K carries all of them to their keys, one of which is worked out."""
        times, tokens, words = self.style.times, self.words, list(self.vectors)
        self.play(FadeIn(self.phrase), FadeIn(*tokens.values()), run_time=0.6 * times.move)
        self._grow(1e-3)
        self.add(*self.arrows.values())
        # The tip of its arrow shows where a small word is; a dot would lie below it.
        dots = [FadeOut(tokens[word].mark) for word in self.small]
        matrix = [FadeIn(*self.making[:1], rate_func=_LATE)] if self.making else []
        self.play(Live([*self.arrows.values()], self._grow), *dots, *matrix, run_time=times.move)
        self.wait(_READ)
        self._carry(words)

    def _grow(self, share: float) -> None:
        """Let all arrows be a share of their length."""
        origin = self.plane.origin
        for word, row in self.vectors.items():
            self.arrows[word].set_ends(origin, origin + max(share, 1e-3) * (self.plane.place(row) - origin))

    def _carry(self, words: Sequence[str]) -> None:
        """Let W_K carry words to their keys; beside the plane one of their rows stands before it, and becomes a key."""
        marks = {word: self.words[word].mark for word in words if word not in self.small}
        names = {word: self._name_moves(word) for word in words}
        moved = [*(self.arrows[word] for word in words), *marks.values(), *(name[0] for name in names.values())]

        def follow(share: float) -> None:
            self._set(words, share)
            for name, start, end in names.values():
                name.move_to(start + share * (end - start))

        made = [FadeIn(*self.making[1:], rate_func=_LATE)] if self.making else []
        self.play(Live(moved, follow), *made, run_time=_CARRY)
        rimmed = [word for word in marks if word in (self.word, self.strongest)]
        self.remove(*(mark for word, mark in marks.items() if word not in rimmed))
        self.add(*(self.answering[word].mark for word in marks if word not in rimmed))
        called = [FadeIn(self.answering[word].label) for word in words if word in (self.word, self.strongest)]
        called += [FadeIn(self.answering[word].mark) for word in rimmed]
        self.play(*called, run_time=self.style.times.quick)
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
        """Show the word's own vector, and how far each of both keys reaches along it."""
        times, tip, race = self.style.times, self.plane.place(self.numbers.vector), self.races[0]
        origin = self.plane.origin
        self.play(FadeIn(self.own), *map(FadeOut, self.making), run_time=times.quick)
        self.query.set_ends(origin, origin + 1e-3 * (tip - origin))
        self.add(self.query)

        def grow(share: float) -> None:
            self.query.set_ends(origin, origin + max(share, 1e-3) * (tip - origin))

        products = [FadeIn(self.works[0].products, rate_func=_LATE)] if self.works else []
        self.play(
            Live([self.query], grow), FadeIn(*race.frame, rate_func=_LATE), *products, run_time=times.move
        )  # fmt: skip
        shadows, length = self._measured(self.numbers.vector)
        race.draw([0.0] * len(self.both), length)
        self.add(*race.bars)
        fallen = [0.0] * len(self.both)
        for order in range(len(self.both)):
            index = len(self.both) - 1 - order  # the word's own key is the first
            total = [FadeIn(self.works[0].total, rate_func=_LATE)] if self.works and not order else []
            self._cast(index, shadows, fallen, total)
        self._settle(0)

    def _cast(
        self, index: int, shadows: Sequence[float], fallen: list[float], also: Sequence[Animation]
    ) -> None:  # fmt: skip
        """Let a key throw its shadow on the word's own vector, while its strip grows as long."""
        race, shadow, vector = self.races[0], self.shadows[0][index], self.numbers.vector
        self.add(shadow, race.running[index], *self.glows)

        def follow(share: float) -> None:
            fallen[index] = share
            self._throw(0, index, vector, share)
            now, length = [each * reach for each, reach in zip(fallen, shadows, strict=True)], float(vector.norm())
            race.draw(now, length)
            self._light([each * length for each in now])

        follow(0.0)
        moved = [shadow, race.running[index], *race.bars, *self.glows]
        self.play(Live(moved, follow), *also, run_time=_CAST)
        self.wait(self.style.times.quick)

    def _throw(self, way: int, index: int, row: Tensor, share: float = 1.0) -> None:
        """Draw a key's shadow beside a query, when a share of the key has thrown it.

        It begins at its key's arrow where that leaves the query steeply, and straight at the origin otherwise.
        """
        origin, shadow, (side, off) = self.plane.origin, self.shadows[way][index], self.beside[way][index]
        key = self.numbers.keys[self.both[index]]
        tip = self.plane.place(key)
        shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), self.plane.place(row))
        along = shadow.foot - origin
        reach = max(float(np.linalg.norm(along)), 1e-9)
        left = side / max(float(row.norm()), 1e-9) * point(-float(row[1]), float(row[0]))
        near, far = off * left, (off + _SLAB) * left
        starts = [self._begins(away, side, row, key) / reach * along for away in (off, off + _SLAB)]
        corners = [near + starts[0], near + along, far + along, far + starts[1]]
        shadow.slab.set_points_as_corners([origin + corner for corner in (*corners, corners[0])])
        if off > _OFF_HAND:
            shadow.corner.set_stroke(opacity=0.0)  # it would lie below what is between the query and the shadow

    def _begins(self, away: float, side: float, row: Tensor, key: Tensor) -> float:
        """Return how far along a query, scene units, an edge of a key's shadow begins that lies away from it."""
        across, ahead = side * float(row[0] * key[1] - row[1] * key[0]), float(key @ row)
        if across <= ahead * _STEEP:
            return 0.0
        return (away * max(ahead, 0.0) + _OFF_KEY * float(key.norm() * row.norm())) / across

    def _throw_all(self, way: int, row: Tensor) -> None:
        """Draw the shadows on a query."""
        for index in self.thrown[way]:
            self._throw(way, index, row)

    def _light(self, scores: Sequence[float]) -> None:
        """Light the key that answers best."""
        for index, (glow, peak) in enumerate(zip(self.glows, self.peaks, strict=True)):
            lead = min((scores[index] - other for place, other in enumerate(scores) if place != index), default=1.0)
            share = min(max(0.5 + lead / _LEAD / 2, 0.0), 1.0)
            for ring in glow:
                ring.set_fill(opacity=share * peak)

    def _measured(self, query: Tensor) -> tuple[list[float], float]:
        """Return the lengths of both keys' shadows on a query, in its direction, and how long it is."""
        length = float(query.norm())
        return ((self.numbers.keys[self.both] @ query) / max(length, 1e-9)).tolist(), length

    def _settle(self, way: int) -> None:
        """Let the numbers of a race stop running."""
        race = self.races[way]
        self.remove(*race.running)
        self.add(*race.settle())

    def _run(self, way: int) -> None:
        """Let the numbers of a race run."""
        race = self.races[way]
        self.remove(*race.numbers)
        self.add(*race.running)

    def _follow(self, way: int, hand: Vector, rider: Token, row: Tensor) -> None:
        """Point a hand to a vector: its word, both shadows, all bars and numbers follow."""
        tip = self.plane.place(row)
        hand.set_ends(self.plane.origin, tip)
        rider.put(self._beyond(rider.word, tip))
        self._throw_all(way, row)
        shadows, length = self._measured(row)
        self.races[way].draw(shadows, length)
        if way == 0:
            self._light([each * length for each in shadows])

    def _shown(self, way: int) -> list[Shadow]:
        """Return the shadows that are seen on a query."""
        return [self.shadows[way][index] for index in self.thrown[way]]

    def _following(self, way: int, hand: Vector, rider: Token) -> list[VMobject]:
        """Return what follows a hand."""
        glows = self.glows if way == 0 else []
        return [hand, rider, *self._shown(way), *self.races[way].measured, *glows]

    def _turn(self) -> None:
        """Let W_Q turn the word's vector into its query; shadows, bars and numbers follow, then it gets its length."""
        times, numbers = self.style.times, self.numbers
        plain, query = numbers.vector, numbers.query
        own = self.token(self.word, plain, height=_HEAVY, edge=self.roles[1])
        own.put(self._beyond(self.word, own.at))
        tinted = self._tinted(self.query, self.races[0])
        gone = FadeOut(*self.works[:1], self.own.label, rate_func=_EARLY)
        matrix = [FadeIn(*self.asked[0][:1], rate_func=_LATE)] if self.asked[0] else []
        self.play(gone, *tinted, FadeIn(own, rate_func=_LATE), *matrix, run_time=times.move)
        self.remove(self.own.mark)
        self.own = own
        self._run(0)
        self.wait(_READ)
        sector, before = self._sector(plain)
        self.add(sector, before)

        def turned(share: float) -> None:
            row = self._turned(plain, query, share, 0.0)
            self._follow(0, self.query, own, row)
            self._sweep(sector, plain, row)

        def stretched(share: float) -> None:
            self._follow(0, self.query, own, self._turned(plain, query, 1.0, share))

        self.play(Live([sector, *self._following(0, self.query, own)], turned), run_time=_TURN)
        self.wait(_READ)
        made = [FadeIn(*self.asked[0][1:], rate_func=_EARLY)] if self.asked[0] else []
        longer = Live(self._following(0, self.query, own), stretched)
        self.play(longer, FadeOut(sector, before), *made, run_time=_STRETCH)
        self._settle(0)
        self._call(0, self.works[1:2])

    def _tinted(self, hand: Vector, race: Race) -> list[Any]:
        """Return how a vector gets a query's colour, on the plane and as the edge of both strips."""
        fill = self.style.theme.fill(self.roles[1])
        return [hand.body.animate.set_fill(fill), *(edge.animate.set_fill(fill) for edge in race.edges)]

    def _sector(self, row: Tensor) -> tuple[VMobject, VMobject]:
        """Return what a hand sweeps as it turns, and the dashes where it was."""
        theme, color = self.style.theme, self.roles[1]
        sector = VMobject(stroke_width=0).set_fill(theme.fill(color), _SWEPT if theme.filled else 0.0)
        if not theme.filled:
            sector.set_stroke(color, _SWEPT_LINE)
        self._sweep(sector, row, row)
        before = DashedLine(self.plane.origin, self.plane.place(row), color=theme.ink, stroke_width=_SWEPT_LINE)
        return laid(sector, Layer.SHEET), laid(before, Layer.TRAIL)

    def _sweep(self, sector: VMobject, start: Tensor, row: Tensor) -> None:
        """Draw what a hand has swept from one vector to another of the same length."""
        arc = [self.plane.place(self._turned(start, row, float(share), 0.0)) for share in np.linspace(0, 1, _ARC)]
        sector.set_points_as_corners([self.plane.origin, *arc, self.plane.origin])

    def _call(self, way: int, works: Sequence[WorkedProduct]) -> None:
        """Call a query what it is, while its numbers become those of a product."""
        name = self.asking[way].label
        factors = [FadeIn(*self.factors[way], rate_func=_LATE)] if self.factors[way] else []
        if works:
            self._file(self.asked[way], works[0], name, factors)
        else:
            self.play(FadeIn(name), *factors, run_time=self.style.times.move)

    def _file(self, making: Making, work: WorkedProduct, name: VMobject, also: Sequence[Animation]) -> None:
        """Let the numbers that a matrix made become the factors of a product, and write its result.

        Args:
            making: the row before the matrix, and what it became.
            work: the product.
            name: what the query is called, which comes with it.
            also: what comes with the result.
        """
        made = making[1][0][1]
        assert isinstance(made, Matrix)
        starts = [number for row in made.numbers for number in row]
        ends = [asking for asking, _ in work.factors]
        moving, firsts = self._taken(starts), [number.copy() for number in starts]
        self.add(*moving)
        _hide(starts)
        pairs = list(zip(moving, firsts, ends, strict=False))

        def follow(share: float) -> None:
            for number, start, end in pairs:
                _blend(number, start, end, share)

        gone = FadeOut(*making, rate_func=_EARLY)
        self.play(gone, Live(moving, follow, rate_func=_LATER), FadeIn(name), run_time=_FILED)
        result = FadeIn(work.total, rate_func=_LATE)
        self.play(FadeIn(work.products), result, *also, run_time=self.style.times.move)
        self.remove(*moving)

    def _weigh(self) -> None:
        """Turn dot products into powers, and these into weights, as pieces of one strip."""
        gone: list[VMobject] = [*self.works[1:2], *self.factors[0], *self.glows, *self.shadows[0]]
        gone += [piece for index in self.idle for piece in self._pieces(self.numbers.words[index])]
        veil = [] if self.view.lying else [FadeIn(self._veil())]
        rule = [FadeIn(self.rule, rate_func=_LATE)] if len(self.rule) else []
        self.play(FadeOut(*gone, rate_func=_EARLY), *veil, *rule, run_time=_FILED)
        marks = self._come()
        grown = self._raise()
        self.wait(_READ_POWERS)
        self._join(grown, marks)
        self.wait(_READ)
        for said in self.said:
            come = [
                FadeIn(said.over, rate_func=_EARLY),
                *(FadeIn(term, shift=_SINK * DOWN, rate_func=_LATER) for term in said.terms),
                FadeIn(said.one, rate_func=_LATE),
            ]
            if said.terms:
                self.play(*come, run_time=_SHARE)

    def _row_of(self, index: int, length: float) -> Corners:
        """Return the corners of one of both bars below the plane, one below the other, before they are one strip."""
        (left, _), y, half = self.lanes[0].ends, self.lanes[index].middle, RAIL / 2
        ends = sorted([left, left + length])
        return [point(x, y + up * half) for x, up in ((ends[0], 1), (ends[0], -1), (ends[1], -1), (ends[1], 1))]

    def _equal_areas(self) -> list[Corners]:
        """Return the corners of both bars below the plane whose areas are those of the strips of the race."""
        race, (shadows, length) = self.races[0], self.races[0].now
        return [
            self._row_of(index, shadow * race.unit * length * race.thick / RAIL) for index, shadow in enumerate(shadows)
        ]

    def _come(self) -> list[VMobject]:
        """Let both bars come from the race to where they will grow, no one past the other; return the marks with them.

        Both go down first, then along: over no text of the plane.
        """
        lane, race = self.lanes[0], self.races[0]
        pieces, numbers = lane.pieces[:2], self._taken(race.numbers)
        firsts = [_upright(race.corners(index)) for index in range(len(pieces))]
        lasts = self._equal_areas()
        left = min(float(corner[0]) for corners in lasts for corner in corners) - GAP
        fits = all(left - float(mark.width) > self.stage.safe.left for mark in race.marks)
        marks = race.marks if fits else []
        ways = [
            (each.get_center(), point(left - float(each.width) / 2, self.lanes[index].middle))
            for index, each in enumerate(marks)
        ]
        starts = [number.get_center() for number in numbers]
        ends = [
            point(float(last[2][0]) + GAP + float(number.width) / 2, self.lanes[index].middle)
            for index, (number, last) in enumerate(zip(numbers, lasts, strict=True))
        ]
        for piece, first in zip(pieces, firsts, strict=True):
            piece.lay(first)
        self.remove(*race.bars, *race.numbers)
        self.add(*pieces, *numbers)

        def follow(share: float) -> None:
            down, along = _within(share, 0.0, 0.55), _within(share, 0.4, 1.0)
            for piece, first, last in zip(pieces, firsts, lasts, strict=True):
                piece.lay(_apart(first, last, along, down))
            for each, (start, end) in zip([*marks, *numbers], [*ways, *zip(starts, ends, strict=True)], strict=True):
                each.move_to(_apart([start], [end], along, down)[0])

        gone = [*race.edges, *(each for each in race.marks if each not in marks)]
        coming = Live([*pieces, *marks, *numbers], follow, rate_func=linear)
        self.play(coming, FadeOut(*gone, rate_func=_EARLY), run_time=_COME)
        self._carried = numbers
        return marks

    def _raise(self) -> list[Corners]:
        """Let both bars grow to the powers of e, whose exponents their numbers become; return their corners then."""
        lane, numbers = self.lanes[0], self._carried
        pieces, texts = lane.pieces[:2], lane.texts[:2]
        left, lengths = lane.ends[0], [share * lane.length for share in lane.shares[:2]]
        widths = [GAP + float(each.width) for each in texts or numbers]
        room = [lane.slot.right - left - width for width in widths]
        scale = min(1.0, *(each / max(length, 1e-6) for each, length in zip(room, lengths, strict=True)))
        firsts = self._equal_areas()
        lasts = [self._row_of(index, scale * length) for index, length in enumerate(lengths)]
        self._places = [text.get_center() for text in texts]
        for index, (text, last) in enumerate(zip(texts, lasts, strict=False)):
            text.align_to(point(float(last[2][0]) + GAP), LEFT)
            rest_on(text, self.lanes[index].middle - capitals(self.style.sizes.number) / 2)
        starts = [number.copy() for number in numbers]
        ends: list[VMobject] = [lane.exponent(index) for index in range(len(texts))]
        if not ends:
            ends = [number.copy() for number in numbers]
            for end, last in zip(ends, lasts, strict=True):
                end.align_to(point(float(last[2][0]) + GAP), LEFT)

        def follow(share: float) -> None:
            for piece, first, last in zip(pieces, firsts, lasts, strict=True):
                piece.lay(_between(first, last, share))
            for number, start, end in zip(numbers, starts, ends, strict=True):
                _blend(number, start, end, share)

        self.play(Live([*pieces, *numbers], follow), run_time=_RAISE)
        if texts:
            self.play(FadeIn(*texts), run_time=self.style.times.quick)
            self.remove(*numbers)
        return lasts

    def _join(self, firsts: Sequence[Corners], marks: Sequence[VMobject]) -> None:
        """Let the lower bar go to the end of the upper one, along and then up: one strip, powers above its pieces."""
        lane = self.lanes[0]
        pieces, rest, texts = lane.pieces[:2], lane.pieces[2:], lane.texts[:2]
        lasts = [lane.corners(index) for index in range(2)]
        starts = [text.get_center() for text in texts]
        below = self.lanes[1].middle - lane.middle
        for piece in rest:
            piece.lay(lane.corners(2, 0.0))
        self.add(*rest)

        def follow(share: float) -> None:
            along, up = _within(share, 0.2, 0.65), _within(share, 0.6, 1.0)
            pieces[0].lay(_between(firsts[0], lasts[0], along))
            pieces[1].lay(_apart(firsts[1], lasts[1], along, up))
            # A power rises above its bar before that goes on.
            over = _within(share, 0.0, 0.3)
            for index, (text, start, end) in enumerate(zip(texts, starts, self._places, strict=False)):
                height = float(start[1]) + over * (float(end[1]) + index * below - float(start[1]))
                height -= up * index * below
                text.move_to(point(float(start[0]) + along * float(end[0] - start[0]), height))
            for piece in rest:
                piece.lay(lane.corners(2, up))

        gone = [*marks, *([] if texts else self._carried)]
        come = [lane.rail, *lane.texts[2:], lane.total]
        out = [FadeOut(*gone, rate_func=_EARLY)] if gone else []
        strip = Live([*pieces, *rest, *texts], follow, rate_func=linear)
        self.play(strip, *out, FadeIn(*come, rate_func=_LATE), run_time=_LAY)

    def _clear_stage(self) -> list[Animation]:
        """Return how all of the plane but its grid leaves, so that pulls have the stage alone."""
        words = [piece for word in (self.strongest, self.word) for piece in self._pieces(word)]
        leaving = [self.plane, *words, self.query, self.own.mark, self.asking[0].label]
        leaving += [self.rule] if len(self.rule) else []
        return [FadeOut(*leaving), FadeIn(self.curtain)]

    def _swelling(self, start: PullLane, end: PullLane, **options: Any) -> list[Animation]:
        """Return how a pull that is told becomes the same one elsewhere, in another size."""
        start.ride(1.0)
        end.ride(1.0)
        pairs = [(one, one.copy(), last) for one, last in zip(start.marks, end.marks, strict=True)]

        def follow(way: float) -> None:
            for one, first, last in pairs:
                _blend(one, first, last, way)

        made: list[Animation] = [Live(start.marks, follow, **options)]
        made += [FadeOut(*start.notes, rate_func=_EARLY)] if start.notes else []
        return [*made, FadeIn(*end.notes, rate_func=_LATE)] if end.notes else made

    def _exchange(self, start: PullLane, end: PullLane) -> None:
        """Put a pull where the same one is now, in another size."""
        self.remove(*start.told)
        self.add(*end.told)

    def _ride(self, lane: PullLane) -> None:
        """Let the word ride as far as it is pulled."""
        number = [] if lane is self.elsewhere[0] and self.said[0].terms else [FadeIn(lane.number, rate_func=_LATE)]
        self.play(Live([lane.rider], lane.ride), *number, run_time=_RIDE)

    def _is_carried(self, lane: PullLane) -> bool:
        """Return whether the weight of a lane is there before the ride, below its strip."""
        return lane is self.lanes[0] and bool(self.said[0].terms)

    def _pull_back(self) -> None:
        """Let both strips of the race become a row of softmax; then let the word ride as far as it is pulled."""
        lane, race = self.pulls[1], self.races[1]
        words = [self.numbers.words[index] for index in self.idle]
        terms = lane.sum_of_others(words, self.numbers.back_powers[self.idle], self.style.sizes.number)
        self.terms = [] if terms is None else [terms]
        kept = self.elsewhere[1:]
        keys = [piece for word in (self.strongest, self.word) for piece in self._pieces(word)]
        gone = [self.plane, *keys, self.other, *self.asking[1], *self._shown(1), *self.works[2:], *self.factors[1]]
        gone += [*race.frame, *race.numbers]
        self.play(FadeOut(*gone), FadeIn(self.curtain), run_time=_READ)
        self._lie_down(lane, kept)
        if kept:
            self._exchange(kept[0], self.pulls[0])
        self.wait(_READ_SUM)
        if not kept:
            self.pulls[0].ride(1.0)
        self._divide(lane, lane, [*map(FadeOut, self.terms), *([] if kept else [FadeIn(*self.pulls[0].told)])])
        self._ride(lane)

    def _lie_down(self, lane: PullLane, kept: Sequence[PullLane]) -> None:
        """Let strips go to a row, as long as their powers' shares, with these above them; the other pull gets large."""
        race, pieces = self.races[1], lane.pieces
        firsts = [_upright(race.corners(index)) for index in (1, 0)]
        lasts = [lane.corners(index) for index in range(len(pieces))]
        for piece, first in zip(pieces, firsts, strict=False):
            piece.lay(first)
        for piece in pieces[2:]:
            piece.lay(lane.corners(2, 0.0))
        self.remove(*race.bars)
        self.add(*pieces)

        def follow(share: float) -> None:
            way = _within(share, 0.0, 0.6)
            for piece, first, last in zip(pieces, firsts, lasts, strict=False):
                piece.lay(_between(first, last, way))
            for piece in pieces[2:]:
                piece.lay(lane.corners(2, _within(share, 0.5, 0.7)))

        come = [lane.rail, *lane.texts, *self.terms, *([lane.total] if len(lane.total) else [])]
        also: list[Animation] = [FadeIn(*come, rate_func=squish_rate_func(smooth, 0.6, 0.9))]
        for each in kept:
            also += self._swelling(each, self.pulls[0], rate_func=squish_rate_func(smooth, 0.4, 1.0), run_time=_LIE)
        self.play(Live(pieces, follow, rate_func=linear), *also, run_time=_LIE)

    def _divide(self, lane: PullLane, end: PullLane, also: Sequence[Animation]) -> None:
        """Let both words come to a rail; a power and the sum become the fraction that the first one's weight is.

        A weight below the strip goes to where it stays.

        Args:
            lane: the rail with its strip.
            end: the same one, maybe elsewhere and in another size.
            also: what leaves or comes as the powers leave.
        """
        sources, lasts = self._parted(lane, end)
        moving, firsts = self._taken(sources), [number.copy() for number in sources]
        self.add(*moving)
        _hide(sources)
        bars = [(one, one.copy(), last) for one, last in zip(lane.marks[:2], end.marks[:2], strict=True)]

        def follow(share: float) -> None:
            for one, first, last in bars if end is not lane else []:
                _blend(one, first, last, smooth(share))
            for number, first, last in zip(moving, firsts, lasts, strict=True):
                # First up, then along, over no other number; from below the strip the other way round.
                up, along = _within(share, 0.0, 0.5), _within(share, 0.5, 1.0)
                if last is end.number:
                    up, along = _within(share, 0.75, 1.0), _within(share, 0.3, 0.8)
                _blend(number, first, last, along)
                number.shift(point(0.0, (up - along) * float(last.get_y() - first.get_y())))

        gone = [*lane.texts, *([lane.total] if len(lane.total) else []), *lane.pieces[1:]]
        if self._is_carried(lane):
            gone += [*self.said[0].terms, self.said[0].over, self.said[0].one]
        end.ride(0.0)
        come = [end.puller, end.ghost, end.rider, *([end.fraction[1]] if end.fraction and sources else [])]
        come += [each for each in end.notes if each is not end.fraction or not sources]
        self.play(FadeOut(*gone), *also, run_time=_READ)  # no number flies across what leaves or comes
        if moving or end is not lane:
            filed = [*moving, *(one for one, _, _ in bars)]
            self.play(Live(filed, follow, rate_func=linear), run_time=_FILED if end is lane else _SWELL)
        self.play(FadeIn(*come), run_time=self.style.times.quick)
        self.remove(*moving)
        self._exchange(lane, end)
        if not self._is_carried(lane):
            self.remove(end.number)  # it comes as the word rides

    def _parted(self, lane: PullLane, end: PullLane) -> tuple[list[Number], list[Number]]:
        """Return the numbers of a strip that stay when it leaves, and those that they become beside its rail."""
        sources, lasts = list[Number](), list[Number]()
        if end.fraction and lane.texts:
            sources += [_numbers(lane.texts[0])[-1], _numbers(lane.total)[-1]]
            lasts += _numbers(end.fraction)
        if self._is_carried(lane):
            sources.append(self.said[0].numbers[0])
            lasts.append(end.number)
        return sources, lasts

    def _taken(self, numbers: Sequence[Number]) -> list[Number]:
        """Return copies of numbers to be moved, which lie before the halos of the texts that leave."""
        return [laid(number.copy(), Layer.FRAME) for number in numbers]

    def _ask_back(self) -> None:
        """Let the other word ask: W_Q turns its vector over the same keys, and the first word's key answers."""
        times, numbers, race = self.style.times, self.numbers, self.races[1]
        plain, query, origin = numbers.vectors[numbers.strongest], numbers.other_query, self.plane.origin
        lift = self._lift()
        back = [self.plane, *self._pieces(self.word), *self._pieces(self.strongest)[: None if lift else 1]]
        race.tint(self.style.theme.ink)
        if self.elsewhere[1:]:
            filed = self._swelling(*self.elsewhere, rate_func=squish_rate_func(smooth, 0.0, 0.7))
        else:
            filed = [FadeOut(*self.elsewhere[0].told, rate_func=_EARLY)]
        come = [FadeOut(self.curtain, rate_func=_LATE), FadeIn(*back, *race.marks, rate_func=_LATE)]
        self.play(*filed, *come, run_time=_SWELL)
        if self.elsewhere[1:]:
            self._exchange(*self.elsewhere)

        def grow(share: float) -> None:
            row = max(share, 1e-3) * plain
            self.other.set_ends(origin, self.plane.place(row))
            race.draw(*self._measured(row))

        grow(0.0)
        matrix = [FadeIn(*self.asked[1][:1], rate_func=_LATE)] if self.asked[1] else []
        self.add(self.other, *race.measured)
        asking = self.token(self.strongest, plain, height=_HEAVY, edge=self.roles[1])
        asking.put(self._beyond(self.strongest, asking.at))
        self.play(
            Live([self.other, *race.measured], grow), FadeIn(asking, rate_func=_LATE), *matrix,
            *([lift] if lift else []), run_time=_GROW,
        )  # fmt: skip
        self._throw_all(1, plain)
        self.play(FadeIn(*self._shown(1)), *self._tinted(self.other, race), run_time=times.quick)

        def turned(share: float) -> None:
            self._follow(1, self.other, asking, self._turned(plain, query, share, share))

        made = [FadeIn(*self.asked[1][1:], rate_func=_EARLY)] if self.asked[1] else []
        self.play(Live(self._following(1, self.other, asking), turned), *made, run_time=_TURN_BACK)
        self.remove(asking)
        self.add(self.asking[1].mark)
        self._settle(1)
        self._call(1, self.works[2:])

    def _veil(self) -> VGroup:
        """Return what hides the grid below the axis, where bars are no part of the plane."""
        wide, bottom, ground = self.stage.width, -self.stage.height / 2, self.style.theme.background
        texts = min(box[1] for box in self.plane.text_boxes())
        top = min(texts - _BELOW_TICKS, self.low.top + _VEILED)
        middle = top - _VEILED
        edge = Rectangle(width=wide, height=_VEILED, stroke_width=0).move_to(point(0.0, (top + middle) / 2))
        edge.set_fill([ground] * 2, (0.0, 1.0)).set_sheen_direction(DOWN)  # type: ignore[arg-type]
        rest = Rectangle(width=wide, height=middle - bottom, stroke_width=0).set_fill(ground, 1.0)
        return laid(VGroup(edge, rest.move_to(point(0.0, (middle + bottom) / 2))), Layer.VEIL)

    def _pieces(self, word: str) -> list[VMobject]:
        """Return what is on the stage of a word's key: its arrow, its name, and its mark if it has one there."""
        token = self.answering[word]
        return [self.arrows[word], token.label, *([] if word in self.small else [token.mark])]

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
        asked, key = numbers.other_query, self.keys[self.word]
        foot = asked * (key @ asked) / (asked @ asked).clamp_min(1e-9)
        falls = (flat(self.plane.place(key)), flat(self.plane.place(foot)))
        lines = [*self.plane.axis_segments(), *self._rays([*ways, *keys]), falls]
        taken = [*boxes, raised, *self.plane.text_boxes()]
        x, y = free_place(size, name_bounds(self.plane), above, lines=lines, boxes=taken)
        if not is_free((x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2), [*ways, *keys]):
            return None
        ends = [starts[0] + point(0.0, up), point(x, y)]

        def follow(share: float) -> None:
            for each, start, end in zip((mark, name), starts, ends, strict=True):
                each.move_to(start + share * (end - start))

        return Live([mark, name], follow)


def _between(first: Corners, last: Corners, share: float) -> Corners:
    """Return corners a share of the way from some to others."""
    return [one + share * (other - one) for one, other in zip(first, last, strict=True)]


def _apart(first: Corners, last: Corners, along: float, up: float) -> Corners:
    """Return corners that have gone one share of the way along, and another up or down."""
    both = zip(_between(first, last, along), _between(first, last, up), strict=True)
    return [point(float(one[0]), float(other[1])) for one, other in both]


def _within(share: float, start: float, end: float) -> float:
    """Return how far something has come that moves between two shares of the time."""
    return float(smooth(min(max((share - start) / (end - start), 0.0), 1.0)))


def _upright(corners: Corners) -> Corners:
    """Return the corners of a bar along a row: those at its left, then those at its right."""
    first, second, third, fourth = corners
    return corners if third[0] >= first[0] else [fourth, third, second, first]


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
