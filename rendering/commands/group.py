"""The group of commands: every mistake is one line, and ``render`` may be left out."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any, NoReturn

import click

from rendering.cache.atomic_files import OutputError, reason
from rendering.commands.streams import say, steady_streams, trouble
from rendering.draw.startup import INTERRUPTED, leave
from rendering.request.own_figures import place
from scenes.errors import UserError, one_line, shown, suggestion

DEBUG = "ATTENTION_DEBUG"
"""An environment variable: when it is set, tracebacks are shown."""

FAILED, MISUSED = 1, 2
"""The exit codes of a command that failed, and of one that was called wrongly."""


class Commands(click.Group):
    """A group whose mistakes are one line each, and which takes the names of figures for ``render NAME``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names in the order in which they were added, not alphabetically."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``render`` before arguments that do not begin with a command; without arguments, ask for help."""
        if not args:
            args = ["--help"]
        elif args[0] not in self.commands and args[0] not in self._own_options(ctx):
            args = ["render", *args]
        return super().parse_args(ctx, args)

    def _own_options(self, ctx: click.Context) -> set[str]:
        """Return the options of the group itself, such as ``--help``."""
        return {option for parameter in self.get_params(ctx) for option in parameter.opts}

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run, and end the process with 0, 1 (failed), 2 (misused) or 130 (interrupted)."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.Abort:
            say("interrupted", error=True)
            code = INTERRUPTED
        except (click.ClickException, UserError) as error:
            code = _complain(error, _message(error), MISUSED)
        except (OutputError, OSError) as error:
            code = _complain(error, _named(error), FAILED)
        except Exception as error:
            where = place(error)
            more = "" if where else f" ({DEBUG}=1 shows where)"
            code = _complain(error, f"{where}{type(error).__name__}: {reason(error)}{more}", FAILED)
        sys.exit(code if isinstance(code, int) else 0)


def run_and_leave(commands: Commands) -> NoReturn:
    """Run a command line, and end the process with its exit code, or with 1 when its output could not be written."""
    steady_streams()
    try:
        commands.main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
        if (error := trouble()) is not None:
            say(f"error: cannot write to standard output: {reason(error)}", error=True)
        leave(code or (FAILED if error is not None else 0))


def _named(error: Exception) -> str:
    """Return the cause of an error, with the file that the system names."""
    file = getattr(error, "filename", None)
    return reason(error) if file is None else f"{shown(os.fsdecode(file))}: {reason(error)}"


def _message(error: Exception) -> str:
    if not isinstance(error, click.ClickException):
        return str(error)
    if isinstance(error, click.NoSuchOption):
        return f"no such option {shown(error.option_name)}{suggestion(error.option_name, error.possibilities or ())}"
    text = " ".join(error.format_message().split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _complain(error: Exception, message: str, code: int) -> int:
    if os.environ.get(DEBUG):
        say("".join(traceback.format_exception(error)), error=True)
    say(f"error: {one_line(message)}", error=True)
    return code
