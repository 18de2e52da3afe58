"""All words of a phrase pull one of them (the article's section "Words Pulling Words", figure 8)."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi

import torch
from manim import LEFT, Animation, AnimationGroup, Create, FadeIn, GrowFromEdge, LaggedStart, TransformFromCopy

from scenes.article.pulling.claims import ALL_EMBEDDINGS_CLAIMS
from scenes.motion.arrive import grow, rise
from scenes.motion.become import fade_to
from scenes.motion.move import move_word
from scenes.parts.bars.bars import Bar, BarRow
from scenes.parts.bars.weight_list import WeightList
from scenes.parts.geometry import point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow, HoldRing, PullArrow
from scenes.parts.plane.word_plane import ICON_HEIGHT, WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.text.number import Weight, format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.shared.phrase import PhraseFigure, Pull
from scenes.stage import Region

_RING, _SMALL_RING = 0.4, 0.36
"""Scene units: the radius of the ring that holds a word to its own place; where the plane is small."""

_SMALL_ICON = 0.45
"""Scene units: an icon's height where the plane is small."""

_AIR = 0.07
"""Scene units between a thin arrow and the dot it goes to."""

_CORE = 0.75
"""The share of the ring's size that labels avoid; the corners of its box stay free anyway."""

_QUIET = 0.35
"""Opacity of the ring when the word has moved."""

_NARROW = 0.85
"""The width of a column below which weights are written smaller, scene units."""

_GHOST = 0.3
"""Opacity of the ghost at a word's old place."""


