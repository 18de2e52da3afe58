"""attention-semantic-transformation: in this value space only what a word means moves another one.

The phrase changes twice, by a colour and by a thing, and only the thing moves the word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import torch
from manim import Animation, ApplyMethod, FadeIn, FadeOut, ReplacementTransform, smooth, squish_rate_func

from scenes.article.heads.claims import SEMANTIC_TRANSFORMATION_CLAIMS
from scenes.article.heads.heads_figure import RIM, HeadsFigure
from scenes.article.heads.paired_phrase import PairedPhrase
from scenes.article.heads.pane import needed_width
from scenes.article.heads.squeeze import Squeeze, squeezed_axes, whole_view
from scenes.article.heads.value_matrix import ValueMatrix
from scenes.article.heads.value_space import ThreePhrases, ValueSpace, value_space
from scenes.article.heads.value_stage import ROOMY, TIGHTENS, TITLED_BELOW, StagedSpace, spans_of
from scenes.layout import fit
from scenes.motion.become import rewrite
from scenes.number_format import format_number, format_weight
from scenes.parts.geometry import point
from scenes.parts.plane.band import SLACK_BELOW
from scenes.parts.stage_text import HeaderPhrase
from scenes.shared.phrase import capital
from scenes.stage import Region
from scenes.worlds import World

_SQUEEZE, _LEAVE, _PULL, _TURN = 1.8, 0.5, 1.2, 1.7
"""Seconds in which a matrix takes the words to their places, in which arrows leave, in which the word is pulled, and in
which a change of the phrase takes hold of it."""

_READ, _JOIN, _READ_WORDS, _READ_GAP = 0.4, 0.9, 0.7, 0.8
"""Seconds for which a space is seen before it is squeezed, in which threads join the words that pull little, and for
which these are read together with what they are the mean of; for which is read how far two words lie apart."""

_STAY, _OPENS = 1.2, 0.6
"""Seconds in which a change of the phrase takes hold of a word that stays, and in which a lens opens."""

_KEPT = 0.2
"""The weight above which a pull has a band of its own."""

_LOW = 1.35
"""Scene units that the record takes below a space that has no room beside it."""

_UNDER, _LOWER, _PAIR, _FROM_EDGE = 0.34, 0.2, 0.36, 0.22
"""Scene units that a space is lower for a header with two phrases, and that it reaches down nearer to the foot; from a
space up to the lower words of that header, and from the header to the frame's edge at the least."""

_ALIKE = 0.1
"""The share of their distance that the matrix leaves between two words that it makes alike."""

_MOST_PANE = 0.68
"""The share of the width that a space takes beside its column, at the most."""

_BETWEEN = 0.3
"""Scene units between the upper and the lower half of the column beside a space."""

_LARGER = 1.3
"""The factor by which the matrix beside a space is larger than type is."""

_LEAST_MATRIX = 0.7
"""The share of its size to which a matrix may shrink; one that would have to be smaller is left out."""


