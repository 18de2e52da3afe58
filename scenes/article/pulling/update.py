"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
import torch
from manim import Create, DashedLine, FadeIn, FadeOut, Mobject, VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.claims import UPDATE_APPLE_CLAIMS
from scenes.article.pulling.terms import Term, Terms, digits_that_add
from scenes.motion.live import Live, settle, slide
from scenes.number_format import decimals_that_multiply, format_vector, format_weight
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.labels import Box, Segment, Spot, inside_length, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import BYSTANDER, HERO, PULLER, HeroGlow, Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_BEYOND, _BEYOND_DISC = 0.64, 0.3
"""Scene units from a vector's tip to the middle of its word's icon, or disc, so that the tip is seen."""

_WIDER, _RAISED, _ABOVE = 0.3, 0.9, 0.3
"""Scene units by which the record is wider here, where there is room, ends above its foot, and begins above its top."""

_HALO = 0.05
"""Scene units around a text that its halo takes."""


@dataclass(frozen=True)
class Combined(Pull):
    """A step of attention; what the words that hardly pull add to the sum is taken together."""

    rest_weighted: Tensor = quantity("The weighted vectors of the words that share one name, together.", rows="axes")


class UpdateApple(PhrasePlaneFigure):
    """attention-update-apple: weighted vectors, laid tip to tail, end at the word's new place."""

    name = "attention-update-apple"
    claims = UPDATE_APPLE_CLAIMS
    numbers: Combined

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Combined:
        """Take one step of attention over the phrase, and add up what hardly counts."""
        step = pull(parameters, world)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        return Combined(**given, rest_weighted=step.weighted[small(step.weights)].sum(dim=0))

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
        """Return every word's weight, and the word's old and new place."""
        return {
            "word": numbers.word,
            "weights": each_with(numbers.words, numbers.weights, format_weight),
            "before": format_vector(numbers.vector),
            "after": format_vector(numbers.updated),
        }

    def build(self) -> None:
        """Make the words' arrows, their shares, the links of the chain, and the record of the sum."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.color = self.color_of(numbers.word)
        self.there = self.plane.place(numbers.updated)
        self.order = self._order()
        self.small = [index for index in range(len(numbers.words)) if index not in self.order]
        self._place_words()
        self._draw_bands()
        self._draw_arrows()
        self.terms = self._terms()

    def _order(self) -> list[int]:
        """Return the positions of the words that are links of their own, the largest weight first."""
        weights = self.numbers.weights.tolist()
        large = [index for index, hidden in enumerate(small(self.numbers.weights)) if not hidden]
        return sorted(large, key=lambda index: -weights[index])

    def _links(self) -> list[Tensor]:
        """Return the vectors of the chain's links, each of shape (2,); what hardly counts is the last."""
        links = [self.numbers.weighted[index] for index in self.order]
        return [*links, self.numbers.rest_weighted] if self.small else links

    def joints(self) -> list[Point]:
        """Return where links of the chain meet, from the origin to the tip, as manim points."""
        ends = torch.cumsum(torch.stack(self._links()), dim=0)
        return [self.plane.origin, *(self.plane.place(end) for end in ends)]

    def _place_words(self) -> None:
        """Make the words, each beyond the tip of its arrow, and the pulled one at its new place."""
        numbers, style = self.numbers, self.style
        heights = {numbers.word: PULLER, numbers.words[numbers.strongest]: PULLER}
        origin, around = self.plane.origin, _around(self.there, HERO / 2)
        tips = {word: self.plane.place(row) for word, row in self.vectors.items()}
        joints = self.joints()
        lines = [(flat(origin), flat(tip)) for tip in tips.values()] + list(pairwise(map(flat, joints)))
        room = self.view.words(self.stage)
        safe = self.stage.safe.inset(left=_HALO, right=_HALO)
        bounds = (max(room.left, safe.left), room.bottom, min(room.right, safe.right), room.top)
        bare = {word: self.token(word, row, height=heights.get(word, BYSTANDER)) for word, row in self.vectors.items()}
        at = {word: beyond_tip(origin, tips[word], token, bounds) for word, token in bare.items()}
        marks = [_around(place, max(bare[word].reach())) for word, place in at.items()]
        spots = []
        for word, token in bare.items():
            name, (across, up) = Label(word, size=style.sizes.number, style=style), token.reach()
            outward = (-1.0 if at[word][0] < origin[0] else 1.0, 0.0)
            reach = (0.9 * across + 0.04, up + 0.04)
            spots.append(Spot(*flat(at[word]), float(name.width), float(name.height), reach, outward))
        lines += self.plane.axis_segments()
        taken = [around, *marks, *self.plane.text_boxes()]
        centres = place_labels(spots, bounds, lines=lines, boxes=taken)
        self.words = {}
        for (word, row), spot, (x, y) in zip(self.vectors.items(), spots, centres, strict=True):
            offset = (x - spot.x, y - spot.y)
            self.words[word] = self.token(word, row, offset=offset, height=heights.get(word, BYSTANDER)).put(at[word])
        self.subject = Token(numbers.word, self.there, self.color, height=HERO, large=True, style=style)
        self.glow = HeroGlow(self.there, self.color, style=style)
        self.ghost = self.subject.ghost()

    def _draw_bands(self) -> None:
        """Draw the bands between which the word has come to rest, and the words that pull it, at their places."""
        word = self.numbers.word
        tight = {each: row for each, row in self.vectors.items() if self.weight_of(each) >= SLACK_BELOW}
        self.bands = [
            Band(self.plane.place(row), self.there, self.weight_of(each), self.color_of(each), pinned=each == word,
                 style=self.style)
            for each, row in tight.items()
        ]  # fmt: skip
        rows = {each: row for each, row in tight.items() if each != word}
        lines = [(flat(band.puller), flat(band.pulled)) for band in self.bands]
        lines += list(pairwise(map(flat, self.joints())))
        boxes = [_around(self.there, HERO / 2)]
        self.pullers = self.tokens(rows, dict.fromkeys(rows, PULLER), lines=lines, boxes=boxes) if rows else {}

    def _draw_arrows(self) -> None:
        """Draw every word's arrow from the origin, and the fine line on which it shrinks."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        self.arrows = [self.plane.vector(row, color) for row, color in zip(numbers.vectors, colors, strict=True)]
        self.whole = [
            laid(DashedLine(self.plane.origin, arrow.end, dash_length=0.09, color=color, stroke_width=2.4), Layer.TRAIL)
            for arrow, color in zip(self.arrows, colors, strict=True)
        ]
        self.crossed = self._crossed([(flat(arrow.start), flat(arrow.end)) for arrow in self.arrows])
        self.rest_arrow = self.plane.vector(numbers.rest_weighted, style.theme.ink)
        self.rest_arrow.body.set_background_stroke(width=0)

    def _crossed(self, lines: Sequence[Segment]) -> list[Mobject]:
        """Return the axes' numbers that lines run across: they step aside meanwhile."""
        return [
            number for number in self.plane.numbers if any(inside_length(line, box_of(number)) > 0 for line in lines)
        ]

    def _terms(self) -> Terms:
        """Return the record: a term for each link, digits with which they multiply and add up as printed."""
        numbers, style, record = self.numbers, self.style, self.view.record
        colors = self.colors_of(numbers.words)
        terms = [Term(numbers.words[i], colors[i], numbers.weights[i], numbers.weighted[i]) for i in self.order]
        if self.small:
            name = style.says(f"others-{len(self.small)}")
            terms.append(Term(name, style.theme.ink, numbers.rest, numbers.rest_weighted))
        digits = digits_that_add([term.vector for term in terms], numbers.updated)
        factors = [
            (float(numbers.weights[index]), float(each)) for index in self.order for each in numbers.vectors[index]
        ]
        weight_digits = decimals_that_multiply(factors, decimals=digits or 2) or 3
        region = record.inset(left=_HALO, right=_HALO)
        if not self.view.lying:
            wider = _WIDER if self.stage.is_wide else 0.25
            region = Region(record.left - wider, record.right - 3 * _HALO, record.bottom + _RAISED, record.top + _ABOVE)
        return Terms(
            terms, self.says("new", word=numbers.word), numbers.updated, self.color, (weight_digits, digits), region,
            lying=self.view.lying, style=style,
        )  # fmt: skip

    def tell(self) -> None:
        """Ask why the word stops there; show arrows, their shares, the chain, and where its tip lies."""
        names = self.names()
        with self.beat("question", **names):
            self._ask()
        with self.beat("vectors", **names):
            self._grow_arrows()
        most_are_small = int((self.numbers.weights < SLACK_BELOW).sum()) > len(self.numbers.words) / 2
        with self.beat("shrink", text="shrink" if most_are_small else "shares", **names):
            self._shrink()
        with self.beat("chain", **names):
            self._join()
        with self.beat("new-place", **names):
            self._arrive()

    def _ask(self) -> None:
        """Show the word at rest between its bands."""
        times = self.style.times
        self.add(self.phrase)
        self.play(FadeIn(*self._at_rest()), run_time=times.move)
        self.rest()

    def _at_rest(self) -> list[VMobject]:
        """Return the word at its new place, with its bands and what pulls it."""
        return [self.glow, self.subject, *self.bands, *self.pullers.values()]

    def _grow_arrows(self) -> None:
        """Let the word leave its ghost, and an arrow grow from the origin to every word's place."""

        def grown(share: float) -> None:
            for arrow, tip in zip(self.arrows, tips, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.origin + max(share, 1e-3) * (tip - self.plane.origin))

        tips = [arrow.end.copy() for arrow in self.arrows]
        grown(0.0)
        self.add(self.ghost)
        # A word of one size in both pictures is seen to step aside for the tip of its arrow.
        kept = {word: token for word, token in self.pullers.items() if self._steps_aside(word)}
        gone = [each for each in self._at_rest() if each not in kept.values()]
        self.play(FadeOut(*gone, *self.crossed), run_time=0.5)
        self.add(*self.arrows)
        places = {word: (token.at.copy(), token.offset) for word, token in kept.items()}
        steps = [slide(token, self.words[word].at, offset=self.words[word].offset) for word, token in kept.items()]
        come = [token for word, token in self.words.items() if word not in kept]
        self.play(Live(self.arrows, grown), FadeIn(*come), *steps, run_time=1.2)
        self.remove(*kept.values())
        self.add(*(self.words[word] for word in kept))
        for word, token in kept.items():
            token.put(*places[word])
        self.rest()

    def _steps_aside(self, word: str) -> bool:
        """Return whether a word that pulls looks the same at its place and beyond the tip of its arrow."""
        return bool(np.isclose(self.pullers[word].mark.height, self.words[word].mark.height))

    def _shrink(self) -> None:
        """Shrink the arrows to their weights' shares: the largest two one after the other, then all the rest."""
        groups = [[index] for index in self.order[:2]]
        groups += [rest] if (rest := [*self.order[2:], *self.small]) else []
        for positions, seconds in zip(groups, (1.2, 0.8, 0.6), strict=False):
            rows = [self.order.index(index) for index in positions if index in self.order]
            rows += [len(self.order)] if self.small and set(positions) & set(self.small) else []
            factors = VGroup(*(self.terms.factors[row] for row in rows))
            self.play(FadeIn(factors), *(FadeIn(self.whole[index]) for index in positions), run_time=0.3)
            self.play(self._shrinking(positions), run_time=seconds)
            self.play(FadeIn(*(self.terms.vectors[row] for row in rows)), run_time=0.3)
        if self.small:
            self.remove(*(self.arrows[index] for index in self.small))
            self.add(self.rest_arrow)
        self.rest()

    def _shrinking(self, positions: Sequence[int]) -> Live:
        """Return how arrows shrink from the origin to their weights' shares."""
        origin = self.plane.origin
        tips = {index: self.arrows[index].end.copy() for index in positions}
        weights = self.numbers.weights.tolist()

        def follow(share: float) -> None:
            for index, tip in tips.items():
                left = 1 - share * (1 - weights[index])
                self.arrows[index].set_ends(origin, origin + left * (tip - origin))

        return Live([self.arrows[index] for index in positions], follow)

    def _join(self) -> None:
        """Lay each arrow to the tip of the one before it; what hardly counts goes last, as one."""
        joints = self.joints()
        still = self._crossed(list(pairwise(map(flat, joints))))
        back = [FadeIn(number) for number in self.crossed if number not in still]
        self.play(FadeOut(*self.whole, *self.words.values()), *back, run_time=0.5)
        self.links = [self.arrows[index] for index in self.order] + [self.rest_arrow] * bool(self.small)
        for place, link in enumerate(self.links[1:], start=1):
            self.play(self._moving(link, joints[place]), run_time=1.4 if place == 1 else 0.5)
        self.rest()

    def _moving(self, arrow: Vector, start: Point) -> Live:
        """Return how an arrow moves, as long as it is and in its direction, to begin at a point."""
        first, way = arrow.start.copy(), arrow.end - arrow.start

        def follow(share: float) -> None:
            begin = first + share * (start - first)
            arrow.set_ends(begin, begin + way)

        return Live([arrow], follow)

    def _arrive(self) -> None:
        """Show the sum, and release the word at its old place: its bands pull it to where the chain ends."""
        times = self.style.times
        self.play(Create(self.terms.rule), FadeIn(self.terms.sum), run_time=times.move)
        for link in self.links:
            laid(link, Layer.PIN)
        old = self.plane.place(self.numbers.vector)
        self.subject.put(old)
        self.glow.move_to(old)
        for band in self.bands:
            band.set_ends(band.puller, old)
        self.play(FadeIn(*self._at_rest()), run_time=0.5)
        self.play(slide(self.subject, self.there, self.bands, glow=self.glow, rate_func=settle), run_time=1.3)
        self.last()


def beyond_tip(origin: Point, tip: Point, token: Token, bounds: Box) -> Point:
    """Return where a word stands while its arrow is drawn: beyond the tip or beside it; a dot stays on it.

    Args:
        origin: manim point at which the arrow begins.
        tip: manim point at which it ends.
        token: the word.
        bounds: where its mark may lie.
    """
    (across, up), way = token.reach(), tip - origin
    length = float(np.linalg.norm(way))
    step = _BEYOND if token.has_icon else _BEYOND_DISC if across > 0.1 else 0.0
    left, bottom, right, top = bounds
    for turn in (0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8):
        x, y, _ = way / length if length > 0 else point()
        at = tip + step * point(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn))
        if left <= at[0] - across and at[0] + across <= right and bottom <= at[1] - up and at[1] + up <= top:
            return np.asarray(at)
    return tip


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)
