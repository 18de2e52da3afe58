"""Keys and queries in one space: both words pull equally hard (the section "Asymmetric Pull", figure 20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import pi

import numpy as np
import torch
from manim import DashedLine, FadeIn, FadeOut, ManimColor, SurroundingRectangle, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.claims import SAME_SPACES_CLAIMS
from scenes.article.asymmetric.pair import Pair, PairParameters, pair, pulls_row
from scenes.article.asymmetric.tag import Tag
from scenes.motion.live import Live, Widen
from scenes.number_format import decimals_that_add, decimals_that_multiply, format_number
from scenes.parameters import require_plane
from scenes.parts.geometry import flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.band import Band
from scenes.parts.plane.labels import free_place, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Coordinates, Factor, Number
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.style import DEFAULT, Style
from scenes.worlds import World


@dataclass(frozen=True)
class SharedPair(Pair):
    """The numbers of two words that pull each other in one space."""

    products: Tensor = quantity(
        "Key times query along each axis, which add up to the force.", rows="directions", columns="axes"
    )


_ICON = 0.7
"""Scene units: the height of a word's icon."""

_TICKS, _PITCH, _INSIDE = 1.4, 0.44, 0.12
"""Scene units from a tick to the next, from a line of a tag to the next, and kept free inside the margin."""

_AIR = 0.1
"""Scene units around the numbers of a key and a query."""

_LEFT, _BELOW = 0.75, 0.45
"""Scene units kept free for the axes' names."""

_EDGE, _BETWEEN, _NAMED = 1.25, 0.25, 0.7
"""The size of a copy of the plane, as a multiple of the largest number of the words; scene units between two, and kept
free for their names."""

_COPY, _BACK, _TURN, _POUR = 1.6, 0.9, 1.6, 1.2
"""Seconds in which copies of the plane come out of it, in which they go back, in which the areas turn, and in which
they are poured into columns."""

_ASIDE = 0.055
"""Scene units from an axis to what is marked along it, at either side."""


