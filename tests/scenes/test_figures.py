"""Every figure, run once for each frame and each set of numbers; a run is asked for all that must hold of it.

Frames, themes, languages and numbers are not tried in every combination. A figure is run as it comes, in larger type,
in the other frames (which share out the other themes and the other language, see ``framed_style``), and with numbers of
another phrase and of another world: the figures take turns with these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scenes import FIGURES, load_figure
from scenes.claims import claims_of
from scenes.language import ENGLISH, language_codes
from scenes.style import LARGEST_TYPE, THEMES, Style
from scenes.worlds import load_world
from tests.scenes.faults import faint, faults
from tests.scenes.harness import Run, default_run, framed_run, framed_style, own_frame, run

WORLDS = Path(__file__).parent / "worlds"
LONGEST = {
    "attention-predict": 35,
    "attention-classification": 37,
    "attention-similar-classification": 37,
    "attention-all-dot-product": 37,
    "attention-all-softmax": 34,
    "attention-apple-pulled-side-by-side": 27,
    "attention-all-embeddings": 34,
    "attention-update-apple": 34,
    "attention-table-dot-products": 37,
    "attention-table-softmax": 31,
    "attention-table-weighted-sum": 35,
    "attention-apply-transformation": 33,
    "attention-transform-axes": 34,
    "attention-three-transformed-spaces": 38,
    "attention-values-lin-comb": 40,
    "attention-table-kqv": 36,
    "attention-semantic-transformation": 22,
    "attention-grammatical-transformation": 32,
    "attention-multi-head-projection": 35,
    "attention-key-query-transformation-part-one": 32,
    "attention-key-query-transformation-part-two": 35,
    "attention-key-query-dp": 39,
    "lesson-queries-and-keys": 32,
    "lesson-masking": 38,
    "lesson-positions": 34,
    "lesson-scaled-dot-product": 27,
    "lesson-attention-pattern": 36,
    "model-apple-by-layer": 26,
    "model-heads": 41,
    "lesson-embedding-directions": 34,
    "lesson-repeated-attention": 32,
    "lesson-residual-stream": 36,
    "lesson-cross-attention": 35,
    "lesson-value-update": 28,
    "lesson-polysemy": 32,
    "lesson-training": 30,
    "lesson-tower": 30,
    "lesson-multi-head": 41,
    "lesson-context-cost": 39,
    "lesson-parameter-count": 36,
    "lesson-shared-heads": 29,
    "lesson-low-rank-value": 29,
    "model-next-word": 36,
}
"""Seconds, where a figure tells what several others told, takes one step slowly before it is done for all, says that
its scale changes, turns to one word after the other, gives three answers and compares them, or leaves one result alone
at the end."""

ON_STAGE = list(FIGURES)[:26]
"""The figures on whose stage type and marks are dimmed no further than they can be told from their ground."""


def seen_faults(name: str, made: Run) -> list[str]:
    """Return the faults of a run; on the stage, what is hardly seen is one."""
    return faults(made) + (faint(made) if name in ON_STAGE else [])


def other_frames() -> list[tuple[str, str]]:
    """Return figures with frames: each is run upright, and in a frame between wide and upright."""
    return [(name, frame) for name in FIGURES for frame in ("9:16", own_frame(name))]


# --- As they come, and in other frames ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIGURES)
def test_figure_as_it_comes(name: str) -> None:
    made = default_run(name)
    assert seen_faults(name, made) == []
    assert any(snapshot.numbers for snapshot in made.snapshots), "it shows nothing that was computed"
    beats = [snapshot.beat for snapshot in made.snapshots]
    assert len({beat.name for beat in beats}) == len(beats)
    for beat in beats:
        assert beat.caption[0].isupper() or not beat.caption[0].isalpha()
        assert beat.caption[-1] in ".?!"
        assert beat.end >= beat.start
    if FIGURES[name].kind == "video":
        assert 8 <= beats[-1].end <= LONGEST.get(name, 25)


@pytest.mark.parametrize("name", FIGURES)
def test_claims_hold(name: str) -> None:
    figure = default_run(name).figure
    assert claims_of(name)
    measured = {claim.statement: claim.measure(figure.numbers, figure.world) for claim in claims_of(name)}
    assert [(statement, verdict.said) for statement, verdict in measured.items() if not verdict.holds] == []
    assert all(verdict.said for verdict in measured.values())


@pytest.mark.parametrize(("name", "frame"), other_frames())
def test_figure_in_another_frame(name: str, frame: str) -> None:
    made = framed_run(name, frame)
    assert seen_faults(name, made) == []
    if made.figure.style.language.code != ENGLISH:
        english = {beat.caption for beat in default_run(name).figure.beats}
        assert english.isdisjoint(snapshot.beat.caption for snapshot in made.snapshots)
        values = type(made.figure).alternative_values(made.figure.numbers)
        assert made.figure.style.language.text(f"{name}.alternative", values)


@pytest.mark.parametrize("name", FIGURES)
def test_figure_in_larger_type(name: str) -> None:
    made = run(name, style=Style.of(type_scale=LARGEST_TYPE))
    assert faults(made) == []
    larger, usual = (
        [text.cap_height for snapshot in each.snapshots for text in snapshot.texts]
        for each in (made, default_run(name))
    )
    assert sum(larger) / len(larger) > sum(usual) / len(usual)


def test_every_figure_meets_every_theme_and_language() -> None:
    for name in FIGURES:
        styles = [framed_style(name, frame) for frame in ("16:9", "9:16", own_frame(name))]
        assert {style.theme.name for style in styles} == set(THEMES)
        assert {style.language.code for style in styles} == set(language_codes())


# --- With other numbers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A figure with numbers of one's own: a world, changes to it, and parameters."""

    figure: str
    world: str
    given: dict[str, Any] = field(default_factory=dict)
    changes: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        said = [*(f"{key}={value}" for key, value in self.given.items()), *map(str, self.changes.values())]
        return f"{self.figure}-{Path(self.world).stem}: {', '.join(said)}"

    def run(self) -> Run:
        return run(self.figure, self.given, load_world(self.world, self.changes))


