"""The article as one film: the films of figures one after another, a card before each section, and chapters."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from rendering.batch.produce import ProductionLine
from rendering.cache.atomic_files import scratch, write_output
from rendering.encode.h264 import Chapter, Piece, held, joined
from rendering.publish.own_slides import card
from rendering.publish.target import MARK, require_target
from rendering.publish.transcript import transcript
from rendering.request.cues import subrip, webvtt
from rendering.request.formats import Timeline
from rendering.request.results import Failed, Outcome
from rendering.request.shot import Shot
from rendering.request.story import Step, Story, read_story
from scenes import FIGURES

_COMPANIONS = (".srt", ".vtt", ".txt")

CARD_SECONDS = 2.5
"""Seconds for which a card is shown."""

_WORDS_A_SECOND, _LOOK_SECONDS = 2.5, 3.0
"""A still is shown for as long as its caption takes to read, and some seconds more to look at it."""


@dataclass(frozen=True, slots=True)
class WholeFilm:
    """Films joined into one.

    Attributes:
        content: the MP4 file, with chapters.
        told: the beats of each figure, as frames of the whole film.
        chapters: one a figure; a card belongs to the figure after it.
        frames: the number of its frames.
        frame_rate: frames per second.
    """

    content: bytes
    told: tuple[Story, ...]
    chapters: tuple[Chapter, ...]
    frames: int
    frame_rate: int

    @property
    def steps(self) -> list[Step]:
        """All beats, for the captions of the whole."""
        return [step for story in self.told for step in story.steps]


def require_place(film: Path) -> None:
    """Check that a film and its companions can be written, and replace nothing but what was made here.

    A file of captions has no place for a mark: those beside a film of ours are ours.

    Raises:
        OutputError: when the folder cannot be written to.
        UserError: when there is something else in the place of a file.
    """
    require_target(film)
    if not film.exists():
        require_target(*(film.with_suffix(ending) for ending in _COMPANIONS), is_ours=lambda content: False)


def write(film: WholeFilm, to: Path) -> None:
    """Write a film, its captions as SubRip and WebVTT, and its transcript.

    Raises:
        OutputError: when a file cannot be written.
    """
    texts = (subrip(film.steps, film.frame_rate), webvtt(film.steps, film.frame_rate), transcript(film.told))
    for ending, text in zip(_COMPANIONS, texts, strict=True):
        write_output(to.with_suffix(ending), text.encode())
    write_output(to, film.content + _marked_box())


def _marked_box() -> bytes:
    """Return a box that players skip, with our mark: at the end of a film, where it is looked for."""
    content = b"free" + MARK.encode()
    return (len(content) + 4).to_bytes(4, "big") + content


def whole_film(line: ProductionLine, title: str, *, cards: bool) -> tuple[WholeFilm | None, list[Outcome]]:
    """Join the films of a request's figures; what was drawn before is neither drawn nor encoded again.

    Args:
        line: its request is for films.
        title: of the film, on its first card.
        cards: whether cards stand before the film and before each section.

    Returns:
        The film, None when a figure failed or none can be drawn; and the outcome of each figure.

    Raises:
        UserError: when the request cannot be fulfilled.
        OutputError: when a file cannot be written.
    """
    shots = line.plan()
    films, outcomes = line.take(shots)
    timelines, others = line.take([replace(shot, format=Timeline()) for shot in shots if shot.figure in films])
    outcomes |= {name: outcome for name, outcome in others.items() if name not in timelines} | line.skipped
    ordered = [outcomes[figure] for figure in line.figures]
    if not films or any(isinstance(outcome, Failed) for outcome in ordered):
        return None, ordered
    stories = {name: read_story(content) for name, content in timelines.items()}
    with scratch() as folder:
        assembly = _Assembly(line, folder)
        assembly.add_all(shots, films, stories, title if cards else None)
        return assembly.finished(title), ordered


class _Assembly:
    """A film that grows figure by figure.

    Args:
        line: its request has the film's look.
        folder: for files that are written on the way.
    """

    def __init__(self, line: ProductionLine, folder: Path) -> None:
        self._quality, self._style = line.request.quality, line.request.style
        self._path = folder / "joined.mp4"
        self._pieces: list[Piece] = []
        self._told: list[Story] = []
        self._chapters: list[Chapter] = []
        self._frames = 0

    def add_all(
        self, shots: Sequence[Shot], films: Mapping[str, bytes], stories: Mapping[str, Story], title: str | None
    ) -> None:
        """Add figures in order, and cards where there is a title."""
        section, first = "", 0
        for shot in shots:
            if title is not None and (here := FIGURES[shot.figure].section) != section:
                self._add_card(title if not section else "", here)
                section = here
            self._add_figure(shot, films[shot.figure], stories[shot.figure])
            self._chapters.append(Chapter(stories[shot.figure].sentence, first, self._frames))
            first = self._frames

    def finished(self, title: str) -> WholeFilm:
        """Return the film."""
        rate, described = self._quality.frame_rate, {"title": title}
        content = joined(self._pieces, rate, self._path, self._chapters, described)
        return WholeFilm(content, tuple(self._told), tuple(self._chapters), self._frames, rate)

    def _add_card(self, title: str, section: str) -> None:
        named = self._style.language.section(section)
        picture = card(title or named, named if title else "", self._quality, self._style)
        self._add_picture(picture, round(CARD_SECONDS * self._quality.frame_rate))

    def _add_figure(self, shot: Shot, content: bytes, story: Story) -> None:
        start = self._frames
        if shot.is_still:
            caption = " ".join(step.caption for step in story.steps)
            seconds = _LOOK_SECONDS + len(caption.split()) / _WORDS_A_SECOND
            self._add_picture(content, round(seconds * self._quality.frame_rate))
            steps: tuple[Step, ...] = (Step("still", caption, start, self._frames),)
        else:
            self._add_piece(content, story.frames)
            steps = tuple(_later(story.steps, start))
        self._told.append(replace(story, frames=self._frames - start, steps=steps))

    def _add_picture(self, content: bytes, frames: int) -> None:
        self._add_piece(held(_pixels(content), frames, self._quality, self._path), frames)

    def _add_piece(self, content: bytes, frames: int) -> None:
        self._pieces.append(Piece(len(self._pieces), frames, content))
        self._frames += frames


def _later(steps: Sequence[Step], frames: int) -> Iterator[Step]:
    """Yield beats, each later by a number of frames."""
    for step in steps:
        yield replace(step, first=step.first + frames, end=step.end + frames)


def _pixels(picture: bytes) -> NDArray[np.uint8]:
    """Return a PNG's pixels, shape (height, width, 4)."""
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(image.convert("RGBA"))
