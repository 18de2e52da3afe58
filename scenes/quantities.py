"""The tensors that a figure computes, with a sentence about each and titles for its rows and columns."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from torch import Tensor

_Numbers = TypeVar("_Numbers")


def quantity(sentence: str, *, rows: str = "", columns: str = "") -> Any:
    """Return a dataclass field for a tensor that a figure computes.

    Args:
        sentence: a description, printed by the command ``show``.
        rows: the field whose words title the rows, or empty.
        columns: the field whose words title the columns, or empty.
    """
    return field(metadata={"sentence": sentence, "rows": rows, "columns": columns})


@dataclass(frozen=True, slots=True)
class Table:
    """A computed tensor with the titles of its rows and columns, for printing.

    Attributes:
        name: the quantity's name.
        sentence: its description.
        rows: titles along the first axis, or numbers from 0.
        columns: titles along the last axis, empty for a single column.
        values: the tensor, of at most two axes.
    """

    name: str
    sentence: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: Tensor


def tables(numbers: Any) -> list[Table]:
    """Return the tensors that a figure computed, as titled tables."""
    result = []
    for item in fields(numbers):
        if "sentence" not in item.metadata:
            continue
        values: Tensor = getattr(numbers, item.name)
        rows = _titles(numbers, item.metadata["rows"], values.shape[0] if values.ndim else 1)
        width = values.shape[1] if values.ndim == 2 else 0
        columns = _titles(numbers, item.metadata["columns"], width)
        result.append(Table(item.name, item.metadata["sentence"], rows, columns, values))
    return result


def _titles(numbers: Any, name: str, count: int) -> tuple[str, ...]:
    return tuple(getattr(numbers, name)) if name else tuple(str(index) for index in range(count))


def extended(numbers: Any, kind: type[_Numbers], **more: Any) -> _Numbers:
    """Return the numbers of one figure with more of its own, as another frozen dataclass.

    Args:
        numbers: a dataclass of numbers.
        kind: a dataclass that has all of its fields, such as a subclass.
        more: the fields that ``kind`` has besides, and those that shall have other values.

    Raises:
        TypeError: when a field of ``kind`` is left without a value, or there is no such field.
    """
    return kind(**{item.name: getattr(numbers, item.name) for item in fields(numbers)} | more)
