"""Somebody who gets older on a band of life, with the age above or beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from manim import VGroup, VMobject, smooth

from scenes.lesson.counts import YEAR, time_to_count, written_time
from scenes.lesson.life_band import LifeBand
from scenes.lesson.walker import Walker, height_at, stepping
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region

_STAGES = (
    (0.1, "newborn"), (1.0, "baby"), (3.5, "toddler"), (6.0, "before-school"), (17.0, "at-school"), (27.0, "student"),
    (65.0, "grown-up"),
)  # fmt: skip
"""Ages in years, and the key of what one is called below them; beyond the last, old."""

_OVER, LOWER, _ASIDE = 0.16, 0.5, 0.75
"""Scene units from the head to a word's baseline, and from there to the age's; from a child's feet to texts beside it.
"""

_LEAST = 1e-3
"""Years: the age from which one is written on the way."""


def stage_of(age: float) -> str:
    """Return the key of what one is called at an age in years.

    >>> stage_of(19.1), stage_of(80.0)
    ('student', 'old')
    """
    return next((key for limit, key in _STAGES if age < limit), "old")


class Ageing:
    """A person on a band of life.

    Args:
        figure: whose texts and style these are.
        band: its upper edge is the floor.
        metre: scene units for a metre of height.
        room: where texts may be.
        aside: whether texts stand beside the person, not above.

    Attributes:
        walker: the person.
        room: where texts may be.
        texts: the age and what one is called then, as far as they are there.
        aside: whether texts stand beside the person.
    """

    def __init__(self, figure: PlaneFigure, band: LifeBand, metre: float, room: Region, *, aside: bool) -> None:
        self._figure, self._band, self.room, self.aside = figure, band, room, aside
        self.color = figure.style.theme.families[0]
        self.walker = Walker(metre, color=self.color, style=figure.style)
        self.texts: list[VMobject] = []

    def stand(self, age: float, swing: float | None = None) -> Point:
        """Let the person stand at an age in years; return where the word above is written, on its baseline."""
        x, top = self._band.x_at(age / self._band.years), self._band.region.top
        self.walker.put(age, x, top, *([] if swing is None else [swing]))
        return point(x, top + self.walker.unit * height_at(age) + _OVER)

    def put_text(self, text: Label | Row, at: Point, up: float) -> None:
        """Put a text above the person, or beside a child, within the room."""
        half, room, floor = float(text.width) / 2, self.room, self._band.region.top
        if self.aside:
            at = point(at[0] + _ASIDE + half, floor + max(0.45 * (at[1] - floor), _OVER))
        text.set_x(float(np.clip(at[0], room.left + half, room.right - half)))
        text.on_baseline(float(at[1]) + up)

    def name(self, age: float, row: Row) -> list[VMobject]:
        """Return an age as it is written, and what one is called then, beside or above the person."""
        at, style = self.stand(age), self._figure.style
        word = Label(self._figure.says(stage_of(age)), size=style.sizes.number, color=self.color, style=style)
        self.put_text(word, at, 0.0)
        self.put_text(row, at, LOWER)
        self.texts = [row, word]
        return self.texts

    def written(self, age: float, size: float) -> Row:
        """Return an age in years as it is written on the way."""
        (value,), (unit,) = time_to_count(torch.tensor([max(age, _LEAST) * YEAR]))
        figure = self._figure
        if unit != "years":
            return written_time(figure, value, unit, size, self.color)
        number = Number(value, decimals=1, size=size, color=self.color, style=figure.style)
        return Row([number, Label(figure.says(unit), size=size, color=self.color, style=figure.style)], 0.14)

    def getting_older(
        self,
        start: float,
        end: float,
        size: float,
        *,
        steps: float,
        follow: Callable[[float], None] | None = None,
        moved: Sequence[VMobject] = (),
    ) -> tuple[RunningNumber, Live]:
        """Return the age that runs, to be added first, and how the person gets older.

        Args:
            start: the first age in years.
            end: the last one.
            size: of the age's type.
            steps: on the way.
            follow: called with the age, for what is counted meanwhile.
            moved: what that moves.
        """
        running = RunningNumber(self.written(start, size)[0])  # type: ignore[arg-type]

        def live(share: float) -> None:
            age = start + share * (end - start)
            at, row = self.stand(age, stepping(share, steps)), self.written(age, size)
            self.put_text(row, at, LOWER)
            running.write(VGroup(*(glyph for part in row for glyph in part.submobjects)))  # type: ignore[arg-type]
            if follow:
                follow(age)

        live(0.0)
        return running, Live([self.walker, running, *moved], live, rate_func=smooth)
