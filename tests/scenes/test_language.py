"""Texts and captions: every language has all of them, with the same things filled in."""

from __future__ import annotations

import string

import pytest

from scenes import FIGURES
from scenes.errors import UserError
from scenes.language import COMMON, ENGLISH, Language, language_codes, load_language

OTHERS = [code for code in language_codes() if code != ENGLISH]


def filled_in(text: str) -> list[str]:
    """Return the names in braces, in order of the alphabet; ``{Word}`` is ``{word}`` at the beginning of a sentence."""
    return sorted({name.lower() for _, name, _, _ in string.Formatter().parse(text) if name is not None})


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_says_the_same(code: str) -> None:
    english, other = load_language().texts, load_language(code).texts
    assert sorted(other) == sorted(english)
    assert {key: filled_in(text) for key, text in other.items()} == {k: filled_in(text) for k, text in english.items()}


@pytest.mark.parametrize("code", language_codes())
def test_texts_are_plain(code: str) -> None:
    for key, text in load_language(code).texts.items():
        assert text and text == " ".join(text.split()), key
        assert all(name.isidentifier() for name in filled_in(text)), key
        assert key.split(".")[0] in FIGURES or key.split(".")[0] == COMMON, key


MOST_WORDS_OF_A_LINE = 8


@pytest.mark.parametrize("code", language_codes())
def test_lines_at_the_foot_are_short_and_belong_to_beats(code: str) -> None:
    texts = load_language(code).texts
    lines = {key: text for key, text in texts.items() if key.split(".")[1] == "lines"}
    assert lines
    for key, text in lines.items():
        assert len(text.split()) <= MOST_WORDS_OF_A_LINE, key
        assert key.replace(".lines.", ".captions.") in texts, f"{key} has no beat"


def test_unknown_language() -> None:
    with pytest.raises(UserError) as error:
        load_language("xx")
    assert str(error.value) == 'unknown language "xx"; there are: en, de'


def test_words_one_after_another() -> None:
    assert load_language().listed(["banana"]) == "banana"
    assert load_language().listed(["banana", "pear", "orange"]) == "banana, pear and orange"
    assert load_language("de").listed(("Apfel", "Birne")) == "Apfel und Birne"


def test_only_a_figures_own_texts_decide_its_pixels() -> None:
    texts = {"a.captions.x": "1", "b.captions.x": "2", "common.labels.and": "and"}
    assert Language("xx", "x", texts).of_figure("a").texts == {"a.captions.x": "1", "common.labels.and": "and"}
