"""A matrix's shape as text, read from the tensor: rows times columns, and what they are in letters."""

from __future__ import annotations

from manim import DOWN, VGroup
from torch import Tensor

from scenes.parts.text import Label, Math, Row
from scenes.style import DEFAULT, Style


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
        self, notation: str, values: Tensor, letters: tuple[str, str], *, color: str | None = None,
        under: bool = False, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
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
