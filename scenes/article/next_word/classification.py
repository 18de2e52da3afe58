"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is a direction. The row that reaches farthest along the context vector names the prediction.
The picture is the plane of the last two context vectors: in it, every row's shadow on either of them is the true one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    ReplacementTransform,
    TransformFromCopy,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.choice import Choice, Chosen, choose, turned
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import Fan, ScoreRecord
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import Glass, Stream, VectorBlocks, between, mixed, palette
from scenes.article.next_word.score_sum import ScoreSum
from scenes.article.next_word.shadow_product import ArrowLength, LengthTimesShadow, ShadowLength, digits_of
from scenes.article.next_word.space import NumberSteps, SpaceAxes
from scenes.layout import shrink
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow, soft_shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import Number, format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 4.7, 3.6
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_GLASS, _GLASS_SHARE = (2.6, 3.2), 0.7
"""Scene units: the most width and height of the glass; the most of a room's height that it takes."""

_DIGIT = 0.0054
"""Scene units of width that a digit takes, for each font unit."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_LANE = 0.12
"""Scene units from the fan's room to the lane of what flows."""

_FLOW = 15.0
"""Stroke units: the mix on its way out of the glass."""

_WORD, _THIN_WORD, _CONTEXT, _THIN_CONTEXT = 0.09, 0.07, 0.16, 0.12
"""Scene units: the shafts of the words' arrows, and where there is less room, and of the context's."""

_SPEAKING = 1.6
"""The factor by which the shaft of the arrow that reaches farthest is wider at last."""

_WIDEST = 0.42
"""The share of a room's width that a vector's longest block takes, at most."""

_STEP, _SHOWN, _GROWN, _POURED, _TURNED = 0.55, 0.6, 1.0, 1.2, 1.7
"""Seconds for a step along an axis, for the arrow to where they end, for all other arrows, for the mix that becomes an
arrow, and for the space that turns until this stands upright."""

_CAST, _SLOW = 0.9, 0.8
"""Seconds for the first shadow, and for the one that reaches farthest."""

_FIRST, _NEXT, _FALLEN = 1.4, 1.15, 0.55
"""Seconds for the shadow that falls first of all others, and for each of these; the share of it until it has fallen."""

_OPEN = 0.55
"""The share of the time in which the fan opens until its last arrow begins to grow."""

_PRODUCTS = 1.6
"""Seconds in which the products come, one after the other."""

_BETWEEN = 0.013
"""Scene units from the sum's score to the line below it, for each font unit."""

_ARC = 1.1
"""Radians of the arc on which numbers go from the drawing to the record, around the arrow that is told."""

_START = 0.08
"""Scene units: the radius of the point from which all arrows go."""

_MEASURED, _SHADE = 0.34, 0.2
"""Scene units from the context's line: to the ruler that measures its arrow, and to the far side of a shadow on it."""

_NAME = 0.3
"""Scene units between the context's arrow and its name."""

_TAIL = 0.3
"""Scene units by which the context's line goes on below the lowest shadow."""

