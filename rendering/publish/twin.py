"""Twins: a figure drawn twice, from different numbers, as one film of two panes whose beats begin together."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, PngImagePlugin

from rendering.batch.produce import ProductionLine
from rendering.cache.atomic_files import scratch
from rendering.encode.h264 import Chapter, Piece, Planes, encoding, joined, views
from rendering.outputs.typst_page import laid_out
from rendering.publish.target import MARK
from rendering.publish.whole_film import WholeFilm
from rendering.request.formats import Timeline
from rendering.request.results import Outcome
from rendering.request.shot import Quality, Shot
from rendering.request.story import PlacedNumber, Step, Story, read_story
from scenes.style import Style

_BAND, _TYPE = 1 / 9, 0.045
"""The height of a title's band, and of its letters, as shares of the frame's shorter side."""

_RULE = 1 / 480
"""The width of the line between the panes, as a share of the frame's longer side."""

_MARKED_SECONDS = 1.5
"""Seconds for which the numbers that differ are underlined, at the end of a beat, both panes standing still."""

_SAME_PLACE = 0.2
"""The distance, as a share of a pane's side, within which the same digits are the same number."""

_STROKE, _BELOW = 1 / 320, 1 / 160
"""An underline's thickness and its distance below the digits, as shares of a pane's side."""

Pair = tuple[Step | None, Step | None]
"""A beat of the left pane and the one of the right pane that begins with it; None where it has none."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the frame, in pixels from its upper left corner; all sides are even, for encoders."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Places of two square panes, of their titles, and of the line between them.

    Attributes:
        panes: the left and the right pane; in a tall frame the upper and the lower one.
        titles: the band above each pane.
        rule: the line between the panes.
    """

    panes: tuple[Box, Box]
    titles: tuple[Box, Box]
    rule: Box

    @property
    def side(self) -> int:
        """The side of a pane, pixels."""
        return self.panes[0].width


def layout(quality: Quality) -> Layout:
    """Return the layout in which panes are largest: beside each other, or one above the other."""
    width, height = quality.width, quality.height
    band, rule = _even(_BAND * min(width, height)), _even(max(2.0, _RULE * max(width, height)))
    beside = _even(min((width - rule) / 2, height - band))
    above = _even(min(width, (height - rule) / 2 - band))
    if beside >= above:
        top, left = _even((height - band - beside) / 2), _even((width - rule) / 2 - beside)
        corners = ((left, top), (_even((width - rule) / 2) + rule, top))
        between = Box(_even((width - rule) / 2), top, rule, band + beside)
    else:
        left, top = _even((width - above) / 2), _even((height - rule) / 2 - band - above)
        corners = ((left, top), (left, _even((height - rule) / 2) + rule))
        between = Box(left, _even((height - rule) / 2), above, rule)
    side = max(beside, above)
    panes = [Box(x, y + band, side, side) for x, y in corners]
    titles = [Box(x, y, side, band) for x, y in corners]
    return Layout((panes[0], panes[1]), (titles[0], titles[1]), between)


def _even(length: float) -> int:
    return 2 * int(length / 2)


def pane_quality(quality: Quality) -> Quality:
    """Return the size and rate at which each pane is drawn, for a frame of the given size."""
    side = layout(quality).side
    return replace(quality, width=side, height=side)


def aligned(left: Sequence[Step], right: Sequence[Step]) -> list[Pair]:
    """Return the beats of two films in pairs that begin together: beats of the same name, in the order of both.

    Beats between two such pairs are paired in order; where one film has more of them, the other one waits.
    """
    here, there = ([step.name for step in steps] for steps in (left, right))
    pairs: list[Pair] = []
    for _, first, end, other, last in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        pairs += zip_longest(left[first:end], right[other:last])
    return pairs


def differing(
    left: Sequence[PlacedNumber], right: Sequence[PlacedNumber], near: float
) -> tuple[list[PlacedNumber], list[PlacedNumber]]:
    """Return the numbers of each of two pictures that the other one does not show at about the same place.

    Args:
        left: the numbers of the one picture.
        right: the numbers of the other one.
        near: pixels, across and down, within which the same digits count as the same number; the nearest first.
    """
    others, alone = list(right), []
    for number in left:
        alike = [each for each in others if _distance(number, each) <= near and _says_the_same(number, each)]
        if alike:
            others.remove(min(alike, key=lambda each: _distance(number, each)))
        else:
            alone.append(number)
    return alone, others


def _says_the_same(number: PlacedNumber, other: PlacedNumber) -> bool:
    return (number.text, number.entry) == (other.text, other.entry)


def _distance(number: PlacedNumber, other: PlacedNumber) -> float:
    """Return the larger of two distances between middles, across and down, in pixels."""
    across = abs(number.left + number.right - other.left - other.right) / 2
    return max(across, abs(number.top + number.bottom - other.top - other.bottom) / 2)


