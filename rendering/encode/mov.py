"""QuickTime: lossless, with transparency."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import numpy as np

from rendering.draw.alpha import Pixels, straight
from rendering.encode.h264 import VideoEncoder
from rendering.encode.writer import Rows, even_rows
from rendering.request.shot import Quality


class _Packed:
    """A picture in the form of QuickTime's animation codec: opacity, red, green, blue."""

    def __init__(self, width: int, height: int) -> None:
        self._pixels = np.zeros((height, width, 4), np.uint8)
        self._straight = np.zeros((height, width, 4), np.uint8)

    @property
    def frame(self) -> Any:
        """Return the picture, copied."""
        return av.VideoFrame.from_ndarray(self._pixels, format="argb")

    def update(self, pixels: Pixels, rows: Rows | None) -> None:
        """Convert rows, given as (first, after the last), or the whole picture."""
        for first, after in even_rows(rows, len(pixels)):
            part = straight(pixels[first:after], self._straight[first:after])
            self._pixels[first:after] = part[..., [3, 0, 1, 2]]


class MovEncoder(VideoEncoder):
    """An encoder of QuickTime's animation codec, as editing programs take it: lossless, with transparency."""

    def _open(self, path: Path) -> Any:
        return av.open(str(path), "w", format="mov")

    def _open_stream(self, quality: Quality) -> Any:
        return self._add_stream("qtrle", quality, "argb", {})

    def _make_planes(self, quality: Quality) -> Any:
        return _Packed(quality.width, quality.height)

    def begin_play(self) -> None:
        """Do nothing: one process writes such a film from beginning to end."""
