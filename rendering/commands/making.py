"""The commands that make files: films and pictures, contact sheets, the lecture page, slides."""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.group import DEBUG, FAILED
from rendering.commands.options import Look
from rendering.commands.stories import write_captions_of
from rendering.draw.startup import loading
from rendering.request.figure_names import chosen
from rendering.request.results import Failed, Rendered, Skipped, summary
from rendering.request.settings import Changes
from rendering.request.shot import (
    CONTAINERS,
    ENCODER_NAMES,
    QUALITIES,
    Container,
    EncoderName,
    Film,
    Format,
    Sheet,
    Shot,
    drawn_quality,
)
from scenes.style import DEFAULT

if TYPE_CHECKING:
    from rendering.batch.tasks import Work
    from rendering.publish.page_view import FigureView
    from rendering.request.results import Listener, Outcome

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.

REELS = "reels"
"""The folder, in the output folder, of films with their beats: page and slides are made from them."""


@click.command()
@options.names
@options.look("high")
@options.out
@options.changes
@options.making
@click.option(
    "--encoder",
    type=click.Choice(ENCODER_NAMES),
    default="balanced",
    show_default=True,
    help="Size of the films against time: --encoder small.",
)
@click.option("--vfr", is_flag=True, help="Variable frame rate: what stands still is one frame.")
@click.option(
    "--format",
    "container",
    type=click.Choice(CONTAINERS),
    default="mp4",
    show_default=True,
    help="webm, mov: transparent; png: a ZIP of frames.",
)
@click.option("--transparent", is_flag=True, help="Leave the background out of pictures, too: --format png.")
@click.option("--captions", is_flag=True, help="Also write captions beside films: NAME.srt and NAME.vtt.")
@click.option("--burn-captions", "burned", is_flag=True, help="Draw each beat's caption beneath the picture.")
def render(
    encoder: EncoderName,
    vfr: bool,
    container: Container,
    transparent: bool,
    captions: bool,
    burned: bool,
    plain: bool,
    **given: Any,
) -> None:
    """Render figures to video or picture files."""
    if transparent and container in ("mp4", "gif"):
        raise click.UsageError(f"{container} cannot be transparent; take --format webm, mov or png")
    film = Film(encoder, vfr, plain, container, transparent, burned)
    done, whole = made(film, **given)
    if captions and done:
        write_captions_of(film, done, **given)
    if not whole:
        raise SystemExit(FAILED)


@click.command()
@options.names
@options.look("medium")
@options.out
@options.changes
@options.making
@click.option(
    "--every", type=click.FloatRange(0.1), metavar="SECONDS", help="Also show a frame at this interval: --every 0.5."
)
@click.option("--columns", type=click.IntRange(1), help="Frames side by side: --columns 4.")
def sheet(every: float | None, columns: int | None, plain: bool, **given: Any) -> None:
    """Write contact sheets: the end of every beat with its caption."""
    make(Sheet(every, columns, plain), **given)


_reels_first = click.argument("names", nargs=-1, metavar="[NAME...]")
_notes = click.option(
    "--notes", type=click.Path(path_type=Path), help="TOML file with your own speaker notes: --notes my.toml."
)


@click.command()
@_reels_first
@options.look("high")
@options.out
@options.changes
@options.jobs
@_notes
@click.option("-o", "--to", type=click.Path(path_type=Path), help="The page's folder, or its file with --single.")
@click.option("--single", is_flag=True, help="Write one file that holds everything.")
@click.option(
    "--title",
    default="Attention, drawn from its numbers",
    show_default=True,
    help='The page\'s title: --title "My talk".',
)
def page(
    names: tuple[str, ...],
    look: Look,
    out: Path,
    changes: Changes,
    jobs: int | None,
    notes: Path | None,
    to: Path | None,
    single: bool,
    title: str,
) -> None:
    """Write a page of figures that also gives the lecture; it needs no network."""
    shots = planned(names or ("all",), changes, look)
    from rendering.publish import page as pages

    views, whole = _reels(shots, out, notes, jobs)
    _say_untrue(shots, changes)
    written = pages.publish(views, out / REELS, to or out / ("page.html" if single else "page"), title, single=single)
    click.echo(f"open {written}")
    if not whole:
        raise SystemExit(FAILED)


@click.command()
@options.names
@options.look("high")
@options.out
@options.changes
@options.jobs
@_notes
@click.option("-o", "--to", type=click.Path(path_type=Path), default=Path("deck"), show_default=True, help="Folder.")
def slides(
    names: tuple[str, ...],
    look: Look,
    out: Path,
    changes: Changes,
    jobs: int | None,
    notes: Path | None,
    to: Path,
) -> None:
    """Write a slide deck for manim-slides: it presents it and converts it to PPTX, PDF and HTML."""
    shots = planned(names, changes, look)
    from rendering.publish import slides as decks

    views, whole = _reels(shots, out, notes, jobs)
    _say_untrue(shots, changes)
    if not whole:
        raise SystemExit(FAILED)
    _work(shots, partial(decks.cut_film, reels=out / REELS), to / decks.FILMS, jobs, time.monotonic())
    deck = decks.write_deck(views, to, to.resolve().name)
    click.echo(f"present with: manim-slides present --folder {deck.parent} {deck.stem}")


