"""A matrix makes new vectors, and carries all of space (the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

import torch
from manim import (
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    Transform,
    TransformFromCopy,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import apply_map
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.motion import Beads, Reappear, fade_to, grow, send_word
from scenes.parameters import LandmarkParameters, require_plane, world_matrix
from scenes.parts.coordinates import Guides
from scenes.parts.geometry import flat
from scenes.parts.number import format_vector
from scenes.parts.plane import WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.text import halo
from scenes.shared.row_times_matrix import Desk, Transformed
from scenes.shared.spaces import landmarks
from scenes.stage import Region
from scenes.worlds import World

_GHOST = 0.3
"""Opacity of what shows where a word was."""

_ASIDE = 1.6
"""Radians of the arc on which the second result passes the first."""

_LEAST_PLANE = 4.9
"""Scene units of the plane's width where the formula stands beside it."""

_TRAIL = 0.4
"""Opacity of the way from a word's old place to its new one."""

_INSIDE = 0.9
"""Share of the vectors around which the plane adds its air; as much lies within it that nothing is cut."""

_OUTWARDS = 6.0
"""How much labels on a small plane would rather stand away from the words around theirs."""

_BELOW, _ABOVE, _BESIDE = (torch.tensor([share]) for share in ((0.0, -0.12), (0.0, 1.1), (1.2, 0.0)))
"""Shares of the largest number: room below for the numbers on the axis, above so that a high plane fills its height,
and at the right of a low one for labels."""


class OneWord(LandmarkParameters):
    """Whose arithmetic is written out."""

    word: str = Field(
        "", description="The word whose arithmetic is written out; the first of the first family when left empty."
    )


