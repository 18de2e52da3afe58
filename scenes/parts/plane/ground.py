"""The ground of the stage: background, climate, grid, axes and scrims, painted once per film behind everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import Camera, Line, ManimColor, Rectangle, VGroup
from numpy.typing import NDArray

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import PlaneView, Stage
from scenes.style import DEFAULT, Style

_GRID_WIDTH, _AXIS_WIDTH = 1.4, 2.4
"""Stroke units: a grid line, an axis."""

_HALF = 0.45
"""Opacity of the lines between the ticks."""

_GLOW_STOPS = ((0.0, 1.0), (0.5, 0.42), (1.0, 0.0))
_SCRIM_STOPS = ((0.0, 0.92), (0.6, 0.75), (1.0, 0.0))
"""Shares of the way outwards, or inwards from the frame's edge, and of the opacity there."""

_SCRIM_TOP, _SCRIM_FOOT = 0.95, 1.05
"""Scene units over which a scrim fades out, beneath a header or a foot of one line."""

_RECORD = 0.80
"""Opacity of the darker ground behind the record."""

_VEIL = 0.45
"""Opacity of what dims the plane to 55 % under a chart or a sheet."""

Pixels = NDArray[np.uint8]


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


class Ground:
    """The still part of the stage, upon which every figure is drawn.

    Args:
        stage: the frame.
        view: the place of the plane in it.
        glows: the climate of the world's corners.
        plane: draw grid and axes.
        record: darken the region in which numbers are kept, with a soft edge.
        style: theme.

    Attributes:
        grid: the grid's lines, one at each tick and at each half of one.
        axes: the two lines through the origin.
    """

    def __init__(
        self,
        stage: Stage,
        view: PlaneView,
        glows: Sequence[Glow] = (),
        *,
        plane: bool = True,
        record: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.stage, self.view, self.style, self.record = stage, view, style, record
        self.glows = tuple(glows) if style.theme.filled else ()
        self.grid = self._grid() if plane else VGroup()
        self.axes = self._axes() if plane else VGroup()

    def paint(self, camera: Camera) -> None:
        """Make this the background of a manim camera; each frame then starts from it at no cost."""
        clear = float(camera.background_opacity) == 0
        pixels = np.array(camera.background)
        if not clear:
            self._light(pixels)
        camera.set_pixel_array(pixels)
        camera.capture_mobjects([*self.grid, *self.axes])
        pixels = np.array(camera.pixel_array)
        if not clear and self.style.theme.filled:
            if self.record:
                self._dim_record(pixels)
            self._dim_edges(pixels)
        camera.background = pixels
        camera.reset()

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
            Line(point(-stage.width / 2, y), point(stage.width / 2, y)),
            Line(point(x, -stage.height / 2), point(x, stage.height / 2)),
        )
        return lines.set_stroke(self.style.theme.axis, _AXIS_WIDTH)

    def _light(self, pixels: Pixels) -> None:
        """Lay the climate over an opaque picture of shape (height, width, 4), in place."""
        height, width, _ = pixels.shape
        x = (np.arange(width) + 0.5) / width * self.stage.width - self.stage.width / 2
        y = self.stage.height / 2 - (np.arange(height) + 0.5) / height * self.stage.height
        for glow in self.glows:
            away = np.hypot(x[None] - glow.centre[0], y[:, None] - glow.centre[1]) / glow.radius
            stops, shares = zip(*_GLOW_STOPS, strict=True)
            _mix(pixels, glow.color, glow.opacity * np.interp(away, stops, shares))

    def _dim_record(self, pixels: Pixels) -> None:
        """Darken the ground behind the record, in place: at the frame's right, or beneath the plane."""
        height, width, _ = pixels.shape
        color = ManimColor(self.style.theme.background).interpolate(ManimColor(self.style.theme.shade), 0.35).to_hex()
        if self.view.lying:
            y = self.stage.height / 2 - (np.arange(height) + 0.5) / height * self.stage.height
            inside = np.clip((self.view.record.top + 0.55 - y) / 0.55, 0.0, 1.0)[:, None]
        else:
            x = (np.arange(width) + 0.5) / width * self.stage.width - self.stage.width / 2
            inside = np.clip((x - self.view.record.left + 1.0) / 1.0, 0.0, 1.0)[None]
        _mix(pixels, color, np.broadcast_to(_RECORD * inside, (height, width)))

    def _dim_edges(self, pixels: Pixels) -> None:
        """Fade the plane out behind header and foot, in place."""
        height, width, _ = pixels.shape
        down = (np.arange(height) + 0.5) / height * self.stage.height  # scene units from the upper edge
        view, half = self.view, self.stage.height / 2
        stops, shares = zip(*_SCRIM_STOPS, strict=True)
        # A foot of two lines, or a header farther down, has its scrim as much higher.
        top = _SCRIM_TOP + max(0.0, half - view.header - 0.53)
        foot = _SCRIM_FOOT + max(0.0, view.foot + half - 0.31)
        for away, reach in ((down, top), (self.stage.height - down, foot)):
            opacity = np.interp(away / reach, stops, shares)[:, None]
            _mix(pixels, self.style.theme.background, np.broadcast_to(opacity, (height, width)))


class Veil(Rectangle):
    """The veil that dims the plane, its ticks excepted, while a chart or a sheet stands before it.

    Args:
        stage: the frame, which it covers.
        style: theme.
    """

    def __init__(self, stage: Stage, *, style: Style = DEFAULT) -> None:
        # One pixel more on each side, so that no edge of the ground shines through.
        super().__init__(width=stage.width + 0.05, height=stage.height + 0.05, stroke_width=0)
        self.set_fill(style.theme.background, _VEIL)
        laid(self, Layer.VEIL)


def _mix(pixels: Pixels, color: str, opacity: NDArray[np.float64]) -> None:
    """Lay a colour of an opacity of shape (height, width) over a picture, in place."""
    rgb = np.array(ManimColor(color).to_int_rgb(), float)
    mixed = pixels[..., :3] + (rgb - pixels[..., :3]) * opacity[..., None]
    pixels[..., :3] = np.rint(mixed).astype(np.uint8)
