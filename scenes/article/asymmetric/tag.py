"""A word at the tip of an arrow, and what it is there."""

from __future__ import annotations

from typing import Literal

from manim import VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.typeset import Label, Row, capitals
from scenes.style import DEFAULT, Style

Side = Literal["right", "above", "below"]
"""The side of its icon on which the text of a tag stands."""

_BESIDE, _OFF = 0.12, 0.16
"""Scene units from an icon to the text at its right, and to the text above or below it."""


class Tag(VGroup):
    """A word at the tip of an arrow: its icon, or its name without one, and what it is there.

    Args:
        word: the word.
        color: ``#rrggbb``, by role.
        text: what stands beside the icon; nothing when empty.
        height: scene units of the icon.
        side: where the text stands, from the icon.
        style: theme and sizes.

    Attributes:
        head: the icon, or the name.
        said: what it is there, in a list; empty without a text.
    """

    def __init__(
        self, word: str, color: str, text: str, *,
        height: float, side: Side = "right", style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        pictured, size = has_icon(word, style), style.sizes.number
        written = [text] if pictured else [word, *([text] if text != word else [])]
        labels = [Label(each, size=size, color=color, style=style) for each in written if each]
        super().__init__()
        if pictured:
            icon = laid(ShadedIcon(word, color, height=height, style=style), Layer.ICON)
            self.add(icon)
        if labels:
            said = Row(labels, 0.16)
            if pictured and side == "right":
                said.move_to(icon.get_right() + point(_BESIDE + float(said.width) / 2))
            elif pictured:
                above, below = float(icon.get_top()[1]) + _OFF, float(icon.get_bottom()[1]) - _OFF - capitals(size)
                said.set_x(float(icon.get_x())).on_baseline(above if side == "above" else below)
        texts = [laid(haloed(label, style), Layer.LABEL) for label in labels]
        self.add(*texts)
        self.head: VMobject = icon if pictured else texts[0]
        self.said = texts if pictured else texts[1:]
