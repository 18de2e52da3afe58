"""The reading of a user's TOML files, apart from their meaning; no large package is imported here."""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

from scenes.asset_files import ASSETS
from scenes.errors import UserError, shown, unknown_name

LARGEST_FILE = 1_000_000
"""The most bytes of a file that is read."""

ICONS = "icons"
"""The table of a world's file that names its icons' files."""

DEEPEST = 16
"""The most tables and lists that may be nested in one another."""

_MOST_BITS = 4096  # Python refuses to print whole numbers that are much larger

_PARTS, _DOTTED = re.compile(r"[=,{}\[\]\n]"), re.compile(r"[\w\"'-][ \t]*\.")
_MOST_DOTS = 200  # tomllib takes minutes over a key of a hundred thousand parts


_AT_ONCE = 1 << 20  # bytes
_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISLNK, "a symbolic link"),
)
_UTF_16, _UTF_32 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


class TooLargeError(OSError):
    """A file holds more bytes than are read."""


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``base`` with ``changes`` laid over it, table by table."""
    result = dict(base)
    for key, value in changes.items():
        below = result.get(key)
        result[key] = merged(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return result


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Read a TOML file of the user's.

    Raises:
        UserError: when it is missing, unreadable, larger than ``LARGEST_FILE``, not TOML, or holds anything but tables,
            lists, texts, numbers, true and false.
    """
    text = read_text(path, what)
    if any(len(_DOTTED.findall(part)) > _MOST_DOTS for part in _PARTS.split(text)):
        raise UserError(f"{what} file {shown(path)} is not valid TOML: nested too deeply")
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a TOML error is a ValueError; so is a number of 5000 digits
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UserError(f"{what} file {shown(path)} is not valid TOML: {reason}") from None
    require_plain(content, f"{what} file {shown(path)}")
    return content


