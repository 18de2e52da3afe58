"""Keys and queries in one space: both words pull equally hard (the section "Asymmetric Pull", figure 20)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from manim import (
    LEFT,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    LaggedStart,
    ManimColor,
    Polygon,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.asymmetric.claims import SAME_SPACES_CLAIMS
from scenes.article.asymmetric.pair import (
    Pair,
    PairParameters,
    digits_that_multiply,
    pair,
    printed_product,
    pulls_row,
)
from scenes.article.asymmetric.running import RunningInPlace
from scenes.article.asymmetric.tug import Drag, Part, Pieces, Tug
from scenes.motion.live import Live, Widen, growing
from scenes.number_format import as_printed, format_number
from scenes.parameters import require_plane
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import free_place, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, WIDTH, Vector, arrow_corners, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.stage import PlaneView, Region, nice_step
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_ICON = 0.7
"""Scene units: the height of a word's icon on the plane."""

_TICKS, _INSIDE = 1.4, 0.12
"""Scene units from a tick to the next, and kept free inside the margin."""

_LEFT, _BELOW, _AIR = 0.95, 0.45, 0.14
"""Scene units kept free for the axes' names, and around a vector's numbers, of which its arrow keeps clear."""

_LINE, _CLOSE, _PITCH, _APART = 0.62, 0.54, 0.48, 0.3
"""Scene units from a dot product to the next, the same in frames between wide and tall, from its name to itself where
it stands below it, and from both to the tug of war."""

_ASKED = 0.22
"""Scene units from the name of a pull to its question mark."""

_FROM_PLANE, _LEAST = 0.35, 0.8
"""Scene units from the plane's part of the frame to what is filed; the share to which a line shrinks before it
breaks."""

_SIDE, _ASIDE = 8.0, 0.055
"""Stroke units of what is marked along an axis, and scene units from the axis to it, at either side."""

_FEW = 4
"""The most dots that would not be seen as a trail."""

_READ = 0.4
"""Seconds in which a product, or their sum, is read before more comes."""

_TRADE, _DRAG, _LEG = 1.6, 1.2, 1.15
"""Seconds in which key and query trade places, in which a word is dragged, and in which both vectors go to another
place and stay there."""

_DOWN, _TURN = 0.7, 0.55
"""The share of its time after which the sum has come down to the second line, and from which its colours turn."""

_FIRST = squish_rate_func(smooth, 0.0, 0.5)
"""The rate of what leaves before more comes in the same motion."""

_STAY, _SHARE, _MOST, _DIM = 0.3, 0.4, 0.9, 0.6
"""The share of that time in which they stay there; the share of the pull that is gone at the first place, and the most
that is left elsewhere; the brightness of a pull that is not the one at work."""

_TOWARDS, _NEARER, _SHORTER = 0.15, 0.75, 0.7
"""The share of the way to the second vector that the first one turns, and what is left of both vectors elsewhere."""

_BOTH, _PIN = 1.8, 0.08
"""The width of a vector that is key and query, as a multiple of another one's, and scene units: the radius of the dot
at the origin of both."""

_OVER, _UNDER, _ROUND, _NARROW = point(0.0, 0.2), point(0.0, -0.3), point(1.0), point(0.15)
"""By what, in scene units, that which is said of both words passes above and below its line while it trades places, and
the small words on the plane pass each other."""


