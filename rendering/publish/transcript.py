"""Figures' captions as files: captions beside films, transcripts, hand-outs for print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rendering.batch.produce import Display, Request, produce
from rendering.cache.atomic_files import scratch, write_output
from rendering.cache.store import Store
from rendering.outputs.typst_page import laid_out
from rendering.publish.target import MARK
from rendering.request.cues import subrip, webvtt
from rendering.request.results import Outcome, Rendered
from rendering.request.story import Story, read_story
from scenes.style import Theme

_MOST_ABREAST = 4


def stories(request: Request, store: Store, display: Display) -> tuple[list[Story], list[Outcome]]:
    """Return the beats of figures, in the order of the request, and the outcome of each.

    Args:
        request: its format is a timeline; its folder is not written to.
        store: folder of finished work.
        display: shows the progress.

    Raises:
        UserError: when the request cannot be fulfilled as it is.
    """
    with scratch() as folder:
        outcomes = produce(replace(request, folder=folder), store, display)
        rendered = [outcome for outcome in outcomes if isinstance(outcome, Rendered)]
        return [read_story(outcome.path.read_bytes()) for outcome in rendered], outcomes


def write_captions(told: Iterable[Story], folder: Path) -> None:
    """Write captions beside films: NAME.srt and NAME.vtt.

    Raises:
        OutputError: when a file cannot be written.
    """
    for story in told:
        if story.frames:
            for ending, text in (("srt", subrip), ("vtt", webvtt)):
                write_output(folder / f"{story.figure}.{ending}", text(story.steps, story.frame_rate).encode())


def transcript(told: Iterable[Story]) -> str:
    """Return the captions of figures with their times, as plain text, with descriptions of their last pictures."""
    return "\n\n".join("\n".join(_transcript(story)) for story in told) + "\n"


def _transcript(story: Story) -> Iterator[str]:
    length = f" ({story.seconds:.1f} s)" if story.frames else ""
    yield f"{story.figure}{length}"
    yield _line(story.sentence)
    yield ""
    for step in story.steps:
        if step.caption.strip():
            yield (
                f"  {minutes(step.first / story.frame_rate)}  {_line(step.caption)}"
                if story.frames
                else (f"  {_line(step.caption)}")
            )
    if story.alternative != story.sentence:
        yield ""
        yield f"  [{_line(story.alternative)}]"


def _line(text: str) -> str:
    return " ".join(text.split())


def minutes(seconds: float) -> str:
    """Return a time as people write it: ``1:02.5``."""
    tenths = round(seconds * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def handout(told: Sequence[Story], theme: Theme, title: str) -> bytes:
    """Return a printable PDF (A4) with the end of every beat, as outlines, and its caption.

    Args:
        told: at least one figure, with the pictures of its beats.
        theme: the pictures' colours.
        title: the document's title.
    """
    across = told[0].width / told[0].height
    given = {
        "title": title,
        "mark": MARK,
        "language": told[0].language,
        "columns": min(_MOST_ABREAST, max(2, round(2.6 / across))),
        "background": theme.background,
        "ink": theme.ink,
        "dim": theme.dim,
        "faint": theme.faint,
        "figures": [_told(story) for story in told],
    }
    return laid_out("handout.typ", given, "pdf")


def _told(story: Story) -> dict[str, object]:
    last = len(story.pictures) - 1
    steps = [
        {
            "caption": _line(step.caption),
            "time": minutes(step.end / story.frame_rate) if story.frames else "",
            "picture": picture,
            "alternative": _line(story.alternative if place == last else step.caption) or story.figure,
        }
        for place, (step, picture) in enumerate(zip(story.steps, story.pictures, strict=True))
    ]
    return {"name": story.figure, "sentence": _line(story.sentence), "steps": steps}
