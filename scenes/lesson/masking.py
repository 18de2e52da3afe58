"""The mask belongs before softmax, not after it (the lesson "Attention Step by Step").

Each row has one whole cake, and softmax is the knife. Cut first, and the slices of the words that are sent out only
then are lost: the row goes hungry, and its output shrinks by as much. Send them out before the knife falls, and what is
cut is a whole cake.

A real decoder masks first, too. Since a cake is always shared out, its rows leave what they can spare with word one,
which all of them see (Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, pairwise

import numpy as np
import torch
from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    GrowFromPoint,
    LaggedStart,
    Line,
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import attend, causal_mask
from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown
from scenes.figure import Figure
from scenes.lesson.cake import Cake, Slice
from scenes.lesson.cake_panel import CakePanel
from scenes.lesson.cake_shelf import Shelf
from scenes.lesson.guests import Guests, mark
from scenes.motion.arrive import grow, late
from scenes.motion.become import Count, become
from scenes.motion.live import Live
from scenes.parameters import Phrase, WordsParameters, phrase_words
from scenes.parts.geometry import Point, point
from scenes.parts.table.number_grid import middle_baseline
from scenes.parts.table.phrase_table import PhraseTable
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label, Row
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.stage import Region
from scenes.style import Style
from scenes.worlds import World

_MOST_WORDS = 9
"""Words for which there is room."""

_LAG = 0.5
"""Share of a thing's own time after which the next one begins."""

_BOX, _GUTTER, _INSET, _ELBOW, _TINT = 0.84, 0.75, 0.13, (0.2, 0.4), 0.25
"""The side of a guess's box as a share of a cell's; scene units from the table to the boxes, and from a cell's left
edge to where its word leaks out; where that line turns up and stops turning, as shares of its way from the table to the
box; the opacity of a cell that leaks."""

_APART, _HEADING, _LISTED, _UPPER = 0.5, 0.75, 0.52, 0.95
"""Scene units from the list of words to the cake, and for the steps above the list; the share of the width that the
list may take; its height as a share of the cake's, where it is above that."""

_LEAK, _TAKE_PLACES, _WRITE, _KNIFE = (1.3, 1.7), 1.2, (1.2, 0.8), (2.6, 1.5)
"""Seconds: the first leak and all others; scores becoming exponents; powers of e, and one round of the knife, in both
orders of steps."""

_SEND, _LEAVE, _FALL, _SHORT_FALL = 0.75, 0.35, 1.4, 0.3
"""Seconds: sending out one word whose slice falls, and one before the cut; the falling slices of all rows; how far down
these fall, as a share of the radius."""

_COME_DOWN, _DOWN_AT, _SOFTEN, _GATHER = 1.3, 0.8, 0.8, 1.9
"""Seconds in which the mask comes down on the table, and the share of them after which it is down; seconds in which
cells take their words' colours, and in which rows become cakes, one after the other."""

_FINE, _OUTLINE = 9, 81
"""The points on each curve of a slice's outline, and on all of it, while a cell becomes a slice."""

_WINDOW, _GONE, _LET_GO = 0.45, 0.45, 0.35
"""The share of the time in which words are sent out that one of them takes, with its slice; the shares of that time
after which it is out, and at which its slice comes off."""

_SHARE_OUT, _FIRST, _REST = 1.6, squish_rate_func(smooth, 0.3, 0.6), squish_rate_func(smooth, 0.7, 1.0)
"""Seconds in which a decoder's cakes are cut; the progress of its first token's shares, and of all others'."""

_SPELLED = {"Smollm2": "SmolLM2"}
"""Models' names as their makers spell them, by those in their files."""


class OnePhrase(WordsParameters, OfRecording):
    """The parameters: a phrase, and the recording of a decoder."""

    phrase: Phrase = Field("an apple and a banana", description="The phrase: its name in the world, or written out.")
    recording: str = Field("smollm2-stream", description="A decoder's recording: a name, or a file from record-model.")


