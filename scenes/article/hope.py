"""What is hoped for: a vector of information for each word, from which the next word follows (section "Our Hope").

Every word has a vector that takes in what stands left of it, and each vector predicts its own next word.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import (
    DOWN,
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    LaggedStart,
    Line,
    MoveAlongPath,
    ShowPassingFlash,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.choice import Beginning
from scenes.figure import Figure, quantity
from scenes.motion import fade_to, gather, grow, recolor
from scenes.parts.arrows import Arrow
from scenes.parts.elbow import Elbow, elbow
from scenes.parts.geometry import point
from scenes.parts.number import VectorColumn
from scenes.parts.phrase import PhraseRow
from scenes.parts.text import Label
from scenes.stage import Region
from scenes.training import train
from scenes.worlds import World

_SAID = 0.55
"""Opacity of the columns that are not being told."""

_THIN = 2.4
"""Stroke width of arrows that stand for no weight."""

_LEAST_WAY = 1.4
"""Scene units that a prediction keeps from the next word's place, so that the last one has a way to it."""

_APART = 0.24
"""Scene units between the tips of arrows that end at one vector."""


@dataclass(frozen=True)
class Predictions:
    """What a model says after each word of a phrase.

    Attributes:
        words: the phrase.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        predicted: after each word, the one it chooses.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    predicted: tuple[str, ...]
    weights: Tensor = quantity("How much each word (column) goes into the information of each (row).",
                               rows="words", columns="words")  # fmt: skip
    embeddings: Tensor = quantity("The words' own vectors.", rows="words", columns="axes")
    contexts: Tensor = quantity("The information that goes with each word.", rows="words", columns="axes")
    scores: Tensor = quantity("The score of every word as the next one.", rows="words", columns="vocabulary")


class Predict(Figure):
    """attention-predict: each word's information comes from its left, and from it the next word is predicted."""

    name = "attention-predict"
    world_name = "next-word"
    Parameters = Beginning
    numbers: Predictions

    @classmethod
    def compute(cls, parameters: Beginning, world: World) -> Predictions:
        """The context vector of every beginning of the phrase, and what the trained model says after it."""
        words = parameters.words(world)
        model = train(world)
        begun = [words[: length + 1] for length in range(len(words))]
        scores = torch.stack([model.scores(part) for part in begun])  # (T, V)
        weights = torch.zeros(len(words), len(words))
        for row, part in enumerate(begun):
            weights[row, : len(part)] = model.weights(part)
        return Predictions(
            words=words,
            axes=world.axes,
            vocabulary=model.embedding.words,
            predicted=tuple(model.predict(part) for part in begun),
            weights=weights,
            embeddings=model.embedding.rows(words),
            contexts=torch.stack([model.context(part) for part in begun]),
            scores=scores,
        )

    def build(self) -> None:
        """From the bottom: the phrase with room for the next word, a vector above each word, what each predicts."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        titles, columns = self.stage.safe.columns(1, 6.3, gap=0.2)
        bottom, middle, top = self._bands(columns)
        everything = (*numbers.words, numbers.predicted[-1])
        self.phrase = PhraseRow(
            everything, self.colors_of(everything), bottom, columns=True, size=style.sizes.formula, style=style
        )
        self.next_word = self.phrase.words[-1]
        self.blank = self._blank()
        size = style.sizes.phrase if self.phrase.column_width > 1.7 else style.sizes.label
        self.vectors = [VectorColumn(row, size=size, color=theme.value, style=style) for row in numbers.contexts]
        self.guesses = []
        for index, (vector, word) in enumerate(zip(self.vectors, numbers.predicted, strict=True)):
            vector.move_to(point(self.phrase.column(index), middle.centre[1]))
            guess = Label(word, size=self.phrase.words[0].size, color=self.color_of(word), style=style)
            guess.set_x(self.phrase.column(index) + self._lean).on_baseline(float(top.centre[1]) - 0.1)
            self.guesses.append(guess)
        self.influences = [self._influences(index) for index in range(len(numbers.words))]
        self.leads = [self._lead(index) for index in range(len(numbers.words))]
        self.way = self._way()
        self.told: list[list[int]] = []
        rows = (("the phrase", bottom), ("information", middle), ("next word", top))
        self.titles = [self._title(said, titles, float(band.centre[1]) - 0.1) for said, band in rows]

    @property
    def _lean(self) -> float:
        """How far a prediction leans towards the place of the next word: halfway, or as far as there is room."""
        width = self.phrase.column_width
        return min(width / 2, max(width - _LEAST_WAY, 0.0))

    def _bands(self, columns: Region) -> tuple[Region, Region, Region]:
        """The heights of the phrase, the vectors and the predictions."""
        top, _, middle, _, bottom = columns.rows(0.7, 0.75, 2.4, 1.75, 0.7)
        return bottom, middle, top

    def _blank(self) -> Line:
        """A line where the next word will stand."""
        half = max(0.4, float(self.next_word.width) / 2 + 0.08)
        x, y = float(self.next_word.get_x()), self.phrase.baseline - 0.16
        return Line(point(x - half, y), point(x + half, y)).set_stroke(self.style.theme.dim, self.style.strokes.line)

    def _title(self, said: str, region: Region, baseline: float) -> Label:
        title = Label(said, color=self.style.theme.ink, style=self.style)
        title.set_x(region.left + title.width / 2)
        return title.on_baseline(baseline)

    def _influences(self, index: int) -> list[Arrow]:
        """An arrow from every word that has a share in a word's information; its end is the vector's lower edge."""
        theme, vector = self.style.theme, self.vectors[index]
        sources = [source for source, weight in enumerate(self.numbers.weights[index]) if float(weight) > 0]
        begin, end = self.phrase.baseline + 0.46, float(vector.get_bottom()[1]) - 0.1
        # The word's own arrow goes straight up; those from the left arrive beside it, in their order.
        apart = min(_APART, 0.45 * float(vector.width) / max(len(sources) - 1, 1))
        arrows = []
        for steps_left, source in zip(range(len(sources) - 1, -1, -1), sources, strict=True):
            target = point(float(vector.get_x()) - apart * steps_left, end)
            arrows.append(Arrow(point(self.phrase.column(source), begin), target, theme.value, width=_THIN, tip=0.9))
        return arrows

    def _lead(self, index: int) -> Arrow:
        """The arrow from a vector up to what it predicts."""
        vector, guess = self.vectors[index], self.guesses[index]
        start = point(float(vector.get_x()), float(vector.get_top()[1]) + 0.1)
        end = point(float(guess.get_x()), guess.baseline - 0.2)
        return Arrow(start, end, self.style.theme.ink, width=_THIN)

    def _way(self) -> Elbow:
        """From the last prediction over and down to the free place in the phrase."""
        guess, x = self.guesses[-1], float(self.next_word.get_x())
        y = guess.baseline + 0.12
        begin, end = point(float(guess.get_right()[0]) + 0.2, y), point(x, self.phrase.baseline + 0.6)
        return Elbow(begin, end, self.style.theme.dim, width=_THIN)

    def tell(self) -> None:
        """The question, the information word by word, the predictions word by word, the phrase completed."""
        numbers = self.numbers
        said = " ".join(numbers.words)
        with self.beat("question", f"A phrase begins: “{said}”. Which word comes next?"):
            self._ask()
        for group in _groups(len(numbers.words)):
            with self.beat(f"information-{group[0]}-{numbers.words[group[0]]}", self._said_of_information(group)):
                self._inform(group)
        for group in _groups(len(numbers.words)):
            with self.beat(f"predict-{group[0]}-{numbers.words[group[0]]}", self._said_of_prediction(group)):
                self._predict(group)
        with self.beat(
            "complete", f"And so “{numbers.predicted[-1]}” completes the phrase: {said} {numbers.predicted[-1]}."
        ):
            self._complete()

    def _ask(self) -> None:
        """The phrase alone in the middle, with a free place at its end."""
        times = self.style.times
        line = VGroup(*self.phrase.words[:-1], self.blank)
        home = float(line.get_y())
        line.set_y(0.0)
        words = [FadeIn(word, shift=0.15 * UP) for word in self.phrase.words[:-1]]
        self.play(LaggedStart(*words, lag_ratio=0.3), run_time=times.move)
        self.play(Create(self.blank), run_time=times.quick)
        self.rest()
        self.home = home - float(line.get_y())

    def _said_of_information(self, group: list[int]) -> str:
        numbers, index = self.numbers, group[0]
        word, before = numbers.words[index], " ".join(numbers.words[:index])
        if index == 0:
            return f"With each word goes some information, a small vector; that of “{word}” comes from it alone."
        if len(group) > 1:
            return (
                f"So it goes on for “{' '.join(numbers.words[index : group[-1] + 1])}”: each takes in what came before."
            )
        if index < len(numbers.words) - 1:
            return f"Into that of “{word}” flows what stands left of it: “{before}”."
        return f"That of “{word}” takes in every word before it; nothing ever flows in from the right."

    def _said_of_prediction(self, group: list[int]) -> str:
        numbers, index = self.numbers, group[0]
        word, guess = numbers.words[index], numbers.predicted[index]
        if len(group) > 1:
            return f"The next ones predict “{'”, “'.join(numbers.predicted[index : group[-1] + 1])}”."
        if index == len(numbers.words) - 1:
            return f"The information of “{word}”, the last word, predicts what is still missing: “{guess}”."
        follows = numbers.words[index + 1]
        comment = "the word that does come next" if guess == follows else f"where the phrase has “{follows}”"
        return f"The information of “{word}” predicts “{guess}”, {comment}."

    def _inform(self, group: list[int]) -> None:
        """Influence flows along the arrows, and the vectors appear where they end."""
        times, first = self.style.times, group[0]
        pace = 0.75 if first == 1 else 1.0
        entering: list[Animation] = []
        if first == 0:
            line = VGroup(*self.phrase.words[:-1], self.blank)
            self.play(line.animate.shift(self.home * UP), FadeIn(self.titles[0]), run_time=times.move)
            entering += self._title_row(1)
        told = self.told[-1] if self.told else []
        entering += [fade_to(arrow, _SAID) for index in told for arrow in self.influences[index]]
        self.told.append(group)
        arrows = [arrow for index in group for arrow in self.influences[index]]
        brackets = [GrowFromEdge(self.vectors[index].brackets, DOWN) for index in group]
        growing = LaggedStart(*(grow(arrow) for arrow in arrows), lag_ratio=0.5 / len(arrows))
        self.play(*entering, growing, *brackets, run_time=times.move * pace)
        bright = self.style.theme.ink, self.style.strokes.bold
        flows = [ShowPassingFlash(arrow.shaft.copy().set_stroke(*bright), time_width=0.6) for arrow in arrows]
        numbers = [number for index in group for number in reversed(self.vectors[index].numbers)]
        filling = LaggedStart(*(FadeIn(number, shift=0.2 * UP) for number in numbers), lag_ratio=0.5 / len(numbers))
        self.play(AnimationGroup(*flows), filling, run_time=times.move * pace)
        self.rest()

    def _title_row(self, row: int) -> list[Animation]:
        """The title of the row that is told from now on; the one before goes dim."""
        return [FadeIn(self.titles[row]), recolor(self.titles[row - 1], self.style.theme.dim)]

    def _light(self, group: list[int]) -> list[Animation]:
        """The columns that predict light up, from the phrase to the prediction; the others go dim."""
        changes: list[Animation] = []
        for index, vector in enumerate(self.vectors):
            lit = 1.0 if index in group else _SAID
            changes += [fade_to(piece, lit) for piece in (*vector.numbers, *self.influences[index])]
            if index < group[0]:
                changes += [fade_to(piece, lit) for piece in (self.leads[index], self.guesses[index])]
        return changes

    def _predict(self, group: list[int]) -> None:
        """Vectors become the words they predict; a single one is then found where it belongs."""
        times, numbers, first = self.style.times, self.numbers, group[0]
        pace = 0.75 if first == 1 else 1.0
        entering = self._title_row(2) if first == 0 else []
        self.play(*entering, *self._light(group), run_time=times.quick)
        self.play(*(grow(self.leads[index]) for index in group), run_time=times.move * pace * 0.75)
        becoming = [AnimationGroup(*gather(self.vectors[index].numbers, self.guesses[index])) for index in group]
        self.play(LaggedStart(*becoming, lag_ratio=0.25), run_time=times.move * (1.6 if len(group) > 1 else pace))
        follows = numbers.words[first + 1 : first + 2]
        if len(group) == 1 and follows == (numbers.predicted[first],):
            self._settle(self.guesses[first], self.phrase.words[first + 1])
        self.rest()

    def _settle(self, guess: Label, place: Label) -> None:
        """A copy of a prediction goes down to the word that does come next, and is the same."""
        traveller = guess.copy()
        way = Line(guess.get_center(), place.get_center())
        box = self.phrase.box(self.phrase.words.index(place), self.style.theme.ink)
        self.play(MoveAlongPath(traveller, way), run_time=self.style.times.move)
        self.play(FadeIn(box), run_time=self.style.times.quick)
        self.remove(traveller)
        self.play(FadeOut(box), run_time=self.style.times.quick)

    def _complete(self) -> None:
        """The last prediction takes the free place."""
        times = self.style.times
        traveller = self.guesses[-1].copy()
        self.play(Create(self.way.path), run_time=times.move)
        self.play(FadeIn(self.way.tip), MoveAlongPath(traveller, self._path_of(traveller)), run_time=times.slow)
        self.remove(traveller)
        self.add(self.next_word)
        box = self.phrase.box(len(self.phrase.words) - 1, self.color_of(self.next_word.text))
        self.play(FadeOut(self.blank), FadeIn(box), run_time=times.quick)
        self.hold()

    def _path_of(self, traveller: Label) -> VMobject:
        """The way from a prediction to the free place, for the middle of the word."""
        return elbow(traveller.get_center(), self.next_word.get_center())


def _groups(count: int) -> list[list[int]]:
    """The words as they are told: the first two and the last alone, those between in one sweep."""
    middle = list(range(2, count - 1))
    return [[0], [1], *([middle] if middle else []), *([[count - 1]] if count > 2 else [])]
