"""Pulling: arrows that grow, light that runs along them."""

from __future__ import annotations

from manim import (
    Animation,
    Create,
    ShowPassingFlash,
)

from scenes.motion.arrive import grow
from scenes.parts.plane.arrows import Arrow, HoldRing
from scenes.parts.plane.pulls import Pulls


def pull(pulls: Pulls) -> list[Animation]:
    """Grow every arrow out of the pulled word, and draw the ring around it."""
    return [Create(arrow) if isinstance(arrow, HoldRing) else grow(arrow) for arrow in pulls.arrows]


def flow(arrow: Arrow, color: str, width: float) -> Animation:
    """Run a light along an arrow: ``#rrggbb``, its width in manim's stroke units."""
    return ShowPassingFlash(arrow.shaft.copy().set_stroke(color, width), time_width=0.6)
