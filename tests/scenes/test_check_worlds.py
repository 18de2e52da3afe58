"""``check`` and the picture never disagree: its verdicts in random worlds, found again without our code.

In 200 worlds from the worlds' own numbers, in double precision; in some of them from what the figure drew, read off the
glyphs. What lies within rounding of a claim's edge is left out of both.
"""

from __future__ import annotations

import numpy as np
import pytest

from rendering.plan.check_claims import verdicts
from rendering.plan.plan import plan
from rendering.request.settings import Changes, Settings
from rendering.request.shot import QUALITIES
from scenes.worlds import load_world
from tests.scenes.harness import read, run

WORLDS = 130
EDGE = 1e-3  # share of a number within which a verdict may go either way
ALL, DOT, SIDE = "attention-all-embeddings", "attention-all-dot-product", "attention-apple-pulled-side-by-side"
UPDATE, THREE = "attention-update-apple", "attention-meaningful-embedding"
FORCES = "attention-asymmetric-forces"

Vectors = dict[str, np.ndarray]
PHRASES = {name: load_world("article").words_of(name) for name in ("fruit", "tech")}


def random_vectors(seed: int) -> Vectors:
    """The article's words: some a little away from where they are, so that claims hold, some anywhere."""
    chance = np.random.default_rng(seed)
    spread = chance.choice([0.05, 0.4, 1.5])
    world = load_world("article")
    return {word: np.round(np.array(row) + chance.normal(0, spread, 2), 3) for word, row in world.vectors.items()}


def below(first: float, second: float) -> bool | None:
    """Return whether one number is less than another; None at the edge."""
    return None if abs(first - second) <= EDGE * max(abs(first), abs(second), EDGE) else bool(first < second)


def both(*parts: bool | None) -> bool | None:
    return False if False in parts else None if None in parts else True


class Pulled:
    """One step of attention over a phrase, seen from "apple", written out."""

    def __init__(self, vectors: Vectors, phrase: str) -> None:
        self.words = PHRASES[phrase]
        rows = np.array([vectors[word] for word in self.words])
        self.apple = vectors["apple"]
        self.scores = [float(sum(a * b for a, b in zip(row, self.apple, strict=True))) for row in rows]
        powers = [np.exp(score - max(self.scores)) for score in self.scores]
        self.weights = [float(power / sum(powers)) for power in powers]
        self.new = sum(weight * row for weight, row in zip(self.weights, rows, strict=True))
        others = [index for index, word in enumerate(self.words) if word != "apple"]
        self.strongest = max(others, key=lambda index: self.weights[index])
        named = {"apple", self.words[self.strongest]}
        self.rest = [index for index, word in enumerate(self.words) if word not in named]
        self.puller = rows[self.strongest]
        self.rows = rows
        ranked = sorted((self.weights[index] for index in others), reverse=True)
        self.is_tied = below(ranked[1], ranked[0]) is None

    @property
    def comes_nearer(self) -> bool | None:
        return below(np.linalg.norm(self.new - self.puller), np.linalg.norm(self.apple - self.puller))


def expected(vectors: Vectors) -> dict[tuple[str, str], bool | None]:
    """Return the expected result of each claim, by figure and the first words of its statement."""
    left, right = (Pulled(vectors, phrase) for phrase in ("fruit", "tech"))
    parted = np.linalg.norm(left.new - right.new)
    strongest, rest = left.weights[left.strongest], max(left.weights[index] for index in left.rest)
    far = min(float(np.linalg.norm(left.rows[index] - left.apple)) for index in left.rest)
    banana, pear, phone = (vectors[word] for word in ("banana", "pear", "phone"))
    away = [float(np.linalg.norm(a - b)) for a, b in ((banana, pear), (banana, phone), (pear, phone))]
    second = left.scores[left.strongest]
    pullers = left.words[left.strongest] != right.words[right.strongest]
    return {
        (ALL, "One other word"): both(below(5 * rest, strongest), below(rest, 0.02)),
        (ALL, "The words that hardly"): below(float(np.linalg.norm(left.puller - left.apple)), far),
        (DOT, "The word's dot product"): below(second, left.scores[-1]),
        (DOT, "One other word"): below(max(left.scores[index] for index in left.rest), 0.5 * second),
        (UPDATE, "The new place"): left.comes_nearer,
        (SIDE, "One step over the left"): left.comes_nearer,
        (SIDE, "One step over the right"): right.comes_nearer,
        (SIDE, "The two phrases"): both(below(0.05 * np.linalg.norm(left.apple), parted), pullers),
        (THREE, "The first two words"): below(away[0], min(away[1:])),
    }


def test_verdicts_in_random_worlds_are_those_of_another_computation() -> None:
    compared: dict[tuple[str, str], set[bool]] = {}
    count = 0
    for seed in range(WORLDS):
        vectors = random_vectors(seed)
        if any(Pulled(vectors, phrase).is_tied for phrase in PHRASES):
            continue  # which word pulls most then depends on rounding
        changes = {"world": {"vectors": {word: row.tolist() for word, row in vectors.items()}}}
        shots = plan([ALL, DOT, UPDATE, SIDE, THREE], Settings(common=changes), QUALITIES["low"])
        found = [verdict for shot in shots for verdict in verdicts(shot)]
        for (figure, start), wanted in expected(vectors).items():
            (verdict,) = [each for each in found if each.figure == figure and each.statement.startswith(start)]
            if wanted is not None:
                assert verdict.holds == wanted, (seed, verdict.line)
                compared.setdefault((figure, start), set()).add(wanted)
                count += 1
    assert count > 8 * WORLDS
    assert [claim for claim, seen in compared.items() if seen != {True, False}] == [], "each was true and was false"


def number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


@pytest.mark.parametrize("seed", range(10))
def test_verdict_is_that_of_the_forces_that_are_drawn(seed: int) -> None:
    chance = np.random.default_rng(seed)
    vectors = {word: np.round(chance.uniform(0.2, 3, 2), 2).tolist() for word in ("bride", "ring")}
    assignments = tuple(f"world.vectors.{word}={row[0]},{row[1]}" for word, row in vectors.items())
    (shot,) = plan([FORCES], Changes(assignments).read(), QUALITIES["low"])
    figure = run(FORCES, shot.parameters.model_dump(), shot.world).figure
    strong, weak = (number(read(each)) for each in figure.results)
    (verdict,) = verdicts(shot)
    wanted = None if abs(strong - 3 * weak) < 0.03 else strong > 3 * weak
    assert wanted is None or verdict.holds == wanted, verdict.line


@pytest.mark.parametrize("seed", range(5))
def test_verdicts_are_those_of_the_dot_products_that_are_drawn(seed: int) -> None:
    """Read off the record's bars: a word that the phrase has twice has one bar."""
    changes = {"world": {"vectors": {word: row.tolist() for word, row in random_vectors(seed).items()}}}
    (dot,) = plan([DOT], Settings(common=changes), QUALITIES["low"])
    rows = run(DOT, dot.parameters.model_dump(), dot.world).figure.chart
    scores = {name.text: number(read(each)) for name, each in zip(rows.names, rows.numbers, strict=True)}
    apple = scores.pop("apple")
    (second, *rest) = sorted(scores.values(), reverse=True)
    held = {verdict.statement.split(",")[0]: verdict.holds for verdict in verdicts(dot)}
    if abs(apple - second) > 0.02:
        assert held["The word's dot product with itself is the largest."] == (second < apple)
    if abs(rest[0] - second / 2) > 0.02 and second - rest[0] > 0.02:
        assert held["One other word is second"] == (rest[0] < second / 2)
