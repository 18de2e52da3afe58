"""Weights times values make an update that is added to the word (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from manim import (
    RIGHT,
    AnimationGroup,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    LaggedStart,
    Line,
    Rectangle,
    VGroup,
    linear,
    smooth,
)
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.portrait import Portrait, portrait_of
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import PlaneView, Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_WIDE, _BEYOND = 0.1, 0.3
"""Scene units: the width of a value's arrow, and the plane beyond the longest."""

_DECIMALS = 3
"""Digits of weights after the point: with two they would seem to be more than 1 together."""

_BODY, _LEAST_BODY, _FUR, _FORWARD, _COMES = 0.225, 0.24, 1.35, 1.8, 1.0
"""The radius of the body that stands on the word's place, as a share of a number's length; the least, scene units; the
radius of its fur as a multiple, at the most; how much larger it is when it comes forward at the end, and the seconds
that it takes."""

_RIGHT = 1.2
"""The distance from a word's place to the middle of its portrait at its right, in the portrait's radius."""

_ROOM = 0.25
"""Scene units that must be free in each line of the account for the usual type."""

_PITCH, _UP, _LOW, _BAR, _UNDER, _AIR = 0.92, 0.42, 1.0, 0.16, 0.28, 0.3
"""Scene units of the account: from a line to the next at the least, from its top to the first baseline, from its last
one to its foot, a bar's thickness, from a baseline to the middle of its bar, and between texts."""

_LEAST_AIR = 0.1
"""Scene units between texts of the account where it is narrow."""

_SUM, _RULE = 0.1, 0.54
"""Scene units by which the sum stands lower than a line would, and from the line above it to the rule."""

_NAME_UP, _ASIDE, _RAISED = 0.36, 0.18, 0.2
"""Scene units: from a mark to the middle of its name above it, to the edge of a name beside it, and by which a value's
name is raised over its tip."""

_CARRIED, _LIFTED, _LOWERED = 1.25, 0.35, 0.65
"""Scene units by which the second value is lifted on its way where a name alone is to be cleared; the shares of the
time until it is up, and from which it comes down."""

_WALK, _CRUMB = 1.4, 0.5
"""Seconds for the way along a value, and along what all others add."""


@dataclass(frozen=True)
class Added(Asked):
    """A head's numbers for a phrase, and what its words add to one of them."""

    parts: Tensor = quantity("Weight times value of the two heard most, and of all others together.", columns="looks")
    stops: Tensor = quantity("The word's look with one part after the other.", columns="looks")


def _added(numbers: Asked) -> Added:
    """Return what the two words that are heard most add, and what is left for all others."""
    best, weights = numbers.answering(numbers.position, 2), numbers.weights[numbers.position]
    heard = weights[best, None] * numbers.values[best]
    parts = torch.cat([heard, (numbers.update - heard.sum(dim=0))[None]])
    return extended(numbers, Added, parts=parts, stops=numbers.look + parts.cumsum(dim=0))


