"""Typst's texts, read glyph by glyph: an outline is made once per process, however often it is written.

manim compiles every text with a compiler that searches its fonts again, and reads every glyph of every text again: ten
times as much work as needed. Where this module does not understand a file, manim reads it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import svgelements  # type: ignore[import-untyped]
from manim import ManimColor, config
from manim.mobject.svg.svg_mobject import VMobjectFromSVGPath
from manim.utils import typst_file_writing
from numpy.typing import NDArray

from scenes.parts.text.fonts import compiler
from scenes.parts.text.outline import Outline, lightened

Affine = NDArray[np.float64]
"""A map of the plane, of shape (2, 3): y = A[:, :2] x + A[:, 2]."""

_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_INK = "#000000"
"""The colour that Typst writes for a text without a colour of its own."""

_PLAIN_GLYPH = {"fill": _INK, "fill-rule": "nonzero"}


class _Unknown(Exception):
    """Anything in the file that is not a black glyph in its place."""


def typeset(markup: str, preamble: str) -> None:
    """Write a text's SVG file where manim looks for it, before manim typesets it.

    Args:
        markup: Typst's.
        preamble: the markup before it.

    Raises:
        typst.TypstError: when it cannot be set.
    """
    source = typst_file_writing.TYPST_TEMPLATE.format(
        text_size=typst_file_writing.TYPST_COMPILATION_FONT_SIZE, preamble=preamble, body=markup
    )
    file = config.get_dir("tex_dir") / f"{typst_file_writing._typst_hash(source)}.svg"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        content = compiler().compile(source.encode(), format="svg")
        assert isinstance(content, bytes)  # bytes, because no output file was given
        file.write_bytes(content)


def read_glyphs(file: Path, color: str = _INK) -> list[Outline] | None:
    """Return the glyphs of a text that Typst has set, in the order in which they are drawn.

    Args:
        file: the SVG file.
        color: the glyphs' colour, ``#rrggbb``.

    Returns:
        Outlines as manim would make them, upright, in Typst's points; None when there is more than black glyphs.
    """
    root = ElementTree.parse(file).getroot()
    shapes = {f"#{symbol.get('id')}": symbol for symbol in root.iter(f"{_SVG}symbol")}
    upright = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    try:
        return _glyphs(root, shapes, upright, color)
    except _Unknown:
        return None


def _glyphs(
    element: ElementTree.Element, shapes: dict[str, ElementTree.Element], place: Affine, color: str
) -> list[Outline]:
    """Return the glyphs within an element whose coordinates are mapped to the text's by ``place``."""
    outlines: list[Outline] = []
    for child in element:
        if child.tag == f"{_SVG}g":
            if set(child.attrib) - {"transform"}:
                raise _Unknown
            outlines += _glyphs(child, shapes, _after(_transform(child.get("transform", "")), place), color)
        elif child.tag == f"{_SVG}use":
            outlines.append(_glyph(child, shapes, place, color))
        elif child.tag != f"{_SVG}defs":
            raise _Unknown
    return outlines


def _glyph(use: ElementTree.Element, shapes: dict[str, ElementTree.Element], place: Affine, color: str) -> Outline:
    attributes = dict(use.attrib)
    symbol = shapes.get(attributes.pop(f"{_XLINK}href", ""))
    x, y = float(attributes.pop("x", 0)), float(attributes.pop("y", 0))
    if symbol is None or attributes != _PLAIN_GLYPH or len(symbol) != 1 or set(symbol[0].attrib) != {"d"}:
        raise _Unknown
    outline = _inked(symbol[0].get("d", ""), color).copy()
    points = outline.points
    points[:, :2] = (points[:, :2] + (x, y)) @ place[:, :2].T + place[:, 2]
    return outline


@lru_cache(maxsize=4096)
def _outline(path: str) -> Outline:
    """Return a black outline, as manim makes it of an SVG path."""
    outline = VMobjectFromSVGPath(svgelements.Path(path))
    outline.set_style(fill_color=_INK, fill_opacity=1.0, stroke_width=0, stroke_color=None, stroke_opacity=1.0)
    return lightened(outline)


@lru_cache(maxsize=4096)
def _inked(path: str, color: str) -> Outline:
    """Return an outline in a colour, as manim colours a text's black ones."""
    outline = _outline(path).copy()
    if color != _INK:
        outline.color = ManimColor(color)
        outline.init_colors()
    return outline


def _transform(text: str) -> Affine:
    """Return the map of an element's ``transform``."""
    found = svgelements.Matrix(text)
    return np.array([[found.a, found.c, found.e], [found.b, found.d, found.f]])


def _after(first: Affine, then: Affine) -> Affine:
    """Return the map that applies one map after another."""
    return np.column_stack([then[:, :2] @ first[:, :2], then[:, :2] @ first[:, 2] + then[:, 2]])
