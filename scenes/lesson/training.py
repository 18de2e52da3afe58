"""W_Q, W_K and W_V are learned until a word of two meanings parts: plain gradient descent, in front of the viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import torch
from manim import DOWN, RIGHT, Create, Dot, FadeIn, FadeOut, Line, VGroup, VMobject, smooth
from pydantic import Field
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from attnmath import Head, attend, cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.layout import fit
from scenes.lesson.side_count import SideCount
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import FigureParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.approach import between
from scenes.parts.plane.border import Border
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.ground import SideGlow
from scenes.parts.plane.labels import Segment, clip, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PLANE_NAMES, PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.worlds import World

_RATE, _SPREAD, _BEGINNINGS = 0.04, 0.3, 3
"""The step of gradient descent, the spread of the first numbers, words with which a phrase may begin."""

_VOWELS = "aeiou"
"""Letters before which "a" becomes "an"."""

_SEEDS = 8
"""Beginnings by chance from which learning is tried, for the claims."""

_ALIKE = 0.9
"""The cosine from which two matrices are said to be alike."""

_SECONDS, _FIRST, _LANDS, _REACHES, _STEPS_BACK, _TRACES = 6.0, 0.8, 0.22, 1.2, 1.6, 2.0
"""Seconds of learning; of the first landings, and of others; in which lines reach from places to where these belong,
the view steps back, and the ways of the two are drawn."""

_PART = 0.97
"""Share of the seconds of learning that goes by the ways of the places; the rest goes by steps."""

_ICON, _HOLLOW, _COUNTED, _DISC, _DROP = 0.36, 0.5, 0.46, 0.36, 0.4
"""Scene units: the heights of an icon, of a hollow one and of one beside a count, how far it drops; and the radius of
a disc, where there is no icon, as a share of the height."""

_EDGE = 4.0
"""The stroke of a hollow mark."""

_NEAR, _HEAPED, _LARGE, _PUT_BY = 1.2, 0.45, 1.7, 0.7
"""Factors of these heights: in the near view, in the heap that its places are from afar, where the two never seen are
1, so that they lie upon it; at the end, of the two, and of the others beside them."""

_TITLE, _OVER, _LOW = 0.55, 0.5, 0.75
"""Scene units for the title above a matrix, and above a low record beneath the plane, for what stands in it; the factor
of marks in the plane that is so much lower."""

_NEARER = 1.5
"""The factor by which a near view is nearer at the least; else there is none."""

_RING, _CENTRE = 0.2, 0.055
"""Scene units: the radius of the ring around where a place belongs, and of the dot within."""

_WAY, _LEAD = 5.0, 2.2
"""Strokes of the ways of the two, and of the lines from places to where these belong."""

_NAMES, _NAME_BELOW, _NAME_ASIDE = 0.8, 0.4, 1.0
"""Scene units left of the plane for its upright axis's texts, where the frame is not wide; below it or right of it for
the name of the other axis."""

_PITCH, _BELOW_HEADER, _ABOVE_FOOT, _OFF_EDGE = 1.0, 0.3, 0.1, 0.05
"""Scene units: from one line of the grid to the next at the least, from a header to what stands beneath it, by which a
name may reach below where words lie, and from a name to the frame's margin."""

