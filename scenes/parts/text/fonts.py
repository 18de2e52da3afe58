"""The fonts of all texts: Typst's own New Computer Modern, and faces of ours for letters that it has not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from unicodedata import bidirectional

import typst

from scenes.asset_files import ASSETS
from scenes.errors import UserError, shown

FAMILIES = (
    "New Computer Modern",
    "Noto Naskh Arabic",
    "Droid Sans Fallback",
    "Symbola",
    "New Computer Modern Math",
    "Libertinus Serif",
    "DejaVu Sans Mono",
)
"""The families in which a letter is looked for, in this order: Typst's own, and three from ``assets/fonts``."""

TYPST_FAMILIES = "(" + ", ".join(f'"{family}"' for family in FAMILIES) + ")"
"""The same as Typst writes a list."""

_PLAIN = re.compile(r"[ -~\u00a0-\u00ac\u00ae-\u00ff“”„‘’‚–—…−]*")
"""Texts of which New Computer Modern has every letter."""

_PATHS = re.compile(r'<path d="([^"]*)"')
_NO_LETTER = "\U0010ffff"


@lru_cache(maxsize=1)
def compiler() -> typst.Compiler:
    """Return the one compiler of a process: it looks for fonts once, and never among the system's."""
    return typst.Compiler(font_paths=[str(ASSETS / "fonts")], ignore_system_fonts=True)


def without_glyph(text: str) -> list[str]:
    """Return the letters of a text that no font here has, each once."""
    if _PLAIN.fullmatch(text) or _box() not in _drawn(text):
        return []
    return [letter for letter in dict.fromkeys(text) if _box() in _drawn(letter)] or [text]


def require_glyphs(texts: Iterable[str]) -> None:
    """Check that every letter of texts can be drawn.

    Raises:
        UserError: when no font here has one; it names the letters and the text.
    """
    for text in texts:
        if missing := without_glyph(text):
            letters = ", ".join(map(shown, missing[:5]))
            raise UserError(f"no font here has {letters}, in {shown(text)}; write it in other letters")


def reads_leftwards(words: Sequence[str]) -> bool:
    """Return whether most words of a phrase are of a script that is written from right to left."""
    first = [next((_DIRECTION[kind] for kind in map(bidirectional, word) if kind in _DIRECTION), 0) for word in words]
    return sum(first) < 0


_DIRECTION = {"L": 1, "R": -1, "AL": -1}


@lru_cache(maxsize=1)
def _box() -> str:
    """Return the outline that stands for a letter that no font has."""
    (outline,) = _drawn(_NO_LETTER)
    return outline


@lru_cache(maxsize=4096)
def _drawn(text: str) -> frozenset[str]:
    """Return the outlines of a text's glyphs."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    source = f'#set page(width: auto, height: auto)\n#set text(font: {TYPST_FAMILIES}, fallback: false)\n#"{quoted}"'
    content = compiler().compile(source.encode("utf-8", "replace"), format="svg")
    assert isinstance(content, bytes)
    return frozenset(_PATHS.findall(content.decode("utf-8")))
