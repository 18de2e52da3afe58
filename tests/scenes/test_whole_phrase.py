"""The tables of attention over a whole phrase: what is drawn is what was computed."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from manim import ManimColor

from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.parts.arithmetic.named_product import NamedProduct
from scenes.parts.table.layout import Surroundings, lay_out
from scenes.parts.table.score_table import cell_opacity, weight_ink
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT
from scenes.stage import Region
from scenes.style import DARK
from scenes.worlds import World, load_world
from tests.scenes.harness import default_run, framed_run, run

KQV = "attention-table-kqv"
TABLES = (KQV,)


def figure_of(name: str) -> Any:
    return default_run(name).figure


def vectors_of(name: str) -> torch.Tensor:
    figure = figure_of(name)
    return torch.tensor([figure.world.vectors[word] for word in figure.numbers.words])


def values_of(grid: Any) -> torch.Tensor:
    return torch.tensor([[number.value for number in row] for row in grid.numbers])


def final_texts(name: str) -> list[str]:
    return [text.says for text in default_run(name).snapshots[-1].texts]


@pytest.mark.parametrize("name", TABLES)
def test_every_cell_says_its_rows_number_for_its_column(name: str) -> None:
    figure = figure_of(name)
    numbers = figure.numbers
    grids = [(figure.scores, numbers.scores, figure.first.lattice)] if hasattr(figure, "scores") else []
    if hasattr(figure, "weights"):
        grids.append((figure.weights, numbers.weights, figure.layout.lattice))
    for grid, computed, lattice in grids:
        torch.testing.assert_close(values_of(grid), computed)
        for i, row in enumerate(grid.numbers):
            for j, number in enumerate(row):
                x, y, _ = lattice.centre(i, j)
                assert abs(number.get_y() - y) < lattice.height / 4
                assert x - lattice.width / 2 < number.get_left()[0] < number.get_right()[0] < x + lattice.width / 2


@pytest.mark.parametrize("name", TABLES)
def test_titles_stand_by_their_rows_and_columns(name: str) -> None:
    table, lattice = figure_of(name).table, figure_of(name).layout.lattice
    for title, x in zip(table.column_titles, lattice.xs, strict=True):
        assert title.get_x() == pytest.approx(x)
    baselines = [title.baseline for title in table.row_titles]
    assert [round(a - b, 6) for a, b in zip(baselines, baselines[1:], strict=False)] == pytest.approx(
        [lattice.height] * (len(baselines) - 1)
    )
    words = figure_of(name).numbers.words
    assert (
        tuple(title.text for title in table.row_titles) == tuple(title.text for title in table.column_titles) == words
    )
    assert [line.text for line in table.query_title] == ["is pulled (query)"]
    assert table.key_title.text == "pulls (key)"


@pytest.mark.parametrize("name", TABLES)
def test_a_cells_opacity_is_its_weight(name: str) -> None:
    figure = figure_of(name)
    for cells, weights in zip(figure.table.cells, figure.numbers.weights.tolist(), strict=True):
        for cell, weight in zip(cells, weights, strict=True):
            assert cell.get_fill_opacity() == pytest.approx(cell_opacity(weight), abs=1e-5)
    colors = [ManimColor(figure.color_of(word)) for word in figure.numbers.words]
    assert [cell.get_fill_color() for cell in figure.table.cells[0]] == colors


def test_opacity_is_linear_in_the_weight() -> None:
    steps = torch.tensor([cell_opacity(weight) for weight in torch.linspace(0, 1, 11)]).diff()
    assert torch.allclose(steps, steps[0].expand_as(steps))
    assert 0 < cell_opacity(0) < cell_opacity(1) <= 1


@pytest.mark.parametrize("color", (DARK.ink, DARK.subject, *DARK.families))
def test_weights_can_be_read_on_every_shade(color: str) -> None:
    def luminance(rgb: torch.Tensor) -> float:
        linear = torch.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return float(linear @ torch.tensor([0.2126, 0.7152, 0.0722], dtype=linear.dtype))

    ground, shade = (torch.from_numpy(ManimColor(name).to_rgb().copy()) for name in (DARK.background, color))
    for weight in torch.linspace(0.005, 1, 200).tolist():
        mixed = luminance(ground + (shade - ground) * cell_opacity(weight))
        ink = luminance(torch.from_numpy(ManimColor(weight_ink(weight, color)).to_rgb().copy()))
        assert (max(mixed, ink) + 0.05) / (min(mixed, ink) + 0.05) > 3.5


def test_queries_keys_and_values() -> None:
    figure, x = figure_of(KQV), vectors_of(KQV)
    W_Q, W_K, W_V = (torch.tensor(figure.world.matrices[name]) for name in ("W_Q", "W_K", "W_V"))
    weights = torch.softmax((x @ W_Q) @ (x @ W_K).T, dim=1)
    torch.testing.assert_close(figure.numbers.scores, (x @ W_Q) @ (x @ W_K).T)
    torch.testing.assert_close(figure.numbers.updated, weights @ (x @ W_V))
    torch.testing.assert_close(values_of(figure.queries.grid), x @ W_Q)
    torch.testing.assert_close(values_of(figure.keys.grid), (x @ W_K).T)
    torch.testing.assert_close(values_of(figure.carried.grid), (x @ W_V).T)


@pytest.mark.parametrize("name", TABLES)
def test_sums_stand_below_their_columns(name: str) -> None:
    figure = figure_of(name)
    sums, vectors = figure.sums[figure.numbers.position], figure.carried.grid
    for column, term in enumerate(sums.terms):
        assert abs(term.get_x() - vectors.column(column).get_x()) < 0.2
        drawn = [number.value for number in term]
        assert drawn == pytest.approx(figure.numbers.weighted[column].tolist())
    opacities = torch.tensor([term[0].get_fill_opacity() for term in sums.terms])
    assert torch.equal(opacities.argsort(), figure.numbers.weights[figure.numbers.position].argsort())
    assert [number.value for number in sums.total] == pytest.approx(
        figure.numbers.updated[figure.numbers.position].tolist()
    )


FORMULAS = {
    KQV: ['"softmax"', "paren.l", "Q", "K^T", "paren.r", "V"],
}


@pytest.mark.parametrize("name", TABLES)
def test_the_formula_is_there_at_the_end(name: str) -> None:
    figure = figure_of(name)
    pieces = list(figure.formula.pieces.values())
    assert [piece.source for piece in pieces] == FORMULAS[name]
    assert set(figure.named) == set(figure.formula.pieces)
    edges = [(piece.get_left()[0], piece.get_right()[0]) for piece in pieces]
    assert all(0 < right[0] - left[1] < 0.2 for left, right in zip(edges, edges[1:], strict=False))
    assert (edges[0][0] + edges[-1][1]) / 2 == pytest.approx(figure.layout.middle, abs=1e-3)
    shown = {id(text.mobject) for text in default_run(name).snapshots[-1].texts}
    assert {id(piece) for piece in pieces} <= shown


def test_mistakes_are_answered() -> None:
    without = load_world("article").model_copy(update={"matrices": {}})
    with pytest.raises(UserError) as caught:
        figure = figure_of(KQV)
        type(figure).compute(figure.parameters, without)
    assert str(caught.value) == (
        "this figure needs [matrices].W_Q (2×2) in the world; it has: none; "
        "add it there, or give --set world.matrices.W_Q=1,0,0,1"
    )


def test_words_too_long_for_a_table_are_refused() -> None:
    words = [f"wwwwwww{letter}" for letter in "abcdefghi"]
    same = ((1.0, 0.0), (0.0, 1.0))
    matrices = {"W_Q": same, "W_K": same, "W_V": same}
    world = World(title="t", axes=("a", "b"), vectors={word: (0.1, 0.2) for word in words}, matrices=matrices)
    with pytest.raises(UserError) as caught:
        run(KQV, {"phrase": " ".join(words), "word": words[0]}, world)
    refused = (
        'phrase: 9 words like "wwwwwwwa" are too long to stand side by side above a table; take fewer or shorter words'
    )
    assert str(caught.value) == refused
    with pytest.raises(UserError) as caught:
        run(KQV, {"phrase": " ".join(words), "word": words[0]}, world, frame="1:1")
    assert str(caught.value) == f"{refused} or a wider frame"


def test_numbers_too_wide_for_their_cells_are_refused() -> None:
    words, narrow = "I ate a pig and a hen".split(), Region(-2.5, 2.5, -3.5, 3.5)
    with pytest.raises(ValueError) as caught:
        lay_out(narrow, words, Surroundings([torch.full((7, 7), -651.2)]))
    assert str(caught.value) == "its numbers are too wide for 7 columns"


@pytest.mark.parametrize("name", TABLES)
def test_two_words_are_enough(name: str) -> None:
    result = run(name, {"phrase": "banana apple"})
    assert [snapshot.beat.name for snapshot in result.snapshots][-1] in ("mirror", "name")


def test_equal_matrices_pull_alike_and_the_claim_says_so() -> None:
    same = [[1.0, 0.0], [0.0, 1.0]]
    world = load_world("article", {"matrices": {"W_Q": same, "W_K": same}})
    cls = type(figure_of(KQV))
    numbers = cls.compute(cls.read_parameters({}), world)
    (claim,) = [claim for claim in claims_of(KQV) if "need not pull alike" in claim.statement]
    assert not claim.measure(numbers, world).holds
    assert claim.measure(numbers, world).said == "banana pulls apple with 4.16, the other way round 4.16"


def test_the_matrices_stay_in_sight_and_close_the_figure() -> None:
    figure, world = figure_of(KQV), figure_of(KQV).world
    for letter, kept in figure.kept.items():
        drawn = [[number.value for number in row] for row in kept.matrix.numbers]
        torch.testing.assert_close(torch.tensor(drawn), torch.tensor(world.matrices[f"W_{letter}"]))
    says = {snapshot.beat.name: {text.says for text in snapshot.texts} for snapshot in default_run(KQV).snapshots}
    for beat, names in (("queries", "Q"), ("keys", "QK"), ("weights", "QK"), ("values", "V"), ("name", "QKV")):
        assert {letter for letter in "QKV" if any(f"W_{letter}" in text for text in says[beat])} == set(names)


def test_the_table_moves_on_in_one_piece() -> None:
    figure = figure_of(KQV)
    assert figure.layout is figure.later and figure.table.lattice is figure.later.lattice
    assert (figure.first.lattice.width, figure.first.size) == (figure.later.lattice.width, figure.later.size)
    for i, row in enumerate(figure.table.cells):
        for j, cell in enumerate(row):
            assert cell.get_center() == pytest.approx(figure.later.lattice.centre(i, j), abs=1e-6)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_frames_cut_no_number_and_no_title(frame: str) -> None:
    figure = framed_run(KQV, frame).figure
    table, layout = figure.table, figure.layout
    for j, title in enumerate(table.column_titles):
        around = table.column_frame(j, layout.above_bottom)
        left, right = around.get_left()[0], around.get_right()[0]
        for numbers in (figure.carried.grid, figure.weights):
            for k in range(len(table.column_titles)):
                column = numbers.column(k)
                inside = left < column.get_left()[0] and column.get_right()[0] < right
                assert inside if k == j else column.get_right()[0] < left or right < column.get_left()[0]
        inside = left < title.get_left()[0] < title.get_right()[0] < right and title.get_top()[1] < around.get_top()[1]
        assert inside or around.get_top()[1] < title.get_bottom()[1]


@pytest.mark.parametrize(("name", "frame"), [(name, "9:16") for name in TABLES] + [(name, "1:1") for name in TABLES])
def test_titles_stand_above_their_rows_where_there_is_no_room_before_them(name: str, frame: str) -> None:
    figure = framed_run(name, frame).figure
    table, lattice = figure.table, figure.layout.lattice
    assert figure.layout.titles_above and not figure_of(name).layout.titles_above
    for index, (title, cells) in enumerate(zip(table.row_titles, table.cell_rows, strict=True)):
        middle = lattice.row_ys[index]
        assert cells.get_top()[1] < title.baseline < title.get_top()[1] < middle + lattice.height / 2
        assert middle - lattice.height / 2 < cells.get_bottom()[1]
        around = table.row_frame(index)
        assert around.get_bottom()[1] < cells.get_bottom()[1] < title.get_top()[1] < around.get_top()[1]
        if index:
            before = table.cell_rows[index - 1].get_bottom()[1]
            capital = title.baseline + CAP_HEIGHT * title.size * UNITS_PER_FONT_UNIT
            assert before - capital > 1.4 * (title.baseline - cells.get_top()[1])


def said_at_the_rows(name: str, frame: str) -> list[str]:
    return [line.text for line in framed_run(name, frame).figure.table.query_title]


def test_what_rows_are_stands_at_their_left_or_above_what_is_there() -> None:
    assert said_at_the_rows(KQV, "1:1") == ["is pulled", "(query) ↓"]


@pytest.mark.parametrize("in_lines", (False, True))
def test_a_named_product_says_its_vectors_its_products_and_its_result(in_lines: bool) -> None:
    left, right = torch.tensor([1.6, 1.6]), torch.tensor([-1.1, 0.5])
    work = NamedProduct(("x", "y"), left, right, left @ right, (DARK.ink, DARK.ink), size=36, in_lines=in_lines)
    assert work.result.shown == "−0.96"
    baselines = {round(piece.baseline, 6) for piece in (*work.question, *work.answer)}
    assert len(baselines) == (3 if in_lines else 1)
