"""A figure's parameters and the numbers it computes, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rendering.request.shot import Shot
from scenes import FIGURES, load_figure
from scenes.quantities import tables


def described(shot: Shot) -> Iterator[RenderableType]:
    """All that can be said of a figure: its sentence, its parameters, its numbers."""
    yield Text(f"{shot.figure}: {FIGURES[shot.figure].sentence}", style="bold")
    yield parameter_table(shot) if type(shot.parameters).model_fields else Text("It has no parameters.")
    for title, table in number_tables(shot):
        yield Text(title)
        yield table


def parameter_table(shot: Shot) -> Table:
    """A figure's parameters: name, type, value, default and sentence."""
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
    """A value as ``--set`` would take it."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def type_name(annotation: Any) -> str:
    """A type as a reader knows it: ``number``, ``text``, ``list of text``."""
    plain = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    if annotation in plain:
        return plain[annotation]
    arguments = [part for part in getattr(annotation, "__args__", ()) if part is not Ellipsis]
    if getattr(annotation, "__origin__", None) in (tuple, list) and arguments:
        count = "" if ... in annotation.__args__ or annotation.__origin__ is list else f"{len(arguments)} "
        return f"list of {count}{type_name(arguments[0])}"
    return str(getattr(annotation, "__name__", annotation))


def number_tables(shot: Shot) -> Iterator[tuple[str, Table]]:
    """The numbers a figure computes: for each quantity its name, shape and sentence, and its values."""
    numbers = load_figure(shot.figure).compute(shot.parameters, shot.world)
    for quantity in tables(numbers):
        shape = " × ".join(str(size) for size in quantity.values.shape) or "1"
        table = Table(box=box.SIMPLE_HEAD, show_header=bool(quantity.columns))
        table.add_column()
        for column in quantity.columns or ("",):
            table.add_column(Text(column), justify="right")
        width = max(len(quantity.columns), 1)
        for title, row in zip(quantity.rows, quantity.values.reshape(-1, width).tolist(), strict=True):
            table.add_row(Text(title), *(f"{number:.4g}" for number in row))
        yield f"{quantity.name} ({shape}): {quantity.sentence}", table
