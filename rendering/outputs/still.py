"""Pictures of one moment of a figure: the end of a beat, or a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rendering.draw.renderer import Frame, FrameRenderer, Rows, picture, staged
from rendering.draw.svg import svg
from rendering.encode.other_formats import png_file
from rendering.outputs.beats import alternative
from rendering.request.shot import Shot, Still
from scenes import FIGURES
from scenes.errors import UserError, shown, suggestion

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure


class _Reached(Exception):
    """The moment is there, and nothing after it is of interest."""


def moment(shot: Shot, typeset: Path, on_beat: Callable[..., None] | None = None) -> bytes:
    """A figure's picture at one moment, as a PNG or SVG file.

    Args:
        shot: what to draw; its format is a still.
        typeset: where manim may keep what it typesets.
        on_beat: called at the end of every beat.

    Raises:
        UserError: when there is no such moment, or the figure cannot be drawn from its parameters and world.
    """
    form = shot.format
    assert isinstance(form, Still)
    if form.at is not None:
        return _at(shot, form.at, typeset)
    return _after(shot, form.beat, typeset, on_beat)


def _after(shot: Shot, name: str | None, typeset: Path, on_beat: Callable[..., None] | None) -> bytes:
    """The picture at the end of a beat, or of the figure."""
    names: list[str] = []

    def told(figure: Figure, beat: Beat) -> None:
        names.append(beat.name)
        if on_beat is not None:
            on_beat(figure, beat)
        if beat.name == name:
            raise _Reached

    with staged(shot, typeset, on_beat=told) as figure:
        try:
            figure.render()
        except _Reached:
            return _file(figure, shot, figure.current_caption)
        if name is not None:
            near = suggestion(name, names)
            raise UserError(f"no beat {shown(name)}{near}; there are: {', '.join(names) or 'none'}")
        return _file(figure, shot, alternative(shot, figure.numbers))


def _at(shot: Shot, seconds: float, typeset: Path) -> bytes:
    """The picture at a time: the frame that a film shows then."""
    with staged(shot, typeset) as figure:
        figure.render()
        assert isinstance(figure.renderer, FrameRenderer)
        lengths = figure.renderer.lengths
        frames, rate = sum(lengths), shot.quality.frame_rate
        if shot.is_still or not frames:
            raise UserError("it does not move, so it has no picture at a time; leave --at out")
        wanted = int(seconds * rate + 1e-6)
        if wanted > frames:
            raise UserError(f"--at must be at most {frames / rate:.2f}, the seconds of the film; got {seconds:g}")
        if wanted == frames:
            return _file(figure, shot, alternative(shot, figure.numbers))
    ends = list(itertools.accumulate(lengths))
    play = next(number for number, end in enumerate(ends) if wanted < end)
    left = wanted - (ends[play] - lengths[play])

    def count(frame: Frame, repeat: int, rows: Rows | None) -> None:
        nonlocal left
        left -= repeat
        if left < 0:
            raise _Reached

    with staged(shot, typeset, count, takes=lambda number: number == play) as figure:
        try:
            figure.render()
        except _Reached:
            return _file(figure, shot, figure.current_caption)
    raise AssertionError("a film has as many frames as were counted")


def _file(figure: Figure, shot: Shot, description: str) -> bytes:
    form = shot.format
    assert isinstance(form, Still)
    if form.kind == "svg":
        return svg(figure, FIGURES[shot.figure].sentence, description)
    return png_file(picture(figure), clear=form.transparent)
