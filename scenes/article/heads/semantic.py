"""attention-semantic-transformation: four sentences take a word to two places of a head's value space.

The sentence has two switches, a colour and a thing. Flipping the colour changes the word's skin and leaves it where it
is, seen at true scale, because the colour hardly weighs: it hangs on a thread. Flipping the thing takes the word across
the map, on a band as wide as its weight. Each sentence leaves a ring at the place to which it takes the word; in the
end the word is seen at both places, half in each skin. What W_V does to colours is not what keeps the word
still here: with redness unsqueezed a colour of such a small weight would not move it far, either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np
from manim import LEFT, Animation, Circle, Dot, FadeIn, FadeOut, VGroup, VMobject, smooth, squish_rate_func

from scenes.article.heads.claims import SEMANTIC_TRANSFORMATION_CLAIMS
from scenes.article.heads.filed import Filed
from scenes.article.heads.halves import Halves
from scenes.article.heads.heads_figure import RIM, HeadsFigure, color_named
from scenes.article.heads.pane import Air, Pane, unit_of
from scenes.article.heads.places import Places, places
from scenes.article.heads.strands import Strands
from scenes.article.heads.switchboard import Switchboard
from scenes.article.heads.value_space import ThreePhrases
from scenes.motion.live import Live
from scenes.number_format import format_number, format_weight
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.labels import Box, clip, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.scale_bar import ScaleBar
from scenes.parts.plane.token import HeroGlow, Token, haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Label, Row
from scenes.shared.phrase import capital
from scenes.stage import Region
from scenes.worlds import World

_PULL, _FLIP, _STAY, _SWEEP = 1.4, 0.7, 0.8, 1.8
"""Seconds in which the word is pulled at first, in which a switch flips, and in which the word stays, or sweeps."""

_APPLE, _THING, _RING = 1.2, 1.1, 0.82
"""Scene units: the heights of the word's icon and of what pulls it; the radius of a ring around the word."""

_LEAST = 0.01
"""The weight below which a caption says that it is less."""

_STROKE, _RULER, _RIM = 4.0, 6.0, 9.0
"""Stroke units of a ring, of the line that measures how far the word has swept, and of this one with its rim."""

_DOT = 0.09
"""Scene units: the radius of the dots at both ends of the line that measures."""

_BESIDE, _CORNER = 0.16, 0.22
"""Scene units from a ring or a line to its number, and from the map's edge to a text in its corner."""

_BAR = 0.4
"""The share of the map's width that the bar of a unit takes at the most."""

_UNDER = 0.26
"""Scene units from the map down to the sentences that are filed."""

_ROOMY, _CLOSE = 1.6, 0.75
"""Scene units for 1 from which icons and rings have their usual size; their size at the most in frames that are not
wide."""

_ABOVE, _BELOW, _CLOSE_ABOVE, _CLOSE_BELOW, _ASIDE = 1.0, 1.4, 0.9, 1.2, 0.85
"""Scene units that the map keeps free above and below all places, for icons, rings and texts, in a wide frame and in
others; and beside them."""

soon, late = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
"""The rate functions of what gives way to a text at its place, and of that text."""


