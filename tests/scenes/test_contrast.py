"""Colours of a theme are told from its ground; ``test_figures.py`` asks the same of all that a figure shows."""

from __future__ import annotations

import pytest

from scenes.parts.contrast import least_share
from scenes.style import THEMES, Theme
from tests.scenes.faults import SEEN, contrast


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


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_the_least_share_stands_out_and_none_below_it_does(theme: Theme) -> None:
    """Against the tests' own contrast, which weighs opacity; colours are of whole steps of 1 / 255."""
    ground = theme.background
    for color in (theme.subject, *theme.families):
        share = least_share(color, ground, 3.0)
        assert contrast(color, ground, share) >= 2.97
        assert contrast(color, ground, share - 0.03) < 3.0
    assert least_share(ground, ground, 3.0) == 1.0
