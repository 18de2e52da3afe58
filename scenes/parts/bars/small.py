"""The words of a long phrase that share one name: "five others"."""

from __future__ import annotations

import torch
from torch import Tensor

from scenes.parts.plane.band import SLACK_BELOW

MOST_NAMED = 7
"""Names beside a strip of weights at the most, with "five others" among them."""


def small(weights: Tensor) -> list[bool]:
    """Return for each word whether it is one of the others, whose weights are named and printed together.

    Words are, whose weights are below ``SLACK_BELOW``, where there are at least two of them; and where more than
    ``MOST_NAMED`` names would be left, all but the largest weights: of equal ones the first have names of their own.

    >>> small(torch.tensor([0.01, 0.7, 0.02, 0.27]))
    [True, False, True, False]

    Args:
        weights: shape (T,).
    """
    hidden = weights < SLACK_BELOW
    if int(hidden.sum()) < 2:
        hidden = torch.zeros_like(hidden)
    if int((~hidden).sum()) + bool(hidden.any()) > MOST_NAMED:
        hidden = torch.ones_like(hidden)
        hidden[weights.argsort(descending=True, stable=True)[: MOST_NAMED - 1]] = False
    return [bool(each) for each in hidden]
