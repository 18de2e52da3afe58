"""From shots to what a lecture is made of: films rendered where they are missing, copied to where they are shown."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from rendering.cache.atomic_files import OutputError, reason
from rendering.publish.page_view import FigureView, Notes, view
from rendering.publish.reel import read_reel
from rendering.request.shot import Shot
from scenes.errors import shown


def waiting(shots: Sequence[Shot], reels: Path, keys: Mapping[str, str]) -> list[Shot]:
    """The shots that are still to be rendered, told by their digests."""
    return [shot for shot in shots if read_reel(reels, shot.figure, keys[shot.figure]) is None]


def rendered_views(shots: Sequence[Shot], reels: Path, notes: Notes, keys: Mapping[str, str]) -> list[FigureView]:
    """What can be shown: the shots that have been rendered, in their order.

    Raises:
        UserError: when a note is for a beat that there is not.
    """
    found = ((shot, read_reel(reels, shot.figure, keys[shot.figure])) for shot in shots)
    return [view(shot, reel, notes.get(shot.figure, {})) for shot, reel in found if reel is not None]


def copy_media(views: Sequence[FigureView], reels: Path, media: Path) -> None:
    """Put the files of figures where a page shows them; no file is seen half copied.

    Raises:
        OutputError: when a file cannot be written.
    """
    try:
        media.mkdir(parents=True, exist_ok=True)
        for name in (download.file for figure in views for download in figure.downloads):
            part = media / f".{name}.part"
            part.unlink(missing_ok=True)
            shutil.copyfile(reels / name, part)
            os.replace(part, media / name)
    except OSError as error:
        raise OutputError(f"cannot write to folder {shown(str(media))}: {reason(error)}") from error
