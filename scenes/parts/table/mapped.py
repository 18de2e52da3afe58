"""A vector times a matrix, in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from manim import LEFT, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.typeset import Math, Row, baseline_of, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_RISE = 0.038
"""Scene units from the numbers of a row times a matrix up to the statement, for each manim font unit."""


class MappedRow(Row):
    """A statement such as ``Q = X W_Q``, and beside it one row of X times the matrix.

    Args:
        letter: the result's name, such as ``Q``; the matrix is W with it as its subscript.
        vector: one row of X, shape (d,).
        matrix: shape (d, k).
        result: the computed result, shape (k,).
        colors: ``#rrggbb`` of the vector, and of the matrix with the result.
        sizes: the sizes of the symbols and of the numbers, manim font units.
        in_lines: whether the statement stands above the numbers instead of before them.
        style: theme and sizes.

    Attributes:
        question: everything but the result.
        answer: the equals sign and the result.
        matrix: the matrix's numbers.
        matrix_name: the matrix's symbol.
        result: the result.
    """

    def __init__(
        self,
        letter: str,
        vector: Tensor,
        matrix: Tensor,
        result: Tensor,
        colors: tuple[str, str],
        *,
        sizes: tuple[float, float] | None = None,
        in_lines: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        role = colors[1]
        large, size = sizes or (style.sizes.phrase, style.sizes.label)
        symbols = [
            Math(notation, size=large, color=color, style=style)
            for notation, color in ((letter, role), ("= X", None), (f"W_{letter}", role), ("=", None))
        ]
        self.result = Matrix(result[None], size=size, color=role, style=style)
        self.matrix = Matrix(matrix, size=size, color=role, style=style)
        self.matrix_name = symbols[2]
        before = Matrix(vector[None], size=size, color=colors[0], style=style)
        apart = 0.0222 * large
        super().__init__(
            [*symbols[:3], before, self.matrix, symbols[3], self.result], [0.16, 0.08, apart, 0.12, 0.2, 0.2]
        )
        if in_lines:
            statement, numbers = VGroup(*symbols[:3]), VGroup(*self[3:])
            statement.set_x(numbers.get_x()).shift(point(0.0, _RISE * size))
        self.question, self.answer = self[:5], self[5:]


class MappedVector(VGroup):
    """One vector times a matrix in three lines: in symbols, in numbers, and the result.

    Args:
        notations: Typst maths for the result, the vector and the matrix.
        vector: shape (d,).
        matrix: shape (d, k), for rows: x W.
        result: the computed result, shape (k,).
        colors: ``#rrggbb`` of the vector, and of the matrix with the result.
        small: whether the names are no larger than the numbers, for narrow places.
        style: theme and sizes.

    Attributes:
        head: the first line.
        factors: the second line.
        outcome: the third line.
    """

    def __init__(
        self,
        notations: tuple[str, str, str],
        vector: Tensor,
        matrix: Tensor,
        result: Tensor,
        colors: tuple[str, str],
        *,
        small: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        color, role = colors
        size = style.sizes.phrase
        names = size if small else style.sizes.formula
        symbols = zip((notations[0], "=", *notations[1:]), (role, None, color, role), strict=True)
        self.head = Row(
            [Math(notation, size=names, color=shade, style=style) for notation, shade in symbols], [0.22, 0.22, 0.14]
        )
        row, square, made = (
            Matrix(values, size=size, color=shade, style=style)
            for values, shade in ((vector[None], color), (matrix, role), (result[None], role))
        )
        self.factors = Row([Math("=", size=size, style=style), row, square], [0.22, 0.2])
        self.outcome = Row([Math("=", size=size, style=style), made], 0.22)
        super().__init__(self.head, self.factors, self.outcome)

    def settle(self, desk: Region, *, in_lines: bool = False) -> None:
        """Take a place in the working space, line below line; ``in_lines`` puts the matrix below the vector."""
        if in_lines:
            first, *parts, last = desk.rows(1, 0.9, 1.3, 1)
            self.head.starting_at(desk.left).on_baseline(float(first.centre[1]) - 0.1)
            self.factors.starting_at(desk.left)
            left = float(self.factors[1].get_left()[0])
            for piece, part in zip((VGroup(*self.factors[:2]), self.factors[2]), parts, strict=True):
                piece.set_y(float(part.centre[1]))
            self.factors[2].align_to(point(left), LEFT)
            self.outcome.starting_at(desk.left).on_baseline(float(last.centre[1]) - 0.1)
            return
        for line, part in zip((self.head, self.factors, self.outcome), desk.rows(1, 1, 1), strict=True):
            line.starting_at(desk.left).on_baseline(float(part.centre[1]) - 0.1)


class KeptMatrix(VGroup):
    """The matrix of a ``MappedRow`` alone, its name above it: small enough to stay in a corner.

    Args:
        work: the row with the matrix.

    Attributes:
        symbol: the name.
        matrix: the numbers.
    """

    def __init__(self, work: MappedRow) -> None:
        self.symbol, self.matrix = work.matrix_name.copy(), work.matrix.copy()
        self.symbol.set_x(self.matrix.get_x())
        set_on_baseline(self.symbol, float(self.matrix.get_top()[1]) + 0.2)
        super().__init__(self.symbol, self.matrix)

    @property
    def name_baseline(self) -> float:
        """The name's baseline, in scene units."""
        return baseline_of(self.symbol)

    def centre_on(self, y: float) -> None:
        """Move up or down until the centre of the numbers is at ``y`` scene units."""
        self.shift(point(0.0, y - float(self.matrix.get_y())))


class Definitions(Row):
    """The definitions of Q, K and V side by side: ``Q = X W_Q`` and so on.

    Args:
        roles: ``#rrggbb`` of each result, by its letter.
        size: manim font units.
        style: theme and sizes.
    """

    def __init__(self, roles: Mapping[str, str], *, size: float | None = None, style: Style = DEFAULT) -> None:
        size = size or style.sizes.phrase
        pieces = [
            Math(notation, size=size, color=color, style=style)
            for letter, role in roles.items()
            for notation, color in ((letter, role), ("= X", None), (f"W_{letter}", role))
        ]
        super().__init__(pieces, [0.16, 0.08, *[0.0222 * size, 0.16, 0.08] * (len(roles) - 1)])
