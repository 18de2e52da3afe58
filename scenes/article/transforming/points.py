"""A matrix applied to vectors and to all of space (the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot

import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    Transform,
    TransformFromCopy,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor, tensor

from attnmath import apply_map
from scenes.article.transforming.claims import APPLY_TRANSFORMATION_CLAIMS
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.layout import fit
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to
from scenes.motion.move import Beads, Reappear, send_word
from scenes.parameters import LandmarkParameters, Word, require_plane, world_matrix
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import flat
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.word_plane import WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label, Math, Paragraph, Row, Typeset, halo, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.spaces import landmarks
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_SAID = 0.35
"""Opacity of the arithmetic when all words have moved."""

_TOGETHER = (2.5, 1.95, 0.3, -1.15, -1.8, -2.9)
"""Baselines from the region's centre, scene units: of formula, note, product, its two lines and the second word."""

_APART = (0.25, -0.35, 0.62, -0.33, -0.84, -1.4)
"""The same, where the formula has a region of its own."""


@dataclass(frozen=True)
class Transformed:
    """The words of a world, before and after a matrix.

    Attributes:
        words: the words of the families and the subject.
        axes: names of the vectors' numbers.
        order: positions of the words in the order of the beats.
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


class Desk:
    """The arithmetic: the formula, row times matrix, each new number's sum, a second word's result.

    Args:
        figure: the figure with the numbers.
        head: the region in which the formula is centred.
        work: the region of everything else; below the formula in the same region when left out.

    Attributes:
        formula: the map in one line.
        note: a note on it: the article's M x has the vector as a column and the matrix transposed.
        row: the first word's vector as a row.
        row_name: the word above it.
        matrix: M.
        matrix_name: its name, above it.
        result: the new vector's brackets and signs; its numbers come one by one.
        results: the new vector's numbers.
        lines: the arithmetic of each new number.
        products: the products of each.
        second: the second word's row, and its new one.
    """

    def __init__(self, figure: Figure, head: Region, work: Region | None = None) -> None:
        self.figure, self.style = figure, figure.style
        style = figure.style
        numbers: Transformed = figure.numbers
        first, second = numbers.order[:2]
        sizes = style.sizes
        for size in (sizes.formula, sizes.phrase):
            self.formula = Math("T(arrow(x)) = arrow(x) thin M", size=size, style=style)
            if self.formula.width <= head.width:
                break
        self.note = Paragraph(figure.says("note"), head.width, style=style)
        self.row, self.matrix, result = self._product(first)
        equals = self._sign("=")
        product = Row([self.row, self.matrix, equals, result], [0.14, 0.2, 0.2])
        self.results = result.numbers[0]
        self.products: list[ProductSum] = []
        self.lines = [self._line(column) for column in range(2)]
        self.second = self._second(second)
        self._arrange(head, work, product)
        word = numbers.words[first]
        color = figure.color_of(word)
        self.row_name = self._over(self.row, Label(word, color=color, style=style))
        room = 2 * ((work or head).right - float(result.get_x()))
        new_word = Label(figure.says("new-word", word=word), color=color, within=room, style=style)
        self.result = VGroup(equals, result.brackets, self._over(result, new_word))
        self.matrix_name = self._over(self.matrix, self._sign("M"))
        said = [*self.lines, self.row, self.row_name, self.second, self.result, *self.results]
        family = [piece for mobject in said for piece in mobject.get_family()]
        brackets = [piece.brackets for piece in family if isinstance(piece, Matrix)]
        self._said = [*(piece for piece in family if isinstance(piece, Typeset)), *brackets, result.brackets]

    def quiet(self) -> list[Animation]:
        """Dim all arithmetic; the map stays bright."""
        return [fade_to(text, _SAID) for text in self._said]

    def take_factors(self, column: int) -> list[Animation]:
        """Move the numbers of the row and of a column of the matrix down into the arithmetic, between its signs."""
        products = self.products[column]
        coming: list[Animation] = []
        for place, factors in enumerate(products.factors):
            sources = (self.row.numbers[0][place], self.matrix.numbers[place][column])
            coming += [
                TransformFromCopy(source, factor.number) for source, factor in zip(sources, factors, strict=True)
            ]
        signs = [
            piece for piece in products.get_family() if isinstance(piece, Typeset) and not isinstance(piece, Number)
        ]
        return [*coming, FadeIn(VGroup(*signs), rate_func=squish_rate_func(smooth, 0.6, 1.0))]

    def _product(self, index: int) -> tuple[Matrix, Matrix, Matrix]:
        numbers, style = self.figure.numbers, self.style
        size, color = style.sizes.label, self.figure.color_of(numbers.words[index])
        row, result = (
            Matrix(rows[index : index + 1], size=size, color=color, style=style)
            for rows in (numbers.vectors, numbers.transformed)
        )
        return row, Matrix(numbers.matrix, size=size, style=style), result

    def _line(self, column: int) -> Row:
        """Return the arithmetic of one new number."""
        numbers, style = self.figure.numbers, self.style
        size, color = style.sizes.label, self.figure.color_of(numbers.words[numbers.first])
        colors = (color, style.theme.ink)
        products = ProductSum(numbers.vectors[numbers.first], numbers.matrix[:, column], colors, size=size, style=style)
        self.products.append(products)
        result = Number(numbers.transformed[numbers.first, column], size=size, color=color, style=style)
        return Row([products, self._sign("="), result], 0.2)

    def _second(self, index: int) -> Row:
        word = self.figure.numbers.words[index]
        name = Label(word, color=self.figure.color_of(word), style=self.style)
        row, _, result = self._product(index)
        return Row([name, row, self._sign("M"), self._sign("="), result], [0.3, 0.12, 0.2, 0.2])

    def _sign(self, notation: str) -> Math:
        return Math(notation, size=self.style.sizes.label, style=self.style)

    def _over(self, matrix: Matrix, name: Typeset) -> Typeset:
        """Put a name above one of the matrices; all names have one baseline."""
        name.set_x(matrix.get_x())
        return name.on_baseline(float(self.matrix.get_top()[1]) + 0.2)

    def _arrange(self, head: Region, work: Region | None, product: Row) -> None:
        """Centre everything, one line below the other."""
        places: list[tuple[VMobject, Region]] = [(self.formula, head), (self.note, head)]
        places += [(piece, work or head) for piece in (product, *self.lines, self.second)]
        heights = _TOGETHER if work is None else _APART
        higher = 1.0 if work else 1.0 + 0.55 * (self.style.sizes.scale - 1.0)  # for the formula in larger type
        raised = (*(higher * height for height in heights[:2]), *heights[2:])
        for (piece, region), height in zip(places, raised, strict=True):
            fit(piece, region.width)
            piece.set_x(float(region.centre[0]))
            set_on_baseline(piece, float(region.centre[1]) + height)


class Guides(VGroup):
    """A vector's two numbers beside the axes, and dashed lines from them to its place.

    Args:
        plane: the plane it is on.
        row: the vector, shape (2,).
        color: ``#rrggbb`` of its word.
        style: theme and sizes.

    Attributes:
        numbers: the two numbers, each on the side of its axis where the vector is not.
        lines: the dashed lines, in the same order.
        segments: the lines as pairs of (x, y).
    """

    def __init__(self, plane: WordPlane, row: Tensor, color: str, *, style: Style = DEFAULT) -> None:
        x, y = (float(number) for number in row)
        end = plane.place(row)
        starts = [plane.place(tensor(foot)) for foot in ((x, 0.0), (0.0, y))]
        sides = [UP if y < 0 else DOWN, RIGHT if x < 0 else LEFT]
        self.numbers = [Number(number, size=style.sizes.label, color=color, style=style) for number in row]
        for number, start, side in zip(self.numbers, starts, sides, strict=True):
            number.next_to(start, side, buff=0.14)
        self.lines = [DashedLine(start, end, dash_length=0.09, color=color, buff=0) for start in starts]
        VGroup(*self.lines).set_stroke(width=style.strokes.thin, opacity=0.6)
        self.segments: list[Segment] = [(flat(start), flat(end)) for start in starts]
        super().__init__(*self.lines, *self.numbers)


_GHOST = 0.3
"""Opacity of the ghost at a word's old place."""

