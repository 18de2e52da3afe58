"""A figure's beats as frames of its film, with their captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter

from scenes.errors import UserError


@dataclass(frozen=True, slots=True)
class Step:
    """A beat as frames of a film.

    Attributes:
        name: the beat's name.
        caption: one sentence for a listener without the picture.
        first: the first frame, counted from 0.
        end: the frame after its last; the same as ``first`` where nothing moves and no time passes.
    """

    name: str
    caption: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class PlacedNumber:
    """A number in a picture.

    Attributes:
        text: its digits, as they are drawn.
        left: pixels from the picture's left edge to the number's, and so on.
        top: pixels from the picture's upper edge.
        right: pixels from the picture's left edge.
        bottom: pixels from the picture's upper edge.
        entry: its place among the numbers of a vector or a row, from 0; also 0 where it stands alone.
    """

    text: str
    left: int
    top: int
    right: int
    bottom: int
    entry: int = 0


def joined(ends: Sequence[tuple[str, str, int]], frames: int) -> list[Step]:
    """Return beats, each from the end of the one before it, the last to the end of the film.

    Args:
        ends: name, caption and the frame after the last of each beat.
        frames: number of frames of the film.
    """
    if not ends:
        return [Step("", "", 0, frames)]
    stops = [end for _, _, end in ends[:-1]] + [frames]
    starts = [0, *stops[:-1]]
    return [Step(*told[:2], first, end) for told, first, end in zip(ends, starts, stops, strict=True)]


@dataclass(frozen=True, slots=True)
class Story:
    """The beats of a figure, and its last picture in words.

    Attributes:
        figure: its name.
        sentence: the one thing it shows.
        alternative: a description of its last picture, for readers who cannot see it; else the sentence.
        language: the captions' language, such as ``en``.
        width: pixels.
        height: pixels.
        frame_rate: frames per second.
        frames: number of frames of its film, 0 for a still.
        steps: the beats in order; together they cover the film.
        pictures: the end of every beat as SVG, where they were asked for.
        numbers: the numbers at the end of every beat, of a still at its only one, where they were asked for.
    """

    figure: str
    sentence: str
    alternative: str
    language: str
    width: int
    height: int
    frame_rate: int
    frames: int
    steps: tuple[Step, ...]
    pictures: tuple[str, ...] = ()
    numbers: tuple[tuple[PlacedNumber, ...], ...] = ()

    @property
    def seconds(self) -> float:
        """The length of the film in seconds."""
        return self.frames / self.frame_rate


_READER = TypeAdapter(Story)


def read_story(content: bytes) -> Story:
    """Return the story that a timeline's file holds.

    Raises:
        UserError: when the file holds something else.
    """
    try:
        return _READER.validate_json(content)
    except ValueError:
        raise UserError("what is kept of a figure's beats is no such thing; --force makes it again") from None
