"""The bench's measure of how alike two films are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import av
import numpy as np
import pytest

from bench.rendering import likeness


def encoded(path: Path, frames: Sequence[np.ndarray]) -> Path:
    """Write frames, each of shape (H, W, 3), as a lossless film in RGB."""
    with av.open(path, "w") as film:
        stream = film.add_stream("ffv1", rate=10)
        stream.height, stream.width, _ = frames[0].shape
        stream.pix_fmt = "bgr0"
        for frame in frames:
            film.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24").reformat(format="bgr0")))
        film.mux(stream.encode())
    return path


def test_a_film_is_like_itself_and_less_so_the_more_noise_is_added(tmp_path: Path) -> None:
    chance = np.random.default_rng(7)
    frames = chance.integers(60, 190, (3, 48, 64, 3))
    noise = chance.integers(-1, 2, frames.shape)
    films = [encoded(tmp_path / f"{level}.mkv", [*(frames + level * noise).astype(np.uint8)]) for level in (0, 10, 50)]
    alike = [likeness(film, "bt709", films[0]) for film in films]
    assert alike[0] == pytest.approx(1.0, abs=1e-6)
    assert 1.0 > alike[1] > alike[2] > 0.0
