"""``replay``: the file of a record, made again."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.cache.atomic_files import OutputError
from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.options import Means
from rendering.commands.production import display, report_failures
from rendering.commands.streams import say
from rendering.request.results import Rendered
from rendering.request.settings import Settings
from scenes.errors import shown


@click.command()
@click.argument("record", type=options.PATH, metavar="RECORD.json")
@click.option(
    "--out",
    type=options.PATH,
    default=Path("out") / "replay",
    show_default=True,
    help="Folder for the file.",
)
@options.means
def replay(record: Path, out: Path, means: Means) -> None:
    """Make the file of a record again, byte for byte: replay out/attention-predict.mp4.json."""
    from rendering.cache.record import read_record, recorded_shot, same_file, since

    read = read_record(record)
    shot = recorded_shot(read, str(record))
    from rendering.batch.produce import ProductionLine, Request
    from rendering.cache.digest import Digests

    for line in since(read, Digests().of_shot(shot)):
        say(f"made otherwise: {line}", error=True)
    request = Request(
        (shot.figure,), Settings(), shot.quality, shot.format, out, means.force, means.jobs, means.cluster
    )
    production = ProductionLine(request, Store(means.cache), display)
    outcome = production.make([shot], out, records=True)[shot.figure]
    if not isinstance(outcome, Rendered):
        raise SystemExit(report_failures([outcome]))
    if not same_file(read, outcome.path):
        raise OutputError(f"{shown(outcome.path)} is not the same file as then")
    say(f"the same file, byte for byte: {outcome.path}")
