"""WebM: VP9 with transparency."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import numpy as np

from rendering.draw.alpha import Pixels, spread, straight
from rendering.encode.h264 import Planes, VideoEncoder, with_film_colours
from rendering.encode.writer import Rows, even_rows
from rendering.request.shot import Quality


class _ClearPlanes(Planes):
    """A picture in VP9's form, with a plane of opacity."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, "yuva420p")
        self._straight = np.zeros((height, width, 4), np.uint8)

    def update(self, pixels: Pixels, rows: Rows | None) -> None:
        """Convert rows, given as (first, after the last), or the whole picture."""
        spans = even_rows(rows, len(pixels))
        for first, after in spans:
            part = self._straight[first:after]
            straight(pixels[first:after], part)
            if part.shape[0] % 2 == 0 and part.shape[1] % 2 == 0:
                spread(part)
        super().update(self._straight, spans)


class WebmEncoder(VideoEncoder):
    """An encoder of VP9 with transparency, as browsers play it."""

    def _open(self, path: Path) -> Any:
        # Else the tracks' identifiers would be random, and no two files alike.
        return av.open(str(path), "w", format="webm", options={"fflags": "+bitexact"})

    def _open_stream(self, quality: Quality) -> Any:
        options = {"deadline": "realtime", "cpu-used": "7", "crf": "10", "b": "0", "lag-in-frames": "0"}
        options |= {"auto-alt-ref": "0"}  # impossible with transparency
        stream = with_film_colours(self._add_stream("libvpx-vp9", quality, "yuva420p", options))
        stream.metadata["alpha_mode"] = "1"
        return stream

    def _make_planes(self, quality: Quality) -> Planes:
        return _ClearPlanes(quality.width, quality.height)

    def begin_play(self) -> None:
        """Do nothing: one process writes such a film from beginning to end."""
