"""The figures of pages and decks: their files come from the production line, and are never drawn for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rendering.batch.produce import ProductionLine
from rendering.cache.atomic_files import write_output
from rendering.publish.page_view import FigureView, Notes, captions_name, picture_name, view
from rendering.request.cues import webvtt
from rendering.request.formats import Format, Still, Timeline
from rendering.request.results import Outcome, Rendered
from rendering.request.shot import Shot
from rendering.request.story import read_story


def page_media(line: ProductionLine, notes: Notes, folder: Path) -> tuple[list[FigureView], list[Outcome]]:
    """Put the films, last pictures and captions of a request's figures into a folder.

    Args:
        line: its request is for films.
        notes: the lecturer's notes.
        folder: folder for the files; none is ever seen in part.

    Returns:
        The figures that can be shown, in the order of the request, and the outcome of each.

    Raises:
        UserError: when a note is for a beat that there is not, or the request cannot be fulfilled.
        OutputError: when a file cannot be written.
    """
    shots = line.plan()
    outcomes = line.make(shots, folder)
    stories = {name: read_story(file) for name, file in _taken(line, shots, Timeline(), outcomes).items()}
    pictures = _taken(line, [shot for shot in shots if not shot.is_still], Still(), outcomes)
    views = []
    for shot in shots:
        if isinstance(outcomes[shot.figure], Rendered):
            story, files = stories[shot.figure], {shot.file_name: (folder / shot.file_name).stat().st_size}
            if not shot.is_still:
                more = {picture_name(shot.figure): pictures[shot.figure]}
                more |= {captions_name(shot.figure): webvtt(story.steps, story.frame_rate).encode()}
                for name, content in more.items():
                    write_output(folder / name, content)
                    files[name] = len(content)
            views.append(view(shot, story, notes.get(shot.figure, {}), files))
    return views, _in_order(line, outcomes)


def slide_media(line: ProductionLine, notes: Notes) -> tuple[list[FigureView], list[Outcome], dict[str, bytes]]:
    """Take the cuts of a request's figures.

    Args:
        line: its request is for cuts.
        notes: the lecturer's notes.

    Returns:
        The figures that can be shown, in the order of the request; the outcome of each; ZIP archives of cuts by figure.

    Raises:
        UserError: when a note is for a beat that there is not, or the request cannot be fulfilled.
        OutputError: when a file cannot be written.
    """
    shots = line.plan()
    cuts, outcomes = line.take(shots)
    stories = {name: read_story(file) for name, file in _taken(line, shots, Timeline(), outcomes).items()}
    views = [view(shot, stories[shot.figure], notes.get(shot.figure, {})) for shot in shots if shot.figure in stories]
    return views, _in_order(line, outcomes), cuts


def _taken(line: ProductionLine, shots: Sequence[Shot], form: Format, outcomes: dict[str, Outcome]) -> dict[str, bytes]:
    """Return files of another format, for the figures that were made; note in ``outcomes`` those that have none."""
    done = [replace(shot, format=form) for shot in shots if isinstance(outcomes[shot.figure], Rendered)]
    files, others = line.take(done)
    outcomes |= {name: outcome for name, outcome in others.items() if name not in files}
    return files


def _in_order(line: ProductionLine, outcomes: Mapping[str, Outcome]) -> list[Outcome]:
    """Return the outcome of each figure, including those that cannot be drawn from the user's numbers."""
    every = {**outcomes, **line.skipped}
    return [every[figure] for figure in line.figures]
