"""The lecture page: one folder, or one file, that a browser opens without a network."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from PIL import ImageColor

from rendering.batch.produce import ProductionLine
from rendering.cache.atomic_files import scratch, write_output
from rendering.publish.media import page_media
from rendering.publish.own_slides import SlideView, own_slides
from rendering.publish.page_view import Download, FigureView, Notes, size_text
from rendering.publish.target import MARK
from rendering.publish.transcript import minutes
from rendering.publish.whole_film import whole_film, write
from rendering.request.results import Outcome
from rendering.request.talk import Talk
from scenes import FIGURES
from scenes.asset_files import ASSETS
from scenes.style import DEFAULT, Theme

MEDIA = "media"
"""The folder of films and pictures beside the page."""

_STYLES = ("page.css", "lecture.css", "print.css")
_SCRIPTS = ("film.js", "gallery.js", "notes.js", "tools.js", "lecture.js", "start.js")
WHOLE = "all-figures"
"""The name of the film of all figures on the page."""

_TYPES = {".mp4": "video/mp4", ".webm": "video/webm", ".png": "image/png", ".vtt": "text/vtt"}


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
    line: ProductionLine,
    notes: Notes,
    target: Path,
    title: str,
    *,
    single: bool = False,
    joined: bool = False,
    talk: Talk | None = None,
) -> tuple[Path | None, list[Outcome]]:
    """Write the page of a request's figures, and make the files that it lacks.

    Args:
        line: its request is for films.
        notes: the lecturer's notes.
        target: the page's folder, or its file.
        title: the page's title.
        single: whether one file is to hold everything.
        joined: whether all figures are offered as one film, too; not in a page of one file.
        talk: the talk that the page gives; the figures alone when None.

    Returns:
        The file to open, None when no figure could be rendered; and the outcome of each figure.

    Raises:
        UserError: when the request cannot be fulfilled, or a note is for a beat that there is not.
        OutputError: when a file cannot be written.
    """
    request, theme = line.request, line.request.style.theme
    slides = own_slides(talk, request.quality, request.style) if talk is not None else []
    with scratch() as folder:
        media = folder if single else target / MEDIA
        views, outcomes = page_media(line, notes, media)
        lecture = Lecture.of(views, slides, talk.minutes if talk is not None else None)
        if not lecture.shown:
            return None, outcomes
        for name, content in lecture.own_files().items():
            write_output(media / name, content)
        if single:
            return write_single(views, media, target, title, theme, lecture), outcomes
        whole = _offered(line, media, title, views[-1].picture) if joined else None
        return write_page(views, target, title, theme, lecture, whole), outcomes


def _offered(line: ProductionLine, media: Path, title: str, picture: str) -> Mapping[str, Any] | None:
    """Put the film of all figures beside the others; return what the page says of it, or None after a failure."""
    film, _ = whole_film(line, title, cards=True)
    if film is None:
        return None
    write(film, media / f"{WHOLE}.mp4")
    rate, files = film.frame_rate, [(f"{WHOLE}.mp4", "the whole film"), (f"{WHOLE}.srt", "its captions")]
    return {
        "name": WHOLE,
        "film": f"{WHOLE}.mp4",
        "picture": picture,
        "rate": rate,
        "width": line.request.quality.width,
        "height": line.request.quality.height,
        "alternative": title,
        "steps": [asdict(step) for step in film.steps],
        "chapters": [
            {"title": each.title, "seconds": each.first / rate, "at": minutes(each.first / rate)}
            for each in film.chapters
        ],
        "downloads": [
            Download(label, name, size_text((media / name).stat().st_size))
            for name, label in [*files, (f"{WHOLE}.txt", "its transcript")]
        ],
    }


@dataclass(frozen=True, slots=True)
class Lecture:
    """The content of the lecture on a page, in order.

    Attributes:
        shown: figures and slides of the speaker's own.
        minutes: the time it is to take, if any.
    """

    shown: tuple[FigureView | SlideView, ...]
    minutes: float | None = None

    @classmethod
    def of(
        cls, views: Sequence[FigureView], slides: Sequence[SlideView | str] = (), minutes: float | None = None
    ) -> Lecture:
        """Return figures in the order of a talk's slides, those that could not be made left out; or figures alone."""
        by_name = {figure.name: figure for figure in views}
        shown = [by_name.get(each) if isinstance(each, str) else each for each in slides]
        return cls(tuple(each for each in shown if each is not None) or tuple(views), minutes)

    def own_files(self) -> dict[str, bytes]:
        """Return the files of the speaker's own slides, by name."""
        own = (each for each in self.shown if isinstance(each, SlideView))
        return {name: content for each in own for name, content in each.contents.items()}


