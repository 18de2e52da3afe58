"""Frames encoded as one H.264 file that browsers and slide programs play."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.video.frame import PictureType
from av.video.reformatter import VideoReformatter
from numpy.typing import NDArray

from rendering.request.formats import CONTAINERS, EncoderName, Film
from rendering.request.shot import Quality, Shot

_BT709 = 1  # H.264's number for the colours of high-definition video
_LIMITED_RANGE = 1
_REMARKS = 6  # H.264's number for remarks that decoders may ignore
_KIND = 0b11111  # the bits of a unit's first byte that hold such a number
_LENGTH = 4  # bytes that hold the length of a unit in MP4, as x264's are written here
_QUICKLY_DRAWN = 1e7  # pixels a second
_CONTAINER = {"movflags": "+faststart"}  # the index comes first: a browser plays the film before all of it has arrived
_STRIP = 64  # rows that are converted at a time: few different heights, since each needs a converter of its own
_MARGIN = 8  # rows above and below whose colours spread into a strip


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Settings of x264: how time and size are traded for fidelity.

    Attributes:
        options: x264's preset, and the options that change it.
        plays_apart: whether each play is encoded separately, so that processes can share a film and join it byte for
            byte; a quantiser that depends on earlier frames forbids it.
        seconds_between_keyframes: the longest time between two pictures that a player can jump to.
    """

    options: Mapping[str, str]
    plays_apart: bool = True
    seconds_between_keyframes: int = 5


ENCODERS: dict[EncoderName, EncoderSettings] = {
    # Ultrafast analyses almost nothing; these few options restore the sharp edges of drawings, for a fifth more time.
    "balanced": EncoderSettings(
        {"preset": "ultrafast", "qp": "26", "x264-params": "cabac=1:8x8dct=1:analyse=i4x4,i8x8"}
    ),
    "small": EncoderSettings({"preset": "faster", "crf": "22"}, plays_apart=False),
    "fast": EncoderSettings({"preset": "ultrafast", "qp": "22"}),
}
"""The encoders by name; docs/bench-rendering.md has the size, time and fidelity of the default."""


def plays_apart(shot: Shot) -> bool:
    """Return whether each play is encoded separately, so that processes can share a film and join it byte for byte.

    Not for a film of few pixels: a process takes longer to walk through the figure than to draw it, and restarting the
    encoder at every play takes a tenth of its time.
    """
    return _joins(shot) and not _has_few_pixels(shot)


def beats_apart(shot: Shot) -> bool:
    """Return whether each beat is encoded separately, so that copies of one process can each draw a beat.

    For a film of few pixels.
    """
    return _joins(shot) and _has_few_pixels(shot)


def _joins(shot: Shot) -> bool:
    """Return whether parts of a film can be joined byte for byte.

    Not of a film of variable rate: every piece would need a last frame of its own, only to mark its end.
    """
    film = shot.format
    if shot.is_still or not isinstance(film, Film) or not CONTAINERS[film.container].joins or film.variable_rate:
        return False
    return ENCODERS[film.encoder].plays_apart


