"""The light of colours, by which type and discs are told from what they lie on."""

from __future__ import annotations

import numpy as np
from manim import ManimColor


def luminance(color: str) -> float:
    """Return a colour's relative luminance with the little light that every screen reflects."""
    return float(np.dot(ManimColor(color).to_rgb() ** 2.2, (0.2126, 0.7152, 0.0722))) + 0.05
