"""The progress of a batch on the terminal: a line for each figure, or plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.text import Text

from rendering.request.results import Failed, Listener, Outcome, Phase, Skipped, State
from scenes.errors import without_controls


class Lines:
    """One line for every figure that is finished or has failed.

    Args:
        console: where to print.
        total: the number of figures.
    """

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        self._total = total
        self._ended = 0

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        """Print nothing: a line for every step would only hide the others."""

    def ended(self, outcome: Outcome) -> None:
        """Print the outcome of a figure."""
        self._ended += 1
        said = without_controls(sentence(outcome))
        line = said if isinstance(outcome, Failed) else f"[{self._ended}/{self._total}] {said}"
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)


class Board(Lines):
    """A line for each unfinished figure and one for the batch, below the lines of finished figures.

    Args:
        live: rich's display.
        total: the number of figures.
    """

    def __init__(self, live: Live, total: int) -> None:
        super().__init__(live.console, total)
        self._live = live

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        """Show the progress of each figure."""
        room = max(self._live.console.height - 2, 1)
        shown = sorted(states, key=lambda state: state.phase == Phase.WAITING)[:room]
        width = max((len(state.figure) for state in shown), default=0)
        lines = [f"{state.figure:{width}}  {description(state)}" for state in shown]
        if len(states) > room:
            lines[-1:] = [f"and {len(states) - room + 1} more"]
        left = "" if seconds_left is None else f", about {duration(seconds_left)} left"
        lines.append(f"{self._ended} of {self._total} done{left}")
        self._live.update(Text("\n".join(lines), no_wrap=True, overflow="ellipsis"), refresh=True)


def description(state: State) -> str:
    """Return the present stage of a figure, in words."""
    if state.phase == Phase.WAITING:
        return "waiting"
    if state.phase == Phase.ENCODING:
        return "encoding"
    beat = state.beat + 1 if state.beats is None else min(state.beat + 1, state.beats)
    total = "" if state.beats is None else f" of {state.beats}"
    return f"beat {beat}{total}" + (f", {state.seconds:.1f} s drawn" if state.seconds else "")


def duration(seconds: float) -> str:
    """Return a time in words: ``8 s``, ``2 min 5 s``."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def sentence(outcome: Outcome) -> str:
    """Return the outcome of a figure, in one line."""
    if isinstance(outcome, Failed):
        log = f" (log: {outcome.log})" if outcome.log else ""
        return f"error: {outcome.figure}: {outcome.reason}{log}"
    if isinstance(outcome, Skipped):
        return f"skipped {outcome.figure}: {outcome.reason}"
    return f"{outcome.figure} unchanged" if outcome.seconds is None else f"{outcome.figure} {outcome.seconds:.1f} s"


@contextmanager
def shown_on(console: Console, total: int) -> Iterator[Listener]:
    """Yield a listener that shows a batch of ``total`` figures on a console."""
    if not console.is_terminal:
        yield Lines(console, total)
        return
    # No thread of its own refreshes the display: processes are forked while it is shown.
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield Board(live, total)
