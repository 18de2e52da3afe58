"""The mask belongs before softmax, not after it (the lesson "Attention Step by Step").

A black staircase hides what comes later. It lies on the scores first, and every row is whole. Then it lifts off,
softmax shares out among all words, and it comes down again: rows have a hole where the later words' shares were. The
whole rows stay above them, thin, until they come down and fill the holes.

A real decoder masks first, too, and its rows are whole. Word one is the only one that all of them see: there they
leave what they can spare (Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import torch
from manim import (
    DL,
    DR,
    LEFT,
    RIGHT,
    UL,
    UP,
    UR,
    Animation,
    AnimationGroup,
    FadeIn,
    FadeOut,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import attend, causal_mask
from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown
from scenes.figure import Figure
from scenes.layout import stack
from scenes.motion.arrive import arrive
from scenes.motion.become import become, flattened
from scenes.parameters import Phrase, WordsParameters, phrase_words
from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.table.phrase_table import PhraseTable, RowStrip
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_MOST_WORDS = 9
"""Words whose scores fit a table beside its strips."""

_SWEEP = 2.0
"""Seconds in which all rows are filled."""

_LAG = 0.5
"""Share of a row's own time after which the next row begins."""

_SPACE, _MOST_SPACE, _BOX_HEIGHT = 0.2, 0.6, 0.76
"""Scene units between the words of a guess, at the least and at the most; the height of its box as a share of a
cell's."""

_SPECK = 0.05
"""A weight below this is written in its cell: its square would be a speck, and its share of a strip has no room for
its number, which a pencil needs."""

_GHOST, _GHOST_GAP = 0.3, 0.07
"""The height of a whole row above a short one as a share of it; scene units between them."""

_LIFTED, _LIFTS = (0.5, 0.5), 1.0
"""Scene units by which the staircase comes and goes, right and up; the seconds in which it does."""

_HOLE = 1.6
"""Seconds in which rows lose what is hidden."""

_AROUND, _OVER = 0.04, 3
"""Scene units between a guess and the table's end; the layer of the staircase, above all that it hides."""

_ORDERS, _SMALLER, _SWATCH, _SWATCH_GAP = 0.38, 0.8, (0.4, 0.3), 0.16
"""Scene units from one order of steps up to the other; the size of the upper one as a share; the length of the bar
before each, and its height if it is thick; scene units from it to the steps."""

_SPELLED = {"Smollm2": "SmolLM2"}
"""Models' names as their makers spell them, by those in their files."""

_LEAVING, _COMING = squish_rate_func(linear, 0.0, 0.4), squish_rate_func(linear, 0.45, 1.0)
"""The progress of what leaves a cell, and of what comes into it after that."""


class OnePhrase(WordsParameters, OfRecording):
    """The parameters: a phrase, and the recording of a decoder."""

    phrase: Phrase = Field("an apple and a banana", description="The phrase: its name in the world, or written out.")
    recording: str = Field("smollm2-stream", description="A decoder's recording: a name, or a file from record-model.")


@dataclass(frozen=True)
class Masked:
    """A phrase's attention, masked before softmax and after it."""

    words: tuple[str, ...]
    model: str
    tokens: tuple[str, ...]
    scores: Tensor = quantity("Every word's dot product with every word.", rows="words", columns="words")
    masked: Tensor = quantity("The scores, minus infinity for later words.", rows="words", columns="words")
    weights: Tensor = quantity("Softmax of the masked scores.", rows="words", columns="words")
    free: Tensor = quantity("Softmax of all scores.", rows="words", columns="words")
    late: Tensor = quantity("Softmax of all scores, then 0 for later words.", rows="words", columns="words")
    sums: Tensor = quantity("The sums of rows that were masked before softmax.", rows="words")
    short: Tensor = quantity("The sums of rows that were masked after it.", rows="words")
    real: Tensor = quantity("A decoder's weights, a mean over its layers and heads.", rows="tokens", columns="tokens")
    whole: Tensor = quantity("The sums of their rows.", rows="tokens")
    on_first: Tensor = quantity("The first token's weight, a mean over the tokens after it.")


@dataclass(frozen=True)
class Guess:
    """The words so far, a box for the word that comes next, and what stands in it."""

    words: VGroup
    box: VMobject
    asked: Label
    answer: VGroup

    @property
    def all_but_answer(self) -> VGroup:
        """All that is seen while the next word is not known."""
        return VGroup(self.words, self.box, self.asked)


