"""Draw docs/figures.png: the last frame of every figure, as the README shows it.

Run from the repository: ``.venv/bin/python docs/make_figures.py``.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from manim import tempconfig
from numpy.typing import NDArray
from PIL import Image

from scenes import FIGURES, load_figure
from scenes.style import DARK

WIDTH, HEIGHT = 384, 216
"""Pixels of a frame on the sheet."""

GAP = 6
MOST_COLUMNS = 6


def last_frame(name: str) -> NDArray[np.uint8]:
    """Return a figure's last frame at four times the sheet's size; the motion before it is skipped."""
    figure = load_figure(name)()
    figure.renderer.skip_animations = figure.renderer._original_skipping_status = True
    figure.render()
    figure.renderer.static_image = None
    figure.renderer.update_frame(figure)
    pixels: NDArray[np.uint8] = figure.renderer.camera.pixel_array[:, :, :3].copy()
    return pixels


def main() -> None:
    """Draw the sheet."""
    columns = min(MOST_COLUMNS, len(FIGURES))
    rows = -(-len(FIGURES) // columns)
    sheet = Image.new("RGB", (columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP), DARK.faint)
    with TemporaryDirectory() as folder:
        options = {"media_dir": folder, "dry_run": True, "pixel_width": 4 * WIDTH, "pixel_height": 4 * HEIGHT}
        with tempconfig({**options, "verbosity": "ERROR", "progress_bar": "none", "disable_caching": True}):
            for index, name in enumerate(FIGURES):
                frame = Image.fromarray(last_frame(name)).resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
                row, column = divmod(index, columns)
                sheet.paste(frame, (GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)))
    target = Path(__file__).with_name("figures.png")
    part = target.with_suffix(".part.png")
    sheet.save(part, optimize=True)
    part.replace(target)


if __name__ == "__main__":
    main()
