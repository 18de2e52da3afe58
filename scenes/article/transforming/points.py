"""A matrix applied to vectors: figure 15 of the article's section "Transforming the Embeddings"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import torch
from manim import ApplyMethod, DashedLine, FadeIn, FadeOut, LaggedStart, VGroup, VMobject, there_and_back
from manim.utils.rate_functions import ease_in_out_sine
from pydantic import Field
from torch import Tensor

from attnmath import apply_map
from scenes.article.transforming.claims import APPLY_TRANSFORMATION_CLAIMS
from scenes.article.transforming.landing import beside_landings, landing
from scenes.article.transforming.matrix_figure import MatrixFigure
from scenes.article.transforming.note import Note
from scenes.article.transforming.points_record import PointsRecord
from scenes.article.transforming.walk import Walk
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.parameters import LandmarkParameters, Word, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.boxes import box_of_name, enlarged
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
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import HeroGlow, Token, haloed
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number, format_number, format_vector
from scenes.quantities import quantity
from scenes.shared.phrase import capital
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView, Region, nice_step
from scenes.worlds import World

_ICON, _HERO = 0.5, 0.76
"""Scene units: the heights of icons, and of the icon of the word whose card is followed, on a plane with room."""

_ROOMY, _LEAST = 1.2, 0.72
"""Scene units for one unit of the vectors from which on there is room; the least share of their height for icons."""

_NEAR = 0.9
"""The share of an icon's height that names keep off, as few icons fill their corners."""

_SLIM = 0.55
"""The share of an icon's width that names keep off while it passes."""

_PITCH = 0.85
"""Scene units from one tick to the next, at the least."""

_ROOM = (0.15, -0.25, 0.0, 0.1)
"""Scene units kept free left and right of the farthest places, below and above them: for names."""

_AROUND = (0.02, 0.07)
"""The shares of the words' spans that are left free at their right and below: for names."""

_UNIT = 0.11
"""Scene units: the shaft of an arrow that the card counts."""

_DROP = 0.06
"""Scene units from a name to a dashed line, and of the shortest such line."""

_FOOT = 0.25
"""Scene units around a number below an axis that the ticks' numbers keep off."""

_GROW, _WALK, _PACE, _BACK, _TURN, _SWEEP, _PULSE, _LOOK = 0.7, 1.2, 0.4, 0.7, 1.2, 1.4, 0.6, 0.2
"""Seconds: an arrow appears, a line of a card is walked, at most, and one step of it more, a word goes back to where
all cards begin, an arrow turns, all words move, things swell, and something new is looked at."""

_READ, _TURNED = 1.18, 1.1
"""The scales to which a number of a card swells while it is read, and a row of the matrix."""


@dataclass(frozen=True)
class Transformed:
    """The words of a world, before and after a matrix.

    Attributes:
        words: the words of the families and the subject.
        axes: names of the vectors' numbers.
        order: positions of the words, the one whose card is followed first.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    order: tuple[int, ...]
    vectors: Tensor = quantity("The words' vectors, one a row.", rows="words", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: x M.", rows="axes")
    products: Tensor = quantity("The first word's numbers times those of M; each column adds up.", rows="axes")
    transformed: Tensor = quantity("The words' new vectors: x M.", rows="words")

    @property
    def first(self) -> int:
        """The word whose arithmetic is written out."""
        return self.order[0]

    @property
    def second(self) -> int:
        """The word whose card is followed next: the one whose old place is nearest to the first one's new place."""
        away = torch.linalg.vector_norm(self.vectors - self.transformed[self.first], dim=-1)
        return min(self.order[1:], key=lambda index: float(away[index]))


class OneWord(LandmarkParameters):
    """The parameters of the figure: the word whose arithmetic is written out."""

    word: Word = Field(
        "",
        description="The word whose arithmetic is written out; when left empty the subject, "
        "or the first of the first family.",
    )


