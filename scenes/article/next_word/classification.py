"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is a direction. The row that reaches farthest along the context vector names the prediction.
The picture is the plane of the last two context vectors: in it, every row's shadow on either of them is the true one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from manim import (
    Animation,
    AnimationGroup,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.choice import Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import BOLD, Fan, Ruler, ScoreRecord, WrittenProduct
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.mixing import Glass, Stream, VectorBlocks, between, mixed, palette
from scenes.article.next_word.stretch import ShadowTimesLength, Stretch
from scenes.layout import shrink
from scenes.motion.become import recolor
from scenes.motion.live import Live, settle
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 5.0, 3.6
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_GLASS, _GLASS_SHARE = (2.1, 2.4), 0.44
"""Scene units: the most width and height of the glass; its share of the height, below a word's two vectors."""

_DIGIT = 0.0054
"""Scene units of width that a digit takes, for each font unit."""

_STRETCHED = 2.2
"""The most by which a shadow is seen to be stretched: a fan with longer ones would be small."""

_EQUATION = 0.27
"""The share of the record's height for the shadow times the length."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_OVER, _LANE = 0.45, 0.12
"""Scene units above the arrows for the context's name, and from there to the lane of what flows."""

_OVER_SHADOW, _LONGER = 0.18, 1.2
"""Scene units above the longest stretched shadow, which stands that clear of the name if it is so much longer."""

_FLOW = 15.0
"""Stroke units: the mix on its way out of the glass."""

_SPEAKING = 0.11
"""Scene units: the shaft of the arrow that reaches farthest."""

_SHOWN, _GROWN, _TURNING, _STRAIGHTENED = 1.2, 0.6, 1.1, 1.5
"""Seconds in which a word's two vectors are seen, arrows grow, training turns them, and the mix becomes an arrow."""

_CAST, _SLOW = 0.8, 0.7
"""Seconds for the first shadow, and for the one that reaches farthest; as long again for each to be stretched."""

_SWEPT, _LAG, _FALLEN = 0.45, 0.62, 0.7
"""Seconds for each swept shadow, and shares of them: from one to the next, and until it has fallen."""