def _has_few_pixels(shot: Shot) -> bool:
    quality = shot.quality
    return quality.width * quality.height * quality.frame_rate < _QUICKLY_DRAWN


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive plays of a film; a single one where plays are encoded separately.

    Attributes:
        play: the first one, counted from 0.
        frames: the number of their frames.
        content: an MP4 file.
    """

    play: int
    frames: int
    content: bytes


class Planes:
    """A picture in the encoder's form (YUV 4:2:0); only the rows that changed are converted.

    Args:
        width: pixels.
        height: pixels.
        form: the planes, ``yuv420p`` or, with opacity, ``yuva420p``.

    Attributes:
        frame: the picture.
        views: its planes as arrays of shape (height, width), which share its memory.
    """

    def __init__(self, width: int, height: int, form: str = "yuv420p") -> None:
        self.frame = av.VideoFrame(width, height, form)
        self._form = form
        self.views = views(self.frame)
        self._height = height
        self._converters: dict[int, VideoReformatter] = {}

    def update(self, pixels: NDArray[np.uint8], rows: Sequence[tuple[int, int]] | None) -> None:
        """Convert rows, given as (first, after the last), or the whole picture."""
        wanted = np.zeros(-(-self._height // _STRIP), bool)
        for first, after in [(0, self._height)] if rows is None else rows:
            wanted[max(first - 1, 0) // _STRIP : -(-(after + 1) // _STRIP)] = True  # chroma is shared by two rows
        edges = np.flatnonzero(np.diff(wanted, prepend=False, append=False)) * _STRIP
        for first, after in edges.reshape(-1, 2).tolist():
            self._convert(pixels, first, min(after, self._height))

    def _convert(self, pixels: NDArray[np.uint8], first: int, after: int) -> None:
        top, bottom = max(first - _MARGIN, 0), min(after + _MARGIN, self._height)
        converter = self._converters.setdefault(bottom - top, VideoReformatter())
        converted = converter.reformat(
            av.VideoFrame.from_numpy_buffer(pixels[top:bottom], format="rgba"),
            format=self._form,
            dst_colorspace=_BT709,
            dst_color_range="MPEG",
            threads=1,
        )
        for own, new in zip(self.views, views(converted), strict=True):
            scale = round(self._height / len(own))
            own[first // scale : -(-after // scale)] = new[(first - top) // scale : -(-(after - top) // scale)]


def views(frame: av.VideoFrame) -> list[NDArray[np.uint8]]:
    """Return the planes of a frame as arrays of shape (height, width); the frame owns their memory."""
    return [
        np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width]  # type: ignore[call-overload]
        for plane in frame.planes
    ]


class VideoEncoder:
    """An encoder that takes frames one at a time.

    Args:
        path: the file to write.
        quality: the picture's size and rate.
        film: the settings of the file.

    Attributes:
        planes: the picture in the encoder's form.
        frames: the number of frames taken.
    """

    def __init__(self, path: Path, quality: Quality, film: Film) -> None:
        self._settings = ENCODERS[film.encoder]
        self._container = self._open(path)
        self._time_base = Fraction(1, quality.frame_rate)
        self._stream = self._open_stream(quality)
        self.planes = self._make_planes(quality)
        self._variable = film.variable_rate
        self._fresh = True
        self._keyframe = False
        self._last = -1
        self.frames = 0

    def _open(self, path: Path) -> Any:
        return av.open(str(path), "w", format="mp4", options=_CONTAINER)

    def _open_stream(self, quality: Quality) -> Any:
        options = {**self._settings.options, "profile": "high"}
        return with_film_colours(self._add_stream("libx264", quality, "yuv420p", options))

    def _add_stream(self, codec: str, quality: Quality, form: str, options: dict[str, str]) -> Any:
        stream: Any = self._container.add_stream(codec, rate=quality.frame_rate, options=options)
        stream.width, stream.height, stream.pix_fmt = quality.width, quality.height, form
        context = stream.codec_context
        context.gop_size = self._settings.seconds_between_keyframes * quality.frame_rate
        # One thread gives the same file on every machine; the other cores draw other figures.
        context.thread_count = 1
        return stream

    def _make_planes(self, quality: Quality) -> Any:
        return Planes(quality.width, quality.height)

    def begin_play(self) -> None:
        """Mark the next frame as the first of a play."""
        self._keyframe = self._settings.plays_apart

    def write(self, pixels: NDArray[np.uint8], repeat: int = 1, rows: Sequence[tuple[int, int]] | None = None) -> None:
        """Add a frame.

        Args:
            pixels: of shape (height, width, 4); they may change afterwards.
            repeat: the number of frames for which it is shown.
            rows: those that differ from the frame before, as (first, after the last); any when None.

        Raises:
            OSError: when the file cannot be written.
        """
        self.planes.update(pixels, None if self._fresh else rows)
        changed = self._fresh or rows is None or bool(rows)
        self._fresh = False
        self.add(repeat, changed=changed)

    def add(self, repeat: int = 1, *, changed: bool = True) -> None:
        """Add the picture that stands in ``planes``.

        Args:
            repeat: the number of frames for which it is shown.
            changed: whether it differs from the frame before.

        Raises:
            OSError: when the file cannot be written.
        """
        for index in range(repeat):
            if not self._variable or ((changed or self._keyframe) and index == 0):
                self._encode(self.frames)
            self.frames += 1

    def _encode(self, time: int) -> None:
        frame = self.planes.frame
        frame.pts, frame.time_base = time, self._time_base
        frame.pict_type = PictureType.I if self._keyframe else PictureType.NONE
        self._keyframe = False
        self._container.mux(self._stream.encode(frame))
        self._last = time

    def close(self) -> None:
        """Finish the file.

        Raises:
            OSError: when the file could not be written.
        """
        if self.frames and self._last < self.frames - 1:
            self._encode(self.frames - 1)  # else a film of variable rate would end as its last picture begins
        self._container.mux(self._stream.encode())
        self._container.close()

    def abort(self) -> None:
        """Give up: the file written so far is worthless."""
        with suppress(Exception):
            self._container.close()


def with_film_colours(stream: Any) -> Any:
    """Mark a stream with the colours that ``Planes`` converts to; return the stream."""
    context = stream.codec_context
    context.colorspace = context.color_primaries = context.color_trc = _BT709
    context.color_range = _LIMITED_RANGE
    return stream


@contextmanager
def encoding(path: Path, quality: Quality, film: Film | None = None) -> Iterator[VideoEncoder]:
    """Encode within a ``with`` block: the file is complete after it, and removed when the block fails.

    Raises:
        OSError: when the file cannot be written.
    """
    encoder: VideoEncoder | None = None
    try:
        encoder = VideoEncoder(path, quality, film or Film())
        yield encoder
        encoder.close()
    except BaseException:
        if encoder is not None:
            encoder.abort()
        path.unlink(missing_ok=True)
        raise


def _chapters(chapters: Sequence[Chapter], frame_rate: int) -> list[Any]:
    base = Fraction(1, frame_rate)
    return [
        {"id": number, "start": each.first, "end": each.end, "time_base": base, "metadata": {"title": each.title}}
        for number, each in enumerate(chapters)
    ]


def _packets(source: Any, *, said: bool) -> Iterator[Any]:
    """Yield the packets of a piece; x264's remarks on its settings, which begin every encoding, only where ``said``."""
    for packet in source.demux(source.streams.video[0]):
        if packet.dts is None:  # the end of the piece
            continue
        yield packet if said or packet.dts > 0 else _without_remarks(packet)


