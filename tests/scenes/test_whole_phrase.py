"""The tables of attention over a whole phrase: what is drawn is what was computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from scenes.claims import claims_of
from scenes.errors import UserError
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


def test_weighted_values_lie_tip_to_tail_from_the_origin_to_the_new_places() -> None:
    figure = figure_of(KQV)
    for row, weights in enumerate(figure.numbers.weights):
        at = figure.plane.origin
        for word, (start, end) in figure.chain(row).items():
            column = figure.numbers.words.index(word)
            assert np.allclose(start, at, atol=1e-4)
            length = figure.view.unit * float(weights[column] * figure.numbers.values[column].norm())
            assert np.linalg.norm(end - start) == pytest.approx(length, abs=1e-4)
            at = end
        assert np.allclose(at[:2], stands_at(figure, figure.numbers.updated[row]), atol=0.1)


def test_discs_of_the_table_are_weights_in_the_end() -> None:
    figure = figure_of(KQV)
    for discs, weights in zip(figure.table.discs, figure.numbers.weights.tolist(), strict=True):
        for disc, weight in zip(discs, weights, strict=True):
            assert disc.disc.width / 2 == pytest.approx(figure.unit * weight**0.5, abs=2e-3)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_the_machine_is_whole_and_its_discs_are_its_numbers(frame: str) -> None:
    figure = framed_run(KQV, frame).figure
    numbers, machine = figure.numbers, figure.machine
    values = {
        "X": numbers.vectors, "Q": numbers.queries, "K": numbers.keys.mT, "V": numbers.values,
        "weights": numbers.weights, "new": numbers.updated,
    }  # fmt: skip
    assert set(machine.blocks) == set(values)
    for name, block in machine.blocks.items():
        areas = torch.tensor([disc.width**2 for disc in block.discs], dtype=torch.float64)
        shown = values[name].abs().flatten().double()
        torch.testing.assert_close(areas / areas.max(), shown / shown.max(), atol=2e-3, rtol=1e-2)
        ground = figure.style.theme.background.lower()
        hollow = [disc.get_fill_color().to_hex().lower() == ground for disc in block.discs]
        assert hollow == [value <= 0 for value in values[name].flatten().tolist()]
    shown = {text.says for text in framed_run(KQV, frame).snapshots[-1].texts}
    assert {"X", "Q", "K^T", "V", "X'", "W_Q", "W_K", "W_V", '"softmax"('} <= shown


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
@pytest.mark.parametrize("scaled", [False, True])
def test_no_arrow_of_the_machine_crosses_a_name(frame: str, scaled: bool) -> None:
    machine = built(KQV, {"scaled": scaled}, frame).machine
    for way, arrow in machine.arrows.items():
        outline = np.array([arrow.point_from_proportion(share) for share in np.linspace(0, 1, 400)])
        for name in (*machine.names.values(), *machine.labels.values()):
            inside = (np.abs(outline - name.get_center()) < [name.width / 2, name.height / 2, 1]).all(axis=1)
            assert not inside.any(), (way, name)


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
