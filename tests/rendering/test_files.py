"""The contents of a rendered file, and the leftovers of one that fails."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from rendering.batch.worker import Desk, Task, work
from rendering.cache.atomic_files import OutputError, publish, reason, require_writable, scratch, sweep, write_whole
from rendering.draw.renderer import draw
from rendering.encode.h264 import encoding, joined
from rendering.plan.plan import plan
from rendering.request.formats import Film
from rendering.request.results import Failed
from rendering.request.settings import read_settings
from rendering.request.shot import Quality, Shot
from scenes.errors import shown
from scenes.figure import Beat
from scenes.style import DARK

ROOT = Path(__file__).parents[2]
TINY = Quality("tiny", 160, 90, 10)
pytestmark = pytest.mark.usefixtures("samples")


def a_shot(name: str, *assignments: str, quality: Quality = TINY, film: Film | None = None) -> Shot:
    return plan([name], read_settings(assignments), quality, film)[0]


@pytest.fixture
def render(tmp_path: Path) -> Callable[[Shot], Path]:
    def run(shot: Shot) -> Path:
        np.zeros(3).tofile(tmp_path / "progress")
        made = work(Task(shot, 0, Desk(tmp_path, tmp_path / "progress", tmp_path / "store")))
        assert not isinstance(made, Failed), made.details
        path = tmp_path / shot.file_name
        path.write_bytes(joined(made.pieces, shot.quality.frame_rate, tmp_path / "joined.mp4"))
        return path

    return run


def atoms(path: Path) -> list[str]:
    """The names of an MP4 file's top-level boxes, in order."""
    data, position, names = path.read_bytes(), 0, []
    while position < len(data):
        size, name = struct.unpack(">I4s", data[position : position + 8])
        names.append(name.decode())
        position += size
    return names


def test_film_plays_everywhere(render: Callable[[Shot], Path]) -> None:
    path = render(a_shot("sample-moving"))
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


def test_film_lasts_as_long_as_its_beats(render: Callable[[Shot], Path], typeset: Path) -> None:
    shot = a_shot("sample-moving", "steps=3", "seconds=0.5")
    beats: list[Beat] = []
    counted: list[int] = []
    draw(
        shot,
        typeset,
        on_frame=lambda frame, repeat, rows: counted.append(repeat),
        on_beat=lambda _, beat: beats.append(beat),
    )
    with av.open(str(render(shot))) as film:
        stream = film.streams.video[0]
        assert stream.duration is not None and stream.time_base is not None
        seconds = float(stream.duration * stream.time_base)
        times = [frame.time for frame in film.decode(video=0)]
    assert len(times) == sum(counted)
    assert np.diff([time for time in times if time is not None]) == pytest.approx(1 / 10)
    assert seconds == pytest.approx(beats[-1].end, abs=1 / 10)
    assert sum(beat.end - beat.start for beat in beats) == pytest.approx(seconds, abs=1 / 10)
    assert seconds == pytest.approx(3 * (0.5 + 0.2), abs=1 / 10)


def test_same_shot_gives_same_file(render: Callable[[Shot], Path]) -> None:
    first = render(a_shot("sample-moving")).read_bytes()
    assert render(a_shot("sample-moving")).read_bytes() == first


def test_still_is_a_picture_of_the_same_size(render: Callable[[Shot], Path]) -> None:
    with Image.open(render(a_shot("sample-still"))) as image:
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


def test_encoding_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), encoding(tmp_path / "a.mp4", TINY) as encoder:
        encoder.write(np.zeros((90, 160, 4), np.uint8))
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


def test_encoding_into_nowhere(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), encoding(tmp_path / "missing" / "a.mp4", TINY) as encoder:
        encoder.write(np.zeros((90, 160, 4), np.uint8))


def test_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "name").write_text("old")
    write_whole(tmp_path / "name", b"new", lasting=True)
    assert (tmp_path / "name").read_text() == "new"
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "name", b"newer")
    assert (tmp_path / "name").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["name"]


def test_scratch_folder_goes_however_it_ends() -> None:
    with pytest.raises(KeyboardInterrupt), scratch() as path:
        (path / "partial").write_text("half")
        raise KeyboardInterrupt
    assert not path.exists()


