"""Arithmetic in lines at one place: what is multiplied, the product, and what it is divided by."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Animation, FadeIn, FadeOut, VMobject

from scenes.layout import fit
from scenes.parts.text.typeset import Row
from scenes.stage import Region

_GAP = 0.16
"""Scene units between two pieces of a line."""


class Sums:
    """Lines of arithmetic below each other; those of the next step take the place of those before.

    Args:
        room: where they stand.
        pitch: scene units from a line to the next.
        joined: whether the product stands beside its factors; else it begins a line of its own.
        centred: whether lines stand in the middle of the room, not at its left.
    """

    def __init__(self, room: Region, pitch: float, *, joined: bool, centred: bool) -> None:
        self.room, self.pitch, self.joined, self.centred = room, pitch, joined, centred
        self.lines: list[Row] = []
        self._written: list[list[VMobject]] = []

    @property
    def shown(self) -> list[VMobject]:
        """All that stands there."""
        return [piece for line in self._written for piece in line]

    def set(self, factors: Sequence[VMobject], product: Sequence[VMobject], *others: Sequence[VMobject]) -> None:
        """Set out the lines of a step, to be written one after the other; see ``write``."""
        first = [[*factors, *product]] if self.joined else [factors, product]
        self.lines = [Row(line, _GAP) for line in (*first, *others) if line]
        for index, line in enumerate(self.lines):
            fit(line, self.room.width)
            left = float(self.room.centre[0]) - float(line.width) / 2 if self.centred else self.room.left
            line.starting_at(left).on_baseline(self.room.top - (index + 0.62) * self.pitch)
        self._written = []

    def write(self, *pieces: Sequence[VMobject]) -> list[Animation]:
        """Return how parts of the lines arrive."""
        self._written += [[*each] for each in pieces]
        return [FadeIn(*(piece for each in pieces for piece in each))]

    def clear(self) -> list[Animation]:
        """Return how all leaves that stands there."""
        leaving, self._written = self.shown, []
        return [FadeOut(*leaving)] if leaving else []
