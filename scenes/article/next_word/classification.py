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
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.choice import Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import BOLD, Fan, ScoreRecord
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import Glass, Stream, VectorBlocks, between, mixed, palette
from scenes.article.next_word.score_sum import ScoreSum
from scenes.article.next_word.shadow_product import LengthMark, ShadowLength, ShadowTimesLength, digits_of
from scenes.layout import shrink
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parts.geometry import flat, point
from scenes.parts.plane.layers import Layer, laid
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

_GLASS, _GLASS_SHARE = (2.1, 2.4), 0.44
"""Scene units: the most width and height of the glass; its share of the height, below a word's vector."""

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

_SPEAKING = 1.6
"""The factor by which the shaft of the arrow that reaches farthest is wider at last."""

_WIDEST = 0.32
"""The share of a room's width that a vector's longest block takes, at most."""

_SHOWN, _GROWN, _STRAIGHTENED = 1.1, 1.3, 1.5
"""Seconds in which a word's second vector is seen, the other arrows grow, and the mix becomes an arrow."""

_CAST, _SLOW = 0.8, 0.7
"""Seconds for the first shadow, and for the one that reaches farthest; as long again for each to be stretched."""

_SWEPT, _TOGETHER, _BACK, _FALLEN, _LEAVES = 1.2, 1.2, 0.2, 0.5, 0.8
"""Seconds for a shadow that is pointed at, for all others together, and for these to come back; shares of a shadow's
time until it has fallen and leaves."""

_OPEN = 0.55
"""The share of the time in which the fan opens until its last arrow begins to grow."""

_BEHIND = 0.6
"""The opacity of all other arrows while one is worked out."""

_START = 0.12
"""Scene units: the radius of the point from which all arrows go."""

_BEAD = 0.1
"""Scene units: the radius of the bead that a shadow leaves on the context's line."""

