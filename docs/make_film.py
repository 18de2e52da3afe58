"""Make docs/attention.webp: some beats of the films, as the README plays them, over and over.

Run from the repository: ``.venv/bin/python docs/make_film.py``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import av
from PIL import Image

ROOT = Path(__file__).parents[1]
WIDTH, HEIGHT, RATE = 640, 360, 10
"""Pixels of a frame, and frames a second."""

QUALITY = 60
MOST_BYTES = 2_000_000

CHOSEN = {
    "attention-apple-pulled-side-by-side": ("first-pull", "deleted", "second-pull"),
    "attention-all-embeddings": ("cut", "own", "moved"),
    "attention-all-softmax": ("exponentials", "sum"),
}
"""The beats that are shown, by figure."""


def beats(film: Path) -> Iterator[tuple[float, float]]:
    """Yield the start and the end of the chosen beats of a film, in seconds, from the record beside it."""
    record = json.loads(film.with_name(f"{film.name}.json").read_text(encoding="utf-8"))
    times = {beat["name"]: (beat["start"], beat["end"]) for beat in record["beats"]}
    for name in CHOSEN[record["figure"]]:
        yield times[name]


def frames(film: Path) -> Iterator[Image.Image]:
    """Yield the pictures of a film's chosen beats, ``RATE`` a second."""
    chosen = list(beats(film))
    with av.open(str(film)) as container:
        shown = -1
        for frame in container.decode(video=0):
            place = int(frame.time * RATE)
            if place > shown and any(start <= frame.time < end for start, end in chosen):
                shown = place
                yield frame.to_image().resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def main() -> None:
    """Render the films and join the chosen beats."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "render.py", *CHOSEN, "-q", "medium", "--out", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        first, *rest = (picture for name in CHOSEN for picture in frames(Path(folder) / f"{name}.mp4"))
    target = Path(__file__).with_name("attention.webp")
    part = target.with_suffix(".part.webp")
    options = {"save_all": True, "append_images": rest, "duration": 1000 // RATE, "loop": 0}
    first.save(part, quality=QUALITY, method=4, **options)
    if part.stat().st_size > MOST_BYTES:
        sys.exit(f"error: the film has {part.stat().st_size} bytes; allowed: {MOST_BYTES}")
    part.replace(target)


if __name__ == "__main__":
    main()
