"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

from manim import FadeIn, LaggedStart

from scenes.combination import CombinationFigure
from scenes.motion import grow


class UpdateApple(CombinationFigure):
    """attention-update-apple: weighted vectors, laid tip to tail, end at the word's new place."""

    name = "attention-update-apple"

    def tell(self) -> None:
        """Vectors, the weighted ones, the chain, the new place."""
        numbers, times = self.numbers, self.style.times
        with self.beat("vectors", "Each word of the phrase is an arrow from the origin, and each has its weight."):
            self.play(FadeIn(self.phrase), FadeIn(self.plane), run_time=times.quick)
            self.play(
                *(grow(arrow) for arrow in self.full),
                *(FadeIn(label.label) for label in self.labels.values()),
                LaggedStart(*(FadeIn(line.terms) for line in self.lines), lag_ratio=0.15),
                run_time=times.slow,
            )
            self.rest()
        with self.beat(
            "shrink", "Each arrow shrinks to its weight's share of its length; small weights leave next to nothing."
        ):
            self.shrink()
        with self.beat("chain", "Then each arrow starts where the one before it ends."):
            self.join()
        with self.beat("new-place", f"The last one ends at the new place of {numbers.word}: the sum of all of them."):
            self.arrive()
