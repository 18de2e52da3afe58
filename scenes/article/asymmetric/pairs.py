"""Keys and queries: one word pulls harder than it is pulled (the section "Asymmetric Pull", figures 20 and 21)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import (
    LEFT,
    Animation,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    TransformFromCopy,
)
from torch import Tensor

from scenes.article.asymmetric.claims import SAME_SPACES_CLAIMS
from scenes.article.asymmetric.key_and_query import PairFigure
from scenes.article.asymmetric.pair import Pair, PairParameters, both_ways, pair
from scenes.motion.arrive import grow
from scenes.motion.become import recolor
from scenes.parameters import require_plane, world_matrix
from scenes.parts.geometry import point
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.typeset import Label, vector_name
from scenes.quantities import extended, quantity
from scenes.worlds import World


@dataclass(frozen=True)
class SharedPair(Pair):
    """The numbers of two words that pull each other in one space."""

    to_come: Tensor = quantity("The forces with the world's W_K and W_Q, drawn to the same scale.", rows="directions")


def shared_pair(parameters: PairParameters, world: World) -> SharedPair:
    """Return both dot products of the words' own vectors.

    Raises:
        UserError: when the words do not fit the world, or one pushes the other away.
    """
    require_plane(world)
    plain = pair(parameters, world)
    to_come = plain.forces
    if "W_Q" in world.matrices and "W_K" in world.matrices:
        W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
        to_come = both_ways(plain.vectors, W_Q, W_K)
    return extended(plain, SharedPair, to_come=to_come)


_NAMES = 0.43
"""Scene units below a space for the name of an axis."""

_AIR = 1.12
"""The factor by which the large plane extends beyond the longest vector, for its label."""

_OUT_OF_THE_WAY = 0.7
"""The share of a matrix's way after which the next one starts."""


class SameSpaces(PairFigure):
    """attention-key-query-transformation-part-one: while both spaces are the same, both words pull equally."""

    name = "attention-key-query-transformation-part-one"
    claims = SAME_SPACES_CLAIMS
    numbers: SharedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> SharedPair:
        """Return both dot products of the words' own vectors."""
        return shared_pair(parameters, world)

    def build(self) -> None:
        """Draw one large space, to be copied to the left and to the right, and both vectors in numbers beside it."""
        numbers, style = self.numbers, self.style
        self.notes = [Label(self.says(key), style=style) for key in ("pulls-note", "pulled-note")]
        self.lay_out(numbers.vectors, torch.cat([numbers.forces, numbers.to_come]), notes=self.notes)
        self._draw_shared()

    def _draw_shared(self) -> None:
        """Draw one large space under its name, and both vectors in numbers beside it, or below it in a narrow frame."""
        numbers, style, room = self.numbers, self.style, self.stage.safe.inset(top=0.85)
        beside = self.stage.width > self.stage.height
        large, rest = room.columns(1.5, 1) if beside else room.rows(3, 1, gap=0.25)
        self.shared = self.space_of(large, _AIR * numbers.vectors, style.theme.ink)
        panel = self.shared.plane.panel
        self.title = Label(self.says("one-space"), size=style.sizes.phrase, style=style)
        baseline = self.places.title if beside else panel.top + 0.3
        self.title.align_to(point(panel.left), LEFT).on_baseline(baseline)
        self.force_rows = [
            NamedMatrix(vector_name(word), row[None], name_size=style.sizes.formula, style=style)
            for word, row in zip(numbers.words, numbers.vectors, strict=True)
        ]
        inner = rest.inset(top=1.6, bottom=1.8) if beside else rest
        left = rest.left if beside else float(rest.centre[0]) - max(row.width for row in self.force_rows) / 2
        for row, part in zip(self.force_rows, inner.rows(1, 1), strict=True):
            row.starting_at(left).on_baseline(float(part.centre[1]))

    def tell(self) -> None:
        """Show one space, two copies, one dot product, the other, and that they are equal."""
        times = self.style.times
        first, second = self.numbers.words
        with self.beat("one-space", first=first, second=second):
            self.play(FadeIn(self.shared.ground, self.title), run_time=times.move)
            self.play(*(grow(arrow) for arrow in self.shared.arrows), run_time=times.move)
            self.play(FadeIn(*self.shared.labels, *self.force_rows), run_time=times.move)
            self.rest()
        with self.beat("copies"):
            self._copy()
        for index in range(2):
            with self.beat(f"meet-{index}", text="meet", **self.meeting(index)):
                self.meet(index, pace=1.0 if index == 0 else 0.8)
                self.rest()
        with self.beat("equal"):
            self.conclude()
            self.hold()

    def join(self) -> list[Animation]:
        """Recolour the second pair's arrows, which are also the first's: each is key and query, in neither's colour."""
        return [recolor(word, self.style.theme.ink) for word in self.met[1]]

    def _copy(self) -> None:
        """Turn the space into the key space at the left, and a copy of it into the query space at the right."""
        times = self.style.times
        self.play(FadeOut(self.title, *self.force_rows), run_time=times.quick)
        copies = [TransformFromCopy(self.shared, self.queries), ReplacementTransform(self.shared, self.keys)]
        self.play(*copies, run_time=1.3 * times.slow)
        for title, note in zip((self.keys_title, self.queries_title), self.notes, strict=True):
            self.play(FadeIn(title, note), run_time=times.move)
        self.rest()
