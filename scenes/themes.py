"""The choice of a theme, by name or from a user's file."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from scenes.errors import UserError, shown, suggestion, unknown_name
from scenes.reading import read_toml
from scenes.style import DARK, THEMES, Theme

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def chosen_theme(source: str) -> Theme:
    """Return a theme by its name, or from a file that ends in ``.toml``.

    Raises:
        UserError: when there is no such theme, or the file holds anything but colours.
    """
    if source.endswith(".toml"):
        return read_theme(Path(source))
    if source not in THEMES:
        raise unknown_name("theme", source, THEMES)
    return THEMES[source]


def read_theme(path: Path) -> Theme:
    """Return a theme from a file: colours by role as ``#rrggbb``, and ``base``, the theme to take the others from.

    Raises:
        UserError: when the file cannot be read, or has an entry that a theme does not have.
    """
    return replace(made_theme(read_toml(path, "theme"), f"theme {shown(path)}"), name=path.stem)


def made_theme(content: dict[str, Any], where: str) -> Theme:
    """Return a theme from a file's content: colours by role, and perhaps ``base``.

    Args:
        content: the content, unchecked.
        where: its origin, for errors.

    Raises:
        UserError: when it has an entry that a theme does not have.
    """
    source = content.pop("base", "dark")
    if not isinstance(source, str) or source not in THEMES:
        raise UserError(f"{where}: base must be one of {', '.join(THEMES)}; got {shown(source)}")
    roles = {field.name for field in fields(Theme)} - {"name"}
    for role, value in content.items():
        if role not in roles:
            near = suggestion(role, roles) or f"; allowed: {', '.join(sorted(roles | {'base'}))}"
            raise UserError(f"{where}: unknown role {shown(role)}{near}")
        _check(f"{where}: {role}", role, value)
    # A fill belongs to its colour: where that is another, the base's fill goes.
    for role, fill in (("subject", "subject_fill"), ("families", "family_fills")):
        if role in content and fill not in content:
            content[fill] = content[role]
    changes: dict[str, Any] = {role: tuple(v) if isinstance(v, list) else v for role, v in content.items()}
    return replace(THEMES[source], **changes)


def _check(where: str, role: str, value: object) -> None:
    if role == "filled":
        if not isinstance(value, bool):
            raise UserError(f"{where} must be true or false; got {shown(value)}")
        return
    if role in ("subject_fill", "family_fills") and value in ("", []):
        return  # the colour itself
    colours = value if role in ("families", "family_fills") else [value]
    if not isinstance(colours, list) or not colours:
        raise UserError(f"{where} must be a list of one colour or more; got {shown(value)}")
    for colour in colours:
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            raise UserError(f"{where} must be a colour such as {DARK.subject}; got {shown(colour)}")
