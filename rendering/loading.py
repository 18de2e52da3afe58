"""Loading what draws: manim and torch, which take two seconds; and ending without taking them apart."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""What a process ends with when it was interrupted."""


@contextmanager
def loading() -> Iterator[None]:
    """Do not look for garbage while manim and torch are loaded, nor among what they loaded later; end when interrupted.

    They make hundreds of thousands of objects that stay: looking at them again and again takes half a second; in
    workers it would also copy the memory that they share.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        with _ended_by_interruption():
            yield
    finally:
        gc.freeze()
        if collected:
            gc.enable()


@contextmanager
def _ended_by_interruption() -> Iterator[None]:
    """End the process at once when it is interrupted: nothing has been begun that would have to be put away.

    A library that is interrupted while it loads makes another error of it, or none.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # it is ignored, or somebody else's
        yield
        return
    try:
        signal.signal(signal.SIGINT, _leave)
    except ValueError:  # not the main thread, which alone may do so
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


def leave(code: int) -> NoReturn:
    """End the process; what manim and torch have loaded is not taken apart first, which takes a fifth of a second.

    What is to be done at exit is done, and what was printed is written; where threads still run, Python ends as usual.

    Args:
        code: what the process ends with.
    """
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        with suppress(OSError, ValueError):  # nobody reads it: Python says so
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    sys.exit(code)
