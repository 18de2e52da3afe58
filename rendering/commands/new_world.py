"""``new-world``: a world to be changed."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from rendering.commands import options
from rendering.commands.streams import say
from rendering.plan.new_world import write_new_world


@click.command("new-world")
@click.argument("file", type=options.PATH, metavar="FILE.toml")
@click.option(
    "--from",
    "source",
    default="article",
    show_default=True,
    metavar="NAME|FILE.toml",
    help="World to start from: --from colours has a third axis and two heads.",
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new_world(file: Path, source: str, force: bool) -> None:
    """Write a world with comments, to be changed and given to --world."""
    write_new_world(file, source, force=force)
    say(f"wrote {file}; next: render.py check --world {quote(str(file))}")
