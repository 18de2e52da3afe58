"""From figures' names and a user's changes to validated shots; every mistake is found here, before any rendering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_origin

from rendering.plan.own_world import changed_world, computed, contents, fill_hint, phrases_of, texts_in
from rendering.plan.roles import Unfit, castings, told_word
from rendering.request.figure_names import ALL, chosen
from rendering.request.formats import Film, Format
from rendering.request.settings import WORLD, Settings
from rendering.request.shot import Quality, Shot
from scenes import load_figure
from scenes.errors import UserError, shown, suggestion
from scenes.parts.text.fonts import require_glyphs
from scenes.style import DEFAULT, Style
from scenes.worlds import World, bare, load_world, near_origin

if TYPE_CHECKING:
    from scenes.figure import Figure
    from scenes.parameters import FigureParameters


@dataclass(frozen=True, slots=True)
class Plan:
    """The shots to draw.

    Attributes:
        shots: one for each figure that can be drawn, in order.
        skipped: the reasons why other figures cannot be drawn from the user's numbers, by figure.
        numbers: the numbers that each shot's figure has computed, by figure.
    """

    shots: list[Shot]
    skipped: dict[str, str]
    numbers: dict[str, Any]


def plan(
    names: Sequence[str], settings: Settings, quality: Quality, form: Format | None = None, style: Style = DEFAULT
) -> list[Shot]:
    """Return the shots of ``plan_all``."""
    return plan_all(names, settings, quality, form, style).shots


def plan_all(
    names: Sequence[str], settings: Settings, quality: Quality, form: Format | None = None, style: Style = DEFAULT
) -> Plan:
    """Return the shots of figures with a user's changes, and the figures skipped.

    A parameter must be known to every figure that is named; with ``all`` it changes the figures that know it, and at
    least one must. A number of the world is changed in the worlds that have it. A new word must be used by something:
    otherwise it is a typing error. With ``all``, a figure that cannot be drawn from the user's numbers is skipped,
    unless that is true of every figure that the changes affect.

    Raises:
        UserError: for an unknown figure or parameter, a wrong value, or a figure that cannot be computed from them.
    """
    figures = {name: load_figure(name) for name in chosen(names)}
    _check_names(figures, settings, everywhere=ALL not in names)
    worlds = contents(figures, settings)
    drawn: dict[str, _Drawn] = {}
    skipped: dict[str, str] = {}
    for name, figure in figures.items():
        try:
            drawn[name] = _drawn(figure, settings, worlds)
        except Unfit as error:
            if ALL not in names:
                raise UserError(f"{name}: {error}") from error
            skipped[name] = str(error)
    _check_some_left(figures, settings, skipped)
    _check_words(settings, worlds, drawn)
    shots = [
        Shot(name, each.parameters, each.part, quality, form or Film(), style.of_figure(name))
        for name, each in drawn.items()
    ]
    return Plan(shots, skipped, {name: each.numbers for name, each in drawn.items()})


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A figure that can be drawn.

    Attributes:
        parameters: its parameters.
        world: its world, whole.
        part: the part of the world that it sees.
        numbers: the numbers that it computes from them.
    """

    parameters: FigureParameters
    world: World
    part: World
    numbers: Any


def _check_some_left(figures: Mapping[str, type[Figure]], settings: Settings, skipped: Mapping[str, str]) -> None:
    """Check that at least one figure affected by the changes can be drawn."""
    shared = settings.shared_parameters()
    reached = [name for name in figures if not shared or shared & set(figures[name].Parameters.model_fields)]
    if reached and all(name in skipped for name in reached):
        raise UserError(f"{reached[0]}: {skipped[reached[0]]}")


def _check_words(settings: Settings, worlds: Mapping[str, Mapping[str, Any]], drawn: Mapping[str, _Drawn]) -> None:
    """Check that each word given by ``--set`` is known to a world or used by a parameter, phrase or family."""
    known = {word for world in worlds.values() for word in world.get("vectors", {})}
    used = set[str]()
    for each in drawn.values():
        texts = texts_in([each.parameters.model_dump(), each.world.model_dump(include={"phrases", "families"})])
        used |= {bare(word).casefold() for text in texts for word in text.split()} | set(texts)
    for word in settings.given.get(WORLD, {}).get("vectors", {}):
        if word not in known | used and bare(word).casefold() not in used:
            near = suggestion(word, known) or "; nothing uses it"
            raise UserError(f"unknown word {shown(word)} in {WORLD}.vectors{near}")


