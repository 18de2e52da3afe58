"""The way from a word to the word that pulls it: on the plane, and beside that, straightened, as a road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
import torch
from manim import Dot, ManimColor, VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.layout import fit
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Row, Typeset, set_on_baseline
from scenes.shared.phrase import Pull
from scenes.stage import Region
from scenes.style import DEFAULT, SHINE, Style

_DOT, _STEP, _FIRST, _PIN = 0.026, 0.1, 0.15, 0.085
"""Scene units: radius of the dots on the part of the way that is done, from one to the next, from the old place to the
first, and radius of the pin there."""

_ICON, _ICON_SHARE, _LOW_SHARE = 0.62, 0.3, 0.24
"""Scene units: the height of a road's icons, or a share of the region's height, a smaller one in a low region."""

_THICK, _ROUND, _GAP = 0.25, 0.38, 0.08
"""A road's thickness for its largest icon; its corners' radius as a share of it; scene units between road and icons."""

_SHORTEST = 2.0
"""Scene units: a road is not shorter than this, however short the way is."""

_LOW = 2.2
"""Scene units: regions lower than this have smaller icons."""

_BETWEEN = 0.22
"""Scene units from the percentage to the word's own, at the least."""

_HALOS = 0.15
"""Scene units left free at the percentage for its halo."""


def share_of_way(step: Pull) -> Tensor:
    """Return how far the word has moved along the way to the word that pulls it most: 0 at rest, 1 all the way.

    Words beside the way take it a little off; what counts is its move's shadow on the way.
    """
    way = step.vectors[step.strongest] - step.vector
    square = way @ way
    return (step.updated - step.vector) @ way / square if float(square) > 0 else torch.zeros(())


