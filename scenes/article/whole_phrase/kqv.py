"""The whole phrase with keys, queries and values (the article's section of that name, figure 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

import torch
from manim import Animation, FadeIn, FadeOut, VGroup, VMobject
from torch import Tensor

from attnmath import Head, attend
from scenes.article.whole_phrase.claims import TABLE_KEYS_QUERIES_VALUES_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL
from scenes.article.whole_phrase.machine import Machine
from scenes.article.whole_phrase.numbers import KeysQueriesValues, TableParameters, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, PITCH, StageTable
from scenes.motion.live import Live, Widen, settle, slide
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.geometry import flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Number, Weight, format_vector, format_weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.worlds import World

_CARRY, _ASK, _SOFTEN, _PULL, _PASS = 1.4, 2.8, 1.8, 2.3, 2.0
"""Seconds in which a matrix carries words, in which a query meets all keys, in which scores become weights, in which a
word is pulled, and of all words that are told in passing."""

_BELOW = 0.7
"""Scene units from the table to the first line below it, in wide frames."""

_VEIL = 0.85
"""Opacity of what dims the plane behind the whole machine."""

_SLIM = 0.7
"""The share of their usual width that bands have: many lie close together."""


class TableAttention(AttentionParameters, TableParameters):
    """The parameters: a phrase, the word whose row comes first, and what happens before softmax."""


class TableKeysQueriesValues(StageTable):
    """attention-table-kqv: one phrase becomes queries, keys and values; weights of the first two mix the third."""

    name = "attention-table-kqv"
    Parameters = TableAttention
    claims = TABLE_KEYS_QUERIES_VALUES_CLAIMS
    with_climate = False
    texts_leave = True
    numbers: KeysQueriesValues
    parameters: TableAttention

    @classmethod
    def compute(cls, parameters: TableAttention, world: World) -> KeysQueriesValues:
        """Return softmax(Q Kᵀ) V of the phrase, scaled and masked where the parameters say so.

        The dot products are as they are before that.

        Raises:
            UserError: when the phrase or the word does not fit the world, or it lacks one of the three matrices.
        """
        require_plane(world)
        table = similarities(parameters, world)
        W_Q, W_K, W_V = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K", "W_V"))
        mask = parameters.allowed(table.words)
        step = attend(table.vectors, Head(W_Q, W_K, W_V), scaled=parameters.scaled, mask=mask)
        table = replace(table, scores=step.queries @ step.keys.mT)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        numbers = KeysQueriesValues(
            **given,
            weights=step.weights,
            weighted=step.weights[table.position][:, None] * step.values,
            weighted_second=step.values,  # until it is known which row is the second
            updated=step.output,
            W_Q=W_Q,
            W_K=W_K,
            W_V=W_V,
            queries=step.queries,
            keys=step.keys,
            values=step.values,
            sums=step.weights.sum(dim=-1),
        )
        return replace(numbers, weighted_second=step.weights[numbers.second][:, None] * step.values)

    @classmethod
    def alternative_values(cls, numbers: KeysQueriesValues) -> Mapping[str, object]:
        """Return the first row's word, its strongest puller, and its new vector."""
        own = numbers.position
        return {
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "share": format_weight(float(numbers.weights[own, numbers.second])),
            "updated": format_vector(numbers.updated[own]),
        }

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words, queries, keys, values and results."""
        numbers = self.numbers
        asking = numbers.queries[numbers.position, None]
        rows = torch.cat([numbers.vectors, asking, numbers.keys, numbers.values, numbers.updated])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def build(self) -> None:
        """Make the words as vectors, keys and values, one query, the table, and the whole machine."""
        numbers, theme = self.numbers, self.style.theme
        self.phrase = self.header_phrase(numbers.words)
        self.table = self.make_table()
        self.unit = FULL * self.table.pitch
        self.row = numbers.position
        self.matrices = {
            name: self._matrix(name, values, color)
            for name, values, color in (
                ("W_Q", numbers.W_Q, theme.query), ("W_K", numbers.W_K, theme.key), ("W_V", numbers.W_V, theme.value)
            )
        }  # fmt: skip
        self.becomes, self.result = self._becomes(), self._result()
        self._lay_below()
        self.places = {
            name: dict(zip(numbers.words, rows, strict=True))
            for name, rows in (
                ("X", numbers.vectors), ("K", numbers.keys), ("V", numbers.values), ("new", numbers.updated)
            )
        }  # fmt: skip
        asked = self.plane.place(numbers.vectors[self.row]), self.plane.place(numbers.queries[self.row])
        self.words = self._tokens("X")
        self.answering = self._tokens("K", arrows=[numbers.queries[self.row]])
        self.valued = self._tokens("V", arrows=list(numbers.updated))
        self.later = self._tokens("new")
        self.query = laid(Vector(self.plane.origin, asked[0], theme.query, style=self.style), Layer.PIN)
        self.asker = self._asker()
        self.keys = self._arrows("K", theme.key)
        self.values = self._arrows("V", theme.value)
        self.machine = Machine(
            numbers, self.colors_of(numbers.words), self.parameters.divisor, self.stage, self.view, style=self.style
        )

    def _matrix(self, name: str, values: Tensor, color: str) -> NamedMatrix:
        size = self.style.sizes.number
        return NamedMatrix(name, values, size=size, color=color, row_colors=color, style=self.style)

    def _tokens(self, name: str, arrows: Sequence[Tensor] = ()) -> dict[str, Token]:
        """Return the words where they are as vectors, keys, values or in the end, with their names."""
        rows = self.places[name]
        lines = [self._ray(row) for row in (*rows.values(), *arrows)]
        boxes = [box_of(part) for part in (*self.matrices.values(), self.becomes, self.result)]
        if name == "new":  # the first word's old place is seen beside its new one
            boxes.append(self._around(self.numbers.values[self.row]))
        if name in "XK":
            asking = self.numbers.queries[self.row]
            lines += [self._ray(asking), self._ray(self.numbers.vectors[self.row])]
            boxes += [self._around(asking)]
        return self.tokens(rows, dict.fromkeys(rows, ICON), lines=lines, boxes=boxes)

    def _ray(self, row: Tensor) -> Segment:
        """Return the way from the origin to a vector."""
        return flat(self.plane.origin), flat(self.plane.place(row))

    def _asker(self) -> Token:
        """Return the first word that asks: at its vector at first, with the name that it has at its query."""
        numbers, color, word = self.numbers, self.style.theme.query, self.numbers.word
        said, at = self.says("query"), numbers.queries[self.row]
        text = Label(said, size=self.style.sizes.number, color=color, style=self.style)
        taken = [self._around(row) for name in "XK" for row in self.places[name].values()]
        taken += [box_of(token.label) for tokens in (self.words, self.answering) for token in tokens.values()]
        taken += [self._around(at), *self.plane.text_boxes()]
        lines = [self._ray(row) for row in (at, *self.places["K"].values())] + self.plane.axis_segments()
        room, size = self.view.words(self.stage), (float(text.width) + 0.1, float(text.height) + 0.1)
        bounds = (room.left, room.bottom, room.right, room.top)
        near = self.plane.place(at) + point(0.0, ICON)
        x, y = free_place(size, bounds, flat(near), lines=lines, boxes=taken)
        offset = (x - float(self.plane.place(at)[0]), y - float(self.plane.place(at)[1]))
        start = self.plane.place(numbers.vectors[self.row])
        token = self.token(word, at, height=ICON, edge=color, text=text, offset=offset)
        token.mark.move_to(start)
        return token

    def _around(self, row: Tensor) -> Box:
        """Return the box of an icon at a vector's place."""
        x, y = flat(self.plane.place(row))
        return (x - ICON / 2, y - ICON / 2, x + ICON / 2, y + ICON / 2)

    def _arrows(self, name: str, color: str) -> dict[str, Vector]:
        """Return an arrow to every word's key, or value; its tip lies over the icon."""
        rows = self.places[name]
        return {word: laid(self.plane.vector(row, color), Layer.PIN) for word, row in rows.items()}

    def _becomes(self) -> Row:
        """Return the largest score of the first row with another word, and the weight that it becomes."""
        numbers, size, style = self.numbers, self.style.sizes.number, self.style
        pair, color = (self.row, numbers.second), self.color_at(numbers.second)
        pieces: list[VMobject] = [
            Label(numbers.words[numbers.second], size=size, color=color, style=style),
            Number(numbers.scores[pair], size=size, style=style),
            Math("arrow.r", size=size, style=style),
            Weight(numbers.weights[pair], size=size, color=color, style=style),
        ]
        return Row(pieces, 0.18)

    def _result(self) -> Row:
        """Return the first word and the numbers of its new place."""
        numbers, size, style, color = self.numbers, self.style.sizes.number, self.style, self.color_at(self.row)
        comma = self.style.language.text("common.labels.between-numbers", {})
        first, second = (Number(value, size=size, color=color, style=style) for value in numbers.updated[self.row])
        pieces: list[VMobject] = [
            Label(numbers.word, size=size, color=color, style=style),
            Math("arrow.r", size=size, style=style),
            Row([Math("paren.l", size=size, style=style), first, Label(comma, size=size, style=style)], 0.05),
            Row([second, Math("paren.r", size=size, style=style)], 0.05),
        ]
        return Row(pieces, 0.14)

    def _lay_below(self) -> None:
        """Lay the matrices, one at a time, and what the first row becomes, about the lines below the table."""
        lines = [self.becomes, self.result]
        first = self.below_first(max(float(line.width) for line in (*lines, *self.matrices.values())))
        if self.stage.is_wide:
            first = point(float(self.table.lines.get_x()), self.table.bottom - _BELOW)
        edge = self.stage.safe.right - OFF_EDGE
        for down, line in ((0.0, self.becomes), (1.0, self.result), *((0.5, each) for each in self.matrices.values())):
            x = min(float(first[0]), edge - float(line.width) / 2)
            line.move_to(point(x, float(first[1]) - PITCH * down))
        laid(VGroup(*self.matrices.values()), Layer.LABEL)
        self.texts = [labelled(line, self.style) for line in lines]

    def tell(self) -> None:
        """Follow one row through queries, keys, weights and values, then all rows; then show the whole machine."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        self.frame, self.ghosts = self.table.frame(self.row), list[VMobject]()
        with self.beat("vectors", **said):
            self.add(self.phrase)
            self.play(FadeIn(self.table, *self.words.values()), run_time=times.move)
            self.rest()
        with self.beat("query", **said):
            self._ask()
            self.rest()
        with self.beat("keys", **said):
            self._carry("W_K", self.answering, self.keys)
            self.rest()
        with self.beat("scores", **said):
            self._meet()
            self.rest()
        with self.beat("weights", text=f"weights{self.parameters.manner}", **said):
            self._weigh()
            self.rest()
        with self.beat("values", **said):
            self.play(FadeOut(self.texts[0]), run_time=times.quick)
            self._carry("W_V", self.valued, self.values)
            self.rest()
        with self.beat("first-row", **said):
            self.play(FadeOut(*self.values.values()), run_time=times.quick)
            self._pull(self.row, _PULL)
            self.play(FadeIn(self.texts[1]), run_time=times.quick)
            self.rest()
        others = [index for index in range(len(numbers.words)) if index != self.row]
        with self.beat("all-rows", **said):
            self._sweep(others)
            self.rest()
        with self.beat("machine", **said):
            self._show_machine()
            self.hold()

    def _ask(self) -> None:
        """Let W_Q carry the first word's vector to its query."""
        times, numbers = self.style.times, self.numbers
        self.play(FadeIn(self.frame, self.asker.mark, self.matrices["W_Q"]), run_time=times.move)
        self.add(self.query)
        self.play(self._grow([self.query]), run_time=times.quick)
        start, end = numbers.vectors[self.row], numbers.queries[self.row]

        def follow(share: float) -> None:
            at = self.plane.place(start + share * (end - start))
            self.query.set_ends(self.plane.origin, at)
            self.asker.mark.move_to(at)

        gone = FadeOut(self.plane.names, self.plane.numbers, self.words[numbers.word].label)
        self.play(gone, run_time=times.quick)
        self.play(Live([self.query, self.asker.mark], follow), run_time=_CARRY)
        self.play(FadeIn(self.asker.label), FadeOut(self.matrices["W_Q"]), run_time=times.quick)

    def _grow(self, arrows: Sequence[Vector]) -> Live:
        """Return how arrows grow from the origin."""
        ends = [arrow.end.copy() for arrow in arrows]

        def follow(share: float) -> None:
            for arrow, end in zip(arrows, ends, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.origin + max(share, 1e-3) * (end - self.plane.origin))

        return Live(list(arrows), follow)

    def _carry(self, name: str, moved: Mapping[str, Token], arrows: Mapping[str, Vector]) -> None:
        """Let a matrix carry all words to their keys, or values, with their arrows."""
        times, matrix = self.style.times, self.matrices[name]
        end = self.numbers.W_K if name == "W_K" else self.numbers.W_V
        asked = name == "W_K"  # the word that asks has its query's name meanwhile
        names = [token.label for word, token in self.words.items() if not (asked and word == self.numbers.word)]
        self._lay(arrows, torch.eye(2))
        self.add(*arrows.values())
        gone = [FadeOut(*names)] if names else []
        self.play(FadeIn(matrix), *gone, self._grow(list(arrows.values())), run_time=times.move)
        marks = [token.mark for token in self.words.values()]

        def follow(share: float) -> None:
            self._lay(arrows, torch.eye(2) + share * (end - torch.eye(2)))

        self.play(Live([*arrows.values(), *marks], follow), run_time=_CARRY)
        self.remove(*marks)
        self.add(*(token.mark for token in moved.values()))
        labels = [token.label for token in moved.values()]
        self.play(FadeIn(*labels), FadeOut(matrix), run_time=times.quick)

    def _lay(self, arrows: Mapping[str, Vector], matrix: Tensor) -> None:
        """Lay the words, and arrows to them, where a matrix takes them."""
        for word, row in self.places["X"].items():
            at = self.plane.place(row @ matrix)
            arrows[word].set_ends(self.plane.origin, at)
            self.words[word].put(at)

    def _meet(self) -> None:
        """Let the query meet each key in turn: its disc grows in the row, and the key is wider meanwhile."""
        numbers, discs = self.numbers, self.table.discs[self.row]
        scores, widths = numbers.scores[self.row].tolist(), {word: self.keys[word].shaft_width for word in self.keys}
        for disc, column in zip(discs, range(len(discs)), strict=True):
            disc.put(0.0, self.table.centre(self.row, column))
        self.add(*discs)

        def follow(share: float) -> None:
            swelling = dict.fromkeys(self.keys, 0.0)
            for index, (disc, score) in enumerate(zip(discs, scores, strict=True)):
                along = min(max(share * len(discs) - index, 0.0), 1.0)
                disc.put(along * score, disc.at)
                swelling[numbers.words[index]] = max(swelling[numbers.words[index]], 4 * along * (1 - along))
            for word, swollen in swelling.items():
                arrow = self.keys[word]
                arrow.shaft_width = widths[word] * (1 + 1.5 * swollen)
                arrow.set_ends(arrow.start, arrow.end)

        self.play(Live([*discs, *self.keys.values()], follow), run_time=_ASK)

    def _weigh(self) -> None:
        """Turn the row's discs into weights; keys and query leave, and the words are vectors again."""
        times, discs, weights = self.style.times, self.table.discs[self.row], self.numbers.weights[self.row].tolist()

        def follow(share: float) -> None:
            for disc, weight in zip(discs, weights, strict=True):
                disc.blend(weight, self.unit, share)

        self.play(Live(discs, follow), run_time=_SOFTEN)
        self.play(FadeIn(self.texts[0]), run_time=times.quick)
        gone = [piece for token in self.answering.values() for piece in token]
        self.play(FadeOut(*gone, *self.keys.values(), self.query, *self.asker), run_time=times.quick)
        self._lay(self.values, torch.eye(2))
        self.play(FadeIn(*self.words.values()), run_time=times.quick)

    def _bands(self, row: int) -> list[Band]:
        """Return the bands on which the words' values pull a row's word, its own pinned to its own."""
        numbers, at = self.numbers, self.plane.place(self.numbers.values[row])
        bands = []
        for index, weight in enumerate(numbers.weights[row].tolist()):
            if weight >= SLACK_BELOW:
                own, place = numbers.words[index] == numbers.words[row], self.plane.place(numbers.values[index])
                color = self.color_at(index)
                bands.append(Band(place, at, weight, color, pinned=own, slim=_SLIM, style=self.style))
        return bands

    def _pull(self, row: int, seconds: float, others: Sequence[Animation] = ()) -> None:
        """Let the bands of a row move its word to their balance, the weighted sum of all values."""
        word = self.numbers.words[row]
        token, pulls, end = self.valued[word], self._bands(row), self.plane.place(self.numbers.updated[row])
        if (token.at == end).all():
            if others:
                self.play(*others, run_time=0.35 * seconds)
            return  # it stands in the phrase twice
        ghost = token.ghost()
        way = trail(token.at, end, token.color_by_role, style=self.style)
        self.play(*map(Widen, pulls), FadeIn(ghost), *others, run_time=0.35 * seconds)
        moved = slide(token, end, pulls, offset=self.later[word].offset, rate_func=settle)
        self.play(moved, *map(FadeIn, way), run_time=0.5 * seconds)
        self.ghosts.append(ghost)  # other words are still pulled from there
        self.play(FadeOut(*pulls, *way), run_time=0.15 * seconds)

    def _sweep(self, rows: Sequence[int]) -> None:
        """Fill every other row with its weights, which pull its word; then frame the first row again."""
        each = _PASS / max(len(rows), 1)
        for row in rows:
            discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
            for column, disc in enumerate(discs):
                disc.put(0.0, self.table.centre(row, column))
            self.add(*discs)

            def follow(share: float, discs: Sequence[VMobject] = discs, weights: Sequence[float] = weights) -> None:
                for disc, weight in zip(discs, weights, strict=True):
                    disc.blend(weight, self.unit, share)

            y = float(self.table.centre(row, row)[1])
            down: Animation = self.frame.animate.set_y(y).build()
            self._pull(row, each, [down, Live(discs, follow)])
        y = float(self.table.centre(self.row, self.row)[1])
        gone = [FadeOut(*self.ghosts)] if self.ghosts else []  # without any, no word has moved
        self.play(self.frame.animate.set_y(y), *gone, run_time=self.style.times.quick)

    def _show_machine(self) -> None:
        """Take plane and table away, and let queries, keys and values depart from X, then weights and new vectors."""
        times, discs = self.style.times, [disc for row in self.table.discs for disc in row]
        tokens = [piece for token in self.valued.values() for piece in token]
        gone = [self.table, *discs, self.frame, self.texts[1], *tokens, self.plane.ticks]
        veil = Veil(self.stage, opacity=_VEIL, style=self.style)
        self.play(FadeOut(*gone), FadeIn(veil), run_time=times.quick)
        machine = self.machine
        self.play(FadeIn(machine.blocks["X"], machine.names["X"], machine.lit["X"]), run_time=times.quick)
        for group in machine.stages:
            self.play(machine.depart(group), run_time=times.move)