class ApplyTransformation(MatrixFigure):
    """attention-apply-transformation: a card says how many of each arrow; a matrix turns the arrows, the card stays."""

    name = "attention-apply-transformation"
    claims = APPLY_TRANSFORMATION_CLAIMS
    Parameters = OneWord
    stops_at_record = True
    texts_leave = True
    large_ticks = True
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
        # There is no phrase above: the plane may be as high as the frame.
        stage = self.stage
        view = replace(
            stage.plane_view, record=self._record_region(), lying=not stage.is_wide, header=stage.safe.top + 0.35
        )
        view = view.fitted(stage, self.spans(), view.words(stage).inset(*_ROOM))
        return replace(view, step=nice_step(_PITCH / view.unit))

    def _record_region(self) -> Region:
        """Return where the card, the matrix and the sum stand."""
        stage = self.stage
        if stage.is_wide:
            return Region(1.9, 6.55, -2.9, 3.1)
        if stage.is_portrait:
            return Region(-3.45, 3.45, -5.2, -2.2)
        half = 3.5 if stage.width < 1.2 * stage.height else 4.6
        return Region(-half, half, -3.15, -0.85)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the words' ways before and after the matrix."""
        numbers = self.numbers
        corners = numbers.vectors[:, :1] * numbers.matrix[0]
        rows = torch.cat([numbers.vectors, corners, numbers.transformed, numbers.matrix, torch.eye(2)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        air = [share * (high - low) for share, low, high in zip(_AROUND, least, most, strict=True)]
        return (min(0.0, least[0]), most[0] + air[0]), (min(-air[1], least[1]), max(0.0, most[1]))

    # --- The parts ------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the words, the arrows with what is walked along them, and the record."""
        numbers, style, plane = self.numbers, self.style, self.plane
        self.word, self.inks = numbers.words[numbers.first], self.axis_colors()
        self.counts, color = numbers.vectors[numbers.first], self.color_of(self.word)
        roomy = plane.view.unit * plane.view.step / _ROOMY
        self.shrink = max(_LEAST, min(1.0, roomy))
        self.name_size = style.sizes.tick if roomy < 1 else style.sizes.number
        self.units = [  # they lie upon what is walked along them
            laid(Vector(plane.origin, plane.place(row), ink, width=_UNIT, style=style), Layer.ICON)
            for row, ink in zip(torch.eye(2), self.inks, strict=True)
        ]
        self.other, self.other_counts = numbers.words[numbers.second], numbers.vectors[numbers.second]
        self.walks, self.other_walks = (
            [
                Walk(count, ink, layer=Layer.VECTOR, style=style)
                for count, ink in zip(counts.tolist(), self.inks, strict=True)
            ]
            for counts in (self.counts, self.other_counts)
        )
        self.by_word = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.others = [word for word in numbers.words if word != self.word]
        self._place_words()
        self.hero = self.words[self.word]
        self.ghost = self.hero.ghost()
        self.glow = HeroGlow(plane.place(numbers.transformed[numbers.first]), color, style=style)
        self._end_before_icon(self.hero, self.walks)
        self._end_before_icon(self.words[self.other], self.other_walks)
        self.record = PointsRecord(
            self.word, self.counts, numbers.matrix, numbers.products, numbers.transformed[numbers.first],
            other=(self.other, self.other_counts, self.color_of(self.other)), inks=self.inks, color=color,
            region=self.view.record, flat=self.view.lying, style=style,
        )  # fmt: skip
        self._place_numbers(color)
        self.hero.put(plane.origin)
        laid(self.hero.mark, Layer.PIN)

    def _end_before_icon(self, token: Token, walks: Sequence[Walk]) -> None:
        """Let the last arrow of a walk end before the icon of the word to which it leads."""
        arrows = [arrow for walk in walks for arrow in walk.arrows]
        if token.has_icon and arrows:
            arrows[-1].short = float(token.mark.height) / 2

    # --- The places of texts --------------------------------------------------------------------------------------

    def _place_words(self) -> None:
        """Make the words, and find where their names stand before the matrix and after it."""
        heights = {word: self.shrink * (_HERO if word == self.word else _ICON) for word in self.by_word}
        self.old = self._spots(torch.eye(2), heights)
        self.new = self._spots(self.numbers.matrix, heights)
        self.old_sides, self.new_sides = dict[str, tuple[float, float]](), dict[str, tuple[float, float]]()
        bounds, ticks = name_bounds(self.plane), [*map(box_of, self.plane.numbers)]
        ways = [*self._lines(torch.eye(2)), *self._lines(self.numbers.matrix)]
        passed = [*ticks, *self._tick_row(), *map(box_of, self.plane.names), *self._passed()]
        (*sides,) = place_travelling_labels([Moment(list(self.old.values()), ways, passed)], bounds)
        self.old_sides = dict(zip(self.old, sides, strict=True))
        old = [
            box
            for word in self.others
            for box in (self.old[word].box, box_of_name(self.old[word], self.old_sides[word]))
        ]
        new, at_old = [self.new[word].box for word in self.others], self.old[self.word].box
        lines = [*self._lines(self.numbers.matrix), *self._other_way()]
        spot = self.new[self.word]
        moments = [Moment([spot], ways, [*ticks, *old, at_old]), Moment([spot], lines, [*ticks, *new, at_old])]
        (self.new_sides[self.word],) = place_travelling_labels(moments, bounds)
        taken = [*ticks, at_old, spot.box, box_of_name(spot, self.new_sides[self.word])]
        moment = Moment([self.new[word] for word in self.others], lines, taken)
        self.new_sides |= dict(zip(self.others, place_travelling_labels([moment], bounds), strict=True))
        self.words = dict[str, Token]()
        for word, row in self.by_word.items():  # an icon without room for its name speaks for itself
            speaks = word != self.word and has_icon(word, self.style) and self._crowded(word)
            offset = None if speaks else self.old_sides[word]
            self.words[word] = self.token(word, row, offset=offset, height=heights[word], size=self.name_size)

    def _tick_row(self) -> list[Box]:
        """Return the strip from the ticks' numbers below the axis along the foot to its name, where no name stands."""
        texts = list(map(box_of, [*self.plane.numbers, *self.plane.names]))
        row = np.array([box for box in texts if box[3] < self.plane.origin[1]]).reshape(-1, 4)
        return [(*row[:, :2].min(axis=0).tolist(), *row[:, 2:].max(axis=0).tolist())] if len(row) else []

    def _crowded(self, word: str) -> bool:
        """Return whether a word's name would lie on another word or name, before the matrix or after it."""
        crowded = False
        for spots, sides in ((self.old, self.old_sides), (self.new, self.new_sides)):
            name, others = box_of_name(spots[word], sides[word]), [each for each in spots if each != word]
            taken = [spots[each].box for each in others] + [box_of_name(spots[each], sides[each]) for each in others]
            crowded |= any(overlap(name, box) > 0 for box in taken)
        return crowded

    def _spots(self, matrix: Tensor, heights: Mapping[str, float]) -> dict[str, Spot]:
        """Return the words' marks and the sizes of their names, where a matrix has taken the words."""
        places = {word: row @ matrix for word, row in self.by_word.items()}
        large = [word for word in places if self.world.family_index(word) is not None or word == self.world.subject]
        near = {word: _NEAR * height for word, height in heights.items()}
        found = name_spots(self.plane, places, heights=near, large=large, size=self.name_size, style=self.style)
        return dict(zip(places, found, strict=True))

    def _lines(self, matrix: Tensor) -> list[Segment]:
        """Return what names keep off where the arrows are the rows of a matrix: axes, arrows and the walk."""
        origin = flat(self.plane.origin)
        ways = [origin, *(flat(self.plane.place(row)) for row in (self.counts[0] * matrix[0], self.counts @ matrix))]
        steps = [(origin, flat(self.plane.place(row))) for row in matrix]
        return [*self.plane.axis_segments(), *pairwise(ways), *steps]

    def _other_way(self) -> list[Segment]:
        """Return the way along which the other word's card leads when the arrows are the matrix's rows."""
        matrix, counts = self.numbers.matrix, self.other_counts
        stops = [torch.zeros(2), counts[0] * matrix[0], counts @ matrix]
        return list(pairwise(flat(self.plane.place(stop)) for stop in stops))

    def _passed(self) -> list[Box]:
        """Return boxes of the word that follows its card, on its ways along both pairs of arrows."""
        spot, boxes = self.old[self.word], list[Box]()
        for matrix in (torch.eye(2), self.numbers.matrix):
            stops = [torch.zeros(2), self.counts[0] * matrix[0], self.counts @ matrix]
            for start, end in pairwise(stops):
                for share in np.linspace(0.0, 1.0, 12).tolist():
                    (x, y), half = flat(self.plane.place(start + share * (end - start))), _SLIM * spot.mark[0]
                    boxes.append((x - half, y - half, x + half, y + half))
        return [box for box in boxes if overlap(box, spot.box) == 0.0]

    def _place_numbers(self, color: str) -> None:
        """Put the matrix's rows beside the arrows' new tips, and the word's new numbers on the axes."""
        numbers, style, plane = self.numbers, self.style, self.plane
        (few, many), origin = self.record.digits, plane.origin
        lines = self._lines(numbers.matrix)
        old = [*(spot.box for spot in self.old.values())]
        old += [box_of_name(spot, self.old_sides[word]) for word, spot in self.old.items()]
        new = [*(spot.box for spot in self.new.values()), self.old[self.word].box]
        new += [box_of_name(spot, self.new_sides[word]) for word, spot in self.new.items()]
        taken = [*map(box_of, plane.numbers), *old, *map(box_of, plane.names)]
        steps = [(flat(origin), flat(plane.place(row))) for row in (*torch.eye(2), *numbers.matrix)]
        written = [
            Coordinates(row, size=style.sizes.number, color=ink, decimals=few, style=style)
            for row, ink in zip(numbers.matrix, self.inks, strict=True)
        ]
        self.landings = [landing(plane, row, ink)[0] for row, ink in zip(numbers.matrix, self.inks, strict=True)]
        self.tips = beside_landings(
            plane, written, numbers.matrix, lines=[*plane.axis_segments(), *steps], taken=taken, style=style
        )
        end = numbers.transformed[numbers.first]
        self.drops = laid(self._drops(plane.place(end), color), Layer.GHOST)
        self.feet = list[VGroup]()
        for axis, value in enumerate(end):
            number = Number(value, decimals=many, size=style.sizes.number, color=color, style=style)
            size = (float(number.width) + 0.06, float(number.height) + 0.06)
            near = flat(self._level_with_ticks(axis, plane.place(end), number))
            place = free_place(size, name_bounds(plane), near, lines=lines, boxes=new)
            new.append(box_of(number.move_to(point(*place))))
            self.feet.append(laid(haloed(number, style), Layer.LABEL))

    def _level_with_ticks(self, axis: int, at: Point, number: Number) -> Point:
        """Return where the number of a place stands on an axis, in line with the numbers of the ticks."""
        (x, y), first = flat(self.plane.origin), len(self.plane.counts[0])
        ticks = list(self.plane.numbers)[first:] if axis else list(self.plane.numbers)[:first]
        if axis == 0:
            return point(float(at[0]), float(ticks[0].get_y()) if ticks else y - 0.3)
        right = float(ticks[0].get_right()[0]) if ticks else x - 0.2
        return point(right - float(number.width) / 2, float(at[1]))

    def _drops(self, at: Point, color: str) -> VGroup:
        """Return dashed lines from the word's new place to both axes, which begin beyond its icon and its name."""
        spot, drops = self.new[self.word], VGroup()
        boxes = [spot.box, enlarged(box_of_name(spot, self.new_sides[self.word]), _DROP)]
        for foot in (point(at[0], self.plane.origin[1]), point(self.plane.origin[0], at[1])):
            inside = [piece[1] for box in boxes if (piece := clip((flat(at), flat(foot)), box)) is not None]
            start = max((point(*end) for end in inside), key=lambda end: float(np.linalg.norm(end - at)), default=at)
            if float(np.linalg.norm(foot - start)) > _DROP:
                drops.add(DashedLine(start, foot, dash_length=0.08, color=color, stroke_width=2.4))
        return drops

    def _met(self, boxes: Sequence[Box], lines: Sequence[Segment] = ()) -> list[VMobject]:
        """Return the numbers of the ticks on which boxes or lines lie."""
        return [
            number
            for number in self.plane.numbers
            if any(overlap(box, box_of(number)) > 0 for box in boxes)
            or any(inside_length(line, enlarged(box_of(number), _DROP)) > 0 for line in lines)
        ]

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Follow a word's card, turn the arrows, follow it again, let all words do so, and add it up with a pencil."""
        numbers, word = self.numbers, self.word
        digits = [format_number(float(count), self.record.digits[0]) for count in self.counts]
        said = {"word": word, "Word": capital(word), "first": digits[0], "second": digits[1]}
        said |= {
            "one": numbers.axes[0],
            "other": numbers.axes[1],
            "another": self.other,
            "Another": capital(self.other),
        }
        with self.beat("card", **said):
            self._show_card()
            self.rest()
        with self.beat("walk", **said):
            self._walk()
            self.rest()
        with self.beat("turn", **said):
            self._turn()
            self.rest()
        with self.beat("again", **said):
            self._walk_again()
            self.rest()
        with self.beat("all", **said):
            self._move_all()
            self.rest()
        with self.beat("sum", **said):
            self._add_up()
            self.last()

    def _show_card(self) -> None:
        """Show the other words, the card of one that is not there yet, and the arrows that the card counts."""
        card, times = self.record.card, self.style.times
        shown = [FadeIn(self.words[word].mark, self.words[word].label) for word in self.others]
        self.play(LaggedStart(*shown, lag_ratio=0.1), run_time=times.move)
        self.play(FadeIn(card.paper, card.heading), run_time=times.quick)
        for unit, line in zip(self.units, card.lines, strict=True):
            self.play(self.reach(unit), FadeIn(line), run_time=_GROW)

    def _walk(self) -> None:
        """Follow the card to the word's place."""
        self.play(FadeIn(self.hero.mark), run_time=self.style.times.quick)
        self._follow(self.hero, self.walks, self.record.card, torch.eye(2))
        self.play(FadeIn(self.hero.label), run_time=self.style.times.quick)

    def _follow(self, token: Token, walks: Sequence[Walk], card: Note, matrix: Tensor) -> None:
        """Read a card line by line, and let its word walk each along its arrow.

        Args:
            token: the word.
            walks: what it leaves behind, one for each line.
            card: its card.
            matrix: its rows are the arrows, shape (2, 2).
        """
        at = self.plane.origin
        for walk, line, row in zip(walks, card.lines, matrix, strict=True):
            start, step = at.copy(), self.way(row)
            walk.lay(start, step, 0.0)
            self.add(walk)

            def follow(share: float, walk: Walk = walk, start: Point = start, step: Point = step) -> None:
                walk.lay(start, step, share)
                token.put(start + share * (walk.end - start))

            reading = ApplyMethod(line.scale, _READ, rate_func=there_and_back)
            going = Live([walk, token.mark], follow, rate_func=ease_in_out_sine)
            self.play(reading, going, run_time=min(_WALK, _PULSE + _PACE * abs(walk.count)))
            at = walk.end

    def _turn(self) -> None:
        """Turn one arrow after the other, and write down where its tip is."""
        times, record = self.style.times, self.record
        self.play(FadeOut(*self.walks), run_time=times.quick)
        for index, (unit, row) in enumerate(zip(self.units, self.numbers.matrix, strict=True)):
            start, end = unit.end.copy(), self.plane.place(row)

            def follow(share: float, unit: Vector = unit, start: Point = start, end: Point = end) -> None:
                unit.set_ends(self.plane.origin, start + share * (end - start))

            turning = Live([unit], follow, rate_func=ease_in_out_sine)
            self.play(turning, FadeOut(self.plane.names[index]), run_time=_TURN)
            shown = [
                self.landings[index],
                self.tips[index],
                record.matrix.row(index),
                *([] if index else [record.frame]),
            ]
            self.play(FadeIn(*shown), run_time=times.move)
            self.wait(_LOOK)

    def _going_back(self, token: Token) -> Live:
        """Return how a word goes to where all cards begin."""
        start, way = token.at.copy(), self.plane.origin - token.at
        return Live(
            [token.mark], lambda share: token.put(start + share * way, token.offset), rate_func=ease_in_out_sine
        )

    def _walk_again(self) -> None:
        """Follow the same card along the turned arrows."""
        times = self.style.times
        self.play(FadeOut(*self.landings, *self.tips, self.hero.label), run_time=times.quick)
        self.add(self.ghost)
        self.play(self._going_back(self.hero), run_time=_BACK)
        self._follow(self.hero, self.walks, self.record.card, self.numbers.matrix)
        self.hero.put(self.hero.at, self.new_sides[self.word])
        self.play(FadeIn(self.hero.label, self.glow), run_time=_PULSE)

    def _move_all(self) -> None:
        """Follow another word's card along the same arrows, and move all other words likewise."""
        times, matrix, record, other = self.style.times, self.numbers.matrix, self.record, self.words[self.other]
        labels = [self.words[word].label for word in self.others]
        names = [box_of_name(spot, self.new_sides[word]) for word, spot in self.new.items()]
        met = self._met([*(spot.box for spot in self.new.values()), *names], self._other_way())
        self.play(FadeOut(record.card, *labels, *met), FadeIn(record.other_card), run_time=times.quick)
        self.play(self._going_back(other), run_time=_BACK)
        self._follow(other, self.other_walks, record.other_card, matrix)
        rest = [self.words[word] for word in self.others if word != self.other]
        ways = {token.word: (token.at.copy(), self.plane.place(self.by_word[token.word] @ matrix)) for token in rest}

        def move(share: float) -> None:
            for token in rest:
                start, end = ways[token.word]
                token.put(start + share * (end - start), self.new_sides[token.word])

        self.play(Live([token.mark for token in rest], move, rate_func=ease_in_out_sine), run_time=_SWEEP)
        other.put(other.at, self.new_sides[self.other])
        self.play(FadeIn(*labels), run_time=times.quick)

    def _add_up(self) -> None:
        """Write each number of the card times its row, and add both up column by column: it is where the word is."""
        times, record = self.style.times, self.record
        self.play(FadeOut(record.other_card, *self.other_walks), FadeIn(record.card), run_time=times.quick)
        for index in (0, 1):
            read = [record.card.lines[index][0], record.matrix.row(index)]
            swelling = [ApplyMethod(each.scale, _TURNED, rate_func=there_and_back) for each in read]
            self.play(*swelling, FadeIn(record.factors[index]), run_time=times.move)
            self.play(self._swelling(self.walks[index]), FadeIn(record.products[index]), run_time=_PULSE)
        total = record.total
        self.play(FadeIn(record.rule, record.before_total, total.signs), run_time=times.quick)
        for axis in (0, 1):
            terms = [pair.numbers[axis] for pair in record.products]
            swelling = [ApplyMethod(each.scale, _TURNED, rate_func=there_and_back) for each in terms]
            self.play(*swelling, FadeIn(total.numbers[axis]), run_time=_PULSE)
        met = self._met([enlarged(box_of(foot), _FOOT) for foot in self.feet])
        self.play(FadeIn(self.drops, *self.feet), *map(FadeOut, met), run_time=times.move)

    # --- Motions --------------------------------------------------------------------------------------------------

    def _swelling(self, walk: Walk) -> Live:
        """Return how a walk becomes thicker for a moment."""
        return Live([walk], lambda share: walk.widen(WIDTH + share * (_UNIT - WIDTH)), rate_func=there_and_back)
