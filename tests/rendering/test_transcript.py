"""Captions beside and beneath films, transcripts and hand-outs; words are never read as markup."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
import srt
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from rendering.encode.h264 import joined
from rendering.outputs.beats import timeline
from rendering.outputs.burned_captions import Strip
from rendering.outputs.film import make
from rendering.outputs.output import Making
from rendering.outputs.typst_page import laid_out
from rendering.plan.plan import plan
from rendering.publish.transcript import handout, minutes, transcript
from rendering.request.cues import subrip, unmarked, webvtt
from rendering.request.formats import Film, Timeline
from rendering.request.settings import Settings
from rendering.request.shot import Quality, Shot
from rendering.request.story import Step, Story, read_story
from scenes.style import DARK, THEMES

TINY = Quality("tiny", 160, 90, 10)
GROUND = ImageColor.getrgb(DARK.background)
EVIL = '#read("/etc/passwd") #let x = 1; $x$ *a* @b <c> \\ "'
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def shot_of(name: str, form: Film | Timeline, quality: Quality = TINY) -> Shot:
    (shot,) = plan([name], Settings(), quality, form)
    return shot


@pytest.fixture
def told(samples: None, typeset: Path) -> list[Story]:
    shots = (shot_of(f"sample-{name}", Timeline(pictures=True)) for name in ("moving", "still"))
    return [read_story(timeline(shot, typeset)) for shot in shots]


# --- Captions beside films ------------------------------------------------------------------------------------------


def test_captions_are_the_beats_in_time() -> None:
    steps = [Step("a", "First, & <b>.", 0, 90), Step("b", "No time.", 90, 90), Step("c", "Then\nthis.", 90, 216_120)]
    assert webvtt(steps, 60) == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nFirst, &amp; &lt;b&gt;.\n\n"
        "00:00:01.500 --> 01:00:02.000\nThen this.\n"
    )
    assert subrip(steps, 60) == (
        "1\n00:00:00,000 --> 00:00:01,500\nFirst, & ‹b>.\n\n2\n00:00:01,500 --> 01:00:02,000\nThen this.\n\n"
    )


@given(st.lists(st.tuples(TEXTS, st.integers(0, 200)), max_size=6), st.sampled_from([10, 15, 24, 30, 60]))
def test_every_caption_can_be_read_back(parts: list[tuple[str, int]], rate: int) -> None:
    steps, first = [], 0
    for text, length in parts:
        steps.append(Step("a", text, first, first + length))
        first += length
    said = [step for step in steps if step.end > step.first and step.caption.strip()]
    read = list(srt.parse(subrip(steps, rate)))
    assert [each.content for each in read] == [unmarked(step.caption) for step in said]
    for each, step in zip(read, said, strict=True):
        assert abs(each.start.total_seconds() * rate - step.first) <= 0.0005 * rate + 1e-9
        assert abs(each.end.total_seconds() * rate - step.end) <= 0.0005 * rate + 1e-9
    assert webvtt(steps, rate).count(" --> ") == len(said)


def test_a_transcript_is_plain_text(told: list[Story]) -> None:
    described = replace(told[1], alternative="A rectangle, 2.00 wide.")
    assert transcript([told[0], described]) == (
        "sample-moving (1.2 s)\n"
        "A dot moves to the right, beat by beat.\n\n"
        "  0:00.0  The dot moves for the 1. time.\n"
        "  0:00.6  The dot moves for the 2. time.\n\n"
        "sample-still\n"
        "A rectangle that does not move.\n\n"
        "  A rectangle.\n\n"
        "  [A rectangle, 2.00 wide.]\n"
    )


@given(st.integers(0, 100_000))
def test_times_are_written_as_people_do(tenths: int) -> None:
    minute, _, seconds = minutes(tenths / 10).partition(":")
    assert len(seconds) == 4 and round(600 * int(minute) + 10 * float(seconds)) == tenths


# --- Hand-outs ------------------------------------------------------------------------------------------------------


def test_a_handout_is_a_pdf_of_all_beats(told: list[Story]) -> None:
    pdf = handout(told, THEMES["print"], "Talk")
    assert pdf.startswith(b"%PDF-") and pdf == handout(told, THEMES["print"], "Talk"), "the same each time"
    assert re.search(rb"/MediaBox ?\[0 0 595\.\d+ 841\.\d+\]", pdf), "A4"
    assert b"/Subtype /Image" not in pdf, "outlines, not pixels"
    many = [told[0]] * 30
    assert len(handout(many, THEMES["print"], "Talk")) > len(pdf)


def queried(selector: str, given_: dict[str, object]) -> list[dict[str, object]]:
    """Return the result of Typst's own query on our data."""
    root = Path(__file__).parents[2] / "assets" / "typst"
    source = (root / "handout.typ").read_bytes()
    compiler = typst.Compiler(source, sys_inputs={"given": json.dumps(given_)})
    return json.loads(compiler.query(selector))


