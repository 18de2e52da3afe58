"""The tables of attention over a whole phrase: what is drawn is what was computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from manim import Dot

from scenes.article.whole_phrase.dot_table import LEAST_WEIGHT
from scenes.article.whole_phrase.row_record import digits_of_product
from scenes.article.whole_phrase.stage_table import ICON
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.parts.text.number import Number, Tick, Weight
from scenes.worlds import World, load_world
from tests.scenes.harness import built, default_run, framed_run, run

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
    for name, matrix in figure.matrices.items():
        drawn = [[number.value for number in row] for row in matrix.matrix.numbers]
        torch.testing.assert_close(torch.tensor(drawn), torch.tensor(figure.world.matrices[name]))


def stands_at(figure: Any, row: torch.Tensor) -> np.ndarray:
    return np.array(figure.view.origin) + figure.view.unit * row.numpy()


def test_words_are_carried_to_keys_and_values_and_pulled_to_their_new_places() -> None:
    figure = figure_of(KQV)
    numbers = figure.numbers
    assert np.allclose(figure.query.end[:2], stands_at(figure, numbers.queries[numbers.position]), atol=1e-4)
    for index, word in enumerate(numbers.words):
        assert np.allclose(figure.answering[word].at[:2], stands_at(figure, numbers.keys[index]), atol=1e-4)
        assert np.allclose(figure.valued[word].at[:2], stands_at(figure, numbers.updated[index]), atol=1e-4)


def test_bands_are_weights_between_values_and_balance_at_the_new_places() -> None:
    figure = figure_of(KQV)
    numbers = figure.numbers
    for row, weights in enumerate(numbers.weights.tolist()):
        pulls = figure.pulls(row, 1.0)
        assert [pulls[column].weight for column in range(len(weights))] == pytest.approx(weights)
        pullers = [weights[column] * pulls[column].puller[:2] for column in pulls]
        for column in pulls:
            assert np.allclose(pulls[column].puller[:2], stands_at(figure, numbers.values[column]), atol=1e-4)
        assert np.allclose(sum(pullers), stands_at(figure, numbers.updated[row]), atol=1e-4)


def test_rows_of_x_stand_beside_their_words() -> None:
    figure = figure_of(KQV)
    drawn = torch.tensor([[number.value for number in row] for row in figure.vectors.numbers])
    torch.testing.assert_close(drawn, vectors_of(KQV))
    for index, row in enumerate(figure.vectors.numbers):
        y = float(row[0].get_y())
        assert y == pytest.approx(figure.first_row.get_y() + (figure.row - index) * figure.table.pitch, abs=0.05)


def test_discs_of_the_table_are_weights_in_the_end() -> None:
    figure = figure_of(KQV)
    smaller = figure.machine.layout.pitch / figure.table.pitch
    unit, least = smaller * figure.unit, smaller * LEAST_WEIGHT
    for discs, weights in zip(figure.table.discs, figure.numbers.weights.tolist(), strict=True):
        for disc, weight, color in zip(discs, weights, figure.colors_of(figure.numbers.words), strict=True):
            assert disc.disc.width / 2 == pytest.approx(max(unit * weight**0.5, least), abs=2e-3)
            assert disc.disc.get_fill_color().to_hex().lower() == figure.style.theme.fill(color).lower()


FRAMES = ["16:9", "4:3", "1:1", "9:16"]


@pytest.mark.parametrize("frame", FRAMES)
def test_the_machine_is_whole_and_its_panes_are_its_numbers(frame: str) -> None:
    run_of_frame = framed_run(KQV, frame)
    numbers, machine = run_of_frame.figure.numbers, run_of_frame.figure.machine
    values = {
        "X": numbers.vectors, "Q": numbers.queries, "K": numbers.keys, "V": numbers.values, "new": numbers.updated,
    }  # fmt: skip
    assert set(machine.panes) == set(values)
    for name, pane in machine.panes.items():
        origin = pane.place(torch.zeros(2))
        for word, row in zip(numbers.words, values[name], strict=True):
            at = origin[:2] + machine.layout.unit * row.numpy()
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
    query, key = numbers.queries[numbers.position], numbers.keys[numbers.second]
    assert float(numbers.length) == pytest.approx(float(query.norm()))
    assert float(numbers.shadow) == pytest.approx(float(query @ key / query.norm()))
    drawn = np.linalg.norm(figure.strongest.foot - figure.plane.origin) / figure.view.unit
    assert drawn == pytest.approx(float(numbers.shadow), abs=1e-4)
    shadow, length, score = (
        piece for line in figure.record.work for piece in line.get_family() if isinstance(piece, Number)
    )
    assert round(float(shadow.shown) * float(length.shown), 2) == float(score.shown)
    assert [number.shown for number in figure.record.measures] == [shadow.shown, length.shown]


@given(st.floats(-9, 9), st.floats(0.1, 9))
def test_a_product_is_written_with_digits_with_which_it_is_right_or_not_at_all(first: float, second: float) -> None:
    digits = digits_of_product(first, second, first * second)
    if digits is not None:
        seen = round(round(first, digits) * round(second, digits), 2)
        assert seen == pytest.approx(round(first * second, 2), abs=0.0101)


def test_the_shadow_behind_the_origin_is_a_negative_scores_and_covers_no_word() -> None:
    figure = figure_of(KQV)
    column = figure._behind()
    assert float(figure.numbers.scores[figure.row, column]) < 0
    assert figure.numbers.words[column] == "a"


def test_an_arrow_ends_before_an_icon_and_under_a_dot() -> None:
    figure = figure_of(KQV)
    for word, arrow in figure.keys.items():
        tip = arrow.body.get_vertices()[3]
        before = np.linalg.norm(arrow.end - tip)
        stepped = word == figure.numbers.words[figure.numbers.second]  # beyond its tip, which then is seen
        assert before == pytest.approx(0.0 if stepped else figure._short(word), abs=1e-4)
        assert (before > 0) == (figure.words[word].has_icon and not stepped)


def test_where_a_word_comes_to_rest_is_read_off_the_axes() -> None:
    """The numbers of the axis along the foot go to its other side, where neither the word nor a thread covers them."""
    drawn = default_run(KQV)
    figure, shown = drawn.figure, {snapshot.beat.name: snapshot.texts for snapshot in drawn.snapshots}
    level = float(figure.plane.origin[1])
    for beat, side in (("values", -1), ("first-row", 1), ("all-rows", 1)):
        ticks = [text.box for text in shown[beat] if isinstance(text.mobject, Tick) and text.says in "123"]
        along = [(low + high) / 2 - level for _, low, _, high in ticks if abs((low + high) / 2 - level) < 0.5]
        assert len(along) == 3 and all(side * way > 0 for way in along)
        names = {"fruitiness", "techiness"} & {text.says for text in shown[beat]}
        assert len(names) == (0 if beat == "values" else 2)


def test_in_the_end_all_words_have_left_their_ways_behind() -> None:
    """A ghost at the value, and dots from there to the new place; faint are those of words that are not told."""
    figure = figure_of(KQV)
    numbers, dim = figure.numbers, figure.style.theme.dim
    told = {numbers.words[row] for row in (figure.row, numbers.second)}
    ways = [each for each in figure.ghosts if isinstance(each[0], Dot) and len(each) > 1]
    ghosts = [each for each in figure.ghosts if each not in ways]
    assert len(ways) == len(ghosts) == len(set(numbers.words))
    for row, word in enumerate(numbers.words):
        start, end = (stands_at(figure, rows[row]) for rows in (numbers.values, numbers.updated))
        assert min(np.linalg.norm(ghost.get_center()[:2] - start) for ghost in ghosts) < 0.3
        way = min(ways, key=lambda dots: float(np.linalg.norm(dots[0].get_center()[:2] - start)))
        assert np.allclose(way[0].get_center()[:2], start, atol=1e-3)
        assert np.linalg.norm(way[-1].get_center()[:2] - end) < 0.13
        assert (way[0].get_fill_color().to_hex().lower() == dim) == (word not in told)


def test_a_shadow_lies_on_the_other_side_of_the_query_than_its_key_whose_tip_is_free() -> None:
    figure = figure_of(KQV)
    shadow, origin, query = figure.strongest, figure.plane.origin, figure.query.end
    tip = figure.keys[figure.numbers.words[figure.numbers.second]].end

    def side(place: np.ndarray) -> float:
        return float(np.cross(query - origin, place - origin)[2])

    assert all(side(corner) * side(tip) < 0 for corner in shadow.corners)
    assert np.linalg.norm(figure._stepped - tip) > ICON / 2 + 0.1
    assert abs(np.cross(figure._stepped - origin, tip - origin)[2]) < 1e-4


def test_scores_become_exponents_and_the_others_are_a_term_of_the_sum() -> None:
    drawn = default_run(KQV)
    figure, shown = drawn.figure, {snapshot.beat.name: snapshot.texts for snapshot in drawn.snapshots}
    said = [text.says for text in shown["weights"]]
    assert said.count("e") == 2 and {"5.24", "4.71"} <= set(said)
    for (_, score), base in zip(figure.record.scores, figure.record.bases, strict=True):
        assert score.get_left()[0] > base[1].get_right()[0]
        assert score.get_bottom()[1] > base[1].get_center()[1]
    factors = [text.mobject.value for text in shown["first-row"] if isinstance(text.mobject, Weight)]
    assert len(factors) == 3 and sum(factors) == pytest.approx(1.0)


@pytest.mark.parametrize(("scaled", "bases"), [(False, 2), (True, 0)])
def test_scores_that_softmax_divides_first_are_no_exponents(scaled: bool, bases: int) -> None:
    shown = {snapshot.beat.name: snapshot.texts for snapshot in run(KQV, {"scaled": scaled}).snapshots}
    assert [text.says for text in shown["weights"]].count("e") == bases


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
    assert [snapshot.beat.name for snapshot in result.snapshots][-1] in ("mirror", "name", "machine")


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
