"""Pages that Typst lays out from our templates; a user's input reaches them as data, never as code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Literal

from scenes.parts.text.fonts import compiler, require_glyphs

_TEMPLATES = "typst"


def laid_out(template: str, given: Mapping[str, Any], kind: Literal["pdf", "png"], ppi: float = 72) -> bytes:
    """Return a page or a document, laid out by Typst.

    Args:
        template: a file of ``assets/typst``.
        given: the values to show, which it reads as JSON.
        kind: the kind of file; ``png`` takes templates of one page.
        ppi: pixels per inch.

    Raises:
        UserError: when no font here has a letter of its texts.
    """
    require_glyphs(_said(given))
    inputs = {"given": json.dumps(given, ensure_ascii=False)}
    source = (files("assets") / _TEMPLATES / template).read_bytes()
    made = compiler().compile(source, format=kind, ppi=ppi, sys_inputs=inputs)
    assert isinstance(made, bytes)
    return made


def _said(value: object) -> Iterator[str]:
    """Yield the texts among the values, without pictures."""
    if isinstance(value, str) and not value.lstrip().startswith("<"):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for part in value.values() for text in _said(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _said(part))
