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
    UR,
    AnimationGroup,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    LaggedStart,
    Square,
    SurroundingRectangle,
    VGroup,
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
from scenes.parts.text.number import Number, Weight
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

_SHARES, _RULED = (1.2, 1.0), 1.0
"""In a frame that is not wide: the rows' share of its height and the chain's; scene units for the ruler below it."""

_GAP, _LOOKER, _TALLEST = (0.36, 0.25), (1.9, 1.45), 0.66
"""Scene units between two words of the phrase, and right of the rows for the word that looks, in a wide frame and in
another; a row's height at most."""

_SHORT = 0.15
"""Scene units below which an arrow is too short to be seen."""

_RAY, _BEAD, _LIGHT = 2.5, 0.05, 0.6
"""Stroke units of a ray from the word to a head; the radius of the dot from which a head's arrow starts, scene units;
the light around the word that looks, as a share of a hero's."""

_NOTE = 0.4
"""Scene units from where the arrows start, or from the tips of the short ones, to a note on those not seen."""

_OFF = 0.1
"""Scene units from a ray to the word at its one end and to the square at its other."""

_TURNS = tuple(np.radians(range(0, 46, 3)).tolist())
"""The angles by which the sum may rise, radians."""

_BELOW, _FLAG, _UNDER = 0.35, 0.09, 0.35
"""Scene units from the chain to the ruler below it, half of the ticks at its ends, and from it down to its number."""


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
    guess = phrase.next[0][0] if phrase.next else ""
    return Proposals(
        about.model, parameters.layer, phrase.tokens, names, ("along", "across"), guess, each.shape[1],
        weights, lengths, places, places.sum(dim=0), places[:, 0] / total.norm(), held, off,
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
        self.word.put(self.looks_from + share * (self.origin - self.looks_from))

    # --- the arrows ---

    def _room(self, free: Region) -> Region:
        """Return where the proposals are added: beside the rows, or below them."""
        if self.stage.is_wide:
            return Region(float(self.close[-1]) + 0.75, free.right - DISC, self.region.bottom + _RULED, self.levels[0])
        return free.rows(*_SHARES, gap=0.3)[1].inset(left=0.9, right=0.2, bottom=_RULED)

    def _measure(self, room: Region) -> None:
        """Find the scale and the place of the chain of proposals, tip to tail."""
        places = self.numbers.places
        chain = torch.cat([places.new_zeros(1, 2), places.cumsum(dim=0)])
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
        self.chain = [self._place(row) for row in chain]

    def _place(self, row: Tensor) -> Point:
        x, y = (row.double() @ _turned(self.turn)).tolist()
        return self.origin + self.unit * point(x, y)

    def _make_looker(self, right: float) -> None:
        """Make the word that looks, at the right of the rows, and a ray from it to each of them."""
        style, text = self.style, self.numbers.tokens[-1]
        label = self.looker_name = Label(text, size=style.sizes.head, within=0.8, style=style)
        offset = (-0.25 - float(label.width) / 2, 0.0)
        middle = (self.levels[0] + self.levels[-1]) / 2
        self.looks_from = point(right - 0.4, middle)
        self.word = Token(text, self.looks_from, style.theme.ink, offset=offset, text=label, large=True, style=style)
        self.glow = HeroGlow(self.looks_from, style.theme.ink, style=style).scale(_LIGHT)
        start = self.looks_from + point(offset[0] - float(label.width) / 2 - _OFF)
        last = self._columns(0.0)[-2]
        ends = [point(last + row[-1].width / 2 + _OFF, level)
                for row, level in zip(self.squares, self.levels, strict=True)]  # fmt: skip
        self.rays = [laid(thin_line(start, end, style.theme.dim, _RAY), Layer.THREAD) for end in ends]

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
            Vector(self.origin, self._place(numbers.total), theme.ink, width=1.6 * _WIDE, style=style),
            Layer.TRAIL,
        )
        for arrow in self._covered():
            laid(arrow, Layer.GHOST)
        self.tiny = self._name_tiny()
        loud = numbers.loudest
        self.labels = [self._beside(self.says("head", number=loud + 1), theme.value, self.chain[loud : loud + 2], 1.0),
                       self._beside(self.says("together"), theme.ink, [self.origin, self.total.end], -1.0)]  # fmt: skip

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
        note = self._note(text, float(self.origin[0]), 0.0)
        return VGroup(note.on_baseline(self.stage.below_header.bottom + 0.15))

    def _name_view(self) -> VGroup:
        """Return what the plane of the arrows is, at the end of the header; nothing without room."""
        text = Label(self.says("view", count=self.numbers.width), size=self.style.sizes.tick, style=self.style)
        left = self.stage.below_header.right - float(text.width)
        if not self.stage.is_wide or left < float(self.next.words[0].get_right()[0]) + self.gap:
            return VGroup()
        corner = point(left + float(text.width), self.stage.safe.top)
        return VGroup(laid(text.align_to(corner, UR), Layer.LABEL))

    def _note(self, text: str, left: float, level: float) -> Label:
        """Return a small text at the height of a row, right of a place."""
        left += _NOTE
        within = self.stage.below_header.right - left
        label = Label(text, size=self.style.sizes.tick, within=within, style=self.style)
        return label.set_x(left + label.width / 2).on_baseline(level - label.cap_height / 2)

    def _beside(self, text: str, color: str, way: Sequence[Point], side: float) -> VGroup:
        """Return a text beside the farther half of an arrow: above it for a side of 1, below it for -1."""
        label = Label(text, size=self.style.sizes.number, color=color, style=self.style)
        along = way[1] - way[0]
        middle = way[0] + 0.62 * along
        slope = abs(float(along[1])) / max(abs(float(along[0])), 1e-9)
        away = 0.32 + min(slope, 1.0) * float(label.width) / 2
        return laid(labelled(label.move_to(middle + point(0.0, side * away)), self.style), Layer.LABEL)

    # --- the story ---

    def _together(self) -> Live:
        """Return how the columns draw together; the word that looks comes with them."""
        squares = [square for row in self.squares for square in row]
        moved = [self.header, *squares, self.word]
        return Live(moved, self._squeeze, run_time=self.style.times.second)

    def _lay(self) -> Live:
        """Return how all proposals that are seen lie down tip to tail."""
        starts = [arrow.start.copy() for arrow in self.arrows]

        def follow(share: float) -> None:
            for arrow, start, end, way in zip(self.arrows, starts, self.chain, self.ways, strict=False):
                at = start + share * (end - start)
                arrow.set_ends(at, at + way)

        seen = [arrow for arrow in self.arrows if arrow.length >= _SHORT]
        return Live(seen, follow, run_time=2.4)

    def _look(self) -> None:
        """Let the last word come down and look back through all heads."""
        quick, coming = self.style.times.quick, self.header.words[-1].copy()
        self.play(FadeIn(self.header, *self.names), run_time=quick)
        self.play(coming.animate.match_width(self.looker_name).move_to(self.looker_name))
        self.remove(coming)
        self.add(self.word)
        self.play(FadeIn(self.glow), run_time=quick)
        rows = [
            AnimationGroup(Create(ray), FadeIn(*squares)) for ray, squares in zip(self.rays, self.squares, strict=True)
        ]
        self.play(LaggedStart(*rows, lag_ratio=0.3), run_time=2.2)

    def _propose(self) -> None:
        """Let each head's arrow leave its own row."""
        self.play(FadeOut(self.glow, *self.rays), run_time=self.style.times.quick)
        self.play(self._together())
        self.play(FadeOut(self.word), FadeIn(*self.beads, *self._name_view()), run_time=self.style.times.quick)
        growing = [GrowFromPoint(arrow, arrow.start) for arrow in self.arrows]
        self.play(LaggedStart(*growing, lag_ratio=0.4), run_time=2.6)
        self.play(FadeIn(self.tiny), run_time=self.style.times.quick)

    def _sum(self) -> None:
        """Lay all arrows tip to tail, from the word on, and draw their sum."""
        quick = self.style.times.quick
        unseen = [arrow for arrow in self.arrows if arrow.length < _SHORT]
        self.play(FadeOut(self.tiny, *self.beads, *unseen), FadeIn(self.word), run_time=quick)
        self.play(self._lay())
        self.play(FadeIn(self.labels[0]), run_time=quick)
        self.play(GrowFromPoint(self.total, self.origin), *map(FadeOut, self._covered()))
        self.play(FadeIn(self.labels[1]), run_time=quick)

    def _decide(self) -> None:
        """Let the loudest head's row and arrow light up, measure its share, and let the word go where the sum leads."""
        numbers, style, red = self.numbers, self.style, self.style.theme.subject
        loud, quick = numbers.loudest, self.style.times.quick
        row = VGroup(self.names[loud], *self.squares[loud])
        frame = SurroundingRectangle(row, color=red, stroke_width=2.5, buff=_FRAME)
        frame.stretch_to_fit_height(self.pitch).set_y(self.levels[loud])
        seen = self.squares[loud][int(numbers.weights[loud].argmax())]
        number = Weight(numbers.most, size=style.sizes.tick, color=red, style=style)
        number.next_to(seen if self.stage.is_wide else frame, point(1.0), buff=0.08)
        written = [self.names[loud], self.labels[0][-1]]
        drawn = [*self.squares[loud], self.arrows[loud]]
        lit = [each.animate.set_fill(red) for each in written]
        lit += [each.animate.set_fill(style.theme.fill(red)) for each in drawn]
        self.play(Create(frame), *lit)
        self.play(FadeIn(number), run_time=quick)
        ruler, share = self._ruler(loud)
        self.play(Create(ruler), run_time=style.times.second)
        self.play(FadeIn(share), run_time=quick)
        self.add(self.word.ghost())
        edge, body = self._ring_edge(), self.total.body
        body.set_points_as_corners(arrow_corners(edge, self.total.end, self.total.shaft_width))
        self.play(
            self.word.mark.animate.move_to(self.total.end),
            body.animate.set_points_as_corners(_shaft(edge, self.total.end, self.total.shaft_width)),
            run_time=style.times.second,
        )
        if numbers.guess:
            self.play(FadeIn(self.next, shift=point(-0.3)), run_time=style.times.move)

    def _covered(self) -> list[Vector]:
        """Return the seen arrows that the sum's head covers: in the chain they begin close to its tip."""
        near = float(self.word.mark.width)
        return [
            arrow
            for arrow, start in zip(self.arrows, self.chain, strict=False)
            if arrow.length >= _SHORT and float(np.linalg.norm(start - self.total.end)) < near
        ]

    def _ruler(self, head: int) -> tuple[VGroup, Row]:
        """Return how far a head's arrow reaches along the sum, as a ruler below the chain, and its share of the sum."""
        red, style = self.style.theme.subject, self.style
        along = point(float(np.cos(self.turn)), float(np.sin(self.turn)))
        across = point(-along[1], along[0])
        ways = [at - self.origin for at in self.chain]
        low = min(float(way @ across) for way in ways) - _BELOW
        start, end = (self.origin + float(way @ along) * along + low * across for way in ways[head : head + 2])
        flag = _FLAG * across
        ends = [thin_line(at - flag, at + flag, red, 2.5) for at in (start, end)]
        ruler = laid(VGroup(thin_line(start, end, red, 2.5), *ends), Layer.PIN)
        number = Number(self.numbers.shares[head], size=style.sizes.number, color=red, style=style)
        row = Row([number, Label(self.says("share"), size=style.sizes.number, color=red, style=style)], 0.2)
        down = _UNDER + float(row.width) / 2 * float(np.tan(self.turn))
        return ruler, row.move_to((start + end) / 2 - point(0.0, down))

    def tell(self) -> None:
        """Let each head look, propose; add the proposals; show what the loudest does."""
        numbers = self.numbers
        loud = numbers.loudest
        words: dict[str, Any] = {
            "heads": len(numbers.heads), "layer": numbers.layer, "head": loud + 1, "seen": numbers.seen,
            "word": numbers.tokens[-1], "weight": format_number(float(numbers.most)),
            "share": format_number(float(numbers.shares[loud])), "guess": numbers.guess,
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
            self._decide()
            self.hold()
