"""A direction carries meaning: one difference takes several words to their counterparts, measured on real words.

The plane's axes are not named until the end: a word's place tells little ("man" lies beyond "queen" on the axis called
female), the step from word to word tells much, and it is the step that gets the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import floor
from typing import Self

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
    GrowFromPoint,
    ManimColor,
    ReplacementTransform,
    Transform,
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
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, Spot, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.token import DOT, Token
from scenes.parts.plane.vector import Vector, arrow_corners, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, Row, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.worlds import World

_WIDE, _CLEAR_OF_DOT = 0.07, DOT + 0.07
"""Scene units: the width of an arrow, and how far from a dot's middle it begins and ends, so that dots stay whole."""

_LINE, _LYING_LINE, _BETWEEN, _APART = 0.8, 0.4, 0.2, 0.7
"""Scene units: the lines of what is reckoned beside and beneath the plane, and what is free between a name and its
numbers; lines that are free between two sums."""

_ICON, _LARGE_ICON, _OVER, _UNDER, _AROUND, _LOWERED = 0.72, 1.0, 0.17, 0.12, 0.2, 0.28
"""Scene units: the height of an icon, and in a wide frame; what is free between a dot and the icon beside it, and from
that to its name; what is free around an icon; by how much lower than its dot it stands where words lie above it."""

_MOST_ABOVE, _ABOVE_CIRCLE = 0.4, 0.15
"""The most that a circle may reach above the words, as a share of the height that they take; scene units above it."""

_RECORD, _RIM, _FOOT, _SIDES, _ABOVE, _BENEATH, _TICK = 2.7, 0.85, 0.5, (1.35, 2.4), 0.5, 0.8, 1.0
"""Scene units of a wide frame: where the record begins; what numbers at the map's left side and at its foot take; what
is free of words' places beside them, above and beneath; from one line of the grid to the next, at the least."""

_TITLE, _ASCENT, _PITCH, _LEVEL, _LEVEL_AIR = 0.66, 0.4, 0.8, 10.0, 0.2
"""Scene units from a distance up to the title of all, from there to the margin, and from one distance to the next, at
the least; stroke units of a distance that lies level; scene units at its ends."""

_LEVEL_EDGE = _LEVEL / 200
"""Scene units: half the height of a distance that lies level."""

_CARRY, _AGAIN, _FOUND, _SEARCH, _SEEK, _TURN, _DRAWN, _WALK = 1.1, 0.7, 0.5, 1.0, 0.6, 1.0, 0.6, 1.8
"""Seconds in which a step is carried to another word, and again; in which a counterpart is found, a circle grows until
it meets a word, and once more for another pair; in which steps turn, one is drawn again, and words walk along them."""

_LONGEST, _LEAST, _MOVED, _SWELL = 4.3, 0.5, 0.25, 1.0
"""Scene units to which steps are drawn again, at most and at least; the share of the time in which a copy of a distance
goes to its row; by how much wider a pair's own arrow gets while it is drawn again."""

_TIP_GAP, _SIGN, _OFF_MAP, _PLACES = 0.25, 0.03, 0.35, 9
"""Scene units between an arrow and what stands at its end; before a sign of degrees; from words to gathered arrows.
Places along each side at which these are tried."""

_INTO_MAP, _OFF_ROW, _OFF_LIST = (2.0, 3.0), 0.38, 0.75
"""Scene units by which gathered arrows may begin before the record, and in a wide frame; from the height at which they
do to any word's, as else they would begin at one more word; from what their direction means to the names at their
tips."""

_ASIDE, _LINE_OF_NAMES, _SETTLED = 0.5, 1.35, 40
"""The way to the right, for arrows of length 1, on which all names stand in a column; the names' heights from one to
the next there; rounds in which they move apart."""

_FIRST_ARC, _LAST_ARC = 0.48, 0.76
"""Shares of the arrows' length at which the smallest and the largest angle are drawn: off their heads."""

_LIFTS = (0.0, 0.85, -0.85)
"""Scene units by which an icon may be carried above its straight way, where other words lie on that."""

_LEFT_BEHIND = 0.5
"""The opacity of an icon while its copy is under way."""

_VEILED = 0.6
"""The opacity of what dims the grid: so arrows drawn again are not read as places of the map."""

_MEASURED = 0.6
"""Seconds in which an angle is measured."""

_OPEN, _PIECES = 0.09, 360
"""Scene units around words at which a circle is open; pieces that it is made of."""

_AIMED = 0.9
"""The cosine with one of the world's axes from which a direction has that axis's meaning."""

_CLEAR, _SWEEPS = 0.15, 5
"""Ticks that are free between an axis and the words, at the least; places on an arrow's way that names keep off."""

_GREY = 0.25
"""The share of ink in the grey of words that wait for their turn, and of what is drawn for comparison."""

_FAMILIES = (0, 1, 3, 4, 2)
"""The colours of the pairs after the first: neighbours differ most."""


_Line = tuple[str, Tensor | None, str]
"""A line of what is reckoned: its name, its number or numbers, its colour."""


class _Way(Vector):
    """An arrow from one word's dot to another's, which it leaves whole; arguments are those of ``Vector``.

    Attributes:
        clear: scene units by which it begins after its start and ends before its end.
    """

    clear: tuple[float, float] = (_CLEAR_OF_DOT, _CLEAR_OF_DOT)

    def set_ends(self, start: Point, end: Point) -> Self:
        """Lay the arrow between two dots; nothing of it is left where they touch."""
        self.start, self.end = np.array(start, float), np.array(end, float)
        way = self.end - self.start
        before, after = (clear * min(1.0, self.length / (2 * sum(self.clear) or 1.0)) for clear in self.clear)
        along = way / (self.length or 1.0)
        corners = arrow_corners(self.start + before * along, self.end - after * along, self.shaft_width)
        self.body.set_points_as_corners(corners)
        return self


