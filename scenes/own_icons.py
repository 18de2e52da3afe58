"""Icons that a world brings: SVG files of a few plain shapes, checked before anything draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from scenes.errors import shown

LARGEST_ICON = 64_000
"""The most characters of an icon's file."""

MOST_SHAPES = 60
"""The most shapes of an icon."""

_LONGEST_PATH = 20_000  # characters

_SHAPES = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "polygon": {"points"},
}
_DRAWN = {"fill", "transform", "id", "fill-rule"}
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|black|white")
_NUMBERS = re.compile(r"[-+.,\s\dA-Za-z()]*")
_SVG = "{http://www.w3.org/2000/svg}"


def require_icon(svg: str, where: str) -> None:
    """Check that a text is an SVG file of plain shapes, without anything that loads, links, moves or runs.

    Args:
        svg: the text.
        where: it comes from, for errors.

    Raises:
        ValueError: when it is not, or is too large.
    """
    if len(svg) > LARGEST_ICON:
        raise ValueError(f"{where} may have {LARGEST_ICON:,} characters; got {len(svg):,}")
    if "<!" in svg.replace("<!--", ""):  # a document type can name other files, and grow without bounds
        raise ValueError(f"{where} is no plain SVG: it declares a document type")
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError) as error:
        raise ValueError(f"{where} is no SVG: {error}") from None
    if root.tag not in (f"{_SVG}svg", "svg"):
        raise ValueError(f"{where} is no SVG: it begins with {shown(_name(root))}")
    shapes = 0
    for element, depth in _within(root):
        shapes += _name(element) in _SHAPES
        _check(element, depth, where)
    if not 1 <= shapes <= MOST_SHAPES:
        raise ValueError(f"{where} must have 1 to {MOST_SHAPES} shapes; got {shapes}")


def _within(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, int]]:
    """Yield all elements below one, each with its depth."""
    waiting = [(child, 1) for child in root]
    while waiting:
        element, depth = waiting.pop()
        yield element, depth
        waiting += [(child, depth + 1) for child in element]


def _check(element: ElementTree.Element, depth: int, where: str) -> None:
    name = _name(element)
    if name in ("title", "desc"):
        return
    if name not in _SHAPES and name != "g":
        allowed = ", ".join((*_SHAPES, "g"))
        raise ValueError(f"{where}: <{name[:20]}> is not drawn; allowed: {allowed}; turn texts and strokes into paths")
    if depth > 8:
        raise ValueError(f"{where} is nested too deeply: at most 8 groups in one another")
    for attribute, value in element.attrib.items():
        if attribute not in _DRAWN | _SHAPES.get(name, set()):
            raise ValueError(f"{where}: <{name}> may not have {shown(attribute)}; it is drawn by its fill alone")
        if attribute == "fill" and not _COLOUR.fullmatch(value):
            raise ValueError(f'{where}: fill must be "#000000" or, for what is cut out, "#ffffff"; got {shown(value)}')
        if attribute not in ("id", "fill") and not (_NUMBERS.fullmatch(value) and len(value) <= _LONGEST_PATH):
            raise ValueError(f"{where}: {attribute} of <{name}> is too long, or holds more than numbers and letters")


def _name(element: ElementTree.Element) -> str:
    return str(element.tag).removeprefix(_SVG)
