"""A direction carries meaning: one difference takes several words to their counterparts, measured on real words.

The step from the first word to its counterpart is a stencil: one arrow with an empty place at its end. It is picked up
and set down, unturned, at other words; only then is it seen which word lies nearest to the empty place. The plane's
axes have no names: a word's place tells little ("man" lies beyond "queen" on the axis called female), the step tells
much, and it is the step that gets the name, once all pairs' own steps start at one place and are all enlarged alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import floor

import numpy as np
import torch
from manim import (
    Animation,
    Arc,
    Circle,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
)
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import Box, Segment, Spot, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.worlds import World

_DOT, _STENCIL, _PRINT, _CLEAR = 0.12, 0.15, 0.07, 0.2
"""Scene units: the radius of a word's dot; the widths of the stencil and of what it leaves; from an arrow's ends to
the middles of the dots, which so stay whole."""

_RIM, _FOOT, _AIR, _SIDE = 0.85, 0.5, 0.5, 1.0
"""Scene units around the words: for the numbers at the left and at the foot; above and below; at each side."""

_ICON, _BESIDE, _LINES = 1.05, 0.15, 0.1
"""Scene units: the height of an icon; from it to its word; between a name and the numbers below it."""

_EDGE, _TICK, _OPEN, _PIECES = 0.08, 1.0, 0.09, 360
"""Scene units: what a halo takes at the frame's side; from one line of the grid to the next, at the least; what is open
of a circle around words. The pieces that a circle is made of."""

_CARRY, _AGAIN, _SEARCH, _SEEK, _FOUND, _TURN, _GATHER, _MEASURED, _WALK = 1.6, 1.0, 1.3, 0.7, 0.5, 0.9, 1.9, 0.8, 1.8
"""Seconds in which a step is carried, and again; a circle grows, and again; a word is found; steps turn, and are
gathered; an angle is measured; words walk."""

_LARGEST, _TO_TIP, _SIGN, _HEADROOM = 6.0, 0.25, 0.04, 0.9
"""The largest factor by which the gathered steps are drawn larger than on the map; scene units from a tip to its name,
from an angle to its sign, and above them for what they mean."""

_FIRST_ARC, _LAST_ARC = 0.8, 0.45
"""Shares of the step's length at which the smallest and the largest angle are drawn."""

_GREY = 0.25
"""The share of ink in the grey of words that wait for their turn, and of what is drawn for comparison."""

_AIMED = 0.9
"""The cosine with one of the world's axes from which a direction has that axis's meaning."""

_FAMILIES = (0, 1, 3, 4, 2)
"""The colours of the pairs after the first: neighbours differ most."""


class _Way(Vector):
    """An arrow from one word's dot to another's, which it leaves whole; arguments are those of ``Vector``.

    Attributes:
        clear: scene units by which it begins after its start and ends before its end.
    """

    clear: float = _CLEAR

    def set_ends(self, start: Point, end: Point) -> _Way:
        """Lay the arrow between two dots; nothing of it is left where they touch."""
        start, end = np.array(start, float), np.array(end, float)
        way = end - start
        length = float(np.linalg.norm(way))
        inset = min(self.clear, length / 2.5) / (length or 1.0) * way
        super().set_ends(start + inset, end - inset)
        self.start, self.end = start, end
        return self


@dataclass
class _Word:
    """A word on the map.

    Attributes:
        at: its place.
        dot: the mark there.
        name: its name, over a halo.
        numbers: its place in numbers, below its name; empty for words that are not reckoned with.
        icon: its picture; empty where it has none, or no room.
        text: its names and its numbers, which move together.
        unknown: the mark, in grey, until the word is called.
        waiting: its name in grey.
    """

    at: Point
    dot: Dot
    name: VGroup
    numbers: VGroup
    icon: VGroup
    text: VGroup
    unknown: Dot
    waiting: VGroup

    @property
    def parts(self) -> list[VMobject]:
        """All that is seen once it is called."""
        return [
            part
            for part in (self.dot, self.name, self.icon, self.numbers)
            if len(part.get_family()) > 1 or len(part.points)
        ]


class Pairs(WordsParameters):
    """The parameters: words in pairs."""

    pairs: Phrase = Field("pairs", description="Words in pairs, each with its counterpart: man woman king queen.")


