"""Texts on screen and captions, in the languages that have a folder in ``assets/languages``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unicodedata import bidirectional

from scenes.asset_files import ASSETS
from scenes.errors import unknown_name

ENGLISH = "en"
_DECIMAL, _BETWEEN = "common.labels.decimal-mark", "common.labels.between-numbers"
_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(?:e\N{MINUS SIGN}?\d+)?(?![\w.])")
_GROUPED, _GAP = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?![\w.])"), "\N{NARROW NO-BREAK SPACE}"
_VECTOR = re.compile(r"\([-\N{MINUS SIGN}\d.e]+(?:, [-\N{MINUS SIGN}\d.e]+)+\)")
COMMON = "common"
"""The table of texts that several figures share."""


@dataclass(frozen=True, slots=True)
class Language:
    """Texts by key, such as ``attention-update-apple.captions.shrink`` or ``common.labels.weight``.

    Attributes:
        code: its name on the command line, such as ``en``.
        name: its name in the language itself.
        texts: templates; names in braces are replaced by values.
    """

    code: str
    name: str
    texts: Mapping[str, str] = field(hash=False)

    def __deepcopy__(self, memo: dict[int, Any]) -> Language:
        """Return the language itself: it never changes, and mobjects are copied often."""
        return self

    def text(self, key: str, values: Mapping[str, object] | None = None) -> str:
        """Return a text with its values filled in.

        Args:
            key: table, kind and name, joined by dots.
            values: the value for each name in braces.

        Raises:
            KeyError: when there is no such text, or a value is missing.
        """
        filled = {name: _isolated(self._localized(value)) for name, value in (values or {}).items()}
        return self.texts[key].format_map(filled)

    def number(self, written: str) -> str:
        """Return a number as this language writes it: ``0.28`` is ``0,28`` in German."""
        return written.replace(".", self.texts.get(_DECIMAL, "."))

    @property
    def between_numbers(self) -> str:
        """The mark between the numbers of a vector: none that could be taken for the one within a number."""
        return self.texts.get(_BETWEEN, ",")

    def _localized(self, value: object) -> object:
        """Return a value with the numbers and vectors in it as this language writes them."""
        if not isinstance(value, str) or self.number(".") == ".":
            return value
        vectors = _VECTOR.sub(lambda found: found[0].replace(",", self.between_numbers), value)
        grouped = _GROUPED.sub(lambda found: found[0].replace(",", _GAP), vectors)
        return _NUMBER.sub(lambda found: self.number(found[0]), grouped)

    def section(self, title: str) -> str:
        """Return the title of a section in this language; the English one where there is no other."""
        return self.texts.get(f"{COMMON}.sections.{title}", title)

    def listed(self, words: list[str] | tuple[str, ...]) -> str:
        """Return words as a spoken list: ``banana, pear and orange``."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text(f'{COMMON}.labels.and')} {words[-1]}"

    def of_figure(self, figure: str) -> Language:
        """Return the texts of one figure and those that all share."""
        kept = {key: text for key, text in self.texts.items() if key.split(".")[0] in (figure, COMMON)}
        return Language(self.code, self.name, kept)


def language_codes() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    codes = sorted(item.name for item in _folder().iterdir() if item.is_dir() and (item / _COMMON_FILE).is_file())
    return tuple(sorted(codes, key=lambda code: code != ENGLISH))


@cache
def load_language(code: str = ENGLISH) -> Language:
    """Read a language by its code.

    Raises:
        UserError: when there is no such language.
    """
    if code not in language_codes():
        raise unknown_name("language", code, language_codes())
    texts: dict[str, str] = {}
    for file in _folder().joinpath(code).iterdir():
        if file.name.endswith(".toml"):
            texts.update(_flat(tomllib.loads(file.read_text(encoding="utf-8"))))
    return Language(code, texts.pop("language"), texts)


def _isolated(value: object) -> object:
    """Return a value as it is filled into a text: what is read from right to left reorders nothing around it."""
    if isinstance(value, str) and any(bidirectional(letter) in ("R", "AL") for letter in value):
        return f"\N{FIRST STRONG ISOLATE}{value}\N{POP DIRECTIONAL ISOLATE}"
    return value


_COMMON_FILE = "common.toml"


def _folder() -> Any:
    return ASSETS / "languages"


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", str(value)
