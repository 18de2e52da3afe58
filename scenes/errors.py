"""A user's mistakes, reported in one line each."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from unicodedata import category

if TYPE_CHECKING:
    from pydantic import ValidationError

_DIRECTIONS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_LONGEST_SHOWN = 60
_LONGEST_PATH = 300  # its end is what tells it from others
_LONGEST_MESSAGE = 600


class UserError(Exception):
    """A mistake in what a user gave. The message says what was given, what is allowed and the nearest right spelling.

    It is always one line: whatever cannot be printed is escaped, and whatever is very long is cut.
    """

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def one_line(text: str) -> str:
    """Return a text without anything invisible, of at most ``_LONGEST_MESSAGE`` characters."""
    cut = text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 1] + "…"
    if cut.isprintable():
        return cut
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in cut)


def without_controls(text: str) -> str:
    """Return lines of text as a terminal may be given them: what would move its cursor or turn text around is escaped.

    Letters of every language stay as they are, also those that one cannot see; so do line feeds and tabs.
    """
    if text.isprintable():
        return text
    return "".join(_escaped(letter) if _controls(letter) else letter for letter in text)


def _controls(letter: str) -> bool:
    """Return whether a character is a control, half of a character, or sets the direction of the text around it."""
    return letter not in "\n\t" and (category(letter) in {"Cc", "Cs", "Zl", "Zp"} or letter in _DIRECTIONS)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


def shown(value: object) -> str:
    """Return a value in the form that an error shows: text in double quotes, cut to a readable length, on one line."""
    text = str(value).encode("unicode_escape").decode() if not str(value).isprintable() else str(value)
    most = _LONGEST_PATH if isinstance(value, PurePath) else _LONGEST_SHOWN
    text = text if len(text) <= most else text[: most - 1] + "…"
    return f'"{text}"' if isinstance(value, str | PurePath) else text


def suggestion(given: str, known: Iterable[str]) -> str:
    """Return ``; did you mean "apple"?`` for the nearest spelling, or nothing when none is near."""
    if len(given) > _LONGEST_SHOWN:
        return ""
    folded = {name.casefold(): name for name in known if len(name) <= _LONGEST_SHOWN}
    near = get_close_matches(given.casefold(), folded, n=1, cutoff=0.6)
    return f'; did you mean "{folded[near[0]]}"?' if near else ""


def unknown_name(what: str, given: str, known: Iterable[str]) -> UserError:
    """Return the error for an unknown name: ``unknown figure "x"; did you mean "y"?``, or a list of all names."""
    names = list(known)
    return UserError(
        f"unknown {what} {shown(given)}" + (suggestion(given, names) or "; there are: " + ", ".join(names))
    )


def place(path: tuple[int | str, ...], table_depth: int = 0) -> str:
    """Return a value's place in a file or parameter: ``[vectors].apple`` or ``words[2]``."""
    parts = [f"[{key}]" if isinstance(key, int) else f".{key}" for key in path]
    text = "".join(parts).lstrip(".")
    if table_depth and len(path) > 1 and isinstance(path[0], str):
        text = f"[{path[0]}]" + "".join(parts[1:])
    return text


def explain(error: ValidationError, allowed: Iterable[str], what: str, *, tables: bool = False) -> str:
    """Return the first problem of a pydantic error as one line.

    Args:
        error: the error that pydantic raised.
        allowed: the names at the top level, for suggestions.
        what: the thing that was read, such as ``world "article"``.
        tables: write the first name as a TOML table, ``[vectors].apple``.
    """
    problem = error.errors()[0]
    path = tuple(key for key in problem["loc"] if not str(key).startswith("function-"))
    where = place(path, table_depth=int(tables))
    return f"{what}: {_sentence(problem, path, where, list(allowed))}"


def _sentence(problem: Any, path: tuple[int | str, ...], where: str, allowed: list[str]) -> str:
    kind, given, bounds = problem["type"], problem["input"], problem.get("ctx", {})
    if kind == "extra_forbidden":
        near = suggestion(str(path[-1]), allowed) if len(path) == 1 else ""
        return f"unknown name {shown(where)}" + (near or "; allowed: " + (", ".join(allowed) or "none"))
    if kind == "missing":
        return f"{where} is missing"
    if kind == "value_error":
        text = str(bounds.get("error", problem["msg"]))
        return f"{where}: {text}" if where else text
    if kind == "finite_number":
        return f"{where} must be a finite number; got {shown(given)}"
    if kind.startswith("int_"):
        return f"{where} must be a whole number; got {shown(given)}"
    if kind.startswith("float"):
        return f"{where} must be a number; got {shown(given)}"
    if kind == "string_too_short":
        return f"{where} is empty"
    if kind == "string_pattern_mismatch":
        return f"{where} must be of the form {bounds['pattern']}; got {shown(given)}"
    if kind.startswith("string"):
        return f"{where} must be text; got {shown(given)}"
    if kind.startswith("bool"):
        return f"{where} must be true or false; got {shown(given)}"
    if kind in {"tuple_type", "list_type"}:
        return f"{where} must be a list; got {shown(given)}"
    if kind in {"dict_type", "model_type"}:
        return f"{where} must be a table; got {shown(given)}"
    if kind.startswith(("greater", "less")):
        return f"{where} must be {problem['msg'].removeprefix('Input should be ')}; got {shown(given)}"
    if kind.startswith("too_"):
        return f"{where} must have {problem['msg'].split(' should have ')[-1]}".replace(
            " after validation, not", "; got"
        )
    if kind == "literal_error":
        return f"{where} must be one of {bounds['expected']}; got {shown(given)}"
    return f"{where}: {problem['msg']}; got {shown(given)}"
