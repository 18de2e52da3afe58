"""Softmax by hand: e to the power of every score, rounded so that a pencil finds the sum and the shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.number_format import LARGEST_PLAIN, as_printed, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.token import haloed
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.shared.phrase import LARGEST_SCORE
from scenes.style import DEFAULT, Style

_LEAST_TOTAL = 10.0
"""The least sum: below it whole numbers say little."""

_STEPS, FINER = (1.0, 10.0, 100.0, 1000.0), (1.0, 0.1)
"""Steps to multiples of which powers are rounded, the best first; those for a row whose total is small."""

_RAISED, _SMALLER = 0.13, 0.74
"""Scene units by which an exponent stands higher than its base, and its size as a share of that one's."""


@dataclass(frozen=True)
class Powers:
    """e to the power of every score, as rounded as they can be printed.

    Attributes:
        each: shape (T,).
        rest: of all words together that have no piece of their own, shape ().
        total: shape ().
        step: of which all are multiples; None where no step is right for all.
    """

    each: Tensor
    rest: Tensor
    total: Tensor
    step: float | None


def powers_of(scores: Tensor, weights: Tensor, named: Sequence[int], steps: Sequence[float] = _STEPS) -> Powers:
    """Return the powers, rounded so that a pencil finds them, their sum and the weights.

    Args:
        scores: shape (T,).
        weights: their softmax, shape (T,).
        named: the positions of the words that have pieces of their own.
        steps: of which they may be multiples, the best first.
    """
    each = scores.clamp(max=LARGEST_SCORE).exp()  # (T,)
    others = [index for index in range(len(each)) if index not in named]
    rest, total = each[others].sum(), each.sum()
    if _LEAST_TOTAL <= float(total) < LARGEST_PLAIN:
        for step in steps:
            powers = Powers(_to(step, each), _to(step, rest), _to(step, total), step)
            if _agree(powers, step, scores, weights, named):
                return powers
    return Powers(each, rest, total, None)


def _to(step: float, values: Tensor) -> Tensor:
    """Return values as multiples of a step."""
    return step * (values / step).round()


def _agree(powers: Powers, step: float, scores: Tensor, weights: Tensor, named: Sequence[int]) -> bool:
    """Return whether rounded powers are those of printed scores, add up to their sum, and give the weights."""
    whole = float(powers.total)
    if not whole or abs(sum(float(powers.each[index]) for index in named) + float(powers.rest) - whole) > step / 2:
        return False
    return all(
        abs(math.exp(as_printed(float(scores[index]))) - float(powers.each[index])) <= step / 2
        and format_number(float(powers.each[index]) / whole) == format_number(float(weights[index]))
        for index in named
    )


def power_text(
    score: Tensor, power: Tensor, step: float | None, color: str, size: float, style: Style = DEFAULT
) -> VGroup:
    """Return e to the power of a score, and what that is as a multiple of a step."""
    base = Math("e", size=size, style=style)
    exponent = Number(score, size=_SMALLER * size, color=color, style=style)
    raised = Row([base, exponent], 0.04)
    exponent.shift(point(0.0, _RAISED))
    return _about(raised, power, step, color, size, style)


def others_text(name: str, power: Tensor, step: float | None, size: float, style: Style = DEFAULT) -> VGroup:
    """Return the power of all other words together, as a multiple of a step."""
    return _about(Label(name, size=size, style=style), power, step, style.theme.ink, size, style)


def decimals_of(step: float | None) -> int:
    """Return the digits after the point of multiples of a step."""
    return 1 if step is not None and step < 1 else 0


def _about(what: VMobject, power: Tensor, step: float | None, color: str, size: float, style: Style) -> VGroup:
    """Return something, and what it is about, as a rounded number."""
    result = Number(power, decimals=decimals_of(step), size=size, color=color, style=style)
    sign = Math("approx", size=size, style=style)
    return haloed(Row([what, sign, result], 0.14), style)


def rest_on(text: VGroup, baseline: float) -> None:
    """Move a text with its halo up or down until its baseline is at a height."""
    row = text[1]
    assert isinstance(row, Row)
    text.shift(point(0.0, baseline - row.baseline))