def _reels(shots: list[Shot], out: Path, notes: Path | None, jobs: int | None) -> tuple[list[FigureView], bool]:
    """What can be shown of figures, rendered where they are not yet, and whether that is all of them."""
    from rendering.publish import media as lecture
    from rendering.publish.page_view import read_notes
    from rendering.publish.reel import keys_of, render_reel

    start, written = time.monotonic(), read_notes(notes, [shot.figure for shot in shots])
    keys = keys_of(shots)
    due = lecture.waiting(shots, out / REELS, keys)
    whole = not due or _all_done(due, partial(render_reel, keys=keys), out / REELS, jobs, start)
    return lecture.rendered_views(shots, out / REELS, written, keys), whole


def planned(names: tuple[str, ...], changes: Changes, look: Look | None = None) -> list[Shot]:
    """What is to be drawn; slips in names come to light before anything large is loaded.

    Says why a figure is left out, where ``all`` are asked for and not all can be drawn from the user's numbers.
    """
    chosen(names)
    settings = changes.read()
    look = look or Look(QUALITIES["high"], DEFAULT)
    with loading():
        from rendering.plan.plan import plan_all

        plan = plan_all(names, settings, look.quality, style=look.style)
    for figure, why in plan.skipped.items():
        click.echo(f"skipped {figure}: {why}", err=True)
    return plan.shots


def _say_untrue(shots: list[Shot], changes: Changes) -> None:
    """Say which claims about figures are not true of the user's own numbers."""
    from rendering.plan.check_claims import untrue

    for line in untrue(shots) if changes != Changes() else ():
        click.echo(line, err=True)


def _work(shots: list[Shot], work: Work, out: Path, jobs: int | None, start: float) -> None:
    """Do work on shots, showing how it goes, and end with 1 when a figure failed."""
    if not _all_done(shots, work, out, jobs, start):
        raise SystemExit(FAILED)


def _all_done(shots: list[Shot], work: Work, out: Path, jobs: int | None, start: float) -> bool:
    """Do work on shots, showing how it goes; whether no figure failed."""
    from rendering.batch.tasks import do_all

    with display(len(shots)) as listener:
        outcomes = do_all(shots, out, listener, jobs, work)
    return _told(outcomes, start, out)


def _told(outcomes: list[Outcome], start: float, out: Path) -> bool:
    """Say what came of a batch; whether no figure failed."""
    for skipped in (outcome for outcome in outcomes if isinstance(outcome, Skipped)):
        click.echo(f"skipped {skipped.figure}: {skipped.reason}", err=True)
    for line in (line for outcome in outcomes if isinstance(outcome, Rendered) for line in outcome.untrue):
        click.echo(line, err=True)
    click.echo(summary(outcomes, time.monotonic() - start, out))
    failures = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    if os.environ.get(DEBUG):
        for failure in failures:
            click.echo(failure.details, err=True)
    return not failures


def make(
    form: Format,
    names: tuple[str, ...],
    changes: Changes,
    look: Look,
    out: Path,
    jobs: int | None,
    cluster: str | None,
    force: bool,
    cache: Path | None,
    records: bool,
) -> None:
    """Make files, showing how it goes, and end with 1 when a figure failed."""
    if not made(form, names, changes, look, out, jobs, cluster, force, cache, records)[1]:
        raise SystemExit(FAILED)


def made(
    form: Format,
    names: tuple[str, ...],
    changes: Changes,
    look: Look,
    out: Path,
    jobs: int | None,
    cluster: str | None,
    force: bool,
    cache: Path | None,
    records: bool,
) -> tuple[list[str], bool]:
    """Make files, showing how it goes; the figures that are there, and whether none failed."""
    start = time.monotonic()
    chosen(names)  # slips come to light before anything large is loaded
    settings = changes.read()
    from rendering.batch.produce import Request, produce

    quality = drawn_quality(form, look.quality)
    request = Request(names, settings, quality, form, out, force, jobs, cluster, look.style, records)
    outcomes = produce(request, Store(cache), display)
    done = [outcome.figure for outcome in outcomes if isinstance(outcome, Rendered)]
    return done, _told(outcomes, start, out)


def display(total: int) -> AbstractContextManager[Listener]:
    """Shows on the terminal how a batch of so many figures goes."""
    from rich.console import Console

    from rendering.batch.progress import shown_on

    return shown_on(Console(stderr=True), total)
