"""``check``: claims about figures, measured on a user's numbers."""

from __future__ import annotations

from itertools import zip_longest

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
        # Real words are softer than words that somebody placed: each measurement has the article's own beside it.
        own = [] if shot.world.made_from is None else verdicts(*planned((shot.figure,), Changes()))
        for verdict, before in zip_longest(results, own):
            say(f"  {verdict.line}")
            if before is not None and before.said != verdict.said:
                say(f"    (in the article's own world: {before.said})")
    every = [verdict for results in checked for verdict in results]
    say(tally(every))
    if not all(verdict.holds for verdict in every):
        raise SystemExit(FAILED)
