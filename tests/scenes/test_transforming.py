"""The figures that transform the embeddings draw what they compute."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from scenes.worlds import load_world
from tests.scenes.harness import at, compute, default_run, message, run, vectors

APPLY, AXES = "attention-apply-transformation", "attention-transform-axes"


def test_every_word_is_times_the_matrix() -> None:
    world, numbers = load_world("article"), compute(APPLY)
    M = torch.tensor(world.matrices["M"])
    assert set(numbers.words) == {"apple", "banana", "pear", "orange", "phone", "laptop", "tablet"}
    assert torch.allclose(numbers.transformed, torch.einsum("ni,ij->nj", vectors(world, numbers.words), M))
    assert numbers.words[numbers.first] == "banana"
    assert torch.allclose(numbers.products, torch.diag(numbers.vectors[numbers.first]) @ M)


def test_words_end_where_the_matrix_takes_them() -> None:
    figure = default_run(APPLY).figure
    numbers = figure.numbers
    for word, ghost, trail, old, new in zip(
        figure.words, figure.ghosts, figure.trails, numbers.vectors, numbers.transformed, strict=True
    ):
        assert np.allclose(word.point[:2], at(figure.plane, new), atol=1e-5)
        assert np.allclose(ghost.get_center()[:2], at(figure.plane, old), atol=1e-5)
        assert np.allclose(trail.get_start()[:2], at(figure.plane, old), atol=1e-5)
        assert np.allclose(trail.get_end()[:2], at(figure.plane, new), atol=1e-5)
    assert np.allclose(figure.arrows[0].segment[1], figure.words[numbers.first].point, atol=1e-5)


def test_the_arithmetic_is_the_words() -> None:
    figure = default_run(APPLY).figure
    numbers, desk = figure.numbers, figure.desk
    for column, (products, _, result) in enumerate(desk.lines):
        shown = [factor.number.value for pair in products.factors for factor in pair]
        expected = [
            number
            for pair in zip(numbers.vectors[numbers.first], numbers.matrix[:, column], strict=True)
            for number in pair
        ]
        assert shown == [float(number) for number in expected]
        assert result.value == float(numbers.transformed[numbers.first, column])


def test_another_word_and_another_matrix() -> None:
    world = load_world("article", {"matrices": {"M": [[0.0, 1.0], [1.0, 0.0]]}})
    figure = run(APPLY, {"word": "phone"}, world).figure
    assert figure.numbers.words[figure.numbers.first] == "phone"
    assert torch.equal(figure.numbers.transformed, figure.numbers.vectors.flip(-1))
    phone = figure.words[figure.numbers.words.index("phone")]
    assert np.allclose(phone.point[:2], at(figure.plane, torch.tensor([2.4, 0.2])), atol=1e-5)


def test_what_cannot_be_transformed() -> None:
    words = "banana, pear, orange, phone, laptop, tablet, apple"
    assert message(APPLY, word="ate") == f'word must be one of the families\' or the subject ({words}); got "ate"'
    assert message(APPLY, load_world("random")).startswith("this figure needs [matrices].M (2×2) in the world")
    alone = load_world("article").model_copy(update={"families": {}})
    expected = "this figure shows the words of the families and the subject; the world has 1"
    assert message(APPLY, alone) == message(AXES, alone) == expected


def test_new_numbers_stand_at_the_axes() -> None:
    figure = run(APPLY).figure
    new = figure.numbers.transformed[figure.numbers.first]
    assert [number.value for number in figure.guides.numbers] == new.tolist()
    feet = torch.tensor([[float(new[0]), 0.0], [0.0, float(new[1])]])
    for segment, foot in zip(figure.guides.segments, feet, strict=True):
        assert np.allclose(segment[0], at(figure.plane, foot), atol=1e-5)
        assert np.allclose(segment[1], at(figure.plane, new), atol=1e-5)


def test_a_vector_keeps_its_numbers_along_the_new_axes() -> None:
    numbers = compute(AXES)
    assert numbers.vector.tolist() == [1.0, 2.0]
    along = torch.linalg.solve(numbers.matrix.T, numbers.transformed)
    assert torch.allclose(along, numbers.vector, atol=1e-6)
    assert torch.allclose(numbers.steps, torch.stack([numbers.matrix[0], 2 * numbers.matrix[1]]))


def test_space_is_carried_to_the_matrix() -> None:
    figure = default_run(AXES).figure
    numbers, plane = figure.numbers, figure.plane
    assert torch.equal(figure.space.matrix, numbers.matrix)
    for word, row in zip(numbers.words, numbers.landed, strict=True):
        assert np.allclose(figure.words[word].point[:2], at(plane, row), atol=1e-5)
    for arrow, row in zip(figure.space.basis, numbers.matrix, strict=True):
        assert np.allclose(arrow.segment[1][:2], at(plane, row), atol=1e-5)
    assert np.allclose(figure.arrow.segment[1][:2], at(plane, numbers.transformed), atol=1e-5)
    steps = [step for side in figure.steps for step in side]
    places = torch.stack([numbers.matrix[0], numbers.matrix[0] + numbers.matrix[1], numbers.transformed])
    for step, row in zip(steps, places, strict=True):
        assert np.allclose(step.segment[1][:2], at(plane, row), atol=1e-5)


@pytest.mark.parametrize(
    ("vector", "counts", "shown"), [((1, 2), (1, 2), "1 2"), ((-2, 1.5), (2, 2), "−2 1.50"), ((3, 0), (3, 0), "3 0")]
)
def test_other_vectors_are_stepped_to(vector, counts, shown: str) -> None:
    figure = run(AXES, {"vector": vector}).figure
    assert tuple(len(side) for side in figure.steps) == counts
    assert " ".join(count.shown for count in figure.desk.counts) == shown
    last = [step for side in figure.steps for step in side][-1]
    assert np.allclose(last.segment[1], figure.arrow.segment[1], atol=1e-5)


@pytest.mark.parametrize("vector", [(0, 0), (4.5, 1)])
def test_vectors_that_cannot_be_stepped_to(vector) -> None:
    got = f"{vector[0]:g}, {vector[1]:g}"
    assert message(AXES, vector=vector) == f"vector must have numbers from -4 to 4, not both 0; got {got}"
