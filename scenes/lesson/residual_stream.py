"""One token's vector through the layers of a real language model: arrows laid tip to tail, of which none is replaced.

The vector is an arrow. What attention adds in a layer, and then its network, lands on its tip at its true length and
its true angle, and the vector's own arrow goes along to the new tip: the sum. So each step is a triangle with its true
sides, and all are laid side by side in one plane, each turned the same way: a shell that grows from the first arrow,
which stays in its middle. Where an arrow points inwards, the sum gets shorter. The picture steps back as the shell
grows, and goes into its middle once more; then the last vector leads through the last layer to the model's next word,
which takes its place in the sentence.

The model was run once, by ``record-model``; everything here is drawn from its recording. The vectors have hundreds of
numbers: only within a triangle are angles true, not between arrows of different ones. Source: Elhage et al., "A
Mathematical Framework for Transformer Circuits" (2021), on the residual stream.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import torch
from manim import (
    DashedVMobject,
    FadeIn,
    FadeOut,
    ManimColor,
    RoundedRectangle,
    VGroup,
    VMobject,
    bezier,
    linear,
    rate_functions,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.motion.live import Live, growing
from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import WIDTH, Vector, arrow_corners
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.outline import take_outlines
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.style import Style
from scenes.worlds import World

_FIRST, _PER_LAYER = 3, 2
"""The layers that are left out when the step that shortens the vector most is looked for; additions of a layer."""

_SIDE, _STRIP = 2.4, 1.75
"""Scene units beside the shell, in a wide frame, or below it, for the layer's number, the colours' key, the guess."""

_BESIDE_TIP, _AROUND, _AT_LAST, _LATE = 1.05, 0.6, 0.3, 12
"""Scene units that the shell leaves free for lengths beside its tip: left and right, at the least, and above and below;
at the end, on all sides but the tip's; the power of the shell's growth with which it becomes so."""

_HAND, _ADDED, _SLIM = 2 * WIDTH, 1.5 * WIDTH, 0.2
"""Scene units: the width of the vector's arrow, and of one that is added; the latter's at most as a share of its
length."""

_TINT, _WALL, _FINE = 0.24, 0.75, 0.02
"""The share of the vector's colour in a triangle's and in the line between two; that line's width as a share of its
length, at most."""

_BEYOND, _BESIDE = 0.22, 0.16
"""Scene units from an arrow's tip to its length, and from its middle to what is written there."""

_READABLE = (0.8, 1.2)
"""Scene units of the first arrow's length from which its name begins to show, and at which it is all there."""

_LEAVES = (1.0, 1.5)
"""The distance from the first tail at which a triangle begins to fade, and at which it is gone, in diagonals of what
is seen: only as the picture goes into the shell's middle."""

_ARC, _PAST, _DASH = 48, 1.3, 0.12
"""Points of the arc of an old length; scene units that it goes on beyond the new tip, and of its dashes."""

_ICON, _OUT = 0.85, 0.4
"""Scene units: the height of the icon of the next word; the length of the arrow that leads to the guess."""

_BOX, _APART = (0.16, 0.18), 0.12
"""Scene units: the last layer's box around its name, sideways and up; what is free before and behind an arrow."""

_SOFT, _PAST_FREE, _RIMS = (0.5, 0.8), 0.15, 0.05
"""Scene units over which the shell fades out below the header, and above the foot; by which it goes on beyond the
room of the figure there; by which what hides it goes on beyond that."""

_DIM, _SOON = 0.5, 20.0
"""The share of their colour that all but the first arrow lose in the shell's middle; how many times as fast as the
picture goes there the shell's edges get soft."""

_PIECES = 12
"""Ends of the pieces in which an arrow is compared with a number beside it."""

_LINE = 0.55
"""Scene units from a line of the guess, or of the key, to the next."""

_ONE, _NONE = 100.0, 1000.0
"""Lengths below which one digit is written after the point; those from there on have none."""

_GROWS, _LANDS, _READS, _LEAPS = 1.0, 1.4, 1.5, 2.4
"""Seconds in which the first arrow grows, in which attention's first one lands, its sum is read, the network's one."""

_RUNS, _POINTS_BACK, _SWEEPS = 3.8, 1.4, 4.2
"""Seconds of the layers up to the step that shortens the vector most, of that step, and of all others."""

_DIVES, _JOINS, _AGAIN = (2.8, 1.4), 1.1, (0.5, 1.0)
"""Seconds in which the picture goes into the shell's middle, and back; in which the next word joins the sentence; the
share of these in which it comes again where it was, once it is away from there."""


class OfStream(OfRecording):
    """The parameters: a recording of a language model with its stream."""

    recording: str = Field("smollm2-stream", description="The recording: its name, or a file from record-model.")


