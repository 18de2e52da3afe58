"""Films in other containers than MP4: with transparency, as GIF, as a sequence of pictures."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import av
import av.filter
import numpy as np
from PIL import Image

from rendering.draw.alpha import Pixels, spread, straight
from rendering.encode.h264 import Planes, VideoEncoder, with_film_colours
from rendering.request.shot import Film, Quality

Rows = Sequence[tuple[int, int]]


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
    """Return a writer for a film's container.

    Raises:
        OSError: when the file cannot be written.
    """
    writers: dict[str, type[Any]] = {"mp4": VideoEncoder, "webm": WebmEncoder, "mov": MovEncoder, "gif": GifWriter}
    writer: FrameWriter = writers.get(film.container, SequenceWriter)(path, quality, film)
    return writer


def _spans(rows: Rows | None, height: int) -> list[tuple[int, int]]:
    """Return the rows, widened so that they begin and end with even numbers."""
    spans = [(0, height)] if rows is None else rows
    return [(first - first % 2, min(after + after % 2, height)) for first, after in spans]


class _ClearPlanes(Planes):
    """A picture in VP9's form, with a plane of opacity."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, "yuva420p")
        self._straight = np.zeros((height, width, 4), np.uint8)

    def update(self, pixels: Pixels, rows: Rows | None) -> None:
        """Convert rows, given as (first, after the last), or the whole picture."""
        spans = _spans(rows, len(pixels))
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


class _Packed:
    """A picture in the form of QuickTime's animation codec: opacity, red, green, blue."""

    def __init__(self, width: int, height: int) -> None:
        self._pixels = np.zeros((height, width, 4), np.uint8)
        self._straight = np.zeros((height, width, 4), np.uint8)

    @property
    def frame(self) -> Any:
        """The picture, copied."""
        return av.VideoFrame.from_ndarray(self._pixels, format="argb")

    def update(self, pixels: Pixels, rows: Rows | None) -> None:
        """Convert rows, given as (first, after the last), or the whole picture."""
        for first, after in _spans(rows, len(pixels)):
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


class SequenceWriter:
    """A writer of numbered pictures in a ZIP archive: ``0001.png`` is the first frame.

    Args:
        path: the file to write.
        quality: the picture's size and rate.
        film: how it is written.
    """

    _WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest date of a ZIP archive: the same film gives the same file

    def __init__(self, path: Path, quality: Quality, film: Film) -> None:
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)
        self._folder = path.stem
        self._clear = film.transparent
        self._picture = b""
        self.frames = 0

    def begin_play(self) -> None:
        """Do nothing: every picture stands for itself."""

    def write(self, pixels: Pixels, repeat: int = 1, rows: Rows | None = None) -> None:
        """Add a frame as ``repeat`` pictures."""
        if not self._picture or rows is None or rows:
            self._picture = png_file(pixels, clear=self._clear, quick=True)
        for _ in range(repeat):
            self.frames += 1
            info = zipfile.ZipInfo(f"{self._folder}/{self.frames:04}.png", self._WHEN)
            info.external_attr = 0o644 << 16
            self._archive.writestr(info, self._picture)

    def close(self) -> None:
        """Finish the file.

        Raises:
            OSError: when it could not be written.
        """
        self._archive.close()

    def abort(self) -> None:
        """Give up."""
        with suppress(Exception):
            self._archive.close()


def png_file(pixels: Pixels, *, clear: bool = False, quick: bool = False) -> bytes:
    """Return a picture as a PNG file.

    Args:
        pixels: as cairo draws them, (height, width, 4).
        clear: whether it keeps its transparency.
        quick: whether to write a larger file in a fraction of the time.
    """
    image = Image.fromarray(straight(pixels) if clear else pixels[..., :3])
    file = io.BytesIO()
    image.save(file, "PNG", **({"compress_level": 4} if quick else {"optimize": True}))
    content: bytes = file.getvalue()
    return content