class SemanticTransformation(HeadsFigure):
    """attention-semantic-transformation: in this value space only what a word means moves another one."""

    name = "attention-semantic-transformation"
    claims = SEMANTIC_TRANSFORMATION_CLAIMS
    Parameters = ThreePhrases
    usual: ClassVar[tuple[str, str]] = ("stays", "jumps")
    """The endings of both changes' texts with the numbers that the last line is written for."""
    numbers: ValueSpace

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> ValueSpace:
        """Take one step of attention of the first head over the three phrases."""
        return value_space(parameters, world, 0)

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

    def ink_in(self, word: str, phrase: int) -> str:
        """Return a word's colour in one of the phrases."""
        return self.ink_among(self.numbers.phrase_words[phrase], word)

    def build(self) -> None:
        """Make the space, the phrases, and the matrix."""
        self.phrases = [self._header(phrase) for phrase in range(len(self.numbers.phrases))]
        pane, self.record = self._regions()
        heading = self.says("moves", word=self.numbers.word)
        self.sides = self.staged(
            [self.numbers], [pane], [self.record], self.ink_in, kept=_KEPT, threads=True, heading=heading
        )
        self.squeezes = self._squeezes()
        self.stays = not self.view.lying  # the matrix, with room of its own
        self.matrix = self._matrix()
        for squeeze in self.squeezes:
            squeeze.carry(1.0)
            squeeze.settle()
        if self.squeezes:
            self._magnify()
        self.sides[0].mark_cell()
        for squeeze in self.squeezes:
            squeeze.carry(0.0)
        self.pair = self._paired()

    def _magnify(self) -> None:
        """Put a lens over the first change that hardly moves the word."""
        (side,) = self.sides
        still = [step for step in range(len(side.numbers.steps)) if not side.jumps(step)]
        if still and float(side.numbers.distances[still[0]]) > 0:
            side.magnify(still[0])

    def _squeezes(self) -> list[Squeeze]:
        """Return how the value matrix takes the words that matter to their places from a view of the whole space.

        The words that differ in the axis that it squeezes show it, and are alone: what else lies in the space comes
        when the matrix has done its work. It is nothing where no axis is squeezed, or there is no room.
        """
        numbers, (side,) = self.numbers, self.sides
        squeezed = squeezed_axes(numbers.W_V)
        chosen = [each for each in numbers.words if each in side.changing or each == numbers.word]
        if len(squeezed) == 1:
            chosen = self._differing(squeezed[0]) or chosen
        vectors = {word: numbers.vectors[numbers.words.index(word)] for word in chosen}
        rows = torch.stack(list(vectors.values()))
        view = whole_view(numbers.W_V, rows, side.pane)
        if view is None or side.pane.unit <= ROOMY:
            return []
        colors = [self.axis_color(index) for index in range(len(numbers.axes))]
        (axis,) = squeezed
        sizes, tokens = self.style.sizes, [token for token in side.leading() if token.word in chosen]
        size = sizes.number if side.pane.region.width >= TITLED_BELOW else sizes.tick
        return [
            Squeeze(
                side.pane, view, numbers.W_V, axis, numbers.axes, colors, tokens, vectors, size=size, style=self.style
            )
        ]

    def _differing(self, axis: int) -> list[str]:
        """Return the words of the changes that are, more than anything else, changes along an axis."""
        numbers = self.numbers
        words: list[str] = []
        for pair in numbers.changes:
            first, second = (numbers.vectors[numbers.words.index(word)] for word in pair)
            if int((first - second).abs().argmax()) == axis:
                words += [word for word in pair if word != numbers.word]
        return list(dict.fromkeys(words))

    def _above(self, record: Region) -> Region:
        """Return the half of the column over its record."""
        low = record.top + _BETWEEN
        return Region(record.left, record.right, low, low + record.height)

    def _header(self, phrase: int) -> HeaderPhrase:
        """Return a phrase for the header, each word in its colour."""
        words = self.numbers.phrase_words[phrase]
        inks = [self.ink_in(word, phrase) for word in words]
        return HeaderPhrase(words, inks, self.stage, self.view, style=self.style)

    def _regions(self) -> tuple[Region, Region]:
        """Return where the pane is, and its record: at the pane's right, or below it."""
        free, lying = self.stage.below_header, self.view.lying
        top = min(free.top, *(float(phrase.get_bottom()[1]) - 0.1 for phrase in self.phrases))
        room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1, top - 0.1)
        if self.stage.is_wide:
            room = room.inset(top=_UNDER, bottom=-_LOWER)
        if not lying:
            most = room.width * _MOST_PANE
            need = needed_width(self._pane(room), spans_of([self.numbers])[0], self._air())
            pane, column = room.columns(min(need, most), room.width - 0.45 - min(need, most), gap=0.45)
            return self._pane(pane), column.rows(1, 1, gap=_BETWEEN)[1]
        pane, record = room.rows(room.height - _LOW, _LOW)
        return self._pane(pane), record

    def _pane(self, region: Region) -> Region:
        """Return where a pane is in a region that has room for its title, too."""
        return region.inset(bottom=0.5, top=0.0 if region.width >= TITLED_BELOW else 0.5)

    def _matrix(self) -> ValueMatrix:
        """Return the value matrix with its rows named, in the record's place; an empty one if it would be too small."""
        space, record, style = self.numbers, self.record, self.style
        matrix = ValueMatrix(
            space.W_V,
            space.axes,
            [self.axis_color(axis) for axis in range(len(space.axes))],
            late=self.squeezes[0].moved if self.squeezes else [],
            under=self.stays,
            large=self.stays,
            style=style,
        )
        height = float(matrix.height)
        if self.stays:
            matrix.scale(_LARGER)
        fit(matrix, record.width, record.height)
        if matrix.height < _LEAST_MATRIX * height:
            matrix.remove(*matrix)
        elif self.stays:
            # It has the column to itself at first, and then what is above the record.
            matrix.move_to((record.centre + self._above(record).centre) / 2)
            matrix.set_x(record.left + float(matrix.width) / 2)
        else:
            matrix.move_to(record.centre)
        return matrix

    def tell(self) -> None:
        """Show the space, pull the word, change the phrase twice, and lay the farthest places side by side."""
        squeezed = [self.numbers.axes[axis] for axis in squeezed_axes(self.numbers.W_V)]
        names = self._names(0) | {"axis": ", ".join(squeezed), "Axis": capital(", ".join(squeezed))}
        with self.beat("values", text="squeeze" if self.squeezes else "values", **names):
            self._show_spaces()
            self.rest()
        with self.beat("pull", **self._names(0)):
            self._pull()
            self.rest()
        for step in range(len(self.numbers.steps)):
            text = self._change_text(step)
            with self.beat(self.numbers.steps[step].replace(" ", "-"), text=text, **self._names(step + 1)):
                self._change(step)
                self.rest()
        usual = [self._pattern(step) for step in range(len(self.numbers.steps))] == list(self.usual)
        with self.beat("both", text="both" if usual else "measured", **self._names(0)):
            self._both()
            self.hold()

    def _show_spaces(self) -> None:
        """Show the axes and the words that matter, and let the value matrix take them along."""
        times, (side,), matrix = self.style.times, self.sides, self.matrix
        seen = [matrix] if len(matrix) else []
        if not self.squeezes:
            self.play(FadeIn(side.pane), FadeIn(side.title), run_time=times.move)
            self.play(FadeIn(*side.leading()), *map(FadeIn, seen), run_time=times.move)
            return
        self.add(self.phrases[0], side.pane.glass)
        (squeeze,), counts = self.squeezes, [each.counting() for each in seen]

        def written(share: float) -> None:
            for count in counts:
                count.write(squeeze.at(share)[matrix.late])

        written(0.0)
        soon = [*(FadeIn(each.first) for each in seen), *map(FadeIn, counts)]
        self.play(*soon, FadeIn(squeeze, *squeeze.tokens), run_time=times.move)
        self.wait(_READ)
        # It is a value space from the squeeze on.
        named = FadeIn(side.title, rate_func=squish_rate_func(smooth, 0.6, 1.0))
        self.play(squeeze.motion(written, counts), named, run_time=_SQUEEZE)
        self.remove(*counts)
        self.add(*(each.last for each in seen))

    def _say_phrase(self) -> None:
        """Let what is of no use to the phrase leave; then bring in all words of the first phrase that pull."""
        leaving: list[Animation] = []
        for squeeze, side in zip(self.squeezes, self.sides, strict=False):
            leaving += squeeze.leave(side.shown(0))
        coming: list[Animation] = [] if self.squeezes else [FadeIn(self.phrases[0])]
        for index, side in enumerate(self.sides):
            shown = [*side.shown(0), side.subject]
            present = self.squeezes[index].tokens if self.squeezes else side.leading()
            leaving += [FadeOut(each) for each in present if each not in shown]
            gathers = side.gathering() or side.tied()
            parts = [*shown, side.ends, *side.gathering(), *([] if gathers else side.rest_parts())]
            coming += [FadeIn(each) for each in parts if each not in present]
            if self.squeezes:
                coming.append(FadeIn(side.pane.grid))
            coming += [FadeIn(side.mark)] if len(side.mark) else []
        self.play(*leaving, run_time=_LEAVE)
        for squeeze in self.squeezes:
            squeeze.settle()
        self.play(*coming, run_time=self.style.times.move)

    def _gather(self) -> None:
        """Let threads join the words that pull little where these balance: from then on they pull as one."""
        gathering = [(side.rest, side.gathering()) for side in self.sides if side.rest and side.gathering()]
        tied = [(side.rest, side.tied()) for side in self.sides if side.rest and side.tied()]
        if not gathering and not tied:
            return
        times = self.style.times
        if gathering:
            self.wait(_READ)
        motions = [rest.join(words) for rest, words in (*gathering, *tied)]
        gathering += [(rest, []) for rest, _ in tied]
        self.add(*(thread for rest, _ in gathering for thread in rest.threads))
        self.play(*motions, run_time=_JOIN)
        self.play(*(FadeIn(rest.band) for rest, _ in gathering), run_time=times.quick)
        self.wait(_READ_WORDS)
        self.play(*(motion for rest, words in gathering for motion in rest.become(words)), run_time=times.move)

    def _pull(self) -> None:
        """Say the phrase, stretch bands as wide as their weights, and let go of the word, one space after another."""
        times, sides = self.style.times, self.sides
        self._say_phrase()
        self._gather()
        for side in sides:
            self.add(*side.bands.values())
        self.play(*(side.reach() for side in sides), run_time=times.slow)
        for side in sides:
            self.remove(side.subject)
            self.add(*side.coat(0))
            self.play(side.give_way(), run_time=_PULL)
            self.play(*(FadeIn(each) for each in side.shares[0].values()), run_time=times.quick)

    def _change(self, step: int) -> None:
        """Change the phrase, then let its pulls change, and file how far the word has come."""
        self._swap(step)
        if any(side.lens and side.magnified == step for side in self.sides):
            self._look_closely(step)
        else:
            self._turn(step)

    def _swap(self, step: int) -> None:
        """Change the phrase and its words in the spaces; one that lies near the word that has left slides there."""
        times, sides = self.style.times, self.sides
        gone: list[Animation] = [FadeOut(side.measure(step - 1)) for side in sides if step]
        motions = [motion for side in sides for motion in side.change(step)]
        if not step and not self.stays:
            gone += self._make_room()
        motions += self._look_away(step)
        before, after = self.phrases[step : step + 2]
        self.add(*(band for side in sides for band in side.regrown(step)))
        self.play(rewrite(before.words, after.words), *motions, *gone, run_time=times.slow)
        self.remove(*after.words)
        self.add(after)
        for side in sides:
            self.remove(*side.coat(step))
            self.add(*side.coat(step + 1))
            if side.jumps(step):
                self.add(side.left_behind[step])
        slides = [motion for side in sides if side.slides(step) for motion in side.slide(step)]
        if slides:
            # That they lie together is the first reason why the word hardly moves.
            self.play(*slides, run_time=times.move)
            gaps = [FadeIn(side.gaps[step]) for side in sides if len(side.gaps[step])]
            if gaps:
                self.play(*gaps, run_time=times.quick)
                self.wait(_READ_GAP)

    def _look_closely(self, step: int) -> None:
        """Let a word's pulls change, look through the lens at what that does, and then file it: one after another."""
        times, (side,) = self.style.times, self.sides
        lens = side.lens
        assert lens is not None
        tighten = [*side.recounted(step), *side.arriving_shares(step)]
        self.play(side.turn(step, 0.0, TIGHTENS), *tighten, run_time=times.move)
        self.wait(_READ)
        self.play(FadeIn(lens), run_time=_OPENS)
        self.play(side.turn(step, TIGHTENS), run_time=_STAY)
        self.play(FadeIn(lens.number, lens.way), run_time=times.quick)
        self.wait(_READ)
        record = side.record
        filed = [record.names[step], record.bars[step], record.numbers[step], *([] if step else [record.heading])]
        room = self._make_room() if self.stays and not step else []
        if room:
            self.play(*room, run_time=_OPENS)
        self.play(*map(FadeIn, filed), run_time=times.quick)

    def _turn(self, step: int) -> None:
        """Let the pulls change and the word come along, with its bars as far as it has come."""
        times, sides = self.style.times, self.sides
        soon = squish_rate_func(smooth, 0.0, 0.2)
        self.add(*(side.record.bars[step] for side in sides))
        names: list[Animation] = [FadeIn(side.record.names[step], rate_func=soon) for side in sides]
        names += [FadeIn(side.record.heading, rate_func=soon) for side in sides if not step]
        names += self._make_room() if self.stays and not step else []
        turn = _TURN if any(side.jumps(step) for side in sides) else _STAY
        names += [motion for side in sides for motion in side.recounted(step)]
        self.play(*(side.turn(step) for side in sides), *names, run_time=turn)
        come: list[Animation] = [FadeIn(side.record.numbers[step]) for side in sides]
        come += [motion for side in sides for motion in side.arriving_shares(step)]
        come += [FadeIn(side.measure(step)) for side in sides if len(side.measure(step))]
        self.play(*come, run_time=times.quick)
        self.wait(_READ)

    def _make_room(self) -> list[Animation]:
        """Return how the matrix goes up, so that the record has room below it; or how it leaves."""
        matrices = [self.matrix] if len(self.matrix) else []
        if not self.stays:
            return [FadeOut(each) for each in matrices]
        top = float(self._above(self.record).centre[1])
        return [ApplyMethod(each.shift, point(0.0, top - float(each.get_y()))) for each in matrices]

    def _look_away(self, step: int) -> list[Animation]:
        """Return how lenses leave with the change that hardly moved the word."""
        lenses = [side.lens for side in self.sides if side.lens and side.magnified == step - 1]
        return [FadeOut(lens, lens.number, lens.way) for lens in lenses]

    def _both(self) -> None:
        """Bring the word back to where the farthest change found it, one space after another."""
        times = self.style.times
        again = [self._again(side) for side in self.sides]
        if not any(again):
            return
        if self.pair is not None:
            old, pair = self.phrases[-1], self.pair
            moved = [ReplacementTransform(a, b) for a, b in zip(old.words, pair.words, strict=True)]
            self.play(*moved, run_time=times.move)
            self.play(*(FadeIn(each) for each in pair.first), run_time=times.quick)
            self.remove(*pair.words, *pair.first)
            self.add(pair)
        for motions in again:
            if motions:
                self.play(*motions, run_time=times.slow)
        hardly = [self._hardly(side) for side in self.sides]
        for motions in ([motion for each in hardly for motion in each[part]] for part in (0, 1)):
            if motions:
                self.play(*motions, run_time=times.move)

    def _again(self, side: StagedSpace) -> list[Animation]:
        """Return how the word comes back to where the farthest change found it, with what pulled it there."""
        steps, step = range(len(side.numbers.steps)), int(side.numbers.distances.argmax())
        motions: list[Animation] = []
        if side.jumps(step):
            motions += side.again(step)
            if step < steps[-1]:
                motions += [FadeIn(side.rulers[step]), FadeOut(side.measure(steps[-1]))]
        return motions

    def _hardly(self, side: StagedSpace) -> tuple[list[Animation], list[Animation]]:
        """Return how the lens comes back, and then the words that hardly moved the word, with the gap between them."""
        steps = [step for step in range(len(side.numbers.steps)) if not side.jumps(step)]
        looks: list[Animation] = []
        why = [motion for each in steps for motion in side.paired(each)]
        if side.lens:
            looks.append(FadeIn(side.lens, side.lens.before, side.lens.number, side.lens.way))
        return looks, why

    def _paired(self) -> PairedPhrase | None:
        """Return the two phrases that are farthest apart as one header; None where that has no room."""
        farthest = int(self.numbers.distances.argmax())
        phrases = (farthest, farthest + 1)
        first, last = (self.numbers.phrase_words[phrase] for phrase in phrases)
        if not self.stage.is_wide or len({len(first), len(last), len(self.phrases[-1].words)}) > 1:
            return None
        inks = [
            [self.ink_in(word, phrase) for word in words] for phrase, words in zip(phrases, (first, last), strict=True)
        ]
        low = self.sides[0].pane.region.top + _PAIR
        pair = PairedPhrase((first, last), (inks[0], inks[1]), low=low, style=self.style)
        highest = self.stage.height / 2 - _FROM_EDGE
        return pair if pair.width < self.stage.width - 1.0 and float(pair.get_top()[1]) < highest else None

    def _pattern(self, step: int) -> str:
        """Return the ending of a change's texts: where the word jumps."""
        return "jumps" if self.sides[0].jumps(step) else "stays"

    def _change_text(self, step: int) -> str:
        """Return the texts of a change; for one of two words that hardly pull and lie together, those that say so."""
        numbers, names, usual = self.numbers, self.numbers.changes[step], f"change-{self._pattern(step)}"
        if numbers.swaps[step] != (names[:1], names[1:]):
            return usual  # of several words, one alone has that place and that weight
        weak = max(float(numbers.weight(word, step + place)) for place, word in enumerate(names)) < SLACK_BELOW
        first, second = names
        apart = float(torch.dist(numbers.value(first), numbers.value(second)))
        before, after = (numbers.vectors[numbers.words.index(word)] for word in names)
        whole = float(torch.dist(before, after))
        alike = weak and apart < _ALIKE * whole
        return "change-alike" if alike and self._pattern(step) == "stays" else usual

    def _names(self, phrase: int) -> dict[str, str]:
        """Return the values of captions and lines."""
        numbers, sides = self.numbers, self.sides
        before, after = (" ".join(words) for words in numbers.swaps[max(phrase - 1, 0)])
        said = {"word": numbers.word, "before": before, "after": after, "After": capital(after)}
        # One word takes another's place; of more, those that come are named: the phrase above the space has them all.
        swap = self.says("instead" if " " not in before + after else "now", **said)
        said["Swap"] = capital(swap)
        pullers = [side.numbers.pullers[phrase] for side in sides]
        said |= {"puller": pullers[0], "Puller": capital(pullers[0]), "other": pullers[-1]}
        if phrase:
            said["apart"] = sides[0].record.numbers[phrase - 1].shown
            said["other_apart"] = sides[-1].record.numbers[phrase - 1].shown
            came = numbers.changes[phrase - 1][1]
            said["weight"] = format_weight(float(numbers.weight(came, phrase)))
            said["gap"] = format_number(float(numbers.gaps[phrase - 1]))
        return said
