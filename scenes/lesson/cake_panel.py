"""One row's cake in both orders of steps, with the row's word, what is left of the cake, and its output."""

from __future__ import annotations

from manim import DashedVMobject, Line, VMobject
from torch import Tensor

from scenes.lesson.cake import PLATE, Cake
from scenes.lesson.guests import mark, put_mark
from scenes.parts.geometry import Point, point
from scenes.parts.plane.arrows import Arrow
from scenes.parts.table.number_grid import middle_baseline
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_TITLE, _OUTPUT, _RIM = 0.8, 0.75, (0.02, 0.013)
"""Scene units: the height of the title above the cake, and of its output below; for each font unit, what numbers at the
rim need beside the plate, and above and below it."""

_LARGE, _OWNER, _WIDE = 1.4, 0.35, 1.1
"""The size of the cake's number as a share of a hero's, beside the cake; scene units from the row's word to it; the
width of a room in which it stands beside the cake, as a share of the room's height."""

_WITHIN, _ASIDE = 0.62, 0.5
"""Half the way that the title may reach over the cake's left, as a share of the radius; scene units to the right by
which the cake leaves room for it."""

_SMALL, _ARROW, _DASH = 1.6, 1.5, 0.15
"""Scene units: the radius of a cake below which its numbers are small; the least length of an output beside its name; a
dash."""


class CakePanel:
    """One row's cake before and after.

    Args:
        word: of the row.
        place: of that word in the phrase.
        colors: ``#rrggbb``, one a word.
        cakes: the row's weights, one a cake, shape (2, T).
        totals: the sums of which one becomes the other, shape (2,).
        named: the name of the output.
        region: where everything may be.
        style: theme and sizes.

    Attributes:
        cakes: both cakes, at one place.
        shares: the numbers on each cake's slices, or beside them; None where a share is 0.
        owner: the row's word.
        totals: the number above the cake: before, and when slices have fallen.
        output: the name of the output.
        arrows: the output of a whole cake, and of what is left.
        measure: a dashed line as long as the former.
    """

    def __init__(
        self, word: str, place: int, colors: list[str], cakes: Tensor, totals: Tensor, named: str, region: Region, *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self._region, self._style, self._color = region, style, colors[place]
        sizes = style.sizes
        self.owner = mark(word, colors[place], sizes.head, style)
        corner = region.width > _WIDE * region.height
        beside, apart = (share * sizes.number for share in _RIM)
        for large, top in ((_LARGE, 0.0), (1.0, _TITLE * sizes.scale)) if corner else ((1.0, _TITLE * sizes.scale),):
            self.totals = [Number(value, size=large * sizes.hero, style=style) for value in totals]
            title = float(self.owner.width) + _OWNER + float(self.totals[0].width)
            high = region.height - top - 2 * apart - _OUTPUT
            radius = min(region.width / 2 - beside, high / 2) / PLATE
            spare = high / 2 - PLATE * radius
            x = float(region.centre[0]) + (0.0 if top else _ASIDE)
            left = x - title / 2 if top else min(x - _WITHIN * radius - title, region.left + _ASIDE)
            if left >= region.left:
                break
        centre = point(x, region.top - spare - top - apart - PLATE * radius)
        self.cakes = [Cake(row.tolist(), colors, centre, radius, style=style) for row in cakes]
        size = sizes.number if radius > _SMALL else sizes.note
        self.shares = [cake.numbers(row.tolist(), size) for cake, row in zip(self.cakes, cakes, strict=True)]
        y = region.top - spare - _TITLE * sizes.scale / 2
        put_mark(self.owner, left + float(self.owner.width) / 2, y)
        for number in self.totals:
            number.set_x(left + title - float(self.totals[0].width) / 2).on_baseline(middle_baseline(y, number.size))
        share = float(totals[1])
        self._make_output(named, centre, PLATE * radius, region.bottom + spare + 0.3, share)

    def _make_output(self, named: str, centre: Point, reach: float, y: float, share: float) -> None:
        """Make the arrow of the output below the cake, beside its name or, where that leaves no room, below it."""
        style, theme = self._style, self._style.theme
        size = style.sizes.number
        self.output = Label(named, size=size, style=style)
        left, full = float(centre[0]) - reach, 2 * reach - float(self.output.width) - 0.25
        below = full < _ARROW
        self.output.set_x(left + float(self.output.width) / 2)
        self.output.on_baseline(y + 0.16 if below else middle_baseline(y, size))
        if below:
            full = 2 * reach
        start = point(left + 2 * reach - full, y - 0.12 * below)
        self.arrows = [
            Arrow(start, start + point(part * full), self._color, width=style.strokes.amount, tip=2.0)
            for part in (1.0, share)
        ]
        whole = Line(start, start + point(full)).set_stroke(theme.axis, style.strokes.line)
        end = Line(start + point(full, 0.16), start + point(full, -0.16)).set_stroke(theme.axis, style.strokes.line)
        self.measure: VMobject = DashedVMobject(whole, num_dashes=max(6, round(full / _DASH))).add(end)
