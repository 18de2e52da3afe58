"""Faults never leave a partial file under a final name, and the next run completes. The faults are real ones."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.rendering_faults import FAULTS, FIGURES, check, complete, start, strike
from scenes.errors import shown


@pytest.mark.parametrize("fault", FAULTS)
def test_killed_or_interrupted_at_a_random_moment(fault: str, tmp_path: Path) -> None:
    strike(fault, FIGURES, tmp_path, random.Random(fault).uniform(2, 6))
    complete(tmp_path)


def test_two_runs_into_one_folder(tmp_path: Path) -> None:
    runs = [start(tmp_path) for _ in range(2)]
    for run in runs:
        output = run.communicate(timeout=120)[0].decode()
        assert run.returncode == 0, output
    check(tmp_path / "out")
    complete(tmp_path)


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True)
    if done.returncode:
        pytest.skip("a file system may not be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 24 kB."""
    with mounted(tmp_path / "out", "24k") as folder:
        yield folder


def test_full_disk(small_disk: Path, tmp_path: Path) -> None:
    (small_disk / "sample-moving.mp4").write_text("finished before")
    (small_disk / "filling").write_bytes(bytes(18_000))
    line = f"error: sample-moving: cannot write to folder {shown(small_disk)}: No space left on device"
    for _ in ("rendered", "in the store"):
        process = start(tmp_path, FIGURES[:1])
        output = process.communicate(timeout=120)[0].decode()
        assert process.returncode == 1
        assert output.splitlines()[0] == line
        assert output.splitlines()[-1].startswith("0 of 1 figure in ")
    assert (small_disk / "sample-moving.mp4").read_text() == "finished before"
    assert not [path for path in small_disk.iterdir() if path.name.startswith(".")]


def test_full_folder_for_temporary_files(tmp_path: Path) -> None:
    with mounted(tmp_path / "temporary", "400k") as folder:
        (folder / "filling").write_bytes(bytes(400 * 1024 - 4096))
        process = start(tmp_path, FIGURES[:1], TMPDIR=str(folder))
        output = process.communicate(timeout=120)[0].decode()
        assert process.returncode == 1
        line = f"cannot write to the folder for temporary files {shown(folder)}: No space left on device"
        assert output.splitlines()[0].startswith(f"error: sample-moving: {line} (log: ")


def test_output_that_is_read_only(small_disk: Path, tmp_path: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    process = start(tmp_path)
    output = process.communicate(timeout=120)[0].decode()
    assert process.returncode == 1
    assert output.splitlines()[-1] == f"error: cannot write to folder {shown(small_disk)}: Read-only file system"


def test_store_that_is_cut_short(tmp_path: Path) -> None:
    complete(tmp_path)
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file() and path.name != "CACHEDIR.TAG":
            os.truncate(path, path.stat().st_size // 2)
    for path in (tmp_path / "out").iterdir():
        path.unlink()
    complete(tmp_path)
