"""All heads of one layer of a real model: each looks its own way and proposes a change, and the proposals add up.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import Create, FadeIn, GrowFromPoint, LaggedStart, Square, SurroundingRectangle, VGroup
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_NUMBER = 0.95
"""Scene units at the right of the patterns for the number of a weight."""

_SIDE, _LEAST, _WIDE, _TITLES = 0.92, 0.04, 0.07, 0.55
"""A square's side for a weight of 1, as a share of a cell; its least side, an arrow's shaft and the room for titles,
scene units."""


class OfLayer(OfRecording):
    """The parameters: a recording with its heads' proposals, and a layer."""

    recording: str = Field("smollm2-stream", description="The recording: its name, or a file from record-model.")
    layer: int = Field(24, ge=1, description="The layer, counted from 1.")


@dataclass(frozen=True)
class Proposals:
    """The weights of each head of a layer from the last token, and its proposal."""

    model: str
    layer: int
    tokens: tuple[str, ...]
    heads: tuple[str, ...]
    sides: tuple[str, ...]
    weights: Tensor = quantity("Each head's weights from the last token.", rows="heads", columns="tokens")
    lengths: Tensor = quantity("The length of each head's proposal, in all its numbers.", rows="heads")
    places: Tensor = quantity("Each proposal on the plane that holds most of them.", rows="heads", columns="sides")
    total: Tensor = quantity("Their sum on that plane.", rows="sides")
    held: Tensor = quantity("What this plane holds of all proposals, as a share of their squares.")
    off: Tensor = quantity("How far the sum of all proposals is from what attention added.")
    most: Tensor = quantity("The largest of these weights of the head whose proposal is longest.")

    @property
    def loudest(self) -> int:
        """The head whose proposal is longest."""
        return int(self.lengths.argmax())

    @property
    def seen(self) -> str:
        """The token that this head looks at most."""
        return self.tokens[int(self.weights[self.loudest].argmax())]


def proposals(parameters: OfLayer) -> Proposals:
    """Read a layer's heads from a recording.

    Raises:
        UserError: when the model has no such layer, or the proposals were not recorded.
    """
    recording = parameters.read()
    about, place = recording.about, parameters.layer - 1
    if place >= about.layers:
        raise UserError(f"layer must be 1 to {about.layers} in {shown(recording.source)}; got {parameters.layer}")
    if "0.proposals" not in recording.tensors:
        raise UserError(
            f"recording {shown(recording.source)} has no proposals; record it with record-model --keep stream"
        )
    each = recording.tensor("0.proposals")[place].double()  # (h, d)
    weights = recording.tensor("0.weights")[place, :, -1].double()  # (h, T)
    _, spread, directions = torch.linalg.svd(each, full_matrices=False)
    ways = directions[:2] * directions[:2].sum(dim=1, keepdim=True).sign()
    places, lengths = each @ ways.T, each.norm(dim=1)
    # The longest points to the upper right, so that a sum reads from the left.
    places = places * places[lengths.argmax()].sign().where(places[lengths.argmax()] != 0, 1.0)
    held = spread[:2].square().sum() / spread.square().sum()
    off = (each.sum(dim=0) - recording.tensor("0.outputs")[place, -1].double()).norm()
    names = tuple(f"head {number}" for number in range(1, len(each) + 1))
    return Proposals(
        about.model, parameters.layer, about.phrases[0].tokens, names, ("x", "y"), weights, lengths, places,
        places.sum(dim=0), held, off, weights[lengths.argmax()].max(),
    )  # fmt: skip


def _add_up(numbers: Proposals, world: World) -> Measurement:
    off, whole = float(numbers.off), float(numbers.lengths.sum())
    return Measurement(off < 1e-4 * whole, f"off by {off:.1e} of {whole:.1f}")


def _one_is_loud(numbers: Proposals, world: World) -> Measurement:
    first, second = numbers.lengths.topk(2).values.tolist()
    return Measurement(first > 2 * second, f"{first:.1f} and {second:.1f}")


