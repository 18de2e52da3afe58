"""Keys and queries: one word pulls harder than it is pulled (the section "Asymmetric Pull", figures 20 and 21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from manim import (
    DOWN,
    LEFT,
    Animation,
    AnimationGroup,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    Transform,
    TransformFromCopy,
    VGroup,
)
from torch import Tensor

from scenes.article.asymmetric.claims import DIFFERENT_SPACES_CLAIMS, SAME_SPACES_CLAIMS
from scenes.article.asymmetric.key_and_query import PairFigure
from scenes.article.asymmetric.pair import Pair, PairParameters, both_ways, pair
from scenes.article.asymmetric.vectors import VectorSpace
from scenes.motion.arrive import grow
from scenes.motion.become import recolor
from scenes.motion.move import Carry, down_then_across
from scenes.parameters import require_plane, world_matrix
from scenes.parts.geometry import point
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.typeset import Label, Math, vector_name
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


@dataclass(frozen=True)
class TransformedPair(Pair):
    """The numbers of two words that pull each other: by their own vectors, by squeezes, by squeezes that lean."""

    plain_forces: Tensor = quantity("The forces with vectors as they are.", rows="directions")
    squeeze_K: Tensor = quantity("Keys are squeezed along the first axis, for rows: x W_K.")
    squeeze_Q: Tensor = quantity("Queries are squeezed along the second axis, for rows: x W_Q.")
    squeezed_keys: Tensor = quantity("The keys by the squeeze alone.", rows="words")
    squeezed_queries: Tensor = quantity("The queries by the squeeze alone.", rows="words")
    squeezed_forces: Tensor = quantity("The forces by the squeezes alone.", rows="directions")
    W_K: Tensor = quantity("The squeeze of the keys that also leans.")
    W_Q: Tensor = quantity("The squeeze of the queries that also leans.")


def transformed_pair(parameters: PairParameters, world: World) -> TransformedPair:
    """Return both forces: before, with the squeezes alone, and with the squeezes that lean.

    The squeeze of a matrix is the world's, or else its diagonal: what it does along the axes.

    Raises:
        UserError: when words or matrices do not fit, or one word pushes the other away.
    """
    require_plane(world)
    plain = pair(parameters, world)
    maps: dict[str, Any] = {name: world_matrix(world, name, 2, 2) for name in ("W_K", "W_Q")}
    for letter in "KQ":
        name = f"squeeze_{letter}"
        given = name in world.matrices
        maps[name] = world_matrix(world, name, 2, 2) if given else torch.diag(torch.diagonal(maps[f"W_{letter}"]))
    squeezed = pair(parameters, world, maps["squeeze_Q"], maps["squeeze_K"])
    final = pair(parameters, world, maps["W_Q"], maps["W_K"])
    return extended(
        final,
        TransformedPair,
        plain_forces=plain.forces,
        squeezed_keys=squeezed.keys,
        squeezed_queries=squeezed.queries,
        squeezed_forces=squeezed.forces,
        **maps,
    )


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


class DifferentSpaces(PairFigure):
    """attention-key-query-transformation-part-two: two spaces, squeezed and leaning, make one pull strong, one weak."""

    name = "attention-key-query-transformation-part-two"
    claims = DIFFERENT_SPACES_CLAIMS
    numbers: TransformedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> TransformedPair:
        """Return both forces: before, with the squeezes alone, and with the squeezes that lean."""
        return transformed_pair(parameters, world)

    def build(self) -> None:
        """Draw the two spaces, the two matrices between them, and both forces at every stage."""
        numbers = self.numbers
        reach = [numbers.vectors, numbers.squeezed_keys, numbers.squeezed_queries, numbers.keys, numbers.queries]
        stages = (numbers.plain_forces, numbers.squeezed_forces, numbers.forces)
        self.lay_out(torch.cat(reach), torch.cat(stages), together=True, matrices=True)
        self.brief = [
            [line.brief(force) for line, force in zip(self.lines, forces, strict=True)] for forces in stages[:2]
        ]
        self.earlier = [[self.lane(index, force).arrow for index, force in enumerate(forces)] for forces in stages[:2]]
        self._write_matrices()

    def _write_matrices(self) -> None:
        """Write both matrices, large in the centre, squeezing and then leaning, and small below their spaces.

        Without room in the centre, they stand below their spaces from the beginning.
        """
        numbers, style = self.numbers, self.style
        panel, between = self.middle.plane.panel, self.places.between
        rooms = panel.rows(1, 1, gap=0.2)
        sides = (
            ("W_K", style.theme.key, numbers.squeeze_K, numbers.W_K, self.keys),
            ("W_Q", style.theme.query, numbers.squeeze_Q, numbers.W_Q, self.queries),
        )
        self.matrices, self.maps = [], []
        for (notation, color, squeeze, lean, side), room in zip(sides, rooms, strict=True):
            large, small = (
                [self._matrix(notation, values, color, size) for values in (squeeze, lean)]
                for size in (style.sizes.phrase, style.sizes.label)
            )
            stages = next((pair for pair in (large, small) if pair[1].width <= between.width), None)
            kept = self._matrix(notation, lean, color, style.sizes.label)
            self._put_below(kept, side, stages is None)
            if stages is None:
                self._put_below(small[0], side, True)
                stages = [small[0], kept]
            else:
                VGroup(*stages).move_to(room.centre)
            self.matrices.append(stages)
            self.maps.append(kept)
        self._write_same()

    def _matrix(self, notation: str, values: Tensor, color: str, size: float) -> NamedMatrix:
        """Return a matrix with numbers of a given size; its name keeps its own."""
        return NamedMatrix(
            notation, values, size=size, name_size=self.style.sizes.phrase, color=color, style=self.style
        )

    def _put_below(self, matrix: NamedMatrix, side: VectorSpace, named: bool) -> None:
        """Put a matrix below its space, where the name of an axis stood, or below that name."""
        panel, safe, half = side.plane.panel, self.stage.safe, float(matrix.width) / 2
        middle = min(max(float(panel.centre[0]), safe.left + half), safe.right - half)
        matrix.next_to(point(middle, panel.bottom), DOWN, buff=0.12 + _NAMES * named)

    def _write_same(self) -> None:
        """Write the sign that both spaces are the same, between them, or between their names where they touch."""
        self.same = Math("=", size=self.style.sizes.formula, style=self.style)
        left, right = self.keys.plane.panel, self.queries.plane.panel
        if not self.stage.is_portrait:
            self.same.move_to(point((left.right + right.left) / 2, left.centre[1]))
            return
        middle = (self.keys_title.get_right()[0] + self.queries_title.get_left()[0]) / 2
        self.same.set_x(float(middle)).on_baseline(self.places.title)

    def tell(self) -> None:
        """Show equal forces, squeezed and still equal, leaning, then the strong force and the weak one."""
        first, second = self.numbers.words
        (force, back), (squeezed, squeezed_back) = ((number.shown for number in stage) for stage in self.brief)
        with self.beat("same", force=force, back=back):
            self._begin()
        with self.beat("squeeze", force=squeezed, back=squeezed_back):
            self._squeeze()
        with self.beat("lean"):
            self._lean()
        for index in range(2):
            with self.beat(f"meet-{index}", text="meet", **self.meeting(index)):
                self.meet(index, pace=1.0 if index == 0 else 0.8)
                self.rest()
        force, back = (line.result.shown for line in self.lines)
        with self.beat("asymmetric", first=first, second=second, force=force, back=back):
            self.conclude()
            self.hold()

    def _begin(self) -> None:
        times = self.style.times
        self.play(FadeIn(self.keys, self.keys_title, self.queries, self.queries_title, self.same), run_time=times.move)
        self.play(
            *(FadeIn(line.spelled, number) for line, number in zip(self.lines, self.brief[0], strict=True)),
            *(FadeIn(lane.line, *lane.ends) for lane in self.lanes),
            *(FadeIn(arrow) for arrow in self.earlier[0]),
            run_time=times.move,
        )
        self.rest()

    def _squeeze(self) -> None:
        numbers, times = self.numbers, self.style.times
        self.play(FadeOut(self.same), *(FadeIn(squeeze) for squeeze, _ in self.matrices), run_time=times.move)
        self._carry(numbers.squeeze_K, numbers.squeeze_Q)
        changes = [FadeOut(*self.brief[0]), FadeIn(*self.brief[1])]
        arrows = [Transform(old, new) for old, new in zip(*self.earlier, strict=True)]
        self.play(*changes, *arrows, run_time=times.move)
        self.hold()

    def _lean(self) -> None:
        """Apply the changed matrices and move them to their final places; the parts below return with the results."""
        numbers, times = self.numbers, self.style.times
        names = [side.plane.names for side in (self.keys, self.queries)]
        below = [piece for line in self.lines for piece in line.spelled]
        below += [piece for lane in self.lanes for piece in (lane.line, *lane.ends)]
        stale = [*self.brief[1], *self.earlier[0], *names, *below]
        self.play(*(FadeOut(mobject) for mobject in stale), run_time=times.quick)
        for squeeze, lean in self.matrices:
            self.remove(squeeze)
            self.add(lean)
        self.play(*(self._change(*stages) for stages in self.matrices), run_time=times.move)
        self._carry(numbers.W_K, numbers.W_Q)
        self.rest()
        stages = zip(self.matrices, self.maps, strict=True)
        settled = [  # beside the planes, not over them
            ReplacementTransform(lean, kept, path_func=down_then_across, run_time=times.move)
            for (_, lean), kept in stages
            if lean is not kept
        ]
        if settled:  # the lower one first, to make way for the upper one
            self.play(LaggedStart(*reversed(settled), lag_ratio=_OUT_OF_THE_WAY))

    def _change(self, old: NamedMatrix, new: NamedMatrix) -> Animation:
        """Change only the numbers that differ."""
        pairs = zip(old.matrix.inner, new.matrix.inner, strict=True)
        return AnimationGroup(*(AnimationGroup(FadeOut(a), FadeIn(b)) for a, b in pairs if a.shown != b.shown))

    def _carry(self, keys: Tensor, queries: Tensor) -> None:
        """Apply the matrices to both spaces at once."""
        moves = [
            Carry(side.space, matrix, side.space.labels_at(matrix))
            for side, matrix in ((self.keys, keys), (self.queries, queries))
        ]
        self.play(*moves, run_time=1.5 * self.style.times.slow)
