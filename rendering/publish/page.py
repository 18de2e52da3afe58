"""The lecture page: one folder, or one file, that a browser opens without a network."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from PIL import ImageColor

from rendering.batch.produce import ProductionLine
from rendering.cache.atomic_files import scratch, write_output
from rendering.publish.media import page_media
from rendering.publish.page_view import FigureView, Notes
from rendering.publish.target import MARK
from rendering.request.results import Outcome
from scenes import FIGURES
from scenes.style import DEFAULT, Theme

MEDIA = "media"
"""The folder of films and pictures beside the page."""

_STYLES = ("page.css", "lecture.css", "print.css")
_SCRIPTS = ("film.js", "gallery.js", "notes.js", "lecture.js", "start.js")
_TYPES = {".mp4": "video/mp4", ".png": "image/png", ".vtt": "text/vtt"}


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one section of the article.

    Attributes:
        title: the section's title.
        anchor: the target of links.
        figures: the figures, in the order of the request.
    """

    title: str
    anchor: str
    figures: tuple[FigureView, ...]


def publish(
    line: ProductionLine, notes: Notes, target: Path, title: str, *, single: bool = False
) -> tuple[Path | None, list[Outcome]]:
    """Write the page of a request's figures, and make the files that it lacks.

    Args:
        line: its request is for films.
        notes: the lecturer's notes.
        target: the page's folder, or its file.
        title: the page's title.
        single: whether one file is to hold everything.

    Returns:
        The file to open, None when no figure could be rendered; and the outcome of each figure.

    Raises:
        UserError: when the request cannot be fulfilled, or a note is for a beat that there is not.
        OutputError: when a file cannot be written.
    """
    theme = line.request.style.theme
    with scratch() as folder:
        media = folder if single else target / MEDIA
        views, outcomes = page_media(line, notes, media)
        if not views:
            return None, outcomes
        if single:
            return write_single(views, media, target, title, theme), outcomes
        return write_page(views, target, title, theme), outcomes


def page_files(target: Path, *, single: bool) -> tuple[Path, ...]:
    """Return the files of a page apart from those of its figures, the one to open first.

    Args:
        target: the page's folder, or its file.
        single: whether one file holds everything.
    """
    return (target,) if single else tuple(target / name for name in ("index.html", "page.css", "page.js"))


def write_page(views: Sequence[FigureView], folder: Path, title: str, theme: Theme = DEFAULT.theme) -> Path:
    """Write ``index.html`` with its style and script beside the folder of films and pictures.

    Args:
        views: the figures, in the order of the lecture.
        folder: the page's folder; its ``media`` folder holds the figures' files.
        title: the page's title.
        theme: the films' colours.

    Raises:
        OutputError: when a file cannot be written.
    """
    page, *others = page_files(folder, single=False)
    texts = (_styles(), _script(), page_html(views, title, theme))
    for path, text in zip((*others, page), texts, strict=True):
        write_output(path, text.encode())
    return page


def write_single(
    views: Sequence[FigureView], media: Path, page: Path, title: str, theme: Theme = DEFAULT.theme
) -> Path:
    """Write the page as one file that holds everything.

    Args:
        views: the figures, in the order of the lecture.
        media: the folder of their films and pictures.
        page: the file.
        title: the page's title.
        theme: the films' colours.

    Raises:
        OutputError: when the file cannot be written.
    """
    names = [download.file for figure in views for download in figure.downloads]
    data = {name: base64.b64encode((media / name).read_bytes()).decode() for name in names}
    write_output(page, page_html(views, title, theme, data).encode())
    return page


def page_html(views: Sequence[FigureView], title: str, theme: Theme, data: Mapping[str, str] | None = None) -> str:
    """Return the page as HTML: every text of a figure appears as text.

    Args:
        views: the figures, in the order of the lecture.
        title: the page's title.
        theme: the films' colours.
        data: for a page of one file, every film and picture in base64, by its name.
    """
    environment = Environment(
        loader=FunctionLoader(_asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    single = data is not None
    return environment.get_template("page.html").render(
        title=title,
        mark=MARK,
        sections=sections(views),
        figures=[_spoken(figure) for figure in views],
        theme=Markup(colours(theme)),
        scheme=color_scheme(theme),
        style=Markup(_styles()) if single else "",
        script=Markup(_script()) if single else "",
        data=data or {},
        types=_TYPES,
        single=single,
        media=MEDIA,
    )


def sections(views: Iterable[FigureView]) -> list[Section]:
    """Return figures by section, in the order in which the sections first occur."""
    found: dict[str, list[FigureView]] = {}
    for figure in views:
        found.setdefault(FIGURES[figure.name].section, []).append(figure)
    return [
        Section(title, f"section-{number}", tuple(figures))
        for number, (title, figures) in enumerate(found.items(), start=1)
    ]


def _spoken(figure: FigureView) -> dict[str, Any]:
    """Return the data of a figure that the script needs."""
    wanted = ("name", "sentence", "film", "picture", "width", "height", "rate", "frames", "steps", "claims", "note")
    content = asdict(figure)
    own = {"section": FIGURES[figure.name].section, "alternative": figure.alternative}
    return own | {name: content[name] for name in wanted}


def colours(theme: Theme) -> str:
    """Return a theme's colours as CSS variables, so that the page has the films' colours."""
    names = ("background", "ink", "dim", "faint", "subject", "query", "key", "value")
    pairs = [(name, getattr(theme, name)) for name in names]
    pairs += [(f"family-{number}", color) for number, color in enumerate(theme.families, start=1)]
    return ":root{" + "".join(f"--{name}:{color};" for name, color in pairs) + "}"


def color_scheme(theme: Theme) -> Literal["dark", "light"]:
    """Return a browser's name for the lightness of a theme's background, for matching controls and scroll bars."""
    red, green, blue = ImageColor.getrgb(theme.background)[:3]
    return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 127 else "dark"


def _asset(name: str) -> str:
    return (files("assets") / "page" / name).read_text(encoding="utf-8")


def _styles() -> str:
    return "\n".join([f"/* {MARK} */", *map(_asset, _STYLES)])


def _script() -> str:
    """Return the scripts in one scope of their own."""
    return f'// {MARK}\n(() => {{\n"use strict";\n' + "\n".join(_asset(name) for name in _SCRIPTS) + "\n})();\n"
