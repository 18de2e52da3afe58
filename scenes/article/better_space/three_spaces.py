"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from manim import Create, FadeIn, FadeOut, TransformFromCopy, VGroup
from pydantic import Field
from torch import Tensor

from attnmath import apply_map, attend
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.pulled_space import LegendPhrase, SpacePanel
from scenes.figure import Figure
from scenes.motion.become import fade_to
from scenes.motion.move import Carry
from scenes.number_format import format_number, reads_as_zero
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word, require_plane, world_matrix
from scenes.parts.geometry import point
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import ThreeSpaces, landmarks
from scenes.worlds import World

_WAITING = 0.35
"""Opacity of the phrase that is not pulling."""


class TwoMeanings(LandmarkParameters):
    """The parameters of the figure: one word in two phrases."""

    word: Word = Field("apple", description="The word that is pulled; it must be in both phrases.")
    first_phrase: Phrase = Field("fruit", description="The phrase with the first meaning: its name, or written out.")
    second_phrase: Phrase = Field("tech", description="The phrase with the second meaning: its name, or written out.")


def pulled_within(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """Return the word's new vector after one step within a space, for each phrase: shape (2, d)."""
    return torch.stack([attend(apply_map(one.vectors, matrix)).output[one.position] for one in pulls])


class ThreeTransformedSpaces(Figure):
    """attention-three-transformed-spaces: a good space for pulling takes the two meanings far apart."""

    name = "attention-three-transformed-spaces"
    claims = THREE_TRANSFORMED_SPACES_CLAIMS
    Parameters = TwoMeanings
    numbers: ThreeSpaces

    @classmethod
    def compute(cls, parameters: TwoMeanings, world: World) -> ThreeSpaces:
        """Take one step of attention over each phrase within each of the spaces."""
        require_plane(world)
        first, second = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.first_phrase, parameters.second_phrase)
        )
        pulls = (first, second)
        pullers = [one.words[one.strongest] for one in pulls]
        words = tuple(dict.fromkeys([*landmarks(world), *pullers, parameters.word]))
        A = torch.eye(2)
        B, C = (world_matrix(world, name, 2, 2) for name in "BC")
        pulled = [pulled_within(matrix, pulls) for matrix in (A, B, C)]
        return ThreeSpaces(
            pulls,
            words,
            world.axes,
            ("A", "B", "C"),
            ("first", "second"),
            vectors=world.embedding().rows(words),
            A=A,
            B=B,
            C=C,
            pulled_in_A=pulled[0],
            pulled_in_B=pulled[1],
            pulled_in_C=pulled[2],
            distances=torch.stack([torch.linalg.vector_norm(one[0] - one[1]) for one in pulled]),
        )

    @classmethod
    def alternative_values(cls, numbers: ThreeSpaces) -> Mapping[str, object]:
        """Return the word's pullers, and the distance of its new places in each space."""
        first, second = (one.words[one.strongest] for one in numbers.pulls)
        apart = zip(numbers.spaces, numbers.distances.tolist(), strict=True)
        return {
            "word": numbers.pulls[0].word,
            "first": first,
            "second": second,
            **{name: format_number(distance) for name, distance in apart},
        }

    def build(self) -> None:
        """Draw the phrases at the top, the three spaces below, in one scale."""
        safe = self.stage.safe
        header, body = safe.rows(0.92, safe.height - 1.02, gap=0.1)
        panels = body.columns(1, 1, 1, gap=0.4 if self.stage.is_wide else 0.15)
        if self.stage.is_portrait:
            header, body = safe.rows(1.1, safe.height - 1.35, gap=0.25)
            panels = body.rows(1, 1, 1, gap=0.25)
        self.phrases = [
            LegendPhrase(self, one, part) for one, part in zip(self.numbers.pulls, header.rows(1, 1), strict=True)
        ]
        for phrase in self.phrases:
            phrase.shift(point(self.phrases[0].get_left()[0] - phrase.get_left()[0], 0))
        legend = VGroup(*self.phrases)
        legend.set_x(safe.centre[0])
        self.panels = [SpacePanel(self, index, part) for index, part in enumerate(panels)]
        self.panels[0].space.shift_labels(self.panels[0].label_ends)
        for panel in self.panels[1:]:
            panel.label_like(self.panels[0])

    def tell(self) -> None:
        """Show the three spaces, then the two pulls in each and the distance between their ends."""
        numbers, times = self.numbers, self.style.times
        a, b, c = self.panels
        word = numbers.pulls[0].word
        with self.beat("one-space", word=word):
            self.play(*(FadeIn(phrase) for phrase in self.phrases), run_time=times.quick)
            self.play(*(panel.appear() for panel in self.panels), run_time=times.move)
            self.rest()
        shown = a.measure.number.shown
        with self.beat("pull-A", text="one-place" if reads_as_zero(shown) else "pull-A", space="A",
                       word=word, distance=shown):  # fmt: skip
            veils = [FadeIn(panel.veil) for panel in (b, c)]
            self.play(FadeIn(a.title), a.fade_start(), *veils, run_time=times.quick)
            for place, phrase in enumerate(self.phrases):
                other = self.phrases[1 - place]
                self.play(fade_to(phrase, 1), fade_to(other, _WAITING), run_time=times.quick)
                self.play(a.pull(place), run_time=times.move)
            self.play(*(fade_to(phrase, 1) for phrase in self.phrases), run_time=times.quick)
            self._measure(a)
        for panel in (b, c):
            self._tell_space(panel)

    def _tell_space(self, panel: SpacePanel) -> None:
        """Apply the space's matrix, then show the same two pulls in it, and their distance."""
        times = self.style.times
        name, text = panel.space_name, self._text_of(panel)
        with self.beat(f"space-{name}", text="a-space" if text else f"space-{name}", space=name):
            self.play(FadeOut(panel.veil), FadeIn(panel.title), run_time=times.quick)
            self.play(Carry(panel.space, panel.matrix, panel.label_ends), run_time=1.5 * times.slow)
            self.rest()
        word, distance = self.numbers.pulls[0].word, panel.measure.number.shown
        with self.beat(f"pull-{name}", text=text or f"pull-{name}", space=name, word=word, distance=distance):
            self.play(panel.fade_start(), run_time=times.quick)
            self.play(panel.pull(0), panel.pull(1), run_time=times.move)
            self._measure(panel)

    def _text_of(self, panel: SpacePanel) -> str:
        """Return the key of a space's text where the article's is not true of it: B takes nearer, C farther apart."""
        before, now = (each.measure.number for each in (self.panels[0], panel))
        if reads_as_zero(now.shown):
            return "one-place"
        holds = now.value < before.value / 2 if panel.space_name == "B" else now.value > 1.2 * before.value
        return "" if holds else "two-places"

    def _look_closer(self, panel: SpacePanel) -> None:
        """Show the two new places through a lens where their marks overlap."""
        times, lens = self.style.times, panel.lens
        if lens is None:
            return
        self.play(Create(lens.ring), run_time=times.quick)
        self.add(lens.sight, *panel.words.values(), panel.between, *panel.marks)  # the lines go below the words
        self.play(TransformFromCopy(lens.ring, lens.glass), *(Create(line) for line in lens.sight), run_time=times.move)
        self.play(FadeIn(panel.seen(), lens.note), run_time=times.quick)

    def _measure(self, panel: SpacePanel) -> None:
        """Turn the line from one new place to the other into a bar below."""
        times = self.style.times
        self.add(panel.between, *panel.marks)  # the line goes below the marks
        self.play(Create(panel.between), run_time=times.quick)
        self._look_closer(panel)
        self.play(FadeIn(panel.measure.ruler), run_time=times.quick)
        self.play(TransformFromCopy(panel.between, panel.measure.bar), run_time=times.move)
        self.play(FadeIn(panel.measure.number), run_time=times.quick)
        if panel is self.panels[-1]:
            self.hold()
        else:
            self.rest()