@dataclass(frozen=True)
class Masked:
    """A phrase's attention, masked before softmax and after it."""

    words: tuple[str, ...]
    hungry: int
    """The row that is short of most when it is masked after softmax."""
    model: str
    tokens: tuple[str, ...]
    scores: Tensor = quantity("Every word's dot product with every word.", rows="words", columns="words")
    masked: Tensor = quantity("The scores, minus infinity for later words.", rows="words", columns="words")
    weights: Tensor = quantity("Softmax of the masked scores.", rows="words", columns="words")
    free: Tensor = quantity("Softmax of all scores.", rows="words", columns="words")
    late: Tensor = quantity("Softmax of all scores, then 0 for later words.", rows="words", columns="words")
    sums: Tensor = quantity("The sums of rows that were masked before softmax.", rows="words")
    short: Tensor = quantity("The sums of rows that were masked after it.", rows="words")
    powers: Tensor = quantity("The hungriest row's powers of e: of its scores, masked.", columns="words")
    totals: Tensor = quantity("Their sums.")
    lengths: Tensor = quantity("The lengths of its output, of all words so far and of what is left.")
    real: Tensor = quantity("A decoder's weights, a mean over its layers and heads.", rows="tokens", columns="tokens")
    first: Tensor = quantity("Those of its first token.", rows="tokens")
    others: Tensor = quantity("The sums of all others.", rows="tokens")
    whole: Tensor = quantity("The sums of their rows.", rows="tokens")
    on_first: Tensor = quantity("The first token's weight, a mean over the tokens after it.")


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


