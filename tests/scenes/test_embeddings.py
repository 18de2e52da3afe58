"""The figures of embeddings draw what they compute."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.scenes.harness import default_run


def at(plane, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector by the plane's own axes, independently of ``plane.place``."""
    across, up = plane.axis_lines
    zero = np.array([up.get_start()[0], across.get_start()[1]])
    return zero + plane.unit * row.numpy()


@pytest.mark.parametrize("name", ["attention-random-embedding", "attention-meaningful-embedding"])
def test_points_lie_at_their_vectors(name: str) -> None:
    figure = default_run(name).figure
    for word, row in zip(figure.numbers.words, figure.numbers.vectors, strict=True):
        assert np.allclose(figure.points[word].point[:2], at(figure.plane, row), atol=1e-6)
    for gap, (first, second) in zip(figure.gaps, ((0, 1), (1, 2)), strict=True):
        drawn = np.linalg.norm(
            figure.points[figure.numbers.words[first]].point - figure.points[figure.numbers.words[second]].point
        )
        assert drawn / figure.plane.unit == pytest.approx(gap.number.value, abs=1e-5)


def test_the_articles_random_numbers() -> None:
    figure = default_run("attention-random-embedding").figure
    assert figure.numbers.vectors.tolist() == [pytest.approx(row) for row in ([0.3, 0.2], [1.4, 1.0], [0.8, 1.6])]