class SameSpaces(PlaneFigure):
    """attention-key-query-transformation-part-one: while both spaces are the same, both words pull equally."""

    name = "attention-key-query-transformation-part-one"
    claims = SAME_SPACES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_climate = False
    stops_at_record = True
    numbers: SharedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> SharedPair:
        """Return both dot products of the words' own vectors, and the products that they add.

        Raises:
            UserError: when the words do not fit the world, or one pushes the other away.
        """
        require_plane(world)
        plain = pair(parameters, world)
        return extended(plain, SharedPair, products=plain.keys * plain.queries.flip(0))

    @classmethod
    def alternative_values(cls, numbers: SharedPair) -> Mapping[str, object]:
        """Return both words and both forces."""
        first, second = numbers.words
        force, back = (format_number(float(force)) for force in numbers.forces)
        return {"first": first, "second": second, "force": force, "back": back}

    def world_view(self) -> PlaneView:
        """Return the view that leaves half of the frame to the sums of products."""
        stage = self.stage
        view, safe = stage.plane_view, stage.safe
        if view.lying:
            share = 0.5 if stage.is_portrait else 0.54
            middle = view.foot + share * (view.header - view.foot)
            record = Region(safe.left + _INSIDE, safe.right - _INSIDE, view.record.bottom, middle)
        else:
            left = safe.left + 0.42 * safe.width
            record = Region(left, safe.right - _INSIDE, view.foot + 0.75, view.header - 0.1)
        view = replace(view, record=record)
        room = view.words(stage).inset(left=0.2 if view.lying else _LEFT, bottom=_BELOW, top=-0.35)
        view = view.fitted(stage, self.spans(), room)
        return replace(view, step=nice_step(_TICKS / view.unit))

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of both words and the zero vector."""
        rows = torch.cat([self.numbers.vectors, torch.zeros(1, 2)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (least[0], most[0]), (least[1], most[1])

    def build(self) -> None:
        """Make both words with key and query, and both sums as areas."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        colors = (theme.key, theme.query)
        self.words = [self.plane.vector(row, theme.ink) for row in numbers.vectors]
        # The query lies within the key, so that both are seen.
        self.both = [
            [Vector(self.plane.origin, self.plane.place(row), color, width=wide * WIDTH, style=style) for row in rows]
            for color, wide, rows in zip(colors, (3.2, 1.0), (numbers.keys, numbers.queries), strict=True)
        ]
        factors = torch.stack([numbers.keys, numbers.queries.flip(0)], dim=-1).flatten(0, 1).tolist()
        pairs = [(one, other) for one, other in factors]
        self.digits = decimals_that_multiply(pairs, choices=(1, 2, 3, 4)) or 2
        roles = (self.says("key"), self.says("query"))
        # Between wide and tall frames there is no room on the plane for numbers: they stand at the areas alone.
        self.numbered = self.stage.is_wide or self.stage.is_portrait
        self.tags = [
            WordTag(word, roles, numbers.keys[index], numbers.queries[index], self.digits, style=style)
            for index, word in enumerate(numbers.words)
        ]
        self._place_tags()
        self._make_copies()
        self._lay_sums()
        self.questions = [
            Question(numbers.words[index], numbers.words[1 - index], region, style=style)
            for index, region in enumerate(self.view.record.rows(1, 1, gap=0.2))
        ]
        self.columns = Columns(self.sums, self.view.record, style=style) if bool((numbers.products > 0).all()) else None

    def _place_tags(self) -> None:
        """Place each word's tag near the tip of its vector, clear of both."""
        room = self.view.words(self.stage)
        safe = self.stage.safe
        bounds = (max(room.left, safe.left) + _INSIDE, room.bottom, min(room.right, safe.right - _INSIDE), room.top)
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in self.words] + self.plane.axis_segments()
        boxes = self.plane.text_boxes()
        self.plane.names.remove(
            *(each for each in self.plane.names if any(inside_length(line, box_of(each)) > 0 for line in lines[:2]))
        )
        for part in range(1 + self.numbered):  # first the words, then the numbers
            for tag, arrow in zip(self.tags, self.words, strict=True):
                piece = (tag.head, tag.numbers)[part]
                air = 2 * _AIR * part  # for the frames around numbers
                size = (float(piece.width) + air, float(piece.height) + air)
                piece.move_to(point(*free_place(size, bounds, flat(arrow.end), lines=lines, boxes=boxes)))
                boxes.append(box_of(piece))

    def _make_copies(self) -> None:
        """Make a copy of the plane for keys and one for queries, side by side in the record, over their names."""
        style, theme, record = self.style, self.style.theme, self.view.record
        low, high = _EDGE * min(min(span) for span in self.spans()), _EDGE * max(max(span) for span in self.spans())
        step = nice_step((high - low) / 4)
        self.copies, self.titles = [], VGroup()
        for slot, color, key in zip(
            record.columns(1, 1, gap=_BETWEEN), (theme.key, theme.query), ("key-space", "query-space"), strict=True
        ):
            title = Label(self.says(key), size=style.sizes.head, color=color, within=slot.width, style=style)
            sheet = Sheet(self.plane, low, high, (color, color), step=step, tint=color, style=style)
            arrows = [self.plane.vector(row, color) for row in self.numbers.vectors]
            tags = [Tag(word, color, "", height=_ICON, style=style) for word in self.numbers.words]
            for tag, placed in zip(tags, self.tags, strict=True):
                tag.move_to(placed.mark)
            self.copies.append(Copy([sheet, *arrows, *tags], slot.inset(bottom=_NAMED, top=_NAMED / 3)))
            title.set_x(float(slot.centre[0])).on_baseline(float(self.copies[-1].foot[1]) - 0.45)
            self.titles.add(title)
        laid(self.titles, Layer.LEDGER)

    def _lay_sums(self) -> None:
        """Lay a sum of areas for each direction in the record, one above the other, in one scale."""
        numbers, style, record = self.numbers, self.style, self.view.record
        upper, lower = record.rows(1, 1, gap=0.1)
        flat_name = self.view.lying and not self.stage.is_portrait
        sums = [AreaSum(numbers, index, self.digits, low=flat_name, style=style) for index in range(2)]
        low, high = 0.0, record.width / max(side for each in sums for card in each.cards for side in card.sides)
        for _ in range(40):
            unit = (low + high) / 2
            fits = middles_at(sums, unit)[1] <= record.width
            fits &= max(each.height_at(unit) for each in sums) <= upper.height
            low, high = (unit, high) if fits else (low, unit)
        middles, wide = middles_at(sums, low)
        left = record.left + (record.width - wide) / 2
        for each, region in zip(sums, (upper, lower), strict=True):
            each.lay(region, [left + middle for middle in middles], low)
        self.sums = sums
        self.frames = [
            [
                SurroundingRectangle(
                    tag.lines[role], color=style.theme.ink, buff=0.07, corner_radius=0.08, stroke_width=2.6
                )
                for tag, role in zip(self.tags, roles, strict=True)
                if self.numbered
            ]
            for roles in ((0, 1), (1, 0))
        ]
        self.equal = [
            SurroundingRectangle(each.result, color=style.theme.ink, buff=0.12, corner_radius=0.1) for each in sums
        ]
        for frame in (*self.frames[0], *self.frames[1], *self.equal):
            laid(frame, Layer.LEDGER)

    def tell(self) -> None:
        """Show two words, a key and a query of each, one sum of areas, and the other one: the same areas, turned."""
        times, (first, second) = self.style.times, self.numbers.words
        force, back = (each.result.shown for each in self.sums)
        with self.beat("one-space", first=first, second=second):
            asked = [FadeIn(question) for question in self.questions]
            self.play(self._grow(self.words), *(FadeIn(tag.head) for tag in self.tags), *asked, run_time=times.slow)
            self.play(*(Widen(question.band) for question in self.questions), run_time=times.move)
            self.rest()
        with self.beat("copies"):
            self._copy()
            self.rest()
        with self.beat("meet", puller=first, pulled=second, force=force):
            self._meet()
            self.rest()
        with self.beat("turn", puller=second, pulled=first):
            self._turn()
            self.rest()
        with self.beat("equal", text="poured" if self.columns else "equal", force=force, back=back):
            self._compare()
            self.last()

    def _grow(self, arrows: Sequence[Vector]) -> Live:
        """Return how arrows grow from the origin."""
        ends = [arrow.end.copy() for arrow in arrows]
        self.add(*arrows)

        def follow(share: float) -> None:
            for arrow, end in zip(arrows, ends, strict=True):
                arrow.set_ends(arrow.start, arrow.start + max(share, 1e-3) * (end - arrow.start))

        return Live(arrows, follow)

    def _copy(self) -> None:
        """Let a copy of the plane come out of it for keys, and one for queries."""
        times = self.style.times
        gone = [part for question in self.questions for part in (question, question.band)]
        self.play(FadeOut(*gone), FadeIn(*self.copies), run_time=times.quick)
        self.play(*(Live([copy], copy.go) for copy in self.copies), run_time=_COPY)
        self.play(FadeIn(self.titles), run_time=times.move)

    def _meet(self) -> None:
        """Lay both copies on the plane again, and let the products of the key and query that meet open as areas."""
        times, areas = self.style.times, self.sums[0]
        back = [Live([copy], copy.return_by) for copy in self.copies]
        self.play(*back, FadeOut(self.titles), run_time=_BACK)
        self.remove(*self.words)
        self.add(*(arrow for arrows in self.both for arrow in arrows))
        numbers = [tag.numbers for tag in self.tags if self.numbered]
        self.play(FadeOut(*self.copies), *map(FadeIn, numbers), run_time=times.quick)
        names = [line for each in self.sums for line in each.name]
        self.play(*map(FadeIn, (*self.frames[0], *names)), run_time=times.quick)
        marks: list[VMobject] = []
        for axis, card in enumerate(areas.cards):
            gone = [FadeOut(*marks)] if marks else []
            marks = self._marks(axis)
            self.add(card, *marks)
            grown = self._grow_together(marks, card)
            self.play(grown, FadeIn(*card.factors), *gone, run_time=times.move)
            self.play(Live([card.face], card.fill), FadeIn(card.area), run_time=0.8 * times.move)
        self.play(FadeOut(*marks), FadeIn(areas.plus, areas.equals, areas.result), run_time=0.6 * times.move)

    def _marks(self, axis: int) -> list[VMobject]:
        """Return the first word's key and the second's query along an axis, as far as their numbers there."""
        numbers, theme, marks = self.numbers, self.style.theme, list[VMobject]()
        for row, color, side in ((numbers.keys[0], theme.key, -1), (numbers.queries[1], theme.query, 1)):
            end = torch.zeros(2).index_fill(0, torch.tensor([axis]), float(row[axis]))
            aside = point(0.0, side * _ASIDE) if axis == 0 else point(side * _ASIDE, 0.0)
            mark = VMobject(stroke_color=color, stroke_width=_SIDE)
            mark.set_points_as_corners([self.plane.origin + aside, self.plane.place(end) + aside])
            marks.append(laid(mark, Layer.PIN))
        return marks

    def _grow_together(self, marks: Sequence[VMobject], card: AreaCard) -> Live:
        """Return how numbers along an axis grow, and with them the sides of an area."""
        sides, ends = [*marks, card.across, card.up], []
        for side in sides:
            ends.append((side.get_start(), side.get_end()))
        card.face.set_fill(opacity=0.0).set_stroke(opacity=0.0)

        def follow(share: float) -> None:
            for side, (start, end) in zip(sides, ends, strict=True):
                side.set_points_as_corners([start, start + max(share, 1e-3) * (end - start)])

        follow(0.0)
        return Live(sides, follow)

    def _turn(self) -> None:
        """Let copies of both areas turn into those of the other direction, where key and query have changed places."""
        times, (above, below) = self.style.times, self.sums
        frames = [*map(FadeOut, self.frames[0]), *map(FadeIn, self.frames[1])]
        if frames:
            self.play(*frames, run_time=0.6 * times.move)
        moving = [Turning(one, other) for one, other in zip(above.cards, below.cards, strict=True)]
        self.add(*moving)
        self.play(*(Live([card], card.go) for card in moving), run_time=_TURN)
        self.remove(*moving)
        self.add(*below.cards)
        texts = [text for card in below.cards for text in (*card.factors, card.area)]
        self.play(FadeIn(*texts, below.plus, below.equals, below.result), run_time=0.6 * times.move)

    def _compare(self) -> None:
        """Pour both sums into columns as wide as each other: they are as high as each other, too."""
        times, columns, frames = self.style.times, self.columns, [FadeOut(*self.frames[1])] if self.frames[1] else []
        if columns is None:  # an area that is taken away stands in no column
            self.play(*map(FadeIn, self.equal), *frames, run_time=times.move)
            return
        cards = [card for each in self.sums for card in each.cards]
        texts: list[VMobject] = [text for card in cards for text in (*card.factors, card.area)]
        texts += [text for each in self.sums for text in (each.plus, each.equals, each.result, *each.name)]
        self.play(FadeOut(*texts), *frames, run_time=times.quick)
        self.remove(*(part for card in cards for part in (card, *card)))
        self.add(*columns.pieces)
        self.play(Live(columns.pieces, columns.pour), FadeIn(columns.floor), run_time=_POUR)
        self.play(FadeIn(columns.level, *columns.results, *columns.names, *columns.parts), run_time=times.quick)


