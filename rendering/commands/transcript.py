"""``transcript``: what is said when, as plain text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rendering.commands import options
from rendering.commands.production import stories
from rendering.commands.streams import say
from rendering.publish.target import is_transcript, require_target
from rendering.request.figure_names import chosen
from rendering.request.formats import Timeline


@click.command()
@options.names
@options.look("high")
@options.changes
@options.means
@click.option("-o", "--to", type=options.FILE, help="Write to this file instead: -o talk.txt.")
def transcript(to: Path | None, **given: Any) -> None:
    """Print what is said when, and what can be seen at the end."""
    chosen(given["names"])
    if to is not None:
        require_target(to, is_ours=is_transcript)
    told, code = stories(Timeline(), **given)
    from rendering.cache.atomic_files import write_output
    from rendering.publish.transcript import transcript as text

    if told and to is not None:
        write_output(to, text(told).encode())
    elif told:
        say(text(told).removesuffix("\n"))
    raise SystemExit(code)
