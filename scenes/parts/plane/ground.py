"""The ground of the stage: background, climate, grid, axes and scrims, painted once per film behind everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cairo
import numpy as np
from manim import Camera, Line, ManimColor, Rectangle, VGroup

from scenes.parts.geometry import point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import PlaneView, Stage
from scenes.style import DEFAULT, Style

_GRID_WIDTH, _AXIS_WIDTH = 1.4, 2.4
"""Stroke units: a grid line, an axis."""

_PER_UNIT = 100
"""Stroke units in a scene unit, as manim has it."""

_HALF = 0.45
"""Opacity of the lines between the ticks."""

_GLOW_STOPS = ((0.0, 1.0), (0.5, 0.42), (1.0, 0.0))
_SCRIM_STOPS = ((0.0, 0.92), (0.6, 0.75), (1.0, 0.0))
"""Shares of the way outwards, or inwards from the frame's edge, and of the opacity there."""

_SCRIM_TOP, _SCRIM_FOOT = 0.95, 1.05
"""Scene units over which a scrim fades out, beneath a header or a foot of one line."""

_GAP = 0.1
"""Scene units around a text that the grid leaves out, too."""

_RECORD = 0.80
"""Opacity of the darker ground behind the record."""

_SOFT = 3.0
"""Scene units before the record over which the ground beside it darkens; a shorter way would be seen as an edge."""

_VEIL = 0.45
"""Opacity of what dims the plane to 55 % under a chart or a sheet."""


BELOW_HEADER = 0.3
"""Scene units below the header's baseline at which the upright axis ends, so that it runs into no letter."""


@dataclass(frozen=True, slots=True)
class Glow:
    """A soft light of one colour on the ground.

    Attributes:
        centre: x and y in scene units.
        radius: scene units at which it has faded out.
        color: ``#rrggbb``.
        opacity: at the centre.
    """

    centre: tuple[float, float]
    radius: float
    color: str
    opacity: float

    def gradient(self) -> Any:
        """Return the cairo gradient outwards from the centre."""
        return cairo.RadialGradient(*self.centre, 0, *self.centre, self.radius)


