"""A classifier's rows as arrows that fan out from one point, and the scores that their shadows are."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
import torch
from manim import Animation, Line, VGroup, VMobject
from torch import Tensor

from scenes.motion.become import recolor
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.labels import Box, Segment, Spot, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AIR = 0.14
"""Scene units between an arrow's tip and its label."""

_CLEAR, _NUDGE, _NUDGES = 0.05, 0.03, 10
"""Scene units around a label that stay clear of lines, by which it is moved for that, and how often at most."""

_ICON, _TO_ICON = 0.5, 0.12
"""Scene units: the height of a word's icon, and from the word to it."""

BOLD = 0.2
"""Scene units: the shaft of a context vector."""

_BARS = 0.42
"""The share of a record's width that its bars take, at least."""

_PITCH = 0.86
"""Scene units from a row of a record to the next, at most."""


class Fan(VGroup):
    """Rows of a classifier as arrows from one point, in a plane in which a context vector points upwards.

    Args:
        words: one a row.
        places: shape (N, 2), where the rows end: to the right and upwards.
        contexts: shape (M, 2), the context vectors that are drawn among them.
        region: where everything is, labels included.
        size: of the labels, manim font units.
        centred: whether all arrows begin in the middle of the region's width.
        also: shape (K, N, 2), where the rows end at other times, at which everything fits the region as well.
        width: scene units of an arrow's shaft.
        style: theme and sizes.

    Attributes:
        origin: the point from which all arrows go.
        unit: scene units for 1.
        arrows: one a row.
        texts: the words.
        pictures: the icons of those that have one, beside them.
        labels: the words at the arrows' tips, each over its halo, with its icon.
        line: the upward context vector's line.
    """

    def __init__(
        self,
        words: Sequence[str],
        places: Tensor,
        contexts: Tensor,
        region: Region,
        *,
        size: float | None = None,
        centred: bool = False,
        also: Sequence[Tensor] = (),
        width: float = WIDTH,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.region = style, region
        self.texts = [Label(word, size=size or style.sizes.number, style=style) for word in words]
        self.pictures = {
            index: Icon(word.lower(), style.theme.ink, height=_ICON, style=style)
            for index, word in enumerate(words)
            if has_icon(word.lower(), style)
        }
        mirrored = torch.cat([places, places * places.new_tensor([-1.0, 1.0])])
        room = (mirrored, 2 * self.texts) if centred else (places, self.texts)
        room = (torch.cat([room[0], *also]), [*room[1], *len(also) * self.texts])
        self._find_scale(room[0], contexts, room[1])
        color = style.theme.dim
        self.ends = [self.place(row) for row in places]
        self.arrows = [Vector(self.origin, end, color, width=width, style=style) for end in self.ends]
        x = float(self.origin[0])
        self.line = Line(point(x, region.bottom), point(x, region.top)).set_stroke(style.theme.axis, 2.4)
        laid(self.line, Layer.SHEET)
        self.labels = self._label(self.texts)
        super().__init__(self.line, *self.arrows, *self.labels)

    def place(self, row: Tensor | Sequence[float]) -> Point:
        """Return the point of a vector of shape (2,)."""
        across, up = (float(value) for value in row)
        return self.origin + self.unit * point(across, up)

    def shadow(
        self, index: int, color: str, along: Point | None = None, *, clear: float = -SLAB / 2, hatched: bool = True
    ) -> Shadow:
        """Return the shadow of a row on the line to a point; on the upward line where there is none.

        Args:
            index: the row.
            color: ``#rrggbb``.
            along: a manim point on the line.
            clear: scene units that it lies beside the line; in the line's middle when left out.
            hatched: whether lines run through it.
        """
        end = self.origin + point(0.0, 1.0) if along is None else along
        shadow = Shadow(self.origin, self.ends[index], end, color, clear=clear, hatched=hatched, style=self.style)
        laid(shadow.corner, Layer.PIN)  # over the context vector, whose rim would hide it
        return shadow

    def around(self, label: VMobject) -> Box:
        """Return the box of a label with some air around it."""
        left, bottom, right, top = box_of(label)
        return (left - _AIR, bottom - _AIR, right + _AIR, top + _AIR)

    def clear_of_feet(self) -> None:
        """Move labels up or down as little as needed, so that no other arrow's perpendicular runs through them."""
        x = float(self.origin[0])
        for index, (label, text) in enumerate(zip(self.labels, self.texts, strict=True)):
            feet = [(flat(end), (x, float(end[1]))) for at, end in enumerate(self.ends) if at != index]
            ways = [(flat(self.origin), flat(end)) for end in self.ends]
            boxes = [box_of(other) for other in self.labels if other is not label]
            start = box_of(label) if index in self.pictures else box_of(text)
            for shift in sorted((_NUDGE * count for count in range(-_NUDGES, _NUDGES + 1)), key=abs):
                left, bottom, right, top = start
                box = (left - _CLEAR, bottom + shift - _CLEAR, right + _CLEAR, top + shift + _CLEAR)
                bare = (left, bottom + shift, right, top + shift)
                free = not any(inside_length(line, box) > 0 for line in feet)
                free = free and not any(inside_length(line, bare) > 0 for line in ways)
                if free and not any(overlap(box, each) > 0 for each in boxes):
                    label.shift(point(0.0, shift))
                    break

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

    def places_of_labels(
        self, ends: Sequence[Point], lines: Sequence[Segment] = (), texts: Sequence[Label] | None = None
    ) -> list[Point]:
        """Return where labels stand at the tips of arrows, off these, off each other and off other lines.

        Args:
            ends: manim points of the tips.
            lines: what else keeps free of labels.
            texts: the words, one a tip; those of all arrows when None.
        """
        spots = []
        for text, end in zip(self.texts if texts is None else texts, ends, strict=True):
            x, y = flat(end)
            out = end - self.origin
            spots.append(Spot(x, y, *self._size(text), (0.06, 0.06), (float(out[0]), float(out[1]))))
        ways = [(flat(self.origin), flat(end)) for end in ends]
        region = self.region
        bounds = (region.left, region.bottom, region.right, region.top)
        return [point(*centre) for centre in place_labels(spots, bounds, lines=[*ways, *lines])]

    def _label(self, texts: Sequence[Label]) -> list[VGroup]:
        """Return the words at the tips, off all arrows, their shadows' edges and each other."""
        lines = [(flat(end), (float(self.origin[0]), float(end[1]))) for end in self.ends]
        lines.append((flat(self.line.get_start()), flat(self.line.get_end())))
        centres = self.places_of_labels(self.ends, lines)
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


class ScoreRecord(VGroup):
    """Words in a column with their scores: a number each, and a bar.

    Args:
        words: one a row.
        scores: shape (N,).
        title: what stands above the scores.
        region: where it is.
        columns: the number of columns side by side.
        style: theme and sizes.

    Attributes:
        title: the scores' name above them.
        names: the words.
        scores: each word's score; all end at one place.
        bars: one a word, from one zero line a column.
        zeros: the zero line, a piece a word.
        marks: zero, minus and plus above the zero line of each column.
        unit: scene units for a score of 1.
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Tensor,
        region: Region,
        *,
        title: str,
        columns: int = 1,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.values = style, [float(score) for score in scores]
        sizes = style.sizes
        self._title, self._lines = title, ceil(len(words) / columns) + 1
        self.pitch = min(_PITCH, region.height / self._lines)
        self._rooms = region.columns(*([1.0] * columns), gap=0.45)
        for size in (sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least):
            self._write(words, scores, size)
            if self._needed() <= self._rooms[0].width and size * 0.0135 <= self.pitch:
                break
        self._place(region)
        super().__init__(self.title, *self.names, *self.scores, self.zeros, self.marks, self.bars)
        laid(self, Layer.LEDGER)
        for index in range(len(self.values)):
            self.grow(index)

    def grow(self, index: int, share: float = 1.0) -> None:
        """Draw a share, 0 to 1, of a word's bar."""
        self.draw(index, share * self.values[index])

    def draw(self, index: int, value: float) -> None:
        """Draw a word's bar as long as a score."""
        zero, y, half = self._zero(index), self.heights[index], self.thick / 2
        reach = float(np.copysign(max(abs(value) * self.unit, 1e-3), value or 1.0))
        corners = [(zero, y + half), (zero, y - half), (zero + reach, y - half), (zero + reach, y + half)]
        self.bars[index].set_points_as_corners([point(*corner) for corner in [*corners, corners[0]]])

    def _write(self, words: Sequence[str], scores: Tensor, size: float) -> None:
        style = self.style
        self.names = [Label(word, size=size, style=style) for word in words]
        self.scores = [Number(score, size=size, style=style) for score in scores]
        self.title = Label(self._title, size=size, style=style)
        self.size = size

    @property
    def _gap(self) -> float:
        return 0.0062 * self.size

    @property
    def _name_width(self) -> float:
        return max(float(name.width) for name in self.names)

    def _needed(self) -> float:
        """Return the width of a column with its scores, and at least room for a bar."""
        scores = max(float(score.width) for score in self.scores) + self._gap
        return self._name_width + 0.12 + scores + max(_BARS * self._rooms[0].width, 1.0)

    def _place(self, region: Region) -> None:
        top = float(region.centre[1]) + self.pitch * self._lines / 2
        width, self.thick = self._name_width, 0.52 * self.pitch
        score_width = max(float(score.width) for score in self.scores)
        low, high = min([*self.values, 0.0]), max([*self.values, 0.0])
        start = width + 0.12 + self._gap + score_width + 0.22
        room = self._rooms[0].width - start
        self.unit = room / max(high - low, 1e-9)
        self._starts = [each.left + start - low * self.unit for each in self._rooms]
        self.heights = []
        self.bars, self.zeros = VGroup(), VGroup()
        score_right = self._rooms[0].left + width + 0.12 + self._gap + score_width
        title_left = max(score_right - float(self.title.width), self._rooms[0].left)
        self.title.set_x(title_left + self.title.width / 2).on_baseline(
            top - 0.4 * self.pitch - self.title.cap_height / 2
        )
        for index, (name, score) in enumerate(zip(self.names, self.scores, strict=True)):
            right, y = self._room(index).left + width, top - self.pitch * (index % (self._lines - 1) + 1.5)
            self.heights.append(y)
            name.set_x(right - name.width / 2).on_baseline(y - name.cap_height / 2)
            score.shift(point(right + 0.12 + self._gap + score_width - float(score.get_right()[0]), 0.0))
            score.on_baseline(name.baseline)
            self.bars.add(self._bar())
            zero, half = self._zero(index), self.pitch / 2
            self.zeros.add(Line(point(zero, y + half), point(zero, y - half)).set_stroke(self.style.theme.axis, 2.4))
        self.marks = VGroup(*(self._signs(zero, low, high) for zero in self._starts))

    def _signs(self, zero: float, low: float, high: float) -> VGroup:
        """Return zero above a zero line, minus over bars to its left, and plus over those to its right."""
        written = [("0", zero), ("\N{MINUS SIGN}", zero + low * self.unit / 2), ("+", zero + high * self.unit / 2)]
        made = VGroup()
        for sign, x in written:
            if sign == "0" or abs(x - zero) > 0.0085 * self.size:
                text = Label(sign, size=self.size, style=self.style)
                made.add(text.set_x(x).on_baseline(self.title.baseline))
        return made

    def _room(self, index: int) -> Region:
        return self._rooms[index // (self._lines - 1)]

    def _bar(self) -> VMobject:
        theme = self.style.theme
        bar = VMobject(stroke_width=0).set_fill(theme.dim, 1.0 if theme.filled else 0.0)
        return bar if theme.filled else bar.set_stroke(theme.dim, self.style.strokes.thin)

    def _zero(self, index: int) -> float:
        return self._starts[index // (self._lines - 1)]