class Entry(VGroup):
    """A line of the account: who adds, how loud, and what.

    Args:
        name: the word, or what stands for several.
        row: what it says, shape (2,).
        color: ``#rrggbb``.
        size: manim font units.
        weight: in [0, 1]; None where nothing is weighted.
        style: theme and sizes.

    Attributes:
        text: the name.
        coordinates: the row as it is printed.
        number: the weight as it is printed, or None.
        bar: the weight's bar, or None.
    """

    def __init__(
        self, name: str, row: Tensor, color: str, *, size: float, weight: Tensor | None = None, style: Style = DEFAULT
    ) -> None:
        self.ink, self.size, self.style = color, size, style
        self.text = Label(name, size=size, color=color, style=style)
        self.coordinates = Coordinates(row, size=size, color=color, style=style)
        self.number: Weight | None = None
        self.bar: Rectangle | None = None
        if weight is not None:
            self.number = Weight(weight, decimals=_DECIMALS, size=size, color=color, style=style)
            fill = style.theme.dim if color == style.theme.ink else style.theme.fill(color)
            self.bar = Rectangle(width=1.0, height=_BAR, stroke_width=0).set_fill(fill, 1.0)
        super().__init__(self.text, self.coordinates, *self.weighted)
        laid(self, Layer.LEDGER)

    @property
    def weighted(self) -> list[Weight | Rectangle]:
        """The weight and its bar; nothing where nothing is weighted."""
        return [each for each in (self.number, self.bar) if each is not None]

    def needs(self, *, weighted: bool) -> float:
        """Return the width that it needs in one line, scene units, with its weight in it or without."""
        texts = [self.text, self.coordinates, *([self.number] if weighted and self.number is not None else [])]
        return sum(float(text.width) for text in texts) + _LEAST_AIR * (len(texts) - 1)

    def rewritten(self, row: Tensor) -> Coordinates:
        """Return another row as it is printed in this line."""
        style, size = self.style, self.size
        coordinates = Coordinates(row, size=size, color=self.ink, style=style)
        return laid(coordinates.on_baseline(self.coordinates.baseline).set_x(self.coordinates.get_x()), Layer.LEDGER)

    def lie(self, left: float, right: float, baseline: float, air: float | None) -> None:
        """Write it in one line between two edges, its bar beneath; the whole line would be a weight of 1.

        Args:
            left: where the name begins, scene units.
            right: where the coordinates end.
            baseline: of both.
            air: from the weight to the coordinates; None where it stands at its bar's end instead.
        """
        self.text.on_baseline(baseline).set_x(left + self.text.width / 2)
        self.coordinates.on_baseline(baseline).set_x(right - self.coordinates.width / 2)
        if self.number is None or self.bar is None:
            return
        self._lay_bar(left, right - left, baseline - _UNDER)
        if air is None:
            self.number.next_to(self.bar, RIGHT, buff=_LEAST_AIR)
        else:
            end = float(self.coordinates.get_left()[0]) - air
            self.number.on_baseline(baseline).set_x(end - self.number.width / 2)

    def stand(self, cell: Region) -> None:
        """Write it in lines below each other."""
        x, pitch = float(cell.centre[0]), cell.height / 3.4
        self.text.on_baseline(cell.top - 0.8 * pitch).set_x(x)
        self.coordinates.on_baseline(cell.top - 1.8 * pitch).set_x(x)
        if self.number is not None and self.bar is not None:
            self.number.on_baseline(cell.top - 2.8 * pitch).set_x(x)
            self._lay_bar(cell.left, cell.width, cell.bottom + _BAR / 2)

    def _lay_bar(self, left: float, whole: float, y: float) -> None:
        """Lay the bar from an edge to its share of a whole width."""
        assert self.number is not None and self.bar is not None
        width = max(self.number.value * whole, 1e-3)
        self.bar.stretch_to_fit_width(width).move_to(point(left + width / 2, y))


def _adds_up(numbers: Added, world: World) -> Measurement:
    return same(numbers.weights[numbers.position] @ numbers.values, numbers.update)


def _looks_as_it_is_said(numbers: Added, world: World) -> Measurement:
    before, after = format_vector(numbers.look), format_vector(numbers.updated)
    return Measurement(bool((numbers.updated > numbers.look).all()), f"{before} became {after}")


