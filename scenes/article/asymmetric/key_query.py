"""A word's query against every word's key, then softmax (the section "Asymmetric Pull", figure 22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import torch
from manim import DL, UR, FadeIn, FadeOut, Polygon, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from attnmath import Head, attend
from scenes.article.asymmetric.claims import KEY_QUERY_DOT_PRODUCTS_CLAIMS
from scenes.article.asymmetric.pull_rows import PullRows
from scenes.article.asymmetric.row_times_matrix import RowTimesMatrix
from scenes.article.asymmetric.worked_product import WorkedProduct
from scenes.motion.live import Live
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Number, Weight, format_weight
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
    back: Tensor = quantity("The other way round: the query of the word that pulls most, and the pulled word's key.")

    @property
    def forces(self) -> Tensor:
        """The pull of the strongest word on this one, and the pull back, shape (2,)."""
        return torch.stack([self.scores[self.strongest], self.back])


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
        other_query=step.queries[scored.strongest],
        back=scores[scored.strongest, position],
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

_CARRY, _TURN, _SOFTEN, _TURN_BACK = 1.6, 2.2, 1.4, 1.4
"""Seconds in which W_K carries all words, in which a query turns, in which dot products become weights, and in which
the other word's query turns."""

_LATE = squish_rate_func(smooth, 0.6, 1.0)
"""The rate of what comes as a motion ends."""

_SPREAD, _BEAM = 0.06, 0.2
"""The beam of a query: half its angle in radians, and its opacity."""

_STEP = 0.34
"""Scene units from an arrow's tip to the middle of the icon beyond it, so that the tip is seen."""

_BETWEEN = 0.16
"""Scene units from a word to what its arrow is."""

_FILED = 0.14
"""Scene units from the tip of the arrow that has been measured to its number."""

_SHINE = 1.6
"""The share by which the shaft of the key that is hit best is wider."""

_OFF_RECORD = 0.25
"""Scene units that the name of a query stays farther away from the record."""

_AXIS, _TICK, _OVER_TICK = 2.4, 0.08, 0.1
"""The axis of weights: stroke units of its width, half a tick, and from that up to its number, scene units."""

_TICKS = 0.5
"""Scene units below the axis that its numbers take."""

_RESULT, _WIDER = 0.3, 1.2
"""Scene units from a matrix down to the row that it makes, and the most by which both are enlarged."""

