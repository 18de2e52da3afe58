"""A word's step towards the word that pulls it, worked out: its number, plus the weight times how far the other is."""

from __future__ import annotations

from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS, printed_place
from scenes.number_format import as_printed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.style import Style

_EXACT = 1e-9
"""The most by which a sum differs from what it is printed to be equal to."""

_PRINTED = 1e-6
"""The most by which a number differs from what is printed of it if it is exact."""

_GAP = 0.1 / 34
"""Scene units between the pieces of a sum in one line, for each unit of the type: about as much."""


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
