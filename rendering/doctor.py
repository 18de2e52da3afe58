"""A check of this machine: a line for each need, and a remedy for each one that is missing.

Each check tries the thing itself. This module imports nothing that could be missing.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from shlex import quote
from typing import Any

_PROJECT = "attention-animations"
_OLDEST = (3, 11)
_ROOM = 2.0
"""Gigabytes that are enough for all films at 1080p and their unfinished files."""

_SETUP = "sh tools/bootstrap.sh runtime"
_ANEW = f"rm -rf .venv && {_SETUP}"

_SYSTEM = {
    "apt-get": "apt-get install -y build-essential pkg-config libcairo2-dev libpango1.0-dev",
    "dnf": "dnf install -y gcc pkgconf-pkg-config cairo-devel pango-devel",
    "pacman": "pacman -S --needed gcc pkgconf cairo pango",
    "brew": "brew install pkgconf cairo pango",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    Attributes:
        what: the thing that was checked.
        said: the version that was found, or the fault.
        repair: the command that repairs it, empty where all is well.
        needed: whether rendering needs it; else it is for an extra.
    """

    what: str
    said: str
    repair: str = ""
    needed: bool = True

    @property
    def well(self) -> bool:
        """True if nothing is to be done."""
        return not self.repair


def examine(out: Path) -> Iterator[Finding]:
    """Check everything, one after another.

    Args:
        out: the folder for films.
    """
    checks: tuple[Callable[[], Finding], ...] = (
        _python,
        _packages,
        _cairo,
        _pango,
        _encoder,
        _torch,
        _device,
        _fonts,
        lambda: _disk(out),
        lambda: _access(out),
        lambda: _access(Path(tempfile.gettempdir())),
        _slides,
        _browser,
    )
    for check in checks:
        yield check()


def line(finding: Finding) -> str:
    """Return a finding in one line: a sign, the thing, the finding, and the repair."""
    sign = "ok     " if finding.well else "MISSING" if finding.needed else "without"
    repair = f"; repair: {finding.repair}" if finding.repair else ""
    return f"{sign}  {finding.what}: {finding.said}{repair}"


def _tried(what: str, repair: str, attempt: Callable[[], str]) -> Finding:
    """Return the finding of an attempt, or that it failed and how to repair that."""
    try:
        return Finding(what, attempt())
    except Exception as error:  # whatever breaks it, the repair is the same
        text = str(error).strip().splitlines()
        return Finding(what, f"{type(error).__name__}: {text[0] if text else 'no more is said'}", repair)


def _system_repair() -> str:
    """Return the command that installs cairo and pango and compiles again what is built on them."""
    manager = next((name for name in _SYSTEM if shutil.which(name)), "apt-get")
    prefix = "" if manager == "brew" or not hasattr(os, "geteuid") or os.geteuid() == 0 else "sudo "
    return f"{prefix}{_SYSTEM[manager]} && {_ANEW}"


def _python() -> Finding:
    here = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < _OLDEST:
        return Finding("Python", f"{here}, 3.11 or newer is needed", f"PYTHON=python3.11 {_SETUP}")
    return Finding("Python", f"{here} ({sys.executable})")


def _packages() -> Finding:
    """Check that each package that the project needs is installed, in a version that it allows."""

    def attempt() -> str:
        needs = [text for text in requires(_PROJECT) or [] if ";" not in text]  # the others are for extras
        wrong = [fault for need in sorted(needs) if (fault := _fault(need))]
        if wrong:
            raise LookupError(", ".join(wrong))
        return f"{len(needs)} packages, manim {version('manim')}"

    return _tried("packages", _ANEW, attempt)


def _fault(need: str) -> str:
    """Return what is wrong with the package that a requirement names: nothing, where it is as required."""
    name, bounds = re.findall(r"([A-Za-z0-9._-]+)(.*)", need)[0]
    try:
        there = version(name)
    except PackageNotFoundError:
        return f"{name} is not installed"
    needed = ",".join(sorted(bounds.split(",")))  # the order differs with the tool that wrote the requirement
    return "" if _within(there, bounds) else f"{name} is {there} ({needed} is needed)"


def _within(there: str, bounds: str) -> bool:
    """Return whether a version lies within bounds such as ``<0.23,>=0.22``, the only kind that this project has."""

    def numbers(text: str) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", text.partition("+")[0])]

    pairs = re.findall(r"(<|>=)([\d.]+)", bounds)
    return all((numbers(there) < numbers(bound)) == (sign == "<") for sign, bound in pairs)


