"""Bands and threads to a word that is pulled, one for each word that pulls, and what these weigh."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject

from scenes.article.heads.pane import Pane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, width_at
from scenes.parts.plane.labels import Box, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, Row
from scenes.style import DEFAULT, Style

_BELOW, _LOW, _EDGE, _RIM = 0.14, 0.3, 0.22, 0.03
"""Scene units from a mark down to its weight, or from a thread to its weight beside it; from the map's lower edge up to
that one, from the map's sides to any, and from its lower edge to what hides a thread below its weight."""


class CutThread(VGroup):
    """A thread from a word that lies beyond the map's edge: what of it lies on the map.

    Args:
        puller: manim point of the word.
        pulled: manim point of the pulled word.
        weight: in [0, 1].
        pane: the map.
        style: theme.

    Attributes:
        weight: as a Python number.
        puller: manim point of the word.
        edge: manim point at which the thread comes onto the map.
    """

    def __init__(self, puller: Point, pulled: Point, weight: float, pane: Pane, *, style: Style = DEFAULT) -> None:
        self.weight, self.puller, self._pane = weight, np.array(puller, float), pane
        self._whole = Thread(puller, pulled, weight=weight, style=style)
        self._line = self._whole.line.copy()
        super().__init__(self._line)
        laid(self, Layer.THREAD)
        self.set_ends(puller, pulled)

    def set_ends(self, puller: Point, pulled: Point) -> None:
        """Hang the thread between two points."""
        self._whole.set_ends(puller, pulled)
        shares = np.linspace(0.0, 1.0, 201)
        spots, (left, bottom, right, top) = self._whole.spots(shares), self._pane.bounds(0.02)
        beyond = (spots[:, 0] < left) | (spots[:, 0] > right) | (spots[:, 1] < bottom) | (spots[:, 1] > top)
        first = min(int(np.flatnonzero(beyond)[-1]) + 1 if beyond.any() else 0, len(shares) - 2)
        self.edge = point(*spots[first])
        self._line.pointwise_become_partial(self._whole.line, shares[first], 1.0)

    def at_level(self, y: float) -> float:
        """Return the scene x at which the thread has a scene y, the nearest that it comes to it."""
        spots = self._whole.spots(np.linspace(0.0, 1.0, 201))
        return float(spots[np.abs(spots[:, 1] - y).argmin(), 0])


class Strands:
    """All strands of one phrase.

    Args:
        pulls: the words that pull, and what they weigh.
        tokens: those of them that lie on the map, by word.
        places: manim points of all, by word.
        inks: ``#rrggbb`` of all, by word.
        pulled: manim point to which the phrase takes the pulled word.
        pane: the map.
        boxes: what weights keep off.
        weighs: what stands before a weight, if there is room for it.
        slim: the share of their usual width that bands have.
        style: theme and sizes.

    Attributes:
        marks: the bands and threads, by word.
        numbers: the weights of words on the map.
        late: the weights at threads that come from beyond it, which stand where these hang in the end.
    """

    def __init__(
        self,
        pulls: dict[str, float],
        tokens: dict[str, Token],
        places: dict[str, Point],
        inks: dict[str, str],
        pulled: Point,
        pane: Pane,
        boxes: Sequence[Box],
        weighs: str,
        *,
        slim: float,
        style: Style = DEFAULT,
    ) -> None:
        self.marks: dict[str, Band | Thread | CutThread] = {}
        self.numbers, self.late, cut = VGroup(), VGroup(), list[tuple[Row, CutThread]]()
        for word, weight in pulls.items():
            at, size = places[word], style.sizes.number
            number = Weight(weight, size=size, color=inks[word], style=style)
            said: list[VMobject] = [Label(weighs, size=size, style=style)] if weighs else []
            if word not in tokens:
                thread = CutThread(at, pulled, weight, pane, style=style)
                row = Row([Label(word, size=size, color=inks[word], style=style), *said, number], 0.14)
                cut.append((row, thread))
                self.marks[word] = thread
                continue
            named = tokens[word].has_icon or tokens[word].name_text is not None
            name = [] if named else [Label(word, size=size, color=inks[word], style=style)]
            self.numbers.add(self._below(Row([*name, *said, number], 0.14), tokens[word], pane, boxes, style))
            if weight < SLACK_BELOW:
                self.marks[word] = Thread(at, pulled, weight=weight, style=style)
            else:
                band = Band(at, pulled, weight, inks[word], slim=slim, style=style)
                self.marks[word] = band.set_tuck(tokens[word].tuck(pulled, slim * width_at(weight, 0.0)))
        for row, thread in cut:
            self.late.add(self._by_edge(row, thread, pane, [box_of(each) for each in self.rows()], style))

    def to(self, pulled: Point) -> None:
        """Let all end at the pulled word's place."""
        for mark in self.marks.values():
            mark.set_ends(mark.puller, pulled)

    def rows(self) -> Sequence[VMobject]:
        """Return the weights with what they stand on."""
        return [*self.numbers, *self.late]

    @staticmethod
    def _below(row: Row, token: Token, pane: Pane, boxes: Sequence[Box], style: Style) -> VGroup:
        """Return a weight below its word, on the map."""
        left, _, right, _ = pane.bounds(_EDGE)
        half = float(row.width) / 2
        low = float(token.mark.get_bottom()[1]) - _BELOW - float(row.height) / 2
        row.move_to(point(min(max(float(token.at[0]), left + half), right - half), low))
        if any(overlap(box_of(row), box) > 0 for box in boxes):
            size = (float(row.width) + 0.1, float(row.height) + 0.1)
            row.move_to(point(*free_place(size, pane.bounds(_EDGE), flat(row.get_center()), boxes=boxes)))
        return VGroup(pane.plate(row), laid(haloed(row, style), Layer.LABEL))

    @staticmethod
    def _by_edge(row: Row, thread: CutThread, pane: Pane, boxes: Sequence[Box], style: Style) -> VGroup:
        """Return a weight at the map's lower edge, where a thread comes from its word: it ends there.

        It keeps off the other weights, towards the map's middle.
        """
        left, _, right, _ = pane.bounds(_EDGE)
        level, half = pane.region.bottom + _LOW, float(row.width) / 2
        at = thread.at_level(level)
        side = 1 if at < float(pane.region.centre[0]) else -1
        for shift in (0.0, side * (half - _LOW), side * (half + _BELOW)):
            row.move_to(point(min(max(at + shift, left + half), right - half), level))
            if not any(overlap(box_of(row), box) > 0 for box in boxes):
                break
        plate, low = pane.plate(row), pane.region.bottom + _RIM
        top = float(plate.get_top()[1])
        plate.stretch_to_fit_height(top - low).set_y((top + low) / 2)
        return VGroup(laid(plate, Layer.SHADOW), laid(haloed(row, style), Layer.LABEL))
