"""Fixtures for the tests of rendering."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder for finished files."""
    path = tmp_path / "out"
    path.mkdir()
    return path
