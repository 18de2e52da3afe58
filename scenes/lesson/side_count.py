"""A count of the marks that stand on their own side: what is counted, how many now, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, VGroup, VMobject

from scenes.layout import fit
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_APART, _AFTER, _SPACE, _EDGE = 0.12, 0.3, 0.18, 0.06
"""Scene units: between what is counted, from there to the number, between the words of the count, and before it all,
for the edges of what is counted."""


class SideCount:
    """One row: marks, ``n of N``.

    Args:
        marks: what is counted, one of each kind.
        whole: how many there are.
        most: the largest number of all such rows: numbers of the same width stand below each other.
        of: the word between both numbers.
        region: where the row stands, at its left, around its middle line.
        style: sizes.

    Attributes:
        fixed: all but the number that changes.
        numbers: that number, from 0 to the whole.
    """

    def __init__(
        self, marks: Sequence[VMobject], whole: int, most: int, of: str, region: Region, *, style: Style = DEFAULT
    ) -> None:
        widest, full = (HeroNumber(most, decimals=0, style=style) for _ in range(2))
        words = Row([widest, Label(of, size=style.sizes.number, style=style), full], _SPACE)
        kinds = VGroup(*marks).arrange(RIGHT, buff=_APART)
        row = VGroup(kinds, words)
        words.next_to(kinds, RIGHT, buff=_AFTER)
        fit(row, region.width - _EDGE, region.height)
        row.move_to(point(region.left + _EDGE + float(row.width) / 2, float(region.centre[1])))
        self.numbers = [self._like(widest, value, style).align_to(widest, RIGHT) for value in range(whole + 1)]
        self.fixed = VGroup(kinds, words[1], self._like(full, whole, style).align_to(full, LEFT))
        laid(VGroup(self.fixed, *self.numbers), Layer.LEDGER)
        self.shown = 0

    @staticmethod
    def _like(other: HeroNumber, value: int, style: Style) -> HeroNumber:
        """Return a number in the size and on the baseline of another one."""
        number = HeroNumber(value, decimals=0, style=style)
        return number.scale(float(other.cap_height) / float(number.cap_height)).on_baseline(other.baseline)

    @property
    def all(self) -> list[VMobject]:
        """All that is seen of it now."""
        return [self.fixed, self.numbers[self.shown]]

    def run(self, running: RunningNumber, count: int) -> None:
        """Let a running number show a count."""
        self.shown = count
        running.write(self.numbers[count])
