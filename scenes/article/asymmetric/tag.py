"""A word at the tip of an arrow, and what it is there."""

from __future__ import annotations

from manim import VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.typeset import Label, Row
from scenes.style import DEFAULT, Style

_BESIDE = 0.12
"""Scene units from an icon to the text at its right."""


class Tag(VGroup):
    """A word at the tip of an arrow: its icon, or its name without one, and what it is there.

    Args:
        word: the word.
        color: ``#rrggbb``, by role.
        text: what stands beside the icon; nothing when empty.
        height: scene units of the icon.
        style: theme and sizes.

    Attributes:
        head: the icon, or the name.
        said: what it is there, in a list; empty without a text.
    """

    def __init__(self, word: str, color: str, text: str, *, height: float, style: Style = DEFAULT) -> None:
        pictured, size = has_icon(word, style), style.sizes.number
        written = [text] if pictured else [word, *([text] if text != word else [])]
        labels = [Label(each, size=size, color=color, style=style) for each in written if each]
        super().__init__()
        if pictured:
            icon = laid(ShadedIcon(word, color, height=height, style=style), Layer.ICON)
            self.add(icon)
        if labels:
            said = Row(labels, 0.16)
            if pictured:
                said.move_to(icon.get_right() + point(_BESIDE + float(said.width) / 2))
        texts = [laid(haloed(label, style), Layer.LABEL) for label in labels]
        self.add(*texts)
        self.head: VMobject = icon if pictured else texts[0]
        self.said = texts if pictured else texts[1:]
