"""Typeset texts, kept for all processes and runs: Typst takes longer to typeset a word than manim to draw it."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from rendering.cache.atomic_files import write_whole

_END = b"</svg>"


class Typesetting:
    """One process's own folder of typeset texts, filled from a shared one and adding to it.

    manim reads and writes its folder as if it were alone: it takes a file as complete as soon as it exists, and writes
    others beside it while it reads one. So each process has a folder of its own, and only complete files are shared.

    Args:
        own: the process's own folder.
        shared: the folder for all processes.
    """

    def __init__(self, own: Path, shared: Path) -> None:
        self.own = own
        self._texts = own / "typst"  # as drawing.manim_settings has it
        # manim names a file by its text alone; the result depends on these versions, too.
        self._shared = shared / f"typst-{version('typst')}-manim-{version('manim')}"

    def fill(self) -> None:
        """Bring the texts that others have typeset here."""
        self._texts.mkdir(parents=True, exist_ok=True)
        for name in _names(self._shared) - _names(self._texts):
            with suppress(OSError):
                _link(self._shared / name, self._texts / name)

    def share(self) -> None:
        """Give others the texts typeset here; without room or permission, they typeset them themselves."""
        with suppress(OSError):
            for name in _names(self._texts) - _names(self._shared):
                write_whole(self._shared / name, (self._texts / name).read_bytes())


def _names(folder: Path) -> set[str]:
    try:
        return {name for name in os.listdir(folder) if name.endswith(".svg") and not name.startswith(".")}
    except OSError:
        return set()


def _link(source: Path, target: Path) -> None:
    """Give a complete file a second name; remove one that has been cut short."""
    with source.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(file.tell() - 16, 0))
        whole = file.read().rstrip().endswith(_END)
    if not whole:
        source.unlink()
        return
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copyfile(source, target)
