"""``sheet``: contact sheets."""

from __future__ import annotations

from typing import Any

import click

from rendering.commands import options
from rendering.commands.group import FAILED
from rendering.commands.production import make_files
from rendering.request.formats import Sheet


@click.command()
@options.names
@options.look("medium")
@options.out
@options.changes
@options.means
@options.records
@options.plain
@click.option(
    "--every", type=click.FloatRange(0.1), metavar="SECONDS", help="Also show a frame at this interval: --every 0.5."
)
@click.option("--columns", type=click.IntRange(1), help="Frames side by side: --columns 4.")
def sheet(every: float | None, columns: int | None, plain: bool, **given: Any) -> None:
    """Write contact sheets: the end of every beat with its caption."""
    if not make_files(Sheet(every, columns, plain), **given)[1]:
        raise SystemExit(FAILED)
