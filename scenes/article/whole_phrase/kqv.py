"""The whole phrase with keys, queries and values (the article's section of that name, figure 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import torch
from manim import (
    Animation,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
    interpolate_color,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from attnmath import Head, attend
from scenes.article.whole_phrase.claims import TABLE_KEYS_QUERIES_VALUES_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, ScoreDisc
from scenes.article.whole_phrase.machine import Machine
from scenes.article.whole_phrase.numbers import KeysQueriesValues, TableParameters, similarities
from scenes.article.whole_phrase.row_record import RowRecord
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, PAIR, PITCH, StageTable
from scenes.motion.live import Live, Widen, settle, slide
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, encloses, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, pull_of
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.table.number_grid import NumberGrid, widest
from scenes.parts.text.number import bracket_pair, format_vector, format_weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.parts.text.written_vector import written_vector
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_CARRY, _BACK, _SOFTEN = 1.1, 0.4, 1.0
"""Seconds in which a matrix carries words, in which they go back to where they were, and in which scores become
weights."""

_MEETINGS, _MEASURED, _READ = (0.8, 0.6, 0.6), 0.3, 0.4
"""Seconds in which the query meets its strongest key, the word's own, and one behind it; in which shadow and length are
written; for which they stand."""

_RAISE, _LOOK, _READ_X = 0.6, 0.6, 1.2
"""Seconds in which scores become powers; for which the weights, and X, stand longer than other results."""

_REST_OF_ROW = 0.6
"""Seconds in which the scores of all other keys come."""

_TERM, _PULL = 0.55, 1.1
"""Seconds of a term of the sum with its band, and in which bands move a word."""

_FILL, _MOVE, _ALL = 0.6, 0.9, 0.8
"""Seconds in which the second row fills, and in which its bands move its word; in which all other rows fill, while the
frame grows around the whole table."""

_TINT = 0.13
"""The opacity of the light behind a row of X."""

_AIR, _CLOSE = 0.12, 0.75
"""Scene units around marks and names that a shadow's edge keeps off; from the origin, by which all arrows meet."""

_SLAB, _STEP = 0.13, 0.42
"""Scene units: the thickness of a shadow; from a key's tip to the middle of its icon, which has made room for it."""

_OFF_ICON, _OFF_SLAB, _ON_QUERY, _BESIDE = 0.02, 0.2, 0.62, 0.6
"""Scene units from an arrow's tip to the icon at its end; from a shadow to its number; the share of the query's length
at which that is written; scene units from there to where there is room for it, at the most."""

_GLIDE, _DEPART, _LEAD, _ARRIVE = 0.8, 0.45, 0.25, 0.6
"""Seconds in which table and words go to their places in the machine, each of three planes leaves X, arrows appear, and
values become the new places."""

_LOUD, _FAINT = 0.26, 0.022
"""Scene units of a key's arrow for a weight of 1, and at the least."""

_SLIM = 0.7
"""The share of their usual width that bands have, as many lie close together."""

_BELOW = 0.45
"""Scene units from the table to the first line below it, in wide frames."""

_OFF_FOOT = 0.6
"""Scene units from the baseline of the line at the foot to the lowest baseline above it, in wide frames."""

_HIGHER = 0.25
"""Scene units by which the table begins above the record, in wide frames."""

_LINE = 0.0128
"""Scene units from a line below the table to the next at the least, for a font unit."""

_INSIDE, _APART = 0.26, 0.34
"""Scene units from the words to the numbers of X, and between its columns."""

_TO_DOT = 2.6
"""The height of an icon in the machine, in diameters of a dot."""

_WIDER = 0.6
"""Scene units by which a product may be wider than the table above it, in wide frames."""

_HEADER = 0.3
"""Scene units below the phrase's baseline at which a leaning grid ends."""

