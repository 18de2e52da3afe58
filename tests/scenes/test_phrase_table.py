"""A phrase's table: what it draws is as large as what it stands for, and it fits itself to its room."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import Square, VGroup

from scenes.parts.contrast import contrast
from scenes.parts.icons import ShadedIcon
from scenes.parts.table.phrase_table import PhraseTable
from scenes.parts.text.number import Number
from scenes.stage import Region
from scenes.style import DARK, DEFAULT, LIGHT, Theme

WORDS = ("I", "ate", "a", "banana", "and", "an", "apple", "from", "new")
ROOM = Region(-6.6, -0.35, -3.0, 3.5)


def table(count: int, room: Region = ROOM, **options: object) -> PhraseTable:
    made = PhraseTable(WORDS[:count], [DARK.ink] * count, strips=True, **options)  # type: ignore[arg-type]
    made.fill(room)
    return made


def test_rows_and_columns_are_titled_with_icons_that_a_world_brings() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H30V20H0Z"/></svg>'
    made = table(3, style=replace(DEFAULT, icons={"ate": svg}))
    icons = [each for each in made.get_family() if isinstance(each, ShadedIcon)]
    assert [each.word for each in icons] == ["ate", "ate"]


def weights_of(count: int, seed: int) -> torch.Tensor:
    scores = torch.randn(count, count, generator=torch.Generator().manual_seed(seed))
    return torch.softmax(scores.masked_fill(torch.ones(count, count).triu(1).bool(), -torch.inf), dim=-1)


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 9), st.integers(0, 1000))
def test_areas_are_the_weights_and_zero_is_written(count: int, seed: int) -> None:
    weights, made = weights_of(count, seed), table(count)
    marks = made.weights(weights)
    cell = min(made.cells[0][0].width, made.cells[0][0].height)
    largest = next(mark for row in marks for mark in row if isinstance(mark, Square) and mark.width > 0.1)
    place = next((i, j) for i, row in enumerate(marks) for j, mark in enumerate(row) if mark is largest)
    unit = largest.width**2 / float(weights[place])
    assert unit**0.5 < cell
    for i, row in enumerate(marks):
        for j, mark in enumerate(row):
            np.testing.assert_allclose(mark.get_center()[0], made.cells[i][j].get_center()[0], atol=0.02)
            if j > i:
                assert isinstance(mark, Number) and (mark.value, mark.shown) == (0.0, "0")
            elif float(weights[i, j]) * unit > 0.05**2:
                assert mark.width * mark.height == pytest.approx(float(weights[i, j]) * unit)


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 9), st.integers(0, 1000))
def test_a_strip_is_as_long_as_its_rows_sum(count: int, seed: int) -> None:
    weights, made = weights_of(count, seed), table(count)
    cut = weights.clone()
    cut[:, -1] = 0
    for row, before, strip, track in zip(cut, weights, made.strips(cut, of=weights), made.tracks, strict=True):
        full = [piece for piece in strip.pieces if piece.get_fill_opacity() > 0]
        long = [piece.width for piece in full if piece.width > 2e-3]
        assert sum(long) == pytest.approx(float(row.sum()) * track.width, abs=2e-3 * count)
        assert strip.number.value == float(row.sum())
        hollow = [piece for piece in strip.pieces if piece.get_fill_opacity() == 0]
        assert len(hollow) == (1 if float(before[-1]) > 0 else 0)
        assert strip.pieces[0].get_left()[0] == pytest.approx(track.get_left()[0])


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 9), st.floats(6.0, 14.0), st.floats(3.0, 7.0))
def test_all_of_it_stays_in_its_room(count: int, width: float, height: float) -> None:
    room = Region(-width / 2, width / 2, -height / 2, height / 2)
    weights = weights_of(count, 1)
    held = torch.full((count, count), -torch.inf).fill_diagonal_(-12.0)
    made = table(count, room, holds=[held], steps=("mask", "softmax"))
    size = made.fill(room)
    drawn = VGroup(made, *made.strips(weights), *(number for row in made.numbers(held) for number in row))
    assert 0 < size <= 1
    fits = size >= 22 / 34 - 1e-6
    assert drawn.width <= width + 0.02 or not fits
    assert drawn.height <= height + 0.02 or not fits
    numbers = [number for row in made.numbers(held) for number in row]
    if fits:
        cell = made.cells[0][0]
        assert max(number.width for number in numbers) <= cell.width + 1e-6
        assert made.cells[0][0].get_right()[0] < made.cells[0][1].get_left()[0]


def test_a_table_of_five_words_has_large_type_and_names_its_steps_in_order() -> None:
    made = table(5, holds=[torch.tensor([-torch.inf, 5.1])], steps=("mask", "softmax"))
    assert [step.text for step in made.steps] == ["mask", "softmax"]
    assert made.steps[0].get_right()[0] < made.steps[1].get_left()[0]
    assert made.numbers(torch.zeros(5, 5))[0][0].size >= 28


@pytest.mark.parametrize("width", [5.5, 7.0, 9.0])
def test_titles_of_columns_clear_each_other(width: float) -> None:
    words = ("and", "mercury", "is", "a", "planet", "between", "suns")
    made = PhraseTable(words, [DARK.ink] * 7, steps=("mask", "softmax"), strips=True)
    assert made.fill(Region(0.0, width, 0.0, 4.0)) >= 22 / 34 - 1e-6, "there is room enough"
    texts = [*made.grid[-1], *made.grid[-2], *made.steps, *made.numbers(torch.zeros(7, 7))[0]]
    for first, second in combinations(texts, 2):
        apart = abs(first.get_center() - second.get_center())
        touch = (first.width + second.width) / 2, (first.height + second.height) / 2
        assert apart[0] > touch[0] or apart[1] > touch[1], (first, second)


def apart(one: str, other: str) -> float:
    """Return how far two colours are from each other, as a length in RGB."""
    return math.dist(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]))


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_weights_in_strips_can_be_read_and_small_words_are_of_hues_of_their_own(theme: Theme) -> None:
    count, weights = 4, torch.full((4, 4), 0.25)
    made = PhraseTable(WORDS[:count], [theme.ink] * count, strips=True, hued=True, style=replace(DEFAULT, theme=theme))
    made.fill(Region(-6.6, 6.6, -3.0, 3.5))
    strip = made.strips(weights)[0]
    tones = [piece.get_fill_color().to_hex() for piece in strip.pieces]
    for share, tone in zip(made.shares(strip, weights[0]), tones, strict=True):
        assert contrast(share.get_color().to_hex(), tone) >= 4.0
    for title, tone, other in zip(made.titles, tones, tones[1:], strict=False):
        assert theme.fill(title.get_color().to_hex().lower()).lower() == tone.lower(), "its own, or the fill of it"
        assert apart(tone, other) > 80, "two neighbours are told apart"


def test_small_weights_are_written_where_they_would_be_specks() -> None:
    made = table(2)
    marks = made.weights(torch.tensor([[0.996, 0.004], [1.0, 0.0]]), written=0.005)
    assert [getattr(mark, "shown", "area") for row in marks for mark in row] == ["area", "<0.01", "area", "0"]


def test_tables_with_room_for_each_others_titles_lie_on_each_other() -> None:
    long, short = ("internationally", "a", "of"), ("I", "ate", "a")
    one, other = (
        PhraseTable(words, [DARK.ink] * 3, strips=True, beside=beside)
        for words, beside in ((long, short), (short, long))
    )
    for made in (one, other):
        made.fill(ROOM)
    for row, under in zip(one.cells, other.cells, strict=True):
        for cell, below in zip(row, under, strict=True):
            np.testing.assert_allclose(cell.get_center(), below.get_center(), atol=1e-9)
