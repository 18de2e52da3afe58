"""A user's files are read whole and at once, or refused with the reason; nothing waits for a pipe or a device."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rendering.cache.record import read_record
from rendering.plan.new_world import write_new_world
from rendering.publish.page_view import read_notes
from rendering.request.settings import read_settings
from scenes.errors import UserError
from scenes.reading import LARGEST_FILE, TooLargeError, read_regular_file, read_text, read_toml, read_world
from scenes.themes import chosen_theme

READERS: dict[str, Callable[[str], object]] = {
    "world": read_world,
    "theme": chosen_theme,
    "parameter": lambda name: read_settings((), Path(name)),
    "notes": lambda name: read_notes(Path(name), ()),
    "record": lambda name: read_record(Path(name)),
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_waiting: None) -> None:
    monkeypatch.chdir(tmp_path)


def refused(read: Callable[[str], object], name: str) -> str:
    with pytest.raises(UserError) as caught:
        read(name)
    return str(caught.value)


@pytest.mark.parametrize("what", READERS)
def test_only_a_regular_file_is_read(what: str) -> None:
    os.mkfifo("pipe.toml")
    os.symlink("/dev/zero", "device.toml")
    os.mkdir("folder.toml")
    os.symlink("circle.toml", "circle.toml")
    with open("large.toml", "wb") as file:
        file.truncate(1 << 40)
    said = {
        name: refused(READERS[what], f"{name}.toml") for name in ("pipe", "device", "folder", "circle", "large", "no")
    }
    assert said == {
        "pipe": f'cannot read {what} file "pipe.toml": it is a named pipe, not a regular file',
        "device": f'cannot read {what} file "device.toml": it is a device, not a regular file',
        "folder": f'cannot read {what} file "folder.toml": Is a directory',
        "circle": f'cannot read {what} file "circle.toml": Too many levels of symbolic links',
        "large": f'{what} file "large.toml" is larger than 1,000,000 bytes',
        "no": f'no {what} file "no.toml"',
    }


def test_a_new_world_is_made_of_a_regular_file_too() -> None:
    os.mkfifo("pipe.toml")
    said = refused(lambda name: write_new_world(Path("new.toml"), name), "pipe.toml")
    assert said == 'cannot read world file "pipe.toml": it is a named pipe, not a regular file'
    assert os.listdir() == ["pipe.toml"]


def test_a_byte_order_mark_is_no_content() -> None:
    Path("a.toml").write_bytes(b"\xef\xbb\xbftitle = 'fruits'\r\n[x]\r\ny = 1\r\n")
    assert read_toml(Path("a.toml"), "world") == {"title": "fruits", "x": {"y": 1}}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_another_encoding_is_named(encoding: str) -> None:
    Path("a.toml").write_bytes("title = 'fruits'".encode(encoding))
    assert refused(READERS["world"], "a.toml") == f'world file "a.toml" is {encoding[:6].upper()}; save it as UTF-8'


def test_bytes_that_are_no_text_are_named() -> None:
    Path("a.toml").write_bytes("title = 'café'".encode("cp1252"))
    assert refused(READERS["world"], "a.toml") == 'world file "a.toml" is not valid UTF-8: byte 12'


def test_no_more_is_read_than_allowed() -> None:
    Path("a").write_bytes(b"x" * 11)
    assert read_regular_file(Path("a"), 11) == b"x" * 11
    with pytest.raises(TooLargeError):
        read_regular_file(Path("a"), 10)
    Path("a").write_bytes(b"x" * LARGEST_FILE)
    assert len(read_text(Path("a"), "world")) == LARGEST_FILE
    if Path("/proc/self/maps").exists():  # it says that it is empty
        with pytest.raises(TooLargeError):
            read_regular_file(Path("/proc/self/maps"), 10)
