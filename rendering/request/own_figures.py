"""Figures in files of the user's own: ``my_figures.py:Hello`` is drawn as any figure of the project is."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from scenes import FIGURES, Entry
from scenes.errors import UserError, shown, suggestion
from scenes.reading import read_text

if TYPE_CHECKING:
    from scenes.figure import Figure

SECTION = "Your own figures"
"""The section of all figures in files of the user's own."""

_NAME = re.compile(r"[^\W_][\w-]{0,99}")  # it becomes part of the names of files
_ENDING = ".py"


@dataclass(frozen=True, slots=True)
class _Own:
    """A figure in a file of the user's own.

    Attributes:
        source: the file and the class, as they were given.
        module: the name under which the file was imported.
        beside: the modules imported from the file's folder.
        folder: that folder.
    """

    source: str
    module: str
    beside: tuple[str, ...]
    folder: Path


_registered: dict[str, _Own] = {}


def is_own(name: str) -> bool:
    """Return whether a name means a file of the user's own, with or without a class."""
    return name.endswith(_ENDING) or f"{_ENDING}:" in name


def register(source: str) -> str:
    """Read a figure's file, and add the figure to the list of figures; read it again if it is there.

    Args:
        source: ``FILE.py:Class``.

    Returns:
        The figure's name.

    Raises:
        UserError: when there is no such file or class, it cannot be imported, or the class is no figure.
    """
    file, name = _taken_apart(source)
    module, beside = _imported(file)
    figure = _figure(module, name, file)
    if not _NAME.fullmatch(figure.name):
        raise UserError(f"{file.name}: a figure's name is letters, digits and hyphens; got {shown(figure.name)}")
    known = _registered.get(figure.name)
    if figure.name in FIGURES and (known is None or known.source != source):
        raise UserError(f"{file.name}: there is a figure {shown(figure.name)} already; give {name} another name")
    _registered[figure.name] = _Own(source, module.__name__, beside, file.parent.resolve())
    kind: Literal["video", "still"] = "still" if getattr(figure, "kind", "video") == "still" else "video"
    FIGURES[figure.name] = Entry(f"{module.__name__}:{name}", kind, SECTION, _sentence(figure))
    return figure.name


def registered() -> tuple[str, ...]:
    """Return the files and classes of all figures that were added, as they were given."""
    return tuple(own.source for own in _registered.values())


def modules() -> tuple[str, ...]:
    """Return the modules of the user's that figures were read from, those imported from beside them included."""
    return tuple(name for own in _registered.values() for name in (own.module, *own.beside))


def files() -> tuple[Path, ...]:
    """Return the files of those modules."""
    found = (getattr(sys.modules.get(name), "__file__", None) for name in modules())
    return tuple(Path(file) for file in found if file)


def forget() -> None:
    """Take all figures that were added out of the list, and their modules out of memory."""
    for name in modules():
        sys.modules.pop(name, None)
    for name in _registered:
        FIGURES.pop(name, None)
    _registered.clear()


def place(error: BaseException) -> str:
    """Return the innermost line of a user's own file at which an error occurred, as ``my_figures.py, line 3: ``."""
    return _place(error, {own.folder for own in _registered.values()})


def _place(error: BaseException, folders: set[Path]) -> str:
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).parent.resolve() in folders:
        return f"{Path(error.filename).name}, line {error.lineno}: "
    found, trace = "", error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.suffix == _ENDING and path.parent.resolve() in folders:
            found = f"{path.name}, line {trace.tb_lineno}: "
        trace = trace.tb_next
    return found


def _taken_apart(source: str) -> tuple[Path, str]:
    file, colon, name = source.rpartition(":")
    if not colon or not file.endswith(_ENDING):
        raise UserError(f"{shown(source)} lacks the figure's class, as in {Path(source).name}:Hello")
    return Path(file), name


def _imported(file: Path) -> tuple[Any, tuple[str, ...]]:
    """Import a user's file as a module of a name that no other module has; return it, and what came from beside it."""
    text, folder = read_text(file, "figure"), file.parent.resolve()
    name = "figures_of_" + re.sub(r"\W", "_", file.stem)
    spec = spec_from_file_location(name, file.resolve())
    assert spec is not None
    module = module_from_spec(spec)
    before = set(sys.modules)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # last, so that a file there hides no package
    sys.modules[name] = module
    try:
        exec(compile(text, str(file.resolve()), "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        raise UserError(f"{_place(error, {folder}) or f'{file.name}: '}{type(error).__name__}: {said}") from error
    return module, tuple(new for new in set(sys.modules) - before - {name} if _is_in(new, folder))


def _is_in(module: str, folder: Path) -> bool:
    file = getattr(sys.modules[module], "__file__", None)
    return file is not None and Path(file).parent.resolve() == folder


def _figure(module: Any, name: str, file: Path) -> type[Figure]:
    """Return the class of a figure in a module."""
    from scenes.figure import Figure  # this imports manim

    found = getattr(module, name, None)
    if isinstance(found, type) and issubclass(found, Figure):
        if not hasattr(found, "name"):
            found.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
        return found
    there = [
        each.__name__
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Figure) and each.__module__ == module.__name__
    ]
    if found is not None:
        raise UserError(f"{file.name}: {name} is no figure: its class must be a subclass of scenes.figure.Figure")
    near = suggestion(name, there) or f"; there are: {', '.join(there) or 'none'}"
    raise UserError(f"{file.name} has no figure {shown(name)}{near}")


def _sentence(figure: type[Figure]) -> str:
    """Return the first line of a figure's docstring, without the name before it."""
    line = (figure.__doc__ or figure.name).strip().splitlines()[0].removeprefix(f"{figure.name}: ")
    return line[:1].upper() + line[1:]
