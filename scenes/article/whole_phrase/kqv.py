"""The whole phrase with keys, queries and values (the article's section of that name, figure 23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace

import torch
from manim import Animation, FadeIn, FadeOut, VGroup, VMobject, linear, smooth, squish_rate_func
from torch import Tensor

from attnmath import Head, attend
from scenes.article.whole_phrase.claims import TABLE_KEYS_QUERIES_VALUES_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, ScoreDisc
from scenes.article.whole_phrase.machine import Machine
from scenes.article.whole_phrase.numbers import KeysQueriesValues, TableParameters, similarities
from scenes.article.whole_phrase.row_record import RowRecord, written_vector
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, PAIR, PITCH, StageTable
from scenes.motion.live import Live, settle
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import format_vector, format_weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_CARRY, _BACK, _SOFTEN = 1.3, 0.6, 1.3
"""Seconds in which a matrix carries words, in which they go back to where they were, and in which scores become
weights."""

_MEETINGS = (1.0, 0.8, 0.25)
"""Seconds in which the query meets its strongest key, the word's own, and each of the others."""

_SHRINK, _LAY, _STEP = 1.1, 0.9, 0.7
"""Seconds in which values shrink to their weights, in which they are laid tip to tail, and in which the word goes to
their end."""

_TURNS = (1.0, 0.36)
"""Seconds of the first of the other rows, and of each of the rest."""

_BELOW = 0.45
"""Scene units from the table to the first line below it, in wide frames."""

_OFF_FOOT = 0.6
"""Scene units from the baseline of the line at the foot to the lowest baseline above it, in wide frames."""

_HIGHER = 0.25
"""Scene units by which the table begins above the record, in wide frames."""

_LINE = 0.0128
"""Scene units from a line below the table to the next at the least, for a font unit."""

_THIN_RIM = 2.5
"""Stroke units of the ground's colour behind an arrow over an icon."""

_WIDER = 0.6
"""Scene units by which a product may be wider than the table above it, in wide frames."""

_VEIL = 0.85
"""Opacity of what dims the plane behind the whole machine."""


class TableAttention(AttentionParameters, TableParameters):
    """The parameters: a phrase, the word whose row comes first, and what happens before softmax."""


