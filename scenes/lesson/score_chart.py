"""A chart of scores while products are added, and beside it a column of their weights: for the lesson on scaling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from manim import Rectangle, VGroup, VMobject
from torch import Tensor

from attnmath import softmax
from scenes.layout import fit
from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point, point
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroWeight
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import Style

AIR, SCORE, BESIDE = 0.15, 1.2, 0.85
"""Scene units from a chart, a line or a name to what is beside it; the room for a score at the right of the chart, and
for weights beside their column."""

_MARK, _CLEAR, _DROP, _PAD = 0.09, 0.4, 0.05, 0.06
"""Scene units: the length of a mark on an axis; from its number to the axis's beginning; from a mark to the capitals
below it, besides the usual air; inside a piece of a column, around its number."""

_NAMED, _READ = 0.62, 0.45
"""The share of the chart's width below which the name of its foot stands; the least share of its size at which a weight
is read in its piece."""

_CROWDED, _DIM_CROWD = 1.6, 0.5
"""The stroke of the scores of many other keys, and their opacity."""

_RIM = 30.0
"""Stroke units of the rim between two pieces, for a scene unit of a piece's length, at the most: a thin one is seen."""

_DIM, _BETWEEN, _TINT, _PATH, _LIT_PATH = 0.85, 0.14, 0.06, 3.0, 5.0
"""The opacity of the other keys, of the area between the roots, and of where it was; strokes of a path, and of
the highest."""

_FINE, _DASH, _GAP, _CAP = 90, 0.2, 0.13, 0.09
"""Points of a line along the root; scene units of a dash, and between two; half the width of a measure's ends."""

_PUSHES, _LEAST_PUSH, _NEARLY = (0.24, 0.54, 0.84), 0.22, 0.8
"""The places of arrows that press, as shares of the chart's width; scene units from which an arrow is seen; how far
scores are divided when there is room to say by what."""

_SIDES = (1.0, -1.0)
"""Above zero and below it."""


@dataclass(frozen=True)
class View:
    """The range of a chart, and its room in the frame.

    Attributes:
        room: where scores stand.
        numbers: those that fill its width.
        added: those that are added up so far.
        low: the score at its lower edge.
        high: the score at its upper edge.
        root: what all scores are divided by at the end.
        rooted: the share of the chart's width up to which lines along the root are drawn.
        divided: how much of the division by the root is done, from 0 to 1.
    """

    room: Region
    numbers: float
    added: float
    low: float
    high: float
    root: float
    rooted: float = 0.0
    divided: float = 0.0

    def towards(self, end: View, share: float) -> View:
        """Return what is seen on the way to another view of the same scale."""

        def between(first: float, last: float) -> float:
            return first + share * (last - first)

        return replace(
            self,
            numbers=between(self.numbers, end.numbers),
            added=between(self.added, end.added),
            rooted=between(self.rooted, end.rooted),
            divided=between(self.divided, end.divided),
        )

    @property
    def unit(self) -> float:
        """Scene units for a score of 1."""
        return self.room.height / (self.high - self.low)

    def place(self, number: float, score: float) -> Point:
        """Return where a score stands after some numbers."""
        x = self.room.left + number / self.numbers * self.room.width
        return point(x, self.room.bottom + (score - self.low) * self.unit)

    @property
    def factor(self) -> float:
        """The factor of every score, as far as it is divided by the root."""
        return 1 - self.divided + self.divided / self.root


class RootName(Row):
    """A count under its root, and the root.

    Args:
        count: the count.
        root: its root.
        style: theme and sizes.

    Attributes:
        count: the count under its root, and the sign of equality.
        root: the root.
    """

    def __init__(self, count: float, root: Tensor, style: Style) -> None:
        size = style.sizes.number
        self.count = Math(f"sqrt({count:g}) =", size=size, style=style)
        self.root = Number(root, decimals=exact(float(root)), size=size, style=style)
        super().__init__([self.count, self.root], AIR * 0.7)