_LOUD = 1.15
"""The factor by which words and numbers grow for a moment."""


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
        """Make the phrase, the glass with its mix, the fan of arrows, the context vector and the record."""
        numbers, style = self.numbers, self.style
        written = (*self.world.written(self.parameters.phrase), numbers.predicted)
        hues = palette(numbers.words, self.colors_of(numbers.words), style)  # as in the glasses of attention-predict
        self.hue = mixed(hues, numbers.context.new_full((len(hues),), 1 / len(hues)))
        colors = [*hues, self.color_of(numbers.predicted)]
        self.phrase = HeaderPhrase(written, colors, self.stage, self.view, side="middle", style=style)
        self.next_word = self.phrase.words[-1]
        self.phrase.remove(self.next_word)  # until it is found
        self.blank = free_place(self.next_word, self.next_word.baseline, drop=0.12, over=0.0, style=style)
        # As high in the list as along the context: the highest score first.
        self.positions = sorted(numbers.drawn, key=lambda row: -float(numbers.scores[row]))
        self.names = [numbers.vocabulary[index] for index in self.positions]
        self.best = self.positions.index(numbers.vocabulary.index(numbers.predicted))
        self.told = self.positions.index(numbers.told)
        self.lit, self.at_rest = self.color_of(numbers.predicted), quiet(style.theme)
        field, record, columns = self._regions()
        self._make_record(record, columns)
        self._make_glass(hues, record)
        self._make_fan(field)
        self._make_space(field)
        self._make_shadows(field)
        self._make_stream(field)

    def _make_record(self, room: Region, columns: int) -> None:
        """Make the sum of products, the length times the shadow, and the list of scores: one after the other."""
        numbers, style, score = self.numbers, self.style, self.says("score")
        ink = style.theme.ink
        self.summed = ScoreSum(
            self.says("answers", word=self.names[self.told]),
            numbers.classifier[numbers.told],
            numbers.context,
            numbers.products,
            numbers.scores[numbers.told],
            score,
            room,
            colors=(ink, self.hue),
            style=style,
        )
        self._make_equation(room)
        self.record = ScoreRecord(
            self.names, numbers.scores[self.positions], room, title=score, columns=columns, style=style
        )
        at_rest = self.at_rest
        for bar, name, number in zip(self.record.bars, self.record.names, self.record.scores, strict=True):
            bar.set_fill(style.theme.fill(at_rest), 1.0 if style.theme.filled else 0.0)
            bar.set_stroke(at_rest, None if style.theme.filled else style.strokes.thin)
            name.set_color(at_rest)
            number.set_color(at_rest)
        self.record.title.set_color(at_rest)
        self.record.marks.set_color(at_rest)

    def _make_equation(self, room: Region) -> None:
        """Make the length times the shadow: below the sum of products, or where its bars have stood."""
        numbers, summed = self.numbers, self.summed
        names, gap = (self.says("length"), self.says("shadow")), _BETWEEN * summed.size
        length, shadow, score = (
            float(each) for each in (numbers.length, numbers.shadows[numbers.told], numbers.scores[numbers.told])
        )
        colors = (self.hue, self.style.theme.ink, self.style.theme.ink)

        def made(free: Region) -> LengthTimesShadow:
            return LengthTimesShadow(
                names, length, shadow, score, free, colors=colors, most=summed.size, style=self.style
            )

        self.equation = made(room)
        closing = summed.closed_up(float(self.equation.height) + gap)
        self.closing = closing or []
        if closing is None:
            self.equation = made(summed.room_of_bars)
            return
        across, up, _ = closing[-1]
        lower = float(summed.score.get_bottom()[1]) + up - gap - float(self.equation.get_top()[1])
        right = float(self.equation.score.get_right()[0])
        aside = float(summed.score.get_right()[0]) + across - right  # one score below the other
        self.equation.shift(point(max(aside, room.left - float(self.equation.get_left()[0])), lower))

    def _make_glass(self, hues: Sequence[str], room: Region) -> None:
        """Make the glass with the whole phrase, its average as the context's numbers, and the first word's."""
        numbers, style = self.numbers, self.style
        shares = numbers.context.new_full((len(hues),), 1 / len(hues))
        height = min(_GLASS[1], _GLASS_SHARE * room.height)
        width, (middle, centre, _) = min(_GLASS[0], 0.8 * height, room.width - 0.2), room.centre
        inside = Region(middle - width / 2, middle + width / 2, centre - height / 2, centre + height / 2)
        self.glass = Glass(numbers.words, shares, hues, inside, style=style)
        self.mix = self._blocks(room, numbers.context, self.hue)
        self.mix_name = self._name_of_blocks(self.says("context"), room, self.hue)
        ink = style.theme.ink
        self.answer = self._blocks(room, numbers.classifier[numbers.told], ink, empty=True)
        self.answer_name = self._name_of_blocks(self.says("answers", word=self.names[self.told]), room, ink)

    def _name_of_blocks(self, said: str, room: Region, color: str) -> Label:
        """Return what stands above a vector's blocks."""
        name = Label(said, size=self.style.sizes.head, color=color, style=self.style)
        shrink(name, min(1.0, 0.94 * room.width / float(name.width)))
        return name.set_x(room.centre[0]).on_baseline(room.top - 0.13 * room.height)

    def _blocks(self, room: Region, numbers: torch.Tensor, hue: str, *, empty: bool = False) -> VectorBlocks:
        """Return a vector as blocks below its name, at the scale of all others that stand there."""
        sizes, room = self.style.sizes, room.inset(top=0.2 * room.height, bottom=0.08 * room.height)
        both = torch.cat([self.numbers.context, self.numbers.classifier[self.numbers.told]])
        pitch = room.height / len(numbers)
        longest = max(len(format_number(float(number))) for number in numbers)
        room_for = min(pitch / 0.0125, (room.width / 2 - 0.1) / (_DIGIT * longest))
        tried = (sizes.hero, sizes.formula, sizes.number, sizes.note)
        size = max((size for size in tried if size <= room_for), default=None)
        unit = min(_WIDEST * room.width, 1.8 * pitch) / max(float(both.abs().max()), 1e-9)
        return VectorBlocks(numbers, hue, room, unit, size=size or sizes.least, empty=empty, style=self.style)

    def _make_fan(self, field: Region) -> None:
        """Make the arrows, the context vector among them, and its line."""
        numbers, style = self.numbers, self.style
        rows, before = numbers.classifier[self.positions], self._view_at(0.0)
        context = numbers.context @ numbers.view.T
        steps = torch.cumsum(numbers.classifier[numbers.told] * before, dim=1).T  # where the steps to a tip end
        fan = self.fan = Fan(
            self.names,
            rows @ numbers.view.T,
            torch.cat([torch.stack([context, numbers.context @ before.T]), steps]),
            field,
            also=[rows @ before.T],
            size=self._label_size(),
            width=self._shaft,
            style=style,
        )
        for index, arrow in enumerate(fan.arrows):
            arrow.body.set_fill(style.theme.fill(self.at_rest))
            arrow.body.set_background_stroke(width=0)  # a rim would cut arrows below
            fan.paint(index, self.at_rest)
        fan.clear_of_feet()
        self.start = laid(Dot(fan.origin, radius=_START, color=self.at_rest), Layer.LABEL)
        self.arrow = Vector(
            fan.origin, fan.place(context), self.hue, width=_CONTEXT if self._roomy else _THIN_CONTEXT, style=style
        ).thin_rim()
        laid(self.arrow, Layer.PIN)
        x, low = float(fan.origin[0]), min(float(end[1]) for end in [fan.origin, *fan.ends])
        high = max(float(end[1]) for end in [self.arrow.end, *fan.ends])
        fan.line.put_start_and_end_on(fan.origin, point(x, min(high + 2 * _TAIL, fan.region.top)))
        fan.line.set_stroke(self.hue, style.strokes.line)
        behind = Line(fan.origin, point(x, max(low - _TAIL, fan.region.bottom)))
        self.behind_zero = laid(behind.set_stroke(style.theme.dim, style.strokes.thin), Layer.SHEET)

    def _make_space(self, field: Region) -> None:
        """Make the axes of the space, the first arrow's steps along them, and the places of all words as they turn."""
        numbers, fan, style = self.numbers, self.fan, self.style
        rows, before = numbers.classifier[self.positions], self._view_at(0.0)
        self.axes = SpaceAxes(fan.origin, fan.unit, rows, field, style=style)
        self.axes.turn(before)
        self.steps = NumberSteps(self.axes, numbers.classifier[numbers.told], before, style.theme.ink, style=style)
        ends = [fan.place(row) for row in rows @ before.T]
        after = [label.get_center() - end for label, end in zip(fan.labels, fan.ends, strict=True)]
        x, y = flat(fan.origin)
        lines = [((x, y), flat(fan.place(numbers.context @ before.T))), *self.axes.segments(before)]
        if not self.view.lying:
            lines.append(((x, y), (x, field.top)))  # there the mix comes down
        places = fan.places_of_labels(ends, lines)
        self.beside = [
            (self._along(end, place - end), self._along(last, away))
            for place, end, last, away in zip(places, ends, fan.ends, after, strict=True)
        ]  # from each tip to its word, before and after, as its arrow sees it

    def _make_shadows(self, field: Region) -> None:
        """Make the shadows with their lengths and the ways to their ends, and the measured length of the context."""
        numbers, fan, style = self.numbers, self.fan, self.style
        count, digits = len(self.positions), digits_of(float(numbers.shadows[numbers.told]), float(numbers.length))
        self.shadows = [self._shadow(index, style.theme.ink) for index in range(count)]
        self.ways = [self._way(index) for index in range(count)]
        self.measured = ArrowLength(
            fan.origin,
            self.arrow.end,
            float(numbers.length),
            -1 if float(fan.ends[self.told][0]) > float(fan.origin[0]) else 1,
            self.hue,
            digits=digits or 2,
            clear=_MEASURED,
            size=self._label_size(),
            style=style,
        )
        self.tip_name = self._context_name(field)
        alone = [(flat(fan.origin), flat(fan.ends[self.told])), self._foot_of(self.told)]
        taken = [box_of(each) for each in (self.measured.number, self.tip_name, fan.texts[self.told])]
        self.reach = self._length_of(self.told, style.theme.ink, alone, taken)
        self.farthest = self._length_of(self.best, self.lit, self._arrows())

    def _along(self, tip: Point, way: Point, *, back: bool = False) -> Point:
        """Return how far a way goes along an arrow, and to its left; ``back`` is from there to the picture's way."""
        across, up = flat(tip - self.fan.origin)
        angle = float(np.arctan2(up, across))
        return np.asarray(rotate_vector(way, angle if back else -angle))

    def _view_at(self, share: float) -> torch.Tensor:
        """Return the picture's directions when the space has turned a share of its way to the upright context."""
        numbers, (yaw, tilt) = self.numbers, self.numbers.look
        return turned(numbers.view, numbers.depth, (1 - share) * yaw, (1 - share) * tilt)

    def _tips_at(self, share: float) -> list[Point]:
        """Return where all arrows end when the space has turned a share of its way."""
        rows = self.numbers.classifier[self.positions]
        return [self.fan.place(row) for row in rows @ self._view_at(share).T]

    def _turn(self, share: float) -> None:
        """Draw everything as it is when the space has turned a share of its way."""
        fan, view = self.fan, self._view_at(share)
        for arrow, label, tip, (first, last) in zip(
            fan.arrows, fan.labels, self._tips_at(share), self.beside, strict=True
        ):
            arrow.set_ends(fan.origin, tip)
            label.move_to(tip + self._along(tip, first + share * (last - first), back=True))
        self.arrow.set_ends(fan.origin, fan.place(self.numbers.context @ view.T))
        self.axes.turn(view)

    def _shadow(self, index: int, color: str) -> Shadow:
        """Return a word's shadow on the context's line, under the context's arrow."""
        fan = self.fan
        return soft_shadow(
            fan.origin, fan.ends[index], fan.origin + point(0.0, 1.0), color, hatched=True, style=self.style
        )

    def _way(self, index: int) -> VMobject:
        """Return the thin dashed way from a word's tip to the end of its shadow."""
        way = self.shadows[index].perpendicular.copy()
        return laid(way.set_stroke(self.at_rest, self.style.strokes.thin), Layer.SHADOW)

    def _foot_of(self, index: int) -> Segment:
        """Return where a word's way to the context's line runs."""
        end = self.fan.ends[index]
        return flat(end), (float(self.fan.origin[0]), float(end[1]))

    def _arrows(self) -> list[Segment]:
        """Return where all words' arrows are at last."""
        return [(flat(self.fan.origin), flat(end)) for end in self.fan.ends]

    def _context_name(self, field: Region) -> VMobject:
        """Return the context's name beside its arrow, or at the end of its line where no place there is free."""
        style, fan = self.style, self.fan
        name = Label(self.says("context"), size=self._label_size(), color=self.hue, style=style)
        x, low, high = float(fan.origin[0]), float(fan.origin[1]), float(self.arrow.end[1])
        lines = [*self._arrows(), *(self._foot_of(index) for index in range(len(fan.ends)))]
        boxes = [box_of(each) for each in (*fan.texts, self.measured.number)]
        half, tall = name.width / 2 + _NAME, name.cap_height
        below, beside = low - tall - 0.6 * _NAME, (low + high - tall) / 2
        heights = (below, below - tall, beside, high + 0.5 * _NAME, field.top - tall)
        for side, y in [(side, y) for y in heights for side in (-1, 1)]:
            name.set_x(x + side * half).on_baseline(y)
            box = box_of(name)
            inside = field.left <= box[0] and box[2] <= field.right and field.bottom <= box[1]
            crossed = any(inside_length(line, box) > 0 for line in lines)
            if inside and not crossed and not any(overlap(box, each) > 0 for each in boxes):
                break
        return labelled(name, style)

    def _length_of(
        self, index: int, color: str, lines: Sequence[Segment], boxes: Sequence[Box] | None = None
    ) -> ShadowLength:
        """Return the length of a word's shadow, beside its end: where the word is not, if there is room.

        Args:
            index: the word.
            color: ``#rrggbb``.
            lines: what may not run through it.
            boxes: other texts; all words and the context's name when None.
        """
        fan, shadow = self.fan, float(self.numbers.shadows[self.positions[index]])
        return ShadowLength(
            fan.origin,
            self.shadows[index].foot,
            shadow,
            -1 if float(fan.ends[index][0]) > float(fan.origin[0]) else 1,
            color,
            digits=digits_of(shadow, float(self.numbers.length)) or 2,
            clear=_SHADE,
            size=self._label_size(),
            lines=lines,
            boxes=[box_of(each) for each in (*fan.texts, self.tip_name)] if boxes is None else boxes,
            style=self.style,
        )

    def _make_stream(self, field: Region) -> None:
        """Make what flows: the mix out of the glass, along a free lane, into the arrow."""
        glass, fan, style = self.glass.region, self.fan, self.style
        lane = field.bottom - _LANE if self.view.lying else field.top - _LANE
        start = point(float(glass.centre[0]), glass.bottom + 0.1)
        self.flow = Stream(start, lane, fan.origin, self.hue, width=_FLOW, style=style)

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
        return sizes.number if self._roomy else sizes.tick

    @property
    def _roomy(self) -> bool:
        return self.stage.is_wide or self.stage.is_portrait

    @property
    def _shaft(self) -> float:
        return _WORD if self._roomy else _THIN_WORD

    def tell(self) -> None:
        """Fan out the rows, let the mix become the context's arrow, cast the shadows; the longest one speaks."""
        numbers, scores = self.numbers, self.record.scores
        said, values = " ".join(numbers.words), {"word": numbers.predicted}
        with self.beat("rows", word=self.names[self.told]):
            self._show_answer()
            self._fan_out()
        with self.beat("context"):
            self._pour()
            self._stand_up()
        with self.beat("row", word=self.names[self.told], score=scores[self.told].shown):
            self._multiply()
        with self.beat("shadow", score=scores[self.told].shown):
            self._measure()
        with self.beat("others"):
            self._cast_others()
        reach = format_number(float(numbers.shadows[self.positions[self.best]]), 1)
        with self.beat("largest", phrase=said, score=scores[self.best].shown, reach=reach, **values):
            self._choose()

    def _painted(self, index: int, color: str) -> list[Animation]:
        """Return how an arrow and its word take on a colour."""
        return [recolor(self.fan.arrows[index].body, self.style.theme.fill(color)), *self.fan.lit(index, color)]

    def _show_answer(self) -> None:
        """Let a word's numbers come, each with a step along its axis; the arrow goes to where the steps end."""
        fan, blocks, steps, told = self.fan, self.answer, self.steps, self.told
        arrow, late = fan.arrows[told], squish_rate_func(smooth, 0.5, 1.0)
        tip = steps.corners[-1]
        self._turn(0.0)
        self.add(self.phrase, self.blank)
        self.play(FadeIn(self.axes), FadeIn(self.answer_name), FadeIn(blocks.zero), run_time=self.style.times.quick)
        self.add(self.start)
        for place, (step, number) in enumerate(zip(steps.steps, blocks.numbers, strict=True)):

            def walk(share: float, place: int = place) -> None:
                steps.walk(place, share)
                blocks.grow_one(place, max(share, 1e-3))

            walk(0.0)
            moving = [step, blocks.blocks[place], blocks.shine[place]]
            self.add(*moving)
            self.play(Live(moving, walk), FadeIn(number, rate_func=late), run_time=_STEP)

        def grow(share: float) -> None:
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (tip - fan.origin))

        grow(0.0)
        arrow.body.set_fill(self.style.theme.fill(self.style.theme.ink))
        fan.paint(told, self.style.theme.ink)
        self.add(arrow)
        self.play(Live([arrow], grow), FadeIn(fan.labels[told], rate_func=late), run_time=_SHOWN)

    def _fan_out(self) -> None:
        """Let all other arrows grow, one after the other."""
        fan, tips = self.fan, self._tips_at(0.0)
        others = [index for index in range(len(fan.arrows)) if index != self.told]
        ends = [tips[index] - fan.origin for index in others]
        others = [others[at] for at in np.argsort([np.arctan2(float(way[1]), float(way[0])) for way in ends])[::-1]]
        starts = [_OPEN * place / max(len(others) - 1, 1) for place in range(len(others))]

        def draw(time: float) -> None:
            for index, start in zip(others, starts, strict=True):
                grown = max(smooth(between(time, start, start + 1 - _OPEN)), 1e-3)
                fan.arrows[index].set_ends(fan.origin, fan.origin + grown * (tips[index] - fan.origin))

        draw(0.0)
        moving = [fan.arrows[index] for index in others]
        self.add(*moving, self.start)
        named = [
            FadeIn(fan.labels[index], rate_func=squish_rate_func(smooth, start + 0.7 * (1 - _OPEN), start + 1 - _OPEN))
            for index, start in zip(others, starts, strict=True)
        ]
        self.play(Live(moving, draw, rate_func=linear), *named, run_time=_GROWN)
        self.rest()

    def _pour(self) -> None:
        """Let the glass come with the phrase's mix, and the mix flow out of it and become the context's arrow."""
        fan, glass, arrow, flow, answer = self.fan, self.glass, self.arrow, self.flow, self.answer
        early, late = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.4, 1.0)
        leaving = (self.steps, self.answer_name, answer.zero, *answer.blocks, *answer.shine, *answer.numbers)
        gone: list[Animation] = [FadeOut(each, rate_func=early) for each in leaving]
        filled = (glass.mix, glass.shine, glass.outline, *glass.names)
        come = [FadeIn(each, rate_func=late) for each in filled]
        self.play(*gone, *come, *self._painted(self.told, self.at_rest), run_time=self.style.times.move)
        tip, low = arrow.end.copy(), float(fan.origin[1])
        self.remove(glass.names)
        self.add(flow, arrow)

        def follow(time: float) -> None:
            risen = smooth(between(time, 0.3, 0.95))
            glass.drain(1 - risen)
            flow.flow(smooth(min(time / 0.34, 1.0)), low, smooth(between(time, 0.6, 0.95)))
            arrow.set_ends(fan.origin, fan.origin + max(risen, 1e-3) * (tip - fan.origin))

        names = [FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.25)) for each in glass.names]
        self.play(Live([glass.mix, flow, arrow], follow, rate_func=linear), *names, run_time=_POURED)
        self.remove(flow, glass.mix, glass)
        self.add(glass.outline, glass.shine)

    def _stand_up(self) -> None:
        """Turn the space until the context's arrow stands upright: its line alone stays, and its numbers come."""
        fan, glass, mix = self.fan, self.glass, self.mix
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.5, 1.0)
        away = [FadeOut(each, rate_func=early) for each in (glass.outline, glass.shine)]
        turning = [*self.axes.lines, *fan.arrows, *fan.labels, self.arrow]
        self.play(Live(turning, self._turn), *away, run_time=_TURNED)
        come: list[Animation] = [FadeIn(each, rate_func=late) for each in (self.mix_name, mix.zero, *mix.numbers)]
        come += [FadeIn(each, rate_func=late) for each in (self.tip_name, self.behind_zero)]
        come.append(FadeOut(self.axes, rate_func=squish_rate_func(smooth, 0.0, 0.6)))
        self.add(mix.blocks, mix.shine)
        self.play(Create(fan.line), *come, Live([mix.blocks, mix.shine], mix.grow), run_time=self.style.times.move)
        self.rest()

    def _multiply(self) -> None:
        """Lay the context's bars beside those of an answer: the products of each two add up to its score."""
        summed, times, mix, fan = self.summed, self.style.times, self.mix, self.fan
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.6, 1.0)
        self.remove(mix)
        self.add(mix.blocks, mix.shine, mix.zero, *mix.numbers)
        others = [index for index in range(len(fan.arrows)) if index != self.told]
        leaving = [*(fan.arrows[index] for index in others), *(fan.labels[index] for index in others)]
        moved: list[Animation] = [FadeOut(each) for each in leaving]
        moved += [FadeOut(each, rate_func=early) for each in (mix.shine, mix.zero, self.mix_name)]
        moved += [ReplacementTransform(block[0], bar) for block, bar in zip(mix.blocks, summed.mixes, strict=True)]
        moved += [ReplacementTransform(own, line[0]) for own, line in zip(mix.numbers, summed.lines, strict=True)]
        lit = self._painted(self.told, self.style.theme.ink)
        self.play(*moved, *lit, FadeIn(summed.zeros, rate_func=late), run_time=times.slow)

        def grow(share: float) -> None:
            for place in range(len(summed.lines)):
                summed.draw(place, answer=max(share, 1e-3))

        self.add(summed.answers)
        self.play(Live([summed.answers], grow), FadeIn(summed.head), run_time=2 * times.quick)
        lines = [FadeIn(line[1:]) for line in summed.lines]
        self.play(LaggedStart(*lines, lag_ratio=0.8), run_time=_PRODUCTS)
        self.play(FadeIn(summed.sum), run_time=2 * times.quick)
        self.rest()

    def _measure(self) -> None:
        """Let the same arrow throw its shadow; the context's length times the shadow's is the same score."""
        summed, equation, times, index = self.summed, self.equation, self.style.times, self.told
        shadow, reach, measured = self.shadows[index], self.reach, self.measured
        early = squish_rate_func(smooth, 0.0, 0.4)
        gone = [FadeOut(each, rate_func=early) for each in (summed.head, summed.zeros, summed.answers, summed.mixes)]
        pieces = (*summed.lines, summed.sum)
        closer = [ApplyMethod(piece.shift, way) for piece, way in zip(pieces, self.closing, strict=False)]
        self.play(*gone, *closer, run_time=times.slow)
        self.add(shadow)
        self.play(Live([shadow], lambda share: self._throw(index, share)), run_time=_CAST)
        self.play(FadeIn(reach), run_time=times.quick)
        self.play(Create(measured.ruler), FadeIn(measured[1]), run_time=times.move)
        self._file(reach.number if len(reach) else None, equation.shadow, equation.names[1])
        self._file(measured.number, equation.length, equation.names[0], equation.signs[0])
        same = ApplyMethod(summed.score.scale, _LOUD, rate_func=there_and_back)
        self.play(FadeIn(equation.signs[1], equation.score), same, run_time=times.move)
        self.rest()

    def _file(self, number: Number | None, place: Number, *along: VMobject) -> None:
        """Let a number go from the drawing, below the arrow that is told, to its place in the record.

        Args:
            number: in the drawing; what has none there appears at its place.
            place: in the record.
            along: what appears with it.
        """
        arc = 0.0 if self.view.lying else -_ARC  # below: manim draws the way back
        flown = TransformFromCopy(number, place, path_arc=arc) if number else FadeIn(place)
        late = squish_rate_func(smooth, 0.6, 1.0)
        self.play(flown, *(FadeIn(each, rate_func=late) for each in along), run_time=self.style.times.move)

    def _cast_others(self) -> None:
        """Cast the shadows that are left, one after the other, the highest score first; each word alone is lit."""
        self._begin_record()
        left = [index for index in range(len(self.positions)) if index != self.told]
        seen = [self.told]
        for place, index in enumerate(left):
            self._sweep(index, _NEXT if place else _FIRST, seen)
            seen.append(index)
        self.rest()

    def _begin_record(self) -> None:
        """Let the equation give way to the list of words: its score is filed, and its shadow leaves its way."""
        record, equation, summed, first = self.record, self.equation, self.summed, self.told
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.4, 1.0)
        leaving = (*summed.lines, summed.sum, equation.length, equation.shadow, *equation.names, *equation.signs)
        gone = [FadeOut(each, rate_func=early) for each in (*leaving, self.measured, self.reach)]
        shown = (*record.names, record.title, record.marks, record.zeros)
        come: list[Animation] = [FadeIn(each, rate_func=late) for each in shown]
        come += [FadeIn(self.ways[first], rate_func=early), FadeOut(self.shadows[first])]
        come += self._painted(first, self.at_rest)
        filed = ReplacementTransform(equation.score, record.scores[first], rate_func=late)
        grown = Live([record.bars[first]], lambda share: record.grow(first, share), rate_func=late)
        record.grow(first, 1e-3)
        self.add(record.bars[first])
        self.play(*gone, *come, filed, grown, run_time=self.style.times.slow)

    def _sweep(self, row: int, seconds: float, seen: Sequence[int]) -> None:
        """Let an arrow grow and its shadow with it, its bar and its score too; then only its way stays.

        Args:
            row: the word.
            seconds: for all of it but what leaves.
            seen: the words whose arrows are on the stage.
        """
        record, fan, ink = self.record, self.fan, self.style.theme.ink
        shadow, bar, arrow = self.shadows[row], record.bars[row], fan.arrows[row]
        around = [line for index in (*seen, row) for line in (self._arrows()[index], self._foot_of(index))]
        length = self._length_of(row, ink, around)
        arrow.body.set_fill(self.style.theme.fill(ink))
        fan.paint(row, ink)

        def follow(time: float) -> None:
            fallen = max(smooth(min(time / _FALLEN, 1.0)), 1e-3)
            arrow.set_ends(fan.origin, fan.origin + fallen * (fan.ends[row] - fan.origin))
            self._throw(row, fallen)
            record.grow(row, fallen)

        follow(0.0)
        self.add(shadow, arrow, bar)
        late = squish_rate_func(smooth, 0.6 * _FALLEN, _FALLEN)
        after = squish_rate_func(smooth, 0.9 * _FALLEN, 1.2 * _FALLEN)
        come = [FadeIn(fan.labels[row], rate_func=late), FadeIn(record.scores[row], rate_func=after)]
        come += [FadeIn(length, rate_func=after)] if len(length) else []
        named = [ApplyMethod(each.set_color, ink, rate_func=there_and_back) for each in (record.names[row],)]
        self.play(Live([shadow, arrow, bar], follow, rate_func=linear), *come, *named, run_time=seconds)
        gone = [FadeOut(each) for each in (shadow, *([length] if len(length) else []))]
        self.play(*gone, FadeIn(self.ways[row]), *self._painted(row, self.at_rest), run_time=self.style.times.quick)

    def _throw(self, index: int, share: float) -> None:
        """Draw a shadow as an arrow of a share of the length would throw it."""
        fan = self.fan
        end = fan.origin + max(share, 1e-3) * (fan.ends[index] - fan.origin)
        self.shadows[index].set_ends(fan.origin, end, fan.origin + point(0.0, 1.0))

    def _choose(self) -> None:
        """Let the arrow that reaches farthest throw its shadow; its word goes into the free place."""
        times, fan, record, best = self.style.times, self.fan, self.record, self.best
        color, theme = self.lit, self.style.theme
        shadow = self.shadows[best] = self._shadow(best, color)
        lit = [*fan.lit(best, color), *(recolor(text, color) for text in (record.names[best], record.scores[best]))]
        lit.append(recolor(record.bars[best], theme.fill(color)))
        arrow, end = fan.arrows[best], fan.ends[best]
        gone = [FadeOut(way) for way in self.ways]
        resting, winning = (ManimColor(theme.fill(each)) for each in (self.at_rest, color))
        self.add(shadow)

        def cast(share: float) -> None:
            arrow.body.set_fill(resting.interpolate(winning, share))
            arrow.shaft_width = self._shaft + share * (_SPEAKING * self._shaft - self._shaft)
            arrow.set_ends(fan.origin, end)
            self._throw(best, share)

        self.play(*lit, *gone, Live([arrow, shadow], cast), run_time=_SLOW)
        self.play(FadeIn(self.farthest), run_time=times.quick)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        self.play(word_on_its_way(fan.texts[best], self.next_word), cleared, run_time=times.slow)
        self.remove(self.next_word, *self.phrase.words)
        self.phrase.add(self.next_word)
        self.add(self.phrase)
        self.hold()