class Question(VGroup):
    """A pull that is not known yet: one word, the other, and who pulls whom; the band between them arrives by itself.

    Args:
        puller: the word that pulls.
        pulled: the word that is pulled.
        region: where it lies.
        style: theme and sizes.

    Attributes:
        band: from the word that pulls to the other.
    """

    def __init__(self, puller: str, pulled: str, region: Region, *, style: Style = DEFAULT) -> None:
        theme, high = style.theme, min(_ASKED, 0.42 * region.height)
        ends = [
            Tag(word, color, "", height=high, style=style)
            for word, color in ((puller, theme.key), (pulled, theme.query))
        ]
        half = 0.5 * min(region.width - 0.4, _APART) - max(float(end.width) for end in ends) / 2
        middle = region.centre + point(0.0, 0.25 * high)
        for end, side in zip(ends, (-1, 1), strict=True):
            end.move_to(middle + point(side * half))
        name = pulls_row(puller, pulled, size=style.sizes.head, style=style)
        said = Row([*name, Label("?", size=style.sizes.head, style=style)], [0.2, 0.2, 0.12])
        said.set_x(float(middle[0])).set_y(float(middle[1]) - high / 2 - 0.37 * high)
        self.band = Band(ends[0].get_center(), ends[1].get_center(), _ASKED_PULL, theme.key, style=style)
        super().__init__(*ends, said)
        laid(said, Layer.LEDGER)


