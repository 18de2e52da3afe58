"""The command line: lists the figures, renders them, shows their numbers, draws their contact sheets."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from rendering.files import OutputError, reason
from rendering.listing import chosen, listing
from rendering.outcomes import Failed, summary
from rendering.settings import read_settings
from rendering.shot import ENCODER_NAMES, QUALITIES, EncoderName, Film, Format, Sheet, Shot
from rendering.store import Store
from scenes.errors import UserError, shown, suggestion

if TYPE_CHECKING:
    from rendering.outcomes import Listener, Outcome
    from rendering.page_view import FigureView
    from rendering.tasks import Work

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.

_F = TypeVar("_F", bound=Callable[..., Any])
_DEBUG = "ATTENTION_DEBUG"
REELS = "reels"
"""The folder, in the output folder, of films with their beats: page and slides are made from them."""

_FAILED, _MISUSED, _INTERRUPTED = 1, 2, 130


class OneLineErrors(click.Group):
    """A group whose mistakes are one line each, and which takes the names of figures for ``render NAME``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``render`` before what is no command; nothing at all asks for help."""
        if not args:
            args = ["--help"]
        elif args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["render", *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run, and end the process with 0, 1 (failed), 2 (misused) or 130 (interrupted)."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.Abort:
            click.echo("interrupted", err=True)
            code = _INTERRUPTED
        except (click.ClickException, UserError) as error:
            code = _complain(error, _message(error), _MISUSED)
        except (OutputError, OSError) as error:
            code = _complain(error, reason(error), _FAILED)
        except Exception as error:
            code = _complain(error, f"{type(error).__name__}: {reason(error)} ({_DEBUG}=1 shows where)", _FAILED)
        sys.exit(code if isinstance(code, int) else 0)


def _message(error: Exception) -> str:
    if not isinstance(error, click.ClickException):
        return str(error)
    if isinstance(error, click.NoSuchOption):
        return f"no such option {shown(error.option_name)}{suggestion(error.option_name, error.possibilities or ())}"
    text = " ".join(error.format_message().split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _complain(error: Exception, message: str, code: int) -> int:
    if os.environ.get(_DEBUG):
        traceback.print_exception(error)
    click.echo(f"error: {message}", err=True)
    return code


def _changes(command: _F) -> _F:
    """The options that change what is drawn."""
    for option in (
        click.option("--params", type=click.Path(path_type=Path), help="TOML file with values to change."),
        click.option(
            "--set", "assignments", multiple=True, metavar="KEY=VALUE",
            help="Change a parameter, or a number of the world: world.vectors.apple=1.2,1.9. Repeatable.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def _quality(default: str) -> Callable[[_F], _F]:
    names = click.Choice(list(QUALITIES))
    return click.option("-q", "--quality", type=names, default=default, show_default=True, help="Size and frame rate.")


_names = click.argument("names", nargs=-1, required=True, metavar="NAME... | all")
_out = click.option(
    "--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Folder for the files."
)
_cache = click.option(
    "--cache", type=click.Path(path_type=Path), help="Folder of finished work, instead of this system's own."
)


_jobs = click.option("-j", "--jobs", type=click.IntRange(1), help="Processes at once; one a core when left out.")


def _makes_files(command: _F) -> _F:
    """The options of all commands that make files."""
    for option in (
        click.option("--plain-manim", "plain", is_flag=True, help="Let manim draw without our shortcuts."),
        _cache,
        click.option("--cluster", metavar="ADDRESS", help="Dask scheduler (tcp://HOST:8786), or local:N."),
        _jobs,
        click.option("--force", is_flag=True, help="Render what was rendered before, too."),
    ):
        command = option(command)
    return command


@click.group(cls=OneLineErrors, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Render the figures: `render.py NAME... | all`, the same as `render.py render NAME... | all`."""


@main.command("list")
def list_figures() -> None:
    """List the figures: name, kind, section and what each shows."""
    click.echo(listing())


