"""The waiting time at the command line: ``python -m bench.starting`` prints a table, the best and the median of five.

``list`` and ``--help``; one figure at low quality with an empty cache, from a cold shell; with ``--all``, which renders
them first, all figures when nothing has changed, and their page. ``--to docs/bench-starting.md`` keeps the table.
"""

from __future__ import annotations

import datetime
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
ROUNDS = 5


def seconds(*arguments: str, cache: str) -> float:
    """Return the seconds of wall time that a command takes."""
    start = time.monotonic()
    command = [sys.executable, "render.py", *arguments]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "ATTENTION_CACHE": cache}, capture_output=True, check=True)
    return time.monotonic() - start


def measured(figure: str, *, everything: bool) -> list[tuple[str, list[float], str]]:
    """Return the commands that were run, the seconds each time, and the target."""
    rows: list[tuple[str, list[float], str]] = []
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out")
        for arguments in (["list"], ["--help"]):
            rows.append((arguments[0], [seconds(*arguments, cache=folder) for _ in range(ROUNDS)], "< 0.3"))
        caches = [str(Path(folder) / f"cache-{number}") for number in range(ROUNDS)]
        times = [seconds(figure, "-q", "low", "--out", out, cache=cache) for cache in caches]
        rows.append((f"{figure} -q low, empty cache", times, "< 3"))
        if everything:
            seconds("all", "-q", "low", "--out", out, cache=folder)
            times = [seconds("all", "-q", "low", "--out", out, cache=folder) for _ in range(ROUNDS)]
            rows.append(("all -q low, nothing changed", times, "< 1"))
            times = [seconds("page", "-q", "low", "--out", out, cache=folder) for _ in range(ROUNDS)]
            rows.append(("page -q low, after all", times, "< 5"))
    return rows


@click.command()
@click.option("--figure", default="attention-update-apple", show_default=True)
@click.option("--all", "everything", is_flag=True, help="Also all figures when nothing has changed, and their page.")
@click.option("--to", type=click.Path(path_type=Path), help="Also write the table to this file.")
def main(figure: str, everything: bool, to: Path | None) -> None:
    """Measure and print the table."""
    load = os.getloadavg()[0]
    lines = ["| command | best, s | median, s | wanted, s |", "| --- | --- | --- | --- |"]
    for name, times, wanted in measured(figure, everything=everything):
        lines.append(f"| `{name}` | {min(times):.2f} | {statistics.median(times):.2f} | {wanted} |")
    table = "\n".join(lines)
    click.echo(table)
    if to:
        day = datetime.date.today().isoformat()
        to.write_text(
            f"# Starting, measured\n\n{day}: best and median of {ROUNDS}, on {os.cpu_count()} cores; load before it "
            f"began: {load:.1f}. By `python -m bench.starting --all`.\n\n{table}\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
