"""Each kind of output and each container has a row that says all of it; without a row it is an error."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from rendering.cache.record import read_record, recorded_shot, write_record
from rendering.encode.h264 import ENCODERS, plays_apart
from rendering.encode.writer import frame_writer
from rendering.outputs.still import FILES
from rendering.plan.plan import plan
from rendering.request.formats import (
    CONTAINERS,
    ENCODER_NAMES,
    FORMATS,
    PICTURE_KINDS,
    ContainerName,
    Film,
    Format,
    Sheet,
    Still,
    file_name,
    kind_of,
)
from rendering.request.settings import Settings
from rendering.request.shot import QUALITIES, Shot
from scenes.errors import UserError

pytestmark = pytest.mark.usefixtures("samples")


def shot_of(name: str, form: Format) -> Shot:
    (shot,) = plan([name], Settings(), QUALITIES["high"], form)
    return shot


def test_every_choice_has_its_row() -> None:
    assert set(FORMATS) == set(get_args(Format))
    assert set(CONTAINERS) == set(get_args(ContainerName))
    assert set(FILES) == set(PICTURE_KINDS)
    assert set(ENCODERS) == set(ENCODER_NAMES)
    for kind in FORMATS.values():
        assert callable(import_module(kind.maker).make), kind.name
    writers = {container.writer for container in CONTAINERS.values()}
    assert len(writers) == len(CONTAINERS)
    for module, _, name in (writer.partition(":") for writer in writers):
        assert isinstance(getattr(import_module(module), name), type)


def test_a_forgotten_row_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delitem(FORMATS, Sheet)
    with pytest.raises(KeyError):
        kind_of(Sheet())
    monkeypatch.delitem(CONTAINERS, "gif")
    with pytest.raises(KeyError):
        frame_writer(tmp_path / "film", QUALITIES["low"], Film(container="gif"))
    frame_writer(tmp_path / "film", QUALITIES["low"], Film(container="png")).close()
    assert zipfile.is_zipfile(tmp_path / "film")


def test_no_two_outputs_of_a_figure_have_one_name() -> None:
    films: list[Format] = [Film(container=name) for name in CONTAINERS]
    others = [settings() for settings in FORMATS if settings is not Film]
    names = [file_name("sample-moving", form) for form in [*films, *others]]
    assert len(set(names)) == len(names)
    assert {file_name("sample-still", form) for form in films} == {"sample-still.png"}
    assert file_name("sample-moving", Still(beat="a/b", kind="svg")) == "sample-moving-a_b.svg"


@pytest.mark.parametrize("settings", [kind.settings for kind in FORMATS.values() if kind.recorded])
def test_what_is_recorded_is_read_back(settings: type[Format], tmp_path: Path) -> None:
    shot = shot_of("sample-moving", settings())
    (tmp_path / "r.json").write_text(write_record(shot, "0" * 64, b"", (), "0" * 64), encoding="utf-8")
    assert recorded_shot(read_record(tmp_path / "r.json"), "r.json").format == shot.format


def test_what_is_not_recorded_is_no_format_of_a_record(tmp_path: Path) -> None:
    record = json.loads(write_record(shot_of("sample-moving", Film()), "0" * 64, b"", (), "0" * 64))
    (name,) = (kind.name for kind in FORMATS.values() if kind.name == "timeline" and not kind.recorded)
    (tmp_path / "r.json").write_text(json.dumps({**record, "format": {name: {}}}), encoding="utf-8")
    with pytest.raises(UserError, match='format must be one of film, sheet, still; got "timeline"'):
        recorded_shot(read_record(tmp_path / "r.json"), "r.json")


@pytest.mark.parametrize("name", ["sample-moving", "sample-still"])
@pytest.mark.parametrize("settings", FORMATS)
def test_what_an_output_is_made_from_is_drawn_by_itself(settings: type[Format], name: str) -> None:
    """Inputs come from films and their companions, so nothing waits for itself and nothing is drawn for it alone."""
    form = Sheet(every=1.0) if settings is Sheet else settings()
    shot = shot_of(name, form)
    film = replace(shot, format=Film())
    for needed in kind_of(form).inputs(shot):
        assert not kind_of(needed.format).inputs(needed)
        assert needed.format in (film.format, *kind_of(film.format).companions(film))


@pytest.mark.parametrize("container", CONTAINERS)
def test_only_what_joins_byte_for_byte_is_shared(container: ContainerName) -> None:
    assert plays_apart(shot_of("sample-moving", Film(container=container))) == CONTAINERS[container].joins
