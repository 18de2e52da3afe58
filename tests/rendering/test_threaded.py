"""A film that is encoded while it is drawn equals one that is encoded afterwards."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rendering.encode.h264 import VideoEncoder
from rendering.encode.threaded import Beside
from rendering.request.formats import Film
from rendering.request.shot import Quality

TINY = Quality("tiny", 64, 64, 10)
WRITES = st.lists(
    st.tuples(st.integers(0, 255), st.integers(1, 3), st.booleans(), st.booleans()), min_size=1, max_size=30
)


class Broken:
    """Cannot write its third frame.

    Attributes:
        frames: how many it has taken.
        ended: how it was ended.
    """

    def __init__(self) -> None:
        self.frames, self.ended = 0, ""

    def begin_play(self) -> None:
        pass

    def write(self, pixels: object, repeat: int = 1, rows: object = None) -> None:
        self.frames += 1
        if self.frames == 3:
            raise OSError(28, "No space left on device")

    def close(self) -> None:
        self.ended = "closed"

    def abort(self) -> None:
        self.ended = "aborted"


def blank() -> np.ndarray:
    return np.zeros((64, 64, 4), np.uint8)


@given(WRITES)
@settings(max_examples=20)
def test_the_file_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, writes: list[tuple[int, int, bool, bool]]
) -> None:
    folder = tmp_path_factory.mktemp("films")
    files, counted = [], []
    for name in ("alone", "beside"):
        path, pixels = folder / f"{name}.mp4", blank()
        encoder = VideoEncoder(path, TINY, Film())
        writer = Beside(encoder) if name == "beside" else encoder
        for grey, repeat, play_begins, known in writes:
            if play_begins:
                writer.begin_play()
            pixels[8:40] = grey
            rows = [(8, 40)] if known else None
            writer.write(pixels, repeat, rows)
            pixels[:] = 0  # it may change afterwards
            if rows:
                rows.clear()
        writer.close()
        files.append(path.read_bytes())
        counted.append(writer.frames)
    assert files[0] == files[1]
    assert counted[0] == counted[1]


@pytest.mark.parametrize("frames", [3, 40])
def test_what_could_not_be_written_is_said(frames: int) -> None:
    before, writer = sys.getswitchinterval(), Broken()
    beside = Beside(writer)
    with pytest.raises(OSError, match="No space left on device"):
        for _ in range(frames):
            beside.write(blank())
        beside.close()
    beside.abort()
    assert writer.ended == "aborted"
    assert writer.frames == 3, "PyAV crashes over a frame after one that could not be written"
    assert sys.getswitchinterval() == before
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("encoding")]


def test_giving_up_leaves_no_thread(tmp_path: Path) -> None:
    before = sys.getswitchinterval()
    beside = Beside(VideoEncoder(tmp_path / "a.mp4", TINY, Film()))
    for _ in range(20):
        beside.write(blank(), 50)
    beside.abort()
    assert sys.getswitchinterval() == before
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("encoding")]
