"""Keys and queries: one word pulls harder than it is pulled (the section "Asymmetric Pull", figures 19–21)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import torch
from manim import (
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    SurroundingRectangle,
    Transform,
    TransformFromCopy,
    VGroup,
)
from torch import Tensor

from scenes.figure import Figure, quantity, world_matrix
from scenes.motion import Carry, grow
from scenes.pair import Pair, PairFigure, PairParameters, pair
from scenes.parts.force import ForceLane, LaneEnd, lane_scale
from scenes.parts.matrix import NamedMatrix
from scenes.parts.number import Number, format_number
from scenes.parts.text import Label, Math, Row
from scenes.worlds import World


def by_matrices(parameters: PairParameters, world: World) -> Pair:
    """How two words pull each other with the world's W_K and W_Q."""
    W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
    return pair(parameters, world, W_Q, W_K)


class AsymmetricForces(Figure):
    """attention-asymmetric-forces: the bride pulls the ring hard, the ring pulls the bride weakly."""

    name = "attention-asymmetric-forces"
    Parameters = PairParameters
    world_name = "bride-and-ring"
    numbers: Pair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> Pair:
        """Both forces."""
        return by_matrices(parameters, world)

    def build(self) -> None:
        """A lane for each of the two forces."""
        style = self.style
        upper, lower, note = self.stage.safe.rows(3, 3, 0.5, gap=0.25)
        ends = [self._ends(index) for index in range(2)]
        width = max(Number(force, size=style.sizes.formula, style=style).width for force in self.numbers.forces)
        scale = lane_scale(self.numbers.forces, upper, [*ends[0], *ends[1]], number_width=width)
        self.lanes = [
            ForceLane(
                region, *ends[index], force, scale,
                pulled=1 - index, color=style.theme.key, number_size=style.sizes.formula, style=style,
            )
            for index, (region, force) in enumerate(zip((upper, lower), self.numbers.forces, strict=True))
        ]  # fmt: skip
        self.note = Label(
            "length and width of an arrow: the force", size=style.sizes.note, color=style.theme.dim, style=style
        )
        self.note.move_to(note.centre)

    def _ends(self, index: int) -> tuple[LaneEnd, LaneEnd]:
        theme, words = self.style.theme, self.numbers.words
        roles = [("pulls (key)", theme.key), ("is pulled (query)", theme.query)]
        first, second = roles if index == 0 else roles[::-1]
        return (
            LaneEnd(words[0], first[1], role=first[0], icon=1.3, style=self.style),
            LaneEnd(words[1], second[1], role=second[0], icon=1.3, style=self.style),
        )

    def tell(self) -> None:
        """One beat: all of it."""
        numbers = self.numbers
        strong, weak = (format_number(float(force)) for force in numbers.forces)
        first, second = numbers.words
        said = f"The {first} pulls the {second} with a force of {strong}, the {second} pulls the {first} with {weak}."
        with self.beat("forces", said):
            self.add(*self.lanes, self.note)


class SameSpaces(PairFigure):
    """attention-key-query-transformation-part-one: while both spaces are the same, both words pull equally."""

    name = "attention-key-query-transformation-part-one"

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> Pair:
        """Both dot products of the vectors as they are."""
        return pair(parameters, world)

    def build(self) -> None:
        """One space in the middle, to be copied to the left and to the right."""
        numbers, style = self.numbers, self.style
        self.lay_out(numbers.vectors, numbers.forces)
        self.title = Label("one space", size=style.sizes.phrase, style=style)
        self.title.set_x(self.middle.plane.panel.centre[0]).on_baseline(self.title_baseline)
        self.notes = [
            Label(said, size=style.sizes.note, color=style.theme.dim, style=style)
            for said in ("words that pull", "words pulled")
        ]
        self.stand_beside(self.keys_title, self.notes[0], self.keys.plane.panel)
        self.stand_beside(self.queries_title, self.notes[1], self.queries.plane.panel)
        results = VGroup(*(line.result for line in self.lines))
        self.frame = SurroundingRectangle(
            results, color=style.theme.ink, buff=0.11, corner_radius=0.1, stroke_width=style.strokes.thin
        )

    def tell(self) -> None:
        """One space, two copies, one dot product, the other, and that they are equal."""
        numbers, times = self.numbers, self.style.times
        first, second = numbers.words
        with self.beat("one-space", f"The {first} and the {second} are two vectors in one space."):
            self.play(FadeIn(self.middle.ground, self.title), run_time=times.move)
            self.play(*(grow(arrow) for arrow in self.middle.arrows), run_time=times.move)
            self.play(*(FadeIn(label) for label in self.middle.labels), run_time=times.quick)
            self.rest()
        with self.beat("copies", "One copy for keys, the words that pull; one for queries, the words that are pulled."):
            self._copy()
        for index in range(2):
            with self.beat(f"meet-{index}", self.meeting(index)):
                self.meet(index, pace=1.0 if index == 0 else 0.8)
                self.rest()
        with self.beat("equal", "It is the same sum both ways: while the two spaces are the same, both pull equally."):
            self.conclude()
            self.play(Create(self.frame), run_time=times.move)
            self.hold()

    def _copy(self) -> None:
        """The space goes to the left as the key space, then to the right as the query space."""
        times = self.style.times
        titles = (self.keys_title, self.queries_title)
        for side, title, note in zip((self.keys, self.queries), titles, self.notes, strict=True):
            self.play(TransformFromCopy(self.middle, side), run_time=times.slow)
            self.play(FadeIn(title, note), run_time=times.quick)
        leaving = [*self.middle.arrows, *self.middle.labels, self.middle.plane.names, self.title]
        self.play(*(FadeOut(mobject) for mobject in leaving), run_time=times.quick)
        self.rest()


