"""The commands that take a figure apart: one picture, what is said and when, a hand-out for print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rendering.commands import options
from rendering.commands.group import FAILED
from rendering.commands.making import make
from rendering.commands.options import Look
from rendering.commands.stories import stories_of
from rendering.request.shot import PICTURE_KINDS, PictureKind, Still, Timeline


@click.command()
@options.names
@options.look("high")
@options.out
@options.changes
@options.making
@click.option("--beat", metavar="NAME", help="The end of this beat (sheet names them): --beat shrink.")
@click.option("--at", type=click.FloatRange(0), metavar="SECONDS", help="This time of the film: --at 3.2.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(PICTURE_KINDS),
    default="png",
    show_default=True,
    help="Pixels, or outlines for any size.",
)
@click.option("--transparent", is_flag=True, help="Leave the background out.")
def still(beat: str | None, at: float | None, kind: PictureKind, transparent: bool, plain: bool, **given: Any) -> None:
    """Write one picture: --beat NAME, --at SECONDS or the end."""
    if beat is not None and at is not None:
        raise click.UsageError("--beat and --at exclude each other")
    make(Still(beat, at, kind, transparent, plain), **given)


_to = click.Path(path_type=Path, dir_okay=False)


@click.command()
@options.names
@options.look("high")
@options.changes
@options.jobs
@options.cache
@click.option("-o", "--to", type=_to, help="Write to this file instead: -o talk.txt.")
def transcript(to: Path | None, **given: Any) -> None:
    """Print what is said when, and what can be seen at the end."""
    told, whole = stories_of(Timeline(), **given)
    from rendering.publish.transcript import transcript as text
    from rendering.publish.transcript import write

    if told and to is not None:
        write(to, text(told).encode())
    elif told:
        click.echo(text(told), nl=False)
    if not whole:
        raise SystemExit(FAILED)


@click.command()
@options.names
@options.look("high", theme="print")
@options.changes
@options.jobs
@options.cache
@click.option("-o", "--to", type=_to, default=Path("handout.pdf"), show_default=True, help="The PDF file.")
@click.option("--title", default="Attention, drawn from its numbers", show_default=True, help="The document's title.")
def handout(to: Path, title: str, look: Look, **given: Any) -> None:
    """Write a printable PDF: the end of every beat with its caption."""
    told, whole = stories_of(Timeline(pictures=True), look=look, **given)
    from rendering.publish.transcript import handout as document
    from rendering.publish.transcript import write

    if told:
        write(to, document(told, look.style.theme, title))
        click.echo(f"{to}: {len(told)} {'figure' if len(told) == 1 else 'figures'}")
    if not whole:
        raise SystemExit(FAILED)
