"""W_Q, W_K and W_V are learned until a word of two meanings parts: plain gradient descent, in front of the viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from manim import (
    DOWN,
    RIGHT,
    ApplyMethod,
    Create,
    DashedVMobject,
    Dot,
    FadeIn,
    FadeOut,
    Line,
    VGroup,
    VMobject,
    smooth,
)
from pydantic import Field
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from attnmath import Head, attend, cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.layout import fit
from scenes.lesson.two_squares import TwoSquares
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import FigureParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, clip, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, labelled
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Row, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_RATE, _SPREAD, _BEGINNINGS = 0.04, 0.3, 3
"""The step of gradient descent, the spread of the first numbers, words with which a phrase may begin."""

_VOWELS = "aeiou"
"""Letters before which "a" becomes "an"."""

_SEEDS = 8
"""Beginnings by chance from which learning is tried, for the claims."""

_ALIKE, _FURTHER = 0.9, 1.25
"""The cosine from which two matrices are said to be alike; how many times as far one that leans further leans."""

_SECONDS, _FIRST, _LANDS, _TRIED, _REACHES = 6.0, 0.8, 0.22, 1.2, 1.2
"""Seconds of learning; of the first landings, of others while chance rules, and after learning; in which lines reach
from places to where these belong."""

_GOES, _LEANS = 1.2, 2.2
"""Seconds in which places go to the two squares or come back from them, and in which the squares lean."""

_LARGER = 1.3
"""Factor: places are that much larger upon the squares."""

_OF_ARTICLE = ((1.1, -0.5), (-0.5, 1.1))
"""The article's matrix, chosen by hand: C of its good space, whose values W_V takes over."""

_PART = 0.85
"""Share of the seconds of learning that goes by the ways of the places; the rest goes by steps."""

_ICON, _DOT, _DROP = 0.32, 0.12, 0.4
"""Scene units: an icon's height, the radius of a place without one, and how far it drops."""

_HEAPED = 0.36
"""Factor: how much smaller places are while they lie in a heap, where larger ones would cover each other."""

_RING, _CENTRE = 0.2, 0.055
"""Scene units: the radius of the ring around where a place belongs, and of the dot within."""

_NEW, _OLD = 1.8, 0.5
"""Factors: how much larger places are of phrases never seen, and how much smaller the learned ones are beside them."""

_CURVE, _WAY, _WAY_OPACITY, _PEN = 3.0, 2.8, 0.6, 0.07
"""Strokes of the curve and of the ways that places have gone, their opacity; the radius of the curve's pen."""

_LEAD, _LEAD_OPACITY = 1.8, 0.75
"""The stroke of the lines from places to where these belong, and their opacity."""

_ABOVE, _NEXT = 0.16, 0.16
"""Scene units from the pen to the number that rides on it: up, and to the right."""

_NAMES, _NAME_BELOW = 0.8, 0.4
"""Scene units, where the frame is not wide, left of the plane for its upright axis's texts, and below it for the name
of the other."""

_OTHERS = 0.42
"""Scene units from the value matrix down to the line that says what else is learned."""

_OFF_EDGE, _OFF_AXIS = 0.04, 0.12
"""Scene units: from a name to the edge, and from the chart's axis to its number."""

_PITCH, _IN_ROW = 0.5, 6
"""Scene units from one counted icon to the next, and icons in a row."""

_BEYOND = 0.3
"""Scene units by which the halfway line goes on beyond all places."""

_FAR, _DASHES, _SPARSE = 100.0, 48, 4
"""The length of a line that is cut off where it ends; dashes of a line; steps between the places names keep off."""


class Learned(FigureParameters):
    """The parameters: chance, and how many steps are taken."""

    seed: int = Field(25, ge=0, description="Which random numbers training begins with.")
    steps: int = Field(100, ge=20, le=600, description="Steps of gradient descent.")

    def world_used(self, world: World) -> World:
        """Return the part of the world with its phrases, its families, the subject and W_V."""
        matrices = {name: values for name, values in world.matrices.items() if name == "W_V"}
        return world.only(world.phrases, landmarks=True).model_copy(update={"matrices": matrices})


