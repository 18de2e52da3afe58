"""W_Q, W_K and W_V are learned until a word of two meanings parts: plain gradient descent, in front of the viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import Create, DashedVMobject, Dot, FadeIn, FadeOut, LaggedStart, Polygon, VGroup, VMobject, linear
from pydantic import Field
from torch import Tensor

from attnmath import Head, attend, cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import FigureParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_RATE, _SPREAD, _LEFT_OUT, _EACH = 0.04, 0.3, 2, 6
"""The step of gradient descent, the spread of the first numbers, small words left out, phrases of each family."""

_SEEDS = 8
"""Beginnings by chance from which learning is tried, for the claims."""

_ALIKE = 0.9
"""The cosine from which two matrices are said to be alike."""

_SECONDS, _DOT, _RING, _CURVE = 6.0, 0.12, 0.42, 3.0
"""Seconds of learning; radii of a place without an icon, and of where it belongs, scene units; the curve's stroke."""

_ICON, _WAY, _WAY_OPACITY = 0.42, 2.4, 0.55
"""The height of an icon, scene units; the stroke and the opacity of the ways that places have gone."""

_SHEET = 0.16
"""The opacity of the square that a matrix makes of the unit square."""


class Learned(FigureParameters):
    """The parameters: chance, and how many steps are taken."""

    seed: int = Field(3, ge=0, description="Which random numbers training begins with.")
    steps: int = Field(200, ge=20, le=600, description="Steps of gradient descent.")

    def world_used(self, world: World) -> World:
        """Return the part of the world with its phrases, its families, the subject and W_V."""
        matrices = {name: values for name, values in world.matrices.items() if name == "W_V"}
        return world.only(world.phrases, landmarks=True).model_copy(update={"matrices": matrices})


@dataclass(frozen=True)
class Lesson:
    """Phrases of equal length in which a word is meant one way or the other."""

    phrases: tuple[tuple[str, ...], ...]
    kinds: tuple[int, ...]

    def inputs(self, world: World) -> Tensor:
        """Return the phrases' vectors, shape (N, T, d)."""
        return torch.stack([world.embedding().rows(phrase) for phrase in self.phrases])

    def position(self, word: str) -> Tensor:
        """Return where a word stands in each phrase, shape (N,)."""
        return torch.tensor([phrase.index(word) for phrase in self.phrases])


@dataclass(frozen=True)
class Training:
    """Training from a random beginning: what is learned, step by step."""

    word: str
    seen: Lesson
    unseen: Lesson
    families: tuple[str, ...]
    axes: tuple[str, ...]
    path: Tensor
    """The word's context vector in every phrase after each step, (steps + 1, N, 2)."""
    loss: Tensor = quantity("The mean squared distance from where the word belongs, after each step.")
    targets: Tensor = quantity("Where the word belongs: the middle of each family.", rows="families", columns="axes")
    found: Tensor = quantity("Its context vector in phrases never seen.", columns="axes")
    right: Tensor = quantity("Phrases never seen in which it is nearer to the right family.")
    asked: Tensor = quantity("Phrases never seen.")
    W_Q: Tensor = quantity("The learned W_Q.")
    W_K: Tensor = quantity("The learned W_K.")
    W_V: Tensor = quantity("The learned W_V.")
    by_hand: Tensor = quantity("The world's W_V, chosen by hand.")
    likeness: Tensor = quantity("The cosine between both.")


