"""Values instead of embeddings (the end of the section "A Better Space for Pulling Words", figure 18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import torch
from manim import DOWN, RIGHT, UP, FadeIn, FadeOut, LaggedStart, ReplacementTransform, VGroup, VMobject
from torch import Tensor

from attnmath import Head, attend
from scenes.article.better_space.claims import VALUES_LIN_COMB_CLAIMS
from scenes.layout import fit
from scenes.motion.arrive import grow
from scenes.motion.become import recolor
from scenes.motion.move import Carry
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, label_spot
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label, Math, Row, vector_name
from scenes.quantities import quantity
from scenes.shared.combination import CombinationFigure
from scenes.shared.phrase import Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_LETTER_AND_ARROW = 2
"""Outlines of a vector's symbol that are not its subscript: the letter and the arrow over it."""

_MATRIX = (2.2, 1.4)
"""Scene units of the value's formula: its width in two lines, its height in one."""

_BESIDE = 0.2
"""Scene units for labels to the right of a plane that has the matrix beside it."""

_BELOW = 1.1
"""The factor by which such a plane extends beyond the vectors, up and down, for labels."""

_UNMOVED, _UNMOVED_NAME = 0.4, 0.7
"""Opacities of the place without W_V: of its arrow, and of its label."""


@dataclass(frozen=True)
class ValuePull(Pull):
    """The numbers of one step of attention that moves values, weighed by the unchanged vectors."""

    weighted: Tensor = quantity("Each value times its weight.", rows="words")
    updated: Tensor = quantity("The pulled word's new vector: the sum of the weighted values.")
    unmoved: Tensor = quantity("The new vector as it would be without W_V.", rows="axes")
    W_V: Tensor = quantity("The matrix that makes the values, for rows: v = x W_V.", rows="axes")
    values: Tensor = quantity("The words' values, one a row: X W_V.", rows="words")