def page_files(target: Path, *, single: bool) -> tuple[Path, ...]:
    """Return the files of a page apart from those of its figures, the one to open first.

    Args:
        target: the page's folder, or its file.
        single: whether one file holds everything.
    """
    return (target,) if single else tuple(target / name for name in ("index.html", "page.css", "page.js"))


def write_page(
    views: Sequence[FigureView],
    folder: Path,
    title: str,
    theme: Theme = DEFAULT.theme,
    lecture: Lecture | None = None,
    whole: Mapping[str, Any] | None = None,
) -> Path:
    """Write ``index.html`` with its style and script beside the folder of films and pictures.

    Args:
        views: the figures, in the order of the lecture.
        folder: the page's folder; its ``media`` folder holds the figures' files.
        title: the page's title.
        theme: the films' colours.
        lecture: what the lecture shows; the figures when None.
        whole: the film of all figures, if it is offered.

    Raises:
        OutputError: when a file cannot be written.
    """
    page, *others = page_files(folder, single=False)
    texts = (_styles(), _script(), page_html(views, title, theme, lecture=lecture, whole=whole))
    for path, text in zip((*others, page), texts, strict=True):
        write_output(path, text.encode())
    return page


def write_single(
    views: Sequence[FigureView],
    media: Path,
    page: Path,
    title: str,
    theme: Theme = DEFAULT.theme,
    lecture: Lecture | None = None,
) -> Path:
    """Write the page as one file that holds everything.

    Args:
        views: the figures, in the order of the lecture.
        media: the folder of their films and pictures.
        page: the file.
        title: the page's title.
        theme: the films' colours.
        lecture: what the lecture shows; the figures when None.

    Raises:
        OutputError: when the file cannot be written.
    """
    names = [download.file for figure in views for download in figure.downloads]
    names += lecture.own_files() if lecture is not None else ()
    data = {name: base64.b64encode((media / name).read_bytes()).decode() for name in names}
    write_output(page, page_html(views, title, theme, data, lecture).encode())
    return page


def page_html(
    views: Sequence[FigureView],
    title: str,
    theme: Theme,
    data: Mapping[str, str] | None = None,
    lecture: Lecture | None = None,
    whole: Mapping[str, Any] | None = None,
) -> str:
    """Return the page as HTML: every text of a figure appears as text.

    Args:
        views: the figures, in the order of the lecture.
        title: the page's title.
        theme: the films' colours.
        data: for a page of one file, every film and picture in base64, by its name.
        lecture: what the lecture shows; the figures when None.
        whole: the film of all figures, if it is offered.
    """
    environment = Environment(
        loader=FunctionLoader(_asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    single, lecture = data is not None, lecture or Lecture.of(views)
    return environment.get_template("page.html").render(
        title=title,
        mark=MARK,
        sections=sections(views),
        count=len(views),
        figures=[_spoken(each) for each in lecture.shown],
        minutes=lecture.minutes,
        whole=whole,
        spoken_whole={name: value for name, value in (whole or {}).items() if name != "downloads"},
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


def _spoken(figure: FigureView | SlideView) -> dict[str, Any]:
    """Return the data of a figure, or of a slide of the speaker's own, that the script needs."""
    if isinstance(figure, SlideView):
        names = ("name", "sentence", "film", "width", "height", "rate", "frames", "note")
        pictures = figure.pictures or ("",)
        steps = [{**asdict(step), "picture": each} for step, each in zip(figure.steps, pictures, strict=True)]
        own = {"own": True, "section": "", "claims": [], "picture": pictures[-1], "alternative": steps[-1]["caption"]}
        return {**own, **{name: getattr(figure, name) for name in names}, "steps": steps}
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
    return (ASSETS / "page" / name).read_text(encoding="utf-8")


def _styles() -> str:
    return "\n".join([f"/* {MARK} */", *map(_asset, _STYLES)])


def _script() -> str:
    """Return the scripts in one scope of their own."""
    return f'// {MARK}\n(() => {{\n"use strict";\n' + "\n".join(_asset(name) for name in _SCRIPTS) + "\n})();\n"
