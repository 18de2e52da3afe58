"""What stands around the spaces: guides, legend, rulers, ghosts and grids are where the numbers put them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.scenes.harness import default_run, run
from tests.scenes.test_spaces import APPLY, THREE, UPDATE, VALUES, at, compute


def test_new_numbers_stand_at_the_axes() -> None:
    figure = run(APPLY).figure
    new = figure.numbers.transformed[figure.numbers.first]
    assert [number.value for number in figure.guides.numbers] == new.tolist()
    feet = torch.tensor([[float(new[0]), 0.0], [0.0, float(new[1])]])
    for segment, foot in zip(figure.guides.segments, feet, strict=True):
        assert np.allclose(segment[0], at(figure.plane, foot), atol=1e-5)
        assert np.allclose(segment[1], at(figure.plane, new), atol=1e-5)


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


def test_values_beside_the_vectors_own_sum() -> None:
    figure = default_run(VALUES).figure
    assert torch.allclose(figure.numbers.unmoved, compute(UPDATE).updated)
    assert np.allclose(figure.unmoved.segment[1][:2], at(figure.plane, figure.numbers.unmoved), atol=1e-5)


@pytest.mark.parametrize("name", [UPDATE, VALUES])
def test_negligible_words_go_dim(name: str) -> None:
    figure = default_run(name).figure
    for line, weight in zip(figure.lines, figure.numbers.weights, strict=True):
        opacity = line.symbol.submobjects[0].get_fill_opacity()
        assert (opacity == 1) == (float(weight) >= 0.05)


def test_a_squeezed_grid_fills_its_panel() -> None:
    crowded = default_run(THREE).figure.panels[1]
    left, bottom, right, top = crowded.plane.bounds
    ends = np.concatenate([line.points[[0, -1], :2] for line in crowded.space.grid if len(line.points)])
    for corner in ((left, bottom), (left, top), (right, bottom), (right, top)):
        assert np.linalg.norm(ends - corner, axis=1).min() < 0.7 * crowded.plane.unit