@dataclass(frozen=True, slots=True)
class _Side:
    """A pane: its title, its film or picture, and its beats."""

    title: str
    content: bytes
    story: Story

    def numbers_after(self, step: Step | None) -> Sequence[PlacedNumber]:
        """Return the numbers at the end of a beat."""
        return () if step is None else self.story.numbers[self.story.steps.index(step)]


@dataclass(frozen=True, slots=True)
class Twin:
    """Two drawings of one figure.

    Attributes:
        picture: a PNG file, of a figure that does not move; empty otherwise.
        film: the film with its beats, of a figure that moves.
        alike: whether both drawings are the same: the figure does not use what differs.
    """

    picture: bytes = b""
    film: WholeFilm | None = None
    alike: bool = False


def twin(
    left: ProductionLine, right: ProductionLine, quality: Quality, titles: tuple[str, str]
) -> tuple[Twin | None, list[Outcome]]:
    """Draw a figure twice and join both drawings.

    Args:
        left: its request is for the film of one figure, of ``pane_quality``.
        right: the same figure from other numbers.
        quality: the frame's size and rate.
        titles: what stands above each pane.

    Returns:
        The twin, None when a drawing failed; and the outcomes of both drawings.

    Raises:
        UserError: when a request cannot be fulfilled.
        OutputError: when a file cannot be written.
    """
    sides: list[_Side] = []
    outcomes: list[Outcome] = []
    still = False
    for line, title in zip((left, right), titles, strict=True):
        shots = line.plan()
        films, made = line.take(shots)
        told, others = line.take([_timeline(shot) for shot in shots if shot.figure in films])
        outcomes += (made | {name: each for name, each in others.items() if name not in told}).values()
        sides += [_Side(title, films[name], read_story(content)) for name, content in told.items()]
        still = any(shot.is_still for shot in shots)
    if len(sides) < 2:
        return None, outcomes
    painter = _Painter(sides[0], sides[1], quality, left.request.style)
    alike = sides[0].content == sides[1].content
    if still:
        return Twin(painter.picture(), alike=alike), outcomes
    return Twin(film=painter.film(), alike=alike), outcomes


def _timeline(shot: Shot) -> Shot:
    return replace(shot, format=Timeline(numbers=True))


