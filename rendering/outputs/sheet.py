"""Contact sheets: the frames of a figure on one picture, with their captions."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import av
import numpy as np
from PIL import Image, ImageDraw

from rendering.draw.renderer import Frame, draw, picture
from rendering.encode.png import png_file
from rendering.outputs.output import Making, OnBeat, Output, whole
from rendering.outputs.typst_page import laid_out
from rendering.request.formats import Sheet
from rendering.request.shot import Shot
from scenes.style import DEFAULT, Style

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

_WIDEST, _HIGHEST = 640, 700  # pixels of a frame on the sheet
_GAP = 16  # pixels around frames
_TEXT = 17  # pixels of the captions' type


@dataclass(frozen=True, slots=True)
class Cell:
    """One frame of a sheet.

    Attributes:
        seconds: its time, from the beginning of the film.
        title: the beat's name.
        caption: the beat's caption, empty between beats' ends.
        image: the frame.
    """

    seconds: float
    title: str
    caption: str
    image: Image.Image


def make(shot: Shot, making: Making) -> Output:
    """Make the contact sheet; see ``sheet``."""
    return whole(sheet(shot, making.typeset, *making.inputs, on_beat=making.told.add))


def sheet(shot: Shot, typeset: Path, film: bytes = b"", *, on_beat: OnBeat | None = None) -> bytes:
    """Return a figure's contact sheet as a PNG file: the end of every beat.

    Args:
        shot: the shot; its format is a sheet.
        typeset: the folder for manim's typeset texts.
        film: the figure's film, from which the frames at an interval are taken.
        on_beat: called at the end of every beat.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
    """
    form = shot.format
    assert isinstance(form, Sheet)
    cells = beat_cells(shot, typeset, on_beat)
    if form.every is not None and film:
        cells = sorted([*cells, *_frames(film, form.every)], key=lambda cell: cell.seconds)
    title = f"{shot.figure}, {_seconds(cells[-1].seconds)}"
    return png_file(np.asarray(lay_out(title, cells, form.columns, shot.style), dtype=np.uint8))


def beat_cells(shot: Shot, typeset: Path, on_beat: OnBeat | None = None) -> list[Cell]:
    """Return the frame at the end of every beat, drawn without the motion between them."""
    cells: list[Cell] = []

    def keep(figure: Figure, beat: Beat) -> None:
        cells.append(Cell(beat.end, beat.name, beat.caption, _small(picture(figure))))
        if on_beat is not None:
            on_beat(figure, beat)

    last = draw(shot, typeset, on_beat=keep)
    return cells or [Cell(0.0, "", "", _small(last))]


def _frames(content: bytes, every: float) -> Iterator[Cell]:
    """Yield a film's frames at an interval of ``every`` seconds."""
    due = every
    with av.open(io.BytesIO(content), "r") as container:
        for frame in container.decode(video=0):
            if frame.time is not None and frame.time >= due - 1e-6:
                yield Cell(due, "", "", _small(np.asarray(frame.to_ndarray(format="rgba"), dtype=np.uint8)))
                due += every


def _small(frame: Frame) -> Image.Image:
    image = Image.fromarray(frame).convert("RGB")
    scale = min(_WIDEST / image.width, _HIGHEST / image.height)
    return image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.LANCZOS)


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s"


def lay_out(title: str, cells: Sequence[Cell], columns: int | None = None, style: Style = DEFAULT) -> Image.Image:
    """Put frames in a grid, row by row, each with its time, its beat's name and its caption beneath.

    Args:
        title: the title above the grid.
        cells: at least one frame; all of one size.
        columns: frames side by side; about as many as rows when left out.
        style: the theme and the language of the texts around the frames.
    """
    columns = columns or math.ceil(math.sqrt(len(cells)))
    columns = min(columns, len(cells))
    width, height = cells[0].image.size
    texts = [
        _text("   ".join(filter(None, (_seconds(cell.seconds), cell.title))), cell.caption, width, style)
        for cell in cells
    ]
    heading = _text(title, "", columns * width, style)
    cell_height = height + 2 * _GAP + max(text.height for text in texts)
    top = heading.height + 2 * _GAP
    rows = math.ceil(len(cells) / columns)
    theme = style.theme
    sheet = Image.new("RGB", (columns * (width + _GAP) + _GAP, rows * cell_height + top), theme.background)
    sheet.paste(heading, (_GAP, _GAP), heading)
    pen = ImageDraw.Draw(sheet)
    for index, (cell, text) in enumerate(zip(cells, texts, strict=True)):
        left, upper = _GAP + index % columns * (width + _GAP), top + index // columns * cell_height
        sheet.paste(cell.image, (left, upper))
        pen.rectangle((left - 1, upper - 1, left + width, upper + height), outline=theme.faint)
        sheet.paste(text, (left, upper + height + _GAP // 2), text)
    return sheet


def _text(heading: str, caption: str, width: int, style: Style) -> Image.Image:
    """Return a coloured line with a paragraph beneath it, on no background, ``width`` pixels wide."""
    given = {
        "heading": heading,
        "caption": caption,
        "width": width,
        "size": _TEXT,
        "accent": style.theme.subject,
        "ink": style.theme.ink,
        "language": style.language.code,
    }
    return Image.open(io.BytesIO(laid_out("cell.typ", given, "png"))).convert("RGBA")
