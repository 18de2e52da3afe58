"""The command line of the installed packages: ``render-attention``, or ``python -m rendering``."""

from __future__ import annotations

import sys
from typing import NoReturn

_NEEDED = ("click", "rich", "pydantic", "manim", "typst", "av", "PIL", "jinja2")


def run() -> NoReturn:
    """Run the command line, and end the process; say what to install where only the maths is."""
    try:
        from rendering.commands.command_line import run as commands
    except ModuleNotFoundError as error:
        if error.name not in _NEEDED:
            raise
        sys.exit('error: films need more packages than the maths: pip install "attention-animations[films]"')
    commands()


if __name__ == "__main__":
    run()
