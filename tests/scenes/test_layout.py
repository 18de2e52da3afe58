"""Nothing leaves the frame, overlaps or is too small to read, at the end of every beat of every figure."""

from __future__ import annotations

from itertools import combinations

import pytest

from scenes import FIGURES
from scenes.parts.plane.labels import inside_length, overlap
from scenes.stage import MARGIN, Stage
from tests.scenes.harness import Snapshot, default_run

LONGEST = {"attention-table-kqv": 45}
"""Seconds, where a figure tells what several others told."""

FRAME_MARGIN = 0.15
"""Scene units that the header and the line at the foot keep from the edge: their baselines lie in the margin."""

LEAST_CAPITALS = 14 / 90
"""Scene units: 14 pixels at 720p, where the frame's 8 units are 720 pixels high."""


def problems(snapshot: Snapshot, stage: Stage) -> list[str]:
    """All that is wrong with a frame, in words."""
    found = []
    for kind, box in snapshot.ink:
        edge = min(
            box[0] + stage.width / 2, stage.width / 2 - box[2], box[1] + stage.height / 2, stage.height / 2 - box[3]
        )
        if edge < (FRAME_MARGIN if kind in ("HeaderPhrase", "FootLine") else MARGIN - 0.02):
            found.append(f"{kind} comes within {edge:.2f} of the frame's edge")
    for first, second in combinations(snapshot.texts, 2):
        if overlap(first.box, second.box) > 0.002:
            found.append(f"{first.says!r} and {second.says!r} overlap")
    for text in snapshot.texts:
        if text.cap_height < LEAST_CAPITALS:
            found.append(f"{text.says!r} has capitals of {text.cap_height * 90:.1f} pixels at 720p")
        if any(overlap(text.box, tip) > 0.0005 for tip in snapshot.tips):
            found.append(f"{text.says!r} is on the tip of an arrow")
        inner = (text.box[0] + 0.03, text.box[1] + 0.03, text.box[2] - 0.03, text.box[3] - 0.03)
        if any(inside_length(((a[0], a[1]), (b[0], b[1])), inner) > 0.02 for a, b in snapshot.shafts):
            found.append(f"{text.says!r} is on the line of an arrow")
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_layout(name: str) -> None:
    run = default_run(name)
    assert run.snapshots
    found = {snapshot.beat.name: problems(snapshot, run.figure.stage) for snapshot in run.snapshots}
    assert not any(found.values()), found


@pytest.mark.parametrize("name", FIGURES)
def test_beats_are_named_and_captioned(name: str) -> None:
    beats = [snapshot.beat for snapshot in default_run(name).snapshots]
    assert len({beat.name for beat in beats}) == len(beats)
    for beat in beats:
        assert beat.caption[0].isupper() or not beat.caption[0].isalpha()
        assert beat.caption[-1] in ".?!"
        assert beat.end >= beat.start
    if FIGURES[name].kind == "video":
        assert 8 <= beats[-1].end <= LONGEST.get(name, 25)
