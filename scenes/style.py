"""The meaning of colours, sizes and times, decided once for every figure.

A theme maps *roles* to colours; a figure names roles only. The colours were found by search: each
pair of role colours differs by at least 13 in CIEDE2000, in normal sight and under simulated protanopia,
deuteranopia and tritanopia, and each stands at least 4.5:1 against the background. With the colours of a third to a
sixth family, of which the article has no need, that is at least 10: 10.75 in the dark theme, 10.91 in the light one and
10.29 in print. No set of four was found that reaches 12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from scenes.language import ENGLISH, Language, load_language

if TYPE_CHECKING:
    from scenes.worlds import World


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by role, as ``#rrggbb``.

    Attributes:
        name: the theme's name on the command line.
        background: the colour behind everything.
        ink: the subject of the present moment.
        dim: earlier subjects, axis names, notes.
        faint: grids, empty cells, brackets at rest.
        subject: the word the story follows (apple).
        families: one colour per word family, in the order of the world's families (fruits, devices): six.
        query: the word being pulled: its row, W_Q, Q.
        key: the words that pull: their columns, W_K, K.
        value: what a word carries over: W_V, V.
        filled: whether areas are filled; where not, outlines stand for them, for paper.
        grid: the lines of the plane; it is ground, not a mark.
        axis: the two axes and their ticks.
        shade: the ground behind the ledger and behind a word's half-plane.
        subject_fill: the fill of areas and icons in the subject's colour; that colour when empty.
        family_fills: the same for the families, in their order; their colours when empty.
    """

    name: str
    background: str
    ink: str
    dim: str
    faint: str
    subject: str
    families: tuple[str, ...]
    query: str
    key: str
    value: str
    filled: bool = True
    grid: str = "#35404f"
    axis: str = "#7b8594"
    shade: str = "#07090d"
    subject_fill: str = ""
    family_fills: tuple[str, ...] = ()

    def fill(self, color: str) -> str:
        """Return the colour of areas for a colour of type: they differ where type must be darker to be read."""
        fills = dict(zip(self.families, self.family_fills, strict=False)) | {
            self.subject: self.subject_fill or self.subject
        }
        return fills.get(color, color)


DARK = Theme(
    name="dark",
    background="#11151c",
    ink="#ece7df",
    dim="#867e80",
    faint="#2b333f",
    subject="#f3625d",
    families=("#fede23", "#398ad6", "#588c00", "#00b57f", "#c058a3", "#a6ba00"),
    query="#89eb9f",
    key="#dc90b0",
    value="#bfb2f9",
)

LIGHT = Theme(
    name="light",
    background="#fcfaf6",
    ink="#0d131a",
    dim="#727271",
    faint="#d9d5cd",
    subject="#b0294d",
    families=("#936b05", "#33709b", "#3b0801", "#9c3aff", "#000076", "#200e37"),
    query="#1e5112",
    key="#722d5c",
    value="#272bc6",
    grid="#e2d8c5",
    axis="#83796a",
    shade="#f0e8d8",
    subject_fill="#d93350",
    family_fills=("#f2b90f", "#4a92cc"),
)

PRINT = Theme(
    name="print",
    background="#ffffff",
    ink="#0d0d0d",
    dim="#757575",
    faint="#cccccc",
    subject="#a03749",
    families=("#816c01", "#02468e", "#454cfe", "#3e2037", "#1200dd", "#2e3127"),
    query="#2a4217",
    key="#703f5b",
    value="#101453",
    filled=False,
    grid="#d9d9d9",
    axis="#808080",
    shade="#f4f4f4",
)
"""The theme for paper: nothing is filled, lines are thin, and no two roles have the same lightness in grey print."""

SHINE = "#ffffff"
"""The colour of the light that bands reflect, in themes with fills."""

SHADED = "#000000"
"""The colour with which the edges of bands are mixed that turn away from the light, in themes with fills."""

SUN = "#ffc400"
"""The colour of light on a ground that is itself bright."""

THEMES: dict[str, Theme] = {theme.name: theme for theme in (DARK, LIGHT, PRINT)}


