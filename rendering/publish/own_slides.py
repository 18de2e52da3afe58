"""The slides of a speaker's own, drawn in the look of the figures: pictures of texts and questions, own films."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import av
from PIL import Image, UnidentifiedImageError

from rendering.outputs.typst_page import laid_out
from rendering.publish.page_view import StepView
from rendering.request.shot import Quality
from rendering.request.talk import Slide, Talk
from scenes.errors import UserError, shown
from scenes.reading import TooLargeError, read_regular_file, read_text
from scenes.style import Style

_SIZE = 0.075
"""The size of a slide's type, as a share of the shorter side; texts that need more room are set smaller."""

_TOP, _EDGE = 0.2, 0.05
"""Shares of the shorter side: the room above a picture that has a title, and around it."""

_LARGEST_PICTURE, _LARGEST_FILM = 50_000_000, 1_000_000_000  # bytes
_MOST_PIXELS = 100_000_000


@dataclass(frozen=True, slots=True)
class SlideView:
    """A slide of the speaker's own.

    Attributes:
        name: its name among the figures, such as ``slide-3``.
        sentence: its title, or the beginning of its text.
        film: the name of its film's file; empty for pictures.
        pictures: the names of its pictures' files, one for each step.
        width: pixels.
        height: pixels.
        rate: the film's frames per second.
        frames: the number of the film's frames.
        steps: its steps; a film has one.
        note: what only the speaker sees.
        contents: the contents of its files, by name.
    """

    name: str
    sentence: str
    film: str
    pictures: tuple[str, ...]
    width: int
    height: int
    rate: float
    frames: int
    steps: tuple[StepView, ...]
    note: str
    contents: dict[str, bytes]


def own_slides(talk: Talk, quality: Quality, style: Style) -> list[SlideView | str]:
    """Return the slides of a talk, its title first: the speaker's own as pictures and films, figures by their names.

    Args:
        talk: the talk.
        quality: the pictures' size.
        style: theme, type and language.

    Raises:
        UserError: when a picture or a film cannot be read.
    """
    drawer = _Drawer(quality, style)
    first = drawer.drawn("slide-title", talk.title, [("", talk.subtitle)], "", title=talk.title, centred=True)
    return [first, *(drawer.slide(f"slide-{number}", slide) for number, slide in enumerate(talk.slides, start=1))]


def card(title: str, below: str, quality: Quality, style: Style) -> bytes:
    """Return a card with a title and a line below it, as a PNG.

    Args:
        title: what stands in the middle.
        below: a line below it; none when empty.
        quality: the picture's size.
        style: theme, type and language.
    """
    view = _Drawer(quality, style).drawn("card", title, [("", below)], "", title=title, centred=True)
    return next(iter(view.contents.values()))


