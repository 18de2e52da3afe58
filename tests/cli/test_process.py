"""The command line as a process of its own: its speed, its imports, and what Ctrl-C leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.processes import forked

ROOT = Path(__file__).parents[2]
ON_SAMPLES = """
import sys
sys.path.insert(0, "tests/samples")
import sample_figures, scenes, render
scenes.FIGURES.update(sample_figures.FIGURES)
render.run()
"""


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("arguments", [["list"], ["--help"]])
def test_list_and_help_load_nothing_that_draws(arguments: list[str]) -> None:
    code = f"import sys, render\ntry: render.main({arguments})\nexcept SystemExit: pass\nprint(*sys.modules)"
    loaded = set(python("-c", code).stdout.split())
    assert "rendering.request.figure_names" in loaded
    assert not loaded & {"manim", "torch", "numpy", "pydantic", "rich", "av"}


def test_unknown_figure() -> None:
    result = python("render.py", "attention-update-aple")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == 'error: unknown figure "attention-update-aple"; did you mean "attention-update-apple"?\n'


def heed_interruption() -> None:
    """Restore the default for SIGINT, which a shell makes background processes ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start_on_samples(out: Path, scratch: Path, *, from_nothing: bool = False) -> subprocess.Popen[str]:
    """A process that renders a film without end; it is returned when the film has begun."""
    arguments, environment = (
        ["sample-endless", "sample-still", "-q", "low", "--out", str(out)],
        {"TMPDIR": str(scratch)},
    )
    if from_nothing:
        process = subprocess.Popen(
            [sys.executable, "-c", ON_SAMPLES, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | environment,
            preexec_fn=heed_interruption,
        )
    else:
        process = forked(arguments, environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: any(scratch.glob(".rendering-*/*/*.mp4")), 30)
    return process


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("whom", ["the process", "the terminal's group"])
def test_interruption_stops_everything_and_leaves_no_partial_file(whom: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    finished = out / "sample-endless.mp4"
    finished.write_text("finished before")
    process = start_on_samples(out, tmp_path, from_nothing=whom == "the process")
    try:
        (os.killpg if whom == "the terminal's group" else os.kill)(process.pid, signal.SIGINT)
        assert wait_until(lambda: not any(tmp_path.glob(".rendering-*")), 15)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "interrupted"
    assert "Traceback" not in errors
    assert {path.name for path in out.iterdir()} <= {"sample-endless.mp4", "sample-still.png", "sample-still.png.json"}
    assert finished.read_text() == "finished before"
    assert wait_until(lambda: group_is_gone(process.pid), 30)


INTERRUPTED_WHILE_LOADING = """
import os, signal
from rendering.draw.startup import loading
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
def load():
    with loading():
        try:
            os.kill(os.getpid(), signal.SIGINT)
            print("loaded")
        except BaseException:
            print("made another error of it")
{how}
"""


def test_interruption_while_libraries_load_ends_at_once() -> None:
    done = python("-c", INTERRUPTED_WHILE_LOADING.format(how="load()"))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_interruption_that_is_ignored_stays_ignored() -> None:
    how = "signal.signal(signal.SIGINT, signal.SIG_IGN)\nload()"
    done = python("-c", INTERRUPTED_WHILE_LOADING.format(how=how))
    assert (done.returncode, done.stdout, done.stderr) == (0, "loaded\n", "")


def test_interruption_after_loading_is_python_s_again() -> None:
    how = "with loading(): pass\nprint(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert python("-c", INTERRUPTED_WHILE_LOADING.format(how=how)).stdout == "True\n"


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "sample-endless.mp4").write_text("finished before")
    process = start_on_samples(out, tmp_path)
    process.kill()
    process.communicate(timeout=60)
    assert wait_until(lambda: group_is_gone(process.pid), 30)
    assert (out / "sample-endless.mp4").read_text() == "finished before"
    assert any(tmp_path.glob(".rendering-*"))
    # Forced: the killed run may have finished and kept this one, and what is kept is not rendered again.
    next_run = ["sample-still", "-q", "low", "--force", "--out", str(out)]
    assert forked(next_run, {"TMPDIR": str(tmp_path)}, stdout=subprocess.DEVNULL).wait(60) == 0
    assert not any(tmp_path.glob(".rendering-*"))


def test_leaving_writes_and_does_what_is_left_but_takes_nothing_apart() -> None:
    code = """
import atexit
from rendering.draw.startup import leave
class Loaded:
    def __del__(self):
        print("taken apart")
loaded = Loaded()
atexit.register(print, "done at exit")
print("said")
leave(3)
"""
    result = python("-c", code)
    assert (result.returncode, result.stdout) == (3, "said\ndone at exit\n")


def test_leaving_waits_for_threads() -> None:
    code = """
import threading, time
from rendering.draw.startup import leave
def work():
    time.sleep(0.3)
    print("worked")
threading.Thread(target=work).start()
leave(3)
"""
    result = python("-c", code)
    assert (result.returncode, result.stdout) == (3, "worked\n")