_OUT, _SPARSE = 0.35, 6
"""The way from a ring, up along the line between the halves, to where the name of its half would be best, as a share of
that from one ring to the other; steps between the places it keeps off."""


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
    new: tuple[str, ...]
    """The words that only the unseen phrases have, one for each family."""
    families: tuple[str, ...]
    axes: tuple[str, ...]
    path: Tensor
    """The word's context vector in every phrase after each step, (steps + 1, N, 2)."""
    unseen_path: Tensor
    """The same in the phrases never seen, (steps + 1, 2, 2)."""
    values: Tensor
    """W_V after each step, (steps + 1, 2, 2)."""
    loss: Tensor = quantity("The mean squared distance from where the word belongs, after each step.")
    targets: Tensor = quantity("Where the word belongs: the middle of each family.", rows="families", columns="axes")
    own: Tensor = quantity("Phrases to learn from in which it is on its own side, nearer to it, after each step.")
    unseen_own: Tensor = quantity("Phrases never seen in which it is on its own side, after each step.")
    found: Tensor = quantity("Its context vector in phrases never seen.", columns="axes")
    count: Tensor = quantity("Phrases to learn from.")
    right: Tensor = quantity("Phrases never seen in which it is nearer to the right family.")
    asked: Tensor = quantity("Phrases never seen.")
    chance: Tensor = quantity("The random W_V that training begins with.")
    W_Q: Tensor = quantity("The learned W_Q.")
    W_K: Tensor = quantity("The learned W_K.")
    W_V: Tensor = quantity("The learned W_V.")
    by_hand: Tensor = quantity("The world's W_V, chosen by hand.")
    likeness: Tensor = quantity("The cosine between both.")


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
    middle = kept_back(world)
    learned = [[word for word in family if word != out] for family, out in zip(families, middle, strict=True)]
    return _lesson(world, models, learned), _lesson(world, models, [[word] for word in middle], beginnings=1)