def test_what_killed_processes_left_is_swept(tmp_path: Path) -> None:
    program = (
        "import sys, rendering.cache.atomic_files as f, os; "
        "w = f._temporary(f.Path(sys.argv[1])); w.__enter__(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, check=False)
    (tmp_path / ".rendering-0.unfinished").mkdir()
    (tmp_path / "finished").write_text("")
    assert len(list(tmp_path.iterdir())) == 3
    with scratch() as kept:
        sweep(kept.parent)
        assert kept.exists()
    require_writable(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["finished"]


def test_only_what_we_left_is_swept(tmp_path: Path, no_waiting: None) -> None:
    os.mkfifo(tmp_path / ".rendering-x")
    os.mkfifo(tmp_path / ".rendering-1.unfinished")
    (tmp_path / "kept").mkdir()
    (tmp_path / ".rendering-2.unfinished").symlink_to(tmp_path / "kept")
    (tmp_path / ".rendering-notes").write_text("the user's")
    (tmp_path / ".rendering-3.unfinished").write_text("another user's")
    os.chown(tmp_path / ".rendering-3.unfinished", 65534, -1) if os.geteuid() == 0 else None
    before = set(tmp_path.iterdir()) - (set() if os.geteuid() == 0 else {tmp_path / ".rendering-3.unfinished"})
    (tmp_path / ".rendering-4.unfinished").write_text("left")
    require_writable(tmp_path)
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_files_have_the_mode_that_the_user_wants(mask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        publish(tmp_path / "film", b"film", "{}")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {mode}


def test_what_is_no_file_is_never_replaced(tmp_path: Path, no_waiting: None) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "kept").write_text("the user's")
    (tmp_path / "link").symlink_to("kept")
    reasons = {
        "pipe": "it is a named pipe, not a regular file",
        "folder": "Is a directory",
        "link": "it is a symbolic link, not a regular file",
    }
    for name, why in reasons.items():
        with pytest.raises(OSError) as caught:
            write_whole(tmp_path / name, b"film")
        assert caught.value.strerror == why
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "kept", "link", "pipe"]
    assert (tmp_path / "kept").read_text() == "the user's"


def test_a_record_goes_with_its_file_and_what_is_no_record_stays(tmp_path: Path, no_waiting: None) -> None:
    film, record = tmp_path / "film.mp4", tmp_path / "film.mp4.json"
    publish(film, b"one", '{"form": 1, "figure": "a", "sha256": "", "shot": ""}')
    publish(film, b"two", None)
    assert film.read_bytes() == b"two" and not record.exists()
    record.write_text('{"the": "user\'s"}')
    publish(film, b"three", None)
    assert record.read_text() == '{"the": "user\'s"}'
    record.unlink()
    os.mkfifo(record)
    publish(film, b"four", None)
    with pytest.raises(OutputError) as caught:
        publish(film, b"five", "{}")
    assert str(caught.value) == f"cannot write to folder {shown(tmp_path)}: it is a named pipe, not a regular file"


def test_variable_rate_shows_the_same_with_fewer_frames(render: Callable[[Shot], Path]) -> None:
    times = []
    for film in (Film(), Film(variable_rate=True)):
        with av.open(str(render(a_shot("sample-moving", "steps=3", film=film)))) as video:
            stream = video.streams.video[0]
            assert stream.duration is not None and stream.time_base is not None
            times.append((float(stream.duration * stream.time_base), len(list(video.decode(video=0)))))
    (constant, many), (variable, few) = times
    assert variable == pytest.approx(constant, abs=0.1) and few < many


@pytest.mark.parametrize("name", ["file", "file/below", "nul\0"])
def test_folder_that_cannot_be_written_to(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("not a folder")
    why = {"file": "Not a directory", "file/below": "Not a directory", "nul\0": "embedded null byte"}[name]
    with pytest.raises(OutputError) as caught:
        require_writable(Path(name))
    shown = name.replace("\0", "\\x00")
    assert str(caught.value) == f'cannot write to folder "{shown}": {why}'


def test_reasons_are_one_line() -> None:
    assert reason(OSError(28, "No space left on device", "/some/path")) == "No space left on device"
    assert reason(ValueError("first\nsecond")) == "first"
    assert reason(ValueError()) == "ValueError"
