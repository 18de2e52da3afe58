"""Runs a figure without rendering it and notes, at the end of every beat, what is on the frame.

A run is made once for the same figure, numbers, frame and style, and all tests that ask for it share it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from manim import CairoRenderer, Mobject, VMobject

from rendering.draw.renderer import temporarily
from rendering.request.shot import FRAMES
from scenes import FIGURES, load_figure
from scenes.article.heads.switchboard import Switchboard
from scenes.errors import UserError
from scenes.figure import Beat, Figure
from scenes.language import ENGLISH, language_codes
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.band import Band
from scenes.parts.plane.layers import Layer
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import WordPlane
from scenes.parts.stage_text import FootLine, HeaderPhrase
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Typeset, typst_string
from scenes.stage import Stage
from scenes.style import DEFAULT, LIGHT, PRINT, Style
from scenes.worlds import World, load_world

VISIBLE = 0.1
"""Opacity from which ink counts."""

GROUND = (Layer.HALF_PLANE, Layer.VEIL, Layer.SHADOW)
"""The layers of a stage whose marks may run over the frame's edge."""

Box = tuple[float, float, float, float]


@dataclass
class Text:
    """A visible piece of type."""

    mobject: Typeset
    says: str
    box: Box
    cap_height: float


class Shade(NamedTuple):
    """A colour that is seen: of a glyph, or of the more visible of a mark's fill and outline.

    Attributes:
        kind: the class of what it is seen on, for messages.
        color: ``#RRGGBB``.
        opacity: from 0 to 1.
        is_type: whether it is read.
    """

    kind: str
    color: str
    opacity: float
    is_type: bool


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
    """Of all that must keep off the frame's edge; what lies on the ground of a stage runs over it."""
    marks: list[tuple[str, Box]]
    """Of every word on a stage: its name, and the box of its icon or dot."""
    shades: set[Shade]
    """Of all type, and of all marks that are dimmed."""


@dataclass
class Run:
    """A figure that was run to its end."""

    figure: Figure
    snapshots: list[Snapshot] = field(default_factory=list)


class Blind(CairoRenderer):
    """A renderer that draws nothing: all that counts is where things are at the end of every play."""

    def init_scene(self, scene: Any, *arguments: Any, **named: Any) -> None:
        super().init_scene(scene, *arguments, **named)
        # What moves is asked for only to draw it apart from what does not.
        scene.get_moving_and_static_mobjects = lambda animations: ([], [])

    @property
    def sees_only_ends(self) -> bool:
        """Whether nothing between a play's beginning and its end is asked for."""
        return bool(self.skip_animations)

    def update_frame(self, *arguments: Any, **named: Any) -> None:
        pass

    def save_static_frame_data(self, scene: Any, static_mobjects: Any) -> None:
        pass


@contextmanager
def frame_of(frame: str) -> Iterator[None]:
    """Have manim set up a frame of this shape, and write nothing."""
    across, down = FRAMES[frame]
    stage = Stage.for_pixels(180 * across, 180 * down)
    settings = {"pixel_width": 20 * across, "pixel_height": 20 * down}
    settings |= {"frame_width": stage.width, "frame_height": stage.height}
    quiet = {"format": "none", "dry_run": True, "progress_bar": "none", "verbosity": "ERROR"}
    with temporarily(quiet | settings):
        yield


_RUNS: OrderedDict[str, Run] = OrderedDict()
_KEPT = 40
"""Runs that are kept besides those of figures as they come, which many tests ask for."""

_AS_THEY_COME: dict[str, Run] = {}


def run(
    name: str,
    parameters: dict[str, Any] | None = None,
    world: World | None = None,
    *,
    frame: str = "16:9",
    style: Style = DEFAULT,
) -> Run:
    """Run a figure with skipped animations, or return the run there was; parameters are as a user would give them."""
    cls = load_figure(name)
    if name in _AS_THEY_COME and (parameters or None, world, frame, style) == (None, None, "16:9", DEFAULT):
        return _AS_THEY_COME[name]
    world = world or load_world(cls.world_name)
    key = repr((name, json.dumps(parameters or {}, sort_keys=True, default=repr), world, frame, style))
    if key not in _RUNS:
        with frame_of(frame):
            _RUNS[key] = watch(cls(cls.read_parameters(parameters or {}), world, style, renderer=blind()))
    _RUNS.move_to_end(key)
    while len(_RUNS) > _KEPT:
        _RUNS.popitem(last=False)
    return _RUNS[key]


