"""Renders one shot in one process."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from rendering.drawing import Frame, draw
from rendering.encoder import encoding
from rendering.shot import Shot
from rendering.store import publish


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a worker reads and writes.

    Attributes:
        finished: where files go when they are finished.
        unfinished: where they are until then; on the same file system.
        typeset: where manim may keep what it typesets; no two processes may share one.
    """

    finished: Path
    unfinished: Path
    typeset: Path


@dataclass(frozen=True, slots=True)
class Rendered:
    """A finished file.

    Attributes:
        figure: the figure's name.
        path: where the file is.
        seconds: how long rendering took.
    """

    figure: str
    path: Path
    seconds: float


OnSeconds = Callable[[float], None]
"""Is told how many seconds of a film are drawn."""

Work = Callable[[Shot, Folders, OnSeconds], Rendered]
"""What a worker makes of a shot: ``render_shot`` or another of its kind. Processes are sent it, so it has a module."""


def render_shot(shot: Shot, folders: Folders, on_seconds: OnSeconds) -> Rendered:
    """Render a shot to a video, or to a picture when it is still.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when the file cannot be written; what had its name is then untouched.
    """
    start = time.monotonic()
    with unfinished_file(folders, shot.file_name) as path:
        if shot.is_still:
            save_picture(draw(shot, folders.typeset), path)
        else:
            film(shot, path, folders.typeset, on_seconds)
    return Rendered(shot.figure, folders.finished / shot.file_name, time.monotonic() - start)


@contextmanager
def unfinished_file(folders: Folders, name: str) -> Iterator[Path]:
    """A path to write to; when the block ends well the file there is published under its name, else it goes.

    Raises:
        OSError: when the file cannot be published.
    """
    with tempfile.TemporaryDirectory(dir=folders.unfinished, ignore_cleanup_errors=True) as folder:
        path = Path(folder) / name
        yield path
        publish(path, folders.finished / name)


def film(shot: Shot, path: Path, typeset: Path, on_seconds: OnSeconds) -> None:
    """Draw and encode a shot.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when the file cannot be written.
    """
    count = 0
    with encoding(path, shot.quality) as encoder:

        def take(frame: Frame, repeat: int) -> None:
            nonlocal count
            encoder.write(frame, repeat)
            count += repeat
            on_seconds(count / shot.quality.frame_rate)

        draw(shot, typeset, on_frame=take)


def save_picture(frame: Frame, path: Path) -> None:
    """Write a frame of shape (height, width, 4) as an opaque PNG.

    Raises:
        OSError: when the file cannot be written.
    """
    Image.fromarray(frame).convert("RGB").save(path, optimize=True)
