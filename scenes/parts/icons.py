"""Icons of the words that can be seen, drawn for this project."""

from __future__ import annotations

from importlib.resources import as_file, files

from manim import SVGMobject

from scenes.parts.outline import lighten
from scenes.style import DEFAULT, Style

ICON_WORDS = ("apple", "banana", "laptop", "orange", "pear", "phone", "tablet")
"""Words that have an icon."""

_DETAIL = "#FFFFFF"


class Icon(SVGMobject):
    """A word's icon in one colour; its details are cut out in the colour of the ground.

    Args:
        word: one of ``ICON_WORDS``.
        color: ``#rrggbb``.
        height: scene units.

    Raises:
        KeyError: when the word has no icon.
    """

    def __init__(self, word: str, color: str, *, height: float = 0.45, style: Style = DEFAULT) -> None:
        if word not in ICON_WORDS:
            raise KeyError(f'no icon of "{word}"; there are: {", ".join(ICON_WORDS)}')
        self.word = word
        with as_file(files("assets") / "icons" / f"{word}.svg") as path:
            super().__init__(path, height=height)
        lighten(self)
        for piece in self.submobjects:
            fill = style.theme.background if piece.get_fill_color().to_hex().upper() == _DETAIL else color
            piece.set_style(fill_color=fill, stroke_color=fill)
