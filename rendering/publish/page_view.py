"""What the page says of each figure: caption, transcript, claims with measured values, parameters, downloads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rendering.outputs.beats import described
from rendering.outputs.tables import value_text
from rendering.plan.check_claims import Verdict, verdicts
from rendering.publish.reel import Reel, captions_name
from rendering.request.shot import Shot
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
        default: what it is when left alone.
        sentence: what it does.
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
        note: what the lecturer wrote for it.
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
        label: what it is.
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
        frames: how many frames the film has.
        steps: its beats.
        claims: what is said of it, measured.
        parameters: what can be changed.
        downloads: its files.
        note: what the lecturer wrote for the whole figure.
        described: what the last frame shows, computed from the numbers; empty where the figure does not say.
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

    @property
    def length(self) -> str:
        """How long the film takes, in words."""
        return f"{self.frames / self.rate:.0f} s" if self.film else "still"

    @property
    def alternative(self) -> str:
        """What the last frame shows, for whoever cannot see it; else the sentence and the last caption."""
        caption = self.steps[-1].caption if self.steps else ""
        return self.described or f"{self.sentence} {caption}".strip()


def view(shot: Shot, reel: Reel, notes: Mapping[str, str]) -> FigureView:
    """All that the page says of a rendered figure.

    Args:
        shot: what was rendered.
        reel: what came of it.
        notes: the lecturer's notes by the beat's name.

    Raises:
        UserError: when the figure cannot be computed, or a note is for a beat that there is not.
    """
    names = {step.name for step in reel.steps}
    for name in notes:
        if name not in names | {_WHOLE}:
            near = suggestion(name, names | {_WHOLE}) or f"; there are: {', '.join([_WHOLE, *sorted(names)])}"
            raise UserError(f"notes: {shot.figure} has no beat {shown(name)}{near}")
    steps = tuple(
        StepView(step.name, step.caption, step.first, step.end, notes.get(step.name, "")) for step in reel.steps
    )
    return FigureView(
        shot.figure,
        FIGURES[shot.figure].sentence,
        reel.film,
        reel.picture,
        reel.width,
        reel.height,
        reel.frame_rate,
        reel.frames,
        steps,
        verdicts(shot),
        _parameters(shot),
        _downloads(reel),
        notes.get(_WHOLE, ""),
        described(shot),
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


def _downloads(reel: Reel) -> tuple[Download, ...]:
    named = [("Film (MP4)", reel.film), ("Last frame (PNG)", reel.picture), ("Captions (WebVTT)", "")]
    named[2] = (named[2][0], captions_name(reel.figure) if reel.film else "")
    return tuple(Download(label, file, size_text(reel.sizes[file])) for label, file in named if file)


def size_text(count: int) -> str:
    """A number of bytes in words: ``276 kB``, ``1.2 MB``."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


def read_notes(path: Path | None, figures: Iterable[str]) -> Notes:
    """A lecturer's notes: a TOML table for each figure, a text for each of its beats.

    Args:
        path: the file; None for no notes.
        figures: those that are on the page.

    Raises:
        UserError: when it cannot be read, or names a figure that there is not.
    """
    content = read_toml(path, "notes") if path is not None else {}
    for name, table in content.items():
        if name not in FIGURES:
            raise UserError(f"notes: unknown figure {shown(name)}{suggestion(name, FIGURES)}")
        if not isinstance(table, Mapping) or not all(isinstance(text, str) for text in table.values()):
            raise UserError(f'notes: [{name}] needs a text for each beat, such as shrink = "Ask why."')
    wanted: Sequence[str] = list(figures)
    return {name: dict(table) for name, table in content.items() if name in wanted}