_ASIDE = 1.6
"""The angle of the arc on which the second result passes the first, radians."""

_LEAST_PLANE = 4.9
"""The least width of the plane where the formula stands beside it, scene units."""

_TRAIL = 0.4
"""Opacity of the line from a word's old place to its new one."""

_INSIDE = 0.9
"""The factor of the vectors that the plane must include; its own margin then keeps everything inside."""

_OUTWARDS = 6.0
"""The strength with which labels on a small plane prefer the side away from the words around theirs."""

_BELOW, _ABOVE, _BESIDE = (torch.tensor([share]) for share in ((0.0, -0.12), (0.0, 1.1), (1.2, 0.0)))
"""Shares of the largest number: room below for the numbers on the axis, above so that a high plane fills its height,
and at the right of a low one for labels."""


class OneWord(LandmarkParameters):
    """The parameters of the figure: the word whose arithmetic is written out."""

    word: Word = Field(
        "", description="The word whose arithmetic is written out; the first of the first family when left empty."
    )


class ApplyTransformation(Figure):
    """attention-apply-transformation: one matrix makes a new vector of every word's."""

    name = "attention-apply-transformation"
    claims = APPLY_TRANSFORMATION_CLAIMS
    Parameters = OneWord
    numbers: Transformed

    @classmethod
    def compute(cls, parameters: OneWord, world: World) -> Transformed:
        """Return every word's vector times the matrix M."""
        require_plane(world)
        words = landmarks(world)
        word = parameters.word or words[0]
        if word not in words:
            raise UserError(f'word must be one of the families\' or the subject ({", ".join(words)}); got "{word}"')
        second = world.subject if world.subject not in (None, word) else next(w for w in words if w != word)
        order = dict.fromkeys([word, second, *words])
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        return Transformed(
            words,
            world.axes,
            tuple(words.index(name) for name in order if name is not None),
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

    def build(self) -> None:
        """Draw the plane, and beside it or below it the arithmetic."""
        numbers, style = self.numbers, self.style
        plane, *desk = self._regions()
        rows = torch.cat([numbers.vectors, numbers.transformed])
        self.is_low = len(desk) > 1
        air = torch.cat([_BELOW, _BESIDE if self.is_low else _ABOVE]) * rows.abs().max()
        self.plane = WordPlane(plane, torch.cat([_INSIDE * rows, air]), numbers.axes, style=style)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in numbers.words}
        size = style.sizes.note if self.is_low else style.sizes.label
        self.words = list(words_on_plane(self.plane, vectors, colors, size=size, style=style).values())
        for word in self.words:
            word.label.add_to_back(halo(word.text, style))
        first = numbers.first
        self.arrows = [
            self.plane.arrow(row, self.color_of(numbers.words[first]))
            for row in (numbers.vectors[first], numbers.transformed[first])
        ]
        self.ghosts = [word.mark.copy().set_opacity(_GHOST) for word in self.words]
        self.trails = [self._trail(index) for index in range(len(self.words))]
        color = self.color_of(numbers.words[first])
        self.guides = Guides(self.plane, numbers.transformed[first], color, style=style)
        self._set_labels()
        self.desk = Desk(self, *desk)

    def _regions(self) -> tuple[Region, ...]:
        """Return the regions of the plane and of the arithmetic, or of its two pieces in a frame of middling shape."""
        safe = self.stage.safe
        if self.stage.is_wide:
            return safe.columns(1.18, 1, gap=0.25)
        if self.stage.is_portrait:
            return safe.rows(1, 1.02, gap=0.5)
        top, bottom = safe.rows(3.5, 3.4, gap=0.1)
        formula = min(4.0, top.width - _LEAST_PLANE)
        return *top.columns(top.width - formula, formula, gap=0.15), bottom

    def _trail(self, index: int) -> Line:
        """Return a thin line from a word's old place, where its ghost stays, to its new one."""
        start, end = (self.plane.place(rows[index]) for rows in (self.numbers.vectors, self.numbers.transformed))
        line = Line(start, end, buff=0, color=self.color_of(self.numbers.words[index]))
        # Below the labels, where it must pass through one.
        return line.set_stroke(width=self.style.strokes.thin, opacity=_TRAIL).set_z_index(-1)

    def _set_labels(self) -> None:
        """Place labels as they fit at first and at the end, and between, while most words still wait."""
        numbers, lines = self.numbers, [arrow.flat_segment for arrow in self.arrows]
        self._shift_to(numbers.transformed)
        trails = [(flat(trail.get_start()), flat(trail.get_end())) for trail in self.trails]
        if self.is_low:  # a label crossed by lines is better than a label nearer to another word
            self._turn_outwards()
            set_labels(self.words, self.plane, boxes=self.ghosts, axes=False)
        else:
            set_labels(self.words, self.plane, keep_off=trails, boxes=self.ghosts)
        self.label_ends = [word.label.get_center() for word in self.words]
        for word in self.words:
            word.toward = None
        self._shift_to(numbers.vectors)
        marks = [*self.guides.numbers, *(arrow.tip for arrow in self.arrows)]
        set_labels(self.words, self.plane, keep_off=[*lines, *self.guides.segments], boxes=marks)
        self.label_stops = {}
        for index in numbers.order[:2]:
            others = [word for place, word in enumerate(self.words) if place != index]
            there = self.plane.place(numbers.transformed[index])
            boxes = [*(word.label for word in others), *self.ghosts, *self.guides.numbers, self.arrows[1].tip]
            off = [lines[1], *self.guides.segments]
            self.label_stops[index] = label_spot(self.words[index], there, self.plane, keep_off=off, boxes=boxes)

    def _turn_outwards(self) -> None:
        """Let labels prefer the side away from the words of their colour, which crowd a small plane."""
        for word, name in zip(self.words, self.numbers.words, strict=True):
            color = self.color_of(name)
            family = [
                one.point
                for one, other in zip(self.words, self.numbers.words, strict=True)
                if self.color_of(other) == color
            ]
            across, up = flat(word.point - sum(family) / len(family))
            length = hypot(across, up)
            word.toward = (_OUTWARDS * across / length, _OUTWARDS * up / length) if length > 0 else None

    def _shift_to(self, rows: Tensor) -> None:
        for word, row in zip(self.words, rows, strict=True):
            word.shift(self.plane.place(row) - word.point)

    def tell(self) -> None:
        """Show one word with its arithmetic, a second without, the rest in one sweep."""
        numbers, times, desk = self.numbers, self.style.times, self.desk
        first, second, *others = numbers.order
        word = numbers.words[first]
        with self.beat("matrix"):
            self.play(FadeIn(self.plane), *(FadeIn(one) for one in self.words), run_time=times.move)
            self.play(FadeIn(desk.formula, desk.note), run_time=times.quick)
            self.play(FadeIn(desk.matrix, desk.matrix_name), run_time=times.move)
            self.rest()
        with self.beat("row", word=word):
            self.play(grow(self.arrows[0]), run_time=times.move)
            self.play(
                TransformFromCopy(self.words[first].text, desk.row_name),
                FadeIn(desk.row, target_position=self.words[first].mark, scale=0.3),
                run_time=times.move,
            )
            self.rest()
        for column, which in enumerate(("first", "second")):
            with self.beat(f"{which}-number", number=desk.results[column].shown):
                self._multiply(column)
        with self.beat("new-place", word=word):
            self.play(fade_to(desk.matrix.inner, 1.0), run_time=times.quick)
            self._mark_place()
            self.add(self.ghosts[first])
            self.play(Transform(self.arrows[0], self.arrows[1]), self._move(first), run_time=times.slow)
            self.rest()
        with self.beat("second-word", word=numbers.words[second]):
            self.play(FadeIn(desk.second), run_time=times.quick)
            self.add(self.ghosts[second])
            self.play(self._move(second), run_time=times.move)
            self.rest()
        with self.beat("all"):
            self.play(FadeOut(self.guides, self.arrows[0]), *desk.quiet(), run_time=times.quick)
            self.add(*(self.ghosts[index] for index in others))
            moves = [
                AnimationGroup(Create(self.trails[index]), *[self._move(index)] * (index in others))
                for index in numbers.order
            ]
            settle = [Reappear(self.words[index].label, self.label_ends[index]) for index in self.label_stops]
            self.play(LaggedStart(*moves, lag_ratio=0.12), *settle, run_time=2.0)
            self.hold()

    def _mark_place(self) -> None:
        """Move the two new numbers to the axes; lines lead from there to the new place."""
        times = self.style.times
        pairs = list(zip(self.desk.results, self.guides.numbers, strict=True))
        late = squish_rate_func(smooth, 0.7, 1.0)
        arrive = [FadeIn(number, rate_func=late) for number in self.guides.numbers]
        self.play(*(Beads([result], number) for result, number in pairs), *arrive, run_time=times.slow)
        self.play(*(Create(line) for line in self.guides.lines), run_time=times.quick)

    def _multiply(self, column: int) -> None:
        """Compute one new number: the row meets a column of the matrix, and the products add up."""
        times, desk = self.style.times, self.desk
        self.play(
            *(fade_to(desk.matrix.column(place), 1.0 if place == column else 0.3) for place in range(2)),
            run_time=times.quick,
        )
        products, equals, result = desk.lines[column]
        # the first line would hide the second
        self.play(*(desk.take_factors(column) if column == 0 else [FadeIn(products)]), run_time=times.move)
        self.add(products)
        self.play(FadeIn(equals, result), run_time=times.quick)
        arrive: list[Animation] = [TransformFromCopy(result, desk.results[column], path_arc=_ASIDE * column)]
        if column == 0:
            arrive.append(FadeIn(desk.result))
        self.play(*arrive, run_time=times.move)
        self.rest()

    def _move(self, index: int) -> Animation:
        there = self.plane.place(self.numbers.transformed[index])
        return send_word(self.words[index], there, self.label_stops.get(index, self.label_ends[index]))
