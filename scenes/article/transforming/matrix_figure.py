"""The base of the figures of one matrix: colours of the axes, ways on the plane, arrows that grow."""

from __future__ import annotations

from torch import Tensor

from scenes.motion.live import Live
from scenes.parts.geometry import Point
from scenes.parts.plane.vector import Vector
from scenes.plane_figure import PlaneFigure


class MatrixFigure(PlaneFigure):
    """A figure of a matrix whose rows say where the steps along the axes go."""

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrix have as well."""
        return self.family_colors()

    def way(self, row: Tensor) -> Point:
        """Return a vector as a way in scene units."""
        return self.plane.place(row) - self.plane.origin

    def reach(self, arrow: Vector) -> Live:
        """Add an arrow, and return how it grows from where it begins."""
        start, end = arrow.start.copy(), arrow.end.copy()
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(start, start + max(share, 1e-3) * (end - start)))
