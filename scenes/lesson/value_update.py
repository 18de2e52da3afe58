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
from scenes.motion.arrive import late
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT, haloed
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
"""Scene units of the width of a value's arrow, and what the plane shows above the longest; to its right, half of it."""

_DECIMALS = 3
"""Digits of weights after the point: with two they would seem to be more than 1 together."""

_BODY, _LEAST_BODY, _FORWARD, _COMES = 0.27, 0.24, 1.5, 1.0
"""The radius of the body that stands on the word's place, as a share of a number's length; the least, scene units; how
much larger it is when it is alone, and when it comes forward at the end, and the seconds that it takes."""

_FOOT, _LIFT = 0.62, 0.05
"""The distance from a word's place to the middle of its portrait that stands there with one foot, in the portrait's
radius; scene units from the place's mark up to its soles, which touch no arrow that begins there."""

_RECORD, _BEFORE, _AFTER, _SIGN_AIR = 0.5, 0.55, 0.04, 0.11
"""Scene units: at which the account begins in a wide frame, what is left free left and right of the plane there, and at
each side of the account's signs."""

_ROOM = 0.25
"""Scene units that must be free in each line of the account for the usual type."""

_PITCH, _UP, _LOW, _BAR, _UNDER, _AIR = 0.92, 0.42, 1.0, 0.16, 0.28, 0.3
"""Scene units of the account: from a line to the next at the least, from its top to the first baseline, from its last
one to its foot, a bar's thickness, from a baseline to the middle of its bar, and between texts."""

_LEAST_AIR = 0.1
"""Scene units between texts of the account where it is narrow."""

_SUM, _RULE = 0.1, 0.54
"""Scene units by which the sum stands lower than a line would, and from the line above it to the rule."""

_NAME_UP, _ASIDE, _RAISED, _ALONG = 0.36, 0.18, 0.2, 0.32
"""Scene units: from a mark to the middle of its name above it, to the edge of a name beside it, by which a value's name
is raised over the tip of an upright arrow, and over an arrow that lies, along which it stands."""

_CARRIED, _LIFTED, _LOWERED = 1.25, 0.35, 0.65
"""Scene units by which the second value is lifted on its way where a name alone is to be cleared; the shares of the
time until it is up, and from which it comes down."""

