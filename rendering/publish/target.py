"""The check of the place of a page, a deck or a document, before minutes are spent on its content."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from rendering.cache.atomic_files import require_room_for
from scenes import FIGURES
from scenes.errors import UserError, shown
from scenes.reading import read_ends, require_regular

MARK = "made with attention-animations"
"""The words by which a file tells that it was made here."""

_LOOKED_AT = 65536  # bytes at either end of a file
_LENGTH = re.compile(r" \(\d+\.\d s\)")

IsOurs = Callable[[bytes], bool]
"""Tells from the bytes at the beginning and at the end of a file whether it was made here."""


def is_marked(content: bytes) -> bool:
    """Return whether a file has our mark."""
    return MARK.encode() in content


def is_transcript(content: bytes) -> bool:
    """Return whether a file begins as a transcript does: with a figure's name, and perhaps its length."""
    first = content.partition(b"\n")[0].decode("utf-8", "replace")
    return _LENGTH.sub("", first) in FIGURES


def require_target(*paths: Path, is_ours: IsOurs = is_marked) -> None:
    """Check that files can be written, and replace no files but those made here; nothing is made or changed.

    Args:
        paths: the files.
        is_ours: tells which files were made here.

    Raises:
        OutputError: when a folder cannot be written to.
        UserError: when there is something else in the place of a file.
    """
    for path in paths:
        require_room_for(path)
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue
        try:
            require_regular(status.st_mode)
            ours = not status.st_size or is_ours(read_ends(path, _LOOKED_AT))
        except OSError as error:
            raise UserError(f"cannot replace {shown(path)}: {error.strerror}; take another name") from None
        if not ours:
            raise UserError(f"{shown(path)} was not made here, so it stays; take another name, or remove it")