def _later_words_weigh_nothing(numbers: Masked, world: World) -> Measurement:
    most = float(numbers.weights.triu(1).max())
    return Measurement(most == 0, f"at most {most:g}")


def _rows_stay_whole(numbers: Masked, world: World) -> Measurement:
    return same(numbers.weights.sum(dim=-1), torch.ones(len(numbers.words)))


def _rows_fall_short(numbers: Masked, world: World) -> Measurement:
    sums = numbers.late.sum(dim=-1).tolist()
    return Measurement(max(sums[:-1]) < 1, ", ".join(f"{total:.2f}" for total in sums))


def _sharing_out_mends_it(numbers: Masked, world: World) -> Measurement:
    sums = numbers.late.sum(dim=-1, keepdim=True).clamp_min(torch.finfo(numbers.late.dtype).tiny)
    return same((numbers.late / sums).flatten(), numbers.weights.flatten())


def _a_decoder_rests_on_the_first(numbers: Masked, world: World) -> Measurement:
    share = float(numbers.on_first)
    return Measurement(share > 0.5, f"{share:.2f} of the weight in {numbers.model}")


def _decoded(parameters: OnePhrase) -> tuple[str, tuple[str, ...], Tensor]:
    """Return a decoder's name, its tokens of the first phrase, and its mean weights, shape (T, T)."""
    recording = parameters.read()
    weights = recording.tensor("0.weights").double().mean(dim=(0, 1))  # (T, T)
    if float(weights.triu(1).max()) > 0:
        raise UserError(
            f"{shown(recording.source)} is no decoder's recording: its tokens look at later ones; "
            "record a model of GPT-2's or Llama's kind with record-model"
        )
    tokens = recording.about.phrases[0].tokens[:_MOST_WORDS]
    model = recording.about.model.split()[0]
    return _SPELLED.get(model, model), tokens, weights[: len(tokens), : len(tokens)]


