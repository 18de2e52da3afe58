"""Type and marks on the stage are told from their ground, dimmed ones too, in every theme."""

from __future__ import annotations

import pytest
from manim import ManimColor

from scenes import FIGURES
from scenes.style import THEMES, Theme
from tests.scenes.harness import default_run, framed_run

ON_STAGE = list(FIGURES)[:11]
READ, SEEN = 4.5, 3.0
"""The least contrast of type, and of marks."""


def luminance(rgb: list[float]) -> float:
    """Return the relative luminance of an sRGB colour, as WCAG 2 defines it."""
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), light, strict=True))


def contrast(color: str, ground: str, opacity: float = 1.0) -> float:
    """Return the contrast of a colour of an opacity with the ground on which it lies."""
    over, under = ([float(part) for part in ManimColor(each).to_rgb()] for each in (color, ground))
    mixed = [opacity * one + (1 - opacity) * other for one, other in zip(over, under, strict=True)]
    low, high = sorted((luminance(mixed), luminance(under)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#000000", "#ffffff", 0.0) == 1.0
    assert contrast("#000000", "#ffffff", 0.5) == pytest.approx(3.98, abs=0.01)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_marks_of_a_theme_are_seen(theme: Theme) -> None:
    """A fill that is too light by itself has an outline in its role's own colour."""
    for color in (theme.axis, theme.dim, theme.subject, *theme.families):
        outlined = theme.fill(color) != color
        assert max(contrast(theme.fill(color), theme.background), outlined * contrast(color, theme.background)) >= SEEN


@pytest.mark.parametrize("frame", ["16:9", "1:1", "9:16"])  # the dark theme, the light one, and the one for paper
@pytest.mark.parametrize("name", ON_STAGE)
def test_what_is_dimmed_is_seen(name: str, frame: str) -> None:
    made = default_run(name) if frame == "16:9" else framed_run(name, frame)
    theme = made.figure.style.theme
    ground = theme.background
    # Type in the ground's own colour stands on a shape in a role's: the same two colours the other way round.
    same = {ground.lower()} if all(theme.fill(color) == color for color in theme.families) else set()
    faint = {
        f"{snapshot.beat.name}: {shade.kind} {shade.color} at {shade.opacity}"
        for snapshot in made.snapshots
        for shade in snapshot.shades
        if not (shade.is_type and shade.color.lower() in same)
        and contrast(shade.color, ground, shade.opacity) < (READ if shade.is_type else SEEN)
    }
    assert faint == set()
