"""Captions: a film's beats as frames, and as the files that players read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import srt  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Step:
    """A beat as frames of a film.

    Attributes:
        name: the beat's name.
        caption: one sentence for a listener without the picture.
        first: the first frame, counted from 0.
        end: the frame after its last; the same as ``first`` where nothing moves and no time passes.
    """

    name: str
    caption: str
    first: int
    end: int


def joined(ends: Sequence[tuple[str, str, int]], frames: int) -> list[Step]:
    """Return the beats as steps, each from the end of the one before it, the last to the end of the film.

    Args:
        ends: each beat's name, caption and the frame after its last.
        frames: the number of frames of the film.
    """
    if not ends:
        return [Step("", "", 0, frames)]
    stops = [end for _, _, end in ends[:-1]] + [frames]
    starts = [0, *stops[:-1]]
    return [Step(*beat[:2], first, end) for beat, first, end in zip(ends, starts, stops, strict=True)]


def _said(steps: Iterable[Step]) -> list[Step]:
    """Return the beats that take time and have a caption."""
    return [step for step in steps if step.end > step.first and step.caption.strip()]


def webvtt(steps: Iterable[Step], frame_rate: int) -> str:
    """Return a film's captions as a WebVTT file; markup in them is escaped, so that it is shown."""
    cues = [
        f"{clock(step.first / frame_rate)} --> {clock(step.end / frame_rate)}\n{escaped_cue(step.caption)}\n"
        for step in _said(steps)
    ]
    return "\n".join(["WEBVTT\n", *cues])


def escaped_cue(text: str) -> str:
    """Return a text on one line, escaped so that a player of captions shows it unchanged."""
    return " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def subrip(steps: Iterable[Step], frame_rate: int) -> str:
    """Return a film's captions as a SubRip file (``.srt``)."""
    return str(
        srt.compose(
            [
                srt.Subtitle(
                    number,
                    timedelta(milliseconds=round(step.first * 1000 / frame_rate)),
                    timedelta(milliseconds=round(step.end * 1000 / frame_rate)),
                    unmarked(step.caption),
                )
                for number, step in enumerate(_said(steps), 1)
            ]
        )
    )


def unmarked(text: str) -> str:
    """Return a text on one line in which no player sees markup; SubRip has no way to escape it."""
    return re.sub(r"\{(?=\\)", "(", re.sub("<(?=[A-Za-z/!?])", "‹", " ".join(text.split()))).replace("-->", "→")


def clock(seconds: float) -> str:
    """Return a time in WebVTT's form: ``00:01:02.500``."""
    milliseconds = round(seconds * 1000)
    minutes, milliseconds = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
