"""``list``: all figures."""

from __future__ import annotations

import click

from rendering.commands.streams import say
from rendering.request.figure_names import listing


@click.command("list")
def list_figures() -> None:
    """List the figures: name, kind, section and what each shows."""
    say(listing())
