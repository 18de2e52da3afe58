"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from rendering.cache.store import Store
from rendering.draw.startup import loading
from rendering.request.figure_names import group
from rendering.request.look import LookChoices
from rendering.request.own_figures import is_own, register
from rendering.request.settings import Changes
from rendering.request.shot import FRAMES, QUALITIES
from scenes.errors import UserError, shown
from scenes.language import ENGLISH, language_codes
from scenes.style import LARGEST_TYPE

if TYPE_CHECKING:
    from rendering.request.talk import Talk

_F = TypeVar("_F", bound=Callable[..., Any])


class Number(click.FloatRange):
    """A finite number within bounds: ``nan`` lies within any that click checks."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number that a text means."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{number} is not a finite number", param, ctx)
        return number


class Name(click.Path):
    """The name of a file or folder; an empty one, which Python takes for the folder that one is in, is refused."""

    def __init__(self, *, folders: bool = True) -> None:
        super().__init__(path_type=Path, dir_okay=folders)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text means."""
        if not str(value):
            self.fail("it is empty", param, ctx)
        return super().convert(value, param, ctx)


PATH, FILE = Name(), Name(folders=False)
TITLE = "Attention, drawn from its numbers"
"""The default title of documents with several figures."""


@dataclass(frozen=True, slots=True)
class Means:
    """The means of making files, whatever they are.

    Attributes:
        force: whether files made by earlier runs are made again.
        jobs: number of processes; as many as there are cores when None.
        cluster: a Dask scheduler's address, or ``local:N``; None for this machine.
        cache: folder of finished work; the usual one when None.
    """

    force: bool = False
    jobs: int | None = None
    cluster: str | None = None
    cache: Path | None = None


