"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is a direction. The row that reaches farthest along the context vector names the prediction.
The picture is the plane of the last two context vectors: in it, every row's shadow on either of them is the true one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from manim import (
    Animation,
    AnimationGroup,
    ApplyMethod,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.choice import Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import BESIDE, Fan, ScoreRecord, ScoreRuler, WrittenProduct
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.mixing import Glass, mixed, palette
from scenes.motion.become import recolor
from scenes.motion.live import Live, settle
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.vector import WIDTH
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import Coordinates, format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_RECORD, _NARROW_RECORD = 4.3, 3.1
"""Scene units: the width of the record at the right of a wide frame, and of one that is less wide."""

_BESIDE_FAN, _GLASS = 2.7, (1.5, 1.9)
"""Scene units: the width of the glass with its average beside the large fan, and the glass's width and height."""

_BELOW = {"square": 1.95, "tall": 4.6}
"""Scene units: the height of the record beneath the fan."""

_SPEAKING = 0.11
"""Scene units: the shaft of the arrow that reaches farthest."""

_CAST, _SLOW, _LAID = 1.0, 0.6, 0.5
"""Seconds for the first shadow, for each that is told slowly, and for one to lie down."""

_SWEPT, _SWEPT_EACH = 0.6, 0.22
"""Seconds for the first of all other shadows, and for each one more."""

_LAG, _FALLEN = 0.5, 0.7
"""Shares of a swept shadow's time: from one to the next, and until it has fallen."""