def _cairo() -> Finding:
    def attempt() -> str:
        cairo = import_module("cairo")
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, 4, 4)
        cairo.Context(surface).paint()
        return str(cairo.cairo_version_string())

    return _tried("cairo", _system_repair(), attempt)


def _pango() -> Finding:
    def attempt() -> str:
        return str(import_module("manimpango").pango_version())

    return _tried("pango", _system_repair(), attempt)


def _encoder() -> Finding:
    """Encode a few frames in the way of films."""

    def attempt() -> str:
        import numpy

        from rendering.encode.h264 import encoding
        from rendering.request.shot import Quality

        quality = Quality("trial", 64, 36, 10)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trial.mp4"
            with encoding(path, quality) as encoder:
                encoder.write(numpy.zeros((36, 64, 4), dtype=numpy.uint8), 5)
            return f"H.264 by PyAV {version('av')}, {path.stat().st_size} bytes written"

    return _tried("encoder", f"{sys.executable} -m pip install --force-reinstall -c constraints.txt av", attempt)


def _torch() -> Finding:
    def attempt() -> str:
        torch = import_module("torch")
        assert bool(torch.isclose(torch.softmax(torch.ones(2), 0).sum(), torch.tensor(1.0)))
        return str(torch.__version__)

    return _tried("torch", f"{sys.executable} -m pip install --force-reinstall -c constraints.txt torch", attempt)


def _device() -> Finding:
    """Report the devices of tensors; every figure is computed on the processor, so that is enough."""

    def attempt() -> str:
        torch: Any = import_module("torch")
        found = ["cpu"]
        if torch.cuda.is_available():
            found.append(f"cuda ({torch.cuda.get_device_name(0)})")
        if torch.backends.mps.is_available():
            found.append("mps")
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return f"{', '.join(found)}; {cores} cores"

    return _tried("device", _ANEW, attempt)


def _fonts() -> Finding:
    """Typeset a word and a formula: their font comes with Typst, so no machine has to have it."""

    def attempt() -> str:
        typst = import_module("typst")
        source = '#set text(font: "New Computer Modern", fallback: false)\napple $softmax(Q K^T)$'.replace(
            "softmax", 'op("softmax")'
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trial.typ"
            path.write_text(source, encoding="utf-8")
            drawn = typst.compile(str(path), format="svg")
        if b"<use" not in drawn and b"<path" not in drawn:
            raise LookupError("New Computer Modern drew nothing")
        return f"New Computer Modern, in Typst {version('typst')}"

    return _tried("fonts", f"{sys.executable} -m pip install --force-reinstall -c constraints.txt typst", attempt)


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest existing one above it."""
    folder = folder.absolute()
    return next(place for place in (folder, *folder.parents) if place.exists())


def _disk(out: Path) -> Finding:
    free = shutil.disk_usage(_nearest(out)).free / 1e9
    if free < _ROOM:
        return Finding(
            "disk",
            f"{free:.1f} GB free for {out}, {_ROOM:g} are needed",
            "make clean, or render to another disk with --out",
        )
    return Finding("disk", f"{free:.0f} GB free for {out}")


def _access(folder: Path) -> Finding:
    """Write a file where files are to be written, without making a folder for it."""
    place = _nearest(folder)
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"trial")
    except OSError as error:
        repair = f"chown -R $(id -un) {quote(str(place))}, or render elsewhere with --out"
        return Finding("write access", f"{place}: {error.strerror}", repair)
    return Finding("write access", str(folder))


def _slides() -> Finding:
    try:
        return Finding("slides", f"manim-slides {version('manim-slides')}", needed=False)
    except PackageNotFoundError:
        repair = f"{sys.executable} -m pip install -c constraints.txt -e '.[slides]'"
        return Finding("slides", "manim-slides is not installed; only decks need it", repair, needed=False)


def _browser() -> Finding:
    names = ("chromium", "chromium-browser", "google-chrome", "firefox")
    found = next((name for name in names if shutil.which(name)), None)
    if found or sys.platform != "linux":
        return Finding("browser", found or "the system's own", needed=False)
    return Finding(
        "browser",
        "none on this machine; the page needs one where it is shown",
        "apt-get install -y chromium",
        needed=False,
    )
