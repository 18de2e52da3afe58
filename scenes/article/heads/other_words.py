"""The words without a band of their own: together they pull as one word would that lies where they balance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from manim import VGroup
from torch import Tensor

from scenes.article.heads.pane import Pane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band
from scenes.parts.plane.labels import Box, Segment, Spot, clip, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_REACH = 0.13
"""Scene units that the pin takes around its place."""

_HIGHER, _FARTHER, _CLEAR, _OFF = (0.0, 0.12, 0.24, 0.36), (0.0, 0.08, 0.16, 0.24, 0.32), 0.04, 0.24
"""Scene units that the name may be higher than the point, and farther from it, tried in turn; free above and below, and
to lines."""

_MOST = 0.58
"""The share of the space's width that a long name may take."""


class OtherWords:
    """A pin with one band, as strong as all that are not drawn, and its name.

    With Σ aᵢ (xᵢ − p) = 0, the words left out pull as their sum does from their weighted mean; so the picture balances.

    Args:
        place: the manim point where they balance.
        weight: what they pull together.
        pane: the space.
        lines: what its name keeps off.
        boxes: what it keeps off, too.
        slim: the share of its usual width that the band has.
        style: theme and sizes.

    Attributes:
        place: where they balance.
        weight: what they pull together.
        band: the pull.
        name: what is said of it.
    """

    def __init__(
        self,
        place: Point,
        weight: Tensor,
        pane: Pane,
        lines: Sequence[Segment],
        boxes: Sequence[Box],
        *,
        slim: float,
        style: Style = DEFAULT,
    ) -> None:
        self.place, self.weight = place, weight
        bounds = pane.bounds()
        for key in ("all-others", "others"):
            self._label = Label(style.says(key), size=style.sizes.tick, style=style)
            self._label.move_to(self._best(self._label, bounds, lines, boxes))
            met = any(overlap(self.name_box(), one) > 0 for one in boxes)
            if self._label.width <= _MOST * (bounds[2] - bounds[0]) and not met:
                break  # else the shorter name
        self.name = VGroup(pane.plate(self._label), laid(haloed(self._label, style), Layer.LABEL))
        self.band = Band(place, place, 0.0, style.theme.ink, pinned=True, slim=slim, style=style)

    def _best(self, label: Label, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> Point:
        """Return the place of a name at the left of the point, or wherever it is free."""
        x, y = flat(self.place)
        centre = self._at_left(label, bounds, lines, boxes)
        if centre is None:
            spot = Spot(x, y, float(label.width), float(label.height), (_REACH, _REACH))
            (centre,) = place_labels([spot], bounds, lines=lines, boxes=boxes)
        return point(*centre)

    def _at_left(
        self, label: Label, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> tuple[float, float] | None:
        """Return the place of the name straight left of the point, or None where it is not free."""
        (x, y), half = flat(self.place), float(label.height) / 2
        for higher, farther in product(_HIGHER, _FARTHER):
            right, level = x - _REACH - farther, y + higher
            box = (right - float(label.width), level - half - _CLEAR, right, level + half + _CLEAR)
            wide = (box[0], level - half - _OFF, right, level + half + _OFF)
            free = not any(overlap(box, each) for each in boxes) and not any(clip(each, wide) for each in lines)
            if free and box[0] > bounds[0]:
                return (box[0] + right) / 2, level
        return None

    def name_box(self) -> Box:
        """Return where the name is."""
        return box_of(self._label)

    def pull(self, at: Point, share: float = 1.0) -> None:
        """Pull a word at a place with a share of the weight."""
        self.band.set_pull(share * float(self.weight))
        self.band.set_ends(self.place, at)
