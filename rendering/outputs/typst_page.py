"""Pages that Typst lays out from our templates; what a user gave reaches them as data, never as code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import typst

_TEMPLATES = "typst"


@cache
def _compiler() -> typst.Compiler:
    """It holds the fonts, which take longer to find than a page takes to lay out."""
    return typst.Compiler()


def laid_out(template: str, given: Mapping[str, Any], kind: Literal["pdf", "png"], ppi: float = 72) -> bytes:
    """A page or a document.

    Args:
        template: a file of ``assets/typst``.
        given: what it shows; it reads this as JSON.
        kind: what comes of it; ``png`` takes templates of one page.
        ppi: pixels an inch.
    """
    inputs = {"given": json.dumps(given, ensure_ascii=False)}
    source = (files("assets") / _TEMPLATES / template).read_bytes()
    made = _compiler().compile(source, format=kind, ppi=ppi, sys_inputs=inputs)
    assert isinstance(made, bytes)
    return made
