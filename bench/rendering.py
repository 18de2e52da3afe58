"""Rendering measured against `manim -qh`, one scene after another, in turns on this machine.

    python -m bench.rendering                          all films, into docs/bench-rendering.md
    python -m bench.rendering --figures NAME --figures NAME --rounds 2 --to table.md
    python -m bench.rendering --worth --rounds 5       what the shortcuts of motion are worth; only shown

Needs the development requirements (psutil).
"""

from __future__ import annotations

import datetime
import gc
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import patch

import av
import click
import psutil
from av import logging
from av.filter import Graph
from manim import Animation, Scene, Transform

from rendering.batch.pool import cores
from rendering.draw import renderer
from rendering.outputs import film
from rendering.outputs.output import Making
from rendering.plan.plan import plan
from rendering.request.settings import Settings
from rendering.request.shot import QUALITIES
from scenes import FIGURES

ROOT = Path(__file__).parents[1]

Filters = Sequence[tuple[str, str]]
"""Names of filters, each with its options."""

CLOCK = """
import sys, time
from pathlib import Path
from rendering.draw import camera
from rendering.encode import h264 as encoder
from rendering.outputs import film
from rendering.outputs.output import Making
from rendering.plan.plan import plan
from rendering.request.settings import Settings
from rendering.request.shot import QUALITIES
spent = 0.0
def timed(place, name):
    function = getattr(place, name)
    def call(*arguments, **named):
        global spent
        start = time.thread_time()
        try:
            return function(*arguments, **named)
        finally:
            spent += time.thread_time() - start
    setattr(place, name, call)
timed(camera.QuickCamera, "_draw")
timed(encoder.Planes, "update")
timed(encoder.VideoEncoder, "_encode")
timed(encoder.VideoEncoder, "close")
another = "attention-all-embeddings" if sys.argv[1] == "attention-update-apple" else "attention-update-apple"
for figure in (another, sys.argv[1]):  # the first film of a process takes longer; its texts are not those of the second
    (shot,) = plan([figure], Settings(), QUALITIES["high"])
    spent, start = 0.0, time.process_time()
    film.make(shot, Making(Path(sys.argv[2]) / "typeset", Path(sys.argv[2])))
print(time.process_time() - start, spent)
"""
LOSSLESS = """
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
import av
from rendering.draw.renderer import draw
from rendering.plan.plan import plan
from rendering.request.settings import Settings
from rendering.request.formats import Film
from rendering.request.shot import QUALITIES
(shot,) = plan([sys.argv[1]], Settings(), QUALITIES["high"], Film(plain=True))
with av.open(sys.argv[2], "w") as container:
    stream = container.add_stream("libx264rgb", rate=60, options={"qp": "0", "preset": "ultrafast"})
    stream.width, stream.height, stream.pix_fmt, count = 1920, 1080, "rgb24", 0
    def keep(pixels, repeat, rows):
        global count
        frame = av.VideoFrame.from_ndarray(pixels, format="rgba").reformat(format="rgb24")
        for _ in range(repeat):
            frame.pts, frame.time_base, count = count, Fraction(1, 60), count + 1
            container.mux(stream.encode(frame))
    draw(shot, Path(sys.argv[3]), on_frame=keep)
    container.mux(stream.encode())
"""


SHORTCUTS = {
    "families": ((Animation, "get_all_families_zipped"), (Transform, "get_all_families_zipped")),
    "updaters of animations": ((Animation, "update_mobjects"),),
    "updaters on screen": ((Scene, "update_mobjects"),),
}
"""Methods of manim's that are not called for every frame."""
WORTH = ("attention-predict", "attention-all-softmax", "attention-table-kqv")


@dataclass
class Run:
    """The cost of a command: seconds of wall time, seconds of CPU, the largest memory of a worker or else of itself."""

    wall: float
    cpu: float
    peak: float
    files: dict[str, Path] = field(default_factory=dict)

    def plus(self, other: Run) -> Run:
        return Run(
            self.wall + other.wall, self.cpu + other.cpu, max(self.peak, other.peak), {**self.files, **other.files}
        )


def share(process: psutil.Process) -> int:
    """Return the bytes of a process in memory; shared ones count in equal parts, where the system reports them."""
    return int(getattr(process.memory_full_info(), "pss", 0) or process.memory_info().rss)


def timed(command: list[str], **environment: str) -> Run:
    start, ended = time.monotonic(), threading.Event()
    peak = {"workers": 0, "itself": 0}
    process = psutil.Popen(
        command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )

    def watch() -> None:
        while not ended.wait(0.2):
            try:
                workers = process.children(recursive=True)
                peak["workers"] = max([peak["workers"], *map(share, workers)])
                peak["itself"] = max(peak["itself"], share(process))
            except (psutil.Error, OSError):
                continue

    watcher = threading.Thread(target=watch)
    watcher.start()
    output, _ = process.communicate()
    ended.set()
    watcher.join()
    if process.returncode:
        raise click.ClickException(f"{' '.join(command[:4])}: {output.decode()[-500:]}")
    return Run(time.monotonic() - start, 0.0, (peak["workers"] or peak["itself"]) / 1e6)


