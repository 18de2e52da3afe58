"""The figures of transformed spaces draw what they compute."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from scenes import load_figure
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.parts.plane.arrows import Arrow
from scenes.worlds import World, load_world
from tests.scenes.harness import default_run, run
from tests.scenes.test_layout import problems
from tests.scenes.test_readback import unknown_numbers

APPLY, AXES = "attention-apply-transformation", "attention-transform-axes"
THREE, VALUES = "attention-three-transformed-spaces", "attention-values-lin-comb"
UPDATE = "attention-update-apple"
WORLDS = Path(__file__).parent / "worlds"


def at(plane, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector from the panel's corner, independently of ``plane.place``."""
    corner = np.array([plane.panel.left, plane.panel.bottom])
    low = np.array([plane.spans[0][0], plane.spans[1][0]])
    return corner + plane.unit * (row.numpy() - low)


def compute(name: str, world: World | None = None, **given):
    figure = load_figure(name)
    return figure.compute(figure.read_parameters(given), world or load_world("article"))


def message(name: str, world: World | None = None, **given) -> str:
    with pytest.raises(UserError) as raised:
        compute(name, world, **given)
    return str(raised.value)


def vectors(world: World, words) -> torch.Tensor:
    return torch.tensor([world.vectors[word] for word in words])


def pulled(world: World, phrase: str, matrix: torch.Tensor) -> torch.Tensor:
    """The last word after one step within a space, by torch's own attention."""
    x = vectors(world, phrase.split()) @ matrix
    return scaled_dot_product_attention(x[None], x[None], x[None], scale=1.0)[0, -1]


# --- One matrix, every word ---------------------------------------------------------------------------------------


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


# --- Axes that are carried ----------------------------------------------------------------------------------------


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
    result = run(AXES, {"vector": vector})
    figure = result.figure
    assert tuple(len(side) for side in figure.steps) == counts
    assert " ".join(count.shown for count in figure.desk.counts) == shown
    last = [step for side in figure.steps for step in side][-1]
    assert np.allclose(last.segment[1], figure.arrow.segment[1], atol=1e-5)
    for snapshot in result.snapshots:
        assert problems(snapshot, figure.stage) == [], snapshot.beat.name


@pytest.mark.parametrize("vector", [(0, 0), (4.5, 1)])
def test_vectors_that_cannot_be_stepped_to(vector) -> None:
    got = f"{vector[0]:g}, {vector[1]:g}"
    assert message(AXES, vector=vector) == f"vector must have numbers from -4 to 4, not both 0; got {got}"


# --- Three spaces -------------------------------------------------------------------------------------------------


def test_distances_are_those_of_torchs_attention() -> None:
    world, numbers = load_world("article"), compute(THREE)
    for index, matrix in enumerate((torch.eye(2), *(torch.tensor(world.matrices[name]) for name in "BC"))):
        ends = [pulled(world, world.phrases[phrase], matrix) for phrase in ("fruit", "tech")]
        assert float(numbers.distances[index]) == pytest.approx(float(torch.dist(*ends)), rel=1e-5)
        assert torch.allclose(numbers.space(numbers.spaces[index])[1], torch.stack(ends), atol=1e-6)


def test_bars_are_as_long_as_the_distances_in_one_scale() -> None:
    figure = default_run(THREE).figure
    numbers = figure.numbers
    assert len({round(panel.plane.unit, 9) for panel in figure.panels}) == 1
    for panel, distance in zip(figure.panels, numbers.distances, strict=True):
        assert panel.measure.bar.width / panel.plane.unit == pytest.approx(float(distance), rel=1e-4)
        assert panel.between.get_length() / panel.plane.unit == pytest.approx(float(distance), rel=1e-4)
        assert panel.measure.number.value == float(distance)
        assert torch.equal(panel.space.matrix, panel.matrix)
        _, ends = numbers.space(panel.space_name)
        for mark, row in zip(panel.marks, ends, strict=True):
            assert np.allclose(mark.get_center()[:2], at(panel.plane, row), atol=1e-4)
        for word, mobject in panel.words.items():
            row = numbers.vectors[numbers.words.index(word)] @ panel.matrix
            assert np.allclose(mobject.point[:2], at(panel.plane, row), atol=1e-5)


@pytest.mark.parametrize(
    ("given", "world"),
    [
        ({"first_phrase": "ate banana and apple", "second_phrase": "a tablet from apple"}, "article"),
        ({"first_phrase": "I ate an orange and pear and an apple"}, "article"),
        ({"word": "jaguar"}, str(WORLDS / "jaguar.toml")),
        ({"word": "mercury"}, str(WORLDS / "mercury.toml")),
    ],
)
def test_three_spaces_of_other_phrases(given: dict, world: str) -> None:
    result = run(THREE, given, load_world(world))
    for snapshot in result.snapshots:
        assert problems(snapshot, result.figure.stage) == [], snapshot.beat.name
    assert unknown_numbers(result) == []


@pytest.mark.parametrize(
    ("changes", "statement"),
    [
        ({"B": [[1.0, 0.0], [0.0, 1.0]]}, "In space B the two new places are less than a tenth of space A's"),
        ({"C": [[1.0, 0.0], [0.0, 1.0]]}, "In space C they are more than 1.8 times space A's"),
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


# --- Values -------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("name", [UPDATE, VALUES])
def test_the_chain_ends_at_the_new_place(name: str) -> None:
    figure = default_run(name).figure
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


@pytest.mark.parametrize("name", [UPDATE, VALUES])
def test_each_line_says_its_weight_and_its_vector(name: str) -> None:
    figure = default_run(name).figure
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


@pytest.mark.parametrize("world", ["jaguar", "mercury"])
@pytest.mark.parametrize("name", [APPLY, AXES])
def test_other_worlds_are_transformed(name: str, world: str) -> None:
    result = run(name, {}, load_world(WORLDS / f"{world}.toml"))
    for snapshot in result.snapshots:
        assert problems(snapshot, result.figure.stage) == [], snapshot.beat.name
    assert unknown_numbers(result) == []