class ValueUpdate(PlaneFigure):
    """lesson-value-update: what its adjectives carry over is added to a noun, which looks like them then."""

    name = "lesson-value-update"
    world_name = "creature"
    Parameters = OfCreature
    stops_at_record = True
    fills_room = True
    numbers: Added
    claims = (
        Claim("The update is the weighted sum of the values.", _adds_up),
        Claim("The update gives the word more of both looks.", _looks_as_it_is_said),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Added:
        """Return values, weights, and what each word adds."""
        return _added(asked(parameters, world))

    @classmethod
    def alternative_values(cls, numbers: Added) -> Mapping[str, object]:
        """Return the word, its look before and after, and the two words that gave it most."""
        first, second = (numbers.words[place] for place in numbers.answering(numbers.position, 2))
        return {"word": numbers.word, "first": first, "second": second,
                "before": format_vector(numbers.look), "after": format_vector(numbers.updated)}  # fmt: skip

    def world_view(self) -> PlaneView:
        """Return where the plane lies: under two lines where the phrase is broken."""
        view = super().world_view()
        return replace(view, header_lines=2) if view.lying else view

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
        """Make the word, the two strongest values as arrows, and the account of what they add."""
        numbers, style = self.numbers, self.style
        self.best = numbers.answering(numbers.position, 2)
        self.phrase = self._phrase()
        self.start = self.plane.place(numbers.look)
        self.stops = [self.plane.place(row) for row in numbers.stops]
        self.arrows = [
            Vector(self.plane.origin, self.plane.place(numbers.values[place]), self.color_of(numbers.words[place]),
                   width=_WIDE, style=style)
            for place in self.best
        ]  # fmt: skip
        self.portrait = self._portrait()
        alone = self.portrait is None
        options = {} if alone else {"large": False}
        self.word = self.token(numbers.word, numbers.look, offset=self._offset(), **options)
        if not alone:
            laid(self.word.mark, Layer.PIN)  # long fur does not hide the place
        self.names = [self._name(arrow, place) for arrow, place in zip(self.arrows, self.best, strict=True)]
        self._make_account(self.view.record)

    def _portrait(self) -> Portrait | None:
        """Return the word as it looks, standing on its place; None where it is none that has a look."""
        radius = max(_BODY * self.plane.view.unit, _LEAST_BODY)
        portrait = portrait_of(self.numbers, self.world, radius, style=self.style)
        return laid(portrait.put(self._stands(portrait, self.start)), Layer.ICON) if portrait is not None else None

    @staticmethod
    def _stands(portrait: Portrait, at: Point) -> Point:
        """Return where the middle of a portrait is that stands right of a place: it hides no arrow up from there."""
        return np.asarray(at + point(_RIGHT * portrait.radius, DOT + portrait.height_over_feet))

    @property
    def _above(self) -> float:
        """The distance from the word's place up to the top of its mark, scene units."""
        if self.portrait is None:
            return DISC
        return DOT + self.portrait.height_over_feet + _FUR * self.portrait.radius

    def _over_portrait(self) -> tuple[float, float]:
        """Return the offset of the word's name, over its portrait as large as it is."""
        portrait = self.portrait
        assert portrait is not None
        return (_RIGHT * portrait.radius, DOT + portrait.height_over_feet + _FUR * portrait.radius + _NAME_UP)

    def _offset(self) -> tuple[float, float]:
        """Return the offset of the word's name."""
        return self._over(self.numbers.word, left=False) if self.portrait is None else self._over_portrait()

    def _phrase(self) -> HeaderPhrase:
        """Return the phrase, in which only the words of the story are coloured."""
        numbers, ink = self.numbers, self.style.theme.ink
        told = {numbers.word, *(numbers.words[place] for place in self.best)}
        colors = [self.color_of(word) if word in told else ink for word in numbers.words]
        return HeaderPhrase(numbers.words, colors, self.stage, self.view, style=self.style)

    def _over(self, word: str, *, left: bool) -> tuple[float, float]:
        """Return the offset of a name above a disc: to its right, or to its left, clear of what goes up from it."""
        half = float(Label(word, size=self.style.sizes.number, style=self.style).width) / 2
        return (-half - _ASIDE if left else half - DISC / 2, self._above + _NAME_UP)

    def _name(self, arrow: Vector, place: int) -> VGroup:
        """Return a value's name beside its arrow's tip, which another arrow may go up from."""
        token = self.token(self.numbers.words[place], self.numbers.values[place], offset=(0.0, 0.0))
        return token.label.move_to(arrow.end + point(_ASIDE + float(token.label.width) / 2, _RAISED))

    def _make_account(self, room: Region) -> None:
        """Make the lines of the account: the word as it is, the two that are heard, all others, and the sum."""
        lying, theme = self.view.lying, self.style.theme
        cells = room.columns(1, 1, 1, 1, gap=0.2)
        size = self._size(cells[0] if lying else room)
        self.entries = self._entries(size)
        own, *heard = self.entries
        self.total = own if lying else Entry(self.numbers.word, self.numbers.look, own.ink, size=size, style=self.style)
        free = room.width - max(entry.needs(weighted=True) for entry in self.entries)
        air = None if free < 0 else min(_AIR, _LEAST_AIR + free / 2)
        lines = self.entries if lying else [*self.entries, self.total]
        pitch = max(_PITCH, (room.height - _UP - _LOW) / len(self.entries))
        baselines = [room.top - _UP - index * pitch - (_SUM if index == len(self.entries) else 0.0)
                     for index in range(len(lines))]  # fmt: skip
        for index, entry in enumerate(lines):
            if lying:
                entry.stand(cells[index])
            else:
                entry.lie(room.left, room.right, baselines[index], air)
        parts, stops = self.numbers.parts, self.numbers.stops
        self.shares = [entry.rewritten(row) for entry, row in zip(heard, parts[:2], strict=False)]
        self.sums = [self.total.rewritten(row) for row in stops]
        y = baselines[3] - _RULE - (pitch - _PITCH) / 2
        self.rule = Line(point(room.left, y), point(room.right, y)).set_stroke(theme.axis, 2.4)
        laid(self.rule, Layer.LEDGER)

    def _size(self, room: Region) -> float:
        """Return the size of type with which the account fits: all in lines, or one in a cell where it lies."""
        sizes = self.style.sizes
        size = float(sizes.tick if self.view.lying else sizes.number)
        while size > sizes.tick and max(each.needs(weighted=True) for each in self._entries(size)) > room.width - _ROOM:
            size -= 1
        while size > sizes.least:
            entries = self._entries(size)
            widths = [
                float(each.coordinates.width) if self.view.lying else each.needs(weighted=False) for each in entries
            ]
            if max(widths) <= room.width:
                break
            size -= 1
        return size

    def _entries(self, size: float) -> list[Entry]:
        """Return the lines of the account in a size of type: of the word, of the two that are heard, of all others."""
        numbers, style = self.numbers, self.style
        others = self.says("others")
        entries = [Entry(numbers.word, numbers.look, self.color_of(numbers.word), size=size, style=style)]
        for place, weight in zip(self.best, numbers.heard[:2], strict=True):
            word, row = numbers.words[place], numbers.values[place]
            entries.append(Entry(word, row, self.color_of(word), size=size, weight=weight, style=style))
        rest = Entry(others, numbers.parts[2], style.theme.ink, size=size, weight=numbers.heard[2], style=style)
        return [*entries, rest]

    def _shrink(self) -> Live:
        """Return how values shrink to their weights' share where they are, names at the tips."""
        origin, names = self.plane.origin, self.names
        whole = [arrow.end - origin for arrow in self.arrows]
        shares = [float(weight) for weight in self.numbers.heard[:2]]
        offsets = [name.get_center() - arrow.end for name, arrow in zip(names, self.arrows, strict=True)]

        def follow(share: float) -> None:
            for arrow, name, way, weight, offset in zip(self.arrows, names, whole, shares, offsets, strict=True):
                arrow.set_ends(origin, origin + (1 + share * (weight - 1)) * way)
                name.move_to(arrow.end + offset)

        return Live([*self.arrows, *names], follow, run_time=2.2)

    def _carry(self, index: int) -> Live:
        """Return how a share is carried to the end of the word or of the share before it; a later one is lifted."""
        arrow, name = self.arrows[index], self.names[index]
        start, way = arrow.start, arrow.end - arrow.start
        target = (self.start, self.stops[0])[index]
        offset = name.get_center() - arrow.end
        high = index * max(_CARRIED, self._above + 2 * _NAME_UP)

        def follow(time: float) -> None:
            up, down = smooth(min(time / _LIFTED, 1.0)), smooth(max(time - _LOWERED, 0.0) / (1 - _LOWERED))
            share = smooth(min(max(time - _LIFTED / 2, 0.0) / (1 - _LIFTED), 1.0)) if index else smooth(time)
            begin = start + share * (target - start) + point(0.0, high * (up - down))
            arrow.set_ends(begin, begin + way)
            name.move_to(arrow.end + offset)

        return Live([arrow, name], follow, rate_func=linear, run_time=1.3 + 0.5 * index)

    def _walk(self, index: int) -> Live:
        """Return how the word goes along a part of the chain, and looks like it; its name changes sides on the way."""
        numbers, word, portrait = self.numbers, self.word, self.portrait
        begin, end = ((self.start, *self.stops)[place] for place in (index, index + 1))
        look = numbers.look if index == 0 else numbers.stops[index - 1]
        offsets = [self._over(numbers.word, left=left) for left in (False, True)] if portrait is None else []
        right, left = offsets or 2 * [self._over_portrait()]

        def follow(share: float) -> None:
            turned = share if index == 0 else 1.0
            word.put(begin + share * (end - begin), (right[0] + turned * (left[0] - right[0]), right[1]))
            if portrait is not None:
                portrait.put(self._stands(portrait, word.at)).look(*(look + share * numbers.parts[index]).tolist())

        moved = [word] if portrait is None else [word.mark, portrait]
        return Live(moved, follow, run_time=_CRUMB if index == len(self.stops) - 1 else _WALK)

    def tell(self) -> None:
        """Show the word, the values, the weights; shrink the values, chain them, and let the word walk along them."""
        numbers = self.numbers
        first, second = (numbers.words[place] for place in self.best)
        words = {"word": numbers.word, "first": first, "second": second}
        own, *heard = self.entries
        with self.beat("before", **words):
            self.play(FadeIn(self.phrase, self.word, *([self.portrait] if self.portrait is not None else [])))
            self.play(FadeIn(own))
            self.rest()
        with self.beat("values", **words):
            if self.portrait is not None:  # where names of values will be; it is known by its looks
                self.play(FadeOut(self.word.label), run_time=self.style.times.quick)
            for arrow, name, entry in zip(self.arrows, self.names, heard, strict=False):
                grown = AnimationGroup(GrowFromPoint(arrow, arrow.start), FadeIn(name))
                self.play(grown, FadeIn(entry.text, entry.coordinates))
            self.rest()
        with self.beat("weights", **words):
            self.play(LaggedStart(*(self._heard(entry) for entry in heard), lag_ratio=0.7))
            self.rest()
        with self.beat("shrink", **words, **self._product()):
            after = [share.numbers for share in self.shares]
            counted = become([entry.coordinates.numbers for entry in heard[:2]], after)
            self.play(self._shrink(), counted, run_time=2.2)
            self.play(FadeIn(heard[2].coordinates))
            self.rest()
        with self.beat("chain", **words):
            for index in range(len(self.arrows)):
                self.play(self._carry(index))
            self.rest()
        with self.beat("added", **words):
            self._tell_the_sum()

    def _heard(self, entry: Entry) -> AnimationGroup:
        """Return how a weight and its bar arrive; the name of all others comes with theirs."""
        assert entry.number is not None and entry.bar is not None
        unnamed = [] if entry in self.entries[1:3] else [entry.text]
        return AnimationGroup(FadeIn(entry.number, *unnamed), GrowFromPoint(entry.bar, entry.bar.get_left()))

    def _product(self) -> dict[str, str]:
        """Return the first value's larger number, its weight and their product, as they are printed."""
        numbers = self.numbers
        value = numbers.values[self.best[0]]
        look = int(value.abs().argmax())
        return {
            "weight": format_number(float(numbers.heard[0]), _DECIMALS),
            "value": format_number(float(value[look])),
            "product": format_number(float(numbers.parts[0, look])),
        }

    def _tell_the_sum(self) -> None:
        """Let the word walk along the chain while the sum runs, and its look changes."""
        self.play(FadeOut(*self.names, run_time=0.4))
        self.add(self.word.ghost())
        if self.total is not self.entries[0]:
            self.play(FadeIn(self.rule, self.total, run_time=0.5))
        before = self.total.coordinates
        for index, after in enumerate(self.sums):
            walk = self._walk(index)
            self.play(walk, become(before.numbers, after.numbers), run_time=walk.run_time)
            before = after
        if self.portrait is not None:
            self.play(self._come_forward(self.portrait))
            self.play(FadeIn(self.word.label), run_time=self.style.times.quick)
        self.last()

    def _come_forward(self, portrait: Portrait) -> Live:
        """Return how the portrait gets larger where it stands, its name beside it."""
        word, small = self.word, portrait.radius

        def follow(share: float) -> None:
            portrait.grow(small * (1 + share * (_FORWARD - 1))).put(self._stands(portrait, word.at))
            word.put(word.at, self._over_portrait())

        return Live([word.mark, portrait], follow, run_time=_COMES)
