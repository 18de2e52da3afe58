"""The whole phrase with keys, queries and values (the article's section of that name, figure 23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace

import numpy as np
import torch
from manim import (
    Animation,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
    RoundedRectangle,
    VGroup,
    VMobject,
    interpolate_color,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import Head, attend
from scenes.article.whole_phrase.answers import ROWS, Answers, factor_digits, is_product, line_height
from scenes.article.whole_phrase.carried import Carried
from scenes.article.whole_phrase.claims import TABLE_KEYS_QUERIES_VALUES_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, DotTable
from scenes.article.whole_phrase.machine import Machine
from scenes.article.whole_phrase.numbers import KeysQueriesValues, TableParameters, similarities
from scenes.article.whole_phrase.stage_table import StageTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, settle
from scenes.parameters import AttentionParameters, Phrase, require_plane, world_matrix
from scenes.parts.geometry import Point, encloses, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.boxes import box_around, enlarged
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, clip, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import format_vector, format_weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.parts.text.written_vector import written_vector
from scenes.shared.phrase import LARGEST_SCORE
from scenes.stage import PlaneView, Region
from scenes.worlds import World

HERO, ICON = 0.72, 0.6
"""Scene units of the height of the first word's icon, and of the others'."""

_CARRY, _READ = 0.9, 0.3
"""Seconds in which a matrix carries words; for which a matrix or a number stands before anything else moves."""

_MEETINGS, _MEASURED, _SOFTEN = (0.7, 0.5, 0.5), 0.3, 0.9
"""Seconds in which the strongest key throws its shadow, the word's own, and one behind; in which a line is written; in
which keys become as wide as their weights."""

_TERM, _PULL, _LEAVE = 0.45, 1.2, 0.3
"""Seconds of a term of the sum with its band; in which bands move the word; in which a sheet's marks leave."""

_GLIDE, _DEPART, _LEAD, _FILL, _ARRIVE = 0.6, 0.35, 0.3, 0.7, 0.9
"""Seconds in which words go into the machine; each of three planes leaves X; arrows appear; rows fill; words arrive."""

_SWAP, _SWING, _THIN, _PIN = 0.4, 1.3, 0.5, 0.4
"""Seconds in which the second phrase comes to a part of the machine; in which its words go to their new places; the
share of their usual width that bands have there; scene units of the height of an icon at which one ends."""

_AIR, _CLOSE = 0.12, 0.75
"""Scene units around marks and names that a shadow's edge keeps off; from the origin, by which all arrows meet."""

_SLAB, _LOUD, _FAINT, _SLIM = 0.15, 0.3, 0.03, 0.75
"""Scene units: the thickness of a shadow; of a key's arrow for a weight of 1, and at the least; the share of their full
width that bands have."""

_RECORD, _ASIDE, _PANE_TEXT, _PITCH = Region(2.55, 6.6, -3.1, 3.0), 0.2, 0.1, 0.42
"""The room of the questions in wide frames; scene units by which they begin left of that; from the last plane to the
lines below it; from one line of the second sum to the next."""

_HEADER, _DASH, _MIDDLE, _HALO = 0.3, 3.0, 0.1, 0.1
"""Scene units below the phrase's baseline at which a leaning grid ends; stroke units of the line between both sides;
scene units of the middle of letters above their baseline, and of what is around a letter."""


class TableAttention(AttentionParameters, TableParameters):
    """The parameters: a phrase, the word whose row comes first, and what happens before softmax."""

    second_phrase: Phrase = Field(
        "laptop", description="A phrase for the same matrices at the end; without the word in it, there is none."
    )

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, object]]:
        """Yield the last other phrase of a world that has no third one, or none."""
        yield from ({"second_phrase": name} for name in list(world.phrases)[:0:-1])
        yield {"second_phrase": ""}


