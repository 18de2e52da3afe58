"""A word's query against every word's key, then softmax (the section "Asymmetric Pull", figure 22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from manim import FadeIn, FadeOut, Polygon, VMobject
from torch import Tensor

from attnmath import Head, attend
from scenes.article.asymmetric.claims import KEY_QUERY_DOT_PRODUCTS_CLAIMS
from scenes.article.asymmetric.pull_bars import PullBars
from scenes.motion.live import Live
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Weight, format_weight
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

_CARRY, _TURN, _SOFTEN = 1.8, 2.6, 1.2
"""Seconds in which W_K carries all words, in which a query turns, and in which dot products become weights."""

_SPREAD, _FAR, _BEAM = 0.06, 1.12, 0.2
"""The beam of a query: half its angle in radians, its length as a multiple of the query's, and its opacity."""

_SHINE = 1.6
"""The share by which the shaft of the key that is hit best is wider."""

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
    texts_leave = True
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
        return self.stage.plane_view.fitted(self.stage, self.spans())

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
        self.words, self.answering = self._tokens(self.vectors), self._tokens(self.keys, own=self.says("key"))
        origin = self.plane.origin
        self.arrows = {word: self._arrow(row, self.roles[0]) for word, row in self.vectors.items()}
        self.query = laid(Vector(origin, self.plane.place(numbers.vector), style.theme.ink, style=style), Layer.PIN)
        self.other = laid(Vector(origin, self.plane.place(numbers.query), self.roles[1], style=style), Layer.PIN)
        self.beam = self._beam()
        self.asking = [self._asking(self.word, numbers.query), self._asking(self.strongest, numbers.other_query)]
        self.shadows = [
            self._shadow(self.keys[self.strongest], numbers.query),
            self._shadow(self.keys[self.word], numbers.other_query),
        ]
        self._lay_record()

    def _arrow(self, row: Tensor, color: str) -> Vector:
        """Return an arrow from the origin whose tip lies over the icon there."""
        return laid(self.plane.vector(row, color), Layer.PIN)

    def _height(self, word: str) -> float:
        return _HEAVY if word in (self.word, self.strongest) else _LIGHT

    def _tokens(self, places: Mapping[str, Tensor], own: str = "") -> dict[str, Token]:
        """Return words at places, with names clear of arrows; the pulled word may be called something else."""
        heights = {word: self._height(word) for word in places}
        large = [word for word in places if self.world.family_index(word) is not None or word == self.world.subject]
        queries = [self.numbers.vector, self.numbers.query, self.numbers.other_query]
        lines = self._rays([*places.values(), *queries])
        boxes = [box for row in queries[:2] for box in self._around(row)]
        offsets = name_offsets(
            self.plane, places, heights=heights, large=large, lines=lines, boxes=boxes, style=self.style
        )
        tokens = {}
        for word, row in places.items():
            called = own if word == self.word else ""
            text = (
                Label(called, size=self.style.sizes.number, color=self.roles[0], style=self.style) if called else None
            )
            tokens[word] = self.token(word, row, offset=offsets[word], height=heights[word], text=text)
        return tokens

    def _rays(self, rows: Sequence[Tensor]) -> list[Segment]:
        """Return the ways from the origin to vectors."""
        return [(flat(self.plane.origin), flat(self.plane.place(row))) for row in rows]

    def _around(self, row: Tensor) -> list[Box]:
        x, y = flat(self.plane.place(row))
        return [(x - _HEAVY / 2, y - _HEAVY / 2, x + _HEAVY / 2, y + _HEAVY / 2)]

    def _asking(self, word: str, row: Tensor) -> Token:
        """Return a word at its query's tip, called so."""
        said = self.says("query")
        text = Label(said, size=self.style.sizes.number, color=self.roles[1], style=self.style)
        others = {other: key for other, key in self.keys.items() if other in (self.word, self.strongest)}
        taken = [box for key in others.values() for box in self._around(key)]
        offsets = name_offsets(
            self.plane, {said: row}, heights={said: _HEAVY}, large=[said],
            lines=self._rays([*self.keys.values(), row]), boxes=[*taken, *self._around(row)], style=self.style,
        )  # fmt: skip
        return self.token(word, row, offset=offsets[said], height=_HEAVY, text=text, edge=self.roles[1])

    def _beam(self) -> Polygon:
        theme = self.style.theme
        beam = Polygon(*[self.plane.origin] * 3, stroke_width=0, color=theme.ink)
        beam.set_fill(theme.fill(theme.ink), _BEAM if theme.filled else 0.0)
        return laid(beam, Layer.HALF_PLANE)

    def _shadow(self, key: Tensor, query: Tensor) -> Shadow:
        """Return the shadow of a key on a query's line."""
        tip, along = self.plane.place(key), self.plane.place(query)
        return Shadow(self.plane.origin, tip, along, self.roles[0], hatched=False, style=self.style)

    def _lay_record(self) -> None:
        """Lay the two matrices, the bars of dot products, those of weights, and both pulls between two words."""
        numbers, style, view = self.numbers, self.style, self.view
        colors, size = self.colors_of(numbers.words), style.sizes.number
        record = view.record if view.lying else self._below(view.record)
        self.matrices = [
            NamedMatrix(name, values, size=size, color=color, row_colors=color, style=style)
            for name, values, color in zip(("W_K", "W_Q"), (numbers.W_K, numbers.W_Q), self.roles, strict=True)
        ]
        self.formula = SoftmaxOfKeys(numbers.word, self.parameters.divisor, style=style)
        for piece in (*self.matrices, self.formula):
            if float(piece.width) > view.record.width:
                piece.scale_to_fit_width(view.record.width)
            piece.move_to(point(float(view.record.centre[0]), view.record.top - _HEAD / 2 + 0.1))
            laid(piece, Layer.LEDGER)
        self.ledgers = [
            ScoreLedger(numbers.words, numbers.scores, colors, record, lying=view.lying, style=style),
            ScoreLedger(numbers.words, numbers.weights, colors, record, lying=view.lying, number=Weight, style=style),
        ]
        both_pull = bool((numbers.forces > 0).all()) and self.word != self.strongest
        self.pulls = PullBars((self.strongest, self.word), [numbers.forces], view, style=style) if both_pull else None

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
        before = self._scores(numbers.vector)
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
        grow = Live([*self.arrows.values()], lambda share: self._set(share, 0.0))
        self.play(grow, *([] if self.view.lying else [FadeIn(self.matrices[0])]), run_time=times.move)
        gone = FadeOut(*names, self.plane.names, self.plane.numbers)
        moved = [*self.arrows.values(), *(token.mark for token in self.words.values())]
        self.play(gone, run_time=times.quick)
        self.play(Live(moved, lambda share: self._set(1.0, share)), run_time=_CARRY)
        self.remove(*(token.mark for token in self.words.values()))
        self.add(*(token.mark for token in self.answering.values()))
        self.play(FadeIn(*(token.label for token in self.answering.values())), run_time=times.quick)

    def _set(self, grown: float, carried: float) -> None:
        """Lay arrows that have grown a share of their length, on the way to the keys by another share."""
        matrix = torch.eye(2) + carried * (self.numbers.W_K - torch.eye(2))
        for word, row in self.vectors.items():
            at = self.plane.place(row @ matrix)
            self.arrows[word].set_ends(self.plane.origin, self.plane.origin + grown * (at - self.plane.origin))
            self.words[word].put(at)

    def _ask(self) -> None:
        """Show the word's own vector, and how far every key reaches along it."""
        times, tip = self.style.times, self.plane.place(self.numbers.vector)
        self.own = self.token(self.word, self.numbers.vector, height=_HEAVY)
        change = [FadeOut(self.matrices[0])] if not self.view.lying else []
        self.play(FadeIn(self.own), *change, run_time=times.move)
        self._point(1e-3 * (tip - self.plane.origin))
        self.add(self.beam, self.query)
        grow = Live([self.beam, self.query], lambda share: self._point(max(share, 1e-3) * (tip - self.plane.origin)))
        self.play(grow, run_time=times.move)
        ledger, before = self.ledgers[0], self._scores(self.numbers.vector)
        for index in range(len(before)):
            ledger.draw(index, ledger.corners_of(index, 0.0))
        self.play(FadeIn(ledger.zero, *ledger.names), run_time=times.quick)
        self.add(*ledger.bars)
        self.play(
            Live([*ledger.bars], lambda share: self._answer([share * each for each in before])), run_time=times.move
        )

    def _point(self, way: Point) -> None:
        """Lay the query and its beam in a direction from the origin."""
        origin = self.plane.origin
        self.query.set_ends(origin, origin + way)
        self._shine(way)

    def _shine(self, way: Point) -> None:
        """Let the beam of a query shine in a direction from the origin."""
        origin = self.plane.origin
        across = np.tan(_SPREAD) * point(-way[1], way[0])
        far = origin + _FAR * way
        self.beam.set_points_as_corners([origin, far - _FAR * across, far + _FAR * across, origin])

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
        fill = self.style.theme.fill(self.roles[1])

        def follow(share: float) -> None:
            row = numbers.vector + share * (numbers.query - numbers.vector)
            way = self.plane.place(row)
            self._point(way - self.plane.origin)
            own.put(way)
            self._answer(self._scores(row))

        come = [own] if self.view.lying else [own, self.matrices[1]]
        query = [part.animate.set_fill(fill) for part in (self.query.body, self.beam)]
        self.play(FadeIn(*come), *query, run_time=times.quick)
        self.remove(self.own)
        self.own = own
        moved = [self.beam, self.query, own, *ledger.bars, *self.arrows.values()]
        self.play(Live(moved, follow), run_time=_TURN)
        self.play(FadeIn(self.asking[0].label, *ledger.numbers), run_time=times.quick)

    def _weigh(self) -> None:
        """Turn the bars of dot products into those of weights."""
        times, (scores, weights) = self.style.times, self.ledgers
        first = [scores.corners(index) for index in range(len(scores.values))]
        last = [weights.corners(index) for index in range(len(weights.values))]
        change = [] if self.view.lying else [FadeOut(self.matrices[1]), FadeIn(self.formula)]
        self.play(FadeOut(*scores.numbers), *change, run_time=times.move)
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

    def _ask_back(self, pulls: PullBars) -> None:
        """Measure the strongest pull, turn the query to the other word's, and measure the pull back."""
        times, numbers = self.style.times, self.numbers
        scores, weights = self.ledgers
        kept = {self.word, self.strongest}
        gone = [word for word in self.answering if word not in kept]
        others = [
            piece
            for word in gone
            for piece in (self.arrows[word], *self.answering[word])
            if piece.family_members_with_points()
        ]
        record = [scores.zero, *scores.bars, *scores.names, *weights.numbers]
        record += [] if self.view.lying else [self.formula]
        self.play(FadeOut(*others, *record), run_time=times.quick)
        pulls.draw([0.0, 0.0])
        results = [pulls.number(index, force) for index, force in enumerate(numbers.forces)]
        keys = [self.arrows[word] for word in (self.strongest, self.word)]
        widths = [arrow.shaft_width for arrow in keys]

        def slim(share: float) -> None:
            for arrow, width in zip(keys, widths, strict=True):
                arrow.shaft_width = width + share * (WIDTH - width)
                arrow.set_ends(arrow.start, arrow.end)

        self.play(FadeIn(pulls.line, *pulls.names, self.shadows[0]), Live(keys, slim), run_time=times.quick)
        self.add(*pulls.bars)
        first, second = numbers.forces.tolist()
        self.play(Live(pulls.bars, lambda share: pulls.draw([share * first, 0.0])), run_time=times.move)
        # The first query and its shadow leave until the other pair has been measured, and return to be compared.
        self.play(FadeIn(results[0]), FadeOut(self.answering[self.strongest].label), run_time=times.quick)
        turning = self.other

        def follow(share: float) -> None:
            row = numbers.query + share * (numbers.other_query - numbers.query)
            way = self.plane.place(row) - self.plane.origin
            self._shine(way)
            turning.set_ends(self.plane.origin, self.plane.origin + way)

        self.play(Live([self.beam, turning], follow), run_time=times.slow)
        first_pair = [self.query, self.own, self.asking[0].label, self.shadows[0], *self.answering[self.strongest].mark]
        first_pair += [self.arrows[self.strongest]]
        self.play(FadeOut(self.beam, *first_pair), FadeIn(self.asking[1], self.shadows[1]), run_time=times.quick)
        self.play(Live(pulls.bars, lambda share: pulls.draw([first, share * second])), run_time=times.move)
        self.play(FadeIn(results[1], *first_pair), run_time=times.quick)


def _moving(text: VMobject, end: Point) -> Any:
    """Return how a text moves to a middle, as a function of the share of its way."""
    start = text.get_center()
    return lambda share: text.move_to(start + share * (end - start))