_ASKED, _APART, _ASKED_PULL = 1.2, 5.8, 0.5
"""Scene units of an icon beside a pull that is asked for, and from one to the other with both; the band's weight."""


class Copy(VGroup):
    """A copy of what lies on the plane, on its way to another place, where it is smaller if it has to be.

    Args:
        pieces: what it consists of.
        room: where it is in the end.

    Attributes:
        foot: manim point in the middle of its lower edge, in the end.
    """

    def __init__(self, pieces: Sequence[VMobject], room: Region) -> None:
        super().__init__(*pieces)
        self.start, self.end = self.get_center(), room.centre
        self.share = min(1.0, room.width / float(self.width), room.height / float(self.height))
        self.foot = self.end - point(0.0, self.share * float(self.height) / 2)
        self.outlines = [(piece, piece.points.copy()) for piece in self.family_members_with_points()]

    def go(self, share: float) -> None:
        """Go a share of the way."""
        size, middle = 1 + share * (self.share - 1), self.start + share * (self.end - self.start)
        for piece, points in self.outlines:
            piece.points = (points - self.start) * size + middle

    def return_by(self, share: float) -> None:
        """Go back a share of the way."""
        self.go(1 - share)


class WordTag(VGroup):
    """A word with the numbers of its key and its query below it.

    Args:
        word: the word.
        roles: the words for a key and a query.
        key: shape (2,).
        query: shape (2,).
        digits: digits after the point.
        style: theme and sizes.

    Attributes:
        head: the icon and the word.
        mark: the icon, or the word without one.
        lines: the key, and the query.
        numbers: both of them.
    """

    def __init__(
        self, word: str, roles: tuple[str, str], key: Tensor, query: Tensor, digits: int, *, style: Style = DEFAULT
    ) -> None:
        theme, size = style.theme, style.sizes.tick
        name = Label(word, size=style.sizes.number, style=style)
        self.head = VGroup(laid(haloed(name, style), Layer.LABEL))
        if has_icon(word, style):
            icon = laid(ShadedIcon(word, theme.ink, height=_ICON, style=style), Layer.ICON)
            name.shift(icon.get_right() + point(0.14 + float(name.width) / 2, 0.0) - name.get_center())
            self.head = VGroup(icon, laid(haloed(name, style), Layer.LABEL))
        self.mark = self.head[0]
        self.lines = []
        bottom = float(self.head.get_bottom()[1])
        for place, (role, row, color) in enumerate(
            zip(roles, (key, query), (theme.key, theme.query), strict=True), start=1
        ):
            said = [
                Label(role, size=size, color=color, style=style),
                Coordinates(row, size=size, color=color, decimals=digits, style=style),
            ]
            line = Row(said, 0.14)
            line.shift(point(float(self.head.get_left()[0] - line.get_left()[0])))
            line.on_baseline(bottom - (place - 0.15) * _PITCH * style.sizes.scale)
            self.lines.append(laid(haloed(line, style), Layer.LABEL))
        self.numbers = VGroup(*self.lines)
        super().__init__(self.head, self.numbers)


