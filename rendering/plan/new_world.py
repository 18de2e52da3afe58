"""A copy of a world, with its comments, for somebody to change."""

from __future__ import annotations

from pathlib import Path

from rendering.cache.atomic_files import write_output
from scenes.errors import UserError, shown
from scenes.reading import read_text, world_text

_TOP = """\
# A world: all the numbers that figures are drawn from. Change them, save, and see:
#   render.py check --world {file}                            which claims are still true
#   render.py sheet attention-update-apple --world {file}     what a figure looks like
#   render.py all --world {file}                              every figure that can be drawn from it

"""


def write_new_world(path: Path, source: str, *, force: bool = False) -> None:
    """Write a world with its comments, for somebody to change.

    Args:
        path: the new file.
        source: the name or file of the world to start from.
        force: whether a file that is there is replaced.

    Raises:
        UserError: when there is no such world, the name does not end in ``.toml``, or the file is there already.
        OutputError: when it cannot be written.
    """
    if path.suffix != ".toml":
        raise UserError(f"a world's file ends in .toml; got {shown(path)}")
    text = _checked(source) if source.endswith(".toml") else _commands(path) + world_text(source)
    if path.exists() and not force:
        raise UserError(f"{shown(path)} is there already; --force replaces it, and what is in it is lost")
    write_output(path, text.encode("utf-8"))


def _commands(path: Path) -> str:
    """Return the first lines of the file: what to do with it."""
    return _TOP.format(file=path.name if path.name.isprintable() else "FILE.toml")


def _checked(source: str) -> str:
    """Return the text of a user's world, which is one."""
    from scenes.worlds import load_world  # this loads torch

    load_world(source)
    return read_text(Path(source), "world")
