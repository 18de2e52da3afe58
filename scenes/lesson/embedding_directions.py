"""A direction carries meaning: one difference takes several words to their counterparts, measured on real words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Self

import numpy as np
import torch
from manim import (
    Circle,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
)
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.motion.live import Live, lie_down
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
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_WIDE, _CLEAR_OF_DOT = 0.07, DOT + 0.07
"""Scene units: the width of an arrow, and how far from a dot's middle it begins and ends, so that dots stay whole."""

_LINE, _LYING_LINE, _BETWEEN, _APART = 0.8, 0.4, 0.2, 0.7
"""Scene units: the lines of what is reckoned beside and beneath the plane, and what is free between a name and its
numbers; lines that are free between two sums."""

_ICON, _OVER, _UNDER = 0.72, 0.17, 0.12
"""Scene units: the height of an icon; what is free between a dot and the icon beside it, and under that to its name."""

_RECORD, _LEFTWARDS = 2.2, 0.6
"""Scene units at which the record begins in a wide frame: the plane, as high as the frame, needs no more;
and those by which the room for the plane ends before it."""

_TITLE, _PITCH, _LEVEL, _LEVEL_AIR = 0.75, 0.95, 10.0, 0.2
"""Scene units for the title above distances, and from one distance to the next; stroke units of a distance that lies
level; scene units at its ends."""

_LEVEL_EDGE = _LEVEL / 200
"""Scene units: half the height of a distance that lies level."""

_CARRY, _LIE, _FOUND, _GATHER = 0.9, 0.8, 0.5, 1.8
"""Seconds in which a step is carried to another word, a line lies down, a counterpart is found,
and all arrows come to one place."""

_LARGER, _CARRIED = (5.0, 4.5, 4.0, 3.5, 3.0, 2.8, 2.6, 2.4, 2.2, 2.0, 1.8, 1.6, 1.4, 1.2, 1.0, 0.8, 0.6), 0.5
"""Factors by which all arrows may be longer in the end, the best first; the share of the time before they grow."""

_TIP_GAP, _ROW, _ROWS = 0.3, 0.72, 0.5
"""Scene units between an arrow and what stands at its end; the least from one pair to the next beside the arrows, and
beneath them."""

_CLEAR, _SWEEPS, _RAISED = 0.15, 5, 0.4
"""Ticks that are free between an axis and the words, at the least; places on an arrow's way that names keep off; scene
units by which the plane is raised where its lower axis has its name below."""

_GREY = 0.25
"""The share of ink in the grey of words that wait for their turn, and of what is drawn for comparison."""

_FAMILIES = (0, 1, 3, 4, 2)
"""The colours of the pairs after the first: neighbours differ most."""

_NAMES = 0.8
"""Scene units left of the plane for the numbers and the name of its upright axis."""

