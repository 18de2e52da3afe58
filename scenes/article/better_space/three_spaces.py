"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from manim import Animation, FadeIn, FadeOut, VMobject, smooth, squish_rate_func
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.calliper import Gap, fitted_calliper
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.gather import TwoPhrases
from scenes.article.better_space.pane import Look, Pane
from scenes.article.better_space.space_record import SpaceRecord
from scenes.article.better_space.spaces import ThreeSpaces
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, pull_of, width_at
from scenes.parts.plane.labels import Box, Moment, Segment, place_travelling_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, gaps_before, settled_names
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, PhraseBlock
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_FIRST = 1e-3
"""The share of the pull from which the two places are seen to lie in some direction from each other."""

_HERO, _PULLER = 0.85, 0.8
"""Scene units: the heights of the icons of the pulled word, and of the words that pull it."""

_COME, _PULL, _CARRY, _FILE = 1.4, 2.0, 2.6, 1.4
"""Seconds in which words come out of their phrases, in which they are pulled, in which a matrix carries all of space,
and in which a space is filed."""

_LIT = 6.0
"""Stroke units of the edge of the best space's picture."""

_SEED = 0.12
"""The share of its size that a mark has as it comes out of its word."""

_AWAY, _BAR = 0.72, 14.0
"""Scene units from both places to the bar that is as long as they are apart; its stroke units."""

_STRENGTH, _BELOW_HEADER = 0.85, 0.25
"""Of the grid's lines, which a matrix may lay close to each other; scene units from phrases above it down to it."""

_BESIDE, _ABOVE, _BLOCK_GAP = 1.6, 0.36, 0.6
"""Scene units that are kept free at the left of the plane's words in a wide frame, and above them for a distance; from
a phrase to the upright axis."""

_EDGE = 0.1
"""Scene units by which large icons would come too near to the frame's edge."""

_LINES = (2, 3, 4, 5)
"""Lines that a phrase beside the plane may have."""