@main.command()
@_names
@_quality("high")
@_out
@_changes
@_makes_files
@click.option("--encoder", type=click.Choice(ENCODER_NAMES), default="balanced", show_default=True,
              help="Size of the films against time.")  # fmt: skip
@click.option("--vfr", is_flag=True, help="Variable frame rate: what stands still is one frame.")
def render(encoder: EncoderName, vfr: bool, plain: bool, **options: Any) -> None:
    """Render figures to video or picture files."""
    _make(Film(encoder, vfr, plain), **options)


@main.command()
@_names
@_changes
def show(names: tuple[str, ...], assignments: tuple[str, ...], params: Path | None) -> None:
    """Show figures' parameters and the numbers they compute."""
    chosen(names)  # slips come to light before anything large is loaded
    settings = read_settings(assignments, params)
    from rich.console import Console

    from rendering.planning import plan
    from rendering.tables import described

    console = Console()
    for shot in plan(names, settings, QUALITIES["high"]):
        console.print(*described(shot), sep="\n")


@main.command()
@_names
@_quality("medium")
@_out
@_changes
@_makes_files
@click.option("--every", type=click.FloatRange(0.1), metavar="SECONDS", help="Also show a frame at this interval.")
@click.option("--columns", type=click.IntRange(1), help="Frames side by side.")
def sheet(every: float | None, columns: int | None, plain: bool, **options: Any) -> None:
    """Write contact sheets: the end of every beat with its caption."""
    _make(Sheet(every, columns, plain), **options)


_reels_first = click.argument("names", nargs=-1, metavar="[NAME...]")
_notes = click.option("--notes", type=click.Path(path_type=Path), help="TOML file with your own speaker notes.")


@main.command()
@_reels_first
@_quality("high")
@_out
@_changes
@_jobs
@_notes
@click.option("-o", "--to", type=click.Path(path_type=Path), help="The page's folder, or its file with --single.")
@click.option("--single", is_flag=True, help="Write one file that holds everything.")
@click.option("--title", default="Attention, drawn from its numbers", show_default=True, help="The page's title.")
def page(
    names: tuple[str, ...], quality: str, out: Path, assignments: tuple[str, ...], params: Path | None,
    jobs: int | None, notes: Path | None, to: Path | None, single: bool, title: str,
) -> None:  # fmt: skip
    """Write a page of figures that also gives the lecture; it needs no network."""
    shots = _shots(names or ("all",), assignments, params, quality)
    from rendering import page as pages

    views, whole = _reels(shots, out, notes, jobs)
    written = pages.publish(views, out / REELS, to or out / ("page.html" if single else "page"), title, single=single)
    click.echo(f"open {written}")
    if not whole:
        raise SystemExit(_FAILED)


@main.command()
@_names
@_quality("high")
@_out
@_changes
@_jobs
@_notes
@click.option("-o", "--to", type=click.Path(path_type=Path), default=Path("deck"), show_default=True, help="Folder.")
def slides(
    names: tuple[str, ...], quality: str, out: Path, assignments: tuple[str, ...], params: Path | None,
    jobs: int | None, notes: Path | None, to: Path,
) -> None:  # fmt: skip
    """Write a slide deck for manim-slides: it presents it and converts it to PPTX, PDF and HTML."""
    shots = _shots(names, assignments, params, quality)
    from rendering import slides as decks

    views, whole = _reels(shots, out, notes, jobs)
    if not whole:
        raise SystemExit(_FAILED)
    _work(shots, partial(decks.cut_film, reels=out / REELS), to / decks.FILMS, jobs, time.monotonic())
    deck = decks.write_deck(views, to, to.resolve().name)
    click.echo(f"present with: manim-slides present --folder {deck.parent} {deck.stem}")


