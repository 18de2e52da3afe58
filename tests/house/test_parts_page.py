"""The catalogue of parts: its lines make parts, in any theme."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from manim import VMobject
from PIL import Image

from scenes.style import THEMES, Style, Theme

DOCS = Path(__file__).parents[2] / "docs"
spec = spec_from_file_location("make_parts", DOCS / "make_parts.py")
assert spec and spec.loader
make_parts = module_from_spec(spec)
spec.loader.exec_module(make_parts)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_part_is_made_by_its_lines(theme: Theme) -> None:
    found = make_parts.blocks()
    assert len(found) >= 20
    for title, code in found:
        part = make_parts.made(code, Style.of(theme))
        assert isinstance(part, VMobject) and part.width > 0.1, title


def test_the_sheet_has_a_place_for_each() -> None:
    columns, count = make_parts.COLUMNS, len(make_parts.blocks())
    size = columns * make_parts.WIDTH, -(-count // columns) * make_parts.HEIGHT
    assert Image.open(DOCS / "parts.png").size == size
    assert (DOCS / "parts.png").stat().st_size < 1_500_000
