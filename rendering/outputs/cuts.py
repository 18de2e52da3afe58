"""The cuts of a film at its beats, forwards and backwards, for programs that play a step at a time.

A figure is drawn once: its film is taken apart where its beats end, and each part is encoded again, with a keyframe a
second, so that a player can jump to any place in it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av

from rendering.encode.h264 import with_film_colours
from rendering.outputs.output import Making, Output, whole
from rendering.request.shot import Shot
from rendering.request.story import Story, read_story

_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest that an archive can hold: the same film gives the same archive


def cut_name(figure: str, first: int, *, backwards: bool = False) -> str:
    """Return the name of the cut that begins at a frame of a figure's film."""
    return f"{figure}-{first:05}{'-backwards' if backwards else ''}.mp4"


def picture_name(figure: str) -> str:
    """Return the name of the picture that a figure has instead of cuts when it does not move."""
    return f"{figure}.png"


def make(shot: Shot, making: Making) -> Output:
    """Cut the film, and put the cuts into a ZIP archive; a figure that does not move has its picture there.

    Raises:
        OSError: when a file cannot be written.
    """
    film, story = making.inputs[0], read_story(making.inputs[1])
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as files:
        for name, content in [(picture_name(shot.figure), film)] if shot.is_still else _cuts(film, story, making):
            files.writestr(zipfile.ZipInfo(name, _WHEN), content)
    return whole(archive.getvalue())


def _cuts(film: bytes, story: Story, making: Making) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every cut, forwards and backwards."""
    with av.open(io.BytesIO(film), "r") as container:
        frames = container.decode(video=0)
        for step in story.steps:
            if step.end > step.first:
                forwards, backwards = _cut(frames, step.end - step.first, story.frame_rate, making.folder)
                yield cut_name(story.figure, step.first), forwards
                yield cut_name(story.figure, step.first, backwards=True), backwards
                making.on_frames(step.end)


def _cut(frames: Iterator[Any], count: int, rate: int, folder: Path) -> tuple[bytes, bytes]:
    """Return the next frames of a film as a film, and as one that runs backwards."""
    path = folder / "cut.mp4"
    try:
        _encode(path, _take(frames, count), rate)
        forwards = path.read_bytes()
        _encode(path, _last_to_first(forwards, count, rate), rate)
        return forwards, path.read_bytes()
    finally:
        path.unlink(missing_ok=True)


def _take(frames: Iterator[Any], count: int) -> Iterator[Any]:
    """Yield the next frames; unlike a slice of the iterator this never takes one more."""
    for _ in range(count):
        yield next(frames)


def _encode(path: Path, frames: Iterator[Any], rate: int) -> None:
    """Write decoded frames as a film with a keyframe a second."""
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream: Any = None
        for count, frame in enumerate(frames):
            if stream is None:
                options = {"crf": "16", "preset": "veryfast"}
                stream = with_film_colours(container.add_stream("libx264", rate=rate, options=options))
                stream.width, stream.height, stream.pix_fmt = frame.width, frame.height, "yuv420p"
                stream.codec_context.gop_size, stream.codec_context.thread_count = rate, 1
            frame.pts, frame.time_base, frame.pict_type = count, Fraction(1, rate), 0
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def _last_to_first(film: bytes, count: int, rate: int) -> Iterator[Any]:
    """Yield a film's frames backwards; no more than a second of them is held at a time."""
    with av.open(io.BytesIO(film), "r") as container:
        stream = container.streams.video[0]
        assert stream.time_base is not None
        for start in reversed(range(0, count, rate)):
            container.seek(round(start / rate / stream.time_base), stream=stream)
            held = []
            for frame in container.decode(stream):
                index = round(float(frame.time or 0) * rate)
                if index >= start + rate:
                    break
                if index >= start:
                    held.append(frame)
            yield from reversed(held)