class TableKeysQueriesValues(StageTable):
    """attention-table-kqv: three matrices answer who pulls, how hard and where to; another phrase, another answer."""

    name = "attention-table-kqv"
    Parameters = TableAttention
    claims = TABLE_KEYS_QUERIES_VALUES_CLAIMS
    texts_leave = True
    largest = 0.42  # the table is small from the first
    names_below = True
    numbers: KeysQueriesValues
    parameters: TableAttention

    @classmethod
    def compute(cls, parameters: TableAttention, world: World) -> KeysQueriesValues:
        """Return softmax(Q Kᵀ) V of the phrase, scaled and masked where the parameters say so, and of a second one.

        The dot products are as they are before that.

        Raises:
            UserError: when the phrase or the word does not fit the world, or it lacks one of the three matrices.
        """
        require_plane(world)
        numbers = _step(parameters, world)
        try:
            other = _step(parameters.model_copy(update={"phrase": parameters.second_phrase}), world)
        except UserError:
            return numbers
        if other.words == numbers.words:
            return numbers
        return replace(
            numbers, other=other, other_weights=other.weights, other_values=other.values, other_updated=other.updated
        )

    @classmethod
    def alternative_values(cls, numbers: KeysQueriesValues) -> Mapping[str, object]:
        """Return the first word, its strongest puller and its new vector, in the phrase that is seen in the end."""
        last = numbers.other or numbers
        return {
            "word": last.word,
            "second": last.words[last.second],
            "share": format_weight(float(last.weights[last.position, last.second])),
            "updated": format_vector(last.updated[last.position]),
        }

    def world_view(self) -> PlaneView:
        """Return where the plane lies; in wide frames there is more room for questions and answers beside it."""
        if not self.stage.is_wide:
            return super().world_view()
        return replace(self.stage.plane_view, record=_RECORD).holding(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words, queries, keys, values and results."""
        numbers = self.numbers
        own = [rows[numbers.position, None] for rows in (numbers.queries, numbers.updated)]
        rows = torch.cat([numbers.vectors, *own, numbers.keys, numbers.values])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    @property
    def wider(self) -> float:
        """The table does not begin before the questions."""
        return 0.0

    # --- Building -------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the words, what three matrices make of them, the questions, and the whole machine."""
        numbers, theme = self.numbers, self.style.theme
        self.row, self.phrase = numbers.position, self.header_phrase(numbers.words)
        self.table = self.make_table()
        self.places = {
            name: dict(zip(numbers.words, rows, strict=True))
            for name, rows in (
                ("X", numbers.vectors),
                ("Q", numbers.queries),
                ("K", numbers.keys),
                ("V", numbers.values),
            )
        }
        self.side = self._side()
        things = [word for word in self.places["X"] if self.world.family_index(word) is not None]
        self.things = list(dict.fromkeys([*things, numbers.word, numbers.words[numbers.second]]))
        self.words = self._words()
        self.query = self._carried("W_Q", numbers.W_Q, theme.query, [numbers.word])
        self.keys = self._carried("W_K", numbers.W_K, theme.key, list(self.places["X"]))
        self.values = self._carried("W_V", numbers.W_V, theme.value, list(self.places["X"]))
        self.asks = self._asks()
        self.pulls = self._pulls()
        self.behind = self._behind()
        asked = [self.says(key) for key in ("who", "how-hard", "where-to")]
        colors, plain = self.colors_of(numbers.words), not self.parameters.divisor
        self.answers = Answers(
            numbers, self.behind, asked, self.says("others"), colors, self._column(), is_plain=plain, style=self.style
        )
        self.products = {
            name: self._product(name, getattr(numbers, name), made, color, row, first)
            for name, made, color, row, first in (
                ("W_Q", numbers.queries, theme.query, self.row, 1), ("W_K", numbers.keys, theme.key, numbers.second, 1),
                ("W_V", numbers.values, theme.value, numbers.second, 9),
            )
        }  # fmt: skip
        self.other_table = self._other_table()
        self.machine = Machine(
            numbers, self.parameters.divisor, self.table, self.other_table, self._mark, self.stage, self.view,
            style=self.style,
        )  # fmt: skip
        self.results = self._results()
        self.asked = self._questions_there(asked)

    def _column(self) -> Region:
        """Return where questions and answers stand."""
        record, safe = self.view.record, self.stage.safe
        left = record.left - (_ASIDE if self.stage.is_wide else 0.0)
        edges = max(left, safe.left + _HALO), min(record.right, safe.right) - _HALO
        return Region(*edges, record.bottom, record.top)

    def _side(self) -> VGroup:
        """Return the dashed line on which both numbers are equal, as far as words may lie."""
        room = self.view.words(self.stage)
        far = self.stage.width / self.view.unit
        ends = [flat(self.plane.place(torch.tensor([side * far, side * far]))) for side in (-1.0, 1.0)]
        inside = clip((ends[0], ends[1]), (room.left, room.bottom, room.right, room.top))
        if inside is None:
            return VGroup()
        start, end = point(*inside[0]), point(*inside[1])
        line = DashedLine(start, end, dash_length=0.14, color=self.style.theme.dim, stroke_width=_DASH)
        return laid(VGroup(line), Layer.VEIL)

    def _words(self) -> dict[str, Token]:
        """Return the words at their places, their names clear of all arrows that come; and the first one's new name."""
        numbers = self.numbers
        rows, heights = self.places["X"], dict.fromkeys(self.places["X"], ICON) | {numbers.word: HERO}
        lines = [self._ray(row) for name in "KV" for row in self.places[name].values()]
        lines += [self._ray(numbers.queries[self.row]), *self._line_of_sides()]
        ends = [rows[each] for rows in (self.places["K"], self.places["V"]) for each in self.things if each in rows]
        boxes = [self._around(row) for row in (*ends, numbers.queries[self.row], numbers.updated[self.row])]
        words = self.tokens(rows, heights, lines=lines, boxes=boxes)
        new, ways = {numbers.word: numbers.updated[self.row]}, [self._ray(row) for row in self.places["V"].values()]
        boxes = [self._around(row) for each in (self.places["X"], self.places["V"]) for row in each.values()]
        boxes += [box_of(token.label) for word, token in words.items() if word != numbers.word]
        bands = [(flat(self.plane.place(row)), flat(self.plane.place(new[numbers.word]))) for row in numbers.values]
        later = self.tokens(new, heights, lines=[*ways, *bands, *self._line_of_sides()], boxes=boxes)
        self.end_offset = later[numbers.word].offset
        return words

    def _line_of_sides(self) -> list[Segment]:
        return [(flat(line.get_start()), flat(line.get_end())) for line in self.side]

    def _carried(self, name: str, matrix: Tensor, color: str, words: Sequence[str]) -> Carried:
        """Return what a matrix makes of words; a thing without an icon has its name there if it is told."""
        told = (self.numbers.word, self.numbers.words[self.numbers.second])
        things = [word for word in self.things if word in words]
        named = [word for word in things if word in told and not self.words[word].has_icon]
        rows, under = {word: self.places["X"][word] for word in words}, self.view.header_end - _HEADER
        lines = [*self._line_of_sides(), *([] if name == "W_Q" else [self._ray(self.numbers.queries[self.row])])]
        boxes = [box_of(part) for token in self.words.values() for part in token if len(part.get_family()) > 1]
        return Carried(self, rows, matrix, color, things, named, lines=lines, boxes=boxes, under=under)

    def _asks(self) -> VGroup:
        """Return the query's name, near its tip."""
        text = Label(self.says("query"), size=self.style.sizes.number, color=self.style.theme.query, style=self.style)
        taken = [*self.query.boxes(), *self.keys.boxes(), *self.plane.text_boxes()]
        taken += [box_of(part) for token in self.words.values() for part in token if len(part.get_family()) > 1]
        rows = (self.numbers.queries[self.row], *self.places["K"].values())
        lines = [*map(self._ray, rows), *self.plane.axis_segments(), *self._line_of_sides()]
        room, size = self.view.words(self.stage), (float(text.width) + 0.1, float(text.height) + 0.1)
        near = self.plane.place(self.numbers.queries[self.row]) + point(0.0, 0.4)
        bounds = (room.left, room.bottom, room.right, room.top)
        text.move_to(point(*free_place(size, bounds, flat(near), lines=lines, boxes=taken)))
        return labelled(text, self.style)

    def _pulls(self) -> dict[int, Band]:
        """Return the bands by which values pull the first word, by their position; none that would hang slack."""
        numbers, at, bands = self.numbers, self.plane.place(self.numbers.vectors[self.row]), dict[int, Band]()
        for index, weight in enumerate(numbers.weights[self.row].tolist()):
            if weight >= SLACK_BELOW:
                place, own = self.plane.place(numbers.values[index]), numbers.words[index] == numbers.word
                color = self.color_at(index)
                bands[index] = Band(place, at, weight, color, pinned=own, slim=_SLIM, style=self.style)
        return bands

    def _product(self, name: str, matrix: Tensor, made: Tensor, color: str, row: int, first: int) -> VGroup:
        """Return a matrix, and below it what it makes of a word, on the three lines from a row of the column on."""
        style, room, size = self.style, self._column(), self.style.sizes.number
        pitch = room.height / ROWS
        written = NamedMatrix(name, matrix, size=size, color=color, row_colors=color, style=style)
        signs = [Math(name, size=size, color=color, style=style), Math("=", size=size, style=style)]
        given = written_vector(self.numbers.vectors[row], self.color_at(row), style)
        line = Row([given, *signs, written_vector(made[row], color, style)], 0.12)
        written.scale(min(1.0, 1.85 * pitch / float(written.height), room.width / float(written.width)))
        line.scale(min(1.0, room.width / float(line.width)))
        for part, at in ((written, first + 0.5), (line, first + 2)):
            part.move_to(point(room.left + float(part.width) / 2, line_height(room, at) + _MIDDLE))
        return laid(VGroup(written, line), Layer.LABEL)

    def _mark(self, word: str, height: float) -> VMobject:
        """Return a word's mark in the machine: its icon of a height, or a dot."""
        token = self.token(word, torch.zeros(2), height=height)
        return token.mark if token.has_icon else token.mark.set(width=height / 2.6)

    def _other_table(self) -> DotTable | None:
        """Return the table of the second phrase; None where there is none, or no room for it."""
        other = self.numbers.other
        if other is None:
            return None
        try:
            return DotTable(
                other.words, self.colors_of(other.words), other.scores, self.table_region(), style=self.style
            )
        except ValueError:
            return None

    def _results(self) -> list[VGroup]:
        """Return who pulls and where to in the first phrase, and the sum of the second one, which takes its place.

        They stand below the plane of new places; there are none where they have no room.
        """
        pane, size, numbers = self.machine.panes["new"], self.style.sizes.number, self.numbers
        if not len(self.machine.product) or not self.stage.is_wide:
            return []
        below = min(pane.box[1], float(self.machine.product.get_bottom()[1])) - _PANE_TEXT
        puller = numbers.words[numbers.second]
        name: VMobject = Label(puller, size=size, color=self.color_of(puller), style=self.style)
        if has_icon(puller, self.style):
            name = ShadedIcon(puller, self.color_of(puller), height=0.5, style=self.style)
        place = written_vector(numbers.updated[self.row], self.color_of(numbers.word), self.style, size=size)
        row = Row([Math("arrow.r", size=size, style=self.style), place], 0.16)
        row.move_to(point(pane.box[2] - float(row.width) / 2, below - 0.3))
        name.move_to(point(float(row.get_left()[0]) - 0.16 - float(name.width) / 2, below - 0.3))
        lines = [VGroup(laid(name, Layer.LABEL), labelled(row, self.style)), *self._second_sum(below)]
        beside, low = float(self.machine.joint[0]) + 0.2, self.view.foot + 0.4
        fits = all(float(line.get_left()[0]) > beside and float(line.get_bottom()[1]) > low for line in lines)
        return lines if fits and float(self.machine.product.get_x()) > beside else []

    def _second_sum(self, below: float) -> list[VGroup]:
        """Return the lines of weights times values in the second phrase, and of what they add up to."""
        other = self.numbers.other
        if other is None:
            return []
        right = self.stage.safe.right - _HALO
        left, tall = float(self.machine.joint[0]) + 0.25, ROWS * _PITCH
        top = below - 0.35 - line_height(Region(left, right, -tall, 0.0), 9)
        room = Region(left, right, top - tall, top)
        written = Answers(
            other, None, [], self.says("others"), self.colors_of(other.words), room, is_plain=False, digits=(2, 3, 4),
            style=self.style,
        )  # fmt: skip
        lines = [*written.terms, written.result]
        aside = right - max(float(line.get_right()[0]) for line in lines)
        return [line.shift(point(aside)) for line in lines]

    def _questions_there(self, questions: Sequence[str]) -> list[VGroup]:
        """Return the questions where the machine answers them; none in frames without room for all."""
        machine, size = self.machine, self.style.sizes.number
        texts = [Label(text, size=size, style=self.style) for text in questions]
        keys, values = machine.ways["K", "weights"], machine.ways["V", "times"]
        spots = [(keys[0], 0.1), (keys[1], 0.2), (values[0], 0.1)]
        for text, (start, off), side in zip(texts, spots, (1, 1, -1), strict=True):
            text.move_to(start + point(off + float(text.width) / 2, side * (0.14 + float(text.height) / 2)))
        taken = [box_of(part) for part in (*machine.names.values(), *self.results) if len(part)]
        boxes = [box_of(text) for text in texts]
        fits = float(texts[0].get_right()[0]) < float(keys[1][0]) - 0.1
        fits &= not any(overlap(box, other) > 0 for box in boxes for other in taken)
        return [labelled(text, self.style) for text in texts] if self.stage.is_wide and fits else []

    # --- Small helpers --------------------------------------------------------------------------------------------

    def _ray(self, row: Tensor) -> Segment:
        """Return the way from the origin to a vector."""
        return flat(self.plane.origin), flat(self.plane.place(row))

    def _around(self, row: Tensor) -> Box:
        """Return the box of an icon at a vector's place."""
        return box_around(self.plane.place(row), ICON / 2)

    def _shadow(self, column: int) -> Shadow:
        """Return the shadow of a key on the query's line: beside that, on the other side than the key."""
        numbers, key = self.numbers, self.style.theme.key
        tip, along = (self.plane.place(row) for row in (numbers.keys[column], numbers.queries[self.row]))
        return Shadow(self.plane.origin, tip, along, key, thick=_SLAB, hatched=False, style=self.style)

    def _behind(self) -> int | None:
        """Return the position of the other word whose shadow behind the origin is seen best; None where none is.

        Best is the largest triangle, of those whose slab lies on no other word's arrow but by the origin, and whose
        edge runs over no mark or name.
        """
        numbers, origin, found = self.numbers, self.plane.origin, list[tuple[bool, float, int]]()
        digits = factor_digits(numbers)
        marks = [*self.keys.boxes(), *(box_of(part) for token in self.words.values() for part in token)]
        for column in numbers.others:
            if float(numbers.scores[self.row, column]) >= 0:
                continue
            if digits is not None and not is_product(numbers, column, digits):
                continue  # its line would be wrong
            word, tip = numbers.words[column], self.plane.place(numbers.keys[column])
            shadow = self._shadow(column)
            outline, edge = np.array(shadow.corners)[:, :2], (flat(tip), flat(shadow.foot))
            ways = [self.plane.place(row) - origin for each, row in self.places["K"].items() if each != word]
            spots = [origin + share * way for way in ways for share in np.linspace(0.0, 1.0, 40)]
            crossed = any(encloses(outline, spot[:2]) and np.linalg.norm(spot - origin) > _CLOSE for spot in spots)
            crossed |= any(overlap(box, box_of(shadow.slab)) > 0 for box in marks)
            crossed |= any(inside_length(edge, enlarged(box, _AIR)) > 0 for box in marks)
            area = float(np.linalg.norm(shadow.foot - origin) * np.linalg.norm(tip - shadow.foot))
            found.append((not crossed, area, column))
        return max(found)[2] if found else None

    def said(self) -> dict[str, str]:
        """Return the values of captions and lines: the first word, and its strongest puller in both phrases."""
        other = self.numbers.other or self.numbers
        return super().said() | {"other": other.words[other.second]}

    # --- Telling --------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Ask three questions of one row, answer them, show the whole machine, and give it another phrase."""
        said, manner = self.said(), self.parameters.manner
        with self.beat("question", **said):
            self._ask_questions()
            self.rest()
        with self.beat("query", **said):
            self._ask()
            self.rest()
        with self.beat("keys", **said):
            self._answer()
            self.rest()
        with self.beat("weights", text=f"weights{manner}", **said):
            self._weigh()
            self.rest()
        with self.beat("values", **said):
            self._give()
            self.rest()
        with self.beat("machine", **said):
            self._show_machine()
            self.rest()
        if self.numbers.other is not None and self.other_table is not None:
            with self.beat("other", text=f"other{self._alike()}", **said):
                self._swap()
                self.last()

    def _alike(self) -> str:
        """Return the ending of texts for a second phrase that takes the word to the same side as the first."""
        other = self.numbers.other
        ends = [each.updated[each.position].tolist() for each in (self.numbers, other) if each is not None]
        sides = {x > y for x, y in ends}
        return "-alike" if len(sides) == 1 else ""

    def _ask_questions(self) -> None:
        """Let the words appear, the line between both sides, and the three questions."""
        times = self.style.times
        self.add(self.phrase)
        come = [FadeIn(token) for word, token in self.words.items() if word != self.numbers.word]
        if come:
            self.play(LaggedStart(*come, lag_ratio=0.2), run_time=times.move)
        self.play(FadeIn(self.words[self.numbers.word], self.side), run_time=times.quick)
        for question in self.answers.questions:
            self.play(FadeIn(question), run_time=times.quick)

    def _ask(self) -> None:
        """Let W_Q lean the plane, and carry a copy of the first word to its query."""
        self._carry(self.query, self.products["W_Q"], FadeIn(self.asks))

    def _carry(self, carried: Carried, product: VGroup, *come: Animation, before: Sequence[VMobject] = ()) -> None:
        """Let a matrix lean the plane, and carry copies of words from where these stay; then write one product.

        The product before it leaves as the plane leans.
        """
        times, (matrix, line) = self.style.times, product
        grown = carried.grow()
        self.add(*carried.arrows.values())
        early = squish_rate_func(smooth, 0.0, 0.4)
        late = FadeIn(matrix, carried.grid, rate_func=squish_rate_func(smooth, 0.4, 1.0))
        gone = [*before, *self._in_the_way(carried)]
        self.play(grown, late, *([FadeOut(*gone, rate_func=early)] if gone else []), run_time=times.move)
        self.add(*(tip.mark for tip in carried.tips.values()))
        self.play(carried.carry(), run_time=_CARRY)
        named = carried.labels()
        self.play(
            FadeOut(carried.grid), FadeIn(line), *come, *([FadeIn(*named)] if named else []), run_time=times.quick
        )
        self.wait(_READ)

    def _in_the_way(self, carried: Carried) -> list[VMobject]:
        """Return the axes' numbers and the words' names on which arrows or their names would lie."""
        rays = [self._ray(row @ carried.matrix) for row in carried.rows.values()]
        named = [box_of(label) for label in carried.labels()]
        texts = [*self.plane.numbers, *(token.label for token in self.words.values() if len(token.label))]
        return [
            text
            for text in texts
            if any(inside_length(ray, box_of(text)) > 0 for ray in rays)
            or any(overlap(box, box_of(text)) > 0 for box in named)
        ]

    def _answer(self) -> None:
        """Let W_K carry all words to keys; these throw shadows on the query's line, and each is a score."""
        times = self.style.times
        self._carry(self.keys, self.products["W_K"], before=[*self.products["W_Q"]])
        self.play(FadeOut(*self.products["W_K"]), run_time=times.quick)
        told = [*self.answers.told, *([] if self.behind is None else [self.behind])]
        shadow: Shadow | None = None
        for column, line, seconds in zip(told, self.answers.scores, _MEETINGS, strict=False):
            shadow = self._cast(column, seconds, shadow)
            self.play(FadeIn(line), run_time=_MEASURED)
        self.shadow = shadow

    def _cast(self, column: int, seconds: float, before: Shadow | None) -> Shadow:
        """Let a key throw its shadow on the query's line, as the one before leaves; return it."""
        origin, tip = self.plane.origin, self.plane.place(self.numbers.keys[column])
        along, shadow = self.plane.place(self.numbers.queries[self.row]), self._shadow(column)

        def follow(share: float) -> None:
            shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), along)

        follow(0.0)
        self.add(shadow)
        self.play(Live([shadow], follow), *([FadeOut(before)] if before else []), run_time=seconds)
        return shadow

    def _weigh(self) -> None:
        """Raise e to the scores, divide by their sum; keys become as wide as their weights."""
        times, answers, keys = self.style.times, self.answers, self.keys
        shares = self._shares()
        widths = {word: arrow.shaft_width for word, arrow in keys.arrows.items()}

        def follow(share: float) -> None:
            for word, arrow in keys.arrows.items():
                arrow.shaft_width = widths[word] + share * (max(_LOUD * shares[word], _FAINT) - widths[word])
                arrow.set_ends(arrow.start, arrow.end)

        gone = [] if self.shadow is None else [FadeOut(self.shadow)]
        if answers.raised:
            named = [line[0] for line in answers.shares]
            self.play(
                *gone,
                FadeIn(*named[: len(answers.raised)], *(power for _, power in answers.raised)),
                run_time=times.quick,
            )
            self.wait(_READ)
            powers = [line[1] for line in answers.shares]
            equals = [sign for sign, _ in answers.raised]
            self.play(FadeIn(*named[len(answers.raised) :], *powers, *equals), run_time=times.quick)
            self.wait(_READ)
            leave = FadeOut(*answers.raised, rate_func=squish_rate_func(smooth, 0.0, 0.5))
            divided = [part for line in answers.shares for part in line[2:4]]
            self.play(leave, FadeIn(*divided, rate_func=squish_rate_func(smooth, 0.5, 1.0)), run_time=times.move)
            gone = []
        weights = [part for line in answers.shares for part in (line[4:] if answers.raised else line)]
        self.play(*gone, Live(list(keys.arrows.values()), follow), FadeIn(*weights), run_time=_SOFTEN)

    def _shares(self) -> dict[str, float]:
        """Return the weight that each word has in the first row; those of a word that stands twice are added up."""
        shares = dict.fromkeys(self.places["X"], 0.0)
        for word, weight in zip(self.numbers.words, self.numbers.weights[self.row].tolist(), strict=True):
            shares[word] += weight
        return shares

    def _give(self) -> None:
        """Let W_V carry all words to values; these pull the first word by their weights, to where bands balance."""
        times, keys, answers = self.style.times, self.keys, self.answers
        labels = [*keys.labels(), *self.query.labels()]
        gone = FadeOut(*keys.parts(), *self.query.parts(), *labels, self.asks)
        self.play(gone, run_time=_LEAVE)
        self._carry(self.values, self.products["W_V"])
        weak: list[VMobject] = [arrow for word, arrow in self.values.arrows.items() if word not in self._pullers()]
        weak += [part for word, tip in self.values.tips.items() if word not in self._pullers() for part in tip]
        token = self.words[self.numbers.word]
        # Its name would swing over others; it comes again where the word rests.
        self.play(FadeOut(*self.products["W_V"], *weak, token.label), run_time=times.quick)
        pulls, told = dict(self.pulls), answers.told
        for column, line in zip(told, answers.terms, strict=True):
            bands = [Widen(pulls.pop(column))] if column in pulls else []
            self.play(*bands, FadeIn(line), run_time=_TERM)
        if pulls:
            self.play(*map(Widen, pulls.values()), run_time=times.quick)
        end = self.plane.place(self.numbers.updated[self.row])
        self.ghost = VGroup(token.ghost(), trail(token.at, end, token.color_by_role, style=self.style))
        self.play(FadeIn(self.ghost[0]), self._pulled(token, end), *self._making_room(), run_time=_PULL)
        self.play(FadeIn(answers.result, self.ghost[1], *self._last_name(token)), run_time=times.quick)

    def _pulled(self, token: Token, end: Point) -> Live:
        """Return how the bands pull the first word's mark to its new place, where its name will be."""
        start = token.at.copy()

        def follow(share: float) -> None:
            token.put(start + share * (end - start), self.end_offset)
            for band in self.pulls.values():
                band.set_ends(band.puller, token.at)

        return Live([token.mark, *self.pulls.values()], follow, rate_func=settle)

    def _making_room(self) -> list[Animation]:
        """Return how texts leave on which the first word comes to rest, or its bands."""
        box, ways = self._around(self.numbers.updated[self.row]), self._last_ways()
        names = [token.label for word, token in self.words.items() if word != self.numbers.word]
        gone = [
            text
            for text in (*self.plane.numbers, *names, *self.values.labels())
            if overlap(box, box_of(text)) > 0 or any(inside_length(way, box_of(text)) > 0 for way in ways)
        ]
        return [FadeOut(*gone)] if gone else []

    def _last_ways(self) -> list[Segment]:
        """Return the ways of bands and of the arrows to their pullers when the first word has come to rest."""
        numbers, end = self.numbers, flat(self.plane.place(self.numbers.updated[self.row]))
        bands = [(flat(self.plane.place(numbers.values[column])), end) for column in self.pulls]
        return [*bands, *(self._ray(numbers.values[column]) for column in self.pulls)]

    def _last_name(self, token: Token) -> list[VMobject]:
        """Return the first word's name where it has come to rest; none where something lies there."""
        box = box_of(token.label)
        taken = [box_of(label) for label in self.values.labels()]
        crossed = any(inside_length(way, box) > 0 for way in self._last_ways())
        return [] if crossed or any(overlap(box, other) > 0 for other in taken) else [token.label]

    def _pullers(self) -> list[str]:
        """Return the words whose bands are drawn, in an order that no run changes: what fades last is drawn on top."""
        return list(dict.fromkeys(self.numbers.words[column] for column in self.pulls))

    def _show_machine(self) -> None:
        """Let the words glide into X; from there the whole machine comes about, part by part."""
        times, machine, numbers = self.style.times, self.machine, self.numbers
        answers, word = self.answers, self.numbers.word
        texts = [*answers.questions, *answers.scores, *answers.shares, *answers.terms, answers.result]
        texts += [token.label for token in self.words.values()]
        held = [
            part for each in self._pullers() for part in (self.values.arrows[each], *self.values.tips.get(each, []))
        ]
        gone = [*texts, *held, *self.pulls.values(), *self.ghost, self.side]
        gone += [*self.plane.ticks, *self.plane.numbers, *self.plane.names]
        self.play(FadeOut(*gone), FadeIn(Veil(self.stage, opacity=1.0, style=self.style)), run_time=times.quick)
        hero = self.words[word]
        starts = {each: (token.at.copy(), float(token.mark.width)) for each, token in self.words.items()}
        end = starts[word]
        starts[word] = (self.plane.place(numbers.vectors[self.row]), end[1])
        first, last = machine.panes["X"], machine.panes["new"]
        glide = machine.glide(starts, word, end)
        self.remove(*(token.mark for token in self.words.values()), hero)
        self.add(*first.marks.values(), last.marks[word])
        self.play(glide, FadeIn(first.edge, first.grid, first.half, machine.names["X"]), run_time=_GLIDE)
        for name in "QKV":  # one after the other: none lies over another
            departs = machine.depart(name)
            self.add(machine.panes[name])
            self.play(departs, machine.lead(("X", name)), FadeIn(machine.names[name]), run_time=_DEPART)
        self._fill_table()
        come = [machine.product, machine.names["new"], last.edge, last.grid, last.half, *self.asked[2:]]
        leads = [machine.lead(("weights", "times"), ("V", "times"), ("times", "new")), FadeIn(machine.times)]
        moved = machine.move_words(word)
        others = [mark for each, mark in last.marks.items() if each != word]
        self.play(*leads, FadeIn(*come, *others), run_time=_LEAD)
        self.play(moved, *([FadeIn(self.results[0])] if self.results else []), run_time=_ARRIVE)

    def _fill_table(self) -> None:
        """Let queries and keys lead to the table; the first word's row fills, then all."""
        machine, table = self.machine, self.table
        self.frame = table.frame(self.row)
        come = [table.lines, table.row_names, table.column_names, machine.names["weights"], self.frame]
        come += self.asked[:1]
        self.play(machine.lead(("Q", "weights"), ("K", "weights")), FadeIn(*come), run_time=_LEAD)
        rows = [self.row, *(row for row in range(len(table.discs)) if row != self.row)]
        first, *rest = [self._fill(table, self.numbers, row) for row in rows]
        self.add(*table.discs[self.row])
        self.play(first, *([FadeIn(self.asked[1])] if self.asked else []), run_time=_FILL / 2)
        self.add(*(disc for row in rows[1:] for disc in table.discs[row]))
        if rest:
            self.play(self._framed(), *rest, run_time=_FILL)

    def _fill(self, table: DotTable, numbers: KeysQueriesValues, row: int) -> Live:
        """Return how a row of a table fills with its weights."""
        colors, weights, discs = self.colors_of(numbers.words), numbers.weights[row].tolist(), table.discs[row]

        def follow(share: float) -> None:
            for column, (disc, weight, color) in enumerate(zip(discs, weights, colors, strict=True)):
                disc.put(0.0, table.centre(row, column))
                disc.blend(weight, FULL * table.pitch, smooth(share), color)
                disc.disc.set_opacity(float(share > 0))

        follow(0.0)
        return Live(list(discs), follow, rate_func=linear)

    def _framed(self) -> Live:
        """Return how the frame grows from its row around the whole table."""
        frame, table = self.frame, self.table
        bottom, top = float(frame.get_bottom()[1]), float(frame.get_top()[1])
        width, middle = float(frame.width), float(frame.get_x())

        def follow(share: float) -> None:
            ends = (bottom + share * (table.bottom - bottom), top + share * (table.top - top))
            grown = RoundedRectangle(corner_radius=0.08, width=width, height=ends[1] - ends[0])
            frame.set_points(grown.move_to(point(middle, sum(ends) / 2)).points)

        return Live([frame], follow)

    def _swap(self) -> None:
        """Give the machine the second phrase, part by part: where both have a word, it goes to another new place."""
        machine, other, table, later = self.machine, self.numbers.other, self.table, self.other_table
        assert other is not None and later is not None
        times, phrase = self.style.times, self.header_phrase(other.words)
        self.play(FadeOut(self.phrase, *self.results[:1]), run_time=times.quick)
        self.play(FadeIn(phrase), *machine.swap("X"), *self._started_again(), run_time=_SWAP)
        turned = [each for name in "QKV" for each in machine.swap(name)]
        if turned:
            self.play(*turned, run_time=_SWAP)
        self.play(*self._refilled(table, later), run_time=_FILL)
        self._swing()

    def _refilled(self, table: DotTable, later: DotTable) -> list[Animation]:
        """Return how the weights of the second phrase take the place of the first one's; of as many, each changes."""
        numbers, other = self.numbers, self.numbers.other
        assert other is not None
        names, come = (VGroup(each.row_names, each.column_names) for each in (table, later))
        early, late = (squish_rate_func(smooth, *span) for span in ((0.0, 0.5), (0.5, 1.0)))
        turned: list[Animation] = [FadeOut(*names, rate_func=early), FadeIn(*come, rate_func=late)]
        if len(table.discs) != len(later.discs):
            turned.append(FadeOut(table.lines, *(disc for row in table.discs for disc in row), rate_func=early))
            self.add(*(disc for row in later.discs for disc in row))
            fills = [self._fill(later, other, row) for row in range(len(later.discs))]
            return [*turned, FadeIn(later.lines, rate_func=late), *fills]
        colors = list(zip(self.colors_of(numbers.words), self.colors_of(other.words), strict=True))
        fill, unit = self.style.theme.fill, FULL * table.pitch
        cells = [(disc, row, column) for row, discs in enumerate(table.discs) for column, disc in enumerate(discs)]

        def follow(share: float) -> None:
            for disc, row, column in cells:
                start, end = float(numbers.weights[row, column]), float(other.weights[row, column])
                disc.put(0.0, table.centre(row, column))
                disc.blend(start + share * (end - start), unit, 1.0)
                before, after = (ManimColor(fill(color)) for color in colors[column])
                disc.tint(str(interpolate_color(before, after, share).to_hex()))

        return [*turned, Live([disc for disc, _, _ in cells], follow)]

    def _started_again(self) -> list[Animation]:
        """Return how the first word goes back to its old place in the plane of new ones; a ghost stays behind."""
        pane, word = self.machine.panes["new"], self.numbers.word
        mark, start = pane.marks[word], pane.place(self.numbers.vectors[self.row])
        ghost, end = self._small_ghost(mark), mark.get_center()
        self.add(mark)  # over its ghost

        def follow(share: float) -> None:
            mark.move_to(end + share * (start - end))

        return [FadeIn(ghost), Live([mark], follow)]

    def _swing(self) -> None:
        """Tie the first word to the values of the second phrase, and let go: it swings to where these bands balance."""
        machine, other, word = self.machine, self.numbers.other, self.numbers.word
        assert other is not None
        pane, later = machine.panes["new"], machine.later["new"]
        mark = pane.marks[word]
        start, bands, pins = mark.get_center(), dict[int, Band](), list[VMobject]()
        for index, weight in enumerate(other.weights[other.position].tolist()):
            if weight >= SLACK_BELOW:
                at, name = pane.place(other.values[index]), other.words[index]
                color, own = self.color_of(name), name == word
                bands[index] = Band(at, start, weight, color, pinned=own, slim=_THIN, style=self.style)
                pin = self.token(name, torch.zeros(2), height=_PIN, edge=self.style.theme.value).mark
                pins += [] if own else [pin.move_to(at)]
        come = [*([FadeIn(*pins)] if pins else []), *map(Widen, bands.values()), *machine.swap("new")]
        come += [FadeIn(line) for line in self.results[1:-1]]
        if come:
            self.play(*come, run_time=_SWAP)
        self.play(machine.swing(list(bands.values()), word), run_time=_SWING)
        way = trail(start, later.place(later.rows[word]), self.color_of(word), marks=[box_of(mark)], style=self.style)
        last = [*([way] if len(way) else []), *self.results[-1:]]
        if last:
            self.play(FadeIn(*last), run_time=self.style.times.quick)

    def _small_ghost(self, mark: VMobject) -> VGroup:
        """Return the ghost of the first word in the plane of new places."""
        token = self.token(self.numbers.word, torch.zeros(2), height=float(mark.height))
        return token.ghost().move_to(mark.get_center())


