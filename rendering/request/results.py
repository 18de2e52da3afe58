"""Results and progress events of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Rendered:
    """A finished file.

    Attributes:
        figure: the figure's name.
        path: the file.
        seconds: the time that rendering took; None when it was rendered before.
        untrue: a line for each claim about the figure that is not true of the user's numbers.
    """

    figure: str
    path: Path
    seconds: float | None
    untrue: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A figure that could not be rendered.

    Attributes:
        figure: its name.
        reason: why, in one line.
        details: the traceback, for whoever repairs the figure.
        log: the file with the details.
        mistake: whether it was asked for something that it cannot do, so that nothing is to be repaired.
    """

    figure: str
    reason: str
    details: str = ""
    log: Path | None = None
    mistake: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """A figure that cannot be drawn from the user's numbers, and was not asked for by its name.

    Attributes:
        figure: its name.
        reason: why, in one line.
    """

    figure: str
    reason: str


Outcome = Rendered | Failed | Skipped


class Phase(IntEnum):
    """The stage of a figure's rendering."""

    WAITING = 0
    DRAWING = 1
    ENCODING = 2


@dataclass(frozen=True, slots=True)
class State:
    """The progress of an unfinished figure.

    Attributes:
        figure: its name.
        phase: the stage of its rendering.
        beat: the number of beats drawn.
        beats: the number of all beats; None when unknown.
        seconds: the length of film drawn so far.
    """

    figure: str
    phase: Phase
    beat: int = 0
    beats: int | None = None
    seconds: float = 0.0


class Listener(Protocol):
    """A receiver of a batch's progress and outcomes."""

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        """Receive the state of each unfinished figure, and an estimate of the seconds left, where there is one."""

    def ended(self, outcome: Outcome) -> None:
        """Receive the outcome of a figure that is finished or has failed."""


class Silence:
    """A listener that does nothing."""

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        """Do nothing."""

    def ended(self, outcome: Outcome) -> None:
        """Do nothing."""


def summary(outcomes: Sequence[Outcome], seconds: float, folder: Path) -> str:
    """Return the outcomes of a batch in one line."""
    skipped = sum(isinstance(outcome, Skipped) for outcome in outcomes)
    failed = [outcome.figure for outcome in outcomes if isinstance(outcome, Failed)]
    unchanged = sum(isinstance(outcome, Rendered) and outcome.seconds is None for outcome in outcomes)
    count = len(outcomes) - skipped
    figures = "figure" if count == 1 else "figures"
    rest = f", {skipped} skipped" if skipped else ""
    if unchanged == count:
        return f"nothing changed: {count} {figures}{rest} in {seconds:.1f} s: {folder}"
    said = f"{count - len(failed)} of {count}" if failed else str(count)
    same = f" ({unchanged} unchanged)" if unchanged else ""
    text = f"{said} {figures}{same}{rest} in {seconds:.1f} s: {folder}"
    return f"{text}; failed: {', '.join(failed)}" if failed else text
