"""The check of the machine: a line for each need, and the line that repairs it."""

from __future__ import annotations

import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import render
from rendering import doctor
from rendering.doctor import Finding, examine, line

NEEDS = ["Python", "packages", "cairo", "pango", "encoder", "torch", "device", "fonts", "disk"]
NEEDS += ["write access", "write access", "slides", "browser"]


def found(what: str, out: Path) -> Finding:
    return next(finding for finding in examine(out) if finding.what == what)


def test_this_machine_is_well(tmp_path: Path) -> None:
    result = CliRunner().invoke(render.main, ["doctor", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [text.split(": ")[0].removeprefix("ok").removeprefix("without").strip() for text in lines] == NEEDS
    assert all(text.startswith("ok") for text in lines[:11])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("module", "what", "repair"),
    [
        ("cairo", "cairo", "libcairo2-dev"),
        ("manimpango", "pango", "libpango1.0-dev"),
        ("torch", "torch", "-m pip install --force-reinstall -c constraints.txt torch"),
        ("typst", "fonts", "-m pip install --force-reinstall -c constraints.txt typst"),
        ("av", "encoder", "-m pip install --force-reinstall -c constraints.txt av"),
    ],
)
def test_what_is_missing_is_said_with_its_repair(
    module: str, what: str, repair: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    if module == "av":
        monkeypatch.delitem(sys.modules, "rendering.encode.h264", raising=False)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None)
    text = line(found(what, tmp_path))
    assert text.startswith(f"MISSING  {what}: ") and repair in text.split("; repair: ")[1]


def test_every_package_of_another_version_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs = ["torch>=2.13,<3", "numpy<3,>=2.0", "manim<0.23,>=0.22", 'pytest<10,>=8.3; extra == "dev"']
    there = {"manim": "0.18.0", "numpy": "2.1", "torch": "999+cpu"}
    monkeypatch.setattr(doctor, "requires", lambda project: needs)
    monkeypatch.setattr(doctor, "version", there.__getitem__)
    assert line(found("packages", tmp_path)) == (
        "MISSING  packages: LookupError: manim is 0.18.0 (<0.23,>=0.22 is needed), "
        "torch is 999+cpu (<3,>=2.13 is needed); repair: rm -rf .venv && sh tools/bootstrap.sh runtime"
    )


def test_old_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.sys, "version_info", (3, 9, 2, "final", 0))
    assert line(found("Python", tmp_path)) == (
        "MISSING  Python: 3.9.2, 3.11 or newer is needed; repair: PYTHON=python3.11 sh tools/bootstrap.sh runtime"
    )


def test_full_disk_and_folder_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda place: usage(10, 9, 0.5e9))
    assert "0.5 GB free" in line(found("disk", tmp_path)) and "--out" in line(found("disk", tmp_path))

    def forbidden(**options: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor.tempfile, "TemporaryFile", forbidden)
    text = line(found("write access", tmp_path / "new" / "folder"))
    assert text.startswith(
        f"MISSING  write access: {tmp_path}: Permission denied; repair: chown -R $(id -un) {tmp_path}"
    )


def test_it_runs_where_hardly_anything_is_installed() -> None:
    hidden = dict.fromkeys(["manim", "torch", "av", "numpy", "cairo", "typst", "rich", "packaging"])
    code = f"import sys\nsys.modules.update({hidden})\nimport render\nrender.main(['doctor'])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=60, check=False
    )
    assert done.returncode == 1, done.stderr
    missing = [text.split(": ")[0].split("  ")[1] for text in done.stdout.splitlines() if text.startswith("MISSING")]
    assert missing == ["cairo", "encoder", "torch", "device", "fonts"]
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("there", "bounds", "within"),
    [
        ("0.22.0", "<0.23,>=0.22", True),
        ("0.23.0", "<0.23,>=0.22", False),
        ("0.21.9", "<0.23,>=0.22", False),
        ("2.13.0+cpu", ">=2.13,<3", True),
        ("3.0", "<3,>=2.13", False),
        ("10.1", ">=9", True),
    ],
)
def test_versions_are_compared_as_numbers(there: str, bounds: str, within: bool) -> None:
    assert doctor._within(there, bounds) == within
