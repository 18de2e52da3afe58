"""All heads of one layer of a real model: each looks its own way and proposes a change, and the proposals add up.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import (
    AnimationGroup,
    Create,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    LaggedStart,
    Square,
    SurroundingRectangle,
    VGroup,
    VMobject,
    linear,
    smooth,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, HeroGlow, Token
from scenes.parts.plane.vector import Vector, arrow_corners, thin_line
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.worlds import World

_SIDE, _LEAST, _WIDE = 0.92, 0.05, 0.07
"""A square's side for a weight of 1, as a share of a row's height; its least side and an arrow's shaft, scene units."""

_NAMES, _TITLES, _FRAME = 0.25, 0.55, 0.1
"""Scene units right of the heads' names, from the phrase's baseline to the first row, and from a row to its frame."""

_SHARES, _ABOVE = (1.2, 1.0), (0.35, 0.75)
"""In a frame that is not wide: the rows' share of its height and the chain's; scene units above the chain for what is
written on the sum, in a wide frame and in another."""

_GAP, _LOOKER, _TALLEST = (0.36, 0.25), (1.9, 1.45), 0.66
"""Scene units between two words of the phrase, and right of the rows for the word that looks, in a wide frame and in
another; a row's height at most."""

_SHORT = 0.15
"""Scene units below which an arrow is too short to be seen."""

_RAY, _BEAD, _LIGHT = 2.5, 0.05, 0.6
"""Stroke units of a ray from the word to a head; the radius of the dot from which a head's arrow starts, scene units;
the light around the word that looks, as a share of a hero's."""

_OFF, _GAP_OF_RAY, _BEND = 0.1, 0.06, 0.3
"""Scene units from a ray to the word at its one end and to the square at its other, to squares that it passes, and from
the last word's column to where rays bend into the rows."""

_GATHER, _LATE, _ONE, _LATER = 0.6, 1.0, 1.6, 1.6
"""The share of its time in which a row's squares gather before they become an arrow; by how many times of a row's all
rows take longer, as the lower ones leave later; seconds for a row; seconds in which the other layers are passed."""

_TURNS = tuple(np.radians(range(0, 46, 3)).tolist())
"""The angles by which the sum may rise, radians."""

_NOTE = 0.4
"""Scene units from where the arrows start to the note on those not seen."""

_DASH, _ANGLE, _OVER = 0.08, 0.13, 0.32
"""Scene units: a dash of the line from an arrow to the sum; the side of its right angle; from the sum up to what is
written on it, at the least."""

_BLANK, _BELOW, _LAYER, _LANE = 0.1, 0.13, 0.065, 0.2
"""Scene units: from a word's baseline down to the blank that it fills, and from there to its share; the radius of
the dot for a layer; from the lane of these dots to what it passes."""


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
    guess: str
    later: int
    width: int
    weights: Tensor = quantity("Each head's weights from the last token.", rows="heads", columns="tokens")
    lengths: Tensor = quantity("The length of each head's proposal, in all its numbers.", rows="heads")
    places: Tensor = quantity(
        "Each proposal on the plane that holds their sum and most of the rest: along the sum, and across.",
        rows="heads",
        columns="sides",
    )
    total: Tensor = quantity("Their sum on that plane.", rows="sides")
    shares: Tensor = quantity("What each adds along the sum, as a share of its length.", rows="heads")
    held: Tensor = quantity("What this plane holds of all proposals, as a share of their squares.")
    off: Tensor = quantity("How far the sum of all proposals is from what attention added.")
    chance: Tensor = quantity("The share that the model gives the next word in the end.")
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
    total = each.sum(dim=0)
    along = total / total.norm()
    rest = each - (each @ along)[:, None] * along
    across = torch.linalg.svd(rest, full_matrices=False).Vh[0]
    places, lengths = each @ torch.stack([along, across], dim=1), each.norm(dim=1)
    # The longest points upwards, so that the sum, which lies flat, is below it.
    places = places * torch.tensor([1.0, -1.0 if places[lengths.argmax(), 1] < 0 else 1.0]).double()
    held = places.square().sum() / each.square().sum()
    off = (total - recording.tensor("0.outputs")[place, -1].double()).norm()
    names = tuple(f"head {number}" for number in range(1, len(each) + 1))
    phrase = about.phrases[0]
    guess, chance = phrase.next[0] if phrase.next else ("", 0.0)
    return Proposals(
        about.model, parameters.layer, phrase.tokens, names, ("along", "across"), guess,
        about.layers - parameters.layer, each.shape[1], weights, lengths, places, places.sum(dim=0),
        places[:, 0] / total.norm(), held, off, torch.tensor(chance, dtype=torch.float64),
        weights[lengths.argmax()].max(),
    )  # fmt: skip


