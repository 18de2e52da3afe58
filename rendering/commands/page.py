"""``page``: figures on a page that also gives the lecture."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.group import MISUSED
from rendering.commands.options import Means
from rendering.commands.production import display, report, requested
from rendering.commands.streams import say
from rendering.draw.startup import loading
from rendering.request.figure_names import ALL
from rendering.request.formats import Film
from rendering.request.look import Look
from rendering.request.settings import Changes


@click.command()
@options.lecture(required=False)
@options.look("high")
@options.out
@options.changes
@options.means
@options.notes
@click.option("-o", "--to", type=options.PATH, help="The page's folder, or its file with --single.")
@click.option("--single", is_flag=True, help="Write one file that holds everything.")
@click.option("--film", "joined", is_flag=True, help="Offer all figures as one film, too (see film).")
@options.title
def page(
    names: tuple[str, ...],
    look: Look,
    out: Path,
    changes: Changes,
    means: Means,
    notes: Path | None,
    to: Path | None,
    single: bool,
    joined: bool,
    title: str,
) -> None:
    """Write a page of figures that also gives the lecture, or a talk (see new-talk); it needs no network."""
    start = time.monotonic()
    if single and joined:
        raise click.UsageError("--film makes a page of one file too large; leave out --single or --film")
    talk = options.given_talk()
    request = requested(Film(), names if names or talk else (ALL,), changes, look, means)
    from rendering.batch.produce import ProductionLine

    line = ProductionLine(request, Store(means.cache), display)
    with loading():
        from rendering.publish.page import page_files, publish
        from rendering.publish.page_view import read_notes
        from rendering.publish.target import require_target

    target, said = to or out / ("page.html" if single else "page"), read_notes(notes, line.figures, talk)
    require_target(*page_files(target, single=single))
    written, outcomes = publish(line, said, target, title, single=single, joined=joined, talk=talk)
    code = report(outcomes, start, target)
    if written is None:
        say("error: no figure could be rendered, so there is no page", error=True)
        raise SystemExit(code or MISUSED)
    say(f"open {written}")
    raise SystemExit(code)
