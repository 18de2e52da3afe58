"""Parts: numbers, baselines, labels, bars and stage, by their properties."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import DL, LEFT, UR, RoundedRectangle, linear

from scenes.article.pulling.shares import Shares
from scenes.article.pulling.softmax import Tip
from scenes.parts.bars.bars import Bar, BarRow
from scenes.parts.bars.weight_list import WeightList
from scenes.parts.geometry import point
from scenes.parts.icons import ICON_WORDS, Icon
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow, PullArrow, weight_opacity, weight_width
from scenes.parts.plane.labels import Spot, overlap, place_labels
from scenes.parts.plane.word_plane import WordPlane
from scenes.parts.table import score_table
from scenes.parts.table.number_grid import Lattice
from scenes.parts.table.score_table import ScoreTable, cell_outline
from scenes.parts.text.number import MINUS, Factor, Number, VectorColumn, Weight, format_number
from scenes.parts.text.typeset import Label, Math, Row, baseline_of, typst_string, vector_name
from scenes.stage import Region, Stage
from scenes.style import DARK, DEFAULT
from tests.scenes.harness import read

FINITE = st.floats(-1e6, 1e6, allow_nan=False)


@given(FINITE, st.integers(0, 4))
def test_numbers_are_written_to_the_digit(value: float, decimals: int) -> None:
    shown = format_number(value, decimals)
    assert "-" not in shown
    assert shown.strip(f"{MINUS}0.") or not shown.startswith(MINUS)
    back = float(shown.replace(MINUS, "-"))
    allowed = 0.5 * 10**-decimals if abs(value) < 10_000 else 0.05 * abs(value)
    assert abs(back - value) <= allowed * 1.001


@pytest.mark.parametrize("value", [0.0, -0.001, 4.16, -0.48, 232.64, 9999.5, 1234567.0])
def test_numbers_read_back(value: float) -> None:
    for tiny in (False, True):
        number = Number(torch.tensor(value), style=replace(DEFAULT, tiny=tiny))
        assert read(number) == number.shown == format_number(float(torch.tensor(value)), tiny=tiny)
    assert number.value == float(torch.tensor(value))


def test_infinity_is_written_as_its_sign_and_nan_is_refused() -> None:
    signs = [format_number(value, 1) for value in (float("-inf"), float("inf"))]
    assert signs == ["\N{MINUS SIGN}\N{INFINITY}", "\N{INFINITY}"]
    with pytest.raises(ValueError) as error:
        Number(torch.tensor(float("nan")))
    assert str(error.value) == "NaN is no number that can be drawn; find the step that computed it"


def test_words_stand_on_one_line() -> None:
    words = [Label(word) for word in ("apple", "banana", "I", "quay")]
    row = Row(words, 0.3)
    assert all(abs(word.baseline - row.baseline) < 1e-9 for word in words)
    row.scale(1.7).shift(point(0.4, -1.2))
    assert all(abs(word.baseline - row.baseline) < 1e-6 for word in words)
    x, p = Label("x"), Label("p")
    assert x.get_bottom()[1] - x.baseline == pytest.approx(0, abs=0.01)
    assert p.get_bottom()[1] - p.baseline < -0.03


def test_formulas_and_words_share_a_line() -> None:
    row = Row([Label("x"), Math(vector_name("apple")), Number(1.5), Math("=")])
    assert len({round(baseline_of(piece), 6) for piece in row}) == 1


@pytest.mark.parametrize(
    "text", ['a"b', "back\\slash", "#read(1)", "$x$", "*bold*", "_e_", "[a]", "é", "]]", "//x", "@a", "<b>"]
)
def test_text_is_never_markup(text: str) -> None:
    assert len(Label(text).submobjects) >= 1
    assert Label(text).text == text
    assert typst_string(text).count('"') - typst_string(text).count('\\"') == 2


@settings(max_examples=12)
@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12))
def test_any_printable_word_is_typeset(text: str) -> None:
    """One glyph for each character at most: nothing was read as a command, nothing was added."""
    assert 1 <= len(Label(text).submobjects) <= 3 * len(text)


def test_negative_factors_are_in_parentheses() -> None:
    assert [type(piece).__name__ for piece in Factor(torch.tensor(-1.0))] == ["Label", "Number", "Label"]
    assert [type(piece).__name__ for piece in Factor(torch.tensor(1.0))] == ["Number"]


def test_vector_columns_align_on_the_point() -> None:
    column = VectorColumn(torch.tensor([-12.5, 3.25]))
    assert column.numbers[0].get_right()[0] == pytest.approx(column.numbers[1].get_right()[0])
    assert column.brackets.get_left()[0] < column.numbers[0].get_left()[0]


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-2, 2)), min_size=1, max_size=7))
def test_labels_stay_in_bounds_and_apart(places: list[tuple[float, float]]) -> None:
    # Points closer than a label is high cannot all have one nearby; a lecture's plane keeps them apart.
    spread = [p for i, p in enumerate(places) if all(np.hypot(p[0] - q[0], p[1] - q[1]) > 0.9 for q in places[:i])]
    spots = [Spot(x, y, 0.7, 0.25) for x, y in spread]
    centres = place_labels(spots, (-3.8, -2.8, 3.8, 2.8))
    boxes = [(x - 0.35, y - 0.125, x + 0.35, y + 0.125) for x, y in centres]
    for index, box in enumerate(boxes):
        assert box[0] >= -3.8 - 1e-9 and box[2] <= 3.8 + 1e-9 and box[1] >= -2.8 - 1e-9 and box[3] <= 2.8 + 1e-9
        assert all(overlap(box, other) == 0 for other in boxes[:index])
        assert overlap(box, spots[index].box) < 0.004


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_larger_weight_is_wider_and_clearer(first: float, second: float) -> None:
    low, high = sorted((first, second))
    assert weight_width(low) <= weight_width(high)
    assert weight_opacity(low) <= weight_opacity(high)
    assert weight_width(0.5) - weight_width(0) == pytest.approx(weight_width(1) - weight_width(0.5))


@given(st.floats(-5, 5), st.floats(-3, 3))
def test_arrows_end_where_they_are_told(x: float, y: float) -> None:
    arrow = Arrow(point(), point(x, y), DARK.ink)
    assert np.allclose(arrow.segment[0], point(), atol=1e-6)
    assert np.allclose(arrow.segment[1], point(x, y), atol=1e-6)


def test_pull_arrows_keep_off_both_words() -> None:
    arrow = PullArrow(point(), point(2.0), 0.5, DARK.ink, clear=0.3)
    assert np.allclose(arrow.segment[0], point(0.3))
    assert np.allclose(arrow.segment[1], point(1.7))


@given(st.lists(st.floats(-9, 9), min_size=2, max_size=9))
@settings(max_examples=10)
def test_bars_stay_in_their_region(values: list[float]) -> None:
    region = Region(-5, 5, -1, 1)
    row = BarRow(torch.tensor(values), list(np.linspace(-4, 4, len(values))), region, [DARK.ink] * len(values))
    assert row.get_bottom()[1] >= region.bottom - 0.05
    assert row.get_top()[1] <= region.top + 0.05
    for bar, value in zip(row.bars, values, strict=True):
        assert bar.height == pytest.approx(max(abs(float(torch.tensor(value))) * row.unit, 0.012), abs=1e-5)


def test_a_weight_of_one_fills_its_line() -> None:
    weights = torch.tensor([1.0, 0.0])
    listed = WeightList(["one", "none"], weights, [DARK.ink, DARK.ink], Region(0, 5, -2, 2))
    assert listed.bars[0].width == pytest.approx(listed.unit)
    assert listed.numbers[0].get_right()[0] < listed.bars[0].get_left()[0]
    assert listed.bars[0].get_right()[0] == pytest.approx(5)


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=9))
@settings(max_examples=10)
def test_shares_fill_the_strip(parts: list[float]) -> None:
    weights = torch.tensor(parts) / sum(parts)
    strip = Shares(["w"] * len(parts), weights, [DARK.ink] * len(parts), Region(-4, 4, -1, 1))
    assert strip.shares[0].get_left()[0] == pytest.approx(-4, abs=0.01)
    assert strip.shares[-1].get_right()[0] == pytest.approx(4, abs=0.02)
    for first, second in zip(strip.shares, strip.shares[1:], strict=False):
        assert first.get_right()[0] == pytest.approx(second.get_left()[0], abs=0.013)


def test_a_share_has_its_word_and_weight_where_they_fit() -> None:
    strip = Shares(["long", "short"], torch.tensor([0.99, 0.01]), [DARK.ink] * 2, Region(-4, 4, -1, 1))
    assert [label.get_x() for label in strip.labels] == pytest.approx([strip.shares[0].get_x()] * 2)


def test_a_bar_tips_over_and_lies_down_as_its_share() -> None:
    bar = Bar(0.5, 2.0, 1.0, 0.0, 0.6, DARK.ink)
    share = Shares(["w"], torch.tensor([1.0]), [DARK.ink], Region(-4, 4, -3, -1)).shares[0]
    ends = share.get_center(), share.width, share.height
    moving = Tip(bar, share, rate_func=linear)
    moving.begin()
    assert share.width == share.height == 0
    moving.interpolate(1e-6)
    assert (share.width, share.height) == pytest.approx((bar.width, bar.height), abs=1e-3)
    moving.interpolate(1.0)
    assert (share.width, share.height) == pytest.approx(ends[1:])
    assert share.get_center() == pytest.approx(ends[0])


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, "0.00"), (0.0016, "<0.01"), (0.005, "0.01"), (0.28, "0.28"), (1.0, "1.00")]
)
def test_a_small_weight_says_so(value: float, shown: str) -> None:
    weight = Weight(value)
    assert weight.shown == shown
    assert read(weight) == shown


def test_phrase_rows_shrink_to_fit() -> None:
    region = Region(-6, 6, 2.8, 3.5)
    row = PhraseRow(["extraordinary"] * 6, [DARK.ink] * 6, region)
    assert row.width <= region.width + 0.01
    assert PhraseRow(["a", "b"], [DARK.ink] * 2, region).words[0].size == 36


PHRASE = "I ate a banana and an apple".split()


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize(
    ("words", "width"), [*((PHRASE, width) for width in (3.2, 4.6, 7.0, 13.2)), (["abcdefgh"] * 9, 7.0)]
)
def test_phrase_rows_stay_readable_in_narrow_regions(words: list[str], width: float, columns: bool) -> None:
    region = Region(-width / 2, width / 2, 2.8, 3.5)
    row = PhraseRow(words, [DARK.ink] * len(words), region, columns=columns)
    assert row.words[0].size >= 24
    assert row.width <= region.width + 0.01
    assert row.get_top()[1] <= region.top + 0.01
    assert row.get_bottom()[1] >= region.bottom - 0.15
    boxes = [(*word.get_corner(DL)[:2], *word.get_corner(UR)[:2]) for word in row.words]
    assert all(overlap(first, second) == 0 for first, second in combinations(boxes, 2))
    assert sorted(place for line in row.lines for place in line) == list(range(len(words)))
    for line in row.lines:
        assert len({round(row.words[place].baseline, 6) for place in line}) == 1
    assert row.baseline == min(word.baseline for word in row.words)


def test_a_phrase_is_broken_where_its_lines_are_shortest() -> None:
    row = PhraseRow(PHRASE, [DARK.ink] * 7, Region(-1.6, 1.6, 2.8, 3.5))
    assert row.lines == [[0, 1, 2, 3], [4, 5, 6]]
    row = PhraseRow(PHRASE, [DARK.ink] * 7, Region(-1.6, 1.6, 2.8, 3.5), columns=True)
    assert row.lines == [[1, 3, 5], [0, 2, 4, 6]]


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=1, max_size=6))
@settings(max_examples=10)
def test_planes_hold_their_vectors(rows: list[tuple[float, float]]) -> None:
    vectors = torch.tensor(rows)
    plane = WordPlane(Region(-6, 6, -3, 3), vectors, ("across", "up"))
    for row in vectors:
        x, y, _ = plane.place(row)
        assert plane.panel.left <= x <= plane.panel.right
        assert plane.panel.bottom <= y <= plane.panel.top
    across = plane.place(torch.tensor([1.0, 0.0])) - plane.origin
    assert np.allclose(across, point(plane.unit), atol=1e-5)
    assert plane.get_left()[0] >= -6.02 and plane.get_right()[0] <= 6.02


def test_a_plane_is_clipped_to_its_panel() -> None:
    plane = WordPlane(Region(-6, 6, -3, 3), torch.tensor([[2.4, 0.2], [-1.0, 1.6]]), ("across", "up"))
    for line in [*plane.grid, *plane.axis_lines]:
        for end in (line.get_start(), line.get_end()):
            assert plane.panel.left - 1e-6 <= end[0] <= plane.panel.right + 1e-6
            assert plane.panel.bottom - 1e-6 <= end[1] <= plane.panel.top + 1e-6


def test_there_are_icons_and_no_others() -> None:
    for word in ICON_WORDS:
        icon = Icon(word, DARK.ink, height=0.5)
        assert 0.3 < max(icon.width, icon.height) <= 0.5
    with pytest.raises(KeyError, match='no icon of "plum"; there are: apple, banana'):
        Icon("plum", DARK.ink)


def test_the_outline_of_cells_is_made_once_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice, made = Lattice(-2.0, 1.5, 0.7, 0.5, 7, 7), list[RoundedRectangle]()

    def outline(lattice: Lattice) -> RoundedRectangle:
        made.append(cell_outline(lattice))
        return made[-1]

    monkeypatch.setattr(score_table, "cell_outline", outline)
    words = [f"word{number}" for number in range(7)]
    table = ScoreTable(words, [DARK.ink] * 7, lattice, titles_edge=-2.0, titles_baseline=1.6, size=20)
    assert len(made) == 1
    for i, row in enumerate(table.cells):
        for j, cell in enumerate(row):
            cell.shift(0.1 * LEFT)  # no cell shares its points with another
            assert np.array_equal(cell.points, made[0].copy().move_to(lattice.centre(i, j)).shift(0.1 * LEFT).points)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1080, 1920), (1080, 1080), (1440, 1080)])
def test_stage_regions_are_inside_every_frame(width: int, height: int) -> None:
    stage = Stage.for_pixels(width, height)
    assert min(stage.width, stage.height) == pytest.approx(8)
    assert stage.width / stage.height == pytest.approx(width / height)
    for region in (stage.safe, stage.header, stage.footer, stage.picture, stage.picture_to_bottom):
        assert region.left >= -stage.width / 2 + 0.5 - 1e-9 and region.right <= stage.width / 2 - 0.5 + 1e-9
        assert region.bottom >= -stage.height / 2 + 0.5 - 1e-9 and region.top <= stage.height / 2 - 0.5 + 1e-9
    assert stage.footer.top < stage.picture.bottom < stage.picture.top < stage.header.bottom


@given(st.lists(st.floats(0.1, 5), min_size=1, max_size=5), st.floats(0, 0.3))
def test_columns_and_rows_share_a_region(shares: list[float], gap: float) -> None:
    region = Region(-2, 6, -1, 3)
    columns, rows = region.columns(*shares, gap=gap), region.rows(*shares, gap=gap)
    assert columns[0].left == region.left and columns[-1].right == pytest.approx(region.right)
    assert rows[0].top == region.top and rows[-1].bottom == pytest.approx(region.bottom)
    for first, second in zip(columns, columns[1:], strict=False):
        assert second.left - first.right == pytest.approx(gap)


def test_a_region_needs_an_area() -> None:
    with pytest.raises(ValueError, match=r"a region needs left < right and bottom < top; got 1…0, 0…1"):
        Region(1, 0, 0, 1)
