"""The figures of better spaces, and of values, draw what they compute."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from scenes.claims import claims_of
from scenes.parts.plane.arrows import Arrow
from scenes.worlds import World, load_world
from tests.scenes.harness import at, compute, default_run, framed_run, message, vectors

THREE, VALUES = "attention-three-transformed-spaces", "attention-values-lin-comb"
UPDATE = "attention-update-apple"


def pulled(world: World, phrase: str, matrix: torch.Tensor) -> torch.Tensor:
    """The last word after one step within a space, by torch's own attention."""
    x = vectors(world, phrase.split()) @ matrix
    return scaled_dot_product_attention(x[None], x[None], x[None], scale=1.0)[0, -1]


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


def test_the_legend_shows_the_marks_of_the_pulls() -> None:
    figure = default_run(THREE).figure
    for place, (phrase, puller) in enumerate(zip(figure.phrases, ("banana", "phone"), strict=True)):
        ring = figure.color_of(puller).lower()
        for mark in (phrase.mark, *(panel.marks[place] for panel in figure.panels)):
            assert mark.get_stroke_color().to_hex().lower() == ring
    assert [panel.is_crowded for panel in figure.panels] == [False, True, False]


def test_rulers_begin_at_zero_in_one_scale() -> None:
    measures = [panel.measure for panel in default_run(THREE).figure.panels]
    assert len({round(measure.unit, 9) for measure in measures}) == 1
    for measure in measures:
        _, line, numbers = measure.ruler
        assert measure.bar.get_start()[0] == pytest.approx(line[0].get_start()[0])
        assert [number.shown for number in numbers] == ["0", "1", "2"]
        gap = numbers[1].get_x() - numbers[0].get_x()
        assert gap == pytest.approx(measure.unit, abs=1e-6)


def test_a_squeezed_grid_fills_its_panel() -> None:
    crowded = default_run(THREE).figure.panels[1]
    left, bottom, right, top = crowded.plane.bounds
    ends = np.concatenate([line.points[[0, -1], :2] for line in crowded.space.grid if len(line.points)])
    for corner in ((left, bottom), (left, top), (right, bottom), (right, top)):
        assert np.linalg.norm(ends - corner, axis=1).min() < 0.7 * crowded.plane.unit


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_a_lens_shows_apart_what_is_too_near(frame: str) -> None:
    for panel in framed_run(THREE, frame).figure.panels:
        first, second = (mark.get_center() for mark in panel.marks)
        if float(np.linalg.norm(first - second)) > 2 * panel.marks[0].radius:
            assert panel.lens is None
            continue
        lens = panel.lens
        assert lens.note.text == f"{lens.times}×"
        assert lens.ring.width * lens.times == pytest.approx(lens.glass.width, rel=1e-6)
        assert np.allclose(lens.place(first) - lens.place(second), lens.times * (first - second), atol=1e-6)
        *_, one, other = panel.seen()
        assert np.allclose(one.get_center() - other.get_center(), lens.times * (first - second), atol=1e-6)
        left, bottom, right, top = panel.plane.bounds
        (x, y, _), radius = lens.at, lens.radius
        assert left < x - radius and x + radius < right and bottom < y - radius and y + radius < top
        for line in lens.sight_lines:
            way = line.get_end() - line.get_start()
            for end, centre in ((line.get_start(), lens.around), (line.get_end(), lens.at)):
                assert float(way @ (end - centre)) == pytest.approx(0.0, abs=1e-6)


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