@dataclass(frozen=True)
class TransformedPair(Pair):
    """How two words pull each other: as they are, by squeezes alone, and by squeezes that lean."""

    plain_forces: Tensor = quantity("The forces with vectors as they are.", rows="directions")
    squeeze_K: Tensor = quantity("Keys are squeezed along the first axis, for rows: x W_K.")
    squeeze_Q: Tensor = quantity("Queries are squeezed along the second axis, for rows: x W_Q.")
    squeezed_keys: Tensor = quantity("The keys by the squeeze alone.", rows="words")
    squeezed_queries: Tensor = quantity("The queries by the squeeze alone.", rows="words")
    squeezed_forces: Tensor = quantity("The forces by the squeezes alone.", rows="directions")
    W_K: Tensor = quantity("The squeeze of the keys that also leans.")
    W_Q: Tensor = quantity("The squeeze of the queries that also leans.")


class DifferentSpaces(PairFigure):
    """attention-key-query-transformation-part-two: two spaces, squeezed and leaning, make one pull strong, one weak."""

    name = "attention-key-query-transformation-part-two"
    numbers: TransformedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> TransformedPair:
        """Both forces, before, with the squeezes alone and with the squeezes that lean."""
        names = ("squeeze_K", "squeeze_Q", "W_K", "W_Q")
        maps: dict[str, Any] = {name: world_matrix(world, name, 2, 2) for name in names}
        plain = pair(parameters, world)
        squeezed = pair(parameters, world, maps["squeeze_Q"], maps["squeeze_K"])
        final = pair(parameters, world, maps["W_Q"], maps["W_K"])
        return TransformedPair(
            **{item.name: getattr(final, item.name) for item in fields(final)},
            plain_forces=plain.forces,
            squeezed_keys=squeezed.keys,
            squeezed_queries=squeezed.queries,
            squeezed_forces=squeezed.forces,
            **maps,
        )

    def build(self) -> None:
        """The two spaces, the two matrices between them, and both forces at every stage."""
        numbers = self.numbers
        reach = [numbers.vectors, numbers.squeezed_keys, numbers.squeezed_queries, numbers.keys, numbers.queries]
        stages = (numbers.plain_forces, numbers.squeezed_forces, numbers.forces)
        self.lay_out(torch.cat(reach), torch.cat(stages), together=True)
        self.brief = [
            [line.brief(force) for line, force in zip(self.lines, forces, strict=True)] for forces in stages[:2]
        ]
        self.earlier = [[self.lane(index, force) for index, force in enumerate(forces)] for forces in stages[:2]]
        self._write_matrices()

    def _write_matrices(self) -> None:
        """Both matrices in the middle, squeezing and then leaning, and their names beside those of their spaces."""
        numbers, style = self.numbers, self.style
        panel = self.middle.plane.panel
        rooms = panel.rows(1, 1, gap=0.2)
        sides = (
            ("W_K", style.theme.key, numbers.squeeze_K, numbers.W_K, self.keys, self.keys_title),
            ("W_Q", style.theme.query, numbers.squeeze_Q, numbers.W_Q, self.queries, self.queries_title),
        )
        self.matrices, self.maps = [], []
        for (notation, color, squeeze, lean, side, title), room in zip(sides, rooms, strict=True):
            stages = [NamedMatrix(notation, values, color=color, style=style) for values in (squeeze, lean)]
            self.matrices.append([stage.move_to(room.centre) for stage in stages])
            letter = Math("x", size=style.sizes.phrase, style=style)
            name = Row([letter, Math(notation, size=style.sizes.phrase, color=color, style=style)], 0.12)
            self.stand_beside(title, name, side.plane.panel)
            self.maps.append(name)
        self.same = Math("=", size=style.sizes.formula, style=style).move_to(panel.centre)

    def tell(self) -> None:
        """Equal forces, squeezed and still equal, leaning, then the strong force and the weak one."""
        directions = self.numbers.directions
        before, squeezed = (" and ".join(number.shown for number in stage) for stage in self.brief)
        with self.beat("same", f"Key space and query space are still the same, and the two pulls are {before}."):
            self._begin()
        with self.beat("squeeze", f"Squeeze keys along one axis and queries along the other: now they are {squeezed}."):
            self._squeeze()
        with self.beat("lean", "So each of the two spaces also leans, and each in its own way."):
            self._lean()
        for index in range(2):
            with self.beat(f"meet-{index}", self.meeting(index)):
                self.meet(index, pace=1.0 if index == 0 else 0.8)
                self.rest()
        first, second = (
            f"{direction} with {line.result.shown}" for direction, line in zip(directions, self.lines, strict=True)
        )
        with self.beat("asymmetric", f"With two different spaces {first}, but {second}."):
            self.play(FadeOut(self.pairs[1]), FadeIn(*self.met[0]), run_time=self.style.times.quick)
            self.conclude()
            self.hold()

    def _begin(self) -> None:
        times = self.style.times
        self.play(FadeIn(self.keys, self.keys_title, self.queries, self.queries_title, self.same), run_time=times.move)
        self.play(
            *(FadeIn(line.spelled, number) for line, number in zip(self.lines, self.brief[0], strict=True)),
            *(FadeIn(lane) for lane in self.earlier[0]),
            run_time=times.move,
        )
        self.rest()

    def _squeeze(self) -> None:
        numbers, times = self.numbers, self.style.times
        self.play(FadeOut(self.same), *(FadeIn(squeeze) for squeeze, _ in self.matrices), run_time=times.move)
        self._carry(numbers.squeeze_K, numbers.squeeze_Q)
        changes = [FadeOut(*self.brief[0]), FadeIn(*self.brief[1])]
        arrows = [Transform(old.arrow, new.arrow) for old, new in zip(*self.earlier, strict=True)]
        self.play(*changes, *arrows, run_time=times.move)
        self.hold()

    def _lean(self) -> None:
        numbers, times = self.numbers, self.style.times
        names = [side.plane.names for side in (self.keys, self.queries)]
        stale = [*self.brief[1], *self.earlier[0], *(line.spelled for line in self.lines), *names]
        self.play(*(FadeOut(mobject) for mobject in stale), run_time=times.quick)
        for squeeze, lean in self.matrices:
            self.remove(squeeze)
            self.add(lean)
        self.play(*(self._change(*stages) for stages in self.matrices), run_time=times.move)
        self._carry(numbers.W_K, numbers.W_Q)
        self.rest()
        leans = [lean for _, lean in self.matrices]
        self.play(*(FadeOut(lean.equals, lean.matrix) for lean in leans), run_time=times.quick)
        settled = [
            move
            for lean, name in zip(leans, self.maps, strict=True)
            for move in (ReplacementTransform(lean.symbol, name[1]), FadeIn(name[0]))
        ]
        self.play(*settled, FadeIn(self.middle.space), run_time=times.move)

    def _change(self, old: NamedMatrix, new: NamedMatrix) -> Animation:
        """Only the numbers that differ change."""
        pairs = zip(old.matrix.inner, new.matrix.inner, strict=True)
        return AnimationGroup(*(AnimationGroup(FadeOut(a), FadeIn(b)) for a, b in pairs if a.shown != b.shown))

    def _carry(self, keys: Tensor, queries: Tensor) -> None:
        """Both spaces are carried at once."""
        moves = [
            Carry(side.space, matrix, side.space.labels_at(matrix))
            for side, matrix in ((self.keys, keys), (self.queries, queries))
        ]
        self.play(*moves, run_time=1.5 * self.style.times.slow)
