"""Every figure from a world that nobody made it for: no icons, no word of the article's, any scale, any language.

The whole sweep is ``python -m bench.own_worlds``; here each figure is drawn in one case of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from bench.own_worlds import COUNTS, LANGUAGES, SCALES, heads_world, plane_world, shot_of, tried
from rendering.plan.plan import plan_all
from rendering.request.settings import Changes
from rendering.request.shot import QUALITIES
from scenes import FIGURES, MODELS, load_figure
from scenes.article.embeddings.placed import by_chance
from scenes.errors import UserError
from scenes.parts.icons import Icon, ShadedIcon, has_icon
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT
from scenes.worlds import World, load_world
from tests.scenes.harness import run

OF_WORLDS = [name for name, entry in FIGURES.items() if entry.section != MODELS]
"""The figures that draw a world; the others draw a recording."""


@pytest.mark.parametrize(("place", "name"), list(enumerate(OF_WORLDS)))
def test_a_figure_of_a_foreign_world_neither_crashes_nor_lies(place: int, name: str) -> None:
    world = "heads" if load_figure(name).world_name == "colours" else "plane"
    case = SCALES[place % 3], COUNTS[place // 3 % 3], LANGUAGES[place % 2]
    result = tried(name, world, *case)
    assert result.outcome in {"drawn", "untidy", "refused"}, result.said


PLANES = {
    "attention-meaningful-embedding", "attention-generic-apple-embedding", "attention-apple-pulled-side-by-side",
    "attention-all-embeddings", "attention-all-dot-product", "attention-all-softmax", "attention-update-apple",
    "attention-apply-transformation", "attention-transform-axes", "attention-three-transformed-spaces",
    "attention-values-lin-comb", "attention-table-dot-products", "attention-table-softmax",
    "attention-table-weighted-sum", "attention-key-query-transformation-part-one",
    "attention-key-query-transformation-part-two", "attention-key-query-dp", "attention-table-kqv",
    "lesson-repeated-attention", "lesson-positions", "lesson-training",
    "lesson-polysemy", "lesson-embedding-directions",
}  # fmt: skip
"""The figures that draw the words' own plane."""

ANY = {
    "attention-random-embedding",
    "attention-asymmetric-forces",
    "lesson-masking",
    "lesson-parameter-count",
    "lesson-low-rank-value",
    "lesson-context-cost",
    "lesson-shared-heads",
    "lesson-scaled-dot-product",
    "lesson-cross-attention",
    "lesson-residual-stream",
    "lesson-multi-head",
    "lesson-tower",
}
"""The figures that write no vector out."""


FACTORED = {"lesson-queries-and-keys", "lesson-attention-pattern", "lesson-value-update"}
"""The figures whose queries, keys and values have two numbers, however many a word has."""


@pytest.mark.parametrize("name", OF_WORLDS)
def test_vectors_of_three_numbers_or_more_are_drawn_or_refused_by_name(name: str) -> None:
    def said(dimension: int) -> str:
        try:
            shot_of(name, heads_world(1.0, 5, dimension))
        except UserError as error:
            return str(error)
        return ""

    answers = {dimension: said(dimension) for dimension in (3, 40)}
    if name in PLANES:
        for dimension, answer in answers.items():
            assert f"draws a plane, so vectors need 2 numbers; the world's have {dimension}; give it two axes" in answer
    elif name in ANY:
        assert set(answers.values()) == {""}
    elif name in FACTORED:
        for dimension, answer in answers.items():
            assert f"[matrices].W_Q must be {dimension}×2 in this figure" in answer or "needs [matrices].W_Q" in answer
    else:
        assert answers[3] == ""
        assert "this figure writes vectors out" in answers[40] and "at most" in answers[40]


def told(name: str, scale: float) -> dict[str, str]:
    """Return a figure's captions by beat, drawn from a plane's world of nine words."""
    shot = shot_of(name, plane_world(scale, 9))
    return {each.beat.name: each.beat.caption for each in run(name, shot.parameters.model_dump(), shot.world).snapshots}


@pytest.mark.parametrize("scale", [1e-6, 1.0, 3000.0])
def test_the_most_similar_word_is_named_though_all_weights_read_alike(scale: float) -> None:
    """Dot products of 10⁻¹² make nine equal weights, those of 10⁷ one weight of 1 and eight of 0."""
    assert "“river” is most similar" in told("attention-all-dot-product", scale)["ranking"]


@pytest.mark.parametrize("scale", [1e-6, 3000.0])
def test_a_value_space_names_the_same_axes_at_any_scale(scale: float) -> None:
    def ends(scale: float) -> list[str]:
        shot = shot_of("attention-semantic-transformation", heads_world(scale, 9))
        _, *ends = run(shot.figure, shot.parameters.model_dump(), shot.world).figure.corners
        return [text.text for end in ends for text in end.get_family() if isinstance(text, Label)]

    assert ends(scale) == ends(1.0) != []


def test_captions_do_not_say_that_a_word_moves_when_it_stays() -> None:
    usual, huge = (told("attention-apple-pulled-side-by-side", scale) for scale in (1.0, 3000.0))
    assert "percent of the way" in usual["first-pull"] and "One word, two places" in usual["apart"]
    assert "“bank” stays where it is" in huge["first-pull"] and "in one place" in huge["apart"]
    spaces = told("attention-three-transformed-spaces", 3000.0)
    assert all("at one place" in spaces[beat] for beat in ("pull-A", "space-B"))


