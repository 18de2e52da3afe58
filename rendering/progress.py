"""How a batch goes, shown while it goes: bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from rendering.pool import Failed, Listener, Outcome


class Lines:
    """One line for every figure that is finished or has failed.

    Args:
        console: where to print.
        total: how many figures there are.
    """

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        self._total = total
        self._ended = 0

    def drawn(self, seconds: Mapping[str, float]) -> None:
        """Says nothing: a line for every step would only hide the others."""

    def ended(self, outcome: Outcome) -> None:
        """Print what came of a figure."""
        self._ended += 1
        line = (
            sentence(outcome) if isinstance(outcome, Failed) else f"[{self._ended}/{self._total}] {sentence(outcome)}"
        )
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)


class Bars(Lines):
    """A bar for the batch and a line for each film that is being drawn, besides the lines of what has ended.

    Args:
        progress: rich's display.
        total: how many figures there are.
    """

    def __init__(self, progress: Progress, total: int) -> None:
        super().__init__(progress.console, total)
        self._progress = progress
        self._batch = progress.add_task("figures", total=total, note=f"0/{total}")
        self._films: dict[str, TaskID] = {}

    def drawn(self, seconds: Mapping[str, float]) -> None:
        """Show how far each film is."""
        for figure, value in seconds.items():
            if value > 0:
                if figure not in self._films:
                    self._films[figure] = self._progress.add_task(figure, total=None, note="")
                self._progress.update(self._films[figure], note=f"{value:.1f} s drawn")
        self._progress.refresh()

    def ended(self, outcome: Outcome) -> None:
        """Print what came of a figure and take its line away."""
        super().ended(outcome)
        self._progress.update(self._batch, advance=1, note=f"{self._ended}/{self._total}")
        if outcome.figure in self._films:
            self._progress.remove_task(self._films.pop(outcome.figure))


def sentence(outcome: Outcome) -> str:
    """What came of a figure, in one line."""
    if isinstance(outcome, Failed):
        return f"error: {outcome.figure}: {outcome.reason}"
    return f"{outcome.figure} {outcome.seconds:.1f} s"


def summary(outcomes: Sequence[Outcome], seconds: float, folder: Path) -> str:
    """What came of a batch, in one line."""
    failed = [outcome.figure for outcome in outcomes if isinstance(outcome, Failed)]
    count = f"{len(outcomes) - len(failed)} of {len(outcomes)}" if failed else str(len(outcomes))
    figures = "figure" if len(outcomes) == 1 else "figures"
    text = f"{count} {figures} in {seconds:.1f} s: {folder}"
    return f"{text}; failed: {', '.join(failed)}" if failed else text


@contextmanager
def shown_on(console: Console, total: int) -> Iterator[Listener]:
    """A listener that shows a batch of ``total`` figures on a console."""
    if not console.is_terminal:
        yield Lines(console, total)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}"),
    )
    # No thread of its own refreshes the display: processes are forked while it is shown.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        yield Bars(progress, total)
