"""A figure's timeline: its beats as frames with their captions, and a description of its last picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from manim import DL, UR

from rendering.draw.renderer import FrameRenderer, staged
from rendering.draw.svg import svg
from rendering.outputs.output import Making, OnBeat, Output, Told, whole
from rendering.request.formats import Timeline
from rendering.request.shot import Shot
from rendering.request.story import PlacedNumber, Step, Story, joined
from scenes import FIGURES, load_figure
from scenes.parts.text.number import Number, Tick, VectorColumn
from scenes.parts.text.typeset import Row

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

_FAINTEST = 0.05
"""Opacity above which a number is taken to be seen."""


def make(shot: Shot, making: Making) -> Output:
    """Make the timeline; see ``timeline``."""
    return whole(timeline(shot, making.typeset, making.told.add))


def timeline(shot: Shot, typeset: Path, on_beat: OnBeat | None = None) -> bytes:
    """Return a figure's beats as JSON; its motion is not drawn.

    Args:
        shot: the shot; its format is a timeline.
        typeset: the folder for manim's typeset texts.
        on_beat: called at the end of every beat.

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
    """
    form = shot.format
    assert isinstance(form, Timeline)
    told, pictures, numbers = Told(), list[str](), list[tuple[PlacedNumber, ...]]()

    def keep(figure: Figure, name: str, caption: str) -> None:
        if form.pictures:
            pictures.append(svg(figure, name, caption).decode())
        if form.numbers:
            numbers.append(tuple(_placed_numbers(figure, shot)))

    def note(figure: Figure, beat: Beat) -> None:
        told.add(figure, beat)
        keep(figure, f"{shot.figure}: {beat.name}", beat.caption)
        if on_beat is not None:
            on_beat(figure, beat)

    with staged(shot, typeset, on_beat=note) as figure:
        figure.render()
        if not (pictures or numbers):
            keep(figure, shot.figure, "")
        return timeline_of(shot, figure, told.steps(shot), pictures, numbers)


def _placed_numbers(figure: Figure, shot: Shot) -> Iterator[PlacedNumber]:
    """Yield the numbers that a figure shows at this moment, those along axes left out."""
    stage, unit = figure.stage, shot.quality.width / figure.stage.width
    members = [member for mobject in figure.mobjects for member in mobject.get_family()]
    series = [member.submobjects for member in members if isinstance(member, Row | VectorColumn)]
    numbers = [[each for each in pieces if isinstance(each, Number)] for pieces in series]
    entries = {id(number): entry for several in numbers for entry, number in enumerate(several)}
    for member in members:
        if isinstance(member, Number) and not isinstance(member, Tick) and _is_seen(member):
            (left, bottom, _), (right, top, _) = member.get_corner(DL), member.get_corner(UR)
            across = [round((x + stage.width / 2) * unit) for x in (left, right)]
            down = [round((stage.height / 2 - y) * unit) for y in (top, bottom)]
            yield PlacedNumber(member.drawn, across[0], down[0], across[1], down[1], entries.get(id(member), 0))


def _is_seen(text: Number) -> bool:
    return any(len(glyph.points) and glyph.get_fill_opacity() > _FAINTEST for glyph in text.get_family())


def timeline_of(
    shot: Shot,
    figure: Figure,
    steps: Sequence[Step],
    pictures: Sequence[str] = (),
    numbers: Sequence[tuple[PlacedNumber, ...]] = (),
) -> bytes:
    """Return the beats of a figure that has been drawn to its end; ``rendering.request.story.read_story`` reads them.

    Args:
        shot: the shot, in any format.
        figure: the figure at its end.
        steps: its beats; none where the figure has no beats.
        pictures: the end of every beat as SVG, where they are wanted.
        numbers: the numbers at the end of every beat, where they are wanted.
    """
    quality = shot.quality
    frames = 0 if shot.is_still else _frames(figure)
    if not steps and not shot.is_still:
        steps = joined([], frames)
    story = Story(
        shot.figure,
        FIGURES[shot.figure].sentence,
        alternative(shot, figure.numbers),
        shot.style.language.code,
        quality.width,
        quality.height,
        quality.frame_rate,
        frames,
        tuple(steps),
        tuple(pictures),
        tuple(numbers),
    )
    return json.dumps(asdict(story), ensure_ascii=False).encode()


def _frames(figure: Figure) -> int:
    renderer = figure.renderer
    assert isinstance(renderer, FrameRenderer)
    return renderer.frames


def alternative(shot: Shot, numbers: object = None) -> str:
    """Return a description of a figure's last picture, for readers who cannot see it; else the figure's sentence.

    Args:
        shot: the shot, which decides figure and language.
        numbers: the figure's numbers; computed here when None.
    """
    return described(shot, numbers) or FIGURES[shot.figure].sentence


def described(shot: Shot, numbers: object = None) -> str:
    """Return the figure's ``alternative`` text, or nothing where it has none."""
    figure = load_figure(shot.figure)
    key, texts = f"{shot.figure}.alternative", shot.style.language
    if key not in texts.texts:
        return ""
    numbers = figure.compute(shot.parameters, shot.world) if numbers is None else numbers
    values: Mapping[str, object] = figure.alternative_values(numbers)
    return texts.text(key, values)
