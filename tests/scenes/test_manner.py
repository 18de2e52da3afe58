"""Scaled and masked attention, in the figures that take a whole step of it."""

from __future__ import annotations

import math

import pytest
import torch

from attnmath import causal_mask
from scenes import load_figure
from scenes.parts.text.typeset import Math
from scenes.worlds import load_world
from tests.scenes.faults import faults
from tests.scenes.harness import run

FIGURES = ("attention-table-kqv", "attention-key-query-dp")
MANNERS = [{"scaled": True}, {"mask": "causal", "word": "banana"}, {"scaled": True, "mask": "causal", "word": "banana"}]


@pytest.mark.parametrize(("name", "given"), [*((FIGURES[1], given) for given in MANNERS), (FIGURES[0], MANNERS[-1])])
def test_softmax_takes_what_the_formula_says(name: str, given: dict[str, object]) -> None:
    drawn = run(name, given)
    numbers, world = drawn.figure.numbers, load_world("article")
    x = world.embedding().rows(numbers.words)
    scores = (x @ torch.tensor(world.matrices["W_Q"])) @ (x @ torch.tensor(world.matrices["W_K"])).T
    if given.get("scaled"):
        scores = scores / math.sqrt(2)
    if "mask" in given:
        scores = scores.masked_fill(~causal_mask(len(x)), -math.inf)
    expected = torch.softmax(scores, dim=-1)
    expected = expected[numbers.position] if numbers.weights.ndim == 1 else expected
    assert torch.allclose(numbers.weights, expected, atol=1e-6)
    strongest = numbers.words[getattr(numbers, "second", getattr(numbers, "strongest", 0))]
    assert strongest != "apple" or "mask" not in given, "a masked word pulls nobody"
    formulas = {text.says for snapshot in drawn.snapshots for text in snapshot.texts if isinstance(text.mobject, Math)}
    assert any("sqrt(d_k)" in said for said in formulas) == bool(given.get("scaled"))
    assert any(said.endswith("+ M") for said in formulas) == ("mask" in given)
    assert faults(drawn) == []


@pytest.mark.parametrize("name", FIGURES)
def test_without_either_nothing_is_said_of_them(name: str) -> None:
    parameters = load_figure(name).Parameters()
    assert (parameters.manner, parameters.divisor) == ("", "")  # type: ignore[attr-defined]
