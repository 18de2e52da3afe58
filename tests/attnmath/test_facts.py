"""Every fact is measured; the page of facts is up to date; the stored models are reproduced by training."""

import re
from functools import cache
from pathlib import Path

import pytest
import torch

from attnmath import AttentionDims, cosine_similarity
from scenes import next_word
from scenes.claims import Fact, Measurement
from scenes.facts import CORRECTIONS, FACTS, corrections, counting

PAGE = Path(__file__).parents[2] / "docs" / "facts.md"
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


pytestmark = pytest.mark.usefixtures("own_errors")
"""Facts train models: shapes checked at every step, as in all other tests of the maths, would take as long again."""


@cache
def measured(fact: Fact) -> Measurement:
    return fact.measure()


@cache
def rows() -> dict[str, list[str]]:
    """The page's tables: source, measured text and verdict by statement."""
    lines = [line.strip("|").split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def numbers(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(text)]


def identity(fact: Fact) -> str:
    return fact.statement


@pytest.mark.parametrize("fact", FACTS, ids=identity)
def test_verdict(fact: Fact) -> None:
    """The article's statements hold, except for the known mistakes."""
    assert measured(fact).holds == (fact not in CORRECTIONS), measured(fact).said


@pytest.mark.parametrize("fact", FACTS, ids=identity)
def test_the_page_is_current(fact: Fact) -> None:
    """The same words and verdict, and the same numbers up to what another processor rounds differently."""
    source, text, verdict = rows()[fact.statement]
    now = measured(fact)
    assert (source, verdict) == (fact.source, now.verdict)
    assert NUMBER.sub("#", text) == NUMBER.sub("#", now.said)
    assert numbers(text) == pytest.approx(numbers(now.said), rel=0.02, abs=0.011)


def test_the_page_lists_the_facts_and_nothing_else() -> None:
    assert set(rows()) - {"statement", "---|---|---|---"} == {fact.statement for fact in FACTS}
    assert len(CORRECTIONS) == 12


def test_the_verdict_follows_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact is no fixed answer: with other numbers it is another verdict."""
    monkeypatch.setattr(counting, "GPT3", AttentionDims(d_model=12288, heads=95, d_k=128, layers=96))
    assert [fact.measure().holds for fact in counting.FACTS[:3]] == [True, True, False]
    monkeypatch.setattr(corrections, "RING", corrections.BRIDE)
    assert corrections.FACTS[4].measure() == Measurement(
        True, "bride and ring: dot products 4.16 and 4.16; weights after softmax 0.500 and 0.500", in_part=True
    )


def test_bride_and_ring() -> None:
    """The numbers of the correction, by hand."""
    text = measured(CORRECTIONS[1]).said
    assert numbers(text) == [2.0, 2.0, 0.6, 0.6, 7.8, 1.03]


def test_the_kept_models_are_made_anew_bit_for_bit() -> None:
    kept = (Path(__file__).parents[2] / "assets" / next_word.ASSET).read_text(encoding="utf-8")
    assert next_word.as_text(next_word.train()) == kept


def test_the_command_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    models = next_word.load()
    monkeypatch.setattr(next_word, "train", lambda: models)
    monkeypatch.setattr("sys.argv", ["next_word", str(tmp_path / "models.json")])
    next_word.main()
    kept = (Path(__file__).parents[2] / "assets" / next_word.ASSET).read_text(encoding="utf-8")
    assert (tmp_path / "models.json").read_text(encoding="utf-8") == kept
    assert capsys.readouterr().out == f"wrote {tmp_path / 'models.json'}\n"


def test_the_kept_models_answer() -> None:
    models = next_word.load()
    answers = {name: [model.predict(phrase) for phrase in next_word.PHRASES] for name, model in models.items()}
    right = list(next_word.PHRASES.values())
    assert answers["average"] == answers["attention"] == right
    assert answers["last"][0] == answers["last"][1]
    assert answers["unseen"] == ["time", "star", "Paris", "Paris"]
    contexts = [models["unseen"].context(phrase) for phrase in (next_word.FRANCE, next_word.SPAIN)]
    torch.testing.assert_close(
        models["unseen"].embedding.vectors, next_word.given_embedding().vectors, atol=1e-6, rtol=0
    )
    assert cosine_similarity(*contexts).item() == pytest.approx(0.907, abs=0.001)
