"""All heads of one layer of a real model: each looks its own way and proposes a change, and the proposals add up.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from manim import (
    Create,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    LaggedStart,
    ManimColor,
    Rectangle,
    Square,
    Succession,
    Transform,
    VGroup,
    VMobject,
    linear,
    smooth,
    there_and_back,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, HeroGlow, Token
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroWeight, labelled
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight, format_weight
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.worlds import World

_SIDE, _LEAST, _SEEN, _WIDE = 0.92, 0.01, 0.01, 0.07
"""A square's side for a weight of 1, as a share of a row's height; the least weight that is drawn; scene units: the
side below which a square stands for none; an arrow's shaft."""

_NAMES, _TITLES, _FRAME = 0.25, 0.55, 0.1
"""Scene units right of the heads' names, from the phrase's baseline to the first row, and from a row to its frame."""

_SHARES, _ABOVE = (1.2, 1.0), (0.35, 0.75)
"""In a frame that is not wide: the rows' share of its height and the arrows'; scene units left free above the arrows in
a wide frame and in another."""

_GAP, _TALLEST, _BLANK_AT_LEAST = (0.36, 0.25), 0.66, 1.3
"""Scene units between two words of the phrase in a wide frame and in another; a row's height at most; the width of the
blank at the least."""

_ALL, _RESTING = 0.95, 0.5
"""The weight from which a head sees one word and hardly another; the heads' mean weight of the first token from which
most of their looking rests there."""

_NAME, _SHORT, _TIP = 0.8, 0.035, 0.3
"""Scene units that the word's name beside the sum takes at the most; the share of the longest arrow's length below
which another is hardly seen; scene units by which the longest is drawn short of the sum's tip."""

_RAY, _BEAD, _LIGHT, _OFF = 2.5, 0.06, 0.8, 0.12
"""Stroke units of a ray from the word to a head; the radius of the dot from which a head's arrow starts, scene units;
the light around the word that looks, as a share of a hero's; scene units from a ray to what it joins."""

_FLASH, _LATE, _ONE, _LAID = 0.8, 2.0, 1.0, 2.4
"""The share of the ink's colour that a row's squares take on while its arrow grows; by how many times of a row's all
rows take longer, as the lower ones come later; seconds for a row, and in which all arrows are laid tip to tail."""

_TURNS = tuple(np.radians(range(0, 46, 3)).tolist())
"""The angles by which the sum may rise, radians."""

_DASH, _ANGLE, _OVER, _STEEP = 0.08, 0.16, 0.34, 2.5
"""Scene units: a dash of the line from an arrow to the sum; the side of its right angle; from the sum up to what is
written on it, at the least; the slope up to which a text keeps clear of an arrow."""

_BLANK, _BAR, _UNDER = 0.2, 0.15, 0.14
"""Scene units: from a word's baseline down to the blank that it fills; the height of the share that fills the blank;
and from it down to its number."""

_GATE, _OPEN, _THICK, _APART = 4.4, 1.5, 0.12, 0.22
"""Scene units: a later layer's height at the most, the opening in its middle that the word goes through, the thickness
of its two bars, and from them to its name."""

_ANSWER, _LARGEST, _ON_LINE = 4.1, 3.4, 0.26
"""Scene units that the next word's line takes at the end; by how many times the word is larger than in the phrase; and
from its line up to its baseline."""

