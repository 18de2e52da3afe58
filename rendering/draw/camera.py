"""A camera that draws only what changed since the last picture, and knows which rows changed.

It relies on the following in manim 0.22, and leaves the picture to manim's own camera wherever one may not hold:

- the renderer calls ``reset`` or ``set_frame_to_background``, then ``capture_mobjects``, then reads ``pixel_array``;
- a ground (the background, or the picture of all that stands still) that is the same array has the same pixels;
- a mobject's picture follows from its points, colours, stroke widths, joints and caps, and from nothing else;
- mobjects are drawn in the order of their families, the last occurrence of each counting, sorted by ``z_index``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Self

import cairo
import numpy as np
from manim import Mobject, VMobject
from manim.camera.camera import CAP_STYLE_MAP, LINE_JOIN_MAP
from numpy.typing import NDArray

from rendering.draw import cairo_paths as paths
from rendering.draw.alpha import ClearCamera

_MITER = 10 / 2  # cairo's limit: a corner may project by this many line widths
_MOST_RECTANGLES = 8  # beyond it more time goes into clipping than into drawing
_WASTE = 1.25  # two rectangles become one when that covers no more than this many times their area

Numbers = NDArray[np.float64]
Rows = tuple[int, int]
Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """Everything that decides a picture.

    Attributes:
        ground: the array it is drawn upon.
        mobjects: the mobjects to draw, back to front.
        lengths: the number of points of each.
        first: the index of each one's first point.
        points: x and y of all points, in scene units.
        colours: fill, stroke and background stroke of each, of shape (mobjects, 12).
        widths: stroke and background stroke of each, of shape (mobjects, 2).
        styles: joint and cap of each.
        restless: which have gradients: these are drawn again each time.
    """

    ground: Any
    mobjects: list[VMobject]
    lengths: list[int]
    first: NDArray[np.int64]
    points: Numbers
    colours: Numbers
    widths: Numbers
    styles: list[tuple[object, object]]
    restless: NDArray[np.bool_]
    boxes: NDArray[np.int64]

    def changed(self, other: _Picture) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which mobjects of this picture differ from the other's, and which of the other's from this one's."""
        if self.mobjects == other.mobjects and self.lengths == other.lengths:
            moved = np.logical_or.reduceat((self.points != other.points).any(axis=1), self.first)
            new = moved | self._restyled(other, slice(None), slice(None)) | self.restless
            return new, new
        place = {id(mobject): index for index, mobject in enumerate(other.mobjects)}
        here = [index for index, mobject in enumerate(self.mobjects) if id(mobject) in place]
        there = [place[id(self.mobjects[index])] for index in here]
        new, old = np.ones(len(self.mobjects), bool), np.ones(len(other.mobjects), bool)
        if there == sorted(there):  # else the order of drawing has changed
            restyled = self._restyled(other, here, there) | self.restless[here]
            for mine, its, differs in zip(here, there, restyled, strict=True):
                if not differs and np.array_equal(self._outline(mine), other._outline(its)):
                    new[mine] = old[its] = False
        return new, old

    def _restyled(self, other: _Picture, here: Any, there: Any) -> NDArray[np.bool_]:
        same = (self.colours[here] == other.colours[there]).all(axis=1)
        same &= (self.widths[here] == other.widths[there]).all(axis=1)
        if isinstance(here, slice):
            styled = [] if self.styles == other.styles else [True] * len(same)
        else:
            styled = [self.styles[i] != other.styles[j] for i, j in zip(here, there, strict=True)]
        return np.array(~same | np.array(styled, bool) if styled else ~same)

    def _outline(self, index: int) -> Numbers:
        return self.points[self.first[index] : self.first[index] + self.lengths[index]]


