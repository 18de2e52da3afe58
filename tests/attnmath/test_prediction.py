import subprocess
import sys
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmath import (
    Embedding,
    Head,
    NextWordModel,
    attend,
    attended,
    average,
    class_scores,
    context_vectors,
    cosine_similarity,
    last_word,
)

ROOT = Path(__file__).parents[2]
FRANCE, SPAIN = "the capital of France is", "the capital of Spain is"
PHRASES = {"once upon a": "time", "the sun is a": "star", FRANCE: "Paris", SPAIN: "Madrid"}
WORDS = tuple(dict.fromkeys(" ".join([*PHRASES, *PHRASES.values()]).split()))


def given_vectors(seed: int, size: int = 8) -> Embedding:
    generator = torch.Generator().manual_seed(seed)
    return Embedding({word: torch.randn(size, generator=generator) for word in WORDS})


def right(model: NextWordModel) -> int:
    return sum(model.predict(phrase) == word for phrase, word in PHRASES.items())


def test_context_vectors_by_hand(device: str) -> None:
    x = torch.tensor([[1.0, 0.0], [3.0, 4.0]], device=device)
    assert last_word(x).tolist() == [3.0, 4.0]
    assert average(x).tolist() == [2.0, 2.0]
    torch.testing.assert_close(attended(x), attend(x).output[-1])
    head = Head(torch.eye(2, device=device), W_V=2 * torch.eye(2, device=device))
    torch.testing.assert_close(attended(x, head, scaled=True), attend(x, head, scaled=True).output[-1])


@settings(max_examples=20)
@given(st.lists(st.integers(1, 3), max_size=2), st.integers(1, 6), st.sampled_from(["last", "average", "attention"]))
def test_context_vectors_of_many_phrases(batch: list[int], length: int, kind) -> None:
    x = torch.randn(*batch, length, 3, generator=torch.Generator().manual_seed(length))
    vectors = context_vectors(kind, x)
    assert vectors.shape == (*batch, 3)
    flat = x.reshape(-1, length, 3)
    alone = torch.stack([context_vectors(kind, phrase) for phrase in flat])
    torch.testing.assert_close(vectors.reshape(-1, 3), alone)


def test_class_scores_are_dot_products_with_the_rows(randn) -> None:
    classifier, contexts = randn(5, 3), randn(2, 3)
    scores = class_scores(contexts, classifier)
    for i in range(2):
        for j in range(5):
            assert scores[i, j].item() == pytest.approx((contexts[i] * classifier[j]).sum().item())


