"""What the README says can be typed, can be."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import render
from scenes import FIGURES

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


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_are_accepted(line: str) -> None:
    """Films are asked for by name: here only their numbers are computed, which checks names and values alike."""
    words = shlex.split(line)
    if words[0] in FIGURES:
        words.insert(0, "show")
    result = CliRunner().invoke(render.main, words)
    assert result.exit_code == 0, result.output


def test_the_readme_shows_something_to_try() -> None:
    assert len(BLOCKS) >= 2
    assert len(COMMANDS) >= 3
    for path in re.findall(r"\]\(([\w./-]+)\)", README):
        assert (Path(__file__).parents[2] / path).exists(), path
