"""What is said of a figure and when: its beats as frames with their captions, and what it shows, in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from rendering.draw.renderer import FrameRenderer, staged
from rendering.draw.svg import svg
from rendering.request.cues import Step, joined
from rendering.request.shot import Shot, Timeline
from scenes import FIGURES, load_figure

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure


@dataclass(frozen=True, slots=True)
class Story:
    """What is said of a figure.

    Attributes:
        figure: its name.
        sentence: the one thing it shows.
        alternative: what its last picture shows, for whoever cannot see it.
        language: the captions' language, such as ``en``.
        width: pixels.
        height: pixels.
        frame_rate: frames per second.
        frames: how many frames its film has, 0 for a still.
        steps: the beats in order; together they cover the film.
        pictures: the end of every beat as SVG, where they were asked for.
    """

    figure: str
    sentence: str
    alternative: str
    language: str
    width: int
    height: int
    frame_rate: int
    frames: int
    steps: tuple[Step, ...]
    pictures: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """How long the film takes."""
        return self.frames / self.frame_rate


_READER = TypeAdapter(Story)


def read_story(content: bytes) -> Story:
    """What ``timeline`` wrote.

    Raises:
        ValueError: when it is something else.
    """
    return _READER.validate_json(content)


def timeline(shot: Shot, typeset: Path, on_beat: Callable[..., None] | None = None) -> bytes:
    """What is said of a figure, as JSON; nothing of its motion is drawn.

    Args:
        shot: what is told; its format is a timeline.
        typeset: where manim may keep what it typesets.
        on_beat: called at the end of every beat.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
    """
    form = shot.format
    assert isinstance(form, Timeline)
    ends: list[tuple[str, str, int]] = []
    pictures: list[str] = []

    def told(figure: Figure, beat: Beat) -> None:
        ends.append((beat.name, beat.caption, _frames(figure)))
        if form.pictures:
            pictures.append(svg(figure, f"{shot.figure}: {beat.name}", beat.caption).decode())
        if on_beat is not None:
            on_beat(figure, beat)

    with staged(shot, typeset, on_beat=told) as figure:
        figure.render()
        frames = 0 if shot.is_still else _frames(figure)
        if form.pictures and not pictures:
            pictures.append(svg(figure, shot.figure, "").decode())
    steps = [Step(name, caption, 0, 0) for name, caption, _ in ends] if shot.is_still else joined(ends, frames)
    quality, sentence = shot.quality, FIGURES[shot.figure].sentence
    story = Story(
        shot.figure,
        sentence,
        alternative(shot, figure.numbers),
        shot.style.language.code,
        quality.width,
        quality.height,
        quality.frame_rate,
        frames,
        tuple(steps),
        tuple(pictures),
    )
    return json.dumps(asdict(story), ensure_ascii=False).encode()


def _frames(figure: Figure) -> int:
    renderer = figure.renderer
    assert isinstance(renderer, FrameRenderer)
    return renderer.frames


def alternative(shot: Shot, numbers: object = None) -> str:
    """What a figure's last picture shows, in words, for whoever cannot see it; its sentence where nothing more is said.

    Args:
        shot: which figure, and in which language.
        numbers: what it computed; computed here when None.
    """
    return described(shot, numbers) or FIGURES[shot.figure].sentence


def described(shot: Shot, numbers: object = None) -> str:
    """What ``alternative`` says, or nothing where the figure has no such text."""
    figure = load_figure(shot.figure)
    key, texts = f"{shot.figure}.alternative", shot.style.language
    if key not in texts.texts:
        return ""
    numbers = figure.compute(shot.parameters, shot.world) if numbers is None else numbers
    values: Mapping[str, object] = figure.alternative_values(numbers)
    return texts.text(key, values)
