"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

import torch
from manim import Create, FadeIn, LaggedStart, Line, Transform, VGroup

from scenes.motion import grow
from scenes.parts.geometry import point
from scenes.parts.number import Coordinates, Number
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import PlaneWord, WordPlane, set_labels
from scenes.parts.text import Math, Row, Typeset, set_on_baseline, vector_name
from scenes.phrase import PhraseFigure
from scenes.stage import Region


class UpdateApple(PhraseFigure):
    """attention-update-apple: weighted vectors, laid tip to tail, end at the word's new place."""

    name = "attention-update-apple"

    def build(self) -> None:
        """The phrase at the top, the plane at the left, the linear combination at the right."""
        numbers, style = self.numbers, self.style
        self.order = self._order()
        self.phrase = PhraseRow(numbers.words, self.colors_of(numbers.words), self.stage.header, style=style)
        left, right = self.stage.picture_to_bottom.columns(1.45, 1, gap=0.5)
        self.ends = self._chain()
        rows = torch.cat([numbers.vectors, self.ends])
        self.plane = WordPlane(left, rows, self.world.axes, style=style)
        self.full = [
            self.plane.arrow(vector, self.color_of(word))
            for word, vector in zip(numbers.words, numbers.vectors, strict=True)
        ]
        self.shrunk = [
            self.plane.arrow(vector, self.color_of(word))
            for word, vector in zip(numbers.words, numbers.weighted, strict=True)
        ]
        self.chain = [
            self.plane.arrow(end, self.color_of(word), start=start)
            for word, start, end in zip(numbers.words, self.ends[:-1], self.ends[1:], strict=True)
        ]
        self.result = self.plane.arrow(numbers.updated, style.theme.ink, width=style.strokes.bold)
        self._label_plane()
        self._write_combination(right)

    def _order(self) -> list[int]:
        """The words in the order they are told: the hardest puller, the word itself, then the others."""
        position, strongest = self.numbers.position, self.numbers.strongest
        first = list(dict.fromkeys([strongest, position]))
        return first + [index for index in range(len(self.numbers.words)) if index not in first]

    def _chain(self) -> torch.Tensor:
        """Where the weighted vectors end when each starts at the one before: shape (T + 1, d), from the origin."""
        weighted = self.numbers.weighted  # (T, d)
        return torch.cat([torch.zeros_like(weighted[:1]), weighted.cumsum(dim=0)])

    def _label_plane(self) -> None:
        numbers, style = self.numbers, self.style
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.labels = {
            word: PlaneWord(word, self.plane.place(vector), self.color_of(word), style=style)
            for word, vector in vectors.items()
        }
        self.there = PlaneWord(f"new {numbers.word}", self.plane.place(numbers.updated), style.theme.ink, style=style)
        arrows = [*self.full, self.result, *self.chain]
        lines = [arrow.flat_segment for arrow in arrows]
        set_labels([*self.labels.values(), self.there], self.plane, keep_off=lines)

    def _write_combination(self, region: Region) -> None:
        """A line for each word, weight times vector and what it comes to, and the sum below."""
        numbers = self.numbers
        count = len(numbers.words)
        pitch = min(0.62, region.height / (count + 2))
        top = region.centre[1] + pitch * (count + 1) / 2 - pitch * 0.6
        self.lines: list[_Line] = []
        for index, word in enumerate(numbers.words):
            line = self._line(numbers.weights[index], word, numbers.weighted[index])
            set_on_baseline(line, top - pitch * index)
            self.lines.append(line)
        self.sum = self._sum_line()
        set_on_baseline(self.sum, top - pitch * (count + 0.45))
        for line in [*self.lines, self.sum]:
            line.shift(point(region.left - line.equals_x, 0))
        block = VGroup(*self.lines, self.sum)
        block.set_x(region.centre[0])
        rule_y = top - pitch * (count - 0.42)
        self.rule = self._rule(block, rule_y)

    def _line(self, weight: torch.Tensor, word: str, weighted: torch.Tensor) -> _Line:
        style, color = self.style, self.color_of(word)
        size = style.sizes.phrase
        coefficient = Number(weight, size=size, style=style)
        name = Math(vector_name(word), size=size, color=color, style=style)
        return _Line([coefficient, name], Coordinates(weighted, size=size, color=color, style=style), self)

    def _sum_line(self) -> _Line:
        style, word = self.style, self.numbers.word
        size = style.sizes.phrase
        name = Math(vector_name(word, prime=True), size=size, style=style)
        return _Line([name], Coordinates(self.numbers.updated, size=size, color=style.theme.ink, style=style), self)

    def _rule(self, block: VGroup, y: float) -> Line:
        rule = Line(point(block.get_left()[0], y), point(block.get_right()[0], y))
        return rule.set_stroke(self.style.theme.dim, self.style.strokes.thin)

    def tell(self) -> None:
        """Vectors, the weighted ones, the chain, the new place."""
        numbers, times = self.numbers, self.style.times
        with self.beat("vectors", "Each word of the phrase is an arrow from the origin, and each has its weight."):
            self.play(FadeIn(self.phrase), FadeIn(self.plane), run_time=times.quick)
            self.play(
                *(grow(arrow) for arrow in self.full),
                *(FadeIn(label.label) for label in self.labels.values()),
                LaggedStart(*(FadeIn(line.terms) for line in self.lines), lag_ratio=0.15),
                run_time=times.slow,
            )
            self.rest()
        with self.beat(
            "shrink", "Each arrow shrinks to its weight's share of its length; small weights leave next to nothing."
        ):
            self._shrink()
        with self.beat("chain", "Then each arrow starts where the one before it ends."):
            self.play(
                LaggedStart(*(Transform(a, b) for a, b in zip(self.full, self.chain, strict=True)), lag_ratio=0.3),
                run_time=2.4,
            )
            self.rest()
        with self.beat("new-place", f"The last one ends at the new place of {numbers.word}: the sum of all of them."):
            self.play(Create(self.rule), FadeIn(self.sum), run_time=times.quick)
            self.play(grow(self.result), FadeIn(self.there), run_time=times.slow)
            self.hold()

    def _shrink(self) -> None:
        times = self.style.times
        ghosts = [self.full[index].copy().set_opacity(0.22) for index in range(len(self.full))]
        self.ghosts = ghosts
        self.add(*ghosts)
        for index in self.order[:2]:
            self.play(
                Transform(self.full[index], self.shrunk[index]), FadeIn(self.lines[index].amount), run_time=times.slow
            )
            self.rest()
        rest = self.order[2:]
        self.play(
            *(Transform(self.full[index], self.shrunk[index]) for index in rest),
            *(FadeIn(self.lines[index].amount) for index in rest),
            run_time=times.move,
        )
        self.rest()


class _Line(Row):
    """A line of the combination: what is multiplied, an equals sign, what it comes to."""

    def __init__(self, left: list[Typeset], right: Coordinates, figure: UpdateApple) -> None:
        self.equals = Math("=", size=figure.style.sizes.phrase, style=figure.style)
        super().__init__([*left, self.equals, right], [*([0.12] * (len(left) - 1)), 0.2, 0.2])
        self.terms = VGroup(*left)
        self.amount = VGroup(self.equals, right)

    @property
    def equals_x(self) -> float:
        """The middle of the equals sign, on which lines are aligned; scene units."""
        return float(self.equals.get_x())