@dataclass(frozen=True)
class Stream:
    """The last token's vector before and after each addition: two in each layer, attention's and its network's."""

    model: str
    tokens: tuple[str, ...]
    guess: str
    layers: tuple[str, ...]
    steps: tuple[str, ...]
    stations: tuple[str, ...]
    axes: tuple[str, ...]
    back_at: int
    lengths: Tensor = quantity("The length of the token's vector at first and after each addition.", rows="stations")
    added: Tensor = quantity("The length of what each step adds.", rows="steps")
    angles: Tensor = quantity("The angle, in degrees, from the vector to what is added to it.", rows="steps")
    tips: Tensor = quantity(
        "Where the vector ends when the triangles of all additions lie side by side in a plane.",
        rows="stations",
        columns="axes",
    )
    back: Tensor = quantity("By how much the step that shortens the vector most, after the first layers, lengthens it.")
    times: Tensor = quantity("How many times as long the vector is at last.")
    turns: Tensor = quantity("The cosine of the vector before a layer and after it.", rows="layers")
    kept: Tensor = quantity("The middle one of these cosines.")
    chance: Tensor = quantity("The probability of the likeliest next token.")


def stream(parameters: OfStream) -> Stream:
    """Follow the last token of a recording's first phrase; the last layer is left out: the model rescales after it.

    Raises:
        UserError: when the model is none that adds, or its stream was not recorded.
    """
    recording = parameters.read()
    about, phrase = recording.about, recording.about.phrases[0]
    if about.kind == "bert" or not phrase.next or about.layers < _FIRST + 2:
        raise UserError(
            f"this figure needs a recording of a language model of GPT-2's or Llama's kind; "
            f"{shown(recording.source)} is of {about.kind}'s"
        )
    states, attention = (recording.tensor(f"0.{name}").double()[:, -1] for name in ("inputs", "outputs"))
    states, attention = states[:-1], attention[: about.layers - 1]  # (L, d) and (L - 1, d)
    between = states[:-1] + attention
    after = torch.stack([between, states[1:]], dim=1).flatten(0, 1)
    vectors = torch.cat([states[:1], after])  # (2 L - 1, d)
    lengths, added = vectors.norm(dim=1), vectors.diff(dim=0).norm(dim=1)
    cosines = cosine_similarity(vectors[:-1], vectors.diff(dim=0)).clamp(-1.0, 1.0)
    turns = cosine_similarity(states[:-1], states[1:])
    names = tuple(f"layer {number}" for number in range(1, about.layers))
    steps = tuple(f"{name}, {part}" for name in names for part in ("attention", "network"))
    gains = lengths.diff()
    back_at = int(gains[_PER_LAYER * _FIRST :].argmin()) + _PER_LAYER * _FIRST
    return Stream(
        about.model, phrase.tokens, phrase.next[0][0], names, steps, ("start", *steps), ("x", "y"), back_at, lengths,
        added, cosines.arccos().rad2deg(), laid_flat(lengths, added, cosines), gains[back_at],
        lengths[-1] / lengths[0], turns, turns.median(), torch.tensor(phrase.next[0][1]),
    )  # fmt: skip


def laid_flat(lengths: Tensor, added: Tensor, cosines: Tensor) -> Tensor:
    """Return where a vector ends after each addition, shape (steps + 1, 2), when all lies in one plane.

    Each addition makes a triangle of the vector before it, what is added, and the vector after it. The triangles have a
    corner in common, and each lies clockwise beside the one before it; the last vector points to the right.

    Args:
        lengths: of the vector at first and after each addition, shape (steps + 1,).
        added: of what each step adds, shape (steps,).
        cosines: of the vector and what is added to it, shape (steps,).
    """
    turned = torch.atan2(added * (1 - cosines**2).sqrt(), lengths[:-1] + added * cosines)
    directions = turned.sum() - torch.cat([turned.new_zeros(1), turned.cumsum(0)])
    return lengths[:, None] * torch.stack([directions.cos(), directions.sin()], dim=1)


def _grows(numbers: Stream, world: World) -> Measurement:
    first, last = float(numbers.lengths[_PER_LAYER]), float(numbers.lengths[-1])
    return Measurement(last > 5 * first, f"{first:.1f} after the first layer, {last:.1f} at last")


def _turns_little(numbers: Stream, world: World) -> Measurement:
    return Measurement(float(numbers.kept) > 0.9, f"in the middle {float(numbers.kept):.2f}")


def _points_back(numbers: Stream, world: World) -> Measurement:
    angle = float(numbers.angles[numbers.back_at])
    return Measurement(float(numbers.back) >= 0 or angle > 90, f"{angle:.0f} degrees from the vector it is added to")


