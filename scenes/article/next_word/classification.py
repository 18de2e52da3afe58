"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is a direction. The row that reaches farthest along the context vector names the prediction.
All arrows turn until the context stands upright on an axis: then its numbers are 0 but for its length, and of a row's
numbers the one along it is left, its shadow. The picture is seen from the side at last, where shadows are true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np
import torch
from manim import (
    LEFT,
    RIGHT,
    Animation,
    AnimationGroup,
    ApplyMethod,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.choice import DECIMALS, Choice, Chosen, choose, lifted, turning
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import Fan, ScoreRecord
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import between, mixed, palette
from scenes.article.next_word.score_sum import ScoreSum
from scenes.article.next_word.shadow_product import ArrowLength, ShadowLength
from scenes.article.next_word.space import NumberSteps, SpaceAxes
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.number_format import as_printed, decimals_that_multiply
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, clip, inside_length, overlap, spread
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import Number, format_number, format_vector
from scenes.parts.text.typeset import Label, baseline_of
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 4.7, 3.6
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_COUNTED = 0.45
"""Scene units at the left of the record for the numbers of the axes."""

_BEHIND = 0.2
"""Scene units from a measured number to its name."""

_MARGIN, _MARGIN_SHARE = 2.6, 0.26
"""Scene units at the left of the arrows, where what is measured stands; the share of their room that it is at most."""

_LOOKED_AT = (0.0, 0.35, 0.5, 0.65, 1.0)
"""Shares of the turning at which everything must have room."""

_NEAREST, _NEAR_TALL, _NEAR_WIDE = 4.0, 0.5, 0.4
"""The factor by which the view comes near the context's steps, at most; the shares of the window's height and width
that these take then, at most."""

_UNDER, _BRACKET = 0.22, 0.1
"""Scene units from the phrase's baseline to the bracket below it, and the height of this."""

_WORD, _THIN_WORD, _CONTEXT, _THIN_CONTEXT = 0.09, 0.07, 0.14, 0.11
"""Scene units: the shafts of the words' arrows, and where there is less room, and of the context's."""

_SPEAKING = 1.6
"""The factor by which the shaft of the arrow that reaches farthest is wider at last."""

_STEP, _SHOWN, _TURNED = 0.6, 0.6, 3.6
"""Seconds for a step along an axis, for the arrow to where they end, and for all that turns until this is upright."""

_NEARER, _GATHERED, _CALM, _SETTLED = 0.9, 0.9, 0.6, 0.9
"""Seconds for the view to come near or go back, for a phrase's words to gather, of stillness before the view goes back,
and for the numbers that stand after the turning."""

_OUT = 0.08
"""The share of the turning until the numbers from before it have left."""

_CAST, _ON_LINE, _SLOW = 1.4, 0.7, 1.2
"""Seconds for the first shadow, the share of them until it lies on the line, beside which it is seen then, and seconds
for the shadow that reaches farthest."""

_FIRST, _NEXT, _FALLEN = 1.4, 1.15, 0.55
"""Seconds for the shadow that falls first of all others, and for each of these; the share of it until it has fallen."""

_PRODUCTS, _LAST = 2.1, 0.8
"""Seconds in which the products come, one after the other, and of stillness at the end."""

_START = 0.08
"""Scene units: the radius of the point from which all arrows go."""

_CLEAR, _SLAB, _SHADE, _MEASURED = 0.14, 0.22, 0.4, 0.52
"""Scene units from the context's line to a shadow beside it, across this, from the line to what stands beside a shadow,
and to the ruler that measures the context's arrow."""

_NAME, _NEAR_NAME = 0.5, 0.2
"""Scene units between the context's line and the name of its arrow, as a shadow that falls backwards stands between;
and from its tip to this name before it is turned."""

_APART, _HATCHES = 0.22, 9
"""Scene units at least from a shadow's length to the one above it; lines in a triangle that may not run through one."""

_FURTHER = (0.0, 0.25, 0.5, 0.75, 1.0, -0.25, -0.5)
"""Shares of the way from a shadow's length to the next by which crowded ones go up or down to where all have room."""

_TICK = 0.08
"""Scene units: half the width of the mark that a shadow's end leaves on the context's line."""

_TAIL = 0.3
"""Scene units by which the context's line goes on below the lowest shadow."""


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
        """Make the phrase, the space with its axes, the fan of arrows, the context vector, the sum and the record."""
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
        # The length is written once, and with each printed shadow it must give the printed score.
        factors = [(shadow, float(numbers.length)) for shadow in numbers.shadows[self.positions].tolist()]
        self.digits = decimals_that_multiply(factors) or 2
        field, record, columns = self._regions()
        self._make_record(record, columns)
        self._make_fan(field.inset(left=min(_MARGIN, _MARGIN_SHARE * field.width)))
        self._make_space(field)
        self._make_shadows(field)
        self._make_gathering(field)

    def _make_record(self, room: Region, columns: int) -> None:
        """Make the sum of products, what is left of it once the context stands upright, and the list of scores."""
        numbers, style, score = self.numbers, self.style, self.says("score")
        ink, turns = style.theme.ink, [self._numbers_at(share) for share in _LOOKED_AT]
        self.summed = ScoreSum(
            self.says("answers", word=self.names[self.told]),
            numbers.classifier[numbers.told],
            numbers.context,
            numbers.products,
            numbers.scores[numbers.told],
            score,
            room.inset(left=_COUNTED),
            colors=(ink, self.hue),
            also=[float(each) for pair in turns for row in pair for each in row],
            style=style,
        )
        self._count_rows(room)
        self._make_last_lines()
        self.record = ScoreRecord(
            self.names, numbers.scores[self.positions], room, title=score, columns=columns, style=style
        )
        at_rest = self.at_rest
        for bar, name, number in zip(self.record.bars, self.record.names, self.record.scores, strict=True):
            bar.set_fill(style.theme.fill(style.theme.ink), 1.0 if style.theme.filled else 0.0)
            bar.set_stroke(style.theme.ink, None if style.theme.filled else style.strokes.thin)
            name.set_color(at_rest)  # until its arrow comes
            number.set_color(style.theme.ink)
        self.record.title.set_color(at_rest)
        self.record.marks.set_color(at_rest)

    def _count_rows(self, room: Region) -> None:
        """Write before each pair of bars the number of its axis."""
        summed, size = self.summed, min(self.summed.size, self.style.sizes.number)
        self.counted = VGroup()
        for place, y in enumerate(summed.heights):
            count = Label(str(place + 1), size=size, color=self.at_rest, style=self.style)
            self.counted.add(count.set_x(room.left + count.width / 2).on_baseline(y - count.cap_height / 2))
        laid(self.counted, Layer.LEDGER)

    def _make_last_lines(self) -> None:
        """Make the numbers of each product as they are at last, all factors with as many digits where there is room."""
        kept, summed, style = self.numbers.axis, self.summed, self.style
        least = max(float(count.get_right()[0]) for count in self.counted)
        for digits in (self.digits, DECIMALS):
            self.last_lines = [
                self._last_numbers(place, self.digits if place == kept else digits)
                for place in range(len(summed.lines))
            ]
            # A factor with more digits than the number before it needs more room, and so does the one to its left.
            self.pushed = max(
                float(line[2].get_left()[0] - factor.get_left()[0])
                for line, (_, factor, _) in zip(summed.lines, self.last_lines, strict=True)
            )
            self.pushed = max(self.pushed, 0.0)
            if min(float(first.get_left()[0]) for first, *_ in self.last_lines) - self.pushed > least + _TICK:
                break
        for first, *_ in self.last_lines:
            first.shift(point(-self.pushed))
        line, (length, shadow, product) = summed.lines[kept], self.last_lines[kept]
        read = as_printed(length.value, self.digits) * as_printed(shadow.value, self.digits)
        whole = as_printed(read, summed.decimals) == as_printed(product.value, summed.decimals)
        self.last_sign = line[3]
        if self.last_sign.text != (sign := "=" if whole else "≈"):
            self.last_sign = Label(sign, size=summed.size, style=style).set_x(float(line[3].get_x()))
            self.last_sign.on_baseline(baseline_of(line[3]))
        laid(VGroup(self.last_sign, *(piece for pieces in self.last_lines for piece in pieces)), Layer.LEDGER)

    def _last_numbers(self, place: int, digits: int) -> list[Number]:
        """Return a line's factors and their product as they are at last, each where the one before it stands.

        Args:
            place: of the line.
            digits: of the factors.
        """
        numbers, summed, style = self.numbers, self.summed, self.style
        values = (numbers.upright[place], numbers.leaning[place], numbers.last_products[place])
        written: list[Number] = []
        for own, value, color, after in zip(
            summed.lines[place][::2],
            values,
            (self.hue, style.theme.ink, style.theme.ink),
            (digits, digits, summed.decimals),
            strict=True,
        ):
            assert isinstance(own, Number)
            number = Number(value, decimals=after, size=own.size, color=color, style=style)
            written.append(number.align_to(own, RIGHT).on_baseline(own.baseline))
        return written

    def _make_fan(self, field: Region) -> None:
        """Make the arrows, the context vector among them, and its line."""
        numbers, style = self.numbers, self.style
        rows, told = numbers.classifier[self.positions], numbers.classifier[numbers.told]
        context = numbers.context @ numbers.view.T
        seen, first = [], self._camera(0.0)
        for share in _LOOKED_AT:
            view, (stands, leans) = self._camera(share), self._numbers_at(share)
            seen += [torch.cumsum(each * view, dim=1).T for each in (stands, leans)]  # where the steps end
        fan = self.fan = Fan(
            self.names,
            rows @ numbers.view.T,
            torch.cat([context[None], *seen]),
            field,
            also=[(told @ first.T).expand(len(rows), 2)],
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
        """Make the axes, the steps of the told arrow and of the context's, and the places of the word on its way."""
        numbers, fan, style, told = self.numbers, self.fan, self.style, self.told
        first = self._camera(0.0)
        turns = torch.stack([each for share in _LOOKED_AT for each in self._numbers_at(share)])
        self.axes = SpaceAxes(fan.origin, fan.unit, turns, field, color=self.at_rest, style=style)
        self.axes.turn(first)
        self.steps = NumberSteps(self.axes, numbers.classifier[numbers.told], first, style.theme.ink, style=style)
        self.own_steps = NumberSteps(self.axes, numbers.context, first, self.hue, style=style)
        tip = self.steps.corners[-1]
        lines = [(flat(fan.origin), flat(self.own_steps.corners[-1])), *self.axes.segments(first)]
        lines += [(flat(one), flat(other)) for one, other in pairwise(self.steps.corners)]
        (place,) = fan.places_of_labels([tip], lines, [fan.texts[told]])
        text = fan.texts[told]
        self.told_box = (
            float(place[0]) - text.width, float(place[1]) - text.height,
            float(place[0]) + text.width, float(place[1]) + text.height,
        )  # fmt: skip
        last = fan.labels[told].get_center() - fan.ends[told]
        # From its tip to its word, before and after, as its arrow sees it.
        self.beside = self._along(tip, place - tip), self._along(fan.ends[told], last)

    def _numbers_at(self, share: float) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the context's numbers and the told word's when all arrows have turned a share of their way."""
        numbers = self.numbers
        turn = turning(numbers.context, numbers.axis, smooth(share))
        return turn @ numbers.context, turn @ numbers.classifier[numbers.told]

    def _camera(self, share: float) -> torch.Tensor:
        """Return where the axes point in the picture, shape (2, d): seen from above at first, from the side at last."""
        numbers = self.numbers
        lift = numbers.lift * (1 - smooth(share))
        return lifted(numbers.view, numbers.depth, lift) @ turning(numbers.context, numbers.axis, 1.0).T

    def _make_shadows(self, field: Region) -> None:
        """Make the shadows with their lengths and the ways to their ends, and the measured length of the context."""
        numbers, fan, style = self.numbers, self.fan, self.style
        count = len(self.positions)
        self.shadows = [self._shadow(index, style.theme.ink) for index in range(count)]
        self.ticks = [self._tick(index) for index in range(count)]
        self.measured = ArrowLength(
            fan.origin,
            self.arrow.end,
            float(numbers.length),
            -1 if float(fan.ends[self.told][0]) > float(fan.origin[0]) else 1,
            self.hue,
            digits=self.digits,
            clear=_MEASURED,
            size=self._label_size(),
            style=style,
        )
        self.tip_name = self._context_name(field)
        self.lengths: list[ShadowLength] = []
        alone = [(flat(fan.origin), flat(fan.ends[self.told])), self._foot_of(self.told)]
        self.reach = self._length_of(self.told, style.theme.ink, alone, [box_of(fan.texts[self.told])])
        self.farthest = self._length_of(self.best, self.lit, self._arrows())
        self._make_lengths()
        self.reach, self.farthest = (
            self.lengths[index] if len(self.lengths[index]) else alone
            for index, alone in ((self.told, self.reach), (self.best, self.farthest))
        )
        text, arrow = fan.texts[self.told], self._arrows()[self.told]
        self.factor_names = [
            self._beside_number(self.reach, "shadow", style.theme.ink, [text], [arrow], field),
            self._beside_number(self.measured, "length", self.hue, [text], [arrow], field),
        ]
        named = [*fan.texts, self.factor_names[1]]
        self.heading = self._heading(field)
        self.farthest_name = (
            VGroup()
            if len(self.heading)
            else self._beside_number(self.farthest, "shadow", self.lit, named, self._arrows(), field)
        )
        self.name_places = self._place_of_name(field, [self.told_box]), np.asarray(self.tip_name.get_center())

    def _along(self, tip: Point, way: Point, *, back: bool = False) -> Point:
        """Return how far a way goes along an arrow, and to its left; ``back`` is from there to the picture's way."""
        across, up = flat(tip - self.fan.origin)
        angle = float(np.arctan2(up, across))
        return np.asarray(rotate_vector(way, angle if back else -angle))

    def _turn(self, share: float) -> None:
        """Draw everything as it is when all arrows have turned a share of their way to the upright context."""
        fan, told, summed, camera = self.fan, self.told, self.summed, self._camera(share)
        stands, leans = self._numbers_at(share)
        self.axes.turn(camera)
        self.steps.take(leans, camera)
        self.own_steps.take(stands, camera)
        self.arrow.set_ends(fan.origin, fan.place(stands @ camera.T))
        (tip, (first, last)), share = (fan.place(leans @ camera.T), self.beside), smooth(share)
        fan.arrows[told].set_ends(fan.origin, tip)
        fan.labels[told].move_to(tip + self._along(tip, first + share * (last - first), back=True))
        leaves, comes = self.name_places
        self.tip_name.move_to(leaves + share * (comes - leaves))
        for place in range(len(summed.lines)):
            summed.take(place, float(leans[place]), float(stands[place]))

    def _shadow(self, index: int, color: str) -> Shadow:
        """Return a word's shadow beside the context's line, on the side where the word is not."""
        fan = self.fan
        return Shadow(
            fan.origin,
            fan.ends[index],
            fan.origin + point(0.0, 1.0),
            color,
            clear=_CLEAR,
            thick=_SLAB,
            style=self.style,
        )

    def _tick(self, index: int) -> VMobject:
        """Return the mark on the context's line where a word's shadow ends."""
        across, foot = point(_TICK), self.shadows[index].foot
        return laid(
            Line(foot - across, foot + across).set_stroke(self.style.theme.ink, self.style.strokes.line), Layer.PIN
        )

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

    def _beside_number(
        self,
        beside: ShadowLength | ArrowLength,
        key: str,
        color: str,
        others: Sequence[VMobject],
        arrows: Sequence[Segment],
        field: Region,
    ) -> VGroup:
        """Return the name of what a number measures, on its far side or above; nothing where it has no room.

        Args:
            beside: the number with what it stands beside.
            key: of the name.
            color: ``#rrggbb``.
            others: what stands there already, besides the context's name and length.
            arrows: those on the stage.
            field: where there is room.
        """
        number, origin = beside.number, float(self.fan.origin[0])
        name = Label(self.says(key), size=self._label_size(), color=color, style=self.style)
        side = 1 if float(number.get_x()) > origin else -1
        away = float(number.width) / 2 + _BEHIND + name.width / 2
        above = (name.width - float(number.width)) / 2, float(number.get_top()[1]) + _APART
        taken = [box_of(each) for each in (self.tip_name, self.measured, *self.lengths, *others) if len(each)]
        for across, baseline in ((away, number.baseline), above):
            left, _, right, top = box = box_of(name.set_x(float(number.get_x()) + side * across).on_baseline(baseline))
            free = len(beside) > 0 and not any(overlap(box, each) > 0 for each in taken)
            free = free and not any(inside_length(arrow, box) > 0 for arrow in arrows)
            if free and field.left <= left and right <= field.right and top <= field.top:
                return labelled(name, self.style)
        return VGroup()

    def _place_of_name(self, field: Region, boxes: Sequence[Box]) -> Point:
        """Return where the context's name stands beside its arrow before all turns, off all steps and axes.

        Args:
            field: where there is room.
            boxes: what else it keeps off.
        """
        axes, end, name = self.axes, self.own_steps.corners[-1], self.tip_name
        lines = [*axes.segments(self._camera(0.0)), (flat(axes.origin), flat(end))]
        for steps in (self.steps, self.own_steps):
            lines += [(flat(one), flat(other)) for one, other in pairwise(steps.corners)]
        lines.append((flat(axes.origin), flat(self.steps.corners[-1])))
        side = float(np.sign(end[0] - axes.origin[0]) or 1.0)
        near = flat(end + point(side * (float(name.width) / 2 + _NEAR_NAME)))
        bounds = (field.left, field.bottom, field.right, field.top)
        size = (float(name.width) + 0.1, float(name.height) + 0.1)
        return point(*free_spot(size, bounds, near, lines=lines, boxes=boxes))

    def _heading(self, field: Region) -> VGroup:
        """Return the name of all shadows' lengths, above their column; nothing where it has no room."""
        across, side = float(self.fan.origin[0]), float(self.reach.number.get_x()) - float(self.fan.origin[0])
        beside = [each.number for each in self.lengths if len(each)]
        column = [number for number in beside if (float(number.get_x()) - across) * side > 0]
        if len(column) < len(self.lengths):
            return VGroup()
        name = Label(self.says("shadow"), size=self._label_size(), color=self.at_rest, style=self.style)
        name.align_to(column[0], LEFT if side > 0 else RIGHT)
        highest = max(column, key=lambda number: float(number.get_y()))
        name.on_baseline(float(highest.get_top()[1]) + _APART)
        left, bottom, right, top = box = box_of(name)
        free = not any(overlap(box, box_of(text)) > 0 for text in (*self.fan.texts, self.tip_name, self.measured))
        free = free and not any(inside_length(line, box) > 0 for line in [*self._arrows(), *self._hatches()])
        inside = field.left <= left and right <= field.right and field.bottom <= bottom and top <= field.top
        return labelled(name, self.style) if free and inside else VGroup()

    def _make_lengths(self) -> None:
        """Make the lengths that stay beside all shadows' ends; nothing for those which have no room among all."""
        fan, count = self.fan, len(self.positions)
        tall = float(self.reach.number.height) + _APART
        lifts = [0.0] * count
        for side in (False, True):
            there = [index for index in range(count) if (float(fan.ends[index][0]) > float(fan.origin[0])) is side]
            there.sort(key=lambda index: float(fan.ends[index][1]))
            feet = [float(fan.ends[index][1]) for index in there]
            heights = spread(feet, [tall] * len(feet), -np.inf, np.inf)
            for index, foot, height in zip(there, feet, heights, strict=True):
                lifts[index] = height - foot
        tried = [self._lengths_at(lifts, share * tall) for share in _FURTHER]
        self.lengths = max(tried, key=lambda lengths: sum(len(each) > 0 for each in lengths))  # the first of these

    def _lengths_at(self, lifts: Sequence[float], further: float) -> list[ShadowLength]:
        """Return the lengths, lifted so as to make room for each other; those that do so a little further.

        Args:
            lifts: scene units, one a word.
            further: scene units more for each that is lifted or lowered at all.
        """
        lines, placed = [*self._arrows(), *self._hatches()], dict[int, ShadowLength]()
        for index in (self.told, *(each for each in range(len(lifts)) if each != self.told)):
            lift = lifts[index] + (further if abs(lifts[index]) > 1e-6 else 0.0)
            boxes = [box_of(each) for each in (*self.fan.texts, *placed.values()) if len(each)]
            placed[index] = self._length_of(index, self.style.theme.ink, lines, boxes, lift=lift)
        return [placed[index] for index in range(len(lifts))]

    def _hatches(self) -> list[Segment]:
        """Return lines through all triangles that are seen when shadows are cast, their upper sides among them."""
        fan, lines = self.fan, []
        for end in fan.ends:
            for share in np.linspace(0, 1, _HATCHES)[1:]:
                across, up = flat(fan.origin + share * (end - fan.origin))
                lines.append(((across, up), (float(fan.origin[0]), up)))
        return lines

    def _length_of(
        self,
        index: int,
        color: str,
        lines: Sequence[Segment],
        boxes: Sequence[Box] | None = None,
        *,
        lift: float = 0.0,
    ) -> ShadowLength:
        """Return the length of a word's shadow, beside its end: where the word is not, if there is room.

        Args:
            index: the word.
            color: ``#rrggbb``.
            lines: what may not run through it.
            boxes: words; all of them when None. The context's name and length and the lengths that stay are kept free.
            lift: scene units above the shadow's end.
        """
        fan, shadow = self.fan, float(self.numbers.shadows[self.positions[index]])
        return ShadowLength(
            fan.origin,
            self.shadows[index].foot,
            shadow,
            -1 if float(fan.ends[index][0]) > float(fan.origin[0]) else 1,
            color,
            digits=self.digits,
            clear=_SHADE,
            size=self._label_size(),
            lines=lines,
            boxes=[
                *([box_of(each) for each in fan.texts] if boxes is None else boxes),
                *(box_of(each) for each in (self.tip_name, self.measured, *self.lengths) if len(each)),
            ],
            lift=lift,
            style=self.style,
        )

    def _make_gathering(self, field: Region) -> None:
        """Make the bracket below the phrase with the context's name, and find from where its arrow is seen near by."""
        style, words = self.style, self.phrase.words
        low = min(word.baseline for word in words) - _UNDER  # below its last line, where it has two
        left = min(float(word.get_left()[0]) for word in words[:-1])
        right = max(float(word.get_right()[0]) for word in words[:-1])
        corners = [(left, low), (left, low - _BRACKET), (right, low - _BRACKET), (right, low)]
        self.bracket = VMobject().set_points_as_corners([point(*corner) for corner in corners])
        laid(self.bracket.set_stroke(self.hue, style.strokes.line), Layer.FRAME)
        self.gathered = Label(self.says("context"), size=self._label_size(), color=self.hue, style=style)
        self.gathered.set_x((left + right) / 2).on_baseline(low - 2 * _BRACKET - self.gathered.cap_height)
        laid(self.gathered, Layer.FRAME)
        top = min(field.top, float(self.gathered.get_bottom()[1]) - _BRACKET)
        self.field, self.window = field, Region(field.left, field.right, field.bottom, top)
        ends = np.array(self.own_steps.corners) - self.fan.origin
        least, most = ends.min(axis=0), ends.max(axis=0)
        wide, tall = np.maximum(most - least, 1e-6)[:2]
        fits = min(_NEAR_TALL * self.window.height / float(tall), _NEAR_WIDE * self.window.width / float(wide))
        self.nearest = min(max(fits, 1.0), _NEAREST)
        self.near_origin = np.asarray(self.window.centre) - self.nearest * (least + most) / 2
        self._come_near(1.0)
        self.near_place = self._place_of_name(self.window, [])
        self._come_near(0.0)

    def _come_near(self, share: float) -> None:
        """Draw the space as seen when the view has come a share, 0 to 1, of the way near the context's steps.

        What is out of the window then is not drawn: of the told arrow and its steps only pieces are seen.
        """
        fan, axes, told, camera, ink = self.fan, self.axes, self.told, self._camera(0.0), self.style.strokes.line
        factor = self.nearest**share
        way = (factor - 1) / (self.nearest - 1) if self.nearest > 1 else share
        axes.origin, axes.unit = fan.origin + way * (self.near_origin - fan.origin), fan.unit * factor
        seen, near = self.field, self.window
        window = (near.left, near.bottom, near.right, seen.top + way * (near.top - seen.top))
        axes.see(Region(window[0], window[2], window[1], window[3]))
        stands, leans = self._numbers_at(0.0)
        axes.turn(camera)
        self.own_steps.take(stands, camera)
        self.steps.take(leans, camera)
        self.start.move_to(axes.origin)
        self.arrow.set_ends(axes.origin, self.own_steps.corners[-1])
        # The steps reach no farther than the axes that they lie along.
        inner = [edge + way * (other - edge) for edge, other in zip(window, axes.box, strict=True)]
        for step, piece in zip(self.steps.steps, pairwise(self.steps.corners), strict=True):
            inside = clip((flat(piece[0]), flat(piece[1])), (inner[0], inner[1], inner[2], inner[3]))
            step.set_stroke(width=ink if inside else 0.0)
            if inside:
                step.set_points_as_corners([point(*end) for end in inside])
        arrow, tip = fan.arrows[told], self.steps.corners[-1]
        arrow.set_ends(axes.origin, tip)
        whole = clip((flat(axes.origin), flat(tip)), window)
        if whole and not np.allclose(whole[1], flat(tip)):
            corners = shaft_corners(axes.origin, point(*whole[1]), arrow.shaft_width, point(1.0))
            arrow.body.set_points_as_corners([*corners, corners[0]])

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
        """Let a word and the phrase become arrows, add up their products, turn the space, and cast all shadows."""
        with self.beat("rows", word=self.names[self.told]):
            self._show_answer()
        with self.beat("context"):
            self._gather()
            self._show_context()
        with self.beat("row", word=self.names[self.told], score=self.summed.score.shown):
            self._multiply()
        with self.beat("turn"):
            self._stand_up()
        with self.beat("shadow", score=self.summed.score.shown):
            self._lay_down()
        with self.beat("others"):
            self._cast_others()
        score, reach = self.record.scores[self.best].shown, self.farthest.number.shown
        with self.beat("largest", word=self.names[self.best], score=score, reach=reach):
            self._choose()

    def _painted(self, index: int, color: str) -> list[Animation]:
        """Return how an arrow and its word take on a colour."""
        return [recolor(self.fan.arrows[index].body, self.style.theme.fill(color)), *self.fan.lit(index, color)]

    def _show_answer(self) -> None:
        """Let a word's numbers come, each with a step along its axis; the arrow goes to where the steps end."""
        fan, summed, steps, told = self.fan, self.summed, self.steps, self.told
        arrow, late = fan.arrows[told], squish_rate_func(smooth, 0.5, 1.0)
        self._turn(0.0)
        tip = arrow.end.copy()
        self.add(self.phrase, self.blank)
        shown = (self.axes, self.counted, summed.head, summed.zeros)
        self.play(*map(FadeIn, shown), run_time=self.style.times.move)
        self.add(self.start)
        row = self.numbers.classifier[self.numbers.told].tolist()
        self._walk(
            steps, summed.answers, [line[2] for line in summed.lines], lambda place, share: (share * row[place], 0.0)
        )

        def grow(share: float) -> None:
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (tip - fan.origin))

        grow(0.0)
        arrow.body.set_fill(self.style.theme.fill(self.style.theme.ink))
        fan.paint(told, self.style.theme.ink)
        self.add(arrow)
        self.play(Live([arrow], grow), FadeIn(fan.labels[told], rate_func=late), run_time=_SHOWN)
        self.rest()

    def _walk(
        self,
        steps: NumberSteps,
        bars: VGroup,
        numbers: Sequence[VMobject],
        reach: Callable[[int, float], tuple[float, float]],
    ) -> None:
        """Let steps be walked one after the other; with each one its bar grows, and its number comes.

        Args:
            steps: along the axes.
            bars: one a step.
            numbers: one a step.
            reach: called with a step's position and a share, 0 to 1, of it: the answer's and the context's bars.
        """
        late = squish_rate_func(smooth, 0.5, 1.0)
        for place, (step, bar, number) in enumerate(zip(steps.steps, bars, numbers, strict=True)):

            def walk(share: float, place: int = place) -> None:
                steps.walk(place, share)
                self.summed.take(place, *reach(place, share))

            walk(0.0)
            self.add(step, bar)
            self.play(Live([step, bar], walk), FadeIn(number, rate_func=late), run_time=_STEP)

    def _gather(self) -> None:
        """Let the view come near the origin; one bracket gathers the words of the phrase, which take its colour."""
        words, fan, told = self.phrase.words[:-1], self.fan, self.told
        dimmed: list[Animation] = [recolor(fan.arrows[told].body, self.style.theme.fill(self.at_rest))]
        dimmed += [ApplyMethod(step.set_color, self.at_rest) for step in self.steps.steps]
        self.play(*dimmed, FadeOut(fan.labels[told]), run_time=self.style.times.quick)
        fan.paint(told, self.at_rest)  # as it comes back
        self.play(self._view_moves(self._come_near), run_time=_NEARER)
        turns = [recolor(word, self.hue) for word in words]
        self.play(LaggedStart(*turns, lag_ratio=0.6), Create(self.bracket, rate_func=linear), run_time=_GATHERED)
        self.remove(*words)
        self.add(self.phrase)
        self.play(FadeIn(self.gathered), run_time=self.style.times.quick)

    def _view_moves(self, follow: Callable[[float], object]) -> Live:
        """Return a motion of all that is seen in the space before the turning."""
        moving = [*self.axes.lines, *self.axes.names, *self.steps.steps, self.start, self.fan.arrows[self.told]]
        moving += [piece for piece in (*self.own_steps.steps, self.arrow, self.tip_name) if piece in self.mobjects]
        return Live(moving, follow)

    def _show_context(self) -> None:
        """Let the context's numbers come, each with a step along its axis, and its arrow; then the view goes back."""
        summed, numbers, arrow, axes = self.summed, self.numbers, self.arrow, self.axes
        answer, context = numbers.classifier[numbers.told].tolist(), numbers.context.tolist()
        self._walk(
            self.own_steps,
            summed.mixes,
            [line[0] for line in summed.lines],
            lambda place, share: (answer[place], share * context[place]),
        )
        tip = self.own_steps.corners[-1].copy()

        def grow(share: float) -> None:
            arrow.set_ends(axes.origin, axes.origin + max(share, 1e-3) * (tip - axes.origin))

        grow(0.0)
        self.tip_name.move_to(self.near_place)
        self.add(arrow)
        named = FadeIn(self.tip_name, rate_func=squish_rate_func(smooth, 0.5, 1.0))
        self.play(Live([arrow], grow), named, FadeOut(self.bracket, self.gathered), run_time=_SHOWN)
        self._stand_still(_CALM)
        first, last = self.near_place, self.name_places[0]

        def go_back(share: float) -> None:
            self._come_near(1 - share)
            self.tip_name.move_to(first + share * (last - first))

        self.play(
            self._view_moves(go_back),
            FadeIn(self.fan.labels[self.told], rate_func=squish_rate_func(smooth, 0.8, 1.0)),
            run_time=_NEARER,
        )
        self.rest()

    def _multiply(self) -> None:
        """Multiply the numbers on each axis, whose step lights up with the product, and add the products up."""
        summed, times, ink = self.summed, self.style.times, self.style.theme.ink
        self.play(*self._painted(self.told, ink), run_time=times.quick)
        lines = [
            AnimationGroup(FadeIn(line[1], *line[3:]), ApplyMethod(step.set_stroke, ink))
            for line, step in zip(summed.lines, self.steps.steps, strict=True)
        ]
        self.play(LaggedStart(*lines, lag_ratio=0.9), run_time=_PRODUCTS)
        self.play(FadeIn(summed.sum), run_time=2 * times.quick)
        self.rest()

    def _stand_up(self) -> None:
        """Turn all arrows until the context stands upright: bars run and the sum stays; then the new numbers stand."""
        summed, fan, kept = self.summed, self.fan, self.numbers.axis
        moving = [*self.axes.lines, *self.axes.names, *self.steps.steps, *self.own_steps.steps, fan.arrows[self.told],
                  fan.labels[self.told], self.arrow, self.tip_name, *summed.answers, *summed.mixes]  # fmt: skip
        out = squish_rate_func(smooth, 0.0, _OUT)
        away = [FadeOut(line, rate_func=out) for line in summed.lines]
        self.play(Live(moving, self._turn, rate_func=linear), *away, run_time=_TURNED)
        come: list[Animation] = []
        for place, (line, last) in enumerate(zip(summed.lines, self.last_lines, strict=True)):
            line[1].shift(point(-self.pushed))  # the number after it has more digits
            come.append(FadeIn(line[1], self.last_sign if place == kept else line[3], *last))
        self.play(LaggedStart(*come, lag_ratio=0.5), run_time=_SETTLED)
        self.rest()

    def _lay_down(self) -> None:
        """Let all that is 0 fade or grow dim, and the arrow's shadow fall straight onto the context's line."""
        numbers, summed, fan, times, index = self.numbers, self.summed, self.fan, self.style.times, self.told
        kept = numbers.axis
        rest = [place for place in range(len(summed.lines)) if place != kept]
        late = squish_rate_func(smooth, 0.5, 1.0)
        gone = [*self.axes.lines, *self.axes.names, *self.own_steps.steps, *self.steps.steps]
        leave: list[Animation] = [FadeOut(each) for each in [*gone, *(summed.mixes[place] for place in rest)]]
        dull = [each for place in rest for each in (*summed.lines[place][1::2], *self.last_lines[place])]
        leave += [recolor(each, self.at_rest) for each in dull]
        # What is multiplied by 0 stays, as its numbers do.
        leave += [ApplyMethod(summed.answers[place].set_stroke, self.at_rest) for place in rest]
        come = [Create(fan.line), FadeIn(self.behind_zero, rate_func=late)]
        self.play(*leave, *come, run_time=times.move)
        shadow = self.shadows[index]
        begun = shaft_corners(fan.origin, fan.ends[index], fan.arrows[index].shaft_width, shadow.aside)
        beside = point(sum(float(corner[0]) for corner in shadow.corners) / 4 - float(fan.origin[0]))

        def fall(time: float) -> None:
            fallen, aside = smooth(between(time, 0.0, _ON_LINE)), smooth(between(time, _ON_LINE, 1.0))
            onto = [corner + (aside - 1) * beside for corner in shadow.corners]
            corners = [one + fallen * (other - one) for one, other in zip(begun, onto, strict=True)]
            shadow.slab.set_points_as_corners([*corners, corners[0]])

        fall(0.0)
        self.add(shadow.slab)
        around = FadeIn(shadow.triangle, shadow.rays, shadow.corner, rate_func=late)
        dropped = Create(shadow.perpendicular, rate_func=squish_rate_func(smooth, 0.0, _ON_LINE))
        self.play(Live([shadow.slab], fall, rate_func=linear), dropped, around, run_time=_CAST)
        self.remove(shadow.slab, shadow.triangle, shadow.rays, shadow.corner, shadow.perpendicular)
        self.add(shadow)
        said = [FadeIn(name) for name in self.factor_names]
        self.play(FadeIn(self.reach), said[0], run_time=times.quick)
        self.play(Create(self.measured.ruler), FadeIn(self.measured[1]), said[1], run_time=times.move)
        self.rest()

    def _cast_others(self) -> None:
        """Cast the shadows that are left, one after the other, the highest score first."""
        self._begin_record()
        left = [index for index in range(len(self.positions)) if index != self.told]
        seen = [self.told]
        for place, index in enumerate(left):
            self._sweep(index, _NEXT if place else _FIRST, seen)
            seen.append(index)
        self.rest()

    def _begin_record(self) -> None:
        """Let the sum give way to the list of words: its score is filed, and its shadow leaves its way."""
        record, summed, first, kept = self.record, self.summed, self.told, self.numbers.axis
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.4, 1.0)
        signs = [self.last_sign if place == kept else line[3] for place, line in enumerate(summed.lines)]
        leaving = [*signs, *(line[1] for line in summed.lines), *(piece for last in self.last_lines for piece in last)]
        leaving += [summed.head, self.counted, *summed.sum[:2], summed.zeros, *summed.answers, summed.mixes[kept]]
        lines = [*self._arrows(), *(self._foot_of(index) for index in range(len(self.positions)))]
        # With the length, the score of the longest shadow can be checked at the end.
        if any(inside_length(line, box_of(self.measured)) > 0 for line in lines):
            leaving += [self.measured, self.factor_names[1]]
        stays = self.reach is self.lengths[first]
        leaving += [] if stays else [self.reach]
        name, heads = self.factor_names[0], len(self.heading) > 0
        leaving += [] if heads or self._name_stays() else [name]
        gone: list[Animation] = [FadeOut(each, rate_func=early) for each in leaving]
        gone += [recolor(self.reach.number, self.at_rest)] if stays else []
        gone += [recolor(text, self.at_rest) for text in name[1:] if not heads and self._name_stays()]
        shown = (*record.names, record.title, record.marks, record.zeros)
        come: list[Animation] = [FadeIn(each, rate_func=late) for each in shown]
        come += [FadeIn(self.ticks[first], rate_func=early), FadeOut(self.shadows[first])]
        if heads:  # it goes up to where it names the whole column
            come.append(ReplacementTransform(name, self.heading) if len(name) else FadeIn(self.heading, rate_func=late))
        record.names[first].set_color(self.style.theme.ink)
        filed = ReplacementTransform(summed.score, record.scores[first], rate_func=late)
        grown = Live([record.bars[first]], lambda share: record.grow(first, share), rate_func=late)
        record.grow(first, 1e-3)
        self.add(record.bars[first])
        self.play(*gone, *come, filed, grown, run_time=self.style.times.slow)

    def _name_stays(self) -> bool:
        """Return whether the first shadow's name has room among all words, as its number has."""
        name = self.factor_names[0]
        if not len(name) or self.reach is not self.lengths[self.told]:
            return False
        box, lines = box_of(name), [*self._arrows(), *self._hatches()]
        crossed = any(inside_length(line, box) > 0 for line in lines)
        return not crossed and not any(overlap(box, box_of(label)) > 0 for label in self.fan.labels)

    def _sweep(self, row: int, seconds: float, seen: Sequence[int]) -> None:
        """Let an arrow grow and its shadow with it, its bar and its score too; then a mark stays where the shadow ends.

        Args:
            row: the word.
            seconds: for all of it but what leaves.
            seen: the words whose arrows are on the stage.
        """
        record, fan, ink = self.record, self.fan, self.style.theme.ink
        shadow, bar, arrow = self.shadows[row], record.bars[row], fan.arrows[row]
        around = [line for index in (*seen, row) for line in (self._arrows()[index], self._foot_of(index))]
        stays = len(self.lengths[row]) > 0
        length = self.lengths[row] if stays else self._length_of(row, ink, around)
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
        come: list[Animation] = [FadeIn(fan.labels[row], rate_func=late), FadeIn(record.scores[row], rate_func=after)]
        come += [FadeIn(length, rate_func=after)] if len(length) else []
        come.append(recolor(record.names[row], ink))
        self.play(Live([shadow, arrow, bar], follow, rate_func=linear), *come, run_time=seconds)
        gone: list[Animation] = [FadeOut(shadow)]
        if len(length):
            gone.append(recolor(length.number, self.at_rest) if stays else FadeOut(length))
        self.play(*gone, FadeIn(self.ticks[row]), run_time=self.style.times.quick)

    def _throw(self, index: int, share: float) -> None:
        """Draw a shadow as an arrow of a share of the length would throw it."""
        fan = self.fan
        end = fan.origin + max(share, 1e-3) * (fan.ends[index] - fan.origin)
        self.shadows[index].set_ends(fan.origin, end, fan.origin + point(0.0, 1.0))

    def _choose(self) -> None:
        """Let the arrow that reaches farthest throw its shadow while others dim; its word fills the free place."""
        times, fan, record, best = self.style.times, self.fan, self.record, self.best
        color, theme = self.lit, self.style.theme
        shadow = self.shadows[best] = self._shadow(best, color)
        lit = [*fan.lit(best, color), *(recolor(text, color) for text in (record.names[best], record.scores[best]))]
        lit.append(recolor(record.bars[best], theme.fill(color)))
        for index in (each for each in range(len(self.positions)) if each != best):
            lit += self._painted(index, self.at_rest)
            lit += [recolor(text, self.at_rest) for text in (record.names[index], record.scores[index])]
            lit.append(recolor(record.bars[index], theme.fill(self.at_rest)))
        arrow, end = fan.arrows[best], fan.ends[best]
        others: list[VGroup] = [each for index, each in enumerate(self.lengths) if index != best and len(each)]
        others += [self.factor_names[0]] if not len(self.heading) and self._name_stays() else []
        gone = [FadeOut(each) for each in (*self.ticks, *others)]
        stays = self.farthest is self.lengths[best]
        lit += [recolor(self.farthest.number, color)] if stays else []
        lit += [recolor(text, color) for text in self.heading[1:]]
        resting, winning = (ManimColor(theme.fill(each)) for each in (theme.ink, color))
        self.add(shadow)

        def cast(share: float) -> None:
            arrow.body.set_fill(resting.interpolate(winning, share))
            arrow.shaft_width = self._shaft + share * (_SPEAKING * self._shaft - self._shaft)
            arrow.set_ends(fan.origin, end)
            self._throw(best, share)

        self.play(*lit, *gone, Live([arrow, shadow], cast), run_time=_SLOW)
        said = [each for each in (*([] if stays else [self.farthest]), self.farthest_name) if len(each)]
        if said:
            self.play(FadeIn(*said), run_time=times.quick)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        self.play(word_on_its_way(fan.texts[best], self.next_word), cleared, run_time=times.slow)
        self.remove(self.next_word, *self.phrase.words)
        self.phrase.add(self.next_word)
        self.add(self.phrase)
        self._stand_still(_LAST)


def shaft_corners(start: Point, end: Point, width: float, aside: Point) -> list[Point]:
    """Return the corners of an arrow's shaft: two at its start, then two at its end, around it.

    Args:
        start: manim point.
        end: manim point.
        width: scene units.
        aside: a direction; the first corner and the last one lie on that side.
    """
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across = point(float(way[1]), -float(way[0]))
    across = width / 2 * (across if float(across @ aside) >= 0 else -across)
    return [start + across, start - across, end - across, end + across]