@dataclass(frozen=True)
class _Distance:
    """A distance filed in the record: the word, the line laid level, the number.

    Attributes:
        name: the word's name.
        start: where the line begins.
        end: where it ends.
        number: the distance.
        color: of all, ``#rrggbb``.
    """

    name: Label
    start: Point
    end: Point
    number: Number
    color: str


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
    gaps: Tensor = quantity("The way from there to the counterpart.", rows="names", columns="axes")
    missed: Tensor = quantity("How long that is.", rows="names")
    alike: Tensor = quantity("The cosine of each way with the first one.", rows="names")
    angles: Tensor = quantity("The angle of each way with the first one, in degrees.", rows="names")
    rival_row: Tensor = quantity(
        "The word that, but for the counterpart, is nearest to where the way leads from the second pair.",
        rows="axes",
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
        far = (rows[near] - carried[1]).norm(dim=1)
        nearest = int(far.argmin())
        return Directions(
            words, words[::2], world.axes, words[near[nearest]],
            meaning_of(ways[0], world.axes), first, second, ways, carried, second - carried,
            (second - carried).norm(dim=1), cosine_similarity(ways, ways[0]), _degrees_apart(ways, ways[0]),
            rows[near[nearest]], far[nearest],
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
        """Return the least and the largest number along both axes, from where these cross."""
        (left, right), (bottom, top) = super().spans()
        x, y = self.crossing
        return (left - x, right - x), (bottom - y, top - y)

    def world_view(self) -> PlaneView:
        """Return a view whose axes cross a tick before the words, where these would lie on an axis or behind it."""
        if self.stage.is_wide:
            return self._beside_the_record()
        view = super().world_view()
        lows = [low for low, _ in super().spans()]
        across, up = (view.step * min(floor(low / view.step - _CLEAR), 0) for low in lows)
        self.crossing = (across, up)
        return super().world_view()

    def _beside_the_record(self) -> PlaneView:
        """Return the view of a wide frame: words are as large as they can be, axes cross in the map's corner."""
        numbers, stage = self.numbers, self.stage
        view = stage.plane_view
        view = replace(view, record=replace(view.record, left=_RECORD))
        rows = torch.cat([numbers.first, numbers.second, numbers.carried]).double()
        low, high = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        # The circle that meets two words stays inside the frame, unless that would make the map small.
        met = float(numbers.carried[1, 1] + max(numbers.missed[1], numbers.rival_gap))
        above = _ABOVE
        if high[1] < met < high[1] + _MOST_ABOVE * (high[1] - low[1]):
            high[1], above = met, _ABOVE_CIRCLE
        free = stage.above_foot.inset(left=_RIM, bottom=_FOOT, right=stage.safe.right - _RECORD)
        inner = free.inset(left=_SIDES[0], right=_SIDES[1], bottom=_BENEATH, top=above)
        sides = [max(end - start, 1e-9) for start, end in zip(low, high, strict=True)]
        unit = min(inner.width / sides[0], inner.height / sides[1])
        step = nice_step(_TICK / unit)
        # Words begin at the left: what is free is at their right, where steps are gathered.
        begins = [inner.left, float(inner.centre[1]) - sides[1] * unit / 2]
        least = [value - (begin - edge) / unit for value, begin, edge in zip(
            low, begins, (free.left, free.bottom), strict=True)]  # fmt: skip
        self.crossing = (step * floor(least[0] / step), step * floor(least[1] / step))
        x, y = (begin - (value - cross) * unit for begin, value, cross in zip(
            begins, low, self.crossing, strict=True))  # fmt: skip
        return replace(view, origin=(x, y), unit=unit, step=step)

    def build(self) -> None:
        """Make the words, the arrows between them, what is reckoned, and how far steps and other words are apart."""
        numbers, theme, style = self.numbers, self.style.theme, self.style
        starts, ends = ([self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second))
        self.starts, self.ends = starts, ends
        self.tips = [self.plane.place(row) for row in numbers.carried]
        # The step alone has the subject's colour; the words it is taken from have none.
        self.colors = [theme.subject, *(theme.families[index] for index in _FAMILIES)][: len(starts)]
        self.grey = str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _GREY).to_hex())
        self.firsts, self.seconds, self.waiting = self._words()
        places = dict(zip(numbers.words, (at for pair in zip(starts, ends, strict=True) for at in pair), strict=True))
        self.unknown = {
            word: Token(word, places[word], self.grey, pictured=False, style=style) for word in numbers.words[2:]
        }
        self.arrows = [
            _Way(one, other, color, width=_WIDE, style=style)
            for one, other, color in zip(starts, ends, self.colors, strict=True)
        ]
        self._make_a_map()
        self.carried = [_Way(starts[0], ends[0], theme.subject, width=_WIDE, style=style) for _ in starts]
        self.rings = [self._ring(ends[0]) for _ in starts]
        bold = style.strokes.bold
        self.misses = [
            laid(thin_line(tip, end, color, bold), Layer.VECTOR)
            for tip, end, color in zip(self.tips, ends, self.colors, strict=True)
        ]
        rival = thin_line(self.tips[1], self.plane.place(numbers.rival_row), self.grey, bold)
        self.rival_line = laid(rival, Layer.VECTOR)
        self.measured: list[VGroup] = []
        self.pair_rows, self.king_rows = self._reckoning()
        self.title, self.contest, self.gaps = self._distances()
        self.fan = _Fan(self)

    def _make_a_map(self) -> None:
        """Draw the axes as two lines of the grid: where they cross is no origin, and numbers stand at the rim."""
        self.ground.axes.set_stroke(self.style.theme.grid, self.ground.grid[0].get_stroke_width())
        self.plane.remove(self.plane.ticks)
        if not self.stage.is_wide:
            self.ground.paint(self.camera)  # type: ignore[arg-type]
            return
        free, count = self.stage.above_foot, len(self.plane.counts[0])
        for index, number in enumerate(self.plane.numbers):
            across, up = free.left + _RIM - 0.15 - number.get_right()[0], free.bottom + 0.1 - number.get_bottom()[1]
            number.shift(point(0.0, float(up)) if index < count else point(float(across)))
        self.close_gaps([])

    def _ring(self, at: Point) -> Circle:
        """Return the empty place at the end of a carried step, as large as a word's dot."""
        ring = Circle(radius=DOT, color=self.style.theme.ink, stroke_width=self.style.strokes.line)
        ring.set_fill(self.style.theme.background, 1.0)
        return laid(ring.move_to(at), Layer.ICON)

    def _words(self) -> tuple[list[Token], list[Token], dict[str, Token]]:
        """Return the words of all pairs in their colours, and, grey, those that wait for their turn, by word.

        Names keep off arrows and their ways.
        """
        numbers, ink = self.numbers, self.style.theme.ink
        rows = dict(zip(numbers.words, torch.stack((numbers.first, numbers.second), 1).flatten(0, 1), strict=True))
        icons = {word: self._standing(word, index) for index, word in enumerate(rows)}
        boxes = [box_of(icon) for icon in icons.values() if len(icon)]
        if not self.view.lying:
            record = self.view.record
            boxes.append((self._right(), self.stage.safe.bottom, record.right, self.stage.safe.top))
        placed = self._beside_icons(rows, icons)
        free = {word: row for word, row in rows.items() if word not in placed}
        for word, (across, up) in placed.items():
            name, at = Label(word, size=self.style.sizes.number, style=self.style), self.plane.place(rows[word])
            boxes += [box_of(name.move_to(at + point(across, up))), box_of(Dot(at, radius=DOT))]
        offsets = placed | name_offsets(
            self.plane, free, heights=dict.fromkeys(free, 2 * DOT), lines=self._swept(), boxes=boxes, style=self.style
        )

        def word_at(word: str, color: str) -> Token:
            at = self.plane.place(rows[word])
            return Token(word, at, color, offset=offsets[word], pictured=False, style=self.style)

        colors = [ink, *self.colors[1:]]
        words = [word_at(word, colors[index // 2]) for index, word in enumerate(numbers.words)]
        for token in words:
            token.add(icons[token.word])
        for word in placed if self.stage.is_wide else ():  # without its icon, a name waits where that will stand
            side = float(np.sign(icons[word].get_x() - self.plane.place(rows[word])[0]))
            name = Label(word, size=self.style.sizes.number, style=self.style)
            offsets[word] = (side * (DOT + _UNDER + float(name.width) / 2), 0.0)
        return words[::2], words[1::2], {word: word_at(word, self.grey) for word in numbers.words[3:]}

    def _beside_icons(self, rows: Mapping[str, Tensor], icons: Mapping[str, VGroup]) -> dict[str, tuple[float, float]]:
        """Return the offsets of names that stand at the icon beside their dot, where there is a place.

        That is under it, or, in a wide frame, first on its side that is away from the dot.
        """
        texts, lines = self.plane.text_boxes(), [*self.plane.axis_segments(), *self._swept()]
        dots = [box_of(Dot(self.plane.place(row), radius=DOT)) for row in rows.values()]
        offsets = {}
        for word, icon in icons.items():
            at = self.plane.place(rows[word])
            if not len(icon) or not -_LOWERED - DOT <= float(icon.get_y()) - float(at[1]) <= DOT:
                continue
            name = Label(word, size=self.style.sizes.number, style=self.style)
            taken = [*texts, *dots, *(box_of(other) for other in icons.values() if len(other))]
            away = point(float(np.sign(icon.get_x() - at[0])))
            for side in (away, point(0.0, -1.0)) if self.stage.is_wide else (point(0.0, -1.0),):
                name.next_to(icon, side, buff=_UNDER)
                if not side[0]:
                    name.shift(point(min(0.0, self._right() - float(name.get_right()[0]))))
                if self._is_free(box_of(name), taken, lines):
                    offsets[word] = (float(name.get_x() - at[0]), float(name.get_y() - at[1]))
                    break
        return offsets

    def _swept(self) -> list[Segment]:
        """Return the lines that names keep off: arrows, their ways from word to word, and drawn distances."""
        step = self.ends[0] - self.starts[0]
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        lines.append((flat(self.tips[1]), flat(self.plane.place(self.numbers.rival_row))))
        for index, start in enumerate(self.starts[1:], start=1):
            lines.append((flat(start + step), flat(self.ends[index])))
            origin = self.starts[self._source(index)]
            for share in np.linspace(0.0, 1.0, _SWEEPS):
                at = origin + share * (start - origin)
                lines.append((flat(at), flat(at + step)))
        return lines

    def _standing(self, word: str, index: int) -> VGroup:
        """Return a word's icon above its dot, or beside it where its pair's arrow does not lie, or below it.

        In a wide frame, beside it comes first. There is none where the word has none, or where all would lie on another
        word or a way.
        """
        if not has_icon(word, self.style):
            return VGroup()
        pair, place = divmod(index, 2)
        at = (self.starts, self.ends)[place][pair]
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        step = self.ends[0] - self.starts[0]
        lines += [*((flat(start), flat(start + step)) for start in self.starts), *self.plane.axis_segments()]
        dots = [box_of(Dot(each, radius=DOT)) for each in (*self.starts, *self.ends)]
        color = self.colors[pair] if pair else self.style.theme.ink
        wide = self.stage.is_wide
        icon = ShadedIcon(word, color, height=_LARGE_ICON if wide else _ICON, style=self.style)
        outwards = (1 if place else -1) * (1 if self.ends[pair][0] >= self.starts[pair][0] else -1)
        beside, over = outwards * (DOT + _OVER + icon.width / 2), DOT + _OVER + icon.height / 2
        above, level, lowered, below = (0.0, over), (beside, 0.0), (beside, -_LOWERED), (0.0, -over)
        for reach in (level, lowered, above, below) if wide else (above, level, lowered, below):
            icon.move_to(at + point(*reach))
            left, low, right, top = box_of(icon)
            # What is free above it may lie in the frame's margin; the icon itself may not.
            around = (left, low, right, max(top, min(top + _AROUND, self.stage.safe.top)) if reach[0] else top)
            if self._is_free(around, dots, lines):
                return laid(VGroup(icon), Layer.ICON)
        return VGroup()

    def _is_free(self, box: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
        """Return whether a box lies in the frame and beside the record, off other boxes and lines."""
        (left, low, right, top), safe = box, self.stage.safe
        edge = self.stage.above_foot.left + _RIM if self.stage.is_wide else safe.left  # there, numbers are at the rim
        inside = edge <= left and right <= self._right() + 1e-6 and safe.bottom <= low and top <= safe.top
        taken = any(overlap(box, other) for other in boxes) or any(inside_length(line, box) for line in lines)
        return inside and not taken

    def _right(self) -> float:
        """Return where the room for words ends: at the margin, or before the record."""
        return self.stage.safe.right if self.view.lying else self.view.record.left - _BETWEEN

    def _source(self, index: int) -> int:
        """Return the pair from whose place the step is carried to another pair: the nearest of those before it."""
        if index == 1:
            return 0
        return min(range(index), key=lambda other: float(np.linalg.norm(self.starts[other] - self.starts[index])))

    def _reckoning(self) -> tuple[list[VGroup], list[VGroup]]:
        """Return the lines of what is reckoned: the step; the step added to another word."""
        numbers, record, ink = self.numbers, self.view.record, self.style.theme.ink
        first, second, third = numbers.words[:3]
        step, (subject, other) = self.says("step"), self.colors[:2]
        wholes: list[_Line] = [
            (second, numbers.second[0], ink), (f"\u2212 {first}", numbers.first[0], ink),
            (f"= {step}", numbers.ways[0], subject), (third, numbers.first[1], other),
            (f"+ {step}", numbers.ways[0], subject), (f"= {self.says('there')}", numbers.carried[1], ink),
        ]  # fmt: skip
        places: list[tuple[Region, float]] = [(record, row) for row in (0, 1, 2)]
        places += [(record, row + _APART) for row in (3, 4, 5)]
        # Names above their distances, in a narrow record, take more of it.
        apart = _APART if self.stage.is_wide else 1.5 * _APART
        below = [(record, row + apart) for row in (2, 3, 4, 5)]
        if self.view.lying:
            left, right = record.columns(1.0, 1.0, gap=2 * _BETWEEN)
            places = [(half, row) for half in (left, right) for row in (0, 1, 2)]
        size = self._row_size(wholes, places[0][0].width)
        rows = [self._row(*whole, *place, size) for whole, place in zip(wholes, places, strict=True)]
        # The place that has no name on the plane has its mark beside its name here.
        name, ring = rows[-1][0], self._ring(point())
        ring.move_to(point(float(name.get_right()[0]) + _BETWEEN + DOT, float(name.get_y())))
        rows[-1].add(laid(ring, Layer.LEDGER))
        if not self.view.lying:  # what the first distance is measured between
            ends: list[_Line] = [
                (numbers.words[3], numbers.second[1], other), (f"\u2212 {self.says('there')}", numbers.carried[1], ink),
                (f"= {self.says('gap')}", numbers.gaps[1], other), (self.says("length"), numbers.missed[1], other),
            ]  # fmt: skip
            size = min(size, self._row_size(ends, record.width))
            self.measured = [self._row(*each, *place, size) for each, place in zip(ends, below, strict=True)]
            name = self.measured[1][0]
            mark = self._ring(point(float(name.get_right()[0]) + _BETWEEN + DOT, float(name.get_y())))
            self.measured[1].add(laid(mark, Layer.LEDGER))
        return rows[:3], rows[3:]

    def _is_nearest(self) -> bool:
        """Return whether, of all words seen but the one it was carried to, the counterpart is nearest to the end."""
        return float(self.numbers.missed[1]) < float(self.numbers.rival_gap)

    def _row_size(self, wholes: Sequence[_Line], width: float) -> float:
        """Return the size of type with which all lines of what is reckoned fit into a width."""
        sizes = self.style.sizes
        most = sizes.tick if self.view.lying else sizes.head if self.stage.is_wide else sizes.number
        pieces = [self._pieces(*whole, most) for whole in wholes]
        widest = max(sum(float(piece.width) + _BETWEEN for piece in each) for each in pieces)
        return max(min(most, most * width / widest), sizes.least)

    def _pieces(self, text: str, value: Tensor | None, color: str, size: float) -> list[Label | Coordinates | Number]:
        """Return the name of a line of what is reckoned, and its number or numbers, if it has any."""
        style = self.style
        name = Label(text, size=size, color=color, style=style)
        if value is None:
            return [name]
        return [name, (Coordinates if value.dim() else Number)(value, size=size, color=color, style=style)]

    def _row(self, text: str, value: Tensor | None, color: str, region: Region, row: float, size: float) -> VGroup:
        """Return a line of what is reckoned: its name at the left, its number or numbers at the right."""
        pieces = self._pieces(text, value, color, size)
        base = region.top - (_LYING_LINE if self.view.lying else _LINE) * (row + 0.5)
        pieces[0].set_x(region.left + pieces[0].width / 2)
        for piece in pieces[1:]:
            piece.set_x(region.right - piece.width / 2)
        for piece in pieces:
            set_on_baseline(piece, base)
        return laid(VGroup(*pieces), Layer.LEDGER)

    def _distances(self) -> tuple[Label, list[_Distance], list[_Distance]]:
        """Return the title of distances from a step's end; the counterpart's and another word's; all counterparts'.

        All are drawn in one scale: the plane's, where there is room for it. In a record beside the plane they lie one
        below the other, the first as high as its line there.
        """
        numbers, view = self.numbers, self.view
        of_king = (numbers.words[3], numbers.missed[1], self.colors[1])
        contest = [of_king, (numbers.rival, numbers.rival_gap, self.grey)]
        counterparts = list(zip(numbers.words[3::2], numbers.missed[1:], self.colors[1:], strict=True))
        tables = [
            self._cells(contest, [self.misses[1], self.rival_line]),
            self._cells(counterparts, self.misses[1:], level=True),
        ]
        unit = min(view.unit, *(room for cells, _ in tables for room in cells))
        colors = [[color for _, _, color in entries] for entries in (contest, counterparts)]
        filed = [
            [self._filed(*each, color, unit) for each, color in zip(entries, inks, strict=True)]
            for (_, entries), inks in zip(tables, colors, strict=True)
        ]
        size = self.style.sizes.number
        title = Label(self.says("gaps"), size=size, within=view.record.width, style=self.style)
        title.set_x(view.record.left + float(title.width) / 2)
        highest = max(float(place.start[1]) for entries in filed for place in entries)
        title.on_baseline(view.record.top + 0.12 if view.lying else highest + _TITLE + 2 * self._above())
        return laid(title, Layer.LEDGER), filed[0], filed[1]

    def _cells(
        self, entries: Sequence[tuple[str, Tensor, str]], lines: Sequence[VMobject], *, level: bool = False
    ) -> tuple[list[float], list[tuple[Label, Point, Number]]]:  # fmt: skip
        """Return, for some distances, the units for which they have room, and names, places and numbers.

        They stand in a column, or each as high as its line on the plane where ``level``.
        """
        view, style = self.view, self.style
        size = style.sizes.tick if view.lying else style.sizes.number
        names = [Label(word, size=size, color=color, style=style) for word, _, color in entries]
        numbers = [Number(gap, size=size, color=color, style=style) for _, gap, color in entries]
        units, laid_out = [], []
        if view.lying:
            cells = view.record.columns(*[1.0] * max(len(entries), len(self.starts) - 1), gap=2 * _BETWEEN)
            cells = cells[: len(entries)]
            places = [point(cell.left + _LEVEL_EDGE, (cell.top + 3 * cell.bottom) / 4) for cell in cells]
            for name, cell in zip(names, cells, strict=True):
                name.scale(min(1.0, cell.width / float(name.width))).set_x(cell.left + float(name.width) / 2)
                name.on_baseline((3 * cell.top + cell.bottom) / 4 - float(name.cap_height) / 2)
            ends = [cell.right for cell in cells]
        else:
            region = view.record
            words = [Label(word, size=size, style=style) for word in (*self.numbers.words[3::2], self.numbers.rival)]
            above = self._above()
            before = min(max(float(word.width) for word in words), region.width / 2) + _LEVEL_AIR
            middles = self._heights([float(line.get_center()[1]) for line in lines], level=level)
            places = [point(region.left + (_LEVEL_EDGE if above else before), y - above) for y in middles]
            for name, y in zip(names, middles, strict=True):
                name.scale(min(1.0, (before - _LEVEL_AIR) / float(name.width)))
                name.set_x(region.left + float(name.width) / 2)
                name.on_baseline(y + above - float(name.cap_height) / 2)
            ends = [region.right] * len(entries)
        for (_, gap, _), name, place, number, end in zip(entries, names, places, numbers, ends, strict=True):
            room = end - float(place[0]) - _LEVEL_AIR - float(number.width)
            units.append(room / max(float(gap), 1e-9))
            laid_out.append((name, place, number))
        return units, laid_out

    def _above(self) -> float:
        """Return how far above its distance's middle a name stands: a narrow record has no room for it before that."""
        return 0.0 if self.stage.is_wide else 0.22

    def _heights(self, lines: Sequence[float], *, level: bool) -> list[float]:
        """Return how high distances lie in a record beside the plane: one below the other, in their lines' order.

        Where ``level``, each is as high as its line, if there is room.
        """
        safe, record = self.stage.safe, self.view.record
        room = Region(record.left, record.right, record.bottom, safe.top - _TITLE - 2 * self._above() - _ASCENT)
        order = sorted(range(len(lines)), key=lambda index: -lines[index])
        pitch = min(_PITCH + 2 * self._above(), room.height / len(lines))
        top = min(max(float(self.misses[1].get_y()), room.bottom + len(lines) * pitch), room.top)
        column = [top - row * pitch for row in range(len(lines))]
        if level:
            apart = [min(top, lines[order[0]])]
            for index in order[1:]:
                apart.append(min(lines[index], apart[-1] - pitch))
            column = apart if apart[-1] >= room.bottom else column
        return [column[order.index(index)] for index in range(len(lines))]

    @staticmethod
    def _filed(name: Label, start: Point, number: Number, color: str, unit: float) -> _Distance:
        """Return a distance in the record, its number behind its line."""
        end = start + point(max(number.value * unit, 1e-3))
        number.set_x(end[0] + _LEVEL_AIR + number.width / 2).on_baseline(start[1] - number.cap_height / 2)
        laid(name, Layer.LEDGER)
        return _Distance(name, start, end, laid(number, Layer.LEDGER), color)

    def _carry(self, index: int, seconds: float) -> Live:
        """Return how the step, with the empty place at its end, is carried, unturned, to another pair's first word."""
        arrow, ring, start = self.carried[index], self.rings[index], self.starts[self._source(index)]
        away, step = self.starts[index] - start, self.ends[0] - self.starts[0]

        def follow(share: float) -> None:
            at = start + share * away
            arrow.set_ends(at, at + step)
            ring.move_to(at + step)

        return Live([arrow, ring], follow, run_time=seconds)

    def tell(self) -> None:
        """Show a pair and its step; carry it to a second pair, and to all; lay all arrows on each other."""
        numbers, quick = self.numbers, self.style.times.quick
        words = dict(zip(("first", "second", "third", "fourth"), numbers.words, strict=False))
        words |= {"missed": format_number(float(numbers.missed[1]))}
        with self.beat("pair", **words):
            self.play(FadeIn(*self.unknown.values()), run_time=self.style.times.move)
            self.play(FadeIn(self.firsts[0], self.seconds[0]), run_time=self.style.times.move)
            self.play(GrowFromPoint(self.arrows[0], self.starts[0]))
            for row in self.pair_rows:
                self.play(FadeIn(row), run_time=_FOUND)
            self.rest()
        with self.beat("carry", **words):
            self.play(FadeOut(self.unknown.pop(numbers.words[2])), FadeIn(self.firsts[1]), run_time=_FOUND)
            self.add(self.carried[1], self.rings[1])
            self.play(self._carry(1, _CARRY))
            self.play(FadeIn(self.king_rows[1], shift=self._drop()), run_time=self.style.times.move)
            self.play(FadeIn(self.king_rows[0]), run_time=quick)
            self.play(FadeIn(self.king_rows[2]), run_time=_FOUND)
            self.rest()
        found = {"rival": numbers.rival, "gap": format_number(float(numbers.rival_gap))}
        with self.beat("find", text="find" if self._is_nearest() else "search", **words, **found):
            self._tell_nearest()
            self.rest()
        with self.beat("all"):
            self._tell_all()
            self.rest()
        with self.beat("compare"):
            self._tell_alike()
            self.rest()
        with self.beat("meaning", meaning=self.meaning()):
            self._tell_meaning()
            self.hold()

    def _drop(self) -> Point:
        """Return by how much the step comes down to where it is added: it begins clear of where it was reckoned."""
        if self.view.lying:  # there, it comes from the left, out of what is free between two columns
            return point(_BETWEEN)
        return point(0.0, float(self.king_rows[1].get_y() - self.pair_rows[2].get_y()) + _LINE)

    def meaning(self) -> str:
        """Return what the step's direction means, in words."""
        numbers, (key, axis) = self.numbers, self.numbers.meaning
        return self.says(key, axis=axis, first=numbers.words[0], second=numbers.words[1])

    def _tell_nearest(self) -> None:
        """Show all other words, grey; let a circle grow from the step's end to the counterpart; file how far it is."""
        *added, end = self.king_rows
        quick, gone = self.style.times.quick, [*self.pair_rows, *added, *([] if self.measured else [end])]
        self.play(FadeOut(*gone), run_time=quick)
        if self.measured:  # it rises only now, across no line that is still seen
            self.play(ReplacementTransform(end, self.measured[1]), run_time=quick)
        self.play(FadeIn(*self.waiting.values(), self.title), run_time=_FOUND)
        self.remove(*self.unknown.values())
        missed, gap = float(self.numbers.missed[1]), float(self.numbers.rival_gap)
        circle = self._circle(1)
        sought = [(missed, self.contest[0], self.misses[1]), (gap, self.contest[1], self.rival_line)]
        before, bars = 0.0, list[VMobject]()
        for far, place, line in sorted(sought, key=lambda each: each[0]):
            bars.append(self._grow(circle, 1, (before, far), place, _SEARCH, bars[-1] if bars else None))
            called = self._called(self.numbers.words[3], self.seconds[1]) if line is self.misses[1] else []
            self.play(Create(line), *called, FadeIn(place.name, place.number), run_time=_FOUND)
            before = far
        self.filed = bars if missed <= gap else bars[::-1]
        self.play(FadeOut(circle), run_time=quick)
        for row in [*self.measured[:1], *self.measured[2:]]:  # the nearest is worked out
            self.play(FadeIn(row), run_time=_FOUND)

    def _circle(self, index: int) -> VMobject:
        """Return the circle that will grow around where the step from a pair's first word ends."""
        circle = VMobject(stroke_color=self.colors[index], stroke_width=self.style.strokes.line)
        return laid(circle.set_points(self._open(self.tips[index], 1e-3)), Layer.GHOST)

    def _open(self, centre: Point, radius: float) -> NDArray[np.float64]:
        """Return the points of a circle that is open where names and icons of words lie, and above the margin."""
        written = [word.name_text for word in (*self.firsts, *self.seconds)]
        written += [word.name_text for word in self.waiting.values()]
        icons = [icon for word in (*self.firsts, *self.seconds) for icon in word.submobjects[2:] if len(icon)]
        boxes = [box_of(each) for each in (*written, *icons) if each is not None]
        width, top = self.stage.width, self.stage.safe.top
        return open_circle(centre, radius, [*boxes, (-width, top, width, self.stage.height)])

    def _grow(
        self, circle: VMobject, index: int, radii: tuple[float, float], place: _Distance, seconds: float,
        above: VMobject | None = None,
    ) -> VMobject:  # fmt: skip
        """Let a circle grow from one radius to another, and with it the distance in the record; return that.

        Args:
            circle: around where the step ends.
            index: the pair from whose first word the step leads there.
            radii: in the vectors' numbers.
            place: of the distance in the record.
            seconds: in which it grows.
            above: a distance as long as the first radius, of which a copy grows on; None where it begins with nothing.
        """
        tip, unit = self.tips[index], self.view.unit
        bar = laid(thin_line(place.start, place.end, place.color, _LEVEL), Layer.VECTOR)
        start = place.start if above is None else above.get_start()
        way, whole = place.end - place.start, max(radii[1], 1e-9)

        def follow(share: float) -> None:
            radius = radii[0] + share * (radii[1] - radii[0])
            circle.set_points(self._open(tip, max(radius * unit, 1e-3)))
            at = start + min(1.0, share / _MOVED) * (place.start - start)
            bar.put_start_and_end_on(at, at + max(radius / whole, 1e-3) * way)

        follow(0.0)
        self.add(circle, bar)
        self.play(Live([circle, bar], follow), run_time=seconds)
        return bar

    def _search(self, index: int, place: _Distance, seconds: float) -> VMobject:
        """Let a circle grow from where the step ends until it meets the counterpart; return its distance, filed."""
        circle = self._circle(index)
        bar = self._grow(circle, index, (0.0, float(self.numbers.missed[index])), place, seconds)
        called = self._called(self.numbers.words[2 * index + 1], self.seconds[index])
        self.play(
            Create(self.misses[index]), *called, FadeIn(place.name, place.number), FadeOut(circle), run_time=_FOUND
        )
        return bar

    def _called(self, word: str, token: Token) -> list[FadeIn | FadeOut]:
        """Return how a word that waited takes its pair's colour."""
        return [FadeOut(self.waiting.pop(word)), FadeIn(token)]

    def _tell_all(self) -> None:
        """Carry the step to one pair after another, each time with how far from the counterpart it ends."""
        first, rival = self.filed
        place = self.contest[1]
        gone = [rival, self.rival_line, place.name, place.number, *self.measured]
        self.play(FadeOut(*gone), run_time=self.style.times.quick)
        one, other = self.contest[0], self.gaps[0]
        self.filed = [first]
        replaced = [ReplacementTransform(*each) for each in ((one.name, other.name), (one.number, other.number))]
        away = other.start - one.start
        if float(np.linalg.norm(away)) > 1e-6:
            self.play(*replaced, first.animate.shift(away), run_time=_FOUND)
        else:
            self.remove(one.name, one.number)
            self.add(other.name, other.number)
        for index in range(2, len(self.starts)):
            self.add(self.carried[index], self.rings[index])
            self.play(self._carry(index, _AGAIN), *self._called(self.numbers.words[2 * index], self.firsts[index]))
            self.filed.append(self._search(index, self.gaps[index - 1], _SEEK))

    def _tell_alike(self) -> None:
        """Let every step turn to its own counterpart; draw each again beside the map; measure its angle."""
        quick, fan = self.style.times.quick, self.fan
        gone = [piece for place in self.gaps for piece in (place.name, place.number)]
        self.play(FadeOut(self.title, *self.filed, *gone, *self.misses[1:], *self.rings[1:]), run_time=quick)
        self.play(*(ReplacementTransform(*each) for each in zip(self.carried[1:], self.arrows[1:], strict=True)),
                  run_time=_TURN)  # fmt: skip
        self.play(self._drawn_again(0), FadeIn(fan.veil))
        self.play(FadeIn(fan.names[0]), run_time=quick)
        for index in fan.order:  # the largest angle comes last
            self.play(self._drawn_again(index))
            self.play(Create(fan.arcs[index - 1]), FadeIn(fan.names[index]), run_time=_MEASURED)

    def _drawn_again(self, index: int) -> Live:
        """Return how a pair's arrow grows once more, from the place where all begin, while its own gets wide."""
        fan, own, drawn = self.fan, self.arrows[index], self.fan.arrows[index]

        def follow(share: float) -> None:
            drawn.set_ends(fan.tail, fan.tail + max(share, 1e-3) * fan.radius * fan.along[index])
            own.shaft_width = _WIDE * (1 + _SWELL * float(np.sin(np.pi * share)))
            own.set_ends(own.start, own.end)

        follow(0.0)
        self.add(drawn)
        return Live([drawn, own], follow, run_time=_DRAWN)

    def _tell_meaning(self) -> None:
        """Let a copy of all first words walk along their ways at once, into their counterparts; name what that means.

        First words are dim meanwhile: they stay what they are.
        """
        walks, arrived = list[Animation](), list[VMobject]()
        ends = [part for each in self.seconds for part in (each.mark, *each.submobjects[2:])]
        pictures = [VGroup(*first.submobjects[2:]) for first in self.firsts]
        copies = [picture.copy() for picture in pictures]
        left = [picture for picture in pictures if any(map(len, picture))]
        dimmed = [Transform(picture, picture.copy().fade(1 - _LEFT_BEHIND)) for picture in left]
        restored = [Transform(picture, picture.copy()) for picture in left]
        self.play(FadeOut(*ends), *dimmed, run_time=self.style.times.quick)
        for index, (first, second, carried) in enumerate(zip(self.firsts, self.seconds, copies, strict=True)):
            mark, other = first.mark.copy(), second.mark.copy()
            walks.append(ReplacementTransform(mark, other))
            arrived.append(other)
            goal = VGroup(*second.submobjects[2:]).copy()
            if not any(map(len, goal)):
                continue
            lift = self._lift(index, carried, goal) if any(map(len, carried)) else None
            if lift is None:
                walks.append(FadeIn(goal))
            else:
                walks.append(ReplacementTransform(carried, goal, path_func=_lifted(lift)))
            arrived.append(goal)
        self.play(*walks, run_time=_WALK)
        self.remove(*arrived)
        self.add(*ends)
        self.play(FadeIn(self.fan.title, shift=point(0.3)), *restored, run_time=self.style.times.move)

    def _lift(self, index: int, carried: VGroup, goal: VGroup) -> float | None:
        """Return by how much a pair's icon is lifted on its way, to cover no other pair's word; None where it would."""
        others = [word for words in (self.firsts, self.seconds) for place, word in enumerate(words) if place != index]
        taken = [box_of(part) for word in others for part in (word.mark, word.name_text, *word.submobjects[2:]) if part]
        safe, (width, height) = self.stage.safe, (max(float(getattr(each, side)) for each in (carried, goal))
                                                  for side in ("width", "height"))  # fmt: skip
        for lift in _LIFTS:
            way = _lifted(lift)
            centres = [way(carried.get_center(), goal.get_center(), share) for share in np.linspace(0.0, 1.0, _PLACES)]
            boxes = [(x - width / 2, y - height / 2, x + width / 2, y + height / 2) for x, y, _ in centres]
            if max(box[3] for box in boxes) > safe.top or min(box[1] for box in boxes) < safe.bottom:
                continue
            if not any(overlap(box, other) for box in boxes for other in taken):
                return lift
        return None


class _Fan:
    """Copies of all pairs' arrows from one place, equally long, and how far each is off the step.

    Args:
        figure: the figure, whose arrows they are.

    Attributes:
        tail: where all begin.
        radius: how long all are, scene units.
        arrows: one a pair.
        arcs: the angles of all but the first, each farther out than a smaller one.
        order: all arrows but the first, by their angles with it.
        names: the pairs at their tips, with their angles.
        veil: what dims the map's grid behind them.
        title: what the common direction means.
    """

    def __init__(self, figure: EmbeddingDirections) -> None:
        self.figure, self.style = figure, figure.style
        stage, sizes, theme = figure.stage, figure.style.sizes, figure.style.theme
        self.ways = [end - start for start, end in zip(figure.starts, figure.ends, strict=True)]
        self.along = [_along(way) for way in self.ways]
        self.names = [self._name(index, color) for index, color in enumerate(figure.colors)]
        self.wide, self.tall = (max(float(getattr(name, side)) for name in self.names) for side in ("width", "height"))
        room = self._beneath() if figure.view.lying else figure.stage.above_foot
        big = sizes.hero if stage.is_wide else sizes.number
        within = figure.view.record.width
        self.title = Label(figure.meaning(), size=big, color=theme.subject, within=within, style=self.style)
        self.turns = [_turn(self.along[0], along) for along in self.along]
        self.order = sorted(range(1, len(self.turns)), key=lambda index: abs(self.turns[index]))
        lying = figure.view.lying
        self.title_gap = _TIP_GAP if lying else _OFF_LIST
        self.title_room = float(self.title.height) + self.title_gap + _TIP_GAP
        self.tail, self.radius = self._place(room.inset(top=self.title_room)) if lying else self._largest(room)
        self.arrows = [
            Vector(self.tail, self.tail + self.radius * along, color, width=_WIDE, style=self.style)
            for along, color in zip(self.along, figure.colors, strict=True)
        ]
        for arrow in self.arrows:
            arrow.body.set_background_stroke(width=0)  # here arrows lie on each other: rims would cut them
        self.arcs = self._arcs()
        self._lay_names(room)
        for each in (*self.names, self.title):
            laid(each, Layer.LABEL)
        self.veil = Veil(stage, opacity=_VEILED, style=self.style)

    def _name(self, index: int, color: str) -> Row:
        """Return a pair's name behind its angle in whole degrees: 0 for the first, from which all are measured."""
        figure, sizes, stage = self.figure, self.style.sizes, self.figure.stage
        # A square frame has little room beneath the map.
        small = sizes.least if stage.is_narrow and not stage.is_portrait else sizes.tick
        first, second = figure.numbers.words[2 * index : 2 * index + 2]
        size = sizes.tick if stage.is_wide else small
        pair = Label(f"{first} \u2192 {second}", size=size, color=color, style=self.style)
        size = sizes.head if stage.is_wide else small
        angle = HeroNumber(figure.numbers.angles[index], decimals=0, size=size, color=color, style=self.style)
        return Row([angle, Label("°", size=size, color=color, style=self.style), pair], [_SIGN, 0.15])

    def _beneath(self) -> Region:
        """Return the room beneath the map: up to the numbers at its rim."""
        figure, record = self.figure, self.figure.view.record
        rim = min((box[1] for box in figure.plane.text_boxes()), default=record.top)
        return Region(record.left, record.right, record.bottom, max(record.top, rim - _BETWEEN))

    def _largest(self, room: Region) -> tuple[Point, float]:
        """Return where all begin, and how long all are, to be as long as may be where nothing of the map lies."""
        figure, record = self.figure, self.figure.view.record
        taken = self._taken()
        found = self._place(Region(record.left, record.right, room.bottom + self.title_room, room.top))
        least = self.tall * len(self.names)
        heights = np.linspace(room.top, room.bottom, 2 * _PLACES)  # as high as may be
        into = _INTO_MAP[figure.stage.is_wide]
        for left in np.linspace(record.left, max(figure.view.origin[0], record.left - into), 2 * _PLACES):
            for top, bottom in combinations(heights.tolist(), 2):
                if top - bottom < least:
                    continue
                tail, radius = self._place(Region(float(left), record.right, bottom, top))
                if radius > found[1] + 1e-6 and self._is_free(tail, radius, room, taken):
                    found = (tail, radius)
        return found

    def _taken(self) -> list[Box]:
        """Return the boxes, with what is free around them, of all that the map shows: words, numbers, arrows."""
        figure = self.figure
        words = (*figure.firsts, *figure.seconds)
        parts = [part for word in words for part in (word.mark, word.name_text, *word.submobjects[2:])]
        boxes = [box_of(part) for part in parts if part is not None]
        boxes = [box for box in boxes if box[0] < box[2]] + figure.plane.text_boxes()
        for start, way in zip(figure.starts, self.ways, strict=True):
            along = [flat(start + share * way) for share in np.linspace(0.0, 1.0, _PLACES)]
            boxes += [(x, y, x, y) for x, y in along]
        air = _OFF_MAP
        return [(left - air, low - air, right + air, top + air) for left, low, right, top in boxes]

    def _is_free(self, tail: Point, radius: float, room: Region, taken: Sequence[Box]) -> bool:
        """Return whether arrows, from there and so long, and their names lie off boxes, with room for the title.

        They begin as high as no word does.
        """
        words = (*self.figure.starts, *self.figure.ends)
        if any(abs(float(tail[1] - word[1])) < _OFF_ROW for word in words):
            return False
        tips = [tail + radius * along for along in self.along]
        tips.sort(key=lambda tip: float(tip[1]))
        lines = [(flat(tail), flat(tip)) for tip in tips]
        lines += [(flat(one), flat(other)) for one, other in pairwise(tips)]
        low, high = float(tips[0][1]) - self.tall / 2, float(tips[-1][1]) + self.tall / 2
        beside = self.wide + _TIP_GAP if any(along[0] < -1e-6 for along in self.along) else 0.0
        names = (min(float(tip[0]) for tip in tips) - beside, low, self.figure.view.record.right, high)
        if max(room.top - high, low - room.bottom) < self.title_room:
            return False
        return not any(overlap(names, box) or any(inside_length(line, box) for line in lines) for box in taken)

    def _place(self, free: Region) -> tuple[Point, float]:
        """Return where all begin, and how long all are, to lie in a region with their names as large as may be."""
        corners = np.array([point(), *self.along])
        low, high = corners.min(axis=0), corners.max(axis=0)
        left, right = ((_TIP_GAP + self.wide) * float(abs(side) > 1e-6) for side in (low[0], high[0]))
        size = [free.width - left - right, free.height - self.tall]
        sides = [max(float(side), 1e-9) for side in (high - low)[:2]]
        radius = max(min(size[0] / sides[0], size[1] / sides[1], _LONGEST), _LEAST)
        return free.centre + point((left - right) / 2) - radius * (low + high) / 2, radius

    def _arcs(self) -> list[Arc]:
        """Return the angles between the step and each other arrow."""
        figure, width = self.figure, self.style.strokes.bold
        start = float(np.arctan2(self.along[0][1], self.along[0][0]))
        shares = np.linspace(_FIRST_ARC, _LAST_ARC, max(len(self.order), 2))
        arcs = []
        for index, color in enumerate(figure.colors[1:], start=1):
            radius = float(shares[self.order.index(index)]) * self.radius
            arc = Arc(radius, start, self.turns[index], arc_center=self.tail, color=color, stroke_width=width)
            arcs.append(laid(arc, Layer.GLOW))  # no arrow between cuts it
        return arcs

    def _lay_names(self, room: Region) -> None:
        """Place names at the arrows' ends, and the meaning above all."""
        ends = [self.tail + (self.radius + _TIP_GAP) * along for along in self.along]
        safe = self.figure.stage.above_foot
        if all(along[0] > _ASIDE for along in self.along):
            self._list_names(ends, safe)
        else:
            spots = [
                Spot(*flat(end), float(name.width), float(name.height), (0.02, 0.02), flat(along))
                for end, name, along in zip(ends, self.names, self.along, strict=True)
            ]
            lines = [(flat(self.tail), flat(end)) for end in ends]
            bounds = (safe.left, safe.bottom, safe.right, safe.top)
            for name, centre in zip(self.names, place_labels(spots, bounds, lines=lines), strict=True):
                name.move_to(point(*centre))
        top = max(float(name.get_top()[1]) for name in self.names)
        low = min(float(name.get_bottom()[1]) for name in self.names)
        record = self.figure.view.record
        self.title.move_to(record.centre)
        if not self.figure.view.lying and low - safe.bottom > room.top - top:
            self.title.set_y(low - self.title_gap - float(self.title.height) / 2)
        else:
            self.title.set_y(top + self.title_gap + float(self.title.height) / 2)

    def _list_names(self, ends: Sequence[Point], safe: Region) -> None:
        """Place names in a column beyond all tips, each as high as its own, or apart from the next where that is near.

        Args:
            ends: before which no name begins.
            safe: where names stay.
        """
        left = max(float(end[0]) for end in ends)
        order = sorted(range(len(ends)), key=lambda index: float(ends[index][1]))
        heights = [float(ends[index][1]) for index in order]
        apart = _LINE_OF_NAMES * self.tall
        for _ in range(_SETTLED):
            for row in range(1, len(heights)):
                short = apart - (heights[row] - heights[row - 1])
                if short > 0:
                    heights[row - 1 : row + 1] = [heights[row - 1] - short / 2, heights[row] + short / 2]
        lift = max(0.0, safe.bottom + self.tall / 2 - heights[0])
        for index, height in zip(order, heights, strict=True):
            name = self.names[index]
            name.move_to(point(left + float(name.width) / 2, height + lift))


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


def _lifted(by: float) -> Callable[[NDArray[np.float64], NDArray[np.float64], float], NDArray[np.float64]]:
    """Return a path function: straight ways, lifted halfway by some scene units."""

    def path(start: NDArray[np.float64], end: NDArray[np.float64], share: float) -> NDArray[np.float64]:
        return np.asarray((1 - share) * start + share * end + point(0.0, 4 * by * share * (1 - share)))

    return path


def _along(way: Point) -> Point:
    """Return a way of length 1; one of no length has no direction and stays."""
    return way / (float(np.linalg.norm(way)) or 1.0)


def _turn(first: Point, other: Point) -> float:
    """Return the angle from one direction to another, in radians: to the left positive."""
    return float(np.arctan2(first[0] * other[1] - first[1] * other[0], first @ other))
