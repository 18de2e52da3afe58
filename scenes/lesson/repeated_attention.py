"""One step of attention taken again and again: a mean stays inside a band that can only close (the last paragraph).

Source: Dong, Cordonnier, Loukas, "Attention is not all you need" (2021): attention alone forgets which word is which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    Rectangle,
    VGroup,
    VMobject,
    rush_into,
)
from pydantic import Field
from torch import Tensor

from attnmath import attend, repeat_attention
from scenes.claims import Claim, Measurement
from scenes.lesson.fence import TINT, Fence, Places, color_of_light, dashed, light_of, outline, together
from scenes.motion.arrive import arrive
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add, format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.geometry import flat, point
from scenes.parts.plane.band import Band, width_at
from scenes.parts.plane.ground import Ground
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, baseline_of
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.style import Style
from scenes.worlds import World

_ROUND, _PULLING, _ONE, _ALL, _AGAIN = 1.1, 1.3, 1.8, 1.5, 0.8
"""Seconds in which the band comes round the words, pulls reach one word, it moves, all others do, all do again."""

_SNAP, _STILL = 0.45, 0.3
"""Seconds in which the band closes, and in which words move on that have met."""

_READ = 1.6
"""Seconds in which weights are read."""

_PEG, _HUGS, _OFF, _WIDE = 0.2, 0.26, 0.34, 0.5
"""Scene units from a word's place to its disc's edge, to the band, to where names begin, and to where the band is at
first."""

_SIDE, _END, _NARROW = 1.3, 0.5, 0.95
"""Scene units that names take beside the outermost words, above and below them, and beside them in a narrow frame."""

_COLUMN = 2.5
"""Scene units of a column at the left, for the count of steps, in a wide frame."""

_PITCH = 1.0
"""Scene units from one line of the grid to the next, at the least."""

_AIR, _GAP = 0.05, 0.16
"""Scene units around a name that the band is left out in, and from a name to its weight."""

_WIDE_PULL = 0.1
"""Scene units of a pull's width from which a name keeps off its sides, too."""

_AVOIDED = 5
"""The times that a name keeps off the band as much as off a pull."""

_DASH = 0.1
"""Scene units of a dash: of an outline that the band left, of which a name keeps off half as much as off a pull."""

_OUTWARD, _MOVED = 3.0, 1.0
"""The strength with which a single name is drawn outside, before its word has moved and after."""

_LISTED = 3.0
"""Scene units that the names of words that touch may take side by side: beyond, it is said how many they are."""

_LEADER, _THIN = 0.12, 2.4
"""Scene units from a line to what it joins to its name, and its stroke."""

_MET = 0.02
"""The share of the first distance below which words have met: steps that follow move nothing."""

_DIRECTIONS = 360
"""Directions in which the band's width is measured."""


class Tag:
    """A name, or how many words there are, beside its words; a weight may stand at its outer side.

    Args:
        text: the name.
        members: the words' numbers.
        weight: its number, if there is one.
        stacked: whether the weight stands above or below the name instead of beside it.
        style: theme.

    Attributes:
        label: the text over its halo, and the line that joins it to its words if it is not next to them.
        at: its middle, scene units.
        size: width and height of name and weight, scene units.
    """

    def __init__(
        self, text: Label, members: Sequence[int], weight: Weight | None, *, stacked: bool, style: Style
    ) -> None:
        self.text, self.members, self.weight, self.axis = text, [*members], weight, int(stacked)
        self.label, self.side, self.at = labelled(text, style), 1.0, np.zeros(2)
        self.half = np.array([float(text.width), float(text.height)]) / 2
        both = 2 * self.half
        if weight is not None:
            more = np.array([float(weight.width), float(weight.height)])
            both = np.maximum(both, more)
            both[self.axis] = 2 * self.half[self.axis] + _GAP + more[self.axis]
        self.size = float(both[0]), float(both[1])

    def put(self, at: Places, words: Places) -> None:
        """Stand with the weight around a place; the name is nearer to its words than the weight."""
        self.side = -1.0 if at[self.axis] < words[self.axis] else 1.0
        shift = np.zeros(2)
        shift[self.axis] = self.side * (self.size[self.axis] / 2 - self.half[self.axis])
        self.at = at - shift
        self.label.move_to(point(*self.at))

    def nearest(self, words: Places, at: Places) -> Places:
        """Return which place of the name, were it somewhere, is nearest to its words."""
        return np.clip(words, at - self.half, at + self.half)

    def join(self, words: Places, reach: float, style: Style) -> None:
        """Draw a line from what is around the words to the nearest place of the name, where it is not short."""
        near = self.nearest(words, self.at)
        length = float(np.linalg.norm(near - words))
        if length - reach < 3 * _LEADER:
            return
        start, end = (words + share * (near - words) for share in (reach / length, 1 - _LEADER / length))
        line = Line(point(*start), point(*end), color=style.theme.ink, stroke_width=_THIN)
        self.label.add(laid(line, Layer.LABEL))

    def placed_weight(self) -> Weight:
        """Return the weight at its place."""
        assert self.weight is not None
        size = np.array([float(self.weight.width), float(self.weight.height)])
        at = self.at.copy()
        at[self.axis] += self.side * (self.half[self.axis] + _GAP + size[self.axis] / 2)
        self.weight.move_to(point(*at))
        return self.weight if self.axis else self.weight.on_baseline(baseline_of(self.text))

    def box(self) -> Box:
        """Return what the name takes of the frame, with air around it."""
        (left, bottom), (right, top) = self.at - self.half - _AIR, self.at + self.half + _AIR
        return (float(left), float(bottom), float(right), float(top))