_GAP, _SPACE = 0.14, 0.26
"""Scene units from an area to its numbers, and around a sign."""

_TINT, _SIDE = 0.26, 8.0
"""Opacity of an area, and stroke units of its sides."""

_THIN = 0.02
"""Scene units: the least length of a side."""


class AreaCard(VGroup):
    """A product as an area: as wide as the key's number, as high as the query's.

    Args:
        key: the key's number.
        query: the query's number.
        product: their product.
        digits: digits after the point of both factors.
        decimals: digits after the point of the product.
        first: whether the query's number stands at the left side; else at the right one.
        signed: whether a product below 0 stands in parentheses, because it follows a sign.
        style: theme and sizes.

    Attributes:
        face: the area.
        across: the side of the key.
        up: the side of the query.
        factors: both numbers.
        area: the product, as it is written below.
        product: the same as a number.
    """

    def __init__(
        self,
        key: Tensor,
        query: Tensor,
        product: Tensor,
        *,
        digits: int,
        decimals: int,
        first: bool,
        signed: bool,
        style: Style = DEFAULT,
    ) -> None:
        theme, sizes = style.theme, style.sizes
        self.product = product
        self.sides, self.first, self.is_filled = (abs(float(key)), abs(float(query))), first, theme.filled
        self.face = VMobject(stroke_color=theme.ink, stroke_width=1.6).set_fill(
            theme.ink, _TINT if theme.filled else 0.0
        )
        self.across = VMobject(stroke_color=theme.key, stroke_width=_SIDE)
        self.up = VMobject(stroke_color=theme.query, stroke_width=_SIDE)
        self.factors = [
            Number(value, decimals=digits, size=sizes.tick, color=color, style=style)
            for value, color in ((key, theme.key), (query, theme.query))
        ]
        kind = Factor if signed else Number
        self.area = kind(product, decimals=decimals, size=sizes.head, style=style)
        super().__init__(self.face, self.across, self.up)
        laid(self, Layer.LEDGER)
        laid(VGroup(*self.factors, self.area), Layer.LEDGER)

    def reach(self, unit: float) -> tuple[float, float]:
        """Return scene units from the middle to the left and to the right edge of area and numbers, at a scale."""
        wide = max(self.sides[0] * unit, _THIN)
        over = max(wide, float(self.area.width), float(self.factors[0].width)) / 2
        beside = max(over, wide / 2 + _GAP + float(self.factors[1].width))
        return (beside, over) if self.first else (over, beside)

    def stand(self, x: float, floor: float, unit: float) -> None:
        """Stand on a floor around ``x`` scene units."""
        self.wide, self.high = (max(side * unit, _THIN) for side in self.sides)
        self.middle = point(x, floor + self.high / 2)
        self.stand_open()
        key, query = self.factors
        cap = CAP_HEIGHT * UNITS_PER_FONT_UNIT * key.size
        key.set_x(x).on_baseline(floor + self.high + _GAP)
        aside = self.wide / 2 + _GAP + float(query.width) / 2
        query.set_x(x - aside if self.first else x + aside).on_baseline(float(self.middle[1]) - cap / 2)
        self.area.set_x(x)

    def fill(self, share: float) -> None:
        """Fill the area between its sides, from the side of the query to a share of its width."""
        left, right = (float(self.middle[0]) + side * self.wide / 2 for side in (-1, 1))
        if self.first:
            right = left + max(share, 1e-3) * self.wide
        else:
            left = right - max(share, 1e-3) * self.wide
        low, high = (float(self.middle[1]) + side * self.high / 2 for side in (-1, 1))
        corners = [point(left, low), point(right, low), point(right, high), point(left, high)]
        self.face.set_points_as_corners([*corners, corners[0]])
        self.face.set_fill(opacity=_TINT if self.is_filled else 0.0).set_stroke(opacity=1.0)

    def stand_open(self) -> None:
        """Draw the whole area and both sides."""
        self.fill(1.0)
        left, right = (float(self.middle[0]) + side * self.wide / 2 for side in (-1, 1))
        low, high = (float(self.middle[1]) + side * self.high / 2 for side in (-1, 1))
        self.across.set_points_as_corners([point(left, high), point(right, high)])
        side = left if self.first else right
        self.up.set_points_as_corners([point(side, low), point(side, high)])