class QuickCamera(ClearCamera):
    """manim's camera, faster: its pictures differ by a few levels in antialiased pixels at the edges of changes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._ground: Any = None  # under the next picture
        self._last: _Picture | None = None  # the content of pixel_array, if it was drawn here
        self._changed: list[Rows] | None = None  # None: every row
        self._quick = paths.available()
        super().__init__(*args, **kwargs)

    def reset(self) -> Self:
        """Postpone filling the picture with its background until it is known what changes."""
        if not hasattr(self, "pixel_array"):
            return super().reset()
        self._ground = self.background
        return self

    def set_frame_to_background(self, background: Any) -> None:
        """Postpone filling the picture with what stands still until it is known what changes."""
        self._ground = background

    def start_afresh(self) -> None:
        """Draw the next picture from scratch, so that no picture of a play depends on the plays before it."""
        self._last = None

    def take_changed_rows(self) -> list[Rows] | None:
        """Return the rows changed since the last call, as (first, after the last); None means every row."""
        rows, self._changed = self._changed, []
        return rows

    def capture_mobjects(self, mobjects: Iterable[Mobject], **kwargs: Any) -> None:
        """Draw the mobjects, starting from the ground that was set before."""
        ground, self._ground = self._ground, None
        picture = None
        if self._quick and ground is not None and kwargs in ({}, {"include_submobjects": True}):
            mobjects = list(mobjects)
            picture = self._picture(ground, families(mobjects, by_z_index=self.use_z_index))
        last, self._last = self._last, picture
        if picture is None:
            if ground is not None:
                self.set_pixel_array(ground)
            self._changed = None
            super().capture_mobjects(mobjects, **kwargs)
        elif last is None or last.ground is not ground:
            self._changed = None
            self._draw(picture, [(0, 0, self.pixel_width, self.pixel_height)])
        else:
            new, old = picture.changed(last)
            rectangles = merged(np.concatenate([picture.boxes[new], last.boxes[old]]))
            if self._changed is not None:
                self._changed += [(top, bottom) for _, top, _, bottom in rectangles]
            self._draw(picture, rectangles)

    def _picture(self, ground: Any, mobjects: list[Any]) -> _Picture | None:
        """Return what decides the picture, or None when a part of it is not understood here."""
        if not all(issubclass(kind, VMobject) for kind in set(map(type, mobjects))):
            return None
        read = list(zip(*map(_READ, mobjects), strict=True)) or [()] * 10
        outlines, fills, strokes, backgrounds, widths, background_widths, joints, caps, images, tolerances = read
        lengths = list(map(len, outlines))
        if any(image is not None for image in images) or not set(tolerances) <= {paths.TOLERANCE}:
            return None
        if any(length % 4 for length in lengths):
            return None
        first = np.cumsum([0, *lengths[:-1]], dtype=np.int64) if mobjects else np.zeros(0, np.int64)
        points = np.concatenate([np.zeros((0, 3)), *outlines])[:, :2]
        if not np.isfinite(points).all():
            return None
        colours, restless = _colours(fills, strokes, backgrounds)
        both = np.array([widths, background_widths], np.float64).T
        styles = list(zip(joints, caps, strict=True))
        boxes = self._boxes(points, first, colours, both, restless)
        return _Picture(ground, mobjects, lengths, first, points, colours, both, styles, restless, boxes)

    def _boxes(
        self, points: Numbers, first: NDArray[np.int64], colours: Numbers, widths: Numbers, restless: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Return the pixels that each mobject may touch; none (right = left) where it cannot be seen."""
        if not len(first):
            return np.zeros((0, 4), np.int64)
        inked = np.stack([colours[:, 7] > 0, colours[:, 11] > 0], axis=1) | restless[:, None]
        stroke = (widths * inked).max(axis=1) * self.cairo_line_width_multiple
        reach = np.maximum(stroke, 0) * _MITER
        scale = np.array([self.pixel_width / self.frame_width, self.pixel_height / self.frame_height])
        low = np.minimum.reduceat(points, first) - reach[:, None] - self.frame_center[:2]
        high = np.maximum.reduceat(points, first) + reach[:, None] - self.frame_center[:2]
        size = np.array([self.pixel_width, self.pixel_height])
        edges = np.stack([low[:, 0], -high[:, 1], high[:, 0], -low[:, 1]], axis=1) * np.tile(scale, 2)
        edges += np.tile(size / 2, 2)
        boxes = np.concatenate([np.floor(edges[:, :2]) - 2, np.ceil(edges[:, 2:]) + 2], axis=1)
        boxes = np.clip(boxes, 0, np.tile(size, 2)).astype(np.int64)
        boxes[~((colours[:, 3] > 0) | (stroke > 0) | restless)] = 0
        return np.asarray(boxes)

    def _draw(self, picture: _Picture, rectangles: Sequence[Rectangle]) -> None:
        """Draw the ground and the mobjects that touch the rectangles, within them."""
        for left, top, right, bottom in rectangles:
            self.pixel_array[top:bottom, left:right] = picture.ground[top:bottom, left:right]
        touched = np.zeros(len(picture.mobjects), bool)
        boxes = picture.boxes
        for left, top, right, bottom in rectangles:
            across = (boxes[:, 0] < right) & (boxes[:, 2] > left)
            touched |= across & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        chosen = np.flatnonzero(touched & (boxes[:, 0] < boxes[:, 2]))
        if not len(chosen):
            return
        lengths = np.array(picture.lengths)[chosen]
        points = np.concatenate([picture._outline(index) for index in chosen.tolist()])
        outlines = paths.Outlines(points, np.cumsum(lengths) - lengths)
        context: Any = self.get_cairo_context(self.pixel_array)
        context.save()
        matrix = context.get_matrix()
        context.identity_matrix()
        context.new_path()
        for left, top, right, bottom in rectangles:
            context.rectangle(left, top, right - left, bottom - top)
        context.clip()
        context.set_matrix(matrix)
        address = paths.address(context)
        colours, widths = picture.colours[chosen].reshape(-1, 3, 1, 4).tolist(), picture.widths[chosen].tolist()
        for place, index in enumerate(chosen.tolist()):
            context.new_path()
            outlines.append(address, place)
            mobject = picture.mobjects[index]
            rgbas = _rgbas(mobject) if picture.restless[index] else colours[place]
            self._paint(context, mobject, rgbas, widths[place])
        context.restore()

    def _paint(
        self, context: cairo.Context[Any], mobject: VMobject, rgbas: Sequence[Any], widths: Sequence[float]
    ) -> None:
        """Stroke behind, fill, stroke, as manim does, skipping whatever has no opacity.

        Args:
            context: to paint in; the outline is its path.
            mobject: the mobject to paint.
            rgbas: its fill, stroke and background stroke, one colour or more each.
            widths: its stroke's and background stroke's.
        """
        fill, stroke, background = rgbas
        self._stroke(context, mobject, background, widths[1])
        if self._set_colour(context, mobject, fill):
            context.fill_preserve()
        self._stroke(context, mobject, stroke, widths[0])

    def _stroke(self, context: cairo.Context[Any], mobject: VMobject, rgbas: Any, width: float) -> None:
        if width > 0 and self._set_colour(context, mobject, rgbas):
            context.set_line_width(width * self.cairo_line_width_multiple)
            context.set_line_join(LINE_JOIN_MAP[mobject.joint_type])
            context.set_line_cap(CAP_STYLE_MAP[mobject.cap_style])
            context.stroke_preserve()

    def _set_colour(self, context: cairo.Context[Any], mobject: VMobject, rgbas: Any) -> bool:
        """Set the colour to paint with, unless it cannot be seen; return whether it can."""
        if len(rgbas) > 1:
            seen = bool(rgbas[:, 3].any())
            if seen:
                self.set_cairo_context_color(context, rgbas, mobject)
            return seen
        red, green, blue, opacity = rgbas[0]
        if opacity:
            context.set_source_rgba(blue, green, red, opacity)  # manim keeps its pictures' colours in this order
        return bool(opacity)


