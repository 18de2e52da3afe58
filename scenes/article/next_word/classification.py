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
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.choice import Choice, Chosen, choose, turned
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import BOLD, Fan, ScoreRecord
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import Glass, Stream, VectorBlocks, between, mixed, palette
from scenes.article.next_word.score_sum import ScoreSum
from scenes.article.next_word.shadow_product import ShadowLength, ShadowTimesLength, digits_of
from scenes.layout import shrink
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 4.7, 3.6
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_GLASS, _GLASS_SHARE = (2.1, 2.4), 0.7
"""Scene units: the most width and height of the glass; the most of a room's height that it takes."""

_DIGIT = 0.0054
"""Scene units of width that a digit takes, for each font unit."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_OVER, _LANE = 0.45, 0.12
"""Scene units above the arrows for the context's name, and from there to the lane of what flows."""

_FLOW = 15.0
"""Stroke units: the mix on its way out of the glass."""

_WORD, _THIN_WORD, _LESS_BOLD = 0.1, 0.07, 0.13
"""Scene units: the shafts of the words' arrows, where there is less room, and of the context's there."""

_SWOLLEN = 1.3
"""The factor by which the context's arrow grows for a moment when its length is written."""

_SPEAKING = 1.6
"""The factor by which the shaft of the arrow that reaches farthest is wider at last."""

_WIDEST = 0.38
"""The share of a room's width that a vector's longest block takes, at most."""

_SHOWN, _GROWN, _POURED, _TURNED = 1.1, 1.3, 1.3, 1.7
"""Seconds in which a word's second vector is seen, the other arrows grow, the mix becomes an arrow, and the space
turns until that stands upright."""

_YAW, _TILT = -60.0, -41.0
"""Degrees by which the space is turned at first: about the context's arrow, and that arrow to the right."""

_CAST, _SLOW = 0.9, 0.8
"""Seconds for the first shadow, and for the one that reaches farthest."""

_FIRST, _NEXT, _FALLEN, _LEAVES = 1.1, 0.75, 0.55, 0.8
"""Seconds for the shadow that falls first of all others, and for each of these; shares of a shadow's time until it has
fallen and leaves."""

_OPEN = 0.55
"""The share of the time in which the fan opens until its last arrow begins to grow."""

_BEHIND = 0.6
"""The opacity of all other arrows while one is worked out."""

_START = 0.09
"""Scene units: the radius of the point from which all arrows go."""

_NOTCH, _HEAD = 0.13, 0.17
"""Scene units: half the length of the mark that a shadow leaves on the context's line; the size of the line's head."""

_CLEAR = 0.21
"""Scene units from the context's line to a shadow: its arrow is seen whole, and side by side with the shadow."""

_TAIL = 0.3
"""Scene units by which the context's line goes on below the lowest shadow."""