def with_cpu(command: list[str], **environment: str) -> Run:
    before = os.times()
    run = timed(command, **environment)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return replace(run, cpu=spent)


def vanilla(figure: str, folder: Path) -> Run:
    module, scene = FIGURES[figure].target.split(":")
    path = ROOT / (module.replace(".", "/") + ".py")
    options = ["-qh", "--disable_caching", "--progress_bar", "none", "--media_dir", str(folder)]
    run = with_cpu([sys.executable, "-m", "manim", *options, str(path), scene], PYTHONPATH=str(ROOT))
    (film,) = (each for each in folder.rglob(f"{scene}.mp4") if "partial" not in str(each))
    return replace(run, files={figure: film})


def ours(figures: list[str], folder: Path, *options: str) -> Run:
    command = [sys.executable, "render.py", *figures, "--force", "--out", str(folder), *options]
    run = with_cpu(command, ATTENTION_CACHE=str(folder / "cache"))
    return replace(run, files={figure: folder / f"{figure}.mp4" for figure in figures})


def likeness(film: Path, matrix: str, lossless: Path) -> float:
    """Return the SSIM of the luma (by BT.709) to the lossless film, by the filter of that name.

    Args:
        film: an encoded film.
        matrix: of its colours, as the scale filter calls it.
        lossless: the same film in RGB.
    """
    luma = [("scale", "out_color_matrix=bt709:out_range=tv"), ("format", "yuv444p")]
    decode = [("scale", f"in_color_matrix={matrix}:in_range=tv"), ("format", "gbrp"), *luma]
    level = logging.get_level()
    logging.set_level(logging.INFO)  # the filter writes what it found into the log
    try:
        with logging.Capture(local=False) as lines:
            _compare(film, decode, lossless, [("format", "gbrp"), *luma])
            gc.collect()  # it does so when it is freed
    finally:
        logging.set_level(level)
    text = "".join(message for _, _, message in lines)
    found = re.search(r"SSIM Y:([0-9.]+)", text)
    assert found, text
    return float(found[1])


def _compare(one: Path, before: Filters, other: Path, after: Filters) -> None:
    """Send two films, each through its own filters, frame by frame into the SSIM filter."""
    with av.open(one) as first, av.open(other) as second:
        graph = Graph()
        ssim, sink = graph.add("ssim"), graph.add("buffersink")
        starts = []
        for place, (film, filters) in enumerate(((first, before), (second, after))):
            stream = film.streams.video[0]
            stream.thread_type = "AUTO"
            node = graph.add_buffer(template=stream, time_base=stream.time_base)
            starts.append(node)
            for name, options in filters:
                last, node = node, graph.add(name, options)
                last.link_to(node)
            node.link_to(ssim, 0, place)
        ssim.link_to(sink)
        graph.configure()
        both = zip(first.decode(video=0), second.decode(video=0), strict=False)  # one may be a frame longer
        for frames in chain(both, [(None, None)]):
            for start, frame in zip(starts, frames, strict=True):
                start.push(frame)
            with suppress(av.BlockingIOError, av.EOFError):
                while True:
                    sink.pull()


