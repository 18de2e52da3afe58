"""A direction carries meaning: one difference takes several words to their counterparts, measured on real words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import Circle, DashedVMobject, FadeIn, FadeOut, GrowFromPoint, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat
from scenes.parts.plane.labels import overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_WIDE, _RING, _CARRY, _TITLE = 0.09, 0.22, 1.2, 0.5
"""Scene units: the width of an arrow, the radius of a ring. Seconds in which a step is carried to another word. Scene
units for a title."""


class Pairs(WordsParameters):
    """The parameters: words in pairs."""

    pairs: Phrase = Field("pairs", description="Words in pairs, each with its counterpart: man woman king queen.")


@dataclass(frozen=True)
class Directions:
    """Pairs of words and the ways between them."""

    words: tuple[str, ...]
    names: tuple[str, ...]
    axes: tuple[str, ...]
    first: Tensor = quantity("The first word of each pair.", rows="names", columns="axes")
    second: Tensor = quantity("Its counterpart.", rows="names", columns="axes")
    ways: Tensor = quantity("The way from the one to the other.", rows="names", columns="axes")
    carried: Tensor = quantity("Where the first pair's way leads from each first word.", rows="names", columns="axes")
    missed: Tensor = quantity("How far that is from the counterpart.", rows="names")
    alike: Tensor = quantity("The cosine of each way with the first one.", rows="names")


def _are_alike(numbers: Directions, world: World) -> Measurement:
    least = float(numbers.alike.min())
    return Measurement(least > 0.85, ", ".join(map(format_number, numbers.alike.tolist())))


def _lands_near(numbers: Directions, world: World) -> Measurement:
    gaps = torch.cdist(numbers.carried, numbers.second)
    right = gaps.argmin(dim=1) == torch.arange(len(gaps))
    return Measurement(bool(right.all()), f"{int(right.sum())} of {len(right)}")


class EmbeddingDirections(PlaneFigure):
    """lesson-embedding-directions: the way from man to woman leads from king to queen."""

    name = "lesson-embedding-directions"
    world_name = "pairs"
    Parameters = Pairs
    stops_at_record = True
    with_climate = False
    fills_room = True
    numbers: Directions
    claims = (
        Claim("All ways point the same way, to a cosine above 0.85.", _are_alike),
        Claim("Carried to another word, the first way ends nearest to its counterpart.", _lands_near),
    )

    @classmethod
    def compute(cls, parameters: Pairs, world: World) -> Directions:
        """Measure the ways between pairs of words.

        Raises:
            UserError: when the words are no pairs, or there are fewer than two.
        """
        require_plane(world)
        words = phrase_words(world, parameters.pairs, "pairs", least=4, most=12)
        if len(words) % 2 or len(set(words)) < len(words):
            raise UserError(
                f"pairs needs an even number of different words; got {' '.join(words)}; "
                'give --set pairs="…" with the words of a pair one after the other'
            )
        rows = world.embedding().rows(words)
        first, second = rows[::2], rows[1::2]
        ways = second - first
        carried = first + ways[0]
        return Directions(words, words[::2], world.axes, first, second, ways, carried,
                          (carried - second).norm(dim=1), cosine_similarity(ways, ways[0]))  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Directions) -> Mapping[str, object]:
        """Return the pairs and how alike their ways are."""
        pairs = [f"{one} to {other}" for one, other in zip(numbers.words[::2], numbers.words[1::2], strict=True)]
        return {"pairs": ", ".join(pairs), "alike": format_vector(numbers.alike)}

    def build(self) -> None:
        """Make the words, the arrows between them, what a step is, and how alike all are."""
        numbers, style = self.numbers, self.style
        starts, ends = ([self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second))
        self.starts, self.ends = starts, ends
        colors = [style.theme.subject, *style.theme.families][: len(starts)]
        self.firsts, self.seconds = self._words(colors)
        places = [*self.firsts, *self.seconds]
        hidden = [
            tick for tick in self.plane.numbers if any(overlap(box_of(tick), box_of(each.mark)) for each in places)
        ]
        self.plane.numbers.remove(*hidden)
        self.arrows = [
            Vector(one, other, color, width=_WIDE, style=style)
            for one, other, color in zip(starts, ends, colors, strict=True)
        ]
        self.carried = [Vector(starts[0], ends[0], colors[0], width=_WIDE, style=style) for _ in starts]
        self.rings = [laid(self._ring(self.plane.place(row), colors[0]), Layer.GHOST) for row in numbers.carried]
        self.steps = self._steps(colors)
        view = self.view
        record = view.record.inset(top=0 if view.lying else _TITLE)
        self.alike = ScoreLedger(numbers.names, numbers.alike, colors, record, lying=view.lying, style=style)
        self.title = Label(self.says("alike"), size=style.sizes.number, within=record.width, style=style)
        self.title.set_x(record.left + self.title.width / 2)
        self.title.on_baseline(record.top + (0.1 if view.lying else 0.3))

    def _words(self, colors: Sequence[str]) -> tuple[list[Token], list[Token]]:
        """Return the words at their places, each pair in one colour."""
        numbers = self.numbers
        step = self.ends[0] - self.starts[0]
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        lines += [(flat(one), flat(one + step)) for one in self.starts[1:]]
        rows = dict(zip(numbers.words, torch.stack((numbers.first, numbers.second), 1).flatten(0, 1), strict=True))
        offsets = name_offsets(self.plane, rows, lines=lines, style=self.style)
        words = [
            Token(word, self.plane.place(row), colors[index // 2], offset=offsets[word], style=self.style)
            for index, (word, row) in enumerate(rows.items())
        ]
        return words[::2], words[1::2]

    def _ring(self, at: Point, color: str) -> VMobject:
        """Return the dashed ring around the place to which a step leads."""
        return DashedVMobject(Circle(_RING, color=color, stroke_width=3.0).move_to(at), num_dashes=12)

    def _steps(self, colors: Sequence[str]) -> list[VGroup]:
        """Return what is filed of the first step: itself, the place it leads to, and the word that is there."""
        numbers, style, record = self.numbers, self.style, self.view.record
        first, second, third, fourth = numbers.words[:4]
        sides = (f"{second} \u2212 {first}", self.says("step", word=third), fourth)
        rows = (numbers.ways[0], numbers.carried[1], numbers.second[1])
        inks = (colors[0], colors[0], colors[1])
        cells = record.columns(1, 1, 1, gap=0.2) if self.view.lying else record.rows(1, 1, 1, gap=0.3)
        steps = []
        for side, row, ink, cell in zip(sides, rows, inks, cells, strict=True):
            name = Label(side, size=style.sizes.number, color=ink, within=cell.width, style=style)
            place = Coordinates(row, size=style.sizes.number, color=ink, style=style)
            for piece, lift in ((name, 0.12), (place, -0.48)):
                piece.set_x(cell.left + piece.width / 2)
                set_on_baseline(piece, float(cell.centre[1]) + lift)
            steps.append(VGroup(name, place))
        return steps

    def _carry(self, index: int) -> Live:
        """Return how the first arrow is carried, unturned, to the first word of another pair."""
        arrow, away = self.carried[index], self.starts[index] - self.starts[0]

        def follow(share: float) -> None:
            arrow.set_ends(self.starts[0] + share * away, self.ends[0] + share * away)

        return Live([arrow], follow, run_time=_CARRY)

    def _gather(self, index: int) -> Live:
        """Return how an arrow is carried, unturned, to the middle of the plane, where all begin at one place."""
        arrow, start, end = self.arrows[index], self.starts[index], self.ends[index]
        away = np.mean(self.starts + self.ends, axis=0) - (self.starts[0] + self.ends[0]) / 2 + self.starts[0] - start

        def follow(share: float) -> None:
            arrow.set_ends(start + share * away, end + share * away)

        return Live([arrow], follow, run_time=_CARRY)

    def tell(self) -> None:
        """Show a pair and its step; carry it to a second pair, and to all; lay all arrows on each other."""
        numbers = self.numbers
        words = dict(zip(("first", "second", "third", "fourth"), numbers.words, strict=False))
        with self.beat("pair", **words):
            self.play(FadeIn(self.firsts[0], self.seconds[0]))
            self.play(GrowFromPoint(self.arrows[0], self.starts[0]))
            self.play(FadeIn(self.steps[0]))
            self.rest()
        with self.beat("carry", **words):
            self.play(FadeIn(self.firsts[1]))
            self.add(self.carried[1])
            self.play(self._carry(1))
            self.play(FadeIn(self.rings[1], self.steps[1]))
            self.rest()
        with self.beat("find", **words, missed=format_number(float(numbers.missed[1]))):
            self.play(FadeIn(self.seconds[1]))
            self.play(FadeIn(self.steps[2]))
            self.rest()
        with self.beat("all"):
            self.play(FadeIn(*self.firsts[2:]))
            self.add(*self.carried[2:])
            self.play(*(self._carry(index) for index in range(2, len(self.starts))))
            self.play(FadeIn(*self.rings[2:]))
            self.play(FadeIn(*self.seconds[2:]))
            self.rest()
        with self.beat("compare"):
            gone = VGroup(*self.carried[1:], *self.rings[1:])
            pairs = zip(self.arrows[1:], self.starts[1:], strict=True)
            self.play(FadeOut(gone), *(GrowFromPoint(arrow, start) for arrow, start in pairs))
            self.play(FadeOut(*self.firsts, *self.seconds, *self.steps))
            self.play(*(self._gather(index) for index in range(len(self.arrows))))
            self.play(FadeIn(self.title, self.alike))
            self.last()
