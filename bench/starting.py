"""The waiting time at the command line: ``python -m bench.starting`` prints a table, the best and the median of five.

``list`` and ``--help``; one figure at low quality with an empty cache, from a cold shell; the same figure in a watched
world, from the save of a changed vector to the numbers, the pictures and the film on the page; with ``--all``, which
renders them first, all figures when nothing has changed, and their page. ``--to docs/bench-starting.md`` keeps the
table.
"""

from __future__ import annotations

import datetime
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).parents[1]
ROUNDS = 5
State = Mapping[str, Any]
_WANTED_AFTER_A_SAVE = {"film": "< 3"}


def seconds(*arguments: str, cache: str) -> float:
    """Return the seconds of wall time that a command takes."""
    start = time.monotonic()
    command = [sys.executable, "render.py", *arguments]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "ATTENTION_CACHE": cache}, capture_output=True, check=True)
    return time.monotonic() - start


def after_saves(figure: str, folder: Path) -> Mapping[str, list[float]]:
    """Return the seconds from the save of a world's changed vector until each thing is on the watching page."""
    from rendering.live.preview import read_state

    folder.mkdir()
    world, page = folder / "my.toml", folder / "out" / "watch" / figure
    cache = str(folder / "cache")
    seconds("new-world", str(world), cache=cache)
    text = world.read_text(encoding="utf-8")
    times: dict[str, list[float]] = {}
    command = [sys.executable, "render.py", "watch", figure, "--world", str(world), "--out", str(folder / "out")]
    environment = {**os.environ, "ATTENTION_CACHE": cache}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            _until(lambda: bool(read_state(page).get("film")), process)
            time.sleep(1)
            for number in range(ROUNDS):
                before, start = read_state(page), time.monotonic()
                changed = text.replace("banana = [2.4, 0.2]", f"banana = [2.4, 0.2{number + 1}]")
                world.write_text(changed, encoding="utf-8")
                for name, is_there in _EVENTS.items():
                    _until(partial(_has_come, is_there, before, page), process)
                    times.setdefault(name, []).append(time.monotonic() - start)
        finally:
            process.terminate()
    return times


def _has_come(is_there: Callable[[State, State], bool], before: State, page: Path) -> bool:
    from rendering.live.preview import read_state

    return is_there(before, read_state(page))


def _beats(state: State) -> list[str]:
    return [beat["picture"] for beat in state["beats"]]


_EVENTS: Mapping[str, Callable[[State, State], bool]] = {
    "numbers": lambda old, new: new["numbers"] != old["numbers"],
    "first picture": lambda old, new: _beats(new)[0] != _beats(old)[0],
    "film": lambda old, new: new["film"] != old["film"],
}


def _until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    while not condition():
        if process.poll() is not None:
            raise click.ClickException("watch has ended")
        time.sleep(0.01)


def measured(figure: str, *, everything: bool) -> list[tuple[str, list[float], str]]:
    """Return the commands that were run, the seconds each time, and the target."""
    rows: list[tuple[str, list[float], str]] = []
    with tempfile.TemporaryDirectory() as folder:
        out, kept = (str(Path(folder) / name) for name in ("out", "cache"))
        for arguments in (["list"], ["--help"]):
            rows.append((arguments[0], [seconds(*arguments, cache=kept) for _ in range(ROUNDS)], "< 0.3"))
        caches = [str(Path(folder) / f"cache-{number}") for number in range(ROUNDS)]
        times = [seconds(figure, "-q", "low", "--out", out, cache=cache) for cache in caches]
        rows.append((f"{figure} -q low, empty cache", times, "< 3"))
        for name, each in after_saves(figure, Path(folder) / "watch").items():
            rows.append((f"watch {figure}, after a save: {name}", each, _WANTED_AFTER_A_SAVE.get(name, "")))
        if everything:
            seconds("all", "-q", "low", "--out", out, cache=kept)
            times = [seconds("all", "-q", "low", "--out", out, cache=kept) for _ in range(ROUNDS)]
            rows.append(("all -q low, nothing changed", times, "< 1"))
            times = [seconds("page", "-q", "low", "--out", out, cache=kept) for _ in range(ROUNDS)]
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
