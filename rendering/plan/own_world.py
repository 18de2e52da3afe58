"""A user's own world, put in place of a figure's default world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any

from rendering.request.settings import WORLD, Settings
from scenes.errors import UserError
from scenes.reading import merged, read_world
from scenes.worlds import World, filled, load_world, make_world

if TYPE_CHECKING:
    from scenes.figure import Figure
    from scenes.parameters import FigureParameters

_FILL = "; --fill places what has no vector near the origin"


class Unfit(UserError):
    """The error of a figure that cannot be drawn from a user's numbers, though the numbers are valid."""


def contents(figures: Mapping[str, type[Figure]], settings: Settings) -> dict[str, dict[str, Any]]:
    """Return the unchecked contents of the figures' worlds, by name: the given world, or each figure's own.

    Raises:
        UserError: when a world cannot be read.
    """
    if settings.world is not None:
        return {settings.world.source: dict(settings.world.content)}
    return {figure.world_name: read_world(figure.world_name) for figure in figures.values()}


def source(figure: type[Figure], settings: Settings) -> str:
    """Return the name or file of the world that a figure is drawn from."""
    return figure.world_name if settings.world is None else settings.world.source


def changed_world(
    figure: type[Figure], settings: Settings, worlds: Mapping[str, dict[str, Any]], words: Set[str] = frozenset()
) -> World:
    """Return the world of a figure with a user's changes.

    Args:
        figure: the figure to draw from it.
        settings: the changes; with ``fill``, words without a vector get one near the origin.
        worlds: the contents of all figures' worlds: a number is changed in those that have it.
        words: more words that need a vector, besides those of the world's phrases.

    Raises:
        UserError: when its entries contradict each other.
    """
    here = worlds[source(figure, settings)]
    own = settings.own.get(figure.name, {}).get(WORLD, {})
    content = merged(here, merged(own, _fitting(settings.shared_world(), here, list(worlds.values()))))
    if settings.fill:
        content = filled(content, sorted(words_in(content.get("phrases", {})) | words))
    try:
        return make_world(content, source(figure, settings))
    except UserError as error:
        raise UserError(f"{error}{fill_hint(str(error), settings)}") from error


def fill_hint(message: str, settings: Settings) -> str:
    """Return a hint at ``--fill`` when words have no vector and no spelling is near; else nothing."""
    helps = "unknown word" in message and not settings.fill and not message.endswith('"?')
    return _FILL if helps else ""


def words_in(value: object) -> set[str]:
    """Return all words of all texts in a value."""
    if isinstance(value, str):
        return set(value.split())
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return {word for part in parts for word in words_in(part)}


def words_of(parameters: FigureParameters, world: World) -> set[str]:
    """Return all words of a figure's parameters that need a vector: those of texts that are not a phrase's name."""
    texts = [value for value in parameters.model_dump().values() if isinstance(value, str | tuple | list)]
    given = [text for value in texts for text in ([value] if isinstance(value, str) else value)]
    return words_in([text for text in given if isinstance(text, str) and text not in world.phrases])


def counterparts(figure: type[Figure], world: World, given: Set[str]) -> dict[str, Any]:
    """Return a figure's defaults for another world: each replaced by its counterpart there.

    The subject stands for the subject; a phrase for the phrase of the same name, or else of the same place in the list;
    a word of a family for itself, or else for the word in the same place of the same family.

    Args:
        figure: the figure with these defaults.
        world: another world than the figure's own.
        given: the names of parameters that need no default.

    Raises:
        Unfit: when a default has no counterpart in the world.
    """
    own = load_world(figure.world_name)
    result: dict[str, Any] = {}
    for name, field in figure.Parameters.model_fields.items():
        value = field.get_default(call_default_factory=True)
        if name in given:
            continue
        if isinstance(value, str) and value:
            result[name] = _counterpart(name, value, own, world)
        elif isinstance(value, tuple) and all(isinstance(part, str) for part in value):
            result[name] = tuple(_counterpart(name, part, own, world) for part in value)
    return result


def _counterpart(name: str, text: str, own: World, world: World) -> str:
    """Return the counterpart of a phrase's name, a phrase or a word in another world."""
    if text in own.phrases:
        place, names = list(own.phrases).index(text), list(world.phrases)
        if text not in names and place >= len(names):
            there = ", ".join(names) or "none"
            raise Unfit(f'{name} is the phrase "{text}" unless given; the world has the phrases: {there}')
        return text if text in names else names[place]
    words = [_word(word, own, world) for word in text.split()]
    missing = [word for word in words if word not in world.vectors]
    if missing:
        raise Unfit(f'{name} is "{text}" unless given; the world has no word "{missing[0]}"')
    return " ".join(words)


def _word(word: str, own: World, world: World) -> str:
    if word == own.subject and world.subject is not None:
        return world.subject
    family = own.family_index(word)
    if word in world.vectors or family is None or family >= len(world.families):
        return word
    mine, theirs = (list(each.families.values())[family] for each in (own, world))
    place = mine.index(word)
    return theirs[place] if place < len(theirs) else word


def computed(figure: type[Figure], parameters: FigureParameters, world: World) -> tuple[Any, World]:
    """Compute a figure from the part of a world that it uses: its words, and the matrices that it looks up.

    Args:
        figure: the figure; if it cannot be computed from its part of the world, it gets the whole.
        parameters: its parameters.
        world: the whole.

    Returns:
        The figure's numbers, and the part of the world.

    Raises:
        UserError: when it cannot be computed from the whole world, either.
    """
    try:
        part = parameters.world_used(world)
        if part is not world:
            matrices = _Watched(part.matrices)
            numbers = figure.compute(parameters, part.model_copy(update={"matrices": matrices}))
            return numbers, part.model_copy(update={"matrices": matrices.seen()})
    except (UserError, LookupError, ValueError, TypeError):
        pass  # the error is raised for the whole world, which may hold the nearest spelling
    return figure.compute(parameters, world), world


class _Watched(Mapping[str, Any]):
    """A table that remembers which of its entries were looked up; iterating over it looks up all."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table
        self._names = set[str]()

    def __getitem__(self, name: str) -> Any:
        self._names.add(name)
        return self._table[name]

    def __iter__(self) -> Iterator[str]:
        self._names.update(self._table)
        return iter(self._table)

    def __len__(self) -> int:
        self._names.update(self._table)
        return len(self._table)

    def seen(self) -> dict[str, Any]:
        """Return the entries that were looked up."""
        return {name: value for name, value in self._table.items() if name in self._names}


def _fitting(changes: Mapping[str, Any], here: object, worlds: list[Any]) -> dict[str, Any]:
    """Return the changes without those of values that only other worlds have."""
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
