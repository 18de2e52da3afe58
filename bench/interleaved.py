"""Two ways of doing the same, timed in turns, so that whatever else the machine does affects both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

Work = Callable[[], object]


@dataclass(frozen=True)
class Comparison:
    """Seconds for one call of ours and of the reference: the fastest of all rounds, and the median round's ratio."""

    ours: float
    reference: float
    median_ratio: float

    @property
    def ratio(self) -> float:
        """The fastest of ours over the fastest of the reference."""
        return self.ours / self.reference


def synchronize(device: str) -> None:
    """Wait until an accelerator has finished; a CPU always has."""
    if device != "cpu":
        torch.accelerator.synchronize()


def seconds(work: Work, calls: int, device: str) -> float:
    """Return the seconds of one call, averaged over ``calls`` calls in a row."""
    # the CPU time of one thread leaves out whatever else runs on the machine
    clock = time.process_time if device == "cpu" and torch.get_num_threads() == 1 else time.perf_counter
    synchronize(device)
    start = clock()
    for _ in range(calls):
        work()
    synchronize(device)
    return (clock() - start) / calls


def compare(ours: Work, reference: Work, device: str, *, budget: float = 2.0, rounds: int = 60) -> Comparison:
    """Time both in turns, each beginning every other round, within about ``budget`` seconds.

    Args:
        ours: the function to measure.
        reference: the function to compare it with.
        device: the device of the tensors.
        budget: seconds for both together.
        rounds: the number of rounds, if the budget allows each at least one call.
    """
    once = seconds(ours, 2, device) + seconds(reference, 2, device)
    rounds = max(5, min(rounds, int(budget / once)))
    calls = max(1, int(budget / once / rounds))
    pairs = []
    for turn in range(rounds):
        if turn % 2:
            theirs, mine = seconds(reference, calls, device), seconds(ours, calls, device)
        else:
            mine, theirs = seconds(ours, calls, device), seconds(reference, calls, device)
        pairs.append((mine, theirs))
    return Comparison(
        min(mine for mine, _ in pairs),
        min(theirs for _, theirs in pairs),
        statistics.median(mine / theirs for mine, theirs in pairs),
    )


def in_units(time_taken: float) -> str:
    """Return a time with a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if time_taken >= size:
            return f"{time_taken / size:.3g} {unit}"
    return f"{time_taken * 1e9:.3g} ns"
