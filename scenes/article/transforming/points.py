"""A matrix applied to vectors: figure 15 of the article's section "Transforming the Embeddings"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from manim import FadeIn, FadeOut, LaggedStart, VGroup, VMobject
from manim.utils.rate_functions import ease_in_out_sine
from pydantic import Field
from torch import Tensor

from attnmath import apply_map
from scenes.article.transforming.claims import APPLY_TRANSFORMATION_CLAIMS
from scenes.article.transforming.landing import beside_landings, landing
from scenes.article.transforming.walk import Walk
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.motion.spare import spare
from scenes.number_format import decimals_that_add, decimals_that_multiply
from scenes.parameters import LandmarkParameters, Word, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import (
    Box,
    Moment,
    Segment,
    Spot,
    clip,
    free_place,
    inside_length,
    overlap,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, gaps_before, turned
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import HeroGlow, Token, haloed
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView
from scenes.worlds import World

_ICON, _HERO = 0.5, 0.66
"""Scene units: the heights of icons, and of the icon of the word whose steps are counted, on a plane with room."""

_ROOMY, _LEAST = 1.45, 0.72
"""Scene units for one unit of the vectors from which on there is room; the least share of their height for icons."""

_LOW = 1.4
"""Scene units of a record's height below which its type is smaller."""

_NEAR, _NEARER = 0.9, 0.8
"""The share of an icon's height that names keep off, as few icons fill their corners; where there is less room."""

_PITCH, _CLOSE, _GAP = 0.62, 0.5, 0.16
"""Scene units from a line of the record to the next, from a line to its continuation, and between its pieces."""

_UNIT, _THIN, _THICK = 0.11, 0.04, 0.07
"""Scene units: the shafts of a step's arrow, of a walk that goes along with words, and of one that is told."""

_AROUND = (0.02, 0.07)
"""The shares of the words' spans that are left free at their right and below: for names."""

_ASIDE = 0.3
"""Scene units from the middle of a walk to its number."""

_FAR = 0.2
"""Scene units from a word's mark to its name beyond which the name has a place of its own for each rest."""

_RESTS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
"""The share of its way that each arrow has gone when words stand still."""

_GROW, _WALK, _PULL, _SWELL = 0.5, 0.8, 2.2, 0.7
"""Seconds: an arrow appears, it is walked along, it goes elsewhere with all words, and a walk along it is told."""

_WAY, _OFF_NAME, _MOVED = 2.4, 0.03, 1.5
"""Stroke units of the way that a word has gone with an arrow; scene units that it keeps off names; how often the height
of its mark it goes at the least where its ghost and its way stay behind."""

_LOOK = 0.4
"""Seconds in which an arrow's new place is looked at before it goes there."""

_BESIDE, _OFF_OTHERS, _HALO = 0.12, 0.14, 0.1
"""Scene units from an arrow's tip to the name of its axis, where there is room, from a word's count to other words at
the least, as it is nobody else's, and from where names may be to it."""

_BOWS = (0.0, 0.3, -0.3, 0.6, -0.6)
"""Scene units by which the name of an axis may bend up on its way, so that it keeps off where its arrow lands."""

_STRENGTH = 0.5
"""The share of their opacity that the grid's lines have, so that words stand out."""


