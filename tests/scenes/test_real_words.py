"""Worlds of real words: the cut, the planes, the places, and figures drawn from them."""

from __future__ import annotations

import hashlib
import random
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from attnmath import attend
from bench.own_worlds import lies
from rendering.commands.command_line import main
from rendering.plan.plan import plan, plan_all
from rendering.request.settings import Changes
from rendering.request.shot import QUALITIES
from scenes.errors import UserError
from scenes.real_words import plane_names, real_words, word_plane, words_world
from scenes.worlds import World, make_world
from tests.scenes.faults import layout_faults
from tests.scenes.harness import run

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "assets" / "words"
OWN = "money: cash loan deposit; river: water shore stream"
BANK = "I sat on the bank of the river"


def world_of(axes: str | None = None, *phrases: str, scale: float = 2.5) -> World:
    return make_world(words_world(word_plane(axes, phrases), scale), "real words")


@pytest.mark.parametrize("name", ["words.txt", "vectors.npy", "scales.npy", "mean.npy"])
def test_the_cut_is_the_one_whose_digest_is_written_down(name: str) -> None:
    digest = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
    assert f"{digest}  {name}" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_cut_holds_fifty_thousand_words() -> None:
    table = real_words()
    assert len(table.words) == len(set(table.words)) == 50_000
    assert table.rows(["apple", "smartphone", "verdant"]).shape == (3, 50)
    assert [table.find(word) for word in ("I", "Apple!", "“don’t”", "xqzzy")] == ["i", "apple", None, None]


@pytest.mark.parametrize("name", plane_names())
def test_a_plane_that_comes_along(name: str) -> None:
    plane, table = word_plane(name), real_words()
    seeds, held_out = ([*sum(part.values(), ())] for part in (plane.seeds, plane.held_out))
    assert [len(words) for words in (*plane.seeds.values(), *plane.held_out.values())] == [8, 8, 10, 10]
    assert [word for word in (*seeds, *held_out, plane.subject) if table.find(word) != word] == []
    assert "/".join(plane.seeds) == name
    world = world_of(name)
    assert not set(seeds) & {word.lower() for word in world.vectors}, "a seed may not show its own place"
    assert all(plane.subject in world.words_of(phrase) for phrase in plane.phrases)


def test_places_are_the_oblique_projection_by_least_squares() -> None:
    words = (FOLDER / "words.txt").read_text(encoding="utf-8").split()
    vectors, scales, mean = (np.load(FOLDER / f"{name}.npy") for name in ("vectors", "scales", "mean"))

    def row(word: str) -> np.ndarray:
        place = words.index(word.lower())
        return np.float64(vectors[place]) * scales[place] - mean

    content = tomllib.loads((FOLDER / "planes" / "animal-machine.toml").read_text(encoding="utf-8"))
    directions = np.stack([np.mean([row(word) for word in seeds], axis=0) for seeds in content["seeds"].values()])
    world = world_of("animal/machine", scale=2.0)
    for word, place in world.vectors.items():
        solved = np.linalg.lstsq(directions.T, row(word), rcond=None)[0]
        np.testing.assert_allclose(place, 2.0 * solved, atol=0.0051)


def test_the_plane_is_an_exact_shadow() -> None:
    """Attention in 50 numbers, then projected, is the same weights on projected words."""
    table, axes = real_words(), word_plane("fruit/device").axes()
    x = table.rows(["i", "ate", "a", "banana", "and", "an", "apple"])
    step = attend(x, scaled=True)
    torch.testing.assert_close(axes.places(step.output), step.weights @ axes.places(x), atol=1e-12, rtol=0)


def test_two_mice_part() -> None:
    world = world_of("animal/machine")

    def moved(phrase: str) -> torch.Tensor:
        x = world.embedding().rows(words := world.words_of(phrase))
        place = words.index("mouse")
        return attend(x).output[place] - x[place]

    first, second = moved("animal"), moved("machine")
    assert first[0] > 0 > first[1] and second[0] < 0 < second[1]


