"""What is said of figures, for the commands that need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rendering.cache.store import Store
from rendering.commands.options import Look
from rendering.request.figure_names import chosen
from rendering.request.results import Failed, Skipped
from rendering.request.settings import Changes
from rendering.request.shot import Film, Timeline, drawn_quality

if TYPE_CHECKING:
    from rendering.outputs.beats import Story
    from rendering.request.results import Listener, Outcome, State

# Everything that draws is imported by the command that needs it, so that the list and the help come at once.


def stories_of(
    form: Timeline, names: tuple[str, ...], changes: Changes, look: Look, jobs: int | None, cache: Path | None
) -> tuple[list[Story], bool]:
    """What is said of figures, and whether none failed; only what goes wrong is shown."""
    chosen(names)  # slips come to light before anything large is loaded
    settings = changes.read()
    from rendering.batch.produce import Request
    from rendering.publish.transcript import stories

    request = Request(names, settings, look.quality, form, Path(), jobs=jobs, style=look.style)
    told, outcomes = stories(request, Store(cache), _silent)
    for outcome in outcomes:
        if isinstance(outcome, Failed | Skipped):
            said = "error: " if isinstance(outcome, Failed) else "skipped "
            click.echo(f"{said}{outcome.figure}: {outcome.reason}", err=True)
    return told, not any(isinstance(outcome, Failed) for outcome in outcomes)


def write_captions_of(
    film: Film,
    figures: list[str],
    changes: Changes,
    look: Look,
    out: Path,
    jobs: int | None,
    cache: Path | None,
    **_: object,
) -> None:
    """Write captions beside films that were rendered.

    Args:
        film: what they were rendered as.
        figures: which.
        changes: what was changed in them.
        look: what they look like.
        out: where they are.
        jobs: processes at once.
        cache: the folder of finished work.
    """
    from rendering.publish.transcript import write_captions

    look = Look(drawn_quality(film, look.quality), look.style)
    told, _whole = stories_of(Timeline(), tuple(figures), changes, look, jobs, cache)
    write_captions(told, out)


@contextmanager
def _silent(total: int) -> Iterator[Listener]:
    yield _Silence()


class _Silence:
    """Hears how a batch goes and says nothing."""

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        """Nothing."""

    def ended(self, outcome: Outcome) -> None:
        """Nothing."""