class Repeated(WordsParameters):
    """The parameters: a phrase, and how often the step is taken."""

    phrase: Phrase = Field("fruit", description="The phrase: its name in the world, or written out.")
    steps: int = Field(7, ge=4, le=12, description="How often the step is taken.")


@dataclass(frozen=True)
class Paths:
    """A phrase's words after each step of attention, with weights that each step computes from its own places."""

    words: tuple[str, ...]
    distinct: tuple[str, ...]
    one: int
    """The distinct word that goes farthest in the first step: by its number."""
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    places: Tensor
    """All words after each step, (steps + 1, T, 2)."""
    shares: Tensor
    """The share of each word's start in each word after each step, (steps + 1, T, T): products of weights."""
    weights: Tensor = quantity("The weights of the first step.", rows="words", columns="words")
    pulls: Tensor = quantity("Each distinct word's weight for the one that goes farthest.", rows="distinct")
    apart: Tensor = quantity("The largest distance between two words after each step.", rows="moments")
    start: Tensor = quantity("The words' vectors, one a row: X.", rows="words", columns="axes")
    end: Tensor = quantity("The words after the last step.", rows="words", columns="axes")

    @property
    def met(self) -> bool:
        """True if all words are at one place at the end, to a hundredth of where they began."""
        return float(self.apart[-1]) <= 0.01 * float(self.apart[0])


def _meet(numbers: Paths, world: World) -> Measurement:
    first, last = float(numbers.apart[0]), float(numbers.apart[-1])
    return Measurement(last < 0.01 * first, f"at first {first:.2f} apart, at last {last:.4f}")


def _never_part(numbers: Paths, world: World) -> Measurement:
    return Measurement(bool((numbers.apart.diff() <= 1e-5).all()), format_vector(numbers.apart))


def _only_closes(numbers: Paths, world: World) -> Measurement:
    turns = torch.arange(_DIRECTIONS, dtype=numbers.places.dtype) * (2 * torch.pi / _DIRECTIONS)
    reach = (numbers.places @ torch.stack([turns.cos(), turns.sin()])).amax(dim=1)
    worst = float(reach.diff(dim=0).max())
    return Measurement(worst <= 1e-5 * float(reach.abs().max()), f"it reaches at most {worst:.1e} farther")


