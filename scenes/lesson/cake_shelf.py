"""Places of cakes and their numbers: a column for each word, or a row for each where a frame is taller than wide."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VMobject

from scenes.lesson.cake import PLATE
from scenes.lesson.guests import put_mark
from scenes.parts.geometry import Point, flat, point
from scenes.stage import Region

_AIR, _LINE, _BESIDE = 0.12, 0.62, 0.3
"""Scene units around a plate; from a line of type to the next; between a column's name and the first word."""

_WIDEST, _SPREAD = 1.3, 2.0
"""The factor by which things may be farther from each other than they must, and by which numbers may be in a row."""


class Shelf:
    """A name, cakes and numbers for each word, in one order for all.

    Args:
        names: of the words.
        cakes: of each thing after the name, whether it is a cake; else it is a number.
        labels: the names of these things, or None; they are put at their places.
        number: the width of a number, scene units.
        region: where everything may be.
        upright: whether each word has a row.

    Attributes:
        radius: of the cakes, scene units.
    """

    def __init__(
        self, names: Sequence[VMobject], cakes: Sequence[bool], labels: Sequence[VMobject | None], number: float,
        region: Region, *, upright: bool,
    ) -> None:  # fmt: skip
        count, titles = len(names), [label for label in labels if label is not None]
        of_names = max(float(name.width) for name in names)
        wide = 0.0 if upright else max(float(title.width) for title in titles) + _BESIDE
        along = region.height - _LINE if upright else region.width - wide
        across = region.width if upright else region.height
        line = number + _BESIDE if upright else _LINE
        first = of_names + _BESIDE if upright else max(_LINE, max(float(name.height) for name in names) + _AIR)
        self._pitch = along / count
        spare = (across - first - cakes.count(False) * line) / cakes.count(True)
        most = min(self._pitch, spare) / 2 - _AIR
        self.radius = most / PLATE
        plate = 2 * (most + _AIR)
        self._pitch = min(self._pitch, _WIDEST * plate)
        left = across - first - cakes.count(True) * plate
        line = min(left / cakes.count(False), (_SPREAD if upright else _WIDEST) * line)
        steps = [first, *(plate if cake else line for cake in cakes)]
        used = sum(steps)
        at = -used / 2
        self._across = []
        for step in steps:
            self._across.append(at + step / 2)
            at += step
        length = self._pitch * count
        self._start = region.centre + (point(0.0, (length - _LINE) / 2) if upright else point((wide - length) / 2))
        self._upright = upright
        for name, word in zip(names, range(count), strict=True):
            put_mark(name, *flat(self.at(word, -1)))
        for item, label in enumerate(labels):
            if label is None:
                continue
            x, y, _ = self.at(0, item)
            if upright:
                label.move_to(point(x, y + self._pitch / 2 + _LINE / 2))
            else:
                label.move_to(point(x - self._pitch / 2 - wide + (_BESIDE + float(label.width)) / 2, y))

    def at(self, word: int, item: int) -> Point:
        """Return the place of a word's thing; −1 is its name."""
        along, across = self._pitch * (word + 0.5), self._across[item + 1]
        return self._start + (point(across, -along) if self._upright else point(along, -across))
