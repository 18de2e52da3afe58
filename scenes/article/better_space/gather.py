"""One word of two phrases drops out of both of them and becomes one mark, on a grid that spares its texts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject, smooth
from torch import Tensor

from scenes.article.better_space.terms import order_of, other_words
from scenes.motion.live import Live
from scenes.motion.spare import spare
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, turned
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, PhraseBlock, labelled
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.shared.phrase import Pull

_DROP, _SMALL, _BELOW = 0.35, 0.7, 0.12
"""The share of the time in which a mark grows out of its word; its size there, as a share of its size in the end; scene
units from the word down to it."""

_SLACK = 0.06
"""Scene units by which a text's place is larger than the text."""

_SUM_ICON, _PIECES = 0.5, 0.13
"""Scene units of the icons before the lines of a sum, and between the pieces of a line."""

_GATHER = 1.6
"""Seconds in which a word comes down from both phrases."""


class TwoPhrases(PlaneFigure):
    """A figure of one word of two phrases, on a grid whose lines end before the texts on it.

    Attributes:
        grid: the grid, which may lean.
        spared: the texts on it.
        word: the word of both phrases.
        words: the mark of each word.
        vectors: the vector of each word, shape (2,).
        phrases: both phrases.
        axis_labels: the names of the axes.
        label_ends: where these stand in each space.
    """

    grid: LeaningGrid
    spared: list[VMobject]
    word: str
    words: dict[str, Token]
    vectors: dict[str, Tensor]
    phrases: Sequence[HeaderPhrase | PhraseBlock]
    axis_labels: list[VMobject]
    label_ends: dict[str, list[Point]]

    @abstractmethod
    def matrix_of(self, space: str) -> Tensor:
        """Return the matrix that carries the plane to a space."""

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrices have as well."""
        return self.family_colors()

    def around(self, row: Tensor, height: float) -> Box:
        """Return the box, as wide as high in scene units, around the place of a vector."""
        return box_around(self.plane.place(row), height / 2)

    def written_at(
        self,
        texts: Sequence[Row],
        rows: Tensor,
        mark: float,
        bounds: Box,
        *,
        lines: Sequence[Segment],
        boxes: Sequence[Box],
        crossing: Sequence[Segment],
        marks: Sequence[Box] = (),
    ) -> list[VGroup]:
        """Return texts with their halos, each beside the mark of a place, or where there is room nearest to this.

        Args:
            texts: one for each place.
            rows: the places, shape (N, 2).
            mark: the height of their marks, scene units.
            bounds: where texts may be.
            lines: what texts keep off.
            boxes: the same.
            crossing: lines for which a text leaves its place beside the mark.
            marks: boxes for which it does so as well.
        """
        middle, taken, spots = rows.mean(dim=0), list(boxes), list[Spot]()
        for text, row in zip(texts, rows, strict=True):
            (x, y), away = flat(self.plane.place(row)), (row - middle).tolist()
            spots.append(Spot(x, y, float(text.width), float(text.height), (mark / 2, mark / 2), (away[0], away[1])))
        written = list[VGroup]()
        for text, at in zip(texts, place_labels(spots, bounds, lines=lines, boxes=taken), strict=True):
            box, others = box_of(text.move_to(point(*at))), [*taken, *marks]
            struck = any(inside_length(line, box) > 0 for line in crossing)
            if struck or any(overlap(box, other) > 0 for other in others):
                size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
                text.move_to(point(*free_place(size, bounds, at, lines=lines, boxes=others)))
            taken.append(box_of(text))
            written.append(labelled(text, self.style))
        return written

    def name_at(self, axis: int, spaces: tuple[str, str], share: float) -> Point:
        """Return where the name of an axis is on the way from one space to another: beside it, and never across it."""
        start, end = (self.matrix_of(space)[axis] for space in spaces)
        sides = [
            self._beside(row, self.label_ends[space][axis]) for space, row in zip(spaces, (start, end), strict=True)
        ]
        along, across = ((1 - share) * a + share * b for a, b in zip(*sides, strict=True))
        way = direction(self.plane.place(start + share * (end - start)) - self.plane.origin)
        x, y = flat(self.plane.origin + along * way + across * turned(way))
        (left, low, right, top), name = name_bounds(self.plane), self.axis_labels[axis]
        wide, tall = float(name.width) / 2, float(name.height) / 2
        return point(min(max(x, left + wide), right - wide), min(max(y, low + tall), top - tall))

    def _beside(self, row: Tensor, at: Point) -> tuple[float, float]:
        """Return how far a place is along an axis in a direction, and to its left, scene units."""
        way = direction(self.plane.place(row) - self.plane.origin)
        return float((at - self.plane.origin) @ way), float((at - self.plane.origin) @ turned(way))

    def spare(self, come: Sequence[VMobject] = (), gone: Sequence[VMobject] = ()) -> Live:
        """Return how the grid's lines end before texts that come, and close where others leave."""
        kept = [text for text in self.spared if text not in gone]
        self.spared = [*kept, *come]
        return spare(self.grid, kept, come, gone)

    def sum_lines(
        self,
        one: Pull,
        terms: tuple[Tensor, Tensor],
        added: Tensor,
        end: Tensor,
        *,
        digits: int,
        decimals: Sequence[int],
        ends: int,
        size: float,
    ) -> tuple[list[tuple[VMobject, Row]], float]:
        """Return the lines of the sum that moves the word, each with the mark before it, and how wide they are.

        Args:
            one: the phrase.
            terms: a weight and a vector for each word that counts.
            added: what all other words add.
            end: the sum.
            digits: after the point, of weights and of what is added.
            decimals: the same of each vector.
            ends: the same of the sum.
            size: manim font units.
        """
        style, words = self.style, order_of(one)
        marks: list[VMobject] = [
            self.token(word, row, height=_SUM_ICON).mark for word, row in zip(words, terms[1], strict=True)
        ]
        rows = [
            Row(
                [
                    *([Math("plus", size=size, style=style)] if at else []),
                    Weight(weight, decimals=digits, size=size, color=color, style=style),
                    Math("times", size=size, style=style),
                    Coordinates(row, size=size, color=color, decimals=shown, style=style),
                ],
                _PIECES,
            )
            for at, (weight, row, color, shown) in enumerate(
                zip(*terms, map(self.color_of, words), decimals, strict=True)
            )
        ]
        if rest := other_words(one):
            name = rest.pop() if len(rest) == 1 else self.says("others")
            marks.append(Label(name, size=min(size, style.sizes.tick), style=style))
            text = Coordinates(added, size=size, color=style.theme.ink, decimals=digits, style=style)
            rows.append(Row([Math("plus", size=size, style=style), text], _PIECES))
        edge = self.color_of(one.words[one.strongest])
        marks.append(self.token(self.word, end, height=_SUM_ICON, edge=edge).mark)
        rows.append(Row([Coordinates(end, size=size, color=style.theme.ink, decimals=ends, style=style)]))
        wide = max(float(mark.width) + 2 * _PIECES + float(row.width) for mark, row in zip(marks, rows, strict=True))
        return list(zip(marks, rows, strict=True)), wide

    def drop(self, height: float) -> None:
        """Let the word drop out of both phrases, and be one mark.

        Args:
            height: scene units of its icon.
        """
        mark = self.words[self.word]
        vector = self.vectors[self.word]
        copies = [laid(self.token(self.word, vector, height=height), Layer.FRAME) for _ in self.phrases]
        words = [phrase.words[one.position] for phrase, one in zip(self.phrases, self.numbers.pulls, strict=True)]
        self.add(*copies)
        self.play(gather(copies, words, mark.at), run_time=_GATHER)
        self.remove(*copies)
        self.add(mark)


