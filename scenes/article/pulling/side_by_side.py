"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import Animation, Create, FadeIn, TransformFromCopy, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
from scenes.figure import Figure
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to
from scenes.motion.move import move_word
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word
from scenes.parts.geometry import Point, point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import PullArrow
from scenes.parts.plane.distance import OffsetDistance
from scenes.parts.plane.labels import Segment, inside_length
from scenes.parts.plane.word_plane import ICON_HEIGHT, WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.text.number import Coordinates, Weight, format_number, format_vector, stack_on_baselines
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_GHOST = 0.35
"""Opacity of the ghosts at a word's old place, and at its new place in the other phrase."""

_ICON_SHARE = 0.38
"""The largest height of an icon, as a share of the plane's unit."""

_BEFORE = 0.38
"""Scene units from the end of the arrow to the pulling word, whose name may stand between them."""

_BESIDE = 0.14
"""Scene units between the word's mark and the dimension line beside it."""


class PulledSide:
    """One of the two halves: a phrase, its plane, and the pull on it.

    Attributes:
        ghost: the word's old place.
        elsewhere: the word's new place in the other phrase.
        apart: the distance from there to its new place in this phrase.
        before: the word with its vector before.
        after: its vector after.
    """

    def __init__(
        self, figure: Figure, pulled: Pull, other: Pull, apart: Tensor, vectors: dict[str, Tensor], region: Region
    ) -> None:
        self.figure, self.pull, self.distance, style = figure, pulled, apart, figure.style
        self.is_small = not (figure.stage.is_wide or figure.stage.is_portrait)
        self.is_square = self.is_small and figure.stage.is_narrow
        header, self.line, body, footer = self._regions(region)
        self.phrase = PhraseRow(pulled.written, figure.colors_of(pulled.words), header, style=style)
        rows = torch.stack([*vectors.values(), pulled.updated, other.updated])
        self.plane = WordPlane(body, rows, figure.world.axes, style=style)
        colors = {word: figure.color_of(word) for word in vectors}
        self.words = words_on_plane(
            self.plane,
            vectors,
            colors,
            icons=True,
            size=style.sizes.note if self.is_small else None,
            icon_height=min(ICON_HEIGHT, _ICON_SHARE * self.plane.unit),
            style=style,
        )
        self.subject = self.words[pulled.word]
        self.puller = self.words[pulled.words[pulled.strongest]]
        self.landmarks = VGroup(*(word for word in self.words.values() if word is not self.subject))
        self.ground = (self.phrase, self.plane, self.landmarks)
        self.box = self.phrase.box(pulled.strongest, figure.color_of(self.puller.word))
        self._draw_apart(other)
        self._draw_pull()
        self.before, self.after = self._result(footer)

    def _regions(self, region: Region) -> tuple[Region, Region, Region, Region]:
        """Return the regions of the phrase, the weight (empty in large planes), the plane, the new vector."""
        if self.is_square:
            text, body = region.columns(3, 3.8, gap=0.2)
            header, line, footer = text.inset(left=0.14, bottom=0.25, top=0.14).rows(0.9, 0.35, 1.3, gap=0.2)
            return header, line, body, footer
        if self.is_small:
            header, line, body, footer = region.rows(0.95, 0.45, 4.75, 0.55, gap=0.1)
            return header, line, body, footer
        header, body, footer = region.rows(0.7, 5.6, 0.55, gap=0.12)
        return header, header, body, footer

    def _draw_pull(self) -> None:
        style, pulled = self.figure.style, self.pull
        weight, color = pulled.weights[pulled.strongest], self.figure.color_of(self.puller.word)
        self.arrow = PullArrow(
            self.subject.point, self.puller.point, weight, color, clear=0.34, clear_puller=_BEFORE, style=style
        )
        said = Label(style.says("weight"), size=style.sizes.note, color=style.theme.dim, style=style)
        self.weight = Row([said, Weight(weight, color=color, style=style)], 0.14)
        if self.is_small:
            x = self.line.centre[0] if self.is_square else self.box.get_x()
            self.weight.move_to(point(x, self.line.centre[1]))
            return
        self.weight.move_to(self._beside_arrow(self.weight))

    def _beside_arrow(self, said: VMobject) -> Point:
        """Return the place beside the arrow at which a text is farthest from all words and from the axes."""
        start, end = self.arrow.segment
        way, half = end - start, np.array([said.width, said.height, 0.0]) / 2
        across = point(-way[1], way[0]) / max(float((way @ way) ** 0.5), 1e-9)
        reach = 0.18 + abs(across) @ half
        marks = [*(word.point for word in self.words.values()), self.there, self.elsewhere.get_center()]
        spots = [start + at * way + side * reach * across for side in (1, -1) for at in (0.5, 0.6, 0.7, 0.8)]

        def room(spot: Point) -> float:
            low, high = spot - half, spot + half
            box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
            crossed = sum(inside_length(axis, box) > 0 for axis in self.plane.axis_segments())
            return min(float(np.linalg.norm(np.maximum(abs(spot - mark) - half, 0.0))) for mark in marks) - crossed

        return max(spots, key=room)

    def _draw_apart(self, other: Pull) -> None:
        """Draw the word's new places here and in the other phrase, and the distance between them."""
        self.there = self.plane.place(self.pull.updated)
        self.ghost = self.subject.mark.copy().set_opacity(_GHOST)
        self.elsewhere = self.subject.mark.copy().set_opacity(_GHOST).move_to(self.plane.place(other.updated))
        start, end = self.there, self.plane.place(other.updated)
        way, inward = end - start, self.plane.origin - (start + end) / 2
        side = 1 if way[0] * inward[1] - way[1] * inward[0] > 0 else -1
        offset = float(self.subject.mark.height) / 2 + _BESIDE
        self.apart = OffsetDistance(start, end, self.distance, offset, self.figure.style, side=side)

    def lines(self) -> list[Segment]:
        """Return the lines that labels avoid."""
        return [self.arrow.flat_segment, self.apart.flat_segment]

    def boxes(self) -> list[VMobject]:
        """Return the other mobjects that labels avoid."""
        marks = [self.ghost, self.elsewhere, self.ghost.copy().move_to(self.there)]
        return [self.weight, self.apart.number, *marks]

    def find_label_there(self) -> None:
        """Find the place of the pulled word's label after its move."""
        others = [word for word in self.words.values() if word is not self.subject]
        boxes = [self.weight, self.apart.number, self.ghost, self.elsewhere, *others]
        self.subject.toward = (2.0, 0.0)  # better at its right than between it and the weight
        self.label_there = label_spot(self.subject, self.there, self.plane, keep_off=self.lines(), boxes=boxes)

    def moved(self) -> Animation:
        """Return the animation that takes the word to its new place."""
        return move_word(self.subject, self.there, self.label_there)

    def _result(self, region: Region) -> tuple[VGroup, VGroup]:
        style, color = self.figure.style, self.figure.color_of(self.pull.word)
        name = Label(self.pull.word, color=color, style=style)
        before = Coordinates(self.pull.vector, style=style)
        becomes = Math("arrow.r", size=style.sizes.label, color=style.theme.dim, style=style)
        after = Coordinates(self.pull.updated, color=style.theme.ink, style=style)
        if self.is_square:
            last = Row([becomes, after], 0.2)
            stack_on_baselines([name, before, last], 0.0, 0.5)
            for piece in (name, before):
                piece.set_x(float(after.get_x()))
            VGroup(name, before, last).move_to(region.centre)
        else:
            Row([name, before, becomes, after], [0.25, 0.2, 0.2]).move_to(region.centre)
        return VGroup(name, before), VGroup(becomes, after)


