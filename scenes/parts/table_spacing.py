"""How near a table and what stands around it are to each other."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.parts.table import AXIS_GAP, AXIS_GAP_CLOSE, AXIS_RISE, AXIS_RISE_CLOSE


@dataclass(frozen=True, slots=True)
class Spacing:
    """How near things stand, in scene units.

    Attributes:
        air: between the table and what stands beside it.
        bracket: what a bracket and its gap take at each side of a block.
        columns: between two columns of a block.
        cell: what a cell is wider than the widest number in it.
        axis: what the rows' axis title takes at the left.
        rise: from the columns' titles' baseline up to the axis title's.
        above: from the columns' titles' baseline down to what stands below them.
        below: from what stands above the columns down to the cells.
    """

    air: float
    bracket: float
    columns: float
    cell: float
    axis: float
    rise: float
    above: float
    below: float


ROOMY = Spacing(0.2, 0.21, 0.2, 0.12, AXIS_GAP + 0.13, AXIS_RISE, 0.22, 0.22)
"""Where rows have their titles before them."""

TIGHT = Spacing(0.12, 0.17, 0.14, 0.13, AXIS_GAP - 0.02 + 0.1, AXIS_RISE, 0.2, 0.2)
"""The same where there is less room."""

CLOSE = Spacing(0.12, 0.15, 0.14, 0.13, AXIS_GAP_CLOSE + 0.1, AXIS_RISE_CLOSE, 0.17, 0.17)
"""Where rows have their titles above them."""