def gather(copies: Sequence[Token], words: Sequence[VMobject], end: Point, **options: float) -> Live:
    """Return how copies of a mark grow below a word in each phrase, and fly onto each other at one place.

    Args:
        copies: they are on the stage already, above all else, as large as they shall be in the end.
        words: the word in each phrase.
        end: manim point where all of them land.
        options: passed on to manim's ``Animation``.
    """
    heights = [copy.height_of_icon for copy in copies]
    whole = [float(copy.mark.height) / 2 for copy in copies]
    tops = [word.get_center() - point(0.0, float(word.height) / 2) for word in words]

    def follow(time: float) -> None:
        grown, gone = smooth(min(time / _DROP, 1.0)), smooth(max((time - _DROP) / (1 - _DROP), 0.0))
        for copy, height, half, top in zip(copies, heights, whole, tops, strict=True):
            size = max(grown * (_SMALL + gone * (1 - _SMALL)), 1e-3)
            start = top - point(0.0, grown * (_BELOW + _SMALL * half))
            copy.resize(size * height).put(start + gone * (end - start))

    follow(0.0)
    return Live(list(copies), follow, rate_func=lambda time: time, **options)


def direction(way: Point) -> Point:
    """Return a way's direction; where it has none, the first axis's."""
    length = float(np.linalg.norm(way))
    return way / length if length > 1e-9 else point(1.0)
