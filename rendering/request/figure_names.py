"""The list of figures and the choice among them, without the cost of loading any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scenes import FIGURES, LESSONS, MODELS, Entry
from scenes.errors import UserError, shown, suggestion

ALL = "all"
"""Stands for every figure."""


def article() -> tuple[str, ...]:
    """Return the article's figures, in its order: all but those of real models and the lessons."""
    return tuple(name for name, entry in FIGURES.items() if entry.section not in (MODELS, LESSONS))


def group(name: str) -> tuple[str, ...]:
    """Return the figures of a group, such as ``lessons``, in their order; a name that is none stands for itself."""
    if name == "article":
        return article()
    section = {"models": MODELS, "lessons": LESSONS}.get(name)
    return (name,) if section is None else tuple(key for key, entry in FIGURES.items() if entry.section == section)


GROUPS = ("article", "models", "lessons")
"""Names of groups of figures."""


def listing(figures: Mapping[str, Entry] = FIGURES) -> str:
    """Return the list of figures by section, each with name, kind and sentence; the article's with their numbers."""
    width = max(map(len, figures), default=0)
    numbers = {name: str(number) for number, name in enumerate(article(), 1)}
    lines: list[str] = []
    section = None
    for name, entry in figures.items():
        if entry.section != section:
            section = entry.section
            lines += ["", section] if lines else [section]
        lines.append(f"{numbers.get(name, ''):>4}  {name:{width}}  {entry.kind}  {entry.sentence}")
    return "\n".join(lines)


def chosen(names: Sequence[str]) -> list[str]:
    """Return the figures meant by names, each once: ``all`` stands for every figure, in the article's order.

    Raises:
        UserError: when a name is unknown; the message has the nearest spelling.
    """
    for name in names:
        if name not in FIGURES and name != ALL:
            near = suggestion(name, [*FIGURES, ALL, *GROUPS]) or '; the command "list" shows them all'
            raise UserError(f"unknown figure {shown(name)}{near}")
    return list(FIGURES) if ALL in names else list(dict.fromkeys(names))