def _add_up(numbers: Proposals, world: World) -> Measurement:
    off, whole = float(numbers.off), float(numbers.lengths.sum())
    return Measurement(off < 1e-4 * whole, f"off by {off:.1e} of {whole:.1f}")


def _one_is_loud(numbers: Proposals, world: World) -> Measurement:
    first, second = numbers.lengths.topk(2).values.tolist()
    return Measurement(first > 2 * second, f"{first:.1f} and {second:.1f}")


def _turned(turn: float) -> Tensor:
    """Return the matrix that turns rows on the plane by an angle, radians."""
    cosine, sine = float(np.cos(turn)), float(np.sin(turn))
    return torch.tensor([[cosine, sine], [-sine, cosine]], dtype=torch.float64)


def _shaft(start: Point, end: Point, width: float) -> list[Point]:
    """Return the outline of an arrow's shaft without a head, of as many points as an arrow's."""
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    half = point(-along[1], along[0]) * width / 2
    return [start + half, end + half, end + half, end, end - half, end - half, start - half, start + half]


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
                "weight": format_number(float(numbers.most)),
                "share": format_number(float(numbers.shares[numbers.loudest]))}  # fmt: skip

    def build(self) -> None:
        """Make the heads' rows below the phrase, the word that looks, and the proposals as arrows."""
        free = self.stage.below_header.inset(left=_FRAME, bottom=0.1)
        self.gap, self.looker = (pair[0 if self.stage.is_wide else 1] for pair in (_GAP, _LOOKER))
        self.region = free if self.stage.is_wide else free.rows(*_SHARES, gap=0.3)[0]
        self._make_header(free.width)
        self._make_rows()
        room = self._room(free)
        self._measure(room)
        self._make_looker(free.right)
        self._make_arrows()
        self._squeeze(0.0)

    # --- the heads' rows ---

    def _make_header(self, width: float) -> None:
        """Make the phrase, whose words stand over the columns of weights; all are of one size."""
        numbers, style = self.numbers, self.style
        inks = [style.theme.ink] * len(numbers.tokens)
        self.header = HeaderPhrase(numbers.tokens, inks, self.stage, self.view, style=style)
        size = style.sizes.tick
        heads = len(numbers.heads)
        self.names = [Label(self.says("head", number=head + 1), size=size, color=style.theme.value, style=style)
                      for head in range(heads)]  # fmt: skip
        self.aside = max(float(name.width) for name in self.names) + _NAMES
        widths = [float(word.width) for word in self.header.words]
        gaps = self.gap * len(widths)
        factor = min(1.0, (width - self.aside - self.looker - gaps) / sum(widths))
        for word in self.header.words:
            word.scale(factor)
        paint = [style.theme.ink]  # the answer is nobody's colour: it comes from all layers
        self.next = HeaderPhrase([numbers.guess or "…"], paint, self.stage, self.view, style=style)
        self.next.words[0].scale(factor)
        self.blank = VGroup()
        if numbers.guess:
            line = thin_line(point(), point(float(self.next.width)), style.theme.dim, style.strokes.line)
            self.blank.add(laid(line, Layer.FRAME))
        self.close = np.cumsum([0.0, *(factor * each + self.gap for each in widths)]) + self.region.left + self.aside

    def _make_rows(self) -> None:
        """Make a row for each head: its name, and its weights from the last word as squares below the words."""
        numbers, style = self.numbers, self.style
        top = self.view.header - _TITLES if self.stage.is_wide else self.region.top
        self.pitch = min((top - self.region.bottom) / len(numbers.heads), _TALLEST)
        self.levels = [top - (head + 0.5) * self.pitch for head in range(len(numbers.heads))]
        self.squares: list[list[Square]] = []
        for name, level, row in zip(self.names, self.levels, numbers.weights.tolist(), strict=True):
            name.set_x(self.region.left + name.width / 2).on_baseline(level - name.cap_height / 2)
            sides = [max(_SIDE * self.pitch * weight**0.5, _LEAST) for weight in row]
            self.squares.append(
                [colour_area(Square(side, stroke_width=0), style.theme.value, 0.9, style) for side in sides]
            )
            for square in self.squares[-1]:
                square.set_y(level)

    def _columns(self, share: float) -> list[float]:
        """Return the columns' middles and, last, where they end: from far apart (0) to close together (1)."""
        near = self.close
        wide = self.region.right - self.looker - near[0]
        if not self.stage.is_wide:
            edges = near[0] + wide * (near - near[0]) / (near[-1] - near[0])
        else:
            far = np.linspace(near[0], near[0] + wide, len(near))
            edges = far + share * (near - far)
        return [*((edges[:-1] + edges[1:]) / 2).tolist(), float(edges[-1])]

    def _squeeze(self, share: float) -> None:
        """Draw the columns together, and the word that looks with them."""
        *middles, end = self._columns(share)
        for column, x in enumerate(middles):
            self.header.words[column].set_x(x).on_baseline(self.view.header)
            for row in self.squares:
                row[column].set_x(x)
        self.next.words[0].set_x(end + (self.gap + self.next.width) / 2).on_baseline(self.view.header)
        self.blank.move_to(point(float(self.next.words[0].get_x()), self.view.header - _BLANK))
        self.word.put(self.looks_from + share * (self.origin - self.looks_from))

    # --- the arrows ---

    def _room(self, free: Region) -> Region:
        """Return where the proposals are added: beside the rows, or below them."""
        if self.stage.is_wide:
            room = Region(float(self.close[-1]) + 0.75, free.right - DISC, self.region.bottom, self.levels[0])
        else:
            room = free.rows(*_SHARES, gap=0.3)[1].inset(left=0.9, right=0.5)
        return room.inset(top=_ABOVE[0 if self.stage.is_wide else 1])

    def _measure(self, room: Region) -> None:
        """Find the scale and the place of the chain of proposals, tip to tail: the longest is the last."""
        places, loud = self.numbers.places, self.numbers.loudest
        order = [*(head for head in range(len(places)) if head != loud), loud]
        chain = torch.cat([places.new_zeros(1, 2), places[order].cumsum(dim=0)])
        fan = torch.cat([chain, places])

        def span(turn: float) -> tuple[Tensor, Tensor]:
            turned = fan @ _turned(turn)
            return turned.min(dim=0).values, turned.max(dim=0).values

        def fits(turn: float) -> float:
            low, high = span(turn)
            sides = zip((room.width, room.height), (high - low).tolist(), strict=True)
            rises = zip(self.levels, (places @ _turned(turn))[:, 1].tolist(), strict=True)
            # From its own row each arrow stays below the phrase and above the foot, too.
            free = [
                (self.levels[0] + self.pitch / 2 - level) / rise if rise > 0 else (self.levels[-1] - level) / rise
                for level, rise in rises
                if level not in (self.levels[0], self.levels[-1]) and rise
            ]
            return float(min([side / max(each, 1e-9) for side, each in sides] + (free if self.stage.is_wide else [])))

        # The sum rises as far as the room is high: the picture is as large as can be.
        self.turn = max(_TURNS, key=fits) if self.stage.is_wide else 0.0
        low, high = span(self.turn)
        width, height = (max(float(each), 1e-9) for each in high - low)
        self.unit = min(room.width / width, room.height / height, fits(self.turn))
        self.ways = [self.unit * point(*row) for row in (places @ _turned(self.turn)).tolist()]
        y = float(room.centre[1]) - self.unit * float(low[1] + high[1]) / 2
        if not self.stage.is_wide:
            y = room.top - self.unit * float(high[1])
        left = room.left + (room.width - self.unit * width) / 2
        self.origin = point(left - self.unit * float(low[0]), y)
        stops = [self._place(row) for row in chain]
        self.chain = [(stops[order.index(head)], stops[order.index(head) + 1]) for head in range(len(places))]

    def _place(self, row: Tensor) -> Point:
        x, y = (row.double() @ _turned(self.turn)).tolist()
        return self.origin + self.unit * point(x, y)

    def _make_looker(self, right: float) -> None:
        """Make the word that looks, at the right of the rows, and a ray from it to what each head sees most."""
        style, text = self.style, self.numbers.tokens[-1]
        label = self.looker_name = Label(text, size=style.sizes.head, within=0.8, style=style)
        offset = (-0.25 - float(label.width) / 2, 0.0)
        middle = (self.levels[0] + self.levels[-1]) / 2
        self.looks_from = point(right - 0.4, middle)
        self.word = Token(text, self.looks_from, style.theme.ink, offset=offset, text=label, large=True, style=style)
        name = self.looks_from + point(*offset)
        self.glow = HeroGlow(name, style.theme.ink, style=style).scale(_LIGHT)
        start = name - point(float(label.width) / 2 + _OFF)
        *columns, _ = self._columns(0.0)
        self.rays: list[VMobject] = []
        for row, level, weights in zip(self.squares, self.levels, self.numbers.weights, strict=True):
            ray = laid(thin_line(start, point(columns[-1] + _BEND, level), style.theme.dim, _RAY), Layer.THREAD)
            passed = int(weights.argmax()) + 1
            for column in range(len(columns) - 1, passed - 1, -1):  # the ray leaves a gap for what it passes
                ray.add_line_to(point(columns[column] + row[column].width / 2 + _GAP_OF_RAY, level))
                ray.start_new_path(point(columns[column] - row[column].width / 2 - _GAP_OF_RAY, level))
            ray.add_line_to(point(columns[passed - 1] + row[passed - 1].width / 2 + _OFF, level))
            self.rays.append(ray)

    def _make_arrows(self) -> None:
        """Make an arrow for each head, first where its own row ends, and the sum of all."""
        style, theme, numbers = self.style, self.style.theme, self.numbers
        rows = [point(self.origin[0], level) if self.stage.is_wide else self.origin for level in self.levels]
        self.arrows = [
            Vector(start, start + way, theme.value, width=_WIDE, style=style)
            for start, way in zip(rows, self.ways, strict=True)
        ]
        self.beads = [laid(Dot(start, radius=_BEAD, color=theme.ink), Layer.PIN) for start in rows]
        self.total = laid(
            Vector(self.origin, self._place(numbers.total), theme.ink, width=1.6 * _WIDE, style=style), Layer.VECTOR
        )
        self.tiny = self._name_tiny()
        loud = numbers.loudest
        self.labels = [self._beside(self.says("head", number=loud + 1), theme.value, self.chain[loud], -1.0),
                       self._beside(self.says("together"), theme.ink, [self.origin, self.total.end], 1.0)]  # fmt: skip

    def _ring_edge(self) -> Point:
        """Return where the sum leaves the ring that stays at the word's old place."""
        way = self._place(self.numbers.total) - self.origin
        return self.origin + float(self.word.mark.width) / 2 * way / max(float(np.linalg.norm(way)), 1e-9)

    def _name_tiny(self) -> VGroup:
        """Return one note on the heads whose arrows are too short to be seen."""
        tiny = [head for head, arrow in enumerate(self.arrows) if arrow.length < _SHORT]
        if not tiny:
            return VGroup()
        text = self.says("tiny", heads=", ".join(str(head + 1) for head in tiny))
        left = float(self.origin[0]) + _NOTE
        label = Label(text, size=self.style.sizes.tick, within=self.stage.below_header.right - left, style=self.style)
        return VGroup(label.set_x(left + label.width / 2).on_baseline(self.stage.below_header.bottom + 0.15))

    def _beside(self, text: str, color: str, way: Sequence[Point], side: float) -> VGroup:
        """Return a text beside the farther half of an arrow: above it for a side of 1, below it for -1."""
        label = Label(text, size=self.style.sizes.number, color=color, style=self.style)
        self._put_beside(label, way, 0.62, side)
        return laid(labelled(label, self.style), Layer.LABEL)

    def _put_beside(self, text: VMobject, way: Sequence[Point], share: float, side: float) -> None:
        """Put a text beside an arrow, a share of its way along: above it for a side of 1, below it for -1."""
        along = way[1] - way[0]
        slope = abs(float(along[1])) / max(abs(float(along[0])), 1e-9)
        away = _OVER + min(slope, 1.0) * float(text.width) / 2
        text.move_to(way[0] + share * along + point(0.0, side * away))

    # --- the story ---

    def _together(self) -> Live:
        """Return how the columns draw together; the word that looks comes with them."""
        squares = [square for row in self.squares for square in row]
        moved = [self.header, self.blank, *squares, self.word.label]
        return Live(moved, self._squeeze, run_time=self.style.times.second)

    def _spread(self, apart: bool) -> Live:
        """Return how the dots from which arrows start leave the word for their rows, or come back to it."""
        ends = [arrow.start.copy() for arrow in self.arrows]

        def follow(share: float) -> None:
            for bead, end in zip(self.beads, ends, strict=True):
                bead.move_to(self.origin + (share if apart else 1 - share) * (end - self.origin))

        return Live(self.beads, follow, run_time=self.style.times.move)

    def _send(self, heads: Sequence[int]) -> None:
        """Let the squares of rows gather where their row ends, and become its arrow.

        Where arrows do not start in their rows, they only grow.
        """
        sent = [[laid(square.copy(), Layer.ICON) for square in self.squares[head]] * self.stage.is_wide
                for head in heads]  # fmt: skip
        homes = [[(square.get_center(), float(square.width)) for square in row] for row in sent]
        arrows = [self.arrows[head] for head in heads]
        starts = [(arrow.start.copy(), self.ways[head]) for arrow, head in zip(arrows, heads, strict=True)]
        whole, gather = 1 + _LATE * (len(heads) > 1), _GATHER if self.stage.is_wide else 0.0

        def follow(share: float) -> None:
            for place, (row, home, arrow, (start, way)) in enumerate(zip(sent, homes, arrows, starts, strict=True)):
                own = min(max(share * whole - (whole - 1) * place / max(len(heads) - 1, 1), 0.0), 1.0)
                come = smooth(min(own / max(gather, 1e-9), 1.0))
                grown = smooth(max((own - gather) / (1 - gather), 0.0))
                arrow.set_ends(start, start + max(grown, 1e-3) * way)
                for square, (at, side) in zip(row, home, strict=True):
                    square.set(width=max(side * (1 - grown) * (own > 0), 1e-3)).move_to(at + come * (start - at))

        follow(0.0)
        squares = [square for row in sent for square in row]
        self.add(*arrows, *squares)
        self.play(Live([*arrows, *squares], follow, rate_func=linear), run_time=_ONE * whole)
        self.remove(*squares)

    def _lay(self) -> Live:
        """Return how all proposals that are seen lie down tip to tail."""
        starts = [arrow.start.copy() for arrow in self.arrows]

        def follow(share: float) -> None:
            for arrow, start, (end, _), way in zip(self.arrows, starts, self.chain, self.ways, strict=True):
                at = start + share * (end - start)
                arrow.set_ends(at, at + way)

        seen = [arrow for arrow in self.arrows if arrow.length >= _SHORT]
        return Live(seen, follow, run_time=2.2)

    def _look(self) -> None:
        """Let the last word come down and look back through all heads."""
        quick, coming = self.style.times.quick, self.header.words[-1].copy()
        self.play(FadeIn(self.header, self.blank, *self.names), run_time=quick)
        self.play(coming.animate.match_width(self.looker_name).move_to(self.looker_name))
        self.remove(coming)
        self.add(self.word.label)
        self.play(FadeIn(self.glow), run_time=quick)
        rows = [
            AnimationGroup(Create(ray), FadeIn(*squares)) for ray, squares in zip(self.rays, self.squares, strict=True)
        ]
        self.play(LaggedStart(*rows, lag_ratio=0.3), run_time=2.4)

    def _propose(self) -> None:
        """Let each head's squares become the arrow that leaves its own row, the longest last."""
        quick, loud = self.style.times.quick, self.numbers.loudest
        self.play(FadeOut(self.glow, *self.rays), run_time=quick)
        self.play(self._together())
        for bead in self.beads:
            bead.move_to(self.origin)
        self.play(FadeOut(self.word.label), FadeIn(*self.beads), run_time=quick)
        if self.stage.is_wide:
            self.play(self._spread(apart=True))
        self._send([head for head in range(len(self.arrows)) if head != loud])
        self.play(FadeIn(self.tiny), run_time=quick)
        self._send([loud])

    def _sum(self) -> None:
        """Lay all arrows tip to tail, from the word on, and draw their sum."""
        quick = self.style.times.quick
        unseen = [arrow for arrow in self.arrows if arrow.length < _SHORT]
        self.play(FadeOut(self.tiny, *unseen), run_time=quick)
        if self.stage.is_wide:
            self.play(self._spread(apart=False))
        self.play(FadeOut(*self.beads), FadeIn(self.word), run_time=quick)
        self.play(self._lay())
        self.play(FadeIn(self.labels[0]), run_time=quick)
        self.play(GrowFromPoint(self.total, self.origin))
        self.play(FadeIn(self.labels[1]), run_time=quick)

    def _weigh(self) -> None:
        """Let the loudest head's row and arrow light up, and measure its share of the sum on the sum itself."""
        numbers, style, red = self.numbers, self.style, self.style.theme.subject
        loud, quick = numbers.loudest, self.style.times.quick
        row = VGroup(self.names[loud], *self.squares[loud])
        frame = SurroundingRectangle(row, color=red, stroke_width=2.5, buff=_FRAME)
        frame.stretch_to_fit_height(self.pitch).set_y(self.levels[loud])
        column = int(numbers.weights[loud].argmax())
        number = Weight(numbers.most, size=style.sizes.tick, color=red, style=style)
        beside = self.squares[loud][column] if self.stage.is_wide else frame
        self.weight = number.next_to(beside, point(1.0), buff=0.08)
        written = [self.names[loud], self.labels[0][-1], self.header.words[column]]
        drawn = [*self.squares[loud], self.arrows[loud]]
        lit = [each.animate.set_fill(red) for each in written]
        lit += [each.animate.set_fill(style.theme.fill(red)) for each in drawn]
        self.play(Create(frame), *lit)
        self.play(FadeIn(number), run_time=quick)
        dashes, angle, share = self._measured(loud)
        self.play(Create(dashes, lag_ratio=0.5), run_time=style.times.move)
        self.play(FadeIn(angle), FadeOut(self.labels[1]), run_time=quick)
        start, end = self.part.start, self.part.end
        self.add(self.part.set_ends(start, start))
        grow = Live([self.part], lambda part: self.part.set_ends(start, start + part * (end - start)))
        self.play(grow, run_time=style.times.slow)
        self.play(FadeIn(share), run_time=quick)

    def _measured(self, head: int) -> tuple[VGroup, VGroup, Row]:
        """Return a line down on the sum from where a head's arrow starts, its right angle, and the head's share.

        The part of the sum from there to its tip, as the last arrow ends there, becomes ``part``.
        """
        red, style, start, tip = self.style.theme.subject, self.style, self.chain[head][0], self.total.end
        along = (tip - self.origin) / max(self.total.length, 1e-9)
        foot = self.origin + float((start - self.origin) @ along) * along
        down = (start - foot) / max(float(np.linalg.norm(start - foot)), 1e-9)
        dashes = DashedLine(start, foot, dash_length=_DASH, color=red, stroke_width=2.5)
        corner = thin_line(foot + _ANGLE * along, foot + _ANGLE * (along + down), red, 2.0)
        corner.add_line_to(foot + _ANGLE * down)
        self.part = Vector(foot, tip, red, width=self.total.shaft_width, style=style).thin_rim()
        number = Number(self.numbers.shares[head], size=style.sizes.number, color=red, style=style)
        row = Row([number, Label(self.says("share"), size=style.sizes.number, color=red, style=style)], 0.2)
        self._put_beside(row, [foot, tip], 0.5, 1.0)
        return laid(VGroup(*dashes), Layer.SHADOW), laid(VGroup(corner), Layer.SHADOW), laid(row, Layer.LABEL)

    def _move(self) -> None:
        """Let the word go where the sum leads, and on through the other layers to the next word."""
        self.add(self.word.ghost())
        shafts = []
        for arrow, start in ((self.total, self._ring_edge()), (self.part, self.part.start)):
            body = arrow.body.set_points_as_corners(arrow_corners(start, arrow.end, arrow.shaft_width))
            shafts.append(body.animate.set_points_as_corners(_shaft(start, arrow.end, arrow.shaft_width)))
        self.play(self.word.mark.animate.move_to(self.total.end), *shafts, run_time=self.style.times.second)
        if not self.numbers.guess:
            return
        style = self.style
        chance = Weight(self.numbers.chance, size=style.sizes.tick, color=style.theme.ink, style=style)
        chance.set_x(float(self.blank.get_x()))
        laid(chance.on_baseline(float(self.blank.get_y()) - _BELOW - chance.cap_height), Layer.LABEL)
        if self.numbers.later:
            way, steps = self._lane(chance)
            passed = LaggedStart(*(FadeIn(step, scale=0.3) for step in steps), lag_ratio=0.5)
            self.play(Create(way, rate_func=linear), passed, run_time=_LATER)
        self.play(FadeIn(self.next, shift=point(-0.3)), run_time=style.times.move)
        self.play(FadeIn(chance), run_time=style.times.quick)

    def _lane(self, chance: Weight) -> tuple[VMobject, list[Dot]]:
        """Return the way from the word's new place up to the next word's share, and a dot on it for each layer."""
        start, right = self.total.end, self.stage.below_header.right
        end = point(float(chance.get_right()[0]) + _LANE, chance.baseline + chance.cap_height / 2)
        x = min(max(float(start[0]), float(self.weight.get_right()[0]) + _LANE, float(end[0]) + _LANE), right)
        way = thin_line(start, point(x, float(start[1])), self.style.theme.dim, _RAY)
        for corner in (point(x, float(end[1])), end):
            way.add_line_to(corner)
        count = self.numbers.later
        places = [way.point_from_proportion((place + 1) / (count + 1)) for place in range(count)]
        dots = [laid(Dot(at, radius=_LAYER, color=self.style.theme.ink), Layer.PIN) for at in places]
        return laid(way, Layer.THREAD), dots

    def tell(self) -> None:
        """Let each head look, propose; add the proposals; measure the loudest; follow the word to the next one."""
        numbers = self.numbers
        loud = numbers.loudest
        words: dict[str, Any] = {
            "heads": len(numbers.heads), "layer": numbers.layer, "head": loud + 1, "seen": numbers.seen,
            "word": numbers.tokens[-1], "weight": format_number(float(numbers.most)), "width": numbers.width,
            "share": format_number(float(numbers.shares[loud])), "guess": numbers.guess, "later": numbers.later,
            "chance": format_weight(float(numbers.chance)),
        }  # fmt: skip
        with self.beat("look", **words):
            self._look()
            self.rest()
        with self.beat("propose", **words):
            self._propose()
            self.rest()
        with self.beat("add", **words):
            self._sum()
            self.rest()
        with self.beat("loudest", **words):
            self._weigh()
            self.rest()
        with self.beat("answer" if numbers.guess and numbers.later else "moved", **words):
            self._move()
            self.hold()
