"""The list of commands, each a module of its own beside this one."""

from __future__ import annotations

from typing import NoReturn

import click

from rendering.commands.cache import cache
from rendering.commands.check import check
from rendering.commands.doctor import doctor
from rendering.commands.film import film
from rendering.commands.group import Commands, run_and_leave
from rendering.commands.handout import handout
from rendering.commands.list import list_figures
from rendering.commands.new_talk import new_talk
from rendering.commands.new_world import new_world
from rendering.commands.numbers import numbers
from rendering.commands.page import page
from rendering.commands.record_model import record_model
from rendering.commands.render import render
from rendering.commands.replay import replay
from rendering.commands.sheet import sheet
from rendering.commands.show import show
from rendering.commands.slides import slides
from rendering.commands.still import still
from rendering.commands.transcript import transcript
from rendering.commands.twin import twin
from rendering.commands.watch import watch

COMMANDS: tuple[click.Command, ...] = (
    list_figures,
    render,
    show,
    sheet,
    still,
    transcript,
    handout,
    page,
    slides,
    film,
    twin,
    watch,
    new_talk,
    new_world,
    record_model,
    check,
    numbers,
    replay,
    doctor,
    cache,
)
"""Every command, in the order of the help."""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="attention-animations", prog_name="attention-animations")
def main() -> None:
    """Render the figures: `render.py NAME... | all`, the same as `render.py render NAME... | all`."""


for command in COMMANDS:
    main.add_command(command)


def run() -> NoReturn:
    """Run the command line, and end the process."""
    run_and_leave(main)