class SameSpaces(PlaneFigure):
    """attention-key-query-transformation-part-one: while both spaces are the same, both words pull equally."""

    name = "attention-key-query-transformation-part-one"
    claims = SAME_SPACES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_climate = False
    stops_at_record = True
    numbers: Pair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> Pair:
        """Return both dot products of the words' own vectors.

        Raises:
            UserError: when the words do not fit the world, or one pushes the other away.
        """
        require_plane(world)
        return pair(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Pair) -> Mapping[str, object]:
        """Return both words and both forces."""
        first, second = numbers.words
        force, back = (format_number(float(force)) for force in numbers.forces)
        return {"first": first, "second": second, "force": force, "back": back}

    def world_view(self) -> PlaneView:
        """Return the view that leaves half of the frame to the tug of war."""
        stage = self.stage
        view, safe = stage.plane_view, stage.safe
        if view.lying:
            share = 0.5 if stage.is_portrait else 0.57
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
        """Make both vectors as keys and as queries, the tug of war, and both dot products."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        self.digits = digits_that_multiply(numbers.keys[0], numbers.queries[1], numbers.forces[0], 1)
        self.arrows = [self.plane.vector(row, theme.ink) for row in numbers.vectors]
        self.keys, self.queries = (
            [self.plane.vector(row, color) for row in rows]
            for rows, color in ((numbers.keys, theme.key), (numbers.queries, theme.query))
        )
        pin = Dot(self.plane.origin, radius=_PIN, color=theme.ink)
        self.pin = laid(pin.set_background_stroke(color=theme.background, width=RIM), Layer.PIN)
        self.both = [BothVector(self.plane.origin, self.plane.place(row), style) for row in numbers.vectors]
        # Between wide and tall frames there is no room on the plane for numbers: they stand in the products alone.
        self.numbered = self.stage.is_wide or self.stage.is_portrait
        self.roles = {key: self.says(key) for key in ("key", "query", "pulls-key", "is-pulled-query")}
        self.tags = [
            WordTag(word, self.roles, row, self.digits, style=style)
            for word, row in zip(numbers.words, numbers.vectors, strict=True)
        ]
        self._place_tags()
        self._lay_record()

    def _place_tags(self) -> None:
        """Place each word's tag near the tip of its vector, clear of both."""
        room = self.view.words(self.stage)
        safe = self.stage.safe
        bounds = (max(room.left, safe.left) + _INSIDE, room.bottom, min(room.right, safe.right - _INSIDE), room.top)
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in self.arrows] + self.plane.axis_segments()
        lines += [(flat(arrow.end), flat(foot)) for arrow in self.arrows for foot in self._feet(arrow)]
        boxes = self.plane.text_boxes()
        self.plane.names.remove(
            *(each for each in self.plane.names if any(inside_length(line, box_of(each)) > 0 for line in lines[:2]))
        )
        for part in range(1 + self.numbered):  # first the words, then the numbers
            for tag, arrow in zip(self.tags, self.arrows, strict=True):
                piece = (tag.head, tag.numbers)[part]
                size = (float(piece.width) + _AIR * part, float(piece.height) + _AIR * part)
                piece.move_to(point(*free_place(size, bounds, flat(arrow.end), lines=lines, boxes=boxes)))
                boxes.append(box_of(piece))

    def _feet(self, arrow: Vector) -> list[Point]:
        """Return the feet of an arrow's tip on both axes."""
        (x, y), (tip_x, tip_y) = flat(self.plane.origin), flat(arrow.end)
        return [point(tip_x, y), point(x, tip_y)]

    def _lay_record(self) -> None:
        """Lay both dot products at the foot of the record, and the tug of war above them."""
        record = self.view.record.inset(left=0.0 if self.view.lying else _FROM_PLANE)
        self.sums = [PullSum(self.numbers, index, self.digits, style=self.style) for index in range(2)]
        widest = max(each.line_width for each in self.sums)
        is_stacked = record.width < _LEAST * widest
        line = _LINE if self.stage.is_wide or self.stage.is_portrait else _CLOSE
        pitch = (line + _PITCH * is_stacked) * self.style.sizes.scale
        for index, each in enumerate(self.sums):
            each.lay(record, record.bottom + 0.05 + (1 - index) * pitch, _PITCH if is_stacked else None)
        top = record.bottom + 0.05 + 2 * pitch - 0.15 + _APART
        self.tug = Tug(
            self.numbers.words, self.numbers.forces, self.roles, replace(record, bottom=top), style=self.style,
        )  # fmt: skip
        self.pieces = self.tug.pieces(1, self.numbers.products[0].tolist())
        self.is_stacked = is_stacked
        self.tug.sink(1.0)

    def tell(self) -> None:
        """Show two words, a key and a query, one pull, the other one with traded parts, and that nobody wins."""
        first, second = self.numbers.words
        force, back = (each.result.shown for each in self.sums)
        with self.beat("one-space", first=first, second=second):
            self._ask()
            self.rest()
        with self.beat("roles", puller=first, pulled=second):
            self._give_parts()
            self.rest()
        with self.beat("meet", puller=first, pulled=second, force=force):
            self._rise()
            self._multiply()
            self._drag(1, count=1)
            self.rest()
        with self.beat("turn", puller=second, pulled=first, force=back):
            self._trade()
            self._drag(0, count=2)
            self.rest()
        with self.beat("equal", force=force, back=back):
            self._tie()
            self._slide()
            self.hold()

    def _ask(self) -> None:
        """Let both vectors grow, and both words hold the ends of a rope that nobody pulls yet."""
        times, tug = self.style.times, self.tug
        heads = [FadeIn(tag.head) for tag in self.tags]
        self.add(*self.arrows)
        self.play(growing(self.arrows), *heads, *map(FadeIn, tug.plain), run_time=times.slow)
        asked = [part for each in self.sums for part in (each.name, each.question)]
        self.play(Widen(tug.thread), *map(FadeIn, asked), run_time=times.move)

    def _give_parts(self) -> None:
        """Let the first word become a key that pulls, then the second one a query that is pulled."""
        times, tug = self.style.times, self.tug
        parts: tuple[Part, Part] = ("key", "query")
        for index, (part, arrows) in enumerate(zip(parts, (self.keys, self.queries), strict=True)):
            arriving = [tug.words[part][index], arrows[index], tug.said[part][index]]
            arriving += [self.tags[index].lines[part]] if self.numbered else []
            self.play(*map(FadeIn, arriving), self._color([(0, part)]), run_time=times.move)
            self.remove(tug.plain[index], self.arrows[index])
        self.play(Widen(tug.bands[0]), FadeOut(tug.thread), run_time=times.slow)

    def _color(self, said: Sequence[tuple[int, Part]]) -> Live:
        """Return how words in the names of pulls take the colours of the parts that they have by now.

        Args:
            said: which pull's name, and whether who pulls in it, or who is pulled.
        """
        theme = self.style.theme
        colors = {"key": theme.key, "query": theme.query}
        words = [(self.sums[index].words[part], ManimColor(colors[part])) for index, part in said]
        ink = ManimColor(theme.ink)

        def follow(share: float) -> None:
            for word, color in words:
                word.set_fill(ink.interpolate(color, share))

        return Live([word for word, _ in words], follow)

    def _rise(self) -> None:
        """Let both words make room for the bar below them, and the question go."""
        tug = self.tug
        moved = [tug.words["key"][0], tug.words["query"][1], tug.bands[0], *tug.first_said()]
        risen = Live(moved, lambda share: tug.sink(1.0 - share))
        self.play(risen, FadeOut(self.sums[0].question), run_time=self.style.times.move)

    def _multiply(self) -> None:
        """Multiply key and query axis by axis: as far as they reach along it."""
        times, each = self.style.times, self.sums[0]
        marks: list[VMobject] = []
        gone = list[FadeOut]()
        for axis, term in enumerate(each.products.terms):
            gone += [FadeOut(*marks)] if marks else []
            marks = self._marks(axis)
            bars = marks[:2]
            self.add(*bars)
            late = squish_rate_func(smooth, 0.45, 1.0)
            self.play(
                *gone,
                self._reach(bars),
                FadeIn(*marks[2:], rate_func=smooth),
                FadeIn(*term, rate_func=late),
                run_time=1.3 * times.move,
            )
            gone = []
            if self.pieces:
                self._lay_piece(axis)
        self.play(FadeOut(*marks), FadeIn(each.equals, each.result), run_time=0.7 * times.move)
        if self.pieces:
            self._add_up(self.pieces)

    def _lay_piece(self, axis: int) -> None:
        """Lay a product's piece of the bar after those that lie there, and write its number below it."""
        pieces, times = self.pieces, self.style.times
        assert pieces is not None
        bar = pieces.bars[axis]
        pieces.draw(axis, 0.0)
        self.add(bar)
        grown = Live([bar], lambda share: pieces.draw(axis, share))
        late = squish_rate_func(smooth, 0.4, 1.0)
        self.play(grown, FadeIn(*pieces.texts[axis], rate_func=late), run_time=times.move)
        self.wait(_READ)

    def _add_up(self, pieces: Pieces) -> None:
        """Let the numbers of all pieces become their sum."""
        texts = [text for each in pieces.texts for text in each]
        first, last = squish_rate_func(smooth, 0.0, 0.45), squish_rate_func(smooth, 0.5, 1.0)
        self.play(
            FadeOut(*texts, rate_func=first), FadeIn(self.tug.results[1], rate_func=last),
            run_time=self.style.times.move,
        )  # fmt: skip
        self.wait(_READ)

    def _marks(self, axis: int) -> list[VMobject]:
        """Return the key and the query along an axis, as far as their numbers there, and lines down from their tips."""
        numbers, theme, marks = self.numbers, self.style.theme, list[VMobject]()
        lines = list[VMobject]()
        for row, color, side in ((numbers.keys[0], theme.key, -1), (numbers.queries[1], theme.query, 1)):
            end = torch.zeros(2).index_fill(0, torch.tensor([axis]), float(row[axis]))
            aside = point(0.0, side * _ASIDE) if axis == 0 else point(side * _ASIDE, 0.0)
            marks.append(
                laid(thin_line(self.plane.origin + aside, self.plane.place(end) + aside, color, _SIDE), Layer.PIN)
            )
            down = DashedLine(self.plane.place(row), self.plane.place(end), dash_length=0.08, color=color)
            lines.append(laid(down.set_stroke(width=2.6), Layer.TRAIL))
        return [*marks, *lines]

    def _reach(self, bars: Sequence[VMobject]) -> Live:
        """Return how what is marked along an axis grows from the origin."""
        ends = [(bar.get_start(), bar.get_end()) for bar in bars]

        def follow(share: float) -> None:
            for bar, (start, end) in zip(bars, ends, strict=True):
                bar.set_points_as_corners([start, start + max(share, 1e-3) * (end - start)])

        follow(0.0)
        return Live(bars, follow)

    def _drag(self, index: int, count: int) -> None:
        """Drag a word as far as it is pulled, by as many bands as there are by now."""
        tug = self.tug
        pieces = self.pieces.bars if self.pieces and index else []
        drag = Drag(
            tug, index, [tug.words["query"][index], *tug.bands[:count]], counts=not pieces, run_time=_DRAG
        )  # fmt: skip
        self.add(tug.ghosts[index], tug.bars[index], *drag.digits)
        self.play(drag)
        self.remove(*drag.digits, *pieces)
        self.add(tug.results[index])
        if len(tug.trails[index]) > _FEW:
            self.add(tug.trails[index])

    def _trade(self) -> None:
        """Let key and query trade places: the same vectors, the same numbers, in each other's colours."""
        times, tug, below = self.style.times, self.tug, self.sums[1]
        said = [(tug.said["key"][0], tug.said["key"][1], _OVER), (tug.said["query"][1], tug.said["query"][0], _UNDER)]
        first, second = self.tags
        old: list[VMobject] = [first.lines["key"], second.lines["query"]] * self.numbered
        new: list[VMobject] = [first.lines["query"], second.lines["key"]] * self.numbered
        named = [
            (first.said["key"], second.said["key"], _ROUND),
            (second.said["query"], first.said["query"], _NARROW),
        ]
        # What is said moves, and the numbers stay: they are on the stage one by one meanwhile.
        apart: list[VMobject] = [first.coordinates["key"], second.coordinates["query"]] * self.numbered
        apart += [text for text, *_ in named] * self.numbered
        self.remove(*old)
        self.add(*apart)
        # First on the plane, of whose vectors both are made; then on the stage, where they pull.
        crossing = [self._cross(named)] if self.numbered else []
        traded = [self.queries[0], self.keys[1]]
        self.add(*traded)
        grown, colored = growing(traded), self._color([(1, "key"), (1, "query")])
        self.play(*crossing, grown, colored, run_time=_TRADE / 2)
        last = squish_rate_func(smooth, 0.5, 1.0)
        self.play(
            self._cross(said),
            *(GrowFromCenter(word, rate_func=last) for word in (tug.words["query"][0], tug.words["key"][1])),
            self._dim(1.0, _DIM),
            run_time=_TRADE / 2,
        )
        gone: list[VMobject] = [tug.words["key"][0], tug.words["query"][1], self.keys[0], self.queries[1]]
        self.remove(*gone, *apart, *(text for text, *_ in said))
        self.add(*new, *(text for _, text, _ in said))
        self.play(Widen(tug.bands[1]), run_time=times.move)
        if self.is_stacked:
            written = LaggedStart(*(FadeIn(*term) for term in below.products.terms), lag_ratio=0.5)
            self.play(FadeOut(below.question, rate_func=_FIRST), written, run_time=times.move)
            self.play(FadeIn(below.equals, below.result), run_time=0.6 * times.move)
            return
        self.play(FadeOut(below.question), run_time=times.quick)
        self.play(self._come_down(), run_time=1.5 * times.move)

    def _come_down(self) -> Live:
        """Return how the first line's sum comes down, and its factors take each other's colours on the way."""
        above, below = self.sums
        way = point(0.0, float(above.result.get_y() - below.result.get_y()))
        factors = list[tuple[VMobject, ManimColor, ManimColor]]()
        for upper, lower in zip(above.products.factors, below.products.factors, strict=True):
            for one, other in zip(upper, lower, strict=True):
                first, last = (each.number.get_fill_color() for each in (one, other))
                factors.append((other.number, first, last))
        line, place = below.line, below.line.get_center()

        def follow(share: float) -> None:
            line.move_to(place + (1 - smooth(min(share / _DOWN, 1.0))) * way)
            turned = smooth(max(0.0, (share - _TURN) / (1 - _TURN)))
            for number, first, last in factors:
                number.set_fill(first.interpolate(last, turned))

        follow(0.0)
        self.add(line)
        return Live([line], follow, rate_func=linear)

    def _dim(self, before: float, after: float) -> Live:
        """Return how the first word's pull goes from a brightness to another."""
        return Live([self.tug.bands[0]], lambda share: self.tug.dim(before + share * (after - before)))

    def _cross(self, said: Sequence[tuple[VMobject, VMobject, Point]]) -> Live:
        """Return how texts move to the places of others, each in a bow of its own."""
        ways = [(old, old.get_center(), new.get_center(), bow) for old, new, bow in said]

        def follow(share: float) -> None:
            for each, start, end, bow in ways:
                each.move_to(start + share * (end - start) + math.sin(math.pi * share) * bow)

        return Live([old for old, *_ in ways], follow)

    def _tie(self) -> None:
        """Show each vector as key and query at once, and both forces as the same."""
        times, tug = self.style.times, self.tug
        first, last = squish_rate_func(smooth, 0.0, 0.45), squish_rate_func(smooth, 0.55, 1.0)
        erased: list[VMobject] = [tug.said["query"][0], tug.said["key"][1]]
        written: list[VMobject] = [*tug.said["both"], *tug.plain, tug.knot]
        if self.numbered:
            erased += [self.tags[0].lines["query"], self.tags[1].lines["key"]]
            written += [tag.lines["both"] for tag in self.tags]
        self.play(
            *(FadeOut(each, rate_func=first) for each in erased),
            *(FadeIn(each, rate_func=last) for each in (*self.both, *written)),
            FadeIn(tug.middle, tug.equals, self.pin, rate_func=last),
            self._dim(_DIM, 1.0),
            run_time=times.slow,
        )
        self.remove(tug.words["query"][0], tug.words["key"][1], self.queries[0], self.keys[1])

    def _slide(self) -> None:
        """Take both words' vectors through other places and back: both pulls change, and stay equal."""
        tug = self.tug
        pairs = [pair for each in self.sums for pair in each.products.factors]
        factors = [[pair[side].number for pair in pairs] for side in (0, 1)]
        running = [[RunningInPlace(number, self.style) for number in numbers] for numbers in factors]
        moving = [[RunningInPlace(n, self.style) for n in tag.coordinates["both"].numbers] for tag in self.tags]
        results = [RunningInPlace(each.result, self.style) for each in self.sums]
        heroes = [RunningNumber(number) for number in tug.results]
        parts = [[tag.head, *[tag.lines["both"]] * self.numbered] for tag in self.tags]
        origins = [[part.get_center() for part in each] for each in parts]
        route = self._route()

        def follow(share: float) -> None:
            rows = _between(route, share)
            for index, row in enumerate(rows):
                tip = self.plane.place(row)
                way = tip - self.plane.place(self.numbers.vectors[index])
                self.both[index].set_ends(self.plane.origin, tip)
                for part, origin in zip(parts[index], origins[index], strict=True):
                    part.move_to(origin + way)
                for number, value in zip(running[index], [*row.tolist()] * 2, strict=True):
                    number.write(value, point(0.0))
                for number, value in zip(moving[index], row.tolist(), strict=True):
                    number.write(value, way)
            said = printed_product(rows[0].tolist(), rows[1].tolist(), self.digits)
            for number in results:
                number.write(said, point(0.0))
            tug.pull(float(rows[0] @ rows[1]) / float(tug.forces[0]))
            for index, hero in enumerate(heroes):
                hero.write(tug.number(index, said))

        self.remove(*tug.results)
        self.add(*heroes)
        moved: list[VMobject] = [*self.both, *parts[0], *parts[1], *factors[0], *factors[1]]
        moved += [*(each.result for each in self.sums), *tug.plain, *tug.bands, *tug.bars, *heroes]
        self.play(Live(moved, follow, rate_func=linear), run_time=_LEG * (len(route) - 1))
        self.remove(*heroes)
        self.add(*tug.results)

    def _route(self) -> list[Tensor]:
        """Return the places of both vectors, shape (2, d) each: from home through others, with less pull, and back.

        Their numbers are as they are printed.
        """
        home = self.numbers.vectors
        first, second = home
        lower = second - _SHARE * float(first @ second) / float(first @ first) * first
        turned = first + _TOWARDS * (second - first)
        nearer = _NEARER * second
        nearer = nearer * min(1.0, _MOST * float(first @ second) / float(turned @ nearer))
        places = [(first, lower), (turned, nearer), (_SHORTER * first, _SHORTER * lower)]
        printed = [
            torch.tensor([[as_printed(value, self.digits) for value in row.tolist()] for row in rows])
            for rows in places
        ]
        return [home, *printed, home]


