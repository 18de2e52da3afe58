"""Copies of this process that each finish a part of its work, while it goes on to the next."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, NoReturn

_END_WITH_PARENT = 1  # Linux's number for the signal that a process gets when its parent ends

_LOOK_EVERY = 0.1  # seconds between two looks at whether the parent is still there
_LATER = 5  # steps of niceness by which a copy comes after the process that goes on


class CopyFailed(Exception):
    """The error of a copy that raised one, or was killed."""


def can_fork() -> bool:
    """Return whether a copy of this process can go on with its work: on Linux, and where it has one thread."""
    return sys.platform == "linux" and threading.active_count() == 1


def end_with(parent: int) -> None:
    """End this process when its parent ends, which may be killed without a word.

    Args:
        parent: the parent's number.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before
            os._exit(1)
    else:
        threading.Thread(target=_end_without, args=(parent,), daemon=True).start()


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


class Forks:
    """Copies of this process, made in the middle of its work; each sends one result."""

    def __init__(self) -> None:
        self._copies: list[tuple[int, Connection]] = []
        self._line: Connection | None = None

    @property
    def is_copy(self) -> bool:
        """Return whether this process is one of the copies."""
        return self._line is not None

    def begin(self) -> bool:
        """Copy this process, and return whether this one is the copy."""
        near, far = Pipe(duplex=False)
        original = os.getpid()
        process = os.fork()
        if process:
            far.close()
            self._copies.append((process, near))
            return False
        end_with(original)
        os.nice(_LATER)  # the walk to the next copies comes first
        for line in (near, *(line for _, line in self._copies)):
            line.close()
        self._copies, self._line = [], far
        return True

    def end(self, find: Callable[[], Any]) -> NoReturn:
        """Send the result of a function, unless it fails, and end this process, a copy."""
        assert self._line is not None
        try:
            self._line.send(find())
        finally:
            os._exit(0)

    def results(self) -> list[Any]:
        """Wait for the copies, and return their results in the order in which they were made.

        Raises:
            CopyFailed: when one has none.
        """
        try:
            return [line.recv() for _, line in self._copies]
        except EOFError:
            raise CopyFailed from None

    def give_up(self) -> None:
        """End the copies that are still at work; those that have finished are no longer waited for."""
        for process, line in self._copies:
            line.close()
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        self._copies = []
