"""attention-grammatical-transformation: two heads are two sliders of one map; each word moves almost only one.

The first number that each head gives to a word is one coordinate of a place on the map: head 1 moves it left and right,
head 2 up and down. The phrase changes twice, by a colour and by a thing, and the word draws its way. Then a phrase
comes that has the new thing and the old colour, and the word lands where both sliders, each known alone, point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import torch
from manim import Animation, DashedLine, FadeIn, FadeOut, VGroup, VMobject, smooth, squish_rate_func

from scenes.article.heads.claims import GRAMMATICAL_TRANSFORMATION_CLAIMS
from scenes.article.heads.heads_figure import RIM, HeadsFigure, color_named
from scenes.article.heads.knob import Knob
from scenes.article.heads.knob_card import KnobCard
from scenes.article.heads.knob_numbers import TwoKnobs, two_knobs
from scenes.article.heads.pane import Air, Pane, unit_of
from scenes.article.heads.slider import Slider, scale_of
from scenes.article.heads.squeezed_word import SqueezedWord
from scenes.article.heads.value_space import ThreePhrases
from scenes.motion.become import Count, rewrite
from scenes.motion.live import Live
from scenes.number_format import MINUS, decimals_that_add, format_number, format_weight
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import clip, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow, Token, haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Row
from scenes.shared.phrase import capital
from scenes.stage import Region
from scenes.worlds import World

_SQUEEZE, _PULL, _TURN, _LAND, _ASK, _READ = 2.0, 1.4, 2.2, 2.4, 1.2, 0.5
"""Seconds in which an axis is squeezed, in which a word is pulled at first, in which a change of the phrase takes hold
of it, and the last one does, for which a question stands alone, and for which a result is seen before the next."""

_APPLE, _TAG = 0.86, 0.44
"""Scene units: the heights of the word's icon and of the icons that name a row."""

_STROKE, _ARM = 7.0, 3.0
"""Stroke units of what the word draws, and of the arms that hold it."""

_CRAMPED = 0.75
"""The scale of a map below which what holds the word back has its name in the cards alone."""

_AIR = Air(0.62, 0.5, 0.45)
_CARD, _SLIM_CARD, _LOW = 0.215, 0.21, 2.45
"""The shares of a wide frame and of a less wide one that a card takes; scene units that cards take below the map."""

_BESIDE, _OVER, _GRIP = 0.2, 0.9, 0.15
"""Scene units from what the word drew, or from an axis, to a text beside it, up to the name of an end, and around a
narrow frame's map for the knobs on its edges."""


soon, late = squish_rate_func(smooth, 0.0, 0.2), squish_rate_func(smooth, 0.6, 1.0)
"""The rate functions of what comes at the beginning of a motion, and at its end."""


