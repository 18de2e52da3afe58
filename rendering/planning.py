"""From figures' names and a user's changes to validated shots; what is wrong is found here, before any rendering."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_origin

from rendering.listing import ALL, chosen
from rendering.settings import WORLD, Settings
from rendering.shot import Film, Format, Quality, Shot
from scenes import load_figure
from scenes.errors import UserError, shown, suggestion
from scenes.reading import merged
from scenes.style import DEFAULT, Style
from scenes.worlds import load_world

if TYPE_CHECKING:
    from scenes.figure import Figure


def plan(
    names: Sequence[str], settings: Settings, quality: Quality, form: Format | None = None, style: Style = DEFAULT
) -> list[Shot]:
    """The shots of figures with a user's changes.

    A parameter must be known to every figure that is named; with ``all`` it changes the figures that know it, and one
    has to. A number of the world is changed in the worlds that have it. A word that is new must be used by something:
    else it is a slip of the fingers.

    Raises:
        UserError: for an unknown figure or parameter, a wrong value, or a figure that cannot be computed from them.
    """
    figures = {name: load_figure(name) for name in chosen(names)}
    _check_names(figures, settings, everywhere=ALL not in names)
    worlds = {figure.world_name: load_world(figure.world_name).model_dump() for figure in figures.values()}
    planned = [_shot(figure, settings, worlds, quality, form or Film()) for figure in figures.values()]
    shots = [replace(shot, style=style.of_figure(shot.figure)) for shot in planned]
    _check_words(settings, worlds.values(), shots)
    return shots


def _check_words(settings: Settings, worlds: Iterable[Mapping[str, Any]], shots: Iterable[Shot]) -> None:
    """Check that each word given by ``--set`` is known to a world or used by a parameter, phrase or family."""
    known = {word for world in worlds for word in world["vectors"]}
    used = {word for shot in shots for word in _words(shot.parameters.model_dump())}
    used |= {word for shot in shots for word in _words(shot.world.model_dump(include={"phrases", "families"}))}
    for word in settings.given.get(WORLD, {}).get("vectors", {}):
        if word not in known | used:
            near = suggestion(word, known) or "; nothing uses it"
            raise UserError(f"unknown word {shown(word)} in {WORLD}.vectors{near}")


def _words(value: object) -> set[str]:
    """All words of all texts in a value."""
    if isinstance(value, str):
        return set(value.split())
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return {word for part in parts for word in _words(part)}


def _check_names(figures: Mapping[str, type[Figure]], settings: Settings, *, everywhere: bool) -> None:
    """Check that the parameters meant for every figure are known to all of them, or to one at least."""
    known = {name: set(figure.Parameters.model_fields) for name, figure in figures.items()}
    for name in sorted(settings.shared_parameters()):
        without = [figure for figure in known if name not in known[figure]]
        if without and (everywhere or len(without) == len(known)):
            who = f"{without[0]} has no" if everywhere else "no figure has a"
            there = sorted(known[without[0]] if everywhere else set().union(*known.values()))
            # A name that another figure knows is no slip of the fingers.
            near = suggestion(name, there) if len(without) == len(known) else ""
            raise UserError(f"{who} parameter {shown(name)}{near or '; there are: ' + (', '.join(there) or 'none')}")


def _shot(
    figure: type[Figure], settings: Settings, worlds: Mapping[str, dict[str, Any]], quality: Quality, form: Format
) -> Shot:
    values = settings.of(figure.name)
    own = settings.own.get(figure.name, {})
    # What is meant for every figure passes by those that do not know it; what is meant for one must be known to it.
    unknown = settings.shared_parameters() - set(figure.Parameters.model_fields) - set(own)
    parameters = figure.read_parameters(
        {name: _listed(figure, name, values[name]) for name in values if name not in unknown | {WORLD}}
    )
    here = worlds[figure.world_name]
    changes = merged(own.get(WORLD, {}), _fitting(settings.shared_world(), here, list(worlds.values())))
    world = load_world(figure.world_name, changes)
    try:
        figure.compute(parameters, world)
    except UserError as error:
        raise UserError(f"{figure.name}: {error}") from error
    return Shot(figure.name, parameters, world, quality, form)


def _listed(figure: type[Figure], name: str, value: object) -> object:
    """Text for a parameter that is a list, taken apart at its commas: ``words=banana,pear,phone``."""
    field = figure.Parameters.model_fields.get(name)
    is_list = field is not None and get_origin(field.annotation) in (tuple, list)
    return [part.strip() for part in value.split(",")] if is_list and isinstance(value, str) else value


def _fitting(changes: Mapping[str, Any], here: object, worlds: Sequence[object]) -> dict[str, Any]:
    """The changes without those of values that only other worlds have."""
    result = {}
    for key, value in changes.items():
        below = [_below(world, key) for world in worlds]
        mine = _below(here, key)
        if mine is _ABSENT and any(other is not _ABSENT for other in below):
            continue
        result[key] = _fitting(value, mine, below) if isinstance(value, Mapping) else value
    return result


_ABSENT = object()


def _below(table: object, key: str) -> object:
    return table.get(key, _ABSENT) if isinstance(table, Mapping) else _ABSENT
