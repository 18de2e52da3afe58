"""The similarity of each word: dot products (the article's section "Words Pulling Words", figure 9)."""

from __future__ import annotations

from collections.abc import Mapping

from manim import Animation, Create, FadeIn, FadeOut, VGroup

from scenes.article.pulling.claims import ALL_DOT_PRODUCTS_CLAIMS
from scenes.motion.arrive import grow, late, rise
from scenes.motion.become import fade_to, multiply
from scenes.motion.move import send
from scenes.parts.arithmetic.dot_product import DotProduct, desk_width, settle_alike
from scenes.parts.bars.bars import BarRow
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, set_labels
from scenes.parts.text.typeset import vector_name
from scenes.shared.phrase import PhraseFigure, Pull, each_with
from scenes.stage import Region

_LEAST_PLANE = 3.4
"""The width beside the arithmetic from which a plane can stand there, scene units."""

_DIMMED = 0.45
"""Opacity of results that are not among the largest."""


class AllDotProducts(PhraseFigure):
    """attention-all-dot-product: a dot product for each word says how similar it is."""

    name = "attention-all-dot-product"
    claims = ALL_DOT_PRODUCTS_CLAIMS

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
        """Return every word's dot product, and the two words whose arithmetic is shown at the end."""
        return {
            "word": numbers.word,
            "strongest": numbers.words[numbers.strongest],
            "scores": each_with(numbers.words, numbers.scores),
        }

    def build(self) -> None:
        """Draw words and their results at the top, the two vectors and their arithmetic below."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.written, colors, self.stage.header, columns=True, style=style)
        self.works = [self._work(index) for index in range(len(numbers.words))]
        results, left, desk = self._regions()
        xs = [self.phrase.column(index) for index in range(len(numbers.words))]
        self.results = BarRow(numbers.scores, xs, results, colors, style=style)
        self.plane = WordPlane(left, numbers.vectors, self.world.axes, style=style)
        self.arrows = [
            self.plane.arrow(vector, color, width=style.strokes.bold if index == numbers.position else None)
            for index, (vector, color) in enumerate(zip(numbers.vectors, colors, strict=True))
        ]
        self._label_plane()
        settle_alike(self.works, desk)

    def _regions(self) -> tuple[Region, Region, Region]:
        """Return the regions of results, plane and arithmetic; in a tall frame, plane and arithmetic are stacked."""
        picture = self.stage.picture_to_bottom
        if self.stage.is_portrait:
            results, plane, desk = picture.rows(2.8, 5.6, 3.2, gap=0.35)
            aside = max(0.0, picture.width - desk_width(self.works)) / 2
            return results, plane, desk.inset(left=aside)
        needed = desk_width(self.works)
        if picture.width - needed < _LEAST_PLANE:
            results, lower = picture.rows(1.4, 4.2, gap=0.35)
            desk_needs = max(work.needs_narrow for work in self.works)
            plane, desk = lower.columns(lower.width - 0.35 - desk_needs, desk_needs, gap=0.35)
            return results, plane, desk
        results, lower = picture.rows(1.75, 3.9, gap=0.4)
        plane, desk = lower.columns(1, max(1.3, needed / (lower.width - needed - 0.6)), gap=0.6)
        return results, plane, desk

    def _work(self, index: int) -> DotProduct:
        """Return the arithmetic of the dot product with one word."""
        numbers = self.numbers
        pair = numbers.word, numbers.words[index]
        return DotProduct(
            (vector_name(pair[0]), vector_name(pair[1])),
            numbers.vector,
            numbers.vectors[index],
            numbers.scores[index],
            (self.color_of(pair[0]), self.color_of(pair[1])),
            style=self.style,
        )

    def _label_plane(self) -> None:
        """Place the labels: the word's own clear of all arrows, the others clear of two, one being seen at a time."""
        numbers, own = self.numbers, self.arrows[self.numbers.position]
        subject, *_ = words = [
            PlaneWord(word, arrow.end, self.color_of(word), marked=False, style=self.style)
            for word, arrow in [(numbers.word, own), *zip(numbers.words, self.arrows, strict=True)]
        ]
        left, _, right, top = self.plane.bounds
        edge = ((left, top), (right, top))
        lines, tips = [arrow.flat_segment for arrow in self.arrows], [arrow.tip for arrow in self.arrows]
        set_labels([subject], self.plane, keep_off=[edge, *lines], boxes=tips)
        for word, arrow in zip(words[1:], self.arrows, strict=True):
            set_labels(
                [word],
                self.plane,
                keep_off=[edge, own.flat_segment, arrow.flat_segment],
                boxes=[subject.label, own.tip, arrow.tip],
            )
        self.labels = [subject.label if word.word == numbers.word else word.label for word in words[1:]]

    def tell(self) -> None:
        """Show the word alone, then with each word of the phrase in turn, then the largest results."""
        numbers, times = self.numbers, self.style.times
        own = numbers.position
        with self.beat("question", word=numbers.word):
            self.play(FadeIn(self.phrase), FadeIn(self.plane), Create(self.results.line), run_time=times.move)
            self.play(grow(self.arrows[own]), FadeIn(self.labels[own]), run_time=times.move)
            self.rest()
        self.standing = VGroup()
        order = [index for index in range(len(numbers.words)) if index != own] + [own]
        for count, index in enumerate(order):
            word = numbers.words[index]
            text, result = "itself" if word == numbers.word else "word", self.works[index].result.shown
            with self.beat(f"word-{index}-{word}", text=text, word=numbers.word, other=word, result=result):
                slow = count == 0 or index in (numbers.strongest, own)
                self._multiply(index, pace=1.0 if slow else 0.55, rest=slow)
        with self.beat("ranking", word=numbers.word, strongest=numbers.words[numbers.strongest]):
            self._rank()

    def _multiply(self, index: int, *, pace: float, rest: bool) -> None:
        """Show the dot product with one word: its vector, the products, the sum, the sum moved below the word."""
        times, work = self.style.times, self.works[index]
        own = index == self.numbers.position
        box = self.phrase.box(index, self.style.theme.ink)
        if len(self.standing):
            self.play(FadeOut(self.standing), run_time=times.quick * pace)
        self.standing = VGroup(box)
        arrive: list[Animation] = [FadeIn(box), FadeIn(work.head)]
        if not own:
            self.standing.add(self.arrows[index], self.labels[index])
            arrive += [grow(self.arrows[index]), FadeIn(self.labels[index])]
        self.play(*arrive, run_time=times.move * pace)
        self.play(*multiply(work), run_time=times.move * pace)
        self.play(FadeIn(work.total), run_time=times.quick)
        number, bar = self.results.numbers[index], self.results.bars[index]
        self.play(send(work.result, number), rise(bar, rate_func=late), run_time=times.move * pace)
        self.standing.add(work)
        if rest:
            self.rest()

    def _rank(self) -> None:
        """Dim all results but the two largest."""
        numbers, times = self.numbers, self.style.times
        kept = {numbers.position, numbers.strongest}
        left_over = [index for index in range(len(numbers.words)) if index not in kept]
        dimmed = [fade_to(self.results.pair(index), _DIMMED) for index in left_over]
        dimmed += [fade_to(self.phrase.words[index], _DIMMED) for index in left_over]
        again = numbers.strongest
        self.play(
            *dimmed,
            FadeOut(self.standing),
            FadeIn(self.works[again], self.arrows[again], self.labels[again]),
            run_time=times.move,
        )
        self.hold()