def _check_names(figures: Mapping[str, type[Figure]], settings: Settings, *, everywhere: bool) -> None:
    """Check that the parameters meant for every figure are known to all of them, or to at least one."""
    known = {name: set(figure.Parameters.model_fields) for name, figure in figures.items()}
    for name in sorted(settings.shared_parameters()):
        without = [figure for figure in known if name not in known[figure]]
        if without and (everywhere or len(without) == len(known)):
            who = f"{without[0]} has no" if everywhere else "no figure has a"
            there = sorted(known[without[0]] if everywhere else set().union(*known.values()))
            # A name that another figure knows is not a typing error.
            near = suggestion(name, there) if len(without) == len(known) else ""
            raise UserError(f"{who} parameter {shown(name)}{near or '; there are: ' + (', '.join(there) or 'none')}")


def _drawn(figure: type[Figure], settings: Settings, worlds: Mapping[str, dict[str, Any]]) -> _Drawn:
    """Return a figure with its parameters, its world and the numbers that it computes from them.

    Raises:
        UserError: for a wrong value.
        Unfit: when the figure cannot be computed from them.
    """
    try:
        world = changed_world(figure, settings, worlds)
    except UserError as error:
        if len(worlds) > 1:  # a value that does not fit this world may fit the others
            raise Unfit(str(error)) from error
        raise
    values = _values(figure, settings)
    if settings.world is None:
        return _computed(figure, values, values.keys(), world, settings, worlds)
    figure.read_parameters(values)
    reasons: list[UserError] = []
    try:
        for casting in castings(figure, world, values):
            try:
                return _computed(figure, casting | values, values.keys(), world, settings, worlds)
            except Unfit as error:
                reasons.append(error)
    except Unfit as error:
        reasons += [_deeper_reason(figure, values, world) or error]
    raise Unfit(str(reasons[0]))


def _computed(
    figure: type[Figure],
    values: Mapping[str, Any],
    given: Set[str],
    world: World,
    settings: Settings,
    worlds: Mapping[str, dict[str, Any]],
) -> _Drawn:
    """Return a figure's parameters, with words as the world names them, and the world, after computing it once.

    Raises:
        UserError: for a wrong value.
        Unfit: when the figure cannot be computed from them.
    """
    parameters = figure.read_parameters(values)
    if settings.fill or settings.words:
        world = changed_world(figure, settings, worlds, phrases_of(parameters, world))
    if said := world.said_unknown(parameters.unknown_words(world)):
        raise Unfit(f"{said}{fill_hint(said, settings)}")
    parameters = figure.read_parameters({**values, **told_word(parameters, world, given)}).named_by(world)
    try:
        numbers, part = computed(figure, parameters, world)
        require_glyphs([*part.vectors, *part.axes, *part.families, *texts_in(parameters.model_dump())])
        require_glyphs(texts_in(dict(part.phrases)))
    except UserError as error:
        raise Unfit(f"{error}{fill_hint(str(error), settings)}") from error
    return _Drawn(parameters, world, part, numbers)


def _deeper_reason(figure: type[Figure], values: Mapping[str, Any], world: World) -> UserError | None:
    """Return why a figure cannot be drawn from a world even with its own words and phrases in it, such as a matrix."""
    own = load_world(figure.world_name)
    words = {word: near_origin(word, world.dimension) for word in own.vectors}
    with_own = world.model_copy(update={"vectors": words | world.vectors, "phrases": own.phrases | world.phrases})
    try:
        figure.compute(figure.read_parameters(values), with_own)
    except UserError as error:
        return error
    except (LookupError, ValueError):
        return None
    return None


def _values(figure: type[Figure], settings: Settings) -> dict[str, Any]:
    """Return the parameters that a user gives to a figure."""
    values = settings.of(figure.name)
    # A value for every figure passes by those that do not know it; a value for one figure must be known to it.
    own = settings.own.get(figure.name, {})
    unknown = settings.shared_parameters() - set(figure.Parameters.model_fields) - set(own)
    return {name: _listed(figure, name, values[name]) for name in values if name not in unknown | {WORLD}}


def _listed(figure: type[Figure], name: str, value: object) -> object:
    """Return text for a parameter that is a list, split at its commas: ``words=banana,pear,phone``."""
    field = figure.Parameters.model_fields.get(name)
    is_list = field is not None and get_origin(field.annotation) in (tuple, list)
    return [part.strip() for part in value.split(",")] if is_list and isinstance(value, str) else value