_LOUD = 1.15
"""The factor by which words grow for a moment."""


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
        also = self._also()
        # As high in the list as along the context: the highest score first.
        self.positions = sorted([*numbers.drawn, *also[:1]], key=lambda row: -float(numbers.scores[row]))
        together = ", ".join(numbers.vocabulary[index] for index in also)
        self.names = [together if index in also else numbers.vocabulary[index] for index in self.positions]
        self.best = self.positions.index(numbers.vocabulary.index(numbers.predicted))
        self.lit = self.color_of(numbers.predicted)
        self.second = next((word for word in reversed(numbers.words) if word in self.names), None)
        own = dict(zip(numbers.words, hues, strict=True))
        self.name_colors = [own.get(name, style.theme.ink) for name in self.names]
        field, record, columns = self._regions()
        self._make_record(record, columns)
        self._make_glass(hues, record)
        self._make_fan(field)
        self._make_streams(field)

    def _make_record(self, room: Region, columns: int) -> None:
        """Make the sum of products, the shadow times the length, and the list of scores: one after the other."""
        numbers, style, score = self.numbers, self.style, self.says("score")
        self.told = self.positions.index(numbers.told)
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
        self.equation = ShadowTimesLength(
            (self.says("shadow"), self.says("length"), score),
            float(numbers.shadows[numbers.told]),
            float(numbers.length),
            float(numbers.scores[numbers.told]),
            room,
            colors=(ink, self.hue, ink),
            stacked=room.width <= 2 * room.height,
            style=style,
        )
        self.record = ScoreRecord(
            self.names, numbers.scores[self.positions], room, title=score, columns=columns, style=style
        )
        for bar, name, color in zip(self.record.bars, self.record.names, self.name_colors, strict=True):
            at_rest = quiet(style.theme)
            bar.set_fill(style.theme.fill(at_rest), 1.0 if style.theme.filled else 0.0)
            bar.set_stroke(at_rest, None if style.theme.filled else style.strokes.thin)
            name.set_color(color)

    def _make_glass(self, hues: Sequence[str], room: Region) -> None:
        """Make the glass with the whole phrase, the answer above it, and its average as the context's."""
        numbers, style = self.numbers, self.style
        shares = numbers.context.new_full((len(hues),), 1 / len(hues))
        height = min(_GLASS[1], _GLASS_SHARE * room.height)
        width, (middle, centre, _) = min(_GLASS[0], 0.8 * height, room.width - 0.2), room.centre
        inside = Region(middle - width / 2, middle + width / 2, centre - height / 2, centre + height / 2)
        self.glass = Glass(numbers.words, shares, hues, inside, style=style)
        self.mix = self._blocks(room, numbers.context, self.hue)
        self.mix_name = self._name_of_blocks(self.says("context"), room, self.hue)
        self._make_answer(hues, room)

    def _name_of_blocks(self, said: str, room: Region, color: str) -> Label:
        """Return what stands above a vector's blocks."""
        name = Label(said, size=self.style.sizes.head, color=color, style=self.style)
        shrink(name, min(1.0, 0.94 * room.width / float(name.width)))
        return name.set_x(room.centre[0]).on_baseline(room.top - 0.15 * room.height)

    def _make_answer(self, hues: Sequence[str], room: Region) -> None:
        """Make the vector with which a word of the phrase answers, hollow, where the word has an arrow.

        It stands where the context's numbers stand later, at the same scale.
        """
        numbers, word = self.numbers, self.second
        self.answer, self.answer_name = list[VectorBlocks](), VGroup()
        if word is None:
            return
        hue = hues[len(numbers.words) - 1 - numbers.words[::-1].index(word)]
        row = numbers.classifier[numbers.vocabulary.index(word)]
        self.answer_name.add(self._name_of_blocks(self.says("answers", word=word), room, hue))
        self.answer.append(self._blocks(room, row, hue, empty=True))

    def _blocks(self, room: Region, numbers: torch.Tensor, hue: str, *, empty: bool = False) -> VectorBlocks:
        """Return a vector as blocks below its name, at the scale of all others that stand there."""
        sizes, room = self.style.sizes, room.inset(top=0.24 * room.height, bottom=0.16 * room.height)
        own = [self.numbers.vocabulary.index(self.second)] if self.second else []
        longest_block = torch.cat([self.numbers.context, self.numbers.classifier[own].flatten()]).abs().max()
        pitch = room.height / len(numbers)
        longest = max(len(format_number(float(number))) for number in numbers)
        room_for = min(pitch / 0.0125, (room.width / 2 - 0.1) / (_DIGIT * longest))
        size = max((size for size in (sizes.formula, sizes.number, sizes.note) if size <= room_for), default=None)
        unit = min(_WIDEST * room.width, 1.6 * pitch) / max(float(longest_block), 1e-9)
        return VectorBlocks(numbers, hue, room, unit, size=size or sizes.least, empty=empty, style=self.style)

    def _make_fan(self, field: Region) -> None:
        """Make the arrows, the context vector among them, its line, and the shadows and beads on it."""
        numbers, style = self.numbers, self.style
        rows, before = numbers.classifier[self.positions], self._view_at(0.0)
        context = numbers.context @ numbers.view.T
        fan = self.fan = Fan(
            self.names,
            rows @ numbers.view.T,
            torch.stack([context, numbers.context @ before.T]),
            field.inset(top=_OVER),
            also=[rows @ before.T],
            size=self._label_size(),
            width=self._shaft,
            style=style,
        )
        for index, (arrow, color) in enumerate(zip(fan.arrows, self.name_colors, strict=True)):
            arrow.body.set_fill(quiet(style.theme)).set_background_stroke(width=0)  # rims would cut those below
            fan.paint(index, color)
        fan.clear_of_feet()
        self._make_line(field.top)
        self.start = laid(Dot(fan.origin, radius=_START, color=quiet(style.theme)), Layer.LABEL)
        self.arrow = Vector(
            fan.origin, fan.place(context), self.hue, width=BOLD if self._roomy else _LESS_BOLD, style=style
        )
        laid(self.arrow, Layer.PIN).body.set_background_stroke(width=0)
        self.tip_name = self._tip_name(field)
        self.shadows = [self._shadow(index, quiet(self.style.theme)) for index in range(len(self.positions))]
        self.notches = [self._notch(index) for index in range(len(self.positions))]
        self.ways = [self._way(index) for index in range(len(self.positions))]
        self.reach, self.farthest = self._length_of(self.told, style.theme.ink), self._length_of(self.best, self.lit)
        self.standing: list[VMobject] = []
        after = [label.get_center() - end for label, end in zip(fan.labels, fan.ends, strict=True)]
        ends = [fan.place(row) for row in rows @ before.T]
        lean = (flat(fan.origin), flat(fan.place(numbers.context @ before.T)))
        places = fan.places_of_labels(ends, [lean])
        self.beside = [
            (place - end, last) for place, end, last in zip(places, ends, after, strict=True)
        ]  # from each tip to its word, before and after

    def _make_line(self, top: float) -> None:
        """Make the context's line: forward from the origin with a head at its end, and grey behind it."""
        fan, style = self.fan, self.style
        x, low = float(fan.origin[0]), min(float(end[1]) for end in [fan.origin, *fan.ends])
        end = point(x, top)
        fan.line.put_start_and_end_on(fan.origin, end)
        fan.line.set_stroke(self.hue, style.strokes.line)
        self.head = VMobject().set_points_as_corners(
            [end - point(side * _HEAD * 0.6, _HEAD) if side else end for side in (-1, 0, 1)]
        )
        laid(self.head.set_stroke(self.hue, style.strokes.line), Layer.SHEET)
        behind = Line(fan.origin, point(x, max(low - _TAIL, fan.region.bottom)))
        self.behind_zero = laid(behind.set_stroke(style.theme.dim, style.strokes.thin), Layer.SHEET)

    def _view_at(self, share: float) -> torch.Tensor:
        """Return the picture's directions when the space has turned a share of its way to the upright context."""
        numbers = self.numbers
        return turned(numbers.view, numbers.depth, (1 - share) * _YAW, (1 - share) * _TILT)

    def _tips_at(self, share: float) -> list[Point]:
        """Return where all arrows end when the space has turned a share of its way."""
        rows = self.numbers.classifier[self.positions]
        return [self.fan.place(row) for row in rows @ self._view_at(share).T]

    def _turn(self, share: float) -> None:
        """Draw everything as it is when the space has turned a share of its way."""
        fan, context = self.fan, self.numbers.context @ self._view_at(share).T
        for arrow, label, tip, (first, last) in zip(
            fan.arrows, fan.labels, self._tips_at(share), self.beside, strict=True
        ):
            arrow.set_ends(fan.origin, tip)
            label.move_to(tip + first + share * (last - first))
        self.arrow.set_ends(fan.origin, fan.place(context))

    def _shadow(self, index: int, color: str) -> Shadow:
        """Return a word's shadow on the context's line, beside the context's arrow and over those of words."""
        shadow = self.fan.shadow(index, color, clear=_CLEAR)
        laid(shadow.slab, Layer.ICON)
        return shadow

    def _notch(self, index: int) -> VMobject:
        """Return the mark that a word's shadow leaves on the context's line, where it ends."""
        foot, half = self.shadows[index].foot, point(_NOTCH)
        notch = Line(foot - half, foot + half).set_stroke(self.style.theme.ink, self.style.strokes.bold)
        return laid(notch, Layer.PIN)  # over the arrows, which hide the origin

    def _way(self, index: int) -> VMobject:
        """Return the thin dashed way from a word's tip to its mark: whose mark it is."""
        way = self.shadows[index].perpendicular.copy()
        return laid(way.set_stroke(quiet(self.style.theme), self.style.strokes.thin), Layer.SHADOW)

    def _tip_name(self, field: Region) -> VMobject:
        """Return the context's name at the upper end of its line."""
        style, x = self.style, float(self.fan.origin[0])
        name = Label(self.says("context"), size=self._label_size(), color=self.hue, style=style)
        side = 1 if field.right - x > name.width + 0.3 else -1
        name.set_x(x + side * (0.3 + name.width / 2)).on_baseline(field.top - name.cap_height)
        return labelled(name, style)

    def _length_of(self, index: int, color: str) -> ShadowLength:
        """Return the length of a word's shadow, beside its end, where the word is not."""
        fan, shadow = self.fan, float(self.numbers.shadows[self.positions[index]])
        side = -1 if float(fan.ends[index][0]) > float(fan.origin[0]) else 1
        return ShadowLength(
            fan.origin,
            self.shadows[index].foot,
            shadow,
            side,
            color,
            digits=digits_of(shadow, float(self.numbers.length)) or 2,
            clear=_CLEAR + SLAB,
            size=self._label_size(),
            clear_of=fan.ends,
            boxes=[box_of(text) for text in fan.texts],
            style=self.style,
        )

    def _make_streams(self, field: Region) -> None:
        """Make what flows: the mix out of the glass, along a free lane, into the arrow."""
        glass, fan, style = self.glass.region, self.fan, self.style
        lane = field.bottom - _LANE if self.view.lying else field.top + _LANE
        start = point(float(glass.centre[0]), glass.bottom + 0.1)
        self.flow = Stream(start, lane, fan.origin, self.hue, width=_FLOW, style=style)

    def _also(self) -> list[int]:
        """Return the phrase's words that are not drawn, if their rows are all the same: one arrow stands for them."""
        numbers = self.numbers
        others = [numbers.vocabulary.index(word) for word in dict.fromkeys(numbers.words)]
        others = [index for index in others if index not in numbers.drawn]
        rows = numbers.classifier[others]
        return others if others and bool((rows == rows[0]).all()) else []

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
        with self.beat("second" if self.second else "rows"):
            self._fan_out()
        with self.beat("context"):
            self._pour()
            self._stand_up()
        with self.beat("row", word=self.names[self.told], score=scores[self.told].shown):
            self._multiply()
        with self.beat("shadow", score=scores[self.told].shown):
            self._measure(self.told)
        with self.beat("others"):
            self._cast_others(self.told)
        reach = format_number(float(numbers.shadows[self.positions[self.best]]), 1)
        with self.beat("largest", phrase=said, score=scores[self.best].shown, reach=reach, **values):
            self._choose()

    def _fan_out(self) -> None:
        """Let a word's vector as an answer grow with its arrow; then the fan opens."""
        fan, tips = self.fan, self._tips_at(0.0)
        self._turn(0.0)
        self.add(self.phrase, self.blank)
        if self.answer:
            self._show_answer()
        first = self.names.index(self.second) if self.second else -1
        others = [index for index in range(len(fan.arrows)) if index != first]
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

    def _show_answer(self) -> None:
        """Let the vector with which a word answers grow, and as much of its arrow."""
        theme, fan, blocks, index = self.style.theme, self.fan, self.answer[0], self.names.index(self.second or "")
        arrow, tip, late = fan.arrows[index], self._tips_at(0.0)[index], squish_rate_func(smooth, 0.6, 1.0)
        arrow.body.set_fill(theme.fill(self.name_colors[index]))

        def grow(share: float) -> None:
            blocks.grow(max(share, 1e-3))
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (tip - fan.origin))

        self.add(blocks.zero, arrow, self.start)
        named = [FadeIn(each, rate_func=late) for each in (*blocks.numbers, fan.labels[index])]
        grown = Live([blocks.blocks, blocks.shine, arrow], grow)
        self.play(FadeIn(self.answer_name), grown, *named, run_time=_SHOWN)
        self.remove(blocks.blocks, blocks.shine, blocks.zero, *blocks.numbers)
        self.add(blocks)

    def _pour(self) -> None:
        """Let the glass come with the phrase's mix, and the mix flow out of it and become the context's arrow."""
        fan, glass, arrow, flow = self.fan, self.glass, self.arrow, self.flow
        early, late = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.4, 1.0)
        gone: list[Animation] = [FadeOut(each, rate_func=early) for each in (self.answer_name, *self.answer)]
        gone += [recolor(each.body, quiet(self.style.theme)) for each in fan.arrows]
        filled = (glass.mix, glass.shine, glass.outline, *glass.names)
        self.play(*gone, *(FadeIn(each, rate_func=late) for each in filled), run_time=self.style.times.move)
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
        """Turn the space until the context's arrow stands upright; its line goes on, and its numbers come."""
        fan, glass, mix = self.fan, self.glass, self.mix
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.5, 1.0)
        away = [FadeOut(each, rate_func=early) for each in (glass.outline, glass.shine)]
        self.play(Live([*fan.arrows, *fan.labels, self.arrow], self._turn), *away, run_time=_TURNED)
        come = [FadeIn(each, rate_func=late) for each in (self.mix_name, mix.zero, *mix.numbers)]
        come += [FadeIn(each, rate_func=late) for each in (self.head, self.tip_name, self.behind_zero)]
        self.add(mix.blocks, mix.shine)
        self.play(Create(fan.line), *come, Live([mix.blocks, mix.shine], mix.grow), run_time=self.style.times.move)
        self.rest()

    def _multiply(self) -> None:
        """Lay the context's bars beside those of an answer: the products of each two add up to its score."""
        summed, times, mix = self.summed, self.style.times, self.mix
        late = squish_rate_func(smooth, 0.6, 1.0)
        self.remove(mix)
        self.add(mix.blocks, mix.shine, mix.zero, *mix.numbers)
        early = squish_rate_func(smooth, 0.0, 0.3)
        moved: list[Animation] = [FadeOut(each, rate_func=early) for each in (mix.shine, mix.zero, self.mix_name)]
        moved += [ReplacementTransform(block[0], bar) for block, bar in zip(mix.blocks, summed.mixes, strict=True)]
        moved += [ReplacementTransform(own, line[0]) for own, line in zip(mix.numbers, summed.lines, strict=True)]
        self.play(*moved, FadeIn(summed.zeros, rate_func=late), run_time=times.move)

        def grow(share: float) -> None:
            for place in range(len(summed.lines)):
                summed.draw(place, answer=max(share, 1e-3))

        self.add(summed.answers)
        lit = recolor(self.fan.arrows[self.told].body, self.style.theme.ink)
        self.play(Live([summed.answers], grow), FadeIn(summed.head), lit, run_time=2 * times.quick)
        self.play(LaggedStart(*(FadeIn(line[1:]) for line in summed.lines), lag_ratio=0.6), run_time=times.slow)
        self.play(FadeIn(summed.sum), run_time=times.quick)
        self.rest()

    def _measure(self, index: int) -> None:
        """Let the same arrow throw its shadow, and stretch it by the context's length: to the same score."""
        summed, equation, times, shadow = self.summed, self.equation, self.style.times, self.shadows[index]
        reach = self.reach
        self.standing = [shadow, reach]
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.6, 1.0)
        leaving = (summed.head, summed.zeros, summed.answers, summed.mixes, *summed.lines, *summed.sum[:-1])
        gone = [FadeOut(each, rate_func=early) for each in leaving]
        sign, score, name = equation.score
        kept = ReplacementTransform(summed.score, score, rate_func=squish_rate_func(smooth, 0.2, 1.0))
        self.play(*gone, kept, FadeIn(name, rate_func=late), *self._behind(index, _BEHIND), run_time=times.move)
        self.add(shadow)
        shadow.slab.set_fill(self.style.theme.ink)
        self.play(Live([shadow], lambda share: self._throw(index, share)), run_time=_CAST)
        self.play(FadeIn(reach, equation.shadow), run_time=times.quick)
        swollen = ApplyMethod(self.arrow.scale, _SWOLLEN, {"about_point": self.fan.origin}, rate_func=there_and_back)
        self.play(swollen, FadeIn(equation.by, rate_func=late), run_time=times.move)
        self.play(FadeIn(sign), run_time=times.quick)
        self.rest()

    def _behind(self, told: int, opacity: float) -> list[Animation]:
        """Return how all arrows but one get fainter, or come back: the one that is told stands alone."""
        others = [arrow.body for at, arrow in enumerate(self.fan.arrows) if at != told]
        return [ApplyMethod(body.set_fill, None, opacity) for body in others] if self.style.theme.filled else []

    def _cast_others(self, first: int) -> None:
        """Cast the shadows that are left, one after the other, the highest score first; each word alone is lit."""
        self._begin_record(first)
        left = [index for index in range(len(self.positions)) if index != first]
        for place, index in enumerate(left):
            self._sweep(index, _NEXT if place else _FIRST)
        back = self._behind(-1, 1.0)
        if back:
            self.play(*back, run_time=self.style.times.quick)
        self.rest()

    def _begin_record(self, first: int) -> None:
        """Let the equation give way to the list of words: its score is filed, and its shadow leaves a bead."""
        record, equation, theme = self.record, self.equation, self.style.theme
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.4, 1.0)
        sign, score, name = equation.score
        gone = [FadeOut(each, rate_func=early) for each in (equation.shadow, equation.by, sign, name)]
        gone += [FadeOut(each, rate_func=late) for each in self.standing]
        shown = (*record.names, record.title, record.marks, record.zeros)
        come: list[Animation] = [FadeIn(each, rate_func=late) for each in shown]
        come += [FadeIn(self.notches[first], self.ways[first], rate_func=early)]
        body = self.fan.arrows[first].body
        dimmed = _BEHIND if theme.filled else 1.0
        come += [ApplyMethod(body.set_fill, theme.fill(quiet(theme)), dimmed)]
        filed = ReplacementTransform(score, record.scores[first], rate_func=late)
        grown = Live([record.bars[first]], lambda share: record.grow(first, share), rate_func=late)
        record.grow(first, 1e-3)
        self.add(record.bars[first])
        self.play(*gone, *come, filed, grown, run_time=self.style.times.slow)

    def _sweep(self, row: int, seconds: float) -> None:
        """Let a tip fall on the context's line, with its bar and its score; it leaves a mark, and its way there."""
        record, theme, fan = self.record, self.style.theme, self.fan
        shadow, bar, notch, body = self.shadows[row], record.bars[row], self.notches[row], fan.arrows[row].body
        ink, rest = (ManimColor(theme.fill(color)) for color in (theme.ink, quiet(theme)))
        dimmed = _BEHIND if theme.filled else 1.0
        shadow.slab.set_fill(ink)

        def follow(time: float) -> None:
            fallen, gone = max(smooth(min(time / _FALLEN, 1.0)), 1e-3), between(time, _LEAVES, 1.0)
            self._throw(row, fallen)
            record.grow(row, fallen)
            shadow.perpendicular.set_stroke(opacity=1 - gone)
            shadow.slab.set_opacity((1 - gone) * (1.0 if theme.filled else 0.0))
            shadow.slab.set_stroke(opacity=1 - gone)
            notch.set_stroke(opacity=float(time > _FALLEN))
            body.set_fill(ink.interpolate(rest, gone), 1 - gone * (1 - dimmed))

        follow(0.0)
        thrown = [shadow.slab, shadow.perpendicular]
        self.add(*thrown, bar, notch)
        late = squish_rate_func(smooth, 0.4 * _FALLEN, 1.2 * _FALLEN)
        shown = [FadeIn(record.scores[row], rate_func=late)]
        shown.append(FadeIn(self.ways[row], rate_func=squish_rate_func(smooth, _LEAVES, 1.0)))
        louder = [
            ApplyMethod(text.scale, _LOUD, rate_func=there_and_back) for text in (record.names[row], fan.texts[row])
        ]
        self.play(Live([*thrown, bar, notch, body], follow, rate_func=linear), *shown, *louder, run_time=seconds)
        self.remove(*thrown)

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
        ahead = [index for index, value in enumerate(record.values) if value > 0]
        gone = [FadeOut(piece[index]) for index in ahead for piece in (self.notches, self.ways)]
        self.standing = [shadow]
        self.add(shadow)

        def cast(share: float) -> None:
            arrow.body.set_fill(theme.fill(color))
            arrow.shaft_width = self._shaft + share * (_SPEAKING * self._shaft - self._shaft)
            arrow.set_ends(fan.origin, end)
            self._throw(best, share)

        self.play(*lit, *gone, Live([arrow, shadow], cast), run_time=_SLOW)
        self.standing.append(self.farthest)
        self.play(FadeIn(self.farthest), run_time=times.quick)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        louder = [ApplyMethod(word.scale, _LOUD, rate_func=there_and_back) for word in self.phrase.words[:-1]]
        risen = word_on_its_way(fan.texts[best], self.next_word)
        self.play(LaggedStart(*louder, lag_ratio=0.3), AnimationGroup(risen), cleared, run_time=times.slow)
        self.remove(self.next_word, *self.phrase.words)
        self.phrase.add(self.next_word)
        self.add(self.phrase)
        self.hold()
