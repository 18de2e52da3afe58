"""Processes that run the command line, forked from the tests' own, which have loaded torch and manim.

A process that begins with nothing loads them for two seconds. A forked one differs from it in that alone: it has its
number, streams, environment, signals, children and exit code. What depends on how Python begins is not tried with it.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import sample_figures

import render
import scenes

ROOT = Path(__file__).parents[2]


def forked(
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    popen: Callable[..., Any] = subprocess.Popen,
    **options: Any,
) -> Any:
    """Start the command line on the sample figures, in a process and a session of its own.

    Args:
        arguments: those of the command line.
        environment: the variables that are added or changed.
        popen: what makes the process.
        options: further ones of ``subprocess.Popen``, such as streams.
    """

    def run() -> None:
        code: Any = 1
        try:
            os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # also the pipe at which Popen waits for a program's start
            gc.enable()
            atexit._clear()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.stdin, sys.stdout, sys.stderr = (open(number, mode, closefd=False) for number, mode in enumerate("rww"))
            os.environ.update(environment or {})
            tempfile.tempdir = None
            scenes.FIGURES.update(sample_figures.FIGURES)
            sys.argv = ["render.py", *arguments]
            render.run()
        except SystemExit as ended:
            code = ended.code
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)

    never_started = [sys.executable, "-c", ""]
    return popen(never_started, cwd=ROOT, start_new_session=True, restore_signals=False, preexec_fn=run, **options)
