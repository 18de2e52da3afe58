"""Formulas that are assembled on the screen, piece by piece, and stay centred."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from manim import VGroup

from scenes.parts.text.typeset import Math, set_on_baseline
from scenes.style import DEFAULT, Style


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a formula.

    Attributes:
        name: its name in the figure.
        notation: Typst maths.
        gap: scene units between it and the piece before it.
        color: ``#rrggbb``; ink when left out.
    """

    name: str
    notation: str
    gap: float = 0.08
    color: str | None = None


class AssembledFormula(VGroup):
    """A formula whose pieces appear one after the other; those present stay centred.

    Args:
        pieces: all of them, from left to right.
        middle: the formula's centre, scene units.
        baseline: the pieces' baseline, scene units.
        size: manim font units.

    Attributes:
        pieces: the pieces' mobjects, by name.
        middle: the centre of those present, scene units.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        middle: float,
        baseline: float,
        *,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self._given, self.middle = list(pieces), middle
        self.pieces = {
            piece.name: Math(piece.notation, size=size, color=piece.color, style=style) for piece in self._given
        }
        for piece in self.pieces.values():
            set_on_baseline(piece, baseline)
        super().__init__(*self.pieces.values())
        for name, x in self.places(self.pieces).items():
            self.pieces[name].set_x(x)

    def places(self, names: Iterable[str]) -> dict[str, float]:
        """Return the centre of each piece when just these are present, scene units."""
        wanted = set(names)
        shown = [piece for piece in self._given if piece.name in wanted]
        right, spots = 0.0, {}
        for index, piece in enumerate(shown):
            left = right + (piece.gap if index else 0.0)
            right = left + self.pieces[piece.name].width
            spots[piece.name] = (left + right) / 2
        return {name: x + self.middle - right / 2 for name, x in spots.items()}
