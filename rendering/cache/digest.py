"""Digests: short names for everything that decides a file's pixels. Two shots with one digest give the same file."""

from __future__ import annotations

import enum
import hashlib
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath
from typing import Any

from rendering.cache.sources import Sources, worlds
from rendering.request.formats import CONTAINERS, FORMATS, Format, kind_of
from rendering.request.settings import Settings
from rendering.request.shot import Quality, Shot
from scenes import FIGURES
from scenes.style import Style

_DECIDING = ("manim", "torch", "typst", "numpy", "pycairo", "av", "svgelements", "pillow")
"""Packages that a pixel may depend on."""

RECORD_FORM = 1
"""The version of the records kept with files; a new number makes every file be rendered again."""


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that a pixel may depend on."""
    result = {"python": platform.python_version()}
    for package in _DECIDING:
        try:
            result[package] = version(package)
        except PackageNotFoundError:
            result[package] = "missing"
    return result


class Digests:
    """Digests of shots, and of requests for shots, by the sources and versions as they are now."""

    def __init__(self) -> None:
        self._sources = Sources()
        self._versions = versions()
        self._worlds = worlds()
        self._digests: dict[tuple[str, ...], str] = {}

    def of_shot(self, shot: Shot) -> str:
        """Return the digest of a shot: parameters, world, style, quality, format, sources, versions."""
        common = self._common(shot.figure, shot.quality, shot.format)
        return digest(RECORD_FORM, shot.parameters, shot.world, shot.style, common)

    def of_request(
        self, figure: str, settings: Settings, quality: Quality, form: Format, names: Sequence[str], style: Style
    ) -> str:
        """Return the digest of a user's request, taken without importing what draws it.

        It covers more than the shot's: all worlds and all settings, whether the figure uses them or not; and the names
        of the other figures in the request, since they decide whether a setting is a mistake.
        """
        together = tuple(names) if settings != Settings() else ()
        planning = self._source("rendering.plan.plan", "rendering.plan.check_claims")
        return digest(settings, style, self._worlds, together, planning, self._common(figure, quality, form))

    def of_history(self, figure: str, quality: Quality, form: Format) -> str:
        """Return the digest under which a figure's rendering time is kept."""
        return digest("history", figure, quality, form)

    def of_sources(self) -> str:
        """Return the digest of all figures and of all that draws them, by which two machines compare their sources."""
        figures = {entry.target.partition(":")[0] for entry in FIGURES.values()}
        makers = {kind.maker for kind in FORMATS.values()}
        writers = {container.writer.partition(":")[0] for container in CONTAINERS.values()}
        return self._sources.digest("rendering.batch.worker", *sorted(figures | makers | writers))

    def _source(self, *modules: str) -> str:
        if modules not in self._digests:
            self._digests[modules] = self._sources.digest(*modules)
        return self._digests[modules]

    def _common(self, figure: str, quality: Quality, form: Format) -> tuple[object, ...]:
        entry = FIGURES[figure]
        source = self._source(entry.target.partition(":")[0], *kind_of(form).modules(form))
        return figure, entry, quality, form, source, self._versions


def fingerprint() -> dict[str, str]:
    """Return everything that must be equal on every machine: versions, and the sources of all that draws."""
    return {**versions(), "attention-animations": Digests().of_sources()}


def digest(*values: object) -> str:
    """Return the SHA-256 of values: numbers, texts, tensors, tables, dataclasses and models, nested to any depth.

    Raises:
        TypeError: for a value of any other type.
    """
    result = hashlib.sha256()
    for part in _parts(values):
        result.update(len(part).to_bytes(8, "little"))
        result.update(part)
    return result.hexdigest()


def numbers_digest(numbers: Any) -> str:
    """Return the SHA-256 of all tensors that a figure computed, by their names: type, shape and every bit."""
    tensors = {item.name: getattr(numbers, item.name) for item in fields(numbers) if "sentence" in item.metadata}
    return digest(tensors)


def _parts(value: Any) -> Iterator[bytes]:
    """Yield the parts of a value together with their types, so that no two values give the same parts."""
    yield type(value).__name__.encode()
    if value is None or isinstance(value, bool | int | float | complex):
        yield repr(value).encode()
    elif isinstance(value, str | PurePath):
        yield str(value).encode("utf-8", "surrogatepass")
    elif isinstance(value, bytes):
        yield value
    elif isinstance(value, enum.Enum):
        yield value.name.encode()
    elif isinstance(value, Mapping):
        yield from _sequence([part for pair in value.items() for part in pair])  # a table's order is seen on screen
    elif isinstance(value, tuple | list):
        yield from _sequence(value)
    elif isinstance(value, set | frozenset):
        yield from _sequence(sorted(digest(part) for part in value))
    elif is_dataclass(value):
        yield from _sequence([part for item in fields(value) for part in (item.name, getattr(value, item.name))])
    elif hasattr(type(value), "model_fields"):
        yield from _sequence([part for name in type(value).model_fields for part in (name, getattr(value, name))])
    elif hasattr(value, "detach") or hasattr(value, "tobytes"):
        yield from _array(value)
    else:
        raise TypeError(f"cannot digest a value of type {type(value).__name__}")


def _sequence(values: Sequence[object]) -> Iterator[bytes]:
    yield str(len(values)).encode()
    for value in values:
        yield from _parts(value)


def _array(value: Any) -> Iterator[bytes]:
    """Yield the type and shape of a tensor or an array, and its content, from any device."""
    yield f"{value.dtype} {tuple(value.shape)}".encode()
    if hasattr(value, "detach"):
        import torch  # a tensor is at hand, so this costs nothing

        value = value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    yield value.tobytes()
