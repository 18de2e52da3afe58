"""A loop that renders a figure at low quality whenever a file that it may depend on is saved.

Files are checked a few times a second: that needs no thread, works on every file system, and notices every way in which
editors save. Each time a new process draws, so that changed code takes effect and no mistake in it ends the loop. While
only the user's worlds and settings change, it need not read our code again, which takes a third of a second.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from importlib import import_module
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from rendering.request import own_figures
from rendering.request.look import LookChoices
from rendering.request.settings import Changes
from scenes.errors import one_line, without_controls

_ROOT = Path(__file__).resolve().parents[2]
_OURS = ("attnmath", "scenes", "rendering", "assets")
_ENDINGS = {".py", ".toml", ".svg"}
_LOOK_EVERY = 0.02  # seconds between two looks at the user's files
_LOOKS = 8  # of these to one at our own files, which are many

Stamps = Mapping[Path, tuple[int, int]]
"""The time of each file's last change, in nanoseconds, and its size in bytes."""


def stamps(places: Iterable[Path]) -> Stamps:
    """Return the times and sizes of files.

    Args:
        places: files, and folders of our files.
    """
    found = {}
    for place in places:
        for path in _files(place):
            try:
                status = path.stat()
            except OSError:  # an editor may have removed it between two saves
                continue
            found[path] = (status.st_mtime_ns, status.st_size)
    return found


def _files(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield from (path for path in place.rglob("*") if path.suffix in _ENDINGS)
    else:
        yield place


def watch(
    figure: str,
    folder: Path,
    changes: Changes,
    look: LookChoices,
    jobs: int | None = None,
    cache: Path | None = None,
) -> None:
    """Draw a figure again at every save, until interrupted.

    Args:
        figure: its name, or the file and class of one of the user's own.
        folder: folder of the preview.
        changes: the user's changes; their files are watched, too.
        look: the pictures' look; its file is watched, too.
        jobs: number of processes; as many as there are cores when None.
        cache: folder of finished work; the usual one when None.

    Raises:
        KeyboardInterrupt: when interrupted; no process is left running.
    """
    import_module("manim")  # once, here: each drawing process then has it already
    stale = not _is_read("rendering.live.preview")
    numbers = [*changes.files, *look.files]
    theirs = [*numbers, *own_figures.files()]
    places = [*(_ROOT / name for name in _OURS), *theirs]
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    drawing: BaseProcess | None = None
    fresh = not own_figures.is_own(figure)
    try:
        seen: Stamps | None = None
        for look_number in count():
            now = stamps(places) if seen is None or look_number % _LOOKS == 0 else {**seen, **stamps(theirs)}
            if now != seen:
                if seen is not None:
                    others = saved(seen, now)
                    print(without_controls(f"saved: {', '.join(sorted({path.name for path in others}))}"), flush=True)
                    stale = stale or not others <= set(numbers)
                seen = now
                _end(drawing)
                drawing = context.Process(target=_draw, args=(figure, folder, changes, look, jobs, cache, stale))
                drawing.start()
                if fresh and not stale:
                    _warm(figure, changes, look)
                fresh = False
            time.sleep(_LOOK_EVERY)
    finally:
        _end(drawing)


def saved(before: Stamps, after: Stamps) -> set[Path]:
    """Return the files that were saved, created or removed in between."""
    return {path for path in {*before, *after} if before.get(path) != after.get(path)}


def _is_read(name: str) -> bool:
    """Return whether a module of ours could be loaded; the drawing process says why not."""
    try:
        import_module(name)
    except Exception:
        return False
    return True


def _warm(figure: str, changes: Changes, look: LookChoices) -> None:
    """Have this process know what the next drawing process will ask for first; it says itself what fails."""
    from rendering.live.preview import warm

    with suppress(Exception):
        warm(figure, changes, look)


def _end(process: BaseProcess | None) -> None:
    if process is not None:
        process.kill()
        process.join()


def _draw(
    figure: str,
    folder: Path,
    changes: Changes,
    look: LookChoices,
    jobs: int | None,
    cache: Path | None,
    stale: bool,
) -> None:
    """Draw, in a process of its own, after reading our code in its present state if it may have changed."""
    own = own_figures.modules()
    for name in [name for name in sys.modules if stale and (name.split(".")[0] in _OURS or name in own)]:
        del sys.modules[name]
    try:
        from rendering.live.preview import refresh
        from rendering.request import look as looks
        from rendering.request import settings
    except Exception as error:  # the file being edited may be among those that the preview itself needs
        print(one_line(f"error: {type(error).__name__}: {error}"), flush=True)
        return
    try:
        again = settings.Changes(**_fields(changes)), looks.LookChoices(**_fields(look))
        refresh(folder, figure, *again, jobs, cache)
    except KeyboardInterrupt:
        return


def _fields(choices: Changes | LookChoices) -> dict[str, Any]:
    """Return the typed values, for a class whose code may have changed."""
    return {field.name: getattr(choices, field.name) for field in fields(choices)}