def _between(route: Sequence[Tensor], share: float) -> Tensor:
    """Return where something is that goes from place to place, and stays a while at each, after a share of its time."""
    legs = len(route) - 1
    leg = min(int(share * legs), legs - 1)
    gone = smooth(min((share * legs - leg) / (1 - _STAY), 1.0))
    return route[leg] + gone * (route[leg + 1] - route[leg])


class BothVector(VGroup):
    """A vector that is key and query at once: one arrow, each of its sides in the colour of one part.

    Args:
        start: manim point, the plane's origin.
        end: manim point of the vector's place.
        style: theme.

    Attributes:
        whole: the arrow.
        half: the side of it that is the query's.
    """

    def __init__(self, start: Point, end: Point, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.whole = Vector(start, end, theme.key, width=_BOTH * WIDTH, style=style)
        self.half = Polygon(start, end, start, stroke_width=0).set_fill(theme.fill(theme.query), 1.0)
        super().__init__(self.whole, laid(self.half, Layer.VECTOR))
        self.set_ends(start, end)

    def set_ends(self, start: Point, end: Point) -> None:
        """Lay the arrow from one point to another."""
        self.whole.set_ends(start, end)
        side = arrow_corners(start, end, self.whole.shaft_width)[:4]
        self.half.set_points_as_corners([start, *side, start])


class WordTag(VGroup):
    """A word on the plane, with its vector's numbers: as a key, as a query, and as both.

    Args:
        word: the word.
        roles: the words for a key and a query, by part.
        row: shape (2,).
        digits: digits after the point.
        style: theme and sizes.

    Attributes:
        head: the icon and the word.
        lines: the numbers, with what they are, by part; and ``both``.
        coordinates: the numbers alone, by part.
        said: what they are, by part.
        numbers: all of them, at one place.
    """

    def __init__(
        self, word: str, roles: Mapping[str, str], row: Tensor, digits: int, *, style: Style = DEFAULT
    ) -> None:
        theme, size = style.theme, style.sizes.tick
        name = Label(word, size=style.sizes.number, style=style)
        self.head = VGroup(laid(haloed(name, style), Layer.LABEL))
        if has_icon(word, style):
            icon = laid(ShadedIcon(word, theme.ink, height=_ICON, style=style), Layer.ICON)
            name.shift(icon.get_right() + point(0.14 + float(name.width) / 2, 0.0) - name.get_center())
            self.head = VGroup(icon, laid(haloed(name, style), Layer.LABEL))
        colors = {"key": theme.key, "query": theme.query, "both": theme.ink}
        self.lines = dict[str, VGroup]()
        self.coordinates, self.said = dict[str, Coordinates](), dict[str, Label]()
        for part, color in colors.items():
            self.coordinates[part] = Coordinates(row, size=size, color=color, decimals=digits, style=style)
            pieces: list[VMobject] = [self.coordinates[part]]
            if part in roles:
                self.said[part] = Label(roles[part], size=size, color=color, style=style)
                pieces.append(self.said[part])
            line = Row(pieces, 0.16).on_baseline(0.0).starting_at(0.0)
            self.lines[part] = laid(haloed(line, style), Layer.LABEL)
        self.numbers = VGroup(*self.lines.values())
        super().__init__(self.head, self.numbers)


class PullSum:
    """A pull as a dot product: who pulls whom, the products axis by axis, the force.

    The first word's numbers come first in both directions, so that numbers below each other are the same.

    Args:
        numbers: the two words' numbers.
        index: 0 for the first word's pull, 1 for the second's.
        digits: digits after the point of the factors.
        style: theme and sizes.

    Attributes:
        name: who pulls whom; without the colours of the parts, which come later.
        words: the word that pulls in that, and the one that is pulled, by part.
        products: the sum of products.
        equals: the equals sign.
        result: the force.
        question: what stands after the name before.
    """

    def __init__(self, numbers: Pair, index: int, digits: int, *, style: Style = DEFAULT) -> None:
        theme, size = style.theme, style.sizes.number
        self.style = style
        sides = [(numbers.keys[0], theme.key), (numbers.queries[1], theme.query)]
        if index:
            sides = [(numbers.queries[0], theme.query), (numbers.keys[1], theme.key)]
        (left, one), (right, other) = sides
        self.name = pulls_row([numbers.words[index], numbers.words[1 - index]], size=size, style=style)
        self.words: dict[Part, VMobject] = {"key": self.name[0], "query": self.name[-1]}
        for word in self.words.values():
            word.set_fill(theme.ink)
        self.products = ProductSum(left, right, (one, other), size=size, decimals=digits, style=style)
        self.equals = Math("=", size=size, style=style)
        self.result = Number(numbers.forces[index], size=size, style=style)
        self.line = Row([self.products, self.equals, self.result], [0.22, 0.22])
        self.question = Label("?", size=size, style=style)
        laid(VGroup(self.name, self.line, self.question), Layer.LEDGER)

    @property
    def line_width(self) -> float:
        """The width of name and products in one line, scene units."""
        return float(self.name.width) + 0.5 + float(self.line.width)

    def lay(self, region: Region, base: float, pitch: float | None) -> None:
        """Lay the name and the products on a baseline, or the name above them by a pitch.

        Args:
            region: its left and right edge.
            base: the baseline of the products, scene units.
            pitch: scene units from there up to the name's; None for one line, shrunk where it is too wide.
        """
        wide = float(self.line.width) if pitch else self.line_width
        if wide > region.width:
            share = region.width / wide
            for part in (self.name, self.line, self.question):
                part.scale(share)
        self.name.align_to(point(region.left), LEFT).on_baseline(base + (pitch or 0.0))
        self.line.on_baseline(base)
        self.line.shift(point(region.right - float(self.line.get_right()[0])))
        self.question.on_baseline(base + (pitch or 0.0))
        self.question.shift(point(float(self.name.get_right()[0]) + _ASKED - float(self.question.get_left()[0])))
