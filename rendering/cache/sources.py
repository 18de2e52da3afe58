"""The source files that decide a figure's pixels: the imports of its module, followed without importing anything.

Importing would cost two seconds (manim, torch); reading the imports of all our modules costs a tenth of one.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from rendering.request.own_figures import modules as own_modules
from scenes.asset_files import ASSETS

_OURS = ("attnmath", "scenes", "rendering")
_LIST_OF_FIGURES = "scenes"  # its own file changes with every new figure; the figure's own entry is digested instead
_ASSETS = "assets"
_WORLDS = "worlds"
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")  # the fields in which a statement holds others
_DIGESTED_WITH_SHOTS = {_WORLDS, "languages"}  # by their values, so that a change counts only where it is drawn


@dataclass(frozen=True, slots=True)
class _Module:
    """One of our modules, as read.

    Attributes:
        path: its file.
        digest: the SHA-256 of its text.
        imported: its imports, as (module, name or empty).
        folders: the folders of assets that it names, as any reader of such files must.
        is_package: whether modules can lie below it.
    """

    path: Path
    digest: bytes
    imported: tuple[tuple[str, str], ...]
    folders: frozenset[str]
    is_package: bool

    def passed_on(self, own: str, name: str) -> str:
        """Return the module below this one, called ``own``, that a name comes from, if this package passes it on.

        A change in one module of such a package then affects only those who use that module.
        """
        origins = (origin for origin, imported in self.imported if imported == name)
        return next((origin for origin in origins if self.is_package and name and origin.startswith(f"{own}.")), "")


@dataclass(slots=True)
class Sources:
    """The source of our modules, each read once."""

    _modules: dict[str, _Module | None] = field(default_factory=dict)

    def digest(self, *modules: str) -> str:
        """Return the SHA-256 of all files that these modules depend on, as they are now."""
        result = hashlib.sha256()
        for name, content in sorted(self.files(*modules).items()):
            result.update(f"{name}\0".encode())
            result.update(content)
        return result.hexdigest()

    def files(self, *modules: str) -> dict[str, bytes]:
        """Return the SHA-256 of each file that modules depend on, by module or by path among the assets."""
        tops = {*_OURS, *(module.partition(".")[0] for module in (*modules, *own_modules()))}
        waiting, found = [(module, "") for module in modules], dict[str, bytes]()
        seen: set[tuple[str, str]] = set()
        while waiting:
            target = waiting.pop()
            if target in seen or target[0].partition(".")[0] not in tops:
                continue
            seen.add(target)
            name, module = self._defining(*target)
            if module is None or name == _LIST_OF_FIGURES:
                continue
            origin = module.passed_on(name, target[1])
            if origin:
                waiting.append((origin, target[1]))
                continue
            found[name] = module.digest
            for folder in module.folders:
                found.update((name, _asset_digest(file, _stamp(file))) for name, file in _assets(folder))
            waiting += module.imported
        return found

    def _defining(self, module: str, name: str) -> tuple[str, _Module | None]:
        """Return the module meant by ``from module import name``, where the name may be a module itself."""
        below = self._read(f"{module}.{name}") if name else None
        return (f"{module}.{name}", below) if below is not None else (module, self._read(module))

    def _read(self, name: str) -> _Module | None:
        if name not in self._modules:
            self._modules[name] = _read(name)
        return self._modules[name]


def _read(name: str) -> _Module | None:
    for path, is_package in _places(name):
        if path.is_file():
            return _module(name, path, path.read_bytes(), is_package)
    return None


@lru_cache(maxsize=1024)
def _module(name: str, path: Path, source: bytes, is_package: bool) -> _Module:
    """Return what a module's text says, which is looked through once in a process."""
    try:
        tree: ast.AST = ast.parse(source, str(path))
    except (SyntaxError, ValueError):  # whoever imports it will say so
        tree = ast.Module([], [])
    package = name if is_package else name.rpartition(".")[0]
    imported = tuple(found for node in _running(tree) for found in _imports(node, package))
    return _Module(path, hashlib.sha256(source).digest(), imported, _named_folders(source), is_package)


def _places(name: str) -> Iterator[tuple[Path, bool]]:
    """Yield the paths at which a module's file may be, each with whether it is then a package."""
    top, _, rest = name.partition(".")
    spec = find_spec(top) if top.isidentifier() else None
    if spec is None:
        return
    if not spec.submodule_search_locations:
        if spec.origin and not rest:
            yield Path(spec.origin), False
        return
    for folder in map(Path, spec.submodule_search_locations):
        below = folder.joinpath(*rest.split(".")) if rest else folder
        yield below / "__init__.py", True
        if rest:
            yield below.with_suffix(".py"), False


def _running(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement of a module except those that only a type checker sees."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        for name in _BLOCKS:
            if name != "body" or not (isinstance(node, ast.If) and _is_for_types(node.test)):
                waiting += getattr(node, name, ())


def _is_for_types(test: ast.expr) -> bool:
    return "TYPE_CHECKING" in (getattr(test, "id", ""), getattr(test, "attr", ""))


def _imports(node: ast.stmt, package: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        if node.level:
            parents = package.split(".")
            module = ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [module])])
        yield from ((module, alias.name) for alias in node.names)


def _named_folders(source: bytes) -> frozenset[str]:
    """Return the folders of assets whose names stand in quotes anywhere in a module."""
    folders = _asset_folders().keys() - _DIGESTED_WITH_SHOTS
    return frozenset(name for name in folders if f'"{name}"'.encode() in source or f"'{name}'".encode() in source)


@cache
def _asset_folders() -> dict[str, Path]:
    """Return the folders of assets, by name."""
    return {folder.name: folder for folder in ASSETS.iterdir() if folder.is_dir()}


def _assets(folder: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder of assets, each with its path among the assets."""
    files = (file for file in sorted(_asset_folders()[folder].iterdir()) if file.is_file())
    yield from ((f"{_ASSETS}/{folder}/{file.name}", file) for file in files)


def _stamp(file: Path) -> tuple[int, ...]:
    """Return what changes whenever a file is written: an asset of many megabytes is then read once in a process."""
    found = file.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@lru_cache(maxsize=1024)
def _asset_digest(file: Path, stamp: tuple[int, ...]) -> bytes:
    """Return the SHA-256 of an asset, as it was when it bore this stamp."""
    return hashlib.sha256(file.read_bytes()).digest()


def worlds() -> dict[str, bytes]:
    """Return the contents of the files of the worlds, by name."""
    return {name: file.read_bytes() for name, file in _assets(_WORLDS)} if _WORLDS in _asset_folders() else {}
