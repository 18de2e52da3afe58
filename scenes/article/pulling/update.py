"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

from collections.abc import Mapping

from manim import FadeIn, LaggedStart

from scenes.article.pulling.claims import UPDATE_APPLE_CLAIMS
from scenes.motion.arrive import grow
from scenes.parts.text.number import format_vector, format_weight
from scenes.shared.combination import CombinationFigure
from scenes.shared.phrase import Pull, each_with


class UpdateApple(CombinationFigure):
    """attention-update-apple: weighted vectors, laid tip to tail, end at the word's new place."""

    name = "attention-update-apple"
    claims = UPDATE_APPLE_CLAIMS

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
        """Return every word's weight, and the word's old and new place."""
        return {
            "word": numbers.word,
            "weights": each_with(numbers.words, numbers.weights, format_weight),
            "before": format_vector(numbers.vector),
            "after": format_vector(numbers.updated),
        }

    def tell(self) -> None:
        """Show the vectors, the weighted ones, the chain, the new place."""
        numbers, times = self.numbers, self.style.times
        with self.beat("vectors"):
            self.play(FadeIn(self.phrase), FadeIn(self.plane), run_time=times.quick)
            self.play(
                *(grow(arrow) for arrow in self.full),
                *(FadeIn(label.label) for label in self.labels.values()),
                LaggedStart(*(FadeIn(line.terms) for line in self.lines), lag_ratio=0.15),
                run_time=times.slow,
            )
            self.rest()
        with self.beat("shrink"):
            self.shrink()
        with self.beat("chain"):
            self.join()
        with self.beat("new-place", word=numbers.word):
            self.arrive()
