"""A talk: one file with the order of figures and slides, notes, options and the time that it is to take."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, field_validator, model_validator

from rendering.request.figure_names import ALL, chosen
from rendering.request.own_figures import is_own, register
from rendering.request.shot import FRAMES, QUALITIES
from scenes.errors import UserError, explain, shown, suggestion
from scenes.language import language_codes
from scenes.reading import read_toml
from scenes.style import LARGEST_TYPE

KINDS = ("figure", "text", "picture", "film", "question")
"""The content of a slide: each has one of these, or a title alone."""

PICTURES, FILMS = (".png", ".jpg", ".jpeg", ".webp", ".svg"), (".mp4", ".webm")
"""The files that a slide can show, by their endings."""

_LONGEST, _MOST = 2000, 400  # letters of a text; slides
_ALLOWED = {
    "figure": {"note", "notes"},
    "text": {"title", "note"},
    "picture": {"title", "description", "note"},
    "film": {"title", "note"},
    "question": {"answer", "note"},
}
_SLIDE = "a slide has one of figure, text, picture, film and question, or a title alone"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _names_are_known(cls, given: Any) -> Any:
        names = {field.alias or name for name, field in cls.model_fields.items()}
        for name in given if isinstance(given, Mapping) else ():
            if name not in names:
                near = suggestion(str(name), names) or f"; allowed: {', '.join(sorted(names))}"
                raise ValueError(f"unknown name {shown(str(name))}{near}")
        return given


class Slide(_Part):
    """A slide of a talk: a figure of ours, or the speaker's own text, picture, film or question.

    Attributes:
        title: a heading; alone it is a slide, too.
        figure: the name of a figure, or ``FILE.py:Class``.
        notes: notes on a figure's beats, by their names.
        text: paragraphs, separated by empty lines; lines that begin with a hyphen are points.
        picture: a file.
        description: the picture in words, for those who cannot see it.
        film: a file.
        question: a question; its answer comes with the next key.
        answer: the answer.
        note: what only the speaker sees.
    """

    title: str = Field("", max_length=200)
    figure: str | None = None
    notes: dict[str, str] = {}
    text: str | None = Field(None, max_length=_LONGEST)
    picture: Path | None = None
    description: str = Field("", max_length=_LONGEST)
    film: Path | None = None
    question: str | None = Field(None, max_length=_LONGEST)
    answer: str | None = Field(None, max_length=_LONGEST)
    note: str = Field("", max_length=20_000)

    @property
    def kind(self) -> str:
        """The name of its content; ``title`` where it has a title alone."""
        return next((kind for kind in KINDS if getattr(self, kind) is not None), "title")

    @field_validator("picture", "film", mode="before")
    @classmethod
    def _is_named(cls, given: object) -> object:
        if not isinstance(given, str) or not given:
            raise ValueError(f"must be the name of a file; got {shown(given)}")
        return Path(given)

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        kinds = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(kinds) > 1 or not kinds and not self.title:
            raise ValueError(f"{_SLIDE}; got {', '.join(kinds) or 'none'}")
        allowed = {*_ALLOWED.get(self.kind, {"title", "note"}), self.kind}
        for name in self.model_fields_set - allowed:
            raise ValueError(f"{name} does not go with {self.kind}; allowed: {', '.join(sorted(allowed))}")
        if self.kind == "question" and not self.answer:
            raise ValueError("the question lacks its answer")
        for path, endings in ((self.picture, PICTURES), (self.film, FILMS)):
            if path is not None and path.suffix.lower() not in endings:
                raise ValueError(f"{shown(path)} must end in {', '.join(endings)}")
        return self


class Options(_Part):
    """Options of the command line, with the names they have there."""

    quality: Literal["low", "medium", "high", "4k"] | None = None
    frame: Literal["16:9", "4:3", "1:1", "9:16"] | None = None
    theme: str | None = None
    speed: FiniteFloat | None = Field(None, ge=0.5, le=2.0)
    hold: FiniteFloat | None = Field(None, ge=0.0, le=60.0)
    lang: str | None = None
    type_scale: FiniteFloat | None = Field(None, ge=1.0, le=LARGEST_TYPE, alias="type-scale")
    no_line: bool | None = Field(None, alias="no-line")
    world: str | None = None
    words: bool | None = None
    axes: str | None = None
    scale: FiniteFloat | None = Field(None, ge=0.1, le=20.0)
    phrase: str | None = None
    fill: bool | None = None

    @field_validator("lang")
    @classmethod
    def _is_a_language(cls, given: str) -> str:
        if given not in language_codes():
            raise ValueError(f"must be one of {', '.join(language_codes())}; got {shown(given)}")
        return given


class Talk(_Part):
    """A talk.

    Attributes:
        title: its title, on its first slide.
        subtitle: a line below it: the speaker, the occasion.
        minutes: how long it is to take; None where that does not matter.
        options: options of the command line.
        slides: the slides, in order.
    """

    title: str = Field(min_length=1, max_length=200)
    subtitle: str = Field("", max_length=400)
    minutes: FiniteFloat | None = Field(None, gt=0.0, le=600.0)
    options: Options = Options()
    slides: tuple[Slide, ...] = Field(min_length=1, max_length=_MOST)

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of its figures, in order."""
        return tuple(slide.figure for slide in self.slides if slide.figure is not None)

    @property
    def notes(self) -> dict[str, dict[str, str]]:
        """The notes on its figures, by figure and beat; ``figure`` stands for all of its beats."""
        return {
            slide.figure: {**slide.notes, **({"figure": slide.note} if slide.note else {})}
            for slide in self.slides
            if slide.figure is not None and (slide.note or slide.notes)
        }


