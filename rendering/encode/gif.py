"""GIF: small films that play anywhere, in 256 colours."""

from __future__ import annotations

import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.filter
import numpy as np

from rendering.draw.alpha import Pixels
from rendering.encode.writer import Rows
from rendering.request.formats import Film
from rendering.request.shot import Quality


class GifWriter:
    """A writer of GIFs that play for ever, with one palette made from all frames.

    Args:
        path: the file to write.
        quality: the picture's size and rate.
        film: how it is written.
    """

    def __init__(self, path: Path, quality: Quality, film: Film) -> None:
        path.touch()
        self._path, self._quality = path, quality
        self._kept: list[tuple[int, bytes]] = []  # the first frame's number, and its pixels as compressed RGB
        self.frames = 0

    def begin_play(self) -> None:
        """Do nothing: a GIF has no keyframes."""

    def write(self, pixels: Pixels, repeat: int = 1, rows: Rows | None = None) -> None:
        """Add a frame; one that equals the last only lengthens it."""
        if not self._kept or rows is None or rows:
            content = zlib.compress(pixels[..., :3].tobytes(), 1)
            if not self._kept or content != self._kept[-1][1]:
                self._kept.append((self.frames, content))
        self.frames += repeat

    def close(self) -> None:
        """Choose the palette and write the file.

        Raises:
            OSError: when it cannot be written.
        """
        palette = self._palette()
        last = round(100 * (self.frames - self._kept[-1][0]) / self._quality.frame_rate)
        options = {"loop": "0", "final_delay": str(last)}
        with av.open(str(self._path), "w", format="gif", options=options) as container:
            stream: Any = container.add_stream("gif", rate=self._quality.frame_rate)
            stream.width, stream.height, stream.pix_fmt = self._quality.width, self._quality.height, "pal8"
            stream.time_base = stream.codec_context.time_base = Fraction(1, 100)
            mapped = _Mapped(self._quality, palette)
            for first, content in self._kept:
                frame = mapped.frame(self._frame(content))
                frame.pts, frame.time_base = round(100 * first / self._quality.frame_rate), Fraction(1, 100)
                container.mux(stream.encode(frame))
            container.mux(stream.encode())

    def abort(self) -> None:
        """Discard the frames taken so far."""
        self._kept.clear()

    def _frame(self, content: bytes) -> Any:
        shape = (self._quality.height, self._quality.width, 3)
        return av.VideoFrame.from_ndarray(np.frombuffer(zlib.decompress(content), np.uint8).reshape(shape), "rgb24")

    def _palette(self) -> Any:
        graph = av.filter.Graph()
        source = graph.add_buffer(
            width=self._quality.width,
            height=self._quality.height,
            format=av.VideoFormat("rgb24"),
            time_base=Fraction(1, 100),
        )
        chooser, sink = graph.add("palettegen", "reserve_transparent=0"), graph.add("buffersink")
        source.link_to(chooser)
        chooser.link_to(sink)
        graph.configure()
        for first, content in self._kept:
            frame = self._frame(content)
            frame.pts, frame.time_base = first, Fraction(1, 100)
            source.push(frame)
        source.push(None)
        return sink.pull()


class _Mapped:
    """Frames mapped to the nearest colours of a palette; dithering would spoil flat colours."""

    def __init__(self, quality: Quality, palette: Any) -> None:
        graph = av.filter.Graph()
        unit = Fraction(1, 100)
        self._frames = graph.add_buffer(
            width=quality.width, height=quality.height, format=av.VideoFormat("rgb24"), time_base=unit, name="frames"
        )
        colours = graph.add_buffer(
            width=palette.width, height=palette.height, format=palette.format, time_base=unit, name="colours"
        )
        chooser = graph.add("paletteuse", "dither=none:diff_mode=rectangle")
        self._sink = graph.add("buffersink")
        self._frames.link_to(chooser, 0, 0)
        colours.link_to(chooser, 0, 1)
        chooser.link_to(self._sink)
        graph.configure()
        palette.pts = 0
        colours.push(palette)
        colours.push(None)
        self._graph = graph  # else it would be freed

    def frame(self, frame: Any) -> Any:
        """Return a frame in the palette's colours."""
        self._frames.push(frame)
        return self._sink.pull()
