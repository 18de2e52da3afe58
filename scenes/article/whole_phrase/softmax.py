"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    FadeIn,
    FadeOut,
    Indicate,
    ReplacementTransform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, Weights, similarities
from scenes.article.whole_phrase.power_row import PowerRow, Terms
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, PAIR_ICON, LevelTable, across
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, tighten
from scenes.number_format import as_printed
from scenes.parameters import require_plane
from scenes.parts.geometry import flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, HeroWeight, labelled
from scenes.parts.text.number import format_weight
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_APART = 1.8
"""Scene units that the pair's words are apart at the least for icons of their usual height."""

_THICK, _MOST_THICK, _BETWEEN = 0.25, 1.8, 0.55
"""The height of a bar as a share of the room between header and foot; scene units of it at the most; how far two bars
are apart, as a share of it."""

_RIGHT, _LEFT = 0.1, 0.2
"""Scene units that rows keep off the frame's margin."""

_SHORTEST = 0.25
"""The least length of a row's bar as a share of the other row's: else powers of e have no common scale."""

_DIGITS, _MOST = (0, 1), 10_000
"""The digits after the point of powers of e, the best first; larger ones are not written out."""

_LANE, _SLIM, _HEAD, _OFF_HEAD = 0.3, 1.5, 0.24, 0.03
"""Scene units by which the pair's bands lie off the straight way; how many times their usual width they have; the
length of the arrow's head at a band's end; from the pulled word's mark to the head's tip."""

_ALIKE = 0.1
"""The weight that both bands are drawn with, at the most, as long as they stand for one score."""

_OFF_BAND, _LEAST_BAND, _AIR, _LEAST_STOP = 0.42, 1.3, 0.06, 0.1
"""Scene units from the straight way to the number at a band, the shortest way that has one, and around a number; from
a word's place, along the way, to the tip of a head beside it at the least."""

_LEAVE, _GROW, _STRETCH, _RETURN, _SWEEP, _EACH = 1.7, 1.2, 1.6, 1.5, 2.0, 0.5
"""Seconds in which rows leave the table, discs become powers, bars become wholes, these go back into the table, and in
which all other rows become weights, each of them within a share of it."""

_READ, _SEE = 0.5, 0.8
"""Seconds for reading a number, and for seeing what it stands for."""

_LIT = 1.25
"""The factor by which a mark is larger for a moment."""

