"""Every figure has a layout for every frame: nothing leaves it, overlaps or gets too small."""

from __future__ import annotations

import pytest

from rendering.request.shot import FRAMES, QUALITIES
from scenes import FIGURES
from tests.scenes.harness import run
from tests.scenes.test_layout import problems


@pytest.mark.parametrize("frame", [frame for frame in FRAMES if frame != "16:9"])
@pytest.mark.parametrize("name", FIGURES)
def test_layout_in_other_frames(name: str, frame: str) -> None:
    result = run(name, frame=frame, reading=False)
    found = {snapshot.beat.name: problems(snapshot, result.figure.stage) for snapshot in result.snapshots}
    assert not any(found.values()), found


@pytest.mark.parametrize(
    ("quality", "frame", "size"),
    [
        ("low", "16:9", (854, 480)),
        ("low", "4:3", (640, 480)),
        ("medium", "9:16", (720, 1280)),
        ("high", "9:16", (1080, 1920)),
        ("high", "1:1", (1080, 1080)),
        ("4k", "4:3", (2880, 2160)),
    ],
)
def test_size_of_a_frame(quality: str, frame: str, size: tuple[int, int]) -> None:
    framed = QUALITIES[quality].framed(frame)
    assert (framed.width, framed.height) == size
