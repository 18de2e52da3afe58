"""Writers of frames: one for each container of films."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from rendering.draw.alpha import Pixels
from rendering.request.formats import CONTAINERS, Film
from rendering.request.shot import Quality

Rows = Sequence[tuple[int, int]]
"""Rows of a picture, as (first, after the last)."""


class FrameWriter(Protocol):
    """The interface of everything that takes a film's frames, such as ``rendering.encode.h264.VideoEncoder``.

    Attributes:
        frames: the number of frames taken.
    """

    frames: int

    def begin_play(self) -> None:
        """Mark the next frame as the first of a play."""

    def write(self, pixels: Pixels, repeat: int = 1, rows: Rows | None = None) -> None:
        """Add a frame; see ``VideoEncoder.write``."""

    def close(self) -> None:
        """Finish the file."""

    def abort(self) -> None:
        """Give up."""


def frame_writer(path: Path, quality: Quality, film: Film) -> FrameWriter:
    """Return a new writer of a film's container.

    Raises:
        OSError: when the file cannot be written.
    """
    module, _, name = CONTAINERS[film.container].writer.partition(":")
    writer: FrameWriter = getattr(import_module(module), name)(path, quality, film)
    return writer


def even_rows(rows: Rows | None, height: int) -> list[tuple[int, int]]:
    """Return rows, as (first, after the last), that begin and end with even numbers; all rows when None."""
    spans = [(0, height)] if rows is None else rows
    return [(first - first % 2, min(after + after % 2, height)) for first, after in spans]
