"""A user's changes, from ``--set`` and ``--params``: the values, and the figures they are for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scenes import FIGURES
from scenes.errors import UserError, shown
from scenes.reading import merged, read_toml, read_world, require_plain, with_icons

_DEEPEST = 8
WORLD = "world"
"""The key under which changes to a figure's world stand."""
PHRASE = "phrase"
RECORDING = "recording"
"""The parameters that ``--phrase`` and ``--recording`` give."""


@dataclass(frozen=True, slots=True)
class GivenWorld:
    """A world that takes the place of every figure's own.

    Attributes:
        source: its name or file, for errors.
        content: its content, unchecked.
    """

    source: str
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """Values that replace a figure's own.

    Attributes:
        common: for every figure: parameters by name, and the world's values under ``world``, nested as they are.
        own: for single figures, by the figure's name; they override the common ones.
        given: for every figure, overriding all others: those of ``--set``, ``--phrase`` and ``--recording``.
        world: the world of all figures; each has its own when None.
        fill: whether words without a vector are placed near the origin.
        words: whether the world is one of real words, of which there are more than it holds.
    """

    common: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    world: GivenWorld | None = None
    fill: bool = False
    words: bool = False

    def shared_parameters(self) -> set[str]:
        """Return the names of the parameters that are meant for every figure."""
        return {*self.common, *self.given} - {WORLD}

    def shared_world(self) -> dict[str, Any]:
        """Return the changes to the worlds of all figures."""
        return merged(self.common.get(WORLD, {}), self.given.get(WORLD, {}))

    def of(self, figure: str) -> dict[str, Any]:
        """Return all values for one figure, those of its world under ``world``."""
        return merged(merged(self.common, self.own.get(figure, {})), self.given)


@dataclass(frozen=True, slots=True)
class Changes:
    """A user's changes, as given on the command line.

    Attributes:
        assignments: texts such as ``world.vectors.apple=1.2,1.9``.
        params: a TOML file of values.
        world: the name or the TOML file of the world that all figures are drawn from.
        phrases: the phrase of every figure that takes one; of real words there may be two, to be compared.
        fill: whether words without a vector are placed near the origin.
        words: whether figures are drawn from real words.
        axes: the plane of real words: its name, or the seeds of its axes; the first plane when None.
        scale: the distance of a group of seeds from the origin, in units of the plane; the usual one when None.
        recording: the name or the file of the recording that figures of real models are drawn from.
    """

    assignments: tuple[str, ...] = ()
    params: Path | None = None
    world: str | None = None
    phrases: tuple[str, ...] = ()
    fill: bool = False
    words: bool = False
    axes: str | None = None
    scale: float | None = None
    recording: str | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read."""
        world = Path(self.world) if self.world and self.world.endswith(".toml") else None
        recording = Path(self.recording) if self.recording and self.recording.endswith(".safetensors") else None
        return tuple(path for path in (self.params, world, recording) if path is not None)

    @property
    def real(self) -> bool:
        """True if figures are drawn from real words."""
        return self.words or self.axes is not None or self.scale is not None

    def read(self) -> Settings:
        """Read all the changes.

        Raises:
            UserError: when something cannot be read.
        """
        settings = read_settings(self.assignments, self.params)
        words = self.real
        if words and self.world is not None:
            raise UserError("--world is a world of its own; give it without --words, --axes and --scale")
        if len(self.phrases) > 1 and not words:
            raise UserError(f"--phrase takes one phrase, and two with --words; got {len(self.phrases)}")
        named = {PHRASE: self.phrases[0]} if len(self.phrases) == 1 else {}
        if self.recording is not None:
            named[RECORDING] = self.recording
        given = merged(named, settings.given)
        world = self._real_words() if words else None
        if self.world is not None:
            world = GivenWorld(self.world, read_world(self.world))
        return replace(settings, given=given, world=world, fill=self.fill, words=words)

    def _real_words(self) -> GivenWorld:
        """Return the world of real words."""
        from scenes.real_words import SCALE, word_plane, words_world  # this loads torch

        plane = word_plane(self.axes, self.phrases)
        return GivenWorld("real words", words_world(plane, SCALE if self.scale is None else self.scale))


def read_settings(assignments: Iterable[str], file: Path | None = None) -> Settings:
    """Read a user's changes.

    Args:
        assignments: texts such as ``world.vectors.apple=1.2,1.9``.
        file: a TOML file with parameters at the top, ``[world]``, and tables named after single figures.

    Raises:
        UserError: when one of them cannot be read.
    """
    given: dict[str, Any] = {}
    for text in assignments:
        given = merged(given, _assignment(text))
    content = read_toml(file, "parameter") if file is not None else {}
    own = {name: value for name, value in content.items() if name in FIGURES}
    common = {name: value for name, value in content.items() if name not in FIGURES}
    for name, table in own.items():
        _require_table(name, table)
        _require_table(f"{name}.{WORLD}", table.get(WORLD, {}))
    for values in (common, given):
        _require_table(WORLD, values.get(WORLD, {}))
    beside = Path() if file is None else file.parent
    own = {name: _with_icons(table, beside) for name, table in own.items()}
    return Settings(_with_icons(common, beside), own, _with_icons(given, Path()))


def _with_icons(values: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return values in which the files of a world's icons stand for their names."""
    return {**values, WORLD: with_icons(values[WORLD], folder)} if WORLD in values else dict(values)


def _require_table(name: str, value: object) -> None:
    if not isinstance(value, Mapping):
        raise UserError(f"{name} must be a table; got {shown(value)}")


def _assignment(text: str) -> dict[str, Any]:
    """Return an assignment as nested tables: ``a.b=1`` gives ``{"a": {"b": 1}}``."""
    name, equals, value = text.partition("=")
    keys = [key.strip() for key in name.split(".")]
    if not equals or not all(keys):
        raise UserError(f"--set needs key=value, such as world.vectors.apple=1.2,1.9; got {shown(text)}")
    if len(keys) > _DEEPEST:
        raise UserError(f"--set takes at most {_DEEPEST} keys joined by dots; got {len(keys)} in {shown(name)}")
    result: Any = read_value(value)
    for key in reversed(keys):
        result = {key: result}
    nested: dict[str, Any] = result
    return nested


def read_value(text: str) -> Any:
    """Return the value that a text means: a TOML value, numbers separated by commas, or else the text itself."""
    stripped = text.strip()
    value = _toml_value(stripped)
    if value is not None:
        return value
    try:
        return [float(part) for part in stripped.split(",")] if "," in stripped else stripped
    except ValueError:
        return stripped


def _toml_value(text: str) -> Any:
    try:
        document = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):  # a TOML error is a ValueError; so is a number with thousands of digits
        return None
    value = document.get("value")
    try:
        require_plain(value, "")
    except UserError:
        return None
    # A date is no value of ours, and a line break in the text could start a second key.
    return value if len(document) == 1 and isinstance(value, bool | int | float | str | list | dict) else None
