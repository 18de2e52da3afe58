"""Outlines handed to cairo in one call each: a few numpy operations build all path data of a picture.

manim walks each outline curve by curve in Python, which for letters takes longer than filling them. cairo takes a whole
path as an array (``cairo_append_path``), which pycairo does not offer for our arrays. It is therefore called in the
library that pycairo has loaded, with the ``cairo_t*`` that pycairo's object holds right after Python's own header.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import cairo
import numpy as np
from numpy.typing import NDArray

_MOVE, _CURVE, _CLOSE = 0, 2, 3  # cairo_path_data_type_t
_RELATIVE, _ABSOLUTE = 1e-5, 1e-6  # manim's tolerances for two points to be one

TOLERANCE = _ABSOLUTE
"""The absolute tolerance, in scene units, that an outline must have to be drawn here."""

_PATH_BYTES = 24
_PATH = np.dtype(
    {
        "names": ["status", "data", "length"],
        "formats": ["i4", "u8", "i4"],
        "offsets": [0, 8, 16],
        "itemsize": _PATH_BYTES,
    }
)  # cairo_path_t


class Outlines:
    """The outlines of many mobjects as cairo paths.

    They equal those of manim's ``Camera.set_cairo_context_path``: a subpath ends when the next curve begins elsewhere,
    and is closed when it ends at its beginning.

    Args:
        points: anchors and handles of cubic curves, four for each curve, of shape (4 × curves, 2), in scene units.
        first: the index of each outline's first point; every outline has at least one curve.
    """

    def __init__(self, points: NDArray[np.float64], first: NDArray[np.int64]) -> None:
        starts, ends = points[0::4], points[3::4]
        begins = np.empty(len(starts), bool)
        begins[1:] = ~_same(ends[:-1], starts[1:])
        begins[first // 4] = True
        head = np.flatnonzero(begins)
        tail = np.append(head[1:], len(starts)) - 1
        closed = tail[_same(points[head * 4], ends[tail])]
        # Elements of a curve: its own header and three points; with a move before (two) or a closing after (one).
        counts = np.full(len(starts), 4)
        counts[head] += 2
        counts[closed] += 1
        stop = np.cumsum(counts)
        row = stop - counts
        outline = row[first // 4]
        row[head] += 2
        self._data = np.zeros((int(stop[-1]), 2))
        header = self._data.view(np.int32)  # type in the first four bytes, number of elements in the next
        header[row, :2] = _CURVE, 4
        for place in (1, 2, 3):
            self._data[row + place] = points[place::4]
        header[row[head] - 2, :2] = _MOVE, 2
        self._data[row[head] - 1] = points[head * 4]
        header[row[closed] + 4, :2] = _CLOSE, 1
        self._paths = np.zeros(len(first), _PATH)
        self._paths["data"] = self._data.ctypes.data + outline * 16
        self._paths["length"] = np.diff(outline, append=stop[-1])
        self._address = self._paths.ctypes.data

    def append(self, context: int, index: int) -> None:
        """Add an outline to the path of a cairo context, given by its address."""
        _library()(context, self._address + index * _PATH_BYTES)


def _same(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which points are equal by manim's rule, of shape (points,)."""
    return np.asarray((np.abs(one - other) <= _ABSOLUTE + _RELATIVE * np.abs(other)).all(axis=1))


def address(context: cairo.Context[cairo.ImageSurface]) -> int:
    """Return the address of the ``cairo_t`` that a context of pycairo stands for."""
    value = ctypes.c_void_p.from_address(id(context) + object.__basicsize__).value
    assert value is not None
    return value


@cache
def _library() -> Callable[[int, int], None]:
    append: Any = ctypes.CDLL(sys.modules["cairo._cairo"].__file__).cairo_append_path
    append.argtypes, append.restype = (ctypes.c_void_p, ctypes.c_void_p), None
    return cast(Callable[[int, int], None], append)


@cache
def available() -> bool:
    """Return whether this cairo and this pycairo are as described above: a path handed over must come out again."""
    context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 8, 8))
    try:
        Outlines(np.array([[1.0, 2], [3, 4], [5, 6], [1, 2]]), np.zeros(1, np.int64)).append(address(context), 0)
    except (AttributeError, OSError):
        return False
    path = [(kind, values) for kind, values in context.copy_path()]
    return path[:2] == [(_MOVE, (1.0, 2.0)), (_CURVE, (3.0, 4.0, 5.0, 6.0, 1.0, 2.0))] and path[2][0] == _CLOSE
