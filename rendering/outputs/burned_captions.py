"""A strip beneath the picture that holds each beat's caption."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image, ImageColor

from rendering.draw.alpha import Pixels
from rendering.outputs.typst_page import laid_out
from rendering.request.shot import Quality, Shot

_SHARE = 0.14
"""The strip's share of the frame's height; the picture shrinks by as much, and nothing covers it."""
_TYPE = 0.038
"""Size of the captions' type as a share of the frame's shorter side."""
_WIDTH, _HEIGHT = 0.94, 0.8
"""The caption's width and height, as shares of the strip's."""

Rows = Sequence[tuple[int, int]]


class Strip:
    """A frame made of a smaller picture and the strip with the caption.

    Args:
        shot: the shot, with the frame's size.

    Attributes:
        inner: the same shot at the picture's size.
    """

    def __init__(self, shot: Shot) -> None:
        width, height = shot.quality.width, shot.quality.height
        self._shot = shot
        self.inner = replace(shot, quality=_smaller(shot.quality))
        inner = self.inner.quality
        self._left = (width - inner.width) // 2
        opacity = 0 if shot.format.transparent else 255
        ground = (0, 0, 0) if shot.format.transparent else ImageColor.getrgb(shot.style.theme.background)
        self._ground = np.array([*ground[:3], opacity], np.uint8)
        self._frame = np.full((height, width, 4), self._ground, np.uint8)
        self._caption = ""

    def framed(self, pixels: Pixels, rows: Rows | None, caption: str) -> tuple[Pixels, Rows | None]:
        """Return the whole frame, and its rows that changed since the last; the next call changes it.

        Args:
            pixels: the picture, of the inner shot's size.
            rows: those that changed since the last call; any when None.
            caption: the present caption.
        """
        inner = self.inner.quality
        right = self._left + inner.width
        for first, after in [(0, inner.height)] if rows is None else rows:
            self._frame[first:after, self._left : right] = pixels[first:after]
        if caption != self._caption:
            self._caption = caption
            self._write(caption)
            rows = None if rows is None else [*rows, (inner.height, len(self._frame))]
        return self._frame, rows

    def _write(self, caption: str) -> None:
        strip = self._frame[self.inner.quality.height :]
        height, width = strip.shape[:2]
        strip[:] = self._ground
        if not caption.strip():
            return
        room = {"width": round(width * _WIDTH), "height": round(height * _HEIGHT)}
        given = {
            **room,
            "size": _TYPE * min(self._shot.quality.width, self._shot.quality.height),
            "ink": self._shot.style.theme.ink,
            "language": self._shot.style.language.code,
            "caption": " ".join(caption.split()),
        }
        with Image.open(io.BytesIO(laid_out("caption.typ", given, "png"))) as image:
            text = np.asarray(image.convert("RGBa"))  # multiplied by opacity, as the picture is
        top, left = (height - text.shape[0]) // 2, (width - text.shape[1]) // 2
        place = strip[top : top + text.shape[0], left : left + text.shape[1]]
        place[:] = text + np.rint(place * (1 - text[..., 3:].astype(float) / 255)).astype(np.uint8)


def _smaller(quality: Quality) -> Quality:
    """Return the size of the picture above the strip; it keeps its shape."""
    width, height = (round(side * (1 - _SHARE)) for side in (quality.width, quality.height))
    return replace(quality, width=width, height=height)
