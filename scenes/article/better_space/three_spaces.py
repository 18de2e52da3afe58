"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

import torch
from manim import Animation, FadeIn, FadeOut, GrowFromPoint, Line, Polygon, VGroup, VMobject
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.calliper import Gap, around, fitted_calliper
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.become import light
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import pull_of
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, axis_along, carried_names, numbers_met, settled_names
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
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

_GAP, _BAR = 0.2, 15.0
"""Scene units between a bar and what stands beside it; stroke units of a bar."""

_HALF_BAND = 0.16
"""Scene units from the middle of a band to texts beside it."""

_OVER = 0.2
"""Steps above the highest word, for the number of a distance there."""

_STRENGTH = 0.7
"""Of the grid's lines, which a matrix may lay close to each other."""

_BELOW_HEADER, _TILE, _STOPS = 0.25, 0.12, 20
"""Scene units from the header down to the grid; opacity of the tile between both steps; places on a name's way at which
it is looked whether it lies on a number."""

_STEPS = 3.5
"""The least number of steps along an axis to the farthest word."""

_PITCH, _ABOVE = 0.9, 0.65
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
        words = torch.stack([*self._shown().values(), *(self._step() * torch.eye(2))])
        places = [apply_map(words, numbers.space(name)[0]) for name in numbers.spaces]
        rows = torch.cat([*places, *(numbers.space(name)[1] for name in numbers.spaces)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        above = _OVER * self._step()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]) + above)

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it, by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word)] for word in shown}

    def _step(self) -> float:
        """Return the length of a step along an axis, as the arrows of both axes have it."""
        return nice_step(float(self.numbers.vectors.abs().max()) / _STEPS)

    def build(self) -> None:
        """Make the grid, the words, the two pulls, and the record of the three distances."""
        numbers, style = self.numbers, self.style
        self.word = numbers.pulls[0].word
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.vectors = self._shown()
        self.inks, self.matrix = self.axis_colors(), torch.eye(2)
        under = self.view.header_end - _BELOW_HEADER
        self.grid = LeaningGrid(self.plane, self.inks, with_axes=True, under=under, strength=_STRENGTH, style=style)
        self.tile = Polygon(*([self.plane.origin] * 4), stroke_width=0, color=style.theme.ink)
        self.tile.set_fill(style.theme.fill(style.theme.ink), _TILE if style.theme.filled else 0.0)
        laid(self.tile, Layer.VEIL)
        self.units = [
            self.plane.vector(row, ink) for row, ink in zip(self._step() * torch.eye(2), self.inks, strict=True)
        ]
        self.words = {word: self.token(word, row, height=self._height(word)) for word, row in self.vectors.items()}
        vector = numbers.pulls[0].vector
        self.ghost = self.words[self.word].ghost()
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
        sides = ("left", "right")
        self.phrases = [
            self.header_phrase(one.words, one.written, side=side)
            for one, side in zip(numbers.pulls, sides, strict=True)
        ]
        self._measure()
        self.names = {name: self._named(name) for name in numbers.spaces}
        self.word_name = self._word_name()
        self.axis_labels = self._axis_labels()
        self.label_ends = {name: self._axis_ends(name) for name in numbers.spaces}
        self._lay_record()
        self._lay_space(torch.eye(2))

    def _height(self, word: str) -> float:
        return _HERO if word == self.word else _PULLER

    def _measure(self) -> None:
        """Make the calliper, on the side of the words where it lies on the least, and its numbers."""
        spaces, style = self.numbers.spaces, self.style
        numbers = [HeroNumber(distance, size=style.sizes.hero, style=style) for distance in self.numbers.distances]
        gaps = []
        for space, number in zip(spaces, numbers, strict=True):
            one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
            gaps.append(Gap(one, other, number, self._lines(space), self._marks(space)))
        self.calliper, asides = fitted_calliper(gaps, self._bounds(), unit=self.view.unit, style=style)
        self.asides = dict(zip(spaces, asides, strict=True))
        self.distances = {
            space: laid(haloed(number, style), Layer.LABEL) for space, number in zip(spaces, numbers, strict=True)
        }

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (room.left, room.bottom, room.right, room.top)

    def _marks(self, space: str) -> list[Box]:
        """Return the boxes of all icons in a space."""
        matrix, pulled = self.numbers.space(space)
        marks = [
            self._around(row @ matrix, self._height(word)) for word, row in self.vectors.items() if word != self.word
        ]
        return [*marks, *(self._around(row, _HERO) for row in pulled)]

    def _lines(self, space: str) -> list[Segment]:
        """Return what texts keep off in a space: the bands, the axes before and after, and the steps along them."""
        matrix, pulled = self.numbers.space(space)
        ways = [
            (flat(self.plane.place(row)), flat(self.plane.place(self.vectors[puller] @ matrix)))
            for row, puller in zip(pulled, self.pullers, strict=True)
        ]
        carried_axes = [axis for row in matrix if (axis := axis_along(self.plane, row))]
        return [*(edge for way in ways for edge in _beside(way)), *carried_axes, *self.plane.axis_segments()]

    def _measured(self, space: str) -> tuple[list[Segment], list[Box]]:
        """Return the calliper's lines in a space, and the box of its number."""
        one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
        self.calliper.measure(one, other)
        lines = [(flat(line.get_start()), flat(line.get_end())) for line in self.calliper]
        return [*lines, (flat(one), flat(other))], [box_of(self.distances[space])]

    def _named(self, space: str) -> VGroup:
        """Return the names of the words that pull, and of words without an icon, as they stand in a space."""
        matrix, pulled = self.numbers.space(space)
        shown = [word for word in self.vectors if word != self.word]
        named = [word for word in shown if word in self.pullers or not has_icon(word, self.style)]
        places = {word: apply_map(self.vectors[word], matrix) for word in self.vectors}
        boxes = [self._around(places[word], self._height(word)) for word in shown if word not in named]
        boxes += [self._around(row, _HERO) for row in pulled]
        lines, numbers = self._measured(space)
        heights = {word: self._height(word) for word in named}
        rows = {word: places[word] for word in named}
        tokens = self.tokens(rows, heights, lines=[*self._lines(space), *lines], boxes=[*boxes, *numbers])
        return VGroup(*(token.label for token in tokens.values()))

    def _word_name(self) -> VGroup:
        """Return the name of the word itself, as long as it stands at one place."""
        heights = {word: self._height(word) for word in self.vectors}
        boxes = [box_of(label) for label in self.names["A"]]
        tokens = self.tokens(self.vectors, heights, lines=self.plane.axis_segments(), boxes=boxes)
        return VGroup() if self.word in self.pullers else tokens[self.word].label

    def _axis_labels(self) -> list[VMobject]:
        """Return the names of the axes, at the nearest places that are free of the grid, the words and the calliper."""
        lines, boxes = self._measured("A")
        boxes += [*self._marks("A"), *(box_of(text) for text in (*self.names["A"], *self.plane.numbers))]
        boxes += [box_of(self.word_name)] if len(self.word_name) else []
        return settled_names(self.plane, lines=[*lines, *self._lines("A")], boxes=boxes)

    def _axis_ends(self, space: str) -> list[Point]:
        """Return where the names of the axes stand in a space."""
        if space == "A":
            return [name.get_center() for name in self.axis_labels]
        lines, boxes = self._measured(space)
        boxes += [*self._marks(space), *(box_of(label) for label in self.names[space])]
        matrix = self.numbers.space(space)[0]
        return carried_names(self.plane, self.axis_labels, matrix, lines=[*self._lines(space), *lines], boxes=boxes)

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

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
        top = float(record.centre[1]) + pitch if lying else float(record.centre[1]) + 0.15
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
            self.play(FadeIn(self.grid, *self.words.values(), self.names["A"], self.word_name), run_time=times.move)
            self.play(*map(FadeIn, self.phrases), run_time=times.move)
            self.rest()
        shown = self.values[0].shown
        text = "one-place" if reads_as_zero(shown) else "pull-A"
        with self.beat("pull-A", text=text, word=word, space="A", distance=shown):
            self._pull()
            self.rest()
        for index, space in enumerate(self.numbers.spaces[1:], 1):
            shown, text = self.values[index].shown, self._text_of(index)
            with self.beat(f"space-{space}", text=text, word=word, space=space, distance=shown):
                self._tell_space(index, space)
                if text == "space-C":
                    self._light(index)
                self.hold()

    def _pull(self) -> None:
        """Let both bands reach for the word, which comes along in two, and measure how far apart they are."""
        times = self.style.times
        leaving = FadeOut(self.words[self.word], self.word_name)
        self.play(*map(Widen, self.bands), FadeIn(self.ghost, *self.apples), leaving, run_time=times.move)
        old = self.numbers.pulls[0].vector

        def follow(share: float) -> None:
            self._lay([old + share * (end - old) for end in self.ends])

        self.play(Live([*self.bands, *self.apples], follow, rate_func=settle), run_time=_PULL)
        come = FadeIn(self.calliper, self.distances["A"])
        self.play(FadeOut(self.ghost), come, run_time=times.quick)
        bar = self.bars[0]
        come = FadeIn(self.matrices["A"], self.letters[0], self.values[0], self.tile, *self.units, *self.heading)
        self.play(GrowFromPoint(bar, bar.get_start()), come, run_time=times.move)

    def _lay(self, rows: list[Tensor]) -> None:
        """Lay the two pulled words, and the bands that hold them, where the space takes them."""
        for apple, band, puller, row in zip(self.apples, self.bands, self.pullers, rows, strict=True):
            at = self.plane.place(row @ self.matrix)
            apple.put(at)
            band.set_ends(self.plane.place(self.vectors[puller] @ self.matrix), at)

    def _lay_space(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix takes it, with the steps along its axes, and the calliper."""
        self.matrix, step = matrix, self._step()
        self.grid.carry(matrix)
        for unit, row in zip(self.units, matrix, strict=True):
            unit.set_ends(self.plane.origin, self.plane.place(step * row))
        first, second = (step * row for row in matrix)
        corners = [torch.zeros(2), first, first + second, second, torch.zeros(2)]
        self.tile.set_points_as_corners([self.plane.place(row) for row in corners])
        one, other = (self.plane.place(row) for row in self.ends @ matrix)
        self.calliper.measure(one, other)

    def _tell_space(self, index: int, space: str) -> None:
        """Show the matrix, let it carry everything, and let the bar follow the distance on the way."""
        times, before = self.style.times, self.numbers.spaces[index - 1]
        matrix, numbers = self.matrices[space], self.numbers
        first = index == 1
        leaving = [self.matrices[before], self.names[before]]
        self.play(FadeOut(*leaving, *(self._met() if first else [])), run_time=times.quick)
        one, other = (self.plane.place(row) for row in self.ends @ self.matrix)
        self.calliper.run(one, other, self.asides[before])
        self.add(*self.axis_labels, self.calliper.digits)
        self.remove(self.distances[before])
        if not first:  # each matrix carries the space that there was
            self.play(self._carry((before, "A")), run_time=_BACK)
        self.play(FadeIn(matrix, self.letters[index]), run_time=times.move)
        bar = self._bar(index, float(numbers.distances[0]))
        self.bars[index] = bar
        self.add(bar)
        self.play(self._carry(("A", space), bar), run_time=_CARRY)
        self.remove(self.calliper.digits)
        self.add(self.distances[space])
        self.play(FadeIn(self.names[space], self.values[index]), run_time=times.quick)

    def _light(self, index: int) -> None:
        """Leave the distance that is by far the largest lit, and the others dimmed."""
        rows = list(zip(self.letters, self.bars, self.values, strict=True))
        among = [piece for row in rows for piece in row]
        self.play(light(list(rows[index]), among, self.style.theme), run_time=self.style.times.quick)

    def _carry(self, spaces: tuple[str, str], bar: Line | None = None) -> Animation:
        """Return how all of space goes from one to another, with everything on it; a bar may follow the distance."""
        start, end = (self.numbers.space(name)[0] for name in spaces)
        asides, labels = (self.asides[name] for name in spaces), [self.label_ends[name] for name in spaces]
        first, last = asides

        def follow(share: float) -> None:
            self._lay_space(start + share * (end - start))
            for word, token in self.words.items():
                token.put(self.plane.place(self.vectors[word] @ self.matrix))
            self._lay(list(self.ends))
            for name, old, new in zip(self.axis_labels, *labels, strict=True):
                name.move_to(old + share * (new - old))
            one, other = (self.plane.place(row) for row in self.ends @ self.matrix)
            self.calliper.run(one, other, first + share * (last - first))
            if bar is not None:
                away = float(torch.linalg.vector_norm(self.ends[0] @ self.matrix - self.ends[1] @ self.matrix))
                bar.set_points_as_corners([bar.get_start(), bar.get_start() + point(max(away * self.scale, 1e-3))])

        follow(0.0)
        others: list[Token] = [token for word, token in self.words.items() if word != self.word]
        moved = [self.grid, self.tile, *self.units, *others, *self.bands, *self.apples, *self.axis_labels]
        bars = [] if bar is None else [bar]
        return Live([*moved, self.calliper, self.calliper.digits, *bars], follow)

    def _met(self) -> list[VMobject]:
        """Return the numbers of the ticks on which a mark or a text will lie, or over which an axis's name goes."""
        boxes: list[Box] = []
        lines: list[Segment] = []
        for space in self.numbers.spaces[1:]:
            boxes += [*self._marks(space), *(box_of(label) for label in self.names[space])]
            boxes.append(box_of(self.distances[space]))
            boxes += [
                around(old + stop / _STOPS * (new - old), name)
                for name, old, new in zip(self.axis_labels, self.label_ends["A"], self.label_ends[space], strict=True)
                for stop in range(_STOPS + 1)
            ]
            steps = self._step() * self.numbers.space(space)[0]
            lines += [(flat(self.plane.origin), flat(self.plane.place(row))) for row in steps]
            lines += self._lines(space)[: -len(self.plane.axis_segments())]
        return numbers_met(self.plane, lines=lines, boxes=boxes)

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
