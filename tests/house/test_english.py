"""The wording of docstrings; ruff's D401 checks that a function's begins with a verb."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("attnmath", "scenes", "rendering", "bench")

OPENINGS = re.compile(r"(What|Where|How|Whether)\b")
PHRASES = re.compile(r"\b(what is told of|what (came|comes) of|that of|so many|anew|hoped for)\b", re.IGNORECASE)


def documentation(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of every docstring, an attribute's included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, " ".join(node.value.value.split())


def faults(source: str) -> list[str]:
    """Return the faults of a source's docstrings, a line each."""
    found = []
    for line, words in documentation(source):
        if opening := OPENINGS.match(words):
            found.append(f"{line}: begins with {opening[1]}: {words[:60]}")
        found += [f"{line}: says “{phrase[0]}”: {words[:60]}" for phrase in PHRASES.finditer(words)]
    return found


def test_docstrings_are_edited() -> None:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    assert len(paths) > 150
    assert [
        f"{path.relative_to(ROOT)}:{fault}" for path in paths for fault in faults(path.read_text(encoding="utf-8"))
    ] == []


def test_faults_are_found() -> None:
    source = '''"""Whether it is seen."""

LEAST = 3
"""How many there are at least."""


def shown(values):
    """Return so many values.

    The last one is that of the
    whole; often that offers more.
    """
    return "What is a string is no docstring, and may be told anew."
'''
    assert faults(source) == [
        "1: begins with Whether: Whether it is seen.",
        "4: begins with How: How many there are at least.",
        "8: says “so many”: Return so many values. The last one is that of the whole; of",
        "8: says “that of”: Return so many values. The last one is that of the whole; of",
    ]