class Chart:
    """Scores while numbers are added; the lines along the root between which they spread; what presses them together.

    Args:
        scores: with each number that is added, shape (d_k, keys).
        sizes: the numbers of a key at each stage.
        view: what it shows at first.
        name: what is counted along its foot.
        style: theme and sizes.

    Attributes:
        view: what it shows.
        winner: the key that ends highest.
        colors: one ``#rrggbb`` for each key.
        paths: the way of each score.
        frame: the axes, and the numbers beside them.
        zero: the number in the middle of the upright axis.
        heights: those at the root above and below it.
        name: what is counted along the foot.
        band: what lies between the lines along the root, those lines, and a measure at each stage.
        pushes: the arrows that press from above and below.
        divisors: what they do, beside them.
    """

    def __init__(self, scores: Tensor, sizes: Sequence[float], view: View, name: str, style: Style) -> None:
        self.scores, self.sizes, self.style, self.view = scores, sizes, style, view
        theme, strokes = style.theme, style.strokes
        self.winner = int(scores[-1].argmax())
        self.colors = [theme.families[0] if key == self.winner else theme.key for key in range(scores.shape[1])]
        self.paths = [self._path(key) for key in range(scores.shape[1])]
        self.axes = [VMobject(stroke_color=theme.axis, stroke_width=strokes.thin) for _ in range(2)]
        self.zero = self._tick(0.0)
        self.heights = [self._tick(side * view.root) for side in _SIDES]
        self.counts = {size: self._tick(size) for size in sizes}
        self.name = Label(name, size=style.sizes.tick, style=style)
        fit(self.name, _NAMED * view.room.width)
        self.name.set_x(view.room.right - view.room.width * 3 / 8).on_baseline(self.foot)
        self.frame = [*self.axes, self.zero, *self.heights, *self.counts.values()]
        shade = _BETWEEN if theme.filled else 0.0
        self.between = laid(VMobject(fill_color=theme.ink, fill_opacity=shade, stroke_width=0.0), Layer.SHEET)
        self.edges = laid(VMobject(stroke_color=theme.ink, stroke_width=strokes.line), Layer.THREAD)
        self.measures = [laid(VMobject(stroke_color=theme.ink, stroke_width=strokes.line), Layer.PIN) for _ in sizes]
        self.band = [self.between, self.edges, *self.measures]
        self.pushes = [
            Arrow(point(), point(0.0, 1.0), theme.ink, width=strokes.amount, tip=1.8) for _ in _SIDES for _ in _PUSHES
        ]
        self.divisors = [self._divisor() for _ in _SIDES]

    def _path(self, key: int) -> VMobject:
        lit = key == self.winner
        path = VMobject(stroke_color=self.colors[key], stroke_width=_LIT_PATH if lit else _PATH)
        return laid(path, Layer.VECTOR if lit else Layer.TRAIL).set_stroke(opacity=1.0 if lit else _DIM)

    def _divisor(self) -> Row:
        """Return the division, to stand beside an arrow that presses."""
        root, size = self.view.root, self.style.sizes.hero
        number = Number(root, decimals=exact(root), size=size, style=self.style)
        row = Row([Math("div", size=size, style=self.style), number], AIR)
        fit(row, (_PUSHES[-1] - _PUSHES[-2]) * self.view.room.width - 4 * AIR)
        return laid(row, Layer.LABEL)

    def _tick(self, value: float) -> Tick:
        step = 1.0 if value == int(value) else 0.1
        return laid(Tick(value, step, size=self.style.sizes.tick, style=self.style), Layer.TICKS)

    @property
    def moving(self) -> list[VMobject]:
        """All that ``draw`` moves."""
        return [*self.frame, *self.paths, *self.band, *self.pushes, *self.divisors]

    @property
    def foot(self) -> float:
        """The baseline of what is written below it, scene units."""
        return self.view.room.bottom - AIR - self.zero.cap_height - _DROP

    @property
    def ends(self) -> list[float]:
        """The heights at which the scores stand now, scene units."""
        factor = self.view.factor
        return [float(self.view.place(0.0, score * factor)[1]) for score in self.now().tolist()]

    def draw(self, view: View) -> None:
        """Draw everything as it is in a view."""
        self.view = view
        self._draw_axes()
        self._draw_paths()
        self._draw_band()
        if view.divided:
            self._draw_pushes()

    def now(self) -> Tensor:
        """Return the scores so far, not divided; between two numbers, a part of the next product is added."""
        last = min(int(self.view.added + 1e-6), len(self.scores))
        before = self.scores[last - 1] if last else 0.0 * self.scores[0]
        after = self.scores[min(last, len(self.scores) - 1)]
        return before + max(self.view.added - last, 0.0) * (after - before)

    def divided_now(self) -> Tensor:
        """Return the scores so far, as far as they are divided."""
        return self.now() * self.view.factor

    def weights_now(self) -> Tensor:
        """Return softmax of the scores so far, as far as they are divided."""
        return softmax(self.divided_now())

    def score(self, value: Tensor) -> Number:
        """Return the score of the key that ends highest, at its height right of the chart."""
        number = Number(value, size=self.style.sizes.number, color=self.colors[self.winner], style=self.style)
        fit(number, SCORE * self.style.sizes.scale - AIR - _CAP)
        end = self.view.place(self.view.numbers, float(value))
        number.set_x(end[0] + AIR + _CAP + float(number.width) / 2).on_baseline(end[1] - number.cap_height / 2)
        return laid(number, Layer.LABEL)

    def ghost(self, free: float) -> VGroup:
        """Return dashes along the lines of the root as they are now, and a tint of what lies between them.

        Args:
            free: scene units at the right end that dashes leave to a number that passes there.
        """
        theme = self.style.theme
        dashes = laid(VMobject(stroke_color=theme.ink, stroke_width=self.style.strokes.line), Layer.GHOST)
        tint = laid(self.between.copy().set_fill(opacity=_TINT if theme.filled else 0.0), Layer.VEIL)
        for side in _SIDES:
            line = np.array(self._root_line(side))
            lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
            for start in np.arange(0.0, lengths[-1] - free - _DASH, _DASH + _GAP):
                for way, at in ((dashes.start_new_path, start), (dashes.add_line_to, start + _DASH)):
                    way(np.array([np.interp(at, lengths, line[:, axis]) for axis in range(3)]))
        return VGroup(tint, dashes)

    def crowd(self) -> VMobject:
        """Return what the scores of many keys are drawn with."""
        crowd = VMobject(stroke_color=self.style.theme.key, stroke_width=_CROWDED)
        return laid(crowd.set_stroke(opacity=_DIM_CROWD), Layer.SHEET)

    def draw_crowd(self, crowd: VMobject, scores: Tensor, share: float) -> None:
        """Draw the scores of many keys while numbers are added, as far as they stay within the chart.

        Args:
            crowd: what they are drawn with.
            scores: with each number that is added, shape (d_k, n).
            share: of the numbers that are added, from 0 to 1.
        """
        last = max(1, round(share * len(scores)))
        rows = np.vstack([np.zeros(scores.shape[1]), scores[:last].numpy()])
        crowd.clear_points()
        for column in rows.T:
            inside = (column > self.view.low) & (column < self.view.high)
            for number in np.flatnonzero(inside[:-1] & inside[1:]):
                if number == 0 or not inside[number - 1]:
                    crowd.start_new_path(self.view.place(float(number), float(column[number])))
                crowd.add_line_to(self.view.place(float(number) + 1, float(column[number + 1])))

    def spread(self, like: Number, side: float) -> Number:
        """Return how far the lines along the root are from zero at the end, above the last measure or below it.

        Args:
            like: a number that stands there, as it is before the division.
            side: 1 above, −1 below.
        """
        view, size = self.view, self.sizes[-1]
        value = view.root * view.factor
        number = Number(value, decimals=exact(view.root), size=like.size, style=self.style)
        first = size - float(number.width) / view.room.width * view.numbers
        edge = view.place(size, self._farthest(side, first, size))[1]
        number.set_x(view.room.right - float(number.width) / 2)
        return laid(number.set_y(float(edge) + side * (AIR + float(number.height) / 2)), Layer.LABEL)

    def root_names(self, roots: Tensor) -> list[RootName]:
        """Return what the roots of the counts are, each above its measure, or below it where less is in the way."""
        names = list[RootName]()
        for stage, root in enumerate(roots):
            name = RootName(self.sizes[stage], root, self.style)
            places = [self._beside_measure(name, stage, side) for side in _SIDES]
            crossed = [self._crossings(place, name, names) for place in places]
            name.move_to(places[crossed.index(min(crossed))])
            names.append(laid(name, Layer.LABEL))
        return names

    def _beside_measure(self, name: VMobject, stage: int, side: float) -> Point:
        """Return the middle of a name just outside the lines along the root, at a stage's measure."""
        room, half, size = self.view.room, float(name.width) / 2, self.sizes[stage]
        x = min(max(float(self.view.place(size, 0.0)[0]), room.left + AIR + half), room.right - half)
        farthest = min((x + half - room.left) / room.width * self.view.numbers, self.view.numbers)
        edge = self.view.place(0.0, side * math.sqrt(max(farthest, size)) * self.view.factor)[1]
        return point(x, float(edge) + side * (AIR + float(name.height) / 2))

    def _crossings(self, middle: Point, name: VMobject, names: Sequence[VMobject]) -> int:
        """Return how many points of paths lie where a name would stand; more than all where another name or axis is."""
        half = np.array([float(name.width) / 2 + AIR, float(name.height) / 2 + _PAD])
        points = np.concatenate([path.points for path in self.paths])[:, :2]
        if middle[1] - half[1] < self.view.room.bottom:
            return len(points) + 1
        for other in names:
            apart = np.abs(other.get_center() - middle)[:2] - half
            if (apart < np.array([float(other.width) / 2, float(other.height) / 2])).all():
                return len(points) + 1
        return int((np.abs(points - middle[:2]) < half).all(axis=1).sum())

    def _draw_axes(self) -> None:
        """Draw the axes, and put numbers beside them; a number leaves before it meets another."""
        view, room = self.view, self.view.room
        self.axes[0].set_points_as_corners([view.place(0.0, 0.0), view.place(view.numbers, 0.0)])
        corners = [(room.left, room.top), (room.left, room.bottom), (room.right, room.bottom)]
        self.axes[1].set_points_as_corners([point(*corner) for corner in corners])
        for tick in (self.zero, *self.heights):
            at = view.place(0.0, tick.value)
            tick.set_x(at[0] - AIR - float(tick.width) / 2).on_baseline(at[1] - tick.cap_height / 2)
            self._mark_axis(at, point(-_MARK, 0.0))
        for size, tick in self.counts.items():
            at = point(float(view.place(size, 0.0)[0]), room.bottom)
            tick.set_x(min(at[0], room.right + 1.0)).on_baseline(self.foot)
            if at[0] > room.right + 0.01:
                tick.set_opacity(0.0)
                continue
            tick.set_opacity(float(at[0] > room.left + _CLEAR and self._is_clear(tick)))
            self._mark_axis(at, point(0.0, -_MARK))

    def _is_clear(self, tick: Tick) -> bool:
        """Return whether a number along the foot stands beside the foot's name, not on it."""
        apart = abs(float(tick.get_x()) - float(self.name.get_x()))
        return apart > (float(self.name.width) + float(tick.width)) / 2 + AIR

    def _mark_axis(self, at: Point, way: Point) -> None:
        self.axes[1].start_new_path(at)
        self.axes[1].add_line_to(at + way)

    def _draw_paths(self) -> None:
        view = self.view
        last = min(int(view.added + 1e-6), len(self.scores))
        rows = [[0.0] * self.scores.shape[1], *self.scores[:last].tolist()]
        places = [float(number) for number in range(last + 1)]
        if view.added > last:
            rows.append(self.now().tolist())
            places.append(view.added)
        for key, path in enumerate(self.paths):
            corners = [view.place(at, row[key] * view.factor) for at, row in zip(places, rows, strict=True)]
            path.set_points_as_corners(corners if len(corners) > 1 else 2 * corners)

    def _root_line(self, side: float) -> list[Point]:
        """Return points along one line of the root, close together where it is steep."""
        view = self.view
        farthest = math.sqrt(view.rooted * view.numbers)
        roots = [farthest * step / _FINE for step in range(_FINE + 1)]
        return [view.place(root * root, side * root * view.factor) for root in roots]

    def _draw_band(self) -> None:
        """Draw lines along both roots of the count, what lies between them, and a measure at each stage."""
        view = self.view
        upper, lower = (self._root_line(side) for side in _SIDES)
        self.between.set_points_as_corners([*upper, *lower[::-1], upper[0]])
        self.edges.set_points_as_corners(upper)
        self.edges.start_new_path(lower[0])
        self.edges.add_points_as_corners(lower[1:])
        for size, measure in zip(self.sizes, self.measures, strict=True):
            reach = math.sqrt(size) * view.factor
            top, bottom = view.place(size, reach), view.place(size, -reach)
            measure.set_points_as_corners([bottom, top])
            for end in (top, bottom):
                measure.start_new_path(end - point(_CAP))
                measure.add_line_to(end + point(_CAP))

    def _draw_pushes(self) -> None:
        """Lay arrows from where the lines along the root were to where scores are now, as far as there is room."""
        view = self.view
        numbers = [share * view.numbers for share in _PUSHES]
        for index, arrow in enumerate(self.pushes):
            side, number = _SIDES[index // len(_PUSHES)], numbers[index % len(_PUSHES)]
            start = view.place(number, side * math.sqrt(number)) - point(0.0, side * AIR)
            tip = view.place(number, self._farthest(side, number - 1, number + 1)) + point(0.0, side * AIR)
            is_seen = side * float(start[1] - tip[1]) > _LEAST_PUSH
            arrow.set_ends(start, tip if is_seen else start - point(0.0, side * _LEAST_PUSH))
            arrow.shaft.set_stroke(opacity=float(is_seen))
            arrow.tip.set_fill(opacity=float(is_seen))
        for side, divisor in zip(_SIDES, self.divisors, strict=True):
            divisor.move_to(view.place(sum(numbers[-2:]) / 2, side * (math.sqrt(numbers[-2]) + 1) / 2))
            divisor.set_opacity(max(view.divided - _NEARLY, 0.0) / (1 - _NEARLY))

    def _farthest(self, side: float, first: float, last: float) -> float:
        """Return the score farthest up or down after some numbers, or the line of the root where that is farther."""
        scores = side * self.scores[int(first) - 1 : int(last) + 1]
        return side * max(math.sqrt(last), float(scores.max())) * self.view.factor


class WeightColumn:
    """Weights as pieces of a column, the key that ends highest at its top; or, where it lies, at its right.

    Args:
        order: the keys, in the order of their pieces.
        colors: one ``#rrggbb`` for each key.
        lying: whether it lies.
        style: theme and sizes.

    Attributes:
        pieces: one for each key.
        region: where it stands now.
    """

    def __init__(self, order: Sequence[int], colors: Sequence[str], *, lying: bool, style: Style) -> None:
        self.order, self.colors, self.lying, self.style = order, colors, lying, style
        theme, winner = style.theme, order[-1]
        self.pieces = []
        for key, color in enumerate(colors):
            piece = Rectangle(width=1.0, height=0.1, stroke_color=theme.background, stroke_width=style.strokes.line)
            self.pieces.append(colour_area(piece, theme.fill(color), 1.0 if key == winner else _DIM, style))

    def draw(self, weights: Tensor, region: Region, grown: float = 1.0, starts: Sequence[float] | None = None) -> None:
        """Draw the pieces as large as weights are.

        Args:
            weights: one for each key, with the sum 1.
            region: where the column stands.
            grown: how far the pieces have grown, from 0 to 1.
            starts: the heights at which they begin to grow, scene units; the column's middle when left out.
        """
        self.region, self.weights = region, weights.tolist()
        for key, (low, high) in self._spans().items():
            start = starts[key] if starts and not self.lying else self._end(0.5)
            ends = [start + grown * (end - start) for end in (low, high)]
            self.pieces[key].set_points_as_corners(self._corners(*ends))
            rim = min(self.style.strokes.line, _RIM * (high - low))
            self.pieces[key].set_stroke(width=rim if self.style.theme.filled else None)

    def _end(self, share: float) -> float:
        """Return the place at a share of its length, scene units."""
        region = self.region
        first, length = (region.left, region.width) if self.lying else (region.bottom, region.height)
        return first + share * length

    def _spans(self) -> dict[int, tuple[float, float]]:
        """Return where each key's piece begins and ends along the column, scene units."""
        spans, share = {}, 0.0
        for key in self.order:
            spans[key] = (self._end(share), self._end(share + self.weights[key]))
            share += self.weights[key]
        return spans

    def _corners(self, low: float, high: float) -> list[Point]:
        region = self.region
        left, right, bottom, top = (
            (low, high, region.bottom, region.top) if self.lying else (region.left, region.right, low, high)
        )
        return [point(left, bottom), point(right, bottom), point(right, top), point(left, top), point(left, bottom)]

    def inside(self, weight: Tensor) -> Weight | HeroWeight:
        """Return the weight of the key that ends highest, in its piece; beside the column while that is too small."""
        key, region = self.order[-1], self.region
        number = HeroWeight(weight, color=self._on(self.colors[key]), style=self.style)
        low, high = self._spans()[key]
        middle, centre, whole = (low + high) / 2, region.centre, float(number.width)
        room = (high - low, region.height) if self.lying else (region.width, high - low)
        fit(number, max(room[0] - 6 * _PAD, _PAD), max(room[1] - 2 * _PAD, _PAD))
        if float(number.width) < _READ * whole:
            return self._aside(key, weight, float(centre[1]) if self.lying else middle)
        return laid(number.move_to(point(middle, centre[1]) if self.lying else point(centre[0], middle)), Layer.LABEL)

    def _aside(self, key: int, weight: Tensor | float, middle: float) -> Weight:
        """Return the weight of a key at the right of the column, around a height in scene units."""
        number = Weight(weight, size=self.style.sizes.number, color=self.colors[key], style=self.style)
        fit(number, BESIDE * self.style.sizes.scale - AIR)
        number.set_x(self.region.right + AIR + float(number.width) / 2)
        return laid(number.on_baseline(middle - number.cap_height / 2), Layer.LABEL)

    def beside(self, weights: Tensor) -> list[Weight]:
        """Return the weights of the other keys, beside the pieces of a standing column that are not too low."""
        if self.lying:
            return []
        *others, _ = self._spans().items()  # the last one's is in its piece
        numbers = [(self._aside(key, weights[key], (low + high) / 2), high - low) for key, (low, high) in others]
        return [number for number, high in numbers if high >= number.cap_height + _PAD]

    def _on(self, color: str) -> str:
        """Return the colour of type on a piece."""
        theme = self.style.theme
        if not theme.filled:
            return theme.ink
        return max((theme.background, theme.ink), key=lambda each: contrast(each, theme.fill(color)))


def between(first: Region, last: Region, share: float) -> Region:
    """Return the region on the way from one to another."""
    ends = ((first.left, last.left), (first.right, last.right), (first.bottom, last.bottom), (first.top, last.top))
    return Region(*(one + share * (other - one) for one, other in ends))


def exact(value: float) -> int:
    """Return digits after the point: none for a whole number, else two.

    >>> exact(8.0), exact(7.0711)
    (0, 2)
    """
    return 0 if value == round(value) else 2
