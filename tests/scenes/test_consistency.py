"""No two figures contradict each other: what several of them show is one number, computed and drawn."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from scenes.number_format import format_number
from tests.scenes.harness import default_run

Shared = dict[str, Callable[[Any], Tensor]]
"""One quantity in several figures: their names without ``attention-``, and where each has it."""

PULLS = ("all-embeddings", "all-dot-product", "all-softmax", "update-apple")
TABLES = ("table-dot-products", "table-softmax", "table-weighted-sum")


def last(name: str) -> Callable[[Any], Tensor]:
    """Return the last row of a quantity: the row of the phrase's last word."""
    return lambda numbers: getattr(numbers, name)[-1]


def own(name: str) -> Callable[[Any], Tensor]:
    """Return a quantity as it is."""
    return lambda numbers: getattr(numbers, name)


HEADS = ("semantic-transformation", "grammatical-transformation", "multi-head-projection")
"""Two heads, one after the other, and both together."""


def of_phrase(numbers: Any) -> Tensor:
    """Return a space's weights of the first phrase's words, in the order in which the phrase first has them."""
    return numbers.weights[[numbers.words.index(word) for word in dict.fromkeys(numbers.phrase_words[0])], 0]


SHARED: dict[str, Shared] = {
    "what has been read so far": {"predict": own("context"), "classification": own("context")},
    "the scores of the words that may come next": {"predict": last("scores"), "classification": own("scores")},
    "the old place of the word that is pulled": {
        "apple-pulled-side-by-side": own("vector"),
        **{name: own("vector") for name in PULLS},
        **{name: last("vectors") for name in (*TABLES, "table-kqv", "key-query-dp")},
        "three-transformed-spaces": lambda numbers: numbers.pulls[0].vector,
        "values-lin-comb": lambda numbers: numbers.pulls[1].vector,
    },
    "its dot products": {
        **{name: own("scores") for name in PULLS},
        **{name: last("scores") for name in TABLES},
        "three-transformed-spaces": lambda numbers: numbers.pulls[0].scores,
    },
    "its weights": {
        **{name: own("weights") for name in PULLS},
        **{name: last("weights") for name in TABLES[1:]},
        "three-transformed-spaces": lambda numbers: numbers.pulls[0].weights,
        "values-lin-comb": own("first_weights"),
        "key-query-dp": own("plain_weights"),
    },
    "the largest weight of another word": {
        "apple-pulled-side-by-side": lambda numbers: numbers.weights[0],
        **{name: lambda numbers: numbers.weights[numbers.strongest] for name in PULLS},
        "table-softmax": lambda numbers: numbers.weights[-1, numbers.words.index("banana")],
    },
    "its new place": {
        "apple-pulled-side-by-side": lambda numbers: numbers.updated[0],
        **{name: own("updated") for name in PULLS},
        "table-weighted-sum": last("updated"),
        "three-transformed-spaces": lambda numbers: numbers.pulled_in_A[0],
        "values-lin-comb": lambda numbers: numbers.unmoved[0],
    },
    "its new place by the other phrase": {
        "apple-pulled-side-by-side": lambda numbers: numbers.updated[1],
        "three-transformed-spaces": lambda numbers: numbers.pulled_in_A[1],
        "values-lin-comb": lambda numbers: numbers.unmoved[1],
    },
    "both new places in the better space": {
        "three-transformed-spaces": own("pulled_in_C"),
        "values-lin-comb": own("updated"),
    },
    "the distances of both, before and after": {
        "three-transformed-spaces": lambda numbers: numbers.distances[[0, 2]],
        "values-lin-comb": own("distances"),
    },
    "every word's pull on every other": {name: own("scores") for name in TABLES},
    "the pulls of bride and ring": {
        "asymmetric-forces": own("forces"),
        "key-query-transformation-part-two": own("forces"),
    },
    "their pulls in one space": {
        "key-query-transformation-part-one": own("forces"),
        "key-query-transformation-part-two": own("plain_forces"),
    },
    "the matrix that carries the plane": {
        "apply-transformation": own("matrix"),
        "transform-axes": own("matrix"),
    },
    "the better space's matrix": {
        "three-transformed-spaces": lambda numbers: numbers.space("C")[0],
        "values-lin-comb": own("W_V"),
    },
    "the value matrix of the first head": {
        HEADS[0]: own("W_V"),
        HEADS[1]: own("first_W_V"),
        HEADS[2]: lambda numbers: numbers.spaces[0].W_V,
    },
    "the weights in the first head": {
        HEADS[0]: of_phrase,
        HEADS[1]: lambda numbers: of_phrase(numbers.first),
        HEADS[2]: lambda numbers: of_phrase(numbers.spaces[0]),
    },
    "the word's places in the first head, sentence after sentence": {
        HEADS[0]: own("updated"),
        HEADS[1]: own("first_updated"),
    },
    "its weights there, sentence after sentence": {
        HEADS[0]: own("weights"),
        HEADS[1]: own("first_weights"),
    },
    "the word's new place in the first head": {
        HEADS[0]: lambda numbers: numbers.updated[0],
        HEADS[2]: lambda numbers: numbers.first[numbers.position],
    },
    "the distances of the first head": {
        HEADS[0]: own("distances"),
        HEADS[1]: own("first_distances"),
    },
    "the value matrix of the second head": {
        HEADS[1]: own("W_V"),
        HEADS[2]: lambda numbers: numbers.spaces[1].W_V,
    },
    "the weights in the second head": {
        HEADS[1]: of_phrase,
        HEADS[2]: lambda numbers: of_phrase(numbers.spaces[1]),
    },
    "the word's new place in the second head": {
        HEADS[1]: lambda numbers: numbers.updated[0],
        HEADS[2]: lambda numbers: numbers.second[numbers.position],
    },
    "a query against every key": {"key-query-dp": own("scores"), "table-kqv": last("scores")},
    "the weights of a query": {"key-query-dp": own("weights"), "table-kqv": last("weights")},
}


