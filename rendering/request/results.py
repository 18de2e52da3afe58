"""What comes of a batch and how it goes: said by whoever renders, heard by whoever shows."""

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
        path: where the file is.
        seconds: how long rendering took; None when it was rendered before.
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
        details: the traceback, for whoever mends the figure.
        log: the file that the details are kept in.
    """

    figure: str
    reason: str
    details: str = ""
    log: Path | None = None


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
    """How far a figure is."""

    WAITING = 0
    DRAWING = 1
    ENCODING = 2


@dataclass(frozen=True, slots=True)
class State:
    """How far a figure is that is not finished.

    Attributes:
        figure: its name.
        phase: what is done now.
        beat: how many beats are told.
        beats: how many there are; None when that is not known.
        seconds: how much of a film is drawn.
    """

    figure: str
    phase: Phase
    beat: int = 0
    beats: int | None = None
    seconds: float = 0.0


class Listener(Protocol):
    """Is told how a batch goes."""

    def went(self, states: Sequence[State], seconds_left: float | None) -> None:
        """How far each unfinished figure is, and how long all will take, where that can be told."""

    def ended(self, outcome: Outcome) -> None:
        """A figure is finished or has failed."""


def summary(outcomes: Sequence[Outcome], seconds: float, folder: Path) -> str:
    """What came of a batch, in one line."""
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
