"""Words pull words: the phrase moves apple (the article's section "Words Pulling Words", figures 7 and 8)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    GrowFromEdge,
    GrowFromPoint,
    LaggedStart,
    TransformFromCopy,
    VGroup,
)
from pydantic import Field
from torch import Tensor

from scenes.figure import Figure, FigureParameters, PhraseParameters, quantity
from scenes.motion import move_word
from scenes.parts.arrows import Arrow, HoldRing, PullArrow
from scenes.parts.bars import WeightList
from scenes.parts.geometry import point
from scenes.parts.number import Coordinates, Number
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.text import Label, Math, Row
from scenes.phrase import PhraseFigure, Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_LANDMARK = 0.45
"""Opacity of words that are only there to tell the clusters."""

_RING = 0.4
"""Scene units: the radius of the ring that holds a word to its own place."""

_GHOST = 0.3
"""Opacity of what shows where a word was."""


class TwoPhrases(FigureParameters):
    """One word in two phrases."""

    word: str = Field("apple", description="The word that is pulled; it must be in both phrases.")
    left_phrase: str = Field("fruit", description="The phrase at the left: its name, or written out (2 to 9 words).")
    right_phrase: str = Field("tech", description="The phrase at the right: its name, or written out (2 to 9 words).")


@dataclass(frozen=True)
class TwoPulls:
    """One step of attention over each of the two phrases."""

    left: Pull
    right: Pull
    axes: tuple[str, ...]
    sides: tuple[str, ...]
    vector: Tensor = quantity("The word's vector before.", rows="axes")
    updated: Tensor = quantity("Its new vector in each phrase.", rows="sides", columns="axes")
    weights: Tensor = quantity("How much the strongest other word of each phrase pulls.", rows="sides")


class ApplePulledSideBySide(Figure):
    """attention-apple-pulled-side-by-side: one word, two phrases, two destinations."""

    name = "attention-apple-pulled-side-by-side"
    Parameters = TwoPhrases
    numbers: TwoPulls

    @classmethod
    def compute(cls, parameters: TwoPhrases, world: World) -> TwoPulls:
        """One step of attention over each phrase."""
        left, right = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.left_phrase, parameters.right_phrase)
        )
        return TwoPulls(
            left,
            right,
            world.axes,
            ("left", "right"),
            vector=left.vector,
            updated=torch.stack([left.updated, right.updated]),
            weights=torch.stack([side.weights[side.strongest] for side in (left, right)]),
        )

    def build(self) -> None:
        """Two phrases, and a plane below each."""
        region = self.stage.safe
        halves = region.columns(1, 1, gap=0.7)
        self.sides = [
            _Side(self, pulled, half)
            for pulled, half in zip((self.numbers.left, self.numbers.right), halves, strict=True)
        ]

    def tell(self) -> None:
        """Both start alike, the left is pulled, the right is pulled, both are compared."""
        left, right = self.sides
        word = self.numbers.left.word
        with self.beat("same-start", f"Two phrases use the word {word}, and in both it starts at the same place."):
            self.play(
                *(FadeIn(side.phrase, side.plane, side.landmarks) for side in self.sides),
                run_time=self.style.times.move,
            )
            self.play(
                *(TransformFromCopy(side.phrase.words[side.pull.position], side.subject.label) for side in self.sides),
                *(FadeIn(side.subject.mark) for side in self.sides),
                run_time=self.style.times.move,
            )
            self.rest()
        for name, side in (("left", left), ("right", right)):
            puller = side.pull.words[side.pull.strongest]
            with self.beat(f"{name}-pull", f"In the {name} phrase {puller} pulls {word} towards it."):
                self._pull(side)
        with self.beat("apart", f"One step of attention has given {word} two different places: one for each meaning."):
            self.play(*(FadeIn(side.result) for side in self.sides), run_time=self.style.times.quick)
            self.hold()

    def _pull(self, side: _Side) -> None:
        times = self.style.times
        self.play(Create(side.box), side.puller.animate.set_opacity(1), run_time=times.move)
        self.play(GrowFromPoint(side.arrow, side.subject.point), FadeIn(side.weight), run_time=times.move)
        self.rest()
        self.add(side.ghost)
        self.play(side.moved(), run_time=times.slow)
        self.rest()


class _Side:
    """One of the two halves: a phrase, its plane, and the pull on it."""

    def __init__(self, figure: ApplePulledSideBySide, pulled: Pull, region: Region) -> None:
        self.figure, self.pull, style = figure, pulled, figure.style
        header, body, footer = region.rows(0.7, 5.6, 0.55, gap=0.12)
        self.phrase = PhraseRow(
            pulled.words, figure.colors_of(pulled.words), header, size=style.sizes.phrase * 0.9, style=style
        )
        both = {**self._landmark_vectors(), pulled.word: pulled.vector}
        self.plane = WordPlane(body, torch.stack([*both.values(), pulled.updated]), figure.world.axes, style=style)
        colors = {word: figure.color_of(word) for word in both}
        self.words = words_on_plane(self.plane, both, colors, icons=True, style=style)
        self.subject = self.words[pulled.word]
        self.puller = self.words[pulled.words[pulled.strongest]]
        self.landmarks = VGroup(*(word for word in self.words.values() if word is not self.subject))
        self.box = self.phrase.box(pulled.strongest, figure.color_of(self.puller.word))
        self._draw_pull()
        self._set_labels()
        self.landmarks.set_opacity(_LANDMARK)
        self.result = self._result(footer)

    def _landmark_vectors(self) -> dict[str, Tensor]:
        """The families' words, and the word that pulls."""
        world, pulled = self.figure.world, self.pull
        words = [word for family in world.families.values() for word in family if word != pulled.word]
        names = dict.fromkeys([*words, pulled.words[pulled.strongest]])
        embedding = world.embedding()
        return {word: embedding.rows([word])[0] for word in names if word != pulled.word}

    def _draw_pull(self) -> None:
        style, pulled = self.figure.style, self.pull
        weight = pulled.weights[pulled.strongest]
        color = self.figure.color_of(self.puller.word)
        self.arrow = PullArrow(self.subject.point, self.puller.point, weight, color, clear=0.34, style=style)
        self.weight = Number(weight, color=color, style=style)
        start, end = self.arrow.segment
        way = end - start
        across = point(-way[1], way[0]) / max(float((way @ way) ** 0.5), 1e-9)
        outward = self.subject.point - self.plane.origin
        side = 1 if across @ outward > 0 else -1
        self.weight.move_to(start + 0.6 * way + side * 0.42 * across)
        self.ghost = self.subject.mark.copy().set_opacity(_GHOST)

    def _set_labels(self) -> None:
        """Labels beside their marks; the pulled word's finds a new place when it has moved."""
        arrow = self.arrow.flat_segment
        set_labels(self.words.values(), self.plane, keep_off=[arrow], boxes=[self.weight])
        others = [word for word in self.words.values() if word is not self.subject]
        self.there = self.plane.place(self.pull.updated)
        self.label_there = label_spot(
            self.subject, self.there, self.plane, keep_off=[arrow], boxes=[self.weight, self.ghost, *others]
        )

    def moved(self) -> Animation:
        """The animation that takes the word to its new place."""
        return move_word(self.subject, self.there, self.label_there)

    def _result(self, region: Region) -> Row:
        """The word's vector before and after."""
        style, color = self.figure.style, self.figure.color_of(self.pull.word)
        name = Label(self.pull.word, color=color, style=style)
        before = Coordinates(self.pull.vector, style=style)
        becomes = Math("arrow.r", size=style.sizes.label, color=style.theme.dim, style=style)
        after = Coordinates(self.pull.updated, color=style.theme.ink, style=style)
        row = Row([name, before, becomes, after], [0.25, 0.2, 0.2])
        row.move_to(region.centre)
        return row


