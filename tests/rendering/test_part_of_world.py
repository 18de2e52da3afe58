"""A figure is drawn from the part of its world that it shows; a change elsewhere does not cause it to be rendered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rendering.batch.produce import ProductionLine, Request
from rendering.cache.digest import Digests, digest
from rendering.cache.store import Store
from rendering.plan.own_world import computed
from rendering.plan.plan import plan, plan_all
from rendering.request.formats import Film
from rendering.request.settings import Changes, Settings
from rendering.request.shot import QUALITIES, Shot
from scenes import FIGURES, load_figure
from scenes.parameters import FigureParameters
from scenes.worlds import World, load_world, world_names
from tests.scenes.harness import Run, default_run, run

ROOT = Path(__file__).parents[2]

WITH_LANDMARKS = {
    "attention-generic-apple-embedding",
    "attention-apple-pulled-side-by-side",
    "attention-apply-transformation",
    "attention-transform-axes",
    "attention-values-lin-comb",
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
        "lesson-training",
    }
    assert rendered_anew("world.vectors.new=-0.8,0.9") == {
        "attention-generic-apple-embedding",
        "attention-apple-pulled-side-by-side",
        "attention-three-transformed-spaces",
        "attention-values-lin-comb",
        "attention-table-kqv",
        "lesson-training",
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
        "lesson-training",
    }


def test_every_figure_is_computed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order = list[str]()
    for name in FIGURES:
        figure = load_figure(name)

        def compute(parameters: Any, world: World, figure: Any = figure, real: Any = figure.compute) -> Any:
            order.append(figure.name)
            return real(parameters, world)

        monkeypatch.setattr(figure, "compute", compute)
    given = Changes(("world.matrices.M=[[1.1,0.7],[-0.7,0.5]]",)).read()  # claims are measured on numbers of the user's
    request = Request(("all",), given, QUALITIES["low"], Film(), tmp_path)
    ProductionLine(request, Store(tmp_path), lambda total: pytest.fail("nothing is made")).plan()
    assert order == list(FIGURES)
    order.clear()
    made = plan_all(["all"], Settings(), QUALITIES["low"])
    assert order == [shot.figure for shot in made.shots] == list(FIGURES)
    for shot in made.shots:
        again = load_figure(shot.figure).compute(shot.parameters, shot.world)
        assert digest(again) == digest(made.numbers[shot.figure])


@pytest.mark.parametrize("source", [*world_names(), *sorted(map(str, (ROOT / "tests/scenes/worlds").glob("*.toml")))])
def test_the_part_computes_the_same_as_the_whole(source: str) -> None:
    """A plan's numbers are those of the part."""
    world = load_world(source)
    made = plan_all(["all"], Changes(world=source).read(), QUALITIES["low"])
    differing = [
        shot.figure
        for shot in made.shots
        if digest(made.numbers[shot.figure]) != digest(load_figure(shot.figure).compute(shot.parameters, world))
    ]
    assert made.shots and not differing


class Apple(FigureParameters):
    def world_used(self, world: World) -> World:
        return world.only(["apple"])


@pytest.mark.parametrize(
    ("compute", "kept"),
    [
        (lambda matrices: None, set()),
        (lambda matrices: matrices["M"], {"M"}),
        (lambda matrices: "B" in matrices or "X" in matrices, {"B"}),
        (lambda matrices: list(matrices.values()), {"M", "B", "W"}),
        (lambda matrices: len(matrices), {"M", "B", "W"}),
    ],
)
def test_the_part_has_the_matrices_that_a_figure_looks_at(compute: Callable[[Any], object], kept: set[str]) -> None:
    world = World(
        title="t", axes=("a",), vectors={"apple": (1.0,), "pear": (2.0,)}, matrices=dict.fromkeys("MBW", ((1.0,),))
    )
    figure: Any = SimpleNamespace(
        compute=lambda parameters, world: (compute(world.matrices), sum(world.vectors["apple"]))
    )
    numbers, part = computed(figure, Apple(), world)
    assert numbers[1] == 1.0
    assert set(part.vectors) == {"apple"} and set(part.matrices) == kept

    greedy: Any = SimpleNamespace(compute=lambda parameters, world: world.vectors["pear"])
    assert computed(greedy, Apple(), world) == ((2.0,), world)


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
