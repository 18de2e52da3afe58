"""What the article says of the next word, tried: models trained on its phrases, and models kept in the assets."""

from __future__ import annotations

from functools import cache

from attnmath import NextWordModel, cosine_similarity
from scenes.facts.fact import Fact, Measured, Verdict, holds
from scenes.next_word import FRANCE, PHRASES, SEEN, SPAIN, given_embedding, load

SEEDS = 8
STEPS = 150
LENGTHS = (5, 20, 80)
ONCE, SUN = "once upon a", "the sun is a"


@cache
def kept() -> dict[str, NextWordModel]:
    """The models of the assets, read once."""
    return load()


def answers(model: NextWordModel, *phrases: str) -> str:
    """What the model says to each phrase, in words."""
    return "; ".join(f"“{phrase}” → {model.predict(phrase)}" for phrase in phrases)


def _last_word() -> Measured:
    model = kept()["last"]
    return holds(model.predict(ONCE) == model.predict(SUN), answers(model, ONCE, SUN))


def _average_helps() -> Measured:
    model = kept()["average"]
    return holds((model.predict(ONCE), model.predict(SUN)) == ("time", "star"), answers(model, ONCE, SUN))


def _never_saw_spain() -> Measured:
    model = kept()["unseen"]
    similarity = cosine_similarity(model.context(FRANCE), model.context(SPAIN)).item()
    twice = 0
    for seed in range(SEEDS):
        other = NextWordModel.train(SEEN, "average", embedding=given_embedding(seed), seed=seed, steps=STEPS)
        twice += other.predict(FRANCE) == other.predict(SPAIN) == "Paris"
    return holds(
        model.predict(FRANCE) == model.predict(SPAIN) == "Paris" and twice == SEEDS,
        f"{answers(model, FRANCE, SPAIN)}; the two context vectors' cosine similarity is {similarity:.3f}; "
        f"“Paris” twice in {twice} of {SEEDS} other given embeddings",
    )


def _attention_answers_all() -> Measured:
    model = kept()["attention"]
    right = sum(model.predict(phrase) == word for phrase, word in PHRASES.items())
    runs = [NextWordModel.train(PHRASES, "attention", seed=seed, steps=STEPS) for seed in range(SEEDS)]
    full = sum(all(run.predict(phrase) == word for phrase, word in PHRASES.items()) for run in runs)
    return holds(
        right == len(PHRASES) and full == SEEDS,
        f"{answers(model, *PHRASES)}; all right in {full} of {SEEDS} trainings from other seeds",
    )


def average_is_not_bound_to_fail() -> Measured:
    """The article's conclusion on averages, with learned embeddings and both phrases in the training."""
    full = 0
    for size in (2, 8):
        runs = [NextWordModel.train(PHRASES, "average", size=size, seed=seed, steps=STEPS) for seed in range(SEEDS)]
        full += sum(all(run.predict(phrase) == word for phrase, word in PHRASES.items()) for run in runs)
    return Measured(
        f"an average of learned embeddings, trained on both, answers all {len(PHRASES)} phrases in {full} of "
        f"{2 * SEEDS} runs (d = 2 and 8)",
        Verdict.FAILS if full == 2 * SEEDS else Verdict.HOLDS,
    )


def long_pair(length: int) -> dict[str, str]:
    """France's phrase and Spain's, made so many words long by the same words before both."""
    before = " ".join(f"word{i}" for i in range(length - 5))
    return {f"{before} {phrase}".strip(): PHRASES[phrase] for phrase in (FRANCE, SPAIN)}


def margin(kind: str, length: int, seed: int) -> float:
    """The smaller of the two margins, after training on both phrases."""
    phrases = long_pair(length)
    model = NextWordModel.train(phrases, "average" if kind == "average" else "attention", seed=seed)
    return min(model.margin(phrase, word) for phrase, word in phrases.items())


def _shares_shrink() -> Measured:
    margins = {
        kind: [min(margin(kind, length, seed) for seed in range(3)) for length in LENGTHS]
        for kind in ("average", "attention")
    }
    average, attention = margins["average"], margins["attention"]
    return holds(
        average[0] > average[1] > average[2] and min(attention) > max(average),
        f"two phrases of {', '.join(map(str, LENGTHS))} words that differ in one; that word's share of an average is "
        f"{', '.join(f'{1 / length:.3f}' for length in LENGTHS)}; smallest margin of 3 trainings: "
        f"average {', '.join(f'{m:.1f}' for m in average)}, attention {', '.join(f'{m:.1f}' for m in attention)}",
    )


IDEA = "An Initial Idea"
WEIGHTED = "Attention is a Weighted Average"

FACTS = (
    Fact(
        "The last word's embedding alone gives “once upon a” and “the sun is a” the same next word.", IDEA, _last_word
    ),
    Fact("An average of all words tells those two apart.", IDEA, _average_helps),
    Fact(
        "A classifier of averages that was taught France's phrase, and never Spain's, says “Paris” to both.",
        IDEA,
        _never_saw_spain,
    ),
    Fact("A weighted average by attention answers all of the article's phrases.", WEIGHTED, _attention_answers_all),
    Fact(
        "One word's share of an average shrinks as phrases grow, and the margin with it; attention's need not.",
        WEIGHTED,
        _shares_shrink,
    ),
)