BAT, CAR, CRANE, JAGUAR, MERCURY = (
    str(WORLDS / f"{name}.toml") for name in ("bat", "car", "crane", "jaguar", "mercury")
)
PHRASES = {
    "article": {
        "article": ("ate banana and apple", "I ate an orange and pear and an apple"),
        JAGUAR: ("the jaguar is a fast car on the road",),
        MERCURY: ("venus and mars and mercury",),
    },
    "colours": {
        "colours": ("ate banana and apple", "I got a new green phone from red apple"),
        BAT: ("saw a black bat",),
        CRANE: ("small digger and the tall lorry lifted the crane",),
    },
    "creature": {
        "creature": ("fluffy blue creature", "a verdant fluffy blue creature roamed the blue forest"),
        CAR: ("a sleek red car passed",),
    },
}
"""The shortest and the longest phrases, by the world that a figure takes by default, and by the world they are from.

Figures of the world of colours need a third axis and the matrices of two heads.
"""


def takes_a_phrase(name: str) -> bool:
    return {"phrase", "word"} <= set(load_figure(name).Parameters.model_fields)


def phrase_of(place: int, name: str) -> Case:
    """Return a figure's case: figures take turns with the shortest phrase, the longest one, and the other worlds."""
    (own, phrases), *others = PHRASES[load_figure(name).world_name].items()
    kind, other = (place + 1) % 3, place // 3 % len(others)
    world, (phrase, *_) = others[other] if kind == 2 else (own, phrases[kind:])
    return Case(name, world, {"phrase": phrase, "word": load_world(world).subject})


PREDICT, CHOOSE, SIMILAR = "attention-predict", "attention-classification", "attention-similar-classification"
APPLY, AXES = "attention-apply-transformation", "attention-transform-axes"
THREE = "attention-three-transformed-spaces"
PAIRS = (
    "attention-asymmetric-forces",
    "attention-key-query-transformation-part-one",
    "attention-key-query-transformation-part-two",
)
OTHERS = [
    Case(PREDICT, "next-word", {"phrase": "the sun is a"}),
    Case(PREDICT, "next-word", {"phrase": "the capital of France is once upon a"}),
    Case(PREDICT, "article", {"phrase": "I ate a banana and an"}),
    Case(CHOOSE, "next-word", {"phrase": "the capital of Spain is"}),
    Case(CHOOSE, "next-word", {"phrase": "the capital of France is once upon a", "rows": 3}),
    Case(CHOOSE, "article", {"phrase": "I got a new phone from"}),
    Case(SIMILAR, "next-word", {"seen": "once upon a time", "unseen": "the sun is a"}),
    Case(SIMILAR, "article", {"seen": "I ate a banana", "unseen": "I got a phone"}),
    Case(SIMILAR, "article", {"seen": "fruit", "unseen": "tech"}),
    *(phrase_of(place, name) for place, name in enumerate(filter(takes_a_phrase, FIGURES))),
    Case(APPLY, JAGUAR),
    Case(AXES, MERCURY),
    *(Case(AXES, "article", {"vector": vector}) for vector in ((1, 2), (-2, 1.5), (3, 0))),
    Case(THREE, "article", {"first_phrase": "ate banana and apple", "second_phrase": "a tablet from apple"}),
    Case(THREE, "article", {"first_phrase": "I ate an orange and pear and an apple"}),
    Case(THREE, JAGUAR, {"word": "jaguar"}),
    *(
        Case(name, "bride-and-ring", {}, changes)
        for name in PAIRS
        for changes in (
            {"vectors": {"bride": [1.5, 1.0], "ring": [0.5, 2.5]}},
            {"vectors": {"bride": [-0.3, 2.2], "ring": [1.2, 1.6]}, "matrices": {"W_K": [[0.5, 0.2], [0.4, 1.0]]}},
            {"vectors": {"bride": [12.0, 31.0], "ring": [25.0, 4.0]}},
        )
    ),
]


@pytest.mark.parametrize("case", OTHERS, ids=str)
def test_figure_with_other_numbers(case: Case) -> None:
    made = case.run()
    assert faults(made) == []
    if case.changes:
        assert made.figure.numbers.vectors.tolist() != default_run(case.figure).figure.numbers.vectors.tolist()


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
def test_a_claim_is_false_of_other_numbers(name: str, changes: dict[str, Any], statement: str) -> None:
    figure, world = load_figure(name), load_world("article", changes)
    (claim,) = [claim for claim in claims_of(name) if claim.statement == statement]
    assert not claim.measure(figure.compute(figure.Parameters(), world), world).holds
