"""One head's first number as an axis of the map: the words on it, the two bands, and the bead that they hold."""

from __future__ import annotations

from collections.abc import Callable

import torch
from manim import Dot, VGroup, VMobject

from scenes.article.heads.knob_numbers import TwoKnobs
from scenes.article.heads.pane import Pane
from scenes.number_format import decimals_that_multiply
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, width_at
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label
from scenes.style import Style

_ICON, _BEAD, _PEG, _DISC = 0.8, 0.12, 0.1, 1.3
"""Scene units: the height of icons, and the radii of the bead and of the peg; how much larger discs are than usual."""

_BESIDE, _GONE = 0.16, 0.004
"""Scene units from a band or a word to its number; the weight below which a band is not seen."""

_ROOMY = 1.1
"""Scene units for 1 from which icons, bands and numbers on the map have their usual size."""


def scale_of(pane: Pane) -> float:
    """Return the size of icons and bands on a map, as a share of the usual one."""
    return min(1.0, max(0.55, pane.unit / _ROOMY))


class Slider:
    """A head's axis of the map.

    Args:
        numbers: all numbers of the figure.
        head: 0 for the axis to the right, 1 for the one that goes up.
        pane: the map.
        ink: called with a word and a phrase's number for its colour there.
        style: theme and sizes.

    Attributes:
        words: the words that pull most in some phrase, by word.
        names: the names of those without an icon, by word.
        bands: their bands.
        loose: the band of all other words.
        peg: where these balance.
        bead: the head's number.
        weights: for each phrase, both bands' weights.
    """

    def __init__(self, numbers: TwoKnobs, head: int, pane: Pane, ink: Callable[[str, int], str], style: Style) -> None:
        self.numbers, self.head, self.pane, self.style = numbers, head, pane, style
        self.scale, sizes = scale_of(pane), style.sizes
        self.size = sizes.number if self.scale == 1.0 else sizes.note
        self.pullers = numbers.spaces()[head].pullers
        inks = {word: ink(word, phrase) for phrase, word in enumerate(self.pullers)}
        self.words = {word: self._token(word, color) for word, color in inks.items()}
        self.names = {word: self._name(word, color) for word, color in inks.items()}
        home = self.at(0.0)
        weights = {word: float(numbers.spaces()[head].weight(word, phrase)) for phrase, word in enumerate(self.pullers)}
        self.bands = {
            word: Band(self.words[word].at, home, 0.0, color, slim=self.scale, style=style)
            for word, color in inks.items()
        }
        for word, band in self.bands.items():
            band.set_tuck(self.words[word].tuck(home, self.scale * width_at(weights[word], 0.0)))
        self.loose = Band(home, home, 0.0, style.theme.dim, slim=self.scale, style=style)
        self.peg = laid(Dot(home, radius=self.scale * _PEG, color=style.theme.dim), Layer.PIN)
        self.bead = laid(Dot(home, radius=self.scale * _BEAD, color=style.theme.value), Layer.PIN)
        for dot in (self.peg, self.bead):
            dot.set_background_stroke(color=style.theme.background, width=4)
        self.weights = [self._weights(phrase) for phrase in range(len(self.pullers))]

    def at(self, number: float) -> Point:
        """Return the manim point of a number on the axis."""
        return self.pane.place(torch.tensor([number, 0.0] if self.head == 0 else [0.0, number]))

    def aside(self, at: Point, size: VMobject, away: float) -> Point:
        """Return where a text stands beside a point of the axis: above it, or left of the one that goes up."""
        reach = away + (float(size.height) if self.head == 0 else float(size.width)) / 2
        return at + (point(0.0, reach) if self.head == 0 else point(-reach, 0.0))

    def parts(self, phrase: int) -> list[VMobject]:
        """Return the word that pulls most in a phrase, with its name."""
        word = self.pullers[phrase]
        return [self.words[word], *self.names[word]]

    def set(self, phrase: int, share: float = 1.0, before: int | None = None) -> None:
        """Put bands, peg and bead where they are at a share of the way to a phrase.

        Args:
            phrase: the phrase to which it goes.
            share: of the way, 0 to 1.
            before: the phrase from which it comes; None where nothing pulled.
        """
        numbers, head = self.numbers, self.head
        start = [0.0, 0.0, 0.0] if before is None else self._state(before)
        bead, peg, rest = (a + share * (b - a) for a, b in zip(start, self._state(phrase), strict=True))
        self.bead.move_to(self.at(bead))
        self.peg.move_to(self.at(peg))
        self.loose.set_pull(rest).set_ends(self.at(peg), self.at(bead))
        old = None if before is None else self.pullers[before]
        for word, band in self.bands.items():
            weight = share * float(numbers.spaces()[head].weight(word, phrase)) if word == self.pullers[phrase] else 0.0
            if word == old:
                weight += (1 - share) * float(numbers.spaces()[head].weight(word, before or 0))
            place = self.words[word].at
            band.set_pull(weight).set_ends(place, self.at(bead) if weight > _GONE else place)

    def _state(self, phrase: int) -> list[float]:
        """Return a phrase's number, where all other words balance, and how much these pull."""
        numbers, head = self.numbers, self.head
        return [
            float(numbers.knobs[phrase, head]), numbers.peg(phrase, head), float(numbers.rest_weights[phrase, head])
        ]  # fmt: skip

    def _token(self, word: str, color: str) -> Token:
        """Return a word at its place on the axis."""
        at = self.at(float(self.numbers.place(word, self.head)))
        token = Token(word, at, color, height=self.scale * _ICON, large=True, style=self.style)
        if not has_icon(word, self.style):
            token.mark.scale(self.scale * _DISC)
        return token

    def _name(self, word: str, color: str) -> VGroup:
        """Return the name of a word without an icon, on the side of the axis where no weights stand."""
        if has_icon(word, self.style):
            return VGroup()
        label, token = Label(word, size=self.size, color=color, style=self.style), self.words[word]
        wide, high = token.reach()
        if self.head:
            label.set_x(float(token.at[0]) + wide + _BESIDE + float(label.width) / 2)
            label.on_baseline(float(token.at[1]) - label.cap_height / 2)
        else:
            label.move_to(token.at - point(0.0, high + _BESIDE + float(label.height) / 2))
        return VGroup(laid(haloed(label, self.style), Layer.LABEL))

    def value_of(self, phrase: int) -> VGroup:
        """Return the number at which the strongest word of a phrase stands, beside the word."""
        word = self.pullers[phrase]
        token, color = self.words[word], self.words[word].color_by_role
        number = self.number(self.numbers.place(word, self.head), color)
        wide, high = token.reach()
        if not self.head:
            number.move_to(token.at - point(0.0, high + _BESIDE + float(number.height) / 2))
            if len(self.names[word]):
                number.shift(point(0.0, float(self.names[word].get_bottom()[1]) - float(token.at[1]) + high))
        else:
            right = float(self.names[word].get_right()[0]) if len(self.names[word]) else float(token.at[0]) + wide
            number.move_to(token.at).set_x(right + _BESIDE + float(number.width) / 2)
        return laid(haloed(number, self.style), Layer.LABEL)

    def number(self, value: torch.Tensor | float, color: str, decimals: int = 2) -> Number:
        """Return a number in the size of numbers on the stage."""
        return Number(value, decimals=decimals, size=self.size, color=color, style=self.style)

    def factor_digits(self, phrase: int) -> int:
        """Return the digits with which weight times place is right as it is printed."""
        word = self.pullers[phrase]
        pair = (
            float(self.numbers.spaces()[self.head].weight(word, phrase)),
            float(self.numbers.place(word, self.head)),
        )
        return decimals_that_multiply([pair]) or 2

    def _weights(self, phrase: int) -> VGroup:
        """Return the weights of both bands of a phrase, beside their middles."""
        numbers, head, style = self.numbers, self.head, self.style
        word, bead = self.pullers[phrase], self.at(float(numbers.knobs[phrase, head]))
        told = [
            (numbers.spaces()[head].weight(word, phrase), self.words[word].at, self.words[word].color_by_role),
            (numbers.rest_weights[phrase, head], self.at(numbers.peg(phrase, head)), style.theme.dim),
        ]
        group = VGroup()
        for weight, end, color in told:
            number = Weight(weight, size=self.size, color=color, style=style)
            away = self.scale * width_at(float(weight), 0.5) / 2 + _BESIDE
            number.move_to(self.aside((end + bead) / 2, number, away))
            group.add(haloed(number, style))
        return laid(group, Layer.LABEL)
