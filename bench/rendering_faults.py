"""Renderings killed and interrupted at random moments, and a check of what is left each time.

python -m bench.rendering_faults --times 500
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import av
import click
import psutil
from PIL import Image

from rendering.draw.startup import INTERRUPTED

ROOT = Path(__file__).parents[1]
FAULTS = ("kill a worker", "kill the parent", "interrupt")
ON_SAMPLES = """
import sys
sys.path[:0] = ["", "tests/samples"]
from rendering.draw.startup import loading
with loading():
    import sample_figures, scenes, render
scenes.FIGURES.update(sample_figures.FIGURES)
render.run()
"""
FIGURES = ("sample-moving", "sample-still", "sample-scattered")
OPTIONS = ("-q", "low", "--jobs", "2")


def start(folder: Path, figures: Sequence[str] = FIGURES, **environment: str) -> psutil.Popen:
    """Begin to render figures into ``folder/out``, with ``folder`` for everything else.

    Further environment variables may be given by name.
    """
    return psutil.Popen(
        [sys.executable, "-c", ON_SAMPLES, *figures, *OPTIONS, "--out", str(folder / "out")],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder), "ATTENTION_CACHE": str(folder / "cache"), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def strike(fault: str, figures: Sequence[str], folder: Path, seconds: float) -> tuple[int, float]:
    """Let a rendering of figures meet a fault after some time; return its exit code, and the seconds until it ended.

    Raises:
        AssertionError: when a process or a partial file is left, or the next run does not complete.
    """
    (folder / "out").mkdir(parents=True, exist_ok=True)
    process = start(folder, figures)
    time.sleep(seconds)
    family = [process, *process.children(recursive=True)] if process.is_running() else []
    struck = time.monotonic()
    try:
        if fault == "kill a worker" and len(family) > 1:
            random.choice(family[1:]).kill()
        elif fault == "kill the parent":
            process.kill()
        elif fault == "interrupt":
            process.send_signal(signal.SIGINT)
    except psutil.NoSuchProcess:
        pass
    output = process.communicate(timeout=60)[0].decode()
    took = time.monotonic() - struck
    if fault == "interrupt":
        assert process.returncode in (0, INTERRUPTED, -signal.SIGINT), output
        assert took < 10, "it goes on"
    _, alive = psutil.wait_procs(family, timeout=5)
    assert not alive, f"still there: {alive}"
    check(folder / "out")
    return int(process.returncode), took


def check(out: Path) -> None:
    """Check that every file under a final name is complete, and that every record belongs to the file beside it."""
    for path in out.iterdir():
        if path.name.startswith("."):
            continue
        if path.suffix == ".mp4":
            with av.open(str(path)) as film:
                assert sum(1 for _ in film.decode(video=0)) > 10, path
        elif path.suffix == ".json":
            content = path.with_suffix("").read_bytes()
            assert json.loads(path.read_bytes())["sha256"] == hashlib.sha256(content).hexdigest(), path
        else:
            with Image.open(path) as image:
                image.load()


def complete(folder: Path) -> None:
    """Check that the next run renders all that is missing, and leaves no hidden files."""
    process = start(folder)
    output = process.communicate(timeout=120)[0].decode()
    assert process.returncode == 0, output
    check_complete(folder)


def check_complete(folder: Path) -> None:
    """Check that all files and records are there, and nothing else."""
    check(folder / "out")
    names = {path.name for path in (folder / "out").iterdir()}
    files = {"sample-moving.mp4", "sample-still.png", "sample-scattered.png"}
    assert names == files | {f"{name}.json" for name in files}, names
    assert not list(folder.glob(".rendering-*")), "what was left is not swept"


@click.command()
@click.option("--times", default=500)
@click.option("--seed", default=0)
def main(times: int, seed: int) -> None:
    """Strike ``times`` times; report how the runs ended, and on stderr how many have been seen so far."""
    chance, ends, slowest = random.Random(seed), Counter[tuple[str, int]](), 0.0
    for number in range(1, times + 1):
        with tempfile.TemporaryDirectory() as name:
            fault = chance.choice(FAULTS)
            figures = chance.choice([FIGURES, FIGURES[:1]])
            code, took = strike(fault, figures, Path(name), chance.uniform(0, 6))
            ends[fault, code] += 1
            if code == INTERRUPTED:
                slowest = max(slowest, took)
            complete(Path(name))
        if number % 25 == 0:
            click.echo(f"{number} of {times} strikes, nothing partial, every next run complete", err=True)
    for (fault, code), count in sorted(ends.items()):
        click.echo(f"{fault}: {count} ended with {code}")
    click.echo(f"the slowest to end when interrupted took {slowest:.1f} s")


if __name__ == "__main__":
    main()
