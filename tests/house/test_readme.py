"""The README's code runs as it stands; its commands are run with those of the other pages (test_pages.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
COMMANDS = re.findall(r"^\.venv/bin/python render\.py (.*)$", README, flags=re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS)
def test_code_runs(block: str) -> None:
    names: dict[str, object] = {"__name__": "readme"}
    exec(compile(block, "README.md", "exec"), names)
    for name in ("Fruits",):
        if name in names:
            names[name]().render()


def test_the_readme_shows_something_to_try() -> None:
    assert len(BLOCKS) >= 2
    assert len(COMMANDS) >= 3
    for path in re.findall(r"\]\(([\w./-]+)\)", README):
        assert (Path(__file__).parents[2] / path).exists(), path