class _Painter:
    """Puts two drawings into one frame.

    Args:
        left: the left pane.
        right: the right pane.
        quality: the frame's size and rate.
        style: theme and language.
    """

    def __init__(self, left: _Side, right: _Side, quality: Quality, style: Style) -> None:
        self._sides, self._quality, self._style = (left, right), quality, style
        self._layout = layout(quality)
        side = self._layout.side
        self._near, self._stroke, self._below = _SAME_PLACE * side, _even(max(2, _STROKE * side)), _BELOW * side

    def _surroundings(self) -> Image.Image:
        """Return the frame with empty panes."""
        theme, places = self._style.theme, self._layout
        given = {
            "width": self._quality.width,
            "height": self._quality.height,
            "background": theme.background,
            "ink": theme.ink,
            "dim": theme.dim,
            "language": self._style.language.code,
            "size": _TYPE * min(self._quality.width, self._quality.height),
            "rule": _plain(places.rule),
            "titles": [
                {"text": each.title, **_plain(box)} for each, box in zip(self._sides, places.titles, strict=True)
            ],
        }
        return Image.open(io.BytesIO(laid_out("twin.typ", given, "png"))).convert("RGBA")

    def _underlines(self, pair: Pair) -> Iterator[Box]:
        """Yield where numbers are underlined after a pair of beats: those that the other pane does not show."""
        shown = [side.numbers_after(step) for side, step in zip(self._sides, pair, strict=True)]
        if all(step is not None for step in pair):
            for pane, numbers in zip(self._layout.panes, differing(shown[0], shown[1], self._near), strict=True):
                for number in numbers:
                    yield self._underline(pane, number)

    def _underline(self, pane: Box, number: PlacedNumber) -> Box:
        left, right = max(number.left, 0), min(number.right, pane.width)
        top = min(number.bottom + self._below, pane.height - self._stroke)
        return Box(pane.x + _even(left), pane.y + _even(top), max(2, _even(right - left)), self._stroke)

    def picture(self) -> bytes:
        """Return both pictures as one PNG file, marked as ours."""
        frame = self._surroundings()
        for side, pane in zip(self._sides, self._layout.panes, strict=True):
            frame.paste(Image.open(io.BytesIO(side.content)), (pane.x, pane.y))
        brush = ImageDraw.Draw(frame)
        last = [side.story.steps[-1] if side.story.steps else None for side in self._sides]
        for box in self._underlines((last[0], last[1])):
            corner = (box.x + box.width - 1, box.y + box.height - 1)
            brush.rectangle((box.x, box.y, *corner), fill=self._style.theme.ink)
        noted, file = PngImagePlugin.PngInfo(), io.BytesIO()
        noted.add_text("Software", MARK)
        frame.convert("RGB").save(file, "PNG", optimize=True, pnginfo=noted)
        return file.getvalue()

    def film(self) -> WholeFilm:
        """Return both films as one, each pair of beats begun together, and its captions."""
        pairs, steps, first = aligned(*(side.story.steps for side in self._sides)), list[Step](), 0
        with scratch() as folder:
            path = folder / "twin.mp4"
            for pair, frames in zip(pairs, self._encoded(pairs, path), strict=True):
                steps.append(self._told(pair, first, first + frames))
                first += frames
            content = self._titled(path, first)
        story = self._sides[0].story
        width, height, rate = self._quality.width, self._quality.height, self._quality.frame_rate
        said = replace(
            story, width=width, height=height, frames=first, steps=tuple(steps), numbers=(),
            alternative=self._both(*(side.story.alternative for side in self._sides)),
        )  # fmt: skip
        return WholeFilm(
            content, (said,), tuple(Chapter(step.name, step.first, step.end) for step in steps), first, rate
        )

    def _titled(self, path: Path, frames: int) -> bytes:
        """Return the film with its title."""
        left, right = (side.title for side in self._sides)
        titled = {"title": f"{self._sides[0].story.figure}: {left} | {right}"}
        piece = Piece(0, frames, path.read_bytes())
        return joined([piece], self._quality.frame_rate, path, described=titled)

    def _encoded(self, pairs: Sequence[Pair], path: Path) -> Iterator[int]:
        """Encode the pairs of beats; yield the number of frames of each."""
        frame = np.ascontiguousarray(np.asarray(self._surroundings()))
        ink = _in_planes(self._style.theme.ink)
        with ExitStack() as stack:
            films = [stack.enter_context(av.open(io.BytesIO(side.content), "r")) for side in self._sides]
            frames = [film.decode(video=0) for film in films]
            encoder = stack.enter_context(encoding(path, self._quality))
            encoder.planes.update(frame, None)
            last: list[Any] = [None, None]
            for pair in pairs:
                encoder.begin_play()
                lengths = [0 if step is None else step.end - step.first for step in pair]
                for count in range(max(lengths)):
                    for index, pane in enumerate(self._layout.panes):
                        if count < lengths[index]:
                            last[index] = next(islice(frames[index], 1))
                            _paste(encoder.planes, last[index], pane)
                    encoder.add()
                extra = 0
                if underlines := list(self._underlines(pair)):
                    for box in underlines:
                        _fill(encoder.planes, box, ink)
                    extra = round(_MARKED_SECONDS * self._quality.frame_rate)
                    encoder.add(extra)
                    for index, pane in enumerate(self._layout.panes):
                        _paste(encoder.planes, last[index], pane)
                yield max(lengths) + extra

    def _told(self, pair: Pair, first: int, end: int) -> Step:
        told = next(step for step in pair if step is not None)
        return Step(told.name, self._both(*(step.caption if step else "" for step in pair)), first, end)

    def _both(self, left: str, right: str) -> str:
        """Return what is said of both panes: once where it is the same, else each after its title."""
        if left == right:
            return left
        said = zip(self._sides, (left, right), strict=True)
        return " ".join(f"{side.title}: {text}" for side, text in said if text)


def _plain(box: Box) -> dict[str, int]:
    return {"x": box.x, "y": box.y, "width": box.width, "height": box.height}


def _in_planes(color: str) -> list[int]:
    """Return a colour ``#rrggbb`` in the encoder's form."""
    planes = Planes(16, 16)
    planes.update(np.full((16, 16, 4), [*bytes.fromhex(color[1:7]), 255], np.uint8), None)
    return [int(view[0, 0]) for view in planes.views]


def _parts(planes: Planes, box: Box) -> Iterator[NDArray[np.uint8]]:
    """Yield the part of each plane that a rectangle covers; colours have half as many rows and columns."""
    for view in planes.views:
        share = round(planes.views[0].shape[0] / view.shape[0])
        yield view[box.y // share : (box.y + box.height) // share, box.x // share : (box.x + box.width) // share]


def _paste(planes: Planes, frame: Any, pane: Box) -> None:
    for part, view in zip(_parts(planes, pane), views(frame), strict=True):
        part[:] = view


def _fill(planes: Planes, box: Box, color: Sequence[int]) -> None:
    for part, value in zip(_parts(planes, box), color, strict=True):
        part[:] = value