assert set(QUALITIES) == set(Literal["low", "medium", "high", "4k"].__args__)  # type: ignore[attr-defined]
assert set(FRAMES) == set(Literal["16:9", "4:3", "1:1", "9:16"].__args__)  # type: ignore[attr-defined]


def read_talk(path: Path) -> Talk:
    """Read a talk; the names of files in it are relative to its folder.

    Raises:
        UserError: when it cannot be read, names what there is not, or a figure twice.
    """
    content, where = read_toml(path, "talk"), f"talk {shown(path)}"
    try:
        talk = Talk.model_validate(content)
    except ValidationError as error:
        raise UserError(explain(error, Talk.model_fields, where)) from error
    slides, seen = [], set[str]()
    for number, slide in enumerate(talk.slides):
        place = f"{where}: slides[{number}]"
        changes: dict[str, object] = {}
        if slide.figure is not None:
            changes["figure"] = name = _figure(slide.figure, path.parent, place)
            if name in seen:
                raise UserError(f"{place}.figure: {shown(name)} is in the talk already; a figure has one place")
            seen.add(name)
        for kind in ("picture", "film"):
            if (file := getattr(slide, kind)) is not None:
                changes[kind] = path.parent / file
                if not (path.parent / file).is_file():
                    raise UserError(f"{place}.{kind}: no file {shown(path.parent / file)}")
        slides.append(slide.model_copy(update=changes))
    options: dict[str, Any] = {
        name: str(path.parent / value) if isinstance(value, str) and value.endswith(".toml") else value
        for name, value in talk.options.model_dump(exclude_none=True).items()
    }
    return talk.model_copy(update={"slides": tuple(slides), "options": talk.options.model_copy(update=options)})


def _figure(given: str, folder: Path, place: str) -> str:
    try:
        if is_own(given):
            return register(str(folder / given))
        (name,) = chosen([given]) if given != ALL else ("",)
    except UserError as error:
        raise UserError(f"{place}.figure: {error}") from error
    if not name:
        raise UserError(f"{place}.figure: it is one figure; got {shown(given)}")
    return name
