"""Weights as pieces of one strip of length 1."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label
from scenes.stage import PlaneView
from scenes.style import DEFAULT, Style

_THICK = 0.62
"""Scene units: the strip's thickness."""

_NAMED = 0.03
"""The weight below which a word has no name of its own; all such words share one."""


class WeightStrip(VGroup):
    """A strip of length 1 cut into the words' weights, the largest first; it stands in the record, or lies there.

    Args:
        words: the phrase.
        weights: shape (T,); they add up to 1.
        colors: one ``#rrggbb`` for each word.
        view: the view with the region of the record.
        rest: a name for the words too small to be named, such as "five others"; none when empty.
        style: theme and sizes.

    Attributes:
        pieces: one rectangle for each word, in the phrase's order.
        names: by position in the phrase, a word's name and its weight.
        numbers: the printed weights, in the order of their pieces.
        others: the note on the words that are too small to be named, or None.
    """

    def __init__(
        self,
        words: Sequence[str],
        weights: Tensor,
        colors: Sequence[str],
        view: PlaneView,
        *,
        rest: str = "",
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.view, self._words, self._colors = style, view, words, colors
        region = view.record
        self.length = region.width if view.lying else region.height - (0.9 if rest else 0.0)
        pieces: dict[int, Rectangle] = {}
        self.names: dict[int, VGroup] = {}
        self.numbers: list[Weight] = []
        at = 0.0
        for index in sorted(range(len(words)), key=lambda index: -float(weights[index])):
            share = self.length * float(weights[index])
            pieces[index] = self._piece(at, share, colors[index])
            if float(weights[index]) >= _NAMED:
                self.names[index] = self._name(index, weights[index], at + share / 2)
            at += share
        self.pieces = VGroup(*(pieces[index] for index in range(len(words))))
        self.others = self._others(rest) if rest else None
        super().__init__(self.pieces, *self.names.values(), *(() if self.others is None else (self.others,)))
        laid(self, Layer.LEDGER)

    def place(self, along: float) -> Point:
        """Return the centre of the strip, ``along`` scene units from its beginning."""
        region = self.view.record
        if self.view.lying:
            return point(region.left + along, region.top - _THICK / 2)
        return point(region.left + _THICK / 2, region.top - along)

    def _piece(self, start: float, share: float, color: str) -> Rectangle:
        size = max(share, 1e-3)
        across, up = (size, _THICK) if self.view.lying else (_THICK, size)
        piece = Rectangle(width=across, height=up, stroke_width=0).set_fill(self.style.theme.fill(color), 1.0)
        piece.set_stroke(self.style.theme.background, 2.0 if share > 0.1 else 0.0)
        if not self.style.theme.filled:
            piece.set_fill(opacity=0.0).set_stroke(color, self.style.strokes.thin)
        return piece.move_to(self.place(start + share / 2))

    def _name(self, index: int, weight: Tensor, along: float) -> VGroup:
        """Return a word's name and weight beside its piece, or below it where the strip lies."""
        size, color = self.style.sizes.number, self._colors[index]
        name = Label(self._words[index], size=size, color=color, style=self.style)
        number = Weight(weight, size=size, color=color, style=self.style)
        at = self.place(along)
        if self.view.lying:
            low = at[1] - _THICK / 2
            name.set_x(at[0]).on_baseline(low - 0.38)
            number.set_x(at[0]).on_baseline(low - 0.80)
        else:
            x = at[0] + _THICK / 2 + 0.2
            name.set_x(x + name.width / 2).on_baseline(at[1] + 0.08)
            number.set_x(x + number.width / 2).on_baseline(at[1] - 0.36)
        self.numbers.append(number)
        return VGroup(name, number)

    def _others(self, rest: str) -> Label:
        """Return the note on the small ones, at the strip's end."""
        note = Label(rest, size=self.style.sizes.tick, color=self.style.theme.ink, style=self.style)
        end = self.place(self.length)
        if self.view.lying:
            note.set_x(end[0] - note.width / 2).on_baseline(end[1] + _THICK / 2 + 0.16)
        else:
            note.set_x(end[0] - _THICK / 2 + note.width / 2).on_baseline(end[1] - 0.42)
        return note
