"""Frames that are encoded in a thread of their own are encoded as in none, and what goes wrong there is raised here."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rendering.encode.beside import BesideWriter
from rendering.encode.h264 import VideoEncoder
from rendering.request.formats import Film
from rendering.request.shot import Quality

SMALL = Quality("small", 64, 36, 5)


class Noting:
    """A writer that notes all it is given, and can be told to fail."""

    def __init__(self, fails_at: int = -1) -> None:
        self.noted: list[Any] = []
        self.frames, self.fails_at = 0, fails_at

    def begin_play(self) -> None:
        self.noted.append("play")

    def write(self, pixels: Any, repeat: int = 1, rows: Any = None) -> None:
        if len(self.noted) == self.fails_at:
            raise OSError("the disk is full")
        self.noted.append((int(pixels[0, 0, 0]), repeat, rows))

    def close(self) -> None:
        self.noted.append("end")

    def abort(self) -> None:
        self.noted.append("given up")


@given(st.lists(st.one_of(st.none(), st.tuples(st.integers(1, 3), st.sampled_from([None, [], [(0, 2)]]))), max_size=30))
def test_everything_is_handed_on_in_order_though_the_picture_changes(steps: list[Any]) -> None:
    noting, threads = Noting(), threading.active_count()
    writer, pixels, expected = BesideWriter(noting), np.zeros((2, 2, 4), np.uint8), list[Any]()
    for number, step in enumerate(steps):
        pixels[:] = number
        if step is None:
            writer.begin_play()
        else:
            writer.write(pixels, *step)
        expected.append("play" if step is None else (number, *step))
    writer.close()
    assert noting.noted == [*expected, "end"]
    assert writer.frames == sum(step[0] for step in steps if step is not None)
    assert threading.active_count() == threads


def test_what_goes_wrong_is_raised_and_ends_the_thread() -> None:
    noting, threads = Noting(fails_at=3), threading.active_count()
    writer = BesideWriter(noting)
    with pytest.raises(OSError, match="the disk is full"):
        for _ in range(100):
            writer.write(np.zeros((2, 2, 4), np.uint8))
        writer.close()
    writer.abort()
    assert noting.noted[3:] == ["given up"] and threading.active_count() == threads
    late = BesideWriter(failing := Noting(fails_at=0))
    late.write(np.zeros((2, 2, 4), np.uint8))
    with pytest.raises(OSError, match="the disk is full"):
        late.close()
    late.abort()
    assert failing.noted == ["given up"] and threading.active_count() == threads


def test_the_film_is_the_same(tmp_path: Path) -> None:
    made = []
    for wrap in (lambda writer: writer, BesideWriter):
        path, chance = tmp_path / f"{len(made)}.mp4", np.random.default_rng(0)
        writer = wrap(VideoEncoder(path, SMALL, Film()))
        for number in range(12):
            writer.begin_play()
            writer.write(chance.integers(0, 255, (36, 64, 4), np.uint8), 1 + number % 3)
        writer.close()
        made.append(path.read_bytes())
    assert made[0] == made[1]
