"""A dot product as a shadow that is stretched: the shadow, times the length of what it falls on, is the score."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, VGroup, VMobject

from scenes.number_format import as_printed, decimals_that_multiply
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AWAY = 0.1
"""Scene units from a shadow on an upright line to the numbers beside it."""

_APART = 0.0105
"""Scene units between two numbers above each other, for each font unit."""

_STACKED = 1.3
"""The factor by which three numbers one below the other are larger than heroes, where there is room."""

_ROWS = 0.029
"""Scene units from one of three numbers to the one below it, for each font unit."""

_FREE = 0.03
"""Scene units around a number in which nothing else stands."""

_REST = 0.5
"""The opacity of what a shadow gains when it is stretched."""


def digits_of(shadow: float, length: float) -> int | None:
    """Return digits with which the printed factors have the printed product; None where none do."""
    return decimals_that_multiply([(shadow, length)], choices=(2, 3))


class Stretch(VGroup):
    """A shadow on an upright line that is stretched: what it gains, and its lengths before and after beside the line.

    Args:
        origin: manim point from which the shadow reaches.
        foot: manim point of its end.
        shadow: its length, in the picture's units.
        score: its length when it has been stretched.
        unit: scene units for 1.
        side: −1 or 1, the side of the line on which the numbers stand if less is in their way there.
        color: ``#rrggbb``, of the shadow.
        length: the number by which the shadow is stretched, which stands at the height of such a length.
        hue: its colour.
        size: of the numbers, manim font units.
        clear_of: ends of arrows from the origin, none of which may run through a number.
        boxes: places of other words.
        style: theme.

    Attributes:
        gain: the bar from the shadow's end to the stretched one's.
        before: the shadow's length, over its halo.
        factor: the number by which it is stretched, over its halo.
        after: the score, over its halo. Each of the three is empty where something stands in its place.
        numbers: the factor, the shadow's length and the score.
    """

    def __init__(
        self,
        origin: Point,
        foot: Point,
        shadow: float,
        score: float,
        unit: float,
        side: int,
        color: str,
        *,
        length: float,
        hue: str,
        size: float,
        clear_of: Sequence[Point] = (),
        boxes: Sequence[Box] = (),
        style: Style = DEFAULT,
    ) -> None:
        theme = style.theme
        self._x, self._foot = float(origin[0]), float(foot[1])
        self._end = float(origin[1]) + score * unit
        fill = theme.fill(color)
        self.gain = VMobject(stroke_width=0).set_fill(fill, _REST if theme.filled else 0.0)
        self.gain.set_stroke(color, style.strokes.thin)
        laid(self.gain, Layer.SHADOW)
        digits = digits_of(shadow, length) or 2
        values = [(length, digits, hue, float(origin[1]) + length * unit), (shadow, digits, color, self._foot)]
        values.append((score, 2, color, self._end))
        made = [Number(value, decimals=count, size=size, color=tone, style=style) for value, count, tone, _ in values]
        heights = _spread([height for *_, height in values], _APART * size)
        lines = [(flat(origin), flat(end)) for end in clear_of]

        def crossed(number: Number) -> bool:
            left, bottom, right, top = box_of(number)
            box = (left - _FREE, bottom - _FREE, right + _FREE, top + _FREE)
            return any(inside_length(line, box) > 0 for line in lines) or any(overlap(box, each) > 0 for each in boxes)

        def stand(side: int) -> int:
            for number, height in zip(made, heights, strict=True):
                number.set_x(self._x + side * (SLAB / 2 + _AWAY + number.width / 2)).on_baseline(height - 0.0036 * size)
            return sum(map(crossed, made[1:]))

        side = min((side, -side), key=stand)
        stand(side)
        if crossed(made[0]):
            made[0].scale(min(style.sizes.tick / size, 1.0)).align_to(
                point(self._x + side * (SLAB / 2 + _AWAY), 0.0), -side * RIGHT
            )
            made[0].shift(point(0.0, 0.08))
        self.numbers = made
        self.factor, self.before, self.after = (
            VGroup() if crossed(number) else labelled(number, style) for number in made
        )
        super().__init__(self.gain, self.factor, self.before, self.after)
        self.draw(1.0)

    def draw(self, share: float) -> None:
        """Draw the bar as far as a share, 0 to 1, of the way that it gains."""
        end, half = self._foot + max(share, 1e-3) * (self._end - self._foot), SLAB / 2
        corners = [(-half, self._foot), (half, self._foot), (half, end), (-half, end), (-half, self._foot)]
        self.gain.set_points_as_corners([point(self._x + x, y) for x, y in corners])


def _spread(heights: Sequence[float], apart: float) -> list[float]:
    """Return heights moved upwards as little as needed for all to be some way apart."""
    placed: dict[int, float] = {}
    for index in sorted(range(len(heights)), key=lambda at: heights[at]):
        above = max(placed.values(), default=heights[index] - apart) + apart
        placed[index] = max(heights[index], above)
    return [placed[index] for index in range(len(heights))]


class ShadowTimesLength(VGroup):
    """A shadow times a length is a score: three numbers in a line, each below its name, or one below the other.

    Args:
        names: of the shadow, the length and the score.
        shadow: its number.
        length: its number.
        score: their product.
        region: it stands in its middle, as large as there is room for.
        colors: one ``#rrggbb`` a number.
        stacked: whether they stand one below the other, each behind its name.
        style: theme and sizes.

    Attributes:
        shadow: the shadow's name and number.
        by: the sign of the product, the length's name and number.
        score: the sign, the score's name and number.
    """

    def __init__(
        self,
        names: tuple[str, str, str],
        shadow: float,
        length: float,
        score: float,
        region: Region,
        *,
        colors: tuple[str, str, str],
        stacked: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        digits, sizes = digits_of(shadow, length), style.sizes
        product = as_printed(shadow * length) == as_printed(score)
        signs = ("", "×", "=" if digits is not None and product else "≈")
        share = 0.65 if stacked else 0.8
        decimals, values = (digits or 2, digits or 2, 2), (shadow, length, score)
        large = (_STACKED * sizes.hero, sizes.hero) if stacked else ()
        for size in (*large, sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least):
            numbers = [
                Number(value, decimals=count, size=size, color=hue, style=style)
                for value, count, hue in zip(values, decimals, colors, strict=True)
            ]
            heads = [
                Label(name, size=max(share * size, sizes.least), color=hue, style=style)
                for name, hue in zip(names, colors, strict=True)
            ]
            labels = [Label(sign, size=size, style=style) if sign else None for sign in signs]
            (self._stack if stacked else self._line)(numbers, heads, labels, size)
            made = [
                VGroup(*([label] if label else []), number, head)
                for label, number, head in zip(labels, numbers, heads, strict=True)
            ]
            whole = VGroup(*made)
            if whole.width <= region.width and (whole.height if stacked else 0.03 * size) <= region.height:
                break
        self.shadow, self.by, self.score = made
        super().__init__(*made)
        laid(self.move_to(region.centre), Layer.LEDGER)

    def _line(
        self, numbers: Sequence[Number], heads: Sequence[Label], signs: Sequence[Label | None], size: float
    ) -> None:
        """Put the numbers in a line with their signs between, each below its name."""
        right, space = 0.0, 0.0055 * size
        for number, head, sign in zip(numbers, heads, signs, strict=True):
            if sign:
                sign.set_x(right + space + sign.width / 2).on_baseline(0.0)
                right += 2 * space + float(sign.width)
            wide = max(float(number.width), float(head.width))
            number.set_x(right + wide / 2).on_baseline(0.0)
            head.set_x(right + wide / 2).on_baseline(0.0165 * size)
            right += wide

    def _stack(
        self, numbers: Sequence[Number], heads: Sequence[Label], signs: Sequence[Label | None], size: float
    ) -> None:
        """Put the numbers one below the other, each behind its sign and its name."""
        space = 0.0055 * size
        room = max(float(sign.width) for sign in signs if sign)
        for place, (number, head, sign) in enumerate(zip(numbers, heads, signs, strict=True)):
            low = -_ROWS * size * place
            number.set_x(number.width / 2).on_baseline(low)  # point below point
            if sign:
                sign.set_x(-space - room / 2).on_baseline(low)
            head.set_x(-3 * space - room - head.width / 2).on_baseline(low)
