"""Words and formula pieces with a baseline, typeset by Typst in New Computer Modern."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Self

import numpy as np
from manim import LEFT, RIGHT, ManimColor, Mobject, Typst, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.text.fonts import TYPST_FAMILIES, require_glyphs
from scenes.parts.text.glyphs import read_glyphs, typeset
from scenes.parts.text.outline import QuicklyCopied, copied_contents, lighten
from scenes.style import DEFAULT, Style

_PREAMBLE = (
    f"#set text(font: {TYPST_FAMILIES}, fallback: false)\n"
    f'#show math.equation: set text(font: ("New Computer Modern Math", ..{TYPST_FAMILIES}), fallback: false)'
)
# A full stop of no width comes first: it stands on the baseline, marks its height, and is then removed.
_BASELINE_MARK = "#box(width: 0pt)[.]"

CAP_HEIGHT = 0.683
"""The height of a capital of New Computer Modern as a share of its font size."""

UNITS_PER_FONT_UNIT = 10 / 960
"""Scene units of type size per manim font unit: manim draws Typst's 10 pt at 1/960 scene unit a point and size."""

_HALO = 8.0
"""The width of the background-coloured stroke around a text's glyphs."""

HALO_OPACITY = 0.6
"""Its opacity: lines behind a text are held back; a light behind it shows no blot."""

_SIZE_READ = 48.0
"""Manim font units in which texts are read from files."""

_LETTERS_BELOW = 11
"""The letters of the longest word that is written below a vector's letter in full size; longer ones get smaller."""

_LONG = 16
"""The letters of a word from which a text of two or three words is kept narrow, too."""

WIDEST_NAME = 2.6
"""Scene units that a single word may be wide wherever it stands; the type of a longer one gets smaller."""


def _width_of(text: str) -> float:
    """Return the scene units that a text may be wide: a word, or a few words of which one is very long; else any."""
    parts = text.split(" ")
    if len(parts) == 1:
        return WIDEST_NAME
    return 1.3 * WIDEST_NAME if len(parts) <= 3 and max(map(len, parts)) > _LONG else math.inf


def typst_string(text: str) -> str:
    """Quote text as a Typst string, so that no word can be read as markup."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Typeset(QuicklyCopied, Typst):
    """Typst markup as a mobject with a baseline.

    Args:
        markup: Typst markup; untrusted text goes through ``typst_string`` first.
        size: manim font units.
        color: ``#rrggbb``.
        script: whether it holds sub- or superscripts (legibility is measured by their smaller size).
        style: decides whether text in a role's colour is bolder.
    """

    baseline_share: float

    def __init__(self, markup: str, size: float, color: str, *, script: bool = False, style: Style = DEFAULT) -> None:
        self.__dict__.update(copied_contents(_typeset(markup, size, color, style.type_stroke(color))))
        self.name = type(self).__name__
        self.size, self.script = size, script

    @property
    def baseline(self) -> float:
        """The height of the baseline, in scene units."""
        return float(self.get_y() + self.baseline_share * self.height)

    @property
    def cap_height(self) -> float:
        """The height of its smallest capitals in scene units, whether it has any or not."""
        return float(capitals(self.size) * (0.7 if self.script else 1.0))

    def on_baseline(self, y: float) -> Self:
        """Move up or down until the baseline is at ``y`` scene units."""
        self.shift(point(0.0, y - self.baseline))
        return self


class Pattern(Typst):
    """A text around the origin, copied wherever it is written; a copy takes a fifth of the time.

    Args:
        markup: Typst markup.
        size: manim font units.
        color: ``#rrggbb``.
        stroke: the width of the line around its glyphs, in manim's stroke units; 0 for none.

    Attributes:
        baseline_share: the height of its baseline above its centre, as a share of its height.
    """

    def __init__(self, markup: str, size: float, color: str, stroke: float) -> None:
        self._ink, self._is_inked = color, False
        markup = _BASELINE_MARK + markup
        typeset(markup, _PREAMBLE)
        super().__init__(
            markup,
            font_size=size,
            typst_preamble=_PREAMBLE,
            color=color,
            should_center=False,
            use_svg_cache=False,  # outlines are kept glyph by glyph
        )
        mark = self.submobjects[0]
        origin = float(mark.get_bottom()[1])
        self.remove(mark)
        self.initial_height = self.height
        if stroke:
            self.set_stroke(color, stroke)
        self.baseline_share = (origin - self.get_y()) / self.height
        self.move_to(np.zeros(3))

    def generate_mobject(self) -> Self:
        """Read the outlines: from known glyphs, or as manim does and then made light."""
        glyphs = read_glyphs(self.get_file_path(), self._ink)
        if glyphs is not None:
            self._is_inked = True
            return self.add(*glyphs)
        super().generate_mobject()
        lighten(self)
        return self

    def init_colors(self, propagate_colors: bool = True) -> Self:
        """Give black glyphs the text's colour, unless they were read in it."""
        return self if self._is_inked else super().init_colors(propagate_colors)

    def in_other(self, size: float, color: str, stroke: float) -> Pattern:
        """Return the same glyphs in another size and other colours; arguments are those of the class."""
        result = Pattern.__new__(Pattern)
        result.__dict__.update(copied_contents(self))
        result._ink, result._font_size = color, size
        factor, ink = size / self._font_size, ManimColor(color).to_rgb()
        for member in result.get_family():
            assert isinstance(member, VMobject)
            member.points = member.points * factor
            member.fill_rgbas[:, :3] = member.stroke_rgbas[:, :3] = ink
        if stroke:
            result.set_stroke(color, stroke)
        result.initial_height = self.initial_height * factor
        return result

    @property
    def is_glyphs(self) -> bool:
        """True where it is nothing but glyphs, which have no strokes to be kept in proportion."""
        return self._is_inked


