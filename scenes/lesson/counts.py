"""Counts of what a model keeps and learns: its dimensions as a parameter, and large whole numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Literal

import torch
from manim import LEFT, RIGHT, Animation, ApplyMethod, FadeIn, ManimColor, ReplacementTransform, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import AttentionDims
from scenes.layout import fit
from scenes.number_format import format_count
from scenes.parameters import FigureParameters
from scenes.parts.stage_text import HeaderPhrase, HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row, typst_string
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.style import Theme
from scenes.worlds import World

_OLDER = 0.35
"""The share of ink in the colour of older rows of a record."""

Model = Literal["gpt2", "gpt3", "llama3-8b", "deepseek-v3"]

MODELS: dict[Model, tuple[str, AttentionDims, float]] = {
    "gpt2": ("GPT-2", AttentionDims(d_model=768, heads=12, d_k=64, layers=12), 124e6),
    "gpt3": ("GPT-3", AttentionDims.gpt3(), 175e9),
    "llama3-8b": ("Llama 3 8B", AttentionDims(d_model=4096, heads=32, d_k=128, layers=32, groups=8), 8.03e9),
    "deepseek-v3": ("DeepSeek-V3", AttentionDims.deepseek_v3(), 671e9),
}
"""A model's name, the dimensions of its attention, and all its parameters.

Sources: Radford et al. (2019), table 2, smallest model; Brown et al. (2020), table 2.1; "The Llama 3 Herd of Models"
(2024), table 3; "DeepSeek-V3 Technical Report" (2024), section 4.2.
"""

YEAR = 31_557_600.0
"""The seconds of a year of 365.25 days."""

_SPANS = (
    ("million-years", 1e6 * YEAR, 1.0),
    ("thousand-years", 1e3 * YEAR, 10.0),
    ("years", YEAR, 1.0),
    ("days", 86_400.0, 1.0),
    ("hours", 3600.0, 1.0),
    ("minutes", 60.0, 1.0),
)
"""Spans of time by their labels' keys, with their seconds, and how many of them there are at the least."""

_GAP = "#h(0.17em)"

_ABOVE, _LINE, _BETWEEN = 0.14, 0.5, 0.36
"""Scene units from a count's middle up to its label's baseline, and from there down to the digits', and between both
where they share a line."""

_BEFORE_SPAN = 0.2
"""Scene units between a count and how long it takes to count that far, at the least."""

_HEAD, _OVER = 0.32, 0.1
"""Scene units above the counts for the head of the column of times, and from them up to its baseline."""

HERO = 1.35
"""The size of a count's digits, as a multiple of its label's, while a beat is about them."""


class OfModel(FigureParameters):
    """The parameters: whose dimensions are counted."""

    dims: Model = Field("gpt3", description="Whose dimensions: gpt2, gpt3, llama3-8b or deepseek-v3.")

    def world_used(self, world: World) -> World:
        """Return a world of nothing: only dimensions are counted."""
        return World(title="a count", axes=("x", "y"), vectors={"x": (0.0, 0.0)})


class Count(Number):
    """A whole number written out, its digits in groups of three; arguments are those of ``Number``."""

    def written(self, decimals: int) -> str:
        """Return all digits of the number."""
        return format_count(self.value)

    def markup(self) -> str:
        """Return the Typst markup of its text: groups of three digits with a narrow space between them."""
        return grouped(self.drawn)


class WholeCount(Count):
    """The whole number nearest to a number; arguments are those of ``Number``."""

    def written(self, decimals: int) -> str:
        """Return its digits."""
        return format_count(round(self.value))


class HeroCount(HeroNumber):
    """A whole number that a beat is about; arguments are those of ``Number``."""

    def written(self, decimals: int) -> str:
        """Return all digits of the number."""
        return format_count(self.value)

    def markup(self) -> str:
        """Return the Typst markup of its text: groups of three bold digits with a narrow space between them."""
        return f"#strong[{grouped(self.drawn)}]"


def grouped(digits: str) -> str:
    """Return the Typst markup of digits in groups of three."""
    first = len(digits) % 3 or 3
    groups = [digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))]
    return _GAP.join(f"#{typst_string(group)}" for group in groups)