def _step(parameters: TableAttention, world: World) -> KeysQueriesValues:
    """Return one step of attention over a phrase, without a second one."""
    table = similarities(parameters, world)
    W_Q, W_K, W_V = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K", "W_V"))
    step = attend(table.vectors, Head(W_Q, W_K, W_V), scaled=parameters.scaled, mask=parameters.allowed(table.words))
    row, scores = table.position, step.queries @ step.keys.mT
    table = replace(table, scores=scores)
    length, powers = step.queries[row].norm(), scores[row].clamp(max=LARGEST_SCORE).exp()
    numbers = KeysQueriesValues(
        **{item.name: getattr(table, item.name) for item in fields(table)},
        weights=step.weights,
        weighted=step.weights[row][:, None] * step.values,
        updated=step.output,
        W_Q=W_Q,
        W_K=W_K,
        W_V=W_V,
        queries=step.queries,
        keys=step.keys,
        values=step.values,
        length=length,
        shadows=scores[row] / length.clamp_min(1e-9),
        powers=powers,
        power_rest=torch.zeros(()),  # until it is known which word pulls most
        power_sum=powers.sum(),
        rest=torch.zeros(()),  # the same
        other_weights=torch.zeros(0, 0),
        other_values=torch.zeros(0, 2),
        other_updated=torch.zeros(0, 2),
    )
    others = numbers.others
    return replace(numbers, power_rest=powers[others].sum(), rest=step.weights[row, others].sum())
