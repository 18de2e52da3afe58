"""Role colours stay apart for every kind of colour vision, and readable on their ground."""

from __future__ import annotations

import warnings
from itertools import combinations, pairwise

import numpy as np
import pytest

from scenes.style import PRINT, THEMES, Theme

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import colour
    from colour.blindness import matrix_cvd_Machado2009
    from colour.difference import delta_E_CIE2000

VISION = {"normal": None, "protanopia": "Protanomaly", "deuteranopia": "Deuteranomaly", "tritanopia": "Tritanomaly"}


USUAL, MORE = 13, 10
"""The least differences of the roles in the article's worlds, and of the families beyond its two from any role."""


def roles(theme: Theme) -> dict[str, str]:
    families = {f"family {index}": shade for index, shade in enumerate(theme.families)}
    named = {name: getattr(theme, name) for name in ("ink", "dim", "subject", "query", "key", "value")}
    return named | families


def linear(shade: str) -> np.ndarray:
    return colour.models.eotf_sRGB(np.array([int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)]))


def lab(light: np.ndarray, vision: str | None) -> np.ndarray:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seen = light if vision is None else matrix_cvd_Machado2009(vision, 1.0) @ light
    return colour.XYZ_to_Lab(colour.RGB_to_XYZ(np.clip(seen, 0, 1), "sRGB", apply_cctf_decoding=False))


def luminance(shade: str) -> float:
    return float(linear(shade) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_roles_differ(theme: Theme, vision: str) -> None:
    seen = {name: lab(linear(shade), VISION[vision]) for name, shade in roles(theme).items()}
    apart = {(a, b): float(delta_E_CIE2000(seen[a], seen[b])) for a, b in combinations(seen, 2)}
    more = {f"family {index}" for index in range(2, len(theme.families))}
    assert len(more) == 4
    near = {pair: far for pair, far in apart.items() if far < (MORE if more & {*pair} else USUAL)}
    assert near == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_roles_are_readable(theme: Theme) -> None:
    ground = luminance(theme.background)
    for name, shade in roles(theme).items():
        low, high = sorted((ground, luminance(shade)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, name


def test_roles_can_be_told_apart_in_grey_print() -> None:
    lightness = sorted(float(lab(np.repeat(luminance(shade), 3), None)[0]) for shade in roles(PRINT).values())
    assert min(above - below for below, above in pairwise(lightness)) >= 2.5
