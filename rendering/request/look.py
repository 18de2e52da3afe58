"""The look of pictures, apart from their content: size, rate, theme, times, language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rendering.request.shot import QUALITIES, Quality
from scenes.errors import UserError
from scenes.language import ENGLISH
from scenes.style import Style
from scenes.themes import chosen_theme

ROOMY = "16:9"
"""The frame in which every figure has room for larger type."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a picture.

    Attributes:
        quality: the picture's size and rate.
        style: theme, times and language.
    """

    quality: Quality
    style: Style


@dataclass(frozen=True, slots=True)
class LookChoices:
    """A look in the form of the command line.

    Attributes:
        quality: a key of ``QUALITIES``.
        frame: a key of ``FRAMES``.
        theme: name or TOML file of a theme.
        speed: pace of all motion.
        hold: seconds of stillness after every beat.
        language: the language of texts and captions.
        type_scale: the factor by which all type is larger than usual.
        lines: whether each beat has its line at the foot of the frame.
    """

    quality: str
    frame: str = "16:9"
    theme: str = "dark"
    speed: float = 1.0
    hold: float | None = None
    language: str = ENGLISH
    type_scale: float = 1.0
    lines: bool = True

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read."""
        return (Path(self.theme),) if self.theme.endswith(".toml") else ()

    def read(self) -> Look:
        """Return the look.

        Raises:
            UserError: when there is no such theme, or its file cannot be read; or for larger type in another frame
                than 16:9, where figures have no room for it.
        """
        if self.type_scale != 1.0 and self.frame != ROOMY:
            given = f"--type-scale {self.type_scale:g} --frame {self.frame}"
            raise UserError(f"larger type has room in the frame {ROOMY} only; got {given}")
        theme = chosen_theme(self.theme)
        style = Style.of(
            theme,
            pace=self.speed,
            pause=self.hold,
            language=self.language,
            type_scale=self.type_scale,
            lines=self.lines,
        )
        return Look(QUALITIES[self.quality].framed(self.frame), style)
