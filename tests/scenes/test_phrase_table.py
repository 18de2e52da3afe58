"""A phrase's table fits itself to its room."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import VGroup

from scenes.parts.icons import ShadedIcon
from scenes.parts.table.phrase_table import PhraseTable
from scenes.stage import Region
from scenes.style import DARK, DEFAULT

WORDS = ("I", "ate", "a", "banana", "and", "an", "apple", "from", "new")
ROOM = Region(-6.6, -0.35, -3.0, 3.5)


def table(count: int, room: Region = ROOM, **options: object) -> PhraseTable:
    made = PhraseTable(WORDS[:count], [DARK.ink] * count, **options)  # type: ignore[arg-type]
    made.fill(room)
    return made


def test_rows_and_columns_are_titled_with_icons_that_a_world_brings() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H30V20H0Z"/></svg>'
    made = table(3, style=replace(DEFAULT, icons={"ate": svg}))
    icons = [each for each in made.get_family() if isinstance(each, ShadedIcon)]
    assert [each.word for each in icons] == ["ate", "ate"]


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 9), st.floats(6.0, 14.0), st.floats(3.0, 7.0))
def test_all_of_it_stays_in_its_room(count: int, width: float, height: float) -> None:
    room = Region(-width / 2, width / 2, -height / 2, height / 2)
    held = torch.full((count, count), -torch.inf).fill_diagonal_(-12.0)
    made = table(count, room, holds=[held])
    size = made.fill(room)
    drawn = VGroup(made, *(number for row in made.numbers(held) for number in row))
    assert 0 < size <= 1
    fits = size >= 22 / 34 - 1e-6
    assert drawn.width <= width + 0.02 or not fits
    assert drawn.height <= height + 0.02 or not fits
    numbers = [number for row in made.numbers(held) for number in row]
    if fits:
        cell = made.cells[0][0]
        assert max(number.width for number in numbers) <= cell.width + 1e-6
        assert made.cells[0][0].get_right()[0] < made.cells[0][1].get_left()[0]


def test_a_table_of_five_words_has_large_type() -> None:
    made = table(5, holds=[torch.tensor([-torch.inf, 5.1])])
    assert made.numbers(torch.zeros(5, 5))[0][0].size >= 28


@pytest.mark.parametrize("width", [5.5, 7.0, 9.0])
def test_titles_of_columns_clear_each_other(width: float) -> None:
    words = ("and", "mercury", "is", "a", "planet", "between", "suns")
    made = PhraseTable(words, [DARK.ink] * 7)
    assert made.fill(Region(0.0, width, 0.0, 4.0)) >= 22 / 34 - 1e-6, "there is room enough"
    texts = [*made.grid[-1], *made.grid[-2], *made.numbers(torch.zeros(7, 7))[0]]
    for first, second in combinations(texts, 2):
        apart = abs(first.get_center() - second.get_center())
        touch = (first.width + second.width) / 2, (first.height + second.height) / 2
        assert apart[0] > touch[0] or apart[1] > touch[1], (first, second)
