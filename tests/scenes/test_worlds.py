"""Worlds say exactly what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scenes.errors import UserError, suggestion
from scenes.parameters import phrase_words
from scenes.worlds import World, load_world, world_names

GOOD = {"title": "Two words", "axes": ["x", "y"], "vectors": {"apple": [1, 2], "banana": [2, 1]}}


@pytest.mark.parametrize("name", world_names())
def test_worlds_that_come_along_are_valid(name: str) -> None:
    world = load_world(name)
    assert world.dimension >= 2
    assert world.embedding().rows(list(world.vectors)).shape == (len(world.vectors), world.dimension)


def test_the_articles_world_has_every_word_of_its_phrases() -> None:
    world = load_world("article")
    assert world.words_of("fruit") == ("I", "ate", "a", "banana", "and", "an", "apple")
    assert world.words_of("tech") == ("I", "got", "a", "new", "phone", "from", "apple")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"phrases": {"fruit": "I ate an aple"}},
            'world "article": unknown word "aple" in [phrases].fruit; did you mean "apple"?',
        ),
        ({"phrases": {"fruit": " "}}, 'world "article": [phrases].fruit is empty; give at least one word'),
        (
            {"vectors": {"apple": [1.0, 2.0, 3.0]}},
            'world "article": [vectors].apple needs 2 numbers (fruitiness, techiness); got 3',
        ),
        ({"vectors": {"apple": [1.0, 2e9]}}, 'world "article": [vectors].apple must stay within ±10000; got 2e+09'),
        (
            {"families": {"fruits": ["pera"]}},
            'world "article": unknown word "pera" in [families].fruits; did you mean "pear"?',
        ),
        ({"subject": "plum"}, 'world "article": unknown word "plum" in subject'),
        (
            {"vectors": {"a b": [0, 0]}},
            'world "article": "a b" in [vectors] is not a word: no spaces, nothing invisible',
        ),
        ({"matrices": {"M": [[1, 2], [3]]}}, 'world "article": [matrices].M needs rows of one length'),
        ({"vektors": {}}, 'world "article": unknown name "vektors"; did you mean "vectors"?'),
    ],
)
def test_what_is_wrong_is_said(changes: dict, message: str) -> None:
    with pytest.raises(UserError) as error:
        load_world("article", changes)
    assert str(error.value) == message


def test_not_a_number_is_refused() -> None:
    with pytest.raises(UserError) as error:
        load_world("article", {"vectors": {"apple": [float("nan"), 1.0]}})
    assert str(error.value) == 'world "article": [vectors].apple[0] must be a finite number; got nan'


def test_an_unknown_world_is_said() -> None:
    with pytest.raises(UserError) as error:
        load_world("artikle")
    assert str(error.value) == 'unknown world "artikle"; did you mean "article"?'


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load_world(tmp_path / "none.toml")
    assert str(error.value).startswith("no world file ")


def test_a_world_cannot_be_changed() -> None:
    world = World.model_validate(GOOD)
    with pytest.raises(ValidationError):
        world.title = "Another"


@given(st.text(max_size=12))
def test_suggestions_are_known_words(given_text: str) -> None:
    answer = suggestion(given_text, ["apple", "banana"])
    assert answer in {"", '; did you mean "apple"?', '; did you mean "banana"?'}


_JUNK = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=6), below, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*World.model_fields, "other"]), _JUNK, max_size=4))
def test_junk_is_refused_in_one_line(changes: dict) -> None:
    try:
        load_world("article", changes)
    except UserError as error:
        assert "\n" not in str(error)


def test_a_phrase_has_a_widest() -> None:
    world = World.model_validate(GOOD | {"vectors": {"a": [1, 2], "incomprehensible": [2, 1]}})
    assert len(phrase_words(world, "incomprehensible " * 6, "phrase")) == 6
    with pytest.raises(UserError) as error:
        phrase_words(world, "a" + " incomprehensible" * 6, "phrase")
    assert str(error.value) == (
        "phrase is too wide to draw: its 7 words have 97 letters together, "
        'the longest "incomprehensible"; they may have 96'
    )