def carried(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """Return the word's new vector in a space, for each phrase: shape (2, d); the weights stay as they were."""
    return apply_map(torch.stack([one.updated for one in pulls]), matrix)


class ThreeTransformedSpaces(TwoPhrases):
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
            weights=torch.stack([one.weights[one.strongest] for one in pulls]),
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
        """Return the view that the words fill, in whichever space; a wide frame has no phrase above the plane."""
        stage, view = self.stage, self.stage.view_under_two
        if stage.is_wide:
            view = replace(view, header=3.8, record=Region(1.85, stage.safe.right, -3.05, 3.45))
        elif stage.is_portrait:
            view = replace(view, record=Region(-3.4, 3.5, -5.3, -2.1))
        elif view.lying:
            view = replace(view, record=Region(-3.4, 3.5, -3.05, -1.75))
        else:
            view = replace(view, record=Region(1.5, stage.safe.right, -2.9, 2.7))
        room = view.words(stage).inset(
            left=_BESIDE if stage.is_wide else _EDGE, right=_EDGE if view.lying else 0.0, top=_ABOVE
        )
        return view.fitted(stage, self.spans(), room)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of all words in all spaces."""
        numbers = self.numbers
        words = torch.stack([*self._shown().values()])
        rows = torch.cat([torch.cat([words @ matrix, pulled]) for matrix, pulled in map(numbers.space, numbers.spaces)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it, by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word)] for word in shown}

    def build(self) -> None:
        """Make the grid, the words, the two pulls, and the record of the three distances."""
        numbers, style = self.numbers, self.style
        self.word, self.vectors = numbers.pulls[0].word, self._shown()
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.ground.grid, self.ground.axes = type(self.ground.grid)(), type(self.ground.axes)()  # they would not lean
        self.ground.paint(self.camera)  # type: ignore[arg-type]
        inks = self.axis_colors()
        under = None if self.stage.is_wide else self.view.header_end - _BELOW_HEADER
        self.grid = LeaningGrid(
            self.plane, inks, with_axes=True, under=under, strength=_STRENGTH, evens=True, style=style
        )
        self._measure()
        self.phrases = self._phrases()
        self.words = self._named_words()
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
        self.axis_labels = settled_names(
            self.plane,
            lines=self.plane.axis_segments(),
            boxes=[*self._marks("A"), self._around(vector, _HERO), *map(box_of, self.phrases)],
        )
        edges = [self.color_of(puller) for puller in self.pullers]
        self.record = SpaceRecord(
            self.view.record, [self._pane(inks, edges) for _ in numbers.spaces], numbers.spaces,
            [numbers.space(name)[0] for name in numbers.spaces], numbers.distances,
            unit=self.view.unit, spans=self.spans(), inks=inks, style=style,
        )  # fmt: skip
        self.spared = [*self.axis_labels, *self.plane.numbers, *self.phrases]
        self._lay(torch.eye(2), _FIRST, self.asides["A"])

    def _phrases(self) -> Sequence[HeaderPhrase | PhraseBlock]:
        """Return both phrases: large ones beside the plane in a wide frame, else above it."""
        pulls = self.numbers.pulls
        if not self.stage.is_wide:
            return [
                self.header_phrase(one.words, one.written, side=side)
                for one, side in zip(pulls, ("left", "right"), strict=True)
            ]
        safe, (x, y), record = self.stage.safe, self.view.origin, self.view.record
        rooms = [
            Region(safe.left, x - _BLOCK_GAP, y + 0.3, record.top),
            Region(record.left + _BLOCK_GAP, safe.right, y + 0.3, record.top),
        ]
        height = float(self.plane.place(pulls[0].vector)[1])
        share, blocks = max((self._blocks(count, rooms) for count in _LINES), key=lambda each: each[0])
        for block, room in zip(blocks, rooms, strict=True):
            half = float(block.scale(share).height) / 2
            block.move_to(point(float(room.centre[0]), min(max(height, room.bottom + half), room.top - half)))
        return blocks

    def _blocks(self, count: int, rooms: Sequence[Region]) -> tuple[float, list[PhraseBlock]]:
        """Return both phrases in lines, and the largest share of their size, at most 1, with which both fit."""
        blocks = [
            PhraseBlock(
                one.written,
                self.colors_of(one.words),
                min(count, len(one.words)),
                flush=True,
                size=self.style.sizes.hero,
                style=self.style,
            )
            for one in self.numbers.pulls
        ]
        fits = [
            min(room.width / float(block.width), room.height / float(block.height))
            for block, room in zip(blocks, rooms, strict=True)
        ]
        return min(1.0, *fits), blocks

    def _measure(self) -> None:
        """Make the calliper, on the side of the words where it lies on the least, and its numbers."""
        spaces, style = self.numbers.spaces, self.style
        numbers = [HeroNumber(distance, size=style.sizes.hero, style=style) for distance in self.numbers.distances]
        gaps = []
        for space, number in zip(spaces, numbers, strict=True):
            one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
            gaps.append(Gap(one, other, number, self._lines(space), self._marks(space)))
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right if self.view.lying else self.view.record.left, room.top)
        self.calliper, asides = fitted_calliper(gaps, bounds, unit=self.view.unit, away=_AWAY, width=_BAR, style=style)
        self.asides = dict(zip(spaces, asides, strict=True))
        self.distances = {
            space: laid(haloed(number, style), Layer.LABEL) for space, number in zip(spaces, numbers, strict=True)
        }

    def _height(self, word: str) -> float:
        return _HERO if word == self.word else _PULLER

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

    def _marks(self, space: str) -> list[Box]:
        """Return the boxes of all icons in a space."""
        matrix, pulled = self.numbers.space(space)
        pulling = [self._around(row @ matrix, _PULLER) for word, row in self.vectors.items() if word != self.word]
        return [*pulling, *(self._around(row, _HERO) for row in pulled)]

    def _lines(self, space: str) -> list[Segment]:
        """Return what texts keep off in a space: the bands."""
        matrix, pulled = self.numbers.space(space)
        return [
            (flat(self.plane.place(row)), flat(self.plane.place(self.vectors[puller] @ matrix)))
            for row, puller in zip(pulled, self.pullers, strict=True)
        ]

    def _named_words(self) -> dict[str, Token]:
        """Return the words' marks; those without an icon have their name on the side that is free in every space."""
        words = {word: self.token(word, row, height=self._height(word)) for word, row in self.vectors.items()}
        named = [word for word in self.vectors if not has_icon(word, self.style)]
        if not named:
            return words
        large = [word for word in named if self.world.family_index(word) is not None or word == self.world.subject]
        moments = []
        for space in self.numbers.spaces:
            matrix, pulled = self.numbers.space(space)
            one, other = (self.plane.place(row) for row in pulled)
            self.calliper.measure(one, other)
            arms = [(flat(line.get_start()), flat(line.get_end())) for line in self.calliper]
            there = {word: self.vectors[word] @ matrix for word in named}
            spots = name_spots(self.plane, there, large=large, style=self.style)
            texts = [*map(box_of, (*self.plane.numbers, *self.phrases))] if space == "A" else []
            moments.append(Moment(spots, [*self._lines(space), *arms], [box_of(self.distances[space]), *texts]))
        ways = place_travelling_labels(moments, name_bounds(self.plane))
        return words | {
            word: self.token(word, self.vectors[word], height=self._height(word), offset=way)
            for word, way in zip(named, ways, strict=True)
        }

    def _pane(self, inks: Sequence[str], edges: Sequence[str]) -> Pane:
        """Return a window on a space, with the words that pull and the pulled one at both its places."""
        rows = torch.stack([self.vectors[puller] for puller in self.pullers])
        words = {
            index: self.token(puller, self.vectors[puller])
            for index, puller in enumerate(self.pullers)
            if puller != self.word
        }
        ends = self.numbers.pulled_in_A
        moved = [self.token(self.word, row, edge=edge) for row, edge in zip(ends, edges, strict=True)]
        return Pane(
            rows,
            ends,
            words,
            moved,
            self.numbers.weights.tolist(),
            (inks, edges),
            step=self.view.step,
            style=self.style,
        )

    def tell(self) -> None:
        """Pull the word in both phrases, then let two matrices carry all of space, and compare the three spaces."""
        numbers, word = self.numbers, self.word
        said = [format_number(distance) for distance in numbers.distances.tolist()]
        with self.beat("start", word=word):
            self._come()
            self.rest()
        text = "one-place" if reads_as_zero(said[0]) else "pull-A"
        with self.beat("pull-A", text=text, word=word, space="A", distance=said[0]):
            self._pull()
            self._file(0)
            self.rest()
        for index, space in enumerate(numbers.spaces[1:], 1):
            with self.beat(f"space-{space}", text=self._text_of(index), word=word, space=space, distance=said[index]):
                self._carry(index)
                if index < len(said) - 1:
                    self._file(index)
                self.rest()
        best = self._text_of(2) == "space-C"
        with self.beat(
            "together", text="best" if best else "together", word=word, **dict(zip(numbers.spaces, said, strict=True))
        ):
            self._file(2)
            if best:
                self._light()
            self.last()

    def _come(self) -> None:
        """Lay the grid and both phrases; the words that pull come out of them, and the word out of both, as one."""
        times, pulls = self.style.times, self.numbers.pulls
        self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
        pulling = [
            (self.words[puller], phrase.words[one.strongest])
            for puller, phrase, one in zip(self.pullers, self.phrases, pulls, strict=True)
            if puller != self.word
        ]
        if pulling:
            self.add(*(token for token, _ in pulling))
            self.play(*(self._out_of(token, word) for token, word in pulling), run_time=_COME)
        copies = [laid(self.token(self.word, one.vector, height=_HERO), Layer.PIN) for one in pulls]
        self.add(*copies)
        words = [phrase.words[one.position] for phrase, one in zip(self.phrases, pulls, strict=True)]
        self.play(*(self._out_of(*each) for each in zip(copies, words, strict=True)), run_time=_COME)
        self.remove(*copies)
        self.add(self.words[self.word])

    def _out_of(self, token: Token, word: VMobject) -> Live:
        """Return how a mark grows out of its word on its way to its place."""
        start, end, height = word.get_center(), token.at.copy(), token.height_of_icon

        def follow(share: float) -> None:
            token.put(start + share * (end - start)).resize((_SEED + share * (1 - _SEED)) * height)

        follow(0.0)
        return Live([token], follow)

    def _pull(self) -> None:
        """Let both bands reach for the word; each takes one of the two along, and their distance is measured."""
        times = self.style.times
        self.play(*map(Widen, self.bands), run_time=times.move)
        self.remove(self.words[self.word])
        self.add(*self.apples)
        self.spared.append(self.calliper.digits)
        self.play(FadeIn(self.calliper, self.calliper.digits), run_time=times.quick)

        def follow(share: float) -> None:
            self._lay(torch.eye(2), share, self.asides["A"])

        self.play(Live(self._moving(), follow, rate_func=settle), run_time=_PULL)
        self._land(0)
        self.play(*map(FadeOut, self.phrases), self.spare(gone=self.phrases), run_time=times.quick)

    def _carry(self, index: int) -> None:
        """Let another matrix carry everything; the distance runs along."""
        spaces, row = self.numbers.spaces, self.record.rows[index]
        self.play(FadeIn(row.letter, row.matrix), run_time=self.style.times.move)
        start, end = (self.numbers.space(space)[0] for space in spaces[index - 1 : index + 1])
        first, last = (self.asides[space] for space in spaces[index - 1 : index + 1])
        self.remove(self.distances[spaces[index - 1]])
        self.add(self.calliper.digits)
        leave = list[Animation]()
        if index == 1:  # numbers and names hold on an upright grid alone
            texts = [*self.axis_labels, *self.plane.numbers]
            self.spared = [self.calliper.digits]
            leave = [FadeOut(*texts, self.plane.ticks, rate_func=squish_rate_func(smooth, 0.0, 0.2))]

        def follow(share: float) -> None:
            self._lay(start + share * (end - start), 1.0, first + share * (last - first))

        self.play(Live(self._moving(), follow), *leave, run_time=_CARRY)
        self._land(index)

    def _land(self, index: int) -> None:
        """Put the distance of a space where the running one has come to."""
        self.remove(self.calliper.digits)
        self.add(self.distances[self.numbers.spaces[index]])

    def _file(self, index: int) -> None:
        """Let a picture of the space go into the record, and the bar lie down beside it."""
        row = self.record.rows[index]
        bar = laid(self.calliper.bar.copy(), Layer.LEDGER)
        laid(row.pane, Layer.VECTOR)
        self.add(*([row.pane] if self.record.pictured else []), bar)
        gone = [FadeOut(row.letter, row.matrix, rate_func=squish_rate_func(smooth, 0.0, 0.4))] if index else []
        self.play(self.record.file(index, self._look(index), bar), *gone, run_time=_FILE)
        laid(row.pane, Layer.LEDGER)
        self.play(FadeIn(row.letter, row.value), run_time=self.style.times.quick)

    def _light(self) -> None:
        """Light up the last space's picture."""
        frame = self.record.rows[-1].pane.frame
        if self.record.pictured:
            self.play(frame.animate.set_stroke(self.style.theme.ink, _LIT), run_time=self.style.times.move)

    def _look(self, index: int) -> Look:
        """Return a space as the plane shows it."""
        row, ((left, right), (low, top)) = self.record.rows[index], self.spans()
        half = self.view.unit * max(right - left, top - low) / 2 + _HERO / 2
        centre = self.plane.place(torch.from_numpy(row.look.focus).float())
        return Look(row.look.matrix, centre, row.look.focus, self.view.unit, (half, half), (_PULLER, _HERO))

    def _moving(self) -> list[VMobject]:
        """Return all that moves with space."""
        others = [token for word, token in self.words.items() if word != self.word]
        return [self.grid, *others, *self.bands, *self.apples, self.calliper, self.calliper.digits]

    def _lay(self, matrix: Tensor, share: float, aside: Point) -> None:
        """Lay everything where a matrix takes it, the word pulled by a share; measure how far its places are apart."""
        self.grid.gaps = gaps_before(map(box_of, self.spared))
        self.grid.carry(matrix)
        for word, token in self.words.items():
            token.put(self.plane.place(self.vectors[word] @ matrix))
        old = self.numbers.pulls[0].vector
        places = [self.plane.place((old + share * (end - old)) @ matrix) for end in self.numbers.pulled_in_A]
        for apple, band, puller, at in zip(self.apples, self.bands, self.pullers, places, strict=True):
            token = self.words[puller]
            apple.put(at)
            band.set_ends(self.plane.place(self.vectors[puller] @ matrix), at)
            if isinstance(band, Band) and token.has_icon:
                band.set_tuck(token.tuck(at, width_at(band.weight, 0.0)))
        one, other = places
        self.calliper.measure(one, other)
        self.calliper.run(one, other, aside)

    def _text_of(self, index: int) -> str:
        """Return the key of a space's text: B takes the two places nearer, C farther apart; another where not."""
        distances, space = self.numbers.distances.tolist(), self.numbers.spaces[index]
        now = distances[index]
        if reads_as_zero(format_number(now)):
            return "one-place"
        others = [distance for place, distance in enumerate(distances) if place != index]
        holds = now < distances[0] / 2 if space == "B" else now > 1.2 * max(others)
        return f"space-{space}" if holds else "two-places"