class RepeatedAttention(PlaneFigure):
    """lesson-repeated-attention: taken again and again, attention brings all words to one place."""

    name = "lesson-repeated-attention"
    Parameters = Repeated
    with_record = with_plane = False
    numbers: Paths
    claims = (
        Claim("No step takes a word out of the band round all words: it reaches no farther.", _only_closes),
        Claim("No step takes the two words that are farthest apart farther apart.", _never_part),
        Claim("After the last step all words are at one place, to a hundredth of where they began.", _meet),
    )

    @classmethod
    def compute(cls, parameters: Repeated, world: World) -> Paths:
        """Take the step again and again."""
        require_plane(world)
        words = phrase_words(world, parameters.phrase, "phrase")
        distinct = tuple(dict.fromkeys(words))
        places = repeat_attention(world.embedding().rows(words), steps=parameters.steps)
        each = [attend(before).weights for before in places[:-1]]
        shares = [torch.eye(len(words), dtype=places.dtype)]
        for weights in each:
            shares.append(weights @ shares[-1])
        rows = [words.index(word) for word in distinct]
        one = int((places[1] - places[0])[rows].norm(dim=-1).argmax())
        pulls = [each[0][rows[one]][[word == other for other in words]].sum() for word in distinct]
        return Paths(
            words, distinct, one, world.axes, tuple(map(str, range(parameters.steps + 1))), places, torch.stack(shares),
            each[0], torch.stack(pulls), torch.stack([torch.cdist(now, now).max() for now in places]), places[0],
            places[-1],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Paths) -> Mapping[str, object]:
        """Return the words, the steps, and how far apart words are at first and at last."""
        first, last = (format_number(float(numbers.apart[at])) for at in (0, -1))
        return {"words": ", ".join(numbers.distinct), "steps": len(numbers.moments) - 1,
                "first": first, "last": last, "at": format_vector(numbers.end.mean(dim=0))}  # fmt: skip

    def world_view(self) -> PlaneView:
        """Return the view in which the phrase's words, with names around them, are as large as there is room for."""
        low, high = (side.double().numpy() for side in torch.aminmax(self.numbers.start, dim=0))
        beside = _NARROW if self.stage.is_narrow else _SIDE
        room = self._room().inset(beside, beside, _END, _END)
        size = np.maximum(high - low, 1e-9)
        unit = float(min(room.width / size[0], room.height / size[1]))
        x, y = room.centre[:2] - unit * (low + high) / 2
        return replace(self.stage.plane_view, origin=(float(x), float(y)), unit=unit, step=nice_step(_PITCH / unit))

    def _room(self) -> Region:
        """Return where words and names may be: in a wide frame, beside the count of steps."""
        room = self.stage.below_header
        return replace(room, left=room.left + _COLUMN) if self.stage.is_wide else room

    def look_from(self, view: PlaneView) -> None:
        """Paint a grid without axes: what counts is where words are to each other."""
        self.view = view
        self.ground = Ground(self.stage, view, style=self.style)
        self.ground.paints_axes = False
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def build(self) -> None:
        """Make the words, the band round them, and the pulls on the word that goes farthest."""
        numbers, theme = self.numbers, self.style.theme
        rows = [numbers.words.index(word) for word in numbers.distinct]
        self.spots = np.array(self.view.origin) + self.view.unit * numbers.places[:, rows].double().numpy()
        own, shares = [*map(self.color_of, numbers.words)], numbers.shares[:, rows].double().numpy()
        self.lights = shares @ np.array([light_of(theme.fill(color)) for color in own])
        self.inks = shares @ np.array([light_of(color) for color in own])
        self.done = [0] * len(rows)
        self.pegs = [
            Token(word, point(*spot), self.color_of(word), large=True, pictured=False, style=self.style)
            for word, spot in zip(numbers.distinct, self.spots[0], strict=True)
        ]
        for peg in self.pegs:
            peg.mark.scale(_PEG / DISC)
        self.fence = Fence(outline(self.spots[0], _HUGS), style=self.style)
        self.rings = list[Fence]()
        self.counts = list[Label]()
        self.pulls = self._pulls()
        lines = [*_AVOIDED * self._lines(), *(way for spot in self.spots[:2, numbers.one] for way in self._ways(spot))]
        self.tags = self._tags([(index,) for index in range(len(rows))], lines, weights=self._weights())
        self.weights = [self._beside(tag) for tag in self.tags.values()]
        self.counts = self._counts()

    def _counts(self) -> list[Label]:
        """Return which step of all it is, for each: in its column, or where the first band and names leave room."""
        steps, free = len(self.numbers.moments) - 1, self.stage.below_header
        counts = [
            Label(self.says("step", step=step, steps=steps), size=self.style.sizes.head, style=self.style)
            for step in range(steps + 1)
        ]
        at = (free.left + _COLUMN / 2, float(free.centre[1]))
        if not self.stage.is_wide:
            taken = [*self.fence.slices(), *map(box_of, self.weights), *(tag.box() for tag in self.tags.values())]
            size = max(float(count.width) for count in counts), max(float(count.height) for count in counts)
            at = free_place(size, self._bounds(), (free.right, free.bottom), boxes=taken)
        for count in counts:
            count.move_to(point(*at))
        return counts

    def _places(self) -> Places:
        """Return where the words are now, shape (D, 2)."""
        return np.array([self.spots[step, index] for index, step in enumerate(self.done)])

    def _lines(self) -> list[Segment]:
        """Return the band and the outlines that it left, which names keep off."""
        return [piece for fence in (*self.rings, self.fence) for piece in fence.segments()]

    def _tags(
        self,
        groups: Sequence[tuple[int, ...]],
        lines: Sequence[Segment],
        boxes: Sequence[Box] = (),
        weights: Sequence[Weight] = (),
    ) -> dict[tuple[int, ...], Tag]:
        """Return what is written beside each group of words where they are now, by the group.

        Args:
            groups: the words' numbers.
            lines: what names keep off.
            boxes: the same.
            weights: a number for each, which will stand at the outer side of the name.
        """
        tags, boxes = list[Tag](), [*boxes, *map(box_of, self.counts)]
        for group, weight in zip_longest(groups, weights):
            tags.append(Tag(self._text_of(group), group, weight, stacked=self.stage.is_narrow, style=self.style))
        spots = [self._spot(tag) for tag in tags if len(tag.members) == 1]
        discs = [box_of(self.pegs[index].mark) for tag in tags if len(tag.members) > 1 for index in tag.members]
        chosen = iter(place_labels(spots, self._bounds(), lines=lines, boxes=[*boxes, *discs]))
        taken = [*boxes]
        for tag in sorted(tags, key=lambda tag: len(tag.members) > 1):
            if len(tag.members) > 1:
                self._put_outside(tag, taken)
            else:
                tag.put(np.array(next(chosen)), self._middle(tag))
            taken.append(tag.box())
        return dict(zip(groups, tags, strict=True))

    def _middle(self, tag: Tag) -> Places:
        """Return the middle of the words that a name is for."""
        return np.asarray(self._places()[tag.members].mean(axis=0))

    def _put_outside(self, tag: Tag, boxes: Sequence[Box]) -> None:
        """Put what words share outside all outlines, and join it to them."""
        middle, first = self._middle(tag), (*self.rings, self.fence)[0]
        sides = [middle + np.array(side) * tag.half for side in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        taken = [*first.slices(), *boxes]
        places = [np.array(free_place(tag.size, self._bounds(), flat(side), boxes=taken)) for side in sides]
        tag.put(min(places, key=lambda at: float(np.linalg.norm(tag.nearest(middle, at) - middle))), middle)
        around = np.linalg.norm(self._places()[tag.members] - middle, axis=1).max() + _HUGS
        tag.join(middle, float(around), self.style)

    def _spot(self, tag: Tag) -> Spot:
        """Return where a single name is wanted: off its disc and the band, rather away from the middle of all."""
        places = self._places()[tag.members]
        middle = places.mean(axis=0)
        reach = np.abs(places - middle).max(axis=0) + _OFF
        outward = middle - self.spots[0].mean(axis=0)
        strength = _MOVED if any(self.done[index] for index in tag.members) else _OUTWARD
        outward *= strength / max(float(np.linalg.norm(outward)), 1e-9)
        mark, away = (float(reach[0]), float(reach[1])), (float(outward[0]), float(outward[1]))
        return Spot(float(middle[0]), float(middle[1]), *tag.size, mark, away)

    def _bounds(self) -> Box:
        """Return where names may be."""
        room = self._room()
        return (room.left + _AIR, room.bottom, room.right - _AIR, room.top)

    def _text_of(self, group: Sequence[int]) -> Label:
        """Return a word's name, the names of words that touch, or how many words of the phrase a group is."""
        words, sizes = self.numbers.words, self.style.sizes
        if len(group) == 1:
            word = self.numbers.distinct[group[0]]
            color = color_of_light(self.inks[self.done[group[0]], group[0]])
            return Label(word, size=sizes.number, color=color, style=self.style)
        count = sum(words.count(self.numbers.distinct[index]) for index in group)
        if count == len(words):
            size = sizes.hero if self.stage.is_wide else sizes.head
            return Label(self.says("all", count=count), size=size, style=self.style)
        names = ", ".join(self.numbers.distinct[index] for index in group)
        listed = Label(names, size=sizes.number, style=self.style)
        if listed.width <= _LISTED:
            return listed
        return Label(self.says("some", count=count), size=sizes.number, style=self.style)

    def _pulls(self) -> list[Band]:
        """Return all pulls on the word that goes farthest, its own pinned to its place."""
        return [
            Band(
                peg.at, self.pegs[self.numbers.one].at, weight, peg.color_by_role,
                pinned=index == self.numbers.one, plain=True, style=self.style,
            )
            for index, (peg, weight) in enumerate(zip(self.pegs, self.numbers.pulls, strict=True))
        ]  # fmt: skip

    def _ways(self, end: Places) -> list[Segment]:
        """Return the middles and the sides of all pulls on the word that goes farthest where it is somewhere."""
        ways = list[Segment]()
        for pull in self.pulls:
            way = end - pull.puller[:2]
            across = np.array([-way[1], way[0]]) / max(float(np.linalg.norm(way)), 1e-9)
            wide = width_at(pull.weight, 0.0)
            for side in (-0.5, 0.0, 0.5) if wide > _WIDE_PULL else (0.0,):
                shift = side * wide * across
                ways.append((flat(pull.puller[:2] + shift), flat(end + shift)))
        return ways

    def _weights(self) -> list[Weight]:
        """Return the weights of all pulls; they are not placed yet."""
        pulls, style = self.numbers.pulls, self.style
        digits = decimals_that_add(pulls.tolist(), 1.0) or 2
        return [Weight(pull, decimals=digits, size=style.sizes.number, style=style) for pull in pulls]

    def _beside(self, tag: Tag) -> VGroup:
        """Return a weight at the outer side of its word's name, on a plate where a pull would run through it."""
        number, theme = tag.placed_weight(), self.style.theme
        box, ways = box_of(number), [way for spot in self.spots[:2, self.numbers.one] for way in self._ways(spot)]
        if not any(inside_length(way, box) for way in ways):
            return labelled(number, self.style)
        ground = ManimColor(theme.background).interpolate(ManimColor(theme.value), TINT if theme.filled else 0.0)
        plate = Rectangle(width=float(number.width) + 2 * _AIR, height=float(number.height) + 2 * _AIR, stroke_width=0)
        plate.set_fill(ground, 1.0).move_to(number)
        return VGroup(laid(plate, Layer.GHOST), labelled(number, self.style))

    def _cut(self) -> None:
        """Leave the band and all outlines out where names are."""
        boxes = [tag.box() for tag in self.tags.values()]
        for fence in (*self.rings, self.fence):
            fence.put(fence.corners, boxes)

    def _go(
        self, who: Sequence[int], step: int, seconds: float, pulls: Sequence[Band] = (), *others: Animation
    ) -> None:
        """Let some words move to where they are after a step; pulls that are shown hold the first of them."""
        before, lights = self._places(), [self.lights[done, index] for index, done in enumerate(self.done)]
        for index in who:
            self.done[index] = step
        after = self._places()

        def follow(share: float) -> None:
            places = before + share * (after - before)
            for index in who:
                self.pegs[index].put(point(*places[index]))
                light = lights[index] + share * (self.lights[step, index] - lights[index])
                self.pegs[index].mark.set_fill(color_of_light(light))
            for pull in pulls:
                pull.set_ends(pull.puller, point(*places[who[0]]))

        self.remove(*self.counts)
        self.add(self.counts[step])
        self.play(Live([*self.pegs, *pulls], follow, run_time=seconds), *others)

    def _hide_names(self, *others: VMobject) -> None:
        """Let all names leave, before words and the band move, and what else is no longer needed."""
        leaving = [*others, *(tag.label for tag in self.tags.values())]
        if leaving:
            self.play(*map(FadeOut, leaving), run_time=self.style.times.quick)
        self.tags = {}

    def _show_names(self) -> None:
        """Let names come beside the words where they are; the words that touch have one in common."""
        groups = together(self._places(), 2 * _PEG)
        if len(groups) == 1 < len(self.pegs) and max(self.done) < len(self.numbers.moments) - 1:
            return  # discs that touch are one only at the end
        self.tags = self._tags(groups, [*dashed(self._lines(), _DASH), *_AVOIDED * self.fence.segments()])
        self._cut()
        self.play(*(FadeIn(tag.label) for tag in self.tags.values()), run_time=self.style.times.quick)

    def _close(self, seconds: float = _SNAP) -> None:
        """Let the band snap tight round the words; the outline where it was stays."""
        old, new = self.fence.corners, outline(self._places(), _HUGS)
        self.rings.append(self.fence.left_behind(style=self.style))
        self.add(self.rings[-1])

        def follow(share: float) -> None:
            self.fence.put(old + share * (new - old))

        self.play(Live([self.fence], follow, run_time=seconds, rate_func=rush_into))

    def tell(self) -> None:
        """Stretch the band, take one word to its mean, then all, again and again."""
        everyone, last = range(len(self.pegs)), len(self.numbers.moments) - 1
        with self.beat("start"):
            self._show_words()
            self.rest()
        with self.beat("inside", word=self.numbers.distinct[self.numbers.one]):
            self._pull_one()
            self.rest()
        with self.beat("all"):
            self._hide_names(*self.pulls, *self.weights)
            self._go([index for index in everyone if index != self.numbers.one], 1, _ALL)
            self._close()
            self._show_names()
            self.rest()
        with self.beat("again"):
            self._hide_names()
            for step in (2, 3):
                self._go(everyone, step, _AGAIN)
                self._close()
            self._show_names()
            self.rest()
        with self.beat("met", text="met" if self.numbers.met else "closer", steps=last):
            self._hide_names()
            self._go_on(last)
            self._show_names()
            self.last()

    def _show_words(self) -> None:
        """Show every word's place, and stretch the band round them all."""
        labels = [tag.label for tag in self.tags.values()]
        words = LaggedStart(*map(FadeIn, self.pegs), lag_ratio=0.1)
        self.play(FadeIn(self.header_phrase(self.numbers.words)), words)
        wide, tight = outline(self.spots[0], _WIDE), self.fence.corners

        def follow(share: float) -> None:
            self.fence.put(wide + share * (tight - wide))
            self.fence.line.set_stroke(opacity=min(3 * share, 1.0))

        self.add(self.fence)
        self.play(Live([self.fence], follow, run_time=_ROUND))
        self._cut()
        self.play(LaggedStart(*map(FadeIn, (*labels, self.counts[0])), lag_ratio=0.1))

    def _pull_one(self) -> None:
        """Let all words pull one, with their weights beside them, and take it to where the pulls balance."""
        one, others = self.numbers.one, [pull for index, pull in enumerate(self.pulls) if index != self.numbers.one]
        if others:
            self.play(LaggedStart(*map(arrive, others), lag_ratio=0.1), run_time=_PULLING)
        self.play(*map(FadeIn, self.weights), run_time=self.style.times.quick)
        self.wait(_READ)
        self.add(self.pulls[one])
        name, weight = self.tags.pop((one,)), self.weights[one]
        self.play(FadeOut(name.label), run_time=self.style.times.quick)
        inward = np.zeros(3)
        inward[name.axis] = -name.side * (2 * name.half[name.axis] + _GAP)
        self._go([one], 1, _ONE, self.pulls, ApplyMethod(weight.shift, inward))
        boxes = [*map(box_of, self.weights), *(tag.box() for tag in self.tags.values())]
        boxes += [box_of(peg.mark) for index, peg in enumerate(self.pegs) if index != one]
        self.tags |= self._tags([(one,)], [*self._lines(), *self._ways(self.spots[1, one])], boxes)
        self.play(FadeIn(self.tags[one,].label), run_time=self.style.times.quick)

    def _go_on(self, last: int) -> None:
        """Take all steps that are left; those after all have met at once."""
        apart = self.numbers.apart
        met = next((step for step in range(4, last) if float(apart[step]) < _MET * float(apart[0])), last)
        for step in range(4, met + 1):
            self._go(range(len(self.pegs)), step, _AGAIN)
            self._close()
        if met < last:
            self._go(range(len(self.pegs)), last, _STILL)
            self._close(_STILL)
