"""A user's own world: written with comments, given to every figure, with words that have no vector."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rendering.plan.new_world import write_new_world
from rendering.plan.plan import Plan, plan_all
from rendering.request.settings import Changes
from rendering.request.shot import QUALITIES, Shot
from scenes import FIGURES
from scenes.errors import UserError
from scenes.reading import read_world, world_names
from scenes.worlds import near_origin

WORLDS = Path(__file__).parents[1] / "scenes" / "worlds"
JAGUAR = str(WORLDS / "jaguar.toml")
SOFTMAX = "attention-all-softmax"


def planned(*names: str, **changes: object) -> Plan:
    return plan_all(names, Changes(**changes).read(), QUALITIES["low"])  # type: ignore[arg-type]


def shot(name: str, **changes: object) -> Shot:
    (only,) = planned(name, **changes).shots
    return only


def refusal(*names: str, **changes: object) -> str:
    with pytest.raises(UserError) as caught:
        planned(*names, **changes)
    return str(caught.value)


# --- The file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", world_names())
def test_written_world_is_the_same_and_says_what_it_is(name: str, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    write_new_world(path, name)
    text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == read_world(name)
    for block in text.split("\n\n"):  # what is given is under a comment
        assert block.startswith("# "), block
    assert f"--world {path.name} " in text


def test_nothing_is_overwritten_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("my.toml")
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        write_new_world(path, "article")
    assert str(caught.value) == '"my.toml" is there already; --force replaces it, and what is in it is lost'
    assert path.read_text(encoding="utf-8") == "mine"
    write_new_world(path, "article", force=True)
    assert tomllib.loads(path.read_text(encoding="utf-8"))["subject"] == "apple"
    path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    write_new_world(Path("copy.toml"), "my.toml")
    assert Path("copy.toml").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    path.write_text("title = 'fruits'\n", encoding="utf-8")
    with pytest.raises(UserError, match='^world "my.toml": axes is missing'):
        write_new_world(Path("copy.toml"), "my.toml", force=True)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    for path, source, message in (
        ("my.txt", "article", 'a world\'s file ends in .toml; got "my.txt"'),
        ("my.toml", "artikel", 'unknown world "artikel"; did you mean "article"?'),
    ):
        with pytest.raises(UserError) as caught:
            write_new_world(Path(path), source)
        assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []


# --- Drawing from it ----------------------------------------------------------------------------------------------


def test_what_plays_the_same_part_takes_the_place_of_a_default() -> None:
    pulled = shot(SOFTMAX, world=JAGUAR)
    assert pulled.parameters.model_dump() == {"phrase": "fruit", "word": "jaguar"}
    assert set(pulled.world.vectors) <= set(read_world(JAGUAR)["vectors"])
    three = shot("attention-meaningful-embedding", world=JAGUAR)
    assert three.parameters.model_dump() == {"words": ("lion", "leopard", "car")}
    given = shot(SOFTMAX, world=JAGUAR, phrases=("a lion saw a car",), assignments=("word=car",))
    assert given.parameters.model_dump() == {"phrase": "a lion saw a car", "word": "car"}


def test_a_phrase_of_another_name_stands_in_the_same_place(tmp_path: Path) -> None:
    text = Path(JAGUAR).read_text(encoding="utf-8")
    path = tmp_path / "other.toml"
    path.write_text(text.replace("fruit =", "zoo =").replace("tech =", "street ="), encoding="utf-8")
    two = shot("attention-apple-pulled-side-by-side", world=str(path))
    assert two.parameters.model_dump() == {"word": "jaguar", "left_phrase": "zoo", "right_phrase": "street"}
    path.write_text(path.read_text(encoding="utf-8").replace("street =", "# street ="), encoding="utf-8")
    assert refusal("attention-apple-pulled-side-by-side", world=str(path)) == (
        'attention-apple-pulled-side-by-side: right_phrase is the phrase "tech" unless given; '
        'the world has the phrases: zoo; add one to [phrases], or give --set right_phrase="…"'
    )


@pytest.mark.parametrize(
    ("name", "world", "message"),
    [
        (
            "attention-key-query-dp",
            str(WORLDS / "bat.toml"),
            "this figure draws a plane, so vectors need 2 numbers; the world's have 3; give it two axes and each word "
            "two numbers, or draw a figure without a plane, such as lesson-masking",
        ),
        (
            "attention-semantic-transformation",
            "article",
            "this figure needs [matrices].W_Q_0 (2×2) in the world; it has: W_Q, W_K, M, B, C, W_V; "
            "add it there, or give --set world.matrices.W_Q_0=1,0,0,1",
        ),
        (
            "attention-key-query-transformation-part-one",
            "colours",
            "this figure draws a plane, so vectors need 2 numbers; the world's have 3; give it two axes and each word "
            "two numbers, or draw a figure without a plane, such as lesson-masking",
        ),
        (
            SOFTMAX,
            "random",
            'phrase is the phrase "fruit" unless given; the world has the phrases: none; '
            'add one to [phrases], or give --set phrase="…"',
        ),
    ],
)
def test_what_a_world_lacks_is_one_line(name: str, world: str, message: str) -> None:
    assert refusal(name, world=world) == f"{name}: {message}"


def test_all_leaves_out_what_a_world_cannot_draw_and_says_why() -> None:
    plan = planned("all", world="article")
    assert len(plan.shots) + len(plan.skipped) == len(FIGURES)
    assert set(plan.skipped) == {
        "attention-semantic-transformation",
        "attention-grammatical-transformation",
        "attention-multi-head-projection",
        "lesson-embedding-directions",
    }
    for reason in plan.skipped.values():
        assert "give --set " in reason, reason


def test_parts_are_played_by_words_of_the_world() -> None:
    """No bride, no ring, no phrase named "france": every figure finds words of the world that fit it."""
    for name in ("attention-asymmetric-forces", "attention-key-query-transformation-part-two"):
        pair = shot(name, world=JAGUAR)
        words = tuple(pair.parameters.model_dump().values())
        assert set(words) <= set(read_world(JAGUAR)["vectors"]) and len(set(words)) == 2
    beginning = shot("attention-predict", world=JAGUAR).parameters.model_dump()
    assert beginning == {"phrase": "a lion saw the"}
    with_pair = shot("attention-asymmetric-forces", world="bride-and-ring")
    assert with_pair.parameters.model_dump() == {"first": "bride", "second": "ring"}


@pytest.mark.parametrize("phrase", ["a lion saw the car", "A lion saw the CAR."])
def test_a_phrase_without_the_default_word_is_told_of_another(phrase: str) -> None:
    assert shot(SOFTMAX, world=JAGUAR, phrases=(phrase,)).parameters.word == "car"  # type: ignore[attr-defined]


def test_a_phrase_for_all_goes_to_the_figures_whose_world_has_its_words() -> None:
    plan = planned("all", phrases=("I ate a pear and an apple",))
    phrases = {each.figure: getattr(each.parameters, "phrase", "") for each in plan.shots}
    assert phrases[SOFTMAX] == "I ate a pear and an apple"
    assert phrases["attention-asymmetric-forces"] == ""
    assert set(plan.skipped) == {
        "attention-predict",
        "attention-classification",
        "lesson-queries-and-keys",
        "lesson-attention-pattern",
        "lesson-value-update",
    }


def test_a_slip_that_every_figure_trips_over_skips_none() -> None:
    line = refusal("all", phrases=("I ate a peer and an apple",))
    assert line.startswith("attention-predict: unknown words in phrase: ")
    words = "I, ate, a, banana, and, an, apple"
    assert refusal("all", assignments=("word=aple",)).endswith('unknown word "aple" in word; did you mean "apple"?')
    assert refusal(SOFTMAX, assignments=("word=pear",)).endswith(f'one of the phrase\'s words ({words}); got "pear"')


# --- Words without a vector ---------------------------------------------------------------------------------------


def test_all_words_without_a_vector_are_listed() -> None:
    hint = "; --fill places what has no vector near the origin"
    for phrase, said in (
        ("a cherry and an apple", 'unknown word "cherry" in phrase' + hint),
        ("a peer and an apple", 'unknown word "peer" in phrase; did you mean "pear"?'),
        (
            "a plum peer xyz plum apple",
            'unknown words in phrase: "plum", "peer" (did you mean "pear"?), "xyz"' + hint,
        ),
    ):
        assert refusal(SOFTMAX, phrases=(phrase,)) == f"{SOFTMAX}: {said}"


SENTENCES = {
    "I ate a pear, and an apple.": ("I", "ate", "a", "pear", "and", "an", "apple"),
    "“A NEW phone” – from (apple)?!": ("a", "new", "phone", "from", "apple"),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentences_are_matched_leniently_and_shown_as_written(sentence: str) -> None:
    told = shot(SOFTMAX, phrases=(sentence,), assignments=("word=Apple!",))
    from scenes import load_figure

    numbers = load_figure(SOFTMAX).compute(told.parameters, told.world)
    assert numbers.words == SENTENCES[sentence] and numbers.word == "apple"
    assert " ".join(numbers.written) == sentence
    assert set(told.world.vectors) <= set(numbers.words)  # --fill has nothing to place
    filled = shot(SOFTMAX, phrases=(sentence,), fill=True)
    assert set(filled.world.vectors) == set(told.world.vectors)


def test_all_unknown_words_are_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(SOFTMAX, phrases=("We sat by the peer.",), assignments=("word=aple",)) == (
        f'{SOFTMAX}: unknown words in phrase: "We", "sat" (did you mean "ate"?), "by", '
        '"the" (did you mean "ate"?), "peer" (did you mean "pear"?); '
        'in word: "aple" (did you mean "apple"?); --fill places what has no vector near the origin'
    )
    monkeypatch.chdir(tmp_path)
    text = Path(JAGUAR).read_text(encoding="utf-8")
    changed = text.replace('"a lion saw', '"A Lyon saw,').replace('"leopard"]', '"lepard"]').replace('t = "j', 't = "y')
    Path("my.toml").write_text(changed, encoding="utf-8")
    assert refusal(SOFTMAX, world="my.toml") == (
        'world "my.toml": unknown words in [families].cats: "lepard" (did you mean "leopard"?); '
        'in subject: "yaguar" (did you mean "jaguar"?); in [phrases].fruit: "Lyon" (did you mean "lion"?); '
        "--fill places what has no vector near the origin"
    )


def test_a_phrase_may_be_named_like_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = Path(JAGUAR).read_text(encoding="utf-8").replace("fruit =", "lion =")
    Path("my.toml").write_text(text, encoding="utf-8")
    pair = shot("attention-asymmetric-forces", world="my.toml", assignments=("first=jaguar", "second=lion"))
    assert set(pair.world.vectors) == {"jaguar", "lion"}
    assert shot(SOFTMAX, world="my.toml", phrases=("lion",)).parameters.phrase == "lion"  # type: ignore[attr-defined]


def test_filled_words_lie_near_the_origin_and_hardly_pull() -> None:
    filled = shot(SOFTMAX, phrases=("a plum peer xyz apple",), fill=True)
    for word in ("plum", "peer", "xyz"):
        assert filled.world.vectors[word] == near_origin(word, 2)
    assert filled.world.vectors["apple"] == (1.6, 1.6)
    from scenes import load_figure

    numbers = load_figure(SOFTMAX).compute(filled.parameters, filled.world)
    assert float(numbers.weights[1:4].max()) < 0.02


def test_a_worlds_own_phrases_are_filled_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_new_world(Path("my.toml"), "article")
    text = Path("my.toml").read_text(encoding="utf-8").replace("I ate a banana and an apple", "we ate plenty of apple")
    Path("my.toml").write_text(text, encoding="utf-8")
    assert refusal(SOFTMAX, world="my.toml") == (
        'world "my.toml": unknown words in [phrases].fruit: "we", "plenty", "of"; '
        "--fill places what has no vector near the origin"
    )
    assert shot(SOFTMAX, world="my.toml", fill=True).world.vectors["plenty"] == near_origin("plenty", 2)


@given(st.text(min_size=1), st.integers(1, 5))
@example("\ud800", 2)
def test_a_word_always_has_the_same_place_near_the_origin(word: str, dimension: int) -> None:
    place = near_origin(word, dimension)
    assert place == near_origin(word, dimension)
    assert 0.19 < math.hypot(*place) < 0.41


def test_places_do_not_change_with_time() -> None:
    assert near_origin("plum", 2) == PLUM


PLUM = (0.089, 0.186)
