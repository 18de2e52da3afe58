"""``numbers``: everything that figures compute, as a table, CSV or JSON."""

from __future__ import annotations

import click

from rendering.commands import options
from rendering.commands.production import planned
from rendering.commands.streams import say
from rendering.request.settings import Changes


@click.command()
@options.names
@options.changes
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="How numbers are written: --format csv for a spreadsheet.",
)
def numbers(names: tuple[str, ...], changes: Changes, form: str) -> None:
    """Print all that figures compute, with shapes and the titles of rows and columns."""
    shots = planned(names, changes)
    if form == "table":
        from rich.console import Console

        from rendering.outputs.tables import number_tables

        console = Console()
        for shot in shots:
            console.print(shot.figure, style="bold", highlight=False, markup=False)
            for title, table in number_tables(shot, console.width):
                console.print(title, table, sep="\n", highlight=False, markup=False, crop=False)
        return
    from rendering.outputs.numbers import as_csv, as_json

    say((as_csv if form == "csv" else as_json)(shots))