def python(program: str, *arguments: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def simulated(seconds: list[float], workers: int, *, splitting: bool, overhead: float = 0.3, most: int = 4) -> float:
    """Return the seconds of a batch: longest first, each to the first free worker; a split task costs more in all."""
    free, tasks = [0.0] * workers, sorted(seconds, reverse=True)
    if splitting:
        pieces = []
        for task in tasks:
            count = max(1, min(most, round(task * workers / sum(tasks)))) if workers > 1 else 1
            pieces += [task * (1 + overhead * (count > 1)) / count] * count
        tasks = sorted(pieces, reverse=True)
    for task in tasks:
        place = free.index(min(free))
        free[place] += task
    return max(free)


def left_out(figure: str, rounds: int, folder: Path) -> list[Any]:
    """Return a row: seconds of CPU of a film without the shortcuts of motion, and each one's share that it saves."""
    (shot,) = plan([figure], Settings(), QUALITIES["medium"])
    spent = dict.fromkeys(SHORTCUTS, 0.0)
    inside: list[str] = []

    def clocked(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if inside:  # one of them calls another
                return function(*arguments, **named)
            inside.append(part)
            start = time.thread_time()
            try:
                return function(*arguments, **named)
            finally:
                spent[inside.pop()] += time.thread_time() - start

        return call

    film.make(shot, Making(folder, folder))  # the first one of a process takes longer
    start = time.process_time()
    with ExitStack() as changed:
        for name in ("settle", "hush"):
            changed.enter_context(patch.object(renderer, name, lambda _: None))
        for part, methods in SHORTCUTS.items():
            for kind, name in methods:
                changed.enter_context(patch.object(kind, name, clocked(part, vars(kind)[name])))
        for _ in range(rounds):
            film.make(shot, Making(folder, folder))
    whole = time.process_time() - start
    return [figure, whole / rounds, *(f"{100 * each / whole:.1f} %" for each in spent.values())]


def worth(figures: Sequence[str], rounds: int, folder: Path) -> str:
    """Return a table of what the shortcuts of motion save, at 720p and 30 frames a second."""
    return table(["film", "CPU, s", *SHORTCUTS], [left_out(figure, rounds, folder) for figure in figures])


def in_digits(value: float) -> str:
    """Return three significant digits, and all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(heads: list[str], rows: list[list[Any]]) -> str:
    lines = [
        heads,
        ["---"] * len(heads),
        *([in_digits(cell) if isinstance(cell, float) else str(cell) for cell in row] for row in rows),
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def measured(figures: list[str], rounds: int, folder: Path, show: Callable[[str], None]) -> str:
    theirs, mine, clustered = Run(0, 0, 0), Run(0, 0, 0), Run(0, 0, 0)
    half = len(figures) // 2
    for number in range(rounds):  # ours between theirs, so that a machine that slows down affects both
        for figure in figures[:half]:
            theirs = theirs.plus(vanilla(figure, folder / f"vanilla-{number}"))
        mine = mine.plus(ours(figures, folder / f"ours-{number}", "--jobs", "2"))
        clustered = clustered.plus(ours(figures, folder / f"cluster-{number}", "--cluster", "local:2"))
        for figure in figures[half:]:
            theirs = theirs.plus(vanilla(figure, folder / f"vanilla-{number}"))
    show(f"{theirs.wall:.0f} s, {mine.wall:.0f} s, {clustered.wall:.0f} s; now likeness and the floor")
    rows, floors, spent = [], 0.0, []
    for figure in figures:
        lossless = folder / "lossless.mkv"
        python(LOSSLESS, figure, str(lossless), str(folder))
        cpu, floor = map(float, python(CLOCK, figure, str(folder)).split())
        floors, spent = floors + floor, [*spent, cpu]
        own, other = mine.files[figure], theirs.files[figure]
        same, others = likeness(own, "bt709", lossless), likeness(other, "bt601", lossless)
        rows.append(
            [
                figure,
                f"{same:.5f}",
                f"{others:.5f}",
                own.stat().st_size / 1e6,
                other.stat().st_size / 1e6,
                own.stat().st_size / other.stat().st_size,
                cpu,
                cpu / floor,
            ]
        )
        show(" ".join(map(str, rows[-1])))
    ratios = [row[5] for row in rows]
    text = [
        table(
            ["", "vanilla, one after another", "--jobs 2", "--cluster local:2"],
            [
                ["wall, s", theirs.wall, mine.wall, clustered.wall],
                ["times as fast as vanilla", 1.0, theirs.wall / mine.wall, theirs.wall / clustered.wall],
                ["CPU, s", theirs.cpu, mine.cpu, clustered.cpu],
                ["peak memory of a worker, MB", theirs.peak, mine.peak, clustered.peak],
            ],
        ),
        f"CPU of drawing and encoding over encode + convert + raster alone: {sum(spent) / floors:.2f}. "
        f"Bytes over vanilla's: {sum(row[3] for row in rows) / sum(row[4] for row in rows):.2f} in all, "
        f"{max(ratios):.2f} at most.",
        table(["figure", "SSIM", "vanilla's SSIM", "MB", "vanilla's MB", "ratio", "CPU, s", "CPU / floor"], rows),
        "Seconds on more workers, simulated from these CPU seconds (longest first; splitting costs 30 % more):",
        table(
            ["workers", "seconds", "with splitting"],
            [
                [count, simulated(spent, count, splitting=False), simulated(spent, count, splitting=True)]
                for count in (1, 2, 4, 8, 16, 32, 64)
            ],
        ),
    ]
    return "\n\n".join(text)


@click.command()
@click.option(
    "--figures", multiple=True, type=click.Choice([name for name in FIGURES if FIGURES[name].kind == "video"])
)
@click.option("--rounds", type=click.IntRange(1), default=1)
@click.option("--worth", "shortcuts", is_flag=True, help="What the shortcuts of motion save; nothing is written.")
@click.option("--to", type=click.Path(path_type=Path), default=ROOT / "docs" / "bench-rendering.md")
def main(figures: tuple[str, ...], rounds: int, shortcuts: bool, to: Path) -> None:
    """Measure, print and write the table."""
    if shortcuts:
        with tempfile.TemporaryDirectory() as folder:
            click.echo(worth(figures or WORTH, rounds, Path(folder)))
        return
    chosen = list(figures) or [name for name in FIGURES if FIGURES[name].kind == "video"]
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        result = measured(chosen, rounds, Path(folder), lambda line: click.echo(line, err=True))
    day = datetime.date.today().isoformat()
    text = (
        f"# Rendering, measured\n\n{day}: {len(chosen)} films at 1080p and 60 frames a second on {cores()} cores, "
        f"{rounds} round(s) in turns, encoder `balanced`; load before it began: {load:.1f}. "
        f"By `python -m bench.rendering`.\n\n{result}\n"
    )
    click.echo(text)
    to.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
