"""The loading of manim and torch, which takes two seconds; and an exit without taking them apart."""

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
"""The exit code of a process that was interrupted."""


@contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage while manim and torch are loaded, nor among the loaded objects later; exit when interrupted.

    They make hundreds of thousands of objects that stay: examining them again and again takes half a second; in workers
    it would also copy the memory that they share.
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
    """Load the library beneath torch on a thread: a fifth of the time that torch takes to load.

    An import would keep other threads from running, so the system's own call loads the library, as torch calls for it.
    If that fails, torch loads it, or reports the fault.
    """
    if "torch" in sys.modules:
        return
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
    """Hide a package that manim can do without, unless it is loaded already."""
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
    """End the process at once when it is interrupted: nothing has begun that would need cleaning up.

    A library that is interrupted while it loads turns the interruption into another error, or into none.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # it is ignored, or belongs to somebody else
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
    """End the process without taking apart what manim and torch have loaded, which takes a fifth of a second.

    Exit handlers run and printed text is written; where threads still run, Python ends as usual.

    Args:
        code: the exit code.
    """
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        with suppress(OSError, ValueError):  # nobody reads it: Python says so
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    sys.exit(code)
