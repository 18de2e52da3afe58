"""Parts have the properties that a figure relies on: numbers, type, labels, bars, tables, planes, spaces, the stage."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import DL, UR, Circle, Line, VGroup, VMobject

from scenes.errors import UserError
from scenes.number_format import as_printed, decimals_that_add, decimals_that_multiply
from scenes.parameters import world_matrix
from scenes.parts.bars.bars import BarRow
from scenes.parts.bars.small import small
from scenes.parts.bars.strip import WeightStrip
from scenes.parts.geometry import point
from scenes.parts.icons import ICON_WORDS, Icon
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.border import Border
from scenes.parts.plane.labels import Spot, clip, free_place, inside_length, overlap, place_labels, spread
from scenes.parts.plane.word_plane import WordPlane, box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import MINUS, Factor, Number, VectorColumn, Weight, format_number
from scenes.parts.text.typeset import Label, Math, Row, baseline_of, typst_string, vector_name
from scenes.stage import Region, Stage
from scenes.style import DARK, DEFAULT
from scenes.worlds import load_world
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


def test_a_hero_number_says_the_same_larger() -> None:
    plain, hero = (kind(torch.tensor(-1.25)) for kind in (Number, HeroNumber))
    assert hero.shown == plain.shown == f"{MINUS}1.25" and hero.value == -1.25
    assert hero.height / plain.height == pytest.approx(DEFAULT.sizes.hero / DEFAULT.sizes.label, rel=0.1)


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


@given(st.floats(-5, 5), st.floats(-3, 3))
def test_arrows_end_where_they_are_told(x: float, y: float) -> None:
    arrow = Arrow(point(), point(x, y), DARK.ink)
    assert np.allclose(arrow.segment[0], point(), atol=1e-6)
    assert np.allclose(arrow.segment[1], point(x, y), atol=1e-6)


@given(st.lists(st.floats(-9, 9), min_size=2, max_size=9))
@settings(max_examples=10)
def test_bars_stay_in_their_region(values: list[float]) -> None:
    region = Region(-5, 5, -1, 1)
    row = BarRow(torch.tensor(values), list(np.linspace(-4, 4, len(values))), region, [DARK.ink] * len(values))
    assert row.get_bottom()[1] >= region.bottom - 0.05
    assert row.get_top()[1] <= region.top + 0.05
    for bar, value in zip(row.bars, values, strict=True):
        assert bar.height == pytest.approx(max(abs(float(torch.tensor(value))) * row.unit, 0.012), abs=1e-5)


@pytest.mark.parametrize(
    ("weights", "others"),
    [
        ([0.01, 0.99], []),
        ([0.01, 0.7, 0.02, 0.27], [0, 2]),
        ([1 / 7] * 7, []),
        ([1 / 8] * 8, [6, 7]),
        ([1 / 16] * 16, [*range(6, 16)]),
        ([0.01, *[0.11] * 9], [0, 7, 8, 9]),
    ],
)
def test_small_weights_share_a_name_and_so_do_those_for_which_there_is_no_room(
    weights: list[float], others: list[int]
) -> None:
    assert [index for index, hidden in enumerate(small(torch.tensor(weights))) if hidden] == others


@given(st.lists(st.floats(0.001, 1.0), min_size=2, max_size=16), st.sampled_from([(16, 9), (8, 8), (9, 16)]))
@settings(max_examples=25, deadline=None)
def test_pieces_fill_the_strip_and_names_do_not_meet(parts: list[float], frame: tuple[int, int]) -> None:
    weights, stage = torch.tensor(parts) / sum(parts), Stage.for_pixels(*frame)
    rest = weights[small(weights)].sum()
    strip = WeightStrip(["word"] * len(parts), weights, [DARK.ink] * len(parts), rest, stage.plane_view)
    along = 0 if stage.plane_view.lying else 1
    spans = sorted((piece.get_critical_point(DL)[along], piece.get_critical_point(UR)[along]) for piece in strip.pieces)
    whole = strip.outline.get_critical_point(DL)[along], strip.outline.get_critical_point(UR)[along]
    assert (spans[0][0], spans[-1][1]) == pytest.approx(whole, abs=1e-3)
    assert all(after[0] == pytest.approx(before[1], abs=1e-3) for before, after in pairwise(spans))
    boxes = [box_of(text) for text in strip.texts]
    assert all(overlap(one, other) < 1e-6 for one, other in combinations(boxes, 2))


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.floats(0.1, 2.0)), min_size=1, max_size=8),
)
def test_spread_intervals_keep_their_order_and_do_not_meet(given: list[tuple[float, float]]) -> None:
    given = sorted(given)
    sizes = [size for _, size in given]
    middles = spread([middle for middle, _ in given], sizes, -20.0, 20.0)
    ends = [(middle - size / 2, middle + size / 2) for middle, size in zip(middles, sizes, strict=True)]
    assert all(after[0] >= before[1] - 1e-9 for before, after in pairwise(ends))
    if all(after[0] - before[0] >= (after[1] + before[1]) / 2 for before, after in pairwise(given)):
        assert middles == pytest.approx([middle for middle, _ in given])


def test_a_spread_is_the_least_there_is() -> None:
    assert spread([0.0, 0.0, 5.0], [2.0, 2.0, 1.0], -20.0, 20.0) == pytest.approx([-1.0, 1.0, 5.0])
    assert spread([0.0, 0.0], [2.0, 2.0], 0.0, 20.0) == pytest.approx([1.0, 3.0])


@given(st.lists(FINITE, min_size=2, max_size=6))
def test_digits_with_which_a_printed_sum_is_right(terms: list[float]) -> None:
    digits = decimals_that_add(terms, sum(terms))
    if digits is not None:
        seen = sum(as_printed(term, digits) for term in terms)
        assert format_number(seen, digits, tiny=False) == format_number(sum(terms), digits, tiny=False)


@pytest.mark.parametrize(
    ("pairs", "digits"),
    [([(1.8385, 2.2627)], 2), ([(2.2627, 2.2627)], 3), ([(1.8385, 2.2627), (2.2627, 2.2627)], 3), ([], 2)],
)
def test_digits_with_which_printed_products_are_right(pairs: list[tuple[float, float]], digits: int) -> None:
    assert decimals_that_multiply(pairs) == digits


def test_a_free_place_is_the_nearest_that_nothing_covers() -> None:
    bounds, covered = (-4.0, -2.0, 4.0, 2.0), (-1.0, -1.0, 1.0, 1.0)
    assert free_place((1.0, 0.5), bounds, (3.0, 0.0)) == pytest.approx((3.0, 0.0), abs=0.06)
    x, y = free_place((1.0, 0.5), bounds, (0.2, 0.0), boxes=[covered])
    assert overlap((x - 0.5, y - 0.25, x + 0.5, y + 0.25), covered) == 0
    assert abs(x) < 0.3 or abs(y) < 0.3
    x, y = free_place((1.0, 0.5), bounds, (0.0, 0.0), lines=[((-4.0, 0.0), (4.0, 0.0))])
    assert abs(y) >= 0.25


@settings(max_examples=10)
@given(st.randoms(use_true_random=False))
def test_no_place_costs_less_than_the_one_that_is_chosen(chance: random.Random) -> None:
    """Of all places of the grid, with every box and every line looked at."""
    corner = [(chance.uniform(-2, 1.5), chance.uniform(-1, 0.7)) for _ in range(9)]
    boxes = [(x, y, x + chance.uniform(0, 0.9), y + chance.uniform(0, 0.5)) for x, y in corner[:6]]
    lines = [((x, y), (chance.uniform(-2, 2), chance.uniform(-1, 1))) for x, y in corner[6:]]
    near, half = (chance.uniform(-3, 3), chance.uniform(-2, 2)), (0.3, 0.1)

    def cost(place: tuple[float, float]) -> float:
        x, y = place
        box = (x - half[0] - 0.1, y - half[1] - 0.1, x + half[0] + 0.1, y + half[1] + 0.1)
        covered = sum(10 + 10 * shared for other in boxes if (shared := overlap(box, other)) > 0)
        crossed = sum(5 + 5 * inside for line in lines if (inside := inside_length(line, box)) > 0)
        return covered + crossed + 0.1 * math.dist(place, near)

    chosen = free_place((0.6, 0.2), (-2.0, -1.0, 2.0, 1.0), near, lines=lines, boxes=boxes)
    grid = [(-1.7 + 3.4 * across / 34, -0.9 + 1.8 * up / 18) for across in range(35) for up in range(19)]
    assert cost(chosen) <= min(map(cost, grid)) + 1e-9


def test_a_box_is_manims() -> None:
    drawn = VGroup(Line([-1, 2, 0], [3, -1, 0]), VGroup(Circle(0.7).shift([2, 1, 0]), VMobject()))
    sides = (drawn.get_left()[0], drawn.get_bottom()[1], drawn.get_right()[0], drawn.get_top()[1])
    assert box_of(drawn) == sides


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
    assert row.baseline == pytest.approx(min(word.baseline for word in row.words))


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
    with pytest.raises(KeyError, match='no icon of "plum"; there are: apple, banana, bride'):
        Icon("plum", DARK.ink)


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


ROWS = {"near": torch.tensor([0.5, 1.5]), "far": torch.tensor([3.0, -1.0])}
LEAN = torch.tensor([[1.1, 0.7], [-0.7, 0.4]])
SQUEEZE = torch.tensor([[0.8, 0.6], [0.6, 0.8]])
NUMBER = st.floats(-3, 3, allow_nan=False)


def plane() -> WordPlane:
    rows = torch.stack([*ROWS.values()])
    return WordPlane(Region(-4, 3, -3, 3), torch.cat([rows, rows @ LEAN, rows @ SQUEEZE]), ())


def test_a_matrix_stands_in_columns() -> None:
    values = torch.tensor([[1.5, -0.6], [-12.25, 0.0], [3.0, 9.99]])
    matrix = Matrix(values)
    for column in range(2):
        members = matrix.column(column)
        assert len({round(float(number.get_right()[0]), 6) for number in members}) == 1
    for row in range(3):
        assert len({round(number.baseline, 6) for number in matrix.row(row)}) == 1
    assert [[number.value for number in row] for row in matrix.numbers] == values.tolist()
    left, right = matrix.brackets
    assert left.get_right()[0] < matrix.inner.get_left()[0] + 0.05
    assert right.get_left()[0] > matrix.inner.get_right()[0] - 0.05
    assert left.get_top()[1] > matrix.inner.get_top()[1] and left.get_bottom()[1] < matrix.inner.get_bottom()[1]


def test_a_matrix_stands_on_its_middle() -> None:
    named = NamedMatrix("W_V", torch.eye(2), color="#bfb2f9", row_colors=["#ff0000", "#00ff00"])
    assert baseline_of(named.symbol) == pytest.approx(baseline_of(named.matrix))
    assert named.matrix.get_y() == pytest.approx(named.symbol.baseline + 0.13, abs=0.03)
    assert named.matrix.numbers[1][0].get_color().to_hex().lower() == "#00ff00"


def test_an_arrow_laid_anew_is_like_a_new_one() -> None:
    first = Arrow(point(0, 0), point(1, 2), "#ffffff", width=5, tip=1.3)
    second = Arrow(point(-1, 0.5), point(2, 0), "#ffffff", width=5, tip=1.3)
    first.set_ends(point(-1, 0.5), point(2, 0))
    assert np.allclose(first.shaft.points, second.shaft.points)
    assert np.allclose(first.tip.points, second.tip.points)
    assert np.allclose(first.segment, [point(-1, 0.5), point(2, 0)])


@given(NUMBER, NUMBER, NUMBER, NUMBER)
def test_what_is_clipped_is_a_piece_inside(x: float, y: float, end_x: float, end_y: float) -> None:
    box = (-1.0, -0.5, 2.0, 1.5)
    inside = clip(((x, y), (end_x, end_y)), box)
    samples = np.linspace(0, 1, 400)[:, None]
    along = np.array([x, y]) * (1 - samples) + np.array([end_x, end_y]) * samples
    within, touching = (
        ((along > np.array(box[:2]) + edge) & (along < np.array(box[2:]) - edge)).all(axis=1) for edge in (1e-9, -1e-9)
    )
    if inside is None:
        assert within.sum() <= 1
        return
    ends = np.array(inside)
    assert (ends >= np.array(box[:2]) - 1e-9).all() and (ends <= np.array(box[2:]) + 1e-9).all()
    length = np.hypot(end_x - x, end_y - y)
    off = 0.02 * length + 1e-6
    assert within.mean() * length - off <= np.linalg.norm(ends[1] - ends[0]) <= touching.mean() * length + off


def test_a_border_lights_its_halves_wherever_their_middles_are() -> None:
    """From near by the middles are far off, and still both lights fade; where they are one place, nothing is parted."""
    border = Border((-4.0, -3.0, 4.0, 3.0), ["#ffdd00", "#3388dd"])
    for apart, reach in ((2.0, 2.6), (500.0, 11.0)):
        first, second = border.lie(point(1.0), point(apart)).lights(1.0)
        assert (first.end[0] - 1.0, 1.0 - second.end[0]) == pytest.approx((reach, reach))
        assert border.segment == pytest.approx(np.array([(1.0, -3.0), (1.0, 3.0)]))
        assert [max(corner[0] for corner in half) for half in border.halves] == pytest.approx([4.0, 1.0])
    assert border.lie(point(9.0), point(1.0)).segment is None and not len(border.line.points)
    assert border.halves[0] == []
    border.lie(point(1.0), point())
    assert border.segment is None and border.halves == [[], []] and not border.lights(1.0)


def test_a_worlds_matrix() -> None:
    world = load_world("article", {"matrices": {"wide": [[1.0, 2.0, 3.0], [0.0, 0.5, 1.0]]}})
    assert torch.equal(world_matrix(world, "wide", 2, 3), torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.5, 1.0]]))
    with pytest.raises(UserError) as raised:
        world_matrix(world, "wide", 2, 2)
    assert str(raised.value) == "[matrices].wide must be 2×2 in this figure; got 2×3"
    bare = load_world("random")
    with pytest.raises(UserError) as raised:
        world_matrix(bare, "W_V", 2, 2)
    assert str(raised.value) == (
        "this figure needs [matrices].W_V (2×2) in the world; it has: none; "
        "add it there, or give --set world.matrices.W_V=1,0,0,1"
    )