def printed(name: str, values: list[float]) -> set[tuple[float, str]]:
    """Return what a figure prints of some values: each with its digits, over all its beats."""
    run = default_run(f"attention-{name}")
    return {
        (value, said)
        for snapshot in run.snapshots
        for number, said, _ in snapshot.numbers
        for value in values
        if math.isclose(number, value, rel_tol=1e-5) and not said.startswith("<")
    }


@pytest.mark.parametrize("said", SHARED)
def test_figures_agree_on_what_they_share(said: str) -> None:
    shared = SHARED[said]
    computed = {
        name: find(default_run(f"attention-{name}").figure.numbers).double().flatten() for name, find in shared.items()
    }
    first, *others = computed.values()
    for name, values in zip(list(computed)[1:], others, strict=True):
        assert torch.allclose(values, first, rtol=1e-5, atol=1e-6), name
    for name in shared:
        for value, written in printed(name, first.tolist()):
            decimals = len(written.partition(".")[2])
            assert written == format_number(value, decimals), f"{name} prints {written}"


def test_the_numbers_that_films_share_are_on_the_screen() -> None:
    weights = default_run("attention-all-softmax").figure.numbers
    largest = [float(weights.weights[weights.strongest])]
    names = ("all-embeddings", "all-softmax", "update-apple", "table-softmax")
    for name in (*names, "values-lin-comb"):
        assert {said[:4] for _, said in printed(name, largest)} <= {"0.28", "0.27"} and printed(name, largest), name
    score = [float(weights.scores[weights.strongest])]
    for name in ("all-dot-product", "all-softmax", "table-dot-products", "table-softmax"):
        assert {written for _, written in printed(name, score)} == {"4.16"}, name
    place = weights.updated.tolist()
    for name in ("update-apple", "table-weighted-sum"):
        assert {written for _, written in printed(name, place)} == {"1.8", "1.2"}, name
