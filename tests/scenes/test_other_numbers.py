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
    str(WORLDS / "jaguar.toml"): ("the jaguar is a fast car on the road",),
    str(WORLDS / "mercury.toml"): ("venus and mars and mercury",),
}

COLOURED = {
    "colours": (
        "ate banana and apple",
        "I got a new green phone from red apple",
        "I ate an orange and pear and an apple",
    ),
    str(WORLDS / "bat.toml"): ("saw a black bat",),
    str(WORLDS / "crane.toml"): ("small digger and the tall lorry lifted the crane",),
}
"""For figures whose world has a third axis and the matrices of two heads."""

OTHERS = {"colours": COLOURED}
"""The worlds and phrases to try, by the world that a figure takes by default; ``PHRASES`` for all the rest."""


def takes_a_phrase(name: str) -> bool:
    return {"phrase", "word"} <= set(load_figure(name).Parameters.model_fields)


CASES = [
    pytest.param(name, world, phrase, id=f"{name}-{Path(world).stem}: {phrase}")
    for name in FIGURES
    if takes_a_phrase(name)
    for world, phrases in OTHERS.get(load_figure(name).world_name, PHRASES).items()
    for phrase in phrases
]


@pytest.mark.parametrize(("name", "world", "phrase"), CASES)
def test_other_phrases_and_worlds(name: str, world: str, phrase: str) -> None:
    chosen = load_world(world)
    result = run(name, {"phrase": phrase, "word": chosen.subject}, chosen)
    for snapshot in result.snapshots:
        assert problems(snapshot, result.figure.stage) == [], snapshot.beat.name
        assert [(shown, read) for _, shown, read in snapshot.numbers if shown != read] == []
    assert unknown_numbers(result) == []
