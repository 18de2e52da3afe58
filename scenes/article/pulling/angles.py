"""Angles from one word's vector to others: how similar words are to it in direction."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Row, Typeset
from scenes.style import DEFAULT, Style


class Degrees(Row):
    """An angle as a number of whole degrees.

    Args:
        degrees: the angle.
        size: manim font units.
        color: ``#rrggbb``.
        style: theme and sizes.
    """

    def __init__(self, degrees: Tensor | float, *, size: float, color: str, style: Style = DEFAULT) -> None:
        number = Number(degrees, decimals=0, size=size, color=color, style=style)
        super().__init__([number, Typeset("°", size, color, style=style)], 0.001 * size)


def within_half_turn(turn: float) -> float:
    """Return an angle as one from minus half a turn to half a turn, radians."""
    return float((turn + np.pi) % (2 * np.pi) - np.pi)


def degrees_apart(vectors: Tensor, vector: Tensor) -> Tensor:
    """Return the angles between vectors, shape (N, 2), and one of shape (2,), in degrees from 0 to 180, shape (N,)."""
    turned = vectors[:, 0] * vector[1] - vectors[:, 1] * vector[0]  # (N,)
    return torch.rad2deg(torch.atan2(turned.abs(), vectors @ vector))