def built(name: str, parameters: dict[str, Any], frame: str = "16:9") -> Figure:
    """Return a figure that has made all its parts, and tells nothing: a third of a run."""
    cls = load_figure(name)
    with frame_of(frame):
        figure = cls(cls.read_parameters(parameters), load_world(cls.world_name), renderer=blind())
        figure.tell = lambda: None  # type: ignore[attr-defined]
        figure.render()
    return figure


def blind() -> Blind:
    """Return a renderer for a figure to be watched."""
    return Blind(skip_animations=True)


def watch(figure: Figure) -> Run:
    """Run a figure that has a blind renderer, and note every beat."""
    result = Run(figure)
    figure.on_beat = lambda figure, beat: result.snapshots.append(snapshot(figure, beat))
    figure.render()
    return result


def default_run(name: str) -> Run:
    """Return the run of a figure as it comes."""
    if name not in _AS_THEY_COME:
        _AS_THEY_COME[name] = run(name)
    return _AS_THEY_COME[name]


_ABROAD = {"attention-table-kqv": "9:16"}
"""The frame in which a figure is told in the second language, where its texts do not fit its own yet."""


def own_frame(name: str) -> str:
    """Return the frame, of those between wide and upright, in which a figure is always run: figures take turns."""
    return ("4:3", "1:1")[list(FIGURES).index(name) % 2]


def framed_style(name: str, frame: str) -> Style:
    """Return the style in which a figure is run in a frame: together the frames have every theme and language.

    Frames, themes and languages are not tried in every combination: each is met once by every figure.
    """
    if frame == "16:9":
        return DEFAULT
    theme = PRINT if frame == "9:16" else LIGHT
    (second,) = (code for code in language_codes() if code != ENGLISH)
    return Style.of(theme, language=second if frame == _ABROAD.get(name, own_frame(name)) else ENGLISH)


def framed_run(name: str, frame: str) -> Run:
    """Return the run of a figure in a frame, in that frame's theme and language."""
    return run(name, frame=frame, style=framed_style(name, frame))


def compute(name: str, world: World | None = None, **given: Any) -> Any:
    """Return a figure's numbers, in the world of the article unless another is given."""
    figure = load_figure(name)
    return figure.compute(figure.read_parameters(given), world or load_world("article"))


def message(name: str, world: World | None = None, **given: Any) -> str:
    """Return what is said of numbers that a figure refuses."""
    with pytest.raises(UserError) as raised:
        compute(name, world, **given)
    return str(raised.value)


def vectors(world: World, words: Iterable[str]) -> torch.Tensor:
    """Return the vectors of words, a row each."""
    return torch.tensor([world.vectors[word] for word in words])


def at(plane: WordPlane, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector from the panel's corner, independently of ``plane.place``."""
    corner = np.array([plane.panel.left, plane.panel.bottom])
    low = np.array([plane.spans[0][0], plane.spans[1][0]])
    return corner + plane.unit * (row.numpy() - low)


def snapshot(figure: Figure, beat: Beat) -> Snapshot:
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
        if isinstance(member, HeaderPhrase | Switchboard | FootLine)
        for piece in member.get_family()
    }
    arrows = [member for member in members if isinstance(member, Arrow) and _visible(member)]
    straight = [member for member in members if isinstance(member, Vector | Band) and _visible(member)]
    return Snapshot(
        beat=beat,
        texts=texts,
        numbers=[
            (text.mobject.value, text.mobject.shown, _with_point(read(text.mobject), text.mobject))
            for text in texts
            if isinstance(text.mobject, Number)
        ],
        tips=[_box(arrow.tip) for arrow in arrows],
        shafts=[arrow.segment for arrow in arrows] + [_ends(mark) for mark in straight],
        ink=[
            (framing.get(id(member), type(member).__name__), _ink_box(member))
            for member in members
            if _has_ink(member) and member.z_index not in GROUND
        ],
        marks=[
            (member.word, _box(member.mark))
            for member in members
            if isinstance(member, Token) and _visible(member.mark)
        ],
        shades=_shades(members),
    )