@dataclass(frozen=True)
class Transformed:
    """The words of a world, before and after a matrix.

    Attributes:
        words: the words of the families and the subject.
        axes: names of the vectors' numbers.
        order: positions of the words, the one whose steps are counted first.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    order: tuple[int, ...]
    vectors: Tensor = quantity("The words' vectors, one a row.", rows="words", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: x M.", rows="axes")
    products: Tensor = quantity("The first word's numbers times those of M; each column adds up.", rows="axes")
    halfway: Tensor = quantity("The words' places when only the first step has gone to its row of M.", rows="words")
    transformed: Tensor = quantity("The words' new vectors: x M.", rows="words")

    @property
    def first(self) -> int:
        """The word whose arithmetic is written out."""
        return self.order[0]


class OneWord(LandmarkParameters):
    """The parameters of the figure: the word whose arithmetic is written out."""

    word: Word = Field(
        "",
        description="The word whose arithmetic is written out; when left empty the subject, "
        "or the first of the first family.",
    )


class ApplyTransformation(PlaneFigure):
    """attention-apply-transformation: take two arrows elsewhere, to a matrix's rows, and all words have to follow."""

    name = "attention-apply-transformation"
    claims = APPLY_TRANSFORMATION_CLAIMS
    Parameters = OneWord
    texts_leave = True
    numbers: Transformed

    @classmethod
    def compute(cls, parameters: OneWord, world: World) -> Transformed:
        """Return every word's vector times the matrix M."""
        require_plane(world)
        words = landmarks(world)
        word = parameters.word or (world.subject if world.subject in words else words[0])
        if word not in words:
            raise UserError(f'word must be one of the families\' or the subject ({", ".join(words)}); got "{word}"')
        order = dict.fromkeys([word, *words])
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        return Transformed(
            words,
            world.axes,
            tuple(words.index(name) for name in order),
            vectors=vectors,
            matrix=matrix,
            products=vectors[words.index(word)][:, None] * matrix,
            halfway=apply_map(vectors, torch.stack([matrix[0], torch.eye(2)[1]])),
            transformed=apply_map(vectors, matrix),
        )

    @classmethod
    def alternative_values(cls, numbers: Transformed) -> Mapping[str, object]:
        """Return the words, and the first one's new place."""
        first = numbers.first
        return {
            "count": len(numbers.words),
            "word": numbers.words[first],
            "before": format_vector(numbers.vectors[first]),
            "after": format_vector(numbers.transformed[first]),
        }

    def world_view(self) -> PlaneView:
        """Return the view that the words fill, before and after the matrix."""
        return self.stage.plane_view.fitted(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words' old and new places."""
        numbers = self.numbers
        rows = torch.cat(
            [numbers.vectors, numbers.halfway, numbers.transformed, numbers.matrix, numbers.products, torch.eye(2)]
        )
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        air = [share * (high - low) for share, low, high in zip(_AROUND, least, most, strict=True)]
        return (min(0.0, least[0]), most[0] + air[0]), (min(-air[1], least[1]), max(0.0, most[1]))

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrix have as well."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def build(self) -> None:
        """Make the words, the steps with what is walked along them, the grid that leans, and the record."""
        numbers = self.numbers
        self.word, self.ways = numbers.words[numbers.first], list[VMobject]()
        self.color, self.inks = self.color_of(self.word), self.axis_colors()
        self.counts = numbers.vectors[numbers.first]
        roomy, sizes = self.plane.view.unit * self.plane.view.step / _ROOMY, self.style.sizes
        self.shrink = max(_LEAST, min(1.0, roomy))
        self.name_size, self.count_size = (sizes.tick, sizes.number) if roomy < 1 else (sizes.number, sizes.head)
        self.units = [  # they lie upon what is walked along them
            laid(Vector(self.plane.origin, self.plane.place(row), ink, width=_UNIT, style=self.style), Layer.LABEL)
            for row, ink in zip(torch.eye(2), self.inks, strict=True)
        ]
        pairs = zip(self.counts.tolist(), self.inks, strict=True)
        self.walks = [Walk(count, ink, layer=Layer.PIN, style=self.style) for count, ink in pairs]
        self.words = self._tokens()
        self.named = [token for token in self.words.values() if not token.has_icon]
        self._end_before_icon()
        self.ghosts = list[VMobject]()
        self.glow = HeroGlow(self._new_place(self.word), self.color, style=self.style)
        self.landings = [landing(self.plane, row, ink) for row, ink in zip(numbers.matrix, self.inks, strict=True)]
        self.grid = LeaningGrid(self.plane, self.inks, strength=_STRENGTH, style=self.style)
        self.titles = self._titles()
        self._lay(numbers.matrix)
        self.new_counts = self._count_names(2, (-1, 1))  # the name of the first axis stands outside
        self._lay(torch.eye(2))
        self.old_counts = self._count_names(0, (-1, 1))  # the ticks' numbers stand below
        self._lay_record()
        self.landing_names = self._landing_names()
        self.counted = [self._counted(index) for index in (0, 1)]

    def _end_before_icon(self) -> None:
        """Let the last arrow of the walk end before the icon of the word to which it leads."""
        token, arrows = self.words[self.word], [arrow for walk in self.walks for arrow in walk.arrows]
        if token.has_icon and arrows:
            arrows[-1].short = float(token.mark.height) / 2

    def _lay(self, matrix: Tensor) -> None:
        """Lay the two walks tip to tail along a matrix's rows."""
        start = self.plane.origin
        for walk, row in zip(self.walks, matrix, strict=True):
            start = walk.lay(start, self._way(row)).end

    def _way(self, row: Tensor) -> Point:
        """Return a vector as a way in scene units."""
        return self.plane.place(row) - self.plane.origin

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places; their names have a side for each time that they stand still."""
        heights = {word: self.shrink * (_HERO if word == self.word else _ICON) for word in self.numbers.words}
        vectors = dict(zip(self.numbers.words, self.numbers.vectors, strict=True))
        large = [w for w in vectors if self.world.family_index(w) is not None or w == self.world.subject]
        share_kept = _NEAR if self.shrink == 1 else _NEARER
        near = {word: share_kept * height for word, height in heights.items()}
        named = [word for word in vectors if not has_icon(word, self.style)]
        moments, at_first = list[Moment](), list[Spot]()
        for shares in _RESTS:
            matrix = self._leant(*shares)
            places = {word: row @ matrix for word, row in vectors.items()}
            found = name_spots(self.plane, places, heights=near, large=large, size=self.name_size, style=self.style)
            spots = dict(zip(vectors, found, strict=True))
            at_first = at_first or found
            boxes = [] if any(shares) else [*map(box_of, self.plane.names), *self._tick_row()]
            boxes += [*map(box_of, self.plane.numbers), *(spots[word].box for word in vectors if word not in named)]
            moments.append(Moment([spots[word] for word in named], self._lines(matrix), boxes))
        sides = self._name_sides(moments) if named else [[], [], []]
        self.sides = [dict(zip(named, each, strict=True)) for each in sides]
        # Names of words that have an icon are read before any arrow goes, and leave.
        free, taken = list[Spot](), [*self.plane.text_boxes(), *self._tick_row()]
        for word, spot in zip(vectors, at_first, strict=True):
            if word in named:
                taken += [spot.box, _named_box(spot, self.sides[0][word])]
            else:
                free.append(spot)
        if free:
            first = place_travelling_labels([Moment(free, self._lines(torch.eye(2)), taken)], name_bounds(self.plane))
            read = dict(zip((word for word in vectors if word not in named), first, strict=True))
            self.sides = [{**each, **read} for each in self.sides]
        return {
            word: self.token(word, row, offset=self.sides[0][word], height=heights[word], size=self.name_size)
            for word, row in vectors.items()
        }

    def _name_sides(self, moments: Sequence[Moment]) -> list[list[tuple[float, float]]]:
        """Return the ways from words to their names at each rest: the same for all rests, where that is near enough.

        Args:
            moments: one for each rest.
        """
        bounds = name_bounds(self.plane)
        sides = [place_travelling_labels(moments, bounds) for _ in moments]
        for parts in (((0,), (1, 2)), ((1,), (2,))):  # a place before any arrow has gone and one after; else three
            for index in range(len(moments[0].spots)):
                if not any(_is_poor(moment.spots, each, index) for moment, each in zip(moments, sides, strict=True)):
                    continue
                for rests in parts:
                    (side,) = place_travelling_labels([_alone(moments[at], sides[at], index) for at in rests], bounds)
                    for at in rests:
                        sides[at][index] = side
        return sides

    def _tick_row(self) -> list[Box]:
        """Return the strip of the ticks' numbers below the axis along the foot, in which no name stands."""
        boxes = [box_of(number) for number in self.plane.numbers]
        row = [box for box in boxes if box[3] < self.plane.origin[1]]
        return [(min(box[0] for box in row), row[0][1], max(box[2] for box in row), row[0][3])] if row else []

    def _leant(self, *shares: float) -> Tensor:
        """Return the matrix whose rows have gone shares of the way from no change to M."""
        eye, far = torch.eye(2), torch.tensor(shares, dtype=self.numbers.matrix.dtype)[:, None]
        return eye + far * (self.numbers.matrix - eye)

    def _lines(self, matrix: Tensor) -> list[Segment]:
        """Return what names keep off where a matrix has carried the plane: axes, steps and the walk."""
        origin = flat(self.plane.origin)
        ways = [origin, *(flat(self.plane.place(row)) for row in (self.counts[0] * matrix[0], self.counts @ matrix))]
        steps = [(origin, flat(self.plane.place(row))) for row in matrix]
        return [*self.plane.axis_segments(), *pairwise(ways), *steps]

    def _landing_names(self) -> list[VGroup]:
        """Return the rows of the matrix as pairs of numbers, each beside the place where its step lands."""
        named, origin = list[VGroup](), flat(self.plane.origin)
        for index, ink in enumerate(self.inks):
            rows = self.numbers.matrix[index, None]
            lines = self._lines(self._leant(*_RESTS[index])) + [(origin, flat(self.plane.place(rows[0])))]
            marks = [box for share in np.linspace(0.0, 1.0, 12) for box in self._marks(_shares(index, float(share)))]
            taken = [*map(box_of, self.plane.numbers), *marks, *self._passed(index), *self._title_boxes(index)]
            name = self._pair(rows[0], [ink, ink])
            named += beside_landings(self.plane, [name], rows, lines=lines, taken=taken, style=self.style)
        return named

    def _marks(self, shares: Sequence[float]) -> list[Box]:
        """Return the boxes of the words' icons when the arrows have gone shares of their ways."""
        matrix, boxes = self._leant(*shares), []
        for word, row in zip(self.numbers.words, self.numbers.vectors, strict=True):
            (x, y), (half, high) = flat(self.plane.place(row @ matrix)), self.words[word].reach()
            boxes.append((x - half, y - high, x + half, y + high))
        return boxes

    def _passed(self, index: int, steps: int = 24) -> list[Box]:
        """Return boxes of the words' names on their way while an arrow, 0 or 1, goes elsewhere.

        Args:
            index: of the arrow.
            steps: moments of the way; the last one is its end.
        """
        passed = []
        for share in np.linspace(1.0, 0.0, steps):
            matrix = self._leant(*_shares(index, float(share)))
            for word, row in zip(self.numbers.words, self.numbers.vectors, strict=True):
                text, moves = self.words[word].label, 0.0 < share < 1.0
                if self.words[word] not in self.named or (moves and self.words[word] in self._turning(index)):
                    continue
                x, y = flat(self.plane.place(row @ matrix) + point(*self.sides[index + (share == 1.0)][word]))
                half, high = float(text.width) / 2, float(text.height) / 2
                passed.append((x - half, y - high, x + half, y + high))
        return passed

    def _name_boxes(self, rest: int) -> list[Box]:
        """Return the boxes of the words' names at a rest: after the first, of words without an icon alone."""
        matrix, boxes = self._leant(*_RESTS[rest]), list[Box]()
        for word, row in zip(self.numbers.words, self.numbers.vectors, strict=True):
            if rest and self.words[word] not in self.named:
                continue
            text = self.words[word].label
            boxes.append(around(self.plane.place(row @ matrix) + point(*self.sides[rest][word]), text))
        return boxes

    # --- What rides along -----------------------------------------------------------------------------------------

    def _titles(self) -> list[VMobject]:
        """Return the names of the axes, which ride on the arrows; find where they stand while these stand still.

        A name has a place before its own arrow goes, and one after it.
        """
        titles, self.title_ways = list[VMobject](), list[list[Point]]()
        taken: dict[int, list[Box]] = {rest: [] for rest in range(len(_RESTS))}
        for index, name in enumerate(self.plane.names):
            size = (float(name.width) + 0.06, float(name.height) + 0.06)
            ways = list[Point]()
            for rests in (range(index + 1), range(index + 1, len(_RESTS))):
                row = self._leant(*_RESTS[rests[-1]])[index]
                tip, way = self.plane.place(row), self._way(row)
                along = way / max(float(np.linalg.norm(way)), 1e-9)
                out = along + (-turned(along) if index == 0 else turned(along))  # on, and away from the other arrow
                half = abs(float(out[0])) * size[0] / 2 + abs(float(out[1])) * size[1] / 2
                near = tip + (half + _BESIDE) / max(float(out @ out), 1.0) * out
                lines = [line for rest in rests for line in self._lines(self._leant(*_RESTS[rest]))]
                lines += self._dashes(self.numbers.matrix[index])
                boxes = [box for rest in rests for box in (*self._marks(_RESTS[rest]), *taken[rest])]
                boxes += [box for rest in rests if rest for box in self._name_boxes(rest)]
                boxes += [*map(box_of, self.plane.numbers), _wider(box_of(self.landings[index][1]))]
                x, y = free_place(size, name_bounds(self.plane), flat(near), lines=lines, boxes=boxes)
                ways.append(point(x, y) - tip)
                for rest in rests:
                    taken[rest].append((x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2))
            self.title_ways.append(ways)
            titles.append(laid(name.copy(), Layer.LABEL))
        self.bows, bows = [0.0, 0.0], list[float]()
        for axis, title in enumerate(titles):
            bows.append(min(_BOWS, key=lambda bow: self._over_ring(axis, title, bow)))
        self.bows = bows
        return titles

    def _over_ring(self, axis: int, title: VMobject, bow: float) -> float:
        """Return the area that the name of an axis covers of the ring where its arrow lands, on a way that bends."""
        ring, self.bows[axis] = box_of(self.landings[axis][1]), bow
        places = [self._title_at(axis, *_shares(axis, float(share))) for share in np.linspace(0.0, 1.0, 25)]
        return sum(overlap(_wider(around(at, title)), ring) for at in places)

    def _dashes(self, row: Tensor) -> list[Segment]:
        """Return the lines from where an arrow lands to both axes."""
        (x, y), (left, low) = flat(self.plane.place(row)), flat(self.plane.origin)
        return [((x, low), (x, y)), ((left, y), (x, y))]

    def _title_at(self, axis: int, *shares: float) -> Point:
        """Return where the name of an axis is when the arrows have gone shares of their ways."""
        (first, last), share = self.title_ways[axis], shares[axis]
        bent = point(0.0, self.bows[axis] * np.sin(np.pi * share))
        return self.plane.place(self._leant(*shares)[axis]) + first + share * (last - first) + bent

    def _put_titles(self, *shares: float) -> None:
        """Put the names of the axes where they are when the arrows have gone shares of their ways."""
        for axis, title in enumerate(self.titles):
            title.move_to(self._title_at(axis, *shares))

    def _title_boxes(self, index: int, steps: int = 12) -> list[Box]:
        """Return boxes of the names of the axes on their ways while an arrow, 0 or 1, goes elsewhere."""
        boxes = list[Box]()
        for share in np.linspace(0.0, 1.0, steps):
            for axis, title in enumerate(self.titles):
                boxes.append(around(self._title_at(axis, *_shares(index, float(share))), title))
        return boxes

    def _counted(self, index: int) -> dict[str, tuple[VMobject, tuple[float, float]]]:
        """Return the numbers by which the words follow an arrow that go farthest and least, with their ways to them.

        They show why one word goes far, and another stays.
        """
        counts = self.numbers.vectors[:, index].abs().tolist()
        others = [at for at in range(len(counts)) if at != self.numbers.first]
        if len(others) < 2:
            return {}
        rests, found = (index, index + 1), dict[str, tuple[VMobject, tuple[float, float]]]()
        ways = [(flat(start), flat(end)) for _, start, end in self._trails(index)]
        landing = [box_of(self.landing_names[index])]
        placed: list[list[Box]] = [[], []]
        for at in (max(others, key=counts.__getitem__), min(others, key=counts.__getitem__)):
            word, row = self.numbers.words[at], self.numbers.vectors[at]
            number = Number(row[index], size=self.name_size, color=self.inks[index], style=self.style)
            half, high = self.words[word].reach()
            moments = []
            for rest, already in zip(rests, placed, strict=True):
                matrix = self._leant(*_RESTS[rest])
                x, y = flat(self.plane.place(row @ matrix))
                size = (float(number.width) + 0.1, float(number.height) + 0.1)
                marks = [_wider(box) for place, box in enumerate(self._marks(_RESTS[rest])) if place != at]
                if rest == rests[1]:
                    marks += [box for place, box in enumerate(self._marks(_RESTS[rests[0]])) if place != at]  # ghosts
                boxes = [*marks, *already, *self._name_boxes(rest if rest else 1), *landing]
                boxes += [*map(box_of, self.plane.numbers), *self._title_boxes(index)]
                lines = [*self._lines(matrix), *(ways if rest == rests[1] else [])]
                spot = Spot(x, y, *size, (half, high), (1.0 if x >= self.plane.origin[0] else -1.0, 0.0))
                moments.append(Moment([spot], lines, boxes))
            left, low, right, top = name_bounds(self.plane)
            inside = (left + _HALO, low, right - _HALO, top)
            (way,) = place_travelling_labels(moments, inside)
            for already, moment in zip(placed, moments, strict=True):
                already.append(_named_box(moment.spots[0], way))
            number.move_to(self.plane.place(row @ self._leant(*_RESTS[index])) + point(*way))
            text = laid(haloed(number, self.style), Layer.LABEL)
            found[word] = (text, way)
        return found

    def _trails(self, index: int) -> list[tuple[str, Point, Point]]:
        """Return the words that leave a ghost and a way behind as an arrow goes elsewhere, from where to where.

        They go far enough, neither ghost nor way lies on another word's mark, and no arrow runs through the ghost.
        """
        before, after = (self._leant(*_RESTS[rest]) for rest in (index, index + 1))
        old, new = self._marks(_RESTS[index]), self._marks(_RESTS[index + 1])
        walk = self._lines(after)[len(self.plane.axis_segments()) :]
        found = []
        for at, (word, row) in enumerate(zip(self.numbers.words, self.numbers.vectors, strict=True)):
            start, end = (self.plane.place(row @ matrix) for matrix in (before, after))
            others = [box for place, box in enumerate(new) if place != at]
            far = float(np.linalg.norm(end - start)) > _MOVED * float(self.words[word].mark.height)
            met = any(inside_length((flat(start), flat(end)), box) > 0 for box in others)
            met |= any(overlap(old[at], box) > 0 for box in others)
            if far and not met and not any(inside_length(line, old[at]) > 0 for line in walk):
                found.append((word, start, end))
        return found

    def _texts(self) -> list[VMobject]:
        """Return the texts that are on the plane now, before which the grid's lines end."""
        shown = {id(each) for mobject in self.mobjects for each in mobject.get_family()}
        labels = [token.label for token in self.words.values()]
        counted = [text for each in self.counted for text, _ in each.values()]
        names = [*self.old_counts, *self.new_counts, *self.landing_names]
        every = [*self.plane.numbers, *self.titles, *labels, *counted, *names]
        return [text for text in every if id(text) in shown]

    def _count_names(self, rest: int, sides: Sequence[int]) -> list[VGroup]:
        """Return the number of steps of each walk beside its middle: outside of the triangle at 1, within at -1.

        Args:
            rest: the time at which words stand still, of ``_RESTS``; the walks lie as they do then.
            sides: of the triangle, one for each walk.
        """
        matrix, names = self._leant(*_RESTS[rest]), []
        texts = self.plane.text_boxes() if rest == 0 else [*map(box_of, self.plane.numbers), *self._title_boxes(1)]
        taken = [*texts, *self._marks(_RESTS[rest]), *self._marks(_RESTS[0]), *self._name_boxes(rest)]
        lines = self._lines(matrix)
        for index, (walk, ink, side) in enumerate(zip(self.walks, self.inks, sides, strict=True)):
            number = Number(self.counts[index], size=self.count_size, color=ink, style=self.style)
            way = walk.end - walk.start
            length = float(np.linalg.norm(way))
            across = point(-float(way[1]), float(way[0])) / length if length > 1e-6 else point(0.0, 1.0)
            other = self.walks[1 - index]
            if float(across @ (other.start + other.end - walk.start - walk.end)) > 0:
                across = -across
            half = abs(float(across[0])) * float(number.width) / 2
            near = (walk.start + walk.end) / 2 + side * (_ASIDE + half) * across
            size = (float(number.width) + 0.06, float(number.height) + 0.06)
            place = free_place(size, name_bounds(self.plane), flat(near), lines=lines, boxes=taken)
            names.append(laid(haloed(number.move_to(point(*place)), self.style), Layer.LABEL))
            taken.append(box_of(number))
        return names

    # --- The record -----------------------------------------------------------------------------------------------

    def _lay_record(self) -> None:
        """Lay the word's vector, the matrix, and the sum of its scaled rows."""
        self.digits = self._true_digits()
        self.size = self.style.sizes.tick if self._is_low() else self.style.sizes.number
        self._write()
        while (wide := self._width()) > (room := self.view.record.width):
            self.size *= min(room / wide, 0.98)
            self._write()
        self._arrange()

    def _true_digits(self) -> int:
        """Return digits after the point with which products and sums are right as they are printed; else two."""
        numbers = self.numbers
        counts = self.counts.repeat_interleave(2).tolist()
        pairs = list(zip(counts, numbers.matrix.flatten().tolist(), strict=True))
        columns, totals = numbers.products.T.tolist(), numbers.transformed[numbers.first].tolist()
        for digits in (2, 3, 4):
            adds = all(decimals_that_add(*sum_, choices=(digits,)) for sum_ in zip(columns, totals, strict=True))
            if adds and decimals_that_multiply(pairs, decimals=digits, choices=(digits,)):
                return digits
        return 2

    def _is_low(self) -> bool:
        """Return whether the record lies down and has little height."""
        return self.view.lying and self.view.record.height < _LOW

    def _write(self) -> None:
        """Write the record's pieces."""
        numbers = self.numbers
        self.vector = Row([self._name(), self._sign("="), self._pair(self.counts, self.inks)], _GAP)
        self.matrix = NamedMatrix(
            "M", numbers.matrix, size=self.size, row_colors=self.inks, decimals=self.digits, style=self.style
        )
        self.factors = [
            Row([*sign, self._number(count, ink), self._sign("times"), self._pair(row, [ink, ink])], _GAP)
            for sign, count, row, ink in zip(
                ([], [self._sign("plus")]), self.counts, numbers.matrix, self.inks, strict=True
            )
        ]
        self.products = [
            Row([self._sign("="), self._pair(row, [ink, ink])], _GAP)
            for row, ink in zip(numbers.products, self.inks, strict=True)
        ]
        after = self._pair(numbers.transformed[numbers.first], [self.color, self.color])
        self.result = Row([self._name(), self._sign("arrow.r"), after], _GAP)

    def _name(self) -> Label:
        return Label(self.word, size=self.size, color=self.color, style=self.style)

    def _number(self, value: Tensor, color: str) -> Number:
        return Number(value, decimals=self.digits, size=self.size, color=color, style=self.style)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    def _pair(self, row: Tensor, colors: Sequence[str]) -> Row:
        """Return two numbers in parentheses."""
        size, style = self.size, self.style
        comma = style.language.text("common.labels.between-numbers", {})
        one, other = (self._number(value, color) for value, color in zip(row, colors, strict=True))
        left = Row([Math("paren.l", size=size, style=style), one, Label(comma, size=size, style=style)], 0.05)
        return Row([left, Row([other, Math("paren.r", size=size, style=style)], 0.05)], 0.1)

    def _width(self) -> float:
        """Return the width that the record needs, scene units."""
        lines = [max(float(row.width) for row in rows) for rows in (self.factors, self.products)]
        across = sum(lines) + _GAP if self.view.lying else max(lines)
        return max(across, float(self.result.width), float(self.vector.width), float(self.matrix.width))

    def _arrange(self) -> None:
        """Place the record's lines; where it lies down, vector, matrix and sum have one place, one after the other."""
        record, lying = self.view.record, self.view.lying
        middle = float(record.centre[0])
        across = max(float(row.width) for row in self.factors)
        if lying:
            width = across + _GAP + max(float(row.width) for row in self.products)
            self.vector.move_to(record.centre)
            self.matrix.move_to(record.centre)
            pitch = 0.36 if self._is_low() else (record.height - 0.3) / 2
            lines = [record.top - 0.08 - index * pitch for index in (0, 1)]
        else:
            width = max(across, *(float(row.width) for row in (*self.products, self.result)))
            self.vector.move_to(point(middle, record.top - 0.2))
            self.matrix.move_to(point(middle, record.top - 1.35))
            lines = [record.top - 2.3 - index * (_PITCH + _CLOSE) for index in (0, 1)]
        left, right = middle - width / 2, middle + width / 2
        for factor, product, y in zip(self.factors, self.products, lines, strict=True):
            end = left + across if lying else right
            factor.move_to(point(end - float(factor.width) / 2, y))
            product.move_to(point(right - float(product.width) / 2, y if lying else y - _CLOSE))
        low = float(self.products[-1].get_bottom()[1]) - 0.14
        self.rule = thin_line(point(left, low), point(right, low), self.style.theme.axis, 2.4)
        self.result.move_to(point(right - float(self.result.width) / 2, low - (0.25 if self._is_low() else 0.36)))
        for text in (self.vector, self.matrix, *self.factors, *self.products, self.rule, self.result):
            laid(text, Layer.LEDGER)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Count a word's steps, take both arrows to the matrix's rows, and write what became of the word."""
        word, digits = self.word, [number.shown for number in self._numbers(self.vector)]
        said = {"word": word, "Word": word[:1].upper() + word[1:], "first": digits[0], "second": digits[1]}
        with self.beat("steps", **said):
            self._count()
            self.rest()
        for index, name in enumerate(("first-row", "second-row")):
            with self.beat(name, **said, axis=self.numbers.axes[index]):
                self._take(index)
                self.rest()
        with self.beat("word", **said):
            self._tell_sum()
            self.last()

    def _numbers(self, text: VMobject) -> list[Number]:
        return [piece for piece in text.get_family() if isinstance(piece, Number)]

    def _count(self) -> None:
        """Walk the word's two numbers along the arrows, from the origin to where it stands."""
        times = self.style.times
        self.play(LaggedStart(*map(FadeIn, self.words.values()), lag_ratio=0.1), run_time=times.move)
        self.play(*map(self._reach, self.units), run_time=_GROW)
        for walk, row, count in zip(self.walks, torch.eye(2), self.old_counts, strict=True):
            self.play(self._walking(walk, row), FadeIn(count), run_time=_WALK)
        self.play(FadeIn(self.vector), run_time=times.quick)

    def _take(self, index: int) -> None:
        """Take one arrow to its row of the matrix, and the grid and all words along.

        Args:
            index: of the arrow, 0 or 1.
        """
        times, ring, name = self.style.times, self.landings[index], self.landing_names[index]
        trails, counts = self._trails(index), self._counts(index)
        before, met = [*self.ways, *self.ghosts, *(self._counts(0) if index else [])], self._met(index)
        self.ghosts = [laid(self.words[word].ghost(), Layer.GLOW) for word, _, _ in trails]  # above vectors' rims
        if before:
            kept = [text for text in self._texts() if text not in before]
            gone = spare(self.grid, kept, gone=self._counts(0))
            self.play(FadeOut(*before), gone, *map(FadeIn, self.ghosts), run_time=times.quick)
        else:
            self._begin_to_lean()
            self.add(*self.ghosts)
        names = [token.label for token in self._turning(index)]
        leaving = [*met, *names]
        room = spare(self.grid, [text for text in self._texts() if text not in leaving], [name, *counts], leaving)
        shown = FadeIn(self.matrix.matrix.row(index), ring, name, *counts)
        self.play(shown, room, *map(FadeOut, leaving), run_time=times.quick)
        self.wait(_LOOK)
        self.play(self._going(index, trails, names), run_time=_PULL)
        taken = [box_of(text) for text in (*(token.label for token in self.named), *self.titles, *counts)]
        back = [each for each in met if not any(overlap(box_of(each), box) > 0 for box in taken)]
        kept = [text for text in self._texts() if text is not name]
        room = spare(self.grid, kept, [*back, *names], [name])
        self.play(FadeOut(ring, name), room, *map(FadeIn, (*back, *names)), run_time=times.quick)

    def _begin_to_lean(self) -> None:
        """Show the grid that leans and the matrix; names that have been read leave, those of the axes ride on."""
        rest = [piece for piece in self.matrix if piece is not self.matrix.matrix]
        read = [token.label for token in self.words.values() if token not in self.named]
        leaving = [*self.old_counts, *read, self.plane.names, *([self.vector] if self.view.lying else [])]
        self._put_titles(0.0, 0.0)
        names = [token.label for token in self.named]
        self.grid.gaps = gaps_before(map(box_of, (*self.plane.numbers, *self.titles, *names)))
        self.grid.carry(torch.eye(2))
        come = FadeIn(*rest, self.matrix.matrix.brackets, self.grid, *self.titles)
        gone = [FadeOut(*leaving), self._widened(self.walks, WIDTH, _THIN)]
        self.play(*gone, come, run_time=self.style.times.quick)

    def _going(self, index: int, trails: Sequence[tuple[str, Point, Point]], gone: Sequence[VMobject]) -> Live:
        """Return how an arrow goes to its row, and the grid, the walk and all words along.

        Args:
            index: of the arrow, 0 or 1.
            trails: of the words that leave a way behind.
            gone: the names that have left meanwhile.
        """
        places = list(zip(self.numbers.words, self.numbers.vectors, strict=True))
        self.ways = [laid(thin_line(start, start, self.inks[index], _WAY), Layer.GHOST) for _, start, _ in trails]
        self.add(*self.ways)
        texts, names = self._texts(), [token.label for token in self.named if token.label not in gone]

        def follow(share: float) -> None:
            shares = _shares(index, share)
            matrix = self._leant(*shares)
            self._lay(matrix)
            self.units[index].set_ends(self.plane.origin, self.plane.place(matrix[index]))
            self._put_titles(*shares)
            for word, row in places:
                self.words[word].put(self.plane.place(row @ matrix), self.sides[index + 1][word])
            for word, (text, way) in self.counted[index].items():
                text.move_to(self.words[word].at + point(*way))
            boxes = [box_of(name) for name in names]
            for (word, start, _), trail in zip(trails, self.ways, strict=True):
                _draw_between(trail, start, self.words[word].at, boxes)
            self.grid.gaps = gaps_before(map(box_of, texts))
            self.grid.carry(matrix)

        marks = [token.mark for token in self.words.values()]
        moved = [self.grid, *self.walks, self.units[index], *marks, *names, *self.ways]
        return Live([*moved, *self.titles, *self._counts(index)], follow, rate_func=ease_in_out_sine)

    def _counts(self, index: int) -> list[VMobject]:
        """Return the numbers by which words follow an arrow."""
        return [text for text, _ in self.counted[index].values()]

    def _turning(self, index: int) -> list[Token]:
        """Return the words whose names change sides while an arrow, 0 or 1, goes elsewhere."""
        before, after = self.sides[index], self.sides[index + 1]
        return [token for token in self.named if before[token.word] != after[token.word]]

    def _tell_sum(self) -> None:
        """Write the word's counts times the rows, and what they add up to: where the word stands."""
        times = self.style.times
        counted = self._counts(1)
        leaving = [*self.ways, *self.ghosts, *counted, *([self.matrix] if self.view.lying else [])]
        kept = [text for text in self._texts() if text not in counted]
        self.play(FadeOut(*leaving), spare(self.grid, kept, self.new_counts, counted), run_time=times.quick)
        lines = zip(self.walks, self.new_counts, self.factors, self.products, strict=True)
        for walk, count, factor, product in lines:
            self.play(self._widened([walk], _THIN, _THICK), FadeIn(count, factor), run_time=_SWELL)
            self.play(FadeIn(product), run_time=times.quick)
        self.play(FadeIn(self.rule, self.result, self.glow), run_time=times.move)

    def _met(self, index: int) -> list[VMobject]:
        """Return the numbers of the ticks that names pass over while an arrow, 0 or 1, goes elsewhere."""
        passed = [*self._passed(index), *self._riding(index)]
        numbers = [each for each in self.plane.numbers if not self._is_gone(each)]
        return [number for number in numbers if any(overlap(box_of(number), each) > 0 for each in passed)]

    def _riding(self, index: int, steps: int = 24) -> list[Box]:
        """Return boxes of the names of the axes and of counts on their ways while an arrow, 0 or 1, goes elsewhere."""
        boxes = self._title_boxes(index, steps)
        for share in np.linspace(0.0, 1.0, steps):
            matrix = self._leant(*_shares(index, float(share)))
            for word, (text, way) in self.counted[index].items():
                row = self.numbers.vectors[self.numbers.words.index(word)]
                boxes.append(around(self.plane.place(row @ matrix) + point(*way), text))
        return boxes

    def _is_gone(self, number: VMobject) -> bool:
        """Return whether a tick's number has left the stage."""
        return not any(number in each.get_family() for each in self.mobjects)

    def _new_place(self, word: str) -> Point:
        return self.plane.place(self.numbers.transformed[self.numbers.words.index(word)])

    # --- Motions --------------------------------------------------------------------------------------------------

    def _reach(self, arrow: Vector) -> Live:
        """Return how an arrow grows from where it begins."""
        start, end = arrow.start.copy(), arrow.end.copy()
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(start, start + max(share, 1e-3) * (end - start)))

    def _walking(self, walk: Walk, row: Tensor) -> Live:
        """Return how a walk grows step by step."""
        begin, step = walk.start, self._way(row)
        walk.lay(begin, step, 0.0)
        self.add(walk)
        return Live([walk], lambda share: walk.lay(begin, step, share))

    def _widened(self, walks: Sequence[Walk], first: float, last: float) -> Live:
        """Return how walks get another width, scene units."""

        def follow(share: float) -> None:
            for walk in walks:
                walk.widen(first + share * (last - first))

        return Live(list(walks), follow)