@dataclass(frozen=True)
class Directions:
    """Pairs of words and the ways between them."""

    words: tuple[str, ...]
    names: tuple[str, ...]
    axes: tuple[str, ...]
    rival: str
    meaning: tuple[str, str]
    first: Tensor = quantity("The first word of each pair.", rows="names", columns="axes")
    second: Tensor = quantity("Its counterpart.", rows="names", columns="axes")
    ways: Tensor = quantity("The way from the one to the other.", rows="names", columns="axes")
    carried: Tensor = quantity("Where the first pair's way leads from each first word.", rows="names", columns="axes")
    missed: Tensor = quantity("How far that is from the counterpart.", rows="names")
    alike: Tensor = quantity("The cosine of each way with the first one.", rows="names")
    angles: Tensor = quantity("The angle of each way with the first one, in degrees.", rows="names")
    rival_row: Tensor = quantity(
        "The word that, but for the counterpart, is nearest to where the way leads from the second pair.",
        columns="axes",
    )
    rival_gap: Tensor = quantity("How far it is from there.")


def _degrees_apart(ways: Tensor, first: Tensor) -> Tensor:
    """Return the angles of ways of shape (..., 2) with a first one, in degrees: 0 for itself, without rounding."""
    turned = ways[..., 1] * first[0] - ways[..., 0] * first[1]
    return torch.rad2deg(torch.atan2(turned.abs(), ways @ first))


def meaning_of(way: Tensor, axes: Sequence[str]) -> tuple[str, str]:
    """Return the key of what a way means and the axis that it follows; ``like`` where it follows none of the two."""
    along = way / way.norm().clamp(min=1e-9)
    axis = int(along.abs().argmax())
    if float(along[axis].abs()) < _AIMED:
        return "like", ""
    return ("more" if float(along[axis]) > 0 else "less"), axes[axis]


def _are_alike(numbers: Directions, world: World) -> Measurement:
    least = float(numbers.alike.min())
    return Measurement(least > 0.85, ", ".join(map(format_number, numbers.alike.tolist())))


def _lands_near(numbers: Directions, world: World) -> Measurement:
    gaps = torch.cdist(numbers.carried, numbers.second)
    right = gaps.argmin(dim=1) == torch.arange(len(gaps))
    return Measurement(bool(right.all()), f"{int(right.sum())} of {len(right)}")