class ValuesLinComb(CombinationFigure):
    """attention-values-lin-comb: what the weights combine are values, not the embeddings themselves."""

    name = "attention-values-lin-comb"
    claims = VALUES_LIN_COMB_CLAIMS
    letter = "v"
    numbers: ValuePull

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> ValuePull:
        """Take one step of attention over the phrase, with W_V."""
        require_plane(world)
        before = pull(parameters, world)
        W_V = world_matrix(world, "W_V", 2, 2)
        step = attend(before.vectors, Head(W_V=W_V))
        given = {item.name: getattr(before, item.name) for item in fields(before)}
        given |= {
            "weighted": step.weights[before.position, :, None] * step.values,
            "updated": step.output[before.position],
        }
        return ValuePull(**given, unmoved=before.updated, W_V=W_V, values=step.values)

    @classmethod
    def alternative_values(cls, numbers: ValuePull) -> Mapping[str, object]:
        """Return the new places by the values, and by the unchanged vectors."""
        return {
            "word": numbers.word,
            "after": format_vector(numbers.updated),
            "unmoved": format_vector(numbers.unmoved),
            "strongest": numbers.words[numbers.strongest],
            "weight": format_number(float(numbers.weights[numbers.strongest])),
        }

    @property
    def combined(self) -> Tensor:
        """The values, shape (T, d)."""
        return self.numbers.values

    def arrow_color(self, word: str) -> str:
        """Return the values' own colour, whatever the word."""
        return self.style.theme.value

    def regions(self) -> tuple[Region, Region, Region]:
        """Return the regions of the phrase, the plane and the combination, with room for the formula of a value."""
        if self.stage.is_wide:
            left, right = self.stage.safe.columns(1.33, 1, gap=0.5)
            header, plane = left.rows(0.7, 6.05, gap=0.25)
            self.top, lines = right.rows(1.4, 5.5, gap=0.1)
            return header, plane, lines
        header, plane, lines = super().regions()
        if self.stage.is_portrait:
            picture = self.stage.picture_to_bottom
            taken = _MATRIX[1] + lines.height + 0.4
            plane, self.top, lines = picture.rows(picture.height - taken, _MATRIX[1], lines.height, gap=0.2)
        elif self.in_cells:
            plane, self.top = plane.columns(plane.width - _MATRIX[0] - 0.2, _MATRIX[0], gap=0.2)
        else:
            plane, self.top = plane.rows(plane.height - _MATRIX[1] - 0.2, _MATRIX[1], gap=0.2)
        return header, plane, lines

    def make_plane(self, region: Region) -> WordPlane:
        """Return the plane, with the vectors inside as well."""
        rows = torch.cat([self.numbers.vectors, self.combined, self.ends(), self.numbers.unmoved[None]])
        if self.in_cells:
            below = _BELOW * rows * torch.tensor([0.0, 1.0])  # (N, d)
            return self.plane_at_left(region, torch.cat([rows, below]), _BESIDE)
        return WordPlane(region, rows, self.world.axes, style=self.style)

    def build(self) -> None:
        """Draw the combination, and the formula of a value: the vector times W_V, its name over its numbers."""
        super().build()
        style, color = self.style, self.style.theme.value
        pieces = (("arrow(v)", color), ("=", style.theme.ink), ("arrow(x)", style.theme.ink))
        signs = [Math(notation, color=piece, style=style) for notation, piece in pieces]
        self.matrix = Matrix(self.numbers.W_V, size=style.sizes.label, style=style)
        self.matrix_name = Math("W_V", size=style.sizes.phrase, color=color, style=style)
        if self.in_cells:
            named = Row([*signs, self.matrix_name], [0.22, 0.22, 0.14])
            self.formula = VGroup(named, self.matrix.next_to(named, DOWN, buff=0.25))
        else:
            self.formula = Row([*signs, self.matrix], [0.22, 0.22, 0.18])
            self.matrix_name.next_to(self.matrix, UP, buff=0.1)
        both = VGroup(self.formula, self.matrix_name)
        fit(both, self.top.width, self.top.height)
        both.move_to(self.top.centre)

    def label_plane(self) -> None:
        """Place labels as they fit at the end; then return space, with everything in it, to its beginning."""
        super().label_plane()
        numbers = self.numbers
        self.space = Space(self.plane, numbers.W_V, style=self.style)
        for arrow, word, vector in zip(self.full, numbers.words, numbers.vectors, strict=True):
            self.space.put_arrow(arrow.set_color(self.color_of(word)), vector)
        self.space.put_words(self.labels, dict(zip(numbers.words, numbers.vectors, strict=True)))
        self._draw_unmoved()
        arrows = [self.unmoved, self.result, *self.chain]
        lines = [arrow.flat_segment for arrow in arrows]
        self.space.set_labels(keep_off=lines, boxes=[self.there, self.unmoved.tip])
        self.label_ends = self.space.labels()
        lines += [arrow.flat_segment for arrow in self.full]
        boxes: list[VMobject] = [arrow.tip for arrow in (*arrows, *self.full)]
        boxes += [word.label for word in self.labels.values()]
        for name in (self.there, self.without):
            name.label.move_to(label_spot(name, name.point, self.plane, keep_off=lines, boxes=boxes))
            boxes.append(name.label)
        self.space.carry(torch.eye(2))
        self.space.set_labels()

    def _draw_unmoved(self) -> None:
        """Draw the place to which the same weights lead without W_V, dim, for comparison."""
        style, row = self.style, self.numbers.unmoved
        color, place = self.color_of(self.numbers.word), self.plane.place(row)
        self.unmoved = Arrow(self.plane.origin, place, color, width=style.strokes.line, opacity=_UNMOVED)
        pieces = [
            Label(self.says("without"), size=style.sizes.note, color=color, style=style),
            Math("W_V", size=style.sizes.script, color=color, style=style),
        ]
        self.without = PlaneWord("without W_V", place, color, text=Row(pieces, 0.1), marked=False, style=style)
        self.without.text.set_opacity(_UNMOVED_NAME)

    def write_combination(self, region: Region) -> None:
        """Write the lines of values, and in the same places the names of the original vectors."""
        super().write_combination(region)
        self.before = []
        for line, word in zip(self.lines, self.numbers.words, strict=True):
            symbol = Math(vector_name(word), size=line.symbol.size, color=self.color_of(word), style=self.style)
            symbol.align_to(line.symbol, RIGHT).on_baseline(line.baseline)
            self.before.append(symbol)

    def vector_symbol(self, word: str) -> Math:
        """Return the name of a word's value: v in the colour of values, the word in its own."""
        symbol = super().vector_symbol(word)
        VGroup(*symbol.submobjects[:_LETTER_AND_ARROW]).set_color(self.style.theme.value)
        return symbol

    def tell(self) -> None:
        """Show the vectors, their values, the same weights, and then the combination."""
        numbers, times = self.numbers, self.style.times
        with self.beat("vectors"):
            self.play(FadeIn(self.phrase), FadeIn(self.plane.grid, self.plane.names, self.space), run_time=times.quick)
            self.play(
                *(grow(arrow) for arrow in self.full),
                *(FadeIn(label.label) for label in self.labels.values()),
                *(FadeIn(*line.counted, before) for line, before in zip(self.lines, self.before, strict=True)),
                run_time=times.slow,
            )
            self.rest()
        with self.beat("values"):
            # in the new space the edges of the panel no longer match the words' numbers
            self.play(FadeIn(self.formula, self.matrix_name), FadeOut(self.plane.names), run_time=times.move)
            self.add(*self.space.carried)
            self.play(Carry(self.space, numbers.W_V, self.label_ends), run_time=1.5 * times.slow)
            self.play(*(recolor(arrow, self.style.theme.value) for arrow in self.full), run_time=times.quick)
            self.rest()
        with self.beat("weights"):
            swaps = [
                ReplacementTransform(before, line.symbol) for line, before in zip(self.lines, self.before, strict=True)
            ]
            self.play(LaggedStart(*swaps, lag_ratio=0.15), run_time=1.5 * times.slow)
            self.rest()
        with self.beat("shrink"):
            self.shrink()
        with self.beat("chain"):
            self.join()
        with self.beat("new-place", word=numbers.word):
            self.arrive()

    def arrive(self) -> None:
        """Show the sum and the new place, beside the place without W_V."""
        self.play(grow(self.unmoved), FadeIn(self.without.label), run_time=self.style.times.move)
        super().arrive()
