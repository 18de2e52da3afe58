"""What the tests of rendering share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where finished files go."""
    path = tmp_path / "out"
    path.mkdir()
    return path
