"""The look of pictures, apart from their content: size, rate, theme, times, language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rendering.request.shot import QUALITIES, Quality
from scenes.language import ENGLISH
from scenes.style import Style
from scenes.themes import chosen_theme


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
    """

    quality: str
    frame: str = "16:9"
    theme: str = "dark"
    speed: float = 1.0
    hold: float | None = None
    language: str = ENGLISH

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read."""
        return (Path(self.theme),) if self.theme.endswith(".toml") else ()

    def read(self) -> Look:
        """Return the look.

        Raises:
            UserError: when there is no such theme, or its file cannot be read.
        """
        theme = chosen_theme(self.theme)
        style = Style.of(theme, pace=self.speed, pause=self.hold, language=self.language)
        return Look(QUALITIES[self.quality].framed(self.frame), style)
