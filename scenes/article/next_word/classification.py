"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is a direction. The row that reaches farthest along the context vector names the prediction.
The picture is the plane of the last two context vectors: in it, every row's shadow on either of them is the true one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from manim import (
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    VGroup,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.choice import Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import BOLD, Fan, ScoreRecord, ScoreRuler, WrittenProduct
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.mixing import Glass, Stream, between, mixed, palette
from scenes.motion.become import recolor
from scenes.motion.live import Live, settle
from scenes.parts.geometry import point
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import Coordinates, format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 4.3, 3.1
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_GLASS, _UNDER = (2.2, 2.7), 0.85
"""Scene units: the most width and height of the glass, and the height below it for its average."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_OVER, _LANE = 0.45, 0.12
"""Scene units above the arrows for the names at the context's tip, and from there to the lane of what flows."""

_FLOW = 15.0
"""Stroke units: the mix on its way out of the glass."""

_SPEAKING = 0.11
"""Scene units: the shaft of the arrow that reaches farthest."""

_POURED, _STIRRED, _STRAIGHTENED = 0.8, 0.7, 1.8
"""Seconds in which the last word flows into the glass, the glass is stirred, and the mix becomes an arrow."""

_CAST, _SLOW = 1.0, 0.8
"""Seconds for the first shadow, and for each that is told slowly after it."""

_SWEPT, _LAG, _FALLEN = 0.45, 0.62, 0.7
"""Seconds for each swept shadow, and shares of them: from one to the next, and until it has fallen."""

