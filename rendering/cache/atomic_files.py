"""Files that appear under their names whole or not at all, and the removal of what killed processes leave behind."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scenes.errors import shown

try:
    import fcntl
except ImportError:  # on Windows, where the leftovers of a killed process have to be removed by hand
    fcntl = None  # type: ignore[assignment]

_PREFIX = ".rendering-"


class OutputError(Exception):
    """An output folder that cannot take a file. The message is one line."""


def require_writable(folder: Path) -> None:
    """Make the output folder, check that it takes files, and remove what killed processes left there.

    Raises:
        OutputError: when it cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
        with _temporary(folder):
            pass
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write to folder {shown(str(folder))}: {reason(error)}") from error


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write content under a name, replacing the file that had it; a reader sees the old file or the new, never a part.

    Args:
        path: the name; its folder is made when it is missing.
        content: the file's bytes.
        lasting: whether it must survive a power cut from then on.

    Raises:
        OSError: when that cannot be done; a file that had the name is then untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary(path.parent) as (descriptor, temporary):
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(content)
        if lasting:
            os.fsync(descriptor)  # else a power cut could leave the name on an empty file
        os.replace(temporary, path)


RECORD = ".json"
"""The suffix that a record's name adds to its file's name."""


def publish(path: Path, content: bytes, record: str | None) -> None:
    """Give a finished file its name, and its record a name beside it; no record exists without its file.

    Args:
        path: the file's name.
        content: the file's bytes.
        record: the record's text; None leaves a record as it is, empty removes it.

    Raises:
        OSError: when that cannot be done; even then, no record stands beside a file that is not its own.
    """
    beside, wanted = path.with_name(path.name + RECORD), (record or "").encode("utf-8", "surrogatepass")
    if record != "" and beside.exists() and beside.read_bytes() != wanted:
        beside.unlink()  # it belongs to another file
    if not _holds(path, content):
        write_whole(path, content, lasting=True)
    if record and not _holds(beside, wanted):
        write_whole(beside, wanted, lasting=True)


def _holds(path: Path, content: bytes) -> bool:
    """Return whether a file with exactly this content exists."""
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


@contextmanager
def _temporary(folder: Path) -> Iterator[tuple[int, Path]]:
    """Yield a hidden file, locked while it is written, which tells it from one left by a killed process."""
    while True:
        descriptor, name = tempfile.mkstemp(prefix=_PREFIX, dir=folder)
        if _lock(descriptor) and os.fstat(descriptor).st_nlink:  # else somebody swept it before it was locked
            break
        os.close(descriptor)
    try:
        os.chmod(name, 0o644)  # as files are by default; mkstemp's are for the owner alone
        yield descriptor, Path(name)
    finally:
        with suppress(OSError):
            os.unlink(name)
        os.close(descriptor)


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder for one run's unfinished work, removed when the block ends; remove those of killed runs first.

    Raises:
        OSError: when the system's folder for temporary files cannot be written to.
    """
    sweep_scratch()
    path = Path(tempfile.mkdtemp(prefix=_PREFIX))
    descriptor = os.open(path, os.O_RDONLY) if fcntl else -1
    try:
        _lock(descriptor)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if descriptor >= 0:
            os.close(descriptor)


def sweep_scratch() -> None:
    """Remove the unfinished work of runs that were killed."""
    with suppress(OSError):
        sweep(Path(tempfile.gettempdir()))


def sweep(folder: Path) -> None:
    """Remove the hidden files and folders of processes that have ended."""
    if not fcntl:
        return
    for path in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY)
            try:
                if _lock(descriptor):
                    shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
            finally:
                os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Take a lock that lasts as long as this process; return False if another process has it."""
    if fcntl:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return not isinstance(error, BlockingIOError)
    return True


def reason(error: BaseException) -> str:
    """Return the cause of an error in one line: the system's own words, or else the first line of the message."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