@lru_cache(maxsize=1024)
def _typeset(markup: str, size: float, color: str, stroke: float) -> Pattern:
    """Return a text as it was set the first time in this process."""
    known = _as_read(markup)
    return known.in_other(size, color, stroke) if known.is_glyphs else Pattern(markup, size, color, stroke)


@lru_cache(maxsize=1024)
def _as_read(markup: str) -> Pattern:
    """Return a text in one size and one colour, of which those in others are made in a tenth of the time."""
    return Pattern(markup, _SIZE_READ, DEFAULT.theme.ink, 0.0)


class Label(Typeset):
    """Plain text: a word, an axis name, a note. Its text is never read as markup.

    Args:
        text: its text.
        size: manim font units.
        color: ``#rrggbb``.
        italic: set it in italics.
        within: scene units that it may be wide; its type gets smaller where it would be wider. When left out it is
            ``WIDEST_NAME`` for a single word, and any width for a sentence.
        style: theme and sizes.

    Attributes:
        text: its text.

    Raises:
        UserError: when no font here has one of its letters.
    """

    def __init__(
        self,
        text: str,
        *,
        size: float | None = None,
        color: str | None = None,
        italic: bool = False,
        within: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        require_glyphs([text])
        body, color, size = f"#{typst_string(text)}", color or style.theme.ink, size or style.sizes.label
        super().__init__(f"#emph[{body}]" if italic else body, size, color, style=style)
        within = within or _width_of(text)
        if self.width > within:
            super().__init__(f"#emph[{body}]" if italic else body, size * within / self.width, color, style=style)
        self.text = text


class Math(Typeset):
    """A piece of a formula in Typst's maths notation, inline.

    Attributes:
        source: the notation, such as ``x_i`` or ``bold(X)``.
    """

    def __init__(
        self, source: str, *, size: float | None = None, color: str | None = None, style: Style = DEFAULT
    ) -> None:
        self.source = source
        script = "_" in source or "^" in source
        super().__init__(
            f"${source}$", size or style.sizes.formula, color or style.theme.ink, script=script, style=style
        )


def halo(text: VMobject, style: Style = DEFAULT) -> VGroup:
    """Return a background-coloured outline of a text's glyphs, to lie below it where it stands on lines.

    It does not count as a text.
    """
    glyphs = VGroup(*(glyph.copy() for glyph in text.get_family() if isinstance(glyph, VMobject) and len(glyph.points)))
    return glyphs.set_fill(style.theme.background, 1.0).set_stroke(style.theme.background, _HALO, HALO_OPACITY)


def vector_name(word: str, *, prime: bool = False, letter: str = "x") -> str:
    """Return Typst maths for a word's vector, such as x with the word as its subscript."""
    size = min(1.0, _LETTERS_BELOW / max(len(word), 1))
    below = typst_string(word) if size == 1.0 else f"#text(size: {size:.2f}em, {typst_string(word)})"
    return f"arrow({letter}){chr(39) if prime else ''}_upright({below})"


def capitals(size: float) -> float:
    """Return the height of capital letters and digits of a size in manim font units, scene units."""
    return CAP_HEIGHT * size * UNITS_PER_FONT_UNIT


def baseline_of(mobject: Mobject) -> float:
    """Return the baseline of a mobject in scene units: its own, or its centre less a third of its height."""
    own = getattr(mobject, "baseline", None)
    return float(own) if own is not None else float(mobject.get_y() - mobject.height / 3)


def set_on_baseline(mobject: Mobject, y: float) -> None:
    """Move a mobject up or down until its baseline is at ``y`` scene units."""
    mobject.shift(point(0.0, y - baseline_of(mobject)))


class Row(VGroup):
    """Mobjects side by side on one baseline.

    Args:
        pieces: from left to right.
        gaps: scene units before each piece but the first; one number serves all.

    Raises:
        ValueError: when the number of gaps does not fit.
    """

    def __init__(self, pieces: Iterable[VMobject], gaps: float | Iterable[float] = 0.2) -> None:
        members = list(pieces)
        super().__init__(*members)
        between = [float(gaps)] * (len(members) - 1) if isinstance(gaps, int | float) else list(gaps)
        if members and len(between) != len(members) - 1:
            raise ValueError(f"{len(members)} pieces need {len(members) - 1} gaps; got {len(between)}")
        for left, right, gap in zip(members, members[1:], between, strict=False):
            right.next_to(left, RIGHT, buff=gap)
            set_on_baseline(right, baseline_of(left))

    @property
    def baseline(self) -> float:
        """The common baseline, in scene units."""
        return baseline_of(self.submobjects[0])

    def on_baseline(self, y: float) -> Self:
        """Move up or down until the baseline is at ``y`` scene units."""
        set_on_baseline(self, y)
        return self

    def starting_at(self, x: float) -> Self:
        """Move sideways until the left edge is at ``x`` scene units."""
        self.align_to(point(x, 0.0), LEFT)
        return self