LARGEST_TYPE = 1.25
"""The largest factor for sizes of type: the layouts of all figures are tested up to here, in the frame 16:9."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Type sizes in manim's font units; no others are used. Capitals of size 48 are 0.34 scene units tall."""

    formula: float = 46
    phrase: float = 36
    label: float = 28
    note: float = 24
    least: float = 22
    """For notes where a narrow frame has no room for the usual size."""
    script: float = 32
    """The smallest size of formulas with sub- or superscripts."""
    hero: float = 54
    """The number that a beat is about; bold."""
    head: float = 40
    """Header and foot."""
    number: float = 34
    """Numbers and labels on the stage."""
    tick: float = 29
    """Ticks and notes on the stage."""
    scale: float = 1.0
    """The factor by which all of them are larger than usual."""

    def scaled(self, factor: float) -> Sizes:
        """Return the same sizes, each ``factor`` times as large."""
        return Sizes(**{item.name: factor * getattr(self, item.name) for item in fields(self)})


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of motion and of stillness.

    Attributes:
        pace: the factor by which everything is faster than written.
        pause: seconds of stillness after every beat, whatever the pace, instead of ``rest`` and ``hold``.
    """

    quick: float = 0.3
    """Fades, and all but the first of a series."""
    move: float = 0.8
    """One thing moving to its place."""
    slow: float = 1.0
    """The main motion of a figure."""
    first: float = 2.0
    second: float = 1.2
    each: float = 0.35
    """The first row of a series, the second one, and each of those that follow in one sweep."""
    pull: float = 1.8
    """A word that slides to where its pulls balance."""
    rest: float = 0.6
    """The pause after a beat's result."""
    hold: float = 1.4
    """The pause after the main result."""
    words_spoken: float = 3.0
    words_read: float = 2.5
    """Words a second at which a caption is spoken and a line is read."""
    glance: float = 0.5
    """Seconds that a line needs, besides the time for its words."""
    pace: float = 1.0
    pause: float | None = None


@dataclass(frozen=True, slots=True)
class Strokes:
    """Line widths in manim's stroke units (100 are one scene unit)."""

    hair: float = 1.2
    thin: float = 2.0
    line: float = 3.0
    bold: float = 5.0
    amount: float = 7.0
    """Width of an outline that stands for 1, in themes that fill nothing."""
    type_in_role: float = 0.0
    """Width added to text in a role's colour, so that it stands out where colours are printed in grey."""


FINE = Strokes(hair=0.8, thin=1.3, line=2.0, bold=4.0, type_in_role=1.1)
"""The line widths of themes that fill nothing."""


@dataclass(frozen=True, slots=True)
class Style:
    """The theme, sizes, times, line widths and language with which a part draws itself."""

    theme: Theme = DARK
    sizes: Sizes = field(default_factory=Sizes)
    times: Times = field(default_factory=Times)
    strokes: Strokes = field(default_factory=Strokes)
    language: Language = field(default_factory=load_language)
    gap: float = 0.7
    """Scene units between two things that a layout puts beside or below each other."""
    tiny: bool = False
    """True if numbers that would round to zero are written with a power of ten: in a world of small numbers."""
    icons: Mapping[str, str] = field(default_factory=dict, hash=False)
    """SVG files by word: the icons that a world brings."""
    lines: bool = True
    """True if a line at the foot of the frame accompanies each beat."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Style:
        """Return the style itself: it never changes, and mobjects are copied often."""
        return self

    @classmethod
    def of(
        cls,
        theme: Theme = DARK,
        *,
        pace: float = 1.0,
        pause: float | None = None,
        language: str = ENGLISH,
        type_scale: float = 1.0,
        lines: bool = True,
    ) -> Style:
        """Return a style from a user's choices; see ``Times`` for pace and pause, ``Sizes.scale`` for the type's scale.

        Raises:
            UserError: when there is no such language.
        """
        return cls(
            theme=theme,
            sizes=Sizes() if type_scale == 1.0 else Sizes().scaled(type_scale),
            strokes=Strokes() if theme.filled else FINE,
            times=Times(pace=pace, pause=pause),
            language=load_language(language),
            lines=lines,
        )

    def for_world(self, world: World) -> Style:
        """Return the style for a world: how its numbers are written, and its icons."""
        return replace(self, tiny=world.is_tiny, icons=world.icons)

    def type_stroke(self, color: str) -> float:
        """Return the width of the line around text of a colour, in manim's stroke units."""
        plain = (self.theme.ink, self.theme.dim, self.theme.faint, self.theme.background)
        return 0.0 if color in plain else self.strokes.type_in_role

    def says(self, key: str, **values: object) -> str:
        """Return a text that parts of several figures share, in the style's language."""
        return self.language.text(f"common.labels.{key}", values)

    def of_figure(self, name: str) -> Style:
        """Return the style with only the texts of one figure and those that all share."""
        return replace(self, language=self.language.of_figure(name))


DEFAULT = Style()