class AllEmbeddings(PhraseFigure):
    """attention-all-embeddings: every word of the phrase pulls, and the similar one pulls hardest."""

    name = "attention-all-embeddings"
    claims = ALL_EMBEDDINGS_CLAIMS

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
        """Return how strongly each word pulls, and the pulled word's new place."""
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
        """Draw the phrase at the top, its words on the plane, the weights beside it, below it or below the words."""
        numbers, style = self.numbers, self.style
        header, drawn, listed = self._regions()
        word_colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.written, word_colors, header, columns=self._is_square, style=style)
        self.plane = WordPlane(drawn, torch.cat([numbers.vectors, numbers.updated[None]]), self.world.axes, style=style)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in vectors}
        self.ring = _SMALL_RING if self._is_square else _RING
        self.words = words_on_plane(
            self.plane,
            vectors,
            colors,
            icons=True,
            icon_height=_SMALL_ICON if self._is_square else ICON_HEIGHT,
            style=style,
        )
        self.subject = self.words[numbers.word]
        self.arrows = [self._arrow(index) for index in range(len(numbers.words))]
        self.ghost = self.subject.mark.copy().set_opacity(_GHOST)
        self._set_labels()
        self.list = self._weights(listed)
        self.title = self._title(listed) if isinstance(self.list, BarRow) else self.list.title

    @property
    def _is_square(self) -> bool:
        """True if the frame has no room for a list of weights; each then stands below its word."""
        return self.stage.is_narrow and not self.stage.is_portrait

    def _regions(self) -> tuple[Region, Region, Region]:
        """Return the regions of the phrase, the plane and the weights."""
        stage = self.stage
        if self._is_square:
            listed, drawn = stage.picture_to_bottom.rows(1.45, 4.55, gap=0.3)
            return stage.header.inset(left=0.4), drawn, listed
        if stage.is_portrait:
            drawn, listed = stage.picture_to_bottom.rows(6.3, 5.3, gap=0.3)
            return stage.header, drawn, listed
        drawn, listed = stage.picture_to_bottom.columns(1.75, 1 if stage.is_wide else 1.1, gap=0.6)
        return stage.header, drawn, listed

    def _weights(self, region: Region) -> WeightList | BarRow:
        """Return the weights as a list, or as a row below the words."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        if not self._is_square:
            return WeightList(numbers.words, numbers.weights, colors, region, style=style)
        xs = [self.phrase.column(index) for index in range(len(numbers.words))]
        size = style.sizes.label if self.phrase.column_width > _NARROW else style.sizes.note
        return BarRow(numbers.weights, xs, region, colors, width=0.5, size=size, kind=Weight, style=style)

    def _title(self, region: Region) -> Label:
        """Return the title of the row below the words, along its left edge."""
        title = Label(self.style.says("weight"), color=self.style.theme.dim, style=self.style)
        return title.rotate(pi / 2).move_to(point(region.left + title.width / 2, region.centre[1]))

    def _arrow(self, index: int) -> PullArrow | HoldRing:
        """Return the pull of one word of the phrase; the word's own is a ring around its place."""
        word, weight = self.numbers.words[index], self.numbers.weights[index]
        if word == self.numbers.word:
            return HoldRing(self.subject.point, weight, self.color_of(word), radius=self.ring, style=self.style)
        mark = self.words[word].mark
        return PullArrow(
            self.subject.point,
            self.words[word].point,
            weight,
            self.color_of(word),
            clear=self.ring + 0.05,
            clear_puller=max(float(mark.width), float(mark.height)) / 2 + _AIR,
            style=self.style,
        )

    def _set_labels(self) -> None:
        """Place labels beside their marks, clear of the arrows, and find the pulled word's label after its move."""
        self.subject.reach = (self.ring + 0.06, self.ring + 0.06)
        lines = [arrow.flat_segment for arrow in self.arrows if isinstance(arrow, Arrow)]
        set_labels(self.words.values(), self.plane, keep_off=lines)
        self.subject.reach = (self.subject.mark.width / 2, self.subject.mark.height / 2)
        rings = [arrow.copy().scale(_CORE) for arrow in self.arrows if isinstance(arrow, HoldRing)]
        others = [word for word in self.words.values() if word is not self.subject]
        self.there = self.plane.place(self.numbers.updated)
        self.label_there = label_spot(self.subject, self.there, self.plane, keep_off=lines, boxes=[*rings, *others])

    def tell(self) -> None:
        """Show the phrase, its words' places, their pulls, and the place to which they take the word."""
        numbers, times = self.numbers, self.style.times
        with self.beat("phrase", word=numbers.word):
            empty = self.list.names if isinstance(self.list, WeightList) else [self.list.line]
            self.play(FadeIn(self.phrase, self.plane, self.title, *empty), run_time=times.move)
            self.rest()
        with self.beat("places", word=numbers.word):
            self.play(LaggedStart(*self._landings(), lag_ratio=0.35), run_time=2.4)
            self.rest()
        strongest = numbers.words[numbers.strongest]
        with self.beat("pulls", strongest=strongest, word=numbers.word):
            self.play(
                LaggedStart(*(self._pull(index) for index in range(len(numbers.words))), lag_ratio=0.3), run_time=3.2
            )
            self.hold()
        with self.beat("moved", word=numbers.word, strongest=strongest):
            self.add(self.ghost)
            self.bring_to_front(self.subject)
            quiet = [fade_to(ring, _QUIET) for ring in self.arrows if isinstance(ring, HoldRing)]
            self.play(move_word(self.subject, self.there, self.label_there), *quiet, run_time=times.slow)
            self.hold()

    def _landings(self) -> list[Animation]:
        """Return the moves of the phrase's words to their places; a word that occurs twice moves from both."""
        seen: set[str] = set()
        moves: list[Animation] = []
        for word, name in zip(self.numbers.words, self.phrase.words, strict=True):
            target = self.words[word]
            if word in seen:
                continue
            seen.add(word)
            moves.append(AnimationGroup(TransformFromCopy(name, target.text), FadeIn(target.mark)))
        return moves

    def _pull(self, index: int) -> Animation:
        arrow = self.arrows[index]
        drawn = Create(arrow) if isinstance(arrow, HoldRing) else grow(arrow)
        bar, number = self.list.bars[index], self.list.numbers[index]
        grown = rise(bar) if isinstance(bar, Bar) else GrowFromEdge(bar, LEFT)
        return AnimationGroup(drawn, grown, FadeIn(number))
