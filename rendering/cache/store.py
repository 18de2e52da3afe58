"""Finished files by digest, so that nothing is rendered twice. Every entry that is read is checked, never trusted."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rendering.cache.atomic_files import write_whole

_ENVIRONMENT = "ATTENTION_CACHE"
_NAME = "attention-animations"


def default_folder() -> Path:
    """Return the store's default folder: ``ATTENTION_CACHE``, or the place where this system keeps caches."""
    given = os.environ.get(_ENVIRONMENT)
    if given:
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / _NAME
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / _NAME
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / _NAME


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

    A store that cannot be written to keeps nothing and raises nothing.

    Args:
        folder: its place; made when something is put there.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    @property
    def typeset(self) -> Path:
        """The folder of typeset texts, shared by all processes."""
        return self.folder / "typeset"

    def find(self, digest: str) -> bytes | None:
        """Return the file of a shot, or None if there is none; an entry whose content has changed is removed."""
        entry = self._read("shots", digest)
        if entry is None:
            return None
        path = self.folder / "files" / str(entry.get("content"))
        with suppress(OSError):
            content = path.read_bytes()
            if hashlib.sha256(content).hexdigest() == path.name:
                os.utime(path)  # used just now, and so the last to be pruned
                return content
        with suppress(OSError):
            path.unlink(missing_ok=True)
            self._path("shots", digest).unlink(missing_ok=True)
        return None

    def record(self, digest: str) -> str | None:
        """Return the record of a shot's file, if there is one."""
        record = (self._read("shots", digest) or {}).get("record")
        return record if isinstance(record, str) else None

    def put(self, digest: str, content: bytes, record: str = "") -> None:
        """Keep the file of a shot, and its record."""
        name = hashlib.sha256(content).hexdigest()
        with suppress(OSError):
            write_whole(self.folder / "files" / name, content)
            self._write("shots", digest, {"content": name, "record": record})

    def shot_of(self, request: str) -> str | None:
        """Return the digest of the shot that a request stood for the last time."""
        entry = self._read("requests", request)
        return None if entry is None or "shot" not in entry else str(entry["shot"])

    def remember(self, request: str, shot: str, untrue: Sequence[str] = ()) -> None:
        """Note which shot a request stands for, and which claims are not true of its numbers."""
        self._write("requests", request, {"shot": shot, "untrue": list(untrue)})

    def untrue(self, request: str) -> tuple[str, ...]:
        """Return the claims that are not true of the numbers of a request, as far as is known."""
        lines = (self._read("requests", request) or {}).get("untrue")
        return tuple(line for line in lines if isinstance(line, str)) if isinstance(lines, list) else ()

    def skipped(self, request: str) -> str | None:
        """Return the reason why the figure of a request could not be drawn the last time, or None."""
        entry = self._read("requests", request)
        return None if entry is None or "skipped" not in entry else str(entry["skipped"])

    def skip(self, request: str, reason: str) -> None:
        """Note why the figure of a request cannot be drawn from the user's numbers."""
        self._write("requests", request, {"skipped": reason})

    def history(self, digest: str) -> History | None:
        """Return the notes on a figure's last rendering, or None."""
        entry = self._read("history", digest)
        try:
            return None if entry is None else History(float(entry["seconds"]), int(entry["beats"]))
        except (KeyError, TypeError, ValueError):
            return None

    def note(self, digest: str, history: History) -> None:
        """Keep the notes on a figure's rendering."""
        self._write("history", digest, asdict(history))

    def keep_log(self, figure: str, text: str) -> Path | None:
        """Keep the log of a figure that failed; return its file, or None when it cannot be written."""
        path = self.folder / "logs" / f"{figure}.log"
        with suppress(OSError):
            write_whole(path, text.encode("utf-8", "replace"))
            return path
        return None

    def size(self) -> Size:
        """Return the number of files and bytes in the store."""
        files = list(self._files())
        return Size(sum(path.parent.name == "files" for path, _ in files), sum(stat.st_size for _, stat in files))

    def clear(self) -> Size:
        """Remove everything; return the size of what was removed.

        Raises:
            OSError: when something cannot be removed.
        """
        size = self.size()
        for name in ("shots", "files", "requests", "history", "logs", "typeset"):  # never files that others put there
            if (self.folder / name).exists():
                shutil.rmtree(self.folder / name)
        return size

    def prune(self, most_bytes: int, most_seconds: float | None = None) -> Size:
        """Remove the files longest unused, until the store is small enough and holds none too old.

        Args:
            most_bytes: the most bytes that may stay.
            most_seconds: the longest time that a file may stay unused; any when None.

        Returns:
            The size of what was removed.

        Raises:
            OSError: when something cannot be removed.
        """
        found = sorted(self._files(), key=lambda each: each[1].st_mtime)
        left, removed, count = sum(stat.st_size for _, stat in found), 0, 0
        oldest = time.time() - most_seconds if most_seconds is not None else float("-inf")
        for path, stat in found:
            if left > most_bytes or stat.st_mtime < oldest:
                path.unlink(missing_ok=True)
                left -= stat.st_size
                removed += stat.st_size
                count += path.parent.name == "files"
        return Size(count, removed)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for name in ("shots", "files", "requests", "history", "logs", "typeset"):
            for path in (self.folder / name).rglob("*"):
                with suppress(OSError):  # another run may just have removed it
                    if path.is_file():
                        yield path, path.stat()

    def _path(self, kind: str, digest: str) -> Path:
        return self.folder / kind / f"{digest}.json"

    def _read(self, kind: str, digest: str) -> dict[str, Any] | None:
        try:
            entry = json.loads(self._path(kind, digest).read_bytes())
        except (OSError, ValueError):
            return None
        return entry if isinstance(entry, dict) else None

    def _write(self, kind: str, digest: str, entry: dict[str, Any]) -> None:
        with suppress(OSError):
            write_whole(self._path(kind, digest), json.dumps(entry).encode())