def _draw_between(line: VMobject, start: Point, end: Point, boxes: Sequence[Box]) -> None:
    """Draw a straight line from a place to another, with gaps where texts are.

    Args:
        line: what is drawn again.
        start: manim point.
        end: manim point.
        boxes: of the texts.
    """
    length, stops = max(float(np.linalg.norm(end - start)), 1e-9), [0.0]
    gaps = []
    for left, low, right, top in boxes:
        inside = clip((flat(start), flat(end)), (left - _OFF_NAME, low - _OFF_NAME, right + _OFF_NAME, top + _OFF_NAME))
        if inside is not None:
            gaps.append(sorted(float(np.linalg.norm(np.subtract(each, flat(start)))) / length for each in inside))
    for first, last in sorted(gaps):
        stops += [max(first, stops[-1]), max(last, stops[-1])]
    stops.append(max(1.0, stops[-1]))
    line.clear_points()
    for first, last in zip(stops[::2], stops[1::2], strict=True):
        if last - first > 1e-3:
            line.start_new_path(start + first * (end - start))
            line.add_line_to(start + last * (end - start))


def around(centre: Point, text: VMobject) -> Box:
    """Return the box of a text around a place."""
    (x, y), wide, tall = flat(centre), float(text.width) / 2, float(text.height) / 2
    return (x - wide, y - tall, x + wide, y + tall)