_LOUD = 1.3
"""The factor by which a word grows for a moment when it is meant."""

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
        self.positions = [*numbers.drawn, *self._others()]
        self.names = [numbers.vocabulary[index] for index in numbers.drawn]
        self.names += [self.says("others", count=len(numbers.others))] * bool(self._others())
        own = dict(zip(numbers.words, hues, strict=True))
        self.own = [own.get(numbers.vocabulary[index]) for index in numbers.drawn] + [None] * bool(self._others())
        field, record, columns = self._regions()
        self._make_record(record, columns)
        self._make_glass(hues, record)
        self._make_fan(field)
        self._make_streams(hues[-1], field)

    def _make_record(self, room: Region, columns: int) -> None:
        """Make the written product and the list of scores, which stand at one place one after the other."""
        numbers, style, score = self.numbers, self.style, self.says("score")
        self.told = self.positions.index(numbers.told)
        self.product = WrittenProduct(
            (self.names[self.told], self.says("context")),
            numbers.classifier[numbers.told],
            numbers.context,
            numbers.products,
            numbers.scores[numbers.told],
            score,
            room,
            color=self.hue,
            style=style,
        )
        self.record = ScoreRecord(
            self.names, numbers.scores[self.positions], room, title=score, columns=columns, style=style
        )
        for index, (name, bar) in enumerate(zip(self.record.names, self.record.bars, strict=True)):
            color = self._lit_color(index)
            bar.set_fill(style.theme.fill(color), 1.0 if style.theme.filled else 0.0)
            bar.set_stroke(color, None if style.theme.filled else style.strokes.thin)
            name.set_color(self._name_color(index))

    def _make_glass(self, hues: Sequence[str], room: Region) -> None:
        """Make the glass with the whole phrase, and its average below it."""
        numbers, style = self.numbers, self.style
        height = min(_GLASS[1], room.height - _UNDER)
        width, middle = min(_GLASS[0], 0.8 * height), float(room.centre[0])
        bottom = float(room.centre[1]) - (height + _UNDER) / 2 + _UNDER
        inside = Region(middle - width / 2, middle + width / 2, bottom, bottom + height)
        shares = numbers.context.new_full((len(hues),), 1 / len(hues))
        self.glass = Glass(numbers.words, shares, hues, inside, style=style)
        self.average = Coordinates(numbers.context, size=style.sizes.number, color=self.hue, style=style)
        self.average.scale(min(1.0, room.width / float(self.average.width)))
        self.average.move_to(point(middle, bottom - 0.5))

    def _make_fan(self, field: Region) -> None:
        """Make the arrows, the context vector among them, its line as a ruler, and the shadows on it."""
        numbers, style = self.numbers, self.style
        places, context = numbers.classifier[self.positions] @ numbers.view.T, numbers.context @ numbers.view.T
        size, theme = self._label_size(), style.theme
        fan = self.fan = Fan(
            self.names, places, context[None], field.inset(top=_OVER), size=size, ruled=True, style=style
        )
        for index, text in enumerate(fan.texts):
            text.set_color(theme.dim if self.positions[index] in numbers.others else theme.ink)
        top = point(float(fan.origin[0]), field.top)
        fan.line.put_start_and_end_on(fan.line.get_start(), top)
        length = float(numbers.context.norm())
        self.ruler = ScoreRuler(fan, length, style=style)
        self.arrow = Vector(fan.origin, top, self.hue, width=BOLD, style=style)
        self.tip_names = self._tip_names(field, format_number(length))
        self.shadows = [fan.shadow(index, self._shade(index)) for index in range(len(self.positions))]
        self.standing: list[Shadow] = []

    def _tip_names(self, field: Region, length: str) -> VGroup:
        """Return the context's name at the tip of its arrow, and what the ruler measures on the tip's other side."""
        style, x = self.style, float(self.fan.origin[0])
        name = Label(self.says("context"), size=self._label_size(), color=self.hue, style=style)
        measured = Label(self.says("ruler", length=length), size=style.sizes.tick, color=style.theme.ink, style=style)
        right = field.right - x > x - field.left
        for text, side in ((name, -1 if right else 1), (measured, 1 if right else -1)):
            room = (field.right - x if side > 0 else x - field.left) - 0.2
            text.scale(min(1.0, room / float(text.width)))
            text.set_x(x + side * (0.2 + text.width / 2)).on_baseline(field.top - name.cap_height)
        return VGroup(labelled(name, style), labelled(measured, style))

    def _make_streams(self, color: str, field: Region) -> None:
        """Make what flows: the last word into the glass where a lane is free, and the mix out of it into the arrow."""
        glass, fan, style = self.glass.region, self.fan, self.style
        middle, word = float(glass.centre[0]), self.phrase.words[-2]
        lane = field.bottom - _LANE if self.view.lying else field.top + _LANE
        self.poured = VGroup()
        if not self.view.lying:
            start = point(float(word.get_x()), word.baseline - 0.12)
            self.poured.add(Stream(start, lane, point(middle, glass.bottom), color, width=_FLOW, style=style))
        end = point(float(fan.origin[0]), float(fan.origin[1]))
        self.flow = Stream(point(middle, glass.bottom + 0.1), lane, end, self.hue, width=_FLOW, style=style)

    def _name_color(self, index: int) -> str:
        """Return the colour of a word's name: its own in the phrase, and dim where it stands for several words."""
        theme = self.style.theme
        return self.own[index] or (theme.dim if self.positions[index] in self.numbers.others else theme.ink)

    def _lit_color(self, index: int) -> str:
        """Return the colour of an arrow and a bar with a score: the word's own, or bright above zero and dim below."""
        theme = self.style.theme
        return self.own[index] or (theme.ink if self.record.values[index] > 0 else theme.dim)

    def _shade(self, index: int) -> str:
        """Return the colour of a word's shadow."""
        return self.own[index] or self.style.theme.dim

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

    def tell(self) -> None:
        """Fan out the rows, let the mix become the context's arrow, cast the shadows; the longest one speaks."""
        numbers, scores = self.numbers, self.record.scores
        said, values = " ".join(numbers.words), {"word": numbers.predicted}
        shared = [word for word in numbers.words if word in self.names]
        with self.beat("second" if shared else "rows", word=(shared or [""])[-1]):
            self._fan_out()
        with self.beat("context"):
            self._straighten()
        length = format_number(float(numbers.context.norm()))
        with self.beat("row", word=self.names[self.told], score=scores[self.told].shown, length=length):
            self._multiply(self.told)
        with self.beat("others"):
            self._cast_others(self.told)
        with self.beat("largest", phrase=said, score=scores[numbers.best].shown, **values):
            self._choose()

    def _fan_out(self) -> None:
        """Pour the last word into the glass; meanwhile every word's arrow grows, turned as training turns it."""
        glass, fan, quick = self.glass, self.fan, self.style.times.quick
        full = [1.0] * (len(glass.layers) - 1)
        glass.fill(1.0, poured=[*full, 1e-3])
        self.play(FadeIn(self.phrase, self.blank, glass.layers, glass.shine, glass.outline), run_time=quick)
        self.add(glass.contents, *self.poured, glass.outline)

        def pour(time: float) -> None:
            risen = between(time, 0.35, 0.9)
            glass.fill(1.0, 0.05 * math.sin(math.pi * risen), poured=[*full, max(risen, 1e-3)])
            surface = glass.surface((len(full) + risen) / (len(full) + 1))
            for stream in self.poured:
                stream.flow(smooth(min(time / 0.4, 1.0)), surface, smooth(between(time, 0.75, 1.0)))

        self.play(Live([glass.contents, *self.poured], pour, rate_func=linear), run_time=_POURED)
        self.remove(*self.poured)
        self.add(*fan.arrows, glass.spoon)
        turns = [_TURNED * (-1) ** index * (1 + 0.5 * (index % 3)) for index in range(len(fan.ends))]

        def draw(grown: float, turned: float) -> None:
            for arrow, end, turn in zip(fan.arrows, fan.ends, turns, strict=True):
                way = rotate_vector(end - fan.origin, (1 - turned) * turn)
                arrow.set_ends(fan.origin, fan.origin + max(grown, 1e-3) * way)

        def stir(time: float) -> None:
            glass.stir(between(time, 0.08, 0.86))
            glass.spoon.set_stroke(opacity=min(time / 0.08, 1.0) * (1 - between(time, 0.84, 0.98)))
            draw(0.7 * smooth(time), 0.0)

        late = squish_rate_func(smooth, 0.8, 1.0)
        stirred = Live([glass.contents, glass.spoon, *fan.arrows], stir, rate_func=linear)
        said = [FadeIn(text, rate_func=late) for text in (*glass.names, self.average)]
        self.play(stirred, *said, run_time=_STIRRED)
        self.remove(glass.spoon)
        turned = Live(fan.arrows, lambda share: draw(0.7 + 0.3 * share, settle(share)), rate_func=linear)
        named = [FadeIn(label, rate_func=late) for label in fan.labels]
        self.play(turned, *named, run_time=1.2)
        self._meet_again()
        self.rest()

    def _meet_again(self) -> None:
        """Light up the words that are both in the phrase and among the arrows, here and there."""
        met: list[Animation] = []
        for index, hue in enumerate(self.own):
            if hue is not None:
                met += [recolor(self.fan.texts[index], hue)]
                met += [recolor(self.fan.arrows[index].body, self.style.theme.fill(hue))]
        if met:
            words = self.numbers.words
            place = max(place for place, word in enumerate(words) if word in self.names)
            louder = [self.phrase.words[place], *self.glass.names[place : place + 1]]
            self.play(
                *(ApplyMethod(each.scale, _LOUD, rate_func=there_and_back) for each in louder), *met, run_time=0.7
            )

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
        gone = [FadeOut(name, rate_func=squish_rate_func(smooth, 0.0, 0.2)) for name in glass.names]
        line = FadeIn(fan.line, rate_func=squish_rate_func(smooth, 0.0, 0.3))
        self.play(Live([glass.mix, flow, arrow], follow, rate_func=linear), line, *gone, run_time=_STRAIGHTENED)
        self.remove(flow, glass.mix)
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.5, 1.0)
        numbers = self.average.numbers
        rest = [piece for piece in self.average.submobjects if piece not in numbers]
        factors = self.product.lines[len(numbers) : 2 * len(numbers)]
        become = [ReplacementTransform(*pair) for pair in zip(numbers, factors, strict=True)]
        away = [FadeOut(each, rate_func=early) for each in (glass.outline, glass.shine, *rest)]
        come = [FadeIn(each, rate_func=late) for each in (self.product.heads[1], self.ruler, self.tip_names)]
        self.remove(self.average, glass)
        self.add(glass.outline, glass.shine, *self.average.submobjects)
        self.play(*away, *become, *come, run_time=self.style.times.move)
        self.rest()

    def _multiply(self, index: int) -> None:
        """Let one arrow throw its shadow, and write out what it is: factor times factor, and the sum."""
        product, quick, shadow = self.product, self.style.times.quick, self.shadows[index]
        self.standing = [shadow]
        self.add(shadow)
        count = len(product.products)
        row = [product.heads[0], *product.lines[:count], *product.lines[2 * count :]]
        factors = FadeIn(*row, rate_func=squish_rate_func(smooth, 0.4, 0.8))
        cast = Live([shadow], lambda share: self._throw(index, share))
        lit = recolor(self.fan.arrows[index].body, self.style.theme.ink)
        self.play(cast, factors, lit, run_time=_CAST)
        self.play(LaggedStart(*map(FadeIn, product.products), lag_ratio=0.5), run_time=self.style.times.move)
        self.play(FadeIn(product.sum), run_time=quick)
        self.rest()

    def _cast_others(self, first: int) -> None:
        """Cast the shadows that are left: the lowest slowly, the rest in one sweep, in the order of the list."""
        scores = self.record.values
        left = [index for index in range(len(self.positions)) if index != first]
        slow = [min(left, key=lambda index: scores[index])] if left else []
        self._begin_record(first)
        for index in slow:
            self._cast(index)
        swept = [index for index in left if index not in slow]
        if swept:
            self._sweep(swept)
        self.rest()

    def _begin_record(self, first: int) -> None:
        """Let the written product give way to the list of words: its sum is filed, and its shadow is a bar."""
        product, record = self.product, self.record
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.4, 1.0)
        gone = [FadeOut(each, rate_func=early) for each in (product.heads, product.lines, product.products)]
        gone += [FadeOut(each, rate_func=early) for each in product.sum[:-1]]
        come = [FadeIn(each, rate_func=late) for each in (*record.names, record.title, record.marks, record.zeros)]
        filed = ReplacementTransform(product.sum[-1], record.scores[first], rate_func=late)
        self.play(*gone, *come, filed, run_time=0.8)
        self.add(record.bars[first])
        self.play(Live([record.bars[first]], lambda share: record.grow(first, share)), run_time=0.4)

    def _cast(self, index: int) -> None:
        """Let an arrow throw its shadow on the context vector's line, and the word's bar grow with it."""
        shadow, record, body = self.shadows[index], self.record, self.fan.arrows[index].body
        gone = self._take_away()
        self.standing = [shadow]
        self.add(shadow, record.bars[index])

        def follow(share: float) -> None:
            self._throw(index, share)
            record.grow(index, share)

        lit, told = recolor(body, self._lit_color(index)), squish_rate_func(smooth, 0.7, 1.0)
        self.play(*gone, Live([shadow, record.bars[index]], follow), lit,
                  FadeIn(record.scores[index], rate_func=told), run_time=_SLOW)  # fmt: skip

    def _sweep(self, swept: Sequence[int]) -> None:
        """Let the other tips fall on the context's line, one soon after another, each with its bar and its score."""
        falls = [self.shadows[index].perpendicular for index in swept]
        bars = [self.record.bars[index] for index in swept]
        bodies = [self.fan.arrows[index].body for index in swept]
        length = 1 / (1 + _LAG * (len(swept) - 1))
        starts = [_LAG * place * length for place in range(len(swept))]
        theme = self.style.theme

        def follow(share: float) -> None:
            for index, body, fall, start in zip(swept, bodies, falls, starts, strict=True):
                own = min(max((share - start) / length, 0.0), 1.0)
                fallen = max(smooth(min(own / _FALLEN, 1.0)), 1e-3)
                self._throw(index, fallen)
                self.record.grow(index, fallen)
                fall.set_stroke(opacity=float(0 < own < 1))
                body.set_fill(theme.fill(self.own[index] or theme.dim if own <= 0 else self._lit_color(index)))

        filed = [
            FadeIn(self.record.scores[index], rate_func=squish_rate_func(smooth, start + 0.5 * length, start + length))
            for index, start in zip(swept, starts, strict=True)
        ]
        self.play(*self._take_away(), run_time=0.2)
        self.standing = []
        self.add(*falls, *bars)
        moved = Live([*falls, *bars, *bodies], follow, rate_func=linear)
        self.play(moved, *filed, run_time=_SWEPT / length)
        self.remove(*falls)

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
        times, fan, record, best = self.style.times, self.fan, self.record, self.numbers.best
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

        self.play(*lit, *gone, Live([arrow, shadow], cast), run_time=_SLOW)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        self.play(AnimationGroup(word_on_its_way(fan.texts[best], self.next_word)), cleared, run_time=times.move)
        self.remove(self.next_word)
        self.phrase.add(self.next_word)
        self.last()