@dataclass(frozen=True)
class View:
    """A way to look at the plane of the arrows.

    Attributes:
        tail: the manim point where the vectors begin.
        scale: scene units for a length of 1.
    """

    tail: Point
    scale: float

    def at(self, place: Point) -> Point:
        """Return the manim point of a place in the plane."""
        return self.tail + self.scale * place

    def towards(self, other: View, share: float) -> View:
        """Return the view on the way to another: the scale changes by equal factors in equal times."""
        tail = self.tail + share * (other.tail - self.tail)
        return View(tail, self.scale * (other.scale / self.scale) ** share)


def clipped(corners: Sequence[Point], window: Region) -> list[Point]:
    """Return the closed outline of what a window leaves of an area, given by its corners; none of it may be left."""
    outline = np.array(corners, float)
    sides = ((0, 1.0, window.left), (0, -1.0, -window.right), (1, 1.0, window.bottom), (1, -1.0, -window.top))
    for axis, sign, edge in sides:
        inside = sign * outline[:, axis] - edge
        if not len(inside) or inside.min() >= 0.0:
            continue
        kept = []
        for place in range(len(outline)):
            last, now = inside[place - 1], inside[place]
            if (last < 0.0) != (now < 0.0):
                kept.append(outline[place - 1] + last / (last - now) * (outline[place] - outline[place - 1]))
            if now >= 0.0:
                kept.append(outline[place])
        outline = np.array(kept, float).reshape(-1, 3)
    return [*outline, *outline[:1]]


class Shell(VGroup):
    """The triangles of all additions side by side, what is added on the rim; earlier ones cover later ones.

    Args:
        tips: where the vector ends at first and after each addition: places in the plane.
        colors: of what attention adds, and of what networks add, ``#rrggbb``.
        window: what is seen of it.
        style: theme.

    Attributes:
        triangles: each with its corner at the first tail.
        walls: the vector after each addition, as a line.
        arrows: what is added.
    """

    def __init__(self, tips: list[Point], colors: tuple[str, str], window: Region, style: Style) -> None:
        self.tips, self.window, theme = tips, window, style.theme
        ground, violet = ManimColor(theme.background), ManimColor(theme.value)
        steps = range(len(tips) - 1)
        tint = ground.interpolate(violet, _TINT if theme.filled else 0.0)
        self.triangles = [VMobject(stroke_width=0).set_fill(tint, 1.0) for _ in steps]
        self.thin = style.strokes.thin
        self.walls = [VMobject(stroke_color=ground.interpolate(violet, _WALL)) for _ in steps]
        self.ground, self.fills = ground, [ManimColor(theme.fill(color)) for color in colors]
        self.arrows = [VMobject(stroke_width=0).set_fill(self.fills[step % _PER_LAYER], 1.0) for step in steps]
        parts = zip(self.triangles, self.walls, self.arrows, strict=True)
        super().__init__(*(part for group in reversed(list(parts)) for part in group))
        laid(self, Layer.VEIL)

    def lay(self, view: View, place: float, dim: float = 0.0) -> None:
        """Draw all additions up to a place, in steps; the one that is under way as far as it has come.

        Args:
            view: how the plane is looked at.
            place: where the vector has come to.
            dim: the share of their colour that what is added loses.
        """
        for step, arrow in enumerate(self.arrows):
            arrow.set_fill(self.fills[step % _PER_LAYER].interpolate(self.ground, dim))
        diagonal = math.hypot(self.window.width, self.window.height)
        for step, (start, end) in enumerate(pairwise(self.tips)):
            come = min(max(place - step, 0.0), 1.0)
            parts = (self.triangles[step], self.walls[step], self.arrows[step])
            tip = start + come * (end - start)
            gone = view.scale * float(min(np.linalg.norm(start), np.linalg.norm(tip))) / diagonal
            opacity = min(max((_LEAVES[1] - gone) / (_LEAVES[1] - _LEAVES[0]), 0.0), 1.0)
            if come <= 0.0 or opacity <= 0.0:
                for part in parts:
                    part.clear_points()
                continue
            self._lay_step(step, view, view.at(start), view.at(tip), opacity)

    def _lay_step(self, step: int, view: View, start: Point, tip: Point, opacity: float) -> None:
        """Draw an addition from the old tip to the new one, and what the vector has passed over meanwhile."""
        triangle, wall, arrow = self.triangles[step], self.walls[step], self.arrows[step]
        width = min(_ADDED, _SLIM * float(np.linalg.norm(tip - start)))
        shown = ([view.tail, start, tip], [view.tail, tip], arrow_corners(start, tip, width)[:-1])
        for part, corners in zip((triangle, wall, arrow), shown, strict=True):
            outline = clipped(corners, self.window)
            part.clear_points()
            if outline:
                part.set_points_as_corners(outline[:2] if part is wall else outline)
        wall.set_stroke(width=min(self.thin, 100 * _FINE * float(np.linalg.norm(tip - view.tail))), opacity=opacity)
        triangle.set_fill(opacity=opacity)
        arrow.set_fill(opacity=opacity)


