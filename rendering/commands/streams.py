"""Standard output and error that end no command half-way: closed, full, or in an encoding that lacks a letter."""

from __future__ import annotations

import codecs
import errno
import io
import os
import select
import sys
from typing import TYPE_CHECKING, TextIO

from scenes.errors import without_controls

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_READABLE = "attention-animations.readable"
_SPELLED = {
    "✓": "ok",
    "✗": "NO",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "·": ".",
    "×": "x",
    "→": "->",
    "←": "<-",
    "↦": "->",
    "√": "sqrt",
    "∞": "inf",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "∈": "in",
    "²": "^2",
    "ᵀ": "^T",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "‹": "<",
    "›": ">",
    "\u00a0": " ",
    "\u202f": " ",
}


def say(text: object = "", *, error: bool = False) -> None:
    """Print lines; characters that would move a terminal's cursor, or turn its text around, are escaped.

    Args:
        text: the lines, without the last one's end.
        error: whether they go to standard error.
    """
    print(without_controls(str(text)), file=sys.stderr if error else sys.stdout, flush=True)


def steady_streams() -> None:
    """Replace standard output and error by streams that never raise; ``trouble`` tells what could not be written.

    A closed one is opened to nowhere: else the next file that is opened would have its number, and whatever a library
    prints would be written into that file.
    """
    codecs.register_error(_READABLE, _readable)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it has the lowest number that is free
    sys.stdout, sys.stderr = _steady(1, sys.stdout), _steady(2, sys.stderr)


def trouble() -> OSError | None:
    """Return why standard output could not be written to, unless all was written or the reader wanted no more."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    error = raw.error if isinstance(raw, _Tolerant) else None
    return None if error is None or error.errno == errno.EPIPE else error


def _steady(number: int, stream: TextIO | None) -> TextIO:
    """Return a stream to a file descriptor, in the encoding that it had."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    raw = _Tolerant(number)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, _READABLE, line_buffering=raw.isatty())


class _Tolerant(io.RawIOBase):
    """A file descriptor to which writing never fails; after an error, everything is dropped.

    Attributes:
        error: the error.
    """

    def __init__(self, number: int) -> None:
        self.error: OSError | None = None
        self._number = number

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._number

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return os.isatty(self._number)

    def writable(self) -> bool:
        """Return that it can be written to."""
        return True

    def write(self, content: ReadableBuffer, /) -> int:
        """Write bytes; return how many were taken: all of them, after an error."""
        while self.error is None:
            try:
                return os.write(self._number, content)
            except BlockingIOError:  # another program has made it non-blocking
                select.select([], [self._number], [])
            except OSError as error:
                self.error = error
        return memoryview(content).nbytes


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for letters that an encoding lacks: a spelling in ASCII, or an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    spelled = (_SPELLED.get(letter) or letter.encode("ascii", "backslashreplace").decode() for letter in letters)
    return "".join(spelled), error.end
