"""Slides: a presentation that manim-slides presents and converts, a slide for each beat.

manim-slides reads ``slides/<deck>.json`` and the films that it names, forwards and backwards. Its own ``Slide`` class
is not used: figures are drawn once, and their films are cut where their beats end.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av

from rendering.batch.tasks import Folders, OnSeconds, unfinished_file
from rendering.cache.atomic_files import OutputError, reason
from rendering.publish.page_view import FigureView, StepView
from rendering.publish.reel import read_reel
from rendering.request.results import Rendered
from rendering.request.shot import Shot
from scenes.errors import UserError, shown
from scenes.style import DEFAULT

FILMS = "films"
"""The deck's folder of films, one forwards and one backwards for each slide."""

_PRESENTATIONS = "slides"


def slides_of(steps: Iterable[StepView]) -> list[StepView]:
    """The beats that become slides: those that take time."""
    return [step for step in steps if step.end > step.first]


def cut_name(figure: str, first: int, *, backwards: bool = False) -> str:
    """The film of the slide that begins at a frame of a figure's film."""
    return f"{figure}-{first:05}{'-backwards' if backwards else ''}.mp4"


def cut_film(shot: Shot, folders: Folders, on_seconds: OnSeconds, *, reels: Path) -> Rendered:
    """Cut a figure's film into one for each slide, forwards and backwards; a still is copied.

    Args:
        shot: what was rendered before.
        folders: where the slides' films go.
        on_seconds: is told how much of the film is cut.
        reels: the folder of what was rendered.

    Raises:
        OSError: when a file cannot be written.
    """
    start = time.monotonic()
    reel = read_reel(reels, shot.figure)
    if reel is None:
        raise OSError(f"the film of {shot.figure} has changed meanwhile; run the command again")
    if not reel.film:
        with unfinished_file(folders, reel.picture) as path:
            shutil.copyfile(reels / reel.picture, path)
        return Rendered(shot.figure, folders.finished / reel.picture, time.monotonic() - start)
    with av.open(str(reels / reel.film)) as container:
        frames = container.decode(video=0)
        for step in reel.steps:
            if step.end > step.first:
                _cut(shot.figure, folders, step.first, _take(frames, step.end - step.first), reel.frame_rate)
                on_seconds(step.end / reel.frame_rate)
    return Rendered(shot.figure, folders.finished, time.monotonic() - start)


def _take(frames: Iterator[Any], count: int) -> Iterator[Any]:
    """The next frames; unlike a slice of the iterator it never takes one more."""
    for _ in range(count):
        yield next(frames)


def _cut(figure: str, folders: Folders, first: int, frames: Iterator[Any], rate: int) -> None:
    with unfinished_file(folders, cut_name(figure, first)) as forwards:
        count = _encode(forwards, frames, rate)
        with unfinished_file(folders, cut_name(figure, first, backwards=True)) as backwards:
            _encode(backwards, _last_to_first(forwards, count, rate), rate)


def _encode(path: Path, frames: Iterator[Any], rate: int) -> int:
    """Write decoded frames as a film with a keyframe a second, and count them."""
    count = 0
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream: Any = None
        for frame in frames:
            if stream is None:
                options = {"crf": "16", "preset": "veryfast"}
                stream = container.add_stream("libx264", rate=rate, options=options)
                stream.width, stream.height, stream.pix_fmt = frame.width, frame.height, "yuv420p"
                context = stream.codec_context
                context.gop_size, context.thread_count = rate, 1
                context.colorspace = context.color_primaries = context.color_trc = 1  # BT.709, as the film has it
                context.color_range = 1
            frame.pts, frame.time_base, frame.pict_type = count, Fraction(1, rate), 0
            container.mux(stream.encode(frame))
            count += 1
        container.mux(stream.encode())
    return count


def _last_to_first(path: Path, count: int, rate: int) -> Iterator[Any]:
    """A film's frames backwards; no more than a second of them is held at a time."""
    with av.open(str(path)) as container:
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


def write_deck(views: Sequence[FigureView], folder: Path, name: str) -> Path:
    """Write the presentation's JSON, as manim-slides reads it.

    Args:
        views: the figures, in order, whose films are cut.
        folder: the deck's folder, whose ``films`` hold the cuts.
        name: what the deck is called on manim-slides' command line.

    Raises:
        UserError: when there is nothing to show.
        OutputError: when the file cannot be written.
    """
    slides = [slide for figure in views for slide in _slides(figure)]
    if not slides:
        raise UserError("there is no slide in it")
    presentation = {
        "slides": slides,
        "resolution": [views[0].width, views[0].height],
        "background_color": DEFAULT.theme.background,
    }
    path = folder / _PRESENTATIONS / f"{name}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(presentation, ensure_ascii=True, indent=1), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write {shown(str(path))}: {reason(error)}") from error
    return path


def _slides(figure: FigureView) -> Iterator[dict[str, Any]]:
    """A figure's slides; the paths are relative to the deck's folder."""
    if not figure.film:
        still = f"{FILMS}/{figure.picture}"
        note = "\n\n".join(part for step in figure.steps for part in (step.caption, step.note) if part)
        yield {"file": still, "rev_file": still, "type": "image", "notes": as_note(note, figure)}
        return
    for step in slides_of(figure.steps):
        forwards = f"{FILMS}/{cut_name(figure.name, step.first)}"
        backwards = f"{FILMS}/{cut_name(figure.name, step.first, backwards=True)}"
        note = "\n\n".join(part for part in (step.caption, step.note) if part)
        yield {"file": forwards, "rev_file": backwards, "notes": as_note(note, figure)}


def as_note(text: str, figure: FigureView) -> str:
    """A speaker's note: the text, and what the figure claims with its values.

    manim-slides copies notes into its HTML as they are, so a ``<`` that would begin markup becomes ``‹``.
    """
    claims = [f"{'✓' if claim.holds else '✗'} {claim.statement} {claim.said}" for claim in figure.claims]
    whole = "\n\n".join(part for part in (text, figure.note, *claims) if part)
    return re.sub("<(?=[A-Za-z/!?])", "‹", whole)
