"""Everything that figures compute, as text for exercises and other programs: CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rendering.request.shot import Shot
from scenes import FIGURES, load_figure
from scenes.quantities import tables

HEADER = ("figure", "quantity", "row", "column", "value")
"""The columns of the CSV: one line a number."""


def exact(value: float | int | bool) -> float | int | bool:
    """Return a number as the shortest decimal that reads back as the same number: 1.6, not 1.600000023841858."""
    # not str, whose output depends on numpy's print options
    return float(np.format_float_scientific(np.float32(value), trim="k")) if isinstance(value, float) else value


def values(tensor: Tensor) -> Any:
    """Return a tensor's numbers, nested like its axes."""
    if tensor.ndim:
        return [values(part) for part in tensor]
    number = tensor.item()
    return number if tensor.dtype == torch.float64 else exact(number)


def _finite(value: Any) -> Any:
    """Return values with each infinite number as the text "Infinity" or "-Infinity", since JSON has no such number."""
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return f"{'-' * (value < 0)}Infinity" if isinstance(value, float) and math.isinf(value) else value


def computed(shot: Shot) -> dict[str, Any]:
    """Return everything that a figure computes: its parameters, the titles of rows and columns, and every quantity.

    Raises:
        UserError: when it cannot be computed.
    """
    numbers = load_figure(shot.figure).compute(shot.parameters, shot.world)
    named = {item.name: getattr(numbers, item.name) for item in fields(numbers) if "sentence" not in item.metadata}
    return {
        "sentence": FIGURES[shot.figure].sentence,
        "parameters": shot.parameters.model_dump(mode="json"),
        "names": {name: value for name, value in named.items() if _is_plain(value)},
        "quantities": {
            table.name: {
                "sentence": table.sentence,
                "shape": list(table.values.shape),
                "rows": list(table.rows),
                "columns": list(table.columns),
                "values": _finite(values(table.values)),
            }
            for table in tables(numbers)
        },
    }


def _is_plain(value: object) -> bool:
    """Return whether a value is text, a number or a list of these."""
    if isinstance(value, tuple | list):
        return all(_is_plain(part) for part in value)
    return isinstance(value, str | int | float)


def as_json(shots: Iterable[Shot]) -> str:
    """Return the numbers of figures as JSON, by the figure's name."""
    return json.dumps({shot.figure: computed(shot) for shot in shots}, ensure_ascii=False, indent=1, allow_nan=False)


def as_csv(shots: Iterable[Shot]) -> str:
    """Return the numbers of figures as CSV, one line for each, with the titles of its row and its column."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for shot in shots:
        writer.writerows((shot.figure, *cell) for cell in _cells(shot))
    return text.getvalue().removesuffix("\n")


def _cells(shot: Shot) -> Iterator[tuple[str, str, str, float]]:
    """Yield quantity, row, column and number, for all numbers of a figure."""
    for table in tables(load_figure(shot.figure).compute(shot.parameters, shot.world)):
        rows = table.rows if table.values.ndim else ("",)
        columns = table.columns or ("",)
        grid = values(table.values.reshape(len(rows), len(columns)))
        for row, numbers in zip(rows, grid, strict=True):
            for column, number in zip(columns, numbers, strict=True):
                yield table.name, row, column, number
