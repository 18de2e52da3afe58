"""A picture of one moment of a figure: the end of a beat, or a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from manim import config

from rendering.draw.renderer import Frame, FrameRenderer, Rows, picture, staged
from rendering.draw.svg import svg
from rendering.encode.png import png_file
from rendering.outputs.beats import alternative
from rendering.outputs.output import Making, OnBeat, Output, whole
from rendering.outputs.typst_page import laid_out
from rendering.request.formats import PictureKind, Still
from rendering.request.shot import Shot
from scenes import FIGURES
from scenes.errors import UserError, shown, suggestion

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure


class _Reached(Exception):
    """The signal that the moment is reached, and nothing after it is needed."""


def make(shot: Shot, making: Making) -> Output:
    """Make the picture; see ``moment``."""
    return whole(moment(shot, making.typeset, making.told.add))


def moment(shot: Shot, typeset: Path, on_beat: OnBeat | None = None) -> bytes:
    """Draw a figure's picture at one moment, as a PNG, SVG or PDF file.

    Args:
        shot: the shot; its format is a still.
        typeset: the folder for manim's typeset texts.
        on_beat: called at the end of every beat.

    Raises:
        UserError: when there is no such moment, or the figure cannot be drawn from its parameters and world.
    """
    form = shot.format
    assert isinstance(form, Still)
    if form.at is not None:
        return _at(shot, form.at, typeset)
    return _after(shot, form.beat, typeset, on_beat)


def _after(shot: Shot, name: str | None, typeset: Path, on_beat: OnBeat | None) -> bytes:
    """Draw the picture at the end of a beat, or of the figure."""
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
    """Draw the picture at a time: the frame that the film shows then."""
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
    return picture_file(figure, form, FIGURES[shot.figure].sentence, description)


def picture_file(figure: Figure, form: Still, title: str = "", description: str = "") -> bytes:
    """Return a figure's picture as it is now, as a file.

    Args:
        figure: the figure, drawn up to the moment.
        form: the kind of file, and whether the background is left out.
        title: title of an SVG or PDF file.
        description: its description, for readers who cannot see it.
    """
    return FILES[form.kind](figure, form, title, description)


def _png(figure: Figure, form: Still, title: str, description: str) -> bytes:
    return png_file(picture(figure), clear=form.transparent, quick=True)


def _svg(figure: Figure, form: Still, title: str, description: str) -> bytes:
    return svg(figure, title, description)


def _pdf(figure: Figure, form: Still, title: str, description: str) -> bytes:
    """Return a page of the picture's size; a pixel is 1/96 inch."""
    given = {
        "picture": svg(figure, title, description).decode(),
        "width": int(config.pixel_width),
        "height": int(config.pixel_height),
        "title": title or figure.name,
        "description": description or title or figure.name,
    }
    return laid_out("still.typ", given, "pdf")


FILES: Mapping[PictureKind, Callable[[Figure, Still, str, str], bytes]] = {"png": _png, "svg": _svg, "pdf": _pdf}
"""Makers of files by the kind of picture."""