@dataclass(frozen=True, slots=True)
class _Drawer:
    """Draws slides.

    Attributes:
        quality: the pictures' size.
        style: theme, type and language.
    """

    quality: Quality
    style: Style

    def slide(self, name: str, slide: Slide) -> SlideView | str:
        """Return a slide; a figure's name for a figure."""
        if slide.figure is not None:
            return slide.figure
        if slide.film is not None:
            return self._film(name, slide, slide.film)
        if slide.picture is not None:
            picture = self._picture(slide.title, slide.picture)
            words = slide.description or slide.title or slide.picture.stem
            return self._view(name, slide.title or words, [(picture, words)], slide.note)
        if slide.question is not None:
            steps = [(slide.question, ""), (slide.question, slide.answer or "")]
            return self.drawn(name, slide.question, steps, slide.note, centred=True)
        return self.drawn(name, slide.title, [(slide.text or "", "")], slide.note, title=slide.title)

    def drawn(
        self, name: str, said: str, steps: list[tuple[str, str]], note: str, *, title: str = "", centred: bool = False
    ) -> SlideView:
        """Return a slide of text: for each step the text, and what stands below it in another colour."""
        last = steps[-1][1]
        pictures = [
            (
                self._text(title, text, last, hidden=not below, centred=centred),
                " ".join(f"{title} {text} {below}".split()),
            )
            for text, below in steps
        ]
        sentence = " ".join((said or steps[0][0]).split())
        return self._view(name, sentence if len(sentence) <= 100 else f"{sentence[:99]}…", pictures, note)

    def _view(self, name: str, sentence: str, pictures: list[tuple[bytes, str]], note: str) -> SlideView:
        names = tuple(f"{name}-{number}.png" for number in range(1, len(pictures) + 1))
        steps = tuple(
            StepView(f"{number}", words, number - 1, number, "") for number, (_, words) in enumerate(pictures, start=1)
        )
        contents = dict(zip(names, (content for content, _ in pictures), strict=True))
        width, height = self.quality.width, self.quality.height
        return SlideView(name, sentence, "", names, width, height, 1, 0, steps, note, contents)

    def _text(
        self,
        title: str,
        text: str,
        below: str = "",
        *,
        hidden: bool = False,
        centred: bool = False,
        picture: bool = False,
    ) -> bytes:
        """Return a slide of text; what is hidden below has its place there."""
        theme = self.style.theme
        paragraphs = [
            [line.strip() for line in part.splitlines() if line.strip()] for part in text.strip().split("\n\n")
        ]
        given = {
            "width": self.quality.width,
            "height": self.quality.height,
            "background": theme.background,
            "ink": theme.ink,
            "accent": theme.families[0],
            "language": self.style.language.code,
            "size": _SIZE * self.style.sizes.scale,
            "title": title,
            "paragraphs": [lines for lines in paragraphs if lines],
            "below": below,
            "hidden": hidden,
            "centred": centred,
            "picture": picture,
        }
        return laid_out("slide.typ", given, "png")

    def _picture(self, title: str, file: Path) -> bytes:
        """Return a slide with a picture, as large as fits below the title."""
        slide = Image.open(io.BytesIO(self._text(title, "", picture=True))).convert("RGB")
        side = min(slide.size)
        edge = round(_EDGE * side)
        top = round(_TOP * self.style.sizes.scale * side) if title else edge
        room = slide.width - 2 * edge, slide.height - top - edge
        with self._opened(file, room) as picture:
            share = min(room[0] / picture.width, room[1] / picture.height)
            shown_as = picture.convert("RGBA").resize(
                (max(1, round(share * picture.width)), max(1, round(share * picture.height)))
            )
        at = (slide.width - shown_as.width) // 2, top + (room[1] - shown_as.height) // 2
        slide.paste(shown_as, at, shown_as)
        content = io.BytesIO()
        slide.save(content, "PNG")
        return content.getvalue()

    def _opened(self, file: Path, room: tuple[int, int]) -> Image.Image:
        try:
            if file.suffix.lower() == ".svg":
                given = {"picture": read_text(file, "picture"), "width": room[0], "height": room[1]}
                return Image.open(io.BytesIO(laid_out("outlines.typ", given, "png")))
            picture = Image.open(io.BytesIO(read_regular_file(file, _LARGEST_PICTURE)))
            if picture.width * picture.height > _MOST_PIXELS:
                raise UserError(f"picture {shown(file)} has more than {_MOST_PIXELS:,} pixels")
            return picture
        except TooLargeError:
            raise UserError(f"picture {shown(file)} is larger than {_LARGEST_PICTURE:,} bytes") from None
        except UnidentifiedImageError:
            raise UserError(f"{shown(file)} is no picture that can be read") from None
        except OSError as error:
            raise UserError(f"cannot read picture {shown(file)}: {error.strerror or error}") from None
        except Image.DecompressionBombError:
            raise UserError(f"picture {shown(file)} has more than {_MOST_PIXELS:,} pixels") from None
        except Exception as error:
            if isinstance(error, UserError):
                raise
            raise UserError(f"{shown(file)} is no picture that can be read") from None

    def _film(self, name: str, slide: Slide, file: Path) -> SlideView:
        """Return a slide with a film, which is taken as it is."""
        try:
            content = read_regular_file(file, _LARGEST_FILM)
            with av.open(io.BytesIO(content), "r") as film:
                stream = film.streams.video[0]
                rate = float(stream.average_rate or 25)
                seconds = float((film.duration or 0) / av.time_base)
                width, height = stream.width, stream.height
        except TooLargeError:
            raise UserError(f"film {shown(file)} is larger than {_LARGEST_FILM:,} bytes") from None
        except (av.FFmpegError, IndexError, ValueError):
            raise UserError(f"{shown(file)} is no film that can be read") from None
        except OSError as error:
            raise UserError(f"cannot read film {shown(file)}: {error.strerror or error}") from None
        frames = max(1, int(seconds * rate))
        said = slide.title or file.stem
        own = f"{name}{file.suffix.lower()}"
        steps = (StepView("film", said, 0, frames, ""),)
        return SlideView(name, said, own, (), width, height, rate, frames, steps, slide.note, {own: content})