_RIVALS = 2
"""Words whose distances are drawn beside the counterpart's."""


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
    """

    name: Label
    start: Point
    end: Point
    number: Number


class Pairs(WordsParameters):
    """The parameters: words in pairs."""

    pairs: Phrase = Field("pairs", description="Words in pairs, each with its counterpart: man woman king queen.")


@dataclass(frozen=True)
class Directions:
    """Pairs of words and the ways between them."""

    words: tuple[str, ...]
    names: tuple[str, ...]
    axes: tuple[str, ...]
    rivals: tuple[str, ...]
    aside: str
    first: Tensor = quantity("The first word of each pair.", rows="names", columns="axes")
    second: Tensor = quantity("Its counterpart.", rows="names", columns="axes")
    ways: Tensor = quantity("The way from the one to the other.", rows="names", columns="axes")
    carried: Tensor = quantity("Where the first pair's way leads from each first word.", rows="names", columns="axes")
    missed: Tensor = quantity("How far that is from the counterpart.", rows="names")
    alike: Tensor = quantity("The cosine of each way with the first one.", rows="names")
    rival: Tensor = quantity(
        "The words that, but for the counterpart, are nearest to where the way leads from the second pair.",
        rows="rivals",
        columns="axes",
    )
    rival_gaps: Tensor = quantity("How far these are from there.", rows="rivals")
    across: Tensor = quantity(
        "The way from the first word to another pair's that is most at right angles to the first way.", columns="axes"
    )
    across_alike: Tensor = quantity("The cosine of that way with the first one.")


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
    stops_at_record = True
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
        nearest = sorted(gaps.argsort(stable=True)[:_RIVALS].tolist(), key=lambda place: -float(gaps[place]))
        across = rows[2::2] - first[0]
        apart = [place for place in range(len(across)) if float(across[place].norm()) > 0]
        if not apart:
            raise UserError(
                f'all pairs begin at one place; got {" ".join(words)}; give --set pairs="…" with other words'
            )
        cosines = cosine_similarity(across[apart], ways[0])
        flattest = int(cosines.abs().argmin())
        rivals = [near[place] for place in nearest]
        return Directions(
            words, words[::2], world.axes, tuple(words[place] for place in rivals), words[2 + 2 * apart[flattest]],
            first, second, ways, carried, (carried - second).norm(dim=1), cosine_similarity(ways, ways[0]),
            rows[rivals], gaps[nearest], across[apart[flattest]], cosines[flattest],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Directions) -> Mapping[str, object]:
        """Return the pairs and how alike their ways are."""
        pairs = [f"{one} to {other}" for one, other in zip(numbers.words[::2], numbers.words[1::2], strict=True)]
        return {"pairs": ", ".join(pairs), "alike": format_vector(numbers.alike)}

    def axis_colors(self) -> list[str]:
        """Return the colours of the axes' names."""
        return [self.style.theme.ink] * 2

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, from where these cross."""
        (left, right), (bottom, top) = super().spans()
        x, y = self.crossing
        return (left - x, right - x), (bottom - y, top - y)

    def world_view(self) -> PlaneView:
        """Return a view whose axes cross a tick before the words, where these would lie on an axis or behind it."""
        view = self._fitted()
        lows = [low for low, _ in super().spans()]
        across, up = (view.step * min(floor(low / view.step - _CLEAR), 0) for low in lows)
        self.crossing = (across, up)
        view = self._fitted()
        if view.lying or self.stage.is_wide:
            return view
        # The lower axis's name stands below its ticks there; nothing stands above the plane.
        return replace(view, origin=(view.origin[0], view.origin[1] + _RAISED))

    def _fitted(self) -> PlaneView:
        """Return the view that words fit into: in a wide frame the record takes all that the plane leaves."""
        if not self.stage.is_wide:
            return super().world_view()
        view = self.stage.plane_view
        view = replace(view, record=replace(view.record, left=_RECORD))
        return view.fitted(self.stage, self.spans(), view.words(self.stage).inset(left=_NAMES, right=_LEFTWARDS))

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
        self.arrows = [
            _Way(one, other, color, width=_WIDE, style=style)
            for one, other, color in zip(starts, ends, self.colors, strict=True)
        ]
        laid(self.arrows[0], Layer.PIN)  # the step that all others are compared with lies on them at last
        self.carried = [_Way(starts[0], ends[0], theme.subject, width=_WIDE, style=style) for _ in starts]
        self.rings = [self._ring(ends[0]) for _ in starts]
        bold = style.strokes.bold
        self.misses = [
            laid(thin_line(tip, end, color, bold), Layer.VECTOR)
            for tip, end, color in zip(self.tips, ends, self.colors, strict=True)
        ]
        self.rival_lines = [
            laid(thin_line(self.tips[1], self.plane.place(row), self.grey, bold), Layer.VECTOR) for row in numbers.rival
        ]
        self.pair_rows, self.king_rows = self._reckoning()
        self.title, self.contest, self.gaps = self._distances()

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
        beneath = self._beneath(rows, icons)
        free = {word: row for word, row in rows.items() if word not in beneath}
        for word, (across, up) in beneath.items():
            name, at = Label(word, size=self.style.sizes.number, style=self.style), self.plane.place(rows[word])
            boxes += [box_of(name.move_to(at + point(across, up))), box_of(Dot(at, radius=DOT))]
        offsets = beneath | name_offsets(
            self.plane, free, heights=dict.fromkeys(free, 2 * DOT), lines=self._swept(), boxes=boxes, style=self.style
        )

        def word_at(word: str, color: str) -> Token:
            at = self.plane.place(rows[word])
            return Token(word, at, color, offset=offsets[word], pictured=False, style=self.style)

        colors = [ink, *self.colors[1:]]
        words = [word_at(word, colors[index // 2]) for index, word in enumerate(numbers.words)]
        for token in words:
            token.add(icons[token.word])
        return words[::2], words[1::2], {word: word_at(word, self.grey) for word in numbers.words[3:]}

    def _beneath(self, rows: Mapping[str, Tensor], icons: Mapping[str, VGroup]) -> dict[str, tuple[float, float]]:
        """Return the offsets of names that stand under the icon beside their dot, where that place is free."""
        texts, lines = self.plane.text_boxes(), [*self.plane.axis_segments(), *self._swept()]
        dots = [box_of(Dot(self.plane.place(row), radius=DOT)) for row in rows.values()]
        offsets = {}
        for word, icon in icons.items():
            at = self.plane.place(rows[word])
            if not len(icon) or abs(float(icon.get_y()) - float(at[1])) > DOT:
                continue
            name = Label(word, size=self.style.sizes.number, style=self.style)
            name.next_to(icon, point(0.0, -1.0), buff=_UNDER)
            taken = [*texts, *dots, *(box_of(other) for other in icons.values() if len(other))]
            if self._is_free(box_of(name), taken, lines):
                offsets[word] = (float(name.get_x() - at[0]), float(name.get_y() - at[1]))
        return offsets

    def _swept(self) -> list[Segment]:
        """Return the lines that names keep off: arrows, their ways from word to word, and drawn distances."""
        step = self.ends[0] - self.starts[0]
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        lines += [(flat(self.tips[1]), flat(self.plane.place(row))) for row in self.numbers.rival]
        for index, start in enumerate(self.starts[1:], start=1):
            lines.append((flat(start + step), flat(self.ends[index])))
            origin = self.starts[self._source(index)]
            for share in np.linspace(0.0, 1.0, _SWEEPS):
                at = origin + share * (start - origin)
                lines.append((flat(at), flat(at + step)))
        return lines

    def _standing(self, word: str, index: int) -> VGroup:
        """Return a word's icon above its dot, or beside it where its pair's arrow does not lie, or below it.

        There is none where the word has none, or where all would lie on another word or a way.
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
        icon = ShadedIcon(word, color, height=_ICON, style=self.style)
        outwards = (1 if place else -1) * (1 if self.ends[pair][0] >= self.starts[pair][0] else -1)
        for across, up in ((0, 1), (outwards, 0), (0, -1)):
            reach = point(across * (DOT + _OVER + icon.width / 2), up * (DOT + _OVER + icon.height / 2))
            icon.move_to(at + reach)
            if self._is_free(box_of(icon), dots, lines):
                return laid(VGroup(icon), Layer.ICON)
        return VGroup()

    def _is_free(self, box: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
        """Return whether a box lies in the frame and beside the record, off other boxes and lines."""
        (left, low, right, top), safe = box, self.stage.safe
        end = safe.right if self.view.lying else self.view.record.left
        inside = safe.left <= left and right <= end and safe.bottom <= low and top <= safe.top
        taken = any(overlap(box, other) for other in boxes) or any(inside_length(line, box) for line in lines)
        return inside and not taken

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
        if self.view.lying:
            left, right = record.columns(1.0, 1.0, gap=2 * _BETWEEN)
            places = [(half, row) for half in (left, right) for row in (0, 1, 2)]
        size = self._row_size(wholes, places[0][0].width)
        rows = [self._row(*whole, *place, size) for whole, place in zip(wholes, places, strict=True)]
        return rows[:3], rows[3:]

    def _is_nearest(self) -> bool:
        """Return whether, of all words seen but the one it was carried to, the counterpart is nearest to the end."""
        return all(float(self.numbers.missed[1]) < float(gap) for gap in self.numbers.rival_gaps)

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
        """Return the title of distances from where a step ends; other words' and the counterpart's; all counterparts'.

        All are drawn in one scale: the plane's, where there is room for it.
        """
        numbers, view = self.numbers, self.view
        contest = [(word, gap, self.grey) for word, gap in zip(numbers.rivals, numbers.rival_gaps, strict=True)]
        contest.append((numbers.words[3], numbers.missed[1], self.colors[1]))
        counterparts = list(zip(numbers.words[3::2], numbers.missed[1:], self.colors[1:], strict=True))
        size = self.style.sizes.number
        title = Label(self.says("gaps"), size=size, within=view.record.width, style=self.style)
        title.set_x(view.record.left + float(title.width) / 2)
        title.on_baseline(view.record.top + (0.12 if view.lying else -_LINE / 2))
        tables = [self._cells(entries) for entries in (contest, counterparts)]
        unit = min(view.unit, *(room for cells, _ in tables for room in cells))
        filed = [[self._filed(*each, unit) for each in entries] for _, entries in tables]
        return laid(title, Layer.LEDGER), filed[0], filed[1]

    def _cells(
        self, entries: Sequence[tuple[str, Tensor, str]]
    ) -> tuple[list[float], list[tuple[Label, Point, Number]]]:
        """Return, for some distances, the units for which they have room, and names, places and numbers."""
        view, style = self.view, self.style
        size = style.sizes.tick if view.lying else style.sizes.number
        names = [Label(word, size=size, color=color, style=style) for word, _, color in entries]
        numbers = [Number(gap, size=size, color=color, style=style) for _, gap, color in entries]
        units, laid_out = [], []
        if view.lying:
            cells = view.record.columns(*[1.0] * len(entries), gap=2 * _BETWEEN)
            places = [point(cell.left + _LEVEL_EDGE, (cell.top + 3 * cell.bottom) / 4) for cell in cells]
            for name, cell in zip(names, cells, strict=True):
                name.scale(min(1.0, cell.width / float(name.width))).set_x(cell.left + float(name.width) / 2)
                name.on_baseline((3 * cell.top + cell.bottom) / 4 - float(name.cap_height) / 2)
            ends = [cell.right for cell in cells]
        else:
            region = view.record.inset(top=_TITLE)
            words = [Label(word, size=size, style=style) for word in (*self.numbers.words[3::2], *self.numbers.rivals)]
            # A narrow record has no room for a name before its line: it stands above.
            above = 0.0 if self.stage.is_wide else 0.22
            before = min(max(float(word.width) for word in words), region.width / 2) + _LEVEL_AIR
            pitch = min(_PITCH, region.height / len(entries))
            middles = [region.top - pitch * (row + 0.5) for row in range(len(entries))]
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

    @staticmethod
    def _filed(name: Label, start: Point, number: Number, unit: float) -> _Distance:
        """Return a distance in the record, its number behind its line."""
        end = start + point(max(number.value * unit, 1e-3))
        number.set_x(end[0] + _LEVEL_AIR + number.width / 2).on_baseline(start[1] - number.cap_height / 2)
        laid(name, Layer.LEDGER)
        return _Distance(name, start, end, laid(number, Layer.LEDGER))

    def _carry(self, index: int) -> Live:
        """Return how the step, with the empty place at its end, is carried, unturned, to another pair's first word."""
        arrow, ring, start = self.carried[index], self.rings[index], self.starts[self._source(index)]
        away, step = self.starts[index] - start, self.ends[0] - self.starts[0]

        def follow(share: float) -> None:
            at = start + share * away
            arrow.set_ends(at, at + step)
            ring.move_to(at + step)

        return Live([arrow, ring], follow, run_time=_CARRY)

    @staticmethod
    def _lie_down(line: VMobject, place: _Distance) -> Live:
        """Return how a line of a distance on the plane goes to the record, where it lies level."""
        wide = float(line.get_stroke_width())
        lies = lie_down(line, place.start, place.end)

        def follow(share: float) -> None:
            lies.move_to_share(share)
            line.set_stroke(width=wide + share * (_LEVEL - wide))

        return Live([line], follow, run_time=_LIE)

    def _level(self, lines: Sequence[VMobject], places: Sequence[_Distance]) -> list[VMobject]:
        """Let lines on the plane leave copies of themselves in the record, with names and numbers; return these."""
        copies = [laid(line.copy(), Layer.LEDGER) for line in lines]
        self.add(*copies)
        self.play(*(self._lie_down(line, place) for line, place in zip(copies, places, strict=True)))
        self.play(FadeIn(*(piece for place in places for piece in (place.name, place.number))),
                  run_time=self.style.times.quick)  # fmt: skip
        return copies

    def tell(self) -> None:
        """Show a pair and its step; carry it to a second pair, and to all; lay all arrows on each other."""
        numbers, quick = self.numbers, self.style.times.quick
        words = dict(zip(("first", "second", "third", "fourth"), numbers.words, strict=False))
        words |= {"missed": format_number(float(numbers.missed[1])), "aside": numbers.aside}
        with self.beat("pair", **words):
            self.play(FadeIn(self.firsts[0], self.pair_rows[1]))
            self.play(FadeIn(self.seconds[0], self.pair_rows[0]))
            self.play(GrowFromPoint(self.arrows[0], self.starts[0]))
            self.play(FadeIn(self.pair_rows[2]), run_time=quick)
            self.rest()
        with self.beat("carry", **words):
            self.play(FadeIn(self.firsts[1]))
            step = self.pair_rows[2].copy()
            self.add(self.carried[1], self.rings[1])
            self.play(self._carry(1), ReplacementTransform(step, self.king_rows[1], run_time=_CARRY))
            self.play(FadeIn(self.king_rows[0], self.king_rows[2]), run_time=quick)
            self.rest()
        with self.beat("find"):
            self._tell_rivals()
            self.rest()
        with self.beat("found", text="found" if self._is_nearest() else "measured", **words):
            self._tell_nearest()
            self.rest()
        with self.beat("all"):
            self._tell_all()
            self.rest()
        with self.beat("compare", **words, other=format_number(float(numbers.across_alike))):
            self._tell_alike()
            self.hold()

    def _tell_rivals(self) -> None:
        """Show all other words, grey, and how far the nearest but the counterpart are from where the step ends."""
        self.play(FadeOut(*self.pair_rows, *self.king_rows), FadeIn(*self.waiting.values(), self.title))
        self.play(*(Create(line) for line in self.rival_lines), run_time=_LIE)
        self.filed = self._level(self.rival_lines, self.contest[:-1])

    def _tell_nearest(self) -> None:
        """Let a circle grow from where the step ends until it meets the counterpart: no other word lies within it."""
        tip = self.tips[1]
        radius = float(np.linalg.norm(self.ends[1] - tip))
        circle = Circle(radius, color=self.colors[1], stroke_width=self.style.strokes.line).move_to(tip)
        full = laid(circle, Layer.GHOST).points.copy()

        def follow(share: float) -> None:
            circle.set_points(tip + max(share, 1e-3) * (full - tip))

        follow(0.0)
        self.add(circle)
        self.play(Live([circle], follow), run_time=_LIE)
        called = self._called(self.numbers.words[3], self.seconds[1])
        self.play(Create(self.misses[1]), *called, run_time=_LIE)
        self.filed += self._level(self.misses[1:2], self.contest[-1:])
        self.play(FadeOut(circle), run_time=self.style.times.quick)

    def _called(self, word: str, token: Token) -> list[FadeIn | FadeOut]:
        """Return how a word that waited takes its pair's colour."""
        return [FadeOut(self.waiting.pop(word)), FadeIn(token)]

    def _tell_all(self) -> None:
        """Carry the step to one pair after another, each time with how far from the counterpart it ends."""
        *rivals, last = self.filed
        pieces = [piece for place in self.contest[:-1] for piece in (place.name, place.number)]
        self.play(FadeOut(*rivals, *self.rival_lines, *pieces), run_time=self.style.times.quick)
        one, other = self.contest[-1], self.gaps[0]
        self.filed = [last]
        self.play(*(ReplacementTransform(*each) for each in ((one.name, other.name), (one.number, other.number))),
                  last.animate.shift(other.start - one.start), run_time=_FOUND)  # fmt: skip
        for index in range(2, len(self.starts)):
            self.add(self.carried[index], self.rings[index])
            first, second = self.numbers.words[2 * index : 2 * index + 2]
            self.play(self._carry(index), *self._called(first, self.firsts[index]))
            self.play(Create(self.misses[index]), *self._called(second, self.seconds[index]), run_time=_FOUND)
            self.filed += self._level([self.misses[index]], [self.gaps[index - 1]])

    def _tell_alike(self) -> None:
        """Let every step turn to its own counterpart; lay all on each other, alone in the frame; compare them."""
        times = self.style.times
        gone = [piece for place in self.gaps for piece in (place.name, place.number)]
        self.play(FadeOut(self.title, *self.filed, *gone, *self.misses[1:]), run_time=times.quick)
        self.play(*(ReplacementTransform(*each) for each in zip(self.carried[1:], self.arrows[1:], strict=True)),
                  FadeOut(*self.rings[1:]), run_time=times.move)  # fmt: skip
        self.play(
            FadeIn(Veil(self.stage, opacity=1.0, style=self.style)),
            FadeOut(*self.firsts, *self.seconds, *self.waiting.values(), self.plane),
            run_time=times.quick,
        )
        fan = _Fan(self)
        self.play(fan.gather())
        self.play(FadeIn(fan.title, *fan.rows, fan.larger), run_time=times.move)
        self.play(GrowFromPoint(fan.across, fan.tail), run_time=times.move)
        self.play(FadeIn(fan.row_across), run_time=times.quick)


class _Fan:
    """All pairs' arrows from one place, larger, with their names and cosines, and a way that has another direction.

    Args:
        figure: the figure, whose arrows they are.

    Attributes:
        tail: where all begin.
        times: how many times as long as on the plane they are.
        across: the way that has another direction.
        rows: each pair with its cosine.
        row_across: the other way with its cosine.
        title: what the numbers are.
        larger: how many times as long arrows are drawn; empty where they are as long as on the plane.
    """

    def __init__(self, figure: EmbeddingDirections) -> None:
        self.figure, self.style = figure, figure.style
        numbers, stage = figure.numbers, figure.stage
        self.beside = not figure.view.lying
        unit = figure.view.unit
        self.ways = [end - start for start, end in zip(figure.starts, figure.ends, strict=True)]
        way_across = unit * point(*numbers.across.tolist())
        room = stage.above_foot
        size = figure.style.sizes.head if stage.is_wide else figure.style.sizes.number
        pairs = list(zip(numbers.words[::2], numbers.words[1::2], strict=True))
        self.rows = [self._row(*each, size) for each in zip(pairs, numbers.alike, figure.colors, strict=True)]
        self.capitals = float(Label(numbers.words[0], size=size, style=self.style).cap_height)
        self.row_across = self._row((numbers.words[0], numbers.aside), numbers.across_alike, figure.grey, size)
        self.title = self._title(size)
        width = max(float(each.width) for each in (*self.rows, self.title))
        height = float(self.title.height) + _TIP_GAP + _ROWS * len(self.rows)
        free = room.inset(right=width + _TIP_GAP) if self.beside else room.inset(bottom=height)
        # Above the other way's tip, or below it, stands its name.
        free = free.inset(top=_TIP_GAP + float(self.row_across.height), left=_TIP_GAP)
        self.tail, self.times = self._place(free, [*self.ways, way_across])
        tips = [self.tail + self.times * way for way in self.ways]
        self.across = Vector(self.tail, self.tail + self.times * way_across, figure.grey, width=_WIDE, style=self.style)
        self._lay_rows(room, free, tips, width)
        self._lay_texts(free, tips)
        for each in (*self.rows, self.row_across, self.title, self.larger):
            laid(each, Layer.LABEL)

    def _row(self, pair: tuple[str, str], alike: Tensor, color: str, size: float) -> Row:
        """Return a pair's name and its cosine."""
        style = self.style
        one, other = (Label(word, size=size, color=color, style=style) for word in pair)
        arrow = Math("arrow.r", size=size, color=color, style=style)
        return Row([one, arrow, other, Number(alike, size=size, color=color, style=style)], [0.12, 0.12, 0.4])

    def _title(self, size: float) -> VGroup:
        """Return what the numbers are, and what the largest means."""
        style, title = self.style, VGroup()
        for key, each in (("alike", size), ("one", style.sizes.tick)):
            label = Label(self.figure.says(key), size=each, color=style.theme.ink, style=style)
            title.add(label.align_to(title, point(-1.0)) if len(title) else label)
            label.on_baseline(-0.55 * (len(title) - 1))
        return title

    @staticmethod
    def _place(free: Region, ways: Sequence[Point]) -> tuple[Point, float]:
        """Return where all ways begin, and how many times as long they are, to lie in a region as large as may be."""
        corners = np.array([point(), *ways])
        low, high = corners.min(axis=0), corners.max(axis=0)
        wide, tall = (max(float(side), 1e-9) for side in (high - low)[:2])
        times = next(
            (each for each in _LARGER if each * wide <= free.width and each * tall <= free.height), _LARGER[-1]
        )
        return free.centre - times * (low + high) / 2, times

    def _lay_rows(self, room: Region, free: Region, tips: Sequence[Point], width: float) -> None:
        """Lay out the pairs in the order of their arrows' tips: at their right, or beneath all."""
        order = sorted(range(len(tips)), key=lambda index: -float(tips[index][1]))
        capitals = self.capitals
        if self.beside:
            left = min(max(float(tip[0]) for tip in tips) + _TIP_GAP, room.right - width)
            heights = _spread([float(tips[index][1]) for index in order], _ROW, room)
        else:
            left = float(room.centre[0]) - width / 2
            heights = [room.bottom + _ROWS * (len(order) - place - 0.5) for place in range(len(order))]
        numbers_end = left + width
        for index, y in zip(order, heights, strict=True):
            row = self.rows[index]
            row.starting_at(left).on_baseline(y - capitals / 2)
            row.submobjects[-1].set_x(numbers_end - float(row.submobjects[-1].width) / 2)
        above = heights[0] + (_ROW if self.beside else _ROWS)
        self.title.shift(point(left - float(self.title.get_left()[0]), above - float(self.title.get_bottom()[1])))

    def _lay_texts(self, free: Region, tips: Sequence[Point]) -> None:
        """Place the other way's name at its tip, and how many times as long arrows are where they begin."""
        figure, style = self.figure, self.style
        said = figure.says("larger", factor=format_number(self.times, 1))
        self.larger = Label(said, size=style.sizes.tick, color=style.theme.ink, style=style)
        end = self.across.end
        mean = sum(self.ways, start=point())
        spots = [
            Spot(
                *flat(end),
                float(self.row_across.width),
                float(self.row_across.height),
                (_TIP_GAP, _TIP_GAP / 2),
                (1.0, 0.0),
            ),
            Spot(*flat(self.tail), float(self.larger.width), float(self.larger.height), (0.1, 0.1), flat(-mean)),
        ]
        lines = [(flat(self.tail), flat(tip)) for tip in (*tips, end)]
        boxes: list[Box] = [box_of(each) for each in (*self.rows, self.title)]
        safe = figure.stage.above_foot
        bounds = (safe.left, safe.bottom, safe.right, safe.top)
        for text, centre in zip((self.row_across, self.larger), place_labels(spots, bounds, lines=lines, boxes=boxes),
                                strict=True):  # fmt: skip
            text.move_to(point(*centre))

    def gather(self) -> Live:
        """Return how all arrows are carried, unturned, to one beginning and there grow alike."""
        arrows, starts = self.figure.arrows, self.figure.starts

        def follow(share: float) -> None:
            carried, grown = min(1.0, share / _CARRIED), max(0.0, share - _CARRIED) / (1 - _CARRIED)
            for arrow, start, way in zip(arrows, starts, self.ways, strict=True):
                at = start + carried * (self.tail - start)
                arrow.clear = ((1 - carried) * _CLEAR_OF_DOT, (1 - carried) * _CLEAR_OF_DOT)
                arrow.body.set_background_stroke(width=0)  # here arrows lie on each other: rims would cut them
                arrow.set_ends(at, at + (1 + grown * (self.times - 1)) * way)

        return Live(arrows, follow, run_time=_GATHER)


def _spread(heights: Sequence[float], least: float, room: Region) -> list[float]:
    """Return heights, from the top, moved apart until they are as far from each other as is needed, in a room."""
    spread = list(heights)
    for index in range(1, len(spread)):
        spread[index] = min(spread[index], spread[index - 1] - least)
    # What was pushed down is shared by all.
    back = sum(one - other for one, other in zip(heights, spread, strict=True)) / len(spread)
    back += max(room.bottom + least / 2 - (spread[-1] + back), 0.0)
    return [height + back for height in spread]
