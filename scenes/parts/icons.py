"""Icons of the words that can be pictured, drawn for this project."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from manim import DashedVMobject, Difference, ManimColor, SVGMobject, VGroup, VMobject

from scenes.parts.text.outline import QuicklyCopied, lighten
from scenes.style import DEFAULT, Style

ICON_WORDS = ("apple", "banana", "bride", "laptop", "orange", "pear", "phone", "ring", "tablet")
"""Words that have an icon."""

_DETAIL = "#FFFFFF"

_BOX = 100.0
"""Units of the square that icons are drawn in."""


class Icon(SVGMobject):
    """A word's icon in one colour, its details cut out in the background's colour.

    Where the theme fills nothing, it is an outline.

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


_GLOSSY = ("apple", "banana", "orange", "pear")
"""Words whose icon's details are light on its skin; the others' are cut out down to the ground."""

_LIGHT, _DARK = 0.16, 0.15
"""The mix of the lit edge with white, and of the shaded edge with black."""

_TURN = 0.055
"""The width of the shaded edge, as a share of the icon's height."""


class ShadedIcon(QuicklyCopied, VGroup):
    """A word's icon on the stage: a rim in the background's colour, skin, a lit and a shaded edge, details.

    Args:
        word: one of ``ICON_WORDS``.
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
        theme, flat = style.theme, _flat_icon(word).copy().scale(height / _BOX)
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
            self.add(_shade(word, height, fill))
        self.add(details)


def _toward(color: str, other: str, share: float) -> str:
    """Return a colour a share of the way towards another."""
    return ManimColor(color).interpolate(ManimColor(other), share).to_hex()


@lru_cache(maxsize=64)
def _flat_icon(word: str) -> Icon:
    """Return an icon as it is in its file, around the origin, 100 units high."""
    return Icon(word, "#000000", height=_BOX).center()


@lru_cache(maxsize=64)
def _edges(word: str) -> tuple[VMobject, VMobject]:
    """Return the lit and the shaded edge of an icon's largest outline, 100 units high."""
    body = max(
        (piece for piece in _flat_icon(word) if piece.get_fill_color().to_hex().upper() != _DETAIL),
        key=lambda piece: float(piece.width * piece.height),
    )
    shift = _TURN * _BOX
    lit = Difference(body, body.copy().shift((0.6 * shift, -0.6 * shift, 0)))
    shaded = Difference(body, body.copy().shift((-shift, shift, 0)))
    return lit, shaded


def _shade(word: str, height: float, fill: str) -> VGroup:
    lit, shaded = (edge.copy() for edge in _edges(word))
    lit.set_style(fill_color=_toward(fill, "#ffffff", _LIGHT), fill_opacity=1.0, stroke_width=0)
    shaded.set_style(fill_color=_toward(fill, "#000000", _DARK), fill_opacity=1.0, stroke_width=0)
    return VGroup(lit, shaded).scale(height / _BOX, about_point=(0, 0, 0))


def ghost_of(word: str, color: str, *, height: float = 0.9, style: Style = DEFAULT) -> VGroup:
    """Return what stays at a word's old place: its outline in dashes, filled to a tenth, around the origin."""
    ghost = VGroup()
    pieces = [p for p in _flat_icon(word).copy().scale(height / _BOX) if p.get_fill_color().to_hex().upper() != _DETAIL]
    kept = pieces if word in _GLOSSY and word != "orange" else pieces[:1]
    for piece in kept:
        area = piece.copy().set_style(fill_color=style.theme.fill(color), fill_opacity=0.1, stroke_width=0)
        outline = piece.copy().set_style(fill_opacity=0.0, stroke_color=color, stroke_width=2.6)
        length = float(outline.get_arc_length())
        ghost.add(area, DashedVMobject(outline, num_dashes=max(6, round(length / 0.115)), dashed_ratio=0.55))
    return ghost