class EmbeddingDirections(PlaneFigure):
    """lesson-embedding-directions: the way from man to woman leads from king to queen."""

    name = "lesson-embedding-directions"
    world_name = "pairs"
    Parameters = Pairs
    with_climate = False
    fills_room = True
    numbers: Directions
    claims = (
        Claim("All ways point the same way, to a cosine above 0.85.", _are_alike),
        Claim("Carried to another word, the first way ends nearest to its counterpart.", _lands_near),
    )

    @classmethod
    def compute(cls, parameters: Pairs, world: World) -> Directions:
        """Measure the ways between pairs of words.

        Raises:
            UserError: when the words are no pairs, or there are fewer than two.
        """
        require_plane(world)
        words = phrase_words(world, parameters.pairs, "pairs", least=4, most=12)
        if len(words) % 2 or len(set(words)) < len(words):
            raise UserError(
                f"pairs needs an even number of different words; got {' '.join(words)}; "
                'give --set pairs="…" with the words of a pair one after the other'
            )
        rows = world.embedding().rows(words)
        first, second = rows[::2], rows[1::2]
        ways = second - first
        carried = first + ways[0]
        near = [place for place in range(len(words)) if place not in (2, 3)]
        gaps = (rows[near] - carried[1]).norm(dim=1)
        nearest = int(gaps.argmin())
        return Directions(
            words, words[::2], world.axes, words[near[nearest]],
            meaning_of(ways[0], world.axes), first, second, ways, carried, (carried - second).norm(dim=1),
            cosine_similarity(ways, ways[0]), _degrees_apart(ways, ways[0]), rows[near[nearest]], gaps[nearest],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Directions) -> Mapping[str, object]:
        """Return the pairs and how alike their ways are."""
        pairs = [f"{one} to {other}" for one, other in zip(numbers.words[::2], numbers.words[1::2], strict=True)]
        return {"pairs": ", ".join(pairs), "alike": format_vector(numbers.alike)}

    def axis_names(self) -> tuple[str, ...]:
        """Return no names: words are far from where these would have them; only steps count."""
        return ()

    def axis_colors(self) -> list[str]:
        """Return no colours: the axes have no names."""
        return []

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the numbers from where the axes cross, at the frame's rim, to its other sides."""
        size = self.stage.width + self.stage.height
        return (0.0, size / self.view.unit), (0.0, size / self.view.unit)

    def world_view(self) -> PlaneView:
        """Return the view in which the words, in the middle, are as large as they can be; ticks are at the rim."""
        numbers, stage = self.numbers, self.stage
        rows = torch.cat([numbers.first, numbers.second, numbers.carried, numbers.rival_row[None]]).double()
        low, high = rows.min(dim=0).values, rows.max(dim=0).values
        size, middle = (high - low).clamp(min=1e-9).tolist(), ((low + high) / 2).tolist()
        free = stage.above_foot.inset(left=_RIM, bottom=_FOOT * (2.2 if stage.is_narrow else 1.0))
        unit = min((free.width - 2 * _SIDE) / size[0], (free.height - 2 * _AIR) / size[1])
        centre, step = free.centre, nice_step(_TICK / unit)
        centre[0] = min(float(centre[0]), 0.0 if stage.is_wide else float(centre[0]))
        least = [value + (float(edge) - float(at)) / unit for value, edge, at in zip(
            middle, (free.left, free.bottom), centre, strict=False)]  # fmt: skip
        self.crossing = (step * floor(least[0] / step), step * floor(least[1] / step))
        x, y = (float(at) + (start - value) * unit for at, start, value in zip(
            centre, self.crossing, middle, strict=False))  # fmt: skip
        beyond = Region(stage.safe.right + 0.3, stage.safe.right + 1.0, stage.safe.bottom, stage.safe.top)
        return replace(stage.plane_view, origin=(x, y), unit=unit, step=step, lying=False, record=beyond)

    # --- what stands on the map ---

    def build(self) -> None:
        """Make the words, the stencil, how far its end is from words, and all pairs' own steps."""
        numbers, theme = self.numbers, self.style.theme
        self.grey = str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _GREY).to_hex())
        self._number_the_rim()
        self.starts, self.ends, self.tips = (
            [self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second, numbers.carried)
        )
        # The step alone has the subject's colour; the words it is taken from have none.
        self.colors = [theme.subject, *(theme.families[index] for index in _FAMILIES)][: len(self.starts)]
        self.step = self.ends[0] - self.starts[0]
        self.rival_at = self.plane.place(numbers.rival_row)
        written = Coordinates(numbers.ways[0], size=self.style.sizes.number, color=theme.subject, style=self.style)
        self.written = labelled(written.scale(min(1.0, self.size / self.style.sizes.number)), self.style)
        self._lay_out()
        self.stencil = _Way(self.starts[0], self.ends[0], theme.subject, width=_STENCIL, style=self.style)
        self.hole = self._ring(self.tips[0])
        self.prints = [self._own(start, start + self.step, theme.subject) for start in self.starts]
        self.rings = [self._ring(tip) for tip in self.tips]
        self.arrows = [self._own(*each) for each in zip(self.starts, self.ends, self.colors, strict=True)]
        bold = self.style.strokes.bold
        self.misses = [
            laid(thin_line(tip, end, color, 1.6 * bold), Layer.TRAIL)
            for tip, end, color in zip(self.tips, self.ends, self.colors, strict=True)
        ]
        self.rival_line = laid(thin_line(self.tips[1], self.rival_at, self.grey, 1.6 * bold), Layer.TRAIL)
        self.fan = _Fan(self)

    def _number_the_rim(self) -> None:
        """Put the ticks' numbers at the frame's left side and at its foot: where grid lines cross is no origin."""
        free, plane = self.stage.above_foot, self.plane
        self.ground.axes.set_stroke(self.style.theme.grid, self.ground.grid[0].get_stroke_width())
        plane.remove(plane.ticks)
        count = len(plane.counts[0])
        across, up = list(plane.numbers)[:count], list(plane.numbers)[count:]
        for number in across:
            number.shift(point(0.0, free.bottom + 0.1 - float(number.get_bottom()[1])))
        for number in up:
            number.shift(point(free.left + _RIM - _BESIDE - float(number.get_right()[0])))
        corner = (free.left + _RIM, free.bottom + _FOOT)
        plane.numbers.remove(
            *(each for each in across if not corner[0] <= float(each.get_left()[0]) <= free.right - float(each.width)),
            *(each for each in up if float(each.get_bottom()[1]) < corner[1]),
        )
        self.close_gaps([])

    def _own(self, start: Point, end: Point, color: str) -> _Way:
        """Return a thin arrow between two words."""
        return _Way(start, end, color, width=_PRINT, style=self.style)

    def _ring(self, at: Point) -> Circle:
        """Return the empty place at the stencil's end, as large as a word's dot."""
        ring = Circle(radius=_DOT, color=self.style.theme.ink, stroke_width=self.style.strokes.bold)
        ring.set_fill(self.style.theme.background, 1.0)
        return laid(ring.move_to(at), Layer.ICON)

    def _coordinates(self, row: Tensor, color: str) -> VGroup:
        """Return a place or a step in numbers, over a halo."""
        return labelled(Coordinates(row, size=self.size, color=color, style=self.style), self.style)

    @property
    def size(self) -> float:
        """The size of numbers and names: smaller where the frame is narrow."""
        sizes = self.style.sizes
        return sizes.tick if self.stage.is_narrow else sizes.head if self.stage.is_wide else sizes.number

    def _riding(self, start: Point) -> Point:
        """Return how far from the stencil's middle the step's numbers stand while it starts at a place.

        They stand above it, or below it where dots, other arrows or the rim's numbers leave more room.
        """
        length = float(np.linalg.norm(self.step)) or 1.0
        along = self.step / length
        across = point(-along[1], along[0]) * (1.0 if along[0] >= 0 else -1.0)
        away = abs(across[0]) * self.written.width / 2 + abs(across[1]) * self.written.height / 2 + _CLEAR
        boxes = [*self.plane.text_boxes(), *(box_of(Dot(at, radius=1.5 * _DOT)) for at in (*self.starts, *self.ends))]

        def cost(offset: Point) -> float:
            box = box_of(self.written.copy().move_to(start + self.step / 2 + offset))
            crossed = sum(inside_length(line, box) for line in self._ways())
            return crossed + sum(overlap(box, other) for other in boxes) + 1e-3 * float(np.linalg.norm(offset))

        tried = [side * away * across + share * length * along for share in (0.0, -0.15, 0.15, -0.3, 0.3)
                 for side in (1.0, -1.0)]  # fmt: skip
        return np.asarray(min(tried, key=cost))

    def _lay_out(self) -> None:
        """Place all names, numbers and pictures, clear of each other and of every way that is drawn."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        rows = torch.stack((numbers.first, numbers.second), 1).flatten(0, 1)
        along = self.step / (float(np.linalg.norm(self.step)) or 1.0)
        self.question = Label("?", size=style.sizes.hero, color=theme.subject, style=style)
        self.question.move_to(self.tips[1] + (_DOT + 2 * _CLEAR) * along)
        self.riding = [self._riding(start) for start in self.starts]
        riding = [
            self.written.copy().move_to(start + self.step / 2 + offset)
            for start, offset in zip(self.starts, self.riding, strict=True)
        ]
        taken = [*self.plane.text_boxes(), *map(box_of, riding), box_of(self.question)]
        self.words = [self._word(index, self.plane.place(row), row) for index, row in enumerate(rows)]
        gaps = [*numbers.missed[1:], numbers.rival_gap]
        self.gaps = [
            labelled(Number(gap, size=self.size, color=color, style=style), style)
            for gap, color in zip(gaps, [*self.colors[1:], self.grey], strict=True)
        ]
        middles = [(tip + end) / 2 for tip, end in zip(self.tips[1:], self.ends[1:], strict=True)]
        middles.append((self.tips[1] + self.rival_at) / 2)
        dots = [box_of(word.dot) for word in self.words]
        ahead = 1.0 if self.step[0] >= 0 else -1.0
        spots, texts = [], []
        for gap, middle in zip(self.gaps, middles, strict=True):
            gap.next_to(middle, point(ahead), buff=_BESIDE)
            crossed = any(inside_length(line, box_of(gap)) for line in self._ways())
            if crossed or any(overlap(box_of(gap), box) for box in (*taken, *dots)):
                spots.append(Spot(*flat(middle), float(gap.width), float(gap.height), (0.03, 0.03), (ahead, 0.0)))
                texts.append(gap)
            else:
                taken.append(box_of(gap))
        for index, word in enumerate(self.words):
            outward = ahead if index % 2 else -ahead
            if len(word.icon) and self._pictured(word, outward, taken):
                taken.append(box_of(VGroup(word.icon, word.text)))
                continue
            word.icon = VGroup()
            spots.append(Spot(*flat(word.at), word.text.width, word.text.height, (_DOT, _DOT), (outward, 0.0)))
            texts.append(word.text)
        self.end_numbers = self._coordinates(numbers.carried[1], theme.ink)
        width, height = float(self.end_numbers.width), float(self.end_numbers.height)
        spots.append(Spot(*flat(self.tips[1]), width, height, (_DOT, _DOT), (ahead, 0.0)))
        texts.append(self.end_numbers)
        room = self.stage.above_foot.inset(left=_RIM, right=_EDGE, bottom=_EDGE, top=_EDGE)
        bounds = (room.left, room.bottom, room.right, room.top)
        centres = place_labels(spots, bounds, lines=self._ways(), boxes=[*taken, *dots])
        for text, centre in zip(texts, centres, strict=True):
            x, y = float(text.width) / 2, float(text.height) / 2
            across = min(max(centre[0], room.left + x), room.right - x)
            text.move_to(point(across, min(max(centre[1], room.bottom + y), room.top - y)))

    def _pictured(self, word: _Word, outward: float, taken: Sequence[Box]) -> bool:
        """Put a word's picture straight beyond its dot, and its name beyond that; return whether there is room."""
        safe = self.stage.above_foot
        dots = [box_of(each.dot) for each in self.words]
        for away, lift in product((0, 2, 4, 6), (0, 1, -1, 2, -2, 4, -4)):
            word.icon.next_to(word.at, point(outward), buff=_DOT + _BESIDE + away * _DOT)
            word.icon.shift(point(0.0, lift * _DOT))
            word.text.next_to(word.icon, point(outward), buff=_BESIDE)
            left, low, right, top = whole = box_of(VGroup(word.icon, word.text))
            inside = safe.left <= left and right <= safe.right and safe.bottom <= low and top <= safe.top
            crossed = any(inside_length(line, whole) for line in self._ways())
            if inside and not crossed and not any(overlap(whole, box) for box in (*taken, *dots)):
                return True
        return False

    def _ways(self) -> list[Segment]:
        """Return all lines that are drawn at some time."""
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        lines += [(flat(start), flat(start + self.step)) for start in self.starts]
        lines += [(flat(tip), flat(end)) for tip, end in zip(self.tips[1:], self.ends[1:], strict=True)]
        return [*lines, (flat(self.tips[1]), flat(self.rival_at))]

    def _word(self, index: int, at: Point, row: Tensor) -> _Word:
        """Return a word with its name, for the first two pairs with its place in numbers, and as it waits."""
        style, theme, text, pair = self.style, self.style.theme, self.numbers.words[index], index // 2
        color = self.colors[pair] if pair else theme.ink

        def dot(shade: str) -> Dot:
            mark = Dot(at, radius=_DOT, color=theme.fill(shade))
            return laid(mark.set_background_stroke(color=theme.background, width=RIM), Layer.ICON)

        name, grey = (labelled(Label(text, size=self.size, color=shade, style=style), style)
                      for shade in (color, self.grey))  # fmt: skip
        numbers = self._coordinates(row, color) if pair < 2 else VGroup()
        block = VGroup(VGroup(grey, name), *([numbers] if len(numbers) else []))
        block.arrange(point(0.0, -1.0), buff=_LINES)
        icon = VGroup()
        if has_icon(text, style) and self.stage.is_wide:
            icon = laid(VGroup(ShadedIcon(text, color, height=_ICON, style=style)), Layer.ICON)
        return _Word(at, dot(color), name, numbers, icon, block, dot(self.grey), grey)

    # --- the story ---

    def tell(self) -> None:
        """Measure a step; set it down at other words; gather all pairs' own steps; name their direction."""
        numbers = self.numbers
        words = dict(zip(("first", "second", "third", "fourth"), numbers.words, strict=False))
        words |= {"missed": format_number(float(numbers.missed[1]))}
        found = {"rival": numbers.rival, "gap": format_number(float(numbers.rival_gap))}
        with self.beat("pair", **words):
            self._tell_pair()
            self.rest()
        with self.beat("carry", **words):
            self._tell_carried()
            self.rest()
        nearest = float(numbers.missed[1]) < float(numbers.rival_gap)
        with self.beat("find", text="find" if nearest else "search", **words, **found):
            self._tell_nearest()
            self.rest()
        with self.beat("all"):
            self._tell_all()
            self.rest()
        with self.beat("compare", most=format_number(float(numbers.angles.max()), 0)):
            self.fan.tell_gathered()
            self.rest()
        with self.beat("meaning", meaning=self.meaning()):
            self.fan.tell_meaning()
            self.hold()

    def meaning(self) -> str:
        """Return what the step's direction means, in words."""
        numbers, (key, axis) = self.numbers, self.numbers.meaning
        return self.says(key, axis=axis, first=numbers.words[0], second=numbers.words[1])

    def _tell_pair(self) -> None:
        """Show two words with their places; let the arrow between them grow; write the step above it."""
        move = self.style.times.move
        self.play(FadeIn(*(word.unknown for word in self.words)), run_time=move)
        self.play(*self._called(0), *self._called(1), run_time=move)
        start = self.starts[0]

        def grow(share: float) -> None:
            self.stencil.set_ends(start, start + max(share, 1e-3) * self.step)

        grow(0.0)
        self.add(self.stencil)
        self.play(Live([self.stencil], grow, run_time=move))
        self.written.move_to(start + self.step / 2 + self.riding[0])
        self.play(FadeIn(self.written, shift=point(0.0, 0.2)), run_time=move)

    def _carry(self, before: int, index: int, seconds: float) -> None:
        """Pick the stencil up at one place and set it down at another; it leaves its print behind."""
        self.add(self.prints[before], self.stencil, self.hole)
        if before:
            self.add(self.rings[before])
        start, end = self.starts[before], self.starts[index]
        first, last = self.riding[before], self.riding[index]

        def follow(share: float) -> None:
            at = start + share * (end - start)
            self.stencil.set_ends(at, at + self.step)
            self.hole.move_to(at + self.step)
            self.written.move_to(at + self.step / 2 + first + share * (last - first))

        follow(0.0)
        self.play(Live([self.stencil, self.hole, self.written], follow, run_time=seconds))

    def _tell_carried(self) -> None:
        """Set the stencil down at the third word; ask where it ends, and say it in numbers."""
        self.play(*self._called(2), run_time=_FOUND)
        self._carry(0, 1, _CARRY)
        self.play(FadeIn(self.question), run_time=_FOUND)
        self.play(FadeIn(self.end_numbers), run_time=self.style.times.move)

    def _tell_nearest(self) -> None:
        """Show all other words, grey; let a circle grow from the step's end until it meets two of them."""
        self.play(
            FadeOut(self.question), FadeIn(*(word.waiting for word in self.words[3:])), run_time=self.style.times.move
        )
        missed, gap = float(self.numbers.missed[1]), float(self.numbers.rival_gap)
        sought = [(missed, self.misses[1], self.gaps[0]), (gap, self.rival_line, self.gaps[-1])]
        circle, before = self._circle(1), 0.0
        for far, line, label in sorted(sought, key=lambda each: each[0]):
            self._grow(circle, 1, before, far, _SEARCH)
            called = self._called(3) if line is self.misses[1] else []
            self.play(Create(line), *called, FadeIn(label), run_time=_FOUND)
            before = far
        self.play(FadeOut(circle), run_time=self.style.times.quick)

    def _called(self, index: int) -> list[Animation]:
        """Return how a word that waited takes its pair's colour."""
        word = self.words[index]
        gone = [word.unknown, *([word.waiting] if word.waiting in self.get_mobject_family_members() else [])]
        return [FadeOut(*gone), FadeIn(*word.parts)]

    def _tell_all(self) -> None:
        """Set the stencil down at one word after another, and look each time for the counterpart."""
        gone = [self.rival_line, self.gaps[-1], self.end_numbers]
        self.play(FadeOut(*gone), run_time=self.style.times.quick)
        for index in range(2, len(self.starts)):
            self.play(*self._called(2 * index), run_time=self.style.times.quick)
            self._carry(index - 1, index, _AGAIN)
            circle = self._circle(index)
            self._grow(circle, index, 0.0, float(self.numbers.missed[index]), _SEEK)
            found = [*self._called(2 * index + 1), FadeIn(self.gaps[index - 1]), FadeOut(circle)]
            self.play(Create(self.misses[index]), *found, run_time=_FOUND)

    def _circle(self, index: int) -> VMobject:
        """Return the circle that will grow around where the step from a pair's first word ends."""
        circle = VMobject(stroke_color=self.colors[index], stroke_width=self.style.strokes.line)
        return laid(circle.set_points(self._open(self.tips[index], 1e-3)), Layer.GHOST)

    def _open(self, centre: Point, radius: float) -> NDArray[np.float64]:
        """Return the points of a circle that is open where names, numbers and pictures of words lie."""
        seen = [part for word in self.words for part in (word.name, word.numbers, word.icon) if len(part)]
        seen += [self.written, self.end_numbers]
        return open_circle(centre, radius, [box_of(each) for each in seen])

    def _grow(self, circle: VMobject, index: int, before: float, after: float, seconds: float) -> None:
        """Let a circle around where a step ends grow from one radius to another, in the vectors' numbers."""

        def follow(share: float) -> None:
            radius = before + share * (after - before)
            circle.set_points(self._open(self.tips[index], max(radius * self.view.unit, 1e-3)))

        follow(0.0)
        self.add(circle)
        self.play(Live([circle], follow, run_time=seconds))


