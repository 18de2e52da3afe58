"""The free place of a word that is still missing, and the way of a word into it."""

from __future__ import annotations

from typing import Any

import numpy as np
from manim import Line, VMobject

from scenes.article.next_word.elbow import elbow
from scenes.motion.live import Live
from scenes.parts.geometry import point
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style


def free_place(word: VMobject, baseline: float, *, drop: float, over: float = 0.08, style: Style = DEFAULT) -> Line:
    """Return a line for a missing word, ``drop`` scene units below its baseline and ``over`` longer at both ends."""
    half = max(0.35, float(word.width) / 2 + over)
    x, y = float(word.get_x()), baseline - drop
    return Line(point(x - half, y), point(x + half, y)).set_stroke(style.theme.dim, style.strokes.line)


def word_on_its_way(label: Label, place: Label) -> Live:
    """Return how a copy of a word goes from where it stands to its place in a phrase: sideways, then up or down.

    It is seen from where it no longer lies on the word itself.

    Args:
        label: the word where it stands, and stays.
        place: the word in the phrase; it is added to the scene, and is the copy.
    """
    end, size = place.get_center().copy(), place.size
    kept = place.copy()
    path = elbow(label.get_center(), end)
    first, width, height = label.size / size, float(label.width), float(label.height)

    def follow(share: float) -> None:
        at = path.point_from_proportion(share)
        place.become(kept.copy().scale(first + share * (1 - first)).move_to(at))
        away = np.abs(np.asarray(at) - label.get_center())
        if away[0] < width and away[1] < height and share < 1:
            place.set_opacity(0.0)

    return Arriving([place], follow)


class Arriving(Live):
    """A motion that adds to the scene the first of what it moves."""

    def _setup_scene(self, scene: Any) -> None:
        scene.add(self.mobject[0])
