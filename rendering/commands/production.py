"""From a command's options to the production line, and from its results to the terminal."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rendering.cache.store import Store
from rendering.commands.group import DEBUG, FAILED, MISUSED
from rendering.commands.options import Means
from rendering.commands.streams import say
from rendering.draw.startup import loading
from rendering.request.figure_names import chosen
from rendering.request.formats import Format, Timeline, drawn_quality
from rendering.request.look import Look
from rendering.request.own_figures import registered
from rendering.request.results import Rendered, Skipped, summary
from rendering.request.settings import Changes
from rendering.request.shot import QUALITIES, Shot
from scenes.errors import UserError
from scenes.style import DEFAULT

if TYPE_CHECKING:
    from rendering.batch.produce import Request
    from rendering.request.results import Listener, Outcome
    from rendering.request.story import Story

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.


def requested(
    form: Format,
    names: tuple[str, ...],
    changes: Changes,
    look: Look,
    means: Means,
    out: Path = Path(),
    records: bool = False,
) -> Request:
    """Return a command's options as a request; wrong names are found before anything large is loaded.

    Raises:
        UserError: when a figure is unknown, the changes cannot be read, or a cluster is to draw a figure of the user's.
    """
    chosen(names)
    if means.cluster and registered():
        raise UserError(f"--cluster draws figures of the project; {registered()[0]} is drawn on this machine only")
    with loading() if changes.real else nullcontext():  # real words are placed by torch
        settings = changes.read()
    quality = drawn_quality(form, look.quality)
    from rendering.batch.produce import Request

    return Request(names, settings, quality, form, out, means.force, means.jobs, means.cluster, look.style, records)


def make_files(
    form: Format,
    names: tuple[str, ...],
    changes: Changes,
    look: Look,
    out: Path,
    means: Means,
    records: bool,
) -> tuple[list[str], int]:
    """Make files and show the progress; return the figures that have files, and the exit code."""
    start = time.monotonic()
    request = requested(form, names, changes, look, means, out, records)
    from rendering.batch.produce import produce

    outcomes = produce(request, Store(means.cache), display)
    done = [outcome.figure for outcome in outcomes if isinstance(outcome, Rendered)]
    return done, report(outcomes, start, out)


def stories(
    form: Timeline, names: tuple[str, ...], changes: Changes, look: Look, means: Means
) -> tuple[list[Story], int]:
    """Return the beats of figures, and the exit code; report the skipped ones."""
    request = requested(form, names, changes, look, means)
    from rendering.publish.transcript import stories as told

    found, outcomes = told(request, Store(means.cache), display)
    return found, report_failures(outcomes)


def report(outcomes: list[Outcome], start: float, out: Path) -> int:
    """Print a batch's outcomes on standard output in one line; return the exit code.

    Args:
        outcomes: the outcome of each figure.
        start: the command's start, by ``time.monotonic``.
        out: folder for the files.
    """
    code = report_failures(outcomes)
    say(summary(outcomes, time.monotonic() - start, out))
    return code


def report_failures(outcomes: Iterable[Outcome]) -> int:
    """Print the skipped figures and the claims that are not true; return the exit code.

    Failures were printed when they occurred; their tracebacks are added on request.
    """
    codes = {0}
    for outcome in outcomes:
        if isinstance(outcome, Skipped):
            say(f"skipped {outcome.figure}: {outcome.reason}", error=True)
        elif isinstance(outcome, Rendered):
            for line in outcome.untrue:
                say(line, error=True)
        else:
            codes.add(MISUSED if outcome.mistake else FAILED)
            if os.environ.get(DEBUG):
                say(outcome.details, error=True)
    return FAILED if FAILED in codes else max(codes)


def planned(names: tuple[str, ...], changes: Changes) -> list[Shot]:
    """Return the shots that would be drawn; print which of ``all`` figures cannot be drawn from the user's numbers.

    Raises:
        UserError: when a figure is unknown, or the changes do not fit.
    """
    chosen(names)
    settings = changes.read()
    with loading():
        from rendering.plan.plan import plan_all

        plan = plan_all(names, settings, QUALITIES["high"], style=DEFAULT)
    for figure, why in plan.skipped.items():
        say(f"skipped {figure}: {why}", error=True)
    return plan.shots


def display(total: int) -> AbstractContextManager[Listener]:
    """Show the progress of a batch of figures on the terminal."""
    from rich.console import Console

    from rendering.commands.progress import shown_on

    return shown_on(Console(stderr=True), total)
