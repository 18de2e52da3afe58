"""``twin``: a figure drawn twice, from different numbers, in one film."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.group import FAILED, MISUSED
from rendering.commands.options import Means
from rendering.commands.production import display, report_failures, requested
from rendering.commands.streams import say
from rendering.draw.startup import loading
from rendering.request.formats import Film
from rendering.request.look import Look
from rendering.request.settings import Changes
from scenes import FIGURES
from scenes.errors import UserError, shown


def _side(option: str, changes: Changes, given: tuple[str, ...]) -> Changes:
    """Return the changes of one side: those of both sides, and its own.

    Raises:
        UserError: when one is no assignment.
    """
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (equals and key):
            raise UserError(f"{option} needs key=value, such as phrase=an apple and a phone; got {shown(text)}")
        match key:
            case "world":
                changes = replace(changes, world=value)
            case "axes":
                changes = replace(changes, axes=value)
            case "recording":
                changes = replace(changes, recording=value)
            case "phrase":
                changes = replace(changes, phrases=(value,))
            case _:
                changes = replace(changes, assignments=(*changes.assignments, text))
    return changes


def _titles(given: tuple[str, str] | None, sides: tuple[tuple[str, ...], ...], unchanged: str) -> tuple[str, str]:
    """Return the titles above both panes: those given, else what differs in each."""
    if given is not None:
        return given
    left, right = (
        ", ".join(" = ".join(part.strip() for part in text.split("=", 1)) for text in side) for side in sides
    )
    return left or unchanged, right or unchanged


@click.command()
@click.argument("name", metavar="NAME", callback=lambda ctx, parameter, given: options.figure_name(given))
@click.option(
    "--left",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change the left side: as --set, or world=, axes=, phrase=, recording=.",
)
@click.option(
    "--right", multiple=True, metavar="KEY=VALUE", help='Change the right side: --right "phrase=a new phone".'
)
@click.option(
    "--titles", nargs=2, metavar="LEFT RIGHT", help='Titles in place of what differs: --titles "fruit" "tech".'
)
@options.look("high")
@options.changes
@options.means
@click.option("-o", "--to", type=options.FILE, help="The film's file, or the picture's: out/NAME-twin.mp4 by default.")
def twin(
    name: str,
    left: tuple[str, ...],
    right: tuple[str, ...],
    titles: tuple[str, str] | None,
    look: Look,
    changes: Changes,
    means: Means,
    to: Path | None,
) -> None:
    """Draw a figure twice, from different numbers: one film, two panes, beats together."""
    if left == right:
        raise UserError("both sides are the same; change one: --right scaled=true, or phrase=…, world=…, axes=…")
    if look.style.sizes.scale != 1.0:
        raise UserError(f"larger type has no room in two panes; got --type-scale {look.style.sizes.scale:g}")
    with loading():
        from rendering.publish.twin import pane_quality
        from rendering.publish.twin import twin as drawn
        from rendering.publish.whole_film import require_place, write
    look_of_pane = replace(look, quality=pane_quality(look.quality))
    requests = [
        requested(Film(), (name,), _side(option, changes, given), look_of_pane, means)
        for option, given in (("--left", left), ("--right", right))
    ]
    ending = ".png" if FIGURES[name].kind == "still" else ".mp4"
    to = to or Path("out") / f"{name.rpartition(':')[2]}-twin{ending}"
    if to.suffix.lower() != ending:
        kind = "picture is a PNG" if ending == ".png" else "film is an MP4"
        raise UserError(f"the {kind} file, so its name ends in {ending}; got {shown(to)}")
    from rendering.batch.produce import ProductionLine
    from rendering.cache.atomic_files import write_output
    from rendering.publish.target import require_target

    (require_target if ending == ".png" else require_place)(to)
    store = Store(means.cache)
    lines = [ProductionLine(request, store, display) for request in requests]
    named = _titles(titles, (left, right), look.style.language.text("common.labels.unchanged"))
    made, outcomes = drawn(lines[0], lines[1], look.quality, named)
    code = report_failures(outcomes)
    if made is None:
        say("error: not both sides could be rendered, so there is no twin", error=True)
        raise SystemExit(code if code in (FAILED, MISUSED) else MISUSED)
    if made.alike:
        say(f"both sides look the same: {name} does not use what differs", error=True)
    if made.film is None:
        write_output(to, made.picture)
        say(f"{to}: two pictures")
    else:
        write(made.film, to)
        say(f"{to}: {len(made.film.steps)} beats, {made.film.frames / made.film.frame_rate:.1f} s")
    raise SystemExit(code)
