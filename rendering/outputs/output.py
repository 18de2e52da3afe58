"""The interface of all kinds of output: the arguments and the result of their ``make``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rendering.cache.digest import numbers_digest
from rendering.draw.renderer import Takes
from rendering.encode.h264 import Piece
from rendering.request.formats import Format
from rendering.request.shot import Shot
from rendering.request.story import Step, joined
from scenes import load_figure

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

OnBeat = Callable[["Figure", "Beat"], None]
"""Called at the end of every beat."""

OnFrames = Callable[[int], None]
"""Called with the number of frames drawn so far."""


@dataclass(slots=True)
class Told:
    """The beats of a figure, collected while it is drawn.

    Attributes:
        on_beat: called at the end of every beat with the number of beats so far.
        ends: name, caption and the frame after the last of each beat.
        figure: the figure; None before the first beat has ended.
    """

    on_beat: Callable[[int], None] = lambda beats: None
    ends: list[tuple[str, str, int]] = field(default_factory=list)
    figure: Figure | None = None

    def add(self, figure: Figure, beat: Beat) -> None:
        """Note the end of a beat."""
        renderer: Any = figure.renderer
        self.figure = figure
        self.ends.append((beat.name, beat.caption, renderer.frames))
        self.on_beat(len(self.ends))

    def forget(self) -> None:
        """Begin again, without a beat."""
        self.ends, self.figure = [], None

    def steps(self, shot: Shot) -> tuple[Step, ...]:
        """Return the beats as frames; they cover the film."""
        if shot.is_still or self.figure is None:
            return tuple(Step(name, caption, 0, 0) for name, caption, _ in self.ends)
        renderer: Any = self.figure.renderer
        return tuple(joined(self.ends, renderer.frames))

    def numbers(self, shot: Shot) -> str:
        """Return a digest of all tensors that the figure computed and drew."""
        if self.figure is not None:
            return numbers_digest(self.figure.numbers)
        return numbers_digest(load_figure(shot.figure).compute(shot.parameters, shot.world))


@dataclass(frozen=True, slots=True)
class Making:
    """Everything that an output is made with, besides the shot.

    Attributes:
        typeset: folder for manim's typeset texts; no two processes may share one.
        folder: folder for unfinished files.
        told: collects the beats.
        on_frames: called with the number of frames drawn so far.
        takes: decides which plays of a film are drawn here; all when None.
        inputs: files of the shots that the output is made from.
        by_beats: whether processors are at leisure: copies of this process may then each draw a beat of a film.
    """

    typeset: Path
    folder: Path
    told: Told = field(default_factory=Told)
    on_frames: OnFrames = lambda frames: None
    takes: Takes | None = None
    inputs: tuple[bytes, ...] = ()
    by_beats: bool = False


@dataclass(frozen=True, slots=True)
class Output:
    """One process's part of an output.

    Attributes:
        pieces: of a film, in the order of plays; else one piece, the file.
        companions: files of other formats that the same drawing yielded.
    """

    pieces: tuple[Piece, ...]
    companions: Mapping[Format, bytes] = field(default_factory=dict)


def whole(content: bytes) -> Output:
    """Return an output that is one whole file."""
    return Output((Piece(0, 1, content),))
