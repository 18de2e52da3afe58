"""Two heads' outputs side by side, times a learned matrix: the base of the figure of both heads."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from manim import DOWN, LEFT, RIGHT, UP, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.article.heads.heads import VALUE_NUMBERS
from scenes.article.heads.product_places import Arrangement, fill_lines, place_crosswise, place_in_column, place_in_line
from scenes.article.heads.projection import HEADS, ColouredPhrase, Projection, project
from scenes.figure import Figure
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import point
from scenes.parts.phrase import PhraseRow
from scenes.parts.surface import colour_area
from scenes.parts.table.matrix import Matrix, row_titles
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World


class ShapeLabel(VGroup):
    """A matrix's name and shape, ``O  8 × 4``, and below it the shape in letters, ``T × 2 d_v``.

    Args:
        notation: the matrix's name in Typst maths; empty where it has its name elsewhere.
        values: the matrix; its numbers of rows and columns are read from it.
        letters: Typst maths for the number of rows and the number of columns.
        color: ``#rrggbb`` of the name, by role.
        under: put the shape below the name instead of beside it.
        style: theme and sizes.

    Attributes:
        line: the name, if any, and the shape.
        rows: the number of rows.
        columns: the number of columns.
        letters: the shape in letters.
    """

    def __init__(
        self,
        notation: str,
        values: Tensor,
        letters: tuple[str, str],
        *,
        color: str | None = None,
        under: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        dim = style.theme.dim
        name = [Math(notation, size=style.sizes.phrase, color=color, style=style)] if notation else []
        size = style.sizes.script
        self.rows, self.columns = (Label(str(count), size=size, style=style) for count in values.shape)
        times = Math("times", size=size, color=dim, style=style)
        shape = Row([self.rows, times, self.columns], 0.1)
        self.line = shape if not name else _Named(name[0], shape, under)
        said = f"{letters[0]} times {letters[1]}"
        self.letters = Math(said, size=size, color=dim, style=style)
        self.letters.next_to(self.line, DOWN, buff=0.1)
        self.letters.on_baseline(shape.baseline - 0.52)
        super().__init__(self.line, self.letters)

    @property
    def baseline(self) -> float:
        """The name's baseline, in scene units."""
        return self.line.baseline


class _Named(VGroup):
    """A name and a shape, on one baseline or one below the other."""

    def __init__(self, name: Math, shape: Row, under: bool) -> None:
        self._name = name
        if under:
            shape.next_to(name, DOWN, buff=0.1)
            shape.on_baseline(name.baseline - 0.5)
        else:
            Row([name, shape], 0.3)
        super().__init__(name, shape)

    @property
    def baseline(self) -> float:
        """The name's baseline, in scene units."""
        return self._name.baseline


_RESULT_GAP = 0.22
"""Scene units on both sides of the equals sign."""

_PITCH_OF_PRODUCT_LINE = 0.0158
"""Scene units from the first line to the second, for each font unit."""