class MultiHead(PlaneFigure):
    """lesson-multi-head: each head looks its own way and proposes a change; the proposals add up."""

    name = "lesson-multi-head"
    Parameters = OfLayer
    with_plane = False
    with_record = False
    numbers: Proposals
    claims = (
        Claim("The heads' proposals add up to what attention adds.", _add_up),
        Claim("The longest proposal is more than twice as long as the next.", _one_is_loud),
    )

    @classmethod
    def compute(cls, parameters: OfLayer, world: World) -> Proposals:
        """Read a layer's heads from a recording."""
        return proposals(parameters)

    @classmethod
    def alternative_values(cls, numbers: Proposals) -> Mapping[str, object]:
        """Return the model, its layer, and the head that proposes most with what it looks at."""
        return {"model": numbers.model, "layer": numbers.layer, "heads": len(numbers.heads),
                "head": numbers.loudest + 1, "seen": numbers.seen,
                "weight": format_number(float(numbers.most))}  # fmt: skip

    def build(self) -> None:
        """Make the heads' patterns, and their proposals as arrows."""
        numbers, style = self.numbers, self.style
        inks = [style.theme.ink] * len(numbers.tokens)
        self.header = HeaderPhrase(numbers.tokens, inks, self.stage, self.view, style=style)
        free = self.stage.below_header.inset(bottom=0.15)
        left, right = free.rows(1.6, 1.0, gap=0.2) if self.stage.is_narrow else free.columns(1.0, 1.15, gap=0.6)
        self._make_patterns(left.left, left.right - _NUMBER, left.bottom, left.top)
        chain = torch.cat([torch.zeros(1, 2).double(), numbers.places.cumsum(dim=0)])
        fan = torch.cat([chain, numbers.places])
        low, high = fan.min(dim=0).values, fan.max(dim=0).values
        width, height = (max(float(each), 1e-9) for each in high - low)
        self.unit = 0.9 * min(right.width / width, right.height / height)
        middle = (low + high) / 2
        self.origin = point(*right.centre[:2]) - self.unit * point(float(middle[0]), float(middle[1]))
        self.chain = [self._place(row) for row in chain]
        self.arrows = [Vector(self.origin, self._place(row), self._color(head), width=_WIDE, style=style)
                       for head, row in enumerate(numbers.places)]  # fmt: skip
        self.total = Vector(self.origin, self._place(numbers.total), style.theme.ink, width=1.6 * _WIDE, style=style)

        self.word = self._token(fan.new_zeros(2))
        loud = numbers.loudest
        ends = [self.chain[0], self.chain[-1]]
        head = self.says("head", number=loud + 1)
        self.names = [self._name(head, self._color(loud), self.chain[loud : loud + 2], 1),
                      self._name(self.says("together"), style.theme.ink, ends, -1)]  # fmt: skip

    def _token(self, row: Tensor) -> Token:
        """Return the word that is changed, as a dot with its name on the side away from the sum."""
        side = -1.0 if self.total.end[0] >= self.origin[0] else 1.0
        name = Label(self.numbers.tokens[-1], size=self.style.sizes.number, style=self.style)
        offset = (side * (0.25 + float(name.width) / 2), -0.3)
        return Token(self.numbers.tokens[-1], self._place(row), self.style.theme.ink, offset=offset, style=self.style)

    def _name(self, text: str, color: str, way: Sequence[Point], side: int) -> VGroup:
        """Return a text beside the middle of an arrow: above it for a side of 1, below it for -1."""
        label = Label(text, size=self.style.sizes.number, color=color, style=self.style)
        along = (way[1] - way[0]) / max(float(np.linalg.norm(way[1] - way[0])), 1e-9)
        across = point(-along[1], along[0]) * (1.0 if along[0] >= 0 else -1.0) * side
        label.move_to((way[0] + way[1]) / 2 + 0.38 * across)
        return laid(labelled(label, self.style), Layer.LABEL)

    def _place(self, row: Tensor) -> Point:
        x, y = (float(entry) for entry in row)
        return self.origin + self.unit * point(x, y)

    def _color(self, head: int) -> str:
        return self.style.theme.subject if head == self.numbers.loudest else self.style.theme.value

    def _make_patterns(self, left: float, right: float, bottom: float, top: float) -> None:
        """Make a row for each head: its weights from the last token, as squares under the tokens."""
        numbers, style = self.numbers, self.style
        heads, count = numbers.weights.shape
        size = style.sizes.least if self.stage.is_narrow and not self.stage.is_portrait else style.sizes.tick
        names = [Label(self.says("head", number=head + 1), size=size, color=self._color(head), style=style)
                 for head in range(heads)]  # fmt: skip
        aside = max(float(name.width) for name in names) + 0.2
        cell = min((right - left - aside) / count, (top - bottom - _TITLES) / heads)
        across = min((right - left - aside) / count, 1.6 * max(cell, 0.6))
        self.titles, self.rows_of_squares = VGroup(), []
        for column, token in enumerate(numbers.tokens):
            title = Label(token, size=size, within=0.95 * across, style=style)
            self.titles.add(title.set_x(left + aside + (column + 0.5) * across).on_baseline(top - 0.3))
        for head, name in enumerate(names):
            y = top - _TITLES - (head + 0.5) * cell
            row = VGroup(name.set_x(left + name.width / 2).on_baseline(y - name.cap_height / 2))
            for column, weight in enumerate(numbers.weights[head].tolist()):
                side = max(_SIDE * cell * weight**0.5, _LEAST)
                square = colour_area(Square(side, stroke_width=0), self._color(head), 0.9, style)
                row.add(square.move_to(point(left + aside + (column + 0.5) * across, y)))
            self.rows_of_squares.append(row)

    def _lay(self) -> Live:
        """Return how all proposals lie down tip to tail."""

        def follow(share: float) -> None:
            for head, arrow in enumerate(self.arrows):
                way = self._place(self.numbers.places[head]) - self.origin
                start = self.origin + share * (self.chain[head] - self.origin)
                arrow.set_ends(start, start + way)

        return Live(self.arrows, follow, run_time=2.4)

    def tell(self) -> None:
        """Let each head look, propose; add the proposals; name the loudest."""
        numbers = self.numbers
        words: dict[str, Any] = {
            "heads": len(numbers.heads),
            "layer": numbers.layer,
            "head": numbers.loudest + 1,
            "seen": numbers.seen,
        }
        with self.beat("look", **words, word=numbers.tokens[-1]):
            self.play(FadeIn(self.header, self.titles))
            self.play(LaggedStart(*map(FadeIn, self.rows_of_squares), lag_ratio=0.2), run_time=2.0)
            self.rest()
        with self.beat("propose", **words):
            self.play(FadeIn(self.word))
            self.play(
                LaggedStart(*(GrowFromPoint(each, self.origin) for each in self.arrows), lag_ratio=0.3), run_time=2.4
            )
            self.rest()
        with self.beat("add", **words):
            self.play(self._lay())
            self.play(FadeIn(self.names[0], run_time=self.style.times.quick))
            self.play(GrowFromPoint(self.total, self.origin))
            self.play(FadeIn(self.names[1], run_time=self.style.times.quick))
            self.rest()
        row = self.rows_of_squares[numbers.loudest]
        number = Weight(numbers.most, size=self.style.sizes.head, color=self.style.theme.subject, style=self.style)
        number.next_to(row, point(1.0), buff=0.2)
        frame = SurroundingRectangle(row[1:], color=self.style.theme.subject, stroke_width=2.5, buff=0.06)
        with self.beat("loudest", **words, weight=format_number(float(numbers.most))):
            self.play(Create(frame), FadeIn(number))
            self.hold()
