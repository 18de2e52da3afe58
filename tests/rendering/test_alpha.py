"""Opacity and colour, taken apart and put together again."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rendering.draw.alpha import over, spread, straight

PICTURES = arrays(np.uint8, (4, 6, 4))
GROUNDS = st.tuples(*[st.integers(0, 255)] * 3)


def multiplied(pixels: np.ndarray) -> np.ndarray:
    """As cairo keeps a picture."""
    colours = np.rint(pixels[..., :3].astype(float) * pixels[..., 3:] / 255)
    return np.concatenate([colours.astype(np.uint8), pixels[..., 3:]], axis=-1)


@given(PICTURES, GROUNDS)
def test_straight_colours_over_a_ground_are_what_cairo_would_have_drawn_on_it(
    pixels: np.ndarray, ground: tuple[int, int, int]
) -> None:
    drawn = multiplied(pixels)
    expected = drawn[..., :3] + np.array(ground) * (1 - drawn[..., 3:].astype(float) / 255)
    assert np.abs(over(straight(drawn), ground) - expected).max() <= 1.01


@given(PICTURES)
def test_straight_colours_are_those_before_they_were_multiplied(pixels: np.ndarray) -> None:
    got, opacity = straight(multiplied(pixels)).astype(float), pixels[..., 3:].astype(float)
    assert np.array_equal(got[..., 3], pixels[..., 3])
    error = np.abs(got[..., :3] - pixels[..., :3])
    assert (error <= 127.5 / np.maximum(opacity, 1) + 1)[np.broadcast_to(opacity > 0, error.shape)].all()


@given(PICTURES)
def test_only_what_cannot_be_seen_takes_its_neighbours_colour(pixels: np.ndarray) -> None:
    before, after = pixels, spread(pixels.copy())
    seen = before[..., 3] > 0
    assert np.array_equal(after[seen], before[seen])
    assert np.array_equal(after[..., 3], before[..., 3])
    for row, column in zip(*np.nonzero(~seen), strict=True):
        top, left = row - row % 2, column - column % 2
        block = before[top : top + 2, left : left + 2].reshape(-1, 4)
        visible = block[block[:, 3] > 0, :3]
        if len(visible):
            assert (after[row, column, :3] >= visible.min(axis=0)).all()
            assert (after[row, column, :3] <= visible.max(axis=0)).all()
        else:
            assert np.array_equal(after[row, column], before[row, column])
