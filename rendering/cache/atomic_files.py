"""Files that appear under their names whole or not at all, and the removal of what killed processes leave behind."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scenes.errors import shown
from scenes.reading import read_regular_file, require_regular

try:
    import fcntl
except ImportError:  # on Windows, where the leftovers of a killed process have to be removed by hand
    fcntl = None  # type: ignore[assignment]

_PREFIX, _SUFFIX = ".rendering-", ".unfinished"
_UNFINISHED = re.compile(re.escape(_PREFIX) + "[0-9a-z_]+" + re.escape(_SUFFIX))
_OF_DISKS = {errno.ENOSPC, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC)}
_LARGEST_RECORD = 4_000_000  # bytes


class OutputError(Exception):
    """A folder that cannot take a file. The message is one line."""


def require_writable(folder: Path) -> None:
    """Make the output folder, check that it takes files, and remove what killed processes left there.

    Raises:
        OutputError: when it cannot be made or written to.
    """
    with writing_to(folder):
        if os.path.lexists(folder) and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
        with _temporary(folder):
            pass


def require_room_for(path: Path) -> None:
    """Check that a file could be written, without making its folder.

    Raises:
        OutputError: when its folder cannot be made or written to.
    """
    folder = path.absolute().parent
    with writing_to(path.parent):
        place = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
        if not place.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        with _temporary(place):
            pass


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Name the folder in errors of the block.

    Raises:
        OutputError: when the block raises an OSError, or a ValueError: no file can have such a name.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write to folder {shown(folder)}: {reason(error)}") from error


def unwritten(error: OSError) -> str:
    """Return the reason why unfinished work could not be written; a full disk with the folder that it is full for."""
    return _in_temporary_folder(error) if error.errno in _OF_DISKS else reason(error)


def _in_temporary_folder(error: OSError) -> str:
    try:
        return f"cannot write to the folder for temporary files {shown(Path(tempfile.gettempdir()))}: {reason(error)}"
    except OSError as none:  # it says that no folder can be used, and names those that were tried
        return reason(none)


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write content under a name, replacing any file that had it; a reader sees the old file or the new, never a part.

    Args:
        path: the name; its folder is made when it is missing.
        content: the file's bytes.
        lasting: whether it must survive a power cut from then on.

    Raises:
        OSError: when that cannot be done, or the name belongs to a pipe, a device or a symbolic link; a file
            that had the name is then untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        require_regular(path.lstat().st_mode)
    with _temporary(path.parent) as (descriptor, temporary):
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(content)
        if lasting:
            os.fsync(descriptor)  # else a power cut could leave the name on an empty file
        os.replace(temporary, path)


def write_output(path: Path, content: bytes) -> None:
    """Write a file that a user asked for, whole or not at all.

    Raises:
        OutputError: when it cannot be written; what had the name is then untouched.
    """
    try:
        write_whole(path, content, lasting=True)
    except (OSError, ValueError) as error:
        raise OutputError(f"cannot write {shown(path)}: {reason(error)}") from error


RECORD = ".json"
"""The suffix that a record's name adds to its file's name."""


def publish(path: Path, content: bytes, record: str | None) -> None:
    """Give a finished file its name, and its record a name beside it; no record exists without its file.

    Args:
        path: the file's name.
        content: the file's bytes.
        record: the record's text; None removes a record that is there, empty means a kind of file that has none.

    Raises:
        OutputError: when that cannot be done; even then, no record stands beside a file that is not its own.
    """
    beside, wanted = path.with_name(path.name + RECORD), (record or "").encode("utf-8", "surrogatepass")
    with writing_to(path.parent):
        if record != "" and _is_record(beside) and not _holds(beside, wanted):
            beside.unlink()  # it belongs to another file
        if not _holds(path, content):
            write_whole(path, content, lasting=True)
        if record and not _holds(beside, wanted):
            write_whole(beside, wanted, lasting=True)


def _holds(path: Path, content: bytes) -> bool:
    """Return whether a file with exactly this content exists."""
    try:
        return path.lstat().st_size == len(content) and read_regular_file(path, len(content), follow=False) == content
    except OSError:
        return False


def _is_record(path: Path) -> bool:
    """Return whether a file is a record of ours, and no other file that happens to have its name."""
    try:
        content = json.loads(read_regular_file(path, _LARGEST_RECORD, follow=False))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(content, dict) and {"form", "figure", "sha256", "shot"} <= content.keys()


@contextmanager
def _temporary(folder: Path) -> Iterator[tuple[int, Path]]:
    """Yield a hidden file, locked while it is written, which tells it from one left by a killed process."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = folder / f"{_PREFIX}{os.urandom(8).hex()}{_SUFFIX}"
        descriptor = os.open(path, flags, 0o666)  # less what the user's umask takes away, as of every file
        if _lock(descriptor) and os.fstat(descriptor).st_nlink:  # else somebody swept it before it was locked
            break
        os.close(descriptor)
    try:
        yield descriptor, path
    finally:
        with suppress(OSError):
            os.unlink(path)
        os.close(descriptor)


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder for one run's unfinished work, removed when the block ends; remove those of killed runs first.

    Raises:
        OutputError: when the system's folder for temporary files cannot be written to.
    """
    sweep_scratch()
    path, descriptor = _locked_folder()
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if descriptor >= 0:
            os.close(descriptor)


def _locked_folder() -> tuple[Path, int]:
    """Make a hidden folder for unfinished work; return it with the descriptor that holds its lock."""
    while True:
        try:
            path = Path(tempfile.mkdtemp(_SUFFIX, _PREFIX))
        except OSError as error:
            raise OutputError(_in_temporary_folder(error)) from error
        if not fcntl:
            return path, -1
        with suppress(FileNotFoundError):  # else somebody swept it before it was locked
            descriptor = os.open(path, os.O_RDONLY)
            if _lock(descriptor) and path.exists():
                return path, descriptor
            os.close(descriptor)


def sweep_scratch() -> None:
    """Remove the unfinished work of runs that were killed."""
    with suppress(OSError):
        sweep(Path(tempfile.gettempdir()))


def is_unfinished(name: str) -> bool:
    """Return whether a file or folder has a name of unfinished work."""
    return _UNFINISHED.fullmatch(name) is not None


def sweep(folder: Path) -> None:
    """Remove the hidden files and folders of this user's processes that have ended.

    Raises:
        OSError: when the folder cannot be listed.
    """
    if not fcntl:
        return
    for path in (folder / name for name in os.listdir(folder) if is_unfinished(name)):
        with suppress(OSError):
            status = path.lstat()
            if status.st_uid == os.geteuid() and (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
                _remove_left(path)


def _remove_left(path: Path) -> None:
    """Remove a file or a folder unless a living process has locked it."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
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
