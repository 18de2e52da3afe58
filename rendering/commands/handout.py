"""``handout``: a printable PDF of all beats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rendering.commands import options
from rendering.commands.production import stories
from rendering.commands.streams import say
from rendering.publish.target import require_target
from rendering.request.figure_names import chosen
from rendering.request.formats import Timeline
from rendering.request.look import Look


@click.command()
@options.names
@options.look("high", theme="print")
@options.changes
@options.means
@click.option(
    "-o",
    "--to",
    type=options.FILE,
    default=Path("handout.pdf"),
    show_default=True,
    help="The PDF file.",
)
@options.title
def handout(to: Path, title: str, look: Look, **given: Any) -> None:
    """Write a printable PDF: the end of every beat with its caption."""
    chosen(given["names"])
    require_target(to)
    told, code = stories(Timeline(pictures=True), look=look, **given)
    from rendering.cache.atomic_files import write_output
    from rendering.publish.transcript import handout as document

    if told:
        write_output(to, document(told, look.style.theme, title))
        say(f"{to}: {len(told)} {'figure' if len(told) == 1 else 'figures'}")
    raise SystemExit(code)
