"""The pulls of a phrase's words on one of them: rows with bars in a column, or one strip of length 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from manim import (
    Animation,
    FadeIn,
    FadeOut,
    Rectangle,
    ReplacementTransform,
    VGroup,
    VMobject,
    interpolate_color,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.heads.value_space import ValueSpace
from scenes.layout import fit
from scenes.motion.become import Count
from scenes.number_format import decimals_that_add
from scenes.parts.bars.strip import WeightStrip
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label
from scenes.stage import PlaneView, Region
from scenes.style import DEFAULT, Style

_PITCH, _THICK, _GAP, _HEADING = 0.56, 0.26, 0.16, 0.62
"""Scene units: from a row to the next, a bar's thickness, between a name, its bar and its number, for the heading."""

_LEAST = 0.02
"""Scene units: the width of a bar of next to nothing, which keeps it visible."""

_NAMES = 0.45
"""The share of the width that names take at the most."""

_OWN = 0.22
"""The opacity of the pulled word's own piece inside its outline."""


@dataclass(frozen=True, slots=True)
class Pull:
    """One word's pull, or the pull of all words that share a row.

    Attributes:
        name: the word, or the name of the others.
        weight: their weight.
        color: ``#rrggbb``.
        own: whether it is the pulled word's own.
    """

    name: str
    weight: Tensor
    color: str
    own: bool = False


def pulls_of(space: ValueSpace, phrase: int, colors: Sequence[str], width: float, style: Style = DEFAULT) -> list[Pull]:
    """Return the pulls of a phrase: of its strongest word, of the pulled one, of those that change, and of the others.

    Args:
        space: the numbers.
        phrase: the phrase's number.
        colors: ``#rrggbb`` of each of the space's words.
        width: scene units that a list of them has, for the name of the others.
        style: the language.
    """
    named, pulls = space.named(phrase), space.pulls(phrase)
    rest = [word for word in pulls if word not in named]
    rows = [Pull(word, pulls[word], colors[space.words.index(word)], word == space.word) for word in named]
    if rest:
        long = Label(style.says("other-words"), size=style.sizes.number, style=style)
        others = "other-words" if long.width <= _NAMES * width else "others"
        rows.append(Pull(name_of_rest(space, rest, others, style), space.shared[phrase], style.theme.ink))
    return rows


def name_of_rest(space: ValueSpace, rest: Sequence[str], others: str, style: Style = DEFAULT) -> str:
    """Return the name that words share: their own if it is one alone, the rest with the pulled one, or some others."""
    if len(rest) == 1:
        return rest[0]
    return style.says("the-rest" if space.word in rest else others)


def mark_own(piece: VMobject, color: str, style: Style = DEFAULT) -> None:
    """Draw a piece as the pulled word's own: an outline, as its old place is one, so that it is no other word's."""
    if style.theme.filled:
        piece.set_sheen(0.0).set_fill(color, _OWN)
    piece.set_stroke(color, style.strokes.thin)


