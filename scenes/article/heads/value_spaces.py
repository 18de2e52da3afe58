"""Two value spaces for the same words (the article's section "Multiple Key, Query, and Value Spaces").

The semantic space moves apple to two places for two meanings and to one for two colours; the space of grammatical
relations does the opposite. Both figures have the same parts in the same places, so that they read as a pair.
"""

from __future__ import annotations

from collections.abc import Sequence

from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    LaggedStart,
    TransformFromCopy,
)

from scenes.article.heads.claims import GRAMMATICAL_TRANSFORMATION_CLAIMS, SEMANTIC_TRANSFORMATION_CLAIMS
from scenes.article.heads.value_plane import ValuePlane
from scenes.article.heads.value_space import OtherColour
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to, recolor, rewrite
from scenes.motion.move import gather
from scenes.motion.pull import pull
from scenes.parts.plane.word_plane import PlaneWord

_DIMMED = 0.4
"""Opacity of words that the present phrase does not have."""


class _ValueSpaces(ValuePlane):
    """A figure of a value space that separates a word in two phrases, and hardly in two others, beat by beat."""

    def tell(self) -> None:
        """Show the space, the words in it, two phrases that separate the word, two that do not."""
        numbers, times = self.numbers, self.style.times
        self._standing: list[PlaneWord] = []
        variant = ("space", "space-but-one", "space-but-some")[min(len(self.unseen), 2)]
        with self.beat("space", text=variant, axes=self.style.language.listed(self.unseen)):
            self._show_space()
        with self.beat("values"):
            self.play(
                FadeIn(self.phrases[0]),
                *(FadeOut(piece) for axis in self.axes for piece in axis if piece),
                self._dim_matrix(),
                run_time=times.move,
            )
            self.play(LaggedStart(*self._landings(0, numbers.phrase_words[0]), lag_ratio=0.25), run_time=1.6)
            self.rest()
        for phrase, name in enumerate(("pull", "other-pull")):
            puller, share = numbers.strongest(phrase), self.pulls[phrase].number.shown
            with self.beat(name, puller=puller, word=numbers.word, share=share):
                if phrase:
                    self._turn_to(phrase)
                self._pull(phrase)
        with self.beat("apart", apart=self.compared.rows[0].number.shown):
            self._leave(numbers.distinguishing)
            self.play(FadeIn(self.gap), FadeIn(self.compared.heading), run_time=times.move)
            self._measure(0, gather([self.gap.number], self.compared.rows[0].number))
            self.rest()
        first, second = numbers.distinguishing[2:]
        apart = self.compared.rows[1].number.shown
        with self.beat("alike", first=first, second=second, apart=apart):
            for phrase in (2, 3):
                self._turn_to(phrase, only=numbers.distinguishing)
                spot = self.spots[phrase - 2]
                self.play(FadeIn(spot.mark, target_position=self.subject.point), run_time=times.move)
                if self.named:
                    self.play(FadeIn(spot.label), run_time=times.quick)
            self._measure(1, [FadeIn(self.compared.rows[1].number), FadeIn(self.compared.rows[1].marks)])
            self.hold()

    def _show_space(self) -> None:
        times = self.style.times
        self.play(FadeIn(self.plane), FadeIn(self.title), FadeIn(self.note), run_time=times.quick)
        self.play(FadeIn(self.matrix), *(FadeIn(name) for name in self.row_names), run_time=times.move)
        for index, ((arrow, label), name) in enumerate(zip(self.axes, self.row_names, strict=True)):
            named = [] if label is None else [TransformFromCopy(name, label)]
            self.play(grow(arrow), *named, run_time=times.move if index == 0 else times.move * 0.6)
        self.rest()

    def _dim_matrix(self) -> Animation:
        matrix = self.matrix.matrix
        return AnimationGroup(*(recolor(matrix.row(row), self.style.theme.dim) for row in range(len(matrix.numbers))))

    def _landings(self, phrase: int, words: Sequence[str]) -> list[Animation]:
        """Move the words of a phrase that are not on the plane yet to their places."""
        moves: list[Animation] = []
        for word, name in zip(self.numbers.phrase_words[phrase], self.phrases[phrase].words, strict=True):
            target = self.words[word]
            if word in words and target not in self._standing:
                self._standing.append(target)
                moves.append(AnimationGroup(TransformFromCopy(name, target.text), FadeIn(target.mark)))
        return moves

    def _leave(self, kept: Sequence[str]) -> None:
        """Remove words that are no longer needed, so that those that distinguish the phrases stand alone.

        Without room for the distances beside the matrix, remove that, too.
        """
        going = [word for word in self._standing if word.word not in kept and word is not self.subject]
        self._standing = [word for word in self._standing if word not in going]
        said = [self.matrix, *self.row_names, self.note] if self.places.in_turn else []
        if going or said:
            self.play(*(FadeOut(piece) for piece in (*going, *said)), run_time=self.style.times.quick)

    def _turn_to(self, phrase: int, only: Sequence[str] | None = None) -> None:
        """Replace the phrase by another one; its words land, or only some of them."""
        times, words = self.style.times, self.numbers.phrase_words[phrase]
        others = [word for word in self._standing if word is not self.subject]
        kept = {*self.numbers.distinguishing, *words}
        fades = [fade_to(word, 1 if word.word in words else _DIMMED) for word in others if word.word in kept]
        gone = [word for word in others if word.word not in kept]
        self._standing = [word for word in self._standing if word not in gone]
        self.play(
            rewrite(self.phrases[phrase - 1], self.phrases[phrase]),
            *fades,
            *(FadeOut(word) for word in gone),
            run_time=times.move * 0.8,
        )
        landings = self._landings(phrase, words if only is None else only)
        if landings:
            self.play(LaggedStart(*landings, lag_ratio=0.2), run_time=times.move * (0.6 if only else 1.0))

    def _pull(self, phrase: int) -> None:
        """Let all words of a phrase pull; the word moves and leaves a ghost."""
        times, pulls, end = self.style.times, self.pulls[phrase], self.ends[phrase]
        self.play(LaggedStart(*pull(pulls), lag_ratio=0.1), run_time=1.2 if phrase == 0 else times.slow)
        self.play(FadeIn(pulls.number), run_time=times.quick)
        self.rest()
        moving = self.subject.mark.copy().set_opacity(1)
        self.add(moving)
        left = [fade_to(self.subject, _DIMMED)]
        if self.places.in_turn:
            left = [fade_to(self.subject.mark, _DIMMED), fade_to(self.subject.label, 0)]
        self.play(
            moving.animate.move_to(end.point),
            *left,
            FadeOut(*pulls.arrows),
            grow(end.way),
            pulls.number.animate.move_to(self.shares[phrase]),
            run_time=times.slow,
        )
        self.remove(moving)
        self.add(end.mark)
        self.play(FadeIn(end.label), run_time=times.quick)
        self.rest()

    def _measure(self, pair: int, arrivals: Sequence[Animation]) -> None:
        """Turn a distance into a number and a bar in the list; light up all words that distinguish a phrase."""
        row, times = self.compared.rows[pair], self.style.times
        again = [fade_to(word, 1) for word in self._standing if word is not self.subject]
        bar = GrowFromEdge(row.bar, LEFT)
        self.play(FadeIn(row.names), *arrivals, bar, *again, run_time=times.slow)


class SemanticTransformation(_ValueSpaces):
    """attention-semantic-transformation: this value space parts two meanings, and hardly two colours."""

    name = "attention-semantic-transformation"
    claims = SEMANTIC_TRANSFORMATION_CLAIMS
    head = 0


class GrammaticalTransformation(_ValueSpaces):
    """attention-grammatical-transformation: this value space parts two colours, and hardly two meanings."""

    name = "attention-grammatical-transformation"
    claims = GRAMMATICAL_TRANSFORMATION_CLAIMS
    Parameters = OtherColour
    head = 1
