"""What a rendered file is made of, and what is left of one that fails."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from rendering.drawing import draw
from rendering.encoder import encoding
from rendering.planning import plan
from rendering.settings import read_settings
from rendering.shot import Quality, Shot
from rendering.store import OutputError, publish, reason, workspace
from rendering.worker import Folders, Rendered, render_shot
from scenes.figure import Beat
from scenes.style import DARK

TINY = Quality("tiny", 160, 90, 10)
pytestmark = pytest.mark.usefixtures("samples")


def a_shot(name: str, *assignments: str, quality: Quality = TINY) -> Shot:
    return plan([name], read_settings(assignments), quality)[0]


@pytest.fixture
def render(tmp_path: Path, typeset: Path) -> Callable[[Shot], Rendered]:
    def run(shot: Shot) -> Rendered:
        with workspace(tmp_path) as unfinished:
            return render_shot(shot, Folders(tmp_path, unfinished, typeset), lambda seconds: None)

    return run


def atoms(path: Path) -> list[str]:
    """The names of an MP4 file's top-level boxes, in order."""
    data, position, names = path.read_bytes(), 0, []
    while position < len(data):
        size, name = struct.unpack(">I4s", data[position : position + 8])
        names.append(name.decode())
        position += size
    return names


def test_film_plays_everywhere(render: Callable[[Shot], Rendered]) -> None:
    path = render(a_shot("sample-moving")).path
    assert path.name == "sample-moving.mp4"
    names = atoms(path)
    assert names.index("moov") < names.index("mdat")
    with av.open(str(path)) as film:
        assert [stream.type for stream in film.streams] == ["video"]
        stream = film.streams.video[0]
        context = stream.codec_context
        assert (context.name, context.pix_fmt, context.width, context.height) == ("h264", "yuv420p", 160, 90)
        assert context.profile == "High"
        assert stream.average_rate == 10
        assert (context.colorspace, context.color_range) == (1, 1)


def test_film_lasts_as_long_as_its_beats(render: Callable[[Shot], Rendered], typeset: Path) -> None:
    shot = a_shot("sample-moving", "steps=3", "seconds=0.5")
    beats: list[Beat] = []
    counted: list[int] = []
    draw(
        shot, typeset, on_frame=lambda frame, repeat: counted.append(repeat), on_beat=lambda _, beat: beats.append(beat)
    )
    with av.open(str(render(shot).path)) as film:
        stream = film.streams.video[0]
        assert stream.duration is not None and stream.time_base is not None
        seconds = float(stream.duration * stream.time_base)
        times = [frame.time for frame in film.decode(video=0)]
    assert len(times) == sum(counted)
    assert np.diff([time for time in times if time is not None]) == pytest.approx(1 / 10)
    assert seconds == pytest.approx(beats[-1].end, abs=1 / 10)
    assert sum(beat.end - beat.start for beat in beats) == pytest.approx(seconds, abs=1 / 10)
    assert seconds == pytest.approx(3 * (0.5 + 0.2), abs=1 / 10)


def test_same_shot_gives_same_file(render: Callable[[Shot], Rendered]) -> None:
    first = render(a_shot("sample-moving")).path.read_bytes()
    assert render(a_shot("sample-moving")).path.read_bytes() == first


def test_still_is_a_picture_of_the_same_size(render: Callable[[Shot], Rendered]) -> None:
    with Image.open(render(a_shot("sample-still")).path) as image:
        assert (image.format, image.size, image.mode) == ("PNG", (160, 90), "RGB")
        assert "#{:02x}{:02x}{:02x}".format(*image.getpixel((2, 2))) == DARK.background  # type: ignore[misc]


@pytest.mark.parametrize("size", [(160, 90), (90, 160), (100, 100)])
def test_shorter_side_is_eight_units_in_every_format(size: tuple[int, int], typeset: Path) -> None:
    frame = draw(a_shot("sample-still", "sides=4,4", quality=Quality("odd", *size, 10)), typeset)
    assert frame.shape == (size[1], size[0], 4)
    inked = np.argwhere((frame[..., :3] != frame[0, 0, :3]).any(axis=-1))
    assert np.ptp(inked, axis=0) == pytest.approx(min(size) / 2, abs=2)


def test_colours_survive_encoding(tmp_path: Path) -> None:
    frame = np.zeros((64, 64, 4), np.uint8)
    frame[:] = (0xF3, 0x62, 0x5D, 255)
    with encoding(tmp_path / "a.mp4", Quality("square", 64, 64, 10)) as encoder:
        encoder.write(frame, 3)
    with av.open(str(tmp_path / "a.mp4")) as film:
        (first, *rest) = film.decode(video=0)
    assert len(rest) == 2
    luma, blue, red = (int(np.frombuffer(plane, np.uint8)[0]) for plane in first.planes)
    assert (luma, blue, red) == pytest.approx((126.3, 111.2, 191.9), abs=2)  # by ITU-R BT.709, limited range


@pytest.mark.parametrize(
    ("name", "file"), [("sample-broken", "sample-broken.mp4"), ("sample-moving", "sample-moving.mp4")]
)
def test_failure_keeps_the_finished_file(
    name: str, file: str, tmp_path: Path, render: Callable[[Shot], Rendered], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).write_bytes(b"finished before")
    if name == "sample-moving":
        monkeypatch.setattr(
            "rendering.encoder.VideoEncoder._encode",
            lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")),
        )
    with pytest.raises((RuntimeError, OSError)):
        render(a_shot(name))
    assert (tmp_path / file).read_bytes() == b"finished before"
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_encoding_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), encoding(tmp_path / "a.mp4", TINY) as encoder:
        encoder.write(np.zeros((90, 160, 4), np.uint8))
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


def test_encoding_into_nowhere(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), encoding(tmp_path / "missing" / "a.mp4", TINY) as encoder:
        encoder.write(np.zeros((90, 160, 4), np.uint8))


def test_publishing_replaces_whole_files(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("new")
    (tmp_path / "name").write_text("old")
    publish(tmp_path / "new", tmp_path / "name")
    assert [path.name for path in tmp_path.iterdir()] == ["name"]
    assert (tmp_path / "name").read_text() == "new"


def test_workspace_goes_however_it_ends(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), workspace(tmp_path / "deep" / "out") as path:
        (path / "partial").write_text("half")
        raise KeyboardInterrupt
    assert not list((tmp_path / "deep" / "out").iterdir())


@pytest.mark.parametrize("name", ["file", "file/below", "nul\0"])
def test_folder_that_cannot_be_written_to(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("not a folder")
    why = {"file": "File exists", "file/below": "Not a directory", "nul\0": "embedded null byte"}[name]
    with pytest.raises(OutputError) as caught, workspace(Path(name)):
        pytest.fail("it cannot be written to")
    shown = name.replace("\0", "\\x00")
    assert str(caught.value) == f'cannot write to folder "{shown}": {why}'


def test_reasons_are_one_line() -> None:
    assert reason(OSError(28, "No space left on device", "/some/path")) == "No space left on device"
    assert reason(ValueError("first\nsecond")) == "first"
    assert reason(ValueError()) == "ValueError"