def _its_output_is_shorter_by_as_much(numbers: Masked, world: World) -> Measurement:
    whole, left = numbers.lengths
    return same(left[None], (whole * numbers.short[numbers.hungry])[None])


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
        Claim("The output of a row that is short is shorter by as much.", _its_output_is_shorter_by_as_much),
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
        late = free.weights * mask
        short = late.sum(dim=-1)
        hungry = int(short.argmin())
        powers = torch.stack([free.scores[hungry], masked.scores[hungry]]).double().exp()
        outputs = torch.stack([masked.weights[hungry], late[hungry]]) @ vectors
        model, tokens, real = _decoded(parameters)
        return Masked(
            words, hungry, model, tokens, free.scores, masked.scores, masked.weights, free.weights, late,
            masked.weights.sum(dim=-1), short, powers, powers.sum(dim=-1), outputs.norm(dim=-1),
            real, real[:, 0], real[:, 1:].sum(dim=-1), real.sum(dim=-1), real[1:, 0].mean(),
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
        """Make the table of scores with a guess for each row, one row's words and cakes, and the cakes of all rows."""
        self.colors = self._hues(self.numbers.words)
        self._make_table()
        self._make_room()

    def _hues(self, words: Sequence[str], taken: Sequence[str] = ()) -> list[str]:
        """Return a colour for each word: by role, and for small words one each that no other word has.

        Args:
            words: the words.
            taken: the colours of the words before them, which come last.
        """
        theme, roles = self.style.theme, self.colors_of(words)
        small = dict.fromkeys(word for word, role in zip(words, roles, strict=True) if role == theme.ink)
        free = [hue for hue in (theme.query, theme.value, theme.key, *theme.families[::-1]) if hue not in roles]
        if taken:
            free = sorted(reversed(free), key=taken.__contains__)
        hues = dict(zip(small, cycle(free), strict=False))
        return [hues.get(word, role) for word, role in zip(words, roles, strict=True)]

    def _make_table(self) -> None:
        """Make the table of scores, and a box for each row's next word at its right."""
        numbers, style, room = self.numbers, self.style, self.stage.above_foot
        self.asked = Label(self.says("next"), size=style.sizes.number, style=style)
        self.first_mask = self._two_lines("mask", "softmax")
        wide = max(float(self.asked.width), float(self.first_mask.width))
        self.table = PhraseTable(numbers.words, self.colors, holds=[numbers.scores], decimals=2, style=style)
        self.table.fill(room.inset(right=_GUTTER + wide))
        cells = self.table.cells
        for cell in chain(*cells):
            cell.set_stroke(style.theme.axis)
        self.scores, self.scores_again, self.hidden = (
            self._scores(values) for values in (numbers.scores, numbers.scores, numbers.masked)
        )
        self.table_again = self.table.grid.copy()
        self.stairs = self._staircase()
        x = float(cells[0][-1].get_right()[0]) + _GUTTER + wide / 2
        self.first_mask.move_to(point(x, float(cells[0][0].get_y())))
        self.asked.set_x(x).set_y(self.table.grid[-1].get_y())
        side = _BOX * min(float(cells[0][0].height), float(cells[0][0].width))
        self.boxes, self.unknown, self.answers = [], [], []
        for row, line in enumerate(cells):
            box = line[0].copy().set_stroke(style.theme.ink, style.strokes.line)
            wide = max(side, max(float(title.width) for title in self.table.titles) + 0.2)
            box.stretch_to_fit_width(wide).stretch_to_fit_height(side).move_to(point(x, float(line[0].get_y())))
            self.boxes.append(box)
            self.unknown.append(Label("?", size=style.sizes.number, style=style).move_to(box))
            if row + 1 < len(cells):
                answer = self.table.titles[row + 1].copy()
                answer.shift(point(x - float(answer.get_x()), float(line[0].get_y() - cells[row + 1][0].get_y())))
                self.answers.append(answer)

    def _scores(self, values: Tensor) -> list[list[Number]]:
        """Return a number for each cell of the table."""
        numbers, largest = self.table.numbers(values), self.style.sizes.tick
        for number, cell in zip(chain(*numbers), chain(*self.table.cells), strict=True):
            number.scale(min(1.0, largest / number.size), about_point=cell.get_center())
        return numbers

    def _staircase(self) -> VGroup:
        """Return the mask, dark, with a bright edge where it meets what stays; see ``_lower``."""
        dark = VMobject(stroke_width=0).set_fill(self.style.theme.shade, 1.0)
        return VGroup(dark, VMobject(stroke_color=self.style.theme.axis, stroke_width=self.style.strokes.bold))

    def _lower(self, share: float) -> None:
        """Let the mask come down on the table as far as a share says, 0 to 1: on all cells right of the diagonal."""
        cells = self.table.cells[:-1]
        tops = [float(row[0].get_top()[1]) for row in self.table.cells]
        right = float(cells[0][-1].get_right()[0])
        low = tops[0] + max(share, 1e-3) * (tops[-1] - tops[0])
        edge = []
        for row, (top, bottom) in enumerate(pairwise(tops)):
            x = float(self.table.cells[row][row + 1].get_left()[0])
            if top > low:
                edge += [point(x, top), point(x, max(bottom, low))]
        edge.append(point(right, float(edge[-1][1])))
        dark, line = self.stairs
        dark.set_points_as_corners([*edge, point(right, tops[0]), edge[0]])
        line.set_points_as_corners(edge)

    def _make_room(self) -> None:
        """Make the words of the hungriest row, and the cake that it has before and after each order of steps."""
        numbers, style, room = self.numbers, self.style, self.stage.above_foot
        row = numbers.hungry
        if self.stage.is_portrait:
            upper, lower = room.rows(_UPPER, 1.0, gap=_APART)
        else:
            upper, lower = room, room
        share = 1.0 if self.stage.is_portrait else _LISTED
        listed = Region(upper.left, upper.left + share * upper.width, upper.bottom, upper.top - _HEADING)
        self.guests = Guests(
            numbers.words, self.colors, numbers.scores[row], numbers.masked[row], numbers.powers, numbers.totals,
            self.says("mask"), listed, style=style,
        )  # fmt: skip
        if not self.stage.is_portrait:
            lower = room.inset(left=self.guests.needs + _APART)
        middle = upper.left + self.guests.needs / 2
        self.orders = [
            self._order(names, point(middle, upper.top - 0.4)) for names in (("softmax", "mask"), ("mask", "softmax"))
        ]
        self.panel = CakePanel(
            numbers.words[row], row, self.colors, torch.stack([numbers.free[row], numbers.weights[row]]),
            torch.stack([numbers.sums[row], numbers.short[row]]), self.says("output"), lower, style=style,
        )  # fmt: skip

    def _order(self, keys: tuple[str, str], middle: Point) -> Row:
        """Return two steps in order, with an arrow between them."""
        size, dim = self.style.sizes.head, self.style.theme.dim
        texts = (self.says(keys[0]), "\N{RIGHTWARDS ARROW}", self.says(keys[1]))
        return Row([Label(text, size=size, color=dim, style=self.style) for text in texts], 0.16).move_to(middle)

    def tell(self) -> None:
        """Leak; cut and then send out; send out and then cut; all rows; a decoder, which does the latter."""
        numbers = self.numbers
        word, share = numbers.words[numbers.hungry], format_number(float(numbers.short[numbers.hungry]))
        with self.beat("scores"):
            self._leak()
            self.rest()
        with self.beat("softmax-first"):
            self._take_places()
            self._raise(0, _WRITE[0])
            self._cut(0)
            self.rest()
        with self.beat("mask-last", word=word, share=share):
            self._send_late()
            self._shrink()
            self.hold()
        with self.beat("mask"):
            self._start_again()
            self._send_early()
            self._raise(1, _WRITE[1])
            self._cut(1)
            self.hold()
        with self.beat("rows"):
            self._show_rows()
            self.hold()
        with self.beat("real", model=numbers.model):
            self._show_real()
            self.hold()

    # --- The leak -------------------------------------------------------------------------------------------------

    def _leak(self) -> None:
        """Show the scores; the next word's cell leaks into each row's guess."""
        style, cells = self.style, self.table.cells
        self.show(self.table.grid, self.scores, self.asked, *self.boxes, *self.unknown)
        self.leaks, rows = VGroup(), []
        for row, answer in enumerate(self.answers):
            color = self.colors[row + 1]
            cell, box = cells[row][row + 1], self.boxes[row]
            frame = cell.copy().set_stroke(color, style.strokes.bold)
            if style.theme.filled:
                frame.set_fill(style.theme.fill(color), _TINT)
            # It runs between two rows, so that no number of another word lies on it.
            low = float(cell.get_bottom()[1] + cells[row + 1][0].get_top()[1]) / 2
            start, edge = float(cell.get_left()[0]) + _INSET, float(cells[0][-1].get_right()[0])
            high, end = float(box.get_y()), float(box.get_left()[0])
            bends = [edge + share * (end - edge) for share in _ELBOW]
            corners = [point(start, low), point(bends[0], low), point(bends[1], high), point(end, high)]
            way = VMobject(stroke_color=color, stroke_width=style.strokes.bold).set_points_as_corners(corners)
            self.leaks.add(frame, way)
            rows.append(self._leaking(frame, way, row, answer))
        if rows:
            self.play(rows[0], run_time=_LEAK[0])
        if rows[1:]:
            self.play(LaggedStart(*rows[1:], lag_ratio=_LAG), run_time=_LEAK[1])

    def _leaking(self, frame: VMobject, way: VMobject, row: int, answer: VMobject) -> Animation:
        """Let a cell fill, its word run along its row, and come to light in the box."""
        whole = way.copy()

        def run(share: float) -> None:
            way.pointwise_become_partial(whole, 0.0, max(share, 1e-3))

        ran = Live([way], run, rate_func=squish_rate_func(smooth, 0.2, 0.75))
        box, color = self.boxes[row], self.colors[row + 1]
        return AnimationGroup(
            FadeIn(frame, rate_func=squish_rate_func(smooth, 0.0, 0.25)),
            FadeIn(way, rate_func=squish_rate_func(smooth, 0.15, 0.2)),
            ran,
            FadeOut(self.unknown[row], rate_func=squish_rate_func(smooth, 0.55, 0.75)),
            ApplyMethod(box.set_stroke, color, rate_func=squish_rate_func(smooth, 0.7, 1.0)),
            GrowFromCenter(answer, rate_func=squish_rate_func(smooth, 0.7, 1.0)),
        )

    # --- One row --------------------------------------------------------------------------------------------------

    def _take_places(self) -> None:
        """Let the hungriest row's words stand below each other, its scores become exponents, and its cake arrive."""
        table, guests, row = self.table, self.guests, self.numbers.hungry
        heads, titles = table.grid[-1], table.titles
        kept = [*heads, titles[row], *self.scores[row]]
        gone = [*chain(*table.cells), *(title for title in titles if title is not titles[row]), self.asked, self.leaks]
        gone += [number for line in self.scores if line is not self.scores[row] for number in line]
        gone += [*self.boxes, *self.answers, *self.unknown[len(self.answers) :]]
        self.remove(table.grid)
        self.add(*gone, *kept)
        self.play(FadeOut(*gone), run_time=self.style.times.quick)
        cake = self.panel.cakes[0].cut(0.0)
        self.play(
            *(become(head, name) for head, name in zip(heads, guests.names, strict=True)),
            *(become(score, raised) for score, raised in zip(self.scores[row], guests.scores[0], strict=True)),
            become(titles[row], self.panel.owner),
            *(FadeIn(base, rate_func=late) for base in guests.bases),
            GrowFromCenter(cake),
            FadeIn(self.panel.totals[0], rate_func=late),
            FadeIn(self.orders[0], rate_func=late),
            run_time=_TAKE_PLACES,
        )  # fmt: skip

    def _raise(self, order: int, seconds: float) -> None:
        """Write what e to the power of each score is, and their sum: a whole cake."""
        guests = self.guests
        if not self._is_written:
            return
        lines = [FadeIn(VGroup(equal, power)) for equal, power in zip(guests.equals, guests.powers[order], strict=True)]
        lines.append(FadeIn(VGroup(guests.totals[order], guests.whole)))
        self.play(LaggedStart(*lines, lag_ratio=_LAG), run_time=seconds)

    def _cut(self, order: int) -> None:
        """Let the knife go round; each share is written when its slice is cut."""
        cake, done = self.panel.cakes[order], self.orders[order][0 if order == 0 else 2]
        knife, written = cake.knife(), []
        for number, (_, end) in zip(self.panel.shares[order], cake.ends, strict=True):
            if number is not None:
                begin = min(end, 0.92)
                written.append(FadeIn(number, rate_func=squish_rate_func(smooth, begin, begin + 0.08)))
        turning = Live([cake, knife], lambda turned: cake.turn(knife, turned), rate_func=linear)
        lit = ApplyMethod(done.set_color, self.style.theme.ink, rate_func=squish_rate_func(smooth, 0.0, 0.15))
        output = [GrowFromPoint(self.panel.arrows[0], self.panel.arrows[0].start, rate_func=linear)] if order else []
        self.add(knife)
        self.play(turning, lit, *written, *output, run_time=_KNIFE[order])
        self.remove(knife)

    @property
    def _later(self) -> list[int]:
        """The words that come after the hungriest row's own."""
        return list(range(self.numbers.hungry + 1, len(self.numbers.words)))

    def _send_late(self) -> None:
        """Let the wall come down, and send later words out; their slices fall off the cake, and its number falls."""
        cake, guests, later, order = self.panel.cakes[0], self.guests, self._later, self.orders[0]
        windows = _windows(len(later))
        lost = [cake.shares[index] for index in later]

        def follow(time: float) -> None:
            for index, (start, end) in zip(later, windows, strict=True):
                local = min(max((time - start) / (end - start), 0.0), 1.0)
                guests.go(index, smooth(min(local / _GONE, 1.0)))
                self._tone(index, smooth(min(local / _GONE, 1.0)))
                cake.drop(index, max(local - _LET_GO, 0.0) / (1 - _LET_GO))

        def fallen(time: float) -> float:
            gone = [
                share * smooth(min(max((time - start - _LET_GO * (end - start)) / (_LET_GO * (end - start)), 0.0), 1.0))
                for share, (start, end) in zip(lost, windows, strict=True)
            ]
            return sum(gone) / max(sum(lost), 1e-9)

        names = [guests.names[index] for index in later]
        numbers = [(self.panel.shares[0][index], window) for index, window in zip(later, windows, strict=True)]
        fades = [
            FadeOut(
                number, rate_func=squish_rate_func(smooth, start + 0.2 * (end - start), start + 0.4 * (end - start))
            )
            for number, (start, end) in numbers
            if number is not None
        ]
        lit = ApplyMethod(order[2].set_color, self.style.theme.ink)
        guests.lower(0.0)
        self.add(guests.walls)
        down = Live([guests.walls], guests.lower)
        self.play(down, lit, FadeIn(guests.door, rate_func=late), run_time=self.style.times.move)
        self.bring_to_front(*names)
        lines = [part for index in later for part in self._line(index)]
        moving = Live([cake, *names, *lines], follow, rate_func=linear)
        count = [Count(self.panel.totals[0], self.panel.totals[1], rate_func=fallen)] if later else []
        self.play(moving, *fades, *count, run_time=_SEND * max(len(later), 2))

    def _line(self, index: int) -> list[VMobject]:
        """Return what is written of a word's score: of the line beside its name."""
        guests = self.guests
        power = [guests.equals[index], guests.powers[0][index]] if self._is_written else []
        return [guests.bases[index], guests.scores[0][index], *power]

    def _tone(self, index: int, gone: float) -> None:
        """Dim the line of a word that is out, by a share."""
        theme = self.style.theme
        tone = ManimColor(theme.ink).interpolate(ManimColor(theme.dim), gone)
        for part in self._line(index):
            part.set_color(tone)

    def _shrink(self) -> None:
        """Measure the row's output by the one that a whole cake gives."""
        self.play(FadeIn(self.panel.output, self.panel.measure), run_time=self.style.times.quick)
        self.play(grow(self.panel.arrows[1]), run_time=self.style.times.move)

    def _start_again(self) -> None:
        """Bring the words back in and a whole cake; the other order of steps is next."""
        numbers, guests, later = self.numbers, self.guests, self._later
        before, cake, after = self.panel.cakes[0], self.panel.cakes[1].cut(0.0), self.orders[1]
        left = [share for index, share in enumerate(self.panel.shares[0]) if share is not None and index not in later]
        written = [*guests.equals, *guests.powers[0], guests.totals[0], guests.whole] if self._is_written else []

        def follow(share: float) -> None:
            for index in later:
                guests.go(index, 1 - share)
                self._tone(index, 1 - share)

        total = Number(numbers.sums[numbers.hungry], size=self.panel.totals[0].size, style=self.style)
        total.move_to(self.panel.totals[0]).on_baseline(self.panel.totals[0].baseline)
        old = [before, *left, *written, self.orders[0], self.panel.arrows[1]]
        self.play(FadeOut(*old), run_time=self.style.times.quick)
        back = [Live([guests.names[index] for index in later], follow)] if later else []
        counted = become(self.panel.totals[1], total) if later else become(self.panel.totals[0], total)
        self.total = total
        self.play(*back, GrowFromCenter(cake), counted, FadeIn(after), run_time=self.style.times.move)

    @property
    def _is_written(self) -> bool:
        return bool(self.numbers.totals.isfinite().all())

    def _send_early(self) -> None:
        """Send later words out before anything is cut: their exponents fall to minus infinity."""
        guests, later = self.guests, self._later
        lit = ApplyMethod(self.orders[1][0].set_color, self.style.theme.ink)
        if not later:
            self.play(lit, run_time=self.style.times.quick)
            return
        windows = _windows(len(later))

        def follow(time: float) -> None:
            for index, (start, end) in zip(later, windows, strict=True):
                guests.go(index, smooth(min(max((time - start) / (end - start) / 0.6, 0.0), 1.0)))

        falls = []
        for index, (start, end) in zip(later, windows, strict=True):
            fall = become(guests.scores[0][index], guests.scores[1][index])
            fall.set_rate_func(squish_rate_func(smooth, start + 0.4 * (end - start), end))
            falls.append(fall)
        out = Live([guests.names[index] for index in later], follow, rate_func=linear)
        self.play(lit, out, *falls, run_time=_LEAVE * max(len(later), 3))

    # --- All rows -------------------------------------------------------------------------------------------------

    def _shelf(self, names: Sequence[VMobject], cakes: Sequence[bool], labels: Sequence[VMobject | None]) -> Shelf:
        number = float(Number(1.0, size=self.style.sizes.number, style=self.style).width)
        room = self.stage.above_foot
        return Shelf(names, cakes, labels, number, room, upright=self.stage.is_narrow)

    def _number_at(self, value: Tensor, at: Point, color: str = "") -> Number:
        size = self.style.sizes.number
        decimals = 2 if float(value) else 0
        number = Number(value, decimals=decimals, size=size, color=color or self.style.theme.ink, style=self.style)
        return number.move_to(at).on_baseline(middle_baseline(float(at[1]), size))

    def _show_rows(self) -> None:
        """Mask the table of scores, from whose rows whole cakes come; below them are those from which slices fall."""
        numbers, style, times = self.numbers, self.style, self.style.times
        words, size = numbers.words, style.sizes.number
        names = [mark(word, color, size, style) for word, color in zip(words, self.colors, strict=True)]
        right, wrong = self._steps("mask", "softmax"), self._steps("softmax", "mask")
        shelf = self._shelf(names, [True, False, True, False], [right, None, wrong, None])
        early, cut = (
            [
                Cake(row.tolist(), self.colors, shelf.at(index, item), shelf.radius, style=style)
                for index, row in enumerate(weights)
            ]
            for item, weights in ((0, numbers.weights), (2, numbers.free))
        )
        sums, whole, short = (
            [self._number_at(value, shelf.at(index, item)) for index, value in enumerate(values)]
            for item, values in ((1, numbers.sums), (3, numbers.sums), (3, numbers.short))
        )
        guests, later = self.guests, self._later
        raised = [guests.scores[1 if index in later else 0][index] for index in range(len(words))]
        gone: list[VMobject] = [guests.walls, guests.door, *guests.names, *guests.bases, *raised, self.orders[1]]
        gone += [self.panel.output, self.panel.measure, self.panel.arrows[0]]
        gone += [share for share in self.panel.shares[1] if share is not None]
        gone += [*guests.equals, *guests.powers[1], guests.totals[1], guests.whole] if self._is_written else []
        gone += [self.panel.cakes[1], self.panel.owner, self.total]
        self.play(FadeOut(*gone), run_time=times.quick)
        self._mask_table()
        self._soften(early, names, [*map(FadeIn, sums), FadeIn(right)])
        come = [AnimationGroup(GrowFromCenter(cake), FadeIn(number)) for cake, number in zip(cut, whole, strict=True)]
        self.play(LaggedStart(*come, lag_ratio=_LAG), FadeIn(wrong), run_time=times.move)
        self.play(self._falling(cut), *(become(a, b) for a, b in zip(whole, short, strict=True)), run_time=_FALL)
        self.early, self.masks_first, self.beside = early, right, [*names, *sums, *cut, *short, wrong]

    def _mask_table(self) -> None:
        """Bring the table back; the mask comes down on it, and scores under it become minus infinity."""
        count, times = len(self.numbers.words), self.style.times
        self.play(FadeIn(self.table_again, *chain(*self.scores_again)), run_time=times.quick)
        swaps = []
        for row in range(count - 1):
            under = _DOWN_AT * (row + 1) / (count - 1)
            covered = squish_rate_func(smooth, under - 0.1, under)
            passed = squish_rate_func(smooth, under, under + 1 - _DOWN_AT)
            for column in range(row + 1, count):
                swaps += [
                    FadeOut(self.scores_again[row][column], rate_func=covered),
                    FadeIn(self.hidden[row][column], rate_func=passed),
                ]
        if not swaps:
            return
        self._lower(0.0)
        self.add(self.stairs)
        down = Live([self.stairs], self._lower, rate_func=squish_rate_func(linear, 0.0, _DOWN_AT))
        self.play(down, *swaps, FadeIn(self.first_mask[0]), run_time=_COME_DOWN)

    def _soften(self, cakes: Sequence[Cake], names: Sequence[VMobject], beside: Sequence[Animation]) -> None:
        """Let the cells that are left take their words' colours, and each row become its cake.

        Args:
            cakes: of all rows.
            names: the words' names on the shelf.
            beside: how what stands beside the cakes comes.
        """
        rows, heads = self.table_again[-2:]
        cells = self.table.cells
        pieces = [
            [(piece, cells[i][j]) for j, piece in enumerate(cake.slices[: i + 1])] for i, cake in enumerate(cakes)
        ]
        bits = [[_bit(*pair) for pair in row if len(pair[0][0].points)] for row in pieces]
        left = [self.scores_again[row][j] for row in range(len(cakes)) for j in range(row + 1)]
        covered = [self.hidden[row][j] for row in range(len(cakes)) for j in range(row + 1, len(cakes))]
        grid = [*self.table_again[:-2], *([self.stairs] if covered else [])]
        self.remove(self.table_again)
        self.add(*grid, *rows, *heads, *left, *covered)
        colour = [AnimationGroup(*(FadeIn(bit) for bit, _ in row)) for row in bits]
        texts = FadeOut(*left, *covered, *heads, rate_func=squish_rate_func(smooth, 0.4, 1.0))
        self.play(LaggedStart(*colour, lag_ratio=_LAG), texts, FadeIn(self.first_mask[1]), run_time=_SOFTEN)
        for cake in cakes:
            cake.plate.set_z_index(-1)
        # The last row goes first, over cells that the mask has emptied: so none passes over another.
        titles = [become(title, name) for title, name in zip(rows, names, strict=True)]
        gathering = list[Animation]()
        for row, (start, end) in enumerate(reversed(_windows(len(cakes)))):
            go, land = squish_rate_func(smooth, start, end), squish_rate_func(smooth, end - 0.1, end)
            gathering += [ReplacementTransform(*pair, rate_func=go) for pair in bits[row]]
            gathering += [FadeIn(piece[1], rate_func=land) for piece, _ in pieces[row]]
            gathering += [FadeIn(cakes[row].plate, rate_func=land), AnimationGroup(titles[row], rate_func=go)]
        cleared = FadeOut(*grid, self.first_mask, rate_func=squish_rate_func(smooth, 0.0, 0.3))
        self.play(cleared, *gathering, run_time=_GATHER)
        self.remove(*(body for _, body in chain(*bits)), *(piece[1] for piece, _ in chain(*pieces)))
        self.remove(*(cake.plate for cake in cakes))
        self.add(*cakes)
        self.play(*beside, run_time=self.style.times.quick)

    def _falling(self, cakes: Sequence[Cake]) -> Animation:
        """Return how the slices of later words fall off all cakes."""

        def follow(share: float) -> None:
            for row, cake in enumerate(cakes):
                for index in range(row + 1, len(cakes)):
                    cake.drop(index, share, _SHORT_FALL)

        return Live(cakes, follow)

    def _steps(self, *keys: str) -> VMobject:
        """Return two steps, one below the other, or in one line where rows are upright."""
        if not self.stage.is_narrow:
            return self._two_lines(*keys)
        first, then = (self.says(key) for key in keys)
        return Label(f"{first} \N{RIGHTWARDS ARROW} {then}", size=self.style.sizes.tick, style=self.style)

    def _two_lines(self, *keys: str) -> VGroup:
        first, then = (self.says(key) for key in keys)
        texts, size = (first, f"\N{RIGHTWARDS ARROW} {then}"), self.style.sizes.number
        lines = [Label(text, size=size, style=self.style) for text in texts]
        lines[1].align_to(lines[0], LEFT).on_baseline(lines[0].baseline - 0.5)
        return VGroup(*lines)

    def _show_real(self) -> None:
        """Show a decoder's rows: the first token's slices, and those of all others."""
        numbers, style, times = self.numbers, self.style, self.style.times
        self.play(FadeOut(*self.beside), run_time=times.quick)
        size = style.sizes.number
        colors = self._hues(numbers.tokens, taken=self.colors)
        pairs = zip(numbers.tokens, colors, strict=True)
        names = [Label(token, size=size, color=color, within=1.6, style=style) for token, color in pairs]
        order = self._steps("mask", "softmax")
        labels = [
            order,
            Label(numbers.tokens[0], size=size, color=colors[0], style=style),
            Label(self.says("others"), size=size, style=style),
            None,
        ]
        shelf = self._shelf(names, [True, False, False, False], labels)
        if self.stage.is_narrow:
            # Nothing stands above the names: what is wider than a cake has room there.
            half, edge = float(order.width) / 2, float(shelf.at(0, 0)[0]) + shelf.radius
            least = self.stage.above_foot.left + half
            order.set_x(min(float(order.get_x()), max(edge - half, least)))
        cakes = [
            Cake(row.tolist(), colors, shelf.at(index, 0), shelf.radius, style=style)
            for index, row in enumerate(numbers.real)
        ]
        columns = [
            [self._number_at(value, shelf.at(index, item), color) for index, value in enumerate(values)]
            for item, values, color in ((1, numbers.first, colors[0]), (2, numbers.others, ""), (3, numbers.whole, ""))
        ]
        self._bring_real(cakes, order, names)
        self._share_out(cakes, columns, labels[1:])

    def _bring_real(self, cakes: Sequence[Cake], order: VMobject, names: Sequence[VMobject]) -> None:
        """Let a decoder's cakes, uncut, take the places of those before, and their names come."""
        for cake in cakes:
            cake.cut(0.0)
        # The cakes of the rows before get whole; only then is there another phrase, in colours that it has not had.
        times, come = self.style.times, [become(self.masks_first, order)]
        if len(cakes) == len(self.early):
            moves = [
                before.animate.scale(cake.radius / before.radius).move_to(cake)
                for before, cake in zip(self.early, cakes, strict=True)
            ]
            self.play(*moves, *come, run_time=times.move)
            come = []
        self.play(FadeOut(*self.early), *map(FadeIn, cakes), *come, run_time=times.move)
        self.play(LaggedStart(*map(FadeIn, names), lag_ratio=_LAG), run_time=times.quick)

    def _share_out(
        self, cakes: Sequence[Cake], columns: Sequence[Sequence[Number]], labels: Sequence[VMobject | None]
    ) -> None:
        """Cut cakes; their numbers come column by column, each with its label: parts first, and then their sums."""
        cutting = Live(cakes, lambda turned: [cake.cut(turned) for cake in cakes])
        written = [
            [FadeIn(thing) for thing in (*column, label) if thing]
            for column, label in zip(columns, labels, strict=True)
        ]
        first, others, sums = (
            AnimationGroup(*column, rate_func=rate)
            for column, rate in zip(written, (_FIRST, _REST, linear), strict=True)
        )
        self.play(cutting, first, others, run_time=_SHARE_OUT)
        rules = [] if self.stage.is_narrow else [FadeIn(_rule_above(number, self.style)) for number in columns[2]]
        self.play(sums, *rules, run_time=self.style.times.quick)


def _bit(piece: Slice, cell: VMobject) -> tuple[VMobject, VMobject]:
    """Return a cell in a slice's colour and the slice, whose outlines begin at one side: neither turns on its way."""
    bit, body = piece[0].copy(), piece[0].copy()
    curves, at = body.points.reshape(-1, 1, 4, 3), np.linspace(0, 1, _FINE)[:, None]
    powers = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3
    line = np.sum([power * curves[:, :, index] for index, power in enumerate(powers)], axis=0).reshape(-1, 3)
    way, middle = line[0] - line.mean(axis=0), cell.get_center()
    half = np.array([cell.width / 2, cell.height / 2, 1.0])
    start = way / np.abs(way / half).max()
    corners = half * np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]])
    first, *turns = (np.arctan2(each[1], each[0]) for each in (start, *corners))
    clockwise = np.argsort([(first - turn) % (2 * np.pi) for turn in turns])
    bit.set_points_as_corners(_even(middle + np.array([start, *corners[clockwise], start])))
    body.set_points_as_corners(_even(np.array([*line, line[0]])))
    return bit, body


def _even(line: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points at equal distances along a line of corners."""
    passed = np.concatenate([[0.0], np.linalg.norm(np.diff(line, axis=0), axis=1).cumsum()])
    at = np.linspace(0, passed[-1], _OUTLINE)
    return np.stack([np.interp(at, passed, axis) for axis in line.T], axis=1)


def _rule_above(number: Number, style: Style) -> Line:
    """Return the rule between terms and their sum."""
    y = float(number.get_top()[1]) + 0.17
    rule = Line(point(float(number.get_left()[0]) - 0.1, y), point(float(number.get_right()[0]) + 0.1, y))
    return rule.set_stroke(style.theme.axis, style.strokes.thin)


def _windows(count: int) -> list[tuple[float, float]]:
    """Return when each of several things begins and ends that go one after the other, as shares of their time."""
    step = (1 - _WINDOW) / max(count - 1, 1)
    return [(step * index, step * index + _WINDOW) for index in range(count)]
