"""All words of a phrase pull one of them (the article's section "Words Pulling Words", figure 8)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
from manim import Animation, Create, FadeIn, FadeOut, LaggedStart, VGroup, smooth, squish_rate_func

from scenes.article.pulling.claims import ALL_EMBEDDINGS_CLAIMS
from scenes.motion.live import Live, Widen, fill, settle, slide
from scenes.number_format import format_number, format_vector
from scenes.parts.bars.strip import WeightStrip
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import HalfPlane
from scenes.parts.plane.token import HERO, PULLER, HeroGlow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.shared.phrase import PhrasePlaneFigure, Pull

_OUT = (1.55, 1.25, 0.95)
"""Scene units by which the word is pulled out of balance, the first that has room."""

_MOST_WEIGHTS = 4
"""Weights that stand beside their bands, at the most."""

_ABOVE_FOOT = 0.0
"""Scene units above the line at the foot that names keep off."""

_EARLY = squish_rate_func(smooth, 0.0, 0.2)
"""The rate of what leaves as the word begins to move."""

_OUT_TIME, _BACK_TIME, _SLACKEN = 1.6, 2.2, 1.6
"""Seconds in which the word is pulled out, in which it comes to rest again, and in which threads go slack."""


class AllEmbeddings(PhrasePlaneFigure):
    """attention-all-embeddings: every word of the phrase pulls, and the similar one pulls hardest."""

    name = "attention-all-embeddings"
    claims = ALL_EMBEDDINGS_CLAIMS

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
        """Return how hard each word pulls, and the pulled word's new place."""
        strongest = numbers.words[numbers.strongest]
        weights = dict(zip(numbers.words, numbers.weights.tolist(), strict=True))
        rest = [weight for word, weight in weights.items() if word not in (numbers.word, strongest)]
        return {
            "word": numbers.word,
            "strongest": strongest,
            "weight": format_number(weights[strongest]),
            "rest": format_number(max(rest, default=0.0), decimals=4),
            "own": format_number(weights[numbers.word]),
            "before": format_vector(numbers.vector),
            "after": format_vector(numbers.updated),
        }

    def build(self) -> None:
        """Make the words, a band or thread for each, and the strip of their weights."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.arrows: list[Vector] = []
        heights = {numbers.word: HERO, numbers.words[numbers.strongest]: PULLER}
        start, self.there = self.plane.place(numbers.vector), self.plane.place(numbers.updated)
        self.held = self._held(start)
        lines = [line for at in (start, self.there, self.held) for line in self._lines(at)]
        low, safe = self.view.words(self.stage).bottom, self.stage.safe
        boxes = [_around(self.there, HERO / 2), (safe.left, low - 0.5, safe.right, low + _ABOVE_FOOT)]
        self.words = self.tokens(self.vectors, heights, lines=lines, boxes=boxes)
        self.subject = self.words[numbers.word]
        self.glow = HeroGlow(self.subject.at, self.subject.color_by_role, style=style)
        self.pulls = {word: self._pull(word) for word in self.vectors}
        self.behind = HalfPlane(self.plane.origin, self.subject.at, self.stage, style=style)
        colors = self.colors_of(numbers.words)
        self.strip = WeightStrip(numbers.words, numbers.weights, colors, numbers.rest, self.view, style=style)
        self.side, self.weights = self._labels()
        self.side_everywhere = self._side_everywhere()
        if self.side_everywhere is not None:
            self.side = self.side_everywhere
            self.subject.put(start, self.side)
        laid(self.plane.numbers, Layer.SHADOW)  # threads pass below them

    def _pull(self, word: str) -> Band | Thread:
        """Return the mark of a word's pull; the word's own is pinned to its old place, a thread begins taut."""
        own = word == self.numbers.word
        token, weight = self.words[word], self.weight_of(word)
        mark = pull_of(token.at, self.subject.at, weight, self.color_of(word), pinned=own, style=self.style)
        if isinstance(mark, Thread):
            return mark.set_slack(1.0 if own else 0.0)
        return mark if own else mark.set_tuck(token.tuck(self.there, width_at(weight, 0.0)))

    def tell(self) -> None:
        """Ask, let all pull, pull the word out of balance, let go."""
        numbers, times, names = self.numbers, self.style.times, self.names()
        others = [token for word, token in self.words.items() if word != numbers.word]
        with self.beat("places", **names):
            self.add(self.phrase)
            come = [FadeIn(token, scale=0.6) for token in others]
            arrivals = [LaggedStart(*come, lag_ratio=0.15)] if come else []
            self.play(FadeIn(self.glow, self.subject, run_time=times.quick), *arrivals, run_time=times.slow)
            self.rest()
        alone = numbers.strongest == numbers.position
        with self.beat("pulls", text="alone" if alone else "pulls", **names):
            self._tighten()
        if slack := self._slack():
            scores = dict(zip(numbers.words, numbers.scores.tolist(), strict=True))
            text = "behind" if all(scores[word] < 0 for word in slack) else "aside"
            with self.beat("behind", text=text, **names):
                self._point_away(slack, min(slack, key=lambda word: scores[word]))
        own = self.pulls[numbers.word]
        with self.beat("own", text="own-thread" if isinstance(own, Thread) else "own", **names):
            self._pull_out(own)
        with self.beat("moved", **names):
            back = slide(self.subject, self.there, list(self.pulls.values()), glow=self.glow, offset=self.side)
            back.rate_func = settle
            self.play(back, run_time=_BACK_TIME)
            if self.weights:
                self.play(FadeIn(*self.weights), run_time=times.move)
            self.last()

    def _slack(self) -> list[str]:
        """Return the other words whose pull is too weak to move anything."""
        return [word for word, mark in self.pulls.items() if isinstance(mark, Thread) and word != self.numbers.word]

    def _tighten(self) -> None:
        """Let threads reach out and bands grow tight; the strip fills while they do, and says whose its pieces are."""
        own, slack = self.numbers.word, self._slack()
        tight = [word for word, mark in self.pulls.items() if isinstance(mark, Band) and word != own]
        self.add(self.strip.pieces)
        self.strip.empty()
        self.play(FadeIn(self.strip.outline), run_time=self.style.times.quick)
        if slack:
            threads = LaggedStart(*(Widen(self.pulls[word]) for word in slack), lag_ratio=0.3)
            self._fill(slack, threads, run_time=1.3)
        if tight:
            self._fill(tight, *(Widen(self.pulls[word]) for word in tight), run_time=1.4)
        self.rest()

    def _fill(self, words: list[str], *motions: Animation, run_time: float) -> None:
        """Fill the strip with the pieces of words while something moves; their names and weights come with them."""
        places = self._places(words)
        texts = [self.strip.names[place] for place in places if place in self.strip.names]
        if self.strip.others is not None and any(place not in self.strip.names for place in places):
            texts.append(self.strip.others)
        texts = [text for text in texts if text not in self.mobjects]
        self.play(*motions, fill(self.strip, places), *map(FadeIn, texts), run_time=run_time)

    def _point_away(self, slack: list[str], farthest: str) -> None:
        """Show which way the word points, and which way one that hardly pulls it does; the threads go slack."""
        times, origin = self.style.times, self.plane.origin
        arrows = [
            Vector(origin, self._before_mark(word), self.color_of(word), style=self.style)
            for word in (self.numbers.word, farthest)
        ]
        threads = [mark for word in slack if isinstance(mark := self.pulls[word], Thread)]
        self.add(*arrows)
        self.play(*(_grown(arrow) for arrow in arrows), run_time=times.move)

        def hang(share: float) -> None:
            for thread in threads:
                thread.set_slack(share)

        slacken = Live(threads, hang, rate_func=settle)
        self.play(slacken, Create(self.behind.border), FadeIn(self.behind.shade), run_time=_SLACKEN)
        self.rest()
        self.arrows = arrows

    def _before_mark(self, word: str) -> Point:
        """Return where an arrow from the origin to a word ends, so that the word's mark does not cover its head."""
        token, origin = self.words[word], self.plane.origin
        length = float(np.linalg.norm(token.at - origin))
        clear = min(max(token.reach()) + 0.03, length / 2)
        return origin + (1 - clear / max(length, 1e-9)) * (token.at - origin)

    def _pull_out(self, own: Band | Thread) -> None:
        """Pull the word out of balance; its own band comes out from under it, and its piece into the strip."""
        self.add(self.subject.ghost(), own)
        side = self._name_side(self.held) if self.side_everywhere is None else self.side_everywhere
        out = slide(self.subject, self.held, list(self.pulls.values()), glow=self.glow, offset=side)
        gone = [FadeOut(arrow, rate_func=_EARLY) for arrow in self.arrows]
        self._fill([self.numbers.word], out, *gone, run_time=_OUT_TIME)
        self.rest()

    def _places(self, words: list[str]) -> list[int]:
        """Return all positions at which words stand in the phrase."""
        return [index for index, word in enumerate(self.numbers.words) if word in words]

    def _held(self, start: Point) -> Point:
        """Return where the word is held out of balance: off the line of its path, where nothing else is."""
        way = self.there - start
        length = float(np.linalg.norm(way))
        across = point(-way[1], way[0]) / length if length > 0.05 else point(0.0, 1.0)
        if np.dot(across, self.there - self.plane.origin) < 0:
            across = -across
        room, half = self.view.words(self.stage).inset(HERO / 2, HERO / 2, HERO / 2, HERO / 2), HERO / 2
        others = [
            _around(self.plane.place(row), half) for word, row in self.vectors.items() if word != self.numbers.word
        ]
        for far, side in product(_OUT, (across, -across)):
            at = self.there + far * side
            inside = room.left <= at[0] <= room.right and room.bottom <= at[1] <= room.top
            if inside and all(overlap(_around(at, half), other) == 0 for other in others):
                return at
        return self.there

    def _lines(self, at: Point) -> list[Segment]:
        """Return the straight ways of all pulls when the word is at a place: names keep off them."""
        return [(flat(self.plane.place(row)), flat(at)) for row in self.vectors.values()]

    def _boxes(self) -> list[Box]:
        """Return the boxes of all words but the pulled one, and of their names."""
        still = [token for word, token in self.words.items() if word != self.numbers.word]
        return [*(box_of(part) for token in still for part in token), *self.plane.text_boxes()]

    def _spot(self, at: Point) -> Spot:
        """Return the pulled word at a place, as a spot that needs its name."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        return Spot(*flat(at), float(name.width), float(name.height), (across + 0.04, up + 0.04), (1.0, 0.0))

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (room.left, room.bottom, min(room.right + 0.15, self.stage.safe.right - 0.05), room.top)

    def _name_side(self, at: Point) -> tuple[float, float]:
        """Return where the pulled word's name goes when the word is at a place."""
        spot = self._spot(at)
        ((x, y),) = place_labels([spot], self._bounds(), lines=self._lines(at), boxes=self._boxes())
        return (x - spot.x, y - spot.y)

    def _side_everywhere(self) -> tuple[float, float] | None:
        """Return where the word's name can stay at its old place, out of balance and at its new place, or None."""
        assert self.subject.name_text is not None
        width, height = float(self.subject.name_text.width) / 2 + 0.05, float(self.subject.name_text.height) / 2 + 0.05
        left, low, right, top = self._bounds()
        boxes = [*self._boxes(), *(box_of(weight) for weight in self.weights)]
        places = (self.there, self.held, self.subject.at)
        for side in (self.side, self._name_side(self.held), self.subject.offset):
            assert side is not None
            free = True
            for at in places:
                x, y = at[0] + side[0], at[1] + side[1]
                box = (x - width, y - height, x + width, y + height)
                free &= left <= box[0] and box[2] <= right and low <= box[1] and box[3] <= top
                free &= all(overlap(box, other) == 0 for other in boxes)
                free &= all(inside_length(line, box) == 0 for line in self._lines(at))
            if free:
                return side
        return None

    def _labels(self) -> tuple[tuple[float, float], list[VGroup]]:
        """Return where the word's name goes at its new place, and the weights beside their bands.

        A word that stands in the phrase twice has one band; its two weights stand in the record. So do those of many
        bands: only the largest stand beside theirs.
        """
        there, words = self.there, self.numbers.words
        spots, numbers = [self._spot(there)], []
        bands = {word: mark for word, mark in self.pulls.items() if isinstance(mark, Band) and words.count(word) == 1}
        largest = sorted(bands, key=lambda word: -self.weight_of(word))[:_MOST_WEIGHTS]
        for word, mark in ((word, bands[word]) for word in bands if word in largest):
            number = HeroNumber(mark.weight, color=self.color_of(word), style=self.style)
            own = word == self.numbers.word
            middle = mark.puller if own else 0.45 * mark.puller + 0.55 * there
            reach = (HERO / 2, HERO / 2 + 0.06) if own else (0.16, 0.1)
            spots.append(Spot(*flat(middle), float(number.width), float(number.height), reach))
            numbers.append(number)
        first, *rest = place_labels(spots, self._bounds(), lines=self._lines(there), boxes=self._boxes())
        weights = [labelled(each.move_to(point(*at)), self.style) for each, at in zip(numbers, rest, strict=True)]
        return (first[0] - spots[0].x, first[1] - spots[0].y), weights


def _grown(arrow: Vector) -> Live:
    """Return how an arrow grows out of its start."""
    start, end = arrow.start.copy(), arrow.end.copy()
    return Live([arrow], lambda share: arrow.set_ends(start, start + max(share, 1e-3) * (end - start)))


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)