def test_words_of_the_phrase_are_no_seeds() -> None:
    plane = word_plane("fruit/device", ["she ate a Cherry and an apple"])
    assert "cherry" not in plane.seeds["fruit"] and len(plane.seeds["fruit"]) == 7
    assert "cherry" in word_plane("fruit/device").seeds["fruit"]


def test_own_axes_choose_subject_and_landmarks() -> None:
    world = world_of(OWN, BANK, "the Bank gave me money")
    assert (world.axes, world.subject) == (("money", "river"), "bank")
    assert list(world.phrases.values()) == [BANK, "the Bank gave me money"]
    assert {len(words) for words in world.families.values()} == {3}
    assert world.made_from is not None and set(world.made_from.separation.values()) == {1.0}
    assert world.made_from.lines == (
        "Words: GloVe 6B, 50 numbers a word (Pennington, Socher and Manning, 2014); the axes are made from words that "
        "are not shown.",
        "money = the mean of cash, loan, deposit",
        "river = the mean of water, shore, stream",
        "How well the axes separate other words (AUC: 1 is best, 0.5 is chance): money 1.00, river 1.00, on each seed, "
        "held out in turn.",
        "Scale: the seeds of an axis lie 2.5 from the origin, which is the mean word of running text.",
    )


@pytest.mark.parametrize(
    "changes, message",
    [
        (
            {"axes": "fruit/devise"},
            'unknown plane "fruit/devise"; did you mean "fruit/device"?, or give seeds, as in --axes "money: cash loan '
            'deposit; river: water shore stream"',
        ),
        (
            {"axes": "a: b"},
            f'--axes takes two names with seeds, as in "{OWN}"; got "a: b"',
        ),
        (
            {"axes": "money: cash; river: water shore", "phrases": (BANK,)},
            'the axis "money" needs a name of at most 48 letters and 2 to 40 seeds; got 1',
        ),
        (
            {"axes": "money: cash loan; river: cash shore", "phrases": (BANK,)},
            '"cash" is a seed of both axes; leave it out of one',
        ),
        (
            {"axes": "money: cash lone bank; river: rivr shore", "phrases": (BANK,)},
            'unknown word "rivr" in the axis river: it is none of the 50,000 words; did you mean "river" or "rivers" '
            'or "rivero"?',
        ),
        ({"axes": OWN}, f'axes of your own need a phrase, as in --phrase "{BANK}"'),
        (
            {"axes": "money: cash loan; river: river shore", "phrases": (BANK,)},
            "the axis river needs at least 2 seeds that are not in the phrase; got 1",
        ),
        ({"words": True, "phrases": ("a",) * 3}, "a plane of real words shows at most 2 phrases; got 3"),
        ({"words": True, "scale": 50.0}, "--scale must be 0.1 to 20; got 50"),
        (
            {"words": True, "world": "article"},
            "--world is a world of its own; give it without --words, --axes and --scale",
        ),
        ({"phrases": ("a", "b")}, "--phrase takes one phrase, and two with --words; got 2"),
    ],
)
def test_mistakes_are_one_line(changes: dict, message: str) -> None:
    with pytest.raises(UserError) as caught:
        Changes(**changes).read()
    assert str(caught.value) == message


def test_unknown_words_are_spelled_or_filled() -> None:
    name, phrase = "attention-update-apple", "I ate a bananna and an apple"
    with pytest.raises(UserError) as caught:
        plan([name], Changes(words=True, phrases=(phrase,)).read(), QUALITIES["low"])
    assert str(caught.value) == (
        'unknown word "bananna" in the phrase: it is none of the 50,000 words; did you mean "banana" or "bananas" or '
        '"xanana"?; --fill places what has no vector near the origin'
    )
    (shot,) = plan([name], Changes(words=True, phrases=(phrase,), fill=True).read(), QUALITIES["low"])
    assert 0 < sum(number**2 for number in shot.world.vectors["bananna"]) < 0.2


