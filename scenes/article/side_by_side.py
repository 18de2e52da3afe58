"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import Create, FadeIn, TransformFromCopy
from pydantic import Field
from torch import Tensor

from scenes.figure import Figure
from scenes.motion import fade_to, grow
from scenes.parameters import LandmarkParameters, PhraseParameters
from scenes.parts.geometry import Point
from scenes.parts.number import format_number, format_vector
from scenes.parts.plane import set_labels
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.shared.pulled_side import PulledSide
from scenes.worlds import World

_LANDMARK = 0.55
"""Opacity of words that are only there to tell the clusters."""

_PAST = 0.15
"""Opacity of where a word was, when it is no longer spoken of."""


class TwoPhrases(LandmarkParameters):
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
    apart: Tensor = quantity("How far the two new vectors are from each other.")

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The two words that pull most."""
        return tuple(dict.fromkeys(side.words[side.strongest] for side in (self.left, self.right)))


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
            apart=torch.linalg.vector_norm(left.updated - right.updated),
        )

    @classmethod
    def alternative_values(cls, numbers: TwoPulls) -> Mapping[str, object]:
        """Who pulls the word in each phrase, how hard, and where to."""
        left, right = numbers.left, numbers.right
        return {
            "word": left.word,
            "first": left.words[left.strongest],
            "second": right.words[right.strongest],
            "first_weight": format_number(float(numbers.weights[0])),
            "second_weight": format_number(float(numbers.weights[1])),
            "at": format_vector(numbers.vector),
            "first_at": format_vector(left.updated),
            "second_at": format_vector(right.updated),
            "apart": format_number(float(numbers.apart)),
        }

    def build(self) -> None:
        """Two phrases, and with each the same plane with the same words at the same places."""
        stage = self.stage
        halves = (
            stage.safe.rows(1, 1, gap=0.6 if stage.is_portrait else 0.3)
            if stage.is_narrow
            else stage.safe.columns(1, 1, gap=0.7)
        )
        vectors = self._vectors()
        self.sides = [
            PulledSide(self, pulled, other, self.numbers.apart, vectors, half)
            for pulled, other, half in zip(
                (self.numbers.left, self.numbers.right), (self.numbers.right, self.numbers.left), halves, strict=True
            )
        ]
        self._set_labels()

    def _vectors(self) -> dict[str, Tensor]:
        """The families' words, those that pull, and the word that is pulled."""
        word = self.numbers.left.word
        families = [member for family in self.world.families.values() for member in family]
        names = [name for name in dict.fromkeys([*families, *self.numbers.landmarks]) if name != word]
        embedding = self.world.embedding()
        return {name: embedding.rows([name])[0] for name in [*names, word]}

    def _set_labels(self) -> None:
        """Labels in both planes at the same places, clear of what either will show."""
        left, right = self.sides
        away = left.plane.origin - right.plane.origin
        lines = [*left.lines(), *((_moved(a, away), _moved(b, away)) for a, b in right.lines())]
        boxes = [*left.boxes(), *(box.copy().shift(away) for box in right.boxes())]
        below = 0.2 if left.is_small else 0.0
        set_labels(left.words.values(), left.plane, keep_off=lines, boxes=boxes, below=below)
        for name, word in right.words.items():
            word.label.move_to(left.words[name].label.get_center() - away)
        for side in self.sides:
            side.find_label_there()
            side.landmarks.set_opacity(_LANDMARK)

    def tell(self) -> None:
        """Both start alike, the left is pulled, the right is pulled, both are compared."""
        left, right = self.sides
        times, word = self.style.times, self.numbers.left.word
        with self.beat("same-start", word=word):
            self.play(FadeIn(*(part for side in self.sides for part in side.ground)), run_time=times.move)
            self.play(
                *(TransformFromCopy(side.phrase.words[side.pull.position], side.subject.text) for side in self.sides),
                *(FadeIn(side.subject.mark, side.before) for side in self.sides),
                run_time=times.move,
            )
            self.rest()
        for name, side in (("left", left), ("right", right)):
            where = {"left": "upper", "right": "lower"}[name] if self.stage.is_narrow else name
            with self.beat(f"{name}-pull", text=f"{where}-pull", puller=side.puller.word, word=word):
                self._pull(side)
        with self.beat("apart", word=word, apart=left.apart.number.shown):
            self.play(
                *(
                    TransformFromCopy(other.subject.mark, side.elsewhere)
                    for side, other in ((left, right), (right, left))
                ),
                *(fade_to(side.ghost, _PAST) for side in self.sides),
                run_time=times.slow,
            )
            self.play(
                *(Create(side.apart.line) for side in self.sides),
                *(FadeIn(side.apart.number) for side in self.sides),
                run_time=times.move,
            )
            self.hold()

    def _pull(self, side: PulledSide) -> None:
        times = self.style.times
        self.play(Create(side.box), fade_to(side.puller, 1.0), run_time=times.move)
        self.play(grow(side.arrow), FadeIn(side.weight), run_time=times.move)
        self.rest()
        self.add(side.ghost)
        self.bring_to_front(side.subject)
        self.play(side.moved(), run_time=times.slow)
        self.play(FadeIn(side.after), run_time=times.quick)
        self.rest()


def _moved(place: tuple[float, float], away: Point) -> tuple[float, float]:
    return (place[0] + float(away[0]), place[1] + float(away[1]))