_WALK, _CRUMB, _SHRINK, _AGAIN = 1.4, 0.5, 1.3, 0.9
"""Seconds for the way along a value, and along what all others add; in which a value shrinks, and the next one."""


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
    names_below = True
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
        """Return where the plane lies: beside a wide account; under two lines where the phrase is broken."""
        view = self.stage.plane_view
        if self.stage.is_wide:
            view = replace(view, record=replace(view.record, left=_RECORD))
            return view.fitted(self.stage, self.spans(), view.words(self.stage).inset(left=_BEFORE, right=_AFTER))
        view = super().world_view()
        return replace(view, header_lines=2) if view.lying else view

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: all values, and the word before and after."""
        rows = torch.cat([self.numbers.values, self.numbers.updated[None], torch.zeros(1, 2)])
        (left, low), (right, high) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(left, -0.4), right + _BEYOND / 2), (min(low, -0.4), high + _BEYOND)

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the looks that values carry."""
        return self.numbers.looks

    def axis_colors(self) -> list[str]:
        """Return a colour for each look: what says it has it, too."""
        return list(self.style.theme.families[:2])

    def said_in(self, place: int) -> str:
        """Return the colour of a value, which the look that it says most of has, too."""
        return self.axis_colors()[int(self.numbers.values[place].abs().argmax())]

    def build(self) -> None:
        """Make the word, the two strongest values as arrows, and the account of what they add."""
        numbers, style = self.numbers, self.style
        self.best = numbers.answering(numbers.position, 2)
        self.phrase = self._phrase()
        self.start = self.plane.place(numbers.look)
        self.stops = [self.plane.place(row) for row in numbers.stops]
        self.arrows = [
            Vector(self.plane.origin, self.plane.place(numbers.values[place]), self.said_in(place),
                   width=_WIDE, style=style)
            for place in self.best
        ]  # fmt: skip
        self.aside = _FOOT
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
        self.body = max(_BODY * self.plane.view.unit, _LEAST_BODY)
        portrait = portrait_of(self.numbers, self.world, _FORWARD * self.body, style=self.style)
        return laid(portrait.put(self._stands(portrait, self.start)), Layer.ICON) if portrait is not None else None

    def _stands(self, portrait: Portrait, at: Point) -> Point:
        """Return where the middle of a portrait is that stands on a place, with one foot or between both."""
        return np.asarray(at + point(self.aside * portrait.radius, DOT + _LIFT + portrait.height_over_feet))

    @property
    def _above(self) -> float:
        """The distance from the word's place up to the top of its mark, scene units."""
        portrait = self.portrait
        if portrait is None:
            return DISC
        return DOT + _LIFT + portrait.height_over_feet + float(portrait.body.get_top()[1] - portrait.at[1])

    @property
    def _reach(self) -> float:
        """The distance from the plane's origin to the right end of the word's mark among values, scene units."""
        right = DISC if self.portrait is None else (self.aside + 1.0) * self.body
        return float(self.start[0] - self.plane.origin[0]) + right

    def _over_portrait(self) -> tuple[float, float]:
        """Return the offset of the word's name, over its portrait as it stands."""
        assert self.portrait is not None
        return (self.aside * self.portrait.radius, self._above + _NAME_UP)

    def _offset(self) -> tuple[float, float]:
        """Return the offset of the word's name."""
        return self._over(self.numbers.word, left=False) if self.portrait is None else self._over_portrait()

    def _phrase(self) -> HeaderPhrase:
        """Return the phrase, in which only the words of the story are coloured."""
        numbers, ink = self.numbers, self.style.theme.ink
        told = {numbers.words[place]: self.said_in(place) for place in self.best}
        told[numbers.word] = self.color_of(numbers.word)
        colors = [told.get(word, ink) for word in numbers.words]
        return HeaderPhrase(numbers.words, colors, self.stage, self.view, style=self.style)

    def _over(self, word: str, *, left: bool) -> tuple[float, float]:
        """Return the offset of a name above a disc: to its right, or to its left, clear of what goes up from it."""
        half = float(Label(word, size=self.style.sizes.number, style=self.style).width) / 2
        return (-half - _ASIDE if left else half - DISC / 2, self._above + _NAME_UP)

    def _name(self, arrow: Vector, place: int) -> VGroup:
        """Return a value's name: along its arrow where that lies, beside its tip where it stands."""
        name = haloed(
            Label(self.numbers.words[place], size=self.style.sizes.number, color=self.said_in(place), style=self.style),
            self.style,
        )
        half, way = float(name.width) / 2, arrow.end - arrow.start
        left = float(self.numbers.weights[self.numbers.position, place]) * float(way[0]) - _ASIDE - 2 * half
        lies = way[0] > abs(way[1]) and left > self._reach + _LEAST_AIR
        laid(name, Layer.LABEL)
        return name.move_to(arrow.end + (point(-_ASIDE - half, _ALONG) if lies else point(_ASIDE + half, _RAISED)))

    def _make_account(self, room: Region) -> None:
        """Make the lines of the account: the word as it is, the two that are heard, all others, and the sum."""
        lying, theme = self.view.lying, self.style.theme
        cells = room.columns(1, 1, 1, 1, gap=0.2)
        size = self._size(cells[0] if lying else room)
        self.entries = self._entries(size)
        self.has_columns = not lying and self._columns(self.entries) <= room.width
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
        self.signs = self._lay_columns(heard, room, baselines[1:]) if self.has_columns else []
        self.shares = [entry.rewritten(row) for entry, row in zip(heard, parts[:2], strict=False)]
        if self.has_columns:
            for share in self.shares:
                share.set_x(room.right - float(share.width) / 2)
        self.sums = [self.total.rewritten(row) for row in stops]
        y = baselines[3] - _RULE - (pitch - _PITCH) / 2
        self.rule = Line(point(room.left, y), point(room.right, y)).set_stroke(theme.axis, 2.4)
        laid(self.rule, Layer.LEDGER)

    def _signs(self, size: float) -> tuple[Label, Label]:
        """Return the signs before a value and before what its weight leaves of it."""
        times, equals = (Label(sign, size=size, style=self.style) for sign in ("\u00d7", "="))
        return times, equals

    def _columns(self, entries: list[Entry]) -> float:
        """Return the width of the account where values keep a column beside what is left of them."""
        own, *heard = entries
        signs = sum(float(sign.width) + 2 * _SIGN_AIR for sign in self._signs(own.size))
        products = max(float(entry.coordinates.width) for entry in (own, *heard))
        return max(entry.needs(weighted=True) for entry in heard) + products + signs

    def _lay_columns(self, heard: list[Entry], room: Region, baselines: list[float]) -> list[VGroup]:
        """Move values before a column for what their weights leave of them; return the signs of each line."""
        size = heard[0].size
        last = max(float(entry.coordinates.width) for entry in self.entries)
        signs = []
        for entry, baseline in zip(heard, baselines, strict=False):
            times, equals = self._signs(size)
            before_last = room.right - last - _SIGN_AIR
            values = before_last - float(equals.width) - _SIGN_AIR
            entry.lie(room.left, values, baseline, float(times.width) + 2 * _SIGN_AIR)
            times.on_baseline(baseline).set_x(float(entry.coordinates.get_left()[0]) - _SIGN_AIR - times.width / 2)
            equals.on_baseline(baseline).set_x(before_last - equals.width / 2)
            signs.append(laid(VGroup(times, equals), Layer.LEDGER))
        # Others have no value in common, only what they add together.
        rest = heard[-1]
        rest.coordinates.set_x(room.right - rest.coordinates.width / 2)
        return signs[:-1]

    def _size(self, room: Region) -> float:
        """Return the size of type with which the account fits: all in lines, or one in a cell where it lies."""
        sizes = self.style.sizes
        size = float(sizes.tick if self.view.lying else sizes.number)
        if self.stage.is_wide:
            for smaller in range(int(sizes.number), int(sizes.tick) - 1, -1):
                if self._columns(self._entries(smaller)) <= room.width:
                    return smaller
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
            entries.append(Entry(word, row, self.said_in(place), size=size, weight=weight, style=style))
        rest = Entry(others, numbers.parts[2], style.theme.ink, size=size, weight=numbers.heard[2], style=style)
        return [*entries, rest]

    def _shrink(self, index: int, seconds: float) -> Live:
        """Return how a value shrinks to its weight's share where it is, its name with it."""
        arrow, name, origin = self.arrows[index], self.names[index], self.plane.origin
        whole, weight, offset = arrow.end - origin, float(self.numbers.heard[index]), name.get_center() - arrow.end

        def follow(share: float) -> None:
            arrow.set_ends(origin, origin + (1 + share * (weight - 1)) * whole)
            name.move_to(arrow.end + offset)

        return Live([arrow, name], follow, run_time=seconds)

    def _multiply(self, index: int, seconds: float) -> None:
        """Shrink a value, and write what is left of it beside it, or in its place where the account is narrow."""
        entry, share = self.entries[1 + index], self.shares[index]
        if self.has_columns:
            times, equals = self.signs[index]
            self.play(FadeIn(times, run_time=self.style.times.quick))
            self.play(self._shrink(index, seconds), FadeIn(equals, share, rate_func=late, run_time=seconds))
        else:
            counted = become(entry.coordinates.numbers, share.numbers)
            self.play(self._shrink(index, seconds), counted, run_time=seconds)

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
                self.aside = _FOOT * (1 - turned)  # on its way it stands with both feet
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
            if self.portrait is not None:  # it makes room for values; it is known by its looks
                self.play(FadeOut(self.word.label), self._steps(self.portrait, _FORWARD, 1.0, named=False))
            for arrow, name, entry in zip(self.arrows, self.names, heard, strict=False):
                grown = AnimationGroup(GrowFromPoint(arrow, arrow.start), FadeIn(name))
                self.play(grown, FadeIn(entry.text, entry.coordinates))
            self.rest()
        with self.beat("weights", **words):
            self.play(LaggedStart(*(self._heard(entry) for entry in heard), lag_ratio=0.7))
            self.rest()
        with self.beat("shrink", **words, **self._product()):
            for index, seconds in enumerate((_SHRINK, _AGAIN)):
                self._multiply(index, seconds)
            self.play(FadeIn(heard[2].coordinates), run_time=self.style.times.quick)
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
            self.play(self._steps(self.portrait, 1.0, _FORWARD))
            self.play(FadeIn(self.word.label), run_time=self.style.times.quick)
        self.last()

    def _steps(self, portrait: Portrait, before: float, after: float, *, named: bool = True) -> Live:
        """Return how the portrait comes forward or steps back where it stands.

        Args:
            portrait: the word's.
            before: its size, as a multiple of the one in which it walks.
            after: the same at the end.
            named: whether its name stays above it.
        """
        word = self.word

        def follow(share: float) -> None:
            portrait.grow(self.body * (before + share * (after - before))).put(self._stands(portrait, word.at))
            if named:
                word.put(word.at, self._over_portrait())

        return Live([word.mark, portrait], follow, run_time=_COMES)