def _shares(index: int, share: float) -> tuple[float, float]:
    """Return the share of its way that each arrow has gone while one of them, 0 or 1, has gone one of its own."""
    return (share, 0.0) if index == 0 else (1.0, share)


def _wider(box: Box) -> Box:
    """Return a word's box with the space around it in which no other word's count stands."""
    left, low, right, top = box
    return (left - _OFF_OTHERS, low - _OFF_OTHERS, right + _OFF_OTHERS, top + _OFF_OTHERS)


def _alone(moment: Moment, ways: Sequence[tuple[float, float]], index: int) -> Moment:
    """Return a moment for one name, which keeps off the other words and their names."""
    others = [place for place in range(len(moment.spots)) if place != index]
    taken = [moment.spots[place].box for place in others]
    taken += [_named_box(moment.spots[place], ways[place]) for place in others]
    return Moment([moment.spots[index]], moment.lines, [*moment.boxes, *taken])


def _is_poor(spots: Sequence[Spot], ways: Sequence[tuple[float, float]], index: int) -> bool:
    """Return whether a name is far from its mark, or lies on another word's mark or name."""
    spot, name = spots[index], _named_box(spots[index], ways[index])
    across, up = spot.mark[0] + spot.width / 2, spot.mark[1] + spot.height / 2
    others = [place for place in range(len(spots)) if place != index]
    taken = [*(spots[place].box for place in others), *(_named_box(spots[place], ways[place]) for place in others)]
    far = max(abs(ways[index][0]) - across, abs(ways[index][1]) - up) > _FAR
    return far or any(overlap(name, each) > 0 for each in taken)


def _named_box(spot: Spot, way: tuple[float, float]) -> Box:
    """Return the box of a name that stands away from its mark."""
    x, y = spot.x + way[0], spot.y + way[1]
    return (x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2)
