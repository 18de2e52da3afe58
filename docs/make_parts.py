"""Draw docs/parts.png: every part of docs/parts.md, from the lines that stand there.

Run from the repository: ``.venv/bin/python docs/make_parts.py [THEME [FILE.png]]``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from manim import Camera, VMobject, tempconfig
from PIL import Image

from scenes.parts.text.typeset import Label
from scenes.style import Style
from scenes.themes import chosen_theme

PAGE = Path(__file__).with_name("parts.md")
WIDTH, HEIGHT, COLUMNS = 480, 360, 4
"""Pixels of a part on the sheet, and parts in a row."""


def blocks() -> list[tuple[str, str]]:
    """Return the titles of the page with the lines of code below them."""
    return re.findall(r"^## (.+?)\n\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def made(code: str, style: Style) -> VMobject:
    """Return the part that lines of the page make."""
    names: dict[str, Any] = {"style": style}
    exec(compile(code, str(PAGE), "exec"), names)
    part: VMobject = names["part"]
    return part


def picture(title: str, part: VMobject, style: Style) -> Image.Image:
    """Return a part, enlarged to fill the middle of a picture but at most twice, with its title below it."""
    part.scale(min(5.6 / part.width, 3.6 / max(part.height, 0.01), 2.0))
    name = Label(title, color=style.theme.dim, style=style, within=7.0)
    camera = Camera(background_color=style.theme.background)
    camera.capture_mobjects([part.move_to([0, 0.4, 0]), name.move_to([0, -2.6, 0])])
    return Image.fromarray(camera.pixel_array[:, :, :3].copy())


def main(theme: str = "dark", file: str = str(PAGE.with_suffix(".png"))) -> None:
    """Draw the sheet."""
    style, found = Style.of(chosen_theme(theme)), blocks()
    sheet = Image.new("RGB", (COLUMNS * WIDTH, -(-len(found) // COLUMNS) * HEIGHT), style.theme.background)
    with TemporaryDirectory() as folder:
        size = {"pixel_width": WIDTH, "pixel_height": HEIGHT, "frame_width": 8.0, "frame_height": 6.0}
        with tempconfig({**size, "media_dir": folder, "dry_run": True, "verbosity": "ERROR"}):
            for number, (title, code) in enumerate(found):
                row, column = divmod(number, COLUMNS)
                sheet.paste(picture(title, made(code, style), style), (column * WIDTH, row * HEIGHT))
    sheet.save(file, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
