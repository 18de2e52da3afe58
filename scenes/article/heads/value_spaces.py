"""Two value spaces for the same words (the article's section "Multiple Key, Query, and Value Spaces").

The phrase changes twice, by a colour and by a thing. The first figure shows the semantic space, in which only the
thing moves the word; the second one shows it beside the space of grammatical relations, in which only the colour does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from manim import LEFT, UP, Animation, FadeIn, FadeOut, VGroup

from scenes.article.heads.claims import GRAMMATICAL_TRANSFORMATION_CLAIMS, SEMANTIC_TRANSFORMATION_CLAIMS
from scenes.article.heads.heads_figure import RIM, HeadsFigure
from scenes.article.heads.jumps import NARROW
from scenes.article.heads.value_space import BothSpaces, ThreePhrases, ValueSpace, both_spaces, value_space
from scenes.layout import fit
from scenes.motion.become import rewrite
from scenes.number_format import format_number
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.table.matrix import Matrix, row_titles
from scenes.parts.text.typeset import Math
from scenes.stage import Region
from scenes.worlds import World

_PULL, _TURN = 1.5, 1.7
"""Seconds in which the word is pulled, and in which a change of the phrase takes hold of it."""

_LEAST_MATRIX = 0.72
"""The share of its size to which a matrix may shrink; one that would have to be smaller is left out."""


class _ValueSpaces(HeadsFigure):
    """A figure of one or two value spaces in which the same changes of a phrase pull one word."""

    Parameters = ThreePhrases
    usual: ClassVar[tuple[str, str]]
    """The endings of both changes' texts with the numbers that the last line is written for."""
    numbers: ValueSpace

    @classmethod
    def alternative_values(cls, numbers: ValueSpace) -> Mapping[str, object]:
        """Return the words by which the phrases differ, and how far each change takes the word."""
        first, second = numbers.changes
        colour, thing = (format_number(float(distance)) for distance in numbers.distances)
        return {
            "word": numbers.word,
            "first": second[0],
            "second": second[1],
            "third": first[0],
            "fourth": first[1],
            "by_thing": thing,
            "by_colour": colour,
        }

    def spaces(self) -> list[ValueSpace]:
        """Return the spaces from the left."""
        raise NotImplementedError

    def ink_in(self, word: str, phrase: int) -> str:
        """Return a word's colour in one of the phrases."""
        return self.ink_among(self.spaces()[0].phrase_words[phrase], word)

    def build(self) -> None:
        """Make the spaces side by side, the phrases, and the matrix of a space that stands alone."""
        spaces = self.spaces()
        self.phrases = [self._header(phrase) for phrase in range(len(spaces[0].phrases))]
        panes, records = self._regions(len(spaces))
        self.sides = self.staged(spaces, panes, records, self.ink_in)
        self.stays = len(spaces) == 1 and not self.view.lying  # the matrices, with room of their own
        self.matrices = VGroup(*(self._matrix(space, record) for space, record in zip(spaces, records, strict=True)))

    def _header(self, phrase: int, side: str = "middle") -> HeaderPhrase:
        """Return a phrase for the header, each word in its colour."""
        words = self.spaces()[0].phrase_words[phrase]
        inks = [self.ink_in(word, phrase) for word in words]
        return HeaderPhrase(words, inks, self.stage, self.view, side=side, style=self.style)

    def _regions(self, count: int) -> tuple[list[Region], list[Region]]:
        """Return where the panes are, and their records: at the right of a pane that stands alone, or below it."""
        free, lying = self.stage.below_header, self.view.lying
        top = min(free.top, *(float(phrase.get_bottom()[1]) - 0.1 for phrase in self.phrases))
        room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1, top - 0.55)
        if count == 1 and not lying:
            pane, record = room.columns(2.45, 1, gap=0.45)
            return [pane.inset(bottom=0.45)], [record.inset(top=0.45 * record.height)]
        if self.stage.is_portrait:
            halves = room.rows(*[1] * count, gap=0.75)
        else:
            halves = room.columns(*[1] * count, gap=0.4)
        panes, records = [], []
        for half in halves:
            low = 2.2 if half.width < NARROW else 1.35
            pane, record = half.rows(half.height - low, low)
            panes.append(pane.inset(bottom=0.45))
            records.append(record)
        return panes, records

    def _matrix(self, space: ValueSpace, record: Region) -> VGroup:
        """Return a value matrix with its rows named: above the record, or in its place until there is one."""
        style = self.style
        matrix = Matrix(space.W_V, size=style.sizes.number, style=style)
        name = Math("W_V", size=style.sizes.head, color=style.theme.value, style=style)
        colors = [self.axis_color(index) for index in range(len(space.axes))]
        group = VGroup(matrix, *row_titles(matrix, space.axes, colors, size=style.sizes.number, style=style))
        if self.stays:
            name.next_to(matrix, UP, buff=0.15)
        else:
            name.next_to(matrix, LEFT, buff=0.35)
        group.add(name)
        top = self.stage.below_header.top - 0.5
        free = Region(record.left, record.right, record.top + 0.2, top) if self.stays else record
        height = float(group.height)
        fit(group, free.width, free.height)
        if group.height < _LEAST_MATRIX * height:
            return VGroup()
        return laid(group.move_to(free.centre), Layer.LEDGER)

    def tell(self) -> None:
        """Show the spaces, pull the word, change the phrase twice, and lay the farthest places side by side."""
        times, sides = self.style.times, self.sides
        with self.beat("values", **self._names(0)):
            self.play(*(FadeIn(side.pane, side.title, side.ends) for side in sides), FadeIn(self.phrases[0]),
                      run_time=times.move)  # fmt: skip
            words = [FadeIn(*side.shown(0), side.subject) for side in sides]
            self.play(*words, FadeIn(self.matrices), run_time=times.move)
            self.rest()
        with self.beat("pull", **self._names(0)):
            self._pull()
            self.rest()
        for step in range(len(self.numbers.steps)):
            text = f"change-{self._pattern(step)}"
            with self.beat(self.numbers.steps[step].replace(" ", "-"), text=text, **self._names(step + 1)):
                self._change(step)
                self.rest()
        usual = [self._pattern(step) for step in range(len(self.numbers.steps))] == list(self.usual)
        with self.beat("both", text="both" if usual else "measured", **self._names(0)):
            self._both()
            self.hold()

    def _pull(self) -> None:
        times, sides = self.style.times, self.sides
        for side in sides:
            self.add(*side.bands.values())
        self.play(*(side.reach() for side in sides), run_time=times.slow)
        for side in sides:
            self.remove(side.subject)
            self.add(*side.coat(0))
        self.play(*(side.give_way() for side in sides), run_time=_PULL)
        self.play(*(FadeIn(side.shares[0]) for side in sides), run_time=times.quick)

    def _change(self, step: int) -> None:
        """Change the phrase, then let its pulls change, and file how far the word has come."""
        times, sides = self.style.times, self.sides
        gone = [FadeOut(side.rulers[step - 1]) for side in sides if step and side.jumps(step - 1)]
        motions = [motion for side in sides for motion in side.change(step)]
        if not (step or self.stays):
            gone.append(FadeOut(self.matrices))
        before, after = self.phrases[step : step + 2]
        self.play(rewrite(before, after), *motions, *gone, run_time=times.slow)
        self.remove(*after.words)
        self.add(after)
        for side in sides:
            self.remove(*side.coat(step))
            self.add(*side.coat(step + 1), side.record.bars[step])
            if side.jumps(step):
                self.add(side.left_behind(step))
        names = [FadeIn(side.record.names[step]) for side in sides]
        self.play(*(side.turn(step) for side in sides), *names, run_time=_TURN)
        come = [FadeIn(side.record.numbers[step], side.shares[step + 1]) for side in sides]
        come += [FadeIn(side.rulers[step]) for side in sides if side.jumps(step)]
        self.play(*come, run_time=times.quick)

    def _both(self) -> None:
        """Bring the word back to where the farthest change found it, with what pulled it there."""
        motions: list[Animation] = []
        for side in self.sides:
            step = int(side.numbers.distances.argmax())
            if side.jumps(step):
                motions += side.again(step)
                last = len(side.numbers.steps) - 1
                if step < last:
                    motions.append(FadeIn(side.rulers[step]))
                    motions += [FadeOut(side.rulers[last])] if side.jumps(last) else []
        if not motions:
            return
        if len(self.sides) > 1 or not self.stage.is_wide:
            self.play(*motions, run_time=self.style.times.slow)
            return
        before, after = self._both_phrases(int(self.numbers.distances.argmax()))
        self.play(rewrite(self.phrases[-1], after), run_time=self.style.times.move)
        self.remove(*after.words)
        self.add(after)
        self.play(*motions, FadeIn(before), run_time=self.style.times.slow)

    def _both_phrases(self, step: int) -> list[HeaderPhrase]:
        """Return the phrases before and after a change, each above the place that it leads to."""
        places = [float(place[0]) for place in self.sides[0].places[step : step + 2]]
        sides = ("left", "right") if places[0] < places[1] else ("right", "left")
        return [self._header(phrase, side) for phrase, side in zip((step, step + 1), sides, strict=True)]

    def _pattern(self, step: int) -> str:
        """Return the ending of a change's texts: where the word jumps."""
        raise NotImplementedError

    def _names(self, phrase: int) -> dict[str, str]:
        """Return the values of captions and lines."""
        numbers, sides = self.numbers, self.sides
        before, after = numbers.changes[max(phrase - 1, 0)]
        said = {"word": numbers.word, "before": before, "after": after, "After": after[:1].upper() + after[1:]}
        pullers = [side.numbers.pullers[phrase] for side in sides]
        said |= {"puller": pullers[0], "Puller": pullers[0][:1].upper() + pullers[0][1:], "other": pullers[-1]}
        if phrase:
            said["apart"] = sides[0].record.numbers[phrase - 1].shown
            said["other_apart"] = sides[-1].record.numbers[phrase - 1].shown
        return said