def time_to_count(counts: Tensor) -> tuple[Tensor, tuple[str, ...]]:
    """Return how long it takes to count, one a second.

    Args:
        counts: shape (N,).

    Returns:
        The times, shape (N,), and each one's unit: the key of its label.
    """
    units, times = [], []
    for seconds in counts.tolist():
        unit, one, _ = next((each for each in _SPANS if seconds >= each[1] * each[2]), _SPANS[-1])
        units.append(unit)
        times.append(seconds / one)
    return torch.tensor(times, dtype=torch.float64), tuple(units)


def unit_seconds(key: str) -> float:
    """Return the seconds of a unit of time, by its label's key."""
    return next(one for unit, one, _ in _SPANS if unit == key)


def spoken_time(figure: PlaneFigure, time: float, unit: str) -> str:
    """Return a time as it is said: 4.8 years, 1837 years, 5.0 million years."""
    return f"{time:.{1 if time < 10 else 0}f} {figure.says(unit)}"


def written_time(figure: PlaneFigure, time: Tensor, unit: str, size: float, color: str) -> Row:
    """Return a time in a unit, given by its key, as it is written: 4.8 years."""
    style = figure.style
    kind = partial(Number, decimals=1) if float(time) < 10 else WholeCount
    number = kind(time, size=size, color=color, style=style)
    return Row([number, Label(figure.says(unit), size=size, color=color, style=style)], 0.14)


def in_units(value: float) -> tuple[float, str]:
    """Return a large number in the unit in which it is said, and the unit's key: none for one of four digits."""
    for key, size in (("trillion", 1e12), ("billion", 1e9), ("million", 1e6), ("thousand", 1e4)):
        if value >= size:
            return value / (1e3 if key == "thousand" else size), key
    return value, ""


def spoken(figure: PlaneFigure, value: float) -> str:
    """Return a large number as it is said: 58.0 billion, 1.6 million, 576."""
    said, unit = in_units(value)
    return f"{said:.{0 if said >= 100 else 1}f} {figure.says(unit)}" if unit else format_count(value)


def matrix_color(name: str, theme: Theme) -> str:
    """Return a matrix's colour by role: queries', keys' or values'; ink where it serves several."""
    last = name[2:].removeprefix("U").removeprefix("D")
    return {"Q": theme.query, "K": theme.key, "V": theme.value, "QR": theme.query, "KR": theme.key}.get(last, theme.ink)