class ApplyTransformation(Figure):
    """attention-apply-transformation: one matrix makes a new vector of every word's."""

    name = "attention-apply-transformation"
    Parameters = OneWord
    numbers: Transformed

    @classmethod
    def compute(cls, parameters: OneWord, world: World) -> Transformed:
        """Every word's vector times the matrix M."""
        require_plane(world)
        words = landmarks(world)
        word = parameters.word or words[0]
        if word not in words:
            raise UserError(f'word must be one of the families\' or the subject ({", ".join(words)}); got "{word}"')
        second = world.subject if world.subject not in (None, word) else next(w for w in words if w != word)
        told = dict.fromkeys([word, second, *words])
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        return Transformed(
            words,
            world.axes,
            tuple(words.index(name) for name in told if name is not None),
            vectors=vectors,
            matrix=matrix,
            products=vectors[words.index(word)][:, None] * matrix,
            transformed=apply_map(vectors, matrix),
        )

    @classmethod
    def alternative_values(cls, numbers: Transformed) -> Mapping[str, object]:
        """The words, and where the first one goes."""
        first = numbers.first
        return {
            "count": len(numbers.words),
            "word": numbers.words[first],
            "before": format_vector(numbers.vectors[first]),
            "after": format_vector(numbers.transformed[first]),
        }

    def build(self) -> None:
        """The plane, and beside it or below it the arithmetic."""
        numbers, style = self.numbers, self.style
        plane, *desk = self._regions()
        rows = torch.cat([numbers.vectors, numbers.transformed])
        self.is_low = len(desk) > 1
        air = torch.cat([_BELOW, _BESIDE if self.is_low else _ABOVE]) * rows.abs().max()
        self.plane = WordPlane(plane, torch.cat([_INSIDE * rows, air]), numbers.axes, style=style)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in numbers.words}
        size = style.sizes.note if self.is_low else style.sizes.label
        self.words = list(words_on_plane(self.plane, vectors, colors, size=size, style=style).values())
        for word in self.words:
            word.label.add_to_back(halo(word.text, style))
        first = numbers.first
        self.arrows = [
            self.plane.arrow(row, self.color_of(numbers.words[first]))
            for row in (numbers.vectors[first], numbers.transformed[first])
        ]
        self.ghosts = [word.mark.copy().set_opacity(_GHOST) for word in self.words]
        self.trails = [self._trail(index) for index in range(len(self.words))]
        color = self.color_of(numbers.words[first])
        self.guides = Guides(self.plane, numbers.transformed[first], color, style=style)
        self._set_labels()
        self.desk = Desk(self, *desk)

    def _regions(self) -> tuple[Region, ...]:
        """Of the plane and of the arithmetic, or in a frame that is neither wide nor high of its two pieces."""
        safe = self.stage.safe
        if self.stage.is_wide:
            return safe.columns(1.18, 1, gap=0.25)
        if self.stage.is_portrait:
            return safe.rows(1, 1.02, gap=0.5)
        top, bottom = safe.rows(3.5, 3.4, gap=0.1)
        formula = min(4.0, top.width - _LEAST_PLANE)
        return *top.columns(top.width - formula, formula, gap=0.15), bottom

    def _trail(self, index: int) -> Line:
        """A thin line from a word's old place, where its ghost stays, to its new one."""
        start, end = (self.plane.place(rows[index]) for rows in (self.numbers.vectors, self.numbers.transformed))
        line = Line(start, end, buff=0, color=self.color_of(self.numbers.words[index]))
        # Below the labels, where it must pass through one.
        return line.set_stroke(width=self.style.strokes.thin, opacity=_TRAIL).set_z_index(-1)

    def _set_labels(self) -> None:
        """Labels as they fit at first, as they will in the end, and between, while most words still wait."""
        numbers, lines = self.numbers, [arrow.flat_segment for arrow in self.arrows]
        self._shift_to(numbers.transformed)
        trails = [(flat(trail.get_start()), flat(trail.get_end())) for trail in self.trails]
        if self.is_low:  # lines through a label are better than a label nearer to another word
            self._turn_outwards()
            set_labels(self.words, self.plane, boxes=self.ghosts, axes=False)
        else:
            set_labels(self.words, self.plane, keep_off=trails, boxes=self.ghosts)
        self.label_ends = [word.label.get_center() for word in self.words]
        for word in self.words:
            word.toward = None
        self._shift_to(numbers.vectors)
        marks = [*self.guides.numbers, *(arrow.tip for arrow in self.arrows)]
        set_labels(self.words, self.plane, keep_off=[*lines, *self.guides.segments], boxes=marks)
        self.label_stops = {}
        for index in numbers.order[:2]:
            others = [word for place, word in enumerate(self.words) if place != index]
            there = self.plane.place(numbers.transformed[index])
            boxes = [*(word.label for word in others), *self.ghosts, *self.guides.numbers, self.arrows[1].tip]
            off = [lines[1], *self.guides.segments]
            self.label_stops[index] = label_spot(self.words[index], there, self.plane, keep_off=off, boxes=boxes)

    def _turn_outwards(self) -> None:
        """Labels would rather stand away from the middle of the words of their colour, which crowd a small plane."""
        for word, name in zip(self.words, self.numbers.words, strict=True):
            color = self.color_of(name)
            family = [
                one.point for one, other in zip(self.words, self.numbers.words, strict=True)
                if self.color_of(other) == color
            ]  # fmt: skip
            across, up = flat(word.point - sum(family) / len(family))
            length = hypot(across, up)
            word.toward = (_OUTWARDS * across / length, _OUTWARDS * up / length) if length > 0 else None

    def _shift_to(self, rows: Tensor) -> None:
        for word, row in zip(self.words, rows, strict=True):
            word.shift(self.plane.place(row) - word.point)

    def tell(self) -> None:
        """One word with its arithmetic, a second without, the rest in one sweep."""
        numbers, times, desk = self.numbers, self.style.times, self.desk
        first, second, *others = numbers.order
        word = numbers.words[first]
        with self.beat("matrix"):
            self.play(FadeIn(self.plane), *(FadeIn(one) for one in self.words), run_time=times.move)
            self.play(FadeIn(desk.formula, desk.note), run_time=times.quick)
            self.play(FadeIn(desk.matrix, desk.matrix_name), run_time=times.move)
            self.rest()
        with self.beat("row", word=word):
            self.play(grow(self.arrows[0]), run_time=times.move)
            self.play(
                TransformFromCopy(self.words[first].text, desk.row_name),
                FadeIn(desk.row, target_position=self.words[first].mark, scale=0.3),
                run_time=times.move,
            )
            self.rest()
        for column, which in enumerate(("first", "second")):
            with self.beat(f"{which}-number", number=desk.results[column].shown):
                self._multiply(column)
        with self.beat("new-place", word=word):
            self.play(fade_to(desk.matrix.inner, 1.0), run_time=times.quick)
            self._mark_place()
            self.add(self.ghosts[first])
            self.play(Transform(self.arrows[0], self.arrows[1]), self._move(first), run_time=times.slow)
            self.rest()
        with self.beat("second-word", word=numbers.words[second]):
            self.play(FadeIn(desk.second), run_time=times.quick)
            self.add(self.ghosts[second])
            self.play(self._move(second), run_time=times.move)
            self.rest()
        with self.beat("all"):
            self.play(FadeOut(self.guides, self.arrows[0]), *desk.quiet(), run_time=times.quick)
            self.add(*(self.ghosts[index] for index in others))
            moves = [
                AnimationGroup(Create(self.trails[index]), *[self._move(index)] * (index in others))
                for index in numbers.order
            ]
            settle = [Reappear(self.words[index].label, self.label_ends[index]) for index in self.label_stops]
            self.play(LaggedStart(*moves, lag_ratio=0.12), *settle, run_time=2.0)
            self.hold()

    def _mark_place(self) -> None:
        """The two new numbers go to the axes, and lines lead from there to the new place."""
        times = self.style.times
        pairs = list(zip(self.desk.results, self.guides.numbers, strict=True))
        late = squish_rate_func(smooth, 0.7, 1.0)
        arrive = [FadeIn(number, rate_func=late) for number in self.guides.numbers]
        self.play(*(Beads([result], number) for result, number in pairs), *arrive, run_time=times.slow)
        self.play(*(Create(line) for line in self.guides.lines), run_time=times.quick)

    def _multiply(self, column: int) -> None:
        """One new number: the row meets a column of the matrix, the products add up, the sum is filed."""
        times, desk = self.style.times, self.desk
        self.play(
            *(fade_to(desk.matrix.column(place), 1.0 if place == column else 0.3) for place in range(2)),
            run_time=times.quick,
        )
        products, equals, result = desk.lines[column]
        # the first line stands in the way of the second
        self.play(*(desk.take_factors(column) if column == 0 else [FadeIn(products)]), run_time=times.move)
        self.add(products)
        self.play(FadeIn(equals, result), run_time=times.quick)
        arrive: list[Animation] = [TransformFromCopy(result, desk.results[column], path_arc=_ASIDE * column)]
        if column == 0:
            arrive.append(FadeIn(desk.result))
        self.play(*arrive, run_time=times.move)
        self.rest()

    def _move(self, index: int) -> Animation:
        there = self.plane.place(self.numbers.transformed[index])
        return send_word(self.words[index], there, self.label_stops.get(index, self.label_ends[index]))
