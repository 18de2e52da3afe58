"""``check``: claims about figures, measured on a user's numbers."""

from __future__ import annotations

import click

from rendering.commands import options
from rendering.commands.group import FAILED
from rendering.commands.production import planned
from rendering.commands.streams import say
from rendering.request.figure_names import ALL
from rendering.request.settings import Changes


@click.command()
@options.some_names
@options.changes
def check(names: tuple[str, ...], changes: Changes) -> None:
    """Measure what is claimed of figures (all) on your numbers: a line each, ✓ or ✗; ends with 1 if one is false."""
    shots = planned(names or (ALL,), changes)
    from rendering.plan.check_claims import tally, verdicts

    checked = [verdicts(shot) for shot in shots]
    for shot, results in zip(shots, checked, strict=True):
        say(shot.figure)
        for verdict in results:
            say(f"  {verdict.line}")
    every = [verdict for results in checked for verdict in results]
    say(tally(every))
    if not all(verdict.holds for verdict in every):
        raise SystemExit(FAILED)
