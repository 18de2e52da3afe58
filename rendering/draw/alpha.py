"""Pictures without a background: the camera that leaves it out, and colours in the form that files hold.

Cairo keeps colours multiplied by their opacity ("premultiplied"); PNG, WebM and QuickTime hold them as they are
("straight").
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Camera
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture, top row first, of shape (height, width, 4): red, green, blue, opacity."""


class ClearCamera(Camera):
    """manim's camera, except that transparent pixels have no colour, as cairo expects.

    manim gives a background of opacity 0 the background's colour, which cairo would add to whatever is drawn upon it.
    """

    def init_background(self) -> None:
        """Make the background that pictures are drawn upon."""
        super().init_background()
        if self.background_opacity == 0 and self.background is not None:
            self.background[:] = 0


def _unmultiplied() -> NDArray[np.uint8]:
    """Return the table of colours, indexed by opacity and by colour times opacity, (256, 256)."""
    opacity, colour = np.arange(256)[:, None], np.arange(256)[None]
    table: NDArray[np.uint8] = np.minimum((colour * 255 + opacity // 2) // np.maximum(opacity, 1), 255).astype(np.uint8)
    return table


_UNMULTIPLIED = _unmultiplied()


def straight(pixels: Pixels, out: Pixels | None = None) -> Pixels:
    """Return a picture's straight colours, from colours that are multiplied by their opacity.

    Args:
        pixels: as cairo draws them, (height, width, 4).
        out: the array for the result, of the same shape; a new one when None.
    """
    out = pixels.copy() if out is None else out
    out[:] = pixels
    rows, columns = np.nonzero((pixels[..., 3] > 0) & (pixels[..., 3] < 255))
    some = pixels[rows, columns]
    out[rows, columns, :3] = _UNMULTIPLIED[some[:, 3:], some[:, :3]]
    return out


def over(pixels: Pixels, ground: Sequence[int]) -> Pixels:
    """Return a picture of straight colours, drawn over an opaque background, of shape (height, width, 3).

    Args:
        pixels: the picture.
        ground: the background's red, green, blue, 0 to 255.
    """
    opacity = pixels[..., 3:].astype(float) / 255
    mixed = pixels[..., :3] * opacity + np.array(ground) * (1 - opacity)
    return np.asarray(np.rint(mixed).astype(np.uint8))


def spread(pixels: Pixels) -> Pixels:
    """Give invisible pixels the colour of their visible neighbours, in place.

    Films keep one colour for two by two pixels; without this, the edges of shapes would be darkened.

    Args:
        pixels: straight colours; height and width are even.
    """
    height, width, _ = pixels.shape
    blocks = pixels.reshape(height // 2, 2, width // 2, 2, 4)
    opacity = blocks[..., 3]
    most = opacity.max(axis=(1, 3))
    rows, columns = np.nonzero((most > 0) & (opacity.min(axis=(1, 3)) == 0))
    edges = blocks[rows, :, columns]  # (edges, 2, 2, 4)
    share = edges[..., 3:].astype(np.uint32)
    mean = (edges[..., :3] * share).sum(axis=(1, 2)) // share.sum(axis=(1, 2))
    edges[..., :3] = np.where(share == 0, mean[:, None, None], edges[..., :3])
    blocks[rows, :, columns] = edges
    return pixels