class CountFigure(PlaneFigure):
    """The base of figures that count: a picture to scale, and beside it each count under the one it was made from.

    Attributes:
        title: what is counted, in the header.
        picture: where the picture stands.
        record: where each count stands, from the top.
        counted: the counts that stand there, in order.
        pace: the head of the column of times, once one is there: how fast one counts.
        digits_end: where the digits of all counts end, scene units, when they are a sum; None where they are none.
    """

    with_plane = False
    with_record = False
    digits_end: float | None = None

    def set_out(self, title: str, counts: int) -> None:
        """Divide the frame between picture and counts: beside each other, or one above the other."""
        free = self.stage.below_header.inset(bottom=0.15)
        if self.stage.is_narrow:
            self.picture, record = free.rows(1.25, 1.0, gap=0.3)
        else:
            self.picture, record = free.columns(1.45, 1.0, gap=0.5)
        self.is_timed = (record.height - _HEAD) / counts >= _ABOVE + _LINE + _BETWEEN
        self.record = record.inset(top=_HEAD * self.is_timed).rows(*[1.0] * counts)
        self.counted: list[HeroCount] = []
        self.latest: list[VMobject] = []
        self.pace: list[VMobject] = []
        self.title = HeaderPhrase([title], [self.style.theme.ink], self.stage, self.view, style=self.style)

    def count(
        self,
        key: str,
        value: Tensor,
        *,
        takes: tuple[Tensor, str],
        factors: Sequence[Number] = (),
        color: str | None = None,
        **values: object,
    ) -> None:
        """Let a count arrive in the record, below what it counts; older ones grow dim unless they have a colour.

        Args:
            key: its label's key.
            value: the count.
            takes: how long it takes to count that, and the key of the unit: it stands at the right.
            factors: numbers whose product it is, written before it.
            color: the label's and the count's, as the thing has that is counted; ink when left out.
            values: what is filled into the label.
        """
        room, style = self.record[len(self.counted)], self.style
        line = self._line(self.says(key, **values), factors, color)
        number = HeroCount(value, size=HERO * style.sizes.number, color=color, style=style)
        low = self._stand(line, number, room)
        middle = float(room.centre[1])
        arriving = self.settle_last()
        self.counted.append(number)
        said: list[VMobject] = []
        if self.is_timed and not low:
            places = [(number, middle - (_LINE - _ABOVE)), (line, middle + _ABOVE)]
            said = self._how_long(places, room, *takes)
        self.latest = [] if color else [line, *said[:1]]
        self.play(*map(FadeIn, (line, number, *said)), *arriving)

    def _line(self, said: str, factors: Sequence[Number], color: str | None) -> Row:
        """Return what is counted, with the factors of the count."""
        size, style = self.style.sizes.number, self.style
        product: list[VMobject] = [Label(said, size=size, color=color, style=style)]
        for place, factor in enumerate(factors):
            product += [Label("×", size=size, color=color, style=style)] * bool(place) + [factor]
        return Row(product, 0.16)

    def _stand(self, line: Row, number: HeroCount, room: Region) -> bool:
        """Put a count below what it counts, or beside it where there is no room for two lines; return whether so."""
        fit(number, room.width)
        low, middle = room.height < _ABOVE + _LINE + _BETWEEN, float(room.centre[1])
        fit(line, room.width - low * (float(number.width) + _BETWEEN))
        line.starting_at(room.left).on_baseline(middle + (-_ABOVE if low else _ABOVE))
        half, end = float(number.width) / 2, room.right if low else self.digits_end
        number.set_x(room.left + half if end is None else end - half)
        number.on_baseline(middle - (_ABOVE if low else _LINE - _ABOVE))
        return low

    def _how_long(
        self, places: Sequence[tuple[VMobject, float]], room: Region, time: Tensor, unit: str
    ) -> list[VMobject]:
        """Return how long it takes to count that far, at the right of a count: beside its digits, or beside its label.

        There is nothing where neither has room. With the first time comes the head of their column.

        Args:
            places: the digits and the label, with their baselines.
            room: of the count in the record.
            time: how long it takes.
            unit: the key of its unit.
        """
        said = self._time_beside(places, room.right, time, unit)
        if said is None or self.pace:
            return [] if said is None else [said]
        style, top = self.style, self.record[0].top
        how = Label(self.says("one-a-second"), size=style.sizes.tick, color=style.theme.ink, within=room.width,
                    style=style)  # fmt: skip
        self.pace.append(how.set_x(room.right - float(how.width) / 2).on_baseline(top + _OVER))
        return [said, how]

    def _time_beside(self, places: Sequence[tuple[VMobject, float]], end: float, time: Tensor, unit: str) -> Row | None:
        """Return a time that ends at ``end``, beside the first thing that leaves room for it, as large as may be."""
        sizes, color = self.style.sizes, self.style.theme.ink
        for size, (beside, low) in product((sizes.number, sizes.tick, sizes.least), places):
            said = written_time(self, time, unit, size, color)
            said.starting_at(end - float(said.width)).on_baseline(low)
            if float(said.get_left()[0]) >= float(beside.get_right()[0]) + _BEFORE_SPAN:
                return said
        return None

    def settle_last(self) -> list[Animation]:
        """Return how the count that arrived last takes the size of those before it and grows dim with all beside it.

        What has a colour of its own keeps it. Nothing is returned where it has settled already.
        """
        size, theme = self.style.sizes.number, self.style.theme
        dim = ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _OLDER).to_hex()
        last = self.counted[-1] if self.counted else None
        if last is None or last.size == size:
            return []
        color = dim if self.latest else str(last.get_fill_color().to_hex())
        small = HeroCount(last.value, size=size, color=color, style=self.style)
        is_right = self.digits_end is not None or self.record[0].height < _ABOVE + _LINE + _BETWEEN
        small.align_to(last, RIGHT if is_right else LEFT).on_baseline(last.baseline)
        self.counted[-1] = small
        return [ReplacementTransform(last, small), *(ApplyMethod(text.set_fill, dim) for text in self.latest)]