@main.command()
@click.argument("name")
@_out
@_changes
@click.option("--open", "opened", is_flag=True, help="Open the preview in the browser.")
def watch(name: str, out: Path, assignments: tuple[str, ...], params: Path | None, opened: bool) -> None:
    """Render a figure at low quality at every save, with a page that refreshes itself."""
    if chosen([name]) != [name]:
        raise UserError(f"watch takes one figure; got {shown(name)}")
    read_settings(assignments, params)
    from rendering import preview
    from rendering import watch as watching

    folder = out / "watch" / name
    page = preview.begin(folder, name)
    click.echo(f"open {page}")
    if opened:
        click.launch(str(page))
    watching.watch(name, folder, assignments, params)


@main.command()
@_out
def doctor(out: Path) -> None:
    """Check this machine: a line for each need, with the exact repair."""
    from rendering.doctor import examine, line

    sound = True
    for finding in examine(out):
        click.echo(line(finding))
        sound = sound and (finding.well or not finding.needed)
    if not sound:
        raise SystemExit(_FAILED)


@main.command()
@click.argument("what", type=click.Choice(["size", "clear", "prune"]))
@_cache
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


def _reels(shots: list[Shot], out: Path, notes: Path | None, jobs: int | None) -> tuple[list[FigureView], bool]:
    """What can be shown of figures, rendered where they are not yet, and whether that is all of them."""
    from rendering import lecture
    from rendering.page_view import read_notes
    from rendering.reel import keys_of, render_reel

    start, written = time.monotonic(), read_notes(notes, [shot.figure for shot in shots])
    keys = keys_of(shots)
    due = lecture.waiting(shots, out / REELS, keys)
    whole = not due or _all_done(due, partial(render_reel, keys=keys), out / REELS, jobs, start)
    return lecture.rendered_views(shots, out / REELS, written, keys), whole


def _shots(names: tuple[str, ...], assignments: tuple[str, ...], params: Path | None, quality: str) -> list[Shot]:
    """What is to be drawn; slips in names come to light before anything large is loaded."""
    chosen(names)
    settings = read_settings(assignments, params)
    from rendering.planning import plan

    return plan(names, settings, QUALITIES[quality])


def _work(shots: list[Shot], work: Work, out: Path, jobs: int | None, start: float) -> None:
    """Do work on shots, showing how it goes, and end with 1 when a figure failed."""
    if not _all_done(shots, work, out, jobs, start):
        raise SystemExit(_FAILED)


def _all_done(shots: list[Shot], work: Work, out: Path, jobs: int | None, start: float) -> bool:
    """Do work on shots, showing how it goes; whether no figure failed."""
    from rendering.tasks import do_all

    with _display(len(shots)) as listener:
        outcomes = do_all(shots, out, listener, jobs, work)
    return _told(outcomes, start, out)


def _told(outcomes: list[Outcome], start: float, out: Path) -> bool:
    """Say what came of a batch; whether no figure failed."""
    click.echo(summary(outcomes, time.monotonic() - start, out))
    failures = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    if os.environ.get(_DEBUG):
        for failure in failures:
            click.echo(failure.details, err=True)
    return not failures


def _make(
    form: Format, names: tuple[str, ...], assignments: tuple[str, ...], params: Path | None, quality: str, out: Path,
    jobs: int | None, cluster: str | None, force: bool, cache: Path | None,
) -> None:  # fmt: skip
    """Make files, showing how it goes, and end with 1 when a figure failed."""
    start = time.monotonic()
    chosen(names)  # slips come to light before anything large is loaded
    settings = read_settings(assignments, params)
    from rendering.studio import Request, produce

    request = Request(names, settings, QUALITIES[quality], form, out, force, jobs, cluster)
    if not _told(produce(request, Store(cache), _display), start, out):
        raise SystemExit(_FAILED)


def _display(total: int) -> AbstractContextManager[Listener]:
    from rich.console import Console

    from rendering.progress import shown_on

    return shown_on(Console(stderr=True), total)


if __name__ == "__main__":
    main()