class Pulls(VGroup):
    """A row for each pull: its name, a bar from one zero line, and the weight; all add up to 1.

    Args:
        pulls: from the top.
        heading: what is listed.
        region: where it may be.
        beside: all pulls of lists that stand in its place one after the other, so that they have one scale.
        style: theme and sizes.

    Attributes:
        heading: what is listed.
        names: of the rows.
        bars: of the rows.
        numbers: the weights.
    """

    def __init__(
        self, pulls: Sequence[Pull], heading: str, region: Region, *, beside: Sequence[Pull], style: Style = DEFAULT
    ) -> None:
        size, theme = style.sizes.number, style.theme
        self.heading = Label(heading, size=size, within=region.width, style=style)
        self.heading.set_x(region.left + float(self.heading.width) / 2).on_baseline(region.top - 0.3)
        self.names = [Label(pull.name, size=size, color=pull.color, style=style) for pull in pulls]
        for name in self.names:
            fit(name, _NAMES * region.width)
        self.numbers = [Weight(pull.weight, size=size, color=pull.color, style=style) for pull in pulls]
        widest = max(float(Label(pull.name, size=size, style=style).width) for pull in beside)
        zero = region.left + min(widest, _NAMES * region.width) + _GAP
        figures = max(float(Weight(pull.weight, size=size, style=style).width) for pull in beside)
        most = max(float(pull.weight) for pull in beside)
        unit = (region.right - figures - _GAP - zero) / most
        pitch = min(_PITCH, (region.height - _HEADING) / len(pulls))
        self.bars = []
        for index, (pull, name, number) in enumerate(zip(pulls, self.names, self.numbers, strict=True)):
            y = region.top - _HEADING - (index + 0.5) * pitch
            width = max(float(pull.weight) * unit, _LEAST)
            bar = Rectangle(width=width, height=_THICK, stroke_width=0, color=pull.color)
            bar.set_fill(theme.fill(pull.color), 1.0 if theme.filled else 0.0)
            if not theme.filled:
                bar.set_stroke(pull.color, style.strokes.thin)
            if pull.own:
                mark_own(bar, pull.color, style)
            self.bars.append(bar.move_to(point(zero + width / 2, y)))
            name.move_to(point(zero - _GAP - float(name.width) / 2, y))
            name.on_baseline(y - float(name.cap_height) / 2)
            # All numbers end at one place, so that each can count where it stands.
            number.move_to(point(zero + unit * most + _GAP + figures - float(number.width) / 2, y))
        super().__init__(self.heading, *self.names, *self.bars, *self.numbers)
        laid(self, Layer.LEDGER)

    def turn(self, after: Pulls) -> list[Animation]:
        """Return how these rows turn into those of another phrase in their places: each counts to its new weight."""
        first, last = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
        if len(self.names) != len(after.names):
            return [FadeOut(self, rate_func=first), FadeIn(after, rate_func=last)]
        motions: list[Animation] = [ReplacementTransform(self.heading, after.heading)]
        for old, new in zip(self.names, after.names, strict=True):
            if old.text == new.text and old.get_color() == new.get_color():
                motions.append(ReplacementTransform(old, new))
            else:
                motions += [FadeOut(old, rate_func=first), FadeIn(new, rate_func=last)]
        motions += [ReplacementTransform(old, new) for old, new in zip(self.bars, after.bars, strict=True)]
        for number, weight in zip(self.numbers, after.numbers, strict=True):
            motions.append(_Recount(number, weight))
        return motions


class _Recount(Count):
    """A weight that counts to another one, whose colour it takes on on the way."""

    def interpolate_mobject(self, alpha: float) -> None:
        """Write the weight of the moment in the colour of the moment."""
        super().interpolate_mobject(alpha)
        color = interpolate_color(self._before.get_color(), self._end.get_color(), self.rate_func(alpha))
        for glyph in self._glyphs:
            glyph.set_fill(color)


def strip_digits(space: ValueSpace, phrase: int) -> int:
    """Return digits after the point with which the weights beside a phrase's strip add up to 1."""
    printed = [*(float(space.weight(word, phrase)) for word in space.told(phrase)), float(space.slack[phrase])]
    return decimals_that_add(printed, 1.0, (2, 3)) or 2


class PullStrip(VGroup):
    """The weights of a phrase as one lying strip of length 1: the words that pull much, then all others as one piece.

    Args:
        space: the numbers.
        phrase: the phrase's number.
        colors: ``#rrggbb`` of each of the space's words.
        region: where it may be.
        view: the figure's.
        decimals: digits after the point.
        style: theme and sizes.

    Attributes:
        strip: the weights.
    """

    def __init__(
        self,
        space: ValueSpace,
        phrase: int,
        colors: Sequence[str],
        region: Region,
        view: PlaneView,
        *,
        decimals: int = 2,
        style: Style = DEFAULT,
    ) -> None:
        names, theme, rest = space.told(phrase), style.theme, space.slack[phrase]
        weights = [space.weight(word, phrase) for word in names]
        inks = [theme.ink if (ink := colors[space.words.index(word)]) == theme.dim else ink for word in names]
        others = [word for word in space.pulls(phrase) if word not in names]
        if others:
            names.append(name_of_rest(space, others, "others", style))
            weights.append(rest)
            inks.append(theme.ink)
        self.strip = WeightStrip(
            names,
            torch.stack(weights),
            inks,
            rest,
            replace(view, lying=True, record=region),
            decimals=decimals,
            order=range(len(names)),
            style=style,
        )
        if space.word in names:
            place = names.index(space.word)
            mark_own(self.strip.pieces[place], inks[place], style)
        super().__init__(self.strip)
        laid(self, Layer.LEDGER)
