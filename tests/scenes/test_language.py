"""Texts and captions: every language has all of them, with the same things filled in."""

from __future__ import annotations

import string

import pytest

from scenes import FIGURES
from scenes.errors import UserError
from scenes.language import COMMON, ENGLISH, Language, language_codes, load_language
from scenes.parts.text.number import Number
from scenes.style import Style
from tests.scenes.harness import read

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
        assert len(text.split()) <= MOST_WORDS_OF_A_LINE and not text.endswith("."), key
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


def test_german_numbers_have_a_comma_and_vectors_a_semicolon() -> None:
    texts = {"a.captions.x": "{value}", "common.labels.decimal-mark": ",", "common.labels.between-numbers": ";"}
    german = Language("xx", "x", texts)
    for value, said in {
        "0.28": "0,28",
        "<0.01": "<0,01",
        "\N{MINUS SIGN}1.3e\N{MINUS SIGN}3": "\N{MINUS SIGN}1,3e\N{MINUS SIGN}3",
        "(1.60, \N{MINUS SIGN}0.20)": "(1,60; \N{MINUS SIGN}0,20)",
        "upon 0.29, a 3.42": "upon 0,29, a 3,42",
        "v1.2 1.2.3 I, you.": "v1.2 1.2.3 I, you.",
        "2,048, 131,072": "2\N{NARROW NO-BREAK SPACE}048, 131\N{NARROW NO-BREAK SPACE}072",
    }.items():
        assert german.text("a.captions.x", {"value": value}) == said
        assert load_language().text("common.labels.new-place", {"word": value}) == f"new {value}"


@pytest.mark.parametrize(("code", "drawn"), [("en", "0.28"), ("de", "0,28")])
def test_numbers_are_drawn_as_the_language_writes_them(code: str, drawn: str) -> None:
    number = Number(0.28, style=Style.of(language=code))
    assert read(number) == number.drawn == drawn and number.shown == "0.28"
