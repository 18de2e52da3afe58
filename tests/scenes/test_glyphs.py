"""Texts read glyph by glyph are what manim makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import numpy as np
import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import SVGMobject, config, tempconfig
from manim.utils.typst_file_writing import typst_to_svg_file

from scenes.parts.text import glyphs
from scenes.parts.text.outline import Outline, lighten
from scenes.parts.text.typeset import Pattern, Typeset, typst_string, vector_name
from scenes.style import DEFAULT

COLOR = "#AA5511"
FORMULAS = ["x_i", "bold(X)^top", "arrow(x)'", "e^(s_i)", "sum_j e^(s_j)", vector_name("pear"), "Q K^top", "dots.c"]
DRAWN_BY_MANIM = ["frac(Q K^top, sqrt(d_k))", "sqrt(2)"]  # their bars are no glyphs


class AsManimReads(Pattern):
    """The same text, every glyph of it read and coloured by manim."""

    def generate_mobject(self) -> Self:
        SVGMobject.generate_mobject(self)
        lighten(self)
        return self


def outlines(markup: str) -> tuple[list[Outline], list[Outline]]:
    """The outlines of a text as it is read here, and as manim reads it."""
    ours = Typeset(markup, 30, COLOR)
    theirs = AsManimReads(markup, 30, COLOR, DEFAULT.type_stroke(COLOR))
    assert ours.baseline_share == pytest.approx(theirs.baseline_share, abs=1e-9)
    return ours.submobjects, theirs.submobjects


def assert_alike(markup: str) -> None:
    ours, theirs = outlines(markup)
    assert len(ours) == len(theirs)
    for own, other in zip(ours, theirs, strict=True):
        assert type(own) is type(other) is Outline
        assert np.allclose(own.points, other.points, rtol=0, atol=1e-9)
        assert own.get_fill_color() == other.get_fill_color()
        assert own.get_stroke_color() == other.get_stroke_color()
        assert (own.get_fill_opacity(), own.get_stroke_width()) == (other.get_fill_opacity(), other.get_stroke_width())


@pytest.mark.parametrize("formula", [*FORMULAS, *DRAWN_BY_MANIM])
def test_formula_is_what_manim_makes_of_it(formula: str) -> None:
    assert_alike(f"${formula}$")


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=8))
@settings(max_examples=30)
def test_text_is_what_manim_makes_of_it(text: str) -> None:
    assert_alike(f"#{typst_string('I ' + text)}")


def test_what_is_not_a_black_glyph_is_left_to_manim() -> None:
    for markup in ("$sqrt(2)$", "#text(fill: red)[a]", "#line()", "#rotate(10deg)[#rect()]"):
        assert glyphs.read_glyphs(typst_to_svg_file(f"a{markup}")) is None, markup
    assert glyphs.read_glyphs(typst_to_svg_file("a #rotate(10deg)[b] #scale(x: 50%)[c]")) is not None


def test_text_is_set_as_manim_sets_it(tmp_path: Path) -> None:
    with tempconfig({"tex_dir": str(tmp_path / "theirs")}):
        theirs = typst_to_svg_file("$x_i$ and é", preamble="#set text(size: 12pt)")
    with tempconfig({"tex_dir": str(tmp_path / "ours")}):
        glyphs.typeset("$x_i$ and é", "#set text(size: 12pt)")
        (ours,) = config.get_dir("tex_dir").iterdir()
    assert (ours.name, ours.read_bytes()) == (theirs.name, theirs.read_bytes())


def test_manim_finds_every_text_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def compiled(*arguments: object, **named: object) -> bytes:
        raise AssertionError("manim sets it again")

    monkeypatch.setattr(typst, "compile", compiled)
    with tempconfig({"tex_dir": str(tmp_path)}):
        assert Typeset("$bold(W)_Q$", 30, "#FFFFFF").submobjects


def test_a_glyph_that_is_changed_stays_as_it_was_elsewhere() -> None:
    first = Typeset("#[oo]", 30, "#FFFFFF")
    before = [outline.points.copy() for outline in first.submobjects]
    first.submobjects[0].points += 1
    first.submobjects[0].set_fill("#FF0000")
    second = Typeset("#[oo]", 30, "#FFFFFF")
    assert all(np.array_equal(one.points, two) for one, two in zip(second.submobjects, before, strict=True))
    assert {outline.get_fill_color().to_hex() for outline in second.submobjects} == {"#FFFFFF"}
