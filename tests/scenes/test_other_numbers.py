"""Figures that take a phrase work with other phrases and in other worlds."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes import FIGURES, load_figure
from scenes.worlds import load_world
from tests.scenes.harness import run
from tests.scenes.test_layout import problems
from tests.scenes.test_readback import unknown_numbers

WORLDS = Path(__file__).parent / "worlds"

PHRASES = {
    "article": (
        "ate banana and apple",
        "I got a new laptop and an apple",
        "I ate an orange and pear and an apple",
    ),
    str(WORLDS / "jaguar.toml"): ("a lion saw the jaguar", "the jaguar is a fast car on the road"),
    str(WORLDS / "mercury.toml"): ("venus and mars and mercury", "mercury is a metal as iron and zinc are"),
}

CASES = [(world, phrase) for world, phrases in PHRASES.items() for phrase in phrases]


def takes_a_phrase(name: str) -> bool:
    return {"phrase", "word"} <= set(load_figure(name).Parameters.model_fields)


@pytest.mark.parametrize(("world", "phrase"), CASES, ids=[f"{Path(world).stem}: {phrase}" for world, phrase in CASES])
@pytest.mark.parametrize("name", [name for name in FIGURES if takes_a_phrase(name)])
def test_other_phrases_and_worlds(name: str, world: str, phrase: str) -> None:
    chosen = load_world(world)
    result = run(name, {"phrase": phrase, "word": chosen.subject}, chosen)
    for snapshot in result.snapshots:
        assert problems(snapshot, result.figure.stage) == [], snapshot.beat.name
        assert [(shown, read) for _, shown, read in snapshot.numbers if shown != read] == []
    assert unknown_numbers(result) == []