_READ = attrgetter(
    "points",
    "fill_rgbas",
    "stroke_rgbas",
    "background_stroke_rgbas",
    "stroke_width",
    "background_stroke_width",
    "joint_type",
    "cap_style",
    "background_image",
    "tolerance_for_point_equality",
)
"""All that a picture follows from, read in one call: there are hundreds of mobjects in each of hundreds of frames."""


def _rgbas(mobject: VMobject) -> Sequence[Any]:
    return mobject.fill_rgbas, mobject.stroke_rgbas, mobject.background_stroke_rgbas


def _colours(*parts: Sequence[Any]) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return each mobject's first fill, stroke and background stroke, (mobjects, 12), and which have more than one.

    Args:
        parts: the colours of all fills, of all strokes, of all background strokes.
    """
    counts = np.array([list(map(len, part)) for part in parts], np.int64)
    restless = np.asarray((counts > 1).any(axis=0))
    if restless.any():
        parts = tuple([each[:1] for each in part] for part in parts)
    columns = [np.concatenate([np.zeros((0, 4)), *part]) for part in parts]
    return np.concatenate(columns, axis=1), restless


def families(mobjects: Sequence[Mobject], *, by_z_index: bool) -> list[Mobject]:
    """Return all members with points, in manim's order of drawing, found in one walk instead of one per mobject."""
    found: dict[int, Mobject] = {}

    def walk(mobject: Mobject) -> None:
        for child in reversed(mobject.submobjects):
            if id(child) not in found:
                if child.submobjects:
                    walk(child)
                found[id(child)] = child

    for mobject in reversed(mobjects):
        if id(mobject) not in found:
            walk(mobject)
            found[id(mobject)] = mobject
    result = [mobject for mobject in reversed(found.values()) if len(mobject.points)]
    return sorted(result, key=attrgetter("z_index")) if by_z_index else result


def merged(boxes: NDArray[np.int64]) -> list[Rectangle]:
    """Return a few rectangles that cover all boxes."""
    boxes = boxes[boxes[:, 0] < boxes[:, 2]]
    if not len(boxes):
        return []
    if len(boxes) > 6 * _MOST_RECTANGLES:
        return [(*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())]
    result: list[Rectangle] = []
    for box in map(tuple, boxes.tolist()):
        while True:
            near = next((other for other in result if _worth(box, other)), None)
            if near is None and len(result) >= _MOST_RECTANGLES:
                near = min(result, key=lambda other: _area(_around(box, other)) - _area(other))
            if near is None:
                break
            result.remove(near)
            box = _around(box, near)
        result.append(box)
    return result


def _worth(one: Rectangle, other: Rectangle) -> bool:
    return _area(_around(one, other)) <= _WASTE * (_area(one) + _area(other))


def _around(one: Rectangle, other: Rectangle) -> Rectangle:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _area(box: Rectangle) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