def _shades(members: list[Mobject]) -> set[Shade]:
    glyphs = {
        id(glyph): type(text).__name__
        for text in members
        if isinstance(text, Typeset)
        for glyph in text.get_family()
        if _has_ink(glyph)
    }
    found = {
        Shade(glyphs[id(member)], member.get_fill_color().to_hex(), round(float(member.get_fill_opacity()), 3), True)
        for member in members
        if id(member) in glyphs
    }
    # The light that a band reflects lies on the band, which is the mark.
    glints = {id(piece) for band in members if isinstance(band, Band) for piece in band.get_family()[1:]} - {
        id(band.body) for band in members if isinstance(band, Band)
    }
    for member in members:
        if (
            id(member) in glyphs
            or id(member) in glints
            or not _has_ink(member)
            or member.z_index in (*GROUND, Layer.GLOW)
        ):
            continue
        stroke = float(member.get_stroke_opacity()) if member.stroke_width > 0 else 0.0
        fill = float(member.get_fill_opacity())
        if max(stroke, fill) < 0.995:
            color = member.get_stroke_color() if stroke >= fill else member.get_fill_color()
            found.add(Shade(type(member).__name__, color.to_hex(), round(max(stroke, fill), 3), False))
    return found


def _ends(mark: Vector | Band) -> tuple[np.ndarray, np.ndarray]:
    return (mark.start, mark.end) if isinstance(mark, Vector) else (mark.puller, mark.pulled)


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
    members = [member.points for member in mobject.get_family() if len(member.points)]
    points = (members[0] if len(members) == 1 else np.concatenate(members))[:, :2]
    return (*np.minimum.reduce(points).tolist(), *np.maximum.reduce(points).tolist())


def _ink_box(mobject: VMobject) -> Box:
    spread = mobject.stroke_width / 200 if mobject.get_stroke_opacity() > VISIBLE else 0.0
    left, bottom, right, top = _box(mobject)
    return (left - spread, bottom - spread, right + spread, top + spread)


def _says(mobject: Typeset) -> str:
    if isinstance(mobject, Number):
        return mobject.drawn
    return mobject.text if isinstance(mobject, Label) else getattr(mobject, "source", type(mobject).__name__)


_GLYPHS = "0123456789.,\N{MINUS SIGN}e<\N{INFINITY}"
_CELLS = 14


def _outline(glyph: VMobject) -> tuple[float, np.ndarray]:
    """A glyph's width over its height, and its points within the square from 0 to 1."""
    points = glyph.points[:, :2]
    low = points.min(axis=0)
    size = np.maximum(points.max(axis=0) - low, 1e-9)
    return float(size[0] / size[1]), (points - low) / size


def _inked(outline: np.ndarray) -> np.ndarray:
    """Which cells of a grid over a glyph are inked.

    Outlines are sampled, not compared point by point: an animation may have cut a curve in two.
    """
    steps = np.linspace(0, 1, 9)[:, None, None]
    first, second, third, fourth = (outline.reshape(-1, 4, 2)[:, k][None] for k in range(4))
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
    return ((crosses & (x < at)).sum(axis=1) % 2).astype(bool)


@cache
def _alphabet() -> tuple[tuple[str, float, np.ndarray], ...]:
    text = f"#{typst_string(_GLYPHS)}"
    drawn = [Typeset(markup, 40, DEFAULT.theme.ink) for markup in (text, f"#strong[{text}]")]
    assert all(len(each.submobjects) == len(_GLYPHS) for each in drawn)
    shapes = [_outline(glyph) for each in drawn for glyph in each.submobjects]
    return tuple(
        (character, aspect, _inked(outline)) for character, (aspect, outline) in zip(2 * _GLYPHS, shapes, strict=True)
    )


def _with_point(read: str, number: Number) -> str:
    """Return what was read with a decimal point, if it has the mark of the number's language; else something wrong."""
    mark = number.language.number(".")
    return read if mark == "." else read.replace(".", "?").replace(mark, ".")


def read(number: Number) -> str:
    """Read a number off its visible glyphs, from left to right; an unknown shape reads as ``?``."""
    glyphs = sorted((glyph for glyph in number.submobjects if _has_ink(glyph)), key=lambda glyph: float(glyph.get_x()))
    return "".join(_character(*_outline(glyph)) for glyph in glyphs)


_READ: dict[bytes, str] = {}
"""Characters by their outlines, to a thousandth of their size: the same few glyphs are read again and again."""


def _character(aspect: float, outline: np.ndarray) -> str:
    key = np.rint(1000 * np.append(outline, aspect)).astype(np.int32).tobytes()
    if key not in _READ:
        inked = _inked(outline)
        alike = (
            character
            for character, known_aspect, known in _alphabet()
            if abs(np.log(aspect / known_aspect)) < 0.1 and (inked != known).mean() < 0.03
        )
        _READ[key] = next(alike, "?")
    return _READ[key]
