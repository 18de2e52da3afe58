"""Whatever standard output and error are, a command goes on to its end, and says how it ended by its exit code."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import render
from tests.cli.processes import forked

ROOT = Path(__file__).parents[2]
ON_SAMPLES = """
import sys
sys.path[:0] = ["", "tests/samples"]
import sample_figures, scenes, render
scenes.FIGURES.update(sample_figures.FIGURES)
render.run()
"""
SAMPLES = ("sample-still", "sample-scattered", "-q", "low", "--jobs", "1")


def shell(redirected: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a shell does, with its output redirected."""
    program = ["-c", ON_SAMPLES] if set(arguments) & set(SAMPLES[:2]) else ["render.py"]
    command = ["bash", "-c", f'"$@" {redirected}', "bash", sys.executable, *program, *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, timeout=120)


def check_made(out: Path) -> None:
    names = {"sample-still.png", "sample-scattered.png"}
    assert {path.name for path in out.iterdir()} == names | {f"{name}.json" for name in names}
    assert all(b"figures" not in path.read_bytes() for path in out.iterdir()), "printed into a file"


def test_closed_streams_end_nothing(tmp_path: Path) -> None:
    done = shell("<&- >&- 2>&-", *SAMPLES, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    check_made(tmp_path)


def test_a_pipe_that_nobody_reads_ends_nothing(tmp_path: Path) -> None:
    unread, written = os.pipe()
    os.close(unread)
    assert forked([*SAMPLES, "--out", str(tmp_path)], stdout=written, stderr=written).wait(60) == 0
    os.close(written)
    check_made(tmp_path)


def test_a_full_device_is_said_and_ends_nothing(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        process = forked([*SAMPLES, "--out", str(tmp_path)], stdout=full, stderr=subprocess.PIPE)
        errors = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 1
    assert errors.splitlines()[-1] == "error: cannot write to standard output: No space left on device"
    assert len(list(tmp_path.iterdir())) == 4
    assert shell("2>/dev/full", "list").returncode == 0


def test_who_reads_no_further_is_no_error() -> None:
    done = shell("| head -c 9; exit ${PIPESTATUS[0]}", "list")
    assert (done.returncode, len(done.stdout), done.stderr) == (0, 9, b"")


@pytest.mark.parametrize(
    ("encoding", "commands"),
    [
        ("ascii:strict", (["list"], ["check", "attention-update-apple"])),
        ("cp1252", (["--help"], ["new-world", "--help"])),
    ],
)
def test_letters_that_an_encoding_lacks_are_spelled(encoding: str, commands: tuple[list[str], ...]) -> None:
    for command in commands:
        done = shell("", *command, PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, b""), command
        said = done.stdout.decode(encoding.partition(":")[0])
        assert command[0] != "check" or said.splitlines()[1].startswith("  ok ")


@pytest.mark.usefixtures("samples")
def test_names_never_control_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    evil = "\x1b[2J\x9b\u202e"
    commands = (
        ["new-world", f"{evil}.toml"],
        ["show", "sample-moving", "--world", f"{evil}.toml"],
        ["sample-still", "-q", "low", "--out", evil],
        ["transcript", "sample-moving", "-o", f"{evil}.txt"],
        ["handout", "sample-moving", "-o", f"{evil}.pdf"],
        ["cache", "size", "--cache", f"{evil} cache"],
        ["page", "sample-still", "-q", "low", "-o", f"{evil} page"],
        ["slides", "sample-still", "-q", "low", "-o", f"{evil} deck"],
        [evil],
        ["show", "sample-moving", "--set", f"word={evil}"],
        ["replay", evil],
        ["sample-still", "--theme", evil],
        ["sample-still", "-q", evil],
        [f"--{evil}"],
    )
    for command in commands:
        said = CliRunner().invoke(render.main, command).output
        assert said and not {"\x1b", "\x9b", "\u202e"} & set(said), command


def test_on_a_terminal_the_progress_is_shown(tmp_path: Path) -> None:
    far, near = pty.openpty()
    returned = forked([*SAMPLES, "--out", str(tmp_path)], stdout=near, stderr=near).wait(60)
    os.close(near)
    said = b""
    try:
        while part := os.read(far, 65536):
            said += part
    except OSError:  # the terminal's end
        pass
    assert returned == 0
    assert b"[2/2]" in said and b"2 figures in " in said


def test_version_is_said() -> None:
    done = shell("", "--version")
    assert (done.returncode, done.stdout) == (0, b"attention-animations, version 0.1.0\n")