_VEIL = 1.0
"""Opacity of what hides the plane behind the whole machine."""


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
            length=step.queries[table.position].norm(),
            shadow=torch.zeros(()),  # the same
            rest=torch.zeros(()),
        )
        reach = numbers.scores[table.position, numbers.second] / numbers.length.clamp_min(1e-9)
        return replace(
            numbers,
            weighted_second=step.weights[numbers.second][:, None] * step.values,
            shadow=reach,
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
        """Make the words as vectors, keys and values, one query, X, the table, and the whole machine."""
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
        self._lay_vectors()
        self.places = {
            name: dict(zip(numbers.words, rows, strict=True))
            for name, rows in (
                ("X", numbers.vectors), ("K", numbers.keys), ("V", numbers.values), ("new", numbers.updated)
            )
        }  # fmt: skip
        self.bands = self.pulls(self.row, _SLIM)
        self.words = self._tokens("X")
        self.answering = self._tokens("K", arrows=[numbers.queries[self.row]])
        self.valued = self._tokens("V", arrows=list(numbers.updated))
        self.later = self._tokens("new")
        first = self.plane.place(numbers.vectors[self.row])
        self.query = Vector(self.plane.origin, first, theme.query, style=self.style).thin_rim()
        self.query.short = self._short(numbers.word)
        self.asker = self._asker()
        self.keys = self._arrows("K", theme.key)
        self.values = self._arrows("V", theme.value)
        self.grids = {
            name: LeaningGrid(self.plane, [color, color], under=self.view.header_end - _HEADER, style=self.style)
            for name, color in (("W_K", theme.key), ("W_V", theme.value))
        }
        self.measures = self._measures()
        manner = self.parameters.divisor
        self.machine = Machine(numbers, manner, self.table, self._mark, self.stage, self.view, style=self.style)

    @property
    def below_wide(self) -> float:
        """The room below the table in wide frames: four lines, scene units."""
        lines = 3 * _LINE * self.style.sizes.number + _BELOW
        return self.view.foot + _OFF_FOOT + lines - self.view.record.bottom

    def _matrix(self, name: str, values: Tensor, color: str) -> NamedMatrix:
        size = self.style.sizes.number
        return NamedMatrix(name, values, size=size, color=color, row_colors=color, style=self.style)

    def _mark(self, word: str, height: float) -> VMobject:
        """Return a word's mark in the machine: its icon of a height, or a dot."""
        mark = self.token(word, self.places["X"][word], height=height).mark
        return mark if self.words[word].has_icon else mark.set(width=height / _TO_DOT)

    def _lay_vectors(self) -> None:
        """Lay X beside the words of the table's rows: a row of numbers for each, and a light behind the first one."""
        numbers, table, style = self.numbers, self.table, self.style
        size = min(style.sizes.number, style.sizes.tick * max(table.pitch / 0.34, 1.0))
        wide = widest([numbers.vectors], size, style)
        xs = [table.left + _INSIDE + wide / 2 + index * (wide + _APART) for index in (0, 1)]
        ys = [float(table.centre(row, 0)[1]) for row in range(len(numbers.words))]
        colors = self.colors_of(numbers.words)
        self.vectors = NumberGrid(numbers.vectors, xs, ys, size=size, row_colors=colors, style=style)
        brackets = bracket_pair(self.vectors, gap=0.13, over=0.1, style=style)
        name = Math("X", size=style.sizes.formula, style=style)
        name.move_to(point(float(brackets.get_x()), float(brackets.get_top()[1]) + 0.15 + float(name.height) / 2))
        self.around_vectors = laid(VGroup(brackets, name), Layer.LEDGER)
        laid(self.vectors, Layer.LEDGER)
        self.first_row = Rectangle(width=float(self.vectors.width) + 0.1, height=table.pitch, stroke_width=0)
        self.first_row.set_fill(style.theme.ink, _TINT if style.theme.filled else 0.0)
        if not style.theme.filled:
            self.first_row.set_stroke(style.theme.ink, 1.6)
        laid(self.first_row.move_to(point(float(self.vectors.get_x()), ys[self.row])), Layer.VEIL)

    def pulls(self, row: int, slim: float) -> dict[int, Band | Thread]:
        """Return what pulls a row's word from the words' values, by the puller's position: bands, and threads.

        Args:
            row: position in the phrase.
            slim: the share of their usual width.
        """
        numbers, at = self.numbers, self.plane.place(self.numbers.values[row])
        pulls = {}
        for index, weight in enumerate(numbers.weights[row].tolist()):
            pinned = numbers.words[index] == numbers.words[row] and weight >= SLACK_BELOW
            place, color = self.plane.place(numbers.values[index]), self.color_at(index)
            pulls[index] = pull_of(place, at, weight, color, pinned=pinned, slim=slim, style=self.style)
        return pulls

    def _tokens(self, name: str, arrows: Sequence[Tensor] = ()) -> dict[str, Token]:
        """Return the words where they are as vectors, keys, values or in the end, with their names."""
        rows = self.places[name]
        lines = [self._ray(row) for row in (*rows.values(), *arrows)]
        boxes = [box_of(part) for part in (*self.products.values(), *self.record.lines)]
        if name in ("V", "new"):  # on its bands the first word lies between values
            end = flat(self.plane.place(self.numbers.updated[self.row]))
            lines += [(flat(band.puller), end) for band in self.bands.values()]
        if name == "V":
            boxes.append(self._around(self.numbers.updated[self.row]))
        if name == "new":  # the words' old places are seen beside their new ones
            boxes += [self._around(row) for row in self.numbers.values]
            ends = zip(self.numbers.values, self.numbers.updated, strict=True)
            lines += [(flat(self.plane.place(a)), flat(self.plane.place(b))) for a, b in ends]
        if name in "XK":
            asking = self.numbers.queries[self.row]
            lines += [self._ray(asking), self._ray(self.numbers.vectors[self.row])]
            boxes += [self._around(asking)]
        return self.tokens(rows, dict.fromkeys(rows, ICON), lines=lines, boxes=boxes)

    def _ray(self, row: Tensor) -> Segment:
        """Return the way from the origin to a vector."""
        return flat(self.plane.origin), flat(self.plane.place(row))

    def _asker(self) -> VGroup:
        """Return the first word at its query, with a rim in the query's colour and a name."""
        at, color = self.numbers.queries[self.row], self.style.theme.query
        mark = self.token(self.numbers.word, at, height=ICON, edge=color).mark
        text = Label(self.says("query"), size=self.style.sizes.number, color=color, style=self.style)
        taken = [self._around(row) for name in "XK" for row in self.places[name].values()]
        taken += [self._around(at)]
        taken += [box_of(token.label) for tokens in (self.words, self.answering) for token in tokens.values()]
        taken += self.plane.text_boxes()
        lines = [self._ray(row) for row in (at, *self.places["K"].values())] + self.plane.axis_segments()
        room, size = self.view.words(self.stage), (float(text.width) + 0.1, float(text.height) + 0.1)
        bounds = (room.left, room.bottom, room.right, room.top)
        near = self.plane.place(at) + point(0.0, ICON / 2)
        text.move_to(point(*free_place(size, bounds, flat(near), lines=lines, boxes=taken)))
        return VGroup(laid(mark, Layer.ICON), labelled(text, self.style))

    def _around(self, row: Tensor) -> Box:
        """Return the box of an icon at a vector's place."""
        x, y = flat(self.plane.place(row))
        return (x - ICON / 2, y - ICON / 2, x + ICON / 2, y + ICON / 2)

    def _arrows(self, name: str, color: str) -> dict[str, Vector]:
        """Return an arrow to every word's key, or value."""
        rows, arrows = self.places[name], dict[str, Vector]()
        for word, row in rows.items():
            arrows[word] = self.plane.vector(row, color)
            arrows[word].short = self._short(word)
        return arrows

    def _short(self, word: str) -> float:
        """Return the scene units before a word's place at which arrows to it end: before its icon, and under a dot."""
        return ICON / 2 + _OFF_ICON if self.words[word].has_icon else 0.0

    def _thrown(self, tip: Point, along: Point) -> Shadow:
        """Return the shadow of a key on the query's line: beside that, on the other side than the key."""
        key = self.style.theme.key
        return Shadow(self.plane.origin, tip, along, key, thick=_SLAB, hatched=False, style=self.style)

    def _stepping(self) -> Live:
        """Return how the second word's icon steps beyond its key's tip, so that the tip is seen."""
        word = self.numbers.words[self.numbers.second]
        token, arrow, tip = self.answering[word], self.keys[word], self.plane.place(self.places["K"][word])
        before = self._short(word)

        def follow(share: float) -> None:
            token.put(tip + share * (self._stepped - tip))
            arrow.short = (1 - share) * before
            arrow.set_ends(arrow.start, arrow.end)

        return Live([*token, arrow], follow)

    def _stepping_back(self) -> Live:
        """Return how that icon steps back on the tip; its name and its arrow leave meanwhile."""
        word = self.numbers.words[self.numbers.second]
        token, start, tip = self.answering[word], self._stepped, self.plane.place(self.places["K"][word])
        return Live([token.mark], lambda share: token.put(start + share * (tip - start)))

    @property
    def _stepped(self) -> Point:
        """The point beyond its key's tip where the second word's icon stands; the tip itself where that is a dot."""
        word = self.numbers.words[self.numbers.second]
        tip, way = self.plane.place(self.places["K"][word]), self.keys[word].end - self.plane.origin
        length = float(np.linalg.norm(way))
        return tip + (_STEP / length * way if self.words[word].has_icon and length > _STEP else 0.0 * way)

    def _measures(self) -> list[VGroup]:
        """Return how long the strongest shadow is, beside it, and how long the query is; nothing without room there."""
        numbers, origin = self.numbers, self.plane.origin
        tip = self.plane.place(numbers.keys[numbers.second])
        end = self.plane.place(numbers.queries[self.row])
        shadow = self._thrown(tip, end)
        edges = [(flat(a), flat(b)) for a, b in pairwise([*shadow.corners, shadow.corners[0]])]
        out = shadow.corners[1] - shadow.corners[0]
        out = out / max(float(np.linalg.norm(out)), 1e-9)
        near = ((shadow.corners[1] + shadow.corners[2]) / 2 + _OFF_SLAB * out, origin + _ON_QUERY * (end - origin))
        second = self.answering[numbers.words[numbers.second]].put(self._stepped)
        parts = [part for token in self.answering.values() for part in token] + list(self.asker)
        taken = [box_of(part) for part in parts if len(part.get_family()) > 1] + self.plane.text_boxes()
        second.put(tip)
        lines = [self._ray(row) for row in (*numbers.keys, numbers.queries[self.row])]
        lines += [*edges, (flat(tip), flat(shadow.foot)), *self.plane.axis_segments()]
        room, made = self.view.words(self.stage), []
        for number, place in zip(self.record.measures, near, strict=False):
            size = (float(number.width) + 0.06, float(number.height) + 0.06)
            bounds = (room.left, room.bottom, room.right, room.top)
            number.move_to(point(*free_place(size, bounds, flat(place), lines=lines, boxes=taken)))
            if float(np.linalg.norm(number.get_center() - place)) > _BESIDE:
                return []
            taken.append(box_of(number))
            made.append(labelled(number, self.style))
        return made

    def _lay_below(self) -> None:
        """Lay the matrices, one at a time, and what happens in the first row, on the lines below the table."""
        numbers, style, edge = self.numbers, self.style, self.stage.safe.right - OFF_EDGE
        top = self.table.bottom - (_BELOW if self.stage.is_wide else PAIR)
        pitch = min(PITCH, (top - self.view.foot - _OFF_FOOT) / 3) if self.stage.is_wide else PITCH
        room = Region(self.table.left - self.table.room, edge, top - 3 * pitch, top)
        colors = self.colors_of(numbers.words)
        self.record = RowRecord(numbers, colors, self.says("others"), room, pitch, style=style)
        self.products = dict[str, VGroup]()
        within = room.width + (_WIDER if self.stage.is_wide else 0.0)
        for name, matrix in self.matrices.items():
            made = self._made(name)
            # The matrix has the first two lines, and what it makes the two after them.
            low = 2.75 if len(made) > 1 else 2.55
            heights = [
                top - 0.4 * pitch,
                *(top - (low + index - (len(made) - 1) / 2) * pitch for index in range(len(made))),
            ]
            for line, y in zip((matrix, *made), heights, strict=True):
                if line.width > within:
                    line.scale(within / float(line.width))
                x = min(float(self.table.lines.get_x()), edge - float(line.width) / 2)
                line.move_to(point(x, y))
            if len(made) > 1:
                right = max(float(line.get_right()[0]) for line in made)
                for line in made:
                    line.shift(point(right - float(line.get_right()[0])))
            self.products[name] = laid(VGroup(matrix, *made), Layer.LABEL)

    def _made(self, name: str) -> list[Row]:
        """Return what a matrix makes of the words that are told: a query, a key, or two values."""
        numbers, style, size = self.numbers, self.style, self.style.sizes.number
        told = {"W_Q": [self.row], "W_K": [numbers.second], "W_V": [numbers.second, self.row]}[name]
        made = {"W_Q": numbers.queries, "W_K": numbers.keys, "W_V": numbers.values}[name]
        color = {"W_Q": style.theme.query, "W_K": style.theme.key, "W_V": style.theme.value}[name]
        rows = {}
        for row in told:
            given = written_vector(numbers.vectors[row], self.color_at(row), style)
            signs = [Math(name, size=size, color=color, style=style), Math("=", size=size, style=style)]
            rows[numbers.words[row]] = Row([given, *signs, written_vector(made[row], color, style)], 0.14)
        return list(rows.values())

    def tell(self) -> None:
        """Follow one row through queries, keys, weights and values, then all rows; then show the whole machine."""
        numbers, said = self.numbers, self.said()
        self.frame = self.table.frame(self.row)
        self.ghosts, self.trails, self.back = list[VMobject](), list[VMobject](), list[VMobject]()
        with self.beat("vectors", **said):
            self.add(self.phrase)
            self._show_vectors()
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

    def _show_vectors(self) -> None:
        """Let every word appear on the plane together with its row of X."""
        shown, come = set[str](), list[Animation]()
        for index, word in enumerate(self.numbers.words):
            parts: list[VMobject] = [self.table.row_names[index], self.vectors.rows[index]]
            parts += [] if word in shown else [self.words[word]]
            shown.add(word)
            come.append(FadeIn(*parts))
        self.play(LaggedStart(*come, lag_ratio=0.25), run_time=1.5 * self.style.times.move)
        self.play(FadeIn(self.around_vectors), run_time=self.style.times.quick)
        self.wait(_READ_X)

    def _free(self, arrows: Sequence[Vector | Thread | Band], tokens: Sequence[Token] = ()) -> list[Animation]:
        """Return how the plane's numbers leave where arrows or threads run, or words stand."""
        taken = self._taken(arrows, tokens)
        gone = [number for number in self.plane.numbers if _is_crossed(box_of(number), taken)]
        self.plane.numbers.remove(*gone)
        return [FadeOut(*gone)] if gone else []

    @staticmethod
    def _taken(
        arrows: Sequence[Vector | Thread | Band], tokens: Sequence[Token] = ()
    ) -> tuple[list[Segment], list[Box]]:
        """Return the ways of arrows, threads and bands, and the boxes of words' marks and names."""
        ways = list[Segment]()
        for each in arrows:
            if isinstance(each, Thread):
                line = _sampled(each)
            else:
                line = [each.start, each.end] if isinstance(each, Vector) else [each.puller, each.pulled]
            ways += [(flat(a), flat(b)) for a, b in pairwise(line)]
        return ways, [box_of(part) for token in tokens for part in token if len(part.get_family()) > 1]

    def _turn_over(self, pulls: Sequence[Band | Thread], tokens: Sequence[Token]) -> list[Animation]:
        """Return how the numbers of the axis along the foot go to its other side where something is in their way.

        Where something is there as well, those in the way leave, as others do that are not along the foot.
        """
        level, half = float(self.plane.origin[1]), self.view.unit * self.view.step / 2
        taken = self._taken(pulls, tokens)
        along = [number for number in self.plane.numbers if abs(float(number.get_y()) - level) < half]
        crossed = [number for number in along if _is_crossed(box_of(number), taken)]
        if not crossed:
            return self._free(list(pulls), tokens)
        steps = [2 * (level - float(number.get_y())) for number in along]
        over = [_lifted(box_of(number), step) for number, step in zip(along, steps, strict=True)]
        if any(_is_crossed(_padded(box), taken) for box in over):
            return self._free(list(pulls), tokens)
        moves: list[Animation] = [
            number.animate.shift(point(0.0, step)).build() for number, step in zip(along, steps, strict=True)
        ]
        upright = [number for number in self.plane.numbers if number not in along]
        gone = [number for number in upright if _is_crossed(box_of(number), taken)]
        self.plane.numbers.remove(*gone)
        return [*moves, *([FadeOut(*gone)] if gone else [])]

    def _ask(self) -> None:
        """Let W_Q carry the first word's vector to its query, and a copy of the word along."""
        times, numbers = self.style.times, self.numbers
        name, (mark, asks) = self.words[numbers.word].label, self.asker
        matrix, *made = self.products["W_Q"]
        start, end = numbers.vectors[self.row], numbers.queries[self.row]
        fill = self.style.theme.fill
        own, asked = ManimColor(fill(self.color_at(self.row))), ManimColor(fill(self.style.theme.query))
        self.query.body.set_fill(own)
        self.add(self.query)
        gone = FadeOut(self.plane.names, name)
        self.play(FadeIn(self.first_row), self._grow([self.query]), gone, run_time=0.5 * times.move)
        mark.move_to(self.plane.place(start))
        self.play(FadeIn(matrix, mark), run_time=times.quick)
        self.wait(_READ)

        def follow(share: float) -> None:
            at = self.plane.place(start + share * (end - start))
            mark.move_to(at)
            self.query.set_ends(self.plane.origin, at)
            self.query.body.set_fill(interpolate_color(own, asked, share))

        self.play(Live([mark, self.query], follow), run_time=_CARRY)
        self.play(FadeIn(asks, name), run_time=times.quick)
        self.play(FadeIn(*made), run_time=times.quick)

    @staticmethod
    def _leant(matrix: Tensor, share: float) -> Tensor:
        """Return the matrix that has gone a share of the way from no change."""
        return torch.eye(2) + share * (matrix - torch.eye(2))

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
        names = [token.label for token in self.words.values()]
        early = squish_rate_func(smooth, 0.0, 0.5)
        gone = [FadeOut(*names, *self.products["W_Q"], self.first_row, rate_func=early), *free]
        self._carry("W_K", self.keys, self.answering, gone, read=_READ)

    def _carry(
        self, name: str, arrows: Mapping[str, Vector], moved: Mapping[str, Token], gone: list[Animation],
        *, read: float = 0.0,
    ) -> None:  # fmt: skip
        """Let a matrix lean the plane, and carry all words with their arrows to where they get their names again.

        Args:
            name: of the matrix.
            arrows: to the words, which lean as well.
            moved: the words where they come to.
            gone: what leaves meanwhile.
            read: seconds in which the matrix is read before it moves anything; names then come before its products.
        """
        times, grid, matrix = self.style.times, self.grids[name], getattr(self.numbers, name)
        written, *made = self.products[name]
        self._lay(arrows, torch.eye(2))
        self.add(*arrows.values())
        marks = [token.mark for token in self.words.values()]
        late = FadeIn(written, grid, rate_func=squish_rate_func(smooth, 0.5, 1.0))
        self.play(late, *gone, self._grow(list(arrows.values())), run_time=0.7 * times.move)
        if read:
            self.wait(read)

        def follow(share: float) -> None:
            grid.carry(self._leant(matrix, share))
            self._lay(arrows, self._leant(matrix, share))

        self.play(Live([grid, *arrows.values(), *marks], follow), run_time=_CARRY)
        self.remove(*marks)
        self.add(*(token.mark for token in moved.values()))
        labels = [token.label for token in moved.values()]
        self.play(FadeIn(*labels, *([] if read else made)), FadeOut(grid), run_time=times.quick)
        if read:
            self.play(FadeIn(*made), run_time=times.quick)

    def _lay(self, arrows: Mapping[str, Vector], matrix: Tensor) -> None:
        """Lay the words, and arrows to them, where a matrix takes them."""
        for word, row in self.places["X"].items():
            at = self.plane.place(row @ matrix)
            if word in arrows:
                arrows[word].set_ends(self.plane.origin, at)
            self.words[word].put(at)

    def _meet(self) -> None:
        """Let keys throw their shadows on the query's line, while their discs grow in the row: three, then the rest."""
        numbers, times, discs = self.numbers, self.style.times, self.table.discs[self.row]
        gone = FadeOut(*self.products["W_K"], self.vectors, self.around_vectors)
        come = FadeIn(self.table.lines, self.table.column_names, self.frame)
        self.play(gone, come, self._stepping(), run_time=0.6 * times.move)
        shadow = self._cast(numbers.second, _MEETINGS[0])
        work = [*self.measures, *([self.record.work] if len(self.record.work) else [])]
        self.play(FadeIn(self.record.scores[0], *work), run_time=_MEASURED)
        self.wait(_READ)
        shadow = self._cast(self.row, _MEETINGS[1], [shadow, *self.measures])
        self.play(FadeIn(self.record.scores[1]), run_time=_MEASURED)
        behind = self._behind()
        if behind is not None:
            shadow = self._cast(behind, _MEETINGS[2], [shadow])
        others = [column for column in numbers.others if column != behind]
        self.add(*(discs[column] for column in others))

        def follow(share: float) -> None:
            for column in others:
                disc = discs[column]
                disc.put(share * float(numbers.scores[self.row, column]), self.table.centre(self.row, column))

        follow(0.0)
        self.play(FadeOut(shadow), Live([discs[column] for column in others], follow), run_time=_REST_OF_ROW)
        self.strongest, _ = self._shadow(numbers.second, discs[numbers.second])
        self.strongest.set_ends(self.plane.origin, self.keys[numbers.words[numbers.second]].end, self.query.end)
        discs[numbers.second].put(float(numbers.scores[self.row, numbers.second]), discs[numbers.second].at)
        self.play(FadeIn(self.strongest, *self.measures), run_time=times.quick)

    def _cast(self, column: int, seconds: float, leaving: Sequence[VMobject] = ()) -> Shadow:
        """Let a key throw its shadow while its disc grows; return the shadow.

        Args:
            column: position in the phrase.
            seconds: it takes.
            leaving: what leaves meanwhile.
        """
        shadow, met = self._shadow(column, self.table.discs[self.row][column])
        self.add(self.table.discs[self.row][column], shadow)
        self.play(met, *map(FadeOut, leaving), run_time=seconds)
        return shadow

    def _behind(self) -> int | None:
        """Return the position of the other word whose shadow behind the origin is seen best; None where none is.

        Best is the largest triangle, of those whose slab lies on no other word's arrow but by the origin, and whose
        edge runs over no mark or name.
        """
        numbers, origin, found = self.numbers, self.plane.origin, list[tuple[bool, float, int]]()
        for column in numbers.others:
            if float(numbers.scores[self.row, column]) >= 0:
                continue
            word, tip = numbers.words[column], self.plane.place(numbers.keys[column])
            shadow = self._thrown(tip, self.query.end)
            slab, outline = box_of(shadow.slab), np.array(shadow.corners)[:, :2]
            others = [each for each in self.answering if each != word]
            ways = [self.plane.place(self.places["K"][each]) - origin for each in others]
            spots = [origin + share * way for way in ways for share in np.linspace(0.0, 1.0, 40)]
            crossed = any(encloses(outline, spot[:2]) and np.linalg.norm(spot - origin) > _CLOSE for spot in spots)
            parts = [self.answering[each].mark for each in others]
            parts += [self.answering[each].label for each in others]
            crossed |= any(overlap(box_of(part), slab) > 0 for part in parts)
            edge = (flat(tip), flat(shadow.foot))
            crossed |= any(inside_length(edge, _padded(box_of(part))) > 0 for part in parts)
            area = float(np.linalg.norm(shadow.foot - origin) * np.linalg.norm(tip - shadow.foot))
            found.append((not crossed, area, column))
        return max(found)[2] if found else None

    def _shadow(self, column: int, disc: ScoreDisc) -> tuple[Shadow, Live]:
        """Return a key's shadow on the query's line, and how it and the disc of its cell grow."""
        origin, tip = self.plane.origin, self.plane.place(self.numbers.keys[column])
        shadow = self._thrown(tip, self.query.end)
        score, at = float(self.numbers.scores[self.row, column]), self.table.centre(self.row, column)

        def follow(share: float) -> None:
            shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), self.query.end)
            disc.put(share * score, at)

        follow(0.0)
        return shadow, Live([shadow, disc], follow)

    def _weigh(self) -> None:
        """Turn the row's discs into weights, which add up to 1; keys become as wide as theirs."""
        discs, weights = self.table.discs[self.row], self.numbers.weights[self.row].tolist()
        colors, shares = self.colors_of(self.numbers.words), self._shares(self.row)
        widths = {word: arrow.shaft_width for word, arrow in self.keys.items()}

        def follow(share: float) -> None:
            for disc, weight, color in zip(discs, weights, colors, strict=True):
                disc.blend(weight, self.unit, share, color)
            for word, arrow in self.keys.items():
                arrow.shaft_width = widths[word] + share * (max(_LOUD * shares[word], _FAINT) - widths[word])
                arrow.set_ends(arrow.start, arrow.end)

        come = [FadeIn(line, rate_func=squish_rate_func(smooth, 0.3, 1.0)) for line in self.record.weights]
        gone = [self.strongest, *self.measures, *([self.record.work] if len(self.record.work) else [])]
        self.play(FadeOut(*gone), run_time=self.style.times.quick)
        if not self.parameters.scaled:
            late = squish_rate_func(smooth, 0.4, 1.0)
            self.play(self.record.raising(), FadeIn(*self.record.bases, rate_func=late), run_time=_RAISE)
            self.wait(_READ)
        self.play(Live([*discs, *self.keys.values()], follow), *come, run_time=_SOFTEN)
        self.play(FadeIn(self.record.total), run_time=self.style.times.quick)
        self.wait(_LOOK)

    def _shares(self, row: int) -> dict[str, float]:
        """Return the weight that each word has in a row; those of a word that stands there twice are added up."""
        shares = dict.fromkeys(self.places["V"], 0.0)
        for word, weight in zip(self.numbers.words, self.numbers.weights[row].tolist(), strict=True):
            shares[word] += weight
        return shares

    def _give(self) -> None:
        """Let the words go back to where they were, and W_V carry them to their values."""
        times, words = self.style.times, list(self.words.values())
        names, marks = ([part[at] for part in self.answering.values()] for at in (1, 0))
        record = [*self.record.scores, *self.record.weights, self.record.total]
        record += [] if self.parameters.scaled else [*self.record.bases]
        gone = FadeOut(self.query, self.asker, *self.keys.values(), *names, *record)
        self.play(gone, self._stepping_back(), run_time=times.quick)
        self.remove(*marks)
        self.add(*(token.mark for token in words))

        def back(share: float) -> None:
            self._lay({}, self._leant(self.numbers.W_K, 1 - share))

        self.play(Live([token.mark for token in words], back), run_time=_BACK)
        self._carry("W_V", self.values, self.valued, self._free(list(self.values.values()), list(self.valued.values())))

    def _mix(self) -> None:
        """Let each value pull the first word by its weight; where the bands balance, it comes to rest."""
        times, record, pulls = self.style.times, self.record, dict(self.bands)
        end = self.plane.place(self.numbers.updated[self.row])
        ended = [self._ended(pull, end) for pull in pulls.values()]
        free = self._turn_over(ended, [self.later[self.numbers.word]])
        taken = self._taken([*ended, *pulls.values()], [*self.valued.values(), *self.later.values()])
        names = list(self.plane.names)  # both, or none
        names = [] if any(_is_crossed(_padded(box_of(name)), taken) for name in names) else names
        self.play(FadeOut(*self.products["W_V"], *self.values.values()), *free, run_time=times.quick)
        told = [pulls.pop(column) for column in (self.numbers.second, self.row) if column in pulls]
        for band, line in zip(told, record.terms, strict=False):
            self.play(Widen(band), FadeIn(line), run_time=_TERM)
        weak = [*map(Widen, pulls.values()), *map(FadeIn, record.terms[len(told) :])]
        if weak:
            self.play(*weak, run_time=times.quick)
        self.back = names
        come = [FadeIn(*names)] if names else []
        self.play(*self._moves(self.row, list(self.bands.values())), *come, run_time=_PULL)
        self.play(FadeIn(record.result), run_time=times.quick)

    def _ended(self, pull: Band | Thread, end: Point) -> Band | Thread:
        """Return a pull as it will be when the word has come to rest."""
        return (
            Thread(pull.puller, end, style=self.style)
            if isinstance(pull, Thread)
            else pull.copy().set_ends(pull.puller, end)
        )

    def _moves(self, row: int, pulls: Sequence[Band | Thread]) -> list[Animation]:
        """Return how bands move a row's word from its value to its new place; a ghost and a trail stay."""
        word, end = self.numbers.words[row], self.plane.place(self.numbers.updated[row])
        token = self.valued[word]
        self.ghosts.append(token.ghost())
        self.trails.append(trail(token.at, end, token.color_by_role, style=self.style))
        moved = slide(token, end, pulls, offset=self.later[word].offset, rate_func=settle)
        return [FadeIn(self.ghosts[-1]), moved]

    def _sweep(self, rows: Sequence[int]) -> None:
        """Fill every other row, and move its word: first the second word's on its bands, then all others at once."""
        times, numbers = self.style.times, self.numbers
        left = [*self.record.terms, self.record.result, *self.bands.values()]
        moving = {numbers.words[row]: row for row in rows if numbers.words[row] != numbers.word}
        order = list(dict.fromkeys([row for row in (numbers.second, *rows) if row in rows]))
        leave = FadeOut(*left, rate_func=squish_rate_func(smooth, 0.0, 0.5))
        if not order:
            self.play(leave, run_time=times.quick)
            return
        first, is_told = order[0], order[0] in moving.values()
        ends = (float(self.table.centre(row, row)[1]) for row in (self.row, first))
        turned = self._turn_over([], [self.later[word] for word in moving])
        filled = self._filled(first, *ends)
        self.add(*self.table.discs[first])
        self.play(leave, filled, *turned, run_time=_FILL)
        if is_told:
            bands = [pull for pull in self.pulls(first, _SLIM).values() if isinstance(pull, Band)]
            self.play(*map(Widen, bands), run_time=times.quick)
            self.play(*self._moves(first, bands), run_time=_MOVE)
            gone = [FadeOut(*bands, rate_func=squish_rate_func(smooth, 0.0, 0.5))] if bands else []
        else:
            gone = []
        # No trail while bands are tied to the same places: it would lie beside them.
        trails, self.trails = [dots for dots in self.trails if len(dots)], []
        come = [FadeIn(*trails, rate_func=squish_rate_func(smooth, 0.5, 1.0))] if trails else []
        if gone or come:
            self.play(*gone, *come, run_time=times.quick)
        self.ghosts += trails
        if order[1:]:
            self._sweep_rest(order[1:], moving)

    def _sweep_rest(self, rows: Sequence[int], moving: Mapping[str, int]) -> None:
        """Fill rows, then move all their words at once; faint trails stay with the ghosts from which they come."""
        fills = [self._fill(row) for row in rows]
        self.add(*(disc for row in rows for disc in self.table.discs[row]))
        self.play(self._framed(), *fills, run_time=_ALL)
        moves = [move for row in rows if row in moving.values() for move in self._moves(row, [])]
        ways, self.trails = [dots for dots in self.trails if len(dots)], []
        for dots in ways:
            dots.set_color(self.style.theme.dim)
        drawn = [FadeIn(*ways, rate_func=squish_rate_func(smooth, 0.4, 1.0))] if ways else []
        if moves:
            self.play(*moves, *drawn, run_time=_PULL)
        self.ghosts += ways

    def _framed(self) -> Live:
        """Return how the frame grows from its row around the whole table."""
        frame, last = self.frame, self.table.frame(0)
        low, high = float(self.table.bottom), float(self.table.top)
        bottom, top = float(frame.get_bottom()[1]), float(frame.get_top()[1])
        width = float(last.width)

        def follow(share: float) -> None:
            ends = (bottom + share * (low - bottom), top + share * (high - top))
            grown = RoundedRectangle(corner_radius=0.08, width=width, height=ends[1] - ends[0])
            frame.set_points(grown.move_to(point(float(last.get_x()), sum(ends) / 2)).points)

        return Live([frame], follow)

    def _filled(self, row: int, start: float, end: float) -> Live:
        """Return how a row fills with its weights while the frame comes there.

        Args:
            row: position in the phrase.
            start: the height from which the frame comes, scene units.
            end: the height to which it goes.
        """
        fill = self._fill(row)

        def follow(share: float) -> None:
            if share > 0:
                self.frame.set_y(start + smooth(min(2 * share, 1.0)) * (end - start))
            fill.move_to_share(share)

        return Live([self.frame, *self.table.discs[row]], follow, rate_func=linear)

    def _fill(self, row: int) -> Live:
        """Return how a row fills with its weights."""
        colors, weights, discs = self.colors_of(self.numbers.words), self.numbers.weights[row], self.table.discs[row]

        def follow(share: float) -> None:
            for column, (disc, weight, color) in enumerate(zip(discs, weights.tolist(), colors, strict=True)):
                disc.put(0.0, self.table.centre(row, column))
                disc.blend(weight, self.unit, smooth(share), color)
                disc.disc.set_opacity(float(share > 0))

        follow(0.0)
        return Live(list(discs), follow, rate_func=linear)

    def _show_machine(self) -> None:
        """Let the table and the words glide into the whole machine, then show from X on how they came about."""
        times, machine = self.style.times, self.machine
        labels = [token.label for token in self.valued.values()]
        gone = [*labels, *self.ghosts, *self.plane.ticks, *self.plane.numbers, *self.back, self.frame]
        self.play(FadeOut(*gone), FadeIn(Veil(self.stage, opacity=_VEIL, style=self.style)), run_time=times.quick)
        starts, first = {word: token.mark for word, token in self.valued.items()}, machine.panes["X"]
        glide = machine.glide(starts)
        self.remove(*starts.values())
        self.add(*first.marks.values())
        self.play(glide, FadeIn(first.edge, first.grid, machine.names["X"]), run_time=_GLIDE)
        for name in "QKV":  # one after the other: none lies over another
            departs = machine.depart(name)
            self.add(machine.panes[name])
            self.play(departs, run_time=_DEPART)
        names = [machine.names[name] for name in "QKV"]
        self.play(machine.lead(("X", "Q"), ("X", "K"), ("X", "V")), FadeIn(*names), run_time=_LEAD)
        self.play(machine.lead(("Q", "weights"), ("K", "weights")), FadeIn(machine.names["weights"]), run_time=_LEAD)
        self.play(machine.lead(("weights", "times"), ("V", "times")), FadeIn(machine.times), run_time=_LEAD)
        come = [machine.panes["new"], machine.names["new"], machine.product]
        self.play(machine.lead(("times", "new")), FadeIn(*come), run_time=_LEAD)
        self.play(machine.move_words(), run_time=_ARRIVE)


def _padded(box: Box) -> Box:
    """Return a box with air around it."""
    return (box[0] - _AIR, box[1] - _AIR, box[2] + _AIR, box[3] + _AIR)


def _lifted(box: Box, step: float) -> Box:
    """Return a box moved up."""
    return (box[0], box[1] + step, box[2], box[3] + step)


def _is_crossed(box: Box, taken: tuple[Sequence[Segment], Sequence[Box]]) -> bool:
    """Return whether a way runs through a box, or another box lies on it."""
    ways, boxes = taken
    return any(inside_length(way, box) > 0 for way in ways) or any(overlap(other, box) > 0 for other in boxes)


def _sampled(thread: Thread) -> list[Point]:
    """Return points along a thread."""
    return [thread.line.point_from_proportion(share) for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
