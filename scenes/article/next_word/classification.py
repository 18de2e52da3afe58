"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is a direction. The row that reaches farthest along the context vector names the prediction.
The picture is the plane of the last two context vectors: in it, every row's shadow on either of them is the true one.
"""

from __future__ import annotations

from collections.abc import Mapping

from manim import (
    Animation,
    AnimationGroup,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    VGroup,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.choice import Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import Fan, ScoreRecord
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.vector import WIDTH
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 4.3, 3.1
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_SPEAKING = 0.11
"""Scene units: the shaft of the arrow that reaches farthest."""

_CAST, _SWEPT = 1.3, 0.45
"""Seconds for the first shadow, and for each that is told in passing."""


class Classification(PlaneFigure):
    """attention-classification: a dot product for each word of the vocabulary, and the largest is the prediction."""

    name = "attention-classification"
    claims = CLASSIFICATION_CLAIMS
    world_name = "next-word"
    with_plane = False
    with_record = False
    Parameters = Choice
    numbers: Chosen
    parameters: Choice

    @classmethod
    def compute(cls, parameters: Choice, world: World) -> Chosen:
        """Return the context vector of the phrase, and its dot product with every row of the trained classifier."""
        return choose(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Chosen) -> Mapping[str, object]:
        """Return the phrase, the context vector, the drawn words' scores and the prediction."""
        scores = [
            f"{numbers.vocabulary[index]} {format_number(float(numbers.scores[index]))}" for index in numbers.drawn
        ]
        return {
            "phrase": " ".join(numbers.words),
            "last": numbers.words[-1],
            "vector": format_vector(numbers.context),
            "scores": ", ".join(scores),
            "word": numbers.predicted,
        }

    def build(self) -> None:
        """Make the phrase, the fan of arrows, the context vector and the record."""
        numbers, style = self.numbers, self.style
        written = (*self.world.written(self.parameters.phrase), numbers.predicted)
        self.phrase = self.header_phrase((*numbers.words, numbers.predicted), written)
        self.next_word = self.phrase.words[-1]
        self.phrase.remove(self.next_word)  # until it is found
        self.blank = free_place(self.next_word, self.next_word.baseline, drop=0.12, over=0.0, style=style)
        self.positions = [*numbers.drawn, *self._others()]
        words = [numbers.vocabulary[index] for index in self.positions]
        self.names = [*words[: len(numbers.drawn)], *[self.says("others")] * bool(self._others())]
        field, record, columns = self._regions()
        self.record = ScoreRecord(
            self.names,
            numbers.classifier[self.positions],
            numbers.scores[self.positions],
            record,
            head=(self.says("context"), numbers.context),
            columns=columns,
            style=style,
        )
        places, context, previous = (
            vectors @ numbers.view.T
            for vectors in (numbers.classifier[self.positions], numbers.context, numbers.previous)
        )
        contexts = context.new_tensor([context.tolist(), previous.tolist()])
        self.fan = Fan(self.names, places, contexts, field, size=self._label_size(), style=style)
        self.starting_place, self.context_place = previous, context
        self.arrow = self.fan.context(previous, style.theme.value)
        self.ghost = DashedLine(self.fan.origin, self.fan.place(previous, self.fan.enlarged), dash_length=0.1)
        laid(self.ghost.set_stroke(style.theme.value, 2.4), Layer.GHOST)
        self.shadows = [self.fan.shadow(index, self._role(index)) for index in range(len(self.positions))]
        self.context_name = self._context_name()
        self.standing: list[Shadow] = []
        self.lit: list[int] = []

    def _others(self) -> list[int]:
        """Return one of the rows that are not drawn, if they are all the same: those of words never learned."""
        numbers = self.numbers
        rows = numbers.classifier[list(numbers.others)]
        return [numbers.others[0]] if len(rows) > 1 and bool((rows == rows[0]).all()) else []

    def _regions(self) -> tuple[Region, Region, int]:
        """Return where the fan and the record are, and the record's columns."""
        stage, view = self.stage, self.view
        safe, lines = stage.safe, view.foot_lines
        further = 0.65 * (lines - 1)
        free = Region(safe.left, safe.right, view.foot + 0.5 + further, view.header - 0.4 - further)
        if not view.lying:
            width = _RECORD if stage.is_wide else _NARROW_RECORD
            record = Region(free.right - width, free.right, free.bottom + 0.1, free.top - 0.1)
            return free.inset(right=width + 0.35), record, 1
        height = _BELOW["tall" if stage.is_portrait else "square"]
        record = Region(free.left, free.right, free.bottom, free.bottom + height)
        return free.inset(bottom=height + 0.25), record, 1 if stage.is_portrait else 2

    def _label_size(self) -> float:
        sizes = self.style.sizes
        return sizes.number if self.stage.is_wide or self.stage.is_portrait else sizes.tick

    def _role(self, index: int) -> str:
        """Return the colour of a row's shadow: its word's, or dim for small words."""
        theme = self.style.theme
        color = theme.ink if index >= len(self.numbers.drawn) else self.color_of(self.names[index])
        return theme.dim if color == theme.ink else color

    def _context_name(self) -> VGroup:
        """Return the context vector's name, and by how much it is drawn longer, near its arrow."""
        fan, style = self.fan, self.style
        said = self.says("context")
        if fan.enlarged > 1:
            said = f"{said} × {fan.enlarged}"
        text = Label(said, size=self._label_size(), color=style.theme.value, style=style)
        end = fan.place(self.context_place, fan.enlarged)
        lines = [(flat(fan.origin), flat(each)) for each in [*fan.ends, end]]
        lines += [(flat(fan.line.get_start()), flat(fan.line.get_end()))]
        lines += [(flat(fan.origin), flat(fan.place(self.starting_place, fan.enlarged)))]
        best = self.shadows[self.numbers.best]
        lines += [(flat(end), flat(fan.ends[self.numbers.best])), (flat(best.foot), flat(fan.ends[self.numbers.best]))]
        room, x = fan.region, float(fan.origin[0])
        boxes = [*map(fan.around, fan.labels), (x - 0.3, room.bottom, x + 0.3, room.top)]
        bounds = (room.left, room.bottom, room.right, room.top)
        size = (float(text.width), float(text.height))
        text.move_to(point(*free_spot(size, bounds, flat(0.4 * fan.origin + 0.6 * end), lines=lines, boxes=boxes)))
        return labelled(text, style)

    def tell(self) -> None:
        """Fan out the rows, swing the context vector in, cast the shadows, and let the longest one speak."""
        numbers = self.numbers
        said, values = " ".join(numbers.words), {"word": numbers.predicted}
        scores = numbers.scores[list(numbers.drawn)]
        order = scores.argsort(descending=True).tolist()
        first = order[1] if len(order) > 1 else order[0]
        with self.beat("rows", count=len(numbers.drawn)):
            self._fan_out()
        with self.beat("context", last=numbers.words[-1], before=numbers.words[-2]):
            self._swing()
        with self.beat("row", word=self.names[first], score=self.record.scores[first].shown):
            self._cast(first, _CAST)
            self.rest()
        with self.beat("others"):
            rest = [index for index in range(len(self.positions)) if index not in (first, numbers.best)]
            for index in [*rest, *[numbers.best] * (first != numbers.best)]:
                self._cast(index, _SWEPT)
            self.rest()
        with self.beat("largest", phrase=said, score=self.record.scores[numbers.best].shown, **values):
            self._choose()

    def _fan_out(self) -> None:
        """Show the phrase; every row of numbers appears, and its arrow grows."""
        times, record, fan = self.style.times, self.record, self.fan
        self.play(FadeIn(self.phrase, self.blank), run_time=times.quick)
        self.add(*fan.arrows)
        ends = fan.ends

        def grow(share: float) -> None:
            for index, (arrow, end) in enumerate(zip(fan.arrows, ends, strict=True)):
                late = 0.5 * index / len(ends)
                grown = smooth(min(max((share - late) / 0.5, 0.0), 1.0))
                arrow.set_ends(fan.origin, fan.origin + max(grown, 1e-3) * (end - fan.origin))

        rows = [FadeIn(name, row) for name, row in zip(record.names, record.rows, strict=True)]
        count = len(ends)
        labels = [
            FadeIn(label, rate_func=squish_rate_func(smooth, 0.5 * index / count + 0.4, 0.5 * index / count + 0.5))
            for index, label in enumerate(fan.labels)
        ]
        self.play(
            Live(fan.arrows, grow, rate_func=lambda share: share),
            LaggedStart(*rows, lag_ratio=0.15),
            *labels,
            run_time=2.2,
        )
        self.rest()

    def _swing(self) -> None:
        """Let the context vector of the word before grow, and swing to the last word's, whose line appears."""
        times, fan, arrow = self.style.times, self.fan, self.arrow
        start, end = self.starting_place, self.context_place
        first = arrow.end.copy()
        self.add(arrow)

        def grow(share: float) -> None:
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (first - fan.origin))

        self.play(Live([arrow], grow), run_time=times.move)
        self.add(self.ghost)

        def swing(share: float) -> None:
            arrow.set_ends(fan.origin, fan.place(start + share * (end - start), fan.enlarged))

        self.play(Live([arrow], swing), run_time=times.pull)
        self.play(Create(fan.line), FadeIn(self.context_name, self.record.head), run_time=times.move)
        self.rest()

    def _cast(self, index: int, seconds: float) -> None:
        """Let an arrow throw its shadow on the context vector's line; its bar grows with it, and its score appears."""
        fan, record, shadow, theme = self.fan, self.record, self.shadows[index], self.style.theme
        origin, tip, along = fan.origin, fan.ends[index], fan.origin + point(0.0, 1.0)

        def follow(share: float) -> None:
            shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), along)
            record.grow(index, max(share, 1e-3))

        gone = [FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for each in self.standing]
        lit = [recolor(fan.arrows[index].body, theme.ink)]
        dimmed = [recolor(fan.arrows[each].body, theme.dim) for each in self.lit]
        self.lit = [index]
        self.add(shadow, record.bars[index])
        self.play(
            Live([shadow, record.bars[index]], follow),
            FadeIn(record.zeros[index]),
            FadeOut(record.rows[index], rate_func=squish_rate_func(smooth, 0.0, 0.4)),
            FadeIn(record.scores[index], rate_func=squish_rate_func(smooth, 0.55, 1.0)),
            *gone,
            *lit,
            *dimmed,
            run_time=seconds,
        )
        self.standing = [shadow]

    def _choose(self) -> None:
        """Light up the arrow that reaches farthest; its word goes into the free place."""
        times, fan, record, best = self.style.times, self.fan, self.record, self.numbers.best
        color = self.color_of(self.numbers.predicted)
        shadow = self.shadows[best]
        lit: list[Animation] = [
            recolor(fan.texts[best], color),
            recolor(record.names[best], color),
            recolor(record.scores[best], color),
            recolor(record.bars[best], self.style.theme.fill(color)),
        ]
        dimmed = [recolor(fan.arrows[each].body, self.style.theme.dim) for each in self.lit if each != best]
        gone = [FadeOut(each) for each in self.standing if each is not shadow]
        come = [] if shadow in self.standing else [FadeIn(shadow)]
        arrow, end = fan.arrows[best], fan.ends[best]

        def widen(share: float) -> None:
            arrow.body.set_fill(self.style.theme.fill(color))
            arrow.shaft_width = WIDTH + share * (_SPEAKING - WIDTH)
            arrow.set_ends(fan.origin, end)

        self.play(*lit, *dimmed, *gone, *come, Live([arrow], widen), run_time=times.move)
        self.play(AnimationGroup(word_on_its_way(fan.texts[best], self.next_word)), run_time=times.slow)
        self.remove(self.next_word)
        self.phrase.add(self.next_word)
        self.play(FadeOut(self.blank), run_time=times.quick)
        self.last()
