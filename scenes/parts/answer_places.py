"""Where two phrases, what they have become, a classifier and its answers stand: from left to right, or from the top."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.parts.geometry import Point, point
from scenes.stage import Region

_BETWEEN = 1.0
"""Scene units between the two context vectors that stand one above the other."""

_FOOT = 0.95
"""Scene units of the notes at the bottom, where they have one line each."""

_TALL = (1.15, 0.15, 0.85, 1.1, 0.75, 3.9, 0.4, 2.0)
_SHORT = (0.82, 0.14, 0.5, 0.65, 0.45, 1.8, 0.14, 0.95)
"""Scene units from the top: phrases, gap, arrows, classifier, arrows, answers, gap, notes; vectors not counted."""


_HIGHEST = 10.8
"""Scene units of both phrases' height at most, with their vectors and averages between them."""

_BAND = 1.9
"""Scene units of the averages' height at most."""


def averaging_places(safe: Region, *, wide: bool) -> tuple[list[tuple[Region, Point | None]], Region]:
    """Where two phrases stand with their vectors and where their averages do; and a strip between for arithmetic.

    In a wide frame the averages are at the phrases' right, of which nothing is said (None). In others the two meet in
    the middle, one at the left and one at the right; the strip is the right one's place.

    Args:
        safe: the frame without its margin.
        wide: whether the frame is much wider than high.
    """
    if wide:
        upper, strip, lower = safe.rows(2.9, 1.2, 2.9)
        return [(upper, None), (lower, None)], strip
    spare = max(safe.height - _HIGHEST, 0.0) / 2
    upper, band, lower = safe.inset(top=spare, bottom=spare).rows(*((3.0, 4.4, 3.0) if spare else (2.1, 2.75, 2.1)))
    left, right = (column.centre for column in band.columns(1, 1))
    middle = float(band.centre[1])
    strip = Region(float(left[0]) + 0.85, safe.right, middle - _BAND / 2, middle + _BAND / 2)
    return [(upper, left), (lower, right)], strip


@dataclass(frozen=True, slots=True)
class AnswerPlaces:
    """Places for each of two phrases, of what is theirs and of what they share.

    Attributes:
        contexts: the middles of the context vectors.
        phrases: where the phrases stand.
        box: where the classifier stands.
        answers: where its answers stand.
        foot: where the notes stand.
        downward: whether the way goes from the top to the bottom, not from left to right.
    """

    contexts: tuple[Point, Point]
    phrases: tuple[Region, Region]
    box: Region
    answers: tuple[Region, Region]
    foot: Region
    downward: bool


def from_the_left(safe: Region, height: float, *, roomy: bool) -> AnswerPlaces:
    """Phrases and vectors at the left, one above the middle and one below it; answers at the right.

    Args:
        safe: the frame without its margin.
        height: of a context vector, scene units.
        roomy: whether the answers can have much of the width.
    """
    foot = Region(safe.left, safe.right, safe.bottom, safe.bottom + _FOOT)
    body = safe.inset(bottom=_FOOT + 0.1)
    shares = ((4.7, 2.1, 5.6), 0.4) if roomy else ((4.2, 1.8, 4.2), 0.35)
    left, middle, right = body.columns(*shares[0], gap=shares[1])
    contexts, phrases, answers = [], [], []
    for up in (1.0, -1.0):
        y = float(body.centre[1]) + up * (_BETWEEN + height) / 2
        contexts.append(point(left.centre[0], y))
        beyond = y + up * (height / 2 + 0.4)
        phrases.append(Region(left.left, left.right, beyond - 0.3, beyond + 0.3))
        answers.append(Region(right.left + 0.25, right.right, y - height / 2, y + height / 2))
    reach = _BETWEEN / 2 + height
    box = Region(middle.left, middle.right, float(body.centre[1]) - reach, float(body.centre[1]) + reach)
    return AnswerPlaces(
        (contexts[0], contexts[1]), (phrases[0], phrases[1]), box, (answers[0], answers[1]), foot, downward=False
    )


def from_the_top(safe: Region, height: float) -> AnswerPlaces:
    """A column for each phrase: itself, its vector, the classifier across both, its answers.

    Args:
        safe: the frame without its margin.
        height: of a context vector, scene units.
    """
    shares = _TALL if sum(_TALL) + height <= safe.height else _SHORT
    spare = max(safe.height - sum(shares) - height, 0.0)
    body = safe.inset(top=spare / 2, bottom=spare / 2)
    phrase, _, vector, _, box, _, answer, _, foot = body.rows(*shares[:2], height, *shares[2:])

    def both(row: Region) -> tuple[Region, Region]:
        left, right = row.columns(1, 1, gap=0.3)
        return left, right

    left, right = both(vector)
    return AnswerPlaces((left.centre, right.centre), both(phrase), box, both(answer), foot, downward=True)
