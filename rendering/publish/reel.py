"""A figure's film together with its beats, as the page, slides and captions need them: written in one go."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from rendering.batch.tasks import Folders, OnSeconds, save_picture, unfinished_file
from rendering.cache.digest import Digests
from rendering.draw.renderer import Frame, Rows, draw
from rendering.encode.h264 import encoding
from rendering.request.cues import Step, joined, webvtt
from rendering.request.results import Rendered
from rendering.request.shot import Shot

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

_FORM = 1
"""Of the record: another number makes all films be rendered anew."""


@dataclass(frozen=True, slots=True)
class Reel:
    """What is known of a rendered figure.

    Attributes:
        figure: its name.
        key: a digest of all that decides the pixels.
        film: the film's file name, empty for a still.
        picture: the file name of the last frame.
        width: pixels.
        height: pixels.
        frame_rate: frames per second.
        frames: how many frames the film has, 0 for a still.
        steps: the beats in order; together they cover the film.
        sizes: the bytes of each file by name.
    """

    figure: str
    key: str
    film: str
    picture: str
    width: int
    height: int
    frame_rate: int
    frames: int
    steps: tuple[Step, ...]
    sizes: dict[str, int]

    @property
    def seconds(self) -> float:
        """How long the film takes."""
        return self.frames / self.frame_rate


_READER = TypeAdapter(Reel)


def record_name(figure: str) -> str:
    """The file that a figure's record is kept in, beside its film."""
    return f"{figure}.json"


def captions_name(figure: str) -> str:
    """The file that a figure's captions are kept in (WebVTT)."""
    return f"{figure}.vtt"


def render_reel(shot: Shot, folders: Folders, on_seconds: OnSeconds, *, keys: Mapping[str, str]) -> Rendered:
    """Render a shot to its film, its last frame as a picture, its captions and its record; the record comes last.

    Args:
        shot: what to render.
        folders: where the files go.
        on_seconds: is told how much of the film is drawn.
        keys: each figure's digest, taken before anything was rendered: a file of ours that is saved meanwhile makes
            the next run render again.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when a file cannot be written.
    """
    start = time.monotonic()
    names = [record_name(shot.figure), f"{shot.figure}.png"]
    names += [] if shot.is_still else [captions_name(shot.figure), f"{shot.figure}.mp4"]
    with ExitStack() as stack:
        # what is entered last is published first: a record is never there without its files
        paths = [stack.enter_context(unfinished_file(folders, name)) for name in names]
        if shot.is_still:
            steps, last = _draw_still(shot, folders.typeset)
        else:
            steps, last = draw_film(shot, paths[3], folders.typeset, on_seconds)
            paths[2].write_text(webvtt(steps, shot.quality.frame_rate), encoding="utf-8")
        save_picture(last, paths[1])
        reel = _reel(shot, keys[shot.figure], steps, paths[1:])
        paths[0].write_text(json.dumps(asdict(reel), ensure_ascii=False, indent=1), encoding="utf-8")
    return Rendered(shot.figure, folders.finished / names[-1], time.monotonic() - start)


def _reel(shot: Shot, key: str, steps: Sequence[Step], paths: Iterable[Path]) -> Reel:
    quality = shot.quality
    film = "" if shot.is_still else f"{shot.figure}.mp4"
    sizes = {path.name: path.stat().st_size for path in paths}
    return Reel(
        shot.figure,
        key,
        film,
        f"{shot.figure}.png",
        quality.width,
        quality.height,
        quality.frame_rate,
        steps[-1].end if steps else 0,
        tuple(steps),
        sizes,
    )


def draw_film(shot: Shot, path: Path, typeset: Path, on_seconds: OnSeconds) -> tuple[list[Step], Frame]:
    """Draw and encode a moving shot.

    Returns:
        its beats as frames, which cover the whole film, and its last frame.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
        OSError: when the file cannot be written.
    """
    count = 0
    ends: list[tuple[str, str, int]] = []
    with encoding(path, shot.quality) as encoder:

        def take(frame: Frame, repeat: int, rows: Rows | None) -> None:
            nonlocal count
            encoder.write(frame, repeat, rows)
            count += repeat
            on_seconds(count / shot.quality.frame_rate)

        def told(figure: Figure, beat: Beat) -> None:
            ends.append((beat.name, beat.caption, count))

        last = draw(shot, typeset, on_frame=take, on_beat=told)
    return joined(ends, count), last


def _draw_still(shot: Shot, typeset: Path) -> tuple[list[Step], Frame]:
    steps: list[Step] = []
    last = draw(shot, typeset, on_beat=lambda figure, beat: steps.append(Step(beat.name, beat.caption, 0, 0)))
    return steps, last


def read_reel(folder: Path, figure: str, key: str | None = None) -> Reel | None:
    """The record of a figure rendered before.

    Args:
        folder: where it is.
        figure: the figure's name.
        key: the digest it must have; any when None.

    Returns:
        the record, or None when there is none, it has another key, or a file is not as it was.
    """
    try:
        reel = _READER.validate_json((folder / record_name(figure)).read_bytes())
        whole = all((folder / name).stat().st_size == size for name, size in reel.sizes.items())
    except (OSError, ValidationError):
        return None
    return reel if whole and key in (None, reel.key) else None


def keys_of(shots: Iterable[Shot]) -> dict[str, str]:
    """A digest of all that decides the pixels of each shot, by its figure's name."""
    digests = Digests()
    return {shot.figure: f"{_FORM}-{digests.of_shot(shot)}" for shot in shots}