class TableKeysQueriesValues(StageTable):
    """attention-table-kqv: one phrase becomes queries, keys and values; weights of the first two mix the third."""

    name = "attention-table-kqv"
    Parameters = TableAttention
    claims = TABLE_KEYS_QUERIES_VALUES_CLAIMS
    with_climate = False
    texts_leave = True
    room_below = PAIR + 2 * PITCH
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
            rest=torch.zeros(()),  # the same
        )
        return replace(
            numbers,
            weighted_second=step.weights[numbers.second][:, None] * step.values,
            rest=step.weights[table.position, numbers.others].sum(),
        )

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

    def world_view(self) -> PlaneView:
        """Return where the plane lies; in wide frames the table begins higher, for the lines below it."""
        view = super().world_view()
        record = view.record
        higher = Region(record.left, record.right, record.bottom, record.top + _HIGHER)
        return replace(view, record=higher) if self.stage.is_wide else view

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
        self._lay_below()
        self.places = {
            name: dict(zip(numbers.words, rows, strict=True))
            for name, rows in (
                ("X", numbers.vectors), ("K", numbers.keys), ("V", numbers.values), ("new", numbers.updated)
            )
        }  # fmt: skip
        self.words = self._tokens("X")
        self.answering = self._tokens("K", arrows=[numbers.queries[self.row]])
        self.valued = self._tokens("V", arrows=list(numbers.updated))
        self.later = self._tokens("new")
        first = self.plane.place(numbers.vectors[self.row])
        self.query = laid(Vector(self.plane.origin, first, theme.query, style=self.style), Layer.PIN)
        self.asker = self._asker()
        self.keys = self._arrows("K", theme.key)
        self.values = self._arrows("V", theme.value)
        widest = max(float(name.width) for name in self.table.row_names)
        colors, manner = self.colors_of(numbers.words), self.parameters.divisor
        self.machine = Machine(numbers, colors, manner, widest, self.stage, self.view, style=self.style)

    @property
    def below_wide(self) -> float:
        """The room below the table in wide frames: four lines, scene units."""
        lines = 3 * _LINE * self.style.sizes.number + _BELOW
        return self.view.foot + _OFF_FOOT + lines - self.view.record.bottom

    def _matrix(self, name: str, values: Tensor, color: str) -> NamedMatrix:
        size = self.style.sizes.number
        return NamedMatrix(name, values, size=size, color=color, row_colors=color, style=self.style)

    def _tokens(self, name: str, arrows: Sequence[Tensor] = ()) -> dict[str, Token]:
        """Return the words where they are as vectors, keys, values or in the end, with their names."""
        rows = self.places[name]
        lines = [self._ray(row) for row in (*rows.values(), *arrows)]
        boxes = [box_of(part) for part in (*self.products.values(), *self.record.lines)]
        if name == "new":  # the words' old places are seen beside their new ones
            boxes += [self._around(row) for row in self.numbers.values]
        if name in "XK":
            asking = self.numbers.queries[self.row]
            lines += [self._ray(asking), self._ray(self.numbers.vectors[self.row])]
            boxes += [self._around(asking)]
        return self.tokens(rows, dict.fromkeys(rows, ICON), lines=lines, boxes=boxes)

    def _ray(self, row: Tensor) -> Segment:
        """Return the way from the origin to a vector."""
        return flat(self.plane.origin), flat(self.plane.place(row))

    def _asker(self) -> VMobject:
        """Return the name of the first word's query, near its tip."""
        at = self.numbers.queries[self.row]
        text = Label(self.says("query"), size=self.style.sizes.number, color=self.style.theme.query, style=self.style)
        taken = [self._around(row) for name in "XK" for row in self.places[name].values()]
        taken += [box_of(token.label) for tokens in (self.words, self.answering) for token in tokens.values()]
        taken += self.plane.text_boxes()
        lines = [self._ray(row) for row in (at, *self.places["K"].values())] + self.plane.axis_segments()
        room, size = self.view.words(self.stage), (float(text.width) + 0.1, float(text.height) + 0.1)
        bounds = (room.left, room.bottom, room.right, room.top)
        near = self.plane.place(at) + point(0.0, ICON / 2)
        text.move_to(point(*free_place(size, bounds, flat(near), lines=lines, boxes=taken)))
        return labelled(text, self.style)

    def _around(self, row: Tensor) -> Box:
        """Return the box of an icon at a vector's place."""
        x, y = flat(self.plane.place(row))
        return (x - ICON / 2, y - ICON / 2, x + ICON / 2, y + ICON / 2)

    def _arrows(self, name: str, color: str) -> dict[str, Vector]:
        """Return an arrow to every word's key, or value; its tip lies over an icon, and under a dot."""
        rows, arrows = self.places[name], dict[str, Vector]()
        for word, row in rows.items():
            over = self.words[word].has_icon
            arrows[word] = laid(self.plane.vector(row, color), Layer.PIN if over else Layer.VECTOR)
            if over:  # the ground's colour around it would cut the icon up
                arrows[word].body.set_background_stroke(width=_THIN_RIM)
        return arrows

    def _lay_below(self) -> None:
        """Lay the matrices, one at a time, and what happens in the first row, on the lines below the table."""
        numbers, style, edge = self.numbers, self.style, self.stage.safe.right - OFF_EDGE
        top = self.table.bottom - (_BELOW if self.stage.is_wide else PAIR)
        pitch = min(PITCH, (top - self.view.foot - _OFF_FOOT) / 3) if self.stage.is_wide else PITCH
        room = Region(self.table.left - self.table.room, edge, top - 3 * pitch, top)
        colors = self.colors_of(numbers.words)
        self.record = RowRecord(numbers, colors, self.says("others"), room, pitch, style=style)
        self.products = dict[str, VGroup]()
        for name, matrix in self.matrices.items():
            product = self._product(name)
            within = room.width + (_WIDER if self.stage.is_wide else 0.0)
            for line, y in ((matrix, top - 0.6 * pitch), (product, top - 2.6 * pitch)):
                if line.width > within:
                    line.scale(within / float(line.width))
                x = min(float(self.table.lines.get_x()), edge - float(line.width) / 2)
                line.move_to(point(x, y))
            self.products[name] = VGroup(matrix, product)
            laid(self.products[name], Layer.LABEL)

    def _product(self, name: str) -> Row:
        """Return what a matrix makes: the first word's query in numbers, or all words' keys, or values."""
        numbers, style, size = self.numbers, self.style, self.style.sizes.number
        color = {"W_Q": style.theme.query, "W_K": style.theme.key, "W_V": style.theme.value}[name]
        matrix, equals = Math(name, size=size, color=color, style=style), Math("=", size=size, style=style)
        if name == "W_Q":
            given = written_vector(numbers.vectors[self.row], self.color_at(self.row), style)
            return Row([given, matrix, equals, written_vector(numbers.queries[self.row], color, style)], 0.14)
        made = Math(name[-1], size=size, color=color, style=style)
        return Row([made, equals, Math("X", size=size, style=style), matrix], 0.14)

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
            self._answer()
            self.rest()
        with self.beat("scores", **said):
            self._meet()
            self.rest()
        with self.beat("weights", text=f"weights{self.parameters.manner}", **said):
            self._weigh()
            self.rest()
        with self.beat("values", **said):
            self._give()
            self.rest()
        with self.beat("first-row", **said):
            self._mix()
            self.rest()
        with self.beat("all-rows", **said):
            self._sweep([index for index in range(len(numbers.words)) if index != self.row])
            self.rest()
        with self.beat("machine", **said):
            self._show_machine()
            self.hold()

    def _free(self, arrows: Sequence[Vector], tokens: Sequence[Token] = ()) -> list[Animation]:
        """Return how the plane's numbers leave where arrows run, or words stand."""
        ways = [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]
        marks = [box_of(part) for token in tokens for part in token if len(part.get_family()) > 1]
        gone = [
            number
            for number in self.plane.numbers
            if any(inside_length(way, box_of(number)) for way in ways)
            or any(overlap(mark, box_of(number)) > 0 for mark in marks)
        ]
        self.plane.numbers.remove(*gone)
        return [FadeOut(*gone)] if gone else []

    def _ask(self) -> None:
        """Let W_Q carry the first word's vector to its query."""
        times, numbers = self.style.times, self.numbers
        name = self.words[numbers.word].label
        matrix, product = self.products["W_Q"]
        self.add(self.query)
        self.play(FadeIn(self.frame, matrix), self._grow([self.query]), run_time=0.6 * times.move)
        start, end = numbers.vectors[self.row], numbers.queries[self.row]

        def follow(share: float) -> None:
            self.query.set_ends(self.plane.origin, self.plane.place(start + share * (end - start)))

        self.play(FadeOut(self.plane.names, name), run_time=times.quick)
        self.play(Live([self.query], follow), run_time=_CARRY)
        self.play(FadeIn(self.asker, product, name), run_time=times.quick)

    def _grow(self, arrows: Sequence[Vector]) -> Live:
        """Return how arrows grow from the origin."""
        ends = [arrow.end.copy() for arrow in arrows]

        def follow(share: float) -> None:
            for arrow, end in zip(arrows, ends, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.origin + max(share, 1e-3) * (end - self.plane.origin))

        return Live(list(arrows), follow)

    def _answer(self) -> None:
        """Let W_K carry all words to their keys."""
        free = self._free(list(self.keys.values()), list(self.answering.values()))
        self._lay(self.keys, torch.eye(2))
        self.add(*self.keys.values())
        names, (matrix, product) = [token.label for token in self.words.values()], self.products["W_K"]
        gone = FadeOut(*names, *self.products["W_Q"])
        grown = self._grow(list(self.keys.values()))
        self.play(FadeIn(matrix), gone, *free, grown, run_time=0.6 * self.style.times.move)
        self._carry(self.keys, self.numbers.W_K)
        self._arrive(self.answering, product)

    def _carry(self, arrows: Mapping[str, Vector], end: Tensor) -> None:
        """Let a matrix carry all words, with their arrows."""

        def follow(share: float) -> None:
            self._lay(arrows, torch.eye(2) + share * (end - torch.eye(2)))

        self.play(Live([*arrows.values(), *(token.mark for token in self.words.values())], follow), run_time=_CARRY)

    def _arrive(self, moved: Mapping[str, Token], product: VMobject) -> None:
        """Give the words their names where a matrix has carried them, and say what it made."""
        self.remove(*(token.mark for token in self.words.values()))
        self.add(*(token.mark for token in moved.values()))
        labels = [token.label for token in moved.values()]
        self.play(FadeIn(*labels, product), run_time=self.style.times.quick)

    def _lay(self, arrows: Mapping[str, Vector], matrix: Tensor) -> None:
        """Lay the words, and arrows to them, where a matrix takes them."""
        for word, row in self.places["X"].items():
            at = self.plane.place(row @ matrix)
            arrows[word].set_ends(self.plane.origin, at)
            self.words[word].put(at)

    def _meet(self) -> None:
        """Let each key throw its shadow on the query's line, while its disc grows in the row."""
        numbers, times, discs = self.numbers, self.style.times, self.table.discs[self.row]
        self.play(FadeOut(*self.products["W_K"]), run_time=times.quick)
        told = (numbers.second, self.row)
        left = list[Animation]()
        for count, column in enumerate((*told, *numbers.others)):
            shadow, met = self._shadow(column, discs[column])
            self.add(discs[column], shadow)
            seconds = _MEETINGS[min(count, len(_MEETINGS) - 1)]
            if column in told:
                self.play(met, *left, run_time=0.7 * seconds)
                written = self.record.scores[told.index(column)]
                self.play(FadeIn(written, *([] if count else [*self.record.work])), run_time=0.3 * seconds)
            else:
                self.play(met, *left, run_time=seconds)
            left = [FadeOut(shadow)]
        self.strongest, _ = self._shadow(numbers.second, discs[numbers.second])
        self.strongest.set_ends(self.plane.origin, self.keys[numbers.words[numbers.second]].end, self.query.end)
        discs[numbers.second].put(float(numbers.scores[self.row, numbers.second]), discs[numbers.second].at)
        self.play(*left, FadeIn(self.strongest), run_time=times.quick)

    def _shadow(self, column: int, disc: ScoreDisc) -> tuple[Shadow, Live]:
        """Return a key's shadow on the query's line, and how it and the disc of its cell grow."""
        origin, tip = self.plane.origin, self.plane.place(self.numbers.keys[column])
        shadow = Shadow(origin, tip, self.query.end, self.style.theme.key, hatched=False, style=self.style)
        score, at = float(self.numbers.scores[self.row, column]), self.table.centre(self.row, column)

        def follow(share: float) -> None:
            shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), self.query.end)
            disc.put(share * score, at)

        follow(0.0)
        return shadow, Live([shadow, disc], follow)

    def _weigh(self) -> None:
        """Turn the row's discs into weights, which add up to 1."""
        discs, weights = self.table.discs[self.row], self.numbers.weights[self.row].tolist()

        def follow(share: float) -> None:
            for disc, weight in zip(discs, weights, strict=True):
                disc.blend(weight, self.unit, share)

        gone = (
            [FadeOut(self.record.work, rate_func=squish_rate_func(smooth, 0.0, 0.25))] if len(self.record.work) else []
        )
        late = squish_rate_func(smooth, 0.3, 1.0)
        come = [FadeIn(line, rate_func=late) for line in self.record.weights]
        self.play(Live(discs, follow), *come, *gone, run_time=_SOFTEN)
        self.play(FadeIn(self.record.total), run_time=self.style.times.quick)

    def _give(self) -> None:
        """Let keys go back to the words' vectors, and W_V carry these to their values."""
        times, keys, words = self.style.times, self.keys, list(self.words.values())
        names, marks = ([part[at] for part in self.answering.values()] for at in (1, 0))
        gone = [
            *names,
            self.query,
            self.asker,
            self.strongest,
            *self.record.scores,
            *self.record.weights,
            self.record.total,
        ]
        self.play(FadeOut(*gone), run_time=times.quick)
        self.remove(*marks)
        self.add(*(token.mark for token in words))
        eye, (matrix, product) = torch.eye(2), self.products["W_V"]

        def back(share: float) -> None:
            self._lay(keys, self.numbers.W_K + share * (eye - self.numbers.W_K))

        self.play(Live([*keys.values(), *(token.mark for token in words)], back), run_time=_BACK)
        free = self._free(list(self.values.values()), list(self.valued.values()))
        self._lay(self.values, eye)
        self.play(FadeOut(*keys.values()), FadeIn(*self.values.values(), matrix), *free, run_time=times.quick)
        self._carry(self.values, self.numbers.W_V)
        self._arrive(self.valued, product)

    def _shares(self, row: int) -> list[tuple[str, float]]:
        """Return the words that pull a row's word, and their weights, the largest first; those of no account left out.

        The weights of a word that stands in the phrase twice are added up.
        """
        shares = dict.fromkeys(self.places["V"], 0.0)
        for word, weight in zip(self.numbers.words, self.numbers.weights[row].tolist(), strict=True):
            shares[word] += weight
        told = [(word, share) for word, share in shares.items() if share >= SLACK_BELOW]
        return sorted(told, key=lambda pair: -pair[1])

    def chain(self, row: int) -> dict[str, tuple[Point, Point]]:
        """Return the ends of the values, each as long as its weight, laid tip to tail from the origin, by word.

        Args:
            row: position in the phrase.
        """
        at, chain = self.plane.origin, dict[str, tuple[Point, Point]]()
        for word, share in self._shares(row):
            step = share * (self.plane.place(self.places["V"][word]) - self.plane.origin)
            chain[word] = (at, at + step)
            at = at + step
        return chain

    def _mix(self) -> None:
        """Let all values shrink to their weights and lie tip to tail; the first word goes to where they end."""
        times, arrows, origin = self.style.times, self.values, self.plane.origin
        shares, chain = dict(self._shares(self.row)), self.chain(self.row)
        ends = {word: arrow.end.copy() for word, arrow in arrows.items()}

        def shrink(share: float) -> None:
            for word, arrow in arrows.items():
                part = 1 + share * (shares.get(word, 0.0) - 1)
                arrow.set_ends(origin, origin + max(part, 1e-3) * (ends[word] - origin))

        def lay(share: float) -> None:
            for word, (start, end) in chain.items():
                arrows[word].set_ends(origin + share * (start - origin), end + (1 - share) * (origin - start))

        free = self._free([], [self.later[self.numbers.word]])
        self.play(FadeOut(*self.products["W_V"]), *free, run_time=times.quick)
        self.play(Live(list(arrows.values()), shrink), FadeIn(*self.record.terms), run_time=_SHRINK)
        self.remove(*(arrow for word, arrow in arrows.items() if word not in chain))
        self.play(Live([arrows[word] for word in chain], lay), run_time=_LAY)
        self._step(self.row, _STEP)
        self.play(FadeIn(self.record.result), run_time=times.quick)

    def _step(self, row: int, seconds: float) -> None:
        """Let a row's word go from its value to its new place; its ghost stays."""
        token, move = self._move(row)
        self.play(FadeIn(self.ghosts[-1]), Live([token], move, rate_func=settle), run_time=seconds)

    def _move(self, row: int) -> tuple[Token, Callable[[float], None]]:
        """Return a row's word, and what moves it from its value to its new place; leave a ghost for its value."""
        word = self.numbers.words[row]
        token, end, later = self.valued[word], self.plane.place(self.numbers.updated[row]), self.later[word].offset
        start, first = token.at.copy(), token.offset or (0.0, 0.0)
        side = later or first
        self.ghosts.append(token.ghost())

        def follow(share: float) -> None:
            offset = (first[0] + share * (side[0] - first[0]), first[1] + share * (side[1] - first[1]))
            token.put(start + share * (end - start), offset)

        return token, follow

    def _sweep(self, rows: Sequence[int]) -> None:
        """Fill every other row, and let its word go to its new place; the first of them by its weighted values."""
        times = self.style.times
        left: list[VMobject] = [
            *self.record.terms,
            self.record.result,
            *(self.values[word] for word in self.chain(self.row)),
        ]
        self.play(FadeOut(*left), run_time=times.quick)
        left = []
        for count, row in enumerate(rows):
            left = self._turn(row, left, _TURNS[min(count, 1)], told=count == 0)
        self.play(FadeOut(*left, self.frame), run_time=times.quick)

    def _turn(self, row: int, left: Sequence[VMobject], seconds: float, *, told: bool) -> list[VMobject]:
        """Fill a row and move its word; return the values that led it there, which are drawn where it is told."""
        discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
        for column, disc in enumerate(discs):
            disc.put(0.0, self.table.centre(row, column))
        chain = [
            laid(Vector(*ends, self.style.theme.value, style=self.style), Layer.PIN)
            for ends in (self.chain(row).values() if told else ())
        ]
        ends = [(arrow.start.copy(), arrow.end.copy()) for arrow in chain]
        token, move = self._move(row)
        first, last = float(self.frame.get_y()), float(self.table.centre(row, row)[1])
        self.add(*discs, *chain)

        def follow(time: float) -> None:
            self.frame.set_y(first + smooth(min(time / 0.25, 1.0)) * (last - first))
            for disc, weight in zip(discs, weights, strict=True):
                disc.blend(weight, self.unit, smooth(min(time / 0.4, 1.0)))
            grown = smooth(min(max((time - 0.1) / 0.4, 0.0), 1.0)) * len(chain)
            for index, (arrow, (start, end)) in enumerate(zip(chain, ends, strict=True)):
                arrow.set_ends(start, start + min(max(grown - index, 1e-3), 1.0) * (end - start))
            move(settle(max((time - 0.5) / 0.5, 0.0)))

        gone = [FadeOut(*left)] if left else []
        moved = Live([self.frame, *discs, *chain, token], follow, rate_func=linear)
        self.play(moved, FadeIn(self.ghosts[-1]), *gone, run_time=seconds)
        return list(chain)

    def _show_machine(self) -> None:
        """Let the table glide into the whole machine: queries, keys and values depart from X, and X' comes out."""
        times, machine = self.style.times, self.machine
        tokens = [piece for token in self.valued.values() for piece in token]
        shown = [*tokens, *self.ghosts, *self.plane.ticks, *self.plane.numbers]
        gone = [*shown, self.table.lines, self.table.column_names]
        veil = Veil(self.stage, opacity=_VEIL, style=self.style)
        discs = [disc for row in self.table.discs for disc in row]
        self.remove(*discs)
        self.add(*machine.blocks["weights"].discs)
        glide = machine.glide([(disc.at, float(disc.disc.width) / 2) for disc in discs], list(self.table.row_names))
        self.play(FadeOut(*gone), FadeIn(veil), run_time=0.8 * times.quick)
        self.play(glide, run_time=0.8 * times.move)
        self.play(FadeIn(machine.blocks["X"], machine.names["X"], machine.lit["X"]), run_time=times.quick)
        for group, seconds in zip(machine.stages, (1.0, 0.4, 0.6), strict=True):
            self.play(machine.depart(group), run_time=seconds)
