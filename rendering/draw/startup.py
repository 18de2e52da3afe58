"""Loading what draws: manim and torch, which take two seconds; and ending without taking them apart."""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

INTERRUPTED = 130
"""What a process ends with when it was interrupted."""


@contextmanager
def loading() -> Iterator[None]:
    """Do not look for garbage while manim and torch are loaded, nor among what they loaded later; end when interrupted.

    They make hundreds of thousands of objects that stay: looking at them again and again takes half a second; in
    workers it would also copy the memory that they share.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else numpy and scipy start threads, which look for work
    collected = gc.isenabled()
    gc.disable()
    try:
        with _ended_by_interruption(), _without("IPython"):  # manim loads it to offer commands to a notebook
            yield
    finally:
        gc.freeze()
        if collected:
            gc.enable()


def load_torch_ahead() -> None:
    """Have the library beneath torch loaded by a thread: a fifth of the time that torch takes to load.

    An import would keep other threads from running, so the system's own call loads the library, as torch calls for it.
    Where it does not succeed, torch loads it, or says why not.
    """
    threading.Thread(target=_load_beneath_torch).start()


def _load_beneath_torch() -> None:
    spec = find_spec("torch")
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent / "lib"
        with suppress(AttributeError, OSError):  # another system
            load = ctypes.CDLL(None).dlopen
            load(bytes(folder / "libtorch_global_deps.so"), os.RTLD_NOW | os.RTLD_GLOBAL)
            load(bytes(folder / "libtorch_python.so"), os.RTLD_NOW)


@contextmanager
def _without(package: str) -> Iterator[None]:
    """Let a package be missing that can do without, unless it is loaded already."""
    if package in sys.modules:
        yield
        return
    missing: Any = None
    sys.modules[package] = missing
    try:
        yield
    finally:
        del sys.modules[package]


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
