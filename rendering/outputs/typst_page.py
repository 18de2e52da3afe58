"""Pages that Typst lays out from our templates; a user's input reaches them as data, never as code."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from scenes.asset_files import ASSETS
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
    source = (ASSETS / _TEMPLATES / template).read_bytes()
    if kind == "pdf" and multiprocessing.parent_process() is not None:
        return _laid_out_apart(source, inputs)
    made = compiler().compile(source, format=kind, ppi=ppi, sys_inputs=inputs)
    assert isinstance(made, bytes)
    return made


_APART = """
import json, sys, typst
given = json.load(sys.stdin)
compiler = typst.Compiler(font_paths=[given["fonts"]], ignore_system_fonts=True)
sys.stdout.buffer.write(compiler.compile(given["source"].encode(), format="pdf", sys_inputs=given["inputs"]))
"""


def _laid_out_apart(source: bytes, inputs: Mapping[str, str]) -> bytes:
    """Return a PDF, made by a process of its own.

    Typst makes a PDF with several threads. A worker that was forked after its parent had made one knows of these
    threads, but has none of them, and would wait for them for ever.
    """
    given = {"source": source.decode(), "inputs": inputs, "fonts": str(ASSETS / "fonts")}
    done = subprocess.run([sys.executable, "-c", _APART], input=json.dumps(given).encode(), capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def _said(value: object) -> Iterator[str]:
    """Yield the texts among the values, without pictures."""
    if isinstance(value, str) and not value.lstrip().startswith("<"):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for part in value.values() for text in _said(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _said(part))
