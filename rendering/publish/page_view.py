"""Figures on the page: caption, transcript, claims with measured values, parameters, downloads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rendering.outputs.tables import value_text
from rendering.plan.check_claims import Verdict, verdicts
from rendering.request.formats import Film, file_name
from rendering.request.shot import Shot
from rendering.request.story import Story
from rendering.request.talk import Talk
from scenes import FIGURES
from scenes.errors import UserError, shown, suggestion
from scenes.reading import read_toml

Notes = Mapping[str, Mapping[str, str]]
"""A lecturer's own notes: figure -> beat, or the empty text for the whole figure -> note."""

_WHOLE = "figure"


@dataclass(frozen=True, slots=True)
class ParameterView:
    """A parameter and its value.

    Attributes:
        name: as ``--set`` takes it.
        value: as ``--set`` takes it.
        default: its default.
        sentence: its description.
    """

    name: str
    value: str
    default: str
    sentence: str


@dataclass(frozen=True, slots=True)
class StepView:
    """A beat on the page.

    Attributes:
        name: the beat's name.
        caption: its sentence.
        first: its first frame, counted from 0.
        end: the frame after its last.
        note: the lecturer's note on it.
    """

    name: str
    caption: str
    first: int
    end: int
    note: str


@dataclass(frozen=True, slots=True)
class Download:
    """A file that can be taken from the page.

    Attributes:
        label: a description.
        file: its name in the page's folder of films and pictures.
        size: its size in words.
    """

    label: str
    file: str
    size: str


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure on the page.

    Attributes:
        name: the figure's name.
        sentence: the one thing it shows.
        film: its film's file name, empty for a still.
        picture: the file name of its last frame.
        width: pixels.
        height: pixels.
        rate: frames per second.
        frames: the number of frames of the film.
        steps: its beats.
        claims: the claims about it, measured.
        parameters: its parameters.
        downloads: its files.
        note: the lecturer's note on the whole figure.
        described: a description of the last frame, computed from the numbers; empty where there is none.
        made_from: the origin of its real words' places, in sentences; none where somebody chose the places.
    """

    name: str
    sentence: str
    film: str
    picture: str
    width: int
    height: int
    rate: int
    frames: int
    steps: tuple[StepView, ...]
    claims: tuple[Verdict, ...]
    parameters: tuple[ParameterView, ...]
    downloads: tuple[Download, ...]
    note: str
    described: str = ""
    made_from: tuple[str, ...] = ()

    @property
    def length(self) -> str:
        """The film's length, in words."""
        return f"{self.frames / self.rate:.0f} s" if self.film else "still"

    @property
    def alternative(self) -> str:
        """A description of the last frame, for readers who cannot see it; else the sentence and the last caption."""
        caption = self.steps[-1].caption if self.steps else ""
        return self.described or f"{self.sentence} {caption}".strip()


def picture_name(figure: str) -> str:
    """Return the name of a figure's last picture on the page."""
    return f"{figure}.png"


def captions_name(figure: str) -> str:
    """Return the name of a figure's captions on the page (WebVTT)."""
    return f"{figure}.vtt"


def view(shot: Shot, story: Story, notes: Mapping[str, str], files: Mapping[str, int] | None = None) -> FigureView:
    """Return everything on the page about a rendered figure.

    Args:
        shot: the shot that was rendered.
        story: its beats.
        notes: the lecturer's notes by the beat's name.
        files: the size in bytes of each file that can be taken from the page, by name.

    Raises:
        UserError: when the figure cannot be computed, or a note is for a beat that there is not.
    """
    names = {step.name for step in story.steps}
    for name in notes:
        if name not in names | {_WHOLE}:
            near = suggestion(name, names | {_WHOLE}) or f"; there are: {', '.join([_WHOLE, *sorted(names)])}"
            raise UserError(f"notes: {shot.figure} has no beat {shown(name)}{near}")
    steps = tuple(
        StepView(step.name, step.caption, step.first, step.end, notes.get(step.name, "")) for step in story.steps
    )
    film = "" if shot.is_still else file_name(shot.figure, Film())
    return FigureView(
        shot.figure,
        story.sentence,
        film,
        picture_name(shot.figure),
        story.width,
        story.height,
        story.frame_rate,
        story.frames,
        steps,
        verdicts(shot),
        _parameters(shot),
        _downloads(shot.figure, film, files or {}),
        notes.get(_WHOLE, ""),
        "" if story.alternative == story.sentence else story.alternative,
        () if shot.world.made_from is None else shot.world.made_from.lines,
    )


def _parameters(shot: Shot) -> tuple[ParameterView, ...]:
    return tuple(
        ParameterView(
            name,
            value_text(getattr(shot.parameters, name)),
            value_text(field.get_default(call_default_factory=True)),
            field.description or "",
        )
        for name, field in type(shot.parameters).model_fields.items()
    )


def _downloads(figure: str, film: str, files: Mapping[str, int]) -> tuple[Download, ...]:
    named = (
        ("Film (MP4)", film),
        ("Last frame (PNG)", picture_name(figure)),
        ("Captions (WebVTT)", captions_name(figure)),
    )
    return tuple(Download(label, file, size_text(files[file])) for label, file in named if file in files)


def size_text(count: int) -> str:
    """Return a number of bytes in words: ``276 kB``, ``1.2 MB``."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


def read_notes(path: Path | None, figures: Iterable[str], talk: Talk | None = None) -> Notes:
    """Read a lecturer's notes: a TOML table for each figure, a text for each of its beats.

    Args:
        path: the file; None for no notes.
        figures: the figures on the page.
        talk: a talk with notes of its own; those of the file come before them.

    Raises:
        UserError: when it cannot be read, or names an unknown figure.
    """
    content = read_toml(path, "notes") if path is not None else {}
    for name, table in content.items():
        if name not in FIGURES:
            raise UserError(f"notes: unknown figure {shown(name)}{suggestion(name, FIGURES)}")
        if not isinstance(table, Mapping) or not all(isinstance(text, str) for text in table.values()):
            raise UserError(f'notes: [{name}] needs a text for each beat, such as shrink = "Ask why."')
    wanted: Sequence[str] = list(figures)
    own = talk.notes if talk is not None else {}
    return {name: {**own.get(name, {}), **content.get(name, {})} for name in wanted if name in own or name in content}
