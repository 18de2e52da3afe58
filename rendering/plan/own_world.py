"""A user's own world, put in place of a figure's default world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rendering.request.settings import WORLD, Settings
from scenes.errors import UserError
from scenes.reading import merged, read_world
from scenes.worlds import World, filled, make_world

if TYPE_CHECKING:
    from scenes.figure import Figure
    from scenes.parameters import FigureParameters

_FILL = "; --fill places what has no vector near the origin"


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
    figure: type[Figure], settings: Settings, worlds: Mapping[str, dict[str, Any]], phrases: Iterable[str] = ()
) -> World:
    """Return the world of a figure with a user's changes.

    Args:
        figure: the figure to draw from it.
        settings: the changes; with ``fill``, words without a vector get one near the origin.
        worlds: the contents of all figures' worlds: a number is changed in those that have it.
        phrases: more phrases whose words need vectors, besides the world's own.

    Raises:
        UserError: when its entries contradict each other.
    """
    here = worlds[source(figure, settings)]
    own = settings.own.get(figure.name, {}).get(WORLD, {})
    content = merged(here, merged(own, _fitting(settings.shared_world(), here, list(worlds.values()))))
    content = _with_rows(content, here)
    texts = [*texts_in(content.get("phrases", {})), *phrases]
    if settings.words:
        content = _with_real_words(content, texts, settings)
    if settings.fill:
        content = filled(content, texts)
    try:
        return make_world(content, source(figure, settings))
    except UserError as error:
        raise UserError(f"{error}{fill_hint(str(error), settings)}") from error


def _with_real_words(content: dict[str, Any], texts: list[str], settings: Settings) -> dict[str, Any]:
    """Return a world of real words with all words of texts.

    Raises:
        UserError: when a word is none of the real ones and is not placed near the origin either, or is a seed.
    """
    from scenes.real_words import unknown_in, unknown_word, with_words

    if not settings.fill and (unknown := unknown_in(content, texts)):
        raise UserError(f"{unknown_word(unknown[0], 'the phrase')}{_FILL}")
    return with_words(content, texts)


def _with_rows(content: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return a world's values with matrices in rows where they were given as one list: ``W_Q=2,0,0,2``.

    Args:
        content: the world's values, unchecked.
        before: the same before a user's changes; a matrix keeps its shape.

    Raises:
        UserError: when a list does not fill a matrix.
    """
    matrices = content.get("matrices")
    if not isinstance(matrices, Mapping):
        return dict(content)
    there, size = before.get("matrices"), len(content["axes"]) if isinstance(content.get("axes"), list) else 2
    shaped = {}
    for name, values in matrices.items():
        if isinstance(values, list) and values and all(isinstance(value, int | float) for value in values):
            old = there.get(name) if isinstance(there, Mapping) else None
            shaped[name] = _in_rows(name, values, old, size)
    return {**content, "matrices": {**matrices, **shaped}}


def _in_rows(name: str, values: list[Any], old: object, size: int) -> list[list[Any]]:
    """Return numbers in rows: as many as the old matrix has, or else as a vector has numbers."""
    is_old = isinstance(old, list) and old and all(isinstance(row, list) and row for row in old)
    rows = len(old) if is_old and isinstance(old, list) else size
    columns = len(old[0]) if is_old and isinstance(old, list) else max(1, len(values) // rows)
    if not is_old and name == "W_O":  # it gives a vector its numbers back
        rows, columns = max(1, len(values) // size), size
    if rows * columns != len(values):
        raise UserError(
            f"[matrices].{name} needs {rows * columns} numbers ({rows}×{columns}), row by row; got {len(values)}"
        )
    return [values[row * columns : (row + 1) * columns] for row in range(rows)]


def fill_hint(message: str, settings: Settings) -> str:
    """Return a hint at ``--fill`` when words have no vector and no spelling is near; else nothing."""
    helps = "unknown word" in message and not settings.fill and not message.endswith('"?')
    return _FILL if helps else ""


def texts_in(value: object) -> list[str]:
    """Return all texts in a value."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return [text for part in parts for text in texts_in(part)]


def phrases_of(parameters: FigureParameters, world: World) -> list[str]:
    """Return the words and the written-out phrases of a figure's parameters: what needs vectors."""
    named = [name for name in type(parameters).model_fields if parameters.kind(name)]
    texts = texts_in([getattr(parameters, name) for name in named])
    return [text for text in texts if text not in world.phrases]


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