@dataclass(frozen=True)
class Lesson:
    """Phrases in which a word is meant one way or the other."""

    phrases: tuple[tuple[str, ...], ...]
    kinds: tuple[int, ...]

    def inputs(self, world: World) -> Tensor:
        """Return the phrases' vectors, shape (N, T, d), zeros after the end of a shorter one."""
        return pad_sequence([world.embedding().rows(phrase) for phrase in self.phrases], batch_first=True)

    def mask(self) -> Tensor:
        """Return where a phrase has a word, shape (N, T, T): the same for all that ask."""
        lengths = torch.tensor([len(phrase) for phrase in self.phrases])
        longest = int(lengths.max())
        return (torch.arange(longest) < lengths[:, None])[:, None].expand(-1, longest, -1)

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
    values: Tensor
    """W_V after each step, (steps + 1, 2, 2)."""
    loss: Tensor = quantity("The mean squared distance from where the word belongs, after each step.")
    targets: Tensor = quantity("Where the word belongs: the middle of each family.", rows="families", columns="axes")
    found: Tensor = quantity("Its context vector in phrases never seen.", columns="axes")
    count: Tensor = quantity("Phrases to learn from.")
    right: Tensor = quantity("Phrases never seen in which it is nearer to the right family.")
    asked: Tensor = quantity("Phrases never seen.")
    chance: Tensor = quantity("W_V before the first step: random numbers.")
    W_Q: Tensor = quantity("The learned W_Q.")
    W_K: Tensor = quantity("The learned W_K.")
    W_V: Tensor = quantity("The learned W_V.")
    by_hand: Tensor = quantity("The world's W_V, chosen by hand.")
    likeness: Tensor = quantity("The cosine between both.")
    resized: Tensor = quantity("The learned W_V, scaled to stretch as far as the one chosen by hand.")
    mixed: Tensor = quantity("What attention mixes of each phrase's words, before W_V.", columns="axes")


