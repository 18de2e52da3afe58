"""Runs a figure without rendering it and notes, at the end of every beat, what is on the frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from manim import CairoRenderer, Mobject, VMobject, tempconfig

from rendering.request.shot import FRAMES
from scenes import load_figure
from scenes.figure import Beat, Figure
from scenes.parts.plane.arrows import Arrow
from scenes.parts.stage_text import FootLine, HeaderPhrase
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Typeset
from scenes.stage import Stage
from scenes.style import DEFAULT, Style
from scenes.worlds import World

VISIBLE = 0.1
"""Opacity from which ink counts."""

Box = tuple[float, float, float, float]


@dataclass
class Text:
    """A visible piece of type."""

    mobject: Typeset
    says: str
    box: Box
    cap_height: float


@dataclass
class Snapshot:
    """The content of the frame at the end of a beat."""

    beat: Beat
    texts: list[Text]
    numbers: list[tuple[float, str, str]]
    """Of every visible number: its value, what it was asked to show, what its glyphs say."""
    tips: list[Box]
    shafts: list[tuple[np.ndarray, np.ndarray]]
    ink: list[tuple[str, Box]]


@dataclass
class Run:
    """A figure that was run to its end."""

    figure: Figure
    snapshots: list[Snapshot] = field(default_factory=list)


class Blind(CairoRenderer):
    """Draws nothing: all that counts is where things are."""

    def update_frame(self, *arguments: Any, **named: Any) -> None:
        pass

    def save_static_frame_data(self, scene: Any, static_mobjects: Any) -> None:
        pass


def run(
    name: str,
    parameters: dict[str, Any] | None = None,
    world: World | None = None,
    *,
    frame: str = "16:9",
    style: Style = DEFAULT,
    reading: bool = True,
) -> Run:
    """Run a figure with skipped animations; parameters are as a user would give them.

    Without ``reading``, snapshots say nothing of numbers.
    """
    across, down = FRAMES[frame]
    stage = Stage.for_pixels(180 * across, 180 * down)
    settings = {"pixel_width": 20 * across, "pixel_height": 20 * down}
    settings |= {"frame_width": stage.width, "frame_height": stage.height}
    quiet = {"format": "none", "dry_run": True, "progress_bar": "none", "verbosity": "ERROR"}
    with tempconfig(quiet | settings):
        cls = load_figure(name)
        blind = Blind(skip_animations=True)
        result = Run(cls(cls.read_parameters(parameters or {}), world, style, renderer=blind))
        result.figure.on_beat = lambda figure, beat: result.snapshots.append(snapshot(figure, beat, reading))
        result.figure.render()
    return result


@cache
def default_run(name: str) -> Run:
    """The figure as it comes, run once a test session."""
    return run(name)


def snapshot(figure: Figure, beat: Beat, reading: bool = True) -> Snapshot:
    members = list(_family(figure.mobjects))
    texts = [
        Text(member, _says(member), _box(member), member.cap_height)
        for member in members
        if isinstance(member, Typeset) and _visible(member)
    ]
    # What belongs to the header or the foot goes by their names: they stand in the margin.
    framing = {
        id(piece): type(member).__name__
        for member in members
        if isinstance(member, HeaderPhrase | FootLine)
        for piece in member.get_family()
    }
    arrows = [member for member in members if isinstance(member, Arrow) and _visible(member)]
    return Snapshot(
        beat=beat,
        texts=texts,
        numbers=[
            (text.mobject.value, text.mobject.shown, read(text.mobject))
            for text in texts
            if reading and isinstance(text.mobject, Number)
        ],
        tips=[_box(arrow.tip) for arrow in arrows],
        shafts=[arrow.segment for arrow in arrows],
        ink=[
            (framing.get(id(member), type(member).__name__), _ink_box(member)) for member in members if _has_ink(member)
        ],
    )


def _family(mobjects: list[Mobject]) -> Iterator[Mobject]:
    seen: set[int] = set()
    for mobject in mobjects:
        for member in mobject.get_family():
            if id(member) not in seen:
                seen.add(id(member))
                yield member


def _visible(mobject: Mobject) -> bool:
    return any(_has_ink(member) for member in mobject.get_family())


def _has_ink(mobject: Mobject) -> bool:
    if not isinstance(mobject, VMobject) or len(mobject.points) == 0:
        return False
    stroke = mobject.get_stroke_opacity() if mobject.stroke_width > 0 else 0
    return max(mobject.get_fill_opacity(), stroke) > VISIBLE


def _box(mobject: Mobject) -> Box:
    points = np.concatenate([member.points for member in mobject.get_family() if len(member.points)])
    (left, bottom), (right, top) = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    return (float(left), float(bottom), float(right), float(top))


def _ink_box(mobject: VMobject) -> Box:
    spread = mobject.stroke_width / 200 if mobject.get_stroke_opacity() > VISIBLE else 0.0
    left, bottom, right, top = _box(mobject)
    return (left - spread, bottom - spread, right + spread, top + spread)


def _says(mobject: Typeset) -> str:
    if isinstance(mobject, Number):
        return mobject.shown
    return mobject.text if isinstance(mobject, Label) else getattr(mobject, "source", type(mobject).__name__)


_GLYPHS = "0123456789.\N{MINUS SIGN}e<\N{INFINITY}"
_CELLS = 14


def _shape(glyph: VMobject) -> tuple[float, np.ndarray]:
    """A glyph's width over its height, and which cells of a grid over it are inked.

    Outlines are sampled, not compared point by point: an animation may have cut a curve in two.
    """
    low, high = glyph.points[:, :2].min(axis=0), glyph.points[:, :2].max(axis=0)
    size = np.maximum(high - low, 1e-9)
    steps = np.linspace(0, 1, 9)[:, None, None]
    curves = glyph.points[:, :2].reshape(-1, 4, 2)
    first, second, third, fourth = (((curves[:, k] - low) / size)[None] for k in range(4))
    spots = (
        first * (1 - steps) ** 3
        + 3 * second * steps * (1 - steps) ** 2
        + 3 * third * steps**2 * (1 - steps)
        + fourth * steps**3
    )
    starts, ends = spots[:-1].reshape(-1, 2), spots[1:].reshape(-1, 2)
    middles = (np.arange(_CELLS) + 0.5) / _CELLS
    x, y = (axis.ravel()[:, None] for axis in np.meshgrid(middles, middles))
    crosses = (starts[None, :, 1] > y) != (ends[None, :, 1] > y)
    rise = np.where(ends[:, 1] == starts[:, 1], 1.0, ends[:, 1] - starts[:, 1])
    at = starts[:, 0] + (y - starts[:, 1]) * (ends[:, 0] - starts[:, 0]) / rise
    return float(size[0] / size[1]), ((crosses & (x < at)).sum(axis=1) % 2).astype(bool)


@cache
def _alphabet() -> tuple[tuple[str, tuple[float, np.ndarray]], ...]:
    drawn = Label(_GLYPHS, size=40)
    assert len(drawn.submobjects) == len(_GLYPHS)
    return tuple((character, _shape(glyph)) for character, glyph in zip(_GLYPHS, drawn.submobjects, strict=True))


def read(number: Number) -> str:
    """Read a number off its visible glyphs, from left to right; an unknown shape reads as ``?``."""
    glyphs = sorted((glyph for glyph in number.submobjects if _has_ink(glyph)), key=lambda glyph: float(glyph.get_x()))
    return "".join(_character(*_shape(glyph)) for glyph in glyphs)


def _character(aspect: float, inked: np.ndarray) -> str:
    for character, (known_aspect, known) in _alphabet():
        if abs(np.log(aspect / known_aspect)) < 0.1 and (inked != known).mean() < 0.03:
            return character
    return "?"


__all__ = ["Math", "Run", "Snapshot", "default_run", "run"]
