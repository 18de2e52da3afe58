"""Renders one shot in one process."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from rendering.drawing import Frame, draw
from rendering.encoder import encoding
from rendering.shot import Shot
from rendering.store import publish


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


def render_shot(
    shot: Shot, folder: Path, workspace: Path, typeset: Path, on_seconds: Callable[[float], None] | None = None
) -> Rendered:
    """Render a shot into ``workspace`` and then publish it in ``folder``.

    Args:
        shot: what to render.
        folder: where the finished file goes.
        workspace: where it is until it is finished; on the same file system.
        typeset: where manim may keep what it typesets; no two processes may share one.
        on_seconds: told how many seconds of the film are drawn.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when the file cannot be written; what ``folder`` held is then untouched.
    """
    start = time.monotonic()
    target = folder / shot.file_name
    with tempfile.TemporaryDirectory(dir=workspace, ignore_cleanup_errors=True) as unfinished:
        path = Path(unfinished) / shot.file_name
        if shot.is_still:
            save_picture(draw(shot, typeset), path)
        else:
            _film(shot, path, typeset, on_seconds)
        publish(path, target)
    return Rendered(shot.figure, target, time.monotonic() - start)


def _film(shot: Shot, path: Path, typeset: Path, on_seconds: Callable[[float], None] | None) -> None:
    count = 0
    with encoding(path, shot.quality) as encoder:

        def take(frame: Frame, repeat: int) -> None:
            nonlocal count
            encoder.write(frame, repeat)
            count += repeat
            if on_seconds is not None:
                on_seconds(count / shot.quality.frame_rate)

        draw(shot, typeset, on_frame=take)


def save_picture(frame: Frame, path: Path) -> None:
    """Write a frame as an opaque PNG.

    Raises:
        OSError: when the file cannot be written.
    """
    Image.fromarray(frame).convert("RGB").save(path, optimize=True)