def lessons(world: World, draw: torch.Generator) -> tuple[Lesson, Lesson]:
    """Return phrases to learn from and others; the middle word of each family is in the others only.

    They are the world's phrases with another word of the family, and without some of their small words.

    Raises:
        UserError: when the world has no subject between two families, or no phrase of it with words of each.
    """
    families = list(world.families.values())
    models = [_model(world, index) for index in range(len(families))]
    if len(families) != 2 or min(map(len, families)) < 2 or not all(models):
        raise UserError(
            "this figure needs a subject, two families of two words or more, and for each family a phrase in which the "
            "subject stands with a word of it"
        )
    kept = max(1, min(len(model) for model in models) - 2 - _LEFT_OUT)
    middle = [family[len(family) // 2] for family in families]
    learned = [[word for word in family if word != out] for family, out in zip(families, middle, strict=True)]
    seen = _phrases(world, models, learned, kept, draw)
    return seen, _phrases(world, models, [[word] for word in middle], kept, draw)


def _model(world: World, family: int) -> tuple[str, ...]:
    """Return the first phrase in which the subject stands with a word of a family; nothing where there is none."""
    for phrase in world.phrases:
        words = world.words_of(phrase, "phrase")
        if words.count(world.subject or "") == 1 and {world.family_index(word) for word in words} - {None} == {family}:
            return words
    return ()


def _phrases(
    world: World, models: Sequence[Sequence[str]], families: Sequence[Sequence[str]], kept: int, draw: torch.Generator
) -> Lesson:
    phrases = []
    for model, family in zip(models, families, strict=True):
        own = next(place for place, word in enumerate(model) if world.family_index(word) is not None)
        small = [place for place, word in enumerate(model) if place != own and word != world.subject]
        for index in range(_EACH):
            gone = {small[place] for place in torch.randperm(len(small), generator=draw)[kept:].tolist()}
            words = [*model[:own], family[index % len(family)], *model[own + 1 :]]
            phrases.append(tuple(word for place, word in enumerate(words) if place not in gone))
    return Lesson(tuple(phrases), tuple(kind for kind in range(len(families)) for _ in range(_EACH)))


def loss_of(matrices: Sequence[Tensor], inputs: Tensor, position: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Return how far a word's context vectors are from where they belong, and these vectors.

    Args:
        matrices: W_Q, W_K, W_V, (2, 2) each.
        inputs: phrases, (N, T, 2).
        position: where the word stands in each, (N,).
        wanted: where it belongs, (N, 2).

    Returns:
        The mean squared distance, (), and the context vectors, (N, 2).
    """
    outputs = attend(inputs, Head(*matrices)).output[torch.arange(len(inputs)), position]
    return (outputs - wanted).square().sum(dim=-1).mean(), outputs


def train(
    inputs: Tensor, position: Tensor, wanted: Tensor, steps: int, draw: torch.Generator
) -> tuple[list[Tensor], Tensor, Tensor]:
    """Learn W_Q, W_K and W_V by gradient descent; the arguments are those of ``loss_of``.

    Returns:
        The matrices; the loss and the context vectors after each step, (steps + 1,) and (steps + 1, N, 2).
    """
    matrices = [(_SPREAD * torch.randn(2, 2, generator=draw)).requires_grad_() for _ in range(3)]
    losses, path = [], []
    for step in range(steps + 1):
        if not all(bool(matrix.isfinite().all()) for matrix in matrices):
            raise UserError("training leaps away from vectors as large as the world's; make them smaller")
        loss, outputs = loss_of(matrices, inputs, position, wanted)
        losses.append(loss.detach())
        path.append(outputs.detach())
        if step < steps:
            slopes = torch.autograd.grad(loss, matrices)
            matrices = [
                (matrix - _RATE * slope).detach().requires_grad_()
                for matrix, slope in zip(matrices, slopes, strict=True)
            ]
    return [matrix.detach() for matrix in matrices], torch.stack(losses), torch.stack(path)


def _trained(world: World, seed: int, steps: int) -> Training:
    draw = torch.Generator().manual_seed(seed)
    seen, unseen = lessons(world, draw)
    families = [world.embedding().rows(words).mean(dim=0) for words in world.families.values()]
    targets = torch.stack(families)
    word = world.subject or ""
    matrices, loss, path = train(seen.inputs(world), seen.position(word), targets[list(seen.kinds)], steps, draw)
    _, found = loss_of(matrices, unseen.inputs(world), unseen.position(word), targets[list(unseen.kinds)])
    nearest = torch.cdist(found, targets).argmin(dim=1)
    right = (nearest == torch.tensor(unseen.kinds)).sum().float()
    by_hand = world_matrix(world, "W_V", 2, 2) if "W_V" in world.matrices else torch.eye(2)
    likeness = cosine_similarity(matrices[2].flatten(), by_hand.flatten())
    asked = torch.tensor(float(len(unseen.kinds)))
    return Training(
        word, seen, unseen, tuple(world.families), world.axes, path, loss, targets, found, right, asked,
        matrices[0], matrices[1], matrices[2], by_hand, likeness,
    )  # fmt: skip


def _learns(numbers: Training, world: World) -> Measurement:
    first, last = float(numbers.loss[0]), float(numbers.loss[-1])
    return Measurement(last < first / 10, f"from {first:.2f} to {last:.2f}")


def _knows_unseen(numbers: Training, world: World) -> Measurement:
    tried = [_trained(world, seed, len(numbers.loss) - 1) for seed in range(_SEEDS)]
    whole = sum(bool(each.right == each.asked) for each in tried)
    return Measurement(whole >= _SEEDS - 1, f"all of them in {whole} of {_SEEDS}")


def _is_like_the_one_by_hand(numbers: Training, world: World) -> Measurement:
    return Measurement(float(numbers.likeness) > _ALIKE, f"cosine {float(numbers.likeness):.2f}")


class LearnedMatrices(PlaneFigure):
    """lesson-training: matrices learn, step by step, to take one word to two places."""

    name = "lesson-training"
    Parameters = Learned
    stops_at_record = True
    fills_room = True
    parameters: Learned
    numbers: Training
    claims = (
        Claim("Training makes the error less than a tenth of what it was.", _learns),
        Claim("From at least seven of eight beginnings every unseen phrase comes out right.", _knows_unseen),
        Claim("The learned W_V is like the one chosen by hand.", _is_like_the_one_by_hand),
    )

    @classmethod
    def compute(cls, parameters: Learned, world: World) -> Training:
        """Learn from a random beginning.

        Raises:
            UserError: when the world has no such phrases, or its vectors are too large to learn from.
        """
        require_plane(world)
        return _trained(world, parameters.seed, parameters.steps)

    @classmethod
    def alternative_values(cls, numbers: Training) -> Mapping[str, object]:
        """Return the word, the steps, the error at first and at last, and how many unseen phrases come out right."""
        first, last = (format_number(float(numbers.loss[at])) for at in (0, -1))
        return {"word": numbers.word, "steps": len(numbers.loss) - 1, "first": first, "last": last,
                "right": f"{float(numbers.right):.0f}", "asked": f"{float(numbers.asked):.0f}"}  # fmt: skip

    def build(self) -> None:
        """Make a place for each phrase, the families' middles, the curve of the error, and both matrices."""
        numbers, theme = self.numbers, self.style.theme
        middles, record = dict(zip(numbers.families, numbers.targets, strict=True)), self.view.record
        ends = [(numbers.targets, _RING), (numbers.path[-1], _ICON / 2), (numbers.found, _ICON / 2)]
        boxes = [_around(self.plane.place(row), radius) for rows, radius in ends for row in rows]
        boxes += [] if self.view.lying else [(record.left - 0.1, record.bottom, record.right, record.top)]
        offsets = name_offsets(self.plane, middles, boxes=boxes, large=list(middles), style=self.style)
        self.middles = VGroup()
        for index, (name, row) in enumerate(zip(numbers.families, numbers.targets, strict=True)):
            color, at = theme.families[index % len(theme.families)], self.plane.place(row)
            ring = Dot(at, radius=_RING, fill_opacity=0.0, stroke_color=color, stroke_width=3.0)
            label = Label(name, size=self.style.sizes.number, color=color, style=self.style)
            label.move_to(at + point(*offsets[name]))
            self.middles.add(laid(ring, Layer.GHOST), labelled(label, self.style))
        self.places = [self._place(row, kind) for row, kind in zip(numbers.path[0], numbers.seen.kinds, strict=True)]
        half = len(self.places) // 2  # one of each family after the other, so that none hides the other
        self.heap = [place for pair in zip(self.places[:half], self.places[half:], strict=True) for place in pair]
        self.new = [self._place(row, kind) for row, kind in zip(numbers.found, numbers.unseen.kinds, strict=True)]
        self.ways = [laid(VMobject(stroke_width=_WAY), Layer.GHOST) for _ in self.places]
        for way, kind in zip(self.ways, numbers.seen.kinds, strict=True):
            way.set_stroke(self._color(kind), opacity=_WAY_OPACITY)
        halves = record.columns(1.0, 1.0, gap=0.4) if self.view.lying else record.rows(1.0, 1.0, gap=0.5)
        self.chart, self.below = halves
        self.curve = laid(VMobject(stroke_color=theme.ink, stroke_width=_CURVE), Layer.LEDGER)

    def _color(self, kind: int) -> str:
        return self.style.theme.families[kind % len(self.style.theme.families)]

    def _place(self, row: Tensor, kind: int) -> VMobject:
        """Return the word at a place, in the colour of the family that it belongs to."""
        at, color, word = self.plane.place(row), self._color(kind), self.numbers.word
        if has_icon(word, self.style):
            return laid(ShadedIcon(word, color, height=_ICON, style=self.style).move_to(at), Layer.ICON)
        dot = Dot(at, radius=_DOT, color=self.style.theme.fill(color))
        return laid(dot.set_background_stroke(color=self.style.theme.background, width=RIM), Layer.ICON)

    def _learn(self) -> Live:
        """Return how all places move while matrices learn, and the curve of the error grows."""
        steps, losses = len(self.numbers.loss) - 1, self.numbers.loss
        places = [[self.plane.place(row) for row in rows] for rows in self.numbers.path]
        room, most = self.chart.inset(top=0.7, right=0.1), float(losses.max())
        curve = [point(room.left + step / steps * room.width, room.bottom + float(loss) / most * room.height)
                 for step, loss in enumerate(losses)]  # fmt: skip

        def follow(share: float) -> None:
            step = round(share**3 * steps)  # the first steps are the longest
            for index, (place, way) in enumerate(zip(self.places, self.ways, strict=True)):
                place.move_to(places[step][index])
                way.set_points_as_corners([rows[index] for rows in places[: max(step, 1) + 1]])
            self.curve.set_points_as_corners(curve[: max(step, 1) + 1])

        return Live([*self.ways, *self.places, self.curve], follow, run_time=_SECONDS, rate_func=linear)

    def tell(self) -> None:
        """Begin by chance; learn; try phrases never seen; compare what was learned with what was chosen."""
        numbers, style, word = self.numbers, self.style, self.numbers.word
        phrase = self.header_phrase(numbers.seen.phrases[0])
        with self.beat("chance", word=word):
            self.play(FadeIn(phrase, self.middles))
            self.play(LaggedStart(*map(FadeIn, self.heap), lag_ratio=0.1))
            self.rest()
        size = style.sizes.number
        label = Label(self.says("loss"), size=size, style=style)
        label.set_x(self.chart.left + label.width / 2).on_baseline(self.chart.top - 0.3)
        first, last = (Number(numbers.loss[at], size=size, style=style) for at in (0, -1))
        first.set_x(float(label.get_right()[0]) + 0.2 + first.width / 2).on_baseline(self.chart.top - 0.3)
        last.set_x(self.chart.right - last.width / 2).on_baseline(self.chart.top - 0.3)
        with self.beat("learn", steps=len(numbers.loss) - 1):
            self.play(FadeIn(label, first))
            self.add(self.curve, *self.ways)
            self.play(self._learn())
            self.play(FadeIn(last), run_time=style.times.quick)
            self.rest()
        unseen = self.header_phrase(numbers.unseen.phrases[0])
        pieces = [HeroNumber(numbers.right, decimals=0, style=style), Label(self.says("of"), size=size, style=style),
                  HeroNumber(numbers.asked, decimals=0, style=style)]  # fmt: skip
        said = self._filed(Row(pieces, 0.2), self.says("right"))
        with self.beat("unseen", word=word):
            self.play(FadeOut(phrase), FadeIn(unseen), FadeOut(*self.places, *self.ways))
            self.play(LaggedStart(*map(FadeIn, self.new), lag_ratio=0.1), FadeIn(said))
            self.rest()
        alike = float(numbers.likeness) > _ALIKE
        with self.beat("found", text="found" if alike else "found-other"):
            learned, by_hand = self._sheets()
            matrices = self._matrices()
            crossed = self._crossed([learned, by_hand])
            gone = FadeOut(said, self.curve, label, first, last, *self.new, self.middles, *crossed)
            self.play(gone, FadeIn(matrices[:2], learned))
            self.play(FadeIn(matrices[2:]), Create(by_hand), run_time=style.times.slow)
            self.hold()

    def _sheets(self) -> tuple[VMobject, VMobject]:
        """Return what the learned value matrix and the one chosen by hand make of the unit square: an area, dashes."""
        theme, corners = self.style.theme, torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
        learned, by_hand = (
            Polygon(*(self.plane.place(corner) for corner in corners @ matrix.float()), color=theme.value)
            for matrix in (self.numbers.W_V, self.numbers.by_hand)
        )
        learned.set_fill(theme.value, _SHEET if theme.filled else 0.0).set_stroke(theme.value, self.style.strokes.line)
        dashed = DashedVMobject(by_hand.set_stroke(theme.ink, self.style.strokes.line), num_dashes=48)
        return laid(learned, Layer.GHOST), laid(dashed, Layer.GHOST)

    def _crossed(self, sheets: Sequence[VMobject]) -> list[VMobject]:
        """Return the plane's numbers through which an edge of a sheet runs."""
        return [
            number
            for number in self.plane.numbers
            for box in [box_of(number)]
            if any(box[0] < x < box[2] and box[1] < y < box[3] for sheet in sheets for x, y in _along(sheet))
        ]

    def _matrices(self) -> VGroup:
        """Return the learned value matrix and the one chosen by hand, each below its title, in the whole record."""
        record, style, both = self.view.record, self.style, VGroup()
        cells = record.columns(1.0, 1.0, gap=0.4) if self.view.lying else record.rows(1.0, 1.0)
        theme = style.theme
        told = (("learned", self.numbers.W_V, theme.value), ("by-hand", self.numbers.by_hand, theme.ink))
        for (key, values, color), cell in zip(told, cells, strict=True):
            title = Label(self.says(key), size=style.sizes.number, within=cell.width, style=style)
            title.set_x(cell.left + title.width / 2).on_baseline(cell.top + (0.1 if self.view.lying else -0.3))
            size = style.sizes.number if self.view.lying else style.sizes.head
            matrix = Matrix(values, size=size, color=color, style=style)
            below = 0.0 if self.view.lying else 0.5
            fit(matrix, cell.width, cell.height - below)
            matrix.move_to(point(cell.left + matrix.width / 2, cell.top - below - matrix.height / 2))
            both.add(title, matrix)
        return laid(both, Layer.LEDGER)

    def _filed(self, thing: VMobject, title: str) -> VGroup:
        """Return a thing below its title in the lower half of the record."""
        label = Label(title, size=self.style.sizes.tick, color=self.style.theme.ink, style=self.style)
        fit(label, self.below.width)
        fit(thing, self.below.width, self.below.height - 0.5)
        label.set_x(self.below.left + label.width / 2).on_baseline(self.below.top - 0.3)
        thing.move_to(point(self.below.left + thing.width / 2, self.below.top - 0.55 - thing.height / 2))
        return laid(VGroup(label, thing), Layer.LEDGER)


def _around(at: Point, radius: float) -> Box:
    """Return the box of a circle around a place."""
    x, y = flat(at)
    return (x - radius, y - radius, x + radius, y + radius)


def _along(sheet: VMobject) -> list[tuple[float, float]]:
    """Return points along an outline, so close together that no number lies between two."""
    lines = sheet.family_members_with_points()
    shares = np.linspace(0.0, 1.0, 200 // len(lines) + 2)
    return [flat(line.point_from_proportion(share)) for line in lines for share in shares]
