"""Vectors of a plane as arrows with labels."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import VGroup
from torch import Tensor

from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import PlaneWord, WordPlane
from scenes.style import DEFAULT, Style


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