_FIRST, _THEN = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
"""The rates of what makes room, and of what then comes into it."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")
    remaining: Tensor = quantity("The same for all words but the first row's and the second.", rows="words")
    remainder: Tensor = quantity("The weights of these words together.", rows="words")
    counted: Tensor = quantity(
        "What the powers of e of the first row's word and the second's and all others' sum add up to in each row, "
        "each rounded as printed.",
        rows="words",
    )

    digits: int | None = None
    """The digits after the point that these powers are printed with; None where no quotient is right as printed."""


class TableSoftmax(LevelTable):
    """attention-table-softmax: every row of dot products becomes weights that add up to 1."""

    name = "attention-table-softmax"
    claims = TABLE_SOFTMAX_CLAIMS
    numbers: SoftmaxRows

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> SoftmaxRows:
        """Return softmax(X Xᵀ) of the phrase.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        require_plane(world)
        table = similarities(parameters, world)
        first = table.scores[[table.position, table.second]]  # (2, T)
        if float(first.max()) > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {float(first.max()):g}, too large an exponent to draw "
                f"(at most {LARGEST_SCORE:g}); make the vectors shorter"
            )
        weights = softmax(table.scores)  # (T, T)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        exponentials = table.scores.exp()  # (T, T)
        remaining = exponentials[:, table.others].sum(dim=-1)  # (T,)
        digits, counted = _counted(table, exponentials, remaining, weights)
        return SoftmaxRows(
            **given,
            weights=weights,
            sums=weights.sum(dim=-1),
            exponentials=exponentials,
            totals=exponentials.sum(dim=-1),
            remaining=remaining,
            remainder=weights[:, table.others].sum(dim=-1),
            counted=counted,
            digits=digits,
        )

    @classmethod
    def alternative_values(cls, numbers: SoftmaxRows) -> Mapping[str, object]:
        """Return the words, and the weights with which the pair's words pull each other."""
        pair = numbers.position, numbers.second
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "share": format_weight(float(numbers.weights[pair])),
            "other": format_weight(float(numbers.weights[pair[::-1]])),
        }

    def build(self) -> None:
        """Make the words, the table of dot products, two of its rows large, the pair's bands, and the table's name."""
        numbers, words = self.numbers, self.numbers.words
        self.phrase = self.header_phrase(words)
        self.told = (numbers.position, numbers.second)
        self.table = self.make_level_table()
        self.unit = FULL * self.table.pitch
        self.rings = [self.table.ring(*pair) for pair in self.twins()]
        places = [self.plane.place(numbers.vectors[row]) for row in self.told]
        self.pair_icon = PAIR_ICON if float(np.linalg.norm(places[1] - places[0])) > _APART else ICON
        self.lanes = [self._lane(row, other) for row, other in (self.told, self.told[::-1])]
        self.scores, self.shares = self._numbers_at_bands()
        lines = [(flat(band.puller), flat(band.pulled)) for lane in self.lanes for band in lane]
        texts = [box_of(part) for part in (*self.scores, *self.shares) if part]
        heights = {word: self.pair_icon if word in self._told_words() else ICON for word in words}
        vectors = dict(zip(words, numbers.vectors, strict=True))
        self.words = self.tokens(vectors, heights, lines=lines, boxes=[*texts, self.table_box()])
        self.strips = self._large_rows()
        self.ties = VMobject(stroke_color=self.style.theme.ink, stroke_width=2.0)
        self._tie()
        self.product, self.formula = self.named("X X^T"), self.named('"softmax"(X X^T)')

    def _told_words(self) -> list[str]:
        return [self.numbers.words[row] for row in self.told]

    @property
    def _are_alike(self) -> bool:
        """True if both shares of the pair are printed alike."""
        first, second = (format_weight(float(self.numbers.weights[pair])) for pair in self.twins())
        return first == second

    def _large_rows(self) -> list[PowerRow]:
        """Return both rows of the pair large across the frame, one below the other."""
        numbers, words, safe = self.numbers, self.numbers.words, self.stage.safe
        size = self.style.sizes.formula if self.stage.is_wide else self.style.sizes.number
        rows = [
            PowerRow(self._terms(row, other), words, self.colors_of(words), self.says("others"), size, style=self.style)
            for row, other in (self.told, self.told[::-1])
        ]
        room = self.stage.below_header
        thick = min(_THICK * room.height, _MOST_THICK)
        start = safe.left + _LEFT + max(row.before for row in rows)
        whole = safe.right - _RIGHT - max(row.behind for row in rows) - start
        totals = [float(numbers.totals[row]) for row in self.told]
        sizes = self.style.sizes.hero, self.style.sizes.number
        inside = [size for size in sizes if all(row.holds_share(whole, size) for row in rows)]
        has_scale = min(totals) >= _SHORTEST * max(totals)
        for which, (row, total) in enumerate(zip(rows, totals, strict=True)):
            is_upper = self.told[which] == min(self.told)  # as in the table
            y = float(room.centre[1]) + (0.5 if is_upper else -0.5) * (1 + _BETWEEN) * thick
            length = whole * (total / max(totals) if has_scale else 1.0)
            row.lay(point(start, y), length, whole, thick, up=is_upper, share_size=inside[0] if inside else None)
        return rows

    def _terms(self, row: int, other: int) -> Terms:
        """Return a row's sum, with the other word of the pair first."""
        numbers = self.numbers
        columns = [other, row, *numbers.others]
        return Terms(
            row, columns, numbers.scores[row], numbers.exponentials[row, columns[:2]], numbers.remaining[row],
            numbers.totals[row], numbers.counted[row], numbers.digits, numbers.weights[row, columns[:2]],
            numbers.remainder[row], numbers.sums[row],
        )  # fmt: skip

    @property
    def downwards(self) -> list[PowerRow]:
        """The large rows in the table's order."""
        return sorted(self.strips, key=lambda row: row.terms.row)

    def _tie(self) -> None:
        """Draw the lines that join the ends of both rows' first pieces."""
        upper, lower = (row.blocks[0] for row in self.downwards)
        self.ties.clear_points()
        for corner in (LEFT, RIGHT):
            self.ties.start_new_path(upper.get_corner(DOWN + corner))
            self.ties.add_line_to(lower.get_corner(UP + corner))
        laid(self.ties, Layer.LEDGER)

    def _lane(self, row: int, puller: int) -> list[Band]:
        """Return the band on which one of the pair pulls the other, beside the one on which it is pulled itself."""
        start, end = (self.plane.place(self.numbers.vectors[index]) for index in (puller, row))
        weight, way = float(self.numbers.weights[row, puller]), end - start
        length = float(np.linalg.norm(way))
        if length < 1e-6 or weight < SLACK_BELOW:
            return []
        grown = self.pair_icon / PAIR_ICON
        aside, stop = grown * _LANE * across(start, end), self._half(self.numbers.words[row]) + _OFF_HEAD
        stop = math.sqrt(max(stop**2 - (grown * _LANE) ** 2, _LEAST_STOP**2))
        color, style = self.color_at(puller), self.style
        ends = start + aside, end + aside - stop * way / length
        return [Band(*ends, weight, color, slim=grown * _SLIM, tapers=True, head=grown * _HEAD, style=style)]

    def _half(self, word: str) -> float:
        """Return half the height of a word's mark, scene units."""
        if has_icon(word, self.style):
            return self.pair_icon / 2
        return DISC if self.world.family_index(word) is not None or word == self.world.subject else DOT

    def _numbers_at_bands(self) -> tuple[list[VGroup], list[VGroup]]:
        """Return the pair's scores at both bands, and the weights that stand there in the end; nothing without room."""
        sizes = self.style.sizes
        for size in (sizes.hero, sizes.number, sizes.tick):
            placed = [self._at_band(row, other, size) for row, other in (self.told, self.told[::-1])]
            both = [each for each in placed if each]
            if len(both) == len(placed):
                return [score for score, _ in both], [share for _, share in both]
        return [VGroup(), VGroup()], [VGroup(), VGroup()]

    def _at_band(self, row: int, puller: int, size: float) -> tuple[VGroup, VGroup] | None:
        """Return a score at its band and the weight in its place; None where there is no room.

        Args:
            row: position in the phrase.
            puller: the same.
            size: of the type.
        """
        numbers, style = self.numbers, self.style
        start, end = (self.plane.place(numbers.vectors[index]) for index in (puller, row))
        if float(np.linalg.norm(end - start)) < _LEAST_BAND or not all(self.lanes):
            return None
        score = HeroNumber(numbers.scores[row, puller], size=size, style=style)
        share = HeroWeight(numbers.weights[row, puller], size=size, color=self.color_at(puller), style=style)
        way = across(start, end)
        for text in (score, share):
            reach = abs(way[0]) * float(text.width) / 2 + abs(way[1]) * float(text.height) / 2
            text.move_to((start + end) / 2 + (_OFF_BAND + reach) * way)
        if not all(self._is_free(box_of(text)) for text in (score, share)):
            return None
        return labelled(score, style), labelled(share, style)

    def _is_free(self, box: Box) -> bool:
        """Return whether a number may stand in a box: clear of the table, the axes and the words' marks."""
        left, low, right, high = box
        box = (left - _AIR, low - _AIR, right + _AIR, high + _AIR)
        safe = self.stage.safe
        limit = self.table.left - self.table.room - OFF_EDGE if self.stage.is_wide else safe.right
        marks = []
        for word, row in zip(self.numbers.words, self.numbers.vectors, strict=True):
            (x, y), half = flat(self.plane.place(row)), self._half(word)
            marks.append((x - half, y - half, x + half, y + half))
        taken = [*self.plane.text_boxes(), self.table_box(), *marks]
        is_inside = safe.left <= left and right <= limit
        crossed = any(inside_length(segment, box) for segment in self.plane.axis_segments())
        return is_inside and not crossed and not any(overlap(box, each) for each in taken)

    def _weigh(self, row: int) -> Live:
        """Return how the discs of a row's scores become those of its weights."""
        discs, weights = self.table.discs[row], self.numbers.weights[row].tolist()
        colors = self.colors_of(self.numbers.words)

        def follow(share: float) -> None:
            for disc, weight, color in zip(discs, weights, colors, strict=True):
                disc.blend(weight, self.unit, share, color)
                disc.disc.set_stroke(opacity=1.0)  # a score of nought had none

        return Live(discs, follow)

    def tell(self) -> None:
        """Show one score twice, work two rows out, let them be shares of one whole, and let every row follow."""
        said, alike = self.said(), "-alike" if self._are_alike else ""
        with self.beat("scores", **said):
            self._tell_scores()
            self.rest()
        with self.beat("rows", **said):
            self._tell_rows()
            self.rest()
        with self.beat("shares", text=f"shares{alike}", **said):
            self._tell_shares()
            self.rest()
        with self.beat("all-rows", text=f"all-rows{alike}", **said):
            self._tell_all()
            self.hold()

    def _things(self) -> list[VMobject]:
        """Return what leaves the stage while two rows have it: the table, the words, the bands, the plane's numbers."""
        texts = [*self.plane.ticks, *self.plane.numbers, *self.plane.names]
        lanes = [band for lane in self.lanes for band in lane]
        return [self.table, *self.words.values(), *texts, *lanes]

    def _tell_scores(self) -> None:
        """Show words and scores; then, of each of the pair, its row, the other's score in it, and the other's pull."""
        times = self.style.times
        discs = [disc for row in self.table.discs for disc in row]
        self.add(self.phrase)
        self.play(FadeIn(self.table, *discs, self.product, *self.words.values()), run_time=times.move)
        alike = min([_ALIKE, *(band.weight for lane in self.lanes for band in lane)])
        frame = self.table.frame(self.told[0])
        for cell, ring, lane, score in zip(self.twins(), self.rings, self.lanes, self.scores, strict=True):
            if cell[0] == self.told[0]:
                self.play(FadeIn(frame), run_time=times.quick)
            else:
                self.play(frame.animate.move_to(self.table.frame(cell[0])), run_time=times.move)
            lit = Indicate(self.table.discs[cell[0]][cell[1]], _LIT, self.style.theme.ink)
            self.play(FadeIn(ring), lit, run_time=times.quick)
            for band in lane:
                band.set_pull(alike)
            come = [FadeIn(score)] if score else []
            if come or lane:
                self.play(*map(Widen, lane), *come, run_time=times.move)
        lit_up = [Indicate(ring, _LIT, self.style.theme.ink) for ring in self.rings]
        self.play(FadeOut(frame), *lit_up, run_time=times.move)

    def _tell_rows(self) -> None:
        """Write softmax around the table's name, lift both rows out, and let their scores become powers of e."""
        times = self.style.times
        self.veil = Veil(self.stage, opacity=1.0, style=self.style)
        others = [disc for row in self.numbers.others for disc in self.table.discs[row]]
        gone = [*self._things(), self.formula, *self.rings, *others, *(score for score in self.scores if score)]
        frames = [self.table.frame(row.terms.row) for row in self.strips]
        self._rename(frames)
        ways = [row.leaving(self.table, frame) for row, frame in zip(self.strips, frames, strict=True)]
        for row, way in zip(self.strips, ways, strict=True):
            way.move_to_share(0.0)
            self.remove(*self.table.discs[row.terms.row])
            self.add(*row.discs)
        self.play(
            FadeIn(self.veil, rate_func=_FIRST), *(FadeOut(each, rate_func=_FIRST) for each in gone), *ways,
            run_time=_LEAVE,
        )  # fmt: skip
        self.remove(*frames)
        scores = [score for row in self.strips for score in row.scores if score]
        self.play(FadeIn(*(row.name for row in self.strips), *scores), run_time=times.quick)
        self.wait(_READ)
        for row in self.downwards:
            self._tell_powers(row)
        self.play(FadeIn(self.ties), run_time=times.quick)
        self.wait(_READ)

    def _tell_powers(self, row: PowerRow) -> None:
        """Let a row's scores become exponents, their discs powers of e, and these be added."""
        times, (first, own, *rest) = self.style.times, row.discs
        self.remove(*row.discs)  # its parts go their own ways
        self.add(*(part for disc in row.discs for part in disc))
        raised = [
            ReplacementTransform(score, power.exponent) if score else FadeIn(power.exponent)
            for score, power in zip(row.scores, row.exponents, strict=True)
        ]
        self.play(*raised, run_time=times.move)
        self.play(FadeIn(*(power.base for power in row.exponents)), run_time=times.quick)  # no score crosses an e
        gone = [FadeOut(disc.sign, run_time=times.quick) for disc in row.discs]
        bits = [row.blocks[-1].copy() for _ in rest]
        ends = [*row.blocks[:2], *bits]
        grow = [ReplacementTransform(disc.disc, end) for disc, end in zip((first, own, *rest), ends, strict=True)]
        self.play(*gone, *grow, run_time=_GROW)
        self.remove(*bits)
        self.add(*row.blocks)
        come = [part for part in (*row.inside, row.total, row.others) if part]
        if come:
            self.play(FadeIn(*come), run_time=times.quick)
            self.wait(_READ)

    def _tell_shares(self) -> None:
        """Divide by both sums: both bars become one whole of the same length, of which the pieces are shares."""
        times, rows = self.style.times, self.strips
        self.play(FadeOut(*(exponent for row in rows for exponent in row.exponents)), run_time=times.quick)
        self._divide()
        pairs = [pair for row in rows for pair in zip(row.inside, row.quotients, strict=True)]
        left = [count for count, quotient in pairs if count and not quotient]
        if left:
            self.play(FadeOut(*left), run_time=times.quick)
        self.play(self._stretch(), run_time=_STRETCH)
        ones: list[Animation] = [FadeIn(row.one, *row.small, rate_func=_THEN) for row in rows]
        ones += [FadeOut(row.total, rate_func=_FIRST) for row in rows if row.total]
        shares = [share for row in rows for share in row.shares if share]
        self.play(*ones, FadeIn(*shares), run_time=times.move)

    def _divide(self) -> None:
        """Let powers go above or below their pieces, and the sum of their row below each."""
        times, pieces = self.style.times, list[tuple[PowerRow, VGroup, VGroup]]()
        for row in self.strips:
            pieces += [(row, *pair) for pair in zip(row.inside, row.quotients, strict=True) if pair[1]]
        if not pieces:
            return
        up = [
            ReplacementTransform(count, quotient[0]) if count else FadeIn(quotient[0]) for _, count, quotient in pieces
        ]
        self.play(*up, run_time=times.move)
        below = [FadeIn(quotient[-1]) for *_, quotient in pieces]
        self.play(*below, *(FadeIn(quotient[1], rate_func=_THEN) for *_, quotient in pieces), run_time=times.move)
        self.wait(_SEE)

    def _stretch(self) -> Live:
        """Return how both bars become wholes of one length, and the lines between their first pieces follow."""
        parts = [row.stretching() for row in self.strips]

        def follow(share: float) -> None:
            for part in parts:
                part.move_to_share(share)
            self._tie()

        return Live(
            [*(part for row in self.strips for part in (*row.blocks, row.total, row.others)), self.ties], follow
        )

    def _tell_all(self) -> None:
        """Put the shares back into the table and at the bands, which become as wide; then every row becomes weights."""
        times = self.style.times
        self._put_back()
        for ring, lane, pair in zip(self.rings, self.lanes, self.twins(), strict=True):
            weight = float(self.numbers.weights[pair])
            self.play(FadeIn(ring), *(tighten(band, weight) for band in lane), run_time=times.slow)
        if sweep := self._sweep():
            self.play(*sweep, run_time=_SWEEP)

    def _put_back(self) -> None:
        """Let the pieces of both rows become discs of the table, and their shares the numbers at the bands."""
        moves, comes, copies = list[Animation](), list[VMobject](), list[VMobject]()
        gone = [self.veil, self.ties]
        for row, at_band in zip(self.strips, self.shares, strict=True):
            at = row.terms.row
            self._weigh(at).move_to_share(1.0)
            cells = [self.table.discs[at][column] for column in row.terms.columns]
            ends = [cell.disc.copy() for cell in cells[:2]]
            copies += ends
            moves += [ReplacementTransform(block, end) for block, end in zip(row.blocks, ends, strict=False)]
            comes += cells[2:]
            first, own = row.shares
            if at_band and len(first):
                # Its halo comes with it, so that it is read wherever it is on its way.
                moves += [ReplacementTransform(first[-1], at_band)]
                first = VGroup(*first[:-1])
            left = (first, own, *row.quotients, row.one, row.others, row.small)
            gone += [row.name, *row.blocks[2:], *(part for part in left if part)]
        comes += [disc for each in self.numbers.others for disc in self.table.discs[each]]
        self.play(*map(FadeOut, gone), *moves, FadeIn(*self._things(), self.formula, *comes), run_time=_RETURN)
        self.remove(*copies)
        self.add(*(disc for row in self.told for disc in self.table.discs[row]))

    def _rename(self, frames: Sequence[VMobject]) -> None:
        """Write softmax around the table's name, which stays as it is, and frames around two rows."""
        kept = VGroup(*self.formula[-1 - len(self.product) : -1])
        come = VGroup(*self.formula[: -1 - len(self.product)], *self.formula[-1:])
        moves = ReplacementTransform(self.product, kept, rate_func=_FIRST), FadeIn(come, *frames, rate_func=_THEN)
        self.play(*moves, run_time=self.style.times.move)
        self.remove(kept, come)
        self.add(self.formula)

    def _sweep(self) -> list[Animation]:
        """Return how every row that is not told becomes weights, one after another from above."""
        rows = self.numbers.others
        late = (1 - _EACH) / max(len(rows) - 1, 1)
        sweep: list[Animation] = []
        for place, row in enumerate(rows):
            motion = self._weigh(row)
            motion.rate_func = squish_rate_func(smooth, place * late, place * late + _EACH)
            sweep.append(motion)
        return sweep


def _counted(table: Similarities, powers: Tensor, remaining: Tensor, weights: Tensor) -> tuple[int | None, Tensor]:
    """Return digits with which the powers of e as printed give the pair's weights as printed, and the rows' sums then.

    Args:
        table: the phrase, with the pair.
        powers: shape (T, T).
        remaining: shape (T,), what the powers of all but the pair add up to.
        weights: shape (T, T).
    """
    pair = [table.position, table.second]
    terms = torch.cat([powers[:, pair], remaining.unsqueeze(-1)], dim=-1)  # (T, 3)
    whole = terms.round().sum(dim=-1)
    if float(terms[pair].max()) >= _MOST:
        return None, whole
    for digits in _DIGITS:
        seen = terms.round(decimals=digits)
        counted = seen.sum(dim=-1)  # (T,)
        shares = [float(seen[row, 1 - which] / counted[row]) for which, row in enumerate(pair)]
        exact = [float(weights[row, pair[1 - which]]) for which, row in enumerate(pair)]
        if float(seen[pair].min()) > 0 and [*map(as_printed, shares)] == [*map(as_printed, exact)]:
            return digits, counted
    return None, whole