def test_words_are_never_typsts_code(told: list[Story], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, dict[str, object]] = {}
    monkeypatch.setattr(
        "rendering.publish.transcript.laid_out", lambda template, given_, kind: seen.update({template: given_}) or b""
    )
    evil = replace(
        told[0],
        figure=EVIL,
        sentence=EVIL,
        alternative=EVIL,
        steps=tuple(Step(EVIL, EVIL, 0, 5) for _ in told[0].steps),
    )
    handout([evil], THEMES["print"], EVIL)
    given_ = seen["handout.typ"]
    (heading,) = queried("heading", given_)
    assert heading["body"] == {"func": "text", "text": EVIL}
    pictures = queried("image", given_)
    assert [picture["alt"] for picture in pictures] == [EVIL, EVIL]
    assert laid_out("handout.typ", given_, "pdf").startswith(b"%PDF-")


# --- Captions beneath the picture -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("clear", [False, True])
def test_captions_stand_beneath_a_smaller_picture(clear: bool, typeset: Path, tmp_path: Path) -> None:
    quality = Quality("small", 640, 360, 10)
    shot = shot_of("sample-moving", Film(burned=True, container="png", clear=clear), quality)
    inner = Strip(shot).inner
    assert inner.quality.width / inner.quality.height == pytest.approx(16 / 9, rel=0.01)
    burned, plain = (
        pictures(joined(make(each, Making(typeset, tmp_path)).pieces, 10, tmp_path / "joined"))
        for each in (shot, replace(inner, format=Film(container="png", clear=clear)))
    )
    assert burned.shape[:3] == (12, 360, 640)
    height, width = plain.shape[1:3]
    left = (640 - width) // 2
    assert np.array_equal(burned[:, :height, left : left + width], plain), "the picture is whole and as it was"
    strips = burned[:, height:]
    inked = strips[..., 3] > 128 if clear else strips[..., 0] > 128
    assert (inked.sum(axis=(1, 2)) > 100).all()
    changes = [number for number in range(1, 12) if not np.array_equal(strips[number], strips[number - 1])]
    assert changes == [6], "the caption changes with the beat"


def pictures(content: bytes) -> np.ndarray:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return np.stack([np.asarray(Image.open(io.BytesIO(archive.read(name)))) for name in archive.namelist()])


@pytest.mark.usefixtures("samples")
def test_a_film_shared_by_processes_has_its_captions_too(typeset: Path, tmp_path: Path) -> None:
    """Each draws some of the plays; whichever, the caption is the one being told."""
    shot = shot_of("sample-moving", Film(burned=True), Quality("small", 320, 180, 10))
    whole = make(shot, Making(typeset, tmp_path)).pieces
    halves = [
        make(shot, Making(typeset, tmp_path, takes=lambda play, half=half: play % 2 == half)).pieces for half in (0, 1)
    ]
    frames = []
    for pieces in (whole, [piece for half in halves for piece in half]):
        with av.open(io.BytesIO(joined(pieces, 10, tmp_path / "joined.mp4"))) as container:
            frames.append(np.stack([frame.to_ndarray(format="gray") for frame in container.decode(video=0)]))
    assert np.abs(frames[0].astype(int) - frames[1]).max() < 40
    assert np.abs(frames[0][:, 156:].astype(int) - frames[1][:, 156:]).mean() < 1


@pytest.mark.usefixtures("samples")
def test_a_picture_has_its_caption_too(typeset: Path, tmp_path: Path) -> None:
    shot = shot_of("sample-still", Film(burned=True), Quality("small", 320, 180, 10))
    (piece,) = make(shot, Making(typeset, tmp_path)).pieces
    picture = np.asarray(Image.open(io.BytesIO(piece.content))).astype(int)
    assert picture.shape == (180, 320, 3)
    assert (picture[156:, :, 0] > 100).sum() > 20
    assert tuple(picture[0, 0]) == GROUND


@settings(max_examples=25)
@given(
    st.text(st.characters(max_codepoint=0x17F, exclude_categories=["Cc"]), max_size=400),
    st.sampled_from([(320, 180), (180, 320), (200, 200)]),
)
def test_no_caption_leaves_the_strip(caption: str, size: tuple[int, int]) -> None:
    (shot,) = plan(["attention-update-apple"], Settings(), Quality("small", *size, 10), Film(burned=True))
    strip = Strip(shot)
    inner = strip.inner.quality
    blank = np.full((inner.height, inner.width, 4), (*GROUND, 255), np.uint8)
    frame, rows = strip.framed(blank, [], caption)
    assert rows == ([(inner.height, size[1])] if caption else [])
    margin = round((size[1] - inner.height) * 0.04)
    assert (frame[: inner.height + margin, :, :3] == GROUND).all() and (
        frame[size[1] - margin :, :, :3] == GROUND
    ).all()
    same, unchanged = strip.framed(blank, [], caption)
    assert unchanged == [] and np.array_equal(same, frame)


def test_long_captions_are_set_smaller_rather_than_cut() -> None:
    room = {"width": 300, "height": 24, "size": 7, "ink": DARK.ink, "language": "en"}
    short, long = (
        np.asarray(Image.open(io.BytesIO(laid_out("caption.typ", {**room, "caption": text}, "png"))))
        for text in ("word " * 5, "word " * 60)
    )
    assert short.shape == long.shape == (24, 300, 4)
    assert long[..., 3].sum() > 2 * short[..., 3].sum()
    assert long[[0, -1], :, 3].max() < 255