class GrammaticalTransformation(HeadsFigure):
    """attention-grammatical-transformation: two heads, two sliders; each word moves almost only one."""

    name = "attention-grammatical-transformation"
    claims = GRAMMATICAL_TRANSFORMATION_CLAIMS
    Parameters = ThreePhrases
    numbers: TwoKnobs

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> TwoKnobs:
        """Take one step of attention of both heads over the phrases."""
        return two_knobs(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: TwoKnobs) -> Mapping[str, object]:
        """Return the words by which the phrases differ, and how far each change moves its number."""
        colour, thing = (format_number(float(numbers.strokes[step].max())) for step in (0, 1))
        return {**numbers.changed_words(), "by_thing": thing, "by_colour": colour}

    def ink_in(self, word: str, phrase: int) -> str:
        """Return a word's colour in one of the phrases."""
        return self.ink_among(self.numbers.phrase_words[phrase], word)

    def build(self) -> None:
        """Make the map with both sliders, the word in all its colours, the cards and the phrases."""
        self.phrases = [self._header(phrase) for phrase in range(len(self.numbers.phrases))]
        map_region, cards = self._regions()
        self.pane = self._map(map_region)
        self.scale = scale_of(self.pane)
        self.sliders = [Slider(self.numbers, head, self.pane, self.ink_in, self.style) for head in (0, 1)]
        self.cards = [self._card(head, region) for head, region in enumerate(cards)]
        self.knobs = [Knob(self.pane, upright=head == 1, scale=self.scale, style=self.style) for head in (0, 1)]
        self.places = [self.pane.place(row) for row in self.numbers.knobs]
        self.home = self.pane.place(torch.stack([self.numbers.first.own[0], self.numbers.own[0]]))
        self.apples = [self._apple(phrase, self.home) for phrase in range(len(self.phrases))]
        self.left_behind = [self._apple(phrase, place).ghost() for phrase, place in enumerate(self.places)]
        self.arms = [laid(thin_line(self.home, self.home, self.style.theme.value, _ARM), Layer.THREAD) for _ in "xy"]
        self.drawn = [self._line(step) for step in range(len(self.numbers.steps))]
        self.axis_ends = self._end_names()
        self.ends = [name for names in self.axis_ends for name in names]
        self.others = self._others()
        self.logs = [self._log(head) for head in (0, 1)]
        self.ghost = self.apples[0].ghost()
        self.squeezed = self._squeezed()
        self.lengths: list[VGroup] = []
        self._clear()
        self.values = [slider.value_of(0) for slider in self.sliders]
        self.seen: dict[tuple[int, str], VGroup] = {}  # outlines of words that have left, by head and word
        self.held: list[VGroup] = []  # each head's weights, as they are seen
        self.sums: list[VGroup] = []
        self.products: list[VGroup] = []
        self.reasons: list[VMobject] = []
        self.marks: list[VMobject] = []

    def _header(self, phrase: int) -> HeaderPhrase:
        """Return a phrase for the header, each word in its colour."""
        words = self.numbers.phrase_words[phrase]
        inks = [self.ink_in(word, phrase) for word in words]
        return HeaderPhrase(words, inks, self.stage, self.view, style=self.style)

    def _spans(self) -> list[tuple[float, float]]:
        """Return the least and the largest number along both axes of what pulls and is pulled."""
        numbers, spans = self.numbers, []
        for head, space in enumerate(numbers.spaces()):
            along = [0.0, *numbers.knobs[:, head].tolist(), *(float(space.value(word)[0]) for word in space.pullers)]
            if head and numbers.axis is not None:
                along.append(self._unsqueezed())
            spans.append((min(along), max(along)))
        return spans

    def _regions(self) -> tuple[Region, list[Region]]:
        """Return where the map is and where both cards are: at its sides, or below it in a narrow frame."""
        free, spans = self.stage.below_header, self._spans()
        top = min(free.top, *(float(phrase.get_bottom()[1]) - 0.1 for phrase in self.phrases))
        room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.05, top - 0.05)
        if not self.stage.is_narrow:
            card = (_CARD if self.stage.is_wide else _SLIM_CARD) * room.width
            left, middle, right = room.columns(card, room.width - 2 * card, card, gap=0.25)
            return middle, [left, right]
        across, up = (max(high - low, 1e-9) for low, high in spans)
        need = (room.width - 2 * _AIR.side) / across * up + _AIR.top + _AIR.bottom
        high = min(need, room.height - _LOW)
        upper, lower = room.rows(high, room.height - high - 0.25, gap=0.25)
        return upper.inset(right=2 * _GRIP, bottom=_GRIP), list(lower.columns(1, 1, gap=0.4))

    def _map(self, region: Region) -> Pane:
        """Return the map, as large as its region holds all that pulls and is pulled."""
        spans = self._spans()
        return Pane(region, unit_of([region], [spans], _AIR), spans, _AIR, style=self.style)

    def _unsqueezed(self) -> float:
        """Return the number along the axis that is squeezed, of the first change's first word."""
        numbers = self.numbers
        return float(numbers.vectors[numbers.words.index(numbers.changes[0][0]), numbers.axis or 0])

    def _card(self, head: int, region: Region) -> KnobCard:
        """Return a head's card, with what its value matrix does to the axis that is squeezed."""
        numbers, sizes, style = self.numbers, self.style.sizes, self.style
        factor = None
        if numbers.axis is not None:
            color, value = self.axis_color(numbers.axis), style.theme.value
            name = Label(numbers.axes[numbers.axis], size=sizes.number, color=color, style=style)
            times = Label("×", size=sizes.number, style=style)
            by = Number(numbers.spaces()[head].W_V[numbers.axis, 0], size=sizes.number, color=value, style=style)
            factor = Row([name, times, by], 0.14)
        title = self.says(("first-head", "second-head")[head])
        return KnobCard(title, factor, region, lying=self.stage.is_narrow, style=style)

    def _apple(self, phrase: int, at: Point) -> Token:
        """Return the pulled word at a place, as a phrase colours it."""
        word = self.numbers.word
        offset = None if has_icon(word, self.style) else (0.0, 0.4)
        return Token(
            word, at, self.ink_in(word, phrase), height=self.scale * _APPLE, large=True, offset=offset, style=self.style
        )

    def _line(self, step: int) -> VMobject:
        """Return what the word draws in a change of the phrase."""
        start, end = self.places[step : step + 2]
        return laid(thin_line(start, end, self.style.theme.ink, _STROKE), Layer.TRAIL)

    def _end_names(self) -> list[VGroup]:
        """Return the names of the ends of each head's axis."""
        region, origin, axes = self.pane.region, self.pane.origin, list[VGroup]()
        size = self.style.sizes.number if self.scale == 1.0 else self.style.sizes.note
        for head, space in enumerate(self.numbers.spaces()):
            axes.append(VGroup())
            for side, (text, color) in zip((-1, 1), self._ends(space.W_V), strict=True):
                if not text:
                    continue
                label = Label(text, size=size, color=color, within=0.3 * region.width, style=self.style)
                half, high = float(label.width) / 2, float(label.height)
                if head:
                    y = region.bottom + _BESIDE if side < 0 else region.top - _BESIDE - high
                    label.move_to(point(float(origin[0]) - half - _BESIDE, y + high / 2))
                else:
                    x = region.left + _BESIDE + half if side < 0 else region.right - _BESIDE - half
                    label.move_to(point(x, float(origin[1]) + self.scale * _OVER))
                axes[head].add(laid(haloed(label, self.style), Layer.LABEL))
        return axes

    def _others(self) -> VGroup:
        """Return the name of what holds the word back: all other words."""
        if self.scale < _CRAMPED:
            return VGroup()
        size = self.style.sizes.tick if self.scale == 1.0 else self.style.sizes.note
        text = Label(self.says("rest"), size=size, color=self.style.theme.dim, style=self.style)
        text.move_to(self.pane.origin + point(float(text.width) / 2 + _BESIDE, -float(text.height) / 2 - 0.32))
        return laid(haloed(text, self.style), Layer.LABEL)

    def _log(self, head: int) -> list[VGroup]:
        """Return a head's rows: for each phrase its telling words, and the number to which the knob slides."""
        numbers, count = self.numbers, len(self.phrases)
        telling = [word for pair in reversed(numbers.changes[:2]) for word in pair]
        rows = []
        for phrase in range(count):
            words = [word for word in dict.fromkeys(telling) if word in numbers.phrase_words[phrase]]
            number = Number(
                numbers.knobs[phrase, head], size=self.style.sizes.head, color=self.style.theme.ink, style=self.style
            )
            rows.append(VGroup(*self._tags(words, phrase), number))
        left = max(float(row[-1].width) for row in rows) + 0.25
        for place in range(1, max(len(row) for row in rows)):  # the tags' columns, from the right
            column = [row[-1 - place] for row in rows if len(row) > place]
            wide = max(float(tag.width) for tag in column)
            for row in rows:
                if len(row) > place:
                    right = float(row[-1].get_right()[0])
                    row[-1 - place].move_to(point(right - left - wide / 2, float(row[-1].get_y())))
            left += wide + 0.18
        self.cards[head].rows(rows, max(count, 4))
        return rows

    def _tags(self, words: list[str], phrase: int) -> list[VMobject]:
        """Return small marks of words: their icons, discs of the colours that they name, or their names."""
        tags: list[VMobject] = []
        for word in words:
            color = self.ink_in(word, phrase)
            if has_icon(word, self.style) or color_named(word, self.style.theme):
                mark = Token(word, point(), color, height=_TAG, large=True, style=self.style).mark
                tags.append(laid(mark, Layer.LEDGER))
            else:
                tags.append(Label(word, size=self.style.sizes.tick, color=color, within=0.9, style=self.style))
        return tags

    def tell(self) -> None:
        """Squeeze an axis, pull the word, change the phrase twice, ask for the last corner, and land there."""
        with self.beat("values", text="values" if self.numbers.axis is None else "squeeze", **self._names(0)):
            self._squeeze()
            self.rest()
        with self.beat("pull", **self._names(0)):
            self._pull()
            self.rest()
        for step in (0, 1):
            name = self.numbers.steps[step].replace(" ", "-")
            with self.beat(name, text=self._change_text(step), **self._names(step + 1)):
                self._swap(step)
                self._turn(step)
                self.rest()
        if len(self.phrases) == 4:
            with self.beat("question", **self._names(3)):
                self._ask()
            with self.beat("corner", text="corner" if self.numbers.foretold() else "elsewhere", **self._names(3)):
                self._turn(2, _LAND)
                self._close()
                self.hold()
        else:
            with self.beat("both", text="measured", **self._names(0)):
                self._close()
                self.hold()

    def _squeeze(self) -> None:
        """Show the word that tells by its bar along one axis, and let each head take it to its own number."""
        times, word = self.style.times, self.squeezed
        self.add(self.phrases[0], self.pane, *([self.ghost] if word is None else []))
        # What the first head squeezes lies beside its axis, not on it: that has names once it is one.
        come = [*(card.title for card in self.cards), *self.axis_ends[word is not None :]]
        self.play(*(FadeIn(each) for each in come if len(each)), run_time=times.move)
        if word is None:
            return
        self.add(*word.bars, *word.tips)
        self.play(word.growing(times.slow))
        self.play(FadeIn(word.name, word.whole), run_time=times.quick)
        self.wait(_READ)
        self.play(*(FadeIn(card.factor) for card in self.cards), run_time=times.quick)
        self.play(word.squeezing(_SQUEEZE), FadeOut(word.whole), run_time=_SQUEEZE)
        self.products = [word.products(card, head) for head, card in enumerate(self.cards)]
        self.play(*(FadeIn(each) for each in (*word.left, *self.products)), run_time=times.quick)

    def _pull(self) -> None:
        """Let each head pull the word along its own axis, one after the other, and add up what pulls it there."""
        times, word = self.style.times, self.squeezed
        coming: list[VMobject] = [self.others, *(slider.peg for slider in self.sliders), self.apples[0]]
        coming += [*self.knobs, *(knob.grip for knob in self.knobs)]
        gone: list[VMobject] = [self.ghost] if word is None else []
        if word is not None:
            coming += [self.axis_ends[0]] if len(self.axis_ends[0]) else []
            gone += [*word.bars, word.left[0], word.tips[0], *self.products]
            stays = word.word == self.sliders[1].pullers[0]
            if stays:  # it is the word that pulls there
                self.remove(word.tips[1], word.name, word.left[1])
                self.add(*self.sliders[1].parts(0), self.values[1])
            gone += [] if stays else [word.left[1], word.tips[1], word.name]
        for slider in self.sliders:
            slider.set(0, 0.0)
            kept = word is not None and slider.head == 1 and stays
            coming += [] if kept else [*slider.parts(0), self.values[slider.head]]
        self.play(*(FadeOut(each) for each in gone), *(FadeIn(each) for each in coming), run_time=times.move)
        for slider, card in zip(self.sliders, self.cards, strict=True):
            self._pull_along(slider, card)

    def _pull_along(self, slider: Slider, card: KnobCard) -> None:
        """Let one head pull the word along its axis, and write what that comes to."""
        start = self.apples[0].at.copy()
        way = slider.at(float(self.numbers.knobs[0, slider.head])) - self.pane.origin
        band = slider.bands[slider.pullers[0]]
        moved = [slider.bead, slider.peg, slider.loose, band, *self.arms, *(knob.grip for knob in self.knobs)]
        self.add(*moved)

        def follow(share: float) -> None:
            slider.set(0, share)
            self._put(0, start + share * way)

        self.play(Live([*moved, self.apples[0]], follow, run_time=_PULL))
        self.sums.append(self._sum(slider, card))
        self.held.append(slider.weights[0])
        self.play(FadeIn(slider.weights[0]), FadeIn(self.sums[-1]), run_time=self.style.times.quick)
        self.wait(_READ)

    def _sum(self, slider: Slider, card: KnobCard) -> VGroup:
        """Return what the strongest word and all others give to a head's number, added up."""
        numbers, head, style, size = self.numbers, slider.head, self.style, self.style.sizes.number
        word, theme = slider.pullers[0], style.theme
        ink, terms = slider.words[word].color_by_role, (numbers.pulled[0, head], numbers.rest[0, head])
        total = numbers.knobs[0, head]
        digits = decimals_that_add([float(term) for term in terms], float(total)) or 2
        factors = slider.factor_digits(0)
        weight, place = numbers.spaces()[head].weight(word, 0), numbers.place(word, head)
        times = Label("×", size=size, style=style)
        left = [
            Row([slider.number(weight, ink, factors), times, slider.number(place, ink, factors)], 0.12),
            Label(self.says("rest"), size=style.sizes.tick, color=theme.dim, style=style),
            Label(numbers.word, size=size, color=self.ink_in(numbers.word, 0), style=style),
        ]
        right = [
            slider.number(value, color, digits)
            for value, color in zip((*terms, total), (ink, theme.dim, theme.ink), strict=True)
        ]
        rows = []
        for text, number in zip(left, right, strict=True):
            number.next_to(text, point(1.0), buff=0.3)
            rows.append(VGroup(text, number))
        lines = card.rows(rows, 4)
        return VGroup(*lines, card.rule(lines, 1))

    def _put(self, phrase: int, at: Point) -> None:
        """Put the word, as a phrase colours it, at a place, with both knobs beside it and the arms that hold it."""
        self.apples[phrase].put(at)
        for knob, arm in zip(self.knobs, self.arms, strict=True):
            arm.set_points_as_corners([knob.slide(at), at])

    def _swap(self, step: int) -> None:
        """Change the phrase: words that leave are outlines from now on, those that come stand at their places."""
        before, after = self.phrases[step : step + 2]
        old, new = self.apples[step : step + 2]
        new.put(old.at)
        gone: list[Animation] = [FadeOut(old)]
        self.hollow = new.ghost()  # of the last phrase only an outline is seen before it is answered
        come: list[Animation] = [FadeIn(self.hollow if step == 2 else new)]
        if step == 0:
            gone += [FadeOut(each) for each in (*self.sums, *self.values)]
            come += [FadeIn(log[0], rate_func=late) for log in self.logs]
        gone += [FadeOut(each) for each in self.reasons]
        self.reasons = self._reasons(step)
        come += [FadeIn(each, rate_func=late) for each in self.reasons]
        for slider in self.sliders:
            leaves, comes = slider.pullers[step : step + 2]
            gone += [FadeOut(self.held[slider.head])] if len(self.held[slider.head]) else []
            if leaves != comes:
                gone += [FadeOut(each) for each in slider.parts(step)]
                gone += [FadeOut(each) for each in self._outline(slider, comes)]
                self.seen[slider.head, leaves] = slider.words[leaves].ghost()
                come += [FadeIn(each) for each in (self.seen[slider.head, leaves], *slider.parts(step + 1))]
        self.play(rewrite(before.words, after.words), *gone, *come, run_time=self.style.times.slow)
        self.remove(*after.words)
        self.add(after)
        if step < 2:
            self.add(self.left_behind[step])

    def _reasons(self, step: int) -> list[VMobject]:
        """Return how little the word that comes weighs in each head whose number hardly changes."""
        numbers, style, word = self.numbers, self.style, self.numbers.changes[step][1]
        size, reasons = style.sizes.tick, []
        for head, card in enumerate(self.cards):
            if numbers.jumps(step)[head] or step == 2 or word == numbers.word:
                continue
            ink, weight = self.ink_in(word, step + 1), numbers.spaces()[head].weight(word, step + 1)
            texts = [(word, ink), *([] if self.stage.is_narrow else [(self.says("weighs"), style.theme.ink)])]
            said: list[VMobject] = [Label(text, size=size, color=color, style=style) for text, color in texts]
            reasons.append(card.note(Row([*said, Weight(weight, size=size, color=ink, style=style)], 0.14)))
        return reasons

    def _turn(self, step: int, seconds: float = _TURN) -> None:
        """Let both heads take hold of the word: it draws its way, and both knobs slide with it."""
        start, way = self.places[step], self.places[step + 1] - self.places[step]
        if self.marks:
            self.add(self.left_behind[step])
            gone = map(FadeOut, (*self.marks, self.hollow))
            self.play(*gone, FadeIn(self.apples[step + 1]), run_time=self.style.times.quick)
            self.marks = []
        line, grips = self.drawn[step], [knob.grip for knob in self.knobs]
        bands = [band for slider in self.sliders for band in (slider.loose, slider.bead, slider.peg)]
        bands += [band for slider in self.sliders for band in slider.bands.values()]
        self.add(line, *bands)

        def follow(share: float) -> None:
            self._put(step + 1, start + share * way)
            line.set_points_as_corners([start, start + max(share, 1e-3) * way])
            for slider in self.sliders:
                slider.set(step + 1, share, step)

        motions: list[Animation] = [Live([*bands, *self.arms, line, *grips, self.apples[step + 1]], follow)]
        for log in self.logs:
            number, old = log[step + 1][-1], log[step][-1].copy()
            assert isinstance(number, Number) and isinstance(old, Number)
            motions.append(Count(old.move_to(number), number))
            motions += [FadeIn(each, rate_func=soon) for each in log[step + 1][:-1] if step < 2]
        self.play(*motions, run_time=seconds)
        for slider in self.sliders:  # what no longer pulls leaves nothing on the map
            self.remove(*(band for word, band in slider.bands.items() if word != slider.pullers[step + 1]))
        self._measure(step)

    def _measure(self, step: int) -> None:
        """Write how far the word has slid, and the weights that took it there, which the last change leaves out."""
        told = [jumps and step < 2 for jumps in self.numbers.jumps(step)]
        self.held = [
            slider.weights[step + 1] if seen else VGroup() for slider, seen in zip(self.sliders, told, strict=True)
        ]
        come = [FadeIn(weights) for weights in self.held if len(weights)]
        if any(self.numbers.jumps(step)):
            come.append(FadeIn(self._length(step)))
            gaps = self._gap(step)
            self.reasons += gaps
            come += map(FadeIn, gaps)
        if come:
            self.play(*come, run_time=self.style.times.quick)

    def _gap(self, step: int) -> list[VMobject]:
        """Return how far a knob's two numbers lie apart, written out, where its card has room; in a list."""
        head, size = int(self.numbers.strokes[step].argmax()), self.style.sizes.number
        before, after = (self.numbers.knobs[phrase, head] for phrase in (step, step + 1))
        # The larger one first, so that nothing is less than 0; of two signs, both add up to how far they lie apart.
        high, low = (before, after) if before > after else (after, before)
        terms, sign = ((high, low), "+") if low < 0 <= high else ((high, low), MINUS)
        if high < 0:
            terms = terms[::-1]
        terms = (terms[0].abs(), terms[1].abs())
        whole = self.numbers.strokes[step, head]
        adds = decimals_that_add((float(terms[0]), float(terms[1]) * (1 if sign == "+" else -1)), float(whole), (2,))
        if step == 2 or adds is None:
            return []
        first, second, total = (Number(value, size=size, style=self.style) for value in (*terms, whole))
        signs = [Label(text, size=size, style=self.style) for text in (sign, "=")]
        row = Row([first, signs[0], second, signs[1], total], 0.13)
        return [self.cards[head].note(row)]

    def _length(self, step: int) -> VGroup:
        """Return how far a change has moved the number that it moves most, beside what the word drew."""
        head = int(self.numbers.strokes[step].argmax())
        number = HeroNumber(self.numbers.strokes[step, head], size=self._large(), style=self.style)
        (x, y), (left, low), (end_x, end_y) = (flat(at) for at in (self.places[step], self.pane.origin,
                                                                    self.places[step + 1]))  # fmt: skip
        wide, high = float(number.width) / 2 + _BESIDE, float(number.height) / 2 + _BESIDE
        if head:
            at = point((x + end_x) / 2 + (wide if x > left else -wide), (low + min(y, end_y)) / 2)
        else:
            at = point((left + max(x, end_x)) / 2, (y + end_y) / 2 + (-high if y > low else high))
        length = laid(haloed(number.move_to(at), self.style), Layer.LABEL)
        taken = [*self.others, *self.ends, *self.lengths]
        for slider in self.sliders:
            taken += [*self.held[slider.head], *(name for names in slider.names.values() for name in names)]
        here, grips = self.places[step + 1], [knob.grip.get_center() for knob in self.knobs]
        beads = [slider.bead.get_center() for slider in self.sliders]
        way = [*self.places[: step + 2], *(at for end in (*grips, *beads) for at in (end, here))]
        self._free(length, [*taken, self._called(step + 1)], way)
        self.lengths.append(length)
        return length

    def _called(self, phrase: int) -> VGroup:
        """Return the word's name where a phrase takes it; empty for an icon."""
        return self._apple(phrase, self.places[phrase]).label

    def _free(self, text: VMobject, taken: Sequence[VMobject], way: Sequence[Point] = ()) -> None:
        """Move a text to a free place near by, off what the word draws on its way, where others stand on its own."""
        boxes = [box_of(each) for each in taken if len(each.get_family()) > 1]
        lines = [(flat(start), flat(end)) for start, end in pairwise(way)]
        met = any(overlap(box_of(text), box) > 0 for box in boxes) or any(clip(line, box_of(text)) for line in lines)
        if met:
            size = (float(text.width) + 0.1, float(text.height) + 0.1)
            near = flat(text.get_center())
            text.move_to(point(*free_place(size, self.pane.bounds(), near, lines=lines, boxes=boxes)))

    def _clear(self) -> None:
        """Move names and weights that would stand on each other."""
        first, second = self.sliders
        for word in second.words:
            for name in second.names[word]:
                self._free(name, [each for names in first.names.values() for each in names])
        for phrase in range(len(self.phrases)):
            taken: list[VMobject] = [*self.others, *self.ends, self._called(phrase)]
            taken += [name for slider in self.sliders for name in slider.names[slider.pullers[phrase]]]
            for weight in (weight for slider in self.sliders for weight in slider.weights[phrase]):
                self._free(weight, taken)
                taken.append(weight)

    def _large(self) -> float:
        """Return the size of the numbers beside what the word draws."""
        return self.style.sizes.formula if self.scale == 1.0 else self.style.sizes.number

    def _ask(self) -> None:
        """Change the phrase to one that nothing on the map has answered yet, and leave the answer open."""
        self._swap(2)
        for log in self.logs:
            number = log[3][-1]
            mark = Label("?", size=self.style.sizes.hero, color=self.style.theme.ink, style=self.style)
            self.marks.append(laid(mark.move_to(number), Layer.LEDGER))
        tags = [FadeIn(each) for log in self.logs for each in log[3][:-1]]
        self.play(*map(FadeIn, self.marks), *tags, run_time=self.style.times.move)
        self.wait(_ASK)

    def _close(self) -> None:
        """Let go of bands and arms, and show all words at the ends of the axes, and the word at all its places."""
        times, last = self.style.times, len(self.phrases) - 1
        gone: list[VMobject] = [self.others, *self.arms, *(weights for weights in self.held if len(weights))]
        come: list[VMobject] = []
        for slider in self.sliders:
            gone += [slider.peg, slider.bead, slider.loose, slider.bands[slider.pullers[last]]]  # fmt: skip
            for word in slider.words:
                if word != slider.pullers[last]:
                    come += [slider.words[word], *slider.names[word]]
                    gone += self._outline(slider, word)
        for phrase in range(last):
            gone.append(self.left_behind[phrase])
            self.apples[phrase].put(self.places[phrase])
            come.append(self.apples[phrase].mark)
        come.append(HeroGlow(self.places[last], self.apples[last].color_by_role, style=self.style))
        closing = [FadeIn(self._closing())] if self._closes() else []
        self.play(*(FadeOut(each) for each in gone), *(FadeIn(each) for each in come), *closing, run_time=times.slow)

    def _outline(self, slider: Slider, word: str) -> list[VGroup]:
        """Return the outline of a word that has left, in a list; none where it has not."""
        outline = self.seen.pop((slider.head, word), None)
        return [] if outline is None else [outline]

    def _squeezed(self) -> SqueezedWord | None:
        """Return the word whose number along one axis both heads squeeze, or None."""
        axis = self.numbers.axis
        if axis is None:
            return None
        color = self.ink_in(self.numbers.changes[0][0], 0)
        return SqueezedWord(self.numbers, self.pane, color, self.axis_color(axis), self.style)

    def _closes(self) -> bool:
        """Return whether the word's places are the corners of a rectangle."""
        return len(self.phrases) == 4 and self.numbers.foretold()

    def _closing(self) -> VMobject:
        """Return the side of the rectangle that no change has drawn."""
        line = DashedLine(self.places[-1], self.places[0], color=self.style.theme.ink, stroke_width=_STROKE / 2)
        return laid(line, Layer.TRAIL)

    def _change_text(self, step: int) -> str:
        """Return the name of a change's texts: by the knobs that slide."""
        ends = {(True, False): "left", (False, True): "right", (True, True): "two", (False, False): "none"}
        return f"change-{ends[self.numbers.jumps(step)]}"

    def _names(self, phrase: int) -> dict[str, str]:
        """Return the values of captions and lines."""
        numbers = self.numbers
        before, after = (" ".join(words) for words in numbers.swaps[max(phrase - 1, 0)])
        said = {"word": numbers.word, "before": before, "after": after, "After": capital(after)}
        # One word takes another's place; of more, those that come are named: the phrase above the map has them all.
        swap = self.says("instead" if " " not in before + after else "now", **said)
        thing = numbers.changes[1][1]
        said |= {"Swap": capital(swap), "thing": thing, "Thing": capital(thing)}
        said |= {"puller": numbers.first.pullers[phrase], "other": numbers.pullers[phrase]}
        x, y = (format_number(float(number)) for number in numbers.knobs[phrase])
        said |= {"x": x, "y": y}
        if phrase:
            came = numbers.changes[phrase - 1][1]
            still = 1 - int(numbers.strokes[phrase - 1].argmax())
            said["came"], said["weight"] = came, format_weight(float(numbers.spaces()[still].weight(came, phrase)))
            said["apart"] = format_number(float(numbers.strokes[phrase - 1].max()))
        if numbers.axis is not None:
            name = numbers.axes[numbers.axis]
            low, high = (format_number(float(space.W_V[numbers.axis, 0])) for space in numbers.spaces())
            said |= {"axis": name, "low": low, "high": high, "said": numbers.changes[0][0]}
        return said