def _without_remarks(packet: Any) -> Any:
    """Return a packet without remarks. FFmpeg's own filter would also write the rest as MP4 does not: with start codes.

    Source: ISO/IEC 14496-15, 5.3.4.2: every unit begins with its length.
    """
    content, kept, at = bytes(packet), bytearray(), 0
    while at < len(content):
        end = at + _LENGTH + int.from_bytes(content[at : at + _LENGTH], "big")
        if content[at + _LENGTH] & _KIND != _REMARKS:
            kept += content[at:end]
        at = end
    rest = av.Packet(bytes(kept))
    rest.pts, rest.dts, rest.duration = packet.pts, packet.dts, packet.duration
    rest.time_base, rest.is_keyframe = packet.time_base, packet.is_keyframe
    return rest


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a film that a player can jump to.

    Attributes:
        title: its title.
        first: its first frame, counted from 0.
        end: the frame after its last.
    """

    title: str
    first: int
    end: int


def held(picture: NDArray[np.uint8], frames: int, quality: Quality, path: Path) -> bytes:
    """Return a film of one picture, encoded as films of figures are.

    Args:
        picture: of shape (height, width, 4).
        frames: for how many frames it is shown.
        quality: its size, and frames per second.
        path: a file that may be written; it is removed afterwards.

    Raises:
        OSError: when the file cannot be written.
    """
    try:
        with encoding(path, quality) as encoder:
            encoder.write(np.ascontiguousarray(picture), frames)
        return path.read_bytes()
    finally:
        path.unlink(missing_ok=True)


def joined(
    pieces: Sequence[Piece],
    frame_rate: int,
    path: Path,
    chapters: Sequence[Chapter] = (),
    described: Mapping[str, str] | None = None,
) -> bytes:
    """Return one film, joined from pieces that were encoded alike, in the order of their plays, without encoding again.

    Args:
        pieces: at least one.
        frame_rate: frames per second.
        path: a file that may be written; it is removed afterwards.
        chapters: those of the film, in order.
        described: its title and other notes, by the names that MP4 has for them.

    Raises:
        OSError: when the file cannot be written.
    """
    ordered = sorted(pieces, key=lambda piece: piece.play)
    if len(ordered) == 1 and not chapters and not described:
        return ordered[0].content
    start = 0
    try:
        with av.open(str(path), "w", format="mp4", options=_CONTAINER) as film:
            film.metadata.update(described or {})
            film.set_chapters(_chapters(chapters, frame_rate))
            stream: Any = None
            for piece in ordered:
                with av.open(io.BytesIO(piece.content), "r") as source:
                    stream = stream or film.add_stream_from_template(source.streams.video[0])
                    for packet in _packets(source, said=start == 0):
                        offset = int(Fraction(start, frame_rate) / packet.time_base)
                        packet.pts, packet.dts, packet.stream = packet.pts + offset, packet.dts + offset, stream
                        film.mux(packet)
                start += piece.frames
        return path.read_bytes()
    finally:
        path.unlink(missing_ok=True)