_TURNED = 0.7
"""The least angle, in radians, by which training is seen to turn an arrow."""


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
        self.second = next((word for word in reversed(numbers.words) if word in self.names), None)
        field, record, columns = self._regions()
        self._make_record(record, columns)
        self._make_glass(hues, record)
        self._make_fan(field)
        self._make_streams(field)

    def _make_record(self, room: Region, columns: int) -> None:
        """Make the written product and the list of scores, which stand at one place one after the other."""
        numbers, style, score = self.numbers, self.style, self.says("score")
        self.told = self.positions.index(numbers.told)
        upper, lower = room.rows(_EQUATION, 1 - _EQUATION, gap=0.3)
        if room.width > 2 * room.height:
            upper, lower = room.columns(1.0, 1.0, gap=0.4)
        said = (self.says("shadow"), self.says("length"), score)
        self.equation = ShadowTimesLength(
            said,
            float(numbers.shadows[numbers.told]),
            float(numbers.length),
            float(numbers.scores[numbers.told]),
            upper,
            colors=(style.theme.ink, self.hue, style.theme.ink),
            style=style,
        )
        self.product = WrittenProduct(
            (self.names[self.told], self.says("context")),
            numbers.classifier[numbers.told],
            numbers.context,
            numbers.products,
            numbers.scores[numbers.told],
            score,
            lower,
            color=self.hue,
            style=style,
        )
        if upper.left == lower.left and self.equation.width < room.width:
            right = float(self.product.get_right()[0] - self.equation.get_right()[0])
            self.equation.shift(point(max(right, room.left - float(self.equation.get_left()[0])), 0.0))
        self.record = ScoreRecord(
            self.names, numbers.scores[self.positions], room, title=score, columns=columns, style=style
        )
        for index, (name, bar) in enumerate(zip(self.record.names, self.record.bars, strict=True)):
            color = self._lit_color(index)
            bar.set_fill(style.theme.fill(color), 1.0 if style.theme.filled else 0.0)
            bar.set_stroke(color, None if style.theme.filled else style.strokes.thin)
            name.set_color(self.style.theme.ink)

    def _make_glass(self, hues: Sequence[str], room: Region) -> None:
        """Make the glass with the whole phrase, what stands beside it at first, and its average as the context's."""
        numbers, style = self.numbers, self.style
        lying = room.width > 2 * room.height
        shares = numbers.context.new_full((len(hues),), 1 / len(hues))
        if lying:
            first, other, place = room.columns(1.0, 1.0, 1.0, gap=0.3)
        else:
            upper, lower = room.rows(1 - _GLASS_SHARE, _GLASS_SHARE, gap=0.3)
            first, other = upper.columns(1.0, 1.0, gap=0.25)
            place = lower.columns(1.0, 1.0, gap=0.25)[1] if self.second else lower
        height = min(_GLASS[1], place.height)
        width, (middle, centre, _) = min(_GLASS[0], 0.8 * height), place.centre
        inside = Region(middle - width / 2, middle + width / 2, centre - height / 2, centre + height / 2)
        self.glass = Glass(numbers.words, shares, hues, inside, style=style)
        self._make_two_vectors(hues, (first, other))
        middle_rows = room.inset(top=0.24 * room.height, bottom=0.16 * room.height)
        self.mix = self._blocks(middle_rows, numbers.context, self.hue)
        self.mix_name = Label(self.says("context"), size=style.sizes.head, color=self.hue, style=style)
        self.mix_name.set_x(self.mix.middle).on_baseline(room.top - 0.15 * room.height)

    def _make_two_vectors(self, hues: Sequence[str], rooms: Sequence[Region]) -> None:
        """Make both vectors of a word that is in the glass and has an arrow: as an answer, and in the mix."""
        numbers, word, ink = self.numbers, self.second, self.style.theme.ink
        self.two, self.two_names = list[VectorBlocks](), VGroup()
        if word is None:
            return
        at = len(numbers.words) - 1 - numbers.words[::-1].index(word)
        rows = numbers.classifier[numbers.vocabulary.index(word)], numbers.embeddings[at]
        most = max(float(row.abs().max()) for row in rows)
        for key, row, hue, room in zip(("answers", "mixed"), rows, (ink, hues[at]), rooms, strict=True):
            name = Label(self.says(key, word=word), size=self.style.sizes.number, color=hue, style=self.style)
            shrink(name, min(1.0, room.width / float(name.width)))
            name.set_x(room.centre[0]).on_baseline(room.top - name.cap_height)
            self.two_names.add(name)
            self.two.append(self._blocks(room.inset(top=0.55), row, hue, most, wide=0.46))

    def _blocks(
        self, room: Region, numbers: torch.Tensor, hue: str, most: float = 0.0, wide: float = 0.32
    ) -> VectorBlocks:
        """Return a vector as blocks that fill a room: ``most`` of their scale takes a ``wide`` share of its width."""
        sizes = self.style.sizes
        pitch = room.height / len(numbers)
        longest = max(len(format_number(float(number))) for number in numbers)
        room_for = min(pitch / 0.0125, (room.width / 2 - 0.1) / (_DIGIT * longest))
        size = max((size for size in (sizes.formula, sizes.number, sizes.note) if size <= room_for), default=None)
        unit = min(wide * room.width, 1.6 * pitch) / max(float(numbers.abs().max()), most, 1e-9)
        return VectorBlocks(numbers, hue, room, unit, size=size or sizes.least, style=self.style)

    def _make_fan(self, field: Region) -> None:
        """Make the arrows, the context vector among them, its line as a ruler, and the shadows on it."""
        numbers, style = self.numbers, self.style
        places, context = numbers.classifier[self.positions] @ numbers.view.T, numbers.context @ numbers.view.T
        length, best = float(numbers.length), float(numbers.scores.max())
        self.stretches = length <= _STRETCHED
        reach = context.new_tensor([0.0, max(best, 0.0) if self.stretches else 0.0])
        fan = self.fan = Fan(
            self.names,
            places,
            torch.stack([context, reach]),
            field.inset(top=_OVER_SHADOW if _LONGER <= length <= _STRETCHED else _OVER),
            size=self._label_size(),
            style=style,
        )
        for arrow in fan.arrows:
            arrow.body.set_fill(quiet(style.theme))
        top = point(float(fan.origin[0]), field.top)
        fan.line.put_start_and_end_on(fan.line.get_start(), top)
        fan.line.set_stroke(self.hue)
        self.ruler = Ruler(fan, style=style)
        self.arrow = Vector(fan.origin, fan.place(context), self.hue, width=BOLD, style=style)
        laid(self.arrow, Layer.PIN)  # the shadows lie on its line
        self.tip_name = self._tip_name(field)
        self.shadows = [fan.shadow(index, quiet(self.style.theme)) for index in range(len(self.positions))]
        self.standing: list[VMobject] = []

    def _tip_name(self, field: Region) -> VMobject:
        """Return the context's name at the upper end of its line."""
        style, x = self.style, float(self.fan.origin[0])
        name = Label(self.says("context"), size=self._label_size(), color=self.hue, style=style)
        side = 1 if field.right - x > name.width + 0.3 else -1  # the answer's numbers stand on the left
        name.set_x(x + side * (0.3 + name.width / 2)).on_baseline(field.top - name.cap_height)
        return labelled(name, style)

    def _stretch(self, index: int, color: str) -> Stretch:
        """Return how a word's shadow is stretched to its score, with its numbers where the word is not."""
        fan, numbers, score = self.fan, self.numbers, self.record.values[index]
        side = -1 if float(fan.ends[index][0]) > float(fan.origin[0]) else 1
        return Stretch(
            fan.origin,
            self.shadows[index].foot,
            float(numbers.shadows[self.positions[index]]),
            score,
            fan.unit,
            side,
            color,
            length=float(numbers.length),
            hue=self.hue,
            size=self.style.sizes.tick,
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

    def _lit_color(self, index: int) -> str:
        """Return the colour of a scored arrow and bar: bright above zero and quiet below."""
        theme = self.style.theme
        return theme.ink if self.record.values[index] > 0 else quiet(theme)

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
        return sizes.number if self.stage.is_wide or self.stage.is_portrait else sizes.tick

    def tell(self) -> None:
        """Fan out the rows, let the mix become the context's arrow, cast the shadows; the longest one speaks."""
        numbers, scores = self.numbers, self.record.scores
        said, values = " ".join(numbers.words), {"word": numbers.predicted}
        with self.beat("second" if self.second else "rows"):
            self._fan_out()
        with self.beat("context"):
            self._straighten()
        length = format_number(float(numbers.length))
        with self.beat("row", word=self.names[self.told], score=scores[self.told].shown, length=length):
            self._multiply(self.told)
        with self.beat("others"):
            self._cast_others(self.told)
        reach = format_number(float(numbers.shadows[self.positions[self.best]]), 1)
        with self.beat("largest", phrase=said, score=scores[self.best].shown, reach=reach, **values):
            self._choose()

    def _fan_out(self) -> None:
        """Show the glass as it was left and a word's two vectors; all answers' arrows grow, and training turns them."""
        glass, fan, times = self.glass, self.fan, self.style.times
        shown = [glass.mix, glass.shine, glass.outline, *glass.names]
        self.play(FadeIn(self.phrase, self.blank, *shown, *self.two[1:], *self.two_names[1:]), run_time=times.quick)
        turns = [_TURNED * (-1) ** index * (1 + 0.5 * (index % 3)) for index in range(len(fan.ends))]
        if self.two:
            self._show_answer()
        first = self.names.index(self.second) if self.second else -1
        others = [index for index in range(len(fan.arrows)) if index != first]

        def draw(grown: float, turned: float, drawn: Sequence[int]) -> None:
            for index in drawn:
                way = rotate_vector(fan.ends[index] - fan.origin, (1 - turned) * turns[index])
                fan.arrows[index].set_ends(fan.origin, fan.origin + max(grown, 1e-3) * way)

        moving = [fan.arrows[index] for index in others]
        self.add(*moving)
        self.play(Live(moving, lambda share: draw(0.7 * share, 0.0, others)), run_time=_GROWN)
        turned = Live(moving, lambda share: draw(0.7 + 0.3 * share, settle(share), others), rate_func=linear)
        late = squish_rate_func(smooth, 0.8, 1.0)
        named = [FadeIn(fan.labels[index], rate_func=late) for index in others]
        self.play(turned, *named, run_time=_TURNING)
        self.rest()

    def _show_answer(self) -> None:
        """Let the vector with which a word answers grow, and as much of its arrow."""
        theme, fan, blocks, index = self.style.theme, self.fan, self.two[0], self.names.index(self.second or "")
        arrow, late = fan.arrows[index], squish_rate_func(smooth, 0.6, 1.0)
        arrow.body.set_fill(theme.fill(theme.ink))

        def grow(share: float) -> None:
            blocks.grow(max(share, 1e-3))
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (fan.ends[index] - fan.origin))

        self.add(blocks.zero, arrow)
        named = [FadeIn(each, rate_func=late) for each in (*blocks.numbers, fan.labels[index])]
        grown = Live([blocks.blocks, blocks.shine, arrow], grow)
        self.play(FadeIn(self.two_names[0]), grown, *named, run_time=_SHOWN)
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
        leaving, early = (*glass.names, *self.two_names, *self.two), squish_rate_func(smooth, 0.0, 0.2)
        gone: list[Animation] = [FadeOut(each, rate_func=early) for each in leaving]
        gone += [recolor(arrow.body, quiet(self.style.theme)) for arrow in fan.arrows]
        line = FadeIn(fan.line, rate_func=squish_rate_func(smooth, 0.0, 0.3))
        self.play(Live([glass.mix, flow, arrow], follow, rate_func=linear), line, *gone, run_time=_STRAIGHTENED)
        self.remove(flow, glass.mix, glass)
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.5, 1.0)
        self.add(glass.outline, glass.shine)
        away = [FadeOut(each, rate_func=early) for each in (glass.outline, glass.shine)]
        mix, ruler = self.mix, self.ruler
        come = [FadeIn(each, rate_func=late) for each in (self.mix_name, ruler, *ruler.numbers, self.tip_name)]
        come += [FadeIn(mix.zero, rate_func=early), FadeIn(mix.numbers, rate_func=late)]
        self.play(*away, *come, Live([mix.blocks, mix.shine], mix.grow), run_time=self.style.times.move)
        self.remove(mix.blocks, mix.shine, mix.zero, *mix.numbers)
        self.add(mix)
        self.rest()

    def _begin_product(self) -> list[Animation]:
        """Return how the context's numbers become the factors of the written product."""
        mix, product, early = self.mix, self.product, squish_rate_func(smooth, 0.0, 0.4)
        count = len(product.products)
        self.remove(mix)
        self.add(mix.blocks, mix.shine, mix.zero, *mix.numbers)
        gone = [FadeOut(each, rate_func=early) for each in (mix.blocks, mix.shine, mix.zero)]
        pairs = [*zip(mix.numbers, product.lines[count : 2 * count], strict=True), (self.mix_name, product.heads[1])]
        return [*gone, *(ReplacementTransform(*pair) for pair in pairs)]

    def _multiply(self, index: int) -> None:
        """Let one arrow throw its shadow and stretch it to the score; the products add up to the same."""
        product, equation, times, shadow = self.product, self.equation, self.style.times, self.shadows[index]
        stretch = self._stretch(index, self.style.theme.ink)
        self.standing = [shadow, stretch]
        self.add(shadow)
        shadow.slab.set_fill(self.style.theme.ink)
        cast = Live([shadow], lambda share: self._throw(index, share))
        covered = self._give_way(stretch)
        lit = recolor(self.fan.arrows[index].body, self.style.theme.ink)
        self.play(cast, lit, *covered, *self._begin_product(), run_time=_CAST)
        self.play(FadeIn(stretch.before, equation.shadow), run_time=times.quick)
        self.play(FadeIn(stretch.factor, equation.by), run_time=1.5 * times.quick)
        self._lengthen(stretch, FadeIn(equation.score, rate_func=squish_rate_func(smooth, 0.7, 1.0)))
        count = len(product.products)
        row = [product.heads[0], *product.lines[:count], *product.lines[2 * count :], *product.products]
        self.play(FadeIn(*row[: -len(product.products)]), run_time=times.quick)
        self.play(LaggedStart(*map(FadeIn, product.products), lag_ratio=0.5), run_time=2 * times.quick)
        self.play(FadeIn(product.sum), run_time=times.quick)
        self.rest()

    def _give_way(self, stretch: Stretch) -> list[Animation]:
        """Return how the ruler's numbers leave that are where a shadow's own numbers will be."""
        boxes = [self.fan.around(number) for number in stretch.numbers]
        covered = [each for each in self.ruler.numbers if any(overlap(box_of(each), box) > 0 for box in boxes)]
        self.ruler.numbers.remove(*covered)
        return [FadeOut(each) for each in covered]

    def _lengthen(self, stretch: Stretch, *also: Animation) -> None:
        """Stretch a shadow to its score, where there is room for it."""
        said = FadeIn(stretch.after, rate_func=squish_rate_func(smooth, 0.7, 1.0))
        if not self.stretches:
            self.play(*also, run_time=_SLOW)
            return
        self.add(stretch.gain)
        self.play(Live([stretch.gain], stretch.draw), said, *also, run_time=_SLOW)

    def _cast_others(self, first: int) -> None:
        """Cast the shadows that are left, in one sweep and in the order of the list."""
        self._begin_record(first)
        self._sweep([index for index in range(len(self.positions)) if index != first])
        self.rest()

    def _begin_record(self, first: int) -> None:
        """Let the written product give way to the list of words: its sum is filed, and its shadow is a bar."""
        product, record = self.product, self.record
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.4, 1.0)
        gone = [FadeOut(each, rate_func=early) for each in (product.heads, product.lines, product.products)]
        gone += [FadeOut(each, rate_func=early) for each in (*product.sum[:-1], self.equation)]
        come = [FadeIn(each, rate_func=late) for each in (*record.names, record.title, record.marks, record.zeros)]
        filed = ReplacementTransform(product.sum[-1], record.scores[first], rate_func=late)
        self.play(*gone, *come, filed, run_time=0.8)
        self.add(record.bars[first])
        self.play(Live([record.bars[first]], lambda share: record.grow(first, share)), run_time=0.4)

    def _sweep(self, swept: Sequence[int]) -> None:
        """Let the other tips fall on the context's line, one soon after another, each with its bar and its score."""
        falls = [self.shadows[index].perpendicular for index in swept]
        slabs = [self.shadows[index].slab for index in swept]
        bars = [self.record.bars[index] for index in swept]
        bodies = [self.fan.arrows[index].body for index in swept]
        length = 1 / (1 + _LAG * (len(swept) - 1))
        starts = [_LAG * place * length for place in range(len(swept))]
        theme = self.style.theme

        def follow(share: float) -> None:
            for index, body, fall, slab, start in zip(swept, bodies, falls, slabs, starts, strict=True):
                own = min(max((share - start) / length, 0.0), 1.0)
                fallen = max(smooth(min(own / _FALLEN, 1.0)), 1e-3)
                self._throw(index, fallen)
                self.record.grow(index, fallen)
                stays = own > 0 and (own < 1 or fall in self.standing)
                fall.set_stroke(opacity=float(stays))
                slab.set_opacity(float(0 < own < 1))
                body.set_fill(theme.fill(quiet(theme) if own <= 0 else self._lit_color(index)))

        filed = [
            FadeIn(self.record.scores[index], rate_func=squish_rate_func(smooth, start + 0.5 * length, start + length))
            for index, start in zip(swept, starts, strict=True)
        ]
        told = self.shadows[self.told].perpendicular
        self.play(*self._take_away(), run_time=0.2)
        self.standing = [self.shadows[index].perpendicular for index in range(len(self.names)) if self._clear(index)]
        self.add(told)
        self.add(*slabs, *falls, *bars)
        moved = Live([*slabs, *falls, *bars, *bodies], follow, rate_func=linear)
        self.play(moved, *filed, run_time=_SWEPT / length)
        self.remove(*slabs, *(fall for fall in falls if fall not in self.standing))

    def _clear(self, index: int) -> bool:
        """Return whether a word's way to the context's line crosses no other word."""
        fan, end = self.fan, self.fan.ends[index]
        way = (flat(end), (float(fan.origin[0]), float(end[1])))
        return not any(inside_length(way, fan.around(text)) > 0 for text in fan.texts if text is not fan.texts[index])

    def _throw(self, index: int, share: float) -> None:
        """Draw a shadow as an arrow of a share of the length would throw it."""
        fan = self.fan
        end = fan.origin + max(share, 1e-3) * (fan.ends[index] - fan.origin)
        self.shadows[index].set_ends(fan.origin, end, fan.origin + point(0.0, 1.0))

    def _take_away(self) -> list[Animation]:
        """Return how the shadow that stands leaves."""
        return [FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for each in self.standing]

    def _choose(self) -> None:
        """Let the arrow that reaches farthest throw its shadow; its word goes into the free place."""
        times, fan, record, best = self.style.times, self.fan, self.record, self.best
        color, theme = self.color_of(self.numbers.predicted), self.style.theme
        shadow = self.shadows[best] = fan.shadow(best, color)
        lit = [recolor(text, color) for text in (fan.texts[best], record.names[best], record.scores[best])]
        lit.append(recolor(record.bars[best], theme.fill(color)))
        arrow, end = fan.arrows[best], fan.ends[best]
        gone = self._take_away()
        self.standing = [shadow]
        self.add(shadow)

        def cast(share: float) -> None:
            arrow.body.set_fill(theme.fill(color))
            arrow.shaft_width = WIDTH + share * (_SPEAKING - WIDTH)
            arrow.set_ends(fan.origin, end)
            self._throw(best, share)

        stretch = self._stretch(best, color)
        gone += self._give_way(stretch)
        self.play(*lit, *gone, Live([arrow, shadow], cast), run_time=_SLOW)
        self.standing.append(stretch)
        self.play(FadeIn(stretch.before, stretch.factor), run_time=times.quick)
        self._lengthen(stretch)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        self.play(AnimationGroup(word_on_its_way(fan.texts[best], self.next_word)), cleared, run_time=times.move)
        self.remove(self.next_word)
        self.phrase.add(self.next_word)
        self.hold()