class _Fan:
    """All pairs' own steps from one place, all enlarged alike, and how far each is off the first.

    Args:
        figure: the figure, whose steps they are.

    Attributes:
        tail: where all begin.
        larger: how much larger than on the map they are drawn.
        arrows: one a pair; they lie on the map's own before they are gathered.
        arcs: the angles of all but the first.
        names: the pairs' names at the tips; of all but the first with the angle.
        title: what the common direction means.
    """

    def __init__(self, figure: EmbeddingDirections) -> None:
        self.figure, self.style = figure, figure.style
        numbers, style, stage = figure.numbers, figure.style, figure.stage
        words = numbers.words
        self.ways = [end - start for start, end in zip(figure.starts, figure.ends, strict=True)]
        big = style.sizes.hero if stage.is_wide else style.sizes.head
        self.names = []
        for index, color in enumerate(figure.colors):
            pieces: list[VMobject] = [
                Label(
                    f"{words[2 * index]} → {words[2 * index + 1]}",
                    size=style.sizes.number if stage.is_narrow else style.sizes.head,
                    color=color,
                    style=style,
                )
            ]
            if index:
                angle = HeroNumber(numbers.angles[index], decimals=0, size=big, color=color, style=style)
                pieces = [angle, Label("°", size=big, color=color, style=style), *pieces]
            self.names.append(Row(pieces, [_SIGN, _TO_TIP][: len(pieces) - 1]))
        room = stage.above_foot
        self.title = Label(figure.meaning(), size=style.sizes.hero, color=style.theme.subject, within=room.width,
                           style=style)  # fmt: skip
        self.tail, self.larger = self._place(room.inset(top=_HEADROOM))
        self.arrows = [
            _Way(start, end, color, width=_STENCIL, style=style)
            for start, end, color in zip(figure.starts, figure.ends, figure.colors, strict=True)
        ]
        self.turns = [_turn(self.ways[0], way) for way in self.ways]
        self.order = sorted(range(1, len(self.turns)), key=lambda index: abs(self.turns[index]))
        shares = np.linspace(_FIRST_ARC, _LAST_ARC, max(len(self.order), 2))
        self.arcs = [self._arc(index, float(shares[self.order.index(index)])) for index in range(1, len(self.turns))]
        self._lay_names(room)

    def _place(self, free: Region) -> tuple[Point, float]:
        """Return where all begin, and how much larger they are, to lie in a region with their names."""
        corners = np.array([point(), *self.ways])
        low, high = corners.min(axis=0), corners.max(axis=0)
        wide = max(float(name.width) for name in self.names) + 2 * _TO_TIP
        tall = max(float(name.height) for name in self.names) / 2
        left, right = (wide * float(side) for side in (low[0] < -1e-6, high[0] > 1e-6))
        inner = free.inset(left=max(left, 2 * _DOT), right=max(right, 2 * _DOT), bottom=tall, top=tall)
        sides = [max(float(side), 1e-9) for side in (high - low)[:2]]
        larger = min(inner.width / sides[0], inner.height / sides[1], _LARGEST)
        return inner.centre - larger * (low + high) / 2, larger

    def _arc(self, index: int, share: float) -> Arc:
        """Return the angle between the step and another arrow, at a share of the step's length."""
        radius = share * self.larger * min(float(np.linalg.norm(way)) for way in self.ways)
        start = float(np.arctan2(self.ways[0][1], self.ways[0][0]))
        arc = Arc(radius, start, self.turns[index], arc_center=self.tail, color=self.figure.colors[index])
        return laid(arc.set_stroke(width=1.4 * self.style.strokes.bold), Layer.GLOW)

    def _lay_names(self, room: Region) -> None:
        """Place names beyond the tips, and the meaning above all."""
        ends = [self.tail + self.larger * way for way in self.ways]
        spots = [
            Spot(*flat(end), float(name.width), float(name.height), (_TO_TIP, 0.02), flat(way))
            for end, name, way in zip(ends, self.names, self.ways, strict=True)
        ]
        bounds = (room.left, room.bottom, room.right, room.top - _HEADROOM)
        lines = [(flat(self.tail), flat(end)) for end in ends]
        for name, centre in zip(self.names, place_labels(spots, bounds, lines=lines), strict=True):
            laid(name.move_to(point(*centre)), Layer.LABEL)
        middle = self.tail + self.larger * sum(self.ways) / len(self.ways) / 2
        highest = max(float((self.tail + self.larger * way)[1]) for way in self.ways)
        above = min((highest + room.top) / 2, room.top - float(self.title.height) / 2)
        half = float(self.title.width) / 2
        self.title.move_to(point(min(max(float(middle[0]), room.left + half), room.right - half), above))
        laid(self.title, Layer.LABEL)

    def tell_gathered(self) -> None:
        """Let every print turn to its own counterpart; slide all to one place and enlarge them; measure angles."""
        figure, quick = self.figure, self.style.times.quick
        gone = [*figure.misses[1:], *figure.gaps[:-1], *figure.rings[1:-1], figure.hole, figure.written]
        figure.play(FadeOut(*gone), run_time=quick)
        figure.remove(figure.stencil, *figure.prints)
        turned = [*figure.prints[1:-1], figure.stencil]
        figure.add(figure.prints[0], *turned)
        figure.play(*(ReplacementTransform(*each) for each in zip(turned, figure.arrows[1:], strict=True)),
                    run_time=_TURN)  # fmt: skip
        figure.remove(figure.prints[0], *figure.arrows)
        figure.add(*self.arrows)
        start = laid(Dot(self.tail, radius=1.5 * _DOT, color=self.style.theme.ink), Layer.ICON)
        words = [part for word in figure.words for part in word.parts]
        figure.play(FadeOut(*words, figure.plane), self._gather())
        figure.play(FadeIn(start, self.names[0]), run_time=quick)
        for index in self.order:
            figure.play(Create(self.arcs[index - 1]), FadeIn(self.names[index]), run_time=_MEASURED)

    def _gather(self) -> Live:
        """Return how all arrows slide, unturned, to one beginning and grow, all alike."""
        arrows, starts = self.arrows, self.figure.starts

        def follow(share: float) -> None:
            for arrow, start, way in zip(arrows, starts, self.ways, strict=True):
                arrow.clear = (1 - share) * _CLEAR
                at = start + share * (self.tail - start)
                arrow.set_ends(at, at + (1 + share * (self.larger - 1)) * way)

        return Live(arrows, follow, run_time=_GATHER)

    def tell_meaning(self) -> None:
        """Let a dot for each first word walk along its step; name what that means."""
        theme = self.style.theme
        colors = [theme.ink, *self.figure.colors[1:]]
        # They walk in front of the arrows.
        dots = [laid(Dot(self.tail, radius=1.5 * _DOT, color=theme.fill(color)), Layer.ICON) for color in colors]

        def follow(share: float) -> None:
            for dot, way in zip(dots, self.ways, strict=True):
                dot.move_to(self.tail + share * self.larger * way)

        figure = self.figure
        figure.add(*dots)
        figure.play(FadeIn(self.title, shift=point(0.3)), Live(dots, follow), run_time=_WALK)
        figure.play(FadeOut(*dots), run_time=self.style.times.quick)


def open_circle(centre: Point, radius: float, boxes: Sequence[Box]) -> NDArray[np.float64]:
    """Return a circle's points, as of a manim path of one or more parts, without what lies in boxes or close to them.

    Args:
        centre: manim point of its middle.
        radius: scene units.
        boxes: of what it must not run through.
    """
    angles = np.linspace(0.0, 2 * np.pi, _PIECES + 1)
    corners = centre + radius * np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
    x, y = corners[:, 0], corners[:, 1]
    free = np.ones(len(corners), bool)
    for left, low, right, top in boxes:
        free &= (x < left - _OPEN) | (x > right + _OPEN) | (y < low - _OPEN) | (y > top + _OPEN)
    starts, ends = corners[:-1][free[:-1] & free[1:]], corners[1:][free[:-1] & free[1:]]
    thirds = [starts + share * (ends - starts) for share in (0.0, 1 / 3, 2 / 3, 1.0)]
    return np.stack(thirds, axis=1).reshape(-1, 3)


def _turn(first: Point, other: Point) -> float:
    """Return the angle from one direction to another, in radians: to the left positive."""
    return float(np.arctan2(first[0] * other[1] - first[1] * other[0], first @ other))
