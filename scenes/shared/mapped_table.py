"""The base of figures in which matrices turn the vectors around a table into queries, keys and values."""

from __future__ import annotations

from collections.abc import Sequence

from manim import (
    LEFT,
    RIGHT,
    Animation,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    RoundedRectangle,
    Transform,
    TransformFromCopy,
    VGroup,
)

from scenes.parts.geometry import point
from scenes.parts.mapped import KeptMatrix, MappedRow
from scenes.parts.number_grid import Block
from scenes.parts.text import Math
from scenes.shared.weighted_sum import KeysQueriesValues, WeightedSumFigure


class MappedTableFigure(WeightedSumFigure):
    """A figure whose vectors become queries, keys and values, and whose matrices stay in sight where there is room.

    Attributes:
        maps: what a matrix makes of one vector, in numbers, by its letter.
        kept: the matrices that stay in sight, by their letters.
        names: of the blocks around the table.
        queries: the queries left of the rows.
        keys: the keys above the columns.
    """

    numbers: KeysQueriesValues
    maps: dict[str, MappedRow]
    kept: dict[str, KeptMatrix]
    names: dict[str, Math]
    queries: Block
    keys: Block

    @property
    def keeps_matrices(self) -> bool:
        """Whether there is room for the matrices to stay in sight."""
        return self.stage.is_portrait or not self.stage.is_narrow

    def row_map(self, letter: str, word: int) -> MappedRow:
        """What a matrix makes of one word's vector, in numbers."""
        numbers, theme = self.numbers, self.style.theme
        matrix, results, color = {
            "Q": (numbers.W_Q, numbers.queries, theme.query),
            "K": (numbers.W_K, numbers.keys, theme.key),
            "V": (numbers.W_V, numbers.values, theme.value),
        }[letter]
        colors = self.colors[word], color
        sizes, in_lines = self.style.sizes, self.stage.is_portrait
        for pair in ((sizes.phrase, sizes.label), (sizes.script, sizes.note), (sizes.script, sizes.least)):
            row = MappedRow(
                letter, numbers.vectors[word], matrix, results[word], colors, sizes=pair, in_lines=in_lines,
                style=self.style,
            )  # fmt: skip
            if row.width <= self.widest:
                break
        row.move_to(point(self.layout.middle, float(self.layout.desk.centre[1])))
        return row

    def kept_matrix(self, letter: str) -> KeptMatrix:
        """A matrix, small, in a corner beside what it makes."""
        kept, safe = KeptMatrix(self.maps[letter]), self.stage.safe
        if self.stage.is_portrait:
            places = {"Q": 0.3, "K": 0.7, "V": 0.5}
            kept.move_to(self.layout.strip.centre).set_x(safe.left + places[letter] * safe.width)
        elif letter == "Q":
            name = self.names["Q"]
            left = max(safe.left + 0.06, self.layout.titles_edge - kept.width)
            kept.align_to(point(left, 0.0), LEFT).shift(point(0.0, name.baseline - kept.name_baseline))
        elif letter == "K":
            kept.centre_on(self.keys.brackets.get_y())
            kept.align_to(point(float(self.names["KT"].get_left()[0]) - 0.4, 0.0), RIGHT)
        else:
            kept.align_to(point(float(self.carried.brackets.get_right()[0]) + 0.2, 0.0), LEFT)
            kept.centre_on(self.carried.brackets.get_y())
        return kept

    def convert_columns(self, letter: str, before: Block, after: Block, renamed: Sequence[Animation]) -> None:
        """A matrix changes the vectors above the columns, quicker than the first did."""
        times = self.style.times
        frame = self.table.column_frame(self.numbers.second, self.layout.above_bottom)
        self.play(FadeIn(frame), FadeIn(self.maps[letter]), run_time=times.move)
        pairs = [(before.grid.column(j), after.grid.column(j)) for j in range(len(self.numbers.words))]
        self.convert(letter, pairs, self.numbers.second, [Transform(before.brackets, after.brackets), *renamed])
        self.keep(letter, frame)
        self.rest()

    def keep(self, letter: str, frame: RoundedRectangle) -> None:
        """The matrix stays in sight, in its corner; the rest of its arithmetic leaves."""
        work, kept = self.maps[letter], self.kept.get(letter)
        if kept is None:
            self.play(FadeOut(frame, work), run_time=self.style.times.move / 2)
            return
        leaving = [piece for piece in work if piece not in (work.matrix, work.matrix_name)]
        moves = ReplacementTransform(work.matrix, kept.matrix), ReplacementTransform(work.matrix_name, kept.symbol)
        self.play(FadeOut(frame, *leaving), *moves, run_time=self.style.times.move / 2)

    def convert(
        self, letter: str, pairs: list[tuple[VGroup, VGroup]], first: int, along: Sequence[Animation]
    ) -> None:  # fmt: skip
        """One vector takes what its arithmetic came to, then all others change in one sweep."""
        times = self.style.times
        old, new = pairs[first]
        results = zip(self.maps[letter].result.numbers[0], new, strict=True)
        moves = [TransformFromCopy(number, place) for number, place in results]
        self.play(FadeOut(old, run_time=times.quick), *moves, run_time=times.move)
        others = [pair for pair in pairs if pair[0] is not old]
        changes = [LaggedStart(FadeOut(a), FadeIn(b), lag_ratio=0.7) for a, b in others]
        self.play(LaggedStart(*changes, lag_ratio=0.2), *along, run_time=times.slow)
