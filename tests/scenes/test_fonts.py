"""Letters of many scripts: drawn by our own fonts alone, the way they are read, or refused by name."""

from __future__ import annotations

import pytest
import typst

from rendering.outputs.typst_page import laid_out
from rendering.plan.plan import plan_all
from rendering.request.settings import GivenWorld, Settings
from rendering.request.shot import QUALITIES, Shot
from scenes.errors import UserError
from scenes.language import Language
from scenes.parts.phrase import PhraseRow
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.fonts import (
    _PLAIN,
    FAMILIES,
    _box,
    _drawn,
    compiler,
    reads_leftwards,
    require_glyphs,
    without_glyph,
)
from scenes.parts.text.typeset import Label, Math, vector_name
from scenes.stage import Region, Stage
from tests.scenes.faults import faults
from tests.scenes.harness import run

WORDS = {
    "Latin": "Straße naïve ệ",
    "Greek": "Ωμέγα",
    "Cyrillic": "жар",
    "Hebrew": "שלום",
    "Arabic": "سلام",
    "Chinese": "漢字",
    "Japanese": "あいうカナ",
    "Korean": "한국어",
    "emoji": "🍎😀❤️👩‍👧",
    "punctuation": "“Yes – no…” ¿qué? ½ € →",
}


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
def test_letters_are_drawn_and_not_boxes(word: str) -> None:
    assert without_glyph(word) == []
    text = Label(word)
    assert text.width > 0.2 and len(text.submobjects) >= 1
    assert len(Math(vector_name(word)).submobjects) > 2


def test_no_font_of_the_system_is_looked_at() -> None:
    ours = {"Noto Naskh Arabic", "Droid Sans Fallback", "Symbola"}
    embedded = set(typst.Fonts(include_system_fonts=False).families())
    assert set(FAMILIES) == ours | embedded
    pages = [f'#set text(font: "{family}", fallback: false)\n#"س漢🍎"' for family in ("DejaVu Sans", "Nonesuch")]
    first, second = (compiler().compile(page.encode(), format="svg") for page in pages)
    assert first == second


@pytest.mark.parametrize(("text", "letters"), [("ꙮx", ["ꙮ"]), ("aᚠbᚠ", ["ᚠ"]), ("\U0010ffff", ["\U0010ffff"])])
def test_a_letter_without_a_font_is_named(text: str, letters: list[str]) -> None:
    assert without_glyph(text) == letters
    with pytest.raises(UserError, match="no font here has") as caught:
        require_glyphs(["plain", text])
    assert str(caught.value).endswith("; write it in other letters")


def test_letters_that_are_not_looked_up_have_a_glyph() -> None:
    letters = [chr(code) for code in range(0x20, 0x2100) if _PLAIN.fullmatch(chr(code))]
    assert len(letters) > 190
    assert [letter for letter in letters if not letter.isspace() and _box() in _drawn(letter)] == []


def test_no_text_of_a_figure_or_a_page_is_drawn_in_boxes() -> None:
    for draw in (lambda: Label("aᚠ"), lambda: laid_out("caption.typ", {"caption": ["<svg>ᚠ", "aᚠ"]}, "png")):
        with pytest.raises(UserError, match='^no font here has "ᚠ", in "aᚠ"'):
            draw()


def shot_of(name: str, words: list[str], axes: tuple[str, str] = ("x", "y")) -> Shot:
    places = [[2.4, 0.2], [0.2, 2.4], [1.6, 1.6], [-1.0, 0.5], [0.3, -1.2]]
    content = {
        "title": "", "axes": list(axes), "subject": words[2], "families": {"one": words[:1], "two": words[1:2]},
        "vectors": dict(zip(words, places, strict=False)), "phrases": {"a": " ".join(words), "b": " ".join(words)},
    }  # fmt: skip
    (shot,) = plan_all([name], Settings(world=GivenWorld("my.toml", content)), QUALITIES["low"]).shots
    return shot


def test_it_is_refused_before_anything_is_drawn() -> None:
    with pytest.raises(UserError) as caught:
        shot_of("attention-all-softmax", ["a", "b", "ᚠ"])
    assert str(caught.value) == 'attention-all-softmax: no font here has "ᚠ", in "ᚠ"; write it in other letters'


def xs(words: list[Label]) -> list[float]:
    return [float(word.get_x()) for word in words]


@pytest.mark.parametrize(
    ("phrase", "leftwards"),
    [
        ("דוד אכל תפוח", True),
        ("ولد أكل تفاحة", True),
        ("I ate תפוח", False),
        ("אכלתי apple טעים", True),
        ("1 2 3", False),
    ],
)
def test_a_phrase_runs_as_it_is_read(phrase: str, leftwards: bool) -> None:
    words = phrase.split()
    assert reads_leftwards(words) is leftwards
    stage = Stage(14.2, 8.0)
    for row in (
        PhraseRow(words, ["#ffffff"] * 3, Region(-5, 5, -1, 1)),
        HeaderPhrase(words, ["#ffffff"] * 3, stage, stage.plane_view),
    ):
        assert sorted(xs(row.words), reverse=leftwards) == xs(row.words)


def test_numbers_stay_behind_a_word_that_is_read_leftwards() -> None:
    """Without isolation, "“בנק”: 2.02" is set with the number before the word."""
    language = Language("en", "English", {"a": "“{word}”: {number}"})
    assert language.text("a", {"word": "bank", "number": "2.02"}) == "“bank”: 2.02"
    said = language.text("a", {"word": "בנק", "number": "2.02"})
    assert without_glyph(said) == []
    number, text = Label("2.02"), Label(said)
    last = sorted(text.submobjects, key=lambda glyph: float(glyph.get_x()))[-len(number.submobjects) :]
    assert [glyph.width for glyph in last] == pytest.approx([glyph.width for glyph in number.submobjects])


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        ("attention-generic-apple-embedding", "16:9"),
        ("attention-generic-apple-embedding", "9:16"),
        ("attention-update-apple", "16:9"),
        ("attention-update-apple", "1:1"),
    ],
)
def test_long_names_stay_in_the_frame(name: str, frame: str) -> None:
    words = ["Donaudampfschifffahrtsge", "Rindfleischetikettierung", "Wm" * 12]
    shot = shot_of(name, words, ("how much of a ship it is, all things considered", "W" * 48))
    drawn = run(name, shot.parameters.model_dump(), shot.world, frame=frame)
    assert [fault for fault in faults(drawn) if "comes within -" in fault] == []
