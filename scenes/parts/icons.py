"""Icons of the words that can be pictured, drawn for this project."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from manim import SVGMobject

from scenes.parts.text.outline import lighten
from scenes.style import DEFAULT, Style

ICON_WORDS = ("apple", "banana", "bride", "laptop", "orange", "pear", "phone", "ring", "tablet")
"""Words that have an icon."""

_DETAIL = "#FFFFFF"

_BOX = 100.0
"""Units of the square that icons are drawn in."""


class Icon(SVGMobject):
    """A word's icon in one colour, its details cut out in the background's colour.

    Where the theme fills nothing, it is an outline.

    Where the theme fills nothing it is an outline.

    Args:
        word: one of ``ICON_WORDS``.
        color: ``#rrggbb``.
        height: scene units of the square in which all icons are drawn, so that they keep their relative sizes.
        style: theme, for the background.

    Raises:
        KeyError: when the word has no icon.
    """

    def __init__(self, word: str, color: str, *, height: float = 0.5, style: Style = DEFAULT) -> None:
        if word not in ICON_WORDS:
            raise KeyError(f'no icon of "{word}"; there are: {", ".join(ICON_WORDS)}')
        self.word = word
        # manim writes a changed SVG beside the one it reads, where processes would collide: each reads its own copy.
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"{word}.svg"
            path.write_bytes((files("assets") / "icons" / path.name).read_bytes())
            super().__init__(path, height=None, use_svg_cache=False)
        self.scale(height / _BOX)
        lighten(self)
        for piece in self.submobjects:
            detail = piece.get_fill_color().to_hex().upper() == _DETAIL
            fill = style.theme.background if detail or not style.theme.filled else color
            piece.set_style(fill_color=fill, stroke_color=fill)
            if not style.theme.filled:
                piece.set_stroke(color, style.strokes.hair if detail else style.strokes.thin)
