"""Faults never leave a partial file under a final name, and the next run completes. The faults are real ones."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from bench import rendering_faults
from bench.rendering_faults import FAULTS, FIGURES, OPTIONS, check_complete, complete, strike
from scenes.errors import shown
from tests.cli.processes import forked


def start(folder: Path, figures: Sequence[str] = FIGURES, **environment: str) -> psutil.Popen:
    """Begin to render as the bench does, but in a process that need load nothing, so that faults meet the rendering."""
    places = {"TMPDIR": str(folder), "ATTENTION_CACHE": str(folder / "cache")} | environment
    arguments = [*figures, *OPTIONS, "--out", str(folder / "out")]
    return forked(arguments, places, popen=psutil.Popen, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.fixture(autouse=True)
def _the_bench_forks_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering_faults, "start", start)


def test_killed_or_interrupted_at_random_moments(tmp_path: Path) -> None:
    """One fault after the other, each among what the one before has left; then all is made and swept."""
    for fault in FAULTS:
        for folder in ("out", "cache"):
            shutil.rmtree(tmp_path / folder, ignore_errors=True)
        strike(fault, FIGURES, tmp_path, random.Random(fault).uniform(0, 0.5))
    complete(tmp_path)


@pytest.fixture(scope="module")
def made_by_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which two processes have rendered the same figures at once."""
    folder = tmp_path_factory.mktemp("two")
    runs = [start(folder) for _ in range(2)]
    for run in runs:
        output = run.communicate(timeout=120)[0].decode()
        assert run.returncode == 0, output
    return folder


def test_two_runs_into_one_folder(made_by_two: Path) -> None:
    check_complete(made_by_two)


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


def test_store_that_is_cut_short(made_by_two: Path, tmp_path: Path) -> None:
    shutil.copytree(made_by_two / "cache", tmp_path / "cache")
    kept = [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.name != "CACHEDIR.TAG"]
    assert kept
    for path in kept:
        os.truncate(path, path.stat().st_size // 2)
    complete(tmp_path)