class AllEmbeddings(PhraseFigure):
    """attention-all-embeddings: every word of the phrase pulls, and the similar one pulls hardest."""

    name = "attention-all-embeddings"

    def build(self) -> None:
        """The phrase at the top, its words on the plane, the weights beside it."""
        numbers, style = self.numbers, self.style
        self.phrase = PhraseRow(numbers.words, self.colors_of(numbers.words), self.stage.header, style=style)
        left, right = self.stage.picture_to_bottom.columns(1.75, 1, gap=0.6)
        self.plane = WordPlane(left, torch.cat([numbers.vectors, numbers.updated[None]]), self.world.axes, style=style)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in vectors}
        self.words = words_on_plane(self.plane, vectors, colors, icons=True, style=style)
        self.subject = self.words[numbers.word]
        self.arrows = [self._arrow(index) for index in range(len(numbers.words))]
        self.ghost = self.subject.mark.copy().set_opacity(_GHOST)
        self._set_labels()
        self.list = WeightList(
            numbers.words, numbers.weights, self.colors_of(numbers.words), right, title="weight", style=style
        )

    def _arrow(self, index: int) -> PullArrow | HoldRing:
        """The pull of one word of the phrase; the word's own is a ring that holds it where it is."""
        word, weight = self.numbers.words[index], self.numbers.weights[index]
        if word == self.numbers.word:
            return HoldRing(self.subject.point, weight, self.color_of(word), radius=_RING, style=self.style)
        return PullArrow(
            self.subject.point, self.words[word].point, weight, self.color_of(word), clear=0.45, style=self.style
        )

    def _set_labels(self) -> None:
        """Labels beside their marks, off the arrows; the pulled word's finds a new place when it has moved."""
        self.subject.reach = (_RING + 0.06, _RING + 0.06)
        lines = [arrow.flat_segment for arrow in self.arrows if isinstance(arrow, Arrow)]
        set_labels(self.words.values(), self.plane, keep_off=lines)
        self.subject.reach = (self.subject.mark.width / 2, self.subject.mark.height / 2)
        rings = [arrow for arrow in self.arrows if isinstance(arrow, HoldRing)]
        others = [word for word in self.words.values() if word is not self.subject]
        self.there = self.plane.place(self.numbers.updated)
        self.label_there = label_spot(self.subject, self.there, self.plane, keep_off=lines, boxes=[*rings, *others])

    def tell(self) -> None:
        """The phrase, its words' places, their pulls, and where they take the word."""
        numbers, times = self.numbers, self.style.times
        with self.beat("phrase", f"How hard does each word of this phrase pull {numbers.word}?"):
            self.play(FadeIn(self.phrase), FadeIn(self.plane), run_time=times.move)
            self.rest()
        with self.beat("places", f"Each word goes to the place of its vector; most are nowhere near {numbers.word}."):
            self.play(LaggedStart(*self._landings(), lag_ratio=0.35), run_time=2.4)
            self.rest()
        strongest = numbers.words[numbers.strongest]
        with self.beat("pulls", f"All of them pull, but {strongest} pulls far harder than the other words."):
            self.play(FadeIn(self.list.title), *(FadeIn(name) for name in self.list.names), run_time=times.quick)
            self.play(
                LaggedStart(*(self._pull(index) for index in range(len(numbers.words))), lag_ratio=0.3), run_time=3.2
            )
            self.hold()
        with self.beat("moved", f"Together they move {numbers.word}, almost straight towards {strongest}."):
            self.add(self.ghost)
            self.bring_to_front(self.subject)
            self.play(move_word(self.subject, self.there, self.label_there), run_time=times.slow)
            self.hold()

    def _landings(self) -> list[Animation]:
        """Each word of the phrase travels to its place; a word that comes twice goes there from both."""
        seen: set[str] = set()
        moves: list[Animation] = []
        for word, name in zip(self.numbers.words, self.phrase.words, strict=True):
            target = self.words[word]
            if word in seen:
                continue
            seen.add(word)
            moves.append(AnimationGroup(TransformFromCopy(name, target.label), FadeIn(target.mark)))
        return moves

    def _pull(self, index: int) -> Animation:
        arrow = self.arrows[index]
        drawn = Create(arrow) if isinstance(arrow, HoldRing) else GrowFromPoint(arrow, arrow.start)
        bar, number = self.list.bars[index], self.list.numbers[index]
        return AnimationGroup(drawn, GrowFromEdge(bar, LEFT), FadeIn(number))