_HOP, _GROW, _WITHOUT = 0.28, 0.9, 0.8
"""Seconds in which the word passes a layer, in which the next word's share grows, and in which the sum is seen without
its longest arrow."""


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
    others: Tensor = quantity("What all but the longest add along it together: what its printed share leaves of 1.")
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
    shares = places[:, 0] / total.norm()
    others = 1 - as_printed(float(shares[lengths.argmax()]))
    return Proposals(
        about.model, parameters.layer, phrase.tokens, names, ("along", "across"), guess,
        about.layers - parameters.layer, each.shape[1], weights, lengths, places, places.sum(dim=0),
        shares, torch.tensor(others, dtype=torch.float64), held, off, torch.tensor(chance, dtype=torch.float64),
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


@dataclass(frozen=True)
class Journey:
    """The word's way through the later layers, and the line on which the next word will stand.

    Attributes:
        way: the room of the layers.
        stops: where the word stops, before the first layer and behind each.
        pitch: scene units from a layer to the next.
        line: the next word's line, whose length is a share of 1.
        size: the next word's width.
        grown: how much larger than beside the sum the word is.
    """

    way: Region
    stops: list[Point]
    pitch: float
    line: VMobject
    size: float
    grown: float


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
        self.gap = _GAP[0 if self.stage.is_wide else 1]
        self.region = free if self.stage.is_wide else free.rows(*_SHARES, gap=0.3)[0]
        self._make_header(free.width)
        self._make_rows()
        self._measure(free)
        self._make_looker()
        self._make_arrows()
        self._part(0.0)

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
        gaps = self.gap * (len(widths) + 1)
        blank = max(float(Label(numbers.guess or "…", size=style.sizes.head, style=style).width), _BLANK_AT_LEAST)
        factor = min(1.0, (width - self.aside - gaps - blank) / sum(widths))
        for word in self.header.words:
            word.scale(factor)
        paint = [style.theme.ink]  # the answer is nobody's colour: it comes from all layers
        self.next = HeaderPhrase([numbers.guess or "…"], paint, self.stage, self.view, style=style)
        self.next.words[0].scale(factor)
        self.blank_width = max(float(self.next.width), _BLANK_AT_LEAST)
        self.blank = VGroup()
        if numbers.guess:
            line = thin_line(point(), point(self.blank_width), style.theme.dim, style.strokes.line)
            self.blank.add(laid(line, Layer.FRAME))
        self.close = np.cumsum([0.0, *(factor * each + self.gap for each in widths)]) + self.region.left + self.aside

    def _make_rows(self) -> None:
        """Make a row for each head: its name, and its weights from the last word as squares below the words."""
        numbers = self.numbers
        top = self.view.header - _TITLES if self.stage.is_wide else self.region.top
        self.pitch = min((top - self.region.bottom) / len(numbers.heads), _TALLEST)
        self.levels = [top - (head + 0.5) * self.pitch for head in range(len(numbers.heads))]
        self.squares: list[list[Square]] = []
        for name, level, row in zip(self.names, self.levels, numbers.weights.tolist(), strict=True):
            name.set_x(self.region.left + name.width / 2).on_baseline(level - name.cap_height / 2)
            self.squares.append([self._square(weight).set_y(level) for weight in row])

    def _square(self, weight: float) -> Square:
        """Return a weight as a square, or one without size or colour where it is not drawn."""
        if weight < _LEAST:
            return Square(1e-3, stroke_width=0)
        square = Square(_SIDE * self.pitch * weight**0.5, stroke_width=0)
        return colour_area(square, self.style.theme.value, 0.9, self.style)

    def _columns(self, share: float) -> list[float]:
        """Return the columns' middles and, last, where they end: from close together (0) to all over the frame (1)."""
        near = self.close
        wide = self.stage.below_header.right - self.blank_width - self.gap - near[0]
        shares = np.linspace(0.0, 1.0, len(near)) if self.stage.is_wide else (near - near[0]) / (near[-1] - near[0])
        edges = near + share * (near[0] + wide * shares - near)
        return [*((edges[:-1] + edges[1:]) / 2).tolist(), float(edges[-1])]

    def _part(self, share: float) -> None:
        """Draw the columns apart."""
        *middles, end = self._columns(share)
        for column, x in enumerate(middles):
            self.header.words[column].set_x(x).on_baseline(self.view.header)
            for row in self.squares:
                row[column].set_x(x)
        self.next.words[0].set_x(end + (self.gap + self.blank_width) / 2).on_baseline(self.view.header)
        self.blank.move_to(point(float(self.next.words[0].get_x()), self.view.header - _BLANK))

    def _rise(self, share: float) -> None:
        """Let the row of the longest arrow rise to below the phrase."""
        loud = self.numbers.loudest
        level = self.levels[loud] + share * (self.levels[0] - self.levels[loud])
        self.names[loud].on_baseline(level - self.names[loud].cap_height / 2)
        for square in self.squares[loud]:
            square.set_y(level)

    # --- the arrows ---

    def _measure(self, free: Region) -> None:
        """Find two scales: for arrows in the heads' own rows, and a larger one for their chain, which fills the frame.

        The longest is the last of the chain; those too short to be seen alone are one piece of it, just before.
        """
        places, loud, few = self.numbers.places, self.numbers.loudest, self._tiny
        order = [*(head for head in range(len(places)) if head not in (loud, *few)), *few, loud]
        self.order = order
        chain = torch.cat([places.new_zeros(1, 2), places[order].cumsum(dim=0)])
        name = Label(self.numbers.tokens[-1], size=self.style.sizes.head, within=_NAME, style=self.style)
        left = free.left + float(name.width) + 0.5
        top = self.levels[0] - self.pitch / 2 - 2 * _OVER - 0.2
        room = Region(left, free.right - DISC, free.bottom + 0.4, top)

        def spread(rows: Tensor, turn: float) -> tuple[Tensor, Tensor]:
            turned = rows @ _turned(turn)
            return turned.min(dim=0).values, turned.max(dim=0).values

        def fits(turn: float) -> float:
            low, high = spread(chain, turn)
            return float(min(room.width / max(float(high[0] - low[0]), 1e-9),
                             room.height / max(float(high[1] - low[1]), 1e-9)))  # fmt: skip

        # The sum rises as far as the room is high: the picture is as large as can be.
        self.turn = max(_TURNS, key=fits)
        self.unit = fits(self.turn)
        low, high = spread(chain, self.turn)
        self.ways = [self.unit * point(*row) for row in (places @ _turned(self.turn)).tolist()]
        y = (room.top + room.bottom - self.unit * float(low[1] + high[1])) / 2
        self.origin = point(room.right - self.unit * float(high[0]), y)
        stops = [self._place(row) for row in chain]
        self.chain = [(stops[order.index(head)], stops[order.index(head) + 1]) for head in range(len(places))]
        few_at = [self.chain[head] for head in few]
        self.few_way = (few_at[0][0], few_at[-1][1]) if few_at else None
        self._measure_rows(free)

    def _measure_rows(self, free: Region) -> None:
        """Find where arrows start in the heads' rows, and by which factor they are smaller there than in the chain."""
        if not self.stage.is_wide:
            room = free.rows(*_SHARES, gap=0.3)[1].inset(top=_ABOVE[1], bottom=0.7)
            ways = torch.tensor(np.array(self.ways)[:, :2])
            low, high = ways.min(dim=0).values.clamp(max=0.0), ways.max(dim=0).values.clamp(min=0.0)
            size = high - low
            self.smaller = min(1.0, room.width / float(size[0]), room.height / float(size[1]))
            start = [centre - self.smaller * float(edges) / 2
                     for centre, edges in zip(room.centre[:2], low + high, strict=True)]  # fmt: skip
            self.starts = [point(*start)] * len(self.ways)
            return
        x = self._columns(0.0)[-1] + 0.9
        room = Region(x, free.right - DISC, self.levels[-1] - self.pitch / 2, self.levels[0] + self.pitch / 2)
        factors = [1.0]
        for level, way in zip(self.levels, self.ways, strict=True):
            across, up = float(way[0]), float(way[1])
            factors.append(
                (room.right - x) / across if across > 0 else (x - self._columns(0.0)[-1]) / max(-across, 1e-9)
            )
            factors.append((room.top - level if up > 0 else level - room.bottom) / max(abs(up), 1e-9))
        self.smaller = min(factors)
        self.starts = [point(x, level) for level in self.levels]

    def _place(self, row: Tensor) -> Point:
        x, y = (row.double() @ _turned(self.turn)).tolist()
        return self.origin + self.unit * point(x, y)

    def _make_looker(self) -> None:
        """Make the word that looks, a ray from it to each head's row, and the word as what the arrows move."""
        style, text = self.style, self.numbers.tokens[-1]
        ends = [point(self._columns(0.0)[-1] + 0.25, level) for level in self.levels]
        free = self.stage.below_header
        looks_from = point((float(ends[0][0]) + free.right) / 2 + 1.1, (self.levels[0] + self.levels[-1]) / 2)
        if not self.stage.is_wide:
            looks_from = point(free.right - 0.45, float(looks_from[1]))
        self.looker = Label(text, size=style.sizes.hero, within=1.5, style=style)
        self.looker = laid(self.looker.move_to(looks_from), Layer.LABEL)
        self.glow = HeroGlow(looks_from, style.theme.ink, style=style).scale(_LIGHT)
        start = looks_from - point(float(self.looker.width) / 2 + _OFF)
        self.rays = [laid(thin_line(start, end, style.theme.dim, _RAY), Layer.THREAD) for end in ends]
        label = Label(text, size=style.sizes.head, within=_NAME, style=style)
        offset = (-0.25 - float(label.width) / 2, 0.0)
        self.word = Token(text, self.origin, style.theme.ink, offset=offset, text=label, style=style)

    def _make_arrows(self) -> None:
        """Make an arrow for each head, first where its own row ends, and the sum of all."""
        style, theme, numbers = self.style, self.style.theme, self.numbers
        self.arrows = [
            Vector(start, start + self.smaller * way, theme.value, width=_WIDE, style=style)
            for start, way in zip(self.starts, self.ways, strict=True)
        ]
        self.beads = [laid(Dot(start, radius=_BEAD, color=theme.ink), Layer.PIN) for start in self.starts]
        self.total = laid(
            Vector(self.origin, self._place(numbers.total), theme.ink, width=1.6 * _WIDE, style=style), Layer.VECTOR
        )
        self.few = [] if self.few_way is None else [Vector(*self.few_way, theme.value, width=_WIDE, style=style)]
        self.tiny = self._name_tiny()
        loud = numbers.loudest
        self.labels = [self._beside(self.says("head", number=loud + 1), theme.value, self.chain[loud], -1.0),
                       self._beside(self.says("together"), theme.ink, [self.origin, self.total.end], 1.0)]  # fmt: skip

        self.numbered = self._number_chain()

    def _number_chain(self) -> VGroup:
        """Return the heads' numbers, each beside its piece of the chain; the longest has its name."""
        numbers, style, few = self.numbers, self.style, self._tiny
        loud = self.chain[numbers.loudest]
        pieces = [([head], self.chain[head]) for head in self.order if head not in (numbers.loudest, *few)]
        pieces += [] if self.few_way is None else [(few, self.few_way)]
        along = (self.total.end - self.origin) / max(self.total.length, 1e-9)
        foot = self.origin + float((loud[0] - self.origin) @ along) * along
        ways = [*(way for _, way in pieces), loud, (self.origin, self.total.end), (loud[0], foot)]
        free = self.stage.below_header
        boxes, texts = [box_of(label) for label in [*self.labels, self.word.label]], VGroup()
        for heads, (start, end) in pieces:
            text = ", ".join(str(head + 1) for head in heads)
            label = Label(text, size=style.sizes.number, color=style.theme.value, style=style)
            x, y = free_place(
                (float(label.width), float(label.height)), (free.left, free.bottom - 0.05, free.right, free.top),
                flat((start + end) / 2), lines=[(flat(one), flat(other)) for one, other in ways], boxes=boxes,
            )  # fmt: skip
            texts.add(laid(labelled(label.move_to(point(x, y)), style), Layer.LABEL))
            boxes.append(box_of(label))
        return texts

    @property
    def _tiny(self) -> list[int]:
        """The heads whose arrows are too short to be seen."""
        lengths = self.numbers.places.norm(dim=1).tolist()
        return [head for head, length in enumerate(lengths) if length < _SHORT * max(lengths)]

    def _name_tiny(self) -> VGroup:
        """Return one note on the heads whose arrows are too short to be seen, and on what takes all their weight."""
        tiny, weights = self._tiny, self.numbers.weights
        if not tiny:
            return VGroup()
        seen = int(weights[tiny].sum(dim=0).argmax())
        blind = [head for head in tiny if float(weights[head, seen]) >= _ALL]
        heads = ", ".join(str(head + 1) for head in blind or tiny)
        text = self.says("tiny_seen" if blind else "tiny", heads=heads, seen=self.numbers.tokens[seen])
        free, wide = self.stage.below_header, self.stage.is_wide
        left = float(self.starts[0][0]) + 0.4 if wide else free.left
        label = Label(text, size=self.style.sizes.tick, within=free.right - left, style=self.style)
        level = self.levels[-1] - label.cap_height / 2 if wide else free.bottom + 0.15
        return VGroup(laid(label.set_x(left + label.width / 2).on_baseline(level), Layer.LABEL))

    def _beside(self, text: str, color: str, way: Sequence[Point], side: float) -> VGroup:
        """Return a text beside the farther half of an arrow: above it for a side of 1, below it for -1."""
        label = Label(text, size=self.style.sizes.number, color=color, style=self.style)
        self._put_beside(label, way, 0.62, side)
        return laid(labelled(label, self.style), Layer.LABEL)

    def _put_beside(self, text: VMobject, way: Sequence[Point], share: float, side: float) -> None:
        """Put a text beside an arrow, a share of its way along: above it for a side of 1, below it for -1."""
        along = way[1] - way[0]
        slope = abs(float(along[1])) / max(abs(float(along[0])), 1e-9)
        away = _OVER + min(slope, _STEEP) * float(text.width) / 2
        text.move_to(way[0] + share * along + point(0.0, side * away))

    # --- the story ---

    def _fly_out(self) -> Live:
        """Return how the word that looks becomes a dot for each head, which leaves along its ray for its row."""
        rays = [(ray.get_start(), ray.get_end()) for ray in self.rays]

        def follow(share: float) -> None:
            for bead, ray, (start, end), home in zip(self.beads, self.rays, rays, self.starts, strict=True):
                at = start + share * (home - start)
                bead.move_to(at)
                ray.set_points_as_corners([at, end + share * (home - end)])
                ray.set_stroke(opacity=1 - share)

        return Live([*self.beads, *self.rays], follow, run_time=self.style.times.second)

    def _send(self, heads: Sequence[int]) -> None:
        """Let the squares of rows flash one row after another, as the arrow of each grows where the row ends."""
        theme = self.style.theme
        plain, bright = ManimColor(theme.fill(theme.value)), ManimColor(theme.fill(theme.ink))
        arrows = [self.arrows[head] for head in heads]
        ends = [(self.starts[head], self.smaller * self.ways[head]) for head in heads]
        rows = [[square for square in self.squares[head] if square.width > _SEEN] for head in heads]
        whole = 1 + _LATE * (len(heads) > 1)

        def follow(share: float) -> None:
            for place, (row, arrow, (start, way)) in enumerate(zip(rows, arrows, ends, strict=True)):
                own = min(max(share * whole - (whole - 1) * place / max(len(heads) - 1, 1), 0.0), 1.0)
                arrow.set_ends(start, start + max(smooth(own), 1e-3) * way)
                for square in row if theme.filled else ():
                    square.set_fill(plain.interpolate(bright, _FLASH * there_and_back(own)))

        follow(0.0)
        squares = [square for row in rows for square in row]
        self.add(*arrows)
        self.play(Live([*arrows, *squares], follow, rate_func=linear), run_time=_ONE * whole)

    def _gather(self) -> Live:
        """Return how the dots leave the heads' rows for one place: they are the word."""

        def follow(share: float) -> None:
            for bead, start in zip(self.beads, self.starts, strict=True):
                bead.move_to(start + share * (self.origin - start))

        return Live(self.beads, follow, run_time=self.style.times.move)

    def _lay(self) -> Live:
        """Return how the arrows leave their rows one by one, and lie down tip to tail as long as they are there."""
        whole = 1 + 0.5 * (len(self.order) - 1)

        def follow(share: float) -> None:
            for place, head in enumerate(self.order):
                own = smooth(min(max(share * whole - 0.5 * place, 0.0), 1.0))
                at = self.starts[head] + own * (self._nearer(self.chain[head][0], 0.0) - self.starts[head])
                self.arrows[head].set_ends(at, at + self.smaller * self.ways[head])

        return Live(self.arrows, follow, rate_func=linear, run_time=_LAID)

    def _nearer(self, at: Point, share: float) -> Point:
        """Return where a point of the chain is when it is seen from a share of the way nearer."""
        return self.origin + (self.smaller + share * (1 - self.smaller)) * (at - self.origin)

    def _go_nearer(self, share: float) -> None:
        """Draw the whole chain larger, away from the word, which stays."""
        for arrow, ends in zip(self.arrows, self.chain, strict=True):
            arrow.set_ends(*(self._nearer(end, share) for end in ends))
        for few in self.few:
            assert self.few_way is not None
            few.set_ends(*(self._nearer(end, share) for end in self.few_way))

    def _look(self) -> None:
        """Let the last word come down and look back through all heads."""
        quick, coming = self.style.times.quick, self.header.words[-1].copy()
        self.play(FadeIn(self.header, self.blank, *self.names), run_time=quick)
        self.play(coming.animate.match_width(self.looker).move_to(self.looker))
        self.remove(coming)
        self.add(self.looker)
        self.play(FadeIn(self.glow), run_time=quick)
        rows = [Succession(Create(ray), FadeIn(*squares)) for ray, squares in zip(self.rays, self.squares, strict=True)]
        self.play(LaggedStart(*rows, lag_ratio=0.2), run_time=3.0)

    def _propose(self) -> None:
        """Let the word go back to each head as a dot, and each head's arrow grow from it, the longest last."""
        quick, loud = self.style.times.quick, self.numbers.loudest
        for bead, ray in zip(self.beads, self.rays, strict=True):
            bead.move_to(ray.get_start())
        self.add(*self.beads)
        self.play(FadeOut(self.glow, self.looker), self._fly_out())
        self.remove(*self.rays)
        self._send([head for head in range(len(self.arrows)) if head != loud])
        self.play(FadeIn(self.tiny), run_time=quick)
        self._send([loud])

    def _sum(self) -> None:
        """Leave the longest arrow's row alone; lay all arrows tip to tail, from the word on, and draw their sum."""
        quick, loud = self.style.times.quick, self.numbers.loudest
        others = [head for head in range(len(self.arrows)) if head != loud]
        gone = [self.names[head] for head in others] + [square for head in others for square in self.squares[head]]
        self.play(FadeOut(self.tiny, *gone), run_time=quick)
        row = self.squares[loud]
        self.play(Live([self.names[loud], *row], self._rise, run_time=self.style.times.move))
        self.play(self._gather())
        self.play(FadeOut(*self.beads), FadeIn(self.word), run_time=quick)
        self.play(self._lay())
        few = [self.arrows[head] for head in self._tiny]
        self._go_nearer(0.0)
        self.remove(*few)
        self.add(*self.few)
        chain = [arrow for arrow in self.arrows if arrow not in few]

        def nearer(share: float) -> None:
            self._part(share)
            self._go_nearer(share)

        closer = Live([self.header, self.blank, *row, *chain, *self.few], nearer, run_time=self.style.times.slow)
        self.play(closer)
        self.play(FadeIn(self.labels[0], self.numbered), run_time=quick)
        self.wait(quick)
        tip = self.arrows[loud]
        self.add(self.total)
        end = self.total.end.copy()

        def follow(share: float) -> None:
            self.total.set_ends(self.origin, self.origin + max(share, 1e-3) * (end - self.origin))
            tip.short = share * _TIP
            tip.set_ends(tip.start, tip.end)

        self.play(Live([self.total, tip], follow, run_time=self.style.times.slow))
        self.play(FadeIn(self.labels[1]), run_time=quick)

    def _weigh(self) -> None:
        """Let the loudest head's row and arrow light up, and measure its share of the sum on the sum itself."""
        numbers, style, red = self.numbers, self.style, self.style.theme.subject
        loud, quick = numbers.loudest, self.style.times.quick
        row = VGroup(self.names[loud], *self.squares[loud])
        column = int(numbers.weights[loud].argmax())
        number = Weight(numbers.most, size=style.sizes.number, color=red, style=style)
        number.next_to(self.squares[loud][column], point(1.0), buff=0.14)
        after = [square for square in self.squares[loud][column + 1 :] if square.width > _SEEN]
        if any(float(square.get_left()[0]) < float(number.get_right()[0]) + 0.1 for square in after):
            number.next_to(row, point(1.0), buff=0.14)
        written = [self.names[loud], self.labels[0][-1], self.header.words[column]]
        drawn = [*self.squares[loud], self.arrows[loud]]
        lit = [each.animate.set_fill(red) for each in written]
        lit += [each.animate.set_fill(style.theme.fill(red)) for each in drawn]
        self.play(*lit)
        self.play(FadeIn(number), run_time=quick)
        dashes, angle, share = self._measured(loud)
        rest = self._rest_of_sum()
        self.measured = [number, dashes, angle, share, *rest]
        self._leave_out(loud, dashes, [angle, *rest])
        start, end = self.part.start, self.part.end
        self.add(self.part.set_ends(start, start))
        grow = Live([self.part], lambda part: self.part.set_ends(start, start + part * (end - start)))
        self.play(grow, run_time=style.times.slow)
        self.play(FadeIn(share), run_time=quick)

    def _leave_out(self, head: int, dashes: VGroup, measured: Sequence[VMobject]) -> None:
        """Take the last arrow of the chain away: the sum leads where all others alone go, and a ghost of it stays.

        How far that is along the whole sum is measured on the ghost; then the arrow and the sum come back. The sum ends
        where the chain does all the time.
        """
        arrow, total, times = self.arrows[head], self.total, self.style.times
        start, whole, short = arrow.start.copy(), total.end.copy(), arrow.short
        ghost = laid(total.copy().set_fill(self.style.theme.dim), Layer.GHOST)

        def leave(share: float) -> None:
            arrow.short = (1 - share) * short
            arrow.set_ends(start, start + max(1 - share, 1e-3) * (whole - start))
            total.set_ends(self.origin, whole + share * (start - whole))

        self.play(FadeOut(*self.labels, self.numbered), run_time=times.quick)
        self.add(ghost)
        self.play(Live([total, arrow], leave), run_time=times.slow)
        self.play(Create(dashes, lag_ratio=0.5), run_time=times.move)
        self.play(FadeIn(*measured), run_time=times.quick)
        self.wait(_WITHOUT)
        self.play(Live([total, arrow], lambda share: leave(1 - share)), run_time=times.slow)
        self.remove(ghost)
        self.play(FadeIn(self.labels[0], self.numbered), run_time=times.quick)

    def _rest_of_sum(self) -> list[Number]:
        """Return what all other heads add along the sum, above its part that is theirs, if that has room for it."""
        number = Number(self.numbers.others, size=self.style.sizes.number, style=self.style)
        way = [self.origin, self.part.start]
        if float(number.width) > float(np.linalg.norm(way[1] - way[0])) or float(self.numbers.others) <= 0:
            return []
        self._put_beside(number, way, 0.5, 1.0)
        return [laid(number, Layer.LABEL)]

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
        row = Row([number, Label(self.says("share"), size=style.sizes.number, color=red, style=style)], 0.13)
        self._put_beside(row, [foot, tip], 0.42, 1.0)
        return laid(VGroup(*dashes), Layer.SHADOW), laid(VGroup(corner), Layer.SHADOW), laid(row, Layer.LABEL)

    def _move(self) -> None:
        """Let the word go where the sum leads, on through all later layers, and become the next word."""
        times, loud = self.style.times, self.numbers.loudest
        arrows = [self.arrows[head] for head in self.order if head not in self._tiny]
        row = [self.names[loud], *(square for square in self.squares[loud] if square.width > _SEEN)]
        gone = [*arrows, *self.few, self.numbered, self.labels[0], *self.measured, *row, self.word.mark]
        self.play(FadeOut(*gone), run_time=times.move)
        label, tip = self.word.label, self.total.end
        start, over = label.get_center(), point(0.0, float(label.height) / 2 + _OVER / 2)
        end = tip - point(float(label.width) / 2) + over
        level = start + over

        def ride(share: float) -> None:
            up, on = smooth(min(4 * share, 1.0)), smooth(max((4 * share - 1) / 3, 0.0))
            label.move_to(start + up * (level - start) + on * (end - level))

        self.play(Live([label], ride, rate_func=linear), run_time=times.second)
        if self.numbers.guess:
            self._go_on()

    def _go_on(self) -> None:
        """Follow the word: what it came along is left behind, and its blank comes to the end of its way."""
        times, label, layout = self.style.times, self.word.label, self._layout()
        gates, names = self._make_layers()
        far = layout.stops[0] - self.total.end - point(layout.grown * float(label.width) / 2 + _OFF)
        behind = [part.animate.shift(far) for part in (self.total, self.part)]
        rides = label.animate.scale(layout.grown).move_to(layout.stops[0])
        self.play(rides, *behind, Transform(self.blank[0], layout.line), run_time=times.slow)
        self.play(FadeOut(self.total, self.part), run_time=times.quick)
        if gates:
            self.play(LaggedStart(*map(FadeIn, gates), lag_ratio=0.2), FadeIn(*names), run_time=times.move)
        for gate, stop in zip(gates, layout.stops[1:], strict=True):
            lit = [bar.animate.set_fill(self.style.theme.dim, 1.0) for bar in gate]
            self.play(label.animate.move_to(stop), *lit, run_time=_HOP)
        self._say_next()
        share, number = self._fill_blank()
        whole, left = float(share.width), float(share.get_left()[0])

        def follow(part: float) -> None:
            share.stretch_to_fit_width(max(part * whole, 1e-3)).set_x(left + part * whole / 2)

        self.add(share)
        follow(0.0)
        self.play(Live([share], follow, run_time=_GROW))
        self.play(FadeIn(number), run_time=times.quick)

    def _say_next(self) -> None:
        """Let the next word grow out of its line, and stand in the phrase, too; the word that looked stays small."""
        (word,), layout = self.next.words, self._layout()
        in_phrase = self.next.copy()
        end = self.stage.below_header.right - _BLANK
        in_phrase.shift(point(min(0.0, end - float(in_phrase.get_right()[0]))))
        word.scale(layout.size / float(word.width)).set_x(float(layout.line.get_x()))
        word.on_baseline(float(layout.line.get_y()) + _ON_LINE)
        grown = GrowFromPoint(self.next, layout.line.get_center())
        self.play(grown, FadeIn(in_phrase), FadeOut(self.word.label), run_time=self.style.times.move)

    def _layout(self) -> Journey:
        """Lay out the later layers, one after the other, and the next word's line behind or below them."""
        free, later = self.stage.below_header, self.numbers.later
        if self.stage.is_wide:
            way = replace(free, right=free.right - _ANSWER - 0.5)
            room = replace(free, left=free.right - _ANSWER)
        else:
            way, room = free.rows(1.0, 0.9, gap=0.3)
        pitch = way.width / (later + 1)
        middle = float(way.centre[1])
        stops = [point(way.left + (place + 0.5) * pitch, middle) for place in range(later + 1)]
        width = min(_ANSWER, room.width)
        x, y = (float(each) for each in room.centre[:2])
        line = thin_line(
            point(x - width / 2, y), point(x + width / 2, y), self.style.theme.ink, self.style.strokes.line
        )
        size = min(_LARGEST * float(self.next.words[0].width), width)
        grown = min(self.style.sizes.hero / self.style.sizes.head, 0.75 * pitch / float(self.word.label.width))
        return Journey(way, stops, pitch, line, size, grown)

    def _make_layers(self) -> tuple[list[VGroup], list[VGroup]]:
        """Return a gate for each later layer, one after another; the first and last have names."""
        style, layout, later = self.style, self._layout(), self.numbers.later
        gates, names = [], []
        high = min(_GATE, layout.way.height - 0.9)
        bar = (high - _OPEN) / 2
        for place, stop in enumerate(layout.stops[:-1], start=1):
            at = stop + point(layout.pitch / 2)
            bars = [
                Rectangle(width=_THICK, height=bar, stroke_width=1.5, color=style.theme.dim)
                .move_to(at + point(0.0, side * (_OPEN + bar) / 2))
                for side in (1, -1)
            ]  # fmt: skip
            gates.append(laid(VGroup(*bars), Layer.SHADOW))
            if place in (1, later):
                text = self.says("layer", number=self.numbers.layer + place)
                name = Label(text, size=style.sizes.tick, color=style.theme.ink, style=style).set_x(float(at[0]))
                name.on_baseline(float(at[1]) - high / 2 - _APART - name.cap_height)
                names.append(labelled(name, style))
        return gates, names

    def _fill_blank(self) -> tuple[Rectangle, HeroWeight]:
        """Return the share of the next word, as a part of its line's length, and its number below."""
        style, chance, line = self.style, float(self.numbers.chance), self._layout().line
        share = Rectangle(width=chance * float(line.width), height=_BAR, stroke_width=0)
        share.set_fill(style.theme.fill(style.theme.ink), 1.0)
        share.set_x(float(line.get_left()[0]) + float(share.width) / 2).set_y(float(line.get_y()))
        number = HeroWeight(self.numbers.chance, size=1.3 * style.sizes.hero, color=style.theme.ink, style=style)
        number.set_x(float(line.get_x()))
        number.on_baseline(float(line.get_y()) - _BAR / 2 - 2 * _UNDER - number.cap_height)
        return laid(share, Layer.FRAME), laid(number, Layer.LABEL)

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
        rests = float(numbers.weights[:, 0].mean()) > _RESTING
        with self.beat("look", text="look-rests" if rests else "look", first=numbers.tokens[0], **words):
            self._look()
            self.rest()
        idle = rests and all(float(numbers.weights[head, 0]) >= _ALL for head in self._tiny)
        with self.beat("propose", text="propose-rests" if idle else "propose", first=numbers.tokens[0], **words):
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
