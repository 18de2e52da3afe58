"""A talk with comments, for somebody to change."""

from __future__ import annotations

from pathlib import Path

from rendering.cache.atomic_files import write_output
from scenes.asset_files import ASSETS
from scenes.errors import UserError, shown


def write_new_talk(path: Path, *, force: bool = False) -> None:
    """Write a talk with comments, for somebody to change.

    Args:
        path: the new file.
        force: whether a file that is there is replaced.

    Raises:
        UserError: when the name does not end in ``.toml``, or the file is there already.
        OutputError: when it cannot be written.
    """
    if path.suffix != ".toml":
        raise UserError(f"a talk's file ends in .toml; got {shown(path)}")
    if path.exists() and not force:
        raise UserError(f"{shown(path)} is there already; --force replaces it, and what is in it is lost")
    text = (ASSETS / "page" / "talk.toml").read_text(encoding="utf-8")
    name = path.name if path.name.isprintable() else "FILE.toml"
    write_output(path, text.replace("{file}", name).encode("utf-8"))
