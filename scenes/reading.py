"""Reading a user's TOML files, apart from what they mean: nothing here waits for a large package to load."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scenes.errors import UserError, shown

LARGEST_FILE = 1_000_000
"""Bytes of the largest world file that is read."""


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with ``changes`` laid over it, table by table."""
    result = dict(base)
    for key, value in changes.items():
        below = result.get(key)
        result[key] = merged(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return result


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Read a TOML file of the user's.

    Raises:
        UserError: when it is missing, unreadable, larger than ``LARGEST_FILE`` or not TOML.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise UserError(f"{what} {shown(str(path))} is larger than {LARGEST_FILE:,} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"no {what} file {shown(str(path))}") from None
    except OSError as error:
        raise UserError(f"cannot read {what} file {shown(str(path))}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UserError(f"{what} file {shown(str(path))} is not valid TOML: {reason}") from None
