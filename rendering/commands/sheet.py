"""``sheet``: contact sheets."""

from __future__ import annotations

from typing import Any

import click

from rendering.commands import options
from rendering.commands.production import make_files
from rendering.request.formats import LONGEST, SHORTEST, Sheet


@click.command()
@options.pictures("medium")
@click.option(
    "--every",
    type=options.Number(SHORTEST, LONGEST),
    metavar="SECONDS",
    help="Also show a frame at this interval: --every 0.5.",
)
@click.option("--columns", type=click.IntRange(1), help="Frames side by side: --columns 4.")
def sheet(every: float | None, columns: int | None, plain: bool, **given: Any) -> None:
    """Write contact sheets: the end of every beat with its caption."""
    _, code = make_files(Sheet(every, columns, plain), **given)
    raise SystemExit(code)
