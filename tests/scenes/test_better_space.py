"""The figures of better spaces, and of values, draw what they compute."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from scenes.article.better_space.three_spaces import ThreeTransformedSpaces
from scenes.claims import claims_of
from scenes.parts.plane.arrows import Arrow
from scenes.worlds import World, load_world
from tests.scenes.harness import at, compute, default_run, message, vectors

THREE, VALUES = "attention-three-transformed-spaces", "attention-values-lin-comb"
UPDATE = "attention-update-apple"


def pulled(world: World, phrase: str) -> torch.Tensor:
    """The last word after one step in the original space, by torch's own attention."""
    x = vectors(world, phrase.split())
    return scaled_dot_product_attention(x[None], x[None], x[None], scale=1.0)[0, -1]


def test_the_weights_are_those_of_the_original_space() -> None:
    world, numbers = load_world("article"), compute(THREE)
    ends = torch.stack([pulled(world, world.phrases[phrase]) for phrase in ("fruit", "tech")])
    for index, matrix in enumerate((torch.eye(2), *(torch.tensor(world.matrices[name]) for name in "BC"))):
        there = ends @ matrix
        assert float(numbers.distances[index]) == pytest.approx(float(torch.dist(*there)), rel=1e-5)
        assert torch.allclose(numbers.space(numbers.spaces[index])[1], there, atol=1e-6)
    assert [f"{distance:.2f}" for distance in numbers.distances.tolist()] == ["0.86", "0.17", "1.38"]


def test_bars_are_as_long_as_the_distances_in_one_scale() -> None:
    figure = default_run(THREE).figure
    for bar, value, distance in zip(figure.bars, figure.values, figure.numbers.distances, strict=True):
        assert bar.width / figure.scale == pytest.approx(float(distance), rel=1e-4)
        assert value.value == float(distance)
    assert len({round(float(bar.get_left()[0]), 6) for bar in figure.bars}) == 1


def on_stage(figure: ThreeTransformedSpaces, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector from the origin, independently of ``plane.place``."""
    return np.array(figure.view.origin) + figure.view.unit * row.numpy()


def test_all_of_space_ends_where_the_last_matrix_takes_it() -> None:
    figure = default_run(THREE).figure
    numbers = figure.numbers
    for word, row in zip(numbers.words, numbers.vectors, strict=True):
        if word in figure.pullers:
            assert np.allclose(figure.words[word].at[:2], on_stage(figure, row @ numbers.C), atol=1e-4)
    for apple, band, row in zip(figure.apples, figure.bands, numbers.pulled_in_C, strict=True):
        assert np.allclose(apple.at[:2], on_stage(figure, row), atol=1e-4)
        assert np.allclose(band.pulled[:2], on_stage(figure, row), atol=1e-4)
    length = figure.between.get_length() / figure.view.unit
    assert length == pytest.approx(float(numbers.distances[-1]), rel=1e-4)


@pytest.mark.parametrize(
    ("changes", "statement"),
    [
        ({"B": [[1.0, 0.0], [0.0, 1.0]]}, "In space B the two new places are less than a quarter of space A's"),
        ({"C": [[1.0, 0.0], [0.0, 1.0]]}, "In space C they are more than 1.5 times space A's"),
        ({"B": [[0.5, 0.5], [0.5, 0.5]]}, "Neither space is flattened"),
    ],
)
def test_other_spaces_are_not_as_claimed(changes: dict, statement: str) -> None:
    world = load_world("article", {"matrices": changes})
    (claim,) = [claim for claim in claims_of(THREE) if claim.statement.startswith(statement)]
    assert not claim.measure(compute(THREE, world), world).holds
    assert claim.measure(compute(THREE), load_world("article")).holds


def test_the_spaces_are_where_they_are_looked_for() -> None:
    world = load_world("article", {"matrices": {"C": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]}})
    assert message(THREE, world) == "[matrices].C must be 2×2 in this figure; got 2×3"
    assert message(THREE, first_phrase="I ate a banana").startswith("word must be one of the phrase's words")


def test_values_are_weighed_by_the_vectors() -> None:
    world, numbers = load_world("article"), compute(VALUES)
    x, W_V = vectors(world, numbers.words), torch.tensor(world.matrices["W_V"])
    expected = scaled_dot_product_attention(x[None], x[None], (x @ W_V)[None], scale=1.0)[0]
    assert torch.allclose(numbers.updated, expected[numbers.position], atol=1e-6)
    assert torch.allclose(numbers.values, x @ W_V)
    assert torch.equal(numbers.weights, compute(UPDATE).weights)


def test_without_a_change_of_space_values_are_the_vectors() -> None:
    same = load_world("article", {"matrices": {"W_V": [[1.0, 0.0], [0.0, 1.0]]}})
    assert torch.allclose(compute(VALUES, same).updated, compute(UPDATE).updated)


def test_the_chain_ends_at_the_new_place() -> None:
    figure = default_run(VALUES).figure
    numbers, plane = figure.numbers, figure.plane
    sums = numbers.weighted.cumsum(dim=0)
    for arrow, end, weighted in zip(figure.full, sums, numbers.weighted, strict=True):
        assert np.allclose(arrow.segment[1][:2], at(plane, end), atol=1e-4)
        assert np.allclose(arrow.segment[0][:2], at(plane, end - weighted), atol=1e-4)
    assert np.allclose(figure.result.segment[1][:2], at(plane, numbers.updated), atol=1e-4)
    assert np.allclose(figure.there.point[:2], at(plane, numbers.updated), atol=1e-4)
    for word, label in figure.labels.items():
        row = figure.combined[numbers.words.index(word)]
        assert np.allclose(label.point[:2], at(plane, row), atol=1e-4)


def test_each_line_says_its_weight_and_its_vector() -> None:
    figure = default_run(VALUES).figure
    numbers = figure.numbers
    for line, weight, weighted in zip(figure.lines, numbers.weights, numbers.weighted, strict=True):
        assert line.counted[-1].value == float(weight)
        assert [number.value for number in line.amount[1].numbers] == weighted.tolist()
    assert [number.value for number in figure.sum.amount[1].numbers] == numbers.updated.tolist()


def test_values_have_their_own_colour() -> None:
    figure = default_run(VALUES).figure
    value = figure.style.theme.value.lower()
    drawn: list[Arrow] = [*figure.ghosts, *figure.full]
    assert {arrow.shaft.get_stroke_color().to_hex().lower() for arrow in drawn} == {value}
    assert figure.matrix_name.get_color().to_hex().lower() == value
    word = figure.numbers.words.index("banana")
    letter, *_, last = figure.lines[word].symbol.submobjects
    assert letter.get_fill_color().to_hex().lower() == value
    assert last.get_fill_color().to_hex().lower() == figure.color_of("banana").lower()


def test_values_beside_the_vectors_own_sum() -> None:
    figure = default_run(VALUES).figure
    assert torch.allclose(figure.numbers.unmoved, compute(UPDATE).updated)
    assert np.allclose(figure.unmoved.segment[1][:2], at(figure.plane, figure.numbers.unmoved), atol=1e-5)


def test_negligible_words_go_dim() -> None:
    figure = default_run(VALUES).figure
    for line, weight in zip(figure.lines, figure.numbers.weights, strict=True):
        opacity = line.symbol.submobjects[0].get_fill_opacity()
        assert (opacity == 1) == (float(weight) >= 0.05)