def test_numbers_by_chance_are_none_of_the_worlds() -> None:
    """A foreign world's own vectors mean something; chance draws others, as large, the same at every time."""
    name, content = "attention-random-embedding", plane_world(30.0, 9)
    shot = shot_of(name, content)
    numbers = load_figure(name).compute(shot.parameters, shot.world)
    again = load_figure(name).compute(shot.parameters, shot.world)
    assert torch.equal(numbers.vectors, again.vectors)
    known = [torch.tensor(row) for row in content["vectors"].values()]
    assert not any(torch.allclose(row, vector) for row in numbers.vectors for vector in known)
    assert 15 < float(numbers.vectors.abs().max()) < 30 * 3.3
    assert numbers.distances[1, 2] < numbers.distances[0, 1]
    article = load_world("random")
    own = load_figure(name).compute(load_figure(name).Parameters(), article)
    assert torch.equal(own.vectors, article.embedding().rows(("banana", "pear", "phone")))


def test_chance_depends_on_the_words_and_grows_with_the_world() -> None:
    first, second = by_chance(("a", "b", "c"), 1.0), by_chance(("a", "b", "d"), 1.0)
    assert not torch.equal(first, second)
    assert torch.allclose(by_chance(("a", "b", "c"), 1e-6), 1e-6 * first)


SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H30V20H0Z"/><circle cx="9" cy="9" r="4" fill="#fff"/></svg>'
)


def with_icon(svg: str) -> World:
    return World.model_validate(
        {"title": "", "axes": ["x", "y"], "vectors": {"zebra": [1, 2]}, "icons": {"zebra": svg}}
    )


def test_a_world_brings_its_own_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "bank.svg").write_text(SQUARE, encoding="utf-8")
    vectors = "bank = [1.6, 1.6]\nriver = [2.4, 0.2]\nlake = [2.8, 0.8]\nloan = [0.2, 2.4]\n"
    (tmp_path / "art" / "my.toml").write_text(
        'title = "t"\naxes = ["wet", "rich"]\nsubject = "bank"\n'
        '[families]\nwater = ["river", "lake"]\nmoney = ["loan"]\n'
        f'[icons]\nbank = "bank.svg"\n[vectors]\n{vectors}[phrases]\none = "river bank"\ntwo = "loan bank"\n',
        encoding="utf-8",
    )
    changes = Changes(world="art/my.toml").read()
    (shot,) = plan_all(["attention-generic-apple-embedding"], changes, QUALITIES["low"]).shots
    assert shot.world.icons == {"bank": SQUARE}
    drawn = run(shot.figure, shot.parameters.model_dump(), shot.world)
    icons = [piece for top in drawn.figure.mobjects for piece in top.get_family() if isinstance(piece, ShadedIcon)]
    assert {icon.word for icon in icons} == {"bank"}
    style = DEFAULT.for_world(shot.world)
    assert has_icon("bank", style) and not has_icon("river", style)
    icon = Icon("bank", "#ff0000", height=0.5, style=style)
    assert icon.width == pytest.approx(0.46) and icon.height == pytest.approx(0.46 * 2 / 3)
    changes = Changes(world="art/my.toml", assignments=("world.icons.river=art/bank.svg",)).read()
    (shot,) = plan_all(["attention-generic-apple-embedding"], changes, QUALITIES["low"]).shots
    assert set(shot.world.icons) == {"bank", "river"}


@pytest.mark.parametrize("word", ["apple", "bride", "laptop", "orange", "phone"])
def test_the_projects_icons_would_do_as_ones_own(word: str) -> None:
    svg = (Path(__file__).parents[2] / "assets" / "icons" / f"{word}.svg").read_text(encoding="utf-8")
    assert with_icon(svg).icons["zebra"] == svg


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ("<svg", "no SVG: unclosed token"),
        ("<html/>", 'no SVG: it begins with "html"'),
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + SQUARE, "declares a document type"),
        (SQUARE.replace("<path", "<script/><path"), "<script> is not drawn; allowed: path, circle, ellipse, rect, "),
        (SQUARE.replace("<path", '<path onclick="x"'), '<path> may not have "onclick"'),
        (SQUARE.replace("<path", '<path stroke="#000"'), '<path> may not have "stroke"'),
        (SQUARE.replace("<path", '<path fill="url(http://x)"'), 'fill must be "#000000" or'),
        (SQUARE.replace("M0 0", "M0 0" + "h1" * 12_000), "d of <path> is too long"),
        (SQUARE.replace("<path", "<path/>" * 60 + "<path"), "must have 1 to 60 shapes; got 62"),
        (SQUARE.replace("</svg>", " " * 64_000 + "</svg>"), "may have 64,000 characters; got 64,1"),
        (SQUARE.replace("<path", "<g>" * 9 + "<path/>" + "</g>" * 9 + "<path"), "nested too deeply"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "must have 1 to 60 shapes; got 0"),
    ],
)
def test_an_icon_is_plain_and_small(svg: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"\[icons\]\.zebra") as caught:
        with_icon(svg)
    assert said in str(caught.value)
