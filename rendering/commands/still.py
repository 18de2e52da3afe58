"""``still``: a picture of one moment."""

from __future__ import annotations

from typing import Any

import click

from rendering.commands import options
from rendering.commands.production import make_files
from rendering.request.formats import LONGEST, PICTURE_KINDS, PictureKind, Still


@click.command()
@options.pictures("high")
@click.option("--beat", metavar="NAME", help="The end of this beat (sheet names them): --beat shrink.")
@click.option("--at", type=options.Number(0, LONGEST), metavar="SECONDS", help="This time of the film: --at 3.2.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(PICTURE_KINDS),
    default="png",
    show_default=True,
    help="Pixels, or outlines for any size: --format pdf.",
)
@click.option("--transparent", is_flag=True, help="Leave the background out.")
def still(beat: str | None, at: float | None, kind: PictureKind, transparent: bool, plain: bool, **given: Any) -> None:
    """Write one picture: --beat NAME, --at SECONDS or the end."""
    if beat is not None and at is not None:
        raise click.UsageError("--beat and --at exclude each other")
    _, code = make_files(Still(beat, at, kind, transparent, plain), **given)
    raise SystemExit(code)
