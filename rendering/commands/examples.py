"""The commands for an example of one's own: a new world, what is true of it, its numbers, and files made again."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.group import FAILED
from rendering.commands.making import display, planned
from rendering.plan.new_world import write_new_world
from rendering.request.results import Rendered
from rendering.request.settings import Changes, Settings

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.


@click.command("new-world")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
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
    """Write a world with a comment on each entry, to be changed and given to --world."""
    write_new_world(file, source, force=force)
    click.echo(f"wrote {file}; next: render.py check --world {file}")


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@options.changes
def check(names: tuple[str, ...], changes: Changes) -> None:
    """Measure what is claimed of figures (all) on your numbers: a line each, ✓ or ✗; ends with 1 if one is false."""
    shots = planned(names or ("all",), changes)
    from rendering.plan.check_claims import tally, verdicts

    checked = [verdicts(shot) for shot in shots]
    for shot, results in zip(shots, checked, strict=True):
        click.echo(shot.figure)
        for verdict in results:
            click.echo(f"  {verdict.line}")
    every = [verdict for results in checked for verdict in results]
    click.echo(tally(every))
    if not all(verdict.holds for verdict in every):
        raise SystemExit(FAILED)


@click.command()
@options.names
@options.changes
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="How numbers are written: --format csv for a spreadsheet.",
)
def numbers(names: tuple[str, ...], changes: Changes, form: str) -> None:
    """Print all that figures compute, with shapes and the titles of rows and columns."""
    shots = planned(names, changes)
    if form == "table":
        from rich.console import Console

        from rendering.outputs.tables import number_tables

        console = Console()
        for shot in shots:
            console.print(shot.figure, style="bold", highlight=False, markup=False)
            for title, table in number_tables(shot, console.width):
                console.print(title, table, sep="\n", highlight=False, markup=False, crop=False)
        return
    from rendering.outputs.numbers import as_csv, as_json

    click.echo((as_csv if form == "csv" else as_json)(shots))


@click.command()
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.json")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out") / "replay",
    show_default=True,
    help="Folder for the file.",
)
@options.jobs
@options.cache
@click.option("--force", is_flag=True, help="Render it even if it is among finished work.")
def replay(record: Path, out: Path, jobs: int | None, cache: Path | None, force: bool) -> None:
    """Make the file of a record again, byte for byte: replay out/attention-predict.mp4.json."""
    from rendering.cache.record import read_record, recorded_shot, same_file, since

    read = read_record(record)
    shot = recorded_shot(read, str(record))
    from rendering.batch.produce import Request, reproduce
    from rendering.cache.digest import Digests

    for line in since(read, Digests().of_shot(shot)):
        click.echo(f"made otherwise: {line}", err=True)
    request = Request((shot.figure,), Settings(), shot.quality, shot.format, out, force, jobs, records=True)
    outcome = reproduce(shot, request, Store(cache), display)
    if not isinstance(outcome, Rendered):
        raise SystemExit(FAILED)
    if not same_file(read, outcome.path):
        raise click.ClickException(f"{outcome.path} is not the same file as then")
    click.echo(f"the same file, byte for byte: {outcome.path}")
