"""Slides: a presentation for manim-slides, with one slide for each beat.

manim-slides reads ``slides/<deck>.json`` and the films that it names, forwards and backwards. Its own ``Slide`` class
is not used: films are taken from the production line, cut where their beats end.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rendering.batch.produce import ProductionLine
from rendering.cache.atomic_files import require_writable, write_output
from rendering.outputs.cuts import cut_name
from rendering.publish.media import slide_media
from rendering.publish.own_slides import SlideView, own_slides
from rendering.publish.page import Lecture
from rendering.publish.page_view import FigureView, Notes, StepView
from rendering.publish.target import MARK
from rendering.request.results import Failed, Outcome
from rendering.request.talk import Talk
from scenes.errors import UserError
from scenes.style import Theme

FILMS = "films"
"""The deck's folder of films, one forwards and one backwards for each slide."""

_PRESENTATIONS = "slides"


def slides_of(steps: Iterable[StepView]) -> list[StepView]:
    """Return the beats that become slides: those that take time."""
    return [step for step in steps if step.end > step.first]


def publish(
    line: ProductionLine, notes: Notes, folder: Path, talk: Talk | None = None
) -> tuple[Path | None, list[Outcome]]:
    """Write the deck of a request's figures, unless one of them failed.

    Args:
        line: its request is for cuts.
        notes: the lecturer's notes.
        folder: the deck's folder.
        talk: a talk with slides of the speaker's own; the figures alone when None.

    Returns:
        The presentation's file, None when a figure failed; and the outcome of each figure.

    Raises:
        UserError: when there is nothing to show, the request cannot be fulfilled, or a note is for no beat.
        OutputError: when a file cannot be written.
    """
    require_writable(folder)
    own = own_slides(talk, line.request.quality, line.request.style) if talk is not None else []
    views, outcomes, cuts = slide_media(line, notes)
    if any(isinstance(outcome, Failed) for outcome in outcomes):
        return None, outcomes
    for figure in views:
        write_cuts(cuts[figure.name], figure, folder / FILMS)
    lecture = Lecture.of(views, own)
    for name, content in lecture.own_files().items():
        write_output(folder / FILMS / name, content)
    return write_deck(lecture.shown, folder, line.request.style.theme), outcomes


def write_cuts(archive: bytes, figure: FigureView, folder: Path) -> None:
    """Write the films of a figure's slides.

    Args:
        archive: ZIP archive of the cuts.
        figure: the figure.
        folder: folder for the films.

    Raises:
        OutputError: when one cannot be written.
    """
    with zipfile.ZipFile(io.BytesIO(archive)) as cuts:
        for slide in _slides(figure):
            for name in {Path(slide["file"]).name, Path(slide["rev_file"]).name}:
                write_output(folder / name, cuts.read(name))


def deck_file(folder: Path) -> Path:
    """Return the presentation's file of a deck; manim-slides knows the deck by its name, which is the folder's."""
    return folder / _PRESENTATIONS / f"{folder.resolve().name}.json"


def write_deck(views: Sequence[FigureView | SlideView], folder: Path, theme: Theme) -> Path:
    """Write the presentation's JSON for manim-slides.

    Args:
        views: the figures, in order, whose films are cut, and slides of the speaker's own.
        folder: the deck's folder, whose ``films`` hold the cuts.
        theme: the films' colours.

    Raises:
        UserError: when there is nothing to show.
        OutputError: when the file cannot be written.
    """
    slides = [slide for figure in views for slide in _slides(figure)]
    if not slides:
        raise UserError("there is no slide in it")
    presentation = {
        "generator": MARK,
        "slides": slides,
        "resolution": [views[0].width, views[0].height],
        "background_color": theme.background,
    }
    path = deck_file(folder)
    write_output(path, json.dumps(presentation, ensure_ascii=True, indent=1).encode())
    return path


def _slides(figure: FigureView | SlideView) -> Iterator[dict[str, Any]]:
    """Yield the slides of a figure, or of a speaker; the paths are relative to the deck's folder."""
    if isinstance(figure, SlideView):
        for name in figure.pictures:
            yield {"file": f"{FILMS}/{name}", "rev_file": f"{FILMS}/{name}", "type": "image", "notes": figure.note}
        if figure.film:
            film = f"{FILMS}/{figure.film}"
            yield {"file": film, "rev_file": film, "notes": figure.note}
        return
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
    """Return a speaker's note: the text, and the figure's claims with their values.

    manim-slides copies notes into its HTML unescaped, so a ``<`` that would begin markup becomes ``‹``.
    """
    claims = [f"{'✓' if claim.holds else '✗'} {claim.statement} {claim.said}" for claim in figure.claims]
    whole = "\n\n".join(part for part in (text, figure.note, *claims) if part)
    return re.sub("<(?=[A-Za-z/!?])", "‹", whole)
