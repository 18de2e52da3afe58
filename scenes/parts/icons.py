"""Icons of the words that can be pictured, drawn for this project."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from manim import DashedVMobject, Difference, ManimColor, SVGMobject, Union, VGroup, VMobject

from scenes.asset_files import ASSETS
from scenes.parts.text.outline import QuicklyCopied, lighten
from scenes.style import DEFAULT, Style

ICON_WORDS = (
    "apple", "banana", "bride", "castle", "eiffel", "france", "house", "king", "laptop", "man", "mole-garden",
    "mole-gram", "mole-skin", "orange", "paris", "pear", "phone", "queen", "ring", "scale-model", "star", "tablet",
    "time", "tower", "woman",
)  # fmt: skip
"""Words that have an icon in every world; one for two words together has a hyphen between them."""

_DETAIL = "#FFFFFF"

_BOX = 100.0
"""Units of the square that icons are drawn in."""

_FILLED = 0.92
"""The share of the square that an icon of a world's own fills, like the project's."""


def has_icon(word: str, style: Style = DEFAULT) -> bool:
    """Return whether a word has an icon: one that its world brings, or one of the project's."""
    return word in style.icons or word in ICON_WORDS


def svg_of(word: str, style: Style = DEFAULT) -> str:
    """Return the SVG file of a word's icon: the one that its world brings, or else the project's.

    Raises:
        KeyError: when the word has no icon.
    """
    if not has_icon(word, style):
        raise KeyError(f'no icon of "{word}"; there are: {", ".join((*style.icons, *ICON_WORDS))}')
    return style.icons.get(word) or (ASSETS / "icons" / f"{word}.svg").read_text(encoding="utf-8")


class Icon(SVGMobject):
    """A word's icon in one colour, its details cut out in the background's colour.

    Where the theme fills nothing, it is an outline. An icon that a world brings fills the square, whatever its size.

    Args:
        word: a word that has an icon.
        color: ``#rrggbb``.
        height: scene units of the square in which all icons are drawn, so that they keep their relative sizes.
        style: theme, for the background, and the world's icons.

    Raises:
        KeyError: when the word has no icon.
    """

    def __init__(self, word: str, color: str, *, height: float = 0.5, style: Style = DEFAULT) -> None:
        self.word = word
        # manim writes a changed SVG beside the one it reads, where processes would collide: each reads its own copy.
        with TemporaryDirectory() as folder:
            path = Path(folder) / "icon.svg"
            path.write_text(svg_of(word, style), encoding="utf-8")
            super().__init__(path, height=None, use_svg_cache=False)
        own = word in style.icons
        self.scale(height * _FILLED / max(self.width, self.height) if own else height / _BOX)
        lighten(self)
        for piece in self.submobjects:
            detail = piece.get_fill_color().to_hex().upper() == _DETAIL
            fill = style.theme.background if detail or not style.theme.filled else color
            piece.set_style(fill_color=fill, stroke_color=fill)
            if not style.theme.filled:
                piece.set_stroke(color, style.strokes.hair if detail else style.strokes.thin)


_GLOSSY = ("apple", "banana", "orange", "pear")
"""Words whose icon's details are light on its skin; the others' are cut out down to the ground."""

_JOINED = ("bride", "ring")
"""Words whose icon consists of parts that only together are its outline."""

_LIGHT, _DARK = 0.16, 0.15
"""The mix of the lit edge with white, and of the shaded edge with black."""

_PLAIN = 0.75
"""Scene units: the length of an outline below which a ghost's is not dashed: dashes of a leaf would be a scribble."""

_TURN = 0.055
"""The width of the shaded edge, as a share of the icon's height."""