_HEAD = 1.75
"""Scene units of the record that a matrix or a formula takes, above the bars."""


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
        return view.fitted(self.stage, self.spans(), room.inset(right=_STEP) if view.lying else room)

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
        self.close_gaps([*self.plane.names])
        self.small = [word for word in numbers.words if not has_icon(word, style) and not self._is_large(word)]
        self.words = self._tokens(self.vectors)
        self.answering = self._tokens(self.keys, called=self.says("key"))
        origin = self.plane.origin
        self.arrows = {word: self._arrow(row, self.roles[0]) for word, row in self.vectors.items()}
        self.query = laid(Vector(origin, self.plane.place(numbers.vector), style.theme.ink, style=style), Layer.PIN)
        plain = numbers.vectors[numbers.strongest]
        self.other = laid(Vector(origin, self.plane.place(plain), style.theme.ink, style=style), Layer.PIN)
        self.beam = self._beam()
        self.measured = self._measured()
        self.own = self._asking(self.word, numbers.vector)
        self.asking = [
            self._asking(self.word, numbers.query, self.says("query")),
            self._asking(self.strongest, numbers.other_query, self.says("query")),
        ]
        self.other_own = self._asking(self.strongest, plain)
        self._lay_record()
        self._lay_works()
        self.making = () if self.view.lying else self._make_key()

    def _arrow(self, row: Tensor, color: str) -> Vector:
        """Return an arrow from the origin whose tip lies over the icon there."""
        return laid(self.plane.vector(row, color), Layer.PIN)

    def _height(self, word: str) -> float:
        return _HEAVY if word in (self.word, self.strongest) else _LIGHT

    def _is_large(self, word: str) -> bool:
        return self.world.family_index(word) is not None or word == self.world.subject

    def _called(self, word: str, role: str, color: str) -> Row:
        """Return a word's name and what its arrow is, each in its own colour."""
        said = ((word, self.color_of(word)), (role, color))
        size = self.style.sizes.number
        return Row([Label(text, size=size, color=hue, style=self.style) for text, hue in said if text], _BETWEEN)

    def _beyond(self, word: str, tip: Point, share: float = 1.0) -> Point:
        """Return where a word stands when its arrow ends at a tip: an icon steps beyond it by a share of the way."""
        way = tip - self.plane.origin
        length = float(np.linalg.norm(way))
        if length < _STEP or word in self.small:
            return tip
        return np.asarray(tip + share * _STEP * way / length)

    def _tokens(self, places: Mapping[str, Tensor], called: str = "") -> dict[str, Token]:
        """Return words at places, with names clear of arrows; the two that matter are called something as well."""
        two = (self.word, self.strongest)
        texts = {word: self._called(word, called if word in two else "", self.roles[0]) for word in places}
        queries = [self.numbers.vector, self.numbers.query, self.numbers.other_query]
        lines = self._rays([*places.values(), *queries])
        boxes = [box for row in queries[:2] for box in self._around(row)]
        return self._named(places, texts, lines, boxes, stepped=bool(called))

    def _named(
        self, places: Mapping[str, Tensor], texts: Mapping[str, Row], lines: list[Segment], boxes: list[Box],
        *, stepped: bool,
    ) -> dict[str, Token]:  # fmt: skip
        """Return words at the tips of vectors, or on them, with their names clear of lines, boxes and each other."""
        plane, heights = self.plane, {word: self._height(word) for word in places}
        large = [word for word in places if self._is_large(word)]
        at = {word: self._beyond(word, plane.place(row), float(stepped)) for word, row in places.items()}
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
                text=texts[word],
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
        boxes += [self._box_of(self.answering[other].label) for other in keys]
        lines = [*self._rays([*self.keys.values(), row]), *self._edges(row)]
        if role or word != self.word:
            # What stays of the first query is still there when the other word asks.
            boxes.append(self._box_of(self.measured[1]))
            left, _, right, _ = name_bounds(self.plane)
            level = float(self.plane.origin[1])
            boxes.append((left, level - _TICKS, right, level))  # no name between the axis's numbers
            lines += self._rays([self.numbers.query])
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

    def _edges(self, row: Tensor) -> list[Segment]:
        """Return the edges of a query's beam."""
        way = self.plane.place(row) - self.plane.origin
        across = np.tan(_SPREAD) * point(-way[1], way[0])
        return [(flat(self.plane.origin), flat(self.plane.origin + way + side * across)) for side in (-1, 1)]

    def _box_of(self, text: VMobject) -> Box:
        """Return the box of a text."""
        (left, bottom), (right, top) = (flat(text.get_corner(side)) for side in (DL, UR))
        return left, bottom, right, top

    def _beam(self) -> Polygon:
        theme = self.style.theme
        beam = Polygon(*[self.plane.origin] * 3, stroke_width=0, color=theme.ink)
        beam.set_fill(theme.fill(theme.ink), _BEAM if theme.filled else 0.0)
        return laid(beam, Layer.HALF_PLANE)

    def _lay_record(self) -> None:
        """Lay W_Q, the bars of dot products, those of weights, and both pulls between two words.

        Weights grow from the zero line of the dot products, and both pulls are in the dot products' scale; only
        beneath the plane, where their bars would be too short, they have their own.
        """
        numbers, style, view = self.numbers, self.style, self.view
        colors, size = self.colors_of(numbers.words), style.sizes.number
        record = view.record if view.lying else self._below(view.record)
        color = self.roles[1]
        self.matrix = NamedMatrix("W_Q", numbers.W_Q, size=size, color=color, row_colors=color, style=style)
        self.formula = SoftmaxOfKeys(numbers.word, self.parameters.divisor, style=style)
        for piece in (self.matrix, self.formula):
            if float(piece.width) > view.record.width:
                piece.scale_to_fit_width(view.record.width)
            piece.move_to(point(float(view.record.centre[0]), view.record.top - _HEAD / 2 + 0.1))
            laid(piece, Layer.LEDGER)
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
        self.axis = VGroup() if view.lying else self._axis_of_weights(weights)
        both_pull = bool((numbers.forces > 0).all()) and self.word != self.strongest
        pair = (self.strongest, self.word)
        unit = None if view.lying else scores.unit
        self.pulls = (
            PullRows(pair, self.colors_of(pair), numbers.forces, record, unit=unit, style=style) if both_pull else None
        )

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

    def _make_key(self) -> tuple[VGroup, VGroup]:
        """Return a word's row before W_K, in the middle of the record, and the key that it becomes, below it."""
        numbers, style, record = self.numbers, self.style, self.view.record
        row, key = numbers.vectors[numbers.strongest], self.keys[self.strongest]
        product = RowTimesMatrix(
            self.strongest, row, "W_K", [numbers.W_K], self.roles[0],
            color_of_word=self.color_of(self.strongest), style=style,
        )  # fmt: skip
        made = Matrix(key[None], size=style.sizes.tick, color=self.roles[0], decimals=2, style=style)
        result = Row([Math("=", size=style.sizes.tick, style=style), made], 0.14)
        below = float(product.get_bottom()[1]) - _RESULT - float(result.height) / 2
        result.move_to(point(float(product.get_x()), below))
        parts = VGroup(product, product.entries[0]), VGroup(result)
        both = VGroup(*parts)
        both.scale(min(_WIDER, record.width / float(both.width))).move_to(point(*map(float, record.centre[:2])))
        laid(both, Layer.LEDGER)
        return parts

    def _lay_works(self) -> None:
        """Lay the worked products where the matrix stands."""
        numbers, theme, record = self.numbers, self.style.theme, self.view.record
        head = Region(record.left, record.right, record.top - _HEAD, record.top)
        pairs = (
            (("x", theme.ink), self.word, numbers.vector, self.strongest, numbers.plain_scores[numbers.strongest]),
            (("q", theme.query), self.word, numbers.query, self.strongest, numbers.forces[0]),
            (("q", theme.query), self.strongest, numbers.other_query, self.word, numbers.forces[1]),
        )
        self.works = [
            WorkedProduct(
                (vector_name(asking, letter=letter), vector_name(answering, letter="k")), query, self.keys[answering],
                value, (color, theme.key, self.color_of(answering)), head, style=self.style,
            )
            for (letter, color), asking, query, answering, value in pairs
        ]  # fmt: skip

    def _measured(self) -> VGroup:
        """Return what stays of the first query: a dim arrow with its number."""
        force, theme, tip = self.numbers.forces[0], self.style.theme, self.plane.place(self.numbers.query)
        arrow = Vector(self.plane.origin, tip, theme.dim, style=self.style)
        number = Number(force, size=self.style.sizes.number, color=theme.dim, style=self.style)
        number.move_to(tip + point(_FILED + float(number.width) / 2))
        return VGroup(laid(arrow, Layer.GHOST), laid(haloed(number, self.style), Layer.LABEL))

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
            there, back = numbers.forces.tolist()
            text = "back" if back < 0.9 * there else "other-way"
            with self.beat("back", text=text, word=word, strongest=strongest):
                self._ask_back(self.pulls)
                self.hold()

    def _fan_out(self) -> None:
        """Let an arrow grow to every word, and carry all of them to their keys."""
        times = self.style.times
        self.play(FadeIn(self.phrase), FadeIn(*self.words.values()), run_time=times.move)
        names = [token.label for token in self.words.values()]
        self._set(0.0, 0.0)
        self.add(*self.arrows.values())
        marks = {word: token.mark for word, token in self.words.items() if word not in self.small}
        grow = Live([*self.arrows.values(), *marks.values()], lambda share: self._set(share, 0.0))
        # The tip of its arrow shows where a small word is; a dot would lie below it.
        dots = [FadeOut(self.words[word].mark) for word in self.small]
        self.play(grow, *dots, *map(FadeIn, self.making[:1]), run_time=times.move)
        self.play(FadeOut(*names, self.plane.names), run_time=times.quick)
        moved = [*self.arrows.values(), *marks.values()]
        self.play(Live(moved, lambda share: self._set(1.0, share)), run_time=_CARRY)
        self.remove(*marks.values())
        self.add(*(self.answering[word].mark for word in marks))
        named = FadeIn(*(token.label for token in self.answering.values()))
        self.play(named, *map(FadeIn, self.making[1:]), run_time=times.quick)

    def _set(self, grown: float, carried: float) -> None:
        """Lay arrows that have grown a share of their length, on the way to the keys by another share."""
        matrix = torch.eye(2) + carried * (self.numbers.W_K - torch.eye(2))
        for word, row in self.vectors.items():
            at = self.plane.place(row @ matrix)
            self.arrows[word].set_ends(self.plane.origin, self.plane.origin + grown * (at - self.plane.origin))
            if word not in self.small:
                self.words[word].put(self._beyond(word, at, grown))

    def _ask(self) -> None:
        """Show the word's own vector, and how far every key reaches along it."""
        times, tip = self.style.times, self.plane.place(self.numbers.vector)
        change = [FadeOut(part) for part in self.making]
        self.play(FadeIn(self.own), *change, run_time=times.quick)
        self._point(1e-3 * (tip - self.plane.origin))
        self.add(self.beam, self.query)
        grow = Live([self.beam, self.query], lambda share: self._point(max(share, 1e-3) * (tip - self.plane.origin)))
        self.play(grow, run_time=times.move)
        ledger, before = self.ledgers[0], self.numbers.plain_scores.tolist()
        for index in range(len(before)):
            ledger.draw(index, ledger.corners_of(index, 0.0))
        self.play(FadeIn(ledger.zero, *ledger.names), run_time=times.quick)
        self.add(*ledger.bars)
        self.play(
            Live([*ledger.bars], lambda share: self._answer([share * each for each in before])), run_time=times.move
        )
        self.play(FadeIn(*ledger.earlier_numbers), run_time=times.quick)
        self._work_out(self.works[0])

    def _work_out(self, work: WorkedProduct) -> None:
        """Show the products, then their sum; beneath the plane there is no room for them."""
        if not self.view.lying:
            self.play(FadeIn(work.products), run_time=self.style.times.quick)
            self.play(FadeIn(work.total), run_time=self.style.times.quick)

    def _point(self, way: Point) -> None:
        """Lay the query and its beam in a direction from the origin."""
        origin = self.plane.origin
        self.query.set_ends(origin, origin + way)
        self._shine(way)

    def _shine(self, way: Point) -> None:
        """Let the beam of a query shine in a direction from the origin."""
        origin = self.plane.origin
        across = np.tan(_SPREAD) * point(-way[1], way[0])
        far = origin + way
        self.beam.set_points_as_corners([origin, far - across, far + across, origin])

    def _answer(self, scores: Sequence[float]) -> None:
        """Draw all dot products as bars; a key that is hit is as much wider."""
        ledger, most = self.ledgers[0], max(*self.numbers.scores.tolist(), 1e-9)
        for index, (word, score) in enumerate(zip(self.numbers.words, scores, strict=True)):
            ledger.draw(index, ledger.corners_of(index, score))
            arrow = self.arrows[word]
            arrow.shaft_width = WIDTH * (1 + _SHINE * min(max(score / most, 0.0), 1.0))
            arrow.set_ends(arrow.start, arrow.end)

    def _turn(self) -> None:
        """Let W_Q turn the word's vector into its query; all dot products follow."""
        times, numbers = self.style.times, self.numbers
        ledger, own = self.ledgers[0], self.token(self.word, numbers.vector, height=_HEAVY, edge=self.roles[1])
        own.put(self._beyond(self.word, own.at))
        fill = self.style.theme.fill(self.roles[1])

        def follow(share: float) -> None:
            row = numbers.vector + share * (numbers.query - numbers.vector)
            way = self.plane.place(row)
            self._point(way - self.plane.origin)
            own.put(self._beyond(self.word, way))
            self._answer(self._scores(row))

        gone = [] if self.view.lying else [self.works[0]]
        self.play(FadeOut(*gone, *ledger.earlier_numbers, self.own.label), run_time=times.quick)
        come = [own] if self.view.lying else [own, self.matrix]
        query = [part.animate.set_fill(fill) for part in (self.query.body, self.beam)]
        self.play(FadeIn(*come), *query, run_time=times.quick)
        self.remove(self.own.mark)
        self.own = own
        moved = [self.beam, self.query, own, *ledger.bars, *self.arrows.values()]
        self.play(Live(moved, follow), run_time=_TURN)
        leave = [] if self.view.lying else [FadeOut(self.matrix)]
        self.play(FadeIn(self.asking[0].label, *ledger.numbers), *leave, run_time=times.quick)
        self._work_out(self.works[1])

    def _weigh(self) -> None:
        """Turn the bars of dot products into those of weights."""
        times, (scores, weights) = self.style.times, self.ledgers
        first = [scores.corners(index) for index in range(len(scores.values))]
        last = [weights.corners(index) for index in range(len(weights.values))]
        gone = [] if self.view.lying else [self.works[1]]
        self.play(FadeOut(*scores.numbers, *gone), run_time=times.quick)
        if not self.view.lying:
            self.play(FadeIn(self.formula, self.axis), run_time=times.quick)
        zero = scores.zero.copy()

        def follow(share: float) -> None:
            for index, (before, after) in enumerate(zip(first, last, strict=True)):
                corners = [one + share * (other - one) for one, other in zip(before, after, strict=True)]
                scores.draw(index, corners)
            scores.zero.interpolate(zero, weights.zero, share)

        names = [
            Live([name], _moving(name, end.get_center())) for name, end in zip(scores.names, weights.names, strict=True)
        ]
        self.play(Live([*scores.bars, scores.zero], follow), *names, run_time=_SOFTEN)
        self.play(FadeIn(*weights.numbers), run_time=times.quick)

    def _ask_back(self, pulls: PullRows) -> None:
        """File the strongest pull, then let W_Q make the other word's query, and measure the pull back."""
        times, work = self.style.times, [] if self.view.lying else [self.works[2]]
        first, second = self.numbers.forces.tolist()
        self._leave_one_pair()
        pulls.draw([0.0, 0.0])
        self.play(FadeIn(pulls.line, pulls.names[0]), run_time=times.quick)
        self.add(*pulls.bars)
        filed = Live(pulls.bars, lambda share: pulls.draw([share * first, 0.0]))
        self.play(filed, FadeIn(pulls.numbers[0], rate_func=_LATE), run_time=times.move)
        self._trade_places()
        self.play(FadeIn(pulls.names[1], *work), run_time=times.quick)
        key, most = self.arrows[self.word], max(first, second, 1e-9)

        def answered(share: float) -> None:
            pulls.draw([first, share * second])
            key.shaft_width = WIDTH * (1 + _SHINE * share * second / most)
            key.set_ends(key.start, key.end)

        self.play(
            Live([*pulls.bars, key], answered), FadeIn(pulls.numbers[1], rate_func=_LATE), run_time=times.move
        )  # fmt: skip

    def _pieces(self, word: str) -> list[VMobject]:
        """Return what is on the stage of a word's key: its arrow, its name, and its mark if it has one there."""
        token = self.answering[word]
        return [self.arrows[word], token.label, *([] if word in self.small else [token.mark])]

    def _leave_one_pair(self) -> None:
        """Take everything away but the query and the key that answers it best."""
        times = self.style.times
        scores, weights = self.ledgers
        others = [piece for word in self.answering if word != self.strongest for piece in self._pieces(word)]
        record = [scores.zero, *scores.bars, *scores.names, *weights.numbers]
        record += [] if self.view.lying else [self.formula, self.axis]
        self.play(FadeOut(*others, *record, self.beam), run_time=times.quick)

    def _trade_places(self) -> None:
        """Leave a dim arrow and a number of the first pair; the other word's vector comes, and W_Q makes its query."""
        times, numbers, key = self.style.times, self.numbers, self.arrows[self.word]
        pair = [*self._pieces(self.strongest), self.own.mark, self.asking[0].label]
        self.remove(self.query)
        self.play(FadeOut(*pair), FadeIn(self.measured), run_time=times.quick)
        origin, plain = self.plane.origin, numbers.vectors[numbers.strongest]
        grow = self._lead(lambda share: max(share, 1e-3) * (self.plane.place(plain) - origin))
        self.add(self.beam, self.other)
        matrix = [] if self.view.lying else [self.matrix]
        self.play(grow, FadeIn(self.other_own, *matrix), run_time=times.move)
        asking = self.token(self.strongest, plain, height=_HEAVY, edge=self.roles[1])
        asking.put(self._beyond(self.strongest, asking.at))
        fill = self.style.theme.fill(self.roles[1])
        tinted = [part.animate.set_fill(fill) for part in (self.other.body, self.beam)]
        self.play(FadeIn(asking), FadeOut(self.other_own.label), *tinted, run_time=times.quick)
        self.remove(self.other_own.mark)

        def turned(share: float) -> Point:
            way = self.plane.place(plain + share * (numbers.other_query - plain))
            asking.put(self._beyond(self.strongest, way))
            return way - origin

        self.play(self._lead(turned, asking), run_time=_TURN_BACK)
        self.remove(asking)
        key.shaft_width = WIDTH
        key.set_ends(key.start, key.end)
        self.add(self.asking[1].mark)
        come = FadeIn(self.asking[1].label, *self._pieces(self.word))
        self.play(come, *(FadeOut(each) for each in matrix), run_time=times.quick)

    def _lead(self, way: Callable[[float], Point], *riding: VMobject) -> Live:
        """Return how the other word's arrow and the beam follow a way from the origin."""
        origin = self.plane.origin

        def follow(share: float) -> None:
            self.other.set_ends(origin, origin + way(share))
            self._shine(way(share))

        return Live([self.beam, self.other, *riding], follow)


def _moving(text: VMobject, end: Point) -> Any:
    """Return how a text moves to a middle, as a function of the share of its way."""
    start = text.get_center()
    return lambda share: text.move_to(start + share * (end - start))