_LOUD = 1.15
"""The factor by which the words grow for a moment when the phrase is whole."""


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
        lying = room.width > 2 * room.height
        shares = numbers.context.new_full((len(hues),), 1 / len(hues))
        if lying:
            first, place = room.columns(1.3, 1.0, gap=0.4)
        else:
            first, place = room.rows(1 - _GLASS_SHARE, _GLASS_SHARE, gap=0.3)
        height = min(_GLASS[1], place.height)
        width, (middle, centre, _) = min(_GLASS[0], 0.8 * height, place.width - 0.2), place.centre
        inside = Region(middle - width / 2, middle + width / 2, centre - height / 2, centre + height / 2)
        self.glass = Glass(numbers.words, shares, hues, inside, style=style)
        self._make_answer(hues, first)
        middle_rows = room.inset(top=0.24 * room.height, bottom=0.16 * room.height)
        self.mix = self._blocks(middle_rows, numbers.context, self.hue)
        self.mix_name = Label(self.says("context"), size=style.sizes.head, color=self.hue, style=style)
        self.mix_name.set_x(self.mix.middle).on_baseline(room.top - 0.15 * room.height)

    def _make_answer(self, hues: Sequence[str], room: Region) -> None:
        """Make the vector with which a word of the phrase answers, hollow, where the word has an arrow."""
        numbers, word = self.numbers, self.second
        self.answer, self.answer_name = list[VectorBlocks](), VGroup()
        if word is None:
            return
        hue = hues[len(numbers.words) - 1 - numbers.words[::-1].index(word)]
        row = numbers.classifier[numbers.vocabulary.index(word)]
        name = Label(self.says("answers", word=word), size=self.style.sizes.head, color=hue, style=self.style)
        shrink(name, min(1.0, 0.94 * room.width / float(name.width)))
        name.set_x(room.centre[0]).on_baseline(room.top - name.cap_height)
        self.answer_name.add(name)
        self.answer.append(self._blocks(room.inset(top=0.55), row, hue, empty=True))

    def _blocks(
        self,
        room: Region,
        numbers: torch.Tensor,
        hue: str,
        *,
        empty: bool = False,
    ) -> VectorBlocks:
        """Return a vector as blocks that fill a room."""
        sizes = self.style.sizes
        pitch = room.height / len(numbers)
        longest = max(len(format_number(float(number))) for number in numbers)
        room_for = min(pitch / 0.0125, (room.width / 2 - 0.1) / (_DIGIT * longest))
        size = max((size for size in (sizes.formula, sizes.number, sizes.note) if size <= room_for), default=None)
        unit = min(_WIDEST * room.width, 1.6 * pitch) / max(float(numbers.abs().max()), 1e-9)
        return VectorBlocks(numbers, hue, room, unit, size=size or sizes.least, empty=empty, style=self.style)

    def _make_fan(self, field: Region) -> None:
        """Make the arrows, the context vector among them, its line, and the shadows and beads on it."""
        numbers, style = self.numbers, self.style
        places, context = numbers.classifier[self.positions] @ numbers.view.T, numbers.context @ numbers.view.T
        fan = self.fan = Fan(
            self.names,
            places,
            context[None],
            field.inset(top=_OVER),
            size=self._label_size(),
            width=self._shaft,
            style=style,
        )
        for index, (arrow, color) in enumerate(zip(fan.arrows, self.name_colors, strict=True)):
            arrow.body.set_fill(quiet(style.theme))
            fan.paint(index, color)
        fan.clear_of_feet()
        top = point(float(fan.origin[0]), field.top)
        fan.line.put_start_and_end_on(fan.line.get_start(), top)
        fan.line.set_stroke(self.hue)
        self.start = laid(Dot(fan.origin, radius=_START, color=quiet(style.theme)), Layer.PIN)
        self.arrow = Vector(
            fan.origin, fan.place(context), self.hue, width=BOLD if self._roomy else _LESS_BOLD, style=style
        )
        laid(self.arrow, Layer.PIN)  # the shadows lie on its line
        self.tip_name = self._tip_name(field)
        self.shadows = [fan.shadow(index, quiet(self.style.theme)) for index in range(len(self.positions))]
        self.beads = [self._bead(index) for index in range(len(self.positions))]
        self.ways = [self._way(index) for index in range(len(self.positions))]
        self.reach, self.farthest = self._length_of(self.told, style.theme.ink), self._length_of(self.best, self.lit)
        self.product = self.farthest.times(
            float(numbers.length), float(numbers.scores[self.positions[self.best]]), self.hue
        )
        self.measure = self._measuring()
        self.standing: list[VMobject] = []

    def _bead(self, index: int) -> Dot:
        """Return what a word's shadow leaves on the context's line, where it ends."""
        color = quiet(self.style.theme)
        bead = Dot(self.shadows[index].foot, radius=_BEAD, color=color)
        bead.set_stroke(self.style.theme.background, self.style.strokes.thin, background=True)
        return laid(bead, Layer.PIN)  # over the arrows, which hide the origin

    def _way(self, index: int) -> VMobject:
        """Return the thin dashed way from a word's tip down to its bead: whose bead it is."""
        way = self.shadows[index].perpendicular.copy()
        return laid(way.set_stroke(quiet(self.style.theme), self.style.strokes.thin), Layer.SHADOW)

    def _measuring(self) -> LengthMark:
        """Return the context's length beside its arrow, on the side where the first shadow is not."""
        fan, numbers = self.fan, self.numbers
        x = float(fan.origin[0])
        lines = [(flat(fan.origin), flat(end)) for end in fan.ends]
        lines += [(flat(end), (x, float(end[1]))) for end in fan.ends]
        texts = [*fan.texts, *self.reach, *self.farthest, *self.product, self.tip_name]
        return LengthMark(
            fan.origin,
            self.arrow.end,
            float(numbers.length),
            -1 if float(fan.ends[self.told][0]) > x else 1,
            self.hue,
            digits=digits_of(float(numbers.shadows[numbers.told]), float(numbers.length)) or 2,
            size=self.style.sizes.tick if self._roomy else self.style.sizes.note,  # it stands between arrows
            lines=lines,
            boxes=[box_of(text) for text in texts],
            style=self.style,
        )

    def _tip_name(self, field: Region) -> VMobject:
        """Return the context's name at the upper end of its line."""
        style, x = self.style, float(self.fan.origin[0])
        name = Label(self.says("context"), size=self._label_size(), color=self.hue, style=style)
        side = 1 if field.right - x > name.width + 0.3 else -1  # the answer's numbers stand on the left
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
            self._straighten()
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
        """Begin with the glass as it was left; a word's vector as an answer grows with its arrow, and the fan opens."""
        glass, fan = self.glass, self.fan
        self.add(self.phrase, self.blank, glass.mix, glass.shine, glass.outline, *glass.names)
        if self.answer:
            self._show_answer()
        first = self.names.index(self.second) if self.second else -1
        others = [index for index in range(len(fan.arrows)) if index != first]
        ends = [fan.ends[index] - fan.origin for index in others]
        others = [others[at] for at in np.argsort([np.arctan2(float(way[1]), float(way[0])) for way in ends])[::-1]]
        starts = [_OPEN * place / max(len(others) - 1, 1) for place in range(len(others))]

        def draw(time: float) -> None:
            for index, start in zip(others, starts, strict=True):
                grown = max(smooth(between(time, start, start + 1 - _OPEN)), 1e-3)
                fan.arrows[index].set_ends(fan.origin, fan.origin + grown * (fan.ends[index] - fan.origin))

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
        arrow, late = fan.arrows[index], squish_rate_func(smooth, 0.6, 1.0)
        arrow.body.set_fill(theme.fill(self.name_colors[index]))

        def grow(share: float) -> None:
            blocks.grow(max(share, 1e-3))
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (fan.ends[index] - fan.origin))

        self.add(blocks.zero, arrow, self.start)
        named = [FadeIn(each, rate_func=late) for each in (*blocks.numbers, fan.labels[index])]
        grown = Live([blocks.blocks, blocks.shine, arrow], grow)
        self.play(FadeIn(self.answer_name), grown, *named, run_time=_SHOWN)
        self.remove(blocks.blocks, blocks.shine, blocks.zero, *blocks.numbers)
        self.add(blocks)

    def _straighten(self) -> None:
        """Let the mix flow out of its glass and stand up as an arrow; its average is the context's numbers."""
        fan, glass, arrow, flow = self.fan, self.glass, self.arrow, self.flow
        tip, low = arrow.end.copy(), float(fan.origin[1])
        self.add(fan.line, flow, arrow)

        def follow(time: float) -> None:
            risen = smooth(between(time, 0.3, 0.92))
            glass.drain(1 - risen)
            height = low if self.view.lying else low + risen * (float(tip[1]) - low)
            flow.flow(smooth(min(time / 0.34, 1.0)), height, smooth(between(time, 0.6, 0.92)))
            arrow.set_ends(fan.origin, fan.origin + max(risen, 1e-3) * (tip - fan.origin))

        self.remove(glass.names)
        leaving, early = (*glass.names, self.answer_name, *self.answer), squish_rate_func(smooth, 0.0, 0.2)
        gone: list[Animation] = [FadeOut(each, rate_func=early) for each in leaving]
        gone += [recolor(arrow.body, quiet(self.style.theme)) for arrow in fan.arrows]
        line = FadeIn(fan.line, rate_func=squish_rate_func(smooth, 0.0, 0.3))
        self.play(Live([glass.mix, flow, arrow], follow, rate_func=linear), line, *gone, run_time=_STRAIGHTENED)
        self.remove(flow, glass.mix, glass)
        self.add(glass.outline, glass.shine)
        late = squish_rate_func(smooth, 0.5, 1.0)
        away = [FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for each in (glass.outline, glass.shine)]
        mix = self.mix
        come = [FadeIn(each, rate_func=late) for each in (self.mix_name, self.tip_name, mix.zero, *mix.numbers)]
        self.add(mix.blocks, mix.shine)
        self.play(*away, *come, Live([mix.blocks, mix.shine], mix.grow), run_time=self.style.times.move)
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
        reach, measure = self.reach, self.measure
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
        if len(measure):  # the factor is read off the arrow before it is written
            line, said = measure
            self.play(Create(line), FadeIn(said, rate_func=late), run_time=times.move)
            self.play(FadeIn(equation.by), run_time=times.quick)
        else:
            swollen = ApplyMethod(self.arrow.scale, _LOUD, {"about_point": self.fan.origin}, rate_func=there_and_back)
            self.play(swollen, FadeIn(equation.by), run_time=times.move)
        self.play(FadeIn(sign), run_time=times.quick)
        self.rest()

    def _behind(self, told: int, opacity: float) -> list[Animation]:
        """Return how all arrows but one get fainter, or come back: the one that is told stands alone."""
        others = [arrow.body for at, arrow in enumerate(self.fan.arrows) if at != told]
        return [ApplyMethod(body.set_fill, None, opacity) for body in others] if self.style.theme.filled else []

    def _cast_others(self, first: int) -> None:
        """Cast the shadows that are left: slowly the one that reaches farthest and the last one, then all others."""
        self._begin_record(first)
        left = [index for index in range(len(self.positions)) if index != first]  # the highest score first
        slowly = list(dict.fromkeys([*left[:1], *left[-1:]]))
        for index in slowly:
            self._point_at(index)
        self._sweep([index for index in left if index not in slowly], _TOGETHER)
        self.rest()

    def _point_at(self, index: int) -> None:
        """Let one arrow stand alone while its shadow is thrown and its score is filed."""
        record, name = self.record, self.fan.texts[index]
        louder = [ApplyMethod(text.scale, _LOUD, rate_func=there_and_back) for text in (record.names[index], name)]
        self.play(*self._behind(index, _BEHIND), *louder, run_time=self.style.times.quick)
        self._sweep([index], _SWEPT)
        back = self._behind(index, 1.0)
        if back:
            self.play(*back, run_time=_BACK)

    def _begin_record(self, first: int) -> None:
        """Let the equation give way to the list of words: its score is filed, and its shadow leaves a bead."""
        record, equation, theme = self.record, self.equation, self.style.theme
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.4, 1.0)
        sign, score, name = equation.score
        gone = [FadeOut(each, rate_func=early) for each in (equation.shadow, equation.by, sign, name)]
        gone += [FadeOut(each, rate_func=late) for each in self.standing]
        shown = (*record.names, record.title, record.marks, record.zeros)
        come: list[Animation] = [FadeIn(each, rate_func=late) for each in shown]
        come += [FadeIn(self.beads[first], self.ways[first], rate_func=early)]
        come += [recolor(self.fan.arrows[first].body, quiet(theme))]
        filed = ReplacementTransform(score, record.scores[first], rate_func=late)
        grown = Live([record.bars[first]], lambda share: record.grow(first, share), rate_func=late)
        record.grow(first, 1e-3)
        self.add(record.bars[first])
        come += self._behind(first, 1.0)
        self.play(*gone, *come, filed, grown, run_time=self.style.times.slow)

    def _sweep(self, rows: Sequence[int], seconds: float) -> None:
        """Let tips fall on the context's line, with their bars and scores; each leaves a bead, and its way there."""
        if not rows:
            return
        record, theme = self.record, self.style.theme
        ink, rest = (ManimColor(theme.fill(color)) for color in (theme.ink, quiet(theme)))
        pieces = [(self.shadows[row], record.bars[row], self.beads[row], self.fan.arrows[row].body) for row in rows]
        for shadow, *_ in pieces:
            shadow.slab.set_fill(ink)

        def follow(time: float) -> None:
            fallen, gone = max(smooth(min(time / _FALLEN, 1.0)), 1e-3), between(time, _LEAVES, 1.0)
            for row, (shadow, _, bead, body) in zip(rows, pieces, strict=True):
                self._throw(row, fallen)
                record.grow(row, fallen)
                shadow.perpendicular.set_stroke(opacity=1 - gone)
                shadow.slab.set_opacity((1 - gone) * (1.0 if theme.filled else 0.0))
                shadow.slab.set_stroke(opacity=1 - gone)
                bead.set_opacity(float(time > _FALLEN))
                body.set_fill(ink.interpolate(rest, gone))

        follow(0.0)
        thrown = [piece for shadow, *_ in pieces for piece in (shadow.slab, shadow.perpendicular)]
        moving = [*thrown, *(piece for _, bar, bead, _ in pieces for piece in (bar, bead))]
        self.add(*moving)
        late = squish_rate_func(smooth, 0.4 * _FALLEN, 1.2 * _FALLEN)
        filed = [FadeIn(record.scores[row], rate_func=late) for row in rows]
        stay = [FadeIn(self.ways[row], rate_func=squish_rate_func(smooth, _LEAVES, 1.0)) for row in rows]
        bodies = [body for *_, body in pieces]
        self.play(Live([*moving, *bodies], follow, rate_func=linear), *filed, *stay, run_time=seconds)
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
        shadow = self.shadows[best] = fan.shadow(best, color)
        lit = [*fan.lit(best, color), *(recolor(text, color) for text in (record.names[best], record.scores[best]))]
        lit.append(recolor(record.bars[best], theme.fill(color)))
        arrow, end = fan.arrows[best], fan.ends[best]
        ahead = [index for index, value in enumerate(record.values) if value > 0]
        gone = [FadeOut(piece[index]) for index in ahead for piece in (self.beads, self.ways)]
        self.standing = [shadow]
        self.add(shadow)

        def cast(share: float) -> None:
            arrow.body.set_fill(theme.fill(color))
            arrow.shaft_width = self._shaft + share * (_SPEAKING * self._shaft - self._shaft)
            arrow.set_ends(fan.origin, end)
            self._throw(best, share)

        reach, by = self.farthest, self.product
        self.play(*lit, *gone, Live([arrow, shadow], cast), run_time=_SLOW)
        self.standing.append(reach)
        self.play(FadeIn(reach), run_time=times.quick)
        self.standing.append(by)
        rises = []
        if len(by) and len(self.measure):  # what is multiplied by goes there from the arrow that it measures
            factor = next(each for each in by.get_family() if isinstance(each, Number))
            rises = [ApplyMethod(self.measure[1].move_to, factor, rate_func=squish_rate_func(smooth, 0.0, 0.6))]
        self.play(FadeIn(by, rate_func=squish_rate_func(smooth, 0.6, 1.0)), *rises, run_time=times.slow)
        if rises:
            self.remove(self.measure[1])
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        louder = [ApplyMethod(word.scale, _LOUD, rate_func=there_and_back) for word in self.phrase.words[:-1]]
        risen = word_on_its_way(fan.texts[best], self.next_word)
        self.play(LaggedStart(*louder, lag_ratio=0.3), AnimationGroup(risen), cleared, run_time=times.slow)
        self.remove(self.next_word, *self.phrase.words)
        self.phrase.add(self.next_word)
        self.add(self.phrase)
        self.hold()
