"""Digests: short names for all that decides a file's pixels. Two shots with one digest give the same file."""

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
from rendering.request.settings import Settings
from rendering.request.shot import MAKERS, Format, Quality, Shot
from scenes import FIGURES
from scenes.style import Style

_DECIDING = ("manim", "torch", "typst", "numpy", "pycairo", "av", "svgelements", "pillow")
"""Packages that a pixel may depend on."""

RECORD_FORM = 1
"""Of the records kept with files: another number makes all files be rendered anew."""


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that a pixel may depend on."""
    result = {"python": platform.python_version()}
    for package in _DECIDING:
        try:
            result[package] = version(package)
        except PackageNotFoundError:
            result[package] = "missing"
    return result


class Digests:
    """Digests shots, and requests for shots, by the sources and versions as they are now."""

    def __init__(self) -> None:
        self._sources = Sources()
        self._versions = versions()
        self._worlds = worlds()
        self._digests: dict[tuple[str, ...], str] = {}

    def of_shot(self, shot: Shot) -> str:
        """Digest of a shot: parameters, world, style, quality, format, sources, versions."""
        common = self._common(shot.figure, shot.quality, shot.format)
        return digest(RECORD_FORM, shot.parameters, shot.world, shot.style, common)

    def of_request(
        self, figure: str, settings: Settings, quality: Quality, form: Format, names: Sequence[str], style: Style
    ) -> str:
        """Digest of what a user asks for, taken without importing what draws it.

        It covers more than the shot's: all worlds and all settings, whether the figure uses them or not; and the names
        given beside it, since they decide whether a setting is a mistake.
        """
        together = tuple(names) if settings != Settings() else ()
        planning = self._source("rendering.plan.plan", "rendering.plan.check_claims")
        return digest(settings, style, self._worlds, together, planning, self._common(figure, quality, form))

    def of_history(self, figure: str, quality: Quality, form: Format) -> str:
        """Digest under which it is kept how long a figure took."""
        return digest("history", figure, quality, form)

    def of_sources(self) -> str:
        """Digest of all figures and of what draws them, by which two machines tell whether they have the same."""
        targets = {entry.target.partition(":")[0] for entry in FIGURES.values()}
        return self._sources.digest("rendering.batch.worker", *sorted(targets))

    def _source(self, *modules: str) -> str:
        if modules not in self._digests:
            self._digests[modules] = self._sources.digest(*modules)
        return self._digests[modules]

    def _common(self, figure: str, quality: Quality, form: Format) -> tuple[object, ...]:
        entry = FIGURES[figure]
        source = self._source(entry.target.partition(":")[0], MAKERS[type(form)])
        return figure, entry, quality, form, source, self._versions


def digest(*values: object) -> str:
    """SHA-256 of values: numbers, texts, tensors, tables, dataclasses and models, as deep as they go.

    Raises:
        TypeError: for a value whose content cannot be told.
    """
    result = hashlib.sha256()
    for part in _parts(values):
        result.update(len(part).to_bytes(8, "little"))
        result.update(part)
    return result.hexdigest()


def numbers_digest(numbers: Any) -> str:
    """SHA-256 of all tensors that a figure computed, by their names: type, shape and every bit."""
    tensors = {item.name: getattr(numbers, item.name) for item in fields(numbers) if "sentence" in item.metadata}
    return digest(tensors)


def _parts(value: Any) -> Iterator[bytes]:
    """What a value consists of, with its type, so that no two values give the same parts."""
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
    """Type, shape and content of a tensor or an array, on whatever device."""
    yield f"{value.dtype} {tuple(value.shape)}".encode()
    if hasattr(value, "detach"):
        import torch  # a tensor is at hand, so this costs nothing

        value = value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    yield value.tobytes()
