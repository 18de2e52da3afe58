"""The numbers beside a dial: an angle as a sum, a score as a product, and a record of what scores there were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, capitals
from scenes.stage import Region
from scenes.style import Style

_ANGLE, _NAMES, _PRODUCT, _RECORD = 0.115, 0.3, 0.475, (0.675, 0.83, 0.985)
"""Baselines as shares of the room's height: of the angle, of the names, of the product below them, of the record."""

_HERO, _FACTOR, _BELOW_NAME = 1.35, 1.1, 0.12
"""The score's type as a multiple of a hero's at the most, and its factors' as a multiple of a formula's; scene units
from its name to the score, at least."""

_GAP, _CLOSE, _WIDER = 0.22, 0.14, 0.3
"""Scene units between the pieces of a sum, and of a product, at a formula's size; the most by which the columns are
further apart where there is room."""

LEAST = 2
"""The fewest digits after the point of a shadow."""

COUNT = 2
"""Which piece of an angle's sum counts its steps."""

_Line = TypeVar("_Line", Row, Label, Number, HeroNumber)


@dataclass(frozen=True)
class Digits:
    """Digits after the point with which a pencil agrees.

    Attributes:
        shadow: of a shadow.
        length: of a length.
        degrees: of an angle.
    """

    shadow: int
    length: int
    degrees: int


