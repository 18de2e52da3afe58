"""The record beside a rendered file: everything needed to make the same file again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, TypeAdapter, ValidationError

from rendering.cache.digest import RECORD_FORM, versions
from rendering.request.formats import FORMATS, LONGEST, SHORTEST, Format, kind_of
from rendering.request.shot import Quality, Shot
from rendering.request.story import Step
from scenes import FIGURES, load_figure
from scenes.errors import UserError, explain, shown, suggestion
from scenes.language import language_codes
from scenes.reading import read_text, require_plain
from scenes.style import LARGEST_TYPE, Style
from scenes.themes import made_theme
from scenes.worlds import World

_FORMATS: dict[str, type[Format]] = {kind.name: kind.settings for kind in FORMATS.values() if kind.recorded}

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Pixels(_Part):
    """A picture's size and rate; see ``rendering.request.shot.Quality``."""

    name: str
    width: int = Field(ge=16, le=8192)
    height: int = Field(ge=16, le=8192)
    frame_rate: int = Field(ge=1, le=240)


class Appearance(_Part):
    """The look of a picture, apart from its content: theme and colours, pace, pause, language, type, lines."""

    name: str
    theme: dict[str, Any]
    speed: FiniteFloat = Field(ge=0.5, le=2.0)
    hold: FiniteFloat | None = Field(None, ge=0.0, le=60.0)
    language: str
    type_scale: FiniteFloat = Field(1.0, ge=1.0, le=LARGEST_TYPE)
    lines: bool = True


class TimedBeat(_Part):
    """A beat: its name, its caption, and its start and end in seconds."""

    name: str
    caption: str
    start: FiniteFloat
    end: FiniteFloat


class Record(_Part):
    """The record of a file: everything that decided it, and the digests of the result.

    Attributes:
        form: the version of the record itself.
        file: the name of the file.
        sha256: the digest of the file's bytes.
        figure: the figure's name.
        parameters: the figure's.
        world: the part of the world that the figure uses.
        look: theme, times and language.
        quality: the picture's size and rate.
        format: the kind of file, with its settings.
        numbers: a digest of all tensors that the figure computed.
        beats: the beats, in order.
        versions: of Python and of the packages that a pixel may depend on.
        shot: a digest of all of these and of the project's own sources.
    """

    form: Literal[1]  # RECORD_FORM
    file: str
    sha256: Digest
    figure: str
    parameters: dict[str, Any]
    world: World
    look: Appearance
    quality: Pixels
    format: dict[str, dict[str, Any]] = Field(min_length=1, max_length=1)
    numbers: Digest
    beats: tuple[TimedBeat, ...]
    versions: dict[str, str]
    shot: Digest


def write_record(shot: Shot, digest: str, content: bytes, steps: Sequence[Step], numbers: str) -> str:
    """Return the record of a file, as JSON.

    Args:
        shot: the shot that was rendered.
        digest: the shot's digest.
        content: the file's bytes.
        steps: the film's beats.
        numbers: a digest of all tensors that the figure computed.
    """
    style, rate = shot.style, shot.quality.frame_rate
    record = {
        "form": RECORD_FORM,
        "file": shot.file_name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "figure": shot.figure,
        "parameters": shot.parameters.model_dump(mode="json"),
        "world": shot.world.model_dump(mode="json"),
        "look": {
            "name": style.theme.name,
            "theme": {role: shade for role, shade in asdict(style.theme).items() if role != "name"},
            "speed": style.times.pace,
            "hold": style.times.pause,
            "language": style.language.code,
            "type_scale": style.sizes.scale,
            "lines": style.lines,
        },
        "quality": asdict(shot.quality),
        "format": {kind_of(shot.format).name: asdict(shot.format)},
        "numbers": numbers,
        "beats": [
            {"name": step.name, "caption": step.caption, "start": step.first / rate, "end": step.end / rate}
            for step in steps
        ],
        "versions": versions(),
        "shot": digest,
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def read_record(path: Path) -> Record:
    """Read a record; it is only data, and is not trusted.

    Raises:
        UserError: when it cannot be read, or is no record.
    """
    where = f"record {shown(path)}"
    try:
        content = json.loads(read_text(path, "record"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UserError(f"{where} is not valid JSON: {reason}") from None
    require_plain(content, where)
    if not isinstance(content, Mapping):
        raise UserError(f"{where} must be a table; got {shown(content)}")
    try:
        return Record.model_validate(content)
    except ValidationError as error:
        raise UserError(explain(error, Record.model_fields, where)) from error


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is no number")


def recorded_shot(record: Record, source: str) -> Shot:
    """Return the shot of a record, checked as if a user had asked for it.

    Args:
        record: a record that was read.
        source: the record's origin, for errors.

    Raises:
        UserError: when it cannot be drawn.
    """
    where = f"record {shown(source)}"
    if record.figure not in FIGURES:
        raise UserError(f"{where}: unknown figure {shown(record.figure)}{suggestion(record.figure, FIGURES)}")
    if record.look.language not in language_codes():
        raise UserError(f"{where}: unknown language {shown(record.look.language)}")
    figure = load_figure(record.figure)
    look = record.look
    theme = replace(made_theme(dict(look.theme), where), name=look.name)
    style = Style.of(
        theme,
        pace=look.speed,
        pause=look.hold,
        language=look.language,
        type_scale=look.type_scale,
        lines=look.lines,
    )
    parameters = figure.read_parameters(record.parameters)
    try:
        figure.compute(parameters, record.world)
    except UserError as error:
        raise UserError(f"{where}: {record.figure}: {error}") from error
    quality = Quality(**record.quality.model_dump())
    form = _format(record.format, where)
    return Shot(record.figure, parameters, record.world, quality, form, style.of_figure(record.figure))


def _format(given: Mapping[str, Mapping[str, Any]], where: str) -> Format:
    ((kind, values),) = given.items()
    if kind not in _FORMATS:
        raise UserError(f"{where}: format must be one of {', '.join(_FORMATS)}; got {shown(kind)}")
    known = [field.name for field in fields(_FORMATS[kind])]
    for name in values:
        if name not in known:
            raise UserError(f"{where}: format.{kind} has no {shown(name)}{suggestion(name, known)}")
    try:
        form: Format = TypeAdapter(_FORMATS[kind]).validate_python(dict(values))
    except ValidationError as error:
        raise UserError(explain(error, known, f"{where}: format.{kind}")) from error
    for name, value in asdict(form).items():
        least = SHORTEST if name == "every" else 0.0
        if isinstance(value, float) and not least <= value <= LONGEST:
            raise UserError(f"{where}: format.{kind}.{name} must be {least:g} to {LONGEST:g}; got {value:g}")
    return form


def since(record: Record, digest: str) -> tuple[str, ...]:
    """Return what has changed since a record was written, a line each; such changes may alter the file.

    Args:
        record: a record that was read.
        digest: the digest of the shot as it is now.
    """
    then, now = record.versions, versions()
    lines = [
        f"{name} was {shown(then.get(name, 'missing'))} then and is {shown(now[name])} now"
        for name in now
        if then.get(name) != now[name]
    ]
    if not lines and record.shot != digest:
        lines.append("the project's own files have changed")
    return tuple(lines)


def same_file(record: Record, path: Path) -> bool:
    """Return whether a file is the recorded one, byte for byte.

    Raises:
        OSError: when it cannot be read.
    """
    return hashlib.sha256(path.read_bytes()).hexdigest() == record.sha256