class SemanticTransformation(HeadsFigure):
    """attention-semantic-transformation: four sentences take a word to two places of a value space."""

    name = "attention-semantic-transformation"
    claims = SEMANTIC_TRANSFORMATION_CLAIMS
    Parameters = ThreePhrases
    usual: ClassVar[list[bool]] = [False, True, False]
    """Which changes of the phrase take the word far with the numbers for which the last line is written."""
    numbers: Places

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> Places:
        """Take one step of attention of the first head over the phrases."""
        return places(parameters, world, 0)

    @classmethod
    def alternative_values(cls, numbers: Places) -> Mapping[str, object]:
        """Return the words by which the phrases differ, and how far each change takes the word."""
        colour, thing = (format_number(float(distance)) for distance in numbers.distances[:2])
        return {**numbers.changed_words(), "by_thing": thing, "by_colour": colour}

    def ink_in(self, word: str, phrase: int) -> str:
        """Return a word's colour in one of the phrases."""
        return self.ink_among(self.numbers.phrase_words[phrase], word)

    def build(self) -> None:
        """Make the sentence with its switches, the map, and all that the phrases leave on it."""
        numbers, count = self.numbers, len(self.numbers.phrases)
        self.board = Switchboard(numbers.slots, self.ink_in, self.stage, self.view, style=self.style)
        self.pulls = [self._pulls_of(phrase) for phrase in range(count)]
        self.filed, self.pane = self._set_out()
        self.scale = min(1.0 if self.stage.is_wide else _CLOSE, max(0.6, self.pane.unit / _ROOMY))
        self.places = [self.pane.place(row) for row in numbers.updated]
        self.home = self.pane.place(numbers.own)
        self.apples = [self._apple(phrase, place) for phrase, place in enumerate(self.places)]
        self.start = self._apple(0, self.home)
        self.ghost = self.start.ghost()
        self.rings = [self._ring(phrase) for phrase in range(count)]
        self.things = self._things()
        self.outlines = {word: token.ghost() for word, token in self.things.items() if self._stays(word)}
        self.strands = [self._strands_of(phrase) for phrase in range(count)]
        self.corners = self._corners()
        self.rulers = [self._ruler(step) for step in range(count - 1)]
        self.lengths: list[VGroup] = []
        for step in range(count - 1):
            self.lengths.append(self._length(step))

    def _pulls_of(self, phrase: int) -> dict[str, float]:
        """Return what pulls the word in a phrase, and how much each weighs: with two switches, the word of each."""
        numbers = self.numbers
        words = [numbers.pullers[phrase]]
        if len(numbers.slots.open) == 2:
            for place in numbers.slots.open:
                change = min((0, 1), key=lambda step: not self._fills(step, place))
                words.append(numbers.changes[change][numbers.slots.states[phrase][place]])
        said = numbers.phrase_words[phrase]
        return {
            word: float(numbers.weight(word, phrase))
            for word in dict.fromkeys(words)
            if word != numbers.word and word in said
        }

    def _fills(self, step: int, place: int) -> bool:
        """Return whether a change of the phrase fills a slot in another way."""
        first, second = (self.numbers.slots.states[phrase][place] for phrase in (step, step + 1))
        return first != second

    def _spans(self) -> list[tuple[float, float]]:
        """Return the least and the largest number along both axes of the word's places, and of what is on the map."""
        numbers = self.numbers
        rows = [*numbers.updated, numbers.own, *(numbers.value(word) for word in self._mapped())]
        return [(min(along), max(along)) for along in zip(*(row.tolist() for row in rows), strict=True)]

    def _mapped(self) -> dict[str, int]:
        """Return the words whose places the map has, and a phrase of each: a high map has those of little weight, too.

        The thread of another comes from beyond the map's edge.
        """
        return {
            word: phrase
            for phrase, pulls in reversed(list(enumerate(self.pulls)))
            for word, weight in pulls.items()
            if self.stage.is_portrait or self._stays(word)
        }

    def _stays(self, word: str) -> bool:
        """Return whether a word's outline stays on the map: it pulls on a band in some phrase, or most of all."""
        heavy = any(pulls.get(word, 0.0) >= SLACK_BELOW for pulls in self.pulls)
        return heavy or word in self.numbers.pullers

    def _set_out(self) -> tuple[Filed, Pane]:
        """Return the sentences as they are filed below the map, each below its place, and the map above them."""
        free, numbers, spans = self.stage.below_header, self.numbers, self._spans()
        top = min(free.top, float(self.board.get_bottom()[1])) - 0.15
        room = Region(free.left + RIM, free.right - RIM, free.bottom, top)
        air = Air(_ASIDE, *((_ABOVE, _BELOW) if self.stage.is_wide else (_CLOSE_ABOVE, _CLOSE_BELOW)))
        (left, right), _ = spans
        unit = (room.width - 2 * air.side) / max(right - left, 1e-9)
        middle = float(room.centre[0]) - unit * (left + right) / 2
        spots = [
            (middle + unit * float(numbers.updated[spot, 0].mean()), sorted(spot, key=numbers.slots.states.__getitem__))
            for spot in numbers.spots()
        ]
        inks = [[self.ink_in(word, each) for word in words] for each, words in enumerate(numbers.phrase_words)]
        filed = Filed(numbers.phrase_words, inks, spots, room, large=self.stage.is_portrait, style=self.style)
        region = room.inset(bottom=float(filed.height) + _UNDER)
        pane = Pane(region, unit_of([region], [spans], air), spans, air, style=self.style)
        middles = [float(pane.place(numbers.updated[spot].mean(dim=0))[0]) for spot in numbers.spots()]
        filed.stand_below(sorted(middles))
        return filed, pane

    def _apple(self, phrase: int, at: Point) -> Token:
        """Return the word at a place, as a phrase colours it."""
        word, offset = self.numbers.word, None
        if not has_icon(word, self.style):
            offset = (0.0, 0.4)
        return Token(
            word, at, self.ink_in(word, phrase), height=self.scale * _APPLE, large=True, offset=offset, style=self.style
        )

    def _ring(self, phrase: int) -> Circle:
        """Return the ring that a phrase leaves around the word's place."""
        ring = Circle(radius=self.scale * _RING, color=self.ink_in(self.numbers.word, phrase), stroke_width=_STROKE)
        return laid(ring.move_to(self.places[phrase]), Layer.TRAIL)

    def _things(self) -> dict[str, Token]:
        """Return what pulls the word in some phrase and is on the map, at its place, by word."""
        numbers, things = self.numbers, dict[str, Token]()
        for word, phrase in self._mapped().items():
            # A word that does not stay has its name beside its weight.
            named = self._stays(word) and not has_icon(word, self.style)
            offset = (0.0, 0.4) if named else None
            things[word] = Token(
                word, self.pane.place(numbers.value(word)), self.ink_in(word, phrase), height=self.scale * _THING,
                large=True, offset=offset, style=self.style,
            )  # fmt: skip
        return things

    def _strands_of(self, phrase: int) -> Strands:
        """Return what pulls the word in a phrase, with the weights."""
        pulls, words = self.pulls[phrase], self.numbers.phrase_words[phrase]
        return Strands(
            pulls,
            {word: self.things[word] for word in pulls if word in self.things},
            {word: self.pane.place(self.numbers.value(word)) for word in pulls},
            {word: self.ink_among(words, word) for word in pulls},
            self.places[phrase],
            self.pane,
            [box_of(each) for each in (*self.things.values(), self.rings[phrase])],
            self.says("weighs") if self.stage.is_wide else "",
            slim=self.scale,
            style=self.style,
        )

    def _corners(self) -> VGroup:
        """Return the space's name, a bar as long as a unit, and the names of the first axis's ends, in the corners."""
        region, size = self.pane.region, self.style.sizes.number
        bar = ScaleBar(self.pane.unit, _BAR * region.width, size=size, style=self.style)
        bar.number.next_to(bar.line, LEFT, buff=_BESIDE)
        title = Label(
            self.says("semantic"), size=size, color=self.style.theme.value,
            within=region.width - float(bar.width) - 3 * _CORNER, style=self.style,
        )  # fmt: skip
        level = region.top - _CORNER - 0.12
        title.move_to(point(region.left + _CORNER + float(title.width) / 2, level))
        texts: list[VMobject] = [title, bar.move_to(point(region.right - _CORNER - float(bar.width) / 2, level))]
        for side, (text, color) in zip((-1, 1), self._ends(self.numbers.W_V), strict=True):
            if text:
                label = Label(text, size=size, color=color, within=0.4 * region.width, style=self.style)
                half = float(label.width) / 2 + _CORNER
                label.move_to(point((region.left if side < 0 else region.right) - side * half, region.bottom + 0.3))
                texts.append(label)
        return VGroup(*(VGroup(self.pane.plate(text), laid(text, Layer.LABEL)) for text in texts))

    def _ruler(self, step: int) -> VGroup:
        """Return the line from place to place that measures how far a change takes the word; none where rings meet."""
        start, end = self.places[step], self.places[step + 1]
        if not self.numbers.are_far(step, step + 1) or float(np.linalg.norm(end - start)) < 3 * self.scale * _RING:
            return VGroup()
        ink = self.style.theme.ink
        dots = (Dot(at, radius=_DOT, color=ink) for at in (start, end))
        ruler = VGroup(thin_line(start, end, ink, _RULER), *dots)
        for piece in ruler:
            piece.set_background_stroke(color=self.style.theme.background, width=_RIM)
        return laid(ruler, Layer.PIN)

    def _length(self, step: int) -> VGroup:
        """Return how far a change takes the word, above its ruler, or above the rings where it has none."""
        size = self.style.sizes.formula if self.scale == 1.0 else self.style.sizes.number
        number: VMobject = HeroNumber(self.numbers.distances[step], size=size, style=self.style)
        if self.stage.is_wide:
            number = Row([number, Label(self.says("apart"), size=self.style.sizes.number, style=self.style)], 0.16)
        middle, high = (self.places[step] + self.places[step + 1]) / 2, float(number.height) / 2 + _BESIDE
        over = high if len(self.rulers[step]) else self.scale * _RING + high
        length = laid(haloed(number.move_to(middle + point(0.0, over)), self.style), Layer.LABEL)
        weights = [row for strands in self.strands for row in strands.rows()]
        boxes = [box_of(each) for each in (*self.lengths, *self.corners, *self.rings, *self.things.values(), *weights)]
        lines = [(flat(line.get_start()), flat(line.get_end())) for line, *_ in filter(len, self.rulers)]
        if self._meets(box_of(length), boxes) or any(clip(line, box_of(length)) for line in lines):
            around = (float(length.width) + 0.1, float(length.height) + 0.1)
            near = flat(length.get_center())
            length.move_to(point(*free_place(around, self.pane.bounds(), near, lines=lines, boxes=boxes)))
        return VGroup(self.pane.plate(number), length)

    @staticmethod
    def _meets(box: Box, others: list[Box]) -> bool:
        """Return whether a box meets one of others."""
        return any(overlap(box, other) > 0 for other in others)

    def tell(self) -> None:
        """Pull the word, flip one switch after the other, and flip the last one back."""
        numbers = self.numbers
        with self.beat("pull", **self._names(0)):
            self._pull()
            self.rest()
        for step in range(len(numbers.steps)):
            text = self._change_text(step)
            with self.beat(numbers.steps[step].replace(" ", "-"), text=text, **self._names(step + 1)):
                self._change(step)
                self.rest()
        jumps = [numbers.are_far(step, step + 1) for step in range(len(numbers.steps))]
        coloured = all(color_named(word, self.style.theme) for word in numbers.changes[0])
        usual = jumps == self.usual and coloured and len(numbers.spots()) == 2
        with self.beat("both", text="both" if usual else "measured", **self._names(0)):
            self._both()
            self.hold()

    def _pull(self) -> None:
        """Show the sentence and the map with what is in the sentence, weigh it, and let the word be pulled."""
        times, apple = self.style.times, self.start
        there = [
            token if word in self.numbers.phrase_words[0] else self.outlines[word]
            for word, token in self.things.items()
            if word in self.numbers.phrase_words[0] or word in self.outlines
        ]
        self.add(self.board, self.pane)
        self.play(FadeIn(apple, self.corners, *there), run_time=times.move)
        strands = self.strands[0]
        strands.to(self.home)
        self.play(*map(FadeIn, (*strands.marks.values(), *strands.numbers)), run_time=times.quick)
        self.add(self.ghost)
        way = self.places[0] - self.home

        def follow(share: float) -> None:
            apple.put(self.home + share * way)
            strands.to(self.home + share * way)

        self.play(Live([apple, *strands.marks.values()], follow), run_time=_PULL)
        self.remove(apple)
        self.add(self.apples[0])
        self.play(*self._filing(0), run_time=times.quick)

    def _filing(self, phrase: int) -> list[Animation]:
        """Return how a phrase leaves its ring around the word, and is filed below the map."""
        return [
            FadeIn(self.rings[phrase], scale=1.5),
            *map(FadeIn, (self.filed.sentences[phrase], *self.strands[phrase].late)),
        ]

    def _flip(self, before: int, after: int) -> None:
        """Flip the switches from a phrase to another: the word has its new skin, and what pulls is what is said."""
        numbers, old, new = self.numbers, self.apples[before], self.apples[after]
        said, says = (numbers.phrase_words[phrase] for phrase in (before, after))
        new.put(self.places[before])
        motions: list[Animation] = [self.board.flipping(before, after)]
        if old.color_by_role != new.color_by_role:
            motions.append(FadeIn(new))
        motions += self._change_strands(before, after)
        for word, token in self.things.items():
            states = [token if word in words else self.outlines.get(word) for words in (said, says)]
            if states[0] is not states[1]:
                motions += [FadeOut(states[0])] if states[0] else []
                motions += [FadeIn(states[1])] if states[1] else []
        if before == 0 and after == 1:
            motions.append(FadeOut(self.ghost))
        self.play(*motions, run_time=_FLIP)
        self.remove(old, *self.board.submobjects)
        self.add(new, self.board)

    def _change_strands(self, before: int, after: int) -> list[Animation]:
        """Return how what pulls in a phrase gives way to what pulls in another; a band in both gets its new width."""
        gone, come = self.strands[before], self.strands[after]
        come.to(self.places[before])
        old, new, motions = list[VMobject](gone.rows()), list[VMobject](come.numbers), list[Animation]()
        for word in dict.fromkeys((*gone.marks, *come.marks)):
            first, second = gone.marks.get(word), come.marks.get(word)
            if isinstance(first, Band) and isinstance(second, Band):
                self.remove(first)
                self.add(second)
                motions.append(_widening(second, first.weight, second.weight))
                continue
            old += [first] if first else []
            new += [second] if second else []
        motions += [FadeOut(each, rate_func=soon) for each in old]
        return [*motions, *(FadeIn(each, rate_func=late) for each in new)]

    def _sweep(self, step: int) -> None:
        """Let the word go from where a phrase has taken it to where the next does, with what measures its way."""
        apple, start, way = self.apples[step + 1], self.places[step], self.places[step + 1] - self.places[step]
        strands, ruler = self.strands[step + 1], self.rulers[step]
        self.add(*ruler)

        def follow(share: float) -> None:
            at = start + share * way
            apple.put(at)
            strands.to(at)
            if len(ruler):
                line, _, end = ruler
                line.set_points_as_corners([start, start + max(share, 1e-3) * way])
                end.move_to(at)

        seconds = _SWEEP if self.numbers.are_far(step, step + 1) else _STAY
        self.play(Live([apple, *strands.marks.values(), *ruler], follow), run_time=seconds)

    def _change(self, step: int) -> None:
        """Flip a switch, let the word go where it is taken, and file the phrase."""
        self._flip(step, step + 1)
        self._sweep(step)
        self.play(*self._filing(step + 1), FadeIn(self.lengths[step]), run_time=self.style.times.quick)

    def _both(self) -> None:
        """Light all switches, and show the word at all its places, each with what pulls it there."""
        numbers, last = self.numbers, len(self.places) - 1
        come, gone = list[VMobject](), list[VMobject](self.strands[last].rows())
        for spot in numbers.spots():
            shown, strands = self._at(spot), self.strands[spot[-1]]
            strands.to(self.places[spot[-1]])
            bands = [mark for mark in strands.marks.values() if isinstance(mark, Band)]
            come += [*shown, *bands] if last not in spot else [each for each in shown if each is not self.apples[last]]
            if last in spot:
                gone += [mark for mark in strands.marks.values() if mark not in bands]
                gone += [self.apples[last]] if self.apples[last] not in shown else []
        for word, token in self.things.items():
            there = word in numbers.phrase_words[last]
            if word in self.outlines and not there:
                come.append(token)
                gone.append(self.outlines[word])
            elif word not in self.outlines and there:
                gone.append(token)
        fades = [*map(FadeIn, come), *map(FadeOut, gone)]
        self.play(self.board.lighting(last), *fades, run_time=self.style.times.move)
        self.remove(*self.board.submobjects)
        self.add(self.board)

    def _at(self, spot: Sequence[int]) -> list[VMobject]:
        """Return the word at the place to which some phrases take it, as all of them colour it, and its light."""
        first, *others = (self.apples[phrase].put(self.places[phrase]) for phrase in spot)
        second = next((each for each in others if each.color_by_role != first.color_by_role), None)
        if second is not None and second.color_by_role == self.apples[0].color_by_role:
            first, second = second, first  # the same halves at each place
        shown: VMobject = first if second is None else Halves(first, second)
        color = self.apples[0].color_by_role if second is None else self.style.theme.ink
        return [shown, HeroGlow(first.at, color, style=self.style)]

    def _change_text(self, step: int) -> str:
        """Return the texts of a change: whether the word jumps, or stays because what changes weighs little."""
        numbers, (before, after) = self.numbers, self.numbers.changes[step]
        if numbers.are_far(step, step + 1):
            sides = [float(numbers.value(numbers.pullers[phrase])[0]) for phrase in (step, step + 1)]
            return "change-jumps" if sides[0] * sides[1] < 0 else "change-leaps"
        weights = (float(numbers.weight(before, step)), float(numbers.weight(after, step + 1)))
        recoloured = self.apples[step].color_by_role != self.apples[step + 1].color_by_role
        if max(weights) >= SLACK_BELOW or not recoloured or numbers.swaps[step] != ((before,), (after,)):
            return "change-stays"
        return "change-light" if weights[1] >= _LEAST else "change-lightest"

    def _names(self, phrase: int) -> dict[str, str]:
        """Return the values of captions and lines."""
        numbers, puller = self.numbers, self.numbers.pullers[phrase]
        before, after = (" ".join(words) for words in numbers.swaps[max(phrase - 1, 0)])
        said = {"word": numbers.word, "before": before, "after": after, "puller": puller, "Puller": capital(puller)}
        # One word takes another's place; of more, those that come are named: the sentence has them all.
        said["Swap"] = capital(self.says("instead" if " " not in before + after else "now", **said))
        said["pull"] = format_weight(float(numbers.weight(puller, phrase)))
        if phrase:
            said["weight"] = format_weight(float(numbers.weight(numbers.changes[phrase - 1][1], phrase)))
            said["least"] = format_number(_LEAST)
            said["apart"] = format_number(float(numbers.distances[phrase - 1]))
        return said


def _widening(band: Band, start: float, end: float) -> Live:
    """Return how a band goes from the width of a weight to the width of another."""
    return Live([band], lambda share: band.set_pull(start + share * (end - start)))
