"""``watch``: a live preview."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.commands import options
from rendering.commands.streams import say
from rendering.request.figure_names import chosen
from rendering.request.look import LookChoices
from rendering.request.settings import Changes
from scenes.errors import UserError, shown


@click.command()
@click.argument("name")
@options.look_choices("low")
@options.out
@options.changes
@options.jobs
@options.cache
@click.option("--open", "opened", is_flag=True, help="Open the preview in the browser.")
def watch(
    name: str, look: LookChoices, out: Path, changes: Changes, jobs: int | None, cache: Path | None, opened: bool
) -> None:
    """Render a figure at low quality at every save, with a page that refreshes itself."""
    source = name
    name = options.figure_name(source)
    if chosen([name]) != [name]:
        raise UserError(f"watch takes one figure; got {shown(name)}")
    changes.read()
    theme = look.read().style.theme
    from rendering.live import preview
    from rendering.live import watch as watching

    folder = out / "watch" / name
    page = preview.begin(folder, name, theme)
    say(f"open {page}")
    if opened:
        click.launch(str(page))
    watching.watch(source, folder, changes, look, jobs, cache)
