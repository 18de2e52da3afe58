"""The command line. Its commands are in ``rendering/commands``; this file only gathers them."""

from __future__ import annotations

from typing import NoReturn

import click

from rendering.commands import examples, making, showing, telling
from rendering.commands.group import OneLineErrors, run_and_leave

COMMANDS: tuple[click.Command, ...] = (
    showing.list_figures,
    making.render,
    showing.show,
    making.sheet,
    telling.still,
    telling.transcript,
    telling.handout,
    making.page,
    making.slides,
    showing.watch,
    examples.new_world,
    examples.check,
    examples.numbers,
    examples.replay,
    showing.doctor,
    showing.cache,
)
"""Every command, in the order of the help."""


class InOrder(OneLineErrors):
    """Lists the commands as they were given, from the most to the least used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names."""
        return list(self.commands)


@click.group(cls=InOrder, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """Render the figures: `render.py NAME... | all`, the same as `render.py render NAME... | all`."""


for command in COMMANDS:
    main.add_command(command)


def run() -> NoReturn:
    """The program: the command line, and then the end of the process."""
    run_and_leave(main)


if __name__ == "__main__":
    run()