class Masking(Figure):
    """lesson-masking: masked before softmax every row stays whole; masked after it, rows fall short of 1."""

    name = "lesson-masking"
    Parameters = OnePhrase
    numbers: Masked
    claims = (
        Claim("Masked before softmax, later words weigh exactly 0.", _later_words_weigh_nothing),
        Claim("Masked before softmax, every row adds to 1.", _rows_stay_whole),
        Claim("Masked after softmax, every row but the last adds to less than 1.", _rows_fall_short),
        Claim("Divided by their sums, the short rows are the whole ones.", _sharing_out_mends_it),
        Claim("A real decoder leaves more than half of all weight on the first token.", _a_decoder_rests_on_the_first),
    )

    @classmethod
    def compute(cls, parameters: OnePhrase, world: World) -> Masked:
        """Return a phrase's attention with the mask before softmax and after it, and a decoder's mean weights.

        Raises:
            UserError: when words are unknown or too many, or the recording is of a model without a mask.
        """
        words = phrase_words(world, parameters.phrase, "phrase", most=_MOST_WORDS)
        vectors, mask = world.embedding().rows(words), causal_mask(len(words))
        free, masked = attend(vectors), attend(vectors, mask=mask)
        late, sums = free.weights * mask, masked.weights.sum(dim=-1)
        model, tokens, real = _decoded(parameters)
        return Masked(
            words, model, tokens, free.scores, masked.scores, masked.weights, free.weights, late, sums,
            late.sum(dim=-1), real, real.sum(dim=-1), real[1:, 0].mean(),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Masked) -> Mapping[str, object]:
        """Return the phrase, the sums of the rows that fall short, and what a decoder leaves on the first token."""
        return {
            "words": " ".join(numbers.words),
            "sums": ", ".join(format_number(total) for total in numbers.short.tolist()),
            "tokens": " ".join(numbers.tokens),
            "share": format_number(float(numbers.on_first)),
        }

    def build(self) -> None:
        """Make one table for each order of the two steps, both at one place, a decoder's, and each row's guess."""
        numbers, theme = self.numbers, self.style.theme
        steps = (self.says("mask"), self.says("softmax"))
        self.alike = len(numbers.tokens) == len(numbers.words)
        held = {"holds": [numbers.scores, numbers.masked], "decimals": 2, "strips": True, "hued": True}
        beside = numbers.tokens if self.alike else ()
        self.early, self.late = (
            self.phrase_table(numbers.words, steps=s, beside=beside, **held) for s in (steps, steps[::-1])
        )
        colors = [theme.value] + [theme.ink] * (len(numbers.tokens) - 1)
        beside = numbers.words if self.alike else ()
        self.real = PhraseTable(
            numbers.tokens, colors, holds=[numbers.scores, numbers.masked], decimals=2, steps=steps, strips=True,
            beside=beside, hued=True, style=self.style,
        )  # fmt: skip
        for table in (self.early, self.late, self.real):
            self.arrange(stack(table))
            for cell in chain(*table.cells):
                cell.set_stroke(theme.axis)  # against which the cells that are shut stand out
        self.guesses = self._guesses()

    def _guesses(self) -> list[Guess]:
        """Return a guess beside each row: the words up to its own, as many as have room, and a box for the next one."""
        table, style = self.early, self.style
        titles, left, right = table.titles, float(table.tracks.get_left()[0]), float(table.get_right()[0])
        frame = table.cells[0][0].copy().set_stroke(style.theme.ink, style.strokes.line)
        high = _BOX_HEIGHT * float(frame.height)
        wide = max(high, max(float(title.width) for title in titles) + _SPACE)
        frame.stretch_to_fit_width(wide).stretch_to_fit_height(high)
        room, widths = right - left - wide - _AROUND, [float(title.width) for title in titles]
        kept = _words_with_room([width + _SPACE for width in widths], room)
        longest = max(sum(widths[first : first + kept]) for first in range(len(widths) - kept + 1))
        space = max(_SPACE, min((room - longest) / max(kept, 1), _MOST_SPACE))
        guesses = []
        for row, title in enumerate(titles):
            words, x, box = VGroup(), left, frame.copy().set_y(table.cells[row][0].get_y())
            for word in range(max(0, row + 1 - kept), row + 1):
                words.add(self._on_row(word, row).set_x(x + float(titles[word].width) / 2))
                x += float(titles[word].width) + space
            box.set_x(x + wide / 2)
            asked = Label("?", size=style.sizes.number, style=style).move_to(box)
            answers = [self._on_row(row + 1, row).set_x(box.get_x())] if title is not titles[-1] else []
            guesses.append(Guess(words, box, asked, VGroup(*answers)))
        return guesses

    def _on_row(self, word: int, row: int) -> VMobject:
        """Return a copy of a word's title at the height of another row."""
        first, last = (self.early.cells[each][0].get_center() for each in (word, row))
        return self.early.titles[word].copy().shift(last - first)

    def _staircase(self, later: Tensor) -> VMobject:
        """Return one sheet over the cells of later words, with a rim that shows its steps."""
        theme, cells, count = self.style.theme, self.early.cells, len(later)
        corners = [cells[0][1].get_corner(UL), cells[0][-1].get_corner(UR)]
        for row in range(count - 2, -1, -1):
            edge = cells[row][-1].get_corner(DR) if row == count - 2 else cells[row][row + 2].get_corner(DL)
            corners += [edge, cells[row][row + 1].get_corner(DL)]
        sheet = VMobject(stroke_color=theme.axis, stroke_width=self.style.strokes.line)
        sheet.set_fill(theme.shade, 1.0).set_points_as_corners([*corners, corners[0]])
        return sheet.set_z_index(_OVER)

    def _answers(self) -> list[VMobject]:
        """Return a frame around each row's answer: the word that comes next stands one column on."""
        frames = [row[index + 1].copy() for index, row in enumerate(self.early.cells[:-1])]
        return [frame.set_stroke(self.style.theme.ink, self.style.strokes.line) for frame in frames]

    def tell(self) -> None:
        """Guess; mask, then softmax; softmax, then mask; back to the first order, and to a decoder, which keeps it."""
        numbers, early, times = self.numbers, self.early, self.style.times
        scores, hidden = self._with_air(numbers.scores), self._with_air(numbers.masked)
        marks, strips = self._filled(early, numbers.weights)
        later = numbers.masked.isinf()
        with self.beat("scores"):
            self._guess(scores)
            self.rest()
        with self.beat("mask"):
            self.play(FadeIn(early.heading), FadeOut(*self.answers), run_time=times.quick)
            opened = [cell.copy() for cell in chain(*early.cells)]
            self._hide(scores, hidden, later)
            self.rest()
        with self.beat("softmax"):
            self.play(FadeOut(*(guess.all_but_answer for guess in self.guesses)), run_time=times.quick)
            self.play(early.lit(1), FadeIn(early.tracks), run_time=times.quick)
            rows = zip(hidden, marks, strips, strict=True)
            self._sweep([AnimationGroup(_turn_all(row, areas), arrive(strip)) for row, areas, strip in rows])
            kept, _ = self._write(early, strips, numbers.weights, later)
            self.rest()
        with self.beat("softmax-first"):
            self.play(FadeOut(*flattened(kept)), run_time=times.quick)
            free, shares = self._free_all(marks, strips, opened, later)
            kept, lost = self._write(self.late, shares, numbers.free, later)
            self.rest()
        with self.beat("mask-last"):
            self.play(FadeOut(*lost), run_time=times.quick)
            cut, short = self._hide_late(free, shares, later)
            self.hold()
        with self.beat("real", model=numbers.model):
            self.play(FadeOut(*flattened(kept)), run_time=times.quick)
            self._show_real(*self._make_whole(cut, short))
            self.hold()

    def _filled(self, table: PhraseTable, weights: Tensor) -> tuple[list[list[VMobject]], list[RowStrip]]:
        """Return weights as the marks in a table's cells, and as its strips."""
        return table.weights(weights, written=_SPECK), table.strips(weights)

    def _free_all(
        self, marks: Sequence[Sequence[VMobject]], strips: Sequence[RowStrip], opened: Sequence[VMobject], later: Tensor
    ) -> tuple[list[list[VMobject]], list[RowStrip]]:
        """Take the other order: the staircase lifts off, and what lay under it presses into each row."""
        numbers, early, late, times = self.numbers, self.early, self.late, self.style.times
        pieces = VGroup(*(piece for strip in strips for piece in strip.pieces))
        self.whole, self.home = _thin(strips), early.heading.copy()
        # Where there is no room for both orders above each other, only the one that is shown stands there.
        top = float(early.heading.get_y()) + _SMALLER * float(early.heading.height) / 2 + _ORDERS
        self.both = top <= self.stage.safe.top
        self.swatches = self._swatches() if self.both else VGroup()
        leaving = early.heading.animate.scale(_SMALLER, about_edge=LEFT).shift(_ORDERS * UP)
        rise = [TransformFromCopy(pieces, self.whole), leaving if self.both else FadeOut(early.heading)]
        self.play(*rise, *map(FadeIn, self.swatches[:1]), run_time=times.move)
        coming = LaggedStart(*map(FadeIn, (*self.swatches[1:], *late.heading)), lag_ratio=_LAG)
        self.play(coming, run_time=times.slow)
        sheet, under = self._staircase(later), self._with_air(numbers.scores)
        zeros = [mark for row, shut in zip(marks, later, strict=True) for mark in _of(row, shut)]
        for cell, was in zip(chain(*early.cells), opened, strict=True):
            cell.become(was)
        found = [number for row, shut in zip(under, later, strict=True) for number in _of(row, shut)]
        self.add(*found, sheet, *(zero.set_z_index(_OVER) for zero in zeros))
        right, up = _LIFTED
        self.play(FadeOut(VGroup(sheet, *zeros), shift=right * RIGHT + up * UP), late.lit(0), run_time=_LIFTS)
        before = [
            [score if shut else mark for mark, score, shut in zip(*row, strict=True)]
            for row in zip(marks, under, later.tolist(), strict=True)
        ]
        free, shares = self._filled(late, numbers.free)
        self._sweep(_turn_rows(before, free, strips, shares))
        return free, shares

    def _hide_late(
        self, free: Sequence[Sequence[VMobject]], shares: Sequence[RowStrip], later: Tensor
    ) -> tuple[list[list[VMobject]], list[RowStrip]]:
        """Let the staircase come down on the weights; then rows lose the shares that it hides."""
        numbers, late, early = self.numbers, self.late, self.early
        cut, short = late.weights(numbers.late, written=_SPECK), late.strips(numbers.late, of=numbers.free)
        sheet = self._staircase(later)
        seen, zeros = ([each for row, shut in zip(rows, later, strict=True) for each in _of(row, shut)]
                       for rows in (free, cut))  # fmt: skip
        sheet.add(*(zero.set_z_index(_OVER) for zero in zeros))
        right, up = _LIFTED
        comes = FadeIn(sheet, shift=-right * RIGHT - up * UP)
        self.play(comes, late.lit(1), run_time=_LIFTS)
        self.remove(*seen)
        for closing in early.closed(later):
            closing.begin()
            closing.finish()
        self.remove(sheet)
        self.add(*zeros)
        holes = [become(whole, part) for whole, part in zip(shares, short, strict=True)]
        self.play(LaggedStart(*holes, lag_ratio=_LAG), run_time=_HOLE)
        held = [
            [zero if shut else mark for mark, zero, shut in zip(*row, strict=True)]
            for row in zip(free, cut, later.tolist(), strict=True)
        ]
        return held, short

    def _swatches(self) -> VGroup:
        """Return a thin bar and a thick one: each stands before the order of steps of which bars like it are."""
        first, other, ink = self.early.steps[0], self.late.steps[0], self.style.theme.ink
        bars = VGroup()
        for heading, high, up in ((first, _GHOST, _ORDERS), (other, 1.0, 0.0)):
            bar = Rectangle(width=_SWATCH[0], height=high * _SWATCH[1], stroke_width=0)
            colour_area(bar, ink, 1.0, self.style)
            middle = heading.baseline + heading.cap_height / 2 + up
            left = min(float(first.get_left()[0]), float(other.get_left()[0])) - _SWATCH_GAP
            bars.add(bar.move_to(point(left - _SWATCH[0] / 2, middle)))
        return bars

    def _make_whole(
        self, cut: Sequence[Sequence[VMobject]], short: Sequence[RowStrip]
    ) -> tuple[list[list[VMobject]], list[RowStrip]]:
        """Go back to the first order: the whole rows come down from above the short ones, and fill their holes."""
        early, late, times = self.early, self.late, self.style.times
        marks, strips = self._filled(early, self.numbers.weights)
        pieces = VGroup(*(piece for strip in strips for piece in strip.pieces))
        self.play(FadeOut(late.heading, self.swatches), run_time=times.quick)
        self.play(
            early.heading.animate.scale(1 / _SMALLER).move_to(self.home) if self.both else FadeIn(early.heading),
            *(_turn_all(old, new) for old, new in zip(cut, marks, strict=True)),
            *(become(old.number, new.number) for old, new in zip(short, strips, strict=True)),
            *(FadeOut(piece) for strip in short for piece in strip.pieces),
            ReplacementTransform(self.whole, pieces),
            run_time=times.slow,
        )
        return marks, strips

    def _with_air(self, values: Tensor) -> list[list[Number]]:
        """Return a number for each cell, a little smaller than the titles where type stays large enough to be read."""
        numbers, sizes = self.early.numbers(values), self.style.sizes
        for row, cells in zip(numbers, self.early.cells, strict=True):
            for number, cell in zip(row, cells, strict=True):
                number.scale(min(1.0, sizes.tick / number.size), about_point=cell.get_center())
        return numbers

    def _guess(self, scores: Sequence[Sequence[Number]]) -> None:
        """Ask for each row's next word, and find it one column on."""
        self.answers = self._answers()
        self.show(self.early.grid, scores)
        self.show(*(guess.all_but_answer for guess in self.guesses))
        found = [
            AnimationGroup(FadeIn(frame), _replaced(guess.asked, guess.answer))
            for frame, guess in zip(self.answers, self.guesses, strict=False)
        ]
        self._sweep(found)

    def _write(
        self, table: PhraseTable, strips: Sequence[RowStrip], weights: Tensor, later: Tensor
    ) -> tuple[list[VGroup], list[VGroup]]:
        """Write weights into the pieces of strips that have room; return those of words so far, and of later ones."""

        def written(where: Tensor) -> list[VGroup]:
            rows = zip(strips, weights, where, strict=True)
            return [table.shares(strip, row, torch.nonzero(of).flatten().tolist()) for strip, row, of in rows]

        so_far, beyond = written(~later), written(later)
        self.play(FadeIn(*so_far, *beyond), run_time=self.style.times.quick)
        return so_far, beyond

    def _hide(self, scores: Sequence[Sequence[Number]], hidden: Sequence[Sequence[Number]], later: Tensor) -> None:
        """Shut the cells of later words row by row; nobody knows the next word any more."""
        rows = []
        for index, (before, after) in enumerate(zip(scores, hidden, strict=True)):
            of_row = torch.zeros_like(later)
            of_row[index] = later[index]
            guess = self.guesses[index]
            asked = [_replaced(guess.answer, guess.asked)] if len(guess.answer) else []
            rows.append(AnimationGroup(_turn_all(before, after), *self.early.closed(of_row), *asked))
        self.play(self.early.lit(0), LaggedStart(*rows, lag_ratio=_LAG), run_time=_SWEEP)

    def _show_real(self, marks: Sequence[Sequence[VMobject]], strips: Sequence[RowStrip]) -> None:
        """Turn the rows into a decoder's own, which are whole as well."""
        numbers, real, early, times = self.numbers, self.real, self.early, self.style.times
        areas, whole = self._filled(real, numbers.real)
        if self.alike:
            self.play(FadeOut(*early.grid[-2:]), run_time=times.quick)
            turned = LaggedStart(*_turn_rows(marks, areas, strips, whole), lag_ratio=_LAG, run_time=_SWEEP)
            self.play(FadeIn(*real.grid[-2:], run_time=times.quick), turned)
        else:
            gone = [early.grid, early.heading, early.tracks, *flattened([marks, strips])]
            real.heading.set_color(self.style.theme.ink)
            shut = torch.ones_like(numbers.real).triu(1).bool()
            self.play(FadeOut(*gone), run_time=times.quick)
            self.play(FadeIn(real.grid, real.heading, real.tracks), run_time=times.quick)
            self.play(*real.closed(shut), run_time=times.quick)
            self._sweep([AnimationGroup(*map(arrive, row), arrive(s)) for row, s in zip(areas, whole, strict=True)])
        self._write(real, whole, numbers.real, torch.zeros_like(numbers.real).bool())

    def _sweep(self, rows: Sequence[Animation]) -> None:
        """Play rows one after the other, each at the same pace."""
        self.play(LaggedStart(*rows, lag_ratio=_LAG), run_time=_SWEEP)


