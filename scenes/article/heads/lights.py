"""Marks of which some are lit, and the others held back."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from manim import VMobject

from scenes.motion.live import Live

_DIM = 0.45
"""The share of its opacity that a mark keeps which is not lit."""


class Lights:
    """Groups of marks, each with a light: 1 shows them as they are, 0 not at all.

    Args:
        groups: the marks of each group.
    """

    def __init__(self, groups: Mapping[Hashable, Sequence[VMobject]]) -> None:
        self._groups = {key: [each for mark in marks for each in _opacities(mark)] for key, marks in groups.items()}
        self._levels = dict.fromkeys(groups, 1.0)

    def set(self, levels: Mapping[Hashable, float]) -> None:
        """Light groups, each at its level."""
        for key, level in levels.items():
            self._levels[key] = level
            for mark, fill, stroke in self._groups[key]:
                mark.set_fill(opacity=level * fill, family=False).set_stroke(opacity=level * stroke, family=False)

    def turn(self, lit: Collection[Hashable] | None = None, **options: Any) -> Live:
        """Return how some groups are lit and all the others held back; all are lit when left out.

        Args:
            lit: their keys.
            options: passed on to manim's ``Animation``.
        """
        before = dict(self._levels)
        after = {key: 1.0 if lit is None or key in lit else _DIM for key in before}
        changed = [key for key in before if before[key] != after[key]]

        def follow(share: float) -> None:
            self.set({key: before[key] + share * (after[key] - before[key]) for key in changed})

        # A skipped motion ends at its last level too.
        self._levels = after.copy()
        marks = [mark for key in changed for mark, *_ in self._groups[key]]
        return Live(marks, follow, **options)


def _opacities(mark: VMobject) -> list[tuple[VMobject, float, float]]:
    """Return all that is drawn of a mark, each with the opacities of its fill and of its line."""
    family = [each for each in mark.get_family() if isinstance(each, VMobject) and len(each.points)]
    return [(each, each.get_fill_opacity(), each.get_stroke_opacity()) for each in family]
