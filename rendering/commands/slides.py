"""``slides``: a deck with a slide for each beat."""

from __future__ import annotations

import time
from pathlib import Path
from shlex import quote

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.options import Means
from rendering.commands.production import display, report, requested
from rendering.commands.streams import say
from rendering.draw.startup import loading
from rendering.request.formats import Cuts
from rendering.request.look import Look
from rendering.request.settings import Changes


@click.command()
@options.lecture(required=True)
@options.look("high")
@options.changes
@options.means
@options.notes
@click.option("-o", "--to", type=options.PATH, default=Path("deck"), show_default=True, help="Folder.")
def slides(names: tuple[str, ...], look: Look, changes: Changes, means: Means, notes: Path | None, to: Path) -> None:
    """Write a slide deck for manim-slides: it presents it and converts it to PPTX, PDF and HTML."""
    start, talk = time.monotonic(), options.given_talk()
    request = requested(Cuts(), names, changes, look, means)
    from rendering.batch.produce import ProductionLine

    line = ProductionLine(request, Store(means.cache), display)
    with loading():
        from rendering.publish.page_view import read_notes
        from rendering.publish.slides import deck_file, publish
        from rendering.publish.target import require_target

    said = read_notes(notes, line.figures, talk)
    require_target(deck_file(to))
    deck, outcomes = publish(line, said, to, talk)
    code = report(outcomes, start, to)
    if deck is None:
        raise SystemExit(code)
    say(f"present with: manim-slides present --folder {quote(str(deck.parent))} {quote(deck.stem)}")
