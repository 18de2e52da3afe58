"""``doctor``: this machine, checked."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.commands import options
from rendering.commands.group import FAILED
from rendering.commands.streams import say


@click.command()
@options.out
def doctor(out: Path) -> None:
    """Check this machine: a line for each need, with the exact repair."""
    from rendering.doctor import examine, line

    sound = True
    for finding in examine(out):
        say(line(finding))
        sound = sound and (finding.well or not finding.needed)
    if not sound:
        raise SystemExit(FAILED)
