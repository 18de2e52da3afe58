"""The lecture page: one folder, or one file, that a browser opens without a network."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from rendering.cache.atomic_files import OutputError, reason
from rendering.publish.media import copy_media
from rendering.publish.page_view import FigureView
from scenes import FIGURES
from scenes.errors import UserError, shown
from scenes.style import DEFAULT, Theme

MEDIA = "media"
"""The folder of films and pictures beside the page."""

TITLE = "Attention, drawn from its numbers"

_STYLES = ("page.css", "lecture.css", "print.css")
_SCRIPTS = ("film.js", "gallery.js", "notes.js", "lecture.js", "start.js")
_TYPES = {".mp4": "video/mp4", ".png": "image/png", ".vtt": "text/vtt"}


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one section of the article.

    Attributes:
        title: the section's title.
        anchor: what links point to.
        figures: in the order asked for.
    """

    title: str
    anchor: str
    figures: tuple[FigureView, ...]


def publish(
    views: Sequence[FigureView], reels: Path, target: Path, title: str = TITLE, *, single: bool = False
) -> Path:
    """Write the page.

    Args:
        views: the figures, in the order of the lecture.
        reels: the folder of what was rendered.
        target: the page's folder, or its file.
        title: the page's title.
        single: whether one file is to hold everything.

    Returns:
        the file to open.

    Raises:
        UserError: when there is no figure to show.
        OutputError: when a file cannot be written.
    """
    if not views:
        raise UserError("no figure could be rendered, so there is no page")
    if single:
        return write_single(views, reels, target, title)
    copy_media(views, reels, target / MEDIA)
    return write_page(views, target, title)


def write_page(views: Sequence[FigureView], folder: Path, title: str = TITLE) -> Path:
    """Write ``index.html`` with its style and script beside the folder of films and pictures.

    Args:
        views: the figures, in the order of the lecture.
        folder: where the page goes; its ``media`` folder holds the figures' files.
        title: the page's title.

    Raises:
        OutputError: when a file cannot be written.
    """
    _write(folder / "page.css", _styles())
    _write(folder / "page.js", _script())
    page = folder / "index.html"
    _write(page, page_html(views, title))
    return page


def write_single(views: Sequence[FigureView], media: Path, page: Path, title: str = TITLE) -> Path:
    """Write the page as one file that holds everything.

    Args:
        views: the figures, in the order of the lecture.
        media: the folder of their films and pictures.
        page: the file.
        title: the page's title.

    Raises:
        OutputError: when the file cannot be written.
    """
    names = [download.file for figure in views for download in figure.downloads]
    data = {name: base64.b64encode((media / name).read_bytes()).decode() for name in names}
    _write(page, page_html(views, title, data))
    return page


def page_html(views: Sequence[FigureView], title: str, data: Mapping[str, str] | None = None) -> str:
    """The page as HTML: every text of a figure appears as text.

    Args:
        views: the figures, in the order of the lecture.
        title: the page's title.
        data: for a page of one file, every film and picture in base64, by its name.
    """
    environment = Environment(
        loader=FunctionLoader(_asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    single = data is not None
    return environment.get_template("page.html").render(
        title=title,
        sections=sections(views),
        figures=[_spoken(figure) for figure in views],
        theme=Markup(colours(DEFAULT.theme)),
        style=Markup(_styles()) if single else "",
        script=Markup(_script()) if single else "",
        data=data or {},
        types=_TYPES,
        single=single,
        media=MEDIA,
    )


def sections(views: Iterable[FigureView]) -> list[Section]:
    """Figures by section, in the order in which sections first come."""
    found: dict[str, list[FigureView]] = {}
    for figure in views:
        found.setdefault(FIGURES[figure.name].section, []).append(figure)
    return [
        Section(title, f"section-{number}", tuple(figures))
        for number, (title, figures) in enumerate(found.items(), start=1)
    ]


def _spoken(figure: FigureView) -> dict[str, Any]:
    """What the script needs to know of a figure."""
    wanted = ("name", "sentence", "film", "picture", "width", "height", "rate", "frames", "steps", "claims", "note")
    content = asdict(figure)
    own = {"section": FIGURES[figure.name].section, "alternative": figure.alternative}
    return own | {name: content[name] for name in wanted}


def colours(theme: Theme) -> str:
    """A theme's colours as CSS variables, so that the page has the films' colours."""
    names = ("background", "ink", "dim", "faint", "subject", "query", "key", "value")
    pairs = [(name, getattr(theme, name)) for name in names]
    pairs += [(f"family-{number}", color) for number, color in enumerate(theme.families, start=1)]
    return ":root{" + "".join(f"--{name}:{color};" for name, color in pairs) + "}"


def _asset(name: str) -> str:
    return (files("assets") / "page" / name).read_text(encoding="utf-8")


def _styles() -> str:
    return "\n".join(_asset(name) for name in _STYLES)


def _script() -> str:
    """The scripts in one scope of their own."""
    return '(() => {\n"use strict";\n' + "\n".join(_asset(name) for name in _SCRIPTS) + "\n})();\n"


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write {shown(str(path))}: {reason(error)}") from error