def together(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Return options as one decorator; help lists them in this order."""

    def decorate(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _look_options(quality: str, theme: str) -> Callable[[_F], _F]:
    return together(
        click.option(
            "-q",
            "--quality",
            type=click.Choice(list(QUALITIES)),
            default=quality,
            show_default=True,
            help="Size and frame rate: -q low to try.",
        ),
        click.option(
            "--frame",
            type=click.Choice(list(FRAMES)),
            default="16:9",
            show_default=True,
            help="The picture's shape: --frame 9:16 for a phone.",
        ),
        click.option(
            "--theme",
            default=theme,
            show_default=True,
            metavar="NAME|FILE.toml",
            help="Colours: dark, light, print, or a file.",
        ),
        click.option(
            "--speed",
            type=Number(0.5, 2.0),
            default=1.0,
            show_default=True,
            help="Pace of motion: --speed 0.8 is slower.",
        ),
        click.option("--hold", type=Number(0.0, 60.0), metavar="SECONDS", help="Stillness after every beat: --hold 2."),
        click.option(
            "--lang",
            type=click.Choice(language_codes()),
            default=ENGLISH,
            show_default=True,
            help="Language of texts and captions: --lang de.",
        ),
        click.option(
            "--type-scale",
            type=Number(1.0, LARGEST_TYPE),
            default=1.0,
            show_default=True,
            help="Larger type: --type-scale 1.25.",
        ),
        click.option("--no-line", is_flag=True, help="Leave out the line at the foot of each beat."),
    )


def look_choices(quality: str, theme: str = "dark") -> Callable[[_F], _F]:
    """Return the options of the pictures' look; the command gets them as one ``look``, as they were typed.

    Args:
        quality: the quality by default.
        theme: the theme by default.
    """
    options = _look_options(quality, theme)

    def decorate(command: _F) -> _F:
        @wraps(command)
        def called(
            *args: Any,
            quality: str,
            frame: str,
            theme: str,
            speed: float,
            hold: float | None,
            lang: str,
            type_scale: float,
            no_line: bool,
            **kwargs: Any,
        ) -> Any:
            chosen = LookChoices(quality, frame, theme, speed, hold, lang, type_scale, not no_line)
            return command(*args, look=chosen, **kwargs)

        decorated: Any = options(called)
        return cast(_F, decorated)

    return decorate


def look(quality: str, theme: str = "dark") -> Callable[[_F], _F]:
    """Return the options of the pictures' look; the command gets them as one ``look``, read and checked.

    Args:
        quality: the quality by default.
        theme: the theme by default.
    """

    def decorate(command: _F) -> _F:
        @wraps(command)
        def called(*args: Any, look: LookChoices, **kwargs: Any) -> Any:
            return command(*args, look=look.read(), **kwargs)

        decorated: Any = look_choices(quality, theme)(cast(Any, called))
        return cast(_F, decorated)

    return decorate


def figure_name(given: str) -> str:
    """Return the name of a figure; one in a file of the user's own, ``my_figures.py:Hello``, is read first.

    Raises:
        UserError: when it cannot be read.
    """
    if not is_own(given):
        return given
    with loading():
        return register(given)


def _figure_names(ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for each in given for name in group(figure_name(each)))


names = click.argument("names", nargs=-1, required=True, metavar="NAME... | all", callback=_figure_names)
out = click.option(
    "--out", type=PATH, default=Path("out"), show_default=True, help="Folder for the files: --out films."
)


def _own_store(ctx: click.Context, parameter: click.Parameter, folder: Path | None) -> Path | None:
    """Return the folder of finished work, once it is certain that it is nobody else's."""
    Store(folder).require_own()
    return folder


cache = click.option(
    "--cache", type=PATH, callback=_own_store, help="Folder of finished work, new or our own: --cache /fast/disk."
)
jobs = click.option("-j", "--jobs", type=click.IntRange(1), help="Processes at once, by default one a core: -j 2.")

real_words = together(
    click.option(
        "--words",
        is_flag=True,
        help="Draw from real words, any of 50,000; see --axes.",
    ),
    click.option(
        "--axes",
        metavar="NAME|SEEDS",
        help="Their plane, ready-made or by seeds: --axes money/river.",
    ),
    click.option(
        "--scale",
        type=Number(0.1, 20.0),
        help="Their seeds' distance: --scale 2.",
    ),
    click.option(
        "--phrase",
        "phrases",
        metavar="TEXT",
        multiple=True,
        help='Phrase of every figure that takes one: --phrase "I ate a pear".',
    ),
)
"""The options that place real words on a plane."""

_changes = together(
    click.option(
        "--world", metavar="NAME|FILE.toml", help="Draw from a world of your own (see new-world): --world my.toml."
    ),
    real_words,
    click.option(
        "--recording",
        metavar="NAME|FILE",
        help="Recording of a real model: --recording mice.safetensors.",
    ),
    click.option("--fill", is_flag=True, help="Place words without a vector near the origin: they hardly pull."),
    click.option(
        "--set",
        "assignments",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a parameter or the world: world.vectors.apple=1.2,1.9.",
    ),
    click.option("--params", type=PATH, help="TOML file with values to change: --params my-changes.toml."),
)


def changes(command: _F) -> _F:
    """Add the options that change what is drawn; the command gets them as one ``changes``."""

    @wraps(command)
    def called(
        *args: Any,
        world: str | None,
        words: bool,
        axes: str | None,
        scale: float | None,
        phrases: tuple[str, ...],
        recording: str | None,
        fill: bool,
        assignments: tuple[str, ...],
        params: Path | None,
        **kwargs: Any,
    ) -> Any:
        given = Changes(assignments, params, world, phrases, fill, words, axes, scale, recording)
        return command(*args, changes=given, **kwargs)

    decorated: Any = _changes(called)
    return cast(_F, decorated)


_means = together(
    click.option("--force", is_flag=True, help="Render what was rendered before, too."),
    jobs,
    click.option("--cluster", metavar="ADDRESS", help="Dask scheduler: --cluster tcp://HOST:8786, or local:2."),
    cache,
)


def means(command: _F) -> _F:
    """Add the options of how files are made; the command gets them as one ``means``."""

    @wraps(command)
    def called(
        *args: Any, force: bool, jobs: int | None, cluster: str | None, cache: Path | None, **kwargs: Any
    ) -> Any:
        return command(*args, means=Means(force, jobs, cluster, cache), **kwargs)

    decorated: Any = _means(called)
    return cast(_F, decorated)


records = click.option(
    "--no-record",
    "records",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Leave out the JSON records, from which replay makes files again.",
)
plain = click.option("--plain-manim", "plain", is_flag=True, help="Let manim draw without our shortcuts.")


def pictures(quality: str) -> Callable[[_F], _F]:
    """Return the argument and the options of commands that draw figures into a folder.

    Args:
        quality: the default quality.
    """
    return together(names, look(quality), out, changes, means, records, plain)


notes = click.option("--notes", type=PATH, help="TOML file with your own speaker notes: --notes my.toml.")
some_names = click.argument("names", nargs=-1, metavar="[NAME...]", callback=_figure_names)
"""Figures' names; all figures when none is named."""


def _talk_or_names(ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return figures' names; a talk's file gives its figures, and options that are not typed on the command line."""
    if not any(name.endswith(".toml") for name in given):
        return _figure_names(ctx, parameter, given)
    if len(given) > 1:
        raise UserError(f"a talk has its own figures; got {len(given)} names with {shown(given[0])}")
    from rendering.request.talk import read_talk  # with pydantic, which the other commands load later

    talk = read_talk(Path(given[0]))
    ctx.meta[_TALK] = talk
    given_options = talk.options.model_dump(exclude_none=True)
    if "phrase" in given_options:
        given_options["phrases"] = [given_options.pop("phrase")]
    ctx.default_map = {"title": talk.title, **given_options}
    return talk.figures


_TALK = "attention-animations.talk"


def given_talk() -> Talk | None:
    """Return the talk that the present command was given, if it was."""
    talk: Talk | None = click.get_current_context().meta.get(_TALK)
    return talk


def lecture(*, required: bool) -> Callable[[_F], _F]:
    """Return the argument of commands that show figures one after the other: names, or a talk's file.

    Args:
        required: whether there must be one; else all figures are meant.
    """
    metavar = "NAME... | all | TALK.toml" if required else "[NAME... | TALK.toml]"
    # Eager: the options that a talk sets are read after it.
    return click.argument("names", nargs=-1, required=required, metavar=metavar, callback=_talk_or_names, is_eager=True)


title = click.option("--title", default=TITLE, show_default=True, help='Title of what is written: --title "My talk".')
