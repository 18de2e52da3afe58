"""The icons are drawn so that they can be recoloured, scaled and animated."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import svgelements

from scenes.parts.icons import ICON_WORDS

ICONS = Path(__file__).parents[2] / "assets" / "icons"
MAIN, DETAIL = "#000000", "#ffffff"
SVG = "{http://www.w3.org/2000/svg}"
GEOMETRY = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
}


def test_there_is_one_for_each_word() -> None:
    assert sorted(path.stem for path in ICONS.glob("*.svg")) == sorted(ICON_WORDS)


@pytest.mark.parametrize("word", ICON_WORDS)
def test_icon_is_a_few_plain_shapes_in_two_paints(word: str) -> None:
    root = ElementTree.parse(ICONS / f"{word}.svg").getroot()
    assert root.attrib == {"viewBox": "0 0 100 100"}
    assert 1 <= len(root) <= 6
    for shape in root.iter():
        if shape is root:
            continue
        name = shape.tag.removeprefix(SVG)
        assert name in GEOMETRY
        # no strokes: manim keeps their width when an icon is scaled
        assert set(shape.attrib) == GEOMETRY[name] | {"fill"}
        assert shape.attrib["fill"] in (MAIN, DETAIL)
    assert root[0].attrib["fill"] == MAIN


@pytest.mark.parametrize("word", ICON_WORDS)
def test_icon_fills_its_box(word: str) -> None:
    boxes = [shape.bbox() for shape in svgelements.SVG.parse(ICONS / f"{word}.svg").elements() if is_shape(shape)]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    assert min(left, top) >= 0
    assert max(right, bottom) <= 100
    assert max(right - left, bottom - top) >= 85
    assert (left + right) / 2 == pytest.approx(50, abs=5)


@pytest.mark.parametrize("word", ICON_WORDS)
def test_details_are_wide_enough_for_forty_pixels(word: str) -> None:
    for shape in svgelements.SVG.parse(ICONS / f"{word}.svg").elements():
        if is_shape(shape):
            left, top, right, bottom = shape.bbox()
            assert min(right - left, bottom - top) >= 4


@pytest.mark.parametrize("word", ICON_WORDS)
def test_numbers_are_short(word: str) -> None:
    """Two decimals are a hundredth of a percent of the icon; more would only be noise in a file that people read."""
    assert not re.search(r"\d\.\d{3}", (ICONS / f"{word}.svg").read_text())


def is_shape(element: object) -> bool:
    return isinstance(element, svgelements.Shape)
