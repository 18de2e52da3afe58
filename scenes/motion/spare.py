"""Lines of a grid that end before texts as these come, and close where they leave."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VMobject

from scenes.motion.live import Live
from scenes.parts.plane.leaning_grid import LeaningGrid, gaps_before
from scenes.parts.plane.word_plane import box_of


def spare(
    grid: LeaningGrid, kept: Sequence[VMobject], come: Sequence[VMobject] = (), gone: Sequence[VMobject] = ()
) -> Live:
    """Return how a grid that stands still makes room for texts.

    Args:
        grid: it is on the stage already.
        kept: the texts that stay on the plane.
        come: those that come.
        gone: those that leave.
    """
    stay, opened, closed = (list(map(box_of, texts)) for texts in (kept, come, gone))

    def follow(share: float) -> None:
        grid.gaps = [*gaps_before(stay), *gaps_before(opened, share), *gaps_before(closed, 1 - share)]
        grid.carry(grid.matrix)

    return Live([grid], follow)
