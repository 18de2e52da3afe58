"""Captions as the files that players read: WebVTT and SubRip."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta

import srt  # type: ignore[import-untyped]

from rendering.request.story import Step


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
