"""The contrast of colours, by which type and areas are told from what they lie on."""

from __future__ import annotations

import numpy as np
from manim import ManimColor, interpolate_color

_SHARES = tuple(step / 50 for step in range(51))
"""The shares of a colour that are tried, the fewest first."""


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours: 1 where they are equally light, 21 for black and white.

    Source: WCAG 2, "contrast ratio".
    """
    dark, light = sorted(map(_luminance, (one, other)))
    return light / dark


def mixed(color: str, ground: str, share: float) -> str:
    """Return the colour that a share of a colour over a ground is seen as."""
    return str(interpolate_color(ManimColor(ground), ManimColor(color), share).to_hex())


def least_share(color: str, ground: str, wanted: float) -> float:
    """Return the least share of a colour over a ground that has the wanted contrast with it; 1 where none has."""
    return next((share for share in _SHARES if contrast(mixed(color, ground, share), ground) >= wanted), 1.0)


def _luminance(color: str) -> float:
    """Return a colour's relative luminance with the little light that every screen reflects."""
    rgb = ManimColor(color).to_rgb()
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722))) + 0.05