class Turning(VGroup):
    """An area on its way to another one, by a quarter of a turn: what was as wide becomes as high.

    Args:
        start: the area from which it comes, the query's number at its left.
        end: the area that it becomes, the query's number at its right.
    """

    def __init__(self, start: AreaCard, end: AreaCard) -> None:
        self.start, self.end = start, end
        self.pieces = [piece.copy() for piece in (start.face, start.across, start.up)]
        self.from_points = [piece.points.copy() for piece in self.pieces]
        self.colors = [ManimColor(piece.get_stroke_color()) for piece in (start.across, start.up)]
        super().__init__(*self.pieces)
        laid(self, Layer.VECTOR)

    def go(self, share: float) -> None:
        """Go a share of the way; the sides change their colours, because key and query change places."""
        angle = -pi / 2 * share
        turn = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
        middle = self.start.middle + share * (self.end.middle - self.start.middle)
        for piece, points in zip(self.pieces, self.from_points, strict=True):
            piece.points = (points - self.start.middle) @ turn.T + middle
        one, other = self.colors
        self.pieces[1].set_stroke(one.interpolate(other, share))
        self.pieces[2].set_stroke(other.interpolate(one, share))


class AreaSum:
    """A pull as a sum of areas: one product along each axis.

    Args:
        numbers: the two words' numbers.
        index: 0 for the first word's pull, 1 for the second's.
        digits: digits after the point of the factors.
        low: whether the name stands in one line, for want of height.
        style: theme and sizes.

    Attributes:
        cards: the areas.
        plus: the sign between them.
        equals: the equals sign.
        result: the force.
        name: who pulls whom, line by line, above the force.
        decimals: digits after the point of products and force.
    """

    def __init__(
        self, numbers: SharedPair, index: int, digits: int, *, low: bool = False, style: Style = DEFAULT
    ) -> None:
        self.style, theme, sizes = style, style.theme, style.sizes
        products, force = numbers.products[index], numbers.forces[index]
        self.decimals = decimals = decimals_that_add(products.tolist(), float(force), (2, 3)) or 2
        self.cards = [
            AreaCard(
                key, query, product, digits=digits, decimals=decimals, first=index == 0, signed=place > 0, style=style
            )
            for place, (key, query, product) in enumerate(
                zip(numbers.keys[index], numbers.queries[1 - index], products, strict=True)
            )
        ]
        self.plus = Math("+", size=sizes.head, style=style)
        self.equals = Math("=", size=sizes.head, style=style)
        self.result = HeroNumber(force, decimals=decimals, style=style)
        puller, pulled = numbers.words[index], numbers.words[1 - index]
        said = ((puller, theme.key), (style.says("pulls"), theme.ink), (pulled, theme.query))
        self.name: list[Label | Row] = [pulls_row(puller, pulled, size=sizes.tick, style=style)]
        if not low:
            self.name = [Label(text, size=sizes.number, color=color, within=_NAME, style=style) for text, color in said]
        laid(VGroup(self.plus, self.equals, self.result, *self.name), Layer.LEDGER)

    @property
    def _line(self) -> float:
        """Scene units that the key's number takes above an area."""
        return float(self.cards[0].factors[0].height) + _GAP + 0.05

    @property
    def last(self) -> float:
        """The width of the force and the name above it, scene units."""
        return max(float(self.result.width), *(float(line.width) for line in self.name))

    def height_at(self, unit: float) -> float:
        """Return the height of the sum at a scale, scene units."""
        return self._line + max(card.sides[1] for card in self.cards) * unit + _FLOOR + 0.05

    def lay(self, region: Region, middles: Sequence[float], unit: float) -> None:
        """Lay the sum in a region: areas on one floor, the sum in numbers below it, the name above the force.

        Args:
            region: the region it fills.
            middles: the middle of each area, scene units.
            unit: scene units for 1.
        """
        floor, base = region.bottom + _FLOOR, region.bottom + 0.05
        for card, x in zip(self.cards, middles, strict=True):
            card.stand(x, floor, unit)
            card.area.on_baseline(base)
        self.plus.set_x(sum(middles) / 2).on_baseline(base)
        left = region.right - self.last
        self.equals.set_x(left - _SPACE - float(self.equals.width) / 2).on_baseline(base)
        self.result.set_x(left + self.last / 2).on_baseline(base)
        top = base + float(self.result.height) + 0.3
        pitch = min(_PITCH * self.style.sizes.scale, (region.top - top) / 3)
        for place, line in enumerate(reversed(self.name)):
            line.set_x(left + self.last / 2).on_baseline(top + place * pitch)


