"""The command line of the project; its commands are in ``rendering/commands``, one module each."""

from __future__ import annotations

from rendering.commands.command_line import COMMANDS, main, run

__all__ = ["COMMANDS", "main", "run"]

if __name__ == "__main__":
    run()
