"""Counts of what a model keeps and learns: its dimensions as a parameter, and large whole numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Literal

import torch
from manim import LEFT, RIGHT, Animation, FadeIn, ReplacementTransform, VMobject
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

_SPANS = (
    ("million-years", 31_557_600e6),
    ("years", 31_557_600.0),
    ("days", 86_400.0),
    ("hours", 3600.0),
    ("minutes", 60.0),
)
"""Spans of time by their labels' keys, with their seconds; a year has 365.25 days."""

_GAP = "#h(0.17em)"

_ABOVE, _LINE, _BETWEEN = 0.14, 0.56, 0.3
"""Scene units from a count's middle up to its label's baseline, and from there down to the digits', and between both
where they share a line."""

_BEFORE_SPAN = 0.2
"""Scene units between a count and how long it takes to count that far, at the least."""

_BENEATH, _FREE = 0.36, 0.05
"""Scene units from the baseline of the first time down to the note on how fast one counts; what stays free below it."""

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


class _Whole(Count):
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
        unit, one = next((each for each in _SPANS if seconds >= each[1]), _SPANS[-1])
        units.append(unit)
        times.append(seconds / one)
    return torch.tensor(times, dtype=torch.float64), tuple(units)


def spoken_time(figure: PlaneFigure, time: float, unit: str) -> str:
    """Return a time as it is said: 4.8 years, 1837 years, 5.0 million years."""
    return f"{time:.{1 if time < 10 else 0}f} {figure.says(unit)}"


def spoken(figure: PlaneFigure, value: float) -> str:
    """Return a large number as it is said: 58.0 billion, 1.6 million, 576."""
    for key, size in (("trillion", 1e12), ("billion", 1e9), ("million", 1e6), ("thousand", 1e4)):
        if value >= size:
            unit = 1e3 if key == "thousand" else size
            return f"{value / unit:.{0 if value >= 100 * unit else 1}f} {figure.says(key)}"
    return format_count(value)


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
        pace: how fast one counts, beneath the first time, once it is there.
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
        self.record = record.rows(*[1.0] * counts)
        self.counted: list[HeroCount] = []
        self.pace: list[VMobject] = []
        self.title = HeaderPhrase([title], [self.style.theme.ink], self.stage, self.view, style=self.style)

    def count(
        self,
        key: str,
        value: Tensor,
        *,
        factors: Sequence[Number] = (),
        takes: tuple[Tensor, str] | None = None,
        color: str | None = None,
        **values: object,
    ) -> None:
        """Let a count arrive in the record, below what it counts.

        Args:
            key: its label's key.
            value: the count.
            factors: numbers whose product it is, written before it.
            takes: how long it takes to count that, and the key of the unit: it stands at the right of the label.
            color: the label's and the count's, as the thing has that is counted; ink when left out.
            values: what is filled into the label.
        """
        room, style = self.record[len(self.counted)], self.style
        size = style.sizes.number
        product: list[VMobject] = [Label(self.says(key, **values), size=size, color=color, style=style)]
        for place, factor in enumerate(factors):
            product += [Label("×", size=size, color=color, style=style)] * bool(place) + [factor]
        line = Row(product, 0.16)
        number, middle = HeroCount(value, size=HERO * size, color=color, style=style), float(room.centre[1])
        fit(number, room.width)
        low = room.height < _ABOVE + _LINE + _BETWEEN  # no room for two lines: digits stand at the right
        fit(line, room.width - low * (float(number.width) + _BETWEEN))
        line.starting_at(room.left).on_baseline(middle + (-_ABOVE if low else _ABOVE))
        half, end = float(number.width) / 2, room.right if low else self.digits_end
        number.set_x(room.left + half if end is None else end - half)
        number.on_baseline(middle - (_ABOVE if low else _LINE - _ABOVE))
        arriving = self.settle_last()
        self.counted.append(number)
        said: list[VMobject] = []
        if takes is not None and not low:
            places = [(number, middle - (_LINE - _ABOVE)), (line, middle + _ABOVE)]
            said = self._how_long(places, room, *takes)
        self.play(*map(FadeIn, (line, number, *said)), *arriving)

    def _how_long(
        self, places: Sequence[tuple[VMobject, float]], room: Region, time: Tensor, unit: str
    ) -> list[VMobject]:
        """Return how long it takes to count that far, at the right of a count: beside its digits, or beside its label.

        There is nothing where neither has room. Beneath the first time stands how fast one counts; without that no
        time is told. Where nothing has room beneath the digits, times stand beside the labels.

        Args:
            places: the digits and the label, with their baselines.
            room: of the count in the record.
            time: how long it takes.
            unit: the key of its unit.
        """
        style, (digits, label) = self.style, places
        how = Label(self.says("one-a-second"), size=style.sizes.note, within=room.width, style=style)
        how.set_x(room.right - float(how.width) / 2).on_baseline(digits[1] - _BENEATH)
        next_label = Label(how.text, size=style.sizes.number, style=style).on_baseline(label[1] - room.height)
        is_tight = float(how.get_bottom()[1]) < float(next_label.get_top()[1]) + _FREE
        said = self._time_beside([label] if is_tight and not self.pace else places[::-1] if is_tight else places,
                                 room.right, time, unit)  # fmt: skip
        if said is None or self.pace:
            return [] if said is None else [said]
        if is_tight:
            how.on_baseline(digits[1])
            if float(how.get_left()[0]) < float(digits[0].get_right()[0]) + _BEFORE_SPAN:
                return []
        elif abs(said.baseline - digits[1]) > 1e-6:
            return []
        self.pace.append(how)
        return [said, how]

    def _time_beside(self, places: Sequence[tuple[VMobject, float]], end: float, time: Tensor, unit: str) -> Row | None:
        """Return a time that ends at ``end``, beside the first thing that leaves room for it, as large as may be."""
        sizes, style, color = self.style.sizes, self.style, self.style.theme.ink
        kind = partial(Number, decimals=1) if float(time) < 10 else _Whole
        for size, (beside, low) in product((sizes.number, sizes.tick, sizes.least), places):
            number = kind(time, size=size, color=color, style=style)
            said = Row([number, Label(self.says(unit), size=size, color=color, style=style)], 0.14)
            said.starting_at(end - float(said.width)).on_baseline(low)
            if float(said.get_left()[0]) >= float(beside.get_right()[0]) + _BEFORE_SPAN:
                return said
        return None

    def settle_last(self) -> list[Animation]:
        """Return how the count that arrived last takes the size of those before it; nothing, where it has it."""
        size = self.style.sizes.number
        if not self.counted or self.counted[-1].size == size:
            return []
        last = self.counted[-1]
        small = HeroCount(last.value, size=size, color=str(last.get_fill_color().to_hex()), style=self.style)
        small.align_to(last, LEFT if self.digits_end is None else RIGHT).on_baseline(last.baseline)
        self.counted[-1] = small
        return [ReplacementTransform(last, small)]
