"""Weights times values make an update that is added to the word (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from manim import FadeIn, FadeOut, LaggedStart

from scenes.claims import Claim, Measurement, same
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.motion.live import Live, slide
from scenes.number_format import format_number, format_vector
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Coordinates, Weight
from scenes.plane_figure import PlaneFigure
from scenes.stage import PlaneView
from scenes.worlds import World

_WIDE, _BEYOND = 0.1, 0.3
"""Scene units: the width of a value's arrow, and the plane beyond the longest."""


def _adds_up(numbers: Asked, world: World) -> Measurement:
    return same(numbers.weights[numbers.position] @ numbers.values, numbers.update)


def _looks_as_it_is_said(numbers: Asked, world: World) -> Measurement:
    before, after = format_vector(numbers.look), format_vector(numbers.updated)
    return Measurement(bool((numbers.updated > numbers.look).all()), f"{before} became {after}")


class ValueUpdate(PlaneFigure):
    """lesson-value-update: what its adjectives carry over is added to a noun, which looks like them then."""

    name = "lesson-value-update"
    world_name = "creature"
    Parameters = OfCreature
    stops_at_record = True
    numbers: Asked
    claims = (
        Claim("The update is the weighted sum of the values.", _adds_up),
        Claim("The update gives the word more of both looks.", _looks_as_it_is_said),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Asked:
        """Return values, weights and the update."""
        return asked(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return the word, its look before and after, and the two words that gave it most."""
        first, second = (numbers.words[place] for place in numbers.answering(numbers.position, 2))
        return {"word": numbers.word, "first": first, "second": second,
                "before": format_vector(numbers.look), "after": format_vector(numbers.updated)}  # fmt: skip

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: all values, and the word before and after."""
        rows = torch.cat([self.numbers.values, self.numbers.updated[None], torch.zeros(1, 2)])
        (left, low), (right, high) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(left, -0.4), right + _BEYOND), (min(low, -0.4), high + _BEYOND)

    def world_view(self) -> PlaneView:
        """Return where the plane lies."""
        return self.stage.plane_view.holding(self.stage, self.spans())

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the looks that values carry."""
        return self.numbers.looks

    def axis_colors(self) -> list[str]:
        """Return the colour of values for both axes."""
        return [self.style.theme.value] * 2

    def build(self) -> None:
        """Make the word, the two strongest values as arrows, and the weights."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words)
        self.best = numbers.answering(numbers.position, 2)
        self.start, self.end = (self.plane.place(row) for row in (numbers.look, numbers.updated))
        self.arrows = [
            Vector(self.plane.origin, self.plane.place(numbers.values[place]), self.color_of(numbers.words[place]),
                   width=_WIDE, style=style)
            for place in self.best
        ]  # fmt: skip
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in self.arrows]
        lines.append((flat(self.start), flat(self.end)))
        rows = {numbers.words[place]: numbers.values[place] for place in self.best} | {numbers.word: numbers.look}
        self.tokens_by_word = self.tokens(rows, lines=lines)
        record, view = self.view.record, self.view
        self.weights = ScoreLedger(
            numbers.words, numbers.weights[numbers.position], self.colors_of(numbers.words), record,
            lying=view.lying, number=Weight, style=style,
        )  # fmt: skip
        coordinates = Coordinates(
            numbers.updated, size=style.sizes.head, color=self.color_of(numbers.word), style=style
        )
        self.landed = labelled(coordinates, style)
        self.landed.move_to(self.end + point(0.35 + float(self.landed.width) / 2, 0.3))

    def _shrink(self) -> Live:
        """Return how values shrink to their weights' share and lie down tip to tail from the word."""
        numbers, origin = self.numbers, self.plane.origin
        whole = [self.plane.place(numbers.values[place]) - origin for place in self.best]
        shares = [float(numbers.weights[numbers.position][place]) for place in self.best]
        starts = [self.start, self.start + shares[0] * whole[0]]

        def follow(share: float) -> None:
            for arrow, way, weight, start in zip(self.arrows, whole, shares, starts, strict=True):
                begin = origin + share * (start - origin)
                arrow.set_ends(begin, begin + (1 + share * (weight - 1)) * way)

        return Live(self.arrows, follow, run_time=2.2)

    def tell(self) -> None:
        """Show the word, the values, the weights; add the shrunken values; move the word."""
        numbers, word = self.numbers, self.tokens_by_word[self.numbers.word]
        others = [token for name, token in self.tokens_by_word.items() if name != numbers.word]
        first, second = (numbers.words[place] for place in self.best)
        words = {"word": numbers.word, "first": first, "second": second}
        with self.beat("before", **words):
            self.play(FadeIn(self.phrase, word))
            self.rest()
        with self.beat("values", **words):
            self.play(
                LaggedStart(
                    *(FadeIn(arrow, token) for arrow, token in zip(self.arrows, others, strict=True)), lag_ratio=0.5
                )
            )
            self.play(FadeIn(self.weights))
            self.rest()
        with self.beat("shrink", **words):
            self.play(FadeOut(*(token.mark for token in others), *(token.label for token in others), run_time=0.4))
            self.play(self._shrink())
            self.rest()
        share = format_number(float(numbers.weights[numbers.position][self.best].sum()))
        with self.beat("added", **words, share=share):
            self.add(word.ghost())
            self.play(slide(word, self.end, run_time=1.6))
            self.play(FadeIn(laid(self.landed, Layer.LABEL)))
            self.hold()
