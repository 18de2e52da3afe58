"""The claims about figures, measured on the numbers that they draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rendering.request.shot import Shot
from scenes import load_figure
from scenes.claims import claims_of
from scenes.errors import UserError


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim, measured.

    Attributes:
        figure: the figure's name.
        statement: the claim.
        said: the measured values in words.
        holds: whether the claim is true of these numbers.
    """

    figure: str
    statement: str
    said: str
    holds: bool

    @property
    def line(self) -> str:
        """The claim with its values: ``✗ Two words pull equally: 0.41 and 0.22``."""
        return f"{'✓' if self.holds else '✗'} {self.statement.removesuffix('.')}: {self.said}"


def verdicts(shot: Shot, numbers: Any = None) -> tuple[Verdict, ...]:
    """Measure the claims about a figure on the numbers that it computes from a shot's parameters and world.

    Args:
        shot: the shot.
        numbers: those numbers, as a plan has them; they are computed when None.

    Raises:
        UserError: when the figure cannot be computed from them.
    """
    if numbers is None:
        numbers = load_figure(shot.figure).compute(shot.parameters, shot.world)
    result = []
    for claim in claims_of(shot.figure):
        try:
            measured = claim.measure(numbers, shot.world)
            result.append(Verdict(shot.figure, claim.statement, measured.said, measured.holds))
        except UserError as error:
            result.append(Verdict(shot.figure, claim.statement, f"cannot be measured: {error}", False))
    return tuple(result)


def untrue(shot: Shot, numbers: Any = None) -> tuple[str, ...]:
    """Return a line for each claim that is not true of a shot's numbers: ``✗ figure: claim: values``."""
    false = [verdict for verdict in verdicts(shot, numbers) if not verdict.holds]
    return tuple(f"✗ {verdict.figure}: {verdict.line.removeprefix('✗ ')}" for verdict in false)


def tally(checked: Iterable[Verdict]) -> str:
    """Return the number of claims and of untrue ones: ``12 claims: all true`` or ``12 claims: 3 are not true``."""
    results = [verdict.holds for verdict in checked]
    claims = "1 claim" if len(results) == 1 else f"{len(results)} claims"
    false = results.count(False)
    verb = "is" if false == 1 else "are"
    return f"{claims}: {f'{false} {verb} not true' if false else 'all true'}"