def _thin(strips: Sequence[RowStrip]) -> VGroup:
    """Return the pieces of whole rows as thin ones above them."""
    ghosts = VGroup()
    for piece in (piece for strip in strips for piece in strip.pieces):
        high = float(piece.height)
        thin = piece.copy().stretch_to_fit_height(_GHOST * high)
        ghosts.add(thin.shift((high * (1 + _GHOST) / 2 + _GHOST_GAP) * UP))
    return ghosts


def _of(row: Sequence[VMobject], where: Tensor) -> list[VMobject]:
    """Return those of a row's contents that are at some places."""
    return [content for content, there in zip(row, where.tolist(), strict=True) if there]


def _words_with_room(widths: Sequence[float], room: float) -> int:
    """Return how many words in a row have room, wherever they stand in the phrase."""
    return max(
        (n for n in range(len(widths) + 1) if all(sum(widths[i : i + n]) <= room for i in range(len(widths)))),
        default=0,
    )


def _replaced(before: VMobject, after: VMobject) -> Animation:
    """Let a thing leave, and then another arrive where it was."""
    return AnimationGroup(FadeOut(before, rate_func=_LEAVING), AnimationGroup(arrive(after), rate_func=_COMING))


def _turn_all(before: Sequence[VMobject], after: Sequence[VMobject]) -> Animation:
    """Let the contents of a row's cells become others; one of another kind arrives when the one before has left."""
    pairs = zip(before, after, strict=True)
    return AnimationGroup(*(become(a, b) if _kind(a) == _kind(b) else _replaced(a, b) for a, b in pairs))


def _turn_rows(
    before: Sequence[Sequence[VMobject]],
    after: Sequence[Sequence[VMobject]],
    strips: Sequence[RowStrip],
    new_strips: Sequence[RowStrip],
) -> list[Animation]:
    """Let the contents of all cells become others, and the rows' strips with them: one motion a row."""
    rows = zip(before, after, strips, new_strips, strict=True)
    return [AnimationGroup(_turn_all(old, new), become(strip, other)) for old, new, strip, other in rows]


def _kind(content: VMobject) -> str:
    """Return what a cell holds: an area, or a number; a number does not run to another, as a score is no weight."""
    return str(content.value) if isinstance(content, Number) else "area"
