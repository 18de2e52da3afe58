"""One of two phrases side by side: the phrase, its plane, and the pull on a word of it."""

from __future__ import annotations

import numpy as np
import torch
from manim import Animation, VGroup, VMobject
from torch import Tensor

from scenes.figure import Figure
from scenes.motion import move_word
from scenes.parts.arrows import PullArrow
from scenes.parts.distance import OffsetDistance
from scenes.parts.geometry import Point, point
from scenes.parts.labels import Segment, inside_length
from scenes.parts.number import Coordinates, Weight, stack_on_baselines
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import ICON_HEIGHT, WordPlane, label_spot, words_on_plane
from scenes.parts.text import Label, Math, Row
from scenes.shared.phrase import Pull
from scenes.stage import Region

_GHOST = 0.35
"""Opacity of what shows where a word was, or goes in the other phrase."""

_ICON_SHARE = 0.38
"""Height of an icon, at the most, as a share of the plane's unit."""

_BEFORE = 0.38
"""Scene units from the end of the arrow to the word that pulls, whose name may stand between them."""

_BESIDE = 0.14
"""Scene units between the word's mark and the measure beside it."""


class PulledSide:
    """One of the two halves: a phrase, its plane, and the pull on it.

    Attributes:
        ghost: where the word was.
        elsewhere: where the other phrase takes it.
        apart: the distance between that and where this phrase takes it.
        before: the word with its vector before.
        after: its vector after.
    """

    def __init__(
        self, figure: Figure, pulled: Pull, other: Pull, apart: Tensor, vectors: dict[str, Tensor], region: Region
    ) -> None:
        self.figure, self.pull, self.distance, style = figure, pulled, apart, figure.style
        self.is_small = not (figure.stage.is_wide or figure.stage.is_portrait)
        self.is_square = self.is_small and figure.stage.is_narrow
        header, self.line, body, footer = self._regions(region)
        self.phrase = PhraseRow(pulled.words, figure.colors_of(pulled.words), header, style=style)
        rows = torch.stack([*vectors.values(), pulled.updated, other.updated])
        self.plane = WordPlane(body, rows, figure.world.axes, style=style)
        colors = {word: figure.color_of(word) for word in vectors}
        self.words = words_on_plane(
            self.plane, vectors, colors, icons=True, size=style.sizes.note if self.is_small else None,
            icon_height=min(ICON_HEIGHT, _ICON_SHARE * self.plane.unit), style=style,
        )  # fmt: skip
        self.subject = self.words[pulled.word]
        self.puller = self.words[pulled.words[pulled.strongest]]
        self.landmarks = VGroup(*(word for word in self.words.values() if word is not self.subject))
        self.ground = (self.phrase, self.plane, self.landmarks)
        self.box = self.phrase.box(pulled.strongest, figure.color_of(self.puller.word))
        self._draw_apart(other)
        self._draw_pull()
        self.before, self.after = self._result(footer)

    def _regions(self, region: Region) -> tuple[Region, Region, Region, Region]:
        """Where the phrase stands, the weight where the plane is too small for it, the plane, and the new vector."""
        if self.is_square:
            text, body = region.columns(3, 3.8, gap=0.2)
            header, line, footer = text.inset(left=0.14, bottom=0.25, top=0.14).rows(0.9, 0.35, 1.3, gap=0.2)
            return header, line, body, footer
        if self.is_small:
            header, line, body, footer = region.rows(0.95, 0.45, 4.75, 0.55, gap=0.1)
            return header, line, body, footer
        header, body, footer = region.rows(0.7, 5.6, 0.55, gap=0.12)
        return header, header, body, footer

    def _draw_pull(self) -> None:
        style, pulled = self.figure.style, self.pull
        weight, color = pulled.weights[pulled.strongest], self.figure.color_of(self.puller.word)
        self.arrow = PullArrow(
            self.subject.point, self.puller.point, weight, color, clear=0.34, clear_puller=_BEFORE, style=style
        )
        said = Label(style.says("weight"), size=style.sizes.note, color=style.theme.dim, style=style)
        self.weight = Row([said, Weight(weight, color=color, style=style)], 0.14)
        if self.is_small:
            x = self.line.centre[0] if self.is_square else self.box.get_x()
            self.weight.move_to(point(x, self.line.centre[1]))
            return
        self.weight.move_to(self._beside_arrow(self.weight))

    def _beside_arrow(self, said: VMobject) -> Point:
        """Where beside the arrow a text keeps farthest off all places of words, and off the axes."""
        start, end = self.arrow.segment
        way, half = end - start, np.array([said.width, said.height, 0.0]) / 2
        across = point(-way[1], way[0]) / max(float((way @ way) ** 0.5), 1e-9)
        reach = 0.18 + abs(across) @ half
        marks = [*(word.point for word in self.words.values()), self.there, self.elsewhere.get_center()]
        spots = [start + at * way + side * reach * across for side in (1, -1) for at in (0.5, 0.6, 0.7, 0.8)]

        def room(spot: Point) -> float:
            low, high = spot - half, spot + half
            box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
            crossed = sum(inside_length(axis, box) > 0 for axis in self.plane.axis_segments())
            return min(float(np.linalg.norm(np.maximum(abs(spot - mark) - half, 0.0))) for mark in marks) - crossed

        return max(spots, key=room)

    def _draw_apart(self, other: Pull) -> None:
        """Where the word goes here, where it goes in the other phrase, and how far that is."""
        self.there = self.plane.place(self.pull.updated)
        self.ghost = self.subject.mark.copy().set_opacity(_GHOST)
        self.elsewhere = self.subject.mark.copy().set_opacity(_GHOST).move_to(self.plane.place(other.updated))
        start, end = self.there, self.plane.place(other.updated)
        way, inward = end - start, self.plane.origin - (start + end) / 2
        side = 1 if way[0] * inward[1] - way[1] * inward[0] > 0 else -1
        offset = float(self.subject.mark.height) / 2 + _BESIDE
        self.apart = OffsetDistance(start, end, self.distance, offset, self.figure.style, side=side)

    def lines(self) -> list[Segment]:
        """What labels keep off."""
        return [self.arrow.flat_segment, self.apart.flat_segment]

    def boxes(self) -> list[VMobject]:
        """What else labels keep off."""
        marks = [self.ghost, self.elsewhere, self.ghost.copy().move_to(self.there)]
        return [self.weight, self.apart.number, *marks]

    def find_label_there(self) -> None:
        """The place of the pulled word's label when it has moved."""
        others = [word for word in self.words.values() if word is not self.subject]
        boxes = [self.weight, self.apart.number, self.ghost, self.elsewhere, *others]
        self.subject.toward = (2.0, 0.0)  # rather at its right than between it and the weight
        self.label_there = label_spot(self.subject, self.there, self.plane, keep_off=self.lines(), boxes=boxes)

    def moved(self) -> Animation:
        """The animation that takes the word to its new place."""
        return move_word(self.subject, self.there, self.label_there)

    def _result(self, region: Region) -> tuple[VGroup, VGroup]:
        style, color = self.figure.style, self.figure.color_of(self.pull.word)
        name = Label(self.pull.word, color=color, style=style)
        before = Coordinates(self.pull.vector, style=style)
        becomes = Math("arrow.r", size=style.sizes.label, color=style.theme.dim, style=style)
        after = Coordinates(self.pull.updated, color=style.theme.ink, style=style)
        if self.is_square:
            last = Row([becomes, after], 0.2)
            stack_on_baselines([name, before, last], 0.0, 0.5)
            for piece in (name, before):
                piece.set_x(float(after.get_x()))
            VGroup(name, before, last).move_to(region.centre)
        else:
            Row([name, before, becomes, after], [0.25, 0.2, 0.2]).move_to(region.centre)
        return VGroup(name, before), VGroup(becomes, after)
