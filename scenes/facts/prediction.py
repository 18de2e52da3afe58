"""The article's statements about the next word, tried on models trained on its phrases, and on stored models."""

from __future__ import annotations

from functools import cache

from attnmath import NextWordModel, cosine_similarity
from scenes.claims import Claim, Measurement
from scenes.next_word import FRANCE, PHRASES, SEEN, SPAIN, given_embedding, load

SEEDS = 8
STEPS = 150
LENGTHS = (5, 20, 80)
ONCE, SUN = "once upon a", "the sun is a"


@cache
def kept() -> dict[str, NextWordModel]:
    """Return the models of the assets, read once."""
    return load()


def answers(model: NextWordModel, *phrases: str) -> str:
    """Return the model's answer to each phrase, in words."""
    return "; ".join(f"“{phrase}” → {model.predict(phrase)}" for phrase in phrases)


def _last_word() -> Measurement:
    model = kept()["last"]
    return Measurement(model.predict(ONCE) == model.predict(SUN), answers(model, ONCE, SUN))


def _average_helps() -> Measurement:
    model = kept()["average"]
    return Measurement((model.predict(ONCE), model.predict(SUN)) == ("time", "star"), answers(model, ONCE, SUN))


def _never_saw_spain() -> Measurement:
    model = kept()["unseen"]
    similarity = cosine_similarity(model.context(FRANCE), model.context(SPAIN)).item()
    twice = 0
    for seed in range(SEEDS):
        other = NextWordModel.train(SEEN, "average", embedding=given_embedding(seed), seed=seed, steps=STEPS)
        twice += other.predict(FRANCE) == other.predict(SPAIN) == "Paris"
    return Measurement(
        model.predict(FRANCE) == model.predict(SPAIN) == "Paris" and twice == SEEDS,
        f"{answers(model, FRANCE, SPAIN)}; the two context vectors' cosine similarity is {similarity:.3f}; "
        f"“Paris” twice in {twice} of {SEEDS} other given embeddings",
    )


def _attention_answers_all() -> Measurement:
    model = kept()["attention"]
    right = sum(model.predict(phrase) == word for phrase, word in PHRASES.items())
    runs = [NextWordModel.train(PHRASES, "attention", seed=seed, steps=STEPS) for seed in range(SEEDS)]
    full = sum(all(run.predict(phrase) == word for phrase, word in PHRASES.items()) for run in runs)
    return Measurement(
        right == len(PHRASES) and full == SEEDS,
        f"{answers(model, *PHRASES)}; all right in {full} of {SEEDS} trainings from other seeds",
    )


def average_is_not_bound_to_fail() -> Measurement:
    """Measure the article's conclusion on averages, with learned embeddings and training on both phrases."""
    full = 0
    for size in (2, 8):
        runs = [NextWordModel.train(PHRASES, "average", size=size, seed=seed, steps=STEPS) for seed in range(SEEDS)]
        full += sum(all(run.predict(phrase) == word for phrase, word in PHRASES.items()) for run in runs)
    said = (
        f"an average of learned embeddings, trained on both, answers all {len(PHRASES)} phrases in {full} of "
        f"{2 * SEEDS} runs (d = 2 and 8)"
    )
    return Measurement(full < 2 * SEEDS, said)


def long_pair(length: int) -> dict[str, str]:
    """Return France's phrase and Spain's, both lengthened to ``length`` words by the same words before them."""
    before = " ".join(f"word{i}" for i in range(length - 5))
    return {f"{before} {phrase}".strip(): PHRASES[phrase] for phrase in (FRANCE, SPAIN)}


def margin(kind: str, length: int, seed: int) -> float:
    """Return the smaller of the two margins, after training on both phrases."""
    phrases = long_pair(length)
    model = NextWordModel.train(phrases, "average" if kind == "average" else "attention", seed=seed)
    return min(model.margin(phrase, word) for phrase, word in phrases.items())


def _shares_shrink() -> Measurement:
    margins = {
        kind: [min(margin(kind, length, seed) for seed in range(3)) for length in LENGTHS]
        for kind in ("average", "attention")
    }
    average, attention = margins["average"], margins["attention"]
    return Measurement(
        average[0] > average[1] > average[2] and min(attention) > max(average),
        f"two phrases of {', '.join(map(str, LENGTHS))} words that differ in one; that word's share of an average is "
        f"{', '.join(f'{1 / length:.3f}' for length in LENGTHS)}; smallest margin of 3 trainings: "
        f"average {', '.join(f'{m:.1f}' for m in average)}, attention {', '.join(f'{m:.1f}' for m in attention)}",
    )


IDEA = "An Initial Idea"
WEIGHTED = "Attention is a Weighted Average"

FACTS = (
    Claim(
        "The last word's embedding alone gives “once upon a” and “the sun is a” the same next word.", _last_word, IDEA
    ),
    Claim("An average of all words tells those two apart.", _average_helps, IDEA),
    Claim(
        "A classifier of averages that was taught France's phrase, and never Spain's, says “Paris” to both.",
        _never_saw_spain,
        IDEA,
    ),
    Claim("A weighted average by attention answers all of the article's phrases.", _attention_answers_all, WEIGHTED),
    Claim(
        "One word's share of an average shrinks as phrases grow, and the margin with it; attention's need not.",
        _shares_shrink,
        WEIGHTED,
    ),
)
