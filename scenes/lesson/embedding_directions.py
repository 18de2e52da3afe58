"""A direction carries meaning: one difference takes several words to their counterparts, measured on real words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor

import numpy as np
import torch
from manim import Create, FadeIn, FadeOut, GrowFromPoint, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler, place_rulers
from scenes.parts.plane.stage_plane import name_bounds, name_offsets
from scenes.parts.plane.token import DOT, Token
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_WIDE, _TITLE, _LINE, _LYING_LINE, _BETWEEN = 0.07, 0.5, 0.7, 0.4, 0.2
"""Scene units: the width of an arrow, a title's line, the lines of what is reckoned beside and beneath the plane, and
what is free between a name and its numbers."""

_ICON, _OVER = 0.72, 0.1
"""Scene units: the height of an icon, and from a place to the foot of the icon that stands on it."""

_AFTER = 0.4
"""Lines that are free between what is reckoned and the word that is near."""

_CARRY, _GATHER, _FOUND = 0.9, 1.8, 0.5
"""Seconds in which a step is carried to another word, all arrows to one place, and a counterpart appears."""

_LARGER, _CARRIED = (5.0, 4.5, 4.0, 3.5, 3.0, 2.8, 2.6, 2.4, 2.2, 2.0, 1.8, 1.6, 1.4, 1.2, 1.0), 0.5
"""How many times as long all arrows may be in the end, the best first; the share of the time before they grow."""

_TIP_GAP = 0.14
"""Scene units between an arrow and what stands at its end."""

_CLEAR, _SWEEPS, _RAISED = 0.15, 5, 0.4
"""Ticks that are free between an axis and the words, at the least; places on an arrow's way that names keep off; scene
units by which the plane is raised where its lower axis has its name below."""

_FAMILIES = (0, 1, 3, 4, 2)
"""The colours of the pairs after the first: neighbours differ most."""


_Line = tuple[str, Tensor | None, str]
"""A line of what is reckoned: its name, its number or numbers, its colour."""


def _is_beside(spot: Spot, name: Label) -> bool:
    """Return whether a name stands straight at the side of its point to which its arrow leads."""
    left, low, right, top = box_of(name)
    return low < spot.y < top and (left > spot.x if spot.outward[0] >= 0 else right < spot.x)


class Pairs(WordsParameters):
    """The parameters: words in pairs."""

    pairs: Phrase = Field("pairs", description="Words in pairs, each with its counterpart: man woman king queen.")


@dataclass(frozen=True)
class Directions:
    """Pairs of words and the ways between them."""

    words: tuple[str, ...]
    names: tuple[str, ...]
    axes: tuple[str, ...]
    first: Tensor = quantity("The first word of each pair.", rows="names", columns="axes")
    second: Tensor = quantity("Its counterpart.", rows="names", columns="axes")
    ways: Tensor = quantity("The way from the one to the other.", rows="names", columns="axes")
    carried: Tensor = quantity("Where the first pair's way leads from each first word.", rows="names", columns="axes")
    missed: Tensor = quantity("How far that is from the counterpart.", rows="names")
    alike: Tensor = quantity("The cosine of each way with the first one.", rows="names")


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
        return Directions(words, words[::2], world.axes, first, second, ways, carried,
                          (carried - second).norm(dim=1), cosine_similarity(ways, ways[0]))  # fmt: skip

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
        view = super().world_view()
        lows = [low for low, _ in super().spans()]
        across, up = (view.step * min(floor(low / view.step - _CLEAR), 0) for low in lows)
        self.crossing = (across, up)
        view = super().world_view()
        if view.lying or self.stage.is_wide:
            return view
        # The lower axis's name stands below its ticks there; nothing stands above the plane.
        return replace(view, origin=(view.origin[0], view.origin[1] + _RAISED))

    def build(self) -> None:
        """Make the words, the arrows between them, what is reckoned, how far steps miss, and how alike all are."""
        numbers, style = self.numbers, self.style
        starts, ends = ([self.plane.place(row) for row in rows] for rows in (numbers.first, numbers.second))
        self.starts, self.ends = starts, ends
        theme = style.theme
        colors = [theme.subject, *(theme.families[index] for index in _FAMILIES)][: len(starts)]
        self.firsts, self.seconds = self._words(colors)
        self.arrows = [
            Vector(one, other, color, width=_WIDE, style=style)
            for one, other, color in zip(starts, ends, colors, strict=True)
        ]
        laid(self.arrows[0], Layer.PIN)  # the step that all others are compared with lies on them at last
        self.carried = [Vector(starts[0], ends[0], colors[0], width=_WIDE, style=style) for _ in starts]
        tips = [self.plane.place(row) for row in numbers.carried]
        self.misses = [
            laid(thin_line(tip, end, theme.ink, style.strokes.line), Layer.VECTOR)
            for tip, end in zip(tips, ends, strict=True)
        ]
        self.missed = self._missed(tips[1])
        self.pair_rows, self.king_rows, self.queen_rows = self._reckoning(colors)
        self.gaps, self.gap_titles = self._ledger(
            numbers.words[3::2], numbers.missed[1:], colors[1:], [self.says("gaps")]
        )
        first, second = numbers.words[:2]
        alike, way = self.says("alike"), f"{second} \u2212 {first}"
        above = [f"{alike} {way}"] if self.view.lying or self.stage.is_wide else [alike, way]
        self.alike, self.titles = self._ledger(numbers.words[1::2], numbers.alike, colors, [*above, self.says("one")])

    def _words(self, colors: Sequence[str]) -> tuple[list[Token], list[Token]]:
        """Return the words at their places, each pair in one colour; names keep off arrows and their ways."""
        numbers = self.numbers
        step = self.ends[0] - self.starts[0]
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        for index, start in enumerate(self.starts[1:], start=1):
            lines.append((flat(start + step), flat(self.ends[index])))
            origin = self.starts[self._source(index)]
            for share in np.linspace(0.0, 1.0, _SWEEPS):
                at = origin + share * (start - origin)
                lines.append((flat(at), flat(at + step)))
        rows = dict(zip(numbers.words, torch.stack((numbers.first, numbers.second), 1).flatten(0, 1), strict=True))
        icons = [self._standing(word, self.plane.place(row), colors[index // 2])
                 for index, (word, row) in enumerate(rows.items())]  # fmt: skip
        boxes, flat_heights = [box_of(icon) for icon in icons if len(icon)], dict.fromkeys(rows, 2 * DOT)
        offsets = name_offsets(self.plane, rows, heights=flat_heights, lines=lines, boxes=boxes, style=self.style)
        words = [
            Token(
                word, self.plane.place(row), colors[index // 2], offset=offsets[word], pictured=False, style=self.style
            )
            for index, (word, row) in enumerate(rows.items())
        ]
        for word, icon in zip(words, icons, strict=True):
            word.add(icon)
        return words[::2], words[1::2]

    def _standing(self, word: str, at: Point, color: str) -> VGroup:
        """Return a word's icon, which stands on its place or hangs below it: so arrows between places are seen whole.

        There is none where the word has none, or where both would lie on another pair's way.
        """
        if not has_icon(word, self.style):
            return VGroup()
        lines = [(flat(one), flat(other)) for one, other in zip(self.starts, self.ends, strict=True)]
        step = self.ends[0] - self.starts[0]
        lines += [*((flat(start), flat(start + step)) for start in self.starts), *self.plane.axis_segments()]
        icon, safe = ShadedIcon(word, color, height=_ICON, style=self.style), self.stage.safe
        for side in (1, -1):
            icon.move_to(at + point(0.0, side * (_ICON / 2 + _OVER)))
            left, low, right, top = box_of(icon)
            inside = safe.left <= left and right <= safe.right and safe.bottom <= low and top <= safe.top
            if inside and not any(inside_length(line, box_of(icon)) for line in lines):
                return laid(VGroup(icon), Layer.ICON)
        return VGroup()

    def _source(self, index: int) -> int:
        """Return the pair from whose place the step is carried to another pair: the nearest of those before it."""
        if index == 1:
            return 0
        return min(range(index), key=lambda other: float(np.linalg.norm(self.starts[other] - self.starts[index])))

    def _missed(self, tip: Point) -> VGroup:
        """Return the number beside the line from where the step ends to the second pair's counterpart."""
        words = [*self.firsts, *self.seconds]
        ruler = Ruler(tip, self.ends[1], self.numbers.missed[1], size=self.style.sizes.number, style=self.style)
        boxes = [box_of(word.label) for word in words]
        marks = [box_of(word.mark) for word in words]
        step = self.ends[0] - self.starts[0]
        lines = [(flat(start), flat(start + step)) for start in self.starts]
        ((place,),) = place_rulers([ruler], name_bounds(self.plane), marks=marks, texts=boxes, lines=lines)
        ruler.lie(place)
        return ruler.label

    def _reckoning(self, colors: Sequence[str]) -> tuple[list[VGroup], list[VGroup], list[VGroup]]:
        """Return the lines of what is reckoned: the step; the step added to another word; the word that is near."""
        numbers, record, theme = self.numbers, self.view.record, self.style.theme
        first, second, third, fourth = numbers.words[:4]
        step = self.says("step")
        subject, other = colors[:2]
        wholes: list[_Line] = [
            (second, numbers.second[0], subject), (f"\u2212 {first}", numbers.first[0], subject),
            (f"= {step}", numbers.ways[0], subject), (third, numbers.first[1], other),
            (f"+ {step}", numbers.ways[0], subject), (f"= {self.says('there')}", numbers.carried[1], theme.ink),
            (self.says("nearest" if self._is_nearest() else "counterpart"), None, theme.ink),
            (fourth, numbers.second[1], other), (self.says("gap"), numbers.missed[1], theme.ink),
        ]  # fmt: skip
        if self.view.lying:
            left, right = record.columns(1.0, 1.0, gap=2 * _BETWEEN)
            places: list[tuple[Region, float]] = [(left, row) for row in (0, 1, 2, 0, 1, 2)]
            places += [(right, row) for row in range(3)]
        else:
            places = [(record, row) for row in (0, 1, 2, 0, 1, 2)]
            places += [(record, row + _AFTER) for row in (3, 4, 5)]
        size = self._row_size(wholes, places[0][0].width)
        rows = [self._row(*whole, *place, size) for whole, place in zip(wholes, places, strict=True)]
        return rows[:3], rows[3:6], rows[6:]

    def _is_nearest(self) -> bool:
        """Return whether, of all words but the one it was carried to, the counterpart is nearest to the step's end."""
        numbers = self.numbers
        others = torch.cat([numbers.first, numbers.second[:1], numbers.second[2:]])
        others = others[[index for index in range(len(others)) if index != 1]]
        return float(numbers.missed[1]) < float((others - numbers.carried[1]).norm(dim=1).min())

    def _row_size(self, wholes: Sequence[_Line], width: float) -> float:
        """Return the size of type with which all lines of what is reckoned fit into a width."""
        most = self.style.sizes.tick if self.view.lying else self.style.sizes.number
        pieces = [self._pieces(*whole, most) for whole in wholes]
        widest = max(sum(float(piece.width) + _BETWEEN for piece in each) for each in pieces)
        return max(min(most, most * width / widest), self.style.sizes.least)

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

    def _ledger(
        self, words: Sequence[str], values: Tensor, colors: Sequence[str], titles: Sequence[str]
    ) -> tuple[ScoreLedger, VGroup]:
        """Return numbers by word, as bars, and what stands above them: one text a line, or all in one."""
        view, style = self.view, self.style
        texts = [", ".join(titles)] if view.lying else titles
        record = view.record.inset(top=0 if view.lying else _TITLE * len(texts))
        ledger = ScoreLedger(words, values, colors, record, lying=view.lying, style=style)
        above = VGroup()
        for place, text in enumerate(reversed(texts)):
            title = Label(text, size=style.sizes.tick, within=record.width, style=style)
            title.set_x(record.left + title.width / 2)
            title.on_baseline(record.top + (0.1 if view.lying else 0.25) + _TITLE * place)
            above.add(title)
        return ledger, laid(above, Layer.LEDGER)

    def _carry(self, index: int) -> Live:
        """Return how the step's arrow is carried, unturned, to the first word of another pair."""
        arrow, start = self.carried[index], self.starts[self._source(index)]
        away, step = self.starts[index] - start, self.ends[0] - self.starts[0]

        def follow(share: float) -> None:
            at = start + share * away
            arrow.set_ends(at, at + step)

        return Live([arrow], follow, run_time=_CARRY)

    def _fan(self) -> tuple[Point, float]:
        """Return where all arrows begin in the end, and how many times as long they are there.

        They and the names at their tips have the plane to themselves, and are as large as its axes leave room for.
        """
        ways = [end - start for start, end in zip(self.starts, self.ends, strict=True)]
        corners = np.array([point(), *ways])
        names = self._tip_names(self.style.sizes.number)
        wide, tall = (max(float(getattr(name, side)) for name in names) for side in ("width", "height"))
        left, right = (
            wide if far > _TIP_GAP else float(self._larger(_LARGER[0]).width)
            for far in (-float(corners[:, 0].min()), float(corners[:, 0].max()))
        )
        around = [point(side + 2 * _TIP_GAP, tall + _TIP_GAP) for side in (left, right)]
        boxes, lines = self.plane.text_boxes(), self.plane.axis_segments()
        room, bounds = self.plane.view.words(self.stage), name_bounds(self.plane)
        near = flat(room.centre)
        for times in _LARGER:
            low = times * corners.min(axis=0) - around[0]
            high = times * corners.max(axis=0) + around[1]
            size = (float(high[0] - low[0]), float(high[1] - low[1]))
            middle = free_place(size, bounds, near, boxes=boxes, lines=lines)
            (x, y), (across, up) = middle, (size[0] / 2, size[1] / 2)
            box = (x - across, y - up, x + across, y + up)
            if not any(overlap(box, other) for other in boxes) and not any(inside_length(line, box) for line in lines):
                break
        return point(*middle) - (low + high) / 2, times

    def _larger(self, times: float) -> Label:
        """Return what says how many times as long arrows are drawn."""
        said = self.says("larger", factor=format_number(times, 1))
        return Label(said, size=self.style.sizes.tick, color=self.style.theme.ink, style=self.style)

    def _tip_names(self, size: float) -> list[Label]:
        """Return each pair's counterpart in its colour, which stands at the tip of its arrow in the end."""
        return [
            Label(word, size=size, color=str(arrow.body.get_fill_color().to_hex()), style=self.style)
            for word, arrow in zip(self.numbers.words[1::2], self.arrows, strict=True)
        ]

    def _said_at_fan(self, tail: Point, times: float) -> VGroup:
        """Return the names at the arrows' tips, and how many times as long they are drawn, where they begin."""
        ways = [times * (end - start) for start, end in zip(self.starts, self.ends, strict=True)]
        tips = [flat(tail + way) for way in ways]
        lines = [*((flat(tail), tip) for tip in tips), *self.plane.axis_segments()]
        said, boxes = VGroup(), self.plane.text_boxes()
        if times > 1.0:
            larger = self._larger(times)
            aside = 1.0 if sum(float(way[0]) for way in ways) < 0 else -1.0
            said.add(larger.move_to(tail + aside * point(_TIP_GAP + float(larger.width) / 2)))
            boxes = [*boxes, box_of(larger)]
        sizes = self.style.sizes
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            names = self._tip_names(size)
            spots = [
                Spot(*tip, float(name.width), float(name.height), (_TIP_GAP / 2, _TIP_GAP / 2), flat(way))
                for tip, name, way in zip(tips, names, ways, strict=True)
            ]
            centres = place_labels(spots, name_bounds(self.plane), lines=lines, boxes=boxes)
            for name, centre in zip(names, centres, strict=True):
                name.move_to(point(*centre))
            if all(_is_beside(spot, name) for spot, name in zip(spots, names, strict=True)):
                break
        said.add(*names)
        return laid(said, Layer.LABEL)

    def _gather(self) -> tuple[Live, VGroup]:
        """Return how all arrows are carried, unturned, to one beginning and there grow alike; and what says so."""
        tail, times = self._fan()

        def follow(share: float) -> None:
            carried, grown = min(1.0, share / _CARRIED), max(0.0, share - _CARRIED) / (1 - _CARRIED)
            for arrow, start, end in zip(self.arrows, self.starts, self.ends, strict=True):
                at = start + carried * (tail - start)
                arrow.set_ends(at, at + (1 + grown * (times - 1)) * (end - start))

        return Live(self.arrows, follow, run_time=_GATHER), self._said_at_fan(tail, times)

    def tell(self) -> None:
        """Show a pair and its step; carry it to a second pair, and to all; lay all arrows on each other."""
        numbers, quick = self.numbers, self.style.times.quick
        words = dict(zip(("first", "second", "third", "fourth"), numbers.words, strict=False))
        words["missed"] = format_number(float(numbers.missed[1]))
        with self.beat("pair", **words):
            self.play(FadeIn(self.firsts[0], self.pair_rows[1]))
            self.play(FadeIn(self.seconds[0], self.pair_rows[0]))
            self.play(GrowFromPoint(self.arrows[0], self.starts[0]))
            self.play(FadeIn(self.pair_rows[2]), run_time=quick)
            self.rest()
        with self.beat("carry", **words):
            self.play(FadeOut(*self.pair_rows), run_time=quick)
            self.play(FadeIn(self.firsts[1], self.king_rows[0]))
            self.add(self.carried[1])
            self.play(self._carry(1), FadeIn(self.king_rows[1]))
            self.play(FadeIn(self.king_rows[2]), run_time=quick)
            self.rest()
        with self.beat("find", **words):
            self.play(FadeIn(self.seconds[1], *self.queen_rows[:-1]))
            self.play(Create(self.misses[1]))
            self.play(FadeIn(self.missed, self.queen_rows[-1]), run_time=quick)
            self.rest()
        with self.beat("all"):
            self._tell_all()
            self.rest()
        with self.beat("compare"):
            self._tell_alike()
            self.hold()

    def _tell_all(self) -> None:
        """Carry the step to one pair after another, each time with how far from the counterpart it ends."""
        quick = self.style.times.quick
        self.play(FadeOut(*self.king_rows, *self.queen_rows), run_time=quick)
        self.play(FadeIn(self.gap_titles, self.gaps.zero, *self._gap(1)), run_time=quick)
        for index in range(2, len(self.starts)):
            self.play(FadeIn(self.firsts[index]), run_time=quick)
            self.add(self.carried[index])
            self.play(self._carry(index))
            self.play(FadeIn(self.seconds[index]), Create(self.misses[index]), FadeIn(*self._gap(index)),
                      run_time=_FOUND)  # fmt: skip

    def _gap(self, index: int) -> list[VMobject]:
        """Return a pair's name, bar and number among those of how far the step ends from the counterpart."""
        gaps, place = self.gaps, index - 1
        return [gaps.names[place], gaps.bars[place], gaps.numbers[place]]

    def _tell_alike(self) -> None:
        """Let every pair's own arrow grow; lay them on each other, alone on the plane; compare them."""
        quick = self.style.times.quick
        words, tail = [*self.firsts, *self.seconds], self.starts
        gaps = [piece for index in range(1, len(tail)) for piece in self._gap(index)]
        self.play(
            FadeOut(*self.carried[1:], *self.misses[1:], self.missed, self.gap_titles, self.gaps.zero, *gaps),
            run_time=quick,
        )
        self.play(*(GrowFromPoint(arrow, start) for arrow, start in zip(self.arrows[1:], tail[1:], strict=True)))
        self.play(FadeOut(*words), run_time=quick)
        gathered, said = self._gather()
        self.play(gathered)
        self.play(FadeIn(said, self.titles, self.alike))
