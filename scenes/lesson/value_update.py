"""Weights times values make an update that is added to the word (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from manim import AnimationGroup, FadeIn, FadeOut, GrowFromPoint, LaggedStart

from scenes.claims import Claim, Measurement, same
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.portrait import portrait_of
from scenes.motion.live import Live
from scenes.number_format import format_vector
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Coordinates, Weight
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_WIDE, _BEYOND = 0.1, 0.3
"""Scene units: the width of a value's arrow, and the plane beyond the longest."""

_DECIMALS = 3
"""Digits of weights after the point: with two they would seem to be more than 1 together."""

_ROOMS = (1.0, 1.6)
"""The shares of the record for the weights and the portrait."""


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
    fills_room = True
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
        # At its end the second arrow stands between the first one's name and the word's.
        way = float(numbers.weights[numbers.position][self.best[1]]) * (self.arrows[1].end - self.plane.origin)
        lines += [
            (flat(self.start), flat(self.start - way)),
            (flat(self.arrows[0].end), flat(self.arrows[0].end + way)),
        ]
        rows = {numbers.words[place]: numbers.values[place] for place in self.best} | {numbers.word: numbers.look}
        self.tokens_by_word = self.tokens(rows, lines=lines)
        record, lying = self.view.record, self.view.lying
        for_weights, for_portrait = record.columns(*_ROOMS, gap=0.4) if lying else record.rows(*_ROOMS, gap=0.2)
        self.weights = self._weights(for_weights)
        coordinates = Coordinates(
            numbers.updated, size=style.sizes.head, color=self.color_of(numbers.word), style=style
        )
        self.landed = labelled(coordinates, style)
        self.landed.move_to(self.end + point(0.35 + float(self.landed.width) / 2, 0.3))

        self.portrait = portrait_of(numbers, self.world, for_portrait, style=style)

    def _weights(self, room: Region) -> ScoreLedger:
        """Return the weights of the two words that are heard, and of all others together, filed in the record."""
        numbers = self.numbers
        heard = [numbers.words[place] for place in self.best]
        others = self.says("others", count=str(len(numbers.words) - 2))
        colors = [*self.colors_of(heard), self.style.theme.dim]
        return ScoreLedger([*heard, others], numbers.heard, colors, room, lying=self.view.lying, number=Weight,
                           decimals=_DECIMALS, style=self.style)  # fmt: skip

    def _shrink(self) -> Live:
        """Return how values shrink to their weights' share and lie down tip to tail, names at the tips."""
        numbers, origin = self.numbers, self.plane.origin
        whole = [self.plane.place(numbers.values[place]) - origin for place in self.best]
        shares = [float(numbers.weights[numbers.position][place]) for place in self.best]
        starts = [self.start, self.start + shares[0] * whole[0]]
        tokens = [self.tokens_by_word[numbers.words[place]] for place in self.best]

        def follow(share: float) -> None:
            for arrow, token, way, weight, start in zip(self.arrows, tokens, whole, shares, starts, strict=True):
                begin = origin + share * (start - origin)
                end = begin + (1 + share * (weight - 1)) * way
                arrow.set_ends(begin, end)
                token.put(end)

        return Live([*self.arrows, *tokens], follow, run_time=2.2)

    def _change(self) -> Live:
        """Return how the word goes to its new place, and looks like it."""
        word, portrait, numbers = self.tokens_by_word[self.numbers.word], self.portrait, self.numbers

        def follow(share: float) -> None:
            word.put(self.start + share * (self.end - self.start))
            if portrait is not None:
                portrait.look(*(numbers.look + share * numbers.update).tolist())

        return Live([word, *([portrait] if portrait is not None else [])], follow, run_time=2.5)

    def tell(self) -> None:
        """Show the word, the values, the weights; add the shrunken values; change the word."""
        numbers, word = self.numbers, self.tokens_by_word[self.numbers.word]
        others = [token for name, token in self.tokens_by_word.items() if name != numbers.word]
        first, second = (numbers.words[place] for place in self.best)
        words = {"word": numbers.word, "first": first, "second": second}
        with self.beat("before", **words):
            self.play(FadeIn(self.phrase, word, *([self.portrait] if self.portrait is not None else [])))
            self.rest()
        with self.beat("values", **words):
            pairs = zip(self.arrows, others, strict=True)
            grown = (AnimationGroup(GrowFromPoint(arrow, arrow.start), FadeIn(token)) for arrow, token in pairs)
            self.play(LaggedStart(*grown, lag_ratio=0.5))
            self.rest()
        with self.beat("weights", **words):
            self.play(FadeIn(self.weights))
            self.rest()
        with self.beat("shrink", **words):
            self.play(self._shrink())
            self.rest()
        with self.beat("added", **words):
            self.play(FadeOut(*(token.label for token in others), *(token.mark for token in others), run_time=0.4))
            self.add(word.ghost())
            self.play(self._change())
            self.play(FadeIn(laid(self.landed, Layer.LABEL)))
            self.last()
