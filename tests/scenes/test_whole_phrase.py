"""The tables of attention over a whole phrase: what is drawn is what was computed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from scenes.article.whole_phrase.dot_table import FULL, LEAST_WEIGHT
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.parts.text.number import MINUS, Number
from scenes.worlds import World, load_world
from tests.scenes.harness import built, compute, default_run, framed_run, run

KQV = "attention-table-kqv"
TABLES = (KQV,)


def figure_of(name: str) -> Any:
    return default_run(name).figure


def vectors_of(name: str) -> torch.Tensor:
    figure = figure_of(name)
    return torch.tensor([figure.world.vectors[word] for word in figure.numbers.words])


def test_queries_keys_and_values() -> None:
    figure, x = figure_of(KQV), vectors_of(KQV)
    W_Q, W_K, W_V = (torch.tensor(figure.world.matrices[name]) for name in ("W_Q", "W_K", "W_V"))
    weights = torch.softmax((x @ W_Q) @ (x @ W_K).T, dim=1)
    torch.testing.assert_close(figure.numbers.scores, (x @ W_Q) @ (x @ W_K).T)
    torch.testing.assert_close(figure.numbers.updated, weights @ (x @ W_V))
    for name, (matrix, _) in figure.products.items():
        drawn = [[number.value for number in row] for row in matrix.matrix.numbers]
        torch.testing.assert_close(torch.tensor(drawn), torch.tensor(figure.world.matrices[name]))


def stands_at(figure: Any, row: torch.Tensor) -> np.ndarray:
    return np.array(figure.view.origin) + figure.view.unit * row.numpy()


def test_words_stay_while_copies_are_carried_and_only_the_first_is_pulled() -> None:
    figure = figure_of(KQV)
    numbers = figure.numbers
    for carried, rows in (
        (figure.query, numbers.queries),
        (figure.keys, numbers.keys),
        (figure.values, numbers.values),
    ):
        for word, arrow in carried.arrows.items():
            at = stands_at(figure, rows[numbers.words.index(word)])
            assert np.allclose(arrow.end[:2], at, atol=1e-4)
            if word in carried.tips:
                assert np.allclose(carried.tips[word].at[:2], at, atol=1e-4)
    assert set(figure.query.arrows) == {numbers.word}
    for word, token in figure.words.items():
        row = numbers.updated if word == numbers.word else numbers.vectors
        assert np.allclose(token.at[:2], stands_at(figure, row[numbers.words.index(word)]), atol=1e-4)


def test_bands_are_weights_between_values_and_balance_at_the_new_place() -> None:
    figure = figure_of(KQV)
    numbers, weights = figure.numbers, figure.numbers.weights[figure.row].tolist()
    assert {numbers.words[column] for column in figure.pulls} == {"banana", "apple"}
    for column, band in figure.pulls.items():
        assert band.weight == pytest.approx(weights[column])
        assert np.allclose(band.puller[:2], stands_at(figure, numbers.values[column]), atol=1e-4)
        assert np.allclose(band.pulled[:2], stands_at(figure, numbers.updated[figure.row]), atol=1e-4)


def test_discs_of_the_last_table_are_the_weights_of_the_second_phrase() -> None:
    figure = figure_of(KQV)
    other, unit = figure.numbers.other, FULL * figure.table.pitch
    assert figure.table.pitch == pytest.approx(figure.machine.layout.pitch)
    for discs, weights in zip(figure.table.discs, other.weights.tolist(), strict=True):
        for disc, weight, color in zip(discs, weights, figure.colors_of(other.words), strict=True):
            assert disc.disc.width / 2 == pytest.approx(max(unit * weight**0.5, LEAST_WEIGHT), abs=2e-3)
            assert disc.disc.get_fill_color().to_hex().lower() == figure.style.theme.fill(color).lower()


def test_the_second_phrase_takes_the_word_to_the_other_side() -> None:
    figure = figure_of(KQV)
    numbers, pane = figure.numbers, figure.machine.later["new"]
    (x, y), (left, up) = (each.updated[each.position].tolist() for each in (numbers, numbers.other))
    assert x > y and left < up
    step = torch.softmax(numbers.other.queries @ numbers.other.keys.T, dim=1) @ numbers.other.values
    torch.testing.assert_close(step, numbers.other_updated)
    mark = figure.machine.panes["new"].marks[numbers.word]
    assert np.allclose(mark.get_center()[:2], pane.place(step[numbers.other.position])[:2], atol=1e-3)
    shown = [snapshot.beat.name for snapshot in default_run(KQV).snapshots]
    assert shown[-2:] == ["machine", "other"]


@pytest.mark.parametrize("second", ["fruit", "I ate a banana", ""])
def test_without_another_phrase_with_the_word_the_machine_is_the_end(second: str) -> None:
    assert compute(KQV, second_phrase=second).other is None


FRAMES = ["16:9", "4:3", "1:1", "9:16"]


@pytest.mark.parametrize("frame", FRAMES)
def test_the_machine_is_whole_and_its_panes_are_its_numbers(frame: str) -> None:
    run_of_frame = framed_run(KQV, frame)
    numbers, machine = run_of_frame.figure.numbers, run_of_frame.figure.machine
    values = {
        "X": numbers.vectors, "Q": numbers.queries, "K": numbers.keys, "V": numbers.values, "new": numbers.updated,
    }  # fmt: skip
    assert set(machine.panes) == set(values)
    moved = {("new", word) for word in numbers.other.words}  # they are where the second phrase takes them
    for name, pane in machine.panes.items():
        origin = pane.place(torch.zeros(2))
        for word, row in zip(numbers.words, values[name], strict=True):
            at = origin[:2] + pane.unit * row.numpy()
            if (name, word) not in moved:
                assert np.allclose(pane.marks[word].get_center()[:2], at, atol=1e-3)
            if name in "QKV":
                assert np.allclose(pane.arrows[word].end[:2], at, atol=1e-3)
            left, low, right, top = pane.box
            assert left < at[0] < right
            assert low < at[1] < top
    shown = {text.says for text in run_of_frame.snapshots[-1].texts}
    assert {"X", "Q", "K", "K^T", "V", "X'", "W_Q", "W_K", "W_V", '"softmax"('} <= shown


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("scaled", [False, True])
def test_no_arrow_of_the_machine_crosses_a_name_or_a_pane(frame: str, scaled: bool) -> None:
    machine = built(KQV, {"scaled": scaled}, frame).machine
    inside = {name: (pane.at, pane.size) for name, pane in machine.panes.items()}
    texts = (*machine.names.values(), *machine.labels.values())
    for way, arrow in machine.arrows.items():
        line = np.array([arrow[0].point_from_proportion(share) for share in np.linspace(0, 1, 400)])
        boxes = [*inside.values(), *((text.get_center(), (text.width, text.height)) for text in texts)]
        for middle, (width, height) in boxes:
            crossed = (np.abs(line - middle) < [width / 2, height / 2, 1]).all(axis=1)
            assert not crossed.any(), (way, middle)


@pytest.mark.parametrize("frame", FRAMES)
def test_keys_meet_all_columns_and_queries_all_rows(frame: str) -> None:
    machine = framed_run(KQV, frame).figure.machine
    left, low, right, top = machine.table_box()
    beside, above = (machine.arrows[name, "weights"][2] for name in "QK")
    assert (beside.get_bottom()[1], beside.get_top()[1]) == pytest.approx((low, top))
    assert (above.get_left()[0], above.get_right()[0]) == pytest.approx((left, right))
    assert machine.arrows["Q", "weights"][1].get_right()[0] == pytest.approx(beside.get_left()[0], abs=0.01)
    assert machine.arrows["K", "weights"][1].get_bottom()[1] == pytest.approx(above.get_top()[1], abs=0.01)
    for way in ("weights", "V"):
        end = machine.arrows[way, "times"][0].get_end()
        assert np.linalg.norm(end - machine.times.get_center()) == pytest.approx(machine.times.width / 2, abs=0.01)


def test_a_score_is_written_as_its_shadow_times_the_length_of_the_query() -> None:
    figure = figure_of(KQV)
    numbers = figure.numbers
    query = numbers.queries[numbers.position]
    assert float(numbers.length) == pytest.approx(float(query.norm()))
    torch.testing.assert_close(numbers.shadows, numbers.keys @ query / query.norm())
    assert len(figure.answers.scores) == 3
    for line in figure.answers.scores:
        shadow, length, score = (piece for piece in line.get_family() if isinstance(piece, Number))
        assert round(float(as_number(shadow)) * float(as_number(length)), 2) == float(as_number(score))


def as_number(text: Number) -> str:
    return text.shown.replace(MINUS, "-")


def test_a_shadow_behind_the_origin_is_a_negative_score() -> None:
    figure = figure_of(KQV)
    assert float(figure.numbers.scores[figure.row, figure.behind]) < 0
    assert figure.numbers.words[figure.behind] == "and"


def test_powers_add_up_and_divided_by_their_sum_are_the_weights() -> None:
    figure = figure_of(KQV)
    powers, wholes, weights = zip(
        *([float(piece.shown) for piece in line.get_family() if isinstance(piece, Number)]
          for line in figure.answers.shares), strict=True,
    )  # fmt: skip
    assert list(wholes) == pytest.approx([sum(powers)] * 3)
    assert [round(power / wholes[0], 3) for power in powers] == list(weights)
    assert sum(weights) == pytest.approx(1.0)


def test_e_to_a_score_as_printed_is_its_power_as_printed() -> None:
    figure = figure_of(KQV)
    assert len(figure.answers.raised) == 2
    for raised, line in zip(figure.answers.raised, figure.answers.shares, strict=False):
        (exponent,), (power, *_) = (
            [float(as_number(piece)) for piece in each.get_family() if isinstance(piece, Number)]
            for each in (raised, line)
        )
        assert round(math.exp(exponent), 1) == power


def test_the_written_sums_of_values_are_the_new_places() -> None:
    figure = figure_of(KQV)
    for lines in ((*figure.answers.terms, figure.answers.result), figure.results[1:]):
        rows = [[float(as_number(each)) for each in line.get_family() if isinstance(each, Number)] for line in lines]
        (one, *first), (two, *second), place = rows
        assert [round(one * a + two * b, 2) for a, b in zip(first, second, strict=True)] == place


def test_an_arrow_ends_before_an_icon_and_under_a_dot() -> None:
    figure = figure_of(KQV)
    for word, arrow in figure.keys.arrows.items():
        tip = arrow.body.get_vertices()[3]
        before = np.linalg.norm(arrow.end - tip)
        assert before == pytest.approx(figure.keys.short(word), abs=1e-4)
        assert (before > 0) == figure.words[word].has_icon


@pytest.mark.parametrize(("scaled", "powers"), [(False, 2), (True, 0)])
def test_scores_that_softmax_divides_first_are_no_exponents(scaled: bool, powers: int) -> None:
    assert len(built(KQV, {"scaled": scaled}).answers.raised) == powers


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
    words = [f"wwwwwwwww{letter}" for letter in "abcdefghi"]
    same = ((1.0, 0.0), (0.0, 1.0))
    matrices = {"W_Q": same, "W_K": same, "W_V": same}
    world = World(title="t", axes=("a", "b"), vectors={word: (0.1, 0.2) for word in words}, matrices=matrices)
    with pytest.raises(UserError) as caught:
        run(KQV, {"phrase": " ".join(words), "word": words[0]}, world)
    refused = f'phrase: a table of 9 words like "{words[0]}" has no room; take fewer or shorter words'
    assert str(caught.value) == refused
    with pytest.raises(UserError) as caught:
        run(KQV, {"phrase": " ".join(words), "word": words[0]}, world, frame="1:1")
    assert str(caught.value) == f"{refused} or a wider frame"


@pytest.mark.parametrize("name", TABLES)
def test_two_words_are_enough(name: str) -> None:
    result = run(name, {"phrase": "banana apple"})
    assert [snapshot.beat.name for snapshot in result.snapshots][-1] in ("mirror", "name", "other")


def test_equal_matrices_pull_alike_and_the_claim_says_so() -> None:
    same = [[1.0, 0.0], [0.0, 1.0]]
    world = load_world("article", {"matrices": {"W_Q": same, "W_K": same}})
    cls = type(figure_of(KQV))
    numbers = cls.compute(cls.read_parameters({}), world)
    (claim,) = [claim for claim in claims_of(KQV) if "need not pull alike" in claim.statement]
    assert not claim.measure(numbers, world).holds
    assert claim.measure(numbers, world).said == "banana pulls apple with 4.16, the other way round 4.16"


def test_one_word_twice_is_a_phrase_that_moves_nowhere() -> None:
    assert run(KQV, {"phrase": "banana banana", "word": "banana"}).snapshots[-1].beat.name == "machine"