class ScorePanel:
    """The places of an angle, a score and a record, and their type.

    Args:
        room: scene units.
        colors: of the query, of the key and of a step, ``#rrggbb``.
        names: of a shadow, a length, a score, and of a gap.
        digits: after the point.
        shadows: all that will be printed, which have one column.
        length: of the query.
        scores: all that will be printed.
        style: theme and sizes.

    Attributes:
        size: of the product's factors and of the angle, manim font units.
        names: of the product's three columns.
        signs: between them.
    """

    def __init__(
        self, room: Region, colors: tuple[str, str, str], names: Mapping[str, str], digits: Digits,
        shadows: Tensor, length: Tensor, scores: Tensor, *, style: Style,
    ) -> None:  # fmt: skip
        self.room, self.colors, self.words, self.digits, self.style = room, colors, names, digits, style
        high = ((_PRODUCT - _NAMES) * room.height - _BELOW_NAME) / capitals(1.0)
        self.size, self.hero = _FACTOR * style.sizes.formula, min(_HERO * style.sizes.hero, high)
        self._lay(shadows, length, scores, 0.0)
        share = min(1.0, room.width / self._width)
        self.size, self.hero = share * self.size, share * self.hero
        self._lay(shadows, length, scores, min(max(room.width - self._width, 0.0) / 4, _WIDER))

    def _lay(self, shadows: Tensor, length: Tensor, scores: Tensor, wider: float) -> None:
        """Choose the columns of the product: the widest shadow, the length, the widest score, and signs between."""
        gap = _GAP * self.size / self.style.sizes.formula + wider
        wide, narrow = (
            max(float(self._shadow(shadow, decimals).width) for shadow in shadows.flatten())
            for decimals in (self.digits.shadow, LEAST)
        )
        sign = [Math(each, size=self.size, style=self.style) for each in ("times", "=")]
        long = float(self._length(length).width)
        scored = max(float(self._score(score).width) for score in scores.flatten())
        self.edge = self.room.left + wide  # of the shadow, at its right
        self.length_at = self.edge + 2 * gap + float(sign[0].width)
        self.length_end = self.length_at + long
        self.score_at = self.length_at + long + 2 * gap + float(sign[1].width)
        self._width = self.score_at + scored - self.room.left
        sign[0].set_x(self.edge + gap + float(sign[0].width) / 2)
        sign[1].set_x(self.length_at + long + gap + float(sign[1].width) / 2)
        self.signs = [laid(each.on_baseline(self._level(_PRODUCT)), Layer.LABEL) for each in sign]
        size = min(self.style.sizes.number, self.size)
        key, query = self.colors[1], self.colors[0]
        ends = ((self.edge - narrow / 2, key), (self.length_at + long / 2, query), (self.score_at + scored / 2, None))
        self.names = [
            laid(Label(self.words[name], size=size, color=color, style=self.style), Layer.LABEL)
            .set_x(x).on_baseline(self._level(_NAMES))
            for name, (x, color) in zip(("shadow", "length", "score"), ends, strict=True)
        ]  # fmt: skip

    def _level(self, share: float) -> float:
        """Return a baseline from its share of the room's height."""
        return self.room.top - share * self.room.height

    def _shadow(self, value: Tensor | float, decimals: int) -> Number:
        color = self.colors[1]
        return Number(value, decimals=decimals, size=self.size, color=color, style=self.style)

    def _length(self, value: Tensor | float) -> Number:
        color = self.colors[0]
        return Number(value, decimals=self.digits.length, size=self.size, color=color, style=self.style)

    def _score(self, value: Tensor | float) -> HeroNumber:
        return HeroNumber(value, size=self.hero, style=self.style)

    def shadow_label(self, value: Tensor | float, decimals: int) -> Number:
        """Return a shadow's length, to stand beside it."""
        size, color = self.style.sizes.number, self.colors[1]
        return laid(Number(value, decimals=decimals, size=size, color=color, style=self.style), Layer.LABEL)

    def shadow(self, value: Tensor | float, decimals: int) -> Number:
        """Return a shadow's length, in its column."""
        number = self._shadow(value, decimals)
        return laid(number.set_x(self.edge - float(number.width) / 2).on_baseline(self._level(_PRODUCT)), Layer.LABEL)

    def length(self, value: Tensor | float) -> Number:
        """Return the query's length, in its column."""
        return self._starting(self._length(value), self.length_at, _PRODUCT)

    def score(self, value: Tensor | float) -> HeroNumber:
        """Return a score, in its column."""
        return self._starting(self._score(value), self.score_at, _PRODUCT)

    def _starting(self, line: _Line, x: float, share: float) -> _Line:
        """Put a line where it begins, on a baseline."""
        line.set_x(x + float(line.width) / 2)
        line.on_baseline(self._level(share))
        return laid(line, Layer.LABEL)

    def _degrees(self, angle: Tensor, color: str | None = None, size: float | None = None) -> Row:
        size = size or self.size
        number = Number(angle, decimals=self.digits.degrees, size=size, color=color, style=self.style)
        sign = Label("°", size=size, color=color, style=self.style)
        return Row([number, sign], 0.02 * size / self.style.sizes.number)

    def label(self, angle: Tensor, color: str | None = None) -> Row:
        """Return an angle in degrees, to stand beside its arc."""
        return laid(self._degrees(angle, color, self.style.sizes.number), Layer.LABEL)

    def angle(self, own: Tensor, sign: str, steps: int, step: Tensor, whole: Tensor) -> Row:
        """Return an angle as the sum of the hands' own one and some steps."""
        color = self.colors[2]
        count = Number(steps, decimals=0, size=self.size, color=color, style=self.style)
        pieces: list[VMobject] = [
            self._degrees(own), self._math(sign), count,
            self._math("times", color), self._degrees(step, color), self._math("="), self._degrees(whole),
        ]  # fmt: skip
        row = Row(pieces, self._gaps("--..--", self.size))
        if row.width > self.room.width:
            row.scale(self.room.width / row.width)
        return self._starting(row, self.room.left, _ANGLE)

    def _math(self, sign: str, color: str | None = None) -> Math:
        return Math(sign, size=self.size, color=color, style=self.style)

    def _gaps(self, kinds: str, size: float) -> list[float]:
        """Return the space before each piece of a row: of a product (.), of a sum or an equation (-)."""
        return [(_CLOSE if kind == "." else _GAP) * size / self.style.sizes.formula for kind in kinds]

    def difference(self, places: Sequence[tuple[int, str]], size: float) -> Row:
        """Return how many places are between two: the later one less the earlier one, each in its word's colour."""
        (last, late), (first, early) = sorted(places, reverse=True)
        pieces: list[VMobject] = [
            Number(last, decimals=0, size=size, color=late, style=self.style), Math("-", size=size, style=self.style),
            Number(first, decimals=0, size=size, color=early, style=self.style), Math("=", size=size, style=self.style),
            Number(last - first, decimals=0, size=size, color=self.colors[2], style=self.style),
        ]  # fmt: skip
        return laid(Row(pieces, self._gaps("----", size)), Layer.LABEL)

    def order(self, line: int, words: Sequence[tuple[str, str]], score: Tensor) -> VGroup:
        """Return a line of the record: two words in the order in which they stand, and their score."""
        size = self._filed_size
        return self._filed(
            line, [Label(word, size=size, color=color, style=self.style) for word, color in words], score
        )

    def gap(self, line: int, places: int, score: Tensor) -> VGroup:
        """Return a line of the record: how many places are between two words, and their score."""
        size = self._filed_size
        name = Label(self.words["gap"], size=size, style=self.style)
        count = Number(places, decimals=0, size=size, color=self.colors[2], style=self.style)
        return self._filed(line, [name, count], score)

    @property
    def _filed_size(self) -> float:
        """The type of the record."""
        return min(self.style.sizes.head, self.size)

    def _filed(self, line: int, pieces: Sequence[VMobject], score: Tensor) -> VGroup:
        """Return a line of the record: what it is about, up to where the length ends, and a score below the score."""
        size = self._filed_size
        about = Row(pieces, _GAP * size / self.style.sizes.head)
        about.scale(min(1.0, (self.length_end - self.room.left) / float(about.width)))
        row = VGroup(self._starting(about, self.length_end - float(about.width), _RECORD[line]))
        row.add(self._starting(HeroNumber(score, size=size, style=self.style), self.score_at, _RECORD[line]))
        return row

    def question(self) -> Label:
        """Return what stands in place of the score until it is known."""
        return self._starting(Label("?", size=self.hero, style=self.style), self.score_at, _PRODUCT)
