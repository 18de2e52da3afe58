"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

import torch
from manim import Animation, FadeIn, FadeOut, GrowFromPoint, Line, VGroup
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import pull_of
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math
from scenes.plane_figure import PlaneFigure
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import ThreeSpaces, landmarks
from scenes.stage import PlaneView, nice_step
from scenes.worlds import World

_HERO, _PULLER = 0.44, 0.75
"""Scene units: the heights of the icons of the pulled word, and of the words that pull it."""

_CARRY, _BACK, _PULL = 2.0, 0.7, 1.6
"""Seconds in which a matrix carries all of space, in which space comes back, and in which the word is pulled."""

_GAP, _BAR = 0.2, 11.0
"""Scene units between a bar and what stands beside it; stroke units of a bar."""

_HALF_BAND = 0.16
"""Scene units from the middle of a band to texts beside it."""

_STEPS = 3.5
"""The least number of steps along an axis to the farthest word."""

_PITCH, _ABOVE = 0.8, 0.6
"""Scene units from a bar to the next, and from the first up to what all of them are."""


def carried(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """Return the word's new vector in a space, for each phrase: shape (2, d); the weights stay as they were."""
    return apply_map(torch.stack([one.updated for one in pulls]), matrix)


class ThreeTransformedSpaces(PlaneFigure):
    """attention-three-transformed-spaces: a good space for pulling takes the two meanings far apart."""

    name = "attention-three-transformed-spaces"
    claims = THREE_TRANSFORMED_SPACES_CLAIMS
    Parameters = TwoMeanings
    with_climate = False
    texts_leave = True
    numbers: ThreeSpaces

    @classmethod
    def compute(cls, parameters: TwoMeanings, world: World) -> ThreeSpaces:
        """Take one step of attention over each phrase, and carry its result to each of the spaces."""
        require_plane(world)
        first, second = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.first_phrase, parameters.second_phrase)
        )
        pulls = (first, second)
        pullers = [one.words[one.strongest] for one in pulls]
        words = tuple(dict.fromkeys([*landmarks(world), *pullers, parameters.word]))
        A = torch.eye(2)
        B, C = (world_matrix(world, name, 2, 2) for name in "BC")
        pulled = [carried(matrix, pulls) for matrix in (A, B, C)]
        return ThreeSpaces(
            pulls,
            words,
            world.axes,
            ("A", "B", "C"),
            ("first", "second"),
            vectors=world.embedding().rows(words),
            A=A,
            B=B,
            C=C,
            pulled_in_A=pulled[0],
            pulled_in_B=pulled[1],
            pulled_in_C=pulled[2],
            distances=torch.stack([torch.linalg.vector_norm(one[0] - one[1]) for one in pulled]),
        )

    @classmethod
    def alternative_values(cls, numbers: ThreeSpaces) -> Mapping[str, object]:
        """Return the word's pullers, and the distance of its new places in each space."""
        first, second = (one.words[one.strongest] for one in numbers.pulls)
        apart = zip(numbers.spaces, numbers.distances.tolist(), strict=True)
        return {
            "word": numbers.pulls[0].word,
            "first": first,
            "second": second,
            **{name: format_number(distance) for name, distance in apart},
        }

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrices have as well."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def world_view(self) -> PlaneView:
        """Return the view that the words fill, in whichever space."""
        return self.stage.view_under_two.fitted(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of all words in all spaces."""
        numbers = self.numbers
        corners = self._step() * torch.tensor([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
        sheets = [apply_map(corners, numbers.space(name)[0]) for name in numbers.spaces]
        words = torch.stack([*self._shown().values()])
        places = [apply_map(words, numbers.space(name)[0]) for name in numbers.spaces]
        pulled = [numbers.space(name)[1] for name in numbers.spaces]
        rows = torch.cat([*places, *pulled, *sheets])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it, by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word)] for word in shown}

    def _step(self) -> float:
        """Return the length of a step along an axis; the sheet is two of them wide."""
        return nice_step(float(self.numbers.vectors.abs().max()) / _STEPS)

    def build(self) -> None:
        """Make the sheet, the words, the two pulls, and the record of the three distances."""
        numbers, style = self.numbers, self.style
        self.word = numbers.pulls[0].word
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.vectors = self._shown()
        self.inks, self.matrix = self.axis_colors(), torch.eye(2)
        step = self._step()
        self.sheet = Sheet(self.plane, 0.0, 2 * step, self.inks, step=step, style=style)
        self.square = self.sheet.dotted()
        self.units = [self.plane.vector(step * row, ink) for row, ink in zip(torch.eye(2), self.inks, strict=True)]
        self.words = {word: self.token(word, row, height=self._height(word)) for word, row in self.vectors.items()}
        self.names = {name: self._named(name) for name in numbers.spaces}
        vector = numbers.pulls[0].vector
        self.apples = [
            self.token(self.word, vector, height=_HERO, edge=self.color_of(puller)) for puller in self.pullers
        ]
        self.bands = [
            pull_of(
                self.plane.place(self.vectors[puller]), self.plane.place(vector), one.weights[one.strongest],
                self.color_of(puller), style=style,
            )
            for one, puller in zip(numbers.pulls, self.pullers, strict=True)
        ]  # fmt: skip
        self.ends = numbers.pulled_in_A.clone()  # where the two are in the original space
        self.rulers = {name: self._ruler(index) for index, name in enumerate(numbers.spaces)}
        self.between = self._line(*self.ends)
        sides = ("left", "right")
        self.phrases = [
            self.header_phrase(one.words, one.written, side=side)
            for one, side in zip(numbers.pulls, sides, strict=True)
        ]
        self._lay_record()

    def _height(self, word: str) -> float:
        return _HERO if word == self.word else _PULLER

    def _named(self, space: str) -> VGroup:
        """Return the names of the words that pull, and of words without an icon, as they stand in a space."""
        matrix, pulled = self.numbers.space(space)
        shown = [word for word in self.vectors if word != self.word]
        named = [word for word in shown if word in self.pullers or not has_icon(word, self.style)]
        places = {word: apply_map(self.vectors[word], matrix) for word in self.vectors}
        boxes = [self._around(places[word], self._height(word)) for word in shown if word not in named]
        boxes += [self._around(row, _HERO) for row in pulled]
        ways = [
            (flat(self.plane.place(row)), flat(self.plane.place(places[puller])))
            for row, puller in zip(pulled, self.pullers, strict=True)
        ]
        ways = [edge for way in ways for edge in _beside(way)] + self._edges(matrix)
        heights = {word: self._height(word) for word in named}
        tokens = self.tokens({word: places[word] for word in named}, heights, lines=ways, boxes=boxes)
        return VGroup(*(token.label for token in tokens.values()))

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

    def _edges(self, matrix: Tensor) -> list[Segment]:
        """Return the edges of the sheet in a space, of its dotted square, and both axes: texts keep off them."""
        corners = [flat(self.plane.place(row)) for row in self.sheet.corners @ matrix]
        square = [flat(self.plane.place(row)) for row in self.sheet.corners]
        around = [edge for each in (corners, square) for edge in zip(each, [*each[1:], each[0]], strict=True)]
        return [*around, *self.plane.axis_segments()]

    def _ruler(self, index: int) -> Ruler:
        """Return the distance of the two new places in a space, with its number clear of words and names."""
        numbers, space = self.numbers, self.numbers.spaces[index]
        matrix, pulled = numbers.space(space)
        start, end = (self.plane.place(row) for row in pulled)
        ruler = Ruler(start, end, numbers.distances[index], lit=True, over=True, style=self.style)
        marks = [
            self._around(apply_map(row, matrix), self._height(word))
            for word, row in self.vectors.items()
            if word != self.word
        ]
        marks += [self._around(row, _HERO) for row in pulled]
        lines = [
            (flat(self.plane.place(row)), flat(self.plane.place(apply_map(self.vectors[puller], matrix))))
            for row, puller in zip(pulled, self.pullers, strict=True)
        ]
        lines = [edge for way in lines for edge in _beside(way)] + self._edges(matrix)
        boxes = [*marks, *(box_of(label) for label in self.names[space]), *self.plane.text_boxes()]
        room, segment = self.view.words(self.stage), (flat(start), flat(end))
        size = (float(ruler.label.width) + 0.1, float(ruler.label.height) + 0.1)
        bounds = (room.left, room.bottom, room.right, room.top)
        at = free_place(size, bounds, flat((start + end) / 2), lines=[*lines, segment], boxes=boxes)
        ruler.label.move_to(point(*at))
        return ruler

    def _line(self, one: Tensor, other: Tensor) -> Line:
        line = Line(self.plane.place(one), self.plane.place(other), buff=0, color=self.style.theme.ink, stroke_width=5)
        return laid(line, Layer.PIN)

    def _lay_record(self) -> None:
        """Lay the matrix, and below it the three distances as bars from one line, in one scale."""
        numbers, style, record = self.numbers, self.style, self.view.record
        size, lying = style.sizes.number, self.view.lying
        self.matrices = self._matrices(size)
        while not lying and max(float(matrix.width) for matrix in self.matrices.values()) > record.width:
            size *= 0.95
            self.matrices = self._matrices(size)
        text = style.sizes.number if lying else style.sizes.head
        letters = [Math(name, size=text, style=style) for name in numbers.spaces]
        self.values = [Number(value, size=text, style=style) for value in numbers.distances]
        wide = max(float(matrix.width) for matrix in self.matrices.values())
        left = record.left + (wide + 3 * _GAP if lying else 0.0)
        aside = max(float(letter.width) for letter in letters) + _GAP
        room = record.right - left - aside - _GAP - max(float(value.width) for value in self.values)
        self.scale = room / max(float(numbers.distances.max()), 1e-9)
        pitch = min(_PITCH, record.height / 3.2)
        top = float(record.centre[1]) + pitch if lying else float(record.centre[1]) - 0.1
        self.zero = left + aside
        self.heights = [top - index * pitch for index in range(3)]
        self.bars = [self._bar(index, value) for index, value in enumerate(numbers.distances.tolist())]
        for letter, value, bar, y in zip(letters, self.values, self.bars, self.heights, strict=True):
            letter.move_to(point(left + aside - _GAP - float(letter.width) / 2, y))
            value.move_to(point(float(bar.get_right()[0]) + _GAP + float(value.width) / 2, y))
            laid(value, Layer.LEDGER)
        self.letters = [laid(letter, Layer.LEDGER) for letter in letters]
        heading = Label(self.says("distance"), size=style.sizes.number, style=style)
        heading.move_to(point(self.zero + float(heading.width) / 2, top + _ABOVE))
        self.heading = [] if lying else [laid(heading, Layer.LEDGER)]
        for matrix in self.matrices.values():
            beside = point(record.left + wide / 2, float(record.centre[1]))
            matrix.move_to(beside if lying else point(float(record.centre[0]), record.top - 0.8))
            laid(matrix, Layer.LEDGER)

    def _matrices(self, size: float) -> dict[str, NamedMatrix]:
        """Return the matrices by the name of their space; a row has the colour of its arrow."""
        return {
            name: NamedMatrix(name, self.numbers.space(name)[0], size=size, row_colors=self.inks, style=self.style)
            for name in self.numbers.spaces
        }

    def _bar(self, index: int, value: float) -> Line:
        start = point(self.zero, self.heights[index])
        bar = Line(start, start + point(max(value * self.scale, 1e-3)), buff=0, color=self.style.theme.ink)
        return laid(bar.set_stroke(width=_BAR), Layer.LEDGER)

    def tell(self) -> None:
        """Pull the word in both phrases, then let two matrices carry all of space, with the distance measured."""
        times, word = self.style.times, self.word
        with self.beat("start", word=word):
            self.play(FadeIn(*self.words.values(), self.names["A"]), run_time=times.move)
            self.play(*map(FadeIn, self.phrases), run_time=times.move)
            self.rest()
        shown = self.values[0].shown
        text = "one-place" if reads_as_zero(shown) else "pull-A"
        with self.beat("pull-A", text=text, word=word, space="A", distance=shown):
            self._pull()
            self.rest()
        for index, space in enumerate(self.numbers.spaces[1:], 1):
            shown = self.values[index].shown
            with self.beat(f"space-{space}", text=self._text_of(index), word=word, space=space, distance=shown):
                self._tell_space(index, space)
                self.hold()

    def _pull(self) -> None:
        """Let both bands reach for the word, which comes along in two, and measure how far apart they are."""
        times = self.style.times
        self.play(*map(Widen, self.bands), FadeIn(*self.apples), FadeOut(self.words[self.word]), run_time=times.move)
        old = self.numbers.pulls[0].vector

        def follow(share: float) -> None:
            self._lay([old + share * (end - old) for end in self.ends])

        self.play(Live([*self.bands, *self.apples], follow, rate_func=settle), run_time=_PULL)
        ruler, bar = self.rulers["A"], self.bars[0]
        self.play(FadeIn(self.between, ruler), run_time=times.quick)
        come = FadeIn(self.matrices["A"], self.letters[0], self.values[0], *self.heading)
        self.play(GrowFromPoint(bar, bar.get_start()), come, run_time=times.move)

    def _lay(self, rows: list[Tensor]) -> None:
        """Lay the two pulled words, and the bands that hold them, where the space takes them."""
        for apple, band, puller, row in zip(self.apples, self.bands, self.pullers, rows, strict=True):
            at = self.plane.place(row @ self.matrix)
            apple.put(at)
            band.set_ends(self.plane.place(self.vectors[puller] @ self.matrix), at)

    def _tell_space(self, index: int, space: str) -> None:
        """Show the matrix, let it carry everything, and let the bar follow the distance on the way."""
        times, before = self.style.times, self.numbers.spaces[index - 1]
        matrix, numbers = self.matrices[space], self.numbers
        first = index == 1
        begin = [FadeIn(self.sheet, self.square, *self.units)] if first else []
        texts = [self.matrices[before], self.names[before], self.rulers[before]]
        texts += [self.plane.numbers, self.plane.names] if first else []
        self.play(*begin, FadeOut(*texts), run_time=times.quick)
        if not first:  # each matrix carries the space that there was
            self.play(self._carry(torch.eye(2)), run_time=_BACK)
        self.play(FadeIn(matrix, self.letters[index]), run_time=times.move)
        bar = self._bar(index, float(numbers.distances[0]))
        self.bars[index] = bar
        self.add(bar)
        self.play(self._carry(numbers.space(space)[0], bar), run_time=_CARRY)
        self.play(FadeIn(self.names[space], self.rulers[space], self.values[index]), run_time=times.quick)

    def _carry(self, end: Tensor, bar: Line | None = None) -> Animation:
        """Return how a matrix takes the sheet along with everything on it; a bar may follow the distance."""
        start, step = self.matrix, self._step()

        def follow(share: float) -> None:
            self.matrix = start + share * (end - start)
            self.sheet.carry(self.matrix)
            for unit, row in zip(self.units, self.matrix, strict=True):
                unit.set_ends(self.plane.origin, self.plane.place(step * row))
            for word, token in self.words.items():
                token.put(self.plane.place(self.vectors[word] @ self.matrix))
            self._lay(list(self.ends))
            one, other = self.ends @ self.matrix
            self.between.set_points_as_corners([self.plane.place(one), self.plane.place(other)])
            if bar is not None:
                away = float(torch.linalg.vector_norm(one - other)) * self.scale
                bar.set_points_as_corners([bar.get_start(), bar.get_start() + point(max(away, 1e-3))])

        others: list[Token] = [token for word, token in self.words.items() if word != self.word]
        bars = [] if bar is None else [bar]
        return Live([self.sheet, *self.units, *others, *self.bands, *self.apples, self.between, *bars], follow)

    def _text_of(self, index: int) -> str:
        """Return the key of a space's text: B takes the two places nearer, C farther apart; another where not."""
        before, now, space = self.values[0], self.values[index], self.numbers.spaces[index]
        if reads_as_zero(now.shown):
            return "one-place"
        others = [value.value for value in self.values if value is not now]
        holds = now.value < before.value / 2 if space == "B" else now.value > 1.2 * max(others)
        return f"space-{space}" if holds else "two-places"


def _beside(way: Segment) -> list[Segment]:
    """Return a way and both edges of a band along it, so that texts keep off all of its width."""
    (x, y), (to_x, to_y) = way
    length = hypot(to_x - x, to_y - y) or 1.0
    across, up = -(to_y - y) / length * _HALF_BAND, (to_x - x) / length * _HALF_BAND
    return [((x + s * across, y + s * up), (to_x + s * across, to_y + s * up)) for s in (-1, 0, 1)]
