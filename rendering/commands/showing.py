"""The commands that show something: figures, their numbers, a live preview, this machine, finished work."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.group import FAILED
from rendering.commands.making import planned
from rendering.request.figure_names import chosen, listing
from rendering.request.settings import Changes
from scenes.errors import UserError, shown

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.


@click.command("list")
def list_figures() -> None:
    """List the figures: name, kind, section and what each shows."""
    click.echo(listing())


@click.command()
@options.names
@options.changes
def show(names: tuple[str, ...], changes: Changes) -> None:
    """Show figures' parameters and the numbers they compute."""
    shots = planned(names, changes)
    from rich.console import Console

    from rendering.outputs.tables import described

    console = Console()
    for shot in shots:
        console.print(*described(shot, console.width), sep="\n", crop=False)


@click.command()
@click.argument("name")
@options.out
@options.changes
@click.option("--open", "opened", is_flag=True, help="Open the preview in the browser.")
def watch(name: str, out: Path, changes: Changes, opened: bool) -> None:
    """Render a figure at low quality at every save, with a page that refreshes itself."""
    if chosen([name]) != [name]:
        raise UserError(f"watch takes one figure; got {shown(name)}")
    changes.read()
    from rendering.live import preview
    from rendering.live import watch as watching

    folder = out / "watch" / name
    page = preview.begin(folder, name)
    click.echo(f"open {page}")
    if opened:
        click.launch(str(page))
    watching.watch(name, folder, changes)


@click.command()
@options.out
def doctor(out: Path) -> None:
    """Check this machine: a line for each need, with the exact repair."""
    from rendering.doctor import examine, line

    sound = True
    for finding in examine(out):
        click.echo(line(finding))
        sound = sound and (finding.well or not finding.needed)
    if not sound:
        raise SystemExit(FAILED)


@click.command()
@click.argument("what", type=click.Choice(["size", "clear", "prune"]))
@options.cache
@click.option("--megabytes", type=click.IntRange(0), default=2000, show_default=True, help="What prune may leave.")
@click.option("--days", type=click.FloatRange(0), help="Prune what was not used for so long, too.")
def cache(what: str, cache: Path | None, megabytes: int, days: float | None) -> None:
    """Look after finished work: its size; remove all; remove the longest unused."""
    store = Store(cache)
    if what == "size":
        click.echo(f"{store.size()}: {store.folder}")
    elif what == "clear":
        click.echo(f"removed {store.clear()}")
    else:
        click.echo(f"removed {store.prune(megabytes * 1_000_000, None if days is None else days * 86_400)}")
