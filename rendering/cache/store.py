"""Finished files by digest, so that nothing is rendered twice. Every entry that is read is checked, never trusted."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeGuard

from rendering.cache.atomic_files import is_unfinished, sweep, write_whole
from scenes.errors import UserError, shown
from scenes.reading import read_regular_file

_ENVIRONMENT = "ATTENTION_CACHE"
_NAME = "attention-animations"

MARKER = "CACHEDIR.TAG"
"""The file that marks a folder as a store; programs that keep backups leave out a folder that has it."""

_SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55\n# A store of attention-animations: render.py cache --help\n"
"""The marker's content: a first line as in https://bford.info/cachedir/, and a second that names this project."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_ENTRY = re.compile(r"[0-9a-f]{64}\.json")
_KINDS: Mapping[str, re.Pattern[str]] = {
    "shots": _ENTRY,
    "requests": _ENTRY,
    "history": _ENTRY,
    "files": _DIGEST,
    "logs": re.compile(r"[a-z0-9-]{1,100}\.log"),
}
"""The folders of a store and the names of the files in each; no other files are ever counted or removed."""

_TYPESET = "typeset"
_TYPESETTER = re.compile(r"typst-[0-9A-Za-z.+]{1,40}-manim-[0-9A-Za-z.+]{1,40}")
_TEXT = re.compile(r"[0-9A-Za-z_-]{1,100}\.svg")
_OF_SYSTEMS = re.compile(r"\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found")
"""Names that systems put into folders nobody uses yet."""

_LARGEST_ENTRY = 4_000_000  # bytes of JSON
_LARGEST_FILE = 1 << 32  # bytes of a finished file
_LONGEST_TEXT = 10_000
_LONGEST_RENDERING = 1e7  # seconds
_MOST_BEATS = 10_000


def default_folder() -> Path:
    """Return the store's default folder: ``ATTENTION_CACHE``, or the place where this system keeps caches."""
    given = os.environ.get(_ENVIRONMENT)
    return Path(given) if given else _own_folder()


