"""A dot product as a shadow: its length, times the length of what it falls on, is the score."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject

from scenes.number_format import as_printed, decimals_that_multiply
from scenes.parts.geometry import Point, flat
from scenes.parts.plane.labels import Box, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AWAY = 0.1
"""Scene units from a shadow on an upright line to the numbers beside it."""

_STACKED = 1.3
"""The factor by which three numbers one below the other are larger than heroes, where there is room."""

_ROWS = 0.029
"""Scene units from one of three numbers to the one below it, for each font unit."""

_FREE = 0.09
"""Scene units around a number in which nothing else stands."""


def digits_of(shadow: float, length: float) -> int | None:
    """Return digits with which the printed factors have the printed product; None where none do."""
    return decimals_that_multiply([(shadow, length)], choices=(2, 3))


def _equals(shadow: float, length: float, score: float) -> str:
    """Return the sign before a score: whether the printed factors have the printed product."""
    same = digits_of(shadow, length) is not None and as_printed(shadow * length) == as_printed(score)
    return "=" if same else "≈"


class ShadowLength(VGroup):
    """The length of a shadow on an upright line, beside the shadow's end.

    Args:
        origin: manim point from which the shadow reaches.
        foot: manim point of its end.
        shadow: its length, in the picture's units.
        side: −1 or 1, the side of the line on which the number stands if less is in its way there.
        color: ``#rrggbb``, of the shadow.
        digits: after the point.
        clear: scene units from the line to the shadow's far side.
        size: manim font units.
        clear_of: ends of arrows from the origin, none of which may run through the number.
        boxes: places of other words.
        style: theme.

    Attributes:
        number: what stands there, over its halo; the group is empty where something else stands in its place.
    """

    def __init__(
        self,
        origin: Point,
        foot: Point,
        shadow: float,
        side: int,
        color: str,
        *,
        digits: int,
        clear: float,
        size: float,
        clear_of: Sequence[Point] = (),
        boxes: Sequence[Box] = (),
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._color, self._size, self._digits = style, color, size, digits
        self.number = Number(shadow, decimals=digits, size=size, color=color, style=style)
        self._lines, self._boxes = [(flat(origin), flat(end)) for end in clear_of], boxes

        def stand(side: int) -> bool:
            away = clear + _AWAY + float(self.number.width) / 2
            self.number.set_x(float(origin[0]) + side * away).on_baseline(float(foot[1]) - 0.0036 * size)
            return self._crossed(self.number)

        side = min((side, -side), key=stand)
        super().__init__(*([] if stand(side) else [labelled(self.number, style)]))

    def _crossed(self, text: VMobject) -> bool:
        """Return whether an arrow runs through a text, or a word stands in its place."""
        left, bottom, right, top = box_of(text)
        box = (left - _FREE, bottom - _FREE, right + _FREE, top + _FREE)
        through = any(inside_length(line, box) > 0 for line in self._lines)
        return through or any(overlap(box, each) > 0 for each in self._boxes)


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
        signs = ("", "×", _equals(shadow, length, score))
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
