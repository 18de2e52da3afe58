"""``film``: figures one after another as one film with chapters."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.group import FAILED, MISUSED
from rendering.commands.options import Means
from rendering.commands.production import display, report_failures, requested
from rendering.commands.streams import say
from rendering.draw.startup import loading
from rendering.request.figure_names import article
from rendering.request.formats import Film
from rendering.request.look import Look
from rendering.request.settings import Changes
from scenes.errors import UserError, shown


@click.command()
@options.some_names
@options.look("high")
@options.changes
@options.means
@click.option(
    "-o",
    "--to",
    type=options.FILE,
    default=Path("out/attention.mp4"),
    show_default=True,
    help="The film's file; captions and transcript lie beside it: -o talk.mp4.",
)
@click.option("--no-cards", "cards", is_flag=True, flag_value=False, default=True, help="Leave out the title cards.")
@options.title
def film(names: tuple[str, ...], look: Look, changes: Changes, means: Means, to: Path, cards: bool, title: str) -> None:
    """Join figures into one film with chapters: by default the whole article."""
    start = time.monotonic()
    if to.suffix.lower() != ".mp4":
        raise UserError(f"the film is an MP4 file, so its name ends in .mp4; got {shown(to)}")
    request = requested(Film(), names or article(), changes, look, means)
    from rendering.batch.produce import ProductionLine

    line = ProductionLine(request, Store(means.cache), display)
    with loading():
        from rendering.publish.whole_film import require_place, whole_film, write

    require_place(to)
    whole, outcomes = whole_film(line, title, cards=cards)
    code = report_failures(outcomes)
    if whole is None:
        say("error: not every figure could be rendered, so there is no film", error=True)
        raise SystemExit(code if code in (FAILED, MISUSED) else MISUSED)
    write(whole, to)
    seconds, size = whole.frames / whole.frame_rate, len(whole.content) / 1e6
    say(
        f"{to}: {len(whole.chapters)} chapters, {int(seconds // 60)} min {seconds % 60:.0f} s, {size:.1f} MB, "
        f"made in {time.monotonic() - start:.1f} s"
    )
    raise SystemExit(code)