def kept_back(world: World) -> tuple[str, ...]:
    """Return the word of each family that no phrase to learn from has: the middle one."""
    return tuple(family[len(family) // 2] for family in world.families.values())


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
) -> tuple[list[list[Tensor]], Tensor, Tensor]:
    """Learn W_Q, W_K and W_V by gradient descent; the arguments are those of ``loss_of``.

    Returns:
        The matrices, the loss and the context vectors after each step: steps + 1 times three, (steps + 1,) and
        (steps + 1, N, 2).
    """
    matrices = [(_SPREAD * torch.randn(2, 2, generator=draw)).requires_grad_() for _ in range(3)]
    losses, path, taken = [], [], []
    for step in range(steps + 1):
        if not all(bool(matrix.isfinite().all()) for matrix in matrices):
            raise UserError("training leaps away from vectors as large as the world's; make them smaller")
        loss, outputs = loss_of(matrices, inputs, mask, position, wanted)
        losses.append(loss.detach())
        path.append(outputs.detach())
        taken.append([matrix.detach() for matrix in matrices])
        if step < steps:
            slopes = torch.autograd.grad(loss, matrices)
            matrices = [
                (matrix - _RATE * slope).detach().requires_grad_()
                for matrix, slope in zip(matrices, slopes, strict=True)
            ]
    return taken, torch.stack(losses), torch.stack(path)


def _trained(world: World, seed: int, steps: int) -> Training:
    draw = torch.Generator().manual_seed(seed)
    seen, unseen = lessons(world)
    families = [world.embedding().rows(words).mean(dim=0) for words in world.families.values()]
    targets = torch.stack(families)
    word = world.subject or ""
    wanted = targets[list(seen.kinds)]
    taken, loss, path = train(seen.inputs(world), seen.mask(), seen.position(word), wanted, steps, draw)
    asking = unseen.inputs(world), unseen.mask(), unseen.position(word), targets[list(unseen.kinds)]
    unseen_path = torch.stack([loss_of(matrices, *asking)[1] for matrices in taken])
    own, unseen_own = (
        torch.stack([is_right(rows, targets, lesson.kinds).sum().float() for rows in taken_to])
        for lesson, taken_to in ((seen, path), (unseen, unseen_path))
    )
    by_hand = world_matrix(world, "W_V", 2, 2) if "W_V" in world.matrices else torch.eye(2)
    W_Q, W_K, W_V = taken[-1]
    likeness = cosine_similarity(W_V.flatten(), by_hand.flatten())
    count, asked = (torch.tensor(float(len(lesson.kinds))) for lesson in (seen, unseen))
    values = torch.stack([value for _, _, value in taken])
    return Training(
        word, seen, unseen, kept_back(world), tuple(world.families), world.axes, path, unseen_path, values, loss,
        targets, own, unseen_own, unseen_path[-1], count, unseen_own[-1], asked, values[0], W_Q, W_K, W_V, by_hand,
        likeness,
    )  # fmt: skip


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
        """Return the word, the steps, the error at first and at last, and how many phrases come out right."""
        first, last = (format_number(float(numbers.loss[at])) for at in (0, -1))
        counts = {"own": numbers.own[-1], "count": numbers.count, "right": numbers.right, "asked": numbers.asked}
        return {"word": numbers.word, "steps": len(numbers.loss) - 1, "first": first, "last": last,
                **{name: f"{float(count):.0f}" for name, count in counts.items()}}  # fmt: skip

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes that a place has."""
        numbers = self.numbers
        return _spans(torch.cat([numbers.targets, numbers.path.flatten(0, 1), numbers.unseen_path.flatten(0, 1)]))

    def world_view(self) -> PlaneView:
        """Return where the plane lies: under two phrases."""
        return self._view_of(self.spans())

    @cached_property
    def border(self) -> Border:
        """The border between what is nearer to one family's middle and to the other's, as far as words may lie."""
        room, safe = self.stage.view_under_two.words(self.stage).inset(bottom=self._over), self.stage.safe
        left, right = max(room.left, safe.left + _OFF_EDGE), min(room.right, safe.right - _OFF_EDGE)
        return Border((left, room.bottom, right, room.top), [self._color(kind) for kind in (0, 1)], style=self.style)

    def look_from(self, view: PlaneView) -> None:
        """Let the border lie where a view has it, and paint the ground, lit from there."""
        self._divide(view)
        super().look_from(view)

    def _divide(self, view: PlaneView) -> Segment | None:
        """Let the border lie where a view has it; return where it is seen."""
        first, second = (_seen(row, view) for row in self.numbers.targets)
        return self.border.lie((first + second) / 2, first - second).segment

    def _climate(self) -> list[SideGlow]:
        """Return the lights of both halves, in the families' colours."""
        return self.border.lights(1.0)

    @property
    def _over(self) -> float:
        """Scene units above the record that are needed for what stands in it."""
        return _OVER if self.stage.view_under_two.lying and not self.stage.is_portrait else 0.0

    def _view_of(self, spans: tuple[tuple[float, float], tuple[float, float]]) -> PlaneView:
        """Return the view in which what spans two axes is as large as there is room for it, and for the axes' names."""
        view = self.stage.view_under_two
        left = _NAMES if view.lying or not self.stage.is_wide else PLANE_NAMES
        words, frees = view.words(self.stage).inset(bottom=self._over), [(0.0, _NAME_BELOW)]
        if self.stage.is_wide:
            frees = [(0.0, 0.0), (_NAME_ASIDE, 0.0), *frees]
        for right, bottom in frees:
            found = view.fitted(self.stage, spans, words.inset(left=left, right=right, bottom=bottom))
            if self._names_stand(self._plane_in(found, spans)):
                break
        return found

    def _plane_in(
        self, view: PlaneView, spans: tuple[tuple[float, float], tuple[float, float]], *, named: bool = True
    ) -> StagePlane:
        """Return the plane in a view, its axes numbered for what spans them."""
        names = self.axis_names() if named else ()
        return StagePlane(self.stage, view, names, self.axis_colors(), spans, style=self.style)

    def _names_stand(self, plane: StagePlane) -> bool:
        """Return whether no name of a plane's axes reaches down to the foot."""
        least = plane.view.words(self.stage).bottom - _ABOVE_FOOT
        return all(name[1] >= least for name in plane.boxes_of([*plane.names]))

    def build(self) -> None:
        """Make a place and a header for each phrase, the rings and lines to them, both counts, and W_V."""
        numbers = self.numbers
        self.far = self.plane
        self.near = self._near_plane()
        self.kinds = [*numbers.seen.kinds, *numbers.unseen.kinds]
        self.tracks = torch.cat([numbers.path, numbers.unseen_path], dim=1)
        low = _LOW if self._over else 1.0
        self.places = [self._mark(kind, low * _ICON) for kind in numbers.seen.kinds]
        self.new = [self._mark(kind, low * _HOLLOW, hollow=True) for kind in numbers.unseen.kinds]
        self.marks = [*self.places, *self.new]
        self.heights = [float(mark.height) for mark in self.marks]
        self.rings = VGroup(*(self._ring(kind) for kind in (0, 1)))
        self.leads = [self._lead(kind) for kind in numbers.seen.kinds]
        self.ways = [laid(VMobject(stroke_width=_WAY, stroke_color=self._color(kind)), Layer.TRAIL)
                     for kind in numbers.unseen.kinds]  # fmt: skip
        self.told, self.asked = self._headers(numbers.seen), self._headers(numbers.unseen)
        self.names = self._name_halves()
        self._count_sides()
        self._write_matrices()
        self._come_near()

    def _near_plane(self) -> StagePlane:
        """Return the plane in a view that holds no more than the places by chance, so that these lie apart.

        Its axes have no names there where a place would lie on one, or one would lie on the line at the foot.
        """
        starts = torch.cat([self.numbers.path[0], self.numbers.unseen_path[0]])
        spans = _spans(torch.cat([starts, torch.zeros(1, 2)]))
        if max(high - low for low, high in spans) * _NEARER > max(high - low for low, high in self.spans()):
            return self.far
        plane = self._plane_in(self._view_of(spans), spans)
        marks = [box_around(plane.place(row), _NEAR * _HOLLOW / 2) for row in starts]
        names = plane.boxes_of([*plane.names])
        if not self._names_stand(plane) or any(overlap(mark, name) > 0 for mark in marks for name in names):
            return self._plane_in(plane.view, spans, named=False)
        return plane

    def _come_near(self) -> None:
        """Begin in the near view, with the border in it."""
        self.remove(self.plane)
        self.plane = self.near
        self.add(self.plane)
        self.look_from(self.near.view)
        self._put(0.0, self.near.view, _NEAR, _NEAR)
        self._lay_leads(0.0, self.near.view)
        self.add(self.border, *self.names)

    def _put(self, step: float, view: PlaneView, size: float, hollow: float = 1.0) -> None:
        """Put all places where they are at a step, in a view; scale them, and the hollow ones by another factor."""
        factors = [size] * len(self.places) + [hollow] * len(self.new)
        rows = _between(self.tracks, step)
        for mark, row, height, factor in zip(self.marks, rows, self.heights, factors, strict=True):
            mark.scale(factor * height / float(mark.height), scale_stroke=True)
            mark.move_to(_seen(row, view))

    def _color(self, kind: int) -> str:
        return self.style.theme.families[kind % len(self.style.theme.families)]

    def _mark(self, kind: int, height: float, *, hollow: bool = False) -> VMobject:
        """Return the word in the colour of the family that it belongs to; hollow for a phrase that is never seen."""
        color, theme = self._color(kind), self.style.theme
        if has_icon(self.numbers.word, self.style):
            icon: VMobject = ShadedIcon(self.numbers.word, color, height=height, style=self.style)
            mark = icon.outlines() if hollow and isinstance(icon, ShadedIcon) else icon
        else:
            mark = VGroup(Dot(radius=_DISC * height, color=theme.fill(color)))
            mark.set_background_stroke(color=theme.background, width=RIM)
        if hollow:
            mark.set_style(fill_color=theme.background, fill_opacity=1.0, stroke_color=color, stroke_width=_EDGE)
        return laid(mark, Layer.PIN if hollow else Layer.ICON)

    def _ring(self, kind: int) -> VGroup:
        """Return the ring around the middle of a family: where the word belongs."""
        color, at = self._color(kind), self.far.place(self.numbers.targets[kind])
        ring = Dot(at, radius=_RING, fill_opacity=0.0, stroke_color=color, stroke_width=3.0)
        return laid(VGroup(ring, Dot(at, radius=_CENTRE, color=color)), Layer.GHOST)

    def _lead(self, kind: int) -> Line:
        """Return the line from a place to where it belongs: the error is the mean of the squares of these lines."""
        return laid(Line(color=self._color(kind), stroke_width=_LEAD), Layer.SHADOW)

    def _lead_from(self, row: Tensor, kind: int, view: PlaneView) -> Segment:
        """Return where such a line lies in a view: as far as words may lie."""
        start, end = (flat(_seen(each, view)) for each in (row, self.numbers.targets[kind]))
        room = view.words(self.stage)
        return clip((start, end), (room.left, room.bottom + self._over, room.right, room.top)) or (start, start)

    def _lay_leads(self, step: float, view: PlaneView) -> None:
        """Let the lines begin where places are at a step, in a view."""
        for lead, row, kind in zip(self.leads, _between(self.tracks, step), self.kinds, strict=False):
            lead.set_points_as_corners([point(*each) for each in self._lead_from(row, kind, view)])

    def _name_halves(self) -> list[VGroup]:
        """Return the families' names, each in its half, clear of all that is there in either view."""
        rows, targets = self.tracks[::_SPARSE], self.numbers.targets
        lines: list[Segment] = [*self.far.axis_segments(), *self.near.axis_segments()]
        lines += [each for plane in (self.far, self.near) if (each := self._divide(plane.view))]
        lines += [self._lead_from(row, kind, self.far.view)
                  for some in rows for row, kind in zip(some, self.kinds, strict=True)]  # fmt: skip
        lines += [self._lead_from(row, kind, self.near.view)
                  for row, kind in zip(self.numbers.path[0], self.kinds, strict=False)]  # fmt: skip
        taken = [*self.far.text_boxes(), *self.near.text_boxes(), *(box_of(ring) for ring in self.rings)]
        taken += [box_around(self.far.place(row), _ICON / 2) for some in rows for row in some]
        taken += [box_around(self.far.place(row), _LARGE * _HOLLOW / 2) for row in self.numbers.found]
        taken += [box_around(self.near.place(row), _NEAR * _ICON / 2) for row in self.tracks[0]]
        room, safe, names = self.far.view.words(self.stage), self.stage.safe, []
        left, right = max(room.left, safe.left + _OFF_EDGE), min(room.right, safe.right - _OFF_EDGE)
        across = self.far.place(targets[1]) - self.far.place(targets[0])
        along = _OUT * point(abs(float(across[1])), abs(float(across[0])))
        for kind, name in enumerate(self.numbers.families):
            label = Label(name, size=self.style.sizes.head, color=self.border.inks[kind], style=self.style)
            size = (float(label.width), float(label.height))
            outward = self.far.place(targets[kind]) + along
            bounds = (left, room.bottom, right, room.top - _BELOW_HEADER)
            place = free_place(size, bounds, flat(outward), lines=lines, boxes=taken)
            names.append(labelled(label.move_to(point(*place)), self.style))
            taken.append(box_of(names[-1]))
        return names

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

    def _cells(self) -> tuple[Region, Region, Region]:
        """Return where the counts stand in the record, W_V, and the one chosen by hand.

        In a record that lies beneath the plane, the last one takes the place of the counts.
        """
        record = self.view.record.inset(top=-self._over)
        if self.view.lying:
            learned, counts = record.columns(1.0, 1.15, gap=0.4)
            return counts, learned, counts
        counts, learned, by_hand = record.rows(1.9, 1.75, 1.75, gap=0.1)
        return counts, learned, by_hand

    def _count_sides(self) -> None:
        """Make both counts in the record: phrases to learn from, and those never seen."""
        style, numbers = self.style, self.numbers
        title, first, second = self._cells()[0].rows(0.8, 1.0, 1.0)
        label = Label(self.says("right"), size=style.sizes.number, within=title.width, style=style)
        label.move_to(point(title.left + float(label.width) / 2, float(title.centre[1])))
        self.counted = laid(label, Layer.LEDGER)
        self.seen_count, self.unseen_count = (
            SideCount(
                [self._mark(kind, height, hollow=hollow) for kind in (0, 1)],
                int(whole), int(numbers.count), self.says("of"), region, style=style,
            )
            for height, hollow, whole, region in (
                (_COUNTED, False, numbers.count, first), (_COUNTED, True, numbers.asked, second)
            )
        )  # fmt: skip

    def _write_matrices(self) -> None:
        """Make W_V in the record, as wide as it ever gets, its titles, and the one chosen by hand."""
        numbers, style, value = self.numbers, self.style, self.style.theme.value
        _, learned, by_hand = self._cells()
        self.frame = self._matrix(-torch.stack([numbers.chance, numbers.W_V]).abs().amax(dim=0), value, learned)
        self.titles = [self._title(self.says(key), value, learned) for key in ("random", "learning", "learned")]
        ink = style.theme.ink
        self.chosen = [self._title(self.says("chosen"), ink, by_hand), self._matrix(numbers.by_hand, ink, by_hand)]

    def _title(self, text: str, color: str, cell: Region) -> Label:
        """Return a title above a matrix in a cell of the record."""
        label = Label(text, size=self.style.sizes.number, color=color, within=cell.width, style=self.style)
        return laid(label.set_x(cell.left + float(label.width) / 2).on_baseline(cell.top - 0.7 * _TITLE), Layer.LEDGER)

    def _matrix(self, values: Tensor, color: str, cell: Region) -> Matrix:
        """Return a matrix in a cell of the record, below its title."""
        matrix, room = Matrix(values, size=self.style.sizes.head, color=color, style=self.style), cell.inset(top=_TITLE)
        fit(matrix, room.width, room.height)
        matrix.move_to(point(room.left + float(matrix.width) / 2, float(room.centre[1])))
        return laid(matrix, Layer.LEDGER)

    def _entries(self, values: Tensor) -> list[Number]:
        """Return the numbers of a value matrix, at the places of the widest one's."""
        entries = []
        for row, places in zip(values, self.frame.numbers, strict=True):
            for value, place in zip(row, places, strict=True):
                number = Number(value, size=self.frame.size, color=self.style.theme.value, style=self.style)
                number.scale(place.cap_height / number.cap_height).align_to(place, RIGHT)
                entries.append(laid(number.on_baseline(place.baseline), Layer.LEDGER))
        return entries

    def tell(self) -> None:
        """Begin by chance; tie all but two to their rings; learn; look at the two alone; compare W_V."""
        self._begin()
        self._tie()
        self._train()
        beside = "W_V" in self.world.matrices
        self._look_at_unseen(last=not beside)
        if beside:
            self._compare()

    def _begin(self) -> None:
        """Let the phrases to learn from land where random matrices take them, and count."""
        numbers, kinds, times = self.numbers, self.numbers.seen.kinds, self.style.times
        self.seen_count.shown = int(numbers.own[0])
        right, count = f"{float(numbers.own[0]):.0f}", f"{float(numbers.count):.0f}"
        with self.beat("chance", word=numbers.word, right=right, count=count):
            self.shown = [self.told[kinds.index(kind)] for kind in (0, 1)]
            self.entries = self._entries(numbers.chance)
            self.play(FadeIn(*self.shown, self.titles[0], self.frame.brackets, *self.entries), run_time=times.quick)
            half = len(kinds) // 2
            order = [each for pair in zip(range(half), range(half, 2 * half), strict=True) for each in pair]
            for at, index in enumerate(order):
                self._land(self.told[index], index, _FIRST if at < 2 else _LANDS)
            self.play(FadeIn(self.counted, *self.seen_count.all), run_time=times.quick)
            self.rest()

    def _land(self, header: HeaderPhrase, index: int, seconds: float) -> None:
        """Let a phrase's place land, the phrase above."""
        kind = self.kinds[index]
        self.remove(self.shown[kind])
        self.shown[kind] = header
        self.add(header)
        self.play(FadeIn(self.marks[index], shift=_DROP * DOWN), run_time=seconds)

    def _tie(self) -> None:
        """Let the two phrases land that are never seen; draw the others' lines, and step back to the rings."""
        numbers, times = self.numbers, self.style.times
        self.unseen_count.shown = int(numbers.unseen_own[0])
        new = dict(zip(("first", "second"), numbers.new, strict=True))
        with self.beat("tie", count=f"{float(numbers.count):.0f}", asked=f"{float(numbers.asked):.0f}", **new):
            for index, header in enumerate(self.asked):
                self._land(header, len(self.places) + index, _FIRST)
            self.play(FadeIn(*self.unseen_count.all), run_time=times.quick)
            self.play(*map(Create, self.leads), run_time=_REACHES)
            self._step_back()
            self.rest()

    def _step_back(self) -> None:
        """Step back from the places by chance until the rings are seen: all lies closer, and so gets smaller."""
        near, far, quick = self.near.view, self.far.view, self.style.times.quick
        if self.near is self.far:
            factors = [_HEAPED] * len(self.places) + [1.0] * len(self.new)
            smaller = [mark.animate.scale(factor / _NEAR, scale_stroke=True)
                       for mark, factor in zip(self.marks, factors, strict=True)]  # fmt: skip
            self.play(FadeIn(self.rings), *smaller, run_time=quick)
            return
        self.play(FadeOut(self.near, *self.names), run_time=quick)
        self.plane, self.texts_leave = self.far, True

        def follow(share: float) -> None:
            unit = near.unit * (far.unit / near.unit) ** share
            view = between(near, far, (unit - near.unit) / (far.unit - near.unit))
            view = replace(view, step=nice_step(_PITCH / unit))
            self.look_from(view)
            self._put(0.0, view, _NEAR * (_HEAPED / _NEAR) ** share, _NEAR ** (1 - share))
            self._lay_leads(0.0, view)

        self.play(Live([self.border, *self.leads, *self.marks], follow, run_time=_STEPS_BACK, rate_func=smooth))
        self.texts_leave = False
        self.look_from(far)
        self.play(FadeIn(self.far, self.rings, *self.names), run_time=quick)

    def _train(self) -> None:
        """Take all steps: numbers change, lines get shorter, and all places go where the same matrices take them."""
        with self.beat("learn", steps=len(self.numbers.loss) - 1):
            counts = (self.seen_count, self.unseen_count)
            still: list[Number] = [*(count.numbers[count.shown] for count in counts), *self.entries]
            running = [RunningNumber(number) for number in still]
            self.remove(*still, self.titles[0])
            self.add(*running, self.titles[1])
            self.play(self._learn(running[:2], running[2:]))
            self.remove(*running, self.titles[1])
            self.entries = self._entries(self.numbers.W_V)
            self.add(*(count.numbers[count.shown] for count in counts), *self.entries, self.titles[2])
            self.rest()

    def _learn(self, running: Sequence[RunningNumber], entries: Sequence[RunningNumber]) -> Live:
        """Return how all places move while matrices learn, with both counts and the entries of W_V."""
        numbers, steps, taught = self.numbers, len(self.numbers.loss) - 1, len(self.places)
        moved = torch.linalg.vector_norm(self.tracks.diff(dim=0).double(), dim=-1).mean(dim=1).cumsum(dim=0).numpy()
        times = (1 - _PART) * np.linspace(0.0, 1.0, steps + 1)
        times[1:] += _PART * moved / max(moved[-1], np.finfo(float).tiny)
        times /= times[-1]  # 1 already, except where nothing moves

        def follow(share: float) -> None:
            step = float(np.interp(share, times, np.arange(steps + 1)))
            self._put(step, self.far.view, _HEAPED + share * (1 - _HEAPED))
            rows = _between(self.tracks, step)
            self._lay_leads(step, self.far.view)
            own = is_right(rows, numbers.targets, self.kinds)
            self.seen_count.run(running[0], int(own[:taught].sum()))
            self.unseen_count.run(running[1], int(own[taught:].sum()))
            for entry, number in zip(entries, self._entries(_between(numbers.values, step)), strict=True):
                entry.write(number)

        return Live([*self.leads, *self.marks, *running, *entries], follow, run_time=_SECONDS, rate_func=smooth)

    def _look_at_unseen(self, *, last: bool) -> None:
        """Take the lines away; let the ways of the two be seen that never had one, from chance to their side."""
        numbers = self.numbers
        counts = {"right": f"{float(numbers.right):.0f}", "asked": f"{float(numbers.asked):.0f}"}
        new = dict(zip(("first", "second"), numbers.new, strict=True))
        with self.beat("unseen", text=self._outcome(), **counts, **new):
            self.play(FadeOut(*self.leads), run_time=self.style.times.quick)
            self.add(*self.ways)
            self.play(self._trace())
            self.last() if last else self.rest()

    def _compare(self) -> None:
        """Write the value matrix chosen by hand beside the learned one."""
        counts = [self.counted, *self.seen_count.all, *self.unseen_count.all]
        with self.beat("by-hand", text=self._comparison()):
            if self.view.lying:
                self.play(FadeOut(*counts), run_time=self.style.times.quick)
            self.play(FadeIn(*self.chosen), run_time=self.style.times.move)
            self.last()

    def _comparison(self) -> str:
        """Return the key of what is said of the learned matrix and the one chosen by hand."""
        numbers = self.numbers
        signs = torch.equal(numbers.W_V.sign(), numbers.by_hand.sign())
        return "by-hand" if signs and float(numbers.likeness) > _ALIKE else "by-hand-other"

    def _trace(self) -> Live:
        """Return how the ways of the two are drawn from chance to where they ended; the two grow, the others shrink."""
        paths = [[self.far.place(row) for row in rows] for rows in self.numbers.unseen_path.transpose(0, 1)]
        last = len(self.numbers.loss) - 1

        def follow(share: float) -> None:
            for way, path in zip(self.ways, paths, strict=True):
                way.set_points_as_corners(_along(path, share))
            self._put(last, self.far.view, 1 + share * (_PUT_BY - 1), 1 + share * (_LARGE - 1))

        return Live([*self.ways, *self.marks], follow, run_time=_TRACES, rate_func=smooth)

    def _outcome(self) -> str:
        """Return the key of what is said of phrases never seen: it answers where all come out right."""
        return "unseen-right" if bool(self.numbers.right == self.numbers.asked) else "unseen"


def _spans(places: Tensor) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the least and the largest number along both axes of places, shape (N, 2)."""
    (left, bottom), (right, top) = places.amin(dim=0).tolist(), places.amax(dim=0).tolist()
    return (left, right), (bottom, top)


def _seen(row: Tensor, view: PlaneView) -> Point:
    """Return the manim point of a vector in a view."""
    x, y = row.tolist()
    return point(view.origin[0] + x * view.unit, view.origin[1] + y * view.unit)


def _between(values: Tensor, step: float) -> Tensor:
    """Return what changes with each step at a step, which may lie between two of them."""
    whole = min(int(step), len(values) - 2)
    return values[whole] + (step - whole) * (values[whole + 1] - values[whole])


def _along(path: Sequence[Point], share: float) -> list[Point]:
    """Return the points of a way up to a share of its length; two points at least."""
    lengths = [float(np.linalg.norm(end - start)) for start, end in zip(path, path[1:], strict=False)]
    reached = np.concatenate([[0.0], np.cumsum(lengths)])
    step = float(np.interp(share * reached[-1], reached, np.arange(len(path))))
    whole = min(int(step), len(path) - 2)
    return [*path[: whole + 1], path[whole] + (step - whole) * (path[whole + 1] - path[whole])]
