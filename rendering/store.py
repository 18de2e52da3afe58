"""Where finished files go: they appear under their names whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scenes.errors import shown

_PREFIX = ".rendering-"


class OutputError(Exception):
    """The output folder cannot take a file. The message is one line."""


@contextmanager
def workspace(folder: Path) -> Iterator[Path]:
    """A hidden folder beside the finished files, for unfinished ones; it goes when the block ends, however it ends.

    It lies in the output folder so that a finished file only has to be renamed, which cannot be half done.

    Raises:
        OutputError: when the output folder cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder))
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write to folder {shown(str(folder))}: {reason(error)}") from error
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def publish(finished: Path, target: Path) -> None:
    """Give a finished file its name, replacing what had it.

    Raises:
        OSError: when that cannot be done; what had the name is then untouched.
    """
    with finished.open("rb") as file:
        os.fsync(file.fileno())  # else a power cut could leave the name on an empty file
    finished.replace(target)


def reason(error: BaseException) -> str:
    """What went wrong, in one line: what the system says of it, or else the first line of the error."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