def middles_at(sums: Sequence[AreaSum], unit: float) -> tuple[list[float], float]:
    """Return the middles of the areas of sums below each other, from the left edge of all, and the width they take."""
    reaches = [[card.reach(unit) for card in each.cards] for each in sums]
    middles = [max(row[0][0] for row in reaches)]
    sign = float(sums[0].plus.width) + 2 * _SPACE
    for place in range(1, len(reaches[0])):
        middles.append(middles[-1] + sign + max(row[place - 1][1] + row[place][0] for row in reaches))
    right = middles[-1] + max(row[-1][1] for row in reaches)
    return middles, right + 2 * _SPACE + float(sums[0].equals.width) + max(each.last for each in sums)


_FLOOR, _NAME = 0.55, 1.5
"""Scene units from a sum's lower edge to the floor of its areas, and the largest width of a word in its name."""


class Columns:
    """Two sums of areas, poured into columns of one width: their heights are the forces.

    Args:
        sums: the sums, in place.
        region: where the columns stand.
        style: theme and sizes.

    Attributes:
        pieces: the areas, on their way.
        floor: the line on which columns stand.
        level: the line along their upper ends.
        parts: the products, beside their parts of the columns.
        results: the forces, above the columns.
        names: who pulls whom, below them.
    """

    def __init__(self, sums: Sequence[AreaSum], region: Region, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.results = [HeroNumber(each.result.value, decimals=each.decimals, style=style) for each in sums]
        lines = [VGroup(*(line.copy() for line in each.name)) for each in sums]
        pitch = _PITCH * style.sizes.scale
        named = pitch * max(len(line) for line in lines) + 0.1
        tall = float(self.results[0].height) + 0.3
        areas = [sum(card.wide * card.high for card in each.cards) for each in sums]
        high = min(region.height - named - tall, _TALLEST)
        wide = min(max(max(areas) / high, _NARROW), 0.3 * region.width)
        size = high * wide / max(areas)  # all areas get as much larger, or smaller, as the others
        floor = region.bottom + (region.height - high - named - tall) / 2 + named
        middles = [region.left + share * region.width for share in (0.28, 0.72)]
        self.pieces, self._ways = list[VMobject](), list[tuple[np.ndarray, np.ndarray]]()
        self.names, self.parts = list[VGroup](), list[Number]()
        for each, line, x, result, area in zip(sums, lines, middles, self.results, areas, strict=True):
            low = floor
            for card in reversed(each.cards):
                up = size * card.wide * card.high / wide
                self._pour_into(card, x, wide, low, up)
                part = Number(card.product, decimals=each.decimals, size=style.sizes.tick, style=style)
                part.move_to(point(x + wide / 2 + _GAP + float(part.width) / 2, low + up / 2))
                self.parts.append(laid(part, Layer.LEDGER))
                low += up
            for count, name in enumerate(line):
                name.set_x(x).on_baseline(floor - 0.1 - (count + 0.75) * pitch)
            self.names.append(laid(line, Layer.LEDGER))
            laid(result.set_x(x).on_baseline(floor + size * area / wide + 0.2), Layer.LEDGER)
        left, right = (float(x) + side * (wide / 2 + 0.35) for x, side in zip(middles, (-1, 1), strict=True))
        top = floor + size * areas[0] / wide
        self.floor = laid(thin_line(point(left, floor), point(right, floor), theme.axis, 2.8), Layer.LEDGER)
        self.level = DashedLine(point(left, top), point(right, top), dash_length=0.1).set_stroke(theme.ink, 2.4)
        laid(self.level, Layer.LEDGER)

    def _pour_into(self, card: AreaCard, x: float, wide: float, low: float, up: float) -> None:
        """Note how an area gets as wide as its column."""
        piece = card.face.copy()
        corners = [point(x - wide / 2, low), point(x + wide / 2, low), point(x + wide / 2, low + up)]
        corners.append(point(x - wide / 2, low + up))
        end = VMobject().set_points_as_corners([*corners, corners[0]])
        self.pieces.append(laid(piece, Layer.LEDGER))
        self._ways.append((piece.points.copy(), end.points.copy()))

    def pour(self, share: float) -> None:
        """Let the areas go a share of the way into the columns."""
        for piece, (start, end) in zip(self.pieces, self._ways, strict=True):
            piece.points = start + share * (end - start)


_TALLEST, _NARROW = 3.2, 0.7
"""Scene units: the height of the columns at the most, and their width at the least."""