class Percent(Row):
    """A share as a bold percentage.

    Args:
        percent: the share times 100.
        decimals: digits after the point.
        size: manim font units.
        color: ``#rrggbb``.
        style: theme and sizes.

    Attributes:
        number: the number before the sign.
    """

    def __init__(
        self,
        percent: Tensor | float,
        *,
        size: float | None = None,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        size, color = size or style.sizes.hero, color or style.theme.ink
        self.number = HeroNumber(percent, decimals=0, size=size, color=color, style=style)
        super().__init__([self.number, Typeset("#strong[%]", size, color, style=style)], 0.004 * size)


class Travelled(VGroup):
    """The part of a word's way that it has come: dots in the puller's colour from a pin at the word's old place.

    Args:
        start: manim point of the word's old place.
        end: manim point of the word that pulls it.
        color: ``#rrggbb``, of the word that pulls.
        clear: scene units that the word's icon covers on both sides of its place: no dot lies half below it.
        style: theme.

    Attributes:
        share: the share of the way that is drawn.
        dots: on all of the way; those are seen that lie on that share, and beside the word's icon.
    """

    def __init__(self, start: Point, end: Point, color: str, *, clear: float = 0.0, style: Style = DEFAULT) -> None:
        way = np.asarray(end, float) - np.asarray(start, float)
        length = float(np.linalg.norm(way))
        self._shares = np.arange(_FIRST, length, _STEP) / max(length, 1e-9)
        self._length, self._clear = max(length, 1e-9), clear / max(length, 1e-9)
        self.dots = VGroup(*(Dot(start + share * way, radius=_DOT, color=color) for share in self._shares))
        pin = Dot(np.asarray(start, float), radius=_PIN, color=style.theme.ink)
        super().__init__(self.dots, pin.set_background_stroke(color=style.theme.background, width=RIM))
        laid(self, Layer.TRAIL)
        self.set_share(0.0)

    def paint(self, color: str) -> Self:
        """Give the dots another colour."""
        for dot in self.dots:
            dot.set_fill(color)
        return self

    def cover(self, clear: float) -> Self:
        """Let the word's icon cover so much of the way, scene units."""
        self._clear = clear / self._length
        return self.set_share(self.share)

    def set_share(self, share: float) -> Self:
        """Draw a share of the way, 0 to 1."""
        self.share = min(max(share, 0.0), 1.0)
        for dot, at in zip(self.dots, self._shares, strict=True):
            dot.set_fill(opacity=float(at <= self.share - self._clear))
        return self


class Tube(VGroup):
    """A way as a tube, laid between two places, and filled up to a share of it.

    Args:
        start: manim point of its beginning.
        end: manim point of its end.
        thick: scene units of its thickness.
        color: ``#rrggbb`` of what fills it.
        style: theme.

    Attributes:
        done: the filled part.
        share: of the tube that is filled, 0 to 1.
    """

    def __init__(self, start: Point, end: Point, thick: float, color: str, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.theme, self.share = theme, 0.0
        self.ground = VMobject(stroke_color=theme.axis, stroke_width=2.4)
        self.ground.set_fill(theme.shade, 1.0 if theme.filled else 0.0)
        fill = theme.fill(color)
        self.done = VMobject(stroke_color=color, stroke_width=2.4).set_fill(fill, 1.0 if theme.filled else 0.35)
        self.glint = VMobject(stroke_color=self._shine(color), stroke_width=0)
        super().__init__(self.ground, self.done, self.glint)
        self.lay(start, end, thick)

    def _shine(self, color: str) -> ManimColor:
        """Return the colour of the light upon what fills it."""
        return ManimColor(self.theme.fill(color)).interpolate(ManimColor(SHINE), 0.6 * self.theme.filled)

    def paint(self, color: str) -> Self:
        """Give what fills it another colour."""
        self.done.set_fill(self.theme.fill(color)).set_stroke(color)
        self.glint.set_stroke(self._shine(color))
        return self

    def lay(self, start: Point, end: Point, thick: float) -> Self:
        """Lay the tube between two places."""
        self.start, self.way, self.thick = np.array(start, float), np.asarray(end, float) - start, thick
        self.ground.set_points_as_corners(_bar(self.start, self.start + self.way, thick, both=True))
        return self.set_share(self.share)

    def pour(self, hangs: tuple[Point, Point], lies: tuple[Point, Point], thick: float, done: float) -> Self:
        """Lay the full tube between hanging and lying: it keeps its area and stays upright, so that it never tilts.

        Args:
            hangs: the manim points of its upper and lower end at first.
            lies: those of its left and right end at last.
            thick: scene units of its thickness at both.
            done: the share of the motion, 0 to 1.
        """
        if not 0.0 < done < 1.0:
            return self.lay(*(lies if done > 0 else hangs), thick)
        (top, foot), (left, right) = hangs, lies
        tall, wide = float(np.linalg.norm(foot - top)), float(np.linalg.norm(right - left))
        width, height = thick ** (1 - done) * wide**done, tall ** (1 - done) * thick**done
        centre = (1 - done) * (top + foot) / 2 + done * (left + right) / 2
        self.done.set_points_as_corners(_rounded(centre, width, height, done))
        seen = self.glint.get_stroke_width() > 0
        corner = centre + point(-width / 2, height / 2)
        if done < 0.5:  # its light is along its long side
            ends = [corner + point(0.275 * width, -0.35 * width), corner + point(0.275 * width, 0.35 * width - height)]
        else:
            ends = [
                corner + point(0.35 * height, -0.275 * height),
                corner + point(width - 0.35 * height, -0.275 * height),
            ]
        self.glint.set_points_as_corners(ends)
        self.glint.set_stroke(width=14 * thick if seen else 0.0, opacity=abs(1 - 2 * done))
        return self

    def set_share(self, share: float) -> Self:
        """Fill a share of the tube, 0 to 1."""
        self.share = min(max(share, 0.0), 1.0)
        length = float(np.linalg.norm(self.way))
        along = self.way / length if length > 1e-9 else point(1.0, 0.0)
        across, at = point(-along[1], along[0]) * self.thick / 2, self.start + self.share * self.way
        seen = self.share * length > 1e-3
        self.done.set_points_as_corners(_bar(self.start, at if seen else self.start + 1e-3 * along, self.thick))
        self.done.set_stroke(opacity=float(seen))
        self.done.set_fill(opacity=float(seen) * (1.0 if self.theme.filled else 0.35))
        shines = self.theme.filled and self.share * length > self.thick
        inset, up = 0.35 * self.thick * along, 0.45 * (across if across[1] > 0 else -across)
        self.glint.set_points_as_corners([self.start + inset + up, at - inset + up])
        self.glint.set_stroke(width=14 * self.thick if shines else 0.0, opacity=1.0)
        return self


def _rounded(centre: Point, width: float, height: float, laid_down: float) -> Sequence[NDArray[np.float64]]:
    """Return the outline of an upright rectangle that is round at its top or, laid down, at its left."""
    radius = _ROUND * min(width, height)
    corners = [(-1.0, -1.0, laid_down), (-1.0, 1.0, 1.0), (1.0, 1.0, 1.0 - laid_down), (1.0, -1.0, 0.0)]
    outline = []
    for turn, (across, up, is_round) in enumerate(corners):
        bend = radius * is_round
        middle = centre + point(across * (width / 2 - bend), up * (height / 2 - bend))
        first = -np.pi / 2 - turn * np.pi / 2
        for angle in np.linspace(first, first - np.pi / 2, 6):
            outline.append(middle + bend * point(float(np.cos(angle)), float(np.sin(angle))))
    return [*outline, outline[0]]


def _bar(start: Point, end: Point, thick: float, *, both: bool = False) -> Sequence[NDArray[np.float64]]:
    """Return the closed outline of a bar from one place to another, round at its beginning, or at both ends."""
    way = np.asarray(end, float) - np.asarray(start, float)
    length = float(np.linalg.norm(way))
    along = way / max(length, 1e-9)
    across, half = point(-along[1], along[0]), thick / 2
    radius = min(_ROUND * thick, length / 2)
    corners = [(0.0, half, 1.0), (length, half, float(both)), (length, -half, float(both)), (0.0, -half, 1.0)]
    outline = []
    for turn, (x, y, is_round) in enumerate(corners):
        bend = radius * is_round
        middle = np.array([x + (bend if x == 0.0 else -bend), y - bend if y > 0 else y + bend])
        first = (np.pi, np.pi / 2, 0.0, -np.pi / 2)[turn]
        for angle in np.linspace(first, first - np.pi / 2, 6 if is_round else 1):
            put = middle + bend * np.array([np.cos(angle), np.sin(angle)])
            outline.append(start + put[0] * along + put[1] * across)
    return [*outline, outline[0]]


class Road(VGroup):
    """The way from a word's old place to its puller, straightened; the word stands where it has come to.

    It is as long as the way on the plane where there is room, so that the word comes as far on both.

    Args:
        word: the word that is pulled.
        puller: the word that pulls.
        colors: ``#rrggbb`` of both, by role.
        percent: the share of the way it has moved, times 100.
        far: the way's length on the plane, scene units.
        region: where the road lies, scene units.
        own: the word's own share in percent, printed below the part of the road that it does not come; or none.
        style: theme and sizes.

    Attributes:
        tube: the road itself.
        pulling: the puller at the end.
        words: that, and the word.
        percent: the percentage.
        own: the word's own percentage; None where it is not printed.
        said: both.
        length: of the road, scene units.
        share: how far the word stands along the road, 0 to 1.
    """

    def __init__(
        self,
        word: str,
        puller: str,
        colors: tuple[str, str],
        percent: Tensor,
        far: float,
        region: Region,
        *,
        own: Tensor | None = None,
        style: Style = DEFAULT,
    ) -> None:
        color, pulling = colors
        share = _LOW_SHARE if region.height < _LOW else _ICON_SHARE
        icon = min(_ICON, share * region.height, 0.26 * region.width)
        self.thick = _THICK * icon / _ICON
        self._up = point(0.0, self.thick / 2 + _GAP + icon / 2)
        self.length = min(max(far, _SHORTEST), region.width - icon)
        self.start = point(float(region.centre[0]) - self.length / 2, 0.0)
        self.tube = Tube(self.start, self.start + point(self.length), self.thick, pulling, style=style)
        self.token = Token(word, self.start + self._up, color, height=icon, large=True, edge=pulling, style=style)
        self.pulling = Token(puller, self.end + self._up, pulling, height=icon, large=True, style=style)
        self.own: Percent | None = None
        self.percent: Percent
        self.said: VGroup
        self.percent, self.said = self._say(percent, region, pulling, style)
        if own is not None:
            self._say_both(percent, own, colors, style)
        self.words = VGroup(self.pulling, self.token)
        super().__init__(self.tube, self.words, self.said)
        laid(self, Layer.LEDGER)
        self.raise_by(float(region.centre[1]) - float(self.get_center()[1]))

    @property
    def end(self) -> Point:
        """The manim point of the road's end."""
        return self.start + point(self.length)

    def _say(self, percent: Tensor, region: Region, color: str, style: Style) -> tuple[Percent, Row]:
        """Return the percentage below the road, and its row."""
        low, sizes = region.height < _LOW, style.sizes
        number = Percent(percent, size=sizes.head if low else sizes.hero, color=color, style=style)
        said = Row([number], 0.0)
        fit(said, region.width - _HALOS)
        said.move_to(point(float(region.centre[0]), 0.0))
        set_on_baseline(said, -self.thick / 2 - (0.14 if low else 0.2) - 0.0071 * number.number.size)
        return number, said

    def _say_both(self, percent: Tensor, own: Tensor, colors: tuple[str, str], style: Style) -> None:
        """Print the percentage below the part of the way that is gone, and the word's own below the rest."""
        cut = float(percent) / 100 * self.length
        low = -self.thick / 2 - 0.2 - 0.0071 * style.sizes.head
        self.percent = Percent(percent, size=style.sizes.head, color=colors[1], style=style)
        self.own = Percent(own, size=style.sizes.number, color=colors[0], style=style)
        self.percent.set_x(float(self.start[0]) + cut / 2)
        free = float(self.percent.get_right()[0]) + _BETWEEN + float(self.own.width) / 2
        self.own.set_x(max(float(self.start[0]) + (cut + self.length) / 2, free))
        for each in (self.percent, self.own):
            set_on_baseline(each, low)
        self.said = VGroup(self.percent, self.own)

    def raise_by(self, rise: float) -> Self:
        """Move all of the road up."""
        self.shift(point(0.0, rise))
        self.start = self.start + point(0.0, rise)
        self.tube.start = self.tube.start + point(0.0, rise)
        self.token.at = self.token.at + point(0.0, rise)
        return self

    def set_share(self, share: float) -> Self:
        """Put the word at a share of the way; what it has done of the road is filled."""
        self.share = min(max(share, 0.0), 1.0)
        self.tube.set_share(self.share)
        self.token.put(self.start + point(self.share * self.length) + self._up)
        return self

    def walk(self, share: float) -> Self:
        """Put the word at a share of the way on a road that is filled already."""
        self.share = min(max(share, 0.0), 1.0)
        self.token.put(self.start + point(self.share * self.length) + self._up)
        return self

    def roll_out(self, progress: float) -> Self:
        """Lay a share of the road, 0 to 1, from the puller towards the word, as the band reaches out."""
        self.tube.lay(self.end - point(max(progress, 0.02) * self.length), self.end, self.thick)
        seen = float(progress > 0)
        self.tube.ground.set_stroke(opacity=seen).set_fill(opacity=seen * self.tube.theme.filled)
        return self
