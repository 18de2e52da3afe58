"""A space of vectors: a grid that a matrix can transform, and an arrow with a label for each word."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import VGroup
from torch import Tensor

from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import PlaneWord, WordPlane
from scenes.stage import Region
from scenes.style import DEFAULT, Style


class VectorSpace(VGroup):
    """Words as arrows in a space that a matrix can transform.

    Args:
        region: the region it may fill, axis names included.
        reach: shape (N, 2): all vectors that must be inside, besides the origin.
        words: the words.
        vectors: one for each word, shape (T, 2), before any matrix.
        colors: one ``#rrggbb`` for each word.
        axes: names of the two axes, or none.
        matrix: the space's first matrix; the identity when left out.
        spread: the factor by which the grid extends beyond its panel, so that a squeezed one still fills it.
        width: the arrows' width, in stroke units.
        size: the words' size, manim font units.
        style: theme and sizes.

    Attributes:
        words: the words.
        plane: the panel; only its axes' names are drawn.
        space: the grid, which a matrix transforms.
        arrows: the words' arrows, in order.
        labels: the words' labels, in order.
    """

    def __init__(
        self,
        region: Region,
        reach: Tensor,
        words: Sequence[str],
        vectors: Tensor,
        colors: Sequence[str],
        *,
        axes: Sequence[str] = (),
        matrix: Tensor | None = None,
        spread: float = 1.0,
        width: float | None = None,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.words = tuple(words)
        self.plane = WordPlane(region, reach, axes, style=style)
        self.space = Space(self.plane, spread=spread, on_sides=True, style=style)
        self.arrows: list[Arrow] = []
        self._tips = []
        for word, row, color in zip(words, vectors, colors, strict=True):
            arrow = self.plane.arrow(row, color, width=width or style.strokes.bold)
            self.arrows.append(self.space.put_arrow(arrow, row))
            tip = PlaneWord(word, self.plane.place(row), color, size=size, style=style)
            # The arrow's tip is the mark.
            tip.mark.set_opacity(0)
            self._tips.append(tip)
        names = [str(index) for index in range(len(self._tips))]
        self.space.put_words(dict(zip(names, self._tips, strict=True)), dict(zip(names, vectors, strict=True)))
        if matrix is not None:
            self.space.carry(matrix)
        self.space.set_labels()
        super().__init__(self.plane.names, self.space, *self.arrows, *self._tips)

    @property
    def labels(self) -> list[VGroup]:
        """The words' labels, in order."""
        return [tip.label for tip in self._tips]

    @property
    def ground(self) -> VGroup:
        """Everything but the words: the axes' names and the grid."""
        return VGroup(self.plane.names, self.space)

    @property
    def segments(self) -> list[Segment]:
        """The arrows as lines for labels to avoid."""
        return [arrow.flat_segment for arrow in self.arrows]

    def word(self, index: int) -> LabelledArrow:
        """Return the arrow and the label of one word."""
        return LabelledArrow(self.arrows[index], self._tips[index].label)


class LabelledArrow(VGroup):
    """An arrow with its label.

    Attributes:
        arrow: the arrow.
        label: the label.
    """

    def __init__(self, arrow: Arrow, label: VGroup) -> None:
        self.arrow, self.label = arrow, label
        super().__init__(arrow, label)


def labelled_arrows(
    plane: WordPlane,
    words: Sequence[str],
    vectors: Tensor,
    colors: Sequence[str],
    *,
    width: float | None = None,
    size: float | None = None,
    on_sides: bool = False,
    style: Style = DEFAULT,
) -> list[LabelledArrow]:
    """Return arrows from the origin of a plane, each with its word's label beside its tip, clear of each other.

    Args:
        plane: the plane they are on.
        words: one for each arrow.
        vectors: shape (N, 2).
        colors: one ``#rrggbb`` for each arrow.
        width: the arrows' width, in stroke units.
        size: the words' size, manim font units.
        on_sides: whether labels stand on the sides of their arrows that face away from the others.
        style: theme and sizes.
    """
    space = Space(plane, torch.eye(2), on_sides=on_sides, style=style)
    arrows, tips = [], {}
    for index, (word, row, color) in enumerate(zip(words, vectors, colors, strict=True)):
        arrows.append(space.put_arrow(plane.arrow(row, color, width=width or style.strokes.bold), row))
        tips[str(index)] = PlaneWord(word, plane.place(row), color, size=size, style=style)
    space.put_words(tips, {str(index): row for index, row in enumerate(vectors)})
    space.set_labels()
    return [LabelledArrow(arrow, tip.label) for arrow, tip in zip(arrows, tips.values(), strict=True)]
