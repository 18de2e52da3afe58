"""A classifier's rows as arrows that fan out from one point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Animation, VGroup, VMobject
from torch import Tensor

from scenes.motion.become import recolor
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.labels import Spot, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.stage_text import labelled
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AIR = 0.14
"""Scene units between an arrow's tip and its label."""

_ICON, _TO_ICON = 0.5, 0.12
"""Scene units: the height of a word's icon, and from the word to it."""


_UP = point(0.0, 1.0)


class Fan(VGroup):
    """Rows of a classifier as arrows from one point.

    Args:
        words: one a row.
        places: shape (N, 2), where the rows end: to the right and upwards.
        contexts: shape (M, 2), the context vectors that are drawn among them.
        region: where everything is, labels included.
        size: of the labels, manim font units.
        width: scene units of an arrow's shaft.
        icon: scene units, the height of words' icons.
        along: the direction of the line on which the arrows' shadows fall, whose edges labels keep off.
        style: theme and sizes.

    Attributes:
        origin: the point from which all arrows go.
        unit: scene units for 1.
        arrows: one a row.
        texts: the words.
        pictures: the icons of those that have one, beside them.
        labels: the words at the arrows' tips, each over its halo, with its icon.
    """

    def __init__(
        self,
        words: Sequence[str],
        places: Tensor,
        contexts: Tensor,
        region: Region,
        *,
        size: float | None = None,
        width: float = WIDTH,
        icon: float = _ICON,
        along: Point = _UP,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.region = style, region
        self.texts = [Label(word, size=size or style.sizes.number, style=style) for word in words]
        self.pictures = {
            index: Icon(word.lower(), style.theme.ink, height=icon, style=style)
            for index, word in enumerate(words)
            if has_icon(word.lower(), style)
        }
        self._find_scale(places, contexts, self.texts)
        color = style.theme.dim
        self.ends = [self.place(row) for row in places]
        self.arrows = [Vector(self.origin, end, color, width=width, style=style) for end in self.ends]
        self.labels = self._label(self.texts, along)
        super().__init__(*self.arrows, *self.labels)

    def place(self, row: Tensor | Sequence[float]) -> Point:
        """Return the point of a vector of shape (2,)."""
        across, up = (float(value) for value in row)
        return self.origin + self.unit * point(across, up)

    def lit(self, index: int, color: str) -> list[Animation]:
        """Return how a word and its icon take on a colour."""
        return [recolor(self.texts[index], color), *(recolor(piece, color) for piece in self._skin(index))]

    def paint(self, index: int, color: str) -> None:
        """Give a word and its icon a colour."""
        self.texts[index].set_color(color)
        for piece in self._skin(index):
            piece.set_fill(color)

    def _skin(self, index: int) -> list[VMobject]:
        """Return the pieces of a word's icon but what is cut out of it."""
        ground = self.style.theme.background.upper()
        return [piece for piece in self.pictures.get(index, []) if piece.get_fill_color().to_hex().upper() != ground]

    def _size(self, text: Label) -> tuple[float, float]:
        """Return the width and the height of a word with its icon."""
        icon = self.pictures.get(self.texts.index(text))
        wide, high = float(text.width), float(text.height)
        return (wide, high) if icon is None else (wide + _TO_ICON + float(icon.width), max(high, float(icon.height)))

    def _find_scale(self, places: Tensor, contexts: Tensor, texts: Sequence[Label]) -> None:
        """Choose the unit and the origin, so that all fits the region."""
        rows, context_rows = (np.array(each.tolist()).reshape(-1, 2) for each in (places, contexts))
        lengths = np.linalg.norm(rows, axis=1)
        everything = np.vstack([rows, context_rows, np.zeros((1, 2))])
        # A label lies beyond its arrow's tip, in the arrow's direction.
        sizes = np.array([self._size(text) for text in texts]) + _AIR
        outwards = rows / np.maximum(lengths, 1e-9)[:, None]
        beyond = np.vstack([sizes * (0.5 + 0.5 * np.abs(outwards)), np.zeros((len(context_rows) + 1, 2))])
        centred = np.vstack([sizes * outwards / 2, np.zeros((len(context_rows) + 1, 2))])
        room = np.array([self.region.width, self.region.height])

        def spans(unit: float) -> tuple[np.ndarray, np.ndarray]:
            middles = unit * everything + centred
            return (middles - beyond / 2).min(axis=0), (middles + beyond / 2).max(axis=0)

        low, high = 0.0, float(room.max() / max(np.abs(everything).max(), 1e-9))
        for _ in range(50):
            self.unit = (low + high) / 2
            ends = spans(self.unit)
            low, high = (self.unit, high) if bool((ends[1] - ends[0] <= room).all()) else (low, self.unit)
        middle = (ends[0] + ends[1]) / 2
        self.origin = np.asarray(self.region.centre) - point(float(middle[0]), float(middle[1]))

    def _label(self, texts: Sequence[Label], along: Point) -> list[VGroup]:
        """Return the words at the tips, off all arrows, their shadows' edges and each other."""
        spots, lines = [], []
        for text, end in zip(texts, self.ends, strict=True):
            out = end - self.origin
            spots.append(Spot(*flat(end), *self._size(text), (0.06, 0.06), flat(out)))
            lines += [(flat(self.origin), flat(end)), (flat(end), flat(self.origin + float(out @ along) * along))]
        region = self.region
        far = (region.width + region.height) * along
        lines.append((flat(self.origin - far), flat(self.origin + far)))
        bounds = (region.left, region.bottom, region.right, region.top)
        centres = [point(*centre) for centre in place_labels(spots, bounds, lines=lines)]
        labels = []
        for index, (text, centre) in enumerate(zip(texts, centres, strict=True)):
            icon, half = self.pictures.get(index), self._size(text)[0] / 2
            text.move_to(centre)
            label = labelled(text, self.style) if icon is None else self._pictured(text, icon, centre, half)
            labels.append(label)
        return labels

    def _pictured(self, text: Label, icon: Icon, centre: Point, half: float) -> VGroup:
        """Return a word with its icon on the side away from the arrows' beginning."""
        side = 1.0 if centre[0] >= self.origin[0] else -1.0
        text.set_x(float(centre[0]) - side * (half - float(text.width) / 2))
        icon.move_to(centre + side * point(half - float(icon.width) / 2))
        label = labelled(text, self.style)
        return label.add(laid(icon, Layer.LABEL))
