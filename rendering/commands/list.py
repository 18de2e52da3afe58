"""``list``: all figures."""

from __future__ import annotations

import click

from rendering.commands.streams import say
from rendering.request.figure_names import listing
from scenes import FIGURES


@click.command("list")
@click.option("--uses", metavar="NAME", help="Only those that use a parameter, or a matrix of the world: --uses W_Q.")
def list_figures(uses: str | None) -> None:
    """List the figures by section: number, name, kind and what each shows."""
    if uses is None:
        say(listing())
        return
    from rendering.plan.uses import figures_using  # this loads everything that draws

    say(listing({name: FIGURES[name] for name in figures_using(uses)}))
