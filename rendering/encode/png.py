"""PNG: single pictures, and films as numbered pictures in a ZIP archive."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress
from pathlib import Path

from PIL import Image

from rendering.draw.alpha import Pixels, straight
from rendering.encode.writer import Rows
from rendering.request.formats import Film
from rendering.request.shot import Quality


def png_file(pixels: Pixels, *, clear: bool = False, quick: bool = False) -> bytes:
    """Return a picture as a PNG file.

    Args:
        pixels: as cairo draws them, (height, width, 4).
        clear: whether it keeps its transparency.
        quick: whether to write a larger file in a fraction of the time.
    """
    image = Image.fromarray(straight(pixels) if clear else pixels[..., :3])
    file = io.BytesIO()
    image.save(file, "PNG", **({"compress_level": 4} if quick else {"optimize": True}))
    content: bytes = file.getvalue()
    return content


class SequenceWriter:
    """A writer of numbered pictures in a ZIP archive: ``0001.png`` is the first frame.

    Args:
        path: the file to write.
        quality: the picture's size and rate.
        film: how it is written.
    """

    _WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest date of a ZIP archive: the same film gives the same file

    def __init__(self, path: Path, quality: Quality, film: Film) -> None:
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)
        self._folder = path.stem
        self._clear = film.transparent
        self._picture = b""
        self.frames = 0

    def begin_play(self) -> None:
        """Do nothing: every picture stands for itself."""

    def write(self, pixels: Pixels, repeat: int = 1, rows: Rows | None = None) -> None:
        """Add a frame as ``repeat`` pictures."""
        if not self._picture or rows is None or rows:
            self._picture = png_file(pixels, clear=self._clear, quick=True)
        for _ in range(repeat):
            self.frames += 1
            info = zipfile.ZipInfo(f"{self._folder}/{self.frames:04}.png", self._WHEN)
            info.external_attr = 0o644 << 16
            self._archive.writestr(info, self._picture)

    def close(self) -> None:
        """Finish the file.

        Raises:
            OSError: when it could not be written.
        """
        self._archive.close()

    def abort(self) -> None:
        """Give up."""
        with suppress(Exception):
            self._archive.close()
