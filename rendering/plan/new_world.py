"""A new world file for a user to change: every entry has a comment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rendering.cache.atomic_files import write_whole
from scenes.errors import UserError, shown
from scenes.reading import read_world

_BARE = re.compile(r"[A-Za-z0-9_-]+")

_TOP = """\
# A world: all the numbers that figures are drawn from. Change them, save, and see:
#   render.py check --world {file}                            which claims are still true
#   render.py sheet attention-update-apple --world {file}     what a figure looks like
#   render.py all --world {file}                              every figure that can be drawn from it
"""

_MATRICES = {
    "W_Q": "What a word asks for: its query is x @ W_Q. Used with W_K where words pull each other unevenly.",
    "W_K": "What a word answers to: its key is x @ W_K. A query dot a key says how hard a word pulls.",
    "W_V": "What a word carries over: its value is x @ W_V. Weights mix values into the word's new place.",
    "W_O": "Both heads' outputs, side by side, become one vector again: four numbers in, a word's numbers out.",
    "M": "Any map: it turns space and leans it.",
    "B": "A poor space for pulling: it should squeeze the two meanings together.",
    "C": "A good space for pulling: it should take the two meanings apart.",
    "squeeze_K": "The squeeze of W_K without its lean.",
    "squeeze_Q": "The squeeze of W_Q without its lean.",
}


def write_new_world(path: Path, source: str, *, force: bool = False) -> None:
    """Write a world with comments, ready to be changed.

    Args:
        path: the new file.
        source: the name or file of the world to start from.
        force: whether to replace an existing file.

    Raises:
        UserError: when there is no such world, the name does not end in ``.toml``, or the file exists already.
        OSError: when it cannot be written.
    """
    if path.suffix != ".toml":
        raise UserError(f"a world's file ends in .toml; got {shown(str(path))}")
    text = commented(_checked(source), path.name)
    if path.exists() and not force:
        raise UserError(f"{shown(str(path))} is there already; --force replaces it, and what is in it is lost")
    write_whole(path, text.encode("utf-8"), lasting=True)


def _checked(source: str) -> Mapping[str, Any]:
    content = read_world(source)
    if not source.endswith(".toml"):
        return content
    from scenes.worlds import make_world  # this loads torch

    return make_world(content, source).model_dump()


def commented(content: Mapping[str, Any], file: str) -> str:
    """Return a world's values as TOML with a comment on each entry; read again, it gives the same values.

    Args:
        content: a world file's content, checked.
        file: the name of the new file, for the commands shown in it.
    """
    plain = file if file.isprintable() else "FILE.toml"
    return (
        "\n".join(
            [
                _TOP.format(file=plain),
                *_head(content),
                *_families(content),
                *_vectors(content),
                *_phrases(content),
                *_matrices(content),
            ]
        )
        + "\n"
    )


def _head(content: Mapping[str, Any]) -> Iterator[str]:
    yield "# One line that says what the world is about."
    yield f"title = {_text(content['title'])}\n"
    yield "# What each number of a vector stands for, in order. Most figures draw a plane, so they need two."
    yield f"axes = {_list(content['axes'])}"
    if content.get("subject") is not None:
        yield "\n# The word the story follows, drawn in its own colour. It stands between two families."
        yield f"subject = {_text(content['subject'])}"


def _families(content: Mapping[str, Any]) -> Iterator[str]:
    families = content.get("families", {})
    if families:
        yield "\n# Words that belong together share a colour; planes without a phrase show these words and the subject."
        yield "[families]"
    for place, (name, words) in enumerate(families.items()):
        yield f"{_key(name)} = {_list(words)}  # {_ordinal(place)} family: the theme's {_ordinal(place)} family colour"


def _vectors(content: Mapping[str, Any]) -> Iterator[str]:
    yield "\n# The words' vectors: a number along each axis. Like words lie near each other, in like directions:"
    yield "# then their dot product is large, and they pull each other. Words near the origin hardly pull."
    yield f"# The numbers of each: {_comment(', '.join(content['axes']))}."
    yield "[vectors]"
    for word, row in content["vectors"].items():
        yield f"{_key(word)} = {_list(row)}  # {_part(content, word)}"


def _part(content: Mapping[str, Any], word: str) -> str:
    """Return a word's part in the story."""
    if word == content.get("subject"):
        return "the subject"
    families = [name for name, words in content.get("families", {}).items() if word in words]
    if families:
        return f"one of the {_comment(families[0])}"
    phrases = [name for name, phrase in content.get("phrases", {}).items() if word in phrase.split()]
    return f'in the phrase "{_comment(phrases[0])}"' if phrases else "of no family"


def _phrases(content: Mapping[str, Any]) -> Iterator[str]:
    phrases = content.get("phrases", {})
    if phrases:
        yield "\n# Phrases by name, 2 to 9 words each. Every word needs a vector, or the option --fill."
        yield "# A figure shows the phrase that it asks for by name, or else the one in the same place of this list."
        yield "[phrases]"
    for place, (name, phrase) in enumerate(phrases.items()):
        yield f"{_key(name)} = {_text(phrase)}  # the {_ordinal(place)} phrase"


def _matrices(content: Mapping[str, Any]) -> Iterator[str]:
    matrices = content.get("matrices", {})
    if matrices:
        yield "\n# Maps of vectors as rows: x @ W. Each row says where a unit step along one axis goes."
        yield "[matrices]"
    for name, rows in matrices.items():
        yield f"# {_purpose(name, rows)}"
        yield f"{_key(name)} = [{', '.join(_list(row) for row in rows)}]"


def _purpose(name: str, rows: Sequence[Sequence[float]]) -> str:
    stem, _, head = name.rpartition("_")
    said = _MATRICES.get(name, "")
    if not said and stem in _MATRICES and head.isdecimal():
        said = f"The same for the {_ordinal(int(head))} head. {_MATRICES[stem]}" if len(head) < 3 else ""
    shape = f"{len(rows)} × {len(rows[0])}"
    return f"{said} ({shape})" if said else f"A map, {shape}."


def _ordinal(place: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[place] if place < len(words) else f"{place + 1}th"


def _comment(text: str) -> str:
    """Return a text that cannot end a comment."""
    return text if text.isprintable() else text.encode("unicode_escape").decode()


def _key(text: str) -> str:
    return text if _BARE.fullmatch(text) else _text(text)


def _text(text: str) -> str:
    """Return a TOML text; JSON's escapes are TOML's, but for this character, which TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(values: Sequence[Any]) -> str:
    return f"[{', '.join(_text(value) if isinstance(value, str) else _number(value) for value in values)}]"


def _number(value: float) -> str:
    return repr(float(value)) if isinstance(value, float) else repr(value)
