"""``new-talk``: a talk to be changed."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from rendering.commands import options
from rendering.commands.streams import say
from rendering.plan.new_talk import write_new_talk


@click.command("new-talk")
@click.argument("file", type=options.PATH, metavar="FILE.toml")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new_talk(file: Path, force: bool) -> None:
    """Write a talk with comments, to be changed and given to page and slides."""
    write_new_talk(file, force=force)
    say(f"wrote {file}; next: render.py page {quote(str(file))} -q low")
