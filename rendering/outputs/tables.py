"""A figure's parameters and the numbers it computes, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rendering.request.shot import Shot
from scenes import FIGURES, load_figure
from scenes.quantities import tables


def described(shot: Shot, width: int) -> Iterator[RenderableType]:
    """Yield a description of a figure, in lines of ``width`` characters: its sentence, parameters, numbers."""
    yield Text(f"{shot.figure}: {FIGURES[shot.figure].sentence}", style="bold")
    if shot.world.made_from is not None:
        yield from map(Text, shot.world.made_from.lines)
    yield parameter_table(shot) if type(shot.parameters).model_fields else Text("It has no parameters.")
    for title, table in number_tables(shot, width):
        yield Text(title)
        yield table


def parameter_table(shot: Shot) -> Table:
    """Return a figure's parameters as a table: name, type, value, default and sentence."""
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("name", "type", "value", "default", "what it does"):
        table.add_column(column, overflow="fold")
    for name, field in type(shot.parameters).model_fields.items():
        value = getattr(shot.parameters, name)
        default = field.get_default(call_default_factory=True)
        table.add_row(
            name,
            Text(type_name(field.annotation)),
            Text(value_text(value), style="" if value == default else "bold"),
            Text(value_text(default)),
            Text(field.description or ""),
        )
    return table


def value_text(value: object) -> str:
    """Return a value in the form that ``--set`` takes."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def type_name(annotation: Any) -> str:
    """Return a type's name for readers: ``number``, ``text``, ``list of text``."""
    plain = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    if annotation in plain:
        return plain[annotation]
    arguments = [part for part in getattr(annotation, "__args__", ()) if part is not Ellipsis]
    if getattr(annotation, "__origin__", None) in (tuple, list) and arguments:
        count = "" if ... in annotation.__args__ or annotation.__origin__ is list else f"{len(arguments)} "
        return f"list of {count}{type_name(arguments[0])}"
    return str(getattr(annotation, "__name__", annotation))


def number_tables(shot: Shot, width: int) -> Iterator[tuple[str, Table]]:
    """Yield a title and a table for each quantity that a figure computes; no digit is ever cut.

    A quantity with more columns than fit side by side goes on in further tables, each with the titles of its rows.

    Args:
        shot: the figure.
        width: characters in a line of the terminal.
    """
    numbers = load_figure(shot.figure).compute(shot.parameters, shot.world)
    for quantity in tables(numbers):
        shape = " × ".join(str(size) for size in quantity.values.shape) or "1"
        columns = quantity.columns or ("",)
        cells = [[f"{number:.4g}" for number in row] for row in quantity.values.reshape(-1, len(columns)).tolist()]
        parts = _fitting(quantity.rows, columns, cells, width)
        for first, last in parts:
            ends = f", columns {first + 1} to {last}" if len(parts) > 1 else ""
            title = f"{quantity.name} ({shape}{ends}): {quantity.sentence}"
            shown = [row[first:last] for row in cells]
            yield title, _table(quantity.rows, columns[first:last], shown, header=bool(quantity.columns))


def _fitting(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[str]], width: int
) -> list[tuple[int, int]]:
    """Split columns into runs that fit a width, each of at least one column; return the runs' ends."""
    free = width - _across(rows) - _EDGES
    parts, used = [0], 0
    for index, taken in enumerate(
        _across([column, *(row[index] for row in cells)]) for index, column in enumerate(columns)
    ):
        if used and used + taken > free:
            parts.append(index)
            used = 0
        used += taken
    return list(pairwise([*parts, len(columns)]))


def _table(rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[str]], *, header: bool) -> Table:
    """Return a table as wide as it needs; a narrower terminal breaks its lines rather than its digits."""
    across = [_across([column, *(row[index] for row in cells)]) for index, column in enumerate(columns)]
    table = Table(box=box.SIMPLE_HEAD, show_header=header, width=_across(rows) + sum(across) + _EDGES)
    table.add_column(no_wrap=True)
    for column in columns:
        table.add_column(Text(column), justify="right", no_wrap=True)
    for title, row in zip(rows, cells, strict=True):
        table.add_row(Text(title), *row)
    return table


_EDGES = 1
"""The characters of a table besides its columns."""

_AIR = 3
"""The characters of a column besides its texts."""


def _across(texts: Iterable[str]) -> int:
    """Return the number of characters that a column of texts takes."""
    return max((cell_len(text) for text in texts), default=0) + _AIR