class ShadedIcon(QuicklyCopied, VGroup):
    """A word's icon on the stage: a rim in the background's colour, skin, a lit and a shaded edge, details.

    Args:
        word: a word that has an icon.
        color: ``#rrggbb``, by role; where the theme has fills apart from type, it is the outline.
        height: scene units of the square all icons are drawn in.
        style: theme.
        edge: colour of the rim instead of the background's, such as the puller's.

    Attributes:
        skin: the outlines in the icon's colour, from which its ghost is made.
    """

    def __init__(
        self, word: str, color: str, *, height: float = 0.9, style: Style = DEFAULT, edge: str | None = None
    ) -> None:
        super().__init__()
        icon = _Drawing(word, style.icons.get(word, ""))
        theme, flat = style.theme, _flat_icon(icon).copy().scale(height / _BOX)
        self.word, self.color_by_role = word, color
        fill = theme.fill(color)
        solid = 1.0 if theme.filled else 0.0
        rim, self.skin, details = VGroup(), VGroup(), VGroup()
        for piece in flat:
            if piece.get_fill_color().to_hex().upper() != _DETAIL:
                rim.add(piece.copy().set_fill(opacity=0.0).set_stroke(edge or theme.background, 9 if edge else 8))
        for piece in flat:
            if piece.get_fill_color().to_hex().upper() == _DETAIL:
                tone = _toward(fill, "#ffffff", 0.72) if word in _GLOSSY else _toward(theme.background, fill, 0.12)
                details.add(piece.copy().set_style(fill_color=tone, fill_opacity=solid, stroke_width=0))
                continue
            skin = piece.copy().set_style(fill_color=fill, fill_opacity=solid, stroke_width=0)
            if fill != color or not theme.filled:
                skin.set_stroke(color, 3.0 if theme.filled else style.strokes.thin)
            # What is drawn after a detail lies upon it, as a phone's screen does on its frame.
            (details if len(details) else self.skin).add(skin)
        self.add(rim, self.skin)
        if theme.filled:
            self.add(_shade(icon, height, fill))
        self.add(details)

    def outlines(self) -> VGroup:
        """Return copies of all that is drawn in the icon's colour, for an icon that is not filled."""
        color = self.skin[0].get_fill_color()
        upon = [piece for piece in self.submobjects[-1] if piece.get_fill_color() == color]
        return VGroup(*(piece.copy() for piece in (*self.skin, *upon)))


def _toward(color: str, other: str, share: float) -> str:
    """Return a colour a share of the way towards another."""
    return ManimColor(color).interpolate(ManimColor(other), share).to_hex()


class _Drawing(NamedTuple):
    """A word and the icon that its world brings of it, empty where it is the project's."""

    word: str
    svg: str


@lru_cache(maxsize=64)
def _flat_icon(icon: _Drawing) -> Icon:
    """Return an icon as it is in its file, around the origin, 100 units high."""
    icons = {icon.word: icon.svg} if icon.svg else {}
    white = replace(DEFAULT.theme, background=_DETAIL)  # so that what is cut out stays white, as it is in the file
    return Icon(icon.word, "#000000", height=_BOX, style=replace(DEFAULT, icons=icons, theme=white)).center()


@lru_cache(maxsize=64)
def _edges(icon: _Drawing) -> tuple[VMobject, VMobject]:
    """Return the lit and the shaded edge of an icon's largest outline, 100 units high."""
    body = max(
        (piece for piece in _flat_icon(icon) if piece.get_fill_color().to_hex().upper() != _DETAIL),
        key=lambda piece: float(piece.width * piece.height),
    )
    shift = _TURN * _BOX
    lit = Difference(body, body.copy().shift((0.6 * shift, -0.6 * shift, 0)))
    shaded = Difference(body, body.copy().shift((-shift, shift, 0)))
    return lit, shaded


def _shade(icon: _Drawing, height: float, fill: str) -> VGroup:
    lit, shaded = (edge.copy() for edge in _edges(icon))
    lit.set_style(fill_color=_toward(fill, "#ffffff", _LIGHT), fill_opacity=1.0, stroke_width=0)
    shaded.set_style(fill_color=_toward(fill, "#000000", _DARK), fill_opacity=1.0, stroke_width=0)
    return VGroup(lit, shaded).scale(height / _BOX, about_point=(0, 0, 0))


def ghost_of(word: str, color: str, *, height: float = 0.9, style: Style = DEFAULT) -> VGroup:
    """Return what stays at a word's old place: its outline in dashes, filled to a tenth, around the origin."""
    ghost = VGroup()
    flat = _flat_icon(_Drawing(word, style.icons.get(word, ""))).copy().scale(height / _BOX)
    pieces = [p for p in flat if p.get_fill_color().to_hex().upper() != _DETAIL]
    kept = pieces if word in _GLOSSY and word != "orange" else pieces[:1]
    if word in _JOINED:
        kept = [Union(*pieces)]
    for piece in kept:
        area = piece.copy().set_style(fill_color=style.theme.fill(color), fill_opacity=0.1, stroke_width=0)
        outline = piece.copy().set_style(fill_opacity=0.0, stroke_color=color, stroke_width=2.6)
        length = float(outline.get_arc_length())
        if length < _PLAIN:
            ghost.add(area, outline.set_stroke(width=1.8))
            continue
        ghost.add(area, DashedVMobject(outline, num_dashes=max(6, round(length / 0.115)), dashed_ratio=0.55))
    return ghost
