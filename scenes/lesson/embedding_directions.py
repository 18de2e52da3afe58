"""A direction carries meaning: one difference takes several words to their counterparts, measured on real words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import FadeIn, FadeOut, GrowFromPoint, LaggedStart, VGroup
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat
from scenes.parts.plane.vector import Vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_WIDE, _CARRY, _TITLE = 0.08, 1.6, 0.5
"""Scene units: the width of an arrow. Seconds in which it is carried to another word. Scene units for a title."""


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
        """Make the words, the arrows between them, and how alike they are."""
        numbers, style, view = self.numbers, self.style, self.view
        starts, ends = ([self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second))
        self.starts, self.ends = starts, ends
        lines = [(flat(one), flat(other)) for one, other in zip(starts, ends, strict=True)]
        rows = dict(zip(numbers.words[::2], numbers.first, strict=True)) | dict(
            zip(numbers.words[1::2], numbers.second, strict=True)
        )
        self.words = self.tokens(rows, lines=lines)
        subject = style.theme.subject
        self.arrows = [
            Vector(one, other, subject, width=_WIDE, style=style) for one, other in zip(starts, ends, strict=True)
        ]
        self.carried = [Vector(starts[0], ends[0], style.theme.dim, width=_WIDE, style=style) for _ in starts]
        record = view.record.inset(top=0 if view.lying else _TITLE)
        inks = [style.theme.ink] * len(numbers.names)
        self.alike = ScoreLedger(numbers.names, numbers.alike, inks, record, lying=view.lying, style=style)
        self.title = Label(self.says("alike"), size=style.sizes.number, within=record.width, style=style)
        self.title.set_x(record.left + self.title.width / 2)
        self.title.on_baseline(record.top + (0.1 if view.lying else 0.3))

    def _carry(self, index: int) -> Live:
        """Return how the first arrow is carried, unturned, to the first word of another pair."""
        arrow, away = self.carried[index], self.starts[index] - self.starts[0]

        def follow(share: float) -> None:
            arrow.set_ends(self.starts[0] + share * away, self.ends[0] + share * away)

        return Live([arrow], follow, run_time=_CARRY)

    def tell(self) -> None:
        """Show a pair and its way; carry it to a second pair, and to all; compare."""
        numbers, tokens = self.numbers, list(self.words.values())
        count = len(numbers.names)
        firsts, seconds = tokens[:count], tokens[count:]
        words = {
            "first": numbers.words[0],
            "second": numbers.words[1],
            "third": numbers.words[2],
            "fourth": numbers.words[3],
        }
        with self.beat("pair", **words):
            self.play(FadeIn(firsts[0], seconds[0]))
            self.play(GrowFromPoint(self.arrows[0], self.starts[0]))
            self.rest()
        with self.beat("carry", **words):
            self.play(FadeIn(firsts[1]))
            self.add(self.carried[1])
            self.play(self._carry(1))
            self.play(FadeIn(seconds[1]))
            self.rest()
        with self.beat("all"):
            self.play(LaggedStart(*map(FadeIn, firsts[2:]), lag_ratio=0.2))
            self.add(*self.carried[2:])
            self.play(*(self._carry(index) for index in range(2, count)))
            self.play(LaggedStart(*map(FadeIn, seconds[2:]), lag_ratio=0.2))
            self.rest()
        with self.beat("compare"):
            grown = [GrowFromPoint(arrow, start) for arrow, start in zip(self.arrows[1:], self.starts[1:], strict=True)]
            self.play(FadeOut(VGroup(*self.carried[1:])), *grown)
            self.play(FadeIn(self.title, self.alike))
            self.hold()