def read_text(path: Path, what: str) -> str:
    """Read a text file of the user's; a byte order mark of UTF-8 is left out.

    Raises:
        UserError: when it is missing, unreadable, no regular file, larger than ``LARGEST_FILE`` or not UTF-8.
    """
    try:
        content = read_regular_file(path, LARGEST_FILE)
    except FileNotFoundError:
        raise UserError(f"no {what} file {shown(path)}") from None
    except TooLargeError:
        raise UserError(f"{what} file {shown(path)} is larger than {LARGEST_FILE:,} bytes") from None
    except OSError as error:
        raise UserError(f"cannot read {what} file {shown(path)}: {error.strerror}") from None
    except ValueError as error:  # no file has such a name
        raise UserError(f"cannot read {what} file {shown(path)}: {error}") from None
    if other := _other_encoding(content):
        raise UserError(f"{what} file {shown(path)} is {other}; save it as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{what} file {shown(path)} is not valid UTF-8: byte {error.start}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _other_encoding(content: bytes) -> str:
    """Return UTF-32 or UTF-16 when bytes look like it: by the byte order mark, or zeros among the first letters."""
    if content.startswith(_UTF_32) or len(content) > 3 and content[:4].count(0) == 3:
        return "UTF-32"
    if content.startswith(_UTF_16) or len(content) > 3 and b"\0\0" in (content[0:4:2], content[1:4:2]):
        return "UTF-16"
    return ""


def read_regular_file(path: Path, most: int, *, follow: bool = True) -> bytes:
    """Read a regular file without ever waiting for it: not a pipe, not a device.

    Args:
        path: the file.
        most: how many bytes it may have.
        follow: whether it may be a symbolic link.

    Raises:
        TooLargeError: when it is larger.
        OSError: when it is missing, unreadable or something else than a regular file.
        ValueError: when no file can have such a name.
    """
    with _regular_file(path, follow) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise TooLargeError(errno.EFBIG, f"larger than {most:,} bytes")
        parts, left = list[bytes](), most + 1  # its size is not to be relied on: a file of /proc says 0
        while left and (part := file.read(min(left, _AT_ONCE))):
            parts.append(part)
            left -= len(part)
    if not left:
        raise TooLargeError(errno.EFBIG, f"larger than {most:,} bytes")
    return b"".join(parts)


def read_ends(path: Path, count: int) -> bytes:
    """Read the first and the last bytes of a regular file, which is no symbolic link; all of a small one.

    Args:
        path: the file.
        count: how many bytes of either end.

    Raises:
        OSError: when it is missing, unreadable or something else than a regular file.
    """
    with _regular_file(path, follow=False) as file:
        size = os.fstat(file.fileno()).st_size
        first = file.read(count) or b""
        file.seek(max(size - count, len(first)))
        return first + (file.read(count) or b"")


@contextmanager
def _regular_file(path: Path, follow: bool) -> Iterator[FileIO]:
    """Open a regular file; see ``read_regular_file``."""
    require_regular(os.stat(path, follow_symlinks=follow).st_mode)  # to open some devices already does something
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    with FileIO(descriptor, "rb") as file:
        require_regular(os.fstat(descriptor).st_mode)
        yield file


def require_regular(mode: int) -> None:
    """Check that a file is a regular one, by its mode.

    Raises:
        OSError: when it is another kind of file; the reason names it.
    """
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")
        raise OSError(errno.EINVAL, f"it is {kind}, not a regular file")


def require_plain(content: object, where: str) -> None:
    """Check that a value consists of tables, lists, texts, numbers, true and false, not nested too deeply.

    Raises:
        UserError: when it does not.
    """
    waiting = [(content, 1)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, Mapping | list):
            if depth > DEEPEST:
                raise UserError(f"{where} is nested too deeply: at most {DEEPEST} tables and lists in one another")
            below = value.values() if isinstance(value, Mapping) else value
            waiting += [(part, depth + 1) for part in below]
        elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise UserError(f"{where} holds a number that is too large to be written out")
        elif not isinstance(value, str | bool | int | float | None):
            raise UserError(f"{where} holds {shown(str(value))}; dates and times mean nothing here")


def world_names() -> tuple[str, ...]:
    """Return the names of the worlds that come with the project."""
    return tuple(sorted(item.name.removesuffix(".toml") for item in _worlds().iterdir() if item.name.endswith(".toml")))


def read_world(source: str | Path) -> dict[str, Any]:
    """Return the content of a world's file, unchecked, with its icons in place of their files' names.

    Args:
        source: a name from ``world_names()`` or a path that ends in ``.toml``.

    Raises:
        UserError: when there is no such world, or it cannot be read.
    """
    if isinstance(source, Path) or source.endswith(".toml"):
        return with_icons(read_toml(Path(source), "world"), Path(source).parent)
    return tomllib.loads(world_text(source))


def with_icons(content: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return a world's values with the files of its icons in place of their names; what is no name stays as it is.

    Args:
        content: the world's values, unchecked.
        folder: where the files are, unless their names say so.

    Raises:
        UserError: when a file cannot be read.
    """
    icons = content.get(ICONS)
    if not isinstance(icons, Mapping):
        return dict(content)
    read = {word: _text(name, folder) for word, name in icons.items()}
    return {**content, ICONS: read}


def _text(name: object, folder: Path) -> object:
    if not isinstance(name, str) or name.lstrip().startswith("<"):
        return name  # the icon itself
    if not name.endswith(".svg"):
        raise UserError(f"an icon's file ends in .svg; got {shown(name)}")
    return read_text(folder / name, "icon")


def world_text(name: str) -> str:
    """Return the file of a world that comes with the project.

    Raises:
        UserError: when there is no such world.
    """
    if name not in world_names():
        raise unknown_name("world", name, world_names())
    text: str = (_worlds() / f"{name}.toml").read_text(encoding="utf-8")
    return text


def _worlds() -> Any:
    return ASSETS / "worlds"
