"""Every figure's claims hold for the numbers it comes with, and can fail for others."""

from __future__ import annotations

import pytest

from scenes import FIGURES
from scenes.claims import claims_of
from scenes.worlds import load_world
from tests.scenes.harness import default_run, run


@pytest.mark.parametrize("name", FIGURES)
def test_claims_hold(name: str) -> None:
    figure = default_run(name).figure
    assert figure.claims, "a figure without a claim shows nothing that could be false"
    for claim in figure.claims:
        measured = claim.measure(figure.numbers, figure.world)
        assert measured.holds, f"{claim.statement} {measured.said}"
        assert measured.said


@pytest.mark.parametrize(
    ("name", "changes", "statement"),
    [
        (
            "attention-meaningful-embedding",
            {"vectors": {"pear": [0.4, 2.2]}},
            "The first two words are nearer to each other than either is to the third.",
        ),
        (
            "attention-generic-apple-embedding",
            {"vectors": {"apple": [2.4, 0.9]}},
            "The nearest words of the two families are about equally far: within a tenth.",
        ),
        (
            "attention-all-dot-product",
            {"vectors": {"banana": [3.9, 0.4]}},
            "The word's dot product with itself is the largest.",
        ),
        (
            "attention-all-embeddings",
            {"vectors": {"ate": [1.9, 1.0]}},
            "One other word pulls clearly, the rest next to nothing.",
        ),
    ],
)
def test_a_claim_is_false_of_other_numbers(name: str, changes: dict, statement: str) -> None:
    figure = run(name, None, load_world("article", changes)).figure
    (claim,) = [claim for claim in claims_of(name) if claim.statement == statement]
    assert not claim.measure(figure.numbers, figure.world).holds