def lessons(world: World) -> tuple[Lesson, Lesson]:
    """Return phrases to learn from and others; the middle word of each family is in the others only.

    They are the world's phrases with other words of the family. Those to learn from begin with their first word, or
    with one of the next; the others are whole, so that each is another test.

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
    middle = [family[len(family) // 2] for family in families]
    learned = [[word for word in family if word != out] for family, out in zip(families, middle, strict=True)]
    return _lesson(world, models, learned), _lesson(world, models, [[word] for word in middle], beginnings=1)


def _model(world: World, family: int) -> tuple[str, ...]:
    """Return the first phrase in which the subject stands with a word of a family; nothing where there is none."""
    for phrase in world.phrases:
        words = world.words_of(phrase, "phrase")
        if words.count(world.subject or "") == 1 and {world.family_index(word) for word in words} - {None} == {family}:
            return words
    return ()


def _lesson(
    world: World, models: Sequence[Sequence[str]], families: Sequence[Sequence[str]], beginnings: int = _BEGINNINGS
) -> Lesson:
    phrases, kinds = [], []
    for kind, (model, family) in enumerate(zip(models, families, strict=True)):
        own = next(place for place, word in enumerate(model) if world.family_index(word) is not None)
        first = min(own, model.index(world.subject or ""))
        for start in range(min(beginnings, first + 1)):
            for word in family:
                phrases.append(_with(world, model, own, word)[start:])
                kinds.append(kind)
    return Lesson(tuple(phrases), tuple(kinds))


def _with(world: World, phrase: Sequence[str], place: int, word: str) -> tuple[str, ...]:
    """Return a phrase with another word at a place, after the article that goes with it."""
    words = [*phrase[:place], word, *phrase[place + 1 :]]
    articles = ("a", "an")
    if place and words[place - 1] in articles and all(article in world.vectors for article in articles):
        words[place - 1] = articles[word[0] in _VOWELS]
    return tuple(words)


def loss_of(
    matrices: Sequence[Tensor], inputs: Tensor, mask: Tensor, position: Tensor, wanted: Tensor
) -> tuple[Tensor, Tensor]:
    """Return how far a word's context vectors are from where they belong, and these vectors.

    Args:
        matrices: W_Q, W_K, W_V, (2, 2) each.
        inputs: phrases, (N, T, 2).
        mask: where a phrase has a word, (N, T, T).
        position: where the word stands in each, (N,).
        wanted: where it belongs, (N, 2).

    Returns:
        The mean squared distance, (), and the context vectors, (N, 2).
    """
    outputs = attend(inputs, Head(*matrices), mask=mask).output[torch.arange(len(inputs)), position]
    return (outputs - wanted).square().sum(dim=-1).mean(), outputs


def train(
    inputs: Tensor, mask: Tensor, position: Tensor, wanted: Tensor, steps: int, draw: torch.Generator
) -> tuple[list[Tensor], Tensor, Tensor, Tensor]:
    """Learn W_Q, W_K and W_V by gradient descent; the arguments are those of ``loss_of``.

    Returns:
        The matrices; the loss, the context vectors and W_V after each step, (steps + 1,), (steps + 1, N, 2) and
        (steps + 1, 2, 2).
    """
    matrices = [(_SPREAD * torch.randn(2, 2, generator=draw)).requires_grad_() for _ in range(3)]
    losses, path, values = [], [], []
    for step in range(steps + 1):
        if not all(bool(matrix.isfinite().all()) for matrix in matrices):
            raise UserError("training leaps away from vectors as large as the world's; make them smaller")
        loss, outputs = loss_of(matrices, inputs, mask, position, wanted)
        losses.append(loss.detach())
        path.append(outputs.detach())
        values.append(matrices[2].detach())
        if step < steps:
            slopes = torch.autograd.grad(loss, matrices)
            matrices = [
                (matrix - _RATE * slope).detach().requires_grad_()
                for matrix, slope in zip(matrices, slopes, strict=True)
            ]
    return [matrix.detach() for matrix in matrices], torch.stack(losses), torch.stack(path), torch.stack(values)


def _trained(world: World, seed: int, steps: int) -> Training:
    draw = torch.Generator().manual_seed(seed)
    seen, unseen = lessons(world)
    families = [world.embedding().rows(words).mean(dim=0) for words in world.families.values()]
    targets = torch.stack(families)
    word = world.subject or ""
    wanted = targets[list(seen.kinds)]
    matrices, loss, path, values = train(seen.inputs(world), seen.mask(), seen.position(word), wanted, steps, draw)
    wanted = targets[list(unseen.kinds)]
    _, found = loss_of(matrices, unseen.inputs(world), unseen.mask(), unseen.position(word), wanted)
    right = is_right(found, targets, unseen.kinds).sum().float()
    by_hand = world_matrix(world, "W_V", 2, 2) if "W_V" in world.matrices else torch.eye(2)
    likeness = cosine_similarity(matrices[2].flatten(), by_hand.flatten())
    stretches = [torch.linalg.matrix_norm(matrix, 2) for matrix in (by_hand, matrices[2])]
    resized = matrices[2] * stretches[0] / stretches[1]
    unvalued = (*matrices[:2], torch.eye(2))
    _, mixed = loss_of(unvalued, seen.inputs(world), seen.mask(), seen.position(word), targets[list(seen.kinds)])
    count, asked = (torch.tensor(float(len(lesson.kinds))) for lesson in (seen, unseen))
    return Training(
        word, seen, unseen, tuple(world.families), world.axes, path, values, loss, targets, found, count, right,
        asked, values[0], matrices[0], matrices[1], matrices[2], by_hand, likeness, resized, mixed,
    )  # fmt: skip


def leaning(matrix: Tensor) -> float:
    """Return by how many degrees a (2, 2) matrix opens the right angle between the axes; below 0, it closes it."""
    return float(torch.rad2deg(torch.arccos(cosine_similarity(matrix[0], matrix[1]).clamp(-1.0, 1.0)))) - 90.0


def is_right(found: Tensor, targets: Tensor, kinds: Sequence[int]) -> Tensor:
    """Return which places are nearer to their own family than to the other, shape (N,)."""
    return torch.cdist(found, targets).argmin(dim=1) == torch.tensor(kinds)


def _learns(numbers: Training, world: World) -> Measurement:
    first, last = float(numbers.loss[0]), float(numbers.loss[-1])
    return Measurement(last < first / 10, f"from {first:.2f} to {last:.2f}")


def _knows_unseen(numbers: Training, world: World) -> Measurement:
    tried = [_trained(world, seed, len(numbers.loss) - 1) for seed in range(_SEEDS)]
    whole = sum(bool(each.right == each.asked) for each in tried)
    return Measurement(whole >= _SEEDS - 1, f"all of them in {whole} of {_SEEDS}")


def _is_like_the_one_by_hand(numbers: Training, world: World) -> Measurement:
    return Measurement(float(numbers.likeness) > _ALIKE, f"cosine {float(numbers.likeness):.2f}")


@dataclass(frozen=True)
class Tally:
    """A count of things that land: its title, its number after each, and what is counted."""

    fixed: VGroup
    numbers: list[HeroNumber]
    marks: list[VMobject]

    @property
    def all(self) -> list[VMobject]:
        """All that is seen of it at its end."""
        return [self.fixed, *self.numbers[-1:], *self.marks]


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

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes that a place has."""
        numbers = self.numbers
        places = torch.cat([numbers.targets, numbers.path.flatten(0, 1), numbers.found])
        (left, bottom), (right, top) = places.amin(dim=0).tolist(), places.amax(dim=0).tolist()
        return (left, right), (bottom, top)

    def world_view(self) -> PlaneView:
        """Return where the plane lies: under two phrases."""
        if self.stage.is_portrait:  # there, they stand one below the other
            return self.stage.view_under_two.holding(self.stage, self.spans())
        view = self.stage.plane_view
        if self.stage.is_wide or view.lying:
            return super().world_view()
        room = view.words(self.stage).inset(left=_NAMES, bottom=_NAME_BELOW)
        return view.fitted(self.stage, self.spans(), room)

    def build(self) -> None:
        """Make a place and a header for each phrase, the families' middles, the line between them, and the record."""
        numbers, record = self.numbers, self.view.record
        self.above, self.below = (
            record.columns(1.0, 1.0, gap=0.4) if self.view.lying else record.rows(1.0, 1.25, gap=0.3)
        )
        ends = [(numbers.targets, _RING), (numbers.path[-1], _ICON / 2), (numbers.found, _NEW * _ICON / 2)]
        boxes = [_around(self.plane.place(row), radius) for rows, radius in ends for row in rows]
        line = self._halfway([*boxes, _around(self.plane.origin, 0.0)])
        self.halfway = laid(DashedVMobject(line, num_dashes=_DASHES), Layer.GHOST)
        paths = [[flat(self.plane.place(row)) for row in rows] for rows in numbers.path.transpose(0, 1)]
        lines = [segment for path in paths for segment in pairwise(path[::_SPARSE])]
        self.middles = self._middles(boxes, [(flat(line.get_start()), flat(line.get_end())), *lines])
        self.places = [
            self._place(row, kind).scale(_HEAPED, scale_stroke=True)
            for row, kind in zip(numbers.path[0], numbers.seen.kinds, strict=True)
        ]
        self.new = [
            self._place(row, kind).scale(_NEW) for row, kind in zip(numbers.found, numbers.unseen.kinds, strict=True)
        ]
        self.leads = [self._lead(place, kind) for place, kind in zip(self.places, numbers.seen.kinds, strict=True)]
        self.ways = [laid(VMobject(stroke_width=_WAY), Layer.GHOST) for _ in self.places]
        for way, kind in zip(self.ways, numbers.seen.kinds, strict=True):
            way.set_stroke(self._color(kind), opacity=_WAY_OPACITY)
        self.told = self._headers(numbers.seen)
        self.asked = self._headers(numbers.unseen)
        self.seen_tally = self._tally(self.says("learned-from"), numbers.count, numbers.seen)
        self.tally = self._tally(self.says("right"), numbers.right, numbers.unseen, of=numbers.asked)
        self.halfway_name = self._name_halfway(line, boxes)
        self.frame, self.titles = self._value_matrix()
        self.others = self._name_others()
        self.veil = Veil(self.stage, opacity=1.0, style=self.style)
        self.squares = self._squares()
        self.twins = [self._mark(kind) for kind in numbers.seen.kinds]
        self._draw_chart()

    def _squares(self) -> TwoSquares:
        """Return a square for the learned value matrix and one for that chosen by hand, drawn equally long."""
        numbers, theme = self.numbers, self.style.theme
        of_article = torch.equal(numbers.by_hand, torch.tensor(_OF_ARTICLE))
        by_hand = self.says("map-of-article" if of_article else "map-by-hand")
        return TwoSquares(
            [numbers.resized, numbers.by_hand], numbers.mixed,
            [(self.says("map-learned"), theme.value), (by_hand, theme.ink)],
            (self.axis_colors(), theme.value), self.stage.above_foot, style=self.style,
        )  # fmt: skip

    def _halfway(self, boxes: Sequence[Box]) -> Line:
        """Return the line of all places that are as far from one family's middle as from the other's."""
        one, other = (self.plane.place(row) for row in self.numbers.targets)
        middle, across = (one + other) / 2, other - one
        along = _FAR * point(-float(across[1]), float(across[0]))
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        highest = min(max(tops) + _BEYOND, self.stage.below_header.top)
        room = (min(lefts) - _BEYOND, min(bottoms) - _BEYOND, max(rights) + _BEYOND, highest)
        start, end = clip((flat(middle - along), flat(middle + along)), room) or (flat(one), flat(other))
        return Line(point(*start), point(*end), color=self.style.theme.ink, stroke_width=self.style.strokes.line)

    def _name_halfway(self, line: Line, boxes: Sequence[Box]) -> VGroup:
        """Return the name of the halfway line, beside its upper end."""
        label, view, safe = (
            Label(self.says("halfway"), size=self.style.sizes.tick, style=self.style),
            self.view,
            self.stage.safe,
        )
        room, top = view.words(self.stage), self.stage.below_header.top
        bounds = (safe.left, room.bottom, min(room.right, safe.right) - _OFF_EDGE, min(top, room.top))
        taken = [*boxes, *self.plane.text_boxes(), *(box_of(part) for part in self.middles)]
        size = (float(label.width), float(label.height))
        end = max(line.get_start(), line.get_end(), key=lambda each: float(each[1]))
        near = (float(end[0]) + size[0], float(end[1]) - size[1])
        lines = [(flat(line.get_start()), flat(line.get_end())), *self.plane.axis_segments()]
        return labelled(label.move_to(point(*free_place(size, bounds, near, lines=lines, boxes=taken))), self.style)

    def _middles(self, boxes: Sequence[Box], lines: Sequence[Segment]) -> VGroup:
        """Return a ring for each family where the word belongs, with its name."""
        numbers, theme, record, middles = self.numbers, self.style.theme, self.view.record, VGroup()
        rows = dict(zip(numbers.families, numbers.targets, strict=True))
        boxes = [*boxes] if self.view.lying else [*boxes, (record.left - 0.1, record.bottom, record.right, record.top)]
        offsets = name_offsets(self.plane, rows, lines=lines, boxes=boxes, large=list(rows), style=self.style)
        for index, (name, row) in enumerate(rows.items()):
            color, at = theme.families[index % len(theme.families)], self.plane.place(row)
            ring = Dot(at, radius=_RING, fill_opacity=0.0, stroke_color=color, stroke_width=3.0)
            centre = Dot(at, radius=_CENTRE, color=color)
            label = Label(name, size=self.style.sizes.number, color=color, style=self.style)
            label.move_to(at + point(*offsets[name]))
            middles.add(laid(VGroup(ring, centre), Layer.GHOST), labelled(label, self.style))
        return middles

    def _color(self, kind: int) -> str:
        return self.style.theme.families[kind % len(self.style.theme.families)]

    def _place(self, row: Tensor, kind: int) -> VMobject:
        """Return the word at a place, in the colour of the family that it belongs to."""
        return self._mark(kind).move_to(self.plane.place(row))

    def _lead(self, place: VMobject, kind: int) -> Line:
        """Return the line from a place to where it belongs: the error is the mean of the squares of these lines."""
        at = self.plane.place(self.numbers.targets[kind])
        line = Line(place.get_center(), at, color=self._color(kind), stroke_width=_LEAD, stroke_opacity=_LEAD_OPACITY)
        return laid(line, Layer.GHOST)

    def _mark(self, kind: int) -> VMobject:
        color, word = self._color(kind), self.numbers.word
        if has_icon(word, self.style):
            return laid(ShadedIcon(word, color, height=_ICON, style=self.style), Layer.ICON)
        dot = Dot(radius=_DOT, color=self.style.theme.fill(color))
        return laid(dot.set_background_stroke(color=self.style.theme.background, width=RIM), Layer.ICON)

    def _headers(self, lesson: Lesson) -> list[HeaderPhrase]:
        """Return each phrase for the header: its family's side, the word that is learned in its family's colour.

        Phrases of a side are of one size and end at one place, so that only what differs is seen to change.
        """
        headers = []
        for words, kind in zip(lesson.phrases, lesson.kinds, strict=True):
            colors = [self._color(kind) if word == self.numbers.word else self.color_of(word) for word in words]
            side = ("left", "right")[kind]
            headers.append(HeaderPhrase(words, colors, self.stage, self.view, side=side, style=self.style))
        least = min(header.words[0].size for header in headers)
        for header in headers:
            header.scale(least / header.words[0].size, about_point=point(0.0, header.words[0].baseline))
        if not self.stage.is_portrait:
            for kind in (0, 1):
                several = [each for each, its in zip(headers, lesson.kinds, strict=True) if its == kind]
                right = max(float(each.get_right()[0]) for each in several)
                for each in several:
                    each.shift(point(right - float(each.get_right()[0])))
        return headers

    def _tally(self, title: str, count: Tensor, lesson: Lesson, of: Tensor | None = None) -> Tally:
        """Return a count in the lower half of the record: its title, its numbers from 0 on, what is counted."""
        style, region = self.style, self.below
        label = Label(title, size=style.sizes.number, within=region.width, style=style)
        label.set_x(region.left + label.width / 2).on_baseline(region.top - 0.3)
        last = HeroNumber(count, decimals=0, style=style)
        whole = [] if of is None else [
            Label(self.says("of"), size=style.sizes.number, style=style), HeroNumber(of, decimals=0, style=style)
        ]  # fmt: skip
        row = Row([last, *whole], 0.2)
        fit(row, region.width, region.height - 0.5)
        row.move_to(point(region.left + row.width / 2, region.top - 0.6 - row.height / 2))
        numbers = [HeroNumber(value, decimals=0, style=style) for value in range(int(count))]
        for number in numbers:
            number.scale(float(last.height) / float(number.height)).align_to(last, RIGHT).on_baseline(last.baseline)
        marks = [self._mark(kind) for kind in lesson.kinds]
        pitch = min(_PITCH, region.width / _IN_ROW)
        for index, mark in enumerate(marks):
            down, across = divmod(index, _IN_ROW)
            mark.move_to(point(region.left + (across + 0.5) * pitch, row.get_bottom()[1] - (down + 0.8) * pitch))
        laid(VGroup(label, row, *numbers), Layer.LEDGER)
        return Tally(VGroup(label, *whole), [*numbers, last], [] if self.view.lying else marks)

    def _draw_chart(self) -> None:
        """Make the chart of the error: its axes, its curve, and the number that rides on it."""
        style, theme, chart, lying = self.style, self.style.theme, self.below, self.view.lying
        label = Label(self.says("error" if lying else "loss"), size=style.sizes.number, within=chart.width, style=style)
        label.set_x(chart.left + label.width / 2).on_baseline(chart.top - 0.3)
        first = Number(self.numbers.loss[0], size=style.sizes.tick, style=style)
        aside = float(label.width) + 0.3 if lying else float(first.width) + _OFF_AXIS
        self.room = chart.inset(left=aside, right=0.1, top=0.5 if lying else 0.9, bottom=0.0 if lying else 0.45)
        room = self.room
        corners = [point(room.left, room.top), point(room.left, room.bottom), point(room.right, room.bottom)]
        axes = VMobject(stroke_color=theme.axis, stroke_width=style.strokes.thin).set_points_as_corners(corners)
        self.axes = VGroup(label, axes)
        if not lying:
            steps = Label(self.says("steps", steps=len(self.numbers.loss) - 1), size=style.sizes.tick, style=style)
            self.axes.add(steps.set_x(room.right - steps.width / 2).on_baseline(room.bottom - 0.35))
            height = room.height * float(self.numbers.loss[0] / self.numbers.loss.max())
            first.set_x(room.left - _OFF_AXIS - first.width / 2)
            self.axes.add(first.on_baseline(room.bottom + height - first.cap_height / 2))
        self.curve = VMobject(stroke_color=theme.ink, stroke_width=_CURVE)
        self.pen = Dot(radius=_PEN, color=theme.ink)
        self.error = self._follow_error(0.0)
        laid(VGroup(self.axes, self.curve, self.pen, self.error), Layer.LEDGER)

    def _follow_error(self, step: float) -> Number:
        """Draw the curve up to a step, the pen at its end, and the error above the pen; return that number."""
        losses, room = self.numbers.loss, self.room
        steps, most = len(losses) - 1, float(losses.max())
        curve = [point(room.left + at / steps * room.width, room.bottom + float(loss) / most * room.height)
                 for at, loss in enumerate(losses)]  # fmt: skip
        points = _until(curve, step)
        self.curve.set_points_as_corners(points)
        self.pen.move_to(points[-1])
        error = float(np.interp(step, np.arange(steps + 1), losses.numpy()))
        number = Number(error, size=self.style.sizes.number, style=self.style)
        left = min(float(points[-1][0]) + _NEXT, room.right - float(number.width))
        return number.set_x(left + number.width / 2).on_baseline(float(points[-1][1]) + _ABOVE)

    def _learn(self, error: RunningNumber, entries: Sequence[RunningNumber]) -> Live:
        """Return how all places move while matrices learn, and the curve of the error grows with its number.

        Args:
            error: its number.
            entries: the value matrix's numbers.
        """
        numbers, steps = self.numbers, len(self.numbers.loss) - 1
        ways = [[self.plane.place(row) for row in rows] for rows in numbers.path.transpose(0, 1)]
        moved = torch.linalg.vector_norm(numbers.path.diff(dim=0).double(), dim=-1).mean(dim=1).cumsum(dim=0).numpy()
        times = (1 - _PART) * np.linspace(0.0, 1.0, steps + 1)
        times[1:] += _PART * moved / max(moved[-1], np.finfo(float).tiny)
        times /= times[-1]  # 1 already, except where nothing moves
        small = [float(place.height) for place in self.places]

        def follow(share: float) -> None:
            step = float(np.interp(share, times, np.arange(steps + 1)))
            for place, height, way, line, lead in zip(self.places, small, ways, self.ways, self.leads, strict=True):
                points = _until(way, step)
                line.set_points_as_corners(points)
                grown = height * (1 + share * (1 / _HEAPED - 1))
                place.scale(grown / float(place.height), scale_stroke=True).move_to(points[-1])
                lead.set_points_as_corners([points[-1], lead.get_end()])
            error.write(self._follow_error(step))
            self._write(entries, _between(numbers.values, step))

        moving = [*self.ways, *self.leads, *self.places, self.curve, self.pen, error, *entries]
        return Live(moving, follow, run_time=_SECONDS, rate_func=smooth)

    def _write(self, entries: Sequence[RunningNumber], values: Tensor) -> None:
        """Let running numbers show the entries of a value matrix."""
        for entry, number in zip(entries, self._entries(values), strict=True):
            entry.write(number)

    def _mixed(self) -> list[int]:
        """Return the order of phrases: one of each family after the other, a mixed heap."""
        half = len(self.places) // 2
        return [each for pair in zip(range(half), range(half, 2 * half), strict=True) for each in pair]

    def _land(
        self,
        order: Sequence[int],
        places: Sequence[VMobject],
        headers: Sequence[HeaderPhrase],
        kinds: Sequence[int],
        tally: Tally,
        counts: Sequence[bool],
        seconds: Sequence[float],
    ) -> list[HeaderPhrase]:
        """Let phrases' places land one after the other, each phrase above; return the phrases that stand there at last.

        Args:
            order: in which they land.
            places: one for each phrase.
            headers: the phrases.
            kinds: their families.
            tally: counts those that count.
            counts: which do.
            seconds: of each landing, in this order.
        """
        numbers, marks = iter(tally.numbers), tally.marks or [VMobject()] * len(places)
        count, shown = next(numbers), [headers[kinds.index(kind)] for kind in (0, 1)]
        for at, index in enumerate(order):
            kind = kinds[index]
            self.remove(shown[kind])
            shown[kind] = headers[index]
            self.add(shown[kind])
            self.play(FadeIn(places[index], shift=_DROP * DOWN), run_time=seconds[at])
            if counts[index]:
                self.remove(count)
                count = next(numbers)
                self.add(count, marks[index])
        return shown

    def tell(self) -> None:
        """Begin by chance; learn; try phrases never seen, beside the ways that were learned."""
        numbers, times = self.numbers, self.style.times
        seen, unseen = numbers.seen, numbers.unseen
        entries = self._entries(numbers.chance)
        with self.beat("chance", word=numbers.word, count=f"{float(numbers.count):.0f}"):
            first = [self.told[seen.kinds.index(kind)] for kind in (0, 1)]
            self.play(
                FadeIn(*first, self.middles, self.seen_tally.fixed, self.seen_tally.numbers[0]), run_time=times.quick
            )
            self.play(FadeIn(self.titles[0], self.frame.brackets, *entries, *self.others), run_time=times.quick)
            order = self._mixed()
            seconds = [_FIRST, _FIRST, *([_LANDS] * len(order))]
            tally, all_count = self.seen_tally, [True] * len(order)
            phrases = self._land(order, self.places, self.told, seen.kinds, tally, all_count, seconds)
            self.play(*map(Create, self.leads), run_time=_REACHES)
            self.rest()
        with self.beat("learn", steps=len(numbers.loss) - 1):
            left = [*phrases, *self.seen_tally.all]
            self.play(FadeOut(*left), FadeIn(self.axes, self.pen, self.error), run_time=times.quick)
            self._swap(self.titles[0], self.titles[1])
            self.add(self.curve, *self.ways)
            running, changing = RunningNumber(self.error), [RunningNumber(entry) for entry in entries]
            self.remove(self.error, *entries)
            self.play(self._learn(running, changing))
            self.remove(running, *changing)
            self.error = laid(self._follow_error(len(numbers.loss) - 1), Layer.LEDGER)
            self.learned = self._entries(numbers.W_V)
            self.add(self.error, *self.learned)
            self._swap(self.titles[1], self.titles[2])
            self.hold()
        beside = "W_V" in self.world.matrices
        if beside:
            self._compare()
        right = f"{float(numbers.right):.0f}"
        asked = f"{float(numbers.asked):.0f}"
        with self.beat("unseen", text=self._outcome(), right=right, asked=asked):
            self._come_back() if beside else self._put_by()
            self.play(Create(self.halfway), FadeIn(self.halfway_name), run_time=times.move)
            first = [self.asked[unseen.kinds.index(kind)] for kind in (0, 1)]
            self.play(FadeIn(*first, self.tally.fixed, self.tally.numbers[0]), run_time=times.quick)
            counted = is_right(numbers.found, numbers.targets, unseen.kinds).tolist()
            order, seconds = list(range(len(self.new))), [_TRIED] * len(self.new)
            self._land(order, self.new, self.asked, unseen.kinds, self.tally, counted, seconds)
            self.last()

    @property
    def _chart(self) -> list[VMobject]:
        """The error's curve, the number at its end, and the lines that it is made of."""
        return [*self.leads, self.axes, self.curve, self.pen, self.error]

    @property
    def _found(self) -> list[VMobject]:
        """All that stands when learning is over, besides places and chart: it leaves for the squares."""
        record = [self.titles[2], self.frame.brackets, *self.learned, *self.others]
        return [*self.plane, self.middles, *self.ways, *record]

    def _outcome(self) -> str:
        """Return the key of what is said of phrases never seen: it answers where all come out right."""
        return "unseen-right" if bool(self.numbers.right == self.numbers.asked) else "unseen"

    def _comparison(self) -> str:
        """Return the key of what is said of the learned matrix and the one chosen by hand."""
        numbers = self.numbers
        learned, by_hand = leaning(numbers.W_V), leaning(numbers.by_hand)
        if float(numbers.likeness) <= _ALIKE or learned * by_hand <= 0:
            return "by-hand-other"
        return "by-hand-further" if by_hand / learned > _FURTHER else "by-hand"

    def _put_by(self) -> None:
        """Let the learned places get smaller, and what tells of the error leave."""
        smaller = [ApplyMethod(place.scale, _OLD) for place in self.places]
        self.play(FadeOut(*self._chart), *smaller, run_time=self.style.times.quick)

    def _compare(self) -> None:
        """Lay what was mixed of each phrase on a square, and let the learned matrix and the other one carry it."""
        squares, (first, second) = self.squares, [self.places, self.twins]
        with self.beat("by-hand", text=self._comparison()):
            self.play(FadeOut(*self._chart, *self._found), FadeIn(self.veil), run_time=self.style.times.quick)
            for twin, place in zip(second, first, strict=True):
                twin.move_to(place)
            goes = [
                mark.animate.move_to(at).scale(_LARGER)
                for index, marks in enumerate((first, second))
                for mark, at in zip(marks, squares.places(index, 0.0), strict=True)
            ]
            self.add(*second)
            self.play(FadeIn(squares.all), *goes, run_time=_GOES)
            self.play(squares.lean((first, second), _LEANS))
            self.hold()

    def _come_back(self) -> None:
        """Let the learned places go back from their square to the plane, where they are smaller now."""
        self.play(FadeOut(self.squares.all, *self.twins), run_time=self.style.times.quick)
        back = [
            place.animate.move_to(self.plane.place(row)).scale(_OLD / _LARGER)
            for place, row in zip(self.places, self.numbers.path[-1], strict=True)
        ]
        self.play(FadeOut(self.veil), FadeIn(*self._found), *back, run_time=_GOES)

    def _swap(self, old: VMobject, new: VMobject) -> None:
        """Let a title say something else at once: most of it stays as it is."""
        self.remove(old)
        self.add(new)

    def _title(self, text: VMobject, cell: Region) -> VMobject:
        """Put a title above a matrix in a cell of the record."""
        fit(text, cell.width)
        set_on_baseline(text, cell.top + (0.2 if self.view.lying else -0.3))
        return laid(text.set_x(cell.left + float(text.width) / 2), Layer.LEDGER)

    def _matrix(self, values: Tensor, color: str, cell: Region) -> Matrix:
        """Return a matrix in a cell of the record, below its title."""
        style, lying = self.style, self.view.lying
        matrix = Matrix(values, size=style.sizes.number if lying else style.sizes.formula, color=color, style=style)
        below = 0.0 if lying else 0.55
        fit(matrix, cell.width, cell.height - below)
        return laid(
            matrix.move_to(point(cell.left + matrix.width / 2, cell.top - below - matrix.height / 2)), Layer.LEDGER
        )

    def _value_matrix(self) -> tuple[Matrix, list[VMobject]]:
        """Return a value matrix as wide as it ever gets, and its titles: random, learning, and learned."""
        numbers, style, value = self.numbers, self.style, self.style.theme.value
        widest = -torch.stack([numbers.chance, numbers.W_V]).abs().amax(dim=0)
        titles = [
            Label(self.says(key), size=style.sizes.number, color=value, style=style)
            for key in ("random", "learning", "learned")
        ]
        return self._matrix(widest, value, self.above), [self._title(each, self.above) for each in titles]

    def _name_others(self) -> list[Label]:
        """Return the line below the value matrix that names the other two; none in a record that has no room for it."""
        if self.view.lying:
            return []
        label = Label(
            self.says("others"), size=self.style.sizes.tick, color=self.style.theme.dim, within=self.above.width,
            style=self.style,
        )  # fmt: skip
        label.set_x(self.above.left + float(label.width) / 2)
        return [laid(label.on_baseline(float(self.frame.get_bottom()[1]) - _OTHERS), Layer.LEDGER)]

    def _entries(self, values: Tensor) -> list[Number]:
        """Return the numbers of a value matrix, at the places of the widest one's."""
        entries = []
        for row, places in zip(values, self.frame.numbers, strict=True):
            for value, place in zip(row, places, strict=True):
                number = Number(value, size=self.frame.size, color=self.style.theme.value, style=self.style)
                number.scale(place.cap_height / number.cap_height).align_to(place, RIGHT)
                entries.append(laid(number.on_baseline(place.baseline), Layer.LEDGER))
        return entries


def _between(values: Tensor, step: float) -> Tensor:
    """Return what changes with each step at a step, which may lie between two of them."""
    whole = min(int(step), len(values) - 2)
    return values[whole] + (step - whole) * (values[whole + 1] - values[whole])


def _until(points: Sequence[Point], step: float) -> list[Point]:
    """Return the points of a way up to a step, which may lie between two of them; two points at least."""
    whole = min(int(step), len(points) - 2)
    end = points[whole] + (step - whole) * (points[whole + 1] - points[whole])
    return [*points[: whole + 1], end]


def _around(at: Point, radius: float) -> Box:
    """Return the box of a circle around a place."""
    x, y = flat(at)
    return (x - radius, y - radius, x + radius, y + radius)
