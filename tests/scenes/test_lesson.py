"""The lessons beside the article: what they draw is what the mask does, computed once more without our code."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from manim import Square

import render
from scenes.lesson.masking import Masked
from scenes.worlds import load_world
from tests.scenes.faults import faults
from tests.scenes.harness import default_run, run

MASKING = "lesson-masking"


def test_the_mask_before_softmax_and_after_it() -> None:
    """By hand: a sum over earlier words alone, or over all words and then only the earlier shares."""
    numbers, world = default_run(MASKING).figure.numbers, load_world("article")
    vectors = np.array([world.vectors[word] for word in numbers.words])
    for i, vector in enumerate(vectors):
        powers = np.exp(vectors @ vector)
        earlier = powers[: i + 1]
        np.testing.assert_allclose(
            numbers.weights[i], [*earlier / earlier.sum(), *np.zeros(len(powers) - i - 1)], atol=1e-6
        )
        np.testing.assert_allclose(numbers.late[i, : i + 1], earlier / powers.sum(), atol=1e-6)
        assert float(numbers.short[i]) == pytest.approx(earlier.sum() / powers.sum(), abs=1e-6)
    assert float(numbers.weights.triu(1).abs().max()) == float(numbers.late.triu(1).abs().max()) == 0.0
    assert torch.equal(numbers.masked.isinf(), torch.ones(5, 5).triu(1).bool())


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({"weights": torch.full((5, 5), 0.2)}, [True, False, False, True]),
        ({"weights": torch.eye(5) * 0.9}, [False, True, False, True]),
        ({"late": torch.eye(5)}, [False, False, True, True]),
    ],
)
def test_claims_are_false_of_other_numbers(change: dict, broken: list[bool]) -> None:
    figure = default_run(MASKING).figure
    numbers: Masked = replace(figure.numbers, **change)
    assert [not claim.measure(numbers, figure.world).holds for claim in figure.claims] == broken


def test_the_last_frame_shows_whole_rows_and_short_ones() -> None:
    told = default_run(MASKING)
    numbers, shown = told.figure.numbers, [number for number in told.snapshots[-1].numbers]
    sums = sorted(value for value, text, _ in shown if text != "0")
    assert sums == sorted([*numbers.sums.tolist(), *numbers.short.tolist()])
    assert sum(text == "0" for _, text, _ in shown) == 2 * 10
    family = [member for mobject in told.figure.mobjects for member in mobject.get_family()]
    areas = sorted(float(member.width) ** 2 for member in family if isinstance(member, Square))
    largest = float(numbers.weights.max())
    drawn = sorted([*numbers.weights[numbers.weights > 0].tolist(), *numbers.late[numbers.late > 0].tolist()])
    unit = areas[-1] / largest
    assert len(areas) == len(drawn) == 2 * 15
    for area, weight in zip(areas, drawn, strict=True):
        assert area == pytest.approx(max(unit * weight, 0.045**2), rel=1e-3)


@pytest.mark.parametrize(
    ("phrase", "frame"),
    [("a new phone", "16:9"), ("fruit", "1:1"), ("I ate an apple and a banana from an", "16:9")],
)
def test_other_phrases_lay_themselves_out(phrase: str, frame: str) -> None:
    assert faults(run(MASKING, {"phrase": phrase}, frame=frame)) == []


def test_infinity_leaves_the_project_as_text() -> None:
    result = CliRunner().invoke(render.main, ["numbers", MASKING, "--format", "json"])
    quantities = json.loads(result.stdout, parse_constant=pytest.fail)[MASKING]["quantities"]
    assert quantities["masked"]["values"][0][1] == "-Infinity"
    assert isinstance(quantities["masked"]["values"][0][0], float)