class ResidualStream(PlaneFigure):
    """lesson-residual-stream: a token's vector runs through all layers; each adds to it, and none replaces it."""

    name = "lesson-residual-stream"
    Parameters = OfStream
    with_plane = False
    with_record = False
    numbers: Stream
    claims = (
        Claim("What layers add makes the vector more than five times as long.", _grows),
        Claim("Most layers hardly turn it: the middle cosine is above 0.9.", _turns_little),
        Claim("An arrow that shortens it points back.", _points_back),
    )

    @classmethod
    def compute(cls, parameters: OfStream, world: World) -> Stream:
        """Follow a token through a recorded model."""
        return stream(parameters)

    @classmethod
    def alternative_values(cls, numbers: Stream) -> Mapping[str, object]:
        """Return the model, the phrase, how the vector grew, and the guess at its end."""
        return {
            "model": numbers.model,
            "phrase": " ".join(numbers.tokens),
            "layers": len(numbers.layers),
            "first": written(numbers.lengths[0]),
            "last": written(numbers.lengths[-1]),
            "guess": numbers.guess,
            "chance": format_number(float(numbers.chance)),
        }

    def build(self) -> None:
        """Make the arrows, what is written beside them, and the guess."""
        numbers, theme, style = self.numbers, self.style.theme, self.style
        inks = [theme.ink] * (len(numbers.tokens) - 1) + [theme.value]
        sentence, colored = (*numbers.tokens, numbers.guess), (*inks, theme.subject)
        self.header = HeaderPhrase(sentence, colored, self.stage, self.view, style=style)
        self.joined = self.header.words.pop()
        self.header.remove(self.joined)
        free = self.stage.below_header.inset(top=0.1, bottom=0.15)
        free = replace(free, top=min(free.top, float(self.header.get_bottom()[1]) - 0.2))
        wide = self.stage.is_wide
        room = free.inset(right=_SIDE) if wide else free.inset(bottom=_STRIP)
        self.room, self.free, self.aside = room, free, _SIDE / 2 if wide else 0.0
        upright = self.stage.is_portrait
        self.tips = [point(-y, x) if upright else point(x, y) for x, y in numbers.tips.tolist()]
        colors = theme.query, theme.key
        across = self.stage.width / 2
        window = Region(-across, across, free.bottom - _PAST_FREE, free.top + _PAST_FREE)
        self.shell = Shell(self.tips, colors, window, style)
        self.soft = self._make_soft(window)
        self.hand, self.first = (Vector(point(), point(), theme.value, width=_HAND, style=style) for _ in range(2))
        laid(self.hand.thin_rim(), Layer.SHADOW)  # above the shell, below what lets both fade out
        self.hand_color = ManimColor(theme.fill(theme.value))
        self.first.body.set_background_stroke(width=0)  # a rim would be larger than the arrow in the whole shell
        self.first_name = self._make_name(numbers.tokens[-1], numbers.lengths[0], theme.value)
        self.names = {step: self._name_added(step) for step in range(_PER_LAYER)}
        self.front, self.held = 0.0, 0.0
        self.arc: VGroup | None = None
        self.length = self._reading(numbers.lengths[0])
        self.beside = max(_BESIDE_TIP, _BEYOND + 0.1 + float(self._reading(numbers.lengths[-1]).width))
        self.running = RunningNumber(self.length)
        self.key = self._make_key()
        self.level = self._find_level()
        self.layer = self._make_layer(1)
        self.layers_run = VGroup(*(glyph.copy() for glyph in self._make_layer(len(numbers.layers)).submobjects))
        self.guess = self._make_guess()
        self.now = self._make_now()
        self._see(0.0)

    def _make_name(self, name: str, length: Tensor, color: str) -> Row:
        """Return what an arrow is, and how long."""
        size, style = self.style.sizes.head, self.style
        label = Label(name, size=size, color=color, style=style)
        number = Number(length, decimals=digits(float(length)), size=size, color=color, style=style)
        return laid(Row([label, number], 0.18), Layer.LABEL)

    def _name_added(self, step: int) -> Row:
        """Return what adds an arrow, and how long that is."""
        theme, part = self.style.theme, step % _PER_LAYER
        name, color = ((self.says("attention"), theme.query), (self.says("network"), theme.key))[part]
        return self._make_name(name, self.numbers.added[step], color)

    def _make_soft(self, window: Region) -> list[VMobject]:
        """Return what lets the shell fade out below the header, and above the foot: as yet, nothing is covered."""
        # A little beyond the window, where the smoothed edge of what is cut off there would show.
        top = (window.top - _SOFT[0], window.top + _RIMS)
        bottom = (window.bottom + _SOFT[1], window.bottom - _RIMS)
        soft = []
        for inner, outer in (top, bottom):
            corners = [point(x, y) for x, y in ((window.left, inner), (window.right, inner), (window.right, outer),
                                                (window.left, outer), (window.left, inner))]  # fmt: skip
            edge = VMobject(stroke_width=0).set_points_as_corners(corners)
            soft.append(laid(edge.set_sheen_direction(point(0.0, math.copysign(1.0, outer - inner))), Layer.SHADOW))
        return soft

    def _make_key(self) -> VGroup:
        """Return what the colours of the added arrows mean: at the top beside the shell, or at the foot below it."""
        size, style, theme = self.style.sizes.head, self.style, self.style.theme
        named = (self.says("attention"), theme.query), (self.says("network"), theme.key)
        labels = [Label(name, size=size, color=color, within=_SIDE - 0.2, style=style) for name, color in named]
        if self.stage.is_wide:
            for line, label in enumerate(labels):
                label.set_x(self._side_middle).on_baseline(self.free.top - label.cap_height - line * _LINE)
        else:
            x = self.free.left + 0.2
            for label in labels:
                label.set_x(x + float(label.width) / 2).on_baseline(self.free.bottom + _APART)
                x += float(label.width) + 0.4
        return laid(VGroup(*labels), Layer.LABEL)

    def _find_level(self) -> float:
        """Return the height of the layer's name beside the shell: the last vector's, if the guess has room above."""
        stack = _BOX[1] + 2 * _APART + _OUT + 2 * _LINE + _ICON + 3 * _APART
        last = float(self._view(len(self.tips) - 1.0).tail[1])
        return min(last, float(self.key.get_bottom()[1]) - stack)

    def _make_now(self) -> list[Number]:
        """Return the last vector's length beside its arrow as it leaves the picture of the shell's middle, if free."""
        self._see(len(self.tips) - 1.0, self._view(0.0))
        number, free = self._reading(self.numbers.lengths[-1]), self.free
        way = (self.hand.end - self.hand.start) / max(self.hand.length, 1e-9)
        inner = clipped([self.hand.start, self.hand.end], free.inset(left=0.2, right=0.2, bottom=0.2, top=0.2))
        end = max(inner, key=lambda place: float(np.dot(place, way)), default=self.hand.end)
        half = abs(way[0]) * float(number.width) / 2 + abs(way[1]) * float(number.height) / 2
        beside = abs(way[1]) * float(number.width) / 2 + abs(way[0]) * float(number.height) / 2 + _HAND + _BESIDE
        for side in (1.0, -1.0):
            number.move_to(end - half * way + side * beside * point(-way[1], way[0]))
            if not any(overlap(box_of(number), box_of(part)) for part in (self.first_name, *self._pieces())):
                return [number]
        return []

    def _pieces(self) -> list[VMobject]:
        """Return short pieces of all arrows as they are drawn."""
        pieces = []
        for start, end in pairwise(self.seen.at(tip) for tip in self.tips):
            places = [start + share * (end - start) for share in np.linspace(0.0, 1.0, _PIECES)]
            pieces += [VMobject().set_points_as_corners([*pair]) for pair in pairwise(places)]
        return pieces

    def _make_layer(self, number: int) -> Label:
        """Return the name of a layer where it stands: beside the shell, or below it."""
        style = self.style
        label = Label(self.says("layer", number=number), size=style.sizes.head, within=_SIDE - 0.2, style=style)
        if self.stage.is_wide:
            label.set_x(self._side_middle).on_baseline(self.level - label.cap_height / 2)
        else:
            label.align_to(point(self.free.left + 0.2 + _BOX[0]), point(-1.0)).on_baseline(self._strip_line)
        return laid(label, Layer.LABEL)

    @property
    def _side_middle(self) -> float:
        return self.free.right - _SIDE / 2

    @property
    def _strip_line(self) -> float:
        return self.free.bottom + _STRIP / 2

    def _make_guess(self) -> VGroup:
        """Return the last layer's box, an arrow out of it, the probability, the next word's icon if any, the word."""
        style, theme, numbers = self.style, self.style.theme, self.numbers
        word = Label(numbers.guess, size=style.sizes.head, color=theme.subject, within=_SIDE - 0.3, style=style)
        chance = Weight(numbers.chance, size=style.sizes.head, color=theme.subject, style=style)
        pictured = numbers.guess.lower()
        icons = [ShadedIcon(pictured, theme.subject, height=_ICON, style=style)] if has_icon(pictured, style) else []
        layer = self._make_layer(len(numbers.layers) + 1)
        middle = point(float(layer.get_x()), layer.baseline + layer.cap_height / 2)
        box = RoundedRectangle(corner_radius=_BOX[1] / 2, width=float(layer.width) + 2 * _BOX[0],
                               height=layer.cap_height + 2 * _BOX[1], stroke_color=theme.ink,
                               stroke_width=style.strokes.line).move_to(middle)  # fmt: skip
        if self.stage.is_wide:
            x, start = self._side_middle, box.get_top() + point(0.0, _APART)
            end = start + point(0.0, _OUT)
            low = float(end[1]) + _APART
            chance.set_x(x).on_baseline(low)
            low += _LINE - 0.1
            for icon in icons:
                icon.move_to(point(x, low + _ICON / 2))
                low += _ICON + _APART
            word.set_x(x).on_baseline(low + _APART / 2)
        else:
            start = box.get_right() + point(_APART)
            end = start + point(_OUT)
            x = float(end[0]) + _APART
            for part in (chance, *icons, word):
                part.set_x(x + float(part.width) / 2)
                x += float(part.width) + 0.25
            word.on_baseline(layer.baseline)
            chance.on_baseline(layer.baseline)
            for icon in icons:
                icon.set_y(float(start[1]))
        self.leads, self.next = Vector(start, end, theme.subject, style=style), word
        return laid(VGroup(box, self.leads, chance, *icons, word), Layer.LABEL)

    # --- what is seen at a moment ---

    def _tip(self, place: float) -> Point:
        """Return where the vector ends at a place, in steps: on the arrow that is under way."""
        step = min(int(place), len(self.tips) - 2)
        return self.tips[step] + (place - step) * (self.tips[step + 1] - self.tips[step])

    def _view(self, place: float) -> View:
        """Return the view in which all arrows up to a place fill the room; the first two fill it from the start.

        At first it is in the middle of the frame; it makes room for the guess as the shell grows.
        """
        seen = np.array([point(), *self.tips[: max(int(place), 1) + 1], self._tip(place)])
        low, high = seen.min(axis=0), seen.max(axis=0)
        wide, tall = np.maximum(high - low, 1e-9)[:2]
        grown = place / (len(self.tips) - 1)
        around = self.beside, _AROUND
        left, above = (side + (_AT_LAST - side) * grown**_LATE for side in around)
        beyond = {"top": _AROUND, "right": left} if self.stage.is_portrait else {"top": above, "right": self.beside}
        room = self.room.inset(left=left, bottom=above, **beyond)
        scale = min(room.width / wide, room.height / tall)
        early = min((room.width - scale * wide) / 2, self.aside * (1 - grown))
        return View(room.centre + point(early) - scale * (low + high) / 2, float(scale))

    def _see(self, place: float, view: View | None = None) -> None:
        """Draw everything as it is when the vector has come to a place, in steps."""
        self.front, self.seen = place, view or self._view(place)
        seen, window = self.seen, self.shell.window
        deep = self._find_depth() if view else 0.0
        self.shell.lay(seen, place, _DIM * deep)
        self.hand.set_ends(seen.tail, seen.at(self._tip(place)))
        self.hand.body.set_fill(self.hand_color.interpolate(self.shell.ground, _DIM * deep))
        ground, covers = self.shell.ground.to_rgb(), min(_SOON * deep, 1.0)
        for edge in self.soft:
            edge.fill_rgbas = np.array([[*ground, share * covers] for share in (0.0, 0.5, 1.0, 1.0)])
        corners = arrow_corners(self.hand.start, self.hand.end, _HAND)[:-1]
        self.hand.body.set_points_as_corners(clipped(corners, window))
        line = clipped([self.hand.start, self.hand.end], window)
        self.hand.end = max(line, key=lambda end: float(np.linalg.norm(end - self.hand.start)))
        self.first.shaft_width = min(_HAND, _SLIM * seen.scale * float(self.numbers.lengths[0]))
        self.first.set_ends(seen.tail, seen.at(self.tips[0]))
        least, most = _READABLE
        shows = min(max((self.first.length - least) / (most - least), 0.0), 1.0)
        shows *= 1.0 if view else min(max(2 * (_PER_LAYER - place), 0.0), 1.0)
        self._beside(self.first_name, point(), self.tips[0]).set_opacity(shows)
        for step, name in self.names.items():
            self._beside(name, self.tips[step], self.tips[step + 1])
        self.names[0].set_opacity(shows)
        take_outlines(self.running, self._reading(float(np.linalg.norm(self._tip(place)))).submobjects)
        layer = min(int(place) // _PER_LAYER, len(self.numbers.layers) - 1)
        take_outlines(self.layers_run, self._make_layer(layer + 1).submobjects)

    def _find_depth(self) -> float:
        """Return how far the picture has gone into the shell's middle: 0 where all is seen, 1 where only the first."""
        whole, middle = self._view(self.front).scale, self._view(0.0).scale
        return min(max(math.log(self.seen.scale / whole) / math.log(middle / whole), 0.0), 1.0)

    def _beside(self, name: Row, start: Point, end: Point) -> Row:
        """Put a name beside the middle of an arrow, on the side away from where the shell turns."""
        way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        out = point(-way[1], way[0])
        middle = self.seen.at((start + end) / 2)
        half = abs(out[0]) * float(name.width) / 2 + abs(out[1]) * float(name.height) / 2
        at = middle + (_ADDED + _BESIDE + half) * out
        edge = float(name.width) / 2
        at[0] = min(max(at[0], self.free.left + edge), self.free.right - edge)
        name.move_to(at)
        return name

    def _reading(self, length: Tensor | float) -> Number:
        """Return a length where it stands: beyond the vector's tip, and beyond an old length that is drawn there."""
        style = self.style
        number = Number(length, decimals=digits(float(length)), size=style.sizes.head, color=style.theme.value,
                        style=style)  # fmt: skip
        if hasattr(self, "seen"):
            way = (self.hand.end - self.hand.start) / max(self.hand.length, 1e-9)
            tip = self.hand.start + max(self.hand.length, self.seen.scale * self.held) * way
            half = abs(way[0]) * float(number.width) / 2 + abs(way[1]) * float(number.height) / 2
            number.move_to(tip + (_BEYOND + half) * way)
        return laid(number, Layer.LABEL)

    # --- the story ---

    def _follows(self) -> list[VMobject]:
        """Return all that is drawn again at each moment."""
        names = [name for name in (self.first_name, *self.names.values()) if name in self.mobjects]
        return [*self.shell.submobjects, self.hand, self.first, *names]

    def _run(self, last: float, seconds: float, rate: Callable[[float], float] = smooth) -> None:
        """Let additions come up to a place, in steps; the vector's length and the layer's number run along."""
        first = self.front
        self.remove(self.length, self.layer)
        self.add(self.running, self.layers_run)
        moved = [*self._follows(), self.running, self.layers_run]
        self.play(Live(moved, lambda share: self._see(first + share * (last - first)), rate_func=rate,
                       run_time=seconds))  # fmt: skip
        self.remove(self.running, self.layers_run)
        station = round(last)
        self.length = self._reading(self.numbers.lengths[station])
        self.layer = self._make_layer((station - 1) // _PER_LAYER + 1)
        self.add(self.length, self.layer)

    def tell(self) -> None:
        """Let arrows land on the first one's tip; go back to it; say what the last layer makes of the sum."""
        numbers, count, quick = self.numbers, len(self.numbers.layers), self.style.times.quick
        with self.beat("start", word=numbers.tokens[-1], first=written(numbers.lengths[0])):
            self.play(FadeIn(self.header), run_time=quick)
            self.add(self.hand)
            self.play(growing([self.hand], run_time=_GROWS))
            self.play(FadeIn(self.first_name), run_time=quick)
            self.rest()
        said = {"first": numbers.lengths[0], "attention": numbers.added[0], "between": numbers.lengths[1]}
        with self.beat("first", **{name: written(length) for name, length in said.items()}):
            self._tell_first()
            self.rest()
        with self.beat("layers"):
            self.play(FadeOut(self.names[1]), run_time=quick)
            self._run(numbers.back_at, _RUNS, rate_functions.ease_in_out_sine)
        if float(numbers.back) < 0:
            self._tell_back()
        with self.beat("all", layers=count, times=format_number(float(numbers.times), 0)):
            if self.arc is not None:
                self.play(FadeOut(self.arc, self.length), run_time=quick)
            self._run(len(self.tips) - 1, _SWEEPS, rate_functions.ease_in_out_sine)
            self.rest()
        with self.beat("kept", word=numbers.tokens[-1]):
            self._tell_kept()
            self.rest()
        with self.beat("reads", number=count + 1, guess=numbers.guess, chance=format_number(float(numbers.chance))):
            self._tell_guess()
            self.hold()

    def _tell_first(self) -> None:
        """Let the first layer's two arrows land."""
        quick, (attention, network) = self.style.times.quick, (self.names[step] for step in range(_PER_LAYER))
        self.add(self.first, *self.shell.submobjects)
        self.length = self._reading(self.numbers.lengths[0])
        self.play(FadeIn(self.layer, self.length, self.key), run_time=quick)
        self._run(1.0, _LANDS)
        self.play(FadeIn(attention), run_time=quick)
        self._stand_still(_READS)
        self._run(2.0, _LEAPS)
        self.remove(attention)
        self.play(FadeIn(network), run_time=quick)

    def _tell_back(self) -> None:
        """Let the step come that shortens the vector most, against the old length."""
        lengths, step = self.numbers.lengths, self.numbers.back_at
        before, after = (written(lengths[station]) for station in (step, step + 1))
        with self.beat("inwards", layer=step // _PER_LAYER + 1, before=before, after=after):
            self.arc = self._make_arc(step)
            self.play(FadeIn(self.arc), run_time=self.style.times.quick)
            self.held = float(lengths[step])
            self._run(step + 1.0, _POINTS_BACK)
            self.rest()
        self.held = 0.0

    def _make_arc(self, step: int) -> VGroup:
        """Return a dashed arc around the first tail, from the tip before a step on, and its radius: the old length."""
        (old, new), seen, style = self.tips[step : step + 2], self._view(step + 1.0), self.style
        start, end = (math.atan2(tip[1], tip[0]) for tip in (old, new))
        radius = float(np.linalg.norm(old))
        turned = (start - end) % (2 * math.pi) + _PAST / (seen.scale * radius)
        angles = [start - share * turned for share in np.linspace(0.0, 1.0, _ARC).tolist()]
        ways = [point(math.cos(angle), math.sin(angle)) for angle in angles]
        arc = VMobject(stroke_color=style.theme.ink, stroke_width=style.strokes.line)
        arc.set_points_smoothly([seen.at(radius * way) for way in ways])
        dashes = max(3, int(seen.scale * radius * turned / _DASH / 2))
        length = self.numbers.lengths[step]
        number = Number(length, decimals=digits(float(length)), size=style.sizes.head, style=style)
        on = point(ways[-1][1], -ways[-1][0])
        half = abs(on[0]) * float(number.width) / 2 + abs(on[1]) * float(number.height) / 2
        number.move_to(seen.at(radius * ways[-1]) + (_BESIDE + half) * on)
        return VGroup(laid(DashedVMobject(arc, num_dashes=dashes), Layer.GHOST), laid(number, Layer.LABEL))

    def _tell_kept(self) -> None:
        """Go into the shell's middle, where the first arrow still is."""
        quick = self.style.times.quick
        self.play(FadeOut(self.length, self.layer, self.key), run_time=quick)
        self.add(*self.soft)
        self._go(self._view(0.0), _DIVES[0])
        if self.now:
            self.play(FadeIn(*self.now), run_time=quick)

    def _go(self, goal: View, seconds: float) -> None:
        """Let the picture go to another view, of the whole shell."""
        start, end = self.seen, float(len(self.tips) - 1)
        moved = [*self._follows(), *self.soft]
        self.play(Live(moved, lambda share: self._see(end, start.towards(goal, share)), run_time=seconds,
                       rate_func=rate_functions.ease_in_out_sine))  # fmt: skip

    def _tell_guess(self) -> None:
        """Go back to where the whole shell is seen; lead its last vector through the last layer to the next word."""
        box, _, *said = self.guess
        times, leads = self.style.times, self.leads
        if self.now:
            self.play(FadeOut(*self.now), run_time=times.quick)
        self._go(self._view(self.front), _DIVES[1])
        self.remove(*self.soft)
        self.length = self._reading(self.numbers.lengths[-1])
        last = self._make_layer(len(self.numbers.layers) + 1)
        self.play(FadeIn(self.length, last, box, self.key), run_time=times.quick)
        if self.stage.is_wide:
            start, end = (mark.get_edge_center(point(side)) for mark, side in ((self.length, 1.0), (box, -1.0)))
            into = Vector(start + point(_APART), end - point(_APART), self.style.theme.subject, style=self.style)
            self.add(laid(into, Layer.LABEL))
            self.play(growing([into], run_time=times.move, rate_func=linear))
        self.add(leads)
        self.play(growing([leads], run_time=times.quick, rate_func=linear))
        self.play(*(FadeIn(part) for part in said), run_time=times.quick)
        self._join(self.next)

    def _join(self, word: Label) -> None:
        """Let the next word take its place in the sentence, clear of what is written on its way, and come again."""
        start, end = word.get_center(), self.joined.get_center()
        middle = (start[1] + end[1]) / 2
        bends = [point(end[0], start[1])] if self.stage.is_wide else [point(start[0], middle), point(end[0], middle)]
        way, moved, grown = bezier([start, *bends, end]), word.copy(), self.joined.height / word.height

        def follow(share: float) -> None:
            take_outlines(moved, word.copy().scale(grown**share).move_to(way(share)).submobjects)

        self.remove(word)
        self.add(moved)
        again = FadeIn(word, rate_func=squish_rate_func(smooth, *_AGAIN))
        self.play(Live([moved], follow), again, run_time=_JOINS)
        self.remove(moved)
        self.joined = laid(moved, Layer.FRAME)
        self.header.add(self.joined)  # it is a word of the sentence from now on


def digits(length: float) -> int:
    """Return the digits after the point that a length is written with: fewer, the longer it is."""
    return 2 if length < 1.0 else 1 if length < _ONE else 0


def written(length: Tensor) -> str:
    """Return a length as it is written."""
    return format_number(float(length), digits(float(length)))