def _own_folder() -> Path:
    """Return the project's folder where this system keeps caches, a name that nobody else uses."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / _NAME
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / _NAME
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".cache") / _NAME


@dataclass(frozen=True, slots=True)
class History:
    """Numbers kept about a figure's last rendering, from which the next is estimated.

    Attributes:
        seconds: the time that it took.
        beats: the number of its beats.
    """

    seconds: float
    beats: int


@dataclass(frozen=True, slots=True)
class Size:
    """The contents of a store, counted.

    Attributes:
        files: the number of finished files.
        bytes: the size of everything in it.
    """

    files: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.files} {'file' if self.files == 1 else 'files'}, {self.bytes / 1e6:.1f} MB"


class Store:
    """A folder of finished files, shared by all runs of this user; each entry appears whole or not at all.

    A store that cannot be written to keeps nothing and raises nothing. A new or empty folder becomes a store by a
    marker file; a folder without the marker belongs to somebody else and is neither filled nor cleared. Every entry
    carries a checksum; an entry that does not match it, or has another form, counts as missing.

    Args:
        folder: its place; made when something is put there.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def require_own(self) -> None:
        """Check that the folder is a store or may become one, without making anything.

        A folder that this user may not read or make passes: nothing is kept there then, and nobody is stopped.

        Raises:
            UserError: when it holds other files, or is no folder.
        """
        try:
            free = self._is_own() or self._is_free()
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and (self.folder.is_dir() or not os.path.lexists(self.folder)):
                return
            why = getattr(error, "strerror", None) or error
            raise UserError(f"cannot read the cache folder {shown(self.folder)}: {why}") from None
        if not free:
            raise UserError(
                f"the cache folder {shown(self.folder)} holds other files, and no {MARKER} of this project; "
                "take a new or an empty folder"
            )

    def claim(self) -> bool:
        """Make and mark the folder where that is still to be done; return whether it is a store that takes files."""
        try:
            if not self._is_own():
                if not self._is_free():
                    return False
                write_whole(self.folder / MARKER, _SIGNATURE, lasting=True)
        except (OSError, ValueError):
            return False
        return True

    @property
    def typeset(self) -> Path:
        """The folder of typeset texts, shared by all processes; see ``rendering.draw.text_cache``."""
        return self.folder / _TYPESET

    def find(self, digest: str) -> bytes | None:
        """Return the file of a shot, or None when it is missing or no longer the one that was put there."""
        entry = self._shot(digest)
        if entry is None:
            return None
        content = self._content("files", entry["content"], _LARGEST_FILE)
        if content is None or hashlib.sha256(content).hexdigest() != entry["content"]:
            return None
        with suppress(OSError):
            os.utime(self.folder / "files" / entry["content"])  # used just now, and so the last to be pruned
        return content

    def record(self, digest: str) -> str | None:
        """Return the record of a shot's file, if there is one."""
        entry = self._shot(digest)
        return None if entry is None else str(entry["record"])

    def put(self, digest: str, content: bytes, record: str = "") -> None:
        """Keep the file of a shot, and its record."""
        name = hashlib.sha256(content).hexdigest()
        if self._keep("files", name, content):
            self._write("shots", digest, {"content": name, "record": record})

    def shot_of(self, request: str) -> str | None:
        """Return the digest of the shot that a request stood for the last time."""
        return self._request(request).get("shot")

    def remember(self, request: str, shot: str, untrue: Sequence[str] = ()) -> None:
        """Note which shot a request stands for, and which claims are not true of its numbers."""
        self._write("requests", request, {"shot": shot, "untrue": list(untrue)})

    def untrue(self, request: str) -> tuple[str, ...]:
        """Return the claims that are not true of the numbers of a request, as far as is known."""
        return tuple(self._request(request).get("untrue", ()))

    def skipped(self, request: str) -> str | None:
        """Return the reason why the figure of a request could not be drawn the last time, or None."""
        return self._request(request).get("skipped")

    def skip(self, request: str, reason: str) -> None:
        """Note why the figure of a request cannot be drawn from the user's numbers."""
        self._write("requests", request, {"skipped": reason})

    def history(self, digest: str) -> History | None:
        """Return the notes on a figure's last rendering, or None."""
        entry = self._read("history", digest)
        seconds, beats = entry.get("seconds"), entry.get("beats")
        if _is_number(seconds, _LONGEST_RENDERING) and _is_number(beats, _MOST_BEATS):
            return History(float(seconds), int(beats))
        return None

    def note(self, digest: str, history: History) -> None:
        """Keep the notes on a figure's rendering."""
        self._write("history", digest, asdict(history))

    def keep_log(self, figure: str, text: str) -> Path | None:
        """Keep the log of a figure that failed; return its file, or None when it cannot be written."""
        name = f"{figure}.log"
        return self.folder / "logs" / name if self._keep("logs", name, text.encode("utf-8", "replace")) else None

    def size(self) -> Size:
        """Return the number of files and bytes in the store."""
        files = list(self._files())
        return Size(sum(path.parent.name == "files" for path, _ in files), sum(status.st_size for _, status in files))

    def clear(self) -> Size:
        """Remove everything that was put here; return the size of what was removed.

        Raises:
            UserError: when the folder is not a store.
            OSError: when something cannot be removed.
        """
        return self.prune(-1)

    def prune(self, most_bytes: int, most_seconds: float | None = None) -> Size:
        """Remove the files longest unused, until the store is small enough and holds none too old.

        Args:
            most_bytes: the most bytes that may stay; -1 removes empty files, too.
            most_seconds: the longest time that a file may stay unused; any when None.

        Returns:
            The size of what was removed.

        Raises:
            UserError: when the folder is not a store.
            OSError: when the folder cannot be read, or something cannot be removed.
        """
        self.require_own()
        if self.folder.exists():
            os.listdir(self.folder)
        for folder, _ in self._folders():
            with suppress(OSError):
                sweep(folder)
        found = sorted(self._files(), key=lambda each: each[1].st_mtime)
        left, removed, count = sum(status.st_size for _, status in found), 0, 0
        oldest = time.time() - most_seconds if most_seconds is not None else float("-inf")
        for path, status in found:
            if left > most_bytes or status.st_mtime < oldest:
                path.unlink(missing_ok=True)
                left -= status.st_size
                removed += status.st_size
                count += path.parent.name == "files"
        return Size(count, removed)

    def _is_own(self) -> bool:
        """Return whether the folder is marked as a store of this project."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return read_regular_file(self.folder / MARKER, 10_000, follow=False) == _SIGNATURE
        return False

    def _is_free(self) -> bool:
        """Return whether the folder may become a store: it is missing or empty, or one of ours from before the marker.

        Raises:
            OSError: when it cannot be listed, or is a file.
        """
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return True
        found = {name for name in names if not (_OF_SYSTEMS.fullmatch(name) or is_unfinished(name))}
        if not found:
            return True
        return self.folder == _own_folder() and found <= {*_KINDS, _TYPESET, MARKER} and self._holds_nothing_else(found)

    def _holds_nothing_else(self, names: set[str]) -> bool:
        """Return whether all files in folders of the store are called as the store calls them."""
        ours = {path for path, _ in self._files()}
        walked = (each for name in names - {MARKER} for each in os.walk(self.folder / name))
        return all(Path(place, name) in ours or is_unfinished(name) for place, _, files in walked for name in files)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Yield the files that the store has made, with their status; a symbolic link is none of them."""
        for folder, pattern in self._folders():
            for name in _names(folder, pattern):
                with suppress(OSError):  # another run may just have removed it
                    status = (folder / name).lstat()
                    if stat.S_ISREG(status.st_mode):
                        yield folder / name, status

    def _folders(self) -> list[tuple[Path, re.Pattern[str]]]:
        """Return the folders of the store that are there, and the form of the names of the files in each."""
        folders = [(self.folder / kind, pattern) for kind, pattern in _KINDS.items()]
        folders += [(self.typeset / name, _TEXT) for name in _names(self.typeset, _TYPESETTER)]
        return [(folder, pattern) for folder, pattern in folders if not folder.is_symlink()]

    def _shot(self, digest: str) -> dict[str, Any] | None:
        """Return the entry of a shot: the name of its file, and its record."""
        entry = self._read("shots", digest)
        return entry if _is_digest(entry.get("content")) and isinstance(entry.get("record"), str) else None

    def _request(self, request: str) -> dict[str, Any]:
        """Return the entry of a request: its shot and the claims untrue of it, or the reason why it was skipped."""
        entry = self._read("requests", request)
        if entry.keys() == {"skipped"} and _are_texts([entry["skipped"]]):
            return entry
        if entry.keys() == {"shot", "untrue"} and _is_digest(entry["shot"]) and _are_texts(entry["untrue"]):
            return entry
        return {}

    def _content(self, kind: str, name: str, most: int) -> bytes | None:
        """Return the content of a file of the store; None when it is missing, or is or lies behind a symbolic link."""
        folder = self.folder / kind
        if not _KINDS[kind].fullmatch(name) or folder.is_symlink():
            return None
        try:
            return read_regular_file(folder / name, most, follow=False)
        except (OSError, ValueError, MemoryError):
            return None

    def _read(self, kind: str, digest: str) -> dict[str, Any]:
        """Return an entry as it was written; an empty one when it is missing or was changed since."""
        content = self._content(kind, f"{digest}.json", _LARGEST_ENTRY)
        try:
            found = json.loads(content or b"")
            if not isinstance(found, dict) or not isinstance(entry := found.get("entry"), dict):
                return {}
            return entry if found.get("checksum") == _checksum(kind, digest, entry) else {}
        except (ValueError, RecursionError):
            return {}

    def _write(self, kind: str, digest: str, entry: dict[str, Any]) -> None:
        found = {"entry": entry, "checksum": _checksum(kind, digest, entry)}
        self._keep(kind, f"{digest}.json", json.dumps(found).encode())

    def _keep(self, kind: str, name: str, content: bytes) -> bool:
        """Write a file of the store; return whether that succeeded."""
        folder = self.folder / kind
        if not _KINDS[kind].fullmatch(name) or folder.is_symlink() or not self.claim():
            return False
        try:
            write_whole(folder / name, content)
        except OSError:
            return False
        return True


def _checksum(kind: str, digest: str, entry: Mapping[str, Any]) -> str:
    """Return a digest of an entry and of its place: an entry that was changed or moved has another."""
    return hashlib.sha256(f"{kind}/{digest}\n{json.dumps(entry, sort_keys=True)}".encode()).hexdigest()


def _names(folder: Path, pattern: re.Pattern[str]) -> list[str]:
    """Return the names in a folder that have a form; none when it is missing or a symbolic link."""
    if folder.is_symlink():
        return []
    try:
        return sorted(name for name in os.listdir(folder) if pattern.fullmatch(name))
    except OSError:
        return []


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _are_texts(values: object) -> bool:
    """Return whether a value is a list of texts of a reasonable length."""
    return isinstance(values, list) and all(isinstance(text, str) and len(text) <= _LONGEST_TEXT for text in values)


def _is_number(value: object, most: float) -> TypeGuard[float]:
    """Return whether a value is a number from 0 to ``most``."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most