def test_training_is_torchs_adam_to_the_last_bit() -> None:
    """In a process of its own: torch's optimizers load its compiler, 800 modules, at first use; ours must not."""
    code = f"""
import sys
import torch
from attnmath import NextWordModel, prediction

class Torchs:
    def __init__(self, rates):
        self.adam = torch.optim.Adam([{{"params": [tensor.requires_grad_()], "lr": rate}} for tensor, rate in rates])

    def step(self, loss):
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()

def trained():
    models = [NextWordModel.train({PHRASES}, kind, size=3, steps=50) for kind in ("last", "average", "attention")]
    matrices = models[-1].head.given().values()
    return [*matrices, *(each for model in models for each in (model.embedding.vectors, model.classifier))]

ours = trained()
assert not [name for name in sys.modules if name.startswith("torch._dynamo")]
prediction._Adam = Torchs
print(*[torch.equal(*pair) for pair in zip(ours, trained(), strict=True)])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"] * 9


@pytest.mark.parametrize("seed", range(4))
def test_the_last_word_alone_cannot_tell_phrases_apart_that_share_it(seed: int) -> None:
    model = NextWordModel.train(PHRASES, "last", seed=seed, steps=100)
    assert model.predict("once upon a") == model.predict("the sun is a")
    assert model.predict(FRANCE) == model.predict(SPAIN)
    assert model.weights(FRANCE).tolist() == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("seed", range(4))
def test_an_average_that_never_saw_spain_says_paris_twice(seed: int) -> None:
    seen = {phrase: word for phrase, word in PHRASES.items() if phrase != SPAIN}
    model = NextWordModel.train(seen, "average", embedding=given_vectors(seed), seed=seed, steps=150)
    assert model.predict(FRANCE) == model.predict(SPAIN) == "Paris"
    assert model.weights(FRANCE).tolist() == pytest.approx([0.2] * 5)
    contexts, space = [model.context(phrase) for phrase in (FRANCE, SPAIN)], model.embedding
    torch.testing.assert_close(contexts[0] - contexts[1], (space["France"] - space["Spain"]) / 5)
    assert cosine_similarity(*contexts).item() > cosine_similarity(space["France"], space["Spain"]).item()


@pytest.mark.parametrize("size", [2, 8])
@pytest.mark.parametrize("kind", ["average", "attention"])
def test_trained_on_both_average_and_attention_tell_them_apart(kind, size: int, own_errors: None) -> None:
    for seed in range(4):
        model = NextWordModel.train(PHRASES, kind, size=size, seed=seed, steps=200)
        assert right(model) == len(PHRASES)
        assert all(model.margin(phrase, word) > 0 for phrase, word in PHRASES.items())
        assert model.weights(FRANCE).sum().item() == pytest.approx(1)


def long_pair(length: int) -> dict[str, str]:
    before = " ".join(f"word{i}" for i in range(length - 5))
    return {f"{before} {phrase}".strip(): PHRASES[phrase] for phrase in (FRANCE, SPAIN)}


@pytest.mark.parametrize("seed", range(2))
def test_an_averages_margin_shrinks_with_the_phrase_and_attentions_need_not(seed: int, own_errors: None) -> None:
    margins = {}
    for kind in ("average", "attention"):
        for length in (5, 80):
            phrases = long_pair(length)
            model = NextWordModel.train(phrases, kind, seed=seed)
            margins[kind, length] = min(model.margin(phrase, word) for phrase, word in phrases.items())
    assert 0 < margins["average", 80] < 0.75 * margins["average", 5]
    assert margins["attention", 80] > margins["average", 5]


@pytest.mark.parametrize("kind", ["last", "average", "attention"])
def test_the_same_arguments_give_the_same_model(kind) -> None:
    one, two = (NextWordModel.train(PHRASES, kind, size=3, seed=7, steps=20) for _ in range(2))
    assert torch.equal(one.classifier, two.classifier)
    assert torch.equal(one.embedding.vectors, two.embedding.vectors)
    other = NextWordModel.train(PHRASES, kind, size=3, seed=8, steps=20)
    assert not torch.equal(one.classifier, other.classifier)


@pytest.mark.parametrize("kind", ["last", "average", "attention"])
def test_a_stage_of_training_is_a_training_that_ended_there(kind) -> None:
    stages = (1, 3, 8)
    for steps, model in zip(stages, NextWordModel.train_in_stages(PHRASES, kind, size=3, stages=stages), strict=True):
        alone = NextWordModel.train(PHRASES, kind, size=3, steps=steps)
        assert torch.equal(model.classifier, alone.classifier)
        assert torch.equal(model.embedding.vectors, alone.embedding.vectors)
        assert model.scores(FRANCE).tolist() == alone.scores(FRANCE).tolist()


def test_training_leaves_given_vectors_and_torchs_random_numbers_alone() -> None:
    space = given_vectors(0)
    before, state = space.vectors.clone(), torch.get_rng_state()
    model = NextWordModel.train(PHRASES, "attention", embedding=space, steps=5)
    assert model.embedding is space
    assert torch.equal(space.vectors, before)
    assert torch.equal(torch.get_rng_state(), state)
    assert not space.vectors.requires_grad and not model.classifier.requires_grad


def test_the_vocabulary_may_hold_more_words() -> None:
    model = NextWordModel.train({"once upon a": "time"}, "average", words=("Madrid", "a"), steps=2)
    assert model.embedding.words == ("once", "upon", "a", "time", "Madrid")
    assert model.scores("Madrid").shape == (5,)


def test_trains_in_the_dtype_and_on_the_device_of_given_vectors(device: str) -> None:
    vectors = {word: row for word, row in zip(WORDS, given_vectors(0).vectors, strict=True)}
    space = Embedding(vectors, dtype=torch.float64, device=device)
    model = NextWordModel.train(PHRASES, "attention", embedding=space, steps=3)
    assert model.classifier.dtype is torch.float64
    assert model.head is not None and model.head.W_Q is not None
    assert model.head.W_Q.dtype is torch.float64
    assert model.classifier.device.type == device
