"""The commands for an example of one's own: a new world, what is true of it, its numbers, and files made again."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.world_file import write_new_world

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.


@click.command("new-world")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option("--from", "source", default="article", show_default=True, metavar="NAME|FILE.toml",
              help="World to start from: --from colours has a third axis and two heads.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new_world(file: Path, source: str, force: bool) -> None:
    """Write a world with a comment on each entry, to be changed and given to --world."""
    write_new_world(file, source, force=force)
    click.echo(f"wrote {file}; next: render.py check --world {file}")
