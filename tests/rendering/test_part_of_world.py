"""A figure is drawn from the part of its world that it shows, so a change elsewhere does not render it anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rendering.cache.digest import Digests
from rendering.plan.plan import plan
from rendering.request.settings import Changes, Settings
from rendering.request.shot import QUALITIES, Shot
from scenes import load_figure
from scenes.worlds import load_world
from tests.scenes.harness import Run, default_run, run

WITH_LANDMARKS = {
    "attention-generic-apple-embedding",
    "attention-apple-pulled-side-by-side",
    "attention-apply-transformation",
    "attention-transform-axes",
    "attention-three-transformed-spaces",
}

OTHERS = {
    "attention-all-embeddings",
    "attention-key-query-dp",
    "attention-asymmetric-forces",
    "attention-semantic-transformation",
}
"""Figures that see less of their world in other ways."""


def shots(*assignments: str) -> list[Shot]:
    return plan(["all"], Changes(assignments).read(), QUALITIES["low"])


Anew = Callable[..., set[str]]


@pytest.fixture(scope="module")
def rendered_anew() -> Anew:
    digests = Digests()
    before = {shot.figure: digests.of_shot(shot) for shot in shots()}

    def differing(*assignments: str) -> set[str]:
        return {shot.figure for shot in shots(*assignments) if digests.of_shot(shot) != before[shot.figure]}

    return differing


def test_a_changed_vector_renders_anew_the_figures_that_show_the_word(rendered_anew: Anew) -> None:
    assert rendered_anew("world.vectors.pear=2.9,0.9") == WITH_LANDMARKS | {
        "attention-meaningful-embedding",
        "attention-random-embedding",
    }
    assert rendered_anew("world.vectors.new=-0.8,0.9") == {
        "attention-generic-apple-embedding",
        "attention-apple-pulled-side-by-side",
        "attention-three-transformed-spaces",
    }
    assert rendered_anew("world.vectors.bride=0.5,2") == {
        "attention-asymmetric-forces",
        "attention-key-query-transformation-part-one",
        "attention-key-query-transformation-part-two",
    }
    assert rendered_anew("world.vectors.sun=-1.7,1,0.9") == {
        "attention-predict",
        "attention-classification",
        "attention-similar-classification",
    }


def test_a_changed_matrix_renders_anew_the_figures_that_use_it(rendered_anew: Anew) -> None:
    assert rendered_anew("world.matrices.B=[[0.8,0.6],[0.6,0.9]]") == {"attention-three-transformed-spaces"}
    assert rendered_anew("world.matrices.W_V=[[1.2,-0.5],[-0.5,1.1]]") == {
        "attention-values-lin-comb",
        "attention-table-kqv",
    }


def ink(made: Run) -> list[object]:
    """All that is on the frame at the end of every beat."""
    return [
        (each.beat.caption, [(text.says, text.box) for text in each.texts], each.numbers, each.tips, each.ink)
        for each in made.snapshots
    ]


@pytest.mark.parametrize("name", sorted(WITH_LANDMARKS | OTHERS))
def test_the_part_draws_the_same_as_the_whole(name: str) -> None:
    (shot,) = plan([name], Settings(), QUALITIES["low"])
    whole = load_world(load_figure(name).world_name)
    assert shot.world != whole
    assert ink(run(name, None, shot.world)) == ink(default_run(name))


def test_figures_that_learn_from_all_phrases_see_the_whole_world() -> None:
    (shot,) = plan(["attention-predict"], Settings(), QUALITIES["low"])
    assert shot.world == load_world("next-word")
