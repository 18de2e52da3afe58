"""``show``: figures' parameters and numbers, for reading."""

from __future__ import annotations

import click

from rendering.commands import options
from rendering.commands.production import planned
from rendering.request.settings import Changes


@click.command()
@options.names
@options.changes
def show(names: tuple[str, ...], changes: Changes) -> None:
    """Show figures' parameters and the numbers they compute."""
    shots = planned(names, changes)
    from rich.console import Console

    from rendering.outputs.tables import described

    console = Console()
    for shot in shots:
        console.print(*described(shot, console.width), sep="\n", crop=False)
