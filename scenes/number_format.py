"""Numbers as text: on the screen, in captions and in what claims measure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from torch import Tensor

MINUS = "\N{MINUS SIGN}"
INFINITY = "\N{INFINITY}"

LARGEST_PLAIN = 10_000
"""The least absolute value that is written with a power of ten, so that columns keep their width."""


def format_number(value: float, decimals: int = 2, *, tiny: bool = True) -> str:
    """Write a number with a true minus sign, and without one when it rounds to zero; infinity as its sign.

    >>> format_number(-0.4799), format_number(-0.0013), format_number(65659.97), format_number(-math.inf)
    ('−0.48', '−1.3e−3', '6.6e4', '−∞')
    >>> format_number(-0.0013, tiny=False)
    '0.00'

    Args:
        value: the number.
        decimals: digits after the point.
        tiny: write what is not zero, but would round to it, with a power of ten.

    Raises:
        ValueError: when the value is not a number (NaN).
    """
    if math.isnan(value):
        raise ValueError("NaN is no number that can be drawn; find the step that computed it")
    text = f"{value:.{decimals}f}"
    if math.isinf(value):
        text = f"{'-' * (value < 0)}{INFINITY}"
    elif abs(value) >= LARGEST_PLAIN or (tiny and value and not text.strip("-0.")):
        mantissa, exponent = f"{value:.1e}".split("e")
        text = f"{mantissa}e{int(exponent)}"
    elif not text.strip("-0."):
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def format_count(value: float) -> str:
    """Write a whole number with all its digits.

    >>> format_count(57_982_058_496)
    '57982058496'

    Raises:
        ValueError: when it is not a whole number.
    """
    if value != round(value):
        raise ValueError(f"a count is a whole number; got {value}")
    return f"{value:.0f}"


def reads_as_zero(written: str) -> bool:
    """Return whether a number as it is written is 0.

    >>> reads_as_zero("0.00"), reads_as_zero("3e−6"), reads_as_zero("<0.01")
    (True, False, False)
    """
    return float(written.replace(MINUS, "-").replace("<", "")) == 0


def format_vector(row: Tensor, decimals: int = 2) -> str:
    """Write a vector of shape (d,) as its numbers between commas, such as ``(1.60, 0.20)``."""
    return f"({', '.join(format_number(float(element), decimals) for element in row)})"


def format_weight(value: float, decimals: int = 2) -> str:
    """Write an attention weight; a positive one is never written 0.00, but as less than the decimals can show."""
    least = 10.0**-decimals
    return f"<{least:.{decimals}f}" if 0 < value < least / 2 else format_number(value, decimals)


def format_apart(first: float, second: float, between: str) -> str:
    """Write two numbers with a text between them, and as many decimals as tell them apart, two at the least.

    >>> format_apart(0.141, 0.143, " < "), format_apart(1.0, 1.0, " and ")
    ('0.141 < 0.143', '1.00 and 1.00')
    """
    for decimals in range(2, 9):
        shown = format_number(first, decimals), format_number(second, decimals)
        if shown[0] != shown[1] or first == second:
            return between.join(shown)
    return f"{first:g}{between}{second:g}".replace("-", MINUS)


def as_printed(value: float, decimals: int = 2) -> float:
    """Return the number that ``format_number`` writes: what a reader calculates with.

    >>> as_printed(2.2627, 2)
    2.26
    """
    return float(format_number(value, decimals, tiny=False).replace(MINUS, "-").replace(INFINITY, "inf"))


def decimals_that_add(terms: Sequence[float], total: float, choices: Sequence[int] = (2, 1, 3, 0)) -> int | None:
    """Return digits after the point with which printed terms add up to the printed total; None where none do.

    Args:
        terms: what is added.
        total: their sum.
        choices: digits, the best first.
    """
    for decimals in choices:
        seen = sum(as_printed(term, decimals) for term in terms)
        if as_printed(seen, decimals) == as_printed(total, decimals):
            return decimals
    return None


def decimals_that_multiply(
    products: Sequence[tuple[float, float]], *, decimals: int = 2, choices: Sequence[int] = (2, 3, 4)
) -> int | None:
    """Return digits after the point of factors with which all printed products are right; None where none do.

    Args:
        products: pairs of factors.
        decimals: digits of the products.
        choices: digits of the factors, the best first.
    """
    for digits in choices:
        seen = [as_printed(as_printed(one, digits) * as_printed(other, digits), decimals) for one, other in products]
        if seen == [as_printed(one * other, decimals) for one, other in products]:
            return digits
    return None
