"""A word's step towards the word that pulls it, worked out: its number, plus the weight times how far the other is."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS, printed_place
from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_LARGER, _NAME = 1.5, 1.25
"""The factors by which the new number, and the axis' name, are larger than a hero number, and than a label."""

_EXACT = 1e-9
"""The most by which a sum differs from what it is printed to be equal to."""

_PRINTED = 1e-6
"""The most by which a number differs from what is printed of it if it is exact."""

_GAP = 0.1 / 34
"""Scene units between the pieces of a sum in one line, for each unit of the type: about as much."""

_LINE, _RESULT, _AXIS = 0.62, 0.95, 1.25
"""Scene units from a name's baseline to its sum's, on to the new number's, and on to the next name's."""


class StepSums(VGroup):
    """A word's new numbers, one below the other: the old one + weight × (the puller's − the old one) = the new one.

    Numbers along an axis have its colour; the weight is bold, in the colour of the word that pulls.

    Args:
        axes: their names.
        colors: ``#rrggbb``, one for each axis.
        before: the word's old numbers, shape (2,).
        puller: the numbers of the word that pulls, shape (2,).
        after: the word's new numbers, shape (2,).
        weight: of the word that pulls, shape ().
        digits: after the point of the new numbers.
        shade: ``#rrggbb`` of the weight.
        style: theme and sizes.

    Attributes:
        rows: one for each axis: its name with the sum, and the new number.
        digits: after the point of the new numbers.
    """

    def __init__(
        self,
        axes: Sequence[str],
        colors: Sequence[str],
        before: Tensor,
        puller: Tensor,
        after: Tensor,
        weight: Tensor,
        *,
        digits: int,
        shade: str,
        style: Style = DEFAULT,
    ) -> None:
        sizes, self.digits = style.sizes, digits
        self.rows = VGroup()
        for index, (axis, color) in enumerate(zip(axes, colors, strict=True)):
            name = Label(axis, size=_NAME * sizes.number, color=color, style=style)
            old, end = (
                Number(place[index], decimals=PLACE_DIGITS, size=sizes.number, color=color, style=style)
                for place in (before, puller)
            )
            share = HeroNumber(weight, size=sizes.number, color=shade, style=style)
            signs = [Math(text, size=sizes.number, style=style) for text in ("+", "times", "(", "-", ")")]
            plus, times, left, minus, right = signs
            pieces = [old, plus, share, times, left, end, minus, old.copy(), right]
            spelled = Row(pieces, [0.12, 0.12, 0.1, 0.1, 0.03, 0.12, 0.12, 0.03])
            new = HeroNumber(after[index], decimals=digits, size=_LARGER * sizes.hero, color=color, style=style)
            printed = [as_printed(float(place[index]), PLACE_DIGITS) for place in (before, puller)]
            exact = printed[0] + as_printed(float(weight)) * (printed[1] - printed[0])
            sign = "=" if abs(exact - as_printed(float(after[index]), digits)) < _EXACT else "approx"
            result = Row([Math(sign, size=sizes.hero, style=style), new], 0.2)
            top = -index * (_LINE + _RESULT + _AXIS)
            for piece, low in ((name, top), (spelled, top - _LINE), (result, top - _LINE - _RESULT)):
                piece.shift(point(-float(piece.get_left()[0]))).on_baseline(low)
            self.rows.add(VGroup(VGroup(haloed(name, style), haloed(spelled, style)), haloed(result, style)))
        super().__init__(*self.rows)
        laid(self, Layer.LABEL)

    @property
    def steps(self) -> list[VMobject]:
        """The parts that come one after the other."""
        return [part for row in self.rows for part in row]


def step_line(
    before: Tensor, share: Tensor, way: Tensor, after: Tensor, *, digits: int, size: float, color: str, style: Style
) -> Row | None:
    """Return one number of a word's step in one line, old ± share × way ≈ new; None where a pencil gets another one.

    Args:
        before: the word's old number, shape ().
        share: of the way that it has come, shape ().
        way: how far the word that pulls is, shape (); where it has less, a length is printed after a minus.
        after: the word's new number, shape ().
        digits: after the point of the new number.
        size: manim font units.
        color: ``#rrggbb`` of the axis; the share is written in ink, bold.
        style: theme and sizes.
    """
    factor, far = as_printed(float(share)), as_printed(float(way), PLACE_DIGITS)
    if abs(far - float(way)) > _PRINTED or not printed_place(before[None]):
        return None
    exact, new = as_printed(float(before), PLACE_DIGITS) + factor * far, as_printed(float(after), digits)
    if as_printed(exact, digits) != new:
        return None
    old, across = (
        Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=style) for each in (before, way.abs())
    )
    come = HeroNumber(share, size=size, color=style.theme.ink, style=style)
    end = HeroNumber(after, decimals=digits, size=size, color=color, style=style)
    sign = "=" if abs(exact - new) < _EXACT else "approx"
    plus, times, equals = (Math(text, size=size, style=style) for text in ("+" if far > 0 else "-", "times", sign))
    return Row(
        [old, plus, come, times, across, equals, end], [_GAP * size * share for share in (1.2, 1.2, 1.0, 1.0, 1.4, 1.4)]
    )
