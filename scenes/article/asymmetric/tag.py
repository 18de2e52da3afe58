"""A word at the tip of an arrow, and what it is there."""

from __future__ import annotations

from manim import VGroup

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.typeset import Label, Row
from scenes.style import DEFAULT, Style


class Tag(VGroup):
    """A word at the tip of an arrow: its icon, or its name without one, and what it is there.

    Args:
        word: the word.
        color: ``#rrggbb``, by role.
        text: what stands beside the icon; nothing when empty.
        height: scene units of the icon.
        style: theme and sizes.
    """

    def __init__(self, word: str, color: str, text: str, *, height: float, style: Style = DEFAULT) -> None:
        pictured = has_icon(word, style)
        written = [text] if pictured else [word, *([text] if text != word else [])]
        labels = [Label(each, size=style.sizes.number, color=color, style=style) for each in written if each]
        super().__init__()
        if pictured:
            icon = laid(ShadedIcon(word, color, height=height, style=style), Layer.ICON)
            self.add(icon)
        if labels:
            said = Row(labels, 0.16)
            if pictured:
                said.move_to(icon.get_right() + point(0.12 + float(said.width) / 2, 0.0))
            self.add(laid(haloed(said, style), Layer.LABEL))
