"""``new-world``: a world to be changed."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from rendering.commands import options
from rendering.commands.streams import say
from rendering.plan.new_world import write_new_world
from rendering.request.settings import Changes
from scenes.errors import UserError


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
@options.real_words
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new_world(
    file: Path,
    source: str,
    words: bool,
    axes: str | None,
    scale: float | None,
    phrases: tuple[str, ...],
    force: bool,
) -> None:
    """Write a world with comments, to be changed and given to --world."""
    changes = Changes(phrases=phrases, words=words, axes=axes, scale=scale)
    if phrases and not changes.real:
        raise UserError("--phrase is a phrase of real words; give --words, too, or write it into the world")
    given = changes.read().world if changes.real else None
    write_new_world(file, source, None if given is None else given.content, force=force)
    say(f"wrote {file}; next: render.py check --world {quote(str(file))}")