class ProductLine(Row):
    """A dot product in one line: ``0.40 × 2.00 + 2.00 × 0.60 = 2.00``.

    Args:
        left: shape (d,).
        right: shape (d,).
        value: the computed result.
        colors: ``#rrggbb`` of the left factors, also for the result, and of the right ones.
        width: the width it may take, scene units; its type is as large as fits.
        in_two: the index of the product that begins the second line; 0 for one line.
        largest: the largest type size, manim font units.
        style: theme and sizes.

    Attributes:
        size: its type size, manim font units.
        spelled: the sum of products.
        equals: the equals sign.
        result: the result.
    """

    def __init__(
        self,
        left: Tensor,
        right: Tensor,
        value: Tensor,
        colors: tuple[str, str],
        *,
        width: float,
        in_two: int = 0,
        largest: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        given = (style.sizes.phrase, style.sizes.label, style.sizes.note)
        sizes = [size for size in given if largest is None or size <= largest]
        for size in sizes:
            self.size = size
            self.spelled = ProductSum(left, right, colors, size=size, style=style)
            self.equals = Math("=", size=size, style=style)
            self.result = Number(value, size=size, color=colors[0], style=style)
            super().__init__([self.spelled, self.equals, self.result], _RESULT_GAP)
            if in_two:
                self._break(in_two, _PITCH_OF_PRODUCT_LINE * size)
            if self.width <= width:
                break

    def _break(self, at: int, pitch: float) -> None:
        """Move everything from a product on to a second line, both lines centred."""
        rest = VGroup(*(piece for term in self.spelled.terms[at:] for piece in term), self.equals, self.result)
        first = VGroup(*(piece for term in self.spelled.terms[:at] for piece in term))
        rest.shift(point(float(first.get_left()[0] - rest.get_left()[0]), -pitch))
        aside = float(rest.width - first.width) / 2
        first.shift(point(aside))


_AIR_OF_BAND = (0.09, 0.07)
"""The margins of a band around its mobject, scene units: sideways, and up and down."""


class Band(RoundedRectangle):
    """A light background behind a mobject, such as some columns of a matrix.

    Args:
        behind: the mobject in front of it.
        color: ``#rrggbb``, by role.
        opacity: the colour's opacity, from 0 to 1.
        style: theme and line widths.
    """

    def __init__(self, behind: VMobject, color: str, opacity: float, style: Style = DEFAULT) -> None:
        super().__init__(
            width=behind.width + 2 * _AIR_OF_BAND[0],
            height=behind.height + 2 * _AIR_OF_BAND[1],
            corner_radius=0.08,
            stroke_width=0,
        )
        colour_area(self, color, opacity, style)
        self.move_to(behind)
        self.set_z_index(-1)


_PITCH = 0.4
"""The line spacing of a matrix, scene units; less where there are many rows."""

_WIDEST_PITCH = 0.46
"""The same where there is more room."""

_CROSSED = 2.0
"""The height of everything but the rows, scene units, where the matrices stand crosswise."""

_TOPS = 0.95
"""The height of the names above the heads' outputs, scene units, where they take two lines."""

_STACKED = 3.3
"""The height of everything but the rows, scene units, where the matrices stand below each other."""

_LEAST_GAP = 0.18
"""The least distance between two columns, scene units."""

_AIR = 0.3
"""The width of the bands' margins at both ends of the arithmetic, scene units."""

_NAMED = 2.25
"""The height of the names above the matrices and the shapes below them, scene units."""

_WIDEST_WORD = 1.3
"""Scene units that a word before its row may be wide in a frame that is not wide; a longer one gets smaller."""

_KINDS = ("semantic", "grammatical")
"""The heads' purposes, as in the figures of their value spaces."""

_MODEL = 'd_"model"'

_HEAD = '"head"^(({}))'

_LIGHT = (0.26, 0.11)
"""The opacity of the band behind each head's numbers, in the colour of values, of which a head's output is made."""

_LETTERS = (("T", "letter-T"), ("d_v", "letter-v"), (_MODEL, "letter-model"))
"""The letters in the shapes, and the keys of the texts that explain them."""


class HeadsProduct(Figure):
    """A figure of both heads' outputs side by side, the matrix that multiplies them, and the product.

    Attributes:
        heads: the two outputs, each between its brackets.
        tops: each head's purpose and symbol.
        concat: O, both outputs side by side.
        weights: the learned matrix.
        output: the product.
        bands: the band behind each head's columns of O.
        row_bands: the bands behind the rows of the learned matrix that act on them.
        works: the arithmetic of one entry in each column.
        work_bands: the bands behind each head's part of it.
    """

    Parameters = ColouredPhrase
    world_name = "colours"
    numbers: Projection
    parameters: ColouredPhrase

    @classmethod
    def compute(cls, parameters: ColouredPhrase, world: World) -> Projection:
        """Take one step of attention with two heads."""
        return project(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Projection) -> Mapping[str, object]:
        """Return the matrices' sizes, and the vector that is worked out."""
        (rows, columns), size = numbers.concat.shape, len(numbers.axes)
        word, vector = numbers.words[numbers.position], format_vector(numbers.output[numbers.position])
        return {"rows": rows, "columns": columns, "size": size, "word": word, "vector": vector}

    def build(self) -> None:
        """Draw the phrase at the top, the product of matrices in the centre, one entry's arithmetic at the bottom."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(self.world.written(self.parameters.phrase), colors, self.stage.header, style=style)
        self.arrangement = Arrangement.of(self.stage)
        in_line = self.arrangement is Arrangement.LINE
        self.signs = [Math(sign, size=style.sizes.formula, style=style) for sign in ("dot.op", "=") if in_line]
        self.pitch = self._pitch()
        sizes = style.sizes
        for self.size, gap in ((sizes.label, None), (sizes.note, None), (sizes.note, _LEAST_GAP)):
            if self._arrange(colors, gap) <= self.stage.safe.width:
                break
        self.heads = [self._head(values, side) for side, values in enumerate((numbers.first, numbers.second))]
        self._name()
        self._name_heads()
        self.bands = [self._band(self._columns(side), side) for side in range(HEADS)]
        self.head_bands = [self._band(head.inner, side) for side, head in enumerate(self.heads)]
        self.row_bands = [self._band(self._rows(side), side) for side in range(HEADS)]
        self._write()
        largest = style.sizes.phrase if in_line else style.sizes.label
        self.works = [self._work(column, largest) for column in range(len(numbers.axes))]
        # All in one size, so that the type size does not change from one entry to the next.
        self.works = [self._work(column, min(work.size for work in self.works)) for column in range(len(numbers.axes))]
        self.work_bands = [self._work_bands(work) for work in self.works]

    def _pitch(self) -> float:
        """Return the line spacing for which there is room, scene units."""
        picture, rows, below = self.stage.picture, len(self.numbers.words), HEADS * VALUE_NUMBERS
        if self.arrangement is Arrangement.LINE:
            return min(_PITCH, (picture.height - _NAMED) / (rows - 1))
        if self.arrangement is Arrangement.CROSS:
            return min(_PITCH, (picture.height - _CROSSED) / (rows + below - 2))
        return min(_WIDEST_PITCH, (picture.height - _STACKED) / (2 * rows + below - 3))

    def _arrange(self, colors: list[str], gap: float | None) -> float:
        """Place the matrices, together with the words before them; return their width, scene units."""
        numbers, picture, style = self.numbers, self.stage.picture, self.style
        self.concat, self.weights, self.output = (
            Matrix(values, size=self.size, pitch=self.pitch, gap=gap, style=style)
            for values in (numbers.concat, numbers.W_O, numbers.output)
        )
        matrices = self.concat, self.weights, self.output
        self.gap = gap
        titled = [self.concat]
        if self.arrangement is Arrangement.LINE:
            place_in_line(*matrices, self.signs)
        elif self.arrangement is Arrangement.CROSS:
            place_crosswise(*matrices)
        else:
            place_in_column(*matrices)
            titled.append(self.output)
        within = None if self.arrangement is Arrangement.LINE else _WIDEST_WORD
        rows = [
            row_titles(matrix, numbers.words, colors, before=True, size=self.size, within=within, style=style)
            for matrix in titled
        ]
        self.titles = rows[0]
        self.output_titles = rows[1] if rows[1:] else []
        everything = VGroup(*matrices, *self.signs, *self.titles, *self.output_titles)
        top = {Arrangement.LINE: 0.65, Arrangement.CROSS: -0.12, Arrangement.COLUMN: _TOPS}[self.arrangement]
        everything.move_to(point(picture.centre[0], picture.top - top - everything.height / 2))
        if self.arrangement is Arrangement.COLUMN:
            everything.align_to(point(self.stage.safe.left), LEFT)
        return float(everything.width)

    def _head(self, values: Tensor, side: int) -> Matrix:
        """Return a head's output, at its place in O."""
        head = Matrix(values, size=self.size, pitch=self.pitch, gap=self.gap, style=self.style)
        target = self.concat.numbers[0][side * VALUE_NUMBERS]
        start = head.numbers[0][0]
        return head.shift(target.get_right() - start.get_right())

    def _name(self) -> None:
        """Place names, notes and shapes of the matrices, above and below them or at their sides."""
        numbers, style = self.numbers, self.style
        self.notes = [Label(self.says(key), color=style.theme.dim, style=style) for key in ("learned", "updated")]
        given = (
            ("O", numbers.concat, ("T", "2 d_v"), self.concat),
            ("W_O", numbers.W_O, ("2 d_v", _MODEL), self.weights),
            ("X' = O W_O", numbers.output, ("T", _MODEL), self.output),
        )
        self.shapes = [self._shape(*item) for item in given]
        if self.arrangement is Arrangement.LINE:
            for note, matrix in zip(self.notes, (self.weights, self.output), strict=True):
                _above(note, matrix)
        elif self.arrangement is Arrangement.CROSS:
            shape = self.shapes[1]
            # The note above the product, when in a line, stands at the bottom here.
            self.notes.pop()
            note = self.notes[0].next_to(shape.line, LEFT, buff=0.3)
            note.on_baseline(shape.baseline)
            VGroup(note, shape).next_to(self.weights, LEFT, buff=0.35).align_to(self.weights, UP)
        else:
            _beside(VGroup(self.shapes[0]), self.concat, RIGHT)
            for note, shape, matrix in zip(self.notes, self.shapes[1:], (self.weights, self.output), strict=True):
                _beside(VGroup(note, shape), matrix, RIGHT)

    def _name_heads(self) -> None:
        """Place names, kinds and shapes of the two heads' outputs."""
        numbers, style = self.numbers, self.style
        in_line = self.arrangement is Arrangement.LINE
        self.kinds = [Label(self.says(kind), style=style) for kind in _KINDS]
        self.tops: list[VGroup] = []
        for side, (kind, head) in enumerate(zip(self.kinds, self.heads, strict=True)):
            symbol = Math(_HEAD.format(side), size=style.sizes.phrase, style=style)
            if in_line:
                top = Row([kind, symbol], 0.2)
                _above(top, head)
                self.tops.append(top)
            else:
                self.tops.append(VGroup(kind, symbol))
                _above(kind, head)
                symbol.set_x(kind.get_x()).on_baseline(kind.baseline + 0.48)
        self.head_shapes = [
            self._shape("", values, ("T", "d_v"), head)
            for values, head in zip((numbers.first, numbers.second), self.heads, strict=True)
        ]

    def _write(self) -> None:
        """Write the successive texts at the bottom: a head's formula, O of both heads, the meaning of the letters."""
        style, centre = self.style, self.stage.footer.centre
        self.attention = Math(
            f'{_HEAD.format("i")} = "softmax"(Q^((i)) (K^((i)))^T) V^((i))', size=style.sizes.phrase, style=style
        )
        self.attention.move_to(centre)
        pieces = [Math(piece, style=style) for piece in ("O", "=", "[", *map(_HEAD.format, range(HEADS)), "]")]
        self.formula = Row(pieces, [0.25, 0.25, 0.06, 0.35, 0.06]).move_to(centre)
        self.letters = self._letters()

    @property
    def _foot(self) -> Region:
        """The region of the arithmetic and the letters, a little higher where they take two lines."""
        return self.stage.footer.inset(bottom=0.0 if self.arrangement is Arrangement.LINE else 0.12)

    def _letters(self) -> VGroup:
        """Return the meaning of the letters in the shapes, and of X' where no note above it explains it."""
        style, items = self.style, []
        said = (
            _LETTERS
            if self.arrangement is not Arrangement.CROSS
            else (("X'", "updated"), *_LETTERS[1::-1], _LETTERS[2])
        )
        size = style.sizes.label if self.arrangement is Arrangement.LINE else style.sizes.note
        for letter, meaning in said:
            symbol = Math(letter, size=style.sizes.phrase, style=style)
            items.append(Row([symbol, Label(self.says(meaning), size=size, color=style.theme.dim, style=style)], 0.2))
        gap = 0.7 if self.arrangement is Arrangement.LINE else 0.5
        return fill_lines(items, self._foot, gap=gap, pitch=0.44)

    def _band(self, behind: VGroup, side: int) -> Band:
        return Band(behind, self.style.theme.value, _LIGHT[side], self.style)

    def _columns(self, side: int) -> VGroup:
        """Return a head's columns in O."""
        return VGroup(*(self.concat.column(VALUE_NUMBERS * side + part) for part in range(VALUE_NUMBERS)))

    def _rows(self, side: int) -> VGroup:
        """Return the rows of the learned matrix that act on a head's columns."""
        return VGroup(*(self.weights.row(VALUE_NUMBERS * side + part) for part in range(VALUE_NUMBERS)))

    def _shape(self, notation: str, values: Tensor, letters: tuple[str, str], matrix: Matrix) -> ShapeLabel:
        under = self.arrangement is Arrangement.COLUMN and bool(notation)
        label = ShapeLabel(notation, values, letters, under=under, style=self.style)
        half = max(float(label.line.width), float(label.letters.width)) / 2
        label.set_x(min(float(matrix.get_x()), self.stage.safe.right - half))
        set_on_baseline(label, float(self.concat.get_bottom()[1]) - 0.5)
        return label

    def _work(self, column: int, largest: float) -> ProductLine:
        """Return an entry's arithmetic, at the bottom."""
        numbers, footer = self.numbers, self._foot
        row, entry = numbers.concat[numbers.position], numbers.output[numbers.position, column]
        colors = (self.color_of(numbers.words[numbers.position]), self.style.theme.ink)
        in_two = 0 if self.arrangement is Arrangement.LINE else VALUE_NUMBERS
        work = ProductLine(
            row,
            numbers.W_O[:, column],
            entry,
            colors,
            width=footer.width - _AIR,
            in_two=in_two,
            largest=largest,
            style=self.style,
        )
        work.move_to(footer.centre)
        return work

    def _work_bands(self, work: ProductLine) -> VGroup:
        """Return the bands behind each head's part of an entry's arithmetic."""
        parts = [
            VGroup(*(factor for pair in work.spelled.factors[start : start + VALUE_NUMBERS] for factor in pair))
            for start in range(0, HEADS * VALUE_NUMBERS, VALUE_NUMBERS)
        ]
        return VGroup(*(self._band(part, side) for side, part in enumerate(parts)))


def _above(name: Label | Row, matrix: Matrix) -> None:
    """Put a name above a matrix."""
    name.set_x(matrix.get_x())
    name.on_baseline(float(matrix.get_top()[1]) + 0.22)


def _beside(said: VGroup, matrix: Matrix, side: np.ndarray) -> None:
    """Put notes and a shape beside a matrix, one below the other."""
    said.arrange(DOWN, buff=0.14).next_to(matrix, side, buff=0.4)
