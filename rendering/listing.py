"""The list of figures, without the cost of loading any."""

from __future__ import annotations

from collections.abc import Mapping

from scenes import FIGURES, Entry


def listing(figures: Mapping[str, Entry] = FIGURES) -> str:
    """The figures by section: name, kind and sentence."""
    width = max(map(len, figures), default=0)
    lines: list[str] = []
    section = None
    for name, entry in figures.items():
        if entry.section != section:
            section = entry.section
            lines += ["", section] if lines else [section]
        lines.append(f"  {name:{width}}  {entry.kind}  {entry.sentence}")
    return "\n".join(lines)
