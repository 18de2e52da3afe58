"""The place of worlds, languages, icons and templates: beside the packages, or inside them once installed."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parent / "assets"  # where pyproject.toml puts them, so that nothing is called just "assets"

ASSETS = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[1] / "assets"
"""The folder of all assets."""
