"""A copy of a world, with its comments, for somebody to change."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rendering.cache.atomic_files import write_output
from scenes.errors import UserError, shown
from scenes.reading import read_text, world_text

_TOP = """\
# A world: all the numbers that figures are drawn from. Change them, save, and see:
#   render.py check --world {file}                            which claims are still true
#   render.py sheet attention-update-apple --world {file}     what a figure looks like
#   render.py all --world {file}                              every figure that can be drawn from it

"""


def write_new_world(path: Path, source: str, content: Mapping[str, Any] | None = None, *, force: bool = False) -> None:
    """Write a world with its comments, for somebody to change.

    Args:
        path: the new file.
        source: the name or file of the world to start from.
        content: the content of a world of real words, in place of the one to start from.
        force: whether a file that is there is replaced.

    Raises:
        UserError: when there is no such world, the name does not end in ``.toml``, or the file is there already.
        OutputError: when it cannot be written.
    """
    if path.suffix != ".toml":
        raise UserError(f"a world's file ends in .toml; got {shown(path)}")
    if content is not None:
        text = _commands(path) + _toml(content)
    else:
        text = _checked(source) if source.endswith(".toml") else _commands(path) + world_text(source)
    if path.exists() and not force:
        raise UserError(f"{shown(path)} is there already; --force replaces it, and what is in it is lost")
    write_output(path, text.encode("utf-8"))


_COMMENTS = {
    "title": "One line that says what the world is about.",
    "axes": "What each number of a vector stands for, in order.",
    "subject": "The word the story follows, drawn in its own colour.",
    "families": "Words that belong together share a colour.",
    "vectors": "The words' places: projected onto the axes, times the scale. One that you move is real no longer.",
    "phrases": "Phrases by name; every word needs a vector.",
    "matrices": "Maps of vectors as rows: x @ W. They are the article's, made by hand: they say nothing of real words.",
    "made_from": "The origin of the places, shown on the page and by the command show.",
}


def _toml(content: Mapping[str, Any]) -> str:
    """Return a world of real words as TOML with comments."""
    plain = [name for name in _COMMENTS if name in content and not isinstance(content[name], Mapping)]
    lines = [line for name in plain for line in (f"# {_COMMENTS[name]}", f"{name} = {_value(content[name])}", "")]
    for name in _COMMENTS:
        table = content.get(name)
        if not isinstance(table, Mapping):
            continue
        lines += [f"# {_COMMENTS[name]}", f"[{name}]"]
        lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
        lines.append("")
    return "\n".join(lines)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    """Return a text, a number, a list or a table as TOML; its texts are written as JSON writes them."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _commands(path: Path) -> str:
    """Return the first lines of the file: what to do with it."""
    return _TOP.format(file=path.name if path.name.isprintable() else "FILE.toml")


def _checked(source: str) -> str:
    """Return the text of a user's world, which is one."""
    from scenes.worlds import load_world  # this loads torch

    load_world(source)
    return read_text(Path(source), "world")
