"""Twins: each pane is the single film, beats begin together, and what is underlined is what differs."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
import srt
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import render
from rendering.outputs.beats import timeline
from rendering.publish.twin import aligned, differing, layout, pane_quality
from rendering.request import shot
from rendering.request.formats import Timeline
from rendering.request.shot import QUALITIES, Quality, Shot
from rendering.request.story import PlacedNumber, Step, read_story
from scenes import load_figure
from scenes.parts.text.number import Number, Tick
from scenes.style import DEFAULT
from scenes.worlds import load_world
from tests.scenes.harness import Snapshot, run

RATE = 10
LOW = Quality("low", 160, 90, RATE)
MOVING, STILL = "sample-moving", "sample-still"


@pytest.fixture
def call(samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", LOW)
    return lambda *arguments: CliRunner().invoke(render.main, [*arguments, "-q", "low", "-j", "1"])


def frames(content: bytes) -> np.ndarray:
    with av.open(io.BytesIO(content)) as film:
        return np.stack([frame.to_ndarray(format="gray") for frame in film.decode(video=0)]).astype(int)


def steps(*lengths: tuple[str, int]) -> list[Step]:
    ends = np.cumsum([0, *(length for _, length in lengths)]).tolist()
    return [Step(name, "", first, end) for (name, _), first, end in zip(lengths, ends, ends[1:], strict=False)]


@pytest.mark.parametrize("frame", list(shot.FRAMES))
@pytest.mark.parametrize("quality", list(QUALITIES))
def test_panes_and_titles_lie_in_the_frame_and_apart(quality: str, frame: str) -> None:
    whole = QUALITIES[quality].framed(frame)
    places = layout(whole)
    boxes = [*places.panes, *places.titles]
    for box in [*boxes, places.rule]:
        assert box.x >= 0 and box.y >= 0 and box.x + box.width <= whole.width and box.y + box.height <= whole.height
        assert not any(length % 2 for length in (box.x, box.y, box.width, box.height)), "colours have half as many"
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            across = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert across or one.y + one.height <= other.y or other.y + other.height <= one.y
    assert pane_quality(whole) == replace(whole, width=places.side, height=places.side)
    # 8/9 of the frame's height side by side in 16:9, since a title takes a ninth.
    if frame == "16:9":
        assert places.side == pytest.approx(min(whole.height * 8 / 9, whole.width / 2), abs=8)


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_no_beat_is_lost_or_out_of_order(left: list[str], right: list[str]) -> None:
    pairs = aligned(steps(*((name, 1) for name in left)), steps(*((name, 1) for name in right)))
    assert [one.name for one, _ in pairs if one] == left and [other.name for _, other in pairs if other] == right
    if left == right:
        assert all(one and other and one.name == other.name for one, other in pairs)


def test_a_beat_that_only_one_film_has_is_alone() -> None:
    left, right = steps(("a", 2), ("b", 3)), steps(("a", 1), ("more", 5), ("b", 3))
    assert aligned(left, right) == [(left[0], right[0]), (None, right[1]), (left[1], right[2])]


def test_numbers_differ_by_their_digits_not_by_a_small_move() -> None:
    apple, moved = PlacedNumber("1.6", 10, 10, 20, 14), PlacedNumber("1.6", 14, 12, 24, 16)
    assert differing([apple], [moved], near=5) == ([], [])
    assert differing([apple], [moved], near=3) == ([apple], [moved])
    assert differing([apple], [replace(moved, text="1.7")], near=5) == ([apple], [replace(moved, text="1.7")])
    assert differing([apple], [replace(moved, entry=1)], near=5) == ([apple], [replace(moved, entry=1)])
    assert differing([apple, apple], [moved], near=5) == ([apple], []), "each has one counterpart"


@pytest.mark.parametrize("name", ["attention-update-apple", "attention-table-softmax"])
def test_placed_numbers_are_those_that_the_figure_shows(name: str, tmp_path: Path) -> None:
    """The numbers of a timeline are those that the harness reads from the same figure in the same frame."""
    figure = load_figure(name)
    quality = QUALITIES["low"].framed("1:1")
    parameters, world = figure.read_parameters({"phrase": "an apple and a phone"}), load_world(figure.world_name)
    drawn = Shot(name, parameters, world, quality, Timeline(numbers=True), DEFAULT.of_figure(name))
    story = read_story(timeline(drawn, tmp_path))
    told: list[Snapshot] = run(name, {"phrase": "an apple and a phone"}, frame="1:1").snapshots
    assert len(story.numbers) == len(story.steps) == len(told)
    for placed, seen in zip(story.numbers, told, strict=True):
        texts = [text.mobject for text in seen.texts]
        expected = sorted(each.drawn for each in texts if isinstance(each, Number) and not isinstance(each, Tick))
        assert sorted(number.text for number in placed) == expected
        assert all(0 <= number.left < number.right <= quality.width for number in placed)
        assert all(0 <= number.top < number.bottom <= quality.height for number in placed)


def test_each_pane_is_the_single_film_and_waits_for_the_other(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = call("twin", MOVING, "--left", "seconds=0.2", "--right", "seconds=0.6", "-o", "twin.mp4")
    assert result.exit_code == 0, result.output
    places, twin = layout(LOW), frames(Path("twin.mp4").read_bytes())
    monkeypatch.setitem(shot.QUALITIES, "low", pane_quality(LOW))
    singles, render_one = [], ("render", MOVING, "--frame", "1:1")
    for seconds in ("0.2", "0.6"):
        assert call(*render_one, "--set", f"seconds={seconds}", "--out", seconds).exit_code == 0
        singles.append(frames((Path(seconds) / f"{MOVING}.mp4").read_bytes()))
    short, long = 4, 8  # frames of a beat: 0.2 or 0.6 s of motion, 0.2 s of rest
    assert len(twin) == 2 * long and [len(film) for film in singles] == [2 * short, 2 * long]
    for pane, film, length in zip(places.panes, singles, (short, long), strict=True):
        shown = twin[:, pane.y : pane.y + pane.height, pane.x : pane.x + pane.width]
        for time, picture in enumerate(shown):
            beat, within = divmod(time, long)
            assert np.abs(picture - film[beat * length + min(within, length - 1)]).mean() < 1.5
    cues = list(srt.parse(Path("twin.srt").read_text()))
    assert [cue.start.total_seconds() for cue in cues] == [0.0, long / RATE]
    assert cues[0].content == "The dot moves for the 1. time.", "said once where it is the same"
    assert Path("twin.txt").read_text().startswith(MOVING)


def test_a_still_twin_is_two_pictures(call: Callable[..., Result]) -> None:
    given = ("twin", STILL, "--right", "sides=4,1", "--titles", "wide", "wider", "-o", "twin.png")
    assert call(*given).exit_code == 0
    picture, places = np.asarray(Image.open("twin.png").convert("L"), int), layout(LOW)
    left, right = (picture[p.y : p.y + p.height, p.x : p.x + p.width] for p in places.panes)
    assert picture.shape == (90, 160) and (left != right).any() and left.max() > left.min()
    assert call(*given).exit_code == 0, "ours is replaced"
    Path("twin.png").write_bytes(b"not ours")
    assert call(*given).exit_code == 2 and Path("twin.png").read_bytes() == b"not ours"


def test_sides_that_look_the_same_are_told(call: Callable[..., Result]) -> None:
    result = call("twin", STILL, "--right", "sides=2,1", "-o", "twin.png")
    assert result.exit_code == 0
    assert f"both sides look the same: {STILL} does not use what differs" in result.stderr.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([MOVING], "both sides are the same; change one: --right scaled=true, or phrase=…, world=…, axes=…"),
        ([MOVING, "--right", "steps"], '--right needs key=value, such as phrase=an apple and a phone; got "steps"'),
        ([MOVING, "--left", "step=3"], 'sample-moving has no parameter "step"; did you mean "steps"?'),
        ([STILL, "--right", "sides=1,1", "-o", "t.mp4"], "the picture is a PNG file, so its name ends in .png; got"),
        ([MOVING, "--right", "steps=3", "--type-scale", "1.2"], "larger type has no room in two panes; got"),
        ([MOVING, "--right", "world=nosuch"], 'unknown world "nosuch"'),
    ],
)
def test_mistakes_are_one_line(call: Callable[..., Result], arguments: list[str], message: str) -> None:
    result = call("twin", *arguments)
    assert result.exit_code == 2 and result.stderr.startswith(f"error: {message}"), result.stderr
    assert result.stderr.count("\n") == 1 and not Path("out").exists()