@dataclass(frozen=True, slots=True)
class SideGlow:
    """A soft light of one colour on one side of a straight line, which is square to the way along which it fades.

    Attributes:
        start: x and y of a point on the line, in scene units.
        end: where it has faded out.
        color: ``#rrggbb``.
        opacity: at the line.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    color: str
    opacity: float

    def gradient(self) -> Any:
        """Return the cairo gradient away from the line, nothing on its other side."""
        gradient = cairo.LinearGradient(*self.start, *self.end)
        gradient.set_extend(cairo.Extend.NONE)
        return gradient


class Ground:
    """The still part of the stage, upon which every figure is drawn.

    Args:
        stage: the frame.
        view: the place of the plane in it.
        glows: the climate of the world's corners.
        plane: draw grid and axes.
        record: darken the region in which numbers are kept, with a soft edge.
        gaps: boxes that the grid leaves out: those of the axes' names and numbers, which a line would strike out.
        start: scene units at which the axis along the foot begins; None for the edge of the frame.
        stop: scene units at which it ends; None for the edge of the frame.
        style: theme.

    Attributes:
        grid: the grid's lines, one at each tick and at each half of one.
        axes: the two lines through the origin.
        paints_axes: whether they are painted; not where a figure moves them.
        has_header: whether it fades out behind a header.
    """

    def __init__(
        self,
        stage: Stage,
        view: PlaneView,
        glows: Sequence[Glow | SideGlow] = (),
        *,
        plane: bool = True,
        record: bool = False,
        gaps: Sequence[Box] = (),
        start: float | None = None,
        stop: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.stage, self.view, self.style, self.record = stage, view, style, record
        self.gaps = tuple(gaps)
        self.glows = tuple(glows) if style.theme.filled else ()
        self.start = -stage.width / 2 if start is None else start
        self.stop = stage.width / 2 if stop is None else stop
        self.grid = self._grid() if plane else VGroup()
        self.axes = self._axes() if plane else VGroup()
        self.paints_axes = self.has_header = True

    @property
    def axis_top(self) -> float:
        """The upper end of the upright axis, scene units."""
        return self.view.header_end - BELOW_HEADER

    def paint(self, camera: Camera) -> None:
        """Make this the background of a manim camera; each frame then starts from it at no cost."""
        assert camera.background is not None
        height, width, _ = camera.background.shape
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
        context: cairo.Context[Any] = cairo.Context(surface)
        across, down = width / self.stage.width, height / self.stage.height
        context.set_matrix(cairo.Matrix(across, 0, 0, -down, width / 2, height / 2))
        if camera.background_opacity:
            context.set_source_rgb(*ManimColor(self.style.theme.background).to_rgb())
            context.paint()
        self.draw(context)
        surface.flush()
        drawn = np.frombuffer(surface.get_data(), np.uint8).reshape(height, width, 4)
        # An array of its own, so that a camera sees within a motion that the ground has changed.
        camera.background = drawn[..., [2, 1, 0, 3]]  # type: ignore[assignment]  # cairo's words are blue, green, red, opacity
        camera.reset()

    def draw(self, context: cairo.Context[Any]) -> None:
        """Draw the ground over whatever there is, or over nothing; the context is in scene units."""
        context.push_group()
        for glow in self.glows:
            self._light(context, glow)
        context.save()
        self._leave_gaps(context)
        for line in (*self.grid,):
            _stroke(context, line)
        context.restore()
        for line in (*self.axes,) if self.paints_axes else ():
            _stroke(context, line)
        if self.record and self.style.theme.filled:
            self._dim_record(context)
        context.pop_group_to_source()
        if self.style.theme.filled:
            context.mask(self._edges())
        else:
            context.paint()

    def _leave_gaps(self, context: cairo.Context[Any]) -> None:
        """Let nothing be drawn in the gaps; each is cut out on its own, so that they may overlap."""
        width, height = self.stage.width, self.stage.height
        context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
        for left, bottom, right, top in self.gaps:
            context.rectangle(-width, -height, 2 * width, 2 * height)
            context.rectangle(left - _GAP, bottom - _GAP, right - left + 2 * _GAP, top - bottom + 2 * _GAP)
            context.clip()

    def _grid(self) -> VGroup:
        """Return lines at every half tick; those between ticks are fainter."""
        stage, step = self.stage, self.view.step * self.view.unit / 2
        lines = VGroup()
        x, y = self.view.origin
        across = range(-int((stage.width / 2 + x) / step), int((stage.width / 2 - x) / step) + 1)
        up = range(-int((stage.height / 2 + y) / step), int((stage.height / 2 - y) / step) + 1)
        for count in (value for value in across if value):
            lines.add(self._line((x + count * step, -stage.height / 2), (x + count * step, stage.height / 2), count))
        for count in (value for value in up if value):
            lines.add(self._line((-stage.width / 2, y + count * step), (stage.width / 2, y + count * step), count))
        return lines

    def _line(self, start: tuple[float, float], end: tuple[float, float], count: int) -> Line:
        theme, opacity = self.style.theme, _HALF if count % 2 else 1.0
        return Line(point(*start), point(*end)).set_stroke(theme.grid, _GRID_WIDTH, opacity)

    def _axes(self) -> VGroup:
        stage, (x, y) = self.stage, self.view.origin
        lines = VGroup(
            Line(point(self.start, y), point(self.stop, y)),
            Line(point(x, -stage.height / 2), point(x, self.axis_top)),
        )
        return lines.set_stroke(self.style.theme.axis, _AXIS_WIDTH)

    def _light(self, context: cairo.Context[Any], glow: Glow | SideGlow) -> None:
        light = glow.gradient()
        for stop, share in _GLOW_STOPS:
            light.add_color_stop_rgba(stop, *ManimColor(glow.color).to_rgb(), share * glow.opacity)
        context.set_source(light)
        context.paint()

    def _dim_record(self, context: cairo.Context[Any]) -> None:
        """Darken the ground behind the record: at the frame's right, or beneath the plane."""
        theme, record = self.style.theme, self.view.record
        color = ManimColor(theme.background).interpolate(ManimColor(theme.shade), 0.35).to_rgb()
        beneath = (0, record.top + 0.55, 0, record.top)
        beside = (record.left - _SOFT, 0, record.left + _SOFT / 3, 0)
        shade: Any = cairo.LinearGradient(*(beneath if self.view.lying else beside))
        for way in np.linspace(0.0, 1.0, 9):
            shade.add_color_stop_rgba(way, *color, _RECORD * way**2 * (3 - 2 * way))
        context.set_source(shade)
        context.paint()

    def _edges(self) -> cairo.LinearGradient:
        """Return how much of the ground is left, from top to bottom: it fades out behind header and foot."""
        view, height = self.view, self.stage.height
        # A foot of two lines, or a header farther down, has its scrim as much higher.
        top = _SCRIM_TOP + max(0.0, height / 2 - view.header_end - 0.53)
        foot = _SCRIM_FOOT + max(0.0, view.foot + height / 2 - 0.31)
        edges = cairo.LinearGradient(0, height / 2, 0, -height / 2)
        for share, opacity in _SCRIM_STOPS:
            if self.has_header:
                edges.add_color_stop_rgba(share * top / height, 0, 0, 0, 1 - opacity)
            edges.add_color_stop_rgba(1 - share * foot / height, 0, 0, 0, 1 - opacity)
        return edges


def _stroke(context: cairo.Context[Any], line: Line) -> None:
    (red, green, blue, opacity), *_ = line.get_stroke_rgbas()
    context.set_source_rgba(red, green, blue, opacity)
    context.set_line_width(line.get_stroke_width() / _PER_UNIT)
    context.move_to(*line.get_start()[:2])
    context.line_to(*line.get_end()[:2])
    context.stroke()


class Veil(Rectangle):
    """The veil that dims the plane, its ticks excepted, while a chart or a sheet stands before it.

    Args:
        stage: the frame, which it covers.
        opacity: 1 where nothing of the plane is seen any more.
        style: theme.
    """

    def __init__(self, stage: Stage, *, opacity: float = _VEIL, style: Style = DEFAULT) -> None:
        # One pixel more on each side, so that no edge of the ground shines through.
        super().__init__(width=stage.width + 0.05, height=stage.height + 0.05, stroke_width=0)
        self.set_fill(style.theme.background, opacity)
        laid(self, Layer.VEIL)