_LOUD = 1.3
"""The factor by which a word grows for a moment when it is added to the context."""

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
        """Make the phrase, the fan of arrows, the context vector and the record."""
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
        words = [numbers.vocabulary[index] for index in self.positions]
        self.names = [*words[: len(numbers.drawn)], *[self.says("others")] * bool(self._others())]
        field, record, columns = self._regions()
        first = self.positions.index(numbers.told)
        self.product = WrittenProduct(
            (self.names[first], self.says("context")),
            numbers.classifier[numbers.told],
            numbers.context,
            numbers.products,
            numbers.scores[numbers.told],
            self.says("score"),
            record,
            color=self.hue,
            style=style,
        )
        self.record = ScoreRecord(
            self.names,
            numbers.scores[self.positions],
            record,
            title=self.says("score"),
            columns=columns,
            style=style,
        )
        places, context, previous = (
            vectors @ numbers.view.T
            for vectors in (numbers.classifier[self.positions], numbers.context, numbers.previous)
        )
        contexts = context.new_tensor([context.tolist(), previous.tolist()])
        self.fan = Fan(self.names, places, contexts, field, size=self._label_size(), style=style)
        left, right = min(field.left, record.left), max(field.right, record.right)
        whole = Region(left, right, min(field.bottom, record.bottom), field.top)
        self.mix = self._mix(hues, whole)
        whole = whole.inset(right=_BESIDE_FAN) if len(self.mix) else whole
        self.large_fan = Fan(self.names, places, contexts, whole, size=style.sizes.head, style=style)
        length = float(numbers.context.norm())
        self.rulers = [ScoreRuler(each, length, title=self.says("score"), style=style) for each in self.fans]
        self.previous_place, self.context_place = previous, context
        self.arrow = self.large_fan.context(previous, self.hue)
        self.ghost = self._ghost()
        self.shadows = [self.fan.shadow(index, style.theme.dim) for index in range(len(self.positions))]
        self.context_names = [self._context_name(*each) for each in zip(self.fans, self.rulers, strict=True)]
        self._warm()
        self.standing: list[Shadow] = []
        self.lit: list[int] = []

    def _mix(self, hues: Sequence[str], room: Region) -> VGroup:
        """Return the glass with all the words, its average below it, at the right of a wide frame; else nothing."""
        if not self.stage.is_wide:
            return VGroup()
        numbers, style, middle = self.numbers, self.style, room.right - _BESIDE_FAN / 2
        high = float(room.centre[1]) + _GLASS[1] / 2 + 0.3
        inside = Region(middle - _GLASS[0] / 2, middle + _GLASS[0] / 2, high - _GLASS[1], high)
        shares = numbers.context.new_full((len(hues),), 1 / len(hues))
        glass = Glass(numbers.words, shares, hues, inside, style=style)
        average = Coordinates(numbers.context, size=style.sizes.number, color=self.hue, style=style)
        average.scale(min(1.0, (_BESIDE_FAN - 0.2) / float(average.width)))
        average.move_to(point(middle, inside.bottom - 0.5))
        return VGroup(glass, labelled(average, style))

    @property
    def fans(self) -> tuple[Fan, Fan]:
        """The arrows as large as the frame, and beside their record."""
        return self.large_fan, self.fan

    def _warm(self) -> None:
        """Give the words of the phrase their colours, and what scores above zero the context's."""
        theme = self.style.theme
        for index, score in enumerate(self.record.values):
            if score > 0:
                self.record.bars[index].set_fill(theme.fill(self.hue), 1.0 if theme.filled else 0.0)
                self.record.bars[index].set_stroke(self.hue, None if theme.filled else self.style.strokes.thin)

    def _lit_color(self, index: int) -> str:
        """Return the colour of an arrow whose shadow has been cast: the context's, or grey when it points away."""
        return self.hue if self.record.values[index] > 0 else self.style.theme.dim

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

    def _ghost(self) -> VGroup:
        """Return the context before the last word, dashed, with the words it was made of."""
        fan, style = self.large_fan, self.style
        end = fan.place(self.previous_place, fan.enlarged)
        line = DashedLine(fan.origin, end, dash_length=0.1).set_stroke(self.hue, 2.4)
        text = Label(" ".join(self.numbers.words[:-1]), size=self._label_size(), color=self.hue, style=style)
        text.move_to(point(*self._free_spot(fan, text, flat(end))))
        return VGroup(laid(line, Layer.GHOST), labelled(text, style))

    def _context_name(self, fan: Fan, ruler: ScoreRuler) -> VGroup:
        """Return the context's name near the tip of its arrow."""
        text = Label(self.says("context"), size=self._label_size(), color=self.hue, style=self.style)
        tip = fan.line.get_end()
        place = self._free_spot(fan, text, flat(tip), others=[*ruler.numbers, *ruler.title], shadows=True)
        return labelled(text.move_to(point(*place)), self.style)

    def _free_spot(
        self,
        fan: Fan,
        text: Label,
        near: tuple[float, float],
        *,
        others: Sequence[VMobject] = (),
        shadows: bool = False,
    ) -> tuple[float, float]:
        """Return a place for a text near a point, off the arrows and their names."""
        room, x = fan.region, float(fan.origin[0])
        turned = [fan.place(each, fan.enlarged) for each in (self.previous_place, self.context_place)]
        lines = [(flat(fan.origin), flat(each)) for each in (*fan.ends, *turned)]
        lines += [(flat(fan.line.get_start()), flat(fan.line.get_end()))]
        boxes = [*map(fan.around, fan.labels), *map(fan.around, others)]
        if shadows:
            best = fan.ends[self.numbers.best]
            aside = BESIDE + SLAB + 0.1
            boxes += [(x - aside, room.bottom, x, room.top)]
            boxes += [(x, min(float(best[1]), float(fan.origin[1])), float(best[0]), max(float(best[1]), room.bottom))]
        bounds = (room.left, room.bottom, room.right, room.top)
        return free_spot((float(text.width), float(text.height)), bounds, near, lines=lines, boxes=boxes)

    def tell(self) -> None:
        """Fan out the rows, swing the context vector in, cast the shadows, and let the longest one speak."""
        numbers = self.numbers
        said, values = " ".join(numbers.words), {"word": numbers.predicted}
        first = self.positions.index(numbers.told)
        with self.beat("rows", count=len(numbers.drawn)):
            self._fan_out()
        with self.beat("context", last=numbers.words[-1], before=numbers.words[-2]):
            self._swing()
        with self.beat("row", word=self.names[first], score=self.record.scores[first].shown):
            self._multiply(first)
        with self.beat("others"):
            self._cast_others(first)
        with self.beat("largest", phrase=said, score=self.record.scores[numbers.best].shown, **values):
            self._choose()

    def _fan_out(self) -> None:
        """Show the phrase; an arrow for every word grows, as large as the frame, and is turned as training turns it."""
        fan, large = self.fan, self.large_fan
        self.play(FadeIn(self.phrase, self.blank, *self.mix), run_time=self.style.times.quick)
        self.add(*fan.arrows)

        count = len(large.ends)
        turns = [_TURNED * (-1) ** index * (1 + 0.5 * (index % 3)) for index in range(count)]

        def draw(grown: float, turned: float) -> None:
            for arrow, end, turn in zip(fan.arrows, large.ends, turns, strict=True):
                way = rotate_vector(end - large.origin, (1 - turned) * turn)
                arrow.set_ends(large.origin, large.origin + max(grown, 1e-3) * way)

        self.play(Live(fan.arrows, lambda share: draw(0.7 * share, 0.0)), run_time=0.5)
        self.play(
            Live(fan.arrows, lambda share: draw(0.7 + 0.3 * share, settle(share)), rate_func=linear), run_time=1.4
        )
        self.play(LaggedStart(*map(FadeIn, large.labels), lag_ratio=0.15), run_time=0.7)
        self.rest()

    def _swing(self) -> None:
        """Let the context of the words before grow; the last word swings it round, and it becomes a ruler."""
        fan, arrow = self.large_fan, self.arrow
        start, end = self.previous_place, self.context_place
        first, line = arrow.end.copy(), fan.line
        self.add(arrow)

        def grow(share: float) -> None:
            arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (first - fan.origin))

        self.play(Live([arrow], grow), FadeIn(self.ghost[1]), run_time=0.6)
        self.add(self.ghost)

        def swing(share: float) -> None:
            arrow.set_ends(fan.origin, fan.place(start + share * (end - start), fan.enlarged))

        said = self.phrase.words[-2]
        heard = ApplyMethod(said.scale, _LOUD, rate_func=there_and_back)
        self.play(heard, Live([arrow], swing, rate_func=settle), run_time=1.4)
        near = arrow.end.copy()

        def lengthen(share: float) -> None:
            arrow.set_ends(fan.origin, near + share * (line.get_end() - near))

        named = FadeIn(self.context_names[0], self.rulers[0], rate_func=squish_rate_func(smooth, 0.4, 1.0))
        below = Line(fan.origin, line.get_start()).match_style(line)
        self.play(Live([arrow], lengthen), Create(laid(below, Layer.SHEET)), named, FadeOut(self.ghost), run_time=0.8)
        self.remove(below)
        self.add(line)
        self.rest()

    def _step_aside(self) -> None:
        """Make room at the side of the fan, or beneath it."""
        fan, large = self.fan, self.large_fan

        def move(share: float) -> None:
            origin = large.origin + share * (fan.origin - large.origin)
            for arrow, start, end in zip(fan.arrows, large.ends, fan.ends, strict=True):
                arrow.set_ends(origin, start + share * (end - start))
            tip = large.line.get_end()
            self.arrow.set_ends(origin, tip + share * (fan.line.get_end() - tip))

        large_ruler, ruler = self.rulers
        moved = [
            *zip(large.labels, fan.labels, strict=True),
            tuple(self.context_names),
            (large.line, fan.line),
        ]
        self.play(
            Live([*fan.arrows, self.arrow], move),
            *(ReplacementTransform(*pair) for pair in moved),
            *(FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.4)) for each in (large_ruler, *self.mix)),
            FadeIn(ruler, rate_func=squish_rate_func(smooth, 0.6, 1.0)),
            run_time=self.style.times.move,
        )

    def _multiply(self, index: int) -> None:
        """Let one arrow throw its shadow, and write out what it is: factor times factor, and the sum."""
        self._step_aside()
        product, quick = self.product, self.style.times.quick
        shadow, theme = self.shadows[index], self.style.theme
        self.lit, self.standing = [index], [shadow]
        self.add(shadow)
        lit = recolor(self.fan.arrows[index].body, theme.ink)
        factors = FadeIn(product.heads, product.lines, rate_func=squish_rate_func(smooth, 0.4, 0.8))
        cast = Live([shadow], lambda share: self._throw(index, share))
        self.play(cast, factors, lit, run_time=_CAST)
        self.play(LaggedStart(*map(FadeIn, product.products), lag_ratio=0.5), run_time=self.style.times.move)
        self.play(FadeIn(product.sum), run_time=quick)
        self.rest()

    def _cast_others(self, first: int) -> None:
        """Cast the shadows that are left: the lowest slowly, the rest at once, the longest alone."""
        scores, best = [float(score) for score in self.record.values], self.numbers.best
        left = [index for index in range(len(self.positions)) if index not in (first, best)]
        slow = [min(left, key=lambda index: scores[index])] if left else []
        self._begin_record(first)
        for index in slow:
            self._cast(index, _SLOW)
        swept = [index for index in left if index not in slow]
        if swept:
            self._sweep(swept)
        if first != best:
            self._cast(best, _SLOW)
        self.rest()

    def _begin_record(self, first: int) -> None:
        """Let the written product give way to the list of words; its shadow is the first bar that is filed."""
        record = self.record
        early, late = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.5, 1.0)
        come = FadeIn(*record.names, record.title, record.zeros[first], rate_func=late)
        self.play(FadeOut(self.product, rate_func=early), come, run_time=2 * self.style.times.quick)
        self._lay_down(first)

    def _cast(self, index: int, seconds: float) -> None:
        """Let an arrow throw its shadow on the context vector's line, and the shadow lie down as the word's bar."""
        shadow = self.shadows[index]
        lit = [recolor(self.fan.arrows[index].body, self.style.theme.ink)]
        gone = self._take_away()
        self.lit, self.standing = [index], [shadow]
        self.add(shadow)
        cast = Live([shadow], lambda share: self._throw(index, share))
        self.play(cast, *gone, *lit, FadeIn(self.record.zeros[index]), run_time=seconds)
        self._lay_down(index)

    def _lay_down(self, index: int) -> None:
        """Let a copy of the shadow lie down as the word's bar; its score appears."""
        record, late = self.record, squish_rate_func(smooth, 0.7, 1.0)
        lain = TransformFromCopy(self.shadows[index].slab, record.bars[index], path_arc=-0.6)
        self.play(lain, FadeIn(record.scores[index], rate_func=late), run_time=_LAID)

    def _sweep(self, swept: Sequence[int]) -> None:
        """Let the other tips fall on the context's line, one soon after another, each with its bar and its score."""
        falls = [self.shadows[index].perpendicular for index in swept]
        bars = [self.record.bars[index] for index in swept]
        bodies = [self.fan.arrows[index].body for index in swept]
        length = 1 / (1 + _LAG * (len(swept) - 1))
        parts = [(_LAG * place * length, length) for place in range(len(swept))]
        dim, ground = self.style.theme.dim, ManimColor(self.style.theme.ink)

        def follow(share: float) -> None:
            for index, body, fall, (start, part) in zip(swept, bodies, falls, parts, strict=True):
                own = min(max((share - start) / part, 0.0), 1.0)
                self._throw(index, smooth(min(own / _FALLEN, 1.0)))
                self.record.grow(index, max(smooth(min(own / _FALLEN, 1.0)), 1e-3))
                fall.set_stroke(opacity=float(0 < own < 1))
                lit = ManimColor(dim if own <= 0 else self._lit_color(index))
                body.set_fill(ground if 0 < own < _FALLEN else lit)

        filed = [each for index, part in zip(swept, parts, strict=True) for each in self._file(index, *part)]
        self.play(*self._take_away(), run_time=0.2)
        self.lit, self.standing = [], []
        self.add(*falls, *bars)
        moved = Live([*falls, *bars, *bodies], follow, rate_func=linear)
        self.play(moved, *filed, run_time=_SWEPT + _SWEPT_EACH * (len(swept) - 1))
        self.remove(*falls)

    def _throw(self, index: int, share: float) -> None:
        """Draw a shadow as an arrow of a share of the length would throw it."""
        fan = self.fan
        end = fan.origin + max(share, 1e-3) * (fan.ends[index] - fan.origin)
        self.shadows[index].set_ends(fan.origin, end, fan.origin + point(0.0, 1.0))

    def _file(self, index: int, start: float, part: float) -> list[Animation]:
        """Return how a row gets its score, from a share of the time on and for a part of it."""
        record = self.record

        def within(low: float, high: float) -> Callable[[float], float]:
            return squish_rate_func(smooth, start + low * part, start + high * part)

        return [
            FadeIn(record.zeros[index], rate_func=within(0.0, 1.0)),
            FadeIn(record.scores[index], rate_func=within(0.55, 1.0)),
        ]

    def _take_away(self) -> list[Animation]:
        """Return how the shadow that stands leaves, and its arrow is dim again."""
        gone = [FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for each in self.standing]
        return [*gone, *(recolor(self.fan.arrows[each].body, self._lit_color(each)) for each in self.lit)]

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
        dimmed = [recolor(fan.arrows[each].body, self._lit_color(each)) for each in self.lit if each != best]
        gone = [FadeOut(each) for each in self.standing if each is not shadow]
        come = [] if shadow in self.standing else [FadeIn(shadow)]
        lit += self._color_shadow(shadow, color)
        arrow, end = fan.arrows[best], fan.ends[best]

        def widen(share: float) -> None:
            arrow.body.set_fill(self.style.theme.fill(color))
            arrow.shaft_width = WIDTH + share * (_SPEAKING - WIDTH)
            arrow.set_ends(fan.origin, end)

        self.play(*lit, *dimmed, *gone, *come, Live([arrow], widen), run_time=times.move)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        self.play(AnimationGroup(word_on_its_way(fan.texts[best], self.next_word)), cleared, run_time=times.move)
        self.remove(self.next_word)
        self.phrase.add(self.next_word)
        self.last()

    def _color_shadow(self, shadow: Shadow, color: str) -> list[Animation]:
        """Return how the longest shadow takes its word's colour."""
        theme = self.style.theme
        filled = [recolor(area, theme.fill(color)) for area in (shadow.slab, shadow.triangle)]
        return [*filled, *(recolor(line, color) for line in (*shadow.rays, shadow.perpendicular))]