_LANDMARK = 0.55
"""Opacity of words that only mark the clusters."""

_PAST = 0.15
"""Opacity of a word's old place in later beats."""


class TwoPhrases(LandmarkParameters):
    """The parameters of the figure: one word in two phrases."""

    word: Word = Field("apple", description="The word that is pulled; it must be in both phrases.")
    left_phrase: Phrase = Field("fruit", description="The phrase at the left: its name, or written out.")
    right_phrase: Phrase = Field("tech", description="The phrase at the right: its name, or written out.")


@dataclass(frozen=True)
class TwoPulls:
    """The numbers of the figure: one step of attention over each of the two phrases."""

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
        """The strongest puller of each phrase."""
        return tuple(dict.fromkeys(side.words[side.strongest] for side in (self.left, self.right)))


class ApplePulledSideBySide(Figure):
    """attention-apple-pulled-side-by-side: one word, two phrases, two destinations."""

    name = "attention-apple-pulled-side-by-side"
    claims = APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
    Parameters = TwoPhrases
    numbers: TwoPulls

    @classmethod
    def compute(cls, parameters: TwoPhrases, world: World) -> TwoPulls:
        """Take one step of attention over each phrase."""
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
        """Return the strongest puller in each phrase, its weight, and the word's new place."""
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
        """Draw two phrases, and with each the same plane with the same words at the same places."""
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
        """Return the vectors of the families' words, the pulling words, and the pulled word."""
        word = self.numbers.left.word
        families = [member for family in self.world.families.values() for member in family]
        names = [name for name in dict.fromkeys([*families, *self.numbers.landmarks]) if name != word]
        embedding = self.world.embedding()
        return {name: embedding.rows([name])[0] for name in [*names, word]}

    def _set_labels(self) -> None:
        """Place the labels in both planes alike, clear of everything that either will show."""
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
        """Show the same beginning twice, then the left pull, the right pull, and the comparison."""
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