class SemanticTransformation(_ValueSpaces):
    """attention-semantic-transformation: in this value space only what a word means moves another one."""

    name = "attention-semantic-transformation"
    claims = SEMANTIC_TRANSFORMATION_CLAIMS
    usual = ("stays", "jumps")

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> ValueSpace:
        """Take one step of attention of the first head over the three phrases."""
        return value_space(parameters, world, 0)

    def spaces(self) -> list[ValueSpace]:
        """Return the first head's space alone."""
        return [self.numbers]

    def _pattern(self, step: int) -> str:
        return "jumps" if self.sides[0].jumps(step) else "stays"


class GrammaticalTransformation(_ValueSpaces):
    """attention-grammatical-transformation: the space beside it, in which only an adjective moves the word."""

    name = "attention-grammatical-transformation"
    claims = GRAMMATICAL_TRANSFORMATION_CLAIMS
    usual = ("right", "left")
    numbers: BothSpaces

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> BothSpaces:
        """Take one step of attention of both heads over the three phrases."""
        return both_spaces(parameters, world)

    def spaces(self) -> list[ValueSpace]:
        """Return both heads' spaces."""
        return [self.numbers.first, self.numbers]

    def _pattern(self, step: int) -> str:
        left, right = (side.jumps(step) for side in self.sides)
        return {(True, False): "left", (False, True): "right", (True, True): "two", (False, False): "none"}[left, right]
