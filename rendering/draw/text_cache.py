"""Typeset texts, kept for all processes and runs: Typst takes longer to typeset a word than manim to draw it."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from rendering.cache.atomic_files import write_whole
from rendering.cache.store import Store
from scenes.reading import read_regular_file

_SEAL = re.compile(rb"(?P<text>.*)<!-- sha256 (?P<digest>[0-9a-f]{64}) -->\n", re.DOTALL)
"""A digest at the end of a shared file, by which a damaged one is found out; in SVG it is a comment."""

_LARGEST = 10_000_000  # bytes of a typeset text


class Typesetting:
    """One process's own folder of typeset texts, filled from a shared one and adding to it.

    manim reads and writes its folder as if it were alone: it takes a file as complete as soon as it exists, and writes
    others beside it while it reads one. So each process has a folder of its own, and only complete files are shared.

    Args:
        own: the process's own folder.
        store: the store that keeps the texts of all processes.
    """

    def __init__(self, own: Path, store: Store) -> None:
        self.own = own
        self._texts = own / "typst"  # the folder that renderer.manim_settings sets
        self._store = store
        # manim names a file by its text alone; the result depends on these versions, too.
        self._shared = store.typeset / f"typst-{version('typst')}-manim-{version('manim')}"

    def fill(self) -> None:
        """Bring the texts that others have typeset here; remove damaged ones."""
        self._texts.mkdir(parents=True, exist_ok=True)
        for name in _names(self._shared) - _names(self._texts) if self._is_ours() else ():
            with suppress(OSError):
                _link(self._shared / name, self._texts / name)

    def share(self) -> None:
        """Give others the texts typeset here; without room or permission, they typeset them themselves."""
        with suppress(OSError):
            for name in _names(self._texts) - _names(self._shared) if self._is_ours() else ():
                write_whole(self._shared / name, _sealed((self._texts / name).read_bytes()))

    def _is_ours(self) -> bool:
        """Return whether the shared folder lies in the store, and not behind a symbolic link."""
        return self._store.claim() and not any(path.is_symlink() for path in (self._store.typeset, self._shared))


def _names(folder: Path) -> set[str]:
    try:
        return {name for name in os.listdir(folder) if name.endswith(".svg") and not name.startswith(".")}
    except OSError:
        return set()


def _sealed(content: bytes) -> bytes:
    """Return a text with its digest at the end, added unless it is there already."""
    return content if _is_whole(content) else content + f"<!-- sha256 {_digest(content)} -->\n".encode()


def _is_whole(content: bytes) -> bool:
    """Return whether a text ends with its digest."""
    found = _SEAL.fullmatch(content)
    return found is not None and _digest(found["text"]) == found["digest"].decode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _link(source: Path, target: Path) -> None:
    """Give a complete file a second name; remove a damaged one."""
    content = read_regular_file(source, _LARGEST, follow=False)
    if not _is_whole(content):
        source.unlink()
        return
    try:
        os.link(source, target)
    except OSError:  # another file system
        write_whole(target, content)