def test_a_written_world_draws_the_same(tmp_path: Path) -> None:
    file, given = tmp_path / "bank.toml", ["--axes", OWN, "--phrase", BANK]
    assert CliRunner().invoke(main, ["new-world", str(file), *given]).exit_code == 0
    names = ["attention-update-apple", "attention-key-query-dp", "attention-table-dot-products"]
    typed = plan(names, Changes(axes=OWN, phrases=(BANK,)).read(), QUALITIES["low"])
    written = plan(names, Changes(world=str(file), phrases=(BANK,)).read(), QUALITIES["low"])
    assert [(shot.world, shot.parameters) for shot in typed] == [(shot.world, shot.parameters) for shot in written]


def test_check_puts_the_articles_measurement_beside_a_softer_one() -> None:
    result = CliRunner().invoke(main, ["check", "attention-all-embeddings", "--words"])
    assert result.output == (
        "attention-all-embeddings\n"
        "  ✗ One other word pulls clearly, the rest next to nothing: banana 0.17, then ate 0.068\n"
        "    (in the article's own world: banana 0.28, then I 0.002)\n"
        "  ✓ The words that hardly pull are farther away than the one that does: 1.62 < 1.69\n"
        "    (in the article's own world: 1.61 < 2.92)\n"
        "2 claims: 1 is not true\n"
    )
    assert result.exit_code == 1


def test_the_page_is_up_to_date() -> None:
    page = ROOT / "docs" / "real-words.md"
    text = page.read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "docs" / "make_words.py"))["page"](text) == text
    assert [text.count(f"| {verdict} |") for verdict in ("yes", "hardly", "no")] == [13, 7, 0]


def test_nothing_is_read_before_real_words_are_asked_for() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import rendering.plan.plan, sys; print('scenes.real_words' in sys.modules)"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said == "False\n"


FIGURES = (
    "attention-generic-apple-embedding", "attention-apple-pulled-side-by-side", "attention-all-embeddings",
    "attention-all-dot-product", "attention-all-softmax", "attention-update-apple", "attention-table-dot-products",
    "attention-table-softmax", "attention-table-weighted-sum", "attention-three-transformed-spaces",
    "attention-key-query-dp", "attention-table-kqv",
)  # fmt: skip


def random_phrases(chance: random.Random, plane: str) -> tuple[str, str]:
    """Return two phrases of 4 to 9 frequent words, both with the plane's subject."""
    seeds = {word for words in word_plane(plane).seeds.values() for word in words}
    common = [word for word in real_words().words[:3000] if word not in seeds and re.fullmatch("[a-z]{1,9}", word)]
    subject = word_plane(plane).subject
    told = [[*chance.sample(common, chance.randint(3, 8)), subject] for _ in range(2)]
    for words in told:
        chance.shuffle(words)
    return " ".join(map(str, told[0])), " ".join(map(str, told[1]))


CROWDED = {10, 20}
"""Phrases so many of whose words lie near each other that a name touches a tick, an arrow or the frame's margin."""


@pytest.mark.parametrize("number", range(30))
def test_random_phrases_lay_themselves_out(number: int) -> None:
    chance, name = random.Random(number), FIGURES[number % len(FIGURES)]
    axes = plane_names()[number % len(plane_names())]
    settings = Changes(axes=axes, phrases=random_phrases(chance, axes)).read()
    planned = plan_all([name], settings, QUALITIES["low"])
    (shot,) = planned.shots
    drawn = run(name, shot.parameters.model_dump(), shot.world)
    assert [said for said in lies(shot, drawn) if "speaks of" not in said] == []
    faults = [fault for each in drawn.snapshots for fault in layout_faults(each, drawn.figure.stage)]
    assert bool(faults) == (number in CROWDED), faults
    assert not any(" and " in fault for fault in faults), "no text lies on another"
